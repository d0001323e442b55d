"""The bounds of a band as a textbook would compute them: the twin of the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from masetproof import kernels
from masetproof.band.guide import Reasons
from masetproof.band.states import Band, Offsets, Reached
from masetproof.cache import cached_method
from masetproof.patterns.pattern import MasetPattern, normalized, pattern_of
from masetproof.patterns.questions import all_questions
from masetproof.patterns.split import new_colours
from masetproof.words import STAR, Word


def longest(band: Band, state: int) -> Iterator[int]:
    """The columns in which a state can be averaged: those with n implicit colours."""
    form, offsets, _ = band.states[state]
    for column, a in enumerate(offsets):
        if band.stars[form, column] and a == 0:
            yield column


@final
class PlainBounds:
    """The bounds of states by given reasons (`kernels.bound_states`), each when it is asked for."""

    def __init__(self, band: Band, reasons: Reasons) -> None:
        self.band, self.reasons, self.game = band, reasons.tolist(), band.closure.game

    @cached_method()
    def value(self, state: int, n: int) -> int:
        """The bound of a state for n, which is 0 for n below 0."""
        if n < 0:
            return 0
        secrets = self._secrets(state, n)
        form, reason = self.band.states[state].number, self.reasons[state]
        if form >= self.band.first_maset:
            return int(self.band.minima[form - self.band.first_maset])
        if reason == kernels.BY_CLAUSES and secrets > 1:
            return sum(
                self._of(self._form([row], state), n) for row in self._pattern(state).clauses
            )
        if secrets <= 1:
            return secrets
        if reason == kernels.ASKED:
            return min(self._costs(state, n))
        columns = longest(self.band, state) if reason == kernels.BEST_COLUMN else [reason]
        return max([secrets, *(self._average(state, column, n) for column in columns if n > 1)])

    def _of(self, reached: Reached, n: int) -> int:
        return self.value(reached.state, n - reached.below)

    def _pattern(self, state: int) -> MasetPattern:
        return self.band.forms[self.band.states[state].number]

    def _secrets(self, state: int, n: int) -> int:
        if n < 0:
            return 0
        implicit = [max(n - a, 0) for a in self.band.states[state].offsets]
        return self._pattern(state).secrets(self.game, implicit)

    def _form(self, rows: list[Word], state: int) -> Reached:
        """Some clauses as a state, with the offsets of the state that has them."""
        return self._reached(pattern_of(tuple(sorted(rows))), self.band.states[state].offsets)

    def _reached(self, pattern: MasetPattern, offsets: Offsets) -> Reached:
        found = self.band.closure.catalogue.find(normalized(pattern, self.game))
        assert found is not None
        known, witness = found
        form = known.number + self.band.first_maset * pattern.is_explicit
        return self.band.find(form, tuple(offsets[column] for column in witness.columns))

    def _average(self, state: int, column: int, n: int) -> int:
        form, offsets, _ = self.band.states[state]
        less = tuple(a + (j == column) for j, a in enumerate(offsets))
        pattern = self.band.forms[form]
        starred = pattern_of(tuple(row for row in pattern.clauses if row[column] == STAR))
        share = self._of(self._reached(starred, less), n)
        return self._of(self.band.find(form, less), n) - -share // (n - 1)

    def _costs(self, state: int, n: int) -> Iterator[int]:
        """What each question costs that can be asked and tells something."""
        pattern, own = self._pattern(state), self._secrets(state, n)
        offsets = self.band.states[state].offsets
        table = all_questions(pattern, self.game, extra=True, max_new=self.band.pegs)
        for cells in table.cells.tolist():
            question = tuple(cells)
            colours = pattern.colours + new_colours(pattern, question)
            new = [pattern.colours <= cell < colours for cell in question]
            less = tuple(a + fresh for a, fresh in zip(offsets, new, strict=True))
            if any(fresh and n < a for fresh, a in zip(new, less, strict=True)):
                continue
            parts = [one.part for one in self.band.closure.answered(pattern, question)[:-1]]
            reached = [self._reached(part, less) for part in parts if part]
            sizes = [self._secrets(one.state, n - one.below) for one in reached]
            if own not in sizes:
                yield own + sum(self._of(one, n) for one in reached)
