"""What a document says of a theorem beside its proof: growth, optimal questions, the closure."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from masetproof.games.pegs import PegGame
from masetproof.objectives import Objective
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.polynomials import Polynomial, divided, polynomial_latex, power, trim
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.reports import latex
from masetproof.reports.citation import counted_before

_MOST_OPTIMAL = 10
"""Functions with this many optimal questions or more are counted together."""


class Sizes(NamedTuple):
    """The closure by the explicit colours of patterns: 0, 1, ... of them.

    splits: those that differ in new colours or parts, which is what questions have in common.
    """

    patterns: list[int]
    questions: list[int]
    splits: list[int]


def closure_sizes(theorem: Theorem) -> Sizes:
    """How many patterns, questions and different splits there are."""
    closure = theorem.closure
    colours = np.array([pattern.colours for pattern in closure.patterns])
    weights = (None, np.diff(closure.question_start), np.diff(closure.split_start))
    return Sizes(*(np.bincount(colours, weight).astype(int).tolist() for weight in weights))


def facts(theorem: Theorem) -> dict[str, object]:
    """What `closure.tex.jinja` and `facts.tex.jinja` say.

    sizes: rows of the closure, by explicit colours.  optimal: how many
    functions and residues have 1, 2, ... optimal questions, the last number of them or more.
    """
    sizes = closure_sizes(theorem)
    counts = np.minimum(theorem.optimal_question_counts, _MOST_OPTIMAL)
    optimal = np.bincount(counts, minlength=_MOST_OPTIMAL + 1).tolist()
    return {
        "agreement": counted_before(theorem),
        "sizes": list(zip(*sizes, strict=True)),
        "growth": growth(theorem.formula, theorem.closure.game, theorem.closure.pegs),
        "theorem": theorem,
        "optimal": [(k, many) for k, many in enumerate(optimal) if k],
    }


def growth(formula: Formula, game: PegGame, pegs: int) -> dict[str, str]:
    """The leading terms of f(n), and of the expected number of questions.

    each: what a further colour costs.  Texts that do not apply are empty.
    """
    branches = formula.branches
    told = {"value": _leading(branches, is_whole=True), "mean": "", "each": ""}
    slopes = {branch[-1] for branch in branches if len(branch) == 2}
    if formula.objective is Objective.EXPECTED:
        parts, is_whole = [], True
        for branch in branches:
            for root in latex.secret_roots(game, pegs):
                branch, rest = divided(branch, root)
                is_whole = is_whole and not rest
            parts.append(branch)
        told["mean"] = _leading(parts, is_whole=is_whole)
        slopes = {part[-1] for part in parts if len(part) == 2}
    if len(slopes) == 1:
        told["each"] = polynomial_latex([slopes.pop()])
    return told


def _leading(branches: Sequence[Polynomial], *, is_whole: bool) -> str:
    """The terms that all branches have, and the order of the rest.

    is_whole: whether the branches are all there is; else something is left that goes to 0.
    """
    size = max(map(len, branches))
    rows = [[*branch, *[Fraction(0)] * size][:size] for branch in branches]
    low = size
    while low and len({row[low - 1] for row in rows}) == 1:
        low -= 1
    terms = trim([Fraction(0)] * low + rows[0][low:])
    text = ""
    for exponent, c in sorted(enumerate(terms), reverse=True):
        if c:
            number = "" if abs(c) == 1 and exponent else polynomial_latex([abs(c)])
            text += (" - " if c < 0 else " + " if text else "") + number + power("n", exponent)
    if low:
        return f"{text} + O({power('n', low - 1) or 1})".removeprefix(" + ")
    return text if is_whole else f"{text} + O(1/n)"
