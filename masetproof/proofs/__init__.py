"""Proofs: from values and claims to theorems for every number of colours.

In: `Recurrences`, their values, a claim.  Out: a `Theorem` with what carries it, the verdict on
each equation, and a certificate that the independent checker verifies.

    induction        the one induction, its two sides, and functions of one index, all at once
    cells            functions of several indices, one after the other, whose cells are found
    solving          SymPy solves the functions, each from an optimal equation
    general          SymPy solves every equation; general solutions; what was solved
    functions        the functions of a proof, with their values and optimal questions
    proof            what every proof has: a statement, a lower side and an upper side
    numbers          sets of numbers of colours; cells of boards, and the conditions that tell them
    verdicts         what is said of each single equation: for what numbers it is optimal
    equations        the equations as values
    guide            the optimal questions, for strategies of the real game; with few patterns
    finding          claims that the values bear out, and their proof
    theorem          what a theorem is and says, and the whole way from a game to it
    written          an optimal strategy for every number of colours, as a finite list of questions
    values           the values of a game, beyond the recurrences from the formula
    compared         a conjecture against the values, and against the theorem for every n
    together         one strategy with the least total and the least worst case
    known            what is known of a finite game without a search, by books and theorems
    growth           the two highest coefficients of the least total, for every number of pegs
    comparison       where the three readings of the extra colour agree
    certificate      the file that the checker reads

Each module imports only those above it.
"""
