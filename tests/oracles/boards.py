"""Several secrets at once by the definition: all combinations, all questions, whole answers."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

Combination = tuple[str | None, ...]
"""The secret of each board; None where it was found."""


def least_total(
    secrets: Sequence[str], questions: Sequence[str], told: Callable[[str, str], str], boards: int
) -> int:
    """The least number of questions until all boards are found, over all combinations."""

    @cache
    def solve(possible: frozenset[Combination]) -> int:
        if all(secret is None for combination in possible for secret in combination):
            return 0
        costs = []
        for question in questions:
            parts: dict[tuple[str, ...], set[Combination]] = {}
            for combination in possible:
                answers = tuple("-" if one is None else told(one, question) for one in combination)
                left = tuple(None if one == question else one for one in combination)
                parts.setdefault(answers, set()).add(left)
            if possible not in parts.values():
                costs.append(len(possible) + sum(solve(frozenset(part)) for part in parts.values()))
        return min(costs)

    return solve(frozenset(product(secrets, repeat=boards)))
