(** How few questions can find some secrets, if only their number is known.

    There are [A] answers that do not win, so question [d] finds at most [A ^ (d - 1)] secrets.  Nothing
    else is used of the game. *)

From Verified Require Export Sizes.
Require Import Bool Lia.
Open Scope nat_scope.

(** ** Answers *)

(** The answers with [l] black and white pegs together; if these are all, (l - 1, 1) does not occur. *)
Definition layer (l : nat) : list (nat * nat) := map (fun b => (b, l - b)) (seq 0 (S l)).
Definition top (pegs : nat) : list (nat * nat) := map (fun b => (b, pegs - b)) (seq 0 (pegs - 1)).
Definition lower (n : nat) : list (nat * nat) := flat_map layer (seq 0 n).
Definition losing (pegs : nat) : list (nat * nat) := lower pegs ++ top pegs.

Lemma in_layer l a : In a (layer l) <-> fst a + snd a = l.
Proof.
  unfold layer. rewrite in_map_iff. split.
  - intros (b & <- & I). apply in_seq in I. simpl. lia.
  - destruct a as [b w]. simpl. intro E. exists b. rewrite in_seq. split; [f_equal|]; lia.
Qed.

Lemma in_top pegs a : In a (top pegs) <-> fst a + snd a = pegs /\ 2 <= snd a.
Proof.
  unfold top. rewrite in_map_iff. split.
  - intros (b & <- & I). apply in_seq in I. simpl. lia.
  - destruct a as [b w]. simpl. intro E. exists b. rewrite in_seq. split; [f_equal|]; lia.
Qed.

Lemma in_lower n a : In a (lower n) <-> fst a + snd a < n.
Proof.
  unfold lower. rewrite in_flat_map. split.
  - intros (l & I & J). apply in_layer in J. apply in_seq in I. lia.
  - intro L. exists (fst a + snd a). rewrite in_seq, in_layer. lia.
Qed.

Lemma NoDup_row l n : NoDup (map (fun b => (b, l - b)) (seq 0 n)).
Proof.
  apply NoDup_map_one; [|apply seq_NoDup]. intros x y _ _ E. congruence.
Qed.

Lemma lower_S n : lower (S n) = lower n ++ layer n.
Proof. unfold lower. rewrite seq_S, flat_map_app'. simpl. now rewrite app_nil_r. Qed.

Lemma NoDup_lower n : NoDup (lower n).
Proof.
  induction n as [|n IH]; [constructor|]. rewrite lower_S. apply NoDup_both.
  repeat split; [exact IH | apply NoDup_row|].
  intros a I J. apply in_lower in I. apply in_layer in J. lia.
Qed.

Lemma NoDup_losing pegs : NoDup (losing pegs).
Proof.
  apply NoDup_both. repeat split; [apply NoDup_lower | apply NoDup_row|].
  intros a I J. apply in_lower in I. apply in_top in J. lia.
Qed.

(** Each class by itself, or all together. *)
Lemma sum_classes {A B} (dec : forall x y : B, {x = y} + {x <> y}) (f : A -> B) X L :
  NoDup L ->
  list_sum (map (fun b => length (filter (fun x => if dec (f x) b then true else false) X)) L) =
  length (filter (fun x => if in_dec dec (f x) L then true else false) X).
Proof.
  induction L as [|b L IH]; intro N.
  - simpl. induction X as [|x X IHX]; [reflexivity | exact IHX].
  - inversion N as [|? ? N1 N2]; subst. simpl map. cbn [list_sum fold_right].
    fold (list_sum (map (fun b => length
      (filter (fun x => if dec (f x) b then true else false) X)) L)).
    rewrite (IH N2). clear IH. induction X as [|x X IHX]; [reflexivity|].
    cbn [filter]. destruct (dec (f x) b) as [E|E], (in_dec dec (f x) L) as [I|I],
      (in_dec dec (f x) (b :: L)) as [J|J]; cbn [length]; try lia;
      try (exfalso; subst; tauto).
    + exfalso. apply J. now left.
    + exfalso. apply J. now right.
    + exfalso. destruct J; [now apply E | now apply I].
