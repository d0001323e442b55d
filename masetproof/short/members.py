"""Chooses the members of a short proof: forms that bound the full pattern by its value.

As long as the bound of the full pattern is too low, the blame is passed down.  A question that
costs too little *demands* more of its parts, in proportion to how far each is below its true cost.
Demands pass through members on to parts that are no members.  For these, groups of clauses become
members until a share of all demands is met; first come groups that meet much and bring few
questions along.  Then all bounds are computed again.  At the end, members that are not needed are
dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, counted
from masetproof.progress import Progress, silent
from masetproof.short.bounding import CountBounds, MemberBounds, bound
from masetproof.short.forms import Forms, Rows
from masetproof.short.groups import Array, Groups

_SHARE = 0.3
"""All bounds are computed again when this share of the demands is met."""
_AT_ONCE = 1 << 12
"""So many groups are looked at together."""


def find_members(
    forms: Forms,
    counts: CountBounds,
    members: Sequence[int] = (),
    *,
    keep: Callable[[Sequence[int]], None] = lambda _: None,
    progress: Progress = silent,
) -> MemberBounds:
    """Members that bound the full pattern by its value for every m that *forms* has.

    members: to begin with.  keep: called with the members so far whenever there are more; a search
    that begins with them finds the same.
    `Refused` when the bounds stay below it with all parts as members.
    """
    found = [*members] or [0, *([forms.single] if forms.single >= 0 else [])]
    while True:
        bounds = bound(forms, counts, found, progress)
        if not bounds.missing.any():
            return bounds
        done = int((bounds.missing == 0).sum())
        found_now = f"{counted(len(found), 'member')} so far"
        progress(f"{found_now}; numbers of colours bounded", done, len(bounds.missing))
        more = _NewMembers(bounds).chosen()
        if not more:
            raise Refused("bounds by counts and groups do not come to the value of the game")
        found += more
        keep(found)


@final
class _NewMembers:
    """One choice of new members."""

    def __init__(self, bounds: MemberBounds) -> None:
        self.bounds, forms = bounds, bounds.forms
        self.demanded, self.often = demands(bounds)
        parts = [part for part in bounds.parts.tolist() if self.demanded[part].any()]
        self.left = {part: self.demanded[part].copy() for part in parts}
        self.weight = {p: self.often[p] ** 0.5 / self.demanded[p].sum() for p in parts}
        self.gains: dict[int, list[tuple[int, Array]]] = {}
        groups = forms.groups(np.array(parts, np.int64))
        others = groups.taken(~bounds.is_member[groups.form])
        for start in range(0, len(others.form), _AT_ONCE):
            self._enter(others.taken(slice(start, start + _AT_ONCE)))

    def _enter(self, groups: Groups) -> None:
        """What forms gain as members for the parts with these groups, where that is demanded."""
        bounds = self.bounds
        covered = bounds.forms.costs[groups.form] + bounds.by_counts(groups.left)
        gains = np.maximum(covered - bounds.least[groups.part], 0)
        useful = ((gains > 0) & (self.demanded[groups.part] > 0)).any(axis=1)
        pairs = zip(groups.form[useful].tolist(), groups.part[useful].tolist(), strict=True)
        for (form, part), gain in zip(pairs, gains[useful], strict=True):
            self.gains.setdefault(form, []).append((part, gain))

    def chosen(self) -> list[int]:
        """The forms that become members, the most useful first."""
        aim = _SHARE * sum(weight * self.demanded[p].sum() for p, weight in self.weight.items())
        heap = [(-self._use(form), form) for form in self.gains]
        heapify(heap)
        chosen, met = list[int](), 0.0
        while heap and met < aim:
            _, form = heappop(heap)
            use = self._use(form)  # less than it was, when others have been chosen
            if use <= 0:
                continue
            if heap and -use > heap[0][0]:
                heappush(heap, (-use, form))
                continue
            chosen.append(form)
            for part, gain in self.gains[form]:
                met += self.weight[part] * float(np.minimum(gain, self.left[part]).sum())
                self.left[part] = np.maximum(self.left[part] - gain, 0)
        return chosen

    def _use(self, form: int) -> float:
        """How much of the demands a member would meet, for each question that it brings along."""
        met = sum(
            self.weight[part] * float(np.minimum(gain, self.left[part]).sum())
            for part, gain in self.gains[form]
        )
        return float(met) / len(self.bounds.forms.rows([form]).form)


def demands(bounds: MemberBounds) -> tuple[Array, Array]:
    """How much more each form must cost, int64[forms + 1, m], and how many questions demand it."""
    forms, rows, least = bounds.forms, bounds.rows, np.asfortranarray(bounds.least)
    demanded = np.zeros_like(least)
    demanded[0] = bounds.missing
    often = np.zeros(len(least), np.int64)
    later, now = np.flatnonzero(rows.new > 0), np.flatnonzero(rows.new == 0)
    for m in reversed(range(forms.colours + 1)):
        # Questions without new colours demand of forms at the same m, more than once in a row.
        for some in (later, *[now] * forms.closure.pegs):
            own = rows.form[some]
            wanted = demanded[own, m]
            lacks = least[own, m] + wanted - bounds.right[some, m]
            demanding = (wanted > 0) & (lacks > 0)
            asked, lacks = some[demanding], lacks[demanding][:, None]
            parts, before = rows.parts[asked], (m - rows.new[asked])[:, None]
            gaps = forms.costs[parts, before] - least[parts, before]
            total = np.maximum(gaps.sum(axis=1), 1)[:, None]
            shares = np.minimum(-(-gaps * lacks // total), gaps)
            wants = np.nonzero(shares > 0)
            at = np.broadcast_to(before, parts.shape)[wants]
            np.maximum.at(demanded, (parts[wants], at), shares[wants])
            np.add.at(often, parts[wants], 1)
    return demanded, often


def pruned(bounds: MemberBounds, progress: Progress = silent) -> MemberBounds:
    """The bounds without members that are not needed; they are tried in reverse order, one by one.

    A member is not needed if every question still reaches its bound, with the other bounds as they
    are.
    """
    forms, rows, least = bounds.forms, bounds.rows, bounds.least
    slack = bounds.right - least[rows.form]
    groups = bounds.member_groups(np.concatenate([bounds.parts, bounds.members]))
    kept = list(bounds.members)
    asked_of = _questions_of(rows.parts)
    current = bounds.is_member.copy()
    lowered = least.copy()
    gone = np.zeros(len(rows.form), bool)
    for tried, member in enumerate(reversed(bounds.members[1:]), 1):
        progress("members tried, whether they are needed", tried, len(bounds.members))
        if member == forms.single:
            continue
        current[member] = False
        parts = np.unique([member, *groups.part[groups.form == member]])
        drops = _drops(bounds, parts[~current[parts]], groups, current, lowered)
        losses = _losses(rows, drops, asked_of, gone)
        others = (row for row in losses if rows.form[row] != member)
        if all((slack[row] >= losses[row]).all() for row in others):
            kept.remove(member)
            gone |= rows.form == member
            for row, loss in losses.items():
                slack[row] -= loss
            for part, drop in drops.items():
                lowered[part] -= drop
        else:
            current[member] = True
    return bound(forms, bounds.counts, kept, progress)


def _questions_of(parts: Array) -> dict[int, list[int]]:
    """The rows in which each form is a part."""
    rows: dict[int, list[int]] = {}
    for row, forms in enumerate(parts.tolist()):
        for form in {*forms} - {-1}:
            rows.setdefault(form, []).append(row)
    return rows


def _drops(
    bounds: MemberBounds, parts: Array, groups: Groups, is_member: NDArray[np.bool_], least: Array
) -> dict[int, Array]:
    """How much lower than *least* the bounds of parts are when only these are members.

    groups: of these parts, and others.  A part that is no member is bounded by counts, and by its
    groups that are members.
    """
    place = np.full(len(least), -1)
    place[parts] = np.arange(len(parts))
    groups = groups.taken((place[groups.part] >= 0) & is_member[groups.form])
    now = bounds.by_counts(bounds.forms.stars[parts])
    covered = bounds.least[groups.form] + bounds.by_counts(groups.left)
    np.maximum.at(now, place[groups.part], covered)
    drops = least[parts] - now
    lower = (drops > 0).any(axis=1)
    return dict(zip(parts[lower].tolist(), drops[lower], strict=True))


def _losses(
    rows: Rows, drops: dict[int, Array], asked_of: dict[int, list[int]], gone: NDArray[np.bool_]
) -> dict[int, Array]:
    """How much less each question costs, unless it is gone, when bounds of its parts drop."""
    losses: dict[int, Array] = {}
    for part, drop in drops.items():
        for row in asked_of.get(part, ()):
            if gone[row]:
                continue
            loss = losses.setdefault(row, np.zeros_like(drop))
            new, times = int(rows.new[row]), int((rows.parts[row] == part).sum())
            loss[new:] += times * drop[: len(drop) - new]
    return losses
