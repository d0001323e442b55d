"""Verify, show, convert or compare strategy trees.

examples:
  masetproof tree verify tree.json
  masetproof tree show tree.json --paths
  masetproof tree convert tree.json --out tree.svg
  masetproof tree compare tree.json strategy.json

FILE is a tree that was written with --tree FILE by another command, or one in Irving's notation, in
which strategies for Mastermind are published; docs/trees.md has both formats. - is standard input.
A tree is always played against every secret of its game first. The exit status is 1 when it does
not find every secret, or when the file claims a wrong total, worst case or histogram, or in
Irving's notation another wrong number, such as how many secrets an answer leaves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from operator import itemgetter

import masetproof
from masetproof.arguments import Refused, as_count, counted, parse_whole, printable
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.files import whole_file
from masetproof.finite.setting import finite_game_json
from masetproof.tables.rendering import Column, text_lines
from masetproof.trees.claims import NO_CLAIMS, Claimed, check_claims
from masetproof.trees.compare import ComparedStrategies, compare_strategies
from masetproof.trees.files import Stored, load_tree, tree_lines
from masetproof.trees.irving import irving_lines
from masetproof.trees.replay import Refuted, Replay, replay
from masetproof.trees.text import dot_lines, indented, paths
from masetproof.trees.tree import StrategyTree, place_text

_VERIFY = """Play a strategy tree against every secret.

examples:
  masetproof tree verify tree.json
  masetproof tree verify tree.json --json
  masetproof tree verify hard.json --hard

It is verified that the tree finds every secret with legal questions, and that the total, worst case
and histogram in the file, if there are any, are right. It is NOT verified that the strategy is
optimal; a lower bound in the file is not verified either.

A file may say that its strategy is legal in hard mode, and then that is verified, too. With --hard
it is verified of any file of a game that marks each cell, such as wordle.
"""
_SHOW = """Print a strategy tree.

examples:
  masetproof tree show tree.json
  masetproof tree show tree.json --depth 2
  masetproof tree show tree.json --paths

Without --paths there is one line for each question, indented under the answers that lead to it;
--depth D shows only the first D questions of each path, --depth 1 the first question with its
answers and how many secrets each of them leaves.
"""
_CONVERT = """Write a strategy tree in another format.

examples:
  masetproof tree convert tree.json --out tree.svg
  masetproof tree convert tree.json --out tree.pdf --depth 3
  masetproof tree convert tree.json --out tree.tex
  masetproof tree convert tree.json --out tree.dot
  masetproof tree convert tree.json --out tree.csv
  masetproof tree convert tree.json --to irving
  masetproof tree convert tree.json --transform shrink,idle,triangle --out shorter.json

Without --to the format is that of the suffix of --out: .txt text, .json, .csv with a row for each
place, .dot or .gv, .graphml, .svg, .tex latex, .irving the notation in which strategies are
published; .pdf, .png and .pgf are the drawing of .svg. Without --out it goes to standard output.
JSON keeps what the file claims; the others show only what the replay found.

In text and in drawings --depth D shows only the first D questions of each path; a drawing says in
words what follows. A long PDF has several pages, each of which says where in the tree it begins.

--transform shortens the tree; no secret is found later than before. shrink asks the only secret
that is left, idle leaves out a question that tells nothing, triangle asks one of two secrets
instead of a question that tells them apart. What the file claims is then left out.
"""
_COMPARE = """Compare two strategy trees of one game.

How do Knuth's strategy and an optimal one differ?
  masetproof evaluate mastermind --rule knuth --tree tree.json
  masetproof optimize mastermind --pegs 4 --colours 6 --tree strategy.json
  masetproof tree compare tree.json strategy.json

examples:
  masetproof tree compare tree.json strategy.json --json

