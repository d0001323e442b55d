(** What the theorems rest on: [make] fails unless for each that is nothing. *)

From Verified Require MastermindTwo AbTwo MastermindTwoWorst AbTwoWorst.

Print Assumptions MastermindTwo.real_game.
Print Assumptions AbTwo.real_game.
Print Assumptions MastermindTwoWorst.real_game.
Print Assumptions AbTwoWorst.real_game.
