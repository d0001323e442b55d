"""The compiled search against plain searches, and each of its pieces against what it promises.

States are random subsets of the secrets of small games; a failure prints the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations, permutations, product

import numpy as np
import pytest

from masetproof import kernels as kernel
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND
from masetproof.games.registry import GAMES
from masetproof.games.rules import Game
from masetproof.search import solver as solver_module
from masetproof.search import states as states_module
from masetproof.search.board import first_questions, make_board
from masetproof.search.bounds import (
    least_needing_last,
    least_total,
    least_total_of_question,
    most_solved,
)
from masetproof.search.solver import INFINITE, Bounds, Solver, Table
from masetproof.search.states import (
    Forms,
    Members,
    isomorphism_of,
    plain_value,
)
from masetproof.words import Word
from tests.search.plain import Plain, random_state, told, total

MEMORY = 1 << 24

SMALL = [
    FiniteGame(MASTERMIND, 2, 4),
    FiniteGame(MASTERMIND, 2, 6),
    FiniteGame(MASTERMIND, 3, 3),
    FiniteGame(MASTERMIND, 3, 4),
    FiniteGame(MASTERMIND, 4, 2),
    FiniteGame(MASTERMIND, 3, 3, consistent_only=True),
    FiniteGame(MASTERMIND, 3, 4, distinct=True),
    FiniteGame(MASTERMIND, 2, 4, distinct=True, consistent_only=True),
    FiniteGame(AB, 2, 5),
    FiniteGame(AB, 3, 4),
    FiniteGame(AB, 3, 5),
    FiniteGame(AB, 4, 4),
    FiniteGame(AB, 3, 5, consistent_only=True),
    FiniteGame(BLACK_PEG, 2, 4),
    FiniteGame(BLACK_PEG, 3, 3),
    FiniteGame(BLACK_PEG, 4, 2),
    FiniteGame(BLACK_PEG, 3, 4, distinct=True),
    FiniteGame(BLACK_PEG, 3, 3, consistent_only=True),
    FiniteGame(BLACK_PEG, 2, "3,5"),
    FiniteGame(BLACK_PEG, 3, "3,2,3"),
    FiniteGame(BLACK_PEG, 3, "4,2,3"),
    FiniteGame(BLACK_PEG_AB, 2, 5),
    FiniteGame(BLACK_PEG_AB, 3, 4),
    FiniteGame(BLACK_PEG_AB, 4, 4),
    FiniteGame(BLACK_PEG_AB, 3, 4, consistent_only=True),
]
# With five pegs and more there are more than 16 and more than 32 answers, in two planes or three.
MANY_ANSWERS = [
    FiniteGame(MASTERMIND, 5, 2),
    FiniteGame(MASTERMIND, 6, 2),
    FiniteGame(MASTERMIND, 7, 2),
    FiniteGame(MASTERMIND, 8, 2, consistent_only=True),
]


@cache
def solver_of(finite: FiniteGame, fewest: bool = False) -> Solver:
    return Solver(finite, MEMORY, fewest=fewest)


@cache
def plain_of(finite: FiniteGame, fewest: bool = False) -> Plain:
    return Plain(finite, fewest=fewest)


def title(finite: FiniteGame) -> str:
    return finite.title.replace(" ", "-").replace(",", "")


OF_BOTH_KINDS = [
    pytest.param(
        finite,
        fewest,
        id=f"{title(finite)}-{'fewest' if fewest else 'total'}",
        marks=[pytest.mark.slow] if fewest and number % 2 else [],
    )
    for number, finite in enumerate(SMALL)
    for fewest in (False, True)
]
"""Games with what their totals count; of the fewest every second one is for the slow suite."""


def words_of(finite: FiniteGame, members: Members) -> list[Word]:
    secrets = finite.secrets
    return [secrets[i] for i in members.tolist()]


def value_of(finite: FiniteGame, members: Members, left: int, fewest: bool = False) -> float:
    plain = plain_of(finite, fewest)
    return plain.value(plain.state(members), left)


def check_state(solver: Solver, members: Members, left: int, value: float) -> None:
    """All that a solver says of a state, whose value is known."""
    what = f"{solver.finite.title}: {words_of(solver.finite, members)}, {left} left"
    exact = INFINITE if value == float("inf") else int(value)
    assert solver.value(members, left) == Bounds(exact, exact), what
    if exact == INFINITE:
        assert solver.value(members, left, any_strategy=True).low == INFINITE, what
        return
    found = solver.value(members, left, any_strategy=True)
    assert found.low <= exact <= found.high < INFINITE, what
    possible = words_of(solver.finite, members)
    for worth in (exact, None):
        node = solver.strategy(members, left, worth)
        cost = total(solver.finite, possible, node, left, fewest=solver.board.fewest)
        assert cost == solver.total(members, node, left), what
        assert cost == exact if worth is not None else cost >= exact, what


def check_upper_bounds(solver: Solver, members: Members, left: int, value: float) -> None:
    """An upper bound is kept to, and what is found out below one is no obstacle to another."""
    what = f"{solver.finite.title}: {words_of(solver.finite, members)}, {left} left"
    near = 3 * len(members) if value == float("inf") else int(value)
    for upper in (near - 2, near, near + 1, near - 1, near + 5):
        found = solver.value(members, left, upper)
        if value < upper:
            assert found == Bounds(int(value), int(value)), (what, upper)
        else:
            assert upper <= found.low <= min(value, INFINITE) <= found.high, (what, upper)


@pytest.mark.parametrize("finite", SMALL[::2], ids=title)
def test_the_two_plain_searches_agree(finite: FiniteGame) -> None:
    rng = np.random.default_rng(1)
    for _ in range(5):
        members = random_state(rng, finite, 1, 6)
        for left in range(1, 5):
            plain = plain_value(finite, frozenset(words_of(finite, members)), left)
            assert plain == value_of(finite, members, left)


@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_small_states(finite: FiniteGame, fewest: bool) -> None:
    """With every number of questions; with empty tables, and with those of all states before."""
    rng = np.random.default_rng(2)
    solver = solver_of(finite, fewest)
    for number in range(8):
        members = random_state(rng, finite, 1, 9)
        for left in range(1, len(members) + 2):
            value = value_of(finite, members, left, fewest)
            if number % 2:
                solver.forget()
            check_upper_bounds(solver, members, left, value)
            check_state(solver, members, left, value)


@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_larger_states(finite: FiniteGame, fewest: bool) -> None:
    """Those that get canonical forms, greedy bounds and twins."""
    rng = np.random.default_rng(3)
    solver = solver_of(finite, fewest)
    for number in range(2):
        members = random_state(rng, finite, 10, 20)
        least = next(left for left in range(21) if value_of(finite, members, left) < 10**6)
        for left in (least - 1, least, least + 1, len(members)):
            value = value_of(finite, members, left, fewest)
            if number % 2:
                solver.forget()
            check_upper_bounds(solver, members, left, value)
            solver.forget()
            check_state(solver, members, left, value)


@pytest.mark.parametrize("finite", MANY_ANSWERS, ids=title)
def test_games_with_many_answers(finite: FiniteGame) -> None:
    rng = np.random.default_rng(4)
    solver = solver_of(finite)
    for _ in range(4):
        members = random_state(rng, finite, 6, 14)
        for left in (2, 3, 4, 14):
            value = value_of(finite, members, left)
            check_upper_bounds(solver, members, left, value)
            check_state(solver, members, left, value)


@pytest.mark.parametrize("finite", SMALL, ids=title)
def test_orbits_of_questions_and_nauty_forms_change_no_value(
    finite: FiniteGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is otherwise done in large states only is done in all."""
    monkeypatch.setattr(solver_module, "_SYMMETRIC", 0)
    monkeypatch.setattr(states_module, "_NAUTY", 0)
    rng = np.random.default_rng(5)
    solver = Solver(finite, MEMORY)
    for _ in range(4):
        members = random_state(rng, finite, 5, 14)
        for left in (3, 4, len(members)):
            check_state(solver, members, left, value_of(finite, members, left))


