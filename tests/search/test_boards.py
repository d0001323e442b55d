"""Black-peg Mastermind on boards whose columns have different numbers of colours."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product
from math import prod

import pytest

from masetproof import FiniteGame, Theorem, optimize, prove
from masetproof import kernels as kernel
from masetproof.arguments import Refused
from masetproof.finite.setting import MOST_WORDS
from masetproof.games.matrix import Matrix
from masetproof.games.registry import GAMES
from masetproof.objectives import Goal
from masetproof.search.board import make_board
from masetproof.words import COLOUR_LIMIT
from tests.oracles import black_peg

MOST_SECRETS = 24
BOARDS = [
    board
    for pegs in (2, 3, 4)
    for board in combinations_with_replacement(range(1, MOST_SECRETS + 1), pegs)
    if prod(board) <= MOST_SECRETS and board[0] < board[-1]
]


def found(finite: FiniteGame) -> tuple[int, int]:
    """The least EPL, and the least worst case."""
    return optimize(finite, workers=1).total, optimize(finite, Goal.WORST, workers=1).worst


def expected(board: tuple[int, ...], reading: str) -> tuple[int, int]:
    epl, worst = (black_peg.optimum(board, reading, worst) for worst in (False, True))
    return epl, worst


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_small_boards(step: int) -> None:
    """Against all strategies, by a program that shares nothing with the package."""
    for board in BOARDS[::step]:
        finite = FiniteGame("black-peg", len(board), board)
        assert found(finite) == expected(board, "exact"), board


@pytest.mark.one_in(2)
@pytest.mark.parametrize("goal", [Goal.EXPECTED, Goal.WORST])
def test_larger_boards_of_two_columns_have_the_values_of_the_theorem(goal: Goal) -> None:
    theorem = prove("black-peg", 2, objective=goal.first)
    assert isinstance(theorem, Theorem)
    boards = [(x, y) for x in range(3, 8) for y in range(x + 1, 12) if x * y > MOST_SECRETS]
    for board in boards:
        assert optimize(FiniteGame("black-peg", 2, board), goal, workers=1).value == (
            theorem.value(board)
        ), board


def test_with_an_extra_colour_a_board_is_a_table() -> None:
    """Which then has more questions than secrets."""
    for board in BOARDS:
        if prod(board) > 12 or board[-2] == 1 or len(board) == 4:
            continue
        secrets = list(product(*map(range, board)))
        questions = product(*([*range(size), black_peg.BLANK] for size in board))
        rows = [
            [str(question), *(str(black_peg.answer(secret, question)) for secret in secrets)]
            for question in questions
        ]
        table = FiniteGame(Matrix([["", *map(str, secrets)], *rows]))
        assert found(table) == expected(board, "with"), board


def test_the_order_of_the_columns_does_not_matter() -> None:
    values = {found(FiniteGame("black-peg", 3, board)) for board in permutations((2, 3, 4))}
    assert len(values) == 1


@pytest.mark.one_in(2)
@pytest.mark.parametrize("board", [(2, 35), (1, 2, 34)])
def test_with_more_symbols_than_patterns_have_the_optimum_is_the_same(
    board: tuple[int, ...],
) -> None:
    """Patterns have 36 symbols; the search renames more."""
    finite = FiniteGame("black-peg", len(board), board)
    assert COLOUR_LIMIT < sum(board) <= kernel.SYMBOLS
    assert len(make_board(finite).orders)
    assert optimize(finite, Goal.WORST).worst == black_peg.optimum(board, "exact", worst=True)


def test_equal_columns_are_one_number() -> None:
    finite = FiniteGame("black-peg", 3, 4)
    for same in ((4, 4, 4), [4, 4, 4], "4,4,4"):
        assert FiniteGame("black-peg", 3, same) == finite  # type: ignore[arg-type]
        assert hash(FiniteGame("black-peg", 3, same)) == hash(finite)  # type: ignore[arg-type]
    assert FiniteGame("black-peg", 1, [7]) == FiniteGame("black-peg", 1, 7)  # type: ignore[arg-type]
    assert FiniteGame("black-peg", 3, "4,4,3") not in (finite, FiniteGame("black-peg", 3, "4,3,4"))


def test_words_are_the_product_of_the_columns() -> None:
    finite = FiniteGame("black-peg", 3, "3,1,2")
    words = tuple((one, 0, other) for one in range(3) for other in range(2))
    assert finite.questions == finite.secrets == words
    assert (finite.question_count, finite.secret_count, finite.colours) == (6, 6, 3)
    assert finite.title == "Black-peg Mastermind, 3 pegs, columns of 3, 1 and 2 colours"
    assert finite.then("200", "2").secrets == ((0, 0, 0), (1, 0, 0), (2, 0, 1))
    assert finite.then("200", "2").whole == finite
    with pytest.raises(
        Refused, match="the question 010 has the colour 1, but those of column 2 are 0 to 0"
    ):
        finite.as_question((0, 1, 0))
    with pytest.raises(
        Refused, match="the secret 002 has the colour 2, but those of column 3 are 0 to 1"
    ):
        finite.as_secret("002")
    with pytest.raises(Refused, match="columns of 99, 99 and 9 colours has 88,209 words; at most"):
        FiniteGame("black-peg", 3, "99,99,9").check_listable()
    assert FiniteGame("black-peg", 3, "99,99,9").secret_count > MOST_WORDS


@pytest.mark.parametrize("name", ["mastermind", "black-peg"])
def test_one_number_may_be_given_as_text(name: str) -> None:
    assert FiniteGame(name, 3, "4") == FiniteGame(name, 3, 4)
    with pytest.raises(Refused, match=r"^'4x' is not a whole number of at most 18 digits$"):
        FiniteGame(name, 3, "4x")


@pytest.mark.parametrize("name", [name for name in GAMES if name != "black-peg"])
@pytest.mark.parametrize("colours", ["3,4,4", (4, 4, 4)])
def test_other_games_take_one_number(name: str, colours: object) -> None:
    with pytest.raises(Refused, match=f"^the game {name} takes one number of colours; only where"):
        FiniteGame(name, 3, colours)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("colours", "sentence"),
    [
        ("3,4", "one number of colours for each column makes 3, not 2"),
        ((3, 4, 4, 4), "one number of colours for each column makes 3, not 4"),
        ("3,4,", "'' is not a whole number of at most 18 digits"),
        ("3,4,x", "'x' is not a whole number of at most 18 digits"),
        ((3, 4, "4"), "a number of colours must be a whole number, not '4'"),
        ((3, 4, -4), "a number of colours must be 0 to 1,000,000, not -4"),
        ((3, 4, 0), "with 3 pegs this game takes at least 1 colour, not 0"),
    ],
)
def test_lists_that_are_no_board(colours: object, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        FiniteGame("black-peg", 3, colours)  # type: ignore[arg-type]
    assert str(refusal.value) == sentence


def test_secrets_without_repetition_need_the_same_colours_in_each_column() -> None:
    with pytest.raises(Refused, match="all columns have the same colours"):
        FiniteGame("black-peg", 3, "3,4,4", distinct=True)
    assert FiniteGame("black-peg", 3, "4,4,4", distinct=True).secret_count == 24
