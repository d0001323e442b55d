"""Theorems while a server runs: small ones at once, large ones in the background."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import lru_cache
from typing import final

from masetproof.explore.names import Model
from masetproof.progress import Progress, silent
from masetproof.proofs.theorem import Theorem, prove

__all__ = ["Proofs", "Proving", "proved"]

_AT_ONCE = 2
"""The most pegs with which a theorem takes milliseconds."""
_KEPT = 2
"""How many large theorems stay in memory, some hundred megabytes each."""


@final
class Proving(Exception):
    """The theorem is being proved; stage, done, total: as of `Progress`."""

    def __init__(self, stage: str, done: int, total: int) -> None:
        super().__init__(f"{stage}: {done:,} of {total:,}")
        self.stage, self.done, self.total = stage, done, total


def proved(model: Model, progress: Progress = silent) -> Theorem:
    """The theorem of a model; all of those with an explorer are proved."""
    game, pegs, objective, reading = model
    outcome = prove(game, pegs, objective=objective, reading=reading, progress=progress)
    if not isinstance(outcome, Theorem):
        raise ArithmeticError(f"there is no proof of {model.name}: {outcome!r}")
    return outcome


@final
class Proofs:
    """The theorems that a server shows; large ones are proved in the background, one at a time.

    A lock guards all that changes.
    """

    def __init__(self) -> None:
        self._small = lru_cache(maxsize=None)(proved)
        self._lock, self._turn = threading.Lock(), threading.Lock()
        self._kept: OrderedDict[Model, Theorem] = OrderedDict()
        self._failed: dict[Model, str] = {}
        self._stage: dict[Model, tuple[str, int, int]] = {}

    def theorem(self, model: Model) -> Theorem:
        """The theorem; `Proving` as long as there is none yet."""
        if model.pegs <= _AT_ONCE:
            return self._small(model)
        with self._lock:
            if model in self._kept:
                self._kept.move_to_end(model)
                return self._kept[model]
            if model in self._failed:
                raise RuntimeError(self._failed[model])
            if model not in self._stage:
                self._stage[model] = ("waiting", 0, 1)
                threading.Thread(target=self._prove, args=[model], daemon=True).start()
            stage = self._stage[model]
        raise Proving(*stage)

    def _prove(self, model: Model) -> None:
        try:
            with self._turn:
                theorem = proved(model, lambda *stage: self._report(model, stage))
                self._report(model, ("canonical forms", 0, 1))
                theorem.closure.number_of(theorem.closure.patterns[0])  # once, before it is asked
        except Exception as error:
            with self._lock:
                self._failed[model] = f"the proof failed: {error}"
                del self._stage[model]
            return
        with self._lock:
            self._kept[model] = theorem
            del self._stage[model]
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)

    def _report(self, model: Model, stage: tuple[str, int, int]) -> None:
        with self._lock:
            self._stage[model] = stage
