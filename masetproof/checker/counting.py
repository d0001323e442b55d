"""Lower bounds that know only how many clauses a pattern has: the count lemma.

G(R, E; m) is a lower bound of the total of every pattern with R clauses of one star, E explicit
secrets and m implicit colours, whatever the clauses are.  With two pegs G(1, 0; m) is 0, 1, 3, 6,
9, 13, ..., which are the totals of `0*`.  docs/short-proofs.md has the lemma and its proof.

The bound is the least cost over all ways in which a question could distribute clauses and secrets
among its answers.  A question with r new colours has at most e = p - r cells of old colours.  The
colours of its star that a question does not ask give a clause one answer, with b + w <= e.  This
b + w is the *layer* of the clause; layer p has p answers, any other layer has b + w + 1.  Each new
colour turns one secret of the clause into an explicit secret, a *hit*, in the layer above.  If all
p cells have new colours, whatever is not hit answers (0, 0), and each clause has at most one hit
that answers black.  At most one secret wins.

Tables end at some R and E.  Parts never have more clauses, but they have more secrets: each secret
beyond E adds what the size bound says, that question d finds at most A^(d-1) secrets, where A is
the number of answers that do not win.

All tables of one m are int64[clauses + 1, secrets + 1].
"""

from collections.abc import Sequence
from functools import lru_cache, reduce

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from .reading import Progress
from .rules import Ints

NEVER = np.int64(1) << 50


def sums(one: Ints, other: Ints) -> Ints:
    """Two tables added in the cheapest way.

    Entry [R, E] is the least one[R', E'] + other[R - R', E - E'] over all R' and E': what two
    answers cost that share R clauses and E secrets.
    """
    clauses, secrets = one.shape
    padded = np.full((clauses, 2 * secrets - 1), NEVER)
    padded[:, secrets - 1 :] = other
    shifted = sliding_window_view(padded, secrets, axis=1)  # [R - R', E', E] with E' descending
    least: Ints = np.full_like(one, NEVER)
    for given in range(clauses):
        both = shifted[: clauses - given] + one[given, ::-1, None]
        np.minimum(least[given:], both.min(axis=1), out=least[given:])
    return least


def size_bounds(pegs: int, most: int) -> Ints:
    """The size bounds of 0, ..., most explicit secrets: 0, 1, 3, 5, 7, 9, 12, ... for two pegs."""
    answers, ends = (pegs + 1) * (pegs + 2) // 2 - 2, list[int]()
    while len(ends) < most:
        question = ends[-1] + 1 if ends else 1
        ends += [question] * min(answers ** (question - 1), most - len(ends))
    return np.cumsum([0, *ends])


