"""Word games, tables and the comparison game: known values, and files that are none."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from masetproof import FiniteGame, Jotto, Matrix, WordMastermind, optimize
from masetproof.arguments import Refused
from masetproof.cli.main import main
from masetproof.games.rules import Game
from masetproof.objectives import Goal
from masetproof.search.states import plain_value
from masetproof.words import Word
from tests.games.samples import WEIGHINGS, WORDS

CELLS = "letters, digits and + - * / = ( ) . ! '"


def test_the_comparison_game_takes_four_questions() -> None:
    """As its inventor found by search: 4, where always asking what tells most takes 5."""
    optimum = optimize(FiniteGame("comparison", 2, 5), Goal.WORST)
    assert (optimum.worst, optimum.optimal) == (4, True)


@pytest.mark.parametrize("numbers", range(1, 16))
def test_on_a_line_the_comparison_game_is_binary_search(numbers: int) -> None:
    """A complete binary tree: 2^d secrets are found with d + 1 questions."""
    total, found, depth = 0, 0, 1
    while found < numbers:
        level = min(1 << (depth - 1), numbers - found)
        total, found, depth = total + level * depth, found + level, depth + 1
    assert optimize(FiniteGame("comparison", 1, numbers)).total == total


def test_games_whose_colours_are_not_renamed_may_have_many() -> None:
    """A complete binary tree of 127 secrets: 1 + 2 * 2 + 4 * 3 + ... + 64 * 7."""
    optimum = optimize(FiniteGame("comparison", 1, 127))
    assert optimum.total == sum(depth << (depth - 1) for depth in range(1, 8))
    assert optimum.finite.parse(optimum.finite.text((100,))) == (100,)


def test_an_anagram_has_all_letters_in_common_and_does_not_win() -> None:
    game = Jotto(["ate", "eat", "tea", "tan"])
    assert game.answer("eat", "tea") == "3"
    assert game.answer("tea", "tea") == "won"
    assert game.answer("tan", "tea") == "2"
    assert optimize(FiniteGame(Jotto(["ate", "eat", "tea"]))).histogram == (1, 1, 1)


def test_letters_are_counted_as_often_as_both_words_have_them() -> None:
    game = WordMastermind(["sassy", "essay", "glass"])
    assert game.answer("essay", "sassy") == (2, 2)  # s and y in place; a and s elsewhere
    assert Jotto(["sassy", "essay"]).answer("essay", "sassy") == "4"


def test_capital_letters_are_small_ones_and_words_are_sorted() -> None:
    game = Jotto("Tea\n\n  ATE \n")
    assert [game.word_text(word) for word in FiniteGame(game).questions] == ["ate", "tea"]
    assert game == Jotto(["tea", "ate"]) != Jotto(["tea", "eat"])


def test_more_words_may_be_asked_and_are_not_the_secret() -> None:
    """No word of the list tells the two others apart; the word that is allowed does."""
    words = ["abx", "aby", "abz"]
    assert optimize(FiniteGame(WordMastermind(words)), Goal.WORST).worst == 3
    assert optimize(FiniteGame(WordMastermind(words, allowed=["yqz"])), Goal.WORST).worst == 2


@pytest.mark.parametrize(
    ("text", "said"),
    {
        "empty": ("", "the list of words is empty"),
        "sign": ("ate\ne;t\n", f"the list of words, line 2: 'e;t' is no word of {CELLS}"),
        "two": ("ate\neat tea\n", f"the list of words, line 2: 'eat tea' is no word of {CELLS}"),
        "length": (
            "ate\n\neats\n",
            "the list of words, line 3: 'eats' has 4 letters, but 'ate' has 3",
        ),
        "twice": ("ate\nAte\n", "the list of words, line 2: 'Ate' stands in the list twice"),
        "long": ("a" * 1000, "the list of words, line 1: a word has at most 40 letters"),
        "binary": ("ate\n\0\n", f"the list of words, line 2: '\\x00' is no word of {CELLS}"),
        "foreign": (
            "\u00e9t\u00e9\n\u00e9te\n\u20ac\n",
            f"the list of words, line 3: '\u20ac' is no word of {CELLS}",
        ),
    }.values(),
)
def test_what_is_no_list_gets_one_sentence_with_the_line(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "words.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match=f"^{re.escape(said)}$"):
        Jotto(text)
    said = f"{path}: {said}"
    with pytest.raises(Refused, match=f"^{re.escape(said)}$"):
        Jotto.read(path)
    assert main(["explore", "--no-browser", "--words", str(path)]) == 2
    assert capsys.readouterr().err == f"masetproof: {said}\n"
    assert main(["optimize", "jotto", "--words", str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"masetproof: {said}\n"


@pytest.mark.parametrize("game", ["jotto", "wordle", "matrix"])
@pytest.mark.parametrize("command", ["rules", "table"])
def test_what_goes_through_sizes_takes_no_game_of_one(
    command: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, game, "--pegs", "2", "--colours", "3"]) == 2
    assert re.fullmatch(
        rf"masetproof: this takes a game of any number of pegs \(.*\), not {game}\n",
        capsys.readouterr().err,
    )


def test_of_two_lists_it_is_said_which(tmp_path: Path) -> None:
    """Editors of Windows write a mark before the first word, which is no letter of it."""
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_bytes("\ufeffate\r\neat\r\n".encode())
    two.write_text("ate\nnets\n")
    with pytest.raises(Refused, match="the words that may only be asked, line 2: 'nets' has 4"):
        Jotto.read(one, two)
    two.write_text("net\n")
    assert Jotto.read(one, two).data() == {"words": ["ate", "eat"], "allowed": ["net"]}


def test_bytes_that_are_no_text_are_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(b"ate\n\xff\xfe\n")
    with pytest.raises(Refused, match="line 2: not UTF-8"):
        Jotto.read(path)
    path.write_bytes(b",a\na,\xff\n")
    with pytest.raises(Refused, match="line 2: not UTF-8"):
        Matrix.read(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: the table has no secrets"),
        (",a,b\na,x,1\n", "line 1: the secret 'b' is no question of the table"),
        (",a,b\na,x\nb,1,x\n", "line 2: 2 fields, but the first line has 3"),
        (",a,a\na,x,1\n", "two questions or two secrets of the table have the same name"),
        (",a\na,x\na,x\n", "two questions or two secrets of the table have the same name"),
        (",a\na,\x1b[31m\n", r"line 2: an answer is a text of 0 to 40 letters, not '\x1b[31m'"),
        (",a\na,x\n,y\n", "line 3: a question has a name of 1 to 40 letters, not ''"),
    ],
)
def test_what_is_no_table_gets_one_sentence(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text)
    assert main(["optimize", "matrix", "--answers", str(path)]) == 2
    assert capsys.readouterr().err == f"masetproof: {path}: {said}\n"


def test_words_that_may_only_be_asked_are_refused_by_the_name_of_their_file(tmp_path: Path) -> None:
    words, allowed = tmp_path / "words", tmp_path / "allowed"
    words.write_text("ate\n")
    allowed.write_text("e:t\n")
    asked = "the words that may only be asked"
    said = f"{allowed}: {asked}, line 1: 'e:t' is no word of {CELLS}"
    with pytest.raises(Refused, match=f"^{re.escape(said)}$"):
        Jotto.read(words, allowed)


def test_a_question_with_more_answers_than_bits_is_refused() -> None:
    names = [f"q{place}" for place in range(252)]
    rows = [["", *names], *([name, *map(str, range(252))] for name in names)]
    with pytest.raises(Refused, match="a question has 251 different answers here"):
        optimize(FiniteGame(Matrix(rows)))


@pytest.mark.parametrize("seed", range(12))
def test_games_of_some_two_hundred_answers(seed: int) -> None:
    """The optimum is that of the textbook; most answers are of questions that tell nothing."""
    random = np.random.default_rng(seed)
    secrets, more = int(random.integers(4, 9)), int(random.integers(4))
    names = [f"s{place}" for place in range(secrets)]
    rows = [["", *names]]
    for name in [*names, *(f"q{place}" for place in range(more))]:
        few = random.integers(240, size=int(random.integers(2, secrets + 1)))
        rows.append([name, *map(str, random.choice(few, size=secrets))])
    rows += [[f"f{place}", *[str(random.integers(240))] * secrets] for place in range(400)]
    finite = FiniteGame(Matrix(rows))
    assert len(finite.answers) > 128
    expected = plain_value(finite, frozenset(finite.secrets))
    assert optimize(finite, workers=1).total == expected


def test_the_answer_where_a_secret_is_asked_does_not_matter() -> None:
    other = [["", "a", "b"], ["a", "1", "1"], ["b", "1", "1"]]
    assert optimize(FiniteGame(Matrix(other))).total == 3
    four = optimize(FiniteGame(Matrix(WEIGHINGS)))
    assert four.histogram == (1, 2, 1)  # the least total of four secrets with three answers


def test_a_new_game_whose_colours_do_not_repeat() -> None:
    class Fewer(Game):
        """How many cells agree."""

        name, label, title = "fewer", "FEW", "Fewer"
        repeats = False

        def answers(self, pegs: int) -> range:
            return range(pegs + 1)

        def compare(self, secret: Word, question: Word) -> int:
            return sum(map(int.__eq__, secret, question))

    game = Fewer()
    words = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert list(game.words(2, 3)) == words
    assert (game.word_count(2, 3), game.least_colours(2)) == (6, 2)
    assert [word for word in [(1, 1), *words] if game.is_word(word)] == words
    assert game.answer("01", "02") == 1
    with pytest.raises(Refused, match="repeats no colour"):
        game.answer("01", "11")


def test_games_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, table, tree = (tmp_path / name for name in ("w.txt", "t.csv", "tree.json"))
    words.write_text("\n".join(WORDS.split()))
    table.write_text("\n".join(",".join(row) for row in WEIGHINGS))
    for arguments in (
        ["comparison", "--pegs", "2", "--colours", "3"],
        ["jotto", "--words", str(words)],
        ["word-mastermind", "--words", str(words), "--consistent-only"],
        ["matrix", "--answers", str(table)],
    ):
        assert main(["optimize", *arguments, "--tree", str(tree), "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["optimal"]
        assert main(["tree", "verify", str(tree), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["total"] == document["total"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["jotto"], "the game jotto needs --words"),
        (["matrix"], "the game matrix needs --answers"),
        (["mastermind", "--pegs", "2"], "the game mastermind needs --colours"),
        (["ab"], "the game ab needs --colours"),
        (["jotto", "--words", "x", "--pegs", "3"], "the game jotto takes no --pegs"),
        (["ab", "--pegs", "2", "--colours", "3", "--words", "x"], "the game ab takes no --words"),
        (
            ["mastermind", "--pegs", "3", "--colours", "3,4,4"],
            "the game mastermind takes one number of colours; only where columns have colours of "
            "their own, as in black-peg, each may have a number",
        ),
        (
            ["black-peg", "--pegs", "3", "--colours", "3,4"],
            "one number of colours for each column makes 3, not 2",
        ),
        (["jotto", "--words", "/nonexistent"], "/nonexistent: No such file or directory"),
    ],
)
def test_options_of_other_games_are_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["optimize", *arguments]) == 2
    assert capsys.readouterr().err == f"masetproof: {said}\n"


def test_a_long_list_has_bounds_and_a_strategy(tmp_path: Path) -> None:
    letters = "abcdefghij"
    words = [f"{a}{b}{c}" for a in letters for b in letters for c in letters]
    optimum = optimize(FiniteGame(Jotto(words)), time_limit=0.2)
    assert not optimum.optimal
    assert optimum.lower_bound < optimum.total
