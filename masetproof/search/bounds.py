"""The bounds of the search, each with its argument.

The totals are those of strategies for a state: a set of s secrets that are possible, and a number
of questions that are left.  The compiled search repeats `least_total`, `least_total_by_members`,
`most_solved` and `least_needing_last`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import kept_in_memory
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import blocks, cells, is_wide, orbits
from masetproof.progress import Tick, no_tick

_ROWS = 34
"""Rows of `least_by_most_parts`: with more parts the bounds hardly differ."""
_AT_LEAST, _FACTOR, _GREEDY = 1.18, 0.85, 0.93


def least_total(size: int) -> int:
    """The least total of s secrets, one or more, in any game: 2s - 1.

    The first question finds at most one secret, and each other one costs at least two.  It is
    attained exactly by a secret of the state that separates all others.  So without such a secret
    the total is at least 2s, which is attained when a question of the outside separates all, or one
    of the inside all but one pair (and three questions are left).
    """
    return 2 * size - 1


def least_total_of_question(size: int, parts: int, *, inside: bool) -> int:
    """The least total of s secrets when the first question has k parts: 3s - k, or 3s - k - 1.

    parts: how many answers, the winning one included, the secrets give.  inside: whether the
    question is one of the secrets.  Every secret pays for this question, and a part of t secrets
    costs `least_total`, 2t - 1, or nothing when it is the winning one, which would cost 1.
    """
    return size + (2 * size - parts) - inside


def least_total_by_members(bound: int, missed: int, *, by_sizes: bool) -> int:
    """A bound of the total of a first question, from the secrets of its parts as next questions.

    bound: a lower bound of the total.  missed: how many parts of t secrets, three or more, have no
    secret that separates all others of the part, although the bound of t secrets is 2t - 1.
    by_sizes: whether *bound* is what the question costs and the sum of the bounds of its parts by
    their sizes alone.

    A missed part costs at least 2t, one more than by its size (`least_total`), and each other part
    at least its bound; so the sum grows by one for each missed part.  Where the bound of t secrets
    is 2t - 1 and the part is not missed, its total is known: one of its secrets separates all
    others, and two questions are left, as one would not solve t.  It is not looked at again.

    That holds for a bound by sizes only.  One that was found part by part may have 2t or more of a
    missed part already, and would count the same thing twice: the question could be given up though
    it is the best one, and each further look at it would raise it again.  So the search notes which
    bounds are by sizes (`missed` of a `Ranked` in `kernels/c/searching.h` is 0 for no others),
    looks at the members of a question's parts once, and adds to no other bound.  When the question
    is bounded part by part later, a missed part begins with 2t as its bound, and what is found out
    replaces that where it is more: bounds of one part are compared, those of different parts added.
    """
    return bound + missed if by_sizes else bound


def most_solved(parts: int, left: int) -> int:
    """How many secrets the questions that are left can solve, if none has more than *parts* parts.

    A question has no more parts in a part of a state than in the state; with the last question one
    secret is found.
    """
    return int(parts ** (left - 1))


def least_needing_last(size: int, parts: int, solved: int) -> int:
    """The least number of secrets that need the last question when the first one has *parts* parts.

    parts: the winning one included.  solved: the most secrets of a part that are solved without the
    first question and the last.  All others of a part need the last one.  The winning part is
    solved even when there are two questions only and none is between them; so at least one secret
    does not need the last.

    The bound is attained when there are three questions, and one between them finds one secret of
    each part, as long as the last one finds the others.  So a question that separates all secrets
    leaves none that needs the third, and one that leaves a pair leaves one.
    """
    return size - min(size, max(1, parts * solved))


@kept_in_memory(4, apart_from="tick")
def sizes_of_parts(finite: FiniteGame, tick: Tick = no_tick) -> NDArray[np.int64]:
    """The sizes of the parts of a first question of each kind: int64[kinds, answers but the winning
    one], read-only, without a table of answers.  Where answers are numbered anew (`finite.table`),
    those that no secret gives are left out.

    tick: called now and then; it may raise.
    """
    questions, secrets = cells(finite)
    wins = finite.winning
    first = orbits(finite)
    kinds = questions[first == np.arange(len(first))]
    wide = is_wide(finite)
    found: list[NDArray[np.int64]] = []
    for block in blocks(len(kinds), len(secrets)):
        tick()
        rows = finite.game.numbers(kinds[block], secrets)
        counts = (np.bincount(row, minlength=wins + 1)[:wins] for row in rows)
        found += [row[row > 0] if wide else row for row in counts]
    sizes = np.zeros((len(kinds), max(map(len, found), default=1) or 1), np.int64)
    for row, given in zip(sizes, found, strict=True):
        row[: len(given)] = given
    sizes.flags.writeable = False
    return sizes


@kept_in_memory(4, apart_from="tick")
def sizes_bounds(
    finite: FiniteGame, tick: Tick = no_tick
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The bounds by size, `Board.reach` and the last row of `Board.least`, read-only, without a
    table of answers.

    tick: called now and then; it may raise.

    reach[d]: the most secrets that d questions may solve.  least[s]: the least total that any s
    secrets may have.

    Let f(d) be at least the size of every set of secrets that d questions can solve; f(0) = 0.
    After a first question the secrets that give one answer, other than the winning one, are solved
    by d - 1 questions, and there are no more of them than in the whole game; so

        f(d) = max over all questions q of
               1 + sum over the answers a but the winning one of min(f(d - 1), secrets that answer a
               to q)

    is such a bound.  Questions that a symmetry maps to each other have equal sums, so one of each
    kind is enough.  In any strategy at most f(d) of s secrets are found with d questions or fewer,
    so at least s - f(d) need more than d, and the total, which is the sum over d >= 0 of the
    secrets that need more than d questions, is at least the sum of max(0, s - f(d)).  Of d
    questions at least max(0, s - f(d - 1)) secrets need the last one.
    """
    secrets, sizes = finite.secret_count, sizes_of_parts(finite, tick)
    reach = [0]
    while reach[-1] < secrets:
        reach.append(1 + int(np.minimum(sizes, reach[-1]).sum(axis=1).max()))
    least = _beyond(secrets, reach)
    reach += [secrets] * (secrets + 2 - len(reach))
    both = np.array(reach, dtype=np.int64), least
    for bounds in both:
        bounds.flags.writeable = False
    return both


