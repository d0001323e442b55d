"""Sets of clauses, and how questions split them.

A set is bytes where it is named or compared, an array of cells with one clause in each row where
questions split it, and bits in 64-bit words as a subset of such rows. The cells of alphabet a are
clauses[a::alphabets].
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

import numpy as np

from .reading import Witness, rejected
from .rules import EXTRA, STAR, SYMBOLS, Array, Claim, Vector

FACTORS = np.cumprod(np.full(128, 0x9E3779B97F4A7C15, dtype=np.uint64))  # modulo 2^64, all odd


def show(cells: bytes, pegs: int) -> str:
    """Clauses in the notation of the certificate."""
    text = "".join(SYMBOLS[cell] for cell in cells)
    return "{" + "|".join(text[i : i + pegs] for i in range(0, len(text), pegs)) + "}"


def to_rows(clauses: bytes, pegs: int) -> Array:
    """Clauses, one in each row."""
    return np.frombuffer(clauses, dtype=np.uint8).reshape(-1, pegs)


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
    for j in claim.columns:
        colours = [colour for kind, colour in new if kind >> j & 1]
        copies = np.repeat(rows[rows[:, j] == STAR], len(colours), axis=0)
        copies[:, j] = np.resize(np.array(colours, dtype=np.uint8), len(copies))
        rows = np.concatenate([rows, copies])
    if claim.distinct:
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


def codes(words: Array) -> Array:
    """Words as integers in the same order."""
    powers = (EXTRA + 1) ** np.arange(words.shape[1])[::-1]
    return np.asarray(words.astype(np.int64) @ powers)


class Questions:
    """The questions on a pattern, in lexicographic order.

    They are words over the explicit colours, so many of each alphabet, new ones of the active
    kinds, and the extra colour. New colours are numbered in order of first use. With several kinds
    each column has new colours of its own, one of each kind, from left to right.
    """

    def __init__(self, claim: Claim, shown: Vector, active: Vector) -> None:
        own, kinds = (
            [shown[j % len(shown)] for j in claim.columns],
            [claim.kinds[i] for i in active],
        )
        # New colours: the columns where a question may have them, kind, colour.
        new = [(k, k, own[0] + j) for j in claim.columns for k in kinds]
        if claim.black:
            some = [(bit, k) for bit in claim.bits for k in kinds if k & bit]
            first = [own[bit.bit_length() - 1] for bit, _ in some]
            new = [(*x, first[n] + n * (claim.alphabets == 1)) for n, x in enumerate(some)]
        choices = [
            [*range(own[j]), *(c for where, _, c in new if where >> j & 1), EXTRA]
            for j in claim.columns
        ]
        place, numbers = dict[Vector, int](), dict[Vector, int]()
        for word in product(*choices):
            colours = [cell for cell in word if cell != EXTRA]
            if colours and not (claim.distinct and len({*colours}) < len(colours)):
                question = word
                if not claim.black:
                    used = [*dict.fromkeys(cell for cell in colours if cell >= own[0])]
                    question = tuple(own[0] + used.index(c) if c in used else c for c in word)
                place[word] = numbers.setdefault(question, len(numbers))
        self.new = [(kind, colour) for _, kind, colour in new]
        self.cells = cells = np.array([*numbers], dtype=np.int64, order="F").reshape(-1, claim.pegs)
        # Of each cell: cell * pegs + how many cells further left show the same.
        ranks = [(cells[:, :j] == cells[:, j : j + 1]).sum(axis=1) for j in claim.columns]
        self.often = cells * claim.pegs + np.stack(ranks, axis=1)
        # The sets of new colours that are used, as bits; which of them a question has; and its r.
        flags = [
            (cells[:, [j for j in claim.columns if where >> j & 1]] == colour).any(axis=1)
            for where, _, colour in new
        ]
        bits = np.array(flags, dtype=np.int64).reshape(len(new), len(cells)).T
        self.used, self.which = np.unique(bits @ (1 << np.arange(len(new))), return_inverse=True)
        each = np.array([[kind == k for k in claim.kinds] for _, kind, _ in new], int)
        vectors = (bits @ each.reshape(len(new), len(claim.kinds))).tolist()
        self.shift = np.array([claim.shifts.index(tuple(r)) for r in vectors], dtype=int)
        # The set of columns with extra cells, the first ones if only their number counts.
        extra = cells == EXTRA
        columns = extra if claim.black else np.sort(extra, axis=1)[:, ::-1]
        self.extra = columns @ np.array(claim.bits)
        # Codes of all words of such cells, ascending; the questions that they are.
        self.words, self.place = codes(np.array([*place])), np.array([*place.values()])

    def orbits(self, index: int, lines: list[tuple[int, Witness]]) -> Array:
        """For each question the least one of its orbit under the automorphisms that lines give."""
        label, maps = np.arange(len(self.cells)), list[Array]()
        for line, (columns, groups, _) in lines:
            full = [np.array([*group, *range(len(group), EXTRA + 1)]) for group in groups]
            image = [full[column % len(full)][self.cells[:, column]] for column in columns]
            maps.append(self.place[np.searchsorted(self.words, codes(np.stack(image, axis=1)))])
            fewer, before = label, label[:0]
            while not np.array_equal(label, before):  # the least one goes around all cycles
                before = label
                for image_of in maps:
                    label = np.minimum(label, label[image_of])
            if np.array_equal(label, fewer):
                reason = f"superfluous: it merges no two orbits of questions on pattern {index}"
                rejected("automorphisms", line, reason)
        return label


questions = lru_cache(maxsize=64)(Questions)


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
    agrees = clauses.T[:, None] == np.arange(EXTRA + 1, dtype=np.uint8)[:, None]  # [column, cell]
    columns = zip(to_bits(agrees), table.cells.T.take(chosen, axis=1), strict=True)
    black = both = count_bits([bits.take(cells, axis=0) for bits, cells in columns])
    if not claim.black:
        often = agrees.sum(axis=0, dtype=np.uint8)[:, None] > np.arange(claim.pegs)[:, None]
        bits = to_bits(often.reshape(-1, len(clauses)))  # [cell and rank, word]
        both = count_bits([bits.take(x, axis=0) for x in table.often.T.take(chosen, axis=1)])
    fresh = np.zeros(len(clauses), dtype=np.int64)  # the new colours of each clause, as bits
    for n, (kind, colour) in enumerate(table.new):
        fresh |= agrees[[kind >> j & 1 > 0 for j in claim.columns], colour].any(axis=0) * (1 << n)
    known = to_bits(fresh & ~table.used[:, None] == 0).take(table.which[chosen], axis=0)
    both = [known & bits for bits in both]
    return np.stack([both[b + w] & black[b] for b, w in claim.answers], axis=1)
