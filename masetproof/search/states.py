"""States of a finite game: what may be left out of a search through all strategies, and why.

A *state* is the set of secrets that are possible and the number d of questions that are left.
Every legal question is allowed in every state (with `consistent_only`: every possible secret), so
what is still to pay depends on the state alone.  Its *value* is the least total of a strategy that
finds each of its secrets with at most d questions, or infinite.

**Idle questions.** One that leaves all secrets together can be dropped from a strategy, which gets
shorter.  So every question that is asked excludes a secret, s secrets never need more than s
questions, and d may be replaced by min(d, s).

**Symmetries.** A permutation of pegs and one of colours map words to words and keep all answers, so
a state and its image have the same value: what is found out about one holds for the other.  The
pattern engine gives the canonical form of a state, which is a pattern without stars, so that states
that were reached in different ways meet in the table: by presorting alone for small states, which
may leave isomorphic ones apart but never takes different ones for the same, and by nauty for large
ones.

**Isomorphic questions.** An automorphism of a state maps a question to one that costs the same, so
one question of each orbit is asked.  In large states the pattern engine computes the orbits;
colours that the state does not hold are excluded, and match nothing, and are the extra colour of
docs/model.md.  In smaller ones only exchanges of two colours are sought: two colours are *twins*
when exchanging them maps the state to itself.  Being twins is an equivalence, since (c d)(d e)(c d)
= (c e), and any permutation within the classes is a product of such exchanges; so a question may be
required to use each class from its least colour on, without gaps.

**Bounds.** `masetproof.search.board` has the bounds by size.  A state of s >= 3 secrets has a total
of 2s - 1 exactly when one of them separates all others: the first question finds at most one, each
other secret costs at least two.  So without such a secret the total is 2s at least, which is
attained when a question of the outside separates all, or one of the inside all but one pair (and
three questions are left).  A question with k parts costs 3s - k at least, a possible secret one
less, as a part of t secrets costs 2t - 1 at least and the winning one nothing.  The least bound
over all questions bounds the state.  A question is given up when its parts' bounds add up to no
less than the best total so far, and a state when its bound reaches its budget, which is what its
total must stay below to be of any use; then the budget is its bound.

**Determinism.** Questions are tried in the order of their bounds, then of the sum of the squares of
their parts, then of their numbers, and only a smaller total replaces the best one.  A question that
attains the value v of a state is never given up with a budget of v + 1, whatever the table knows;
so the first one in that order is found, on every machine and with any number of workers.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from masetproof.finite import FiniteGame
from masetproof.games import EXTRA, Word
from masetproof.kernels.presorting import presort_batch
from masetproof.patterns.isomorphism import canonical
from masetproof.patterns.pattern import pattern_of
from masetproof.patterns.questions import non_isomorphic_questions

__all__ = ["Members", "canonical_key", "plain_value", "questions_up_to_symmetry"]

Members = NDArray[np.uint16]
"""The possible secrets of a state: their numbers, ascending."""

_NAUTY = 160
"""States of so many secrets get nauty's canonical form, smaller ones are only presorted."""


def canonical_key(words: NDArray[np.uint8]) -> bytes:
    """A key that isomorphic states mostly share and other states never.

    words: uint8[secrets, pegs], the possible secrets.
    """
    rows, pegs = words.shape
    shifts = np.arange(6 * (pegs - 1), -1, -6)
    ranks = np.cumsum(np.bincount(words.ravel()) > 0) - 1
    codes = (ranks[words] << shifts).sum(axis=1)
    columns = np.empty((1, pegs), np.uint8)
    colours = np.empty((1, ranks[-1] + 1), np.uint8)
    result = np.empty(rows, np.int64)
    presort_batch(
        codes, np.array([0, rows], np.int64), columns, colours, np.empty(1, np.int64), result
    )
    if rows < _NAUTY:
        return result.tobytes()
    pattern = pattern_of(tuple(map(tuple, (result[:, None] >> shifts & 63).tolist())))
    return bytes(cell for row in canonical(pattern).form.clauses for cell in row)


def questions_up_to_symmetry(finite: FiniteGame, secrets: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One question of each orbit under the automorphisms of a state: uint8[questions, pegs].

    secrets: uint8[secrets, pegs], the possible ones.
    """
    pattern, renaming = pattern_of(tuple(map(tuple, secrets.tolist()))).normalize()
    excluded = [colour for colour in range(finite.colours) if colour not in renaming]
    table = non_isomorphic_questions(pattern, finite.game, extra=bool(excluded), max_new=0)
    allowed = table.extra <= finite.game.extra_cells(finite.pegs, len(excluded))
    cells = table.cells[allowed]
    names = np.zeros(EXTRA + 1, np.uint8)
    for colour, rank in renaming.items():
        names[rank] = colour
    words = names[cells]
    extra = cells == EXTRA
    if extra.any():
        # Where colours repeat, one excluded colour serves for all extra cells; else each has its
        # own.
        used = 0 if finite.game.repeats else extra.cumsum(axis=1) - 1
        words = np.where(extra, np.array(excluded, np.uint8)[used * extra], words)
    return words


def plain_value(finite: FiniteGame, secrets: frozenset[Word], left: int | None = None) -> float:
    """The value of a state by the textbook: all questions, all parts; infinite when there is none.

    The twin of the compiled search, for small states.
    """
    game = finite.game

    @cache
    def value(possible: frozenset[Word], left: int) -> float:
        if left == 0:
            return float("inf")
        best = float("inf")
        for question in possible if finite.consistent_only else finite.questions:
            parts: dict[int, set[Word]] = {}
            for secret in possible - {question}:
                number = game.number_of(game.answer(secret, question))
                parts.setdefault(number, set()).add(secret)
            if possible not in parts.values():
                total = sum(value(frozenset(part), left - 1) for part in parts.values())
                best = min(best, len(possible) + total)
        return best

    return value(secrets, len(secrets) if left is None else left)
