"""Irving's notation, read and written."""

from __future__ import annotations

from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.search.optimize import optimize
from masetproof.trees.evaluate import evaluate
from masetproof.trees.files import load_tree
from masetproof.trees.irving import irving_lines, parse_irving
from masetproof.trees.replay import Refuted, replay
from masetproof.trees.tree import Node, StrategyTree

# Mastermind with 2 pegs and 3 colours, written by hand.  After 12: (0,2) leaves 21, (0,1) 23 and
# 31, (0,0) 33, (1,0) 11, 13, 22 and 32.
BY_HAND = """\
9 (12: 1, 2, 1; 4A; 1)

A = (13: 0, 1, 1;
    1; 1)
"""
# 13 against 11: (1,0), 22: (0,0), 32: (0,1), and itself.
HISTOGRAM = (1, 4, 4)


def test_by_hand() -> None:
    tree = parse_irving(BY_HAND)
    assert tree.finite == FiniteGame("mastermind", 2, 3)
    assert replay(tree).histogram == HISTOGRAM
    assert dict(tree.root.branches)[1].question == (1, 2)  # the first of two is asked first
    # The impossible answer (1,1) may be written as 0, marks may be missing, and letters be words.
    for other in (
        BY_HAND.replace("4A;", "0, 4A;"),
        BY_HAND.replace("4A", "4 part").replace("A =", "part="),
        BY_HAND.replace("2,", "2(23),"),
        BY_HAND.replace("(13: 0, 1, 1;\n    1; 1)", "(13)"),
        "9(12:1,2,1;4(13:0,1,1;0,1;1);1)",
        "9(12:1,2,1;4(13x);1)",
    ):
        assert parse_irving(other).root == tree.root


GAMES = [
    FiniteGame("mastermind", 2, 3),
    FiniteGame("mastermind", 3, 4),
    FiniteGame("mastermind", 4, 4),
    FiniteGame("mastermind", 1, 5),
    FiniteGame("ab", 3, 5),
    FiniteGame("ab", 3, 10),
    FiniteGame("ab", 4, 7),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", GAMES, ids=lambda finite: finite.title)
def test_what_is_written_is_read(finite: FiniteGame, tmp_path: Path) -> None:
    for tree in (optimize(finite).tree, evaluate(finite, "minimax").tree):
        text = "\n".join(irving_lines(tree))
        assert max(map(len, text.splitlines())) < 80
        assert parse_irving(text).root == tree.root
        path = tmp_path / "tree.irving"
        path.write_text(text + "\n")
        assert load_tree(path).tree == tree


def test_questions_that_tell_nothing_are_kept() -> None:
    """They are no use, but what is read is what was written."""
    finite = FiniteGame("mastermind", 1, 2)
    tree = StrategyTree(finite, Node((0,), ((0, Node((1,))),)))
    idle = StrategyTree(finite, Node((0,), ((0, Node((0,), ((0, Node((1,))),))),)))
    assert "\n".join(irving_lines(tree)) == "2 (1)"
    with pytest.raises(Refuted):  # 0 is asked a second time
        "\n".join(irving_lines(idle))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other = tmp_path / "tree.txt", tmp_path / "tree.json"
    path.write_text(BY_HAND)
    assert main(["tree", "verify", str(path)]) == 0
    assert "histogram   1 4 4" in capsys.readouterr().out
    assert main(["tree", "convert", str(path), "--out", str(other)]) == 0
    capsys.readouterr()
    assert main(["tree", "convert", str(other), "--to", "irving"]) == 0
    assert parse_irving(capsys.readouterr().out).root == parse_irving(BY_HAND).root
    path.write_text(BY_HAND.replace("9 (", "8 ("))
    assert main(["tree", "verify", str(path)]) == 2
    assert "tree.txt: no game with 2 pegs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (BY_HAND.replace("4A", "4B"), "line 1: the state B is given nowhere"),
        (BY_HAND.replace("4A", "4"), "line 1: 4 secrets are left, and no question follows"),
        (BY_HAND.replace("1)\n\nA", "1\n\nA"), "')' was expected, not 'A'"),
        (BY_HAND.replace("13", "14"), "line 3: '14' is no question"),
        (BY_HAND.replace("13", "1"), "line 3: '1' is no question"),
        (BY_HAND.replace("13", "01"), "line 3: '01' is no question"),
        (BY_HAND + "A = (13)", "line 5: the state A is given twice"),
        (BY_HAND + "B = (13)", "the state B is used nowhere"),
        (BY_HAND.split("\n")[0].replace("4A", "4(13)") + " 7", "something follows the end"),
        ("9 (" * 5000, "':' or ')' was expected"),
        ("4 (12: 1 " + "(11: 0, 0, 0; 1 " * 200, "line 1: there are more than 100 questions"),
        ("9", "'(' was expected"),
        ("9 (12x: 1, 2, 1; 4(13x); 1)", "line 1: ')' was expected, not ':'"),
        ("4 (11: 0 (12), 0, 1; 2; 1)", "line 1: no secret is left, and a question follows"),
        ("99999999999 (12)", "the number of secrets"),
        ("9 (123456789)", "at most 8 pegs"),
        ("7 (12)", "no game with 2 pegs"),
        ("", "the number of secrets was expected, not 'the end'"),
        ("9 (12: 1, 2A, 1; 4A; 1)\nA = (23)", "the state A is used twice"),
    ],
)
def test_malformed(wrong: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_irving(wrong)
    assert reason in str(refused.value)


# Mastermind with 2 pegs and 2 colours: after 11 the answer (1,0) leaves 12 and 21, and (0,0) 22.
@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        # 1 + 2 + 2 + 2 = 7 questions it would be; that is one fewer than there are.
        (
            "4 (11)",
            "line 1: (11) says that each answer leaves 1 secret at most, but (1,0) leaves 2, 12",
        ),
        ("4 (11*)", "line 1: 11 is one of the secrets that are left; its star says it is none"),
        ("4 (11*: 0, 0, 1;\n2; 1)", "line 1: 11 is one of the secrets"),
        ("4 (11: 0, 0, 1;\n1; 1)", "line 2: 1 secret is left, it says, but 2 are"),
        ("4 (11: 0, 0, 1; 2; 0)", "line 1: 0 stands for the answer that wins"),
        (BY_HAND.replace("2,", "3,"), "line 1: 3 secrets are left, it says, but 2 are"),
        (BY_HAND.replace("(13: 0, 1, 1;\n    1; 1)", "(11*)"), "line 3: 11 is one of the secrets"),
        # 33 leaves three of the four that are left, 11, 13, 22 and 32: 11 and 22 by (0,0).
        (BY_HAND.replace("(13: 0, 1, 1;\n    1; 1)", "(33)"), "line 3: (33) says that each"),
        (
            "9 (11)",
            "line 1: (11) says that each answer leaves 1 secret at most, but (0,0) leaves 4",
        ),
        (
            "9 (11x)",
            "line 1: (11x) says that each answer leaves 2 secrets at most, but (0,0) leaves 4",
        ),
    ],
)
def test_what_a_file_says_is_held_against_the_game(
    wrong: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Refuted) as refuted:
        parse_irving(wrong)
    assert reason in str(refuted.value)
    path = tmp_path / "a.irving"
    path.write_text(wrong)
    for command in (["tree", "verify"], ["tree", "show"], ["depth", "--tree"]):
        assert main([*command, str(path)]) == 1
        out, err = capsys.readouterr()
        assert reason in out + err


