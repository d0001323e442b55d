"""Tables of rules beside the optimum, for ranges of pegs and colours.

The totals of rules are kept in the cache directory, as finished optima are; so a table that was
interrupted goes on where it was, and a larger one takes over what is known.  Nothing is kept of a
rule of one's own, as it may have changed since.
"""

from __future__ import annotations

import contextlib
import json
import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import NamedTuple, final

from masetproof.arguments import Refused, as_count, as_instance, as_member, as_seconds, as_seed
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import MEMORY
from masetproof.objectives import Goal
from masetproof.progress import Progress, as_progress, silent, under
from masetproof.search.keeping import keep, kept
from masetproof.search.optimize import optimize
from masetproof.strategies.rules import PUBLISHED, Rule, Ties, as_rules, preferring
from masetproof.tables.rendering import Column, text_lines
from masetproof.tables.table import Row, compute_rows
from masetproof.trees.evaluate import evaluate_rules


class Achieved(NamedTuple):
    """Questions over all secrets, and for one secret at most."""

    total: int
    worst: int


@final
@dataclass(frozen=True, slots=True)
class Setup:
    """How the rules are played, and how much time and memory a row may take.

    rules: by default all that have a preference.  ties, seed: as of `evaluate`.  time_limit:
    seconds for the rules of a game together, and for each of the two searches; None for no limit;
    with 0 only what an earlier run found is there.  memory: bytes for tables.
    """

    rules: tuple[Rule, ...] = field(default_factory=preferring)
    ties: Ties = Ties.FIRST
    seed: int = 0
    time_limit: float | None = 60.0
    memory: int = MEMORY

    def __post_init__(self) -> None:
        limit = self.time_limit
        if limit is not None:
            limit = as_seconds(limit, "the time limit")
        for name, value in (
            ("rules", as_rules(self.rules)),
            ("ties", as_member(Ties, self.ties)),
            ("time_limit", limit),
            ("seed", as_seed(self.seed)),
            ("memory", as_count(self.memory, "the memory", 1)),
        ):
            object.__setattr__(self, name, value)


@final
@dataclass(frozen=True, slots=True)
class RuleRow:
    """One game; None stands where time or memory did not suffice.

    total: the least total.  worst: the least worst case of the strategies that attain it.
    least_worst: the least worst case of all strategies, which may be smaller.  achieved: what each
    rule achieves.
    """

    finite: FiniteGame
    total: int | None
    worst: int | None
    least_worst: int | None
    achieved: dict[Rule, Achieved | None]

    def cost(self, rule: Rule | None) -> tuple[int | None, int | None]:
        """Total and worst case of a rule, with None of the best strategy."""
        return (self.total, self.worst) if rule is None else self.achieved[rule] or (None, None)

    def mean(self, rule: Rule | None) -> Fraction | None:
        """The expected number of questions of a rule, with None of the best strategy."""
        total, _ = self.cost(rule)
        return None if total is None else Fraction(total, self.finite.secret_count)

    def loss(self, rule: Rule | None) -> Fraction | None:
        """How much a rule's total is above the optimum, as a fraction of the optimum."""
        total, _ = self.cost(rule)
        if self.total is None or total is None:
            return None
        return Fraction(total - self.total, self.total)


def rule_rows(
    games: Iterable[FiniteGame], setup: Setup | None = None, progress: Progress = silent
) -> Iterator[RuleRow]:
    """The rows of some games, one after the other."""
    setup = as_instance(Setup, Setup() if setup is None else setup, "the setup")
    progress = as_progress(progress)
    for finite in games:
        show = under(as_instance(FiniteGame, finite, "a game").title, progress)
        achieved = _achieved(finite, setup, show)
        best, shortest = compute_rows(
            [Row(finite, goal) for goal in (Goal.EXPECTED_THEN_WORST, Goal.WORST)],
            time_limit=setup.time_limit,
            optimizer=partial(optimize, memory=setup.memory),
            progress=show,
        )
        yield RuleRow(
            finite,
            best.upper_bound if best.upper_bound == best.lower_bound else None,
            best.worst if best.optimal else None,
            shortest.value,
            achieved,
        )


