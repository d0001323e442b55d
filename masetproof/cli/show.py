"""``masetproof show``."""

from __future__ import annotations

import argparse

from masetproof.cli import common

NAME = "show"
HELP = "print one question with its split and its equation"
EXAMPLES = """\
examples:
  masetproof show MM.2.1.3
  masetproof show AB.3.17.42 --objective worst --json

A label is game (MM or AB), pegs, pattern and question, as in the listings. Patterns and questions
are numbered apart with and without the extra colour (--extra). Three pegs need the closure, which
takes seconds the first time and is then in the cache.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("label", metavar="LABEL", help="such as MM.3.17.42")
    parser.add_argument(
        "--objective", choices=("expected", "worst"), default="expected", help="default: expected"
    )
    parser.add_argument(
        "--extra", choices=("without", "with", "exact"), default="with", help="default: with"
    )
    parser.add_argument(
        "--excluded",
        type=common.whole_number,
        default=0,
        metavar="E",
        help="with --extra exact, how many colours are excluded (default: 0)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Look it up and print it."""
    from masetproof.games import GAMES, word_text
    from masetproof.patterns.store import cached_closure
    from masetproof.reports.question import ask, parse_label

    reading = common.reading(arguments)
    with common.as_complaint():
        name, pegs, pattern, number = parse_label(arguments.label)
        games = {game.label: game for game in GAMES.values()}
        if name not in games:
            raise common.Complaint(f"{name!r} is no game; labels begin with MM or AB")
        closure = cached_closure(
            games[name], pegs, extra=reading.asks_extra, progress=common.terminal_progress()
        )
        asked = ask(
            closure, pattern, number, reading, common.objective(arguments), arguments.excluded
        )
    common.clear_progress()
    if arguments.json:
        common.print_json(asked.as_json())
        return 0
    print(f"pattern {pattern}: {closure.patterns[pattern]}")
    print(f"question {number}: {word_text(asked.question)}")
    for found, minimum in zip(asked.answers, asked.minima, strict=True):
        text = f"  {found.answer.black},{found.answer.white}  {found.part}"
        if found.number is None:
            text += "  won" if found.part else ""
        else:
            text += f" -> {found.normal}" if found.normal != found.part else ""
            if minimum is not None:
                text += f"  minimum {minimum}"
            else:
                known = closure.patterns[found.number]
                text += f" ~ {known}" if known != found.normal else ""
                text += f"  pattern {found.number}"
        print(text)
    print(f"({asked.label})  {asked.equation}")
    return 0
