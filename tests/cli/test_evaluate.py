"""``masetproof evaluate``: what scripts rely on, the output for people, and bad usage."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from masetproof import FiniteGame
from masetproof.cli import main
from masetproof.strategies.rules import ALIASES, RULES
from masetproof.trees.evaluate import Evaluation, evaluate
from masetproof.trees.files import load_tree
from tests.processes import Telling

CLASSIC = ["evaluate", "mastermind", "--pegs", "4", "--colours", "6"]
SMALL = ["evaluate", "mastermind", "--pegs", "2", "--colours", "3"]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The histogram is Knuth's: 1, 6, 62, 533 and 694 secrets (1976)."""
    assert main([*CLASSIC, "--rule", "minimax", "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    expected = {
        "game": "mastermind",
        "pegs": 4,
        "colours": 6,
        "secrets": 1296,
        "rule": "minimax",
        "ties": "first",
        "seed": 0,
        "total": 5801,
        "expected": "5801/1296",
        "worst": 5,
        "histogram": [1, 6, 62, 533, 694],
        "first_question": "0011",
    }
    assert document == expected
    assert list(document) == list(expected)
    assert err == ""


def test_options_reach_the_game_and_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for options in (
        ["--secrets", "distinct", "--rule", "entropy"],
        ["--consistent-only", "--rule", "most-parts"],
        ["--pegs", "3", "--rule", "random", "--seed", "1"],
        ["--pegs", "3", "--rule", "random", "--seed", "2"],
        ["--rule", "minimax", "--ties", "last"],
    ):
        assert main([*CLASSIC, *options, "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0]["histogram"] == [0, 7, 55, 229, 69]
    assert found[1]["total"] == 5701
    assert [one["seed"] for one in found] == [0, 0, 1, 2, 0]
    assert found[2]["histogram"] != found[3]["histogram"]
    # The last of the words with two colours twice.
    assert (found[4]["ties"], found[4]["first_question"]) == ("last", "5544")


def test_output_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CLASSIC, "--rule", "minimax"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "Mastermind, 4 pegs, 6 colours: 1,296 secrets",
        "  rule        minimax",
        "  first       0011",
        "  total       5,801",
        "  expected    5801/1296 = 4.476080",
        "  worst case  5",
        "  histogram   1 6 62 533 694",
    ]
    assert err == ""
    assert main([*SMALL, "--rule", "minimax", "--ties", "random", "--seed", "8"]) == 0
    assert "  rule        minimax, ties random, seed 8\n" in capsys.readouterr().out


def test_several_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CLASSIC, "--rule", "most-parts,minimax"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Mastermind, 4 pegs, 6 colours: 1,296 secrets, ties first, seed 0"
    assert [line.split()[:4] for line in lines[1:]] == [
        ["rule", "total", "expected", "worst"],
        ["most-parts", "5,668", "4.373457", "6"],
        ["minimax", "5,801", "4.476080", "5"],
    ]
    assert main([*SMALL, "--rule", "all", "--json"]) == 0
    together = json.loads(capsys.readouterr().out)["evaluations"]
    assert [one["rule"] for one in together] == list(RULES)
    for one in together:
        assert main([*SMALL, "--rule", one["rule"], "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == one


@pytest.mark.parametrize("command", ["evaluate", "hint", "play"])
def test_the_help_names_every_rule(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    told = capsys.readouterr().out
    unbroken = "".join(told.split())  # lines may break at hyphens
    assert all(rule in unbroken for rule in RULES)
    if command == "evaluate":  # to which the documents send their readers
        for rule in RULES.values():
            assert re.search(rf"^  {rule.name} +{re.escape(rule.sentence)}", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("command-line.md", "A rule against every secret"),
        ("how-to.md", "Play a rule against every secret"),
    ],
)
def test_documents_say_where_all_rules_are_listed(page: str, title: str) -> None:
    """And the names that they have for some of them are names of these rules."""
    path = Path(__file__).parents[2] / "docs" / page
    section = path.read_text().split(f"\n## {title}\n")[1].partition("\n## ")[0]
    text = " ".join(section.split())
    assert "`masetproof evaluate --help` lists all rules" in text
    told = re.findall(r"`([a-z-]+)` \((?:or )?`?([A-Za-z]+)(?:'s|`)\)", text)
    named = {alias.lower(): rule for rule, alias in told}
    assert named.items() >= {"knuth": "minimax", "kooi": "most-parts"}.items()
    assert named.items() <= ALIASES.items()


@pytest.mark.parametrize("rule", RULES)
def test_the_same_command_gives_the_same_bytes_and_a_tree_that_is_verified(
    rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["evaluate", "ab", "--pegs", "3", "--colors", "5", "--rule", rule, "--json"]
    command += ["--ties", "random", "--seed", "4"]
    outputs = []
    for name in ("one.json", "two.json"):
        assert main([*command, "--tree", str(tmp_path / name)]) == 0
        outputs.append((capsys.readouterr().out, (tmp_path / name).read_bytes()))
    assert outputs[0] == outputs[1]
    assert main(["tree", "verify", str(tmp_path / "one.json")]) == 0
    assert "Verified: the strategy finds every secret" in capsys.readouterr().out
    claims, document = load_tree(tmp_path / "one.json").claims, json.loads(outputs[0][0])
    assert (claims.total, claims.worst) == (document["total"], document["worst"])
    assert list(claims.histogram or ()) == document["histogram"]
    assert (claims.optimal, claims.lower_bound, claims.goal) == (None, None, None)


def test_a_game_of_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, tree = tmp_path / "words.txt", tmp_path / "tree.json"
    words.write_text("ate\neat\ntea\ntan\nten\n")
    command = ["evaluate", "jotto", "--words", str(words), "--rule", "all"]
    assert main(command) == 0
    assert "Jotto" in capsys.readouterr().out
    command[-1] = "entropy"
    assert main([*command, "--tree", str(tree)]) == 0
    assert f"wrote {tree}\n" in capsys.readouterr().out
    assert main(["tree", "verify", str(tree)]) == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "--rule"),
        (["--rule", "chess"], f"{', '.join(RULES)}, not 'chess'"),
        (["--rule", ""], "the rule is one of minimax"),
        (["--rule", "minimax,"], "the rule is one of minimax"),
        (["--rule", "minimax,all"], "the rule is one of minimax"),
        (["--rule", "minimax", "--ties", "second"], "--ties"),
        (["--rule", "random", "--seed", "-1"], "the seed must be 0 to"),
        (["--rule", "random", "--seed", "x"], "'x' is not a whole number"),
        (
            ["--rule", "minimax", "--memory", "0"],
            "argument --memory: takes 1 to 16,777,216 MB, not 0",
        ),
        (["--rule", "all", "--tree", "tree.json"], "--tree takes the strategy of one rule"),
        (["--rule", "random,random", "--tree", "tree.json"], "--tree takes the strategy of one"),
        (["--rule", "minimax", "--tree", "/nonexistent/tree.json"], "cannot write to --tree"),
        (["--rule", "minimax", "--tree", ""], "--tree takes a file, not ''"),
        (["--rule", "minimax", "--words", "list.txt"], "takes no --words"),
    ],
    ids=str,
)
def test_bad_usage_gets_one_sentence_and_status_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main([*CLASSIC, *arguments])
    except SystemExit as error:  # how argparse ends
        status = int(str(error.code))
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert complaint in err
    assert not Path("tree.json").exists()


def test_too_many_words_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "ab", "--pegs", "8", "--colours", "30", "--rule", "all"]) == 2
    assert "at most 262,144 are listed" in capsys.readouterr().err


