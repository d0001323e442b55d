(** The AB game with three pegs: the least total number of questions, for [n] colours.

    Nobody had a formula before this project; it holds from 15 colours on. *)

From Verified Require Import Three CountsThree AbThreeData.
Require Import Lia.
Open Scope Z_scope.

Definition formula (n : nat) : Z :=
  let N := Z.of_nat n in
  match (n mod 3)%nat with
  | 0%nat => 27 * N^4 + 266 * N^3 - 1893 * N^2 + 3744 * N + 1080
  | 1%nat => 27 * N^4 + 266 * N^3 - 1923 * N^2 + 4506 * N - 2876
  | _ => 27 * N^4 + 266 * N^3 - 1899 * N^2 + 3450 * N + 4292
  end.

(** The totals for fewer colours; with four it is 72 in the real game, and the bound is 69. *)
Definition few : list Z := [0; 0; 0; 15; 72; 196; 436; 836; 1449; 2337; 3575; 5204; 7343; 10059; 13404].

(** The same as tables: what is proved of the full pattern. *)
Definition claim : list (list Z) :=
  [[17555; 46883; 58186; 34296; 7776]; [22555; 54508; 63342; 35592; 7776];
   [28482; 62918; 68750; 36888; 7776]; [35563; 72175; 74362; 38184; 7776];
   [43812; 82216; 80166; 39480; 7776]; [53349; 93168; 86222; 40776; 7776]].
Definition most_claim : table := {| first := few; classes := claim |}.
Definition few_at_least : list Z := firstn 4 few ++ [69] ++ skipn 5 few.
Definition least_claim : table := {| first := few_at_least; classes := claim |}.

Lemma claim_formula f n : length f = 15%nat -> (15 <= n)%nat ->
  108 * value {| first := f; classes := claim |} n = formula n.
Proof.
  intros F L. rewrite value_classes by lia. rewrite F. change (length claim) with 6%nat.
  destruct (by_six 15 n L) as (i & t & I & E & -> & ->). unfold formula.
  replace (n mod 3)%nat with (i mod 3)%nat
    by (replace n with (i + (5 + 2 * t) * 3)%nat by lia; now rewrite Nat.mod_add).
  assert (N : Z.of_nat n = 15 + Z.of_nat i + 6 * Z.of_nat t) by lia. rewrite N. clear N E L.
  destruct i as [|[|[|[|[|[|i]]]]]]; [| | | | | |lia]; cbn [nth claim];
    match goal with |- 108 * newton t [?a; ?b; ?c; ?d; ?e] = _ =>
      pose proof (newton_four t a b c d e) as C end;
    match goal with |- context [(?a mod 3)%nat] =>
      let r := eval vm_compute in (a mod 3)%nat in change (a mod 3)%nat with r end;
    cbv zeta in C; cbv iota; lia.
Qed.

Lemma places_right : check_places ab 3 Expected 99 6 5 upper = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma places_say : upper_says 3 99 6 5 most_claim upper.
Proof. vm_compute. repeat split; repeat constructor. Qed.

(** In the real game some strategy takes no more. *)
Theorem upper_half n : exists t,
  allowed ab 3 Exact n (secrets ab 3 n) t /\ Forall (finds t) (secrets ab 3 n) /\
  ((n < 15)%nat -> Z.of_nat (cost Expected t (secrets ab 3 n)) <= nth n few 0) /\
  ((15 <= n)%nat -> 108 * Z.of_nat (cost Expected t (secrets ab 3 n)) <= formula n).
Proof.
  destruct (Best.upper_half _ _ _ _ _ _ _ _ n places_right places_say) as (t & A & F & C).
  exists t. split; [exact A|]. split; [exact F|]. split; intro L.
  - unfold value in C. cbn [first classes most_claim] in C. change (length few) with 15%nat in C.
    destruct (Nat.ltb_spec n 15); [exact C | lia].
  - rewrite <- (claim_formula few n eq_refl L). fold most_claim. lia.
Qed.

Lemma members_right :
  check ab 3 Expected 99 (3 * 2) 5 lower (counted 3 counts_three)
    (counts_of 3 99 2 5 counts_three) 1 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma members_say : lower_says 3 least_claim lower.
Proof. vm_compute. repeat split; repeat constructor. Qed.

Lemma at_least : is_lower ab 3 Expected least_claim.
Proof.
  apply (counted_lower ab 3 99 2 5 counts_three least_claim 1 counts_right_three counts_fit lower);
    [exact members_right | exact members_say].
Qed.

(** However one asks, also with an extra colour, it takes at least as many questions. *)
Theorem lower_half r n t :
  allowed ab 3 r n (secrets ab 3 n) t -> Forall (finds t) (secrets ab 3 n) ->
  ((n < 15)%nat -> nth n few_at_least 0 <= Z.of_nat (cost Expected t (secrets ab 3 n))) /\
  ((15 <= n)%nat -> formula n <= 108 * Z.of_nat (cost Expected t (secrets ab 3 n))).
Proof.
  intros A F. pose proof (at_least r n t A F) as C. split; intro L.
  - unfold value in C. cbn [first classes least_claim] in C. change (length few_at_least) with 15%nat in C.
    destruct (Nat.ltb_spec n 15); [exact C | lia].
  - rewrite <- (claim_formula few_at_least n eq_refl L). fold least_claim. lia.
Qed.

(** So the formula is right, in the real game as with an extra colour; for four colours the real game
    takes between 69 and 72. *)
Theorem real_game n : n <> 4%nat -> exists v,
  optimum ab 3 Exact Expected n v /\ optimum ab 3 With Expected n v /\
  ((n < 15)%nat -> Z.of_nat v = nth n few 0) /\
  ((15 <= n)%nat -> 108 * Z.of_nat v = formula n).
Proof.
  intro N4. assert (E : value least_claim n = value most_claim n).
  { destruct (Nat.lt_ge_cases n 15) as [L|L].
    - do 15 (destruct n as [|n]; [reflexivity || contradiction|]). lia.
    - pose proof (claim_formula few_at_least n eq_refl L) as C1.
      pose proof (claim_formula few n eq_refl L) as C2. fold least_claim in C1.
      fold most_claim in C2. lia. }
  destruct (best _ _ _ _ _ _ _ _ _ n at_least places_right places_say E) as (v & V & X & W).
  rewrite E in V.
  exists v. repeat split; try apply X; try apply W; intro L.
  - rewrite V. unfold value. cbn [first classes most_claim]. change (length few) with 15%nat.
    destruct (Nat.ltb_spec n 15); [reflexivity | lia].
  - rewrite V. exact (claim_formula few n eq_refl L).
Qed.
