"""Finite games with blanks, beside a search by the definition alone; and the shift lemma."""

from __future__ import annotations

import json
from functools import cache
from itertools import permutations, product

import pytest

from masetproof.arguments import Refused
from masetproof.cli.main import main
from masetproof.finite.blanks import with_blanks
from masetproof.finite.setting import FiniteGame
from masetproof.search.optimize import optimize

Word = tuple[int, ...]
BLANK = -1
Boards = list[tuple[str, int, int]]
# The largest boards are such that each case is searched in seconds without any symmetry.
BOARDS: Boards = [
    *(("mastermind", 1, n) for n in range(1, 5)),
    *(("mastermind", 2, n) for n in range(1, 6)),
    *(("ab", 1, n) for n in range(1, 5)),
    *(("ab", 2, n) for n in range(2, 7)),
    *(("black-peg", 2, n) for n in range(1, 6)),
    ("black-peg-ab", 2, 3),
    ("black-peg-ab", 2, 4),
]


def answer(secret: Word, question: Word, game: str) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(secret, question, strict=True))
    if game.startswith("black"):
        return black, 0
    return black, sum(min(secret.count(c), question.count(c)) for c in {*secret})


def words(game: str, pegs: int, colours: int) -> list[Word]:
    if game.endswith("ab"):
        return [*permutations(range(colours), pegs)]
    return [*product(range(colours), repeat=pegs)]


def questions(game: str, pegs: int, colours: int) -> list[Word]:
    """All words, with any cells left blank."""
    found = [
        tuple(BLANK if empty else cell for cell, empty in zip(word, holes, strict=True))
        for word in (words(game, pegs, colours + pegs if game.endswith("ab") else colours))
        for holes in product((False, True), repeat=pegs)
    ]
    legal = {word for word in found if all(cell < colours for cell in word)}
    return sorted(legal - {(BLANK,) * pegs})


@cache
def worst_with(game: str, pegs: int, colours: int) -> int:
    """The least worst case in the reading `with`, by trying all strategies."""
    asked = questions(game, pegs, colours)

    @cache
    def can(possible: frozenset[Word], left: int) -> bool:
        if len(possible) <= 1:
            return len(possible) <= left
        if left <= 1:
            return False
        for question in asked:
            parts: dict[tuple[int, int], set[Word]] = {}
            for secret in possible - {question}:
                parts.setdefault(answer(secret, question, game), set()).add(secret)
            if possible not in parts.values() and all(
                can(frozenset(part), left - 1) for part in parts.values()
            ):
                return True
        return False

    secrets = frozenset(words(game, pegs, colours))
    return next(left for left in range(len(secrets) + 1) if can(secrets, left))


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("game", "pegs", "colours"), BOARDS)
def test_blanks_are_excluded_colours(game: str, pegs: int, colours: int) -> None:
    finite = FiniteGame(game, pegs, colours)
    board = with_blanks(finite)
    assert board.secrets == finite.secrets
    assert optimize(board, "worst", keep=False).worst == worst_with(game, pegs, colours)


@pytest.mark.parametrize(("game", "pegs", "colours"), BOARDS)
def test_shift_lemma(game: str, pegs: int, colours: int) -> None:
    """W(n) >= 1 + W(n - p); with black pegs, where columns have colours of their own, n - 1."""
    if game == "black-peg-ab":
        return
    fewer = colours - (1 if game.startswith("black") else pegs)
    if fewer >= (pegs if game == "ab" else 1):
        assert worst_with(game, pegs, colours) >= 1 + worst_with(game, pegs, fewer)
    if colours > (pegs if game == "ab" else 1):
        assert worst_with(game, pegs, colours) >= worst_with(game, pegs, colours - 1)


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The search has the values of the recurrences in the reading `with`."""
    main(
        [
            "values",
            "ab",
            "--pegs",
            "2",
            "--to",
            "6",
            "--objective",
            "worst",
            "--extra",
            "with",
            "--json",
        ]
    )
    values = json.loads(capsys.readouterr().out)["values"]
    for colours in (2, 6):
        size = f"optimize ab --pegs 2 --colours {colours} --objective worst"
        main(f"{size} --extra with --json".split())
        found = json.loads(capsys.readouterr().out)
        assert str(found["worst"]) == values[str(colours)]
        assert (found["extra"], found["colours"], "after" in found) == ("with", colours, False)


@pytest.mark.parametrize("more", ["--by theorem", "--consistent-only", "--after 01:0,0"])
def test_what_has_no_blanks(more: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = f"optimize mastermind --pegs 2 --colours 3 --extra with {more}"
    assert main(command.split()) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_only_games_of_alike_colours() -> None:
    with pytest.raises(Refused, match="no colours that can serve as blanks"):
        with_blanks(FiniteGame("comparison", 2, 3))
