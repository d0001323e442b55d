"""Which questions and states the compiled search takes for images of others, against all
symmetries of small games, tried one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest

from masetproof import kernels as kernel
from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND
from masetproof.games.registry import GAMES
from masetproof.games.rules import Game
from masetproof.games.symmetry import Colours, Symmetry
from masetproof.search.board import first_questions, make_board
from masetproof.search.memory import Memory
from masetproof.search.solver import Past, Solver
from masetproof.search.states import Members
from masetproof.words import Word
from tests.kernels.states import (
    MANY_ANSWERS,
    MEMORY,
    SMALL,
    Map,
    alphabets_of,
    numbers_of,
    random_past,
    random_states,
    renamings,
    sizes_of,
    solver_of,
    symbols_of,
    symmetries,
    title,
    value_of,
    words_of,
)
from tests.search.plain import random_state

# --------------------------------------------------------------------------------- the board


@pytest.mark.one_in(5)
@pytest.mark.parametrize("pegs", range(1, 9))
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_answers_of_the_board(game: Game, pegs: int) -> None:
    if pegs > game.most_pegs:
        with pytest.raises(Refused, match=f"the number of pegs must be 1 to {game.most_pegs}"):
            FiniteGame(game, pegs, pegs)
        return
    finite = FiniteGame(game, pegs, max(3 if pegs > 6 else 4, game.least_colours(pegs)))
    if game.repeats and not finite.is_listable:  # as many colours as pegs, all words of which count
        return
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
    secrets = finite.secrets
    assert sorted(board.order.tolist()) == list(range(finite.question_count))
    questions = [finite.questions[number] for number in board.order.tolist()]
    assert [questions[place] for place in board.own] == list(secrets)
    assert [tuple(word) for word in board.symbols.tolist()] == [
        symbols_of(finite, question) for question in questions
    ]
    for place in range(0, len(questions), 7):
        answers = [finite.game.number(secret, questions[place]) for secret in secrets]
        assert board.given[0][board.told[:, place]].tolist() == answers
    alphabets = alphabets_of(finite)
    assert board.ends.tolist() == [some[-1] + 1 for some in alphabets for _ in some]
    own = len(alphabets) > 1
    assert board.starts.tolist() == [
        alphabets[column if own else 0][0] for column in range(finite.pegs)
    ]
    sizes = sizes_of(finite)
    for order in board.orders.tolist():
        assert sorted(order) == list(range(finite.pegs))
        assert [sizes[column] for column in order] == sizes
    assert len(set(map(tuple, board.orders.tolist()))) == len(board.orders)
    for code, number in enumerate(board.numbers.tolist()):
        word = tuple(
            code // finite.colours**column % finite.colours for column in range(finite.pegs)
        )
        assert (secrets[number] == word[::-1]) if number >= 0 else word[::-1] not in secrets


def test_of_many_columns_no_permutations_are_held() -> None:
    assert make_board(FiniteGame(MASTERMIND, 7, 2)).orders.tolist() == [[*range(7)]]


@pytest.mark.parametrize("finite", [*SMALL, FiniteGame(BLACK_PEG, 3, "1,4,4")], ids=title)
def test_the_first_questions_are_one_of_each_kind_that_names_make(finite: FiniteGame) -> None:
    """For each n: one question, the least, of those that renaming all but the first n colours of
    each alphabet maps to each other."""
    board = make_board(finite)
    questions = [finite.questions[number] for number in board.order.tolist()]
    assert len(board.names) == 1 + max(map(len, alphabets_of(finite)))
    assert board.names[-1] == len(questions)
    for fixed, count in enumerate(board.names.tolist()):
        if fixed < 2 and finite.colours > 4:
            continue  # too many renamings to try all
        images = list(renamings(finite, columns=False, fixed=fixed))
        least = {min(image(question) for image in images) for question in questions}
        assert set(questions[:count]) == least
        assert len(least) == count


@pytest.mark.one_in(5)
@pytest.mark.parametrize("finite", [*SMALL, FiniteGame(MASTERMIND, 5, 3)], ids=title)
def test_first_questions_are_one_of_each_kind(finite: FiniteGame) -> None:
    kinds: dict[Word, int] = {}
    for number, question in enumerate(finite.questions):
        kinds.setdefault(min(image(question) for image in symmetries(finite)), number)
    assert first_questions(finite) == sorted(kinds.values())
    assert solver_of(finite).first_questions() == sorted(kinds.values())


# ------------------------------------------------------------------------ questions after a past


OF_PASTS = [
    finite for finite in SMALL if finite.secret_count > 12 and len(symmetries(finite)) < 2000
]


def steps_of(solver: Solver, past: Past) -> list[tuple[Word, int]]:
    return [(solver.finite.questions[question], answer) for question, answer in past]


def pasts(solver: Solver, seed: int) -> Iterator[tuple[Past, Members]]:
    """Of up to three questions, also with equal answers, and with the same question twice."""
    rng = np.random.default_rng(seed)
    yield (), solver.all_secrets()
    for turn in range(12):
        past, members = random_past(rng, solver, 1 + turn % 3, same=turn % 4 < 2)
        yield ((*past, past[0]) if turn == 5 else past), members


def find_moves(solver: Solver, past: Past, members: Members) -> int:
    solver._begin(members, len(members), 1, kernel.ENTER, past)
    kernel.find_moves(solver._prepared, solver._stack, solver._runs, 0)
    return int(solver._runs["moves"][0])


def kept_questions(solver: Solver) -> set[Word]:
    """The questions that the search asks in the state that was begun."""
    board, names = solver.board, solver._state.names
    count = board.names[names] if len(board.names) else solver.finite.question_count
    return {
        solver.finite.questions[board.order[place]]
        for place in range(count)
        if kernel.is_least(solver._prepared, solver._stack, solver._runs, place)
    }


@pytest.mark.parametrize("finite", OF_PASTS, ids=title)
def test_a_move_maps_the_past_and_the_state_to_themselves(finite: FiniteGame) -> None:
    """Whatever becomes of the colours that it leaves free."""
    solver, rng = solver_of(finite), np.random.default_rng(41)
    some = 0
    for past, members in pasts(solver, 42):
        count = find_moves(solver, past, members)
        steps = [(symbols_of(finite, word), answer) for word, answer in steps_of(solver, past)]
        state = {symbols_of(finite, word) for word in words_of(finite, members)}
        starts = solver.board.starts.tolist()
        moves = solver._stack.value["moves"][:count].tolist()
        renamed = solver._stack.value["renamed"][:count].tolist()
        assert count == min(kernel.MOVES, count)
        assert count >= 1, "one of them changes nothing"
        for order, forced in zip(moves, renamed, strict=True):
            names = dict(enumerate(forced[: len(solver.board.ends)]))
            for alphabet in alphabets_of(finite):
                rest = [symbol for symbol in alphabet if names[symbol] == 255]
                others = sorted({*alphabet} - {names[symbol] for symbol in alphabet})
                names |= zip(rest, rng.permutation(others).tolist(), strict=True)
                assert sorted(names[symbol] for symbol in alphabet) == alphabet

            def image(word: Word) -> Word:
                return tuple(
                    names[word[source] - starts[source] + starts[column]]  # noqa: B023
                    for column, source in enumerate(order)  # noqa: B023
                )

            assert sorted((image(word), answer) for word, answer in steps) == sorted(steps)
            assert {image(word) for word in state} == state
            some += order != [*range(finite.pegs)]
    assert some or len(solver.board.orders) == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", OF_PASTS, ids=title)
def test_after_a_past_the_least_question_of_each_orbit_is_asked(finite: FiniteGame) -> None:
    """And no other one, of the orbits of all symmetries that map the past to itself.

    A question that was asked twice is mapped to one that was.
    """
    solver, fewer = solver_of(finite), 0
    for past, members in pasts(solver, 43):
        find_moves(solver, past, members)
        steps = sorted(steps_of(solver, past))
        group = [
            image
            for image in renamings(finite)
            if sorted((image(word), answer) for word, answer in steps) == steps
        ]
        least = {min(image(question) for image in group) for question in finite.questions}
        assert kept_questions(solver) == least
        fewer += len(least) < finite.question_count
    assert fewer


def test_what_is_not_looked_at_leaves_out_nothing() -> None:
    """A past that is not known or too long has no moves; more moves than there is room for are
    not all that there are, but they leave out no orbit."""
    finite = FiniteGame(AB, 3, 5)
    solver = solver_of(finite)
    everything = solver.all_secrets()
    solver._begin(everything, 5, 1, kernel.ENTER, None)
    kernel.find_moves(solver._prepared, solver._stack, solver._runs, 0)
    assert kept_questions(solver) == set(finite.questions)
    past, members = random_past(np.random.default_rng(44), solver, 1)
    for length, some in ((kernel.PAST, True), (kernel.PAST + 1, False)):
        assert (find_moves(solver, past * length, members) > 0) == some
    black = FiniteGame(BLACK_PEG, 6, 2)
    solver = Solver(Memory(black, MEMORY))
    assert find_moves(solver, (), solver.all_secrets()) == kernel.MOVES
    assert (0,) * 6 in kept_questions(solver)
    other = (int(solver.board.order[-1]), 2)
    members = solver.all_secrets()[solver.answers(other[0]) == other[1]]
    assert find_moves(solver, (other,), members) == kernel.MOVES
    kept = kept_questions(solver)
    word = black.questions[other[0]]
    # One of each number of columns that agree with the question.
    agreeing = {sum(map(int.__eq__, word, question)) for question in kept}
    assert agreeing == set(range(7))


# ------------------------------------------------------------------------------ forms of states


def form_of(solver: Solver, members: Members) -> Members | None:
    form = np.empty(len(members), np.uint16)
    found = kernel.form_of(solver._prepared, solver._stack, members, form)
    return form if found else None


def images(finite: FiniteGame, words: frozenset[Word]) -> set[frozenset[Word]]:
    return {frozenset(map(image, words)) for image in renamings(finite)}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "finite",
    [
        FiniteGame(MASTERMIND, 2, 3),
        FiniteGame(BLACK_PEG, 2, 3),
        FiniteGame(BLACK_PEG, 2, "2,4"),
        FiniteGame(BLACK_PEG, 3, "2,1,3"),
        FiniteGame(BLACK_PEG, 3, "2,2,1"),
        FiniteGame(BLACK_PEG_AB, 2, 4),
        FiniteGame(MASTERMIND, 2, 4, distinct=True),
        FiniteGame(AB, 3, 3),
    ],
    ids=title,
)
def test_a_form_is_isomorphic_to_its_state(finite: FiniteGame) -> None:
    """All states of few secrets: there are hardly more forms than kinds of states."""
    solver = solver_of(finite)
    kind_of: dict[frozenset[Word], frozenset[Word]] = {}
    forms: dict[bytes, frozenset[Word]] = {}
    for size in range(1, finite.secret_count + 1):
        for words in combinations(finite.secrets, size):
            state = frozenset(words)
            if state not in kind_of:
                kind_of.update(dict.fromkeys(images(finite, state), state))
            form = form_of(solver, numbers_of(finite, state))
            assert form is not None
            assert (np.diff(form.astype(int)) > 0).all()
            assert kind_of[frozenset(words_of(finite, form))] == kind_of[state]
            assert forms.setdefault(form.tobytes(), kind_of[state]) == kind_of[state]
    different = len(set(kind_of.values()))
    assert different <= len(forms) <= 1.4 * different


@pytest.mark.one_in(5)
@pytest.mark.parametrize("fewest", [False, True])
@pytest.mark.parametrize("finite", SMALL, ids=title)
def test_a_form_costs_what_its_state_does(finite: FiniteGame, fewest: bool) -> None:
    solver = solver_of(finite)
    for members in random_states(finite, 45, 1, 10):
        form = form_of(solver, members)
        assert form is not None
        assert len(form) == len(members)
        for left in (2, 3, 4, len(members)):
            assert value_of(finite, form, left, fewest) == value_of(finite, members, left, fewest)


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
def test_relabelled_states_mostly_share_their_form(finite: FiniteGame, least: float) -> None:
    same, count = 0, 0
    solver, rng, relabelled = solver_of(finite), np.random.default_rng(18), list(renamings(finite))
    for members in random_states(finite, 19, 1, 12, 6) + random_states(finite, 20, 2, 4, 6):
        state, form = frozenset(words_of(finite, members)), form_of(solver, members)
        assert form is not None
        assert frozenset(words_of(finite, form)) in images(finite, state)
        for number in rng.integers(len(relabelled), size=20):
            image = frozenset(map(relabelled[number], state))
            other = form_of(solver, numbers_of(finite, image))
            same += np.array_equal(form, other)
            count += 1
    assert same >= least * count


def test_large_states_share_their_form() -> None:
    finite = FiniteGame(MASTERMIND, 4, 6)
    solver, rng = Solver(Memory(finite, 1 << 26)), np.random.default_rng(21)
    relabelled = symmetries(finite)
    for _ in range(3):
        state = frozenset(words_of(finite, random_state(rng, finite, 1000, 1200)))
        form = form_of(solver, numbers_of(finite, state))
        for number in rng.integers(len(relabelled), size=3):
            image: Map = relabelled[number]
            other = form_of(solver, numbers_of(finite, frozenset(map(image, state))))
            assert np.array_equal(form, other)
        without = state - {min(state)} | {min(set(finite.secrets) - state)}
        assert not np.array_equal(form_of(solver, numbers_of(finite, without)), form)


def test_words_are_brought_to_order() -> None:
    """Columns of one size, and symbols of one alphabet, are exchanged; nothing else happens."""
    rng = np.random.default_rng(47)
    sizes = (3, 2, 3)
    starts = np.array([0, 3, 5], np.uint8)
    ends = np.array([3, 3, 3, 5, 5, 8, 8, 8], np.uint8)
    finite = FiniteGame(BLACK_PEG, 3, sizes)
    for _ in range(50):
        words = np.array([rng.integers(sizes) for _ in range(int(rng.integers(1, 12)))])
        cells = words + starts
        kernel.order_words(
            cells, len(cells), starts, ends, np.zeros((4, kernel.SYMBOLS), np.uint64)
        )
        found = sorted(map(tuple, cells.tolist()))
        assert found in [
            sorted(image(tuple(word)) for word in words.tolist()) for image in renamings(finite)
        ]


def test_where_no_colours_are_renamed_there_are_no_forms() -> None:
    for finite in (FiniteGame("comparison", 2, 4), FiniteGame(MASTERMIND, 1, 65)):
        solver = Solver(Memory(finite, MEMORY))
        assert form_of(solver, solver.all_secrets()) is None


class Beginnings(Game):
    """How many first cells are right, and whether the last one of the secret is asked elsewhere."""

    name, label, title = "beginnings", "BEG", "Beginnings"

    def answers(self, pegs: int) -> list[tuple[int, bool]]:
        return [*product(range(pegs), (False, True)), (pegs, False)]

    def compare(self, secret: Word, question: Word) -> tuple[int, bool]:
        same = [*map(int.__eq__, secret, question), False].index(False)
        return same, same < len(secret) and secret[-1] in question[:-1]

    def symmetry(self, pegs: int, colours: int) -> Symmetry:
        """Colours may be renamed, the same in every column; columns have their places."""
        return Symmetry(pegs, colours, renamings=Colours.SHARED)


def test_where_columns_keep_their_places_there_are_no_forms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """But colours that nobody asked for are exchanged, and no value is another one."""
    game = Beginnings()
    monkeypatch.setitem(GAMES, game.name, game)
    finite = FiniteGame(game, 3, 4)
    solver = Solver(Memory(finite, MEMORY))
    everything = solver.all_secrets()
    assert form_of(solver, everything) is None
    assert find_moves(solver, (), everything) == 1
    assert (0, 1, 2) in kept_questions(solver)
    assert (1, 2, 3) not in kept_questions(solver)
    value = solver.value(everything, len(everything), past=())
    monkeypatch.setattr(Beginnings, "symmetry", Game.symmetry)
    without = Solver(Memory(finite, MEMORY))
    assert without.board.names.size == 0
    assert without.value(everything, len(everything), past=()) == value


def test_in_a_state_of_play_a_form_may_have_words_that_are_ruled_out() -> None:
    for question in ("55", "00", "01"):
        finite = FiniteGame(MASTERMIND, 2, 6).then(question, "0,0")
        solver = Solver(Memory(finite, MEMORY))
        possible = set(finite.secrets)
        words = [*finite.secrets, *(w for w in finite.whole.secrets if w not in possible)]
        for members in random_states(finite, 46, 1, 8, 20):
            form = form_of(solver, members)
            assert form is not None
            image = frozenset(words[number] for number in form.tolist())
            assert image in images(finite.whole, frozenset(words_of(finite, members)))
