"""All files of a proof, or of three proofs that are compared, in one directory.

``SHA256SUMS`` lists what the command made there.  Only what is listed, and still is as it was made,
is replaced or removed by a later run; whatever else is in the directory belongs to the user.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import final

from masetproof.arguments import Refused
from masetproof.files import prepare_directory, whole_file, write_text
from masetproof.progress import Progress, Stopwatch, silent
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.comparison import Comparison
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.readings import Reading
from masetproof.reports.document import (
    BIBLIOGRAPHY,
    BODY,
    DOCUMENT,
    MACROS,
    PAPER,
    READINGS,
    document,
    for_paper,
    readings_listing,
)
from masetproof.reports.made import SUMS, Made
from masetproof.reports.plots import FIGURE_FORMS, FIGURES, write_figures
from masetproof.reports.typeset import TypesettingFailed, typeset

_FULL_LISTING_PEGS = 2
_LISTINGS = ("none", "body", "summary", "full")
_CERTIFICATE, SUMMARY, SHORT = "proof.cert", "summary.json", "short.cert"
PDF = "proof.pdf"
_FIGURES = tuple(f"{name}.{form}" for name in FIGURES for form in FIGURE_FORMS)
_GRAPHS = ("patterns.graphml", "patterns.dot")
_NAMES = frozenset([_CERTIFICATE, SHORT, SUMMARY, *PAPER, DOCUMENT, PDF, *_GRAPHS, *_FIGURES])
"""All files that a proof writes."""
_is_ours = _NAMES.union(READINGS).__contains__


@final
@dataclass(frozen=True)
class Bundle:
    """What is written into a directory, and what a user should know about it.

    certificates: of one proof, or by reading, as fields of the command's document.  digests: of the
    certificates, SHA-256.
    """

    directory: Path
    made: Made
    certificates: dict[str, object] = field(default_factory=dict)
    digests: dict[Reading, str] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @classmethod
    def begun(
        cls,
        directory: Path,
        known: Callable[[str], bool] = _is_ours,
        command: str = "prove",
    ) -> Bundle:
        """Nothing yet, in a directory that may have what an earlier run made; as of `Made`."""
        return cls(directory, Made(directory, known, command))

    def wrote(self, path: Path) -> None:
        """Take up a file that was just written."""
        self.made.note(path.name)
        self.files.append(path)

    def write(self, texts: Mapping[str, str]) -> None:
        """Write texts by the names of their files."""
        for name, text in texts.items():
            write_text(self.directory / name, text)
            self.wrote(self.directory / name)

    def write_json(self, name: str, value: object) -> None:
        """Write a document for scripts."""
        self.write({name: json.dumps(value, indent=2) + "\n"})

    def write_pdf(self, name: str, other: str, watch: Stopwatch) -> None:
        """Make the PDF of a document that has been written, or note why there is none.

        other: the file that it reads, beside those of every document.
        """
        source, others = self.directory / name, (other, MACROS, BIBLIOGRAPHY)
        with watch.stage("pdf"):
            try:
                typeset(source, source.with_suffix(".pdf"), *map(self.directory.joinpath, others))
            except TypesettingFailed as failure:
                self.notes.append(f"{failure}, so {source} was not made into a PDF")
                return
        self.wrote(source.with_suffix(".pdf"))

    def as_json(self) -> dict[str, object]:
        """The fields of the command's document."""
        return self.certificates | {"files": [str(path) for path in self.files]}


def write_bundle(
    outcome: Theorem | Comparison,
    directory: Path,
    listing: str | None,
    watch: Stopwatch,
    progress: Progress = silent,
) -> Bundle:
    """Write certificate, listing, pattern graph and summary of a theorem.

    Or those of three that are compared, in folders that are called like the readings, and the
    comparison beside them.

    listing: ``none``, ``body`` (to be put into a paper), ``summary``, ``full``, or None for what
    suits the number of pegs; a comparison has a document, or what goes into a paper, where they
    have one.  The summary on disk has neither times nor paths, so that the same proof gives the
    same bytes.

    What an earlier run made is replaced or removed.  `Refused`, before anything is written, when
    another file has the name of one that is to be written.
    """
    if isinstance(outcome, Comparison):
        bundle = _write_comparison(outcome, directory, listing, watch, progress)
    else:
        bundle = _write_theorem(outcome, directory, listing, watch, progress)
    bundle.files.append(directory / SUMS)
    return bundle


