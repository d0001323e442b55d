"""The two highest coefficients of least totals, against the theorems that are proved for p <= 3."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import factorial
from pathlib import Path

import pytest

from masetproof import MasetPattern, Reading, growth, prove
from masetproof.cli import main
from masetproof.games.pegs import as_peg_game
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import split
from masetproof.progress import Interrupted
from masetproof.proofs.growth import Counts, Growth, Search, shape
from masetproof.proofs.theorem import Theorem
from masetproof.words import STAR

OUTPUT = Path(__file__).parents[2] / "output"
PROVED = {"mastermind": (1, 2, 3), "ab": (1, 2, 3), "black-peg": (1, 2, 3), "black-peg-ab": (1, 2)}


def branches(game: str, pegs: int) -> Iterator[list[str]]:
    """The polynomials of the proved formula, ascending, from the summary of its proof."""
    for place in (OUTPUT / f"{game}-{pegs}" / "exact", OUTPUT / f"{game}-{pegs}"):
        if (place / "summary.json").is_file():
            yield from json.loads((place / "summary.json").read_text())["formula"]["branches"]


def highest(theorem: Theorem, number: int, degree: int) -> tuple[Fraction, Fraction]:
    """The coefficients of m^degree and of the next lower power, from proved values."""
    period, start = theorem.formula.period, 60
    points = [start + period * place for place in range(degree + 1)]
    function = number, theorem.system.first[1]
    values = [Fraction(theorem.value_of(function, m)) for m in points]
    found = []
    for power in (degree, degree - 1):
        rest = values[: power + 1]
        while len(rest) > 1:
            rest = [after - before for before, after in pairwise(rest)]
        found.append(rest[0] / factorial(power) / period**power)
        values = [v - found[-1] * m**power for v, m in zip(values, points, strict=True)]
    return found[0], found[1]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("game", "pegs"),
    [
        pytest.param(game, pegs, marks=[pytest.mark.slow] if (game, pegs) == ("ab", 3) else [])
        for game, every in PROVED.items()
        for pegs in every
    ],
)
def test_coefficients_are_those_of_the_theorems(game: str, pegs: int) -> None:
    grown, proved = growth(game, pegs), list(branches(game, pegs))
    assert proved
    for coefficients in proved:
        assert len(coefficients) == pegs + 2
        assert grown.leading == Fraction(coefficients[-1])
        if game in ("mastermind", "ab"):
            assert grown.second == Fraction(coefficients[-2])
            assert grown.second == grown.second_lower == grown.second_upper
        else:
            assert grown.second is grown.second_lower is grown.second_upper is None


@pytest.mark.parametrize(
    ("pegs", "step"), [(1, 1), (2, 1), pytest.param(3, 20, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("game", ["mastermind", "ab"])
def test_patterns_grow_as_their_functions(game: str, pegs: int, step: int) -> None:
    theorem = prove(game, pegs, reading=Reading.WITH)
    assert isinstance(theorem, Theorem)
    search = Search(Counts(as_peg_game(game), pegs))
    for number, pattern in list(enumerate(theorem.closure.patterns))[::step]:
        stars, heads, _ = shape(pattern)
        leading = Fraction(heads * stars, (stars + 1) * pegs)
        second = Fraction(search.settle(pattern), search.unit)
        assert highest(theorem, number, stars + 1) == (leading, second), pattern


FREED = ["{**|0*|11}", "{0**|12*|1*2|345}", "{0**|1**|22*|34*|*03}"]


@pytest.mark.parametrize("text", FREED)
def test_a_question_that_frees_leaves_the_heads_and_fewer_ghosts(text: str) -> None:
    """All questions with one answer for all heads, in Mastermind: the proof rests on that."""
    game, state = as_peg_game("mastermind"), MasetPattern.parse(text)
    stars, heads, ghosts = shape(state)
    kept = {row for row in state.clauses if row.count(STAR) == stars}
    freed = 0
    for question in non_isomorphic_questions(state, game):
        for part in filter(None, split(state, question, game)):
            if not kept <= {*part.clauses}:
                continue
            assert shape(part)[:2] == (stars, heads)
            left = {row for row in part.clauses if row.count(STAR) == stars - 1}
            assert left <= {*state.clauses}
            freed += len(left) < ghosts
    assert freed


@pytest.mark.parametrize(
    ("game", "clause", "second"),
    [("ab", "{012*}", "9/4"), ("ab", "{01**}", "43/16"), ("mastermind", "{001*}", "9/4")],
)
def test_single_clauses_of_four_pegs(game: str, clause: str, second: str) -> None:
    search = Search(Counts(as_peg_game(game), 4))
    assert search.settle(MasetPattern.parse(clause)) == Fraction(second) * search.unit


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("game", "second"), [("mastermind", "271/81"), ("ab", "133/54")])
def test_bounds_as_for_four_pegs(game: str, second: str) -> None:
    counts, full = Counts(as_peg_game(game), 3), MasetPattern.full(3)
    searches = [Search(counts, ghosts=False), *(Search(counts, width=width) for width in (8, 1))]
    bounds = [Fraction(counts.lower(3, 1, 0), counts.unit)]
    bounds += [Fraction(search.settle(full), search.unit) for search in searches]
    bounds.insert(2, Fraction(second))
    assert bounds == sorted(bounds)
    assert len(set(bounds)) == 5


def test_four_pegs_can_be_interrupted() -> None:
    calls = []

    def stop(stage: str, done: int, total: int) -> None:
        calls.append(done)
        if len(calls) == 20:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as ended:
        growth("ab", 4, progress=stop)
    grown = ended.value.finished
    assert grown.leading == Fraction(1, 5)
    assert grown.second is grown.second_upper is None
    assert grown.second_lower > 2
    assert calls == sorted(calls)


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["growth", "bulls-and-cows", "--pegs", "2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document.pop("states") > 0
    assert document == {
        "game": "ab",
        "pegs": 2,
        "leading": "1/3",
        "second": "7/4",
        "second_lower": "7/4",
        "second_upper": "7/4",
    }
    assert main(["growth", "ab", "--pegs", "2"]) == 0
    told = capsys.readouterr().out
    # Chen and Lin 2004: (4n^3 + 21n^2 - ...) / (12 n (n - 1)) questions are expected.
    assert "1/3 n^3 + 7/4 n^2 + O(n)" in told
    assert "1/3 n + 25/12 + O(1/n)" in told
    assert main(["growth", "black-peg", "--pegs", "8"]) == 0
    told = capsys.readouterr().out
    assert "8/9 n^9 + O(n^8)" in told
    assert "8/9 n + O(1)" in told
    assert main(["growth", "mastermind", "--pegs", "9"]) == 2


def test_bounds_are_printed_after_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(game: str, pegs: int, *, progress: object) -> None:
        coefficients = Fraction(1, 5), Fraction(9, 4), Fraction(15, 4)
        raise Interrupted(Growth(as_peg_game(game), pegs, *coefficients, 7))

    monkeypatch.setattr("masetproof.proofs.growth.growth", interrupted)
    assert main(["growth", "ab", "--pegs", "4", "--json"]) == 130
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert document["second"] is None
    assert (document["second_lower"], document["second_upper"]) == ("9/4", "15/4")
    assert "these are the bounds so far" in printed.err
    assert main(["growth", "ab", "--pegs", "4"]) == 130
    told = capsys.readouterr().out
    assert "1/5 n^5 + d n^4 + O(n^3)" in told
    assert "2.2500 = 9/4" in told
    assert "3.7500 = 15/4" in told
