"""The pages of patterns and of explicit masets: all that can be asked there, and what follows.

A *place* names a pattern or maset with its excluded colours, as ``3/1`` (`explore.names`).  The
document of a pattern says for each question and answer at which place one goes on.  The part
itself, which is isomorphic to the pattern of that place, is not in the document: the page computes
it by the rules of the game.  Only where columns have colours of their own the document has its
text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

import numpy as np

from masetproof.explore.names import Model, function_at, functions_of, place_name
from masetproof.explore.rules import answer_texts
from masetproof.explore.theorems import display, region_entry
from masetproof.patterns.pattern import as_pattern
from masetproof.proofs.equations import Equation, FunctionEquations, PatternQuestion
from masetproof.proofs.numbers import NumberSet, Region
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Kind, Verdict
from masetproof.recurrences.polynomials import by_residue, in_colours, polynomial_text
from masetproof.recurrences.recurrences import Function
from masetproof.reports.equations import NotebookWriter
from masetproof.reports.question import Asked, ask
from masetproof.reports.verdicts import verdict_words
from masetproof.words import word_text

_MORE_VALUES = 12
"""Values are listed at least for n up to this."""
_SHOWN = 8
"""With several indices, values are listed for each index from 1 to this."""
_SHOWN_PARENTS = 200
"""At most so many patterns are listed from which a pattern is reached."""


def pattern_list(theorem: Theorem) -> dict[str, object]:
    """The document ``patterns/NAME``: each pattern and explicit maset as its place and its text.

    Masets are listed only where they have pages: in theorems with one index.
    """

    def listed(functions: Iterable[Function]) -> list[list[str]]:
        return [
            [place_name(theorem, function), str(system.forms[function[0]])]
            for function in functions
        ]

    system, patterns = theorem.system, len(theorem.closure.patterns)
    masets = range(patterns, len(system.forms)) if system.has_one_index else ()
    return {
        "kind": "patterns",
        "theorem": Model.of(theorem).name,
        "patterns": listed(system.functions()),
        "masets": listed(function for maset in masets for function in functions_of(theorem, maset)),
    }


def find_pattern(theorem: Theorem, text: str) -> dict[str, object]:
    """Find the pattern or explicit maset of the closure that is isomorphic to the one of a text.

    ``kind`` is pattern or maset, ``place`` its number, ``normalized`` the text in normal form,
    which need not be the text of the place.  `Refused` when the closure has no such pattern.
    """
    given = as_pattern(text)
    normal = given.normalize()[0]
    normal.check_normalized()
    number = theorem.closure.number_of(normal)
    kind = "maset" if normal.is_explicit else "pattern"
    return {"kind": kind, "place": str(number), "normalized": str(normal)}


# --------------------------------------------------------------------------------------- patterns


def pattern_document(theorem: Theorem, place: str) -> dict[str, object]:
    """The document ``pattern/NAME/PLACE``; `Refused` when there is no such function.

    It has the pattern, its values (`_values`), from where it is reached, all questions
    (`_question`), and as ``splits`` what questions with the same parts have in common (`_split`).
    With one index it has the ``formula`` in n.  Otherwise it has a polynomial for each of its
    ``regions``, the names of the ``indices``, and all patterns as ``boards``, from which the page
    lets people choose.
    """
    function = function_at(theorem, place)
    closure, system = theorem.closure, theorem.system
    number, pattern, one_index = function[0], closure.patterns[function[0]], system.has_one_index
    asked = ask(theorem, function)
    first: dict[int, Asked] = {}
    for one in asked:
        first.setdefault(one.verdict.split, one)
    row = {split: row for row, split in enumerate(first)}
    in_columns = ", ".join(map(str, pattern.colours_by_column))
    return {
        **_head("pattern", theorem, function),
        "colours": pattern.colours if one_index else in_columns,
        "secrets": theorem.secrets_text(function),
        **(_formula(theorem, function) if one_index else _regions(theorem, function)),
        "values": _values(theorem, function),
        "questions": [_question(theorem, one, row[one.verdict.split]) for one in asked],
        "splits": [_split(one) for one in first.values()],
        "label": f"{closure.game.label}.{closure.pegs}.{number}",
    }


def _head(kind: str, theorem: Theorem, function: Function) -> dict[str, object]:
    """The fields that patterns and explicit masets share."""
    closure, system = theorem.closure, theorem.system
    number = function[0] - (len(closure.patterns) if kind == "maset" else 0)
    same = functions_of(theorem, function[0])
    levels = {one: ",".join(map(str, system.levels(one))) for one in same}
    return {
        "kind": kind,
        **Model.of(theorem).as_json(),
        "number": number,
        "place": place_name(theorem, function),
        "excluded": function[1] if theorem.system.has_one_index else levels[function],
        "levels": [[place_name(theorem, one), text] for one, text in levels.items()],
        "pattern": str(system.forms[function[0]]),
        "answers": answer_texts(closure.game, closure.pegs),
        "reached": _reached_from(theorem, number, explicit=kind == "maset"),
    }


def _formula(theorem: Theorem, function: Function) -> dict[str, object]:
    """The closed form of a function as MathML, with the n from which on it holds."""
    colours, claim = theorem.system.forms[function[0]].colours, theorem.claim
    first = claim.base + colours
    branches = {
        n % claim.period: in_colours(claim.branch(function, n - colours), colours)
        for n in range(first, first + claim.period)
    }
    name, whole = NotebookWriter(theorem).name(function), by_residue(branches, claim.period)
    return {"formula": display(rf"{name}(n) = {whole} \quad (n \ge {first})")}


def _regions(theorem: Theorem, function: Function) -> dict[str, object]:
    """The polynomials of a function, one for each region of its indices."""
    active, claims = theorem.system.active[function[0]], theorem.induction.lower.claims
    names = tuple(f"m{column + 1}" for column in active)
    leaves = claims[function].leaves()
    return {
        "indices": list(names),
        "regions": [region_entry(Region(leaf, names)) for leaf in leaves],
        "boards": pattern_list(theorem)["patterns"],
    }


def _values(theorem: Theorem, function: Function) -> list[list[object]]:
    """Rows with n (or all indices), the value and the number of secrets; the last two are texts.

    Where there is no secret there is no row.
    """
    system, closure = theorem.system, theorem.closure
    pattern, active = closure.patterns[function[0]], system.active[function[0]]
    by_n = system.has_one_index
    shown = range(1, _SHOWN + 1)
    if by_n:
        shown = range(1 + max(_MORE_VALUES, theorem.claim.base + 2 * theorem.claim.period))
    rows: list[list[object]] = []
    for numbers in product(shown, repeat=len(active)):
        left = dict(zip(active, numbers, strict=True))
        m = tuple(left.get(place, 0) for place in range(len(system.kinds)))
        secrets = pattern.secrets(closure.game, m)
        if secrets:
            place = [m[0] + pattern.colours] if by_n else numbers
            value = theorem.value_of(function, m)
            rows.append([*place, str(value), str(secrets)])
    return rows


def _split(asked: Asked) -> dict[str, object]:
    """The equation of all questions with the same parts, and its excess over the optimum.

    Formulas are text, which the page typesets.
    """
    verdict = asked.verdict
    entry: dict[str, object] = {"equation": asked.equation, "least": verdict.least}
    if (excess := verdict.excess) is not None:
        entry["excess"] = [polynomial_text(branch) for branch in excess.branches]
        entry |= {"early": list(excess.early), "onset": excess.onset}
    return entry


def _question(theorem: Theorem, asked: Asked, row: int) -> dict[str, object]:
    verdict = asked.verdict
    entry = {
        "number": verdict.number,
        "question": asked.text,
        "split": row,
        "parts": _parts(asked.said),
        "kind": verdict.kind.value,
        "verdict": asked.verdict_text(),
        "optimal": _numbers(verdict),
        "other": verdict.other,
    }
    if not theorem.system.has_one_index:
        entry["texts"] = [str(outcome.part) for outcome in asked.answers]
    return entry


def _numbers(verdict: Verdict) -> list[object] | None:
    """For which n a question is optimal; None for no n.

    [singles, onset, residues, period]: for these single n, and for all n from the onset on that
    have one of the residues modulo the period.
    """
    optimal = verdict.optimal
    if not isinstance(optimal, NumberSet) or optimal.is_empty or verdict.kind is Kind.NO_SOLUTION:
        return None
    return [list(optimal.singles), optimal.onset, list(optimal.classes), optimal.period]


def _parts(equation: Equation) -> list[str]:
    """The parts after each answer, in the order of the answers.

    ``P3/1`` is the pattern of that place, ``M5=3`` a maset with its minimum, ``W`` that it wins;
    the text is empty where no secret gives the answer.
    """
    parts, asked, theorem = {}, equation.asked, equation.about.theorem
    for left, part, cost in zip(asked.answers, asked.parts, equation.costs, strict=True):
        if left.is_won:
            parts[left.answer] = "W"
        elif part is not None:
            place = place_name(theorem, equation.usual(part))
            parts[left.answer] = f"P{place}" if cost is None else f"M{place}={cost}"
    closure = theorem.closure
    return [parts.get(answer, "") for answer in closure.game.answers(closure.pegs)]


def _reached_from(theorem: Theorem, number: int, *, explicit: bool) -> dict[str, object]:
    """The patterns with a question that leads to a pattern, or to an explicit maset.

    count: how many patterns.  patterns: of the first ones the number, the text, and how many of
    their splits have such a part.
    """
    closure = theorem.closure
    splits = closure.splits
    found = np.flatnonzero(splits.parts == (-1 - number if explicit else number))
    rows = np.unique(np.searchsorted(splits.part_start, found, "right") - 1)
    parents = Counter(splits.pattern[rows].tolist())
    return {
        "count": len(parents),
        "patterns": [
            [str(parent), closure.patterns[parent].brief(), many]
            for parent, many in sorted(parents.items())[:_SHOWN_PARENTS]
        ],
    }


# ----------------------------------------------------------------------------------------- masets


def maset_document(theorem: Theorem, place: str) -> dict[str, object]:
    """The document ``maset/NAME/PLACE``: an explicit maset, its minimum, and all questions on it.

    Questions use its own colours and extra colours; isomorphic ones are left out.

    `Refused` when there is no such maset.
    """
    function = function_at(theorem, place, explicit=True)
    closure, system = theorem.closure, theorem.system
    maset, minimum = system.forms[function[0]], theorem.cost_of(function)
    words = closure.asked(maset, max_new=0)
    asked = (PatternQuestion(system, function[0], 0, word, 0) for word in words)
    about = FunctionEquations(theorem, function, ())
    return {
        **_head("maset", theorem, function),
        "colours": maset.colours,
        "minimum": minimum,
        "questions": [
            _maset_question(Equation(about, one), minimum)
            for one in asked
            if system.needs(function, one.extra) is not None
        ],
    }


def _maset_question(equation: Equation, minimum: int) -> dict[str, object]:
    asked = equation.asked
    clauses = len(asked.system.forms[asked.pattern].clauses)
    value = equation.constant + (clauses if equation.is_sum else 1)
    if asked.leaves_whole:
        kind = "no_solution"
        verdict = verdict_words("no_solution")
    elif value == minimum:
        kind, verdict = "optimal", verdict_words("attained")
    else:
        kind, verdict = "more", verdict_words("more_by", value - minimum)
    return {
        "question": word_text(asked.word),
        "parts": _parts(equation),
        "value": None if asked.leaves_whole else value,
        "kind": kind,
        "verdict": verdict,
    }
