(** The table of counts of three pegs is right. *)

From Verified Require Import Three.
From Verified Require Export CountsThreeData.
Require Import Lia.

Lemma counts_right_three : check_counts 3 counts_three = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma counts_fit : (last_from 3 counts_three + 3 <= 99 /\ 3 <= 5)%nat.
Proof. vm_compute. lia. Qed.
