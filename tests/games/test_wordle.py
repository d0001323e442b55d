"""Wordle against its definition, and games of words of one's own."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from masetproof import FiniteGame, WordGame, Wordle, hint, optimize, register
from masetproof.arguments import Refused
from masetproof.cli.main import main
from masetproof.games.registry import GAMES_OF_DATA
from masetproof.objectives import Goal
from masetproof.words import Word
from tests.oracles.wordle import marks
from tests.oracles.wordle import optimum as by_brute_force

ACTING = "bared bares caged cages dated dates faced faces gazed gazes"
MORE = "berry brine cloud dizzy fugue glebe"


def lists(seed: int, secrets: int, more: int) -> tuple[list[str], list[str]]:
    """Words of four letters that are secrets, and words that may be asked besides."""
    words = sorted(map("".join, product("ab", repeat=4)))
    drawn = random.Random(seed).sample(words, secrets + more)
    return drawn[:secrets], drawn[secrets:]


@pytest.mark.parametrize(
    ("secret", "question", "told"),
    [
        ("abide", "speed", "bbyby"),
        ("erase", "speed", "ybyyb"),
        ("steal", "speed", "gbgbb"),
        ("crepe", "speed", "bygyb"),
        ("abbey", "babes", "yyggb"),
        ("eerie", "geese", "bgybg"),  # three e: one in place, one more before s; e at the end
        ("those", "geese", "bbbgg"),
        ("aabbb", "bbaaa", "yyyyb"),
        ("a", "a", "g"),
        ("a", "b", "b"),
        ("ab", "ba", "yy"),
    ],
)
def test_known_answers(secret: str, question: str, told: str) -> None:
    """Worked out by hand, the first four as explained to beginners."""
    game = Wordle([secret] if secret == question else [secret, question])
    assert game.answer(secret, question) == told == marks(secret, question)


@pytest.mark.parametrize(
    "words",
    [
        [*map("".join, product("abc", repeat=3))],
        [*map("".join, product("ab", repeat=5))],
        ["".join(random.Random(seed).choices("abcde", k=5)) for seed in range(60)],
        ["a", "b", "c"],
    ],
    ids=["three", "five", "drawn", "one"],
)
def test_all_answers_are_those_of_the_definition(words: list[str]) -> None:
    finite = FiniteGame(Wordle(sorted(set(words))))
    cells = np.array(finite.questions, np.uint8)
    numbers = finite.game.numbers(cells, cells)
    for row, question in enumerate(map(finite.text, finite.questions)):
        for column, secret in enumerate(map(finite.text, finite.secrets)):
            told = marks(secret, question)
            assert finite.answers[numbers[row, column]] == told
            assert finite.game.answer(secret, question) == told


@pytest.mark.parametrize(("letters", "count"), [(1, 2), (2, 7), (3, 24), (4, 77), (5, 238)])
def test_all_answers_occur_but_those_with_one_letter_elsewhere(letters: int, count: int) -> None:
    answers = Wordle(["abcde"[:letters]]).answers(letters)
    assert len(set(answers)) == count == 3**letters - letters
    assert answers[-1] == "g" * letters
    # The secret moves each letter that is elsewhere to the place of the next one.
    for told in answers:
        question, secret = "abcde"[:letters], ["x"] * letters
        moved = [place for place, mark in enumerate(told) if mark == "y"]
        free = moved or [0]
        if len(moved) == 1:
            free = [*moved, told.index("b")]
        for place, mark in enumerate(told):
            if mark == "g":
                secret[place] = question[place]
            elif mark == "y":
                secret[free[(free.index(place) + 1) % len(free)]] = question[place]
        assert marks("".join(secret), question) == told


@pytest.mark.parametrize("consistent_only", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_optima_are_those_of_brute_force(seed: int, consistent_only: bool) -> None:
    secrets, more = lists(seed, 9, 6)
    finite = FiniteGame(Wordle(secrets, more), consistent_only=consistent_only)
    for goal in (Goal.EXPECTED, Goal.WORST):
        expected = by_brute_force(
            secrets,
            secrets + more,
            marks,
            worst=goal is Goal.WORST,
            consistent_only=consistent_only,
        )
        found = optimize(finite, goal, workers=1)
        assert found.optimal
        assert (found.worst if goal is Goal.WORST else found.total) == expected


@pytest.mark.keeps_optima
def test_another_list_is_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of one list is not taken for another of the same size."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    drawn = [lists(seed, 8, more) for seed in range(4) for more in (0, 3)]
    for again in (False, True):
        for secrets, more in drawn:
            found = optimize(FiniteGame(Wordle(secrets, more)), workers=1)
            assert found.kept == again
            assert found.total == by_brute_force(secrets, secrets + more, marks)


# ------------------------------------------------------------------------------- the command line


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, words in (("words", ACTING), ("more", MORE)):
        (tmp_path / name).write_text(words.replace(" ", "\n"))
    return ["--words", str(tmp_path / "words"), "--allowed", str(tmp_path / "more")]


@pytest.mark.parametrize(
    "told", ["bgbgg", "BGBGG", "02022", "\u2b1b\U0001f7e9\u2b1c\U0001f7e9\U0001f7e9"]
)
def test_hint_reads_marks_digits_and_squares(
    told: str, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", "wordle", *files, f"bared:{told}", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["after"] == ["bared:bgbgg"]
    assert document["possible"] == [w for w in ACTING.split() if marks(w, "bared") == "bgbgg"]
    assert document["total"] == by_brute_force(
        document["possible"], [*ACTING.split(), *MORE.split()], marks
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bared:gyggg"], "'gyggg' is no answer: if all other letters are in place, one cannot be"),
        (["bared:1,2"], "'1,2' is no answer of this game; they are bbbbb to ggggg"),
        (["bared:bgbg"], "'bgbg' is no answer of this game; they are bbbbb to ggggg"),
        (["bared:bgzgg"], "'bgzgg' is no answer of this game; they are bbbbb to ggggg"),
        (["bared:22222"], "bared was the secret, and the game is over"),
        (["table:bbbbb"], "'table' is not in the list of words"),
        (["bared:bbbbb", "--pegs", "5"], "the game wordle takes no --pegs"),
        (["bared:bbbbb", "--colours", "26"], "the game wordle takes no --colours"),
    ],
)
def test_what_is_no_answer_is_refused_in_one_sentence(
    arguments: list[str], said: str, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", "wordle", *files, *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"masetproof: {said}")
    assert printed.err.count("\n") == 1


def test_words_of_nine_letters_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "long").write_text("questions\n")
    assert main(["optimize", "wordle", "--words", str(tmp_path / "long")]) == 2
    said = f"{tmp_path / 'long'}: words of the game wordle have at most 8 letters, not 9"
    assert capsys.readouterr().err == f"masetproof: {said}\n"


def test_contradictions_tell_which_answer_may_be_wrong(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of equal letters the first is told to be elsewhere, so no word at all gives the answer."""
    assert main(["hint", "wordle", *files, "cloud:bbbbb", "glebe:bbbby", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["conflict"] == [1]
    game = FiniteGame(Wordle(ACTING.split(), MORE.split()))
    conflict = hint(game.then("berry", "bbbyb")).conflict
    assert conflict is not None
    assert conflict.steps == (0,)
    assert conflict.repair is not None
    # The words without an r, which have an e in the fourth place, are the nearest.
    assert (conflict.repair.distance, game.answers[conflict.repair.answer]) == (2, "bybbb")


def test_words_that_may_be_asked_come_before_combinations_of_letters() -> None:
    game = FiniteGame(Wordle(ACTING.split(), MORE.split()))
    left = hint(game.then("bared", marks("berry", "bared")))
    assert left.is_beyond
    assert [left.finite.text(word) for word in left.possible] == ["berry"]


def test_a_word_that_is_in_no_list_is_spelled() -> None:
    game = FiniteGame(Wordle(["ate", "eat", "tan"]))
    after = [(question, marks("nay", question)) for question in ("ate", "tan")]
    left = hint(FiniteGame(game.game, after=after))
    assert left.is_beyond
    letters = "abcdefghijklmnopqrstuvwxyz"
    everything = map("".join, product(letters, repeat=3))
    expected = [w for w in everything if all(marks(w, one) == told for one, told in after)]
    assert "nay" in expected
    assert [left.finite.text(word) for word in left.finite.secrets] == expected
    nothing = hint(game.then("ate", "ygb").then("tan", "gbb"))  # t stands second and first
    assert nothing.conflict is not None
    assert nothing.conflict.steps == (0, 1)


def played(
    arguments: list[str],
    lines: Sequence[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    terminal: bool = False,
) -> str:
    """What is printed of a game with given lines."""
    monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in lines)))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert main(["play", *arguments]) == 0
    return capsys.readouterr().out