def secrets_in(parts: int, sizes: Ints, *, one_wins: bool) -> Ints:
    """The least totals of 0, 1, ... explicit secrets that are divided among some parts.

    sizes: the size bounds, which are convex, so that equal shares are cheapest.  one_wins: one of
    the secrets is the question itself and adds nothing.
    """
    number = np.arange(len(sizes))
    total = sum((sizes[(number + place) // parts] for place in range(parts)), 0 * sizes)
    return np.r_[total[:1], total[:-1]] if one_wins else total


def add_layer(so_far: Ints, divided: Ints, r: int) -> Ints:
    """The least totals with one more layer, in which r hits are added for each clause above.

    so_far: int64[clauses + 1, clauses + 1, secrets + 1], by all clauses so far, those of the last
    layer, and secrets.  divided: of the answers of this layer together, with more secrets.
    """
    clauses, _, secrets = so_far.shape
    more = np.full_like(so_far, NEVER)
    rest = secrets - 1 + np.subtract.outer(np.arange(secrets), np.arange(secrets))  # [E, E']
    pairs = np.nonzero(np.add.outer(np.arange(clauses), np.arange(clauses)) < clauses)
    for above in range(clauses):
        before, here = (one[pairs[0] >= above] for one in pairs)
        padded = np.full((clauses, 2 * secrets - 1), NEVER)
        padded[:, secrets - 1 :] = divided[:, r * above : r * above + secrets]
        both = (padded[here[:, None, None], rest] + so_far[before, above, None]).min(axis=2)
        more[before + here, here] = np.minimum(more[before + here, here], both)
    return more


class Distributions:
    """What a question leaves at least: the sum of the bounds of its parts, without the question.

    `new` and `old` give the table of these sums for one m, from the tables of the parts.
    """

    def __init__(self, pegs: int, clauses: int, secrets: int) -> None:
        self.pegs, self.sizes = pegs, size_bounds(pegs, secrets + pegs * clauses)
        self.more = self.sizes[secrets + 1 :] - self.sizes[secrets]

    def new(self, tables: Sequence[Ints]) -> Ints:
        """After a question with new colours.  tables: of the parts, for m - 1, ..., m - p."""
        least = np.full_like(tables[0], NEVER)
        for r, table in enumerate(tables, 1):
            if r == self.pegs:
                black = np.arange(len(table))  # as equal as can be
                hits = self.sizes[black] + self.sizes[(r - 1) * black]
                least = np.minimum(least, table + hits[:, None])
            else:
                least = np.minimum(least, self._layers(table, r))
        return least

    def _layers(self, table: Ints, r: int) -> Ints:
        """After a question with r < p new colours and p - r cells of old ones."""
        clauses, secrets = table.shape
        e = self.pegs - r
        parts = e + 2 if e + 1 < self.pegs else self.pegs - 1
        last = secrets_in(parts, self.sizes, one_wins=e + 1 == self.pegs)
        so_far = np.full((clauses, clauses, secrets), NEVER)
        so_far[range(clauses), range(clauses)] = table  # the first layer, which has one answer
        divided = one = np.concatenate([table, table[:, -1:] + self.more], axis=1)
        for _ in range(e):
            divided = sums(divided, one)
            so_far = add_layer(so_far, divided, r)
        total = so_far + last[r * np.arange(clauses)][:, None]
        least: Ints = np.minimum(total.min(axis=1), NEVER)
        return least

    def old(self, table: Ints) -> Ints:
        """After a question without new colours; the parts have the same m, their table is given."""
        powers = [table]
        for _ in range(self.pegs - 1):
            powers.append(sums(powers[-1], table))
        last = np.full_like(table, NEVER)
        last[0] = secrets_in(self.pegs - 1, self.sizes, one_wins=True)[: table.shape[1]]
        return reduce(sums, [*powers, last])


def count_table(
    pegs: int, clauses: int, secrets: int, colours: int, progress: Progress | None = None
) -> Ints:
    """The table G for all R, E and m: int64[clauses + 1, secrets + 1, colours + 1]."""
    tables = []
    for m in range(colours + 1):
        if progress is not None:
            progress("bounds by counts; numbers of colours", m, colours + 1)
        tables.append(table_of(pegs, clauses, secrets, m))
    return np.stack(tables, axis=-1)


@lru_cache(maxsize=1 << 9)  # of at most 13 KB each: proofs of several bases begin with the same
def table_of(pegs: int, clauses: int, secrets: int, m: int) -> Ints:
    """The table G of one m, from those of m - 1, ..., m - p."""
    share = Distributions(pegs, clauses, secrets)
    size = np.add.outer(m * np.arange(clauses + 1), np.arange(secrets + 1))
    first = np.repeat(share.sizes[None, : secrets + 1], clauses + 1, axis=0)
    if m:
        tables = [table_of(pegs, clauses, secrets, m - r) for r in range(1, min(pegs, m) + 1)]
        first[1:] = (size + share.new(tables))[1:]
    table = first
    while True:
        lower = np.minimum(first, size + share.old(table))
        lower[size <= 1] = size[size <= 1]
        if np.array_equal(lower, table):
            table.flags.writeable = False
            return table
        table = lower


def with_tails(pegs: int, table: Ints, colours: int) -> Ints:
    """A table of `count_table`, continued by the tail lemma to m = 0, ..., colours.

    *table* has at least 2p columns, m = 0, ..., width - 1.  Its last p columns are replaced, too:
    from B = width - 2p on, for each w with B <= w < B + p, the bound is

        G(w + p t) = G(w) + D(w) t + p R t (t - 1) / 2.

    The slopes D begin as the differences in the table.  They are lowered until, for m = w + p and
    every question, the bound is no more than the parts' bounds give, and its slope there, D(w) + p
    R, no more than theirs.  Second differences are the same on both sides, as each clause stays in
    one part; so both hold for every larger m.
    """
    clauses, secrets, width = table.shape
    share, first = Distributions(pegs, clauses - 1, secrets - 1), width - 2 * pegs
    grown = pegs * np.arange(clauses)[:, None]
    start = [table[..., first + i] for i in range(pegs)]
    slope = [table[..., first + pegs + i] - start[i] for i in range(pegs)]
    while True:
        before = [one.copy() for one in slope]
        for i in range(pegs):
            values = [*start, *(start[j] + slope[j] for j in range(pegs))]
            steps = [*slope, *(slope[j] + grown for j in range(pegs))]
            m = pegs + i
            size = np.add.outer((first + m) * np.arange(clauses), np.arange(secrets))
            least = np.minimum(
                size + share.new([values[m - r] for r in range(1, pegs + 1)]),
                size + share.old(values[m]),
            )
            flat = Distributions(pegs, clauses - 1, secrets - 1)
            flat.sizes, flat.more = 0 * flat.sizes, 0 * flat.more
            new = flat.new([steps[m - r] for r in range(1, pegs + 1)])
            rise = np.minimum(new, flat.old(steps[m]))
            slope[i] = np.minimum(slope[i], np.minimum(least - start[i], rise))
            slope[i][0] = 0
        if all(np.array_equal(one, other) for one, other in zip(slope, before, strict=True)):
            break
    longer = [table[..., m] for m in range(first + pegs)]
    for m in range(first + pegs, colours + 1):
        t, i = divmod(m - first, pegs)
        longer.append(start[i] + slope[i] * t + grown * (t * (t - 1) // 2))
    return np.stack(longer, axis=-1)
