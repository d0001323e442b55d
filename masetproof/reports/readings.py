"""The document that compares the three readings."""

from __future__ import annotations

from pathlib import Path

from masetproof._version import __version__
from masetproof.arguments import counted
from masetproof.proofs.comparison import Comparison
from masetproof.recurrences.readings import Reading
from masetproof.reports import latex
from masetproof.reports.document import READINGS, context_of

_ORDER = (Reading.EXACT, Reading.WITH, Reading.WITHOUT)


def readings_document(comparison: Comparison, digests: dict[Reading, str]) -> str:
    """The LaTeX document around `readings_body`."""
    context = _context(comparison, digests) | {"name": Path(READINGS[1]).stem}
    return latex.rendered("proof.tex.jinja", context)


def readings_body(comparison: Comparison, digests: dict[Reading, str]) -> str:
    """The theorems of the readings, for which n they agree, and what that means; in LaTeX.

    digests: of the certificates.
    """
    functions = {reading.value: rf"f_{{\mathrm{{{reading.value}}}}}" for reading in _ORDER}
    context = _context(comparison, digests) | {
        "comparison": comparison,
        "formulas": {reading.value: comparison.theorems[reading].formula for reading in _ORDER},
        "digests": {reading.value: digests[reading] for reading in _ORDER},
        "functions": functions,
        **functions,
        "others": _ORDER[1:],
        "meaning": latex.sentence(comparison.meaning()),
    }
    return latex.rendered("readings.tex.jinja", context)


def _context(comparison: Comparison, digests: dict[Reading, str]) -> dict[str, object]:
    """What document and body have in common with those of a proof, in the words of a comparison."""
    theorem = comparison.theorems[Reading.EXACT]
    game, pegs, objective = theorem.closure.game, theorem.closure.pegs, theorem.system.objective
    command = f"masetproof readings {game.name} --pegs {pegs} --objective {objective.value}"
    certificates = "".join(f"\n% certificate {r.value} {digests[r]}" for r in _ORDER)
    case = f"{counted(pegs, 'peg')}, {objective.value} case"
    title = f"{game.title} with {case}: three readings of the rules"
    return context_of(theorem, digests[Reading.EXACT], "proof.cert") | {
        "title": title,
        "subject": f"A computer-aided proof for every number of colours; {title}",
        "command": command,
        "head": f"% masetproof {__version__}: {command}{certificates}",
        "prefix": f"{game.name}-{pegs}-{objective.value}-readings",
    }
