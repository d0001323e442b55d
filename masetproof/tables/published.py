"""The published values and formulas that ship with the package.

``known_values.csv`` has single values, ``known_formulas.csv`` theorems for every number n of
colours from some n on.  A value is what a goal minimizes first: the total over all secrets, or the
worst case.  All are of the games as they are: every word may be the secret, and every word may be
asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import final

from masetproof.arguments import parse_whole
from masetproof.files import package_bytes
from masetproof.finite.setting import FiniteGame
from masetproof.games.registry import game_named
from masetproof.games.rules import Game
from masetproof.objectives import Goal, Objective
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.tables.rendering import read_csv

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
    """The published values of a finite game: single ones in the order of the file, then formulas.

    For a goal with a second quantity these are the values of the first.  Nothing is published of
    variants: distinct secrets in a game with repeats, consistent questions only, columns with
    different numbers of colours.
    """
    game = finite.game
    has_other_secrets = finite.distinct and game.distinct_name != game.name
    if finite.columns or finite.consistent_only or finite.hard or has_other_secrets:
        return ()
    entries = published_of(game, goal, [finite.colours])
    return tuple(one for one in entries if (one.pegs, one.colours) == (finite.pegs, finite.colours))


def published_of(game: Game, goal: Goal, colours: Iterable[int] = ()) -> Iterator[Published]:
    """The published values of a game: all single ones, then those of formulas for *colours*."""
    for known in known_values():
        if (known.game, known.objective) == (game, goal.first):
            yield known
    for formula in known_formulas():
        if (formula.game, formula.formula.objective) == (game, goal.first):
            yield from (formula.at(n) for n in colours if n >= formula.formula.least)


@cache
def known_values() -> tuple[Published, ...]:
    """All single published values, read once, when first asked for."""
    return tuple(
        Published(
            *(game_named(game), parse_whole(pegs), parse_whole(colours)),
            *(Objective(objective), parse_whole(value), source),
        )
        for game, pegs, colours, objective, value, source in _lines("known_values.csv", FIELDS)
    )


@cache
def known_formulas() -> tuple[PublishedFormula, ...]:
    """All published formulas, read once, when first asked for.

    Their branches are the coefficients in n, ascending, for n congruent to 0, 1, ... modulo the
    number of branches, which are separated by semicolons.
    """
    known = []
    for name, pegs, valid_from, objective, text, written, source in _lines(
        "known_formulas.csv", FORMULA_FIELDS
    ):
        branches = tuple(tuple(map(Fraction, branch.split())) for branch in text.split(";"))
        least = parse_whole(valid_from)
        formula = Formula(Objective(objective), least, branches, {}, least)
        known.append(
            PublishedFormula(game_named(name), parse_whole(pegs), formula, written, source)
        )
    return tuple(known)


def _lines(name: str, fields: tuple[str, ...]) -> Iterator[list[str]]:
    """The cells of each row of a CSV file of the package; the tests check what is in it."""
    return (cells for _, cells in read_csv(package_bytes("tables", name).decode(), fields))
