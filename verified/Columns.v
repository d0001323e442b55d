(** Columns may be permuted, in secrets, questions and clauses alike; colours may be renamed. *)

From Verified Require Export Answers.
Require Import Bool Lia.

Definition permute {A} (d : A) (order : list nat) (l : list A) : list A :=
  map (fun i => nth i l d) order.
Definition permuted : list nat -> code -> code := permute 0.
Definition order_of (pegs : nat) (order : list nat) : Prop := Permutation order (seq 0 pegs).

Lemma map_nth_seq {A} (d : A) l : map (fun i => nth i l d) (seq 0 (length l)) = l.
Proof.
  apply (nth_ext _ _ d d); [now rewrite map_length, seq_length|].
  rewrite map_length, seq_length. intros i L.
  rewrite (nth_indep _ d (nth 0 l d)) by now rewrite map_length, seq_length.
  rewrite (map_nth (fun i => nth i l d)), seq_nth; auto.
Qed.

Lemma permute_same {A} (d : A) order l :
  order_of (length l) order -> Permutation (permute d order l) l.
Proof.
  intro P. unfold permute. etransitivity; [apply Permutation_map; exact P|].
  now rewrite map_nth_seq.
Qed.

Lemma permute_length {A} (d : A) order l : length (permute d order l) = length order.
Proof. apply map_length. Qed.

Lemma order_length pegs order : order_of pegs order -> length order = pegs.
Proof. intro P. apply Permutation_length in P. now rewrite seq_length in P. Qed.

Lemma order_in pegs order i : order_of pegs order -> In i order <-> i < pegs.
Proof.
  intro P. split; intro H.
  - apply (Permutation_in _ P) in H. apply in_seq in H. lia.
  - apply (Permutation_in _ (Permutation_sym P)). apply in_seq. lia.
Qed.

Lemma nth_permute {A} (d : A) order l j :
  j < length order -> nth j (permute d order l) d = nth (nth j order 0) l d.
Proof.
  intro L. unfold permute.
  rewrite (nth_indep _ d (nth 0 l d)) by now rewrite map_length.
  now rewrite (map_nth (fun i => nth i l d)).
Qed.

(** ** The way back *)

Fixpoint place (i : nat) (order : list nat) : nat :=
  match order with
  | [] => 0
  | j :: order' => if i =? j then 0 else S (place i order')
  end.

Lemma place_right order : forall j, NoDup order -> j < length order -> place (nth j order 0) order = j.
Proof.
  induction order as [|a order IH]; intros j N L; simpl in *; [lia|].
  inversion N as [|? ? N1 N2]; subst. destruct j as [|j].
  - now rewrite Nat.eqb_refl.
  - destruct (Nat.eqb_spec (nth j order 0) a) as [E|E].
    + exfalso. apply N1. rewrite <- E. apply nth_In. lia.
    + f_equal. apply IH; [exact N2 | lia].
Qed.

Lemma permute_back {A} (d : A) pegs order (l : list A) :
  order_of pegs order -> length l = pegs ->
  permute d order (map (fun i => nth (place i order) l d) (seq 0 pegs)) = l.
Proof.
  intros O L. pose proof (order_length _ _ O) as OL.
  assert (N : NoDup order).
  { apply (Permutation_NoDup (Permutation_sym O)). apply seq_NoDup. }
  apply (nth_ext _ _ d d); rewrite permute_length; [lia|].
  intros j J. rewrite nth_permute by exact J.
  assert (K : nth j order 0 < pegs) by (apply (order_in pegs order _ O), nth_In; exact J).
  rewrite (nth_indep _ d (nth (place 0 order) l d)) by now rewrite map_length, seq_length.
  rewrite (map_nth (fun i => nth (place i order) l d)), seq_nth by exact K.
  simpl. now rewrite place_right.
Qed.

Lemma permute_one {A} (d : A) pegs order l1 l2 :
  order_of pegs order -> length l1 = pegs -> length l2 = pegs ->
  permute d order l1 = permute d order l2 -> l1 = l2.
