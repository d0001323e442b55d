"""What runs that did not end have found out, so that the next run of the same game goes on with it.

A file in the cache directory is named for the game and a digest of all code that it may mean
something else to, so that other code never reads it.  All goals and limits of a game share it, as
what is known of a part of the secrets does not depend on them.  Each line is JSON with a checksum;
what is damaged is done again.  The file lists the runs that began and did not end, and is removed
when the last of them ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar, final

from masetproof.arguments import Refused
from masetproof.cache import cache_directory, code_digest
from masetproof.files import read_bytes, write_text
from masetproof.finite.setting import FiniteGame
from masetproof.search.jobs import Result
from masetproof.search.solver import INFINITE, LARGE, Bounds, Key
from masetproof.trees.files import node_entries, node_of
from masetproof.trees.tree import Node, preorder

__all__ = ["Checkpoint", "cache_file", "checksum", "keep", "kept"]

_SECONDS = 5
"""So much time passes between two times that the file is written during a run."""
_MOST_BYTES = 1 << 28

_Place = tuple[int, int, int]
_Kept = TypeVar("_Kept")


@final
class Checkpoint:
    """What is known of parts, each named by first question, answer and the questions left.

    run: names what is asked of the game.  kind: names what questions cost.  taken_over: how many
    parts and states are known from earlier runs.  best: by worst case, a strategy of the whole game
    with its total, the best that unfinished runs had.  has_news: whether something was noted that
    will be kept and is new.
    """

    def __init__(self, finite: FiniteGame, run: str, kind: str = "search") -> None:
        self._finite = finite
        self.run = run
        self._open: set[str] = set()
        self._known: dict[_Place, Result] = {}
        self._greedy: dict[_Place, int] = {}
        self.best: dict[int, tuple[int, Node]] = {}
        self._path = cache_file(finite, kind, ".jsonl")
        self._seen: object = None
        self.has_news = False
        self._written = time.monotonic()
        self._take_in()
        self.taken_over = (
            sum(result.finished for result in self._known.values()),
            sum(len(result.known) for result in self._known.values()),
        )

    def get(self, question: int, answer: int, left: int) -> Result | None:
        """What an earlier job found out."""
        return self._known.get((question, answer, left))

    def note(self, question: int, answer: int, left: int, result: Result) -> None:
        """Keep what a job found out, beside what was known."""
        place = question, answer, left
        known = self._known.get(place, _NOTHING)
        self._known[place] = both = _both(known, result)
        self.has_news |= (known.low, known.high) != (both.low, both.high) or (
            _large_states(both) > _large_states(known)
        )
        if time.monotonic() - self._written > _SECONDS:
            self.write()

    def known_below(self, question: int, answer: int, left: int) -> Mapping[Key, Bounds]:
        """What earlier jobs on this part found out about states below."""
        known = self._known.get((question, answer, left))
        return {} if known is None else known.known

    def greedy(self, question: int, answer: int, left: int) -> int | None:
        """The total of the greedy strategy of a part."""
        return self._greedy.get((question, answer, left))

    def note_greedy(self, question: int, answer: int, left: int, total: int) -> None:
        """Keep the total of the greedy strategy of a part."""
        self._greedy[question, answer, left] = total
        self.has_news = True

    def note_best(self, total: int, strategy: Node) -> None:
        """Keep a strategy of the whole game, if it is the best one of its length so far."""
        worst = 1 + max(depth for depth, _, _ in preorder(strategy))
        if worst not in self.best or total < self.best[worst][0]:
            self.best[worst] = total, strategy

    @contextmanager
    def kept_unless_finished(self) -> Iterator[None]:
        """Within the block the file is written now and then, and at its end when that is early."""
        self._open.add(self.run)
        try:
            yield
        except Refused:
            self._finish()
            raise
        except BaseException:
            self.write()
            raise
        self._finish()

    def _finish(self) -> None:
        """This run needs the file no more."""
        self._take_in()
        self._open.discard(self.run)
        if self._open:
            self.write()
        elif self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    def write(self) -> None:
        """Write the file, if there is anything to be kept."""
        self._written = time.monotonic()
        if self._path is None or not (self._known or self._greedy or self.best):
            return
        self._take_in()
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_text(self._path, "".join(self._lines(self._path)))
            self._seen = _state_of(self._path)

    def _lines(self, path: Path) -> Iterator[str]:
        documents: list[object] = [{"open": sorted(self._open)}]
        documents.append({"greedy": [[*place, total] for place, total in self._greedy.items()]})
        documents += [self._document(*item) for item in self._known.items()]
        documents += [
            {"best": [total, list(node_entries(self._finite, strategy))]}
            for total, strategy in self.best.values()
        ]
        for document in documents:
            body = json.dumps(document)
            yield f"{checksum(path, body)} {body}\n"

    def _document(self, place: _Place, result: Result) -> list[object]:
        nodes = result.strategy and list(node_entries(self._finite, result.strategy))
        known = [
            [size, left, b64encode(form).decode(), bounds.low, bounds.high]
            for (size, left, form), bounds in result.known.items()
            if size >= LARGE
        ]
        return [*place, result.low, result.high, result.finished, nodes, known]

    def _take_in(self) -> None:
        """Read what is in the file, unless it is as it was left, and put it beside what is known.

        Another run on the same game may have written it.
        """
        if self._path is None:
            return
        with contextlib.suppress(OSError, Refused):
            seen = _state_of(self._path)
            if seen == self._seen:
                return
            data = read_bytes(self._path, _MOST_BYTES)
            self._seen = seen
            for line in data.decode(errors="replace").splitlines():
                digest, _, body = line.partition(" ")
                # A line that is damaged in whatever way is work that is done again.
                with contextlib.suppress(ValueError, RecursionError):
                    if digest == checksum(self._path, body):
                        self._take_in_line(json.loads(body))

    def _take_in_line(self, document: object) -> None:
        if isinstance(document, dict) and "open" in document:
            self._open.update(document["open"])
        elif isinstance(document, dict) and "best" in document:
            total, nodes = document["best"]
            self.note_best(total, node_of(self._finite, nodes))
        elif isinstance(document, dict):
            for question, answer, left, total in document["greedy"]:
                self._greedy[question, answer, left] = total
        elif isinstance(document, list):
            question, answer, left, low, high, finished, nodes, below = document
            known = {
                (size, rest, b64decode(form)): Bounds(least, most)
                for size, rest, form, least, most in below
            }
            strategy = nodes and node_of(self._finite, nodes)
            result = Result(low, high, strategy, finished=finished, known=known)
            place = question, answer, left
            self._known[place] = _both(result, self._known.get(place, result))


_NOTHING = Result(0, INFINITE, None, finished=False)


def _large_states(result: Result) -> int:
    """How many states are kept on disk with a result."""
    return sum(size >= LARGE for size, _, _ in result.known)


def _both(known: Result, result: Result) -> Result:
    """What two results on the same part say together."""
    better = min(known, result, key=lambda one: (one.high, one.strategy is None))
    return Result(
        max(known.low, result.low),
        better.high,
        better.strategy,
        finished=known.finished or result.finished,
        known=result.known or known.known,
    )


def _state_of(path: Path) -> object:
    """What changes when a file is written anew."""
    found = os.stat(path)
    return found.st_ino, found.st_mtime_ns, found.st_size


def checksum(path: Path, text: str) -> str:
    """It takes in the name of the file, so that lines of another file count as damaged."""
    return hashlib.sha256(f"{path.name} {text}".encode()).hexdigest()[:32]


def keep(finite: FiniteGame, kind: str, text: str) -> None:
    """Keep a text about a game under its checksum, if there is a cache that can be written."""
    path = cache_file(finite, kind, ".txt")
    if path is not None:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, f"{checksum(path, text)}\n{text}\n")


def kept(finite: FiniteGame, kind: str, read: Callable[[str], _Kept | None]) -> _Kept | None:
    """What *read* makes of the text that `keep` was given; None where there is none.

    Damage shows in many ways; whatever it is, nothing is kept.
    """
    path = cache_file(finite, kind, ".txt")
    with contextlib.suppress(OSError, ValueError, ArithmeticError, KeyError, TypeError):
        if path is not None:
            digest, _, text = read_bytes(path, _MOST_BYTES).decode().rstrip("\n").partition("\n")
            return read(text) if digest == checksum(path, text) else None
    return None


def cache_file(finite: FiniteGame, kind: str, suffix: str) -> Path | None:
    """The file in the cache directory for something about a game; None when there is no cache."""
    directory = cache_directory()
    digest = None if directory is None else code_digest()
    if directory is None or digest is None:
        return None
    return directory / f"{kind}-{finite.key}-{digest}{suffix}"
