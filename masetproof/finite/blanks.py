"""Blanks: a finite game whose questions may leave cells empty, as a state of play of a larger one.

In the reading `with` a question may have in any cell a colour that no secret has.  A player has
such colours once answers have excluded them.  So Mastermind with 9 colours and with blanks is
Mastermind with 10 colours after the question 9999 was answered by no peg: the secrets are those of
the first 9 colours, and the last one is a blank, in any number of cells.  Where no colour repeats
in a question, each blank cell needs an excluded colour of its own, so there is one for each peg;
and where answers tell of an asked colour in its own column only, each of them is asked in each
column.  What searches, strategies and trees do with states of play they so do with blanks.
"""

from __future__ import annotations

from dataclasses import replace

from masetproof.arguments import Refused, as_instance
from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import AlikeGame


def with_blanks(finite: FiniteGame) -> FiniteGame:
    """The same secrets, on a board with colours that answers have excluded.

    `Refused` in games that are not of pegs, and where only possible secrets may be asked.

    >>> from masetproof import FiniteGame
    >>> from masetproof.finite.blanks import with_blanks
    >>> with_blanks(FiniteGame("mastermind", 4, 9)).title
    'Mastermind, 4 pegs, 10 colours, after 9999:0,0'
    >>> with_blanks(FiniteGame("ab", 2, 3)).title
    'AB game, 2 pegs, 5 colours, after 34:0,0'
    """
    as_instance(FiniteGame, finite, "the finite game")
    game, pegs = finite.game, finite.pegs
    if not isinstance(game, AlikeGame):
        raise Refused(f"the game {game.name} has no colours that can serve as blanks")
    if finite.consistent_only or finite.hard:
        raise Refused("where questions must be possible secrets there are no blanks")
    if finite.after:
        raise Refused("blanks are for a game from its beginning, without --after")
    sizes = finite.columns or (finite.colours,) * pegs
    more = 1 if game.colours_taken(1) == 0 else pegs
    columns = tuple(size + more for size in sizes) if finite.columns else ()
    larger = replace(finite, colours=max(sizes) + more, columns=columns)
    blank = tuple(size + (place if more > 1 else 0) for place, size in enumerate(sizes))
    secret = _some_secret(finite)
    turns = pegs if len(game.kinds(pegs)) > len(game.alphabets(pegs)) else 1
    asked = [blank[turn:] + blank[:turn] for turn in range(turns)]
    steps = [(question, game.number(secret, question)) for question in asked]
    return replace(larger, after=tuple(steps))


def _some_secret(finite: FiniteGame) -> tuple[int, ...]:
    """A secret; which one makes no difference to the answers here."""
    different = finite.has_distinct_secrets
    return tuple(place if different else 0 for place in range(finite.pegs))
