"""Games of alike colours: the answer depends on the matches of secret and question alone.

A *match* is a cell of the secret that has the colour of a cell of the question.  Which colours
these are makes no difference, so one symbol can stand for all colours that nobody has asked for.
That is what maset patterns are made of (docs/model.md), and the pattern engine takes any such game.

The answer function serves clauses of patterns as well as secrets: a star never equals a colour, and
the extra colour never equals anything.
"""

from __future__ import annotations

from typing import Any, TypeVar

from masetproof.arguments import Refused, as_count
from masetproof.games.registry import GAMES, GAMES_OF_DATA, as_game
from masetproof.games.rules import Game, check_lengths
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

_Kind = TypeVar("_Kind", bound=Game)

_QUESTION_CELLS = {*range(COLOUR_LIMIT), EXTRA}
_CLAUSE_CELLS = {*range(COLOUR_LIMIT), STAR}


class AlikeGame(Game):
    """A game of alike colours, for any number of pegs and colours.

    A game of one's own is a subclass with `answers` and `compare`, as of any `Game`; `compare` must
    depend on the matches of its words alone.  The engine has one number of implicit colours for all
    columns where each answer tells of an asked colour in every column (`one_kind`).

    >>> class Shared(AlikeGame):
    ...     name, label, title = "shared", "SH", "Shared colours"
    ...     def answers(self, pegs):
    ...         return (*range(pegs + 1), "won")
    ...     def compare(self, secret, question):
    ...         return sum(cell in secret for cell in question)
    >>> Shared().answer("011", "100"), Shared().answer("012", "333")
    (3, 0)
    """

    moves_answers = False
    """Whether other answers than before may be given when the columns of both words are permuted.

    Marks do: the question 01 has the marks ``gb`` for the secret 02, and 10 has ``bg`` for 20.
    """

    @property
    def own_alphabets(self) -> bool:
        """Whether each column has colours of its own.

        Then a pattern has a number of implicit colours for each column (docs/model.md).
        """
        return False

    @property
    def shares_colours(self) -> bool:
        """Whether columns share colours that differ by where they may still stand; see `kinds`."""
        return False

    @property
    def one_kind(self) -> bool:
        """Whether all implicit colours are alike, whatever column they stand in."""
        return not (self.own_alphabets or self.shares_colours)

    @property
    def closable_pegs(self) -> int:
        """The most pegs for which the patterns are known to be finitely many, and can be listed."""
        return 3

    def open_answers(self, pegs: int) -> int:
        """How many answers may be given and do not win; they come first among `answers`."""
        return len(self.answers(pegs)) - 1

    def answer_fields(self, answer: Any) -> dict[str, object]:
        """The answer in JSON: its text, or how many pegs of each colour it has."""
        return {"answer": self.answer_text(answer)}

    # --------------------------------------------------------------------------------- the words

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

    def answer(self, secret: Word | str, question: Word | str) -> Any:
        """The answer to *question* when *secret* is the secret, or a clause of a pattern.

        Each is a tuple of cells or a text.  `Refused` when a word is none of the game, or they
        differ in length.
        """
        clause, asked = self.as_clause(secret), plain(self.as_question(question))
        check_lengths(clause, asked)
        return self.answers(len(asked))[self.number(clause, asked)]

    # --------------------------------------------------------------- what the pattern engine asks

    def symmetry(self, pegs: int, colours: int) -> Symmetry:
        """Columns may be permuted, and colours: the same in every column, or each column's own.

        Each column's colours may be renamed by themselves where answers count the columns that
        agree and colours may repeat.  Without repetition that would make words that are none.
        """
        renamings = Colours.OWN if self.own_alphabets else Colours.SHARED
        return Symmetry(
            pegs, colours, columns=True, renamings=renamings, moves_answers=self.moves_answers
        )

    def alphabets(self, pegs: int) -> tuple[int, ...]:
        """The sets of columns that share an alphabet, column j being the bit 2**j."""
        pegs = _as_pegs(pegs)
        columns = tuple(1 << column for column in range(pegs))
        return columns if self.own_alphabets else (sum(columns),)

    def kinds(self, pegs: int) -> tuple[int, ...]:
        """The kinds of implicit colours that patterns tell apart, ascending (docs/black-peg.md).

        Each is the set of columns where such a colour may stand.  Mostly there is one kind, all
        columns; then a pattern has one number of implicit colours.
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


def _as_pegs(pegs: object) -> int:
    return as_count(pegs, "the number of pegs", 1, MAX_PEGS)


def as_alike_game(value: object) -> AlikeGame:
    """A game of alike colours from itself or its name; `Refused` otherwise.

    An alias gives the game itself: ``"bulls-and-cows"`` gives `AB`, whose title is AB game.
    """
    return as_kind(AlikeGame, value, "a game of alike colours")  # type: ignore[type-abstract]


def as_kind(kind: type[_Kind], value: object, what: str) -> _Kind:
    """A game of a kind, called *what* in the message, from itself or its name."""
    has_data = isinstance(value, str) and value in GAMES_OF_DATA
    game = None if has_data else as_game(value)
    if not isinstance(game, kind):
        names = ", ".join(name for name, known in GAMES.items() if isinstance(known, kind))
        other = value if game is None else game.name
        raise Refused(f"this takes {what} ({names}), not {other}")
    # An alias becomes the game itself, so that a theorem has one wording.
    return GAMES[game.name]  # type: ignore[return-value]
