"""The optimal questions of a proof, for any number of colours.

For a function and a vector m an equation whose right side is the value of the function is attained,
so that its question is optimal.  With one index `OptimalStrategy` chooses among these, so that play
comes to few patterns, and on an explicit maset the minima of the masets tell it; with several the
first such question is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from masetproof.patterns.closure import Closure
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.proofs.functions import Functions
from masetproof.proofs.strategy import OptimalStrategy, optimal_strategy
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrence, State
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
            equations = self.theorem.attained(state, place.implicit)
            return self.move_of(state[0], min(self._first(state[0], one) for one in equations))
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

    def below(self, state: State, move: Move, answer: int, m: int) -> State:
        """The function that an answer to a move leads to, from one of one index."""
        before = Place(state[0], False, (m,), (state[1],))
        return self.state(move.below(before, answer, self.theorem.system.cap))

    def move_of(self, number: int, question: Word) -> Move:
        """A question on a pattern or, after the patterns, an explicit maset of that number."""
        catalogue, form = self.theorem.closure.catalogue, self.theorem.system.forms[number]
        return self._once((number, question), lambda: move_of(catalogue, form, question))

    def on_pattern(self, state: State, split: int) -> Move:
        """The first question that gives a function a row of `Closure.splits`."""

        def made() -> Move:
            number = self.theorem.questions_of(state, split)[0]
            return self.move_of(state[0], self.theorem.closure.questions(state[0])[number - 1])

        return self._once((state, split), made)

    def on_maset(self, state: State) -> Move:
        """A question with which an explicit maset attains its minimum, where there is one index."""
        return self._once((state, None), lambda: self._attaining(state))

    @cached_property
    def optimal(self) -> OptimalStrategy:
        """Where functions have one index, the strategy that is followed."""
        return optimal_strategy(self.theorem)

    def _attaining(self, state: State) -> Move:
        system, closure, first = self.theorem.system, self.theorem.closure, self._first
        patterns, (number, level) = len(closure.patterns), state
        allowed = int(system.reading.extra_cells(closure.game, closure.pegs)[level])
        for equation in system.equations(state):
            if self.theorem.right_side(state, equation, 0) != self.theorem.cost_of(state):
                continue
            below = sorted(part.number for part in equation.parts)
            # The first question with this split may have more extra cells than another one.
            others = _maset_questions(closure, number - patterns)
            for question in (first(number, equation), *others):
                if question.count(EXTRA) <= allowed:
                    move = self.move_of(number, question)
                    left = (patterns + one.number for one in move.answers if one.is_open)
                    if sorted(left) == below:
                        return move
        raise ArithmeticError(f"no question on {system.forms[number].brief()} attains its minimum")

    def _first(self, number: int, equation: Recurrence) -> Word:
        """The first question that gives an equation."""
        closure, count = self.theorem.closure, len(self.theorem.closure.patterns)
        if number < count:
            place = int(closure.splits.question[equation.split] - closure.question_start[number])
            return closure.questions(number)[place]
        splits, own = closure.maset_splits, number - count
        low, high = np.searchsorted(splits.pattern, [own, own + 1]).tolist()
        place = int(splits.question[equation.split] - splits.question[low:high].min())
        return _maset_questions(closure, own)[place]

    def _once(self, key: tuple[object, ...], made: Callable[[], Move]) -> Move:
        """A move that is made when it is first asked for."""
        move = self._kept.get(key)
        if move is None:
            move = self._kept[key] = made()
        return move

    @cached_property
    def _kept(self) -> dict[tuple[object, ...], Move]:
        return {}


def _maset_questions(closure: Closure, number: int) -> tuple[Word, ...]:
    """All questions on an explicit maset, in their order."""
    questions = non_isomorphic_questions(
        closure.explicit[number], closure.game, extra=closure.extra, max_new=0
    )
    return tuple(questions)
