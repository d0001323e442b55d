"""Theorems and closures that tests share, each made once in a process, and pairs of readings."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from numpy.typing import NDArray

from masetproof.checker.counting import count_table
from masetproof.cli import options
from masetproof.games.rules import Game
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure, close
from masetproof.progress import Progress
from masetproof.proofs.finding import Open
from masetproof.proofs.general import Solve
from masetproof.proofs.theorem import Theorem, prove, prove_system
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.recurrences.system import System, in_columns
from masetproof.recurrences.values import evaluate, full_pattern_values

_PAIRS = [
    (Objective.EXPECTED, Reading.EXACT),
    (Objective.EXPECTED, Reading.WITHOUT),
    (Objective.WORST, Reading.WITH),
]


def _parametrized(*, first: bool) -> pytest.MarkDecorator:
    cases = [
        pytest.param(*pair, marks=[] if (pair in _PAIRS) == first else [pytest.mark.slow])
        for pair in product(Objective, BLANKS)
    ]
    return pytest.mark.parametrize(("objective", "reading"), cases)


IN_PAIRS = _parametrized(first=True)
"""Each objective and each reading in some pair; the other pairs are for the slow suite."""
IN_OTHER_PAIRS = _parametrized(first=False)
"""The same with these other pairs, so that all of them are tried somewhere in the fast suite."""


@pytest.fixture(scope="session", autouse=True)
def _counted_once() -> Iterator[None]:
    """Tables of bounds by counts, which are most of the work of a short proof, are made once.

    For short proofs and their checker; a table says its progress each time.
    """

    @cache
    def table(
        pegs: int, clauses: int, secrets: int, colours: int
    ) -> tuple[NDArray[Any], list[tuple[str, int, int]]]:
        told: list[tuple[str, int, int]] = []
        made = count_table(pegs, clauses, secrets, colours, lambda *step: told.append(step))
        return made, told

    def shared(
        pegs: int, clauses: int, secrets: int, colours: int, progress: Progress | None = None
    ) -> NDArray[Any]:
        made, told = table(pegs, clauses, secrets, colours)
        if progress is not None:
            for step in told:
                progress(*step)
        return made.copy()

    with pytest.MonkeyPatch.context() as patch:
        for module in ("short.bounding", "checker.short"):
            patch.setattr(f"masetproof.{module}.count_table", shared)
        yield


@cache
def theorem(
    game: str,
    pegs: int,
    objective: Objective = Objective.EXPECTED,
    reading: Reading = Reading.EXACT,
) -> Theorem:
    found = prove(game, pegs, objective=objective, reading=reading)
    assert isinstance(found, Theorem)
    return found


@pytest.fixture(scope="session")
def closure_of() -> Callable[[Game, int, bool], Closure]:
    """Closures, each made once in a session: (game, pegs, extra)."""

    @cache
    def make(game: Game, pegs: int, extra: bool) -> Closure:
        return close(game, pegs, extra=extra)

    return make


@pytest.fixture
def closures_made(
    closure_of: Callable[[Game, int, bool], Closure], monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The closures that commands make as none is kept: here those of the session."""
    made: list[str] = []

    def make(game: Game, pegs: int, *, extra: bool, consistent: bool, **_: object) -> Closure:
        if consistent:
            return close(game, pegs, consistent=True)
        made.append(f"{game.name}-{pegs}-{'with' if extra else 'without'}")
        return closure_of(game, pegs, extra)

    monkeypatch.setattr("masetproof.patterns.store.close", make)
    return made


@pytest.fixture(scope="session")
def system_of(
    closure_of: Callable[[Game, int, bool], Closure],
) -> Callable[[Game, int, Reading, Objective], System]:
    """Systems, each made once in a session, as are their equations and what is merged of them."""

    @cache
    def make(game: Game, pegs: int, reading: Reading, objective: Objective) -> System:
        if reading.consistent:
            closure = close(game, pegs, consistent=True)
        else:
            closure = closure_of(game, pegs, reading.asks_extra)
        return in_columns(recurrences_of(closure, reading, objective))

    return make


@pytest.fixture(scope="session")
def theorem_of(
    system_of: Callable[[Game, int, Reading, Objective], System],
) -> Callable[[Game, Reading, Objective], Theorem]:
    """Theorems of three pegs, each proved once in a session."""

    @cache
    def make(game: Game, reading: Reading, objective: Objective) -> Theorem:
        system = system_of(game, 3, reading, objective)
        outcome = prove_system(system, solve=Solve.STRATEGY)
        assert isinstance(outcome, Theorem)
        return outcome

    return make


@pytest.fixture
def proved_once(
    closures_made: list[str],
    theorem_of: Callable[[Game, Reading, Objective], Theorem],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Commands take the closures and the theorems of three pegs from the session."""

    def prove(system: System, **options: Any) -> Theorem | Open:
        if system.closure.pegs == 3:
            return theorem_of(system.closure.game, system.reading, system.objective)
        return prove_system(system, **options)

    monkeypatch.setattr("masetproof.proofs.theorem.prove_system", prove)


@pytest.fixture
def theorems_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands take a theorem that was proved before in this process."""

    def proved(arguments: Namespace, game: Game, pegs: int, _: object = None) -> Theorem:
        objective, reading = Objective(arguments.objective), Reading(arguments.extra)
        return theorem(game.name, pegs, objective, reading)

    monkeypatch.setattr(options, "proved", proved)


@pytest.fixture(scope="session")
def values_of(
    system_of: Callable[[Game, int, Reading, Objective], System],
) -> Callable[[Game, int, Reading, Objective], dict[int, int]]:
    """Values of whole games by the recurrences, computed once in a session.

    For all numbers of colours with at most 1,000 secrets.
    """

    @cache
    def make(game: Game, pegs: int, reading: Reading, objective: Objective) -> dict[int, int]:
        system = system_of(game, pegs, reading, objective)
        most = max(n for n in range(40) if game.secret_count(pegs, n) <= 1000)
        return full_pattern_values(system, evaluate(system, most))

    return make
