"""``masetproof optimize``: what scripts rely on, bad usage, and runs that are cut short."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import psutil
import pytest

from masetproof import files
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import MASTERMIND
from masetproof.search.keeping import cache_file
from masetproof.search.optimize import optimize
from masetproof.search.quantity import Quantity
from masetproof.search.states import plain_value
from masetproof.trees.files import load_tree
from tests.processes import Telling
from tests.search.clocks import count_time

FIELDS = [
    "game",
    "pegs",
    "colours",
    "secrets",
    "objective",
    "total",
    "expected",
    "worst",
    "histogram",
    "optimal",
    "lower_bound",
    "total_bound",
    "worst_bound",
    "fewest_bound",
    "nodes",
    "seconds",
    "kept",
    "reason",
    "by",
]
TWO_TEN = ["optimize", "mastermind", "--pegs", "2", "--colours", "10"]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of its own."""
    directory = tmp_path / "cache"
    monkeypatch.setenv("MASETPROOF_CACHE", str(directory))
    return directory


# -------------------------------------------------------------------------------------- output


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TWO_TEN, "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert list(document) == FIELDS
    nodes, seconds = document.pop("nodes"), document.pop("seconds")
    assert isinstance(nodes, int)
    assert nodes > 0
    assert isinstance(seconds, float)
    assert 0 < seconds < 60
    histogram = document.pop("histogram")
    assert sum(histogram) == 100
    assert sum(count * questions for questions, count in enumerate(histogram, 1)) == 517
    assert len(histogram) == document["worst"]
    assert document == {
        "game": "mastermind",
        "pegs": 2,
        "colours": 10,
        "objective": "expected",
        "secrets": 100,
        "total": 517,  # Chen and Lin 2004
        "expected": "517/100",
        "worst": 7,
        "optimal": True,
        "lower_bound": 517,
        "total_bound": 517,
        "worst_bound": document["worst_bound"],
        "fewest_bound": None,
        "kept": False,
        "reason": None,
        "by": "search",
    }
    assert 1 <= document["worst_bound"] <= 7
    assert err == ""


