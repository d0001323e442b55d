"""States of a finite game: what may be left out of a search through all strategies, and why.

A *state* is the set of secrets that are possible and the number d of questions that are left.
Every legal question is allowed in every state (with `consistent_only`: every possible secret), so
what is still to pay depends on the state alone.  Its *value* is the least total of a strategy that
finds each of its secrets with at most d questions, or infinite.

**Idle questions.** One that leaves all secrets together can be dropped from a strategy, which gets
shorter.  So every question that is asked excludes a secret, s secrets never need more than s
questions, and d may be replaced by min(d, s).

Where the secrets that need the last question are counted, d may be replaced by min(d, s + 1): then
none needs it.

**Symmetries.** A symmetry of the game maps words to words and keeps what answers tell, so a state
and its image have the same value: what is known of one holds for the other.  Permutations of
columns and of colours are those of maset patterns, once each alphabet that is renamed by itself has
symbols of its own (`Symmetry.to_symbols`), and *marks* keep columns of different sizes apart.  So
the pattern engine gives the canonical form of a state, which is a pattern without stars, and states
that were reached in different ways meet in the table: by refinement alone for small states, which
may leave isomorphic ones apart but never takes different ones for the same, and by nauty for large
ones.  Of the images under the named maps of a game the one with the least form counts.  Where no
colours are renamed, the group is small, and the images are compared one by one.

**Isomorphic questions.** An automorphism of a state maps a question to one that costs the same, so
one question of each orbit is asked.  In large states the orbits are computed: nauty gives
automorphisms in the symbols that occur, which are extended to the others alphabet by alphabet, and
symbols that do not occur are exchanged freely.  Of questions of which all secrets of the state give
the same answers one is enough, too; so of two questions that differ in symbols that do not occur
only one is kept, where the table of answers shows that these tell nothing.  In smaller states only
exchanges of two symbols are sought: two symbols are *twins* when exchanging them maps the state to
itself.  Being twins is an equivalence, since (c d)(d e)(c d) = (c e), and any permutation within
the classes is a product of such exchanges; so a question may be required to use each class from its
least symbol on, without gaps.

**Bounds.** They are in `masetproof.search.bounds`, each with its argument: by size, by the members
of a state as questions, by the number of parts of a question.  The least bound over all questions
bounds the state.  A question is given up when its parts' bounds add up to no less than the best
total so far, and a state when its bound reaches its upper bound, which is what its total must stay
below to be of any use; then that is its lower bound.

**Determinism.** Questions are tried in the order of their bounds, then of the sum of the squares of
their parts, then of their numbers, and only a smaller total replaces the best one.  A question that
attains the value v of a state is never given up with an upper bound of v + 1, whatever the table
knows; so the first one in that order is taken, on every machine and with any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations
from math import factorial
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.finite.setting import MOST_WORDS, FiniteGame
from masetproof.finite.table import cells, merged, numbering
from masetproof.games.symmetry import Colours, Symmetry
from masetproof.kernels import Prepared, refine_members
from masetproof.patterns.columns import decode
from masetproof.patterns.isomorphism import Witness, automorphisms, canonical
from masetproof.patterns.pattern import MasetPattern, pattern_of
from masetproof.words import COLOUR_LIMIT, Word

__all__ = ["Forms", "Isomorphism", "Members", "isomorphism_of", "plain_value"]

Members = NDArray[np.uint16]
"""The possible secrets of a state: their numbers, ascending."""

_NAUTY = 1000
"""States with this many secrets get nauty's canonical form, smaller ones are only refined."""
_MOST_IMAGES = 120
"""Small groups have at most this many elements."""


