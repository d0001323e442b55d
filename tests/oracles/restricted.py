"""Games whose questions are restricted, whose secrets have weights, or where some may be missed.

By the definitions alone: a state is its whole history, every legal question is tried, and a
strategy costs what its secrets pay by the number of questions that find them.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from tests.oracles.wordle import marks

History = tuple[tuple[str, str], ...]
Pays = Callable[[int], Fraction | float]
"""What a secret pays that is found with so many questions; infinite where that is too many."""
NEVER = float("inf")


def is_legal(word: str, history: History) -> bool:
    """Whether hard mode lets one ask a word after some questions with their marks."""
    for question, told in history:
        for place, mark in enumerate(told):
            if mark == "g" and word[place] != question[place]:
                return False
        for letter in set(question):
            marked = sum(
                mark in "gy" for other, mark in zip(question, told, strict=True) if other == letter
            )
            if word.count(letter) < marked:
                return False
    return True


def least_cost(
    weights: Mapping[str, Fraction | int],
    questions: Sequence[str],
    pays: Pays,
    *,
    hard: bool,
    told: Callable[[str, str], str] = marks,
    stop: int | None = None,
    first: str | None = None,
) -> Fraction | float:
    """The least that the secrets pay together, each times its weight.

    stop: after so many questions nothing is asked any more, and what is left pays for one more.
    first: the first question, None for any.
    """

    @cache
    def solve(possible: frozenset[str], history: History) -> Fraction | float:
        asked = len(history)
        if (stop is not None and asked == stop) or pays(asked + 1) == NEVER:
            return sum(weights[one] * pays(asked + 1) for one in possible)
        best: Fraction | float = NEVER
        for question in questions if asked or first is None else [first]:
            if hard and not is_legal(question, history):
                continue
            parts: dict[str, set[str]] = {}
            for secret in possible - {question}:
                parts.setdefault(told(secret, question), set()).add(secret)
            if possible in parts.values():
                continue
            cost = weights[question] * pays(asked + 1) if question in possible else Fraction(0)
            for answer, part in parts.items():
                # In other modes the history says nothing but how long it is.
                step = (question, answer) if hard else ("", "")
                cost += solve(frozenset(part), (*history, step))
            best = min(best, cost)
        return best

    return solve(frozenset(weights), ())


def by_goal(
    goal: str,
    weights: Mapping[str, Fraction | int],
    questions: Sequence[str],
    *,
    hard: bool,
    told: Callable[[str, str], str] = marks,
    limit: int | None = None,
) -> tuple[Fraction | float, ...]:
    """What a goal minimizes, in its order; infinite where *limit* questions are not enough."""
    equal = dict.fromkeys(weights, 1)
    most = len(weights) if limit is None else limit

    def least(pays: Pays, whose: Mapping[str, Fraction | int], **more: int) -> Fraction | float:
        return least_cost(whose, questions, pays, hard=hard, told=told, **more)

    def total(limit: int) -> Fraction | float:
        return least(lambda n: Fraction(n) if n <= limit else NEVER, weights)

    def worst() -> float:
        return next((depth for depth in range(1, most + 1) if total(depth) < NEVER), NEVER)

    kind, _, number = goal.partition(":")
    if kind == "within":
        found = int(number)
        return (least(lambda n: Fraction(n > found), weights, stop=found),)
    if kind == "expected":
        return (total(most),)
    if kind == "worst":
        return (worst(),)
    if kind == "worst-then-expected":
        depth = worst()
        return (depth, total(int(depth)) if depth < NEVER else NEVER)
    if kind == "expected-then-worst":
        cost = total(most)
        return cost, next((n for n in range(1, most + 1) if total(n) == cost), NEVER)
    depth = worst()  # worst-then-fewest

    def last(n: int) -> Fraction | float:
        return Fraction(n == depth) if n <= depth else NEVER

    return depth, least(last, equal) if depth < NEVER else NEVER
