"""Proofs: from values and claims to theorems for every number of colours.

In: `Recurrences`, their values, a claim.  Out: a `Theorem` with what carries it, the verdict on
each equation, and a certificate that the independent checker verifies.

    induction        the one induction, that a claim holds for every m; and for one index, on arrays
    cells            the same for functions of any number of indices, function by function
    regions          cells of boards, and the conditions that tell them
    functions        the functions of a proof: patterns, questions, numbers of colours
    cell_proof       the functions with the values that are proved on cells
    one_index_proof  the functions with the values that are proved on arrays
    verdicts         what is said of each single equation; with one index, for what n it is optimal
    cell_verdicts    on what cells a question is optimal
    equations        the equations as values
    strategy         an optimal strategy with few patterns, from the equations that are attained
    guide            the optimal questions on patterns that a proof gives
    cell_guide       the same for boards, from a proof on cells
    statement        what a theorem is and says: the same for all games
    cell_theorem     theorems that are proved on cells: boards with unequal columns among them
    theorem          the whole way from a game to a theorem
    written          an optimal strategy for every number of colours, as a finite list of questions
    values           the values of a game, beyond the recurrences from the formula
    comparison       where the three readings of the extra colour agree
    certificate      the file that the checker reads

Each module imports only those above it.
"""
