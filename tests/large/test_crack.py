"""Many games, and the command line."""

from __future__ import annotations

import io
import json
import signal
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from distributed import LocalCluster

from masetproof import FiniteGame
from masetproof.arguments import Refused
from masetproof.cli import common, main
from masetproof.large.crack import crack, crack_games
from masetproof.progress import Interrupted
from tests.large.plain import check_game
from tests.processes import Telling

FOUR = FiniteGame("mastermind", 4, 6)
BASIC = ["crack", "mastermind", "--pegs", "4", "--colours", "6"]


@pytest.mark.parametrize(
    "method", ["decomposition", pytest.param("sample", marks=pytest.mark.slow)]
)
def test_the_result_does_not_depend_on_the_workers(method: str) -> None:
    one, two = (crack_games(FOUR, method, games=12, seed=7, workers=workers) for workers in (1, 2))
    assert one.seconds > 0
    assert two.seconds > 0
    assert one == two
    assert one.records.total() == 12


def test_many_games_are_the_sum_of_single_ones() -> None:
    games = crack_games(FOUR, "sieve", games=20, seed=5, workers=1)
    single = [crack(FOUR, None, "sieve", seed=5, game=game) for game in range(20)]
    asked = [len(game.turns) for game in single]
    assert games.mean == Fraction(sum(asked), 20)
    assert games.histogram == tuple(asked.count(n) for n in range(1, max(asked) + 1))
    assert (games.worst, games.found, games.black) == (max(asked), 20, 80)
    spread = sum((n - sum(asked) / 20) ** 2 for n in asked) / 19
    assert games.standard_error == pytest.approx((spread / 20) ** 0.5)
    assert len({game.secret for game in single}) > 10


@pytest.mark.parametrize("method", ["decomposition", "sieve", "sample"])
def test_a_limit(method: str) -> None:
    wholes = [crack(FOUR, None, method, game=game) for game in range(20)]
    for limit, (game, whole) in product((1, 2, 3, 9), enumerate(wholes)):
        played = crack(FOUR, None, method, game=game, limit=limit)
        if len(whole.turns) < limit:
            assert played == whole
        else:
            assert len(played.turns) == limit
            assert played.turns[:-1] == whole.turns[: limit - 1]
        black, white = played.turns[-1].answer
        assert (played.black, played.weighted) == (black, 2 * black + white)
        assert played.found == (black == 4)


def test_the_final_answer_is_better_than_one_at_random() -> None:
    """Which has a sixth of four black pegs; after five questions much is known."""
    for method in ("decomposition", "sieve", "sample"):
        games = crack_games(FOUR, method, games=40, limit=5, workers=1)
        assert games.black / games.games > 2 * 4 / 6
        assert games.found == sum(games.histogram)


def test_an_interrupt_keeps_the_games_that_were_finished() -> None:
    def progress(stage: str, done: int, total: int) -> None:
        assert (stage, total) == ("games", 10)
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        crack_games(FOUR, "sieve", games=10, workers=1, progress=progress)
    kept, whole = caught.value.finished, crack_games(FOUR, "sieve", games=3, workers=1)
    assert (kept.games, kept.histogram) == (3, whole.histogram)


def test_an_interrupt_of_the_first_of_many_games_keeps_none() -> None:
    for calls in (1, 3):
        with pytest.raises(KeyboardInterrupt) as caught:
            crack_games(FOUR, "sample", games=9, workers=1, progress=interrupting(calls))
        assert type(caught.value) is KeyboardInterrupt


@pytest.mark.parametrize(
    ("secret", "why"),
    [
        ("012", "the secret must be a word of 4 colours, not '012'"),
        ("0126", "the secret 0126 has the colour 6, but the colours are 0 to 5"),
        ("01?3", "is no colour"),
        ((0, 1, 2), "has 3 cells, not 4"),
        (None, ""),
    ],
)
def test_secrets(secret: object, why: str) -> None:
    if secret is None:
        assert crack(FOUR).found
        return
    with pytest.raises(Refused, match=why.replace("?", r"\?")):
        crack(FOUR, secret)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------ the command line


