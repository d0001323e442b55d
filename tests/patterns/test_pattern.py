from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masetproof.arguments import Refused
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.patterns.pattern import MasetPattern
from tests.oracles import masets
from tests.patterns.samples import clause_texts, patterns

GAME = st.sampled_from([MASTERMIND, AB])


@given(st.data(), GAME, st.integers(1, 3))
def test_text_form_parses_back(data: st.DataObject, game: Game, pegs: int) -> None:
    pattern = data.draw(patterns(game, pegs))
    assert MasetPattern.parse(str(pattern)) == pattern


@pytest.mark.parametrize(
    "text", ["", "00|11", "{00|1}", "{00|00}", "{0a}", "{0 1}", "{00|}", "{?}", "{|}"]
)
def test_what_is_no_pattern_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        MasetPattern.parse(text)


def test_the_order_of_clauses_does_not_matter() -> None:
    assert MasetPattern.parse("{00|11|*1|0*}") == MasetPattern.parse("{0*|*1|00|11}")
    assert str(MasetPattern.parse("{}")) == "{}"


@given(st.data(), GAME, st.integers(1, 3), st.integers(0, 5))
def test_number_of_secrets_is_that_of_their_list(
    data: st.DataObject, game: Game, pegs: int, implicit: int
) -> None:
    pattern = data.draw(patterns(game, pegs))
    count = len(masets.secrets(clause_texts(pattern), implicit, game.repeats))
    assert pattern.secrets(game, implicit) == count
    polynomial = pattern.secrets_polynomial(game)
    assert sum(c * implicit**power for power, c in enumerate(polynomial)) == count


@given(st.data(), GAME, st.integers(1, 3), st.integers(0, 3), st.integers(0, 2))
def test_extension_stands_for_the_same_secrets(
    data: st.DataObject, game: Game, pegs: int, new: int, left: int
) -> None:
    pattern = data.draw(patterns(game, pegs, colours=3))
    before = masets.secrets(clause_texts(pattern), new + left, game.repeats)
    extended = pattern.extend(new, game)
    # The oracle numbers implicit colours after the explicit ones that occur, so put them apart.
    whole = MasetPattern.of(
        [row for clause in extended.clauses for row in MasetPattern((clause,)).clauses]
    )
    assert whole == extended
    assert extended.secrets(game, left) == len(before)


def test_normalization_keeps_the_order_of_colours() -> None:
    pattern = MasetPattern.parse("{2*|*5}")
    assert pattern.normalize() == (MasetPattern.parse("{0*|*1}"), {2: 0, 5: 1})
    assert not pattern.is_normalized


def test_clauses_that_repeat_a_colour_are_of_no_pattern_of_ab() -> None:
    for text in ("{00}", "{01|0*|11}"):
        MasetPattern.parse(text).check_game("mastermind")
        with pytest.raises(Refused, match="repeat"):
            MasetPattern.parse(text).check_game("ab")
    MasetPattern.parse("{01|0*|**}").check_game("ab")
