"""The oracle of games of alike colours against other oracles and published values."""

from itertools import product

import pytest

from .alike import GAMES, TOLD, optimum, repeats, words
from .profiles import SmallGame, read_table
from .wordle import marks
from .wordle import optimum as optimum_of_words

SMALL = {row.game: row for row in read_table()}


@pytest.mark.parametrize("game", ["mastermind", "ab"])
@pytest.mark.parametrize("reading", ["exact", "none"])
def test_pegs_against_the_table_of_small_games(game: str, reading: str) -> None:
    for pegs, colours in product((1, 2, 3), range(1, 6)):
        row = SMALL.get(SmallGame(game, pegs, colours, False, reading == "none"))
        if row is not None:
            assert optimum(game, pegs, colours, reading=reading) == row.expected
            assert optimum(game, pegs, colours, reading=reading, worst=True) == row.worst


@pytest.mark.parametrize(
    ("game", "pegs", "colours"),
    [
        ("marks", 2, 2),
        ("marks", 2, 3),
        ("marks", 3, 2),
        ("marks-distinct", 2, 4),
        ("marks-distinct", 3, 3),
    ],
)
def test_marks_against_all_strategies_of_words(game: str, pegs: int, colours: int) -> None:
    listed = ["".join(map(str, word)) for word in words(game, pegs, colours)]
    for worst, consistent in product((False, True), repeat=2):
        expected = optimum_of_words(listed, listed, marks, worst=worst, consistent_only=consistent)
        reading = "none" if consistent else "exact"
        assert optimum(game, pegs, colours, worst=worst, reading=reading) == expected


@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
def test_marks_as_they_are_written_tell_the_same(pegs: int) -> None:
    """For each question, secrets have the same marks just where they have what marks tell."""
    told = TOLD["marks"]
    for question in product(range(3), repeat=pegs):
        pairs = {
            (told(secret, question), marks("".join(map(str, secret)), "".join(map(str, question))))
            for secret in product(range(3), repeat=pegs)
        }
        assert len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)


@pytest.mark.parametrize("game", GAMES)
def test_only_the_secret_wins(game: str) -> None:
    """No other question has its answer, which is so if the winning answer tells it apart."""
    for pegs in (1, 2, 3):
        listed = words(game, pegs, 4)
        for question in listed:
            won = TOLD[game](question, question)
            assert [s for s in listed if TOLD[game](s, question) == won] == [question]


@pytest.mark.parametrize("game", GAMES)
def test_readings_are_ordered(game: str) -> None:
    """More questions do no harm, and only possible secrets are asked by `none`."""
    for pegs, worst in product((1, 2, 3), (False, True)):
        for n in range(1 if repeats(game) else pegs, 4):
            free, exact, without, none = (
                optimum(game, pegs, n, worst=worst, reading=reading)
                for reading in ("with", "exact", "without", "none")
            )
            assert free <= exact <= without
            assert exact <= none
