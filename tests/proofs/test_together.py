"""One strategy with the least total and the least worst case: two theorems that share questions."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from masetproof import FiniteGame, Goal, Matrix, Objective, Open, optimize
from masetproof.arguments import Refused
from masetproof.proofs import together
from masetproof.proofs.together import Together, prove_together
from masetproof.recurrences.cells import Cell, Tree
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.values import PlainValues
from masetproof.trees.replay import replay, tree_of

ROOT = Path(__file__).parents[2]
GAMES = ["mastermind", "ab", "black-peg", "black-peg-ab"]
TWO = [
    *(("mastermind", 2), ("ab", 2), ("black-peg", 2)),
    pytest.param("black-peg-ab", 2, marks=pytest.mark.slow),
]
FAR = [("black-peg-ab", 2, reading) for reading in BLANKS]
"""What takes a second each and repeats the others."""
BOTH = [Goal.EXPECTED_THEN_WORST, Goal.WORST_THEN_EXPECTED]


@cache
def proved(game: str, pegs: int, reading: Reading = Reading.EXACT) -> Together:
    found = prove_together(game, pegs, reading=reading)
    assert isinstance(found, Together)
    return found


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("game", "pegs", "reading"),
    [
        pytest.param(*one, marks=[pytest.mark.slow] * (one in FAR))
        for one in product(GAMES, [1, 2], BLANKS)
    ],
)
def test_every_function_has_questions_that_are_optimal_in_both_cases(
    game: str, pegs: int, reading: Reading
) -> None:
    """By the textbook of values, which knows no claims: each vector with a secret lies in one cell
    of its function, and the question of the cell costs the least there, in total and at worst."""
    both, most = proved(game, pegs, reading), {"mastermind": 5, "ab": 5}.get(game, 2)
    system = both.system
    plain = [PlainValues(theorem.system) for theorem in both.theorems]
    points = 0
    for state in system.all_functions:
        cells = both.shared[state]
        for index in product(range(most + 1), repeat=len(system.active[state[0]])):
            secrets = system.secrets(state[0], np.array([index], dtype=np.int64).reshape(1, -1))
            asked = [equation for cell, equation in cells if lies_in(index, cell)]
            assert len(asked) == bool(secrets[0])
            for equation in asked:
                parts = system.parts_at(state, equation, index)
                assert parts is not None
                total, worst = ([values.value(*part) for part in parts] for values in plain)
                assert plain[0].value(state, index) == secrets[0] + sum(total)
                assert plain[1].value(state, index) == 1 + max(worst, default=0)
                points += 1
    assert points >= 2


def lies_in(index: tuple[int, ...], cell: Cell) -> bool:
    """Whether a small vector is the origin and some of the rays, by trying all sums."""
    rays = [ray for ray in cell.rays if ray is not None]
    most = max(index, default=0) + 1
    return any(
        index
        == tuple(np.add(cell.origin, np.array(times, dtype=int) @ rays) if rays else cell.origin)
        for times in product(range(most), repeat=len(rays))
    )


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("game", "pegs"), [*((game, 1) for game in GAMES), *TWO])
def test_the_search_finds_the_same_in_either_order(game: str, pegs: int) -> None:
    """The search shares nothing with theorems; it treats both goals apart."""
    both = proved(game, pegs)
    for colours in range(pegs, 6):
        expected = tuple(theorem.value(colours) for theorem in both.theorems)
        for goal in BOTH:
            optimum = optimize(FiniteGame(game, pegs, colours), goal, workers=1)
            assert (optimum.total, optimum.worst, optimum.optimal) == (*expected, True)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("game", "boards"),
    [
        *(("mastermind", [1, 2, 5, 11]), ("ab", [2, 3, 6, 11])),
        ("black-peg", [1, 6, (3, 5), (7, 1)]),
        pytest.param("black-peg-ab", [2, 7], marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("reading", [Reading.EXACT, Reading.WITHOUT])
def test_the_strategy_has_both(game: str, boards: list[int], reading: Reading) -> None:
    both = proved(game, 2, reading)
    for board in boards:
        played = replay(tree_of(both.strategy(board)))
        assert [played.total, played.worst] == [one.value(board) for one in both.theorems]


def test_the_formulas_are_the_published_ones() -> None:
    """Chen and Lin (2004) and Goddard (2004), as the paper of Peczarski quotes them."""
    both = proved("mastermind", 2)
    for n in (10, 11, 10**6):
        total = 8 * n**3 + 51 * n**2 - (80 * n - 69 if n % 2 else 74 * n - 48)
        assert both.theorems[0].value(n) * 24 == total
        assert both.theorems[1].value(n) == n // 2 + 2


def test_the_goal_says_what_comes_first() -> None:
    found = prove_together("ab", 1, goal="worst-then-expected")
    assert isinstance(found, Together)
    assert [one.system.objective for one in found.theorems] == [Objective.WORST, Objective.EXPECTED]
    document = found.as_json()
    assert document["objective"] == "worst-then-expected"
    assert document["formula"]["quantity"] == "questions"  # type: ignore[index]
    assert document["then_formula"]["quantity"] == "external path length"  # type: ignore[index]
    assert document["certified"] == ["worst", "expected"]
    assert repr(found) == "<Together: ab, 1 pegs, worst-then-expected>"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"pegs": 3}, "pegs must be 1 to 2, not 3: of more pegs it is not proved"),
        ({"goal": "worst"}, "the goal 'worst' is not the total and the worst case"),
        ({"goal": "worst-then-fewest"}, "is not the total and the worst case"),
        ({"goal": "both"}, "the goal is one of"),
        ({"reading": "all"}, "the reading is one of"),
    ],
)
def test_what_is_refused(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        prove_together("mastermind", **({"pegs": 2} | arguments))  # type: ignore[arg-type]


def test_the_reading_with_has_no_strategy_of_the_real_game() -> None:
    with pytest.raises(Refused, match="may use a colour that no game has"):
        proved("ab", 2, Reading.WITH).strategy(5)


def test_without_a_common_question_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A defect is planted: in the worst case, questions with a new colour are never optimal."""
    honest = together.excess_of

    def planted(system: object, lower: object, state: object, equation: object) -> Tree:
        tree = honest(system, lower, state, equation)  # type: ignore[arg-type]
        if system.objective is Objective.WORST and any(equation.new):  # type: ignore[attr-defined]
            return Tree(tree.cell, differences=np.ones(1, dtype=np.int64))
        return tree

    monkeypatch.setattr(together, "excess_of", planted)
    found = prove_together("mastermind", 2)
    assert isinstance(found, Open)
    assert re.match(r"no question on \{.*\} is optimal in both cases on Cell", found.reason)


