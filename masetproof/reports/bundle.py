"""All files of one proof, in one directory.

``SHA256SUMS`` lists what the command made there.  Only what is listed, and still is as it was made,
is replaced or removed by a later run; whatever else is in the directory belongs to the user.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from masetproof.arguments import Refused
from masetproof.files import whole_file, write_text
from masetproof.progress import Progress, silent
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.theorem import Stopwatch, Theorem
from masetproof.reports.document import DOCUMENT, PAPER, READINGS, document, for_paper
from masetproof.reports.made import SUMS, Made
from masetproof.reports.plots import FIGURE_FORMS, FIGURES, write_figures
from masetproof.reports.typeset import TypesettingFailed, typeset

__all__ = ["KNOWN_NAMES", "Bundle", "check_directory", "write_bundle", "write_pdf"]

_FULL_LISTING_PEGS = 2
_LISTINGS = ("none", "body", "summary", "full")
_FIGURES = tuple(f"{name}.{form}" for name in FIGURES for form in FIGURE_FORMS)
_GRAPHS = ("patterns.graphml", "patterns.dot")


@final
@dataclass(frozen=True)
class Bundle:
    """What was written, and what a user should know about it."""

    certificate: Path
    digest: str
    files: list[Path]
    notes: list[str]

    def as_json(self) -> dict[str, object]:
        """The fields of the command's document."""
        return {"certificate": str(self.certificate), "files": [str(path) for path in self.files]}


def write_bundle(
    theorem: Theorem,
    directory: Path,
    listing: str | None,
    watch: Stopwatch,
    progress: Progress = silent,
) -> Bundle:
    """Write certificate, listing, pattern graph and summary.

    listing: ``none``, ``body`` (to be put into a paper), ``summary``, ``full``, or None for what
    suits the number of pegs.  The summary on disk has neither times nor paths, so that the same
    proof gives the same bytes.

    What an earlier run made is replaced or removed.  `Refused`, before anything is written, when
    another file has the name of one that is to be written.
    """
    proved: Any = theorem  # what is printed of it depends on its kind
    pegs = theorem.closure.pegs
    listing = _listing(pegs, listing)
    whole = listing in ("full", "body") and pegs <= _FULL_LISTING_PEGS
    whole = whole or (listing == "full" and not theorem.system.has_one_index)
    made = Made(directory, KNOWN_NAMES)
    made.check(_names(pegs, listing))
    certificate = directory / "proof.cert"
    files, notes = [], []

    def wrote(path: Path) -> None:
        made.note(path.name)
        files.append(path)

    with watch.stage("certificate"), whole_file(certificate) as file:
        digest = write_certificate(theorem, file)
    wrote(certificate)
    # What is left of an earlier run would belong to another proof.
    made.remove_all_but(certificate.name)
    if listing != "none":
        with watch.stage("listing"):
            texts = for_paper(_body(theorem, digest, certificate.name, whole=whole))
        for name, text in texts.items():
            write_text(directory / name, text)
            wrote(directory / name)
    if listing not in ("none", "body"):
        source = directory / DOCUMENT
        write_text(source, document(theorem, digest, certificate.name))
        wrote(source)
        with watch.stage("pdf"):
            failure = write_pdf(source, *(directory / name for name in PAPER))
        if failure is None:
            wrote(source.with_suffix(".pdf"))
        else:
            notes.append(failure)
    if theorem.system.has_one_index:
        with watch.stage("figures"):
            for path in _pictures(theorem, directory, listing, whole=whole):
                wrote(path)
        if listing == "full" and not whole:
            from masetproof.reports.volumes import write_volumes

            with watch.stage("volumes"):
                files += write_volumes(proved, directory / "volumes", digest, progress)
    path = directory / "summary.json"
    write_text(path, json.dumps(theorem.as_json() | {"digest": digest}, indent=2) + "\n")
    wrote(path)
    return Bundle(certificate, digest, [*files, directory / SUMS], notes)


def _pictures(theorem: Any, directory: Path, listing: str, *, whole: bool) -> Iterator[Path]:
    """Write the figures of a summary, and the pattern graph where it is not too large."""
    if listing not in ("none", "body") and not whole:
        yield from write_figures(theorem, directory)
    if theorem.closure.pegs <= _FULL_LISTING_PEGS:
        from masetproof.reports.graph import graph_text, question_graph

        graph = question_graph(theorem)
        for name in _GRAPHS:
            path = directory / name
            write_text(path, graph_text(graph, path.suffix[1:]))
            yield path


def _body(theorem: Any, digest: str, certificate: str, *, whole: bool) -> str:
    """The listing, or its summary.  What they need takes half a second to load."""
    if not theorem.system.has_one_index:
        from masetproof.reports.listing import cell_listing

        return cell_listing(theorem, digest, certificate, whole=whole)
    if whole:
        from masetproof.reports.listing import full_listing

        return full_listing(theorem, digest, certificate)
    from masetproof.reports.summary import summary_listing

    return summary_listing(theorem, digest, certificate)


def write_pdf(source: Path, *others: Path) -> str | None:
    """Make the PDF beside a source that reads the *others*; why there is none, or None."""
    try:
        typeset(source, source.with_suffix(".pdf"), *others)
    except TypesettingFailed as failure:
        return f"{failure}, so {source} was not made into a PDF"
    return None


def check_directory(directory: Path, pegs: int, listing: str | None) -> None:
    """`Refused` when `write_bundle` would have to replace a file that it did not make."""
    Made(directory, KNOWN_NAMES).check(_names(pegs, _listing(pegs, listing)))


def _listing(pegs: int, listing: str | None) -> str:
    """The listing that is meant: the full one only where it is not too long."""
    if listing not in (None, *_LISTINGS):
        raise Refused(f"the listing must be one of {', '.join(_LISTINGS)}, not {listing!r}")
    if listing is None:
        return "full" if pegs <= _FULL_LISTING_PEGS else "summary"
    return listing


def _names(pegs: int, listing: str) -> Iterator[str]:
    """The names of the files that are written, those of volumes apart."""
    yield from ("proof.cert", "summary.json")
    if listing != "none":
        yield from PAPER
    if listing not in ("none", "body"):
        yield from (DOCUMENT, "proof.pdf")
    if pegs <= _FULL_LISTING_PEGS:
        yield from _GRAPHS
    if listing == "summary" or (listing == "full" and pegs > _FULL_LISTING_PEGS):
        yield from _FIGURES


_NAMES = frozenset(
    ["proof.cert", "summary.json", *PAPER, DOCUMENT, "proof.pdf", *_GRAPHS, *_FIGURES]
)
"""All files that a proof writes."""
KNOWN_NAMES = _NAMES | frozenset(READINGS)
"""Those that comparisons of readings write too."""
