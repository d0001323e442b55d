"""Black-peg Mastermind on bands around the diagonal, from the rules and `docs/black-peg.md` alone.

A second program for the proof with states (pattern, offsets).  Nothing here comes from the package.

`Patterns` splits patterns by all questions, also isomorphic ones.  No pattern has a canonical form:
a part belongs to the first pattern to which a search finds an isomorphism, among those with the
same hash.  `Patterns(pegs)` finds the closure, `Patterns(pegs, given)` holds a list against it.

`Band` has the numbers of states (pattern, offsets): lower bounds of the least total of their
secrets in the reading `with`, for one index after another, by questions and by averaging.

A clause is a whole number, five bits for each column; `STAR` is the largest cell.  A part is the
number of its pattern times `ROOM`, plus that of a permutation: column j of the pattern is column
permutation[j] of the part.
"""

from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[Any]

STAR = 31
BLANK = 30
ROOM = 128  # at least the number of permutations of columns
WIDEST = 64  # clauses that a part may have
NONE = -(1 << 60)  # no bound is listed
HUGE = 1 << 60


class Known(NamedTuple):
    """Parts as they come, and patterns; both by open addressing."""

    perms: Array  # (permutations, pegs)
    slots: Array  # hash of a part -> its number, or -1
    start: Array
    codes: Array
    found: Array  # part -> pattern * ROOM + permutation
    pattern_slots: Array
    pattern_start: Array
    pattern_codes: Array
    pattern_hash: Array
    clause_hash: Array
    column_hash: Array
    counts: Array  # parts, patterns


@njit(cache=True)
def _mix(number: int) -> int:
    number = (number ^ (number >> 30)) * 0x2B7E151628AED2A7
    number = (number ^ (number >> 27)) * 0x1F83D9ABFB41BD6B
    return number ^ (number >> 31)


@njit(cache=True)
def _cell(clause: int, j: int) -> int:
    return (clause >> (5 * j)) & 31


@njit(cache=True)
def _tidy(part: Array, size: int, pegs: int) -> None:
    """Number the colours of each column 0, 1, ... in their order, and sort the clauses."""
    names = np.zeros(32, np.int64)
    for j in range(pegs):
        names[:] = 0
        for i in range(size):
            names[_cell(part[i], j)] = 1
        following = 0
        for colour in range(STAR):
            if names[colour]:
                names[colour] = following
                following += 1
        names[STAR] = STAR
        for i in range(size):
            cell = _cell(part[i], j)
            part[i] += (names[cell] - cell) << (5 * j)
    part[:size].sort()


@njit(cache=True)
def _hashes(part: Array, size: int, pegs: int, clauses: Array, columns: Array) -> int:
    """Fill in hashes of clauses and columns that isomorphisms preserve; the hash of the pattern."""
    cells = np.zeros((pegs, 32), np.int64)
    fresh = np.zeros((pegs, 32), np.int64)
    columns[:pegs] = 0
    for j in range(pegs):
        for i in range(size):
            cells[j, _cell(part[i], j)] += 1
        cells[j, STAR] = -cells[j, STAR] - 1
    total = 0
    for _ in range(3):
        for i in range(size):
            clauses[i] = 0
            for j in range(pegs):
                clauses[i] += _mix(cells[j, _cell(part[i], j)] + 3 * columns[j])
            clauses[i] = _mix(clauses[i])
        total = 0
        for j in range(pegs):
            fresh[j] = 5 * cells[j]
            for i in range(size):
                fresh[j, _cell(part[i], j)] += _mix(clauses[i] + 7 * columns[j])
            columns[j] = 0
            for i in range(size):
                cell = _cell(part[i], j)
                cells[j, cell] = _mix(fresh[j, cell])
                columns[j] += _mix(cells[j, cell] ^ clauses[i])
            total += _mix(columns[j])
    for i in range(size):
        total += _mix(11 * clauses[i])
    return _mix(total + size)


