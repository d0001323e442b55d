(** The same as [Assumptions] for the theorems of three pegs, which take longer. *)

From Verified Require AbThree MastermindThree.

Print Assumptions AbThree.lower_half.
Print Assumptions AbThree.upper_half.
Print Assumptions AbThree.real_game.
Print Assumptions MastermindThree.lower_half.
Print Assumptions MastermindThree.upper_half.
Print Assumptions MastermindThree.real_game.
