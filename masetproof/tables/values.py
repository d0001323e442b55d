"""The values of a game as text, CSV, JSON and a b-file, line by line: there may be a million."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from masetproof.arguments import counted
from masetproof.finite.setting import FiniteGame
from masetproof.games.rules import Game
from masetproof.objectives import Goal, Objective
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.values import GameValues
from masetproof.recurrences.readings import Reading
from masetproof.tables.bfile import bfile_lines
from masetproof.tables.text import DECIMALS, QUANTITIES, csv_lines

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

_FIELDS = ("value", "extra", "secrets", "mean")


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
    extra = values.reading.value
    items = values.items()
    records = ((n, value, extra, values.secrets(n), values.mean(n)) for n, value in items)
    return csv_lines(("n", *_FIELDS), records)


def values_json(values: GameValues) -> Iterator[str]:
    """One document; its fields are in docs/command-line.md, "Values"."""
    head = _head(values.game, values.pegs, values.objective, values.reading)
    columns: dict[str, Callable[[int], object]] = {
        "values": values.value,
        "secrets": values.secrets,
    }
    if values.objective is Objective.EXPECTED:
        columns["means"] = values.mean
    yield "{"
    for name, field in (head | {"formula_from": values.formula_from}).items():
        yield f"  {json.dumps(name)}: {json.dumps(field)},"
    for name, column in columns.items():
        yield f"  {json.dumps(name)}: {{"
        for n in range(values.first, values.last):
            yield f'    "{n}": "{column(n)}",'
        yield f'    "{values.last}": "{column(values.last)}"'
        yield "  }" + "," * (name != list(columns)[-1])
    yield "}"


def _head(game: Game, pegs: int, objective: Objective, reading: Reading) -> dict[str, object]:
    """What the values are of, in JSON."""
    model = {"objective": objective.value, "extra": reading.value}
    return {"game": game.name, "pegs": pegs, **model}


def board_lines(theorem: Theorem, finite: FiniteGame, form: str) -> Iterable[str]:
    """The value of one board as text, CSV or JSON.  form: says which."""
    columns, secrets = finite.columns or (finite.colours,) * finite.pegs, finite.secret_count
    value, system = theorem.value(columns), theorem.system
    name = ",".join(map(str, columns))
    mean = Fraction(value, secrets) if system.objective is Objective.EXPECTED else None
    if form == "csv":
        record = name, value, system.reading.value, secrets, mean
        return csv_lines(("colours", *_FIELDS), [record])
    if form == "json":
        document = _head(finite.game, finite.pegs, system.objective, system.reading)
        document |= {"formula_from": None, "values": {name: str(value)}}
        document |= {"secrets": {name: str(secrets)}}
        return [json.dumps(document | ({"means": {name: str(mean)}} if mean else {}), indent=2)]
    average = f", {float(mean):.{DECIMALS}f} on average" if mean else ""
    return [
        f"{finite.title}: {counted(secrets, 'secret')}",
        f"The least {system.objective.describe()} is {value:,}{average}, as the theorem says, "
        "which was proved in this run.",
    ]


def values_bfile(values: GameValues) -> Iterator[str]:
    """A b-file of the OEIS."""
    quantity = QUANTITIES[Goal(values.objective)]
    comments = [f"{heading(values)}; a(n) is the {quantity} with n colours", origin(values)]
    return bfile_lines(comments, values.items())
