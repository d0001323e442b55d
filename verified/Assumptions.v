(** What the theorems rest on: [make] fails unless for each that is nothing, and all are asked. *)

From Verified Require MastermindTwo AbTwo MastermindTwoWorst AbTwoWorst.

Print Assumptions MastermindTwo.lower_half.
Print Assumptions MastermindTwo.upper_half.
Print Assumptions MastermindTwo.real_game.
Print Assumptions AbTwo.lower_half.
Print Assumptions AbTwo.upper_half.
Print Assumptions AbTwo.real_game.
Print Assumptions MastermindTwoWorst.lower_half.
Print Assumptions MastermindTwoWorst.upper_half.
Print Assumptions MastermindTwoWorst.real_game.
Print Assumptions AbTwoWorst.lower_half.
Print Assumptions AbTwoWorst.upper_half.
Print Assumptions AbTwoWorst.real_game.
