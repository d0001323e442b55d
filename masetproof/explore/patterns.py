"""The pages of patterns and of explicit masets: all that can be asked there, and what follows.

A part is shown by the place of the pattern or maset that it is isomorphic to; the part itself the
page splits off, by the rules of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from masetproof.arguments import Refused, as_count, as_instance
from masetproof.explore import mathml
from masetproof.explore.names import Model, place_name
from masetproof.explore.theorems import head
from masetproof.objectives import Objective
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import split
from masetproof.proofs.theorem import OneIndexTheorem
from masetproof.proofs.verdicts import Kind, NumberVerdict
from masetproof.recurrences.polynomials import in_colours, polynomial_text
from masetproof.recurrences.readings import Reading
from masetproof.reports import latex
from masetproof.reports.question import Asked, ask
from masetproof.words import EXTRA, word_text

__all__ = [
    "find_pattern",
    "levels_of",
    "maset_document",
    "maset_levels",
    "pattern_document",
    "reached_from",
]

_MORE_VALUES = 12
"""How many values of a pattern are listed."""
_SHOWN_PARENTS = 200
"""The most patterns that are listed of those from which a pattern is reached."""


def levels_of(theorem: OneIndexTheorem, pattern: int) -> list[int]:
    """With how many excluded colours play comes to a pattern, ascending."""
    system = theorem.system
    return sorted(system.level[system.pattern == pattern].tolist())


def find_pattern(theorem: OneIndexTheorem, text: str) -> dict[str, object]:
    """The pattern or explicit maset that is written so, normalized and up to isomorphism.

    `Refused` when the text is no pattern of the closure.
    """
    given = as_pattern(text)
    normal = given.normalize()[0]
    normal.check_normalized()
    number = theorem.closure.number_of(normal)
    kind = "maset" if normal.is_explicit else "pattern"
    return {"kind": kind, "place": str(number), "normalized": str(normal)}


# --------------------------------------------------------------------------------------- patterns


def pattern_document(
    theorem: OneIndexTheorem, number: int, excluded: int | None = None
) -> dict[str, object]:
    """The document ``pattern/NAME/PLACE``; `Refused` when there is no such function."""
    state = theorem.state_of(number, excluded)
    system, closure, model = theorem.system, theorem.closure, Model.of(theorem)
    pattern, level = closure.patterns[number], int(system.level[state])
    asked = ask(theorem, state)
    rows: dict[int, int] = {}
    splits: list[dict[str, object]] = []
    questions = []
    for one in asked:
        row = one.verdict.split
        if row not in rows:
            rows[row] = len(splits)
            splits.append(_split(one))
        questions.append(_question(theorem, one, rows[row]))
    levels = levels_of(theorem, number)
    secrets = in_colours(pattern.secrets_polynomial(closure.game), pattern.colours)
    return {
        **head("pattern", model, number),
        "place": place_name(number, level, levels[0]),
        "excluded": level,
        "levels": [place_name(number, other, levels[0]) for other in levels],
        "pattern": str(pattern),
        "colours": pattern.colours,
        "secrets": mathml.inline(latex.polynomial(secrets)),
        "formula": _formula(theorem, state),
        "values": _values(theorem, state),
        "answers": [[answer.black, answer.white] for answer in closure.game.answers(closure.pegs)],
        "questions": questions,
        "splits": splits,
        "reached": reached_from(theorem, number),
        "label": f"{closure.game.label}.{closure.pegs}.{number}",
    }


def _formula(theorem: OneIndexTheorem, state: int) -> str:
    """The closed form of a function, and from which n it holds."""
    system, claim = theorem.system, theorem.induction.claim
    number, level = int(system.pattern[state]), int(system.level[state])
    colours = theorem.closure.patterns[number].colours
    first = claim.base + colours
    branches = {
        n % claim.period: in_colours(claim.branch(state, n - colours), colours)
        for n in range(first, first + claim.period)
    }
    mark = f"^{{{level}}}" if system.reading is Reading.EXACT else ""
    whole = latex.by_residue(branches, claim.period)
    return mathml.display(rf"f_{{{number}}}{mark}(n) = {whole} \quad (n \ge {first})")


def _values(theorem: OneIndexTheorem, state: int) -> list[list[object]]:
    """n, the value, and the number of secrets."""
    closure, number = theorem.closure, int(theorem.system.pattern[state])
    pattern = closure.patterns[number]
    last = max(_MORE_VALUES, theorem.induction.claim.base + 2 * theorem.induction.claim.period)
    return [
        [m + pattern.colours, str(theorem.value_of(state, m)), str(secrets)]
        for m in range(last + 1)
        if (secrets := pattern.secrets(closure.game, m))
    ]


def _split(asked: Asked) -> dict[str, object]:
    """What all questions with the same parts have in common; the page sets the formulas."""
    verdict = as_instance(NumberVerdict, asked.verdict, "the verdict")
    return {
        "equation": asked.equation,
        "excess": [polynomial_text(branch) for branch in verdict.excess],
        "early": list(verdict.early),
        "onset": verdict.onset,
        "least": verdict.least,
    }


def _question(theorem: OneIndexTheorem, asked: Asked, split_number: int) -> dict[str, object]:
    verdict = as_instance(NumberVerdict, asked.verdict, "the verdict")
    return {
        "number": verdict.number,
        "question": asked.text,
        "split": split_number,
        "parts": _parts(theorem, asked),
        "kind": verdict.kind.name.lower(),
        "verdict": asked.verdict_text(),
        "optimal": _numbers(verdict),
        "other": verdict.other,
    }


def _numbers(verdict: NumberVerdict) -> list[object] | None:
    """For which n a question is optimal: singles, onset, residues, period; None for no n."""
    optimal = verdict.optimal
    if optimal.is_empty or verdict.kind is Kind.NO_SOLUTION:
        return None
    return [list(optimal.singles), optimal.onset, list(optimal.classes), optimal.period]


def _parts(theorem: OneIndexTheorem, asked: Asked) -> list[str]:
    """By answer ``P3/1``, a pattern, ``M5=3``, a maset and its minimum, ``W``, won, or nothing."""
    system, closure = theorem.system, theorem.closure
    colours = asked.pattern.colours
    used = [cell for cell in asked.verdict.question if cell < EXTRA]
    before = max([colours, *(cell + 1 for cell in used)])
    parts = []
    for found, minimum in zip(asked.answers, asked.minima, strict=True):
        lost = before - found.normal.colours
        if found.is_won:
            parts.append("W")
        elif found.pattern is not None:
            level = _level(theorem, asked.state[1] + lost)
            least = min(system.level[system.pattern == found.pattern].tolist())
            parts.append(f"P{place_name(found.pattern, level, least)}")
        elif found.number is not None:
            level = system.cap if system.reading is not Reading.WITHOUT else 0
            place = _maset_place(theorem, found.number - len(closure.patterns), level)
            parts.append(f"M{place}={minimum}")
        else:
            parts.append("")
    # The answer that is never given has no entry among the answers of the closure.
    missing = len(closure.game.answers(closure.pegs)) - len(parts)
    return parts[:-1] + [""] * missing + parts[-1:]


def _level(theorem: OneIndexTheorem, excluded: int) -> int:
    system = theorem.system
    if system.reading is Reading.EXACT:
        return min(excluded, system.cap)
    return system.reading.first_level(system.cap)


def reached_from(
    theorem: OneIndexTheorem, number: int, *, explicit: bool = False
) -> dict[str, object]:
    """The patterns with a question that leads to a pattern, or to an explicit maset.

    patterns: place, text and how many different splits lead there, of the first ones.
    """
    closure = theorem.closure
    splits = closure.splits
    parts = splits.explicit if explicit else splits.patterns
    rows = np.flatnonzero((parts == number).any(axis=1))
    parents, counts = np.unique(splits.pattern[rows], return_counts=True)
    return {
        "count": len(parents),
        "patterns": [
            [str(parent), closure.patterns[parent].brief(), many]
            for parent, many in zip(
                parents[:_SHOWN_PARENTS].tolist(), counts[:_SHOWN_PARENTS].tolist(), strict=True
            )
        ],
    }


# ----------------------------------------------------------------------------------------- masets


def maset_document(
    theorem: OneIndexTheorem, number: int, excluded: int | None = None
) -> dict[str, object]:
    """The document ``maset/NAME/PLACE``: an explicit maset, and all questions in its colours.

    `Refused` when there is no such maset.
    """
    system, closure, model = theorem.system, theorem.closure, Model.of(theorem)
    number = as_count(number, "the number of an explicit maset", 0, len(closure.explicit) - 1)
    levels = maset_levels(theorem)
    level = levels[0] if excluded is None else excluded
    if level not in levels:
        told = " or ".join(map(str, levels))
        raise Refused(f"explicit masets have {told} excluded colours here, not {level}")
    maset = closure.explicit[number]
    minimum = int(theorem.maset_minima[number, level])
    allowed = int(system.reading.extra_cells(closure.game, closure.pegs)[level])
    questions = [
        _maset_question(theorem, maset, question, level, minimum)
        for question in non_isomorphic_questions(
            maset, closure.game, extra=closure.extra, max_new=0
        )
        if question.count(EXTRA) <= allowed
    ]
    return {
        **head("maset", model, number),
        "place": _maset_place(theorem, number, level),
        "excluded": level,
        "levels": [_maset_place(theorem, number, other) for other in levels],
        "pattern": str(maset),
        "colours": maset.colours,
        "minimum": minimum,
        "answers": [[answer.black, answer.white] for answer in closure.game.answers(closure.pegs)],
        "questions": questions,
        "reached": reached_from(theorem, number, explicit=True),
    }


def maset_levels(theorem: OneIndexTheorem) -> list[int]:
    """The numbers of excluded colours that the reading has on explicit masets."""
    system = theorem.system
    if system.reading is Reading.EXACT:
        return list(range(system.cap + 1))
    return [system.reading.first_level(system.cap)]


def _maset_place(theorem: OneIndexTheorem, number: int, level: int) -> str:
    return place_name(number, level, maset_levels(theorem)[0])


def _maset_question(
    theorem: OneIndexTheorem,
    maset: MasetPattern,
    question: tuple[int, ...],
    level: int,
    minimum: int,
) -> dict[str, Any]:
    closure = theorem.closure
    pieces = split(maset, question, closure.game)
    parts, costs = [], []
    for answer, part in enumerate(pieces):
        if not part:
            parts.append("")
        elif answer == len(pieces) - 1:
            parts.append("W")
        else:
            normal = part.normalize()[0]
            number = closure.number_of(normal)
            after = _level(theorem, level + maset.colours - normal.colours)
            cost = int(theorem.maset_minima[number, after])
            costs.append(cost)
            parts.append(f"M{_maset_place(theorem, number, after)}={cost}")
    whole = any(len(part.clauses) == len(maset.clauses) for part in pieces[:-1])
    if theorem.system.objective is Objective.EXPECTED:
        value = len(maset.clauses) + sum(costs)
    else:
        value = 1 + max(costs, default=0)
    return {
        "question": word_text(question),
        "parts": parts,
        "value": None if whole else value,
        "kind": "no_solution" if whole else "optimal" if value == minimum else "more",
        "verdict": (
            "no solution, because the question does not distinguish the secrets"
            if whole
            else "optimal"
            if value == minimum
            else f"more than the minimum, by {value - minimum}"
        ),
    }
