"""``masetproof graph``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from masetproof.cli import common

NAME = "graph"
HELP = "write the pattern graph as GraphML or DOT"
EXAMPLES = """\
examples:
  masetproof graph mastermind --pegs 2 --format dot
  masetproof graph ab --pegs 3 --format graphml --out patterns.graphml

One edge for each question and answer; from three pegs on, where these are tens of millions, one
for each pair of patterns with the number of different splits.
"""

_DETAILED_PEGS = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    parser.add_argument(
        "--extra",
        choices=("without", "with"),
        default="with",
        help="whether the extra colour may be asked (default: with)",
    )
    parser.add_argument("--format", choices=("graphml", "dot"), default="dot")
    parser.add_argument("--out", metavar="FILE", help="default: standard output")


def run(arguments: argparse.Namespace) -> int:
    """Build the graph and write it."""
    game, pegs = common.game(arguments), common.pegs(arguments)
    from masetproof.files import write_text
    from masetproof.patterns.graph import graph_text, pattern_graph, reference_graph
    from masetproof.patterns.store import cached_closure

    with common.as_complaint():
        closure = cached_closure(
            game, pegs, extra=arguments.extra == "with", progress=common.terminal_progress()
        )
        build = pattern_graph if pegs <= _DETAILED_PEGS else reference_graph
        text = graph_text(build(closure), arguments.format)
        common.clear_progress()
        if arguments.out is not None:
            write_text(Path(arguments.out), text)
            return 0
    sys.stdout.write(text)
    return 0