Proof.
  intros O L1 L2 E. apply (nth_ext _ _ d d); [congruence|]. intros i I.
  assert (J : In i order) by (apply (order_in pegs order i O); lia).
  apply (In_nth _ _ 0) in J as (j & J & <-).
  apply (f_equal (fun l => nth j l d)) in E. now rewrite !nth_permute in E.
Qed.

Lemma Forall2_nth' {A B} (R : A -> B -> Prop) a b : forall l1 l2,
  Forall2 R l1 l2 <-> length l1 = length l2 /\ forall i, i < length l1 -> R (nth i l1 a) (nth i l2 b).
Proof.
  induction l1 as [|x l1 IH]; intros [|y l2]; simpl.
  - split; [intros _; split; [auto | lia] | auto].
  - split; [intro H; inversion H | intros [E _]; discriminate].
  - split; [intro H; inversion H | intros [E _]; discriminate].
  - split.
    + intro H. inversion H as [|? ? ? ? H1 H2]; subst. apply IH in H2 as [E F].
      split; [congruence|]. intros [|i] L; [exact H1 | apply F; lia].
    + intros [E F]. constructor; [apply (F 0); lia|]. apply IH. split; [congruence|].
      intros i L. apply (F (S i)). lia.
Qed.

Lemma permute_Forall2 {A B} (R : A -> B -> Prop) a b pegs order l1 l2 :
  order_of pegs order -> length l1 = pegs -> length l2 = pegs ->
  Forall2 R (permute a order l1) (permute b order l2) <-> Forall2 R l1 l2.
