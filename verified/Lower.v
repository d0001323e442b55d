(** Lower bounds for every number of colours, from few patterns and all questions on them.

    A certificate has *members*: patterns, each with a bound as a function of the number of implicit colours,
    and covers of questions on it.  A cover is a list of groups of clauses; each group is the image of
    a member and gets one answer.  [check] computes that every question costs at least the bound,
    [lower_bound] proves that then the bounds hold for all strategies, by induction on the strategy. *)

From Verified Require Export Sizes.
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
Definition excess (x : member) (r : nat) (cover : list group) (m : nat) : Z :=
  charge (pattern x) m + sum (map (fun h => bound_of_group h (m - r)%nat) cover) - bound_of x m.

Definition covers_of (x : member) (D : clause) : list (list group) :=
  flat_map (fun '(D', l) => if clause_dec D D' then l else []) (covers x).
(** A question that leaves all together costs what the member does, and more. *)
Definition unchanged (i : nat) (x : member) : list group :=
  [{| of := i; order := seq 0 pegs; names := seq 0 (colours x) |}].
Definition check_question (i : nat) (x : member) (D : clause) (r : nat) : bool :=
  let E := extends (colours x) r (pattern x) in
  let good := filter (is_cover (colours x + r) E D) ([] :: unchanged i x :: covers_of x D) in
  if has_star (pattern x) then somewhere (map (fun cover => [excess x r cover]) good) r hi q d
  else existsb (fun cover => 0 <=? excess x r cover 0) good.

Definition is_below (k : nat) (C : clause) : bool :=
  forallb (fun x : cell => match x with Some i => (i <? k)%nat | None => true end) C.
Definition well_built (x : member) : bool :=
  forallb (fun C => (length C =? pegs)%nat && is_below (colours x) C && (stars C <? d)%nat)
    (pattern x) &&
  existsb (distinct g) (pattern x) &&
  (length (first (bound x)) + pegs <=? hi)%nat && (length (classes (bound x)) =? q)%nat &&
  forallb (fun c => length c <=? d)%nat (classes (bound x)) &&
  forallb (fun m => negb (number g (pattern x) m =? 0) || (bound_of x m <=? 0)) (seq 0 pegs).
