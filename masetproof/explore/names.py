"""Names: what the address of a page and of a document says, and what it stands for.

A theorem is called ``mastermind-2-expected-exact``, by game, pegs, objective and reading; a
function of it by its pattern and, where that is not the least, the number of excluded colours:
``3`` or ``3/1``.
"""

from __future__ import annotations

from typing import NamedTuple, Self, final

from masetproof.arguments import Refused, parse_whole
from masetproof.games.pegs import PegGame
from masetproof.games.registry import GAMES
from masetproof.objectives import Objective
from masetproof.patterns.closure import MAX_PROVABLE_PEGS
from masetproof.proofs.functions import Functions
from masetproof.recurrences.readings import Reading

__all__ = ["Model", "models", "parse_place", "place_name"]


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


def place_name(number: int, level: int, least: int) -> str:
    """A pattern or explicit maset by its number, and by excluded colours where they are more."""
    return str(number) if level == least else f"{number}/{level}"


def parse_place(text: str) -> tuple[int, int | None]:
    """The number, and the excluded colours if they are told; `Refused` when it is no name."""
    number, slash, level = text.partition("/")
    return parse_whole(number), parse_whole(level) if slash else None
