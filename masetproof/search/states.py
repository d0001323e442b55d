"""States of a finite game: what may be left out of a search through all strategies, and why.

A *state* is the set of secrets that are possible and the number d of questions that are left.
Every legal question is allowed in every state (with `consistent_only`: every possible secret), so
what is still to pay depends on the state alone.  Its *value* is the least cost of a strategy that
finds each of its secrets with at most d questions, or infinite; a `Quantity` says what that counts.

**Idle questions.** One that leaves all secrets together can be dropped from a strategy, which gets
shorter.  So every question that is asked excludes a secret, s secrets never need more than s
questions, and d may be replaced by min(d, s).

Where the secrets that need the last question are counted, d may be replaced by min(d, s + 1): then
none needs it.

**Symmetries.** A symmetry of the game maps words to words and keeps what answers tell, so a state
and its image have the same value: what is known of one holds for the other.  Permutations of
columns and of colours are those of maset patterns, once each alphabet that is renamed by itself has
symbols of its own (`Symmetry.to_symbols`); only columns of the same size change places.  So a state
of some size is looked up in the table a second time, as its *form*: columns and symbols are told
apart by colour refinement (`kernels/c/refining.h`), and sorted; after some answers a form may have
words that these ruled out.  Isomorphic states mostly have the same
form, and a form is always isomorphic to its state, so that whatever is known of it holds.

**Isomorphic questions.** A symmetry that maps a state to itself maps a question to one that costs
the same, so one question of each orbit is enough.  A state is what its past leaves: the questions
asked, with their answers.  So each symmetry that maps the past to itself, questions with the same
answer to each other, maps the state to itself.  In large states all of these are looked for:
permutations of columns with the renamings that they force on the symbols of the past, while the
other symbols are exchanged freely.  A question is left out when one of them maps it to a word that
is less.  The least word of an orbit is never left out; so this is sound with any of the symmetries
of a state, also when only some are known.

In all states symbols that nobody has asked for are exchanged freely.  Each alphabet is asked for
from its first symbol on: then the first n symbols of each are in use, and a question may be
required to hold, beside these, only the next ones in the order of its columns.  The questions are
numbered such that those which satisfy this for a smaller n come first (`Board.names`).

**Bounds.** They are in `masetproof.search.bounds`, each with its argument: by size, by the members
of a state as questions, by the number of parts of a question; of many questions at a time by the
members of their parts, once each.  The least bound over all questions bounds the state.  A question
is given up when its parts' bounds add up to no less than the best cost so far, and a state when its
bound reaches its upper bound, which is what its value must stay below to be of any use; then that
is its lower bound.

**Order.** Questions are tried in the order of what they are estimated to cost: the best sixteen are
sorted, the others follow as they come.  An estimate proves nothing, but what is found first refutes
the rest.  A part of a question that is to be refuted need not be solved: its bound is raised, step
by step, and the next step is always that of the part where it is the cheapest by what such steps
took of late.  A state that is left because of its upper bound has as its bound the least of the
bounds of its questions, which may be more than that.  When it is entered again, with a greater
upper bound, while the same question is asked above, these bounds still hold.

**Determinism.** Only a smaller cost replaces the best one.  A question that attains the value v of
a state is never given up with an upper bound of v + 1, whatever the table knows, and the order with
that upper bound depends on the state and its past alone; so the first one in that order is taken,
with any number of workers and any memory.  Only where logarithms are rounded otherwise could
another machine estimate, and so order, questions differently.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from masetproof.finite.setting import FiniteGame
from masetproof.search.quantity import Quantity
from masetproof.words import Word

Members = NDArray[np.uint16]
"""The possible secrets of a state: their numbers, ascending."""


def plain_value(
    finite: FiniteGame,
    secrets: frozenset[Word],
    left: int | None = None,
    quantity: Quantity = Quantity.TOTAL,
) -> float:
    """The value of a state by the textbook: all questions, all parts; infinite when there is none.

    The twin of the compiled search, for small states.
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
                below = sum(value(frozenset(part), left - 1) for part in parts.values())
                best = min(best, quantity.paid(len(possible), left) + below)
        return best

    return value(secrets, len(secrets) if left is None else left)
