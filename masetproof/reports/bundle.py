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
from contextlib import suppress
from pathlib import Path
from typing import final

from masetproof.arguments import Refused
from masetproof.files import prepare_directory, read_bytes, read_file, whole_file, write_text
from masetproof.progress import Progress, Stopwatch, silent
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.comparison import Comparison
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.readings import Reading
from masetproof.reports import latex
from masetproof.reports.document import (
    BIBLIOGRAPHY,
    BODY,
    DOCUMENT,
    MACROS,
    PAPER,
    READINGS,
    context_of,
    document,
    for_paper,
    readings_listing,
)
from masetproof.reports.plots import FIGURE_FORMS, FIGURES, write_figures
from masetproof.reports.typeset import TypesettingFailed, typeset

_FULL_LISTING_PEGS = 2
_LISTINGS = ("none", "body", "summary", "full")
_CERTIFICATE, SUMMARY, SHORT = "proof.cert", "summary.json", "short.cert"
PDF = "proof.pdf"
SUMS = "SHA256SUMS"
"""The file that lists what was made."""
_MOST_BYTES = 1 << 24
_PATTERNS = 100
"""Of a volume of a listing."""
_HEAD = "# Made by masetproof {}; to check: sha256sum -c SHA256SUMS\n"
_FIGURES = tuple(f"{name}.{form}" for name in FIGURES for form in FIGURE_FORMS)
_GRAPHS = ("patterns.graphml", "patterns.dot")
_NAMES = frozenset([_CERTIFICATE, SHORT, SUMMARY, *PAPER, DOCUMENT, PDF, *_GRAPHS, *_FIGURES])
"""All files that a proof writes."""
_is_ours = _NAMES.union(READINGS).__contains__


@final
class Bundle:
    """What a command makes in a directory, and what a user should know about it.

    known: whether the command gives a file that name; what has another one is never removed.
    certificates: of one proof, or by reading, as fields of the command's document.  digests: of the
    certificates, SHA-256.  files, notes: what was written, and what is to be said of it.
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
            if os.path.lexists(self.directory / name) and not self._is_ours(name):
                raise Refused(_foreign(self.directory / name))

    def _is_ours(self, name: str) -> bool:
        return name in self._sums and self._sums[name] == _sum_of(self.directory / name)

    def wrote(self, path: Path) -> None:
        """Take up a file that was just written."""
        self._sums[path.relative_to(self.directory).as_posix()] = _sum_of(path)
        self._write_sums()
        self.files.append(path)

    def remove_all_but(self, *kept: str) -> None:
        """Remove the others that the command made, as far as they are unchanged."""
        for name in sorted(self._sums.keys() - set(kept)):
            if self._known(name) and self._is_ours(name):
                (self.directory / name).unlink()
            del self._sums[name]
        self._write_sums()

    def _write_sums(self) -> None:
        lines = [f"{digest}  {name}\n" for name, digest in sorted(self._sums.items())]
        write_text(self.directory / SUMS, self._head + "".join(lines))

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
    """The digest of a regular file, empty for what is none or cannot be read."""
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
    bundle, certificate = Bundle(directory), directory / _CERTIFICATE
    with watch.stage("certificate"), whole_file(certificate) as file:
        digest = write_certificate(theorem, file)
    bundle.certificates["certificate"] = str(certificate)
    bundle.digests[theorem.system.reading] = digest
    bundle.wrote(certificate)
    # What is left of an earlier run would belong to another proof.
    bundle.remove_all_but(_CERTIFICATE)
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
    bundle, certificates = Bundle(directory), dict[str, object]()
    for reading in (Reading.EXACT, Reading.WITH, Reading.WITHOUT):
        folder = directory / reading.value
        prepare_directory(folder)
        one = write_bundle(comparison.theorems[reading], folder, listing, watch, progress)
        certificates[reading.value] = one.certificates["certificate"]
        bundle.digests.update(one.digests)
        bundle.files.extend(one.files)
        bundle.notes.extend(one.notes)
    bundle.certificates["certificates"] = certificates
    bundle.remove_all_but()
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


def write_volumes(
    theorem: Theorem,
    directory: Path,
    digest: str,
    progress: Progress = silent,
    patterns: int | None = None,
) -> list[Path]:
    """Write the volumes of the first *patterns* patterns (default: all); returns the files.

    What is too large for one document goes into compressed volumes.  Each is a document of its own
    with some hundred patterns, written whole before the next one begins, so that memory is bounded.
    A volume that is already there for the same certificate is kept: a run that was interrupted goes
    on where it stopped.

    digest: of the certificate, which each volume names.  `Refused`, before anything is written,
    when another file has the name of one that is to be written.
    """
    from masetproof.reports.listing import pattern_sections

    directory.mkdir(exist_ok=True)
    context = context_of(theorem, digest, "")
    total = len(theorem.closure.patterns) if patterns is None else patterns
    parts = [range(first, min(first + _PATTERNS, total)) for first in range(0, total, _PATTERNS)]
    names = [f"patterns-{chosen.start:05}.tex.gz" for chosen in parts]
    bundle = Bundle(directory, lambda name: name.startswith("patterns-"))
    bundle.check([MACROS, *names])
    bundle.write({MACROS: latex.shipped(MACROS)})
    for chosen, name in zip(parts, names, strict=True):
        pages = context | {"first": chosen.start, "last": chosen[-1]}
        head = latex.rendered("volume.tex.jinja", pages).encode()
        path = directory / name
        if not (path.exists() and _begins_with(path, head)):
            with whole_file(path) as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
                file.write(head)
                for section in pattern_sections(theorem, chosen):
                    text = latex.rendered("pattern.tex.jinja", context | {"section": section})
                    file.write(text.encode())
                file.write(b"\\end{mptBody}\n\\end{document}\n")
            bundle.wrote(path)
        progress("listing of patterns", chosen.stop, total)
    bundle.remove_all_but(MACROS, *names)
    return [*(directory / name for name in names), directory / MACROS]


def _begins_with(volume: Path, head: bytes) -> bool:
    """Whether a volume of ours, which is whole, is for the same certificate and version."""
    with read_file(volume) as raw, gzip.GzipFile(fileobj=raw) as file:
        return file.read(len(head)) == head


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
    Bundle(directory).check(_names(pegs, listing, several=several))
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
