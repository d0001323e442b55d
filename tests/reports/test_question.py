"""A single question of a theorem: where it has no value, by trying it on all secrets."""

from __future__ import annotations

from collections import Counter

import pytest

from masetproof import question, theorem_of
from masetproof.arguments import Refused
from masetproof.objectives import Objective
from masetproof.words import EXTRA
from tests.oracles import masets
from tests.oracles.wording import sentence


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(("game", "repeat"), [("mastermind", True), ("ab", False)])
def test_a_question_that_tells_nothing_has_no_value(
    game: str, repeat: bool, objective: Objective
) -> None:
    """Also where that is so for some n only, and where there is one secret, which is not asked."""
    theorem = theorem_of(game, 2, objective=objective)
    seen = Counter[str]()
    for place, pattern in enumerate(theorem.closure.patterns):
        for number, asked in enumerate(theorem.closure.questions(place), 1):
            for implicit in range(3):
                n = pattern.colours + implicit
                secrets = masets.secrets(str(pattern).strip("{}").split("|"), implicit, repeat)
                try:
                    one = question(theorem, place, number, colours=n)
                except Refused:
                    continue  # no secret, or no excluded colour
                assert one.given == f"n = {n}"
                word = tuple(masets.EXTRA if cell == EXTRA else cell for cell in asked)
                answers = {masets.answer(secret, word) for secret in secrets}
                lacks, same = max(word) >= n, len(answers) == 1 and secrets != {word}
                assert (one.value is None) == (lacks or same), (one, n)
                names = {
                    sentence("no_solution"): "idle",
                    **{
                        sentence(name, one.given): name
                        for name in ("optimal", "not_optimal", "too_few", "no_solution_for")
                    },
                }
                name = names[one.verdict_text()]
                seen[name] += 1
                assert name in {
                    (False, False): ("optimal", "not_optimal"),
                    (False, True): ("idle", "no_solution_for"),
                }.get((lacks, same), ("idle", "too_few"))
    assert all(seen[name] > 1 for name in ("optimal", "too_few", "idle"))


def test_where_columns_have_their_own_colours() -> None:
    """Both secrets of 0*|*0 with two colours in each column agree with 11 in one column."""
    one = question(theorem_of("black-peg", 2), "{0*|*1}", "23", colours=(2, 2))
    assert one.value is None
    assert one.verdict_text() == sentence("no_solution_for", "n = 2,2")
