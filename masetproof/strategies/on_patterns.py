"""Strategies that know patterns, not words: from optimal questions on patterns to the real game.

Play goes from pattern to pattern and, once no star is left, from explicit maset to explicit maset.
`Names` map the columns and colours of a pattern to those of the real game.  Implicit colours become
explicit in their order; a `Stock` holds those of each kind that are left.  The extra colour is
played as a colour that answers have excluded, or as an implicit one that cannot stand in the
column; where colours do not repeat, each blank has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, product
from operator import sub
from typing import NamedTuple, Protocol, final

from masetproof.arguments import as_count
from masetproof.finite.setting import Contradiction, FiniteGame
from masetproof.games.alike import AlikeGame, Columns, as_alike_game
from masetproof.patterns.catalogue import Answered, Catalogue
from masetproof.patterns.pattern import MasetPattern, as_index
from masetproof.patterns.split import new_colours, new_kinds
from masetproof.strategies.strategy import Strategy
from masetproof.words import EXTRA, KIND, Word, plain


@final
class Point(NamedTuple):
    """The state of play up to names: a function at numbers of implicit colours.

    number: of the pattern, in the numbering of the guide.
    explicit: whether it has no star.
    implicit: how many colours of each kind are implicit (`AlikeGame.kinds`).
    excluded: how many colours of each alphabet are excluded, up to where more make no difference.
    """

    number: int
    explicit: bool
    implicit: tuple[int, ...]
    excluded: tuple[int, ...]


@final
@dataclass(frozen=True, eq=False)
class Move:
    """A question on a normalized pattern, its number of new colours, and what answers leave."""

    game: AlikeGame
    pattern: MasetPattern
    question: Word
    new: int
    answers: tuple[Answered, ...]

    @cached_property
    def parts(self) -> tuple[MasetPattern, ...]:
        """The parts as the answers leave them."""
        return tuple(one.part for one in self.answers)

    @cached_property
    def new_kinds(self) -> tuple[int, ...]:
        """The places of the kinds of the new colours."""
        kinds = new_kinds(self.pattern, self.question, self.game)
        return tuple(self._kinds.index(kind) for _, kind in sorted(kinds.items()))

    @cached_property
    def _kinds(self) -> tuple[int, ...]:
        return self.game.kinds(self.pattern.pegs)

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The alphabet of each explicit colour, new ones included."""
        columns = map(self.pattern.column_of.__getitem__, range(self.pattern.colours))
        return (*map(self.game.alphabet_of, columns), *map(self.home, self.new_kinds))

    def home(self, place: int) -> int:
        """The alphabet of the colours of a kind."""
        return self.game.alphabet_of(place)

    @cached_property
    def _taken(self) -> tuple[int, ...]:
        return tuple(map(self.new_kinds.count, range(len(self._kinds))))

    def left(self, point: Point) -> tuple[int, ...]:
        """How many colours of each kind are implicit once the new ones are explicit."""
        return tuple(map(sub, point.implicit, self._taken))

    def sizes(self, point: Point) -> list[int]:
        """How many secrets give each answer."""
        left = self.left(point)
        return [part.secrets(self.game, left) if part else 0 for part in self.parts]

    def numbers(self, columns: Sequence[int]) -> Sequence[int | None]:
        """For each answer in the real game its number on the pattern; None for one never given.

        They differ only where answers move with the columns.  columns: the real ones.
        """
        numbers = range(len(self.answers))
        if self.game.columns(len(columns)) is not Columns.MOVED:
            return numbers
        own = dict[int, int]()
        for number in numbers:
            for clause in self.parts[number].clauses[:1]:
                words = (_in_order(word, columns) for word in (clause, plain(self.question)))
                own[self.game.number(*words)] = number
        return [own.get(number) for number in numbers]

    def below(self, point: Point, answer: int, cap: int) -> Point:
        """The point after an answer; `Refused` when it wins, or no clause gives it.

        A part with a star may still have no secret at this point, which `sizes` shows.
        """
        part, excluded = self.answers[answer], [*point.excluded]
        implicit = dict.fromkeys(self._kinds, 0)
        for old, (number, kind) in enumerate(zip(self.left(point), part.kinds, strict=True)):
            if kind:
                implicit[kind] += number
            else:
                excluded[self.home(old)] += number
        for kind in part.implicit.values():
            implicit[kind] += 1
        for colour, home in enumerate(self.homes):
            excluded[home] += colour not in part.colours and colour not in part.implicit
        order = self.game.moved_alphabets(part.witness.columns)
        levels = tuple(min(excluded[home], cap) for home in order)
        return Point(part.number, part.known.is_explicit, tuple(implicit.values()), levels)


