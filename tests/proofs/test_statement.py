"""What theorems say: their sentences, and how many equations they rest on."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import sympy

from masetproof import Theorem, game_values, write_certificate
from masetproof.checker import check
from masetproof.cli import main
from masetproof.cli.common import theorem_lines
from masetproof.objectives import Objective
from masetproof.recurrences.readings import BLANKS, Reading
from tests.theorems import theorem

GAMES = ["mastermind", "ab", "black-peg", "black-peg-ab"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_prove_and_checker_count_the_same(game: str, pegs: int, tmp_path: Path) -> None:
    """The checker has its counts of its own, and no certificate tells them."""
    path = tmp_path / "proof.cert"
    for reading in BLANKS:
        proved = theorem(game, pegs, Objective.EXPECTED, reading)
        with path.open("wb") as file:
            write_certificate(proved, file)
        told, found = proved.as_json(), check(path).counts
        counts = {name: told[name] for name in ("patterns", "questions", "equations")}
        assert counts == {name: found[name] for name in counts}
        assert (found["questions"] == found["equations"]) or reading is Reading.EXACT
        assert found["different"] <= found["equations"]


def told(theorem: Theorem, n: int) -> Fraction | None:
    """What the two sentences say of n, by nothing but their text; None if they say nothing."""
    words = theorem.words(boards="")
    claim, _, missed = words.partition("; it is ")
    for value, at in re.findall(r"(\d+) for n = (\d+)", missed):
        if int(at) == n:
            return Fraction(value)
    (start,) = re.findall(r"is f\(n\) for every n >= (\d+)", claim)
    _, _, also = claim.partition(", and for ")
    if n < int(start) and n not in map(int, re.findall(r"n = (\d+)", also)):
        return None
    for branch in theorem.symbols().split("; "):
        polynomial, _, where = branch.removeprefix("f(n) = ").partition(" for n = ")
        residue, _, period = where.partition(" mod ")
        if not where or n % int(period) == int(residue):
            value = sympy.sympify(polynomial.replace("^", "**")).subs("n", n)
            return Fraction(int(value.p), int(value.q))
    return None


@pytest.mark.one_in(5)
@pytest.mark.parametrize("reading", BLANKS)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_say_for_every_n_what_holds(
    game: str, pegs: int, objective: Objective, reading: Reading
) -> None:
    """Values from the recurrences, which know nothing of a formula."""
    proved = theorem(game, pegs, objective, reading)
    known = game_values(game, pegs, 12, objective=objective, reading=reading)
    assert len(known) >= 11
    assert {n: told(proved, n) for n in known} == known


def test_values_below_an_exception_are_told() -> None:
    proved = theorem("mastermind", 2, Objective.WORST)
    formula = replace(proved.formula, valid_from=5, exceptions={1: 1, 4: 7})
    assert formula.as_latex().endswith(
        r"(n = 2 \text{ or } n = 3 \text{ or } n \ge 5),\quad f(1) = 1,\quad f(4) = 7"
    )
    words = replace(proved, formula=formula).words()
    assert words.endswith(
        "is f(n) for every n >= 5, and for n = 2 and n = 3; it is 1 for n = 1 and 7 for n = 4."
    )


def test_all_readings_and_objectives_in_words() -> None:
    """They can be read aloud."""
    assert theorem("mastermind", 2).words() == (
        "Mastermind with 2 pegs and n colours, by the real rules: the least total number of "
        "questions over all secrets is f(n) for every n >= 3; it is 1 for n = 1 and 8 for n = 2."
    )
    assert theorem("ab", 2, Objective.WORST, Reading.WITHOUT).words() == (
        "AB game with 2 pegs and n colours, where no question may use a colour that an answer has "
        "excluded: the least number of questions in the worst case is f(n) for every n >= 2."
    )
    assert (
        theorem("black-peg", 2)
        .words()
        .endswith(
            "is f(n) for every n >= 1; on every board it is what the first function of the "
            "certificate says."
        )
    )


def test_prove_writes_each_branch_as_an_equation(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "mastermind", "--pegs", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" = ")[0] for line in lines[1:3]] == ["  f(n)"] * 2
    assert main(["prove", "black-peg", "--pegs", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "On every board (n1, n2):"
    assert [line.partition(" = ")[0] for line in lines[3:5]] == ["  f(n1, n2)"] * 2


def test_a_command_lists_the_exceptions_that_the_text_leaves_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    proved = theorem("mastermind", 2)
    many = replace(proved.formula, valid_from=9, exceptions={n: n for n in range(1, 9)})
    lines = list(theorem_lines(replace(proved, formula=many), "Proved."))
    assert " and so on, with 8 exceptions in all, the last for n = 8." in lines[0]
    (command,) = re.findall(r"^  \(all exceptions: masetproof (.*)\)$", lines[-1])
    assert main(command.split()) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[0] == "8"
