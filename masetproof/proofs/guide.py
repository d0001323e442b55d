"""The optimal questions of a proof, for any number of colours.

On a pattern the equations tell which questions are optimal, and `OptimalStrategy` chooses one; on
an explicit maset the minima of the masets tell it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import new_colours, split
from masetproof.proofs.one_index_proof import OneIndexProof
from masetproof.proofs.strategy import OptimalStrategy
from masetproof.recurrences.readings import Reading
from masetproof.strategies.on_patterns import Move, Place, forms_of, move_of
from masetproof.words import EXTRA, Word

__all__ = ["TheoremGuide", "move_on_maset", "move_on_pattern"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class TheoremGuide:
    """A `FullGuide`; the number of a place is that of a function or of an explicit maset.

    The reading is `exact` or `without`: in the reading `with` questions may use an excluded colour
    when there is none yet.
    """

    optimal: OptimalStrategy

    def __repr__(self) -> str:
        return f"<TheoremGuide: {self.optimal!r}>"

    def move(self, place: Place) -> Move:
        """The question that is asked at a place; of a function one for each equation it follows."""
        proof = self.optimal.theorem
        (implicit,), (excluded,) = place.implicit, place.excluded
        if not place.explicit:
            split = self.optimal.split(place.number, implicit)
            move = self._on_patterns.get((place.number, split))
            if move is None:
                made = move_on_pattern(proof, place.number, split)
                move = self._on_patterns[place.number, split] = made
            return move
        level = excluded if proof.system.reading is Reading.EXACT else 0
        move = self._on_masets.get((place.number, level))
        if move is None:
            made = move_on_maset(proof, place.number, level)
            move = self._on_masets[place.number, level] = made
        return move

    def asked(self, place: Place, question: Word) -> Move:
        """The move of any question at a place, in the reading `exact`."""
        proof = self.optimal.theorem
        system, closure = proof.system, proof.closure
        number = place.number if place.explicit else int(system.pattern[place.number])
        pattern = (closure.explicit if place.explicit else closure.patterns)[number]
        colours = pattern.colours + new_colours(pattern, question) + place.excluded[0]
        below = []
        for part in split(pattern, question, closure.game)[:-1]:
            if part:
                known = closure.number_of(part.normalize()[0])
                if part.is_explicit:
                    below.append((known, closure.explicit[known]))
                else:
                    form = closure.patterns[known]
                    level = min(colours - form.colours, system.cap)
                    below.append((system.number[known, level], form))
        return move_of(closure.game, pattern, question, forms_of(below))

    def value(self, place: Place) -> int:
        """The proved value of a place, in the reading `exact`."""
        proof, ((m,), (excluded,)) = self.optimal.theorem, (place.implicit, place.excluded)
        if place.explicit:
            return int(proof.maset_minima[place.number, excluded])
        return proof.value_of(place.number, m)

    @cached_property
    def _on_patterns(self) -> dict[tuple[int, int], Move]:
        return {}

    @cached_property
    def _on_masets(self) -> dict[tuple[int, int], Move]:
        return {}


def move_on_pattern(proof: OneIndexProof, state: int, split: int) -> Move:
    """The first question that gives a function a row of `Closure.splits`."""
    system, closure = proof.system.only(state), proof.closure
    number = int(system.pattern[state])
    question = closure.questions(number)[proof.questions_of(state, split)[0] - 1]
    (row,) = np.flatnonzero(system.split == split)
    functions, patterns = system.parts[row].tolist(), closure.splits.patterns[split].tolist()
    below = [
        (function, closure.patterns[part])
        for function, part in zip(functions, patterns, strict=True)
        if function >= 0
    ]
    below += _masets(closure, closure.splits.explicit[split])
    return move_of(closure.game, closure.patterns[number], question, forms_of(below))


def move_on_maset(proof: OneIndexProof, number: int, level: int) -> Move:
    """A question with which an explicit maset attains its minimum, on a level of the reading."""
    system, closure = proof.system, proof.closure
    splits, maset = closure.maset_splits, closure.explicit[number]
    low, high = np.searchsorted(splits.pattern, [number, number + 1]).tolist()
    questions = tuple(non_isomorphic_questions(maset, closure.game, extra=closure.extra, max_new=0))
    first = int(splits.question[low:high].min())
    allowed = int(system.reading.extra_cells(closure.game, closure.pegs)[level])
    for row in range(low, high):
        below = _masets(closure, splits.explicit[row])
        if splits.extra[row] > allowed or not _attains(proof, number, level, below):
            continue
        forms = forms_of(below)
        # The first question with this split may have more extra cells than another one.
        for question in (questions[int(splits.question[row]) - first], *questions):
            if question.count(EXTRA) <= allowed:
                move = move_of(closure.game, maset, question, forms)
                if _has_just(move, below):
                    return move
    raise ArithmeticError(f"no question on {maset.brief()} attains its minimum")


def _attains(
    proof: OneIndexProof, number: int, level: int, below: list[tuple[int, MasetPattern]]
) -> bool:
    """Whether a question that leaves these masets is optimal on a maset."""
    system, minima, maset = proof.system, proof.maset_minima, proof.closure.explicit[number]
    costs = []
    for part, pattern in below:
        after = min(level + maset.colours - pattern.colours, system.cap)
        costs.append(int(minima[part, after if system.reading is Reading.EXACT else level]))
    if system.objective is Objective.EXPECTED:
        return bool(len(maset.clauses) + sum(costs) == minima[number, level])
    return bool(1 + max(costs, default=0) == minima[number, level])


def _has_just(move: Move, below: list[tuple[int, MasetPattern]]) -> bool:
    """Whether the parts that are not won are those of *below*, each as often."""
    found = []
    for answer, part in enumerate(move.parts[:-1]):
        if part:
            try:
                found.append(move.part(answer).number)
            except ArithmeticError:
                return False
    return sorted(found) == sorted(number for number, _ in below)


def _masets(closure: Closure, parts: NDArray[np.int32]) -> list[tuple[int, MasetPattern]]:
    """The explicit masets of a row of `Splits`."""
    return [(part, closure.explicit[part]) for part in parts.tolist() if part >= 0]
