(** Questions on a pattern, read from left to right, and the answers that a clause gives. *)

From Verified Require Export Layouts.
Require Import Bool Lia.

(** What a cell of a question says of the colour that is asked there. *)
Definition told (ex im : list colour) (x : cell) (c : colour) : Prop :=
  match x with Some i => nth_error ex i = Some c | None => ~ In c (ex ++ im) end.
Definition marks (ex : list colour) (x : cell) (c : colour) : Prop :=
  match x with Some i => nth_error ex i = Some c | None => ~ In c ex end.

Fixpoint same (C D : clause) : nat :=
  match C, D with
  | Some i :: C', Some j :: D' => (if i =? j then 1 else 0) + same C' D'
  | _ :: C', _ :: D' => same C' D'
  | _, _ => 0
  end.
Fixpoint explicit (C : clause) : list nat :=
  match C with
  | [] => []
  | Some i :: C' => i :: explicit C'
  | None :: C' => explicit C'
  end.
Definition cells (C : clause) (i : nat) : nat := count_occ cell_dec C (Some i).
Definition common (C D : clause) : nat :=
  list_sum (map (fun i => min (cells C i) (cells D i)) (nodup Nat.eq_dec (explicit D))).
Definition clause_answer (C D : clause) : nat * nat := (same C D, common C D - same C D).

Lemma in_explicit C i : In i (explicit C) <-> In (Some i) C.
Proof.
  induction C as [|[j|] C IH]; simpl; [tauto| |].
  - rewrite IH. split; intros [H|H]; auto; left; congruence.
  - rewrite IH. split; intros H; auto. destruct H as [H|H]; [discriminate | exact H].
Qed.

Lemma layout_parts ex im :
  layout ex im -> NoDup ex /\ NoDup im /\ forall c, In c ex -> ~ In c im.
Proof. apply NoDup_both. Qed.

Lemma nth_error_same {A} (l : list A) i j c :
  NoDup l -> nth_error l i = Some c -> nth_error l j = Some c -> i = j.
Proof.
  intros N I J. apply (proj1 (NoDup_nth_error l) N).
  - apply nth_error_Some. congruence.
  - congruence.
Qed.

Lemma Forall2_weaken {A B} (R S : A -> B -> Prop) l1 l2 :
  (forall a b, R a b -> S a b) -> Forall2 R l1 l2 -> Forall2 S l1 l2.
Proof. intros I F. induction F; constructor; auto. Qed.

Lemma stands_marks ex im C s :
  layout ex im -> Forall2 (stands ex im) C s -> Forall2 (marks ex) C s.
Proof.
  intros L. apply layout_parts in L as (_ & _ & D). apply Forall2_weaken.
  intros [i|] c; simpl; [auto|]. intros I E. now apply (D c).
Qed.

Lemma told_marks ex im D q : Forall2 (told ex im) D q -> Forall2 (marks ex) D q.
Proof.
  apply Forall2_weaken. intros [i|] c; simpl; [auto|]. intros N E. apply N, in_app_iff. now left.
Qed.

Lemma cells_right ex C s i c :
  NoDup ex -> Forall2 (marks ex) C s -> nth_error ex i = Some c -> occurrences s c = cells C i.
Proof.
  intros N F E. unfold occurrences, cells. induction F as [|x d C s M F IH]; [reflexivity|].
  simpl. destruct (Nat.eq_dec d c) as [->|D]; destruct (cell_dec x (Some i)) as [->|X].
  - now f_equal.
  - exfalso. apply X. destruct x as [j|]; simpl in M.
    + f_equal. now apply (nth_error_same ex j i c).
    + exfalso. apply M. now apply nth_error_In in E.
  - exfalso. apply D. simpl in M. congruence.
  - exact IH.
Qed.

Lemma same_right ex im C D s q :
  layout ex im -> Forall2 (stands ex im) C s -> Forall2 (told ex im) D q ->
  black s q = same C D.
