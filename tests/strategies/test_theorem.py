"""Strategies from theorems and from books, replayed against every secret."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from math import prod

import networkx as nx
import pytest

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, PegGame
from masetproof.objectives import Goal, Objective
from masetproof.proofs.equations import equations_of
from masetproof.proofs.known import known
from masetproof.proofs.theorem import Theorem, prove
from masetproof.proofs.verdicts import verdicts
from masetproof.proofs.written import write_strategy
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.search.optimize import optimize
from masetproof.strategies.book import parse_book
from masetproof.strategies.on_patterns import PatternStrategy, Point
from masetproof.tables.published import known_values
from masetproof.trees.files import load_tree, write_tree
from masetproof.trees.replay import Refuted, Replay, replay, tree_of
from masetproof.trees.tree import preorder
from masetproof.words import word_text

GAMES = [MASTERMIND, AB]


@cache
def theorem(game: PegGame, pegs: int, objective: Objective, reading: Reading) -> Theorem:
    found = prove(game, pegs, objective=objective, reading=reading)
    assert isinstance(found, Theorem)
    return found


def value(objective: Objective, found: Replay) -> int:
    return found.total if objective is Objective.EXPECTED else found.worst


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", [Reading.EXACT, Reading.WITHOUT])
def test_the_replay_finds_what_the_theorem_says(
    game: PegGame, pegs: int, objective: Objective, reading: Reading
) -> None:
    """From the first n on, so that exceptions and values below the base are among them."""
    proved = theorem(game, pegs, objective, reading)
    numbers = range(game.least_colours(pegs), 15)
    assert not set(proved.formula.exceptions) - set(numbers)
    assert proved.start in numbers
    for n in numbers:
        assert value(objective, replay(proved.strategy(n))) == proved.formula(n), n


@pytest.mark.parametrize("objective", Objective)
def test_without_an_excluded_colour_none_is_asked(objective: Objective) -> None:
    """In the reading `without` every question is of colours that are still possible."""
    strategy = theorem(AB, 2, objective, Reading.WITHOUT).strategy(7)
    for secret in FiniteGame(AB, 2, 7).secrets:
        possible = set(FiniteGame(AB, 2, 7).secrets)
        for question, answer in strategy.path(secret):
            assert set(question) <= {colour for word in possible for colour in word}
            possible = {word for word in possible if AB.number(word, question) == answer}


def test_a_path_is_the_one_in_the_tree() -> None:
    strategy = theorem(MASTERMIND, 2, Objective.EXPECTED, Reading.EXACT).strategy(9)
    lengths = [len(list(strategy.path(secret))) for secret in strategy.finite.secrets]
    found = replay(strategy)
    assert found.histogram == tuple(lengths.count(i + 1) for i in range(found.worst))
    assert replay(tree_of(strategy)) == found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("reading", [Reading.EXACT, Reading.WITHOUT])
def test_the_equations_of_one_function_are_made_alone(game: PegGame, reading: Reading) -> None:
    proved = prove(game, 2, reading=reading)
    assert isinstance(proved, Theorem)
    strategy = proved.strategy(12)
    for secret in strategy.finite.secrets[::7]:
        assert list(strategy.path(secret))[-1] == (secret, strategy.finite.winning)
    assert proved.optimal_questions(0, 12)
    system = proved.columns
    assert "columns" not in system.__dict__
    whole = replace(proved, system=replace(system))
    assert whole.columns.columns.new.size  # which are made now
    for state in system.functions():
        for m in range(2, 30, 9):
            assert proved.costs(state, m) == whole.costs(state, m)


def test_a_path_for_many_colours() -> None:
    strategy = theorem(MASTERMIND, 2, Objective.WORST, Reading.EXACT).strategy(500)
    path = list(strategy.path("499,350"))
    assert path[-1] == ((499, 350), strategy.finite.winning)
    # Goddard 2004: floor(n / 2) + 2 questions are enough.
    assert len(path) <= 252
    assert strategy.next_question(path[:-1]) == (499, 350)


def test_the_reading_with_has_a_strategy_where_its_value_is_attained() -> None:
    proved = theorem(AB, 2, Objective.EXPECTED, Reading.WITH)
    assert replay(proved.strategy(6)).total == proved.formula(6)
    formula = replace(proved.formula, exceptions={6: proved.formula(6) - 1})
    less = replace(proved, formula=formula)
    with pytest.raises(Refused, match="which no strategy of the real game attains"):
        less.strategy(6)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", BLANKS)
def test_optimal_questions_are_those_that_the_verdicts_name(
    game: PegGame, objective: Objective, reading: Reading
) -> None:
    proved = theorem(game, 2, objective, reading)
    system = proved.system
    for state in system.functions():
        number, level = state
        pattern = proved.closure.patterns[number]
        excluded = level if reading is Reading.EXACT else None
        told = verdicts(proved, state)
        for n in range(pattern.colours, pattern.colours + 12):
            if pattern.secrets(game, n - pattern.colours):
                best = proved.optimal_questions(pattern, n, excluded)
                assert best == tuple(one.question for one in told if n in one.optimal)
                assert best
            else:
                with pytest.raises(Refused, match="has no secret with"):
                    proved.optimal_questions(number, n, excluded)


def test_optimal_first_questions_of_two_pegs() -> None:
    """With two colours 00 and 01 are equally good, with more only 01 (Peczarski, section 4)."""
    proved = theorem(MASTERMIND, 2, Objective.EXPECTED, Reading.EXACT)
    assert proved.optimal_questions(0, 2) == ((0, 0), (0, 1))
    assert proved.optimal_questions("{**}", 7) == ((0, 1),)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("objective", Objective)
def test_equations_are_values_that_hold(game: PegGame, objective: Objective) -> None:
    """Their right sides are no less than the function, and equal where they are optimal."""
    proved = theorem(game, 2, objective, Reading.EXACT)
    for number, pattern in enumerate(proved.closure.patterns):
        state = proved.function_of(number)
        found = list(proved.equations(number))
        assert [one.label for one in found] == [
            f"{game.label}.2.{number}.{one.verdict.number}" for one in found
        ]
        for equation in found:
            new, terms = sum(equation.asked.new), equation.terms
            for n in range(pattern.colours + new, pattern.colours + 10):
                m = n - pattern.colours
                secrets = sum(c * m**power for (power,), c in equation.about.secrets.items())
                assert secrets == pattern.secrets(game, m)
                if not secrets:
                    continue
                left = min(m - new, len(equation.constants) - 1)
                parts = [equation.constants[left]]
                for term in terms:
                    (index,) = term.indices
                    parts.append(
                        proved.value_of(proved.function_of(*term.function), m + index.more)
                    )
                right = secrets + sum(parts) if objective is Objective.EXPECTED else 1 + max(parts)
                assert right >= proved.value_of(state, m)
                assert (right == proved.value_of(state, m)) == (n in equation.verdict.optimal)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", [BLACK_PEG, BLACK_PEG_AB], ids=lambda game: game.name)
@pytest.mark.parametrize("objective", Objective)
def test_equations_of_several_indices_are_values_that_hold(
    game: PegGame, objective: Objective
) -> None:
    """With many implicit colours, where the constant is the one that they have."""
    proved = theorem(game, 2, objective, Reading.EXACT)
    kinds = range(len(game.kinds(2)))
    for state in proved.system.functions():
        pattern, active = proved.closure.patterns[state[0]], proved.system.active[state[0]]
        numbers = [(4, 5, 7) if kind in active else (0,) for kind in kinds]
        for equation in equations_of(proved, state).equations:
            for m in product(*numbers):
                secrets = sum(
                    c * prod(map(pow, m, powers)) for powers, c in equation.about.secrets.items()
                )
                assert secrets == pattern.secrets(game, m)
                parts = [equation.constant]
                for term in equation.terms:
                    index = [0] * len(kinds)
                    for place, one in zip(
                        proved.system.active[term.function[0]], term.indices, strict=True
                    ):
                        index[place] = sum(m[kind] for kind in one.kinds) + one.more
                    parts.append(proved.value_of(term.function, index))
                right = secrets + sum(parts) if objective is Objective.EXPECTED else 1 + max(parts)
                assert right >= proved.value_of(state, m)
                verdict = equation.verdict.optimal
                if game.own_alphabets:
                    board = [n + k for n, k in zip(m, pattern.colours_by_column, strict=True)]
                else:
                    board = [*m]
                assert (right == proved.value_of(state, m)) == (board in verdict)


def test_a_formula_in_sympy_and_in_latex() -> None:
    formula = theorem(MASTERMIND, 2, Objective.EXPECTED, Reading.EXACT).formula
    symbolic = formula.as_sympy()
    (n,) = symbolic.free_symbols
    assert [symbolic.subs(n, k) for k in range(1, 30)] == [formula(k) for k in range(1, 30)]
    # Chen and Lin 2004, and the exceptions.
    assert formula._repr_latex_() == (
        r"$\displaystyle f(n) = \begin{cases} \displaystyle \frac{8n^3 + 51n^2 - 74n + 48}{24} & "
        r"\text{for even } n \\[2.4ex] \displaystyle \frac{8n^3 + 51n^2 - 80n + 69}{24} & "
        r"\text{for odd } n \end{cases}\quad (n \ge 3),\quad f(1) = 1,\quad f(2) = 8$"
    )


def test_a_tree_as_a_graph() -> None:
    tree = tree_of(theorem(AB, 2, Objective.EXPECTED, Reading.EXACT).strategy(5))
    graph = tree.to_networkx()
    assert nx.is_arborescence(graph)
    nodes = [(word_text(node.question), depth) for depth, _, node in preorder(tree.root)]
    assert [(data["question"], data["depth"]) for _, data in graph.nodes(data=True)] == nodes
    below = [graph.edges[0, place]["answer"] for place in graph[0]]
    assert below == [tree.finite.answer_texts[number] for number, _ in tree.root.branches]


def test_many_colours_have_words_of_numbers(tmp_path: object) -> None:
    tree = tree_of(theorem(AB, 2, Objective.WORST, Reading.EXACT).strategy(40))
    finite = tree.finite
    assert (finite.text((39, 7)), finite.parse("39,7")) == ("39,7", (39, 7))
    assert replay(tree).worst == 21  # Jäger and Peczarski 2015: ceil(n / 2) + 1
    write_tree(f"{tmp_path}/tree.json", tree)
    assert load_tree(f"{tmp_path}/tree.json").tree == tree
    for text in ("39", "39,7,1", "39,x", "3907", ""):
        with pytest.raises(Refused):
            finite.parse(text)
    assert optimize(finite, Goal.WORST, workers=1).worst == 21


# ------------------------------------------------------------------------------------------- books


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize("objective", Objective)
def test_a_book_is_what_the_theorem_says(game: PegGame, pegs: int, objective: Objective) -> None:
    proved = theorem(game, pegs, objective, Reading.EXACT)
    path = known(FiniteGame(game, pegs, pegs), Goal(objective)).book_file
    assert path is not None
    assert path.read_text() == write_strategy(proved.guide).text
    for n in (game.least_colours(pegs), 5, 41):
        strategy = known(FiniteGame(game, pegs, n), Goal(objective)).book_strategy
        assert strategy is not None
        assert value(objective, replay(strategy)) == proved.formula(n)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("pegs", [1, 2])
def test_what_a_book_costs_is_the_formula(game: PegGame, pegs: int) -> None:
    """The book counts its secrets along play; the theorem solved its recurrences."""
    book = known(FiniteGame(game, pegs, pegs)).book
    assert book is not None
    assert book.formula == theorem(game, pegs, Objective.EXPECTED, Reading.EXACT).formula
    worst = known(FiniteGame(game, pegs, pegs), Goal.WORST).book
    assert worst is not None
    formula = theorem(game, pegs, Objective.WORST, Reading.EXACT).formula
    least = game.least_colours(pegs)
    values = {n: worst.worst_value(n) for n in range(least, worst.rising + 2 * worst.step)}
    assert values == {n: formula(n) for n in values}


def test_books_attain_what_is_published() -> None:
    compared = 0
    for one in known_values():
        finite = FiniteGame(one.game, one.pegs, one.colours)
        strategy = known(finite, one.objective).book_strategy
        if strategy is not None:
            compared += 1
            assert value(Objective(one.objective), replay(strategy)) == one.value
    assert compared > 10


@pytest.mark.slow
def test_books_of_three_pegs_and_many_colours() -> None:
    expected = known(FiniteGame("mastermind", 3, 20), Goal.EXPECTED_THEN_WORST).book_strategy
    worst = known(FiniteGame("mastermind", 3, 16), Goal.WORST_THEN_EXPECTED).book_strategy
    assert expected is not None
    assert worst is not None
    assert replay(expected).total == 64_253
    assert replay(worst).worst == (16 - 1) // 3 + 4  # Jäger and Peczarski 2009


@pytest.mark.parametrize(
    "finite",
    [
        FiniteGame("mastermind", 4, 6),
        FiniteGame("black-peg", 2, 4),
        FiniteGame("comparison", 2, 3),
        FiniteGame("mastermind", 2, 4, distinct=True),
        FiniteGame("mastermind", 2, 4, consistent_only=True),
    ],
    ids=lambda finite: finite.key,
)
def test_other_games_have_no_book(finite: FiniteGame) -> None:
    assert all(known(finite, goal).book_strategy is None for goal in Goal)


def test_a_wrong_book_is_found_out_by_the_replay() -> None:
    """Each line of a book away, or with another question: no strategy, or one with another total.

    The lines of a book that a game with four colours needs are found by the replay itself.
    """
    path = known(FiniteGame("mastermind", 2, 4)).book_file
    assert path is not None
    lines = path.read_text().splitlines()
    finite = FiniteGame("mastermind", 2, 4)

    def played(text: str) -> Replay:
        return replay(PatternStrategy(finite, parse_book(MASTERMIND, text)))

    assert played("\n".join(lines)).total == 45
    refuted = 0
    for place in range(1, len(lines)):
        try:
            assert played("\n".join(lines[:place] + lines[place + 1 :])).total == 45
        except (Refuted, ArithmeticError):
            refuted += 1
    assert refuted >= 4
    with pytest.raises(Refuted, match="the book has no question there"):
        played("{**} 0 01:2-3")


def test_a_book_reads_what_it_wrote() -> None:
    text = "{**} 0 00:1 01:2-40\n{0*} 1 10:0,2-3,7\n"
    book = parse_book(MASTERMIND, text)
    assert book.text == text
    place = Point(1, False, (3,), (1,))
    for m in range(10):
        if m in (0, 2, 3, 7):
            assert book.move(place._replace(implicit=(m,))).question == (1, 0)
        else:
            with pytest.raises(Refused, match="no question there"):
                book.move(place._replace(implicit=(m,)))
    assert book.move(place._replace(excluded=(2,))).question == (1, 0)  # at least one is enough
    with pytest.raises(Refused, match="no question there"):
        book.move(place._replace(excluded=(0,)))
