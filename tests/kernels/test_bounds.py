"""The bounds of the compiled search, its counts, its table, and its greedy strategies, each against
what it promises."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from masetproof import kernels as kernel
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND
from masetproof.kernels import Prepared, room
from masetproof.search.board import make_board
from masetproof.search.bounds import (
    least_needing_last,
    least_total,
    least_total_of_question,
    most_solved,
)
from masetproof.search.memory import Memory
from masetproof.search.solver import INFINITE, Solver
from tests.kernels.states import (
    MANY_ANSWERS,
    MEMORY,
    OF_BOTH_KINDS,
    SMALL,
    STATES,
    parts_of,
    quantity_of,
    random_states,
    solver_of,
    title,
    value_of,
    words_of,
)
from tests.search.plain import told, total


def some(value: float) -> int:
    """What a state costs of which it only counts whether there is a strategy."""
    return 0 if value < INFINITE else INFINITE


# ---------------------------------------------------------------------------------- the bounds


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_bounds_by_members_and_by_questions_hold(finite: FiniteGame, fewest: bool) -> None:
    """For totals of either kind, and where it only counts whether there is a strategy."""
    solver = solver_of(finite, fewest)
    stack, bounds = solver._stack, np.empty(2, np.int64)
    count = finite.question_count
    for members in random_states(finite, 6, 3, 10):
        for left in range(2, len(members) + 1 + fewest):
            cost = min(value_of(finite, members, left, fewest), INFINITE)
            for board, value in ((solver._prepared, cost), (solver._for_any, some(cost))):
                kernel.bounds_by_members(
                    board, solver.board.told, solver.board.own, members, left, bounds
                )
                low, high = bounds.tolist()
                assert low <= value <= high
                if value == least_total(len(members)):
                    assert low == value
                solver.forget()
                by_questions = partial(
                    kernel.bounds_by_questions,
                    board,
                    stack,
                    solver._table,
                    solver._runs,
                    kernel.NONE,
                )
                by_questions(members, members[:0], left, count, bounds)
                found = bounds.tolist()
                assert found[0] <= value <= found[1]
                kernel.prefetch_bounds(board, solver._table, members, left)
                assert kernel.find_bounds(board, solver._table, members, left, bounds)
                assert bounds.tolist() == found
                kernel.keep_bounds(board, solver._table, members, left, value, value, 0)
                by_questions(members, members[:0], left, count, bounds)
                assert bounds.tolist() == [value, value], "what is in the table is taken"
    solver.forget()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", SMALL + MANY_ANSWERS, ids=title)
def test_the_parts_of_questions_are_counted(finite: FiniteGame) -> None:
    """One more for a question that may be the secret; none for one that may not be asked."""
    solver = solver_of(finite)
    board, stack = solver.board, solver._stack
    for members in random_states(finite, 7, 2, 20):
        possible = words_of(finite, members)
        for count in (finite.question_count, finite.question_count // 2 + 1):
            saved = stack.value["saved"]
            saved[:] = 77
            most = kernel.count_all_parts(solver._prepared, stack, members, count)
            assert most == max(saved[:count])
            assert (saved[count:] == 77).all()
            for place in range(count):
                question = finite.questions[board.order[place]]
                inside = question in possible
                expected = len(parts_of(finite, possible, question)) + 2 * inside
                assert saved[place] == (0 if finite.consistent_only and not inside else expected)


@pytest.mark.parametrize("finite", MANY_ANSWERS, ids=title)
def test_the_most_parts_of_a_question(finite: FiniteGame) -> None:
    """They are the same when questions are given up that cannot have as many."""
    solver = solver_of(finite)
    board, stack = solver._prepared, solver._stack
    for members in random_states(finite, 8, 2, 60, count=100):
        for count in (finite.question_count, finite.question_count // 2 + 1):
            most = kernel.count_all_parts(board, stack, members, count)
            assert most == kernel.most_parts(board, stack, members, count)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", SMALL + MANY_ANSWERS, ids=title)
def test_the_near_table_says_the_same(finite: FiniteGame) -> None:
    """Of random parts of a state: the most parts of a question, and both bounds.

    Only where a member separates all others one may be missing; then both bounds are attained.
    """
    if finite.consistent_only:
        return
    solver, rng = solver_of(finite), np.random.default_rng(31)
    board, stack = solver._prepared, solver._stack
    questions, secrets = solver.board.told.shape[1], stack.value
    bounds, near_bounds = np.empty(2, np.int64), np.empty(2, np.int64)
    for members in random_states(finite, 29, 3, 40):
        secrets["members"][0, : len(members)] = members
        secrets["state"][0] = np.zeros((), secrets["state"].dtype)
        secrets["state"][0]["size"] = len(members)
        frame = secrets["state"][0]["frame"] = int(rng.integers(kernel.FRAMES))
        kernel.come_near(board, stack, solver._runs, 0)
        groups = secrets["frame"]["groups"][frame]
        column, ends = secrets["column"][frame], secrets["begin"][frame][1 : groups + 1]
        assert 1 <= groups <= kernel.GROUPS
        assert ends[-1] == questions
        assert np.array_equal(secrets["question"][frame][column], range(questions))
        for question in np.split(secrets["question"][frame], ends):
            assert (np.diff(question) > 0).all()
        begin = secrets["frame"]["near"][frame]
        between = secrets["near"][begin : begin + len(members) ** 2].reshape(len(members), -1)
        for size in rng.integers(3, len(members) + 1, 6).tolist():
            part = np.sort(rng.choice(members, size, replace=False))
            rows = np.searchsorted(members, part).astype(np.uint16)
            left = int(rng.integers(2, 6))
            most = kernel.count_all_parts(board, stack, part, questions)
            kernel.bounds_by_members(board, solver.board.told, solver.board.own, part, left, bounds)
            kernel.bounds_by_members(board, between, secrets["same"], rows, left, near_bounds)
            assert near_bounds.tolist() == bounds.tolist()
            separated = most == size + 1
            near = kernel.most_near(board, stack, frame, part, rows)
            assert near in ((size, most) if separated else (most,))
            solver.forget()
            found = []
            for own in (rows, rows[:0]):
                by_questions = partial(
                    kernel.bounds_by_questions, board, stack, solver._table, solver._runs, frame
                )
                by_questions(part, own, left, questions, bounds)
                found.append(bounds.tolist())
                solver.forget()
            assert found[0] == found[1]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_no_question_costs_less_than_its_bounds(finite: FiniteGame, fewest: bool) -> None:
    """Those by its number of parts and by their sizes, with each number that *most* may be."""
    solver = solver_of(finite, fewest)
    stack = solver._stack
    for turn, members in enumerate(random_states(finite, 23, 3, 9)):
        size = len(members)
        most = kernel.count_all_parts(solver._prepared, stack, members, finite.question_count)
        saved = stack.value["saved"].copy()
        # A third of the questions of each state, and another one of the next.
        for place in np.flatnonzero(saved > 1)[turn % 3 :: 3].tolist():
            parts = [part for _, part in solver.parts(members, int(solver.board.order[place]))]
            for left in range(2, size + 1 + fewest):
                values = [value_of(finite, part, left - 1, fewest) for part in parts]
                cost = sum(values) + (0 if fewest else size)
                for more in (most, most + 1, 20, 255, INFINITE):
                    for board, worth in ((solver._prepared, cost), (solver._for_any, some(cost))):
                        by_parts = kernel.least_by_parts(board, size, left, int(saved[place]), more)
                        assert by_parts <= worth
                        for part, value in zip(parts, values, strict=True):
                            least = kernel.least_of(board, len(part), left - 1, more)
                            assert least <= (value if board is solver._prepared else some(value))


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_no_state_costs_less_than_its_size_allows(finite: FiniteGame, fewest: bool) -> None:
    """Whatever number its questions' parts are known not to exceed; the more, the less is known."""
    solver = solver_of(finite, fewest)
    for members in random_states(finite, 22, 1, 12):
        size = len(members)
        most = kernel.count_all_parts(
            solver._prepared, solver._stack, members, finite.question_count
        )
        for left in range(size + 1 + fewest):
            value = value_of(finite, members, left, fewest)
            if left and size > most_solved(most, left):
                assert value == float("inf")
            before = INFINITE
            for more in [*range(most, 60), 255, INFINITE]:
                least = kernel.least_of(solver._prepared, size, left, more)
                assert least <= min(value, before)
                assert kernel.least_of(solver._for_any, size, left, more) <= some(value)
                before = least
            if size <= 2:
                assert before == min(value, INFINITE), "that of one or two is attained"


