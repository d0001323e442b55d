"""The published values and formulas that ship with the package.

``known_values.csv`` has single values, ``known_formulas.csv`` theorems for every number n of
colours from some n on.  A value is what a goal minimizes first: the total over all secrets, or the
worst case.  All are of the games as they are: every word may be the secret, and every word may be
asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TypeVar, final

from masetproof.arguments import Refused, parse_whole
from masetproof.files import package_bytes
from masetproof.finite.setting import FiniteGame
from masetproof.games.registry import game_named
from masetproof.games.rules import Game
from masetproof.objectives import Goal, Objective
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.tables.rendering import read_csv

_Known = TypeVar("_Known")
FIELDS = ("game", "pegs", "colours", "objective", "value", "source")
FORMULA_FIELDS = ("game", "pegs", "valid_from", "objective", "branches", "written", "source")


@final
@dataclass(frozen=True, slots=True)
class Published:
    """A published optimum; value is a total or a worst case."""

    game: Game
    pegs: int
    colours: int
    objective: Objective
    value: int
    source: str


@final
@dataclass(frozen=True, slots=True)
class PublishedFormula:
    """A published theorem: the optimum for every number of colours from ``formula.least`` on.

    written: the formula in LaTeX as the literature has it, where it is not a polynomial there.
    """

    game: Game
    pegs: int
    formula: Formula
    written: str
    source: str

    def at(self, colours: int) -> Published:
        """The value with this number of colours; `Refused` where the theorem says nothing."""
        formula = self.formula
        source = f"{self.source}, n >= {formula.least}"
        return Published(self.game, self.pegs, colours, formula.objective, formula(colours), source)


def published(finite: FiniteGame, goal: Goal) -> tuple[Published, ...]:
    """What is published of a finite game: single values in the order of the file, then formulas.

    For a goal with a second quantity these are the values of the first.
    """
    other_rules = finite.consistent_only or (finite.distinct and finite.game.repeats)
    if finite.columns or other_rules:
        return ()
    entries = published_of(finite.game, goal, [finite.colours])
    return tuple(one for one in entries if (one.pegs, one.colours) == (finite.pegs, finite.colours))


def published_of(game: Game, goal: Goal, colours: Iterable[int] = ()) -> Iterator[Published]:
    """What is published of a game: all single values, then the values of formulas for *colours*."""
    for known in known_values():
        if (known.game, known.objective) == (game, goal.first):
            yield known
    for formula in known_formulas():
        if (formula.game, formula.formula.objective) == (game, goal.first):
            yield from (formula.at(n) for n in colours if n >= formula.formula.least)


@cache
def known_values() -> tuple[Published, ...]:
    """All single published values, read once, when first asked for."""
    return parse_known_values(package_bytes("tables", "known_values.csv").decode())


@cache
def known_formulas() -> tuple[PublishedFormula, ...]:
    """All published formulas, read once, when first asked for."""
    return parse_known_formulas(package_bytes("tables", "known_formulas.csv").decode())


def parse_known_values(text: str) -> tuple[Published, ...]:
    """The values in a CSV text; `ValueError` names the line that is at fault.

    Every line must be of a game that exists, and no two lines may contradict each other.
    """
    values: dict[tuple[Game, int, int, Objective], int] = {}

    def parse(cells: list[str]) -> Published:
        entry = _entry(cells)
        key = (entry.game, entry.pegs, entry.colours, entry.objective)
        if values.setdefault(key, entry.value) != entry.value:
            raise Refused("the value contradicts an earlier one")
        return entry

    return _parsed(text, FIELDS, parse)


def parse_known_formulas(text: str) -> tuple[PublishedFormula, ...]:
    """The formulas in a CSV text; `ValueError` names the line that is at fault.

    branches: the coefficients in n, ascending, for n congruent to 0, 1, ... modulo the number of
    branches, which are separated by semicolons.
    """
    return _parsed(text, FORMULA_FIELDS, _formula)


def _parsed(
    text: str, fields: tuple[str, ...], parse: Callable[[list[str]], _Known]
) -> tuple[_Known, ...]:
    """What the lines below the heading say."""
    known = []
    for line, cells in read_csv(text, fields):
        try:
            if not cells[-1].strip():
                raise Refused("the source is missing")
            known.append(parse(cells))
        except (ValueError, ArithmeticError) as error:
            raise ValueError(f"line {line}: {error}") from error
    return tuple(known)


def _formula(cells: list[str]) -> PublishedFormula:
    name, pegs, valid_from, objective, text, written, source = cells
    branches = tuple(tuple(map(Fraction, branch.split())) for branch in text.split(";"))
    least = parse_whole(valid_from)
    finite = FiniteGame(game_named(name), parse_whole(pegs), least)
    formula = Formula(Objective(objective), least, branches, {}, least)
    known = PublishedFormula(finite.game, finite.pegs, formula, written, source)
    # A polynomial that is a whole number at more places in a row than its degree is one everywhere.
    for n in range(least, least + len(branches) * (1 + max(map(len, branches)))):
        _check(known.at(n), known.game.secret_count(known.pegs, n))
    return known


def _entry(cells: list[str]) -> Published:
    name, pegs, colours, objective, value, source = cells
    finite = FiniteGame(game_named(name), parse_whole(pegs), parse_whole(colours))
    entry = Published(
        finite.game, finite.pegs, finite.colours, Objective(objective), parse_whole(value), source
    )
    _check(entry, finite.secret_count)
    return entry


def _check(entry: Published, secrets: int) -> None:
    """Every secret but the one that is asked first needs a second question."""
    least = 2 * secrets - 1 if entry.objective is Objective.EXPECTED else 1
    if entry.value < least:
        raise Refused(f"the value is at least {least}, not {entry.value}")
