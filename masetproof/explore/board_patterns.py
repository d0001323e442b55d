"""The pages of patterns where each column has an alphabet of its own: functions of m1, m2, ..."""

from __future__ import annotations

import re
from itertools import product

from masetproof.arguments import Refused
from masetproof.explore.boards import region_entry
from masetproof.explore.names import Model
from masetproof.explore.theorems import head
from masetproof.proofs.cell_theorem import CellTheorem
from masetproof.proofs.regions import Region
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import State
from masetproof.reports.question import Asked, ask

__all__ = ["board_list", "board_pattern_document", "board_places"]

_SHOWN = 8
"""The most implicit colours in a column for which values are listed."""
_FUNCTION = re.compile(r"f(\d+)(?:\^([01]+))?\(")


def board_places(theorem: CellTheorem) -> list[list[str]]:
    """The place of each function, ``1/11`` by pattern and excluded colours, and its pattern."""
    states = theorem.system.functions()
    return [[_place(theorem, state), str(theorem.closure.patterns[state[0]])] for state in states]


def board_list(theorem: CellTheorem) -> dict[str, object]:
    """The document ``patterns/NAME``: every function by its place, with the text of its pattern."""
    places = board_places(theorem)
    return {
        "kind": "patterns",
        "theorem": Model.of(theorem).name,
        "patterns": places,
        "masets": [],
    }


def board_pattern_document(theorem: CellTheorem, place: str) -> dict[str, object]:
    """The document ``pattern/NAME/PLACE``; `Refused` when there is no such function.

    As of `patterns.pattern_document`, with ``regions`` in place of one formula.
    """
    state = _state(theorem, place)
    system, closure, model = theorem.system, theorem.closure, Model.of(theorem)
    pattern, active = closure.patterns[state[0]], system.active[state[0]]
    asked = ask(theorem, state)
    same = [one for one in system.functions() if one[0] == state[0]]
    shown = [f"m{column + 1}" for column in active]
    written = [f"{{m_{column + 1}}}" for column in active]
    tree, names = theorem.induction.claims[state], tuple(f"n{i}" for i in range(1, len(active) + 1))
    return {
        **head("pattern", model, state[0]),
        "place": _place(theorem, state),
        "excluded": theorem.excluded_of(state),
        "levels": [[_place(theorem, one), theorem.excluded_of(one)] for one in same],
        "pattern": str(pattern),
        "colours": ", ".join(map(str, pattern.colours_by_column)),
        "secrets": asked[0].secrets_text().removesuffix(" secrets"),
        "indices": shown,
        "regions": [
            region_entry(Region(leaf.cell, leaf, names), written) for leaf in tree.leaves()
        ],
        "values": _values(theorem, state),
        "answers": [[answer.black] for answer in closure.game.answers(closure.pegs)],
        "questions": [_question(theorem, one, row) for row, one in enumerate(asked)],
        "splits": [{"equation": one.equation, "least": one.verdict.least} for one in asked],
        "reached": _reached_from(theorem, state[0]),
        "label": f"{closure.game.label}.{closure.pegs}.{state[0]}",
        "boards": board_places(theorem),
    }


def _place(theorem: CellTheorem, state: State) -> str:
    if theorem.system.reading is not Reading.EXACT:
        return str(state[0])
    return f"{state[0]}/{theorem.excluded_of(state).replace(',', '')}"


def _state(theorem: CellTheorem, place: str) -> State:
    for state in theorem.system.functions():
        if place == _place(theorem, state):
            return state
        if place == str(state[0]):
            least: State = theorem.state_of(state[0])
            return least
    told = ", ".join(name for name, _ in board_places(theorem))
    raise Refused(f"there is no pattern {place[:40]}; the places are {told}")


def _values(theorem: CellTheorem, state: State) -> list[list[object]]:
    """The indices, the value, and the number of secrets."""
    pegs, active = theorem.closure.pegs, theorem.system.active[state[0]]
    rows: list[list[object]] = []
    for numbers in product(range(1, _SHOWN + 1), repeat=len(active)):
        m = [0] * pegs
        for column, number in zip(active, numbers, strict=True):
            m[column] = number
        secrets = theorem.closure.patterns[state[0]].secrets(theorem.closure.game, m)
        rows.append([*numbers, str(theorem.value_of(state, m)), str(secrets)])
    return rows


def _question(theorem: CellTheorem, asked: Asked, row: int) -> dict[str, object]:
    return {
        "number": asked.verdict.number,
        "question": asked.text,
        "split": row,
        "parts": _parts(theorem, asked),
        "texts": [str(found.part) for found in asked.answers],
        "kind": asked.verdict.kind.name.lower(),
        "verdict": asked.verdict_text(),
        "optimal": None,
        "other": asked.verdict.other,
    }


def _parts(theorem: CellTheorem, asked: Asked) -> list[str]:
    """By answer ``P1/11``, a pattern, ``M0=3``, an explicit maset and its minimum, ``W``, won."""
    right = re.split("<?= ", asked.equation, maxsplit=1)[1]
    functions = _FUNCTION.findall(right)
    if [int(number) for number, _ in functions] != [
        found.pattern for found in asked.answers if found.pattern is not None
    ]:
        raise ArithmeticError(f"{asked.equation} has other parts than {asked.text}")
    names = iter(functions)
    parts = []
    for found, minimum in zip(asked.answers, asked.minima, strict=True):
        if found.is_won:
            parts.append("W")
        elif found.pattern is not None:
            parts.append("P" + "/".join(filter(None, next(names))))
        else:
            maset = (found.number or 0) - len(theorem.closure.patterns)
            parts.append("" if minimum is None else f"M{maset}={minimum}")
    return parts


def _reached_from(theorem: CellTheorem, number: int) -> dict[str, object]:
    """The patterns with a question that leads to a pattern, and how many questions."""
    closure, rows = theorem.closure, []
    for parent, pattern in enumerate(closure.patterns):
        many = sum(
            any(found.pattern == number for found in closure.answered(parent, question))
            for question in closure.questions(parent)
        )
        if many:
            rows.append([str(parent), str(pattern), many])
    return {"count": len(rows), "patterns": rows}
