"""What the pages of play say of questions: how good they are before they are asked, and how good
they were.
"""

from __future__ import annotations

from collections.abc import Sequence

from masetproof.arguments import Refused
from masetproof.finite.contradictions import conflict_of
from masetproof.finite.firsts import ALL
from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Goal, Within, as_goal
from masetproof.play.hints import FEW
from masetproof.play.ranking import TOP, Ranking, rank_questions, with_costs
from masetproof.play.review import review
from masetproof.progress import Progress, Tick
from masetproof.proofs.known import QUICK_PEGS
from masetproof.recurrences.polynomials import polynomial_text
from masetproof.reports.openings import proved_openings
from masetproof.search.openings import Opening, openings
from masetproof.search.optimize import optimize
from masetproof.words import Word

_MEMORY = 1 << 28
"""The bytes that the tables for a request may take."""
_THINK = 4.0
"""Seconds for the costs of questions."""
_MOST_NAMED = 20
"""The most questions that a page asks about at once."""


def ranking_document(
    finite: FiniteGame, questions: Sequence[str], goal_text: str, tick: Tick
) -> dict[str, object]:
    """The best questions in a state of play with what they cost, and sentences on some that are
    named.

    goal_text: ``expected`` or ``worst``, for which each question has a cost where few secrets are
    left; or ``within:K``, for which only the best first question is known.
    """
    goal = as_goal(goal_text)
    _check_asked(finite, questions, goal, tick)

    def progress(*_: object) -> None:
        tick()

    if isinstance(goal, Within):
        within = _within(finite, goal, progress)
    proved = None if isinstance(goal, Within) else _proved_costs(finite, goal, progress)
    is_searched = not (isinstance(goal, Within) or proved or finite.hard) and _is_small(finite)
    has_weights = finite.game.weights is not None  # then a row's total is not what is least
    ranking = rank_questions(
        finite,
        TOP,
        questions=questions,
        think=_THINK if is_searched and goal is Goal.EXPECTED and not has_weights else 0,
        memory=_MEMORY,
        progress=progress,
    )
    named = dict.fromkeys(map(finite.as_question, questions))
    told = {"kind": "rank", "about": [ranking.about(word) for word in named]}
    if isinstance(goal, Within):
        return told | {"within": within, "ranking": ranking.as_json()}
    if proved is not None:
        ranking = with_costs(ranking, proved[0], goal)
    elif is_searched and goal is Goal.WORST:
        ranking = with_costs(ranking, _searched(ranking, progress), goal)
    formulas = proved[1] if proved else {}
    return told | {"formulas": formulas, "ranking": ranking.as_json()}


def _check_asked(
    finite: FiniteGame, questions: Sequence[str], goal: Goal | Within, tick: Tick
) -> None:
    """`Refused` where questions cannot be ranked."""
    if goal not in (Goal.EXPECTED, Goal.WORST) and not isinstance(goal, Within):
        raise Refused(f"questions are ranked for expected, worst and within:K, not for {goal}")
    if len(questions) > _MOST_NAMED:
        raise Refused(f"a page asks about {_MOST_NAMED} questions at most")
    if finite.is_listable and conflict_of(finite, tick) is not None:
        raise Refused("no secret gives these answers")


def _is_small(finite: FiniteGame) -> bool:
    return finite.question_count * finite.secret_count <= FEW


def _searched(ranking: Ranking, progress: Progress) -> dict[Word, Opening]:
    """What the questions of a ranking cost in the worst case."""
    words = [one.question for one in (*ranking.best, *ranking.named)]
    finite = ranking.finite
    found = openings(
        finite, words, Goal.WORST, time_limit=_THINK, memory=_MEMORY, progress=progress
    )
    costs = {one.question: one for one in found}
    return costs | {word: costs[other] for word, other in found.same}


def _proved_costs(
    finite: FiniteGame, goal: Goal, progress: Progress
) -> tuple[dict[Word, Opening], dict[str, object]] | None:
    """What first questions cost by a theorem that is soon proved, and their formulas by the texts
    of the questions; None where there is none."""
    is_of_theorem = isinstance(finite.game, AlikeGame) and finite.pegs <= QUICK_PEGS
    if not is_of_theorem or finite.after or finite.hard:
        return None
    try:
        found, costs = proved_openings(finite, goal, ALL, progress)
    except Refused:
        return None
    texts: dict[str, object] = {}
    for word, cost in costs.items():
        formula = None if finite.columns else cost.formula
        if formula is not None:
            branches = [polynomial_text(branch) for branch in formula.branches]
            texts[finite.text(word)] = {"branches": branches, "from": formula.valid_from}
    return {one.question: one for one in found}, texts


def _within(finite: FiniteGame, goal: Within, progress: Progress) -> dict[str, object]:
    """The strategy that finds the most secrets with at most K questions, as far as the search goes.

    found, most: secrets, or their weight, that it finds, and that any strategy finds at most.
    """
    if not _is_small(finite):
        raise Refused(f"{finite.title} is too large to search for the most secrets in a moment")
    best = optimize(finite, goal, time_limit=_THINK, memory=_MEMORY, progress=progress)
    return {
        "questions": goal.questions,
        "first": finite.text(best.tree.root.question),
        "found": str(best.found_within),
        "most": str(best.weight - best.lower_bound),
        "whole": str(best.weight),
        "weighted": best.weights is not None,
        "optimal": best.optimal,
    }


def review_document(finite: FiniteGame, steps: Sequence[str], tick: Tick) -> dict[str, object]:
    """The ratings of questions that were asked from a state of play on."""
    looked_at = review(finite, steps, memory=_MEMORY, progress=lambda *_: tick())
    if looked_at.conflict is not None:
        raise Refused("no secret gives these answers")
    return {
        "kind": "review",
        "questions": [one.document(finite) for one in looked_at.questions],
    }
