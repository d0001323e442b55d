"""``masetproof evolve``, and the transformations of ``masetproof tree convert``."""

from __future__ import annotations

import json
import os
import re
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from masetproof import FiniteGame, evolve, optimize, random_tree, replay, transform
from masetproof.cli import main
from masetproof.trees.claims import Claimed
from masetproof.trees.files import load_tree
from tests.processes import Telling

SMALL = ["evolve", "mastermind", "--pegs", "3", "--colours", "3", "--seed", "1", "--workers", "1"]
THREE = FiniteGame("mastermind", 3, 3)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The optimum is 73/27 with a worst case of 4 (Goddard 2004)."""
    assert main([*SMALL, "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    best, worst = document.pop("best_by_generation"), document.pop("worst_by_generation")
    histogram = document.pop("histogram")
    assert document == {
        "game": "mastermind",
        "pegs": 3,
        "colours": 3,
        "secrets": 27,
        "objective": "expected-then-worst",
        "seed": 1,
        "population": 40,
        "total": 73,
        "expected": "73/27",
        "worst": 4,
        "generations": 500,
        "evaluations": 20000,
        "reason": None,
    }
    assert len(best) == len(worst) == 500
    assert best == sorted(best, reverse=True)
    assert (best[-1], worst[-1]) == (73, 4)
    assert len(histogram) == 4
    assert sum(histogram) == 27
    assert sum(count * questions for questions, count in enumerate(histogram, 1)) == 73
    assert err == ""


def test_one_of_a_thing_is_no_plural(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--population", "1", "--generations", "1"]) == 0
    assert "1 breaker, 1 generation, seed 1\n" in capsys.readouterr().out


def test_the_output_does_not_depend_on_the_workers(capsys: pytest.CaptureFixture[str]) -> None:
    command = [*SMALL, "--generations", "60", "--population", "9", "--json"]
    found = []
    for workers in ("1", "3"):
        assert main([*command, "--workers", workers]) == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--generations", "100"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "Mastermind, 3 pegs, 3 colours: 27 secrets"
    assert "  evolved     40 breakers, 100 generations, seed 1\n" in out
    assert "  expected    73/27 = 2.703704\n" in out
    assert re.search(r"^  best since  generation [1-9][0-9]?$", out, re.M)
    assert err == ""


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {name: tmp_path / name for name in ("best.json", "random.json", "fitness.svg")}
    options = ["--tree", "best.json", "--random-tree", "random.json", "--plot", "fitness.svg"]
    options = [str(names.get(word, word)) for word in options]
    assert main([*SMALL, "--generations", "100", *options]) == 0
    out = capsys.readouterr().out
    assert out.endswith(f"wrote 3 files in {tmp_path}: best.json, random.json, fitness.svg\n")
    stored = load_tree(names["best.json"])
    found = evolve(THREE, seed=1, generations=100)
    assert stored.tree == found.tree
    assert stored.claims == Claimed(
        goal="expected-then-worst",  # type: ignore[arg-type]
        total=73,
        worst=4,
        histogram=found.histogram,
    )
    assert load_tree(names["random.json"]).tree == random_tree(THREE, 1)
    assert names["fitness.svg"].read_text().startswith("<?xml")


def test_options_reach_the_game_and_the_evolution(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["evolve", "black-peg", "--pegs", "3", "--colours", "3", "--secrets", "distinct"]
    command += ["--consistent-only", "--objective", "worst-then-expected", "--seed", "8"]
    command += ["--generations", "30", "--population", "6", "--memory", "16", "--json"]
    assert main(command) == 0
    document = json.loads(capsys.readouterr().out)
    finite = FiniteGame("black-peg", 3, 3, distinct=True, consistent_only=True)
    found = evolve(finite, "worst-then-expected", seed=8, generations=30, population=6)
    assert document["secrets"] == 6
    assert (document["total"], document["worst"]) == (found.total, found.worst)
    assert document["best_by_generation"] == [one.total for one in found.generations]


def test_in_the_middle_of_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tree.json"
    command = ["evolve", "mastermind", "--pegs", "3", "--colours", "4", "--generations", "60"]
    assert main([*command, "--tree", str(path), "--json", "--after", "001:1,0"]) == 0
    document = json.loads(capsys.readouterr().out)
    finite = FiniteGame("mastermind", 3, 4, after=("001:1,0",))  # type: ignore[arg-type]
    best = optimize(finite, "expected-then-worst", workers=1)
    assert sum(document["histogram"]) == best.finite.secret_count
    assert (document["total"], document["worst"]) == (best.total, best.worst)
    assert load_tree(path).tree.finite == finite


def test_the_time_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["evolve", "mastermind", "--pegs", "4", "--colours", "4", "--time-limit", "0.1"]
    assert main([*command, "--generations", "100000", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["reason"] == "the time was over"
    assert 1 <= document["generations"] < 100000
    assert len(document["best_by_generation"]) == document["generations"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--generations", "0"], "the number of generations must be 1 to 1,000,000, not 0"),
        (["--population", "0"], "the population must be 1 to 1,000,000, not 0"),
        (["--seed", "-1"], "the seed must be 0 to 9,223,372,036,854,775,807, not -1"),
        (["--workers", "0"], "the number of workers must be 1 to 1,024, not 0"),
        (["--memory", "0"], "argument --memory: takes 1 to 16,777,216 MB, not 0"),
        (
            ["--plot", "fitness.txt"],
            "ends in .pdf, .svg, .png, .pgf, not 'fitness.txt'",
        ),
        (["--tree", "x.svg", "--plot", "x.svg"], "--plot x.svg is the file of another option, too"),
        (["--time-limit", "0"], "takes a positive number or 'none', not '0'"),
        (["--objective", "worst"], "invalid choice: 'worst'"),
        (
            ["--consistent-only", "--random-tree", "random.json"],
            "a blind breaker does not know which questions are consistent",
        ),
    ],
)
def test_bad_usage(
    options: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with suppress(SystemExit):  # the parser ends the program, and its status is tested elsewhere
        assert main([*SMALL, *options]) == 2
    out, err = capsys.readouterr()
    assert complaint in err
    assert len(err.splitlines()) == 1
    assert out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_the_best(workers: int, tmp_path: Path) -> None:
    """Printed and written is the best tree of the generations that were finished."""
    path = tmp_path / "best.json"
    command = [*SMALL, "--generations", "1000000", "--workers", str(workers)]
    command += ["--json", "--tree", str(path)]
    environment = os.environ | {"MASETPROOF_TRACEBACK": "1"}
    run = Telling(*command, stage="best so far", done=1, env=environment)
    run.process.send_signal(signal.SIGINT)
    out, err = run.end()
    assert run.process.returncode == 130, err
    assert err.splitlines() == [
        "masetproof: interrupted; this is the best of the generations that were finished"
    ]
    document = json.loads(out)
    assert document["reason"] == "interrupted"
    assert document["generations"] % 25 == 1
    found = replay(load_tree(path).tree)
    assert (found.total, found.worst) == (document["total"], document["worst"])


def test_a_file_that_cannot_be_written_does_not_lose_the_result(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*SMALL, "--generations", "2", "--tree", "/dev/full"]) == 2
    out, err = capsys.readouterr()
    assert "worst case" in out
    assert err == "masetproof: /dev/full: No space left on device\n"


def test_trees_before_and_after(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The drawings say what each transformation has left."""
    path = tmp_path / "random.json"
    assert main([*SMALL, "--generations", "1", "--random-tree", str(path)]) == 0
    capsys.readouterr()
    tree, done = random_tree(THREE, 1), []
    for name in ("shrink", "idle", "triangle"):
        tree = transform(tree, name)
        done.append(name)
        for form in ("svg", "dot", "text", "json"):
            assert (
                main(["tree", "convert", str(path), "--transform", ",".join(done), "--to", form])
                == 0
            )
            out = capsys.readouterr().out
            assert form == "json" or f"total {replay(tree).total:,}, " in out
        after = tmp_path / "after.json"
        after.write_text(out)
        assert load_tree(after).tree == tree


def test_what_was_claimed_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    best, after = tmp_path / "best.json", tmp_path / "after.json"
    assert main([*SMALL, "--generations", "1", "--tree", str(best)]) == 0
    assert main(["tree", "convert", str(best), "--transform", "idle", "--out", str(after)]) == 0
    assert load_tree(after).claims == Claimed()
    assert load_tree(after).tree == load_tree(best).tree
    capsys.readouterr()
    assert main(["tree", "convert", str(best), "--transform", "rotate", "--to", "svg"]) == 2
    out, err = capsys.readouterr()
    assert err == (
        "masetproof: the transformation is one of shrink, idle, triangle, not 'rotate'\n"
    )
    assert out == ""
