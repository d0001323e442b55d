"""Many games, shared out to any executor, and what is kept of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from masetproof.progress import Interrupted, Progress, Tick
from masetproof.search.executors import Kept, executor

Record = TypeVar("Record", bound=Hashable)
Played = TypeVar("Played")


@dataclass(frozen=True, slots=True)
class ManyGames(Generic[Record]):
    """What became of many games: how often each record came.

    seconds: the time that passed.
    """

    records: Counter[Record]
    seconds: float = field(compare=False)

    @property
    def games(self) -> int:
        """How many games were finished."""
        return self.records.total()

    def count_by(self, value: Callable[[Record], int | None]) -> dict[int, int]:
        """How many games have each value, in ascending order; games with None do not count."""
        games: Counter[int] = Counter()
        for record, times in self.records.items():
            number = value(record)
            if number is not None:
                games[number] += times
        return dict(sorted(games.items()))


def play_many(
    jobs: Sequence[Callable[[Tick], Iterable[Record]]],
    result: Callable[[Counter[Record], float], Played],
    *,
    games: int,
    few: int,
    workers: int | None,
    dask: str | None,
    progress: Progress,
) -> Played:
    """The result of the records of all games, and of the seconds that they took.

    jobs: each plays some games, and goes to another process.  games: the number of them all; up to
    *few* are played without starting processes.  A `KeyboardInterrupt` becomes `Interrupted` once a
    game is finished.
    """
    records: Counter[Record] = Counter()
    begin = time.monotonic()

    def tick() -> None:
        progress("games", records.total(), games)

    def so_far() -> Played:
        return result(records, time.monotonic() - begin)

    with closing(executor(workers, dask, small=games <= few)) as chosen:
        try:
            for _, finished in chosen.run(_played, jobs, tick):
                records.update(finished)
        except KeyboardInterrupt:
            # A game that was interrupted may have told of itself, which is not asked for here.
            raise (Interrupted(so_far()) if records else KeyboardInterrupt) from None
    return so_far()


def _played(job: Callable[[Tick], Iterable[Record]], tick: Tick, kept: Kept) -> Iterable[Record]:
    """A job, as executors call it."""
    return job(tick)
