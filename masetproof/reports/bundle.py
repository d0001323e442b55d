"""All files of a proof, or of three proofs that are compared, in one directory.

``SHA256SUMS`` lists what the command made there.  Only what is listed, and still is as it was made,
is replaced or removed by a later run; whatever else is in the directory belongs to the user.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol, final

from masetproof.arguments import Refused, counted, did_you_mean
from masetproof.files import prepare_directory, read_bytes, read_file, whole_file, write_text
from masetproof.progress import Progress, Stopwatch, silent, under
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.comparison import Comparison
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.reports import latex
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
from masetproof.reports.plots import FIGURE_FORMS, FIGURES, write_figures
from masetproof.reports.typeset import TypesettingFailed, typeset
from masetproof.reports.volumes import documents_of, head_of

_FULL_LISTING_PEGS = 2
_LISTINGS = ("none", "body", "summary", "full")
_CERTIFICATE, SUMMARY, SHORT = "proof.cert", "summary.json", "short.cert"
PDF = "proof.pdf"
VOLUMES, RANGE = "volumes", "patterns"
"""Folders for a listing that is too long for one document, and for a range of its patterns."""
NOT_BY_PATTERNS = (
    "the listing of {} is one document that goes by functions, so patterns of it are not chosen"
)
SUMS = "SHA256SUMS"
"""The file that lists what was made."""
_MOST_BYTES = 1 << 24
_PATTERNS = 100
"""Patterns in a volume of a listing."""
_PRINTED_PATTERNS = 10
"""Patterns in a document that is typeset: with three pegs it has more than a thousand pages."""
_HEAD = "# Made by masetproof {}; to check: sha256sum -c SHA256SUMS\n"
_FIGURES = tuple(f"{name}.{form}" for name in FIGURES for form in FIGURE_FORMS)
_GRAPHS = ("patterns.graphml", "patterns.dot")
_NAMES = frozenset([_CERTIFICATE, SHORT, SUMMARY, *PAPER, DOCUMENT, PDF, *_GRAPHS, *_FIGURES])
"""All files that a proof writes."""
_is_ours = _NAMES.union(READINGS).__contains__


class Certified(Protocol):
    """A proof that makes its certificate itself."""

    def certificate(self) -> bytes:
        """The certificate, as `masetproof.checker` reads it."""

    def as_json(self) -> dict[str, object]:
        """The fields of ``masetproof prove --json`` that are about the proof."""


@final
class Bundle:
    """What a command makes in a directory, and notes for the user.

    known: whether the command gives a file that name; a file with another name is never removed.
    certificates: of one proof, or by reading, as fields of the command's document.
    digests: SHA-256, of the certificates.
    files, notes: the files that were written, and sentences about them.
    """

    def __init__(
        self, directory: Path, known: Callable[[str], bool] = _is_ours, command: str = "prove"
    ) -> None:
        self.directory, self._known = directory, known
        self._head = _HEAD.format(command)
        self._sums = _read_sums(directory / SUMS, self._head)
        self.certificates: dict[str, object] = {}
        self.digests: dict[Reading, str] = {}
        self.files: list[Path] = []
        self.notes: list[str] = []

    def check(self, names: Iterable[str]) -> None:
        """`Refused` when one of the names is taken by a file that an earlier run did not make."""
        for name in names:
            if os.path.lexists(self.directory / name) and not self.is_ours(name):
                raise Refused(_foreign(self.directory / name))

    def is_ours(self, name: str) -> bool:
        """Whether a file is there as the command made it."""
        return name in self._sums and self._sums[name] == _sum_of(self.directory / name)

    def wrote(self, path: Path) -> None:
        """Register a file that was just written."""
        self._sums[path.relative_to(self.directory).as_posix()] = _sum_of(path)
        self._write_sums()
        self.files.append(path)

    def remove_all_but(self, *kept: str) -> None:
        """Remove the other files that the command made, unless they were changed."""
        for name in sorted(self._sums.keys() - set(kept)):
            self.remove(name)
        self._write_sums()

    def remove(self, name: str) -> None:
        """Remove a file that the command made, if it is unchanged."""
        if self._known(name) and self.is_ours(name):
            (self.directory / name).unlink()
        self._sums.pop(name, None)

    def _write_sums(self) -> None:
        lines = [f"{digest}  {name}\n" for name, digest in sorted(self._sums.items())]
        write_text(self.directory / SUMS, self._head + "".join(lines))

    def write(self, texts: Mapping[str, str]) -> None:
        """Write texts by the names of their files."""
        for name, text in texts.items():
            write_text(self.directory / name, text)
            self.wrote(self.directory / name)

    def write_json(self, name: str, value: object) -> None:
        self.write({name: json.dumps(value, indent=2) + "\n"})

    def write_certified(self, name: str, proof: Certified) -> bytes:
        """Write the certificate of a proof with that name, and a summary; the certificate.

        Other files that an earlier run made would belong to another proof; they are removed.
        """
        certificate = proof.certificate()
        with whole_file(self.directory / name) as file:
            file.write(certificate)
        self.certificates["certificate"] = str(self.directory / name)
        self.wrote(self.directory / name)
        self.remove_all_but(name)
        digest = hashlib.sha256(certificate).hexdigest()
        self.write_json(SUMMARY, proof.as_json() | {"digest": digest})
        return certificate

    def write_pdf(
        self, name: str, other: str, watch: Stopwatch, progress: Progress = silent
    ) -> None:
        """Make the PDF of a document that has been written, or note why there is none.

        other: the file that it reads, beside those that are in the directory for every document.
        """
        source = self.directory / name
        others = sorted({other, MACROS, BIBLIOGRAPHY} & self._sums.keys())
        with watch.stage("pdf"):
            progress(f"typesetting {source.with_suffix('.pdf').name}", 0, 1)
            try:
                typeset(source, source.with_suffix(".pdf"), *map(self.directory.joinpath, others))
            except TypesettingFailed as failure:
                self.notes.append(f"{failure}, so {source} was not made into a PDF")
                return
        self.wrote(source.with_suffix(".pdf"))

    def as_json(self) -> dict[str, object]:
        return self.certificates | {"files": [str(path) for path in self.files]}


def _read_sums(path: Path, head: str) -> dict[str, str]:
    """The digests by name; `Refused` when the file is none of ours."""
    if not os.path.lexists(path):
        return {}
    with suppress(OSError, UnicodeDecodeError):
        text = read_bytes(path, _MOST_BYTES).decode() if path.is_file() else ""
        if text.startswith(head):
            pairs = [line.partition("  ") for line in text.removeprefix(head).splitlines()]
            return {name: digest for digest, _, name in pairs}
    raise Refused(_foreign(path))


def _sum_of(path: Path) -> str:
    """The digest of a regular file; empty if there is none or it cannot be read."""
    with suppress(OSError):
        if path.is_file():
            with read_file(path) as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
    return ""


def _foreign(path: Path) -> str:
    return (
        f"{path} was not made by masetproof, or was changed since, so it is not replaced; move it "
        "away or choose another directory"
    )


def check_bounds_directory(directory: Path) -> None:
    """`Refused` when `write_bounds` would replace a file that it did not make."""
    Bundle(directory).check((_CERTIFICATE, SUMMARY))


def write_bounds(proof: Certified, directory: Path, watch: Stopwatch, progress: Progress) -> Bundle:
    """Write the certificate of bounds, which have no listing, and a summary."""
    check_bounds_directory(directory)
    bundle = Bundle(directory)
    progress("writing the certificate", 0, 1)
    with watch.stage("certificate"):
        bundle.write_certified(_CERTIFICATE, proof)
    bundle.files.append(directory / SUMS)
    return bundle


def write_bundle(
    outcome: Theorem | Comparison,
    directory: Path,
    listing: str | None,
    watch: Stopwatch,
    progress: Progress = silent,
    patterns: range | None = None,
) -> Bundle:
    """Write certificate, listing and summary of a theorem.

    Where functions have one index, the pattern graph is written for one and two pegs, and figures
    beside a summary.  A full listing of three pegs is a summary, and volumes.  Theorems that are
    compared are in folders that are called like the readings, with the comparison beside them.

    listing: ``none``, ``body`` (to be put into a paper), ``summary``, ``full``, or None for what
    suits the number of pegs; a comparison has a document, or what goes into a paper, where they
    have one.  The summary on disk has neither times nor paths, so that the same proof gives the
    same bytes.

    patterns: of a theorem, the pages of a full listing on these, in documents beside the listing.

    What an earlier run made is replaced or removed.  `Refused`, before anything is written, when
    another file has the name of one that is to be written.
    """
    if isinstance(outcome, Comparison):
        bundle = _write_comparison(outcome, directory, listing, watch, progress)
    else:
        if patterns is not None:
            _check_patterns(outcome, patterns)
            check_directory(directory, outcome.closure.pegs, listing, patterns=patterns)
        bundle = _write_theorem(outcome, directory, listing, watch, progress)
        if patterns is not None:
            (digest,) = bundle.digests.values()
            own = directory / RANGE
            made = _write_range(outcome, own, patterns, digest, watch, progress)
            bundle.files.extend(made.files)
            bundle.notes.extend(made.notes)
    bundle.files.append(directory / SUMS)
    return bundle


def _write_theorem(
    theorem: Theorem, directory: Path, listing: str | None, watch: Stopwatch, progress: Progress
) -> Bundle:
    pegs, one_index = theorem.closure.pegs, theorem.system.has_one_index
    listing = check_directory(directory, pegs, listing)
    whole = listing in ("full", "body") and pegs <= _FULL_LISTING_PEGS
    whole = whole or (listing == "full" and not one_index)
    bundle, certificate = Bundle(directory), directory / _CERTIFICATE
    progress("writing the certificate", 0, 1)
    with watch.stage("certificate"), whole_file(certificate) as file:
        digest = write_certificate(theorem, file)
    bundle.certificates["certificate"] = str(certificate)
    bundle.digests[theorem.system.reading] = digest
    bundle.wrote(certificate)
    # Files that remain of an earlier run would belong to another proof.
    bundle.remove_all_but(_CERTIFICATE)
    if listing != "none":
        with watch.stage("listing"):
            progress("writing the listing" if whole else "writing the summary", 0, 1)
            texts = for_paper(_body(theorem, digest, whole=whole))
        bundle.write(texts)
    printed = listing not in ("none", "body")
    if printed:
        bundle.write({DOCUMENT: document(theorem, digest, _CERTIFICATE)})
        bundle.write_pdf(DOCUMENT, BODY, watch, progress)
    if one_index:
        with watch.stage("figures"):
            progress("drawing the figures", 0, 1)
            _write_drawn(bundle, theorem, figures=printed and not whole)
        if listing == "full" and not whole:
            with watch.stage("volumes"):
                volumes = write_volumes(theorem, directory / VOLUMES, digest, progress)
            bundle.files.extend(volumes)
    bundle.write_json(SUMMARY, theorem.as_json() | {"digest": digest})
    return bundle


def _write_drawn(bundle: Bundle, theorem: Theorem, *, figures: bool) -> None:
    """Write the figures, if they are wanted, and the pattern graph of one and two pegs."""
    if figures:
        for path in write_figures(theorem, bundle.directory):
            bundle.wrote(path)
    if theorem.closure.pegs <= _FULL_LISTING_PEGS:
        from masetproof.reports.graph import graph_text, question_graph

        graph = question_graph(theorem)
        bundle.write({name: graph_text(graph, Path(name).suffix[1:]) for name in _GRAPHS})


def _write_comparison(
    comparison: Comparison,
    directory: Path,
    listing: str | None,
    watch: Stopwatch,
    progress: Progress,
) -> Bundle:
    closure = comparison.theorems[Reading.EXACT].closure
    check_directory(directory, closure.pegs, listing, several=True)
    bundle, certificates = Bundle(directory), dict[str, object]()
    for reading in (Reading.EXACT, Reading.WITH, Reading.WITHOUT):
        folder = directory / reading.value
        prepare_directory(folder)
        show = under(f"reading '{reading.value}'", progress)
        one = write_bundle(comparison.theorems[reading], folder, listing, watch, show)
        certificates[reading.value] = one.certificates["certificate"]
        bundle.digests.update(one.digests)
        bundle.files.extend(one.files)
        bundle.notes.extend(one.notes)
    bundle.certificates["certificates"] = certificates
    bundle.remove_all_but()
    body, source, _, data = READINGS
    if listing != "none":
        progress("writing the comparison", 0, 1)
        text, around = readings_listing(comparison, bundle.digests)
        bundle.write(for_paper(text, body))
        bundle.write({source: around} if listing != "body" else {})
    digests = {reading.value: digest for reading, digest in bundle.digests.items()}
    bundle.write_json(data, comparison.as_json() | {"digests": digests})
    if listing not in ("none", "body"):
        bundle.write_pdf(source, body, watch, progress)
    bundle.notes[:] = dict.fromkeys(bundle.notes)
    return bundle


def _body(theorem: Theorem, digest: str, *, whole: bool) -> str:
    """The listing, or its summary.  Their modules take half a second to load, so not before."""
    from masetproof.reports import listing, summary

    if not theorem.system.has_one_index:
        return listing.cell_listing(theorem, digest, _CERTIFICATE, whole=whole)
    write = listing.full_listing if whole else summary.summary_listing
    return write(theorem, digest, _CERTIFICATE)


def write_volumes(
    theorem: Theorem,
    directory: Path,
    digest: str,
    progress: Progress = silent,
    patterns: int | None = None,
    workers: int | None = None,
) -> list[Path]:
    """Write the volumes of the first *patterns* patterns (default: all); returns the files.

    A listing that is too large for one document goes into compressed volumes.  Each is a document
    of its own with some hundred patterns, made in pieces and then written whole, so that memory is
    bounded.  A volume that is already there for the same certificate is kept: after an interrupt,
    the next run continues.

    digest: of the certificate, which each volume names.  workers: as of `documents_of`.  `Refused`,
    before anything is written, when another file has the name of one that is to be written.
    """
    total = len(theorem.closure.patterns) if patterns is None else patterns
    documents = _documents(range(total), _PATTERNS, ".tex.gz")
    directory.mkdir(exist_ok=True)
    bundle = _bundle_of_patterns(directory, [*documents])
    _write_documents(bundle, theorem, documents, digest, progress, workers)
    bundle.remove_all_but(MACROS, *documents)
    return [*map(directory.joinpath, documents), directory / MACROS]


def _write_range(
    theorem: Theorem,
    directory: Path,
    patterns: range,
    digest: str,
    watch: Stopwatch,
    progress: Progress,
) -> Bundle:
    """Write what the listing says of some patterns, and make PDFs of it."""
    documents = _documents(patterns, _PRINTED_PATTERNS, ".tex")
    directory.mkdir(exist_ok=True)
    bundle = _bundle_of_range(directory, patterns)
    with watch.stage("patterns"):
        _write_documents(bundle, theorem, documents, digest, progress)
    bundle.remove_all_but(MACROS, *documents, *map(_pdf_of, documents))
    for place, name in enumerate(documents):
        show = under(f"PDFs of patterns, {place + 1} of {len(documents)}", progress)
        if not bundle.is_ours(_pdf_of(name)) and not bundle.notes:
            bundle.write_pdf(name, MACROS, watch, show)
    made = filter(bundle.is_ours, (*documents, *map(_pdf_of, documents), MACROS))
    bundle.files[:] = [*map(directory.joinpath, made), directory / SUMS]
    return bundle


def _bundle_of_range(directory: Path, patterns: range) -> Bundle:
    documents = _documents(patterns, _PRINTED_PATTERNS, ".tex")
    return _bundle_of_patterns(directory, [*documents, *map(_pdf_of, documents)])


def _documents(patterns: range, size: int, suffix: str) -> dict[str, range]:
    """The documents of some patterns, by the names of their files."""
    parts = [patterns[at : at + size] for at in range(0, len(patterns), size)]
    return {f"patterns-{part.start:05}{suffix}": part for part in parts}


def _pdf_of(name: str) -> str:
    return Path(name).with_suffix(".pdf").name


def _write_documents(
    bundle: Bundle,
    theorem: Theorem,
    documents: Mapping[str, range],
    digest: str,
    progress: Progress,
    workers: int | None = None,
) -> None:
    """Write the documents of patterns that are not there yet; those with .gz are compressed.

    When a document is made anew, the PDF of the old one is removed.
    """
    directory = bundle.directory
    bundle.write({MACROS: latex.shipped(MACROS)})
    heads = {name: head_of(theorem, digest, chosen) for name, chosen in documents.items()}
    missing = [name for name in documents if not _begins_with(directory / name, heads[name])]
    for name in missing:
        bundle.remove(_pdf_of(name))
    chosen = [documents[name] for name in missing]
    kept = sum(map(len, documents.values())) - sum(map(len, chosen))

    def show(stage: str, done: int, total: int) -> None:
        progress(stage, kept + done, kept + total)

    with closing(documents_of(theorem, digest, chosen, show, workers)) as made:
        for place, content in made:
            path = directory / missing[place]
            with whole_file(path) as raw:
                if path.suffix == ".gz":
                    with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
                        file.write(content)
                else:
                    raw.write(content)
            bundle.wrote(path)


def _bundle_of_patterns(directory: Path, names: Iterable[str]) -> Bundle:
    """A directory of documents of patterns; `Refused` as of `write_volumes`."""
    bundle = Bundle(directory, lambda name: name.startswith("patterns-"))
    bundle.check([MACROS, *names])
    return bundle


def _begins_with(document: Path, head: bytes) -> bool:
    """Whether one of our documents is complete and belongs to this certificate and version."""
    if not document.exists():
        return False
    with read_file(document) as raw:
        if document.suffix != ".gz":
            return raw.read(len(head)) == head
        with gzip.GzipFile(fileobj=raw) as file:
            return file.read(len(head)) == head


def _check_patterns(theorem: Theorem, patterns: range) -> None:
    """`Refused` when a theorem has no such patterns, or its listing goes by functions."""
    closure = theorem.closure
    if not theorem.system.has_one_index:
        raise Refused(NOT_BY_PATTERNS.format(closure.game.title))
    last = len(closure.patterns) - 1
    if not patterns or patterns.step != 1 or not 0 <= patterns[0] <= patterns[-1] <= last:
        given = f"{patterns[0]}..{patterns[-1]}" if patterns else "none"
        board = f"{closure.game.title} with {counted(closure.pegs, 'peg')}"
        raise Refused(f"the patterns of {board} are 0..{last}, not {given}")


def check_directory(
    directory: Path,
    pegs: int,
    listing: str | None,
    *,
    several: bool = False,
    patterns: range | None = None,
) -> str:
    """`Refused` when a file that the command did not make would have to be replaced.

    several: of a comparison, not of one theorem.  patterns: as of `write_bundle`.  Returns the
    listing that is meant: the full one only where it is not too long.
    """
    if listing not in (None, *_LISTINGS):
        meant = did_you_mean(listing, _LISTINGS)
        raise Refused(f"the listing must be one of {', '.join(_LISTINGS)}, not {listing!r}{meant}")
    if listing is None:
        listing = "full" if pegs <= _FULL_LISTING_PEGS else "summary"
    Bundle(directory).check(_names(pegs, listing, several=several))
    if patterns is not None:
        _bundle_of_range(directory / RANGE, patterns)
    for reading in BLANKS if several else ():
        check_directory(directory / reading.value, pegs, listing)
    return listing


def _names(pegs: int, listing: str, *, several: bool) -> Iterator[str]:
    """The names of the files that are written; those of volumes and folders separately."""
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
