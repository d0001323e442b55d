(** How many secrets a pattern has, as a function of the number of implicit colours. *)

From Verified Require Export Columns Quasi.
Require Import Bool Lia.

Fixpoint stars (C : clause) : nat :=
  match C with [] => 0 | None :: C' => S (stars C') | Some _ :: C' => stars C' end.

(** [c (c - 1) (c - 2) ...] in the AB game, [c c c ...] in Mastermind. *)
Fixpoint ways (g : game) (c : Z) (stars : nat) : Z :=
  match stars with
  | O => 1
  | S s => c * ways g (if g then c else c - 1) s
  end.
Definition size (g : game) (C : clause) (m : nat) : Z :=
  if distinct g C then ways g (Z.of_nat m) (stars C) else 0.

Lemma flat_map_constant {A B} (f : A -> list B) k l :
  (forall x, In x l -> Z.of_nat (length (f x)) = k) ->
  Z.of_nat (length (flat_map f l)) = Z.of_nat (length l) * k.
Proof.
  induction l as [|a l IH]; intro H; cbn [flat_map length]; [reflexivity|].
  rewrite app_length, Nat2Z.inj_add, Nat2Z.inj_succ, IH, (H a); [lia | now left |].
  intros x I. apply H. now right.
Qed.

Lemma fills_length ex im C :
  below (length ex) C -> Z.of_nat (length (fills ex im C)) = ways mastermind (Z.of_nat (length im)) (stars C).
Proof.
  induction C as [|x C IH]; intro B; [reflexivity|].
  inversion B as [|? ? B1 B2]; subst. specialize (IH B2). simpl.
  rewrite (flat_map_constant _ (ways mastermind (Z.of_nat (length im)) (stars C)))
    by (intros c _; now rewrite map_length).
  destruct x as [i|]; simpl; [|reflexivity].
  destruct (nth_error ex i) eqn:E; cbn [length]; [now rewrite Z.mul_1_l|].
  apply nth_error_None in E. specialize (B1 i eq_refl). lia.
Qed.

Definition without (c : nat) (s : code) : bool := if in_dec Nat.eq_dec c s then false else true.

Lemma filter_all {A} (p : A -> bool) l : (forall x, In x l -> p x = true) -> filter p l = l.
Proof. induction l; simpl; intro H; [reflexivity|]. rewrite H, IHl; auto. Qed.

Lemma filter_none {A} (p : A -> bool) l : (forall x, In x l -> p x = false) -> filter p l = [].
Proof. induction l; simpl; intro H; [reflexivity|]. rewrite H; auto. Qed.

Lemma filter_filter {A} (p r : A -> bool) l :
  filter p (filter r l) = filter (fun x => andb (r x) (p x)) l.
Proof.
  induction l; simpl; [reflexivity|]. destruct (r a); simpl; [|exact IHl].
  destruct (p a); now rewrite IHl.
Qed.

Lemma filter_map {A B} (p : B -> bool) (f : A -> B) l :
  filter p (map f l) = map f (filter (fun x => p (f x)) l).
Proof. induction l; simpl; [reflexivity|]. destruct (p (f a)); simpl; now rewrite IHl. Qed.

(** Secrets without an implicit colour are those of the other implicit ones. *)
Lemma fills_without ex im C c :
  ~ In c ex ->
  filter (without c) (fills ex im C) = fills ex (filter (fun d => negb (d =? c)%nat) im) C.
Proof.
  intro N. induction C as [|x C IH]; [reflexivity|]. simpl.
  rewrite filter_flat_map.
  assert (X : forall d, filter (without c) (map (cons d) (fills ex im C)) =
    if (d =? c)%nat then [] else map (cons d) (filter (without c) (fills ex im C))).
  { intro d. rewrite filter_map. destruct (Nat.eqb_spec d c) as [->|E].
    - rewrite filter_none; [reflexivity|]. intros s _. unfold without.
      destruct (in_dec Nat.eq_dec c (c :: s)) as [|K]; [reflexivity|]. exfalso. apply K. now left.
    - f_equal. apply filter_ext. intro s. unfold without.
      destruct (in_dec Nat.eq_dec c (d :: s)) as [[K|K]|K], (in_dec Nat.eq_dec c s) as [J|J];
        try reflexivity; try congruence; exfalso; try tauto. apply K. now right. }
  rewrite (flat_map_ext _ _ X), IH.
  generalize (fills ex (filter (fun d => negb (d =? c)%nat) im) C) as F. clear X IH. intro F.
  destruct x as [i|]; simpl.
  - destruct (nth_error ex i) as [d|] eqn:E; simpl; [|reflexivity].
    destruct (Nat.eqb_spec d c) as [->|]; [|reflexivity].
    exfalso. apply N. now apply nth_error_In in E.
  - induction im as [|d im IHim]; [reflexivity|]. simpl.
    destruct (d =? c)%nat; simpl; now rewrite IHim.
