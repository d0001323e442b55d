"""The value where the codemaker chooses, too (--codemaker mixed), for the command that searches."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, counted
from masetproof.cli import common, options
from masetproof.finite.setting import finite_game_json
from masetproof.objectives import Goal
from masetproof.progress import Interrupted
from masetproof.tables.rendering import Column, text_lines
from masetproof.trees.files import write_mixture

if TYPE_CHECKING:
    from masetproof.search.mixed import MixedOptimum, MixedStrategy, SecretClass

_WHY = "is for secrets that are equally likely, without --codemaker mixed"


def optimize(arguments: argparse.Namespace) -> int:
    """Search the value, and print."""
    from masetproof.search.mixed import optimize_mixed

    if arguments.objective is not Goal.EXPECTED or arguments.by != "search":
        raise Refused("--codemaker mixed has the expected number of questions, by a search")
    if arguments.extra != "exact":
        raise Refused(f"--extra with {_WHY}")
    refused = "max_questions", "first", "boards", "path", "csv", "workers", "dask"
    options.refuse(arguments, _WHY, *refused)
    finite, interrupted = options.finite_game(arguments), False
    try:
        mixed = optimize_mixed(
            finite, **common.fields(arguments, "time_limit", "memory", "progress")
        )
    except Interrupted as error:
        mixed, interrupted = error.finished, True
    document = finite_game_json(finite) | {"codemaker": "mixed"} | mixed.as_json()
    with common.telling(arguments, document, _lines(mixed)):
        if arguments.tree is not None:
            write_mixture(arguments.tree, mixed.strategies)
    common.tell_written(arguments, arguments.tree)
    common.end_search(arguments, mixed.reason, interrupted)
    return 0


def _lines(mixed: MixedOptimum) -> Iterator[str]:
    finite = mixed.finite
    yield f"{finite.title}: {counted(finite.secret_count, 'secret')}, drawn as the codemaker likes"
    facts = {} if mixed.value is None else {"value": _shown(mixed.value)}
    if mixed.reason is not None:
        facts["between"] = f"{_shown(mixed.lower)} and {_shown(mixed.upper)} ({mixed.reason})"
    if mixed.uniform is not None:
        facts["uniform"] = f"{_shown(mixed.uniform)}, where all secrets are equally likely"
    facts["searched"] = f"{mixed.nodes:,} states in {mixed.seconds:.2f} s"
    yield from common.fact_lines(facts)
    yield "the codemaker draws:"
    drawn: list[Column[SecretClass]] = [
        Column("like", lambda one: finite.text(one.word), is_words=True),
        Column("size", title="secrets"),
        Column("weight", said=lambda one: str(one.weight), title="how often the class"),
        Column("expected", said=lambda one: str(one.expected), title="costs"),
    ]
    yield from text_lines(drawn, mixed.classes, indent="  ")
    yield "the codebreaker plays, with columns and colours permuted at random:"
    played: list[Column[MixedStrategy]] = [
        Column("first", lambda one: finite.text(one.tree.root.question), is_words=True),
        Column("probability", said=lambda one: str(one.probability), title="how often"),
    ]
    yield from text_lines(played, mixed.strategies, indent="  ")


def _shown(number: Fraction) -> str:
    return f"{number} = {float(number):.6f}" if number.denominator > 1 else str(number)