@njit(cache=True)
def _isomorphic(
    part: Array, hashes: Array, other: Array, others: Array, size: int, perm: Array
) -> bool:
    """Whether clauses correspond, column perm[j] of the part being column j of the other."""
    pegs = len(perm)
    there = np.full((pegs, 32), -1)
    back = np.full((pegs, 32), -1)
    used = np.zeros(size, np.bool_)
    chosen = np.full(size + 1, -1)
    named = np.zeros((size, pegs), np.bool_)
    depth = 0
    while depth < size:
        clause, now = part[depth], chosen[depth]
        if now >= 0:
            used[now] = False
            for j in range(pegs):
                if named[depth, j]:
                    there[j, _cell(clause, perm[j])] = -1
                    back[j, _cell(other[now], j)] = -1
                    named[depth, j] = False
        good = False
        for i in range(now + 1, size):
            if used[i] or others[i] != hashes[depth]:
                continue
            good = True
            for j in range(pegs):
                a, b = _cell(clause, perm[j]), _cell(other[i], j)
                if a == STAR or b == STAR:
                    good = good and a == b
                elif there[j, a] != -1 or back[j, b] != -1:
                    good = good and there[j, a] == b
            if good:
                for j in range(pegs):
                    a, b = _cell(clause, perm[j]), _cell(other[i], j)
                    if a != STAR and there[j, a] == -1:
                        there[j, a], back[j, b] = b, a
                        named[depth, j] = True
                used[i], chosen[depth] = True, i
                break
        if good:
            depth += 1
            chosen[depth] = -1
        else:
            chosen[depth] = -1
            depth -= 1
            if depth < 0:
                return False
    return True


@njit(cache=True)
def _identify(part: Array, size: int, known: Known, grow: bool) -> int:
    """The pattern of a part, with a permutation; -1 if there is none and `grow` is false."""
    pegs = known.perms.shape[1]
    clauses, columns = np.zeros(size, np.int64), np.zeros(pegs, np.int64)
    value = _hashes(part, size, pegs, clauses, columns)
    slot = value & (len(known.pattern_slots) - 1)
    while known.pattern_slots[slot] >= 0:
        number = known.pattern_slots[slot]
        begin = known.pattern_start[number]
        if known.pattern_hash[number] == value and known.pattern_start[number + 1] - begin == size:
            for which in range(len(known.perms)):
                perm = known.perms[which]
                same = True
                for j in range(pegs):
                    same = same and columns[perm[j]] == known.column_hash[number, j]
                if same and _isomorphic(
                    part,
                    clauses,
                    known.pattern_codes[begin:],
                    known.clause_hash[begin:],
                    size,
                    perm,
                ):
                    return number * ROOM + which
        slot = (slot + 1) & (len(known.pattern_slots) - 1)
    if not grow:
        return -1
    number = known.counts[1]
    known.pattern_slots[slot] = number
    begin = known.pattern_start[number]
    known.pattern_codes[begin : begin + size] = part[:size]
    known.clause_hash[begin : begin + size] = clauses
    known.column_hash[number] = columns
    known.pattern_hash[number] = value
    known.pattern_start[number + 1] = begin + size
    known.counts[1] += 1
    return number * ROOM


@njit(cache=True)
def _enter(part: Array, size: int, known: Known, grow: bool) -> int:
    """The same by the table of parts, which keeps each as it came."""
    _tidy(part, size, known.perms.shape[1])
    value = size
    for i in range(size):
        value = _mix(value + part[i])
    slot = value & (len(known.slots) - 1)
    while known.slots[slot] >= 0:
        number = known.slots[slot]
        begin = known.start[number]
        same = known.start[number + 1] - begin == size
        for i in range(size if same else 0):
            same = same and known.codes[begin + i] == part[i]
        if same:
            return known.found[number]
        slot = (slot + 1) & (len(known.slots) - 1)
    number = known.counts[0]
    known.slots[slot] = number
    begin = known.start[number]
    known.codes[begin : begin + size] = part[:size]
    known.start[number + 1] = begin + size
    known.found[number] = _identify(part, size, known, grow)
    known.counts[0] += 1
    return known.found[number]


@njit(cache=True)
def _parts(clauses: Array, cells: Array, colours: Array, parts: Array, sizes: Array) -> None:
    """Clauses by the number of black pegs; colours[j] is the new colour of column j."""
    pegs = len(cells)
    free = np.zeros(pegs, np.int64)
    sizes[:] = 0
    for clause in clauses:
        black = choices = 0
        for j in range(pegs):
            cell = _cell(clause, j)
            if cell == cells[j]:
                black += 1
            elif cell == STAR and cells[j] == colours[j]:
                free[choices] = j
                choices += 1
        for some in range(1 << choices):
            image, more = clause, black
            for i in range(choices):
                if some >> i & 1:
                    image += (cells[free[i]] - STAR) << (5 * free[i])
                    more += 1
            parts[more, sizes[more]] = image
            sizes[more] += 1


