(** Mastermind with three pegs: the least total number of questions, for [n] colours.

    Nobody had a formula before this project; it holds from 44 colours on. *)

From Verified Require Import Three CountsThree MastermindThreeData.
Require Import Lia.
Open Scope Z_scope.

Definition formula (n : nat) : Z :=
  let N := Z.of_nat n in
  match (n mod 3)%nat with
  | 0%nat => 81 * N^4 + 1084 * N^3 - 1557 * N^2 - 22500 * N + 304884
  | 1%nat => 81 * N^4 + 1084 * N^3 - 1533 * N^2 - 23604 * N + 321404
  | _ => 81 * N^4 + 1084 * N^3 - 1419 * N^2 - 26430 * N + 321376
  end.

(** The totals for fewer colours. *)
Definition few : list Z :=
  [0; 1; 18; 73; 206; 451; 854; 1474; 2359; 3596; 5242; 7361; 10076; 13438; 17544; 22540;
   28479; 35488; 43724; 53262; 64253; 76848; 91168; 107382; 125617; 146062; 168902; 194220;
   222295; 253326; 287331; 324703; 365652; 410110; 458608; 511364; 568203; 629818; 696432;
   767742; 844627; 927312; 1015345; 1109815].

(** The same as tables: what is proved of the full pattern. *)
Definition claim : list (list Z) :=
  [[1210946; 755728; 306466; 73024; 7776]; [1318116; 801892; 318066; 74320; 7776];
   [1432648; 850095; 329918; 75616; 7776]; [1554762; 900319; 342006; 76912; 7776];
   [1683645; 952121; 354254; 78208; 7776]; [1820878; 1006088; 366754; 79504; 7776]].
Definition most_claim : table := {| first := few; classes := claim |}.

Lemma claim_formula f n : length f = 44%nat -> (44 <= n)%nat ->
  324 * value {| first := f; classes := claim |} n = formula n.
Proof.
  intros F L. rewrite value_classes by lia. rewrite F. change (length claim) with 6%nat.
  destruct (by_six 44 n L) as (i & t & I & E & -> & ->). unfold formula.
  replace (n mod 3)%nat with ((i + 2) mod 3)%nat
    by (replace n with (i + 2 + (14 + 2 * t) * 3)%nat by lia; now rewrite Nat.mod_add).
  assert (N : Z.of_nat n = 44 + Z.of_nat i + 6 * Z.of_nat t) by lia. rewrite N. clear N E L.
  destruct i as [|[|[|[|[|[|i]]]]]]; [| | | | | |lia]; cbn [nth claim];
    match goal with |- 324 * newton t [?a; ?b; ?c; ?d; ?e] = _ =>
      pose proof (newton_four t a b c d e) as C end;
    match goal with |- context [(?a mod 3)%nat] =>
      let r := eval vm_compute in (a mod 3)%nat in change (a mod 3)%nat with r end;
    cbv zeta in C; cbv iota; lia.
Qed.

Lemma places_right : check_places mastermind 3 Expected 99 6 5 upper = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma places_say : upper_says 3 99 6 5 most_claim upper.
Proof. vm_compute. repeat split; repeat constructor. Qed.

(** In the real game some strategy takes no more. *)
Theorem upper_half n : exists t,
  allowed mastermind 3 Exact n (secrets mastermind 3 n) t /\ Forall (finds t) (secrets mastermind 3 n) /\
  ((n < 44)%nat -> Z.of_nat (cost Expected t (secrets mastermind 3 n)) <= nth n few 0) /\
  ((44 <= n)%nat -> 324 * Z.of_nat (cost Expected t (secrets mastermind 3 n)) <= formula n).
Proof.
  destruct (Best.upper_half _ _ _ _ _ _ _ _ n places_right places_say) as (t & A & F & C).
  exists t. split; [exact A|]. split; [exact F|]. split; intro L.
  - unfold value in C. cbn [first classes most_claim] in C. change (length few) with 44%nat in C.
    destruct (Nat.ltb_spec n 44); [exact C | lia].
  - rewrite <- (claim_formula few n eq_refl L). fold most_claim. lia.
Qed.

Lemma members_right :
  check mastermind 3 Expected 99 (3 * 2) 5 lower (counted 3 counts_three)
    (counts_of 3 99 2 5 counts_three) 1 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma members_say : lower_says 3 most_claim lower.
Proof. vm_compute. repeat split; repeat constructor. Qed.

Lemma at_least : is_lower mastermind 3 Expected most_claim.
Proof.
  apply (counted_lower mastermind 3 99 2 5 counts_three most_claim 1 counts_right_three counts_fit lower);
    [exact members_right | exact members_say].
Qed.

(** However one asks, also with an extra colour, it takes at least as many questions. *)
Theorem lower_half r n t :
  allowed mastermind 3 r n (secrets mastermind 3 n) t -> Forall (finds t) (secrets mastermind 3 n) ->
  ((n < 44)%nat -> nth n few 0 <= Z.of_nat (cost Expected t (secrets mastermind 3 n))) /\
  ((44 <= n)%nat -> formula n <= 324 * Z.of_nat (cost Expected t (secrets mastermind 3 n))).
Proof.
  intros A F. pose proof (at_least r n t A F) as C. split; intro L.
  - unfold value in C. cbn [first classes most_claim] in C. change (length few) with 44%nat in C.
    destruct (Nat.ltb_spec n 44); [exact C | lia].
  - rewrite <- (claim_formula few n eq_refl L). fold most_claim. lia.
Qed.

(** So the formula is right, in the real game as with an extra colour. *)
Theorem real_game n : exists v,
  optimum mastermind 3 Exact Expected n v /\ optimum mastermind 3 With Expected n v /\
  ((n < 44)%nat -> Z.of_nat v = nth n few 0) /\
  ((44 <= n)%nat -> 324 * Z.of_nat v = formula n).
Proof.
  destruct (best _ _ _ _ _ _ _ _ _ n at_least places_right places_say eq_refl) as (v & V & X & W).
  exists v. repeat split; try apply X; try apply W; intro L.
  - rewrite V. unfold value. cbn [first classes most_claim]. change (length few) with 44%nat.
    destruct (Nat.ltb_spec n 44); [reflexivity | lia].
  - rewrite V. exact (claim_formula few n eq_refl L).
Qed.
