"""What strategies cost, and runs that minimize it."""

from __future__ import annotations

import math
import pickle

import pytest

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, MASTERMIND
from masetproof.progress import silent
from masetproof.search.clock import Clock
from masetproof.search.executors import SerialExecutor
from masetproof.search.keeping import Checkpoint
from masetproof.search.memory import Memory
from masetproof.search.parts import Workplace, workplace
from masetproof.search.quantity import Quantity
from masetproof.search.run import Run
from masetproof.search.solver import Solver

from .plain import Plain, total

GAMES = [FiniteGame(MASTERMIND, 2, 4), FiniteGame(AB, 3, 4), FiniteGame(BLACK_PEG, 3, 3)]


def run_of(finite: FiniteGame, left: int, quantity: Quantity) -> Run:
    checkpoint = Checkpoint(finite, "a run", on_disk=False)
    clock = Clock(math.inf, silent, lambda: False)
    return Run(finite, left, SerialExecutor(), clock, checkpoint, quantity)


@pytest.mark.parametrize("finite", GAMES, ids=str)
@pytest.mark.parametrize("quantity", Quantity)
def test_a_run_minimizes_what_it_is_made_for(finite: FiniteGame, quantity: Quantity) -> None:
    """With the least number of questions that is enough, and with one more."""
    fewest, everything = quantity is Quantity.NEEDING_LAST, (1 << finite.secret_count) - 1
    plain = Plain(finite, fewest=fewest)
    least = next(left for left in range(9) if plain.value(everything, left) < math.inf)
    place = workplace(Memory(finite, 1 << 24), SerialExecutor())
    for left in (least, least + 1):
        run = run_of(finite, left, quantity)
        run.reach_least(place)
        assert run._bound == run._cost == plain.value(everything, left)
        assert run.best is not None
        assert total(finite, list(finite.secrets), run.best, left, fewest=fewest) == run._cost


@pytest.mark.parametrize("quantity", Quantity)
def test_a_worker_elsewhere_minimizes_the_same(quantity: Quantity) -> None:
    here = Workplace(Memory(GAMES[0], 1 << 24), quantity)
    there: Workplace = pickle.loads(pickle.dumps(here))
    kept: dict[str, object] = {}
    assert there.solver(kept).quantity is quantity
    assert here.solver(kept) is there.solver(kept)
    other = next(one for one in Quantity if one is not quantity)
    assert Workplace(here.memory, other).solver(kept).quantity is other


def test_a_strategy_costs_what_its_secrets_pay() -> None:
    """One peg and five colours take 1 to 5 questions: 15 in all, and one secret needs the last."""
    finite = FiniteGame(MASTERMIND, 1, 5)
    for left, costs in ((5, (15, 1)), (6, (15, 0))):
        for quantity, cost in zip(Quantity, costs, strict=True):
            solver = Solver(Memory(finite, 1 << 24), quantity=quantity)
            members = solver.all_secrets()
            assert solver.value(members, left).high == cost
            assert solver.cost(members, solver.strategy(members, left, cost), left) == cost
