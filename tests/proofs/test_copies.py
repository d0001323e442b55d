"""Theorems, their strategies and what they are asked can be copied and pickled by their owner."""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from masetproof import (
    Theorem,
    Together,
    prove,
    prove_band,
    prove_short,
    prove_together,
    question,
    replay,
    write_certificate,
)
from masetproof.reports.verdicts import verdict_phrase

ROUTES: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def used(theorem: Theorem) -> tuple[object, ...]:
    """What a theorem says in all its parts, which keeps what it computed in it."""
    certificate = io.BytesIO()
    write_certificate(theorem, certificate)
    colours = (3, 4) if theorem.closure.game.own_alphabets else 6
    strategy = theorem.strategy(colours)
    path = [*strategy.path(replayed_secret(theorem))]
    return (
        certificate.getvalue(),
        theorem.value(colours),
        theorem.words(),
        theorem.optimal_questions("{**}", colours),
        [one.label for one in theorem.equations(0)],
        [str(one.solved) for one in theorem.equations(0)],
        theorem.as_json(),
        [verdict_phrase(one, str) for one in theorem.verdicts(theorem.function_of(0))],
        question(theorem, 0, 1).equation,
        replay(strategy),
        path,
    )


def replayed_secret(theorem: Theorem) -> str:
    return "01" if theorem.closure.game.repeats else "10"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("game", "objective"), [("mastermind", "expected"), ("ab", "worst"), ("black-peg", "expected")]
)
def test_a_copy_of_a_theorem_says_the_same(game: str, objective: str, route: str) -> None:
    """Fresh, and after it was used, when it has kept much; the copy keeps nothing of that."""
    theorem = prove(game, 2, objective=objective)
    fresh = ROUTES[route](theorem)
    said = used(theorem)
    copied = ROUTES[route](theorem)
    assert type(copied) is Theorem
    assert copied is not theorem
    assert not {"columns", "guide", "real_game"} & vars(copied).keys()
    assert used(copied) == used(fresh) == said


@pytest.mark.parametrize("route", ROUTES)
def test_a_copy_of_a_strategy_plays_the_same(route: str) -> None:
    both = prove_together("ab", 2)
    assert isinstance(both, Together)
    for made in (prove("ab", 2), prove("black-peg", 2), both):
        strategy = made.strategy(4)
        played = replay(strategy)
        copied = ROUTES[route](strategy)
        assert copied is not strategy
        assert replay(copied) == played
        assert copied.finite == strategy.finite


@pytest.mark.parametrize("route", ROUTES)
def test_copies_of_other_proofs(route: str) -> None:
    band, both, theorem = prove_band(2), prove_together("ab", 1), prove("ab", 2)
    assert isinstance(theorem, Theorem)
    assert ROUTES[route](band).as_json() == band.as_json()
    assert ROUTES[route](both).as_json() == both.as_json()
    asked = question(theorem, 0, 1, colours=4)
    assert ROUTES[route](asked).as_json() == asked.as_json()
    equation = next(iter(theorem.equations(0)))
    copied = ROUTES[route](equation).verdict
    assert verdict_phrase(copied, str) == verdict_phrase(equation.verdict, str)


@pytest.mark.slow
def test_copies_of_a_short_proof() -> None:
    proof = prove_short("ab", 2)
    certificate = proof.certificate()
    for route in ROUTES.values():
        assert route(proof).certificate() == certificate
