(** Patterns as sets of secrets.

    A clause has in each column the number of an explicit colour or a star.  A layout says which
    colours these are: the explicit ones in order, and the implicit ones, for which a star
    stands.  Nothing depends on the order of either, so no symmetry of colours is needed. *)

From Verified Require Export Game.
Require Import Lia.

Notation cell := (option nat) (only parsing). (* [None]: a star; in a question a blank *)
Definition clause := list cell.
Definition cell_dec : forall a b : cell, {a = b} + {a <> b}.
Proof. decide equality; apply Nat.eq_dec. Defined.
Definition clause_dec : forall a b : clause, {a = b} + {a <> b} := list_eq_dec cell_dec.

Definition choices (ex im : list colour) (x : cell) : list colour :=
  match x with
  | Some i => match nth_error ex i with Some c => [c] | None => [] end
  | None => im
  end.
Fixpoint fills (ex im : list colour) (C : clause) : list code :=
  match C with
  | [] => [[]]
  | x :: C' => flat_map (fun c => map (cons c) (fills ex im C')) (choices ex im x)
  end.
Definition fits (g : game) (s : code) : bool := orb g (without_repeats s).
Definition inst (g : game) (ex im : list colour) (C : clause) : list code :=
  filter (fits g) (fills ex im C).
Definition insts (g : game) (ex im : list colour) (P : list clause) : list code :=
  flat_map (inst g ex im) P.
Definition layout (ex im : list colour) : Prop := NoDup (ex ++ im).
Definition below (k : nat) (C : clause) : Prop := Forall (fun x => forall i, x = Some i -> i < k) C.

Lemma fits_spec g s : fits g s = true <-> (g = ab -> NoDup s).
Proof.
  unfold fits, without_repeats. destruct g; simpl.
  - split; [discriminate | reflexivity].
  - destruct (list_eq_dec Nat.eq_dec (nodup Nat.eq_dec s) s) as [E|E]; split; intro H.
    + intros _. rewrite <- E. apply NoDup_nodup.
    + reflexivity.
    + discriminate.
    + exfalso. apply E. apply nodup_fixed_point. now apply H.
Qed.

(** ** Lists *)

Lemma flat_map_app' {A B} (f : A -> list B) l1 l2 :
  flat_map f (l1 ++ l2) = flat_map f l1 ++ flat_map f l2.
Proof. induction l1; simpl; [reflexivity|]. now rewrite IHl1, app_assoc. Qed.

Lemma flat_map_map {A B C} (f : B -> list C) (g : A -> B) l :
  flat_map f (map g l) = flat_map (fun x => f (g x)) l.
Proof. induction l; simpl; [reflexivity|]. now rewrite IHl. Qed.

Lemma map_flat_map {A B C} (f : B -> C) (g : A -> list B) l :
  map f (flat_map g l) = flat_map (fun x => map f (g x)) l.
Proof. induction l; simpl; [reflexivity|]. now rewrite map_app, IHl. Qed.

Lemma filter_flat_map {A B} (p : B -> bool) (g : A -> list B) l :
  filter p (flat_map g l) = flat_map (fun x => filter p (g x)) l.
Proof. induction l; simpl; [reflexivity|]. now rewrite filter_app, IHl. Qed.

Lemma flat_map_flat_map {A B C} (f : B -> list C) (g : A -> list B) l :
  flat_map f (flat_map g l) = flat_map (fun x => flat_map f (g x)) l.
Proof. induction l; simpl; [reflexivity|]. now rewrite flat_map_app', IHl. Qed.

Lemma flat_map_ext' {A B} (f g : A -> list B) l :
  (forall x, In x l -> f x = g x) -> flat_map f l = flat_map g l.
Proof. induction l; simpl; intro H; [reflexivity|]. rewrite H, IHl; auto. Qed.

Lemma Permutation_filter' {A} (p : A -> bool) l1 l2 :
  Permutation l1 l2 -> Permutation (filter p l1) (filter p l2).
