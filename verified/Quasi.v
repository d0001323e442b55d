(** Functions that are polynomials on residue classes from some number on, and how finitely many
    values show that such a function is nowhere negative. *)

From Verified Require Import Game.
Require Import Lia.
Open Scope Z_scope.

(** Degree less than [d], by differences. *)
Definition rise (f : nat -> Z) (t : nat) : Z := f (S t) - f t.
Fixpoint poly (d : nat) (f : nat -> Z) : Prop :=
  match d with
  | O => forall t, f t = 0
  | S d' => poly d' (rise f)
  end.

Lemma poly_same d : forall f g, (forall t, f t = g t) -> poly d f -> poly d g.
Proof.
  induction d as [|d IH]; simpl; intros f g E H.
  - intro t. rewrite <- E. apply H.
  - apply (IH (rise f)); [|exact H]. intro t. unfold rise. now rewrite !E.
Qed.

Lemma poly_add d : forall f g, poly d f -> poly d g -> poly d (fun t => f t + g t).
Proof.
  induction d as [|d IH]; simpl; intros f g F G.
  - intro t. rewrite F, G. reflexivity.
  - eapply poly_same; [|exact (IH _ _ F G)]. intro t. unfold rise. lia.
Qed.

Lemma poly_scale c d : forall f, poly d f -> poly d (fun t => c * f t).
Proof.
  induction d as [|d IH]; simpl; intros f F.
  - intro t. rewrite F. lia.
  - eapply poly_same; [|exact (IH _ F)]. intro t. unfold rise. lia.
Qed.

Lemma poly_more d : forall f, poly d f -> poly (S d) f.
Proof.
  induction d as [|d IH]; intros f F.
  - intro t. unfold rise. simpl in F. now rewrite !F.
  - apply (IH (rise f)). exact F.
Qed.

Lemma poly_next d : forall f, poly d f -> poly d (fun t => f (S t)).
Proof.
  induction d as [|d IH]; simpl; intros f F.
  - intro t. apply F.
  - apply (IH (rise f)). exact F.
Qed.

Lemma poly_later d k : forall f, poly d f -> poly d (fun t => f (k + t)%nat).
Proof.
  induction k as [|k IH]; intros f F; [exact F|].
  apply (IH (fun t => f (S t))). now apply poly_next.
Qed.

Lemma poly_constant c d : poly (S d) (fun _ => c).
Proof.
  induction d as [|d IH]; [intro t; unfold rise; lia | now apply poly_more].
Qed.

(** A linear factor. *)
Lemma poly_linear a b d : forall f, poly d f -> poly (S d) (fun t => (a + b * Z.of_nat t) * f t).
Proof.
  induction d as [|d IH]; intros f F.
  - intro t. unfold rise. rewrite !F. lia.
  - change (poly (S d) (rise (fun t => (a + b * Z.of_nat t) * f t))).
    eapply poly_same with
      (f := fun t => (a + b * Z.of_nat t) * rise f t + b * f (S t)).
    + intro t. unfold rise. rewrite Nat2Z.inj_succ. lia.
    + apply poly_add; [apply IH; exact F|].
      apply poly_scale. now apply poly_next.
Qed.

(** The differences at 0 of the first values. *)
Fixpoint rises (l : list Z) : list Z :=
  match l with
  | a :: (b :: _) as l' => (b - a) :: rises l'
  | _ => []
  end.
Fixpoint grows (d : nat) (l : list Z) : bool :=
  match d with
  | O => true
  | S d' => (0 <=? hd 0 l) && grows d' (rises l)
  end.

Lemma rises_map f n : forall i, rises (map f (seq i (S n))) = map (rise f) (seq i n).
Proof.
  induction n as [|n IH]; intro i; [reflexivity|].
  change (seq i (S (S n))) with (i :: S i :: seq (S (S i)) n).
  change (seq i (S n)) with (i :: seq (S i) n).
  cbn [map rises]. f_equal. apply (IH (S i)).
Qed.

Lemma grows_nonneg d : forall f,
  poly d f -> grows d (map f (seq 0 d)) = true -> forall t, 0 <= f t.
