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
    implicit: how many colours of each alphabet are: of the one, or of that of each column, where
    columns without a star have none.  excluded: how many are, up to where more make no difference.
    """

    number: int
    explicit: bool
    implicit: tuple[int, ...]
    excluded: tuple[int, ...]


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
    parts may be.  own_alphabets: whether each column has one.
    """

    pattern: MasetPattern
    question: Word
    new: int
    parts: tuple[MasetPattern, ...]
    forms: Forms
    own_alphabets: bool = False

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The alphabet of each explicit colour, new ones included."""
        pattern = self.pattern
        if not self.own_alphabets:
            return (0,) * (pattern.colours + self.new)
        known = [pattern.column_of[colour] for colour in range(pattern.colours)]
        fresh = range(pattern.colours, pattern.colours + self.new)
        return (*known, *(self.question.index(colour) for colour in fresh))

    def left(self, place: Place) -> tuple[int, ...]:
        """How many colours of each alphabet are implicit once the new ones are explicit."""
        fresh = self.homes[self.pattern.colours :]
        return tuple(m - fresh.count(home) for home, m in enumerate(place.implicit))

    def closed(self, answer: int) -> list[int]:
        """The alphabets that have no star in what an answer leaves."""
        part = self.parts[answer]
        if not self.own_alphabets:
            return [0] * part.is_explicit
        return [column for column, star in enumerate(part.star_columns) if not star]

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
        part, left, excluded = self.part(answer), [*self.left(place)], [*place.excluded]
        for colour, home in enumerate(self.homes):
            excluded[home] += colour not in part.ranks
        for home in self.closed(answer):
            excluded[home] += left[home]
            left[home] = 0
        order = part.witness.columns if self.own_alphabets else (0,)
        return Place(
            part.number,
            part.explicit,
            tuple(left[home] for home in order),
            tuple(min(excluded[home], cap) for home in order),
        )


class Guide(Protocol):
    """What knows the questions on patterns."""

    def move(self, place: Place) -> Move:
        """What is asked at a place."""


@final
@dataclass(frozen=True, slots=True)
class Names:
    """What columns and colours of a pattern stand for in the real game.

    columns: the real column of each.  colours: the real colour of each explicit one.  fresh: of
    each real alphabet the implicit colours are this one and those after it.  excluded: of each some
    that are neither, as many as make a difference.
    """

    columns: tuple[int, ...]
    colours: tuple[int, ...]
    fresh: tuple[int, ...]
    excluded: tuple[tuple[int, ...], ...]

    def word(self, question: Word, game: PegGame) -> Word:
        """A question in the real game; where colours repeat one excluded colour is enough."""
        known, spare = len(self.colours), iter(self.excluded[0])
        cells = [0] * len(question)
        for column, cell in zip(self.columns, question, strict=True):
            home = column if game.own_alphabets else 0
            if cell == EXTRA:
                cells[column] = self.excluded[home][0] if game.repeats else next(spare)
            elif cell < known:
                cells[column] = self.colours[cell]
            else:
                cells[column] = self.fresh[home] + (0 if game.own_alphabets else cell - known)
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
        sizes = self.sizes
        none = (0,) * len(sizes)
        names = Names(tuple(range(self.finite.pegs)), (), none, ((),) * len(sizes))
        return _At(self, Place(0, False, sizes, none), names)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many colours each alphabet has."""
        finite = self.finite
        if not self.game.own_alphabets:
            return (finite.colours,)
        return finite.columns or (finite.colours,) * finite.pegs

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
        strategy, names = self.strategy, self.names
        answer = as_count(answer, "the number of an answer", 0, strategy.finite.winning - 1)
        move = strategy.guide.move(self.place)
        part = move.part(answer)
        # Of each alphabet of the pattern the real one.
        real = names.columns if move.own_alphabets else (0,)
        known, fresh = [*names.colours], [*names.fresh]
        for home in move.homes[len(known) :]:
            known.append(fresh[real[home]])
            fresh[real[home]] += 1
        excluded = [*map(list, names.excluded)]
        colours = [0] * len(part.ranks)
        for colour, home in enumerate(move.homes):
            if colour in part.ranks:
                colours[part.witness.colours[part.ranks[colour]]] = known[colour]
            else:
                excluded[real[home]].append(known[colour])
        for home in move.closed(answer):
            excluded[real[home]] += range(fresh[real[home]], strategy.sizes[real[home]])
        cap = strategy.game.excluded_cap(strategy.finite.pegs)
        below = Names(
            tuple(names.columns[column] for column in part.witness.columns),
            tuple(colours),
            tuple(fresh),
            tuple(tuple(some[:cap]) for some in excluded),
        )
        return _At(strategy, move.below(self.place, answer, cap), below)


def forms_of(patterns: Iterable[tuple[int, MasetPattern]]) -> Forms:
    """The canonical forms of normalized patterns with their numbers."""
    forms: Forms = {}
    for number, pattern in patterns:
        found = canonical(pattern)
        forms[found.form] = number, found.witness
    return forms


def move_of(game: PegGame, pattern: MasetPattern, question: Word, forms: Forms) -> Move:
    """A question on a normalized pattern."""
    return Move(
        pattern,
        question,
        new_colours(pattern, question),
        split(pattern, question, game),
        forms,
        game.own_alphabets,
    )


def places(guide: Guide, game: PegGame, pegs: int, colours: Iterable[int]) -> Iterator[Place]:
    """All places that play comes to with these numbers of colours, each once.

    game: with one alphabet for all columns.
    """
    cap = game.excluded_cap(pegs)
    waiting = [Place(0, False, (n,), (0,)) for n in colours][::-1]
    reached = set(waiting)
    while waiting:
        place = waiting.pop()
        yield place
        move = guide.move(place)
        for answer, part in reversed([*enumerate(move.parts[:-1])]):
            if part and part.secrets(game, *move.left(place)):
                below = move.below(place, answer, cap)
                if below not in reached:
                    reached.add(below)
                    waiting.append(below)
