"""The optimal questions of a proof on cells, for any board.

For a function and a vector m an equation whose right side is the value of the function is attained,
so that its question is optimal; the first such question is asked.  It is the same on explicit
masets, whose functions have no index.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import final

from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.proofs.cell_proof import CellProof
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrence, State
from masetproof.strategies.on_patterns import Forms, Move, Place, forms_of, move_of
from masetproof.words import Word

__all__ = ["CellGuide"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class CellGuide:
    """A `FullGuide`; the number of a place is that of a pattern or of an explicit maset.

    The reading is `exact` or `without`, as of `TheoremGuide`.
    """

    proof: CellProof

    def __repr__(self) -> str:
        return f"<CellGuide: {self.proof.system!r}>"

    def move(self, place: Place) -> Move:
        """The question that is asked at a place."""
        key = self.state(place), place.implicit
        if key not in self._questions:
            number = key[0][0]
            self._questions[key] = min(
                self._question(number, equation) for equation in self.proof.attained(*key)
            )
        return self.move_of(key[0][0], self._questions[key])

    def asked(self, place: Place, question: Word) -> Move:
        """The move of any question at a place."""
        return self.move_of(self.state(place)[0], question)

    def value(self, place: Place) -> int:
        """The proved value of a place."""
        return self.proof.value_of(self.state(place), place.implicit)

    def state(self, place: Place) -> State:
        """The function of a place, maybe with its columns exchanged."""
        system = self.proof.system
        exact = system.reading is Reading.EXACT
        excluded = system.packed(place.excluded) if exact else system.first[1]
        return place.number + place.explicit * len(self.proof.closure.patterns), excluded

    def move_of(self, number: int, question: Word) -> Move:
        """A question on a pattern or, after the patterns, an explicit maset of that number."""
        move = self._moves.get((number, question))
        if move is None:
            form = self.proof.system.forms[number]
            made = move_of(self.proof.closure.game, form, question, self._forms)
            move = self._moves[number, question] = made
        return move

    def _question(self, number: int, equation: Recurrence) -> Word:
        """The first question that gives an equation."""
        closure = self.proof.closure
        count = len(closure.patterns)
        if number < count:
            place = int(closure.splits.question[equation.split] - closure.question_start[number])
            return closure.questions(number)[place]
        splits = closure.maset_splits
        first = splits.question[splits.pattern == number - count].min()
        questions = non_isomorphic_questions(
            closure.explicit[number - count], closure.game, extra=closure.extra, max_new=0
        )
        return tuple(questions.cells[int(splits.question[equation.split] - first)].tolist())

    @cached_property
    def _questions(self) -> dict[tuple[State, tuple[int, ...]], Word]:
        return {}

    @cached_property
    def _moves(self) -> dict[tuple[int, Word], Move]:
        return {}

    @cached_property
    def _forms(self) -> Forms:
        closure = self.proof.closure
        return forms_of([*enumerate(closure.patterns), *enumerate(closure.explicit)])
