"""The files of the search in the cache directory: optima and checkpoints.

An *optimum* is kept so that the same search is not done twice.  A *checkpoint* keeps the results of
a run that did not end, so that the next run of the same game continues it.

The name of a file contains the game and a digest of the code; so a changed program never reads old
files.  Checksums show damage: a damaged optimum counts as missing, and so does a damaged line of a
checkpoint.

The file of an optimum has one line of JSON, then the strategy with its claims in the format of
strategy trees.  A reader replays the strategy, which proves its costs.  That no strategy is better
is not proved again: the cache directory is trusted like the code.

A checkpoint has a line of JSON for each part of the secrets with a known cost or bounds, and one
for the states in these parts.  All goals and limits of a game share one checkpoint, as the results
for a part do not depend on them.  It lists the runs that began and did not end; the last of them
to end removes it.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar, final

from masetproof import cache
from masetproof.arguments import Refused
from masetproof.cache import checksum
from masetproof.files import read_bytes, whole_file
from masetproof.finite.setting import FiniteGame
from masetproof.games.registry import is_ours
from masetproof.objectives import Goal, Within
from masetproof.search.optimum import Optimum
from masetproof.search.parts import Result, SearchPlace
from masetproof.search.solver import INFINITE, Bounds, Key
from masetproof.trees.claims import Claimed, check_claims
from masetproof.trees.files import node_entries, node_of, parse_tree, tree_lines
from masetproof.trees.replay import replay
from masetproof.trees.tree import Node, preorder

_SECONDS = 5
"""A run writes its checkpoint at most once in so many seconds."""
_SHARE = 20
"""And at most once in 20 times the time that writing the last one took."""
_STATES = 256
"""So many states are in one line of the file, so that writing it takes little memory."""
_MOST_BYTES = 1 << 28
_Kept = TypeVar("_Kept")
_NOTHING = Result(0, INFINITE, None, finished=False)


def cache_file(finite: FiniteGame, kind: str, suffix: str) -> Path | None:
    """The path in the cache directory for something about a game; None when there is no cache.

    None, too, for games that are not of this package, since `code_digest` would not change with
    their code.  kind, suffix: the beginning and the end of the name.
    """
    return cache.cache_file(_name(finite, kind), suffix) if is_ours(finite.game) else None


def _name(finite: FiniteGame, kind: str) -> str:
    return f"{kind}-{finite.key}"


def keep(finite: FiniteGame, kind: str, text: str) -> None:
    """Keep a text about a game under its checksum, if there is a cache that can be written."""
    if is_ours(finite.game):
        cache.keep(_name(finite, kind), text)


def kept(finite: FiniteGame, kind: str, read: Callable[[str], _Kept | None]) -> _Kept | None:
    """The text that `keep` kept, as *read* makes a value of it; None where there is none."""
    return cache.kept(_name(finite, kind), read) if is_ours(finite.game) else None


_FACTS = ("total_bound", "worst_bound", "fewest_bound", "missed_bound", "nodes", "seconds")
"""The fields of an optimum that are kept beside its strategy."""


def claims_of(optimum: Optimum, max_questions: int | None) -> Claimed:
    plain = optimum.weights is None and not optimum.is_within
    return Claimed.of(
        optimum,
        goal=optimum.goal,
        optimal=optimum.optimal,
        lower_bound=optimum.lower_bound if plain else None,
        max_questions=max_questions,
    )


def keep_optimum(optimum: Optimum, max_questions: int | None, first: int | None = None) -> None:
    """Keep a finished optimum, if there is a cache that can be written.

    first: the number of the question with which all strategies had to begin.
    """
    if optimum.optimal:
        facts = {name: _fact(getattr(optimum, name)) for name in _FACTS}
        lines = tree_lines(optimum.tree, claims_of(optimum, max_questions))
        kind = _kind(optimum.goal, max_questions, first)
        keep(optimum.finite, kind, "\n".join([json.dumps(facts), *lines]))


def _fact(value: object) -> object:
    """As JSON has it: fractions as their text."""
    return str(value) if isinstance(value, Fraction) else value


def kept_optimum(
    finite: FiniteGame,
    goal: Goal | Within,
    max_questions: int | None,
    first: int | None = None,
) -> Optimum | None:
    """The optimum of an earlier run, or None when none is kept that is in order."""

    def read(text: str) -> Optimum | None:
        head, _, lines = text.partition("\n")
        stored, facts = parse_tree(lines.encode()), json.loads(head)
        played = replay(stored.tree)
        check_claims(stored.claims, played)
        known: dict[str, Any] = {
            name: Fraction(fact) if isinstance(fact := facts[name], str) else fact
            for name in _FACTS
        }
        optimum = Optimum(
            finite=finite,
            goal=goal,
            tree=stored.tree,
            total=played.total,
            worst=played.worst,
            histogram=played.histogram,
            optimal=True,
            kept=True,
            weights=played.weights,
            **known,
        )
        claimed = claims_of(optimum, max_questions)
        begins = first is None or finite.questions[first] == optimum.tree.root.question
        in_order = stored.tree.finite == finite and stored.claims == claimed and begins
        return optimum if in_order and optimum.value == optimum.lower_bound else None

    return kept(finite, _kind(goal, max_questions, first), read)


def _kind(goal: Goal | Within, max_questions: int | None, first: int | None = None) -> str:
    limit = "" if max_questions is None else f"-{max_questions}"
    begin = "" if first is None else f"-first-{first}"
    return f"optimum-{goal.value.replace(':', '-')}{limit}{begin}"


@final
class Checkpoint:
    """What all runs on a game have learned about its parts, in memory and in a file.

    run: a text for what this run is to find.  kind: a text for the quantity that strategies cost,
    as each quantity has its own file.  on_disk: whether there is a file.  greedy: the costs of
    greedy strategies of parts.  best: by worst case, the best strategy of the whole game that
    unfinished runs had, with its total.  states: bounds of states that took long.  taken_over: how
    many parts and states came from earlier runs.
    """

    def __init__(
        self, finite: FiniteGame, run: str, kind: str = "search", *, on_disk: bool = True
    ) -> None:
        self._finite = finite
        self.run, self.on_disk = run, on_disk
        self._open: set[str] = set()
        self._known: dict[SearchPlace, Result] = {}
        self._lows: dict[SearchPlace, dict[int, int]] = {}  # of questions
        self.greedy: dict[SearchPlace, int] = {}
        self.best: dict[int, tuple[int, Node]] = {}
        self.states: dict[Key, Bounds] = {}
        self._path = cache_file(finite, kind, ".jsonl") if on_disk else None
        self._seen: object = None
        self._next = time.monotonic() + _SECONDS
        self._news = False
        self._take_in()
        self._news, self._old_greedy = False, len(self.greedy)
        self.taken_over = (
            sum(result.finished for result in self._known.values()),
            len(self.states),
        )

    @property
    def has_news(self) -> bool:
        """Whether this run has learned something that the file did not have."""
        return self._news or len(self.greedy) > self._old_greedy

    def get(self, place: SearchPlace) -> Result:
        """The bounds and the strategy of a part, or of some questions on it, as far as known."""
        known = self._known.get(place, _NOTHING)
        lows = self._lows.get(place._replace(asked=())) if self._lows else None
        if not lows:
            return known
        low = min((lows.get(question, 0) for question in place.asked), default=0)
        return replace(known, low=max(known.low, low))

    def low(self, place: SearchPlace) -> int:
        """The best lower bound of a part that jobs have found; 0 where there is none."""
        return self.get(place).low

    def note(self, place: SearchPlace, result: Result) -> None:
        """Add the result of a job, and write the file if it is time."""
        known, both = self.get(place), self._put(place, result)
        self._news |= (known.low, known.high) != (both.low, both.high)
        self.note_states(result.known)
        if time.monotonic() > self._next:
            begin = time.monotonic()
            self.write()
            now = time.monotonic()
            self._next = now + max(_SECONDS, _SHARE * (now - begin))

    def settle(self, place: SearchPlace, result: Result) -> None:
        """Replace all that is known about the inside of a divided part by the result for it."""
        depth = len(place.path)

        def is_below(other: SearchPlace) -> bool:
            return (
                other.path[:depth] == place.path
                and other.left + len(other.path) == place.left + depth
            )

        self._known = {key: old for key, old in self._known.items() if not is_below(key)}
        self._lows = {key: old for key, old in self._lows.items() if not is_below(key)}
        self.note(place, result)

    def _put(self, place: SearchPlace, result: Result) -> Result:
        """Combine a result with what was known about the part; returns both together."""
        self._known[place] = both = _both(self.get(place), result)
        if place.asked and both.finished:
            lows = self._lows.setdefault(place._replace(asked=()), {})
            lows |= {question: max(both.low, lows.get(question, 0)) for question in place.asked}
        return both

    def note_states(self, known: Mapping[Key, Bounds]) -> None:
        """Add bounds of states."""
        before = len(self.states)
        for key, bounds in known.items():
            old = self.states.get(key, bounds)
            self.states[key] = Bounds(max(old.low, bounds.low), min(old.high, bounds.high))
        self._news |= len(self.states) > before

    def note_best(self, total: int, strategy: Node) -> None:
        """Add a strategy of the whole game, if no other with its worst case has a smaller total."""
        worst = 1 + max(depth for depth, _, _ in preorder(strategy))
        if worst not in self.best or total < self.best[worst][0]:
            self.best[worst] = total, strategy

    @contextmanager
    def kept_unless_finished(self) -> Iterator[None]:
        """Register this run in the file while the block lasts.

        If the block is left early, by an interrupt or the time limit, the file is written, and the
        run stays registered; otherwise it is removed from there.
        """
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
        """Remove this run from the file, and the file if no other run needs it."""
        self._take_in()
        self._open.discard(self.run)
        if self._open:
            self.write()
        elif self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    def write(self) -> None:
        """Write the file, if there is anything to be kept."""
        if self._path is None or not (self._known or self.greedy or self.best or self.states):
            return
        self._take_in()
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self._path) as file:
                for body in map(json.dumps, self._documents()):
                    file.write(f"{checksum(self._path, body)} {body}\n".encode())
            self._seen = _state_of(self._path)

    def _documents(self) -> Iterator[dict[str, object]]:
        """The lines of the file; `_take_in_line` reads them."""
        yield {"open": sorted(self._open)}
        yield {"greedy": [[*place, total] for place, total in self.greedy.items()]}
        for place, result in self._known.items():
            nodes = result.strategy and list(node_entries(self._finite, result.strategy))
            yield {"part": [*place, result.low, result.high, result.finished, nodes]}
        states = list(self.states.items())
        for first in range(0, len(states), _STATES):
            yield {
                "states": [
                    [size, tag, b64encode(members).decode(), bounds.low, bounds.high]
                    for (size, tag, members), bounds in states[first : first + _STATES]
                ]
            }
        for total, strategy in self.best.values():
            yield {"best": [total, list(node_entries(self._finite, strategy))]}

    def _take_in(self) -> None:
        """Add what is in the file, if it has changed since it was last read or written here.

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
        match document:
            case {"open": runs}:
                self._open.update(runs)
            case {"greedy": totals}:
                self.greedy |= {_place(*place): total for *place, total in totals}
            case {"best": [total, nodes]}:
                self.note_best(total, node_of(self._finite, nodes))
            case {"states": states}:
                self.note_states(
                    {
                        (size, tag, b64decode(members)): Bounds(low, high)
                        for size, tag, members, low, high in states
                    }
                )
            case {"part": [*place, low, high, finished, nodes]}:
                strategy = nodes and node_of(self._finite, nodes)
                self._put(_place(*place), Result(low, high, strategy, finished=finished))


def _place(path: list[list[int]], left: int, asked: list[int]) -> SearchPlace:
    """A place as JSON has it."""
    return SearchPlace(tuple((question, answer) for question, answer in path), left, tuple(asked))


def _both(known: Result, result: Result) -> Result:
    """The better bounds of two results on the same part, and the better strategy."""
    better = min(known, result, key=lambda one: (one.high, one.strategy is None))
    return Result(
        max(known.low, result.low),
        better.high,
        better.strategy,
        finished=known.finished or result.finished,
    )


def _state_of(path: Path) -> object:
    """A value that is different after a file has been written anew."""
    status = os.stat(path)
    return status.st_ino, status.st_mtime_ns, status.st_size
