"""The questions that can be asked on a pattern, and which of them are isomorphic.

A question is a word over the explicit colours 0..k-1, *new* colours k, k+1, ... numbered in order
of first use (implicit colours that it makes explicit), and the extra colour.  Questions are listed
in lexicographic order, explicit before new before extra, as in Peczarski's listings; the first one
of each orbit under the automorphisms of the pattern is asked.

With several kinds of implicit colours, a new colour has a kind, which the question names where
there is a choice (`words.KIND`).  Automorphisms that move columns do not count then, as there may
be different numbers of colours of the kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_flag
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.kernels import find_orbit_minima
from masetproof.patterns.isomorphism import Witness, automorphisms
from masetproof.patterns.kinds import blank_needs, is_active, new_words
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.words import COLOUR_LIMIT, EXTRA, KIND, STAR, Word

_MOST_NAMING_PEGS = 3
"""Where questions name kinds of colours, 8 bits number the `new_words` of no more pegs."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class QuestionTable:
    """Questions in columns, in lexicographic order.  The arrays are read-only: tables are shared.

    cells: uint8[questions, pegs].
    new: uint8[questions], how many new colours each has.  With several kinds of implicit colours,
        the place among `new_words`.
    extra: uint8[questions], how many extra cells.  With several kinds, the set of these columns,
        column j being the bit 2**j.
    kinds: with several kinds, uint8[questions, pegs], the kind of each new colour, 0 in other
        cells.
    everywhere: where words name kinds, the kind of new colours if a word names none.
    """

    cells: NDArray[np.uint8]
    new: NDArray[np.uint8]
    extra: NDArray[np.uint8]
    kinds: NDArray[np.uint8] | None = None
    everywhere: int | None = None

    def __post_init__(self) -> None:
        for column in (self.cells, self.new, self.extra, self.kinds):
            if column is not None:
                column.flags.writeable = False

    @property
    def alike(self) -> list[NDArray[np.intp]]:
        """The places of the questions that have the same kinds of new colours, ascending."""
        if self.kinds is None:
            return [np.arange(len(self))]
        different, number = np.unique(self.kinds, axis=0, return_inverse=True)
        return [np.flatnonzero(number.ravel() == one) for one in range(len(different))]

    def __repr__(self) -> str:
        return f"<QuestionTable: {len(self)} questions>"

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Word]:
        words = map(tuple, self.cells.tolist())
        if self.kinds is None or self.everywhere is None:
            return words
        return map(self._with_kinds, words, self.kinds.tolist())

    def _with_kinds(self, word: Word, kinds: list[int]) -> Word:
        """The question with the kinds of its new colours, if it has to name them."""
        if {*kinds} <= {0, self.everywhere}:
            return word
        return tuple(cell + KIND * kind for cell, kind in zip(word, kinds, strict=True))

    def take(self, places: NDArray[np.intp]) -> QuestionTable:
        """The questions at these places."""
        kinds = None if self.kinds is None else self.kinds[places]
        columns = self.cells[places], self.new[places], self.extra[places]
        return QuestionTable(*columns, kinds, self.everywhere)


def all_questions(
    pattern: MasetPattern,
    game: AlikeGame,
    *,
    extra: bool,
    consistent: bool = False,
    max_new: int,
) -> QuestionTable:
    """All questions on a normalized pattern, up to isomorphism of new colours only.

    extra, consistent, max_new: as in `non_isomorphic_questions`.  No question has only extra cells.
    Questions of a game without repetition repeat no colour but the extra one.  `Refused` when that
    is too many colours, or too many pegs for their kinds.
    """
    if game.names_kinds(pattern.pegs) and pattern.pegs > _MOST_NAMING_PEGS:
        raise Refused(
            f"questions on patterns of {game.name} are listed with at most {_MOST_NAMING_PEGS} "
            f"pegs, not {pattern.pegs}"
        )
    if pattern.colours + max_new > COLOUR_LIMIT:
        raise Refused(
            f"{pattern.brief()} has {pattern.colours} explicit colours; with new ones a question "
            f"has at most {COLOUR_LIMIT}"
        )
    extra = extra and not consistent
    if game.one_kind:
        table = _questions_of_one_kind(game, pattern.pegs, pattern.colours, extra, max_new)
    else:
        alphabets = {c: game.alphabet_of(pattern.column_of[c]) for c in pattern.occurring}
        explicit = tuple(
            tuple(c for c, alphabet in alphabets.items() if alphabet == game.alphabet_of(column))
            for column in range(pattern.pegs)
        )
        table = _questions_of_kinds(game, explicit, pattern.star_columns, extra, max_new)
    return table.take(_possible(table.cells, pattern)) if consistent else table


