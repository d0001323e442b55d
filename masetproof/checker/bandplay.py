"""An upper bound for every n: the total of the strategy that a certificate lists.

The game is black-peg Mastermind, where n colours are left in the fullest column.  A place is a
pattern, its offsets (a column with offset a has n - a implicit colours), and the columns that have
an excluded colour, one that the secret is known not to have there; only there a question may have a
blank.  Places with a single secret, or none, need no question; all others are listed.

Up to the last n that is tabulated, totals are computed for one n after the other, by the question
that is listed for the place and n.  From the base on each place that is used has one question and a
polynomial, and the induction shows that the question takes no more than the polynomial.
"""

from typing import NamedTuple

import numpy as np

from .bandfull import products
from .bandrows import Patterns
from .cells import differences, earlier
from .reading import Rejected
from .rules import EXTRA, Array
from .shortreading import BandCertificate, Clause, Columns, StrategyPlace

Name = tuple[int, Columns, Columns]  # pattern, offsets, excluded


class PlayedPart(NamedTuple):
    """A part: the secrets left after an answer.

    pattern: the number of the pattern to which the part is isomorphic.  columns: for each column of
    the pattern that was asked, which column of this one it becomes.  free, ended: flags by the
    columns that were asked.  free: some explicit colour, old or new, does not occur any more, so it
    is excluded.  ended: the column had a star and has none any more, so its implicit colours are.
    """

    answer: int
    pattern: int
    columns: Columns
    free: Columns
    ended: Columns