Qed.

Lemma sum_occurrences q L :
  NoDup L ->
  list_sum (map (occurrences q) L) =
  length (filter (fun x => if in_dec Nat.eq_dec x L then true else false) q).
Proof.
  intro N. rewrite <- (sum_classes Nat.eq_dec (fun x => x) q L N). f_equal. apply map_ext.
  intro c. unfold occurrences. induction q as [|x q IH]; [reflexivity|]. cbn [count_occ filter].
  destruct (Nat.eq_dec x c); cbn [length]; now rewrite IH.
Qed.

Lemma filter_length {A} (p : A -> bool) l : length (filter p l) <= length l.
Proof. induction l as [|a l IH]; simpl; [lia|]. destruct (p a); simpl; lia. Qed.

Lemma sum_at_most {A} (f h : A -> nat) l :
  (forall x, In x l -> f x <= h x) -> list_sum (map f l) <= list_sum (map h l).
Proof.
  induction l as [|a l IH]; intro H; [reflexivity|]. cbn [map list_sum fold_right].
  fold (list_sum (map f l)). fold (list_sum (map h l)).
  specialize (IH (fun x I => H x (or_intror I))). specialize (H a (or_introl eq_refl)). lia.
Qed.

Lemma sum_nodup s : list_sum (map (occurrences s) (nodup Nat.eq_dec s)) = length s.
Proof.
  rewrite sum_occurrences by apply NoDup_nodup. f_equal. apply filter_all. intros x I.
  destruct (in_dec Nat.eq_dec x (nodup Nat.eq_dec s)) as [|N]; [reflexivity|].
  exfalso. apply N. now apply nodup_In.
Qed.

(** Colours of the question that the secret does not have match nothing. *)
Lemma matched_others s q new :
  NoDup new -> (forall c, In c new -> In c q /\ ~ In c s) -> matched s q + length new <= length q.
Proof.
  intros N H. set (L := nodup Nat.eq_dec s ++ new).
  assert (NL : NoDup L).
  { apply NoDup_both. repeat split; [apply NoDup_nodup | exact N|].
    intros c I J. apply nodup_In in I. now apply (H c J). }
  pose proof (sum_occurrences q L NL) as E.
  pose proof (filter_length (fun x => if in_dec Nat.eq_dec x L then true else false) q).
  unfold L in E at 1. rewrite map_app, list_sum_app in E.
  assert (matched s q <= list_sum (map (occurrences q) (nodup Nat.eq_dec s))).
  { apply sum_at_most. intros c _. lia. }
  assert (length new <= list_sum (map (occurrences q) new)).
  { clear - H. induction new as [|c new IH]; [simpl; lia|].
    cbn [map list_sum fold_right length]. fold (list_sum (map (occurrences q) new)).
    destruct (H c (or_introl eq_refl)) as [I _]. apply (count_occ_In Nat.eq_dec) in I.
    specialize (IH (fun d J => H d (or_intror J))). unfold occurrences at 1. lia. }
  lia.
Qed.

Lemma matched_length s q : matched s q <= length s.
Proof. rewrite <- sum_nodup. apply sum_at_most. intros c _. lia. Qed.

(** The colours of the columns that agree. *)
Fixpoint agreeing (s q : code) : code :=
  match s, q with
  | a :: s', b :: q' => if a =? b then a :: agreeing s' q' else agreeing s' q'
  | _, _ => []
  end.

Lemma agreeing_length : forall s q, length (agreeing s q) = black s q.
Proof.
  induction s as [|a s IH]; intros [|b q]; simpl; try reflexivity.
  destruct (a =? b); simpl; now rewrite IH.
Qed.

Lemma agreeing_occurrences c : forall s q,
  occurrences (agreeing s q) c <= min (occurrences s c) (occurrences q c).
Proof.
  unfold occurrences. induction s as [|a s IH]; intros [|b q]; simpl; try lia.
  specialize (IH q). destruct (Nat.eqb_spec a b) as [<-|N]; cbn [count_occ];
    destruct (Nat.eq_dec a c); try lia; destruct (Nat.eq_dec b c); lia.