def test_the_kernel_has_the_formulas_of_the_bounds() -> None:
    for size in range(1, 100):
        assert kernel.least_total(size) == least_total(size)
        for parts in range(1, 20):
            for solved in (0, 1, 5):
                bound = least_needing_last(size, parts, solved)
                assert kernel.least_needing_last(size, parts, solved) == bound
    for parts in range(1, 30):
        for left in range(1, 12):
            found = kernel.most_solved(parts, left)
            assert found == most_solved(parts, left) or found >= INFINITE
    board = solver_of(FiniteGame(MASTERMIND, 2, 6))._prepared
    for size in range(3, 36):
        for parts in range(1, size + 1):
            # A question of the inside counts one more, as `count_all_parts` does.
            for inside in (False, True):
                bound = kernel.least_by_parts(board, size, size, parts + inside, size)
                assert bound == least_total_of_question(size, parts, inside=inside)


@pytest.mark.parametrize(
    "finite",
    [
        FiniteGame(MASTERMIND, 2, 3),
        FiniteGame(MASTERMIND, 3, 2),
        FiniteGame(MASTERMIND, 2, 3, consistent_only=True),
        FiniteGame(MASTERMIND, 3, 3, distinct=True),
        FiniteGame(MASTERMIND, 1, 7),
        FiniteGame(AB, 2, 3),
        FiniteGame(AB, 3, 3),
        FiniteGame(BLACK_PEG, 2, 3),
        FiniteGame(BLACK_PEG, 3, 2, consistent_only=True),
        FiniteGame(BLACK_PEG_AB, 3, 3),
    ],
    ids=title,
)
def test_bounds_by_size_hold_for_all_states(finite: FiniteGame) -> None:
    """In the row of the most parts of a state, too, which is never below the last one."""
    board = make_board(finite)
    solver, count = solver_of(finite), len(finite.secrets)
    rows, attained = len(board.least), set()
    assert (board.least >= board.least[-1]).all()
    for size in range(1, count + 1):
        for members in combinations(range(count), size):
            state = np.array(members, np.uint16)
            most = kernel.count_all_parts(
                solver._prepared, solver._stack, state, finite.question_count
            )
            for left in range(count + 1):
                value = value_of(finite, state, left)
                if value < float("inf"):
                    assert size <= board.reach[left]
                    assert value >= board.least[min(most, rows - 1), size]
                    attained |= {("reach", left)} if size == board.reach[left] else set()
                    attained |= {("least", size)} if value == board.least[-1, size] else set()
    assert {("reach", 1), ("least", 1), ("least", 2)} <= attained
    assert board.reach[0] == 0
    assert not board.least[:, 0].any()
    assert (np.diff(np.minimum(board.reach, count)) >= 0).all()
    assert board.reach[-1] == count


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_a_state_that_is_entered_is_bounded(finite: FiniteGame, fewest: bool) -> None:
    """Before its questions are tried: with no step allowed there is a bound, or the value."""
    solver = solver_of(finite, fewest)
    for members in random_states(finite, 13, 1, 14):
        for left in range(1, len(members) + 1):
            value = min(value_of(finite, members, left, fewest), INFINITE)
            for upper in (value, value + 1, INFINITE):
                solver.forget()
                solver.limit(steps=0)
                solver._begin(members, left, upper, kernel.ENTER, None)
                outcome = kernel.search(
                    solver._prepared, solver._stack, solver._table, solver._runs
                )
                low, high = solver._state.low, solver._state.high
                assert low <= value <= high
                settled = low >= min(high, upper)
                assert outcome == (kernel.FINISHED if settled else kernel.OUT_OF_STEPS)
    solver.forget()
    solver.unlimited()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS[::4])
