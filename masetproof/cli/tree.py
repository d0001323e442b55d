"""``masetproof tree``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.cli import common

if TYPE_CHECKING:
    from masetproof.trees.claims import Claims
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
_DRAWN = ("svg", "pdf", "png", "pgf")
"""These are drawings."""
_SUFFIXES = {
    ".txt": "text",
    ".json": "json",
    ".dot": "dot",
    ".gv": "dot",
    **{f".{form}": form for form in _DRAWN},
    ".tex": "latex",
    ".irving": "irving",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions and their options."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")

    def add(name: str, text: str, examples: str) -> argparse.ArgumentParser:
        action = actions.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        action.add_argument("file", metavar="FILE")
        return action

    verify = add("verify", "play a strategy tree against every secret", _VERIFY)
    verify.add_argument("--json", action="store_true", help="print one JSON document")
    show = add("show", "print a strategy tree", _SHOW)
    _add_depth(show, "show")
    show.add_argument(
        "--paths", action="store_true", help="one line for each secret, the questions that find it"
    )
    convert = add("convert", "write a strategy tree in another format", _CONVERT)
    convert.add_argument(
        "--transform",
        metavar="NAMES",
        help="first shorten the tree: shrink, idle, triangle, or several with commas between them",
    )
    convert.add_argument(
        "--to", choices=(*_FORMATS, *_DRAWN), help="default: by the suffix of --out"
    )
    _add_depth(convert, "draw")
    convert.add_argument("--out", metavar="FILE", help="default: standard output")


def _add_depth(parser: argparse.ArgumentParser, verb: str) -> None:
    parser.add_argument(
        "--depth",
        type=common.whole_number,
        metavar="D",
        help=f"{verb} only the first D questions of each path",
    )


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked for."""
    if arguments.action == "verify":
        return _verify(arguments)
    if arguments.depth is not None and arguments.depth < 1:
        raise common.Complaint(f"--depth must be at least 1, not {arguments.depth}")
    form = "text"
    if arguments.action == "convert":
        form = arguments.to or _form_of(arguments.out)
        _check_drawing(arguments, form)
    elif arguments.paths:
        form = "paths"
        if arguments.depth is not None:
            raise common.Complaint("--depth is not for --paths, which are whole")
    from masetproof.trees.claims import check_claims
    from masetproof.trees.replay import Refuted, replay

    out = common.output_file(arguments.out, "--out") if arguments.action == "convert" else None
    stored = _load(arguments)
    with common.as_complaint():
        try:
            check_claims(stored.claims, replay(stored.tree, common.terminal_progress()))
        except Refuted as refuted:
            common.clear_progress()
            common.note(f"{arguments.file}: {refuted}")
            return 1
        if arguments.action == "convert" and arguments.transform is not None:
            stored = _transformed(stored, arguments.transform)
        if form in _DRAWN and out is not None:
            _draw(stored, arguments.depth, form, out)
            common.tell_written(out)
            return 0
        lines = _lines(stored, form, arguments.depth)
        common.clear_progress()
        if out is not None:
            from masetproof.files import whole_file

            with whole_file(out) as file:
                file.writelines(f"{line}\n".encode() for line in lines)
            common.tell_written(out)
            return 0
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0


def _form_of(out: str | None) -> str:
    """The format that a file name stands for."""
    if out is None:
        raise common.Complaint("say --to FORMAT, or --out FILE with a suffix that stands for one")
    try:
        return _SUFFIXES[Path(out).suffix]
    except KeyError:
        known = ", ".join(_SUFFIXES)
        raise common.Complaint(
            f"--out {out} does not say the format; say --to, or use one of {known}"
        ) from None


def _check_drawing(arguments: argparse.Namespace, form: str) -> None:
    """Complain of what makes no sense in a format."""
    if arguments.depth is not None and form not in (*_DRAWN, "text"):
        accepted = ", ".join(["text", *_DRAWN])
        raise common.Complaint(f"--depth is for {accepted}, not {form}")
    if form in _DRAWN and form != "svg" and arguments.out is None:
        raise common.Complaint(f"a drawing as {form.upper()} goes into a file; say --out")


def _draw(stored: Stored, depth: int | None, form: str, out: Path) -> None:
    from masetproof.reports.pictures import save
    from masetproof.trees.picture import tree_drawing

    save(tree_drawing(stored.tree, depth), out, form)
    common.clear_progress()


def _load(arguments: argparse.Namespace) -> Stored:
    from masetproof.trees.files import load_tree

    with common.as_complaint():
        return load_tree(arguments.file)


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
        from masetproof.trees.dot import dot_lines

        return dot_lines(stored.tree)
    if form == "irving":
        from masetproof.trees.irving import irving_lines

        return irving_lines(stored.tree)
    if form == "svg":
        from masetproof.drawing import svg_lines
        from masetproof.trees.picture import tree_drawing

        return svg_lines(tree_drawing(stored.tree, depth))
    from masetproof.trees.text import indented, paths

    return paths(stored.tree) if form == "paths" else indented(stored.tree, depth)


def _verify(arguments: argparse.Namespace) -> int:
    from masetproof.trees.claims import check_claims
    from masetproof.trees.replay import Refuted, replay

    stored = _load(arguments)
    found, reason = None, None
    try:
        with common.as_complaint():
            found = replay(stored.tree, common.terminal_progress())
        check_claims(stored.claims, found)
    except Refuted as refuted:
        reason = str(refuted)
    if arguments.json:
        common.print_json(_document(stored, found, reason))
    else:
        common.clear_progress()
        _tell(stored, found, reason)
    return 0 if reason is None else 1


def _document(stored: Stored, found: Replay | None, reason: str | None) -> dict[str, object]:
    """The answer for scripts; what was not found is null."""
    return {
        "verified": reason is None,
        "secrets": stored.tree.finite.secret_count,
        "total": found.total if found else None,
        "expected": str(found.expected) if found else None,
        "worst": found.worst if found else None,
        "histogram": found.histogram if found else None,
        "reason": reason,
    }


def _tell(stored: Stored, found: Replay | None, reason: str | None) -> None:
    """The answer for people."""
    title = stored.tree.finite.title
    if found is None:
        print(f"Refuted: {reason}")
        return
    if reason is not None:
        print(f"Refuted: {reason}")
        print(f"The tree finds every secret of {title}, though:")
    else:
        print(f"Verified: the strategy finds every secret of {title}.")
    print(f"  secrets     {found.secrets:,}")
    print(f"  total       {found.total:,}")
    print(f"  expected    {found.expected_text()}")
    print(f"  worst case  {found.worst:,}")
    print(f"  histogram   {' '.join(map(str, found.histogram))}")
    print(_not_verified(stored.claims))


def _not_verified(claims: Claims) -> str:
    """What the replay does not settle."""
    said = []
    if claims.optimal:
        said.append("that it is optimal")
    if claims.lower_bound is not None:
        said.append(f"a lower bound of {claims.lower_bound:,}")
    goal = f" for the goal {claims.goal}" if claims.goal is not None else ""
    claimed = f" The file claims {' and '.join(said)}{goal}." if said else ""
    return f"Not verified: that no strategy does better.{claimed}"
