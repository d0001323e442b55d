"""A formula in n that somebody typed, turned into polynomials on residue classes of n.

A formula has whole numbers, n, ``+ - * / ^``, ``floor``, ``ceiling``, ``mod`` and conditions::

    n^4/4 + 2n if n mod 2 = 0 else (n^4 - 1)/4
    f(n) = n^2 for n = 0 mod 3; f(n) = n^2 + floor(n/3) for n > 4

Branches with conditions have semicolons between them, and the first one whose condition holds
counts; where none does, the formula says nothing.  Both ``n mod 2 = 1`` and ``n = 1 mod 2`` are the
odd n.

Python's parser reads the text, but nothing is evaluated: a whitelist of nodes becomes values.  The
length of the text, exponents, numbers and the number of residue classes are bounded.

Why polynomials on residue classes suffice: let D be the denominator of a polynomial p.  The
fraction p(n) - floor(p(n)) depends only on n modulo D.  So a rounded polynomial is a polynomial on
each residue class, and so is a remainder.  A condition compares two of these.  Which of the two is
greater is the same for all n beyond the roots of their difference, and Cauchy's bound is beyond
these roots.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple, TypeVar, final

import sympy

from masetproof.arguments import Refused, as_count, as_instance, shown
from masetproof.recurrences.polynomials import coefficients_of, last_root, scaled, value_at

_MOST_SIGNS, _MOST_DIGITS, _MOST_NESTED = 1000, 30, 100
_MOST_POWER, _MOST_BITS = 32, 4000
"""The degree of a polynomial, and the bits of a coefficient."""
_MOST_CLASSES, _MOST_COEFFICIENTS, _MOST_SETTLED = 360, 2000, 1000
_MOST_WORK = 20_000
"""The operations on polynomials, some seconds, to read a formula, and where it is not settled."""
_WORDS = {"n", "f", "mod", "floor", "ceil", "ceiling", "if", "else", "for", "and", "or", "not"}
_N = sympy.Symbol("n", integer=True)
_ORDERS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_Branch = TypeVar("_Branch")
_Piece = tuple[ast.expr, ast.expr | None]
"""A formula and its condition."""


class _ByClass(NamedTuple):
    """An expression: one value for each residue class of n, valid for every n from *settled* on.

    work: the number of operations so far, in a list that all values of one reading share.
    """

    settled: int
    branches: tuple[Any, ...]
    work: list[int]

    def on(self, residue: int) -> Any:
        return self.branches[residue % len(self.branches)]


@final
@dataclass(frozen=True, repr=False)
class Conjecture:
    """A formula that was typed: ``conjecture(n)`` is its value for n, None where it has none.

    text: as it was typed.
    settled: from here on the formula is ``branches[r]`` for n congruent to r modulo the number of
        branches, a polynomial in n, or nothing where that is None.
    """

    text: str
    settled: int
    branches: tuple[sympy.Poly | None, ...]
    _pieces: tuple[_Piece, ...] = field(compare=False)

    def __call__(self, n: int) -> Fraction | None:
        """The value of the formula for n, 1 or more, exact; None where it has none."""
        n = as_count(n, "n", 1)
        if n < self.settled:
            here = _of_pieces(self._pieces, _number_n(n)).branches[0]
            return None if here is None else coefficients_of(here)[0]
        known = self._whole[n % len(self.branches)]
        return None if known is None else Fraction(int(value_at(known[0], n)), known[1])

    def __repr__(self) -> str:
        return f"<Conjecture: {shown(self.text)}>"

    @property
    def is_silent(self) -> bool:
        """Whether it has no value for large n."""
        return all(branch is None for branch in self.branches)

    @cached_property
    def _whole(self) -> list[tuple[list[int], int] | None]:
        """The branches with whole coefficients, each with its denominator."""
        return [None if one is None else scaled(coefficients_of(one)) for one in self.branches]


def read_conjecture(text: str) -> Conjecture:
    """The formula of a text; `Refused` when it is none, or larger than any that is meant."""
    as_instance(str, text, "a formula")
    if len(text) > _MOST_SIGNS:
        raise Refused(f"a formula has at most {_MOST_SIGNS:,} signs, not {len(text):,}")
    wrong = re.search(r"[^0-9a-z\s()<>=!;,+*/^%-]", text)
    if wrong:
        aside = "; write 1/2 instead of 0.5" if wrong[0] == "." else ""
        raise Refused(f"a formula in n has no {shown(wrong[0])}{aside}")
    unknown = set(re.findall("[a-z]+", text)) - _WORDS
    if unknown:
        raise Refused(
            f"a formula in n has no {shown(min(unknown))}; it has n, numbers, + - * / ^, floor, "
            "ceiling, mod, and conditions such as 'if n mod 2 = 0 else'"
        )
    if re.search(rf"\d{{{_MOST_DIGITS + 1}}}", text):
        raise Refused(f"a number in a formula has at most {_MOST_DIGITS} digits")
    pieces = tuple(map(_piece, text.split(";")))
    whole = _of_pieces(pieces, _ByClass(1, (sympy.Poly(_N, _N, domain="QQ"),), [0]))
    _of_pieces(pieces, one := _number_n(1))
    _count_work(one, whole.settled * one.work[0])
    return Conjecture(text, whole.settled, whole.branches, pieces)


# -------------------------------------------------------------------------------------- the parser


def _piece(text: str) -> _Piece:
    """A formula and its condition, where there is one; no ``else`` may follow."""
    formula = re.sub(r"^\s*f\s*\(\s*n\s*\)\s*=", "", text)
    condition = re.search(r"\b(?:if|for)\b(?!.*\belse\b)(.*)", formula, re.S)
    if condition is None:
        return _tree(formula, text), None
    return _tree(formula[: condition.start()], text), _tree(condition[1], text)


def _tree(text: str, whole: str) -> ast.expr:
    """The syntax tree of a text.  whole: the text that a complaint shows."""
    none = Refused(f"{shown(whole)} is no formula in n, such as n^2/4 + floor(n/3)")
    if not text.strip():
        raise none
    text = re.sub(r"(?<=[0-9])(?=[a-z])", " ", text.replace("^", "**"))
    text = re.sub(r"(?<=[0-9n)])\s*mod\b", " % ", text)
    text = re.sub(r"(?<![<>=!])=(?!=)", "==", text)
    text = re.sub(r"(?<=[0-9n)])\s*(?=\(|n\b|floor\b|ceil)", "*", text)
    try:
        tree = ast.parse(f"({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise none from None
    level: list[ast.AST] = [tree]
    for _ in range(_MOST_NESTED):
        level = [below for node in level for below in ast.iter_child_nodes(node)]
    if level:
        raise Refused(f"a formula has at most {_MOST_NESTED} operations within each other")
    return tree


# ------------------------------------------------------------------------------------- its meaning


def _of_pieces(pieces: tuple[_Piece, ...], n: _ByClass) -> _ByClass:
    """The value of the first piece whose condition holds."""
    whole = _ByClass(1, (None,), n.work)
    for formula, condition in reversed(pieces):
        value = _value(formula, n)
        whole = value if condition is None else _either(_truth(condition, n), value, whole)
    return whole


def _value(node: ast.expr, n: _ByClass) -> _ByClass:
    """The value of an expression.  n: the value of n, a number or n itself."""
    match node:
        case ast.Name("n"):
            return n
        case ast.Constant(int(number)):
            return n._replace(settled=1, branches=(_constant(number),))
        case ast.UnaryOp(ast.USub() | ast.UAdd() as sign, one):
            value = _value(one, n)
            return _each(operator.neg, value) if isinstance(sign, ast.USub) else value
        case ast.BinOp(left, sign, right):
            return _operation(sign, _value(left, n), _value(right, n))
        case ast.Call(ast.Name("floor"), [one], []):
            return _floor(_value(one, n))
        case ast.Call(ast.Name("ceil" | "ceiling"), [one], []):
            return _each(operator.neg, _floor(_each(operator.neg, _value(one, n))))
        case ast.Call(ast.Name("mod"), [one, other], []):
            return _remainder(_value(one, n), _value(other, n))
        case ast.IfExp(condition, one, other):
            return _either(_truth(condition, n), _value(one, n), _value(other, n))
    raise Refused(f"{shown(ast.unparse(node))} is no part of a formula in n")


def _operation(sign: ast.operator, one: _ByClass, other: _ByClass) -> _ByClass:
    match sign:
        case ast.Add():
            return _each(operator.add, one, other)
        case ast.Sub():
            return _each(operator.sub, one, other)
        case ast.Mult():
            return _each(_product, one, other)
        case ast.Mod():
            return _remainder(one, other)
        case ast.Div():
            numbers = [_number(branch) for branch in other.branches]
            if None in numbers or 0 in numbers:
                raise Refused("only numbers other than 0 divide in a formula")
            return _each(lambda p, q: p.mul_ground(1 / q.LC()), one, other)
        case ast.Pow():
            power = _number(other.branches[0]) if len(other.branches) == 1 else None
            if power is None or power.q != 1 or not 0 <= power <= _MOST_POWER:
                raise Refused(f"an exponent in a formula is a whole number up to {_MOST_POWER}")
            return _each(lambda p: _power(p, int(power)), one)
    raise Refused("a formula is made of + - * / ^ and mod")


def _truth(node: ast.expr, n: _ByClass) -> _ByClass:
    """Whether a condition holds, by residue classes from some n on."""
    match node:
        case ast.BoolOp(sign, values):
            both = all if isinstance(sign, ast.And) else any
            return _each(lambda *one: both(one), *(_truth(value, n) for value in values))
        case ast.UnaryOp(ast.Not(), one):
            return _each(operator.not_, _truth(one, n))
        case ast.Compare(left, signs, rights):
            pairs = zip([left, *rights], signs, rights, strict=False)
            return _each(lambda *one: all(one), *(_compared(*pair, n) for pair in pairs))
    raise Refused(f"{shown(ast.unparse(node))} is no condition, such as n mod 2 = 0 or n > 4")


def _compared(left: ast.expr, sign: ast.cmpop, right: ast.expr, n: _ByClass) -> _ByClass:
    order = _ORDERS.get(type(sign))
    if order is None:
        raise Refused("a condition compares by =, !=, <, <=, > or >=")
    match right:
        case ast.BinOp(rest, ast.Mod(), modulus) if isinstance(sign, ast.Eq | ast.NotEq):
            # "n = 1 mod 2" means all odd n.
            difference = _operation(ast.Sub(), _value(left, n), _value(rest, n))
            difference = _remainder(difference, _value(modulus, n))
        case _:
            difference = _operation(ast.Sub(), _value(left, n), _value(right, n))
    roots = (last_root(coefficients_of(branch)) for branch in difference.branches)
    settled = max(difference.settled, 1 + max(roots))
    if settled > _MOST_SETTLED:
        raise Refused(
            f"the conditions of a formula must be settled from n = {_MOST_SETTLED:,} on, and "
            f"{shown(ast.unparse(left))} is compared with {shown(ast.unparse(right))}"
        )
    # The leading coefficient has the sign of the polynomial beyond its roots.
    orders = tuple(order(branch.LC(), 0) for branch in difference.branches)
    return difference._replace(settled=settled, branches=orders)


# ---------------------------------------------------------------------- polynomials, class by class


def _constant(number: int) -> sympy.Poly:
    return sympy.Poly(number, _N, domain="QQ")


def _number_n(number: int) -> _ByClass:
    """A number in place of n."""
    return _ByClass(1, (_constant(number),), [0])


def _number(polynomial: sympy.Poly) -> sympy.Rational | None:
    """The number that a polynomial is, None if it is none."""
    return polynomial.LC() if polynomial.degree() <= 0 else None


def _each(operation: Callable[..., _Branch], *given: _ByClass) -> _ByClass:
    """An operation of polynomials as one of values by residue class."""
    classes = _classes(*(len(one.branches) for one in given))
    branches = tuple(operation(*(one.on(residue) for one in given)) for residue in classes)
    if sum(1 + b.degree() for b in branches if isinstance(b, sympy.Poly)) > _MOST_COEFFICIENTS:
        raise Refused(f"a formula has at most {_MOST_COEFFICIENTS:,} coefficients in all classes")
    _count_work(given[0], len(branches))
    return given[0]._replace(settled=max(one.settled for one in given), branches=branches)


def _either(truth: _ByClass, one: _ByClass, other: _ByClass) -> _ByClass:
    return _each(lambda holds, yes, no: yes if holds else no, truth, one, other)


def _classes(*periods: int) -> range:
    """The residue classes modulo the least common multiple of these numbers of classes."""
    period = lcm(*periods)
    if period > _MOST_CLASSES:
        raise Refused(
            f"a formula has at most {_MOST_CLASSES} residue classes, and this one {period:,}"
        )
    return range(period)


def _product(one: sympy.Poly, other: sympy.Poly) -> sympy.Poly:
    _check_size(one.degree() + other.degree(), _bits(one) + _bits(other))
    return one * other


def _power(polynomial: sympy.Poly, exponent: int) -> sympy.Poly:
    _check_size(max(0, polynomial.degree()) * exponent, _bits(polynomial) * exponent)
    return polynomial**exponent


def _count_work(one: _ByClass, more: int) -> None:
    one.work[0] += more
    if one.work[0] > _MOST_WORK:
        raise Refused(
            f"a formula takes at most {_MOST_WORK:,} operations, those on each of its residue "
            "classes and for each n where it is not settled"
        )


def _bits(polynomial: sympy.Poly) -> int:
    numbers = (part for c in polynomial.all_coeffs() for part in (c.p, c.q))
    return 2 + max(int(number).bit_length() for number in numbers)


def _check_size(degree: int, bits: int) -> None:
    """Check sizes before a multiplication, so that no large number is ever made."""
    if degree > _MOST_POWER or bits > _MOST_BITS:
        raise Refused(
            f"a formula has powers up to n^{_MOST_POWER}, and numbers of up to "
            f"{_MOST_BITS} binary digits"
        )


def _floor(one: _ByClass) -> _ByClass:
    """The greatest whole number that is not above the value, on each residue class."""
    scales = (scaled(coefficients_of(b))[1] for b in one.branches if b.degree() > 0)
    classes = _classes(len(one.branches), *scales)

    def branches() -> Iterator[sympy.Poly]:
        for residue in classes:
            value = one.on(residue).eval(residue)
            yield one.on(residue) - (value - sympy.floor(value))

    _count_work(one, len(classes))
    return one._replace(branches=tuple(branches()))


def _remainder(one: _ByClass, other: _ByClass) -> _ByClass:
    """The remainder of a division by a positive whole number."""
    modulus = _number(other.branches[0]) if len(other.branches) == 1 else None
    if modulus is None or modulus.q != 1 or modulus <= 0:
        raise Refused("a remainder (mod) is one of a positive whole number")
    rounded = _floor(_each(lambda p: p.mul_ground(1 / modulus), one))
    return _each(lambda p, q: p - q * modulus, one, rounded)
