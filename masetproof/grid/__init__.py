"""Mastermind on a grid: the secret is a square of colours, the answer counts each row and column.

In: a `GridBoard` (as many rows as columns, and a number of colours) and a secret, or a seed from
which many secrets are drawn.  Out: a `GridGame`, the probes that found the secret with their
answers, and how many grids were left after each; or `GridGames`, how many probes many games took.

The answer to a probe is the answer of Mastermind (`masetproof.games.pegs.MASTERMIND`) for every row
and for every column.  No list of all secrets fits: the board of 4 x 4 cells and 6 colours has
2.8 * 10^12.  So the strategy asks a few fixed probes first, lists the grids that are compatible
with all answers, and then searches for a probe that separates all of them.

    board       `GridBoard`: grids as tuples of words and as text, their answers
    separating  the search for a probe that separates given grids
    opening     the fixed probes, of a file or made for the board
    play        a state of play with the grids that are compatible, the strategy, one game
    bulk        many games, shared out to any executor
"""
