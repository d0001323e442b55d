"""Band proofs: the least total of a game with equal columns, proved near the diagonal.

With a number of colours for each column, a function has one index for each.  Where the game has n
colours in every column, play stays near the *diagonal*, where all indices are equal.  So bounds of
functions near it, with the one index n, suffice.

In: a closure of black-peg Mastermind with the extra colour.  Out: a `BandProof`, that is, the least
total of the whole game for every number n of colours, its certificate, which `masetproof.checker`
verifies, and a strategy of the real game that attains this total.  The lemmas are those of
docs/black-peg.md, "Four pegs: a band around the diagonal".  In order:

    states       numbers the patterns with offsets, and lists their questions
    guide        bounds all states near the diagonal, and finds those that support themselves
    members      chooses states that prove the bound of the whole game: the lower half
    pruning      drops states that this proof does not need
    strategy     finds questions that attain the bounds: the upper half
    certificate  writes down both halves
    proof        puts both halves together: what is proved for every n
"""
