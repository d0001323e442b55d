"""Breakers that evolve: strategies found without a thought about what an answer means.

In: a finite game and a seed.  Out: a `StrategyTree`, and how good the best was in each generation.

A breaker here knows the secrets and the questions there are, which answer wins, and that the same
question to the same secret always gets the same answer.  So it may find out which secrets lead to a
place in its tree, by playing against all of them; it does not rate questions by how they split
these.  What decides is only how many questions the whole tree needs.

    codemaker        answers by numbers alone; `Breaker`, a tree that knows its secrets
    blind            random valid trees, as a blind breaker plays
    transformations  three changes that keep a tree valid and make no path longer
    operators        mutation and crossover of subtrees, repaired as they are made
    evolve           a population on islands, and its best tree
"""
