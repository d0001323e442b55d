"""The published values, reproduced by the optimizer."""

from __future__ import annotations

import csv
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from masetproof.games.pegs import PegGame
from masetproof.games.registry import GAMES
from masetproof.games.rules import Game
from masetproof.objectives import Goal
from masetproof.tables.table import Row, compute_rows, published_table
from tests.processes import PATIENCE

MOST_SECRETS = 1300


def rows_of(game: Game, large: bool) -> list[Row]:
    table = published_table(game, (Goal.EXPECTED, Goal.WORST))
    return [row for row in table.rows if (row.secrets > MOST_SECRETS) == large]


PEG_GAMES = [
    game for game in GAMES.values() if isinstance(game, PegGame) and not game.distinct_secrets
]

LARGE = [row for game in PEG_GAMES for row in rows_of(game, large=True)]


@pytest.mark.parametrize("game", PEG_GAMES, ids=lambda game: game.name)
def test_published_values_of_small_games_are_reproduced(game: Game) -> None:
    rows = list(compute_rows(rows_of(game, large=False)))
    assert rows
    for row in rows:
        assert (row.value, row.agrees) == (row.published, True), row


@pytest.mark.slow
@pytest.mark.parametrize("row", LARGE, ids=lambda r: f"{r.finite.key}-{r.goal}")
def test_published_values_of_large_games_are_reproduced(row: Row) -> None:
    (computed,) = compute_rows([row])
    assert (computed.value, computed.agrees) == (row.published, True)


def test_a_run_that_is_interrupted_keeps_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    command = ["table", "mastermind", "--pegs", "2..5", "--colours", "6..8", "--time-limit", "none"]
    process = subprocess.Popen(
        [sys.executable, "-m", "masetproof", *command, "--csv", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + PATIENCE
    while not path.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, complaint
    assert "--resume goes on" in complaint
    assert "Traceback" not in complaint
    assert "   2        6       36    132    3.6667        132  agrees" in output
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert (rows[0]["value"], rows[0]["status"], len(rows)) == ("132", "optimal", 12)
