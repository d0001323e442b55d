"""Short proofs of lower bounds: few patterns, all questions on them, bounds of all other parts.

What comes in: a closure in the reading with the extra colour and the values of its functions, as a
guide.  What goes out: a `ShortProof`, that is, its members (patterns and explicit masets), and for
each question on them that needs it, covers of the parts (docs/short-proofs.md); and its
certificate, which `masetproof.checker` verifies without closure, canonical forms or automorphisms.
In order:

    forms        patterns and masets under one numbering, their questions, groups of their clauses
    bounding     what all members and parts cost at least, given the members
    members      which forms are members: found where the bound is too low, then pruned
    covering     one choice of covers for each part, of every raw question that needs it
    proof        the short proof as a value: what it claims for every n, and its certificate
"""
