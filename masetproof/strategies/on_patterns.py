"""Strategies that know patterns, not words: from optimal questions on patterns to the real game.

Play goes from pattern to pattern, and from the first part without a star on from explicit maset to
explicit maset.  `Names` say which columns and colours of the real game those of the pattern stand
for.  Implicit colours become explicit in their order, so those that are still implicit are the last
ones; and the extra colour is one that answers have excluded, where colours do not repeat each
cell's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, final

from masetproof.arguments import Refused, as_count
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.patterns.isomorphism import Witness, canonical
from masetproof.patterns.pattern import MasetPattern, Renaming
from masetproof.patterns.split import new_colours, split
from masetproof.strategies.strategy import Position, Strategy
from masetproof.words import EXTRA, Word

__all__ = ["Forms", "Guide", "Move", "PatternStrategy", "Place", "forms_of", "move_of", "places"]

Forms = dict[MasetPattern, tuple[int, Witness]]
"""By canonical forms, the number of a pattern and the witness that maps it to the form."""


@final
class Place(NamedTuple):
    """What a position is, up to names.

    number: of the pattern, whatever numbers a guide gives them.  explicit: whether it has no star.
    implicit: how many colours are.  excluded: how many are, up to where more make no difference.
    """

    number: int
    explicit: bool
    implicit: int
    excluded: int


@final
class Part(NamedTuple):
    """What an answer leaves.

    number: of the pattern that it is isomorphic to.  ranks, witness: how it becomes that pattern,
    by renaming the colours that occur and then by a witness.
    """

    number: int
    explicit: bool
    ranks: Renaming
    witness: Witness


@final
@dataclass(frozen=True, eq=False)
class Move:
    """A question on a normalized pattern.

    new: the new colours of the question.  parts: what each answer leaves.  forms: the patterns that
    parts may be.
    """

    pattern: MasetPattern
    question: Word
    new: int
    parts: tuple[MasetPattern, ...]
    forms: Forms

    def part(self, answer: int) -> Part:
        """What an answer leaves; `Refused` when no secret gives it."""
        part = self._known.get(answer)
        if part is None:
            part = self._known[answer] = self._identified(self.parts[answer])
        return part

    @cached_property
    def _known(self) -> dict[int, Part]:
        return {}

    def _identified(self, part: MasetPattern) -> Part:
        if not part:
            raise Refused("no secret gives that answer here")
        normal, ranks = part.normalize()
        found = canonical(normal)
        if found.form not in self.forms:
            raise ArithmeticError(f"{part.brief()} is none of the patterns that are expected")
        number, witness = self.forms[found.form]
        return Part(number, part.is_explicit, ranks, found.witness.then(witness.inverse()))

    def below(self, place: Place, answer: int, cap: int) -> Place:
        """The place that an answer leads to."""
        part, left = self.part(answer), place.implicit - self.new
        lost = self.pattern.colours + self.new - len(part.ranks)
        if part.explicit:
            lost += left
        excluded = min(place.excluded + lost, cap)
        return Place(part.number, part.explicit, 0 if part.explicit else left, excluded)


class Guide(Protocol):
    """What knows the questions on patterns."""

    def move(self, place: Place) -> Move:
        """What is asked at a place."""


@final
@dataclass(frozen=True, slots=True)
class Names:
    """What columns and colours of a pattern stand for in the real game.

    columns: the real column of each.  colours: the real colour of each explicit one.  fresh: the
    implicit colours are this one and those after it.  excluded: some that are neither, as many as
    make a difference.
    """

    columns: tuple[int, ...]
    colours: tuple[int, ...]
    fresh: int
    excluded: tuple[int, ...]

    def word(self, question: Word, game: PegGame) -> Word:
        """A question in the real game; where colours repeat one excluded colour is enough."""
        known, spare = len(self.colours), iter(self.excluded)
        cells = [0] * len(question)
        for column, cell in zip(self.columns, question, strict=True):
            if cell == EXTRA:
                cells[column] = self.excluded[0] if game.repeats else next(spare)
            else:
                cells[column] = self.colours[cell] if cell < known else self.fresh + cell - known
        return tuple(cells)


@final
@dataclass(frozen=True, eq=False, repr=False)
class PatternStrategy(Strategy):
    """The strategy of a guide for one finite game, which is of a `PegGame`."""

    finite: FiniteGame
    guide: Guide

    def __repr__(self) -> str:
        return f"<PatternStrategy: {self.finite.title}>"

    def start(self) -> Position:
        """The position before the first question."""
        names = Names(tuple(range(self.finite.pegs)), (), 0, ())
        return _At(self, Place(0, False, self.finite.colours, 0), names)

    @property
    def game(self) -> PegGame:
        """The rules."""
        return as_peg_game(self.finite.game)


@final
@dataclass(frozen=True, slots=True)
class _At:
    """A position: what it is, and the names there."""

    strategy: PatternStrategy
    place: Place
    names: Names

    @property
    def question(self) -> Word:
        return self.names.word(self.strategy.guide.move(self.place).question, self.strategy.game)

    def after(self, answer: int) -> Position:
        finite, names = self.strategy.finite, self.names
        answer = as_count(answer, "the number of an answer", 0, finite.winning - 1)
        move = self.strategy.guide.move(self.place)
        part, fresh = move.part(answer), names.fresh + move.new
        known = (*names.colours, *range(names.fresh, fresh))
        colours = [0] * len(part.ranks)
        for colour, rank in part.ranks.items():
            colours[part.witness.colours[rank]] = known[colour]
        lost = [real for colour, real in enumerate(known) if colour not in part.ranks]
        if part.explicit:
            lost += range(fresh, finite.colours)
        cap = self.strategy.game.excluded_cap(finite.pegs)
        excluded = (*names.excluded, *lost)[:cap]
        columns = tuple(names.columns[column] for column in part.witness.columns)
        place = move.below(self.place, answer, cap)
        return _At(self.strategy, place, Names(columns, tuple(colours), fresh, excluded))


def forms_of(patterns: Iterable[tuple[int, MasetPattern]]) -> Forms:
    """The canonical forms of normalized patterns with their numbers."""
    forms: Forms = {}
    for number, pattern in patterns:
        found = canonical(pattern)
        forms[found.form] = number, found.witness
    return forms


def move_of(game: PegGame, pattern: MasetPattern, question: Word, forms: Forms) -> Move:
    """A question on a normalized pattern."""
    parts = split(pattern, question, game)
    return Move(pattern, question, new_colours(pattern, question), parts, forms)


def places(guide: Guide, game: PegGame, pegs: int, colours: Iterable[int]) -> Iterator[Place]:
    """All places that play comes to with these numbers of colours, each once."""
    cap = game.excluded_cap(pegs)
    waiting = [Place(0, False, n, 0) for n in colours][::-1]
    reached = set(waiting)
    while waiting:
        place = waiting.pop()
        yield place
        move = guide.move(place)
        for answer, part in reversed([*enumerate(move.parts[:-1])]):
            if part and part.secrets(game, place.implicit - move.new):
                below = move.below(place, answer, cap)
                if below not in reached:
                    reached.add(below)
                    waiting.append(below)
