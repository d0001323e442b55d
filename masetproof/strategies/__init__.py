"""Strategies: the questions of a codebreaker, computed on demand.

In: a finite game and the source of the questions (a rule, a function, a theorem).  Out: a
`Strategy`.  It returns the next question for a history of questions and answers; playing one path
costs no more than the questions of that path.  `masetproof.trees.replay` plays a strategy against
every secret: this verifies it, and makes a tree of it.

    strategy     what a strategy is; strategies that are functions
    rules        rules such as minimax and entropy, which rate the sizes of parts
    computed     the answers of a game of pegs without a table, computed where they are counted
    by_rule      a rule as a strategy, on the answers of a game
    on_patterns  from questions on patterns to those of the real game
    book         the questions of a theorem for every number of colours, in a small text

Each module imports only those above it.
"""
