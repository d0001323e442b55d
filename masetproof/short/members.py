"""Chooses the members of a short proof: forms that bound the full pattern by its value.

As long as the bound of the full pattern is too low, the blame is passed down.  A question that
costs too little *demands* more of its parts, in proportion to how far each is below its true cost.
Demands pass through members on to parts that are no members.  For these, groups of clauses become
members until a share of all demands is met; first come groups that meet much and bring few
questions along.  Then all bounds are computed again.  At the end, members that are not needed are
dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, counted
from masetproof.progress import Progress, silent
from masetproof.short.bounding import CountBounds, MemberBounds, bound
from masetproof.short.forms import Array, Forms, Rows

_SHARE = 0.3
"""All bounds are computed again when this share of the demands is met."""


def find_members(
    forms: Forms, counts: CountBounds, members: Sequence[int] = (), *, progress: Progress = silent
) -> MemberBounds:
    """Members that bound the full pattern by its value for every m that *forms* has.

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
        for part in parts:
            for group in forms.groups(part):
                if bounds.is_member[group.form]:
                    continue
                covered = forms.costs[group.form] + bounds.by_counts(group.left)
                gain = np.maximum(covered - bounds.least[part], 0)
                if (gain.astype(bool) & (self.demanded[part] > 0)).any():
                    self.gains.setdefault(group.form, []).append((part, gain))

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
    forms, rows, least = bounds.forms, bounds.rows, bounds.least
    demanded = np.zeros_like(least)
    demanded[0] = bounds.missing
    often = np.zeros(len(least), np.int64)
    for m in reversed(range(forms.colours + 1)):
        # Questions without new colours demand of forms at the same m, more than once in a row.
        for new in (rows.new > 0, *[rows.new == 0] * forms.closure.pegs):
            lacks = least[rows.form, m] + demanded[rows.form, m] - bounds.right[:, m]
            asked = np.nonzero(new & (demanded[rows.form, m] > 0) & (lacks > 0))[0]
            parts, before = rows.parts[asked], (m - rows.new[asked])[:, None]
            gaps = forms.costs[parts, before] - least[parts, before]
            total = np.maximum(gaps.sum(axis=1), 1)
            shares = np.minimum(-(-gaps * lacks[asked][:, None] // total[:, None]), gaps)
            some = np.nonzero(shares > 0)
            at = np.broadcast_to(before, parts.shape)[some]
            np.maximum.at(demanded, (parts[some], at), shares[some])
            np.add.at(often, parts[some], 1)
    return demanded, often


def pruned(bounds: MemberBounds, progress: Progress = silent) -> MemberBounds:
    """The bounds without members that are not needed; they are tried in reverse order, one by one.

    A member is not needed if every question still reaches its bound, with the other bounds as they
    are.
    """
    forms, rows, least = bounds.forms, bounds.rows, bounds.least
    slack = bounds.right - least[rows.form]
    users = _users(bounds)
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
        parts = {part for part in (member, *users.get(member, ())) if not current[part]}
        drops = _drops(bounds, parts, current, lowered)
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


def _users(bounds: MemberBounds) -> dict[int, list[int]]:
    """For each member, the parts whose bound uses it as a group of their clauses."""
    users: dict[int, list[int]] = {}
    for part in (*bounds.parts.tolist(), *bounds.members):
        for group in bounds.forms.groups(part):
            if bounds.is_member[group.form]:
                users.setdefault(group.form, []).append(part)
    return users


def _questions_of(parts: Array) -> dict[int, list[int]]:
    """The rows in which each form is a part."""
    rows: dict[int, list[int]] = {}
    for row, forms in enumerate(parts.tolist()):
        for form in {*forms} - {-1}:
            rows.setdefault(form, []).append(row)
    return rows


def _drops(
    bounds: MemberBounds, parts: Iterable[int], is_member: NDArray[np.bool_], least: Array
) -> dict[int, Array]:
    """How much lower than *least* the bounds of parts are when only these are members."""
    drops = {}
    for part in parts:
        now = _best(bounds, part, is_member)
        if (now < least[part]).any():
            drops[part] = least[part] - now
    return drops


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


def _best(bounds: MemberBounds, part: int, is_member: NDArray[np.bool_]) -> Array:
    """The bound of a part that is no member, by counts and by its groups that are."""
    best = bounds.by_counts(bounds.forms.stars[part])
    for group in bounds.forms.groups(part):
        if is_member[group.form]:
            best = np.maximum(best, bounds.least[group.form] + bounds.by_counts(group.left))
    return best
