"""The lemmas of docs/black-peg.md, "Four pegs: a band around the diagonal", on small boards.

First by brute force, which knows neither patterns nor recurrences: a pattern becomes a set of
secrets, and all strategies for it are searched.  Then on larger boards by the recurrences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations, product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.patterns.closure import close
from masetproof.patterns.pattern import MasetPattern
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.recurrences.values import box_values
from masetproof.words import STAR as PACKAGE_STAR
from tests.oracles.black_peg import STAR, Word, least_total, stands_for

Clauses = tuple[Word, ...]
"""In the names of the oracle: the colours of each column are 0, 1, ..."""

Box = NDArray[np.int64]
"""Least totals by m: an axis for each column, of length 1 where there is no star."""

Totals = Callable[[Clauses], Box]


def starred(clauses: Clauses, column: int) -> Clauses:
    """The clauses with a star in the column, which are called A."""
    return tuple(clause for clause in clauses if clause[column] == STAR)


def sliced(clauses: Clauses, column: int, explicit: int = 1) -> Clauses:
    """A where some implicit colours of the column are explicit; with one of them it is called B."""
    used = max(clause[column] for clause in clauses) + 1
    return tuple(
        (*clause[:column], max(used, 0) + colour, *clause[column + 1 :])
        for clause in starred(clauses, column)
        for colour in range(explicit)
    )


def columns_with_stars(clauses: Clauses) -> list[int]:
    return [column for column in range(len(clauses[0])) if starred(clauses, column)]


def by_search(most: int) -> Totals:
    """By brute force, with up to *most* implicit colours in each column."""

    @cache
    def totals(clauses: Clauses) -> Box:
        pegs = range(len(clauses[0]))
        stars = [any(clause[j] == STAR for clause in clauses) for j in pegs]
        used = [max(0, *(clause[j] + 1 for clause in clauses)) for j in pegs]
        box = np.zeros([most + 1 if star else 1 for star in stars], dtype=np.int64)
        for m in np.ndindex(box.shape):
            board = tuple(k + here for k, here in zip(used, m, strict=True))
            box[m] = least_total(stands_for(clauses, board))
        return box

    return totals


@cache
def by_recurrences(pegs: int, most: int) -> Totals:
    """By the recurrences in the reading `with`; of patterns of the closure only."""
    closure = close("black-peg", pegs)
    system = recurrences_of(closure, Reading.WITH, Objective.EXPECTED)
    values = {state[0]: box for state, box in box_values(system, most).items()}

    @cache
    def totals(clauses: Clauses) -> Box:
        names: dict[tuple[int, int], int] = {}
        rows = [
            tuple(
                PACKAGE_STAR if cell == STAR else names.setdefault((j, cell), len(names))
                for j, cell in enumerate(clause)
            )
            for clause in clauses
        ]
        found = closure.catalogue.find(MasetPattern.of(rows).normalize()[0])
        assert found is not None
        known, witness = found
        explicit = known.pattern.is_explicit
        number = known.number + len(closure.patterns) * explicit
        shape = [most + 1 if star else 1 for star in known.pattern.star_columns]
        # Column j of the known pattern is column columns[j] of this one.
        return values[number].reshape(shape).transpose(np.argsort(witness.columns))

    return totals


def closed(pegs: int) -> list[Clauses]:
    """The patterns of the closure, in the names of the oracle."""
    patterns = []
    for pattern in close("black-peg", pegs).patterns:
        names = pattern.rank_of | {PACKAGE_STAR: STAR}
        patterns.append(tuple(tuple(names[cell] for cell in row) for row in pattern.clauses))
    return patterns


def agreeing(pegs: int) -> Iterator[Clauses]:
    """What is left when new colours were asked in all columns, for each answer but the last."""
    for black in range(pegs):
        hits = combinations(range(pegs), black)
        yield tuple(tuple(0 if j in hit else STAR for j in range(pegs)) for hit in hits)


def random_patterns(pegs: int, number: int, most_clauses: int) -> Iterator[Clauses]:
    """Any different clauses are a pattern, as a star stands for no explicit colour."""
    random = Random(pegs)
    clauses = [*product((STAR, 0, 1), repeat=pegs)]
    for _ in range(number):
        yield tuple(random.sample(clauses, random.randint(1, most_clauses)))


def shifted(box: Box, column: int, steps: int) -> tuple[Box, Box]:
    """The values at m and at m less *steps* colours in the column, for all m that have so many."""
    return (
        box.take(range(steps, box.shape[column]), column),
        box.take(range(box.shape[column] - steps), column),
    )


def numbers(box: Box, column: int, least: int) -> Box:
    """The entry of m in the column, for all m where it is at least *least*."""
    shape = [1] * box.ndim
    shape[column] = -1
    return np.arange(least, box.shape[column]).reshape(shape)


def check(clauses: Clauses, totals: Totals) -> None:
    """Averaging in its three forms, the slice, and that fewer colours cost no more."""
    whole = totals(clauses)
    for column in columns_with_stars(clauses):
        some, one = totals(starred(clauses, column)), totals(sliced(clauses, column))
        assert one.shape[column] == 1
        m = numbers(whole, column, 1)
        (x, x_less), (a, a_less) = shifted(whole, column, 1), shifted(some, column, 1)
        assert (x >= x_less).all()
        assert (m * x >= m * x_less + a).all()
        assert ((m - 1) * a >= m * a_less).all()
        assert (x >= x_less + one).all()
        assert (a >= m * one).all()
        for steps in range(1, whole.shape[column]):
            m = numbers(whole, column, steps)
            (x, x_less), (_, a_less) = shifted(whole, column, steps), shifted(some, column, steps)
            assert ((m - steps) * (x - x_less) >= steps * a_less).all()


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("pegs", "most"), [(1, 6), (2, 4), (3, 3)])
def test_patterns_of_the_closure_by_brute_force(pegs: int, most: int) -> None:
    patterns = closed(pegs)
    assert len(patterns) == {1: 1, 2: 3, 3: 20}[pegs]
    for clauses in patterns:
        check(clauses, by_search(most))


def test_four_pegs_after_one_question_by_brute_force() -> None:
    for clauses in agreeing(4):
        check(clauses, by_search(2))


@pytest.mark.parametrize(("pegs", "most", "clauses"), [(2, 3, 4), (3, 2, 4), (4, 2, 3)])
def test_random_patterns_by_brute_force(pegs: int, most: int, clauses: int) -> None:
    for pattern in random_patterns(pegs, 40, clauses):
        check(pattern, by_search(most))


@pytest.mark.slow
def test_larger_boards_by_brute_force() -> None:
    for clauses in closed(3):
        check(clauses, by_search(5))
    for clauses in random_patterns(3, 200, 5):
        check(clauses, by_search(3))
    for clauses in random_patterns(4, 200, 4):
        check(clauses, by_search(2))


def test_patterns_of_three_pegs_by_the_recurrences() -> None:
    """For up to 8 implicit colours in each column; all A and B are patterns of the closure."""
    totals = by_recurrences(3, 8)
    for clauses in closed(3):
        assert np.array_equal(totals(clauses)[:3, :3, :3], by_search(2)(clauses))
        check(clauses, totals)


@pytest.mark.parametrize("pegs", [2, 3])
def test_averaging_for_any_sets_of_secrets(pegs: int) -> None:
    """Not only for those of patterns; with one subset it is superadditivity."""
    random = Random(pegs)
    words = [*product(range(4), repeat=pegs)]
    for _ in range(300):
        secrets = random.sample(words, random.randint(1, 10))
        subsets: list[list[Word]] = [[] for _ in range(random.randint(1, 4))]
        for secret in random.sample(secrets, random.randint(1, len(secrets))):
            random.choice(subsets).append(secret)
        whole, union = least_total(secrets), least_total(chain(*subsets))
        without = [least_total({*secrets} - {*subset}) for subset in subsets]
        assert len(subsets) * whole >= sum(without) + union
        assert whole >= max(union, *without)


@pytest.mark.parametrize(("pegs", "most"), [(2, 3), (3, 2)])
def test_groups_of_clauses(pegs: int, most: int) -> None:
    """Disjoint groups cost no more than the pattern; exchanged and renamed they cost the same."""
    random, totals = Random(pegs), by_search(most)
    for clauses in random_patterns(pegs, 60, 5):
        whole, some = totals(clauses), random.randint(1, len(clauses))
        groups = [group for group in (clauses[:some], clauses[some:]) if group]
        assert (whole >= sum(map(totals, groups))).all()
        for group in groups:
            order, names = random.sample(range(pegs), pegs), random.sample(range(2), 2)
            image = tuple(
                tuple(names[clause[j]] if clause[j] != STAR else STAR for j in order)
                for clause in group
            )
            assert np.array_equal(totals(image), totals(group).transpose(order))


def test_what_is_almost_said_is_false() -> None:
    """Averaging with the stars of another column or one colour less, and a slice of two colours."""
    x = y = STAR
    corner, line = ((0, x), (y, 0)), ((0, y),)
    totals = by_search(3)
    # A of the second column, for a step in the first one.
    assert (2 - 1) * (totals(corner)[2, 3] - totals(corner)[1, 3]) < totals(line)[0, 3]
    assert (2 - 2) * (totals(line)[0, 2] - totals(line)[0, 1]) < totals(line)[0, 1]
    two = totals(sliced(line, 1, explicit=2))
    assert two == 3
    assert totals(line)[0, 2] < totals(line)[0, 1] + two


def test_without_blanks_it_is_false() -> None:
    """The example of the document; in the real game a third colour that is excluded is a blank."""
    secrets = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 1)]
    fifth = (0, 0, 2)
    assert least_total(secrets, "without") == least_total([*secrets, fifth], "without") == 10
    assert least_total(secrets) == least_total(secrets, "exact", (2, 2, 3)) == 9
    assert least_total(secrets, "exact", (2, 2, 2)) == 10


def test_two_pegs_near_the_diagonal() -> None:
    """The example of the document: its claims, excesses and averaging, for n = 3, ..., 40."""
    totals = by_recurrences(2, 40)
    both, corner, line = (totals(clauses) for clauses in (*agreeing(2), ((0, STAR),)))
    for n in range(3, 41):
        claim = (4 * n**3 - 3 * n**2 - 7 * n) // 6
        single, full, before = line[0, n], both[n, n], both[n - 1, n - 1]
        assert (single, corner[n, n]) == (n * (n + 1) // 2, n**2 + 2 * n)
        assert full == (2 * n**3 + 3 * n**2 - 2 * n) // 3
        assert claim <= both[n - 1, n]
        assert 2 * n + 1 + single + line[0, n - 1] == corner[n, n] + 1
        assert n**2 + single + claim == full
        assert 6 * (before - (n - 1) * (claim - 1 - before)) == n**3 + 5 * n - 6
