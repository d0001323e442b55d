"""Lower bounds of all patterns of a band for small n, at all offsets up to some width.

An *entry* is a pattern at some offsets a, of which the least is 0; with n colours it has n - a_j
implicit colours in column j.  If no offset is more than `wide`, its bound is that of its cheapest
question.  All others are averaged by the best column with offset 0: the bound with one implicit
colour less there, plus the bound of the clauses with a star there, divided by n - 1.

At one n an entry refers to entries that come before it: with fewer columns with stars, or as many
and a greater sum of offsets, or equal offsets and fewer clauses.  A part whose offsets have the
minimum d is the entry with d taken off all of them, at n - d.
"""

from itertools import groupby, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bandrows import Patterns, mask_of
from .reading import Budget, Progress
from .rules import Ints

Moves = NDArray[np.int32]
NEVER = 1 << 40  # what no question costs here
VALUE = (1 << 32) - 1
PIECE = 1 << 18


def products(implicit: Ints) -> Ints:
    """The numbers of secrets of clauses, for each set of columns with stars: int64[..., 2^p].

    implicit: int64[..., p], the implicit colours of each column.
    """
    pegs = implicit.shape[-1]
    columns = [np.ones_like(implicit[..., 0])]
    for j in range(pegs):
        columns += [one * implicit[..., j] for one in columns]
    return np.stack(columns, axis=-1)


class AlikePatterns(NamedTuple):
    """A run of patterns that are computed together: same columns with stars, as many clauses.

    first: where the rows of each pattern begin, and where the last ones end.
    """

    stars: int
    clauses: int
    patterns: Ints
    first: Ints