Proof.
  intros L F. apply layout_parts in L as (N & _ & J). revert D q.
  induction F as [|x c C s M F IH]; intros D q G.
  - inversion G; reflexivity.
  - inversion G as [|y d D' q' M' G']; subst; [now destruct x|].
    specialize (IH _ _ G'). simpl.
    destruct (Nat.eqb_spec c d) as [->|E].
    + destruct x as [i|], y as [j|]; simpl in M, M'.
      * rewrite (nth_error_same ex i j d N M M'), Nat.eqb_refl. now f_equal.
      * exfalso. apply M', in_app_iff. left. now apply nth_error_In in M.
      * exfalso. apply (J d); [now apply nth_error_In in M' | exact M].
      * exfalso. apply M', in_app_iff. now right.
    + rewrite IH. destruct x as [i|], y as [j|]; try reflexivity.
      destruct (Nat.eqb_spec i j) as [->|]; [|reflexivity].
      simpl in M, M'. congruence.
Qed.

Definition is_full (D : clause) : bool :=
  forallb (fun x : cell => match x with Some _ => true | None => false end) D.

(** Only a secret without implicit colours can be asked, and only by its own clause. *)
Lemma not_asked ex im C D s :
  layout ex im -> Forall2 (stands ex im) C s -> Forall2 (told ex im) D s ->
  C = D /\ is_full D = true.
Proof.
  intros L F. apply layout_parts in L as (N & _ & J). revert D.
  induction F as [|x c C s M F IH]; intros D G; inversion G as [|y d D' q' M' G']; subst.
  - now split.
  - destruct (IH _ G') as [-> U]. destruct x as [i|], y as [j|]; simpl in M, M'.
    + split; [|exact U]. f_equal. f_equal. now apply (nth_error_same ex i j c N).
    + exfalso. apply M', in_app_iff. left. now apply nth_error_In in M.
    + exfalso. apply (J c); [now apply nth_error_In in M' | exact M].
    + exfalso. apply M', in_app_iff. now right.
Qed.

(** ** Sums that have the same terms *)

Lemma sum_filter {A} (f : A -> nat) l :
  list_sum (map f l) = list_sum (map f (filter (fun x => negb (f x =? 0)) l)).
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (f a) eqn:E; simpl; lia. Qed.

Lemma sum_permutation l1 l2 : Permutation l1 l2 -> list_sum l1 = list_sum l2.
Proof. induction 1; simpl; lia. Qed.

Lemma same_sum {A} (f : A -> nat) l1 l2 :
  NoDup l1 -> NoDup l2 -> (forall x, f x <> 0 -> In x l1 /\ In x l2) ->
  list_sum (map f l1) = list_sum (map f l2).
Proof.
  intros N1 N2 H. rewrite (sum_filter f l1), (sum_filter f l2).
  apply sum_permutation, Permutation_map, NoDup_Permutation; try now apply NoDup_filter.
  intro x. rewrite !filter_In, negb_true_iff, Nat.eqb_neq. specialize (H x). tauto.
Qed.

Lemma Forall2_in_left {A B} (R : A -> B -> Prop) l1 l2 b :
  Forall2 R l1 l2 -> In b l2 -> exists a, In a l1 /\ R a b.
Proof.
  induction 1 as [|a b' l1 l2 H F IH]; simpl; [tauto|].
  intros [<-|I]; [exists a; auto|]. destruct (IH I) as (a' & J & K). exists a'. auto.
Qed.

Lemma Forall2_in_right {A B} (R : A -> B -> Prop) l1 l2 a :
  Forall2 R l1 l2 -> In a l1 -> exists b, In b l2 /\ R a b.
Proof.
  induction 1 as [|a' b l1 l2 H F IH]; simpl; [tauto|].
  intros [<-|I]; [exists b; auto|]. destruct (IH I) as (b' & J & K). exists b'. auto.
Qed.

Lemma common_right ex im C D s q :
  layout ex im -> Forall2 (stands ex im) C s -> Forall2 (told ex im) D q ->
  matched s q = common C D.
Proof.
  intros L F G. destruct (layout_parts _ _ L) as (N & _ & J).
  pose proof (stands_marks _ _ _ _ L F) as MF. pose proof (told_marks _ _ _ _ G) as MG.
  unfold matched, common. set (f := fun c => min (occurrences s c) (occurrences q c)).
  set (name := fun i => nth i ex 0).
  assert (K : forall i, In i (explicit D) -> nth_error ex i = Some (name i)).
  { intros i I. apply in_explicit in I.
    destruct (Forall2_in_right _ _ _ _ MG I) as (c & _ & E). simpl in E. rewrite E. f_equal.
    unfold name. symmetry. now apply nth_error_nth. }
  transitivity (list_sum (map f (map name (nodup Nat.eq_dec (explicit D))))).
  - apply same_sum.
    + apply NoDup_nodup.
    + assert (X : forall l, NoDup l -> incl l (explicit D) -> NoDup (map name l)).
      { induction l as [|i l IH]; intros M I; simpl; [constructor|].
        inversion M as [|? ? M1 M2]; subst. constructor.
        - intro O. apply in_map_iff in O as (j & E & O). apply M1.
          replace i with j; [exact O|]. apply (nth_error_same ex j i (name i) N).
          + rewrite <- E. apply K, I. now right.
          + apply K, I. now left.
        - apply IH; [exact M2|]. intros j O. apply I. now right. }
      apply X; [apply NoDup_nodup|]. intros i I. now apply nodup_In in I.
    + intros c P. unfold f in P.
      assert (Is : In c s) by (apply (count_occ_In Nat.eq_dec); unfold occurrences in P; lia).
      assert (Iq : In c q) by (apply (count_occ_In Nat.eq_dec); unfold occurrences in P; lia).
      split; [now apply nodup_In|].
      destruct (Forall2_in_left _ _ _ _ G Iq) as ([i|] & I & T); simpl in T.
      * apply in_map_iff. exists i. split.
        -- unfold name. now apply nth_error_nth.
        -- apply nodup_In. now apply in_explicit.
      * exfalso. apply T, in_app_iff.
        destruct (Forall2_in_left _ _ _ _ F Is) as ([i|] & _ & S); simpl in S;
          [left; now apply nth_error_In in S | now right].
  - rewrite map_map. f_equal. apply map_ext_in. intros i I. apply nodup_In in I. unfold f.
    now rewrite (cells_right ex C s i (name i)), (cells_right ex D q i (name i)); auto.
Qed.

Theorem answer_right ex im C D s q :
  layout ex im -> Forall2 (stands ex im) C s -> Forall2 (told ex im) D q ->
  answer s q = clause_answer C D.
Proof.
  intros L F G. unfold answer, clause_answer.
  now rewrite (same_right ex im C D s q), (common_right ex im C D s q).
Qed.

(** ** All questions

    Each is a clause, in which a star is a blank, and the number of new colours.  The new ones
    are numbered in the order in which they are met; a pattern without stars has none. *)

Fixpoint questions (stars : bool) (k pegs : nat) : list (clause * nat) :=
  match pegs with
  | 0 => [([], 0)]
  | S p =>
      flat_map (fun x => map (fun '(D, r) => (x :: D, r)) (questions stars k p))
        (None :: map Some (seq 0 k)) ++
      (if stars then map (fun '(D, r) => (Some k :: D, S r)) (questions stars (S k) p) else [])
  end.

Theorem read stars q : forall ex im,
  layout ex im -> (stars = false -> im = []) ->
  exists new rest D,
    Permutation im (new ++ rest) /\
    In (D, length new) (questions stars (length ex) (length q)) /\
    Forall2 (told (ex ++ new) rest) D q.
Proof.
  induction q as [|c q IH]; intros ex im L S.
  - exists [], im, []. simpl. auto.
  - destruct (in_dec Nat.eq_dec c ex) as [X|X]; [|destruct (in_dec Nat.eq_dec c im) as [I|I]].
    + destruct (IH ex im L S) as (new & rest & D & P & Q & F).
      apply In_nth_error in X as (i & X).
      exists new, rest, (Some i :: D). split; [exact P|]. split.
      * simpl. apply in_app_iff. left. apply in_app_iff. right. apply in_flat_map. exists (Some i). split.
        -- apply in_map, in_seq. assert (i < length ex) by (apply (proj1 (nth_error_Some ex i)); congruence). lia.
        -- apply in_map_iff. now exists (D, length new).
      * constructor; [|exact F]. simpl. rewrite nth_error_app1; [exact X|].
        apply (proj1 (nth_error_Some ex i)). congruence.
    + apply in_split in I as (im1 & im2 & ->).
      destruct (IH (ex ++ [c]) (im1 ++ im2)) as (new & rest & D & P & Q & F).
      * unfold layout in *. rewrite <- app_assoc. simpl.
        apply (Permutation_NoDup (l := ex ++ im1 ++ c :: im2)); [|exact L].
        apply Permutation_app_head. symmetry. apply Permutation_middle.
      * intro E. specialize (S E). destruct im1; discriminate.
      * exists (c :: new), rest, (Some (length ex) :: D).
        split; [|split].
        -- etransitivity; [symmetry; apply Permutation_middle|]. simpl. now constructor.
        -- destruct stars; [|now specialize (S eq_refl); destruct im1].
           simpl. apply in_app_iff. right. apply in_map_iff. exists (D, length new).
           rewrite app_length, Nat.add_1_r in Q. now split.
        -- rewrite <- app_assoc in F. simpl in F. constructor; [|exact F].
           simpl. now rewrite nth_error_app2, Nat.sub_diag by lia.
    + destruct (IH ex im L S) as (new & rest & D & P & Q & F).
      exists new, rest, (None :: D). split; [exact P|]. split.
      * simpl. apply in_app_iff. left. apply in_app_iff. left.
        apply in_map_iff. now exists (D, length new).
      * constructor; [|exact F]. simpl. rewrite !in_app_iff. intros [[O|O]|O]; [tauto| |];
          apply I, (Permutation_in (l := new ++ rest)); try (now symmetry);
          apply in_app_iff; auto.
Qed.

Definition distinct (g : game) (C : clause) : bool :=
  orb g (if list_eq_dec Nat.eq_dec (nodup Nat.eq_dec (explicit C)) (explicit C) then true else false).

Lemma distinct_spec g C : distinct g C = true <-> (g = ab -> NoDup (explicit C)).
Proof.
  unfold distinct. destruct g; simpl; [split; [discriminate | reflexivity]|].
  destruct (list_eq_dec Nat.eq_dec (nodup Nat.eq_dec (explicit C)) (explicit C)) as [E|E];
    split; intro H; try reflexivity; try discriminate.
  - intros _. rewrite <- E. apply NoDup_nodup.
  - exfalso. apply E, nodup_fixed_point. now apply H.
Qed.

Lemma NoDup_explicit ex C s : Forall2 (marks ex) C s -> NoDup s -> NoDup (explicit C).
Proof.
  induction 1 as [|x c C s M F IH]; intro N; simpl; [constructor|].
  inversion N as [|? ? N1 N2]; subst. destruct x as [i|]; [|now apply IH].
  constructor; [|now apply IH]. intro I. apply in_explicit in I. apply N1.
  destruct (Forall2_in_right _ _ _ _ F I) as (d & J & E). simpl in M, E. congruence.
Qed.

Lemma distinct_told g ex im D q :
  Forall2 (told ex im) D q -> (g = ab -> NoDup q) -> distinct g D = true.
Proof.
  intros F N. apply distinct_spec. intro E.
  exact (NoDup_explicit ex D q (told_marks _ _ _ _ F) (N E)).
Qed.
