"""How the things of this package look in LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path

import jinja2

from masetproof.games.pegs import Answer
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.theorem import polynomial_text
from masetproof.proofs.verdicts import NumberSet
from masetproof.words import Word, word_text

__all__ = [
    "by_residue",
    "cases",
    "environment",
    "escape",
    "number_set",
    "pattern",
    "pegs",
    "polynomial",
    "question",
    "residue_condition",
    "typewriter",
]


_ESCAPED = {
    **{symbol: "\\" + symbol for symbol in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}

_PACKAGE = Path(__file__).resolve().parents[1]
_TEMPLATES = (_PACKAGE / "templates", _PACKAGE.parent / "templates")
"""Where an installed copy has them, and where a checkout has them."""


def environment() -> jinja2.Environment:
    """The templates, with delimiters that LaTeX leaves alone."""
    return jinja2.Environment(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        loader=jinja2.FileSystemLoader(_TEMPLATES),
    )


def pattern(value: MasetPattern) -> str:
    """A pattern, with a break allowed after each clause."""
    if not value:
        return r"$\emptyset$"
    clauses = r"\B ".join(map(word_text, value.clauses))
    return rf"\pat{{{clauses}}}"


def question(word: Word) -> str:
    """A question of a game of pegs."""
    return typewriter(word_text(word))


def typewriter(text: str) -> str:
    """Any text, such as a word of a list, in typewriter type."""
    return rf"\texttt{{{escape(text)}}}"


def escape(text: str) -> str:
    """Any text, with the characters that LaTeX reads otherwise written so that they print."""
    return "".join(_ESCAPED.get(symbol, symbol) for symbol in text)


def pegs(answer: Answer) -> str:
    """An answer as pegs, black before white; a dash when there is none."""
    return "$" + (r"\bullet" * answer.black + r"\circ" * answer.white or "-") + "$"


def polynomial(coefficients: Sequence[Fraction | int], symbol: str = "n") -> str:
    """A polynomial over its common denominator."""
    exact = [Fraction(c) for c in coefficients]
    denominator = lcm(*(c.denominator for c in exact))
    text = polynomial_text(tuple(c * denominator for c in exact), symbol).replace("*", "")
    return text if denominator == 1 else rf"\frac{{{text}}}{{{denominator}}}"


def residue_condition(residues: Sequence[int], period: int) -> str:
    """The condition that selects some residue classes, as text."""
    if period == 2:
        return r"\text{for even } n" if residues[0] == 0 else r"\text{for odd } n"
    classes = ", ".join(map(str, residues))
    return rf"\text{{for }} n \equiv {classes} \pmod{{{period}}}"


def by_residue(branches: Mapping[int, Sequence[Fraction | int]], period: int) -> str:
    """A quasi-polynomial in n: one polynomial, or cases by some residues modulo the period."""
    return cases({residue: polynomial(branch) for residue, branch in branches.items()}, period)


def cases(texts: Mapping[int, str], period: int) -> str:
    """Formulas by residue; just one where all residues have the same."""
    groups: dict[str, list[int]] = {}
    for residue, text in sorted(texts.items()):
        groups.setdefault(text, []).append(residue)
    if len(groups) == 1 and len(texts) == period:
        return next(iter(groups))
    rows = r" \\[1ex] ".join(
        rf"\displaystyle {text} & {residue_condition(residues, period)}"
        for text, residues in groups.items()
    )
    return rf"\begin{{cases}} {rows} \end{{cases}}"


def number_set(numbers: NumberSet) -> str:
    """A set of n, in words."""
    return str(numbers).replace(">=", r"$\ge$").replace("n ", "$n$ ")
