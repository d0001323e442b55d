"""Claims on functions of one index: found in values, evaluated far beyond them."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from masetproof.recurrences.cells import Cell, Form, Tree
from masetproof.recurrences.claims import MAX_PERIOD, Claims, find_claims, residue_classes
from masetproof.recurrences.polynomials import value_at


@pytest.mark.parametrize(("first", "period"), [(0, 1), (0, 3), (2, 1), (3, 2)])
def test_residue_classes_are_cut_out_of_all_points(first: int, period: int) -> None:
    def check(tree: Tree) -> None:
        if tree.cut is not None:
            assert tree.cell.children(tree.cut) == tuple(child.cell for child in tree.children)
        for child in tree.children:
            check(child)

    tree = residue_classes(first, period)
    assert tree.cell == Cell.whole(1)
    check(tree)
    assert [(leaf.cell.origin, leaf.cell.rays) for leaf in tree.leaves()] == [
        *(((m,), (None,)) for m in range(first)),
        *(((first + rest,), ((period,),)) for rest in range(period)),
    ]


@pytest.mark.parametrize(("period", "base"), [(1, 0), (2, 3), (3, 5)])
def test_claims_are_found_and_continue_the_values(period: int, base: int) -> None:
    """Each class modulo the period has a polynomial of its own; below the base nothing fits."""
    random, functions = Random(period), [(0, 0), (0, 1), (4, 0)]
    classes = [[[random.randint(1, 9) for _ in range(3)] for _ in range(period)] for _ in functions]

    def value(row: int, m: int) -> int:
        if m < base:
            return 10 * row + m % 2
        return int(value_at(classes[row][m % period], m))

    table = np.array([[value(row, m) for row in range(3)] for m in range(base + 5 * period)])
    claims = find_claims(functions, table, 2)
    assert claims is not None
    assert (claims.period, claims.base, claims.degree) == (period, base, 2)
    points = [0, 1, 2, 4, 7, 30, 31, 32, 1000]
    rows = claims.table(slice(None), points)
    for row, function in enumerate(functions):
        assert [claims.value(function, (m,)) for m in points] == rows[:, row].tolist()
        assert rows[:, row].tolist() == [value(row, m) for m in points]
        for m in range(base, base + 7):
            assert list(claims.branch(function, m)) == [*map(Fraction, classes[row][m % period])]
        # The points 40, 40 + p, ...: Newton's differences there are those of the values.
        one, two, three = (value(row, 40 + t * period) for t in range(3))
        at = claims.at(function, [Form(40, (period,))], 2).tolist()
        assert at == [one, two - one, three - 2 * two + one]
    assert find_claims(functions, table[: -period - 1], 2) is None


def test_no_base_is_less_than_what_is_asked_for() -> None:
    table = np.array([[m * m] for m in range(20)])
    found = [find_claims([(0, 0)], table, 2, least) for least in (0, 7)]
    assert [one and one.base for one in found] == [0, 7]


@pytest.mark.parametrize("period", [MAX_PERIOD, MAX_PERIOD + 1])
def test_the_longest_period(period: int) -> None:
    table = np.array([[m % period] for m in range(4 * period)])
    claims = find_claims([(0, 0)], table, 0)
    assert (claims and claims.period) == (period if period <= MAX_PERIOD else None)


@pytest.mark.parametrize("bits", [56, 57, 58, 60])
def test_sums_of_forty_claimed_values_are_exact(bits: int) -> None:
    """Where 64 bits might not hold them, the values are Python's integers."""
    step = 2**bits - 20
    claims = Claims.of_classes([(0, 0)], np.zeros((0, 1), np.int64), 0, np.array([[[5, step]]]))
    values = claims.table(slice(None), [0, 1])
    assert values.tolist() == [[5], [5 + step]]
    assert sum([values[1]] * 40, np.zeros(1, values.dtype)).tolist() == [40 * (5 + step)]


def test_values_whose_differences_might_not_fit_64_bits_are_no_table() -> None:
    """Differences of order 2, for degree 1, may be four times a value: 2**60 is too large."""
    line = np.arange(20)[:, None]
    claims = find_claims([(0, 0)], line + (2**60 - 20), 1)
    assert claims is not None
    assert claims.value((0, 0), (100,)) == 2**60 + 80
    for table in (line + (2**60 - 19), line.astype(object)):
        with pytest.raises(OverflowError, match="too large for differences of 64 bits"):
            find_claims([(0, 0)], table, 1)
