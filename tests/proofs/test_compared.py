"""Conjectures against values and theorems: published formulas, wrong ones, and none at all."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from masetproof import compare_values, game_values
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.proofs import values as module
from masetproof.recurrences.polynomials import polynomial_text
from masetproof.tables.published import known_formulas

EVEN, ODD = "(8n^3 + 51n^2 - 74n + 48)/24", "(8n^3 + 51n^2 - 80n + 69)/24"
MASTERMIND = f"{EVEN} if n mod 2 = 0 else {ODD}"
"""Chen and Lin 2004, the total for n >= 3."""
AB = "((4n^3 + 21n^2 - 76n + 72) if n = 0 mod 2 else (4n^3 + 21n^2 - 82n + 105))/12"
"""Chen and Lin 2004, for n >= 2."""


@pytest.mark.parametrize(
    ("game", "objective", "formula", "first"),
    [
        ("mastermind", "expected", MASTERMIND, 3),
        ("mastermind", "expected", f"f(n) = {EVEN} for n = 0 mod 2; {ODD}", 3),
        ("mastermind", "expected", f"1 if n = 1; 8 if n = 2; {MASTERMIND}", 1),
        # The same with one polynomial and a remainder: the two differ by (6n - 21)/24.
        ("mastermind", "expected", f"{EVEN} - mod(n, 2)*(2n - 7)/8", 3),
        ("ab", "expected", AB, 2),
        ("mastermind", "worst", "floor(n/2) + 2", 2),  # Goddard 2004
        ("ab", "worst", "ceiling(n/2) + 1", 2),
        ("ab", "worst", "n/2 + 1 + (n mod 2)/2", 2),
    ],
)  # fmt: skip
def test_published_formulas_of_two_pegs(
    game: str, objective: str, formula: str, first: int
) -> None:
    for last in (9, 40):
        found = compare_values(game, 2, last, formula, first=first, objective=objective)
        assert found.agrees
        assert found.proved
        assert found.held == ((first, last),)
        assert found.proved_from == (1 if "if n = 1" in formula else first)


@pytest.mark.parametrize("known", [one for one in known_formulas() if one.pegs <= 2], ids=str)
def test_every_published_formula_is_proved_from_where_it_is_said_to_hold(known: Any) -> None:
    formula, text = known.formula, "; ".join
    typed = text(
        f"{polynomial_text(branch)} for n = {residue} mod {formula.period}"
        for residue, branch in enumerate(formula.branches)
    )
    found = compare_values(known.game, known.pegs, 12, typed, objective=formula.objective)
    assert found.proved_from is not None
    assert found.proved_from <= formula.least


def test_where_a_conjecture_is_wrong_first_and_by_how_much() -> None:
    """The values are 8, 21, 45, 81, 132 for 2 to 6 colours (Peczarski 2018)."""
    found = compare_values("mastermind", 2, 6, MASTERMIND)
    # At n = 2 the formula gives 7/4 questions for each of 4 secrets; at n = 1 it gives 48/24.
    assert found.first_failure == (1, 1, 2)
    assert compare_values("mastermind", 2, 6, MASTERMIND, first=2).first_failure == (2, 8, 7)
    assert (found.agrees, found.proved, found.proved_from) == (False, True, 3)
    assert found.held == ((3, 6),)
    line = compare_values("mastermind", 2, 6, "5n", first=2)
    assert line.first_failure == (2, 8, 10)
    assert (line.proved, line.held) == (False, ())
    fit = compare_values("mastermind", 2, 6, "51n - 174", first=5)  # through 81 and 132
    assert fit.held == ((5, 6),)
    # Only the theorem says that it is wrong: 7 colours take 198, by Chen and Lin's formula.
    assert fit.first_failure == (7, (8 * 343 + 51 * 49 - 80 * 7 + 69) // 24, 183)
    assert (fit.agrees, fit.proved) == (False, False)
    # Right for even n alone.
    even = compare_values("mastermind", 2, 4, EVEN, first=4)
    assert (even.held, even.first_failure) == (((4, 4),), (5, 81, Fraction(1953, 24)))
    assert even.proved_from is None
    half = compare_values("mastermind", 2, 5, f"{MASTERMIND} + 1/2", first=3)
    assert half.first_failure == (3, 21, Fraction(43, 2))


def test_a_failure_far_away_is_found_by_the_theorem() -> None:
    """A formula that is right but for n = 90, and one that is right up to 90 only."""
    for condition, proved_from in (("n = 90", 91), ("n > 90", None)):
        wrong = f"0 if {condition} else {MASTERMIND}"
        found = compare_values("mastermind", 2, 5, wrong, first=3)
        assert found.first_failure is not None
        assert found.first_failure.n == (90 if proved_from else 91)
        assert found.proved_from == proved_from
        assert found.held == ((3, 5),)


def test_what_a_formula_does_not_say_is_not_wrong() -> None:
    even = compare_values("mastermind", 2, 9, f"{EVEN} for n = 0 mod 2", first=3)
    assert (even.agrees, even.proved_from) == (True, 3)
    assert even.held == ((4, 4), (6, 6), (8, 8))
    few = compare_values("mastermind", 2, 9, "8 for n = 2; 21 for n = 3")
    assert (few.agrees, few.proved, few.held) == (True, False, ((2, 3),))
    assert "It says nothing of large n." in [*few.words()]
    later = compare_values("mastermind", 2, 2, "8 for n = 2; 22 for n = 3")
    assert later.first_failure == (3, 21, 22)
    with pytest.raises(Refused, match="the formula says nothing of n = 4 to 9"):
        compare_values("mastermind", 2, 9, "8 for n = 2", first=4)


def test_where_there_is_no_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with four pegs: values from the recurrences, and nothing beyond."""

    def unproved(*arguments: object) -> None:
        raise Refused("there is no theorem")

    monkeypatch.setattr(module, "check_provable", unproved)
    found = compare_values("mastermind", 2, 6, MASTERMIND, first=3)
    assert (found.agrees, found.proved, found.proved_from) == (True, False, None)
    assert "There is no theorem here, so nothing is known for n > 6." in [*found.words()]
    fit = compare_values("mastermind", 2, 6, "51n - 174", first=5)
    assert (fit.agrees, fit.first_failure) == (True, None)
    with pytest.raises(Refused, match="the formula says nothing of n = 1 to 6"):
        compare_values("mastermind", 2, 6, "n for n > 9")
    with pytest.raises(Refused, match="there is no theorem"):
        compare_values("mastermind", 2, 30, MASTERMIND)


