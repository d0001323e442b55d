"""The rules of games as data, by which pages answer questions without Python.

A cell of a question is right (``g``), right elsewhere (``y``) or neither (``b``), as in Wordle
(`games.marks`).  In the games of the explorer these marks tell the answer: 2 ``g`` and 1 ``y`` are
two black pegs and a white one in Mastermind, and 3 in the game of the sum.  So a game is a table of
answers by marks, and the pages need one function for all games.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement, product

from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import AlikeGame, Columns
from masetproof.games.marks import marked
from masetproof.games.pegs import PegGame
from masetproof.games.registry import ALIASES, GAMES
from masetproof.games.rules import Game
from masetproof.words import Word

_BOARDS = range(1, 9)
"""The numbers of pegs with which a game is played on pages."""
_TRIED_PEGS = 3
_MARKS = "gyb"
_USUAL, _USUAL_DIFFERENT = (4, 6), (4, 10)


def explored_games() -> dict[str, AlikeGame]:
    """The games that have pages: columns are alike, and the marks of a question tell its answer."""
    games = {name: game for name, game in GAMES.items() if isinstance(game, AlikeGame)}
    return {
        name: game
        for name, game in games.items()
        if all(_is_told_by_marks(game, pegs) for pegs in range(1, _TRIED_PEGS + 1))
    }


@cache
def _is_told_by_marks(game: AlikeGame, pegs: int) -> bool:
    known: dict[str, int] = {}
    for question in game.unlike_questions(pegs):
        for secret in filter(game.is_word, product(range(2 * pegs), repeat=pegs)):
            number = game.number(secret, question)
            if known.setdefault(marked(secret, question), number) != number:
                return False
    return game.columns(pegs) is not Columns.APART


def _moves(game: AlikeGame) -> bool:
    """Whether the answer to a question moves with its columns, as marks do."""
    return any(game.columns(pegs) is Columns.MOVED for pegs in range(1, _TRIED_PEGS + 1))


def answers_by_marks(game: AlikeGame, pegs: int) -> list[list[str]]:
    """For each answer its text, and all marks that it stands for; none where it is never given.

    Where answers do not move with the columns, only how many marks there are of each kind makes a
    difference, and they are sorted.
    """
    marks: Iterable[tuple[str, ...]] = (
        product(_MARKS, repeat=pegs)
        if _moves(game)
        else combinations_with_replacement(_MARKS, pegs)
    )
    answers = [[text] for text in answer_texts(game, pegs)]
    for some in map("".join, marks):
        if some.count("g") == pegs - 1 and "y" in some:
            continue  # there is no place elsewhere
        answers[game.number(_secret(some), tuple(range(pegs)))].append(some)
    return answers


def _secret(marks: str) -> Word:
    """A secret with which the question 012... has these marks."""
    open_cells = [cell for cell, mark in enumerate(marks) if mark != "g"]
    secret = [cell + len(marks) * (mark != "g") for cell, mark in enumerate(marks)]
    for place, cell in enumerate(open_cells):
        if marks[cell] == "y":
            secret[open_cells[(place + 1) % len(open_cells)]] = cell
    return tuple(secret)


def answer_texts(game: Game, pegs: int) -> list[str]:
    """The answers as they are typed: ``1,0`` for one black peg, ``gyb`` for marks."""
    finite = FiniteGame(game, pegs, game.least_colours(pegs))
    return [finite.plain_answer(number) for number in range(finite.winning + 1)]


def rules_document(sizes: Iterable[tuple[str, int]] = ()) -> dict[str, dict[str, object]]:
    """What pages need to play each game, by its name; an alias has the name of its game.

    repeats, secrets_repeat: whether colours repeat in questions, and in secrets.  rule: how answers
    look.  called: the kinds of pegs.  usual: the pegs and colours when players name none.  moves:
    whether answers move with the columns of both words, as marks do.  answers: `answers_by_marks`,
    by pegs.

    sizes: games and numbers of pegs whose answers are needed besides those of boards.
    """
    more = [*sizes]
    played = explored_games()
    entries = {}
    for name, game in {**played, **ALIASES}.items():
        if game.name not in played:
            continue
        entries[name] = _entry(game) | {"alias": name not in played}
        if name in played:
            pegs = {*_BOARDS[: game.most_pegs], *(many for other, many in more if other == name)}
            entries[name]["moves"] = _moves(played[name])
            entries[name]["answers"] = {
                many: answers_by_marks(played[name], many) for many in sorted(pegs)
            }
    return entries


def _entry(game: Game) -> dict[str, object]:
    repeats = game.is_word((0, 0))
    secrets_repeat = repeats and game.is_secret((0, 0))
    called = (
        game.called[: 1 + answer_texts(game, 1)[0].count(",")] if isinstance(game, PegGame) else ()
    )
    return {
        "title": game.title,
        "game": game.name,
        "repeats": repeats,
        "secrets_repeat": secrets_repeat,
        "rule": getattr(game, "rule", AlikeGame.rule),
        "called": list(called),
        "usual": list(game.usual or (_USUAL if secrets_repeat else _USUAL_DIFFERENT)),
    }