def test_both_sides_of_a_game(
    files: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ["wordle", *files]
    guessed = played([*game, "--secret", "faces"], ["glebe", "faces"], monkeypatch, capsys)
    assert f"glebe  {marks('faces', 'glebe')}   (it could not be the secret)" in guessed
    assert "Found with 2 questions." in guessed
    told: list[str] = []
    for _ in range(6):  # what is asked follows from the answers, which are given in several ways
        said = played([*game, "--side", "answer"], told, monkeypatch, capsys)
        asked = said.rpartition(". ")[2].partition(" ?")[0]
        if "Found" in said:
            break
        told.append(" ".join(marks("dates", asked)))
    assert f"Found with {len(told)} questions: dates." in said
    assert "bgybb    the answer, or 02100" in played(
        [*game, "--side", "answer"], ["?"], monkeypatch, capsys
    )


def test_squares_have_the_colours_of_the_marks(
    files: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def squares(word: str, told: str) -> str:
        # Of the cube of 6 * 6 * 6: white on the green 0 135 95, black on 215 175 0 and on white.
        colours = {"g": (231, 29), "y": (16, 178), "b": (16, 231)}
        return "".join(
            "\x1b[38;5;{};48;5;{}m {} \x1b[0m".format(*colours[mark], letter)
            for letter, mark in zip(word, told, strict=True)
        )

    game = ["wordle", *files, "--secret", "faces"]
    shown = played(game, ["berry", "faces"], monkeypatch, capsys, terminal=True)
    assert squares("berry", marks("faces", "berry")) in shown
    assert squares("faces", "ggggg") in shown
    plain = played([*game, "--no-colour"], ["berry", "quit"], monkeypatch, capsys, terminal=True)
    assert "\x1b" not in plain
    asked = played(
        ["wordle", *files, "--side", "answer"], ["bbbbb"], monkeypatch, capsys, terminal=True
    )
    first = asked.partition("1. ")[2].partition(" ?")[0]
    assert squares(first, "bbbbb") in asked


# --------------------------------------------------------------------------- games of one's own


def alphabetical(secret: Sequence[Any], question: Sequence[Any]) -> str:
    """Of each letter whether that of the secret comes before it, after it, or is it."""
    return "".join(
        "=" if one == other else "<" if one < other else ">"
        for one, other in zip(secret, question, strict=True)
    )


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., Any]], type[WordGame]]:
    """A game of words of one's own with some answer function, known as long as the test lasts."""
    monkeypatch.setattr("masetproof.games.registry.GAMES_OF_DATA", dict(GAMES_OF_DATA))

    def make(told: Callable[..., Any]) -> type[WordGame]:
        class Own(WordGame):
            name, label, title = "own", "OWN", "My game"

            def answers(self, pegs: int) -> list[str]:
                return [*map("".join, product("<>=", repeat=pegs))]

            def compare(self, secret: Word, question: Word) -> str:
                return str(told(secret, question))

        return register(Own)

    return make