# ------------------------------------------------------------------------- pieces of the kernel


STATES = 6


def pair(kernel: Callable[..., None], *arguments: object) -> tuple[int, int]:
    """The two numbers that a kernel writes."""
    numbers = np.empty(2, np.int64)
    kernel(*arguments, numbers)
    low, high = numbers.tolist()
    return low, high


def random_states(finite: FiniteGame, seed: int, least: int, most: int) -> list[Members]:
    rng = np.random.default_rng(seed)
    return [random_state(rng, finite, least, most) for _ in range(STATES)]


def parts_of(finite: FiniteGame, possible: list[Word], question: Word) -> list[int]:
    """The sizes of the parts, the winning one apart."""
    answers = [told(finite, secret, question) for secret in possible if secret != question]
    return [answers.count(answer) for answer in set(answers)]


@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_bounds_by_members_and_by_questions_hold(finite: FiniteGame, fewest: bool) -> None:
    solver = solver_of(finite, fewest)
    board, stack, table = solver.board, solver._stack, solver._table
    for members in random_states(finite, 6, 3, 10):
        for left in range(2, len(members) + 1 + fewest):
            if board.reach[left] < len(members):
                continue
            value = min(value_of(finite, members, left, fewest), INFINITE)
            low, high = solver._bounds_by_members(members, left)
            assert low <= value <= high
            if value == least_total(len(members)) and not fewest:
                assert low == value
            if len(members) > kernel.SMALL:
                solver.forget()
                found = pair(
                    kernel.bounds_by_questions, board, stack, table, solver._runs, members, left
                )
                assert found[0] <= value <= found[1]
                place = kernel.find_entry(
                    table, kernel.key_of(board.keys, members, left), members, left
                )
                entry = table.entries[place]
                assert (entry["low"], entry["high"]) == found
                entry["low"], entry["high"] = 5, 6
                found = pair(
                    kernel.bounds_by_questions, board, stack, table, solver._runs, members, left
                )
                assert found == (5, 6), "what is in the table is taken"


