"""The answers of a game of pegs, computed where they are counted.

A table has an answer for each question and secret, a gigabyte for five pegs and eight colours.  In
games of pegs an answer is found faster than it is read from so large a table: the questions stand
in columns, so that one instruction compares a cell of a secret with many of them
(`kernels/c/choosing.h`).

Colours that no question had so far are all alike.  So of the questions that differ only in their
names, one is looked at: the first or the last in the order of words (`ComputedAnswers.asked`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.finite.setting import MOST_PLAYED, FiniteGame
from masetproof.finite.table import cells, check_size, own_questions
from masetproof.games.pegs import PegGame
from masetproof.games.symmetry import Colours
from masetproof.kernels import SLICE, Prepared, size_by_words, split_by_words, tell_by_words
from masetproof.progress import Tick, no_tick

Numbers = NDArray[np.int64]

_MOST_PEGS = 14
"""With more pegs a code of an answer, up to (pegs + 1)^2, has more than 8 bits."""
_KEPT = 16
"""So many lists of different questions are kept."""

Used = frozenset[tuple[int, int]]
"""The columns and colours that questions had so far; column 0 where all columns share colours."""


@final
@dataclass(frozen=True, eq=False)
class Offered:
    """Some questions: how kernels take them, how many, and their numbers; of so many colours."""

    words: Prepared
    size: int
    numbers: Numbers
    colours: int

    @cached_property
    def bits(self) -> NDArray[np.uint64]:
        """What questions have of each colour, a bit for each question: `choose_by_words`."""
        columns, holds = self.words.value["cells"], self.words.value["holds"]
        pegs, width = columns.shape
        has = columns[:, np.newaxis] == np.arange(self.colours)[:, np.newaxis]
        rows = [np.packbits(has, axis=-1, bitorder="little")]
        times = np.arange(1, pegs + 1, dtype=np.uint8)[:, np.newaxis] * np.uint8(pegs + 1)
        rows.append(np.packbits(holds[:, np.newaxis] >= times, axis=-1, bitorder="little"))
        packed = np.concatenate([row.reshape(-1, width // 8) for row in rows]).view("<u8")
        return np.ascontiguousarray(packed.reshape(len(packed), -1, SLICE // 64).swapaxes(0, 1))


@final
@dataclass(frozen=True, eq=False, repr=False)
class ComputedAnswers:
    """Answers that are computed; otherwise as `AnswerTable`, whose attributes it has."""

    finite: FiniteGame
    questions: NDArray[Any]
    secrets: NDArray[Any]
    own: NDArray[np.int32]
    _kept: OrderedDict[tuple[Used, bool], Offered] = field(default_factory=OrderedDict)

    def __repr__(self) -> str:
        return f"<ComputedAnswers of {self.finite.title}>"

    @property
    def winning(self) -> int:
        return self.finite.winning

    @cached_property
    def most_parts(self) -> int:
        """The most parts of a question: all pegs but one black and one white are never told."""
        return self.winning + 1 - (self._unit > 0)

    def sizes(self, members: Numbers, questions: Numbers) -> Numbers:
        """How many members give each answer to each question: int64[questions, answers].

        In memory the sizes for one answer are neighbours.
        """
        sizes = np.zeros((self.winning + 1, len(questions)), np.int64)
        asked = self.select(questions)
        size_by_words(asked.words, asked.size, self.hidden, members, True, sizes)
        return sizes.T

    def telling(self, members: Numbers, questions: Numbers) -> Numbers:
        """The questions whose answer is not known before they are asked, or wins."""
        asked, places = self.select(questions), np.empty(len(questions), np.int64)
        found = tell_by_words(asked.words, asked.size, self.hidden, members, True, places)
        told: Numbers = questions[places[:found]]
        return told

    def parts(self, question: int, members: Numbers) -> list[tuple[int, Numbers]]:
        """The members that give each answer to a question, in the order of the answers."""
        given, left = np.empty(len(members), np.uint8), np.empty_like(members)
        ends = np.empty(self._answers, np.int64)
        split_by_words(self._everything.words, question, self.hidden, members, given, ends, left)
        parts, first = [], 0
        for answer, end in enumerate(ends.tolist()):
            if end > first:
                parts.append((answer, left[first:end]))
                first = end
        return parts

    # ------------------------------------------------------------------------- words, for kernels

    @cached_property
    def _unit(self) -> int:
        """What a peg of either kind counts in a code."""
        game = self.finite.game
        assert isinstance(game, PegGame)
        return self.finite.pegs + 1 if len(game.counted_pegs) > 1 else 0

    @cached_property
    def _codes(self) -> NDArray[np.uint8]:
        codes = [one.black + self._unit * (one.black + one.white) for one in self.finite.answers]
        return np.array(codes, np.uint8)

    @cached_property
    def _answers(self) -> int:
        return len(self._codes)

    @cached_property
    def hidden(self) -> Prepared:
        """The secrets."""
        secrets = np.ascontiguousarray(self.secrets, np.uint8)
        columns, different = np.ascontiguousarray(secrets.T), secrets.shape[1] if self._unit else 0
        kinds = np.zeros((len(secrets), different), np.uint8)
        times, filled = np.zeros_like(kinds), np.zeros(len(secrets), np.int64)
        for colour in range(self.finite.colours if self._unit else 0):
            often = (columns == colour).sum(axis=0, dtype=np.uint8)
            has = np.flatnonzero(often)
            kinds[has, filled[has]] = colour
            times[has, filled[has]] = often[has] * self._unit
            filled[has] += 1
        more = {"sums": self._sums(columns), "codes": self._codes}
        return Prepared("HiddenWords", {"cells": secrets, "kinds": kinds, "times": times} | more)

    def _sums(self, columns: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """The rows of the bits of questions whose sums are the pegs of each kind.

        columns: of the secrets.
        """
        pegs, colours = self.finite.pegs, self.finite.colours
        sums = np.empty((columns.shape[1], 2 if self._unit else 1, pegs), np.uint16)
        for peg, column in enumerate(columns.astype(np.uint16)):
            sums[:, 0, peg] = peg * colours + column
            if self._unit:
                # Its peg counts where a question has the colour one time more than columns before.
                before = (columns[:peg] == columns[peg]).sum(axis=0, dtype=np.uint16)
                sums[:, 1, peg] = pegs * (colours + column) + before
        return sums

    @cached_property
    def none(self) -> Offered:
        return self._offered(np.empty(0, np.int64))

    def select(self, questions: Numbers) -> Offered:
        """Some questions by their numbers."""
        if len(questions) == len(self.questions):
            return self._everything
        return self._offered(questions)

    @cached_property
    def _everything(self) -> Offered:
        return self._offered(np.arange(len(self.questions)))

    def _offered(self, numbers: Numbers) -> Offered:
        words = self._prepared(self.questions[numbers])
        return Offered(words, len(numbers), numbers, self.finite.colours)

    def _prepared(self, words: NDArray[Any]) -> Prepared:
        width = -(-max(1, len(words)) // SLICE) * SLICE
        columns = np.zeros((self.finite.pegs, width), np.uint8)
        columns[:, : len(words)] = words.T
        holds = np.zeros((self.finite.colours if self._unit else 0, width), np.uint8)
        for colour, row in enumerate(holds):
            np.multiply((columns == colour).sum(axis=0, dtype=np.uint8), self._unit, out=row)
        return Prepared("AskedWords", {"cells": columns, "holds": holds})

    # ---------------------------------------------------------------------- colours that are alike

    def used(self, questions: Collection[Any]) -> Used:
        """What some words have of columns and colours."""
        own = self._renamings is Colours.OWN
        return frozenset(
            (column * own, int(cell)) for word in questions for column, cell in enumerate(word)
        )

    @cached_property
    def _renamings(self) -> Colours:
        return self.finite.whole.symmetry.renamings

    def asked(self, used: Used | None, *, last: bool = False) -> Offered:
        """The questions, of which those are left out that others are like.

        used: what the questions so far had; None for all questions.  last: whether of questions
        that are alike the last one is there, and not the first.
        """
        if used is None:
            return self._everything
        if (used, last) in self._kept:
            self._kept.move_to_end((used, last))
            return self._kept[used, last]
        numbers = np.flatnonzero(self._different(used, last))
        few = 8 * len(numbers) < 7 * len(self.questions)
        asked = self.select(numbers) if few else self._everything
        self._kept[used, last] = asked
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return asked

    def _different(self, used: Used, last: bool) -> NDArray[np.bool_]:
        """Whether each question has unused colours in their order: each is the next one."""
        kept = np.ones(len(self.questions), bool)
        if self._renamings is Colours.FIXED:
            return kept
        sizes = self.finite.columns or (self.finite.colours,) * self.finite.pegs
        if self._renamings is Colours.OWN:
            for column, size in enumerate(sizes):
                free = [cell for cell in range(size) if (column, cell) not in used]
                wrong = np.zeros(size, bool)
                wrong[free[:-1] if last else free[1:]] = True
                kept &= ~wrong[self.questions[:, column]]
            return kept
        free = [cell for cell in range(sizes[0]) if (0, cell) not in used]
        rank = np.full(sizes[0], -1)
        rank[free[::-1] if last else free] = np.arange(len(free))
        following = np.zeros(len(kept), np.int64)
        for column in range(self.finite.pegs):
            ranks = rank[self.questions[:, column]]
            kept &= ranks <= following
            following += ranks == following
        return kept


def computes(finite: FiniteGame) -> bool:
    """Whether the answers of a game can be computed where they are counted."""
    game = finite.game
    return isinstance(game, PegGame) and finite.pegs <= _MOST_PEGS and finite.colours <= 256


def compute_answers(finite: FiniteGame, tick: Tick = no_tick) -> ComputedAnswers:
    """The answers of a game that `computes`; `Refused` when its words are too many."""
    check_size(finite, MOST_PLAYED)
    tick()
    questions, secrets = cells(finite)
    return ComputedAnswers(finite, questions, secrets, own_questions(finite))
