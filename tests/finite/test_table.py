"""Which games are listed, and for which there is a table of answers."""

from __future__ import annotations

from itertools import islice, product

import pytest

from masetproof import FiniteGame, Wordle, optimize
from masetproof.arguments import Refused
from masetproof.finite.table import MEMORY, check_size, make_table, table_bytes
from masetproof.games.matrix import Matrix


def test_words_have_a_table_while_16_bits_number_them() -> None:
    """16 bits number 256 x 256 words, and not 257 x 257."""
    assert FiniteGame("mastermind", 2, 256).is_listable
    assert len(FiniteGame("mastermind", 2, 256).secrets) == 1 << 16
    large = FiniteGame("mastermind", 2, 257)
    assert not large.is_listable
    assert len(large.secrets) == 257**2
    with pytest.raises(Refused, match="has 66,049 words; at most 65,536 are listed"):
        check_size(large)


def test_262_144_words_are_listed_and_no_more() -> None:
    """512 x 512, and not 513 x 513."""
    for words in ("questions", "secrets"):
        with pytest.raises(Refused, match="has 263,169 words; at most 262,144 are listed"):
            getattr(FiniteGame("mastermind", 2, 513), words)
    assert len(FiniteGame("mastermind", 2, 512).questions) == 1 << 18


@pytest.mark.parametrize(("answers", "fits"), [(250, True), (251, False)])
def test_a_question_of_a_search_has_at_most_250_answers(answers: int, fits: bool) -> None:
    """One question has all of them but that which wins, each for a secret of its own."""
    names = [f"s{number}" for number in range(answers - 1)]
    rows = [["", *names], ["q", *map(str, range(answers - 1))]]
    finite = FiniteGame(Matrix([*rows, *([name] + ["0"] * len(names) for name in names)]))
    assert len(finite.answers) == answers
    check_size(finite)
    if fits:
        assert optimize(finite, workers=1, keep=False).optimal
    else:
        with pytest.raises(Refused, match="a question has 250 different answers here; searches"):
            optimize(finite, workers=1, keep=False)


def test_a_game_has_at_most_8192_answers() -> None:
    names = [f"s{number}" for number in range(100)]
    rows = [[f"q{row}", *(str(100 * row + cell) for cell in range(100))] for row in range(82)]
    finite = FiniteGame(Matrix([["", *names], *rows, *([name] + ["0"] * 100 for name in names)]))
    with pytest.raises(Refused, match="has 8,201 answers; at most 8,192 are treated"):
        check_size(finite)


@pytest.mark.parametrize("secrets", [0, 60, 400])
def test_the_bytes_of_a_table_are_those_that_it_holds_or_twice_as_many(secrets: int) -> None:
    """Twice where answers are numbered anew, as lists of words with 6,553 answers have it."""
    words = ["".join(word) for word in islice(product("abcd", repeat=8), 0, None, 163)]
    game = Wordle(words[:secrets], words[secrets:]) if secrets else "mastermind"
    finite = FiniteGame(game)
    table = make_table(finite, MEMORY)
    held = table.answers.nbytes + (0 if table.given is None else table.given.nbytes)
    assert (table.given is None) == (secrets == 0)
    assert held <= table_bytes(finite) <= (2 if secrets else 1) * held
    with pytest.raises(Refused, match="the table of answers takes"):
        make_table(finite, table_bytes(finite) - 1)
    assert (make_table(finite, table_bytes(finite)).answers == table.answers).all()
