"""The games and numbers of pegs with a closure, and those with a theorem."""

from __future__ import annotations

from masetproof.arguments import Refused, as_count, shown
from masetproof.games.alike import AlikeGame, as_alike_game

MAX_PROVABLE_PEGS = 3
"""Of games of pegs: where answers report white pegs, nobody has counted the patterns of four."""

MAX_OWN_PEGS = 4
"""In games with an alphabet for each column: the closure has thousands of patterns, and its values
are computed, but theorems are for fewer pegs, or for equal columns (`band`)."""

MAX_SHARED_PEGS = 2
"""In games where columns share colours and answers do not report white pegs; with three pegs
patterns have up to seven indices: values are computed, but theorems are for fewer pegs."""

MAX_TOGETHER_PEGS = 2
"""Of theorems on the least total and the least worst case of one strategy; with three pegs it may
be that none has both, as in the AB game with ten colours."""

_UNKNOWN_CLOSURE = "nobody knows how many patterns more pegs have, and the closure would run on"
_APART = "of more pegs it is not proved for which numbers of colours one strategy has both"
_ONLY_SHORT = "of 4 pegs the expected case has a short proof, and nothing else is proved"
_UNPROVED = "of more pegs values are computed, but nothing is proved for all numbers of colours"


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
    if game.one_kind:
        return check_closable(game, pegs)
    most = MAX_SHARED_PEGS if game.shares_colours else MAX_PROVABLE_PEGS
    why = _ONLY_SHORT if game.own_alphabets else _UNPROVED
    return game, _as_pegs(game, pegs, most, why)


def _as_pegs(game: AlikeGame, pegs: object, most: int, why: str) -> int:
    """Pegs from 1 to *most*; `Refused` otherwise, with the reason why there are not more."""
    pegs = as_count(pegs, "pegs", least=None)
    if not 1 <= pegs <= most:
        name = "" if game.one_kind else f" for {game.name}"
        reason = f": {why}" if pegs > most else ""
        raise Refused(f"pegs must be 1 to {most}{name}, not {shown(pegs)}{reason}")
    return pegs
