"""Documents: all that the pages show, each a JSON object under a name such as
``pattern/mastermind-2-expected-exact/3``.

The server, the static site and the downloads have the same documents from here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from masetproof._version import __version__
from masetproof.arguments import Refused
from masetproof.explore.names import Model, models
from masetproof.explore.patterns import (
    find_pattern,
    maset_document,
    pattern_document,
    pattern_list,
)
from masetproof.explore.strategies import hint_document, strategy_document, tree_document
from masetproof.explore.tables import table_document, table_games
from masetproof.explore.theorems import theorem_document, title
from masetproof.finite.setting import FiniteGame
from masetproof.play.hints import hint
from masetproof.progress import Tick, no_tick
from masetproof.proofs.statement import Theorem
from masetproof.recurrences.readings import Reading
from masetproof.trees.tree import StrategyTree

__all__ = ["Documents", "Missing", "encoded", "index_document", "registered"]

_MOST_WORDS = 8192
"""The most words of a game for which hints are given."""
_MEMORY = 1 << 28
"""The bytes that the tables for a hint may take, enough for that many words."""

Theorems = Callable[[Model], Theorem]
"""Where theorems come from; it may raise."""


class Missing(Refused):
    """There is no document of that name."""


def encoded(document: Mapping[str, object]) -> bytes:
    """A document as JSON; the same document gives the same bytes."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def registered(documents: Mapping[str, Mapping[str, object]]) -> bytes:
    """A script that hands documents to the page, which cannot read files without a server."""
    lines = [
        f"explorer.register({json.dumps(name)}, {encoded(document).decode()});\n"
        for name, document in documents.items()
    ]
    return "".join(lines).encode()


def index_document(
    trees: Mapping[str, StrategyTree], *, live: bool, shown: tuple[Model, ...] = models()
) -> dict[str, object]:
    """The document ``index``: which pages there are.  live: whether a server answers."""
    return {
        "kind": "index",
        "version": __version__,
        "live": live,
        "theorems": [
            {
                "theorem": model.name,
                "title": title(model),
                "game": model.game.name,
                "game_title": model.game.title,
                "pegs": model.pegs,
                "objective": model.objective.value,
                "extra": model.reading.value,
                "reading": model.reading.describe(),
                "real": model.reading is not Reading.WITH,
                "boards": model.is_of_boards,
            }
            for model in shown
        ],
        "trees": [[name, tree.finite.title, tree.finite.key] for name, tree in trees.items()],
        "tables": table_games(),
    }


class Documents:
    """The documents, made when they are asked for from values that do not change."""

    def __init__(self, theorems: Theorems, trees: Mapping[str, StrategyTree]) -> None:
        self._theorems, self._trees = theorems, dict(trees)

    def document(self, name: str) -> dict[str, object]:
        """The document of that name; `Missing` when there is none, with a sentence."""
        kind, _, rest = name.partition("/")
        make = {
            "theorem": self._theorem,
            "patterns": self._patterns,
            "pattern": self._pattern,
            "maset": self._maset,
            "strategy": self._strategy,
            "tree": self._tree,
            "table": table_document,
        }.get(kind)
        if make is None:
            raise Missing(f"there is no page {name[:80]!r}")
        try:
            return make(rest)
        except Missing:
            raise
        except Refused as refusal:
            raise Missing(str(refusal)) from refusal

    def find(self, name: str, text: str) -> dict[str, object]:
        """Where the pattern is that is written so; `Refused` when the theorem has none."""
        return find_pattern(self._of_one_index(name), text)

    def hint(
        self, game: str, pegs: int, colours: int, after: list[str], tick: Tick = no_tick
    ) -> dict[str, object]:
        """What is known in a state of play; `Refused` when there is none, or it is too large.

        tick: called now and then; it may raise.
        """
        finite = FiniteGame(game, pegs, colours, after=tuple(after))
        if finite.question_count > _MOST_WORDS:
            raise Refused(f"hints are given for games of at most {_MOST_WORDS:,} words")
        return hint_document(hint(finite, memory=_MEMORY, progress=lambda *_: tick(), quick=True))

    def _of_one_index(self, name: str) -> Any:
        model = Model.named(name)
        if model.is_of_boards:
            raise Missing(f"{name} has pages for its theorem and its patterns only")
        return self._theorems(model)

    def _theorem(self, name: str) -> dict[str, object]:
        return theorem_document(self._theorems(Model.named(name)))

    def _patterns(self, name: str) -> dict[str, object]:
        return pattern_list(self._theorems(Model.named(name)))

    def _pattern(self, name: str) -> dict[str, object]:
        model, _, place = name.partition("/")
        return pattern_document(self._theorems(Model.named(model)), place)

    def _maset(self, name: str) -> dict[str, object]:
        model, _, place = name.partition("/")
        return maset_document(self._of_one_index(model), place)

    def _strategy(self, name: str) -> dict[str, object]:
        model = Model.named(name)
        if model.reading is Reading.WITH:
            raise Missing("in the reading 'with' the theorem gives a lower bound, but no strategy")
        return strategy_document(self._of_one_index(name))

    def _tree(self, name: str) -> dict[str, object]:
        tree = self._trees.get(name)
        if tree is None:
            raise Missing(f"there is no tree {name[:80]!r}")
        return tree_document(name, tree)
