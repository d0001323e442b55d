"""Tables that forget, searches that are continued, and strategies."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest

from masetproof import kernels as kernel
from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import AlikeGame
from masetproof.games.marks import MARKS
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND
from masetproof.games.sums import SUM
from masetproof.kernels import room
from masetproof.progress import no_tick
from masetproof.search import memory, solver
from masetproof.search.board import first_questions, make_board
from masetproof.search.executors import Kept
from masetproof.search.memory import Memory
from masetproof.search.parts import Job, SearchPlace, Workplace, work
from masetproof.search.solver import (
    INFINITE,
    Bounds,
    OutOfSteps,
    Solver,
)
from masetproof.search.states import Members
from tests.search.plain import random_state, total

MEMORY = 1 << 26
KEPT: Kept = {}

FINITE_GAMES = [
    FiniteGame(MASTERMIND, 2, 9),
    FiniteGame(MASTERMIND, 3, 8),
    FiniteGame(AB, 2, 12),
    FiniteGame(BLACK_PEG, 3, 5),
    FiniteGame(BLACK_PEG_AB, 3, 6),
    FiniteGame(MASTERMIND, 3, 8, consistent_only=True),
    FiniteGame(MASTERMIND, 3, 9, distinct=True),
]


def title(finite: FiniteGame) -> str:
    return finite.title.replace(" ", "-").replace(",", "")


def shrink(small: Solver) -> None:
    """Leave a solver tables of next to no size: one bucket for small states, and for large ones
    room for the members of a hundred or so."""
    small._table = room(
        "Table",
        entries=kernel.WAYS,
        members=(kernel.WAYS, kernel.STORED),
        large=kernel.WAYS,
        arena=4096,
        filled=1,
        locked=1,
    )


def states(finite: FiniteGame, seed: int) -> Iterator[tuple[Members, int]]:
    """Some that take hundreds of nodes, with the questions that are left."""
    rng = np.random.default_rng(seed)
    for _ in range(3):
        members = random_state(rng, finite, 30, 40)
        for left in (5, 6, len(members)):
            yield members, left


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", FINITE_GAMES, ids=title)
def test_tables_that_forget_change_nothing_but_the_time(finite: FiniteGame) -> None:
    large, small = Solver(Memory(finite, MEMORY)), Solver(Memory(finite, MEMORY))
    shrink(small)
    assert len(large._table.value["entries"]) >= 1 << 10
    for members, left in states(finite, 1):
        value = large.value(members, left)
        assert value.exact
        assert small.value(members, left) == value
        for budget in (value.low, value.low + 1, 3 * len(members)):
            found = small.value(members, left, budget)
            assert found == value if value.low < budget else found.low >= budget
        assert (
            small.value(members, left, any_strategy=True).high < INFINITE or value.low == INFINITE
        )
        if value.high < INFINITE:
            node = large.strategy(members, left, value.high)
            assert small.strategy(members, left, value.high) == node
            assert total(finite, [finite.secrets[i] for i in members], node, left) == value.high
    assert small.nodes >= large.nodes > 0


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", FINITE_GAMES, ids=title)
def test_a_stack_that_grows_changes_nothing(
    finite: FiniteGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It begins with one level beside the last one, and the search goes on where it was."""
    deep = Solver(Memory(finite, MEMORY))
    monkeypatch.setattr(memory, "_LEVELS", -1)
    flat = Solver(Memory(finite, MEMORY))
    assert len(flat._stack.value["state"]) == 2
    for members, left in states(finite, 5):
        value = deep.value(members, left)
        assert flat.value(members, left) == value
        assert flat.nodes == deep.nodes
        if value.high < INFINITE:
            node = deep.strategy(members, left, value.high)
            assert flat.strategy(members, left, value.high) == node
    assert len(flat._stack.value["state"]) >= 4


def test_a_stack_that_is_too_large_is_refused() -> None:
    """One peg with n colours: each question excludes one secret, so a strategy is n questions
    deep."""
    finite = FiniteGame("mastermind", 1, 600)
    small = Solver(Memory(finite, 0).at_least(), make_board(finite))
    with pytest.raises(Refused, match=r"are more than 96 questions deep.*--memory"):
        small.value(small.all_secrets(), 600)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("small", [True, False])
