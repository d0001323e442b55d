"""What first questions cost by a theorem, for one number of colours and for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, final

import numpy as np

from masetproof.arguments import Refused
from masetproof.finite.firsts import as_firsts
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import orbits
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Goal
from masetproof.progress import Progress
from masetproof.proofs.known import Known, known
from masetproof.proofs.numbers import Region
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.reports.question import ask
from masetproof.search.openings import Opening, Openings
from masetproof.words import Word


@final
class FirstCost(NamedTuple):
    """What a question costs as the first one of a game, by a theorem.

    value: with the given colours.  formula: with n colours, in every column; None where it cannot
    be asked with many.  regions: on every board, where columns may have different numbers.
    """

    value: int
    formula: Formula | None
    regions: tuple[Region, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The fields ``formula`` and, with several kinds of colours, ``regions``."""
        regions = [region.as_json() for region in self.regions]
        formula = None if self.formula is None else self.formula.as_json()
        return {"formula": formula} | ({"regions": regions} if regions else {})


def proved_openings(
    finite: FiniteGame, goal: Goal, questions: Sequence[Word | str] | str, progress: Progress
) -> tuple[Openings, dict[Word, FirstCost]]:
    """What first questions cost by a theorem, and as formulas for every number of colours.

    `Refused` where no theorem has the optimum, and where the goal is not one quantity.
    """
    about = known(finite, goal)
    if goal not in (Goal.EXPECTED, Goal.WORST) or not about.has_optimum:
        raise Refused(
            f"no theorem says what first questions cost: {finite.title}, objective {goal.value}"
        )
    firsts, kinds = as_firsts(finite, questions), orbits(finite)
    costs = {
        int(kinds[finite.questions.index(word)]): cost
        for word, cost in (_of_book if about.proved_book else _of_theorem)(about, progress)
    }
    rows = []
    for number in firsts.different:
        value, size = costs[int(kinds[number])].value, firsts.class_sizes[number]
        total, worst = (value, None) if goal is Goal.EXPECTED else (None, value)
        rows.append(Opening(finite.questions[number], size, total, worst, value, optimal=True))
    rows.sort(key=lambda row: row.order(goal))
    words = finite.questions
    same = tuple((words[number], words[other]) for number, other in firsts.same)
    found = {row.question: costs[int(kinds[words.index(row.question)])] for row in rows}
    return Openings(finite, goal, tuple(rows), same), found


def _of_theorem(about: Known, progress: Progress) -> Iterator[tuple[Word, FirstCost]]:
    """The first questions of a theorem that the board allows, and what they cost."""
    finite, theorem = about.finite, about.theorem(progress)
    game = theorem.closure.game
    for one in ask(theorem, theorem.function_of(0), None, finite.columns or finite.colours):
        if one.value is not None:
            cost = FirstCost(one.value, one.formula, one.regions)
            yield _in_real_colours(game, one.verdict.question), cost


def _of_book(about: Known, progress: Progress) -> Iterator[tuple[Word, FirstCost]]:
    """The first question of a book without an end, if all first questions are of its kind."""
    book, finite = about.proved_book, about.finite
    assert book is not None
    if np.unique(orbits(finite)).size > 1:
        raise Refused(f"the theorem on {finite.title} is about its best first question only")
    strategy = about.strategy(progress)
    yield strategy.next_question(), FirstCost(book.value(finite.colours), book.formula)


def _in_real_colours(game: AlikeGame, question: Word) -> Word:
    """A question of new colours alone; those of each alphabet are its first ones."""
    numbers: dict[int, dict[int, int]] = {}
    word = []
    for column, cell in enumerate(question):
        own = numbers.setdefault(game.alphabet_of(column), {})
        word.append(own.setdefault(cell, len(own)))
    return tuple(word)
