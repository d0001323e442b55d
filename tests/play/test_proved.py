"""Hints and games by theorems on boards, after any questions, against exhaustive search."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product

import pytest

from masetproof import FiniteGame, conflict_of, optimize, replay
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, PegGame
from masetproof.play.hints import hint
from masetproof.play.proved import proved_question
from masetproof.proofs.known import known
from masetproof.words import Word

GAMES = [
    FiniteGame(BLACK_PEG, 2, (3, 4)),
    FiniteGame(BLACK_PEG, 2, (5, 2)),
    FiniteGame(BLACK_PEG, 1, 6),
    FiniteGame(BLACK_PEG_AB, 2, 4),
    FiniteGame(BLACK_PEG_AB, 2, 5),
    FiniteGame(BLACK_PEG_AB, 1, 5),
    FiniteGame(MASTERMIND, 2, 4),
    FiniteGame(MASTERMIND, 2, 7),
    FiniteGame(AB, 2, 5),
    FiniteGame(AB, 2, 7),
    FiniteGame(AB, 1, 6),
]


def answered(finite: FiniteGame, seed: int, steps: int) -> FiniteGame:
    """The game after random questions, also foolish ones, answered for a random secret."""
    draw = random.Random(seed)
    secret = draw.choice(finite.secrets)
    for _ in range(steps):
        question = draw.choice(finite.questions)
        if question != secret:
            finite = finite.then(question, finite.game.number(secret, question))
    return finite


def cost_of(state: FiniteGame, question: Word) -> int:
    """The least total of the strategies that ask a question first, by search of what is left."""
    total = state.secret_count
    for answer in range(state.winning):
        if any(state.game.number(secret, question) == answer for secret in state.secrets):
            total += optimize(state.then(question, answer), workers=1).total
    return total


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(44))
def test_the_theorem_says_what_the_search_finds(seed: int) -> None:
    state = answered(GAMES[seed % len(GAMES)], seed, 1 + seed // len(GAMES))
    found = proved_question(state)
    assert found is not None
    assert found.total == optimize(state, workers=1).total == cost_of(state, found.question)
    assert sum(found.sizes) == state.secret_count
    for answer, size in enumerate(found.sizes[:-1]):
        after = state.then(found.question, answer)
        assert size == (0 if conflict_of(after) else after.secret_count)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "colours"), [("mastermind", 5), ("mastermind", 6), ("ab", 6), ("black-peg", 4)]
)
def test_three_pegs_say_what_the_search_finds(name: str, colours: int) -> None:
    for seed in range(12):
        state = answered(FiniteGame(name, 3, colours), seed, 1 + seed % 3)
        found = proved_question(state)
        assert found is not None
        assert found.total == optimize(state, workers=1).total == cost_of(state, found.question)


def test_after_a_question_that_tells_nothing() -> None:
    """Two colours that are known to be in no secret, one of them in another column, too."""
    game = FiniteGame(BLACK_PEG, 2, (3, 4)).then("01", "0").then("01", "0").then("12", "0")
    for state in (game, game.then("01", "0")):
        found = proved_question(state)
        assert found is not None
        assert found.total == optimize(state, workers=1).total


def test_hints_where_the_search_is_not_asked() -> None:
    """By docs/black-peg.md: the whole game, and {0*|*1} with x and y colours."""
    whole = hint(FiniteGame(BLACK_PEG, 2, (50, 40)))
    x, y = 50, 40
    assert whole.total == y * (3 * x * x + 3 * x + y * y + 3 * y - 4) // 6
    assert (whole.is_optimal, whole.optimum) == (True, None)
    assert whole.suggestions[0].rules[0] == "optimal"
    one = hint(FiniteGame(BLACK_PEG, 2, (50, 40)).then("0,0", "1"))
    assert one.remaining == 49 + 39
    assert one.total == 49 * 50 // 2 + 39 * 40 // 2 + 39
    n = 40
    assert hint(FiniteGame(BLACK_PEG_AB, 2, n)).total == (2 * n**3 - 5 * n + 3) // 3


@pytest.mark.parametrize("columns", [(2, 40), (40, 1), (2, 1, 40)])
def test_hints_with_more_colours_than_patterns_have(columns: tuple[int, ...]) -> None:
    """Theorems say what is best, or a short search; a column of one colour tells nothing."""
    game = FiniteGame(BLACK_PEG, len(columns), columns)
    found = hint(game, quick=True)
    y, x = sorted(columns)[-2:]
    total = y * (3 * x * x + 3 * x + y * y + 3 * y - 4) // 6
    assert (found.total, found.is_optimal) == (total, True)
    assert found.suggestions[0].question == (0,) * len(columns)
    assert hint(game, think=60).total == total


def test_hints_with_more_words_than_can_be_listed() -> None:
    """By the formula of two pegs (Chen and Lin 2004), and with one colour known by hand."""
    n = 300
    whole = hint(FiniteGame(MASTERMIND, 2, n))
    assert whole.total == n**3 // 3 + 17 * n * n // 8 - 37 * n // 12 + 2
    assert (whole.remaining, whole.is_optimal, whole.conflict) == (n * n, True, None)
    (best,) = whole.suggestions
    assert (best.question, best.parts, best.largest) == ((0, 1), 5, (n - 2) ** 2)
    black = FiniteGame(BLACK_PEG, 2, n).then("0,0", "1")
    assert hint(black).remaining == 2 * (n - 1)
    known = FiniteGame(MASTERMIND, 2, n).then("0,0", "1,0").then("0,1", "0,1")
    assert hint(known).possible == ()
    # Each question tries two of the colours in question, T(k) = k + 2 + T(k - 2), and T(2) = 3.
    k = n - 2
    assert (hint(known).remaining, hint(known).total) == (k, k * k // 4 + 3 * k // 2 - 1)
    wrong = hint(known.then("1,1", "0,0").then("0,0", "0,0"))
    small = conflict_of(
        FiniteGame(MASTERMIND, 2, 9, after=("00:1,0", "01:0,1", "11:0,0", "00:0,0"))
    )
    assert wrong.conflict is not None
    assert small is not None
    assert wrong.conflict.steps == small.steps == (0, 3)
    assert wrong.conflict.repair is not None
    assert small.repair == replace(wrong.conflict.repair, remaining=9 - 2)
    with pytest.raises(Refused, match="at most 65,536 are listed"):
        hint(FiniteGame(BLACK_PEG, 5, (n, n, n, n, n - 1)))


def test_games_that_no_theorem_is_about() -> None:
    for finite in (
        FiniteGame("mastermind", 4, 6),
        FiniteGame(BLACK_PEG, 4, (3, 3, 3, 4)),
        FiniteGame(BLACK_PEG, 2, 4, consistent_only=True),
        FiniteGame(BLACK_PEG, 2, 4, distinct=True),
        FiniteGame("comparison", 2, 4),
    ):
        assert proved_question(finite) is None
        with pytest.raises(Refused, match="there is no theorem on"):
            known(finite).strategy()


@pytest.mark.parametrize(("game", "colours"), [(BLACK_PEG, (3, 5)), (BLACK_PEG_AB, 6)])
def test_the_strategy_is_optimal(game: PegGame, colours: int | tuple[int, int]) -> None:
    finite = FiniteGame(game, 2, colours)
    assert replay(known(finite).strategy()).total == optimize(finite, workers=1).total


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "black-peg", "--pegs", "2", "--colours", "50,40"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].endswith("questions on average (1561/50), by the theorem.")
    assert main(["hint", "black-peg", "--pegs", "2", "--colours", "50,40", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["optimal"], document["total"]) == (True, 40 * 50 * 1561 // 50)
    assert document["questions"][0]["rule"] == "optimal"


def test_a_game_against_the_theorem(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = ["black-peg", "--pegs", "2", "--colours", "3,4"]
    total = 0
    for secret in product(range(3), range(4)):
        asked: list[str] = []

        def answer(prompt: str, secret: Word = secret, asked: list[str] = asked) -> str:
            asked.append(prompt.split()[1])
            return str(sum(int(cell) == own for cell, own in zip(asked[-1], secret, strict=True)))

        monkeypatch.setattr("masetproof.cli.common.read_line", answer)
        assert main(["play", *board, "--side", "answer", "--strategy", "theorem"]) == 0
        assert asked[-1] == "".join(map(str, secret))
        total += len(asked)
    assert total == 37
    capsys.readouterr()


@pytest.mark.parametrize("game", [MASTERMIND, AB], ids=lambda game: game.name)
@pytest.mark.parametrize("colours", [4, 7, 40, 300])
def test_a_book_says_what_the_theorem_does(
    game: PegGame, colours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all questions are those of the book nothing is proved; the totals are the same."""
    whole = FiniteGame(game, 2, colours)
    theorem = known(whole).theorem()
    strategy = theorem.strategy(colours)
    with monkeypatch.context() as patch:
        patch.setattr("masetproof.proofs.known.theorem_once", None)
        first = proved_question(whole)
        assert first is not None
        states = [whole.then(first.question, a) for a, size in enumerate(first.sizes[:-1]) if size]
        found = [proved_question(state) for state in states]
    assert first.total == theorem.formula(colours)
    for state, said in zip(states, found, strict=True):
        position = strategy.reached(state.after)
        assert position is not None
        assert said is not None
        assert said.total == theorem.guide.value(position.point)
        assert sum(said.sizes) == sum(position.sizes())