def has_both(game: str, pegs: int, colours: int) -> bool:
    """Whether the search finds the same in either order."""
    finite = FiniteGame(game, pegs, colours)
    one, other = (optimize(finite, goal, workers=1) for goal in BOTH)
    return (one.total, one.worst) == (other.total, other.worst)


@pytest.mark.parametrize(
    ("game", "most"),
    [
        *(("mastermind", 8), ("ab", 9), ("black-peg", 5), ("black-peg-ab", 6)),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in [("mastermind", 13), ("ab", 13)]),
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in [("black-peg", 9), ("black-peg-ab", 8)]
        ),
    ],
)
def test_what_is_said_of_three_pegs(game: str, most: int) -> None:
    """docs/proof-method.md, "Both cases together"."""
    apart = [n for n in range(3, most + 1) if not has_both(game, 3, n)]
    assert apart == [n for n in (10, 13) if game == "ab" and n <= most]


@pytest.mark.parametrize("row", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
def test_boards_where_no_strategy_has_both(row: int) -> None:
    """The table of docs/proof-method.md, "Both cases together", by the search."""
    text = (ROOT / "docs" / "proof-method.md").read_text()
    value = r"([\d,]+ in \d)"
    rows = re.findall(rf"^\| (\w+) \| (\d) \| (\d+) \| {value} \| {value} \|$", text, re.M)
    assert len(rows) == 3
    game, pegs, colours, *told = rows[row]
    finite = FiniteGame(game.lower(), int(pegs), int(colours))
    found = [optimize(finite, goal, workers=1) for goal in BOTH]
    assert told == [f"{one.total:,} in {one.worst}" for one in found]


TABLE = {"number": "yyyyyynnnn", "low": "yyynnnnnnn", "1": "-+--------", "4": "----+-----"}
"""The game of docs/proof-method.md: who guesses is told more by the guesses 1 and 4."""


def of_table(secrets: str) -> Matrix:
    """The game with only some of the secrets."""
    names = "123456abcd"
    rows = {name: TABLE.get(name, "-" * len(names)) for name in [*secrets, "number", "low"]}
    kept = [names.index(name) for name in secrets]
    return Matrix(
        [["", *secrets], *([name, *(row[i] for i in kept)] for name, row in rows.items())]
    )


def test_a_recurrence_of_pairs_would_say_too_much() -> None:
    """The example of docs/proof-method.md: 36 by pairs, 35 by trying all strategies."""
    for secrets, values in (("123456", [(15, 4), (16, 3)]), ("abcd", [(10, 4)] * 2)):
        found = [optimize(FiniteGame(of_table(secrets)), goal, workers=1) for goal in BOTH]
        assert [(one.total, one.worst) for one in found] == values
    game = of_table("123456abcd")
    for goal in BOTH:
        optimum = optimize(FiniteGame(game), goal, workers=1)
        assert (optimum.total, optimum.worst) == (35, 5)

    @cache
    def pair(secrets: frozenset[str]) -> tuple[int, int]:
        """The least of (worst case, total), each part with its own least pair."""
        pairs = []
        for question in [*"123456abcd", "number", "low"]:
            parts: dict[str, set[str]] = {}
            for secret in secrets - {question}:
                parts.setdefault(game.answer(secret, question), set()).add(secret)
            if secrets not in parts.values():
                below = [pair(frozenset(part)) for part in parts.values()]
                worst = 1 + max((worst for worst, _ in below), default=0)
                pairs.append((worst, len(secrets) + sum(total for _, total in below)))
        return min(pairs)

    assert pair(frozenset("123456")) == (3, 16)
    assert pair(frozenset("123456abcd")) == (5, 36)
