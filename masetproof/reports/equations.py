"""How functions and equations look, in LaTeX and as text.

With one kind of implicit colours they are written in n.  Otherwise they are written in their
indices: x, y, ... in LaTeX, and m1, m2, ... as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, final

from masetproof.arguments import as_instance
from masetproof.games.alike import AlikeGame
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.equations import Equation, Term, own_term, secrets_of
from masetproof.proofs.functions import Functions
from masetproof.proofs.numbers import NumberSet
from masetproof.recurrences.polynomials import (
    Polynomial,
    in_colours,
    polynomial_latex,
    several_latex,
)
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Part, Recurrences
from masetproof.reports import latex


def level_text(system: Recurrences, function: Function) -> str:
    """The excluded colours of each alphabet, a digit each; empty where they do not count."""
    exact = system.reading is Reading.EXACT
    return "".join(map(str, system.levels(function))) if exact else ""


def level_after(levels: Sequence[int], lost: int, cap: int) -> str:
    """The number of excluded colours, up to the cap, when *lost* more are excluded.

    If it differs among the *levels* that e may have, it is written with e: ``e+1``.
    """
    after = {min(cap, level + lost) for level in levels}
    if len(after) == 1:
        return str(after.pop())
    return f"e+{lost}" if lost else "e"


@lru_cache(maxsize=1024)
def secrets_in_n(pattern: MasetPattern, game: AlikeGame) -> Polynomial:
    """The number of secrets of a pattern as a polynomial in n, with one kind of colours."""
    return in_colours(pattern.secrets_polynomial(game), pattern.colours)


def equation_reference(mark: str, pattern: int, question: int) -> str:
    """The number of an equation, without brackets, as a link."""
    return rf"\mptEqNumber{latex.optional(mark)}{{{pattern}.{question}}}"


def function_name(symbol: str, number: int, level: object) -> str:
    """The name of a function in LaTeX.  level: the excluded colours; empty or 0: not shown."""
    return rf"\mptFunction{latex.optional(level)}{{{symbol}}}{{{number}}}"


def right_side(terms: Sequence[str], *, is_sum: bool, greatest: str = r"\max") -> str:
    """The right side of an equation: the sum of the terms, or 1 more than the greatest one."""
    if is_sum:
        return " + ".join(terms).replace("+ -", "- ")
    if len(terms) > 1:
        return f"1 + {greatest}({', '.join(terms)})"
    return " + ".join(["1", *terms])


@dataclass(frozen=True)
class TextWriter:
    """Writes the functions and equations of a theorem as text.

    Such as ``f0(n) <= f2(n - 1) + n^2 + 2`` and ``f1^01(m2) = 1 + f1^01(m2 - 1)``.
    """

    theorem: Functions

    _signs: ClassVar[tuple[str, str]] = ("<=", "max")
    """The signs for "at most", and for the greatest of some numbers."""
    _separator: ClassVar[str] = ", "

    @property
    def system(self) -> Recurrences:
        return self.theorem.system

    def name(self, function: Function, lost: int = 0) -> str:
        """The name of a function; lost: how many colours the answer excludes."""
        level = level_text(self.system, function)
        return f"f{function[0]}" + (f"^{level}" if level else "")

    def _indices(self) -> Sequence[str]:
        """The names of the indices, where there are several."""
        return self.system.names("m")

    def _number(self, names: Sequence[str], more: int) -> str:
        """A sum of some indices and a number."""
        if not names:
            return str(more)
        return " + ".join(names) + (f" {'-' if more < 0 else '+'} {abs(more)}" if more else "")

    def secrets(self, function: Function, more: int = 0) -> str:
        """The number of secrets of a function plus a number."""
        return self.theorem.secrets_text(function, more)

    def at(self, term: Term, asked: int) -> str:
        """A term of the equation of a question on the pattern asked."""
        if self.system.has_one_index:
            forms, (index,) = self.system.forms, term.indices
            less = forms[asked].colours - forms[term.function[0]].colours - index.more
            return f"{self.name(term.function, less)}({self._number('n', -less)})"
        names = self._indices()
        numbers = [self._number([names[p] for p in one.kinds], one.more) for one in term.indices]
        return f"{self.name(term.function)}({self._separator.join(numbers)})"

    def own(self, function: Function) -> str:
        """A function at its own indices."""
        return self.at(own_term(self.system, function), function[0])

    def terms(self, equation: Equation) -> list[Term]:
        """The terms of an equation in the order of print."""
        return [*equation.terms]

    def equation(self, equation: Equation, *, attained: bool) -> str:
        """An equation, with the constant for many implicit colours.

        attained: whether its sides are equal.
        """
        (at_most, greatest), function = self._signs, equation.about
        number, constant = equation.asked.pattern, equation.constant
        terms = [self.at(term, number) for term in self.terms(equation)]
        if equation.is_sum:
            terms.append(self.secrets(function.function, constant))
        elif constant or not terms:
            terms.append(str(constant))
        right = right_side(terms, is_sum=equation.is_sum, greatest=greatest)
        return f"{self.own(function.function)} {'=' if attained else at_most} {right}"


@dataclass(frozen=True)
class LatexWriter(TextWriter):
    """Equations in LaTeX; the names are macros of ``masetproof.sty``, which link to the pattern.

    symbol: the letter for functions.
    levels: where a name stands for functions with several numbers e of excluded colours, these
        numbers.
    """

    symbol: str = "f"
    levels: tuple[int, ...] = ()

    _signs = (r"\le", r"\max")
    _separator = ","

    def name(self, function: Function, lost: int = 0) -> str:
        if self.levels and self.system.reading is Reading.EXACT:
            level = level_after(self.levels, lost, self.system.cap)
        else:
            level = level_text(self.system, function)
        return function_name(self.symbol, function[0], level)

    def _indices(self) -> Sequence[str]:
        return latex.INDICES

    def _number(self, names: Sequence[str], more: int) -> str:
        return super()._number(names, more).replace(" ", "")

    def secrets(self, function: Function, more: int = 0) -> str:
        """The number of secrets of a function plus a number."""
        system, number = self.system, function[0]
        if system.has_one_index:
            constant, *rest = secrets_in_n(system.forms[number], system.closure.game)
            return polynomial_latex((constant + more, *rest))
        own, nothing = secrets_of(system, number), (0,) * len(system.kinds)
        return several_latex({**own, nothing: own.get(nothing, 0) + more}, latex.INDICES)

    def terms(self, equation: Equation) -> list[Term]:
        """The terms of an equation: in n, the last functions first; in a maximum each term once."""
        terms = [*equation.terms]
        if self.system.has_one_index:
            terms.sort(key=lambda term: term.function, reverse=True)
        return terms if equation.is_sum else [*dict.fromkeys(terms)]

    def condition(self, equation: Equation) -> str:
        """The condition for asking a question: how many colours it needs, also for blanks."""
        if self.system.has_one_index:
            optimal = as_instance(NumberSet, equation.verdict.optimal, "a set of numbers")
            return rf"n \ge {optimal.first}"
        asked, least = equation.asked, dict[tuple[int, ...], int]()
        for need in self.system.needs(equation.about.function, asked.extra) or ():
            least[need.kinds] = need.least + equation.taken(need.kinds)
        for place, new in enumerate(asked.new):
            least[place,] = max(new, least.get((place,), 0))
        bounds: dict[int, list[str]] = {}
        for kinds, bound in sorted(least.items()):
            bounds.setdefault(bound, []).append(self._sum(kinds))
        return ", ".join(rf"{', '.join(sums)} \ge {n}" for n, sums in sorted(bounds.items()) if n)

    def _sum(self, kinds: Sequence[int]) -> str:
        """The number of colours of some kinds."""
        return " + ".join(latex.INDICES[kind] for kind in kinds)

    def notes(self, equation: Equation) -> Iterator[str]:
        """How the equation changes where few implicit colours are left that can stand nowhere."""
        if self.system.has_one_index:
            if other := self._other_constants(equation):
                yield rf"\emph{{Constant:}} {other}"
            return
        system, cap = self.system, self.system.cap
        for part in dict.fromkeys(part for part in equation.asked.parts if part is not None):
            usual = equation.usual(part)
            levels = system.levels(system.moved(equation.about.function, part.columns))
            for lost in sorted(system.losses(part), key=sum, reverse=True):
                change = self._change(equation, part, equation.below(part, lost), usual)
                if change and self._may_be_left(equation, part, lost):
                    where = []
                    for kinds, count, level in zip(part.runs_out, lost, levels, strict=True):
                        if kinds and (count < cap or level < cap):
                            sign = "=" if count < cap else ">"
                            left = count - (count == cap) + equation.taken(kinds)
                            where.append((kinds, f"{self._sum(kinds)} {sign} {left}"))
                    conditions = ", ".join(text for _, text in sorted(where))
                    yield rf"\emph{{Where}} ${conditions}$: {change}"

    def _other_constants(self, equation: Equation) -> str:
        """The n for which an equation has another constant, with this constant."""
        *early, last = equation.constants
        first = self.system.forms[equation.asked.pattern].colours + sum(equation.asked.new)
        return ", ".join(
            f"${constant}$ instead of ${last}$ for $n = {n}$"
            for n, constant in enumerate(early, first)
            if constant != last
        )

    def _may_be_left(self, equation: Equation, part: Part, lost: Sequence[int]) -> bool:
        """Whether a question that can be asked may leave just these colours that stand nowhere."""
        needs = self.system.needs(equation.about.function, equation.asked.extra) or ()
        return not any(
            count < need.least and {*need.kinds} <= {*kinds}
            for kinds, count in zip(part.runs_out, lost, strict=True)
            for need in needs
        )

    def _change(self, equation: Equation, part: Part, here: Function, usual: Function) -> str:
        """One function, or one cost, instead of another; empty where they are the same."""
        if part.number < len(self.system.closure.patterns):
            number, what = equation.asked.pattern, ""
            texts = [self.at(equation.term(part, one), number) for one in (here, usual)]
        else:
            what, texts = "cost ", [str(self.theorem.cost_of(one)) for one in (here, usual)]
        return f"{what}${texts[0]}$ instead of ${texts[1]}$" if texts[0] != texts[1] else ""


@final
class NotebookWriter(LatexWriter):
    """Equations in LaTeX that needs no macros."""

    def name(self, function: Function, lost: int = 0) -> str:
        level = level_text(self.system, function)
        return f"f_{{{function[0]}}}" + (f"^{{{level}}}" if level else "")
