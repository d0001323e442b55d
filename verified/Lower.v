(** Lower bounds for every number of colours, from few patterns and all questions on them.

    A certificate has *members*: patterns, each with a bound as a function of the number of implicit colours,
    and covers of questions on it.  A cover is a list of groups of clauses; each group is the image of
    a member and gets one answer.  What is in no group is bounded by counts: of each answer only the
    numbers of clauses with one star and with none are looked at.  [check] computes that every
    question costs at least the bound, [lower_bound] proves that then the bounds hold for all
    strategies, by induction on the strategy. *)

From Verified Require Export Costs.
Require Import Bool Lia.

(** The clauses of a member, its columns and its colours permuted and renamed. *)
Record group := { of : nat; order : list nat; names : list nat }.
Record member := {
  pattern : list clause;
  colours : nat; (* explicit ones: 0, 1, ... *)
  bound : table;
  covers : list (clause * list (list group)) }.

Definition has_star (P : list clause) : bool :=
  existsb (existsb (fun x : cell => match x with None => true | Some _ => false end)) P.
(** Without a star the number of implicit colours makes no difference. *)
Definition bound_of (x : member) (m : nat) : Z :=
  value (bound x) (if has_star (pattern x) then m else 0).

Fixpoint remove_one (C : clause) (P : list clause) : option (list clause) :=
  match P with
  | [] => None
  | D :: P' => if clause_dec C D then Some P' else option_map (cons D) (remove_one C P')
  end.
Fixpoint remove_all (Q P : list clause) : option (list clause) :=
  match Q with
  | [] => Some P
  | C :: Q' => match remove_one C P with Some P' => remove_all Q' P' | None => None end
  end.

Section Certificate.
Variables (g : game) (pegs : nat) (o : objective).
(** From [hi] on everything is compared by differences, on classes modulo [q], of degree less than [d]. *)
Variables (hi q d : nat) (members : list member).
(** [counted R E m] is what [R] clauses of one star and [E] of none cost at least, with [m] implicit
    colours; [counts R E] are its values for 0, 1, ... *)
Variable counted : nat -> nat -> nat -> Z.
Variable counts : nat -> nat -> list Z.
(** A member that is a single clause of two stars, with three pegs. *)
Variable single : nat.

Definition images (h : group) : list clause :=
  match nth_error members (of h) with
  | Some y => map (image (order h) (names h)) (pattern y)
  | None => []
  end.
Definition bound_of_group (h : group) (m : nat) : Z :=
  match nth_error members (of h) with Some y => bound_of y m | None => 0 end.

Definition is_order (l : list nat) : bool :=
  (length l =? pegs)%nat && forallb (fun i => existsb (Nat.eqb i) l) (seq 0 pegs).
Definition are_names (k n : nat) (l : list nat) : bool :=
  (length l =? n)%nat && forallb (fun i => i <? k)%nat l &&
  if list_eq_dec Nat.eq_dec (nodup Nat.eq_dec l) l then true else false.

Definition answer_of (D : clause) (h : group) : nat * nat := clause_answer (hd [] (images h)) D.
Definition is_group (k : nat) (D : clause) (h : group) : bool :=
  match nth_error members (of h) with
  | None => false
  | Some y =>
      is_order (order h) && are_names k (colours y) (names h) &&
      let a := answer_of D h in
      forallb
        (fun C => (if answer_dec (clause_answer C D) a then true else false) &&
                  (if clause_dec C D then negb (is_full D) else true))
        (images h)
  end.
Definition is_cover (k : nat) (E : list clause) (D : clause) (cover : list group) : bool :=
  forallb (is_group k D) cover &&
  match remove_all (flat_map images cover) E with Some _ => true | None => false end &&
  match o with Expected => true | Worst => (length cover <=? 1)%nat end.

(** What a question costs at least, apart from what is asked afterwards. *)
Definition charge (P : list clause) (m : nat) : Z :=
  match o with
  | Expected => number g P m
  | Worst => if (m <? pegs)%nat then (if number g P m =? 0 then 0 else 1) else 1
  end.

(** What an answer leaves, in pieces: groups, and clauses that are only counted. *)
Inductive piece := Group (h : group) | Counted (P : list clause).
Definition clauses_of (p : piece) : list clause :=
  match p with Group h => images h | Counted P => P end.
Definition answer_of_piece (D : clause) (p : piece) : nat * nat :=
  clause_answer (hd [] (clauses_of p)) D.
Definition with_star (P : list clause) : nat := length (filter (fun C => stars C =? 1)%nat P).
Definition without_star (P : list clause) : nat := length (filter (fun C => stars C =? 0)%nat P).
Definition bound_of_piece (p : piece) (m : nat) : Z :=
  match p with
  | Group h => bound_of_group h m
  | Counted P => counted (with_star P) (without_star P) m
  end.

(** One clause of two stars is the image of the member that is one. *)
Fixpoint columns_of (star : bool) (k : nat) (C : clause) : list nat :=
  match C with
  | [] => []
  | x :: C' =>
      (if Bool.eqb star (match x with None => true | Some _ => false end) then [k] else []) ++
      columns_of star (S k) C'
  end.
Fixpoint turn (explicits starred : list nat) (C : clause) : list nat :=
  match C with
  | [] => []
  | Some _ :: C' => hd O explicits :: turn (tl explicits) starred C'
  | None :: C' => hd O starred :: turn explicits (tl starred) C'
  end.
Definition single_group (C : clause) : group :=
  let S := match nth_error members single with Some y => hd [] (pattern y) | None => [] end in
  {| of := single; order := turn (columns_of false 0 S) (columns_of true 0 S) C;
     names := explicit C |}.
Definition is_single (k : nat) (D : clause) (C : clause) : bool :=
  if (stars C =? 2)%nat
  then is_group k D (single_group C) &&
    if list_eq_dec clause_dec (images (single_group C)) [C] then true else false
  else false.

Definition is_counted (D C : clause) : bool :=
  (stars C <=? 1)%nat && distinct g C &&
  if clause_dec C D then negb (is_full D) else true.
Definition all_answers : list (nat * nat) :=
  flat_map (fun s => map (fun b => (b, s - b)%nat) (seq 0 (S s))) (seq 0 (S pegs)).
Fixpoint by_answers (l : list (nat * nat)) (told : list ((nat * nat) * clause)) : list (list clause) :=
  match l with
  | [] => []
  | a :: l' =>
      let (these, those) :=
        partition (fun p => if answer_dec (fst p) a then true else false) told in
      match these with
      | [] => by_answers l' those
      | _ => map snd these :: by_answers l' those
      end
  end.

(** A cover, and what bounds the other clauses. *)
Definition pieces (k : nat) (E : list clause) (D : clause) (cover : list group) : list piece :=
  match remove_all (flat_map images cover) E, o with
  | None, _ => []
  | Some _, Worst => map Group cover
  | Some rest, Expected =>
      let (two, fewer) := partition (is_single k D) rest in
      map Group cover ++ map (fun C => Group (single_group C)) two ++
      map Counted
        (by_answers all_answers
          (map (fun C => (clause_answer C D, C)) (filter (is_counted D) fewer)))
  end.

Definition excess (x : member) (r : nat) (ps : list piece) (m : nat) : Z :=
  charge (pattern x) m + sum (map (fun p => bound_of_piece p (m - r)%nat) ps) - bound_of x m.

(** *** All questions

    Values are listed once, for 0, 1, ..., [width] - 1 implicit colours. *)

Definition width : nat := hi + q * d.
Definition listed (f : nat -> Z) : list Z := map f (seq 0 width).
Definition piece_list (lists : list (list Z)) (p : piece) : list Z :=
  match p with
  | Group h => nth (of h) lists []
  | Counted P => counts (with_star P) (without_star P)
  end.
Definition excess_list lists (own charges : list Z) (r : nat) (ps : list piece) : list Z :=
  minus (fold_left (fun l p => plus l (piece_list lists p)) ps (skipn r charges)) (skipn r own).

Definition covers_of (x : member) (D : clause) : list (list group) :=
  flat_map (fun '(D', l) => if clause_dec D D' then l else []) (covers x).
(** A question that leaves all together costs what the member does, and more. *)
Definition unchanged (i : nat) (x : member) : list group :=
  [{| of := i; order := seq 0 pegs; names := seq 0 (colours x) |}].
Fixpoint sublists {A} (l : list A) : list (list A) :=
  match l with [] => [[]] | a :: l' => map (cons a) (sublists l') ++ sublists l' end.
