(** Both halves together: what a best strategy costs, with an extra colour and in the real game. *)

From Verified Require Export Text.
Require Import Bool Lia.
Open Scope Z_scope.

Lemma exact_with g pegs n t : forall X, allowed g pegs Exact n X t -> allowed g pegs With n X t.
Proof.
  induction t as [|qu next IH]; simpl; [auto|]. intros X (W & _ & H). repeat split; try apply W.
  - apply Forall_forall. simpl. auto.
  - intro a. now apply IH.
Qed.

Section Halves.
Variables (g : game) (pegs : nat) (o : objective) (hi q d : nat) (f : table).

(** The first member is the full pattern, and its bound is [f]. *)
Definition lower_says (lower : list member) : Prop :=
  match lower with
  | x :: _ =>
      (0 < pegs)%nat /\ pattern x = [repeat None pegs] /\ colours x = 0%nat /\ bound x = f
  | [] => False
  end.

(** No strategy is better, in whatever reading. *)
Definition is_lower : Prop := forall r n t,
  allowed g pegs r n (secrets g pegs n) t -> Forall (finds t) (secrets g pegs n) ->
  value f n <= Z.of_nat (cost o t (secrets g pegs n)).

Theorem groups_lower lower :
  check_groups g pegs o hi q d lower = true -> lower_says lower -> is_lower.
Proof.
  intros H S. destruct lower as [|x l]; [contradiction|]. destruct S as (P & E & K & B).
  unfold is_lower. rewrite <- B.
  exact (groups_bound g pegs o hi q d (x :: l) x l H eq_refl E K P).
Qed.

(** The same for the first place, where nothing is excluded yet. *)
Definition upper_says (upper : list place) : Prop :=
  match upper with
  | y :: _ =>
      (0 < pegs)%nat /\ here y = [repeat None pegs] /\ names_here y = 0%nat /\
      spare y = 0%nat /\ most y = f /\ somewhere [[value f]] 0 hi q d = true
  | [] => False
  end.

(** Some strategy of the real game is as good. *)
Theorem upper_half upper n :
  check_places g pegs o hi q d upper = true -> upper_says upper ->
  exists t, allowed g pegs Exact n (secrets g pegs n) t /\ Forall (finds t) (secrets g pegs n) /\
    Z.of_nat (cost o t (secrets g pegs n)) <= value f n.
Proof.
  intros H S. destruct upper as [|y u]; [contradiction|]. destruct S as (P & E & K & B & <- & N).
  destruct (upper_bound g pegs o hi q d (y :: u) y u H eq_refl E K B P n) as (t & A & F & C).
  { destruct (constants g pegs o hi q d (y :: u) H) as (Q & _ & _).
    assert (A : Forall (Forall (quasi hi q d)) [[value (most y)]]).
    { repeat constructor. apply (quasi_same hi q d (most_of y)).
      - intro m. unfold most_of. rewrite E. destruct pegs; [lia | reflexivity].
      - apply (most_quasi g pegs o hi q d (y :: u) H). now left. }
    destruct (somewhere_right _ 0 hi q d Q A N n) as (fs & [<-|[]] & X); [lia|].
    apply X. now left. }
  now exists t.
Qed.

End Halves.

(** Where both halves say the same, that is the value. *)
Theorem best g pegs o hi q d f u upper n :
  is_lower g pegs o f ->
  check_places g pegs o hi q d upper = true -> upper_says pegs hi q d u upper ->
  value f n = value u n ->
  exists v, Z.of_nat v = value f n /\
    optimum g pegs Exact o n v /\ optimum g pegs With o n v.