@pytest.mark.parametrize(
    ("objective", "total", "worst", "bound"),
    [
        ("worst", None, 6, 6),
        ("expected-then-worst", 760, 11, 760),
        ("worst-then-expected", 760, 11, 11),
    ],
)
def test_objectives(
    objective: str,
    total: int | None,
    worst: int,
    bound: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Lower bounds are those of what comes first."""
    game = ["black-peg", "--pegs", "2", "--colours", "10"]
    if total is None:
        game = ["mastermind", "--pegs", "2", "--colours", "8"]
    assert main(["optimize", *game, "--objective", objective, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["objective"] == objective
    assert total in (None, document["total"])
    assert (document["worst"], document["lower_bound"], document["optimal"]) == (worst, bound, True)


def test_output_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["optimize", "ab", "--pegs", "3", "--colours", "3", "--consistent-only"]) == 0
    out, err = capsys.readouterr()
    assert re.sub(r"searched .*", "searched", out).splitlines() == [
        "AB game, 3 pegs, 3 colours, consistent questions only: 6 secrets",
        "  objective   expected",
        "  total       15",
        "  expected    5/2 = 2.500000",
        "  worst case  4",
        "  histogram   1 2 2 1",
        "  optimal     yes, by exhaustive search",
        "  searched",
    ]
    assert err == ""


def test_the_fewest_secrets_that_need_the_worst_case(capsys: pytest.CaptureFixture[str]) -> None:
    """With three pegs and colours: one, by brute force."""
    finite = FiniteGame(MASTERMIND, 3, 3)
    assert plain_value(finite, frozenset(finite.secrets), 4, Quantity.NEEDING_LAST) == 1
    command = ["optimize", "mastermind", "--pegs", "3", "--colours", "3"]
    command += ["--objective", "worst-then-fewest"]
    assert main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["worst"], document["histogram"][-1], document["fewest_bound"]) == (4, 1, 1)
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  worst case  4" in lines
    assert "  needed by   1 secret" in lines


def test_options_reach_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["optimize", "mastermind", "--pegs", "3", "--colors", "4", "--json"]
    found = {}
    for options in (
        [],
        ["--secrets", "distinct"],
        ["--secrets", "distinct", "--consistent-only"],
        ["--max-questions", "4", "--objective", "worst", "--memory", "64", "--workers", "1"],
        ["--time-limit", "none"],
    ):
        assert main([*command, *options]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["colours"] == 4
        found[" ".join(options)] = document["secrets"], document["worst"], document["optimal"]
        distinct, only = "distinct" in options, "--consistent-only" in options
        if "--objective" not in options:
            finite = FiniteGame(MASTERMIND, 3, 4, distinct=distinct, consistent_only=only)
            assert document["total"] == optimize(finite).total
    assert [secrets for secrets, _, _ in found.values()] == [64, 24, 24, 64, 64]
    assert all(optimal for _, _, optimal in found.values())


def test_state_of_play(capsys: pytest.CaptureFixture[str]) -> None:
    finite = FiniteGame(MASTERMIND, 2, 3, after=("01:1,0",))
    game = ["mastermind", "--pegs", "2", "--colours", "3", "--json", "--after"]
    assert main(["optimize", *game, "01:1,0"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["secrets"] == 4  # 00, 02, 11 and 21
    assert document["total"] == plain_value(finite.whole, frozenset(finite.secrets))
    assert main(["optimize", *game, "01:1,0", "--after", "00:1,0"]) == 0
    assert json.loads(capsys.readouterr().out)["secrets"] == 1  # 02
    assert main(["evaluate", *game, "01:1,0", "--rule", "entropy"]) == 0
    assert json.loads(capsys.readouterr().out)["secrets"] == 4
    assert main(["optimize", *game, "01:0,0", "02:0,0", "10:0,0"]) == 2
    assert capsys.readouterr().err == "masetproof: no secret gives these answers\n"


def test_one_secret(capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("mastermind", "ab", "black-peg", "black-peg-ab"):
        assert main(["optimize", game, "--pegs", "1", "--colours", "1", "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert (document["total"], document["expected"], document["histogram"]) == (1, "1", [1])


def test_trees_are_verified_and_do_not_depend_on_the_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["optimize", "black-peg", "--pegs", "3", "--colours", "5"]
    command += ["--objective", "expected-then-worst", "--max-questions", "9", "--json"]
    documents, trees = [], []
    for workers in ("1", "2"):
        path = tmp_path / f"{workers}.json"
        assert main([*command, "--workers", workers, "--tree", str(path)]) == 0
        document = json.loads(capsys.readouterr().out)
        del document["seconds"], document["nodes"]  # states are found in another order
        documents.append(document)
        trees.append(path.read_bytes())
        assert main(["tree", "verify", str(path)]) == 0
        assert "Verified: the strategy finds every secret" in capsys.readouterr().out
    assert documents[0] == documents[1]
    assert trees[0] == trees[1]
    claims = load_tree(tmp_path / "1.json").claims
    assert (claims.total, claims.worst, claims.max_questions, claims.optimal) == (645, 7, 9, True)
    assert list(claims.histogram or ()) == documents[0]["histogram"]
    assert claims.lower_bound == documents[0]["lower_bound"] == 645


# ---------------------------------------------------------------------------------- bad usage


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--colours", "0"], "this game takes at least 1 colour, not 0"),
        (["--colours", "-1"], "the number of colours must be 0 to 1,000,000, not -1"),
        (["--colours", "six"], "'six' is not a whole number"),
        (["--colours", "3.5"], "'3.5' is not a whole number"),
        (["--colours", ""], "'' is not a whole number"),
        ([], "--colours"),
        (["--colours", "3", "--pegs", "0"], "the number of pegs must be 1 to 1,000,000, not 0"),
        (["--colours", "3", "--pegs", "17"], "words are listed with at most 16 pegs, not 17"),
        (["--colours", "3", "--pegs", "x"], "'x' is not a whole number"),
        (["--colours", "16", "--pegs", "5"], "has 1,048,576 words; at most 65,536 are listed"),
        (["--colours", "3", "--secrets", "distinct", "--pegs", "4"], "takes at least 4 colours"),
        (["--colours", "3", "--secrets", "some"], "--secrets"),
        (["--colours", "3", "--objective", "best"], "--objective"),
        (["--colours", "3", "--max-questions", "0"], "must be at least 1, not 0"),
        (["--colours", "3", "--max-questions", "two"], "'two' is not a whole number"),
        (["--colours", "3", "--time-limit", "0"], "takes a positive number or 'none', not '0'"),
        (["--colours", "3", "--time-limit", "-1"], "takes a positive number or 'none'"),
        (["--colours", "3", "--time-limit", "nan"], "takes a positive number or 'none'"),
        (["--colours", "3", "--workers", "0"], "number of workers must be 1 to 1,024, not 0"),
        (["--colours", "3", "--workers", "2000"], "number of workers must be 1 to 1,024"),
        (["--colours", "3", "--workers", "2", "--dask", "tcp://localhost:1"], "not allowed with"),
        (["--colours", "3", "--dask", "nowhere"], "no Dask scheduler at 'nowhere'"),
        (["--colours", "3", "--memory", "0"], "argument --memory: takes 1 to 16,777,216 MB, not 0"),
        (["--colours", "20", "--pegs", "3", "--memory", "16", "--workers", "1"], "the 16 MB"),
        (["--colours", "3", "--tree", "/proc/none/tree.json"], "cannot write to --tree"),
        (["--colours", "3", "--tree", "/nonexistent/tree.json"], "cannot write to --tree"),
        (["--colours", "3", "--tree", "/tmp"], "--tree takes a file, not '/tmp'"),
        (["--colours", "3", "--tree", ""], "--tree takes a file, not ''"),
    ],
    ids=str,
)
def test_bad_usage_gets_one_sentence_and_status_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pegs = [] if "--pegs" in arguments else ["--pegs", "2"]
    try:
        status = main(["optimize", "mastermind", *pegs, *arguments])
    except SystemExit as error:  # how argparse ends
        status = int(str(error.code))
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert complaint in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ab", "--pegs", "4", "--colours", "3"], "takes at least 4 colours, not 3"),
        (["black-peg-ab", "--pegs", "3", "--colours", "2"], "takes at least 3 colours, not 2"),
        (["chess", "--pegs", "3", "--colours", "2"], "unknown game 'chess'"),
    ],
    ids=str,
)
def test_games_that_there_are_not_get_one_sentence(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["optimize", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert complaint in err


@pytest.mark.parametrize("colours", ["3", "6"])
def test_that_there_is_no_strategy_is_an_answer(
    colours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Goddard 2004: with two pegs floor(n / 2) + 2 questions are needed."""
    command = ["optimize", "mastermind", "--pegs", "2", "--colours", colours]
    limit = str(int(colours) // 2 + 1)
    assert main([*command, "--max-questions", limit]) == 1
    out, err = capsys.readouterr()
    assert f"no strategy with at most {limit} questions" in out
    assert err == ""
    assert main([*command, "--max-questions", limit, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["total"], document["optimal"]) == (None, True)
    assert f"no strategy with at most {limit} questions" in document["reason"]


@pytest.mark.parametrize("place", ["/dev/full", "gone"])
@pytest.mark.parametrize("as_json", [False, True])
def test_a_result_is_printed_though_its_strategy_cannot_be_written(
    place: str, as_json: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk is full, or the directory is removed during the search."""
    path = Path(place)
    if place == "gone":
        path = tmp_path / "gone" / "tree.json"
        path.parent.mkdir()
        remove = path.parent.rmdir
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "masetproof.cli.common.terminal_progress",
                lambda: lambda *_: remove() if path.parent.exists() else None,
            )
            status = main([*TWO_TEN, "--tree", str(path), *["--json"] * as_json])
    else:
        status = main([*TWO_TEN, "--tree", place, *["--json"] * as_json])
    out, err = capsys.readouterr()
    assert status == 2
    assert json.loads(out)["total"] == 517 if as_json else "517" in out
    assert len(err.splitlines()) == 1
    assert str(path) in err


def test_a_strategy_may_be_thrown_away(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TWO_TEN, "--tree", "/dev/null"]) == 0
    assert "517" in capsys.readouterr().out
    assert Path("/dev/null").is_char_device()


# ------------------------------------------------------------------------- runs that are cut short

LONG = ["mastermind", "--pegs", "4", "--colours", "6", "--objective", "expected-then-worst"]


def test_an_interrupted_run_says_how_far_it_is_and_goes_on(
    cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "tree.json"
    command = ["optimize", *LONG, "--tree", str(tree), "--workers", "2"]
    # When a part is done there are workers, which are threads.
    stopped = Telling(*command, stage="best so far", done=1, waits=True, start_new_session=True)
    process = stopped.process
    assert psutil.Process(process.pid).num_threads() > 2
    assert psutil.Process(process.pid).children() == []
    # As a terminal does it: the interrupt goes to all of its group.
    os.killpg(process.pid, signal.SIGINT)
    out, err = stopped.end()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert len(err.splitlines()) == 1
    assert "the same command goes on" in err
    total, bound = re.search(  # type: ignore[union-attr]
        r"total +([\d,]+)\n(?s:.*)not proved; the total is at least ([\d,]+)", out
    ).groups()
    assert int(bound.replace(",", "")) <= 5625 <= int(total.replace(",", ""))

    claims = load_tree(tree).claims
    assert (claims.optimal, claims.total) == (False, int(total.replace(",", "")))
    (checkpoint,) = cache.glob("search-mastermind-4-6-*.jsonl")
    assert checkpoint.stat().st_size > 100
    assert main(["optimize", *LONG, "--tree", str(tree), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["total"], document["worst"], document["optimal"]) == (5625, 6, True)
    claims = load_tree(tree).claims
    assert (claims.optimal, claims.total, claims.worst) == (True, 5625, 6)
    assert list(cache.glob("search-*")) == []


def test_a_time_limit(
    cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    count_time(monkeypatch, 0.01)
    command = ["optimize", *LONG, "--workers", "1", "--json"]
    assert main([*command, "--time-limit", "1"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert list(document) == FIELDS
    assert not document["optimal"]
    assert document["lower_bound"] == document["total_bound"] <= 5625 <= document["total"]
    assert document["seconds"] < 10  # of that clock
    assert err == ""
    assert len(list(cache.glob("search-*"))) == 1
    assert main([*command[:-1], "--time-limit", "0.5"]) == 0
    assert "not proved; the total is at least" in capsys.readouterr().out


def test_an_interrupt_in_json(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Still one document, and status 130."""

    def progress(stage: str, done: int, total: int) -> None:
        if stage.startswith("best so far"):  # the search has begun
            raise KeyboardInterrupt

    monkeypatch.setattr("masetproof.cli.common.terminal_progress", lambda: progress)
    assert main(["optimize", "mastermind", "--pegs", "2", "--colours", "11", "--json"]) == 130
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert list(document) == FIELDS
    assert not document["optimal"]
    assert document["lower_bound"] <= 667 <= document["total"]  # by the theorem of two pegs
    assert document["reason"] == "interrupted"
    assert "interrupted" in err


@pytest.mark.keeps_optima
@pytest.mark.parametrize(
    "command",
    [
        ["optimize", "mastermind", "--pegs", "2", "--colours", "3"],
        ["rules", "mastermind", "--pegs", "2", "--colours", "3", "--time-limit", "none"],
    ],
    ids=lambda command: command[0],
)
def test_pipes_in_the_cache_are_not_waited_for(
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    monkeypatch.setattr(files, "_MILLISECONDS", 10)
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    unfinished = cache_file(FiniteGame("mastermind", 2, 3), "search", ".jsonl")
    assert unfinished is not None
    kept = [*tmp_path.glob("*.txt"), *tmp_path.glob("*.json*")]
    assert kept
    for path in {*kept, unfinished}:
        path.unlink(missing_ok=True)
        os.mkfifo(path)
    assert main([*command, "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again | {"seconds": None} == found | {"seconds": None}


FIRST = ["optimize", "mastermind", "--pegs", "3", "--colours", "4", "--workers", "1", "--first"]


def test_first_questions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tree = tmp_path / "tree.json"
    assert main([*FIRST, "all", "--tree", str(tree), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["total"], document["optimal"], document["first_question"]) == (
        206,
        True,
        "001",
    )
    assert [one["class_size"] for one in document["first"]] == [36, 24, 4]
    assert [one["lower_bound"] for one in document["first"]] == [
        one["total"] for one in document["first"]
    ]
    assert main(["tree", "verify", str(tree)]) == 0
    assert "206" in capsys.readouterr().out
    assert main([*FIRST, "332", "001", "--first", "000"]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()[1:]] == ["question", "332", "000"]
    assert err == "masetproof: 001 costs what 332 costs: they are the same by symmetry\n"
    assert main([*FIRST, "all", "--csv"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith("question,class_size,total,expected,worst,loss")
    assert rows[0].startswith("001,36,206,103/32,")


def test_no_strategy_begins_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FIRST, "000", "--max-questions", "4", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["total"], document["first"][0]["total"]) == (None, None)
    assert "at most 4 questions" in document["reason"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["00"], "must be a word of 3 colours"),
        (["001", "--first", "001"], "001 is there twice"),
        (["all", "001"], "no other one is named beside it"),
        (["000,001"], "are 0 to 3; several questions have spaces between them"),
        (["all", "--csv", "--json"], "not both csv and json"),
    ],
)
def test_first_questions_that_make_no_sense(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*FIRST, *options]) == 2
    assert complaint in capsys.readouterr().err
