"""The equations of a proof as values, one for each question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, final

from masetproof.notebook import Shown
from masetproof.objectives import Objective
from masetproof.proofs.one_index_proof import OneIndexProof
from masetproof.proofs.verdicts import NumberVerdict, equation_label, verdicts
from masetproof.words import Word

__all__ = ["Equation", "Term", "equations"]


@final
class Term(NamedTuple):
    """The value of a part, f_pattern(n - less), after so many excluded colours (`Reading`)."""

    pattern: int
    excluded: int
    less: int


@final
@dataclass(frozen=True, slots=True)
class Equation(Shown):
    """What asking one question first costs at least, and the verdict on that.

    With n colours that the secret may contain, m = n - k of them implicit, S(n) secrets and c the
    constant for min(m - new, len(constants) - 1),

        expected:  f(n) <= S(n) + c + the sum of the terms
        worst:     f(n) <= 1 + max(c, the terms)

    label: like ``MM.2.1.3``.  pattern, excluded: the function f.  new: the new colours of the
    question.  secrets: S as a polynomial in m, ascending.  objective: what is minimized.  colours:
    the number k of explicit colours of the pattern.
    """

    label: str
    pattern: int
    excluded: int
    question: Word
    new: int
    secrets: tuple[int, ...]
    constants: tuple[int, ...]
    terms: tuple[Term, ...]
    verdict: NumberVerdict
    objective: Objective
    colours: int


def equations(proof: OneIndexProof, state: int) -> Iterator[Equation]:
    """The equations of a function, in the order of their questions."""
    system, closure = proof.system, proof.closure
    number = int(system.pattern[state])
    pattern = closure.patterns[number]
    secrets = pattern.secrets_polynomial(closure.game)
    for verdict in verdicts(proof, state):
        row = proof.row_of(state, verdict.split)
        new = int(system.new[row])
        parts = [
            (int(system.pattern[part]), int(system.level[part]))
            for part in system.parts[row].tolist()
            if part >= 0
        ]
        yield Equation(
            equation_label(proof, number, verdict.number),
            number,
            int(system.level[state]),
            verdict.question,
            new,
            secrets,
            tuple(system.constant[row].tolist()),
            tuple(
                Term(part, level, pattern.colours + new - closure.patterns[part].colours)
                for part, level in parts
            ),
            verdict,
            system.objective,
            pattern.colours,
        )
