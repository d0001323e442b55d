"""Proofs for equal columns: functions of one index, near the diagonal of all index vectors.

What comes in: a closure of black-peg Mastermind with the extra colour.  What goes out: a
`BandProof`, that is, the least total of the whole game for every number n of colours, its
certificate, which `masetproof.checker` verifies, and a strategy of the real game that takes no
more.  The lemmas are those of docs/black-peg.md, "Four pegs: a band around the diagonal".  In
order:

    states       patterns with offsets under one numbering, and their questions
    guide        bounds of all states near the diagonal, and which of them bear each other
    members      which states prove the bound of the whole game: the lower half
    pruning      which of these can be left out
    strategy     the upper half: questions that attain the bounds
    certificate  writing what was found
    proof        both halves as a value: what is claimed for every n
"""
