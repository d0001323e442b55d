"""The worst case of four and five pegs: bounds for every number of colours."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path

import pytest

from masetproof import FiniteGame, Objective, WorstBounds, check, optimize, prove_worst, replay
from masetproof.cli.main import main
from masetproof.finite.blanks import with_blanks
from masetproof.games.pegs import AB, BLACK_PEG, MASTERMIND, PegGame
from masetproof.proofs.known import BOOKS
from masetproof.proofs.shift import Searched, searched
from masetproof.recurrences.readings import Reading
from masetproof.strategies.book import parse_book, read_book
from masetproof.strategies.on_patterns import PatternStrategy
from masetproof.tables.published import known_values


@cache
def proved(game: str, pegs: int = 4) -> WorstBounds:
    return prove_worst(game, pegs)


@pytest.fixture(
    params=[
        ("black-peg", 4),
        ("black-peg", 5),
        *(pytest.param((name, 4), marks=pytest.mark.slow) for name in ("ab", "mastermind")),
    ],
    ids=lambda about: "-".join(map(str, about)),
)
def bounds(request: pytest.FixtureRequest) -> WorstBounds:
    return proved(*request.param)


def test_five_pegs_of_black_peg_differ_by_one() -> None:
    """W(5) = 8 and the lemma give n + 3.  Upper bounds need no trust: the strategy is counted."""
    bounds = proved("black-peg", 5)
    assert [bounds.lower(n) for n in range(1, 7)] == [1, 5, 6, 7, 8, 9]
    assert [bounds.upper(n) for n in range(1, 7)] == [1, 5, 6, 7, 8, 9]
    for n in (*range(7, 60), 10**6):
        assert (bounds.lower(n), bounds.upper(n)) == (n + 3, n + 4)
    (one,) = bounds.classes
    assert (one.first, one.is_exact, bounds.formula) == (7, False, None)
    assert one.words() == "n + 3 <= f(n) <= n + 4 for n >= 7"


def test_black_peg_is_known_for_every_n() -> None:
    """Jäger and Peczarski 2011: n + 3 for n >= 5; 1, 5, 5, 6 for fewer colours."""
    formula = prove_worst("black-peg").formula
    assert formula is not None
    assert [formula(n) for n in range(1, 8)] == [1, 5, 5, 6, 8, 9, 10]
    assert formula(10**6) == 10**6 + 3


def test_the_strategy_takes_what_is_said(bounds: WorstBounds) -> None:
    """On real boards, against every secret."""
    for colours in range(bounds.least, 7):
        played = replay(bounds.strategy(colours)).worst
        assert played == bounds.book.worst_value(colours) >= bounds.upper(colours)


@pytest.mark.parametrize(
    ("game", "worst"),
    [
        (AB, {4: 5, 5: 5, 6: 5, 7: 6, 8: 6}),
        pytest.param(MASTERMIND, {2: 4, 4: 4, 5: 5, 6: 5, 7: 6, 8: 6}, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_strategies_on_real_boards(game: PegGame, worst: dict[int, int]) -> None:
    """The books are parsed without the theorem, which takes a minute; the values are optimal."""
    book = read_book(BOOKS / f"{game.name}-4-worst-bound.txt.xz", game)
    assert {colours: book.worst_value(colours) for colours in worst} == worst
    for colours in (4, 6):
        strategy = PatternStrategy(FiniteGame(game, 4, colours), book)
        assert replay(strategy).worst == worst[colours]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "shift"), [("ab", 2), ("mastermind", 1)])
def test_bounds_differ_by_one_at_most(game: str, shift: int) -> None:
    """The lower half in words, and the upper half of the strategy."""
    bounds = proved(game)
    assert (bounds.lower(10), bounds.upper(10)) == (7, 7)
    for n in range(4, 200):
        assert bounds.lower(n) <= bounds.upper(n) <= bounds.lower(n) + 1
        if n >= 7:
            assert bounds.lower(n) == (n - shift) // 4 + 5
        if n >= 15:
            assert bounds.upper(n) == (n - 2) // 4 + 6


def test_growth_is_as_proved(bounds: WorstBounds) -> None:
    """Counted beyond the numbers from which the induction concludes."""
    for colours in range(bounds.start, bounds.start + 3 * bounds.step):
        here, there = (bounds.book.worst_value(n) for n in (colours, colours + bounds.step))
        assert there <= here + 1
        assert bounds.book.worst_value(colours) <= bounds.upper(colours)


def test_halves(bounds: WorstBounds) -> None:
    for one in bounds.classes:
        for n in range(one.first, one.first + 40, one.period):
            low, high = bounds.lower(n), bounds.upper(n)
            assert low == one.lower[0] + one.lower[1] * n
            assert low <= high == one.upper[0] + one.upper[1] * n
    assert all(low <= high for low, high in bounds.small.values())


def test_the_table_of_the_document(bounds: WorstBounds) -> None:
    """docs/proof-method.md: both bounds, or one number where they meet."""
    text = (Path(__file__).parents[2] / "docs" / "proof-method.md").read_text(encoding="utf-8")
    _, table = text.split("| n | Mastermind | AB | black-peg | black-peg, five pegs |")
    rows = re.findall(r"^\| (\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", table, re.M)
    columns = ("mastermind", 4), ("ab", 4), ("black-peg", 4), ("black-peg", 5)
    column = columns.index((bounds.game.name, bounds.pegs)) + 1
    assert [int(row[0]) for row in rows] == [*range(1, 31)]
    for row in rows:
        n = int(row[0])
        low, high = (bounds.lower(n), bounds.upper(n)) if n >= bounds.least else ("", "")
        assert row[column] == (f"{low}" if low == high else f"{low} to {high}")


def test_published_values_lie_between(bounds: WorstBounds) -> None:
    found = 0
    for row in known_values():
        if (row.game, row.pegs, row.objective) == (bounds.game, bounds.pegs, Objective.WORST):
            assert bounds.lower(row.colours) <= row.value <= bounds.upper(row.colours)
            found += 1
    assert found or bounds.pegs == 5


def _marked(one: Searched) -> object:
    is_slow = (one.reading is Reading.WITH and one.colours > 6) or one.pegs > 4 < one.colours
    return pytest.param(one, marks=pytest.mark.slow if is_slow else ())


GAMES = (BLACK_PEG, 4), (BLACK_PEG, 5), (AB, 4), (MASTERMIND, 4)
TRUSTED = [_marked(one) for game, pegs in GAMES for one in searched(game, pegs)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("one", TRUSTED, ids=str)
def test_trusted_searches(one: Searched) -> None:
    finite = FiniteGame(one.game, one.pegs, one.colours)
    board = with_blanks(finite) if one.reading is Reading.WITH else finite
    found = optimize(board, "worst", keep=False)
    assert (found.worst, found.worst_bound) == (one.value, one.value)


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["prove", "black-peg", "--pegs", "4", "--objective", "worst"]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["classes"]) == (
        "proved",
        [{"residue": 0, "from": 5, "lower": ["3", "1"], "upper": ["3", "1"]}],
    )
    assert main(command) == 0
    told = capsys.readouterr().out
    assert (
        "Searches are trusted: for the lower bounds W(5) = 8 in the reading 'with', and in" in told
    )
    assert "in the real game f(1) = 1, f(2) = 5, f(3) = 5, f(4) = 6; each is found again by" in told
    for more in (["--listing", "full"], ["--extra", "with"], ["--colours", "5"]):
        assert main([*command, *more]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_the_command_writes_a_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["prove", "black-peg", "--pegs", "4", "--objective", "worst", "--out", str(tmp_path)]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    path = tmp_path / "proof.cert"
    names = ["SHA256SUMS", "proof.cert", "summary.json"]
    assert (told["certificate"], sorted(told["files"])) == (
        str(path),
        [str(tmp_path / name) for name in names],
    )
    verified = check(path)
    assert verified.symbols == "f(n) = n + 3 for n >= 5; f(1) = 1; f(2) = 5; f(3) = 5; f(4) = 6"
    assert [one.partition(", by: ")[2] for one in verified.trusted] == [
        one["command"] for one in told["trusted"]
    ]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert (
        json.loads((tmp_path / "summary.json").read_text())["digest"] == digest == verified.digest
    )
    assert main(command) == 0  # what it made it replaces, and nothing else
    path.write_text("changed")
    assert main(command) == 2
    assert "was not made by masetproof, or was changed since" in capsys.readouterr().err


def test_the_certificate_is_cited_with_what_is_trusted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.cert"
    path.write_bytes(prove_worst("black-peg").certificate())
    assert main(["cite", str(path), "--format", "bibtex"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "note = {The least number of questions in the worst case is $f(n)$ for every" in told
    assert "which were found by searches and are trusted: f(1) = 1, f(2) = 5" in told


def test_steps_of_a_book() -> None:
    text = "{**} 0 01:2-/2 12:3-9/2 00:1\n"
    book = parse_book(MASTERMIND, text)
    assert book.text == text
    (entries,) = book.asked.values()
    held = {n: [one.question for one in entries if one.holds(n)] for n in (1, 2, 3, 9, 11, 12)}
    assert held == {1: [(0, 0)], 2: [(0, 1)], 3: [(1, 2)], 9: [(1, 2)], 11: [], 12: [(0, 1)]}


def test_where_there_is_no_theorem_bounds_are_pointed_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for pegs, points in (("4", True), ("5", False)):
        assert main(["prove", "mastermind", "--pegs", pegs]) == 2
        assert ("--objective worst has bounds" in capsys.readouterr().err) == points