def least_by_most_parts(finite: FiniteGame) -> NDArray[np.int32]:
    """The least total of 0, 1, ... secrets of a state, by the most parts that any question has:
    int32[K, N + 1], `Board.least`.

    Row k is for questions with at most k parts, counting one more for a question that may be the
    secret, as `least_total_of_question` does.  Then d questions solve at most k ** (d - 1) secrets
    (`most_solved`), and so the total of s secrets is at least the sum over d >= 0 of max(0, s -
    k ** (d - 1)), where no question solves none.  This holds for each part of the state as well,
    because questions have no more parts in it.  The last row holds for any number of parts.
    """
    secrets = finite.secret_count
    _, least = sizes_bounds(finite)
    rows = np.tile(least.astype(np.int32), (least_rows(finite), 1))
    for parts in range(2, len(rows) - 1):
        reach = [0, 1]
        while reach[-1] < secrets:
            reach.append(reach[-1] * parts)
        rows[parts] = np.maximum(rows[parts], _beyond(secrets, reach))
    return rows


def least_rows(finite: FiniteGame) -> int:
    """The rows of `least_by_most_parts`."""
    return min(len(finite.answers) + 2, _ROWS) + 1


def estimates(finite: FiniteGame, greedy: int | None = None) -> NDArray[np.int32]:
    """About what 0, 1, ... secrets cost, in sixteenths: int32[N + 1].

    Not a bound: it orders questions, and says how far parts are raised.  A set of m secrets costs
    about m (1.18 + c ln m): a little more than one question for each secret, and one more each time
    that a question divides what is left.  c is such that the best first question costs a little
    less than greedy, the total of a greedy strategy; without that, what a first question tells
    says how fast sets become small.  Estimates that are too high cost more time than those that are
    too low.  The factors were found by trying.
    """
    sizes = sizes_of_parts(finite)
    logs = sizes * np.log(np.maximum(sizes, 1))
    best = logs.sum(axis=1).argmin() if len(sizes) else 0
    told = np.log(finite.secret_count) - logs[best].sum() / finite.secret_count
    slope = _FACTOR / max(told, _FACTOR)
    if greedy is not None and logs[best].any():
        paid = _GREEDY * (greedy - finite.secret_count) - _AT_LEAST * sizes[best].sum()
        slope = paid / logs[best].sum()
    numbers = np.arange(1, finite.secret_count + 1)
    # No steeper, so that the kernel can add estimates in 24 bits.
    costs = numbers * (_AT_LEAST + min(1.0, max(0.0, slope)) * np.log(numbers))
    return np.concatenate([[0], 16 * costs]).astype(np.int32)


def _beyond(secrets: int, reach: list[int]) -> NDArray[np.int64]:
    """The sums over d of max(0, s - reach[d]), for s from 0 to the number of secrets."""
    numbers = np.arange(secrets + 1)
    total = np.zeros(secrets + 1, np.int64)
    for bound in reach:
        total += np.maximum(0, numbers - bound)
    return total