def test_estimates_change_no_value(finite: FiniteGame, fewest: bool, seed: int) -> None:
    """They order questions and say how far parts are raised, be they as wrong as numbers can be."""
    rng = np.random.default_rng(seed)
    board, most = solver_of(finite, fewest).board, 2 ** (8 + 8 * seed) - 1
    wrong = rng.integers(-most, most, len(board.estimate)).astype(np.int32)
    wrong_board, quantity = board._replace(estimate=wrong), quantity_of(fewest)
    solver = Solver(Memory(finite, MEMORY), wrong_board, quantity=quantity)
    for members in random_states(finite, 30 + seed, 12, 20, 3):
        for left in (3, 4, len(members)):
            value = min(value_of(finite, members, left, fewest), INFINITE)
            for upper in (value, value + 1, INFINITE):
                solver.forget()
                found = solver.value(members, left, upper)
                assert found.low == value or upper <= found.low < value
            if value < INFINITE:
                node = solver.strategy(members, left, value)
                assert solver.cost(members, node, left) == value


# ------------------------------------------------------------------------- greedy strategies


@pytest.mark.one_in(5)
@pytest.mark.parametrize("finite", SMALL, ids=title)
def test_the_greedy_question_is_the_first_of_the_least_estimate(finite: FiniteGame) -> None:
    """Of all that the bounds of their parts allow at all."""
    solver = solver_of(finite)
    board, stack = solver.board, solver._stack
    for members in random_states(finite, 8, 3, 16):
        possible = words_of(finite, members)
        for left in (2, 3, len(members)):
            most = kernel.count_all_parts(solver._prepared, stack, members, finite.question_count)
            ranked = []
            for place, number in enumerate(board.order.tolist()):
                question = finite.questions[number]
                if finite.consistent_only and question not in possible:
                    continue
                sizes = parts_of(finite, possible, question)
                least = [kernel.least_of(solver._prepared, n, left - 1, most) for n in sizes]
                if len(members) not in sizes and all(bound < INFINITE for bound in least):
                    ranked.append((sum(board.estimate[n] for n in sizes), place))
            found = kernel.greedy_question(solver._prepared, stack, solver._runs, members, left)
            assert found == (min(ranked)[1] if ranked else kernel.NONE)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_greedy_is_the_total_of_its_strategy(finite: FiniteGame, fewest: bool) -> None:
    solver = solver_of(finite, fewest)
    found = 0
    for members in random_states(finite, 9, 3, 12):
        for left in (3, 4, len(members)):
            cost = solver.greedy(members, left)
            assert cost >= min(value_of(finite, members, left, fewest), INFINITE)
            if cost < INFINITE:
                node = solver.greedy_strategy(members, left)
                possible = words_of(finite, members)
                assert total(finite, possible, node, left, fewest=fewest) == cost
                found += 1
        assert solver.greedy(members, len(members)) < INFINITE
    assert found >= STATES


