"""The pages of bounds of the worst case, from files of the package.

To count the strategies takes a minute, so no page does it.  A page is made of
``explore/kept/GAME-PEGS-worst.json``, the summary that ``masetproof prove GAME --pegs P --objective
worst --out DIR`` writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from masetproof.explore.bands import kept_head, kept_model, kept_names, kept_summary
from masetproof.explore.names import Missing
from masetproof.explore.theorems import display
from masetproof.objectives import Objective
from masetproof.recurrences.polynomials import polynomial_latex, value_at

_SHOWN = 40
_SIDES = "lower", "upper"


def bounds_names() -> list[str]:
    return kept_names(Objective.WORST)


def bounds_index() -> list[dict[str, object]]:
    """For the document ``index``, the name and title of each; exact: whether f(n) is known."""
    return [
        kept_head(name, Objective.WORST)
        | {"exact": kept_summary(name, Objective.WORST)["status"] == "proved"}
        for name in bounds_names()
    ]


def bounds_document(name: str) -> dict[str, object]:
    """The document ``bounds/NAME``; `Missing` when there is none.

    statement: what is said of each residue class, as MathML.  values: for each n the least and the
    most that f(n) can be.
    """
    if name not in bounds_names():
        raise Missing(f"there is no page of bounds {name!r}")
    game, pegs, objective, _ = kept_model(name, Objective.WORST)
    summary, least = kept_summary(name, objective), game.least_colours(pegs)
    period = len(summary["classes"])
    return {
        "kind": "bounds",
        **summary,
        **kept_head(name, objective),
        "statement": [display(_class_latex(one, period)) for one in summary["classes"]],
        "least": least,
        "values": [[n, *_at(summary, n)] for n in range(least, _SHOWN + 1)],
    }


def _class_latex(one: Mapping[str, Any], period: int) -> str:
    r"""``f(n) = n + 3 \quad (n \ge 5)``, or both bounds and the residue class."""
    low, high = (polynomial_latex([*map(Fraction, one[side])]) for side in _SIDES)
    bounds = f"f(n) = {low}" if low == high else rf"{low} \le f(n) \le {high}"
    residue = rf"n \equiv {one['residue']} \pmod{{{period}}}, \ " if period > 1 else ""
    return rf"{bounds} \quad ({residue}n \ge {one['from']})"


def _at(summary: Mapping[str, Any], n: int) -> tuple[int, int]:
    """Both bounds for n colours."""
    if (both := summary["small"].get(str(n))) is not None:
        low, high = both
        return low, high
    one = summary["classes"][n % len(summary["classes"])]
    low, high = (int(value_at([*map(Fraction, one[side])], n)) for side in _SIDES)
    return low, high
