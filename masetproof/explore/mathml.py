"""Formulas as MathML, which browsers draw by themselves and screen readers speak.

Every function returns the content of a ``math`` element; `display` and `inline` put it into one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

__all__ = [
    "applied",
    "bracketed",
    "by_residue",
    "condition",
    "display",
    "function",
    "in_many",
    "inline",
    "number",
    "polynomial",
    "quotient",
    "relation",
]

_MINUS = "<mo>\u2212</mo>"
_PLUS = "<mo>+</mo>"
_OPEN = '<mo form="prefix" stretchy="false">(</mo>'
_CLOSE = '<mo form="postfix" stretchy="false">)</mo>'


def display(content: str) -> str:
    """A formula on a line of its own."""
    return f'<math display="block">{content}</math>'


def inline(content: str, *, large: bool = False) -> str:
    """A formula in a sentence; *large*: with fractions as high as on a line of its own."""
    head = '<math displaystyle="true">' if large else "<math>"
    return f"{head}{content}</math>"


def number(value: Fraction | int) -> str:
    """A rational number."""
    exact = Fraction(value)
    size = f"<mn>{abs(exact.numerator)}</mn>"
    if exact.denominator != 1:
        size = f"<mfrac>{size}<mn>{exact.denominator}</mn></mfrac>"
    return size if exact >= 0 else _MINUS + size


def polynomial(coefficients: Sequence[Fraction | int], symbol: str = "n") -> str:
    """A polynomial by descending powers, over the common denominator of its coefficients.

    coefficients: ascending.
    """
    exact = [Fraction(c) for c in coefficients]
    return quotient(exact, lcm(*(c.denominator for c in exact)), "", symbol)


def quotient(
    coefficients: Sequence[Fraction | int], scale: int, below: str, symbol: str = "n"
) -> str:
    """A polynomial over another formula.

    scale: what makes the coefficients whole; it stands before *below* in the denominator, which is
    empty for 1.
    """
    whole = [int(Fraction(c) * scale) for c in coefficients]
    powers = reversed(range(len(whole)))
    top = _terms((whole[power], _power(f"<mi>{symbol}</mi>", power)) for power in powers)
    bottom = (f"<mn>{scale}</mn>" if scale != 1 or not below else "") + below
    if scale == 1 and not below:
        return top
    return f"<mfrac><mrow>{top}</mrow><mrow>{bottom}</mrow></mfrac>"


def in_many(terms: Mapping[tuple[int, ...], Fraction], symbols: Sequence[str]) -> str:
    """A polynomial in several indexed symbols such as ``n1``, over its common denominator.

    terms: by the powers of the symbols the coefficients, in the order in which they are written.
    """
    scale = lcm(*(c.denominator for c in terms.values()))
    letters = [_indexed(symbol) for symbol in symbols]
    top = _terms(
        (int(c * scale), "".join(_power(*one) for one in zip(letters, powers, strict=True)))
        for powers, c in terms.items()
    )
    if scale == 1:
        return f"<mrow>{top}</mrow>"
    return f"<mfrac><mrow>{top}</mrow><mn>{scale}</mn></mfrac>"


def applied(name: str, symbols: Sequence[str]) -> str:
    """A function of several indexed symbols."""
    inner = "<mo>,</mo>".join(_indexed(symbol) for symbol in symbols)
    return f"<mrow><mi>{name}</mi>{bracketed(inner)}</mrow>"


def _indexed(symbol: str) -> str:
    return f"<msub><mi>{symbol[0]}</mi><mn>{symbol[1:]}</mn></msub>"


def _terms(terms: Iterable[tuple[int, str]]) -> str:
    """A sum of whole coefficients with what they are factors of, empty for 1."""
    text = ""
    for coefficient, factor in terms:
        if coefficient == 0:
            continue
        text += _MINUS if coefficient < 0 else _PLUS if text else ""
        size = abs(coefficient)
        text += f"<mn>{size}</mn>" if size != 1 or not factor else ""
        text += factor
    return text or "<mn>0</mn>"


def _power(base: str, power: int) -> str:
    if power < 2:
        return base if power else ""
    return f"<msup>{base}<mn>{power}</mn></msup>"


def by_residue(texts: Mapping[int, str], period: int) -> str:
    """Formulas by the residue of n: just one, or cases."""
    groups: dict[str, list[int]] = {}
    for residue, text in sorted(texts.items()):
        groups.setdefault(text, []).append(residue)
    if len(groups) == 1 and len(texts) == period:
        return next(iter(groups))
    rows = "".join(
        f"<mtr><mtd>{text}</mtd><mtd>{_condition(residues, period)}</mtd></mtr>"
        for text, residues in groups.items()
    )
    return f'<mrow><mo stretchy="true">{{</mo><mtable displaystyle="true">{rows}</mtable></mrow>'


def _condition(residues: Sequence[int], period: int) -> str:
    if period == 2:
        return f"<mtext>for {('even', 'odd')[residues[0]]}\u00a0</mtext><mi>n</mi>"
    classes = "<mo>,</mo>".join(f"<mn>{residue}</mn>" for residue in residues)
    return (
        f"<mtext>for\u00a0</mtext><mi>n</mi><mo>\u2261</mo>{classes}"
        f"<mtext>\u00a0mod\u00a0</mtext><mn>{period}</mn>"
    )


def function(pattern: int | None, excluded: int | None = None) -> str:
    """f(n), with the number of a pattern, and how many colours are excluded, as indices."""
    name = "<mi>f</mi>"
    if pattern is not None and excluded is not None:
        name = f"<msubsup>{name}<mn>{pattern}</mn><mn>{excluded}</mn></msubsup>"
    elif pattern is not None:
        name = f"<msub>{name}<mn>{pattern}</mn></msub>"
    return f"<mrow>{name}{bracketed('<mi>n</mi>')}</mrow>"


def bracketed(content: str) -> str:
    """A formula in brackets."""
    return f"<mrow>{_OPEN}{content}{_CLOSE}</mrow>"


def condition(least: int, also: Sequence[int] = ()) -> str:
    """From which n on a formula holds, and for which others; to be put behind it."""
    places = [relation("<mi>n</mi>", "=", number(n)) for n in also]
    places.append(relation("<mi>n</mi>", "\u2265", number(least)))
    holds = "<mtext>\u00a0or\u00a0</mtext>".join(places)
    return f'<mspace width="1em"></mspace>{bracketed(holds)}'


def relation(left: str, sign: str, right: str) -> str:
    """Two formulas with a sign, such as ``=`` or ``≤``, between them."""
    return f"{left}<mo>{sign}</mo>{right}"
