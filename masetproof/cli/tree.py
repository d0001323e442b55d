"""``masetproof tree``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import Refused
from masetproof.cli import common, options

if TYPE_CHECKING:
    from masetproof.trees.claims import Claimed
    from masetproof.trees.files import Stored
    from masetproof.trees.replay import Replay

HELP = "verify, show or convert a strategy tree"
EXAMPLES = """\
examples:
  masetproof tree verify tree.json
  masetproof tree show tree.json --paths
  masetproof tree convert tree.json --out tree.svg

FILE is a tree that was written with --tree FILE by another command, or one in Irving's notation, in
which strategies for Mastermind are published; docs/trees.md has both formats. A tree is always
played against every secret of its game first. The exit status is 1 when it does not find every
secret, or when the file claims another total, worst case or histogram.
"""

_VERIFY = """\
examples:
  masetproof tree verify tree.json
  masetproof tree verify tree.json --json

It is verified that the tree finds every secret with legal questions, and that the total, worst case
and histogram in the file, if there are any, are right. It is NOT verified that the strategy is
optimal; a lower bound in the file is not verified either.
"""
_SHOW = """\
examples:
  masetproof tree show tree.json
  masetproof tree show tree.json --depth 2
  masetproof tree show tree.json --paths

Without --paths there is one line for each question, indented under the answers that lead to it;
--depth D shows only the first D questions of each path.
"""
_CONVERT = """\
examples:
  masetproof tree convert tree.json --out tree.svg
  masetproof tree convert tree.json --out tree.pdf --depth 3
  masetproof tree convert tree.json --out tree.tex
  masetproof tree convert tree.json --out tree.dot
  masetproof tree convert tree.json --to irving
  masetproof tree convert tree.json --transform shrink,idle,triangle --out shorter.json

Without --to the format is that of the suffix of --out: .txt text, .json, .dot or .gv, .svg, .tex
latex, .irving the notation in which strategies are published; .pdf, .png and .pgf are the drawing
of .svg. Without --out it goes to standard output. JSON keeps what the file claims; the others show
only what the replay found.

--depth D draws only the first D questions of each path, and says in words what follows. A long PDF
has several pages, each of which says where in the tree it begins.

--transform shortens the tree; no secret is found later than before. shrink asks the only secret
that is left, idle leaves out a question that tells nothing, triangle asks one of two secrets
instead of a question that tells them apart. What the file claims is then left out.
"""

_FORMATS = ("text", "paths", "json", "dot", "latex", "irving")
_SUFFIXES = {
    ".txt": "text",
    ".json": "json",
    ".dot": "dot",
    ".gv": "dot",
    **{f".{form}": form for form in options.DRAWINGS},
    ".tex": "latex",
    ".irving": "irving",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    text = "play a strategy tree against every secret"
    verify = options.add_command(actions, "verify", text, _VERIFY)
    show = options.add_command(actions, "show", "print a strategy tree", _SHOW)
    text = "write a strategy tree in another format"
    convert = options.add_command(actions, "convert", text, _CONVERT)
    for action in (verify, show, convert):
        options.add(action, {"file FILE": ""})
    options.add(verify, "--json")
    depth = "only the first D questions of each path"
    more = {
        "--depth D": f"show {depth}",
        "--paths": "one line for each secret, the questions that find it",
    }
    options.add(show, more)
    forms = ",".join((*_FORMATS, *options.DRAWINGS))
    more = {
        "--transform NAMES": "first shorten the tree: shrink, idle, triangle, or several with "
        "commas between them",
        f"--to {{{forms}}}": "default: by the suffix of --out",
        "--depth D": f"draw {depth}",
        "--out >FILE": "default: standard output",
    }
    options.add(convert, more)


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked for."""
    if arguments.action == "verify":
        return _verify(arguments)
    if arguments.depth is not None and arguments.depth < 1:
        raise Refused(f"--depth must be at least 1, not {arguments.depth}")
    form, out = "text", None
    if arguments.action == "convert":
        form = arguments.to or _form_of(arguments.out)
        _check_drawing(arguments, form)
        out = arguments.out
    elif arguments.paths:
        form = "paths"
        if arguments.depth is not None:
            raise Refused("--depth is not for --paths, which are whole")
    from masetproof.trees.claims import check_claims
    from masetproof.trees.files import load_tree
    from masetproof.trees.replay import Refuted, replay

    stored = load_tree(arguments.file)
    try:
        check_claims(stored.claims, replay(stored.tree, common.terminal_progress()))
    except Refuted as refuted:
        raise common.No(f"{arguments.file}: {refuted}") from None
    if arguments.action == "convert" and arguments.transform is not None:
        stored = _transformed(stored, arguments.transform)
    if out is None:
        common.clear_progress()
        sys.stdout.writelines(f"{line}\n" for line in _lines(stored, form, arguments.depth))
        return 0
    if form in options.DRAWINGS:
        from masetproof.reports.drawings import tree_drawing
        from masetproof.reports.pictures import save

        save(tree_drawing(stored.tree, arguments.depth), out, form)
    else:
        from masetproof.files import whole_file

        with whole_file(out) as file:
            file.writelines(f"{line}\n".encode() for line in _lines(stored, form, None))
    common.tell_written(arguments, out)
    return 0


