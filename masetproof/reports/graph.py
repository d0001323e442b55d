"""The pattern graph of a theorem: patterns with their values, questions with their optimality.

Nodes are the functions of a theorem, and edges lead from each to those that its equations refer
to.  A node has ``pattern`` (its text), ``number``, ``colours`` (explicit ones), ``excluded`` (the
number of excluded colours, in the reading `exact`) and ``secrets``.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import count

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance
from masetproof.patterns.split import new_colours
from masetproof.proofs.theorem import OneIndexTheorem, Theorem
from masetproof.proofs.verdicts import verdicts
from masetproof.recurrences.polynomials import polynomial_text
from masetproof.recurrences.readings import Reading
from masetproof.reports.statements import in_colours
from masetproof.words import word_text

__all__ = ["equation_graph", "question_graph"]


def question_graph(
    theorem: Theorem, colours: int | None = None, *, optimal_only: bool = False
) -> nx.MultiDiGraph:
    """The graph with an edge for each question and answer that leaves a part with a star.

    Edges have ``question``, ``number`` (of the question on its pattern), ``answer`` (black and
    white pegs, like ``1,0``), ``excluded`` (the colours that the answer excludes), ``optimal``
    (whether the question is optimal for any n) and ``optimal_for`` (for which n, in words, n being
    the number of colours that the secret may contain).  ``secrets`` of a node is a polynomial in n.

    colours: the graph of the game with that many colours.  A node is then a function and the
    number n of colours that the secret may still contain, with the attributes ``n``, ``secrets``
    (a number) and ``value``, and ``optimal`` of an edge is that for this n.
    optimal_only: only optimal questions, and what they reach from the whole game.
    `Refused` when a game with so many colours has no secret.  Meant for one and two pegs; three
    have tens of millions of edges.
    """
    theorem = as_instance(OneIndexTheorem, theorem, "the theorem of a graph")
    system, closure = theorem.system, theorem.closure
    if colours is not None and not closure.patterns[0].secrets(closure.game, colours):
        raise Refused(f"there is no secret with {colours} colours")
    graph = nx.MultiDiGraph(**_attributes(theorem), **({} if colours is None else {"n": colours}))
    state_of = {
        place: state
        for state, place in enumerate(
            zip(system.pattern.tolist(), system.level.tolist(), strict=True)
        )
    }
    asked = cache(lambda state: verdicts(theorem, state))
    key = count()
    start = (0, colours)
    waiting, reached = deque([start]), {start}
    _add_node(graph, theorem, *start)
    while waiting:
        state, n = node = waiting.popleft()
        number = int(system.pattern[state])
        pattern = closure.patterns[number]
        for verdict in asked(state):
            new = new_colours(pattern, verdict.question)
            optimal = not verdict.optimal.is_empty if n is None else n in verdict.optimal
            if (n is not None and n < pattern.colours + new) or (optimal_only and not optimal):
                continue
            for found in closure.answered(number, verdict.question):
                if found.pattern is None:
                    continue
                excluded = pattern.colours + new - found.normal.colours
                level = system.reading.levels_after(
                    int(system.level[state]), np.array([excluded], dtype=np.int8), system.cap
                )
                part = (
                    state_of[found.pattern, int(level[0])],
                    None if n is None else n - excluded,
                )
                if n is not None:
                    left = n - pattern.colours - new
                    if not found.part.secrets(closure.game, left):
                        continue
                if part not in reached:
                    reached.add(part)
                    waiting.append(part)
                    _add_node(graph, theorem, *part)
                graph.add_edge(
                    _name(*node),
                    _name(*part),
                    next(key),
                    question=word_text(verdict.question),
                    number=verdict.number,
                    answer=f"{found.answer.black},{found.answer.white}",
                    excluded=excluded,
                    optimal=optimal,
                    optimal_for=str(verdict.optimal),
                )
    return graph


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


def _attributes(theorem: OneIndexTheorem) -> dict[str, object]:
    system, closure = theorem.system, theorem.closure
    return {
        "game": closure.game.name,
        "pegs": closure.pegs,
        "extra": system.reading.value,
        "objective": system.objective.value,
    }


def _name(state: int, n: int | None) -> int | str:
    return state if n is None else f"{state}@{n}"


def _add_node(graph: nx.Graph, theorem: OneIndexTheorem, state: int, n: int | None) -> None:
    system, game = theorem.system, theorem.closure.game
    number = int(system.pattern[state])
    pattern = theorem.closure.patterns[number]
    data: dict[str, object] = {
        "pattern": str(pattern),
        "number": number,
        "colours": pattern.colours,
    }
    if system.reading is Reading.EXACT:
        data["excluded"] = int(system.level[state])
    if n is None:
        polynomial = in_colours(pattern.secrets_polynomial(game), pattern.colours)
        data["secrets"] = polynomial_text(polynomial)
    else:
        # GraphML has no integers beyond 64 bits.
        data["n"] = n
        data["secrets"] = str(pattern.secrets(game, n - pattern.colours))
        data["value"] = str(theorem.value_of(state, n - pattern.colours))
    graph.add_node(_name(state, n), **data)