@pytest.mark.parametrize("finite", SMALL + MANY_ANSWERS, ids=title)
def test_lower_bounds_of_questions(finite: FiniteGame) -> None:
    solver = solver_of(finite)
    board, stack = solver.board, solver._stack
    lower_bound = partial(pair, kernel.lower_bound_of_question, board)
    for members in random_states(finite, 7, 2, 20):
        possible, size = words_of(finite, members), len(members)
        assert kernel.count_all_parts(board, stack, members) == max(stack.saved)
        most = 1 + size // 2
        for number, question in enumerate(finite.questions):
            sizes = parts_of(finite, possible, question)
            inside = question in possible
            saved = len(sizes) + 2 * inside
            if finite.consistent_only and not inside:
                saved = 0
            assert stack.saved[number] == saved
            bound, squares = lower_bound(members, number, size, most, stack.counts)
            assert squares == sum(count**2 for count in sizes)
            if size in sizes or max(sizes, default=0) > most:
                assert bound == INFINITE
            else:
                assert bound == size + sum(int(board.least[count]) for count in sizes)
                assert bound >= 3 * size - len(sizes) - 2 * inside


@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_no_question_costs_less_than_its_bounds(finite: FiniteGame, fewest: bool) -> None:
    solver = solver_of(finite, fewest)
    board, stack = solver.board, solver._stack
    paid_at_once, by_parts = (
        partial(kernel.paid_at_once, board),
        partial(kernel.least_by_parts, board),
    )
    lower_bound = partial(pair, kernel.lower_bound_of_question, board)
    for turn, members in enumerate(random_states(finite, 23, 3, 9)):
        size = len(members)
        most = kernel.count_all_parts(board, stack, members)
        # A third of the questions of each state, and another one of the next.
        for number in np.flatnonzero(stack.saved > 1)[turn % 3 :: 3].tolist():
            parts = [part for _, part in solver.parts(members, number)]
            inside = number in board.own[members]
            assert stack.saved[number] == len(parts) + inside * (1 if fewest else 2)
            for left in range(2, size + 1 + fewest):
                cost = paid_at_once(size)
                cost += sum(value_of(finite, part, left - 1, fewest) for part in parts)
                saved = int(stack.saved[number])
                assert by_parts(size, left, saved, most) <= cost
                bound, _ = lower_bound(members, number, left - 1, size, stack.counts)
                assert bound <= cost


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
    for size in range(3, 40):
        for parts in range(1, size + 1):
            # What is left of 3s when a question saves so much, as `count_all_parts` counts.
            assert least_total_of_question(size, parts, inside=False) == 3 * size - parts
            assert least_total_of_question(size, parts, inside=True) == 3 * size - (parts + 1)


