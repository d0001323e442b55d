"""The documents of pages on strategies: a theorem's strategy for every n, and trees.

The strategy of a theorem is exported as a graph of places.  A place is a pattern or an explicit
maset; what is asked there depends on the number m of implicit colours alone, and each answer leads
to another place, with columns and colours renamed.  So the page follows it for any n by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from masetproof.explore.names import Model
from masetproof.explore.rules import answer_texts
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.written import write_strategy
from masetproof.recurrences.recurrences import Function
from masetproof.strategies.on_patterns import Move
from masetproof.trees.compare import compare_strategies
from masetproof.trees.files import tree_lines
from masetproof.trees.replay import replay, visits
from masetproof.trees.tree import StrategyTree, place_text
from masetproof.words import word_text


def strategy_document(theorem: Theorem) -> dict[str, object]:
    """The document ``strategy/NAME``.

    places: of each ``pattern`` (its number) or ``maset`` its text and ``asks``.  An ask is a
    question; its new colours; the m below ``start`` and the residues of the m from there on with
    which it is asked, modulo ``period`` (both None on a maset); whether it may win; and for each
    answer a list: its number, the place it leads to, which columns become those of the place, and
    which colours, counted with the new ones, become its explicit ones.
    """
    game, pegs = theorem.closure.game, theorem.closure.pegs
    return {
        "kind": "strategy",
        **Model.of(theorem).as_json(),
        "least": theorem.formula.least,
        "formula": theorem.formula.as_json(),
        "cap": theorem.system.cap,
        "start": theorem.start,
        "period": theorem.claim.period,
        "answers": answer_texts(game, pegs),
        "places": _places(theorem),
    }


def _places(theorem: Theorem) -> list[dict[str, object]]:
    """What is asked on the patterns and masets that play reaches, as `strategy_document` says."""
    written = write_strategy(theorem.guide)
    keys = [(key, False) for key in written.patterns] + [(key, True) for key in written.masets]
    index = {key: place for place, key in enumerate(keys)}

    def ask(move: Move, parts: dict[int, Function], *when: list[int] | None) -> list[object]:
        steps = []
        for answer, key in parts.items():
            part = move.answers[answer]
            colours = sorted(part.colours, key=part.colours.__getitem__)
            place = index[key, part.part.is_explicit]
            steps.append([answer, place, list(part.witness.columns), colours])
        return [word_text(move.question), move.new, *when, bool(move.parts[-1]), steps]

    patterns: list[dict[str, object]] = [
        {
            "pattern": number,
            "text": str(theorem.closure.patterns[number]),
            "asks": [
                ask(one.move, one.parts, list(one.small), list(one.classes)) for one in place.asked
            ],
        }
        for (number, _), place in written.patterns.items()
    ]
    masets: list[dict[str, object]] = [
        {
            "maset": number,
            "text": str(place.move.pattern),
            "asks": [ask(place.move, place.parts, None, None)],
        }
        for (number, _), place in written.masets.items()
    ]
    return patterns + masets


# ------------------------------------------------------------------------------------------ trees


def tree_document(name: str, tree: StrategyTree) -> dict[str, object]:
    """The document ``tree/NAME``; `Refuted` when the tree is no strategy of its game.

    nodes: in preorder, in columns: depth, number of the answer that leads there (-1 at the root),
    question, and whether it may be the secret.  file: the tree as `masetproof tree` reads it.
    """
    finite, replayed = tree.finite, replay(tree)
    visited = [
        (visit.depth, -1 if visit.number is None else visit.number, visit.question, visit.wins)
        for visit in visits(tree)
    ]
    return {
        "kind": "tree",
        "name": name,
        "title": finite.title,
        "game": finite.game.name,
        "pegs": finite.pegs,
        "colours": finite.colours,
        "answers": [finite.plain_answer(number) for number in range(finite.winning + 1)],
        "secrets": replayed.secrets,
        **replayed.as_json(),
        "depth": [depth for depth, *_ in visited],
        "answer": [answer for _, answer, *_ in visited],
        "question": [finite.text(question) for *_, question, _ in visited],
        "found": [int(wins) for *_, wins in visited],
        "file": "\n".join([*tree_lines(tree), ""]),
    }


def comparable(trees: Mapping[str, StrategyTree]) -> list[tuple[str, str]]:
    """The names of all two trees of the same game with the same words, the earlier one first."""
    same = {
        name: replace(tree.finite, consistent_only=False, hard=False)
        for name, tree in trees.items()
    }
    return [(one, other) for one, other in combinations(trees, 2) if same[one] == same[other]]


def comparison_document(
    names: tuple[str, str], trees: Mapping[str, StrategyTree]
) -> dict[str, object]:
    """The document ``compare/NAME/OTHER``: two trees side by side; `Refused` where they are of
    different games."""
    compared = compare_strategies(trees[names[0]], trees[names[1]])
    finite, first = compared.finite, compared.first_difference
    place = first and place_text(finite, first.after)
    numbers = first and [number for _, number in first.after]
    steps = [
        [[finite.text(word), finite.plain_answer(number)] for word, number in path]
        for path in compared.deepest
    ]
    told = {"place": place, "at": numbers, "deepest": steps}
    about = {"kind": "compare", "names": list(names), "title": finite.title}
    game = {"game": finite.game.name, "secrets": compared.costs[0].secrets}
    return about | game | compared.as_json() | told