Proof.
  intros O L1 L2. pose proof (order_length _ _ O) as OL.
  rewrite !(Forall2_nth' R a b), !permute_length. split; intros [E F]; (split; [congruence|]).
  - intros i I. assert (J : In i order) by (apply (order_in pegs order i O); lia).
    apply (In_nth _ _ 0) in J as (j & J & <-). specialize (F j J).
    now rewrite !nth_permute in F.
  - intros j J. rewrite !nth_permute by exact J. apply F.
    rewrite L1. apply (order_in pegs order _ O). now apply nth_In.
Qed.

(** ** Answers stay the same *)

Lemma black_sum : forall s q, length s = length q ->
  black s q = list_sum (map (fun i => if nth i s 0 =? nth i q 0 then 1 else 0) (seq 0 (length s))).
Proof.
  induction s as [|a s IH]; intros [|b q] E; simpl in *; try discriminate; [reflexivity|].
  rewrite <- seq_shift, map_map. f_equal. apply IH. congruence.
Qed.

Lemma occurrences_permutation s s' c : Permutation s s' -> occurrences s c = occurrences s' c.
Proof. intro P. unfold occurrences. now apply (Permutation_count_occ Nat.eq_dec). Qed.

Lemma matched_permutation s s' q q' :
  Permutation s s' -> Permutation q q' -> matched s q = matched s' q'.
Proof.
  intros P Q. unfold matched.
  transitivity (list_sum (map (fun c => min (occurrences s c) (occurrences q c))
    (nodup Nat.eq_dec s'))).
  - apply same_sum; try apply NoDup_nodup. intros c H.
    assert (I : In c s) by (apply (count_occ_In Nat.eq_dec); unfold occurrences in H; lia).
    rewrite !nodup_In. split; [exact I|]. now apply (Permutation_in _ P).
  - f_equal. apply map_ext. intro c.
    now rewrite (occurrences_permutation s s'), (occurrences_permutation q q').
Qed.

Lemma permuted_answer pegs order s q :
  order_of pegs order -> length s = pegs -> length q = pegs ->
  answer (permuted order s) (permuted order q) = answer s q.
Proof.
  intros O LS LQ. pose proof (order_length _ _ O) as OL. unfold answer.
  assert (B : black (permuted order s) (permuted order q) = black s q).
  { rewrite !black_sum; unfold permuted; rewrite ?permute_length; try congruence.
    rewrite LS, OL.
    set (f := fun i => if nth i s 0 =? nth i q 0 then 1 else 0).
    transitivity (list_sum (map f order)).
    - replace (map f order) with (map (fun j => f (nth j order 0)) (seq 0 pegs)).
      + f_equal. apply map_ext_in. intros j J. apply in_seq in J. unfold f.
        rewrite !nth_permute by lia. reflexivity.
      + rewrite <- OL, <- (map_map (fun j => nth j order 0) f). now rewrite map_nth_seq.
    - apply sum_permutation, Permutation_map. exact O. }
  rewrite B. do 2 f_equal. apply matched_permutation; apply permute_same; congruence.
Qed.

(** A map of codes that answers do not notice. *)
Record symmetry (g : game) (pegs : nat) (f : code -> code) : Prop := {
  reaches : exists back, forall q, well_formed g pegs q -> well_formed g pegs (back q) /\ f (back q) = q;
  keeps : forall s q, length s = pegs -> length q = pegs -> answer (f s) (f q) = answer s q;
  parts : forall s q, length s = pegs -> length q = pegs -> f s = f q -> s = q }.

Lemma symmetry_identity g pegs : symmetry g pegs (fun s => s).
Proof. split; auto. exists (fun q => q). auto. Qed.

Lemma permuted_NoDup pegs order s :
  order_of pegs order -> length s = pegs -> NoDup (permuted order s) <-> NoDup s.
Proof.
  intros O L. assert (P : Permutation (permuted order s) s) by (apply permute_same; congruence).
  split; apply Permutation_NoDup; [exact P | now symmetry].
Qed.

Lemma symmetry_permuted g pegs f order :
  symmetry g pegs f -> order_of pegs order -> symmetry g pegs (fun s => f (permuted order s)).
Proof.
  intros S O. pose proof (order_length _ _ O) as OL.
  assert (LP : forall s, length (permuted order s) = pegs).
  { intro s. unfold permuted. now rewrite permute_length. }
  split.
  - destruct (reaches _ _ _ S) as (back & R).
    exists (fun q => map (fun i => nth (place i order) (back q) 0) (seq 0 pegs)).
    intros q W. destruct (R q W) as [[L N] E].
    pose proof (permute_back 0 pegs order (back q) O L) as B. split.
    + split; [now rewrite map_length, seq_length|]. intro G.
      apply (permuted_NoDup pegs order); [exact O | now rewrite map_length, seq_length|].
      unfold permuted. rewrite B. now apply N.
    + unfold permuted. now rewrite B.
  - intros s q LS LQ. rewrite (keeps _ _ _ S); auto. now apply (permuted_answer pegs).
  - intros s q LS LQ E. apply (parts _ _ _ S) in E; auto.
    now apply (permute_one 0 pegs order).
Qed.

Lemma Forall2_length {A B} (R : A -> B -> Prop) l1 l2 : Forall2 R l1 l2 -> length l1 = length l2.
Proof. induction 1; simpl; congruence. Qed.

(** ** The image of a clause *)

Definition names_in (k : nat) (names : list nat) : Prop :=
  NoDup names /\ Forall (fun i => i < k) names.
Definition renamed (names : list nat) (C : clause) : clause :=
  map (option_map (fun i => nth i names 0)) C.
Definition image (order names : list nat) (C : clause) : clause :=
  permute None order (renamed names C).

Lemma fills_renamed ex im names C :
  names_in (length ex) names -> below (length names) C ->
  fills ex im (renamed names C) = fills (map (fun i => nth i ex 0) names) im C.
Proof.
  intros [_ F] B. induction C as [|x C IH]; [reflexivity|].
  inversion B as [|? ? B1 B2]; subst. simpl. rewrite (IH B2). f_equal.
  destruct x as [i|]; [|reflexivity]. simpl. specialize (B1 i eq_refl).
  rewrite nth_error_map, (nth_error_nth' names 0 B1). simpl.
  rewrite Forall_forall in F.
  rewrite (nth_error_nth' ex 0); [reflexivity|]. apply F. now apply nth_In.
Qed.

Lemma layout_renamed ex im names :
  layout ex im -> names_in (length ex) names -> layout (map (fun i => nth i ex 0) names) im.
Proof.
  intros L [N F]. apply layout_parts in L as (NE & NI & D). apply NoDup_both.
  rewrite Forall_forall in F. repeat split; [|exact NI|].
  - assert (X : forall l, incl l names -> NoDup l -> NoDup (map (fun i => nth i ex 0) l)).
    { induction l as [|i l IH]; intros I M; simpl; [constructor|].
      inversion M as [|? ? M1 M2]; subst. constructor.
      - intro O. apply in_map_iff in O as (j & E & O). apply M1.
        replace i with j; [exact O|]. apply (proj1 (NoDup_nth ex 0) NE).
        + apply F, I. now right.
        + apply F, I. now left.
        + exact E.
      - apply IH; [|exact M2]. intros j J. apply I. now right. }
    apply X; [apply incl_refl | exact N].
  - intros c I. apply in_map_iff in I as (i & <- & I). apply D. apply nth_In. now apply F.
Qed.

Lemma NoDup_map_one {A B} (f : A -> B) l :
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  induction l as [|a l IH]; intros I N; simpl; [constructor|].
  inversion N as [|? ? N1 N2]; subst. constructor.
  - intro O. apply in_map_iff in O as (b & E & O). apply N1.
    rewrite (I a b); auto; [now left | now right].
  - apply IH; [|exact N2]. intros x y X Y. apply I; now right.
Qed.

Lemma inst_length g ex im C s : In s (inst g ex im C) -> length s = length C.
Proof. intro I. apply in_inst in I as [F _]. apply Forall2_length in F. congruence. Qed.

Lemma inst_permuted g ex im pegs order C :
  NoDup im -> order_of pegs order -> length C = pegs ->
  Permutation (inst g ex im (permute None order C)) (map (permuted order) (inst g ex im C)).
Proof.
  intros N O L. pose proof (order_length _ _ O) as OL. apply NoDup_Permutation.
  - now apply NoDup_filter, NoDup_fills.
  - apply NoDup_map_one; [|now apply NoDup_filter, NoDup_fills].
    intros s t S T. apply inst_length in S, T.
    apply (permute_one 0 pegs order); [exact O | |]; congruence.
  - intro s. rewrite in_inst, in_map_iff. split.
    + intros [F D].
      assert (LS : length s = pegs) by (apply Forall2_length in F; rewrite permute_length in F; lia).
      set (s' := map (fun i => nth (place i order) s 0) (seq 0 pegs)).
      assert (E : permuted order s' = s) by now apply permute_back.
      assert (LS' : length s' = pegs) by (unfold s'; now rewrite map_length, seq_length).
      exists s'. split; [exact E|]. apply in_inst. rewrite <- E in F, D. split.
      * apply (permute_Forall2 (stands ex im) None 0 pegs order); auto.
      * intro G. apply (permuted_NoDup pegs order); auto.
    + intros (s' & <- & I). pose proof (inst_length _ _ _ _ _ I) as LS.
      apply in_inst in I as [F D]. split.
      * apply (permute_Forall2 (stands ex im) None 0 pegs order); auto; congruence.
      * intro G. apply (permuted_NoDup pegs order); [exact O | congruence | now apply D].
Qed.

Theorem insts_image g ex im pegs order names P :
  layout ex im -> order_of pegs order -> names_in (length ex) names ->
  Forall (fun C => length C = pegs /\ below (length names) C) P ->
  Permutation (insts g ex im (map (image order names) P))
    (map (permuted order) (insts g (map (fun i => nth i ex 0) names) im P)).
Proof.
  intros L O M F. apply layout_parts in L as (_ & N & _). unfold insts.
  rewrite flat_map_map, map_flat_map.
  induction F as [|C P [F1 F2] F IH]; [reflexivity|]. simpl. apply Permutation_app; [|exact IH].
  unfold image. etransitivity.
  - apply (inst_permuted g ex im pegs); auto. unfold renamed. now rewrite map_length.
  - apply Permutation_map. unfold inst. now rewrite fills_renamed.
Qed.
