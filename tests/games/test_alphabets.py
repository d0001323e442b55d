"""Lists of words in any alphabet: what is accepted can be printed, written and read, or is refused.

Expected answers are those of the oracle for Wordle, on words that are spelled by hand.
"""

# ruff: noqa: RUF001 - letters of other alphabets look like Latin ones.

from __future__ import annotations

import io
import sys
import warnings
from itertools import product
from pathlib import Path

import pytest

from masetproof import FiniteGame, optimize
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.drawing import MARKS, is_leftwards, text_width
from masetproof.finite.contradictions import conflict_of
from masetproof.games.jotto import Jotto
from masetproof.games.wordle import Wordle
from masetproof.play.missing import beyond
from masetproof.reports import latex
from masetproof.reports.drawings import tree_drawing
from masetproof.reports.tables import strategy_listing
from masetproof.reports.typeset import typeset
from masetproof.trees.files import load_tree, write_tree
from tests.oracles.wordle import marks, optimum
from tests.reports.typesetting import complaints, pdf_text

CELLS = "letters, digits and + - * / = ( ) . ! '"
LISTS = {
    "Cyrillic": ["слово", "вешка", "город", "палка", "ветка"],
    "Greek": ["λόγος", "νόμος", "φίλος", "τόπος"],
    "Hebrew": ["ספרים", "ילדים", "מלכים", "דגלים"],
    "Arabic": ["كتاب", "سلام", "جدار", "مطار"],
    "German": ["äpfel", "möwen", "küche", "größe"],
    "Polish": ["żółty", "książ", "łódka", "gęśle"],
    "Japanese": ["ことば", "たまご", "りんご", "とけい"],
}
LATIN = {"German", "Polish"}
REFUSED = {
    "pdf": {"Japanese"},
    "png": {"Japanese"},
    "pgf": LISTS.keys() - LATIN,
    "tex": LISTS.keys() - LATIN,
    "irving": LISTS.keys(),
}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder, trees = tmp_path_factory.mktemp("alphabets"), {}
    for alphabet, words in LISTS.items():
        path = folder / f"{alphabet}.txt"
        path.write_text("\n".join(words), encoding="utf-8")
        trees[alphabet] = path.with_suffix(".json")
        command = ["optimize", "wordle", "--words", str(path), "--workers", "1"]
        assert main([*command, "--tree", str(trees[alphabet])]) == 0
    return trees


