"""What several test modules need and what takes long to make."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from masetproof.games import Game
from masetproof.patterns.closure import Closure, close


@pytest.fixture(scope="session")
def closure_of() -> Callable[[Game, int, bool], Closure]:
    """Closures, each made once in a session: (game, pegs, extra)."""

    @cache
    def make(game: Game, pegs: int, extra: bool) -> Closure:
        return close(game, pegs, extra=extra)

    return make
