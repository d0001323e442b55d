"""The published values that ship with the package, in ``known_values.csv``.

A value is what a goal minimizes first: the total over all secrets, or the worst case.  All are of
the games as they are: every word may be the secret, and every word may be asked.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import final

from masetproof.arguments import Refused, parse_whole
from masetproof.finite.setting import FiniteGame
from masetproof.games.registry import game_named
from masetproof.games.rules import Game
from masetproof.objectives import Goal, Objective

__all__ = ["Published", "known_values", "parse_known_values", "published", "published_of"]

FIELDS = ("game", "pegs", "colours", "objective", "value", "source")


@final
@dataclass(frozen=True, slots=True)
class Published:
    """A published optimum; value is a total or a worst case."""

    game: Game
    pegs: int
    colours: int
    objective: Objective
    value: int
    source: str


def published(finite: FiniteGame, goal: Goal) -> tuple[Published, ...]:
    """What is published of a finite game, in the order of the file.

    For a goal with a second quantity these are the values of the first.
    """
    if finite.columns:
        return ()
    return published_of(
        finite.game,
        finite.pegs,
        finite.colours,
        goal,
        distinct=finite.distinct,
        consistent_only=finite.consistent_only,
    )


def published_of(
    game: Game,
    pegs: int,
    colours: int,
    goal: Goal,
    *,
    distinct: bool = False,
    consistent_only: bool = False,
) -> tuple[Published, ...]:
    """As `published`, also for a game that is too large to be a `FiniteGame`."""
    if consistent_only or (distinct and game.repeats):
        return ()
    wanted = (game, pegs, colours, goal.first)
    return tuple(
        known
        for known in known_values()
        if (known.game, known.pegs, known.colours, known.objective) == wanted
    )


@cache
def known_values() -> tuple[Published, ...]:
    """All published values, read once, when first asked for."""
    source = files("masetproof.tables").joinpath("known_values.csv")
    return parse_known_values(source.read_text(encoding="utf-8"))


def parse_known_values(text: str) -> tuple[Published, ...]:
    """The values in a CSV text; `ValueError` names the line that is at fault.

    Every line must be of a game that exists, and no two lines may contradict each other.
    """
    reader = csv.reader(io.StringIO(text), strict=True)
    if tuple(next(reader, ())) != FIELDS:
        raise ValueError(f"line 1 must be {','.join(FIELDS)}")
    found: list[Published] = []
    values: dict[tuple[Game, int, int, Objective], int] = {}
    for cells in reader:
        try:
            entry = _entry(cells)
        except ValueError as error:
            raise ValueError(f"line {reader.line_num}: {error}") from error
        key = (entry.game, entry.pegs, entry.colours, entry.objective)
        if values.setdefault(key, entry.value) != entry.value:
            raise ValueError(f"line {reader.line_num} contradicts an earlier one")
        found.append(entry)
    return tuple(found)


def _entry(cells: list[str]) -> Published:
    if len(cells) != len(FIELDS):
        raise ValueError(f"{len(cells)} fields where {len(FIELDS)} are wanted")
    name, pegs, colours, objective, value, source = cells
    finite = FiniteGame(game_named(name), parse_whole(pegs), parse_whole(colours))
    if not source.strip():
        raise ValueError("the source is missing")
    entry = Published(
        finite.game, finite.pegs, finite.colours, Objective(objective), parse_whole(value), source
    )
    # Every secret but the one that is asked first needs a second question.
    least = 2 * finite.secret_count - 1 if entry.objective is Objective.EXPECTED else 1
    if entry.value < least:
        raise Refused(f"the value is at least {least}, not {value}")
    return entry