Qed.

Lemma black_matched s q : black s q <= matched s q.
Proof.
  rewrite <- agreeing_length.
  transitivity (list_sum (map (occurrences (agreeing s q)) (nodup Nat.eq_dec s))).
  - rewrite sum_occurrences by apply NoDup_nodup. rewrite filter_all; [reflexivity|].
    intros x I. destruct (in_dec Nat.eq_dec x (nodup Nat.eq_dec s)) as [|N]; [reflexivity|].
    exfalso. apply N, nodup_In, (count_occ_In Nat.eq_dec).
    apply (count_occ_In Nat.eq_dec) in I. pose proof (agreeing_occurrences x s q).
    unfold occurrences in *. lia.
  - apply sum_at_most. intros c _. apply agreeing_occurrences.
Qed.

Lemma answer_sum s q : fst (answer s q) + snd (answer s q) = matched s q.
Proof. unfold answer. simpl. pose proof (black_matched s q). lia. Qed.

Lemma black_all : forall s q, length s = length q -> length s <= black s q -> s = q.
Proof.
  induction s as [|a s IH]; intros [|b q] L B; simpl in *; try discriminate; [reflexivity|].
  destruct (Nat.eqb_spec a b) as [->|N].
  - f_equal. apply IH; lia.
  - exfalso. pose proof (agreeing_length s q). pose proof (black_matched s q).
    pose proof (matched_length s q). lia.
Qed.

Lemma black_but_one : forall s q, length s = length q -> S (black s q) = length s ->
  exists u x y v, s = u ++ x :: v /\ q = u ++ y :: v /\ x <> y.
Proof.
  induction s as [|a s IH]; intros [|b q] L B; simpl in *; try discriminate.
  destruct (Nat.eqb_spec a b) as [->|N].
  - destruct (IH q) as (u & x & y & v & -> & -> & N); [lia | lia|].
    now exists (b :: u), x, y, v.
  - exists [], a, b, s. simpl. split; [reflexivity|]. split; [|exact N].
    f_equal. symmetry. apply black_all; lia.
Qed.

Lemma matched_but_one u x y v : x <> y -> matched (u ++ x :: v) (u ++ y :: v) < length (u ++ x :: v).
Proof.
  intro N. set (s := u ++ x :: v). set (q := u ++ y :: v).
  destruct (Nat.lt_ge_cases (matched s q) (length s)) as [|G]; [assumption|]. exfalso.
  assert (H : forall l, In x l ->
    list_sum (map (fun c => min (occurrences s c) (occurrences q c)) l) <
    list_sum (map (occurrences s) l)).
  { assert (X : min (occurrences s x) (occurrences q x) < occurrences s x).
    { unfold s, q, occurrences. rewrite !count_occ_app. cbn [count_occ].
      destruct (Nat.eq_dec x x), (Nat.eq_dec y x); try congruence. lia. }
    induction l as [|c l IH]; [intros []|]. cbn [map list_sum fold_right].
    fold (list_sum (map (fun c => min (occurrences s c) (occurrences q c)) l)).
    fold (list_sum (map (occurrences s) l)).
    pose proof (sum_at_most (fun c => min (occurrences s c) (occurrences q c)) (occurrences s) l
      ltac:(intros; cbn beta; lia)) as M.
    intros [->|I]; [lia|]. specialize (IH I). lia. }
  specialize (H (nodup Nat.eq_dec s)). rewrite sum_nodup in H. unfold matched in G.
  enough (In x (nodup Nat.eq_dec s)) by (specialize (H H0); lia).
  apply nodup_In. unfold s. apply in_app_iff. right. now left.
Qed.

Lemma answer_top pegs s q :
  length s = pegs -> length q = pegs -> s <> q -> matched s q = pegs -> In (answer s q) (top pegs).
