"""What was known before of the theorems that are proved here, with citations.

The keys are those of ``masetproof.bib``.
"""

from __future__ import annotations

from masetproof.objectives import Objective
from masetproof.proofs.theorem import Theorem

__all__ = ["known_before"]

_EXPECTED = (
    r"The formula for the game itself is Chen and Lin's~\cite{masetproof:chenlin2004%s}; "
    r"Peczarski~\cite{masetproof:peczarski2018} closed a gap in the proof."
)
_KNOWN = {
    ("mastermind", 2, Objective.EXPECTED): _EXPECTED % "mastermind",
    ("ab", 2, Objective.EXPECTED): _EXPECTED % "ab",
    ("mastermind", 2, Objective.WORST): (
        r"For the game itself $\lfloor n/2 \rfloor + 2$ was found by Chen and "
        r"Lin~\cite{masetproof:chenlin2004mastermind} and by Goddard~\cite{masetproof:goddard2004}."
    ),
    ("ab", 2, Objective.WORST): (
        r"For the game itself $\lceil n/2 \rceil + 1$ was found by Chen and "
        r"Lin~\cite{masetproof:chenlin2004ab}."
    ),
    ("mastermind", 3, Objective.WORST): (
        r"For the game itself and $n \ge 5$, $\lfloor (n-1)/3 \rfloor + 4$ was found by J\"ager "
        r"and Peczarski~\cite{masetproof:jaegerpeczarski2009}."
    ),
}


def known_before(theorem: Theorem) -> str:
    """A sentence of LaTeX, empty where nothing is known to us."""
    closure = theorem.closure
    key = closure.game.name, closure.pegs, theorem.system.objective
    return _KNOWN.get(key, "")
