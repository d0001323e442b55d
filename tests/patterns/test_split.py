from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import new_colours, split
from masetproof.words import EXTRA
from tests.oracles import masets
from tests.patterns.samples import clause_texts, patterns


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from([MASTERMIND, AB]), st.integers(1, 3), st.integers(0, 5))
def test_splitting_partitions_the_secrets(
    data: st.DataObject, game: Game, pegs: int, implicit: int
) -> None:
    """Enumerate the secrets, answer each, and compare with the secrets of the parts."""
    pattern = data.draw(patterns(game, pegs))
    questions = list(non_isomorphic_questions(pattern, game, extra=True))
    question = data.draw(st.sampled_from(questions))
    new = new_colours(pattern, question)
    if new > implicit:
        return  # the question needs more implicit colours than there are
    # New colours are the first implicit ones; the extra colour is one that no secret has.
    asked = tuple(-1 if cell == EXTRA else cell for cell in question)
    by_answer: dict[tuple[int, int], int] = {}
    for secret in masets.secrets(clause_texts(pattern), implicit, game.repeats):
        answer = masets.answer(secret, asked)
        by_answer[answer] = by_answer.get(answer, 0) + 1
    parts = split(pattern, question, game)
    assert {
        answer: part.secrets(game, implicit - new)
        for answer, part in zip(game.answers(pegs), parts, strict=True)
        if part.secrets(game, implicit - new)
    } == by_answer


def test_a_question_of_the_wrong_form_is_refused() -> None:
    with pytest.raises(ValueError, match="2 cells"):
        split(MasetPattern.parse("{**}"), (0,), MASTERMIND)
    with pytest.raises(ValueError, match="new colours"):
        split(MasetPattern.parse("{**}"), (0, 2), MASTERMIND)
