"""Pattern graphs, which show the patterns that follow each pattern; and trees as GraphML.

Pattern graphs are values, GraphML, DOT or drawings.  The graph of a closure has its patterns as
nodes.  In the graphs of a theorem nodes are functions, and edges lead from each function to those
in its equations.  A node has ``label`` (the number, the excluded colours and the pattern, in one
text), ``pattern`` (its text), ``number``, ``colours`` (explicit ones), ``excluded`` (the number of
excluded colours, in the reading `exact`) and ``secrets``.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import count
from json import dumps
from operator import add
from typing import Any

import networkx as nx
import numpy as np
from networkx.readwrite.graphml import GraphMLWriter
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, counted
from masetproof.drawing import (
    EDGE,
    INK,
    MARGIN,
    QUIET,
    Box,
    Drawing,
    Line,
    Mark,
    Point,
    Text,
    drawing_of,
    heading,
    text_width,
)
from masetproof.games.registry import GAMES
from masetproof.objectives import Objective
from masetproof.patterns.catalogue import Answered
from masetproof.patterns.closure import Closure
from masetproof.patterns.pattern import explicit_by_kind
from masetproof.proofs.equations import Equation, PatternQuestion, equations_of, questions_on
from masetproof.proofs.functions import Colours
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Recurrence, recurrences_of
from masetproof.recurrences.system import Equations
from masetproof.reports.layers import Curves, layered
from masetproof.trees.replay import visits
from masetproof.trees.tree import StrategyTree
from masetproof.words import word_text

_Node = tuple[Function, Colours | None]
"""A function, and how many colours the secret may contain, or None."""


def pattern_graph(closure: Closure) -> nx.MultiDiGraph:
    """The pattern graph of a closure, with an edge for each question and answer.

    `Refused` when *closure* is no `Closure`.

    Nodes are the numbers of patterns, with the attributes ``label``, ``pattern`` (its text) and
    ``colours``.
    Edges, to each part that has a star, have ``question``, ``number`` (of the question on its
    pattern), ``answer`` (black and white pegs, like ``1,0``) and ``excluded`` (the colours that
    the answer excludes); the keys of edges are unique in the graph.  Three pegs have tens of
    millions of edges.

    >>> graph = pattern_graph(close("mastermind", 2))
    >>> graph.nodes[1]["pattern"]
    '{0*|*0}'
    """
    as_instance(Closure, closure, "the closure")
    without = Reading.NONE if closure.consistent else Reading.WITHOUT
    reading = Reading.EXACT if closure.extra else without
    system, key = recurrences_of(closure, reading, Objective.EXPECTED), count()
    graph = nx.MultiDiGraph(game=closure.game.name, pegs=closure.pegs, extra=closure.extra)
    for number, pattern in enumerate(closure.patterns):
        label = f"{number}: {pattern}"
        graph.add_node(number, label=label, pattern=str(pattern), colours=pattern.colours)
    for number in range(len(closure.patterns)):
        for asked in questions_on(system, number):
            for left in asked.answers:
                if left.pattern is not None:
                    answer = _label(left.answer)
                    edge = _edge(asked, left) | {"answer": answer}
                    graph.add_edge(number, left.pattern, next(key), **edge)
    return graph


def _label(answer: object) -> str:
    """An answer on an edge: ``1,0`` for black and white pegs."""
    return ",".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)


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
    `Refused` when the game with these colours has no secret.  Meant for one and two pegs; three
    have tens of millions of edges.
    """
    first = as_instance(Theorem, theorem, "the theorem").system.first, colours
    graph = nx.MultiDiGraph(**_attributes(theorem), **_number(colours))
    about = cache(partial(equations_of, theorem))
    key = count()
    names, waiting = {first: _add_node(graph, theorem, *first)}, deque([first])
    while waiting:
        function, n = node = waiting.popleft()
        for equation in about(function).equations:
            verdict = equation.verdict
            optimal = not verdict.optimal.is_empty if n is None else n in verdict.optimal
            if optimal_only and not optimal:
                continue
            for left, below in _followers(theorem, equation, n):
                if below not in names:
                    names[below] = _add_node(graph, theorem, *below)
                    waiting.append(below)
                optimality = {"optimal": optimal, "optimal_for": str(verdict.optimal)}
                edge = _edge(equation.asked, left) | optimality
                graph.add_edge(names[node], names[below], next(key), **edge)
    return graph


