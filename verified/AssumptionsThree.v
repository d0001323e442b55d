(** The same as [Assumptions] for the theorems of three pegs, which take longer. *)

From Verified Require AbThree MastermindThree.

Print Assumptions AbThree.real_game.
Print Assumptions MastermindThree.real_game.
