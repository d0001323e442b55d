"""A state of play, the strategy, and one game.

The strategy asks the fixed probes.  From the second answer on it lists the grids that are
compatible with all answers, and asks a probe that separates them, or the best that it finds.  Where
too many are compatible it separates a sample of them.  So with only one fixed probe the second one
depends on the first answer.

A secret is *known* when one grid is compatible with the answers, and *played* by the probe that is
the secret.  That is mostly one probe later.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from masetproof.arguments import Refused, as_count, as_instance, shown
from masetproof.games.pegs import MASTERMIND
from masetproof.grid.board import (
    Counts,
    Grid,
    GridBoard,
    Lines,
    counts_of,
    grid_of,
    numbers_of,
)
from masetproof.grid.compatible import Listed, list_compatible, sample_compatible
from masetproof.grid.opening import MOST_PROBES, opening
from masetproof.grid.separating import EFFORT, MOST_EFFORT, answers_of, separate
from masetproof.notebook import Shown
from masetproof.progress import Tick, as_tick, no_tick

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "MOST_GRIDS",
    "Asked",
    "GridGame",
    "GridStrategy",
    "InterruptedGame",
    "Position",
    "play_grid",
]

MOST_GRIDS = 1 << 20
"""No more compatible grids are listed; they take 16 MB with four rows, and 24 MB with six."""
_WHOLE, _SAMPLE = 1 << 14, 1 << 11
"""So many grids are separated from each other; of more, a sample of so many."""
_ROUGH = 4
"""The effort with which a sample is separated, which tells nothing exact anyway."""
_SMALL = 1 << 16
"""With so many secrets the compatible grids are listed before the second answer, too."""
_MOST_ASKED = 100
"""A game ends after so many probes, as on a board of one cell it need not."""


@final
@dataclass(frozen=True)
class Position:
    """A state of play: probes and their answers, as numbers of lines."""

    board: GridBoard
    probes: tuple[Lines, ...] = ()
    answers: tuple[Lines, ...] = ()
    before: Listed | None = field(default=None, repr=False, compare=False)

    def after(self, probe: Lines, answer: Lines) -> Position:
        """The state of play after one more answer."""
        probes, answers = (*self.probes, probe), (*self.answers, answer)
        return Position(self.board, probes, answers, vars(self).get("listed"))

    @cached_property
    def listed(self) -> Listed:
        """The compatible grids, all of them if there are at most `MOST_GRIDS`."""
        if self.before is None or not self.before.complete:
            return list_compatible(self.board, self.probes, self.answers, MOST_GRIDS)
        grids = self.before.grids
        same = answers_of(self.board, grids, self.probes[-1]) == self.answers[-1]
        return Listed(grids[same.all(axis=1)], True)

    @property
    def is_looked_at(self) -> bool:
        """Whether the strategy lists the compatible grids here."""
        return len(self.probes) >= 2 or self.board.secrets <= _SMALL or self.is_won

    @property
    def is_won(self) -> bool:
        """Whether the last probe is the secret."""
        winning = len(MASTERMIND.answers(self.board.size)) - 1
        return bool(self.answers) and min(self.answers[-1]) == winning

    @property
    def compatible(self) -> int | None:
        """How many grids are compatible; None when they are not counted or more than a limit."""
        if not self.is_looked_at or not self.listed.complete:
            return None
        return len(self.listed.grids)

    def grids(self) -> NDArray[np.uint16]:
        """What a probe is to separate: all compatible grids, or a sample where these are many."""
        if self.listed.complete:
            grids = self.listed.grids
            return grids if len(grids) <= _WHOLE else grids[:: len(grids) // _SAMPLE]
        state = np.array([self.probes, self.answers], np.int64).tobytes()
        random = 1 + zlib.crc32(state) % (2**31 - 2)
        return sample_compatible(self.board, self.probes, self.answers, _SAMPLE, random)


class Choice(NamedTuple):
    """probe: what is asked.  parts: how many different answers all compatible grids give to it.
    separates: whether these are as many as the grids.

    Both are None when that was not the question: the probe is a fixed one, or was searched for a
    sample, or the secret is known.
    """

    probe: Lines
    parts: int | None = None
    separates: bool | None = None


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
    _fixed: tuple[Lines, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        board = as_instance(GridBoard, self.board, "the board")
        effort = as_count(self.effort, "the effort", 1, MOST_EFFORT)
        fixed = opening(board) if self.opening is None else _as_opening(board, self.opening)
        object.__setattr__(self, "effort", effort)
        object.__setattr__(self, "opening", fixed)
        object.__setattr__(self, "_fixed", tuple(numbers_of(board, probe) for probe in fixed))

    def choice(self, position: Position, tick: Tick = no_tick) -> Choice:
        """The only compatible grid, a fixed probe, or the one that a search finds."""
        if position.compatible == 1:
            return Choice(_lines(position.listed.grids[0]))
        if len(position.probes) < len(self._fixed):
            return Choice(self._fixed[len(position.probes)])
        grids = position.grids()
        whole = len(grids) == position.compatible
        found = separate(position.board, grids, self.effort if whole else _ROUGH, tick)
        # A grid that may be the secret tells at least whether it is.
        probe, count = (found.probe, found.parts) if found.parts > 1 else (_lines(grids[0]), 2)
        return Choice(probe, count, count == len(grids)) if whole else Choice(probe)


def _as_opening(board: GridBoard, probes: object) -> tuple[Grid, ...]:
    if not isinstance(probes, tuple | list) or not 1 <= len(probes) <= MOST_PROBES:
        raise Refused(f"the opening is a tuple of 1 to {MOST_PROBES} grids, not {shown(probes)}")
    return tuple(board.as_grid(probe, "a probe") for probe in probes)


def _lines(grid: NDArray[np.uint16]) -> Lines:
    return tuple(grid.tolist())


class Step(NamedTuple):
    """A choice, and the state of play after its answer."""

    choice: Choice
    position: Position


def steps(strategy: GridStrategy, secret: Lines, tick: Tick = no_tick) -> Iterator[Step]:
    """A game, until the secret is played; it may end without that after a hundred probes."""
    position = Position(strategy.board)
    own = np.array([secret], np.uint16)
    for _ in range(_MOST_ASKED):
        choice = strategy.choice(position, tick)
        answer = answers_of(strategy.board, own, choice.probe)[0]
        position = position.after(choice.probe, tuple(answer.tolist()))
        yield Step(choice, position)
        if position.is_won:
            return


class Asked(NamedTuple):
    """A probe and the answer to it.

    compatible: how many grids are compatible then; None when they are not counted.  parts: how many
    different answers those that were compatible before give; None when the probe was not searched
    for all of them.
    """

    probe: Grid
    answer: Counts
    compatible: int | None
    parts: int | None


@final
@dataclass(frozen=True, slots=True)
class GridGame(Shown):
    """The probes of one game.

    known_after: the number of answers after which one grid is compatible.  played_at: the number of
    the probe that is the secret.  Either is None when the game ended before.  separated: whether
    the first probe that was to separate all compatible grids does; None when there was none.
    """

    board: GridBoard
    secret: Grid
    asked: tuple[Asked, ...]
    known_after: int | None
    played_at: int | None
    separated: bool | None


@final
class InterruptedGame(KeyboardInterrupt):
    """An interrupt of one game, with the probes that were answered."""

    def __init__(self, game: GridGame) -> None:
        super().__init__("interrupted")
        self.game = game


def play_grid(
    board: GridBoard,
    secret: Grid | str,
    opening: tuple[Grid, ...] | None = None,
    effort: int = EFFORT,
    *,
    tick: Tick = no_tick,
) -> GridGame:
    """One game by `GridStrategy`; `Refused` when the secret or a probe is no grid of the board.

    tick: called now and then while a probe is searched.
    A `KeyboardInterrupt` becomes `InterruptedGame`.

    >>> play_grid(GridBoard(2, 3), "01/20").known_after
    1
    """
    strategy = GridStrategy(board, opening, effort)
    grid, tick = board.as_grid(secret, "the secret"), as_tick(tick)
    played: list[Step] = []
    try:
        for step in steps(strategy, numbers_of(board, grid), tick):
            played.append(step)
    except KeyboardInterrupt:
        raise InterruptedGame(_game(board, grid, played)) from None
    return _game(board, grid, played)


def _game(board: GridBoard, secret: Grid, played: Sequence[Step]) -> GridGame:
    asked = tuple(
        Asked(
            grid_of(board, choice.probe),
            counts_of(board, position.answers[-1]),
            position.compatible,
            choice.parts,
        )
        for choice, position in played
    )
    return GridGame(board, secret, asked, *milestones(board, played))


class Milestones(NamedTuple):
    """What `GridGame` says of a game."""

    known_after: int | None
    played_at: int | None
    separated: bool | None


def milestones(board: GridBoard, played: Sequence[Step]) -> Milestones:
    """Of the steps of a game."""
    counts = [None if board.secrets > 1 else 1, *(step.position.compatible for step in played)]
    separated = [step.choice.separates for step in played if step.choice.separates is not None]
    return Milestones(
        counts.index(1) if 1 in counts else None,
        len(played) if played and played[-1].position.is_won else None,
        separated[0] if separated else None,
    )