Proof.
  intros LS LQ N M. apply in_top. rewrite answer_sum. split; [exact M|].
  unfold answer. simpl. rewrite M.
  destruct (Nat.lt_ge_cases (S (black s q)) pegs) as [|G]; [lia|]. exfalso.
  destruct (Nat.lt_ge_cases (black s q) pegs) as [H|H].
  - destruct (black_but_one s q) as (u & x & y & v & -> & -> & D); [lia | lia|].
    pose proof (matched_but_one u x y v D). lia.
  - apply N. apply black_all; lia.
Qed.

Lemma answer_losing pegs s q :
  length s = pegs -> length q = pegs -> s <> q -> In (answer s q) (losing pegs).
Proof.
  intros LS LQ N. apply in_app_iff. destruct (Nat.eq_dec (matched s q) pegs) as [E|E].
  - right. now apply answer_top.
  - left. apply in_lower. rewrite answer_sum. pose proof (matched_length s q). lia.
Qed.

(** ** Parts of a set of secrets *)

(** All that bounds by numbers need of what is asked. *)
Fixpoint asks (pegs : nat) (t : strategy) : Prop :=
  match t with
  | Stop => True
  | Ask q next => length q = pegs /\ forall a, asks pegs (next a)
  end.

Definition open (q : code) (X : list code) : list code :=
  filter (fun s => if code_dec s q then false else true) X.
Definition part (q : code) (a : nat * nat) (X : list code) : list code :=
  filter (fun s => if answer_dec (answer s q) a then true else false) (open q X).

Lemma in_part q a X s : In s (part q a X) <-> In s X /\ s <> q /\ answer s q = a.
Proof.
  unfold part, open. rewrite !filter_In.
  destruct (answer_dec (answer s q) a), (code_dec s q); intuition congruence.
Qed.

Lemma part_finds q next a X :
  Forall (finds (Ask q next)) X -> Forall (finds (next a)) (part q a X).
Proof.
  rewrite !Forall_forall. intros H s I. apply in_part in I as (I & N & <-).
  destruct (H s I) as [E|E]; [contradiction | exact E].
Qed.

Lemma NoDup_part q a X : NoDup X -> NoDup (part q a X).
Proof. intro N. now apply NoDup_filter, NoDup_filter. Qed.

Lemma open_length q X : NoDup X -> length X <= S (length (open q X)).
Proof.
  induction 1 as [|s X I N IH]; [simpl; lia|]. unfold open in *. cbn [filter].
  destruct (code_dec s q) as [->|D]; cbn [length]; [|lia].
  rewrite filter_all; [lia|]. intros x J. destruct (code_dec x q) as [->|]; [contradiction | reflexivity].
Qed.

(** ** The size bound *)

Section Size.
Variable pegs : nat.

(** How many secrets [d] questions can find. *)
Fixpoint cap (d : nat) : nat :=
  match d with O => 0 | S d' => 1 + length (losing pegs) * cap d' end.

Lemma cap_right t : forall d (X : list code), asks pegs t -> NoDup X ->
  Forall (fun s => length s = pegs /\ finds t s /\ asked t s <= d) X -> length X <= cap d.