def _in_order(word: Word, columns: Sequence[int]) -> Word:
    """The word whose column columns[j] is column j of this one."""
    return tuple(word[columns.index(column)] for column in range(len(word)))


class Guide(Protocol):
    """A source of questions on patterns."""

    def move(self, point: Point) -> Move:
        """The question at a point."""


class FullGuide(Guide, Protocol):
    """A guide that has the parts of all questions on patterns, too."""

    def asked(self, point: Point, question: Word) -> Move:
        """The move of any question at a point."""


Stock = tuple[range, ...]
"""Colours one after the other, however many they are."""


@final
@dataclass(frozen=True, slots=True)
class Names:
    """The real columns and colours of a pattern's columns and colours.

    columns: the real column of each column.
    colours: the real colour of each explicit one.
    stocks: the implicit colours of each kind.
    excluded: for each alphabet the first colours that answers excluded, up to the number from which
        on more make no difference.
    """

    columns: tuple[int, ...]
    colours: tuple[int, ...]
    stocks: tuple[Stock, ...]
    excluded: tuple[tuple[int, ...], ...]

    def known(self, move: Move) -> tuple[list[int], list[Stock]]:
        """The real colours of explicit ones, also of new ones, and what stays implicit."""
        known, stocks = [*self.colours], [*self.stocks]
        for kind in move.new_kinds:
            first, *others = stocks[kind]
            known.append(first[0])
            stocks[kind] = (first[1:], *others) if len(first) > 1 else tuple(others)
        return known, stocks

    def word(self, move: Move) -> Word:
        """The question of a move in the real game."""
        known, stocks = self.known(move)
        question = plain(move.question)
        blanks = [column for column, colour in enumerate(question) if colour == EXTRA]
        spare = dict(zip(blanks, self._spare(move, blanks, stocks), strict=True))
        word = [0] * len(question)
        for column, colour in enumerate(question):
            word[self.columns[column]] = spare[column] if colour == EXTRA else known[colour]
        return tuple(word)

    def asked(self, pattern: MasetPattern, question: Word, game: AlikeGame) -> tuple[Word, Names]:
        """A question of the real game on the pattern, and the names with its new colours first.

        A colour that matches nothing is the extra colour.
        """
        kinds, word = game.kinds(len(question)), list[int]()
        chosen, names_kinds = dict[tuple[int, int], int](), game.names_kinds(len(question))
        for column in range(len(question)):
            real = question[self.columns[column]]
            colour = self._explicit(pattern, column, real, game)
            for place, kind in enumerate(kinds if colour is None else ()):
                if kind >> column & 1 and any(real in some for some in self.stocks[place]):
                    new = chosen.setdefault((place, real), len(chosen))
                    colour = len(self.colours) + new + KIND * kind * names_kinds
            word.append(EXTRA if colour is None else colour)
        stocks = [*self.stocks]
        for place, real in reversed(chosen):
            stocks[place] = (range(real, real + 1), *_without(stocks[place], real))
        return tuple(word), replace(self, stocks=tuple(stocks))

    def _explicit(
        self, pattern: MasetPattern, column: int, real: int, game: AlikeGame
    ) -> int | None:
        """The explicit colour of a real one in a column."""
        alphabet = game.alphabet_of(column)
        for colour, name in enumerate(self.colours):
            if name == real and game.alphabet_of(pattern.column_of[colour]) == alphabet:
                return colour
        return None

    def _spare(self, move: Move, blanks: list[int], stocks: list[Stock]) -> Word:
        """Colours that cannot stand in these columns, different ones where colours do not repeat.

        Of each kind at most as many are tried as there are columns.
        """
        game, pegs = move.game, len(self.columns)
        choices = []
        for column in blanks:
            home = game.alphabet_of(column)
            choice = [*self.excluded[home]]
            for place, (kind, stock) in enumerate(zip(game.kinds(pegs), stocks, strict=True)):
                if move.home(place) == home and not kind >> column & 1:
                    choice += islice(chain(*stock), pegs)
            choices.append(choice)
        return next(word for word in product(*choices) if game.is_word(word))


