"""The document that compares the three readings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from masetproof._version import __version__
from masetproof.arguments import counted
from masetproof.proofs.comparison import Comparison
from masetproof.recurrences.polynomials import polynomial_latex
from masetproof.recurrences.readings import Reading
from masetproof.reports import latex
from masetproof.reports.document import READINGS, context_of

__all__ = ["readings_body", "readings_document"]

_ORDER = (Reading.EXACT, Reading.WITH, Reading.WITHOUT)
_DESCRIPTIONS = {
    Reading.EXACT: "the real game: a question may use all colours of the game, also those that "
    "answers have excluded",
    Reading.WITH: "the game of Peczarski~\\cite{masetproof:peczarski2018}: a question may also "
    "use a colour that is never in the secret, from the start and for any number of cells but all",
    Reading.WITHOUT: "the model of Chen and Lin~\\cite{masetproof:chenlin2004mastermind,"
    "masetproof:chenlin2004ab}: a question has no colour that an answer has excluded, only those "
    "of the pattern of possible secrets, explicit and implicit ones",
}


def readings_document(comparison: Comparison, digests: dict[Reading, str]) -> str:
    """The LaTeX document around `readings_body`."""
    context = _context(comparison, digests) | {"name": Path(READINGS[1]).stem}
    return latex.rendered("proof.tex.jinja", context)


def readings_body(comparison: Comparison, digests: dict[Reading, str]) -> str:
    """The theorems of the readings, for which n they agree, and what that means; in LaTeX.

    digests: of the certificates.
    """
    formulas = {reading: theorem.formula for reading, theorem in comparison.theorems.items()}
    least = formulas[Reading.EXACT].least
    context = _context(comparison, digests) | {
        "readings": [
            {
                "name": reading.value,
                "description": _DESCRIPTIONS[reading],
                "function": _function(reading),
                "valid_from": formulas[reading].valid_from,
                "cases": formulas[reading].branches_latex(),
                "exceptions": list(formulas[reading].exceptions.items()),
                "digest": digests[reading],
            }
            for reading in _ORDER
        ],
        **{reading.value: _function(reading) for reading in _ORDER},
        "agree": comparison.agree,
        "least": least,
        "period": comparison.period,
        "formulas_from": comparison.formulas_from,
        "gaps": list(_gap_sentences(comparison)),
        "differences": list(_difference_sentences(comparison)),
        "rows": [
            [str(n), *(str(formulas[r](n)) for r in (Reading.WITH, Reading.EXACT, Reading.WITHOUT))]
            for n in range(least, comparison.formulas_from)
        ],
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


def _function(reading: Reading) -> str:
    return rf"f_{{\mathrm{{{reading.value}}}}}"


def _gap_sentences(comparison: Comparison) -> Iterator[str]:
    """By how much the polynomials of the readings differ, and that it is never 0."""
    exact = _function(Reading.EXACT)
    for residue, gaps in comparison.gaps.items():
        condition = _condition(comparison, residue)
        for reading, gap in gaps.items():
            yield (
                rf"{condition[0].upper()}{condition[1:]}, "
                rf"${_function(reading)}(n) - {exact}(n) = {polynomial_latex(gap)}$"
                + ("." if len(gap) == 1 else ", which has no root that great.")
            )


def _difference_sentences(comparison: Comparison) -> Iterator[str]:
    exact = _function(Reading.EXACT)
    for reading in (Reading.WITH, Reading.WITHOUT):
        for n, residue in comparison.differs(reading):
            if residue is None:
                here = comparison.differences[n]
                yield (
                    rf"${_function(reading)}({n}) = {here[reading]}$, "
                    rf"but ${exact}({n}) = {here[Reading.EXACT]}$."
                )
            else:
                condition = _condition(comparison, residue)
                gap = polynomial_latex(comparison.gaps[residue][reading])
                yield (
                    rf"${_function(reading)}(n) = {exact}(n) + {gap}$ for every $n \ge {n}$ "
                    rf"{condition}."
                )


def _condition(comparison: Comparison, residue: int) -> str:
    if comparison.period == 1:
        return "for all of these $n$"
    return rf"with $n \equiv {residue} \pmod{{{comparison.period}}}$"