@pytest.mark.parametrize("finite", SMALL, ids=title)
def test_no_more_secrets_are_solved_than_the_number_of_parts_allows(finite: FiniteGame) -> None:
    solver = solver_of(finite)
    for members in random_states(finite, 22, 3, 12):
        parts = kernel.count_all_parts(solver.board, solver._stack, members)
        for left in range(1, len(members) + 1):
            if len(members) > most_solved(parts, left):
                assert value_of(finite, members, left) == float("inf")


@pytest.mark.parametrize("finite", SMALL, ids=title)
def test_the_greedy_question_is_the_first_of_the_least_bound(finite: FiniteGame) -> None:
    solver = solver_of(finite)
    board, counts = solver.board, solver._stack.counts
    lower_bound = partial(pair, kernel.lower_bound_of_question, board)

    def ranked(members: Members, question: int, left: int) -> tuple[int, int]:
        most = int(board.reach[left - 1])
        bound, squares = lower_bound(members, int(question), left - 1, most, counts)
        return bound, squares

    for members in random_states(finite, 8, 3, 16):
        allowed = board.own[members] if finite.consistent_only else range(len(finite.questions))
        for left in (2, 3, len(members)):
            best = min((*ranked(members, question, left), question) for question in allowed)
            found = kernel.greedy_question(board, solver._stack, members, left)
            if best[0] < INFINITE:
                assert found == best[2]
            else:  # none will do, which the parts of that one tell the greedy strategy
                assert found == kernel.NONE or ranked(members, found, left)[0] == INFINITE


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
    parts = np.empty(len(answers), kernel.record("Part"))
    into = np.empty(len(finite.secrets), np.uint16)
    divide = partial(kernel.divide, board)
    for members in random_states(finite, 10, 1, 16):
        for number in range(0, len(finite.questions), 5):
            divide(members, number, parts, into)
            question = finite.questions[number]
            for answer, first, count in zip(answers, parts["first"], parts["size"], strict=True):
                part = into[first : first + count]
                assert words_of(finite, part) == [
                    secret
                    for secret in words_of(finite, members)
                    if secret != question and told(finite, secret, question) == answer
                ]


def own_colours(finite: FiniteGame) -> bool:
    """Whether each column's colours may be renamed by themselves; then each column has symbols of
    its own, which follow those of the column before."""
    return finite.game is BLACK_PEG and not finite.distinct


def sizes_of(finite: FiniteGame) -> list[int]:
    """The number of colours of each column."""
    return [len({secret[column] for secret in finite.secrets}) for column in range(finite.pegs)]


def alphabets_of(finite: FiniteGame) -> list[list[int]]:
    """The symbols of each alphabet that is renamed by itself."""
    if not own_colours(finite):
        return [[*range(finite.colours)]]
    sizes = sizes_of(finite)
    return [[sum(sizes[:column]) + cell for cell in range(n)] for column, n in enumerate(sizes)]


def symbols_of(finite: FiniteGame, word: Word) -> Word:
    """The symbols of a word: its colours, or those of its columns."""
    if not own_colours(finite):
        return word
    return tuple(alphabet[cell] for alphabet, cell in zip(alphabets_of(finite), word, strict=True))


