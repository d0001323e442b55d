"""Splitting a pattern by a question (docs/model.md, "Questions"; Peczarski, subprocedure 1)."""

from __future__ import annotations

from itertools import product

from masetproof.arguments import Refused
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.patterns.pattern import MasetPattern, as_pattern, pattern_of
from masetproof.words import COLOUR_LIMIT, EXTRA, STAR, Word, word_text

__all__ = ["new_colours", "split"]


def new_colours(pattern: MasetPattern, question: Word) -> int:
    """How many new colours *question* makes explicit on a normalized *pattern*."""
    return max([0, *(cell - pattern.colours + 1 for cell in question if cell < EXTRA)])


def _extended(pattern: MasetPattern, question: Word, new: int, game: PegGame) -> MasetPattern:
    """The pattern with the new colours of a question made explicit."""
    if not game.own_alphabets:
        return pattern.extend(new, game)
    pattern.check_game(game)
    fresh = [(cell, j) for j, cell in enumerate(question) if pattern.colours <= cell < EXTRA]
    columns = [column for _, column in sorted(fresh)]
    if len(columns) > new:
        raise Refused("a new colour is of one column only, as each column has its own colours")
    for column, cell in enumerate(question):
        if cell < pattern.colours and pattern.column_of[cell] != column:
            raise Refused(
                f"the question has the colour {word_text((cell,))} in a column that has it not: "
                f"each column of {pattern.brief()} has its own colours"
            )
    return _with_new(pattern, columns)


def _with_new(pattern: MasetPattern, columns: list[int]) -> MasetPattern:
    """Make an implicit colour of each of some columns explicit, as k, k+1, ... in their order."""
    fresh = {column: pattern.colours + place for place, column in enumerate(columns)}
    if pattern.colours + len(fresh) > COLOUR_LIMIT:
        raise Refused(f"a pattern has at most {COLOUR_LIMIT} explicit colours")
    for column in fresh:
        if not pattern.star_columns[column]:
            raise Refused(f"column {column} of {pattern.brief()} has no implicit colour")
    rows: list[Word] = []
    for row in pattern.clauses:
        choices = [
            (fresh[column], STAR) if cell == STAR and column in fresh else (cell,)
            for column, cell in enumerate(row)
        ]
        rows += product(*choices)
    return pattern_of(tuple(sorted(rows)))


def split(
    pattern: MasetPattern | str, question: Word | str, game: PegGame | str
) -> tuple[MasetPattern, ...]:
    """The parts of a normalized pattern, one for each answer in their order, not normalized.

    Each argument is the value or its text.  `Refused` when the pattern is empty or not normalized,
    or when the question has the wrong length, skips a new colour or repeats one against the rules.

    >>> split("{**}", "01", "mastermind")
    ({**}, {1*|*0}, {00|0*|11|*1}, {10}, {}, {01})
    """
    game = as_peg_game(game)
    pattern, question = as_pattern(pattern), game.as_question(question)
    pattern.check_normalized()
    pegs = pattern.pegs
    if len(question) != pegs:
        raise Refused(f"a question on {pattern.brief()} has {pegs} cells, not {len(question)}")
    new = new_colours(pattern, question)
    if not set(range(pattern.colours, pattern.colours + new)) <= set(question):
        raise Refused(
            f"the question has a colour that does not exist: {pattern.brief()} has "
            f"{pattern.colours} explicit colours, and new colours are numbered from there on"
        )
    parts: list[list[Word]] = [[] for _ in game.answers(pegs)]
    for clause in _extended(pattern, question, new, game).clauses:
        parts[game.number_of(game.compare(clause, question))].append(clause)
    return tuple(pattern_of(tuple(part)) for part in parts)
