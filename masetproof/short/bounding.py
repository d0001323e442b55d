"""Lower bounds of members and of all parts of their questions, for given members.

A member costs at least as much as the cheapest question on it.  A question costs the number of
secrets and the sum of its parts.  A part that is a member has the bound of the member.  Any other
part is bounded by counts, or by a group of its clauses that is a member plus counts of the other
clauses.  In counts, a clause of p - 1 stars has the bound of the member that is such a clause.  All
bounds are computed together, for m = 0, then m = 1, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import counted
from masetproof.cache import Recomputed
from masetproof.checker.counting import count_table, size_bounds
from masetproof.progress import Progress, silent
from masetproof.short.forms import Forms, Rows
from masetproof.short.groups import Array, Groups

NEVER = np.int64(1) << 50
"""More than any total: the cost of a question that cannot be asked."""


@final
class CountBounds:
    """The bounds by counts, from a table up to some clauses of one star and explicit secrets.

    More clauses than the table has are left out.  More secrets are counted by the size bound: each
    further one costs as much as the last of so many, as the others may be found first.
    """

    clauses, secrets = 12, 16

    def __init__(self, forms: Forms, progress: Progress = silent) -> None:
        pegs, most = forms.closure.pegs, int(forms.stars[:, 0].max())
        self.table: Array = count_table(pegs, self.clauses, self.secrets, forms.colours, progress)
        sizes = size_bounds(pegs, max(most, self.secrets))
        self._more = np.maximum(sizes - sizes[self.secrets], 0)
        self._pegs = pegs

    def of(self, stars: Sequence[int] | Array) -> Array:
        """Bounds of clauses with these numbers of stars: int64[..., m]."""
        stars = np.asarray(stars)
        clauses = np.minimum(stars[..., 1], self.clauses)
        secrets = np.minimum(stars[..., 0], self.secrets)
        bounds: Array = self.table[clauses, secrets] + self._more[stars[..., 0]][..., None]
        return bounds

    def singles(self, stars: Sequence[int] | Array) -> Array:
        """How many clauses with p - 1 stars get the bound of the member that is such a clause."""
        stars = np.asarray(stars)
        return stars[..., self._pegs - 1] * (self._pegs > 2)


@final
@dataclass(frozen=True, eq=False, repr=False)
class MemberBounds(Recomputed):
    """Lower bounds, given the members.

    members: the forms, the full pattern first.
    rows: all questions on them.
    least: int64[forms + 1, m], the bounds of members and of parts of their questions; 0 elsewhere.
    right: int64[rows, m], the least cost of each question, `NEVER` where it cannot be asked.
    parts: the forms that are parts of questions and no members.
    """

    forms: Forms
    counts: CountBounds
    members: tuple[int, ...]
    rows: Rows
    least: Array
    right: Array
    parts: Array

    @cached_property
    def is_member(self) -> NDArray[np.bool_]:
        """bool[forms + 1]."""
        marks = np.zeros(len(self.least), bool)
        marks[list(self.members)] = True
        return marks

    @cached_property
    def missing(self) -> Array:
        """The value of the full pattern less its bound, for each m."""
        missing: Array = self.forms.costs[0] - self.least[0]
        return missing

    def by_counts(self, stars: Sequence[int] | Array) -> Array:
        """Lower bounds of clauses with these numbers of stars: int64[..., m]."""
        singles = self.counts.singles(stars)[..., None] * self.least[self.forms.single]
        bounds: Array = self.counts.of(stars) + singles
        return bounds

    def member_groups(self, forms: Array) -> Groups:
        """The groups of some forms that are members; parts are the numbers of forms."""
        groups = self.forms.groups(forms)
        return groups.taken(self.is_member[groups.form])


def bound(
    forms: Forms, counts: CountBounds, members: Sequence[int], progress: Progress = silent
) -> MemberBounds:
    """The bounds for some members: the full pattern first, the single clause among them."""
    width = forms.colours + 1
    rows = forms.rows(members)
    # Bounds of the same m are next to each other until all are known.
    least = np.zeros((len(forms.stars), width), np.int64, order="F")
    right = np.full((len(rows.form), width), NEVER, order="F")
    parts: Array = np.setdiff1d(rows.parts, [-1, *members])
    result = MemberBounds(forms, counts, tuple(members), rows, least, right, parts)
    own, by_parts = np.array(members), _PartBounds(result)
    kinds = [_ByNew(rows, new) for new in range(forms.closure.pegs + 1)]
    stage = f"bounds of {counted(len(members), 'member')}; numbers of colours"
    for m in range(width):
        progress(stage, m, width)
        least[own, m] = NEVER
        for kind in kinds[1 : m + 1]:
            kind.take(forms, least, right, m)
        few = own[forms.secrets[own, m] <= 1]
        least[few, m] = forms.secrets[few, m]
        while True:
            before = least[own, m].copy()
            by_parts.take(least, m)
            kinds[0].take(forms, least, right, m)
            least[few, m] = forms.secrets[few, m]
            if np.array_equal(least[own, m], before):
                break
    return replace(result, least=np.ascontiguousarray(least))


@final
class _PartBounds:
    """Parts that are no members: bounds by counts, and by groups that are members."""

    def __init__(self, bounds: MemberBounds) -> None:
        forms, counts, self.parts = bounds.forms, bounds.counts, bounds.parts
        self.single, stars = forms.single, forms.stars[self.parts]
        self.plain, self.singles = np.asfortranarray(counts.of(stars)), counts.singles(stars)
        self.groups = groups = bounds.member_groups(self.parts)
        self.beside = np.asfortranarray(counts.of(groups.left))
        self.singles_beside = counts.singles(groups.left)
        covered, self.first = np.unique(groups.part, return_index=True)
        self.covered = np.searchsorted(self.parts, covered)

    def take(self, least: Array, m: int) -> None:
        """Set the bounds of the parts at m."""
        single = least[self.single, m]
        best = self.plain[:, m] + self.singles * single
        if len(self.first):
            values = least[self.groups.form, m] + self.beside[:, m] + self.singles_beside * single
            of_groups = np.maximum.reduceat(values, self.first)
            best[self.covered] = np.maximum(best[self.covered], of_groups)
        least[self.parts, m] = best


@final
class _ByNew:
    """The questions with one number of new colours, for all members at once."""

    def __init__(self, rows: Rows, new: int) -> None:
        self.new = new
        self.place = np.nonzero(rows.new == new)[0]
        self.own = own = rows.form[self.place]
        self.parts = np.ascontiguousarray(rows.parts[self.place].T)
        self.first = np.nonzero(np.r_[True, own[1:] != own[:-1]])[0] if len(own) else own

    def take(self, forms: Forms, least: Array, right: Array, m: int) -> None:
        """Set the costs of these questions at m, and lower bounds of members that exceed them."""
        if not len(self.own):
            return
        costs = forms.secrets[self.own, m] + least[:, m - self.new][self.parts].sum(axis=0)
        right[self.place, m] = costs
        asked = self.own[self.first]
        least[asked, m] = np.minimum(least[asked, m], np.minimum.reduceat(costs, self.first))
