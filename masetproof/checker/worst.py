"""Bounds of the worst case for every n, by a shift: docs/certificates.md has the argument.

The lower half rests on values that the certificate calls *searched*, which are trusted, and on the
shift lemma: with a shift of p colours (with an alphabet for each column one of each) a value for n
bounds the values for n + p, n + 2 p, ..., by one more each time.  The upper half is a strategy
that the certificate lists; nothing of it is trusted.
"""

from itertools import product

from .images import ListedPatterns
from .playing import ListedStrategy, Name, written
from .reading import Budget, Progress, Rejected
from .rules import Rules
from .worstreading import WorstCertificate


class WorstPlay(ListedStrategy):
    """The strategy of a certificate, and how many questions it takes at most."""

    def __init__(self, said: WorstCertificate, budget: Budget, progress: Progress) -> None:
        rules = Rules(said.game, said.pegs, "exact")
        patterns = ListedPatterns(rules, said.patterns, budget)
        progress("reading the parts", 0, 1)
        patterns.enter_parts(said.parts)
        super().__init__(patterns, said.strategy, progress)
        self.said = said
        self.shift = self.pegs if rules.alphabets == 1 else 1  # colours the lemma leaves out

    def combined(self, name: Name, n: int, below: list[int]) -> int:
        return 1 + max(below, default=0)

    def prove(self, progress: Progress) -> None:
        """Require that from the start on the worst case grows by at most one with each shift."""
        start, shift = self.said.start, self.shift
        self.check_start(start, shift)
        reached, deepest = self.reach(start, shift)
        window = range(start, start + max(deepest, 1))
        for number, ((name, residue), n) in enumerate(product(reached, window)):
            if n % shift == residue and self.value(name, n + shift) > self.value(name, n) + 1:
                grown = f"grows by more than one at {written(name)} from n = {n} to {n + shift}"
                raise Rejected(f"the worst case of the strategy {grown}")
            progress("growth of places", number + 1, len(reached) * len(window))

    # ------------------------------------------------------------------------------------ bounds

    def lower(self, n: int) -> int:
        """No strategy needs fewer questions, if the searched values are right."""
        said, shift = self.said, self.shift
        bounds = [value + (n - m) // shift for m, value in said.blank.items() if m <= n]
        return max([*bounds, *self._searched(n)], default=1)

    def upper(self, n: int) -> int:
        """A strategy needs no more questions: that of the certificate, or one that was searched."""
        more = max(0, (n - self.said.start) // self.shift)
        return min([self.value(self.root, n - more * self.shift) + more, *self._searched(n)])

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
