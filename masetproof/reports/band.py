"""A band proof on paper, from its certificate alone: theorem, strategy, and what its bounds are.

All numbers are those that `masetproof.referee` computes when it verifies the certificate, which it
does before anything is written.  The strategy is printed with the totals of all its places; of the
states of the lower half, which are too many, one that is asked and one that is averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import NamedTuple, final

import numpy as np

from masetproof.arguments import Refused, counted
from masetproof.games.pegs import as_peg_game
from masetproof.objectives import Objective
from masetproof.progress import silent
from masetproof.recurrences.polynomials import from_differences, polynomial_latex
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.referee.band import Band
from masetproof.referee.bandfull import products
from masetproof.referee.bandreading import BandCertificate, Columns
from masetproof.referee.bandrows import Patterns
from masetproof.referee.reading import Unverified
from masetproof.referee.statement import prove_band
from masetproof.reports import latex
from masetproof.reports.document import context_of_formula
from masetproof.reports.places import Strategy, index_text, state_text, word

_SHOWN = 20
"""Values of the whole game up to this number of colours."""
_COLUMNS = 2


class _Bound(NamedTuple):
    """What a part costs at least: its name, and the value for some n; differences at the base."""

    name: str
    value: int
    steps: list[int]


def is_band(certificate: bytes) -> bool:
    """Whether it says that it is the certificate of a band proof."""
    return certificate.startswith(b"masetproof short proof 2\n")


def band_listing(certificate: bytes) -> tuple[str, str]:
    """The body, and the document around it; `Refused` when the certificate is not verified."""
    try:
        said, band, play = prove_band(certificate, silent)
    except Unverified as error:
        raise Refused(f"the short proof is not verified: {error}") from None
    patterns = band.patterns
    context = _context(said, patterns, band) | {
        "places": list(Strategy(said, patterns, play).places()),
        "example": _Examples(said, patterns, band).context(),
    }
    return (
        latex.rendered("band.tex.jinja", context),
        latex.rendered("proof.tex.jinja", context),
    )


def _context(said: BandCertificate, patterns: Patterns, band: Band) -> dict[str, object]:
    """What the templates say of the theorem and of what is verified."""
    game = as_peg_game("black-peg")
    formula = Formula(Objective.EXPECTED, said.valid_from, (said.branch,), dict(said.exceptions), 1)
    title = f"{game.title} with {counted(said.pegs, 'peg')}, for every number of colours"
    known = [n for n in range(1, _SHOWN + 1) if n not in said.between]
    averaged = sum(state.column >= 0 for state in said.states)
    return context_of_formula(game, said.pegs, formula, said.digest, "--short", "band") | {
        "name": "proof",
        "packages": ["multicol"],
        "title": title,
        "subject": f"A proof from states near the diagonal; {title}",
        "held": [n for n in formula.held if n not in said.between],
        "between": [(n, *some) for n, some in said.between.items()],
        "values": [(n, formula(n), f"{formula(n) / n**said.pegs:.4f}") for n in known],
        "patterns": sum(stars > 0 for stars in patterns.stars),
        "masets": sum(stars == 0 for stars in patterns.stars),
        "raw": patterns.raw,
        "averaged": averaged,
        "asked": len(said.states) - averaged,
        "far": max(max(state.offsets) for state in said.states),
        "full": said.full,
        "wide": said.wide,
        "base": said.base,
        "last": band.last,
        "window": band.deepest,
        "columns": _COLUMNS,
    }


@final
class _Examples:
    """One state that is asked, and one that is averaged, with the numbers for some n."""

    def __init__(self, said: BandCertificate, patterns: Patterns, band: Band) -> None:
        self.patterns, self.band = patterns, band
        self.n = min(band.last, said.full + 4)
        self.base, self.unit = said.base, factorial(said.pegs + 1)
        self.place = {entry: number for number, entry in enumerate(band.entry.tolist())}

    def context(self) -> dict[str, object]:
        """What the template says of them; averaged is None where no state is."""
        asked, averaged = self._least(0), self._least(1)
        return {
            "n": self.n,
            "unit": self.unit,
            "asked": None if asked is None else self._asked(*asked),
            "averaged": None if averaged is None else self._averaged(*averaged),
        }

    def _least(self, kind: int) -> tuple[int, int] | None:
        """A state with few questions, of more than one clause if there is one, and its entry."""
        band, patterns = self.band, self.patterns

        def size(number: int) -> tuple[bool, bool, int, int]:
            pattern, offsets = self._named(int(band.entry[number]))
            is_one = len(patterns.clauses[pattern]) == 1
            return is_one, not any(offsets), len(patterns.rows[pattern].new), number

        best = min(np.nonzero(band.kind == kind)[0].tolist(), key=size, default=None)
        return None if best is None else (best, int(band.entry[best]))

    def _named(self, entry: int) -> tuple[int, Columns]:
        return int(self.band.pattern[entry]), tuple(self.band.offsets[entry].tolist())

    def _bound(self, pattern: int, offsets: Sequence[int]) -> _Bound:
        """Of a pattern at any offsets, and how it is called."""
        band, stars = self.band, self.patterns.stars[pattern]
        starred = [stars >> j & 1 for j in range(len(offsets))]
        below = min((a for a, star in zip(offsets, starred, strict=True) if star), default=0)
        least = tuple((a - below) * star for a, star in zip(offsets, starred, strict=True))
        name = state_text(self.patterns, pattern, least)
        if not stars:
            value = int(self.patterns.least[pattern])
            return _Bound(name, value, [value * self.unit, *[0] * (len(offsets) + 1)])
        for order in self.patterns.symmetries[pattern]:
            entry = band.full.entry(pattern, tuple(least[column] for column in order))
            entry = int(band.same[entry]) if band.same[entry] >= 0 else entry
            if entry in self.place:
                number = self.place[entry]
                value = int(band.values[self.n - below, number])
                steps = band.steps[band.deepest - below, number].tolist()
                return _Bound(rf"{name}$({index_text(below)})$", value, steps)
        raise AssertionError("a bound that is not there")

    def _part(self, number: int, less: Sequence[int]) -> _Bound:
        """Of a part by its number, whose columns have these offsets."""
        offsets = [0] * len(less)
        for a, column in zip(less, self.patterns.columns[number], strict=True):
            offsets[column] = a
        return self._bound(self.patterns.pattern[number], offsets)

    def _asked(self, state: int, entry: int) -> dict[str, object]:
        """All questions on a state, those with the same parts on one line."""
        pattern, offsets = self._named(entry)
        claim, secrets = self._bound(pattern, offsets), self._secrets(pattern, offsets)
        own = self.band.own[state].tolist()
        lines: dict[tuple[object, ...], tuple[list[str], dict[str, object]]] = {}
        cells, new, parts = self.patterns.split(pattern)
        for question, columns, row in zip(
            cells.tolist(), new.tolist(), parts.tolist(), strict=True
        ):
            less = [a + (columns >> j & 1) for j, a in enumerate(offsets)]
            if max(less) <= self.n:
                bounds = [
                    (answer, self._part(part, less)) for answer, part in enumerate(row) if part
                ]
                said = {
                    "parts": "".join(
                        rf"\mptPart{{{answer}}}{{0}}{{{one.name} {one.value}}}"
                        for answer, one in bounds
                    ),
                    "terms": [secrets, *(one.value for _, one in bounds)],
                    "total": secrets + sum(one.value for _, one in bounds),
                    "steps": _excess([own, *(one.steps for _, one in bounds)], claim.steps),
                }
                key = columns, said["parts"]
                lines.setdefault(key, ([], said))[0].append(word(question))
        asked = [{"questions": questions, **said} for questions, said in lines.values()]
        polynomial = self._polynomial(claim)
        return claim._asdict() | {"secrets": secrets, "polynomial": polynomial, "lines": asked}

    def _averaged(self, state: int, entry: int) -> dict[str, object]:
        """The column, what is left without one of its colours, and what that takes away."""
        pattern, offsets = self._named(entry)
        column, claim = int(self.band.column[entry]), self._bound(pattern, offsets)
        less = [a + (j == column) for j, a in enumerate(offsets)]
        left = self._bound(pattern, less)
        gone = self._part(self.patterns.part_with_stars(pattern, column), less)
        share = -(-gone.value // (self.n - 1))
        if left.value + share != claim.value:
            raise AssertionError("an average that is not its bound")
        said = {"left": left, "gone": gone, "share": share, "column": column + 1}
        polynomials = [self._polynomial(one) for one in (claim, left, gone)]
        return claim._asdict() | said | {"polynomials": polynomials}

    def _polynomial(self, one: _Bound) -> str:
        whole = from_differences(one.steps, self.base, 1)
        return polynomial_latex([c / self.unit for c in whole], on_a_line=True)

    def _secrets(self, pattern: int, offsets: Columns) -> int:
        implicit = products(np.array([self.n - a for a in offsets]))
        return int((self.patterns.counts[pattern] * implicit).sum())


# ------------------------------------------------------------------------------------------ text


def _excess(terms: Sequence[Sequence[int]], claim: Sequence[int]) -> str:
    """The differences of a sum less those of a claim."""
    return ", ".join(str(sum(step) - less) for *step, less in zip(*terms, claim, strict=True))
