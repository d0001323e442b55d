(** Mastermind with two pegs: the least number of questions in the worst case, for [n] colours.

    The formula is that of Goddard (2004). *)

From Verified Require Import Best MastermindTwoWorstData.
Require Import Lia.
Open Scope Z_scope.

Definition formula (n : nat) : Z := Z.of_nat n / 2 + 2.

(** The same as a table: what is proved of the full pattern. *)
Definition claim : table :=
  {| first := [0; 1]; classes := [[3; 1; 0; 0]; [3; 1; 0; 0]] |}.

Lemma claim_formula n : (2 <= n)%nat -> value claim n = formula n.
Proof.
  intro L. unfold formula.
  destruct (value_two [0; 1] 3 1 0 0 3 1 0 0 n L) as (t & [[E V]|[E V]]);
    fold claim in V; subst n; clear L; cbn [length] in V |- *;
    rewrite !Nat2Z.inj_add, Nat2Z.inj_mul; Z.div_mod_to_equations; lia.
Qed.

Lemma members_right : check_groups mastermind 2 Worst 6 2 4 lower = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma members_say : lower_says 2 claim lower.
Proof. vm_compute. repeat split; repeat constructor. Qed.

Lemma places_right : check_places mastermind 2 Worst 6 2 4 upper = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma places_say : upper_says 2 6 2 4 claim upper.
Proof. vm_compute. repeat split; repeat constructor. Qed.

(** However one asks, also with an extra colour, it takes at least as many questions. *)
Theorem lower_half r n t : (2 <= n)%nat ->
  allowed mastermind 2 r n (secrets mastermind 2 n) t -> Forall (finds t) (secrets mastermind 2 n) ->
  formula n <= Z.of_nat (cost Worst t (secrets mastermind 2 n)).
Proof.
  intros L A F. rewrite <- (claim_formula n L).
  pose proof (groups_lower _ _ _ _ _ _ _ _ members_right members_say r n t A F). lia.
Qed.

(** In the real game some strategy takes no more. *)
Theorem upper_half n : (2 <= n)%nat -> exists t,
  allowed mastermind 2 Exact n (secrets mastermind 2 n) t /\
  Forall (finds t) (secrets mastermind 2 n) /\
  Z.of_nat (cost Worst t (secrets mastermind 2 n)) <= formula n.
Proof.
  intro L. rewrite <- (claim_formula n L).
  destruct (Best.upper_half _ _ _ _ _ _ _ _ n places_right places_say) as (t & A & F & C).
  exists t. split; [exact A|]. split; [exact F|]. lia.
Qed.

(** So the formula is right, in the real game as with an extra colour; with one
    colour it is one question. *)
Theorem real_game n : exists v,
  optimum mastermind 2 Exact Worst n v /\ optimum mastermind 2 With Worst n v /\
  (n = 1%nat -> v = 1%nat) /\
  ((2 <= n)%nat -> Z.of_nat v = formula n).
Proof.
  destruct (best _ _ _ _ _ _ _ _ _ n (groups_lower _ _ _ _ _ _ _ _ members_right members_say)
    places_right places_say eq_refl) as (v & E & X & W).
  exists v. repeat split; try apply X; try apply W.
  - intros ->. cbn in E. lia.
  - intro L. rewrite E. now apply claim_formula.
Qed.