Qed.

Lemma filter_length_without c im :
  NoDup im -> In c im -> length im = S (length (filter (fun d => negb (d =? c)%nat) im)).
Proof.
  induction im as [|d im IH]; intros N I; [destruct I|].
  inversion N as [|? ? N1 N2]; subst. simpl. destruct (Nat.eqb_spec d c) as [->|E]; simpl.
  - f_equal. rewrite filter_all; [reflexivity|]. intros x X.
    destruct (Nat.eqb_spec x c) as [->|]; [contradiction | reflexivity].
  - f_equal. apply IH; [exact N2|]. destruct I as [I|I]; [congruence | exact I].
Qed.

Lemma fits_cons c s : fits ab (c :: s) = (without c s && fits ab s)%bool.
Proof.
  apply eq_true_iff_eq. rewrite andb_true_iff, !fits_spec. unfold without.
  destruct (in_dec Nat.eq_dec c s) as [I|I]; split.
  - intro H. specialize (H eq_refl). inversion H. contradiction.
  - intros [H _]. discriminate.
  - intro H. specialize (H eq_refl). inversion H. now split.
  - intros [_ H] E. constructor; [exact I | now apply H].
Qed.

Lemma inst_length_ab ex : forall C im,
  layout ex im -> below (length ex) C -> NoDup (explicit C) ->
  Z.of_nat (length (inst ab ex im C)) = ways ab (Z.of_nat (length im)) (stars C).
