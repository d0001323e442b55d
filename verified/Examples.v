(** What the definitions say in small cases, and certificates that have to be refused. *)

From Verified Require AbTwoWorstData.
From Verified Require Import Best MastermindTwoExpectedData.
Open Scope nat_scope.

(** Two whites and a black; a colour that is asked twice counts once where the secret has it once. *)
Example one_answer : answer [0; 0; 1; 2] [0; 1; 0; 3] = (1, 2).
Proof. reflexivity. Qed.
Example asked_twice : answer [0; 1; 2; 3] [0; 0; 4; 4] = (1, 0).
Proof. reflexivity. Qed.
Example all_secrets : secrets ab 2 3 = [[0; 1]; [0; 2]; [1; 0]; [1; 2]; [2; 0]; [2; 1]].
Proof. reflexivity. Qed.

(** Ask all secrets of Mastermind with two pegs and two colours one after the other: 1 + 2 + 3 + 4. *)
Definition one_by_one : strategy :=
  fold_right (fun s t => Ask s (fun _ => t)) Stop (secrets mastermind 2 2).
Example ten : cost Expected one_by_one (secrets mastermind 2 2) = 10.
Proof. reflexivity. Qed.
Example four : cost Worst one_by_one (secrets mastermind 2 2) = 4.
Proof. reflexivity. Qed.
Example found : Forall (finds one_by_one) (secrets mastermind 2 2).
Proof. repeat constructor; simpl; tauto. Qed.

(** A question may have a colour that is excluded by now, but in the reading [Without] not. *)
Definition excluded : strategy := Ask [0; 0] (fun _ => Ask [1; 0] (fun _ => Stop)).
Example in_exact : allowed mastermind 2 Exact 3 (secrets mastermind 2 3) excluded.
Proof. repeat constructor; simpl; discriminate. Qed.
Example not_in_without : ~ allowed mastermind 2 Without 3 (secrets mastermind 2 3) excluded.
Proof.
  intros (_ & _ & H). destruct (H (0, 0)) as (_ & F & _). inversion F as [|? ? _ G]; subst.
  inversion G as [|? ? M _]; subst. vm_compute in M. destruct M as (s & I & J).
  repeat destruct I as [<-|I]; try destruct I; repeat destruct J as [J|J]; discriminate || destruct J.
Qed.

(** ** Certificates that are changed *)

Open Scope Z_scope.
Definition checked := check_groups mastermind 2 Expected 6 2 4.
Example right_one : checked lower = true.
Proof. vm_compute. reflexivity. Qed.

Definition changed (f : member -> member) (l : list member) : list member :=
  match l with x :: l' => f x :: l' | [] => [] end.
Definition raised (x : member) : member :=
  let b := bound x in
  {| pattern := pattern x; colours := colours x; covers := covers x;
     bound := {| first := first b;
       classes := map (fun c => match c with a :: c' => a + 1 :: c' | [] => [] end) (classes b) |} |}.
Example claim_raised : checked (changed raised lower) = false.
Proof. vm_compute. reflexivity. Qed.
Example all_raised : checked (map raised lower) = false.
Proof. vm_compute. reflexivity. Qed.

(** Faster growth, a higher value for two colours, no cover for a question, other columns. *)
Definition steeper (x : member) : member :=
  let b := bound x in
  {| pattern := pattern x; colours := colours x; covers := covers x;
     bound := {| first := first b;
       classes := map (fun c => match c with a :: e :: c' => a :: e + 1 :: c' | _ => c end) (classes b) |} |}.
Example grows_faster : checked (changed steeper lower) = false.
Proof. vm_compute. reflexivity. Qed.
Definition nine (x : member) : member :=
  {| pattern := pattern x; colours := colours x; covers := covers x;
     bound := {| first := [0; 1; 9]; classes := classes (bound x) |} |}.
Example nine_for_two : checked (changed nine lower) = false.
Proof. vm_compute. reflexivity. Qed.
Definition uncovered (x : member) : member :=
  {| pattern := pattern x; colours := colours x; bound := bound x; covers := tl (covers x) |}.
Example no_cover : checked (changed uncovered lower) = false.
Proof. vm_compute. reflexivity. Qed.
Definition turned (x : member) : member :=
  {| pattern := pattern x; colours := colours x; bound := bound x;
     covers := map (fun '(D, c) => (D, map (map (fun h =>
       {| of := of h; order := rev (order h); names := names h |})) c)) (covers x) |}.
Example other_columns : checked (map turned lower) = false.
Proof. vm_compute. reflexivity. Qed.
Example a_member_less : checked (removelast lower) = false.
Proof. vm_compute. reflexivity. Qed.

(** Strategies: a total that is too low, a question less. *)
Definition places_checked := check_places mastermind 2 Expected 6 2 4.
Definition place_changed (f : table -> table) (g : list play -> list play) (y : place) : place :=
  {| here := here y; names_here := names_here y; spare := spare y; most := f (most y);
     plays := g (plays y) |}.
Definition cheaper (b : table) : table :=
  {| first := first b;
     classes := map (fun c => match c with a :: c' => a - 1 :: c' | [] => [] end) (classes b) |}.
Example strategy_right : places_checked upper = true.
Proof. vm_compute. reflexivity. Qed.
Example too_cheap :
  places_checked (match upper with y :: l => place_changed cheaper (fun p => p) y :: l | [] => [] end)
  = false.
Proof. vm_compute. reflexivity. Qed.
Example no_question :
  places_checked (match upper with y :: l => place_changed (fun b => b) (fun _ => []) y :: l | [] => [] end)
  = false.
Proof. vm_compute. reflexivity. Qed.

(** In the worst case, too. *)
Example worst_raised : check_groups ab 2 Worst 6 2 4 (changed raised AbTwoWorstData.lower) = false.
Proof. vm_compute. reflexivity. Qed.
