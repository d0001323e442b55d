"""The games there are, by name.  A game registers itself in its own file.

Most games are complete by themselves.  Some are made of *data*, a list of words or a table of
answers: of these the class is registered, and a game of it is made from a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from inspect import isabstract
from typing import Any, TypeVar

from masetproof.arguments import Refused, did_you_mean, shown
from masetproof.games.rules import Game, ListedGame

GAMES: dict[str, Game] = {}
"""The complete games."""
GAMES_OF_DATA: dict[str, type[Game]] = {}
"""The classes of games that are made of data."""

ALIASES: dict[str, Game] = {}
"""Complete games by what they are called elsewhere: each equals one of `GAMES` in other words."""

_Registered = TypeVar("_Registered", bound=Game | type[Game])
_NAME = re.compile(r"[\w-]{1,40}")


def register(game: _Registered) -> _Registered:
    """Make a game known by its name, so that functions and commands take it; returns it.

    game: a complete game, or a class of games that are made of data, such as a `WordGame`.
    `Refused` when it is neither, when another game has this name, or when small words show that it
    breaks a promise of its class; one's own game may be registered anew.

    >>> register(MASTERMIND) is GAMES["mastermind"]
    True
    """
    is_kind = isinstance(game, type) and issubclass(game, ListedGame) and not isabstract(game)
    if not is_kind and not isinstance(game, Game):
        raise Refused(f"what is registered is a Game, or a class of a WordGame, not {shown(game)}")
    texts = [getattr(game, name, None) for name in ("name", "label", "title")]
    if not all(isinstance(text, str) for text in texts) or not _NAME.fullmatch(game.name):
        raise Refused("a game has a name of letters, digits and hyphens, a label and a title")
    games: dict[str, Any] = GAMES_OF_DATA if is_kind else GAMES
    others: Mapping[str, object] = GAMES if is_kind else GAMES_OF_DATA
    name, known = game.name, games.get(game.name, game)
    if (known != game and is_ours(known)) or name in others or name in ALIASES:
        raise Refused(f"there is another game {shown(name)}; choose another name")
    if isinstance(game, Game) and not is_ours(game):
        game.check_promises()
    games[name] = game
    return game


def is_ours(game: Game | type[Game]) -> bool:
    """Whether the rules of a game, or of a class of games, come with the package."""
    kind = game if isinstance(game, type) else type(game)
    return kind.__module__.startswith("masetproof.")


def game_named(name: str) -> Game:
    """The complete game of that name; `Refused` lists the names there are."""
    if not isinstance(name, str):
        raise Refused(f"a game is a Game or its name, not {shown(name)}")
    game = GAMES.get(name) or ALIASES.get(name)
    if game is None and name in GAMES_OF_DATA:
        raise Refused(f"the game {name} needs {GAMES_OF_DATA[name].data_title}")
    if game is None:
        names = [*GAMES, *GAMES_OF_DATA, *ALIASES]
        there = f"there are {', '.join(names)}"
        raise Refused(f"unknown game {shown(name)}; {there}{did_you_mean(name, names)}")
    return game


def game_of_data(name: str, data: object) -> Game:
    """The game of that name that is made of *data* (`Game.data`), None for a complete one."""
    if data is None:
        return game_named(name)
    kind = GAMES_OF_DATA.get(name) if isinstance(name, str) else None
    if kind is None:
        names = f"these are {', '.join(GAMES_OF_DATA)}{did_you_mean(name, GAMES_OF_DATA)}"
        raise Refused(f"{shown(name)} is no game that is made of data; {names}")
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
