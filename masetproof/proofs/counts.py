"""Lower bounds that know of a pattern only how many clauses it has (docs/short-proofs.md).

They hold for Mastermind and the AB game in the reading with the extra colour: for every pattern
with R clauses of one star, E explicit secrets and m implicit colours.  The tables satisfy the
inequality of the count lemma and are the largest that do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import accumulate

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance
from masetproof.games.pegs import PegGame

_Table = NDArray[np.int32]
"""By clauses R and explicit secrets E, or only by E: a least total."""
_MOST_PEGS, _MOST, _MOST_COLOURS = 6, 64, 256
_NEVER = 1 << 27
"""More than any total, as one new colour at a time, all other secrets staying together, costs less
than (m + 1)(R m + 2 sizes) with the size bound of all explicit secrets; and p + 1 of them added are
below 2^31."""


def size_bounds(pegs: int, secrets: int) -> NDArray[np.int64]:
    """The least total of each number of explicit secrets, up to that many: int64[secrets + 1].

    With A answers that do not win, question d finds at most A^(d-1) secrets.
    """
    answers = _answers(as_count(pegs, "the number of pegs", 1))
    most = as_count(secrets, "the number of secrets")
    ends = np.zeros(0, np.int64)  # of each secret, with which question it is found
    while len(ends) < most:
        question = int(ends[-1]) + 1 if len(ends) else 1
        count = min(most - len(ends), answers ** (question - 1))
        ends = np.concatenate([ends, np.full(count, question)])
    return np.concatenate([[0], np.cumsum(ends)])


def count_bounds(
    game: PegGame, pegs: int, clauses: int, secrets: int, colours: int
) -> NDArray[np.int64]:
    """The bounds G of the count lemma: int64[clauses + 1, secrets + 1, colours + 1].

    Entry [R, E, m] bounds the EPL of every pattern with R clauses of one star, E explicit secrets
    and m implicit colours.  A part with more than *secrets* explicit secrets is bounded by its
    others and the size bound, so larger tables may hold slightly larger entries.

    game: Mastermind or the AB game; the bounds are the same.  pegs: 2 to 6.  clauses, secrets: at
    most 64, colours: at most 256.  `Refused` for anything else.
    """
    if not as_instance(PegGame, game, "the game").white_pegs:
        raise Refused("the count lemma needs white pegs: it is about Mastermind and the AB game")
    pegs = as_count(pegs, "the number of pegs", 2, _MOST_PEGS)
    clauses = as_count(clauses, "the number of clauses", 0, _MOST)
    secrets = as_count(secrets, "the number of explicit secrets", 0, _MOST)
    colours = as_count(colours, "the number of implicit colours", 0, _MOST_COLOURS)
    widest = secrets + (pegs - 1) * clauses  # a part may also have the hits
    sizes = size_bounds(pegs, max(widest, pegs * clauses)).astype(np.int32)
    bounds = np.empty((clauses + 1, secrets + 1, colours + 1), np.int64)
    bounds[:, :, 0] = sizes[: secrets + 1]
    no_colour = np.broadcast_to(sizes[: widest + 1], (clauses + 1, widest + 1))
    earlier = [_divided(no_colour, pegs)]  # for m - 1, m - 2, ..., m - p
    for m in range(1, colours + 1):
        table = _with_old_colours(_with_new_colours(earlier, sizes, secrets), sizes, pegs, m)
        bounds[:, :, m] = table
        beyond = table[:, -1:] + (sizes[secrets + 1 : widest + 1] - sizes[secrets])
        wide = np.concatenate([table, beyond], axis=1)
        earlier = [_divided(wide, pegs), *earlier[: pegs - 1]]
    return bounds


def _answers(pegs: int) -> int:
    """How many answers do not win: (p-1, 1) never occurs."""
    return (pegs + 1) * (pegs + 2) // 2 - 2


def _with_new_colours(earlier: Sequence[Sequence[_Table]], sizes: _Table, secrets: int) -> _Table:
    """What is left after the best question with new colours, by what each number of them leaves.

    The more old colours a question has, the more distributions are possible: it has p - r.
    """
    pegs, clauses = len(earlier[0]), len(earlier[0][0]) - 1
    number = np.arange(clauses + 1)
    best = np.full((clauses + 1, secrets + 1), _NEVER, np.int32)
    for r, divided in enumerate(earlier, 1):
        if r == pegs:
            # All that is not hit answers (0,0), and a clause is hit in place at most once.
            hits = sizes[number] + sizes[(r - 1) * number]
            left = divided[0][:, : secrets + 1] + hits[:, None]
        else:
            answers = pegs - r + 2
            last = _one_wins(sizes, answers - 2) if r == 1 else _shared(sizes, answers)
            left = _in_layers(divided[: pegs - r + 1], r, last[r * number], secrets + 1)
        best = np.minimum(best, left)
    return best


def _in_layers(divided: Sequence[_Table], r: int, last: _Table, width: int) -> _Table:
    """Clauses and explicit secrets are distributed to the layers 0, ..., e, and within each to
    answers; every clause of a layer adds r explicit secrets to the next one.

    divided: by layer, the least total of its parts, by clauses and explicit secrets.  last: the
    same of layer e + 1, which has hits only, by the number of clauses in layer e.
    """
    size = len(last)
    every = np.arange(size)
    # The least total of the layers so far: by their clauses, those of the last of them, and secrets
    total = np.full((size, size, width), _NEVER, np.int32)
    total[every, every] = divided[0][:, :width]
    for layer in divided[1:]:
        longer = np.full_like(total, _NEVER)
        for here in range(size):
            fits = size - here
            hit = np.stack([layer[here, r * n : r * n + width] for n in range(fits)])
            steps = _differences(hit, width).reshape(fits * width, width)
            for before in range(fits):
                one, end = total[before, : before + 1].reshape(-1, 1), (before + 1) * width
                longer[before + here, here] = (one + steps[:end]).min(axis=0)
        total = longer
    least: _Table = (total + last[:, None]).min(axis=1)
    return least


def _with_old_colours(left: _Table, sizes: _Table, pegs: int, m: int) -> _Table:
    """The bounds for m from what the best question with new colours leaves.

    Questions without new colours refer to the same table, with fewer clauses or explicit secrets:
    so it is computed again until it stays the same.  A question that leaves everything together
    costs more than the table says and changes nothing.
    """
    width = left.shape[1]
    clause, secret = (np.arange(size, dtype=np.int32) for size in left.shape)
    secrets: _Table = m * clause[:, None] + secret
    in_place = _differences(_one_wins(sizes, pegs - 1), width)  # in layer p, with no clause
    first: _Table = secrets + left
    first[0] = sizes[:width]
    table = first
    while True:
        together = reduce(_sums, _divided(table, pegs))
        together = (together[:, :, None] + in_place).min(axis=1)
        better: _Table = np.minimum(first, secrets + together)
        if np.array_equal(better, table):
            return table
        table = better


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
