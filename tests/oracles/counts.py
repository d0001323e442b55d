"""Lower bounds that know of a pattern only how many clauses it has (docs/short-proofs.md).

They hold for Mastermind and the AB game in the reading with the extra colour: for every pattern
with R clauses of one star, E explicit secrets and m implicit colours.  The checker
computes the same (`checker.counting`), also for the prover; this is another program for it, and for
how the table goes on for every m.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

_Table = NDArray[np.int32]
"""A total, by the clauses of one star and the explicit secrets; or only by the latter."""
_NEVER = 1 << 27
"""More than any total, as one new colour at a time, all other secrets staying together, costs less
than (m + 1)(R m + 2 sizes) with the size bound of all explicit secrets; and p + 1 of them added are
below 2^31."""


def size_bounds(pegs: int, secrets: int) -> NDArray[np.int64]:
    """The least total of each number of explicit secrets, up to that many: int64[secrets + 1].

    With A answers that do not win, question d finds at most A^(d-1) secrets.
    """
    answers = _answers(pegs)
    ends = np.zeros(0, np.int64)  # of each secret, with which question it is found
    while len(ends) < secrets:
        question = int(ends[-1]) + 1 if len(ends) else 1
        count = min(secrets - len(ends), answers ** (question - 1))
        ends = np.concatenate([ends, np.full(count, question)])
    return np.concatenate([[0], np.cumsum(ends)])


def count_bounds(pegs: int, clauses: int, secrets: int, colours: int) -> NDArray[np.int64]:
    """The bounds G of the count lemma: int64[clauses + 1, secrets + 1, colours + 1].

    Entry [R, E, m] bounds the EPL of every pattern with R clauses of one star, E explicit secrets
    and m implicit colours.  A part with more than *secrets* explicit secrets is bounded by its
    others and the size bound, so larger tables may hold slightly larger entries.

    pegs: 2 to 6.  clauses, secrets: at most 64, colours: at most 256.
    """
    sizes = _sizes(pegs, clauses, secrets)
    highest = np.full((clauses + 1, secrets + 1), _NEVER, np.int32)
    highest[0] = sizes[: secrets + 1]
    no_colour = np.broadcast_to(highest[0], highest.shape)
    costs = [(highest, _secrets(highest, m)) for m in range(1, colours + 1)]
    tables = [no_colour, *_lowered([no_colour], costs, sizes, pegs)]
    return np.stack(tables, axis=2).astype(np.int64)


def lasting_bounds(pegs: int, clauses: int, secrets: int, colours: int) -> NDArray[np.int64]:
    """`count_bounds`, the last p colours lowered where needed so that they go on for every m by

        G(R, E; m + p) = 2 G(R, E; m) - G(R, E; m - p) + p R.

    colours: at least 2p - 1.
    """
    bounds = count_bounds(pegs, clauses, secrets, colours)
    first = colours - 2 * pegs + 1
    sizes = _sizes(pegs, clauses, secrets)
    tables: list[_Table] = list(np.moveaxis(bounds, 2, 0)[first:].astype(np.int32))
    grown: _Table = pegs * np.arange(clauses + 1, dtype=np.int32)[:, None]
    while True:
        early, late = tables[:pegs], tables[pegs:]
        slopes = [after - before for before, after in zip(early, late, strict=True)]
        claims = [(slope + grown, grown) for slope in slopes]
        rises = _lowered(slopes, claims, np.zeros_like(sizes), pegs)
        claims = [
            (before + rise - grown, _secrets(before, first + pegs + place))
            for place, (before, rise) in enumerate(zip(early, rises, strict=True))
        ]
        tables = [*early, *_lowered(early, claims, sizes, pegs)]
        if np.array_equal(late, tables[pegs:]):
            bounds[:, :, -pegs:] = np.stack(late, axis=2)
            return bounds


def _answers(pegs: int) -> int:
    """How many answers do not win: (p-1, 1) never occurs."""
    return (pegs + 1) * (pegs + 2) // 2 - 2


def _sizes(pegs: int, clauses: int, secrets: int) -> _Table:
    """The size bounds of as many secrets as a part or an answer can have, with all hits."""
    return size_bounds(pegs, max(secrets + (pegs - 1) * clauses, pegs * clauses)).astype(np.int32)


def _secrets(table: _Table, m: int) -> _Table:
    """How many secrets there are with m implicit colours."""
    clauses, secrets = (np.arange(size, dtype=np.int32) for size in table.shape)
    numbers: _Table = m * clauses[:, None] + secrets
    return numbers


def _lowered(
    before: Sequence[_Table], claims: Iterable[tuple[_Table, _Table]], sizes: _Table, pegs: int
) -> Iterator[_Table]:
    """The largest tables, none above its claim, that are at most what every question costs.

    before: those of the m before the first claim.  claims: for each further m the claim, and what
    the question itself costs.  sizes: the bounds of explicit secrets.

    A question without new colours refers to the same table, with fewer clauses or secrets.  So it
    is lowered until it stays the same.  A question that leaves everything together changes nothing.
    """
    earlier = [_divided(_wide(table, sizes, pegs), pegs) for table in before][::-1]
    for claim, cost in claims:
        width = claim.shape[1]
        first: _Table = claim.copy()
        for new, divided in enumerate(earlier, 1):
            left = _in_layers(divided, new, pegs - new, sizes, width)
            np.minimum(first[1:], (cost + left)[1:], out=first[1:])
        in_place = _differences(_one_wins(sizes, pegs - 1), width)  # in layer p, with no clause
        table, lower = None, first
        while table is None or not np.array_equal(table, lower):
            table = lower
            together = reduce(_sums, _divided(table, pegs))
            together = (together[:, :, None] + in_place).min(axis=1)
            lower = np.minimum(first, cost + together)
            lower[0] = first[0]
        yield table
        earlier = [_divided(_wide(table, sizes, pegs), pegs), *earlier[: pegs - 1]]


def _in_layers(divided: Sequence[_Table], new: int, old: int, sizes: _Table, width: int) -> _Table:
    """What a question with new colours leaves at least; *old* of its cells have old colours.

    The clauses and explicit secrets are distributed to the layers 0, ..., *old*, and within each to
    answers; every clause adds as many explicit secrets to the next layer as there are new colours.

    divided: by layer, the least total of its parts, by clauses and explicit secrets.
    """
    size, pegs = len(divided[0]), len(divided)
    every = np.arange(size)
    hits = new * every
    if not old:  # and each clause is hit in place at most once
        in_place = np.minimum(every, hits // 2)
        last = sizes[in_place] + sizes[hits - in_place]
    elif old == pegs - 1:
        last = _one_wins(sizes, pegs - 1)[hits]
    else:
        last = _shared(sizes, old + 2)[hits]
    # The least total of the layers so far: by their clauses, those of the last of them, and secrets
    total = np.full((size, size, width), _NEVER, np.int32)
    total[every, every] = divided[0][:, :width]
    for layer in divided[1 : old + 1]:
        longer = np.full_like(total, _NEVER)
        for here in range(size):
            fits = size - here
            hit = np.stack([layer[here, new * n : new * n + width] for n in range(fits)])
            steps = _differences(hit, width).reshape(fits * width, width)
            for before in range(fits):
                one, end = total[before, : before + 1].reshape(-1, 1), (before + 1) * width
                longer[before + here, here] = (one + steps[:end]).min(axis=0)
        total = longer
    least: _Table = (total + last[:, None]).min(axis=1)
    return least


def _wide(table: _Table, sizes: _Table, pegs: int) -> _Table:
    """The table for parts that also have all hits of a question: more explicit secrets."""
    clauses, width = table.shape
    end = width + (pegs - 1) * (clauses - 1)
    return np.concatenate([table, table[:, -1:] + sizes[width:end] - sizes[width - 1]], axis=1)


def _divided(table: _Table, pegs: int) -> list[_Table]:
    """The least total of 1, ..., p parts, by the clauses and explicit secrets that they share."""
    return list(accumulate([table] * pegs, _sums))


def _sums(one: _Table, other: _Table) -> _Table:
    """The least sums of an entry of either table, by all their clauses and explicit secrets."""
    sums = np.full_like(one, _NEVER)
    shifted = _differences(other, one.shape[1])
    for clauses, row in enumerate(one):
        both = (row[:, None] + shifted[: len(one) - clauses]).min(axis=1)
        np.minimum(sums[clauses:], both, out=sums[clauses:])
    return sums


def _differences(table: _Table, width: int) -> _Table:
    """Each row as a matrix: entry (i, j) is row[j - i], for i, j < width."""
    padded = np.full((*table.shape[:-1], 2 * width - 1), _NEVER, np.int32)
    padded[..., width - 1 :] = table[..., :width]
    *outer, step = padded.strides
    return as_strided(
        padded[..., width - 1 :], (*table.shape[:-1], width, width), (*outer, -step, step)
    )


def _shared(sizes: _Table, parts: int) -> _Table:
    """The least total of explicit secrets in that many parts, by their number: equal shares."""
    number = np.arange(len(sizes))
    shares: list[_Table] = [sizes[(number + place) // parts] for place in range(parts)]
    return sum(shares, np.zeros_like(sizes))


def _one_wins(sizes: _Table, parts: int) -> _Table:
    """The same when one of them wins."""
    return np.concatenate([sizes[:1], _shared(sizes, parts)[:-1]])
