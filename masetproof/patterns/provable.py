"""The games and numbers of pegs with a closure, and those with a theorem."""

from __future__ import annotations

from masetproof.arguments import Refused, as_count, shown
from masetproof.games.alike import AlikeGame, as_alike_game

MAX_PROVABLE_PEGS = 3
"""Of games of pegs: where answers report white pegs, nobody has counted the patterns of four."""

MAX_TOGETHER_PEGS = 2
"""Of theorems on the least total and the least worst case of one strategy; with three pegs it may
be that none has both, as in the AB game with ten colours."""

_UNKNOWN_CLOSURE = "nobody knows how many patterns more pegs have, and the closure would run on"
_APART = "of more pegs it is not proved for which numbers of colours one strategy has both"


def check_closable(game: AlikeGame | str, pegs: int) -> tuple[AlikeGame, int]:
    """Game and pegs; `Refused` when the pattern engine cannot treat them."""
    game = as_alike_game(game)
    return game, _as_pegs(game, pegs, game.closable_pegs, game.why_no_more or _UNKNOWN_CLOSURE)


def check_provable(
    game: AlikeGame | str, pegs: int, *, together: bool = False
) -> tuple[AlikeGame, int]:
    """Game and pegs; `Refused` when there is no theorem on them.

    together: a theorem on the least total and the least worst case of one strategy.
    """
    game = as_alike_game(game)
    if together:
        return game, _as_pegs(game, pegs, MAX_TOGETHER_PEGS, _APART)
    return game, _as_pegs(game, pegs, game.provable_pegs, game.why_unproved or _UNKNOWN_CLOSURE)


def _as_pegs(game: AlikeGame, pegs: object, most: int, why: str) -> int:
    """Pegs from 1 to *most*; `Refused` otherwise, with the reason why there are not more."""
    pegs = as_count(pegs, "pegs", least=None)
    if not 1 <= pegs <= most:
        name = "" if game.one_kind else f" for {game.name}"
        reason = f": {why}" if pegs > most else ""
        raise Refused(f"pegs must be 1 to {most}{name}, not {shown(pegs)}{reason}")
    return pegs
