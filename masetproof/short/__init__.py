"""Short proofs of lower bounds: few patterns, all questions on them, bounds of all other parts.

In: a closure in the reading with the extra colour, and the values of its functions, as a guide.
Out: a `ShortProof`.  It has *members* (patterns and explicit masets) and, for each question on them
that needs it, covers of the parts (docs/short-proofs.md); and a certificate, which
`masetproof.checker` verifies without closure, canonical forms or automorphisms.  In order:

    groups       groups of the clauses of many parts, and which patterns and masets these are
    forms        patterns and masets with their costs, their questions and groups
    bounding     lower bounds of members and of all their parts, given the members
    members      chooses the members: adds some where the bound is too low, then prunes
    keeping      members that were found, in the cache directory
    covering     chooses a cover for each part of every raw question that needs covers
    proof        the short proof as a value: what it claims for every n, and its certificate
"""
