"""The document that compares the three readings, and all files of their proofs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import final

from masetproof._version import __version__
from masetproof.arguments import counted
from masetproof.files import prepare_directory, write_text
from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.proofs.comparison import Comparison
from masetproof.proofs.theorem import Stopwatch
from masetproof.recurrences.polynomials import polynomial_latex
from masetproof.recurrences.readings import Reading
from masetproof.reports import latex
from masetproof.reports.bundle import (
    KNOWN_NAMES,
    Bundle,
    check_directory,
    write_bundle,
    write_pdf,
)
from masetproof.reports.document import BIBLIOGRAPHY, MACROS, READINGS
from masetproof.reports.made import SUMS, Made
from masetproof.reports.statements import common_context

__all__ = [
    "ReadingsBundle",
    "check_readings_directory",
    "readings_body",
    "readings_document",
    "write_readings",
]

_BODY, _DOCUMENT, _PDF, _JSON = READINGS
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


@final
@dataclass(frozen=True)
class ReadingsBundle:
    """What was written, and what a user should know about it."""

    certificates: dict[Reading, Path]
    files: list[Path]
    notes: list[str]

    def as_json(self) -> dict[str, object]:
        """The fields of the command's document."""
        return {
            "certificates": {r.value: str(path) for r, path in self.certificates.items()},
            "files": [str(path) for path in self.files],
        }


def write_readings(
    comparison: Comparison,
    directory: Path,
    listing: str | None,
    watch: Stopwatch,
    progress: Progress = silent,
) -> ReadingsBundle:
    """Write the proofs of the readings in folders of their names, and the comparison beside them.

    listing: as for `write_bundle`, which writes each of the folders; with ``none`` there is no
    document either, and with ``body`` only what goes into a paper.  `Refused`, before anything is
    written, when another file has the name of one that is to be written.
    """
    closure = comparison.theorems[Reading.EXACT].closure
    check_readings_directory(closure.pegs, directory, listing)
    bundles: dict[Reading, Bundle] = {}
    for reading in _ORDER:
        theorem, folder = comparison.theorems[reading], directory / reading.value
        prepare_directory(folder)
        bundles[reading] = write_bundle(theorem, folder, listing, watch, progress)
    files = [path for bundle in bundles.values() for path in bundle.files]
    notes = [note for bundle in bundles.values() for note in bundle.notes]
    made = Made(directory, KNOWN_NAMES)
    made.remove_all_but()
    digests = {reading: bundle.digest for reading, bundle in bundles.items()}
    for name, text in _texts(comparison, digests, listing):
        write_text(directory / name, text)
        made.note(name)
        files.append(directory / name)
    if listing not in ("none", "body"):
        with watch.stage("pdf"):
            others = (directory / name for name in (_BODY, MACROS, BIBLIOGRAPHY))
            failure = write_pdf(directory / _DOCUMENT, *others)
        if failure is None:
            made.note(_PDF)
            files.append(directory / _PDF)
        else:
            notes.append(failure)
    certificates = {reading: bundle.certificate for reading, bundle in bundles.items()}
    return ReadingsBundle(certificates, [*files, directory / SUMS], list(dict.fromkeys(notes)))


def check_readings_directory(pegs: int, directory: Path, listing: str | None) -> None:
    """`Refused` when `write_readings` would have to replace a file that it did not make."""
    names = [_JSON]
    if listing != "none":
        names += [_BODY, MACROS, BIBLIOGRAPHY]
    if listing not in ("none", "body"):
        names += [_DOCUMENT, _PDF]
    Made(directory, KNOWN_NAMES).check(names)
    for reading in _ORDER:
        check_directory(directory / reading.value, pegs, listing)


def _texts(
    comparison: Comparison, digests: dict[Reading, str], listing: str | None
) -> Iterator[tuple[str, str]]:
    """The files that compare the readings, with their contents."""
    if listing != "none":
        yield _BODY, readings_body(comparison, digests)
        yield MACROS, latex.shipped(MACROS)
        yield BIBLIOGRAPHY, latex.shipped(BIBLIOGRAPHY)
    if listing not in ("none", "body"):
        yield _DOCUMENT, readings_document(comparison, digests)
    document = comparison.as_json() | {"digests": {r.value: d for r, d in digests.items()}}
    yield _JSON, json.dumps(document, indent=2) + "\n"


def readings_document(comparison: Comparison, digests: dict[Reading, str]) -> str:
    """The LaTeX document around `readings_body`."""
    context = _context(comparison, digests) | {"name": Path(_DOCUMENT).stem}
    return latex.environment().get_template("proof.tex.jinja").render(context)


def readings_body(comparison: Comparison, digests: dict[Reading, str]) -> str:
    """The theorems of the readings, for which n they agree, and what that means; in LaTeX.

    digests: of the certificates.
    """
    formulas = {reading: theorem.formula for reading, theorem in comparison.theorems.items()}
    least = formulas[Reading.EXACT].least
    period = comparison.period
    context = _context(comparison, digests) | {
        "readings": [
            {
                "name": reading.value,
                "description": _DESCRIPTIONS[reading],
                "function": _function(reading),
                "valid_from": formulas[reading].valid_from,
                "cases": latex.by_residue(
                    dict(enumerate(formulas[reading].branches)), formulas[reading].period
                ),
                "exceptions": list(formulas[reading].exceptions.items()),
                "digest": digests[reading],
            }
            for reading in _ORDER
        ],
        **{reading.value: _function(reading) for reading in _ORDER},
        "agree": comparison.agree,
        "least": least,
        "period": period,
        "formulas_from": comparison.formulas_from,
        "polynomial_text": (
            rf"a polynomial for each residue of $n$ modulo ${period}$"
            if period > 1
            else "a polynomial"
        ),
        "gaps": list(_gap_sentences(comparison)),
        "differences": list(_difference_sentences(comparison)),
        "rows": [
            [str(n), *(str(formulas[r](n)) for r in (Reading.WITH, Reading.EXACT, Reading.WITHOUT))]
            for n in range(least, comparison.formulas_from)
        ],
        "meaning": latex.sentence(comparison.meaning()),
    }
    return latex.environment().get_template("readings.tex.jinja").render(context)


def _context(comparison: Comparison, digests: dict[Reading, str]) -> dict[str, object]:
    """What document and body have in common with those of a proof, in the words of a comparison."""
    theorem = comparison.theorems[Reading.EXACT]
    closure, objective = theorem.closure, theorem.system.objective.value
    name, pegs = closure.game.name, closure.pegs
    command = f"masetproof readings {name} --pegs {pegs} --objective {objective}"
    shared = common_context(theorem, digests[Reading.EXACT], "proof.cert")
    certificates = "".join(f"\n% certificate {r.value} {digests[r]}" for r in _ORDER)
    case = "worst case" if theorem.system.objective is Objective.WORST else "expected case"
    title = f"{closure.game.title} with {counted(pegs, 'peg')}, {case}: three readings of the rules"
    return shared | {
        "title": title,
        "subject": f"A computer-aided proof for every number of colours; {title}",
        "command": command,
        "head": f"% masetproof {__version__}: {command}{certificates}",
        "prefix": f"{name}-{pegs}-{objective}-readings",
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
