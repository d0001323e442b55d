"""Verify a certificate without trusting the program that wrote it.

examples:
  masetproof check proof/proof.cert
  masetproof check proof/proof.cert --json
  masetproof check proof.cert.xz

It tells how many patterns, questions and equations it has recomputed, as many as 'prove' has found,
and how many equations are left when equal ones count once and idle questions are left out.

A certificate may be packed by gzip or xz, and - is standard input. Its SHA-256, unpacked, is
printed as sha256sum has it. The checker is one folder that needs nothing but Python and
numpy; it also runs alone:
  python checker proof/proof.cert

It verifies short proofs (short.cert, of 'prove --short'), too, and bounds of the worst case of four
and five pegs. These rest on a few searches: what is trusted is printed with the commands that find
it.
"""

from __future__ import annotations

import argparse

from masetproof.cli import common, options
from masetproof.cli.options import Option

_INTERRUPTED = 130


OPTIONS = (
    Option(
        *("certificate", "CERTIFICATE"),
        help="proof.cert, as 'masetproof prove --out DIR' writes it",
    ),
    options.JSON,
)


def run(arguments: argparse.Namespace) -> int:
    """Hand over to the checker."""
    from masetproof import checker

    given = [arguments.certificate, *(["--json"] if arguments.json else [])]
    status = checker.main(given, "masetproof: ", arguments.progress, common.clear_progress)
    if status == _INTERRUPTED:
        raise KeyboardInterrupt
    return status
