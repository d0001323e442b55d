"""Questions ranked in a state of play: by a rule, and by what they cost as far as a search goes.

A hint says what to ask; a ranking says what the second best question is, and how good somebody's
own one.  A rule compares all questions, of which the best are searched, if there is time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance, as_seconds
from masetproof.finite.firsts import as_firsts
from masetproof.finite.setting import FiniteGame, finite_game_json
from masetproof.finite.table import MEMORY, cells, kinds
from masetproof.finite.weights import whole_weights
from masetproof.objectives import Goal
from masetproof.play.hints import FEW, Suggestion, by_weight, suggestion_of
from masetproof.progress import Progress, as_progress, silent
from masetproof.search.bounds import sizes_of_parts as first_sizes
from masetproof.search.openings import Opening, bound_json, openings
from masetproof.strategies.by_rule import answers_of, sizes_of_parts
from masetproof.strategies.rules import Rule, as_rule, scores
from masetproof.words import Word

TOP = 20
"""How many questions are ranked unless the caller says otherwise."""
_MOST = 1000
_MOMENT = 1.0
"""Seconds for the search unless the caller says otherwise."""
_STEP = 1 << 12
"""Questions whose sizes are scored at a time."""
_DIGITS = 9
"""Rounded scores that agree to so many digits are equal."""


@final
@dataclass(frozen=True, slots=True)
class Ranked:
    """A question in a ranking.

    place: 1 and one more for each question that the rule finds better.  split: its parts.
    class_size: how many questions are the same by symmetry.  cost: what it costs; None where it
    was not searched.
    """

    place: int
    split: Suggestion
    class_size: int
    cost: Opening | None = None

    @property
    def question(self) -> Word:
        return self.split.question


@final
@dataclass(frozen=True, slots=True)
class Ranking:
    """The best questions by a rule, and others that were named.

    best: those with the best places; where all have exact costs, the cheapest comes first.  named:
    the others, as they were named.  compared: how many questions were compared, one of each kind.
    is_searched: whether costs were searched.
    """

    finite: FiniteGame
    rule: Rule
    best: tuple[Ranked, ...]
    named: tuple[Ranked, ...]
    compared: int

    def __repr__(self) -> str:
        best = self.finite.text(self.best[0].question)
        return f"<Ranking of {self.finite.title}: {len(self.best)} by {self.rule}, first {best}>"

    @property
    def is_searched(self) -> bool:
        """Whether any cost was searched."""
        return any(one.cost is not None for one in self.best)

    def about(self, question: Word) -> str:
        """A sentence on a question of the ranking: its place, and what it loses."""
        one = next(row for row in (*self.best, *self.named) if row.question == question)
        text, first = self.finite.text, min(self.best, key=lambda row: row.place)
        sentence = (
            f"{text(question)} has place {one.place:,} of {self.compared:,} by {self.rule}: it "
        )
        sentence += f"leaves {float(one.split.expected_size):.2f} secrets on average"
        if one.place > 1:
            sentence += f", and {text(first.question)} {float(first.split.expected_size):.2f}"
        return f"{sentence}{self._loss(one)}"

    def _loss(self, one: Ranked) -> str:
        """The end of the sentence: what a question costs, beside the cheapest one."""
        cost, total = one.cost, one.cost and one.cost.total
        if cost is None or total is None:
            return ""
        if self.finite.game.weights is not None:
            return self._loss_by_weight(cost)
        if not cost.optimal:
            return (
                f"; it costs at least {cost.lower_bound:,} and at most {total:,} questions in all"
            )
        exact = [row.cost for row in (*self.best, *self.named) if row.cost and row.cost.optimal]
        totals = {self.finite.text(row.question): row.total for row in exact if row.total}
        least = min(totals, key=totals.__getitem__)
        more = total - totals[least]
        sentence = f"; it costs {total:,} questions in all"
        if not more:
            return f"{sentence}, and none that was searched costs less"
        loss = float(Fraction(more, self.finite.secret_count))
        return f"{sentence}, {more:,} more than {least}, which is {loss:.4f} a game"

    def _loss_by_weight(self, cost: Opening) -> str:
        """The same where secrets have weights: means, not totals."""
        known = [row.cost for row in (*self.best, *self.named) if row.cost and row.cost.optimal]
        means = {one.question: one.expected(self.finite) or Fraction(0) for one in known}
        mean = cost.expected(self.finite) or Fraction(0)
        if not cost.optimal:
            return f"; it costs at most {float(mean):.4f} questions on average"
        least = min(means, key=means.__getitem__)
        sentence = f"; it costs {float(mean):.4f} questions on average"
        if mean == means[least]:
            return f"{sentence}, and none that was searched costs less"
        return f"{sentence}, {float(mean - means[least]):.4f} more than {self.finite.text(least)}"

    def as_json(self) -> dict[str, object]:
        """The game, what is left of it, and the fields of the questions."""
        finite = self.finite
        return {
            **finite_game_json(finite.whole),
            "after": [finite.step_text(step) for step in finite.after],
            "remaining": finite.secret_count,
            "rule": self.rule.name,
            "compared": self.compared,
            "first": [self._row(one) for one in self.best],
            "named": [self._row(one) for one in self.named],
        }

    def _row(self, one: Ranked) -> dict[str, object]:
        cost, split = one.cost, one.split.document(self.finite)
        mean = cost and cost.expected(self.finite)
        expected = {"expected": None if mean is None else str(mean)}
        return {
            "question": split.pop("question"),
            "place": one.place,
            "total": cost and cost.total,
            "worst": cost and cost.worst,
            "lower_bound": cost and bound_json(cost.lower_bound),
            "optimal": cost and cost.optimal,
            "class_size": one.class_size,
            **{name: value for name, value in split.items() if name != "rules"},
            **(expected if self.finite.game.weights is not None else {}),
        }


def rank_questions(
    finite: FiniteGame,
    top: int = TOP,
    rule: Rule | str = "expected-size",
    *,
    questions: Sequence[Word | str] = (),
    think: float | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> Ranking:
    """The best questions in a state of play, by a rule, with what each costs.

    One of each kind is ranked, as others are the same by symmetry.  questions: some that are
    ranked, too, wherever they stand.  think: seconds for a search of what they cost; by default a
    moment where few secrets are left, and otherwise none.  memory: the most bytes of a table of
    answers.

    `Refused` when an argument makes no sense, or the game is too large.

    >>> ranking = rank_questions(FiniteGame("mastermind", 4, 6), 3, think=0)
    >>> [ranking.finite.text(one.question) for one in ranking.best]
    ['0012', '0123', '0011']
    """
    as_instance(FiniteGame, finite, "the state of play")
    top, rule = as_count(top, "how many questions", 1, _MOST), as_rule(rule)
    if rule.score is None:
        raise Refused(f"the rule {rule} prefers no question, so it ranks none")
    think = None if think is None else as_seconds(think, "the time to think")
    memory, progress = as_count(memory, "the memory", 1), as_progress(progress)
    none_named = isinstance(questions, Sequence) and len(questions) == 0
    named = [] if none_named else [*as_firsts(finite, questions).class_sizes]
    ranking = _by_rule(finite, top, rule, named, memory, progress)
    words = [one.question for one in (*ranking.best, *ranking.named)]
    return with_costs(ranking, _costs(finite, words, think, memory, progress))


def _by_rule(
    finite: FiniteGame, top: int, rule: Rule, named: list[int], memory: int, progress: Progress
) -> Ranking:
    """The ranking without costs.  named: numbers of questions."""
    of_kind = kinds(finite)
    numbers, sizes, weighed = _sizes(finite, of_kind, memory, progress)
    order, places = _places(rule, sizes, weighed)
    chosen = order[:top].tolist()
    rows = {int(kind): row for row, kind in enumerate(numbers)}
    asked = [rows[int(of_kind[number])] for number in named]
    count = np.bincount(of_kind).tolist()

    def ranked(row: int, number: int) -> Ranked:
        split = suggestion_of(finite.questions[number], [rule.name], sizes[row].tolist())
        if finite.game.weights is not None:
            split = by_weight(split, sizes[row].tolist(), weighed[row].tolist())
        return Ranked(int(places[row]), split, count[int(numbers[row])])

    best = [ranked(row, int(numbers[row])) for row in chosen]
    others = [
        ranked(row, number)
        for row, number in zip(asked, named, strict=True)
        if number not in {int(numbers[row]) for row in chosen}
    ]
    return Ranking(finite, rule, tuple(best), tuple(others), len(numbers))


def _sizes(
    finite: FiniteGame, of_kind: NDArray[np.int64], memory: int, progress: Progress
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of the questions that are compared, the sizes of their parts, and their weights,
    which are the sizes where secrets have none."""
    secrets, numbers = finite.secret_count, np.unique(of_kind)
    weighed = None
    if finite.after or finite.game.weights is not None:
        table = answers_of(finite, memory, lambda: progress("table of answers", 0, 1))
        everything = np.arange(secrets)
        sizes = sizes_of_parts(table, everything, numbers)
        if finite.game.weights is not None:
            weights = np.array(whole_weights(finite)[1], np.int64)
            weighed = sizes_of_parts(table, everything, numbers, weights)
    else:
        finite.check_listable()
        parts = first_sizes(finite, lambda: progress("kinds of questions", 0, len(numbers)))
        sizes = np.column_stack([parts, secrets - parts.sum(axis=1)])
    allowed = sizes[:, :-1].max(axis=1) < secrets
    if finite.consistent_only:
        allowed &= sizes[:, -1] > 0
    if finite.hard and finite.after:
        allowed &= finite.required.allowed(cells(finite)[0][numbers])
    weighed = sizes if weighed is None else weighed
    return numbers[allowed], sizes[allowed], weighed[allowed]


