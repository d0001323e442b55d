"""The closures of black-peg games counted by a second method, from the rules alone.

Nothing here comes from the package, and nothing is done in its way.  No pattern has a canonical
form: parts are put into classes by numbers that isomorphisms preserve, and by a search for an
isomorphism to a pattern of the same numbers.  Questions are not compared with their images: a walk
along the columns takes one cell of each orbit of what fixes the cells before, and how many there
are is also told by Burnside's lemma, without making any.

A pattern is a frozen set of clauses, a clause a tuple of colours and of `STAR`.  A symbol is a
colour with its alphabet: its column in black-peg Mastermind, always 0 in black-peg AB.  An
automorphism, a permutation of symbols, moves no column.  A question is a cell for each column: a
symbol, a new colour of a kind (a set of columns, all of which have a star in some clause), or the
blank.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, permutations
from math import perm, prod

from tests.oracles.black_peg import STAR

__all__ = ["STAR", "Counted"]

Clause = tuple[int, ...]
Pattern = frozenset[Clause]
Symbol = tuple[int, int]
Renaming = dict[Symbol, Symbol]
Kind = frozenset[int]


@dataclass
class Classes:
    """Patterns up to isomorphism, each with the invariant numbers of its class."""

    own: bool
    members: list[Pattern] = field(default_factory=list)
    by_numbers: dict[object, list[int]] = field(default_factory=dict)

    def find(self, pattern: Pattern) -> int:
        """The number of the class of a pattern, which may be a new one."""
        numbers, clauses = invariants(pattern, self.own)
        same = self.by_numbers.setdefault(numbers, [])
        for number in same:
            other = self.members[number]
            _, others = invariants(other, self.own)
            for columns in permutations(range(len(next(iter(pattern))))):
                if next(isomorphisms(clauses, others, columns, self.own), None) is not None:
                    return number
        same.append(len(self.members))
        self.members.append(pattern)
        return same[-1]


def invariants(pattern: Pattern, own: bool) -> tuple[object, dict[Clause, int]]:
    """Numbers that isomorphisms of patterns preserve, and those of its clauses.

    A clause, a column and a symbol get a number each that comes from those of what they meet, three
    times over.
    """
    pegs = range(len(next(iter(pattern))))
    cells = [(clause, j, (j if own else 0, clause[j])) for clause in pattern for j in pegs]
    symbols = {symbol: -1 if symbol[1] == STAR else 1 for *_, symbol in cells}
    columns = [0] * len(pegs)
    for _ in range(3):
        rows: dict[Clause, list[int]] = {clause: [] for clause in pattern}
        for clause, j, symbol in cells:
            rows[clause].append(hash((columns[j], symbols[symbol])))
        clauses = {clause: hash(tuple(sorted(row))) for clause, row in rows.items()}
        met: dict[Symbol, list[int]] = {symbol: [value] for symbol, value in symbols.items()}
        seen: list[list[int]] = [[] for _ in pegs]
        for clause, j, symbol in cells:
            met[symbol].append(hash((clauses[clause], columns[j])))
            seen[j].append(hash((clauses[clause], symbols[symbol])))
        symbols = {s: hash((s[1] == STAR, *sorted(values))) for s, values in met.items()}
        columns = [hash(tuple(sorted(values))) for values in seen]
    return tuple(sorted(chain(clauses.values(), columns))), clauses


def isomorphisms(
    clauses: dict[Clause, int], others: dict[Clause, int], columns: tuple[int, ...], own: bool
) -> Iterator[Renaming]:
    """All renamings of symbols that map clauses onto others, with column `columns[j]` put at j.

    Clauses that correspond have the same number.
    """
    todo = list(clauses)

    def extend(position: int, free: frozenset[Clause], there: Renaming) -> Iterator[Renaming]:
        if position == len(todo):
            yield there
            return
        clause = todo[position]
        for other in free:
            if others[other] == clauses[clause]:
                found = matched(clause, other, there)
                if found is not None:
                    yield from extend(position + 1, free - {other}, found)

    def matched(clause: Clause, other: Clause, there: Renaming) -> Renaming | None:
        there = dict(there)
        for j, i in enumerate(columns):
            if (clause[i] == STAR) != (other[j] == STAR):
                return None
            if clause[i] != STAR:
                symbol, image = (i if own else 0, clause[i]), (j if own else 0, other[j])
                if symbol not in there and image in there.values():
                    return None
                if there.setdefault(symbol, image) != image:
                    return None
        return there

    if sorted(clauses.values()) == sorted(others.values()):
        yield from extend(0, frozenset(others), {})


@dataclass
class Counted:
    """The closure of a game: with every blank, or with those that need no excluded colour.

    own: an alphabet for each column (black-peg Mastermind), or one for all whose colours stand once
    in a clause and in a question (black-peg AB).  questions: how many each pattern has.  Explicit
    masets are the parts without a star, of patterns and of explicit masets; `at_once` of them are
    parts of patterns.  The part that has all black pegs is none.
    """

    own: bool
    pegs: int
    blanks: bool

    def __post_init__(self) -> None:
        self.patterns, self.masets = Classes(self.own), Classes(self.own)
        self.questions: list[int] = []
        self.raw: set[Pattern] = set()
        self.seen: set[Pattern] = set()
        self.patterns.find(frozenset({(STAR,) * self.pegs}))
        for pattern in self.patterns.members:
            self.questions.append(self.ask(pattern))
        self.at_once = len(self.masets.members)
        for maset in self.masets.members:
            self.ask(maset)

    def ask(self, pattern: Pattern) -> int:
        """Split a pattern by one question of each class, and tell how many classes there are."""
        symbols = {
            (j if self.own else 0, cell)
            for clause in pattern
            for j, cell in enumerate(clause)
            if cell != STAR
        }
        clauses = invariants(pattern, self.own)[1]
        group = list(isomorphisms(clauses, clauses, tuple(range(self.pegs)), self.own))
        kinds = self.kinds(pattern)
        sets = [blank for blank in subsets(range(self.pegs)) if self.may_be(blank, kinds)]
        made = 0
        for blank in sets:
            for parts in self.walk(0, blank, kinds, symbols, group, {0: pattern}):
                made += 1
                parts.pop(self.pegs, None)
                for part in parts.values():
                    self.enter(part)
        assert made == self.by_burnside(group, symbols, kinds, sets)
        return made

    def kinds(self, pattern: Pattern) -> list[Kind]:
        """The kinds of new colours: sets of columns that have a star."""
        starred = [j for j in range(self.pegs) if any(clause[j] == STAR for clause in pattern)]
        if self.own:
            return [frozenset({j}) for j in starred]
        return [frozenset(some) for some in subsets(starred) if some]

    def may_be(self, blank: tuple[int, ...], kinds: list[Kind]) -> bool:
        """Whether blanks may stand in these columns and nowhere else."""
        if len(blank) == self.pegs:
            return False
        if self.blanks or not blank:
            return True
        # Without excluded colours a blank is an implicit colour of the same alphabet that cannot
        # stand there.  Of each kind there may be as many as are needed.
        return not self.own and all(any(j not in kind for kind in kinds) for j in blank)

    def walk(
        self,
        j: int,
        blank: tuple[int, ...],
        kinds: list[Kind],
        symbols: set[Symbol],
        group: list[Renaming],
        parts: dict[int, Pattern],
    ) -> Iterator[dict[int, Pattern]]:
        """The parts by one question of each class; those of the cells before j are given.

        symbols: what may still be asked; group: what fixes the cells before j.
        """
        if j == self.pegs:
            yield parts
            return
        if j in blank:
            yield from self.walk(j + 1, blank, kinds, symbols, group, parts)
            return
        here = j if self.own else 0
        left = {symbol for symbol in symbols if symbol[0] == here}
        while left:
            symbol = min(left)
            left -= {renaming[symbol] for renaming in group}
            fixing = [one for one in group if one[symbol] == symbol]
            asked = by_colour(parts, j, symbol[1])
            yield from self.walk(j + 1, blank, kinds, symbols - {symbol}, fixing, asked)
        for kind in kinds:
            if j in kind:
                asked = by_new(parts, j, kind, 20 + j)
                yield from self.walk(j + 1, blank, kinds, symbols, group, asked)

    def by_burnside(
        self,
        group: list[Renaming],
        symbols: set[Symbol],
        kinds: list[Kind],
        sets: list[tuple[int, ...]],
    ) -> int:
        """How many classes of questions there are, by the questions that each renaming fixes."""
        total = 0
        new = [sum(j in kind for kind in kinds) for j in range(self.pegs)]
        for renaming in group:
            fixed = [symbol for symbol in symbols if renaming[symbol] == symbol]
            for blank in sets:
                asked = [j for j in range(self.pegs) if j not in blank]
                if self.own:
                    total += prod(new[j] + sum(a == j for a, _ in fixed) for j in asked)
                else:
                    total += sum(
                        perm(len(fixed), len(old)) * prod(new[j] for j in asked if j not in old)
                        for old in subsets(asked)
                    )
        classes, rest = divmod(total, len(group))
        assert rest == 0
        return classes

    def enter(self, part: Pattern) -> None:
        """Put a part into its class, if it is not known."""
        if part in self.raw:
            return
        self.raw.add(part)
        part = numbered(part if self.own else without_implicit(part), self.own)
        if part in self.seen:
            return
        self.seen.add(part)
        starred = any(STAR in clause for clause in part)
        (self.patterns if starred else self.masets).find(part)


def subsets(things: object) -> list[tuple[int, ...]]:
    things = list(things)
    return [*chain.from_iterable(combinations(things, n) for n in range(len(things) + 1))]


def by_colour(parts: dict[int, Pattern], j: int, colour: int) -> dict[int, Pattern]:
    """Parts by the number of black pegs, when column j is asked for an explicit colour."""
    found: dict[int, set[Clause]] = {}
    for black, clauses in parts.items():
        for clause in clauses:
            found.setdefault(black + (clause[j] == colour), set()).add(clause)
    return {black: frozenset(clauses) for black, clauses in found.items()}


def by_new(parts: dict[int, Pattern], j: int, kind: Kind, colour: int) -> dict[int, Pattern]:
    """The same when column j is asked for a new colour, which may stand in those of `kind`."""
    found: dict[int, set[Clause]] = {}
    for black, clauses in parts.items():
        for clause in clauses:
            found.setdefault(black, set()).add(clause)
            for i in kind:
                if clause[i] == STAR:
                    image = (*clause[:i], colour, *clause[i + 1 :])
                    found.setdefault(black + (i == j), set()).add(image)
    return {black: frozenset(clauses) for black, clauses in found.items()}


def without_implicit(part: Pattern) -> Pattern:
    """Without the colours whose clauses are those of an implicit one of the same columns."""
    for colour in {cell for clause in part for cell in clause} - {STAR}:
        rest = frozenset(clause for clause in part if colour not in clause)
        kind = {j for clause in part for j, cell in enumerate(clause) if cell == colour}
        images = {
            (*clause[:j], colour, *clause[j + 1 :])
            for clause in rest
            for j in kind
            if clause[j] == STAR
        }
        if all(any(clause[j] == STAR for clause in rest) for j in kind) and part == rest | images:
            return without_implicit(rest)
    return part


def numbered(part: Pattern, own: bool) -> Pattern:
    """With the colours of each alphabet renamed to 0, 1, ... in ascending order."""
    columns = [sorted({*column} - {STAR}) for column in zip(*part, strict=True)]
    if not own:
        columns = [sorted({*chain.from_iterable(columns)})] * len(columns)
    names = [{c: i for i, c in enumerate(column)} | {STAR: STAR} for column in columns]
    return frozenset(tuple(n[c] for n, c in zip(names, clause, strict=True)) for clause in part)
