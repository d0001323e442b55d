"""The questions of a strategy that a certificate lists, what they leave, and where play goes on.

A *place* is a pattern with offsets and excluded colours.  It stands for n = 0, 1, 2, ... colours
that are implicit in the fullest column; a column with offset a has n - a of them.  With one
alphabet for all columns there is one number n and one offset, 0.  Excluded colours of an alphabet
are known not to be in the secret; they are counted up to the cap of the game (`Rules`), and each
question may have blanks, which match nothing, as they allow.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from math import prod
from typing import NamedTuple

import numpy as np

from .images import ListedPatterns
from .reading import Malformed, Progress, Rejected
from .rules import EXTRA, STAR, Array, Vector
from .shortreading import Clause, Columns, StrategyPlace
from .splitting import Questions, answers, extend, normalized, questions, to_rows

Name = tuple[int, Vector, Vector]  # pattern, offsets, excluded
MOST_ROWS = 1 << 16  # clauses of an extended pattern
MOST_ASKED = 200  # questions in a row
UNLISTED = -1


class PlayedPart(NamedTuple):
    """A part: the secrets left after an answer.

    pattern: the number of the pattern to which the part is isomorphic, or UNLISTED.  columns: for
    each column of the pattern that was asked, which column of this one it becomes.  The other
    fields are of the pattern that was asked.  free: of each alphabet, how many explicit colours,
    old or new, do not occur any more, so they are excluded.  active: flags of the kinds of colours
    that are still implicit.  stars: the sets of columns where a clause has its stars, each once.
    """

    answer: int
    pattern: int
    columns: Columns
    free: Vector
    active: Vector
    stars: tuple[int, ...]


class ListedStrategy(ABC):
    """The strategy of a certificate: its questions, with what they leave, and what they take.

    lines: by pattern and offsets, those with more excluded colours first.  A line is for places
    with at least its excluded colours, and for those that a symmetry of its pattern makes of them.
    """

    def __init__(
        self, patterns: ListedPatterns, places: Sequence[StrategyPlace], progress: Progress
    ) -> None:
        self.patterns, self.rules, self.pegs = patterns, patterns.rules, patterns.pegs
        self.places = places
        rules = self.rules
        if len(rules.kinds) != rules.alphabets:
            raise Malformed("a game with several kinds of colours in an alphabet")
        self.parts: dict[tuple[int, Clause], list[PlayedPart]] = {}
        self.new: dict[tuple[int, Clause], Vector] = {}
        self.allowed = rules.fits((0,) * rules.alphabets)
        self.active = [self._active(stars) for stars in patterns.stars]
        self.root: Name = 0, (0,) * rules.alphabets, (0,) * rules.alphabets
        self.tables = set[tuple[Vector, Vector]]()
        self.ways = cache(rules.ways)
        # Whether some clause stands for a secret; sets: the columns with stars of clauses.
        self.has_secrets = cache(lambda sets, left: any(rules.ways(stars, left) for stars in sets))
        self.lines: dict[tuple[int, Vector], dict[Vector, tuple[StrategyPlace, Columns]]] = {}
        self.known = dict[tuple[Name, int], int]()
        for number, place in enumerate(places):
            self._enter_line(place)
            progress("questions split", number + 1, len(places))
        for at, same in self.lines.items():
            more_first = sorted(same, key=lambda excluded: (-sum(excluded), excluded))
            self.lines[at] = {excluded: same[excluded] for excluded in more_first}

    def _active(self, stars: int) -> Vector:
        """Flags of the kinds of colours that are implicit with stars in these columns."""
        some = self.rules.active(stars)
        return tuple(int(i in some) for i in self.rules.indices)

    def _enter_line(self, place: StrategyPlace) -> None:
        """`Rejected` unless there is such a place, once, where its questions may be asked."""
        if place.pattern >= len(self.patterns.named):
            raise Rejected(f"line {place.line}: there is no pattern {place.pattern}")
        active = self.active[place.pattern]
        some = [a for a, is_on in zip(place.offsets, active, strict=True) if is_on]
        if min(some, default=0) or sum(some) < sum(place.offsets):
            raise Rejected(f"line {place.line}: there are no such offsets")
        if max(place.excluded) > self.rules.cap:
            raise Rejected(f"line {place.line}: more excluded colours than make a difference")
        for order in self.patterns.symmetries[place.pattern]:
            offsets, excluded = (tuple(x[j] for j in order) for x in place[1:3])
            same = self.lines.setdefault((place.pattern, offsets), {})
            back = tuple(map(order.index, range(len(order))))
            if same.setdefault(excluded, (place, back))[0] is not place:
                raise Rejected(f"line {place.line}: this place is there twice")
        for asked in place.questions:
            self._enter(place, asked.cells)

    # --------------------------------------------------------------------------------- questions

    def _enter(self, place: StrategyPlace, cells: Clause) -> None:
        """Check that a question may be asked at a place, and split the pattern by it.

        `Rejected` for a colour or blank that may not be there, and when it tells nothing.
        """
        blanks = sum(bit for bit, cell in zip(self.rules.bits, cells, strict=True) if cell == EXTRA)
        if not self.allowed[np.dot(place.excluded, self.rules.weights), blanks]:
            raise Rejected(f"line {place.line}: a blank where no colour is excluded")
        if (place.pattern, cells) not in self.parts:
            self._split(place.pattern, cells, place.line)

    def _split(self, number: int, cells: Clause, line: int) -> None:
        patterns, rules = self.patterns, self.rules
        shown, stars = patterns.colours[number], patterns.stars[number]
        table = self._table(shown, rules.active(stars))
        if cells == (EXTRA,) * self.pegs:
            raise Rejected(f"line {line}: a question that tells nothing")
        question = int(table.place[table.codes(np.array(cells))])
        if tuple(table.cells[question].tolist()) != cells:
            raise Rejected(f"line {line}: a question with a colour that is none")
        new = rules.shifts[table.shift[question]]
        rows = self._extended(number, table, question, line)
        told = answers(rules, rows, table, np.array([question]))[:, 0]
        sizes = np.bincount(told, minlength=len(rules.answers) + 1)[:-1]
        if not any(new) and sizes.max(initial=0) == len(rows):
            raise Rejected(f"line {line}: a question that tells nothing")
        masks, explicit = (rows == STAR) @ rules.bits, [*map(int.__add__, shown, new)]
        parts = []
        for answer in np.flatnonzero(sizes).tolist():
            some = told == answer
            clauses = rows[some].tobytes()
            found = patterns.found.get(normalized(clauses, rules.alphabets), 0)
            left = tuple(np.unique(masks[some]).tolist())
            listed = patterns.pattern[found] if found else UNLISTED
            where = answer, listed, patterns.columns[found]
            free = tuple(map(int.__sub__, explicit, rules.shown(clauses)))
            parts.append(PlayedPart(*where, free, self._active(rules.stars(clauses)), left))
        self.parts[number, cells], self.new[number, cells] = parts, new

    def _table(self, shown: Vector, active: Vector) -> Questions:
        """All questions on a pattern.  Tables of games with one alphabet are few, and are kept."""
        rules = self.rules
        if rules.alphabets > 1 or (shown, active) not in self.tables:
            more = rules.most_new // rules.alphabets + 1  # new colours of a column, and a blank
            words = prod(shown[j % len(shown)] + more for j in rules.columns)
            self.patterns.budget.spend(4000 * words)
            self.tables.add((shown, active))
        return questions(rules, shown, active)

    def _extended(self, number: int, table: Questions, question: int, line: int) -> Array:
        """The clauses of a pattern, extended by the new colours of a question."""
        rules, own = self.rules, to_rows(self.patterns.named[number], self.pegs)
        has = table.absent[question] == EXTRA  # which of the new colours
        fresh = table.fresh[None, :, has]
        spread = 1 + int((fresh[0] != STAR).sum(axis=1).max(initial=0))
        most = int((spread ** (own == STAR).sum(axis=1)).sum())
        self.patterns.budget.spend(100_000 + 1000 * most)
        if most > MOST_ROWS:
            raise Malformed(f"line {line}: more than {MOST_ROWS} clauses after an extension")
        return extend(rules, own, np.zeros(len(own), int), fresh)[0]

    # -------------------------------------------------------------------------------------- play

    def asked(self, name: Name, n: int) -> tuple[StrategyPlace, Name, Clause]:
        """The line for a place, the place as the columns of the line have it, and the question.

        `Rejected` where the strategy has none.
        """
        for excluded, (place, back) in self.lines.get(name[:2], {}).items():
            if all(map(int.__le__, excluded, name[2])):
                for one in place.questions:
                    if one.holds(n):
                        levels = tuple(map(name[2].__getitem__, back))
                        return place, (place.pattern, place.offsets, levels), one.cells
        raise Rejected(f"the strategy does not say what to do at {written(name)} for n = {n}")

    def left(self, name: Name, cells: Clause, n: int) -> Vector:
        """How many colours of each kind are implicit once the new ones are explicit."""
        offsets, new = name[1], self.new[name[0], cells]
        numbers = zip(offsets, new, self.active[name[0]], strict=True)
        return tuple((n - a - r) * is_on for a, r, is_on in numbers)

    def after(self, name: Name, cells: Clause, n: int) -> list[tuple[Name, int]]:
        """The place after each answer, and how much smaller its n is; 0 if it has no star.

        The fullest column of a part may have fewer colours than that of the pattern.
        """
        left, cap, after = self.left(name, cells, n), self.rules.cap, list[tuple[Name, int]]()
        one, was, excluded = self.rules.alphabets == 1, self.active[name[0]], name[2]
        for part in self.parts[name[0], cells]:
            most = max([m for m, is_on in zip(left, part.active, strict=True) if is_on], default=n)
            offsets, levels = [0] * len(left), [0] * len(left)
            for i, m in enumerate(left):
                place = 0 if one else part.columns[i]
                offsets[place] = (most - m) * part.active[i]
                ended = max(m, 0) * (was[i] - part.active[i])  # all are excluded
                levels[place] = min(cap, excluded[i] + part.free[i] + ended)
            after.append(((part.pattern, tuple(offsets), tuple(levels)), n - most))
        return after

    def below(self, name: Name, n: int) -> list[tuple[Name, int]]:
        """The places with secrets to which the answers lead, and how much smaller n is there."""
        self.patterns.budget.spend(50_000)
        _, name, cells = self.asked(name, n)
        if min(left := self.left(name, cells, n)) < 0:
            raise Rejected(f"there is no new colour at {written(name)} for n = {n}")
        parts = zip(self.parts[name[0], cells], self.after(name, cells, n), strict=True)
        below = [after for part, after in parts if self.has_secrets(part.stars, left)]
        if any(part[0] == UNLISTED for part, _ in below):
            raise Rejected(f"a part of the question at {written(name)} for n = {n} is not listed")
        return below

    def value(self, name: Name, n: int, asked: int = 0) -> int:
        """What the strategy takes at a place, as `combined` adds it up.

        asked: how many questions came before.  Where no colour is implicit n makes no difference,
        and is 0.
        """
        n *= self.has_stars(name)
        if (name, n) not in self.known:
            if asked > MOST_ASKED:
                raise Rejected(f"the strategy asks more than {MOST_ASKED} questions in a row")
            below = [self.value(part, n - less, asked + 1) for part, less in self.below(name, n)]
            self.known[name, n] = self.combined(name, n, below)
        return self.known[name, n]

    @abstractmethod
    def combined(self, name: Name, n: int, below: list[int]) -> int:
        """What the strategy takes at a place, from what it takes after each answer."""

    def has_stars(self, name: Name) -> bool:
        return any(self.active[name[0]])

    # ---------------------------------------------------------------------------- for large n

    def check_start(self, start: int, period: int) -> None:
        """`Rejected` unless from the start on questions depend on residues only.

        And each clause has secrets, whatever was asked.
        """
        least = 2 * self.pegs // self.rules.alphabets
        for place in self.places:
            least = max(least, max(place.offsets) + 2)
            for one in place.questions:
                least = max(least, one.first if one.last is None else one.last + 1)
                if one.last is None and period % one.step:
                    raise Rejected(f"line {place.line}: a step that does not divide {period}")
        if start < least:
            raise Rejected(f"the strategy does not settle before n = {least}: the start is less")

    def reach(self, start: int, period: int) -> tuple[list[tuple[Name, int]], int]:
        """The places with stars to which play leads from the start on, with the residues of n.

        Also the most by which a question lowers n.
        """
        deepest = 0
        reached = {(self.root, residue): None for residue in range(period)}
        waiting = [*reached]
        while waiting:
            name, residue = waiting.pop()
            n = start + (residue - start) % period
            for part, less in self.below(name, n):
                if self.has_stars(part):
                    deepest = max(deepest, less)
                    place = part, (n - less) % period
                    if place not in reached:
                        reached[place] = None
                        waiting.append(place)
        return [*reached], deepest


def written(name: Name) -> str:
    """A place as the certificate writes it."""
    number, offsets, excluded = name
    return f"{number}.{''.join(map(str, offsets))}.{''.join(map(str, excluded))}"
