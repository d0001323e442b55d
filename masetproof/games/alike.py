"""Games of alike colours: the answer depends on the matches of secret and question alone.

A *match* is a cell of the secret that has the colour of a cell of the question.  Which colours
these are makes no difference, so one symbol can stand for all colours that nobody has asked for.
That is what maset patterns are made of (docs/model.md), and the pattern engine takes any such game.

The answer function serves clauses of patterns as well as secrets: a star never equals a colour, and
the extra colour never equals anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import Any, TypeVar, final
from warnings import warn

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

DISTINCT_SECRETS = "-distinct-secrets"
"""How the name of a game ends that differs from another in this: no colour repeats in a secret."""
_TRIED_PEGS = 3
"""The most pegs with which promises are tried when a game is registered."""
_QUESTION_CELLS = {*range(COLOUR_LIMIT), EXTRA}
_CLAUSE_CELLS = {*range(COLOUR_LIMIT), STAR}


@final
class Columns(Enum):
    """What becomes of answers when the columns of secret and question are permuted."""

    KEPT = "the same answers"
    MOVED = "equal answers to a question stay equal"
    APART = "columns are not alike"


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

    rule = "own"
    """How listings describe the answers: own, pegs, sum or marks."""

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

    @property
    def why_no_more(self) -> str:
        """Why there is no closure for more pegs, in words; empty where nobody knows how large."""
        return ""

    @property
    def provable_pegs(self) -> int:
        """The most pegs for which there is a theorem."""
        return self.closable_pegs

    @property
    def why_unproved(self) -> str:
        """Why there is no theorem for more pegs, in words, as `why_no_more`."""
        return self.why_no_more

    @property
    def distinct_name(self) -> str | None:
        if not self.repeats:
            return self.name
        name = f"{self.all_secrets_name}-distinct"
        return name if name in GAMES else None

    @property
    def distinct_secrets_name(self) -> str | None:
        if not self.secrets_repeat:
            return self.name
        name = self.name + DISTINCT_SECRETS
        return name if name in GAMES else None

    @property
    def all_secrets_name(self) -> str:
        name = self.name.removesuffix(DISTINCT_SECRETS)
        return name if self.distinct_secrets and name in GAMES else self.name

    def fixes_columns(self, pegs: int) -> bool:
        """Whether two questions are alike only by automorphisms that leave each column in place.

        So it is where columns are not alike, and where there may be fewer colours in one column
        than in another.
        """
        return not self.one_kind or self.columns(pegs) is Columns.APART

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
        word = self._as_cells(clause, "a secret", _CLAUSE_CELLS)
        if not self.is_clause(word):
            raise Refused(f"a secret of the {self.name} game repeats no colour")
        return word

    def is_clause(self, word: Word) -> bool:
        """Whether cells, colours of the game and stars, make a secret or a clause of a pattern."""
        colours = tuple(cell for cell in word if cell != STAR)
        return self.is_word(colours) and self.is_secret(colours)

    def answer(self, secret: Word | str, question: Word | str) -> Any:
        """The answer to *question* when *secret* is the secret, or a clause of a pattern.

        Each is a tuple of cells or a text.  `Refused` when a word is none of the game, or they
        differ in length.
        """
        clause, asked = self.as_clause(secret), plain(self.as_question(question))
        check_lengths(clause, asked)
        return self.answers(len(asked))[self.number(clause, asked)]

    # ------------------------------------------------------------------------------ its promises

    def check_promises(self) -> None:
        """`Refused` when two pairs of words with the same matches have different answers.

        Words of up to three cells are tried.  `UserWarning` when the game lacks the property from
        which it is known that its patterns are finitely many (`closes`).
        """
        for pegs in range(1, _TRIED_PEGS + 1):
            self._check_matches(pegs)
        if self.one_kind and not all(map(self.closes, range(1, _TRIED_PEGS + 1))):
            warn(
                f"answers of the game {self.name} may leave open whether an asked colour is in the "
                "secret, so that its patterns may have no end, and then there is no theorem",
                stacklevel=3,
            )

    def _check_matches(self, pegs: int) -> None:
        known: dict[tuple[tuple[bool, ...], ...], tuple[Any, Word, Word]] = {}
        for question in self.unlike_questions(pegs):
            for secret in self._secrets(question, foreign=2):
                for names in (range(2 * pegs + 2), range(2 * pegs + 1, -1, -1)):
                    words = (tuple(names[cell] for cell in word) for word in (secret, question))
                    hidden, asked = words
                    matches = tuple(tuple(one == cell for one in hidden) for cell in asked)
                    answer = self.answers(pegs)[self.number(hidden, asked)]
                    before = known.setdefault(matches, (answer, hidden, asked))
                    if before[0] != answer:
                        first, second = map(self._told, (before, (answer, hidden, asked)))
                        raise Refused(
                            f"{self.name} is no game of alike colours: {first}, but {second}, "
                            "where the same cells are equal"
                        )

    def _told(self, known: tuple[Any, Word, Word]) -> str:
        answer, secret, question = known
        asked, hidden = word_text(question), word_text(secret)
        return f"{asked} is answered {self.answer_text(answer)} for the secret {hidden}"

    def unlike_questions(self, pegs: int) -> Iterator[Word]:
        """A question for each way in which cells may be equal: 00 and 01."""
        words: list[Word] = [()]
        for _ in range(pegs):
            words = [(*word, cell) for word in words for cell in range(max(word, default=-1) + 2)]
        return filter(self.is_word, words)

    def _secrets(self, question: Word, foreign: int) -> Iterator[Word]:
        """The secrets over the colours of a question and as many others as *foreign* says."""
        colours = range(max(question) + 1 + foreign)
        return filter(self.is_clause, product(colours, repeat=len(question)))

    def closes(self, pegs: int) -> bool:
        """Whether each answer settles which colours of the question the secret has.

        That is, if some of these colours of the secret are replaced by colours that were not asked,
        the answer changes.  Then patterns are known to be finitely many (docs/model.md).
        """
        for question in self.unlike_questions(pegs):
            for secret in self._secrets(question, foreign=pegs):
                number, asked = self.number(secret, question), max(question) + 1
                beyond = asked + pegs  # no other cell is as great
                for some in range(1, 1 << asked):
                    gone = [c for c in range(asked) if some >> c & 1 and c in secret]
                    left = tuple(cell + beyond * (cell in gone) for cell in secret)
                    if gone and self.number(left, question) == number:
                        return False
        return True

    def columns(self, pegs: int) -> Columns:
        """What becomes of answers when the columns of both words are permuted.

        Found by trial; beyond three pegs a game of one's own has to say it itself.
        """
        return _columns(self, pegs) if pegs <= _TRIED_PEGS else Columns.APART

    # --------------------------------------------------------------- what the pattern engine asks

    def symmetry(self, pegs: int, colours: int) -> Symmetry:
        """Colours may be permuted, the same in every column or each column's own; mostly columns.

        Each column's colours may be renamed by themselves where answers count the columns that
        agree and colours may repeat.  Without repetition that would make words that are none.
        """
        columns = self.columns(pegs)
        renamings = Colours.OWN if self.own_alphabets else Colours.SHARED
        return Symmetry(
            *(pegs, colours),
            columns=columns is not Columns.APART,
            renamings=renamings,
            moves_answers=columns is Columns.MOVED,
        )

    def alphabets(self, pegs: int) -> tuple[int, ...]:
        """The sets of columns that share an alphabet, column j being the bit 2**j."""
        pegs = _as_pegs(pegs)
        columns = tuple(1 << column for column in range(pegs))
        return columns if self.own_alphabets else (sum(columns),)

    def alphabet_of(self, column: int) -> int:
        return column if self.own_alphabets else 0

    def moved_alphabets(self, columns: Sequence[int]) -> Sequence[int]:
        """The former place of each alphabet after column columns[j] became column j."""
        return columns if self.own_alphabets else (0,)

    def kinds(self, pegs: int) -> tuple[int, ...]:
        """The kinds of implicit colours that patterns tell apart, ascending (docs/black-peg.md).

        Each is the set of columns where such a colour may stand.  Mostly there is one kind, all
        columns; then a pattern has one number of implicit colours.
        """
        pegs = _as_pegs(pegs)
        if self.shares_colours:
            return tuple(range(1, 1 << pegs))
        return self.alphabets(pegs)

    def names_kinds(self, pegs: int) -> bool:
        """Whether questions name the kinds of their new colours, as an alphabet has several."""
        return len(self.kinds(pegs)) > len(self.alphabets(pegs))

    def usual_kind(self, column: int, stars: Sequence[bool]) -> int:
        """The kind of a new colour in a column, if the question names none.

        That is the kind of all columns with a star; with an alphabet for each column, its own; with
        white pegs, the only one.
        """
        if self.own_alphabets:
            return 1 << column
        return sum(1 << j for j, star in enumerate(stars) if star or not self.shares_colours)

    @property
    def can_fold(self) -> bool:
        """Whether explicit colours become implicit again (`patterns.split.fold`).

        Then a part may have more implicit colours of a kind than the pattern that was asked.
        """
        return self.shares_colours

    @property
    def counts_implicit(self) -> bool:
        """Whether boards are described by the numbers m of implicit colours of each kind.

        Otherwise they are by the numbers n of all colours of each alphabet.
        """
        return self.shares_colours

    @property
    def board_words(self) -> str:
        """What makes boards unlike that have as many colours, in words."""
        if self.shares_colours:
            return "colours that may stand in some columns only"
        return "different numbers of colours in the columns"

    def excluded_cap(self, pegs: int) -> int:
        """How many excluded colours make a difference (docs/model.md).

        Where colours repeat in questions, one excluded colour serves for any number of cells;
        otherwise each cell needs its own, and a question has at most pegs - 1 such cells.
        """
        pegs = _as_pegs(pegs)
        return 1 if self.repeats else pegs - 1

    def colours_for(self, blanks: int) -> int:
        """How many colours a question needs for some blanks, at least."""
        return min(blanks, 1) if self.repeats else blanks

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


@lru_cache(maxsize=256)
def _columns(game: AlikeGame, pegs: int) -> Columns:
    """Tried with exchanges of neighbours, which make all permutations."""
    exchanges = [(*range(j), j + 1, j, *range(j + 2, pegs)) for j in range(pegs - 1)]
    found = Columns.KEPT
    for question, order in product([*game.unlike_questions(pegs)], exchanges):
        names: dict[int, int] = {}
        for secret in game._secrets(question, foreign=pegs):
            moved = (tuple(word[column] for column in order) for word in (secret, question))
            number = game.number(secret, question)
            after = game.number(*moved)
            if names.setdefault(number, after) != after:
                return Columns.APART
            if after != number:
                found = Columns.MOVED
        if len({*names.values()}) < len(names):
            return Columns.APART
    return found


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
