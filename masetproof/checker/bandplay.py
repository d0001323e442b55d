"""An upper bound for every n: the total of the strategy that a certificate lists.

The game is black-peg Mastermind, where n colours are left in the fullest column.  A place is a
pattern, its offsets (a column with offset a has n - a implicit colours), and the columns that have
an excluded colour, one that the secret is known not to have there; only there a question may have a
blank.  Places with a single secret, or none, need no question; all others are listed.

Up to the last n that is tabulated, totals are computed for one n after the other, by the question
that is listed for the place and n.  From the base on each place that is used has one question and a
polynomial, and the induction shows that the question takes no more than the polynomial.
"""

import numpy as np

from .bandfull import products
from .bandrows import Patterns
from .cells import differences, earlier
from .playing import ListedStrategy, Name, written
from .reading import Rejected
from .rules import Array
from .shortreading import BandCertificate, Clause, StrategyPlace


class Play(ListedStrategy):
    """The strategy of a certificate; after `prove`, `total` gives its total for n colours."""

    patterns: Patterns

    def __init__(self, said: BandCertificate, patterns: Patterns) -> None:
        super().__init__(patterns)
        self.base, self.last = said.base, said.base + self.pegs + 1
        self.places: dict[Name, StrategyPlace] = {}
        patterns.budget.spend(5000 * self.last * len(said.strategy))
        for place in said.strategy:
            self.check_place(place)
            number, offsets, excluded, _, line = place
            for order in patterns.symmetries[number]:
                moved, less = (tuple(x[j] for j in order) for x in (offsets, excluded))
                if self.places.setdefault((number, moved, less), place) is not place:
                    raise Rejected(f"line {line}: this place is there twice")
        for place in said.strategy:
            for asked in place.questions:
                self.enter(place, asked.cells)
        self.totals: dict[int, list[int | str]] = {place.line: [] for place in said.strategy}

    def parts_after(self, place: StrategyPlace, cells: Clause, n: int) -> list[tuple[Name, int]]:
        """`after` at the place of a line."""
        return self.after((place.pattern, place.offsets, place.excluded), cells, n)

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
        asked = [one for one in place.questions if one.holds(n)]
        if not asked:
            return f"line {place.line}: there is no question for n = {n}"
        cells = asked[0].cells
        if min(self.left(name, cells, n)) < 0:
            return f"line {place.line}: there is no new colour for n = {n}"
        for after, below in self.parts_after(place, cells, n):
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
                cells, first, last, _ = place.questions[-1]
                if last is not None or first > self.base:
                    raise Rejected(f"line {place.line}: there is no question from the base on")
                after = self.parts_after(place, cells, self.base)
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
