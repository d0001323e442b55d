"""Several secrets at once: one question is asked on all boards, as in Dordle and Quordle.

In: a finite game, a number of boards, and what was asked.  Out: what to ask next, what a rule
costs, and for small games the optimum.

    state       `Boards`, a state of play: the game on each board
    rules       the question of a rule, and what a rule costs; `evaluate_boards`, `hint_boards`
    optimum     the least total, by exhaustive search; `optimize_boards`

Each module imports only those above it.
"""
