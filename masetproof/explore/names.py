"""Names: what the address of a page and of a document says, and what it stands for.

A theorem is called ``mastermind-2-expected-exact``, by game, pegs, objective and reading; a
function of it by its pattern and, where that is not the least, the number of excluded colours:
``3`` or ``3/1``.  Where columns have colours of their own, there is always a digit for each column,
1 where a colour is excluded: ``3/01``.
"""

from __future__ import annotations

from typing import NamedTuple, Self, final

from masetproof.arguments import Refused, as_count, counted, parse_whole
from masetproof.explore.rules import explored_games
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Objective
from masetproof.patterns.provable import MAX_PROVABLE_PEGS
from masetproof.proofs.functions import Functions
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function


@final
class Missing(Refused):
    """There is no page, or no theorem, of that name."""


@final
class Model(NamedTuple):
    """The subject of a theorem: a game, its pegs, an objective and a reading."""

    game: AlikeGame
    pegs: int
    objective: Objective
    reading: Reading

    @property
    def name(self) -> str:
        """The name in addresses, such as ``mastermind-2-expected-exact``."""
        return f"{self.game.name}-{self.pegs}-{self.objective.value}-{self.reading.value}"

    @property
    def title(self) -> str:
        """Game, pegs and objective in words."""
        return f"{self.game.title}, {counted(self.pegs, 'peg')}, {self.objective.value} case"

    def as_json(self) -> dict[str, object]:
        """The fields of all documents of its theorem; real: its strategy is one of the game."""
        return {
            "theorem": self.name,
            "title": self.title,
            "game": self.game.name,
            "game_title": self.game.title,
            "pegs": self.pegs,
            "objective": self.objective.value,
            "extra": self.reading.value,
            "reading": self.reading.describe(),
            "option": self.reading.option,
            "real": self.reading is not Reading.WITH,
        }

    @classmethod
    def of(cls, proof: Functions) -> Self:
        system, closure = proof.system, proof.closure
        return cls(closure.game, closure.pegs, system.objective, system.reading)

    @classmethod
    def named(cls, name: str) -> Self:
        """The model of that name; `Missing` when there is none."""
        named = {model.name: model for model in models()}
        if name not in named:
            raise Missing(f"there is no theorem {name!r}; one is like mastermind-2-expected-exact")
        return cls(*named[name])


def models(most_pegs: int = MAX_PROVABLE_PEGS) -> tuple[Model, ...]:
    """All models with at most this number of pegs, the real game first.

    Where columns have colours of their own, or questions repeat colours that secrets do not, there
    is no reading ``none``.
    """
    readings = (Reading.EXACT, Reading.WITH, Reading.WITHOUT, Reading.NONE)
    return tuple(
        Model(game, pegs, objective, reading)
        for pegs in range(1, most_pegs + 1)
        for game in explored_games().values()
        if not game.counts_implicit
        for objective in Objective
        for reading in readings
        if not reading.consistent or (game.one_kind and not game.distinct_secrets)
    )


def functions_of(theorem: Functions, number: int) -> list[Function]:
    """All functions of a pattern or explicit maset: one for each number of excluded colours."""
    system = theorem.system
    if number < len(theorem.closure.patterns):
        return list(system.functions_of(number))
    levels = range(system.cap + 1) if system.reading is Reading.EXACT else [system.first[1]]
    return [(number, level) for level in levels]


def place_name(theorem: Functions, function: Function) -> str:
    """The name of a function in addresses, such as ``3/1``."""
    system, count, number = theorem.system, len(theorem.closure.patterns), function[0]
    is_maset = number >= count
    if system.has_one_index:
        is_counted = function != functions_of(theorem, number)[0]
    else:
        is_counted = system.reading is Reading.EXACT and not is_maset
    name = str(number - count if is_maset else number)
    return f"{name}/{''.join(map(str, system.levels(function)))}" if is_counted else name


def function_at(theorem: Functions, place: str, *, explicit: bool = False) -> Function:
    """The function with that name; `Refused` when there is none.

    explicit: the number is that of an explicit maset.  A name without excluded colours means the
    fewest there can be.
    """
    name, slash, text = place.partition("/")
    number, excluded = parse_whole(name), None
    if slash:
        one_index = theorem.system.has_one_index
        excluded = parse_whole(text) if one_index else [*map(parse_whole, text)]
    if not explicit:
        return theorem.function_of(number, excluded)
    patterns, masets = len(theorem.closure.patterns), len(theorem.closure.explicit)
    number = patterns + as_count(number, "the number of an explicit maset", 0, masets - 1)
    functions = functions_of(theorem, number)
    levels = [level for _, level in functions]
    if excluded not in (None, *levels):
        known = " or ".join(map(str, levels))
        raise Refused(f"explicit masets have {known} excluded colours here, not {excluded}")
    return functions[0] if excluded is None else (number, excluded)