def _edge(asked: PatternQuestion, left: Answered) -> dict[str, object]:
    """The attributes of an edge: a question, its answer, and the colours that this excludes."""
    closure = asked.system.closure
    before = closure.patterns[asked.pattern].colours + sum(asked.new)
    return {
        "question": word_text(asked.word),
        "number": asked.number,
        "answer": closure.game.answer_text(left.answer).strip("()"),
        "excluded": before - left.normal.colours,
    }


def _followers(
    theorem: Theorem, equation: Equation, colours: Colours | None
) -> Iterator[tuple[Answered, _Node]]:
    """Each answer that leaves a star, with the function of the part and its number of colours."""
    asked, function, system = equation.asked, equation.about.function, theorem.system
    stars = [answered for answered in asked.answers if answered.pattern is not None]
    parts = tuple(asked.patterns)
    if colours is None:
        followers = zip(stars, parts, strict=True)
        yield from ((answered, (equation.usual(part), None)) for answered, part in followers)
        return
    recurrence = Recurrence(asked.split, asked.new, asked.extra, parts)
    m = theorem.implicit_of(function, colours)
    below = system.parts_at(
        function, recurrence, [m[place] for place in system.active[function[0]]]
    )
    for answered, (part, index) in zip(stars, below or (), strict=False):
        implicit, pattern = system.vector(part[0], index), system.forms[part[0]]
        if pattern.secrets(theorem.closure.game, implicit):
            n = tuple(map(add, implicit, explicit_by_kind(pattern, theorem.closure.game)))
            yield answered, (part, n[0] if system.has_one_index else n)


def equation_graph(theorem: Theorem, *, optimal_only: bool = False) -> nx.DiGraph:
    """The graph with one edge for each pair of functions, for any number of pegs.

    Edges have ``splits`` (how many different splits lead from one to the other) and ``optimal``
    (how many of their equations are attained for all large n of some residue class; of equations
    with the same parts only the one with the least constant counts).
    optimal_only: only edges with such equations, and what they reach from the whole game.
    """
    theorem = as_instance(Theorem, theorem, "the theorem of a graph")
    system, merged, tight = theorem.columns, theorem.columns.merged, theorem.tight
    size = len(system.pattern)

    def pairs(equations: Equations, counted: NDArray[np.bool_]) -> dict[int, int]:
        row = equations.of_parts
        keys = equations.function[row].astype(np.int64) * size + equations.parts
        # A part that occurs twice in an equation is one reference.
        again = (keys[1:] == keys[:-1]) & (row[1:] == row[:-1])
        once = counted[row] & np.concatenate(([True], ~again))[: len(row)]
        known, counts = np.unique(keys[once], return_counts=True)
        return dict(zip(known.tolist(), counts.tolist(), strict=True))

    optimal = pairs(merged, np.logical_or.reduce(tight))
    splits = pairs(system.columns, np.ones(len(system.columns.new), dtype=bool))
    graph = nx.DiGraph(**_attributes(theorem))
    for function in system.functions():
        _add_node(graph, theorem, function, None)
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


def _add_node(
    graph: nx.Graph, theorem: Theorem, function: Function, n: Colours | None
) -> int | str:
    """A node for a function, and for a number of colours if there is one; returns its name.

    Where functions have one index it is the number of the function, otherwise that of the pattern
    with the excluded colours, like ``3^01``.  A number of colours is added, as in ``7@4``.
    """
    number = function[0]
    pattern, excluded = theorem.closure.patterns[number], theorem.excluded_of(function)
    has_levels = theorem.system.reading is Reading.EXACT
    label = f"{number}{f'^{excluded}' * has_levels}: {pattern}"
    data = {"label": label, "pattern": str(pattern), "number": number, "colours": pattern.colours}
    if has_levels:
        data["excluded"] = excluded
    if n is None:
        data["secrets"] = theorem.secrets_text(function)
    else:
        m = theorem.implicit_of(function, n)
        # GraphML has no integers beyond 64 bits.
        secrets, value = pattern.secrets(theorem.closure.game, m), theorem.value_of(function, m)
        data |= _number(n) | {"secrets": str(secrets), "value": str(value)}
    name: int | str = f"{number}^{str(excluded).replace(',', '')}"
    if theorem.system.has_one_index:
        name = int(theorem.columns.number[function])
    name = name if n is None else f"{name}@{data['n']}"
    graph.add_node(name, **data)
    return name