def test_json_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    for method in ("decomposition", "sieve", "sample"):
        assert main([*BASIC, "--secret", "5025", "--method", method, "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        turns = [
            (tuple(map(int, turn["question"])), (turn["black"], turn["white"]))
            for turn in document.pop("questions")
        ]
        check_game((5, 0, 2, 5), turns, 6)
        assert document == {
            "game": "mastermind",
            "pegs": 4,
            "colours": 6,
            "secrets": "1296",
            "method": method,
            "seed": 0,
            "limit": None,
            "secret": "5025",
            "found": True,
            "score": {"black": 4, "weighted": 8},
        }


def test_json_of_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BASIC, "--games", "9", "--method", "sieve", "--limit", "4", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    games = crack_games(FOUR, "sieve", games=9, limit=4, workers=1)
    assert document["seconds"] >= 0
    assert (document["mean"], document["worst"]) == (str(games.mean), games.worst)
    assert (document["games"], document["found"]) == (9, sum(document["histogram"]))
    assert document["standard_error"] == pytest.approx(games.standard_error, abs=1e-6)


def test_colours_beyond_the_symbols_are_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["crack", "mastermind", "--pegs", "3", "--colours", "100", "--secret", "99,0,17"]
    assert main([*command, "--method", "decomposition", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["questions"][-1] == {"question": "99,0,17", "black": 3, "white": 0}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--secret", "012"], "the secret must be a word of 4 colours"),
        (["--secret", "0127"], "the secret 0127 has the colour 7, but the colours are 0 to 5"),
        (["--limit", "0"], "the limit of questions must be at least 1, not 0"),
        (["--games", "0"], "the number of games must be 1 to"),
        (["--games", "2", "--workers", "0"], "the number of workers must be 1 to"),
        (["--workers", "2"], "are for --games"),
        (["--secret", "0123", "--games", "2"], "not allowed with argument"),
        (["--method", "guess"], "invalid choice"),
        (["--interactive", "--json"], "not for --interactive"),
        (["--games", "2", "--dask", "nowhere"], "Dask"),
    ],
)
def test_bad_usage(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main([*BASIC, *arguments])
    except SystemExit as end:
        status = end.code  # type: ignore[assignment]
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert why in err
    assert len(err.splitlines()) == 1


def talk(monkeypatch: pytest.MonkeyPatch, command: list[str], lines: list[str]) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main([*command, "--interactive"])


def test_interactive(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The same questions as in a game that the program plays alone, and slips are explained."""
    turns = crack(FOUR, "5025", "sieve").turns
    answers = [f"{turn.answer.black},{turn.answer.white}" for turn in turns]
    slips = ["?", "", "9,9", "x", "1", "3,1", "back 1", "back x"]
    again = [answers[0], "back 1"]
    command = [*BASIC, "--method", "sieve"]
    assert talk(monkeypatch, command, [*slips, *again, *answers]) == 0
    out = capsys.readouterr().out
    assert f"Found with {len(turns)} question" in out
    assert "no command 'x'; '?' lists" in out
    for slip in ("9,9", "1"):
        assert f"'{slip}' is no answer of this game" in out
    for told in ("the answer, or 1 1", "which leaves", "say the number of a question"):
        assert told in out
    asked = [line.split()[1] for line in out.splitlines() if line[:1].isdigit()]
    assert asked[-1] == FOUR.text(turns[-1].question)


@pytest.mark.parametrize("method", ["sieve", "sample"])
def test_answers_that_contradict_each_other(
    method: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unless the board is very large it says which answers they are; then the game goes on."""
    command = [*BASIC, "--method", method]
    assert talk(monkeypatch, command, ["0,0", *["0,0"] * 9, "back 1", "quit"]) == 0
    out = capsys.readouterr().out
    assert "which leaves" in out
    assert "say 'back N'" in out
    large = ["crack", "mastermind", "--pegs", "9", "--colours", "9", "--method", method]
    if method == "sample":
        assert talk(monkeypatch, large, ["0,0"] * 9) == 0
        told = capsys.readouterr().out
        assert "these cannot hold together: " in told
        assert "smallest change: " in told
    large = ["crack", "mastermind", "--pegs", "19", "--colours", "9", "--method", "decomposition"]
    assert talk(monkeypatch, large, ["0,0"] * 19) == 0
    assert "No secret gives all these answers." in capsys.readouterr().out


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_run_prints_what_is_finished(workers: str) -> None:
    command = [*BASIC, "--games", "1000", "--method", "sieve", "--workers", workers, "--json"]
    run = Telling(*command, stage="games", done=1, waits=True)
    run.process.send_signal(signal.SIGINT)
    out, err = run.end()
    assert run.process.returncode == 130, err
    document = json.loads(out)
    assert 0 < document["games"] < 1000
    assert document["games"] == document["found"] == sum(document["histogram"])
    said = f"this is what {document['games']:,} of 1,000 games say"
    assert err == f"masetproof: interrupted; {said}\n"


def test_an_interrupted_game_keeps_what_was_asked() -> None:
    """Its questions are the first ones of the whole game."""
    whole = crack(FOUR, "5025", "sample", seed=2)
    asked = []
    for calls in (1, 3, 5):
        with pytest.raises(Interrupted) as caught:
            crack(FOUR, "5025", "sample", seed=2, tick=interrupting(calls))
        assert caught.value.finished.secret == whole.secret
        asked.append(len(caught.value.finished.turns))
        assert caught.value.finished.turns == whole.turns[: asked[-1]]
    assert min(asked) < max(asked) < len(whole.turns)


def interrupting(calls: int) -> Callable[..., None]:
    """A report of progress that is interrupted after a number of calls."""
    left = iter(range(calls))

    def report(*_: object) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    return report


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_interrupted_game_is_told_as_far_as_it_went(
    form: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = crack(FOUR, "5025", seed=2)
    monkeypatch.setattr(common, "terminal_progress", lambda: interrupting(5))
    assert main([*BASIC, "--secret", "5025", "--seed", "2", *form]) == 130
    out, err = capsys.readouterr()
    if form:
        document = json.loads(out)
        asked = [turn["question"] for turn in document["questions"]]
        assert (document["found"], document["score"]) == (False, None)
    else:
        asked = [line.split()[1] for line in out.splitlines()[1:]]
        assert "ound with" not in out
    assert asked
    assert asked == [FOUR.text(turn.question) for turn in whole.turns][: len(asked)]
    again = "the same command begins again and asks the same (seed 2)"
    counted = f"{len(asked)} question{'s' * (len(asked) != 1)}"
    assert err == f"masetproof: interrupted after {counted}; {again}\n"


def test_only_numbers_of_questions_that_were_needed_are_listed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = ["crack", "mastermind", "--pegs", "30", "--colours", "5", "--method", "decomposition"]
    assert main([*board, "--games", "3", "--seed", "1", "--workers", "1"]) == 0
    finite = FiniteGame("mastermind", 30, 5)
    asked = Counter(
        len(crack(finite, None, "decomposition", seed=1, game=i).turns) for i in (0, 1, 2)
    )
    told = ", ".join(f"{number}: {asked[number]}" for number in sorted(asked))
    assert f"  found with  {told}   (questions: games)\n" in capsys.readouterr().out


def test_many_games_that_are_interrupted_before_the_first_one_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(common, "terminal_progress", lambda: interrupting(0))
    assert main([*BASIC, "--games", "5", "--workers", "1"]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("interrupted before anything was finished; the same command begins again\n")


def test_a_dask_cluster_gives_the_same() -> None:
    with LocalCluster(
        processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        found = crack_games(FOUR, "decomposition", games=5, dask=cluster.scheduler_address)
    alone = crack_games(FOUR, "decomposition", games=5, workers=1)
    assert (found.histogram, found.total, found.worst) == (
        alone.histogram,
        alone.total,
        alone.worst,
    )


def test_memory_grows_with_the_board_and_not_with_the_secrets() -> None:
    """In bytes that Python allocates: a list of secrets has no place there."""
    peaks = []
    for pegs, colours in ((20, 20), (40, 20)):
        finite = FiniteGame("mastermind", pegs, colours)
        crack(finite, None, "decomposition")  # what is kept of segments is there then
        tracemalloc.start()
        crack(finite, None, "decomposition")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert max(peaks) < 8 << 20
