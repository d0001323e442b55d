"""``masetproof grid``."""

from __future__ import annotations

import json
import logging
import os
import signal
from fractions import Fraction
from pathlib import Path

import pytest

from masetproof import GridBoard, play_grid, play_grids
from masetproof.arguments import Refused
from masetproof.cli import common, main
from masetproof.drawing import Box, Circle, Text, svg_lines
from masetproof.grid import play
from masetproof.grid.board import ProbeAnswer
from masetproof.grid.opening import opening
from masetproof.grid.separating import Separation
from masetproof.reports.drawings import game_drawing
from tests.processes import Telling

FOUR = ["grid", "--size", "4", "--colours", "6"]
SECRET = "0123/1234/2345/3450"


def printed(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main([*FOUR, *options]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_json_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(printed(capsys, "--secret", SECRET, "--json"))
    board = GridBoard(4, 6)
    game = play_grid(board, SECRET)
    assert list(document) == [
        *("size", "colours", "secret", "probes", "compatible", "known_after", "played_at"),
        "separated",
    ]
    assert document["secret"] == SECRET
    assert document["compatible"] == [asked.compatible for asked in game.asked]
    assert (document["known_after"], document["played_at"]) == (game.known_after, game.played_at)
    assert document["probes"][0]["probe"] == "0023/1123/2355/2344"
    assert document["probes"][-1]["probe"] == SECRET
    for probe in document["probes"]:
        counts = board.answer(SECRET, probe["probe"])
        told = (tuple(map(tuple, probe[name])) for name in ("rows", "columns"))
        assert ProbeAnswer(*told) == counts
    assert document["probes"][-1]["rows"] == [[4, 0]] * 4


def test_json_of_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(printed(capsys, "--games", "60", "--seed", "7", "--json"))
    games = play_grids(GridBoard(4, 6), 60, seed=7)
    assert document.pop("seconds") >= 0
    two = document.pop("compatible_after_two")
    assert document == {
        "size": 4,
        "colours": 6,
        "seed": 7,
        "games": 60,
        "asked_for": 60,
        "known_after": {str(number): n for number, n in games.known_after.items()},
        "played_at": {str(number): n for number, n in games.played_at.items()},
        "unseparated": 0,
        "unresolved": 0,
    }
    assert Fraction(two["mean"]) == games.mean_compatible
    assert list(two["quantiles"]) == ["0.0", "0.25", "0.5", "0.75", "0.9", "0.99", "1.0"]
    assert two["quantiles"]["1.0"] == max(games.compatible)
    assert (two["one"], two["not_listed"]) == (games.compatible.get(1, 0), 0)


def test_the_output_does_not_depend_on_the_workers(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for workers in ("1", "2"):
        out = json.loads(printed(capsys, "--games", "90", "--workers", workers, "--json"))
        del out["seconds"]
        found.append(out)
    assert found[0] == found[1]


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "--secret", SECRET)
    assert out.splitlines()[0] == f"4 x 4, 6 colours: secret {SECRET}"
    assert "    rows      4,0 4,0 4,0 4,0" in out.splitlines()
    assert "known after 3" in out
    many = printed(capsys, "--games", "25")
    assert many.splitlines()[0] == "4 x 4, 6 colours: 25 games, seed 0"
    for label in ("known after", "played at", "after two", "quantiles", "unseparated"):
        assert label in many


def test_fixed_probes_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "probes.txt"
    path.write_text(
        "".join(f"{GridBoard(4, 6).text(probe)}\n" for probe in opening(GridBoard(4, 6)))
    )
    same = printed(capsys, "--secret", SECRET, "--probes", str(path))
    assert same == printed(capsys, "--secret", SECRET)
    path.write_text("0123/4501/2345/0123\n")
    other = json.loads(printed(capsys, "--secret", SECRET, "--probes", str(path), "--json"))
    assert other["probes"][0]["probe"] == "0123/4501/2345/0123"
    assert other["compatible"][-1] == 1


def test_one_fixed_probe(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "--secret", SECRET, "--adaptive", "--json"))
    assert found["probes"][0]["probe"] == "0023/1123/2355/2344"
    assert found["probes"][1]["probe"] != "3411/3455/1102/5502"
    assert found["probes"][-1]["probe"] == SECRET


def test_the_picture_of_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """All cells and pegs are in it, and nothing is outside."""
    path = tmp_path / "game.svg"
    printed(capsys, "--secret", SECRET, "--svg", str(path))
    game = play_grid(GridBoard(4, 6), SECRET)
    drawing = game_drawing(game)
    assert path.read_text().splitlines() == list(svg_lines(drawing))
    cells = [mark for mark in drawing.marks if isinstance(mark, Box)]
    circles = [mark for mark in drawing.marks if isinstance(mark, Circle)]
    symbols = {
        (mark.x, round(mark.y)): mark.text
        for mark in drawing.marks
        if isinstance(mark, Text) and mark.anchor == "middle"
    }
    assert len(cells) == 16 * (1 + len(game.asked))
    shown = [symbols[cell.x + 15, round(cell.y + 15 + 0.35 * 16.8)] for cell in cells]
    grids = [game.secret, *(asked.probe for asked in game.asked)]
    assert "".join(sorted(shown)) == "".join(
        sorted(str(cell) for grid in grids for row in grid for cell in row)
    )
    secret = [
        symbols[16 + 30 * column + 15, round(82 + 30 * row + 15 + 0.35 * 16.8)]
        for row in range(4)
        for column in range(4)
    ]
    assert "".join(secret) == SECRET.replace("/", "")
    answers = [
        answer for asked in game.asked for answer in (*asked.answer.rows, *asked.answer.columns)
    ]
    small = [circle for circle in circles if circle.radius < 10]
    assert sum(circle.fill == "#111111" for circle in small) == sum(a.black for a in answers)
    assert len(small) == sum(map(sum, answers))
    assert len(circles) == len(small) + len(cells)
    for cell in cells:
        assert 0 <= cell.x <= drawing.width - 30
        assert 0 <= cell.y <= drawing.height - 30
    for circle in small:
        assert 3 < circle.x < drawing.width - 3
        assert 3 < circle.y < drawing.height - 3
        assert not any(
            cell.x - 3 < circle.x < cell.x + 33 and cell.y - 3 < circle.y < cell.y + 33
            for cell in cells
        )


def test_the_plot_is_the_same_for_the_same_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    paths = [tmp_path / name for name in ("one.svg", "two.svg")]
    for path in paths:
        printed(capsys, "--games", "40", "--plot", str(path))
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert b"compatible grids after two probes" in paths[0].read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--secret", "0123/0123/0123"], "the secret has 4 rows"),
        (["--secret", "0123/0123/0123/0126"], "row 4 of the secret has the colours 0 to 5, not 6"),
        (["--secret", "0123/0123/0123/01234"], "row 4 of the secret has 4 cells, not 5"),
        (["--secret", ""], "the secret has 4 rows"),
        (["--secret", SECRET, "--seed", "1"], "--seed goes with --games"),
        (["--secret", SECRET, "--plot", "x.pdf"], "--plot goes with --games"),
        (["--secret", SECRET, "--workers", "2"], "--workers goes with --games"),
        (["--games", "3", "--svg", "x.svg"], "--svg goes with --secret"),
        (["--games", "3", "--plot", "x.txt"], "--plot takes a file that ends in .pdf, .svg, .png"),
        (["--games", "0"], "the number of games must be 1 to 10,000,000, not 0"),
        (["--seed", "-1"], "the seed must be 0 to"),
        (["--effort", "0"], "the effort must be 1 to 30, not 0"),
        (["--workers", "0"], "the number of workers must be 1 to 1,024, not 0"),
        (["--dask", "nowhere"], "nowhere"),
        (["--probes", "/nonexistent"], "/nonexistent: No such file"),
        (["--probes", "/dev/null"], "/dev/null: there are 1 to 10 fixed probes"),
        (["--size", "0"], "the size of a grid must be 1 to 6, not 0"),
        (["--colours", "10"], "at most 9 colours, not 10"),
        (["--colours", "x"], "'x' is not a whole number"),
    ],
)
def test_what_is_refused(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main([*FOUR, *options])
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert said in err
    assert err.startswith("masetproof")
    assert err.count("\n") == 1


def test_a_file_of_probes_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "probes.txt"
    for content, said in (
        (b"\xff\xfe", "not UTF-8"),
        (b"0123/0123/0123/0123\nthree\n", "the probe of line 2 has 4 rows"),
        (b"#" * 70000, "a file of probes has at most 65,536 bytes"),
    ):
        path.write_bytes(content)
        assert main([*FOUR, "--games", "2", "--probes", str(path)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith((f"masetproof: {path}: ", f"masetproof: {path}, line 1: "))
        assert said in err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_prints_the_finished_games(workers: str) -> None:
    command = [*FOUR, "--games", "1000000", "--json", "--workers", workers]
    environment = os.environ | {"MASETPROOF_TRACEBACK": "1"}
    run = Telling(*command, stage="games", done=2, env=environment)
    run.process.send_signal(signal.SIGINT)
    out, err = run.end()
    assert run.process.returncode == 130, err
    document = json.loads(out)
    assert 0 < document["games"] < 1000000 == document["asked_for"]
    assert sum(document["known_after"].values()) == document["games"]
    assert err.splitlines() == [
        f"masetproof: interrupted; this is what {document['games']:,} of {document['asked_for']:,} "
        "games say"
    ]


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_interrupted_game_is_told_as_far_as_it_went(
    form: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    whole = play_grid(GridBoard(4, 6), SECRET)
    monkeypatch.setattr(play, "separate", interrupted)
    picture = tmp_path / "game.svg"
    assert main([*FOUR, "--secret", SECRET, "--svg", str(picture), *form]) == 130
    out, err = capsys.readouterr()
    if form:
        document = json.loads(out)
        asked = [probe["probe"] for probe in document["probes"]]
        assert (document["known_after"], document["played_at"]) == (None, None)
    else:
        asked = [line.split()[2] for line in out.splitlines() if line.startswith("  probe ")]
    assert asked == [GridBoard(4, 6).text(probe.probe) for probe in whole.asked][:2]
    again = "the same command begins again and asks the same"
    assert err == f"masetproof: interrupted after 2 probes; {again}\n"
    assert not picture.exists()


def test_one_game_tells_while_it_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each search for a separating probe, so that an interrupt is heard there, too."""
    heard = []

    def progress(stage: str, done: int, total: int) -> None:
        heard.append((stage, done, total))

    monkeypatch.setattr(common, "terminal_progress", lambda: progress)
    assert main([*FOUR, "--secret", "2244/4344/3243/0451", "--effort", "3"]) == 0
    assert heard == [("looking for the next probe", 0, 1)] * 3


def test_many_games_that_are_interrupted_before_the_first_one_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "separate", interrupted)
    assert main([*FOUR, "--games", "5", "--workers", "1"]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("interrupted before anything was finished; the same command begins again\n")


def interrupted(*_: object) -> Separation:
    raise KeyboardInterrupt


def test_dask_does_not_log_what_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    disabled = []

    def play(*_: object, **__: object) -> None:
        disabled.append(logging.root.manager.disable)
        raise Refused("no cluster")

    monkeypatch.setattr("masetproof.grid.bulk.play_grids", play)
    command = ["grid", "--size", "2", "--colours", "2"]
    assert main([*command, "--dask", "tcp://127.0.0.1:1"]) == main(command) == 2
    assert disabled == [logging.CRITICAL, logging.NOTSET]