class Full:
    """All entries, and their secrets and bounds for n = 0, ..., full.

    packed: int64[full + 1, width], for each n and entry the number of secrets * 2^32 + the bound;
    the last of the *width* entries has no secret and costs nothing.

    offsets: for each set of columns with stars the list of offsets, int64[offsets, p].  start:
    int64[patterns + 1], the first entry of each pattern, which is followed by one for each of its
    offsets.  new, rest: int64[rows], as in `DistinctQuestions`.  base, move: int64[p, rows], of
    each part the first entry of its pattern, and the row of `moves` that takes the offsets of the
    pattern asked to those of the part.  moves: for each set of columns with stars, int32[moves,
    offsets]: the place in the part's list of offsets, less width for each step that it is below n.
    So base + move is an index into the flat `packed`, counted from the row of n.
    """

    def __init__(self, patterns: Patterns, full: int, wide: int, most: int, budget: Budget) -> None:
        self.patterns, self.pegs = patterns, patterns.pegs
        self.full, self.wide, self.most = full, wide, most
        self.units = (most + 1) ** np.arange(self.pegs)
        self._list_offsets()
        counts = [len(self.offsets[stars]) for stars in patterns.stars]
        self.start = np.cumsum([0, *counts])
        self.entries = int(self.start[-1])
        self.width = self.entries + 1
        budget.spend(0, self.width * (full + 2))
        self._list_moves()
        self._list_rows()
        asked = [int((some.max(axis=1, initial=0) <= wide).sum()) for some in self.offsets]
        stars = patterns.stars
        steps = sum(len(rows.new) * asked[stars[number]] for number, rows in patterns.rows.items())
        budget.spend(4 * self.pegs * (full + 1) * steps + 2 * self.width * (full + 1))

    def _list_offsets(self) -> None:
        """Set offsets, and ranks: the place of offsets in their list, by offsets @ units."""
        self.offsets, self.ranks = list[Ints](), list[Ints]()
        for stars in range(1 << self.pegs):
            columns = [j for j in range(self.pegs) if stars >> j & 1]
            choices = [range(self.most + 1 if j in columns else 1) for j in range(self.pegs)]
            some = [x for x in product(*choices) if columns and min(x[j] for j in columns) == 0]
            self.offsets.append(np.array(some, np.int64).reshape(len(some), self.pegs))
            ranks = np.full((self.most + 1) ** self.pegs, -1)
            ranks[self.offsets[-1] @ self.units] = np.arange(len(some))
            self.ranks.append(ranks)

    def entry(self, pattern: int, offsets: tuple[int, ...]) -> int:
        """The entry of a pattern at offsets, -1 if there is none."""
        if max(offsets) > self.most:
            return -1
        rank = int(self.ranks[self.patterns.stars[pattern]][np.dot(offsets, self.units)])
        return int(self.start[pattern]) + rank if rank >= 0 else -1

    def _list_moves(self) -> None:
        """Set moves, and numbers: the row of moves by the route of a part and the new columns."""
        pegs, masks = self.pegs, range(1 << self.pegs)
        same = [tuple(j if stars >> j & 1 else -1 for j in range(pegs)) for stars in masks]
        routes = list(dict.fromkeys([*self.patterns.routes, *same]))
        self.same = [routes.index(route) for route in same]
        self.moves, self.numbers = list[Moves](), list[Ints]()
        for stars in masks:
            rows: list[Moves] = [np.zeros(len(self.offsets[stars]), np.int32)]
            numbers = np.zeros((len(routes) + 1, 1 << pegs), np.int64)
            for (i, route), new in product(enumerate(routes), masks):
                used = mask_of(j in route for j in range(pegs))
                if stars in self.patterns.stars and used and not (used | new) & ~stars:
                    numbers[i, new] = len(rows)
                    rows.append(self._move(stars, route, new))
            self.moves.append(np.array(rows))
            self.numbers.append(numbers)

    def _move(self, stars: int, route: tuple[int, ...], new: int) -> Moves:
        """One row of moves, for a route and new columns.

        Offsets beyond `most` are cut; no entry that is asked leads there.
        """
        columns = [i for i, column in enumerate(route) if column >= 0]
        less = self.offsets[stars] + (new >> np.arange(self.pegs) & 1)
        moved = less[:, [route[i] for i in columns]]
        below = moved.min(axis=1)
        codes = np.minimum(moved - below[:, None], self.most) @ self.units[columns]
        rank = self.ranks[mask_of(column >= 0 for column in route)][codes]
        moves: Moves = (rank - below * self.width).astype(np.int32)
        return moves

    def _list_rows(self) -> None:
        """Set the rows of all patterns, and averaged: int64[2, patterns, p].

        For each column averaged has base and move of the clauses with a star there.
        """
        patterns, pegs = self.patterns, self.pegs
        bases = np.array([*self.start[[pattern for pattern, _ in patterns.kinds]], self.entries])
        routes = np.array([*(route for _, route in patterns.kinds), -1])
        order = sorted(patterns.rows, key=self.level)
        counts = [len(patterns.rows[number].new) for number in order]
        ends = np.cumsum([0, *counts])
        self.first = dict(zip(order, ends.tolist(), strict=False))
        self.new = np.concatenate([patterns.rows[number].new for number in order])
        self.rest = np.concatenate([patterns.rows[number].rest for number in order])
        kinds = np.concatenate([patterns.rows[number].kinds for number in order])
        stars = np.repeat([patterns.stars[number] for number in order], counts)
        self.base = bases[kinds.T]
        numbers = np.stack(self.numbers)
        self.move = numbers[stars, routes[kinds.T], self.new]
        self.averaged = np.zeros((2, len(patterns.clauses), pegs), np.int64)
        for number in order:
            for j in range(pegs):
                if patterns.stars[number] >> j & 1:
                    kind = patterns.kind[patterns.part_with_stars(number, j)]
                    move = self.numbers[patterns.stars[number]][routes[kind], 1 << j]
                    self.averaged[:, number, j] = bases[kind], move
        self.runs = list[AlikePatterns]()
        for (_, clauses, here), some in groupby(order, key=lambda number: self.level(number)[:3]):
            numbers = np.array([*some])
            rows = np.array([self.first[number] for number in numbers.tolist()])
            last = rows[-1] + len(patterns.rows[int(numbers[-1])].new)
            self.runs.append(AlikePatterns(here, clauses, numbers, np.array([*rows, last])))

    def level(self, number: int) -> tuple[int, int, int, int]:
        """A key that sorts patterns; at one n, entries of equal offset sums come in this order."""
        stars = self.patterns.stars[number]
        return stars.bit_count(), len(self.patterns.clauses[number]), stars, number

    # ---------------------------------------------------------------------------------- values

    def compute(self, progress: Progress) -> None:
        """Set packed."""
        self.packed = np.zeros((self.full + 1, self.width), np.int64)
        for n in range(self.full + 1):
            secrets = [products(n - some) for some in self.offsets]
            for _, some in groupby(self.runs, key=lambda run: run.stars.bit_count()):
                runs = [*some]
                for total in range(self.most * self.pegs, -1, -1):
                    for run in runs:
                        self._enter(n, run, total, secrets[run.stars])
            progress("numbers of colours, all patterns", n + 1, self.full + 1)

    def _enter(self, n: int, run: AlikePatterns, total: int, secrets: Ints) -> None:
        """Compute the entries of a run whose offsets have this sum and are at most n."""
        offsets = self.offsets[run.stars]
        greatest = offsets.max(axis=1, initial=0)
        here = (offsets.sum(axis=1) == total) & (greatest <= n)
        for places, fill in (
            (np.nonzero(here & (greatest <= self.wide))[0], self._ask),
            (np.nonzero(here & (greatest > self.wide))[0], self._average),
        ):
            if len(places):
                own = self.patterns.counts[run.patterns] @ secrets[places].T
                best = np.where(own > 1, fill(n, run, places, own), own)
                entries = self.start[run.patterns][:, None] + places
                self.packed[n, entries] = own << 32 | best

    def _ask(self, n: int, run: AlikePatterns, places: Ints, own: Ints) -> Ints:
        """The bounds of entries by their cheapest questions.

        Questions count whose new colours exist and after which not all secrets are left; without
        any, the bound is the number of secrets.
        """
        moves = self.moves[run.stars][:, places] + np.int64(n * self.width)
        there = n > self.offsets[run.stars][places]
        allowed = [
            there[:, [j for j in range(self.pegs) if new >> j & 1]].all(axis=1)
            for new in range(1 << self.pegs)
        ]
        values = self.packed.reshape(-1)
        best = np.full_like(own, NEVER)
        step = max(1, PIECE // len(places) * len(run.patterns) // int(run.first[-1] - run.first[0]))
        for first in range(0, len(run.patterns), step):
            last = min(first + step, len(run.patterns))
            start, end = run.first[[first, last]]
            sizes = np.repeat(own[first:last], np.diff(run.first[first : last + 1]), axis=0)
            bad = ~np.array(allowed)[self.new[start:end]]
            cost = np.repeat(self.rest[start:end, None], len(places), axis=1)
            for base, move in zip(self.base[:, start:end], self.move[:, start:end], strict=True):
                part = values.take(base[:, None] + moves[move])
                bad |= part >> 32 == sizes
                cost += part & VALUE
            cost[bad] = NEVER
            best[first:last] = np.minimum.reduceat(cost, run.first[first:last] - start, axis=0)
        return np.where(best < NEVER, own + best, own)

    def _average(self, n: int, run: AlikePatterns, places: Ints, own: Ints) -> Ints:
        """The bounds of entries by averaging, with the best column of offset 0."""
        offsets, moves = self.offsets[run.stars][places], self.moves[run.stars][:, places]
        values, best = self.packed.reshape(-1), own
        for j in range(self.pegs):
            if run.stars >> j & 1:
                same = moves[self.numbers[run.stars][self.same[run.stars], 1 << j]]
                less = values.take(self.start[run.patterns][:, None] + same + n * self.width)
                base, move = self.averaged[:, run.patterns, j]
                gain = values.take(base[:, None] + moves[move] + n * self.width)
                bound = (less & VALUE) - -(gain & VALUE) // (n - 1)
                best = np.where(offsets[:, j] == 0, np.maximum(best, bound), best)
        return best