Both are played against every secret. You are told where they first ask different questions, how
many secrets each of them finds with fewer questions than the other, how many are found with 1, 2,
... questions, and a longest path of each. Trees that differ only by the names of colours or the
order of columns are different trees here. Trees of different games are refused.
"""

_FORMATS = ("text", "paths", "json", "csv", "dot", "graphml", "latex", "irving")
_SUFFIXES = {
    ".txt": "text",
    ".json": "json",
    ".csv": "csv",
    ".graphml": "graphml",
    ".dot": "dot",
    ".gv": "dot",
    **{f".{form}": form for form in options.DRAWINGS},
    ".tex": "latex",
    ".irving": "irving",
}


_FILE = Option("file", "FILE", help="the tree")
_HARD = Option("--hard", help="verify that every question is legal in hard mode, too")
_TWO = Option("file", "A", help="a tree"), Option("other", "B", help="another tree of the game")
_DEPTH = Option(
    *("--depth", "D"), help="show only the first D questions of each path", read=parse_whole
)
_PATHS = Option("--paths", help="one line for each secret, the questions that find it")
_CONVERTED = (
    _DEPTH,
    Option(
        *("--transform", "NAMES"),
        help="first shorten the tree: shrink, idle, triangle, or several with commas between them",
    ),
    Option(
        "--to",
        choices=(*_FORMATS, *options.DRAWINGS),
        help="the format",
        otherwise="by the suffix of --out",
    ),
    options.OUT,
)


def _add_actions(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    options.add_command(actions, "verify", _VERIFY, _FILE, _HARD, options.JSON)
    options.add_command(actions, "show", _SHOW, _FILE, _DEPTH, _PATHS)
    options.add_command(actions, "convert", _CONVERT, _FILE, *_CONVERTED)
    options.add_command(actions, "compare", _COMPARE, *_TWO, options.JSON)


OPTIONS = (_add_actions,)
DEFAULTS = {
    "hard": False,
    "depth": None,
    "paths": False,
    "transform": None,
    "to": None,
    "out": None,
}


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked for."""
    if arguments.action == "compare":
        return _compare(arguments)
    form, out = _form(arguments), arguments.out
    if arguments.action == "verify":
        return _tell_verdict(arguments, *_replayed(arguments.file, hard=arguments.hard))
    stored = _verified(arguments.file)
    if arguments.transform is not None:
        # Nothing that was claimed of the tree holds any more.
        stored = Stored(
            reduce(masetproof.transform, arguments.transform.split(","), stored.tree), NO_CLAIMS
        )
    if out is None:
        common.clear_progress()
        sys.stdout.writelines(f"{line}\n" for line in _lines(stored, form, arguments.depth))
    elif form in options.DRAWINGS:
        from masetproof.reports.drawings import tree_drawing
        from masetproof.reports.pictures import save

        save(tree_drawing(stored.tree, arguments.depth), out, form)
    else:
        with whole_file(out) as file:
            file.writelines(f"{line}\n".encode() for line in _lines(stored, form, arguments.depth))
    common.tell_written(arguments, out)
    return 0


def _form(arguments: argparse.Namespace) -> str:
    """The format of what is printed or written."""
    form, out = arguments.to, arguments.out
    if arguments.action != "convert":
        form = "paths" if arguments.paths else "text"
    elif form is None and out is None:
        raise Refused("say --to FORMAT, or --out FILE with a suffix that stands for one")
    form = form or options.form_of_suffix(out, _SUFFIXES, "--to")
    if arguments.depth is not None:
        as_count(arguments.depth, "--depth", 1)
    if arguments.paths:
        options.refuse(arguments, "is not for --paths, which are whole", "depth")
    if form not in ("text", *options.DRAWINGS):
        accepted = ", ".join(("text", *options.DRAWINGS))
        options.refuse(arguments, f"is for {accepted}, not {form}", "depth")
    if form in options.DRAWINGS and form != "svg" and out is None:
        raise Refused(f"a drawing as {form.upper()} goes into a file; say --out")
    return str(form)


def _replayed(file: str, *, hard: bool) -> tuple[Stored | None, Replay | None, str | None]:
    """The content of a file, its replay as far as it is a strategy, and what is wrong with it.

    hard: whether it has to be legal in hard mode, whatever the file says.
    """
    stored = played = None
    try:
        stored = load_tree(file)
        if hard:
            in_hard_mode = replace(stored.tree.finite, hard=True)
            stored = Stored(StrategyTree(in_hard_mode, stored.tree.root), stored.claims)
        played = replay(stored.tree, common.terminal_progress())
        check_claims(stored.claims, played)
    except Refuted as refuted:
        return stored, played, str(refuted)
    return stored, played, None


def _verified(file: str) -> Stored:
    """The content of a file; `No` when it is no strategy, or not what it claims."""
    stored, _, reason = _replayed(file, hard=False)
    if stored is None or reason is not None:
        raise common.No(f"{file}: {reason}")
    return stored


