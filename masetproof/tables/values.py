"""The values of a game as text, CSV, JSON and a b-file, line by line: there may be a million."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, takewhile
from operator import itemgetter
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, counted
from masetproof.finite.setting import FiniteGame
from masetproof.games.rules import Game
from masetproof.objectives import Goal, Objective
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.values import GameValues
from masetproof.recurrences.readings import Reading
from masetproof.tables.rendering import Column, bfile_lines, csv_lines, text_lines
from masetproof.tables.text import QUANTITIES

if TYPE_CHECKING:
    from masetproof.proofs.compared import ComparedValues
    from masetproof.proofs.shift import WorstBounds

_N: Column[int] = Column("n", lambda n: n, str)


def heading(values: GameValues) -> str:
    """The first line: game, pegs and reading."""
    reading = values.reading
    return (
        f"{values.game.title}, {counted(values.pegs, 'peg')}, "
        f"{reading.describe()} ({reading.option})"
    )


def origin(values: GameValues) -> str:
    """From which n on values are from the formula, and not computed from the recurrences."""
    beyond = values.formula_from
    if beyond is None:
        return "computed from the recurrences"
    if beyond == values.first:
        return "from the formula, proved in this run"
    return (
        f"computed from the recurrences; from n = {beyond} on from the formula, proved in this run"
    )


def value_columns(values: GameValues) -> list[Column[int]]:
    """The columns for people, by the number of colours."""
    if values.objective is Objective.WORST:
        return [_N, Column("questions", values.value), Column("secrets", values.secrets)]
    return [
        *(_N, Column("total", values.value), Column("secrets", values.secrets)),
        Column("expected", values.mean),
    ]


def values_text(values: GameValues, compared: ComparedValues | None = None) -> Iterator[str]:
    """Aligned columns below two lines that say what they are.

    compared: the comparison with a conjecture, which gets a column, and its outcome at the end.
    """
    yield heading(values)
    told = origin(values)
    yield f"{told[0].upper()}{told[1:]}."
    columns = value_columns(values)
    if compared is not None:
        columns[2:] = [Column("conjectured", said=lambda n: _exact(compared.conjecture(n)))]
    # The last line has the largest numbers.
    yield from text_lines(columns, values.numbers, [values.last], " ")
    if compared is not None:
        yield from compared.words()


def _exact(value: Fraction | None) -> str:
    return "-" if value is None else f"{int(value):,}" if value.denominator == 1 else str(value)


def values_csv(values: GameValues) -> Iterator[str]:
    """A line for each n; the mean is a rational number, and empty in the worst case."""
    columns = [
        *(_N, Column("value", values.value), Column("extra", lambda n: values.reading.value)),
        *(Column("secrets", values.secrets), Column("mean", values.mean)),
    ]
    return csv_lines(columns, values.numbers)


def values_json(values: GameValues, compared: ComparedValues | None = None) -> Iterator[str]:
    """One document; its fields are in docs/command-line.md, "Values"."""
    head = _head(values.game, values.pegs, values.objective, values.reading)
    columns: dict[str, Callable[[int], object]] = {
        "values": values.value,
        "secrets": values.secrets,
    }
    if values.objective is Objective.EXPECTED:
        columns["means"] = values.mean
    yield "{"
    head |= {"formula_from": values.formula_from}
    if compared is not None:
        head |= compared.as_json()
    for name, field in head.items():
        yield f"  {json.dumps(name)}: {json.dumps(field)},"
    for name, column in columns.items():
        yield f"  {json.dumps(name)}: {{"
        for n in values.numbers[:-1]:
            yield f'    "{n}": "{column(n)}",'
        yield f'    "{values.last}": "{column(values.last)}"'
        yield "  }" + "," * (name != list(columns)[-1])
    yield "}"


def bounds_lines(bounds: WorstBounds, numbers: range, form: str) -> Iterable[str]:
    """Bounds of the least worst case for each n, as text, CSV, JSON or b-file.  form: says which.

    A b-file has the values that are known, up to the first n for which the bounds differ; `Refused`
    where that is the first of all.
    """
    if form == "bfile":
        return _bounds_bfile(bounds, numbers)
    columns = [
        *(_N, Column("lower", bounds.lower, title="at least")),
        Column("upper", bounds.upper, title="at most"),
    ]
    if form == "csv":
        return csv_lines(columns, numbers)
    if form == "json":
        sides = {
            name: {str(n): str(side(n)) for n in numbers}
            for name, side in (("lower", bounds.lower), ("upper", bounds.upper))
        }
        head = _head(bounds.game, bounds.statement.pegs, Objective.WORST, Reading.EXACT)
        return json.dumps(head | sides, indent=2).splitlines()
    pegs = counted(bounds.statement.pegs, "peg")
    title = f"{bounds.game.title}, {pegs}: questions that the best strategy needs in the worst case"
    return chain([title], text_lines(columns, numbers, [numbers[-1]], " "))


def _bounds_bfile(bounds: WorstBounds, numbers: range) -> Iterator[str]:
    """A b-file of the OEIS, which ends before the first n with two bounds."""
    sides = {n: (bounds.lower(n), bounds.upper(n)) for n in numbers}
    known = [*takewhile(lambda n: sides[n][0] == sides[n][1], numbers)]
    if not known:
        low, high = sides[numbers[0]]
        raise Refused(f"a({numbers[0]}) is not known, but is at least {low} and at most {high}")
    pegs = counted(bounds.statement.pegs, "peg")
    comments = [
        f"{bounds.game.title}, {pegs}; a(n) is the {QUANTITIES[Goal.WORST]} with n colours",
        "by a lemma and a strategy for every n; searches for a few small n are trusted",
    ]
    if len(known) < len(numbers):
        n = known[-1] + 1
        low, high = sides[n]
        comments.append(
            f"it ends before n = {n}, for which a(n) is at least {low} and at most {high}"
        )
    return bfile_lines(comments, ((n, sides[n][0]) for n in known))


def side_by_side(games: Sequence[GameValues], form: str) -> Iterator[str]:
    """What the answers of several games are worth: their values for each n, as text, CSV or JSON.

    games: for the same pegs, objective and reading.  Where a game has no secret, its place is
    empty.
    """
    first = games[0]
    numbers = range(min(one.first for one in games), first.last + 1)
    if form == "json":
        head = _head(first.game, first.pegs, first.objective, first.reading) | {
            "games": {one.game.name: {str(n): str(v) for n, v in one.items()} for one in games}
        }
        del head["game"]
        yield from json.dumps(head, indent=2).splitlines()
        return
    columns = [Column[int](one.game.name, partial(_value_from, one)) for one in games]
    if form == "csv":
        yield from csv_lines([_N, *columns], numbers)
        return
    quantity = QUANTITIES[Goal(first.objective.value)]
    pegs, reading = counted(first.pegs, "peg"), first.reading
    yield f"The {quantity} with {pegs}, {reading.describe()} ({reading.option})"
    yield from text_lines([_N, *columns], numbers, [first.last], " ")


def _value_from(values: GameValues, n: int) -> object:
    """The value for n colours, or nothing where there is no secret."""
    return values.value(n) if n >= values.first else ""


def _head(game: Game, pegs: int, objective: Objective, reading: Reading) -> dict[str, object]:
    """The fields of JSON that name the game and the reading."""
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
        names = "colours", "value", "extra", "secrets", "mean"
        fields = [Column(name, itemgetter(place)) for place, name in enumerate(names)]
        return csv_lines(fields, [record])
    if form == "json":
        document = _head(finite.game, finite.pegs, system.objective, system.reading)
        document |= {"formula_from": None, "values": {name: str(value)}}
        document |= {"secrets": {name: str(secrets)}}
        return [json.dumps(document | ({"means": {name: str(mean)}} if mean else {}), indent=2)]
    average = f", {float(mean):.4f} on average" if mean else ""
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
