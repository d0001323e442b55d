"""Codebreakers for boards that are too large to list their secrets.

In: a finite game of pegs, and answers of its rules, one after the other.  Out: questions, and in
the end the secret; for many games, how many questions they took.

A codebreaker (`breaker.Codebreaker`) keeps the answers and what it concludes from them, never a
list of all secrets (only the sieve has one, and it accepts small games only).  So its memory grows
with the board and the number of questions.  When no secret gives the answers it raises
`Contradiction`, at the latest where it would know the secret.

    breaker         `Codebreaker`, the base class of all methods, and the contest's method for fewer
                    than 50,000 secrets, the sieve
    parts           how well questions split secrets, and the search for a good one
    decomposition   the contest's method, colours first and then their places
    consistent      secrets that agree with all answers, by constraint search
    window          once it is known how often each colour occurs: where the colours are, a few
                    places at a time
    sample          the question that splits a sample of consistent secrets best; on boards too
                    large for samples the decomposition counts the colours, and the window places
                    them
    crack           whole games, one or many, on all processors
    strategy        a codebreaker as a strategy, which can be played and replayed
"""
