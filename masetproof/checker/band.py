"""Lower bounds for every n: what the states of a band cost at least.

docs/short-proofs.md, "What is verified in version 2", has the argument in numbered steps.  An
*entry* is a pattern with offsets.  A *state* is an entry that the certificate lists, with the way
in which it is bounded:

- *asked*: its secrets, and the least sum of the bounds of a question's parts;
- *averaged* by a column: by the entry with one implicit colour less there, and the clauses with a
  star there, whose bound is divided by n - 1.

A part that is not listed is bounded clause by clause: by the sum of the bounds of its clauses.

Bounds are numbers for n up to `last`, computed for one n after the other: up to n = `full` for all
entries (`bandfull`), then for the states only.  From the base on each state has a polynomial, and
Newton differences show that no question costs less.  Coefficients are whole numbers of (p +
1)!-ths, so that 64-bit integers are exact.
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
    """The values themselves; `Rejected` if sums of them might not fit into 64 bits."""
    if (abs(values) > MOST).any():
        raise Rejected("the polynomials of the bounds are too large")
    return values


def shared(steps: Ints, base: int, first: int) -> Ints:
    """Polynomials that are at most P(n) / (n - 1) for n >= first.

    steps: the Newton differences of P at the base, a row for each; so is what is returned.  P(n) =
    q(n) (n - 1) + rest gives q(n), and if the rest is negative, rest / (first - 1) is added.
    """
    quotient, degree = np.zeros_like(steps), steps.shape[1] - 1
    for k in range(degree, 0, -1):
        quotient[:, k - 1] = small((steps[:, k] - (base - 1 + k) * quotient[:, k]) // k)
    rest = steps[:, 0] - (base - 1) * quotient[:, 0]
    quotient[:, 0] += np.minimum(rest // (first - 1), 0)
    return quotient


class BandVerification:
    """Lower bounds of a certificate; after `prove`, `value` gives that of the whole game.

    Numbers of states count the listed ones, then parts that are bounded clause by clause and are
    needed somewhere, in the order in which they can be computed at one n; the last number is a
    state without secrets, which costs nothing.  A *reference* to state s at n - d is the integer s
    + width * (deepest - d), an index into the bounds of n - deepest, ..., n; it is the same for
    every n.

    entry, kind: int64[states - 1]; kind 0 asked, 1 averaged, 2 clause by clause.  Asked states have
    rows, one for each question: parts, int32[p, rows], has references to its parts with stars, and
    rest what its explicit parts cost; row is the first row of each state.  averaged: int64[2,
    averaged], the two references.  States clause by clause have references in terms, each counted
    as often as times says, from place `term` on; plain, int64[.., 2^p], has the other clauses by
    the columns of their stars, of which only the secrets count.
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
        """Enter the states of the certificate.

        For each entry, column: by which it is averaged, ASKED, or CRUDE if it is not listed; line:
        of the certificate; same: the listed entry to which it is isomorphic, or -1.
        """
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
        """Set runs: slices of states of one kind that can be computed together.

        A run has the kind, the first state, the one after the last, and how many states of this
        kind come before.
        """
        ends = np.nonzero(np.diff(place * 4 + self.kind, prepend=-1, append=-1))[0]
        ranks = np.zeros_like(self.entry)
        for kind in range(3):
            ranks[self.kind == kind] = np.arange((self.kind == kind).sum())
        self.runs = [
            (int(self.kind[first]), first, last, int(ranks[first]))
            for first, last in pairwise(ends.tolist())
        ]

    def _list_rows(self, asked: Ints, budget: Budget) -> None:
        """Set the rows of asked states; parts are entries and how far below n they are, for now."""
        full = self.full
        counts = np.array([len(self.patterns.rows[x].new) for x in self.pattern[asked].tolist()])
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
        """The two entries of each averaged state.

        The first has one implicit colour less in the column, the second the clauses with a star
        there.
        """
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
        """Set the terms of states clause by clause: clauses, by the columns of their stars."""
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
        """Compute all bounds, and make the induction; `Rejected` when that fails."""
        self.full.compute(progress)
        self._compute(progress)
        self._extrapolate()
        self._induct(progress)

    def value(self, n: int) -> int:
        """The lower bound of the total of the whole game with n <= last colours."""
        return int(self.values[n, self.root])

    def _secrets(self, n: int) -> tuple[Ints, Ints]:
        """How many secrets all states have, and how many the plain clauses of kind 2."""
        secrets = products(n - self.offsets[self.entry])
        own = (self.patterns.counts[self.pattern[self.entry]] * secrets).sum(axis=1)
        return own, (self.plain * secrets[self.kind == 2]).sum(axis=1)

    def _compute(self, progress: Progress) -> None:
        """Set values: int64[last + 1, states], the bounds for n = 0, ..., last."""
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
        """For the asked states of ranks first to last - 1 the least that the parts of a question
        cost.

        known: bounds, by reference.  unit: what 1 is in them; `rest` is counted in it.
        """
        start, end = self.row[[first, last]]
        cost = self.rest[start:end] * np.int64(unit)
        for parts in self.parts[:, start:end]:
            cost += known.take(parts)
        least: Ints = np.minimum.reduceat(cost, self.row[first:last] - start)
        return least

    def _added(self, known: Ints, first: int, last: int) -> Ints:
        """For states clause by clause, of such ranks, what their terms cost together."""
        start = self.term[first]
        end = self.term[last] if last < len(self.term) else len(self.terms)
        cost = known[self.terms[start:end]] * self.times[start:end]
        added: Ints = np.add.reduceat(cost, self.term[first:last] - start)
        return added

    # --------------------------------------------------------------------------------- induction

    def _extrapolate(self) -> None:
        """Set steps: int64[deepest + 1, states, p + 2], the polynomials P of all states.

        They are the Newton differences at the base of P(n - deepest), ..., P(n), in (p + 1)!-ths,
        so that references find them as they find bounds.
        """
        base, unit = self.said.base, factorial(self.pegs + 1)
        every = map(self._secrets, range(base, self.last + 1))
        own, plain = (differences(np.stack(x, axis=1)) * unit for x in zip(*every, strict=True))
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
        """Reject unless the polynomials bound all states from the base on.

        Where they are needed below the base they are no more than the bounds there, and for every n
        from the base on no more than what any question costs.
        """
        base, unit = self.said.base, factorial(self.pegs + 1)
        used = np.zeros(self.steps.shape[:2], bool)
        for some in (*self.parts, *self.averaged, self.terms):
            for first in range(0, len(some), PIECE):
                used.reshape(-1)[some[first : first + PIECE]] = True
        for below in range(1, self.deepest + 1):
            here = used[: self.deepest - below + 1].any(axis=0)  # so far below n, or farther
            claimed, known = self.steps[self.deepest - below, :, 0], self.values[base - below]
            if (here & (claimed > unit * known)).any():
                reason = f"a polynomial is more than the bound for {base - below}"
                raise Rejected(f"the base is too small: {reason}")
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
                    at = self.line[self.entry[asked[first + wrong[0]]]]
                    raise Rejected(f"line {at}: a question costs less than this state, for large n")
            progress("steps of the induction", k + 1, self.pegs + 2)
