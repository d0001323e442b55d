"""The readable twin of the refining kernel: keys by refinement, ties singled out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.pattern import MasetPattern
from masetproof.words import STAR

__all__ = ["RefinedForm", "refined_form"]

_ROUNDS = 3
_WORD = (1 << 64) - 1


@final
@dataclass(frozen=True, slots=True)
class RefinedForm:
    """A pattern isomorphic to another one, and the witness that maps that one to it.

    invariant: a number that isomorphic patterns share, and others hardly ever.
    settled: whether refinement told all columns and all colours apart.  Then the form is canonical
    and the pattern has no automorphism but the identity, as isomorphisms preserve the keys.
    """

    form: MasetPattern
    witness: Witness
    settled: bool
    invariant: int


def refined_form(pattern: MasetPattern) -> RefinedForm:
    """A pattern isomorphic to *pattern*, mostly the same one for all isomorphic patterns.

    Not always canonical: it only spares most of the calls of nauty.
    """
    columns = [1] * pattern.pegs
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
    order = sorted(range(len(columns)), key=columns.__getitem__)
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
