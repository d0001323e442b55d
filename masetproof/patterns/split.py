"""Splitting a pattern by a question (docs/model.md, "Questions"; Peczarski, subprocedure 1)."""

from __future__ import annotations

from masetproof.games import EXTRA, Game, Word
from masetproof.patterns.pattern import MasetPattern

__all__ = ["new_colours", "split"]


def new_colours(pattern: MasetPattern, question: Word) -> int:
    """How many new colours *question* makes explicit on a normalized *pattern*."""
    return max([0, *(cell - pattern.colours + 1 for cell in question if cell < EXTRA)])


def split(pattern: MasetPattern, question: Word, game: Game) -> tuple[MasetPattern, ...]:
    """The parts of a normalized pattern, one for each answer in their order, not normalized.

    `ValueError` when the question has the wrong length or skips a new colour.
    """
    pegs = pattern.pegs
    if len(question) != pegs:
        raise ValueError(f"a question on {pattern} has {pegs} cells, not {len(question)}")
    new = new_colours(pattern, question)
    if not set(range(pattern.colours, pattern.colours + new)) <= set(question):
        raise ValueError("new colours are numbered from the number of explicit colours on")
    parts: list[list[Word]] = [[] for _ in game.answers(pegs)]
    for clause in pattern.extend(new, game).clauses:
        parts[game.number_of(game.answer(clause, question))].append(clause)
    return tuple(MasetPattern(tuple(part)) for part in parts)
