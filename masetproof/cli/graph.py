"""``masetproof graph``."""

from __future__ import annotations

import argparse
from pathlib import PurePath

from masetproof.cli import common

HELP = "write the pattern graph as GraphML or DOT, or draw it"
EXAMPLES = """\
examples:
  masetproof graph mastermind --pegs 2 --format dot
  masetproof graph ab --pegs 2 --colours 6 --optimal-only --out game.dot
  masetproof graph mastermind --pegs 2 --optimal-only --out patterns.pdf
  masetproof graph ab --pegs 2 --out patterns.graphml
  masetproof graph black-peg --pegs 2 --colours 3,4 --out board.svg

The suffix of --out says the format: .graphml, .dot or .gv; .svg, .pdf, .png and .pgf are drawings,
for one and two pegs. A node is a pattern with its number of secrets; by the real rules a pattern
has a node for each number of excluded colours that makes a difference. An edge is a question with
an answer; it says for which numbers of colours the question is optimal. With --colours N each node
has its number of secrets and its value in the game with N colours. Three pegs have tens of millions
of such edges; there an edge stands for all questions that lead from one node to another, and says
how many of them are optimal for all large n of a residue class.
"""

_DETAILED_PEGS = 2
_MOST_COLOURS = 200
_DRAWN = ("svg", "pdf", "png", "pgf")
_SUFFIXES = {".graphml": "graphml", ".dot": "dot", ".gv": "dot"}
_SUFFIXES |= {f".{form}": form for form in _DRAWN}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    common.add_model(parser)
    common.add_colours(parser, "the graph of the game with N colours, with values")
    parser.add_argument(
        "--optimal-only",
        action="store_true",
        help="only optimal questions, and the patterns that they reach",
    )
    parser.add_argument(
        "--format",
        choices=("graphml", "dot", *_DRAWN),
        help="default: by the suffix of --out, else dot",
    )
    parser.add_argument("--out", metavar="FILE", help="default: standard output")


def run(arguments: argparse.Namespace) -> int:
    """Prove, build the graph and write it."""
    game, pegs = common.peg_game(arguments), common.pegs(arguments)
    form = arguments.format or _form_of(arguments.out)
    path = common.output_file(arguments.out, "--out")
    colours = None if arguments.colours is None else common.numbers(arguments.colours)
    from masetproof.patterns.closure import check_provable

    with common.as_complaint():
        check_provable(game, pegs)
    detailed = pegs <= _DETAILED_PEGS or game.own_alphabets
    if colours is not None and not detailed:
        raise common.Complaint(f"--colours is for 1 to {_DETAILED_PEGS} pegs, not {pegs}")
    if form in _DRAWN and (not detailed or path is None):
        raise common.Complaint(
            "a drawing goes into a file; say --out"
            if detailed
            else f"the graph of {pegs} pegs is too large for a drawing; take graphml or dot"
        )
    least = game.least_colours(pegs)
    if game.shares_colours and isinstance(colours, tuple):
        least = 0
    for n in colours if isinstance(colours, tuple) else (least if colours is None else colours,):
        if not least <= n <= _MOST_COLOURS:
            raise common.Complaint(f"--colours must be {least} to {_MOST_COLOURS}, not {n}")
    from masetproof.files import write_text
    from masetproof.patterns.graph import graph_text
    from masetproof.proofs.theorem import Theorem
    from masetproof.reports.graph import equation_graph, question_graph

    with common.as_complaint():
        theorem = common.proved(arguments, game, pegs)
        if not isinstance(theorem, Theorem):
            common.clear_progress()
            common.note(f"no graph, since which questions are optimal is open: {theorem.reason}")
            return 1
        if detailed:
            graph = question_graph(theorem, colours, optimal_only=arguments.optimal_only)
        else:
            graph = equation_graph(theorem, optimal_only=arguments.optimal_only)
        if form in _DRAWN and path is not None:
            from masetproof.reports.graph_drawing import graph_drawing
            from masetproof.reports.pictures import save

            save(graph_drawing(graph), path, form)
            common.tell_written(path)
            return 0
        text = graph_text(graph, form)
        common.clear_progress()
        if path is not None:
            write_text(path, text)
            common.tell_written(path)
            return 0
    print(text, end="")
    return 0


def _form_of(out: str | None) -> str:
    """The format that a file name stands for."""
    if out is None:
        return "dot"
    try:
        return _SUFFIXES[PurePath(out).suffix.lower()]
    except KeyError:
        raise common.Complaint(
            f"--out {out} does not say the format; say --format, or use one of "
            f"{', '.join(_SUFFIXES)}"
        ) from None