def exchanged(word: Word, one: int, other: int) -> Word:
    return tuple({one: other, other: one}.get(cell, cell) for cell in word)


@pytest.mark.parametrize("finite", SMALL, ids=title)
def test_twins_and_the_questions_that_they_leave(finite: FiniteGame) -> None:
    """Of the questions that exchanges of twins map to each other exactly one is asked."""
    solver = solver_of(finite)
    stack = solver._stack
    is_first = partial(kernel.is_first, solver.board, stack)
    alphabet_of = {symbol: some for some in alphabets_of(finite) for symbol in some}
    symbols = [*alphabet_of]
    some = 0
    states = random_states(finite, 11, 1, 4) + random_states(finite, 12, 1, 8)
    for members in [*states, solver.all_secrets()]:
        possible = {symbols_of(finite, word) for word in words_of(finite, members)}
        twin = [
            next(
                low
                for low in symbols
                if low in alphabet_of[symbol]
                and {exchanged(word, low, symbol) for word in possible} == possible
            )
            for symbol in symbols
        ]
        found = kernel.find_twins(solver.board, stack, solver._runs, members)
        assert stack.twin.tolist() == twin
        assert found == (twin != symbols)
        some += found
        classes = [[c for c in symbols if twin[c] == least] for least in sorted(set(twin))]
        names = [
            dict(
                zip(
                    [c for group in classes for c in group],
                    [c for group in images for c in group],
                    strict=True,
                )
            )
            for images in product(*map(permutations, classes))
        ]
        first = {
            symbols_of(finite, question)
            for number, question in enumerate(finite.questions)
            if is_first(number)
        }
        for question in finite.questions:
            word = symbols_of(finite, question)
            orbit = {tuple(name[cell] for cell in word) for name in names}
            assert len(orbit & first) == 1
    assert some


@pytest.mark.parametrize("finite", SMALL, ids=title)
def test_a_state_that_is_entered_is_bounded(finite: FiniteGame) -> None:
    """The search is over then, or it returns as the state is worth a canonical form."""
    solver = solver_of(finite)
    for members in random_states(finite, 13, kernel.FORMED, 14):
        for left in (2, 3, len(members)):
            value = min(value_of(finite, members, left), INFINITE)
            for upper in (2 * len(members), INFINITE):
                solver.forget()
                solver._begin(members, left, upper, Bounds(0, INFINITE), any_strategy=False)
                solver._run["next"] = kernel.ENTER
                outcome = kernel.search(solver.board, solver._stack, solver._table, solver._runs)
                low, high = solver._result()
                assert low <= value <= high
                settled = low >= min(high, upper)
                assert outcome == (kernel.FINISHED if settled else kernel.REACHED)


@pytest.mark.parametrize("finite", SMALL + MANY_ANSWERS, ids=title)
def test_each_version_counts_the_answers(finite: FiniteGame) -> None:
    """Those for other processors, too."""
    board = solver_of(finite).board
    for members in random_states(finite, 14, 1, 20):
        expected = [len(set(row)) for row in board.answers[:, members].tolist()]
        for name in ("count_answers", "count_answers_plainly", "count_answers_avx2"):
            if name != "count_answers_avx2" or kernel.has_avx2():
                hits, parts = (
                    np.empty(board.hot.shape[1], np.uint16),
                    np.empty(len(expected), np.uint8),
                )
                getattr(kernel, name)(board.hot, members, hits, parts)
                assert parts.tolist() == expected


