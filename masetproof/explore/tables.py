"""The pages of tables: small games computed, and what is published beside it."""

from __future__ import annotations

from masetproof.arguments import Refused
from masetproof.games.pegs import PegGame
from masetproof.games.registry import GAMES
from masetproof.objectives import Goal
from masetproof.progress import Progress, silent
from masetproof.reports.tables import tabulars
from masetproof.tables.records import FIELDS
from masetproof.tables.rendering import json_records
from masetproof.tables.table import Table, compute_rows, grid_table, published_table
from masetproof.tables.text import COLUMNS, summary_sentence

__all__ = ["table_document", "table_games"]

_GOALS = (Goal.EXPECTED, Goal.WORST)
_MOST_SECRETS = 256
"""The most secrets of a game that is computed for the page, which takes milliseconds."""
_PEGS, _COLOURS = range(1, 5), range(1, 9)


def table_games() -> list[str]:
    """The games that have a table."""
    return [name for name, game in GAMES.items() if isinstance(game, PegGame)]


def table_document(name: str, progress: Progress = silent) -> dict[str, object]:
    """The document ``table/GAME``; `Refused` when there is no such table."""
    if name not in table_games():
        raise Refused(f"there is no table {name!r}; there are {', '.join(table_games())}")
    game = GAMES[name]
    rows = {row.key: row for row in published_table(game, _GOALS).rows}
    for goal in _GOALS:
        for row in grid_table(game, _PEGS, _COLOURS, goal).rows:
            if row.secrets <= _MOST_SECRETS:
                rows.setdefault(row.key, row)
    small = [row for row in rows.values() if row.secrets <= _MOST_SECRETS]
    rows |= {row.key: row for row in compute_rows(small, progress=progress)}
    order = sorted(rows.values(), key=lambda row: (_GOALS.index(row.goal), row.pegs, row.colours))
    table = Table(game, tuple(order))
    return {
        "kind": "table",
        "game": game.name,
        "title": game.title,
        "summary": summary_sentence(table),
        "rows": json_records([*FIELDS, COLUMNS["comparison"]], table.rows),
        "latex": "\n".join(tabulars(table)) + "\n",
    }
