"""How the things of this package look in LaTeX."""

from __future__ import annotations

from pathlib import Path

import jinja2

from masetproof.games.pegs import Answer
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.verdicts import NumberSet
from masetproof.recurrences.polynomials import by_residue, cases, residue_condition
from masetproof.recurrences.polynomials import polynomial_latex as polynomial
from masetproof.words import Word, word_text

__all__ = [
    "by_residue",
    "cases",
    "environment",
    "escape",
    "number_set",
    "pattern",
    "peg_symbols",
    "pegs",
    "polynomial",
    "question",
    "residue_condition",
    "shipped",
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


def shipped(name: str) -> str:
    """A file beside the templates that is handed on as it is, such as ``masetproof.sty``."""
    loader = environment().loader
    assert loader is not None
    return loader.get_source(environment(), name)[0]


def pattern(value: MasetPattern) -> str:
    """A pattern, with a break allowed after each clause."""
    if not value:
        return r"\mptEmpty"
    clauses = r"\mptClause ".join(map(word_text, value.clauses))
    return rf"\mptPattern{{{clauses}}}"


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
    """An answer as pegs, drawn by ``masetproof.sty``."""
    return rf"\mptPegs{{{answer.black}}}{{{answer.white}}}"


def peg_symbols(answer: Answer) -> str:
    """An answer as pegs, black before white, in plain LaTeX; a dash when there is none."""
    return "$" + (r"\bullet" * answer.black + r"\circ" * answer.white or "-") + "$"


def number_set(numbers: NumberSet) -> str:
    """A set of n, in words."""
    return str(numbers).replace(">=", r"$\ge$").replace("n ", "$n$ ")
