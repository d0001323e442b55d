"""The published values and formulas that ship: each is read, possible and contradicted by none."""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import masetproof
from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG_AB, MASTERMIND
from masetproof.games.registry import GAMES
from masetproof.objectives import Goal, Objective
from masetproof.proofs.theorem import Theorem, prove
from masetproof.tables.published import (
    PublishedFormula,
    known_formulas,
    known_values,
    published,
)

PEG_GAMES = ("mastermind", "ab", "black-peg", "black-peg-ab")
FILE = Path(masetproof.__file__).parent / "tables" / "known_values.csv"


def test_every_row_of_the_file_is_read_and_of_a_legal_game() -> None:
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(known_values()) == 50
    for row, known in zip(rows, known_values(), strict=True):
        finite = FiniteGame(GAMES[row["game"]], int(row["pegs"]), int(row["colours"]))
        assert known in published(finite, Goal(row["objective"]))
        assert (str(known.value), known.source) == (row["value"], row["source"])


def test_values_from_the_literature() -> None:
    four_six = FiniteGame(MASTERMIND, 4, 6)
    (koyama_lai,) = published(four_six, Goal.EXPECTED)
    assert (koyama_lai.value, koyama_lai.source) == (5625, "Koyama and Lai 1993")
    (knuth,) = published(four_six, Goal.WORST)
    assert (knuth.value, knuth.source) == (5, "Knuth 1976")
    (chen,) = published(FiniteGame(AB, 4, 10), Goal.WORST)
    assert (chen.value, chen.source) == (7, "Chen, Lin, Huang and Hsu 2007")
    # The program's strategies, replayed: 20471 with worst case 7, 20473 with 6; 7817.
    eight = [
        published(FiniteGame(MASTERMIND, 4, 8), goal)[0] for goal in (Goal.EXPECTED, Goal.WORST)
    ]
    eight += published(FiniteGame(AB, 4, 8), Goal.EXPECTED)
    assert [one.value for one in eight] == [20471, 6, 7817]
    assert all(one.source.startswith("Ludwig 2023 (arfst23") for one in eight)
    assert published(four_six, Goal.WORST_THEN_EXPECTED) == (knuth,)
    assert published(four_six, Goal.EXPECTED_THEN_WORST) == (koyama_lai,)


def test_other_rules_have_no_published_value() -> None:
    assert published(FiniteGame(MASTERMIND, 4, 6, distinct=True), Goal.EXPECTED) == ()
    assert published(FiniteGame(MASTERMIND, 4, 6, consistent_only=True), Goal.EXPECTED) == ()
    assert published(FiniteGame(MASTERMIND, 4, 9), Goal.EXPECTED) == ()
    # A game too large to be finite; and one whose secrets are distinct by its rules.
    assert published(FiniteGame(MASTERMIND, 8, 36), Goal.EXPECTED) == ()
    assert published(FiniteGame(AB, 2, 5, consistent_only=True), Goal.WORST) == ()
    same = published(FiniteGame(BLACK_PEG_AB, 3, 4, distinct=True), Goal.EXPECTED)
    assert [known.value for known in same] == [81]


def test_every_value_is_possible_has_a_source_and_is_contradicted_by_none() -> None:
    """Every secret but the one that is asked first needs a second question."""
    values: dict[tuple[object, ...], int] = {}
    for known in known_values():
        secrets = FiniteGame(known.game, known.pegs, known.colours).secret_count
        assert known.value >= (2 * secrets - 1 if known.objective is Objective.EXPECTED else 1)
        assert known.source.strip() == known.source != ""
        key = (known.game, known.pegs, known.colours, known.objective)
        assert values.setdefault(key, known.value) == known.value


def test_every_formula_is_a_whole_and_possible_number_everywhere() -> None:
    """A polynomial that is whole at more places in a row than its degree is so everywhere."""
    for known in known_formulas():
        branches, least = known.formula.branches, known.formula.least
        assert known.source.strip() == known.source != ""
        assert FiniteGame(known.game, known.pegs, least).pegs == known.pegs
        for n in range(least, least + len(branches) * (1 + max(map(len, branches)))):
            secrets = known.game.secret_count(known.pegs, n)
            is_total = known.formula.objective is Objective.EXPECTED
            assert known.formula.branch_value(n).denominator == 1
            assert known.at(n).value >= (2 * secrets - 1 if is_total else 1)


