"""Strategies: what a codebreaker asks, made when it is asked for.

In: a finite game and what decides the questions (a rule, a function, a theorem).  Out: a
`Strategy`, which says the next question for a history of questions and answers, and costs no more
than the questions of the one path that is played.  `masetproof.trees.replay` plays a strategy
against every secret: that verifies it, and makes a tree of it.

    strategy     what a strategy is; strategies that are functions
    rules        rules such as minimax and entropy, and what each looks at
    by_rule      a rule as a strategy, on a table of answers
    on_patterns  from questions on patterns to those of the real game
    book         the questions of a theorem for up to 40 colours, or for every n, in a small text

Each module imports only those above it.
"""
