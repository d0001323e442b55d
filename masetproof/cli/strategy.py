"""Print the optimal strategy that a theorem gives for a number of colours, and replay it.

examples:
  masetproof strategy mastermind --pegs 2 --colours 10
  masetproof strategy ab --pegs 2 --colours 9 --objective worst --tree strategy.json
  masetproof strategy mastermind --pegs 2 --colours 500 --path 499,350
  masetproof strategy black-peg --pegs 2 --colours 3,4
  masetproof strategy black-peg --pegs 4 --colours 1000

The same as 'masetproof optimize --by theorem', also for theorems of another reading than the real
game (--extra). The theorem is proved, and its strategy, which asks optimal questions of the proof,
is played against every secret, up to 65,536 of them. The totals and the first two questions are
printed. The exit status is 1 if the strategy does not take what the formula says. --tree writes all
of the strategy to a file, which 'masetproof tree' shows, draws and converts. --path prints the
questions that find one secret, for any number of colours; with more than 36 colours a word is
numbers separated by commas.

Of black-peg Mastermind with four pegs the theorem is for equal numbers of colours, the least total
and the real game, and its strategy is kept in a book. Where there are too many secrets, what the
strategy takes is counted from what is asked on patterns.
"""

from __future__ import annotations

import argparse

import masetproof
from masetproof.cli import options
from masetproof.cli.optimize import OBJECTIVE, PATH
from masetproof.cli.proved import by_theorem
from masetproof.finite.setting import FiniteGame

OPTIONS = (
    *options.GAME,
    options.COLOURS.but(required=True),
    OBJECTIVE.but(
        help="expected, worst, expected-then-worst or worst-then-expected: what is minimized: the "
        "total over all secrets, the worst case, or first the one and then the other"
    ),
    options.reading(),
    options.TREE,
    PATH,
    options.JSON,
)


def run(arguments: argparse.Namespace) -> int:
    """Prove, play, write the strategy, and print."""
    game, pegs = options.peg_game(arguments)
    possible = arguments.extra == "none"
    finite = FiniteGame(game, pegs, arguments.colours, consistent_only=possible)
    return by_theorem(arguments, finite, arguments.objective, masetproof.Reading(arguments.extra))