# As the papers have them: the first n, and a function of n.  Chen and Lin's are expected numbers.
PAPERS: dict[tuple[str, int, str], tuple[int, Callable[[int], Fraction | int]]] = {
    ("mastermind", 2, "expected"): (
        3,
        lambda n: (
            n**2
            * Fraction(8 * n**3 + 51 * n**2 + (69 - 80 * n if n % 2 else 48 - 74 * n))
            / (24 * n**2)
        ),
    ),
    ("mastermind", 2, "worst"): (2, lambda n: n // 2 + 2),
    ("mastermind", 3, "worst"): (5, lambda n: (n - 1) // 3 + 4),
    ("ab", 2, "expected"): (
        2,
        lambda n: (
            n
            * (n - 1)
            * Fraction(4 * n**3 + 21 * n**2 + (105 - 82 * n if n % 2 else 72 - 76 * n))
            / (12 * n * (n - 1))
        ),
    ),
    ("ab", 2, "worst"): (2, lambda n: -(-n // 2) + 1),
    **{(game, 1, "expected"): (1, lambda n: n * (n + 1) // 2) for game in PEG_GAMES},
    **{(game, 1, "worst"): (1, lambda n: n) for game in PEG_GAMES},
}


def key_of(known: PublishedFormula) -> tuple[str, int, str]:
    return known.game.name, known.pegs, known.formula.objective.value


def test_the_formulas_are_those_of_the_papers() -> None:
    assert sorted(map(key_of, known_formulas())) == sorted(PAPERS)
    for known in known_formulas():
        first, value = PAPERS[key_of(known)]
        assert known.formula.least == first
        assert [known.at(n).value for n in range(first, 100)] == list(map(value, range(first, 100)))


def test_formulas_give_the_values_that_are_published_singly() -> None:
    compared = 0
    for known in known_values():
        goal = Goal(known.objective)
        entries = published(FiniteGame(known.game, known.pegs, known.colours), goal)
        assert {entry.value for entry in entries} == {known.value}
        compared += len(entries) - 1
    # Mastermind with two pegs and 3 to 6 colours, AB with 3 to 5.
    assert compared == 7


SMALL = [known for known in known_formulas() if known.pegs <= 2]  # three: test_three_pegs.py


@pytest.mark.parametrize("known", SMALL, ids=lambda known: "-".join(map(str, key_of(known))))
def test_the_theorems_say_the_same(known: PublishedFormula) -> None:
    """A second route; and below the first n of the range the formula would say something false."""
    theorem = prove(known.game, known.pegs, objective=known.formula.objective)
    assert isinstance(theorem, Theorem)
    ours, least = theorem.formula, known.formula.least
    assert [ours(n) for n in range(least, 80)] == [known.at(n).value for n in range(least, 80)]
    if least > ours.least:
        assert ours(least - 1) != known.formula.branch_value(least - 1)
    with pytest.raises(Refused):
        known.at(least - 1)


def test_a_formula_holds_in_its_range_and_says_so() -> None:
    (chen_lin,) = published(FiniteGame(MASTERMIND, 2, 1000), Goal.EXPECTED)
    assert chen_lin.source == "Chen and Lin 2004, Mastermind, n >= 3"
    assert [one.source for one in published(FiniteGame(MASTERMIND, 2, 2), Goal.EXPECTED)] == [
        "Peczarski 2018 table 1"
    ]
    (jaeger,) = published(FiniteGame(MASTERMIND, 3, 5), Goal.WORST_THEN_EXPECTED)
    assert (jaeger.value, jaeger.source) == (5, "Jäger and Peczarski 2009, n >= 5")
    assert published(FiniteGame(MASTERMIND, 3, 4), Goal.WORST) == ()
    assert jaeger.objective is Objective.WORST
