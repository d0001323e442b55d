"""The closure: questions split patterns, and each part is a pattern or an explicit maset again.

A set of clauses is bytes where it is named or compared, an array of cells with one clause in each
row where questions split it, and bits in 64-bit words as a subset of such rows. The cells of
alphabet a are clauses[a::alphabets].
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from .reading import Lines, Malformed, Witness, rejected
from .rules import EXTRA, KEPT, KEPT_TIMES, MAX_CLAUSES, STAR, SYMBOLS, Array, Claim, Vector

Progress = Callable[[str, int, int], None]
IndexMap = tuple[tuple[int, Vector], ...]  # of each index a constant and the kinds that become it
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
    bits = np.where(clauses == STAR, 0, 1 << clauses.astype(np.int64)).astype(np.int32)
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


class Parts:
    """What questions make of patterns.

    The name of pattern J is J, explicit masets come after the patterns, and at last nothing. The
    role of a part is all that equations need to know of it.
    """

    def __init__(self, claim: Claim, lines: Lines, size: int, progress: Progress) -> None:
        self.claim, self.lines, self.progress = claim, lines, progress
        self.limit = self.room = KEPT + KEPT_TIMES * size  # bytes that may be kept
        self.patterns = lines["patterns"]
        self.named = [*self.patterns, *lines["masets"], b""]
        self.shown = [*map(claim.shown, self.named)]
        self.colours = np.array(self.shown, dtype=np.int8)
        self.stars = np.array([*map(claim.stars, self.named)])
        self.sizes = np.array([*map(len, self.named)]) // claim.pegs
        self.questions = self.equations = self.appeared = 0  # asked; different; parts so far
        self.met = {0}  # names of parts that have appeared
        # [stars of a pattern, e, columns]: whether extra cells may be there for some m.
        active = [claim.active(stars) for stars in range(claim.sets)]
        self.many = [tuple(claim.pegs * (i in some) for i in claim.indices) for some in active]
        self.wide = np.array([*map(claim.fits, self.many)])
        # Least costs of explicit masets, and a bound for s secrets, right for s <= 2: question 1
        # finds one of them, and the others need two at least.
        self.memo, least = dict[tuple[bytes, int], int](), np.minimum(range(MAX_CLAUSES + 1), 2)
        self.least = least if claim.worst else np.cumsum(least)
        self.weights, self.weighed = dict[Any, Array](), 0  # of polynomials; bytes of all

    def keep(self, count: int) -> None:
        """Count bytes that are kept, against the limit that belongs to the size of the file."""
        self.room -= count
        if self.room < 0:
            raise Malformed(f"too large: a file of this size may need {self.limit} bytes")

    def check_masets(self) -> None:
        """Patterns and masets are normalized and different; each but pattern 0 is some part."""
        claim, first, seen = self.claim, len(self.patterns), set[bytes]()
        if self.patterns[:1] != [bytes([STAR] * claim.pegs)]:
            rejected("patterns", 1, "pattern 0 is not the full pattern")
        used = {0, *(name for name, _ in self.lines["parts"])}
        for name, clauses in enumerate(self.named[:-1]):
            section, line = ("patterns", name + 1) if name < first else ("masets", name - first + 1)
            colours = ({*clauses[a :: claim.alphabets]} - {STAR} for a in range(claim.alphabets))
            normal = all(some == {*range(len(some))} for some in colours)
            if not normal or (STAR in clauses) != (section == "patterns"):
                rejected(section, line, "not normalized, or a star is missing or too many")
            if name not in used or clauses in seen:
                rejected(section, line, "superfluous: no part is this, or it is here twice")
            seen.add(clauses)

    def check_witnesses(self) -> None:
        """Each line of `automorphisms` maps its pattern to itself. Each line of `parts` belongs to
        a part of its own: what its witness maps to the pattern or maset that it names."""
        claim, lines = self.claim, self.lines
        self.automorphisms = dict[int, list[tuple[int, Witness]]]()
        for line, (name, witness) in enumerate(lines["automorphisms"], 1):
            pattern, moved = self.patterns[name], claim.black and [*witness[0]] != [*claim.columns]
            fits = shape(witness) == self.shown[name]
            if moved or not fits or preimage(pattern, witness) != pattern:
                rejected("automorphisms", line, f"not one of {show(pattern, claim.pegs)}")
            self.automorphisms.setdefault(name, []).append((line, witness))
        roles, found, target = dict[tuple[Any, ...], int](), list[Any](), list[int]()
        self.line_of = dict[bytes, int]()
        self.maps: dict[IndexMap, int] = {tuple((0, (kind,)) for kind in claim.kinds): 0}
        for line, (name, witness) in enumerate(lines.pop("parts"), 1):
            columns, _, kinds = witness
            clauses = self.named[name]
            if shape(witness) != self.shown[name]:
                rejected("parts", line, "not as many colours as what it names")
            if kinds:
                if any(kind & ~self.stars[name] for kind in kinds):
                    rejected("parts", line, "a kind that what it names has no index for")
                new = [(kind, self.shown[name][0] + i) for i, kind in enumerate(kinds)]
                clauses = extend(claim, clauses, new).tobytes()
            part = preimage(clauses, witness)
            if self.line_of.setdefault(part, line) < line:
                rejected("parts", line, f"superfluous: line {self.line_of[part]} says it")
            self.keep(len(part) + 200)  # with the dictionary's own
            target.append(roles.setdefault((name, *(columns, kinds) * claim.black), len(roles)))
            if target[-1] == len(found):
                found.append((name, *self.role(int(self.stars[name]), witness, part)))
        found.append((len(self.named) - 1, 0, 0, 0, claim.shown(b""), claim.weights))
        # Index maps: constants [map, index] and matrices [map, index, index before].
        self.constants = np.array([[c for c, _ in rows] for rows in self.maps])
        self.matrices = np.array(
            [[[kind in old for kind in claim.kinds] for _, old in rows] for rows in self.maps], int
        )
        self.role_name, self.role_stars, self.role_size, self.role_map, shown, weights = (
            np.array(values, dtype=np.int32) for values in zip(*found, strict=True)
        )
        self.role_shown, self.role_weights = shown.astype(np.int8), weights
        most = max(len(found), len(self.named), len(claim.shifts), claim.sets)
        self.target = np.array(target, dtype=np.min_scalar_type(most))

    def role(self, stars: int, witness: Witness, part: bytes) -> tuple[Any, ...]:
        """Of a part: columns with stars, clauses, index map, colours, weights of excluded colours.

        Its columns take their kinds, and excluded colours, to those of what the witness maps it to.
        """
        claim, (columns, _, new), index_map = self.claim, witness, next(iter(self.maps))
        if stars:
            becomes = list[tuple[int, int]]()
            for old in claim.kinds:
                moved = sum(1 << j for j, column in enumerate(columns) if old >> column & 1)
                becomes.append((old, claim.becomes(moved, stars)))
            index_map = tuple(
                (new.count(kind), tuple(old for old, then in becomes if then == kind))
                for kind in claim.kinds
            )
        number = self.maps.setdefault(index_map, len(self.maps))
        weights = claim.weights[np.argsort([*columns])] if claim.alphabets > 1 else claim.weights
        return claim.stars(part), len(part) // claim.pegs, number, claim.shown(part), weights

    def close(self) -> list[Array]:
        """Each part of each pattern is, by its witness, a pattern or an explicit maset.

        Returns tables of pattern, r, extra cells and the roles of the parts, for each different
        result of a question.
        """
        tables, patterns = list[Array](), range(len(self.patterns))
        for start in patterns[::512]:
            tables.append(np.concatenate([self.results(i) for i in patterns[start : start + 512]]))
        if self.appeared < len(self.target):
            rejected("parts", self.appeared + 1, "superfluous: all parts have their lines")
        self.line_of.clear()
        return tables

    def results(self, index: int) -> Array:
        """Split a pattern by its asked questions, name the parts, gather the results."""
        claim, pattern = self.claim, self.patterns[index]
        self.progress("patterns", index, len(self.patterns))
        if index not in self.met:
            reason = f"no state reaches pattern {index}, {show(pattern, claim.pegs)}"
            rejected("patterns", index + 1, f"no part of a pattern before it: {reason}")
        # Orbits are those of all questions in all readings; their extra cells are equally many.
        table = questions(claim, self.shown[index], claim.active(int(self.stars[index])))
        label = table.orbits(index, self.automorphisms.get(index, []))
        fits = self.wide[self.stars[index], -1 if claim.exact else claim.start]
        asked = np.flatnonzero((label == np.arange(len(label))) & fits[table.extra])
        self.questions += len(asked)
        clauses = extend(claim, pattern, table.new)
        sets = split(claim, clauses, table, asked)
        occurs = sets.any(axis=2)
        sets = sets[occurs]
        first, which = distinct(sets)
        parts = normalize(clauses, to_flags(sets[first], len(clauses)), claim.alphabets)
        # In order of appearance, each line is one that was there already, or the next.
        missing = len(self.target) + 2
        lines = np.array([self.line_of.get(part, missing) for part in parts], dtype=int)[which]
        most = np.maximum.accumulate(np.append(self.appeared, lines))
        wrong = np.flatnonzero(np.diff(most) > 1)
        if len(wrong):
            part = show(parts[which[wrong[0]]], claim.pegs)
            reason = f"a missing line or wrong witness for a part of pattern {index}, {part}"
            rejected("parts", int(most[wrong[0]]) + 1, reason)
        appeared, self.appeared = self.appeared, int(most[-1])
        self.met.update(self.role_name[self.target[appeared : self.appeared]].tolist())
        rows = np.empty((len(asked), 3 + len(claim.answers)), dtype=self.target.dtype)
        rows[:, 0], rows[:, 1] = index, table.shift[asked]
        rows[:, 2] = table.extra[asked] * (claim.exact or len(claim.kinds) > claim.alphabets)
        rows[:, 3:] = len(self.role_name) - 1
        rows[:, 3:][occurs] = self.target[lines - 1]
        rows[:, 3:].sort(axis=1)
        rows = rows[distinct(rows)[0]]
        self.keep(rows.nbytes)
        return rows
