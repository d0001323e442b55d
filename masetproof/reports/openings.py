"""What first questions cost by a theorem, for one number of colours and for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from masetproof.arguments import Refused
from masetproof.finite.firsts import as_firsts
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import orbits
from masetproof.objectives import Goal
from masetproof.progress import Progress
from masetproof.proofs.known import known
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.reports.question import ask
from masetproof.search.openings import Opening, Openings
from masetproof.words import Word


def proved_openings(
    finite: FiniteGame, goal: Goal, questions: Sequence[Word | str] | str, progress: Progress
) -> tuple[Openings, dict[Word, Formula | None]]:
    """What first questions cost by a theorem, and as formulas for every number of colours.

    `Refused` where no theorem has the optimum, and where the goal is not one quantity.
    """
    about = known(finite, goal)
    if goal not in (Goal.EXPECTED, Goal.WORST) or not about.has_theorem:
        raise Refused(
            f"no theorem says what first questions cost: {finite.title}, objective {goal.value}"
        )
    firsts, kinds = as_firsts(finite, questions), orbits(finite)
    theorem = about.theorem(progress)
    asked = {}
    for one in ask(theorem, theorem.function_of(0), None, finite.columns or finite.colours):
        if one.value is not None:
            asked[int(kinds[finite.questions.index(one.verdict.question)])] = one
    rows, formulas = [], {}
    for number in firsts.different:
        one, word = asked[int(kinds[number])], finite.questions[number]
        value, size = one.value, firsts.class_sizes[number]
        total, worst = (value, None) if goal is Goal.EXPECTED else (None, value)
        rows.append(Opening(word, size, total, worst, value, optimal=True))
        formulas[word] = one.formula
    rows.sort(key=lambda row: row.order(goal))
    words = finite.questions
    same = tuple((words[number], words[other]) for number, other in firsts.same)
    return Openings(finite, goal, tuple(rows), same), formulas
