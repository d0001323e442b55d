"""Two pegs of Mastermind: for which n equally likely secrets are best (docs/codemaker.md).

All strategies with the least total are gone through by plain play on named colours; nothing of the
search, of the recurrences or of the linear programs is used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import pytest

Word = tuple[int, int]
Costs = tuple[int, int, int]
"""The least total; the least and the greatest number of questions for the doubles, with it."""


def _answer(secret: Word, question: Word) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(secret, question, strict=True))
    return black, sum(min(secret.count(c), question.count(c)) for c in {*secret}) - black


def _alike(secrets: Sequence[Word]) -> tuple[Word, ...]:
    """One state for all that differ by an exchange of columns and names of colours."""
    both = []
    for order in (0, 1), (1, 0):
        words = [(word[order[0]], word[order[1]]) for word in secrets]
        # What a colour does in a state of two pegs, and twice what those do that stand beside it.
        role = _roles(words, _roles(words, dict.fromkeys(range(99), 0)))
        names = {c: i for i, c in enumerate(sorted(role, key=lambda c: (role[c], c)))}
        both.append(tuple(sorted((names[a], names[b]) for a, b in words)))
    return min(both)


def _roles(words: list[Word], before: dict[int, int]) -> dict[int, int]:
    seen = defaultdict(list)
    for a, b in words:
        seen[a].append((0, before[b], a == b))
        seen[b].append((1, before[a], a == b))
    keys = {colour: tuple(sorted(cells)) for colour, cells in seen.items()}
    ranks = {key: rank for rank, key in enumerate(sorted({*keys.values()}))}
    return {colour: ranks[key] for colour, key in keys.items()}


def _parts(secrets: tuple[Word, ...], question: Word) -> Iterator[tuple[Word, ...]]:
    parts = defaultdict(list)
    for secret in secrets:
        parts[_answer(secret, question)].append(secret)
    parts.pop((2, 0), None)
    return map(_alike, parts.values())


def _asked(secrets: tuple[Word, ...]) -> list[int]:
    """At most two colours of those that may be exchanged, any two of them, for each other."""
    alike = list[list[int]]()
    for colour in sorted({cell for word in secrets for cell in word}):
        for others in alike:
            names = {colour: others[0], others[0]: colour}
            if {(names.get(a, a), names.get(b, b)) for a, b in secrets} == {*secrets}:
                others.append(colour)
                break
        else:
            alike.append([colour])
    return [colour for others in alike for colour in others[:2]]


@cache
def _costs(secrets: tuple[Word, ...], blank: bool) -> Costs:
    """blank: whether a colour may be asked that is in no secret of the state."""
    colours = sorted({cell for word in secrets for cell in word})
    seen, best = set(), []
    cells = [*_asked(secrets), *[99] * blank]
    for question in [(a, b) for a in cells for b in cells]:
        parts = tuple(sorted(_parts(secrets, question)))
        if parts in seen or parts == (_alike(secrets),):
            continue
        seen.add(parts)
        fewer = [len({cell for word in part for cell in word}) < len(colours) for part in parts]
        left = [_costs(part, blank or more) for part, more in zip(parts, fewer, strict=True)]
        total, least, most = (sum(cost[i] for cost in left) for i in range(3))
        best.append((total, least, most))
    fewest, doubles = min(best)[0], sum(a == b for a, b in secrets)
    optimal = [cost for cost in best if cost[0] == fewest]
    return (
        len(secrets) + fewest,
        doubles + min(least for _, least, _ in optimal),
        doubles + max(most for *_, most in optimal),
    )


def _of_colours(n: int) -> Costs:
    return _costs(_alike([(a, b) for a in range(n) for b in range(n)]), False)


def _first(n: int) -> Fraction:
    return Fraction(n * n + 12 * n, 4) - (Fraction(17, 4) if n % 2 else 5)


def _second(n: int) -> Fraction:
    if n % 2:
        return Fraction(3 * n * n, 8) + 3 * n - Fraction(27, 8)
    return Fraction(3 * n * n, 8) + Fraction(11 * n, 4) - 1


def _mean(n: int) -> Fraction:
    """E(n) / n by the theorem of two pegs (Chen and Lin)."""
    if n % 2:
        return Fraction(n * n, 3) + Fraction(17 * n, 8) - Fraction(10, 3) + Fraction(23, 8 * n)
    return Fraction(n * n, 3) + Fraction(17 * n, 8) - Fraction(37, 12) + Fraction(2, n)


_COLOURS = [*range(1, 11), *[pytest.param(n, marks=pytest.mark.slow) for n in range(11, 21)]]


@pytest.mark.parametrize("n", _COLOURS)
def test_the_costs_of_doubles_in_strategies_of_the_least_total(n: int) -> None:
    total, least, most = _of_colours(n)
    assert (least <= Fraction(total, n) <= most) == (n in (1, 2, 4, 6) or n >= 8)
    if n >= 3:
        assert Fraction(total, n) == _mean(n)
    if n >= 6:
        assert [least, most] == [_first(n), _second(n)]
    if n <= 5:
        assert (least, most) == [(1, 1), (3, 5), (8, 8), (11, 15), (17, 21)][n - 1]


def test_the_two_strategies_need_what_is_printed() -> None:
    """The recurrences of the two strategies, and the total of both."""
    total = [0, 1, 3]
    total += [0] * 60
    for m in range(3, len(total)):
        total[m] = m + total[m - 2] + 2
    for n in range(8, 60):
        m = n - 2
        assert _first(n) == n + _first(m) + 5
        assert _second(n) == n + _second(m) + 6 + (n - 3) // 2
        white = 2 * m + 2 * total[m - 1] + 1
        black = 2 * m + 2 + total[m] + total[m - 1] + 4
        assert n * _mean(n) == n * n + m * _mean(m) + 1 + white + black
        assert _first(n) <= _mean(n) <= _second(n)


def test_the_mean_lies_between_them() -> None:
    """The differences that are printed; the page says why they stay positive."""
    for n in range(8, 60):
        odd = n % 2
        above = Fraction(n * n, 12) - Fraction(7 * n, 8) + Fraction(11 if odd else 23, 12)
        below = Fraction(n * n, 24) + Fraction((7 if odd else 5) * n, 8)
        below += Fraction(-1, 24) if odd else Fraction(25, 12)
        rest = Fraction(23, 8 * n) if odd else Fraction(2, n)
        assert _mean(n) - _first(n) == above + rest > 0
        assert _second(n) - _mean(n) == below - rest > 0
        assert n < 10 or above > 0
    assert [_mean(n) - _first(n) for n in (8, 9)] == [Fraction(1, 2), Fraction(1, 9)]
