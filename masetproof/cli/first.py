"""What first questions cost: how `optimize` and `evaluate` print --first."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import masetproof
from masetproof.arguments import counted
from masetproof.cli import common, options
from masetproof.cli.interrupts import interruption
from masetproof.finite.firsts import Firsts
from masetproof.finite.setting import FiniteGame, finite_game_json
from masetproof.objectives import Goal, Objective
from masetproof.progress import Interrupted
from masetproof.search.openings import Opening, Openings, bound_json
from masetproof.tables.rendering import Column
from masetproof.trees.claims import Claimed
from masetproof.words import Word

if TYPE_CHECKING:
    from masetproof.reports.openings import FirstCost


def compare_first(
    finite: FiniteGame, goal: Goal, questions: list[str] | str, arguments: argparse.Namespace
) -> int:
    """`optimize` with --first: search, write the best strategy, and print."""
    options.refuse(arguments, "is for the best strategy, without --first", "path")
    if arguments.by == "theorem":
        return _by_theorem(finite, goal, questions, arguments)
    interrupted = False
    try:
        found = masetproof.openings(
            finite,
            questions,
            goal,
            **common.fields(arguments, "max_questions", "time_limit", "workers", "dask", "memory"),
            progress=arguments.progress,
        )
    except Interrupted as error:
        found, interrupted = error.finished, True
    _note_same(found)
    optimum = found.best.optimum
    if optimum is not None:
        common.write_strategy(arguments, optimum.tree, Claimed.of(optimum))
    common.tell_table(arguments, _document(found), _head(found), _columns(found), found.rows)
    if optimum is not None:
        common.tell_written(arguments, arguments.tree)
    common.end_search(arguments, found.reason, interrupted)
    return 0 if optimum is not None else 1


def _by_theorem(
    finite: FiniteGame, goal: Goal, questions: list[str] | str, arguments: argparse.Namespace
) -> int:
    """`optimize` with --first and --by theorem: print what the theorem says, with formulas."""
    names = ("max_questions", "workers", "dask")
    options.refuse(arguments, "is for --by search", *names)
    options.refuse(arguments, "is for the best strategy, without --first", "tree")
    from masetproof.reports.openings import proved_openings

    interruption().bound(arguments.time_limit, arguments.memory)
    found, costs = proved_openings(finite, goal, questions, arguments.progress)
    _note_same(found)
    rows = [
        row | costs[one.question].as_json()
        for row, one in zip(found.as_json(), found.rows, strict=True)
    ]
    document = _document(found) | {"first": rows, "by": "theorem"}
    common.tell_table(arguments, document, _head(found), _columns(found), found.rows)
    if not (arguments.csv or arguments.json):
        common.print_lines(_formula_lines(finite, costs))
    return 0


def _formula_lines(finite: FiniteGame, costs: Mapping[Word, FirstCost]) -> Iterator[str]:
    """What first questions cost with n colours, or on every board if columns differ in theirs."""
    for word, cost in costs.items():
        if finite.columns:
            yield from common.region_lines(cost.regions, finite.text(word))
        elif cost.formula is not None:
            yield from common.formula_lines(cost.formula, f"{finite.text(word)}  ")


def _note_same(found: Openings) -> None:
    """Which questions stand for others, for people."""
    for word, other in found.same:
        one, of = map(found.finite.text, (word, other))
        common.note(f"{one} costs what {of} costs: they are the same by symmetry")


def _document(found: Openings) -> dict[str, object]:
    """The fields of the best strategy, and those of each question."""
    finite, best = found.finite, found.best
    costs: dict[str, object] = common.fields(best, "total", "worst")
    if best.optimum is not None:
        costs = best.optimum.as_json() | {"first_question": finite.text(best.question)}
    return {
        **finite_game_json(finite),
        "objective": found.goal.value,
        **costs,
        "optimal": best.optimal,
        "lower_bound": bound_json(best.lower_bound),
        "reason": found.reason or best.reason,
        "first": found.as_json(),
    }


def _head(found: Openings) -> Iterator[str]:
    secrets = counted(found.finite.secret_count, "secret")
    yield f"{found.finite.title}: {secrets}, objective {found.goal.value}"
    if found.reason is not None:
        yield f"  not all questions are searched to the end: {found.reason}"


def _columns(found: Openings) -> list[Column[Opening]]:
    finite, bound = found.finite, None
    if finite.game.weights is not None and found.goal.first is Objective.EXPECTED:

        def bound(one: Opening) -> str:
            """As a mean, as the total by weights is none that people see."""
            return common.mean_text(one.expected_bound(finite))

    def total(one: Opening) -> str:
        known = "?" if one.total is None else f"{one.total:,}"
        return "no strategy" if one.is_hopeless else known

    return [
        Column("question", lambda one: finite.text(one.question), is_words=True),
        Column("class_size", title="alike"),
        Column("total", said=total),
        Column("expected", lambda one: one.expected(finite)),
        Column("worst"),
        Column("loss", found.loss, title="loses"),
        Column("lower_bound", said=bound, title="at least"),
        Column("optimal", said=lambda one: "yes" if one.optimal else "no", title="exact"),
    ]


# ------------------------------------------------------------------------------------------- rules


def compare_by_rule(
    evaluations: list[masetproof.Evaluation],
    firsts: Firsts,
    arguments: argparse.Namespace,
    document: Callable[[masetproof.Evaluation], dict[str, object]],
) -> None:
    """`evaluate` with --first: print what the questions cost, the best one of each rule first.

    document: the fields of one evaluation.
    """
    evaluations = sorted(evaluations, key=lambda one: one.expected)
    finite, best = evaluations[0].finite, evaluations[0]
    sizes = {finite.questions[number]: size for number, size in firsts.class_sizes.items()}
    by_rule: dict[str, list[masetproof.Evaluation]] = {one.rule.name: [] for one in evaluations}
    for one in evaluations:
        by_rule[one.rule.name].append(one)
    documents = [
        document(of[0]) | {"first": [_rule_json(one, sizes[one.first_question]) for one in of]}
        for of in by_rule.values()
    ]
    columns: list[Column[masetproof.Evaluation]] = [
        Column("rule", lambda one: one.rule.name, is_words=True),
        Column("question", lambda one: finite.text(one.first_question), is_words=True),
        Column("class_size", lambda one: sizes[one.first_question], title="alike"),
        Column("total"),
        Column("expected"),
        Column("worst"),
        Column("histogram", lambda one: " ".join(map(str, one.histogram)), is_words=True),
    ]
    common.write_strategy(arguments, best.tree, Claimed.of(best))
    head = f"{finite.title}: {counted(best.secrets, 'secret')}, ties {best.ties}, seed {best.seed}"
    whole = documents[0] if len(documents) == 1 else {"evaluations": documents}
    common.tell_table(arguments, whole, [head], columns, evaluations)
    common.tell_written(arguments, arguments.tree)


def _rule_json(one: masetproof.Evaluation, size: int) -> dict[str, object]:
    """The fields of a first question by a rule, which proves no bound."""
    return {
        "question": one.finite.text(one.first_question),
        **common.fields(one, "total", "worst"),
        "lower_bound": None,
        "optimal": None,
        "class_size": size,
    }