@pytest.mark.parametrize("alphabet", LISTS)
def test_every_output_has_the_words_or_is_refused(
    alphabet: str, stored: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each form once, with warnings as errors: matplotlib warns of letters that it lacks."""
    words = set(LISTS[alphabet])
    capsys.readouterr()
    for form in ("text", "json", "dot", "svg", "tex", "irving", "pgf", "pdf", "png"):
        if form == "pgf" and alphabet in LATIN:
            continue  # takes LaTeX
        if form in ("pdf", "png") and alphabet not in ("Hebrew", "Polish", "Japanese"):
            continue  # the others are in the same font as Polish
        path = tmp_path / f"tree.{form}"
        command = ["tree", "convert", str(stored[alphabet]), "--out", str(path), "--to"]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            status = main([*command, {"tex": "latex"}.get(form, form)])
        said = capsys.readouterr().err
        if alphabet in REFUSED.get(form, ()):
            assert (status, said.count("\n"), path.exists()) == (2, 1, False), form
            assert form == "irving" or "take" in said
        elif form in ("pdf", "png"):
            assert (status, said) == (0, ""), said
        elif form == "json":
            found = load_tree(path).tree.finite
            assert {found.text(word) for word in found.secrets} == words
        else:
            text = path.read_text(encoding="utf-8")
            assert status == 0
            assert all(word in text for word in words), form


@pytest.mark.parametrize("alphabet", LISTS)
def test_answers_are_those_of_the_letters(alphabet: str) -> None:
    game, words = Wordle(LISTS[alphabet]), [word.replace("ς", "σ") for word in LISTS[alphabet]]
    for secret in words:
        for question in words:
            assert game.answer(secret, question) == marks(secret, question)


def test_one_letter_is_one_letter_however_it_is_written() -> None:
    """An accent of its own, capitals, the final sigma; the word is shown as it is spelled."""
    assert Jotto(["ku\u0308che", "mo\u0308wen"]) == Jotto(["KÜCHE", "möwen"])
    game = Wordle(["ΤΡΕΙΣ", "νησοι", "λόγος"])
    assert game.answer("νησοι", "τρεις") == game.answer("ΝΗΣΟΙ", "ΤΡΕΙΣ") == "bbbyy"
    assert FiniteGame(game).text(game.parse_word("ΤΡΕΙΣ")) == "τρεις"
    assert game.data() == Wordle(game.data()["words"]).data()


def test_a_secret_with_a_final_sigma_may_be_missing_from_the_list() -> None:
    """Then combinations of letters are asked, among them the secret, none against an answer."""
    asked = ["τρεισ", "νησοι"]
    after = tuple(f"{word}:{marks('τρινσ', word)}" for word in asked)
    finite = FiniteGame(Wordle([*asked, "λόγος"]), after=after)
    conflict = conflict_of(finite)
    assert conflict is not None
    wider = beyond(finite, conflict)
    assert isinstance(wider, FiniteGame)
    found = {wider.text(word).replace("ς", "σ") for word in wider.secrets}
    assert "τρινσ" in found
    assert all(marks(one, word) == marks("τρινσ", word) for one in found for word in asked)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("слово\nСлово\n", "line 2: 'Слово' stands in the list twice"),
        ("слово\nсло\n", "line 2: 'сло' has 3 letters, but 'слово' has 5"),
        ("сл\u202eово\n", r"line 1: 'сл\u202eово' is no word of " + CELLS),
        ("сл\x1bво\n", r"line 1: 'сл\x1bво' is no word of " + CELLS),
        ("İSTAN\n", "line 1: 'İSTAN' has a capital letter that is no single small one"),
    ],
)
def test_messages_show_the_word_and_no_control_character(words: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        Jotto(words)
    assert str(refused.value) == f"the list of words, {said}"


def test_a_word_that_is_not_there_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "words.txt"
    path.write_text("слово\nветка\n", encoding="utf-8")
    assert main(["hint", "wordle", "--words", str(path), "вешка:bbbbb"]) == 2
    assert capsys.readouterr().err == "masetproof: 'вешка' is not in the list of words\n"
    assert main(["hint", "wordle", "--words", str(path), "вешка"]) == 2
    assert "not 'вешка'" in capsys.readouterr().err


def test_output_that_cannot_show_a_word_is_refused(
    stored: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "latin-1"))
    assert main(["tree", "show", str(stored["Cyrillic"])]) == 2
    said = capsys.readouterr().err
    assert said.startswith("masetproof: what is printed has the encoding latin-1, which lacks '")
    assert main(["tree", "show", str(stored["German"])]) == 0


@pytest.mark.parametrize(
    "typed", ["🟧🟦⬛⬛⬜", "🟩🟨⬛⬜⬛", "🟧🟦⬛\ufe0f⬛\ufe0f⬛\ufe0f", "21000", "gybbb"]
)
def test_squares_are_typed_in_both_pairs_of_colours(typed: str) -> None:
    finite = FiniteGame(Wordle(["abbey", "abate", "acbdd"]))
    assert finite.answers[finite.as_answer(typed)] == "gybbb"


def test_squares_of_leftward_words_stand_below_their_letters() -> None:
    """The first letter, דלת, is green and stands on the right, and so does its square."""
    tree = optimize(FiniteGame(Wordle(["דגם", "דלת"])), workers=1).tree
    boxes = [mark for mark in tree_drawing(tree).marks if getattr(mark, "width", 0) == 6]
    assert len(boxes) == 3
    assert [box for box in boxes if box.fill == MARKS["g"]] == [max(boxes, key=lambda box: box.x)]


def test_letters_of_other_alphabets_have_room() -> None:
    """A kana is as wide as it is high; Latin letters have the width of the font."""
    assert text_width("ことば", 10) == 30
    assert text_width("été", 10) == text_width("ete", 10) < 20
    assert [is_leftwards(text) for text in ("abc", "слово", "שלום", "سلام", "12")] == [
        *(False, False, True, True, False)
    ]


@pytest.mark.usefixtures("latex")
def test_latex_has_every_letter_that_it_is_said_to_have(tmp_path: Path) -> None:
    """With and without the encoding that some of them take: in one document each."""
    letters = "".join(sorted(latex._LATIN - set("%$#&_{}~^\\")))
    rare = "".join(sorted(latex._OF_T1))
    assert latex.font_encoding(letters) == latex.font_encoding(rare) != ""
    common = "".join(sorted(set(letters) - set(rare)))
    assert latex.font_encoding(common) == ""
    for number, some in enumerate((common, letters)):
        source = tmp_path / f"{number}.tex"
        words = "\n\n".join(f"\\texttt{{{letter}}}" for letter in some)
        preamble = f"\\documentclass{{article}}\n{latex.font_encoding(some)}\n"
        source.write_text(f"{preamble}\\begin{{document}}\n{words}\n\\end{{document}}\n")
        assert not complaints(typeset(source, source.with_suffix(".pdf")))
    source = tmp_path / "polish.tex"
    words = LISTS["Polish"]
    source.write_text(strategy_listing(optimize(FiniteGame(Wordle(words)), workers=1).tree))
    assert not complaints(typeset(source, source.with_suffix(".pdf")))
    assert pdf_text(source.with_suffix(".pdf")).count("Black pegs") == 0


@pytest.mark.usefixtures("pgf")
def test_pgf_has_polish_letters(stored: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "tree.pgf"
    assert main(["tree", "convert", str(stored["Polish"]), "--out", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert all(word in text for word in LISTS["Polish"])
    assert r"\usepackage[T1]{fontenc}" in text


EQUATIONS = ["1+2=3", "2+1=3", "3-1=2", "6/3=2", "2*3=6", "8/2=4", "2*4=8", "9-8=1"]
PRIMES = ["10007", "10009", "10037", "10039", "10061", "10067", "99991"]
HYPHENS = ["x-ray", "t-rex", "e-car", "o'ner"]


@pytest.mark.parametrize("words", [EQUATIONS, PRIMES, HYPHENS], ids=["nerdle", "primel", "words"])
def test_cells_may_be_digits_and_signs(words: list[str], tmp_path: Path) -> None:
    finite = FiniteGame(Wordle(words))
    assert [finite.text(word) for word in finite.secrets] == sorted(words)
    for secret, question in product(words, repeat=2):
        assert Wordle(words).answer(secret, question) == marks(secret, question)
    total = optimum(words, words, marks)
    found = optimize(finite, workers=1)
    assert found.total == total
    write_tree(tmp_path / "tree.json", found.tree)
    assert load_tree(tmp_path / "tree.json").tree == found.tree


def test_equations_are_asked_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "equations.txt"
    path.write_text("\n".join(EQUATIONS))
    told = marks("2*4=8", "1+2=3")
    assert main(["hint", "wordle", "--words", str(path), f"1+2=3:{told}"]) == 0
    out = capsys.readouterr().out
    left = [one for one in EQUATIONS if marks(one, "1+2=3") == told]
    assert f"{len(left)} secret" in out or f"only {left[0]} is left" in out
    tree = tmp_path / "tree.json"
    assert main(["optimize", "wordle", "--words", str(path), "--tree", str(tree)]) == 0
    for form in ("dot", "latex", "svg", "text"):
        out = str(tmp_path / "out")
        assert main(["tree", "convert", str(tree), "--to", form, "--out", out]) == 0
