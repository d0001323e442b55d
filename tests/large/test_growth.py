"""The picture of how questions grow with the board."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from benchmarks.large import growth_figure, information_bound
from masetproof import FiniteGame, crack_games
from masetproof.reports.pictures import save_plot


def test_the_information_bound() -> None:
    """Four pegs have 14 answers, so that 14 to this power is the number of secrets."""
    assert 14 ** information_bound(4, 6) == pytest.approx(1296)
    assert information_bound(1, 8) == pytest.approx(math.log2(8))


def test_the_picture_has_the_games(tmp_path: Path) -> None:
    boards = [FiniteGame("mastermind", pegs, 3) for pegs in (2, 3, 4)]
    series = {
        method: [crack_games(board, method, games=5, workers=1) for board in boards]
        for method in ("decomposition", "sieve")
    }
    left, right = growth_figure("three colours", series).axes
    lines = {line.get_label(): line.get_xydata().tolist() for line in left.get_lines()}
    assert lines[r"$P\,\log_2 P$"] == [[pegs, pegs * math.log2(pegs)] for pegs in (2, 3, 4)]
    means = [container.lines[0].get_ydata().tolist() for container in left.containers]  # type: ignore[union-attr]
    assert means == [[float(one.mean) for one in some] for some in series.values()]
    seconds = [line.get_ydata().tolist() for line in right.get_lines()]  # type: ignore[union-attr]
    assert seconds == [[one.seconds / 5 for one in some] for some in series.values()]
    picture = tmp_path / "growth.svg"
    save_plot(lambda games: growth_figure("three colours", games), series, picture)
    assert b"information bound" in picture.read_bytes()