@pytest.mark.parametrize("finite", SMALL, ids=title)
def test_divide(finite: FiniteGame) -> None:
    solver = solver_of(finite)
    board, answers = solver.board, finite.game.answers(finite.pegs)
    answers = [answers[number] for number in board.given[0, : board.answers]]  # those that occur
    divide = partial(kernel.divide, Prepared("Board", board))
    parts = np.empty(len(answers), kernel.record("Part"))
    into, rows = np.empty((2, len(finite.secrets)), np.uint16)
    for members in random_states(finite, 10, 1, 16):
        for place in range(0, len(finite.questions), 5):
            divide(members, place, parts, into, rows)
            question = finite.questions[board.order[place]]
            for answer, first, count in zip(answers, parts["first"], parts["size"], strict=True):
                part = into[first : first + count]
                assert members[rows[first : first + count]].tolist() == part.tolist()
                assert words_of(finite, part) == [
                    secret
                    for secret in words_of(finite, members)
                    if secret != question and told(finite, secret, question) == answer
                ]


# --------------------------------------------------------------------------------- counting


VERSIONS = [
    ("count_answers", "most_answers", "size_parts", "small_parts"),
    (
        *("count_answers_plainly", "most_answers_plainly"),
        *("size_parts_plainly", "small_parts_plainly"),
    ),
    *[("count_answers_avx2", "most_answers_avx2", "size_parts_avx2", "small_parts_avx2")]
    * (kernel.vector_bits() >= 256),
    *[("count_answers_avx512", "most_answers_avx512", "size_parts_avx512", "small_parts")]
    * (kernel.vector_bits() >= 512),
]


