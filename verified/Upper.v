(** Upper bounds for every number of colours: a strategy of the real game, made of few places.

    A place is a pattern, with how many excluded colours may be asked as blanks, and what is asked there for
    which numbers of implicit colours.  [check] computes that the parts of each question are places,
    and what they cost; [upper_bound] builds the strategy. *)

From Verified Require Export Lower.
Require Import Bool Lia.

(** What is asked from [least] implicit colours on, or for just as many if it is for [once], with [fresh]
    new colours; one group for each answer. *)
Record play := {
  question : clause; fresh : nat; least : nat; once : bool; parts_of : list group }.
Record place := {
  here : list clause;
  names_here : nat; (* explicit colours: 0, 1, ... *)
  spare : nat; (* excluded colours that are needed *)
  most : table; (* negative for numbers of implicit colours that do not occur *)
  plays : list play }.

Definition most_of (x : place) (m : nat) : Z := value (most x) (if has_star (here x) then m else 0).

Section Strategy.
Variables (g : game) (pegs : nat) (o : objective).
Variables (hi q d : nat) (places : list place).

Definition members : list member :=
  map (fun x => {| pattern := here x; colours := names_here x; bound := most x; covers := [] |}) places.
Definition most_of_group (h : group) (m : nat) : Z :=
  match nth_error places (of h) with Some y => most_of y m | None => 0 end.

Definition blanks (D : clause) : nat := stars D.
Definition needed (D : clause) : nat := if g then Nat.min 1 (blanks D) else blanks D.

Definition is_part (x : place) (p : play) (h : group) : bool :=
  is_group pegs members (names_here x + fresh p) (question p) h &&
  match nth_error places (of h) with
  | None => false
  | Some y =>
      ((0 <? fresh p) || (length (here y) <? length (here x)))%nat &&
      (spare y <=? spare x + (names_here x + fresh p - names_here y) +
        if has_star (here y) then 0 else least p - fresh p)%nat
  end.
Definition answers_differ (l : list (nat * nat)) : bool :=
  if list_eq_dec answer_dec (nodup answer_dec l) l then true else false.
Definition is_play (x : place) (p : play) : bool :=
  let k := (names_here x + fresh p)%nat in
  let E := extends (names_here x) (fresh p) (here x) in
  let won := if is_full (question p) && (if in_dec clause_dec (question p) E then true else false)
    then [question p] else [] in
  (length (question p) =? pegs)%nat && is_below k (question p) && distinct g (question p) &&
  (needed (question p) <=? spare x)%nat && (fresh p <=? pegs)%nat &&
  (fresh p <=? least p)%nat && (least p <? hi)%nat &&
  (has_star (here x) || (least p =? 0)%nat) &&
  forallb (is_part x p) (parts_of p) &&
  answers_differ (map (answer_of members (question p)) (parts_of p)) &&
  match remove_all (won ++ flat_map (images members) (parts_of p)) E with
  | Some others =>
      forallb
        (fun C => negb (distinct g C) || (once p && (size g C (least p - fresh p)%nat =? 0))) others
  | None => false
  end.

Definition play_cost (p : play) (P : list clause) (m : nat) : Z :=
  number g P m + sum (map (fun h => most_of_group h (m - fresh p)%nat) (parts_of p)).
(** In the worst case one inequality for each part, in the expected case only one in all; and the
    parts have to occur. *)
Definition margins (x : place) (p : play) : list (nat -> Z) :=
  map (fun h m => most_of_group h (m - fresh p)%nat) (parts_of p) ++
  match o with
  | Expected => [fun m => most_of x m - play_cost p (here x) m]
  | Worst =>
      (fun m => most_of x m - 1) ::
      map (fun h m => most_of x m - 1 - most_of_group h (m - fresh p)%nat) (parts_of p)
  end.
Definition from_least (p : play) (f : nat -> Z) (m : nat) : Z :=
  if (m <? least p)%nat || once p && (least p <? m)%nat then -1 else f m.
(** Where there is no secret nothing is asked. *)
Definition nothing (x : place) (m : nat) : Z :=
  if (m <? pegs)%nat then if number g (here x) m =? 0 then most_of x m else -1 else -1.

Definition check_place (x : place) : bool :=
  forallb (fun C => (length C =? pegs)%nat && is_below (names_here x) C && (stars C <? d)%nat)
    (here x) &&
  (length (first (most x)) + pegs <=? hi)%nat && (length (classes (most x)) =? q)%nat &&
  forallb (fun c => length c <=? d)%nat (classes (most x)) &&
  let good := filter (is_play x) (plays x) in
  let all := [nothing x] :: [fun m => -1 - most_of x m] :: map (fun p => map (from_least p) (margins x p)) good in
  if has_star (here x) then somewhere all 0 hi q d
  else existsb (forallb (fun f => 0 <=? f 0%nat)) all.
Definition check_places : bool :=
  (0 <? q)%nat && (0 <? d)%nat && (pegs <=? hi)%nat && forallb check_place places.

(** ** Proof *)

Fixpoint playable (n : nat) (t : strategy) : Prop :=
  match t with
  | Stop => True
  | Ask qu next => well_formed g pegs qu /\ Forall (fun c => c < n)%nat qu /\ forall a, playable n (next a)
  end.

Lemma playable_allowed n t : playable n t -> forall X, allowed g pegs Exact n X t.
Proof. induction t as [|qu next IH]; simpl; [auto|]. intros (W & F & H) X. repeat split; auto; apply W. Qed.

Fixpoint moved (f : code -> code) (t : strategy) : strategy :=
  match t with Stop => Stop | Ask qu next => Ask (f qu) (fun a => moved f (next a)) end.

