"""The files of a printed proof, and the values that every document states of its theorem.

A proof is a document, its body, which fits into any paper, and macros.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

from masetproof._version import __version__
from masetproof.arguments import counted
from masetproof.games.alike import AlikeGame, Columns
from masetproof.objectives import Objective
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.comparison import Comparison
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.polynomials import Polynomial, divided, polynomial_latex, power, trim
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading
from masetproof.reports import latex
from masetproof.reports.citation import counted_before, known_before
from masetproof.reports.equations import LatexWriter

DOCUMENT = "proof.tex"
BODY = "proof-body.tex"
MACROS = "masetproof.sty"
BIBLIOGRAPHY = "masetproof.bib"
PAPER = (BODY, MACROS, BIBLIOGRAPHY)
"""The files that a paper needs to include the proof."""

READINGS = ("readings-body.tex", "readings.tex", "readings.pdf", "readings.json")
"""The files that compare the readings of a game: body, document, PDF, and for scripts."""

IDENTITY = "the identity"
"""A witness that changes nothing."""

SIMPLE = 2
"""The costs of explicit masets with so many secrets or fewer are stated once for all."""

_MOST_OPTIMAL = 10
"""Functions with this many optimal questions or more are counted together."""

_READINGS = {
    Reading.WITHOUT: "only colours of the pattern",
    Reading.WITH: "an extra colour from the start",
    Reading.EXACT: "the real game",
    Reading.NONE: "possible secrets only",
}
"""The names of the readings in titles."""

_ORDER = (Reading.EXACT, Reading.WITH, Reading.WITHOUT)


def for_paper(body: str, name: str = BODY) -> dict[str, str]:
    """The files of a body that a paper needs, name and text; for a proof those of `PAPER`."""
    return {name: body} | {name: latex.shipped(name) for name in (MACROS, BIBLIOGRAPHY)}


def document(theorem: Theorem, digest: str, certificate_name: str) -> str:
    """The LaTeX document around the body; see `listing.full_listing` for the arguments."""
    context = context_of(theorem, digest, certificate_name) | {"name": "proof"}
    return latex.rendered("proof.tex.jinja", context)


def context_of(theorem: Theorem, digest: str, certificate_name: str) -> dict[str, object]:
    """The values for the templates of all documents, from a theorem and its certificate.

    theory: of the game, the reading and the objective.
    proof: where functions have one index, of the induction.
    """
    system, closure, formula = theorem.system, theorem.closure, theorem.formula
    game, objective, reading = closure.game, system.objective, system.reading
    pegs, case = counted(closure.pegs, "peg"), f"{objective.value} case"
    model = f"--objective {objective.value} {reading.option}"
    name = f"{objective.value}-{reading.value}"
    return context_of_formula(game, closure.pegs, formula, digest, model, name) | {
        "title": f"{game.title} with {pegs}, {case}: {_READINGS[reading]}",
        "subject": f"A computer-aided proof for every number of colours; {game.title}, "
        f"{pegs}, {case}, {_READINGS[reading]}",
        "known_before": known_before(theorem),
        "formula_cases": formula.branches_latex(),
        "certificate_name": certificate_name.replace("_", r"\_"),
        "theory": _theory(theorem),
        "proof": _induction(theorem) if system.has_one_index else {},
    }


def context_of_formula(
    game: AlikeGame, pegs: int, formula: Formula, digest: str, options: str, name: str
) -> dict[str, object]:
    """The values for the templates of all proofs, from a game, its formula and the certificate.

    options: of the command that proves it, for the head of each file.
    name: of the model; it makes the prefix of labels, which no other proof has.
    """
    command = f"masetproof prove {game.name} --pegs {pegs} {options}"
    expected = formula.objective is Objective.EXPECTED
    return {
        "version": __version__,
        "command": command,
        "head": f"% masetproof {__version__}: {command}\n% certificate {digest}",
        "prefix": f"{game.name}-{pegs}-{name}",
        "tag": f"{game.label}.{pegs}",
        "repeats": game.repeats,
        "game": game.title if game.repeats else f"the {game.title}",
        "pegs": pegs,
        "pegs_text": counted(pegs, "peg"),
        "formula": formula,
        "expected_cases": latex.per_secret(formula, game, pegs) if expected else None,
        "exceptions": list(formula.exceptions.items()),
        "digest": digest,
    }


def _theory(theorem: Theorem) -> dict[str, object]:
    """The values for the templates on the game, the reading and the objective.

    Where functions have one index:

    filled: with this many implicit colours every clause has a secret.
    f, F, g, G: a function, by n and by m, and its claimed solution, with indices.
    part, part_G, part_f: those of a part.
    whole: the right side of a question that leaves the pattern whole.
    """
    system, closure = theorem.system, theorem.closure
    game, worst = closure.game, system.objective is Objective.WORST
    answers = game.answers(closure.pegs)
    rules: dict[str, object] = {
        "pegs": closure.pegs,
        "columns": game.own_alphabets,
        "shared": game.shares_colours,
        "cells": not game.one_kind,
        "repeats": game.repeats,
        "secrets_repeat": game.secrets_repeat,
        "reading": system.reading.value,
        "asks_extra": system.reading.asks_extra,
        "consistent": system.reading.consistent,
        "rule": game.rule,
        "alike": game.columns(closure.pegs) is not Columns.APART,
        "worst": worst,
        "cap": system.cap,
        "secrets": latex.secret_count(game, closure.pegs),
        "answers": [
            latex.answer(one) for one in (*answers[: game.open_answers(closure.pegs)], answers[-1])
        ],
        "full": latex.pattern(closure.patterns[0]),
    }
    if not system.has_one_index:
        return rules
    above, after = ("^e", "^{e'}") if system.reading is Reading.EXACT else ("", "")
    return rules | {
        "filled": 1 if game.secrets_repeat else closure.pegs,
        **{letter: f"{letter}_i{above}" for letter in "fFgG"},
        "part": f"F_j{after}",
        "part_G": f"G_j{after}",
        "part_f": f"f_j{after}",
        "root": LatexWriter(theorem).name(system.first),
        "whole": f"{'1' if worst else 'S_i(m)'} + F_i{above}(m)",
        "constants_vary": bool((np.ptp(theorem.columns.maset_minima, axis=1) > 0).any()),
    }


def _induction(theorem: Theorem) -> dict[str, object]:
    """The values for the templates on the induction: B, M, M + T - 1, T, D and others.

    order: of the last difference.
    points: the base points M, ..., M + T - 1.
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


