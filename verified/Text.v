(** Patterns, questions and groups as one writes them: ["0*|*0"], ["a1"], ["3.10.02"].

    A misread text makes another certificate, which is checked as well as any. *)

From Verified Require Export Upper.
From Coq Require Import String Ascii Bool.
Open Scope string_scope.

(** 0, ..., 9, A, ..., Z. *)
Definition digit (c : ascii) : nat :=
  let n := nat_of_ascii c in if (n <? 58)%nat then (n - 48)%nat else (n - 55)%nat.
Definition is_digit (c : ascii) : bool :=
  let n := nat_of_ascii c in ((48 <=? n) && (n <=? 57) || (65 <=? n) && (n <=? 90))%nat.

(** Stars and blanks are what is no digit. *)
Fixpoint clause_of (s : string) : clause :=
  match s with
  | EmptyString => []
  | String c s' => (if is_digit c then Some (digit c) else None) :: clause_of s'
  end.
Fixpoint digits (s : string) : list nat :=
  match s with
  | EmptyString => []
  | String c s' => digit c :: digits s'
  end.
Fixpoint split (by_ : ascii) (s : string) : list string :=
  match s with
  | EmptyString => [EmptyString]
  | String c s' =>
      if Ascii.eqb c by_ then EmptyString :: split by_ s'
      else match split by_ s' with
           | [] => [String c EmptyString]
           | w :: l => String c w :: l
           end
  end.
Definition pattern_of (s : string) : list clause := map clause_of (split "|" s).
Definition number_of (s : string) : nat := fold_left (fun n d => 10 * n + d)%nat (digits s) 0%nat.
Definition group_of (s : string) : group :=
  match split "." s with
  | [a; b; c] => {| of := number_of a; order := digits b; names := digits c |}
  | _ => {| of := 0; order := []; names := [] |}
  end.
Definition colours_of (P : list clause) : nat :=
  list_max (map S (flat_map explicit P)).

Definition table_of (f : list Z * list (list Z)) : table :=
  {| first := fst f; classes := snd f |}.
Definition member_of s f (l : list (string * list (list string))) : member :=
  let P := pattern_of s in
  {| pattern := P; colours := colours_of P; bound := table_of f;
     covers := map (fun '(D, c) => (clause_of D, map (map group_of) c)) l |}.
Definition new_of (k : nat) (D : clause) : nat := (list_max (k :: map S (explicit D)) - k)%nat.
(** ["3-"]: from three implicit colours on; ["3"]: for three. *)
Definition range_of (s : string) : nat * bool :=
  match split "-" s with
  | [a; _] => (number_of a, false)
  | _ => (number_of s, true)
  end.
Definition place_of s spare_ f (l : list (string * string * list string)) : place :=
  let P := pattern_of s in
  {| here := P; names_here := colours_of P; spare := spare_; most := table_of f;
     plays := map (fun '(D, m, c) =>
       {| question := clause_of D; fresh := new_of (colours_of P) (clause_of D);
          least := fst (range_of m); once := snd (range_of m); parts_of := map group_of c |}) l |}.
