"""A job: one part of the secrets after a first question, searched in whatever process.

A job begins with empty tables, so that its result, the number of its nodes included, depends on
nothing but the job (and its memory, when that is so little that tables forget).  It goes so many
steps; when these are not enough, its result has what it found out about the states that it
searched, and the next job goes on with that.  So no job is long, and not much is lost with one that
is interrupted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import final

import numpy as np

from masetproof.finite.setting import FiniteGame
from masetproof.progress import Tick
from masetproof.search.board import open_board
from masetproof.search.executors import Kept
from masetproof.search.solver import INFINITE, Bounds, Key, OutOfSteps, Solver
from masetproof.trees.tree import Node

__all__ = ["Job", "Result", "solver_of", "steps_of", "unfinished", "work"]

_AMOUNT = 120_000_000_000
"""What a job may do: the states that it comes to, times the pairs of question and secret."""


@final
@dataclass(frozen=True, slots=True)
class Job:
    """Find the value of a state if it is less than *upper*.

    memory: bytes for the solver, beside the board if that is in an open file that the worker has,
    the one of the number *board*.  question, answer: the first question, by its number, and the
    answer that leaves these secrets.
    left: the questions that are left.  any_strategy: only find out whether they are enough.
    until: when to stop, in seconds since the epoch.  with_strategy: whether a strategy is wanted.
    fewest: values are not totals but count the secrets that need the last question.
    known: what jobs before this one found out about states below.
    """

    finite: FiniteGame
    memory: int
    question: int
    answer: int
    left: int
    upper: int
    any_strategy: bool
    steps: int
    until: float = math.inf
    with_strategy: bool = True
    board: int | None = None
    fewest: bool = False
    known: Mapping[Key, Bounds] = field(default_factory=dict, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Result:
    """Bounds of the value, and a strategy that attains `high` if one was wanted and found.

    high is `INFINITE` unless it is the value, or that of the strategy.

    finished: whether the job came to its end; otherwise `known` is what it found out.
    """

    low: int
    high: int
    strategy: Node | None
    nodes: int = 0
    finished: bool = True
    known: Mapping[Key, Bounds] = field(default_factory=dict, repr=False)


def steps_of(finite: FiniteGame) -> int:
    """How many states a job searches at first, so that it takes some seconds."""
    return max(100, _AMOUNT // (finite.question_count * finite.secret_count))


def solver_of(
    kept: Kept, finite: FiniteGame, memory: int, board: int | None = None, *, fewest: bool = False
) -> Solver:
    """The solver that a worker keeps; making one takes long for large games."""
    wanted = finite, memory, board, fewest
    if kept.get("solver of") != wanted:
        kept.clear()
        shared = None if board is None else open_board(finite, board, fewest=fewest)
        kept["solver"] = Solver(finite, memory, shared, fewest=fewest)
        kept["solver of"] = wanted
    solver: Solver = kept["solver"]
    return solver


def work(job: Job, tick: Tick, kept: Kept) -> Result:
    """Do a job, with the solver that the worker keeps.

    What stops it beside its own limits goes through; `unfinished` tells what it had found out.
    """
    solver = solver_of(kept, job.finite, job.memory, job.board, fewest=job.fewest)
    solver.forget(but=job.known, steps=job.steps, until=job.until)
    answers = solver.board.answers[job.question]
    members = np.flatnonzero(answers == job.answer).astype(np.uint16)
    before = solver.nodes
    try:
        found = solver.value(members, job.left, job.upper, any_strategy=job.any_strategy, tick=tick)
    except OutOfSteps as stopped:
        return replace(unfinished(solver, stopped.low), nodes=solver.nodes - before)
    solver.unlimited()
    nodes = solver.nodes - before
    if not (found.high < INFINITE and (job.any_strategy or found.exact)):
        return Result(found.low, INFINITE, None, nodes)
    if not job.with_strategy or found.high >= job.upper:
        return Result(found.low, found.high if found.exact else INFINITE, None, nodes)
    strategy = solver.strategy(members, job.left, None if job.any_strategy else found.high, tick)
    high = solver.total(members, strategy, job.left) if job.any_strategy else found.high
    return Result(found.low, high, strategy, nodes)


def unfinished(solver: Solver, low: int = 0) -> Result:
    """What a job on a solver found out that did not come to its end."""
    return Result(low, INFINITE, None, finished=False, known=solver.found_out())
