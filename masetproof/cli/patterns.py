"""List the maset patterns of a game: what one can know of the secret, up to renaming.

examples:
  masetproof patterns mastermind --pegs 2
  masetproof patterns black-peg --pegs 3 --extra without --json
  masetproof patterns ab --pegs 2 --count

Patterns are numbered as in 'masetproof show'. Isomorphic questions on a pattern count once. The
readings exact and with ask the same questions. The games go up to three pegs, black-peg
Mastermind up to four. Its four pegs (3,524 patterns) take longest, and then three pegs of
black-peg AB (858 patterns).
"""

from __future__ import annotations

import argparse
from operator import itemgetter

import masetproof
from masetproof.arguments import counted
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.games.alike import AlikeGame
from masetproof.tables.rendering import Column, text_lines

OPTIONS = (
    *options.GAME,
    options.reading(),
    Option("--count", help="print only how many there are"),
    options.JSON,
)


def run(arguments: argparse.Namespace) -> None:
    list_patterns(arguments, *options.peg_game(arguments), only_counts=arguments.count)


def list_patterns(
    arguments: argparse.Namespace, game: AlikeGame, pegs: int, *, only_counts: bool = False
) -> None:
    """Print the patterns and how many there are."""
    from masetproof.recurrences.recurrences import closure_for

    closure = closure_for(game, pegs, masetproof.Reading(arguments.extra), arguments.progress)
    start = closure.question_start.tolist()
    rows = [
        {"number": number, "pattern": str(pattern), "questions": start[number + 1] - start[number]}
        for number, pattern in enumerate(() if only_counts else closure.patterns)
    ]
    document = {
        "game": game.name,
        "pegs": pegs,
        "extra": arguments.extra,
        "patterns": len(closure.patterns),
        "masets": len(closure.explicit),
        "questions": closure.question_count,
        "splits": len(closure.splits),
    }
    columns = [
        Column(name, itemgetter(name), is_words=name == "pattern")
        for name in ("number", "questions", "pattern")
    ]
    lines = text_lines(columns, rows) if rows else ()
    counts = (
        f"{counted(len(closure.patterns), 'pattern')} and "
        f"{counted(len(closure.explicit), 'explicit maset')}; "
        f"{counted(closure.question_count, 'question')} on patterns, "
        f"{counted(len(closure.splits), 'different split')}"
    )
    listed = {} if only_counts else {"list": rows}
    common.tell(arguments, document | listed, [*lines, counts])
