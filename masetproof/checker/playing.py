"""The questions of a strategy that a certificate lists, what they leave, and where play goes on.

A *place* is a pattern with offsets and excluded colours.  It stands for n = 0, 1, 2, ... colours
that are implicit in the fullest column; a column with offset a has n - a of them.  With one
alphabet for all columns there is one number n and one offset, 0.  Excluded colours of an alphabet
are known not to be in the secret; they are counted up to the cap of the game (`Rules`), and each
question may have blanks, which match nothing, as they allow.
"""

from math import prod
from typing import NamedTuple

import numpy as np

from .images import ListedPatterns
from .reading import Malformed, Rejected
from .rules import EXTRA, STAR, Array, Vector
from .shortreading import Clause, Columns, StrategyPlace
from .splitting import Questions, answers, codes, extend, normalized, questions, to_rows

Name = tuple[int, Vector, Vector]  # pattern, offsets, excluded
MOST_ROWS = 1 << 16  # clauses of an extended pattern
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


class ListedStrategy:
    """The questions of a strategy; parts has those that were entered, with what they leave."""

    def __init__(self, patterns: ListedPatterns) -> None:
        self.patterns, self.rules, self.pegs = patterns, patterns.rules, patterns.pegs
        rules = self.rules
        if len(rules.kinds) != rules.alphabets:
            raise Malformed("a game with several kinds of colours in an alphabet")
        self.parts: dict[tuple[int, Clause], list[PlayedPart]] = {}
        self.new: dict[tuple[int, Clause], Vector] = {}
        self.allowed = rules.fits((0,) * rules.alphabets)
        self.active = [self._active(stars) for stars in patterns.stars]
        self.root: Name = 0, (0,) * rules.alphabets, (0,) * rules.alphabets
        self.tables = set[tuple[Vector, Vector]]()
        self.secrets_of = dict[tuple[int, Vector], bool]()

    def _active(self, stars: int) -> Vector:
        """Flags of the kinds of colours that are implicit with stars in these columns."""
        some = self.rules.active(stars)
        return tuple(int(i in some) for i in self.rules.indices)

    def check_place(self, place: StrategyPlace) -> None:
        """`Rejected` unless there is such a place."""
        if place.pattern >= len(self.patterns.named):
            raise Rejected(f"line {place.line}: there is no pattern {place.pattern}")
        active = self.active[place.pattern]
        some = [a for a, is_on in zip(place.offsets, active, strict=True) if is_on]
        if min(some, default=0) or sum(some) < sum(place.offsets):
            raise Rejected(f"line {place.line}: there are no such offsets")
        if max(place.excluded) > self.rules.cap:
            raise Rejected(f"line {place.line}: more excluded colours than make a difference")

    # --------------------------------------------------------------------------------- questions

    def enter(self, place: StrategyPlace, cells: Clause) -> None:
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
        question = _find(table, cells)
        if question < 0:
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
            found = self.number_of(normalized(clauses, rules.alphabets), number)
            left = tuple(np.unique(masks[some]).tolist())
            listed = patterns.pattern[found] if found else UNLISTED
            where = answer, listed, patterns.columns[found]
            free = tuple(map(int.__sub__, explicit, rules.shown(clauses)))
            parts.append(PlayedPart(*where, free, self._active(rules.stars(clauses)), left))
        self.parts[number, cells], self.new[number, cells] = parts, new

    def number_of(self, clauses: bytes, pattern: int) -> int:
        """The number of a part of a question on a pattern; 0 if it need not be listed."""
        return self.patterns.part_of(clauses, pattern)

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

    def has_secrets(self, part: PlayedPart, left: Vector) -> bool:
        """Whether some clause of a part stands for a secret."""
        for stars in part.stars:
            if (stars, left) not in self.secrets_of:
                self.secrets_of[stars, left] = self.rules.ways(stars, left) > 0
            if self.secrets_of[stars, left]:
                return True
        return False


def _find(table: Questions, cells: Clause) -> int:
    """The number of a question in a table; -1 if it is not there."""
    code = codes(np.array([cells]))[0]
    word = int(np.searchsorted(table.words, code))
    if word == len(table.words) or table.words[word] != code:
        return -1
    question = int(table.place[word])
    return question if table.cells[question].tolist() == [*cells] else -1


def written(name: Name) -> str:
    """A place as the certificate writes it."""
    number, offsets, excluded = name
    return f"{number}.{''.join(map(str, offsets))}.{''.join(map(str, excluded))}"
