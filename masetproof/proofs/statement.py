"""A theorem in words and symbols, as the certificate has it."""

from __future__ import annotations

from typing import Protocol

from masetproof.arguments import as_count, counted
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.recurrences.polynomials import polynomial_text
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading

__all__ = ["Model", "model_json", "model_text", "symbols_of", "words_of"]


class Model(Protocol):
    """What a proof is of: a game with so many pegs, a reading and an objective."""

    @property
    def closure(self) -> Closure:
        """The patterns of the game."""
        ...

    @property
    def reading(self) -> Reading:
        """When the extra colour may be asked."""
        ...

    @property
    def objective(self) -> Objective:
        """What strategies minimize."""
        ...

    @property
    def equation_count(self) -> int:
        """Pairwise non-isomorphic questions over all functions."""
        ...


def words_of(model: Model, formula: Formula, exceptions: int | None, more: str = "") -> str:
    """A theorem as a sentence.

    exceptions: of more than so many only so many are listed, and how many there are.  more: comes
    before the full stop.
    """
    if exceptions is not None:
        exceptions = as_count(exceptions, "the number of exceptions to list", 1)
    game, pegs = model.closure.game, model.closure.pegs
    quantity = (
        "external path length"
        if model.objective is Objective.EXPECTED
        else "number of questions in the worst case"
    )
    missed = formula.exceptions
    listed = [f"it is {value} for n = {n}" for n, value in missed.items()][:exceptions]
    if len(listed) < len(missed):
        listed.append(
            f"and there are {len(missed)} such exceptions, the last for n = {max(missed)}"
        )
    told = ", ".join(listed)
    return (
        f"{game.title} with {counted(pegs, 'peg')} and n colours, "
        f"{model.reading.describe()}: the least {quantity} of a strategy is f(n) "
        f"for every n >= {formula.valid_from}" + (f"; {told}" if told else "") + f"{more}."
    )


def symbols_of(formula: Formula) -> str:
    """The formula on one line."""
    branches = formula.branches
    if len(branches) == 1:
        return f"f(n) = {polynomial_text(branches[0])}"
    return "f(n) = " + "; ".join(
        f"{polynomial_text(branch)} for n = {r} mod {len(branches)}"
        for r, branch in enumerate(branches)
    )


def model_json(model: Model) -> dict[str, object]:
    """What says in JSON what was to be proved."""
    return {
        "game": model.closure.game.name,
        "pegs": model.closure.pegs,
        "objective": model.objective.value,
        "extra": model.reading.value,
        "patterns": len(model.closure.patterns),
        "equations": model.equation_count,
    }


def model_text(model: Model) -> str:
    """What is proved, in a repr."""
    closure = model.closure
    return (
        f"{closure.game.name}, {closure.pegs} pegs, {model.objective.value}, "
        f"reading {model.reading.value}"
    )
