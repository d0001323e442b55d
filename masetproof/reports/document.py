"""The files of a printed proof: a document, its body, which fits into any paper, and macros."""

from __future__ import annotations

from typing import TYPE_CHECKING

from masetproof.reports import latex

if TYPE_CHECKING:
    from masetproof.proofs.theorem import Theorem

__all__ = [
    "BIBLIOGRAPHY",
    "BODY",
    "DOCUMENT",
    "MACROS",
    "PAPER",
    "READINGS",
    "document",
    "for_paper",
]

DOCUMENT = "proof.tex"
BODY = "proof-body.tex"
MACROS = "masetproof.sty"
BIBLIOGRAPHY = "masetproof.bib"
PAPER = (BODY, MACROS, BIBLIOGRAPHY)
"""What a paper needs that has the proof in it."""

READINGS = ("readings-body.tex", "readings.tex", "readings.pdf", "readings.json")
"""The files that compare the readings of a game: body, document, PDF, and for scripts."""


def for_paper(body: str, name: str = BODY) -> dict[str, str]:
    """The texts of the files of a body that a paper needs, by name: of a proof those of `PAPER`."""
    return {name: body} | {name: latex.shipped(name) for name in (MACROS, BIBLIOGRAPHY)}


def document(theorem: Theorem, digest: str, certificate_name: str) -> str:
    """The LaTeX document around the body; see `listing.full_listing` for the arguments."""
    from masetproof.reports.statements import context_of

    context = context_of(theorem, digest, certificate_name) | {"name": "proof"}
    return latex.rendered("proof.tex.jinja", context)
