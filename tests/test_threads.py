"""The public functions called from several threads at once, against the same calls one by one.

Nothing in the package keeps state in which two threads can meet; where it does, this finds results
that differ, or exceptions.
"""

from __future__ import annotations

import atexit
import io
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Barrier

import pytest

import masetproof
from masetproof import RULES, FiniteGame, Goal, MasetPattern, Objective, Reading, Theorem
from masetproof.patterns.closure import close
from masetproof.play.proved import proved_question
from masetproof.proofs.comparison import compare_readings
from masetproof.proofs.known import known
from masetproof.recurrences.readings import BLANKS
from masetproof.reports.listing import cell_listing

THREADS = 4
PATTERNS = ["{0*|*0}", "{01|1*|*0}", "{00|0*|11|*1}", "{**}", "{01|12|20}"]


@pytest.fixture(autouse=True)
def _often_another_thread() -> Iterator[None]:
    """Python changes threads a thousand times as often as usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


def certificate(game: str, pegs: int, objective: str, reading: str) -> object:
    theorem = masetproof.prove(game, pegs, objective=objective, reading=reading)
    assert isinstance(theorem, Theorem)
    file = io.BytesIO()
    return masetproof.write_certificate(theorem, file), file.getvalue(), theorem.words()


def questions(pattern: str, game: str, extra: bool) -> object:
    return list(masetproof.non_isomorphic_questions(pattern, game, extra=extra))


def drawn(game: str) -> object:
    theorem = masetproof.prove(game, 2)
    assert isinstance(theorem, Theorem)
    return theorem._repr_mimebundle_(), masetproof.question(theorem, 0, 1)._repr_mimebundle_()


def parts(game: str, compiled: bool) -> object:
    closure = close(game, 2, compiled=compiled)
    numbers = [closure.number_of(pattern) for pattern in closure.patterns]
    answered = [closure.answered(0, question) for question in closure.questions(0)]
    return closure.patterns, closure.explicit, numbers, answered


def graph(game: str) -> object:
    built = masetproof.pattern_graph(close(game, 2))
    return list(built.nodes(data=True)), list(built.edges(data=True))


def same(one: str, other: str) -> object:
    return masetproof.canonical(one), masetproof.isomorphism(one, other)


def words(game: str, colours: int) -> object:
    finite = FiniteGame(game, 3, colours)
    return finite.questions, finite.secrets, finite.title


def split(pattern: str, question: str) -> object:
    pieces = masetproof.split(pattern, question, "mastermind")
    return pieces, [piece.secrets("mastermind", 5) for piece in pieces]


def optimum(game: str, pegs: int, colours: int, goal: str, workers: int) -> object:
    found = masetproof.optimize(FiniteGame(game, pegs, colours), goal, workers=workers)
    again = masetproof.replay(found.tree)
    assert (again.total, again.worst) == (found.total, found.worst)
    # Not the states that were searched: a run that lasts keeps what it found for the others.
    return found.optimal, found.total, found.worst, found.tree


def evaluation(game: str, rule: str) -> object:
    return masetproof.evaluate(FiniteGame(game, 3, 4), rule, ties="random", seed=1)


def cracked(method: str, seed: int) -> object:
    finite = FiniteGame("mastermind", 4, 5)
    games = masetproof.crack_games(finite, method, games=3, seed=seed, workers=1)
    played = masetproof.crack(finite, None, method, seed=seed)
    strategy = masetproof.CodebreakerStrategy(FiniteGame("mastermind", 2, 4), method, seed)
    return games.histogram, played, masetproof.replay(strategy)


def evolved(game: str, seed: int) -> object:
    tree = masetproof.random_tree(FiniteGame(game, 2, 3), seed)
    found = masetproof.evolve(FiniteGame(game, 2, 3), seed=seed, generations=4, population=4)
    return found, [masetproof.transform(tree, name) for name in masetproof.Transformation]


def grids(size: int, colours: int) -> object:
    board = masetproof.GridBoard(size, colours)
    games = masetproof.play_grids(board, 30, seed=3, workers=1)
    return games.records, masetproof.play_grid(board, "/".join(["0" * size] * size))


def stored(game: str, folder: str) -> object:
    """A tree through a file, which all threads write at once."""
    tree = masetproof.optimize(FiniteGame(game, 2, 4)).tree
    masetproof.write_tree(f"{folder}/{game}.json", tree)
    return masetproof.load_tree(f"{folder}/{game}.json")


def checked(name: str) -> object:
    found = masetproof.check(Path(__file__).parents[1] / "output" / name / "exact" / "proof.cert")
    return found.words, found.symbols


def of_book(game: str, goal: Goal) -> object:
    """A book that all threads read, and its strategy."""
    strategy = known(FiniteGame(game, 3, 6), goal).book_strategy
    assert strategy is not None
    return masetproof.tree_of(strategy), masetproof.replay(strategy)


@cache
def theorem() -> Theorem:
    found = masetproof.prove("ab", 2)
    assert isinstance(found, Theorem)
    return found


def of_theorem(colours: int) -> object:
    """The strategies of one theorem that all threads share."""
    strategy = theorem().strategy(colours)
    path = list(strategy.path(FiniteGame("ab", 2, colours).text((1, 0))))
    return masetproof.replay(strategy), path, theorem().optimal_questions("{0*}", colours)


@cache
def theorem_of_boards(game: str) -> Theorem:
    found = masetproof.prove(game, 2)
    assert isinstance(found, Theorem)
    return found


def of_boards(game: str, colours: int | tuple[int, int]) -> object:
    """The strategies and questions of one theorem of several indices that all threads share."""
    found = theorem_of_boards(game)
    return masetproof.replay(found.strategy(colours)), found.optimal_questions(0, colours)


def told_by_theorem(game: str, colours: int | tuple[int, int]) -> object:
    """What is proved after two questions, by one theorem for all threads."""
    state = FiniteGame(game, 2, colours).then("01", "0")
    return proved_question(state), proved_question(state.then("12", "0"))


@cache
def theorem_of_one_peg() -> Theorem:
    found = masetproof.prove("black-peg", 1)
    assert isinstance(found, Theorem)
    return found


def listed() -> object:
    return cell_listing(theorem_of_one_peg(), "0" * 64, "proof.cert", whole=False)


FOLDER = tempfile.mkdtemp(prefix="threads")
atexit.register(shutil.rmtree, FOLDER)

MODELS = [
    (Objective.EXPECTED, Reading.EXACT),
    (Objective.WORST, Reading.EXACT),
    (Objective.WORST, Reading.WITH),
    (Objective.EXPECTED, Reading.WITH),
    (Objective.EXPECTED, Reading.WITHOUT),
    (Objective.WORST, Reading.WITHOUT),
]

# The totals of Goddard 2004, and 854 of two searches.
TOTALS = {("mastermind", 3, 5): 451, ("mastermind", 3, 6): 854, ("mastermind", 4, 3): 246}

Calls = list[tuple[Callable[..., object], tuple[object, ...]]]

CALLS: Calls = [
    *(
        (certificate, (game, 1, objective, reading))
        for game in ("mastermind", "ab")
        for objective in Objective
        for reading in BLANKS
    ),
    # Each reading, and both objectives and games.
    (certificate, ("mastermind", 2, *MODELS[0])),
    *((certificate, ("ab", 2, *model)) for model in MODELS[1::2]),
    *((masetproof.game_values, (game, 2, 12)) for game in ("mastermind", "ab")),
    *((parts, (game, compiled)) for game in ("mastermind", "ab") for compiled in (False, True)),
    *((graph, (game,)) for game in ("mastermind", "ab")),
    *(
        (questions, (pattern, "mastermind", extra))
        for pattern in PATTERNS
        for extra in (0 < 1, 0 > 1)
    ),
    *((same, (one, other)) for one in PATTERNS for other in PATTERNS),
    *((words, (game, colours)) for game in masetproof.GAMES for colours in (3, 4, 5)),
    *((split, (pattern, question)) for pattern in PATTERNS[:2] for question in ("00", "10")),
    *((optimum, (*game, Goal.EXPECTED, 1)) for game in TOTALS),
    *((optimum, ("mastermind", 3, 4, goal, 1)) for goal in Goal),
    (optimum, ("black-peg", 3, 4, "expected", 1)),
    *((evaluation, (game, rule)) for game in ("mastermind", "ab") for rule in RULES),
    *((cracked, (method, 1)) for method in ("decomposition", "sieve", "sample")),
    *((evolved, (game, seed)) for game in ("mastermind", "ab") for seed in (1, 2)),
    *((grids, board) for board in ((2, 3), (3, 4), (4, 6))),
    *((stored, (game, FOLDER)) for game in masetproof.GAMES),
    *((checked, (name,)) for name in ("ab-2", "mastermind-2")),
    *((of_book, ("ab", goal)) for goal in Goal),
    (of_book, ("mastermind", Goal.EXPECTED)),
    *((drawn, (game,)) for game in ("mastermind", "ab")),
    *((of_theorem, (colours,)) for colours in (2, 3, 7, 8, 15)),
    *((certificate, (game, 1, "expected", "exact")) for game in ("black-peg", "black-peg-ab")),
    *((of_boards, ("black-peg", board)) for board in (3, (2, 4))),
    *((of_boards, ("black-peg-ab", n)) for n in (3, 4)),
    (told_by_theorem, ("black-peg", 4)),
    (listed, ()),
    *((questions, (pattern, "black-peg-ab", True)) for pattern in ("{**}", "{0*|*1}")),
    (lambda: compare_readings("ab", 2, "expected").as_json(), ()),  # type: ignore[union-attr]
]


MORE: Calls = [
    *((certificate, (game, 2, *model)) for game in ("mastermind", "ab") for model in MODELS),
    (told_by_theorem, ("black-peg-ab", 4)),
    *((of_theorem, (colours,)) for colours in range(2, 20)),
    *((of_book, ("mastermind", goal)) for goal in Goal),
    *((optimum, (*game, goal, 1)) for game in TOTALS for goal in Goal),
]
"""Calls that differ from the others in an argument that does not choose what is run."""


@pytest.mark.parametrize(
    ("calls", "times", "rounds"),
    [(CALLS, 2, 1), pytest.param(CALLS + MORE, THREADS, 3, marks=pytest.mark.slow)],
    ids=["once", "all of them"],
)
def test_threads_get_what_one_thread_gets(calls: Calls, times: int, rounds: int) -> None:
    """In each round several threads make each call, each in an order of its own."""
    serial = [function(*arguments) for function, arguments in calls]

    def run(places: list[int]) -> list[int]:
        """The places of the calls whose results differ."""
        start.wait()
        found = []
        for place in places:
            function, arguments = calls[place]
            if function(*arguments) != serial[place]:
                found.append(place)
        return found

    for round_ in range(rounds):
        draw, start = random.Random(round_), Barrier(THREADS)
        makers = [draw.sample(range(THREADS), times) for _ in calls]
        orders = [draw.sample(range(len(calls)), len(calls)) for _ in range(THREADS)]
        shares = [[p for p in order if maker in makers[p]] for maker, order in enumerate(orders)]
        with ThreadPoolExecutor(THREADS) as pool:
            for different in pool.map(run, shares):
                assert different == []


def test_searches_in_threads_find_the_published_optima() -> None:
    """Also when one has processes of its own."""
    start = Barrier(THREADS)

    def run(number: int) -> list[int]:
        start.wait()
        return [
            masetproof.optimize(FiniteGame(*game), workers=2 if number + place == 0 else 1).total
            for place, game in enumerate(TOTALS if number % 2 else reversed(TOTALS))
        ]

    with ThreadPoolExecutor(THREADS) as pool:
        for number, found in enumerate(pool.map(run, range(THREADS))):
            assert found == list(TOTALS.values())[:: 1 if number % 2 else -1]


def test_a_run_within_the_progress_of_another_run() -> None:
    """The same thread, but two runs all the same."""
    inner = []

    def progress(stage: str, done: int, total: int) -> None:
        if len(inner) < 30:
            inner.append(masetproof.optimize(FiniteGame("mastermind", 3, 5)).total)

    assert masetproof.optimize(FiniteGame("mastermind", 3, 6), progress=progress).total == 854
    assert inner == [451] * 30


def test_a_closure_can_be_shared_by_threads() -> None:
    closure = close("mastermind", 2)
    relabelled = [
        MasetPattern.of(tuple(reversed(row)) for row in pattern.clauses)
        for pattern in closure.patterns
    ]
    start = Barrier(THREADS)

    def run(_: int) -> list[int]:
        start.wait()
        return [closure.number_of(pattern) for pattern in relabelled * 50]

    with ThreadPoolExecutor(THREADS) as pool:
        for numbers in pool.map(run, range(THREADS)):
            assert numbers == list(range(len(relabelled))) * 50


def test_what_a_caller_writes_into_a_table_does_not_reach_the_next_caller() -> None:
    table = masetproof.non_isomorphic_questions("{**}", "mastermind")
    before = list(table)
    for column in (table.cells, table.new, table.extra):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 7
    assert list(masetproof.non_isomorphic_questions("{**}", "mastermind")) == before
