"""How options are declared: what argparse is told, and what the help says of it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest

from masetproof.arguments import Refused, parse_whole
from masetproof.cli import main, options
from masetproof.cli.main import _parser
from masetproof.cli.options import Option


def declared(*declarations: options.Declared) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(exit_on_error=False)
    for declare in declarations:
        declare(parser)
    return parser


def test_a_default_is_the_argument_whatever_the_help_says() -> None:
    ties = options.TIES.but(help="as it comes (default: last), if nobody asks")
    parser = declared(ties, Option("--size", "K", help="rows", default="007", read=parse_whole))
    assert vars(parser.parse_args([])) == {"ties": "first", "size": 7}
    assert "if nobody asks (default: first)" in " ".join(parser.format_help().split())
    assert "rows (default: 007)" in parser.format_help()


def test_what_happens_otherwise_is_said_and_is_no_value() -> None:
    parser = declared(Option("--secret", "WORD", help="the secret", otherwise="one is drawn"))
    assert parser.parse_args([]).secret is None
    assert "the secret (default: one is drawn)" in parser.format_help()


def actions(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from actions(sub)
        else:
            yield parser.prog, action


def test_the_help_of_every_option_shows_its_default() -> None:
    shown = 0
    for command, action in actions(_parser()):
        if isinstance(action.default, str) and action.default != argparse.SUPPRESS:
            assert str(action.help).endswith(f"(default: {action.default})"), (command, action.dest)
            shown += 1
        else:
            assert action.default in (None, False, [], argparse.SUPPRESS), (command, action.dest)
    assert shown > 50


def test_lists_and_choices() -> None:
    steps = Option("steps", "STEP", help="what was asked", nargs="*")
    parser = declared(options.AFTER, steps, options.SECRETS, options.COLOURS, options.JSON)
    assert vars(parser.parse_args([])) == {
        **{"after": [], "steps": [], "secrets": "all", "colours": None, "json": False}
    }
    given = ["a", "b", "--after", "c", "d", "--after", "e", "--secrets", "distinct", "--json"]
    assert vars(parser.parse_args([*given, "--colors", "3,4"])) == {
        **{"after": ["c", "d", "e"], "steps": ["a", "b"], "secrets": "distinct"},
        **{"colours": (3, 4), "json": True},
    }
    with pytest.raises(argparse.ArgumentError, match="'x' is not a whole number"):
        parser.parse_args(["--colours", "x"])


def test_an_option_that_has_changed_leaves_the_other_one_alone() -> None:
    assert options.PEGS.but(required=True).required
    assert not options.PEGS.required


def test_one_of_several_options() -> None:
    parser = declared(options.one_of(options.JSON, options.NO_COLOUR))
    with pytest.raises(argparse.ArgumentError, match="not allowed with"):
        parser.parse_args(["--json", "--no-colour"])


def test_a_file_is_prepared_when_the_rest_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    parser = declared(options.TREE)
    arguments = parser.parse_args(["--tree", "/none/tree.json"])
    with pytest.raises(Refused, match="cannot write to --tree /none/tree"):
        options.settle(arguments)
    with pytest.raises(SystemExit):
        main(["optimize", "ab", "--tree", "/none/tree.json", "--memory", "none"])
    assert "'none' is not a whole number" in capsys.readouterr().err
