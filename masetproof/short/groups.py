"""Groups of clauses of many parts at once, and the forms to which they are isomorphic.

The groups that may cover a part are all of its clauses, or all but a few.  They are enumerated and
refined in columns, and nauty sees only refined forms that may be isomorphic to a form and differ
from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.patterns.catalogue import Catalogue, Entry
from masetproof.patterns.closure import Closure
from masetproof.patterns.columns import encode, starts
from masetproof.patterns.refining import Numbered, refined_rows
from masetproof.words import STAR

Array = NDArray[np.int64]

_MOST_LEFT_OUT = 3
"""A group may leave out so many clauses of a part; two, if the part has many clauses."""
_MANY = 12
_MOST_CLAUSES = 1 << 18
"""Groups are enumerated in pieces with about so many clauses."""


class Groups(NamedTuple):
    """Groups that are isomorphic to forms, in columns, sorted by part and then by kept clauses.

    Of groups of one part that share form and left, only the first one is there.

    part: int64[groups], of which part.
    kept: int64[groups], which clauses of the part it has: the row of `kept_clauses`.
    form: int64[groups], the form to which it is isomorphic.
    left: int64[groups, p + 1], how many of the other clauses have 0, 1, ..., p stars.
    """

    part: Array
    kept: Array
    form: Array
    left: Array

    def taken(self, chosen: NDArray[np.bool_] | Array | slice) -> Groups:
        return Groups(*(column[chosen] for column in self))


def joined(pieces: Sequence[Groups]) -> Groups:
    """Groups of different parts, sorted by part."""
    groups = Groups(*map(np.concatenate, zip(*pieces, strict=True)))
    return groups.taken(np.argsort(groups.part, kind="stable"))


@cache
def kept_clauses(count: int) -> NDArray[np.bool_]:
    """Which of so many clauses the groups of a part have: bool[groups, clauses], all at first."""
    most = min(_MOST_LEFT_OUT if count <= _MANY else 2, count - 1)
    outside = [some for few in range(most + 1) for some in combinations(range(count), few)]
    kept = np.ones((len(outside), count), bool)
    for row, some in zip(kept, outside, strict=True):
        row[[*some]] = False
    return kept


def _normalized(group: Array, cells: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The codes of clauses, uint8[clauses, p], with colours renamed to 0, 1, ... in each group."""
    occurs = np.zeros((group.max(initial=-1) + 1, STAR + 1), bool)
    occurs[group[:, None], cells] = True
    names = np.cumsum(occurs, axis=1, dtype=np.uint8) - 1
    names[:, STAR] = STAR
    return encode(names[group[:, None], cells])


@final
class GroupFinder:
    """Finds the groups of parts of a closure.

    Refined forms are numbered, first those of the forms of the closure.
    """

    def __init__(self, closure: Closure) -> None:
        self.pegs, self._rows = closure.pegs, Numbered()
        # Forms to which a refined form may be isomorphic without being the same.
        self._unsettled = Catalogue(closure.game)
        words = [word for form in closure.forms for word in form.clauses]
        start = starts([len(form.clauses) for form in closure.forms])
        refined = refined_rows(start, encode(np.array(words)), closure.pegs)
        self._form_of: Array = self._rows.intern(refined.start, refined.codes).astype(np.int64)
        unsettled = np.flatnonzero(~refined.settled)
        for number, form in zip(unsettled.tolist(), refined.forms(unsettled), strict=True):
            self._unsettled.add(Entry(number, closure.forms[number], form))
        self._forms, self._are_known = closure.forms, np.zeros(len(closure.forms), bool)
        self._known = self.of_parts([])

    def of_forms(self, forms: Array) -> Groups:
        """The groups of forms, sorted by form; parts are the numbers of forms.

        They are found when they are asked for first, and kept.
        """
        new = np.setdiff1d(forms, np.flatnonzero(self._are_known))
        if len(new):
            cells = [np.array(self._forms[form].clauses, np.uint8) for form in new.tolist()]
            found = self.of_parts(cells)
            self._known = joined([self._known, found._replace(part=new[found.part])])
            self._are_known[new] = True
        wanted = np.zeros_like(self._are_known)
        wanted[forms] = True
        return self._known.taken(wanted[self._known.part])

    def of_parts(self, parts: Sequence[NDArray[np.uint8]]) -> Groups:
        """The groups of parts, whose clauses are uint8[clauses, p], sorted."""
        lengths = np.array([len(part) for part in parts])
        found = [Groups(*(np.empty(0, np.int64),) * 3, np.empty((0, self.pegs + 1), np.int64))]
        for count in np.unique(lengths).tolist():
            kept, alike = kept_clauses(count), np.flatnonzero(lengths == count)
            for few in np.array_split(alike, -(-len(alike) * kept.size // _MOST_CLAUSES)):
                cells = np.stack([parts[place] for place in few])
                groups = self._groups_of(cells, kept)
                found.append(groups._replace(part=few[groups.part]))
        return joined(found)

    def _groups_of(self, cells: NDArray[np.uint8], kept: NDArray[np.bool_]) -> Groups:
        """The groups of parts with equally many clauses, uint8[parts, clauses, p]."""
        stars = (cells == STAR).sum(axis=2)
        size, has_two = kept.sum(axis=1), stars @ kept.T > 1
        # Counts alone bound one clause of a star or none that is left.
        part, place = np.nonzero((size > 1) | (size == len(kept[0])) | has_two)
        group, clause = np.nonzero(kept[place])
        form = self._forms_of(starts(size[place]), _normalized(group, cells[part[group], clause]))
        counts = (stars[..., None] == np.arange(self.pegs + 1)).astype(np.int64)
        groups = Groups(part, place, form, (~kept @ counts)[part, place])
        groups = groups.taken(form >= 0)
        sizes = len(cells), len(self._form_of), *[_MOST_LEFT_OUT + 1] * (self.pegs + 1)
        key = np.ravel_multi_index((groups.part, groups.form, *groups.left.T), sizes)
        _, first = np.unique(key, return_index=True)
        return groups.taken(np.sort(first))

    def _forms_of(self, start: Array, codes: NDArray[np.int32]) -> Array:
        """The numbers of the forms that are isomorphic to normalized patterns, or -1."""
        refined, known = refined_rows(start, codes, self.pegs), len(self._rows)
        row = self._rows.intern(refined.start, refined.codes)
        rows, places = np.unique(row, return_index=True)
        places = places[rows >= known]
        numbers = np.full(len(places), -1)
        # A settled form is canonical: it is that of no form, or it would be known.
        unsettled = np.flatnonzero(~refined.settled[places])
        for new, form in zip(unsettled.tolist(), refined.forms(places[unsettled]), strict=True):
            found = self._unsettled.find(form.form, form.invariant)
            numbers[new] = -1 if found is None else found[0].number
        self._form_of = np.append(self._form_of, numbers)
        return self._form_of[row]
