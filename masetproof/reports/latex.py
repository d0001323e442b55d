"""Templates, and the LaTeX of patterns, answers, formulas, words and sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path

import jinja2

from masetproof.arguments import Refused, counted
from masetproof.games.alike import AlikeGame
from masetproof.games.pegs import Answer
from masetproof.patterns.pattern import MasetPattern
from masetproof.recurrences.polynomials import (
    by_text,
    cases,
    divided,
    polynomial_latex,
    power,
    residue_condition,
    trim,
)
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.words import columns_text, word_text

_ESCAPED = {
    **{symbol: "\\" + symbol for symbol in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}

# Signs of Latin alphabets, as pdfLaTeX has them without a further package.
_LATIN = {
    *filter(str.isprintable, map(chr, range(0x180))),
    *"ẞȘșȚț\u2013\u2014\u2018\u2019\u201c\u201d\u2026",
} - {*"ĦħĸĿŀŉŦŧſ"}
_OF_T1 = frozenset("«»ÐÞðþĄąĐđĘęĮįŊŋŲų")
"""Latin signs that the usual font encoding of LaTeX, OT1, lacks, but T1 has."""

INDICES = "xyz"
"""The names of the numbers of implicit colours of each kind."""

_PACKAGE = Path(__file__).resolve().parents[1]
_TEMPLATES = (_PACKAGE / "templates", _PACKAGE.parent / "templates")
"""Where an installed copy has them, and where a checkout has them."""


@cache
def environment() -> jinja2.Environment:
    """The templates, each compiled once, with delimiters that LaTeX leaves alone.

    ``<< 1|counted('peg') >>`` is "1 peg", and ``<< [0, 1]|polynomial >>`` is "n".
    """
    environment = jinja2.Environment(
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
    environment.filters |= {
        "by_residue": lambda texts: list(by_text(dict(enumerate(texts))).items()),
        "columns": columns_text,
        "counted": counted,
        "escaped": escape,
        "grouped": "{:,}".format,
        "optional": optional,
        "over": quotient,
        "pattern": pattern,
        "answer": answer,
        "when": residue_condition,
        "polynomial": polynomial_latex,
        "typewriter": typewriter,
        "without_zeros": trim,
        "word": word_text,
    }
    return environment


def rendered(template: str, context: Mapping[str, object]) -> str:
    return environment().get_template(template).render(context)


def part_of(template: str, macro: str, *values: object) -> str:
    """The output of one macro of a template."""
    return str(getattr(_macros(template), macro)(*values))


@cache
def _macros(template: str) -> object:
    return environment().get_template(template).module


def shipped(name: str) -> str:
    """The text of a file beside the templates that is copied as it is, like ``masetproof.sty``."""
    loader = environment().loader
    assert loader is not None
    return loader.get_source(environment(), name)[0]


@lru_cache(maxsize=1 << 12)
def pattern(value: MasetPattern) -> str:
    """A pattern, with a break allowed after each clause."""
    if not value:
        return r"\mptEmpty"
    clauses = r"\mptClause ".join(map(word_text, value.clauses))
    return rf"\mptPattern{{{clauses}}}"


def quotient(value: int, whole: int) -> str:
    """A quotient with four decimals, rounded."""
    whole, rest = divmod(round(Fraction(value, whole) * 10_000), 10_000)
    return f"{whole:,}.{rest:04}"


def optional(text: object) -> str:
    """An optional argument of a macro; empty for an empty text."""
    return f"[{text}]" if text else ""


def typewriter(text: str) -> str:
    """Any text, such as a word of a list, in typewriter type."""
    return rf"\texttt{{{escape(text)}}}"


def escape(text: str) -> str:
    return "".join(_ESCAPED.get(symbol, symbol) for symbol in text)


def font_encoding(text: str) -> str:
    """The line of a preamble that loads the letters of a text; empty where none is needed.

    `Refused` where LaTeX lacks some of them.
    """
    other = next((sign for sign in text if sign not in _LATIN), None)
    if other is not None:
        raise Refused(
            f"LaTeX and PGF have only letters of Latin alphabets here, and no {other!r}; take "
            "text or SVG"
        )
    return "" if _OF_T1.isdisjoint(text) else r"\usepackage[T1]{fontenc}"


def secret_count(game: AlikeGame, pegs: int) -> str:
    """The number of secrets with n colours."""
    return _product(secret_roots(game, pegs))


def per_secret(formula: Formula, game: AlikeGame, pegs: int) -> str:
    """A formula over the number of secrets, without the factors that both have."""
    texts = {}
    for residue, branch in enumerate(formula.branches):
        kept = []
        for root in secret_roots(game, pegs):
            quotient, rest = divided(branch, root)
            if rest:
                kept.append(root)
            else:
                branch = quotient
        texts[residue] = polynomial_latex(branch, below=_product(kept))
    return cases(texts, formula.period)


def secret_roots(game: AlikeGame, pegs: int) -> list[int]:
    """The roots of the number of secrets, which is the product of n - root."""
    return [*map(game.colours_taken, range(pegs))]


def _product(roots: Iterable[int]) -> str:
    """The product of n - root, equal factors as a power."""
    factors = sorted(Counter(roots).items())
    return "".join(power(f"(n-{root})" if root else "n", many) for root, many in factors)


def answer(value: object) -> str:
    """An answer: pegs are drawn by ``masetproof.sty``, others stand as they are typed."""
    if isinstance(value, Answer):
        return rf"\mptPegs{{{value.black}}}{{{value.white}}}"
    return typewriter(str(value))


_MATHEMATICS = [
    (re.compile(pattern), formula)
    for pattern, formula in (
        (r"\bn = (\d+(?:, \d+)*) mod (\d+)", r"$n \\equiv \1 \\pmod{\2}$"),
        (r"\bn >= (\d+)", r"$n \\ge \1$"),
        # The next item does not belong to it, as in "1 for n = 1, 8 for n = 2".
        (r"\bn = \d+(?:, \d+(?!\d| for))*", lambda some: f"${some[0].replace(', ', '$, $')}$"),
        (r"\b(and|other|is|every|no) (n|f\(n\))(?= |[.,;]|$)", r"\1 $\2$"),
    )
]


def sentence(text: str) -> str:
    """A sentence that says for which n something holds, such as `Theorem.words`, in LaTeX."""
    for words, formula in _MATHEMATICS:
        text = words.sub(formula, text)
    return text
