"""Codebreakers for boards that are too large to list their secrets.

In: a finite game of pegs, and answers of its rules, one after the other.  Out: questions, and in
the end the secret; for many games, how many questions they took.

A codebreaker (`breaker.Codebreaker`) has a state of play and what it concludes from it, never a
list of all secrets (the sieve has one, and takes small games only).  So its memory grows with the
board and the number of questions.  When no secret gives the answers it says so (`Contradiction`),
at the latest where it would know the secret.

    breaker         `Codebreaker`, the protocol of all methods, and the contest's method for fewer
                    than 50,000 secrets, the sieve
    parts           how well questions split secrets, and the search for a good one
    decomposition   the contest's method, colours first and then their places
    consistent      secrets that agree with all answers, by constraint search
    window          where the colours are when they are counted, a few places at a time
    sample          the question that splits a sample of such secrets best, or the window
    crack           whole games, one or many, on all processors
    strategy        a codebreaker as a strategy, which can be played and replayed
"""
