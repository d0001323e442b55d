"""The strategies that theorems give where patterns have several indices."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
import pytest
from numpy.typing import NDArray

from masetproof import FiniteGame, Theorem, optimize, replay
from masetproof.arguments import Refused
from masetproof.games.pegs import BLACK_PEG
from masetproof.objectives import Goal, Objective
from masetproof.patterns.store import cached_closure
from masetproof.proofs.functions import Functions
from masetproof.proofs.guide import TheoremGuide
from masetproof.proofs.induction import Induction, Lower, Upper
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.recurrences import Function, Recurrences, recurrences_of
from masetproof.recurrences.values import box_values
from masetproof.strategies.on_patterns import PatternStrategy
from masetproof.words import EXTRA, word_text
from tests import theorems
from tests.oracles.black_peg import optimum
from tests.theorems import IN_OTHER_PAIRS

MOST_SECRETS = 16


def theorem(pegs: int, objective: Objective, reading: Reading = Reading.EXACT) -> Theorem:
    return theorems.theorem("black-peg", pegs, objective, reading)


def cost(strategy: PatternStrategy, objective: Objective) -> int:
    found = replay(strategy)
    return found.total if objective is Objective.EXPECTED else found.worst


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", BLANKS)
@pytest.mark.parametrize("pegs", [1, 2])
def test_the_replay_finds_what_the_theorem_says(
    pegs: int, objective: Objective, reading: Reading
) -> None:
    """On all boards of up to six colours, where small ones are held against plain search."""
    proved = theorem(pegs, objective, reading)
    for board in product(range(1, 7), repeat=pegs):
        found = cost(proved.strategy(board), objective)
        assert found == proved.value(board), board
        if prod(board) <= MOST_SECRETS:
            assert found == optimum(board, reading.value, objective is Objective.WORST), board


@pytest.mark.parametrize("objective", Objective)
def test_the_replay_finds_what_the_optimizer_finds(objective: Objective) -> None:
    for board in [(6, 6), (4, 6), (5, 4), (3, 11)]:
        best = optimize(FiniteGame("black-peg", 2, board), Goal(objective), workers=1)
        assert cost(theorem(2, objective).strategy(board), objective) == best.value


def test_one_number_is_that_of_all_columns() -> None:
    strategy = theorem(2, Objective.EXPECTED).strategy(7)
    assert replay(strategy).total == (2 * 7**3 + 3 * 7**2 - 2 * 7) // 3
    assert replay(strategy) == replay(theorem(2, Objective.EXPECTED).strategy((7, 7)))


@pytest.mark.parametrize("objective", Objective)
def test_without_an_excluded_colour_none_is_asked(objective: Objective) -> None:
    """In the reading `without` every cell is a colour that is still possible in its column."""
    strategy = theorem(2, objective, Reading.WITHOUT).strategy((4, 6))
    for secret in strategy.finite.secrets:
        possible = set(strategy.finite.secrets)
        for question, answer in strategy.path(secret):
            for column, cell in enumerate(question):
                assert cell in {word[column] for word in possible}
            possible = {w for w in possible if BLACK_PEG.number(w, question) == answer}


def test_a_path_for_many_colours() -> None:
    strategy = theorem(2, Objective.WORST).strategy((500, 700))
    path = list(strategy.path("499,650"))
    assert path[-1] == ((499, 650), strategy.finite.winning)
    assert len(path) <= 700
    assert strategy.next_question(path[:-1]) == (499, 650)


@pytest.mark.parametrize("board", [0, (3, 0), (3, 4, 5), "x"])
def test_boards_that_there_are_not(board: object) -> None:
    with pytest.raises(Refused):
        theorem(2, Objective.EXPECTED).strategy(board)


@pytest.mark.parametrize("board", [(3, 4), (4, 3), (3, 3)])
@pytest.mark.parametrize("objective", Objective)
def test_optimal_questions_are_those_with_which_the_optimizer_finds_least(
    objective: Objective, board: tuple[int, int]
) -> None:
    """After 00 and one black peg, where the pattern {0*|*1} is left: colour 1 is the second 0."""
    proved = theorem(2, objective)
    after = FiniteGame("black-peg", 2, board).then("00", "1")
    questions = [q for q in proved.closure.questions(1) if EXTRA not in q]
    assert str(proved.closure.patterns[1]) == "{0*|*1}"
    costs = {}
    for question in questions:
        asked = tuple(0 if cell == column else 1 for column, cell in enumerate(question))
        parts = [
            optimize(state, Goal(objective), workers=1).value
            for state in (after.then(asked, answer) for answer in range(2))
            if any(gives(after, state, secret) for secret in after.secrets)
        ]
        total = after.secret_count + sum(parts)
        costs[question] = total if objective is Objective.EXPECTED else 1 + max(parts)
    # The question that both pegs are known from leaves all secrets: it costs more.
    best = min(costs.values())
    assert proved.optimal_questions("{0*|*1}", board) == tuple(
        question for question in questions if costs[question] == best
    )
    assert best == optimize(after, Goal(objective), workers=1).value


def gives(before: FiniteGame, state: FiniteGame, secret: tuple[int, ...]) -> bool:
    """Whether a secret gives the last answer of a state of play."""
    question, answer = state.after[-1]
    return before.game.number(secret, question) == answer


# ------------------------------------------------------------------------------- shared colours


@pytest.mark.one_in(2)
@IN_OTHER_PAIRS
@pytest.mark.parametrize("pegs", [1, 2])
def test_black_peg_ab_is_replayed(pegs: int, objective: Objective, reading: Reading) -> None:
    """The formulas of docs/black-peg.md, which are held against plain search elsewhere."""
    proved = theorems.theorem("black-peg-ab", pegs, objective, reading)
    total = {1: lambda n: n * (n + 1) // 2, 2: lambda n: (2 * n**3 - 5 * n + 3) // 3}[pegs]
    for n in range(pegs, 10):
        expected = total(n) if objective is Objective.EXPECTED else n
        assert cost(proved.strategy(n), objective) == expected, n


@pytest.mark.slow
def test_a_path_of_black_peg_ab_for_many_colours() -> None:
    strategy = theorems.theorem("black-peg-ab", 2, Objective.WORST).strategy(500)
    path = list(strategy.path("499,3"))
    assert path[-1] == ((499, 3), strategy.finite.winning)
    assert len(path) <= 500


def asked_really(text: str, n: int) -> set[tuple[int, ...]]:
    """What a question on {**} may be after 01 and no black peg, with n colours.

    Then colour 1 may stand in the first column only, colour 0 in the second only.
    """
    word, _, kinds = text.partition("/")
    told = iter(kinds.split(",") if kinds else ["12", "12"])
    able = {"1": [1], "2": [0], "12": list(range(2, n))}
    # A blank is a colour that cannot stand there.
    cells = [[j] if cell == "a" else able[next(told)] for j, cell in enumerate(word)]
    return {word for word in product(*cells) if word[0] != word[1]}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("n", [3, 4])
@pytest.mark.parametrize("objective", Objective)
def test_optimal_questions_that_tell_kinds(objective: Objective, n: int) -> None:
    proved = theorems.theorem("black-peg-ab", 2, objective)
    after = FiniteGame("black-peg-ab", 2, n).then("01", "0")
    costs = {}
    for asked in product(range(n), repeat=2):
        if asked[0] != asked[1]:
            parts = [
                optimize(state, Goal(objective), workers=1).value
                for state in (after.then(asked, answer) for answer in range(2))
                if any(gives(after, state, secret) for secret in after.secrets)
            ]
            total = after.secret_count + sum(parts)
            costs[asked] = total if objective is Objective.EXPECTED else 1 + max([0, *parts])
    best = min(costs.values())
    assert best == optimize(after, Goal(objective), workers=1).value
    optimal = set(map(word_text, proved.optimal_questions("{**}", (1, 1, n - 2))))
    told = 0
    for question in proved.closure.questions(0):
        for really in asked_really(word_text(question), n):
            assert (costs[really] == best) == (word_text(question) in optimal), really
            told += 1
    assert told >= len(optimal) >= 2


# ------------------------------------------------------------------------------------- three pegs


@dataclass(frozen=True, eq=False, repr=False)
class Computed(Functions):
    """Functions with computed values in place of proved ones, for small boards."""

    system: Recurrences
    induction: Induction
    boxes: dict[Function, NDArray[np.int64]]

    def value_of(self, state: Function, m: tuple[int, ...]) -> int:
        known, columns = self.known(state)
        active = self.system.active[known[0]]
        index = tuple(m[columns[j]] for j in active)
        return int(self.boxes[known][index])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", [Reading.EXACT, Reading.WITHOUT])
def test_three_pegs_with_computed_values(objective: Objective, reading: Reading) -> None:
    closure = cached_closure(BLACK_PEG, 3, extra=reading.asks_extra)
    system = recurrences_of(closure, reading, objective)
    boxes = box_values(system, 5)
    masets = {
        s: int(boxes[s].flat[0]) for s in system.all_functions if s[0] >= len(closure.patterns)
    }
    claims = Claims(dict.fromkeys(system.functions(), (0, 0)), [])
    induction = Induction(Lower(claims, masets, {}), Upper({}))
    guide = TheoremGuide(Computed(system, induction, boxes))
    for board in [(2, 2, 2), (3, 3, 3), (2, 3, 4), (4, 3, 2), (5, 1, 3), (3, 5, 4), (5, 5, 5)]:
        strategy = PatternStrategy(FiniteGame("black-peg", 3, board), guide)
        found = cost(strategy, objective)
        assert found == boxes[system.first][board], board
        if reading is Reading.EXACT and prod(board) <= 60:
            best = optimize(strategy.finite, Goal(objective), workers=1)
            assert found == best.value, board


@pytest.mark.slow
def test_three_pegs() -> None:
    """For some minutes; 2,293 by the optimizer, too."""
    proved = theorem(3, Objective.EXPECTED)
    for board in [(7, 7, 7), (3, 4, 5), (2, 4, 6), (9, 2, 3)]:
        assert replay(proved.strategy(board)).total == proved.value(board)
    assert proved.value(7) == 2293