# ------------------------------------------------------------------------------ beside the proof


class Sizes(NamedTuple):
    """The sizes of the closure by the explicit colours of patterns: 0, 1, ... of them.

    splits: splits with different new colours or parts; several questions may share one.
    """

    patterns: list[int]
    questions: list[int]
    splits: list[int]


def closure_sizes(theorem: Theorem) -> Sizes:
    """How many patterns, questions and different splits there are."""
    closure = theorem.closure
    colours = np.array([pattern.colours for pattern in closure.patterns])
    weights = (None, np.diff(closure.question_start), np.diff(closure.split_start))
    return Sizes(*(np.bincount(colours, weight).astype(int).tolist() for weight in weights))


def facts(theorem: Theorem) -> dict[str, object]:
    """The values for `closure.tex.jinja` and `facts.tex.jinja`.

    sizes: rows of the closure, by explicit colours.
    optimal: how many functions and residues have 1, 2, ... optimal questions; the last entry counts
        that number or more.
    """
    sizes = closure_sizes(theorem)
    counts = np.minimum(theorem.optimal_question_counts, _MOST_OPTIMAL)
    optimal = np.bincount(counts, minlength=_MOST_OPTIMAL + 1).tolist()
    return {
        "agreement": counted_before(theorem),
        "sizes": list(zip(*sizes, strict=True)),
        "growth": growth(theorem.formula, theorem.closure.game, theorem.closure.pegs),
        "theorem": theorem,
        "optimal": [(k, many) for k, many in enumerate(optimal) if k],
    }


def growth(formula: Formula, game: AlikeGame, pegs: int) -> dict[str, str]:
    """The leading terms of f(n), and of the expected number of questions.

    each: the cost of one more colour.  Texts that do not apply are empty.
    """
    branches = formula.branches
    texts = {"value": _leading(branches, is_whole=True), "mean": "", "each": ""}
    slopes = {branch[-1] for branch in branches if len(branch) == 2}
    if formula.objective is Objective.EXPECTED:
        parts, is_whole = [], True
        for branch in branches:
            for root in latex.secret_roots(game, pegs):
                branch, rest = divided(branch, root)
                is_whole = is_whole and not rest
            parts.append(branch)
        texts["mean"] = _leading(parts, is_whole=is_whole)
        slopes = {part[-1] for part in parts if len(part) == 2}
    if len(slopes) == 1:
        texts["each"] = polynomial_latex([slopes.pop()])
    return texts


