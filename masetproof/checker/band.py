"""What the states of a band cost at least, for every n.

A state is an entry that the certificate lists: it is asked, or averaged by a column.  A part that
is not listed is bounded clause by clause.  Bounds are computed for one n after the other, up to
n = `full` those of all entries, then of the states.  From the base on each state has a polynomial,
with coefficients that are whole numbers of (p + 1)!-ths, which no question costs less than, as
Newton differences show.
"""

from itertools import pairwise
from math import factorial

import numpy as np

from .bandfull import VALUE, Full, products
from .bandrows import Patterns
from .cells import differences, earlier
from .reading import Budget, Progress, Rejected
from .rules import Ints
from .shortreading import BandCertificate

MOST = 1 << 48  # of coefficients
ASKED, CRUDE = -1, -2
PIECE = 1 << 18


def small(values: Ints) -> Ints:
    """The same; `Rejected` if 64 bits may not be enough."""
    if (abs(values) > MOST).any():
        raise Rejected("the polynomials of the bounds are too large")
    return values


def shared(steps: Ints, base: int, first: int) -> Ints:
    """Differences of polynomials that are at most P(n) / (n - 1) for n >= first.

    P(n) = q(n) (n - 1) + rest; a negative rest counts most for n = first.
    """
    quotient, degree = np.zeros_like(steps), steps.shape[1] - 1
    for k in range(degree, 0, -1):
        quotient[:, k - 1] = small((steps[:, k] - (base - 1 + k) * quotient[:, k]) // k)
    rest = steps[:, 0] - (base - 1) * quotient[:, 0]
    quotient[:, 0] += np.minimum(rest // (first - 1), 0)
    return quotient


class BandVerification:
    """Bounds of a certificate; after `prove`, `value` says what the whole game costs at least.

    States are those that are listed; those that are bounded clause by clause, which are found where
    they are needed; and a last one that is nothing and costs nothing.  They are in the order in
    which they can be computed at one n.  A reference to state s at n - d is s + width * (deepest -
    d), the same for every n.

    entry, kind: int64[states - 1]; 0 asked, 1 averaged, 2 clause by clause.  parts: of the rows of
    asked states, int32[p, rows], what is left besides `rest`; row: the first of each.  averaged:
    int64[2, averaged].  terms, times: of those clause by clause, and `term`, the first of each;
    plain: int64[.., 2^p], clauses that only count.
    """

    def __init__(self, said: BandCertificate, patterns: Patterns, budget: Budget) -> None:
        self.said, self.patterns, self.pegs = said, patterns, said.pegs
        wide = [max(one.offsets) + (one.column == ASKED) for one in said.states]
        most = max([said.wide + 1, *wide])
        self.last = said.base + self.pegs + 1
        if not most < said.full < said.base:
            raise Rejected("'full' must be beyond the greatest offset, and the base beyond 'full'")
        self.full = Full(patterns, said.full, said.wide, most, budget)
        self.mask = np.array(patterns.stars)
        self.pattern = np.repeat(np.arange(len(self.mask)), np.diff(self.full.start))
        self.offsets = np.concatenate([self.full.offsets[stars] for stars in patterns.stars])
        self._list_states()
        self._refer(budget)

    # ------------------------------------------------------------------------------------ states

    def _list_states(self) -> None:
        """column, line: by the entry.  same: the listed one to which it is isomorphic, or -1."""
        full = self.full
        self.same = np.full(full.width, -1)
        self.column, self.line = np.full(full.width, CRUDE), np.zeros(full.width, np.int64)
        for number, offsets, column, line in self.said.states:
            entry = full.entry(number, offsets) if number < len(self.mask) else -1
            if entry < 0:
                raise Rejected(f"line {line}: there is no such state")
            images = [
                full.entry(number, tuple(offsets[j] for j in order))
                for order in self.patterns.symmetries[number]
            ]
            if (self.same[images] >= 0).any():
                raise Rejected(f"line {line}: this state is there twice")
            if column >= 0 and (offsets[column] or not self.mask[number] >> column & 1):
                raise Rejected(f"line {line}: not averaged by a longest column with a star")
            self.same[images], self.column[entry], self.line[entry] = entry, column, line
        if self.column[self.same[full.entry(0, (0,) * self.pegs)]] != ASKED:
            raise Rejected("the whole game is not among the states that are asked")

    def _refer(self, budget: Budget) -> None:
        """Number the states, and find their references."""
        full, patterns = self.full, self.patterns
        stars = np.array([one.bit_count() for one in patterns.stars])
        clauses = np.array([*map(len, patterns.clauses)])
        kinds = np.where(self.column < 0, 2 * (self.column == CRUDE), 1)
        before = 99 * stars[self.pattern] - self.offsets.sum(axis=1)

        def in_order(some: Ints) -> Ints:
            keys = some, self.pattern[some], kinds[some], clauses[self.pattern[some]], before[some]
            return some[np.lexsort(keys)]

        listed = in_order(np.nonzero(self.column != CRUDE)[0])
        self._list_rows(listed[kinds[listed] == 0], budget)
        self.averaged = self._averages(listed[kinds[listed] == 1])
        used = np.zeros(full.width, bool)
        for some in (*self.parts, *self.averaged):
            for first in range(0, len(some), PIECE):
                used[some[first : first + PIECE] % full.width] = True
        crude = np.nonzero(used[:-1] & (self.same[:-1] < 0))[0]
        self.entry = in_order(np.concatenate([listed, crude]))
        self.kind, self.width = kinds[self.entry], len(self.entry) + 1
        budget.spend(0, self.width * (self.last + 60))
        number = np.full(full.width, self.width - 1)
        number[self.entry] = np.arange(self.width - 1)
        there = self.same >= 0
        number[there] = number[self.same[there]]
        self.root = int(number[full.entry(0, (0,) * self.pegs)])
        self._list_terms(self.entry[self.kind == 2])
        every = [*self.parts, *self.averaged, self.terms]
        self.deepest = -min(int(some.min(initial=0)) // full.width for some in every)
        for some in every:
            for first in range(0, len(some), PIECE):
                below, entry = np.divmod(some[first : first + PIECE], full.width)
                some[first : first + PIECE] = number[entry] + self.width * (self.deepest + below)
        self._list_runs(before[self.entry] * 128 + clauses[self.pattern[self.entry]])

    def _list_runs(self, place: Ints) -> None:
        """runs: of states of one kind at one place of the order; ranks are among that kind."""
        ends = np.nonzero(np.diff(place * 4 + self.kind, prepend=-1, append=-1))[0]
        ranks = np.zeros_like(self.entry)
        for kind in range(3):
            ranks[self.kind == kind] = np.arange((self.kind == kind).sum())
        self.runs = [
            (int(self.kind[first]), first, last, int(ranks[first]))
            for first, last in pairwise(ends.tolist())
        ]

    def _list_rows(self, asked: Ints, budget: Budget) -> None:
        """The questions on asked states, and their parts as entries."""
        full = self.full
        counts = np.array(
            [len(self.patterns.rows[one].new) for one in self.pattern[asked].tolist()]
        )
        self.row = np.cumsum([0, *counts])
        total = int(self.row[-1])
        budget.spend(4 * self.pegs * total * (self.last - self.said.full + self.pegs), total)
        self.parts = np.zeros((self.pegs, total), np.int32)
        self.rest = np.zeros(total, np.int32)
        ends = np.nonzero(np.diff(self.pattern[asked], prepend=-1, append=-1))[0]
        for first, last in pairwise(ends.tolist()):
            number = int(self.pattern[asked[first]])
            start, count = full.first[number], int(counts[first])
            here, rows = slice(*self.row[[first, last]]), slice(start, start + count)
            moves = full.moves[self.mask[number]][:, asked[first:last] - full.start[number]]
            for j in range(self.pegs):
                parts = full.base[j, rows] + moves[full.move[j, rows]].T
                self.parts[j, here] = parts.ravel()
            self.rest[here] = np.tile(full.rest[rows], last - first)

    def _averages(self, averaged: Ints) -> Ints:
        """A pattern with one implicit colour less, and its clauses with a star in that column."""
        full, references = self.full, []
        for entry in averaged.tolist():
            number, column = int(self.pattern[entry]), int(self.column[entry])
            stars, place = int(self.mask[number]), entry - full.start[number]
            same = full.numbers[stars][full.same[stars], 1 << column]
            base, move = full.averaged[:, number, column]
            moves = full.moves[stars][:, place]
            references.append((full.start[number] + moves[same], base + moves[move]))
        return np.array(references, np.int64).reshape(-1, 2).T.copy()

    def _list_terms(self, crude: Ints) -> None:
        """Clauses of states that are not listed, by the columns of their stars."""
        full, patterns, numbers = self.full, self.patterns, np.arange(len(crude))
        self.plain = patterns.counts[self.pattern[crude]].copy()
        found = [(numbers, np.full(len(crude), full.entries), np.zeros(len(crude), np.int64))]
        single = {
            stars.bit_count(): number
            for number, stars in reversed([*enumerate(patterns.stars)])
            if len(patterns.clauses[number]) == 1
        }
        for stars in range(1, 1 << self.pegs):
            some = np.nonzero(self.plain[:, stars])[0]
            if stars.bit_count() in single and len(some):
                number = single[stars.bit_count()]
                columns = [j for j in range(self.pegs) if stars >> j & 1]
                own = [j for j in range(self.pegs) if self.mask[number] >> j & 1]
                offsets = self.offsets[crude[some]][:, columns]
                below = offsets.min(axis=1)
                codes = (offsets - below[:, None]) @ full.units[own]
                entry = full.start[number] + full.ranks[self.mask[number]][codes]
                known = self.same[entry] >= 0
                some, term = some[known], (entry - below * full.width)[known]
                found.append((some, term, self.plain[some, stars]))
                self.plain[some, stars] = 0
        which, terms, times = map(np.concatenate, zip(*found, strict=True))
        order = np.argsort(which, kind="stable")
        self.terms, self.times = terms[order], times[order]
        self.term = np.searchsorted(which[order], numbers)

    # ------------------------------------------------------------------------------------ values

    def prove(self, progress: Progress) -> None:
        """Do all of it; `Rejected` when something does not hold."""
        self.full.compute(progress)
        self._compute(progress)
        self._extrapolate()
        self._induct(progress)

    def value(self, n: int) -> int:
        """What the whole game with n colours costs at least, n <= last."""
        return int(self.values[n, self.root])

    def _secrets(self, n: int) -> tuple[Ints, Ints]:
        """How many secrets states have, and the plain clauses of those clause by clause."""
        secrets = products(n - self.offsets[self.entry])
        own = (self.patterns.counts[self.pattern[self.entry]] * secrets).sum(axis=1)
        return own, (self.plain * secrets[self.kind == 2]).sum(axis=1)

    def _compute(self, progress: Progress) -> None:
        """values: int64[last + 1, states]."""
        self.values = np.zeros((self.last + 1, self.width), np.int64)
        full = self.said.full
        self.values[: full + 1, :-1] = self.full.packed[:, self.entry] & VALUE
        del self.full.packed
        for n in range(full + 1, self.last + 1):
            own, plain = self._secrets(n)
            known = self.values.reshape(-1)[(n - self.deepest) * self.width :]
            for kind, first, last, rank in self.runs:
                after = rank + last - first
                if kind == 0:
                    bound = own[first:last] + self._cheapest(known, rank, after)
                elif kind == 1:
                    less, gain = known[self.averaged[:, rank:after]]
                    bound = less - -gain // (n - 1)
                else:
                    bound = plain[rank:after] + self._added(known, rank, after)
                self.values[n, first:last] = bound
            progress("numbers of colours, states", n + 1, self.last + 1)

    def _cheapest(self, known: Ints, first: int, last: int, unit: int = 1) -> Ints:
        """What the parts of the cheapest questions on some asked states cost."""
        start, end = self.row[[first, last]]
        cost = self.rest[start:end] * np.int64(unit)
        for parts in self.parts[:, start:end]:
            cost += known.take(parts)
        least: Ints = np.minimum.reduceat(cost, self.row[first:last] - start)
        return least

    def _added(self, known: Ints, first: int, last: int) -> Ints:
        """What the clauses of some states cost that are bounded clause by clause."""
        start = self.term[first]
        end = self.term[last] if last < len(self.term) else len(self.terms)
        cost = known[self.terms[start:end]] * self.times[start:end]
        added: Ints = np.add.reduceat(cost, self.term[first:last] - start)
        return added

    # --------------------------------------------------------------------------------- induction

    def _extrapolate(self) -> None:
        """steps: int64[deepest + 1, states, p + 2], as references take them.

        They are the differences at the base of P(n - deepest), ..., P(n), in (p + 1)!-ths.
        """
        base, unit = self.said.base, factorial(self.pegs + 1)
        every = map(self._secrets, range(base, self.last + 1))
        own, plain = (
            differences(np.stack(some, axis=1)) * unit for some in zip(*every, strict=True)
        )
        self.steps = np.zeros((self.deepest + 1, self.width, self.pegs + 2), np.int64)
        self.own, flat = small(own), self.steps.reshape(-1, self.pegs + 2)
        done = np.arange(self.width) == self.width - 1

        def enter(states: Ints, found: Ints) -> bool:
            for back in range(self.deepest, -1, -1):
                self.steps[back, states] = small(found)
                found = earlier(found)
            done[states] = True
            return len(states) > 0

        asked, averaged, crude = (np.nonzero(self.kind == kind)[0] for kind in range(3))
        enter(asked, small(differences(self.values[base:, asked].T)) * unit)
        more = True
        while more:
            ready = ~done[averaged] & done[self.averaged % self.width].all(axis=0)
            less, gain = flat[self.averaged[:, ready]]
            more = enter(averaged[ready], less + shared(gain, base, base - self.deepest))
            if len(crude):
                known = np.logical_and.reduceat(done[self.terms % self.width], self.term)
                ready = known & ~done[crude]
                added = np.add.reduceat(flat[self.terms] * self.times[:, None], self.term, axis=0)
                more |= enter(crude[ready], (plain + added)[ready])
        if not done.all():
            line = self.line[self.entry[averaged[~done[averaged]]]].min()
            raise Rejected(f"line {line}: it is averaged from states that are averaged from it")

    def _induct(self, progress: Progress) -> None:
        """The polynomials are no more than the bounds, and than what any question costs."""
        base, unit = self.said.base, factorial(self.pegs + 1)
        used = np.zeros(self.steps.shape[:2], bool)
        for some in (*self.parts, *self.averaged, self.terms):
            for first in range(0, len(some), PIECE):
                used.reshape(-1)[some[first : first + PIECE]] = True
        for below in range(1, self.deepest + 1):
            here = used[: self.deepest - below + 1].any(axis=0)  # so far below n, or farther
            claimed, known = self.steps[self.deepest - below, :, 0], self.values[base - below]
            if (here & (claimed > unit * known)).any():
                raise Rejected(
                    f"the base is too small: a polynomial is more than the bound for {base - below}"
                )
        asked = np.nonzero(self.kind == 0)[0]
        ends = np.unique(np.searchsorted(self.row, range(0, int(self.row[-1]) + PIECE, PIECE)))
        ends = np.minimum(ends, len(asked))
        needed = self.steps[self.deepest, asked] - self.own[asked]
        for k in range(self.pegs + 2):
            known = np.ascontiguousarray(self.steps[..., k]).reshape(-1)
            for first, last in pairwise(ends.tolist()):
                cost = self._cheapest(known, first, last, unit if k == 0 else 0)
                wrong = np.nonzero(cost < needed[first:last, k])[0]
                if len(wrong):
                    line = self.line[self.entry[asked[first + wrong[0]]]]
                    raise Rejected(
                        f"line {line}: a question costs less than this state, for large n"
                    )
            progress("steps of the induction", k + 1, self.pegs + 2)