def test_every_mark_means_what_it_says() -> None:
    """Mastermind with 2 pegs and 2 colours, each answer by hand."""
    # 11 wins once; (0,0) leaves 22, found with 2; (1,0) leaves 12, with 2, and 21, with 3.
    for text in (
        "4 (11x)",
        "4 (11: 0, 0, 1; 2; 1)",
        "4 (11: 0, 0, 1; 0, 2; 1)",
        "4(11:0,0,1;2(12);1)",
    ):
        assert replay(parse_irving(text)).histogram == (1, 2, 1), text
    # After 12, (0,2) leaves 21: here it is asked after 11, which tells nothing and is not possible.
    for brackets in ("(11*)", "(11)", "(11*: 0, 0, 0; 1; 0)", "(11: 0, 0, 0; 1; 0)"):
        tree = parse_irving(f"4 (12: 1 {brackets}, 0, 0; 2; 1)")
        assert replay(tree).histogram == (1, 1, 2)
        assert parse_irving("\n".join(irving_lines(tree))).root == tree.root
    # The smaller one of two is asked first.
    assert [below.question for _, below in parse_irving("4 (11x)").root.branches] == [
        (1, 1),
        (0, 1),
    ]


def test_what_cannot_be_written() -> None:
    for finite, reason in (
        (FiniteGame("black-peg", 2, 3), "whole games of Mastermind and AB"),
        (FiniteGame("mastermind", 9, 1), "at most 8 pegs, not 9"),
        (FiniteGame("mastermind", 2, 3, distinct=True), "whole games of Mastermind and AB"),
        (FiniteGame("mastermind", 2, 3, after=("01:0,0",)), "whole games of Mastermind and AB"),
        (FiniteGame("mastermind", 2, 11), "at most 10 colours"),
    ):
        with pytest.raises(Refused, match=reason):
            list(irving_lines(optimize(finite).tree))
