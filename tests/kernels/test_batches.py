"""The bounds of many questions at a time, against the rules of the games and plain searches."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from masetproof import kernels as kernel
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND
from masetproof.search.bounds import least_total, least_total_by_members
from masetproof.search.solver import INFINITE, Solver
from masetproof.search.states import Members
from masetproof.words import Word
from tests.kernels.states import random_states, solver_of, title, value_of, words_of
from tests.search.plain import told

VERSIONS = [
    "drop_separated",
    "drop_separated_plainly",
    *["drop_separated_avx2"] * (kernel.vector_bits() >= 256),
]
GAMES = [
    FiniteGame(MASTERMIND, 3, 4),
    FiniteGame(MASTERMIND, 5, 2),
    FiniteGame(AB, 3, 5),
    FiniteGame(AB, 4, 4),
    FiniteGame(BLACK_PEG, 3, 3),
    FiniteGame(BLACK_PEG, 3, "4,3,4"),
    FiniteGame(BLACK_PEG_AB, 3, 4),
]


def classes_of(table: NDArray[np.uint8], own: NDArray[np.int32]) -> NDArray[np.uint16]:
    members, classes = np.arange(len(table), dtype=np.uint16), np.zeros(kernel.CLASSED, np.uint16)
    kernel.list_classes(table, own, members, classes)
    return classes


@pytest.mark.parametrize("size", [1, 2, 3, 17, 80, kernel.BATCHED_TO])
def test_the_classes_of_members(size: int) -> None:
    rng = np.random.default_rng(size)
    own = rng.permutation(2 * size)[:size].astype(np.int32)
    table = rng.integers(rng.integers(1, 33), size=(size, 2 * size)).astype(np.uint8)
    listed = iter(classes_of(table, own).tolist())
    for question in own.tolist():
        found = []
        while length := next(listed):
            found.append([next(listed) for _ in range(length)])
        alike: dict[int, list[int]] = {}
        for member, answer in enumerate(table[:, question].tolist()):
            alike.setdefault(answer, []).append(member)
        assert sorted(found) == sorted(one for one in alike.values() if len(one) > 1)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("answers", [2, 8, 14, 20, 27, 32])
def test_each_version_finds_the_parts_that_are_separated(version: str, answers: int) -> None:
    """Of any parts that are marked; with members that answer each other in many ways, or few."""
    rng = np.random.default_rng(answers)
    for size in (1, 3, 12, 40, 70):
        between = rng.integers(rng.integers(answers, 8 * answers), size=(size, size)) % 32
        classes = classes_of(between.astype(np.uint8), np.arange(size, dtype=np.int32))
        rows = rng.integers(rng.integers(1, answers + 1, 64), size=(size, 64)).astype(np.uint8)
        eights = -(-answers // 8)
        parts = rng.integers(256, size=(eights, 64)).astype(np.uint8)
        marked = [[parts[a // 8, q] >> a % 8 & 1 for a in range(answers)] for q in range(64)]
        getattr(kernel, version)(rows, classes, parts)
        for question, row in enumerate(rows.T.tolist()):
            for answer in range(answers):
                part = [member for member in range(size) if row[member] == answer]
                separated = any(
                    len({int(between[other, member]) for other in part}) == len(part)
                    for member in part
                )
                bit = parts[answer // 8, question] >> answer % 8 & 1
                assert bit == (marked[question][answer] and not separated)


def missed_parts(finite: FiniteGame, possible: list[Word], question: Word, most: int) -> int:
    """How many parts of three to so many secrets have none that separates all others."""
    parts: dict[tuple[object, ...], list[Word]] = {}
    for secret in possible:
        if secret != question:
            parts.setdefault(told(finite, secret, question), []).append(secret)
    return sum(
        3 <= len(part) <= most
        and all(max(Counter(told(finite, s, q) for s in part).values()) > 1 for q in part)
        for part in parts.values()
    )


def opened(solver: Solver, members: Members, left: int) -> NDArray[np.void]:
    """The questions of a state, of which only the sizes of parts are known."""
    solver._begin(members, left, INFINITE, kernel.EXPAND, None)
    solver._state.low, solver._state.high = 0, INFINITE
    count = kernel.open_state(solver._prepared, solver._stack, solver._runs)
    ranked: NDArray[np.void] = solver._stack.value["ranked"][0, :count]
    return ranked


def bound_all(solver: Solver, best: int) -> None:
    """Bound all questions in batches, where that may show that they cost no less than *best*."""
    state = solver._state
    state.next, state.best = 0, best
    while state.next < state.count:
        kernel.bound_batch(solver._prepared, solver._stack, solver._runs, 0)
        assert state.batched > state.next
        state.next = state.batched


@pytest.mark.parametrize("finite", GAMES, ids=title)
def test_a_batch_adds_one_for_each_part_that_is_missed(finite: FiniteGame) -> None:
    """Once: neither a second batch nor one that comes after the parts were bounded adds any."""
    solver, raised = solver_of(finite), 0
    for members in random_states(finite, 11, 12, 20, 6):
        left, possible = len(members), words_of(finite, members)
        ranked = opened(solver, members, left)
        before = ranked["bound"].tolist()
        best = int(np.median(before)) + 2
        known = ranked["question"] % 3 == 1  # as if these had been bounded part by part
        ranked["missed"][known] = kernel.BOUNDED
        bound_all(solver, best)
        most = max(
            size
            for size in range(1, left + 1)
            if kernel.least_of(solver._prepared, size, left - 1, solver._state.most)
            == least_total(size)
        )
        looked_at = ranked["missed"] > 0
        for place, bound in enumerate(before):
            question = finite.questions[solver.board.order[ranked["question"][place]]]
            missed = missed_parts(finite, possible, question, most)
            fresh = bool(looked_at[place] and not known[place])
            expected = least_total_by_members(bound, missed, by_sizes=fresh)
            assert ranked["bound"][place] == expected
            raised += expected > bound
        after = ranked.copy()
        bound_all(solver, best)
        assert (ranked["bound"][looked_at] == after["bound"][looked_at]).all()
        ranked["bound"][looked_at] += 1
        bound_all(solver, best + 1)
        assert (ranked["bound"][looked_at] == after["bound"][looked_at] + 1).all()
    assert raised


@pytest.mark.parametrize("finite", GAMES, ids=title)
def test_no_question_is_bounded_above_what_it_costs(finite: FiniteGame) -> None:
    """In any order of batches and bounds of parts that a search comes to."""
    solver = solver_of(finite)
    for members in random_states(finite, 12, 16, 20, 3):
        left, possible = len(members), words_of(finite, members)
        value = int(value_of(finite, members, left))
        for upper in (value - 1, value, value + 1):
            solver.forget()
            solver.value(members, left, upper)
            state = solver._state
            for bound, place, _ in solver._stack.value["ranked"][0, : max(0, state.count)]:
                question = finite.questions[solver.board.order[place]]
                parts: dict[tuple[object, ...], list[int]] = {}
                for number, secret in zip(members.tolist(), possible, strict=True):
                    if secret != question:
                        parts.setdefault(told(finite, secret, question), []).append(number)
                below = [np.array(part, np.uint16) for part in parts.values()]
                assert bound <= left + sum(value_of(finite, part, left - 1) for part in below)


@pytest.mark.parametrize("finite", GAMES, ids=title)
def test_a_batch_knows_which_parts_cost_the_least_there_is(finite: FiniteGame) -> None:
    """Those that it does not mark are settled, and no search looks at them again."""
    solver, seen = solver_of(finite), set()
    for members in random_states(finite, 13, 12, 20, 3):
        left = len(members)
        ranked = opened(solver, members, left)
        bound_all(solver, int(np.median(ranked["bound"])) + 2)
        for place, missed in ranked[["question", "missed"]].tolist():
            answers = solver.board.told[members, place]
            for answer in range(solver.board.answers - 1 if missed & kernel.BATCHED else 0):
                part = members[answers == answer]
                least = least_total(len(part))
                by_size = kernel.least_of(solver._prepared, len(part), left - 1, solver._state.most)
                if len(part) < 3 or by_size > least:
                    assert not missed >> answer & 1
                    continue
                marked = bool(missed >> answer & 1)
                assert marked == (value_of(finite, part, left - 1) > least)
                seen.add(marked)
    assert seen == {False, True}
