"""What was known before of the theorems that are proved here, with citations.

The keys are those of ``masetproof.bib``.
"""

from __future__ import annotations

import re

from masetproof.objectives import Objective
from masetproof.proofs.theorem import Theorem
from masetproof.reports import latex

__all__ = ["cited", "counted_before", "known_before"]

_WORKS = {
    "Chen and Lin 2004, AB": "chenlin2004ab",
    "Chen and Lin 2004, Mastermind": "chenlin2004mastermind",
    "Chen, Lin, Huang and Hsu 2007": "chenlinhuanghsu2007",
    "Goddard 2004": "goddard2004",
    "Jäger and Peczarski 2009": "jaegerpeczarski2009",
    "Knuth 1976": "knuth1976",
    "Koyama and Lai 1993": "koyamalai1993",
    "Peczarski 2018": "peczarski2018",
    "Tanaka 1996": "tanaka1996",
    "Ville 2013": "ville2013",
}
"""What the sources of published values begin with, and which work that is."""

_BLACK_PEG = (
    r"A formula for the game itself was found by J\"ager and "
    r"Peczarski~\cite{masetproof:jaegerpeczarski2011}."
)
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
    ("black-peg", 2, Objective.WORST): _BLACK_PEG,
    ("black-peg", 3, Objective.WORST): _BLACK_PEG,
}

_COUNTED = {
    ("mastermind", 2): (6, 47),
    ("mastermind", 3): (13_388, 9_096_599),
    ("ab", 2): (3, 17),
    ("ab", 3): (7_496, 4_188_421),
}
"""Patterns and equations of Peczarski's, who has the extra colour from the start."""


def known_before(theorem: Theorem) -> str:
    """A sentence of LaTeX, empty where nothing is known to us."""
    closure = theorem.closure
    key = closure.game.name, closure.pegs, theorem.system.objective
    return _KNOWN.get(key, "")


def cited(source: str) -> str:
    """The source of a published value in LaTeX; works of the bibliography are cited."""
    for name, key in _WORKS.items():
        if source.startswith(name):
            authors = latex.escape(re.split(r" \d{4}", name)[0])
            more = latex.escape(source.removeprefix(name))
            return rf"{authors}~\cite{{masetproof:{key}}}{more}"
    return latex.escape(source)


def counted_before(theorem: Theorem) -> str:
    """A sentence of LaTeX where Peczarski counts the same patterns and questions; or nothing."""
    closure = theorem.closure
    counts = len(closure.patterns), closure.question_count
    if not closure.extra or counts != _COUNTED.get((closure.game.name, closure.pegs)):
        return ""
    return (
        r"Peczarski~\cite{masetproof:peczarski2018} counts the same: "
        f"{counts[0]:,} patterns and, with an extra colour from the start, {counts[1]:,} "
        "equations, one for each question."
    )
