"""The memory of a search, and how it is shared out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import final

import numpy as np

from masetproof import kernels as kernel
from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import check_memory, check_size
from masetproof.kernels import Prepared, room
from masetproof.search.board import shapes

_LEVELS = 96
"""The levels of a stack to begin with, enough for most games; it grows with deeper strategies."""
_SPARE = 3
"""Levels beside one for each secret, the most that there are: every question excludes a secret."""
_NEAR = 1200
"""A search has near at hand what at most about so many secrets answer to all questions."""
_MOST_NEAR = 1 << 25
"""The bytes of that, at most."""
_ENTRIES = 128
"""For each secret of a game its table has at most so many states; in games of few secrets twice as
many, up to `_FEW_ENTRIES`."""
_FEW_ENTRIES = 1 << 19
_ENTRY_BYTES = kernel.record("Entry").itemsize + 2 * kernel.STORED
_LEAST_TABLE = 1 << 18
"""The bytes of a table that is too small to be of much use."""


@final
@dataclass(frozen=True, slots=True)
class Memory:
    """The bytes that a search of a game may use: for a board, a stack for each solver, and a table.

    Threads share the board and the table.  The game decides how large the board and a stack are;
    the table gets what they leave.  With four pegs and six colours, 64 MB and two threads, the
    board takes 2 MB, three stacks take 8 MB each, and 38 MB are left for the table.  Sizes of
    stacks and tables are estimates.

    bytes: for all threads together; on a cluster for each worker, which shares nothing.  workers:
    how many threads there are.  Beside several there is one more solver, the coordinator's.
    """

    finite: FiniteGame
    bytes: int
    workers: int = 1

    @property
    def board(self) -> int:
        """The bytes of the board; `Refused` when the game has too many words or answers."""
        check_size(self.finite)
        arrays = shapes(self.finite).values()
        return sum(prod(shape) * np.dtype(kind).itemsize for shape, kind in arrays)

    def check(self) -> None:
        """`Refused` when there is no room for the board."""
        check_memory(self.finite, self.board, self.bytes)

    @property
    def stack(self) -> int:
        """The bytes of one stack."""
        questions, secrets = self.finite.question_count, self.finite.secret_count
        # Rows for each level and for each frame, what there is of each word once, what is near.
        rows = self.levels * self._level + int(kernel.FRAMES) * 20 * questions
        once = (88 + 8 * self.finite.pegs) * secrets + self.finite.whole.secret_count + questions
        batch = 2 * kernel.CLASSED + kernel.BATCHED_TO * (kernel.BLOCK + 2)
        return int(rows + once + batch + self.near + (1 << 17))

    @property
    def stacks(self) -> int:
        """The bytes of the stacks of all solvers."""
        return self.stack * (self.workers + 1 if self.workers > 1 else 1)

    @property
    def least(self) -> int:
        """The bytes that one solver needs: for the board, a stack, and the smallest table."""
        return self.board + self.stack + _LEAST_TABLE

    @property
    def most_workers(self) -> int:
        """How many threads there is room for, beside the solver of the coordinator."""
        return max(1, (self.bytes - self.least) // self.stack)

    def at_least(self) -> Memory:
        """The same, or what one solver needs if that is more."""
        return replace(self, bytes=max(self.bytes, self.least))

    def empty_table(self, stacks: int) -> Prepared:
        """A table in what the board and stacks of so many bytes leave, or the smallest one."""
        left = max(_LEAST_TABLE, self._left(stacks))
        secrets = self.finite.secret_count
        most = max(_ENTRIES * secrets, min(2 * _ENTRIES * secrets, _FEW_ENTRIES))
        wanted = min(most, left // 2 // _ENTRY_BYTES)
        entries = 1 << 10
        while 2 * entries <= wanted:
            entries *= 2
        return room(
            "Table",
            entries=entries,
            members=(entries, kernel.STORED),
            large=max(64, entries // 8),
            arena=min(max(1 << 12, left // 8), kernel.ARENA),
            filled=1,
            locked=1,
        )

    @property
    def levels(self) -> int:
        """How many levels a stack has to begin with."""
        return min(self.finite.secret_count, _LEVELS) + _SPARE

    def more_levels(self, levels: int, stacks: int) -> int:
        """About twice as many levels for a stack; `Refused` when they take more memory than is left
        beside stacks of so many bytes."""
        more = min(2 * levels, self.finite.secret_count + _SPARE)
        if more == levels:
            raise ArithmeticError("the search came to a state deeper than there are secrets")
        if more * self._level > self._left(stacks):
            raise Refused(
                f"strategies of {self.finite.title} are more than {levels - _SPARE:,} questions "
                "deep, and to search them takes more memory; --memory says how much there may be"
            )
        return more

    @property
    def near(self) -> int:
        """The bytes of a stack for the answers of states that are near at hand."""
        rows = min(_NEAR, self.finite.secret_count)
        longer = int(kernel.GROUPS * kernel.LONGER)
        return min(_MOST_NEAR, rows * (rows + self.finite.question_count + longer))

    @property
    def _level(self) -> int:
        """The bytes of one level of a stack."""
        return 6 * self.finite.secret_count + 12 * self.finite.question_count

    def _left(self, stacks: int) -> int:
        """The bytes that the board and stacks of so many bytes leave; it may be negative."""
        return self.bytes - self.board - stacks