def _form_of(out: Path | None) -> str:
    """The format that a file name stands for."""
    if out is None:
        raise Refused("say --to FORMAT, or --out FILE with a suffix that stands for one")
    return options.form_of_suffix(out, _SUFFIXES, "--to")


def _check_drawing(arguments: argparse.Namespace, form: str) -> None:
    """Refuse what makes no sense in a format."""
    if arguments.depth is not None and form not in (*options.DRAWINGS, "text"):
        accepted = ", ".join(["text", *options.DRAWINGS])
        raise Refused(f"--depth is for {accepted}, not {form}")
    if form in options.DRAWINGS and form != "svg" and arguments.out is None:
        raise Refused(f"a drawing as {form.upper()} goes into a file; say --out")


def _transformed(stored: Stored, names: str) -> Stored:
    """The tree after these transformations; nothing that was claimed of it holds any more."""
    from masetproof.evolution.transformations import transform
    from masetproof.trees.claims import NO_CLAIMS

    tree = stored.tree
    for name in names.split(","):
        tree = transform(tree, name)
    return stored._replace(tree=tree, claims=NO_CLAIMS)


def _lines(stored: Stored, form: str, depth: int | None) -> Iterable[str]:
    """The tree in one of the formats."""
    if form == "json":
        from masetproof.trees.files import tree_lines

        return tree_lines(stored.tree, stored.claims)
    if form == "latex":
        from masetproof.reports.strategy import strategy_listing

        return strategy_listing(stored.tree).splitlines()
    if form == "dot":
        from masetproof.trees.text import dot_lines

        return dot_lines(stored.tree)
    if form == "irving":
        from masetproof.trees.irving import irving_lines

        return irving_lines(stored.tree)
    if form == "svg":
        from masetproof.drawing import svg_lines
        from masetproof.reports.drawings import tree_drawing

        return svg_lines(tree_drawing(stored.tree, depth))
    from masetproof.trees.text import indented, paths

    return paths(stored.tree) if form == "paths" else indented(stored.tree, depth)


def _verify(arguments: argparse.Namespace) -> int:
    from masetproof.trees.claims import check_claims
    from masetproof.trees.files import load_tree
    from masetproof.trees.replay import Refuted, replay

    stored = load_tree(arguments.file)
    played, reason = None, None
    try:
        played = replay(stored.tree, common.terminal_progress())
        check_claims(stored.claims, played)
    except Refuted as refuted:
        reason = str(refuted)
    cost = dict.fromkeys(("total", "expected", "worst", "histogram"))
    document = {
        "verified": reason is None,
        "secrets": stored.tree.finite.secret_count,
        **(common.cost_json(played) if played else cost),
        "reason": reason,
    }
    common.tell(arguments, document, _verdict_lines(stored, played, reason))
    return 0 if reason is None else 1


def _verdict_lines(stored: Stored, played: Replay | None, reason: str | None) -> Iterator[str]:
    title = stored.tree.finite.title
    if reason is None:
        yield f"Verified: the strategy finds every secret of {title}."
    else:
        yield f"Refuted: {reason}"
    if played is None:
        return
    if reason is not None:
        yield f"The tree finds every secret of {title}, though:"
    yield f"  secrets     {played.secrets:,}"
    yield from common.cost_lines(played)
    yield _not_verified(stored.claims)


def _not_verified(claims: Claimed) -> str:
    """What the replay does not settle."""
    said = []
    if claims.optimal:
        said.append("that it is optimal")
    if claims.lower_bound is not None:
        said.append(f"a lower bound of {claims.lower_bound:,}")
    goal = f" for the goal {claims.goal}" if claims.goal is not None else ""
    claimed = f" The file claims {' and '.join(said)}{goal}." if said else ""
    return f"Not verified: that no strategy does better.{claimed}"
