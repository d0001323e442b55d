"""Finished jobs of a run that did not end, so that the next run of the same game goes on with them.

A file in the cache directory is named for the game and a digest of the code of the search, so
that other code never reads it.  It is a line of JSON for each part of the secrets after a first
question, with a checksum; what is damaged is done again.  When a run ends, its file is removed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import final

from masetproof.cache import cache_directory, code_digest
from masetproof.files import write_text
from masetproof.finite import FiniteGame
from masetproof.games import Refused
from masetproof.search.jobs import Result
from masetproof.search.solver import Bounds, Key
from masetproof.trees.files import node_entries, node_of

__all__ = ["Journal"]

_LARGE = 24
"""What is known of states of so many secrets is written; smaller ones are soon searched again."""
_SECONDS = 5
"""So much time passes between two times that the file is written during a run."""
_MOST_BYTES = 1 << 28

_Place = tuple[int, int, int]


@final
class Journal:
    """What is known of parts, each named by first question, answer and the questions left."""

    def __init__(self, finite: FiniteGame) -> None:
        self._finite = finite
        self._known: dict[_Place, Result] = {}
        self._path = _path(finite)
        self._written = time.monotonic()
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._read(self._path)

    def get(self, question: int, answer: int, left: int) -> Result | None:
        """What an earlier job found out."""
        return self._known.get((question, answer, left))

    def note(self, question: int, answer: int, left: int, result: Result) -> None:
        """Keep what a job found out, beside what was known."""
        place = question, answer, left
        known = self._known.get(place)
        if known is not None:
            better = min(known, result, key=lambda one: (one.high, one.strategy is None))
            result = Result(
                max(known.low, result.low),
                better.high,
                better.strategy,
                known=result.known or known.known,
            )
        self._known[place] = result
        if time.monotonic() - self._written > _SECONDS:
            self._write()

    def known_below(self, question: int, answer: int, left: int) -> Mapping[Key, Bounds]:
        """What earlier jobs on this part found out about states below."""
        known = self._known.get((question, answer, left))
        return {} if known is None else known.known

    @contextmanager
    def kept_unless_finished(self) -> Iterator[None]:
        """Within the block the file is written now and then, and at its end it is removed."""
        try:
            yield
        except Refused:
            self._remove()
            raise
        except BaseException:
            self._write()
            raise
        self._remove()

    def _remove(self) -> None:
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _write(self) -> None:
        self._written = time.monotonic()
        if self._path is None or not self._known:
            return
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lines = [self._line(self._path, *item) for item in self._known.items()]
            write_text(self._path, "".join(lines))

    def _line(self, path: Path, place: _Place, result: Result) -> str:
        nodes = result.strategy and list(node_entries(self._finite, result.strategy))
        known = [
            [size, left, b64encode(form).decode(), bounds.low, bounds.high]
            for (size, left, form), bounds in result.known.items()
            if size >= _LARGE
        ]
        body = json.dumps([*place, result.low, result.high, nodes, known])
        return f"{_checksum(path, body)} {body}\n"

    def _read(self, path: Path) -> None:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES)
        for line in data.decode(errors="replace").splitlines():
            checksum, _, body = line.partition(" ")
            # A line that is damaged in whatever way is a job that is done again.
            with contextlib.suppress(ValueError, RecursionError):
                if checksum == _checksum(path, body):
                    question, answer, left, low, high, nodes, below = json.loads(body)
                    strategy = nodes and node_of(self._finite, nodes)
                    known = {
                        (size, rest, b64decode(form)): Bounds(least, most)
                        for size, rest, form, least, most in below
                    }
                    self._known[question, answer, left] = Result(low, high, strategy, known=known)


def _checksum(path: Path, text: str) -> str:
    """It takes in the name of the file, so that lines of another game count as damaged."""
    return hashlib.sha256(f"{path.name} {text}".encode()).hexdigest()[:32]


def _path(finite: FiniteGame) -> Path | None:
    directory, digest = cache_directory(), code_digest("masetproof.search.optimize")
    if directory is None or digest is None:
        return None
    name = "-".join(
        [
            finite.game.name,
            str(finite.pegs),
            str(finite.colours),
            *["distinct"] * finite.distinct,
            *["consistent"] * finite.consistent_only,
            digest,
        ]
    )
    return directory / f"search-{name}.jsonl"