@final
@dataclass(frozen=True, eq=False, repr=False)
class PatternStrategy(Strategy):
    """The strategy of a guide for one finite game, whose game is an `AlikeGame`."""

    finite: FiniteGame
    guide: Guide

    def __repr__(self) -> str:
        return f"<PatternStrategy: {self.finite.title}>"

    def start(self) -> _At:
        """The position before the first question."""
        finite, game = self.finite, self.game
        implicit = as_index(finite.columns or finite.colours, game, finite.pegs)
        alphabets = len(game.alphabets(finite.pegs))
        stocks = tuple((range(number),) if number else () for number in implicit)
        names = Names(tuple(range(finite.pegs)), (), stocks, ((),) * alphabets)
        return _At(self, Point(0, False, implicit, (0,) * alphabets), names)

    def reached(self, history: Iterable[tuple[Word, int]]) -> _At | None:
        """The position after any questions of the real game, with the numbers of their answers.

        The questions need not be those of the strategy; its guide must be a `FullGuide`.  None when
        the secret was found; `Contradiction` when no secret gives these answers.
        """
        position = self.start()
        for question, answer in history:
            if answer == self.finite.winning:
                return None
            position = position.after_any(question, answer)
        return position

    @cached_property
    def game(self) -> AlikeGame:
        return as_alike_game(self.finite.rules)


@final
@dataclass(frozen=True)
class _At:
    """A position: a point, and the names there."""

    strategy: PatternStrategy
    point: Point
    names: Names

    @cached_property
    def move(self) -> Move:
        return self.strategy.guide.move(self.point)

    @property
    def question(self) -> Word:
        return self.names.word(self.move)

    def after(self, answer: int) -> _At:
        answer = as_count(answer, "the number of an answer", 0, self.strategy.finite.winning - 1)
        return self._after(self.move, self.names, answer)

    def after_any(self, question: Word, answer: int) -> _At:
        """The position after any question; the same one if no cell can match and none did.

        `Contradiction` when no secret gives the answer.
        """
        guide: FullGuide = self.strategy.guide  # type: ignore[assignment]
        pattern, game = self.move.pattern, self.strategy.game
        asked, names = self.names.asked(pattern, question, game)
        if {*asked} == {EXTRA} and answer == 0:  # which splits nothing
            return self
        move = guide.asked(self.point, asked)
        if not self._sizes(move)[answer]:
            raise Contradiction("no secret gives these answers")
        return self._after(move, names, answer)

    def sizes(self) -> list[int]:
        return self._sizes(self.move)

    def _sizes(self, move: Move) -> list[int]:
        sizes = move.sizes(self.point)
        numbers = move.numbers(self.names.columns)
        return [sizes[own] if own is not None else 0 for own in numbers]

    def _after(self, move: Move, names: Names, answer: int) -> _At:
        number = move.numbers(names.columns)[answer]
        if number is None:
            raise Contradiction("no secret gives these answers")
        strategy, answer = self.strategy, number
        part, cap = move.answers[answer], strategy.game.excluded_cap(strategy.finite.pegs)
        known, left = names.known(move)
        excluded, colours = [*map(list, names.excluded)], [0] * len(part.colours)
        stocks: dict[int, Stock] = dict.fromkeys(strategy.game.kinds(strategy.finite.pegs), ())
        for stock, kind in zip(left, part.kinds, strict=True):
            if kind:
                stocks[kind] += stock
        for colour, (real, home) in enumerate(zip(known, move.homes, strict=True)):
            if colour in part.colours:
                colours[part.colours[colour]] = real
            elif colour in part.implicit:
                stocks[part.implicit[colour]] += (range(real, real + 1),)
            else:
                excluded[home].append(real)
        for place, (stock, kind) in enumerate(zip(left, part.kinds, strict=True)):
            if not kind:
                excluded[move.home(place)] += islice(chain(*stock), cap)
        columns = part.witness.columns
        order = strategy.game.moved_alphabets(columns)
        below = Names(
            tuple(names.columns[column] for column in columns),
            tuple(colours),
            tuple(stocks.values()),
            tuple(tuple(excluded[home][:cap]) for home in order),
        )
        return _At(strategy, move.below(self.point, answer, cap), below)


def _without(stock: Stock, colour: int) -> Stock:
    """The other colours of a stock."""
    pieces: list[range] = []
    for some in stock:
        at = some.index(colour) if colour in some else len(some)
        pieces += some[:at], some[at + 1 :]
    return tuple(piece for piece in pieces if piece)


def move_of(catalogue: Catalogue, pattern: MasetPattern, question: Word) -> Move:
    """A question on a normalized pattern.  catalogue: of the patterns that parts may be."""
    new, answers = new_colours(pattern, question), catalogue.answered(pattern, question)
    return Move(catalogue.game, pattern, question, new, answers)