def test_other_models() -> None:
    """In all readings AB has the same formulas (Peczarski 2018, Chen and Lin 2004)."""
    for reading in ("with", "without"):
        assert compare_values("ab", 2, 8, AB, reading=reading).proved_from == 2
    boards = compare_values("black-peg", 2, 8, "2/3*n^3 + n^2 - 2/3*n")  # theory of black-peg
    assert (boards.agrees, boards.proved_from) == (True, 1)
    assert game_values("black-peg", 2, 2) == {1: 1, 2: 8}


COMMAND = ["values", "mastermind", "--pegs", "2", "--to", "5", "--compare"]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, MASTERMIND]) == 1
    lines = capsys.readouterr().out.splitlines()
    table = "n total conjectured, 1 1 2, 2 8 7, 3 21 21, 4 45 45, 5 81 81"
    assert [line.split() for line in lines[2:8]] == [row.split() for row in table.split(", ")]
    assert lines[8:] == [
        "The conjecture holds for n = 3..5, of 1..5.",
        "It is wrong first for n = 1: the value is 1, and the conjecture says 2, 1 more.",
        "It holds for every n >= 3, as the theorem says.",
    ]
    assert main([*COMMAND, MASTERMIND, "--from", "3"]) == 0
    assert "wrong" not in capsys.readouterr().out
    assert main([*COMMAND, f"{MASTERMIND} + 1/2", "--colours", "5"]) == 2
    assert "say either" in capsys.readouterr().err


def test_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    plain = ["values", "mastermind", "--pegs", "2", "--to", "5", "--json"]
    assert main(plain) == 0
    values = json.loads(capsys.readouterr().out)
    for formula, failure, proved_from in (
        (MASTERMIND, {"n": 1, "value": "1", "conjectured": "2"}, 3),
        (f"1 if n = 1; 8 if n = 2; {MASTERMIND}", None, 1),
        ("n^3 + 1/3", {"n": 1, "value": "1", "conjectured": "4/3"}, None),
    ):
        assert main([*COMMAND, formula, "--json"]) == (1 if failure else 0)
        told = {"conjecture": formula, "agrees": failure is None, "first_failure": failure}
        told |= {"proved": proved_from is not None, "proved_from": proved_from}
        assert json.loads(capsys.readouterr().out) == values | told


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["9**9**9**9"], "an exponent in a formula is a whole number up to 32"),
        (["__import__('os').system('true')"], "a formula in n has no '_'"),
        ([""], "'' is no formula in n"),
        (["n", "--csv"], "--compare is for numbers of colours, as text or with --json"),
        (["n", "--format", "bfile"], "--compare is for"),
    ],
)
def test_bad_usage(options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, *options]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert complaint in err
