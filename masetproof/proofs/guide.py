"""The optimal questions of a proof, for any number of colours.

An equation is *attained* at a vector m if its right side is the value of the function there; then
its question is optimal.  With several indices, the first such question is asked.

With one index the induction shows for each function and residue class which equations are attained
for all large m.  Any choice of one for each class is an optimal strategy.  `TheoremGuide.chosen`
chooses them so that play reaches few functions from the full pattern, and the strategy fits on a
few pages.  For small m, before the induction starts, the computed values show which equations are
attained, and the one for large m is taken if it is among them.  On an explicit maset, the minima of
the masets show it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import final

from masetproof.cache import Recomputed, cached_method
from masetproof.patterns.closure import first_questions, questions_on
from masetproof.proofs.functions import Colours, Functions
from masetproof.proofs.solving import steady_rows, strategy_rows
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function
from masetproof.recurrences.system import ResidueNode
from masetproof.strategies.on_patterns import Move, Point, move_of
from masetproof.words import EXTRA, Word


def steady_equations(theorem: Functions) -> dict[ResidueNode, int]:
    """An attained equation for each node; if possible, the same for all residues of a function."""
    return steady_rows(theorem.columns, theorem.claim, theorem.tight)


@final
@dataclass(frozen=True, eq=False, repr=False)
class TheoremGuide(Recomputed):
    """A `FullGuide`; the number of a point is that of a pattern or of an explicit maset.

    The reading is `exact` or `without`: in the reading `with` questions may use an excluded colour
    when there is none yet.

    other: where it is given, a proof of the other objective; asked is what is optimal in both.
    """

    theorem: Functions
    other: Functions | None = None

    def __repr__(self) -> str:
        return f"<TheoremGuide: {self.theorem.system!r}>"

    @cached_method()
    def move(self, point: Point) -> Move:
        """The question that is asked at a point."""
        function = self.function(point)
        if self.theorem.system.has_one_index and not point.explicit and self.other is None:
            return self.asking(function, self.split(function, point.implicit[0]))
        return self.first_optimal(function, 0 if point.explicit else point.implicit)

    def asked(self, point: Point, question: Word) -> Move:
        return self.move_of(self.function(point)[0], question)

    def value(self, point: Point) -> int:
        return self.theorem.value_of(self.function(point), point.implicit)

    def function(self, point: Point) -> Function:
        """The function of a point, maybe with its columns exchanged."""
        system = self.theorem.system
        exact = system.reading is Reading.EXACT
        excluded = system.packed(point.excluded) if exact else system.first[1]
        return point.number + point.explicit * len(system.closure.patterns), excluded

    def after(self, function: Function, move: Move, m: int) -> Iterator[tuple[int, Function, int]]:
        """The answers to a move on a function of one index after which play goes on.

        Each comes with the function to which it leads and the number of colours that it excludes,
        up to the cap.  The result is the same for all m that exceed the new colours and the cap
        together.
        """
        cap = self.theorem.system.cap
        before = Point(function[0], False, (m,), (0,))
        for answer, part in enumerate(move.answers):
            if part.is_open:
                point = move.below(before, answer, cap)
                (lost,) = point.excluded
                excluded = (min(cap, function[1] + lost),)
                yield answer, self.function(point._replace(excluded=excluded)), lost

    @cached_method()
    def move_of(self, number: int, question: Word) -> Move:
        """A question on a pattern or, after the patterns, an explicit maset of that number."""
        return move_of(self.theorem.closure.catalogue, self.theorem.system.forms[number], question)

    @cached_method()
    def asking(self, function: Function, split: int) -> Move:
        """The first question by which a function, or an explicit maset, asks for a row of splits.

        The row is one of those in `patterns.closure.splits_on`.
        """
        closure, number = self.theorem.closure, function[0]
        if number < len(closure.patterns):
            first, *_ = self.theorem.questions_of(function, split)
            return self.move_of(number, closure.questions(number)[first - 1])
        # The first question with this split may have more blanks than another one.
        most = closure.game.most_blanks(closure.pegs, function[1])
        first_one = self.move_of(number, first_questions(closure, number)(split))
        moves = (self.move_of(number, question) for question in questions_on(closure, number))
        return next(
            move
            for move in chain([first_one], moves)
            if move.question.count(EXTRA) <= most and _left(move) == _left(first_one)
        )

    # ------------------------------------------------------------- functions of one index

    @cached_property
    def chosen(self) -> dict[ResidueNode, int]:
        """An attained equation for each node that play can reach with many colours.

        The equations are rows of the merged system, chosen so that few functions are reached.
        """
        return strategy_rows(self.theorem.columns, self.theorem.claim, self.theorem.tight)

    @cached_property
    def functions(self) -> tuple[int, ...]:
        """The functions that are reached, the whole game first, then in the order of patterns."""
        return tuple(sorted({function for function, _ in self.chosen}))

    @cached_method()
    def split(self, function: Function, m: int) -> int:
        """The row of `Closure.splits` that a function follows; it has a secret with this m."""
        later = self.later(function, m)
        if later is not None and m >= self.theorem.start:
            return later
        splits = self.theorem.optimal_splits(function, m)
        if later is not None and later in splits:  # the one for large m where it is optimal, too
            return later
        first_question = self.theorem.closure.splits.question
        return min(splits, key=first_question.__getitem__)

    def later(self, function: Function, m: int) -> int | None:
        """The row that is followed for all large m of the class of m, if play reaches that."""
        columns = self.theorem.columns
        row = self.chosen.get((columns.number[function], m % self.theorem.claim.period))
        return None if row is None else int(columns.merged.split[row])

    def number(self, node: ResidueNode) -> int:
        """The number, from 1, of the question that is asked at a node."""
        columns = self.theorem.columns
        split = int(columns.merged.split[self.chosen[node]])
        return self.theorem.questions_of(columns.functions()[node[0]], split)[0]

    # ------------------------------------------------------------------------ one question

    @cached_method()
    def first_optimal(self, function: Function, m: Colours) -> Move:
        """The first question that is optimal on a function with m implicit colours, or a maset."""
        splits = self.theorem.optimal_splits(function, m)
        if self.other is not None:
            both = {*self.other.optimal_splits(function, m)}
            splits = [split for split in splits if split in both]
        return self.asking(
            function, min(splits, key=first_questions(self.theorem.closure, function[0]))
        )


def _left(move: Move) -> list[int]:
    """The numbers of the masets that answers to a question on an explicit maset leave."""
    return sorted(one.number for one in move.answers if one.is_open)