Proof.
  induction d as [|d IH]; intros f F G t.
  - rewrite F. lia.
  - cbn [grows] in G. apply andb_prop in G as [G0 G].
    rewrite rises_map in G. specialize (IH _ F G).
    cbn in G0. apply Z.leb_le in G0.
    induction t as [|t IHt]; [exact G0|].
    specialize (IH t). unfold rise in IH. lia.
Qed.

(** From [b] on a polynomial of degree less than [d] on each class modulo [q]. *)
Definition quasi (b q d : nat) (f : nat -> Z) : Prop :=
  forall m, (b <= m)%nat -> poly d (fun t => f (m + q * t)%nat).

Lemma quasi_add b q d f g : quasi b q d f -> quasi b q d g -> quasi b q d (fun m => f m + g m).
Proof. intros F G m B. apply poly_add; [now apply F | now apply G]. Qed.

Lemma quasi_scale c b q d f : quasi b q d f -> quasi b q d (fun m => c * f m).
Proof. intros F m B. apply poly_scale. now apply F. Qed.

Lemma quasi_same b q d f g : (forall m, f m = g m) -> quasi b q d f -> quasi b q d g.
Proof. intros E F m B. eapply poly_same; [|exact (F m B)]. intro t. apply E. Qed.

Lemma quasi_constant c b q d : quasi b q (S d) (fun _ => c).
Proof. intros m _. apply poly_constant. Qed.

Lemma quasi_from b b' q d f : (b <= b')%nat -> quasi b q d f -> quasi b' q d f.
Proof. intros L F m B. apply F. lia. Qed.

Lemma quasi_more b q d f : quasi b q d f -> quasi b q (S d) f.
Proof. intros F m B. apply poly_more. now apply F. Qed.

Lemma quasi_degree b q d d' f : (d <= d')%nat -> quasi b q d f -> quasi b q d' f.
Proof. intros L F. induction L; [exact F | now apply quasi_more]. Qed.

Lemma quasi_earlier b q d r f : quasi b q d f -> quasi (b + r) q d (fun m => f (m - r)%nat).
Proof.
  intros F m B. assert (L : (b <= m - r)%nat) by lia. specialize (F _ L).
  eapply poly_same; [|exact F]. intro t. simpl. f_equal. lia.
Qed.

Lemma quasi_linear b q d c f :
  quasi b q d f -> quasi b q (S d) (fun m => (Z.of_nat m - c) * f m).
Proof.
  intros F m B. eapply poly_same;
    [|exact (poly_linear (Z.of_nat m - c) (Z.of_nat q) _ _ (F m B))].
  intro t. cbn beta. rewrite Nat2Z.inj_add, Nat2Z.inj_mul. f_equal. lia.
Qed.

(** For each number all functions of some list are not negative: each number below [hi] by itself, from
    there on one list for each class. *)
Definition somewhere (fss : list (list (nat -> Z))) (lo hi q d : nat) : bool :=
  forallb (fun m => existsb (forallb (fun f => 0 <=? f m)) fss) (seq lo (hi - lo)) &&
  forallb
    (fun m => existsb (forallb (fun f => grows d (map (fun t => f (m + q * t)%nat) (seq 0 d)))) fss)
    (seq hi q).

Lemma somewhere_right fss lo hi q d :
  (0 < q)%nat -> Forall (Forall (quasi hi q d)) fss -> somewhere fss lo hi q d = true ->
  forall m, (lo <= m)%nat -> exists fs, In fs fss /\ forall f, In f fs -> 0 <= f m.
