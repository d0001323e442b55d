"""Files are there whatever becomes of the reader of what is printed."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from masetproof.cli import main


class Gone(StringIO):
    """Standard output whose reader has gone after the first line, as `head -1` does."""

    def write(self, text: str) -> int:
        if "\n" in self.getvalue():
            raise BrokenPipeError
        return super().write(text)

    def flush(self) -> None:
        self.write("")


SMALL = ["mastermind", "--pegs", "2", "--colours", "3"]
RUNS = [
    ["optimize", *SMALL, "--tree", "tree.json"],
    ["optimize", *SMALL, "--tree", "tree.json", "--json"],
    ["strategy", *SMALL, "--tree", "tree.json"],
    ["evaluate", *SMALL, "--rule", "minimax", "--tree", "tree.json"],
    [
        *["evolve", *SMALL, "--generations", "2", "--population", "2", "--plot", "fitness.svg"],
        *["--tree", "tree.json", "--random-tree", "random.json"],
    ],
    ["grid", "--size", "2", "--colours", "3", "--secret", "01/12", "--svg", "game.svg"],
    ["grid", "--size", "2", "--colours", "3", "--games", "2", "--plot", "games.svg"],
    ["rules", "mastermind", "--pegs", "1..2", "--colours", "2..3", "--plot", "losses.svg"],
    [
        *["table", "mastermind", "--pegs", "2", "--colours", "2..3", "--csv", "table.csv"],
        *["--latex", "table.tex", "--heat-map", "table.svg"],
    ],
    ["prove", "ab", "--pegs", "1", "--plot", "theorem.svg"],
    ["prove", "ab", "--pegs", "1", "--out", ".", "--listing", "none"],
    ["graph", "ab", "--pegs", "1", "--out", "graph.dot"],
    ["show", "MM.1.0.1", "--out", "question.svg"],
]


@pytest.mark.parametrize("command", RUNS, ids=" ".join)
def test_a_reader_that_goes_away_leaves_the_same_files(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plot(draw: Callable[[Any], object], value: Any, path: Path) -> None:
        """Instead of a picture, which takes seconds: how much would be drawn."""
        path.write_text(f"{draw.__name__} of {len(value) if isinstance(value, list) else 1}")

    for module in ("pictures", "displays"):
        monkeypatch.setattr(f"masetproof.reports.{module}.save_plot", plot)

    def files(folder: str, status: int) -> dict[str, bytes]:
        place = tmp_path / folder
        place.mkdir()
        monkeypatch.chdir(place)
        assert main(command) == status
        return {one.name: one.read_bytes() for one in place.iterdir()}

    whole = files("whole", 0)
    assert whole
    monkeypatch.setattr("sys.stdout", Gone())
    cut = files("cut", 141)
    assert cut.keys() == whole.keys()
    for name in whole.keys() - {"summary.json", "SHA256SUMS"}:  # these have times
        assert cut[name] == whole[name]
