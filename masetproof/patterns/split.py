"""Splitting a pattern by a question (docs/model.md, "Questions"; Peczarski, subprocedure 1).

Suppose that columns share colours and answers do not report white pegs.  Then an answer may leave
an explicit colour in just those clauses in which a star would stand for it.  Such a colour becomes
implicit again, of the kind of the columns where it may stand (docs/black-peg.md): `fold`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from masetproof.arguments import Refused
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.patterns.kinds import is_active
from masetproof.patterns.pattern import MasetPattern, as_pattern, pattern_of, with_new
from masetproof.words import COLOUR_LIMIT, EXTRA, KIND, STAR, Word, columns_text, plain, word_text

Clauses = tuple[Word, ...]
"""The clauses of a part."""


def new_colours(pattern: MasetPattern, question: Word) -> int:
    """How many new colours *question* makes explicit on a normalized *pattern*."""
    colours = [cell for cell in plain(question) if cell < EXTRA]
    return max(0, max(colours, default=-1) - pattern.colours + 1)


def usual_kinds(pattern: MasetPattern, question: Word, game: AlikeGame) -> dict[int, int]:
    """The new colours of a question, each with its usual kind, which a question need not name."""
    first, stars = pattern.colours, pattern.star_columns
    columns = {cell: j for j, cell in enumerate(plain(question)) if first <= cell < EXTRA}
    return {cell: game.usual_kind(column, stars) for cell, column in columns.items()}


def new_kinds(pattern: MasetPattern, question: Word, game: AlikeGame) -> dict[int, int]:
    """The new colours of a question, each with its kind; `Refused` if there is no such colour."""
    if pattern.colours + new_colours(pattern, question) > COLOUR_LIMIT:
        raise Refused(f"a pattern has at most {COLOUR_LIMIT} explicit colours")
    kinds = usual_kinds(pattern, question, game)
    if game.one_kind:
        return kinds
    if len(game.alphabets(pattern.pegs)) > 1:
        _check_alphabets(pattern, question)
    named = {cell % KIND: cell // KIND for cell in question if cell >= KIND}
    for column, cell in enumerate(plain(question)):
        if cell in kinds:
            if not pattern.star_columns[column]:
                raise Refused(f"column {column + 1} of {pattern.brief()} has no implicit colour")
            kind = named.get(cell, kinds[cell])
            if not kind >> column & 1 or not is_active(kind, pattern.star_columns):
                raise Refused(
                    f"{pattern.brief()} has no implicit colour of the kind "
                    f"{columns_text(kind)} in column {column + 1}"
                )
    if named and named.keys() != kinds.keys():
        raise Refused(
            f"{word_text(question)} must name the kinds of its new colours and of no others on "
            f"{pattern.brief()}"
        )
    return named or kinds


def listed(pattern: MasetPattern, question: Word, game: AlikeGame) -> Word:
    """A question in the form of listings: kinds of new colours stand where they are not usual."""
    _check_length(pattern, question)
    is_usual = new_kinds(pattern, question, game) == usual_kinds(pattern, question, game)
    return plain(question) if is_usual else question


def _check_length(pattern: MasetPattern, question: Word) -> None:
    if len(question) != pattern.pegs:
        cells = f"{pattern.pegs} cells, not {len(question)}"
        raise Refused(f"a question on {pattern.brief()} has {cells}")


def _check_alphabets(pattern: MasetPattern, question: Word) -> None:
    """`Refused` when a question has a colour in a column whose alphabet lacks it."""
    new = [cell for cell in question if pattern.colours <= cell < EXTRA]
    if len(set(new)) < len(new):
        raise Refused("a new colour is of one column only, as each column has its own colours")
    for column, cell in enumerate(question):
        if cell < pattern.colours and pattern.column_of[cell] != column:
            raise Refused(
                f"the question has the colour {word_text((cell,))} in a column that has it not: "
                f"each column of {pattern.brief()} has its own colours"
            )


def split(
    pattern: MasetPattern | str, question: Word | str, game: AlikeGame | str
) -> tuple[MasetPattern, ...]:
    """The parts of a normalized pattern, one for each answer in their order, not normalized.

    Each argument is the value or its text.  `Refused` when the pattern is empty or not normalized,
    or when the question has the wrong length, skips a new colour or repeats one against the rules.
    Where columns share colours of several kinds, the question names the kinds of its new colours;
    if it names none, they may stand wherever there is a star.

    >>> split("{**}", "01", "mastermind")
    ({**}, {1*|*0}, {00|0*|11|*1}, {10}, {}, {01})
    >>> split("{**}", "01/1,12", "black-peg-ab")
    ({1*|**}, {0*|*1}, {01})
    """
    game = as_alike_game(game)
    pattern, question = as_pattern(pattern), game.as_question(question)
    pattern.check_normalized()
    _check_length(pattern, question)
    new, cells = new_colours(pattern, question), plain(question)
    if not set(range(pattern.colours, pattern.colours + new)) <= set(cells):
        raise Refused(
            f"the question has a colour that does not exist: {pattern.brief()} has "
            f"{pattern.colours} explicit colours, and new colours are numbered from there on"
        )
    parts: list[list[Word]] = [[] for _ in game.answers(pattern.pegs)]
    pattern.check_game(game)
    for clause in with_new(pattern, new_kinds(pattern, question, game), game).clauses:
        parts[game.number(clause, cells)].append(clause)
    return tuple(pattern_of(tuple(part)) for part in parts)


def split_all(
    pattern: MasetPattern, questions: Sequence[Word], game: AlikeGame
) -> list[tuple[Clauses, ...]]:
    """The clauses of the parts of `split`, by each of many questions that are known to be right.

    Half of the questions leave the same parts as another one, and share its value.
    """
    groups: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for place, question in enumerate(questions):
        groups.setdefault((*new_kinds(pattern, question, game).items(),), []).append(place)
    result: list[tuple[Clauses, ...]] = [()] * len(questions)
    for new, places in groups.items():
        clauses = with_new(pattern, dict(new), game).clauses
        asked = np.array([plain(questions[place]) for place in places])
        known: dict[tuple[int, ...], tuple[Clauses, ...]] = {}
        numbers = game.numbers(asked, np.array(clauses))
        for place, row in zip(places, map(tuple, numbers.tolist()), strict=True):
            if row not in known:
                parts: list[list[Word]] = [[] for _ in game.answers(pattern.pegs)]
                for clause, number in zip(clauses, row, strict=True):
                    parts[number].append(clause)
                known[row] = tuple(map(tuple, parts))
            result[place] = known[row]
    return result


def fold(pattern: MasetPattern, game: AlikeGame) -> tuple[MasetPattern, dict[int, int]]:
    """Make implicit all explicit colours of a pattern that can be.

    Returns the *core*, which has the other colours as they were, and the colours that became
    implicit, each with its kind, in this order.  The core extended by these colours of their kinds
    is the pattern again.
    """
    core, again = pattern, dict[int, int]()
    if game.can_fold:
        while (foldable := _foldable(core, game)) is not None:
            colour, kind, core = foldable
            again[colour] = kind
    return core, again


def _foldable(pattern: MasetPattern, game: AlikeGame) -> tuple[int, int, MasetPattern] | None:
    """The first colour that can become implicit, its kind and the remaining pattern.

    The kind must be the set of columns where the colour occurs: a star would stand for the colour
    in all columns of its kind.  The colour must be in as many clauses as these columns have stars.
    """
    for colour in pattern.occurring:
        rest = tuple(row for row in pattern.clauses if colour not in row)
        columns = {row.index(colour) for row in pattern.clauses if colour in row}
        stars = sum(row[column] == STAR for row in rest for column in columns)
        if stars == len(pattern.clauses) - len(rest) > 0:
            kind, left = sum(1 << column for column in columns), pattern_of(rest)
            if with_new(left, {colour: kind}, game) == pattern:
                return colour, kind, left
    return None
