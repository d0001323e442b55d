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
from masetproof.proofs.written import WrittenQuestion, write_strategy, written_questions
from masetproof.recurrences.recurrences import Function
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
    written = written_questions(theorem.guide, write_strategy(theorem.guide))
    index, first = {key: place for place, key in enumerate(written)}, len(theorem.closure.patterns)
    return [
        {
            **({"pattern": number} if number < first else {"maset": number - first}),
            "text": str(theorem.system.forms[number]),
            "asks": [_ask(one, index, is_maset=number >= first) for one in asked],
        }
        for (number, _), asked in written.items()
    ]


def _ask(one: WrittenQuestion, index: Mapping[Function, int], *, is_maset: bool) -> list[object]:
    """One question, as `strategy_document` says.  index: the places of patterns and masets."""
    steps = []
    for answer, key in one.parts.items():
        part = one.move.answers[answer]
        colours = sorted(part.colours, key=part.colours.__getitem__)
        steps.append([answer, index[key], list(part.witness.columns), colours])
    when = [None, None] if is_maset else [list(one.small), list(one.classes)]
    move = one.move
    return [word_text(move.question), move.new, *when, bool(move.parts[-1]), steps]


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
