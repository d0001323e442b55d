"""``masetproof show``: one question, and all questions of a pattern."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from masetproof.cli import main
from tests.oracles.wording import sentence

pytestmark = pytest.mark.usefixtures("theorems_shared")

WITH = ["--extra", "with"]


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["show", *arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def text(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_one_question(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "MM.2.0.2", *WITH)
    # The game tree of Peczarski's figure 1: the question 01 on the full pattern.
    assert found["question"] == "01"
    answers = found["answers"]
    assert isinstance(answers, list)
    assert [answer["pattern"] for answer in answers] == [0, 2, 3, None, None]
    assert [answer["won"] for answer in answers] == [False] * 4 + [True]
    assert answers[3]["part"] == "{10}"
    assert answers[3]["minimum"] == "1"
    assert found["equation"] == "f0(n) = f0(n - 2) + f2(n) + f3(n) + n^2 + 1"
    assert found["attained"] is True
    lines = text(capsys, "MM.2.0.2", *WITH, "--objective", "worst")
    assert "(MM.2.0.2)  f0(n) = 1 + max(f0(n - 2), f2(n), f3(n), 1)" in lines


def test_an_equation_that_is_not_attained(capsys: pytest.CaptureFixture[str]) -> None:
    """00 first is optimal only where there is hardly a choice.

    By the published values of the six patterns (Peczarski, table 1): 00 says f0(n-1) + f1(n) + n^2,
    which is 21 + 13 + 16 = 50 > 45 for n = 4 and 1 + 3 + 4 = 8 for n = 2.
    """
    found = document(capsys, "MM.2.0.1", *WITH)
    assert found["equation"] == "f0(n) <= f0(n - 1) + f1(n) + n^2"
    assert (found["attained"], found["optimal_for"]) == (False, "n = 1, 2")
    found = document(capsys, "MM.2.0.1", *WITH, "--colours", "4")
    assert found["equation"] == "f0(n) <= f0(n - 1) + f1(n) + n^2"
    assert (found["value"], found["verdict"]) == ("50", sentence("not_optimal", "n = 4"))
    found = document(capsys, "MM.2.0.1", *WITH, "--colours", "2")
    assert found["equation"] == "f0(n) = f0(n - 1) + f1(n) + n^2"
    assert (found["value"], found["verdict"]) == ("8", sentence("optimal", "n = 2"))


def test_people_get_verdict_and_legend(capsys: pytest.CaptureFixture[str]) -> None:
    lines = text(capsys, "MM.2.0.1", *WITH)
    assert f"verdict: {sentence('sometimes', 'n = 1, 2')}" in lines
    assert any(line.startswith("<=: ") for line in lines)
    assert any(line.startswith("fi(n): ") for line in lines)
    # Every output names its reading.
    assert "questions may also use, from the start, a colour known not to be in" in lines[0]


def test_all_questions_of_a_pattern(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "MM.2.0", *WITH, "--colours", "4")
    questions = found["questions"]
    assert isinstance(questions, list)
    assert [list(question) for question in questions] == [
        ["label", "question", "value", "formula", "verdict"]
    ] * 3
    # By table 1: 01 gives f0(2) + f2(4) + f3(4) + 17 = 8 + 7 + 13 + 17, 0a gives
    # f0(3) + f4(4) + f5(4) + 16 = 21 + 6 + 9 + 16.
    assert [(q["label"], q["question"], q["value"]) for q in questions] == [
        ("MM.2.0.1", "00", "50"),
        ("MM.2.0.2", "01", "45"),
        ("MM.2.0.3", "0a", "52"),
    ]
    best = sentence("optimal", "n = 4")
    assert [q["verdict"] == best for q in questions] == [False, True, False]
    lines = text(capsys, "MM.2.0", *WITH)
    assert f"  (MM.2.0.1)     00  {sentence('sometimes', 'n = 1, 2')}" in lines


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("label", "colours"), [("MM.2", 7), ("AB.2", 6), ("AB.2", 2)])
@pytest.mark.parametrize("extra", ["with", "without", "exact"])
@pytest.mark.parametrize("objective", ["expected", "worst"])
def test_the_least_value_is_that_of_the_game(
    capsys: pytest.CaptureFixture[str], label: str, colours: int, extra: str, objective: str
) -> None:
    model = ["--extra", extra, "--objective", objective]
    game = "mastermind" if label == "MM.2" else "ab"
    n = str(colours)
    assert main(["values", game, "--pegs", "2", "--to", n, *model, "--json"]) == 0
    value = json.loads(capsys.readouterr().out)["values"][n]
    found = document(capsys, f"{label}.0", "--colours", n, *model)
    questions = found["questions"]
    assert isinstance(questions, list)
    values = [int(q["value"]) for q in questions if q["value"] is not None]
    assert min(values) == int(value)
    for question in questions:
        is_optimal = question["verdict"] == sentence("optimal", f"n = {n}")
        assert (question["value"] == value) == is_optimal


def test_the_exact_reading(capsys: pytest.CaptureFixture[str]) -> None:
    # 0a on the full pattern needs an excluded colour, which the answer 0,0 adds to.
    assert main(["show", "MM.2.0.3", "--extra", "exact", "--excluded", "0"]) == 2
    assert "needs more excluded colours" in capsys.readouterr().err
    found = document(capsys, "MM.2.0.3", "--extra", "exact", "--excluded", "1")
    assert document(capsys, "MM.2.0.3") == found  # as many as the question needs
    assert found["equation"] == "f0^1(n) <= f0^1(n - 1) + f4^1(n) + f5^1(n) + n^2"
    found = document(capsys, "MM.2.0.1", "--extra", "exact")
    assert found["equation"] == "f0^0(n) <= f0^1(n - 1) + f1^0(n) + n^2"
    assert main(["show", "MM.2.0.1", "--extra", "exact", "--excluded", "2"]) == 2
    assert "play comes to pattern 0 with 0 or 1 excluded colours" in capsys.readouterr().err
    assert main(["show", "MM.2.0.1", "--extra", "with", "--excluded", "1"]) == 2
    assert "are counted in the reading 'exact'" in capsys.readouterr().err


def test_a_question_is_drawn_with_what_its_answers_leave(tmp_path: Path) -> None:
    path = tmp_path / "question.svg"
    assert main(["show", "MM.2.0.2", *WITH, "--out", str(path)]) == 0
    words = re.findall(r"<text [^>]*>([^<]*)</text>", path.read_text())
    # 01 on {**}: the parts of Peczarski's figure 1 have 1, 2, 4, 1 and 1 clauses; one is won.
    clauses = [(1,), (2,), (4,), (1,), (1,)]
    cells = sum(count for (count,) in clauses) * 2
    pegs = [word for word in words if len(word) == 1 and word != "?"]
    assert len(pegs) == 2 + 2 + cells
    assert "won" in words
    assert {"pattern 0", "pattern 2", "pattern 3", "minimum 1"} <= set(words)


def test_a_pattern_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "pattern.svg"
    assert main(["show", "MM.2.1", "--out", str(path)]) == 0
    text = path.read_text()
    assert "<title>pattern {0*|*0}</title>" in text
    assert sorted(re.findall(r"<text [^>]*>([^<]*)</text>", text)) == ["*", "*", "0", "0"]
    assert main(["show", "MM.2.1", "--out", str(tmp_path / "pattern.gif")]) == 2


def test_questions_on_boards(capsys: pytest.CaptureFixture[str]) -> None:
    """By hand (docs/black-peg.md), with x and y implicit colours and H(y) = y (y + 1) / 2.

    The question 21 on {0*|*1} says x + y + H(x - 1) + H(y), and 23 is worse than the best by 2.
    """
    triangle = [0, 1, 3, 6, 10, 15]
    for x, y in ((2, 3), (3, 2), (4, 4)):
        found = document(capsys, "BP.2.1", "--colours", f"{x + 1},{y + 1}")
        assert found["n"] == [x + 1, y + 1]
        rows = {row["question"]: row for row in found["questions"]}
        left, right = (x + y + triangle[a - 1] + triangle[b] for a, b in ((y, x), (x, y)))
        both = x + y + 3 + triangle[x - 1] + triangle[y - 1] + min(x, y) - 1
        assert [rows[q]["value"] for q in ("01", "02", "21", "23")] == [
            None,
            *map(str, (left, right, both)),
        ]
        for question, value in (("02", left), ("21", right), ("23", both)):
            verdict = "optimal" if value == min(left, right, both) else "not_optimal"
            assert rows[question]["verdict"] == sentence(verdict, f"n = {x + 1},{y + 1}")


def test_an_equation_of_two_indices(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "BP.2.1.4")
    assert found["question"] == "21"
    assert [answer["pattern"] for answer in found["answers"]] == [2, 2, None]
    assert found["equation"] == "f1^00(m1, m2) <= f2^11(m2) + f2^11(m1 - 1) + m1 + m2"
    assert found["optimal_for"] == "n1 >= n2 and n2 >= 1"
    lines = text(capsys, "BP.2.1")
    assert any(line.endswith(sentence("more", 2)) for line in lines)
    assert "pattern 1: {0*|*1}, m1 + m2 secrets" in lines
    found = document(capsys, "BP.2.0.2", "--excluded", "1,1")
    assert found["equation"] == "f0^11(m1, m2) <= f0^11(m1 - 1, m2) + f2^11(m2) + m1*m2"
    assert found["excluded"] == "1,1"


def test_questions_that_tell_kinds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """On {**} with x, y and z colours of the first column, the second and both (by hand).

    01/12,2 takes one that may stand in both and one of the second column: without a black peg
    the first may still stand in the second column, so nothing but one of both is gone; with one the
    first is there, and y + z - 2 others may be beside it, or the second is, and x + z - 1 may.
    """
    found = document(capsys, "BPAB.2.0.4")
    assert (found["question"], found["n"]) == ("01/12,2", None)
    assert found["equation"] == (
        "f0^0(m1, m2, m12) <= f0^1(m1, m2, m12 - 1) + f1^0(m1, m2 - 1, m12 - 1)"
        " + m1*m12 + m1*m2 + m12*(m12 - 1) + m2*m12"
    )
    assert [answer["normalized"] for answer in found["answers"]] == ["{**}", "{0*|*1}", "{01}"]
    assert found["formula"] is None  # with n colours that may stand in both columns
    (region,) = (
        one for one in found["regions"] if one["walls"] == ["n2 = n1", "n1 >= 1", "n12 >= 1"]
    )
    lines = text(capsys, "BPAB.2.0.4")
    place = lines.index("On every board (n1, n2, n12), beginning with 01/12,2:")
    shown = region["polynomial"].replace("**", "^")
    assert f"  f(n1, n2, n12) = {shown} where n2 = n1, n1 >= 1, n12 >= 1" in lines[place:]
    listed = document(capsys, "BPAB.2.0", "--colours", "1,2,3")
    values = {row["question"]: row["value"] for row in listed["questions"]}
    # F(5, 4) - 3 * 5 by docs/black-peg.md, where x, y, z is 1, 2, 3.
    assert min(int(value) for value in values.values() if value) == 4 * 114 // 6 - 15 == 61
    assert values["01/12,2"] == "61"
    path = tmp_path / "question.svg"
    assert main(["show", "BPAB.2.0.4", "--out", str(path)]) == 0
    assert capsys.readouterr().out == f"wrote {path}\n"
    # The pegs of the question, and of what is left.
    told = re.findall(r"<text [^>]*>([0-9])</text>", path.read_text())
    assert sorted(told) == sorted("01" + "0" + "01" + "01")
    one = document(capsys, "BPAB.2.0.4", "--colours", "1,2,3")
    assert (one["value"], one["verdict"]) == ("61", sentence("optimal", "m = 1,2,3"))
    assert f"  (BPAB.2.0.5)   01       76  {sentence('optimal', 'n = 5')}" in text(
        capsys, "BPAB.2.0", "--colours", "5"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("BP.2.1 --colours 0,1", "{0*|*1}, has no secret with (0, 1) colours"),
        ("BP.2.1 --colours 1,2,3", "one number of implicit colours for each of 2 columns"),
        ("BP.2.0.2 --excluded 0,0", "it needs more excluded colours"),
        ("BP.2.1 --excluded 0,1", "with 0,0 or 1,1 excluded colours in its columns"),
        ("MM.2.1 --colours 3,4", "the number of colours must be a whole number"),
    ],
)
def test_what_there_is_not_on_boards(
    capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    assert main(["show", *arguments.split()]) == 2
    error = capsys.readouterr().err
    assert error.startswith("masetproof: ")
    assert sentence in error


def test_a_game_and_its_pegs_list_the_patterns(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["mastermind", "--pegs", "2"]
    assert main(["patterns", *game]) == 0
    listed = capsys.readouterr().out.splitlines()
    *lines, hint = text(capsys, *game)
    assert lines == listed
    assert main(["show", *hint.split("'")[1].split()[2:]]) == 0
    assert "pattern 1: " in capsys.readouterr().out
    found = document(capsys, "bulls-and-cows", "--pegs", "2", "--extra", "without")
    assert main(["patterns", "ab", "--pegs", "2", "--extra", "without", "--json"]) == 0
    assert found == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("MM.2.1", "mastermind --pegs 2 --pattern 1"),
        ("MM.2.1", "mastermind --pegs 2 --pattern {*0|0*}"),
        ("MM.2.1", "mastermind --pegs 2 --pattern {3*|*3}"),  # colours are names
        ("MM.2.0.2", "mastermind --pegs 2 --pattern 0 --question 2"),
        ("MM.2.0.2", "mastermind --pegs 2 --pattern 0 --question 01"),
        ("MM.1.0.1", "mastermind --pegs 1 --pattern 0 --question 0"),
        ("BPAB.2.0.4 --colours 1,2,3", "black-peg-ab --pegs 2 --pattern 0 --question 01/12,2"),
    ],
)
def test_what_a_label_says_can_be_said_in_words(
    capsys: pytest.CaptureFixture[str], label: str, words: str
) -> None:
    label, *more = label.split()
    assert document(capsys, label, *more) == document(capsys, *words.split(), *more)


def test_a_number_that_is_also_a_word_is_not_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    pattern = ["mastermind", "--pegs", "2", "--pattern", "2"]
    assert main(["show", *pattern, "--question", "10"]) == 2
    error = capsys.readouterr().err
    by_number, by_word = re.findall(r"MM\.2\.2\.\d+", error)
    assert by_number == "MM.2.2.10"
    assert document(capsys, by_word)["question"] == "10"
    assert document(capsys, by_number)["question"] != "10"


@pytest.mark.parametrize(
    ("arguments", "sentences"),
    [
        ("XX.2.1", ["such as MM.3.17.42", "game, pegs, pattern, question", "mastermind (MM)"]),
        ("MM.2", ["such as MM.3.17.42"]),
        ("mastermnd --pegs 2", ["such as MM.3.17.42", "and no game"]),
        ("MM.2.1 --pegs 2", ["--pegs is in the label"]),
        ("MM.2.1 --question 2", ["--question is in the label"]),
        ("mastermind", ["the game mastermind needs --pegs"]),
        ("mastermind --pegs 2 --question 01", ["--question is for one pattern", "--pattern"]),
        ("mastermind --pegs 2 --colours 4", ["--colours is for one pattern"]),
        ("mastermind --pegs 2 --pattern 6", ["there is no pattern 6; they are 0 to 5"]),
        ("mastermind --pegs 2 --pattern {x", ["a pattern is written like"]),
        ("mastermind --pegs 2 --pattern {01}", ["has no star"]),
        ("mastermind --pegs 2 --pattern 0 --question 99", ["not asked", "numbers 1 to 3"]),
        ("comparison --pegs 2", ["this takes a game of alike colours"]),
    ],
)
def test_what_is_no_place(
    capsys: pytest.CaptureFixture[str], arguments: str, sentences: list[str]
) -> None:
    assert main(["show", *arguments.split()]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert all(said in printed.err for said in sentences)
