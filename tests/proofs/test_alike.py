"""Theorems on marks, on the sum, and on possible secrets only, against independent routes.

The oracle plays the games by their rules (`tests.oracles.alike`); numbers of patterns and values
beyond its reach are from another program.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import numpy as np
import pytest

from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.objectives import Goal, Objective
from masetproof.patterns.closure import Closure, close
from masetproof.patterns.matches import answers_by_matches, matches
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.recurrences.values import whole_values
from masetproof.search.optimize import optimize
from masetproof.trees.replay import replay
from masetproof.words import EXTRA, STAR, Word
from tests.oracles import alike
from tests.theorems import theorem

NEW = ("marks", "marks-distinct", "sum", "sum-distinct")
LARGEST = {1: 7, 2: 5, 3: 4}
"""The most colours for which the oracle plays a game with so many pegs."""


@cache
def closure(game: str, pegs: int, extra: bool, consistent: bool) -> Closure:
    return close(game, pegs, extra=extra, consistent=consistent)


@cache
def values(
    game: str, pegs: int, objective: Objective, reading: Reading, most: int = 30
) -> dict[int, int]:
    """Values of the whole game by the recurrences, for up to *most* colours."""
    patterns = closure(game, pegs, reading.asks_extra, reading.consistent)
    return whole_values(recurrences_of(patterns, reading, objective), most)


# ------------------------------------------------------------------------- facts of another program


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("game", "pegs", "consistent", "patterns", "masets"),
    [
        ("marks", 2, False, 3, 2),
        ("marks", 3, False, 15, 5),
        ("marks", 4, False, 160, 32),
        ("marks-distinct", 2, False, 2, 1),
        ("marks-distinct", 3, False, 7, 3),
        ("marks-distinct", 4, False, 36, 22),
        pytest.param("marks", 5, False, 4381, 787, marks=pytest.mark.slow),
        pytest.param("marks-distinct", 5, False, 391, 602, marks=pytest.mark.slow),
        ("sum", 2, False, 5, 5),
        ("sum", 3, False, 273, 84),
        ("sum-distinct", 2, False, 4, 5),
        ("sum-distinct", 3, False, 119, 73),
        ("mastermind", 2, True, 6, 1),
        ("mastermind", 3, True, 227, 44),
        ("ab", 2, True, 3, 1),
        ("ab", 3, True, 103, 34),
    ],
)
def test_patterns_and_explicit_masets_are_as_many(
    game: str, pegs: int, consistent: bool, patterns: int, masets: int
) -> None:
    found = closure(game, pegs, not consistent, consistent)
    assert (len(found.patterns), len(found.explicit)) == (patterns, masets)
    assert (found.consistent, found.extra) == (consistent, not consistent)


@pytest.mark.parametrize(
    ("game", "pegs", "reading", "first", "totals"),
    [
        ("marks", 2, Reading.EXACT, 2, [7, 19, 42, 75, 123, 185]),
        ("marks", 3, Reading.EXACT, 2, [15, 60, 170, 374, 693, 1212]),
        ("marks-distinct", 3, Reading.EXACT, 3, [12, 54, 156, 354]),
        ("mastermind", 2, Reading.NONE, 2, [8, 21, 45, 81, 134, 205]),
        ("sum", 2, Reading.EXACT, 2, [8, 24, 51, 92, 150]),
    ],
)
def test_least_totals(
    game: str, pegs: int, reading: Reading, first: int, totals: list[int]
) -> None:
    numbers = range(first, first + len(totals))
    proved = theorem(game, pegs, Objective.EXPECTED, reading)
    assert [proved.value(n) for n in numbers] == totals
    computed = values(game, pegs, Objective.EXPECTED, reading)
    assert [computed[n] for n in numbers] == totals


def test_least_totals_of_marks_with_four_pegs() -> None:
    computed = values("marks", 4, Objective.EXPECTED, Reading.EXACT, 5)
    assert [computed[n] for n in range(2, 6)] == [31, 193, 700, 1888]


# ------------------------------------------------------------------------- the oracle, by play


CASES = [
    *((game, pegs, Reading.EXACT) for game in NEW for pegs in (1, 2, 3)),
    *((game, pegs, Reading.NONE) for game in (*NEW, "mastermind", "ab") for pegs in (1, 2, 3)),
    *((game, pegs, Reading.WITH) for game in NEW for pegs in (1, 2)),
    *((game, pegs, Reading.WITHOUT) for game in NEW for pegs in (1, 2)),
    *(("marks-distinct", 3, reading) for reading in (Reading.WITH, Reading.WITHOUT)),
    *(("marks", 3, reading) for reading in (Reading.WITH, Reading.WITHOUT)),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(("game", "pegs", "reading"), CASES, ids=str)
def test_theorems_against_play(
    game: str, pegs: int, reading: Reading, objective: Objective
) -> None:
    proved = theorem(game, pegs, objective, reading)
    worst = objective is Objective.WORST
    numbers = range(1 if alike.repeats(game) else pegs, LARGEST[pegs] + 1)
    found = [alike.optimum(game, pegs, n, worst=worst, reading=reading.value) for n in numbers]
    assert [proved.value(n) for n in numbers] == found


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("game", "pegs", "colours", "reading"),
    [
        ("marks", 2, 8, Reading.EXACT),
        ("marks", 3, 5, Reading.EXACT),
        ("marks", 3, 5, Reading.NONE),
        pytest.param("marks", 5, 3, Reading.EXACT, marks=pytest.mark.slow),
        ("marks-distinct", 3, 6, Reading.EXACT),
        ("marks-distinct", 3, 6, Reading.NONE),
        ("sum", 2, 7, Reading.EXACT),
        ("sum", 2, 7, Reading.NONE),
        ("sum-distinct", 3, 5, Reading.EXACT),
        ("mastermind", 2, 7, Reading.NONE),
        ("mastermind", 3, 5, Reading.NONE),
        ("ab", 3, 6, Reading.NONE),
    ],
    ids=str,
)
def test_theorems_against_search(game: str, pegs: int, colours: int, reading: Reading) -> None:
    """A third route, which knows no patterns, for games beyond the oracle."""
    finite = FiniteGame(game, pegs, colours, consistent_only=reading.consistent)
    least = theorem(game, pegs, Objective.EXPECTED, reading).value(colours)
    worst = theorem(game, pegs, Objective.WORST, reading).value(colours)
    found = optimize(finite, Goal.EXPECTED, workers=1, keep=False)
    assert (found.total, found.optimal) == (least, True)
    found = optimize(finite, Goal.WORST, workers=1, keep=False)
    assert (found.worst, found.optimal) == (worst, True)


# ----------------------------------------------------------------------------- what costs no more


@pytest.mark.one_in(5)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    ("game", "pegs"),
    [
        *((game, 2) for game in NEW),
        ("marks", 3),
        ("marks-distinct", 3),
        pytest.param("sum", 3, marks=pytest.mark.slow),
        pytest.param("sum-distinct", 3, marks=pytest.mark.slow),
    ],
)
def test_more_questions_do_no_harm(game: str, pegs: int, objective: Objective) -> None:
    free, exact, without, none = (
        values(game, pegs, objective, reading)
        for reading in (Reading.WITH, Reading.EXACT, Reading.WITHOUT, Reading.NONE)
    )
    for n in exact:
        assert free[n] <= exact[n] <= without[n]
        assert exact[n] <= none[n]


FINER = [("marks", "mastermind", "sum"), ("marks-distinct", "ab", "sum-distinct")]


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", [Reading.EXACT, Reading.WITH])
@pytest.mark.parametrize("games", FINER, ids=lambda games: games[0])
@pytest.mark.parametrize("pegs", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_answers_that_tell_more_cost_no_more(
    games: tuple[str, ...], pegs: int, reading: Reading, objective: Objective
) -> None:
    """Marks tell the pegs, and pegs their sum, for the same secrets and questions."""
    marks, pegged, summed = (values(game, pegs, objective, reading) for game in games)
    assert [*marks] == [*pegged] == [*summed]
    assert max(marks) == 30
    for n in marks:
        assert marks[n] <= pegged[n] <= summed[n]


# ------------------------------------------------------------------------------- strategies, played


def played(game: str, pegs: int, colours: int, reading: Reading, objective: Objective) -> list[int]:
    """The lengths of all games of a theorem's strategy, with answers by the oracle.

    The number of an answer is looked up among the answers to this question that secrets have, by
    what they tell.  Where only possible secrets may be asked, each question is one.
    """
    known, told = as_alike_game(game), alike.TOLD[game]
    strategy = theorem(game, pegs, objective, reading).strategy(colours)
    assert strategy.finite.consistent_only == reading.consistent
    secrets, lengths = alike.words(game, pegs, colours), []

    @cache
    def numbers(question: Word) -> dict[object, int]:
        return {told(secret, question): known.number(secret, question) for secret in secrets}

    for secret in secrets:
        history: list[tuple[Word, int]] = []
        possible = secrets
        while not history or history[-1][0] != secret:
            question = strategy.next_question(history)
            if reading.consistent:
                assert question in possible
            answer = told(secret, question)
            possible = [one for one in possible if told(one, question) == answer]
            history.append((question, numbers(question)[answer]))
        lengths.append(len(history))
    return lengths


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("game", "pegs", "colours", "reading"),
    [
        ("marks", 3, 5, Reading.EXACT),
        pytest.param("marks", 3, 5, Reading.NONE, marks=pytest.mark.slow),
        ("marks", 3, 4, Reading.NONE),
        ("marks", 2, 6, Reading.WITHOUT),
        ("marks-distinct", 3, 5, Reading.EXACT),
        pytest.param("marks-distinct", 4, 6, Reading.EXACT, marks=pytest.mark.slow),
        pytest.param("marks", 4, 4, Reading.EXACT, marks=pytest.mark.slow),
        ("sum", 2, 7, Reading.EXACT),
        ("sum", 3, 4, Reading.EXACT),
        ("sum-distinct", 3, 5, Reading.EXACT),
        ("mastermind", 2, 7, Reading.NONE),
        ("mastermind", 3, 4, Reading.NONE),
        ("ab", 3, 5, Reading.NONE),
    ],
    ids=str,
)
@pytest.mark.parametrize("objective", Objective)
def test_the_strategy_attains_the_value(
    game: str, pegs: int, colours: int, reading: Reading, objective: Objective
) -> None:
    proved = theorem(game, pegs, objective, reading)
    lengths = played(game, pegs, colours, reading, objective)
    quantity = sum(lengths) if objective is Objective.EXPECTED else max(lengths)
    assert quantity == proved.value(colours)
    found = replay(proved.strategy(colours))
    assert found.histogram == tuple(map(lengths.count, range(1, max(lengths) + 1)))


# ----------------------------------------------------------------------------- matches and answers


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", [*NEW, "mastermind", "ab"])
@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
def test_answers_by_matches_are_those_of_the_game(game: str, pegs: int) -> None:
    """For words that are drawn, clauses with stars and questions with the extra colour among them.

    Bit i + pegs * (pegs - 1 - j) says that cell i of the secret has the colour of cell j of the
    question, which a star or the extra colour never has.
    """
    known, draw = as_alike_game(game), random.Random(pegs)
    table, answers = answers_by_matches(known, pegs), known.answers(pegs)
    for _ in range(800):
        colours = draw.randrange(pegs, 2 * pegs + 1)
        clause = drawn(known, draw, pegs, colours, STAR)
        question = drawn(known, draw, pegs, colours, EXTRA)
        told = sum(
            1 << i + pegs * (pegs - 1 - j)
            for (i, s), (j, q) in product(enumerate(clause), enumerate(question))
            if s == q
        )
        assert matches(question, np.array([clause], np.uint8))[0] == told
        won = clause == question
        answer = answers[-1] if won else known.compare(clause, question)
        assert answers[table[told]] == answer
        assert known.answer(clause, question) == answer


def drawn(game: AlikeGame, draw: random.Random, pegs: int, colours: int, blank: int) -> Word:
    """A word of a game, perhaps with some of its cells replaced."""
    while True:
        word = tuple(blank if draw.random() < 0.2 else draw.randrange(colours) for _ in range(pegs))
        cells = [cell for cell in word if cell != blank]
        if cells and (game.repeats or len({*cells}) == len(cells)):
            return word


@pytest.mark.parametrize("game", [*NEW, "mastermind", "ab"])
@pytest.mark.parametrize("pegs", [1, 2, 3])
def test_equal_matches_give_equal_answers(game: str, pegs: int) -> None:
    """So that the answer is a function of the matches: for all words of twice as many colours."""
    known, found = as_alike_game(game), dict[frozenset[tuple[int, int]], int]()
    secrets = alike.words(game, pegs, 2 * pegs)
    for question in alike.words(game, pegs, pegs + 1 if pegs == 3 else 2 * pegs):
        for secret in secrets:
            agreeing = frozenset(
                (i, j)
                for (i, s), (j, q) in product(enumerate(secret), enumerate(question))
                if s == q
            )
            number = known.number(secret, question)
            assert found.setdefault(agreeing, number) == number


@pytest.mark.parametrize("game", [*NEW, "mastermind", "ab"])
@pytest.mark.parametrize("pegs", [1, 2, 3])
def test_answers_tell_what_the_rules_say(game: str, pegs: int) -> None:
    """For each question equal answers just where what is told is equal, and the secret wins."""
    known, told = as_alike_game(game), alike.TOLD[game]
    secrets = alike.words(game, pegs, 4)
    for question in secrets:
        pairs = {(told(secret, question), known.answer(secret, question)) for secret in secrets}
        assert len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
        assert known.answer(question, question) == known.answers(pegs)[-1]