Definition enough_covers lists own charges (x : member) (D : clause) (r : nat) some : bool :=
  let k := (colours x + r)%nat in
  let E := extends (colours x) r (pattern x) in
  let good := map (pieces k E D) (filter (is_cover k E D) some) in
  if has_star (pattern x)
  then along (hi - r) (map (excess_list lists own charges r) good) q d
  else existsb (fun ps => 0 <=? excess x r ps 0) good.
(** Groups may be left out, if that helps. *)
Definition check_question lists own charges (i : nat) (x : member) (D : clause) (r : nat) : bool :=
  let some := match covers_of x D with [] => [[]; unchanged i x] | l => l end in
  if enough_covers lists own charges x D r some then true
  else enough_covers lists own charges x D r (flat_map sublists some).

Definition is_below (k : nat) (C : clause) : bool :=
  forallb (fun x : cell => match x with Some i => (i <? k)%nat | None => true end) C.
Definition well_built (x : member) : bool :=
  forallb (fun C => (length C =? pegs)%nat && is_below (colours x) C && (stars C <? d)%nat)
    (pattern x) &&
  (if list_eq_dec clause_dec (nodup clause_dec (pattern x)) (pattern x) then true else false) &&
  existsb (distinct g) (pattern x) &&
  (length (first (bound x)) + pegs <=? hi)%nat && (length (classes (bound x)) =? q)%nat &&
  forallb (fun c => length c <=? d)%nat (classes (bound x)) &&
  forallb (fun m => negb (number g (pattern x) m =? 0) || (bound_of x m <=? 0)) (seq 0 pegs).
