"""Proofs: from values and claims to theorems for every number of colours.

In: `Recurrences`, their values, a claim.  Out: a `Theorem` with its induction, the verdict on each
equation, and a certificate that the independent checker verifies.

    induction        the one induction, its two sides, and functions of one index, all at once
    cells            functions of several indices, one after the other, on cells that it finds
    solving          SymPy solves the functions, each from an optimal equation
    general          SymPy solves every equation; general solutions; what was solved
    functions        the functions of a proof, with their values and optimal questions
    proof            what every proof has: a statement, a lower side and an upper side
    numbers          sets of numbers of colours; cells of boards, and their conditions
    verdicts         for which numbers of colours each equation is optimal
    equations        the equations as values
    guide            the optimal questions, for strategies of the real game; with few patterns
    finding          finds claims in the values, and proves them
    theorem          a theorem, its statement, and the whole way from a game to it
    written          an optimal strategy for every number of colours, as a finite list of questions
    values           the values of a game, from the recurrences and beyond them from the formula
    compared         a conjecture against the values, and against the theorem for every n
    together         one strategy with the least total and the least worst case
    played           the strategy of a book as lines of a certificate
    known            books and theorems that answer for a finite game without a search
    growth           the two highest coefficients of the least total, the second up to four pegs
    comparison       where the three readings of the extra colour agree
    certificate      the file that the checker reads
    shift            the worst case of four and five pegs: few searches, a lemma, and a book

Each module imports only those above it.
"""
