"""Maset patterns: from the full pattern to its closure.

In: a `Game`, a number of pegs, and whether the extra colour may be asked.  Out: a `Closure`, the
patterns, the explicit masets and, in columns, one row for each different split of a pattern.

    kinds        implicit colours of several kinds, where answers do not report white pegs
    pattern      the value: clauses, text form, normalization, extension, counting
    columns      clauses and questions as numbers
    isomorphism  canonical form with its witness, automorphisms (the only importer of pynauty);
                 refined form, close to the canonical one without nauty, and often there
    naming       patterns, questions and isomorphisms in the alphabets of a game, as certificates
                 have them
    questions    all questions on a pattern and their orbits
    matches      the answers of a game by the matches of secret and question
    split        a pattern and a question to the parts; explicit colours that are implicit again
    catalogue    the part that an answer leaves, and its pattern
    refining     rows of codes, numbered and refined by the kernel
    splitter     many patterns by all their questions, plainly or compiled
    provable     the games and numbers of pegs with a closure, and those with a theorem
    closure      all of these until nothing new appears
    store        a cache of closures that take seconds to make

Each module imports only those above it.
"""