@pytest.mark.parametrize("finite", FINITE_GAMES[:4], ids=title)
def test_threads_that_share_a_table_find_what_one_alone_finds(
    finite: FiniteGame, small: bool
) -> None:
    """At the same time, of the same states; in a table of one bucket each hinders the others."""
    alone = Solver(Memory(finite, MEMORY))
    wanted = [(members, left, alone.value(members, left)) for members, left in states(finite, 4)]
    first = Solver(Memory(finite, MEMORY))
    if small:
        shrink(first)
    others = [Solver(Memory(finite, MEMORY), first.board, first._table) for _ in range(3)]
    solvers = [first, *others]

    def search(solver: Solver) -> None:
        for _ in range(3 if small else 1):
            for members, left, value in wanted:
                assert solver.value(members, left) == value
                for bounds in solver.learned().values():
                    assert bounds.low <= bounds.high

    with ThreadPoolExecutor(len(solvers)) as threads:
        list(threads.map(search, solvers))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", FINITE_GAMES, ids=title)
def test_what_is_in_the_tables_changes_no_strategy(finite: FiniteGame) -> None:
    """The first question in the order of questions that attains the value, whatever is known."""
    full = Solver(Memory(finite, MEMORY))
    for members, left in states(finite, 2):
        value = full.value(members, left)
        if value.high < INFINITE:
            warm = full.strategy(members, left, value.high)
            empty = Solver(Memory(finite, MEMORY))
            assert empty.strategy(members, left, value.high) == warm


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", FINITE_GAMES, ids=title)
def test_a_search_that_is_out_of_steps_is_continued(finite: FiniteGame) -> None:
    whole, stepwise = Solver(Memory(finite, MEMORY)), Solver(Memory(finite, MEMORY))
    interrupted = 0
    for members, left in states(finite, 3):
        whole.forget()
        value = whole.value(members, left)
        known: dict[solver.Key, Bounds] = {}
        steps = 1
        while True:
            stepwise.forget(but=known)
            stepwise.limit(steps=steps)
            try:
                found = stepwise.value(members, left)
                break
            except OutOfSteps:
                interrupted += 1
                more = stepwise.learned()
                steps = steps if len(more) > len(known) else 2 * steps
                known = more
        assert found == value
        for bounds in known.values():
            assert bounds.low <= bounds.high
        stepwise.unlimited()
        if value.high < INFINITE:
            node = stepwise.strategy(members, left, value.high)
            assert node == whole.strategy(members, left, value.high)
    assert interrupted


@pytest.mark.parametrize("finite", FINITE_GAMES, ids=title)
def test_jobs(finite: FiniteGame) -> None:
    """What a job finds depends on nothing but the job, and its strategy costs what it says."""
    rest, workplace = Solver(Memory(finite, MEMORY)), Workplace(Memory(finite, MEMORY))
    for question in first_questions(finite)[1:3]:
        if finite.consistent_only and question not in rest.board.own:
            continue
        for answer, members in rest.parts(rest.all_secrets(), question):
            if not 12 < len(members) < 48:
                continue
            possible = [finite.secrets[i] for i in members]
            for left in (4, 5, len(members) - 1):
                value = rest.value(members, left)
                for budget in (INFINITE, value.low, min(value.low + 1, INFINITE)):
                    job = Job(
                        workplace, SearchPlace(((question, answer),), left), len(members), budget
                    )
                    result = work(job, no_tick, KEPT)
                    again = work(job, no_tick, KEPT)
                    assert (again.high, again.strategy) == (result.high, result.strategy)
                    if value.low < budget:
                        assert (result.low, result.high) == (value.low, value.low)
                        assert result.strategy is not None
                        assert total(finite, possible, result.strategy, left) == value.low
                    else:
                        assert budget <= result.low <= value.low <= result.high
                result = work(replace(job, upper=INFINITE, any_strategy=True), no_tick, KEPT)
                if value.low == INFINITE:
                    assert (result.low, result.strategy) == (INFINITE, None)
                else:
                    assert result.strategy is not None
                    assert total(finite, possible, result.strategy, left) == result.high
                    assert result.low <= value.low <= result.high


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("finite", "left"),
    [
        *((finite, 6) for finite in (FINITE_GAMES[0], *FINITE_GAMES[2:6])),
        # With seven colours six questions are enough, and five are not.
        *((FiniteGame(MASTERMIND, 3, 7), left) for left in (5, 6)),
        (FiniteGame(MASTERMIND, 3, 8, distinct=True), 6),
        (FiniteGame(MASTERMIND, 4, 5), 6),
    ],
    ids=lambda value: title(value) if isinstance(value, FiniteGame) else None,
)
def test_a_question_may_be_searched_by_several_at_the_same_time(
    finite: FiniteGame, left: int
) -> None:
    """Wherever one is when the other puts into the table all that it finds."""
    room = Memory(finite, MEMORY)
    whole = Solver(room)
    members = whole.all_secrets()
    for question in first_questions(finite)[:4]:
        if finite.consistent_only and question not in whole.board.own:
            continue
        if not 1 < whole.sizes(members, question).max() < len(members):
            continue
        whole.forget()  # what another question costs would count as an upper bound
        value, best = whole.ask(members, left, [question], INFINITE)
        assert (best == question) == (value.high < INFINITE)
        little = value.low - len(members) // 8
        for upper in (INFINITE, value.low, little):
            for other in (INFINITE, little):
                for pairs in (1000, 30_000, 300_000):
                    table = room.empty_table(room.stacks)
                    one, two = (Solver(room, whole.board, table) for _ in range(2))
                    two.limit(steps=pairs % 37 + 3)  # of all that it would find out

                    def tick(
                        two: Solver = two, question: int = question, other: int = other
                    ) -> None:
                        with suppress(OutOfSteps):
                            two.ask(members, left, [question], other, turn=21)

                    one._run.work = kernel.PAUSE - pairs  # so many until the first tick
                    bounds, found = one.ask(members, left, [question], upper, tick, turn=42)
                    if value.low < upper:
                        assert (bounds, found) == (value, best)
                    else:
                        assert found == -1
                        assert upper <= bounds.low <= value.low