@pytest.mark.parametrize("as_json", [False, True])
def test_a_result_is_printed_though_its_strategy_cannot_be_written(
    as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--rule", "minimax", "--tree", "/dev/full", *["--json"] * as_json]
    assert main([*CLASSIC, *options]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["total"] == 5801 if as_json else "5,801" in out
    assert re.fullmatch(r"masetproof: /dev/full: .+\n", err)


def test_an_interrupted_run_ends_with_one_line() -> None:
    command = ["evaluate", "comparison", "--pegs", "3", "--colours", "6", "--rule", "random"]
    run = Telling(*command, waits=True)
    run.process.send_signal(signal.SIGINT)
    out, err = run.end()
    assert (run.process.returncode, out) == (130, "")
    assert len(err.splitlines()) == 1
    assert "interrupted" in err


def test_the_rules_that_were_played_are_printed_when_a_run_is_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Minimax finds 5,801 (Knuth 1976)."""

    module = sys.modules["masetproof.trees.evaluate"]
    whole = module.evaluate_rules

    def stopped(*arguments: Any, **options: Any) -> Iterator[Evaluation]:
        yield next(whole(*arguments, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "evaluate_rules", stopped)
    game = ["mastermind", "--pegs", "4", "--colours", "6", "--rule", "minimax,entropy"]
    assert main(["evaluate", *game, "--json"]) == 130
    (found,) = json.loads(capsys.readouterr().out)["evaluations"]
    assert (found["rule"], found["total"]) == ("minimax", 5801)


def test_rules_after_a_first_question() -> None:
    finite = FiniteGame("mastermind", 3, 5)
    for first in ("000", "001", "432"):
        question = finite.parse(first)
        answers = {finite.game.number(secret, question) for secret in finite.secrets}
        after = [finite.then(first, answer) for answer in answers - {finite.winning}]
        left = sum(evaluate(state, "entropy").total for state in after)
        assert evaluate(finite, "entropy", first=first).total == 125 + left


def test_first_questions_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["evaluate", "mastermind", "--pegs", "2", "--colours", "4", "--rule", "minimax"]
    command += ["--first", "all"]
    assert main([*command, "--csv"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head == "rule,question,class_size,total,expected,worst,histogram"
    # One question of each kind; the sizes of the kinds add up to all 16 words.
    assert [row.split(",")[:3] for row in rows] == [["minimax", "01", "12"], ["minimax", "00", "4"]]
    assert main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [one["question"] for one in document["first"]] == ["01", "00"]
    assert document["first"][0]["total"] == document["total"]
    assert main([*command, "--csv", "--json"]) == 2
    assert "not both csv and json" in capsys.readouterr().err


def test_ranges_are_what_rules_prints(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["mastermind", "--pegs", "2", "--colours", "2..3"]
    for form in ([], ["--csv"], ["--json"]):
        assert main(["rules", *game, *(["--format", form[0][2:]] if form else [])]) == 0
        printed = capsys.readouterr().out
        assert main(["evaluate", *game, "--rule", "all", *form]) == 0
        assert capsys.readouterr().out == printed


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--first", "00"], "--first is for one board; --pegs A..B and --colours A..B compare"),
        (["--boards", "2"], "--boards is for one board"),
        (["--after", "00:0,0"], "--after is for one board"),
        (["--csv", "--json"], "the output has one format, not both csv and json"),
    ],
)
def test_what_ranges_do_not_go_with(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ["mastermind", "--pegs", "2", "--colours", "2..3", "--rule", "minimax"]
    assert main(["evaluate", *game, *more]) == 2
    assert said in capsys.readouterr().err