Proof.
  intros Q A H m L. apply andb_prop in H as [H1 H2].
  rewrite forallb_forall in H1, H2. rewrite Forall_forall in A.
  destruct (Nat.lt_ge_cases m hi) as [C|C].
  - specialize (H1 m). rewrite in_seq in H1. assert (E := H1 ltac:(lia)).
    apply existsb_exists in E as (fs & I & P). rewrite forallb_forall in P.
    exists fs. split; [exact I|]. intros f J. apply Z.leb_le. now apply P.
  - set (i := ((m - hi) mod q)%nat). set (t := ((m - hi) / q)%nat).
    assert (E : m = (hi + i + q * t)%nat).
    { unfold i, t. pose proof (Nat.div_mod (m - hi) q). lia. }
    specialize (H2 (hi + i)%nat). rewrite in_seq in H2.
    assert (B : (i < q)%nat) by (apply Nat.mod_upper_bound; lia).
    assert (X := H2 ltac:(lia)). apply existsb_exists in X as (fs & I & P).
    rewrite forallb_forall in P. exists fs. split; [exact I|]. intros f J. rewrite E.
    apply (grows_nonneg d (fun t => f (hi + i + q * t)%nat)); [|now apply P].
    specialize (A fs I). rewrite Forall_forall in A. apply (A f J). lia.
Qed.

(** The same with lists of values, from [lo] on, of which each is made once. *)
Definition tails (es : list (list Z)) (q d : nat) : bool :=
  forallb
    (fun i => existsb (fun e => grows d (map (fun t => nth (i + q * t) e 0) (seq 0 d))) es)
    (seq 0 q).
Fixpoint along (n : nat) (es : list (list Z)) (q d : nat) : bool :=
  match n with
  | O => tails es q d
  | S n' => existsb (fun e => 0 <=? hd 0 e) es && along n' (map (@tl Z) es) q d
  end.

Lemma nth_values (f : nat -> Z) lo w j : (j < w)%nat -> nth j (map f (seq lo w)) 0 = f (lo + j)%nat.
Proof.
  intro L. rewrite (nth_indep _ 0 (f 0%nat)) by now rewrite map_length, seq_length.
  now rewrite map_nth, seq_nth.
Qed.

Lemma tails_right fs hi q d :
  (0 < q)%nat -> Forall (quasi hi q d) fs ->
  tails (map (fun f => map f (seq hi (q * d))) fs) q d = true ->
  forall m, (hi <= m)%nat -> exists f, In f fs /\ 0 <= f m.
Proof.
  intros Q A H m L. unfold tails in H. rewrite forallb_forall in H. rewrite Forall_forall in A.
  set (i := ((m - hi) mod q)%nat). set (t := ((m - hi) / q)%nat).
  assert (E : m = (hi + i + q * t)%nat).
  { unfold i, t. pose proof (Nat.div_mod (m - hi) q). lia. }
  assert (B : (i < q)%nat) by (apply Nat.mod_upper_bound; lia).
  specialize (H i). rewrite in_seq in H. specialize (H ltac:(lia)).
  apply existsb_exists in H as (e & I & P). apply in_map_iff in I as (f & <- & I).
  exists f. split; [exact I|]. rewrite E.
  apply (grows_nonneg d (fun t => f (hi + i + q * t)%nat)); [apply A; [exact I | lia]|].
  erewrite map_ext_in; [exact P|]. intros u U. apply in_seq in U. cbn beta.
  rewrite nth_values by nia. f_equal. lia.
Qed.

Lemma along_right n : forall fs lo q d,
  (0 < q)%nat -> Forall (quasi (lo + n) q d) fs ->
  along n (map (fun f => map f (seq lo (n + q * d))) fs) q d = true ->
  forall m, (lo <= m)%nat -> exists f, In f fs /\ 0 <= f m.
Proof.
  induction n as [|n IH]; intros fs lo q d Q A H m L; cbn [along] in H.
  - rewrite Nat.add_0_r in A. now apply (tails_right fs lo q d).
  - apply andb_prop in H as [H1 H2]. destruct (Nat.eq_dec m lo) as [->|N].
    + apply existsb_exists in H1 as (e & I & P). apply in_map_iff in I as (f & <- & I).
      exists f. split; [exact I|]. now apply Z.leb_le.
    + rewrite map_map in H2. apply (IH fs (S lo) q d); auto; [|lia].
      now rewrite Nat.add_succ_comm.
Qed.

Fixpoint plus (a b : list Z) : list Z :=
  match a, b with x :: a', y :: b' => x + y :: plus a' b' | _, _ => [] end.
Fixpoint minus (a b : list Z) : list Z :=
  match a, b with x :: a', y :: b' => x - y :: minus a' b' | _, _ => [] end.

