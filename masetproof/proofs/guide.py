"""The optimal questions of a proof, for any number of colours.

For a function and a vector m an equation whose right side is the value of the function is attained,
so that its question is optimal.  With one index `OptimalStrategy` chooses among these, so that play
comes to few patterns, and on an explicit maset the minima of the masets tell it; with several the
first such question is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import final

from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.proofs.functions import Functions
from masetproof.proofs.strategy import OptimalStrategy, optimal_strategy
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import State
from masetproof.strategies.on_patterns import Move, Place, move_of
from masetproof.words import EXTRA, Word

__all__ = ["TheoremGuide"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class TheoremGuide:
    """A `FullGuide`; the number of a place is that of a pattern or of an explicit maset.

    The reading is `exact` or `without`: in the reading `with` questions may use an excluded colour
    when there is none yet.
    """

    theorem: Functions

    def __repr__(self) -> str:
        return f"<TheoremGuide: {self.theorem.system!r}>"

    def move(self, place: Place) -> Move:
        """The question that is asked at a place."""
        return self._once(place, lambda: self._choice(place))

    def _choice(self, place: Place) -> Move:
        state = self.state(place)
        if not self.theorem.system.has_one_index:
            first, questions = self._first_question(state[0]), self._questions(state[0])
            splits = self.theorem.optimal_splits(state, place.implicit)
            return self.move_of(state[0], min(questions[first(split)] for split in splits))
        if place.explicit:
            return self.on_maset(state)
        return self.on_pattern(state, self.optimal.split(state, place.implicit[0]))

    def asked(self, place: Place, question: Word) -> Move:
        """The move of any question at a place."""
        return self.move_of(self.state(place)[0], question)

    def value(self, place: Place) -> int:
        """The proved value of a place."""
        return self.theorem.value_of(self.state(place), place.implicit)

    def state(self, place: Place) -> State:
        """The function of a place, maybe with its columns exchanged."""
        system = self.theorem.system
        exact = system.reading is Reading.EXACT
        excluded = system.packed(place.excluded) if exact else system.first[1]
        return place.number + place.explicit * len(system.closure.patterns), excluded

    def after(self, state: State, move: Move, m: int) -> Iterator[tuple[int, State, int]]:
        """The answers to a move on a function of one index that leave secrets that are not known.

        With the function that each leads to and the number of colours that it excludes, up to the
        cap.  For all m that are more than the new colours and the cap together it is the same.
        """
        cap = self.theorem.system.cap
        before = Place(state[0], False, (m,), (0,))
        for answer, part in enumerate(move.answers):
            if part.is_open:
                place = move.below(before, answer, cap)
                (lost,) = place.excluded
                excluded = (min(cap, state[1] + lost),)
                yield answer, self.state(place._replace(excluded=excluded)), lost

    def move_of(self, number: int, question: Word) -> Move:
        """A question on a pattern or, after the patterns, an explicit maset of that number."""
        catalogue, form = self.theorem.closure.catalogue, self.theorem.system.forms[number]
        return self._once((number, question), lambda: move_of(catalogue, form, question))

    def on_pattern(self, state: State, split: int) -> Move:
        """The first question that gives a function a row of `Closure.splits`."""

        def made() -> Move:
            questions = self.theorem.closure.questions(state[0])
            return self.move_of(state[0], questions[self.number(state, split) - 1])

        return self._once((state, split), made)

    def number(self, state: State, split: int) -> int:
        """The number, from 1, of that question."""
        key = state, split
        if key not in self._numbers:
            self._numbers[key] = self.theorem.questions_of(state, split)[0]
        return self._numbers[key]

    def on_maset(self, state: State) -> Move:
        """A question with which an explicit maset attains its minimum, where there is one index."""
        return self._once((state, None), lambda: self._attaining(state))

    @cached_property
    def optimal(self) -> OptimalStrategy:
        """Where functions have one index, the strategy that is followed."""
        return optimal_strategy(self.theorem)

    def _attaining(self, state: State) -> Move:
        system, closure, (number, level) = self.theorem.system, self.theorem.closure, state
        first, questions = self._first_question(number), self._questions(number)
        patterns, optimal = len(closure.patterns), self.theorem.optimal_splits(state, 0)
        allowed = int(system.reading.most_blanks(closure.game, closure.pegs)[level])
        for equation in system.equations(state):
            if equation.split not in optimal:
                continue
            below = sorted(part.number for part in equation.parts)
            # The first question with this split may have more blanks than another one.
            for question in (questions[first(equation.split)], *questions):
                if question.count(EXTRA) <= allowed:
                    move = self.move_of(number, question)
                    left = (patterns + one.number for one in move.answers if one.is_open)
                    if sorted(left) == below:
                        return move
        raise ArithmeticError(f"no question on {system.forms[number].brief()} attains its minimum")

    def _first_question(self, number: int) -> Callable[[int], int]:
        """For a split of a form the place, among all questions on it, of the first with it."""
        closure, count = self.theorem.closure, len(self.theorem.closure.patterns)
        splits, own = closure.splits, number
        if number >= count:
            splits, own = closure.maset_splits, number - count
        start = int(splits.question[splits.pattern == own].min())
        return lambda split: int(splits.question[split]) - start

    def _questions(self, number: int) -> tuple[Word, ...]:
        """All questions on a pattern or, after the patterns, an explicit maset, in their order."""
        closure, form = self.theorem.closure, self.theorem.system.forms[number]
        if not form.is_explicit:
            return closure.questions(number)
        all_of_them = non_isomorphic_questions(form, closure.game, extra=closure.extra, max_new=0)
        return tuple(all_of_them)

    def _once(self, key: tuple[object, ...], made: Callable[[], Move]) -> Move:
        """A move that is made when it is first asked for."""
        move = self._kept.get(key)
        if move is None:
            move = self._kept[key] = made()
        return move

    @cached_property
    def _kept(self) -> dict[tuple[object, ...], Move]:
        return {}

    @cached_property
    def _numbers(self) -> dict[tuple[State, int], int]:
        return {}
