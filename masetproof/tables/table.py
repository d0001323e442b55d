"""Rows of a table of optima, and computing them.

Every row is there from the beginning, with what is published; computing replaces it by one that
knows more.  A row that is not computed to its end never agrees with anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import final

from masetproof.arguments import Refused
from masetproof.finite.setting import MOST_WORDS, FiniteGame
from masetproof.games.rules import Game
from masetproof.notebook import Shown
from masetproof.objectives import Goal, Objective
from masetproof.progress import Progress, silent, under
from masetproof.search.optimize import optimize
from masetproof.search.optimum import Optimum
from masetproof.tables.published import Published, published, published_of
from masetproof.words import MAX_PEGS


@final
class Status(StrEnum):
    """How far a row has come."""

    OPTIMAL = "optimal"
    """The value is the optimum."""
    UNFINISHED = "unfinished"
    """The time was over; there are bounds."""
    TOO_LARGE = "too large"
    """The optimizer does not take the game."""
    NOT_REACHED = "not reached"
    """Nothing has been done."""


Optimizer = Callable[..., Optimum]
"""`optimize`, or what takes a game, a goal, ``time_limit`` and ``progress`` as it does."""


@final
@dataclass(frozen=True, slots=True)
class Row:
    """One game, what is known of its optimum, and what is published.

    entries: the published values.  lower_bound, upper_bound: of what the goal minimizes first, the
    upper one attained by a strategy.  total, worst: of that strategy.  seconds: spent on the row.
    reason: why there is no value.
    """

    finite: FiniteGame
    goal: Goal
    entries: tuple[Published, ...] = ()
    status: Status = Status.NOT_REACHED
    lower_bound: int | None = None
    upper_bound: int | None = None
    total: int | None = None
    worst: int | None = None
    seconds: float | None = None
    reason: str | None = None

    @property
    def key(self) -> tuple[FiniteGame, Goal]:
        """The game and the goal, which identify a row."""
        return self.finite, self.goal

    @property
    def pegs(self) -> int:
        return self.finite.pegs

    @property
    def colours(self) -> int:
        return self.finite.colours

    @property
    def secrets(self) -> int:
        return self.finite.secret_count

    @property
    def optimal(self) -> bool:
        return self.status is Status.OPTIMAL

    @property
    def value(self) -> int | None:
        """The optimum, None where it is not computed."""
        return self.upper_bound if self.optimal else None

    @property
    def expected(self) -> Fraction | None:
        """The least expected number of questions, where that is what is minimized first."""
        if self.value is None or self.goal.first is not Objective.EXPECTED:
            return None
        return Fraction(self.value, self.secrets)

    @property
    def published(self) -> int | None:
        """The published value; where there are several they are the same."""
        return self.entries[0].value if self.entries else None

    @property
    def source(self) -> str | None:
        return "; ".join(entry.source for entry in self.entries) if self.entries else None

    @property
    def agrees(self) -> bool | None:
        """Whether the published value is the optimum; None when that is not known.

        An unfinished row never agrees, but it disagrees with a value outside its bounds.
        """
        known, least, most = self.published, self.lower_bound, self.upper_bound
        if known is None or least is None or most is None:
            return None
        if not least <= known <= most:
            return False
        return True if self.optimal else None


@final
@dataclass(frozen=True, slots=True)
class Table(Shown):
    """Rows of one game, in ascending order of goal, pegs and colours.

    time_limit: the seconds that each row had at most.
    """

    game: Game
    rows: tuple[Row, ...]
    time_limit: float | None = None

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals, in the order of the rows."""
        return tuple(dict.fromkeys(row.goal for row in self.rows))

    @property
    def complete(self) -> bool:
        """Whether every row had its turn."""
        return all(row.status is not Status.NOT_REACHED for row in self.rows)

    @property
    def disagrees(self) -> bool:
        return any(row.agrees is False for row in self.rows)

    def of_goal(self, goal: Goal) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.goal is goal)


def games_between(
    game: Game,
    pegs: Sequence[int],
    colours: Sequence[int],
    *,
    distinct: bool = False,
    consistent_only: bool = False,
) -> list[FiniteGame]:
    """All combinations for which there is a game; `Refused` when there is none."""
    games = [
        FiniteGame(game, p, c, distinct, consistent_only)
        for p in pegs
        for c in colours
        if c >= (p if distinct else game.least_colours(p))
    ]
    if not games:
        raise Refused("with fewer colours than pegs there is no such game")
    return games


def grid_table(
    game: Game, pegs: Sequence[int], colours: Sequence[int], goal: Goal, **variant: bool
) -> Table:
    """The table of `games_between`; nothing is computed yet."""
    games = games_between(game, pegs, colours, **variant)
    rows = tuple(Row(finite, goal, published(finite, goal)) for finite in games)
    return Table(games[0].game, rows)  # of distinct secrets the game with all secrets, and distinct


def published_table(
    game: Game,
    goals: Iterable[Goal],
    pegs: Sequence[int] = range(1, MAX_PEGS + 1),
    colours: Sequence[int] | None = None,
) -> Table:
    """The combinations of a game for which a value is published; nothing is computed yet.

    A published formula has values for every number of colours: it counts with the *colours* that
    are asked for.  Without them only the values that are published singly have a row.
    """
    rows: list[Row] = []
    for goal in goals:
        known = published_of(game, goal, colours or ())
        for p, c in sorted({(one.pegs, one.colours) for one in known}):
            if p in pegs and (colours is None or c in colours):
                finite = FiniteGame(game, p, c)
                rows.append(Row(finite, goal, published(finite, goal)))
    return Table(game, tuple(rows))


def compute_rows(
    rows: Sequence[Row],
    *,
    time_limit: float | None = None,
    optimizer: Optimizer = optimize,
    progress: Progress = silent,
) -> Iterator[Row]:
    """The rows, each computed when it is asked for; those that are optimal stay as they are.

    time_limit: seconds for each row, None for no limit.  A caller who keeps what has been yielded
    loses no more than one row by an interrupt.
    """
    for place, row in enumerate(rows, start=1):
        head = f"row {place} of {len(rows)}; {row.pegs} pegs, {row.colours} colours"
        yield row if row.optimal else _computed(row, time_limit, optimizer, under(head, progress))


def _computed(row: Row, time_limit: float | None, optimizer: Optimizer, progress: Progress) -> Row:
    too_large = partial(replace, row, status=Status.TOO_LARGE)
    if row.finite.question_count > MOST_WORDS:
        return too_large(reason=f"more than {MOST_WORDS:,} words")
    try:
        best = optimizer(row.finite, row.goal, time_limit=time_limit, progress=progress)
    except Refused as refusal:
        return too_large(reason=str(refusal))
    except MemoryError:
        return too_large(reason="too large for the memory of this machine")
    limit = "" if time_limit is None else f" within {time_limit:g} seconds"
    return replace(
        row,
        status=Status.OPTIMAL if best.optimal else Status.UNFINISHED,
        lower_bound=int(best.lower_bound),
        upper_bound=int(best.value),
        total=best.total,
        worst=best.worst,
        seconds=best.seconds,
        reason=None if best.optimal else f"not finished{limit}",
    )