def random_answers(rng: np.random.Generator, most: int) -> tuple[NDArray[np.uint8], int]:
    """Answers of some secrets to some questions, and how many answers there are at most."""
    answers = int(rng.integers(1, most + 1))
    secrets, questions = int(rng.integers(1, 700)), int(rng.integers(1, 400))
    # Questions of all kinds, from those that tell nothing to those that tell all secrets apart.
    told = rng.integers(rng.integers(1, answers + 1, questions), size=(secrets, questions))
    return (answers - 1 - told if rng.random() < 0.5 else told).astype(np.uint8), answers


@pytest.mark.one_in(5)
@pytest.mark.parametrize("most", [8, 16, 17, 24, 25, 40, 64, 65, 129, 250])
@pytest.mark.parametrize("version", VERSIONS, ids=lambda names: names[0])
def test_each_version_counts_the_same(version: tuple[str, ...], most: int) -> None:
    """Those for other processors, too; of all questions or of the first ones, and of one block."""
    rng = np.random.default_rng(most)
    count_answers, most_answers, size_parts, small_parts = (
        getattr(kernel, name) for name in version
    )
    for _ in range(12):
        table, answers = random_answers(rng, most)
        secrets, questions = table.shape
        # Few members, and few answers, are counted in ways of their own.
        size = int(rng.integers(1, (secrets if rng.random() < 0.5 else min(secrets, 70)) + 1))
        members = np.sort(rng.choice(secrets, size, replace=False)).astype(np.uint16)
        for first_ones in (questions, int(rng.integers(questions + 1))):
            parts = np.empty(first_ones, np.uint8)
            last = answers - 1  # is not counted
            count_answers(table, members, last, parts)
            assert most_answers(table, members, last, first_ones) == max(parts, default=0)
            assert parts.tolist() == [
                len(set(row) - {last}) for row in table[members, :first_ones].T.tolist()
            ]
        for first in range(0, questions, kernel.BLOCK):
            sizes = np.empty((answers, kernel.BLOCK), np.uint16)
            size_parts(table, members, first, sizes)
            block = table[members, first : first + kernel.BLOCK]
            expected = [(block == answer).sum(axis=0) for answer in range(answers)]
            assert np.array_equal(sizes[:, : block.shape[1]], expected)
            assert not sizes[:, block.shape[1] :].any()
            largest = sizes[: answers - 1].max(axis=0, initial=0)
            for size in {*largest.tolist(), 0, 3, 14, 15, 16, 255, 256}:
                small = small_parts(table, members, first, answers - 1, size)
                bits = [small >> i & 1 == 1 for i in range(block.shape[1])]
                assert bits == (largest[: block.shape[1]] <= size).tolist()
                assert small >> block.shape[1] == 0


