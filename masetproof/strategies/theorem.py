"""The optimal strategy that a proof gives for any number of colours.

A proof knows patterns, not words.  Play goes from pattern to pattern by optimal questions, and from
the first part without a star on from explicit maset to explicit maset; `Names` say which
columns and colours of the real game those of the pattern stand for.  Implicit colours become
explicit in their order, so those that are still implicit are the last ones; and the extra colour is
one that answers have excluded, where colours do not repeat each cell's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame
from masetproof.patterns.closure import Closure
from masetproof.patterns.isomorphism import Witness, isomorphism
from masetproof.patterns.pattern import MasetPattern, Renaming
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import new_colours, split
from masetproof.proofs.proof import Proof
from masetproof.proofs.strategy import OptimalStrategy
from masetproof.recurrences.readings import Objective, Reading
from masetproof.strategies.strategy import Position, Strategy
from masetproof.words import EXTRA, Word

__all__ = ["TheoremStrategy"]


@final
@dataclass(frozen=True, slots=True)
class Function:
    """What a position is, up to names: a function with m implicit colours."""

    state: int
    implicit: int


@final
@dataclass(frozen=True, slots=True)
class Maset:
    """What a position is, up to names: an explicit maset, and how many colours are excluded."""

    number: int
    excluded: int


@final
class Part(NamedTuple):
    """What an answer leaves.

    number: of the function or explicit maset.  ranks, witness: how the part becomes the pattern
    that the closure has, by renaming the colours that occur and then by a witness.
    """

    number: int
    is_explicit: bool
    ranks: Renaming
    witness: Witness


@final
@dataclass(frozen=True, eq=False)
class Move:
    """An optimal question on a pattern.

    new: its new colours.  parts: what each answer leaves.  below: what the parts that are not won
    are, a function or an explicit maset, each with the pattern that the closure has of it.
    """

    question: Word
    new: int
    parts: tuple[MasetPattern, ...]
    below: tuple[tuple[int, MasetPattern], ...]

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
        for number, pattern in self.below:
            if pattern.star_histogram == normal.star_histogram:
                witness = isomorphism(normal, pattern)
                if witness is not None:
                    return Part(number, part.is_explicit, ranks, witness)
        raise ArithmeticError(f"{part.brief()} is none of the parts of its equation")


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
class TheoremStrategy(Strategy):
    """The strategy of a proof for one finite game; `Theorem.strategy` makes it.

    The reading is `exact` or `without`: in the reading `with` questions may use an excluded colour
    when there is none yet.
    """

    finite: FiniteGame
    optimal: OptimalStrategy

    def __repr__(self) -> str:
        return f"<TheoremStrategy: {self.finite.title}>"

    def start(self) -> Position:
        """The position before the first question."""
        names = Names(tuple(range(self.finite.pegs)), (), 0, ())
        return _At(self, Function(0, self.finite.colours), names)

    def move(self, place: Function | Maset) -> Move:
        """The question that is asked at a place; of a function one for each equation it follows."""
        if isinstance(place, Maset):
            move = self._on_masets.get(place)
            if move is None:
                move = self._on_masets[place] = _on_maset(self.optimal.theorem, place)
            return move
        row = self.optimal.equation(place.state, place.implicit)
        move = self._on_patterns.get(row)
        if move is None:
            move = self._on_patterns[row] = _on_pattern(self.optimal.theorem, row)
        return move

    @cached_property
    def _on_masets(self) -> dict[Maset, Move]:
        return {}

    @cached_property
    def _on_patterns(self) -> dict[int, Move]:
        return {}


@final
@dataclass(frozen=True, slots=True)
class _At:
    """A position: what it is, and the names there."""

    strategy: TheoremStrategy
    place: Function | Maset
    names: Names

    @property
    def question(self) -> Word:
        return self.names.word(self.strategy.move(self.place).question, self._proof.closure.game)

    @property
    def _proof(self) -> Proof:
        return self.strategy.optimal.theorem

    def after(self, answer: int) -> Position:
        finite, names = self.strategy.finite, self.names
        answer = as_count(answer, "the number of an answer", 0, finite.winning - 1)
        move = self.strategy.move(self.place)
        part, fresh = move.part(answer), names.fresh + move.new
        known = (*names.colours, *range(names.fresh, fresh))
        colours = [0] * len(part.ranks)
        for colour, rank in part.ranks.items():
            colours[part.witness.colours[rank]] = known[colour]
        lost = [real for colour, real in enumerate(known) if colour not in part.ranks]
        if part.is_explicit:
            lost += range(fresh, finite.colours)
        system = self._proof.system
        excluded = (*names.excluded, *lost)[: system.cap]
        columns = tuple(names.columns[column] for column in part.witness.columns)
        place: Function | Maset = Function(part.number, finite.colours - fresh)
        if part.is_explicit:
            place = Maset(part.number, len(excluded) if system.reading is Reading.EXACT else 0)
        return _At(self.strategy, place, Names(columns, tuple(colours), fresh, excluded))


def _on_pattern(proof: Proof, row: int) -> Move:
    """The first question that gives a function an equation of the system."""
    system, closure = proof.system, proof.closure
    state, taken = int(system.state[row]), int(system.split[row])
    number = int(system.pattern[state])
    question = closure.questions(number)[proof.questions_of(state, taken)[0] - 1]
    below = [
        (function, closure.patterns[part])
        for function, part in zip(
            system.parts[row].tolist(), closure.splits.patterns[taken].tolist(), strict=True
        )
        if function >= 0
    ]
    below += _masets(closure, closure.splits.explicit[taken])
    return _move(closure, closure.patterns[number], question, below)


def _on_maset(proof: Proof, place: Maset) -> Move:
    """A question with which an explicit maset attains its minimum."""
    system, closure, number = proof.system, proof.closure, place.number
    splits, maset = closure.maset_splits, closure.explicit[number]
    low, high = np.searchsorted(splits.pattern, [number, number + 1]).tolist()
    questions = tuple(non_isomorphic_questions(maset, closure.game, extra=closure.extra, max_new=0))
    first = int(splits.question[low:high].min())
    allowed = int(system.reading.extra_cells(closure.game, closure.pegs)[place.excluded])
    for row in range(low, high):
        if splits.extra[row] > allowed or not _attains(proof, place, row):
            continue
        below = _masets(closure, splits.explicit[row])
        question = questions[int(splits.question[row]) - first]
        if question.count(EXTRA) <= allowed:
            return _move(closure, maset, question, below)
        # Another question has the same parts and fewer extra cells.
        for other in questions:
            if other.count(EXTRA) <= allowed:
                move = _move(closure, maset, other, below)
                if _has_just(move, below):
                    return move
    raise ArithmeticError(f"no question on {maset.brief()} attains its minimum")


def _attains(proof: Proof, place: Maset, row: int) -> bool:
    """Whether a question on an explicit maset is optimal after so many excluded colours."""
    system, closure = proof.system, proof.closure
    maset, minima, excluded = closure.explicit[place.number], proof.maset_minima, place.excluded
    below = []
    for part, pattern in _masets(closure, closure.maset_splits.explicit[row]):
        after = min(excluded + maset.colours - pattern.colours, system.cap)
        below.append(int(minima[part, after if system.reading is Reading.EXACT else excluded]))
    if system.objective is Objective.EXPECTED:
        return bool(len(maset.clauses) + sum(below) == minima[place.number, excluded])
    return bool(1 + max(below, default=0) == minima[place.number, excluded])


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


def _move(
    closure: Closure, pattern: MasetPattern, question: Word, below: list[tuple[int, MasetPattern]]
) -> Move:
    new, parts = new_colours(pattern, question), split(pattern, question, closure.game)
    return Move(question, new, parts, tuple(dict.fromkeys(below)))
