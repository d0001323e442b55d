"""Look at theorems, patterns, strategies and tables in the browser, and play.

examples:
  masetproof explore
  masetproof explore --tree strategy.json --port 8000 --no-browser
  masetproof explore --words words.txt
  masetproof explore --out site --pegs 1 --tree strategy.json

Without --out a server for this machine alone is started and its address, with a token that nobody
else knows, is opened in the browser; Ctrl-C ends it. Theorems of three pegs are proved when they
are first looked at; the page says how far that has come.

With --out a site is written that works from the file system, without a server or network: open
index.html. It has the theorems of one and two pegs with all their patterns; of three pegs, the
real game with the patterns of the optimal strategy, which take longest (--pegs 2 leaves them out);
the trees that are given; and tables. SHA256SUMS lists what was made: a later run replaces or
removes that and nothing else.
"""

from __future__ import annotations

import argparse
import re
import threading
from pathlib import Path

from masetproof.arguments import Refused, parse_whole, printable
from masetproof.cli import common, options
from masetproof.cli.interrupts import interruption
from masetproof.cli.options import Option
from masetproof.files import file_path, read_text
from masetproof.games.jotto import Jotto
from masetproof.games.wordlist import MOST_BYTES, naming_the_file
from masetproof.trees.tree import StrategyTree

OPTIONS = (
    Option("--out", "DIR", help="write a static site here"),
    options.WORDS,
    options.ALLOWED,
    Option(
        *("--tree", "FILE"),
        help="strategy trees to show, as other commands write them with --tree",
        nargs="+",
    ),
    options.PEGS.but(help="with --out: the most pegs of theorems", otherwise="3"),
    Option("--port", "N", help="of the server", otherwise="a free one", read=parse_whole),
    Option("--no-browser", help="only print the address, open no browser"),
)


def run(arguments: argparse.Namespace) -> None:
    """Serve until interrupted, or write the site."""
    if arguments.out is not None and (arguments.port is not None or arguments.no_browser):
        raise Refused("--port and --no-browser are for the server, which --out does not start")
    if arguments.out is not None and (arguments.words or arguments.allowed):
        raise Refused("--words and --allowed are for the server: games of words need Python")
    if arguments.allowed and not arguments.words:
        raise Refused("--allowed goes with --words")
    if arguments.out is None and arguments.pegs is not None:
        raise Refused("--pegs is for --out; the server has all theorems")
    directory = options.output_directory(arguments)
    trees = _trees(arguments)
    if directory is None:
        _serve(arguments, trees)
    else:
        _write(arguments, directory, trees)


def _lists(arguments: argparse.Namespace) -> dict[str, tuple[str, str]]:
    """The list of words by the name of its file."""
    if not arguments.words:
        return {}
    words, allowed = (
        read_text(file_path(path), MOST_BYTES, "a list of words") if path else ""
        for path in (arguments.words, arguments.allowed)
    )
    with naming_the_file(arguments.words, arguments.allowed):
        Jotto(words, allowed)
    return {_stem(arguments.words, "words"): (words, allowed)}


def _stem(path: str, otherwise: str) -> str:
    """The name of a file in addresses."""
    return re.sub(r"[^a-z0-9]+", "-", Path(path).stem.lower()).strip("-") or otherwise


def _trees(arguments: argparse.Namespace) -> dict[str, StrategyTree]:
    """The trees by the names of their files, each replayed."""
    from masetproof.play.named import tree_of_file

    trees: dict[str, StrategyTree] = {}
    for path in arguments.tree:
        name = stem = _stem(path, "tree")
        while name in trees:
            name = f"{stem}-{len(trees)}"
        trees[name] = tree_of_file(path, arguments.progress)
    return trees


def _write(arguments: argparse.Namespace, directory: Path, trees: dict[str, StrategyTree]) -> None:
    from masetproof.explore.site import write_site

    pegs = 3 if arguments.pegs is None else arguments.pegs
    written = write_site(directory, trees, most_pegs=pegs, progress=arguments.progress)
    index = printable(str(directory / "index.html"))
    common.print_lines([f"wrote {len(written)} files; open {index}"])


def _serve(arguments: argparse.Namespace, trees: dict[str, StrategyTree]) -> None:
    from masetproof.explore.server import Explorer

    try:
        explorer = Explorer(trees, arguments.port or 0, _lists(arguments))
    except OSError as error:
        raise Refused(f"port {arguments.port}: {error.strerror}") from error
    common.print_lines([f"The explorer is at {explorer.address}", "Ctrl-C ends it."])
    if not arguments.no_browser:
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(explorer.address,), daemon=True).start()
    try:
        explorer.serve()
    except KeyboardInterrupt:
        raise common.Ended(interruption().limit or "the explorer has ended") from None