Proof.
  induction 1; simpl; auto.
  - destruct (p x); auto.
  - destruct (p x), (p y); auto. apply perm_swap.
  - now transitivity (filter p l').
Qed.

Lemma Permutation_flat_map' {A B} (f g : A -> list B) l1 l2 :
  Permutation l1 l2 -> (forall x, Permutation (f x) (g x)) ->
  Permutation (flat_map f l1) (flat_map g l2).
Proof.
  intros P F. transitivity (flat_map g l1).
  - clear P. induction l1; simpl; auto using Permutation_app.
  - clear F. induction P; simpl; auto using Permutation_app_head.
    + rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
    + now transitivity (flat_map g l').
Qed.

Lemma flat_map_both {A B} (f g : A -> list B) l :
  Permutation (flat_map (fun x => f x ++ g x) l) (flat_map f l ++ flat_map g l).
Proof.
  induction l as [|a l IH]; simpl; auto.
  rewrite <- !app_assoc. apply Permutation_app_head.
  transitivity (g a ++ flat_map f l ++ flat_map g l).
  - now apply Permutation_app_head.
  - rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

Lemma flat_map_swap {A B C} (f : A -> B -> list C) l1 l2 :
  Permutation (flat_map (fun a => flat_map (f a) l2) l1)
              (flat_map (fun b => flat_map (fun a => f a b) l1) l2).
Proof.
  induction l1 as [|a l1 IH]; simpl.
  - induction l2; simpl; auto.
  - symmetry. etransitivity; [apply (flat_map_both (f a) (fun b => flat_map (fun a => f a b) l1))|].
    apply Permutation_app_head. now symmetry.
Qed.

Lemma partition_filter {A} (p : A -> bool) l :
  partition p l = (filter p l, filter (fun x => negb (p x)) l).
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. rewrite IH. now destruct (p a). Qed.

Lemma Permutation_partition {A} (p : A -> bool) l :
  Permutation l (filter p l ++ filter (fun x => negb (p x)) l).
Proof.
  induction l as [|a l IH]; simpl; [reflexivity|]. destruct (p a); simpl.
  - now constructor.
  - rewrite <- Permutation_middle. now constructor.
Qed.

Lemma NoDup_both {A} (l1 l2 : list A) :
  NoDup (l1 ++ l2) <-> NoDup l1 /\ NoDup l2 /\ forall x, In x l1 -> ~ In x l2.
Proof.
  induction l1 as [|a l1 IH]; simpl.
  - split; [intro H; repeat split; auto; constructor | tauto].
  - rewrite !NoDup_cons_iff, IH, in_app_iff. split.
    + intros (N & N1 & N2 & D). repeat split; auto.
      intros x [<-|I] J; [tauto | now apply (D x)].
    + intros ((N & N1) & N2 & D). repeat split; auto.
      intros [I|I]; [tauto | now apply (D a); auto].
Qed.

(** ** Some implicit colours become explicit *)

Fixpoint extend (k r : nat) (C : clause) : list clause :=
  match C with
  | [] => [[]]
  | Some i :: C' => map (cons (Some i)) (extend k r C')
  | None :: C' => flat_map (fun x => map (cons x) (extend k r C')) (None :: map Some (seq k r))
  end.

Lemma choices_new ex new rest :
  flat_map (choices (ex ++ new) rest) (map Some (seq (length ex) (length new))) = new.
Proof.
  revert ex. induction new as [|c new IH]; intro ex; simpl; [reflexivity|].
  rewrite nth_error_app2, Nat.sub_diag by lia. simpl. f_equal.
  specialize (IH (ex ++ [c])). rewrite app_length, <- app_assoc in IH. simpl in IH.
  now rewrite Nat.add_comm in IH.
Qed.

Lemma extend_right ex im new rest C :
  below (length ex) C -> Permutation im (new ++ rest) ->
  Permutation (fills ex im C)
    (flat_map (fills (ex ++ new) rest) (extend (length ex) (length new) C)).
Proof.
  intros B P. induction C as [|x C IH]; [reflexivity|].
  inversion B as [|? ? B1 B2]; subst. specialize (IH B2).
  assert (X : forall L,
    Permutation
      (flat_map (fun c => map (cons c) (fills ex im C)) (flat_map (choices (ex ++ new) rest) L))
      (flat_map (fills (ex ++ new) rest)
        (flat_map (fun y => map (cons y) (extend (length ex) (length new) C)) L))).
  { intro L. rewrite !flat_map_flat_map. apply Permutation_flat_map'; [reflexivity|].
    intro y. rewrite flat_map_map. simpl.
    etransitivity; [|apply flat_map_swap].
    apply Permutation_flat_map'; [reflexivity|]. intro c.
    etransitivity; [apply Permutation_map, IH|]. now rewrite map_flat_map. }
  destruct x as [i|]; simpl fills.
  - specialize (X [Some i]). simpl in X. rewrite !app_nil_r in X.
    assert (L : i < length ex) by now apply B1.
    rewrite nth_error_app1 in X by exact L. exact X.
  - etransitivity; [|exact (X (None :: map Some (seq (length ex) (length new))))].
    apply Permutation_flat_map'; [|reflexivity].
    change (flat_map (choices (ex ++ new) rest) (None :: map Some (seq (length ex) (length new))))
      with (rest ++ flat_map (choices (ex ++ new) rest)
        (map Some (seq (length ex) (length new)))).
    rewrite choices_new. etransitivity; [exact P | apply Permutation_app_comm].