@njit(cache=True)
def _ask(clauses: Array, options: Array, known: Known, grow: bool, rows: Array) -> int:
    """Rows (columns of new colours as bits, parts or -1) of all questions that tell something.

    How many there are.  -1 if a part has no pattern.
    """
    pegs = known.perms.shape[1]
    colours = np.zeros(pegs, np.int64)
    number = 1
    for j in range(pegs):
        for clause in clauses:
            if _cell(clause, j) != STAR:
                colours[j] = max(colours[j], _cell(clause, j) + 1)
        number *= options[j] + 1
    cells = np.zeros(pegs, np.int64)
    parts = np.zeros((pegs + 1, WIDEST), np.int64)
    sizes = np.zeros(pegs + 1, np.int64)
    asked = 0
    for question in range(number - 1):  # the last one is blank in all columns
        new = 0
        for j in range(pegs):
            cells[j] = question % (options[j] + 1)
            question //= options[j] + 1
            if cells[j] == options[j]:
                cells[j] = BLANK
            elif cells[j] == colours[j]:
                new |= 1 << j
        _parts(clauses, cells, colours, parts, sizes)
        rows[asked, 0] = new
        useful = True
        for black in range(pegs):
            useful = useful and (new > 0 or sizes[black] < len(clauses))
            rows[asked, 1 + black] = -1
            if sizes[black]:
                part = _enter(parts[black], sizes[black], known, grow)
                if part < 0:
                    return -1
                rows[asked, 1 + black] = part
        if useful:
            asked += 1
    return asked


def coded(clause: tuple[int, ...]) -> int:
    return sum(cell << 5 * j for j, cell in enumerate(clause))


