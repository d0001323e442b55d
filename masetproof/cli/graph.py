"""Write the pattern graph as GraphML or DOT, or draw it.

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

from __future__ import annotations

import argparse

from masetproof.arguments import Refused
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.files import write_text
from masetproof.games.alike import AlikeGame

_DETAILED_PEGS = 2
_MOST_COLOURS = 200
_SUFFIXES = {".graphml": "graphml", ".dot": "dot", ".gv": "dot"}
_SUFFIXES |= {f".{form}": form for form in options.DRAWINGS}


OPTIONS = (
    *options.GAME,
    options.OBJECTIVE,
    options.reading(),
    options.COLOURS.but(
        help="the graph of the game with this number of colours, with values; " + options.COLUMNS
    ),
    Option("--optimal-only", help="only optimal questions, and the patterns that they reach"),
    Option(
        "--format",
        choices=("graphml", "dot", *options.DRAWINGS),
        help="the format",
        otherwise="by the suffix of --out, else dot",
    ),
    options.OUT,
)


def run(arguments: argparse.Namespace) -> None:
    """Prove, build the graph and write it."""
    game, pegs = options.peg_game(arguments)
    form = arguments.format or "dot"
    if arguments.format is None and arguments.out is not None:
        form = options.form_of_suffix(arguments.out, _SUFFIXES, "--format")
    path, colours = arguments.out, arguments.colours
    from masetproof.patterns.provable import check_provable

    check_provable(game, pegs)
    detailed = pegs <= _DETAILED_PEGS or not game.one_kind
    if colours is not None and not detailed:
        raise Refused(f"--colours is for 1 to {_DETAILED_PEGS} pegs, not {pegs}")
    if form in options.DRAWINGS and (not detailed or path is None):
        raise Refused(
            "a drawing goes into a file; say --out"
            if detailed
            else f"the graph of {pegs} pegs is too large for a drawing; take graphml or dot"
        )
    if colours is not None:
        _check_colours(game, pegs, colours)
    from masetproof.reports.graph import equation_graph, graph_drawing, graph_text, question_graph

    without = "no graph, since which questions are optimal is open"
    theorem = options.theorem(arguments, game, pegs, without)
    if detailed:
        graph = question_graph(theorem, colours, optimal_only=arguments.optimal_only)
    else:
        graph = equation_graph(theorem, optimal_only=arguments.optimal_only)
    if form in options.DRAWINGS and path is not None:
        from masetproof.reports.pictures import save

        save(graph_drawing(graph), path, form)
    elif path is not None:
        write_text(path, graph_text(graph, form))
    else:
        common.clear_progress()
        print(graph_text(graph, form), end="")
    common.tell_written(arguments, path)


def _check_colours(game: AlikeGame, pegs: int, colours: int | tuple[int, ...]) -> None:
    """`Refused` for numbers of colours, of one kind or of all columns, that have no graph."""
    numbers = colours if isinstance(colours, tuple) else (colours,)
    least = game.least_colours(pegs)
    if game.counts_implicit and isinstance(colours, tuple):
        least = 0
    for n in numbers:
        if not least <= n <= _MOST_COLOURS:
            raise Refused(f"--colours must be {least} to {_MOST_COLOURS}, not {n}")
