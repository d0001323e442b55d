"""``masetproof patterns``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from masetproof.arguments import counted
from masetproof.cli import common

if TYPE_CHECKING:
    from masetproof.patterns.closure import Closure

HELP = "list the maset patterns that questions reach from the whole game"
EXAMPLES = """\
examples:
  masetproof patterns mastermind --pegs 2
  masetproof patterns black-peg --pegs 3 --extra without --json
  masetproof patterns ab --pegs 2 --count

Patterns are numbered as in 'masetproof show'. Of isomorphic questions on a pattern one is counted.
The readings exact and with ask the same questions. The games go up to three pegs, black-peg
Mastermind up to four. Its four pegs (3,524 patterns) take some minutes, as do three pegs of
black-peg AB (858 patterns).
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    common.add_reading(parser)
    parser.add_argument("--count", action="store_true", help="print only how many there are")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Make the closure and print it."""
    game, pegs = common.peg_game(arguments), common.pegs(arguments)
    from masetproof.patterns.store import cached_closure

    with common.as_complaint():
        extra = common.reading(arguments).asks_extra
        closure = cached_closure(game, pegs, extra=extra, progress=common.terminal_progress())
    common.clear_progress()
    listed = [] if arguments.count else _listed(closure)
    if arguments.json:
        counts = {
            "patterns": len(closure.patterns),
            "masets": len(closure.explicit),
            "questions": closure.question_count,
            "splits": len(closure.splits),
        }
        named = [dict(zip(("number", "pattern", "questions"), one, strict=True)) for one in listed]
        document = {"game": game.name, "pegs": pegs, "extra": arguments.extra, **counts}
        common.print_json(document | ({} if arguments.count else {"list": named}))
        return 0
    if listed:
        print("number  questions  pattern")
    for number, text, questions in listed:
        print(f"{number:>6}  {questions:>9,}  {text}")
    print(
        f"{counted(len(closure.patterns), 'pattern')} and "
        f"{counted(len(closure.explicit), 'explicit maset')}; "
        f"{counted(closure.question_count, 'question')} on patterns, "
        f"{counted(len(closure.splits), 'different split')}"
    )
    return 0


def _listed(closure: Closure) -> list[tuple[int, str, int]]:
    """The number of each pattern, its text and how many questions it has."""
    start = closure.question_start.tolist()
    return [
        (number, str(pattern), start[number + 1] - start[number])
        for number, pattern in enumerate(closure.patterns)
    ]
