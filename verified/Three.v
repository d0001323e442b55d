(** Lower halves with counts: the tables that [Lower.check] needs, and what it then proves. *)

From Verified Require Export Best CountTables.
Require Import Bool Lia.
Open Scope Z_scope.

Lemma asks_codes_asks g pegs t : asks_codes g pegs t -> asks pegs t.
Proof.
  induction t as [|qu next IH]; intro A; [exact I|]. destruct A as [[L _] A].
  split; [exact L|]. intro a. now apply IH.
Qed.

Section Counts.
Variables (g : game) (pegs hi k d : nat) (data : count_data) (f : table) (single : nat).

(** Values are listed once, as far as the table goes; for each secret beyond it the same is added to
    all. *)
Definition counts_of : nat -> nat -> list Z :=
  let rows :=
    map
      (fun R =>
        map (fun E => let t := class_of pegs data R E in listed hi (pegs * k) d (value t))
          (seq 0 (S (secrets_most data))))
      (seq 0 (S (clauses_most data))) in
  fun R E =>
    let row := nth (Nat.min R (clauses_most data)) rows [] in
    if (E <=? secrets_most data)%nat then nth E row []
    else
      let more := sigma pegs E - sigma pegs (secrets_most data) in
      map (fun v => v + more) (nth (secrets_most data) row []).

Lemma nth_map_seq {A} (h : nat -> A) n i b : (i < n)%nat -> nth i (map h (seq 0 n)) b = h i.
Proof.
  intro L. rewrite (nth_indep _ b (h 0%nat)) by now rewrite map_length, seq_length.
  now rewrite map_nth, seq_nth.
Qed.

Lemma counts_right R E : counts_of R E = listed hi (pegs * k) d (counted pegs data R E).
Proof.
  unfold counts_of, counted, extended. cbv zeta. rewrite nth_map_seq by lia.
  destruct (Nat.leb_spec E (secrets_most data)) as [L|L]; rewrite nth_map_seq by lia.
  - reflexivity.
  - unfold listed. rewrite map_map. apply map_ext. intro m. unfold G. lia.
Qed.

Hypothesis counts_checked : check_counts pegs data = true.
Hypothesis sizes : (last_from pegs data + pegs <= hi)%nat /\ (3 <= d)%nat.

Theorem counted_lower lower :
  check g pegs Expected hi (pegs * k) d lower (counted pegs data) counts_of single = true ->
  lower_says pegs f lower -> is_lower g pegs Expected f.
Proof.
  intros H S. destruct lower as [|x l]; [contradiction|]. destruct S as (P & E & K & B).
  unfold is_lower. rewrite <- B.
  apply (lower_bound g pegs Expected hi (pegs * k) d (x :: l) (counted pegs data) counts_of single
    x l); auto.
  - exact counts_right.
  - exists (last_from pegs data). split; [tauto|]. intros R' E'. apply counted_classes; tauto.
  - intros _ t ex im Q L N F A T.
    apply (counted_bound pegs data g counts_checked t ex im Q L N); [|now apply (asks_codes_asks g) | exact T].
    apply (Forall_impl _ (P := fun C => length C = pegs /\ below (length ex) C /\
      (stars C <= 1)%nat /\ distinct g C = true)); [|exact F]. unfold is_countable. tauto.
Qed.
End Counts.
