"""Bounds of the worst case for every n, by a shift: docs/certificates.md has the argument.

The lower half rests on values that the certificate calls *searched*, which are trusted, and on the
shift lemma: with a shift of p colours (with an alphabet for each column one of each) a value for n
bounds the values for n + p, n + 2 p, ..., by one more each time.  The upper half is a strategy
that the certificate lists; nothing of it is trusted.
"""

from itertools import product

from .images import ListedPatterns
from .playing import UNLISTED, ListedStrategy, Name, written
from .reading import Budget, Progress, Rejected
from .rules import Rules
from .shortreading import Clause, StrategyPlace
from .worstreading import WorstCertificate

MOST_ASKED = 200  # questions in a row


class WorstPlay(ListedStrategy):
    """The strategy of a certificate, and how many questions it takes at most.

    lines: by pattern and offsets, those with more excluded colours first.  A line is for places
    with at least its excluded colours.
    """

    def __init__(self, said: WorstCertificate, budget: Budget, progress: Progress) -> None:
        rules = Rules(said.game, said.pegs, "exact")
        patterns = ListedPatterns(rules, said.patterns, budget)
        progress("reading the parts", 0, 1)
        patterns.enter_parts(said.parts)
        super().__init__(patterns)
        self.said, self.budget = said, budget
        self.shift = self.pegs if rules.alphabets == 1 else 1  # colours the lemma leaves out
        self.lines: dict[tuple[int, tuple[int, ...]], list[StrategyPlace]] = {}
        for number, place in enumerate(said.strategy):
            self.check_place(place)
            same = self.lines.setdefault(place[:2], [])
            if any(other.excluded == place.excluded for other in same):
                raise Rejected(f"line {place.line}: this place is there twice")
            same.append(place)
            for asked in place.questions:
                self.enter(place, asked.cells)
            progress("questions split", number + 1, len(said.strategy))
        for same in self.lines.values():
            same.sort(key=lambda place: (-sum(place.excluded), place.excluded))
        self.known = dict[tuple[Name, int], int]()

    def number_of(self, clauses: bytes, pattern: int) -> int:
        """A part that never has a secret when the question is asked need not be listed."""
        return self.patterns.found.get(clauses, 0)

    def asked(self, name: Name, n: int) -> Clause:
        """The question at a place; `Rejected` where the strategy has none."""
        for place in self.lines.get(name[:2], ()):
            if all(map(int.__le__, place.excluded, name[2])):
                for one in place.questions:
                    if one.holds(n):
                        return one.cells
        raise Rejected(f"the strategy does not say what to do at {written(name)} for n = {n}")

    def below(self, name: Name, n: int) -> list[tuple[Name, int]]:
        """The places with secrets to which the answers lead, and how much smaller n is there."""
        self.budget.spend(50_000)
        cells = self.asked(name, n)
        if min(left := self.left(name, cells, n)) < 0:
            raise Rejected(f"there is no new colour at {written(name)} for n = {n}")
        parts = zip(self.parts[name[0], cells], self.after(name, cells, n), strict=True)
        below = [after for part, after in parts if self.has_secrets(part, left)]
        if any(part[0] == UNLISTED for part, _ in below):
            raise Rejected(f"a part of the question at {written(name)} for n = {n} is not listed")
        return below

    def worst(self, name: Name, n: int, asked: int = 0) -> int:
        """How many questions a secret of a place needs at most.

        asked: how many came before.  Where no colour is implicit n makes no difference, and is 0.
        """
        n *= any(self.active[name[0]])
        if (name, n) not in self.known:
            if asked > MOST_ASKED:
                raise Rejected(f"the strategy asks more than {MOST_ASKED} questions in a row")
            worst = [self.worst(part, n - less, asked + 1) for part, less in self.below(name, n)]
            self.known[name, n] = 1 + max(worst, default=0)
        return self.known[name, n]

    def prove(self, progress: Progress) -> None:
        """Require that from the start on the worst case grows by at most one with each shift."""
        start, shift = self.said.start, self.shift
        self._check_start()
        reached, deepest = self._reach()
        window = range(start, start + max(deepest, 1))
        for number, ((name, residue), n) in enumerate(product(reached, window)):
            if n % shift == residue and self.worst(name, n + shift) > self.worst(name, n) + 1:
                grown = f"grows by more than one at {written(name)} from n = {n} to {n + shift}"
                raise Rejected(f"the worst case of the strategy {grown}")
            progress("growth of places", number + 1, len(reached) * len(window))

    def _check_start(self) -> None:
        """From the start on questions depend on residues only, and each clause has secrets."""
        start, least = self.said.start, 2 * self.pegs
        for place in self.said.strategy:
            least = max(least, max(place.offsets) + 2)
            for one in place.questions:
                least = max(least, one.first if one.last is None else one.last + 1)
                if one.last is None and self.shift % one.step:
                    raise Rejected(f"line {place.line}: a step that does not divide {self.shift}")
        if start < least:
            raise Rejected(f"the strategy does not settle before n = {least}: the start is less")

    def _reach(self) -> tuple[list[tuple[Name, int]], int]:
        """The places with stars to which play leads from the start on, with the residues of n.

        Also the most by which a question lowers n.
        """
        start, shift, deepest = self.said.start, self.shift, 0
        reached = {(self.root, residue): None for residue in range(shift)}
        waiting = [*reached]
        while waiting:
            name, residue = waiting.pop()
            n = start + (residue - start) % shift
            for part, less in self.below(name, n):
                if any(self.active[part[0]]):
                    deepest = max(deepest, less)
                    place = part, (n - less) % shift
                    if place not in reached:
                        reached[place] = None
                        waiting.append(place)
        return [*reached], deepest

    # ------------------------------------------------------------------------------------ bounds

    def lower(self, n: int) -> int:
        """No strategy needs fewer questions, if the searched values are right."""
        said, shift = self.said, self.shift
        bounds = [value + (n - m) // shift for m, value in said.blank.items() if m <= n]
        return max([*bounds, *self._searched(n)], default=1)

    def upper(self, n: int) -> int:
        """A strategy needs no more questions: that of the certificate, or one that was searched."""
        more = max(0, (n - self.said.start) // self.shift)
        return min([self.worst(self.root, n - more * self.shift) + more, *self._searched(n)])

    def _searched(self, n: int) -> list[int]:
        return [self.said.exact[n]] if n in self.said.exact else []

    def check_claim(self, least: int) -> None:
        """`Rejected` unless the bounds are just those that are claimed, for every n >= least.

        From the start on, and beyond the searched values, both grow by one with each shift.
        """
        said, shift = self.said, self.shift
        if min([*said.exact, *said.blank]) < least:
            raise Rejected("a searched value where there is no secret")
        firsts = {n % shift: n for n in said.classes}
        if len(firsts) != shift or len(said.classes) != shift or min(firsts.values()) < least:
            raise Rejected("not one class for each residue")
        below = range(least, max(firsts.values()))
        if [*said.small] != [n for n in below if n < firsts[n % shift]]:
            raise Rejected("not the bounds of just the n before the classes")
        last = max(said.start, *said.exact, *said.blank, *firsts.values()) + shift
        for n in range(least, last + 1):
            first = firsts[n % shift]
            low, high = said.small[n] if n < first else said.classes[first]
            low, high = (side + max(0, (n - first) // shift) for side in (low, high))
            found = self.lower(n), self.upper(n)
            if found != (low, high):
                are = f"{found[0]} and {found[1]}, not {low} and {high}"
                raise Rejected(f"the bounds for n = {n} are {are}")
            if low > high:
                raise Rejected(f"the bounds for n = {n} contradict each other: {low} and {high}")
