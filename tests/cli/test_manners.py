"""How commands speak to somebody at a terminal: near misses, names of rules, files, hints."""

from __future__ import annotations

import pytest

from masetproof import FiniteGame, Goal, Rule, evaluate, register_rule
from masetproof.arguments import Refused, did_you_mean
from masetproof.cli import main
from masetproof.strategies.rules import ALIASES, as_rule


def complaint(arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What is said of bad usage, which is one line."""
    try:
        status: object = main(arguments.split())
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err.rstrip("\n")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("optimise mastermind --pegs 2", "optimize"),
        ("Optimize mastermind", "optimize"),
        ("help", "--help"),
        ("version", "--version"),
        ("Mastermind", "'play mastermind'"),
        ("tree shwo x", "show"),
        ("prove Mastermind --pegs 2", "mastermind"),
        ("optimize black-pegs --pegs 2 --colours 3", "black-peg"),
        ("table wordel", "wordle"),
        ("show Mastermind --pegs 2", "mastermind"),
        ("show mm.2.1", "MM.2.1"),
        ("prove ab --pegs 2 --extra exakt", "exact"),
        ("values ab --pegs 2 --to 3 --format jason", "json"),
        ("optimize ab --pegs 2 --colours 3 --objective worst-than-expected", "worst-then-expected"),
        ("values ab --pegs 2 --to 3 --objectiv worst", "--objective"),
        ("hint ab --pegs 2 --colours 3 --level=1 --jsn", "--json"),
        ("evaluate ab --pegs 2 --colours 3 --rule minmax", "minimax"),
        ("hint ab --pegs 2 --colours 3 --rule Knuth", "knuth"),
        ("rules ab --pegs 2 --colours 3 --rule entropy,koi", "kooi"),
        ("depth ab --pegs 2 --colours 3 --rule mostparts", "most-parts"),
        ("play ab --side answer --strategy optimal_ --pegs 2 --colours 3", "optimal"),
        ("play ab --side answer --strategy Knuth --pegs 2 --colours 3", "knuth"),
    ],
)
def test_near_misses(arguments: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert complaint(arguments, capsys).endswith(f"; did you mean {meant}?")


@pytest.mark.parametrize(
    "arguments",
    [
        "chess",
        "frobnicate",
        "prove chess --pegs 2",
        "evaluate ab --pegs 2 --colours 3 --rule chess",
        "show XY.2.1",
        "values ab --pegs 2 --to 3 surplus",
        f"evaluate ab --pegs 2 --colours 3 --rule {'minimax' * 1000}",
    ],
)
def test_what_is_near_nothing(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean" not in complaint(arguments, capsys)


def test_python_says_what_was_meant_too() -> None:
    with pytest.raises(Refused, match=r"; did you mean expected\?$"):
        Goal("expectd")
    with pytest.raises(Refused, match=r"; did you mean mastermind\?$"):
        FiniteGame("Mastermind", 4, 6)
    assert did_you_mean(3, ["3"]) == ""


@pytest.mark.parametrize("alias", ALIASES)
def test_rules_have_the_names_that_players_know(
    alias: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In every command that takes a rule the result is that of the rule by its first name."""
    game = ["ab", "--pegs", "2", "--colours", "4"]
    printed = []
    for name in (alias, ALIASES[alias]):
        assert main(["evaluate", *game, "--rule", name, "--json"]) == 0
        assert main(["depth", *game, "--rule", name, "--json"]) == 0
        assert main(["hint", *game, "01:1,0", "--rule", name, "--json"]) == 0
        assert main(["rules", *game, "--rule", name, "--format", "csv"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert evaluate(FiniteGame("ab", 2, 4), alias).rule is as_rule(ALIASES[alias])
    with pytest.raises(Refused, match=f"there is another rule {alias}"):
        register_rule(Rule(alias, "something else", lambda sizes: sizes.max(axis=1)))


@pytest.mark.parametrize(
    ("alias", "rule", "author"),
    [
        ("knuth", "minimax", "Knuth, The computer as Master Mind, J. Recreational Math. 9 (1976)"),
        ("irving", "expected-size", "Irving, Towards an optimum Mastermind strategy"),
        ("neuwirth", "entropy", "Neuwirth, Some strategies for Mastermind"),
        ("kooi", "most-parts", "Kooi, Yet another Mastermind strategy"),
    ],
)
def test_the_help_has_names_and_sources_of_rules(
    alias: str, rule: str, author: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["evaluate", "--help"])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    place = next(k for k, line in enumerate(lines) if line.endswith(f"(also called {alias})"))
    assert lines[place].startswith(f"{rule} ")
    assert lines[place + 1].startswith(author)
    for command in ("hint", "play"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert f"{rule} ({alias})" in " ".join(capsys.readouterr().out.split())
