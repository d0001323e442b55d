"""The games of pegs: colours, black pegs for the right place and white ones for the right colour.

Answers are numbered 0: (0,0), 1: (0,1), 2: (1,0), 3: (0,2), ... by the number of pegs of either
kind and then by black pegs, as in Peczarski's listings (arXiv 1808.03849, section 2).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import eq
from typing import TYPE_CHECKING, Any, NamedTuple, final

from masetproof.arguments import Refused, as_count, as_flag, as_instance, shown
from masetproof.games.alike import DISTINCT_SECRETS, AlikeGame, Columns, as_kind
from masetproof.games.registry import ALIASES, register
from masetproof.games.rules import answers_by_count
from masetproof.games.symmetry import Symmetry
from masetproof.games.typed import typed_pegs
from masetproof.words import Word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from masetproof.games.rules import Numbers

_DISTINCT = {"mastermind": "ab", "black-peg": "black-peg-ab"}
"""The names of the same games where no colour repeats."""
_MOST_PEGS = 1_000
"""The most pegs of an answer; codebreakers play no larger boards."""


class Answer(NamedTuple):
    """Black pegs: right colour and position.  White pegs: right colour, wrong position."""

    black: int
    white: int


@final
@dataclass(frozen=True, slots=True, repr=False)
class PegGame(AlikeGame):
    """One deductive game, for any number of pegs and colours.

    name: as on the command line.  label: as in equation labels.  repeats: whether a colour may
    occur twice in a word.  white_pegs: whether the answer counts them.  called: what players call
    the two kinds of pegs.  usual: the pegs and colours when players name none, such as 4 and 6.
    distinct_secrets: where colours repeat and white pegs are counted, whether none does in a
    secret.  Games that differ only in title, called and usual are the same game under another
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
    distinct_secrets: bool = False

    rule = "pegs"

    def __post_init__(self) -> None:
        for name in ("name", "label", "title"):
            as_instance(str, getattr(self, name), f"the {name} of a game")
        as_flag(self.repeats, "repeats")
        as_flag(self.white_pegs, "white_pegs")
        if as_flag(self.distinct_secrets, "distinct_secrets") and not (
            self.repeats and self.white_pegs
        ):
            raise Refused(
                "only secrets are distinct where colours repeat and white pegs are counted"
            )
        if len(as_instance(tuple, self.called, "what pegs are called")) != 2:
            raise Refused("two kinds of pegs have two names")
        if self.usual is not None:
            if len(as_instance(tuple, self.usual, "the usual size")) != 2:
                raise Refused("the usual size is a number of pegs and a number of colours")
            pegs, colours = self.usual
            as_count(colours, "the usual number of colours", self.least_colours(pegs))

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

    def typed_answer(self, text: str) -> str:
        told = typed_pegs(text, self.called, repeats=self.repeats, white=self.white_pegs)
        if told is None or (told[1] and not self.white_pegs):
            return text
        return self.answer_text(Answer(*told))

    def answer_fields(self, answer: Answer) -> dict[str, object]:
        return answer._asdict()

    def answer_words(self, answer: Answer) -> str:
        """``1 black, 2 white``, or ``1 bull, 2 cows``."""
        return ", ".join(
            f"{number} {name.removesuffix('s' * (number == 1))}"
            for number, name in zip(answer, self.counted_pegs, strict=False)
        )

    @property
    def counted_pegs(self) -> tuple[str, ...]:
        """What players call the pegs that an answer counts: of both kinds, or black ones only."""
        return self.called[: 1 + self.white_pegs]

    @property
    def summary(self) -> str:
        words = "colours may repeat" if self.repeats else "no colour repeats in a word"
        words += " in questions only" * self.distinct_secrets
        pegs = "black and white pegs" if self.white_pegs else "black pegs only"
        return f"{words}; an answer tells {pegs}"

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

    @property
    def distinct_name(self) -> str | None:
        return _DISTINCT.get(self.all_secrets_name) if self.repeats else self.name

    def columns(self, pegs: int) -> Columns:
        return Columns.KEPT

    def symmetry(self, pegs: int, colours: int) -> Symmetry:
        """The symmetries of all games of alike colours, and inverses of permutations.

        Without repetition and with as many colours as pegs, the words are permutations, and a
        question and a secret agree in column j and colour c exactly when their inverses agree in
        column c and colour j: black pegs are the same.  All colours being in all words, white pegs
        are the rest.  So taking the inverse of all words is a symmetry.
        """
        inverse = not self.repeats and pegs == colours
        return replace(
            AlikeGame.symmetry(self, pegs, colours), maps=(_inverses,) if inverse else ()
        )

    @property
    def own_alphabets(self) -> bool:
        """Whether all answers tell of one column each, and colours repeat."""
        return self.repeats and not self.white_pegs

    @property
    def shares_colours(self) -> bool:
        """Whether a colour that cannot stand in one column may stand in another.

        So it is where no white peg tells of it, and no colour repeats.
        """
        return not self.repeats and not self.white_pegs

    @property
    def closable_pegs(self) -> int:
        """With an alphabet for each column there are thousands of patterns with four pegs."""
        return 4 if self.own_alphabets else 3

    @property
    def provable_pegs(self) -> int:
        """Where columns share colours, patterns with three pegs have up to seven indices."""
        return 2 if self.shares_colours else 3

    @property
    def why_unproved(self) -> str:
        if self.own_alphabets:
            return "of 4 pegs the expected case has a short proof, of 4 and 5 the worst one bounds"
        if self.shares_colours:
            return (
                "of more pegs values are computed, but nothing is proved for all numbers of colours"
            )
        return self.why_no_more

    def open_answers(self, pegs: int) -> int:
        """With white pegs, pegs - 1 black ones and a white one are never given."""
        return len(self.answers(pegs)) - 1 - self.white_pegs


@lru_cache(maxsize=8)
def _answers(pegs: int, white: bool) -> tuple[Answer, ...]:
    if not white:
        return tuple(Answer(black, 0) for black in range(pegs + 1))
    return tuple(
        Answer(black, total - black) for total in range(pegs + 1) for black in range(total + 1)
    )


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
MASTERMIND_DISTINCT_SECRETS = register(
    replace(
        MASTERMIND,
        name=f"mastermind{DISTINCT_SECRETS}",
        label="MMS",
        title="Mastermind, secrets of different colours",
        distinct_secrets=True,
    )
)


def as_peg_game(value: object) -> PegGame:
    """A game of pegs from itself or its name; `Refused` otherwise.  An alias gives the game."""
    return as_kind(PegGame, value, "a game of pegs")