Proof.
  induction t as [|q next IH]; intros d X A N F.
  - destruct X as [|s X]; [simpl; lia|]. inversion F as [|? ? (_ & [] & _)].
  - destruct A as [LQ A]. destruct d as [|d].
    + destruct X as [|s X]; [simpl; lia|]. inversion F as [|? ? (_ & _ & B)]; subst.
      exfalso. simpl in B. destruct (code_dec s q); lia.
    + pose proof (open_length q X N) as O. cbn [cap].
      enough (length (open q X) <= length (losing pegs) * cap d) by lia. clear O.
      assert (E : length (open q X) = list_sum (map (fun a => length (part q a X)) (losing pegs))).
      { unfold part. rewrite (sum_classes answer_dec (fun s => answer s q));
          [|apply NoDup_losing].
        rewrite filter_all; [reflexivity|]. intros s I. unfold open in I.
        apply filter_In in I as [I D]. destruct (code_dec s q) as [|D']; [discriminate|].
        rewrite Forall_forall in F. destruct (F s I) as (LS & _ & _).
        destruct (in_dec answer_dec (answer s q) (losing pegs)) as [|X']; [reflexivity|].
        exfalso. apply X'. now apply answer_losing. }
      rewrite E. clear E. generalize (losing pegs) as L. intro L.
      induction L as [|a L IHL]; [simpl; lia|]. cbn [map list_sum fold_right length].
      fold (list_sum (map (fun a => length (part q a X)) L)).
      enough (length (part q a X) <= cap d) by lia.
      apply (IH a d); [apply A | now apply NoDup_part|]. apply Forall_forall. intros s I.
      apply in_part in I as (I & D & <-). rewrite Forall_forall in F.
      destruct (F s I) as (LS & FS & B). simpl in FS, B. split; [exact LS|].
      destruct (code_dec s q); [contradiction|].
      split; [destruct FS; [contradiction | assumption] | lia].
Qed.

(** The question that finds one more secret than [i], at the earliest. *)
Fixpoint deeper (fuel d i : nat) : nat :=
  match fuel with
  | O => d
  | S f => if cap d <=? i then deeper f (S d) i else d
  end.
Definition depth (i : nat) : nat := deeper i 1 i.

Lemma depth_right i : cap (pred (depth i)) <= i.
Proof.
  unfold depth. generalize i at 1 as f. intro f.
  assert (H : cap (pred 1) <= i) by (simpl; lia). revert H. generalize 1 as d.
  induction f as [|f IH]; intros d H; simpl; [exact H|].
  destruct (Nat.leb_spec (cap d) i); [|exact H]. now apply IH.
Qed.

Fixpoint sigma (n : nat) : Z :=
  match n with O => 0%Z | S i => (sigma i + Z.of_nat (depth i))%Z end.

Notation total t X := (Z.of_nat (cost Expected t X)).

Lemma total_both t X Y : total t (X ++ Y) = (total t X + total t Y)%Z.
Proof. unfold cost. rewrite map_app, list_sum_app. lia. Qed.

Lemma total_permutation t X Y : Permutation X Y -> total t X = total t Y.
Proof. intro P. unfold cost. f_equal. now apply sum_permutation, Permutation_map. Qed.

(** One secret is found late. *)
Lemma late t (X : list code) : asks pegs t -> NoDup X -> X <> [] ->
  Forall (fun s => length s = pegs /\ finds t s) X ->
  exists s, In s X /\ depth (pred (length X)) <= asked t s.
Proof.
  intros A N E F. set (d := depth (pred (length X))).
  destruct (existsb (fun s => d <=? asked t s) X) eqn:H.
  - apply existsb_exists in H as (s & I & L). exists s. split; [exact I | now apply Nat.leb_le].
  - exfalso. assert (L : length X <= cap (pred d)).
    { apply (cap_right t); auto. rewrite Forall_forall in *. intros s I.
      destruct (F s I). repeat split; auto.
      destruct (Nat.lt_ge_cases (pred d) (asked t s)) as [C|]; [|assumption].
      assert (O : existsb (fun s => d <=? asked t s) X = true).
      { apply existsb_exists. exists s. split; [exact I | apply Nat.leb_le; lia]. }
      congruence. }
    pose proof (depth_right (pred (length X))) as D. fold d in D.
    destruct X; [contradiction | simpl in *; lia].
Qed.

(** One more secret: some can be left out such that the others are found early. *)
Lemma leave_out t : asks pegs t -> forall n (X : list code), NoDup X ->
  Forall (fun s => length s = pegs /\ finds t s) X -> n <= length X ->
  exists Y Z', Permutation X (Y ++ Z') /\ length Y = n /\
    (sigma (length X) - sigma n <= total t Z')%Z.
Proof.
  intros A n X. remember (length X - n) as k eqn:K. revert X K.
  induction k as [|k IH]; intros X K N F L.
  - exists X, []. rewrite app_nil_r. replace (length X) with n by lia.
    repeat split; auto; simpl; lia.
  - destruct (late t X A N) as (s & I & D); auto.
    { intros ->. simpl in K. lia. }
    apply in_split in I as (X1 & X2 & ->).
    assert (P : Permutation (X1 ++ s :: X2) (s :: X1 ++ X2)) by (symmetry; apply Permutation_middle).
    pose proof (Permutation_length P) as PL. simpl in PL.
    destruct (IH (X1 ++ X2)) as (Y & Z' & Q & LY & C).
    + lia.
    + now apply (NoDup_remove_1 X1 X2 s).
    + apply (Permutation_Forall P) in F. now inversion F.
    + lia.
    + exists Y, (s :: Z'). split; [|split; [exact LY|]].
      * rewrite P, Q. apply Permutation_middle.
      * rewrite PL in D |- *. cbn [sigma pred] in D |- *.
        unfold cost in C |- *. cbn [map list_sum fold_right].
        fold (list_sum (map (asked t) Z')). lia.
Qed.

Theorem size_bound t (X : list code) : asks pegs t -> NoDup X ->
  Forall (fun s => length s = pegs /\ finds t s) X -> (sigma (length X) <= total t X)%Z.
Proof.
  intros A N F. destruct (leave_out t A 0 X N F) as (Y & Z' & P & L & C); [lia|].
  destruct Y; [|discriminate]. rewrite (total_permutation t X Z' P). cbn [sigma] in C. lia.
Qed.

(** What the first question costs, and what is asked afterwards in its parts. *)
Lemma sum_once (f h : nat * nat -> Z) b k : forall L, NoDup L -> (0 <= k)%Z ->
  (forall a, a <> b -> h a = f a) -> (h b <= f b + k)%Z -> (sum (map h L) <= sum (map f L) + k)%Z.
Proof.
  induction L as [|a L IH]; intros N K H B; unfold sum in *; cbn [map fold_right]; [lia|].
  inversion N as [|? ? N1 N2]; subst. destruct (answer_dec a b) as [->|E].
  - enough (map h L = map f L) as -> by lia. apply map_ext_in. intros a I. apply H.
    intros ->. contradiction.
  - rewrite (H a E). specialize (IH N2 K H B). lia.
Qed.

Lemma total_parts q next L (X : list code) : NoDup L ->
  (Z.of_nat (length X) + sum (map (fun a => total (next a) (part q a X)) L)
    <= total (Ask q next) X)%Z.
Proof.
  intro N. induction X as [|s X IH].
  - simpl length. change (total (Ask q next) []) with 0%Z.
    induction L as [|a L IHL]; [simpl; lia|]. unfold sum in *. cbn [map fold_right].
    inversion N; subst. change (part q a []) with (@nil code).
    change (total (next a) []) with 0%Z. now apply IHL.
  - assert (E : total (Ask q next) (s :: X) =
      (Z.of_nat (asked (Ask q next) s) + total (Ask q next) X)%Z).
    { unfold cost. cbn [map list_sum fold_right]. fold (list_sum (map (asked (Ask q next)) X)). lia. }
    rewrite E. clear E. cbn [length]. simpl asked.
    set (k := if code_dec s q then 0%Z else Z.of_nat (asked (next (answer s q)) s)).
    assert (O : (sum (map (fun a => total (next a) (part q a (s :: X))) L) <=
      sum (map (fun a => total (next a) (part q a X)) L) + k)%Z).
    { apply (sum_once _ _ (answer s q)); [exact N | | |].
      - unfold k. destruct (code_dec s q); lia.
      - intros a D. do 2 f_equal. unfold part, open. cbn [filter].
        destruct (code_dec s q); [reflexivity|]. cbn [filter].
        destruct (answer_dec (answer s q) a); [congruence | reflexivity].
      - unfold k, part, open. cbn [filter]. destruct (code_dec s q); [lia|]. cbn [filter].
        destruct (answer_dec (answer s q) (answer s q)); [|contradiction].
        unfold cost. cbn [map list_sum fold_right].
        match goal with |- context [fold_right Nat.add 0 ?l] => fold (list_sum l) end. lia. }
    unfold k in O. destruct (code_dec s q); lia.
Qed.
End Size.
