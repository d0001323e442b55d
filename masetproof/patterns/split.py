"""Splitting a pattern by a question (docs/model.md, "Questions"; Peczarski, subprocedure 1)."""

from __future__ import annotations

from collections.abc import Sequence

from masetproof.arguments import Refused, shown
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.patterns.pattern import MasetPattern, as_pattern, pattern_of, with_new
from masetproof.words import COLOUR_LIMIT, EXTRA, Word, word_text

__all__ = ["new_colours", "split"]


def new_colours(pattern: MasetPattern, question: Word) -> int:
    """How many new colours *question* makes explicit on a normalized *pattern*."""
    return max([0, *(cell - pattern.colours + 1 for cell in question if cell < EXTRA)])


def _new_kinds(
    pattern: MasetPattern,
    question: Word,
    new: int,
    game: PegGame,
    given: Sequence[int] | None,
) -> dict[int, int]:
    """The new colours of a question, and the kind of each."""
    first, stars = pattern.colours, pattern.star_columns
    fresh = {cell: j for j, cell in enumerate(question) if first <= cell < EXTRA}
    if first + new > COLOUR_LIMIT:
        raise Refused(f"a pattern has at most {COLOUR_LIMIT} explicit colours")
    if game.white_pegs:
        if given is not None:
            raise Refused(f"the implicit colours of {game.name} are of one kind")
        return dict.fromkeys(range(first, first + new), (1 << pattern.pegs) - 1)
    if game.own_alphabets:
        _check_alphabets(pattern, question)
    for column in fresh.values():
        if not stars[column]:
            raise Refused(f"column {column} of {pattern.brief()} has no implicit colour")
    everywhere = sum(1 << column for column, star in enumerate(stars) if star)
    columns = [fresh[cell] for cell in sorted(fresh)]
    usual = [1 << column if game.own_alphabets else everywhere for column in columns]
    kinds = usual if given is None else given
    if (
        not isinstance(kinds, tuple | list)
        or len(kinds) != new
        or any(
            type(kind) is not int
            or kind not in game.kinds(pattern.pegs)
            or not kind >> column & 1
            or kind & ~everywhere
            for kind, column in zip(kinds, columns, strict=True)
        )
    ):
        raise Refused(f"the new colours of the question are not of the kinds {shown(given)}")
    return dict(zip(sorted(fresh), kinds, strict=True))


def _check_alphabets(pattern: MasetPattern, question: Word) -> None:
    """`Refused` when a question has a colour in a column that has it not."""
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
    pattern: MasetPattern | str,
    question: Word | str,
    game: PegGame | str,
    kinds: Sequence[int] | None = None,
) -> tuple[MasetPattern, ...]:
    """The parts of a normalized pattern, one for each answer in their order, not normalized.

    Each argument is the value or its text.  `Refused` when the pattern is empty or not normalized,
    or when the question has the wrong length, skips a new colour or repeats one against the rules.

    kinds: where columns share colours of several kinds, those of the new colours, from left to
    right; when it is left out, colours that may stand wherever there is a star.

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
    pattern.check_game(game)
    fresh = _new_kinds(pattern, question, new, game, kinds)
    for clause in with_new(pattern, fresh, game).clauses:
        parts[game.number_of(game.compare(clause, question))].append(clause)
    return tuple(pattern_of(tuple(part)) for part in parts)
