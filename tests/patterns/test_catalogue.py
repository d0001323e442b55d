"""What answers leave: which pattern it is, and how it is mapped to that."""

from __future__ import annotations

from random import Random

import pytest

from masetproof.arguments import Refused
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, PegGame
from masetproof.patterns.catalogue import Catalogue
from masetproof.patterns.closure import close
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.pattern import MasetPattern, with_new
from masetproof.patterns.split import split
from masetproof.words import STAR

GAMES = pytest.mark.parametrize(
    "game", [MASTERMIND, AB, BLACK_PEG, BLACK_PEG_AB], ids=lambda game: game.name
)


@GAMES
def test_the_witness_maps_the_part_to_its_pattern(game: PegGame) -> None:
    closure = close(game, 2)
    for number, pattern in enumerate(closure.patterns):
        for question in closure.questions(number):
            *others, won = closure.answered(number, question)
            secrets = [clause for one in (*others, won) for clause in one.part.clauses]
            assert len(secrets) == len(set(secrets)) >= len(pattern.clauses)
            assert (won.pattern, won.maset, won.is_won) == (None, None, bool(won.part))
            for one in others:
                if not one.part:
                    assert (one.pattern, one.maset, one.is_won) == (None, None, False)
                    continue
                forms = closure.explicit if one.part.is_explicit else closure.patterns
                assert one.known == forms[one.number]
                assert {one.pattern, one.maset} == {one.number, None}
                assert one.witness.apply(one.normal) == one.known
                assert with_new(one.core, one.again, game) == one.part
                names = one.colours | {STAR: STAR}
                moved = {
                    tuple(names[clause[column]] for column in one.witness.columns)
                    for clause in one.core.clauses
                }
                assert moved == {*one.known.clauses}


@GAMES
def test_all_questions_at_once_are_answered_like_each(game: PegGame) -> None:
    closure, shared = close(game, 2), 0
    for number, pattern in enumerate(closure.patterns):
        found = closure.all_answered(number)
        assert found == [closure.answered(number, one) for one in closure.questions(number)]
        for answers, question in zip(found, closure.questions(number), strict=True):
            parts = split(pattern, question, game)
            *others, won = [one.part for one in answers]
            assert [*others, *parts[len(others) : -1], won] == [*parts]
        shared += len(found) - len({*map(id, found)})
    assert shared > 0 or game is not MASTERMIND


@pytest.mark.parametrize("seed", range(20))
def test_isomorphic_patterns_are_found_and_others_are_not(seed: int) -> None:
    """However columns and colours are called."""
    random = Random(seed)
    forms = [*close(AB, 2).patterns, *close(AB, 2).explicit]
    place = random.randrange(len(forms))
    columns = tuple(random.sample(range(2), 2))
    colours = tuple(random.sample(range(forms[place].colours), forms[place].colours))
    moved = Witness(columns, colours).apply(forms[place])
    found = Catalogue(AB, enumerate(forms)).find(moved)
    assert found is not None
    assert found[0].number == place
    others = Catalogue(AB, [(i, form) for i, form in enumerate(forms) if i != place])
    assert others.find(moved) is None


@pytest.mark.parametrize("game", [BLACK_PEG, BLACK_PEG_AB], ids=lambda game: game.name)
def test_where_there_are_several_kinds_parts_are_mapped_as_in_the_splits(game: PegGame) -> None:
    """But a part that is its pattern already, which is not moved."""
    closure, checked = close(game, 2), 0
    splits = closure.splits
    assert splits.maps is not None
    for number in range(len(closure.patterns)):
        for place, question in enumerate(closure.questions(number)):
            row = closure.split_of[closure.question_start[number] + place]
            own = slice(splits.part_start[row], splits.part_start[row + 1])
            parts = zip(splits.parts[own].tolist(), splits.maps[own].tolist(), strict=True)
            kept = {
                (part < 0, -1 - part if part < 0 else part, closure.maps[one])
                for part, one in parts
            }
            for answered in closure.answered(number, question):
                if answered.is_open and answered.normal != answered.known:
                    implicit = tuple(sorted(answered.implicit.values()))
                    where = answered.witness.columns, implicit
                    assert (answered.part.is_explicit, answered.number, where) in kept
                    checked += 1
    assert checked > 3


def test_a_catalogue_of_a_few_patterns() -> None:
    patterns = [MasetPattern.parse(text) for text in ("{**}", "{0*|*0}", "{01}")]
    catalogue = Catalogue(MASTERMIND, enumerate(patterns))
    whole, _, one_black, _, _, won = catalogue.answered(patterns[0], "00")
    assert (whole.number, whole.known, whole.colours) == (0, patterns[0], {})
    assert (one_black.number, one_black.known, one_black.colours) == (1, patterns[1], {0: 0})
    assert won.is_won
    with pytest.raises(Refused, match="no secret is left"):
        _ = won.number
    _, here, _, there, *_ = catalogue.answered(patterns[1], "01")
    assert (there.maset, there.known) == (2, patterns[2])
    with pytest.raises(ArithmeticError, match="none of the patterns that are expected"):
        _ = here.number
