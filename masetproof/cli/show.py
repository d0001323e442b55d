"""``masetproof show``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from masetproof.cli import common

if TYPE_CHECKING:
    from pathlib import Path

    from masetproof.reports.question import Asked

HELP = "print one question with its split, its equation and its verdict, or all of a pattern"
EXAMPLES = """\
examples:
  masetproof show MM.2.1.3
  masetproof show MM.2.1
  masetproof show MM.2.0 --colours 7 --json
  masetproof show AB.2.1.2 --objective worst --json
  masetproof show MM.2.1.3 --out question.svg
  masetproof show BP.2.1 --colours 3,4

A label is game (MM, AB, BP or BPAB), pegs, pattern and question, as in the listings; without the
question all questions of the pattern are listed. Patterns and questions are numbered apart with and
without the extra colour (--extra). Instead of printing, --out FILE draws the pattern, or the
question with what each answer leaves, with coloured pegs. --colours N adds the value of each
question for N colours: the least total or worst case of the strategies that ask it first. In the
game black-peg-ab N may also be a number for each kind of implicit colours. Three pegs take half a
minute the first time, and later some ten seconds and 1.5 GB.
"""

_MOST_COLOURS = 10**9


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("label", metavar="LABEL", help="such as MM.2.1.3, or MM.2.1")
    common.add_model(parser)
    parser.add_argument(
        "--excluded",
        type=common.colours,
        metavar="E",
        help="with --extra exact, how many colours are excluded (default: as few as the question "
        "needs); in the game black-peg 1 or 0 for each column, such as 0,1",
    )
    common.add_colours(parser, "for this number of colours that the secret may contain")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    common.add_picture(parser, "draw the pattern or the question")


def run(arguments: argparse.Namespace) -> int:
    """Look it up and print it."""
    colours = None if arguments.colours is None else common.numbers(arguments.colours)
    for n in colours if isinstance(colours, tuple) else (colours or 0,):
        if not 0 <= n <= _MOST_COLOURS:
            raise common.Complaint(f"--colours must be 0 to {_MOST_COLOURS:,}, not {n:,}")
    path = common.output_file(arguments.out, "--out")
    common.check_picture(path, "--out")
    from masetproof.games.pegs import PegGame
    from masetproof.games.registry import GAMES
    from masetproof.proofs.theorem import Theorem
    from masetproof.reports.question import ask, parse_label

    with common.as_complaint():
        name, pegs, pattern, number = parse_label(arguments.label)
        games = {game.label: game for game in GAMES.values() if isinstance(game, PegGame)}
        if name not in games:
            raise common.Complaint(f"{name!r} is no game; labels begin with MM, AB, BP or BPAB")
        theorem = common.proved(arguments, games[name], pegs)
        if not isinstance(theorem, Theorem):
            common.clear_progress()
            common.note(
                f"nothing is proved, so which questions are optimal is open: {theorem.reason}"
            )
            return 1
        excluded = None if arguments.excluded is None else common.numbers(arguments.excluded)
        asked = ask(theorem, theorem.state_of(pattern, excluded, number), number, colours)
        if path is not None:
            _draw(asked, whole=number is None, path=path)
            common.tell_written(path)
            return 0
    common.clear_progress()
    if arguments.json:
        one = asked[0].as_json() if number is not None else None
        common.print_json(one or _listed(asked))
        return 0
    first = asked[0]
    print(f"{first.title}, {theorem.system.reading.describe()}")
    print(f"pattern {pattern}: {first.pattern}, {first.secrets_text()}")
    if number is None:
        _print_list(asked)
    else:
        _print_one(first)
    print()
    for line in first.legend():
        print(line)
    return 0


def _draw(asked: tuple[Asked, ...], *, whole: bool, path: Path) -> None:
    """The pattern, or the only question with its parts."""
    from masetproof.reports.drawings import pattern_drawing
    from masetproof.reports.pictures import save
    from masetproof.reports.question import question_drawing

    first = asked[0]
    save(pattern_drawing(first.pattern) if whole else question_drawing(first), path)


def _listed(asked: tuple[Asked, ...]) -> dict[str, object]:
    first = asked[0]
    return first.head() | {
        "questions": [
            {
                "label": question.label,
                "question": question.text,
                "value": None if question.value is None else str(question.value),
                "verdict": question.verdict_text(),
            }
            for question in asked
        ]
    }


def _print_list(asked: tuple[Asked, ...]) -> None:
    valued = asked[0].colours is not None
    width = max(len(str(question.value or "")) for question in asked)
    longest = max(len(question.text) for question in asked)
    for question in asked:
        value = "" if question.value is None else str(question.value)
        column = f"{value:>{width}}  " if valued else ""
        label = f"({question.label})"
        print(f"  {label:<14} {question.text:<{longest}}  {column}{question.verdict_text()}")


def _print_one(asked: Asked) -> None:
    closure = asked.theorem.closure
    print(f"question {asked.verdict.number}: {asked.text}")
    for found, minimum in zip(asked.answers, asked.minima, strict=True):
        text = f"  {closure.game.answer_text(found.answer).strip('()')}  {found.part}"
        if found.is_won:
            text += "  won"
        elif found.part:
            text += f" -> {found.normal}" if found.normal != found.part else ""
        if minimum is not None:
            text += f"  minimum {minimum}"
        if found.pattern is not None:
            known = closure.patterns[found.pattern]
            text += f" ~ {known}" if known != found.normal else ""
            text += f"  pattern {found.pattern}"
        print(text)
    print(f"({asked.label})  {asked.equation}")
    if asked.value is not None:
        print(f"value for {asked.given}: {asked.value}")
    print(f"verdict: {asked.verdict_text()}")