class _Late(Exception):
    """The time for the rules is over."""


def _achieved(finite: FiniteGame, setup: Setup, progress: Progress) -> dict[Rule, Achieved | None]:
    achieved = {
        rule: kept(finite, _kind(rule, setup), _read) if rule.name in PUBLISHED else None
        for rule in setup.rules
    }
    missing = [rule for rule, known in achieved.items() if known is None]
    deadline = time.monotonic() + (math.inf if setup.time_limit is None else setup.time_limit)

    def in_time(stage: str, done: int, total: int) -> None:
        progress(stage, done, total)
        if time.monotonic() > deadline:
            raise _Late

    if missing:
        with contextlib.suppress(_Late, Refused, MemoryError):
            for one in evaluate_rules(
                finite,
                missing,
                ties=setup.ties,
                seed=setup.seed,
                memory=setup.memory,
                progress=in_time,
            ):
                achieved[one.rule] = Achieved(one.total, one.worst)
                if one.rule.name in PUBLISHED:
                    keep(finite, _kind(one.rule, setup), json.dumps([one.total, one.worst]))
    return achieved


def _kind(rule: Rule, setup: Setup) -> str:
    return f"rule-{rule}-{setup.ties}-{setup.seed}"


def _read(text: str) -> Achieved:
    total, worst = json.loads(text)
    return Achieved(int(total), int(worst))


_Record = tuple[RuleRow, Rule | None]
"""A rule in a game; None stands for the best strategy."""
_OPTIMUM = "optimum"

FIELDS: tuple[Column[_Record], ...] = (
    Column("game", lambda record: record[0].finite.game.name),
    Column("pegs", lambda record: record[0].finite.pegs),
    Column("colours", lambda record: record[0].finite.colours),
    Column("secrets", lambda record: record[0].finite.secret_count),
    Column("strategy", lambda record: str(record[1] or _OPTIMUM)),
    Column("total", lambda record: record[0].cost(record[1])[0]),
    Column("expected", lambda record: record[0].mean(record[1])),
    Column("worst", lambda record: record[0].cost(record[1])[1]),
    Column("loss", lambda record: record[0].loss(record[1])),
    Column("least_worst", lambda record: record[0].least_worst),
)
"""The columns for scripts; rationals are exact."""


def records(rows: Iterable[RuleRow]) -> Iterator[_Record]:
    """The optimum and each rule of each game."""
    return ((row, rule) for row in rows for rule in (None, *row.achieved))


def rule_columns(rules: Iterable[Rule]) -> list[Column[RuleRow]]:
    """The columns for people: averages, with the worst case in brackets, and what rules lose."""
    shown: list[Column[RuleRow]] = [
        Column("pegs", lambda row: row.finite.pegs),
        Column("colours", lambda row: row.finite.colours),
        Column("secrets", lambda row: row.finite.secret_count, width=8),
        Column(_OPTIMUM, said=partial(_average, rule=None), width=11),
        Column("least_worst", title="least worst"),
    ]
    for rule in rules:
        shown.append(Column(rule.name, said=partial(_average, rule=rule), width=11))
        shown.append(Column("loss", said=partial(_loss, rule=rule), title="", width=8))
    return shown


def rules_text(rows: Iterable[RuleRow], rules: Iterable[Rule]) -> Iterator[str]:
    """The table for people, each row as soon as it is there."""
    yield "Expected number of questions (worst case), and what a rule loses to the optimum."
    yield "Least worst is the least worst case of all strategies, whatever their average."
    yield from text_lines(rule_columns(rules), rows, widest=())


def _average(row: RuleRow, rule: Rule | None) -> str:
    mean, worst = row.mean(rule), row.cost(rule)[1]
    return "-" if mean is None else f"{float(mean):.4f} ({'-' if worst is None else worst})"


def _loss(row: RuleRow, rule: Rule) -> str:
    loss = row.loss(rule)
    return "" if loss is None else f"+{100 * float(loss):.2f} %"