def _places(
    rule: Rule, sizes: NDArray[np.int64], weighed: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows in the order of the rule, and the place of each row.

    Of equal questions those come first that may be the secret, as they do where a rule plays.
    """
    blocks = [weighed[first : first + _STEP] for first in range(0, len(weighed), _STEP)]
    found: NDArray[Any] = np.concatenate([scores(rule, block) for block in blocks])
    if found.dtype.kind == "f":
        found = np.round(found / max(1.0, float(np.abs(found).max())), _DIGITS)
    order = np.lexsort((np.arange(len(found)), sizes[:, -1] == 0, found))
    places = 1 + np.searchsorted(np.sort(found), found)
    return order, places


def _costs(
    finite: FiniteGame,
    questions: list[Word],
    think: float | None,
    memory: int,
    progress: Progress,
) -> dict[Word, Opening]:
    """What questions cost, as far as the time goes."""
    if think is None and finite.question_count * finite.secret_count > FEW:
        return {}
    seconds = _MOMENT if think is None else think
    if not seconds:
        return {}
    try:
        found = openings(finite, questions, time_limit=seconds, memory=memory, progress=progress)
    except Refused:
        if think is None:
            return {}
        raise
    costs = {one.question: one for one in found}
    return costs | {word: costs[other] for word, other in found.same}


def with_costs(
    ranking: Ranking, costs: Mapping[Word, Opening], goal: Goal = Goal.EXPECTED
) -> Ranking:
    """The same ranking with costs for a goal; where all are known, they decide the order."""
    if not costs:
        return ranking
    best, named = (
        [Ranked(one.place, one.split, one.class_size, costs.get(one.question)) for one in rows]
        for rows in (ranking.best, ranking.named)
    )
    if all(one.cost is not None and one.cost.optimal for one in best):
        best.sort(key=lambda one: one.cost.order(goal) if one.cost else ())
    return Ranking(ranking.finite, ranking.rule, tuple(best), tuple(named), ranking.compared)
