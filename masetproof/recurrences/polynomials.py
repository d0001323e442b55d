"""Polynomials and quasi-polynomials, and how they are written as text and in LaTeX.

SymPy's printers take some twenty times as long, and listings print them by the thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import lcm
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import sympy


Polynomial = tuple[Fraction, ...]
"""Coefficients, ascending."""
_Key = TypeVar("_Key")
_Number = TypeVar("_Number", bound=Any)


def trim(coefficients: list[Fraction]) -> Polynomial:
    """The polynomial without leading coefficients 0, of which the zero polynomial keeps one."""
    while len(coefficients) > 1 and coefficients[-1] == 0:
        coefficients = coefficients[:-1]
    return tuple(coefficients)


def coefficients_of(polynomial: sympy.Poly) -> Polynomial:
    """The coefficients of a polynomial of SymPy, if they are rational."""
    return tuple(Fraction(c.p, c.q) for c in reversed(polynomial.all_coeffs()))


def summed(terms: Iterable[tuple[Fraction | int, str]], times: str = "") -> str:
    """A sum of products, each a coefficient and its factor, which is empty for a constant.

    Products with the coefficient 0 are left out; a sum without others is ``0``.
    times: the sign between coefficient and factor.
    """
    text = ""
    for c, factor in terms:
        if c == 0:
            continue
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        size = "" if abs(c) == 1 and factor else str(abs(c)) + (times if factor else "")
        text += sign + size + factor
    return text or "0"


def parted(terms: Mapping[_Key, _Number]) -> tuple[dict[_Key, _Number], dict[_Key, _Number]]:
    """The positive terms, and the negative ones without their sign, by their keys.

    A polynomial is the difference of the two.
    """
    positive = {key: c for key, c in terms.items() if c > 0}
    return positive, {key: -c for key, c in terms.items() if c < 0}


def power(symbol: str, exponent: int) -> str:
    """A power as a factor: ``x^2``, ``x``, and nothing for the exponent 0."""
    return f"{symbol}^{exponent}" if exponent > 1 else symbol * exponent


def polynomial_text(coefficients: Sequence[Fraction | int]) -> str:
    """A polynomial in n by descending powers, like ``1/2*n^2 - n + 3``."""
    return summed(_by_powers(coefficients, "n"), "*")


def polynomial_latex(
    coefficients: Sequence[Fraction | int],
    symbol: str = "n",
    *,
    below: str = "",
    on_a_line: bool = False,
) -> str:
    """A polynomial over its common denominator, in LaTeX.

    below: more factors of the denominator.  on_a_line: without a fraction bar.
    """
    terms = list(_by_powers(coefficients, symbol))
    return _over_denominator(terms, below=below, on_a_line=on_a_line)


def several_latex(
    terms: Mapping[tuple[int, ...], Fraction | int],
    names: Sequence[str],
    *,
    on_a_line: bool = False,
) -> str:
    """A polynomial in several variables over its common denominator, in LaTeX by falling degree.

    terms: coefficients by the exponents of the variables.  on_a_line: without a fraction bar.
    """
    order = sorted(terms, key=lambda powers: (-sum(powers), [-one for one in powers]))
    products = [(terms[powers], "".join(map(power, names, powers))) for powers in order]
    return _over_denominator(products, on_a_line=on_a_line)


def _over_denominator(
    terms: Sequence[tuple[Fraction | int, str]], *, below: str = "", on_a_line: bool = False
) -> str:
    """A sum of products over their common denominator, in LaTeX."""
    scale = lcm(*(c.denominator for c, _ in terms))
    text = summed([(c.numerator * (scale // c.denominator), factor) for c, factor in terms])
    if scale == 1 and not below:
        return text
    denominator = f"{'' if scale == 1 else scale}{below}"
    if on_a_line:
        return f"({text})/{denominator}" if " " in text else f"{text}/{denominator}"
    return rf"\frac{{{text}}}{{{denominator}}}"


def _by_powers(
    coefficients: Sequence[Fraction | int], symbol: str
) -> Iterator[tuple[Fraction | int, str]]:
    """The terms of a polynomial in one variable, the highest power first."""
    for exponent in range(len(coefficients) - 1, -1, -1):
        yield coefficients[exponent], power(symbol, exponent)


def residue_condition(residues: Sequence[int], period: int) -> str:
    r"""The condition in LaTeX that n is in some residue classes, like ``\text{for even } n``."""
    if period == 2:
        return r"\text{for even } n" if residues[0] == 0 else r"\text{for odd } n"
    classes = ", ".join(map(str, residues))
    return rf"\text{{for }} n \equiv {classes} \pmod{{{period}}}"


def by_residue(branches: Mapping[int, Sequence[Fraction | int]], period: int) -> str:
    """A quasi-polynomial in n in LaTeX: one polynomial, or cases by residues modulo the period."""
    return cases(
        {residue: polynomial_latex(branch) for residue, branch in branches.items()}, period
    )


def by_text(texts: Mapping[int, str]) -> dict[str, list[int]]:
    """The residues that have the same text, by the text."""
    groups: dict[str, list[int]] = {}
    for residue, text in sorted(texts.items()):
        groups.setdefault(text, []).append(residue)
    return groups


def cases(texts: Mapping[int, str], period: int) -> str:
    """Formulas by residue as cases in LaTeX; just one formula where all residues have the same."""
    groups = by_text(texts)
    if len(groups) == 1 and len(texts) == period:
        return next(iter(groups))
    # Between fractions there must be more room, or they touch.
    room = "[2.4ex]" if any("frac" in text for text in groups) else "[0.6ex]"
    rows = rf" \\{room} ".join(
        rf"\displaystyle {text} & {residue_condition(residues, period)}"
        for text, residues in groups.items()
    )
    return rf"\begin{{cases}} {rows} \end{{cases}}"


def in_colours(coefficients: Sequence[Fraction | int], colours: int) -> Polynomial:
    """A polynomial in m as one in n = m + colours."""
    return composed(coefficients, -colours, 1)


def composed(
    coefficients: Sequence[Fraction | int], constant: Fraction | int, slope: Fraction | int
) -> Polynomial:
    """The polynomial at constant + slope * t, as one in t, by Horner's scheme."""
    result = [Fraction(0)]
    for coefficient in reversed(coefficients):
        below = [constant * c for c in result] + [Fraction(0)]
        above = [Fraction(0)] + [slope * c for c in result]
        result = [a + b for a, b in zip(below, above, strict=True)]
        result[0] += coefficient
    return trim(result)