Qed.

Lemma extend_below k r C : below k C -> Forall (below (k + r)) (extend k r C).
Proof.
  intro B. induction B as [|x C B1 B IH]; simpl; [repeat constructor|].
  assert (X : forall y : cell, (forall i, y = Some i -> i < k + r) ->
    Forall (below (k + r)) (map (cons y) (extend k r C))).
  { intros y Y. rewrite Forall_forall in IH |- *. intros D I. apply in_map_iff in I as (D' & <- & I).
    constructor; [exact Y | now apply IH]. }
  destruct x as [i|].
  - apply X. intros j E. specialize (B1 j E). lia.
  - apply Forall_app. split; [apply X; discriminate|].
    apply Forall_forall. intros D I. apply in_flat_map in I as (y & J & I).
    apply in_map_iff in J as (j & <- & J). apply in_seq in J.
    revert D I. apply Forall_forall, X. intros i E. injection E as <-. lia.
Qed.

(** Clauses that are different stay so. *)
Definition folded (k : nat) (C : clause) : clause :=
  map (fun x : cell => match x with Some i => if i <? k then Some i else None | None => None end) C.

Lemma extend_folded k r C : below k C -> forall D, In D (extend k r C) -> folded k D = C.
Proof.
  intro B. induction B as [|x C B1 B IH]; intros D I; simpl in I.
  - destruct I as [<-|[]]. reflexivity.
  - assert (X : exists y D', D = y :: D' /\ In D' (extend k r C) /\
      match y with Some i => if i <? k then Some i else None | None => None end = x).
    { destruct x as [i|].
      - apply in_map_iff in I as (D' & <- & I). exists (Some i), D'. repeat split; auto.
        destruct (Nat.ltb_spec i k); [reflexivity|]. specialize (B1 i eq_refl). lia.
      - apply in_app_iff in I as [I|I].
        + apply in_map_iff in I as (D' & <- & I). now exists None, D'.
        + apply in_flat_map in I as (y & J & I). apply in_map_iff in J as (j & <- & J).
          apply in_map_iff in I as (D' & <- & I). exists (Some j), D'. repeat split; auto.
          apply in_seq in J. destruct (Nat.ltb_spec j k); [lia | reflexivity]. }
    destruct X as (y & D' & -> & J & <-). simpl. now rewrite (IH D' J).
Qed.

Lemma NoDup_flat_map {A B} (f : A -> list B) (back : B -> A) l :
  NoDup l -> (forall a, In a l -> NoDup (f a)) ->
  (forall a b, In a l -> In b (f a) -> back b = a) -> NoDup (flat_map f l).
Proof.
  induction l as [|a l IH]; intros N F H; simpl; [constructor|]. inversion N as [|? ? N1 N2]; subst.
  apply NoDup_both. split; [|split].
  - apply F. now left.
  - apply IH; auto; intros; [apply F | apply H]; auto; now right.
  - intros b I J. apply in_flat_map in J as (a' & J & K). apply N1.
    rewrite <- (H a b (or_introl eq_refl) I), (H a' b (or_intror J) K). exact J.
Qed.

Lemma NoDup_extend k r C : NoDup (extend k r C).
Proof.
  induction C as [|x C IH]; simpl; [repeat constructor; intros []|].
  assert (X : forall y : cell, NoDup (map (cons y) (extend k r C))).
  { intro y. apply FinFun.Injective_map_NoDup; [|exact IH]. intros a b E. congruence. }
  destruct x as [i|]; [apply X|].
  change (map (cons None) (extend k r C) ++
    flat_map (fun x => map (cons x) (extend k r C)) (map Some (seq k r)))
    with (flat_map (fun x => map (cons x) (extend k r C)) (None :: map Some (seq k r))).
  apply (NoDup_flat_map _ (fun D => hd None D)).
  - constructor.
    + intro I. apply in_map_iff in I as (j & E & _). discriminate.
    + apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros a b E. congruence.
  - intros y _. apply X.
  - intros y D _ I. apply in_map_iff in I as (D' & <- & _). reflexivity.
Qed.

Lemma extend_length k r C : forall D, In D (extend k r C) -> length D = length C.
Proof.
  induction C as [|x C IH]; intros D I; simpl in I.
  - destruct I as [<-|[]]. reflexivity.
  - assert (X : exists y D', D = y :: D' /\ In D' (extend k r C)).
    { destruct x as [i|].
      - apply in_map_iff in I as (D' & <- & I). now exists (Some i), D'.
      - apply in_app_iff in I as [I|I].
        + apply in_map_iff in I as (D' & <- & I). now exists None, D'.
        + apply in_flat_map in I as (y & _ & I). apply in_map_iff in I as (D' & <- & I).
          now exists y, D'. }
    destruct X as (y & D' & -> & J). simpl. f_equal. now apply IH.
Qed.

Definition extends (k r : nat) (P : list clause) : list clause := flat_map (extend k r) P.

Lemma extends_below k r P C : Forall (below k) P -> In C (extends k r P) -> below (k + r) C.
Proof.
  intros F I. apply in_flat_map in I as (D & J & I). rewrite Forall_forall in F.
  pose proof (extend_below k r D (F D J)) as X. rewrite Forall_forall in X. now apply X.
Qed.

Lemma NoDup_extends k r P : Forall (below k) P -> NoDup P -> NoDup (extends k r P).
Proof.
  intros F N. rewrite Forall_forall in F. apply (NoDup_flat_map _ (folded k)); auto.
  - intros C _. apply NoDup_extend.
  - intros C D I J. apply (extend_folded k r); auto.
Qed.

Theorem extends_right g ex im new rest P :
  Forall (below (length ex)) P -> Permutation im (new ++ rest) ->
  Permutation (insts g ex im P)
    (insts g (ex ++ new) rest (extends (length ex) (length new) P)).
Proof.
  intros B E. unfold insts, extends. rewrite flat_map_flat_map.
  induction P as [|C P IH]; [reflexivity|]. inversion B; subst. simpl.
  apply Permutation_app; [|now apply IH].
  unfold inst. rewrite <- filter_flat_map. apply Permutation_filter'. now apply extend_right.
Qed.

(** ** The secrets of a clause *)

Definition stands (ex im : list colour) (x : cell) (c : colour) : Prop :=
  match x with Some i => nth_error ex i = Some c | None => In c im end.

Lemma in_fills ex im : forall C s, In s (fills ex im C) <-> Forall2 (stands ex im) C s.
Proof.
  induction C as [|x C IH]; intro s; simpl.
  - split; [intros [<-|[]]; constructor | intro H; inversion H; auto].
  - rewrite in_flat_map. split.
    + intros (c & I & H). apply in_map_iff in H as (s' & <- & H). constructor; [|now apply IH].
      destruct x as [i|]; simpl in *; [|exact I].
      destruct (nth_error ex i); simpl in I; [|contradiction]. destruct I as [<-|[]]. reflexivity.
    + intro H. inversion H as [|? c ? s' H1 H2]; subst. exists c. split.
      * destruct x as [i|]; simpl in *; [|exact H1]. rewrite H1. now left.
      * apply in_map. now apply IH.
Qed.

Lemma in_inst g ex im C s :
  In s (inst g ex im C) <-> Forall2 (stands ex im) C s /\ (g = ab -> NoDup s).
Proof. unfold inst. rewrite filter_In, in_fills, fits_spec. tauto. Qed.

Lemma in_insts g ex im P s :
  In s (insts g ex im P) <->
  exists C, In C P /\ Forall2 (stands ex im) C s /\ (g = ab -> NoDup s).
Proof.
  unfold insts. rewrite in_flat_map. split; intros (C & I & H); exists C; now rewrite in_inst in *.
Qed.

Lemma NoDup_fills ex im C : NoDup im -> NoDup (fills ex im C).
Proof.
  intro N. induction C as [|x C IH]; simpl; [repeat constructor; intros []|].
  assert (M : NoDup (choices ex im x)).
  { destruct x as [i|]; simpl; [|exact N].
    destruct (nth_error ex i); repeat constructor. intros []. }
  induction M as [|c l F M IHM]; simpl; [constructor|].
  apply NoDup_both. repeat split.
  - apply FinFun.Injective_map_NoDup; [|exact IH]. intros a b E. congruence.
  - exact IHM.
  - intros s I J. apply in_map_iff in I as (s1 & <- & _).
    apply in_flat_map in J as (c' & J1 & J2). apply in_map_iff in J2 as (s2 & E & _).
    congruence.
Qed.
