"""What a proof over several indices consists of: functions with their values for every vector m."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from masetproof.arguments import Refused, as_count, as_instance, shown
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.patterns.isomorphism import automorphisms
from masetproof.patterns.pattern import as_index
from masetproof.proofs.cells import CellInduction
from masetproof.recurrences.columns import ColumnEquation, ColumnSystem, State
from masetproof.recurrences.readings import Reading

__all__ = ["ColumnProof"]


@dataclass(frozen=True, eq=False, repr=False)
class ColumnProof:
    """The functions of a game where each column has colours of its own, with their values.

    A function is named by a pattern and the set of columns with an excluded colour (`State`), and
    depends on a vector m, the number of implicit colours of each column.
    """

    system: ColumnSystem
    induction: CellInduction

    def __post_init__(self) -> None:
        as_instance(ColumnSystem, self.system, "the system of a theorem")
        as_instance(CellInduction, self.induction, "the induction of a theorem")

    @property
    def closure(self) -> Closure:
        """The closure that the equations come from."""
        return self.system.closure

    def value_of(self, state: State, m: int | Sequence[int]) -> int:
        """The proved value of a function, exact.

        state: the pattern or, after the patterns, explicit maset, and the set of columns with an
        excluded colour; also one that play comes to with its columns exchanged only.  m: how many
        implicit colours each of its columns has; a column without a star has none that count.
        `Refused` when play never comes to the function.
        """
        index = as_index(m, self.closure.pegs)
        found = self._known(self._as_state(state))
        if found is None:
            raise Refused(f"play never comes to function {shown(state)}")
        known, columns = found
        if known in self.induction.masets:
            return self.induction.masets[known]
        own = [index[columns[j]] for j in self.system.active[known[0]]]
        return self.induction.claims[known].value(own)

    def _known(self, state: State) -> tuple[State, tuple[int, ...]] | None:
        """The function that play comes to which a function is, and how columns are exchanged."""
        number, excluded = state
        for columns in self._exchanges_of(number):
            known = number, sum((excluded >> c & 1) << j for j, c in enumerate(columns))
            if known in self.induction.masets or known in self.induction.claims:
                return known, columns
        return None

    def _as_state(self, state: object, *, explicit: bool = True) -> State:
        """The number of a form, which may be an explicit maset or not, and a set of columns."""
        last = len(self.system.forms if explicit else self.closure.patterns) - 1
        if not isinstance(state, tuple) or len(state) != 2:
            raise Refused(f"a function is a number and a set of columns, not {shown(state)}")
        return (
            as_count(state[0], "the number of a function", 0, last),
            as_count(state[1], "the set of columns", 0, (1 << self.closure.pegs) - 1),
        )

    def _exchanges_of(self, number: int) -> tuple[tuple[int, ...], ...]:
        """The permutations of columns that, with one of colours, leave a form as it is."""
        found = self._exchanges.get(number)
        if found is None:
            pegs = self.closure.pegs
            generators = [one.columns for one in automorphisms(self.system.forms[number])]
            known = [tuple(range(pegs))]
            for one in known:  # which grows
                images = (tuple(one[column] for column in columns) for columns in generators)
                known += [image for image in images if image not in known]
            found = self._exchanges[number] = tuple(known)
        return found

    @cached_property
    def _exchanges(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        return {}

    def right_side(
        self, state: State, equation: ColumnEquation, m: int | Sequence[int]
    ) -> int | None:
        """The right side of an equation of a function at an index vector, exact.

        It is the least EPL or worst case of the strategies that ask the question of the equation
        first; None where the question has a new colour in a column where none is implicit.
        """
        system, index = self.system, as_index(m, self.closure.pegs)
        state, equation = (
            self._as_state(state),
            as_instance(ColumnEquation, equation, "an equation"),
        )
        left = [k - new for k, new in zip(index, equation.new, strict=True)]
        if min(left) < 0:
            return None
        terms = []
        for part in equation.parts:
            some = sum((left[column] > 0) << j for j, column in enumerate(part.columns))
            below = system.after(state[1], part, some)
            terms.append(self.value_of(below, [left[column] for column in part.columns]))
        if system.objective is Objective.WORST:
            return 1 + max([0, *terms])
        return system.forms[state[0]].secrets(self.closure.game, index) + sum(terms)

    def state_of(self, pattern: int, excluded: int | Sequence[int] | None = None) -> State:
        """The function of a pattern, with as few excluded colours as can be if none are given.

        excluded: of each column, or of all, whether a colour is excluded: 1 or 0.  `Refused` when
        there is no such pattern, or play never comes to it with these.
        """
        count = len(self.closure.patterns)
        pattern = as_count(pattern, "the number of a pattern")
        if pattern >= count:
            raise Refused(f"there is no pattern {pattern}; they are 0 to {count - 1}")
        known = [state for state in self.system.functions() if state[0] == pattern]
        if excluded is None:
            return min(known, key=lambda state: (state[1].bit_count(), state[1]))
        columns = as_index(excluded, self.closure.pegs)
        if self.system.reading is not Reading.EXACT:
            if any(columns):
                raise Refused(
                    "excluded colours are counted in the reading 'exact', not in "
                    f"{self.system.reading.value!r}"
                )
            return known[0]
        state = pattern, sum(bool(number) << j for j, number in enumerate(columns))
        if max(columns) > 1 or state not in known:
            told = " or ".join(self.excluded_text(one) for one in known)
            raise Refused(
                f"play comes to pattern {pattern} with {told} excluded colours in its columns, "
                "more than one counting as one"
            )
        return state

    def excluded_text(self, state: State) -> str:
        """Of each column whether a colour is excluded: ``0,1``."""
        state = self._as_state(state)
        return ",".join(str(state[1] >> column & 1) for column in range(self.closure.pegs))

    def pattern_of(self, state: State) -> int:
        """The number of the pattern of a function."""
        return self._as_state(state, explicit=False)[0]

    def implicit_of(self, state: State, colours: int | Sequence[int] | None) -> tuple[int, ...]:
        """How many colours are implicit in each column when the secret may contain so many.

        Of a column without a star the number makes no difference.  `Refused` when there is no
        secret; without colours it is 0.
        """
        form = self.system.forms[self.pattern_of(state)]
        if colours is None:
            return (0,) * form.pegs
        index = as_index(colours, form.pegs)
        left = [n - known for n, known in zip(index, form.colours_by_column, strict=True)]
        if min(left) < 0 or not form.secrets(self.closure.game, left):
            told = shown(colours)
            raise Refused(f"pattern {state[0]}, {form}, has no secret with {told} colours")
        return tuple(n * star for n, star in zip(left, form.star_columns, strict=True))

    def attained(self, state: State, m: Sequence[int]) -> list[ColumnEquation]:
        """The equations that are attained by a function with m implicit colours in its columns.

        m: so many that there is a secret.  Asking the question of such an equation is optimal.
        """
        value = self.value_of(state, m)
        return [
            equation
            for equation in self.system.equations(state)
            if self.right_side(state, equation, m) == value
        ]

    def questions_of(self, pattern: int, equation: ColumnEquation) -> list[int]:
        """The numbers, from 1, of the questions on a pattern that give an equation."""
        last = len(self.closure.patterns) - 1
        pattern = as_count(pattern, "the number of a pattern", 0, last)
        split = as_instance(ColumnEquation, equation, "an equation").split
        first, end = self.closure.question_start[pattern : pattern + 2].tolist()
        same = np.flatnonzero(self.closure.split_of[first:end] == split)
        return (same + 1).tolist()

    def optimal_numbers(self, state: State, m: Sequence[int]) -> list[int]:
        """The numbers, from 1, of the questions that are optimal for a function, ascending."""
        self.pattern_of(state)
        equations = self.attained(state, m)
        return sorted(n for one in equations for n in self.questions_of(state[0], one))