def test_a_job_may_be_stopped_at_any_tick() -> None:
    """And nothing that it left half done is in the way of the next."""
    finite = FiniteGame(MASTERMIND, 4, 8)  # large enough for several ticks
    everything = Solver(Memory(finite, MEMORY))
    question = first_questions(finite)[0]
    answer, members = max(
        everything.parts(everything.all_secrets(), question), key=lambda part: len(part[1])
    )
    workplace = Workplace(Memory(finite, MEMORY))
    job = Job(
        workplace, SearchPlace(((question, answer),), len(members) - 1), len(members), INFINITE
    )
    whole = work(job, no_tick, KEPT)

    class Stop(Exception):
        pass

    for ticks in (1, 2):
        KEPT.clear()
        left = ticks

        def tick() -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Stop

        with pytest.raises(Stop):
            work(job, tick, KEPT)
    rest = work(job, no_tick, KEPT)
    assert (rest.low, rest.high, rest.strategy) == (whole.low, whole.high, whole.strategy)

    def tick_until_learned() -> None:
        if workplace.solver(KEPT).learned():
            raise Stop

    KEPT.clear()
    with pytest.raises(Stop):
        work(job, tick_until_learned, KEPT)
    stopped = workplace.solver(KEPT).learned()
    again = work(replace(job, workplace=replace(workplace, known=stopped)), no_tick, KEPT)
    assert (again.low, again.high, again.strategy) == (whole.low, whole.high, whole.strategy)
    assert again.nodes < whole.nodes
    shared = workplace.solver(KEPT)
    shared.forget()
    past = shared.past_of(job.place.path)
    with pytest.raises(Stop):
        shared.value(members, len(members), tick=tick, past=past)
    found = shared.value(members, len(members), past=past)
    assert found == everything.value(members, len(members), past=past)


@pytest.mark.parametrize("game", [MASTERMIND, BLACK_PEG, MARKS, SUM], ids=attrgetter("name"))
@pytest.mark.parametrize("colours", [2, 3, 4])
def test_answers_that_do_not_occur_have_no_number(game: AlikeGame, colours: int) -> None:
    """The others keep theirs behind `given`; a symmetry of columns changes answers of marks."""
    finite = FiniteGame(game, 4, colours)
    board = make_board(finite)
    questions, secrets = (np.array(words) for words in (finite.questions, finite.secrets))
    expected = finite.game.numbers(questions[board.order], secrets)
    assert np.array_equal(board.given[0][board.told], expected.T)
    assert board.answers == len({*expected.ravel().tolist(), finite.winning})
