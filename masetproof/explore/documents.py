"""Documents: all that the pages show, each a JSON object under a name such as
``pattern/mastermind-2-expected-exact/3``.

The server, the static site and the downloads have the same documents from here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from masetproof._version import __version__
from masetproof.arguments import Refused, did_you_mean
from masetproof.drawing import COLOURS, MARKS, ink_on, shade
from masetproof.explore.bands import band_document, band_index
from masetproof.explore.bounds import bounds_document, bounds_index
from masetproof.explore.names import Missing, Model, models
from masetproof.explore.patterns import find_pattern, maset_document, pattern_document, pattern_list
from masetproof.explore.playing import Lists, list_document, word_games
from masetproof.explore.rules import explored_games, rules_document
from masetproof.explore.strategies import (
    comparable,
    comparison_document,
    strategy_document,
    tree_document,
)
from masetproof.explore.theorems import theorem_document
from masetproof.files import package_bytes
from masetproof.objectives import Goal
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.readings import Reading
from masetproof.reports.tables import tabulars
from masetproof.strategies.rules import preferring
from masetproof.tables.published import known_formulas
from masetproof.tables.rendering import json_records
from masetproof.tables.table import Table, compute_rows, grid_table, published_table
from masetproof.tables.text import COLUMNS, FIELDS, summary_sentence
from masetproof.trees.tree import StrategyTree
from masetproof.words import SYMBOLS

_GOALS = (Goal.EXPECTED, Goal.WORST)
_MOST_SECRETS = 256
"""A table computes the optima of games with at most this many secrets, in milliseconds each."""
_MOST_UNPUBLISHED = 64
"""The same where no optimum is published: some of these games, such as sums, take minutes."""
_PEGS, _COLOURS = range(1, 5), range(1, 9)

GLOSSARY: Mapping[str, str] = json.loads(package_bytes("explore", "glossary.json"))
"""Each word that pages explain where it stands, in the order in which they build on each other; the
documentation lists them, too."""

Theorems = Callable[[Model], Theorem]
"""Gives the theorem of a model, proved now or before; it may raise."""


def encoded(document: Mapping[str, object]) -> bytes:
    """A document as JSON; the same document gives the same bytes."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def registered(documents: Mapping[str, Mapping[str, object]]) -> bytes:
    """A script that calls ``explorer.register`` with documents.

    A page that is opened as a file, without a server, can load scripts but not read files.
    """
    lines = [
        f"explorer.register({json.dumps(name)}, {encoded(document).decode()});\n"
        for name, document in documents.items()
    ]
    return "".join(lines).encode()


def index_document(
    trees: Mapping[str, StrategyTree],
    *,
    live: bool,
    shown: tuple[Model, ...] = models(),
    lists: Lists | None = None,
) -> dict[str, object]:
    """The document ``index``: the theorems, trees, tables, games and words that pages can show.

    live: whether a server answers what pages ask, rather than files alone.
    """
    return {
        "kind": "index",
        "version": __version__,
        "live": live,
        "glossary": dict(GLOSSARY),
        "theorems": [
            one.as_json() | {"boards": not one.game.one_kind, "published": _published(one)}
            for one in shown
        ],
        "bands": band_index(),
        "bounds": bounds_index(),
        "trees": [[name, tree.finite.title, tree.finite.key] for name, tree in trees.items()],
        "compared": comparable(trees),
        "tables": table_games(),
        "games": rules_document(
            [(one.finite.game.name, one.finite.pegs) for one in trees.values()]
        ),
        "rules": [rule.name for rule in preferring()[::-1]],
        "word_games": word_games(),
        "palette": [[shade(n), ink_on(shade(n))] for n in range(len(SYMBOLS))],
        "colour_names": list(COLOURS),
        "marks": {mark: [colour, ink_on(colour)] for mark, colour in MARKS.items()},
        "lists": [list_document(name, *words) for name, words in (lists or {}).items()],
    }


