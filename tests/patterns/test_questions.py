from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof.arguments import Refused
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.questions import non_isomorphic_questions, question_classes
from masetproof.words import EXTRA
from tests.oracles import masets
from tests.patterns.samples import clause_texts, patterns


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from([MASTERMIND, AB]), st.integers(1, 3), st.booleans())
def test_orbits_are_the_classes_of_a_brute_force_classification(
    data: st.DataObject, game: Game, pegs: int, extra: bool
) -> None:
    pattern = data.draw(patterns(game, pegs))
    classes = masets.question_classes(clause_texts(pattern), game.repeats, extra)
    # The oracle writes the extra colour as -1; here it is the greatest cell.
    expected = sorted(
        sorted(tuple(EXTRA if c == masets.EXTRA else c for c in question) for question in group)
        for group in classes
    )
    least = [group[0] for group in expected]
    assert list(non_isomorphic_questions(pattern, game, extra=extra)) == least
    assert question_classes(pattern, game, extra=extra) == expected


@pytest.mark.parametrize(("text", "count"), [("{**}", 3), ("{1*|*0}", 10)])
def test_the_examples_of_the_paper(text: str, count: int) -> None:
    # Peczarski, section 2: the questions on (*,*) and on (1,*),(*,0).
    table = non_isomorphic_questions(MasetPattern.parse(text), MASTERMIND, extra=True)
    assert len(table) == count


def test_kinds_of_shared_colours_are_too_many_for_four_pegs() -> None:
    assert len(non_isomorphic_questions("{***}", "black-peg-ab"))
    with pytest.raises(Refused, match="black-peg-ab are listed with at most 3 pegs, not 4"):
        non_isomorphic_questions("{****}", "black-peg-ab")
