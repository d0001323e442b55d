"""Members that were found, in the cache directory, so that another run need not find them again.

Nothing that is proved rests on them: a short proof is verified, whatever its members are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from masetproof import cache
from masetproof.patterns.closure import Closure


def keep_members(closure: Closure, colours: int, members: Sequence[int]) -> None:
    """Keep the members so far for that many colours, in place of those that are kept."""
    cache.keep(_name(closure), json.dumps([colours, *members]))


def kept_members(closure: Closure) -> tuple[int, tuple[int, ...]]:
    """The number of colours and the members that are kept; 0 and none if there is no sound file."""

    def read(text: str) -> tuple[int, tuple[int, ...]] | None:
        colours, *members = map(int, json.loads(text))
        forms = range(len(closure.forms))
        is_sound = members[:1] == [0] and len({*members} & {*forms}) == len(members)
        return (colours, tuple(members)) if is_sound else None

    return cache.kept(_name(closure), read) or (0, ())


def _name(closure: Closure) -> str:
    return f"members-{closure.game.name}-{closure.pegs}"