def _possible(cells: NDArray[np.uint8], pattern: MasetPattern) -> NDArray[np.intp]:
    """The places of the questions that are secrets of the pattern, a new colour being a star's."""
    clauses = np.array(pattern.clauses, np.uint8)
    kept = np.where(cells < pattern.colours, cells, np.uint8(STAR))
    return np.flatnonzero((kept[:, None] == clauses).all(axis=2).any(axis=1))


@lru_cache(maxsize=128)
def _questions_of_one_kind(
    game: AlikeGame, pegs: int, colours: int, extra: bool, max_new: int
) -> QuestionTable:
    """All questions with so many explicit colours."""
    questions: list[tuple[Word, int]] = [((), 0)]  # each with how many new colours it has
    for _ in range(pegs):
        longer = []
        for word, new in questions:
            for cell in range(colours + min(new + 1, max_new)):
                if game.may_follow(cell, word):
                    longer.append(((*word, cell), max(new, cell - colours + 1)))
            if extra:
                longer.append(((*word, EXTRA), new))
        questions = longer
    rows = [(word, new) for word, new in questions if word != (EXTRA,) * pegs]
    cells = np.array([word for word, _ in rows], np.uint8).reshape(-1, pegs)
    counts = np.array([new for _, new in rows], np.uint8)
    return QuestionTable(cells, counts, (cells == EXTRA).sum(axis=1, dtype=np.uint8))


_KindedCells = tuple[tuple[int, int], ...]
"""Cells of a question, each with the kind of its colour; a new colour of a kind is a star."""


@lru_cache(maxsize=128)
def _questions_of_kinds(
    game: AlikeGame,
    explicit: tuple[tuple[int, ...], ...],
    stars: tuple[bool, ...],
    extra: bool,
    max_new: int,
) -> QuestionTable:
    """All questions with these explicit colours in each column and stars in these columns.

    Cells may, without the extra colour, too, have implicit colours of kinds that lack their column;
    such a cell counts as extra.
    """
    pegs, first = len(explicit), len({colour for own in explicit for colour in own})
    starred = stars if max_new else (False,) * pegs
    levels = (game.excluded_cap(pegs) if extra else 0,) * len(game.alphabets(pegs))
    places = {kinds: place for place, kinds in enumerate(new_words(game, pegs))}
    active = [kind for kind in game.kinds(pegs) if is_active(kind, starred)]

    def choices(question: _KindedCells, column: int) -> _KindedCells:
        """The cells that may come next, each with the kind of its colour."""
        asked = {cell for cell, _ in question} - {STAR}
        new = [(STAR, kind) for kind in active if kind >> column & 1]
        known = [(colour, 0) for colour in explicit[column]]
        legal = [cell for cell in (*known, *new) if game.may_follow(cell[0], asked)]
        return *legal, (EXTRA, 0)

    questions: list[_KindedCells] = [()]
    for column in range(pegs):
        questions = [(*one, cell) for one in questions for cell in choices(one, column)]
    rows: list[tuple[Word, int, int, Word]] = []
    for question in questions:
        cells, kinds = tuple(cell for cell, _ in question), tuple(kind for _, kind in question)
        blanks = sum(1 << column for column, cell in enumerate(cells) if cell == EXTRA)
        all_blank = blanks + 1 == 1 << pegs
        if not all_blank and blank_needs(game, starred, blanks, levels) is not None:
            numbers = count(first)
            cells = tuple(next(numbers) if cell == STAR else cell for cell in cells)
            rows.append((cells, places[kinds], blanks, kinds))
    columns = zip(*rows, strict=True) if rows else [()] * 4
    words, counts, extras, kinds_of = (np.array(column, dtype=np.uint8) for column in columns)
    everywhere = sum(1 << column for column in range(pegs) if stars[column])
    return QuestionTable(
        *(words.reshape(-1, pegs), counts, extras, kinds_of.reshape(-1, pegs)),
        everywhere if game.names_kinds(pegs) else None,
    )