def test_answers_to_some_questions_are_picked() -> None:
    """And nothing is written beyond them."""
    rng = np.random.default_rng(5)
    for most in (1, 9, 400, 2000):
        for _ in range(10):
            secrets, questions = int(rng.integers(1, 60)), int(rng.integers(1, most + 1))
            table = rng.integers(250, size=(secrets, questions), dtype=np.uint8)
            members = np.flatnonzero(rng.random(secrets) < rng.random()).astype(np.uint16)
            picked = np.flatnonzero(rng.random(questions) < rng.random()).astype(np.int32)
            rows = np.full((len(members), questions), 251, np.uint8)
            kernel.pick_answers(table, members, picked, rows)
            assert np.array_equal(rows[:, : len(picked)], table[members][:, picked])
            assert (rows[:, len(picked) :] == 251).all()


# ------------------------------------------------------------------------------- the table


def small_table(entries: int = 8, large: int = 8, arena: int = 1000) -> Prepared:
    return room(
        "Table",
        entries=entries,
        members=(entries, kernel.STORED),
        large=large,
        arena=arena,
        filled=1,
        locked=1,
    )


def state(size: int, first: int = 0) -> NDArray[np.uint16]:
    return np.arange(first, first + size, dtype=np.uint16)


class Bounded:
    """A table of a board whose states all have the same key, or random ones."""

    def __init__(self, table: Prepared, *, same: bool) -> None:
        board = solver_of(FiniteGame(AB, 3, 8)).board
        self.table = table
        self.boards = [
            Prepared("Board", board._replace(goal=goal, keys=board.keys * (not same)))
            for goal in range(kernel.GOALS)
        ]

    def get(self, members: NDArray[np.uint16], left: int, goal: int = 0) -> list[int] | None:
        bounds = np.empty(2, np.int64)
        found = kernel.find_bounds(self.boards[goal], self.table, members, left, bounds)
        return bounds.tolist() if found else None

    def keep(
        self, members: NDArray[np.uint16], left: int, low: int, high: int, goal: int = 0
    ) -> None:
        kernel.keep_bounds(self.boards[goal], self.table, members, left, low, high, 1)


@pytest.mark.parametrize("shift", [0, kernel.STORED])
def test_the_table_never_takes_one_state_for_another(shift: int) -> None:
    """Though their keys are the same; the smallest state is forgotten first."""
    table = Bounded(small_table(), same=True)
    states = [state(size + shift, size) for size in range(1, 6)]
    for number, one in enumerate(states[:4]):
        assert table.get(one, 3) is None
        table.keep(one, 3, 10 + number, 20 + number)
    for number, one in enumerate(states[:4]):
        assert table.get(one, 3) == [10 + number, 20 + number]
        for other in (one + np.uint16(1), one[:-1], one[1:]):
            assert table.get(other, 3) in (None, *([10 + i, 20 + i] for i in range(number)))
            if not any(np.array_equal(other, known) for known in states):
                assert table.get(other, 3) is None
        assert table.get(one, 4) is None
        assert table.get(one, 3, goal=1) is None
        assert table.get(one, 3, goal=2) is None
    table.keep(states[2], 3, 11, 19)
    assert table.get(states[2], 3) == [12, 19], "bounds only get better"
    table.keep(states[4], 3, 1, 2)
    assert table.get(states[4], 3) == [1, 2]
    assert [table.get(one, 3) is not None for one in states[:4]] == [False, True, True, True]


def test_questions_left_and_goals_are_states_of_their_own() -> None:
    table = Bounded(small_table(1 << 12, 1 << 12, 1 << 16), same=False)
    kept = [
        (size, left, goal)
        for size in (3, kernel.STORED, kernel.STORED + 1, 90)
        for left in (1, 2, 3, 40)
        for goal in range(kernel.GOALS)
    ]
    for number, (size, left, goal) in enumerate(kept):
        table.keep(state(size), left, number, 100 + number, goal)
    for number, (size, left, goal) in enumerate(kept):
        assert table.get(state(size), left, goal) == [number, 100 + number]


