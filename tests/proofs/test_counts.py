"""The bounds by counts: the recursion as docs/short-proofs.md says it, and brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest

from masetproof.arguments import Refused
from masetproof.games.registry import as_game
from masetproof.proofs.counts import count_bounds, size_bounds

MASTERMIND, AB = as_game("mastermind"), as_game("ab")


def shares(total: int, places: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide a total among places."""
    if places == 1:
        yield (total,)
    else:
        for first in range(total + 1):
            yield from ((first, *rest) for rest in shares(total - first, places - 1))


@cache
def least(secrets: int, answers: int) -> int:
    """The size bound: the first question finds one secret, the others have equal shares."""
    if secrets == 0:
        return 0
    share, more = divmod(secrets - 1, answers)
    parts = [share + (place < more) for place in range(answers)]
    return secrets + sum(least(part, answers) for part in parts if part)


def plain_bounds(pegs: int, most: int) -> Callable[[int, int, int], int]:
    """G by its definition: every type of question, every distribution to every answer.

    most: of how many explicit secrets G is the recursion; beyond, the size bound goes on.
    """
    answers = [(black, layer - black) for layer in range(pegs + 1) for black in range(layer + 1)]
    answers.remove((pegs - 1, 1))
    win = answers.index((pegs, 0))
    layers = [sum(answer) for answer in answers]

    def of_clauses(clauses: int, old: int) -> Iterator[tuple[int, ...]]:
        """Clauses whose star is not hit: they share at most p - 1 colours with the question."""
        for counts in shares(clauses, len(answers)):
            if all(
                layer <= min(old, pegs - 1) for layer, n in zip(layers, counts, strict=True) if n
            ):
                yield counts

    def of_secrets(secrets: int, old: int) -> Iterator[tuple[int, ...]]:
        for counts in shares(secrets, len(answers)):
            if (
                all(layer <= old for layer, n in zip(layers, counts, strict=True) if n)
                and counts[win] <= 1
            ):
                yield counts

    def of_hits(clauses: tuple[int, ...], new: int, old: int) -> Iterator[tuple[int, ...]]:
        """Each clause gives as many hits as there are new colours, one layer further."""
        by_layer = [
            sum(n for n, layer in zip(clauses, layers, strict=True) if layer == this)
            for this in range(pegs)
        ]
        ways = []
        for layer, number in enumerate(by_layer):
            places = [place for place, here in enumerate(layers) if here == layer + 1]
            ways.append([(places, share) for share in shares(new * number, len(places))])
        for way in product(*ways):
            hits = [0] * len(answers)
            for places, share in way:
                for place, n in zip(places, share, strict=True):
                    hits[place] += n
            in_place = hits[answers.index((1, 0))] if pegs > 1 else 0
            if hits[win] <= (new == 1) and (old or in_place <= sum(clauses)):
                yield tuple(hits)

    @cache
    def bound(clauses: int, secrets: int, colours: int) -> int:
        if clauses == 0 or colours == 0:
            return least(secrets, len(answers) - 1)
        if secrets > most:
            beyond = least(secrets, len(answers) - 1) - least(most, len(answers) - 1)
            return bound(clauses, most, colours) + beyond
        totals = []
        for new in range(min(pegs, colours) + 1):
            for old in range(pegs - new + 1):
                for stars, found in product(
                    of_clauses(clauses, old), list(of_secrets(secrets, old))
                ):
                    if new == 0 and (clauses, secrets) in zip(stars, found, strict=True):
                        continue  # the question leaves everything together
                    for hits in of_hits(stars, new, old):
                        if found[win] + hits[win] > 1:
                            continue
                        totals.append(
                            sum(
                                bound(stars[place], found[place] + hits[place], colours - new)
                                for place in range(len(answers))
                                if place != win
                            )
                        )
        return clauses * colours + secrets + min(totals)

    return bound


@pytest.mark.parametrize(
    ("pegs", "clauses", "secrets", "colours"), [(2, 3, 3, 5), (3, 1, 2, 5), (3, 2, 1, 4)]
)
def test_the_bounds_are_those_of_the_recursion(
    pegs: int, clauses: int, secrets: int, colours: int
) -> None:
    plain = plain_bounds(pegs, secrets)
    expected = [
        [[plain(r, e, m) for m in range(colours + 1)] for e in range(secrets + 1)]
        for r in range(clauses + 1)
    ]
    for game in (MASTERMIND, AB):
        assert count_bounds(game, pegs, clauses, secrets, colours).tolist() == expected


@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
def test_equal_shares_give_the_size_bound(pegs: int) -> None:
    answers = len(MASTERMIND.answers(pegs)) - 2 if pegs > 1 else 1
    assert size_bounds(pegs, 100).tolist() == [least(s, answers) for s in range(101)]


def test_more_of_anything_costs_more() -> None:
    """Every explicit secret costs at least what the size bound says of one more."""
    bounds = count_bounds(MASTERMIND, 3, 6, 20, 12)
    assert (np.diff(bounds, axis=1) >= np.diff(size_bounds(3, 20))[:, None]).all()
    assert (np.diff(bounds, axis=0)[:, :, 1:] > 0).all()
    assert (np.diff(bounds, axis=2)[1:] > 0).all()


def test_what_the_lemma_is_not_about_is_refused() -> None:
    with pytest.raises(Refused, match="white pegs"):
        count_bounds(as_game("black-peg"), 3, 2, 2, 2)
    with pytest.raises(Refused, match="the number of pegs must be 2 to 6, not 1"):
        count_bounds(AB, 1, 2, 2, 2)
    with pytest.raises(Refused, match="the number of clauses must be 0 to 64, not 65"):
        count_bounds(AB, 2, 65, 2, 2)
    with pytest.raises(Refused, match="the number of explicit secrets must be"):
        count_bounds(AB, 2, 2, -1, 2)
    with pytest.raises(Refused, match="the number of implicit colours must be"):
        count_bounds(AB, 2, 2, 2, 10**6)
