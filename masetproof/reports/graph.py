"""The pattern graph of a theorem: patterns with their values, questions with their optimality.

Nodes are the functions of a theorem, and edges lead from each to those that its equations refer
to.  A node has ``pattern`` (its text), ``number``, ``colours`` (explicit ones), ``excluded`` (the
number of excluded colours, in the reading `exact`) and ``secrets``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import count
from operator import add
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import as_instance
from masetproof.patterns.closure import Answered
from masetproof.patterns.split import new_colours
from masetproof.proofs.cell_theorem import CellTheorem
from masetproof.proofs.statement import Colours, as_theorem
from masetproof.proofs.theorem import OneIndexTheorem, Theorem
from masetproof.recurrences.readings import Reading
from masetproof.strategies.on_patterns import Place
from masetproof.words import Word, word_text

__all__ = ["equation_graph", "question_graph"]

_Node = tuple[Any, Any]
"""A function, and how many colours the secret may contain, or None."""


def question_graph(
    theorem: Theorem, colours: Colours | None = None, *, optimal_only: bool = False
) -> nx.MultiDiGraph:
    """The graph with an edge for each question and answer that leaves a part with a star.

    Edges have ``question``, ``number`` (of the question on its pattern), ``answer`` (black and
    white pegs, like ``1,0``), ``excluded`` (the colours that the answer excludes), ``optimal``
    (whether the question is optimal for any n) and ``optimal_for`` (for which n, in words, n being
    the number of colours that the secret may contain).  ``secrets`` of a node is a polynomial in n.

    colours: the graph of the game with that many colours.  A node is then a function and the
    number n of colours that the secret may still contain, with the attributes ``n``, ``secrets``
    (a number) and ``value``, and ``optimal`` of an edge is that for this n.  Where each column has
    colours of its own, there may be a number for each column, ``n`` is a text such as ``3,4``, and
    ``secrets`` is a polynomial in the numbers m1, m2, ... of implicit colours; where columns share
    colours, the numbers are those of implicit colours of each kind.
    optimal_only: only optimal questions, and what they reach from the whole game.
    `Refused` when a game with so many colours has no secret.  Meant for one and two pegs; three
    have tens of millions of edges.
    """
    closure = as_theorem(theorem).closure
    start = theorem.state_of(0), colours
    theorem.implicit_of(*start)
    graph = nx.MultiDiGraph(**_attributes(theorem), **_number(colours))
    asked = cache(theorem.verdicts)
    follow: Any = _followers if theorem.boards is None else _followers_of_boards
    key = count()
    waiting, reached = deque([start]), {start}
    _add_node(graph, theorem, *start)
    while waiting:
        state, n = node = waiting.popleft()
        for verdict in asked(state):
            optimal = not verdict.optimal.is_empty if n is None else n in verdict.optimal
            if optimal_only and not optimal:
                continue
            for found, part, excluded in follow(theorem, node, verdict.question):
                if part not in reached:
                    reached.add(part)
                    waiting.append(part)
                    _add_node(graph, theorem, *part)
                graph.add_edge(
                    _name(theorem, *node),
                    _name(theorem, *part),
                    next(key),
                    question=word_text(verdict.question),
                    number=verdict.number,
                    answer=closure.game.answer_text(found.answer).strip("()"),
                    excluded=excluded,
                    optimal=optimal,
                    optimal_for=str(verdict.optimal),
                )
    return graph


def _followers(
    theorem: OneIndexTheorem, node: _Node, question: Word
) -> Iterator[tuple[Answered, _Node, int]]:
    """Of each answer that leaves a star, the part, and how many explicit colours it excludes."""
    system, closure = theorem.system, theorem.closure
    state, n = node
    number = theorem.pattern_of(state)
    pattern = closure.patterns[number]
    before = pattern.colours + new_colours(pattern, question)
    if n is not None and n < before:
        return
    for found in closure.answered(number, question):
        if found.pattern is None or (
            n is not None and not found.part.secrets(closure.game, n - before)
        ):
            continue
        excluded = before - found.normal.colours
        level = system.reading.levels_after(
            int(system.level[state]), np.array([excluded], dtype=np.int8), system.cap
        )
        part = np.flatnonzero((system.pattern == found.pattern) & (system.level == level[0]))
        yield found, (int(part[0]), None if n is None else n - excluded), excluded


def _followers_of_boards(
    theorem: CellTheorem, node: _Node, question: Word
) -> Iterator[tuple[Answered, _Node, int]]:
    """The same where patterns have several indices, and n is a vector, or large."""
    closure, guide = theorem.closure, theorem.guide
    state, n = node
    pattern = closure.patterns[state[0]]
    move = guide.move_of(state[0], question)
    implicit = theorem.system.many(state[0]) if n is None else theorem.implicit_of(state, n)
    place = Place(state[0], False, implicit, theorem.system.levels(state))
    left = move.left(place)
    if min(left) < 0:
        return
    for found in closure.answered(state[0], question):
        if found.pattern is None or (n is not None and not found.part.secrets(closure.game, left)):
            continue
        below = move.below(place, closure.game.number_of(found.answer), theorem.system.cap)
        part, columns = theorem.known(guide.state(below))
        board = None
        if n is not None:
            board = theorem.system.exchanged(found.pattern, below.implicit, columns)
            if closure.game.own_alphabets:
                board = tuple(map(add, board, closure.patterns[found.pattern].colours_by_column))
        lost = pattern.colours + move.new - found.normal.colours
        yield found, (part, board), lost


def equation_graph(theorem: Theorem, *, optimal_only: bool = False) -> nx.DiGraph:
    """The graph with one edge for each pair of functions, for any number of pegs.

    Edges have ``splits`` (how many different splits lead from one to the other) and ``optimal``
    (how many of their equations are attained for all large n of some residue class; of equations
    with the same parts only the one with the least constant counts).
    optimal_only: only edges with such equations, and what they reach from the whole game.
    """
    theorem = as_instance(OneIndexTheorem, theorem, "the theorem of a graph")
    system, merged, tight = theorem.system, theorem.merged, theorem.induction.tight
    size = len(system.pattern)

    def pairs(state: NDArray[np.int32], parts: NDArray[np.signedinteger]) -> dict[int, int]:
        keys = state[:, None].astype(np.int64) * size + parts
        # A part that occurs twice in an equation is one reference.
        keys[:, 1:][keys[:, 1:] == keys[:, :-1]] = -1
        found, many = np.unique(keys[(parts >= 0) & (keys >= 0)], return_counts=True)
        return dict(zip(found.tolist(), many.tolist(), strict=True))

    attained = tight.any(axis=0)
    optimal = pairs(merged.state[attained], merged.parts[attained])
    splits = pairs(system.state, system.parts)
    graph = nx.DiGraph(**_attributes(theorem))
    for state in range(size):
        _add_node(graph, theorem, state, None)
    graph.add_edges_from(
        (*divmod(pair, size), {"splits": many, "optimal": optimal.get(pair, 0)})
        for pair, many in splits.items()
        if not optimal_only or pair in optimal
    )
    if optimal_only:
        reached = {0, *nx.descendants(graph, 0)}
        graph.remove_nodes_from([node for node in graph if node not in reached])
    return graph


def _attributes(theorem: Theorem) -> dict[str, object]:
    system, closure = theorem.system, theorem.closure
    return {
        "game": closure.game.name,
        "pegs": closure.pegs,
        "extra": system.reading.value,
        "objective": system.objective.value,
    }


def _number(colours: Colours | None) -> dict[str, object]:
    """The attribute ``n``, where there is one: a number, or numbers for the columns."""
    if colours is None:
        return {}
    return {"n": colours if isinstance(colours, int) else ",".join(map(str, colours))}


def _name(theorem: Theorem, state: Any, n: Any) -> int | str:
    name = state
    if theorem.boards is not None:
        name = f"{state[0]}^{str(theorem.excluded_of(state)).replace(',', '')}"
    return name if n is None else f"{name}@{_number(n)['n']}"


def _add_node(graph: nx.Graph, theorem: Theorem, state: Any, n: Any) -> None:
    number = theorem.pattern_of(state)
    pattern = theorem.closure.patterns[number]
    data: dict[str, object] = {
        "pattern": str(pattern),
        "number": number,
        "colours": pattern.colours,
    }
    if theorem.system.reading is Reading.EXACT:
        data["excluded"] = theorem.excluded_of(state)
    if n is None:
        data["secrets"] = theorem.secrets_text(state)
    else:
        # GraphML has no integers beyond 64 bits.
        m = theorem.implicit_of(state, n)
        data |= _number(n)
        data["secrets"] = str(pattern.secrets(theorem.closure.game, m))
        data["value"] = str(theorem.value_of(state, m))
    graph.add_node(_name(theorem, state, n), **data)
