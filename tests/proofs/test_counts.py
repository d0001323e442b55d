"""The bounds by counts: the recursion as docs/short-proofs.md says it, and brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import numpy as np
import pytest

from masetproof.checker.counting import count_table, size_bounds
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from tests.oracles.counts import count_bounds, lasting_bounds
from tests.oracles.counts import size_bounds as other_size_bounds
from tests.oracles.masets import EXTRA, Word, answer, minimal_epl_of_maset

Bound = Callable[[int, int, int], int]
Parts = tuple[tuple[int, int], ...]


def shares(total: int, places: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide a total among places."""
    if places == 0:
        yield from [()] if total == 0 else []
        return
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


@cache
def divisions(pegs: int, clauses: int, secrets: int, new: int, old: int) -> frozenset[Parts]:
    """The clauses and explicit secrets of the parts, for every distribution of a type of questions.

    Answers are taken as they are; so nothing is said of an order among those of a layer.
    """
    answers = [(black, layer - black) for layer in range(pegs + 1) for black in range(layer + 1)]
    answers.remove((pegs - 1, 1))
    win = answers.index((pegs, 0))
    layer_of = [sum(counts) for counts in answers]
    for_clauses = [i for i, layer in enumerate(layer_of) if layer <= min(old, pegs - 1)]
    for_secrets = [i for i, layer in enumerate(layer_of) if layer <= old]
    found = set()
    for ways in product(shares(clauses, len(for_clauses)), shares(secrets, len(for_secrets))):
        unhit, explicit = [0] * len(answers), [0] * len(answers)
        for places, counts, way in zip(
            (for_clauses, for_secrets), (unhit, explicit), ways, strict=True
        ):
            for place, count in zip(places, way, strict=True):
                counts[place] = count
        if explicit[win] > 1:
            continue
        hits_by_layer = []
        for layer in range(1, pegs + 1):
            places = [i for i, here in enumerate(layer_of) if here == layer]
            number = new * sum(unhit[i] for i, here in enumerate(layer_of) if here == layer - 1)
            hits_by_layer.append(
                [dict(zip(places, way, strict=True)) for way in shares(number, len(places))]
            )
        for hits in product(*hits_by_layer):
            hit = {place: count for layer in hits for place, count in layer.items()}
            if hit[win] > (new == 1) or (old == 0 and hit[answers.index((1, 0))] > clauses):
                continue
            parts = [
                (unhit[i], explicit[i] + hit.get(i, 0)) for i in range(len(answers)) if i != win
            ]
            found.add(tuple(sorted(part for part in parts if part != (0, 0))))
    return frozenset(found)


def least_cost(pegs: int, clauses: int, secrets: int, colours: int, bound: Bound) -> int:
    """The right side of the inequality of the count lemma, for the best question."""
    together = ((clauses, secrets),)
    return (clauses * colours + secrets) + min(
        sum(bound(*part, colours - new) for part in parts)
        for new in range(min(pegs, colours) + 1)
        for old in range(new == 0, pegs - new + 1)
        for parts in divisions(pegs, clauses, secrets, new, old)
        if new or parts != together
    )


def plain_bounds(pegs: int, most: int) -> Bound:
    """G by its definition.  most: as the explicit secrets of `count_bounds`."""
    answers = pegs * (pegs + 3) // 2 - 1

    @cache
    def bound(clauses: int, secrets: int, colours: int) -> int:
        if clauses == 0 or colours == 0:
            return least(secrets, answers)
        if secrets > most:
            return bound(clauses, most, colours) + least(secrets, answers) - least(most, answers)
        return least_cost(pegs, clauses, secrets, colours, bound)

    return bound


