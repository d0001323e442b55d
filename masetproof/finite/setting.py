"""One finite game: so many pegs and colours, which secrets there are, which questions may be asked.

The rules say how an answer is found; a `FiniteGame` fixes the rest.  It is cheap, and no size is
too large for it; only listing its words refuses what no memory would hold.  Words are numbered in
ascending order, and a word's number is its place in `FiniteGame.questions`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, factorial
from typing import Any, final

from masetproof.arguments import (
    Choice,
    Refused,
    as_count,
    as_flag,
    as_instance,
    counted,
    parse_whole,
)
from masetproof.games.registry import as_game
from masetproof.games.rules import Game
from masetproof.games.symmetry import Colours, Symmetry
from masetproof.words import COLOUR_LIMIT, MAX_PEGS, Word

__all__ = ["MOST_WORDS", "FiniteGame", "Goal"]

MOST_WORDS = 1 << 16
"""At most so many words are listed, so that 16 bits number them."""
_MOST = 1_000_000
"""Of pegs, and of colours."""


@final
class Goal(Choice):
    """What an optimal strategy minimizes, first and, among those that attain it, second."""

    EXPECTED = "expected"
    WORST = "worst"
    EXPECTED_THEN_WORST = "expected-then-worst"
    WORST_THEN_EXPECTED = "worst-then-expected"

    @property
    def first(self) -> Goal:
        """The quantity that comes first, `EXPECTED` or `WORST`."""
        return Goal(self.value.partition("-")[0])


@final
@dataclass(frozen=True, slots=True)
class FiniteGame:
    """A game with fixed pegs and colours; `Refused` when there is no such game.

    game: a `Game` or its name.
    pegs, colours: left out for a game that is a list or a table and has a size of its own.
    distinct: no colour repeats in a secret, but questions stay those of the game.
    consistent_only: every question must be a secret that is still possible.
    """

    game: Game
    pegs: int = None  # type: ignore[assignment]
    colours: int = None  # type: ignore[assignment]
    distinct: bool = False
    consistent_only: bool = False

    def __post_init__(self) -> None:
        game = as_game(self.game)
        pegs, colours = self.pegs, self.colours
        if game.size is not None:
            if (pegs, colours) not in ((None, None), game.size):
                raise Refused(
                    f"the game {game.name} has its own size; it takes no pegs and colours"
                )
            pegs, colours = game.size
        for name, value in (
            ("game", game),
            ("pegs", as_count(pegs, "the number of pegs", 1, _MOST)),
            ("colours", as_count(colours, "the number of colours", 0, _MOST)),
            ("distinct", as_flag(self.distinct, "distinct")),
            ("consistent_only", as_flag(self.consistent_only, "consistent_only")),
        ):
            object.__setattr__(self, name, value)
        least = self.pegs if self.distinct else game.least_colours(self.pegs)
        if self.colours < least:
            raise Refused(
                f"with {counted(self.pegs, 'peg')} this game takes at least "
                f"{counted(least, 'colour')}, not {self.colours}"
            )
        if self.distinct and game.size is not None:
            raise Refused(f"the secrets of the game {game.name} are given; none are left out")

    # --------------------------------------------------------------------------------- the words

    @property
    def secret_count(self) -> int:
        """The number of secrets."""
        if self.distinct:
            return comb(self.colours, self.pegs) * factorial(self.pegs)
        return self.game.secret_count(self.pegs, self.colours)

    @property
    def question_count(self) -> int:
        """The number of words that may be asked."""
        return self.game.word_count(self.pegs, self.colours)

    @property
    def questions(self) -> tuple[Word, ...]:
        """All words that may be asked at all, ascending; `Refused` when they are too many."""
        self.check_listable()
        return _words(self.game, self.pegs, self.colours)

    @property
    def secrets(self) -> tuple[Word, ...]:
        """All secrets, ascending; `Refused` when there are too many words."""
        self.check_listable()
        words = _secrets(self.game, self.pegs, self.colours)
        if not self.distinct:
            return words
        return tuple(word for word in words if len(set(word)) == self.pegs)

    def check_listable(self) -> None:
        """`Refused` when there are too many words to list, or words of too many cells."""
        if self.game.size is None and self.pegs > MAX_PEGS:
            raise Refused(f"words are listed with at most {MAX_PEGS} pegs, not {self.pegs}")
        if self.question_count > MOST_WORDS:
            count = f"{self.question_count:,}"
            raise Refused(f"{self.title} has {count} words; at most {MOST_WORDS:,} are listed")

    def check_question(self, question: Word) -> None:
        """`Refused` when the word may not be asked in this game."""
        as_instance(tuple, question, "a word")
        if len(question) != self.pegs:
            wrong = f"{self.text(question)!r} has {len(question)} cells, not {self.pegs}"
        elif not all(type(cell) is int and 0 <= cell < self.colours for cell in question):
            wrong = f"{self.text(question)} has a colour that is none of the {self.colours}"
        elif not self.game.is_word(question):
            wrong = f"{self.text(question)} {self.game.not_a_word}, which is against the rules"
        else:
            return
        raise Refused(f"the question {wrong}")

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

    def parse(self, text: object) -> Word:
        """The word of this game that is written so; `Refused` when there is none."""
        text = as_instance(str, text, "the question")
        if self._has_numbers:
            word = tuple(map(parse_whole, text.split(",", self.pegs)))
        else:
            word = self.game.parse_word(text)
        if len(word) != self.pegs:
            cells = counted(self.pegs, "colour")
            cells += ", numbers separated by commas" * self._has_numbers
            raise Refused(f"the question must be a word of {cells}, not {text[:40]!a}")
        return word

    @property
    def symmetry(self) -> Symmetry:
        """The symmetries of this game: those of the rules that map secrets to secrets."""
        found = self.game.symmetry(self.pegs, self.colours)
        if self.distinct and found.renamings is Colours.OWN:
            return replace(found, renamings=Colours.SHARED)
        return found

    # ------------------------------------------------------------------------------- the answers

    @property
    def answers(self) -> tuple[Any, ...]:
        """All answers in order; the last one wins."""
        return tuple(self.game.answers(self.pegs))

    @property
    def answer_texts(self) -> tuple[str, ...]:
        """The texts of `answers`."""
        return _texts(self.game, self.pegs)

    @property
    def winning(self) -> int:
        """The number of the answer that wins."""
        return len(self.answer_texts) - 1

    # ------------------------------------------------------------------------------------- names

    @property
    def title(self) -> str:
        """The finite game in words: ``Mastermind, 4 pegs, 6 colours``."""
        parts = [self.game.title]
        if self.game.size is None:
            parts += [counted(self.pegs, "peg"), counted(self.colours, "colour")]
        if self.distinct:
            parts.append("secrets without repetition")
        if self.consistent_only:
            parts.append("consistent questions only")
        return ", ".join(parts)

    @property
    def key(self) -> str:
        """A name for files, different for different games: ``mastermind-4-6``."""
        parts = [self.game.key]
        if self.game.size is None:
            parts += [str(self.pegs), str(self.colours)]
        parts += ["distinct"] * self.distinct + ["consistent"] * self.consistent_only
        return "-".join(parts)


@lru_cache(maxsize=8)
def _words(game: Game, pegs: int, colours: int) -> tuple[Word, ...]:
    return tuple(game.words(pegs, colours))


@lru_cache(maxsize=8)
def _secrets(game: Game, pegs: int, colours: int) -> tuple[Word, ...]:
    return tuple(game.secrets(pegs, colours))


@lru_cache(maxsize=64)
def _texts(game: Game, pegs: int) -> tuple[str, ...]:
    return tuple(map(game.answer_text, game.answers(pegs)))