Proof.
  induction C as [|x C IH]; intros im L B N; [reflexivity|].
  inversion B as [|? ? B1 B2]; subst. unfold inst. simpl fills. rewrite filter_flat_map.
  assert (X : forall d, filter (fits ab) (map (cons d) (fills ex im C)) =
    map (cons d) (filter (fits ab) (filter (without d) (fills ex im C)))).
  { intro d. rewrite filter_map, filter_filter. f_equal. apply filter_ext.
    intro s. apply fits_cons. }
  rewrite (flat_map_ext _ _ X). destruct x as [i|].
  - simpl choices. specialize (B1 i eq_refl).
    destruct (nth_error ex i) as [d|] eqn:E; [|apply nth_error_None in E; lia].
    simpl. rewrite app_nil_r, map_length. simpl in N. inversion N as [|? ? N1 N2]; subst.
    rewrite (filter_all (without d)); [now apply IH|].
    intros s I. unfold without. destruct (in_dec Nat.eq_dec d s) as [J|J]; [|reflexivity].
    exfalso. apply in_fills in I. pose proof (stands_marks _ _ _ _ L I) as M.
    destruct (Forall2_in_left _ _ _ _ M J) as ([j|] & K & T); simpl in T.
    + apply N1, in_explicit. replace i with j; [exact K|].
      apply (nth_error_same ex j i d); auto. now apply layout_parts in L.
    + apply T. now apply nth_error_In in E.
  - simpl choices. simpl stars. simpl ways.
    apply layout_parts in L as (NE & NI & D).
    apply flat_map_constant. intros c I. rewrite map_length.
    rewrite fills_without by (intro J; now apply (D c)).
    set (im' := filter (fun d => negb (d =? c)%nat) im).
    replace (Z.of_nat (length im) - 1)%Z with (Z.of_nat (length im')).
    + apply IH; auto. apply NoDup_both. repeat split; auto; [now apply NoDup_filter|].
      intros d J K. apply filter_In in K as [K _]. now apply (D d).
    + pose proof (filter_length_without c im NI I) as E. fold im' in E. lia.
Qed.

Lemma inst_length_distinct g ex im C s :
  layout ex im -> In s (inst g ex im C) -> distinct g C = true.
Proof.
  intros L I. apply in_inst in I as [F N]. apply distinct_spec. intro G.
  apply (NoDup_explicit ex C s); [now apply (stands_marks ex im) | now apply N].
Qed.

Theorem size_right g ex im C :
  layout ex im -> below (length ex) C ->
  Z.of_nat (length (inst g ex im C)) = size g C (length im).
Proof.
  intros L B. unfold size. destruct (distinct g C) eqn:E.
  - destruct g.
    + unfold inst. rewrite filter_all by reflexivity. now apply fills_length.
    + apply inst_length_ab; auto. now apply (proj1 (distinct_spec ab C) E).
  - destruct (inst g ex im C) as [|s l] eqn:K; [reflexivity|].
    exfalso. assert (I : In s (inst g ex im C)) by (rewrite K; now left).
    apply inst_length_distinct in I; [congruence | exact L].
Qed.

Definition sum (l : list Z) : Z := fold_right Z.add 0 l.
Definition number (g : game) (P : list clause) (m : nat) : Z := sum (map (fun C => size g C m) P).

Theorem number_right g ex im P :
  layout ex im -> Forall (below (length ex)) P ->
  Z.of_nat (length (insts g ex im P)) = number g P (length im).
Proof.
  intros L F. unfold insts, number. induction F as [|C P B F IH]; [reflexivity|].
  cbn [flat_map map sum fold_right]. rewrite app_length, Nat2Z.inj_add, size_right by auto.
  fold (sum (map (fun C => size g C (length im)) P)). lia.
Qed.

Lemma ways_quasi g b q s : forall c,
  quasi b q (S s) (fun m => ways g (Z.of_nat m - c) s).
Proof.
  induction s as [|s IH]; intro c; simpl; [exact (quasi_constant 1 b q 0)|].
  apply (quasi_linear b q (S s) c (fun m => ways g (if g then Z.of_nat m - c else Z.of_nat m - c - 1) s)).
  intros m M. destruct g.
  - now apply (IH c).
  - eapply poly_same; [|exact (IH (c + 1) m M)]. intro t. simpl. f_equal. lia.
Qed.

Lemma number_quasi g b q d P :
  Forall (fun C => (stars C < d)%nat) P -> quasi b q d (number g P).
Proof.
  intro F. destruct d as [|d].
  - destruct F; [|lia]. intros m M t. reflexivity.
  - unfold number. induction F as [|C P L F IH]; [exact (quasi_constant 0 b q d)|].
    apply (quasi_add b q (S d) (size g C) (number g P)); [|exact IH].
    unfold size. destruct (distinct g C); [|exact (quasi_constant 0 b q d)].
    apply (quasi_degree b q (S (stars C))); [lia|].
    intros m M. eapply poly_same; [|exact (ways_quasi g b q (stars C) 0 m M)].
    intro t. simpl. f_equal. lia.
Qed.

Lemma ways_positive g s : forall c, Z.of_nat s <= c -> 0 < ways g c s.
Proof.
  induction s as [|s IH]; intros c L; simpl; [lia|].
  apply Z.mul_pos_pos; [lia|]. apply IH. destruct g; lia.
Qed.

Lemma ways_nonneg g s : forall m, 0 <= ways g (Z.of_nat m) s.
Proof.
  induction s as [|s IH]; intro m; simpl; [lia|]. destruct m as [|m]; [lia|].
  apply Z.mul_nonneg_nonneg; [lia|]. destruct g; [apply IH|].
  replace (Z.of_nat (S m) - 1) with (Z.of_nat m) by lia. apply IH.
Qed.

Lemma size_nonneg g C m : 0 <= size g C m.
Proof. unfold size. pose proof (ways_nonneg g (stars C) m). destruct (distinct g C); lia. Qed.

Lemma number_nonneg g P m : 0 <= number g P m.
Proof.
  induction P as [|C P IH]; [reflexivity|]. unfold number. cbn [map sum fold_right].
  fold (number g P m). pose proof (size_nonneg g C m). unfold number, sum in *. lia.
Qed.

Lemma stars_length C : (stars C <= length C)%nat.
Proof. induction C as [|[i|] C IH]; simpl; lia. Qed.

Lemma number_positive g P C m :
  In C P -> distinct g C = true -> (length C <= m)%nat -> 0 < number g P m.
Proof.
  intros I D L. induction P as [|C' P IH]; [destruct I|].
  unfold number. cbn [map sum fold_right]. pose proof (number_nonneg g P m) as N.
  pose proof (size_nonneg g C' m) as N'. unfold number, sum in *. destruct I as [->|I].
  - assert (0 < size g C m); [|lia]. unfold size. rewrite D. apply ways_positive.
    pose proof (stars_length C). lia.
  - specialize (IH I). lia.
Qed.