Definition check_member '(i, x) : bool :=
  well_built x &&
  forallb (fun '(D, r) => negb (distinct g D) || check_question i x D r)
    (questions (has_star (pattern x)) (colours x) pegs).
Definition check : bool := (0 <? q)%nat && (0 <? d)%nat && 
  forallb check_member (combine (seq 0 (length members)) members).

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

(** *** What a question costs *)

Lemma asked_once qu next s : (1 <= asked (Ask qu next) s)%nat.
Proof. simpl. destruct (code_dec s qu); lia. Qed.

Lemma list_max_permutation l1 l2 : Permutation l1 l2 -> list_max l1 = list_max l2.
Proof. induction 1; simpl; lia. Qed.

Lemma cost_permutation t X Y : Permutation X Y -> cost o t X = cost o t Y.
Proof.
  intro P. unfold cost. destruct o.
  - now apply sum_permutation, Permutation_map.
  - now apply list_max_permutation, Permutation_map.
Qed.

Lemma list_sum_both l1 l2 : list_sum (l1 ++ l2) = (list_sum l1 + list_sum l2)%nat.
Proof. induction l1; simpl; lia. Qed.

Lemma list_max_both l1 l2 : list_max (l1 ++ l2) = Nat.max (list_max l1) (list_max l2).
Proof. induction l1; simpl; lia. Qed.

Lemma sum_step qu next a Y :
  (forall s, In s Y -> s <> qu /\ answer s qu = a) ->
  list_sum (map (asked (Ask qu next)) Y) = (length Y + list_sum (map (asked (next a)) Y))%nat.
Proof.
  induction Y as [|s Y IH]; intro H; [reflexivity|].
  cbn [map list_sum fold_right length]. fold (list_sum (map (asked (Ask qu next)) Y)).
  fold (list_sum (map (asked (next a)) Y)). rewrite IH by (intros; apply H; now right).
  destruct (H s (or_introl eq_refl)) as [N A]. simpl.
  destruct (code_dec s qu); [contradiction|]. rewrite A. lia.
Qed.

Lemma sum_least qu next Y : (length Y <= list_sum (map (asked (Ask qu next)) Y))%nat.
Proof.
  induction Y as [|s Y IH]; [reflexivity|]. cbn [map list_sum fold_right length].
  fold (list_sum (map (asked (Ask qu next)) Y)). pose proof (asked_once qu next s). lia.
Qed.

Lemma max_step qu next a Y :
  Y <> [] -> (forall s, In s Y -> s <> qu /\ answer s qu = a) ->
  list_max (map (asked (Ask qu next)) Y) = S (list_max (map (asked (next a)) Y)).
Proof.
  induction Y as [|s Y IH]; intros N H; [contradiction|].
  destruct (H s (or_introl eq_refl)) as [D A].
  assert (E : asked (Ask qu next) s = S (asked (next a) s)).
  { simpl. destruct (code_dec s qu); [contradiction|]. now rewrite A. }
  cbn [map list_max fold_right]. rewrite E. destruct Y as [|s' Y]; [simpl; lia|].
  fold (list_max (map (asked (Ask qu next)) (s' :: Y))).
  fold (list_max (map (asked (next a)) (s' :: Y))).
  rewrite IH; [lia | discriminate |]. intros; apply H; now right.
Qed.

Lemma max_least qu next Y : Y <> [] -> (1 <= list_max (map (asked (Ask qu next)) Y))%nat.
Proof.
  destruct Y as [|s Y]; [contradiction|]. intros _.
  cbn [map list_max fold_right]. pose proof (asked_once qu next s). lia.
Qed.

(** All that a proof needs of [allowed]. *)
Fixpoint asks_codes (t : strategy) : Prop :=
  match t with
  | Stop => True
  | Ask qu next => well_formed g pegs qu /\ forall a, asks_codes (next a)
  end.

Lemma allowed_asks_codes r n t : forall X, allowed g pegs r n X t -> asks_codes t.
Proof.
  induction t as [|qu next IH]; intros X H; [exact I|].
  destruct H as (W & _ & H). split; [exact W|]. intro a. apply (IH a _ (H a)).
Qed.

Hypothesis checked : check = true.

Lemma q_positive : (0 < q)%nat.
Proof. unfold check in checked. rewrite !andb_true_iff, !Nat.ltb_lt in checked. tauto. Qed.

Lemma d_positive : (0 < d)%nat.
Proof. unfold check in checked. rewrite !andb_true_iff, !Nat.ltb_lt in checked. tauto. Qed.

Lemma in_numbered {A} (x : A) l : In x l -> exists i, In (i, x) (combine (seq 0 (length l)) l).
Proof.
  generalize 0%nat as k. induction l as [|y l IH]; intros k I; [destruct I|]. destruct I as [->|I].
  - exists k. now left.
  - destruct (IH (S k) I) as (i & J). exists i. now right.
Qed.

Lemma member_checked x : In x members -> exists i, check_member (i, x) = true.
Proof.
  unfold check in checked. rewrite !andb_true_iff, forallb_forall in checked.
  intro I. destruct (in_numbered x members I) as (i & J). exists i. now apply checked.
Qed.

Record built (x : member) : Prop := {
  built_length : Forall (fun C => length C = pegs /\ below (colours x) C) (pattern x);
  built_stars : Forall (fun C => (stars C < d)%nat) (pattern x);
  built_some : exists C, In C (pattern x) /\ distinct g C = true;
  built_first : (length (first (bound x)) + pegs <= hi)%nat;
  built_quasi : quasi (length (first (bound x))) q d (value (bound x));
  built_empty : forall m, (m < pegs)%nat -> number g (pattern x) m = 0 -> bound_of x m <= 0 }.

Lemma member_built x : In x members -> built x.
Proof.
  intro I. apply member_checked in I as (i & I). apply andb_prop in I as [W _].
  unfold well_built in W.
  rewrite !andb_true_iff in W. destruct W as [[[[[W1 W2] W3] W4] W5] W6].
  rewrite forallb_forall in W1, W5, W6. apply Nat.leb_le in W3. apply Nat.eqb_eq in W4.
  split; auto.
  - apply Forall_forall. intros C J. specialize (W1 C J). rewrite !andb_true_iff in W1.
    destruct W1 as [[L B] _]. split; [now apply Nat.eqb_eq | now apply is_below_right].
  - apply Forall_forall. intros C J. specialize (W1 C J). rewrite !andb_true_iff in W1.
    destruct W1 as [_ S]. now apply Nat.ltb_lt.
  - apply existsb_exists in W2. exact W2.
  - apply value_quasi; auto using q_positive. apply Forall_forall.
    intros c J. apply Nat.leb_le. now apply W5.
  - intros m L E. specialize (W6 m). rewrite in_seq, orb_true_iff, negb_true_iff in W6.
    destruct W6 as [W6|W6]; [lia | |now apply Z.leb_le].
    rewrite E in W6. discriminate.
Qed.

Lemma bound_quasi x : In x members -> quasi (length (first (bound x))) q d (bound_of x).
Proof.
  intro I. pose proof (member_built x I) as B. unfold bound_of. destruct (has_star (pattern x)).
  - exact (built_quasi x B).
  - pose proof d_positive. destruct d as [|d']; [lia|].
    exact (quasi_constant (value (bound x) 0) _ q d').
Qed.

Lemma member_positive x m : In x members -> (pegs <= m)%nat -> 0 < number g (pattern x) m.
Proof.
  intros I L. pose proof (member_built x I) as B. destruct (built_some x B) as (C & J & D).
  apply (number_positive g _ C); auto. pose proof (built_length x B) as F.
  rewrite Forall_forall in F. destruct (F C J) as [-> _]. exact L.
Qed.

Lemma charge_quasi x : In x members -> (pegs <= hi)%nat -> quasi hi q d (charge (pattern x)).
Proof.
  intros I L. unfold charge. destruct o.
  - apply number_quasi. exact (built_stars x (member_built x I)).
  - intros m M. pose proof d_positive. destruct d as [|d']; [lia|].
    eapply poly_same; [|exact (poly_constant 1 d')]. intro t. simpl.
    destruct (Nat.ltb_spec (m + q * t) pegs); [lia | reflexivity].
Qed.

Lemma excess_quasi x r cover :
  In x members -> (r <= pegs)%nat -> quasi hi q d (excess x r cover).
Proof.
  intros I R. pose proof (member_built x I) as B. pose proof (built_first x B) as F.
  unfold excess. apply quasi_add; [apply quasi_add|].
  - apply charge_quasi; [exact I | lia].
  - pose proof d_positive. assert (Z : quasi hi q d (fun _ => 0)).
    { destruct d; [lia | apply quasi_constant]. }
    induction cover as [|h cover IH]; [exact Z|]. cbn [map sum fold_right].
    apply (quasi_add hi q d (fun m => bound_of_group h (m - r)%nat)); [|exact IH].
    unfold bound_of_group. destruct (nth_error members (of h)) as [y|] eqn:E; [|exact Z].
    apply nth_error_In in E. pose proof (built_first y (member_built y E)).
    apply (quasi_from (length (first (bound y)) + r)); [lia|].
    apply quasi_earlier. now apply bound_quasi.
  - apply (quasi_same hi q d (fun m => -1 * bound_of x m)); [intro m; lia|].
    apply quasi_scale. apply (quasi_from (length (first (bound x)))); [lia|].
    now apply bound_quasi.
Qed.

(** A question that has been read has a good cover. *)
Lemma question_covered x D r m :
  In x members -> In (D, r) (questions (has_star (pattern x)) (colours x) pegs) ->
  distinct g D = true -> (r <= m)%nat -> (has_star (pattern x) = false -> m = 0%nat) ->
  exists cover,
    is_cover (colours x + r) (extends (colours x) r (pattern x)) D cover = true /\
    0 <= excess x r cover m.
Proof.
  intros I Q V R S. destruct (member_checked x I) as (i & C). apply andb_prop in C as [_ C].
  rewrite forallb_forall in C. specialize (C _ Q). simpl in C. rewrite V in C. simpl in C.
  unfold check_question in C.
  set (good := filter _ _) in C.
  assert (G : forall c, In c good ->
    is_cover (colours x + r) (extends (colours x) r (pattern x)) D c = true).
  { intros c J. unfold good in J. now apply filter_In in J as [_ J]. }
  destruct (has_star (pattern x)) eqn:E.
  - assert (A : Forall (Forall (quasi hi q d)) (map (fun cover => [excess x r cover]) good)).
    { apply Forall_forall. intros f F. apply in_map_iff in F as (c & <- & _).
      repeat constructor. apply excess_quasi; [exact I|]. now apply questions_new in Q. }
    destruct (somewhere_right _ _ _ _ _ q_positive A C m R) as (f & F & P).
    apply in_map_iff in F as (c & <- & J). exists c. split; [now apply G|].
    apply P. now left.
  - apply existsb_exists in C as (c & J & P). exists c. split; [now apply G|].
    rewrite (S eq_refl) in *. replace r with 0%nat by lia. now apply Z.leb_le.
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

Lemma starless_stands ex im im' C s :
  (forall x : cell, In x C -> x <> None) ->
  Forall2 (stands ex im) C s -> Forall2 (stands ex im') C s.
Proof.
  intros N F. induction F as [|x c C s M F IH]; constructor.
  - destruct x; [exact M|]. exfalso. apply (N None); [now left | reflexivity].
  - apply IH. intros y J. apply N. now right.
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

(** What the first question costs. *)
Definition first_cost (X : list code) : Z :=
  match o with
  | Expected => Z.of_nat (length X)
  | Worst => match X with [] => 0 | _ => 1 end
  end.

Lemma first_cost_length X Y : length X = length Y -> first_cost X = first_cost Y.
Proof.
  intro L. unfold first_cost. destruct o; [now rewrite L|].
  destruct X, Y; try discriminate; reflexivity.
Qed.

Lemma cost_step {A} (Y : A -> list code) (a : A -> nat * nat) (b : A -> Z) qu next l Z' :
  (forall h, In h l -> forall s, In s (Y h) -> s <> qu /\ answer s qu = a h) ->
  (forall h, In h l -> b h <= Z.of_nat (cost o (next (a h)) (Y h))) ->
  (o = Worst -> (length l <= 1)%nat) ->
  let X := flat_map Y l ++ Z' in
  first_cost X + sum (map b l) <= Z.of_nat (cost o (Ask qu next) X).
Proof.
  intros H B W X. unfold cost, first_cost in *. destruct o.
  - clear W. unfold X. rewrite map_app, list_sum_both, app_length.
    pose proof (sum_least qu next Z') as Hz.
    enough (Z.of_nat (length (flat_map Y l)) + sum (map b l) <=
      Z.of_nat (list_sum (map (asked (Ask qu next)) (flat_map Y l)))) by lia.
    clear Hz X. induction l as [|h l IH]; [reflexivity|].
    cbn [flat_map map sum fold_right]. rewrite map_app, list_sum_both, app_length.
    rewrite (sum_step qu next (a h)) by (intros; apply H; [now left | assumption]).
    specialize (B h (or_introl eq_refl)) as Bh.
    assert (IH' := IH (fun k I => H k (or_intror I)) (fun k I => B k (or_intror I))).
    unfold sum in IH'. lia.
  - specialize (W eq_refl). destruct l as [|h [|h' l]]; [| |simpl in W; lia].
    + change (map b []) with (@nil Z). change (sum []) with 0.
      assert (M : X <> [] -> (1 <= list_max (map (asked (Ask qu next)) X))%nat)
        by apply max_least.
      destruct X; [lia|]. specialize (M ltac:(discriminate)). lia.
    + change (map b [h]) with [b h]. change (sum [b h]) with (b h + 0).
      specialize (B h (or_introl eq_refl)).
      assert (E : X = Y h ++ Z') by (unfold X; cbn [flat_map]; now rewrite app_nil_r).
      clearbody X. subst X. destruct (Y h) as [|s Yh] eqn:E.
      * change (list_max (map (asked (next (a h))) [])) with 0%nat in B. cbn [app].
        pose proof (max_least qu next Z') as M.
        destruct Z' as [|z Z']; [lia|]. specialize (M ltac:(discriminate)). lia.
      * assert (M : list_max (map (asked (Ask qu next)) (s :: Yh)) =
          S (list_max (map (asked (next (a h))) (s :: Yh)))).
        { apply max_step; [discriminate|]. intros z I. apply H; [now left|]. now rewrite E. }
        rewrite map_app, list_max_both, M. cbn [app]. lia.
Qed.

Lemma charge_least x ex im :
  In x members -> layout ex im -> length ex = colours x ->
  let X := insts g ex im (pattern x) in
  charge (pattern x) (length im) <= first_cost X.
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

Theorem all_held t : asks_codes t -> held t.
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
    assert (L' : layout (ex ++ new) rest).
    { unfold layout in *. rewrite <- app_assoc. apply (Permutation_NoDup (l := ex ++ im)); auto.
      now apply Permutation_app_head. }
    assert (K' : length (ex ++ new) = (colours x + length new)%nat) by (rewrite app_length; lia).
    assert (BF : Forall (below (length ex)) (pattern x)).
    { rewrite K. apply (Forall_impl _ (P := fun C => length C = pegs /\ below (colours x) C));
        [tauto | exact (built_length x (member_built x I))]. }
    unfold is_cover in G. rewrite !andb_true_iff, forallb_forall in G. destruct G as [[G G2] G3].
    destruct (remove_all _ _) as [Z'|] eqn:RA; [|discriminate]. apply remove_all_right in RA.
    set (Y := fun h => insts g (ex ++ new) rest (images h)).
    assert (PX : Permutation (insts g ex im (pattern x))
      (flat_map Y cover ++ insts g (ex ++ new) rest Z')).
    { etransitivity; [now apply (extends_right g ex im new rest)|].
      rewrite K. etransitivity; [apply insts_permutation, RA|]. rewrite insts_both.
      apply Permutation_app_tail. unfold insts at 1. rewrite flat_map_flat_map. reflexivity. }
    assert (IY : forall h s, In h cover -> In s (Y h) -> In s (insts g ex im (pattern x))).
    { intros h s J H. apply (Permutation_in _ (Permutation_sym PX)), in_app_iff. left.
      apply in_flat_map. now exists h. }
    assert (AY : forall h s, In h cover -> In s (Y h) ->
      f s <> f qu' /\ answer (f s) (f qu') = answer_of D h).
    { intros h s J H. pose proof (insts_length x ex im s I (IY h s J H)) as LS.
      assert (N : s <> qu' /\ answer s qu' = answer_of D h).
      { apply (group_answers D h (ex ++ new) rest); auto. rewrite K'. now apply G. }
      rewrite (keeps _ _ _ S) by auto. split; [|tauto]. intro O.
      apply (parts _ _ _ S) in O; auto. tauto. }
    pose proof (cost_step (fun h => map f (Y h)) (answer_of D)
      (fun h => bound_of_group h (length im - length new)) (f qu') next cover
      (map f (insts g (ex ++ new) rest Z'))) as CS.
    rewrite (cost_permutation _ _ _ (Permutation_map f PX)), map_app, map_flat_map.
    pose proof (charge_least x ex im I L K) as CL. cbv zeta in CL.
    rewrite (first_cost_length _ (flat_map (fun h => map f (Y h)) cover ++
      map f (insts g (ex ++ new) rest Z'))) in CL.
    2:{ now rewrite <- map_flat_map, <- map_app, map_length, (Permutation_length PX). }
    unfold excess in X.
    etransitivity; [|apply CS]; [lia | | |].
    + intros h J s H. apply in_map_iff in H as (s0 & <- & H). now apply AY.
    + intros h J. pose proof (G h J) as GH. rewrite <- K' in GH.
      unfold bound_of_group. destruct (nth_error members (of h)) as [y|] eqn:EY; [|lia].
      pose proof (nth_error_In _ _ EY) as Iy.
      destruct (group_insts D h (ex ++ new) rest y (built_length y (member_built y Iy)) L' GH EY)
        as (L2 & K2 & O & PY).
      set (ex' := map _ (names h)) in *. set (im' := if has_star (pattern y) then rest else []) in *.
      assert (PF : Permutation (map f (Y h))
        (map (fun s => f (permuted (order h) s)) (insts g ex' im' (pattern y)))).
      { unfold Y. etransitivity; [apply Permutation_map, PY|]. now rewrite map_map. }
      rewrite (cost_permutation _ _ _ PF).
      replace (bound_of y (length im - length new)) with (bound_of y (length im')).
      * apply (IH _ (A _)); auto.
        -- now apply symmetry_permuted.
        -- unfold im'. intro H. now rewrite H.
        -- apply Forall_forall. intros s H.
           apply (Permutation_in _ (Permutation_sym PF)) in H.
           apply in_map_iff in H as (s0 & <- & H). destruct (AY h s0 J H) as [N1 N2].
           rewrite Forall_forall in F. specialize (F (f s0)).
           simpl in F. rewrite N2 in F. destruct F as [F|F]; [|contradiction | exact F].
           apply in_map. now apply (IY h).
      * unfold bound_of, im'. destruct (has_star (pattern y)); [|reflexivity].
        f_equal. lia.
    + intros ->. now apply Nat.leb_le.
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
Theorem lower_bound g pegs o hi q d members x rest :
  check g pegs o hi q d members = true ->
  members = x :: rest -> pattern x = [repeat None pegs] -> colours x = 0%nat -> (0 < pegs)%nat ->
  forall r n t, allowed g pegs r n (secrets g pegs n) t -> Forall (finds t) (secrets g pegs n) ->
  value (bound x) n <= Z.of_nat (cost o t (secrets g pegs n)).
Proof.
  intros C -> P K H r n t A F. rewrite secrets_insts, <- P in *.
  pose proof (all_held g pegs o hi q d (x :: rest) C t (allowed_asks_codes _ _ _ _ _ _ A)
    (fun s => s) x [] (seq 0 n) (symmetry_identity g pegs)) as B.
  rewrite map_id, seq_length in B. unfold bound_of in B.
  assert (S : has_star (pattern x) = true) by (rewrite P; destruct pegs; [lia | reflexivity]).
  rewrite S in B. apply B; auto.
  - now left.
  - apply seq_NoDup.
  - discriminate.
Qed.
