"""Isomorphism of maset patterns: canonical form, witness, automorphisms.

The graph of a pattern has a vertex for each column, each explicit colour, each (colour, column)
pair that occurs and each clause; a pair is joined to its colour, its column and the clauses that
hold it.  Stars need no vertex: a clause without a pair in a column has a star there.  The four
kinds are colour classes, so an isomorphism of graphs is a permutation of columns, one of colours
and one of clauses, which is what "Maset patterns" in docs/model.md asks for.  nauty
(B. D. McKay) labels the graph
canonically; the *relabelled pattern* is the canonical form and the key, so no two patterns that
differ in the sizes of their classes can share one.

nauty keeps its work in static variables, and pynauty asks Python for the parts of a graph in the
middle of a call, where another thread may get its turn: without a lock two threads crash each other
or get wrong answers.  One lock lets them in one at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import NoReturn, final

from masetproof.arguments import Refused, as_flag
from masetproof.patterns.pattern import MasetPattern, as_pattern, pattern_of
from masetproof.words import EXTRA, STAR

try:
    from pynauty import Graph, autgrp, canon_label
except ModuleNotFoundError:

    def _refuse(*arguments: object, **named: object) -> NoReturn:
        """What needs no canonical form works without nauty, too."""
        raise Refused("this takes pynauty, which is missing, and not made for Windows")

    Graph, autgrp, canon_label = object, _refuse, _refuse


_NAUTY = Lock()
_ROUNDS = 3
_WORD = (1 << 64) - 1


@final
@dataclass(frozen=True, slots=True)
class Witness:
    """A permutation of columns and a bijection of the explicit colours 0..k-1.

    Applied to a clause it puts cell ``columns[j]`` in column j and renames colour c to
    ``colours[c]``; stars stay.
    """

    columns: tuple[int, ...]
    colours: tuple[int, ...]

    @classmethod
    def identity(cls, pegs: int, colours: int) -> Witness:
        return cls(tuple(range(pegs)), tuple(range(colours)))

    def apply(self, pattern: MasetPattern) -> MasetPattern:
        """The image of a normalized pattern."""
        names = (*self.colours, *range(len(self.colours), EXTRA + 1))
        columns = [*zip(*pattern.clauses, strict=True)]
        moved = [map(names.__getitem__, columns[c]) for c in self.columns if columns]
        return pattern_of(tuple(sorted(zip(*moved, strict=True))))

    def then(self, other: Witness) -> Witness:
        """First this witness, then *other*."""
        return Witness(
            tuple(self.columns[column] for column in other.columns),
            tuple(other.colours[colour] for colour in self.colours),
        )

    def inverse(self) -> Witness:
        return Witness(_inverse(self.columns), _inverse(self.colours))


def _inverse(permutation: tuple[int, ...]) -> tuple[int, ...]:
    result = [0] * len(permutation)
    for place, value in enumerate(permutation):
        result[value] = place
    return tuple(result)


@final
@dataclass(frozen=True, slots=True)
class Canonical:
    """The canonical form of a pattern and the witness that maps the pattern to it."""

    form: MasetPattern
    witness: Witness


def canonical(pattern: MasetPattern | str, *, fixed_columns: bool = False) -> Canonical:
    """The canonical form of a normalized, non-empty pattern, or of its text; `Refused` otherwise.

    Two patterns have equal forms exactly when they are isomorphic.  fixed_columns: whether no
    isomorphism moves a column.

    >>> canonical("{0*|*1}").form == canonical("{1*|*0}").form
    True
    """
    pattern = as_pattern(pattern)
    pattern.check_normalized()
    graph = _graph(pattern, fixed_columns=as_flag(fixed_columns, "fixed_columns"))
    with _NAUTY:
        label = canon_label(graph)
    pegs, colours = pattern.pegs, pattern.colours
    columns = tuple(vertex for vertex in label if vertex < pegs)
    order = tuple(vertex - pegs for vertex in label if pegs <= vertex < pegs + colours)
    witness = Witness(columns, _inverse(order))
    return Canonical(witness.apply(pattern), witness)


def isomorphism(first: MasetPattern | str, second: MasetPattern | str) -> Witness | None:
    """A witness that maps *first* to *second*, or None when there is none.

    Both are normalized, non-empty patterns or their texts; `Refused` otherwise.

    >>> isomorphism("{0*|*1}", "{1*|*0}")
    Witness(columns=(0, 1), colours=(1, 0))
    """
    one, other = canonical(first), canonical(second)
    if one.form != other.form:
        return None
    return one.witness.then(other.witness.inverse())


def automorphisms(pattern: MasetPattern, *, fixed_columns: bool = False) -> tuple[Witness, ...]:
    """Generators of the automorphism group of a normalized, non-empty pattern.

    fixed_columns: of the subgroup that moves no column.
    """
    pegs, colours = pattern.pegs, pattern.colours
    graph = _graph(pattern, fixed_columns=fixed_columns)
    with _NAUTY:
        images = autgrp(graph)[0]
    generators = []
    for image in images:
        columns = _inverse(tuple(image[:pegs]))
        renamed = tuple(vertex - pegs for vertex in image[pegs : pegs + colours])
        generators.append(Witness(columns, renamed))
    return tuple(generators)


def column_symmetries(pattern: MasetPattern) -> tuple[Witness, ...]:
    """One automorphism for each permutation of columns that automorphisms have.

    The identity comes first.  The pattern is normalized and not empty.
    """
    generators = automorphisms(pattern)
    same = Witness.identity(pattern.pegs, pattern.colours)
    found, waiting = {same.columns: same}, [same]
    for one in waiting:
        for generator in generators:
            other = one.then(generator)
            if other.columns not in found:
                found[other.columns] = other
                waiting.append(other)
    return tuple(waiting)


class _SoundGraph(Graph):  # type: ignore[misc]
    """A graph as nauty reads it, whose vertices are right: to check them takes longer than nauty.

    edges: from a vertex to others, each once.  classes: of all vertices.
    """

    # No properties that check what they are given.
    adjacency_dict = vertex_coloring = None

    def __init__(self, size: int, edges: dict[int, list[int]], classes: list[set[int]]) -> None:
        self.number_of_vertices, self.directed = size, False
        self.adjacency_dict, self.vertex_coloring = edges, classes


def _graph(pattern: MasetPattern, *, fixed_columns: bool = False) -> _SoundGraph:
    pegs, colours = pattern.pegs, pattern.colours
    pairs: dict[tuple[int, int], int] = {}
    edges: dict[int, list[int]] = {}
    first_pair = pegs + colours
    for row in pattern.clauses:
        for column, cell in enumerate(row):
            if cell != STAR and (cell, column) not in pairs:
                vertex = first_pair + len(pairs)
                pairs[cell, column] = vertex
                edges[vertex] = [column, pegs + cell]
    first_clause = first_pair + len(pairs)
    for vertex, row in enumerate(pattern.clauses, first_clause):
        edges[vertex] = [pairs[cell, column] for column, cell in enumerate(row) if cell != STAR]
    size = first_clause + len(pattern.clauses)
    columns = [range(j, j + 1) for j in range(pegs)] if fixed_columns else [range(pegs)]
    ends = range(pegs, first_pair), range(first_pair, first_clause), range(first_clause, size)
    # nauty takes no empty class.
    return _SoundGraph(size, edges, [set(part) for part in (*columns, *ends) if part])


@final
@dataclass(frozen=True, slots=True)
class RefinedForm:
    """A pattern isomorphic to another one, and the witness that maps that one to it.

    invariant: a number that isomorphic patterns share, and others hardly ever.
    settled: whether refinement separated all columns and all colours.  Then the form is canonical
        and the pattern has no automorphism but the identity, as isomorphisms preserve the keys.
    """

    form: MasetPattern
    witness: Witness
    settled: bool
    invariant: int | tuple[int, ...]


def refined_form(pattern: MasetPattern, *, fixed_columns: bool = False) -> RefinedForm:
    """A pattern isomorphic to *pattern*, mostly the same one for all isomorphic patterns.

    It is not always canonical; it saves most of the calls of nauty.  fixed_columns: whether no
    isomorphism moves a column.
    """
    columns = [*range(1, pattern.pegs + 1)] if fixed_columns else [1] * pattern.pegs
    colours = [1] * pattern.colours
    _refine(pattern, columns, colours)
    total = sum(map(_mix, columns)) + sum(_mix(3 * key) for key in colours)
    settled = True
    while True:
        for keys in (columns, colours):
            tied = [key for key in keys if keys.count(key) > 1]
            if tied:
                place = keys.index(min(tied))
                keys[place] = (keys[place] + 1) & _WORD
                break
        else:
            break
        settled = False
        _refine(pattern, columns, colours)
    order = (
        [*range(len(columns))]
        if fixed_columns
        else sorted(range(len(columns)), key=columns.__getitem__)
    )
    ranks = sorted(colours)
    witness = Witness(tuple(order), tuple(ranks.index(key) for key in colours))
    return RefinedForm(witness.apply(pattern), witness, settled, (total & _WORD) >> 1)


def _refine(pattern: MasetPattern, columns: list[int], colours: list[int]) -> None:
    for _ in range(_ROUNDS):
        new_columns, new_colours = [0] * len(columns), [0] * len(colours)
        for row in pattern.clauses:
            keys = [STAR if cell == STAR else colours[cell] for cell in row]
            clause = sum(_mix(3 * columns[j] + key) for j, key in enumerate(keys))
            for j, (cell, key) in enumerate(zip(row, keys, strict=True)):
                new_columns[j] += _mix(clause + 5 * key)
                if cell != STAR:
                    new_colours[cell] += _mix(clause + 7 * columns[j])
        columns[:] = [_mix(old + new) for old, new in zip(columns, new_columns, strict=True)]
        colours[:] = [_mix(old + new) for old, new in zip(colours, new_colours, strict=True)]


def _mix(value: int) -> int:
    """The finalizer of splitmix64."""
    value &= _WORD
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _WORD
    return value ^ (value >> 31)
