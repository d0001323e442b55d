"""Parts of a listing as documents of their own, whose sections several processes make.

A job is a few patterns of a document.  A process that does jobs proves the theorem again, from the
cached closure: this is faster than sending it.  The result of a job depends on nothing else.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from masetproof.games.alike import AlikeGame
from masetproof.objectives import Objective
from masetproof.progress import Progress, Tick
from masetproof.proofs.general import MOST_SOLVED_PEGS, Solve
from masetproof.proofs.theorem import Theorem, theorem_of
from masetproof.recurrences.readings import Reading
from masetproof.reports import latex
from masetproof.reports.document import context_of
from masetproof.reports.listing import pattern_sections
from masetproof.search.executors import Kept, SerialExecutor, executor

_PATTERNS = 10
"""Patterns of a job: some seconds of work."""
_FEW_JOBS = 4
"""So few jobs end here before another process has started."""
_MOST_WORKERS = 4
"""Each worker needs about a gigabyte."""
_TAIL = b"\\end{mptBody}\n\\end{document}\n"


@dataclass(frozen=True)
class _VolumeJob:
    """The sections of some patterns of a theorem.

    digest: of its certificate.
    document: the place of the document to which they belong.
    """

    game: AlikeGame
    pegs: int
    objective: Objective
    reading: Reading
    digest: str
    patterns: range
    document: int


def head_of(theorem: Theorem, digest: str, patterns: range) -> bytes:
    """The beginning of the document of some patterns, which no other document has."""
    pages = context_of(theorem, digest, "")
    pages |= {"first": patterns.start, "last": patterns[-1], "solved": MOST_SOLVED_PEGS}
    return latex.rendered("volume.tex.jinja", pages).encode()


def documents_of(
    theorem: Theorem,
    digest: str,
    chosen: Sequence[range],
    progress: Progress,
    workers: int | None = None,
) -> Generator[tuple[int, bytes], None, None]:
    """The documents of some ranges of patterns, each with its place, in the order they are done.

    digest: of the certificate.  workers: how many processes work (default: one for each processor,
    up to four; for little work, this one).  progress: of all patterns.
    """
    system, closure = theorem.system, theorem.closure
    about = closure.game, closure.pegs, system.objective, system.reading, digest
    jobs = [
        _VolumeJob(*about, patterns[at : at + _PATTERNS], place)
        for place, patterns in enumerate(chosen)
        for at in range(0, len(patterns), _PATTERNS)
    ]
    missing = Counter(job.document for job in jobs)
    texts: dict[int, dict[int, bytes]] = {place: {} for place in missing}
    done, total = 0, sum(map(len, chosen))

    def tick() -> None:
        progress("listing of patterns", done, total)

    with closing(executor(workers, small=len(jobs) <= _FEW_JOBS, most=_MOST_WORKERS)) as staff:
        if isinstance(staff, SerialExecutor):
            staff.kept["theorem"] = theorem
        with closing(staff.run(_sections, jobs, tick)) as results:
            for number, text in results:
                place, patterns = jobs[number].document, jobs[number].patterns
                done += len(patterns)
                texts[place][patterns.start] = text
                if len(texts[place]) == missing[place]:
                    pieces = [text for _, text in sorted(texts.pop(place).items())]
                    head = head_of(theorem, digest, chosen[place])
                    yield place, b"".join([head, *pieces, _TAIL])
                tick()


def _sections(job: _VolumeJob, tick: Tick, kept: Kept) -> bytes:
    """The text of the sections, as executors call it."""
    if "theorem" not in kept:
        # Solutions are printed up to so many pegs.
        solve = Solve.NOTHING if job.pegs > MOST_SOLVED_PEGS else Solve.STRATEGY
        kept["theorem"] = theorem_of(
            *(job.game, job.pegs), objective=job.objective, reading=job.reading, solve=solve
        )
    with _aside():
        return "".join(_texts(kept["theorem"], job, tick)).encode()


def _texts(theorem: Theorem, job: _VolumeJob, tick: Tick) -> Iterator[str]:
    context = context_of(theorem, job.digest, "")
    for section in pattern_sections(theorem, job.patterns):
        tick()
        yield latex.rendered("pattern.tex.jinja", context | {"section": section})


@contextmanager
def _aside() -> Iterator[None]:
    """Search for garbage in cycles once, at the end of the block, and only among new objects.

    A closure is millions of objects, and going through them takes a tenth of the time.  Functions
    and their equations leave cycles behind.
    """
    ours, enabled = not gc.get_freeze_count(), gc.isenabled()
    if ours:
        gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.collect()
        if ours:
            gc.unfreeze()
        if enabled:
            gc.enable()