def _lines(stored: Stored, form: str, depth: int | None) -> Iterable[str]:
    """The tree in one of the formats."""
    if form == "json":
        return tree_lines(stored.tree, stored.claims)
    if form == "latex":
        from masetproof.reports.tables import strategy_listing

        return strategy_listing(stored.tree).splitlines()
    if form == "csv":
        from masetproof.reports.tables import place_rows

        return place_rows(stored.tree)
    if form == "graphml":
        from masetproof.reports.graph import graphml_lines, tree_graph

        return graphml_lines(tree_graph(stored.tree))
    if form == "dot":
        return dot_lines(stored.tree)
    if form == "irving":
        return irving_lines(stored.tree)
    if form == "svg":
        from masetproof.drawing import svg_lines
        from masetproof.reports.drawings import tree_drawing

        return svg_lines(tree_drawing(stored.tree, depth))
    return paths(stored.tree) if form == "paths" else indented(stored.tree, depth)


def _tell_verdict(
    arguments: argparse.Namespace, stored: Stored | None, played: Replay | None, reason: str | None
) -> int:
    unknown = dict.fromkeys(("total", "expected", "worst", "histogram"))
    document = {
        "verified": reason is None,
        **(
            {"hard": stored.tree.finite.hard}
            if stored and stored.tree.finite.game.has_marks
            else {}
        ),
        "secrets": stored and stored.tree.finite.secret_count,
        **(played.as_json() if played else unknown),
        "reason": reason,
    }
    common.tell(arguments, document, _verdict_lines(stored, played, reason))
    return int(reason is not None)


def _verdict_lines(
    stored: Stored | None, played: Replay | None, reason: str | None
) -> Iterator[str]:
    if reason is not None:
        yield f"Refuted: {reason}"
    if stored is None or played is None:
        return
    title = stored.tree.finite.title
    if reason is None:
        legal = ", and every question is legal in hard mode" * stored.tree.finite.hard
        yield f"Verified: the strategy finds every secret of {title}{legal}."
    if reason is not None:
        yield f"The tree finds every secret of {title}, though:"
    facts = {"secrets": f"{played.secrets:,}", **common.cost_facts(played)}
    yield from common.fact_lines(facts)
    yield _not_verified(stored.claims)


def _not_verified(claims: Claimed) -> str:
    """The claims that the replay does not settle."""
    said = []
    if claims.optimal:
        said.append("that it is optimal")
    if claims.lower_bound is not None:
        said.append(f"a lower bound of {claims.lower_bound:,}")
    goal = f" for the goal {claims.goal}" if claims.goal is not None else ""
    claimed = f" The file claims {' and '.join(said)}{goal}." if said else ""
    return f"Not verified: that no strategy does better.{claimed}"


# ------------------------------------------------------------------------------------ two of them


def _compare(arguments: argparse.Namespace) -> int:
    names = arguments.file, arguments.other
    first, second = map(_verified, names)
    compared = compare_strategies(first.tree, second.tree, common.terminal_progress())
    document = finite_game_json(compared.finite) | compared.as_json()
    common.tell(arguments, document, _compared_lines(compared, names))
    return 0


def _compared_lines(compared: ComparedStrategies, names: tuple[str, str]) -> Iterator[str]:
    finite, first = compared.finite, compared.first_difference
    yield f"{finite.title}: {counted(compared.costs[0].secrets, 'secret')}"
    yield f"  A is {printable(names[0])}"
    yield f"  B is {printable(names[1])}"
    if first is None:
        yield "They ask the same questions everywhere."
    else:
        asked, others = map(finite.text, first.questions)
        place, left = place_text(finite, first.after), counted(first.left, "possible secret")
        yield f"First difference {place}, with {left}: A asks {asked}, B {others}."
    sooner, later = compared.sooner
    yield (
        f"A finds {counted(sooner, 'secret')} sooner, B {later:,}; both find {compared.equal:,} "
        "with as many questions."
    )
    yield from text_lines(
        [
            Column("", itemgetter(0), is_words=True),
            *(Column(name, itemgetter(place)) for place, name in enumerate("AB", 1)),
        ],
        list(_side_by_side(compared.costs)),
        indent="  ",
    )
    for name, path in zip("AB", compared.deepest, strict=True):
        asked = ", ".join(
            f"{finite.text(word)} {finite.answer_texts[number]}" for word, number in path
        )
        yield f"A longest path of {name}: {asked}"


def _side_by_side(costs: tuple[Replay, Replay]) -> Iterator[tuple[str, ...]]:
    """Lines of a table: what it is, of A and of B."""
    yield ("total", *(f"{cost.total:,}" for cost in costs))
    yield ("expected", *(f"{float(cost.expected):.6f}" for cost in costs))
    yield ("worst case", *(str(cost.worst) for cost in costs))
    for number in range(max(cost.worst for cost in costs)):
        found = (sum(cost.histogram[number : number + 1]) for cost in costs)
        yield (f"with {counted(number + 1, 'question')}", *(f"{some:,}" for some in found))
