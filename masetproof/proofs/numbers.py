"""Sets of numbers of colours for which a question is optimal, and cells of boards.

SymPy is imported only when cells are written in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm, prod
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from masetproof.arguments import Refused
from masetproof.patterns.pattern import explicit_by_kind
from masetproof.proofs.cells import has_secrets
from masetproof.proofs.functions import Functions
from masetproof.recurrences.cells import Cell, InIndices, Several, Tree, in_indices
from masetproof.recurrences.polynomials import parted
from masetproof.recurrences.recurrences import Function, Recurrences

if TYPE_CHECKING:
    import sympy

_SHOWN = 6
"""The most cells that are written in words."""


@final
@dataclass(frozen=True)
class NumberSet:
    """A set of numbers n >= first: those listed, and from *onset* on whole classes modulo *period*.

    singles: the members below the onset.  classes: residues of n.
    """

    first: int
    singles: tuple[int, ...]
    onset: int
    classes: tuple[int, ...]
    period: int

    @property
    def is_empty(self) -> bool:
        return not self.singles and not self.classes

    @property
    def is_everything(self) -> bool:
        return len(self.classes) == self.period and self.onset == self.first

    @property
    def others(self) -> str:
        """The other n in words: ``every n``, or ``every n but n = 4``."""
        return "every n" if self.is_empty else f"every n but {self}"

    def __contains__(self, n: object) -> bool:
        if not isinstance(n, int):
            return False
        return n in self.singles or (n >= self.onset and n % self.period in self.classes)

    def __str__(self) -> str:
        if self.is_everything:
            return f"every n >= {self.first}"
        pieces = [f"n = {', '.join(map(str, self.singles))}"] if self.singles else []
        if len(self.classes) == self.period:
            pieces.append(f"every n >= {self.onset}")
        elif self.classes and self.period == 2:
            parity = "even" if self.classes == (0,) else "odd"
            pieces.append(f"every {parity} n >= {self.onset}")
        elif self.classes:
            residues = ", ".join(map(str, self.classes))
            pieces.append(f"every n >= {self.onset} with n = {residues} mod {self.period}")
        return " and ".join(pieces) or "no n"


def runs(numbers: Iterable[int]) -> Iterator[range]:
    """Ascending numbers in runs: numbers without a gap between them stand together."""
    for _, run in groupby(enumerate(numbers), lambda placed: placed[1] - placed[0]):
        members = [number for _, number in run]
        yield range(members[0], members[-1] + 1)


def number_set(
    first: int, zeros: set[int], settled: int, classes: set[int], period: int
) -> NumberSet:
    """The n >= first in *zeros*, or from *settled* on in one of the classes."""
    end = max([settled, *(n + 1 for n in zeros)])
    members = zeros | {n for n in range(settled, end) if n % period in classes}
    onset = end
    while onset > first and (onset - 1 in members) == ((onset - 1) % period in classes):
        onset -= 1
    singles = tuple(sorted(n for n in members if n < onset))
    # Start with a member, so that a reader need not look for the first one.
    while classes and onset % period not in classes:
        onset += 1
    return NumberSet(first, singles, onset, tuple(sorted(classes)), period)


@final
@dataclass(frozen=True, eq=False, repr=False)
class OptimalBoards:
    """The boards for which a question on a pattern is optimal: the cells where its excess is 0.

    excess: the tree of `excess_of`.  In words a board has n1, n2, ... colours in its columns; where
        columns share colours, m1, m2, m12, ... implicit ones of each kind.
    """

    proof: Functions
    function: Function
    excess: Tree

    def __contains__(self, colours: object) -> bool:
        try:
            m = self.proof.implicit_of(self.function, colours)  # type: ignore[arg-type]
        except Refused:
            return False
        leaf, _ = self.excess.leaf_at([m[j] for j in self._active])
        return leaf.differences is not None and not leaf.differences.any()

    @property
    def _active(self) -> tuple[int, ...]:
        return self.proof.system.active[self.function[0]]

    @property
    def is_empty(self) -> bool:
        return not self.cells

    @property
    def is_everything(self) -> bool:
        """Whether they are all boards with a secret."""
        return self.cells == (self.excess.cell,)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of implicit colours that make them up, perhaps with boards without a secret."""
        return tuple(self._gathered(self.excess)[1])

    def _gathered(self, tree: Tree) -> tuple[bool | None, list[Cell]]:
        """Whether the question is optimal on a whole tree (None without a secret), and where."""
        if tree.cut is None:
            if tree.differences is None:
                some = has_secrets(self.proof.system, self.function[0], tree.cell)
                return False if some else None, []
            is_zero = not tree.differences.any()
            return is_zero, [tree.cell] * is_zero
        gathered = [self._gathered(child) for child in tree.children]
        kinds = {kind for kind, _ in gathered}
        if False not in kinds:
            return (True, [tree.cell]) if True in kinds else (None, [])
        return False, [cell for _, cells in gathered for cell in cells]

    def __str__(self) -> str:
        return self._told

    @cached_property
    def _told(self) -> str:
        if self.is_everything:
            return "every n"
        if self.is_empty:
            return "no n"
        if len(self.cells) > _SHOWN:
            return f"n in {len(self.cells)} cells"
        game, form = self.proof.closure.game, self.proof.system.forms[self.function[0]]
        named = self.proof.system.names("m" if game.counts_implicit else "n")
        known = explicit_by_kind(form, game)
        names = [named[place] for place in self._active]
        shift = [known[place] for place in self._active]
        cells = [map(str, conditions(cell, names, shift)) for cell in self.cells]
        return " or ".join(" and ".join(walls) for walls in cells)

    __repr__ = __str__


