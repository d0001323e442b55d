"""The checker on games whose secrets have different colours, and whose questions are any words."""

from __future__ import annotations

from io import BytesIO

import pytest

from masetproof import write_certificate
from masetproof.objectives import Objective
from masetproof.recurrences.readings import Reading
from tests.checker.test_alike import claiming, refused
from tests.checker.test_checker import checker, sections_of, sentences, verdict
from tests.oracles import alike
from tests.theorems import theorem

DIFFERENT = {"mastermind": "ab", "sum": "sum-distinct", "marks": "marks-distinct"}
CASES = [
    *((game, 2, reading) for game in DIFFERENT for reading in ("exact", "with", "without")),
    ("marks", 1, "exact"),
    ("marks", 3, "exact"),
    pytest.param("sum", 3, "exact", marks=pytest.mark.slow),
    pytest.param("mastermind", 3, "exact", marks=pytest.mark.slow),
    pytest.param("marks", 4, "exact", marks=pytest.mark.slow),
]


def certificate(game: str, pegs: int, reading: str, objective: str) -> str:
    name, file = f"{game}-distinct-secrets", BytesIO()
    write_certificate(theorem(name, pegs, Objective(objective), Reading(reading)), file)
    return file.getvalue().decode()


@pytest.mark.one_in(5)
@pytest.mark.parametrize("objective", ["expected", "worst"])
@pytest.mark.parametrize(("game", "pegs", "reading"), CASES, ids=str)
def test_certificates_are_verified_and_their_values_are_those_of_play(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    text = certificate(game, pegs, reading, objective)
    sections, different, checked = sections_of(text), DIFFERENT[game], 0
    claim = sections["claim"]
    assert claim[0] == f"game {game}-distinct-secrets"
    assert sentences(claim) == claim[-2:]
    assert verdict(text) == (0, claim[-2].removeprefix("words "))
    for line in sections["values"]:
        n, value = map(int, line.split(" "))
        if n <= {1: 6, 2: 5, 3: 4, 4: 0}[pegs] and (secrets := alike.words(different, pegs, n)):
            worst = objective == "worst"
            found = alike.optimum(game, pegs, n, worst=worst, reading=reading, secrets=secrets)
            assert found == value
            checked += 1
    assert checked or pegs == 4


@pytest.mark.parametrize("game", DIFFERENT)
def test_no_other_game_has_the_same_certificate(game: str) -> None:
    """Not the one of all words, nor the one in which questions repeat no colour, either."""
    sections = sections_of(certificate(game, 2, "exact", "expected"))
    for other in (game, DIFFERENT[game], *(f"{one}-distinct-secrets" for one in DIFFERENT)):
        if other != f"{game}-distinct-secrets":
            refused(claiming(sections, game=other))
    for reading in ("with", "without", "none"):
        refused(claiming(sections, reading=reading))


@pytest.mark.parametrize("game", DIFFERENT)
@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
def test_rules_on_repetition(game: str, pegs: int) -> None:
    """Secrets as in the game with different colours, and questions as in the usual one."""
    usual, different, both = (
        checker.Rules(name, pegs, "exact")
        for name in (game, DIFFERENT[game], f"{game}-distinct-secrets")
    )
    assert (both.once, both.distinct) == (usual.once, different.distinct) == (False, True)
    assert both.cap == usual.cap == 1
    for n in range(6):
        whole = (1 << pegs) - 1
        assert both.ways(whole, (n,)) == different.ways(whole, (n,))
    assert checker.first_of(both.game, pegs) == pegs
