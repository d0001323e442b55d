"""The closure: questions split patterns, and each part is a pattern or an explicit maset again.

A set of clauses has three forms: bytes, cell after cell, where it is named or compared; an array of
cells with one clause in each row, where questions split it; bits in 64-bit words, as a subset of
such rows. In the bytes the cells of alphabet a are clauses[a::alphabets].
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain, pairwise, permutations, product, repeat
from typing import Any

import numpy as np

from .closurereading import Lines, WitnessLines, rejected
from .reading import Malformed, Progress
from .rules import EXTRA, KEPT, KEPT_TIMES, MAX_CLAUSES, STAR, SYMBOLS, Array, Claim, Rules, Vector

BATCH = 1 << 17  # questions, times bytes of their pattern, that are looked at together
Witness = tuple[int, Array, Array]  # its line, columns, colours [alphabet, colour]
IndexMap = tuple[tuple[int, Vector], ...]  # of each index a constant and the kinds that become it
FACTORS = np.cumprod(np.full(1024, 0x9E3779B97F4A7C15, dtype=np.uint64))  # modulo 2^64, all odd


def show(cells: bytes, pegs: int) -> str:
    """Clauses in the notation of the certificate."""
    text = "".join(SYMBOLS[cell] for cell in cells)
    return "{" + "|".join(text[i : i + pegs] for i in range(0, len(text), pegs)) + "}"


def to_rows(clauses: bytes, pegs: int) -> Array:
    return np.frombuffer(clauses, dtype=np.uint8).reshape(-1, pegs)


def image_of(clauses: bytes, columns: Sequence[int], tables: Iterable[bytes]) -> bytes:
    """The image of clauses, ascending: its cell j is cell columns[j], translated by table j."""
    moved = [clauses[c :: len(columns)].translate(t) for c, t in zip(columns, tables, strict=True)]
    return bytes(chain.from_iterable(sorted(zip(*moved, strict=True))))


def extend(rules: Rules, rows: Array, owner: Array, fresh: Array) -> tuple[Array, Array]:
    """Extend patterns by new colours: the clauses, and for each clause its owner, a pattern.

    rows, owner: the clauses before. fresh: the new colours, [pattern, column, number], a star where
    a column has none. Every star becomes each of these, or stays. Clauses of one owner ascend.
    """
    for j in rules.columns:
        stars = np.flatnonzero(rows[:, j] == STAR)
        which, number = np.nonzero(fresh[owner[stars], j] != STAR)
        added = owner[stars[which]]
        copies = rows[stars[which]]
        copies[:, j] = fresh[added, j, number]
        rows, owner = np.concatenate([rows, copies]), np.concatenate([owner, added])
    if rules.distinct:
        cells = np.sort(rows, axis=1)
        once = ((cells[:, 1:] > cells[:, :-1]) | (cells[:, 1:] == STAR)).all(axis=1)
        rows, owner = rows[once], owner[once]
    order = np.lexsort((*rows.T[::-1], owner))
    return rows[order], owner[order]


def normalized(clauses: bytes, alphabets: int) -> bytes:
    """The clauses with the colours of each alphabet renamed to 0, 1, ..., in their order."""
    moved = bytearray(clauses)
    for a in range(alphabets):
        shown = sorted({*clauses[a::alphabets]} - {STAR})
        table = bytes.maketrans(bytes(shown), bytes(range(len(shown))))
        moved[a::alphabets] = clauses[a::alphabets].translate(table)
    return bytes(moved)


def to_bits(flags: Array) -> Array:
    """Subsets of clauses, flags [..., 64 * word], as bits [..., word]."""
    return np.packbits(flags, axis=-1).view(np.uint64)


def distinct(rows: Array) -> tuple[Array, Array]:
    """The index of the first of each different row of 64-bit words, and for each row which of these
    it is.

    A checksum gives each row a place in a table, which is so large that few rows share one. Rows
    that differ from the one that the table has there are tried again with another checksum.
    """
    bits, columns = min(18, 3 + len(rows).bit_length()), [*rows.T.copy()]
    table, like = np.empty(1 << bits, dtype=np.int32), np.empty(len(rows), dtype=np.int64)
    rest, words, keys = np.arange(len(rows)), columns, rows @ FACTORS[: rows.shape[1]]
    while len(rest):
        places = (keys >> np.uint64(64 - bits)).view(np.int64)
        table[places[::-1]] = rest[::-1]  # what is put there last stays
        others = like[rest] = table.take(places)
        pairs = zip(columns, words, strict=True)
        unlike = np.flatnonzero(reduce(np.bitwise_or, (a.take(others) ^ b for a, b in pairs)))
        rest, words = rest.take(unlike), [some.take(unlike) for some in words]
        keys = keys.take(unlike) * FACTORS[0]
    first = like == np.arange(len(rows))
    return np.flatnonzero(first), (np.cumsum(first) - 1).take(like)


class Questions:
    """The questions on a pattern, in lexicographic order.

    They are words over the explicit colours (*shown* of each alphabet), new ones of the active
    kinds, and the extra colour. New colours are numbered in order of first use. With several kinds
    each column has new colours of its own, one of each kind, from left to right.
    """

    def __init__(self, rules: Rules, shown: Vector, active: Vector) -> None:
        own = [shown[j % len(shown)] for j in rules.columns]
        # New colours: the columns where a question may have them, kind, colour.
        new = list[tuple[int, int, int]]()
        for j, kind in product(rules.columns, [rules.kinds[i] for i in active]):
            if kind >> j & 1:
                where = rules.bits[j] if rules.black else kind
                new.append((where, kind, own[j] + len(new) * (rules.alphabets == 1)))
        choices = [
            [*range(own[j]), *(c for where, _, c in new if where >> j & 1), EXTRA]
            for j in rules.columns
        ]
        place, numbers = dict[Vector, int](), dict[Vector, int]()
        for word in product(*choices):
            colours = [cell for cell in word if cell != EXTRA]
            if colours and not (rules.once and len({*colours}) < len(colours)):
                question = word
                if not rules.black:
                    used = [*dict.fromkeys(cell for cell in colours if cell >= own[0])]
                    question = tuple(own[0] + used.index(c) if c in used else c for c in word)
                place[word] = numbers.setdefault(question, len(numbers))
        self.cells = cells = np.array([*numbers], dtype=np.uint8).reshape(-1, rules.pegs)
        # Of each cell: how many cells further left show the same.
        ranks = [(cells[:, :j] == cells[:, j : j + 1]).sum(axis=1) for j in rules.columns]
        self.ranks = np.stack(ranks, axis=1).astype(np.uint8)
        # The new colours of each column, stars in those without their kind; those that a question
        # does not have, as alphabet * (EXTRA + 1) + colour; and its r.
        self.fresh = np.full((rules.pegs, rules.most_new), STAR, dtype=np.uint8)
        self.absent = np.full((len(cells), rules.most_new), EXTRA, dtype=np.uint8)
        vectors = np.zeros((len(cells), len(rules.kinds)), dtype=int)
        for n, (where, kind, colour) in enumerate(new):
            alphabet = (where.bit_length() - 1) % rules.alphabets
            uses = (cells[:, alphabet :: rules.alphabets] == colour).any(axis=1)
            vectors[uses, rules.kinds.index(kind)] += 1
            self.fresh[[kind >> j & 1 > 0 for j in rules.columns], n] = colour
            self.absent[~uses, n] = alphabet * (EXTRA + 1) + colour
        self.shift = np.array([rules.shifts.index(tuple(r)) for r in vectors.tolist()], dtype=int)
        # The set of columns with extra cells, the first ones if only their number counts.
        extra = cells == EXTRA
        columns = extra if rules.black else np.sort(extra, axis=1)[:, ::-1]
        self.extra = columns @ np.array(rules.bits)
        # For all words of such cells the questions that they are.
        self.base = 2 + max(
            (cell for cells in choices for cell in cells if cell != EXTRA), default=0
        )
        self.place = np.full(self.base**rules.pegs, -1, dtype=np.int32)
        self.place[self.codes(np.array([*place]).T)] = [*place.values()]

    def codes(self, columns: Iterable[Array]) -> Array:
        """Words as integers, from their columns; stars and extra cells follow all other cells."""
        digits = (np.minimum(cells, self.base - 1) for cells in columns)
        return reduce(lambda n, digit: n * self.base + digit, digits, np.zeros((), dtype=np.int64))

    def askable(self, rules: Rules, clauses: bytes) -> Array:
        """Flags [question]: whether the reading lets it be asked on a pattern or maset.

        Where only possible secrets are asked, it is a clause once its new colours become stars.
        """
        if not rules.possible:
            return np.ones(len(self.cells), dtype=bool)
        old, rows = self.cells < len({*clauses} - {STAR}), to_rows(clauses, rules.pegs)
        return np.isin(self.codes(np.where(old, self.cells, STAR).T), self.codes(rows.T))

    def orbits(self, index: int, witnesses: list[Witness]) -> Array:
        """For each question the least one of its orbit under the automorphisms given."""
        label, maps = np.arange(len(self.cells)), list[Array]()
        for line, columns, groups in witnesses:
            full = [np.array([*group, *range(len(group), EXTRA + 1)]) for group in groups]
            image = (full[j % len(full)].take(self.cells[:, j]) for j in columns)
            maps.append(self.place.take(self.codes(image)))
            fewer, before = label, label[:0]
            while not np.array_equal(label, before):  # the least one goes around all cycles
                before = label
                for image_of in maps:
                    label = np.minimum(label, label.take(image_of))
            if np.array_equal(label, fewer):
                reason = f"superfluous: it merges no two orbits of questions on pattern {index}"
                rejected("automorphisms", line, reason)
        return label


questions = lru_cache(maxsize=64)(Questions)


Batch = list[tuple[Questions, Array]]  # of each pattern its questions, and those that are asked
Cases = list[tuple[Array, int]]  # bits, and the weight of these in a code


def by_code(cells: Iterable[Cases], known: Array) -> dict[int, Array]:
    """The known bits, by the sum of what each cell adds to their code; a bit in no case adds 0. Of
    many codes those without bits are dropped on the way: games of one's own have hundreds."""
    codes = {0: known}
    for cases in cells:
        before, codes = {c: some for c, some in codes.items() if len(codes) < 32 or some.any()}, {}
        for code, rest in before.items():
            for bits, weight in cases:
                some = rest & bits
                rest = rest ^ some
                codes[code + weight] = codes.get(code + weight, 0) | some
            codes[code] = codes.get(code, 0) | rest
    return codes