def _write_theorem(
    theorem: Theorem, directory: Path, listing: str | None, watch: Stopwatch, progress: Progress
) -> Bundle:
    pegs, one_index = theorem.closure.pegs, theorem.system.has_one_index
    listing = check_directory(directory, pegs, listing)
    whole = listing in ("full", "body") and pegs <= _FULL_LISTING_PEGS
    whole = whole or (listing == "full" and not one_index)
    bundle, certificate = Bundle.begun(directory), directory / _CERTIFICATE
    with watch.stage("certificate"), whole_file(certificate) as file:
        digest = write_certificate(theorem, file)
    bundle.certificates["certificate"] = str(certificate)
    bundle.digests[theorem.system.reading] = digest
    bundle.wrote(certificate)
    # What is left of an earlier run would belong to another proof.
    bundle.made.remove_all_but(_CERTIFICATE)
    if listing != "none":
        with watch.stage("listing"):
            texts = for_paper(_body(theorem, digest, whole=whole))
        bundle.write(texts)
    if listing not in ("none", "body"):
        bundle.write({DOCUMENT: document(theorem, digest, _CERTIFICATE)})
        bundle.write_pdf(DOCUMENT, BODY, watch)
    if one_index:
        with watch.stage("figures"):
            if listing not in ("none", "body") and not whole:
                for path in write_figures(theorem, directory):
                    bundle.wrote(path)
            if pegs <= _FULL_LISTING_PEGS:
                from masetproof.reports.graph import graph_text, question_graph

                graph = question_graph(theorem)
                bundle.write({name: graph_text(graph, Path(name).suffix[1:]) for name in _GRAPHS})
        if listing == "full" and not whole:
            from masetproof.reports.listing import write_volumes

            with watch.stage("volumes"):
                volumes = write_volumes(theorem, directory / "volumes", digest, progress)
            bundle.files.extend(volumes)
    bundle.write_json(SUMMARY, theorem.as_json() | {"digest": digest})
    return bundle


def _write_comparison(
    comparison: Comparison,
    directory: Path,
    listing: str | None,
    watch: Stopwatch,
    progress: Progress,
) -> Bundle:
    closure = comparison.theorems[Reading.EXACT].closure
    check_directory(directory, closure.pegs, listing, several=True)
    bundle, certificates = Bundle.begun(directory), dict[str, object]()
    for reading in (Reading.EXACT, Reading.WITH, Reading.WITHOUT):
        folder = directory / reading.value
        prepare_directory(folder)
        one = write_bundle(comparison.theorems[reading], folder, listing, watch, progress)
        certificates[reading.value] = one.certificates["certificate"]
        bundle.digests.update(one.digests)
        bundle.files.extend(one.files)
        bundle.notes.extend(one.notes)
    bundle.certificates["certificates"] = certificates
    bundle.made.remove_all_but()
    body, source, _, data = READINGS
    if listing != "none":
        text, around = readings_listing(comparison, bundle.digests)
        bundle.write(for_paper(text, body))
        bundle.write({source: around} if listing != "body" else {})
    digests = {reading.value: digest for reading, digest in bundle.digests.items()}
    bundle.write_json(data, comparison.as_json() | {"digests": digests})
    if listing not in ("none", "body"):
        bundle.write_pdf(source, body, watch)
    bundle.notes[:] = dict.fromkeys(bundle.notes)
    return bundle


def _body(theorem: Theorem, digest: str, *, whole: bool) -> str:
    """The listing, or its summary.  What they need takes half a second to load."""
    from masetproof.reports import listing, summary

    if not theorem.system.has_one_index:
        return listing.cell_listing(theorem, digest, _CERTIFICATE, whole=whole)
    write = listing.full_listing if whole else summary.summary_listing
    return write(theorem, digest, _CERTIFICATE)


def check_directory(
    directory: Path, pegs: int, listing: str | None, *, several: bool = False
) -> str:
    """`Refused` when a file that the command did not make would have to be replaced.

    several: of a comparison, not of one theorem.  Returns the listing that is meant: the
    full one only where it is not too long.
    """
    if listing not in (None, *_LISTINGS):
        raise Refused(f"the listing must be one of {', '.join(_LISTINGS)}, not {listing!r}")
    if listing is None:
        listing = "full" if pegs <= _FULL_LISTING_PEGS else "summary"
    Bundle.begun(directory).made.check(_names(pegs, listing, several=several))
    for reading in Reading if several else ():
        check_directory(directory / reading.value, pegs, listing)
    return listing


def _names(pegs: int, listing: str, *, several: bool) -> Iterator[str]:
    """The names of the files that are written, those of volumes and of folders apart."""
    texts = READINGS if several else (BODY, DOCUMENT, PDF, SUMMARY)
    body, source, pdf, data = texts
    yield data
    if listing != "none":
        yield from (body, MACROS, BIBLIOGRAPHY)
    if listing not in ("none", "body"):
        yield from (source, pdf)
    if several:
        return
    yield _CERTIFICATE
    if pegs <= _FULL_LISTING_PEGS:
        yield from _GRAPHS
    if listing == "summary" or (listing == "full" and pegs > _FULL_LISTING_PEGS):
        yield from _FIGURES
