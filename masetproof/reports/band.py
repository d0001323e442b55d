"""A band proof on paper, from its certificate alone: theorem, strategy, and bounds.

All numbers come from `masetproof.checker`, which computes them when it verifies the certificate.
The strategy is printed with the totals of all its places.  The lower half has too many states to be
printed; there are two examples, a state that is asked and one that is averaged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial
from typing import NamedTuple, final

import numpy as np

from masetproof.arguments import counted
from masetproof.checker.band import BandVerification
from masetproof.checker.bandfull import products
from masetproof.checker.cells import differences
from masetproof.checker.playing import Name
from masetproof.checker.shortreading import BandCertificate, Clause, Columns, StrategyPlace
from masetproof.checker.statement import prove_band
from masetproof.checker.totals import Play
from masetproof.games.alike import as_alike_game
from masetproof.objectives import Objective
from masetproof.progress import silent
from masetproof.recurrences.polynomials import Polynomial, from_differences, value_at
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.reports.document import context_of_formula

_BEYOND = 20
"""Totals go so far beyond the last change that everything used for large n occurs."""

Parts = dict[int, tuple[int, int] | None]
"""For each answer the number of a place, and how far below n it is; None for one secret."""


def band_context(certificate: bytes) -> dict[str, object]:
    """The values for the templates; `Unverified` when the certificate is not verified."""
    parsed, band, play = prove_band(certificate, silent)
    game = as_alike_game("black-peg")
    formula = Formula(
        Objective.EXPECTED, parsed.valid_from, tuple(parsed.branches), dict(parsed.exceptions), 1
    )
    title = f"{game.title} with {counted(parsed.pegs, 'peg')}, for every number of colours"
    return context_of_formula(game, parsed.pegs, formula, parsed.digest, "--short", "band") | {
        "name": "proof",
        "packages": ["multicol"],
        "title": title,
        "subject": f"A proof from states near the diagonal; {title}",
        "parsed": parsed,
        "band": band,
        "play": play,
        "patterns": band.patterns,
        "raw": band.patterns.raw,  # before the examples are split, too
        "places": list(_BandPages(parsed, play).places()),
        "example": _Examples(parsed, band).context(),
    }


@final
class _BandPages:
    """The places that play reaches, with the n for which it does, and the questions there."""

    def __init__(self, parsed: BandCertificate, play: Play) -> None:
        self.parsed, self.play, self.stars = parsed, play, play.patterns.stars
        self.number = {place.line: number for number, place in enumerate(parsed.strategy)}
        self.reached: list[dict[int, tuple[Clause, Parts]]] = [{} for _ in parsed.strategy]
        # So far that everything used for large n occurs at the last n of the totals.
        most = play.last + _BEYOND
        waiting = [
            (play.asked(play.root, n)[0], n)
            for n in range(1, most + 1)
            if play.secrets(play.root, n) > 1
        ]
        for place, n in waiting:
            known = self.reached[self.number[place.line]]
            if n not in known:
                cells = _asked(place, n)
                known[n] = cells, {}
                for answer, after, m in self._after(place, cells, n):
                    one = None
                    if self.play.secrets(after, m) > 1:
                        part = play.asked(after, m)[0]
                        one = self.number[part.line], n - m
                        waiting.append((part, m if self.stars[after[0]] else 0))
                    known[n][1][answer] = one

    def _after(
        self, place: StrategyPlace, cells: Clause, n: int
    ) -> Iterator[tuple[int, Name, int]]:
        """The answers that leave secrets, with the places to which they lead and their indices."""
        parts = self.play.parts[place.pattern, cells]
        after = self.play.after(_name(place), cells, n)
        for part, (name, below) in zip(parts, after, strict=True):
            if self.play.secrets(name, n - below):
                yield part.answer, name, n - below

    def places(self) -> Iterator[dict[str, object]]:
        """All places, in the order of the certificate, with totals and questions.

        early: n and the total, up to some n.
        later: a polynomial, and the n from which on it holds.
        """
        for place, reached in zip(self.parsed.strategy, self.reached, strict=True):
            if reached:
                known, name, later = sorted(reached), _name(place), None
                values = [(n, self.play.value(name, n)) for n in known if n <= self.play.last]
                if self.play.last in known and self.stars[place.pattern]:
                    polynomial = self._polynomial(name)
                    few = [n for n, total in values if value_at(polynomial, n) != total]
                    onset = max(few, default=0) + 1
                    values = [one for one in values if one[0] < onset]
                    later = min(n for n in known if n >= onset), polynomial
                number = self.number[place.line]
                row = {"number": number, "place": place, "name": name, "later": later}
                row |= {"early": values}
                yield row | {"asked": self._runs(reached)}

    def _polynomial(self, name: Name) -> Polynomial:
        totals = [self.play.value(name, n) for n in range(self.parsed.base, self.play.last + 1)]
        steps = differences(np.array(totals, np.int64)).tolist()
        return from_differences(steps, self.parsed.base, 1)

    def _runs(
        self, reached: dict[int, tuple[Clause, Parts]]
    ) -> list[tuple[list[int], Clause, Parts]]:
        """Each question with the n for which it is asked, and its parts for the greatest n."""
        runs: list[tuple[list[int], Clause, Parts]] = []
        for n in sorted(reached, reverse=True):
            cells, parts = reached[n]
            if runs and runs[-1][1] == cells and _agree(parts, runs[-1][2]):
                runs[-1][0].insert(0, n)
            else:
                runs.append(([n], cells, parts))
        return runs[::-1]


def _name(place: StrategyPlace) -> Name:
    return place.pattern, place.offsets, place.excluded


def _asked(place: StrategyPlace, n: int) -> Clause:
    return next(one.cells for one in place.questions if one.holds(n))


def _agree(few: Parts, many: Parts) -> bool:
    """Whether the parts for some n are those for a larger one, apart from single secrets."""
    return all(part is None or part == many[answer] for answer, part in few.items())


class _Bound(NamedTuple):
    """The lower bound of a pattern at some offsets, *below* less than n.

    value: for some n.
    steps: the differences at the base.
    """

    pattern: int
    offsets: Columns
    below: int
    value: int
    steps: tuple[int, ...]


@final
class _Examples:
    """A state that is asked and one that is averaged, with the numbers for some n."""

    def __init__(self, parsed: BandCertificate, band: BandVerification) -> None:
        self.patterns, self.band = band.patterns, band
        self.n = min(band.last, parsed.full + 4)
        self.base, self.unit = parsed.base, factorial(parsed.pegs + 1)
        self.place = {entry: number for number, entry in enumerate(band.entry.tolist())}

    def context(self) -> dict[str, object]:
        """The values for the template; averaged is None where no state is averaged."""
        asked, averaged = self._least(0), self._least(1)
        return {
            "n": self.n,
            "unit": self.unit,
            "asked": None if asked is None else self._asked(*asked),
            "averaged": None if averaged is None else self._averaged(*averaged),
        }

    def _least(self, kind: int) -> tuple[int, int] | None:
        """The number and the entry of a state of this kind; None if there is none.

        One with more than one clause, if there is any, and few questions.
        """
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
        """The bound of a pattern at any offsets."""
        band, stars = self.band, self.patterns.stars[pattern]
        starred = [stars >> j & 1 for j in range(len(offsets))]
        below = min((a for a, star in zip(offsets, starred, strict=True) if star), default=0)
        least = tuple((a - below) * star for a, star in zip(offsets, starred, strict=True))
        if not stars:
            value, zeros = int(self.patterns.least[pattern]), (0,) * (len(offsets) + 1)
            return _Bound(pattern, least, below, value, (value * self.unit, *zeros))
        for order in self.patterns.symmetries[pattern]:
            entry = band.full.entry(pattern, tuple(least[column] for column in order))
            entry = int(band.same[entry]) if band.same[entry] >= 0 else entry
            if entry in self.place:
                number = self.place[entry]
                value = int(band.values[self.n - below, number])
                steps = band.steps[band.deepest - below, number].tolist()
                return _Bound(pattern, least, below, value, tuple(steps))
        raise AssertionError("a bound that is not there")

    def _part(self, number: int, less: Sequence[int]) -> _Bound:
        """The bound of a part by its number, whose columns have these offsets."""
        offsets = [0] * len(less)
        for a, column in zip(less, self.patterns.columns[number], strict=True):
            offsets[column] = a
        return self._bound(self.patterns.pattern[number], offsets)

    def _asked(self, state: int, entry: int) -> dict[str, object]:
        """All questions on a state; questions with the same parts share a line.

        lines: by the parts, the questions and the differences by which they exceed the bound.
        """
        pattern, offsets = self._named(entry)
        claim, own = self._bound(pattern, offsets), self.band.own[state].tolist()
        implicit = products(np.array([self.n - a for a in offsets]))
        secrets = int((self.patterns.counts[pattern] * implicit).sum())
        lines: dict[object, tuple[list[Clause], list[tuple[int, _Bound]], list[int]]] = {}
        ((cells, new, parts),) = self.patterns.split([pattern])
        for question, columns, row in zip(
            cells.tolist(), new.tolist(), parts.tolist(), strict=True
        ):
            less = [a + (columns >> j & 1) for j, a in enumerate(offsets)]
            if max(less) <= self.n:
                bounds = [
                    (answer, self._part(part, less)) for answer, part in enumerate(row) if part
                ]
                terms = zip(own, *(one.steps for _, one in bounds), strict=True)
                excess = [sum(some) - least for some, least in zip(terms, claim.steps, strict=True)]
                line = lines.setdefault((columns, *bounds), ([], bounds, excess))
                line[0].append(question)
        polynomial = self._polynomial(claim)
        context = {"claim": claim, "secrets": secrets, "polynomial": polynomial}
        return context | {"lines": lines.values()}

    def _averaged(self, state: int, entry: int) -> dict[str, object]:
        """The column, the state without one of its colours, and the clauses that this removes."""
        pattern, offsets = self._named(entry)
        column, claim = int(self.band.column[entry]), self._bound(pattern, offsets)
        less = [a + (j == column) for j, a in enumerate(offsets)]
        left = self._bound(pattern, less)
        gone = self._part(self.patterns.part_with_stars(pattern, column), less)
        share = -(-gone.value // (self.n - 1))
        if left.value + share != claim.value:
            raise AssertionError("an average that is not its bound")
        polynomials = [self._polynomial(one) for one in (claim, left, gone)]
        context = {"claim": claim, "left": left, "gone": gone, "share": share, "column": column + 1}
        return context | {"polynomials": polynomials}

    def _polynomial(self, one: _Bound) -> list[object]:
        return [c / self.unit for c in from_differences(one.steps, self.base, 1)]