class PatternSplit:
    """Patterns that are split by some of the questions on them.

    A question splits the pattern extended by its new colours: of the pattern extended by all new
    ones, the clauses without any other. `Rules.answer_numbers` says which cells of the question are
    right and which are found. No clause has the extra colour.

    of: the pattern of each question, by its place among the patterns. question, answer, sets: the
    parts that are not empty, by question and answer, but for those that won; their clauses as bits.

    once: of questions with the same r, extra cells and parts only the first is kept, as a rule.
    """

    def __init__(self, rules: Rules, patterns: list[bytes], batch: Batch, once: bool = False):
        self.rules, pegs, count = rules, rules.pegs, range(len(batch))
        owner = np.repeat(count, [len(patterns[n]) // pegs for n in count])
        rows = to_rows(b"".join(patterns[: len(batch)]), pegs)
        fresh = np.stack([table.fresh for table, _ in batch])
        self.clauses, owner = extend(rules, rows, owner, fresh)
        # Where the clauses of a pattern begin, and the place of each among them.
        sizes = np.bincount(owner, minlength=len(batch))
        self.first = np.cumsum(sizes) - sizes
        place = np.arange(len(owner)) - self.first[owner]
        self.most = int(sizes.max())
        words = self.most // 64 + 1
        agrees = np.zeros((len(batch), pegs, EXTRA + 1, words * 64), dtype=bool)
        agrees[owner[:, None], rules.columns, self.clauses, place[:, None]] = True
        # Of each question: its pattern, and where the bits of that begin.
        self.of = np.repeat(count, [len(chosen) for _, chosen in batch])
        begin = self.of * (pegs * (EXTRA + 1))

        def gather(name: str) -> Array:
            return np.concatenate([getattr(table, name)[chosen] for table, chosen in batch])

        cells, bits = gather("cells"), to_bits(agrees).reshape(-1, words).T.copy()
        columns = [begin + j * (EXTRA + 1) for j in rules.columns]
        right = [bits.take(columns[i] + cells[:, j], axis=1) for j, i in rules.pairs]
        known = self.known(agrees, gather("absent").T)
        extra_counts = rules.exact or len(rules.kinds) > rules.alphabets
        self.shift, self.extra = gather("shift"), gather("extra") * extra_counts
        found = list[Array]()
        if rules.found:
            often = agrees.sum(axis=1, dtype=np.uint8)[:, :, None] > np.arange(pegs)[:, None]
            of_ranks = to_bits(often).reshape(-1, words).T.copy()
            places = begin + (cells * pegs + gather("ranks")).T
            found = [self.found(j, cells, right, of_ranks, places[j]) for j in rules.columns]
        self.divide(known, (self.cases(j, right, found) for j in range(len(right))), once)

    def known(self, agrees: Array, absent: Array) -> Array:
        """The clauses that each question knows: those without a new colour that it lacks.

        agrees: flags [pattern, column, colour, clause]. absent: [number, question].
        """
        sets = to_bits(np.logical_or.reduce(agrees[:, 0], axis=1)).T.take(self.of, axis=1)
        alphabets = range(self.rules.alphabets)
        has = np.stack([agrees[:, a :: len(alphabets)].any(axis=1) for a in alphabets], axis=1)
        bits = to_bits(has).reshape(-1, len(sets)).T.copy()
        for colours in absent:
            sets &= ~bits.take(self.of * (len(alphabets) * (EXTRA + 1)) + colours, axis=1)
        return np.asarray(sets)

    def cases(self, j: int, right: list[Array], found: list[Array]) -> list[tuple[Array, int]]:
        """The clauses for which a cell is right, found, or both, with what it adds to the code."""
        rules, weight = self.rules, self.rules.right[j]
        if not found:
            return [(right[j], weight)]
        both = right[j] & found[j]
        cases = [(right[j] ^ both, weight), (found[j] ^ both, rules.found[j])]
        return cases if rules.marks else [*cases, (both, weight + rules.found[j])]

    def found(
        self, j: int, cells: Array, right: list[Array], of_ranks: Array, place: Array
    ) -> Array:
        """The clauses for which cell j is found; place: of a colour and rank among of_ranks."""
        if not self.rules.marks:
            return of_ranks.take(place, axis=1)
        others = self.rules.columns[j + 1 :]
        copies: list[Cases] = [[(right[i] * (cells[:, i] == cells[:, j]), 1)] for i in others]
        counts = by_code(copies, ~right[j])
        sets = [some & of_ranks.take(place + n, axis=1) for n, some in counts.items()]
        return np.asarray(np.bitwise_or.reduce(sets))

    def divide(self, known: Array, cells: Iterable[Cases], once: bool) -> None:
        """Divide the clauses that each question knows by the answers to it.

        cells: of each cell its `cases`; for all other clauses it is neither right nor found.
        """
        wins = len(self.rules.answers)
        by_answer = np.zeros((wins + 1, *known.shape), dtype=np.uint64)
        for code, bits in by_code(cells, known).items():  # several codes may be one answer
            by_answer[self.rules.numbers[code]] |= bits
        sets = by_answer[:wins].transpose(1, 2, 0)
        if once and len(known) == 1 and wins <= 32:  # of few answers
            key = (self.of * len(self.rules.shifts) + self.shift) * self.rules.sets + self.extra
            first, _ = distinct(np.column_stack([np.sort(sets[0]), key.astype(np.uint64)]))
            self.of, self.shift, self.extra = self.of[first], self.shift[first], self.extra[first]
            sets = sets[:, first]
        sets = sets.reshape(len(known), -1)
        there = np.flatnonzero(reduce(np.bitwise_or, sets))
        self.question = there // wins
        self.answer = there - self.question * wins
        self.sets = sets.take(there, axis=1).T.copy()

    def parts(self, places: Array) -> list[bytes]:
        """The clauses of some of the parts, `normalized`."""
        pegs, alphabets, sets = self.rules.pegs, self.rules.alphabets, self.sets[places]
        sizes = np.bitwise_count(sets).sum(axis=1, dtype=np.int64)
        flags = np.unpackbits(sets.view(np.uint8), axis=1, count=self.most)
        which = np.repeat(np.arange(len(places)), sizes)
        begin = self.first[self.of[self.question[places]]] - self.most * np.arange(len(places))
        clauses = np.flatnonzero(flags.view(bool)) + begin[which]
        bits = np.where(self.clauses == STAR, 0, 1 << self.clauses.astype(np.int64))
        cells = np.full((len(clauses), pegs), STAR, dtype=np.uint8)
        for j in self.rules.columns:
            own = np.bitwise_or.reduce(bits[:, j % alphabets :: alphabets], axis=1)
            shown = np.bitwise_or.reduceat(own.take(clauses), np.cumsum(sizes) - sizes).take(which)
            some = bits[:, j].take(clauses)
            np.bitwise_count((some - 1) & shown, out=cells[:, j], where=some > 0)
        packed = cells.tobytes()
        return [packed[a:b] for a, b in pairwise([0, *(pegs * np.cumsum(sizes)).tolist()])]


def answers(rules: Rules, maset: Array, table: Questions, chosen: Array) -> Array:
    """The numbers of the answers [secret, question] of an explicit maset; the last number wins."""
    cells, ranks = table.cells[chosen].T.copy(), table.ranks[chosen].T.copy()
    total = np.zeros((len(maset), len(chosen)), dtype=np.uint16)
    often = (maset[:, None] == np.arange(EXTRA + 1)[:, None]).sum(axis=2, dtype=np.uint8)
    right = [maset[:, i, None] == cells[j] for j, i in rules.pairs]
    for agrees, weight in zip(right, rules.right, strict=True):
        total += agrees * np.uint16(weight)
    for j, weight in enumerate(rules.found):
        later = rules.columns[j + 1 :] if rules.marks else ()
        rank = ranks[j] + sum(right[i] & (cells[i] == cells[j]) for i in later)
        found = (often.take(cells[j], axis=1) > rank) & ~(right[j] & rules.marks)
        total += found * np.uint16(weight)
    return rules.numbers.take(total)


class Parts:
    """The parts into which questions split patterns, and what they are by their witnesses.

    The name of pattern J is J; then come the explicit masets, and last the empty maset. The *role*
    of a part is the number of all that equations need to know of it: what it is isomorphic to, how
    its indices become those of that, how many clauses and colours it has.
    """

    def __init__(self, claim: Claim, lines: Lines, size: int, progress: Progress) -> None:
        self.claim, self.lines, self.size, self.progress = claim, lines, size, progress
        self.limit = self.room = KEPT + KEPT_TIMES * size  # bytes that may be kept
        self.patterns = lines["patterns"]
        self.named = [*self.patterns, *lines["masets"], b""]
        self.shown = [*map(claim.shown, self.named)]
        self.colours = np.array(self.shown, dtype=np.int8)
        self.stars = np.array([*map(claim.stars, self.named)])
        self.sizes = np.array([*map(len, self.named)]) // claim.pegs
        self.rows = to_rows(b"".join(self.named), claim.pegs)
        self.questions = self.different = self.appeared = 0  # asked; equations; parts so far
        # [stars of a pattern, e, columns]: whether extra cells may be there for some m.
        self.active = [claim.active(stars) for stars in range(claim.sets)]
        self.many = [tuple(claim.pegs * (i in some) for i in claim.indices) for some in self.active]
        self.wide = np.array([*map(claim.fits, self.many)])
        # Least costs of explicit masets, and a bound for s secrets, right for s <= 2: question 1
        # finds one of them, question 2 one for each other answer, and so on.
        self.memo, levels = dict[tuple[bytes, int], int](), [0]
        while len(levels) <= MAX_CLAUSES:
            levels += [levels[-1] + 1] * len(claim.answers) ** levels[-1]
        least = np.array(levels[: MAX_CLAUSES + 1])
        self.least: Array = least if claim.worst else np.cumsum(least)

    def keep(self, count: int) -> None:
        """Count bytes that are kept; `Malformed` beyond the limit for a file of this size."""
        self.room -= count
        if self.room < 0:
            raise Malformed(f"too large: a file of this size may need {self.limit} bytes")

    def check_masets(self) -> None:
        """Reject unless patterns and masets are normalized, different, and named by some part."""
        claim, first, seen = self.claim, len(self.patterns), set[bytes]()
        if self.patterns[:1] != [bytes([STAR] * claim.pegs)]:
            rejected("patterns", 1, "pattern 0 is not the full pattern")
        used = {0, *self.lines["parts"].names.tolist()}
        for name, clauses in enumerate(self.named[:-1]):
            section, line = ("patterns", name + 1) if name < first else ("masets", name - first + 1)
            normal = normalized(clauses, claim.alphabets) == clauses
            if not normal or (STAR in clauses) != (section == "patterns"):
                rejected(section, line, "not normalized, or a star is missing or too many")
            if name not in used or clauses in seen:
                rejected(section, line, "superfluous: no part is this, or it is here twice")
            seen.add(clauses)

    def check_witnesses(self) -> None:
        """Reject wrong automorphisms, and make the part of each line of `parts`."""
        self.check_automorphisms()
        claim, given, parts = self.claim, self.lines.pop("parts"), list[bytes]()
        self.maps: dict[IndexMap, int] = {tuple((0, (kind,)) for kind in claim.kinds): 0}
        wrong = self.unfit(given)
        for line in np.flatnonzero(np.logical_or.reduce([*wrong.values()]))[:1].tolist():
            rejected("parts", line + 1, next(x for x, lines in wrong.items() if lines[line]))
        for piece in self.pieces(given):
            self.progress("witnesses", len(parts), len(given.names))
            made = self.preimages(piece)
            self.keep(sum(map(len, made)) + 200 * len(made))  # with the dictionary's own
            parts += made
        # Of two lines with the same part, the second one is never asked for.
        self.line_of = {part: line for line, part in reversed([*enumerate(parts, 1)])}
        key = np.column_stack([given.columns, given.kinds]) * claim.black
        first, target = distinct(np.column_stack([given.names, key]).astype(np.uint64))
        facts = list[Any]()
        for line in first.tolist():
            name, columns, kinds = (x[line].tolist() for x in given[::2])
            facts.append((name, *self.role(int(self.stars[name]), columns, kinds, parts[line])))
        self.keep_roles(facts)
        most = max(len(facts), len(self.named), len(claim.shifts), claim.sets)
        self.target = target.astype(np.result_type(np.min_scalar_type(most), np.uint16))
        self.origin = np.zeros(len(target), dtype=np.int64)

    def check_automorphisms(self) -> None:
        """Reject unless each line maps its pattern to itself."""
        claim, patterns, given = self.claim, self.patterns, self.lines["automorphisms"]
        self.automorphisms = dict[int, list[Witness]]()
        moved = claim.black & (given.columns != np.arange(claim.pegs)).any(axis=1)
        wrong = np.logical_or.reduce([moved, *self.unfit(given).values()]).tolist()
        images = chain.from_iterable(map(self.preimages, self.pieces(given)))
        for line, (name, image) in enumerate(zip(given.names.tolist(), images, strict=True)):
            if wrong[line] or image != patterns[name]:
                pattern = show(patterns[name], claim.pegs)
                rejected("automorphisms", line + 1, f"not one of {pattern}")
            witness = line + 1, given.columns[line], given.colours[line]
            self.automorphisms.setdefault(name, []).append(witness)

    def unfit(self, given: WitnessLines) -> dict[str, Array]:
        """By the reason why a witness is none for what its line names: flags [line]."""
        claim, (names, _, columns, counts, kinds) = self.claim, given
        fixed = [order for order in permutations(claim.columns) if not claim.movable(order)]
        moved = (columns[:, None] == np.array(fixed, int).reshape(-1, claim.pegs)).all(axis=2)
        shown = np.take_along_axis(counts, columns[:, : claim.alphabets] % claim.alphabets, axis=1)
        shown -= np.count_nonzero(kinds, axis=1)[:, None]
        lost = kinds & ~(self.stars[names, None] * (claim.alphabets == 1)) > 0
        return {
            "the columns of this game are not alike": moved.any(axis=1),
            "not as many colours as what it names": (shown != self.colours[names]).any(axis=1),
            "a kind that what it names has no index for, or not '-'": lost.any(axis=1),
        }

    def pieces(self, given: WitnessLines) -> Iterator[WitnessLines]:
        """The lines, in pieces with not too many clauses after an extension by the new colours."""
        new = np.count_nonzero(given.kinds, axis=1)
        ends = np.cumsum(self.sizes[given.names] * (1 + new) ** self.claim.pegs) // BATCH
        for some in np.split(np.arange(len(ends)), np.flatnonzero(np.diff(ends)) + 1)[: len(ends)]:
            yield WitnessLines(*(x[some] for x in given))

    def preimages(self, given: WitnessLines) -> list[bytes]:
        """The clauses, ascending, whose image by a witness is what its line names.

        That is extended first by the new colours, which follow the explicit ones.
        """
        claim, names, sizes = self.claim, given.names, self.sizes[given.names]
        owner = np.repeat(np.arange(len(names)), sizes)
        begin = np.cumsum(self.sizes)[names] - np.cumsum(sizes)
        rows = self.rows[np.arange(len(owner)) + begin[owner]]
        if given.kinds.any():
            new = self.colours[names, :1] + np.arange(given.kinds.shape[1])
            stands = given.kinds[:, None] & np.array(claim.bits)[:, None] > 0
            fresh = np.where(stands, new[:, None], STAR).astype(np.uint8)
            rows, owner = extend(claim, rows, owner, fresh)
        back, same = np.argsort(given.columns, axis=1), np.arange(EXTRA + 1, dtype=np.uint8)
        tables = np.tile(same, (len(names), claim.alphabets, 1))
        np.put_along_axis(tables, given.colours, same[: given.colours.shape[2]], axis=2)
        keys = owner
        for j in claim.columns:
            cells = rows[np.arange(len(rows)), back[owner, j]]
            keys = keys << 6 | tables[owner, j % claim.alphabets, cells]
        shifts = 6 * np.arange(claim.pegs)[::-1]
        packed = (np.sort(keys)[:, None] >> shifts & 63).astype(np.uint8).tobytes()
        ends = claim.pegs * np.cumsum(np.bincount(owner, minlength=len(names)))
        return [packed[a:b] for a, b in pairwise([0, *ends.tolist()])]

    def keep_roles(self, facts: list[Any]) -> None:
        """Keep the facts of all roles, and of the empty maset, in arrays."""
        claim = self.claim
        facts.append((len(self.named) - 1, 0, 0, 0, claim.shown(b""), claim.weights))
        # Index maps: constants [map, index] and matrices [map, index, index before].
        self.constants = np.array([[c for c, _ in rows] for rows in self.maps])
        self.matrices = np.array(
            [[[kind in old for kind in claim.kinds] for _, old in rows] for rows in self.maps], int
        )
        self.role_name, self.role_stars, self.role_size, self.role_map, shown, weights = (
            np.array(values, dtype=np.int32) for values in zip(*facts, strict=True)
        )
        self.role_shown, self.role_weights = shown.astype(np.int8), weights
        # The places of a role for all e: of what is isomorphic to it.
        levels = len(claim.levels)
        self.place_of = np.add.outer(self.role_name * levels, np.arange(levels)).ravel()

    def role(self, stars: int, columns: list[int], new: list[int], part: bytes) -> tuple[Any, ...]:
        """The facts of a part: columns with stars, clauses, index map, colours, weights.

        The index map gives the indices of the pattern to which it is isomorphic; the weights give
        the number e of its excluded colours, by their alphabets. Both follow the witness's columns.
        """
        claim, index_map = self.claim, next(iter(self.maps))
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
        weights = claim.weights[np.argsort(columns)] if claim.alphabets > 1 else claim.weights
        return claim.stars(part), len(part) // claim.pegs, number, claim.shown(part), weights

    def close(self) -> list[Array]:
        """Split all patterns; reject unless each part has a line of `parts`, in order.

        Returns tables with a row for each different result of a question on a pattern: pattern,
        number of r, columns with extra cells, and the roles of the parts, ascending.
        """
        claim, patterns = self.claim, range(len(self.patterns))
        self.equations = np.zeros((len(patterns), len(claim.levels)), int)  # of each state
        tables = [table for batch in self.batches() for table in self.results(batch)]
        if self.appeared < len(self.target):
            rejected("parts", self.appeared + 1, "superfluous: all parts have their lines")
        # Patterns by the first of those that have them as a part.
        first = np.full(len(self.named), len(patterns))
        np.minimum.at(first, self.role_name[self.target], self.origin)
        late = np.flatnonzero(first[: len(patterns)] >= patterns)
        for index in late[late > 0].tolist():
            reason = f"no state reaches pattern {index}, {show(self.patterns[index], claim.pegs)}"
            rejected("patterns", index + 1, f"no part of a pattern before it: {reason}")
        self.line_of.clear()
        widths, none = sorted({table.shape[1] for table in tables}), len(self.role_name) - 1
        groups = [[table for table in tables if table.shape[1] == width] for width in widths]
        joined = (np.concatenate(x[n : n + 16]) for x in groups for n in range(0, len(x), 16))
        parts = ((rows, int((rows[:, 3:].min(axis=0) < none).sum())) for rows in joined)
        return [rows[:, : 3 + max(1, most)].copy() for rows, most in parts]

    def batches(self) -> Iterator[list[tuple[int, Questions, Array]]]:
        """All patterns with their questions, and which of them are asked, in pieces.

        A piece is as large as the words of its bits and the clauses of its patterns let it be.
        """
        claim, batch, count, size, most = self.claim, list[tuple[int, Questions, Array]](), 0, 0, 0
        first, extended = np.cumsum(self.sizes), claim.spread ** (self.rows == STAR).sum(axis=1)
        needed = (np.add.reduceat(extended, (first - self.sizes)[:-1]) // 64 + 1) * max(
            2, len(claim.answers) // 8
        )
        for index, pattern in enumerate(self.patterns):
            self.progress("patterns split", index, len(self.patterns))
            # Orbits are those of all questions in all readings: extra cells are equally many.
            stars, words = self.stars[index], int(needed[index])
            table = questions(claim, self.shown[index], self.active[stars])
            fits = self.wide[stars, -1 if claim.exact else claim.start].take(table.extra)
            fits &= table.askable(claim, pattern)
            if index in self.automorphisms:
                label = table.orbits(index, self.automorphisms[index])
                fits &= label == np.arange(len(label))
            asked, step = np.flatnonzero(fits), BATCH // words + 1
            extra = np.bincount(table.extra.take(asked), minlength=claim.sets)
            self.equations[index] = self.wide[stars] @ extra
            for begin in range(0, len(asked), step):
                some, most = asked[begin : begin + step], max(most, words)
                if (batch and most * (count + len(some)) > BATCH) or size > BATCH:
                    yield batch
                    batch, count, size, most = [], 0, 0, words
                batch.append((index, table, some))
                count, size = count + len(some), size + len(some) * len(pattern)
        yield batch

    def results(self, batch: list[tuple[int, Questions, Array]]) -> list[Array]:
        """The rows of `close` for some questions on some patterns.

        Tables of several widths: a game may have hundreds of answers, of which most questions have
        a dozen.
        """
        claim, named = self.claim, [self.patterns[index] for index, _, _ in batch]
        split = PatternSplit(claim, named, [(table, chosen) for _, table, chosen in batch], True)
        pattern = np.array([index for index, _, _ in batch])[split.of]
        self.questions += sum(len(chosen) for _, _, chosen in batch)
        question = split.question
        sets = np.column_stack([pattern[question].astype(np.uint64), split.sets])
        some, which = distinct(sets)
        parts, missing = split.parts(some), len(self.target) + 2
        # In order of appearance, each line is one that was there already, or the next.
        lines = np.fromiter(map(self.line_of.get, parts, repeat(missing)), int, len(parts))[which]
        most = np.maximum.accumulate(np.append(self.appeared, lines))
        grows = np.diff(most)
        for wrong in np.flatnonzero(grows > 1)[:1].tolist():
            part = show(parts[which[wrong]], claim.pegs)
            reason = (
                f"a missing line or wrong witness for a part of pattern {pattern[question[wrong]]}"
            )
            rejected("parts", int(most[wrong]) + 1, f"{reason}, {part}")
        self.appeared = int(most[-1])
        self.origin[lines[grows > 0] - 1] = pattern[question[grows > 0]]
        given = np.bincount(question, minlength=len(pattern))
        column = 3 + np.arange(len(question)) - (np.cumsum(given) - given)[question]
        widths, tables = -(-(3 + given) // 16) * 16, list[Array]()
        rows = np.full((len(given), int(widths.max())), len(self.role_name) - 1, self.target.dtype)
        rows[:, 0], rows[:, 1], rows[:, 2] = pattern, split.shift, split.extra
        rows[question, column] = self.target[lines - 1]
        rows[:, 3:].sort(axis=1)
        for width in np.flatnonzero(np.bincount(widths)).tolist():
            some = rows[widths == width, :width]
            tables.append(some[distinct(some.view(np.uint64))[0]])
            self.keep(tables[-1].nbytes)
        return tables
