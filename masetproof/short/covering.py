"""Covers for the parts of every raw question that needs them, one choice for each part.

A question needs covers when bounds by counts alone do not reach the bound of the member.  Then each
part gets the cover that is best for many colours, and another one only where that is too little for
fewer colours.  Starting at the full pattern, members that no cover names are left out.
"""

from __future__ import annotations

from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import cached_method
from masetproof.checker.cells import differences
from masetproof.checker.members import split
from masetproof.checker.rules import Rules
from masetproof.patterns.isomorphism import Witness, canonical
from masetproof.patterns.pattern import pattern_of
from masetproof.progress import Progress, silent
from masetproof.short.bounding import MemberBounds
from masetproof.short.groups import Array, kept_clauses
from masetproof.words import STAR, Word


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


class _Uncovered(NamedTuple):
    """A question that needs covers.

    member: its number.  aim: what its parts have to cost, by the number of implicit colours that
    they have.  parts: for each answer the number of the part.
    """

    member: int
    question: Word
    aim: Array
    parts: dict[int, int]


class _CoverChoice(NamedTuple):
    """A cover of a part: a member, or -1 where counts alone bound the part.

    kept: which clauses are the member, a row of `kept_clauses`.  value: the bound for each m.
    """

    form: int
    kept: int
    value: Array


@final
class Covering:
    """All questions on the members that are needed."""

    def __init__(self, bounds: MemberBounds, beyond: int, progress: Progress = silent) -> None:
        self.bounds, self.forms = bounds, bounds.forms
        closure = bounds.forms.closure
        self._rules, self.pegs = Rules(closure.game.name, closure.pegs, "with"), closure.pegs
        windows = np.arange(beyond, beyond + self.pegs)
        self._points = np.add.outer(windows, np.arange(self.pegs + 2) * self.pegs)
        self._used = set[int]()
        self.members = [0, *([self.forms.single] if self.forms.single >= 0 else [])]
        self.questions: list[Covered] = []
        self.asked = done = 0
        while done < len(self.members):  # grows when covers are chosen
            asked, parts = list[_Uncovered](), dict[bytes, int]()
            for number, form in enumerate(self.members[done:], done):
                asked += self._questions_on(number, form, parts)
                progress("members whose questions are covered", number + 1, len(self.members))
            done = len(self.members)
            self._cover(
                asked, [np.frombuffer(one, np.uint8).reshape(-1, self.pegs) for one in parts]
            )

    def _questions_on(self, number: int, member: int, parts: dict[bytes, int]) -> list[_Uncovered]:
        """The questions on a member for which counts alone do not suffice.

        number, member: the number of the member and of its form.  parts: the parts of questions
        until now, by their sorted clauses; those of these questions are entered.
        """
        forms, bounds, found = self.forms, self.bounds, list[_Uncovered]()
        aim = bounds.least[member] - forms.secrets[member]
        for some in split(self._rules, forms.patterns[member].clauses):
            self.asked += len(some.questions)
            order, own = np.lexsort(some.clauses.T[::-1]), aim[some.new :]
            clauses, counts = some.clauses[order].astype(np.uint8), some.counts[:, :-1]
            for place in np.flatnonzero(~self._are_enough(counts, own, some.new)):
                answers = some.answers[place, order]
                left = {
                    answer: parts.setdefault(clauses[answers == answer].tobytes(), len(parts))
                    for answer in np.flatnonzero(counts[place].any(axis=1)).tolist()
                }
                found.append(_Uncovered(number, tuple(some.questions[place].tolist()), own, left))
        return found

    def _are_enough(self, counts: Array, aim: Array, new: int) -> NDArray[np.bool_]:
        """Whether counts bound the parts of questions: at each m, and by differences beyond.

        counts: int64[questions, answers, p + 1].
        """
        parts = self.bounds.by_counts(counts).sum(axis=1)[:, : len(aim)]
        excess = parts - aim
        enough: NDArray[np.bool_] = (excess >= 0).all(axis=1)
        return enough & (differences(excess[:, self._points - new]) >= 0).all(axis=(1, 2))

    def _cover(self, asked: list[_Uncovered], parts: list[NDArray[np.uint8]]) -> None:
        """Choose covers for questions with these parts."""
        bounds, groups = self.bounds, self.forms.finder.of_parts(parts)
        groups = groups.taken(bounds.is_member[groups.form])
        stars = [np.bincount((part == STAR).sum(axis=1), minlength=self.pegs + 1) for part in parts]
        choices = [[_CoverChoice(-1, 0, value)] for value in bounds.by_counts(np.array(stars))]
        values = bounds.least[groups.form] + bounds.by_counts(groups.left)
        columns = groups.part.tolist(), groups.form.tolist(), groups.kept.tolist(), values
        for part, *choice in zip(*columns, strict=True):
            choices[part].append(_CoverChoice(*choice))
        for one in asked:
            chosen = self._chosen({a: choices[part] for a, part in one.parts.items()}, one.aim)
            covers = {}
            for answer, some in chosen.items():
                part = parts[one.parts[answer]]
                placed = [self._placed(part, choice) for choice in some if choice.form >= 0]
                if placed:
                    covers[answer] = tuple(map(self._entered, placed))
            self.questions.append(Covered(one.member, one.question, covers))

    def _entered(self, placed: Placed) -> Placed:
        """A group that a cover names, with the number of the member in place of its form."""
        form = placed.member
        self._used.add(form)
        if form not in self.members:
            self.members.append(form)
        return placed._replace(member=self.members.index(form))

    def _placed(self, part: NDArray[np.uint8], choice: _CoverChoice) -> Placed:
        """A member in a part."""
        clauses = part[kept_clauses(len(part))[choice.kept]].tolist()
        pattern, names = pattern_of(tuple(map(tuple, clauses))).normalize()
        here, there = canonical(pattern).witness, self._canonical(choice.form)
        witness = there.then(here.inverse())
        raw = {rank: name for name, rank in names.items()}
        colours = tuple(raw[colour] for colour in witness.colours)
        return Placed(choice.form, witness.columns, colours)

    @cached_method()
    def _canonical(self, form: int) -> Witness:
        """What maps a form to its canonical form."""
        return canonical(self.forms.patterns[form]).witness

    def _chosen(
        self, parts: dict[int, list[_CoverChoice]], aim: Array
    ) -> dict[int, list[_CoverChoice]]:
        """One cover for each part, and further ones for the m where the sum is too little."""
        new = self.forms.colours + 1 - len(aim)
        last = self._points[-1] - new
        chosen = {}
        for answer, choices in parts.items():

            def rank(one: _CoverChoice) -> tuple[object, ...]:
                far = reversed([*differences(one.value[last]).tolist()])
                return (*far, one.form < 0, one.form in self._used, -one.form)

            chosen[answer] = [max(choices, key=rank)]
        while True:
            total = sum((_best(one) for one in chosen.values()), 0 * self.bounds.least[0])
            short = np.flatnonzero(total[: len(aim)] < aim)
            if not len(short):
                return chosen
            m = int(short[0])
            gains = {
                (answer, i): int(one.value[m] - _best(chosen[answer])[m])
                for answer, choices in parts.items()
                for i, one in enumerate(choices)
            }
            answer, i = max(gains, key=lambda key: (gains[key], -key[0], -key[1]))
            if gains[answer, i] <= 0:
                raise AssertionError(f"no covers bound a question at m = {m + new}")
            chosen[answer].append(parts[answer][i])


def _best(choices: list[_CoverChoice]) -> Array:
    best: Array = np.max([one.value for one in choices], axis=0)
    return best
