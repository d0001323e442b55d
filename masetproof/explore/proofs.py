"""Theorems while a server runs: small ones at once, large ones in the background."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from threading import Lock, Thread
from typing import final

from masetproof.explore.names import Model
from masetproof.progress import Progress, silent
from masetproof.proofs.known import QUICK_PEGS, theorem_once
from masetproof.proofs.theorem import Theorem, theorem_of

_KEPT = 2
"""How many large theorems stay in memory, some hundred megabytes each."""


@final
class Proving(Exception):
    """The theorem is being proved.  stage: ``stage``, ``done`` and ``total``, as of `Progress`."""

    def __init__(self, stage: dict[str, object]) -> None:
        super().__init__("this theorem is still being proved")
        self.stage = stage


def proved(model: Model, progress: Progress = silent) -> Theorem:
    """Prove the theorem of a model, without solving its functions by SymPy, which no page needs."""
    game, pegs, objective, reading = model
    return theorem_of(
        game, pegs, objective=objective, reading=reading, solve="nothing", progress=progress
    )


@final
class Proofs:
    """The theorems that a server shows; large ones are proved in the background, one at a time.

    Each has a `Future`, made when it is first asked for, which a thread fills.
    """

    def __init__(self) -> None:
        self._turn, self._lock = Lock(), Lock()
        self._large: dict[Model, Future[Theorem]] = {}
        self._stages: dict[Model, dict[str, object]] = {}

    def theorem(self, model: Model) -> Theorem:
        """The theorem; `Proving` as long as it is being proved.

        A small theorem is proved here and now.  The first request for a large one starts its proof;
        `RuntimeError` when that has failed.
        """
        if model.pegs <= QUICK_PEGS:
            return theorem_once(*model)
        with self._lock:
            asked = self._large.pop(model, None) or self._begun(model)
            self._large[model] = asked  # behind all that were asked for before
            finished = [one for one, future in self._large.items() if future.done()]
            for one in finished[:-_KEPT]:
                del self._large[one]
        if not asked.done():
            raise Proving(self._stages[model])
        return asked.result()

    def _begun(self, model: Model) -> Future[Theorem]:
        """Start a thread that proves the theorem; the future that it will fill."""
        future: Future[Theorem] = Future()
        waits = self._turn.locked()
        self._tell(model, "another theorem comes first" if waits else "it begins", 0, 0)
        # A daemon, for which the end of the server does not wait; threads of executors are none.
        Thread(target=self._prove, args=[model, future], daemon=True).start()
        return future

    def _tell(self, model: Model, stage: str, done: int, total: int) -> None:
        self._stages[model] = {"stage": stage, "done": done, "total": total}

    def _prove(self, model: Model, future: Future[Theorem]) -> None:
        try:
            with self._turn:
                theorem = proved(model, partial(self._tell, model))
                self._tell(model, "canonical forms", 0, 0)
                theorem.closure.number_of(theorem.closure.patterns[0])  # once, before it is asked
            future.set_result(theorem)
        except Exception as error:
            future.set_exception(RuntimeError(f"the proof failed: {error}"))
