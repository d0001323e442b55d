"""A proof that is too large to print whole: a strategy that a reader can check, and what shows
that no other one costs less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

import numpy as np

from masetproof.finite.setting import Goal
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.strategy import optimal_strategy
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.written import Asked, Key, Written, WrittenMaset, write_strategy
from masetproof.recurrences.readings import Objective
from masetproof.reports import latex
from masetproof.reports.statements import common_context
from masetproof.strategies.on_patterns import Move
from masetproof.tables.published import published_of
from masetproof.words import SYMBOLS, word_text

__all__ = ["summary_listing"]

_SIMPLE = 2
"""What explicit masets of so few secrets cost is said once for all."""


def summary_listing(theorem: Theorem, digest: str, certificate_name: str) -> str:
    """The summary as a LaTeX body; see `listing.full_listing` for the arguments."""
    context = common_context(theorem, digest, certificate_name) | {
        "counts": _counts(theorem),
        "strategy": _Strategy(theorem).context(),
        "known": _known(theorem),
    }
    return latex.environment().get_template("summary.tex.jinja").render(context)


def _counts(theorem: Theorem) -> dict[str, str]:
    """How many there are of what the certificate is about."""
    system, closure, induction = theorem.system, theorem.closure, theorem.induction
    counts = {
        "patterns": len(closure.patterns),
        "questions": closure.question_count,
        "functions": len(system.pattern),
        "equations": system.equation_count,
        "different": _different_equations(theorem),
        "checked": induction.equations,
        "parts": len(closure.identifications),
        "masets": len(closure.explicit),
        "tight": int(np.count_nonzero(induction.tight)),
    }
    return {name: f"{count:,}" for name, count in counts.items()}


def _different_equations(theorem: Theorem) -> int:
    """How many equations differ from all others of their function and are not set aside."""
    system = theorem.system
    rows = np.column_stack([system.merge_groups(), system.constant])
    # Groups ascend, so only rows of the same group have to be told apart.
    order = np.lexsort(rows.T[::-1])
    differs = np.ones(len(rows), dtype=bool)
    differs[1:] = (rows[order[1:]] != rows[order[:-1]]).any(axis=1)
    part_pattern = np.append(system.pattern, -1)[system.parts]
    own = (part_pattern == system.pattern[system.state][:, None]).any(axis=1)
    return int(np.count_nonzero(differs & ~(own & (system.new == 0))[order]))


def _known(theorem: Theorem) -> list[tuple[int, int, str]]:
    """The values that others have found: n, f(n) and the source."""
    closure, goal = theorem.closure, Goal(theorem.system.objective.value)
    return [
        (n, one.value, latex.escape(one.source))
        for n in theorem.values
        for one in published_of(closure.game, closure.pegs, n, goal)
    ]


@final
class _Strategy:
    """The strategy that shows the upper bound, as the template wants it."""

    def __init__(self, theorem: Theorem) -> None:
        self._theorem = theorem
        self._game = theorem.closure.game
        self._claim, self._start = theorem.induction.claim, theorem.induction.start
        self._worst = theorem.system.objective is Objective.WORST
        self._written = write_strategy(optimal_strategy(theorem))
        self._valid = {
            key: self._valid_from(one)
            for key, one in self._written.patterns.items()
            if one.is_endless
        }

    def context(self) -> dict[str, object]:
        """What the template says of the strategy."""
        written = self._written
        patterns = [self._pattern(one) for one in written.patterns.values()]
        masets = [one for one in written.masets.values() if len(one.move.pattern.clauses) > _SIMPLE]
        questions = [question for one in patterns for question in one["questions"]]
        return {
            "solutions": [self._solution(key) for key in self._valid],
            "patterns": patterns,
            "masets": [self._maset(one) for one in masets],
            "endless": len(self._valid),
            "questions": len(questions),
            "checks": f"{sum(len(question['checks']) for question in questions):,}",
            "needed": max(excluded for _, excluded in (*written.patterns, *written.masets, (0, 0))),
            "root": self._name((0, min(e for number, e in written.patterns if number == 0))),
        }

    def _value(self, key: Key, m: int) -> int:
        return self._theorem.value(self._written.patterns[key].state, m)

    def _valid_from(self, one: Written) -> int:
        """The least m from which on the values are those of the closed form."""
        polynomials = self._branches(one.state)
        m = self._claim.base
        while m:
            branch = polynomials[(m - 1) % len(polynomials)]
            if sum(c * (m - 1) ** i for i, c in enumerate(branch)) != self._value(one.key, m - 1):
                break
            m -= 1
        return m

    def _branches(self, state: int) -> list[tuple[object, ...]]:
        """The closed form by the residue of m."""
        base, period = self._claim.base, self._claim.period
        return [self._claim.branch(state, base + (r - base) % period) for r in range(period)]

    def _name(self, key: Key) -> str:
        return rf"\mptFunction{_level(key)}{{V}}{{{key[0]}}}"

    def _solution(self, key: Key) -> dict[str, object]:
        """The closed form of a function, each polynomial with the residues of m that have it."""
        period = self._claim.period
        residues: dict[str, list[str]] = {}
        for residue, branch in enumerate(self._branches(self._written.patterns[key].state)):
            residues.setdefault(latex.polynomial(branch, "m"), []).append(str(residue))
        return {
            "name": self._name(key),
            "valid": self._valid[key],
            "branches": [
                ("all" if len(classes) == period else ", ".join(classes), polynomial)
                for polynomial, classes in residues.items()
            ],
        }

    def _pattern(self, one: Written) -> dict[str, object]:
        number, excluded = one.key
        pattern = self._theorem.closure.patterns[number]
        return {
            "number": number,
            "level": _level(one.key),
            "excluded": excluded,
            "pattern": latex.pattern(pattern),
            "secrets": latex.polynomial(pattern.secrets_polynomial(self._game), "m"),
            "questions": [self._question(one, asked) for asked in one.asked],
        }

    def _question(self, one: Written, asked: Asked) -> dict[str, object]:
        move, (number, _) = asked.move, one.key
        below = [
            (answer, key) for answer, key in asked.parts.items() if not _explicit(move, answer)
        ]
        valid = None
        if asked.classes:
            valid = max(self._valid[one.key], *(self._valid[key] + move.new for _, key in below), 0)
        return {
            "word": word_text(move.question),
            "label": f"{number}.{asked.number}",
            "level": _level(one.key),
            "when": self._when(asked),
            "stars": [
                self._star(move, answer, asked.parts.get(answer))
                for answer, part in enumerate(move.parts[:-1])
                if part and not part.is_explicit
            ],
            "explicit": list(self._explicit_parts(move, asked.parts)),
            "equation": self._equation(one.key, asked, below),
            "valid": valid,
            "checks": [
                self._check(one.key, asked, below, m)
                for m in asked.small
                if valid is None or m < valid
            ],
        }

    def _when(self, asked: Asked) -> str:
        """For which m the question is asked."""
        period, onset = self._claim.period, self._start
        text = ""
        if asked.classes:
            while onset and ((onset - 1) % period in asked.classes) == (onset - 1 in asked.small):
                onset -= 1
            while onset % period not in asked.classes:
                onset += 1
            text = rf"every $m \ge {onset}$"
            if len(asked.classes) < period:
                classes = ", ".join(map(str, asked.classes))
                text += rf" with $m \equiv {classes} \pmod{{{period}}}$"
        singles = [m for m in asked.small if m < onset or not asked.classes]
        if singles:
            text = f"$m = {_runs(singles)}$" + (f" and {text}" if text else "")
        return text

    def _star(self, move: Move, answer: int, key: Key | None) -> dict[str, object]:
        """A part with a star; without a key there is never a secret in it."""
        part = {"pegs": self._pegs(move, answer), "part": latex.pattern(move.parts[answer])}
        if key is None:
            return part | {"known": ""}
        return part | {"known": _renaming(move, answer), "term": self._term(key, move.new)}

    def _explicit_parts(self, move: Move, parts: dict[int, Key]) -> Iterator[dict[str, object]]:
        """The explicit parts with their costs, the won one without."""
        for answer, part in enumerate(move.parts):
            if part and part.is_explicit:
                won = answer == len(move.parts) - 1
                maset = None if won else self._written.masets[parts[answer]]
                known = ""
                if maset is not None and len(part.clauses) > _SIMPLE:
                    known = rf"\mptMasetRef{_level(maset.key)}{{{maset.key[0]}}}"
                    known += _renaming(move, answer)
                yield {
                    "pegs": self._pegs(move, answer),
                    "part": latex.pattern(part),
                    "known": known,
                    "cost": None if maset is None else maset.cost,
                }

    def _pegs(self, move: Move, answer: int) -> str:
        return latex.pegs(self._game.answers(len(move.question))[answer])

    def _term(self, key: Key, new: int) -> str:
        return f"{self._name(key)}(m{f'-{new}' if new else ''})"

    def _equation(self, key: Key, asked: Asked, below: list[tuple[int, Key]]) -> str:
        terms = [str(asked.constant)] if asked.constant else []
        terms += [self._term(part, asked.move.new) for _, part in below]
        own = f"S_{{{key[0]}}}(m)"
        return f"{self._name(key)}(m) = {self._sum(own, terms)}"

    def _check(
        self, key: Key, asked: Asked, below: list[tuple[int, Key]], m: int
    ) -> tuple[int, str, int]:
        """m, the right side of the equation in numbers, and its value."""
        left = m - asked.move.new
        terms = [str(asked.constant)] if asked.constant else []
        terms += [str(self._value(part, left)) for _, part in below]
        own = str(asked.move.pattern.secrets(self._game, m))
        return m, self._sum(own, terms), self._value(key, m)

    def _sum(self, own: str, terms: list[str]) -> str:
        if not self._worst:
            return " + ".join([own, *terms])
        if not terms:
            return "1"
        return "1 + " + (terms[0] if len(terms) == 1 else rf"\max({', '.join(terms)})")

    def _maset(self, one: WrittenMaset) -> dict[str, object]:
        parts = list(self._explicit_parts(one.move, one.parts))
        costs = [str(part["cost"]) for part in parts if part["cost"] is not None]
        size = len(one.move.pattern.clauses)
        return {
            "number": one.key[0],
            "level": _level(one.key),
            "excluded": one.key[1],
            "maset": latex.pattern(one.move.pattern),
            "secrets": size,
            "word": word_text(one.move.question),
            "parts": parts,
            "sum": self._sum(str(size), costs),
            "cost": one.cost,
        }


def _level(key: Key) -> str:
    """The optional argument of macros that says how many excluded colours are needed."""
    return f"[{key[1]}]" if key[1] else ""


def _explicit(move: Move, answer: int) -> bool:
    return move.parts[answer].is_explicit


def _renaming(move: Move, answer: int) -> str:
    """How a part becomes the pattern that it is: positions from 1, then colours."""
    part = move.part(answer)
    positions = "".join(str(column + 1) for column in part.witness.columns)
    old = sorted(part.ranks)
    new = [part.witness.colours[part.ranks[colour]] for colour in old]
    if positions == "".join(map(str, range(1, len(positions) + 1))):
        positions = ""
    names = ["".join(SYMBOLS[colour] for colour in colours) for colours in (old, new)]
    if old == new:
        names = ["", ""]
    return rf"\mptRenaming{{{positions}}}{{{names[0]}}}{{{names[1]}}}"


def _runs(numbers: list[int]) -> str:
    """Numbers like ``0, 3, \\dots, 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(
        r", \dots, ".join(map(str, run)) if run[-1] - run[0] > 1 else ", ".join(map(str, run))
        for run in runs
    )
