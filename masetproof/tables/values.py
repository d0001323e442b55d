"""The values of a game as text, CSV, JSON and a b-file, line by line: there may be a million."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction

from masetproof.arguments import counted
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal, Objective
from masetproof.proofs.statement import Theorem
from masetproof.proofs.values import GameValues
from masetproof.tables.bfile import bfile_lines
from masetproof.tables.text import DECIMALS, QUANTITIES

__all__ = [
    "board_lines",
    "heading",
    "origin",
    "value_cells",
    "value_heads",
    "values_bfile",
    "values_csv",
    "values_json",
    "values_text",
]


def heading(values: GameValues) -> str:
    """What the values are of."""
    reading = values.reading
    return (
        f"{values.game.title}, {counted(values.pegs, 'peg')}, "
        f"{reading.describe()} (--extra {reading.value})"
    )


def origin(values: GameValues) -> str:
    """Where the values are from."""
    beyond = values.formula_from
    if beyond is None:
        return "computed from the recurrences"
    if beyond == values.first:
        return "from the formula, proved in this run"
    return (
        f"computed from the recurrences; from n = {beyond} on from the formula, proved in this run"
    )


def value_heads(values: GameValues) -> list[str]:
    """The heads of the columns for people."""
    if values.objective is Objective.WORST:
        return ["n", "questions", "secrets"]
    return ["n", "total", "secrets", "expected"]


def value_cells(values: GameValues, n: int) -> list[str]:
    """The columns for people, of one n."""
    value, secrets = values.value(n), values.secrets(n)
    if values.objective is Objective.WORST:
        return [str(n), f"{value:,}", f"{secrets:,}"]
    return [str(n), f"{value:,}", f"{secrets:,}", f"{value / secrets:.{DECIMALS}f}"]


def values_text(values: GameValues) -> Iterator[str]:
    """Aligned columns below two lines that say what they are."""
    heads = value_heads(values)
    # The last line has the largest numbers, its mean too but for a digit before the point.
    widths = [
        max(map(len, pair)) + 1
        for pair in zip(heads, value_cells(values, values.last), strict=True)
    ]
    yield heading(values)
    told = origin(values)
    yield f"{told[0].upper()}{told[1:]}."
    for cells in [heads], (value_cells(values, n) for n, _ in values.items()):
        for line in cells:
            yield " ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))


def values_csv(values: GameValues) -> Iterator[str]:
    """A line for each n; the mean is a rational number, and empty in the worst case."""
    yield "n,value,extra,secrets,mean"
    for n, value in values.items():
        mean = values.mean(n)
        told = "" if mean is None else mean
        yield f"{n},{value},{values.reading.value},{values.secrets(n)},{told}"


def values_json(values: GameValues) -> Iterator[str]:
    """One document; its fields are in docs/command-line.md, "Values"."""
    head = {
        "game": values.game.name,
        "pegs": values.pegs,
        "objective": values.objective.value,
        "extra": values.reading.value,
        "formula_from": values.formula_from,
    }
    columns: dict[str, Callable[[int], object]] = {
        "values": values.value,
        "secrets": values.secrets,
    }
    if values.objective is Objective.EXPECTED:
        columns["means"] = values.mean
    yield "{"
    for name, field in head.items():
        yield f"  {json.dumps(name)}: {json.dumps(field)},"
    for name, column in columns.items():
        yield f"  {json.dumps(name)}: {{"
        for n in range(values.first, values.last):
            yield f'    "{n}": "{column(n)}",'
        yield f'    "{values.last}": "{column(values.last)}"'
        yield "  }" + "," * (name != list(columns)[-1])
    yield "}"


def board_lines(theorem: Theorem, finite: FiniteGame, form: str) -> list[str]:
    """The value of one board as text, CSV or JSON.  form: says which."""
    columns, secrets = finite.columns or (finite.colours,) * finite.pegs, finite.secret_count
    value, system = theorem.value(columns), theorem.system
    name, expected = ",".join(map(str, columns)), system.objective is Objective.EXPECTED
    if form == "csv":
        mean = Fraction(value, secrets) if expected else ""
        return [
            "colours,value,extra,secrets,mean",
            f'"{name}",{value},{system.reading.value},{secrets},{mean}',
        ]
    if form == "json":
        document = {
            "game": finite.game.name,
            "pegs": finite.pegs,
            "objective": system.objective.value,
            "extra": system.reading.value,
            "formula_from": None,
            "values": {name: str(value)},
            "secrets": {name: str(secrets)},
        }
        if expected:
            document["means"] = {name: str(Fraction(value, secrets))}
        return [json.dumps(document, indent=2)]
    mean = f", {value / secrets:.{DECIMALS}f} on average" if expected else ""
    return [
        f"{finite.title}: {counted(secrets, 'secret')}",
        f"The least {system.objective.describe()} is {value:,}{mean}, as the theorem says, which "
        "was proved in this run.",
    ]


def values_bfile(values: GameValues) -> Iterator[str]:
    """A b-file of the OEIS."""
    quantity = QUANTITIES[Goal(values.objective)]
    comments = [f"{heading(values)}; a(n) is the {quantity} with n colours", origin(values)]
    return bfile_lines(comments, values.items())
