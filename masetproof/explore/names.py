"""Names: what the address of a page and of a document says, and what it stands for.

A theorem is called ``mastermind-2-expected-exact``, by game, pegs, objective and reading; a
function of it by its pattern and, where that is not the least, the number of excluded colours:
``3`` or ``3/1``.  Where columns have colours of their own, it is always told of which columns a
colour is excluded: ``3/01``.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple, Self, final

from masetproof.arguments import Refused, as_count, counted, parse_whole
from masetproof.games.pegs import PegGame
from masetproof.games.registry import GAMES
from masetproof.objectives import Objective
from masetproof.patterns.closure import MAX_PROVABLE_PEGS
from masetproof.proofs.functions import Functions
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import State

__all__ = ["Model", "maset_states", "models", "place_name", "state_at"]


@final
class Model(NamedTuple):
    """What a theorem is of."""

    game: PegGame
    pegs: int
    objective: Objective
    reading: Reading

    @property
    def name(self) -> str:
        """As in addresses."""
        return f"{self.game.name}-{self.pegs}-{self.objective.value}-{self.reading.value}"

    @property
    def title(self) -> str:
        """Game, pegs and objective in words."""
        return f"{self.game.title}, {counted(self.pegs, 'peg')}, {self.objective.value} case"

    def head(self, kind: str) -> dict[str, object]:
        """What documents of its theorem begin with."""
        return {
            "kind": kind,
            "theorem": self.name,
            "title": self.title,
            "game": self.game.name,
            "pegs": self.pegs,
        }

    @property
    def is_of_boards(self) -> bool:
        """Whether each column has a number of colours of its own."""
        return self.game.own_alphabets

    @classmethod
    def of(cls, proof: Functions) -> Self:
        """That of a theorem."""
        system, closure = proof.system, proof.closure
        return cls(closure.game, closure.pegs, system.objective, system.reading)

    @classmethod
    def named(cls, name: str) -> Self:
        """The model of that name; `Refused` when there is none."""
        for model in models():
            if model.name == name:
                return cls(*model)
        raise Refused(f"there is no theorem {name!r}; one is like mastermind-2-expected-exact")


def models(most_pegs: int = MAX_PROVABLE_PEGS) -> tuple[Model, ...]:
    """All models with at most this number of pegs, the real game first."""
    games = [game for game in GAMES.values() if isinstance(game, PegGame)]
    readings = (Reading.EXACT, Reading.WITH, Reading.WITHOUT)
    return tuple(
        Model(game, pegs, objective, reading)
        for pegs in range(1, most_pegs + 1)
        for game in games
        if game.white_pegs or game.own_alphabets
        for objective in Objective
        for reading in readings
    )


def maset_states(theorem: Functions) -> list[State]:
    """Each explicit maset with the excluded colours that the reading has on it."""
    system, count = theorem.system, len(theorem.closure.patterns)
    levels = range(system.cap + 1) if system.reading is Reading.EXACT else [system.first[1]]
    return list(product(range(count, len(system.forms)), levels))


def place_name(theorem: Functions, state: State) -> str:
    """The place of a pattern or explicit maset."""
    number, levels = state[0], theorem.system.levels(state)
    count, is_exact = len(theorem.closure.patterns), theorem.system.reading is Reading.EXACT
    if not theorem.system.has_one_index:
        is_counted = is_exact and number < count
    elif number < count:
        is_counted = theorem.state_of(number) != state
    else:
        is_counted = is_exact and any(levels)
    name = str(number - count if number >= count else number)
    return f"{name}/{''.join(map(str, levels))}" if is_counted else name


def state_at(theorem: Functions, place: str, *, explicit: bool = False) -> State:
    """The pattern or explicit maset of that place; `Refused` when there is none.

    Without excluded colours it is the one with as few as can be.
    """
    name, slash, text = place.partition("/")
    number = parse_whole(name)
    if slash and not theorem.system.has_one_index:
        return theorem.state_of(number, [*map(parse_whole, text)])
    excluded = parse_whole(text) if slash else None
    if not explicit:
        return theorem.state_of(number, excluded)
    patterns, masets = len(theorem.closure.patterns), len(theorem.closure.explicit)
    number = patterns + as_count(number, "the number of an explicit maset", 0, masets - 1)
    levels = [level for other, level in maset_states(theorem) if other == number]
    if excluded is None:
        excluded = levels[0]
    if excluded not in levels:
        known = " or ".join(map(str, levels))
        raise Refused(f"explicit masets have {known} excluded colours here, not {excluded}")
    return number, excluded