@pytest.mark.parametrize(
    ("pegs", "clauses", "secrets", "colours"),
    [(2, 3, 4, 8), (3, 1, 3, 6), (3, 2, 2, 5), (3, 5, 0, 9), (4, 1, 1, 6)],
)
def test_the_bounds_are_those_of_the_recursion(
    pegs: int, clauses: int, secrets: int, colours: int
) -> None:
    plain = plain_bounds(pegs, secrets)
    expected = [
        [[plain(r, e, m) for m in range(colours + 1)] for e in range(secrets + 1)]
        for r in range(clauses + 1)
    ]
    for program in (count_table, count_bounds):
        assert program(pegs, clauses, secrets, colours).tolist() == expected


@pytest.mark.parametrize(
    ("pegs", "clauses", "secrets", "colours"),
    [(2, 3, 4, 3), (2, 3, 4, 9), (2, 2, 6, 14), (3, 2, 2, 5), (3, 2, 2, 12)],
)
def test_lasting_bounds_satisfy_the_inequality_for_every_m(
    pegs: int, clauses: int, secrets: int, colours: int
) -> None:
    """Beyond the table too, where they are quadratic in steps of p: tried up to m + 30."""
    table = lasting_bounds(pegs, clauses, secrets, colours).tolist()
    answers = pegs * (pegs + 3) // 2 - 1

    @cache
    def bound(r: int, e: int, m: int) -> int:
        if e > secrets:
            return bound(r, secrets, m) + least(e, answers) - least(secrets, answers)
        if m <= colours:
            return int(table[r][e][m])
        return 2 * bound(r, e, m - pegs) - bound(r, e, m - 2 * pegs) + pegs * r

    for r, e, m in product(range(1, clauses + 1), range(secrets + 1), range(1, colours + 31)):
        assert bound(r, e, m) <= least_cost(pegs, r, e, m, bound)
    exact = count_bounds(pegs, clauses, secrets, colours + 30)
    assert (exact[:, :, : colours + 1 - pegs] == np.array(table)[:, :, :-pegs]).all()
    assert all(bound(*place) <= value for place, value in np.ndenumerate(exact))


@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
def test_equal_shares_give_the_size_bound(pegs: int) -> None:
    answers = len(MASTERMIND.answers(pegs)) - 2  # but (p,0) and (p-1,1)
    for program in (size_bounds, other_size_bounds):
        assert program(pegs, 100).tolist() == [least(s, answers) for s in range(101)]


def test_more_of_anything_costs_more() -> None:
    """Every explicit secret costs at least what the size bound says of one more."""
    bounds = count_bounds(3, 6, 20, 12)
    assert (np.diff(bounds, axis=1) >= np.diff(size_bounds(3, 20))[:, None]).all()
    assert (np.diff(bounds, axis=0)[:, :, 1:] > 0).all()
    assert (np.diff(bounds, axis=2)[1:] > 0).all()


def words(pegs: int, colours: int, repeat: bool, sign: int) -> list[Word]:
    """All words of these colours and one more sign, which may be repeated in any case."""
    every = product([*range(colours), sign], repeat=pegs)
    return [
        word
        for word in every
        if repeat or all(cell == sign or word.count(cell) == 1 for cell in word)
    ]