class Play:
    """The strategy of a certificate; after `prove`, `total` gives its total for n colours."""

    def __init__(self, said: BandCertificate, patterns: Patterns) -> None:
        self.patterns, self.pegs, self.base = patterns, said.pegs, said.base
        self.last = said.base + self.pegs + 1
        self.places: dict[Name, StrategyPlace] = {}
        patterns.budget.spend(5000 * self.last * len(said.strategy))
        for place in said.strategy:
            number, offsets, excluded, _, line = place
            if number >= len(patterns.clauses):
                raise Rejected(f"line {line}: there is no pattern {number}")
            starred = [a for j, a in enumerate(offsets) if patterns.stars[number] >> j & 1]
            if min(starred, default=0) or sum(starred) < sum(offsets):
                raise Rejected(f"line {line}: there are no such offsets")
            for order in patterns.symmetries[number]:
                moved, less = (tuple(x[j] for j in order) for x in (offsets, excluded))
                if self.places.setdefault((number, moved, less), place) is not place:
                    raise Rejected(f"line {line}: this place is there twice")
        self.parts: dict[tuple[int, Clause], list[PlayedPart]] = {}
        for place in said.strategy:
            for asked in place.questions:
                self._enter(place, asked.cells)
        self.totals: dict[int, list[int | str]] = {place.line: [] for place in said.strategy}

    # --------------------------------------------------------------------------------- questions

    def _enter(self, place: StrategyPlace, cells: Clause) -> None:
        """Check that a question may be asked at a place, and split the pattern by it.

        `Rejected` for a colour or blank that may not be there, and when it tells nothing.
        """
        colours, stars = self.patterns.colours[place.pattern], self.patterns.stars[place.pattern]
        for j, cell in enumerate(cells):
            if cell == EXTRA and not place.excluded[j]:
                raise Rejected(f"line {place.line}: a blank where no colour is excluded")
            if cell != EXTRA and cell >= colours[j] + (stars >> j & 1):
                raise Rejected(f"line {place.line}: a question with a colour that is none")
        if (place.pattern, cells) not in self.parts:
            self.parts[place.pattern, cells] = self._split(place, cells)

    def _split(self, place: StrategyPlace, cells: Clause) -> list[PlayedPart]:
        patterns, number, new = self.patterns, place.pattern, self._new(place.pattern, cells)
        whole, rules = patterns.named[number], patterns.rules
        patterns.budget.spend(15_000 * len(whole))
        left = patterns.parts_of(number, cells)
        same = not any(new) and any(len(some) == len(whole) for _, some in left)
        if same or cells == (EXTRA,) * self.pegs:
            raise Rejected(f"line {place.line}: a question that tells nothing")
        parts, explicit = [], [*map(int.__add__, patterns.colours[number], new)]
        for answer, some in left:
            found = patterns.part_of(some, number)
            gone = patterns.stars[number] & ~rules.stars(some)
            where = answer, patterns.pattern[found], patterns.columns[found]
            free = tuple(map(int.__lt__, rules.shown(some), explicit))
            parts.append(PlayedPart(*where, free, tuple(gone >> j & 1 for j in rules.columns)))
        return parts

    def _new(self, number: int, cells: Clause) -> Columns:
        """1 for the columns with a new colour."""
        return tuple(map(int.__eq__, cells, self.patterns.colours[number]))

    def after(self, place: StrategyPlace, cells: Clause, n: int) -> list[tuple[Name, int]]:
        """The place after each answer, and how much smaller its n is.

        The fullest column of a part may have fewer colours than that of the pattern.
        """
        after = []
        less = [*map(int.__add__, place.offsets, self._new(place.pattern, cells))]
        for part in self.parts[place.pattern, cells]:
            stars = self.patterns.stars[part.pattern]
            starred = [stars >> column & 1 for column in part.columns]
            below = min((a for a, star in zip(less, starred, strict=True) if star), default=0)
            offsets, excluded = [0] * self.pegs, [0] * self.pegs
            for j, column in enumerate(part.columns):
                offsets[column] = (less[j] - below) * starred[j]
                ended = part.ended[j] and n > less[j]  # there are colours, and all are excluded
                excluded[column] = int(place.excluded[j] or part.free[j] or ended)
            after.append(((part.pattern, tuple(offsets), tuple(excluded)), below))
        return after

    # ------------------------------------------------------------------------------------ totals

    def secrets(self, name: Name, n: int) -> int:
        return int(self.patterns.counts[name[0]] @ products(n - np.array(name[1])))

    def _total(self, name: Name, n: int) -> int | str:
        """The total of a place for n; a sentence where the strategy does not give it."""
        secrets = self.secrets(name, n)
        if secrets < 2:
            return secrets
        if name not in self.places:
            return f"the strategy does not say what to do at {written(name)}"
        return self.totals[self.places[name].line][n]

    def _asked(self, place: StrategyPlace, n: int) -> int | str:
        """The total of a listed place for n, from those of its parts; a sentence as in `_total`."""
        name = place.pattern, place.offsets, place.excluded
        if max(place.offsets) > n:
            return f"line {place.line}: there are no such offsets for n = {n}"
        total = self.secrets(name, n)
        if total < 2:
            return total
        asked = [x for x in place.questions if x.first <= n and (x.last is None or n <= x.last)]
        if not asked:
            return f"line {place.line}: there is no question for n = {n}"
        cells = asked[0].cells
        new = self._new(place.pattern, cells)
        if any(one and n <= a for one, a in zip(new, place.offsets, strict=True)):
            return f"line {place.line}: there is no new colour for n = {n}"
        for after, below in self.after(place, cells, n):
            part = self._total(after, n - below)
            if isinstance(part, str):
                return part
            total += part
        return total

    def prove(self) -> None:
        """Compute all totals up to `last`, and make the induction; `Rejected` when that fails."""
        stars, clauses = self.patterns.stars, self.patterns.clauses

        def order(place: StrategyPlace) -> tuple[int, int, int]:
            number = place.pattern
            return stars[number].bit_count(), -sum(place.offsets), len(clauses[number])

        places = sorted({place.line: place for place in self.places.values()}.values(), key=order)
        for n in range(self.last + 1):
            for place in places:
                self.totals[place.line].append(self._asked(place, n))
        self.root = 0, (0,) * self.pegs, (0,) * self.pegs
        for n in range(1, self.last + 1):
            self.total(n)
        self._induct()

    def total(self, n: int) -> int:
        """The total of the strategy in the game of n <= last colours."""
        return self._known(self.root, n)

    def _known(self, name: Name, n: int) -> int:
        total = self._total(name, n)
        if isinstance(total, str):
            raise Rejected(total)
        return total

    def _induct(self) -> None:
        """Require that from the base on no place that is used takes more than its polynomial.

        The polynomial is the one through the totals for n = base, ..., last.
        """
        used = dict[Name, tuple[list[Array], list[tuple[Name, int]]]]()
        waiting, deepest = [self.root], 0
        while waiting:
            name = waiting.pop()
            if name in used:
                continue
            known = [self._known(name, n) for n in range(self.base, self.last + 1)]
            after = list[tuple[Name, int]]()
            if self.secrets(name, self.base) > 1:
                place = self.places[name]
                cells, first, last = place.questions[-1]
                if last is not None or first > self.base:
                    raise Rejected(f"line {place.line}: there is no question from the base on")
                after = self.after(place, cells, self.base)
            used[name] = [differences(np.array(known, object))], after
            waiting += [part for part, _ in after]
            deepest = max([deepest, *(below for _, below in after)])
        if self.base - deepest <= 1 + max(max(name[1]) for name in used):
            raise Rejected("the base is too small for the strategy")
        for name, (steps, _) in used.items():
            for below in range(1, deepest + 1):
                steps.append(earlier(steps[-1]))
                if steps[-1][0] < self._known(name, self.base - below):
                    raise Rejected(f"the base is too small for the strategy at {written(name)}")
        for name, (steps, after) in used.items():
            sizes = [self.secrets(name, n) for n in range(self.base, self.last + 1)]
            cost = sum(
                (used[part][0][below] for part, below in after),
                differences(np.array(sizes, object)),
            )
            if after and (cost > steps[0]).any():
                raise Rejected(f"the strategy takes more for large n at {written(name)}")


def written(name: Name) -> str:
    """A place as the certificate writes it."""
    number, offsets, excluded = name
    return f"{number}.{''.join(map(str, offsets))}.{''.join(map(str, excluded))}"