def test_a_function_of_two_words_makes_a_game(
    own: Callable[[Callable[..., Any]], type[WordGame]], tmp_path: Path
) -> None:
    secrets, more = lists(1, 10, 4)
    finite = FiniteGame(own(alphabetical)(secrets, more))
    assert optimize(finite, workers=1).total == by_brute_force(
        secrets, secrets + more, alphabetical
    )
    # No word gives this; letters are not gone through, as the game does not say how.
    left = hint(finite.then(secrets[0], "<" * 4).then(secrets[1], ">" * 4))
    possible = [w for w in secrets if alphabetical(w, secrets[0]) == "<<<<"]
    possible = [w for w in possible if alphabetical(w, secrets[1]) == ">>>>"]
    assert (left.conflict is None) == bool(possible)
    assert not left.is_beyond


@pytest.mark.keeps_optima
def test_nothing_is_kept_of_games_of_other_code(
    own: Callable[[Callable[..., Any]], type[WordGame]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A function that was changed has the name of the one before."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    secrets, _ = lists(2, 9, 0)

    def first(secret: Sequence[Any], question: Sequence[Any]) -> str:
        return alphabetical(secret[:1], question[:1]) + "<<<"

    for told in (alphabetical, first, alphabetical):
        found = optimize(FiniteGame(own(told)(secrets)), workers=1)
        assert found.total == by_brute_force(secrets, secrets, told)
    assert not list(tmp_path.iterdir())


def test_a_game_of_the_package_is_not_replaced(
    own: Callable[[Callable[..., Any]], type[WordGame]],
) -> None:
    kind = own(alphabetical)
    kind.name = "wordle"
    with pytest.raises(Refused, match="there is another game 'wordle'"):
        register(kind)
