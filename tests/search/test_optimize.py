"""The optimizer as a whole: known values, any workers, runs that are cut short, refusals."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from distributed import LocalCluster

from masetproof import compare_values, evolve, transform
from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND
from masetproof.objectives import Goal, Objective
from masetproof.progress import Interrupted, Tick, silent
from masetproof.search import clock, dividing, executors, keeping, parts, run
from masetproof.search.executors import JobLost, Kept
from masetproof.search.keeping import Checkpoint
from masetproof.search.memory import Memory
from masetproof.search.optimize import optimize
from masetproof.search.optimum import NoStrategy, Optimum
from masetproof.search.parts import Job, Result, SearchPlace, make_plans, workplace
from masetproof.search.quantity import Quantity
from masetproof.search.solver import INFINITE, Bounds, Solver
from masetproof.search.states import plain_value
from masetproof.trees.claims import Claimed
from masetproof.trees.evaluate import evaluate
from masetproof.trees.files import load_tree, write_tree
from masetproof.trees.replay import longest_path, replay, secrets_by_depth, tree_of
from tests.games.samples import SAMPLES

from .clocks import count_time

BLACK_3_5 = FiniteGame(BLACK_PEG, 3, 5)
MASTERMIND_3_7 = FiniteGame(MASTERMIND, 3, 7)
SOME = [
    BLACK_3_5,
    FiniteGame(MASTERMIND, 3, 6),
    FiniteGame(MASTERMIND, 2, 8),
    FiniteGame(MASTERMIND, 3, 6, distinct=True),
    FiniteGame(MASTERMIND, 3, 5, consistent_only=True),
    FiniteGame(AB, 3, 7),
    FiniteGame(BLACK_PEG_AB, 3, 6),
]


def title(finite: FiniteGame) -> str:
    return finite.title.replace(" ", "-").replace(",", "")


def every_second(games: list[FiniteGame]) -> list[object]:
    """The others are for the slow suite."""
    return [
        pytest.param(finite, id=title(finite), marks=[pytest.mark.slow] if number % 2 else [])
        for number, finite in enumerate(games)
    ]


def with_goals(games: list[FiniteGame], each: int = 1) -> list[object]:
    """All pairs of a game and a goal; in the fast suite each goal has this number of games."""
    return [
        pytest.param(
            finite,
            goal,
            id=f"{title(finite)}-{goal}",
            marks=[] if (number - place) % len(games) < each else [pytest.mark.slow],
        )
        for place, goal in enumerate(Goal)
        for number, finite in enumerate(games)
    ]


def outcome(optimum: Optimum) -> tuple[object, ...]:
    """All that may depend on nothing but the game and the goal: not the time, nor the number of
    states, for jobs go on with what others have learned."""
    return (
        optimum.finite,
        optimum.goal,
        optimum.tree,
        optimum.total,
        optimum.worst,
        optimum.histogram,
        optimum.total_bound,
        optimum.worst_bound,
        optimum.optimal,
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of its own."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    return tmp_path


def journals(folder: Path) -> list[Path]:
    return sorted(folder.glob("search-*.jsonl"))


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Of threads; workers in processes of their own are the matter of test_executors.py."""
    with LocalCluster(
        processes=False, protocol="tcp", n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


# --------------------------------------------------------------------------------------- values


def test_mastermind_with_four_pegs_and_six_colours() -> None:
    """Knuth 1976: five questions are enough, and four are not.  Koyama and Lai 1993: the least
    total is 5625, and 5626 with at most five questions."""
    finite = FiniteGame(MASTERMIND, 4, 6)
    values = {goal: optimize(finite, goal) for goal in Goal}
    assert all(optimum.optimal for optimum in values.values())
    assert values[Goal.EXPECTED].total == 5625
    assert values[Goal.WORST].worst == 5
    shortest, cheapest = values[Goal.WORST_THEN_EXPECTED], values[Goal.EXPECTED_THEN_WORST]
    assert (shortest.total, shortest.worst) == (5626, 5)
    assert (cheapest.total, cheapest.worst) == (5625, 6)
    assert (cheapest.total_bound, shortest.worst_bound) == (5625, 5)
    # 539 secrets need the fifth question: found by another program, too.
    fewest = values[Goal.WORST_THEN_FEWEST]
    assert (fewest.worst, fewest.needing_worst, fewest.fewest_bound) == (5, 539, 539)
    assert optimize(finite, max_questions=5).total == 5626
    assert optimize(finite, max_questions=6).total == 5625
    with pytest.raises(Refused, match="no strategy with at most 4 questions"):
        optimize(finite, max_questions=4)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("finite", [one for one in SAMPLES if one.secret_count <= 13], ids=title)
def test_the_fewest_secrets_that_need_the_worst_case(finite: FiniteGame) -> None:
    """By the textbook."""
    optimum = optimize(finite, Goal.WORST_THEN_FEWEST)
    left, secrets = optimum.worst, frozenset(finite.secrets)
    assert optimum.optimal
    assert plain_value(finite, secrets, left - 1) == float("inf")
    assert plain_value(finite, secrets, left, Quantity.NEEDING_LAST) == optimum.needing_worst
    assert optimum.fewest_bound == optimum.needing_worst


def test_progress_says_what_is_counted() -> None:
    said: list[str] = []
    optimum = optimize(
        FiniteGame(MASTERMIND, 4, 5),
        Goal.WORST_THEN_FEWEST,
        progress=lambda stage, done, total: said.append(stage),
    )
    searched = [stage.split("; ") for stage in said if stage.startswith("best so far")]
    counted = f"secrets that need {optimum.worst} questions"
    most, least, *_ = next(stage for stage in reversed(searched) if stage[2] == counted)
    most, least = most.removeprefix("best so far "), least.removeprefix("lower bound ")
    assert int(least) <= optimum.needing_worst <= int(most)
    trying = {stage[2]: stage[:2] for stage in searched if stage[2].startswith("at most")}
    for stage, (most, least) in trying.items():
        best, bound = most.removeprefix("best so far "), least.removeprefix("lower bound ")
        assert int(bound) <= optimum.worst <= int(best), stage


@pytest.mark.slow
def test_ab_with_four_pegs_and_ten_colours() -> None:
    """50 secrets need the seventh question: found by another program, too."""
    fewest = optimize(FiniteGame(AB, 4, 10), Goal.WORST_THEN_FEWEST)
    assert (fewest.worst, fewest.needing_worst, fewest.fewest_bound) == (7, 50, 50)
    assert fewest.optimal


@pytest.mark.slow
def test_mastermind_with_four_pegs_and_seven_colours() -> None:
    """11228: Ville 2013, as `masetproof.tables` has it."""
    finite = FiniteGame(MASTERMIND, 4, 7)
    for goal in (Goal.EXPECTED_THEN_WORST, Goal.WORST_THEN_EXPECTED):
        optimum = optimize(finite, goal)
        assert (optimum.total, optimum.worst, optimum.optimal) == (11228, 6, True)
    with pytest.raises(Refused, match="no strategy with at most 5 questions"):
        optimize(finite, max_questions=5)


# -------------------------------------------------------------------------------------- workers

GAMES_FOR_WORKERS = [FiniteGame(MASTERMIND, 4, 4), FiniteGame(MASTERMIND, 3, 6), BLACK_3_5]


@pytest.mark.parametrize(("finite", "goal"), with_goals(GAMES_FOR_WORKERS))
def test_a_cluster_finds_the_same(finite: FiniteGame, goal: Goal, cluster: str) -> None:
    alone, _ = whole(finite, goal)
    assert alone.optimal
    assert outcome(optimize(finite, goal, dask=cluster)) == outcome(alone)


@pytest.mark.parametrize(
    ("finite", "goal"),
    [
        (FiniteGame(MASTERMIND, 3, 6), Goal.EXPECTED),
        (BLACK_3_5, Goal.WORST_THEN_FEWEST),
        pytest.param(BLACK_3_5, Goal.EXPECTED_THEN_WORST, marks=pytest.mark.slow),
        pytest.param(
            FiniteGame(MASTERMIND, 2, 10), Goal.WORST_THEN_EXPECTED, marks=pytest.mark.slow
        ),
    ],
    ids=str,
)
def test_two_threads_find_the_same(finite: FiniteGame, goal: Goal) -> None:
    assert outcome(optimize(finite, goal, workers=2)) == outcome(whole(finite, goal)[0])


@pytest.mark.slow
@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize(
    "finite",
    [*GAMES_FOR_WORKERS, FiniteGame(MASTERMIND, 4, 6), FiniteGame(AB, 4, 8)],
    ids=title,
)
def test_any_number_of_workers_finds_the_same(finite: FiniteGame, goal: Goal, cluster: str) -> None:
    alone = outcome(optimize(finite, goal, workers=1))
    for workers in (2, 3):
        assert outcome(optimize(finite, goal, workers=workers)) == alone
    assert outcome(optimize(finite, goal, dask=cluster)) == alone


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("finite", "pairs"),
    [
        pytest.param(
            finite,
            pairs,
            id=f"{title(finite)}-{pairs}",
            # The first is the longest of these, and the last is much like it.
            marks=[pytest.mark.slow] if number % 2 or (number, pairs) == (0, 300) else [],
        )
        for number, finite in enumerate(SOME)
        for pairs in (300, 3000)
    ],
)
def test_parts_that_are_divided_have_the_same_optimum(
    finite: FiniteGame, pairs: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is taken to be large, by any number of workers, and when a run is cut short."""
    goals = (Goal.EXPECTED_THEN_WORST, Goal.WORST_THEN_EXPECTED)
    found_whole = [whole(finite, goal) for goal in goals]
    monkeypatch.setattr(dividing, "_LARGE", pairs)
    for goal, (optimum, reports) in zip(goals, found_whole, strict=True):
        divided = optimize(finite, goal, workers=1)
        assert divided.optimal
        assert divided.value == optimum.value
        assert (divided.total_bound, divided.worst_bound) == (
            optimum.total_bound,
            optimum.worst_bound,
        )
        for path in folder.glob("optimum-*"):
            path.unlink()
        assert outcome(optimize(finite, goal, workers=3)) == outcome(divided)
        for path in folder.glob("optimum-*"):
            path.unlink()
        with suppress(Interrupted):
            optimize(finite, goal, workers=1, progress=after(reports // 2))
        assert optimize(finite, goal, workers=1).value == optimum.value


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", SOME, ids=title)
def test_little_memory_changes_nothing(finite: FiniteGame) -> None:
    """Just enough for the table of answers, so that the other tables forget."""
    least = next(megabytes for megabytes in range(1, 64) if fits(finite, megabytes << 18))
    alone, _ = whole(finite, Goal.WORST_THEN_EXPECTED)
    small = optimize(finite, Goal.WORST_THEN_EXPECTED, memory=least << 18, workers=1)
    assert outcome(small) == outcome(alone)


def fits(finite: FiniteGame, memory: int) -> bool:
    try:
        return optimize(finite, Goal.WORST, memory=memory, workers=1).optimal
    except Refused:
        return False


# ------------------------------------------------------------------------- runs that are cut short


class Stop(Exception):
    """Something that goes wrong in the middle of a run."""


def after(
    reports: int, action: Callable[[], None] | None = None
) -> Callable[[str, int, int], None]:
    """Progress that interrupts, or does something else, at a certain call."""

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal reports
        assert 0 <= done <= total
        reports -= 1
        if reports < 0:
            if action is None:
                raise KeyboardInterrupt
            action()

    return progress


@cache
def whole(finite: FiniteGame, goal: Goal = Goal.EXPECTED) -> tuple[Optimum, int]:
    """What an undisturbed run finds, and how often it reports its progress."""
    count = 0

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal count
        count += 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MASETPROOF_CACHE", "")
        return optimize(finite, goal, progress=progress), count


def check_unfinished(optimum: Optimum, best: Optimum) -> None:
    """What a run that was cut short says, when the optimum is known."""
    assert not optimum.optimal
    assert optimum.goal is best.goal
    again = replay(optimum.tree)
    claimed = (optimum.total, optimum.worst, optimum.histogram)
    assert (again.total, again.worst, again.histogram) == claimed
    assert optimum.lower_bound <= best.value <= optimum.value
    if best.goal.first is Objective.EXPECTED:
        assert optimum.total_bound <= best.total <= optimum.total
    assert optimum.worst_bound <= best.worst
    if best.goal is Goal.WORST_THEN_FEWEST:
        assert optimum.fewest_bound <= best.needing_worst
        assert optimum.worst > best.worst or optimum.needing_worst >= best.needing_worst
    # Whatever the goal, no strategy is better than the bounds.
    assert optimum.total_bound <= whole(best.finite)[0].total


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("finite", "goal"), with_goals(SOME[:5], each=2))
def test_an_interrupted_run_goes_on(finite: FiniteGame, goal: Goal, folder: Path) -> None:
    fresh, reports = whole(finite, goal)
    places = {2, reports // 2, reports - 1}
    for place in sorted(places & set(range(1, reports))):
        for _ in range(2):
            try:
                optimize(finite, goal, progress=after(place))
            except Interrupted as interrupted:
                check_unfinished(interrupted.finished, fresh)
        assert outcome(optimize(finite, goal)) == outcome(fresh)
        assert journals(folder) == [], "it is removed at the end"


@pytest.mark.parametrize("finite", [FiniteGame(MASTERMIND, 4, 6), FiniteGame(AB, 3, 8)], ids=title)
def test_an_interrupted_run_has_the_best_greedy_strategy(finite: FiniteGame, folder: Path) -> None:
    """Though the progress goes on raising, as that of the command line does."""
    searching = False

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal searching
        searching |= stage.startswith("best so far")  # all greedy strategies are known then
        if searching:
            raise KeyboardInterrupt

    plans = make_plans(Solver(Memory(finite, 1 << 28)), finite.secret_count)
    with pytest.raises(Interrupted) as raised:
        optimize(finite, progress=progress)
    assert raised.value.finished.total <= min(plan.high for plan in plans)


def test_finished_jobs_are_not_done_again(folder: Path) -> None:
    fresh, reports = whole(BLACK_3_5)
    with pytest.raises(Interrupted):
        optimize(BLACK_3_5, progress=after(reports - 1))
    (checkpoint,) = journals(folder)
    assert checkpoint.name.startswith("search-black-peg-3-5-")
    done = optimize(BLACK_3_5)
    assert outcome(done) == outcome(fresh)
    assert done.nodes < fresh.nodes / 2
    assert journals(folder) == []


@pytest.mark.one_in(2)
@pytest.mark.parametrize("finite", every_second(SOME[:3]))
def test_what_was_found_for_other_goals_and_limits_helps(finite: FiniteGame, folder: Path) -> None:
    """And never misleads."""
    least, most = optimize(finite, Goal.WORST).worst, optimize(finite).worst
    runs = [(goal, limit) for goal in Goal for limit in (None, *range(least, most + 1))]
    fresh = {run: optimize(finite, run[0], max_questions=run[1]) for run in runs}
    most_reports = whole(finite, Goal.WORST_THEN_EXPECTED)[1]
    chosen = random.Random(1)
    for _ in range(8):
        for _ in range(chosen.randrange(1, 4)):
            goal, limit = chosen.choice(runs)
            try:
                place = chosen.randrange(1, most_reports)
                optimize(finite, goal, max_questions=limit, progress=after(place))
            except KeyboardInterrupt:
                pass
        goal, limit = run = chosen.choice(runs)
        last, first = optimize(finite, goal, max_questions=limit), fresh[run]
        assert last.optimal
        assert (last.value, last.lower_bound) == (first.value, first.value)
        if goal is not Goal.WORST:  # for which any strategy will do that was found
            assert last.tree == first.tree


@pytest.mark.parametrize("finite", every_second(SOME))
def test_a_time_limit(finite: FiniteGame, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh, reports = whole(finite)
    counted = count_time(monkeypatch, 0.0)
    for place in (0, 1, reports // 4, reports // 2):
        # From this report on each takes a second.
        late = after(place, lambda: counted.wait(1.0))
        short = optimize(finite, time_limit=0.5, progress=late)
        # The checkpoint has what was finished before; few secrets are searched without a look.
        if not (short.optimal and (place or finite.secret_count <= run._AT_ONCE[0])):
            check_unfinished(short, fresh)
    assert outcome(optimize(finite)) == outcome(fresh)
    assert journals(folder) == []


def test_no_time_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_GRACE", -1.0)
    optimum = optimize(MASTERMIND_3_7, time_limit=0)
    check_unfinished(optimum, whole(MASTERMIND_3_7)[0])
    assert optimum.nodes == 0


def test_no_time_for_any_strategy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though simple strategies are too long, which is rare, and no rule goes without a table."""
    least = optimize(MASTERMIND_3_7, Goal.WORST).worst
    monkeypatch.setattr("masetproof.strategies.computed.computes", lambda _: False)
    monkeypatch.setattr("masetproof.search.solver.Solver.greedy", lambda *_: 1 << 40)
    monkeypatch.setattr(clock, "_GRACE", -1.0)
    with pytest.raises(NoStrategy, match="in that time no strategy was found") as raised:
        optimize(MASTERMIND_3_7, max_questions=least, time_limit=0)
    assert not raised.value.proved


def test_bounds_meet_as_time_goes_by(folder: Path) -> None:
    best, reports = whole(BLACK_3_5)
    gaps = []
    for place in range(1, reports, reports // 12):
        with pytest.raises(Interrupted) as raised:
            optimize(BLACK_3_5, progress=after(place))
        for path in journals(folder):
            path.unlink()
        check_unfinished(raised.value.finished, best)
        gaps.append(raised.value.finished.total - raised.value.finished.total_bound)
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] > gaps[-1]


def test_an_exception_keeps_the_checkpoint(folder: Path) -> None:
    def fail() -> None:
        raise Stop

    with pytest.raises(Stop):
        optimize(BLACK_3_5, progress=after(2 * whole(BLACK_3_5)[1] // 3, fail))
    assert len(journals(folder)) == 1
    assert optimize(BLACK_3_5).optimal
    assert journals(folder) == []


def test_a_refusal_leaves_no_checkpoint(folder: Path) -> None:
    with pytest.raises(Refused):
        optimize(MASTERMIND_3_7, max_questions=5)
    assert journals(folder) == []


def test_without_a_cache_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MASETPROOF_CACHE", "")
    with pytest.raises(Interrupted):
        optimize(BLACK_3_5, progress=after(2 * whole(BLACK_3_5)[1] // 3))
    assert list(tmp_path.iterdir()) == []
    assert optimize(BLACK_3_5).total == 645


@pytest.mark.keeps_optima
def test_nothing_is_kept_where_that_is_not_wanted(folder: Path) -> None:
    game = FiniteGame("mastermind", 3, 4)
    with pytest.raises(Interrupted):
        optimize(BLACK_3_5, keep=False, progress=after(2 * whole(BLACK_3_5)[1] // 3))
    optimize(game, "worst-then-fewest", keep=False)
    assert list(folder.iterdir()) == []
    assert not optimize(game).kept
    assert optimize(game).kept
    assert not optimize(game, keep=False).kept


def test_a_cache_that_cannot_be_written_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("MASETPROOF_CACHE", str(blocked / "below"))
    with pytest.raises(Interrupted):
        optimize(BLACK_3_5, progress=after(2 * whole(BLACK_3_5)[1] // 3))
    assert optimize(BLACK_3_5).total == 645


# ----------------------------------------------------------------------------------- the checkpoint


def interrupted_checkpoint(finite: FiniteGame, folder: Path) -> Path:
    _, reports = whole(finite)
    with pytest.raises(Interrupted):
        optimize(finite, progress=after(2 * reports // 3))
    (path,) = journals(folder)
    return path


def cut(data: bytes) -> bytes:
    return data[: 2 * len(data) // 3]


def flipped(data: bytes) -> bytes:
    """A digit changed in each line, behind the checksum."""
    lines = data.splitlines(keepends=True)
    return b"".join(
        line[:-3].translate(bytes.maketrans(b"123456789", b"234567891")) + line[-3:]
        for line in lines
    )


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": cut,
    "digits": flipped,
    "bounds": lambda data: b"".join(
        line[:33] + line[33:].replace(b", ", b", 9", 4) for line in data.splitlines(keepends=True)
    ),
    "lines mixed": lambda data: b"\n".join(
        one[:40] + other[40:]
        for one, other in zip(data.splitlines(), data.splitlines()[::-1], strict=True)
    ),
    "no checksums": lambda data: b"\n".join(line[33:] for line in data.splitlines()),
    "no JSON": lambda data: b"[" * 100_000 + b"\n\xff\xfe\x00 {}\n" + b"1" * 10_000,
    "no text": lambda data: random.Random(1).randbytes(100_000),
    "line ends": lambda data: data.replace(b"\n", b"\r\n\r"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_checkpoint_does_no_harm(damage: str, folder: Path) -> None:
    fresh, _ = whole(BLACK_3_5)
    path = interrupted_checkpoint(BLACK_3_5, folder)
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    assert outcome(optimize(BLACK_3_5)) == outcome(fresh)
    assert journals(folder) == []


def test_the_strategy_of_another_question_is_not_taken(folder: Path) -> None:
    """Though it costs what a line of the checkpoint says, and the checksum is right."""
    tree = optimize(MASTERMIND_3_7, keep=False).tree
    searched = run.Run(
        MASTERMIND_3_7,
        MASTERMIND_3_7.secret_count,
        executors.SerialExecutor(),
        clock.Clock(math.inf, silent, lambda: False),
        Checkpoint(MASTERMIND_3_7, "a run"),
    )
    searched._prepare(workplace(Memory(MASTERMIND_3_7, 1 << 26), searched._executor))
    asked, total = searched._solver.number_of(tree.root.question), replay(tree).total
    known = Result(total, total, tree.root)
    for questions in ((asked,), (asked + 1,), (asked + 1, asked)):
        place = SearchPlace((), MASTERMIND_3_7.secret_count, questions)
        searched._checkpoint.note(place, known)
        expected = known if asked in questions else None
        assert searched._known_result(place, INFINITE) == expected


def test_a_part_of_a_checkpoint_helps(folder: Path) -> None:
    fresh, _ = whole(BLACK_3_5)
    path = interrupted_checkpoint(BLACK_3_5, folder)
    path.write_bytes(cut(path.read_bytes()))
    rest = optimize(BLACK_3_5)
    assert outcome(rest) == outcome(fresh)
    assert rest.nodes < fresh.nodes


@pytest.mark.parametrize(
    ("finite", "other"),
    [
        (MASTERMIND_3_7, FiniteGame(MASTERMIND, 3, 7, consistent_only=True)),
        (FiniteGame(MASTERMIND, 3, 7, distinct=True), MASTERMIND_3_7),
        (BLACK_3_5, FiniteGame(BLACK_PEG, 3, 4)),
        (FiniteGame(MASTERMIND, 3, 6), MASTERMIND_3_7),
    ],
    ids=lambda finite: title(finite),
)
def test_the_checkpoint_of_another_game_is_not_read(
    finite: FiniteGame, other: FiniteGame, folder: Path
) -> None:
    fresh, _ = whole(finite)
    path = interrupted_checkpoint(other, folder)
    optimize_path = keeping.cache_file(finite, "search", ".jsonl")
    assert optimize_path is not None
    path.rename(optimize_path)
    assert outcome(optimize(finite)) == outcome(fresh)


def test_the_checkpoint_of_other_code_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, _ = whole(BLACK_3_5)
    path = interrupted_checkpoint(BLACK_3_5, folder)
    monkeypatch.setattr("masetproof.cache.code_digest", lambda: "0123456789abcdef")
    assert outcome(optimize(BLACK_3_5)) == outcome(fresh)
    assert journals(folder) == [path]


def test_a_checkpoint_is_read_as_it_was_written(folder: Path) -> None:
    """What was found out about states below included."""
    tree = optimize(BLACK_3_5).tree
    _, below = tree.root.branches[0]
    state, other = (30, 5, b"\x00\xff"), (24, 3, b"")
    known = [{state: Bounds(60, 80), other: Bounds(7, 9)}, {state: Bounds(50, 70)}]
    written = Checkpoint(BLACK_3_5, "a run")
    results = {
        SearchPlace(((0, 1),), 4): Result(10, 12, below, nodes=7),
        SearchPlace(((5, 0), (7, 2)), 3): Result(INFINITE, INFINITE, None),
        SearchPlace((), 3, (5, 1)): Result(3, INFINITE, None, finished=False, known=known[0]),
    }
    for place, result in results.items():
        written.note(place, result)
    written.note_states(known[1])
    with pytest.raises(Stop), written.kept_unless_finished():
        raise Stop
    again = Checkpoint(BLACK_3_5, "a run")
    for place, result in results.items():
        kept = again.get(place)
        assert (kept.low, kept.high, kept.strategy) == (result.low, result.high, result.strategy)
        assert kept.finished == result.finished
    assert again.states == {state: Bounds(60, 70), other: Bounds(7, 9)}
    assert again.get(SearchPlace(((0, 1),), 3)) == Result(0, INFINITE, None, finished=False)
    with again.kept_unless_finished():
        pass
    assert journals(folder) == []


def test_a_checkpoint_knows_questions_whatever_they_were_asked_with(folder: Path) -> None:
    """And forgets what is below a part when it is known what that costs."""
    part = SearchPlace(((0, 1),), 4)
    refuted, open_ended = Result(12, INFINITE, None), Result(15, INFINITE, None, finished=False)
    written = Checkpoint(BLACK_3_5, "a run")
    written.note(part._replace(asked=(3, 4)), refuted)
    written.note(part._replace(asked=(4, 5)), Result(14, INFINITE, None))
    written.note(part._replace(asked=(6,)), open_ended)
    below, other = part.after(7, 2), SearchPlace(((0, 2),), 4)
    for place in (below, below._replace(left=2), other):
        written.note(place, refuted)
    written.write()
    again = Checkpoint(BLACK_3_5, "another run")
    for asked, low in [((3,), 12), ((4,), 14), ((5, 4), 14), ((5, 3), 12), ((6, 3), 0), ((6,), 15)]:
        assert again.get(part._replace(asked=asked)).low == low
        assert again.get(part._replace(asked=asked, left=3)).low == 0
    again.settle(part, Result(20, INFINITE, None))
    again.write()
    last = Checkpoint(BLACK_3_5, "another run")
    for checkpoint in (again, last):
        assert checkpoint.get(part).low == 20
        assert checkpoint.get(part._replace(asked=(3,))).low == 0
        assert checkpoint.get(below).low == 0
        assert checkpoint.get(below._replace(left=2)).low == 12, "with fewer questions"
        assert checkpoint.get(other).low == 12


@pytest.mark.one_in(2)
@pytest.mark.parametrize("jobs", [9, 20, 30, 40, 50])
def test_a_run_that_goes_on_asks_only_what_may_be_better(
    jobs: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of divided parts, though other upper bounds hold now; its strategy is the same."""
    monkeypatch.setattr(dividing, "_LARGE", 10_000)
    lows: dict[SearchPlace, int] = {}
    asked: list[tuple[SearchPlace, int]] = []
    most = 10**6

    def work_too(job: Job, tick: Tick, kept: Kept) -> Result:
        nonlocal most
        if most == 0:
            raise KeyboardInterrupt
        result, most = parts.work(job, tick, kept), most - 1
        for question in job.place.asked:
            place = job.place._replace(asked=(question,))
            asked.append((place, job.upper))
            lows[place] = result.low
        return result

    monkeypatch.setattr(run, "work", work_too)
    fresh = optimize(MASTERMIND_3_7, workers=1, keep=False)
    assert asked
    most = jobs
    lows.clear()
    with pytest.raises(Interrupted):
        optimize(MASTERMIND_3_7, workers=1)
    before, most = lows.copy(), 10**6
    asked.clear()
    solver = Solver(Memory(MASTERMIND_3_7, 1 << 28))
    for place, result in Checkpoint(MASTERMIND_3_7, "another run")._known.items():
        members = solver.after(place.path)
        solver.forget()
        if place.asked:
            value, _ = solver.ask(members, place.left, place.asked, INFINITE)
        else:
            value = solver.value(members, place.left)
        assert result.low <= value.high <= result.high
    assert outcome(optimize(MASTERMIND_3_7, workers=1)) == outcome(fresh)
    assert before
    assert all(before.get(place, 0) < upper for place, upper in asked)


def test_a_run_does_not_wait_for_those_who_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the job is done that they help with."""
    monkeypatch.setattr(dividing, "_LARGE", 10_000)
    monkeypatch.setattr(executors, "TICK", 0.01)
    helped, ended = list[Job](), list[Job]()

    def work_too(job: Job, tick: Tick, kept: Kept) -> Result:
        if job.turn:
            helped.append(job)
            try:
                while True:
                    tick()
                    time.sleep(0.01)
            finally:
                ended.append(job)
        if job.place.asked and not helped:
            time.sleep(0.03)
        return parts.work(job, tick, kept)

    monkeypatch.setattr(run, "work", work_too)
    optimum = optimize(MASTERMIND_3_7, workers=2, keep=False)
    assert outcome(optimum) == outcome(optimize(MASTERMIND_3_7, workers=1, keep=False))
    assert helped
    assert ended == helped


# -------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"max_questions": 0}, "number of questions must be at least 1, not 0"),
        ({"max_questions": -3}, "number of questions must be at least 1, not -3"),
        ({"max_questions": 1}, "no strategy with at most 1 question$"),
        ({"max_questions": 5}, "no strategy with at most 5 questions$"),
        ({"max_questions": 5, "goal": Goal.WORST}, "no strategy with at most 5 questions$"),
        ({"time_limit": -1}, "0 seconds or more, not -1"),
        ({"time_limit": float("nan")}, "0 seconds or more, not nan"),
        ({"time_limit": float("inf")}, "0 seconds or more, not inf"),
        ({"memory": 100_000}, "the table of answers takes .* MB"),
        ({"workers": 0}, "number of workers must be 1 to 1,024, not 0"),
        ({"workers": -1}, "number of workers must be 1 to 1,024, not -1"),
        ({"workers": 1025}, "number of workers must be 1 to 1,024, not 1025"),
        ({"workers": 2, "dask": "tcp://127.0.0.1:1"}, "cluster has its own workers"),
        ({"dask": "nowhere://"}, "no Dask scheduler at 'nowhere://'"),
    ],
    ids=str,
)
def test_refusals(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        optimize(MASTERMIND_3_7, **options)  # type: ignore[arg-type]


def test_more_questions_than_secrets() -> None:
    assert optimize(FiniteGame(MASTERMIND, 1, 1), max_questions=99).total == 1
    assert optimize(FiniteGame(MASTERMIND, 2, 3), max_questions=10**9).total == 21


def test_a_job_that_is_lost_keeps_the_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose() -> None:
        raise JobLost("job 1 of 2 was lost")

    fresh, reports = whole(BLACK_3_5)
    optimum = optimize(BLACK_3_5, progress=after(2 * reports // 3, lose))
    check_unfinished(optimum, fresh)
    assert optimum.reason == "job 1 of 2 was lost"
    assert len(journals(folder)) == 1


def test_what_was_found_serves_as_its_strategy(tmp_path: Path) -> None:
    """Whatever takes a strategy, or a tree, takes a result or a file that has one."""
    finite = FiniteGame(MASTERMIND, 2, 3)
    optimum, path = optimize(finite, workers=1), tmp_path / "tree.json"
    write_tree(path, optimum, Claimed.of(optimum))
    few = {"generations": 2, "population": 3, "workers": 1}
    evolved = evolve(finite, seed=1, **few)  # type: ignore[arg-type]
    for found in (optimum, evaluate(finite, "minimax"), evolved, load_tree(path)):
        tree = found.tree
        assert replay(found) == replay(tree)
        assert tree_of(found) == tree
        assert longest_path(found) == longest_path(tree)
        assert [*secrets_by_depth(found)] == [*secrets_by_depth(tree)]
        assert transform(found, "shrink") == transform(tree, "shrink")
        write_tree(tmp_path / "again.json", found)
        assert load_tree(tmp_path / "again.json").tree == tree
    for wrong in (finite, optimum.tree.root, "tree"):
        with pytest.raises(Refused, match="a strategy"):
            replay(wrong)  # type: ignore[arg-type]


def test_json_of_results_says_of_which_game() -> None:
    finite = FiniteGame(MASTERMIND, 2, 3, consistent_only=True, after=["00:0,0"])
    game = {"game": "mastermind", "pegs": 2, "colours": 3, "consistent_only": True}
    assert finite.as_json() == game | {"after": ["00:0,0"]}
    for found in (
        optimize(finite, workers=1),
        evaluate(finite, "minimax"),
        evolve(finite, seed=1, generations=2, population=3, workers=1),
    ):
        document = found.as_json()
        assert document | finite.as_json() == document
        assert document["total"] == found.total
    compared = compare_values(MASTERMIND, 1, 4, "n*(n+1)/2").as_json()
    assert [compared[name] for name in ("game", "pegs", "extra")] == ["mastermind", 1, "exact"]
    columns = FiniteGame(BLACK_PEG, 2, (2, 3), distinct=False)
    assert columns.as_json() == {"game": "black-peg", "pegs": 2, "colours": (2, 3)}


@pytest.mark.parametrize("steps", [0, 1, 1000])
@pytest.mark.parametrize("goal", Goal)
def test_few_secrets_are_searched_at_once_with_the_same_result(
    goal: Goal, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 0 and 1 states allowed it is given up, and plans find the same."""
    few = [
        FiniteGame(MASTERMIND, 2, 7),
        FiniteGame(MASTERMIND, 4, 6, after=["0011:1,1", "2345:1,1"]),
    ]
    for finite in [*few, FiniteGame("comparison", 2, 5), FiniteGame("ab", 3, 5)]:
        with monkeypatch.context() as patched:
            patched.setattr(run, "_AT_ONCE", (0, 0))
            best = optimize(finite, goal, keep=False)
            patched.setattr(run, "_AT_ONCE", (100, steps))
            found = optimize(finite, goal, keep=False)
        assert found.optimal
        assert (found.value, found.lower_bound) == (best.value, best.lower_bound)
        if goal not in (Goal.WORST, Goal.EXPECTED):
            assert (found.total, found.worst) == (best.total, best.worst)


def test_of_few_secrets_one_is_asked_first_if_none_is_better() -> None:
    """By its order alone the search would ask 0043 here, which is none of the 48 that are left."""
    finite = FiniteGame(MASTERMIND, 4, 6, after=["0011:1,1", "2345:1,1"])
    assert optimize(finite, keep=False).tree.root.question in finite.secrets
