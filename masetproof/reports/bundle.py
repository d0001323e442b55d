"""All files of one proof, in one directory."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import final

from masetproof.files import whole_file, write_text
from masetproof.patterns.graph import graph_text
from masetproof.progress import Progress, silent
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.theorem import Stopwatch, Theorem
from masetproof.reports.figures import FIGURES, FORMS, write_figures
from masetproof.reports.graph import question_graph
from masetproof.reports.listing import full_listing
from masetproof.reports.summary import summary_listing
from masetproof.reports.typeset import TypesettingFailed, typeset
from masetproof.reports.volumes import write_volumes

__all__ = ["Bundle", "write_bundle"]

_FULL_LISTING_PEGS = 2
_NAMES = (
    "proof.cert",
    "proof.tex",
    "proof.pdf",
    "patterns.graphml",
    "patterns.dot",
    "summary.json",
    *(f"{name}.{form}" for name in FIGURES for form in FORMS),
)


@final
@dataclass(frozen=True)
class Bundle:
    """What was written, and what a user should know about it."""

    certificate: Path
    files: list[Path]
    notes: list[str]


def write_bundle(
    theorem: Theorem,
    directory: Path,
    listing: str | None,
    summary: dict[str, object],
    watch: Stopwatch,
    progress: Progress = silent,
) -> Bundle:
    """Write certificate, listing, pattern graph and summary.

    listing: ``none``, ``summary``, ``full``, or None for what suits the number of pegs.  The
    summary on disk has neither times nor paths, so that the same proof gives the same bytes.
    """
    # What an earlier run left and this one does not write would belong to another proof.
    for name in _NAMES:
        (directory / name).unlink(missing_ok=True)
    certificate = directory / "proof.cert"
    files, notes = [certificate], []
    with watch.stage("certificate"), whole_file(certificate) as file:
        digest = write_certificate(theorem, file)
    pegs = theorem.closure.pegs
    if listing is None:
        listing = "full" if pegs <= _FULL_LISTING_PEGS else "summary"
    whole = listing == "full" and pegs <= _FULL_LISTING_PEGS
    if listing != "none":
        source = directory / "proof.tex"
        with watch.stage("listing"):
            render = full_listing if whole else summary_listing
            write_text(source, render(theorem, digest, certificate.name))
        files.append(source)
        try:
            with watch.stage("pdf"):
                typeset(source, source.with_suffix(".pdf"))
            files.append(source.with_suffix(".pdf"))
        except TypesettingFailed as failure:
            notes.append(f"{failure}, so {source} was not made into a PDF")
    if listing != "none" and not whole:
        with watch.stage("figures"):
            files += write_figures(theorem, directory)
    if listing == "full" and not whole:
        with watch.stage("volumes"):
            files += write_volumes(theorem, directory / "volumes", digest, progress)
    if pegs <= _FULL_LISTING_PEGS:
        graph = question_graph(theorem)
        for form in ("graphml", "dot"):
            path = directory / f"patterns.{form}"
            write_text(path, graph_text(graph, form))
            files.append(path)
    path = directory / "summary.json"
    kept = {key: value for key, value in summary.items() if key not in ("certificate", "files")}
    write_text(path, json.dumps(kept | {"digest": digest}, indent=2) + "\n")
    files.append(path)
    return Bundle(certificate, files, notes)
