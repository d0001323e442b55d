"""`masetproof prove --short`: a lower bound that few patterns prove."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import masetproof
from masetproof.arguments import Refused, counted
from masetproof.cli import common, options
from masetproof.progress import Stopwatch

if TYPE_CHECKING:
    from masetproof.proofs.numbers import NumberSet

_LISTED_PEGS = 2
"""The listing of more pegs has many pages, and is written when it is asked for."""


def run(arguments: argparse.Namespace) -> int:
    """Find, write, tell."""
    options.refuse(arguments, "is not for a short proof", "plot", "colours", "patterns")
    if arguments.listing not in (None, "none", "full"):
        raise Refused("the listing of a short proof is full, or none")
    if arguments.objective != "expected":
        raise Refused("short proofs are of the expected case: superadditivity needs a sum")
    if arguments.extra == "all":
        raise Refused("a short proof is one for all readings; choose the one that is compared")
    game, pegs = options.peg_game(arguments)
    from masetproof.band.proof import check_pegs
    from masetproof.reports.short import check_short_directory, write_short_bundle
    from masetproof.short.proof import not_attained

    listing = arguments.listing == "full" or (arguments.listing is None and pegs <= _LISTED_PEGS)
    if game.own_alphabets:
        check_pegs(pegs)
        if arguments.extra == "without":
            raise Refused("a band proof needs blanks: it is of the readings exact and with")
        listing = arguments.listing != "none"  # a summary
    directory, watch = options.output_directory(arguments), Stopwatch()
    if directory is not None:
        check_short_directory(directory, listing=listing)
    proof: masetproof.BandProof | masetproof.ShortProof
    if game.own_alphabets:
        proof = masetproof.prove_band(pegs, progress=arguments.progress, stopwatch=watch)
        document, lines = proof.as_json(), _band_lines(proof)
    else:
        proof = masetproof.prove_short(game, pegs, progress=arguments.progress, stopwatch=watch)
        missed = not_attained(proof, arguments.extra, arguments.progress)
        document, lines = proof.as_json(), _lines(arguments, proof, missed)
        document["not_attained"] = {
            "numbers": missed.singles,
            "residues": missed.classes,
            "period": missed.period,
            "settled": missed.onset,
            "extra": arguments.extra,
        }
    write = None
    if directory is not None:
        progress = arguments.progress
        write = partial(
            write_short_bundle, proof, directory, document, watch, progress, listing=listing
        )
    told = document | {"certificate": None, "files": None}
    common.tell_proof(arguments, told, lines, watch, write)
    return 0


def _band_lines(proof: masetproof.BandProof) -> Iterator[str]:
    yield f"Proved. {proof.verified.words}"
    yield proof.verified.symbols
    yield (
        f"{counted(proof.asked, 'state')} with all questions, {proof.averaged:,} by averaging; the "
        f"strategy of the real game asks at {counted(len(proof.strategy.asked), 'place')}"
    )


def _lines(
    arguments: argparse.Namespace, proof: masetproof.ShortProof, missed: NumberSet
) -> Iterator[str]:
    """What was proved, for people."""
    head = "Proved that no strategy takes less."
    yield from common.theorem_lines(proof.theorem, head, lower=True)
    yield f"Some strategy takes no more, with --extra {arguments.extra}, for {missed.others}."
    yield (
        f"{counted(len(proof.members), 'member')} with {counted(proof.questions, 'question')}, of "
        f"which {len(proof.covered):,} need covers; all others are bounded by counts"
    )
