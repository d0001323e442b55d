"""Polynomials: each operation is held against values at points, computed from the coefficients."""

from fractions import Fraction
from math import comb
from random import Random

import pytest

from masetproof.recurrences.polynomials import (
    Polynomial,
    added,
    by_residue,
    composed,
    differences,
    divided,
    from_differences,
    in_colours,
    last_root,
    parted,
    polynomial_latex,
    polynomial_text,
    scaled,
    several_latex,
    value_at,
)


def drawn(random: Random) -> Polynomial:
    """A polynomial of degree 0 to 4 with fractions as coefficients; the last one is not 0."""
    rest = [
        Fraction(random.randint(-9, 9), random.randint(1, 6)) for _ in range(random.randrange(5))
    ]
    return *rest, Fraction(random.choice((-5, -1, 1, 3)), random.randint(1, 4))


def at(polynomial: Polynomial, x: Fraction | int) -> Fraction:
    return sum((c * Fraction(x) ** k for k, c in enumerate(polynomial)), Fraction(0))


@pytest.mark.parametrize("seed", range(8))
def test_operations_agree_with_values(seed: int) -> None:
    random = Random(seed)
    one, other = drawn(random), drawn(random)
    constant, slope, root = (
        Fraction(random.randint(-7, 7), 3),
        Fraction(-3, 2),
        random.randint(-4, 4),
    )
    moved, total, (quotient, rest) = (
        composed(one, constant, slope),
        added([one, other]),
        divided(one, root),
    )
    whole, scale = scaled(one)
    positive, negative = parted(dict(enumerate(one)))
    assert min((*positive.values(), *negative.values())) > 0
    for x in range(-4, 5):
        assert value_at(one, x) == at(one, x)
        assert at(moved, x) == at(one, constant + slope * x)
        assert at(in_colours(one, 2), x) == at(one, x - 2)
        assert at(total, x) == at(one, x) + at(other, x)
        assert at(quotient, x) * (x - root) + rest == at(one, x)
        assert Fraction(sum(c * x**k for k, c in enumerate(whole)), scale) == at(one, x)
        both = (sum(c * x**k for k, c in some.items()) for some in (positive, negative))
        assert next(both) - next(both) == at(one, x)
    last = last_root(one)
    signs = {at(one, x) > 0 for x in range(last + 1, last + 40)}
    assert len(signs) == 1
    assert all(at(one, x) for x in range(last + 1, last + 40))


def test_what_cancels_leaves_no_leading_zeros() -> None:
    assert [*added([(1, 2, 3), (0, 1, -3)])] == [1, 3]
    assert [*added([(1, 2), (-1, -2)])] == [*added([])] == [0]
    assert [*composed((5,), 3, 2)] == [5]


@pytest.mark.parametrize("step", [1, 3])
def test_polynomials_from_differences(step: int) -> None:
    """By the formula of Newton, at points between the steps, too."""
    deltas, start = (4, -2, 0, 5), 7
    found = from_differences(deltas, start, step)
    for t in range(8):
        assert at(found, start + step * t) == sum(d * comb(t, k) for k, d in enumerate(deltas))
    values = [int(at(found, start + step * t)) for t in range(6)]
    assert [*differences(values)] == [*deltas, 0, 0]
    assert len(found) == 4


def test_polynomials_as_text() -> None:
    assert polynomial_text([3, -1, Fraction(1, 2)]) == "1/2*n^2 - n + 3"
    assert polynomial_text([0, 0, -1]) == "-n^2"
    assert polynomial_text([Fraction(-2, 3), 1, 0, 5]) == "5*n^3 + n - 2/3"
    assert polynomial_text([Fraction(-2, 5), Fraction(1, 2), 1]) == "n^2 + 1/2*n - 2/5"
    assert polynomial_text([0]) == "0"


def test_polynomials_in_latex() -> None:
    """As Chen and Lin 2004 write the total of Mastermind with two pegs."""
    even = [Fraction(2), Fraction(-37, 12), Fraction(17, 8), Fraction(1, 3)]
    odd = [Fraction(23, 8), Fraction(-10, 3), *even[2:]]
    assert polynomial_latex(even) == r"\frac{8n^3 + 51n^2 - 74n + 48}{24}"
    assert polynomial_latex(odd, "k", below="k", on_a_line=True) == (
        "(8k^3 + 51k^2 - 80k + 69)/24k"
    )
    assert polynomial_latex([0, Fraction(-1, 2)], on_a_line=True) == "-n/2"
    assert polynomial_latex([1, 2]) == "2n + 1"
    assert polynomial_latex([1, 2], below="n^2") == r"\frac{2n + 1}{n^2}"
    both = by_residue({0: even, 1: odd}, 2)
    assert both.startswith(r"\begin{cases} \displaystyle \frac{8n^3 + 51n^2 - 74n + 48}{24} & ")
    assert r"\text{for even } n \\[2.4ex] \displaystyle \frac{8n^3 + 51n^2 - 80n" in both
    assert both.endswith(r"69}{24} & \text{for odd } n \end{cases}")
    assert "[2.4ex]" in by_residue({0: [1, Fraction(1, 2)], 1: [1, 1]}, 2)  # room for one, too
    assert by_residue({0: [1, 1], 1: [1, 1]}, 2) == "n + 1"
    assert by_residue({1: [1, 1], 0: [5], 2: [1, 1]}, 3) == (
        r"\begin{cases} \displaystyle 5 & \text{for } n \equiv 0 \pmod{3} \\[0.6ex] "
        r"\displaystyle n + 1 & \text{for } n \equiv 1, 2 \pmod{3} \end{cases}"
    )


def test_polynomials_in_several_variables_in_latex() -> None:
    terms: dict[tuple[int, ...], Fraction | int]
    terms = {(0, 0): -3, (1, 1): 1, (2, 0): Fraction(1, 2), (0, 1): 0, (0, 2): Fraction(-1, 3)}
    assert several_latex(terms, ("x", "y")) == r"\frac{3x^2 + 6xy - 2y^2 - 18}{6}"
    assert several_latex(terms, ("x", "y"), on_a_line=True) == "(3x^2 + 6xy - 2y^2 - 18)/6"