def test_sift_makes_a_heap() -> None:
    """By bound, then squares, then question."""
    rng = np.random.default_rng(15)
    for size in range(30):
        entries = [tuple(entry) for entry in rng.integers(4, size=(size, 3)).tolist()]
        heap = np.array(entries, kernel.record("Ranked"))
        for place in range(size // 2 - 1, -1, -1):
            kernel.sift(heap, place, size)
        taken = []
        for rest in range(size - 1, -1, -1):
            taken.append(heap[0].item())
            heap[0] = heap[rest]
            kernel.sift(heap, 0, rest)
        assert taken == sorted(entries)


def test_the_table_never_takes_one_state_for_another() -> None:
    """Though their keys are the same; the smallest state is forgotten first."""
    table = Table(np.zeros(8, kernel.record("Entry")), np.zeros((8, 6), np.uint16))
    key = 5  # in the second bucket
    states = [np.arange(i, 2 * i + 1, dtype=np.uint16) for i in range(1, 6)]

    def bounds(place: int) -> tuple[int, int]:
        return table.entries[place]["low"], table.entries[place]["high"]

    for number, state in enumerate(states[:4]):
        assert kernel.find_entry(table, key, state, 3) < 0
        kernel.keep_entry(table, key, state, 3, 10 + number, 20 + number)
    for number, state in enumerate(states[:4]):
        place = kernel.find_entry(table, key, state, 3)
        assert 4 <= place < 8
        assert bounds(place) == (10 + number, 20 + number)
        for other in (state + np.uint16(1), state[:-1]):
            assert kernel.find_entry(table, key, other, 3) != place
        assert kernel.find_entry(table, key, state, 4) < 0
        assert kernel.find_entry(table, key + 1, state, 3) < 0
    kernel.keep_entry(table, key, states[2], 3, 11, 19)
    place = kernel.find_entry(table, key, states[2], 3)
    assert bounds(place) == (12, 19), "bounds only get better"
    kernel.keep_entry(table, key, states[4], 3, 1, 2)
    assert kernel.find_entry(table, key, states[4], 3) >= 0
    assert [kernel.find_entry(table, key, state, 3) >= 0 for state in states[:4]] == [
        False,
        True,
        True,
        True,
    ]
    assert not table.entries[:4]["size"].any()
    large = np.arange(7, dtype=np.uint16)
    kernel.keep_entry(table, 0, large, 3, 1, 2)
    assert kernel.find_entry(table, 0, large, 3) < 0
    assert not table.entries[:4]["size"].any()


def test_keys_follow_members_and_questions_left() -> None:
    finite = FiniteGame(MASTERMIND, 3, 4)
    board = solver_of(finite).board
    states = {tuple(members) for members in random_states(finite, 16, 1, 8)}
    keys = {
        kernel.key_of(board.keys, np.array(state, np.uint16), left)
        for state in states
        for left in (1, 2, 3)
    }
    assert len(keys) == 3 * len(states)


# --------------------------------------------------------------------------------- the board


@pytest.mark.parametrize("pegs", range(1, 9))
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_answers_of_the_board(game: Game, pegs: int) -> None:
    finite = FiniteGame(game, pegs, max(3 if pegs > 6 else 4, game.least_colours(pegs)))
    rng = np.random.default_rng(pegs)
    words = rng.choice(finite.questions, 30).astype(np.uint8)
    secrets = rng.choice(finite.secrets, 20).astype(np.uint8)
    numbers = finite.game.numbers(words, secrets)
    assert numbers.dtype == np.uint8
    for question, row in zip(words.tolist(), numbers.tolist(), strict=True):
        for secret, number in zip(secrets.tolist(), row, strict=True):
            answer = game.answer(tuple(secret), tuple(question))
            assert finite.answers[number] == answer


@pytest.mark.parametrize("finite", SMALL + MANY_ANSWERS, ids=title)
def test_the_arrays_of_the_board(finite: FiniteGame) -> None:
    board = make_board(finite)
    questions, secrets = finite.questions, finite.secrets
    assert [questions[number] for number in board.own] == list(secrets)
    symbols = [symbols_of(finite, question) for question in questions]
    assert [tuple(word) for word in board.symbols.tolist()] == symbols
    planes = board.hot.reshape(len(secrets), -1, len(questions)).swapaxes(0, 1)
    assert len(planes) == -(-len(finite.answers) // 16)
    held = sum(plane.astype(object) << 16 * number for number, plane in enumerate(planes))
    assert (held == (1 << board.answers.astype(object)).T).all()
    alphabets = alphabets_of(finite)
    assert board.ends.tolist() == [some[-1] + 1 for some in alphabets for _ in some]
    pairs = [pair for some in alphabets for pair in combinations(some, 2)]
    for (symbol, other), swaps in zip(pairs, board.swaps, strict=True):
        for number, secret in enumerate(secrets):
            image = exchanged(symbols_of(finite, secret), symbol, other)
            assert symbols_of(finite, secrets[swaps[number]]) == image


Map = Callable[[Word], Word]


def renamings(finite: FiniteGame) -> Iterator[Map]:
    """Permutations of columns of one size, and of colours: the same in all, or each its own."""
    sizes = sizes_of(finite)
    orders = list(permutations(range(finite.colours)))
    for columns in permutations(range(finite.pegs)):
        if [sizes[column] for column in columns] != sizes:
            continue
        for names in (
            product(*(permutations(range(size)) for size in sizes))
            if own_colours(finite)
            else ((order,) * finite.pegs for order in orders)
        ):
            yield lambda word, columns=columns, names=names: tuple(  # type: ignore[misc]
                name[word[column]] for column, name in zip(columns, names, strict=True)
            )


def inverse(word: Word) -> Word:
    """The column of each colour."""
    return tuple(word.index(colour) for colour in range(len(word)))


@cache
def symmetries(finite: FiniteGame) -> list[Map]:
    """All of a game; those of permutations come with their inverses."""
    found = list(renamings(finite))
    if not finite.game.repeats and finite.pegs == finite.colours:
        found += [lambda word, other=other: inverse(other(word)) for other in found]  # type: ignore[misc]
    return found


@pytest.mark.parametrize("finite", [*SMALL, FiniteGame(MASTERMIND, 5, 3)], ids=title)
def test_first_questions_are_one_of_each_kind(finite: FiniteGame) -> None:
    kinds: dict[Word, int] = {}
    for number, question in enumerate(finite.questions):
        kinds.setdefault(min(image(question) for image in symmetries(finite)), number)
    assert first_questions(finite) == sorted(kinds.values())


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
    board = make_board(finite)
    count = len(finite.secrets)
    attained = set()
    for size in range(1, count + 1):
        for rows in combinations(range(count), size):
            state = np.array(rows, np.uint16)
            for left in range(count + 1):
                value = value_of(finite, state, left)
                if value < float("inf"):
                    assert size <= board.reach[left]
                    assert value >= board.least[size]
                    attained |= {("reach", left)} if size == board.reach[left] else set()
                    attained |= {("least", size)} if value == board.least[size] else set()
    assert {("reach", 1), ("least", 1), ("least", 2)} <= attained
    assert board.reach[0] == board.least[0] == 0
    assert (np.diff(np.minimum(board.reach, count)) >= 0).all()
    assert board.reach[-1] == count


# ---------------------------------------------------------------------------------- symmetries


def images(finite: FiniteGame, words: frozenset[Word]) -> set[frozenset[Word]]:
    return {frozenset(map(image, words)) for image in symmetries(finite)}


def numbers_of(finite: FiniteGame, words: frozenset[Word]) -> Members:
    places = {word: number for number, word in enumerate(finite.secrets)}
    return np.array(sorted(places[word] for word in words), np.uint16)


@pytest.mark.parametrize("finite", SMALL, ids=title)
def test_one_question_of_each_orbit_is_asked(finite: FiniteGame) -> None:
    """Excluded colours match nothing, so they count as one; those alone are an idle question."""
    kept = 0
    isomorphism, board = isomorphism_of(finite), solver_of(finite).board
    for members in random_states(finite, 17, 2, 8):
        state = frozenset(words_of(finite, members))
        present = {symbol for word in state for symbol in symbols_of(finite, word)}
        automorphisms = [
            image for image in renamings(finite) if all(image(word) in state for word in state)
        ]

        def kind(question: Word) -> Word:
            return min(
                tuple(
                    cell if symbol in present else -1  # noqa: B023
                    for cell, symbol in zip(word, symbols_of(finite, word), strict=True)
                )
                for word in (image(question) for image in automorphisms)  # noqa: B023
            )

        numbers = isomorphism.questions(members, board.answers).tolist()
        kinds = [kind(finite.questions[number]) for number in numbers]
        assert numbers == sorted(numbers)
        assert len(set(kinds)) == len(kinds), "two isomorphic questions are asked"
        idle = {(-1,) * finite.pegs}
        assert set(kinds) - idle == set(map(kind, finite.questions)) - idle
        kept += len(numbers)
    assert kept < STATES * len(finite.questions)


@pytest.mark.parametrize("nauty", [0, 160])
@pytest.mark.parametrize(
    "finite",
    [
        FiniteGame(MASTERMIND, 2, 3),
        FiniteGame(BLACK_PEG, 2, 3),
        FiniteGame(BLACK_PEG, 2, "2,4"),
        FiniteGame(BLACK_PEG, 3, "2,1,3"),
        FiniteGame(BLACK_PEG, 3, "2,2,1"),
        FiniteGame(AB, 3, 3),
    ],
    ids=title,
)
def test_equal_keys_are_isomorphic_states(
    finite: FiniteGame, nauty: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All states of few secrets; with nauty's form there are as many keys as kinds of states."""
    monkeypatch.setattr(states_module, "_NAUTY", nauty)
    isomorphism = isomorphism_of(finite)
    kind_of: dict[frozenset[Word], frozenset[Word]] = {}
    kinds: dict[bytes, frozenset[Word]] = {}
    for size in range(1, finite.secret_count + 1):
        for words in combinations(finite.secrets, size):
            state = frozenset(words)
            if state not in kind_of:
                kind_of.update(dict.fromkeys(images(finite, state), state))
            key = isomorphism.key(numbers_of(finite, state))
            assert kinds.setdefault(key, kind_of[state]) == kind_of[state]
    different = len(set(kind_of.values()))
    assert len(kinds) == different if nauty == 0 else different <= len(kinds) <= 1.3 * different


@pytest.mark.parametrize(
    ("finite", "least"),
    [
        (FiniteGame(MASTERMIND, 3, 4), 0.75),
        (FiniteGame(AB, 3, 5), 0.75),
        (FiniteGame(AB, 4, 4), 0.4),
        (FiniteGame(MASTERMIND, 4, 3), 0.75),
        (FiniteGame(BLACK_PEG, 3, 3), 0.75),
        (FiniteGame(BLACK_PEG, 3, "3,2,3"), 0.75),
    ],
    ids=lambda value: title(value) if isinstance(value, FiniteGame) else "",
)
def test_relabelled_states_mostly_share_their_key(finite: FiniteGame, least: float) -> None:
    """And states that share one are relabelled."""
    same, count = 0, 0
    isomorphism = isomorphism_of(finite)
    states: dict[bytes, frozenset[Word]] = {}
    rng = np.random.default_rng(18)
    for members in random_states(finite, 19, 1, 12) + random_states(finite, 20, 2, 4):
        state = frozenset(words_of(finite, members))
        key = isomorphism.key(members)
        if key in states:
            assert state in images(finite, states[key])
        states[key] = state
        for number in rng.integers(len(symmetries(finite)), size=20):
            image = frozenset(map(symmetries(finite)[number], state))
            same += isomorphism.key(numbers_of(finite, image)) == key
            count += 1
    assert same >= least * count


def form_of(words: list[Word]) -> bytes:
    return Forms(np.array(words)).of(np.arange(len(words), dtype=np.uint16))


def test_large_states_always_share_their_key() -> None:
    finite = FiniteGame(MASTERMIND, 4, 6)
    rng = np.random.default_rng(21)
    for _ in range(5):
        state = frozenset(words_of(finite, random_state(rng, finite, 1000, 1200)))
        key = form_of(sorted(state))
        for number in rng.integers(len(symmetries(finite)), size=3):
            other = [*map(symmetries(finite)[number], state)]
            rng.shuffle(other)
            assert form_of(other) == key
        without = state - {min(state)} | {min(set(finite.secrets) - state)}
        assert form_of(sorted(without)) != key
