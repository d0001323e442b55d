"""One finite game: its pegs and colours, which secrets there are, which questions may be asked.

The rules say what the answers are; a `FiniteGame` fixes the rest.  It is cheap for any size; only
listing its words is refused when they are too many.  Words are numbered in ascending order, and a
word's number is its place in `FiniteGame.questions`.

A state of play is a finite game, too: what is left `after` some questions and their answers is the
same game with fewer secrets.  So whatever solves, plays or draws games does so from any state.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product, repeat
from math import perm, prod
from typing import Any, final

from masetproof.arguments import (
    Refused,
    as_count,
    as_flag,
    as_instance,
    counted,
    one_spelling,
    parse_whole,
    shown,
)
from masetproof.finite.hard import NOTHING, Required
from masetproof.games.registry import as_game
from masetproof.games.rules import Game
from masetproof.games.symmetry import Colours, Symmetry
from masetproof.games.typed import WON
from masetproof.games.wordlist import WordGame
from masetproof.notebook import Shown
from masetproof.words import COLOUR_LIMIT, MOST_LISTED, Word

MOST_WORDS = 1 << 16
"""The most words that are listed for a table of answers, so that 16 bits number them."""
MOST_PLAYED = 1 << 18
"""The most words that are listed at all, for rules that compute their answers."""
_MOST = 1_000_000
"""The most colours."""
_MOST_STEPS = 1 << 14
"""The most questions of a state of play, more than codebreakers ask on the largest boards."""

_BLANKS = re.compile(r"(?<![0-9])\s+|\s+(?![0-9])")

Step = tuple[Word, int]
"""A question and the number of its answer (`FiniteGame.answers`)."""


@final
class Contradiction(Refused):
    """No secret gives all the answers of a state of play."""


@final
@dataclass(frozen=True, slots=True, init=False)
class FiniteGame(Shown):
    """A game with fixed pegs and colours; `Refused` when there is no such game.

    game: a `Game` or its name.
    pegs, colours (or ``colors``): left out for a game that is a list or a table and has a size of
    its own, and where players mean some size (`Game.usual`), as 4 and 6 in Mastermind.  Where each
    column has colours of its own, as in black-peg Mastermind, `colours` may be one number for each
    column, also as a text such as ``3,4,4``.
    columns: these numbers where they differ, otherwise nothing; `colours` becomes the greatest.
    distinct: no colour repeats in a secret, but questions stay those of the game; so it is in the
    games whose names end with ``distinct-secrets``, which become the usual game with this mark.
    consistent_only: every question must be a secret that is still possible.
    hard: every question has what earlier answers marked, as in Wordle's hard mode (`finite.hard`);
    in games with a mark for each cell.
    after: the questions that were asked with their answers; each is a word or its text and the
    number of an answer or its text, together or as one text such as ``0011:1,1``.

    >>> game = FiniteGame("mastermind", 4, 6)
    >>> game.secret_count, game.then("0011", "1,1").secret_count
    (1296, 208)
    """

    game: Game
    pegs: int
    colours: int
    distinct: bool
    consistent_only: bool
    after: tuple[Step, ...]
    columns: tuple[int, ...]
    hard: bool

    def __init__(
        self,
        game: Game | str,
        pegs: int | None = None,
        colours: int | str | Sequence[int] | None = None,
        distinct: bool = False,
        consistent_only: bool = False,
        after: Sequence[Step | tuple[Word | str, int | str] | str] = (),
        columns: tuple[int, ...] = (),
        *,
        colors: int | str | Sequence[int] | None = None,
        hard: bool = False,
    ) -> None:
        game = as_game(game)
        colours = colours if colors is None else one_spelling(colours, colors)
        pegs, colours = _sized(game, pegs, colours)
        pegs = as_count(pegs, "the number of pegs", 1, game.most_pegs)
        sizes, distinct = _as_sizes(game, pegs, colours, columns), as_flag(distinct, "distinct")
        if game.all_secrets_name != game.name:
            game, distinct = as_game(game.all_secrets_name), True
        for name, value in (
            ("game", game),
            ("pegs", pegs),
            ("colours", max(sizes)),
            ("columns", sizes if min(sizes) < max(sizes) else ()),
            ("distinct", distinct),
            ("consistent_only", as_flag(consistent_only, "consistent_only")),
            ("hard", as_flag(hard, "hard")),
        ):
            object.__setattr__(self, name, value)
        self._check_hard()
        self._check_colours(min(sizes))
        steps = self.as_history(after)
        object.__setattr__(self, "after", ())
        for place, (question, _) in enumerate(steps if self.hard else ()):
            object.__setattr__(self, "after", steps[:place])
            self.required.check(question, self.text)
        object.__setattr__(self, "after", steps)

    def _check_hard(self) -> None:
        if self.hard and not self.game.has_marks:
            raise Refused(
                "hard mode is for games that mark each cell, as wordle and marks do, not for "
                f"{self.game.name}"
            )
        if self.hard and self.consistent_only:
            raise Refused(
                "consistent questions only is stricter than hard mode; only one of them is said"
            )

    def _check_colours(self, fewest: int) -> None:
        if self.distinct and self.columns:
            raise Refused("where no colour repeats in a secret, all columns have the same colours")
        least = self.pegs if self.distinct else self.game.least_colours(self.pegs)
        if fewest < least:
            raise Refused(
                f"with {counted(self.pegs, 'peg')} this game takes at least "
                f"{counted(least, 'colour')}, not {fewest}"
            )
        if self.distinct and self.game.size is not None:
            raise Refused(f"the secrets of the game {self.game.name} are given; none are left out")

    def __repr__(self) -> str:
        asked = counted(len(self.after), "question")
        return f"<FiniteGame: {self.whole.title}{f', after {asked}' * bool(self.after)}>"

    def as_json(self) -> dict[str, object]:
        """The fields that say in JSON which finite game it is.

        ``distinct``, ``consistent_only``, ``hard`` and ``after`` (such as ``0011:1,1``) are there
        where they are not as at the beginning of the usual game.
        """
        told: dict[str, object] = {
            "game": self.game.name,
            "pegs": self.pegs,
            "colours": self.columns or self.colours,
        }
        variants = ("distinct", "consistent_only", "hard")
        more = {name: True for name in variants if getattr(self, name)}
        steps = [*map(self.step_text, self.after)]
        return told | more | ({"after": steps} if steps else {})

    # --------------------------------------------------------------------------------- the words

    @property
    def secret_count(self) -> int:
        """The number of secrets; after some questions they have to be listed for it."""
        if self.after:
            return len(self.secrets)
        if self.distinct:
            return perm(self.colours, self.pegs)
        if self.columns:
            return self.question_count
        return self.game.secret_count(self.pegs, self.colours)

    @property
    def has_distinct_secrets(self) -> bool:
        """Whether no colour repeats in a secret, by the rules of the game or of this one."""
        return self.distinct or self.game.colours_taken(1) > 0

    @property
    def rules(self) -> Game | None:
        """The game of any size that has these secrets and questions; None where there is none."""
        name = self.game.distinct_secrets_name if self.distinct else self.game.name
        if name == self.game.name:
            return self.game
        return None if name is None else as_game(name)

    @property
    def question_count(self) -> int:
        """The number of words that may be asked, found without listing them."""
        if self.columns:
            return prod(self.columns)
        return self.game.word_count(self.pegs, self.colours)

    @property
    def questions(self) -> tuple[Word, ...]:
        """All words that may be asked at all, ascending; `Refused` when they are too many."""
        self._check_words(MOST_PLAYED)
        return _words(self.game, self.pegs, self.colours, self.columns)

    @property
    def secrets(self) -> tuple[Word, ...]:
        """All secrets; `Refused` when they are too many, `Contradiction` when none is left."""
        self._check_words(MOST_PLAYED)
        if self.after:
            left = _left(self)
            if not left:
                raise Contradiction("no secret gives these answers")
            return left
        if self.columns:
            return self.questions
        return _secrets(self.game, self.pegs, self.colours, self.distinct)

    @property
    def weights(self) -> tuple[Fraction, ...] | None:
        """The weight of each of `secrets`; None where all are equally likely."""
        known = self.game.weights
        return None if known is None else tuple(map(known.__getitem__, self.secrets))

    @property
    def is_listable(self) -> bool:
        """Whether its words, and the cells of each, are few enough for a table."""
        fits = self.game.size is not None or self.pegs <= MOST_LISTED
        return fits and self.question_count <= MOST_WORDS

    def check_listable(self, most: int = MOST_WORDS) -> None:
        """`Refused` when there are more than *most* words to list, or words of too many cells."""
        self._check_words(as_count(most, "the most words", 1))

    def _check_words(self, most: int) -> None:
        if self.game.size is None and self.pegs > MOST_LISTED:
            raise Refused(f"words are listed with at most {MOST_LISTED} pegs, not {self.pegs}")
        if self.question_count > most:
            count = f"{self.question_count:,}"
            raise Refused(f"{self.title} has {count} words; at most {most:,} are listed")

    def as_question(self, question: object) -> Word:
        """A question of this game from its cells or its text; `Refused` when it is none."""
        return self._as_word(question, "the question")

    def as_secret(self, secret: Word | str) -> Word:
        """A secret from its cells or text, found without a list; `Refused` when it is none here."""
        word = self._as_word(secret, "the secret")
        if self.distinct and len(set(word)) < self.pegs:
            raise Refused(f"the secret {self.text(word)} repeats a colour")
        if not self.game.is_secret(word):
            raise Refused(f"{self.text(word)} is no secret of this game")
        for step in self.after:
            if self.game.number(word, step[0]) != step[1]:
                raise Refused(f"the secret {self.text(word)} does not give {self.step_text(step)}")
        return word

    def _as_word(self, value: object, what: str) -> Word:
        word: Word = self.parse(value, what) if isinstance(value, str) else value  # type: ignore
        as_instance(tuple, word, what)
        if len(word) != self.pegs:
            wrong = f"{self.text(word)!r} has {len(word)} cells, not {self.pegs}"
        elif (column := self._wrong_column(word)) is not None:
            most = self.columns[column] if self.columns else self.colours
            whose = f"those of column {column + 1}" if self.columns else "the colours"
            told, last = self.text((word[column],)), self.text((most - 1,))
            wrong = f"{self.text(word)} has the colour {told}, but {whose} are 0 to {last}"
        elif not self.game.is_word(word):
            wrong = f"{self.text(word)} {self.game.not_a_word}, which is against the rules"
        else:
            return word
        raise Refused(f"{what} {wrong}")

    def _wrong_column(self, word: Word) -> int | None:
        """The first column whose cell is none of its colours."""
        sizes = self.columns or repeat(self.colours)
        for column, (cell, colours) in enumerate(zip(word, sizes, strict=False)):
            if type(cell) is not int or not 0 <= cell < colours:
                return column
        return None

    def text(self, word: Word) -> str:
        """A word as text, also when it is none; numbers and commas where there are many colours."""
        word = as_instance(tuple, word, "a word")
        if self._has_numbers:
            return ",".join(str(cell) if type(cell) is int else "?" for cell in word)
        return self.game.word_text(word)

    @property
    def _has_numbers(self) -> bool:
        """Whether there are more colours than symbols for them."""
        return self.game.size is None and self.colours > COLOUR_LIMIT

    def parse(self, text: object, what: str = "the question") -> Word:
        """The word of this game that is written so; `Refused`, which says *what*, if it is none."""
        text = as_instance(str, text, what)
        try:
            if self._has_numbers:
                word = tuple(map(parse_whole, text.split(",", self.pegs)))
            else:
                word = self.game.parse_word(text)
        except Refused as refused:
            if self._has_numbers or self.game.size is not None:
                raise
            last = self.text((self.colours - 1,))
            raise Refused(f"{refused}; the colours of this game are 0 to {last}") from None
        if len(word) != self.pegs:
            cells = counted(self.pegs, "colour")
            cells += ", numbers separated by commas" * self._has_numbers
            raise Refused(f"{what} must be a word of {cells}, not {text[:40]!r}")
        return word

    @property
    def symmetry(self) -> Symmetry:
        """The symmetries of the rules that map secrets to secrets; none in a state of play, and
        none where secrets have weights."""
        if self.after or self.game.weights is not None:
            return Symmetry(self.pegs, self.colours)
        group = self.game.symmetry(self.pegs, self.colours)
        if self.distinct and group.renamings is Colours.OWN:
            return replace(group, renamings=Colours.SHARED)
        return replace(group, sizes=self.columns)

    # -------------------------------------------------------------------------- the state of play

    @property
    def whole(self) -> FiniteGame:
        """The game before any question was asked."""
        return replace(self, after=()) if self.after else self

    def then(
        self, question: Word | str, answer: int | str | tuple[Any, ...], *, may_win: bool = False
    ) -> FiniteGame:
        """The game after one more question; arguments as of `after`.

        may_win: whether the answer may be the one that wins, which ends the game.
        """
        step = self.as_step((question, answer), may_win=may_win)
        if len(self.after) == _MOST_STEPS:
            raise Refused(f"a history has at most {_MOST_STEPS:,} questions")
        self.required.check(step[0], self.text)
        # The steps before were checked when they were entered.
        state = replace(self, after=())
        object.__setattr__(state, "after", (*self.after, step))
        return state

    @property
    def required(self) -> Required:
        """What questions must have in hard mode; nothing in other modes."""
        required, answers = NOTHING, self.answers if self.hard else ()
        for question, number in self.after if self.hard else ():
            required = required.after(question, answers[number])
        return required

    def step_text(self, step: Step | tuple[Word | str, int | str] | str) -> str:
        """A step as text, which `as_step` reads: ``0011:1,1``; its answer may win."""
        question, number = self.as_step(step, may_win=True)
        return f"{self.text(question)}:{self.plain_answer(number)}"

    def plain_answer(self, number: int) -> str:
        """The text of an answer by its number, without brackets: ``1,1``."""
        return _plain(self.answer_texts[as_count(number, "an answer's number", 0, self.winning)])

    def as_history(self, steps: object) -> tuple[Step, ...]:
        """Steps from questions and answers or their texts; `Refused` when they are none."""
        if isinstance(steps, str) or not isinstance(steps, Sequence):
            raise Refused(f"a history is a list of questions and answers, not {shown(steps)}")
        if len(steps) > _MOST_STEPS:
            raise Refused(f"a history has at most {_MOST_STEPS:,} questions, not {len(steps):,}")
        return tuple(map(self.as_step, steps))

    def as_step(self, step: object, *, may_win: bool = False) -> Step:
        """A question and its answer, each as itself or its text, or one text like ``0011:1,1``.

        may_win: whether the answer may be the one that wins, which otherwise is `Refused` as well
        as what is no question or no answer.
        """
        may_win = as_flag(may_win, "may_win")
        if isinstance(step, str):
            question, colon, answer = step.rpartition(":")
            if not colon:
                like = f"QUESTION:{self.plain_answer(0)}"
                raise Refused(
                    f"a question and its answer are written like {like}, not {step[:40]!r}"
                )
            step = question, answer
        if not isinstance(step, Sequence) or len(step) != 2:
            raise Refused(f"a step of a history is a question and its answer, not {shown(step)}")
        word, number = self.as_question(step[0]), self.as_answer(step[1])
        if number == self.winning and not may_win:
            raise Refused(f"{self.text(word)} was the secret, and the game is over")
        return word, number

    def as_answer(self, answer: object) -> int:
        """The number of an answer from itself, its text or its number.

        An answer itself is one of `answers`, such as ``(1, 1)``; whole numbers are numbers of
        answers, whatever the answers are.  The text is the answer's own, with brackets or without,
        or what players write (`games.typed`).
        """
        if isinstance(answer, tuple):
            with suppress(TypeError):  # a tuple of lists cannot be looked up
                answer = {one: number for number, one in enumerate(self.answers)}.get(
                    answer, answer
                )
        if not isinstance(answer, str):
            return as_count(answer, "the number of an answer", 0, self.winning)
        places = _places(self.game, self.pegs)
        if _plain(answer) in places:
            return places[_plain(answer)]
        if answer.strip().casefold() in WON:
            return self.winning
        wanted = _plain(self.game.typed_answer(answer))
        if wanted in places:
            return places[wanted]
        texts = [*places]
        told = ", ".join(texts) if len(texts) <= 6 else f"{texts[0]} to {texts[-1]}"
        raise Refused(f"{shown(answer)} is no answer of this game; they are {told}")

    # ------------------------------------------------------------------------------- the answers

    @property
    def answers(self) -> tuple[Any, ...]:
        """All answers in order; the last one wins."""
        return tuple(self.game.answers(self.pegs))

    @property
    def answer_texts(self) -> tuple[str, ...]:
        """The texts of `answers` in their order, such as ``(1,1)`` for a black and a white peg."""
        return _texts(self.game, self.pegs)

    @property
    def winning(self) -> int:
        """The number of the answer that wins, which is the last one."""
        return len(self.answer_texts) - 1

    # ------------------------------------------------------------------------------------- names

    @property
    def title(self) -> str:
        """The finite game in words: ``Mastermind, 4 pegs, 6 colours``."""
        parts = [self.game.title]
        if self.game.size is None:
            parts += [counted(self.pegs, "peg"), self.colours_text]
        parts += [self.game.lists_name] * bool(self.game.lists_name) + self.conditions
        if self.after:
            parts.append("after " + " ".join(map(self.step_text, self.after)))
        return ", ".join(parts)

    @property
    def conditions(self) -> list[str]:
        """In words, how the game differs from the usual one: distinct secrets, and so on."""
        distinct = ["secrets without repetition"] * self.distinct
        others = ["consistent questions only"] * self.consistent_only + ["hard mode"] * self.hard
        return distinct + others

    @property
    def colours_text(self) -> str:
        """How many colours there are, in words: ``6 colours``."""
        if not self.columns:
            return counted(self.colours, "colour")
        *sizes, last = map(str, self.columns)
        return f"columns of {', '.join(sizes)} and {last} colours"

    @property
    def key(self) -> str:
        """A name for files, different for different games: ``mastermind-4-6``."""
        parts = [self.game.key]
        if self.game.size is None:
            parts += [str(self.pegs), "x".join(map(str, self.columns)) or str(self.colours)]
        parts += ["distinct"] * self.distinct + ["consistent"] * self.consistent_only
        parts += ["hard"] * self.hard
        if self.after:
            import hashlib

            history = " ".join(map(self.step_text, self.after))
            parts += ["after", hashlib.sha256(history.encode()).hexdigest()[:32]]
        return "-".join(parts)


def _sized(game: Game, pegs: Any, colours: Any) -> tuple[Any, Any]:
    """The pegs and colours: those of the game if it has a size of its own, or what is usual."""
    if game.size is None:
        return _usual(game, pegs, colours) if pegs is None or colours is None else (pegs, colours)
    if (pegs, colours) not in ((None, None), game.size):
        raise Refused(f"the game {game.name} has its own size; it takes no pegs and colours")
    return game.size


def finite_game_json(finite: FiniteGame) -> dict[str, object]:
    """The fields of JSON that name the finite game, with its number of secrets.

    ``hard`` is there for all games that have a hard mode, ``lists`` for those with words of a list.
    """
    game = finite.game
    hard = {"hard": finite.hard} if game.has_marks else {}
    lists = {"lists": game.lists} if isinstance(game, WordGame) else {}
    return finite.as_json() | hard | lists | {"secrets": finite.secret_count}


def _usual(game: Game, pegs: Any, colours: Any) -> tuple[Any, Any]:
    """The size that players mean, where none is given."""
    if pegs is None and colours is None and game.usual is not None:
        return game.usual
    needed = " and ".join(
        name for name, value in (("pegs", pegs), ("colours", colours)) if value is None
    )
    usual = "" if game.usual is None else "; its usual size goes without both"
    raise Refused(f"the game {game.name} needs {needed}{usual}")


def _as_sizes(game: Game, pegs: int, colours: object, columns: tuple[int, ...]) -> tuple[int, ...]:
    """The number of colours of each column, or the one of all.

    columns: what is known of a game that is replaced by another; a list of colours goes before.
    """
    if isinstance(colours, str):
        numbers = tuple(map(parse_whole, colours.split(",")))
        colours = numbers if "," in colours else numbers[0]
    if not (isinstance(colours, list | tuple) and colours):
        most = as_count(colours, "the number of colours", 0, _MOST)
        if not as_instance(tuple, columns, "what the columns have"):
            return (most,)
        if max(_as_sizes(game, pegs, columns, ())) != most:
            raise Refused(f"no column has the greatest number of colours, {most}")
        colours = columns
    if game.alphabet_of(1) == game.alphabet_of(0):
        raise Refused(
            f"the game {game.name} takes one number of colours; only where columns have colours of "
            "their own, as in black-peg, each may have a number"
        )
    if len(colours) != pegs:
        raise Refused(f"one number of colours for each column makes {pegs}, not {len(colours)}")
    return tuple(as_count(number, "a number of colours", 0, _MOST) for number in colours)


@lru_cache(maxsize=8)
def _words(game: Game, pegs: int, colours: int, columns: tuple[int, ...]) -> tuple[Word, ...]:
    return tuple(product(*map(range, columns)) if columns else game.words(pegs, colours))


@lru_cache(maxsize=8)
def _secrets(game: Game, pegs: int, colours: int, distinct: bool) -> tuple[Word, ...]:
    secrets: tuple[Word, ...] = tuple(game.secrets(pegs, colours))
    if distinct:
        return tuple(word for word in secrets if len(set(word)) == pegs)
    questions = _words(game, pegs, colours, ())
    return questions if secrets == questions else secrets


@lru_cache(maxsize=8)
def _left(finite: FiniteGame) -> tuple[Word, ...]:
    """The secrets that give the answers of a state of play."""
    import numpy as np

    secrets = finite.whole.secrets
    cells = np.array(secrets, np.uint16).reshape(len(secrets), finite.pegs)
    members = np.arange(len(secrets))
    for question, answer in finite.after:
        asked = np.array([question], np.uint16)
        members = members[finite.game.numbers(asked, cells[members])[0] == answer]
    return tuple(secrets[member] for member in members.tolist())


def _plain(answer: str) -> str:
    """The text of an answer without brackets around it and blanks, but those between digits."""
    text = _BLANKS.sub("", answer.strip())
    return text[1:-1] if text[:1] == "(" and text[-1:] == ")" else text


@lru_cache(maxsize=64)
def _places(game: Game, pegs: int) -> dict[str, int]:
    """The number of each answer, by its text without brackets."""
    places: dict[str, int] = {}
    for number, text in enumerate(_texts(game, pegs)):
        places.setdefault(_plain(text), number)
    return places


@lru_cache(maxsize=64)
def _texts(game: Game, pegs: int) -> tuple[str, ...]:
    return tuple(map(game.answer_text, game.answers(pegs)))