Proof.
  intros L U1 U2 M. destruct (upper_half g pegs o hi q d u upper n U1 U2) as (t & A & F & C).
  assert (E : Z.of_nat (cost o t (secrets g pegs n)) = value f n).
  { pose proof (L Exact n t A F). lia. }
  exists (cost o t (secrets g pegs n)). split; [exact E|].
  split; (split; [exists t|]); repeat split; auto using exact_with; intros t' [A' F'].
  - pose proof (L Exact n t' A' F'). lia.
  - pose proof (L With n t' A' F'). lia.
Qed.

(** Differences of order three and less, as a polynomial. *)
Lemma newton_closed t : forall a b c d,
  6 * newton t [a; b; c; d] =
  let u := Z.of_nat t in 6 * a + 6 * b * u + 3 * c * u * (u - 1) + d * u * (u - 1) * (u - 2).
Proof.
  induction t as [|t IH]; intros a b c d; [cbn; lia|].
  cbn [newton step]. rewrite IH. cbv zeta. rewrite Nat2Z.inj_succ. ring.
Qed.

(** A function of two classes from its base [k] on, as two polynomials in [t]. *)
Lemma value_two f a b c d a' b' c' d' n :
  let k := length f in
  let v := value {| first := f; classes := [[a; b; c; d]; [a'; b'; c'; d']] |} n in
  (k <= n)%nat -> exists t, let u := Z.of_nat t in
    n = (k + 2 * t)%nat /\
      6 * v = 6 * a + 6 * b * u + 3 * c * u * (u - 1) + d * u * (u - 1) * (u - 2) \/
    n = (k + 1 + 2 * t)%nat /\
      6 * v = 6 * a' + 6 * b' * u + 3 * c' * u * (u - 1) + d' * u * (u - 1) * (u - 2).
Proof.
  intros k v L. exists ((n - k) / 2)%nat. cbv zeta.
  assert (V : v = newton ((n - k) / 2) (nth ((n - k) mod 2) [[a; b; c; d]; [a'; b'; c'; d']] [])).
  { unfold v, value. cbn [first classes length]. fold k.
    destruct (Nat.ltb_spec n k); [lia | reflexivity]. }
  pose proof (Nat.div_mod (n - k) 2) as D. pose proof (Nat.mod_upper_bound (n - k) 2) as M.
  rewrite V. destruct ((n - k) mod 2)%nat as [|[|]]; [left | right | lia]; cbn [nth];
    (split; [lia | apply newton_closed]).
Qed.

Lemma even_twice k t : Nat.even (k + 2 * t) = Nat.even k.
Proof. rewrite Nat.even_add, Nat.even_mul. simpl. now destruct (Nat.even k). Qed.

(** Differences up to order four. *)
Lemma newton_four t : forall a b c d e,
  24 * newton t [a; b; c; d; e] =
  let u := Z.of_nat t in
  24 * a + 24 * b * u + 12 * c * u * (u - 1) + 4 * d * u * (u - 1) * (u - 2) +
  e * u * (u - 1) * (u - 2) * (u - 3).
Proof.
  induction t as [|t IH]; intros a b c d e; [cbn; lia|].
  cbn [newton step]. rewrite IH. cbv zeta. rewrite Nat2Z.inj_succ. ring.
Qed.

(** From its base on a function is what its classes say. *)
Lemma value_classes f c n :
  (length f <= n)%nat ->
  value {| first := f; classes := c |} n =
  newton ((n - length f) / length c) (nth ((n - length f) mod length c) c []).
Proof.
  intro L. unfold value. cbn [first classes].
  destruct (Nat.ltb_spec n (length f)); [lia | reflexivity].
Qed.

(** Six classes: [n] is the base and some [i < 6] and a multiple of six. *)
Lemma by_six k n : (k <= n)%nat ->
  exists i t, (i < 6)%nat /\ n = (k + i + 6 * t)%nat /\ ((n - k) mod 6 = i /\ (n - k) / 6 = t)%nat.
Proof.
  intro L. exists ((n - k) mod 6)%nat, ((n - k) / 6)%nat.
  pose proof (Nat.div_mod (n - k) 6). pose proof (Nat.mod_upper_bound (n - k) 6). lia.
Qed.