def dot_lines(graph: nx.Graph) -> Iterator[str]:
    """A pattern graph in Graphviz's DOT language; the edges of optimal questions are thick.

    A box has the label of its node, and the number of secrets and the value where the node has
    them.  An edge has its question and answer, or the number of its splits.
    """
    yield "digraph patterns {"
    yield "  node [shape=box, fontname=monospace];"
    for node, data in graph.nodes(data=True):
        lines = [data["label"]]
        if "secrets" in data:
            lines.append(f"{data['secrets']} secrets")
        if "value" in data:
            lines.append(f"value {data['value']}")
        label = "\n".join(lines)  # strings of DOT are written as those of JSON are
        yield f"  {dumps(str(node))} [label={dumps(label)}];"
    for start, end, data in graph.edges(data=True):
        label = f"{data['question']} {data['answer']}" if "question" in data else data["splits"]
        style = ", penwidth=3" if data.get("optimal") else ""
        yield f"  {dumps(str(start))} -> {dumps(str(end))} [label={dumps(str(label))}{style}];"
    yield "}"


def graph_text(graph: nx.Graph, form: str) -> str:
    """A pattern graph as ``graphml`` or ``dot``."""
    lines = graphml_lines(graph) if form == "graphml" else dot_lines(graph)
    return "\n".join(lines) + "\n"


def graphml_lines(graph: nx.Graph) -> Iterator[str]:
    """A graph in GraphML.

    The id is a description of the whole graph, such as ``ab-2-exact-expected``: Gephi takes keys of
    a graph itself for an error.
    """
    plain = graph.copy()
    plain.graph.clear()
    words = "-".join(str(value) for value in graph.graph.values())
    plain.graph["id"] = re.sub(r"[^A-Za-z0-9]+", "-", words)
    writer = _GraphML(encoding="utf-8", prettyprint=True)
    writer.add_graph_element(plain)
    yield from str(writer).splitlines()


class _GraphML(GraphMLWriter):  # type: ignore[misc]
    """Booleans as XML Schema has them, ``true`` and ``false``; rustworkx refuses others."""

    def add_data(self, name: str, element_type: type, value: str, *arguments: object) -> Any:
        text = value.lower() if element_type is bool else value
        return super().add_data(name, element_type, text, *arguments)


def tree_graph(tree: StrategyTree) -> nx.DiGraph:
    """The graph of `StrategyTree.to_networkx`, with more attributes; `Refuted` if it is none.

    A node also has ``secrets`` (how many are still possible), ``wins`` (whether the question is one
    of them) and ``label`` (the question); an edge has the answer as its ``label``, too.
    """
    graph = tree.to_networkx()
    for data, visit in zip(graph.nodes.values(), visits(tree), strict=True):
        data |= {"label": data["question"], "secrets": len(visit.secrets), "wins": visit.wins}
    for *_, data in graph.edges(data=True):
        data["label"] = data["answer"]
    return graph


# --------------------------------------------------------------------------------------- drawings

MOST_NODES = 60
"""More nodes do not fit a page; Graphviz draws them from the DOT file."""
_SIZE, _SMALL = 12.0, 10.0
_PADDING, _LINE, _LABEL_LINE = 7, 15, 12
_GAP = (56.0, 14.0)
_LOOP = 20.0
_HEAD_SPACE = 9.0
"""The height of a box for each arrow at its side, which keeps the heads apart."""
_LISTED = 2
"""An arrow names up to so many questions with their answers; it counts the others."""
_OPTIMAL = "#0072b2"
_LEGEND = "arrows: question and answer; heavy: an optimal question for some n"
_Pair = tuple[Hashable, Hashable]


def graph_drawing(graph: nx.MultiDiGraph) -> Drawing:
    """The graph of `question_graph`, its parallel edges drawn as one arrow.

    `Refused` when it has more than `MOST_NODES` nodes.
    """
    if len(graph) > MOST_NODES:
        raise Refused(
            f"a graph of {counted(len(graph), 'pattern')} does not fit a picture of at most "
            f"{MOST_NODES}; write it as DOT or GraphML"
        )
    title = _title(graph)
    marks, top = heading([title], [_LEGEND])
    texts = {node: _box_lines(data) for node, data in graph.nodes(data=True)}
    labels, optimal = _labels(graph)
    sizes = _box_sizes(texts, labels)
    spaces = {
        pair: (max(text_width(line, _SMALL) for line in lines) + 4, _LABEL_LINE * len(lines) + 2)
        for pair, lines in labels.items()
    }
    corner = (MARGIN, top)
    layout = layered(sizes, list(labels), gap=_GAP, loop=_LOOP, labels=spaces, corner=corner)
    for node, text in texts.items():
        marks += _node_marks(layout.centre[node], sizes[node], text)
    for pair, lines in labels.items():
        marks += _arrow_marks(layout.curves[pair], heavy=optimal[pair])
        marks.append(_box(layout.centre[pair], spaces[pair], "none"))
        marks += _label_marks(layout.centre[pair], lines, INK if optimal[pair] else QUIET)
    return drawing_of(title, marks)


