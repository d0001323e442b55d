"""Codemakers that have not chosen a secret, against brute force and known worst cases."""

from __future__ import annotations

import io
import random
from functools import cache

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.games.jotto import Jotto
from masetproof.games.wordle import Wordle
from masetproof.play.session import Keeping
from masetproof.search.optimize import optimize
from masetproof.words import Word
from tests.oracles.search import TABLE

WORDS = ["tears", "stare", "rates", "store", "crate", "trace"]
SMALL = [
    FiniteGame("mastermind", 2, 3),
    FiniteGame("ab", 2, 4),
    FiniteGame("comparison", 2, 3),
    FiniteGame(Wordle(WORDS)),
    FiniteGame(Jotto(WORDS)),
]


def split(
    finite: FiniteGame, secrets: frozenset[Word], question: Word
) -> dict[int, frozenset[Word]]:
    parts: dict[int, set[Word]] = {}
    for secret in secrets:
        parts.setdefault(finite.game.number(secret, question), set()).add(secret)
    return {answer: frozenset(part) for answer, part in parts.items()}


@cache
def histograms(finite: FiniteGame, secrets: frozenset[Word]) -> frozenset[tuple[int, int]]:
    """The worst cases and totals of all strategies that are not beaten in both."""
    if len(secrets) == 1:
        return frozenset({(1, 1)})
    found: set[tuple[int, int]] = set()
    for question in finite.questions:
        parts = split(finite, secrets, question)
        won = parts.pop(finite.winning, None)
        if secrets in parts.values():
            continue
        costs = {(1, len(secrets))} if won or parts else set()
        for part in parts.values():
            costs = {
                (max(worst, below + 1), total + more)
                for worst, total in costs
                for below, more in histograms(finite, part)
            }
        found |= costs
    return frozenset(
        (worst, total)
        for worst, total in found
        if not any(w <= worst and t <= total and (w, t) != (worst, total) for w, t in found)
    )


@pytest.mark.parametrize("codemaker", ["largest", "costliest"])
@pytest.mark.parametrize("finite", SMALL, ids=lambda finite: finite.title)
def test_answers_by_brute_force(finite: FiniteGame, codemaker: str) -> None:
    draw, keeping = random.Random(finite.title), Keeping(finite, codemaker=codemaker)
    secrets = frozenset(finite.secrets)
    while not keeping.won:
        question = draw.choice([*finite.questions, *sorted(secrets)])
        parts = split(finite, secrets, question)

        def cost(answer: int, parts: dict[int, frozenset[Word]] = parts) -> object:
            if answer == finite.winning:
                return (0, 0) if codemaker == "costliest" else 1
            if codemaker == "costliest":
                return min(histograms(finite, parts[answer]))
            return len(parts[answer])

        best = max(map(cost, parts))  # type: ignore[type-var]
        answer = keeping.ask(question).answer
        assert answer == min(one for one in parts if cost(one) == best)
        secrets = parts[answer]
    assert keeping.secret in finite.secrets
    assert secrets == {keeping.secret}


@pytest.mark.parametrize(("game", "colours"), [("mastermind", 4), ("ab", 5)])
def test_no_strategy_is_quicker_against_the_costliest_than_the_worst_case(
    game: str, colours: int
) -> None:
    """The least worst cases are those of another program; an optimal strategy takes just that."""
    row = f"{game},3,{colours},worst,"
    known = next(line for line in TABLE.read_text().splitlines() if line.startswith(row))
    least, finite = int(known.split(",")[4]), FiniteGame(game, 3, colours)
    keeping, position = Keeping(finite, codemaker="costliest"), optimize(finite, "worst").tree.root
    while not (guess := keeping.ask(position.question)).won:
        position = position.after(guess.answer)
    assert guess.number == least
    for seed in range(3):
        draw, keeping = random.Random(seed), Keeping(finite, codemaker="costliest")
        while not keeping.won:
            guess = keeping.ask(draw.choice(keeping.state.secrets))
        assert guess.number >= least


def test_where_many_secrets_are_left_the_costliest_answers_as_the_largest() -> None:
    """Knuth 1977: 0011 leaves at most 256 secrets, after 0 black and 0 white pegs."""
    for codemaker in ("largest", "costliest"):
        keeping = Keeping(FiniteGame("mastermind", 4, 6), codemaker=codemaker)
        assert keeping.ask("0011").answer == 0
        assert keeping.state.secret_count == 256


def test_where_the_search_takes_long_the_costliest_answers_as_the_largest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To 000 each of 27 secrets answers with no peg, and with one black peg."""
    finite = FiniteGame("mastermind", 3, 4)
    none, one = finite.as_answer("0,0"), finite.as_answer("1,0")
    assert Keeping(finite, codemaker="largest").ask("000").answer == none
    assert Keeping(finite, codemaker="costliest").ask("000").answer == one
    monkeypatch.setattr("masetproof.play.codemaker._TIME", 0)
    assert Keeping(finite, codemaker="costliest").ask("000").answer == none


def test_a_codemaker_without_a_secret_takes_none() -> None:
    with pytest.raises(Refused, match="the codemaker largest has no secret, nor a seed"):
        Keeping(SMALL[0], "00", codemaker="largest")
    with pytest.raises(Refused, match="is one of random, largest, costliest"):
        Keeping(SMALL[0], codemaker="kind")


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    game = ["play", "mastermind", "--pegs", "2", "--colours", "3", "--codemaker", "largest"]
    monkeypatch.setattr("sys.stdin", io.StringIO("00\nquit\n"))
    assert main(game) == 0
    told = capsys.readouterr().out
    assert "I keep 9 secrets in mind and have chosen none of them." in told
    assert "I had chosen none; 4 secrets left, such as 11." in told
    for wrong in (["--secret", "00"], ["--seed", "1"], ["--side", "answer"]):
        assert main([*game, *wrong]) == 2
        assert "codemaker" in capsys.readouterr().err