Numbers = NumberSet | OptimalBoards
"""The numbers of colours for which a question is optimal."""


@final
class Wall(NamedTuple):
    """The condition left >= right or left = right; *divisor* divides the difference.

    No term is on both sides.  names: of the numbers.  As text it is like ``n1 >= n2 + 1``, or
    ``n1 >= n2 + 1, by a multiple of 2``.
    """

    left: Several
    sign: str
    right: Several
    divisor: int
    names: Sequence[str]

    @property
    def difference(self) -> Several:
        return {**self.left, **{powers: -c for powers, c in self.right.items()}}

    def as_sympy(self) -> sympy.Expr:
        """The condition as SymPy has it."""
        import sympy

        left, right = (_as_sympy(side, self.names) for side in (self.left, self.right))
        holds = sympy.Eq(left, right) if self.sign == "=" else sympy.Ge(left, right)
        return sympy.And(holds, sympy.Eq(sympy.Mod(left - right, self.divisor), 0))

    def __str__(self) -> str:
        left, right = (_as_sympy(side, self.names) for side in (self.left, self.right))
        multiple = f", by a multiple of {self.divisor}" if self.divisor > 1 else ""
        return f"{left} {self.sign} {right}{multiple}"


def conditions(
    cell: Cell, names: Sequence[str], shift: Sequence[int] | None = None
) -> Iterator[Wall]:
    """The conditions on a vector to lie in a cell, without those that always hold.

    names: of the indices.
    shift: by how much the named numbers exceed the indices of the cell.
    """
    count = len(cell.origin)
    cell = Cell(tuple(map(sum, zip(cell.origin, shift or (0,) * count, strict=True))), cell.rays)
    parameters, one = cell.parameters(), np.array([*(0,) * count, Fraction(1)])
    *units, _ = powers = [tuple(row) for row in np.eye(count + 1, count, dtype=int).tolist()]

    def terms(form: InIndices) -> Several:
        return {power: c for power, c in zip(powers, form, strict=True) if c}

    for j, (unit, start) in enumerate(zip(units, cell.origin, strict=True)):
        index = sum((form * cell.ray(i)[j] for i, form in parameters.items()), start * one)
        if terms(index) != {unit: 1}:  # then other indices determine it
            yield Wall({unit: Fraction(1)}, "=", terms(index), 1, names)
    for form in parameters.values():
        scale = lcm(*(c.denominator for c in form))
        if scale > 1 or min(form) < 0:  # else it is true everywhere
            left, right = parted(terms(form * scale))
            yield Wall(left, ">=", right, scale, names)


def _as_sympy(polynomial: Several, names: Sequence[str]) -> sympy.Expr:
    import sympy

    n = sympy.symbols(list(names), integer=True)
    terms = (sympy.Rational(c) * prod(map(pow, n, powers)) for powers, c in polynomial.items())
    return sum(terms, sympy.S.Zero)


@final
@dataclass(frozen=True, eq=False, repr=False)
class Region:
    """A cell of boards, and the value on it.

    leaf: the cell, of vectors of numbers of colours, and the claim there.
    names: of these numbers, `n1` for the colours that may stand in the first column only, `n12` in
        the first two.
    """

    leaf: Tree
    names: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Region from {self.leaf.cell.origin} on>"

    def solved(self) -> tuple[list[str], sympy.Expr]:
        """The conditions on the numbers of colours, and the value as SymPy's polynomial in them."""
        return [str(wall) for wall in self.walls], _as_sympy(self.value, self.names)

    @cached_property
    def walls(self) -> list[Wall]:
        return [*conditions(self.leaf.cell, self.names)]

    @cached_property
    def value(self) -> Several:
        return in_indices(self.leaf)

    def as_json(self) -> dict[str, object]:
        """The fields of one of ``regions``."""
        walls, polynomial = self.solved()
        return {"walls": walls, "polynomial": str(polynomial)}


def regions_of(system: Recurrences, tree: Tree) -> tuple[Region, ...]:
    """The regions of a tree of boards, without cells that have no secret or no claim."""
    names = system.names("n")
    return tuple(
        Region(leaf, names)
        for leaf in tree.leaves()
        if leaf.differences is not None and has_secrets(system, system.first[0], leaf.cell)
    )
