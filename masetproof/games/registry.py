"""The games there are, by name.  A game registers itself in its own file.

Most games are complete by themselves.  Some are made of *data*, a list of words or a table of
answers: of these the class is registered, and a game of it is made from a file.
"""

from __future__ import annotations

from typing import TypeVar

from masetproof.arguments import Refused, shown
from masetproof.games.rules import Game

GAMES: dict[str, Game] = {}
"""The complete games."""
GAMES_OF_DATA: dict[str, type[Game]] = {}
"""The classes of games that are made of data."""

ALIASES: dict[str, Game] = {}
"""Complete games by what they are called elsewhere: each equals one of `GAMES` in other words."""

_Registered = TypeVar("_Registered", bound=Game)


def register(game: _Registered) -> _Registered:
    """Make a complete game known by its name, so that functions and commands take it; returns it.

    `Refused` when it is no game, or another one comes with the package under this name.

    >>> register(MASTERMIND) is GAMES["mastermind"]
    True
    """
    if not isinstance(game, Game):
        raise Refused(f"what is registered must be a Game, not {shown(game)}")
    name: str = game.name
    known = GAMES.get(name)
    ours = known is not None and type(known).__module__.startswith("masetproof.")
    if (ours and known != game) or name in GAMES_OF_DATA or name in ALIASES:
        raise Refused(f"there is another game {shown(name)}; choose another name")
    GAMES[name] = game
    return game


def register_kind(kind: type[_Registered]) -> type[_Registered]:
    """Make a class of games that are made of data known by its name."""
    GAMES_OF_DATA[kind.name] = kind
    return kind


def game_named(name: str) -> Game:
    """The complete game of that name; `Refused` lists the names there are."""
    game = GAMES.get(name) or ALIASES.get(name) if isinstance(name, str) else None
    if game is None and isinstance(name, str) and name in GAMES_OF_DATA:
        raise Refused(f"the game {name} needs {GAMES_OF_DATA[name].data_title}")
    if game is None:
        names = ", ".join([*GAMES, *GAMES_OF_DATA, *ALIASES])
        raise Refused(f"unknown game {shown(name)}; there are {names}")
    return game


def game_of_data(name: str, data: object) -> Game:
    """The game of that name that is made of *data* (`Game.data`), None for a complete one."""
    if data is None:
        return game_named(name)
    kind = GAMES_OF_DATA.get(name) if isinstance(name, str) else None
    if kind is None:
        names = ", ".join(GAMES_OF_DATA)
        raise Refused(f"{shown(name)} is no game that is made of data; these are {names}")
    return kind.of_data(data)


def as_game(value: object) -> Game:
    """A registered game from itself or its name; `Refused` otherwise.

    A `Game` that only has the name of another is refused: what is kept on disk goes by names.
    """
    if not isinstance(value, Game):
        return game_named(value)  # type: ignore[arg-type]
    game: Game = value
    if GAMES.get(game.name) != game and GAMES_OF_DATA.get(game.name) is not type(game):
        raise Refused(f"{shown(game)} is none of the games {', '.join([*GAMES, *GAMES_OF_DATA])}")
    return game