def test_a_table_that_forgets_tells_nothing_wrong() -> None:
    """Random states, many more than there is room for, and those that are too large for any."""
    table = Bounded(small_table(arena=150), same=False)
    rng = np.random.default_rng(31)
    truth: dict[bytes, list[int]] = {}
    hits = 0
    for _ in range(4000):
        size = int(rng.integers(1, 70)) if rng.random() < 0.9 else 200
        members = state(size, int(rng.integers(4)))
        low, key = int(rng.integers(50)), members.tobytes()
        found = table.get(members, 5)
        assert found is None or (found == truth[key] and size < 200)
        if found is None:
            truth[key] = [low, 100 - low]
        else:
            truth[key] = [max(low, found[0]), min(100 - low, found[1])]
        table.keep(members, 5, low, 100 - low)
        hits += found is not None
        assert size == 200 or table.get(members, 5) == truth[key]
    assert 20 < hits < 3000


@pytest.mark.parametrize("size", [3, kernel.STORED + 1])
@pytest.mark.parametrize("call", ["get", "keep", "copy"])
def test_who_comes_to_what_another_thread_has_locked_waits(call: str, size: int) -> None:
    """And locks it, so that nobody else comes meanwhile, and nothing else."""
    table = Bounded(small_table(entries=kernel.WAYS), same=False)
    table.keep(state(size), 3, 5, 9)
    fields = table.table.value
    large = size > kernel.STORED
    lock = fields["locked"] if large else fields["entries"]["lock"][:1]
    other = fields["entries"]["lock"] if large else fields["locked"]
    copied = np.zeros(8, kernel.record("Entry")), np.zeros(1000, np.uint16)
    calls: dict[str, Callable[[], object]] = {
        "get": lambda: table.get(state(size), 3),
        "keep": lambda: table.keep(state(size), 3, 6, 8),
        "copy": lambda: kernel.copy_large(table.table, 1, *copied),
    }
    waits = large or call != "copy"
    with ThreadPoolExecutor(1) as thread:
        lock[0] = 1
        try:
            done = thread.submit(calls[call])
            if waits:
                with pytest.raises(TimeoutError):
                    done.result(timeout=0.2)
            else:
                done.result()
        finally:
            lock[0] = 0
        result = done.result()
    assert result == {"get": [5, 9], "keep": None, "copy": int(large)}[call]
    assert not lock.any()
    assert not other.any()
    assert table.get(state(size), 3) == ([6, 8] if call == "keep" else [5, 9])


def test_large_states_are_copied_with_their_members() -> None:
    """Those whose bounds took enough nodes, in one piece."""
    table = Bounded(small_table(large=16), same=False)
    sizes = [kernel.STORED, kernel.STORED + 1, 40, 50, 60]
    for size in sizes:
        for _ in range(size % 3 + 1):  # each time counts as one node
            table.keep(state(size, size), 3, size, 100)
    entries, members = np.zeros(16, kernel.record("Entry")), np.zeros(1000, np.uint16)
    count = kernel.copy_large(table.table, 2, entries, members)
    copied = {
        one["size"]: members[one["place"] : one["place"] + one["size"]].tolist()
        for one in entries[:count]
    }
    wanted = [size for size in sizes if size > kernel.STORED and size % 3]
    assert copied == {size: state(size, size).tolist() for size in wanted}
    assert kernel.copy_large(table.table, 2, entries, members[: sum(wanted)]) == len(wanted)
    assert kernel.copy_large(table.table, 2, entries, members[: sum(wanted) - 1]) < len(wanted)


def test_keys_follow_members_and_questions_left() -> None:
    finite = FiniteGame(MASTERMIND, 3, 4)
    keys = solver_of(finite).board.keys
    states = {tuple(members) for members in random_states(finite, 16, 1, 8)}
    found = {
        kernel.key_of(keys, np.array(members, np.uint16), tag)
        for members in states
        for tag in range(9)
    }
    assert len(found) == 9 * len(states)
