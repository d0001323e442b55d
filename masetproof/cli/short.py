"""`masetproof prove --short`: a lower bound that few patterns prove."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, counted
from masetproof.cli import common, options

if TYPE_CHECKING:
    from masetproof.short.proof import ShortProof

_LISTED_PEGS = 2
"""The listing of more pegs has many pages, and is written when it is asked for."""


def run(arguments: argparse.Namespace) -> int:
    """Find, write, tell."""
    options.refuse(arguments, "is not for --short", "plot", "colours")
    if arguments.listing not in (None, "none", "full"):
        raise Refused("the listing of a short proof is full, or none")
    if arguments.objective != "expected":
        raise Refused("short proofs are of the expected case: superadditivity needs a sum")
    if arguments.extra not in ("exact", "with"):
        raise Refused(
            "a short proof needs the extra colour (--extra with), and what it proves holds in the "
            "real game; without that colour superadditivity is false"
        )
    game, pegs = options.peg_game(arguments)
    from masetproof.progress import Stopwatch
    from masetproof.reports.short import check_short_directory, write_short_bundle
    from masetproof.short.proof import not_attained, prove_short

    listing = arguments.listing == "full" or (arguments.listing is None and pegs <= _LISTED_PEGS)
    directory, watch = options.output_directory(arguments), Stopwatch()
    if directory is not None:
        check_short_directory(directory, listing=listing)
    proof = prove_short(game, pegs, progress=common.terminal_progress(), stopwatch=watch)
    missed = list(not_attained(proof))
    document: dict[str, object] = proof.as_json() | {"not_attained": missed}
    files: dict[str, object] = {"certificate": None, "files": None}
    if directory is not None:
        bundle = write_short_bundle(proof, directory, document, watch, listing=listing)
        files = bundle.as_json()
        for sentence in bundle.notes:
            common.note(sentence)
    common.tell(arguments, document | files | {"seconds": watch.rounded()}, _lines(proof, missed))
    common.tell_written(arguments, *(files["files"] or ()))  # type: ignore[misc]
    return 0


def _lines(proof: ShortProof, missed: list[int]) -> Iterator[str]:
    """What was proved, for people."""
    yield from common.theorem_lines(proof.theorem, "Proved, that no strategy takes less.")
    where = ", ".join(f"n = {n}" for n in missed)
    yield "The real game: some strategy takes no more for every n" + (
        f" but {where}." if where else "."
    )
    yield (
        f"{counted(len(proof.members), 'member')} with {counted(proof.questions, 'question')}, of "
        f"which {len(proof.covered):,} need covers; all others are bounded by counts"
    )