def differences(values: Sequence[int]) -> Iterator[int]:
    """The Newton differences of all orders at the first of some values with step 1."""
    while values:
        yield values[0]
        values = [after - before for before, after in pairwise(values)]


def from_differences(deltas: Sequence[int], start: int, step: int) -> Polynomial:
    """The polynomial in x with these Newton differences in steps of *step* from *start* on."""
    # The sum over k of binomial(t, k) * deltas[k] with t = (x - start) / step, by Horner's scheme
    # in whole numbers: each factor is (x - start - k * step) / (step * (k + 1)).
    result, scale = [0], 1
    for k in reversed(range(len(deltas))):
        root, scale = start + k * step, scale * step * (k + 1)
        result = [below - root * c for below, c in zip([0, *result], [*result, 0], strict=True)]
        result[0] += deltas[k] * scale
    return trim([Fraction(c, scale) for c in result])


def value_at(coefficients: Sequence[Fraction | int], x: Fraction | int) -> Fraction | int:
    """The value of a polynomial, exact; whole for whole coefficients at a whole number."""
    value: Fraction | int = 0
    for coefficient in reversed(coefficients):
        value = value * x + coefficient
    return value


def scaled(coefficients: Sequence[Fraction]) -> tuple[list[int], int]:
    """The coefficients as whole numbers over their common denominator."""
    scale = lcm(*(c.denominator for c in coefficients))
    return [int(c * scale) for c in coefficients], scale


def last_root(coefficients: Sequence[Fraction]) -> int:
    """A number such that no greater whole number is a root, nor has another sign than the next.

    It is Cauchy's bound, rounded down.  The polynomial must not be zero.
    """
    *rest, leading = coefficients
    return int(1 + max((abs(c / leading) for c in rest), default=Fraction(-1)))


def added(polynomials: Iterable[Sequence[Fraction | int]]) -> Polynomial:
    """The sum of some polynomials; that of none is the zero polynomial."""
    columns = zip_longest(*polynomials, fillvalue=Fraction(0))
    return trim([Fraction(sum(column)) for column in columns] or [Fraction(0)])


def divided(coefficients: Sequence[Fraction | int], root: int) -> tuple[Polynomial, Fraction]:
    """Quotient and remainder of a polynomial by its variable minus *root*."""
    quotient: list[Fraction] = []
    carried = Fraction(0)
    for coefficient in reversed(coefficients):
        carried = carried * root + coefficient
        quotient.append(carried)
    rest = quotient.pop()
    return tuple(reversed(quotient)), rest