def _leading(branches: Sequence[Polynomial], *, is_whole: bool) -> str:
    """The terms that all branches share, and the order of the rest.

    is_whole: whether the branches are everything; else there is a rest that tends to 0.
    """
    size = max(map(len, branches))
    rows = [[*branch, *[Fraction(0)] * size][:size] for branch in branches]
    low = size
    while low and len({row[low - 1] for row in rows}) == 1:
        low -= 1
    terms = trim([Fraction(0)] * low + rows[0][low:])
    text = ""
    for exponent, c in sorted(enumerate(terms), reverse=True):
        if c:
            number = "" if abs(c) == 1 and exponent else polynomial_latex([abs(c)])
            text += (" - " if c < 0 else " + " if text else "") + number + power("n", exponent)
    if low:
        return f"{text} + O({power('n', low - 1) or 1})".removeprefix(" + ")
    return text if is_whole else f"{text} + O(1/n)"


# --------------------------------------------------------------------------------- isomorphisms


def witness_text(
    witness: Witness, source: MasetPattern, target: MasetPattern, game: AlikeGame
) -> str:
    """A permutation of positions and one of colours as cycles; the positions count from 1.

    With an alphabet for each column its colours are renamed after it has moved.
    """
    places = "positions" if game.one_kind else "columns"
    moved = {old + 1: witness.columns.index(old) + 1 for old in range(len(witness.columns))}
    renamings = [(places, moved)]
    if not game.own_alphabets:
        renamings.append(("colours", dict(enumerate(witness.colours))))
    for place, column in enumerate(witness.columns if game.own_alphabets else ()):
        own = [colour for colour in source.occurring if source.column_of[colour] == column]
        renamed = {source.rank_of[c]: target.rank_of[witness.colours[c]] for c in own}
        renamings.append((f"colours of column {place + 1}", renamed))
    cycles = [(what, _cycles(permutation)) for what, permutation in renamings]
    return ", ".join(f"{what} ${text}$" for what, text in cycles if text) or IDENTITY


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


# ------------------------------------------------------------------- the comparison of readings


def compared(comparison: Comparison) -> dict[str, object]:
    """The values for `compared.tex.jinja` on the readings, and the names of their functions."""
    functions = {reading.value: rf"f_{{\mathrm{{{reading.value}}}}}" for reading in _ORDER}
    return {
        "comparison": comparison,
        "formulas": {reading.value: comparison.theorems[reading].formula for reading in _ORDER},
        "functions": functions,
        **functions,
        "others": _ORDER[1:],
        "meaning": latex.sentence(comparison.meaning()),
    }


def readings_listing(comparison: Comparison, digests: dict[Reading, str]) -> tuple[str, str]:
    """The theorems of the readings, the n for which they agree, and the meaning of this; in LaTeX.

    The body, and the document around it. digests: of the certificates.
    """
    theorem = comparison.theorems[Reading.EXACT]
    game, pegs, objective = theorem.closure.game, theorem.closure.pegs, theorem.system.objective
    command = f"masetproof readings {game.name} --pegs {pegs} --objective {objective.value}"
    certificates = "".join(f"\n% certificate {r.value} {digests[r]}" for r in _ORDER)
    case = f"{counted(pegs, 'peg')}, {objective.value} case"
    title = f"{game.title} with {case}: three readings of the rules"
    context = context_of(theorem, digests[Reading.EXACT], "proof.cert") | compared(comparison)
    context |= {
        "name": Path(READINGS[1]).stem,
        "title": title,
        "subject": f"A computer-aided proof for every number of colours; {title}",
        "command": command,
        "head": f"% masetproof {__version__}: {command}{certificates}",
        "prefix": f"{game.name}-{pegs}-{objective.value}-readings",
        "digests": {reading.value: digests[reading] for reading in _ORDER},
    }
    return (
        latex.rendered("readings.tex.jinja", context),
        latex.rendered("proof.tex.jinja", context),
    )
