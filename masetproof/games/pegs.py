"""The games of pegs: colours, black pegs for the right place and white ones for the right colour.

Answers are numbered 0: (0,0), 1: (0,1), 2: (1,0), 3: (0,2), ... by the number of pegs of either
kind and then by black pegs, as in Peczarski's listings (arXiv 1808.03849, section 2).

The answer function serves clauses of patterns as well as secrets: a star never equals a colour, and
the extra colour never equals anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import eq
from typing import TYPE_CHECKING, Any, NamedTuple, final

from masetproof.arguments import Refused, as_count, as_flag, as_instance, shown
from masetproof.games.registry import ALIASES, GAMES, GAMES_OF_DATA, as_game, register
from masetproof.games.rules import Game, answers_by_count, check_lengths
from masetproof.games.symmetry import Colours, Symmetry
from masetproof.words import (
    COLOUR_LIMIT,
    EXTRA,
    KIND,
    MAX_PEGS,
    STAR,
    Word,
    as_word,
    plain,
    told_kinds,
    word_text,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from masetproof.games.rules import Numbers

_MOST_PEGS = 1_000
"""The most pegs of an answer; codebreakers play no larger boards."""
_QUESTION_CELLS = {*range(COLOUR_LIMIT), EXTRA}
_CLAUSE_CELLS = {*range(COLOUR_LIMIT), STAR}


class Answer(NamedTuple):
    """Black pegs: right colour and position.  White pegs: right colour, wrong position."""

    black: int
    white: int


@final
@dataclass(frozen=True, slots=True, repr=False)
class PegGame(Game):
    """One deductive game, for any number of pegs and colours.

    name: as on the command line.  label: as in equation labels.  repeats: whether a colour may
    occur twice in a secret or question.  white_pegs: whether the answer counts them.  called: what
    players call the two kinds of pegs.  usual: the pegs and colours when players name none, such
    as 4 and 6.  Games that differ only in title, called and usual are the same game under another
    name (`as_peg_game`).  Methods raise `Refused` for numbers and words that make no sense in the
    game.
    """

    name: str
    label: str
    title: str = field(compare=False)
    repeats: bool = field()
    white_pegs: bool
    called: tuple[str, str] = field(default=("black", "white"), compare=False)
    usual: tuple[int, int] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name in ("name", "label", "title"):
            as_instance(str, getattr(self, name), f"the {name} of a game")
        as_flag(self.repeats, "repeats")
        as_flag(self.white_pegs, "white_pegs")
        if len(as_instance(tuple, self.called, "what pegs are called")) != 2:
            raise Refused("two kinds of pegs have two names")
        if self.usual is not None:
            if len(as_instance(tuple, self.usual, "the usual size")) != 2:
                raise Refused("the usual size is a number of pegs and a number of colours")
            pegs, colours = self.usual
            as_count(colours, "the usual number of colours", self.least_colours(pegs))

    def as_question(self, question: object) -> Word:
        """A question from its cells or text: colours, perhaps with kinds, and the extra colour."""
        word = as_word(question, "a question")
        kinds = told_kinds(word)
        self._as_cells(plain(word), "a question", _QUESTION_CELLS)
        if kinds and not (self.shares_colours and max(kinds) < 1 << len(word)):
            raise Refused(f"{word_text(word)} tells kinds that colours of {self.name} do not have")
        if any(cell >= KIND and cell % KIND == EXTRA for cell in word):
            raise Refused(f"the extra colour of {word_text(word)} is of no kind")
        return word

    def as_clause(self, clause: object) -> Word:
        """A secret, or a clause of a pattern, from its cells or its text: colours and stars."""
        return self._as_cells(clause, "a secret", _CLAUSE_CELLS)

    def answer(self, secret: Word | str, question: Word | str) -> Answer:
        """The answer to *question* when *secret* is the secret, or a clause of a pattern.

        Each is a tuple of cells or a text.  `Refused` when a word is none of the game, or they
        differ in length.
        """
        clause, asked = self.as_clause(secret), plain(self.as_question(question))
        check_lengths(clause, asked)
        return self.compare(clause, asked)

    def compare(self, secret: Word, question: Word) -> Answer:
        """`answer` for words that were checked before.

        black + white = the sum over colours of min(occurrences in either): these cells of the
        question are crossed out in the secret, each once.
        """
        black = sum(map(eq, secret, question))
        if not self.white_pegs:
            return Answer(black, 0)
        left = list(secret)
        for cell in question:
            if cell in left:
                left.remove(cell)
        return Answer(black, len(secret) - len(left) - black)

    def number(self, secret: Word, question: Word) -> int:
        """The number of the answer; only the question that is the secret gets the last one."""
        return self._place(*self.compare(secret, question))

    def numbers(self, questions: NDArray[Any], secrets: NDArray[Any]) -> Numbers:
        """`number` of all pairs, [questions, secrets], without making tuples of the words."""
        import numpy as np

        pegs = questions.shape[1]
        # Black pegs count 1, pegs of either kind pegs + 1, so that a sum tells both.
        counts = (pegs + 1) ** 2
        numbers = np.zeros(counts, np.min_scalar_type(counts - 1))
        for answer in self.answers(pegs):
            either = answer.black + answer.white if self.white_pegs else 0
            numbers[either * (pegs + 1) + answer.black] = self.number_of(answer)
        either = pegs + 1 if self.white_pegs else 0
        return answers_by_count(questions, secrets, numbers, cells=1, colours=either)

    def answer_text(self, answer: Answer) -> str:
        """``(black,white)``, or only the number of black pegs in games without white ones."""
        match answer:
            case (int(black), int(white)):
                return f"({black},{white})" if self.white_pegs else str(black)
        raise Refused(
            f"an answer is a pair of numbers of black and white pegs, not {shown(answer)}"
        )

    def answer_words(self, answer: Answer) -> str:
        """``1 black, 2 white``, or ``1 bull, 2 cows``."""
        numbers = answer[: 1 + self.white_pegs]
        told = zip(numbers, self.called, strict=False)
        return ", ".join(
            f"{number} {name.removesuffix('s' * (number == 1))}" for number, name in told
        )

    def distance(self, one: Answer, other: Answer) -> int:
        """The number of pegs by which two answers differ: two for (1,1) and (2,0)."""
        return abs(one.black - other.black) + abs(one.white - other.white)

    def number_of(self, answer: Answer) -> int:
        """The number of *answer* in the order of `answers`; `Refused` when it is no answer."""
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise Refused(f"an answer is a pair of black and white pegs, not {shown(answer)}")
        black, white = answer
        if type(black) is not int or type(white) is not int:
            black = as_count(black, "the number of black pegs")
            white = as_count(white, "the number of white pegs")
        pegs = black + white
        if black < 0 or white < 0 or pegs > _MOST_PEGS or (white and not self.white_pegs):
            raise Refused(f"{shown((black, white))} is no answer of the {self.name} game")
        return self._place(black, white)

    def _place(self, black: int, white: int) -> int:
        pegs = black + white
        return pegs * (pegs + 1) // 2 + black if self.white_pegs else black

    def answers(self, pegs: int) -> tuple[Answer, ...]:
        """All answers, up to 1,000 pegs, in order; the last one wins, (p-1, 1) keeps its number."""
        return _answers(as_count(pegs, "the number of pegs", 1, _MOST_PEGS), self.white_pegs)

    def symmetry(self, pegs: int, colours: int) -> Symmetry:
        """Columns may be permuted, and colours the same in every column.

        Without white pegs, and with repetition, an answer counts the columns that agree; so each
        column's colours may be renamed by themselves.  Without repetition that would make words
        that are none.

        Without repetition and with as many colours as pegs, the words are permutations, and a
        question and a secret agree in column j and colour c exactly when their inverses agree in
        column c and colour j: black pegs are the same.  All colours being in all words, white pegs
        are the rest.  So taking the inverse of all words is a symmetry.
        """
        inverse = not self.repeats and pegs == colours
        return Symmetry(
            pegs,
            colours,
            columns=True,
            renamings=Colours.OWN if self.own_alphabets else Colours.SHARED,
            maps=(_inverses,) if inverse else (),
        )

    @property
    def own_alphabets(self) -> bool:
        """Whether each column has colours of its own: whether all answers tell of one column each.

        Then a pattern has a number of implicit colours for each column (docs/model.md).
        """
        return self.repeats and not self.white_pegs

    @property
    def shares_colours(self) -> bool:
        """Whether columns share colours that differ by where they may still stand.

        So it is where a colour that cannot stand in one column may stand in another, and no white
        peg tells that it does; see `kinds`.
        """
        return not self.repeats and not self.white_pegs

    def alphabets(self, pegs: int) -> tuple[int, ...]:
        """The sets of columns that share an alphabet, column j being the bit 2**j."""
        pegs = _as_pegs(pegs)
        columns = tuple(1 << column for column in range(pegs))
        return columns if self.own_alphabets else (sum(columns),)

    def kinds(self, pegs: int) -> tuple[int, ...]:
        """The kinds of implicit colours that patterns tell apart, ascending (docs/black-peg.md).

        Each is the set of columns where such a colour may stand.  With white pegs there is one
        kind, all columns; then a pattern has one number of implicit colours.
        """
        pegs = _as_pegs(pegs)
        if self.shares_colours:
            return tuple(range(1, 1 << pegs))
        return self.alphabets(pegs)

    def excluded_cap(self, pegs: int) -> int:
        """How many excluded colours make a difference (docs/model.md).

        Where colours repeat, one excluded colour serves for any number of cells; otherwise each
        cell needs its own, and a question has at most pegs - 1 such cells.
        """
        pegs = _as_pegs(pegs)
        return 1 if self.repeats else pegs - 1

    def most_blanks(self, pegs: int, excluded: int) -> int:
        """How many cells of a question may be blanks, with this number of excluded colours.

        At most pegs - 1, as a question of blanks alone is useless; none without excluded colours.
        """
        pegs = _as_pegs(pegs)
        excluded = as_count(excluded, "the number of excluded colours")
        if self.repeats:
            return pegs - 1 if excluded else 0
        return min(excluded, pegs - 1)


@lru_cache(maxsize=8)
def _answers(pegs: int, white: bool) -> tuple[Answer, ...]:
    if not white:
        return tuple(Answer(black, 0) for black in range(pegs + 1))
    return tuple(
        Answer(black, total - black) for total in range(pegs + 1) for black in range(total + 1)
    )


def _as_pegs(pegs: object) -> int:
    return as_count(pegs, "the number of pegs", 1, MAX_PEGS)


def _inverses(words: NDArray[Any]) -> NDArray[Any]:
    return words.argsort(axis=1).astype(words.dtype)


MASTERMIND = register(
    PegGame("mastermind", "MM", "Mastermind", repeats=True, white_pegs=True, usual=(4, 6))
)
AB = register(PegGame("ab", "AB", "AB game", repeats=False, white_pegs=True))
ALIASES["bulls-and-cows"] = replace(
    AB, title="Bulls and Cows", called=("bulls", "cows"), usual=(4, 10)
)
BLACK_PEG = register(PegGame("black-peg", "BP", "Black-peg Mastermind", True, white_pegs=False))
BLACK_PEG_AB = register(PegGame("black-peg-ab", "BPAB", "Black-peg AB game", False, False))


def as_peg_game(value: object) -> PegGame:
    """A game of pegs from itself or its name; `Refused` otherwise.

    An alias gives the game itself: ``"bulls-and-cows"`` gives `AB`, whose title is AB game.
    """
    has_data = isinstance(value, str) and value in GAMES_OF_DATA
    game = None if has_data else as_game(value)
    if not isinstance(game, PegGame):
        names = ", ".join(name for name, known in GAMES.items() if isinstance(known, PegGame))
        other = value if game is None else game.name
        raise Refused(f"this takes a game of pegs ({names}), not {other}")
    # An alias becomes the game itself, so that a theorem has one wording.
    return GAMES[game.name]  # type: ignore[return-value]
