"""The upper half of a band proof: a strategy of the real game that attains the bounds.

A point attains its bound if a question that the real game allows (with blanks only where a colour
is excluded) costs just the bound, and all its parts attain theirs.  From the whole game with n = 1,
2, ... colours, play leads to few points, and for large n to the same ones with the same questions.
For few colours the whole game costs more than its bound; there a plain search over all strategies
replaces the bounds.

Often several questions attain a bound.  The book of the strategy stays small by asking the question
that leads to the fewest new diagonals, and for small n the one that is asked for larger n.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple, final

from masetproof.arguments import Refused
from masetproof.cache import cached_method
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure, first_questions
from masetproof.patterns.isomorphism import column_symmetries
from masetproof.patterns.naming import question_text
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Recurrence, recurrences_of
from masetproof.recurrences.values import PlainValues
from masetproof.strategies.book import Book, BookEntry, Diagonal, moved

Bound = Callable[[int, tuple[int, ...], int], int]
"""A lower bound of all strategies, for the number of a form, its offsets and n."""

_MOST_SEARCHED = 1 << 8
"""Up to so many secrets all strategies of a game are searched."""


@final
class _PointAt(NamedTuple):
    """A point as a diagonal and its n, which is 0 for an explicit maset."""

    diagonal: Diagonal
    n: int


_Options = dict[int, tuple[_PointAt, ...]]
"""By row of the splits, the parts with a secret, as points."""


def find_strategy(closure: Closure, bound: Bound, most: int) -> Book:
    """An optimal strategy for n = 1, 2, ..., most; the last questions are asked for all larger n.

    closure: with the extra colour.  The book has the numbers of its patterns and, after these, of
        its explicit masets.  `Refused` where no strategy attains the bounds and the game is too
        large to search.
    """
    return _Finding(closure, bound, most).book()


@final
class _Finding:
    def __init__(self, closure: Closure, bound: Bound, most: int) -> None:
        self.closure, self.game, self.bound = closure, closure.game, bound
        self.system = recurrences_of(closure, Reading.EXACT, Objective.EXPECTED)
        nothing = (0,) * closure.pegs
        self.games = [_PointAt(Diagonal(0, nothing, nothing), n) for n in range(1, most + 1)]
        self.options: dict[_PointAt, _Options] = {}

    def book(self) -> Book:
        """The strategy."""
        self._attain(self.games, self._bound)
        for game in self.games:
            if game not in self.options:
                if self.secrets(game) > _MOST_SEARCHED:
                    raise Refused(f"no strategy for {game.n} colours takes what the bounds say")
                self._attain([game], self._value)
        asked: dict[Diagonal, list[BookEntry]] = {}
        first_of = cache(lambda number: first_questions(self.closure, number))
        for (diagonal, n), row in sorted(self._chosen().items()):
            question, runs = first_of(diagonal.number)(row), asked.setdefault(diagonal, [])
            if runs and runs[-1].question == question and runs[-1].last == n - 1:
                runs[-1] = runs[-1]._replace(last=n)
            else:
                runs.append(BookEntry(question, n, n))
        patterns = {diagonal.number: self.system.forms[diagonal.number] for diagonal in asked}
        return Book(
            self.game, patterns, {diagonal: self._lasting(runs) for diagonal, runs in asked.items()}
        )

    def _lasting(self, runs: list[BookEntry]) -> tuple[BookEntry, ...]:
        """The last of some runs gets no end if it is for large n."""
        *others, last = runs
        assert last.last is not None
        if last.last > len(self.games) // 2:
            last = last._replace(last=None)
        return *others, last

    # ------------------------------------------------------------------------ what may be asked

    def _attain(self, games: Sequence[_PointAt], total: Callable[[_PointAt], int]) -> None:
        """Find the nodes that attain a total, with all questions that do so there."""
        waiting = [*games]
        self.options |= {node: {} for node in waiting}
        for node in waiting:
            for row, parts in self._asked(node):
                if self.secrets(node) + sum(map(total, parts)) == total(node):
                    self.options[node][row] = parts
                    for part in parts:
                        if part not in self.options:
                            self.options[part] = {}
                            waiting.append(part)
        while failing := {node for node, rows in self.options.items() if not rows}:
            self.options = {
                node: {row: parts for row, parts in rows.items() if failing.isdisjoint(parts)}
                for node, rows in self.options.items()
                if node not in failing
            }

    def _bound(self, node: _PointAt) -> int:
        return self.bound(node.diagonal.number, node.diagonal.offsets, node.n)

    def _value(self, node: _PointAt) -> int:
        return self._values.value(*self._function(node))

    @cached_property
    def _values(self) -> PlainValues:
        return PlainValues(self.system)

    def _function(self, node: _PointAt) -> tuple[Function, tuple[int, ...]]:
        (number, offsets, excluded), n = node
        active = self.system.active[number]
        return (number, self.system.packed(excluded)), tuple(n - offsets[one] for one in active)

    def _asked(self, node: _PointAt) -> Iterator[tuple[int, tuple[_PointAt, ...]]]:
        """The rows of all questions that the real game allows, and their parts."""
        function, index = self._function(node)
        for equation in self._equations(function):
            parts = self.system.parts_at(function, equation, index)
            if parts is not None:
                nodes = (self._node(part, left) for part, left in parts)
                yield equation.split, tuple(part for part in nodes if self.secrets(part))

    @cached_method()
    def _equations(self, function: Function) -> tuple[Recurrence, ...]:
        return tuple(self.system.equations(function))

    @cached_method()
    def _node(self, function: Function, index: tuple[int, ...]) -> _PointAt:
        """The point of a function and an index; one for all names of columns."""
        n, (number, _) = max(index, default=0), function
        offsets = [0] * self.closure.pegs
        for place, m in zip(self.system.active[number], index, strict=True):
            offsets[place] = n - m
        diagonal = Diagonal(number, tuple(offsets), self.system.levels(function))
        return _PointAt(min(moved(diagonal, order) for order in self._orders(number)), n)

    @cached_method()
    def _orders(self, number: int) -> tuple[tuple[int, ...], ...]:
        return tuple(one.columns for one in column_symmetries(self.system.forms[number]))

    @cached_method()
    def secrets(self, node: _PointAt) -> int:
        """How many secrets a node has."""
        (number, offsets, _), n = node
        form = self.system.forms[number]
        stars = zip(offsets, form.star_columns, strict=True)
        return form.secrets(self.game, tuple((n - a) * star for a, star in stars))

    # --------------------------------------------------------------------------- what is asked

    def _chosen(self) -> dict[_PointAt, int]:
        """A question for each point that play reaches; few diagonals and few runs.

        Points with many colours come first.  At each point the question is asked that leads to the
        fewest new diagonals; among these, the one asked on its diagonal for larger n.
        """
        diagonals = {self.games[0].diagonal}
        usual: dict[Diagonal, list[int]] = {}
        chosen: dict[_PointAt, int] = {}
        waiting = [(self._turn(game), game) for game in self.games]
        heapq.heapify(waiting)
        reached = set(self.games)
        while waiting:
            _, node = heapq.heappop(waiting)
            known = usual.setdefault(node.diagonal, [])

            def price(row: int, node: _PointAt = node, known: list[int] = known) -> tuple[int, ...]:
                parts = self.options[node][row]
                new = {part.diagonal for part in parts} - diagonals
                age = known[::-1].index(row) if row in known else len(known)
                return len(new), age, len(set(parts) - reached), row

            row = chosen[node] = min(self.options[node], key=price)
            if row not in known[-1:]:
                known.append(row)
            for part in set(self.options[node][row]) - reached:
                reached.add(part)
                diagonals.add(part.diagonal)
                heapq.heappush(waiting, (self._turn(part), part))
        return chosen

    def _turn(self, node: _PointAt) -> tuple[int, int]:
        """A key that sorts nodes before those to which they lead."""
        return -node.n, -self.secrets(node)


def certificate_lines(book: Book) -> Iterator[str]:
    """The section of a certificate; the book uses the numbers of forms."""
    for diagonal, asked in book.asked.items():
        pattern = book.patterns[diagonal.number]
        fields = ".".join("".join(map(str, numbers)) for numbers in diagonal[1:])
        runs = (f" {question_text(pattern, one.question, book.game)}:{one.first}-" for one in asked)
        last = ("" if one.last is None or pattern.is_explicit else str(one.last) for one in asked)
        yield f"{diagonal.number}.{fields}" + "".join(map(str.__add__, runs, last))
