"""All files of one proof, in one directory.

``SHA256SUMS`` lists what the command made there.  Only what is listed, and still is as it was made,
is replaced or removed by a later run; whatever else is in the directory belongs to the user.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import final

from masetproof.arguments import Refused
from masetproof.files import whole_file, write_text
from masetproof.patterns.graph import graph_text
from masetproof.progress import Progress, silent
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.theorem import Stopwatch, Theorem
from masetproof.reports.document import DOCUMENT, PAPER, document, for_paper
from masetproof.reports.figures import FIGURES, FORMS, write_figures
from masetproof.reports.graph import question_graph
from masetproof.reports.listing import full_listing
from masetproof.reports.summary import summary_listing
from masetproof.reports.typeset import TypesettingFailed, typeset
from masetproof.reports.volumes import write_volumes

__all__ = ["Bundle", "check_directory", "write_bundle"]

_FULL_LISTING_PEGS = 2
_SUMS = "SHA256SUMS"
_HEAD = "# Made by masetproof prove; to check: sha256sum -c SHA256SUMS\n"
_LISTINGS = ("none", "body", "summary", "full")
_FIGURES = tuple(f"{name}.{form}" for name in FIGURES for form in FORMS)
_GRAPHS = ("patterns.graphml", "patterns.dot")


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

    listing: ``none``, ``body`` (to be put into a paper), ``summary``, ``full``, or None for what
    suits the number of pegs.  The summary on disk has neither times nor paths, so that the same
    proof gives the same bytes.

    What an earlier run made is replaced or removed.  `Refused`, before anything is written, when
    another file has the name of one that is to be written.
    """
    pegs = theorem.closure.pegs
    listing = _listing(pegs, listing)
    whole = listing in ("full", "body") and pegs <= _FULL_LISTING_PEGS
    made = _Made(directory)
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
            render = full_listing if whole else summary_listing
            texts = for_paper(render(theorem, digest, certificate.name))
        for name, text in texts.items():
            write_text(directory / name, text)
            wrote(directory / name)
    if listing not in ("none", "body"):
        source = directory / DOCUMENT
        write_text(source, document(theorem, digest, certificate.name))
        wrote(source)
        try:
            with watch.stage("pdf"):
                typeset(source, source.with_suffix(".pdf"), *(directory / name for name in PAPER))
            wrote(source.with_suffix(".pdf"))
        except TypesettingFailed as failure:
            notes.append(f"{failure}, so {source} was not made into a PDF")
    if listing not in ("none", "body") and not whole:
        with watch.stage("figures"):
            for path in write_figures(theorem, directory):
                wrote(path)
    if listing == "full" and not whole:
        with watch.stage("volumes"):
            files += write_volumes(theorem, directory / "volumes", digest, progress)
    if pegs <= _FULL_LISTING_PEGS:
        graph = question_graph(theorem)
        for name in _GRAPHS:
            path = directory / name
            write_text(path, graph_text(graph, path.suffix[1:]))
            wrote(path)
    path = directory / "summary.json"
    kept = {key: value for key, value in summary.items() if key not in ("certificate", "files")}
    write_text(path, json.dumps(kept | {"digest": digest}, indent=2) + "\n")
    wrote(path)
    return Bundle(certificate, [*files, directory / _SUMS], notes)


def check_directory(directory: Path, pegs: int, listing: str | None) -> None:
    """`Refused` when `write_bundle` would have to replace a file that it did not make."""
    _Made(directory).check(_names(pegs, _listing(pegs, listing)))


def _listing(pegs: int, listing: str | None) -> str:
    """The listing that is meant: the full one only where it is not too long."""
    if listing is None:
        return "full" if pegs <= _FULL_LISTING_PEGS else "summary"
    if listing not in _LISTINGS:
        raise Refused(f"the listing must be one of {', '.join(_LISTINGS)}, not {listing!r}")
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
"""All files that any run writes."""


@final
class _Made:
    """Which files in a directory the command made, and has found unchanged since."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._sums = _read_sums(directory / _SUMS)

    def check(self, names: Iterable[str]) -> None:
        """`Refused` when one of the names is taken by another file."""
        for name in names:
            if os.path.lexists(self._directory / name) and not self._is_ours(name):
                raise Refused(_foreign(self._directory / name))

    def _is_ours(self, name: str) -> bool:
        return name in self._sums and self._sums[name] == _sum_of(self._directory / name)

    def note(self, name: str) -> None:
        """Take up a file that was just written."""
        self._sums[name] = _sum_of(self._directory / name)
        self._write()

    def remove_all_but(self, kept: str) -> None:
        """Remove the others that the command made, as far as they are unchanged."""
        for name in sorted(self._sums.keys() - {kept}):
            if name in _NAMES and self._is_ours(name):
                (self._directory / name).unlink()
            del self._sums[name]
        self._write()

    def _write(self) -> None:
        lines = [f"{digest}  {name}\n" for name, digest in sorted(self._sums.items())]
        write_text(self._directory / _SUMS, _HEAD + "".join(lines))


def _read_sums(path: Path) -> dict[str, str]:
    """The digests by name; `Refused` when the file is none of ours."""
    if not os.path.lexists(path):
        return {}
    with suppress(OSError, UnicodeDecodeError):
        text = path.read_text() if path.is_file() else ""
        if text.startswith(_HEAD):
            pairs = [line.partition("  ") for line in text.removeprefix(_HEAD).splitlines()]
            return {name: digest for digest, _, name in pairs}
    raise Refused(_foreign(path))


def _sum_of(path: Path) -> str:
    """The digest of a regular file, empty for what is none or cannot be read."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
    return ""


def _foreign(path: Path) -> str:
    return (
        f"{path} was not made by masetproof, or was changed since, so it is not replaced; move it "
        "away or choose another directory"
    )
