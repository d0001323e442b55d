"""Statements that every report makes: names, the theorem, equations, how the proof goes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from masetproof._version import __version__
from masetproof.arguments import counted
from masetproof.objectives import Objective
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.solving import Solution
from masetproof.reports import latex
from masetproof.reports.equations import LatexWriter
from masetproof.reports.literature import known_before

__all__ = [
    "IDENTITY",
    "column_witness_text",
    "common_context",
    "one_index_context",
    "origin",
    "proof_context",
    "rules_context",
    "solving_note",
    "theory_context",
    "witness_text",
]


IDENTITY = "the identity"
"""A witness that changes nothing."""

_SIDE_BY_SIDE = 3
"""So many exceptions stand on a line of their table."""

_READINGS = {
    Reading.WITHOUT: "only colours of the pattern",
    Reading.WITH: "an extra colour from the start",
    Reading.EXACT: "the real game",
}
"""What the readings are called in titles."""


def origin(theorem: Theorem, digest: str) -> dict[str, str]:
    """What made the files, and what tells them from those of another proof."""
    system, closure = theorem.system, theorem.closure
    model = f"--objective {system.objective.value} --extra {system.reading.value}"
    command = f"masetproof prove {closure.game.name} --pegs {closure.pegs} {model}"
    numbers = (closure.game.name, closure.pegs, system.objective.value, system.reading.value)
    return {
        "maker": f"masetproof {__version__}",
        "command": command,
        "head": f"% masetproof {__version__}: {command}\n% certificate {digest}",
        "prefix": "-".join(map(str, numbers)),
        "tag": f"{closure.game.label}.{closure.pegs}",
    }


def one_index_context(theorem: Theorem, digest: str, certificate_name: str) -> dict[str, object]:
    """What listing and summary of functions of one index have in common."""
    return common_context(theorem, digest, certificate_name) | {
        "theory": theory_context(theorem),
        "proof": proof_context(theorem),
    }


def common_context(theorem: Theorem, digest: str, certificate_name: str) -> dict[str, object]:
    """What the templates of all listings and summaries have in common."""
    system, closure, formula = theorem.system, theorem.closure, theorem.formula
    expected = system.objective is Objective.EXPECTED
    pegs = counted(closure.pegs, "peg")
    case = "expected case" if expected else "worst case"
    return origin(theorem, digest) | {
        "title": f"{closure.game.title} with {pegs}, {case}: {_READINGS[system.reading]}",
        "version": __version__,
        "subject": f"A computer-aided proof for every number of colours; {closure.game.title}, "
        f"{pegs}, {case}, {_READINGS[system.reading]}",
        "known_before": known_before(theorem),
        "keywords": "Mastermind, AB game, deductive game, game tree, computer-aided proof",
        "game": closure.game.title if closure.game.repeats else f"the {closure.game.title}",
        "pegs_text": pegs,
        "formula": formula,
        "formula_cases": latex.by_residue(dict(enumerate(formula.branches)), formula.period),
        "expected_cases": latex.per_secret(formula, closure.game, closure.pegs)
        if expected
        else None,
        "secrets": latex.secret_count(closure.game, closure.pegs),
        "exceptions": list(formula.exceptions.items()),
        "exception_rows": _exception_rows(formula),
        "digest": digest,
        "certificate_name": certificate_name.replace("_", r"\_"),
        "theory": rules_context(theorem),
    }


def _exception_rows(formula: Formula) -> list[list[tuple[str, str, str]]]:
    """n, the value and its difference to the formula where that fails; downwards, side by side."""
    told = [
        (str(n), str(value), f"${value - formula.branch_value(n)}$")
        for n, value in formula.exceptions.items()
    ]
    height = -(-len(told) // _SIDE_BY_SIDE)
    told += [("", "", "")] * (height * _SIDE_BY_SIDE - len(told))
    return [told[row::height] for row in range(height)]


def rules_context(theorem: Theorem) -> dict[str, object]:
    """What all reports say of the game, the reading and the objective."""
    system, closure = theorem.system, theorem.closure
    *answers, _last, won = closure.game.answers(closure.pegs)
    if not closure.game.white_pegs:
        answers.append(_last)
    return {
        "pegs": closure.pegs,
        "columns": closure.game.own_alphabets,
        "shared": closure.game.shares_colours,
        "cells": not closure.game.white_pegs,
        "repeats": closure.game.repeats,
        "reading": system.reading.value,
        "worst": system.objective is Objective.WORST,
        "secrets": latex.secret_count(closure.game, closure.pegs),
        "answers": [latex.pegs(answer) for answer in (*answers, won)],
        "full": latex.pattern(closure.patterns[0]),
    }


def theory_context(theorem: Theorem) -> dict[str, object]:
    """What `theory.tex.jinja` says of the game, the reading and the objective.

    filled: with so many implicit colours every clause has a secret.  f, F, g, G: a function, by n
    and by m, and its claimed solution, with indices; part, part_G, part_f: those of a part; whole:
    the right side of a question that leaves the pattern whole.
    """
    system = theorem.system
    exact = system.reading is Reading.EXACT
    above, after = ("^e", "^{e'}") if exact else ("", "")
    return rules_context(theorem) | {
        "cap": system.cap,
        "filled": 1 if system.closure.game.repeats else system.closure.pegs,
        "f": f"f_i{above}",
        "F": f"F_i{above}",
        "G": f"G_i{above}",
        "g": f"g_i{above}",
        "part": f"F_j{after}",
        "part_G": f"G_j{after}",
        "part_f": f"f_j{after}",
        "root": LatexWriter(theorem).name(system.first),
        "whole": f"1 + F_i{above}(m)"
        if system.objective is Objective.WORST
        else f"S_i(m) + F_i{above}(m)",
        "constants_vary": bool((np.ptp(theorem.columns.maset_minima, axis=1) > 0).any()),
    }


def proof_context(theorem: Theorem) -> dict[str, object]:
    """What `induction.tex.jinja` says of the induction: B, M, M + T - 1, T, D and what they make.

    order: of the last difference.  points: the base points M, ..., M + T - 1.
    """
    claim, start = theorem.claim, theorem.start
    last = start + claim.period - 1
    shown = [str(m) for m in range(start, last + 1)]
    return {
        "base": claim.base,
        "start": start,
        "last": last,
        "period": claim.period,
        "degree": claim.degree,
        "order": max(claim.degree, theorem.closure.pegs),
        "points": ", ".join(shown if len(shown) < 4 else [shown[0], r"\dots", shown[-1]]),
    }


def witness_text(witness: Witness, places: str = "positions") -> str:
    """A permutation of positions and one of colours as cycles; the positions count from 1."""
    renamed = dict(enumerate(witness.colours))
    return _told([(places, _moved(witness)), ("colours", renamed)])


def column_witness_text(witness: Witness, source: MasetPattern, target: MasetPattern) -> str:
    """The same where each column has colours of its own, which are renamed after it has moved."""
    told = [("columns", _moved(witness))]
    for place, column in enumerate(witness.columns):
        own = [colour for colour in source.occurring if source.column_of[colour] == column]
        renamed = {source.rank_of[c]: target.rank_of[witness.colours[c]] for c in own}
        told.append((f"colours of column {place + 1}", renamed))
    return _told(told)


def _moved(witness: Witness) -> dict[int, int]:
    return {old + 1: witness.columns.index(old) + 1 for old in range(len(witness.columns))}


def _told(permutations: Sequence[tuple[str, dict[int, int]]]) -> str:
    found = [(what, _cycles(one)) for what, one in permutations]
    return ", ".join(f"{what} ${cycles}$" for what, cycles in found if cycles) or IDENTITY


def _cycles(permutation: dict[int, int]) -> str:
    """The cycles of a permutation, without fixed points; empty for the identity."""
    text, seen = "", set[int]()
    for first in permutation:
        cycle, place = [], first
        while place not in seen:
            seen.add(place)
            cycle.append(str(place))
            place = permutation[place]
        if len(cycle) > 1:
            text += "(" + r"\,".join(cycle) + ")"
    return text


def solving_note(solution: Solution, theorem: Theorem) -> str:
    """Which functions are solved as recurrences."""
    name = LatexWriter(theorem, "g").name
    cyclic = sorted({theorem.columns.functions()[state] for state, _ in solution.recursive})
    listed = ", ".join(f"${name(state)}$" for state in cyclic)
    if not cyclic:
        return "No function refers back to itself."
    return (
        f"Where a function refers back to itself ({listed}), its recurrence has the values for "
        "small $n$ as initial values."
    )