class Patterns:
    """Patterns with the parts of all questions; the closure, or a list of patterns that is closed.

    rows[i]: different rows of questions on pattern i, see `_ask`.  raw: how many questions were
    asked that tell something, for each pattern.  Permutations in rows are the first of those that
    put the stars of the pattern at the same columns, up to its own isomorphisms.
    """

    def __init__(self, pegs: int, given: list[list[tuple[int, ...]]] | None = None) -> None:
        self.pegs = pegs
        self.perms = list(permutations(range(pegs)))
        many = 1 << (8 if pegs < 3 else 12 if pegs == 3 else 23)
        self.known = known = Known(
            np.array(self.perms, np.int64),
            np.full(many, -1, np.int32),
            np.zeros(many // 2, np.int64),
            np.zeros(many * 8, np.int32),
            np.zeros(many // 2, np.int32),
            np.full(1 << 14, -1, np.int32),
            np.zeros(1 << 13, np.int64),
            np.zeros(1 << 18, np.int64),
            np.zeros(1 << 13, np.int64),
            np.zeros(1 << 18, np.int64),
            np.zeros((1 << 13, pegs), np.int64),
            np.zeros(2, np.int64),
        )
        for clauses in [[(STAR,) * pegs]] if given is None else given:
            codes, number = np.array(sorted(map(coded, clauses)), np.int64), len(self)
            if _identify(codes, len(codes), known, True) != number * ROOM:
                raise ValueError(f"a pattern stands twice: {clauses}")
        self.rows: list[Array] = []
        self.raw: list[int] = []
        self.same: list[list[int]] = []
        while len(self.rows) < len(self):
            self._split(len(self.rows), given is None)
        self.starred = np.array(
            [[any(c[j] == STAR for c in self[i]) for j in range(pegs)] for i in range(len(self))]
        )
        canonical = np.zeros((len(self), ROOM), np.int32)
        for i in range(len(self)):
            canonical[i, : len(self.perms)] = self._first(i)
        for i, rows in enumerate(self.rows):
            rows[:, 1:] = np.where(rows[:, 1:] < 0, -1, canonical.ravel()[rows[:, 1:]])
            self.rows[i] = np.unique(rows, axis=0)

    def __len__(self) -> int:
        return int(self.known.counts[1])

    def __getitem__(self, number: int) -> list[tuple[int, ...]]:
        begin, end = self.known.pattern_start[number : number + 2]
        codes = self.known.pattern_codes[begin:end].tolist()
        return [tuple(code >> 5 * j & 31 for j in range(self.pegs)) for code in codes]

    def codes(self, number: int) -> Array:
        begin, end = self.known.pattern_start[number : number + 2]
        return self.known.pattern_codes[begin:end]

    def find(self, clauses: list[tuple[int, ...]]) -> tuple[int, tuple[int, ...]]:
        """The pattern of some clauses, and which of their columns its columns are."""
        codes = np.array(sorted(map(coded, clauses)), np.int64)
        _tidy(codes, len(codes), self.pegs)
        found = _identify(codes, len(codes), self.known, False)
        if found < 0:
            raise ValueError(f"no pattern of the list: {clauses}")
        return found // ROOM, self.perms[found % ROOM]

    def _split(self, number: int, grow: bool) -> None:
        known, clauses = self.known, self[number]
        colours = [len({c[j] for c in clauses} - {STAR}) for j in range(self.pegs)]
        options = [k + any(c[j] == STAR for c in clauses) for j, k in enumerate(colours)]
        rows = np.zeros((int(np.prod(np.array(options) + 1)), 1 + self.pegs), np.int32)
        if known.counts[0] + len(rows) * self.pegs >= len(known.start) - 1:
            raise ValueError("too many parts")
        asked = _ask(self.codes(number), np.array(options), known, grow, rows)
        if asked < 0:
            raise ValueError(f"a part of {clauses} is no pattern of the list")
        self.raw.append(asked)
        self.rows.append(np.unique(rows[:asked], axis=0))
        codes, begin = self.codes(number), known.pattern_start[number]
        hashes = known.clause_hash[begin:]
        self.same.append(
            [
                i
                for i, perm in enumerate(known.perms)
                if _isomorphic(codes, hashes, codes, hashes, len(codes), perm)
            ]
        )

    def _first(self, number: int) -> list[int]:
        """For each permutation the first that puts the stars at the same columns."""
        starred, seen, found = self.starred[number], {}, []
        for i, perm in enumerate(self.perms):
            images = [
                tuple(perm[self.perms[g][j]] if starred[j] else -1 for j in range(self.pegs))
                for g in self.same[number]
            ]
            found.append(seen.setdefault(min(images), i) + number * ROOM)
        return found


class Shape(NamedTuple):
    """What the kernels below need of patterns; offsets are numbers with `base` digits."""

    perms: Array
    starred: Array
    states: Array  # (patterns, base**pegs) -> the state, or -1
    explicit: Array  # the total of an explicit maset, -1 for others
    begin: Array  # the clauses of each pattern in `stars`
    stars: Array  # whether a clause has a star in each column
    alone: Array  # the pattern of one clause with 0, 1, ... stars
    without: Array  # (patterns, pegs) -> the part with a star in a column
    row_begin: Array
    rows: Array
    best: Array  # the row that was best before
    lows: Array  # how far below n each state was taken at most
    base: int


@njit(cache=True, forceinline=True)
def _secrets(number: int, offsets: Array, n: int, shape: Shape) -> int:
    """How many secrets a pattern has with n less these offsets."""
    total = 0
    for i in range(shape.begin[number], shape.begin[number + 1]):
        ways = 1
        for j in range(len(offsets)):
            if shape.stars[i, j]:
                ways *= max(0, n - offsets[j])
        total += ways
    return total


@njit(cache=True, forceinline=True)
def _listed(
    table: Array,
    first: int,
    number: int,
    offsets: Array,
    n: int,
    shape: Shape,
) -> int:
    """The bound of a pattern with any offsets as one state, or `NONE`.

    table[i, s]: the bounds for index first + i.
    """
    low = HUGE
    for j in range(len(offsets)):
        if shape.starred[number, j]:
            low = min(low, offsets[j])
    index = max(0, n - low)
    code = 0
    for j in range(len(offsets) - 1, -1, -1):
        digit = 0
        if shape.starred[number, j]:
            digit = min(offsets[j] - low, index)
        if digit >= shape.base:
            return NONE
        code = code * shape.base + digit
    state = shape.states[number, code]
    if state < 0:
        return NONE
    value = table[index - first, state]
    if value != NONE:
        shape.lows[state] = max(shape.lows[state], low)
    return value


@njit(cache=True, forceinline=True)
def _bound(
    table: Array,
    first: int,
    unit: int,
    part: int,
    offsets: Array,
    n: int,
    shape: Shape,
    noted: Array,
) -> int:
    """The bound of a part whose columns have these offsets.

    If it is not listed, those of its clauses, each a state or as many as it has secrets; noted[0]
    counts how often this was so, and the rest of `noted` is room to work in.
    """
    pegs = len(offsets)
    number, which = part // ROOM, part % ROOM
    if shape.explicit[number] >= 0:
        return unit * shape.explicit[number]
    own, single = noted[1 : 1 + pegs], noted[1 + pegs :]
    for j in range(pegs):
        own[j] = offsets[shape.perms[which, j]]
    value = _listed(table, first, number, own, n, shape)
    if value != NONE:
        return value
    noted[0] += 1
    total = 0
    for i in range(shape.begin[number], shape.begin[number + 1]):
        count, ways = 0, 1
        for j in range(pegs):
            if shape.stars[i, j]:
                ways *= max(0, n - own[j])
                count += 1
        value = NONE
        if ways and count:
            alone, at = shape.alone[count], 0
            for j in range(pegs):
                if shape.stars[i, j]:
                    while not shape.starred[alone, at]:
                        at += 1
                    single[at] = own[j]
                    at += 1
            value = _listed(table, first, alone, single, n, shape)
        total += unit * ways if value == NONE else value
    return total


@njit(cache=True)
def _asked(
    table: Array,
    first: int,
    unit: int,
    number: int,
    offsets: Array,
    n: int,
    shape: Shape,
    noted: Array,
) -> int:
    """The least that a question costs, in units."""
    pegs, best = len(offsets), HUGE
    secrets = _secrets(number, offsets, n, shape)
    left = np.zeros(pegs, np.int64)
    own = np.zeros(pegs, np.int64)
    near = False
    for j in range(pegs):
        near = near or (shape.starred[number, j] and n - offsets[j] < 2)
    begin = shape.row_begin[number]
    for k in range(-1, shape.row_begin[number + 1] - begin):
        # What was best before comes first, as others then need not be added up.
        i = begin + (shape.best[number] if k < 0 else k)
        possible = True
        for j in range(pegs):
            left[j] = offsets[j] + (shape.rows[i, 0] >> j & 1)
            possible = possible and (left[j] == offsets[j] or offsets[j] < n)
        for black in range(pegs if near else 0):
            part = shape.rows[i, 1 + black]
            if possible and part >= 0:
                for j in range(pegs):
                    own[j] = left[shape.perms[part % ROOM, j]]
                possible = _secrets(part // ROOM, own, n, shape) < secrets
        if possible:
            total = unit * secrets
            for black in range(pegs):
                part = shape.rows[i, 1 + black]
                if part >= 0 and total < best:
                    total += _bound(table, first, unit, part, left, n, shape, noted)
            if total < best:
                best, shape.best[number] = total, i - begin
    return best


@njit(cache=True)
def _averaged(
    table: Array, number: int, offsets: Array, column: int, n: int, shape: Shape, noted: Array
) -> int:
    """One colour of a column less, and its share of the clauses with a star there, rounded up."""
    left = offsets.copy()
    left[column] += 1
    best = _bound(table, 0, 1, number * ROOM, left, n, shape, noted)
    colours = n - offsets[column]
    if colours > 1:
        share = _bound(table, 0, 1, shape.without[number, column], left, n, shape, noted)
        best -= -share // (colours - 1)
    return best


def notes(pegs: int) -> Array:
    return np.zeros(1 + 2 * pegs, np.int64)


@njit(cache=True)
def _sizes(states: Array, numbers: Array, offsets: Array, n: int, shape: Shape) -> Array:
    found = np.zeros(len(states), np.int64)
    for i, s in enumerate(states):
        found[i] = _secrets(numbers[s], offsets[s], n, shape)
    return found


ASK, BEST = -1, -2  # how a state is bounded, if not averaged by a column
SKIP = -3


@njit(cache=True)
def _fill(
    table: Array,
    n: int,
    order: Array,
    how: Array,
    numbers: Array,
    offsets: Array,
    shape: Shape,
    noted: Array,
) -> None:
    for s in order:
        number, own = numbers[s], offsets[s]
        secrets = _secrets(number, own, n, shape)
        if secrets < 2:
            table[n, s] = secrets
        elif how[s] == ASK:
            table[n, s] = _asked(table, 0, 1, number, own, n, shape, noted)
        elif how[s] >= 0:
            table[n, s] = _averaged(table, number, own, how[s], n, shape, noted)
        elif how[s] == BEST:
            best = 0
            for j in range(len(own)):
                if shape.starred[number, j] and own[j] == 0:
                    best = max(best, _averaged(table, number, own, j, n, shape, noted))
            table[n, s] = best


class Band:
    """Lower bounds of the totals of all states whose offsets are below `base`.

    table[n, s]: the bound of state s, whose pattern is numbers[s], with offsets[s]; `NONE` where it
    was not asked for.
    """

    def __init__(self, patterns: Patterns, base: int, last: int) -> None:
        self.patterns, self.base = patterns, base
        pegs = patterns.pegs
        states = np.full((len(patterns), base**pegs), -1, np.int32)
        numbers: list[int] = []
        offsets: list[tuple[int, ...]] = []
        for number in range(len(patterns)):
            starred = patterns.starred[number]
            if not starred.any():
                continue
            group = [patterns.perms[g] for g in patterns.same[number]]
            for own in product(*(range(base if star else 1) for star in starred)):
                if min(a for a, star in zip(own, starred, strict=True) if star):
                    continue
                if states[number, self.code(own)] < 0:
                    for g in group:
                        image = tuple(own[j] for j in g)
                        states[number, self.code(image)] = len(numbers)
                    numbers.append(number)
                    offsets.append(own)
        self.numbers = np.array(numbers, np.int64)
        self.offsets = np.array(offsets, np.int64)
        clauses = [clause for i in range(len(patterns)) for clause in patterns[i]]
        sizes = [len(patterns[i]) for i in range(len(patterns))]
        alone = [patterns.find([(STAR,) * k + (0,) * (pegs - k)])[0] for k in range(pegs + 1)]
        without = np.zeros((len(patterns), pegs), np.int32)
        for i, j in zip(*np.nonzero(patterns.starred), strict=True):
            part, perm = patterns.find([c for c in patterns[i] if c[j] == STAR])
            without[i, j] = part * ROOM + patterns.perms.index(perm)
        self.shape = Shape(
            np.array(patterns.perms, np.int64),
            patterns.starred,
            states,
            np.full(len(patterns), -1, np.int64),
            np.cumsum([0, *sizes]),
            np.array(clauses) == STAR,
            np.array(alone),
            without,
            np.cumsum([0, *map(len, patterns.rows)]),
            np.concatenate(patterns.rows),
            np.zeros(len(patterns), np.int64),
            np.zeros(len(numbers), np.int64),
            base,
        )
        self._explicit()
        self.table = np.full((last + 1, len(numbers)), NONE)
        self.noted = notes(pegs)

    def code(self, offsets: tuple[int, ...]) -> int:
        return sum(a * self.base**j for j, a in enumerate(offsets))

    def state(self, number: int, offsets: tuple[int, ...]) -> int:
        return int(self.shape.states[number, self.code(offsets)])

    def _explicit(self) -> None:
        """Least totals of explicit masets, small ones first."""
        none, zero = np.zeros((1, 1), np.int64), np.zeros(self.patterns.pegs, np.int64)
        masets = np.flatnonzero(~self.patterns.starred.any(axis=1))
        for i in sorted(masets.tolist(), key=lambda i: len(self.patterns[i])):
            size = len(self.patterns[i])
            self.shape.explicit[i] = (
                1 if size == 1 else _asked(none, 0, 1, i, zero, 9, self.shape, notes(len(zero)))
            )

    def fill(self, n: int, how: Array) -> None:
        """Bounds for index n, by `ASK`, `BEST`, the column to average or `SKIP` for each state.

        In the order of the numbers of secrets.  Offsets greater than n are those of other states.
        """
        some = np.flatnonzero((how != SKIP) & (self.offsets.max(axis=1) <= n))
        secrets = _sizes(some, self.numbers, self.offsets, n, self.shape)
        order = some[np.lexsort((-self.offsets[some].sum(axis=1), secrets))]
        _fill(self.table, n, order, how, self.numbers, self.offsets, self.shape, self.noted)


def game_bounds(patterns: Patterns, last: int, full: int, small: int, large: int) -> list[int]:
    """Bounds of the whole game for n = 1, ..., last.

    Offsets up to `small` are asked for n <= full and up to `large` for greater n; one more is
    averaged by the best column.  No other state is needed.
    """
    band = Band(patterns, max(small, large) + 2, last)
    most = band.offsets.max(axis=1)
    for n in range(last + 1):
        limit = small if n <= full else large
        band.fill(n, np.where(most <= limit, ASK, np.where(most <= limit + 1, BEST, SKIP)))
    assert band.noted[0] == 0
    whole = band.state(0, (0,) * patterns.pegs)
    return [int(value) for value in band.table[1:, whole]]