def _title(graph: nx.MultiDiGraph) -> str:
    title = f"{GAMES[graph.graph['game']].title} with {counted(graph.graph['pegs'], 'peg')}"
    if "n" in graph.graph:
        n = graph.graph["n"]
        title += f" and {counted(n, 'colour') if isinstance(n, int) else f'{n} colours'}"
    return f"{title}: patterns, and the questions that lead to others"


def _box_sizes(
    texts: dict[Hashable, tuple[str, str]], pairs: Iterable[_Pair]
) -> dict[Hashable, tuple[float, float]]:
    """Width and height of each box, with room for its lines and for the arrows at its sides."""
    proper = [pair for pair in pairs if pair[0] != pair[1]]
    arrows = Counter((node, side) for pair in proper for side, node in enumerate(pair))
    sizes = {}
    for node, (first, second) in texts.items():
        width = max(text_width(first, _SIZE), text_width(second, _SMALL))
        height = max(2 * _LINE + _PADDING, _HEAD_SPACE * max(arrows[node, 0], arrows[node, 1]))
        sizes[node] = (width + 2 * _PADDING, height)
    return sizes


def _node_marks(centre: Point, size: tuple[float, float], lines: tuple[str, str]) -> Iterator[Mark]:
    (x, y), (first, second) = centre, lines
    y -= _PADDING / 2 + 1
    yield _box(centre, size, INK)
    yield Text(x, y, first, _SIZE, INK, "middle")
    yield Text(x, y + _LINE, second, _SMALL, QUIET, "middle")


def _arrow_marks(curves: Curves, *, heavy: bool) -> Iterator[Mark]:
    colour, thick, size = (_OPTIMAL, 1.8, 8.0) if heavy else (EDGE, 0.9, 6.0)
    yield Line(curves, colour, thick, curved=True)
    yield _arrow_head(curves[-1], curves[-2], colour, size)


def _label_marks(centre: Point, lines: Sequence[str], ink: str) -> Iterator[Mark]:
    x, y = centre
    y += 9.5 - _LABEL_LINE * len(lines) / 2
    for row, line in enumerate(lines):
        yield Text(x, y + _LABEL_LINE * row, line, _SMALL, ink, "middle")


def _box(centre: Point, size: tuple[float, float], stroke: str) -> Box:
    (x, y), (width, height) = centre, size
    return Box(x - width / 2, y - height / 2, width, height, stroke=stroke)


def _arrow_head(tip: Point, behind: Point, colour: str, size: float) -> Line:
    """The head of an arrow that comes from *behind*."""
    ahead, end = complex(*tip) - complex(*behind), complex(*tip)
    base = end - size * ahead / abs(ahead)
    aside = 0.4j * (end - base)
    corners = (end, base + aside, base - aside, end)
    return Line(tuple((one.real, one.imag) for one in corners), colour, 0.5, fill=colour)


def _box_lines(data: dict[str, object]) -> tuple[str, str]:
    """The lines of text in the box of a node."""
    excluded = str(data.get("excluded", ""))  # a number, or one for each column: 0,1
    excluded = f", {excluded} excluded" if excluded.strip("0,") else ""
    first = f"{data['number']}: {data['pattern']}{excluded}"
    if "value" not in data:
        return first, f"{data['secrets']} secrets"
    secrets = f"{data['secrets']} secret{'s' * (data['secrets'] != '1')}"
    return first, f"n = {data['n']}, {secrets}, value {data['value']}"


def _labels(graph: nx.MultiDiGraph) -> tuple[dict[_Pair, list[str]], dict[_Pair, bool]]:
    """For each pair of nodes the text beside its arrow, and whether a question is optimal."""
    asked: dict[_Pair, dict[str, bool]] = {}
    for start, end, data in graph.edges(data=True):
        questions = asked.setdefault((start, end), {})
        text = f"{data['question']} {data['answer']}"
        questions[text] = questions.get(text, False) or bool(data["optimal"])
    optimal = {pair: any(questions.values()) for pair, questions in asked.items()}
    labels = {}
    for pair, questions in asked.items():
        named = [text for text, is_optimal in questions.items() if is_optimal >= optimal[pair]]
        labels[pair] = named if len(named) <= _LISTED else [f"{len(named)} ways"]
    return labels, optimal
