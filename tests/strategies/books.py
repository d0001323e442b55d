"""The books of the package: ``python -m tests.strategies.books`` makes them again from theorems.

Other tests hold them against the theorems.  The book of black-peg Mastermind with four pegs is the
text of what `masetproof.band.strategy.find_strategy` returns.
"""

from __future__ import annotations

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.objectives import Goal, Objective
from masetproof.proofs.known import known
from masetproof.proofs.theorem import theorem_of
from masetproof.proofs.written import write_strategy


def main() -> None:
    """Make the books."""
    for game in (MASTERMIND, AB):
        for pegs in (1, 2, 3):
            for objective in Objective:
                path = known(FiniteGame(game, pegs, pegs), Goal(objective)).book_file
                if path is not None:
                    theorem = theorem_of(game, pegs, objective=objective)
                    path.write_text(write_strategy(theorem.guide).text)


if __name__ == "__main__":
    main()
