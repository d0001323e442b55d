"""Sets of clauses, and how questions split them.

A set is bytes where it is named or compared, an array of cells with one clause in each row where
questions split it, and bits in 64-bit words as a subset of such rows. The cells of alphabet a are
clauses[a::alphabets].
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np

from .grammar import Witness
from .outcome import rejected
from .rules import EXTRA, STAR, SYMBOLS, Array, Claim, Vector

FACTORS = np.cumprod(np.full(128, 0x9E3779B97F4A7C15, dtype=np.uint64))  # modulo 2^64, all odd


def show(cells: bytes, pegs: int) -> str:
    """Clauses in the notation of the certificate."""
    text = "".join(SYMBOLS[cell] for cell in cells)
    return "{" + "|".join(text[i : i + pegs] for i in range(0, len(text), pegs)) + "}"


def to_rows(clauses: bytes, pegs: int) -> Array:
    """Clauses, one in each row."""
    return np.frombuffer(clauses, dtype=np.uint8).reshape(-1, pegs)


def renamed(clauses: bytes, alphabets: int) -> bytes:
    """Normalized: the colours that occur become 0, 1, ..., in ascending order."""
    result = bytearray(clauses)
    for a in range(alphabets):
        colours = bytes(sorted({*result[a::alphabets]} - {STAR}))
        table = bytes.maketrans(colours, bytes(range(len(colours))))
        result[a::alphabets] = result[a::alphabets].translate(table)
    return bytes(result)


def shape(witness: Witness) -> Vector:
    """How many explicit colours of each alphabet there are in what a witness maps to."""
    columns, groups, kinds = witness
    return tuple([len(groups[c % len(groups)]) - len(kinds) for c in columns[: len(groups)]])


def preimage(clauses: bytes, witness: Witness) -> bytes:
    """The clauses that a witness maps to the given ones, ascending."""
    columns, groups, _ = witness
    moved, pegs, count = bytearray(len(clauses)), len(columns), len(groups)
    tables = [bytes.maketrans(group, bytes(range(len(group)))) for group in groups]
    for j, column in enumerate(columns):
        moved[column::pegs] = clauses[j::pegs].translate(tables[column % count])
    cells = bytes(moved)
    return b"".join(sorted([cells[i : i + pegs] for i in range(0, len(cells), pegs)]))


def extend(claim: Claim, clauses: bytes, new: Sequence[tuple[int, int]]) -> Array:
    """The clauses of a pattern extended by new colours (kind, colour), ascending."""
    rows = to_rows(clauses, claim.pegs)
    for j in range(claim.pegs):
        colours = [colour for kind, colour in new if kind >> j & 1]
        copies = np.repeat(rows[rows[:, j] == STAR], len(colours), axis=0)
        copies[:, j] = np.resize(np.array(colours, dtype=np.uint8), len(copies))
        rows = np.concatenate([rows, copies])
    if claim.distinct:  # no colour repeats
        cells = np.sort(rows, axis=1)
        rows = rows[((cells[:, 1:] > cells[:, :-1]) | (cells[:, 1:] == STAR)).all(axis=1)]
    return rows[np.lexsort(rows.T[::-1])]


def to_bits(flags: Array) -> Array:
    """Subsets of clauses, flags [..., clause], as bits [..., word]."""
    *shape, count = flags.shape
    octets = np.zeros((*shape, -(-count // 64) * 8), dtype=np.uint8)
    octets[..., : -(-count // 8)] = np.packbits(flags, axis=-1)
    return octets.view(np.uint64)


def to_flags(bits: Array, count: int) -> Array:
    """Subsets of that many clauses, bits [..., word], as flags [..., clause]."""
    return np.unpackbits(bits.view(np.uint8), axis=-1, count=count).view(np.bool_)


def normalize(clauses: Array, sets: Array, alphabets: int) -> list[bytes]:
    """The clauses of each set (flags), each colour renamed to the number of those below it."""
    bits = np.where(clauses == STAR, 0, 1 << clauses.astype(np.int64))
    shown = np.bitwise_or.reduce(bits.reshape(len(clauses), -1, alphabets), axis=1)
    each = [np.bitwise_or.reduce(np.where(sets, of_one, 0), axis=1) for of_one in shown.T]
    occurs = np.stack(each, axis=1)
    which, clause = np.nonzero(sets)
    below = np.bitwise_count((bits - 1)[clause] & occurs[which])
    cells = np.where(clauses[clause] == STAR, np.uint8(STAR), below).tobytes()
    ends = np.cumsum(np.count_nonzero(sets, axis=1)) * clauses.shape[1]
    return [cells[start:end] for start, end in pairwise([0, *ends.tolist()])]


def distinct(rows: Array) -> tuple[Array, Array]:
    """The first index of each different row, and for each row which of them it is."""
    keys = rows.astype(np.uint64) @ FACTORS[: rows.shape[1]]
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    if rows.shape[1] > 1 and not np.array_equal(rows[first[which]], rows):  # equal checksums
        _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first, which.ravel()  # numpy 2.0 gives it another shape


class Questions(NamedTuple):
    """The questions on a pattern in lexicographic order, and of each of them ..."""

    cells: Array
    often: Array  # of each cell: cell * pegs + how many cells further left show the same
    new: Array  # which of the sets of new colours it has; 0 is the empty one
    extra: Array  # the set of columns with extra cells, the first ones if only their number counts
    shift: Array  # which of the vectors r of the game is its own
    colours: list[tuple[int, int]]  # new colours: kind and colour
    sets: Array  # flags [set of new colours, new colour]
    words: Array  # codes of all words of such cells, ascending; for each the question that it is
    place: Array  # when its new colours are renumbered


def codes(words: Array) -> Array:
    """Words as integers in the same order."""
    powers = (EXTRA + 1) ** np.arange(words.shape[1])[::-1]
    return np.asarray(words.astype(np.int64) @ powers)


@lru_cache(maxsize=64)
def questions(claim: Claim, shown: Vector, stars: int) -> Questions:
    """Words over that many explicit colours of each alphabet, new ones and the extra colour.

    New colours are numbered in order of first use. With several kinds each column has new colours
    of its own, one of each kind.
    """
    kinds, own = claim.kinds, [shown[j % len(shown)] for j in claim.columns]
    new = [(-1, 0, own[0] + j) for j in claim.columns]  # column, kind, colour
    if claim.black:
        pairs = product(claim.columns, claim.active(stars))
        some = [(j, i) for j, i in pairs if kinds[i] >> j & 1]
        new = [(j, i, own[j] + n * (claim.alphabets == 1)) for n, (j, i) in enumerate(some)]
    fresh = [[colour for i, _, colour in new if i in (j, -1)] for j in claim.columns]
    choices = [[*range(k), *colours, EXTRA] for k, colours in zip(own, fresh, strict=True)]
    place, numbers = dict[Vector, int](), dict[Vector, int]()
    for word in product(*choices):
        colours = [cell for cell in word if cell != EXTRA]
        if colours and not (claim.distinct and len({*colours}) < len(colours)):
            question = word
            if not claim.black:
                used = [*dict.fromkeys(cell for cell in colours if cell >= own[0])]
                question = tuple(own[0] + used.index(c) if c in used else c for c in word)
            place[word] = numbers.setdefault(question, len(numbers))
    sets, which, extra = {(False,) * len(new): 0}, list[int](), list[int]()
    for q in numbers:
        flags = tuple(c in q if j < 0 else q[j] == c for j, _, c in new)
        which.append(sets.setdefault(flags, len(sets)))
        columns = sum(1 << j for j, cell in enumerate(q) if cell == EXTRA)
        extra.append(columns if claim.black else (1 << q.count(EXTRA)) - 1)
    often = [[cell * claim.pegs + q[:j].count(cell) for j, cell in enumerate(q)] for q in numbers]
    shifts = list[int]()
    for flags in sets:
        used = [i for flag, (_, i, _) in zip(flags, new, strict=True) if flag]
        shifts.append(claim.shifts.index(tuple(map(used.count, claim.indices))))
    return Questions(
        np.array([*numbers], order="F"),
        np.array(often, order="F"),
        np.array(which),
        np.array(extra),
        np.array(shifts)[which],
        [(kinds[i], colour) for _, i, colour in new],
        np.array([*sets], dtype=bool),
        codes(np.array([*place])),
        np.array([*place.values()]),
    )


def orbits(index: int, lines: list[tuple[int, Witness]], table: Questions) -> Array:
    """For each question the least one of its orbit under the automorphisms that lines give."""
    label, maps = np.arange(len(table.cells)), list[Array]()
    for line, (columns, groups, _) in lines:
        full = [np.array([*group, *range(len(group), EXTRA + 1)]) for group in groups]
        image = [full[column % len(full)][table.cells[:, column]] for column in columns]
        maps.append(table.place[np.searchsorted(table.words, codes(np.stack(image, axis=1)))])
        fewer, before = label, label[:0]
        while not np.array_equal(label, before):  # the least one goes around all cycles
            before = label
            for image_of in maps:
                label = np.minimum(label, label[image_of])
        if np.array_equal(label, fewer):
            reason = f"superfluous: it merges no two orbits of questions on pattern {index}"
            rejected("automorphisms", line, reason)
    return label


def count_bits(addends: list[Array]) -> list[Array]:
    """Where none, one, two, ... of the addends have a bit."""
    counts = [~addends[0], addends[0]]
    for addend in addends[1:]:
        rest, (first, *_, last) = ~addend, counts
        between = [a & addend | b & rest for a, b in pairwise(counts)]
        counts = [first & rest, *between, last & addend]
    return counts


def split(claim: Claim, clauses: Array, table: Questions, chosen: Array) -> Array:
    """Bits [question, answer, word] for each answer but the winning one.

    A question splits the pattern extended by its new colours: of the given clauses, those without
    any other new colour. Black counts the columns in which clause and question agree; black +
    white, the cells of the question whose colour the clause has more often than the question has it
    further left. No clause has the extra colour.
    """
    symbols, ranks = np.arange(EXTRA + 1, dtype=np.uint8), np.arange(claim.pegs)
    agrees = clauses.T[:, None] == symbols[:, None]  # [column, cell, clause]
    known = to_bits(np.ones((1, len(clauses)), dtype=bool))
    if table.new[chosen].any():
        has = [
            agrees[np.flatnonzero(kind >> ranks & 1), c].any(axis=0) for kind, c in table.colours
        ]
        known = to_bits(~(~table.sets @ np.array(has))).take(table.new[chosen], axis=0)
    columns = zip(to_bits(agrees), table.cells.T.take(chosen, axis=1), strict=True)
    black = count_bits([bits.take(cells, axis=0) for bits, cells in columns])
    if claim.black:
        return np.stack([known & black[b] for b, _ in claim.answers], axis=1)
    often = agrees.sum(axis=0, dtype=np.uint8)[:, None] > ranks[:, None]  # [cell, rank, clause]
    bits = to_bits(often.reshape(-1, len(clauses)))
    both = count_bits([bits.take(places, axis=0) for places in table.often.T.take(chosen, axis=1)])
    both = [known & sums for sums in both]
    return np.stack([both[b + w] & black[b] for b, w in claim.answers], axis=1)