Section Moved.
Variables (n : nat) (turn : list nat).
Hypothesis turns : order_of pegs turn.
Let f := permuted turn.

Lemma moved_playable t : playable n t -> playable n (moved f t).
Proof.
  induction t as [|qu next IH]; simpl; [auto|]. intros ([L N] & F & H). repeat split; auto.
  - unfold f, permuted. rewrite permute_length. now apply (order_length pegs).
  - intro G. apply (permuted_NoDup pegs turn); auto.
  - apply (Permutation_Forall (x := qu)); [|exact F].
    apply Permutation_sym, permute_same. congruence.
Qed.

Lemma moved_asked t s :
  playable n t -> length s = pegs ->
  asked (moved f t) (f s) = asked t s /\ (finds t s -> finds (moved f t) (f s)).
Proof.
  induction t as [|qu next IH]; simpl; [auto|]. intros ([L N] & F & H) LS.
  assert (A : answer (f s) (f qu) = answer s qu) by now apply (permuted_answer pegs).
  destruct (IH (answer s qu) (H _) LS) as [IH1 IH2]. rewrite A. split.
  - destruct (code_dec s qu) as [->|E]; destruct (code_dec (f _) (f qu)) as [E'|E'];
      try congruence. exfalso. now apply E, (permute_one 0%nat pegs turn).
  - intros [->|K]; [now left | right; now apply IH2].
Qed.

Lemma moved_cost t X :
  playable n t -> Forall (fun s => length s = pegs) X ->
  cost o (moved f t) (map f X) = cost o t X /\ (Forall (finds t) X -> Forall (finds (moved f t)) (map f X)).
Proof.
  intros P F. rewrite Forall_forall in F. split.
  - assert (E : map (asked (moved f t)) (map f X) = map (asked t) X).
    { rewrite map_map. apply map_ext_in. intros s I. apply (moved_asked t s P). now apply F. }
    unfold cost. now rewrite E.
  - rewrite !Forall_forall. intros H s I. apply in_map_iff in I as (s0 & <- & I).
    apply moved_asked; auto.
Qed.
End Moved.

(** *** A question with colours *)

Fixpoint coloured (ex bl : list nat) (D : clause) : code :=
  match D with
  | [] => []
  | Some i :: D' => nth i ex 0%nat :: coloured ex bl D'
  | None :: D' => hd 0%nat bl :: coloured ex (if g then bl else tl bl) D'
  end.

Lemma coloured_length ex D : forall bl, length (coloured ex bl D) = length D.
Proof. induction D as [|[i|] D IH]; intro bl; simpl; auto. Qed.

Definition enough (bl : list nat) (D : clause) : Prop :=
  if g then stars D = 0%nat \/ bl <> [] else (stars D <= length bl)%nat.

Lemma enough_needed bl D : (needed D <= length bl)%nat -> enough bl D.
Proof.
  unfold enough, needed, blanks. destruct g; [|auto]. intro H.
  destruct (stars D); [now left|]. right. destruct bl; [simpl in H; lia | discriminate].
Qed.

Lemma coloured_in ex D : forall bl c,
  below (length ex) D -> enough bl D -> In c (coloured ex bl D) ->
  (exists i, In i (explicit D) /\ nth_error ex i = Some c) \/ (In c bl).
