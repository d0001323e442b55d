"""The functions of a proof: their patterns, questions, numbers of colours, and proved values.

A `Function` is a pattern with its excluded colours.  It depends on a vector m, the numbers of
implicit colours of each kind.  Where answers report white pegs there is one kind, and m may be
given as a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance, either_spelling, shown
from masetproof.cache import Recomputed, cached_method
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.patterns.columns import padded
from masetproof.patterns.isomorphism import column_symmetries
from masetproof.patterns.pattern import as_index, explicit_by_kind
from masetproof.proofs.general import (
    Piece,
    Solve,
    Solved,
    class_cells,
    class_solver,
    excess_cells,
    in_symbols,
    pieces,
    solve_cells,
    solve_classes,
)
from masetproof.proofs.induction import Induction, induction_start
from masetproof.proofs.solving import Node, RecurrenceSolver, Solution, on_cells, steady_rows
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.polynomials import in_colours, polynomial_text, value_at
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Recurrence, Recurrences
from masetproof.recurrences.system import Equations, ResidueNode, System, in_columns

if TYPE_CHECKING:
    import sympy

Colours = int | Sequence[int]
"""A number of colours or, where there are several kinds of colours, also one for each kind."""


class Functions(Recomputed):
    """The functions of a game with their values.

    system: their recurrences.
    induction: the proof.
    claim: on the game with n colours, for all large n; where functions have one index, on all
        functions, in their order.
    solved: what SymPy solved when the proof was found.
    """

    system: Recurrences
    induction: Induction
    claim: Claims
    solved: Solved | None

    @property
    def closure(self) -> Closure:
        """The closure that the equations come from."""
        return self.system.closure

    # ------------------------------------------------------------------- which function it is

    def as_function(self, function: object) -> Function:
        """*function* itself if it is a function of a pattern; `Refused` otherwise."""
        return self._as_function(function, len(self.closure.patterns))

    def _as_function(self, function: object, forms: int) -> Function:
        """*function* if it is one of the first *forms* patterns and masets; `Refused` otherwise."""
        if not isinstance(function, tuple) or len(function) != 2:
            raise Refused(f"a function is a number and its excluded colours, not {shown(function)}")
        return (
            as_count(function[0], "the number of a function", 0, forms - 1),
            as_count(function[1], "the excluded colours", 0, self.system.most_excluded),
        )

    def pattern_of(self, function: Function) -> int:
        """The number of the pattern of a function; `Refused` for one of an explicit maset."""
        return self.as_function(function)[0]

    def known(self, function: Function) -> tuple[Function, tuple[int, ...]]:
        """The same function under the names that play reaches, and the exchange of columns.

        Its column j is the column columns[j] of *function*.  `Refused` when play never reaches it.
        """
        function, lower = self._as_function(function, len(self.system.forms)), self.induction.lower
        if function in lower.masets or function in lower.claims:
            return function, tuple(range(self.closure.pegs))
        for columns in self._exchanges(function[0]):
            moved = self.system.moved(function, columns)
            if moved in lower.masets or moved in lower.claims:
                return moved, columns
        raise Refused(f"play never comes to function {shown(function)}")

    @cached_method()
    def _exchanges(self, number: int) -> list[tuple[int, ...]]:
        """The permutations of columns that, with one of colours, leave a form as it is."""
        return [one.columns for one in column_symmetries(self.system.forms[number])]

    def function_of(
        self, pattern: int, excluded: Colours | None = None, question: int | None = None
    ) -> Function:
        """The function of a pattern, with as few excluded colours as can be if none are given.

        excluded: how many colours are excluded, of each alphabet or of all.  question: the number,
        from 1, of a question that the function can ask, if any function of the pattern can; it does
        not count where *excluded* is given.  `Refused` when there is no such pattern, or play never
        comes to it with these.
        """
        system, count = self.system, len(self.closure.patterns)
        pattern = as_count(pattern, "the number of a pattern")
        if pattern >= count:
            raise Refused(f"there is no pattern {pattern}; they are 0 to {count - 1}")
        functions = system.functions_of(pattern)
        if question is not None:
            question = as_count(question, "the number of a question", 1)
            able = (one for one in functions if question in dict(system.asked(one)))
            least = next(able, functions[0])
        else:
            least = functions[0]
        if excluded is None:
            return least
        levels = self._as_levels(excluded)
        if system.reading is not Reading.EXACT:
            if any(levels):
                raise Refused(
                    "excluded colours are counted in the reading 'exact', not in "
                    f"{system.reading.value!r}"
                )
            return least
        function = pattern, system.packed(levels)
        if max(levels) > system.cap or function not in functions:
            known = " or ".join(",".join(map(str, system.levels(one))) for one in functions)
            raise Refused(
                f"play comes to pattern {pattern} with {known} excluded colours"
                f"{' in its columns' * (len(levels) > 1)}, counted up to "
                f"{system.cap}, not with {shown(excluded)}"
            )
        return function

    def _as_levels(self, excluded: object) -> tuple[int, ...]:
        """Excluded colours of each alphabet, or one number for all."""
        game, pegs = self.closure.game, self.closure.pegs
        if not game.one_kind and game.kinds(pegs) == game.alphabets(pegs):
            return as_index(excluded, game, pegs)
        return (as_count(excluded, "the number of excluded colours"),)

    @either_spelling
    def implicit_of(self, function: Function, colours: Colours | None) -> tuple[int, ...]:
        """How many colours of each kind are implicit, by the colours that the secret may contain.

        colours: with an alphabet for each column, their number in each; where columns share
        colours, their number in all, of which the implicit ones may stand wherever there is a star,
        or the number of implicit ones of each kind.  `Refused` when there is no secret; without
        colours they are 0.
        """
        number, (game, pegs) = self.pattern_of(function), (self.closure.game, self.closure.pegs)
        system, form = self.system, self.closure.patterns[number]
        if colours is None:
            return (0,) * len(system.kinds)
        if system.has_one_index:
            colours = as_count(colours, "the number of colours")
        index = as_index(colours, game, pegs)
        known = [*explicit_by_kind(form, game)]
        if game.counts_implicit and isinstance(colours, int):  # of the kind of all columns
            known[-1] = form.colours
        left = [n - k for n, k in zip(index, known, strict=True)]
        if min(left) < 0 or not form.secrets(game, left):
            raise Refused(f"pattern {number}, {form}, has no secret with {shown(colours)} colours")
        return system.vector(number, system.index_of(number, left, range(pegs)))

    def excluded_of(self, function: Function) -> int | str:
        """How many colours are excluded, counted up to the cap; of several alphabets: ``0,1``."""
        levels = self.system.levels(self._as_function(function, len(self.system.forms)))
        return levels[0] if self.system.has_one_index else ",".join(map(str, levels))

    def secrets_text(self, function: Function, more: int = 0) -> str:
        """The number of secrets of a function, as a polynomial in n, and a number added.

        Where there are several kinds of colours, in the numbers m1, m2, ... of implicit ones; where
        columns share colours m12 is that of those that may stand in the first two, and so on.
        """
        more, number = as_count(more, "what is added", None), self.pattern_of(function)
        pattern = self.closure.patterns[number]
        if self.system.has_one_index:
            own, *rest = in_colours(pattern.secrets_polynomial(self.closure.game), pattern.colours)
            return polynomial_text((own + more, *rest))
        names, terms = self.system.names("m"), factors_of(self.system, number)
        more += terms.pop((), 0)
        pieces = []
        for factors, count in terms.items():
            used = [f"({names[p]} - {less})" if less else names[p] for p, less in factors]
            pieces.append("*".join([str(count)] * (count > 1) + used))
        return " + ".join([*sorted(pieces), *([str(more)] if more else [])])

    # --------------------------------------------------------------------------------- values

    def value_of(self, function: Function, m: Colours) -> int:
        """The proved value of a function, exact.

        function: of a pattern or explicit maset; also one that play comes to only with its columns
        exchanged.  m: how many implicit colours there are of each kind; a kind that can stand
        nowhere counts for nothing.  `Refused` when play never comes to the function.
        """
        index = as_index(m, self.closure.game, self.closure.pegs)
        (known, columns), lower = self.known(function), self.induction.lower
        if known in lower.masets:
            return lower.masets[known]
        return lower.claims.value(known, self.system.index_of(known[0], index, columns))

    def cost_of(self, maset: Function) -> int:
        """The cost of an explicit maset; `Refused` when it is none, or play never comes to it."""
        known, _ = self.known(maset)
        if known not in self.induction.lower.masets:
            raise Refused(f"{shown(maset)} is no explicit maset")
        return self.induction.lower.masets[known]

    @property
    def start(self) -> int:
        """M: from here on the induction proves the claims on functions of one index."""
        return induction_start(self.system, self.claim.base)

    def right_side(self, function: Function, equation: Recurrence, m: Colours) -> int | None:
        """The right side of an equation of a function at an index vector, exact.

        It is the least EPL or worst case of the strategies that ask the question of the equation
        first; None where that cannot be asked (`Recurrences.parts_at`).
        """
        system, function = self.system, self._as_function(function, len(self.system.forms))
        equation = as_instance(Recurrence, equation, "an equation")
        vector = as_index(m, self.closure.game, self.closure.pegs)
        index = system.index_of(function[0], vector, range(self.closure.pegs))
        parts = system.parts_at(function, equation, index)
        if parts is None:
            return None
        terms = [self.value_of(part, system.vector(part[0], there)) for part, there in parts]
        if system.objective is Objective.WORST:
            return 1 + max([0, *terms])
        return system.forms[function[0]].secrets(self.closure.game, vector) + sum(terms)

    # -------------------------------------------------------------------- optimal questions

    def costs(self, function: Function, m: Colours) -> dict[int, int | None]:
        """The least cost of asking each question first, by its split; as `right_side`."""
        function = self._as_function(function, len(self.system.forms))
        if self.system.has_one_index and function[0] < len(self.closure.patterns):
            (number,) = as_index(m, self.closure.game, self.closure.pegs)
            own = right_sides(self, self.known(function)[0], [number])
            asked = own.equations.split.tolist(), own.equations.new.tolist(), own.sides[0].tolist()
            return {
                split: cost if new <= number else None
                for split, new, cost in zip(*asked, strict=True)
            }
        return {
            one.split: self.right_side(function, one, m) for one in self.system.equations(function)
        }

    def optimal_splits(self, function: Function, m: Colours) -> list[int]:
        """The rows of `Closure.splits` of the questions that are optimal for a function.

        For an explicit maset, the rows of `Closure.maset_splits`. m: a vector with which there is a
        secret.
        """
        costs, value = self.costs(function, m), self.value_of(function, m)
        return [split for split, cost in costs.items() if cost == value]

    def questions_of(self, function: Function, split: int) -> list[int]:
        """The numbers, from 1, of the questions that give a function a row of `Closure.splits`.

        Only those for which it has enough excluded colours; `Refused` when there is none.
        """
        function = self.as_function(function)
        split = as_count(split, "the row of a split", 0, len(self.closure.splits) - 1)
        numbers = [number for number, _ in self.system.asked(function, split)]
        if not numbers:
            raise Refused(f"function {shown(function)} has no equation from the split {split}")
        return numbers

    def optimal_numbers(self, function: Function, m: Colours) -> list[int]:
        """The numbers, from 1, of the questions that are optimal for a function, ascending."""
        best = self.optimal_splits(function, m)
        return sorted(number for split in best for number in self.questions_of(function, split))

    # ------------------------------------------------------------------ solutions by SymPy

    def solution(self, function: Function, residue: int = 0) -> sympy.Expr:
        """The closed form of a function, from SymPy, as an expression.

        function: of a pattern.  residue: of n modulo the period; the expression is in n, and holds
        from the base of the claim on.  Where functions have several indices it is the number of
        the cell, in the order of what is claimed of the function, and the expression is in the
        indices m1, m2, ...  `Refused` when there is no such function or residue.
        """
        function, _ = self.known(self.as_function(function))
        claims, number = self.induction.lower.claims, function[0]
        leaves = [leaf.cell for leaf in claims.cells(function).leaves()]
        if self.system.has_one_index:
            colours, period = self.closure.patterns[number].colours, claims.period
            leaves = [cell for cell in leaves if cell.free]
            leaves.sort(key=lambda cell: (cell.origin[0] + colours) % period)
        residue = as_count(residue, "the residue, or the number of the cell,", 0, len(leaves) - 1)
        solution = self.solution_on((function, leaves[residue]))
        return in_symbols(self.system, number, solution.closed, leaves[residue])

    @cached_property
    def solutions(self) -> Solved:
        """What SymPy solves by default, found now if it was not before."""
        if self.solved is not None:
            return self.solved
        if self.system.has_one_index:
            solved = solve_classes(self.columns, self.claim, self.tight, Solve.STRATEGY)
        else:
            solved = solve_cells(self.system, *self.induction, Solve.STRATEGY)
        return as_instance(Solved, solved, "what is solved")

    @cached_method(most=1 << 14)
    def solution_on(self, node: Node) -> Solution:
        """The solution of a function on a cell of its claim, found now if it was not before."""
        if self.solved is None or node not in self.solved.functions:
            solver = self._solver()
            solver.solve([node])
            return solver.solutions[node]
        return self.solved.functions[node]

    @cached_method(most=1 << 12)
    def pieces_of(self, function: Function, split: int) -> tuple[Piece, ...]:
        """An equation of a function, solved on each of its cells; empty if it splits nothing."""
        if self.solved is not None and (function, split) in self.solved.equations:
            return self.solved.equations[function, split]
        (equation,) = self.system.rows(function[0], slice(split, split + 1))
        if self.system.has_one_index:
            cells = class_cells(self.columns, self.claim)
        else:
            cells = excess_cells(self.system, self.induction.lower, function, equation)
        return pieces(self._solver(), function, equation, cells)

    def _solver(self) -> RecurrenceSolver:
        """A solver that knows what is solved already."""
        known = {} if self.solved is None else self.solved.functions
        if self.system.has_one_index:
            return class_solver(self.columns, self.claim, self._steady, known)
        return RecurrenceSolver(self.system, self.induction.lower, on_cells(*self.induction), known)

    @cached_property
    def _steady(self) -> dict[ResidueNode, int]:
        return steady_rows(self.columns, self.claim, self.tight)

    # ---------------------------------------------------------- all functions of one index

    @cached_property
    def columns(self) -> System:
        """All equations in columns, where functions have one index; `Refused` otherwise."""
        return in_columns(self.system)

    @cached_property
    def table(self) -> NDArray[np.int64]:
        """The values of all functions of one index: int64[M + T, functions]."""
        return self.induction.lower.claims.table(slice(None), range(self.start + self.claim.period))

    @property
    def tight(self) -> NDArray[np.bool_]:
        """Which equations of `columns.merged` are attained, by class: bool[period, equations]."""
        return self.induction.upper.tight


@final
@dataclass(frozen=True, eq=False, repr=False)
class RightSides:
    """The right sides of all equations of a function of one index, for some m.

    equations: as of `System.only`.
    parts: int16[equations, parts], the functions of the parts, -1 where there is none.
    terms: int64[points, equations, terms], the costs of the parts, 0 where there is none; the last
        one is the constant.
    sides: int64[points, equations].
    values: int64[points], of the function.

    Terms and sides mean nothing where there are too few colours for the question.  All are Python
    integers (dtype object) where 64 bits might not hold them.
    """

    equations: Equations
    parts: NDArray[np.int16]
    terms: NDArray[Any]
    sides: NDArray[Any]
    values: NDArray[Any]


def right_sides(theorem: Functions, function: Function, points: Sequence[int]) -> RightSides:
    """The right sides of all equations of a function of one index, for some m, ascending."""
    columns, claims = theorem.columns, theorem.induction.lower.claims
    own = columns.number[function]
    equations = columns.only(own)
    new, place = np.unique(equations.new, return_inverse=True)
    left = [[max(m - r, 0) for r in new.tolist()] for m in points]
    known = sorted({*chain(*left), *points})
    parts = padded(equations.part_start, equations.parts)
    functions, part = np.unique(np.append(parts.ravel(), own), return_inverse=True)
    table = claims.table(functions, known)
    table[:, functions < 0] = 0
    row_of = {m: row for row, m in enumerate(known)}
    rows = np.array([[row_of[m] for m in row] for row in left])[:, place]
    terms = table[rows[:, :, None], part[:-1].reshape(parts.shape)]
    capped = np.array([[min(m, columns.cap) for m in row] for row in left])[:, place]
    constants = equations.constant[np.arange(len(place)), capped]
    terms = np.concatenate([terms, constants[:, :, None]], axis=2)
    values = table[[row_of[m] for m in points], part[-1]]
    if columns.objective is Objective.WORST:
        sides = 1 + terms.max(axis=2)
    else:
        form, game = theorem.closure.patterns[function[0]], theorem.closure.game
        coefficients = form.secrets_polynomial(game)
        secrets = np.array([value_at(coefficients, m) for m in points], dtype=table.dtype)
        sides = terms.sum(axis=2) + secrets[:, None]
    return RightSides(equations, parts, terms, sides, values)


def factors_of(system: Recurrences, number: int) -> Counter[tuple[tuple[int, int], ...]]:
    """The number of secrets of a form as a sum of products: how often each product occurs.

    A product is a tuple of factors, and the empty one is 1.  A factor is the number of implicit
    colours of a kind, by its place, less a number: without repeated colours, each earlier star that
    took a colour of this kind takes one away.
    """
    taken, total = system.closure.game.colours_taken, Counter[tuple[tuple[int, int], ...]]()
    for stars, clauses in system.forms[number].star_sets.items():
        able = [[p for p in system.active[number] if system.kinds[p] >> j & 1] for j in stars]
        for places in map(sorted, product(*able)):
            less = [taken(places[:at].count(p)) for at, p in enumerate(places)]
            total[tuple(zip(places, less, strict=True))] += clauses
    return total