Lemma plus_values f g n : forall lo k, (n <= k)%nat -> forall lo',
  plus (map f (seq lo n)) (map g (seq lo' k)) = map (fun i => f (lo + i)%nat + g (lo' + i)%nat) (seq 0 n).
Proof.
  induction n as [|n IH]; intros lo k L lo'; [reflexivity|]. destruct k as [|k]; [lia|].
  cbn [seq map plus]. rewrite !Nat.add_0_r. f_equal. rewrite (IH (S lo) k ltac:(lia) (S lo')).
  rewrite <- seq_shift, map_map. apply map_ext. intro i. now rewrite !Nat.add_succ_comm.
Qed.

Lemma minus_values f g n : forall lo lo',
  minus (map f (seq lo n)) (map g (seq lo' n)) = map (fun i => f (lo + i)%nat - g (lo' + i)%nat) (seq 0 n).
Proof.
  induction n as [|n IH]; intros lo lo'; [reflexivity|].
  cbn [seq map minus]. rewrite !Nat.add_0_r. f_equal. rewrite (IH (S lo) (S lo')).
  rewrite <- seq_shift, map_map. apply map_ext. intro i. now rewrite !Nat.add_succ_comm.
Qed.

Lemma skip_values (f : nat -> Z) r : forall lo n, skipn r (map f (seq lo (r + n))) = map f (seq (lo + r) n).
Proof.
  induction r as [|r IH]; intros lo n; [now rewrite Nat.add_0_r|].
  cbn [Nat.add seq map skipn]. rewrite IH. now rewrite Nat.add_succ_comm.
Qed.

(** Such a function as data: its first values, and for each class its differences at the base. *)
Record table := { first : list Z; classes : list (list Z) }.
Fixpoint step (c : list Z) : list Z :=
  match c with
  | a :: (b :: _) as c' => (a + b) :: step c'
  | _ => c
  end.
Fixpoint newton (t : nat) (c : list Z) : Z :=
  match t with O => hd 0 c | S t' => newton t' (step c) end.
Definition value (f : table) (m : nat) : Z :=
  let b := length (first f) in
  if (m <? b)%nat then nth m (first f) 0
  else let q := length (classes f) in
       newton ((m - b) / q) (nth ((m - b) mod q) (classes f) []).

Lemma newton_step t : forall c, rise (fun t => newton t c) t = newton t (tl c).
Proof.
  induction t as [|t IH]; intro c; unfold rise in *; simpl in *.
  - destruct c as [|a [|b c]]; simpl; lia.
  - destruct c as [|a [|b c]]; simpl in *.
    + apply (IH []).
    + apply (IH [a]).
    + apply (IH (a + b :: step (b :: c))).
Qed.

Lemma newton_poly d : forall c, (length c <= d)%nat -> poly d (fun t => newton t c).
Proof.
  induction d as [|d IH]; intros c L.
  - destruct c; [|simpl in L; lia]. intro t. induction t; [reflexivity | exact IHt].
  - simpl. eapply poly_same with (f := fun t => newton t (tl c)).
    + intro t. symmetry. apply newton_step.
    + apply IH. destruct c; simpl in *; lia.
Qed.

Lemma value_quasi f b q d :
  length (first f) = b -> length (classes f) = q -> (0 < q)%nat ->
  Forall (fun c => (length c <= d)%nat) (classes f) -> quasi b q d (value f).
Proof.
  intros B Q P A m L.
  set (i := ((m - b) mod q)%nat). set (s := ((m - b) / q)%nat).
  eapply poly_same with (f := fun t => newton (s + t) (nth i (classes f) [])).
  - intro t. unfold value. rewrite B, Q.
    destruct (Nat.ltb_spec (m + q * t) b) as [C|C]; [lia|].
    replace (m + q * t - b)%nat with (m - b + t * q)%nat by lia.
    rewrite Nat.div_add, Nat.mod_add by lia. reflexivity.
  - apply poly_later with (f := fun t => newton t (nth i (classes f) [])).
    apply newton_poly. rewrite Forall_forall in A. apply A. apply nth_In.
    rewrite Q. apply Nat.mod_upper_bound. lia.
Qed.