class Isomorphism:
    """Which states of a game are known to be isomorphic; this one knows only that equals are."""

    def __init__(self, finite: FiniteGame) -> None:
        self._questions, self._secrets = cells(finite)

    def key(self, members: Members) -> bytes:
        """A key that isomorphic states mostly share and other states never."""
        return members.tobytes()

    def questions(self, members: Members, answers: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The numbers of questions, one for each that costs something else, ascending.

        answers: the table of answers of the game.
        """
        return np.arange(len(self._questions))


def isomorphism_of(finite: FiniteGame) -> Isomorphism:
    """What there is for the symmetries of a game.

    Whichever secrets a game has left: a symmetry of the whole game keeps the value of any state.
    """
    symmetry = finite.whole.symmetry
    marks = _marks(symmetry)
    most = max(symmetry.symbols - 1, marks.max(initial=0))
    if symmetry.renamings is Colours.OWN and (
        most >= COLOUR_LIMIT or finite.question_count + len(marks) > MOST_WORDS
    ):
        smaller = Colours.FIXED if symmetry.sizes else Colours.SHARED
        symmetry = replace(symmetry, renamings=smaller)
    if symmetry.renamings is not Colours.FIXED:
        many = finite.colours > COLOUR_LIMIT  # which only a state of play may have
        return Isomorphism(finite) if many else _Renaming(finite, symmetry)
    if (symmetry.maps or symmetry.columns) and not finite.after:
        return _SmallGroup(finite, symmetry)
    return Isomorphism(finite)


@final
class _SmallGroup(Isomorphism):
    """All elements of a group that renames no colours, as permutations of secrets and questions."""

    def __init__(self, finite: FiniteGame, symmetry: Symmetry) -> None:
        super().__init__(finite)
        orders = [tuple(range(finite.pegs))]
        if symmetry.columns and factorial(finite.pegs) <= _MOST_IMAGES:
            sizes = symmetry.sizes or (finite.colours,) * finite.pegs
            orders = [
                order
                for order in permutations(orders[0])
                if all(sizes[source] == size for source, size in zip(order, sizes, strict=True))
            ]
        maps: list[Callable[[NDArray[Any]], NDArray[Any]]] = [lambda words: words, *symmetry.maps]
        elements = [
            (
                _places(finite, self._secrets, image, order),
                _places(finite, self._questions, image, order),
            )
            for image in maps
            for order in orders
        ]
        self._of_secrets = [secrets for secrets, _ in elements]
        self._of_questions = [questions for _, questions in elements]

    def key(self, members: Members) -> bytes:
        images = (np.sort(element[members]) for element in self._of_secrets)
        return min(image.astype(np.uint16).tobytes() for image in images)

    def questions(self, members: Members, answers: NDArray[np.uint8]) -> NDArray[np.int64]:
        stabilizer = [
            of_questions
            for of_secrets, of_questions in zip(self._of_secrets, self._of_questions, strict=True)
            if np.array_equal(np.sort(of_secrets[members]), members)
        ]
        every = np.arange(len(self._questions))
        return np.flatnonzero(merged(every, stabilizer) == every)


def _places(
    finite: FiniteGame,
    words: NDArray[Any],
    image: Callable[[NDArray[Any]], NDArray[Any]],
    order: tuple[int, ...],
) -> NDArray[np.int64]:
    """Where a symmetry maps words to, by their numbers."""
    return numbering(words, finite.colours)(image(words)[:, order])


@final
class _Renaming(Isomorphism):
    """Permutations of columns and symbols, by the pattern engine."""

    def __init__(self, finite: FiniteGame, symmetry: Symmetry) -> None:
        super().__init__(finite)
        self._alphabets = symmetry.alphabets
        # The colour of each symbol in its alphabet; marks, which no question holds, have none.
        self._colours = np.zeros(COLOUR_LIMIT, np.int64)
        for alphabet in self._alphabets:
            self._colours[alphabet.start : alphabet.stop] = range(len(alphabet))
        maps = [image(self._secrets) for image in symmetry.maps]
        marks = _marks(symmetry)
        self._images = [
            Forms(np.concatenate([symmetry.to_symbols(words), marks]), len(marks))
            for words in (self._secrets, *maps)
        ]
        self._symbols = symmetry.to_symbols(self._questions).astype(np.int64)
        self._number = numbering(self._questions, finite.colours)

    def key(self, members: Members) -> bytes:
        return min(image.of(members) for image in self._images)

    def questions(self, members: Members, answers: NDArray[np.uint8]) -> NDArray[np.int64]:
        words = self._images[0]
        clauses = tuple(sorted(map(tuple, words.symbols[words.marked(members)].tolist())))
        pattern, ranks = pattern_of(clauses).normalize()
        occurring = list(ranks)
        images = [self._image(columns, names) for columns, names in self._moves(pattern, occurring)]
        first = merged(np.arange(len(self._symbols)), images)
        kept = np.flatnonzero(first == np.arange(len(first)))
        # A question that holds several absent symbols of an alphabet, beside one with the first.
        names = np.arange(COLOUR_LIMIT)
        for absent in self._absent(occurring):
            names[absent] = absent[:1]
        plain = self._image(range(self._symbols.shape[1]), names)[kept]
        plain[plain < 0] = kept[plain < 0]
        other = first[plain] != kept
        other[other] &= (
            answers[kept[other][:, None], members] == answers[plain[other][:, None], members]
        ).all(axis=1)
        one_of_each: NDArray[np.int64] = kept[~other]
        return one_of_each

    def _absent(self, occurring: list[int]) -> list[list[int]]:
        """The symbols that do not occur, alphabet by alphabet."""
        return [[s for s in alphabet if s not in occurring] for alphabet in self._alphabets]

    def _moves(
        self, pattern: MasetPattern, occurring: list[int]
    ) -> list[tuple[tuple[int, ...], NDArray[np.int64]]]:
        """Permutations of columns and symbols that generate the automorphisms of a state."""
        identity = tuple(range(pattern.pegs))
        absent = self._absent(occurring)
        moves = []
        for one, other in (pair for some in absent for pair in pairwise(some)):
            names = np.arange(COLOUR_LIMIT)
            names[[one, other]] = other, one
            moves.append((identity, names))
        for witness in automorphisms(pattern):
            moves.append((witness.columns, self._extended(witness, occurring, absent)))
        return moves

    def _extended(
        self, witness: Witness, occurring: list[int], absent: list[list[int]]
    ) -> NDArray[np.int64]:
        """The renaming of a witness, and absent symbols to those of the alphabet they come to."""
        names = np.arange(COLOUR_LIMIT)
        names[occurring] = np.array(occurring)[list(witness.colours)]
        if len(self._alphabets) > 1:
            for column, source in enumerate(witness.columns):
                names[absent[source]] = absent[column]
        return names

    def _image(self, columns: Any, names: NDArray[np.int64]) -> NDArray[np.int64]:
        """The numbers of the images of all questions, -1 where it is no question."""
        # A column's symbols become those of one column, in which they stand for all colours.
        colours = self._colours[names]
        return self._number(colours[self._symbols[:, list(columns)]])


@final
class Forms:
    """Keys of sets of words that permutations of columns and of symbols may rename.

    symbols: integer[words, pegs], all less than `COLOUR_LIMIT`.  marks: how many words, the last
    ones, belong to all sets.
    """

    def __init__(self, symbols: NDArray[Any], marks: int = 0) -> None:
        self.symbols = symbols.astype(np.uint8)
        words, pegs = symbols.shape
        self._marks = np.arange(words - marks, words, dtype=np.uint16)
        self._room = Prepared(
            "RefineRoom",
            {
                "ranks": np.empty(COLOUR_LIMIT, np.int64),
                "cells": np.empty((words, pegs), np.int64),
                "keys": np.empty((4, COLOUR_LIMIT), np.uint64),
                "columns": np.empty(pegs, np.uint8),
                "colours": np.empty(COLOUR_LIMIT, np.uint8),
            },
        )

    def of(self, members: Members) -> bytes:
        """A key of the words of these numbers, which isomorphic sets mostly share and others
        never."""
        members = self.marked(members)
        codes = np.empty(len(members), np.int64)
        refine_members(self.symbols, self._room, members, codes)
        codes.sort()
        if len(members) < _NAUTY:
            return codes.tobytes()
        pattern = pattern_of(tuple(map(tuple, decode(codes, self.symbols.shape[1]).tolist())))
        return bytes(cell for row in canonical(pattern).form.clauses for cell in row)

    def marked(self, members: Members) -> Members:
        """The numbers of a set of words and of the marks."""
        return np.concatenate([members, self._marks]) if len(self._marks) else members


def _marks(symmetry: Symmetry) -> NDArray[np.int64]:
    """Words of two more symbols that tell columns of different sizes apart: integer[marks, pegs].

    The first mark has the first symbol in all columns; each further one has the second instead in
    the columns above a size.  All other symbols are in one column only, and the second one is not
    in the smallest columns; so an isomorphism of sets with marks keeps the first symbol, and marks
    are mapped to marks.  As these have it different numbers of times, each is mapped to itself, and
    so are the columns above a size.  The permutations of columns of the same size change no mark.
    """
    limits = sorted(set(symmetry.sizes), reverse=True)
    rows = [[symmetry.symbols + (size > limit) for size in symmetry.sizes] for limit in limits]
    return np.array(rows, np.int64).reshape(len(limits), symmetry.pegs)


def plain_value(
    finite: FiniteGame, secrets: frozenset[Word], left: int | None = None, *, fewest: bool = False
) -> float:
    """The value of a state by the textbook: all questions, all parts; infinite when there is none.

    fewest: the value is not the least total but the least number of secrets that need the last
    question.  The twin of the compiled search, for small states.
    """
    told = cache(finite.game.number)

    @cache
    def value(possible: frozenset[Word], left: int) -> float:
        if left == 0:
            return float("inf")
        best = float("inf")
        for question in possible if finite.consistent_only else finite.questions:
            parts: dict[int, set[Word]] = {}
            for secret in possible - {question}:
                parts.setdefault(told(secret, question), set()).add(secret)
            if possible not in parts.values():
                total = sum(value(frozenset(part), left - 1) for part in parts.values())
                best = min(best, len(possible) * (left == 1 if fewest else 1) + total)
        return best

    return value(secrets, len(secrets) if left is None else left)