Proof.
  induction D as [|x D IH]; intros bl c B H I; [destruct I|].
  inversion B as [|? ? B1 B2]; subst. destruct x as [i|].
  - destruct I as [<-|I].
    + left. exists i. split; [now left|]. apply nth_error_nth'. now apply B1.
    + destruct (IH bl c B2 H I) as [(j & J & E)|J]; [left; exists j; split; [now right | exact E] | auto].
  - unfold enough in H. destruct bl as [|b bl]; [destruct g; simpl in H; [destruct H; congruence | lia]|].
    destruct I as [<-|I]; [right; now left|].
    assert (H' : enough (if g then b :: bl else bl) D).
    { unfold enough. destruct g; simpl in H; [right; discriminate | lia]. }
    destruct (IH _ c B2 H' I) as [J|J]; [now left|]. right. destruct g; [exact J | now right].
Qed.

Lemma coloured_told ex im D : forall bl,
  (forall c, In c bl -> ~ In c (ex ++ im)) -> below (length ex) D -> enough bl D ->
  Forall2 (told ex im) D (coloured ex bl D).
Proof.
  induction D as [|x D IH]; intros bl N B H; [constructor|].
  inversion B as [|? ? B1 B2]; subst. destruct x as [i|]; simpl.
  - constructor; [|now apply IH]. simpl. apply nth_error_nth'. now apply B1.
  - unfold enough in H. destruct bl as [|b bl]; [destruct g; simpl in H; [destruct H; congruence | lia]|].
    constructor; [apply N; now left|]. apply IH; auto.
    + intros c I. apply N. destruct g; [exact I | now right].
    + unfold enough. destruct g; simpl in H |- *; [right; discriminate | lia].
Qed.

Lemma coloured_NoDup ex im D : forall bl,
  g = ab -> NoDup (ex ++ im ++ bl) -> below (length ex) D -> enough bl D -> NoDup (explicit D) ->
  NoDup (coloured ex bl D).
Proof.
  induction D as [|x D IH]; intros bl G N B H E; [constructor|].
  inversion B as [|? ? B1 B2]; subst. destruct x as [i|]; simpl in *.
  - inversion E as [|? ? E1 E2]; subst. constructor; [|now apply IH].
    intro I. apply coloured_in in I; auto.
    assert (X : nth_error ex i = Some (nth i ex 0%nat)) by (apply nth_error_nth'; now apply B1).
    apply NoDup_both in N as (N1 & N2 & N3). destruct I as [(j & J & K)|J].
    + apply E1. replace i with j; [exact J|]. now apply (nth_error_same ex j i (nth i ex 0%nat)).
    + apply (N3 (nth i ex 0%nat)); [now apply nth_error_In in X|]. apply in_app_iff. now right.
  - assert (H1 : (S (stars D) <= length bl)%nat) by (unfold enough in H; rewrite G in H; exact H).
    destruct bl as [|b bl]; [simpl in H1; lia|]. simpl. simpl in H1.
    assert (T : (if g then b :: bl else bl) = bl) by now rewrite G. rewrite T.
    assert (H2 : enough bl D) by (unfold enough; rewrite G; simpl; lia).
    assert (N' : NoDup (ex ++ im ++ bl) /\ ~ In b (ex ++ im ++ bl)).
    { rewrite !app_assoc in *. apply NoDup_remove in N. exact N. }
    destruct N' as [N' N2]. constructor.
    + intro I. apply coloured_in in I; auto.
      apply N2. destruct I as [(j & _ & K)|K].
      * apply in_app_iff. left. now apply nth_error_In in K.
      * rewrite !in_app_iff. auto.
    + now apply IH.
Qed.

(** *** Places *)

Hypothesis checked : check_places = true.

Lemma place_checked x : In x places -> check_place x = true.
Proof.
  unfold check_places in checked. rewrite !andb_true_iff, forallb_forall in checked.
  intro I. now apply checked.
Qed.

Lemma constants : (0 < q)%nat /\ (0 < d)%nat /\ (pegs <= hi)%nat.
Proof.
  unfold check_places in checked. rewrite !andb_true_iff, !Nat.ltb_lt, Nat.leb_le in checked. tauto.
Qed.

Record sound (x : place) : Prop := {
  sound_length : Forall (fun C => length C = pegs /\ below (names_here x) C) (here x);
  sound_stars : Forall (fun C => (stars C < d)%nat) (here x);
  sound_first : (length (first (most x)) + pegs <= hi)%nat;
  sound_quasi : quasi (length (first (most x))) q d (most_of x) }.

Lemma place_sound x : In x places -> sound x.
Proof.
  intro I. apply place_checked in I. unfold check_place in I. rewrite !andb_true_iff in I.
  destruct I as [[[[W1 W3] W4] W5] _]. rewrite forallb_forall in W1, W5.
  apply Nat.leb_le in W3. apply Nat.eqb_eq in W4. split; auto.
  - apply Forall_forall. intros C J. specialize (W1 C J). rewrite !andb_true_iff in W1.
    destruct W1 as [[L B] _]. split; [now apply Nat.eqb_eq | now apply is_below_right].
  - apply Forall_forall. intros C J. specialize (W1 C J). rewrite !andb_true_iff in W1.
    destruct W1 as [_ S]. now apply Nat.ltb_lt.
  - destruct constants as (Q & D & _). unfold most_of. destruct (has_star (here x)).
    + apply value_quasi; auto. apply Forall_forall. intros c J. apply Nat.leb_le. now apply W5.
    + destruct d as [|d']; [lia|]. exact (quasi_constant (value (most x) 0) _ q d').
Qed.

Lemma zero_quasi : quasi hi q d (fun _ => 0).
Proof. destruct constants as (_ & D & _). destruct d; [lia | apply quasi_constant]. Qed.

Lemma constant_quasi c : quasi hi q d (fun _ => c).
Proof. destruct constants as (_ & D & _). destruct d; [lia | apply quasi_constant]. Qed.

Lemma most_quasi x : In x places -> quasi hi q d (most_of x).
Proof.
  intro I. pose proof (place_sound x I) as S. pose proof (sound_first x S).
  apply (quasi_from (length (first (most x)))); [lia | exact (sound_quasi x S)].
Qed.

Lemma group_quasi h r : (r <= pegs)%nat -> quasi hi q d (fun m => most_of_group h (m - r)%nat).
Proof.
  intro R. unfold most_of_group. destruct (nth_error places (of h)) as [y|] eqn:E.
  - apply nth_error_In in E. pose proof (place_sound y E) as S. pose proof (sound_first y S).
    apply (quasi_from (length (first (most y)) + r)); [lia|].
    apply quasi_earlier. exact (sound_quasi y S).
  - apply zero_quasi.
Qed.

Lemma quasi_minus f k : quasi hi q d f -> quasi hi q d k -> quasi hi q d (fun m => f m - k m).
Proof.
  intros F K. apply (quasi_same hi q d (fun m => f m + -1 * k m)); [intro; lia|].
  apply quasi_add; [exact F | now apply quasi_scale].
Qed.

Lemma margins_quasi x p : In x places -> (fresh p <= pegs)%nat -> Forall (quasi hi q d) (margins x p).
Proof.
  intros I R. unfold margins. apply Forall_app. split.
  { apply Forall_forall. intros f F. apply in_map_iff in F as (h & <- & _). now apply group_quasi. }
  destruct o.
  - repeat constructor. apply quasi_minus; [now apply most_quasi|]. unfold play_cost.
    apply quasi_add.
    + apply number_quasi. exact (sound_stars x (place_sound x I)).
    + induction (parts_of p) as [|h l IH]; [exact zero_quasi|]. cbn [map sum fold_right].
      apply (quasi_add hi q d (fun m => most_of_group h (m - fresh p)%nat)); [|exact IH].
      now apply group_quasi.
  - constructor; [apply quasi_minus; [now apply most_quasi | apply constant_quasi]|].
    apply Forall_forall. intros f F. apply in_map_iff in F as (h & <- & _).
    apply quasi_minus; [|now apply group_quasi].
    apply quasi_minus; [now apply most_quasi | apply constant_quasi].
Qed.

(** What there is to do at a place: nothing, or to play. *)
Lemma place_played x m :
  In x places -> (has_star (here x) = false -> m = 0%nat) -> 0 <= most_of x m ->
  (number g (here x) m = 0 /\ 0 <= most_of x m) \/
  exists p, is_play x p = true /\ (least p <= m)%nat /\ (once p = true -> m = least p) /\
    forall f, In f (margins x p) -> 0 <= f m.
Proof.
  intros I S Occurs. pose proof (place_checked x I) as C. unfold check_place in C.
  rewrite !andb_true_iff in C. destruct C as [_ C]. set (all := _ :: _) in C.
  assert (X : exists fs, In fs all /\ forall f, In f fs -> 0 <= f m).
  { destruct (has_star (here x)) eqn:E.
    - destruct constants as (Q & D & P). apply (somewhere_right all 0 hi q d); auto; [|lia].
      apply Forall_forall. intros fs F. destruct F as [<-|[<-|F]].
      + repeat constructor. intros k K. eapply poly_same; [|exact (constant_quasi (-1) k K)].
        intro t. unfold nothing. destruct (Nat.ltb_spec (k + q * t) pegs); [lia | reflexivity].
      + repeat constructor. apply (quasi_minus (fun _ => -1));
          [apply constant_quasi | now apply most_quasi].
      + apply in_map_iff in F as (p & <- & F). apply filter_In in F as [_ F].
        unfold is_play in F. rewrite !andb_true_iff in F.
        destruct F as [[[[[[[[[[_ _] _] _] F1] _] F2] _] _] _] _].
        apply Nat.leb_le in F1. apply Nat.ltb_lt in F2.
        apply Forall_forall. intros f J. apply in_map_iff in J as (f' & <- & J).
        pose proof (margins_quasi x p I F1) as M. rewrite Forall_forall in M. specialize (M f' J).
        intros k K. destruct (once p) eqn:O.
        * eapply poly_same; [|exact (constant_quasi (-1) k K)]. intro t. unfold from_least.
          rewrite O. destruct (Nat.ltb_spec (k + q * t) (least p)); [reflexivity|].
          destruct (Nat.ltb_spec (least p) (k + q * t)); [reflexivity | lia].
        * eapply poly_same; [|exact (M k K)]. intro t. unfold from_least. rewrite O.
          destruct (Nat.ltb_spec (k + q * t) (least p)); [lia | reflexivity].
    - apply existsb_exists in C as (fs & F & J). exists fs. split; [exact F|]. intros f K.
      rewrite forallb_forall in J. rewrite (S eq_refl). apply Z.leb_le. now apply J. }
  destruct X as (fs & [<-|[<-|F]] & J).
  - left. specialize (J _ (or_introl eq_refl)). unfold nothing in J.
    destruct (m <? pegs)%nat; [|lia]. destruct (Z.eqb_spec (number g (here x) m) 0); [auto | lia].
  - specialize (J _ (or_introl eq_refl)). cbn beta in J. lia.
  - right. apply in_map_iff in F as (p & <- & F). apply filter_In in F as [_ F].
    exists p. split; [exact F|].
    assert (L : (least p <= m)%nat /\ (once p = true -> m = least p)).
    { assert (N : exists f, In f (margins x p)).
      { unfold margins. destruct o; eexists; apply in_app_iff; right; now left. }
      destruct N as (f & N). specialize (J (from_least p f) (in_map _ _ _ N)).
      unfold from_least in J. destruct (Nat.ltb_spec m (least p)); [simpl in J; lia|].
      split; [assumption|]. intro O. rewrite O in J.
      destruct (Nat.ltb_spec (least p) m); [simpl in J; lia | lia]. }
    destruct L as [L O]. split; [exact L|]. split; [exact O|].
    intros f N. specialize (J (from_least p f) (in_map _ _ _ N)).
    unfold from_least in J. destruct (Nat.ltb_spec m (least p)); [lia|].
    destruct (once p); [|exact J]. destruct (Nat.ltb_spec (least p) m); [|exact J].
    specialize (O eq_refl). lia.
Qed.

(** *** Putting a strategy together *)

Lemma assemble {A} (a : A -> nat * nat) (Q : A -> strategy -> Prop) l :
  NoDup (map a l) -> (forall h, In h l -> exists t, Q h t) ->
  exists next, (forall h, In h l -> Q h (next (a h))) /\
    forall b, next b = Stop \/ exists h, In h l /\ Q h (next b).
Proof.
  induction l as [|h l IH]; intros N H.
  - exists (fun _ => Stop). split; [intros h [] | auto].
  - inversion N as [|? ? N1 N2]; subst.
    destruct (IH N2 (fun k I => H k (or_intror I))) as (next & E1 & E2).
    destruct (H h (or_introl eq_refl)) as (t & T).
    exists (fun b => if answer_dec b (a h) then t else next b). split.
    + intros k [<-|I]; destruct (answer_dec _ (a h)) as [E|E]; try contradiction; auto.
      exfalso. apply N1. rewrite <- E. now apply in_map.
    + intro b. destruct (answer_dec b (a h)) as [E|E]; [right; exists h; split; [now left | exact T]|].
      destruct (E2 b) as [K|(k & I & K)]; [now left | right; exists k; split; [now right | exact K]].
Qed.

Lemma won_cost qu next W : (forall s, In s W -> s = qu) ->
  list_sum (map (asked (Ask qu next)) W) = length W.
Proof.
  induction W as [|s W IH]; intro H; [reflexivity|].
  cbn [map list_sum fold_right length]. fold (list_sum (map (asked (Ask qu next)) W)).
  rewrite IH by (intros; apply H; now right). rewrite (H s (or_introl eq_refl)). simpl.
  destruct (code_dec qu qu); [reflexivity | congruence].
Qed.

Lemma parts_cost {A} (Y : A -> list code) (a : A -> nat * nat) (b : A -> Z) qu next l :
  (forall h, In h l -> forall s, In s (Y h) -> s <> qu /\ answer s qu = a h) ->
  (forall h, In h l -> Z.of_nat (list_sum (map (asked (next (a h))) (Y h))) <= b h) ->
  Z.of_nat (list_sum (map (asked (Ask qu next)) (flat_map Y l))) <=
    Z.of_nat (length (flat_map Y l)) + sum (map b l).
Proof.
  induction l as [|h l IH]; intros H B; [reflexivity|].
  cbn [flat_map map sum fold_right]. rewrite map_app, list_sum_both, app_length.
  rewrite (sum_step qu next (a h)) by (intros; apply H; [now left | assumption]).
  specialize (B h (or_introl eq_refl)) as Bh.
  assert (IH' := IH (fun k I => H k (or_intror I)) (fun k I => B k (or_intror I))).
  unfold sum in IH'. lia.
Qed.

Lemma full_told ex im D s qu :
  is_full D = true -> Forall2 (stands ex im) D s -> Forall2 (told ex im) D qu -> s = qu.
Proof.
  intros U F. revert qu. induction F as [|x c D s M F IH]; intros qu G;
    inversion G as [|? c' ? qu' M' G']; subst.
  - reflexivity.
  - simpl in U. apply andb_prop in U as [U1 U2]. destruct x as [i|]; [|discriminate].
    simpl in M, M'. rewrite M in M'. injection M' as <-. f_equal. now apply IH.
Qed.

Lemma names_rest ex names :
  NoDup ex -> names_in (length ex) names ->
  exists unused, Permutation ex (map (fun i => nth i ex 0%nat) names ++ unused) /\
    length unused = (length ex - length names)%nat.
Proof.
  intros N [M F]. rewrite Forall_forall in F.
  set (others := filter (fun i => if in_dec Nat.eq_dec i names then false else true)
    (seq 0 (length ex))).
  assert (P : Permutation (seq 0 (length ex)) (names ++ others)).
  { apply NoDup_Permutation.
    - apply seq_NoDup.
    - apply NoDup_both. split; [exact M|]. split; [apply NoDup_filter, seq_NoDup|].
      intros i I J. apply filter_In in J as [_ J]. now destruct (in_dec Nat.eq_dec i names).
    - intro i. rewrite in_app_iff, in_seq. unfold others. rewrite filter_In, in_seq. split.
      + intro H. destruct (in_dec Nat.eq_dec i names); [now left | right; split; [exact H | reflexivity]].
      + intros [I|[I _]]; [specialize (F i I); lia | exact I]. }
  exists (map (fun i => nth i ex 0%nat) others). split.
  - rewrite <- map_app. rewrite <- (map_nth_seq 0%nat ex) at 1. now apply Permutation_map.
  - apply Permutation_length in P. rewrite seq_length, app_length in P. rewrite map_length. lia.
Qed.

Lemma first_NoDup {A} k (l1 l2 l3 : list A) :
  NoDup (l1 ++ l2 ++ l3) -> NoDup (l1 ++ l2 ++ firstn k l3).
Proof.
  rewrite <- (firstn_skipn k l3) at 1. rewrite (app_assoc l2), (app_assoc l1). intro N.
  now apply NoDup_both in N.
Qed.

Lemma first_Forall {A} (P : A -> Prop) k l1 l2 l3 :
  Forall P (l1 ++ l2 ++ l3) -> Forall P (l1 ++ l2 ++ firstn k l3).
Proof.
  rewrite <- (firstn_skipn k l3) at 1. rewrite (app_assoc l2), (app_assoc l1). intro F.
  now apply Forall_app in F.
Qed.

Definition reached (n : nat) (x : place) (ex im bl : list nat) : Prop :=
  exists t, playable n t /\ Forall (finds t) (insts g ex im (here x)) /\
    Z.of_nat (cost o t (insts g ex im (here x))) <= most_of x (length im).

Lemma part_reached n x p h ex im bl :
  In x places -> is_play x p = true -> In h (parts_of p) -> (least p <= fresh p + length im)%nat ->
  NoDup (ex ++ im ++ bl) -> Forall (fun c => c < n)%nat (ex ++ im ++ bl) ->
  length ex = (names_here x + fresh p)%nat -> length bl = spare x ->
  0 <= most_of_group h (length im) ->
  (forall y ex' im' bl', In y places -> NoDup (ex' ++ im' ++ bl') ->
    Forall (fun c => c < n)%nat (ex' ++ im' ++ bl') -> length ex' = names_here y ->
    length bl' = spare y -> (has_star (here y) = false -> im' = []) ->
    0 <= most_of y (length im') ->
    (length im' < fresh p + length im \/
      length im' <= fresh p + length im /\ length (here y) < length (here x))%nat ->
    reached n y ex' im' bl') ->
  exists t, playable n t /\ Forall (finds t) (insts g ex im (images members h)) /\
    Z.of_nat (cost o t (insts g ex im (images members h))) <= most_of_group h (length im).
Proof.
  intros I V J LE N F K KB MO R. unfold is_play in V. rewrite !andb_true_iff, forallb_forall in V.
  destruct V as [[[V VP] _] _]. specialize (VP h J). unfold is_part in VP.
  apply andb_prop in VP as [G VP].
  destruct (nth_error places (of h)) as [y|] eqn:E; [|discriminate].
  rewrite andb_true_iff, orb_true_iff, !Nat.ltb_lt, Nat.leb_le in VP.
  destruct VP as [D SP].
  pose proof (nth_error_In _ _ E) as Iy. pose proof (place_sound y Iy) as Sy.
  assert (EM : nth_error members (of h) =
    Some {| pattern := here y; colours := names_here y; bound := most y; covers := [] |}).
  { unfold members. rewrite nth_error_map, E. reflexivity. }
  assert (L : layout ex im).
  { rewrite app_assoc in N. now apply NoDup_both in N. }
  rewrite <- K in G.
  set (y' := {| pattern := here y; colours := names_here y; bound := most y; covers := [] |}) in EM.
  destruct (group_insts g pegs members (question p) h ex im y' (sound_length y Sy) L G EM)
    as (L2 & K2 & O & PY).
  unfold y' in *. simpl in L2, K2, PY. set (ex' := map _ (names h)) in *.
  set (im' := if has_star (here y) then im else []) in *.
  set (im2 := if has_star (here y) then [] else im).
  assert (M : names_in (length ex) (names h) /\ length (names h) = names_here y).
  { unfold is_group in G. rewrite EM in G. rewrite !andb_true_iff in G.
    destruct G as [[_ G] _]. apply are_names_right in G. exact G. }
  destruct M as [M KN].
  destruct (names_rest ex (names h)) as (unused & PU & KU);
    [now apply layout_parts in L | exact M|].
  assert (PA : Permutation (ex ++ im ++ bl) (ex' ++ im' ++ bl ++ unused ++ im2)).
  { rewrite PU. fold ex'. rewrite <- app_assoc. apply Permutation_app_head.
    unfold im', im2. destruct (has_star (here y)).
    - rewrite app_nil_r, (app_assoc im bl unused). apply Permutation_app_comm.
    - simpl. rewrite (app_assoc unused im bl). apply Permutation_app_comm. }
  set (bl' := firstn (spare y) (bl ++ unused ++ im2)).
  assert (N' : NoDup (ex' ++ im' ++ bl')).
  { apply (Permutation_NoDup PA) in N. now apply first_NoDup. }
  assert (F' : Forall (fun c => c < n)%nat (ex' ++ im' ++ bl')).
  { apply (Permutation_Forall PA) in F. now apply first_Forall. }
  assert (KB' : length bl' = spare y).
  { unfold bl'. rewrite firstn_length, !app_length, KU, KN, KB, K.
    unfold im2. destruct (has_star (here y)); simpl; lia. }
  destruct (R y ex' im' bl' Iy N' F' K2 KB') as (t & T1 & T2 & T3).
  - unfold im'. intro H. now rewrite H.
  - unfold most_of_group in MO. rewrite E in MO. unfold most_of, im' in *.
    destruct (has_star (here y)); exact MO.
  - unfold im'. destruct (has_star (here y)); simpl; lia.
  - assert (LS : Forall (fun s => length s = pegs) (insts g ex' im' (here y))).
    { apply Forall_forall. intros s H. apply in_insts in H as (C & H1 & H2 & _).
      apply Forall2_length in H2. pose proof (sound_length y Sy) as SL.
      rewrite Forall_forall in SL. destruct (SL C H1). congruence. }
    destruct (moved_cost n (order h) O t _ T1 LS) as [M1 M2].
    exists (moved (permuted (order h)) t). split; [|split].
    + now apply (moved_playable n (order h) O).
    + apply (Permutation_Forall (Permutation_sym PY)). now apply M2.
    + rewrite (cost_permutation o _ _ _ PY), M1. unfold most_of_group. rewrite E.
      replace (most_of y (length im)) with (most_of y (length im')); [exact T3|].
      unfold most_of, im'. destruct (has_star (here y)); reflexivity.
Qed.

Theorem all_reached n : forall m c x ex im bl,
  In x places -> length im = m -> length (here x) = c ->
  NoDup (ex ++ im ++ bl) -> Forall (fun c => c < n)%nat (ex ++ im ++ bl) ->
  length ex = names_here x -> length bl = spare x -> (has_star (here x) = false -> im = []) ->
  0 <= most_of x (length im) -> reached n x ex im bl.
Proof.
  induction m as [m IHm] using (well_founded_induction lt_wf).
  induction c as [c IHc] using (well_founded_induction lt_wf).
  intros x ex im bl I Lm Lc N F K KB S Occurs. pose proof (place_sound x I) as Sx.
  assert (L : layout ex im) by (rewrite app_assoc in N; now apply NoDup_both in N).
  assert (BF : Forall (below (length ex)) (here x)).
  { rewrite K. apply (Forall_impl _ (P := fun C => length C = pegs /\ below (names_here x) C));
      [tauto | exact (sound_length x Sx)]. }
  pose proof (number_right g ex im (here x) L BF) as NR.
  destruct (place_played x (length im) I) as [[E P]|(p & V & LP & OP & MP)]; [| exact Occurs | |].
  { intro H. now rewrite (S H). }
  - exists Stop. split; [exact Logic.I|]. rewrite E in NR.
    destruct (insts g ex im (here x)); [|discriminate]. split; [constructor|].
    destruct o; exact P.
  - pose proof V as V'. unfold is_play in V. rewrite !andb_true_iff in V.
    destruct V as [[[[[[[[[[V1 V2] V3] V4] V5] V6] V7] V8] V9] V10] V11].
    apply Nat.eqb_eq in V1. apply is_below_right in V2. apply Nat.leb_le in V4, V5, V6.
    set (new := firstn (fresh p) im). set (rest := skipn (fresh p) im).
    assert (PI : im = new ++ rest) by (symmetry; apply firstn_skipn).
    assert (LN : length new = fresh p) by (apply firstn_length_le; lia).
    assert (LR : length im = (fresh p + length rest)%nat) by (rewrite PI, app_length; lia).
    assert (N2 : NoDup ((ex ++ new) ++ rest ++ bl)).
    { rewrite <- app_assoc, (app_assoc new), <- PI. exact N. }
    assert (F2 : Forall (fun c => c < n)%nat ((ex ++ new) ++ rest ++ bl)).
    { rewrite <- app_assoc, (app_assoc new), <- PI. exact F. }
    assert (K2 : length (ex ++ new) = (names_here x + fresh p)%nat) by (rewrite app_length; lia).
    assert (L2 : layout (ex ++ new) rest) by (rewrite app_assoc in N2; now apply NoDup_both in N2).
    set (D := question p) in *. set (qu := coloured (ex ++ new) bl D).
    assert (EN : enough bl D) by (apply enough_needed; lia).
    rewrite <- K2 in V2.
    assert (T : Forall2 (told (ex ++ new) rest) D qu).
    { apply coloured_told; auto. intros c' J H. rewrite app_assoc in N2.
      apply NoDup_both in N2 as (_ & _ & N3). now apply (N3 c'). }
    assert (W : well_formed g pegs qu).
    { split; [unfold qu; now rewrite coloured_length|]. intro G.
      apply (coloured_NoDup _ rest); auto. now apply (proj1 (distinct_spec g D) V3). }
    assert (FQ : Forall (fun c => c < n)%nat qu).
    { apply Forall_forall. intros c' J. rewrite Forall_forall in F2. apply F2.
      apply coloured_in in J; auto. rewrite !in_app_iff.
      destruct J as [(i & _ & J)|J]; [|auto]. apply nth_error_In, in_app_iff in J. tauto. }
    set (Y := fun h => insts g (ex ++ new) rest (images members h)).
    assert (TH : forall h, In h (parts_of p) -> exists t, playable n t /\
      Forall (finds t) (Y h) /\ Z.of_nat (cost o t (Y h)) <= most_of_group h (length rest)).
    { intros h J. apply (part_reached n x p h (ex ++ new) rest bl); auto; [lia | |].
      { assert (H : 0 <= most_of_group h (length im - fresh p)).
        { apply (MP (fun m => most_of_group h (m - fresh p)%nat)). unfold margins.
          apply in_app_iff. left. now apply (in_map (fun h m => most_of_group h (m - fresh p)%nat)). }
        replace (length im - fresh p)%nat with (length rest) in H by lia. exact H. }
      intros y ex' im' bl' Iy N' F' K' KB' S' SI' LT. destruct LT as [LT|[LT1 LT2]].
      - apply (IHm (length im')) with (c := length (here y)); auto. lia.
      - destruct (Nat.eq_dec (length im') m) as [Q|Q].
        + apply (IHc (length (here y))); auto. lia.
        + apply (IHm (length im')) with (c := length (here y)); auto. lia. }
    assert (AN : NoDup (map (answer_of members D) (parts_of p))).
    { unfold answers_differ in V10. fold D in V10.
      destruct (list_eq_dec answer_dec (nodup answer_dec (map (answer_of members D) (parts_of p)))
        (map (answer_of members D) (parts_of p))) as [<-|]; [apply NoDup_nodup | discriminate]. }
    destruct (assemble (answer_of members D) _ (parts_of p) AN TH) as (next & A1 & A2).
    set (won := if _ && _ then [D] else []) in V11.
    destruct (remove_all _ _) as [left_over|] eqn:RA; [|discriminate].
    apply remove_all_right in RA. rewrite forallb_forall in V11.
    assert (EL : insts g (ex ++ new) rest left_over = []).
    { destruct (insts g (ex ++ new) rest left_over) as [|s l] eqn:Q; [reflexivity|].
      assert (H : In s (insts g (ex ++ new) rest left_over)) by (rewrite Q; now left).
      unfold insts in H. apply in_flat_map in H as (C & H1 & H2). specialize (V11 C H1).
      pose proof (inst_length_distinct g (ex ++ new) rest C s L2 H2) as DC. rewrite DC in V11.
      simpl in V11. apply andb_prop in V11 as [O Z]. apply Z.eqb_eq in Z.
      rewrite (OP O) in LR. replace (least p - fresh p)%nat with (length rest) in Z by lia.
      rewrite <- (size_right g (ex ++ new) rest C L2) in Z.
      - destruct (inst g (ex ++ new) rest C); [destruct H2 | discriminate].
      - rewrite K2. apply (extends_below (names_here x) (fresh p) (here x)).
        + rewrite K in BF. exact BF.
        + apply (Permutation_in _ (Permutation_sym RA)), in_app_iff. now right. }
    assert (PX : Permutation (insts g ex im (here x))
      (insts g (ex ++ new) rest won ++ flat_map Y (parts_of p))).
    { rewrite PI. etransitivity.
      - apply (extends_right g ex (new ++ rest) new rest); auto.
      - rewrite K, LN. etransitivity; [apply insts_permutation, RA|].
        rewrite !insts_both, EL, app_nil_r. apply Permutation_app_head.
        unfold insts at 1. rewrite flat_map_flat_map. reflexivity. }
    assert (WW : forall s, In s (insts g (ex ++ new) rest won) -> s = qu).
    { intros s H. apply in_insts in H as (C & H1 & H2 & _). unfold won in H1.
      destruct (is_full D) eqn:U; simpl in H1; [|destruct H1].
      destruct (in_dec clause_dec D _); simpl in H1; [|destruct H1].
      destruct H1 as [<-|[]]. now apply (full_told (ex ++ new) rest D). }
    assert (AY : forall h, In h (parts_of p) -> forall s, In s (Y h) ->
      s <> qu /\ answer s qu = answer_of members D h).
    { intros h J s H. apply (group_answers g pegs members D h (ex ++ new) rest); auto.
      rewrite forallb_forall in V9. specialize (V9 h J). unfold is_part in V9.
      apply andb_prop in V9 as [V9 _]. now rewrite K2. }
    exists (Ask qu next). split; [|split].
    + split; [exact W|]. split; [exact FQ|]. intro a.
      destruct (A2 a) as [->|(h & _ & A & _)]; [exact Logic.I | exact A].
    + apply (Permutation_Forall (Permutation_sym PX)), Forall_app. split; apply Forall_forall.
      * intros s H. left. now apply WW.
      * intros s H. apply in_flat_map in H as (h & J & H). right.
        destruct (AY h J s H) as [_ ->]. destruct (A1 h J) as (_ & A & _).
        rewrite Forall_forall in A. now apply A.
    + rewrite (cost_permutation o _ _ _ PX). unfold margins in MP.
      pose proof (fun f H => MP f (in_or_app _ _ _ (or_intror H))) as MQ. clear MP.
      rewrite (Permutation_length PX), app_length in NR.
      destruct o eqn:EO.
      * specialize (MQ _ (or_introl eq_refl)). unfold play_cost in MQ. cbn beta in MQ.
        unfold cost. rewrite map_app, list_sum_both.
        rewrite (won_cost qu next (insts g (ex ++ new) rest won) WW).
        pose proof (parts_cost Y (answer_of members D)
          (fun h => most_of_group h (length im - fresh p)) qu next (parts_of p) AY) as PC.
        rewrite Nat2Z.inj_add. rewrite Nat2Z.inj_add in NR.
        enough (Z.of_nat (list_sum (map (asked (Ask qu next)) (flat_map Y (parts_of p)))) <=
          Z.of_nat (length (flat_map Y (parts_of p))) +
          sum (map (fun h => most_of_group h (length im - fresh p)) (parts_of p))) by lia.
        apply PC. intros h J. destruct (A1 h J) as (_ & _ & A).
        replace (length im - fresh p)%nat with (length rest) by lia. exact A.
      * assert (M1 := MQ _ (or_introl eq_refl)). cbn beta in M1. unfold cost.
        enough (list_max (map (asked (Ask qu next))
          (insts g (ex ++ new) rest won ++ flat_map Y (parts_of p))) <=
          Z.to_nat (most_of x (length im)))%nat by lia.
        apply list_max_le, Forall_forall. intros k H. apply in_map_iff in H as (s & <- & H).
        apply in_app_iff in H as [H|H].
        -- rewrite (WW s H). simpl. destruct (code_dec qu qu); [lia | congruence].
        -- apply in_flat_map in H as (h & J & H). destruct (AY h J s H) as [B1 B2].
           assert (M2 := MQ _ (or_intror (in_map _ _ _ J))).
           cbn beta in M2.
           destruct (A1 h J) as (_ & _ & A). unfold cost in A.
           replace (length im - fresh p)%nat with (length rest) in M2 by lia.
           simpl. destruct (code_dec s qu); [contradiction|]. rewrite B2.
           pose proof (proj1 (list_max_le (map (asked (next (answer_of members D h))) (Y h)) _)
             (le_n _)) as X. rewrite Forall_forall in X.
           specialize (X _ (in_map _ _ _ H)). lia.
Qed.
End Strategy.

(** What is proved of the first place, if that is the full pattern. *)
Theorem upper_bound g pegs o hi q d places x others :
  check_places g pegs o hi q d places = true ->
  places = x :: others -> here x = [repeat None pegs] -> names_here x = 0%nat ->
  spare x = 0%nat -> (0 < pegs)%nat ->
  forall n, 0 <= value (most x) n -> exists t,
    (forall X, allowed g pegs Exact n X t) /\ Forall (finds t) (secrets g pegs n) /\
    Z.of_nat (cost o t (secrets g pegs n)) <= value (most x) n.
Proof.
  intros C -> P K B H n Occurs.
  destruct (all_reached g pegs o hi q d (x :: others) C n n 1 x [] (seq 0 n) [])
    as (t & T1 & T2 & T3); auto.
  - now left.
  - apply seq_length.
  - now rewrite P.
  - simpl. rewrite app_nil_r. apply seq_NoDup.
  - simpl. rewrite app_nil_r. apply Forall_forall. intros c I. apply in_seq in I. lia.
  - rewrite P. destruct pegs; [lia|]. discriminate.
  - unfold most_of. rewrite seq_length, P. destruct pegs; [lia | exact Occurs].
  - exists t. rewrite secrets_insts, <- P. split; [|split; [exact T2|]].
    + now apply (playable_allowed g pegs n).
    + rewrite seq_length in T3. unfold most_of in T3. rewrite P in T3 at 2.
      destruct pegs; [lia|]. exact T3.
Qed.