def non_isomorphic_questions(
    pattern: MasetPattern | str,
    game: AlikeGame | str,
    *,
    extra: bool = True,
    consistent: bool = False,
    max_new: int | None = None,
) -> QuestionTable:
    """One question of each orbit on a normalized pattern, the lexicographically least.

    extra: whether the extra colour may be asked, as in the readings ``exact`` and ``with``.
    consistent: whether only possible secrets may be asked, which have no extra colour.
    max_new: the most new colours of a question (default: as many as there are pegs).  Pattern and
    game are the value or its text.  `Refused` when the pattern is empty, not normalized or none of
    the game, or has more than three pegs and kinds of colours that its columns share.

    >>> len(list(non_isomorphic_questions("{**}", "mastermind")))
    3
    """
    pattern, game, extra = as_pattern(pattern), as_alike_game(game), as_flag(extra, "extra")
    consistent = as_flag(consistent, "consistent")
    pattern.check_normalized()
    pattern.check_game(game)
    pegs = pattern.pegs
    if max_new is None:
        max_new = pegs
    max_new = as_count(max_new, "the number of new colours", 0, pegs)
    group = automorphisms(pattern, fixed_columns=game.fixes_columns(pattern.pegs))
    return least_questions(
        pattern, group, game, extra=extra, consistent=consistent, max_new=max_new
    )


def question_classes(
    pattern: MasetPattern | str,
    game: AlikeGame | str,
    *,
    extra: bool = True,
    consistent: bool = False,
) -> list[list[Word]]:
    """All questions on a normalized pattern in their orbits under its automorphisms.

    Each orbit is in lexicographic order, so that the first ones are `non_isomorphic_questions`;
    arguments and refusals as there.
    """
    pattern, game = as_pattern(pattern), as_alike_game(game)
    classes = {
        question: [question]
        for question in non_isomorphic_questions(pattern, game, extra=extra, consistent=consistent)
    }
    pegs = pattern.pegs
    group = automorphisms(pattern, fixed_columns=game.fixes_columns(pegs))
    if group:
        table = all_questions(pattern, game, extra=extra, consistent=consistent, max_new=pegs)
        words = list(table)
        for word, place in zip(words, orbit_minima(table, pattern.colours, group), strict=True):
            if word not in classes:
                classes[words[place]].append(word)
    return list(classes.values())


def least_questions(
    pattern: MasetPattern,
    group: Sequence[Witness],
    game: AlikeGame,
    *,
    extra: bool,
    consistent: bool = False,
    max_new: int,
) -> QuestionTable:
    """The least question of each orbit under the automorphisms that *group* generates."""
    table = all_questions(pattern, game, extra=extra, consistent=consistent, max_new=max_new)
    if not group:
        return table
    least = orbit_minima(table, pattern.colours, group)
    return table.take(np.flatnonzero(least == np.arange(len(table))))


def orbit_minima(table: QuestionTable, colours: int, group: Sequence[Witness]) -> NDArray[np.int64]:
    """For each question the place of the least one of its orbit.

    With several kinds of implicit colours no automorphism moves a column, so all questions of an
    orbit have the same kinds.
    """
    pegs, least = table.cells.shape[1], np.empty(len(table), dtype=np.int64)
    columns = np.array([range(pegs), *(one.columns for one in group)], dtype=np.uint8)
    renamed = np.array([range(colours), *(one.colours for one in group)], dtype=np.uint8)
    names, place_of = np.empty(pegs, np.int64), np.empty((colours + pegs + 1) ** pegs, np.int64)
    for places in table.alike:
        cells, found = table.cells[places], np.empty(len(places), np.int64)
        find_orbit_minima(cells, colours, columns, renamed, names, place_of, found)
        least[places] = places[found]
    return least