def patterns(
    pegs: int, explicit: int, repeat: bool, clauses: int, secrets: int
) -> set[tuple[Word, ...]]:
    """All patterns with so many clauses of one star and explicit secrets, one of each class.

    The star is the colour after the explicit ones.
    """
    found = set()
    signs = [(*colours, explicit) for colours in permutations(range(explicit))]
    columns = list(permutations(range(pegs)))
    by_stars: dict[int, list[Word]] = {0: [], 1: []}
    for word in words(pegs, explicit, repeat, explicit):
        by_stars.setdefault(word.count(explicit), []).append(word)
    for starred in combinations(by_stars[1], clauses):
        for plain in combinations(by_stars[0], secrets):
            found.add(
                min(
                    tuple(sorted(tuple(sign[word[i]] for i in places) for word in starred + plain))
                    for sign, places in product(signs, columns)
                )
            )
    return found


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("game", "pegs", "explicit", "clauses", "secrets", "colours"),
    [
        (MASTERMIND, 2, 2, 3, 2, 3),
        (AB, 2, 3, 3, 1, 3),
        (MASTERMIND, 3, 2, 2, 1, 2),
        (AB, 3, 3, 2, 1, 2),
        pytest.param(MASTERMIND, 2, 3, 3, 2, 3, marks=pytest.mark.slow),
        pytest.param(AB, 2, 3, 4, 2, 4, marks=pytest.mark.slow),
        pytest.param(AB, 3, 3, 2, 1, 3, marks=pytest.mark.slow),
    ],
)
def test_every_pattern_costs_at_least_the_bound(
    game: PegGame, pegs: int, explicit: int, clauses: int, secrets: int, colours: int
) -> None:
    """Brute force over all patterns with few explicit colours; some attain the bound."""
    bounds = count_bounds(pegs, clauses, secrets, colours)
    for r, e in product(range(clauses + 1), range(secrets + 1)):
        for m in range(1, colours + 1) if r else ():
            questions = words(pegs, explicit + m, game.repeats, EXTRA)
            totals = [
                minimal_epl_of_maset(
                    {
                        tuple(explicit + i if cell == explicit else cell for cell in word)
                        for word in pattern
                        for i in range(m)
                    },
                    questions,
                )
                for pattern in patterns(pegs, explicit, game.repeats, r, e)
            ]
            assert min(totals) >= bounds[r, e, m]
            if e == 0:
                assert min(totals) == bounds[r, e, m]


@pytest.mark.parametrize(("game", "pegs"), [(MASTERMIND, 2), (AB, 2), (AB, 3)])
def test_disjoint_sets_and_one_more_secret(game: PegGame, pegs: int) -> None:
    """With blanks a union costs at least the sum; some secret saves what the size bound says."""
    random = Random(pegs)
    questions = words(pegs, 4, game.repeats, EXTRA)
    every = [word for word in questions if EXTRA not in word]
    sizes = size_bounds(pegs, 8).tolist()

    def total(possible: list[Word]) -> int:
        return minimal_epl_of_maset(possible, questions)

    for _ in range(6):
        drawn = random.sample(every, 8)
        whole = total(drawn)
        assert whole >= sizes[8]
        assert all(whole >= total(drawn[:cut]) + total(drawn[cut:]) for cut in (1, 3, 4))
        least_left = min(total([one for one in drawn if one != out]) for out in drawn)
        assert whole - least_left >= sizes[8] - sizes[7]


def test_superadditivity_needs_blanks() -> None:
    """Two sets of three pegs of AB cost less together than apart when no blank may be asked."""
    one = [(0, 1, 3), (0, 3, 2), (1, 0, 2), (2, 1, 0), (2, 3, 1), (3, 2, 0)]
    other = [(0, 1, 4)]

    @cache
    def without(possible: frozenset[Word]) -> int:
        """The least total when questions have colours of the secrets that are possible."""
        totals = []
        for question in permutations(sorted(set().union(*possible)), 3):
            parts: dict[tuple[int, int], set[Word]] = {}
            for secret in possible - {question}:
                parts.setdefault(answer(secret, question), set()).add(secret)
            if possible not in parts.values():
                totals.append(len(possible) + sum(without(frozenset(p)) for p in parts.values()))
        return min(totals)

    def exact(possible: list[Word], colours: int) -> int:
        """All colours of the game may be asked, those that no secret has too."""
        return minimal_epl_of_maset(possible, list(permutations(range(colours), 3)))

    def with_blanks(possible: list[Word]) -> int:
        return minimal_epl_of_maset(possible, words(3, 5, False, EXTRA))

    sets = one, other, one + other
    assert [without(frozenset(words)) for words in sets] == [14, 1, 14]
    assert [with_blanks(words) for words in sets] == [13, 1, 14]
    # The real game: with colour 4, which only the other one has, the first set costs 13.
    assert [exact(words, 5) for words in sets] == [13, 1, 14]
    assert exact(one, 4) == 14
