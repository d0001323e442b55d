"""The rules of games as data: the marks of questions against the definitions of the answers."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from masetproof import AlikeGame
from masetproof.explore.rules import answer_texts, answers_by_marks, explored_games, rules_document
from masetproof.explore.site import asset
from masetproof.games.registry import GAMES, register
from tests.oracles.wordle import marks


@pytest.mark.parametrize("name", explored_games())
def test_marks_tell_the_answer_to_each_question(name: str) -> None:
    game, moves = explored_games()[name], rules_document()[name]["moves"]
    for pegs, colours in ((1, 3), (2, 4), (3, 5), (4, 4)):
        table = answers_by_marks(game, pegs)
        of = {some: told for told, *all_marks in table for some in all_marks}
        texts, words = answer_texts(game, pegs), list(game.words(pegs, colours))
        for secret, question in list(product(words, words))[:: 1 if pegs < 3 else 97]:
            found = marks("".join(map(str, secret)), "".join(map(str, question)))
            if not moves:
                found = "".join(sorted(found, key="gyb".index))
            assert of[found] == texts[game.number(secret, question)]


def test_what_is_never_answered_has_no_marks() -> None:
    """One white peg beside p - 1 black ones; the colour in common if there is one peg."""
    for name, pegs, never in (
        ("mastermind", 4, ["3,1"]),
        ("ab", 2, ["1,1"]),
        ("black-peg", 3, []),
        ("sum", 1, ["1"]),
        ("sum", 3, []),
        ("marks", 3, []),
    ):
        table = answers_by_marks(explored_games()[name], pegs)
        assert [told for told, *some in table if not some] == never


def test_games_are_there_with_the_sizes_that_are_played() -> None:
    document = rules_document([("mastermind", 10)])
    assert document["bulls-and-cows"]["game"] == "ab"
    assert document["bulls-and-cows"]["usual"] == [4, 10]
    assert list(document["mastermind"]["answers"]) == [*range(1, 9), 10]  # type: ignore[call-overload]
    assert list(document["marks"]["answers"]) == [1, 2, 3, 4, 5]  # type: ignore[call-overload]


class Shared(AlikeGame):
    """Cells whose colour the secret has anywhere; marks do not tell it: 00 has ``gb`` for 01."""

    name, label, title = "shared", "SH", "Shared colours"

    def answers(self, pegs: int) -> tuple[object, ...]:
        return (*range(pegs + 1), "won")

    def compare(self, secret: tuple[int, ...], question: tuple[int, ...]) -> object:
        return sum(cell in secret for cell in question)


def test_a_game_that_marks_do_not_tell_has_no_pages() -> None:
    known = dict(GAMES)
    try:
        register(Shared())
        assert "shared" not in explored_games()
    finally:
        GAMES.clear()
        GAMES.update(known)


def test_the_first_page_says_the_theorem_of_the_tutorial() -> None:
    tutorial = Path(__file__).parents[2] / "docs" / "tutorials" / "wordle.md"
    (theorem,) = re.findall(r"\*\*(If every string.*?)\*\*", tutorial.read_text("utf-8"), re.S)
    first, last = " ".join(theorem.split()).split(
        ", 82,482,801 for all 11,881,376 secrets together"
    )
    assert first + last in re.sub(r'" \+\s+"', "", asset("home.js").decode())
