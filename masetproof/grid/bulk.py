"""Many games on grids.

The secret of a game is drawn from the seed and the number of the game, and what the strategy asks
depends on the state of play alone.  So the result is the same for any executor.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from random import Random
from typing import NamedTuple, final

from masetproof.arguments import as_count, as_seed, counted
from masetproof.grid.board import Grid, GridBoard, rows_of
from masetproof.grid.play import GridStrategy
from masetproof.grid.separating import EFFORT
from masetproof.progress import Progress, Tick, as_progress, silent
from masetproof.search.many import ManyGames, play_many

MOST_GAMES = 10_000_000
_BATCH = 20
"""Games of one job.  The first 20 games are jobs of their own, so that an interrupt keeps some."""
_FEW = 500
"""Up to this many games are played without starting processes."""
QUANTILES = tuple(Fraction(percent, 100) for percent in (0, 25, 50, 75, 90, 99, 100))


class Record(NamedTuple):
    """The figures of one game.

    compatible: how many grids were compatible after two probes; -1 if there were too many to list,
    0 if the game was over before.  The others are as in `GridGame`.
    """

    compatible: int
    known_after: int | None
    played_at: int | None
    separated: bool | None


def secret_of(board: GridBoard, seed: int, game: int) -> Grid:
    """The secret of a game, all of the same probability."""
    random = Random(f"{seed} {game}")
    return rows_of(board, [int(random.random() * board.colours) for _ in range(board.size**2)])


def _records(strategy: GridStrategy, seed: int, games: range, tick: Tick) -> list[Record]:
    """Some games, by their numbers."""
    records = []
    for number in games:
        tick()
        game = strategy.game(secret_of(strategy.board, seed, number), tick)
        compatible = game.asked[1].compatible if len(game.asked) > 1 else 0
        told = game.known_after, game.played_at, game.separated
        records.append(Record(-1 if compatible is None else compatible, *told))
    return records


@final
@dataclass(frozen=True, slots=True)
class GridGames(ManyGames[Record]):
    """The records of many games; asked_for: how many were wanted; after an interrupt some lack."""

    strategy: GridStrategy
    seed: int
    asked_for: int

    def __repr__(self) -> str:
        known = sum(self.known_after.values())
        return f"<GridGames: {self.games:,} of {counted(self.asked_for, 'game')}, {known:,} known>"

    @property
    def known_after(self) -> dict[int, int]:
        """How many secrets were known after each number of probes."""
        return self.count_by(lambda record: record.known_after)

    @property
    def played_at(self) -> dict[int, int]:
        """How many secrets were the first, second, ... probe."""
        return self.count_by(lambda record: record.played_at)

    @property
    def compatible(self) -> dict[int, int]:
        """In how many games each number of grids was compatible with two answers."""
        return self.count_by(lambda record: record.compatible if record.compatible > 0 else None)

    @property
    def over(self) -> int:
        """In how many games more grids were compatible with two answers than are listed."""
        return sum(n for record, n in self.records.items() if record.compatible < 0)

    @property
    def unseparated(self) -> int:
        """In how many games the first probe sought to separate all compatible grids did not."""
        return sum(n for record, n in self.records.items() if record.separated is False)

    @property
    def unresolved(self) -> int:
        """How many secrets were not known when their game ended."""
        return self.games - sum(self.known_after.values())

    @property
    def mean_compatible(self) -> Fraction | None:
        """How many grids were compatible with two answers on average; None where some are over."""
        counts = self.compatible
        if self.over or not counts:
            return None
        return Fraction(sum(size * n for size, n in counts.items()), sum(counts.values()))

    def quantile(self, share: Fraction) -> int | None:
        """The least number of grids that this share of games does not exceed; None if unlisted."""
        rest = share * (sum(self.compatible.values()) + self.over)
        for size, n in self.compatible.items():
            rest -= n
            if rest <= 0:
                return size
        return None


def play_grids(
    board: GridBoard,
    games: int,
    seed: int = 0,
    *,
    opening: tuple[Grid, ...] | None = None,
    effort: int = EFFORT,
    workers: int | None = None,
    dask: str | None = None,
    progress: Progress = silent,
) -> GridGames:
    """Play many games against secrets that are drawn by the seed.

    games: 1 to 10,000,000.  seed: 0 to 2^63 - 1.  opening, effort: as of `GridStrategy`.  workers:
    processes (default: one for each processor, or none for few games); dask: the address of a
    cluster.  The result is the same for any of them.

    `Refused` for other arguments.  A `KeyboardInterrupt` becomes `Interrupted` once
    some games are finished.

    >>> play_grids(GridBoard(2, 3), 5, seed=1, workers=1).games
    5
    """
    strategy = GridStrategy(board, opening, effort)
    games = as_count(games, "the number of games", 1, MOST_GAMES)
    seed = as_seed(seed)
    begins = [*range(min(games, _BATCH)), *range(_BATCH, games, _BATCH), games]
    return play_many(
        [partial(_records, strategy, seed, range(*ends)) for ends in pairwise(begins)],
        lambda records, seconds: GridGames(records, seconds, strategy, seed, games),
        games=games,
        few=_FEW,
        workers=workers,
        dask=dask,
        progress=as_progress(progress),
    )