def _published(model: Model) -> str | None:
    """The source that published the formula of this game, if any did."""
    wanted = (model.game, model.pegs, model.objective)
    for known in known_formulas():
        if (known.game, known.pegs, known.formula.objective) == wanted:
            return known.source
    return None


_OF_THEOREMS: Mapping[str, Callable[[Theorem], dict[str, object]]] = {
    "theorem": theorem_document,
    "patterns": pattern_list,
    "strategy": strategy_document,
}
_OF_PLACES: Mapping[str, Callable[[Theorem, str], dict[str, object]]] = {
    "pattern": pattern_document,
    "maset": maset_document,
}
"""Which function makes a document of one place, by the first word of the document's name."""


def table_games() -> list[str]:
    return [*explored_games()]


def table_document(name: str) -> dict[str, object]:
    """The document ``table/GAME``: optima beside published values; `Refused` for no such table.

    Of large games it has the published values only.
    """
    if name not in table_games():
        games = table_games()
        meant = did_you_mean(name, games)
        raise Refused(f"there is no table {name!r}; there are {', '.join(games)}{meant}")
    game = explored_games()[name]
    rows = {row.key: row for row in published_table(game, _GOALS).rows}
    most = _MOST_SECRETS if rows else min(_MOST_SECRETS, _MOST_UNPUBLISHED)
    for goal in _GOALS:
        for row in grid_table(game, _PEGS, _COLOURS, goal).rows:
            if row.secrets <= most:
                rows.setdefault(row.key, row)
    small = [row for row in rows.values() if row.secrets <= most]
    rows |= {row.key: row for row in compute_rows(small)}
    order = sorted(rows.values(), key=lambda row: (_GOALS.index(row.goal), row.pegs, row.colours))
    table = Table(game, tuple(order))
    return {
        "kind": "table",
        "game": game.name,
        "title": game.title,
        "summary": summary_sentence(table),
        "rows": json_records([*FIELDS, COLUMNS["comparison"]], table.rows),
        "latex": "\n".join(tabulars(table)) + "\n",
    }


class Documents:
    """Makes a document when it is requested; the same name always gives the same document."""

    def __init__(self, theorems: Theorems, trees: Mapping[str, StrategyTree]) -> None:
        self._theorems, self._trees = theorems, dict(trees)

    def document(self, name: str) -> dict[str, object]:
        """The document of that name; `Missing`, with a sentence, when there is none."""
        kind, _, rest = name.partition("/")
        try:
            if kind in _OF_THEOREMS:
                return _OF_THEOREMS[kind](self._theorem(kind, rest))
            if kind in _OF_PLACES:
                model, _, place = rest.partition("/")
                return _OF_PLACES[kind](self._theorem(kind, model), place)
            if kind == "tree" and rest in self._trees:
                return tree_document(rest, self._trees[rest])
            if kind == "compare":
                return self._comparison(*rest.partition("/")[::2])
            if kind == "table":
                return table_document(rest)
            if kind == "band":
                return band_document(rest)
            if kind == "bounds":
                return bounds_document(rest)
        except Refused as refusal:
            raise Missing(str(refusal)) from refusal
        raise Missing(f"there is no page {name[:80]!r}")

    def _comparison(self, one: str, other: str) -> dict[str, object]:
        for name in (one, other):
            if name not in self._trees:
                raise Missing(f"there is no tree {name[:80]!r}")
        return comparison_document((one, other), self._trees)

    def find(self, name: str, text: str) -> dict[str, object]:
        """`find_pattern` in the theorem of that name."""
        return find_pattern(self._theorem("maset", name), text)

    def _theorem(self, kind: str, name: str) -> Theorem:
        """The theorem of that name; `Missing` when it has no documents of this kind."""
        model = Model.named(name)
        if kind in ("maset", "strategy") and not model.game.one_kind:
            raise Missing(f"{name} has pages for its theorem and its patterns only")
        if kind == "strategy" and model.reading is Reading.WITH:
            raise Missing("in the reading 'with' the theorem gives a lower bound, but no strategy")
        return self._theorems(model)
