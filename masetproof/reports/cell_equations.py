"""The equations of functions of several indices, and the parts of their questions, in LaTeX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import final

import sympy

from masetproof.objectives import Objective
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.kinds import ways
from masetproof.patterns.pattern import MasetPattern, normalized, pattern_of, with_new
from masetproof.patterns.split import split
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.polynomials import several_latex
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Index, Part, Recurrence, State
from masetproof.reports.sections import Told, level_text
from masetproof.reports.statements import equation_line
from masetproof.words import Word

__all__ = ["INDICES", "CellEquations"]

INDICES = "xyz"
"""What the numbers of implicit colours of each kind are called."""


@final
class CellEquations:
    """How equations are written.

    order: where an equation is given, its parts by the numbers of the answers.
    """

    def __init__(self, theorem: Theorem) -> None:
        self._theorem, self._system = theorem, theorem.system
        self._closure, self._game = theorem.closure, theorem.closure.game
        self._patterns = len(theorem.closure.patterns)
        self._masets = theorem.induction.masets
        self._is_worst = theorem.system.objective is Objective.WORST
        self._secrets: dict[int, dict[tuple[int, ...], int]] = {}

    # Names

    def function(self, state: State, indices: Sequence[str], symbol: str = "F") -> str:
        """A function at a vector of its indices."""
        level = level_text(self._system, state)
        mark = f"[{level}]" if self._system.reading is Reading.EXACT else ""
        return rf"\mptFunction{mark}{{{symbol}}}{{{state[0]}}}({','.join(indices)})"

    def indices(self, state: State) -> list[str]:
        """What the indices of a function are called."""
        return [INDICES[place] for place in self._system.active[state[0]]]

    def secrets(self, number: int) -> Mapping[tuple[int, ...], int]:
        """The number of secrets of a form: coefficients by the exponents of all indices."""
        if number not in self._secrets:
            self._secrets[number] = self._secrets_of(number)
        return self._secrets[number]

    def _secrets_of(self, number: int) -> dict[tuple[int, ...], int]:
        names, places = sympy.symbols([*INDICES]), self._system.active[number]
        kinds = [self._system.kinds[place] for place in places]
        numbers = [names[place] for place in places]
        total = sum(
            count * ways(stars, kinds, numbers, self._game.repeats)
            for stars, count in self._system.forms[number].star_sets.items()
        )
        names = names[: len(self._system.kinds)]
        return {powers: int(c) for powers, c in sympy.Poly(total, *names).terms() if c}

    # Parts

    @cached_property
    def _known(self) -> dict[MasetPattern, tuple[int, Witness, tuple[int, ...]]]:
        """What each normalized part is, how it is mapped to that, and the kinds implicit again."""
        found, parts = self._closure.identifications, {}
        for row, (pattern, maset) in enumerate(
            zip(found.pattern.tolist(), found.explicit.tolist(), strict=True)
        ):
            number = pattern if pattern >= 0 else self._patterns + maset
            form = self._system.forms[number]
            kinds = () if found.implicit is None else tuple(filter(None, found.implicit[row]))
            colours = form.colours + len(kinds)
            witness = Witness(
                tuple(found.columns[row].tolist()), tuple(found.colours[row, :colours].tolist())
            )
            extended = with_new(form, dict(enumerate(kinds, form.colours)), self._game)
            parts[witness.inverse().apply(extended)] = number, witness, kinds
        return parts

    def parts(
        self, pattern: MasetPattern, word: Word, equation: Recurrence
    ) -> Iterator[tuple[Told, Part | None]]:
        """What each answer to a question leaves, and as which part it is in its equation."""
        answers = self._game.answers(self._closure.pegs)
        for answer, part in zip(answers, split(pattern, word, self._game), strict=True):
            if not part or answer == answers[-1]:
                yield Told(answer, part, is_won=bool(part)), None
                continue
            number, witness, kinds = self._known[normalized(part, self._game)]
            own = self._system.forms[number].colours
            again = {
                colour: sum({1 << row.index(colour) for row in part.clauses if colour in row})
                for colour, name in zip(part.occurring, witness.colours, strict=True)
                if kinds and name >= own
            }
            core = pattern_of(tuple(row for row in part.clauses if again.keys().isdisjoint(row)))
            kept = Witness(witness.columns, tuple(name for name in witness.colours if name < own))
            more = tuple(kinds.count(self._system.kinds[p]) for p in self._system.active[number])
            wanted = number, witness.columns, more
            yield (
                Told(answer, part, number, core, kept, again),
                next(
                    one
                    for one in equation.parts
                    if wanted == (one.number, one.columns, tuple(i.more for i in one.indices))
                ),
            )

    def usual(self, state: State, part: Part) -> State:
        """The function that a part is with many implicit colours."""
        return self._system.after(state, part, max(self._system.losses(part), key=sum))

    # Equations

    def text(self, state: State, equation: Recurrence, order: Mapping[int, Part], sign: str) -> str:
        """The equation, with what its question needs."""
        terms = [
            self._term(equation, part, self.usual(state, part))
            for part in order.values()
            if part.number < self._patterns
        ]
        constant = self._constant(state, order.values())
        own = dict(self.secrets(state[0]))
        nothing = (0,) * len(self._system.kinds)
        own[nothing] = own.get(nothing, 0) + constant
        left = self.function(state, self.indices(state))
        rest = str(constant) if self._is_worst else several_latex(own, INDICES, on_a_line=True)
        line = equation_line(left, sign, terms, rest, is_worst=self._is_worst)
        condition = self._condition(state, equation)
        return line + (rf" \qquad ({condition})" if condition else "")

    def _condition(self, state: State, equation: Recurrence) -> str:
        """How many implicit colours the question needs: new ones, and some in place of blanks."""
        least: dict[tuple[int, ...], int] = {}
        for need in self._system.needs(state, equation.extra) or ():
            least[need.kinds] = need.least + _taken(equation, need.kinds)
        for place, new in enumerate(equation.new):
            least[place,] = max(new, least.get((place,), 0))
        bounds: dict[int, list[str]] = {}
        for kinds, bound in sorted(least.items()):
            bounds.setdefault(bound, []).append(_sum(kinds))
        return ", ".join(rf"{', '.join(sums)} \ge {n}" for n, sums in sorted(bounds.items()) if n)

    def _term(self, equation: Recurrence, part: Part, below: State) -> str:
        return self.function(below, [_index(equation, index) for index in part.indices])

    def notes(self, state: State, equation: Recurrence, order: Mapping[int, Part]) -> Iterator[str]:
        """What is different where few implicit colours are left that can stand nowhere."""
        cap = self._system.cap
        for part in dict.fromkeys(order.values()):
            usual = self.usual(state, part)
            levels = self._system.levels(self._system.moved(state, part.columns))
            for lost in sorted(self._system.losses(part), key=sum, reverse=True):
                here = self._system.after(state, part, lost)
                change = self._change(equation, part, here, usual)
                if change and self._may_be_left(state, equation, part, lost):
                    where = []
                    for kinds, count, level in zip(part.runs_out, lost, levels, strict=True):
                        if kinds and (count < cap or level < cap):
                            left = count + _taken(equation, kinds)
                            sign = "=" if count < cap else ">"
                            where.append((kinds, f"{_sum(kinds)} {sign} {left - (count == cap)}"))
                    conditions = ", ".join(text for _, text in sorted(where))
                    yield rf"\emph{{Where}} ${conditions}$: {change}"

    def _may_be_left(
        self, state: State, equation: Recurrence, part: Part, lost: Sequence[int]
    ) -> bool:
        """Whether a question that can be asked may leave so few colours that can stand nowhere."""
        needs = self._system.needs(state, equation.extra) or ()
        return not any(
            count < need.least and {*need.kinds} <= {*kinds}
            for kinds, count in zip(part.runs_out, lost, strict=True)
            for need in needs
        )

    def _change(self, equation: Recurrence, part: Part, here: State, usual: State) -> str:
        """One function, or one cost, instead of another; empty where they are the same."""
        if part.number < self._patterns:
            texts = [self._term(equation, part, one) for one in (here, usual)]
        else:
            texts = [str(self._masets[one]) for one in (here, usual)]
        cost = "" if part.number < self._patterns else "cost "
        return f"{cost}${texts[0]}$ instead of ${texts[1]}$" if texts[0] != texts[1] else ""

    def _explicit(self, state: State, parts: Iterable[Part]) -> Iterator[State]:
        """The explicit masets among parts, with many implicit colours."""
        return (self.usual(state, part) for part in parts if part.number >= self._patterns)

    def _constant(self, state: State, parts: Iterable[Part]) -> int:
        """What these cost: the constant of an equation."""
        costs = [self._masets[maset] for maset in self._explicit(state, parts)]
        return max(costs, default=0) if self._is_worst else sum(costs)

    def side(self, state: State, equation: Recurrence) -> object:
        """What right sides that are equal with many implicit colours share: r, terms, constant."""
        terms = Counter(
            (self.usual(state, part), part.indices)
            for part in equation.parts
            if part.number < self._patterns
        )
        return equation.new, frozenset(terms.items()), self._constant(state, equation.parts)

    def identity(self, state: State, equation: Recurrence) -> object:
        """What equal equations share: the right side, what they need, masets and notes."""
        return (
            self.side(state, equation),
            self._system.needs(state, equation.extra),
            frozenset(Counter(self._explicit(state, equation.parts)).items()),
            frozenset(self.notes(state, equation, dict(enumerate(equation.parts)))),
        )


def _taken(equation: Recurrence, kinds: Sequence[int]) -> int:
    """How many new colours a question has of some kinds."""
    return sum(equation.new[place] for place in kinds)


def _sum(places: Sequence[int]) -> str:
    """How many colours there are of some kinds."""
    return " + ".join(INDICES[place] for place in places)


def _index(equation: Recurrence, index: Index) -> str:
    """An index of a part: what is left of some kinds, and the colours implicit again."""
    more = index.more - _taken(equation, index.kinds)
    text = _sum(index.kinds).replace(" ", "")
    return text + (f"{more:+d}" if more else "") if text else str(more)
