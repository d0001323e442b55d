"""How many secrets that give the same answer can be found with a few questions.

These bounds are for the decision whether there is a strategy with so many questions.  They say more
than those by size alone (`search.bounds.sizes_bounds`): what a second question does to the secrets
of a part is known once it is known what it does to all of them.
"""

from __future__ import annotations

from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels as kernel
from masetproof.cache import kept_in_memory
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import kinds_behind, orbits
from masetproof.search.board import Board

_MOST_COUNTED = 1 << 28
"""Of secrets, and of pairs of answers, for pairs of questions; that takes a second at most."""
_MOST = int(np.iinfo(np.uint16).max)


@final
class Capacities(NamedTuple):
    """What sets of secrets can be solved, by their numbers.

    reach: int64[N + 2], the most secrets that 0, 1, ... questions find.  parts: uint16[D, answers,
    Q], the most secrets with this answer to this question that 0, 1, ... questions find, or 65,535
    if that is less; D is 0 where it would take too long, and for more questions than D nothing is
    known but the size.  Questions and answers are numbered as on the board.
    """

    reach: NDArray[np.int64]
    parts: NDArray[np.uint16]


@kept_in_memory(4, apart_from="board")
def capacities(finite: FiniteGame, board: Board) -> Capacities:
    """The capacities of a game, on its board.

    Let g(q, a, d) be at least the size of every set of secrets that all answer a to q and that d
    questions can solve: g(q, a, 1) = 1 where a secret gives this answer.  A strategy with d
    questions for such a set S asks some question r first.  The secrets of S that answer b to r, the
    winning answer excepted, are solved by d - 1 questions; all of them answer a to q, and b to r.
    So there are no more of them than in the whole game, n(q, a, r, b), nor than g(q, a, d - 1), nor
    than g(r, b, d - 1); and r itself is one secret at most.  Hence

        g(q, a, d) = max over all questions r of the sum over the answers b of
                     min(n(q, a, r, b), g(q, a, d - 1), g(r, b, d - 1))

    is such a bound, where b wins with 1 in place of the two g.  A set of any secrets is solved in
    the same way: f(d) = max over r of the sum over b of g(r, b, d - 1), with 1 where b wins.

    Symmetries that keep answers map q and r to another pair with the same numbers.  So one q of
    each orbit is enough, and for each q those r that take new colours in order (`Board.names`).
    """
    answers, count = board.answers, len(board.order)
    first = np.zeros(0, np.int64) if finite.after else _kinds(finite)[board.order]
    kinds, kind = np.unique(first, return_inverse=True)
    asked = np.argsort(board.order)[kinds]
    seconds = [_seconds(board, question) for question in asked.tolist()]
    if not seconds or sum(seconds) * (len(board.told) + answers**2) > _MOST_COUNTED:
        return Capacities(board.reach, np.zeros((0, answers, count), np.uint16))
    pairs = [_pairs(board, *pair) for pair in zip(asked.tolist(), seconds, strict=True)]
    sizes = np.array([numbers[0].sum(axis=1) for numbers in pairs])
    known = [np.zeros_like(sizes), np.minimum(sizes, 1)]
    while (known[-1] < sizes).any():
        known.append(_with_one_more(known[-1], pairs, kind))
    others = (row[:, :-1].sum(axis=1) + sizes[:, -1] for row in known)
    reach = [0, *(int(most.max()) for most in others)]
    reach += [len(board.told)] * (len(board.reach) - len(reach))
    parts = np.minimum(known, _MOST).astype(np.uint16)[:, kind].transpose(0, 2, 1)
    return Capacities(
        np.minimum(board.reach, reach[: len(board.reach)]), np.ascontiguousarray(parts)
    )


def _kinds(finite: FiniteGame) -> NDArray[np.int64]:
    """For each question the least number of one that symmetries which keep answers map it to."""
    exchanges = finite.symmetry.maps or finite.symmetry.moves_answers
    return kinds_behind(finite, []) if exchanges else orbits(finite)


def _seconds(board: Board, question: int) -> int:
    """How many questions may be asked after this one, up to names of colours that it lacks."""
    if not len(board.names):
        return len(board.order)
    names = int((board.symbols[question] - board.starts.astype(np.int64)).max()) + 1
    return int(board.names[names])


def _pairs(board: Board, question: int, seconds: int) -> NDArray[np.int32]:
    """How many secrets answer a to a question and b to one of the others: [seconds, a, b]."""
    numbers = np.zeros((seconds, board.answers, board.answers), np.int32)
    kernel.count_pairs(board.told, question, numbers)
    return numbers


def _with_one_more(
    known: NDArray[np.int64], pairs: list[NDArray[np.int32]], kind: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The capacities of kinds of questions for one question more: int64[kinds, answers]."""
    below = known.copy()
    below[:, -1] = 1  # what wins
    rows = [
        np.minimum(np.minimum(numbers, below[kind[: len(numbers)], None]), own[:, None])
        .sum(axis=2)
        .max(axis=0)
        for own, numbers in zip(known, pairs, strict=True)
    ]
    return np.array(rows)
