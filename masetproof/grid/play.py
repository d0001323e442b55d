"""A state of play, the strategy, and one game.

The strategy asks the fixed probes.  From the second answer on it lists the grids that are
compatible with all answers, and asks a probe that separates them, or the best that it finds.  Where
too many are compatible it separates a sample of them.  So with only one fixed probe the second one
depends on the first answer.

The answers leave candidates for each line by itself, which are joined to grids.  Rows and columns
are chosen alternately, each with the cells that the lines before it fix, so that what does not fit
is noticed early.

A secret is *known* when one grid is compatible with the answers, and *played* by the probe that is
the secret.  That is mostly one probe later.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import as_count, as_instance, counted
from masetproof.games.pegs import MASTERMIND
from masetproof.grid.board import (
    Grid,
    GridBoard,
    Lines,
    ProbeAnswer,
    counts_of,
    grid_of,
    numbers_of,
    tables,
)
from masetproof.grid.opening import as_opening, opening
from masetproof.grid.separating import EFFORT, MOST_EFFORT, answers_of, separate
from masetproof.notebook import Shown
from masetproof.progress import Interrupted, Tick, as_tick, no_tick

MOST_GRIDS = 1 << 20
"""No more compatible grids are listed; they take 16 MB with four rows, and 24 MB with six."""
_WHOLE, _SAMPLE = 1 << 14, 1 << 11
"""Up to 2^14 grids are all separated from each other; of more, a sample of 2^11."""
_ROUGH = 4
"""The effort with which a sample is separated; more is not worth it, as nothing exact results."""
_SMALL = 1 << 16
"""Up to this many secrets the compatible grids are listed before the second answer, too."""
_MOST_PROBES = 100
"""The most probes of a game: one that never hits the secret must end, too."""
_STEPS, _SAMPLE_STEPS = 1 << 27, 1 << 24
"""The most lines that are tried for a listing (about a second), and for a sample."""


class Compatible(NamedTuple):
    """grids: uint16[grids, 2 * size], their lines; complete: whether these are all."""

    grids: NDArray[np.uint16]
    complete: bool


def list_compatible(
    board: GridBoard,
    probes: Sequence[Lines],
    answers: Sequence[Lines],
    most: int,
    random: int = 0,
) -> Compatible:
    """The compatible grids, up to *most* of them, in a fixed order; or a sample of different ones.

    random: 0, or the seed of a sample, from 1 to 2^31 - 2.  Its grids are not equally likely: each
    search takes the first one to which it comes.
    """
    from masetproof.kernels import join_lines

    candidates = _candidates(board, probes, answers)
    size = board.size
    ends = np.cumsum([0, *map(len, candidates)], dtype=np.int64)
    powers = board.colours ** np.arange(size, -1, -1, dtype=np.int64)
    grids = np.empty((most, 2 * size), np.uint16)
    room = np.empty((4, 2 * size), np.int64)
    complete = np.empty(1, bool)
    count = join_lines(
        *(tables(board).cells, np.concatenate(candidates), ends, powers),
        *(grids, _SAMPLE_STEPS if random else _STEPS, random, room, complete),
    )
    listed = np.unique(grids[:count], axis=0) if random else grids[:count].copy()
    return Compatible(listed, bool(complete[0]))


def _candidates(
    board: GridBoard, probes: Sequence[Lines], answers: Sequence[Lines]
) -> list[NDArray[np.int64]]:
    """The lines with these answers, ascending: for row 0, column 0, row 1, column 1, and so on."""
    table, size = tables(board).answers, board.size
    candidates = []
    for level in range(2 * size):
        line = level // 2 + level % 2 * size
        fits = np.ones(board.lines, bool)
        for probe, answer in zip(probes, answers, strict=True):
            fits &= table[probe[line]] == answer[line]
        candidates.append(np.flatnonzero(fits))
    return candidates


@final
@dataclass(frozen=True)
class GridState:
    """A state of play: probes and their answers.

    A probe is given by the numbers of its lines, first the rows and then the columns; an answer by
    the numbers of the answers of its lines.  before: the compatible grids before the last answer,
    where they were listed, so that they need not be searched for again.
    """

    board: GridBoard
    probes: tuple[Lines, ...] = ()
    answers: tuple[Lines, ...] = ()
    before: Compatible | None = field(default=None, repr=False, compare=False)

    def after(self, probe: Lines, answer: Lines) -> GridState:
        probes, answers = (*self.probes, probe), (*self.answers, answer)
        return GridState(self.board, probes, answers, vars(self).get("listed"))

    @cached_property
    def listed(self) -> Compatible:
        """The compatible grids, or some of them if the listing comes to one of its limits."""
        if self.before is None or not self.before.complete:
            return list_compatible(self.board, self.probes, self.answers, MOST_GRIDS)
        grids = self.before.grids
        same = answers_of(self.board, grids, self.probes[-1]) == self.answers[-1]
        return Compatible(grids[same.all(axis=1)], True)

    @property
    def is_won(self) -> bool:
        """Whether the last probe was the secret: each of its lines has the winning answer."""
        winning = len(MASTERMIND.answers(self.board.size)) - 1
        return bool(self.answers) and min(self.answers[-1]) == winning

    @property
    def compatible(self) -> int | None:
        """How many grids are compatible; None when that is not known.

        They are not counted before the second answer, except on small boards, and not when the
        listing came to its limits.
        """
        if len(self.probes) >= 2 or self.board.secrets <= _SMALL or self.is_won:
            return len(self.listed.grids) if self.listed.complete else None
        return None

    def grids(self) -> NDArray[np.uint16]:
        """The grids that a probe is to separate: all compatible ones, or a sample of many."""
        if self.listed.complete:
            grids = self.listed.grids
            return grids if len(grids) <= _WHOLE else grids[:: len(grids) // _SAMPLE]
        state = np.array([self.probes, self.answers], np.int64).tobytes()
        random = 1 + zlib.crc32(state) % (2**31 - 2)
        return list_compatible(self.board, self.probes, self.answers, _SAMPLE, random).grids


@final
@dataclass(frozen=True, slots=True)
class GridStrategy:
    """What to ask in a state of play; it depends on nothing else.

    opening: the fixed probes, 1 to 10, or None for the two of `opening`.  effort: how hard the
    search for a separating probe tries (`separate`), 1 to 30.  `Refused` otherwise.
    """

    board: GridBoard
    opening: tuple[Grid, ...] | None = None
    effort: int = EFFORT

    def __post_init__(self) -> None:
        board = as_instance(GridBoard, self.board, "the board")
        object.__setattr__(self, "effort", as_count(self.effort, "the effort", 1, MOST_EFFORT))
        fixed = opening(board) if self.opening is None else as_opening(board, self.opening)
        object.__setattr__(self, "opening", fixed)

    def choice(self, state: GridState, tick: Tick = no_tick) -> tuple[Lines, int | None]:
        """The next probe: the only compatible grid, or the next fixed probe, or one that is
        searched.

        With it comes the number of different answers that the compatible grids give to it.  It is
        None unless the probe was searched for all compatible grids.
        """
        if state.compatible == 1:
            return tuple(state.listed.grids[0].tolist()), None
        fixed = (self.opening or ())[len(state.probes) :]
        if fixed:
            return numbers_of(self.board, fixed[0]), None
        grids = state.grids()
        whole = len(grids) == state.compatible
        best = separate(state.board, grids, self.effort if whole else _ROUGH, tick)
        # A grid that may be the secret tells at least whether it is.
        probe, parts = best if best.parts > 1 else (tuple(grids[0].tolist()), 2)
        return probe, parts if whole else None

    def game(self, secret: Grid, tick: Tick) -> GridGame:
        """The game against a secret; `Interrupted` with the probes that were answered."""
        asked: list[AnsweredProbe] = []
        try:
            for state, parts in states(self, numbers_of(self.board, secret), tick):
                probe = grid_of(self.board, state.probes[-1])
                answer = counts_of(self.board, state.answers[-1])
                asked.append(AnsweredProbe(probe, answer, state.compatible, parts))
        except KeyboardInterrupt:
            raise Interrupted(GridGame(self.board, secret, tuple(asked))) from None
        return GridGame(self.board, secret, tuple(asked))


def states(
    strategy: GridStrategy, secret: Lines, tick: Tick = no_tick
) -> Iterator[tuple[GridState, int | None]]:
    """The state after each probe until the secret is played, with the second value of `choice`.

    It ends after `_MOST_PROBES` probes, too.
    """
    state = GridState(strategy.board)
    own = np.array([secret], np.uint16)
    while not state.is_won and len(state.probes) < _MOST_PROBES:
        probe, parts = strategy.choice(state, tick)
        answer = answers_of(strategy.board, own, probe)[0]
        state = state.after(probe, tuple(answer.tolist()))
        yield state, parts


class AnsweredProbe(NamedTuple):
    """A probe and the answer to it.

    compatible: how many grids are compatible then; None when they are not counted.  parts: how many
    different answers those that were compatible before give; None when the probe was not searched
    for all of them.
    """

    probe: Grid
    answer: ProbeAnswer
    compatible: int | None
    parts: int | None


@final
@dataclass(frozen=True, slots=True)
class GridGame(Shown):
    """The probes of one game."""

    board: GridBoard
    secret: Grid
    asked: tuple[AnsweredProbe, ...]

    def __repr__(self) -> str:
        known = "not known" if self.known_after is None else f"known after {self.known_after}"
        board, probes = self.board, counted(len(self.asked), "probe")
        size = f"{board.size} by {board.size}, {counted(board.colours, 'colour')}"
        return f"<GridGame: {size}, {probes}, {known}>"

    @property
    def known_after(self) -> int | None:
        """The number of answers, maybe 0, after which one grid is compatible; None if never."""
        counts = [self.board.secrets, *(probe.compatible for probe in self.asked)]
        return counts.index(1) if 1 in counts else None

    @property
    def played_at(self) -> int | None:
        """The number of the probe that is the secret; None if the game ended before."""
        probes = [probe.probe for probe in self.asked]
        return len(probes) if self.secret in probes else None

    @property
    def separated(self) -> bool | None:
        """Whether the first probe that was sought to separate all grids does; None without one."""
        for before, probe in pairwise(self.asked):
            if probe.parts is not None:
                return probe.parts == before.compatible
        return None


def play_grid(
    board: GridBoard,
    secret: Grid | str,
    opening: tuple[Grid, ...] | None = None,
    effort: int = EFFORT,
    *,
    tick: Tick = no_tick,
) -> GridGame:
    """One game by `GridStrategy`; `Refused` when the secret or a probe is no grid of the board.

    tick: called now and then while a probe is searched.  A `KeyboardInterrupt` becomes
    `Interrupted` with the probes that were answered.

    >>> play_grid(GridBoard(2, 3), "01/20").known_after
    1
    """
    strategy = GridStrategy(board, opening, effort)
    return strategy.game(board.as_grid(secret, "the secret"), as_tick(tick))
