"""Covers for the parts of every raw question that needs them, one choice for each part.

A question needs covers when bounds by counts alone do not reach the bound of the member.  Then each
part gets the cover that is best for many colours, and another one only where that is too little for
fewer colours.  Starting at the full pattern, members that no cover names are left out.
"""

from __future__ import annotations

from typing import NamedTuple, final

import numpy as np

from masetproof.checker.members import split
from masetproof.checker.rules import Rules
from masetproof.patterns.pattern import pattern_of
from masetproof.progress import Progress, silent
from masetproof.recurrences.polynomials import differences
from masetproof.short.bounding import MemberBounds
from masetproof.short.forms import Array, groups_of
from masetproof.words import Word


class Placed(NamedTuple):
    """A member as a group of a part: cell j of a clause's image is colours[clause[columns[j]]].

    member: its number among the members that are needed; until the cover is chosen, its form.
    """

    member: int
    columns: tuple[int, ...]
    colours: tuple[int, ...]


class Covered(NamedTuple):
    """A question on a member, and for each answer the covers of the part, a group each."""

    member: int
    question: Word
    covers: dict[int, tuple[Placed, ...]]


class _CoverChoice(NamedTuple):
    """A cover of a part, None where counts alone bound it, and its bound for each m."""

    placed: Placed | None
    value: Array


@final
class Covering:
    """All questions on the members that are needed."""

    def __init__(self, bounds: MemberBounds, beyond: int, progress: Progress = silent) -> None:
        self.bounds, self.forms = bounds, bounds.forms
        closure = bounds.forms.closure
        self._rules, self.pegs = Rules(closure.game.name, closure.pegs, "with"), closure.pegs
        self._steps = np.arange(self.pegs + 2) * self.pegs
        self._windows = range(beyond, beyond + self.pegs)
        self._used = set[int]()
        self.members = [0, *([self.forms.single] if self.forms.single >= 0 else [])]
        self.questions: list[Covered] = []
        self.asked = 0
        for number, form in enumerate(self.members):  # grows
            self.questions += self._questions_on(number, form)
            progress("members whose questions are covered", number + 1, len(self.members))

    def _entered(self, placed: Placed) -> Placed:
        """A group that a cover names, with the number of the member in place of its form."""
        form = placed.member
        self._used.add(form)
        if form not in self.members:
            self.members.append(form)
        return placed._replace(member=self.members.index(form))

    def _questions_on(self, number: int, member: int) -> list[Covered]:
        """The questions on a member for which counts alone do not suffice.

        number, member: the number of the member and of its form.
        """
        forms, bounds, found = self.forms, self.bounds, []
        aim = bounds.least[member] - forms.secrets[member]
        for some in split(self._rules, forms.patterns[member].clauses):
            self.asked += len(some.questions)
            rows, new = [tuple(row) for row in some.clauses.tolist()], some.new
            columns = some.questions.tolist(), some.answers, some.counts[:, :-1]
            for word, answers, counts in zip(*columns, strict=True):
                plain = self._shifted(bounds.by_counts(counts).sum(axis=0), new)
                if self._is_enough(plain, aim, new):
                    continue
                whole = {
                    answer: self._choices([rows[i] for i in np.flatnonzero(answers == answer)], new)
                    for answer in np.flatnonzero(counts.any(axis=1)).tolist()
                }
                found.append(Covered(number, tuple(word), self._chosen(whole, aim, new)))
        return found

    def _shifted(self, values: Array, new: int) -> Array:
        if not new:
            return values
        return np.concatenate([np.zeros(new, np.int64), values[:-new]])

    def _is_enough(self, parts: Array, aim: Array, new: int) -> bool:
        """Whether bounds reach the aim: at each m, and by their differences for all larger m."""
        if (parts < aim)[new:].any():
            return False
        excess = parts - aim
        return all(min(differences(excess[m + self._steps].tolist())) >= 0 for m in self._windows)

    def _choices(self, part: list[Word], new: int) -> list[_CoverChoice]:
        """The covers of a part: by counts, and by each group that is a member."""
        bounds, pattern = self.bounds, pattern_of(tuple(sorted(part)))
        choices = [_CoverChoice(None, self._shifted(bounds.by_counts(pattern.star_histogram), new))]
        for group, left in groups_of(pattern):
            placed = self._place(group)
            if placed is not None:
                value = bounds.least[placed.member] + bounds.by_counts(left)
                choices.append(_CoverChoice(placed, self._shifted(value, new)))
        return choices

    def _place(self, clauses: tuple[Word, ...]) -> Placed | None:
        """The member that is isomorphic to some clauses; None where there is none."""
        pattern, names = pattern_of(clauses).normalize()
        found = self.forms.find(pattern)
        if found is None or not self.bounds.is_member[found[0]]:
            return None
        form, witness = found
        raw = {rank: name for name, rank in names.items()}
        return Placed(form, witness.columns, tuple(raw[colour] for colour in witness.colours))

    def _chosen(
        self, parts: dict[int, list[_CoverChoice]], aim: Array, new: int
    ) -> dict[int, tuple[Placed, ...]]:
        """One cover for each part, and further ones for the m where the sum is too little."""
        last = self._windows[-1] + self._steps
        chosen = {}
        for answer, choices in parts.items():

            def rank(one: _CoverChoice) -> tuple[object, ...]:
                form = -1 if one.placed is None else one.placed.member
                return (
                    *reversed([*differences(one.value[last].tolist())]),
                    one.placed is None,
                    form in self._used,
                    -form,
                )

            chosen[answer] = [max(choices, key=rank)]
        while True:
            total = sum((_best(one) for one in chosen.values()), 0 * aim)
            short = np.nonzero((total < aim)[new:])[0] + new
            if not len(short):
                break
            m = int(short[0])
            gains = {
                (answer, i): int(one.value[m] - _best(chosen[answer])[m])
                for answer, choices in parts.items()
                for i, one in enumerate(choices)
            }
            answer, i = max(gains, key=lambda key: (gains[key], -key[0], -key[1]))
            if gains[answer, i] <= 0:
                raise AssertionError(f"no covers bound a question at m = {m}")
            chosen[answer].append(parts[answer][i])
        covers = {}
        for answer, some in chosen.items():
            placed = tuple(dict.fromkeys(one.placed for one in some if one.placed is not None))
            if placed:
                covers[answer] = tuple(map(self._entered, placed))
        return covers


def _best(choices: list[_CoverChoice]) -> Array:
    best: Array = np.max([one.value for one in choices], axis=0)
    return best
