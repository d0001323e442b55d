"""What every registered game promises, tried on small sizes with all pairs of words."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from masetproof import kernels as kernel
from masetproof import optimize, replay, write_tree
from masetproof.arguments import Refused
from masetproof.cli.main import main
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import cells, make_table, orbits, word_codes
from masetproof.games.registry import GAMES, GAMES_OF_DATA, as_game, game_of_data
from masetproof.games.rules import Game
from masetproof.games.symmetry import Colours
from masetproof.objectives import Goal
from masetproof.search.memory import Memory
from masetproof.search.solver import Past, Solver
from masetproof.search.states import plain_value
from masetproof.trees.files import load_tree, parse_tree, tree_lines
from masetproof.words import Word
from tests.games.samples import SAMPLES

MEMORY = 1 << 26


@pytest.fixture(params=SAMPLES, ids=lambda finite: finite.title)
def finite(request: pytest.FixtureRequest) -> FiniteGame:
    found: FiniteGame = request.param
    return found


def test_every_registered_game_is_tried() -> None:
    games = {game for finite in SAMPLES for game in (finite.game, finite.rules) if game}
    tried = {game.name for game in games}
    assert tried == {*GAMES, *GAMES_OF_DATA}


def test_scalar_and_vectorized_answers_agree(finite: FiniteGame) -> None:
    questions, secrets = cells(finite)
    numbers = finite.game.numbers(questions, secrets)
    for (row, question), (column, secret) in itertools.product(
        enumerate(finite.questions), enumerate(finite.secrets)
    ):
        number = finite.game.number(secret, question)
        assert numbers[row, column] == number
        assert finite.game.answer(secret, question) == finite.answers[number]
        assert 0 <= number < len(finite.answers)


def test_the_last_answer_wins_and_no_other(finite: FiniteGame) -> None:
    for question, secret in itertools.product(finite.questions, finite.secrets):
        won = finite.game.number(secret, question) == finite.winning
        assert won == (question == secret)


def test_words_are_ascending_and_secrets_may_be_asked(finite: FiniteGame) -> None:
    assert list(finite.questions) == sorted(set(finite.questions))
    assert list(finite.secrets) == sorted(set(finite.secrets) & set(finite.questions))
    assert len(finite.questions) == finite.question_count
    assert len(finite.secrets) == finite.secret_count


def test_texts_round_trip(finite: FiniteGame) -> None:
    texts = [finite.text(word) for word in finite.questions]
    assert len(set(texts)) == len(texts)
    assert [finite.parse(text) for text in texts] == list(finite.questions)
    assert len(set(finite.answer_texts)) == len(finite.answers)
    for wrong in ("", "*", "no such word", None, 7, "0" * 50):
        with pytest.raises(Refused):
            finite.parse(wrong)
    last = len(finite.questions[0]) * (finite.colours + 1,)
    for word in (*finite.questions, last):
        assert finite.text(word).isprintable()
    with pytest.raises(Refused):
        finite.as_question(last)


def test_games_are_made_from_their_names_and_data(finite: FiniteGame) -> None:
    game = finite.game
    assert game_of_data(game.name, game.data()) == game == as_game(game)
    assert game.data() is not None or as_game(game.name) is game
    assert repr(game).isprintable()
    assert len(repr(game)) < 200


def places(finite: FiniteGame, words: np.ndarray, image: np.ndarray) -> list[int]:
    codes = word_codes(words, finite.colours)
    found = np.searchsorted(codes, word_codes(image, finite.colours))
    assert (words[found] == image).all(), "a symmetry maps words to words"
    assert len(set(found.tolist())) == len(words)
    return list(map(int, found))


def test_symmetries_keep_what_answers_tell(finite: FiniteGame) -> None:
    questions, secrets = cells(finite)
    answers = make_table(finite, MEMORY).answers
    for symmetry in finite.symmetry.generators():
        rows = places(finite, questions, symmetry(questions))
        columns = places(finite, secrets, symmetry(secrets))
        images = answers[rows][:, columns]
        # Where the game says so, answers are renamed for each question by itself.
        whole = [slice(row, row + 1) for row in range(len(questions))]
        for some in whole if finite.symmetry.moves_answers else [slice(None)]:
            names: dict[int, int] = {}
            pairs = zip(answers[some].ravel().tolist(), images[some].ravel().tolist(), strict=True)
            for before, after in pairs:
                assert names.setdefault(before, after) == after
            assert len(set(names.values())) == len(names)
            assert names.get(finite.winning, finite.winning) == finite.winning
            assert finite.winning not in {*names.values()} or finite.winning in names


def test_columns_and_colours_are_permuted_with_the_same_answers(finite: FiniteGame) -> None:
    questions, secrets = cells(finite)
    answers = make_table(finite, MEMORY).answers
    columns = finite.symmetry.columns and not finite.symmetry.moves_answers
    for symmetry in replace(finite.symmetry, maps=(), columns=columns).generators():
        rows = places(finite, questions, symmetry(questions))
        columns = places(finite, secrets, symmetry(secrets))
        assert np.array_equal(answers[rows][:, columns], answers)


def test_orbits_of_questions_are_those_of_the_generators(finite: FiniteGame) -> None:
    questions, _ = cells(finite)
    generators = [
        places(finite, questions, symmetry(questions)) for symmetry in finite.symmetry.generators()
    ]
    expected = {}
    for start in range(len(questions)):
        if start not in expected:
            waiting = [start]
            while waiting:
                place = waiting.pop()
                if place not in expected:
                    expected[place] = start
                    waiting += [generator[place] for generator in generators]
    assert orbits(finite).tolist() == [expected[place] for place in range(len(questions))]


def states(finite: FiniteGame, most: int, count: int) -> list[np.ndarray]:
    chance = random.Random(finite.title)
    numbers = range(finite.secret_count)
    sizes = [chance.randint(1, min(most, len(numbers))) for _ in range(count)]
    return [np.array(sorted(chance.sample(numbers, size)), np.uint16) for size in sizes]


def values(finite: FiniteGame) -> Callable[[np.ndarray], float]:
    """What states cost by the textbook, each computed once."""

    @cache
    def value(members: tuple[int, ...]) -> float:
        return plain_value(finite, frozenset(finite.secrets[member] for member in members))

    return lambda state: value(tuple(state.tolist()))


def form_of(solver: Solver, state: np.ndarray) -> np.ndarray | None:
    """The form of a state, if states of the game have any."""
    form = np.empty(len(state), np.uint16)
    found = kernel.form_of(solver._prepared, solver._stack, state, form)
    return form if found else None


@pytest.mark.one_in(3)
def test_the_form_of_a_state_costs_what_it_does(finite: FiniteGame) -> None:
    solver, value = Solver(Memory(finite, MEMORY)), values(finite)
    for state in states(finite, 4, 60):
        form = form_of(solver, state)
        assert (form is not None) == (finite.symmetry.renamings is not Colours.FIXED)
        assert form is None or value(form) == value(state)


@pytest.mark.one_in(3)
def test_images_of_a_state_mostly_have_its_form(finite: FiniteGame) -> None:
    solver, symmetry = Solver(Memory(finite, MEMORY)), replace(finite.symmetry, maps=())
    _, secrets = cells(finite)
    same = tried = 0
    for generator in symmetry.generators():
        columns = np.array(places(finite, secrets, generator(secrets)))
        for state in states(finite, 8, 20):
            image = np.sort(columns[state]).astype(np.uint16)
            same += np.array_equal(form_of(solver, image), form_of(solver, state))
            tried += 1
    assert same >= 0.8 * tried


@pytest.mark.one_in(3)
def test_one_question_of_each_kind_is_enough(finite: FiniteGame) -> None:
    """After any first question each question has the parts, up to symmetry, of one that is kept."""
    solver, value = Solver(Memory(finite, MEMORY)), values(finite)
    chance = random.Random(finite.title)
    board, everything = solver.board, solver.all_secrets()
    pasts = list[tuple[Past, np.ndarray]]()
    for first in chance.sample(range(finite.question_count), min(6, finite.question_count)):
        parts = [part for part in solver.parts(everything, first) if len(part[1]) <= 6]
        pasts += [(((first, answer),), members) for answer, members in parts]
    for past, state in pasts[:12]:
        solver._begin(state, len(state), 1, kernel.ENTER, past)
        kernel.find_moves(solver._prepared, solver._stack, solver._runs, 0)
        count = board.names[solver._state.names] if len(board.names) else len(board.order)
        kept = [
            int(board.order[place])
            for place in range(count)
            if kernel.is_least(solver._prepared, solver._stack, solver._runs, place)
        ]

        def kind(question: int, state: np.ndarray = state) -> list[tuple[float, int, bool]]:
            answers = solver.answers(question)[state]
            parts = [state[answers == answer] for answer in np.unique(answers)]
            won = finite.winning in answers
            return sorted((value(part), len(part), won) for part in parts)

        kinds = [kind(question) for question in kept]
        assert all(kind(question) in kinds for question in range(finite.question_count))
        if not finite.symmetry.columns and finite.symmetry.renamings is Colours.FIXED:
            assert len(kept) == finite.question_count


@pytest.mark.one_in(3)
@pytest.mark.parametrize("goal", [Goal.EXPECTED, Goal.WORST])
def test_optimum_is_that_of_the_textbook_and_its_tree_is_kept(
    finite: FiniteGame, goal: Goal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    optimum = optimize(finite, goal)
    everything = frozenset(finite.secrets)
    if goal is Goal.EXPECTED:
        assert optimum.total == plain_value(finite, everything)
    else:
        assert plain_value(finite, everything, optimum.worst) < float("inf")
        assert plain_value(finite, everything, optimum.worst - 1) == float("inf")
    assert optimum.optimal
    assert replay(optimum.tree).total == optimum.total
    path = tmp_path / "tree.json"
    write_tree(path, optimum.tree)
    stored = load_tree(path)
    assert stored.tree == optimum.tree
    assert parse_tree("\n".join(tree_lines(stored.tree)).encode()).tree == optimum.tree
    assert main(["tree", "verify", str(path)]) == 0
    assert finite.title in capsys.readouterr().out
    for form in ("text", "dot") if goal is Goal.EXPECTED else ("svg", "latex"):
        assert main(["tree", "convert", str(path), "--to", form]) == 0


@pytest.mark.parametrize("answer", [None, 7, "1", [1]], ids=str)
def test_an_answer_that_is_none_is_named(answer: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game of one's own, wherever it is asked first."""

    class Odd(Game):
        name, label, title = "odd", "ODD", "Odd game"

        def answers(self, pegs: int) -> tuple[int, ...]:
            return 0, 1, 2

        def compare(self, secret: Word, question: Word) -> object:
            return answer if (secret, question) == ((1, 0), (0, 1)) else 0

    game = Odd()
    monkeypatch.setitem(GAMES, "odd", game)
    finite = FiniteGame(game, 2, 2)
    words = np.array(finite.questions)
    for call in (
        lambda: game.answer("10", "01"),
        lambda: game.numbers(words, words),
        lambda: optimize(finite, workers=1, keep=False),
        lambda: finite.then("01", 0).secrets,
    ):
        with pytest.raises(Refused) as refused:
            call()
        assert str(refused.value) == (
            f"compare of the game odd returns {answer!r} for the secret 10 and the question 01; "
            "the answers are [0, 1, 2]"
        )


def test_what_a_compare_raises_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(Game):
        name, label, title = "odd", "ODD", "Odd game"

        def answers(self, pegs: int) -> tuple[int, ...]:
            return 0, 1

        def compare(self, secret: Word, question: Word) -> object:
            return {}["its own error"]

    words = np.array([(0, 1), (1, 0)])
    for call in (lambda: Odd().answer("10", "01"), lambda: Odd().numbers(words, words)):
        with pytest.raises(KeyError, match="its own error"):
            call()
