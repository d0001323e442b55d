"""How to cite the program and a theorem with its certificate, and earlier results on the game.

Works are cited by the keys of ``masetproof.bib``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import final

from masetproof._version import __version__
from masetproof.objectives import Objective
from masetproof.proofs.theorem import Theorem
from masetproof.reports import latex
from masetproof.tables.published import known_formulas

# As in CITATION.cff, which does not come with an installed copy.
AUTHORS = "The masetproof contributors"
TITLE = (
    "masetproof: computer-aided proofs and game-tree analysis for Mastermind-like deductive games"
)
RELEASED = "2026-11-28"

_GROUP = 16
"""A digest may be broken after every 16 digits."""

_WORKS = {
    "Chen and Lin 2004, AB": "chenlin2004ab",
    "Chen and Lin 2004, Mastermind": "chenlin2004mastermind",
    "Chen, Lin, Huang and Hsu 2007": "chenlinhuanghsu2007",
    "Goddard 2004": "goddard2004",
    "Jäger and Peczarski 2009": "jaegerpeczarski2009",
    "Jäger and Peczarski 2011": "jaegerpeczarski2011",
    "Knuth 1976": "knuth1976",
    "Koyama and Lai 1993": "koyamalai1993",
    "Ludwig 2023": "ludwig2023",
    "Peczarski 2018": "peczarski2018",
    "Tanaka 1996": "tanaka1996",
    "Ville 2013": "ville2013",
}
"""Works, by the beginning of a source of published values."""

_NOT_READ = {("black-peg", 2), ("black-peg", 3)}
"""For these games a formula for the worst case is published; we have not read it."""

_COUNTED = {
    ("mastermind", 2): (6, 47),
    ("mastermind", 3): (13_388, 9_096_599),
    ("ab", 2): (3, 17),
    ("ab", 3): (7_496, 4_188_421),
}
"""Peczarski's counts of patterns and equations; he allows the extra colour from the start."""


@final
@dataclass(frozen=True)
class Citation:
    """One entry of a list of references.

    key: of BibTeX.
    text: the reference as printed text.
    fields: of a BibTeX entry, in LaTeX.
    """

    key: str
    text: str
    fields: dict[str, str]

    @property
    def bibtex(self) -> str:
        """The entry for BibTeX."""
        width = max(map(len, self.fields))
        lines = [f"  {name:<{width}} = {{{value}}},\n" for name, value in self.fields.items()]
        return f"@misc{{{self.key},\n{''.join(lines)}}}"

    def as_json(self) -> dict[str, str]:
        return {"key": self.key, "text": self.text, "bibtex": self.bibtex}


def cite_program() -> Citation:
    """The program in this version."""
    year, month, _ = RELEASED.split("-")
    return Citation(
        "masetproof",
        f"{AUTHORS}. {TITLE}. Computer program, version {__version__}, {year}.",
        {
            "author": f"{{{AUTHORS}}}",
            # Braces keep the letters of names in styles that change the case of titles.
            "title": re.sub("masetproof|Mastermind", r"{\g<0>}", latex.escape(TITLE)),
            "howpublished": f"Computer program, version {__version__}",
            "year": year,
            "month": month.lstrip("0"),
        },
    )


def cite_certificate(
    model: tuple[str, int, str, str], words: str, symbols: str, digest: str
) -> Citation:
    """A theorem with its certificate, which has been verified.

    model: game, number of pegs, objective, reading.  words, symbols: as of `Theorem`.  digest: of
    the certificate, SHA-256 in hexadecimal digits.
    """
    year = RELEASED.partition("-")[0]
    title, _, statement = words.partition(": ")
    groups = re.findall(f"[0-9a-f]{{1,{_GROUP}}}", digest)
    verified = f"verified by masetproof {__version__}"
    return Citation(
        f"masetproof:{'-'.join(map(str, model))}:{digest[:8]}",
        f"{AUTHORS}. {words} {symbols}. Proof certificate, SHA-256 {digest}, {verified}, {year}.",
        {
            "author": f"{{{AUTHORS}}}",
            "title": f"{{{latex.sentence(title)}}}",
            "howpublished": "Proof certificate, SHA-256 "
            + r"\allowbreak ".join(rf"\texttt{{{group}}}" for group in groups)
            + f", {verified}",
            "year": year,
            "note": latex.sentence(_claimed(statement)),
        },
    )


def _claimed(statement: str) -> str:
    """The claim in a few words: a list of references has no room for formulas.

    A statement that rests on trusted values is left whole.

    >>> _claimed("the least number of questions in the worst case is f(n) for every n >= 2.")
    'The least number of questions in the worst case, for every n >= 2'
    """
    found = re.match(
        r"(every strategy has a )?(.+?) (?:of at least|is) f\(n\)( .*?n >= \d+)", statement
    )
    if found is None or "trusted" in statement:
        return statement[:1].upper() + statement[1:].removesuffix(".")
    lower, what, where = found.groups()
    return f"{f'Lower bound of the {what}' if lower else what[0].upper() + what[1:]},{where}"


# ------------------------------------------------------------------------- what was known before


def known_before(theorem: Theorem) -> str:
    """A sentence of LaTeX for each published formula of the game, empty where none is known to us.

    One peg needs none.
    """
    game, pegs, objective = theorem.closure.game, theorem.closure.pegs, theorem.system.objective
    sentences = []
    for known in known_formulas() if pegs > 1 else ():
        if (known.game, known.pegs, known.formula.objective) == (game, pegs, objective):
            least = known.formula.least
            where = rf" and $n \ge {least}$" if least > game.least_colours(pegs) else ""
            what = f", ${known.written}$" if known.written else " the formula"
            finders = " and by ".join(map(_cited, known.source.split("; ")))
            sentences.append(f"For the game itself{where}{what} was found by {finders}.")
    if objective is Objective.EXPECTED and sentences:
        sentences.append(f"{cited('Peczarski 2018')} closed a gap in the proof.")
    if objective is Objective.WORST and (game.name, pegs) in _NOT_READ:
        finders = r"J\"ager and Peczarski~\cite{masetproof:jaegerpeczarski2011}"
        sentences.append(f"A formula for the game itself was found by {finders}.")
    return " ".join(sentences)


def cited(sources: str) -> str:
    """The sources of a published value in LaTeX; works of the bibliography are cited."""
    return "; ".join(map(_cited, sources.split("; ")))


def _cited(source: str) -> str:
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