Definition check_member lists '(i, x) : bool :=
  well_built x &&
  let own := listed (bound_of x) in
  let charges := listed (charge (pattern x)) in
  forallb (fun '(D, r) => if distinct g D then check_question lists own charges i x D r else true)
    (questions (has_star (pattern x)) (colours x) pegs).
Definition check : bool :=
  (0 <? q)%nat && (0 <? d)%nat && (pegs <=? hi)%nat &&
  let lists := map (fun x => listed (bound_of x)) members in
  forallb (check_member lists) (combine (seq 0 (length members)) members).

(** ** Proof *)

Lemma remove_one_right C : forall P P', remove_one C P = Some P' -> Permutation P (C :: P').
Proof.
  induction P as [|D P IH]; simpl; intros P' H; [discriminate|].
  destruct (clause_dec C D) as [<-|E].
  - injection H as <-. reflexivity.
  - destruct (remove_one C P) as [Q|]; simpl in H; [|discriminate]. injection H as <-.
    rewrite (IH Q eq_refl). apply perm_swap.
Qed.

Lemma remove_all_right : forall Q P P', remove_all Q P = Some P' -> Permutation P (Q ++ P').
Proof.
  induction Q as [|C Q IH]; simpl; intros P P' H; [injection H as <-; reflexivity|].
  destruct (remove_one C P) as [P1|] eqn:E; [|discriminate].
  rewrite (remove_one_right _ _ _ E). constructor. now apply IH.
Qed.

Lemma is_order_right l : is_order l = true -> order_of pegs l.
Proof.
  unfold is_order. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. intros [L H].
  apply Permutation_sym, NoDup_Permutation_bis.
  - apply seq_NoDup.
  - rewrite seq_length. lia.
  - intros i I. apply H, existsb_exists in I as (j & J & E). apply Nat.eqb_eq in E. now subst.
Qed.

Lemma are_names_right k n l : are_names k n l = true -> names_in k l /\ length l = n.
Proof.
  unfold are_names. rewrite !andb_true_iff, Nat.eqb_eq, forallb_forall. intros [[L H] N].
  destruct (list_eq_dec Nat.eq_dec (nodup Nat.eq_dec l) l) as [E|]; [|discriminate].
  split; [split|exact L].
  - rewrite <- E. apply NoDup_nodup.
  - apply Forall_forall. intros i I. apply Nat.ltb_lt. now apply H.
Qed.

Lemma is_below_right k C : is_below k C = true -> below k C.
Proof.
  unfold is_below. rewrite forallb_forall. intro H. apply Forall_forall. intros x I i ->.
  specialize (H _ I). now apply Nat.ltb_lt.
Qed.

Lemma questions_new s : forall p k D r, In (D, r) (questions s k p) -> (r <= p)%nat.
Proof.
  induction p as [|p IH]; intros k D r; simpl.
  - intros [H|[]]. injection H as <- <-. lia.
  - rewrite !in_app_iff, in_flat_map. intros [[H|(x & _ & H)]|H].
    + apply in_map_iff in H as ([D' r'] & E & H). injection E as _ <-. apply IH in H. lia.
    + apply in_map_iff in H as ([D' r'] & E & H). injection E as _ <-. apply IH in H. lia.
    + destruct s; [|destruct H]. apply in_map_iff in H as ([D' r'] & E & H).
      injection E as _ <-. apply IH in H. lia.
Qed.

Hypothesis counts_right : forall R E, counts R E = listed (counted R E).
Hypothesis counted_quasi : exists b, (b + pegs <= hi)%nat /\ forall R E, quasi b q d (counted R E).
Hypothesis counted_bound : o = Expected -> forall t ex im P,
  layout ex im -> NoDup P ->
  Forall
    (fun C => length C = pegs /\ below (length ex) C /\ (stars C <= 1)%nat /\ distinct g C = true) P ->
  asks_codes g pegs t -> Forall (finds t) (insts g ex im P) ->
  counted (with_star P) (without_star P) (length im) <= Z.of_nat (cost Expected t (insts g ex im P)).

Hypothesis checked : check = true.

Lemma constants_right : (0 < q)%nat /\ (0 < d)%nat /\ (pegs <= hi)%nat.
Proof.
  unfold check in checked. rewrite !andb_true_iff, !Nat.ltb_lt, Nat.leb_le in checked. tauto.
Qed.

Lemma in_numbered {A} (x : A) l : In x l -> exists i, In (i, x) (combine (seq 0 (length l)) l).
Proof.
  generalize 0%nat as k. induction l as [|y l IH]; intros k I; [destruct I|]. destruct I as [->|I].
  - exists k. now left.
  - destruct (IH (S k) I) as (i & J). exists i. now right.
Qed.

Lemma member_checked x : In x members ->
  exists i, check_member (map (fun x => listed (bound_of x)) members) (i, x) = true.
Proof.
  unfold check in checked. rewrite !andb_true_iff in checked. destruct checked as [_ C].
  rewrite forallb_forall in C. intro I. destruct (in_numbered x members I) as (i & J).
  exists i. now apply C.
Qed.

Record built (x : member) : Prop := {
  built_length : Forall (fun C => length C = pegs /\ below (colours x) C) (pattern x);
  built_stars : Forall (fun C => (stars C < d)%nat) (pattern x);
  built_different : NoDup (pattern x);
  built_some : exists C, In C (pattern x) /\ distinct g C = true;
  built_first : (length (first (bound x)) + pegs <= hi)%nat;
  built_quasi : quasi (length (first (bound x))) q d (value (bound x));
  built_empty : forall m, (m < pegs)%nat -> number g (pattern x) m = 0 -> bound_of x m <= 0 }.

Lemma member_built x : In x members -> built x.
Proof.
  intro I. apply member_checked in I as (i & I). apply andb_prop in I as [W _].
  unfold well_built in W. rewrite !andb_true_iff in W.
  destruct W as [[[[[[W1 W0] W2] W3] W4] W5] W6].
  rewrite forallb_forall in W1, W5, W6. apply Nat.leb_le in W3. apply Nat.eqb_eq in W4.
  split; auto.
  - apply Forall_forall. intros C J. specialize (W1 C J). rewrite !andb_true_iff in W1.
    destruct W1 as [[L B] _]. split; [now apply Nat.eqb_eq | now apply is_below_right].
  - apply Forall_forall. intros C J. specialize (W1 C J). rewrite !andb_true_iff in W1.
    destruct W1 as [_ S]. now apply Nat.ltb_lt.
  - destruct (list_eq_dec clause_dec (nodup clause_dec (pattern x)) (pattern x)) as [<-|];
      [apply NoDup_nodup | discriminate].
  - apply existsb_exists in W2. exact W2.
  - destruct constants_right as (Q & _ & _).
    apply value_quasi; auto. apply Forall_forall. intros c J. apply Nat.leb_le. now apply W5.
  - intros m L E. specialize (W6 m). rewrite in_seq, orb_true_iff, negb_true_iff in W6.
    destruct W6 as [W6|W6]; [lia | |now apply Z.leb_le].
    rewrite E in W6. discriminate.
Qed.

Lemma bound_quasi x : In x members -> quasi (length (first (bound x))) q d (bound_of x).
Proof.
  intro I. pose proof (member_built x I) as B. unfold bound_of. destruct (has_star (pattern x)).
  - exact (built_quasi x B).
  - destruct constants_right as (_ & D & _). destruct d as [|d']; [lia|].
    exact (quasi_constant (value (bound x) 0) _ q d').
Qed.

Lemma member_positive x m : In x members -> (pegs <= m)%nat -> 0 < number g (pattern x) m.
Proof.
  intros I L. pose proof (member_built x I) as B. destruct (built_some x B) as (C & J & D).
  apply (number_positive g _ C); auto. pose proof (built_length x B) as F.
  rewrite Forall_forall in F. destruct (F C J) as [-> _]. exact L.
Qed.

Lemma zero_quasi : quasi hi q d (fun _ => 0).
Proof. destruct constants_right as (_ & D & _). destruct d; [lia | apply quasi_constant]. Qed.

Lemma charge_quasi x : In x members -> quasi hi q d (charge (pattern x)).
Proof.
  intro I. destruct constants_right as (_ & D & L). unfold charge. destruct o.
  - apply number_quasi. exact (built_stars x (member_built x I)).
  - intros m M. destruct d as [|d']; [lia|].
    eapply poly_same; [|exact (poly_constant 1 d')]. intro t. simpl.
    destruct (Nat.ltb_spec (m + q * t) pegs); [lia | reflexivity].
Qed.

Lemma piece_quasi p r : (r <= pegs)%nat -> quasi hi q d (fun m => bound_of_piece p (m - r)%nat).
Proof.
  intro R. destruct p as [h|P]; simpl.
  - unfold bound_of_group. destruct (nth_error members (of h)) as [y|] eqn:E; [|exact zero_quasi].
    apply nth_error_In in E. pose proof (built_first y (member_built y E)).
    apply (quasi_from (length (first (bound y)) + r)); [lia|].
    apply quasi_earlier. now apply bound_quasi.
  - destruct counted_quasi as (b & L & C). apply (quasi_from (b + r)); [lia|].
    apply quasi_earlier. apply C.
Qed.

Lemma excess_quasi x r ps : In x members -> (r <= pegs)%nat -> quasi hi q d (excess x r ps).
Proof.
  intros I R. pose proof (member_built x I) as B. pose proof (built_first x B) as F.
  unfold excess. apply quasi_add; [apply quasi_add|].
  - now apply charge_quasi.
  - induction ps as [|p ps IH]; [exact zero_quasi|]. cbn [map sum fold_right].
    apply (quasi_add hi q d (fun m => bound_of_piece p (m - r)%nat)); [|exact IH].
    now apply piece_quasi.
  - apply (quasi_same hi q d (fun m => -1 * bound_of x m)); [intro m; lia|].
    apply quasi_scale. apply (quasi_from (length (first (bound x)))); [lia|].
    now apply bound_quasi.
Qed.

Lemma piece_list_right p k E D cover :
  In p (pieces k E D cover) -> is_cover k E D cover = true ->
  piece_list (map (fun x => listed (bound_of x)) members) p = listed (bound_of_piece p).
Proof.
  intros I C.
  assert (G : forall h, is_group k D h = true ->
    nth (of h) (map (fun x => listed (bound_of x)) members) [] = listed (bound_of_group h)).
  { intros h H. unfold is_group in H. unfold bound_of_group.
    destruct (nth_error members (of h)) as [y|] eqn:N; [|discriminate].
    apply nth_error_nth with (d := []). now rewrite nth_error_map, N. }
  destruct p as [h|P]; simpl; [|apply counts_right]. apply G.
  unfold is_cover in C. rewrite !andb_true_iff, forallb_forall in C. destruct C as [[C _] _].
  unfold pieces in I. destruct (remove_all _ _) as [Z'|]; [|destruct I]. destruct o.
  - destruct (partition _ Z') as [two fewer] eqn:PZ. rewrite !in_app_iff, !in_map_iff in I.
    destruct I as [(h' & E' & I)|[(C' & E' & I)|(P & E' & _)]]; [| |discriminate].
    + injection E' as <-. now apply C.
    + injection E' as <-. rewrite partition_filter in PZ. injection PZ as <- _.
      apply filter_In in I as [_ I]. unfold is_single in I. destruct (stars C' =? 2)%nat; [|discriminate].
      rewrite andb_true_iff in I. tauto.
  - apply in_map_iff in I as (h' & E' & I). injection E' as <-. now apply C.
Qed.

Lemma shifted (f : nat -> Z) r n : map (fun i => f (r + i)%nat) (seq 0 n) = map f (seq r n).
Proof.
  revert r. induction n as [|n IH]; intro r; [reflexivity|]. cbn [seq map]. f_equal.
  - now rewrite Nat.add_0_r.
  - rewrite <- seq_shift, map_map, <- (IH (S r)). apply map_ext. intro i. now rewrite Nat.add_succ_comm.
Qed.

Lemma excess_list_right x r k E D cover :
  is_cover k E D cover = true -> (r <= hi)%nat ->
  excess_list (map (fun x => listed (bound_of x)) members) (listed (bound_of x))
    (listed (charge (pattern x))) r (pieces k E D cover) =
  map (excess x r (pieces k E D cover)) (seq r (hi - r + q * d)).
Proof.
  intros C L. unfold excess_list. unfold listed at 2 3.
  replace width with (r + (hi - r + q * d))%nat by (unfold width; lia).
  rewrite !skip_values. set (n := (hi - r + q * d)%nat). cbn [Nat.add].
  assert (X : forall ps f,
    (forall p, In p ps -> piece_list (map (fun x => listed (bound_of x)) members) p =
      listed (bound_of_piece p)) ->
    fold_left (fun l p => plus l (piece_list (map (fun x => listed (bound_of x)) members) p)) ps
      (map f (seq r n)) =
    map (fun m => f m + sum (map (fun p => bound_of_piece p (m - r)%nat) ps)) (seq r n)).
  { induction ps as [|p ps IH]; intros f H; cbn [fold_left].
    - apply map_ext. intro m. cbn. lia.
    - rewrite (H p (or_introl eq_refl)). unfold listed at 2.
      rewrite plus_values by (unfold width, n; lia). cbn [Nat.add].
      rewrite (map_ext (fun i => f (r + i)%nat + bound_of_piece p i)
        (fun i => (fun m => f m + bound_of_piece p (m - r)%nat) (r + i)%nat))
        by (intro i; cbn beta; do 2 f_equal; lia).
      rewrite (shifted (fun m => f m + bound_of_piece p (m - r)%nat)).
      rewrite IH by (intros; apply H; now right). apply map_ext. intro m.
      cbn [map sum fold_right]. unfold sum. lia. }
  rewrite X by (intros p I; now apply (piece_list_right p k E D cover)).
  rewrite minus_values.
  rewrite (shifted (fun m => charge (pattern x) m +
    sum (map (fun p => bound_of_piece p (m - r)%nat) (pieces k E D cover)) - bound_of x m)).
  reflexivity.
Qed.

Lemma enough_right x D r m some :
  In x members -> (r <= pegs)%nat -> (r <= m)%nat -> (has_star (pattern x) = false -> m = 0%nat) ->
  enough_covers (map (fun x => listed (bound_of x)) members) (listed (bound_of x))
    (listed (charge (pattern x))) x D r some = true ->
  exists cover,
    let k := (colours x + r)%nat in
    let E := extends (colours x) r (pattern x) in
    is_cover k E D cover = true /\ 0 <= excess x r (pieces k E D cover) m.
Proof.
  intros I RP R S C. unfold enough_covers in C. cbv zeta. destruct constants_right as (Q1 & _ & PH).
  set (k := (colours x + r)%nat) in *. set (E := extends (colours x) r (pattern x)) in *.
  set (good := filter _ some) in C.
  assert (G : forall c, In c good -> is_cover k E D c = true).
  { intros c J. unfold good in J. now apply filter_In in J as [_ J]. }
  destruct (has_star (pattern x)).
  - rewrite map_map in C.
    rewrite (map_ext_in _ (fun c => map (excess x r (pieces k E D c)) (seq r (hi - r + q * d)))) in C
      by (intros c J; apply excess_list_right; [now apply G | lia]).
    rewrite <- (map_map (fun c => excess x r (pieces k E D c))
      (fun f => map f (seq r (hi - r + q * d)))) in C.
    assert (A : Forall (quasi (r + (hi - r)) q d) (map (fun c => excess x r (pieces k E D c)) good)).
    { replace (r + (hi - r))%nat with hi by lia.
      apply Forall_forall. intros f F. apply in_map_iff in F as (c & <- & _).
      now apply excess_quasi. }
    destruct (along_right _ _ _ _ _ Q1 A C m R) as (f & F & P).
    apply in_map_iff in F as (c & <- & J). exists c. split; [now apply G | exact P].
  - apply existsb_exists in C as (ps & J & P). apply in_map_iff in J as (c & <- & J).
    exists c. split; [now apply G|].
    rewrite (S eq_refl) in *. apply Z.leb_le in P. replace r with 0%nat in * by lia. exact P.
Qed.

(** A question that has been read has a good cover. *)
Lemma question_covered x D r m :
  In x members -> In (D, r) (questions (has_star (pattern x)) (colours x) pegs) ->
  distinct g D = true -> (r <= m)%nat -> (has_star (pattern x) = false -> m = 0%nat) ->
  exists cover,
    let k := (colours x + r)%nat in
    let E := extends (colours x) r (pattern x) in
    is_cover k E D cover = true /\ 0 <= excess x r (pieces k E D cover) m.
Proof.
  intros I Q V R S. destruct (member_checked x I) as (i & C). apply andb_prop in C as [_ C].
  rewrite forallb_forall in C. specialize (C _ Q). cbv beta iota in C. rewrite V in C.
  pose proof (questions_new _ _ _ _ _ Q) as RP. unfold check_question in C.
  destruct (enough_covers _ _ _ _ _ _ _) eqn:E1 in C; eapply enough_right; eauto.
Qed.

(** *** The induction *)

Definition held (t : strategy) : Prop :=
  forall f x ex im,
    symmetry g pegs f -> In x members -> layout ex im -> length ex = colours x ->
    (has_star (pattern x) = false -> im = []) ->
    Forall (finds t) (map f (insts g ex im (pattern x))) ->
    bound_of x (length im) <= Z.of_nat (cost o t (map f (insts g ex im (pattern x)))).

Lemma empty_bound x ex im :
  In x members -> layout ex im -> length ex = colours x -> insts g ex im (pattern x) = [] ->
  bound_of x (length im) <= 0.
Proof.
  intros I L K E. pose proof (member_built x I) as B.
  assert (N : number g (pattern x) (length im) = 0).
  { rewrite <- (number_right g ex im); [now rewrite E | exact L|].
    rewrite K. apply (Forall_impl _ (P := fun C => length C = pegs /\ below (colours x) C));
      [tauto | exact (built_length x B)]. }
  destruct (Nat.lt_ge_cases (length im) pegs) as [H|H].
  - now apply (built_empty x B).
  - pose proof (member_positive x _ I H). lia.
Qed.

Lemma starless_fills ex im im' C :
  existsb (fun x : cell => match x with None => true | Some _ => false end) C = false ->
  fills ex im C = fills ex im' C.
Proof.
  induction C as [|x C IH]; simpl; [reflexivity|]. rewrite orb_false_iff. intros [X H].
  rewrite (IH H). destruct x; [reflexivity | discriminate].
Qed.

Lemma starless_insts ex im im' P : has_star P = false -> insts g ex im P = insts g ex im' P.
Proof.
  unfold insts, has_star. induction P as [|C P IH]; simpl; [reflexivity|].
  rewrite orb_false_iff. intros [X H]. rewrite (IH H). unfold inst.
  now rewrite (starless_fills ex im im' C X).
Qed.

(** The secrets of a group, as those of its member. *)
Lemma group_insts D h ex im y :
  Forall (fun C => length C = pegs /\ below (colours y) C) (pattern y) ->
  layout ex im -> is_group (length ex) D h = true -> nth_error members (of h) = Some y ->
  let ex' := map (fun i => nth i ex 0%nat) (names h) in
  let im' := if has_star (pattern y) then im else [] in
  layout ex' im' /\ length ex' = colours y /\ order_of pegs (order h) /\
  Permutation (insts g ex im (images h)) (map (permuted (order h)) (insts g ex' im' (pattern y))).
Proof.
  intros B L G E. unfold is_group in G. rewrite E in G. rewrite !andb_true_iff in G.
  destruct G as [[O M] _]. apply is_order_right in O. apply are_names_right in M as [M K].
  simpl. pose proof (layout_renamed ex im (names h) L M) as L'.
  split; [|split; [|split; [exact O|]]].
  - destruct (has_star (pattern y)); [exact L'|]. unfold layout. rewrite app_nil_r.
    now apply layout_parts in L'.
  - now rewrite map_length.
  - unfold images. rewrite E. etransitivity.
    + apply (insts_image g ex im pegs); auto.
      now rewrite K.
    + apply Permutation_map. destruct (has_star (pattern y)) eqn:S; [reflexivity|].
      now rewrite (starless_insts _ im []).
Qed.

Lemma insts_both ex im P Q : insts g ex im (P ++ Q) = insts g ex im P ++ insts g ex im Q.
Proof. apply flat_map_app'. Qed.

Lemma insts_permutation ex im P Q :
  Permutation P Q -> Permutation (insts g ex im P) (insts g ex im Q).
Proof. intro H. now apply Permutation_flat_map'. Qed.

Lemma group_answers D h ex im qu s :
  layout ex im -> is_group (length ex) D h = true -> Forall2 (told ex im) D qu ->
  In s (insts g ex im (images h)) -> s <> qu /\ answer s qu = answer_of D h.
Proof.
  intros L G T I. unfold is_group in G.
  destruct (nth_error members (of h)) as [y|] eqn:E; [|discriminate].
  rewrite !andb_true_iff, forallb_forall in G. destruct G as [_ G].
  apply in_insts in I as (C & J & F & _). specialize (G C J).
  rewrite andb_true_iff in G. destruct G as [G1 G2].
  destruct (answer_dec (clause_answer C D) (answer_of D h)) as [A|]; [|discriminate].
  split.
  - intros ->. destruct (not_asked ex im C D qu L F T) as [-> U].
    destruct (clause_dec D D); [|contradiction]. rewrite U in G2. discriminate.
  - rewrite <- A. now apply (answer_right ex im).
Qed.

Lemma charge_least x ex im :
  In x members -> layout ex im -> length ex = colours x ->
  let X := insts g ex im (pattern x) in
  charge (pattern x) (length im) <= first_cost o X.
Proof.
  intros I L K X. pose proof (member_built x I) as B.
  assert (E : Z.of_nat (length X) = number g (pattern x) (length im)).
  { apply (number_right g ex im); [exact L|]. rewrite K.
    apply (Forall_impl _ (P := fun C => length C = pegs /\ below (colours x) C));
      [tauto | exact (built_length x B)]. }
  unfold charge, first_cost. destruct o; [lia|]. destruct X as [|s X].
  - simpl in E. rewrite <- E. destruct (Nat.ltb_spec (length im) pegs) as [|H]; [reflexivity|].
    pose proof (member_positive x _ I H). lia.
  - destruct (_ <? _)%nat; [|lia]. destruct (_ =? _); lia.
Qed.

Lemma insts_length x ex im s :
  In x members -> In s (insts g ex im (pattern x)) -> length s = pegs.
Proof.
  intros I H. pose proof (built_length x (member_built x I)) as F. rewrite Forall_forall in F.
  apply in_insts in H as (C & J & H & _). apply Forall2_length in H. destruct (F C J). congruence.
Qed.

(** *** Pieces *)

Lemma by_answers_right l : forall told,
  exists rest, Permutation (map snd told) (concat (by_answers l told) ++ rest) /\
    forall P, In P (by_answers l told) -> exists a, forall C, In C P -> In (a, C) told.
Proof.
  induction l as [|a l IH]; intro told; simpl.
  - exists (map snd told). split; [reflexivity | intros P []].
  - rewrite partition_filter. set (p := fun x : (nat * nat) * clause => _).
    destruct (IH (filter (fun x => negb (p x)) told)) as (rest & P1 & P2).
    assert (X : Permutation (map snd told)
      (map snd (filter p told) ++ concat (by_answers l (filter (fun x => negb (p x)) told)) ++ rest)).
    { rewrite (Permutation_map snd (Permutation_partition p told)), map_app.
      now apply Permutation_app_head. }
    assert (Y : forall P, In P (by_answers l (filter (fun x => negb (p x)) told)) ->
      exists a, forall C, In C P -> In (a, C) told).
    { intros P I. destruct (P2 P I) as (a' & H). exists a'. intros C J. apply H in J.
      now apply filter_In in J. }
    exists rest. destruct (filter p told) as [|t ts] eqn:E.
    + split; [exact X | exact Y].
    + rewrite <- E in *. split.
      * cbn [concat]. rewrite <- app_assoc. exact X.
      * intros P [<-|I]; [|now apply Y]. exists a. intros C J.
        apply in_map_iff in J as ((a' & C') & Q & J). simpl in Q. subst C'.
        apply filter_In in J as [J K]. unfold p in K. simpl in K.
        destruct (answer_dec a' a) as [->|]; [exact J | discriminate].
Qed.

(** All clauses of a piece answer the same, and none is the question. *)
Definition one_answer (D : clause) (P : list clause) : Prop :=
  exists a, forall C, In C P -> clause_answer C D = a /\ (C = D -> is_full D = false).

Definition right_piece (k : nat) (D : clause) (p : piece) : Prop :=
  one_answer D (clauses_of p) /\
  match p with
  | Group h => is_group k D h = true
  | Counted P =>
      o = Expected /\ NoDup P /\
      Forall (fun C => length C = pegs /\ below k C /\ (stars C <= 1)%nat /\ distinct g C = true) P
  end.

Lemma group_one_answer k D h : is_group k D h = true -> one_answer D (images h).
Proof.
  intro G. unfold is_group in G.
  destruct (nth_error members (of h)) as [y|] eqn:E; [|discriminate].
  rewrite !andb_true_iff, forallb_forall in G. destruct G as [_ G].
  exists (answer_of D h). intros C I. specialize (G C I). rewrite andb_true_iff in G.
  destruct G as [G1 G2]. destruct (answer_dec _ _) as [A|]; [|discriminate].
  split; [exact A|]. intros ->. destruct (clause_dec D D); [|contradiction].
  now apply negb_true_iff in G2.
Qed.

Lemma pieces_right k E D cover :
  is_cover k E D cover = true -> NoDup E -> Forall (fun C => length C = pegs /\ below k C) E ->
  (exists rest, Permutation E (flat_map clauses_of (pieces k E D cover) ++ rest)) /\
  Forall (right_piece k D) (pieces k E D cover) /\
  (o = Worst -> (length (pieces k E D cover) <= 1)%nat).
Proof.
  intros C N F. unfold is_cover in C. rewrite !andb_true_iff, forallb_forall in C.
  destruct C as [[G R] W]. unfold pieces.
  destruct (remove_all (flat_map images cover) E) as [Z'|] eqn:RA; [|discriminate].
  apply remove_all_right in RA.
  assert (GF : Forall (right_piece k D) (map Group cover)).
  { apply Forall_forall. intros p I. apply in_map_iff in I as (h & <- & I).
    split; [apply (group_one_answer k); now apply G | now apply G]. }
  assert (CG : flat_map clauses_of (map Group cover) = flat_map images cover).
  { rewrite flat_map_map. reflexivity. }
  destruct o eqn:O.
  2:{ split; [|split; [exact GF|]].
      - exists Z'. now rewrite CG.
      - intros _. rewrite map_length. now apply Nat.leb_le. }
  rewrite partition_filter. set (two := filter (is_single k D) Z').
  set (fewer := filter _ Z').
  set (told := map (fun C => (clause_answer C D, C)) (filter (is_counted D) fewer)).
  destruct (by_answers_right all_answers told) as (rest & P1 & P2).
  assert (TS : map snd told = filter (is_counted D) fewer).
  { unfold told. rewrite map_map. apply map_id. }
  rewrite TS in P1.
  assert (S2 : flat_map images (map single_group two) = two).
  { rewrite flat_map_map. unfold two. clear. induction Z' as [|C Z' IH]; [reflexivity|].
    simpl. destruct (is_single k D C) eqn:S; [|exact IH]. simpl. rewrite IH.
    unfold is_single in S. destruct (stars C =? 2)%nat; [|discriminate].
    apply andb_prop in S as [_ S].
    destruct (list_eq_dec clause_dec _ _) as [->|]; [reflexivity | discriminate]. }
  assert (NZ : NoDup Z' /\ incl Z' E).
  { split.
    - apply (Permutation_NoDup RA) in N. now apply NoDup_both in N.
    - intros C I. apply (Permutation_in _ (Permutation_sym RA)), in_app_iff. now right. }
  split; [|split; [|discriminate]].
  - exists (rest ++ filter (fun C => negb (is_counted D C)) fewer).
    rewrite !flat_map_app', CG.
    replace (flat_map clauses_of (map (fun C => Group (single_group C)) two)) with two
      by (rewrite <- S2 at 1; rewrite !flat_map_map; reflexivity).
    assert (CC : forall l, flat_map clauses_of (map Counted l) = concat l)
      by (induction l as [|P l IH]; simpl; congruence).
    rewrite CC.
    etransitivity; [exact RA|]. rewrite <- !app_assoc. apply Permutation_app_head.
    etransitivity; [apply (Permutation_partition (is_single k D))|].
    apply Permutation_app_head. fold fewer.
    etransitivity; [apply (Permutation_partition (is_counted D))|].
    rewrite app_assoc. apply Permutation_app_tail. exact P1.
  - apply Forall_app. split; [exact GF|]. apply Forall_app. split; apply Forall_forall.
    + intros p I. apply in_map_iff in I as (C & <- & I). unfold two in I.
      apply filter_In in I as [_ I]. unfold is_single in I.
      destruct (stars C =? 2)%nat; [|discriminate]. rewrite andb_true_iff in I.
      split; [apply (group_one_answer k)|]; tauto.
    + intros p I. apply in_map_iff in I as (P & <- & I).
      assert (IP : forall C, In C P -> In C (filter (is_counted D) fewer)).
      { intros C J. apply (Permutation_in _ (Permutation_sym P1)), in_app_iff. left.
        apply in_concat. now exists P. }
      destruct (P2 P I) as (a & H). split.
      * exists a. intros C J. specialize (H C J). unfold told in H.
        apply in_map_iff in H as (C' & Q & H). injection Q as Q <-. split; [exact Q|].
        apply filter_In in H as [_ H]. unfold is_counted in H. rewrite !andb_true_iff in H.
        intros ->. destruct H as [_ H]. destruct (clause_dec D D); [|contradiction].
        now apply negb_true_iff in H.
      * split; [exact O|]. split.
        -- assert (X : NoDup (concat (by_answers all_answers told) ++ rest)).
           { apply (Permutation_NoDup P1). apply NoDup_filter. unfold fewer.
             now apply NoDup_filter. }
           apply NoDup_both in X as [X _]. apply in_split in I as (l1 & l2 & I). rewrite I in X.
           rewrite concat_app in X. apply NoDup_both in X as (_ & X & _).
           cbn [concat] in X. now apply NoDup_both in X.
        -- apply Forall_forall. intros C J. specialize (IP C J).
           apply filter_In in IP as [I1 I2]. unfold is_counted in I2.
           rewrite !andb_true_iff, Nat.leb_le in I2. unfold fewer in I1.
           apply filter_In in I1 as [I1 _]. apply NZ in I1. rewrite Forall_forall in F.
           destruct (F C I1). tauto.
Qed.

Lemma piece_answers k D p ex im qu s :
  layout ex im -> length ex = k -> right_piece k D p -> Forall2 (told ex im) D qu ->
  In s (insts g ex im (clauses_of p)) -> s <> qu /\ answer s qu = answer_of_piece D p.
Proof.
  intros L K [(a & A) _] T I. apply in_insts in I as (C & J & F & _).
  assert (E : answer_of_piece D p = a).
  { unfold answer_of_piece. destruct (clauses_of p) as [|C' P]; [destruct J|].
    apply A. now left. }
  destruct (A C J) as [A1 A2]. split.
  - intros ->. destruct (not_asked ex im C D qu L F T) as [Q U]. rewrite (A2 Q) in U. discriminate.
  - rewrite E, <- A1. now apply (answer_right ex im).
Qed.

(** A strategy for the image of all codes is one for the codes. *)
Fixpoint pulled (back : code -> code) (t : strategy) : strategy :=
  match t with Stop => Stop | Ask qu next => Ask (back qu) (fun a => pulled back (next a)) end.

Lemma pulled_right f back t X :
  symmetry g pegs f -> (forall q, well_formed g pegs q -> well_formed g pegs (back q) /\ f (back q) = q) ->
  asks_codes g pegs t -> Forall (fun s => length s = pegs) X ->
  asks_codes g pegs (pulled back t) /\ cost o (pulled back t) X = cost o t (map f X) /\
  (Forall (finds t) (map f X) -> Forall (finds (pulled back t)) X).
Proof.
  intros S B A F. rewrite Forall_forall in F.
  assert (P : forall s, length s = pegs ->
    asked (pulled back t) s = asked t (f s) /\ (finds t (f s) -> finds (pulled back t) s)).
  { intros s L. revert A. clear -S B L. induction t as [|qu next IH]; intro A; [auto|].
    destruct A as [W A]. destruct (B qu W) as [W' E]. simpl.
    assert (Q : answer s (back qu) = answer (f s) qu).
    { rewrite <- E at 2. symmetry. apply (keeps _ _ _ S); [exact L | apply W']. }
    rewrite Q. destruct (IH (answer (f s) qu) (A _)) as [IH1 IH2]. split.
    - destruct (code_dec s (back qu)) as [->|N], (code_dec (f _) qu) as [M|M]; try congruence.
      exfalso. apply N. apply (parts _ _ _ S); [exact L | apply W' | congruence].
    - intros [H|H]; [left | right; now apply IH2].
      apply (parts _ _ _ S); [exact L | apply W' | congruence]. }
  split; [|split].
  - revert A. clear -B. induction t as [|qu next IH]; intro A; [exact I|]. destruct A as [W A].
    simpl. split; [now apply B|]. intro a. now apply IH.
  - assert (E : map (asked (pulled back t)) X = map (asked t) (map f X)).
    { rewrite map_map. apply map_ext_in. intros s J. apply P. now apply F. }
    unfold cost. now rewrite E.
  - rewrite !Forall_forall. intros H s J. apply P; [now apply F|]. apply H. now apply in_map.
Qed.

Theorem all_held t : asks_codes g pegs t -> held t.
Proof.
  induction t as [|qu next IH]; intros A f x ex im S I L K E F.
  - destruct (insts g ex im (pattern x)) as [|s l] eqn:M.
    + apply (empty_bound x ex) in M; auto. simpl. destruct o; simpl; exact M.
    + inversion F as [|? ? []].
  - destruct A as [W A]. destruct (reaches _ _ _ S) as (back & RB).
    destruct (RB qu W) as [[W1 W2] EQ]. set (qu' := back qu) in *. clearbody qu'. subst qu.
    destruct (read (has_star (pattern x)) qu' ex im L E) as (new & rest & D & P & Q & T).
    rewrite W1, K in Q.
    assert (V : distinct g D = true) by now apply (distinct_told g (ex ++ new) rest D qu').
    assert (R : (length im = length new + length rest)%nat).
    { now rewrite (Permutation_length P), app_length. }
    destruct (question_covered x D (length new) (length im) I Q V) as (cover & G & X);
      [lia | intro H; now rewrite (E H) |].
    set (k := (colours x + length new)%nat) in *.
    set (Ext := extends (colours x) (length new) (pattern x)) in *.
    assert (L' : layout (ex ++ new) rest).
    { unfold layout in *. rewrite <- app_assoc. apply (Permutation_NoDup (l := ex ++ im)); auto.
      now apply Permutation_app_head. }
    assert (K' : length (ex ++ new) = k) by (rewrite app_length; unfold k; lia).
    pose proof (member_built x I) as B.
    assert (BK : Forall (below (colours x)) (pattern x)).
    { apply (Forall_impl _ (P := fun C => length C = pegs /\ below (colours x) C));
        [tauto | exact (built_length x B)]. }
    assert (BE : Forall (fun C => length C = pegs /\ below k C) Ext).
    { apply Forall_forall. intros C J. split; [|now apply (extends_below _ _ (pattern x))].
      unfold Ext in J. apply in_flat_map in J as (C' & J & J').
      pose proof (built_length x B) as BL. rewrite Forall_forall in BL.
      apply extend_length in J'. destruct (BL C' J). congruence. }
    destruct (pieces_right k Ext D cover G (NoDup_extends _ _ _ BK (built_different x B)) BE)
      as ((Z' & PE) & RP & WP).
    set (ps := pieces k Ext D cover) in *. rewrite Forall_forall in RP.
    set (Y := fun p => insts g (ex ++ new) rest (clauses_of p)).
    assert (PX : Permutation (insts g ex im (pattern x))
      (flat_map Y ps ++ insts g (ex ++ new) rest Z')).
    { etransitivity; [apply (extends_right g ex im new rest); [rewrite K; exact BK | exact P]|].
      rewrite K. fold Ext. etransitivity; [apply insts_permutation, PE|]. rewrite insts_both.
      apply Permutation_app_tail. unfold insts at 1. rewrite flat_map_flat_map. reflexivity. }
    assert (IY : forall p s, In p ps -> In s (Y p) -> In s (insts g ex im (pattern x))).
    { intros p s J H. apply (Permutation_in _ (Permutation_sym PX)), in_app_iff. left.
      apply in_flat_map. now exists p. }
    assert (AY : forall p s, In p ps -> In s (Y p) ->
      f s <> f qu' /\ answer (f s) (f qu') = answer_of_piece D p).
    { intros p s J H. pose proof (insts_length x ex im s I (IY p s J H)) as LS.
      assert (N : s <> qu' /\ answer s qu' = answer_of_piece D p)
        by now apply (piece_answers k D p (ex ++ new) rest qu' s L' K' (RP p J) T).
      rewrite (keeps _ _ _ S) by auto. split; [|tauto]. intro O.
      apply (parts _ _ _ S) in O; auto. tauto. }
    assert (FY : forall p, In p ps -> Forall (finds (next (answer_of_piece D p))) (map f (Y p))).
    { intros p J. apply Forall_forall. intros s H. apply in_map_iff in H as (s0 & <- & H).
      destruct (AY p s0 J H) as [N1 N2]. rewrite Forall_forall in F.
      assert (H' := F (f s0) (in_map f _ _ (IY p s0 J H))). simpl in H'. rewrite N2 in H'.
      destruct H' as [H'|H']; [contradiction | exact H']. }
    pose proof (cost_step o (fun p => map f (Y p)) (answer_of_piece D)
      (fun p => bound_of_piece p (length im - length new)) (f qu') next ps
      (map f (insts g (ex ++ new) rest Z'))) as CS.
    rewrite (cost_permutation _ _ _ _ (Permutation_map f PX)), map_app, map_flat_map.
    pose proof (charge_least x ex im I L K) as CL. cbv zeta in CL.
    rewrite (first_cost_length _ _ (flat_map (fun p => map f (Y p)) ps ++
      map f (insts g (ex ++ new) rest Z'))) in CL.
    2:{ now rewrite <- map_flat_map, <- map_app, map_length, (Permutation_length PX). }
    unfold excess in X.
    etransitivity; [|apply CS]; [lia | | | exact WP].
    + intros p J s H. apply in_map_iff in H as (s0 & <- & H). now apply AY.
    + intros p J. replace (length im - length new)%nat with (length rest) by lia.
      destruct (RP p J) as [_ RPJ]. specialize (FY p J). destruct p as [h|Ps].
      * unfold Y in *. simpl clauses_of in *. simpl bound_of_piece.
        rewrite <- K' in RPJ. unfold bound_of_group.
        destruct (nth_error members (of h)) as [y|] eqn:EY; [|lia].
        pose proof (nth_error_In _ _ EY) as Iy.
        destruct (group_insts D h (ex ++ new) rest y (built_length y (member_built y Iy)) L' RPJ EY)
          as (L2 & K2 & O & PY).
        set (ex' := map _ (names h)) in *. set (im' := if has_star (pattern y) then rest else []) in *.
        assert (PF : Permutation (map f (insts g (ex ++ new) rest (images h)))
          (map (fun s => f (permuted (order h) s)) (insts g ex' im' (pattern y)))).
        { etransitivity; [apply Permutation_map, PY|]. now rewrite map_map. }
        rewrite (cost_permutation _ _ _ _ PF).
        replace (bound_of y (length rest)) with (bound_of y (length im')).
        -- apply (IH _ (A _)); auto.
           ++ now apply symmetry_permuted.
           ++ unfold im'. intro H. now rewrite H.
           ++ now apply (Permutation_Forall PF).
        -- unfold bound_of, im'. now destruct (has_star (pattern y)).
      * simpl bound_of_piece. unfold Y in *. simpl clauses_of in *.
        destruct RPJ as (OE & NP & FP).
        assert (LY : Forall (fun s => length s = pegs) (insts g (ex ++ new) rest Ps)).
        { apply Forall_forall. intros s H. now apply (insts_length x ex im), (IY (Counted Ps) s J). }
        destruct (pulled_right f back (next (answer_of_piece D (Counted Ps))) _ S RB (A _) LY)
          as (U1 & U2 & U3).
        rewrite <- U2. rewrite OE in *. apply counted_bound; auto. now rewrite K'.
Qed.
End Certificate.

(** ** All secrets *)

Lemma words_fills n pegs : words n pegs = fills [] (seq 0 n) (repeat None pegs).
Proof. induction pegs as [|p IH]; [reflexivity|]. simpl. now rewrite IH. Qed.

Lemma secrets_insts g n pegs : secrets g pegs n = insts g [] (seq 0 n) [repeat None pegs].
Proof.
  unfold secrets, insts, inst. simpl. now rewrite app_nil_r, words_fills.
Qed.

(** What is proved of the first member, if that is the full pattern. *)
Theorem lower_bound g pegs o hi q d members counted counts single x rest :
  (forall R E, counts R E = listed hi q d (counted R E)) ->
  (exists b, (b + pegs <= hi)%nat /\ forall R E, quasi b q d (counted R E)) ->
  (o = Expected -> forall t ex im P, layout ex im -> NoDup P ->
    Forall
      (fun C => length C = pegs /\ below (length ex) C /\ (stars C <= 1)%nat /\ distinct g C = true) P ->
    asks_codes g pegs t -> Forall (finds t) (insts g ex im P) ->
    counted (with_star P) (without_star P) (length im) <= Z.of_nat (cost Expected t (insts g ex im P))) ->
  check g pegs o hi q d members counted counts single = true ->
  members = x :: rest -> pattern x = [repeat None pegs] -> colours x = 0%nat -> (0 < pegs)%nat ->
  forall r n t, allowed g pegs r n (secrets g pegs n) t -> Forall (finds t) (secrets g pegs n) ->
  value (bound x) n <= Z.of_nat (cost o t (secrets g pegs n)).
Proof.
  intros H1 H2 H3 C -> P K H r n t A F. rewrite secrets_insts, <- P in *.
  pose proof (all_held g pegs o hi q d (x :: rest) counted counts single H1 H2 H3 C t
    (allowed_asks_codes _ _ _ _ _ _ A)
    (fun s => s) x [] (seq 0 n) (symmetry_identity g pegs)) as B.
  rewrite map_id, seq_length in B. unfold bound_of in B.
  assert (S : has_star (pattern x) = true) by (rewrite P; destruct pegs; [lia | reflexivity]).
  rewrite S in B. apply B; auto.
  - now left.
  - apply seq_NoDup.
  - discriminate.
Qed.

(** Without counts: what is in no group costs nothing. *)
Definition check_groups g pegs o hi q d members : bool :=
  check g pegs o hi q d members (fun _ _ _ => 0) (fun _ _ => listed hi q d (fun _ => 0)) 0.

Lemma groups_bound g pegs o hi q d members x rest :
  check_groups g pegs o hi q d members = true ->
  members = x :: rest -> pattern x = [repeat None pegs] -> colours x = 0%nat -> (0 < pegs)%nat ->
  forall r n t, allowed g pegs r n (secrets g pegs n) t -> Forall (finds t) (secrets g pegs n) ->
  value (bound x) n <= Z.of_nat (cost o t (secrets g pegs n)).
Proof.
  intro C. apply (lower_bound g pegs o hi q d members) with (4 := C).
  - reflexivity.
  - exists 0%nat. unfold check_groups, check in C. rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt in C.
    split; [simpl; tauto|]. intros _ _. destruct d as [|d']; [|apply quasi_constant].
    destruct C as [[[_ C] _] _]. apply Nat.ltb_lt in C. lia.
  - intros. lia.
Qed.
