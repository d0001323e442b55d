"""A rule as a strategy, on the answers of a game: a table, or what computes them.

A question that splits nothing is never asked, so every rule comes to an end.  A possible secret
that separates all others is always asked, as no question is better.  Among the questions that a
rule finds equal, possible secrets are preferred; `Ties` chooses one of them.  A rule without a
score, such as `random`, draws one of all questions that split the secrets, possible or not.

Machines round scores in different ways.  So scores that differ by rounding only count as equal
here; exact scores decide between them, if the rule has any.

Where answers are computed, a kernel finds the best questions of the rules that come with the
package; the same questions, ties included, as from a table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_seed
from masetproof.finite.hard import NOTHING
from masetproof.finite.setting import MOST_PLAYED, MOST_WORDS, FiniteGame
from masetproof.finite.table import AnswerTable, make_table, orbits
from masetproof.finite.weights import whole_weights
from masetproof.kernels import (
    ALL_EQUAL,
    COMPARED,
    FIRST_EQUAL,
    LAST_EQUAL,
    LEAST_DISORDER,
    LEAST_LARGEST,
    LEAST_SQUARES,
    MOST_PARTS,
    choose_by_words,
    count_by_table,
    telling_by_table,
    weigh_by_table,
)
from masetproof.progress import Progress, Tick, no_tick, silent
from masetproof.strategies.computed import ComputedAnswers, Offered, Used, compute_answers, computes
from masetproof.strategies.rules import PUBLISHED, Rule, Ties, scores
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word

Numbers = NDArray[np.int64]
"""Numbers of secrets or of questions, ascending."""
Answers = AnswerTable | ComputedAnswers
"""The answers of a game."""

_AGREE = 1e-9
"""Rounded scores count as equal if they differ by at most this fraction of the least."""
_BLOCK, _SIZES = 1 << 28, 1 << 15
"""The most answers that are counted at a time, and the most sizes, which fit a processor's cache.
"""
_WANTED = {
    "minimax": LEAST_LARGEST,
    "expected-size": LEAST_SQUARES,
    "entropy": LEAST_DISORDER,
    "most-parts": MOST_PARTS,
}
"""Rules that a kernel knows."""
_EQUAL = {
    Ties.FIRST: FIRST_EQUAL,
    Ties.MIDDLE: ALL_EQUAL,
    Ties.LAST: LAST_EQUAL,
    Ties.RANDOM: ALL_EQUAL,
}
_UNIT = 1 << 30
"""Weights of parts in the kernel are in units of 1 / _UNIT; each is wrong by less than two."""


def most_words(finite: FiniteGame) -> int:
    """The most words of a game like this one that rules are played on."""
    return MOST_PLAYED if computes(finite) else MOST_WORDS


def answers_of(finite: FiniteGame, memory: int, tick: Tick = no_tick) -> Answers:
    """The answers of a game: computed, or a table, which is `Refused` beyond the memory."""
    return compute_answers(finite, tick) if computes(finite) else make_table(finite, memory, tick)


_PAIRS, _LOOK = 1 << 20, 16
"""The most answers of 16 bits that are copied at a time; members that show of most questions that
they split them."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class RuleStrategy(Strategy):
    """A rule as a strategy of a game, by its answers.

    A question depends on the possible secrets alone, and on the seed where something is drawn: the
    order in which states are visited makes no difference.

    table: as of `answers_of`.  first: the number of the first question; None for that of the rule.
    """

    table: Answers
    rule: Rule
    ties: Ties = Ties.FIRST
    seed: int = 0
    first: int | None = None
    finite: FiniteGame = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "finite", self.table.finite)
        object.__setattr__(self, "seed", as_seed(self.seed))

    @cached_property
    def _weights(self) -> Numbers | None:
        """The weights of the secrets as whole numbers; None where all are equally likely."""
        if self.finite.game.weights is None:
            return None
        return np.array(whole_weights(self.finite)[1], np.int64)

    @cached_property
    def _orbits(self) -> NDArray[np.int64]:
        return orbits(self.finite)

    def __repr__(self) -> str:
        return f"<RuleStrategy of {self.finite.title}: {self.rule}>"

    def start(self) -> _RuleState:
        finite, members = self.finite, np.arange(len(self.table.secrets))
        allowed = None
        if finite.hard and finite.after:
            allowed = np.flatnonzero(finite.required.allowed(self.table.questions))
        used = frozenset[tuple[int, int]]()
        if isinstance(self.table, ComputedAnswers):
            used = self.table.used([question for question, _ in finite.after])
        number = self.choice(members, allowed, used) if self.first is None else self.first
        return _RuleState(self, members, number, allowed, used)

    def listed(self, progress: Progress = silent) -> Iterator[tuple[int, int | None, Word]]:
        """The nodes of the strategy as a tree, in preorder: depth, the answer before, question.

        They are what the rule asks; only a replay of the tree shows that it finds all secrets.
        """
        questions, own, count = self._words, self.table.own, len(self.table.secrets)
        winning, number_of = self.finite.winning, self.finite.game.number
        pending: list[tuple[int, int, Numbers, _RuleState]] = []
        state, depth, answer, done = self.start(), 0, None, 0
        while True:
            yield depth, answer, questions[state.number]
            for number, left in reversed(state.parts):
                if number == winning:
                    done += 1
                else:
                    pending.append((depth + 1, number, left, state))
            most = 2 if self._asks_one_of_two else 1
            while pending and len(pending[-1][2]) <= most:
                depth, answer, left, _ = pending.pop()
                if len(left) == 1:
                    yield depth, answer, questions[own[left[0]]]
                else:
                    first, other = (questions[number] for number in self._ordered(left))
                    yield depth, answer, first
                    yield depth + 1, number_of(other, first), other
                done += len(left)
            progress("secrets found", done, count)
            if not pending:
                return
            depth, answer, left, above = pending.pop()
            state = above.to(answer, left)

    def choice(
        self, members: Numbers, allowed: Numbers | None = None, used: Used | None = None
    ) -> int:
        """The number of the question to ask when *members*, one at least, are possible.

        allowed: the numbers of the questions that may be asked, None for all of the game.  used:
        what questions so far had, where answers are computed (`ComputedAnswers.asked`).
        """
        if len(members) == 1:
            return int(self.table.own[members[0]])
        if len(members) == 2 and self._asks_one_of_two:
            return self._ordered(members)[0]
        equal = self._computed(members, used)
        if equal is None:
            equal = self.equal_questions(members, allowed)
        if self.rule.score is None or self.ties is Ties.RANDOM:
            return int(equal[self._drawn(members) % len(equal)])
        place = {Ties.FIRST: 0, Ties.MIDDLE: len(equal) // 2, Ties.LAST: -1}[self.ties]
        return int(equal[place])

    @cached_property
    def _asks_one_of_two(self) -> bool:
        """Whether of two possible secrets one is asked, whichever: no question is better."""
        return self.rule.score is not None and self._weights is None

    def _ordered(self, pair: Numbers) -> tuple[int, int]:
        """The numbers of two possible secrets as questions, that which is asked first."""
        first, last = self.table.own[pair].tolist()
        random = self.ties is Ties.RANDOM and self._drawn(pair) % 2
        return (last, first) if random or self.ties in (Ties.MIDDLE, Ties.LAST) else (first, last)

    @cached_property
    def _words(self) -> tuple[Word, ...]:
        return self.finite.questions

    def _computed(self, members: Numbers, used: Used | None) -> Numbers | None:
        """Of `equal_questions` the one that is asked, or all of them if one is drawn; None where
        these are not found by the kernel."""
        answers, few = self.table, len(members) <= COMPARED
        if self._wanted is None or len(members) <= 2 or not isinstance(answers, ComputedAnswers):
            return None
        is_first = len(members) == len(answers.secrets) and not self.finite.after
        which = ALL_EQUAL if is_first else _EQUAL[self.ties]
        if self.finite.consistent_only and few:
            asked = answers.none
        elif is_first:
            asked = answers.select(self._different)
        elif self.finite.consistent_only:
            asked = answers.select(answers.own[members].astype(np.int64))
        elif which == ALL_EQUAL:
            asked = answers.asked(None)
        else:
            asked = answers.asked(used, last=self.ties is Ties.LAST)
        best = np.empty(max(asked.size, len(members)) if which == ALL_EQUAL else 1, np.int64)
        words = asked.words, asked.bits, asked.size, answers.hidden, members, self._wanted, which
        weight = self._disorder[: len(members) + 1]
        found = choose_by_words(*words, answers.most_parts, weight, self._slack, True, best)
        return None if found < 0 else self._numbered(asked, members, best[:found], is_first)

    def _numbered(
        self, asked: Offered, members: Numbers, places: Numbers, is_first: bool
    ) -> Numbers:
        """The numbers of questions that are asked ones or members, ascending."""
        if places[0] < 0:
            own: Numbers = np.sort(self.table.own[members[-1 - places]]).astype(np.int64)
            numbers = own
        else:
            numbers = asked.numbers[places]
        if not is_first:
            return numbers
        best: Numbers = np.flatnonzero(np.isin(self._orbits, self._orbits[numbers]))
        return best

    @cached_property
    def _different(self) -> Numbers:
        """The first question of each orbit; with `consistent_only` of those of secrets."""
        orbit = self._orbits
        if self.finite.consistent_only:
            orbit = orbit[self.table.own]
        different: Numbers = np.flatnonzero(np.bincount(orbit))
        return different

    @cached_property
    def _wanted(self) -> int | None:
        """The rule for the kernel; None where it is another one."""
        return _WANTED.get(self.rule.name) if self.rule.name in PUBLISHED else None

    @cached_property
    def _slack(self) -> int:
        """By how much sums of `_disorder` can be wrong that are equal."""
        return 4 * (self.table.winning + 1)

    @cached_property
    def _disorder(self) -> Numbers:
        """k log2 k for parts of all sizes, in units of 1 / _UNIT."""
        sizes = np.arange(len(self.table.secrets) + 1.0)
        sizes[1:] *= np.log2(sizes[1:])
        weight: Numbers = np.rint(sizes * _UNIT).astype(np.int64)
        return weight

    def equal_questions(self, members: Numbers, allowed: Numbers | None = None) -> Numbers:
        """The numbers of the questions among which the rule has no preference, ascending.

        allowed: as of `choice`.
        """
        own = self.table.own[members].astype(np.int64)
        everything = np.arange(len(self.table.questions)) if allowed is None else allowed
        if self.finite.consistent_only:
            everything = own
        if self.rule.score is None:
            return self._best(members, everything)
        if self._weights is not None:
            # Only the heaviest secret is the best question if it separates all others.
            weights = self._weights[members]
            own = own[weights == weights.max()]
        if len(members) <= 2:  # winning or not separates them
            return own
        if len(members) <= self.table.winning + 1:
            ideal: Numbers = own[sizes_of_parts(self.table, members, own).max(axis=1) == 1]
            if len(ideal):
                return ideal
        if self._weights is not None:
            own = self.table.own[members].astype(np.int64)
        best = self._best(members, everything)
        possible = np.intersect1d(best, own, assume_unique=True)
        return possible if len(possible) else best

    def _best(self, members: Numbers, questions: Numbers) -> Numbers:
        """The questions that the rule finds best; at first only one of each orbit is scored."""
        if len(members) < len(self.table.secrets):
            return self._least(members, questions)
        # Nothing was asked yet, so questions of one orbit are the same question.
        orbit = self._orbits[questions]
        different = np.flatnonzero(np.bincount(orbit))
        best: Numbers = questions[np.isin(orbit, self._least(members, different))]
        return best

    def _least(self, members: Numbers, questions: Numbers) -> Numbers:
        """The questions with the least score; at least one of *questions* splits the secrets."""
        best = telling(self.table, members, questions)
        if self.rule.score is None:
            return best
        step = max(1, min(_BLOCK // len(members), _SIZES // (self.table.winning + 1)))
        sizes = partial(sizes_of_parts, self.table, members, weights=self._weights)
        return preferred(self.rule, best, sizes, step)

    def _drawn(self, members: Numbers) -> int:
        """A number of 256 bits drawn for this state."""
        state = members.astype("<i8").tobytes()
        digest = hashlib.sha256(f"{self.rule.name} {self.seed}\n".encode() + state)
        return int.from_bytes(digest.digest())


@final
@dataclass(frozen=True, eq=False, repr=False)
class _RuleState:
    """The secrets that are still possible, and the number of the question that the rule asks.

    allowed: the numbers of the questions that may be asked; None for all of the game.  used: what
    the questions before had.
    """

    strategy: RuleStrategy
    members: Numbers
    number: int
    allowed: Numbers | None
    used: Used

    @property
    def question(self) -> Word:
        return self.strategy._words[self.number]

    def after(self, answer: int) -> _RuleState:
        """The state after an answer; `Refused` when no possible secret gives it."""
        for number, left in self.parts:
            if number == answer:
                return self.to(answer, left)
        raise Refused("no secret gives these answers")

    @cached_property
    def parts(self) -> list[tuple[int, Numbers]]:
        """The members that give each answer, in the order of the answers."""
        table = self.strategy.table
        if isinstance(table, ComputedAnswers):
            return table.parts(self.number, self.members)
        given = table.answers[self.number, self.members]
        order = np.argsort(given, kind="stable")
        members, given = self.members[order], given[order]
        begins = [0, *(np.flatnonzero(given[1:] != given[:-1]) + 1).tolist()]
        ends = [*begins[1:], len(given)]
        return [
            (table.answer(self.number, int(given[begin])), members[begin:end])
            for begin, end in zip(begins, ends, strict=True)
        ]

    def to(self, answer: int, left: Numbers) -> _RuleState:
        """The state after an answer, with what it leaves."""
        strategy, allowed = self.strategy, self.allowed
        if strategy.finite.hard:
            # What was required before is marked again (`finite.hard`).
            required = NOTHING.after(self.question, strategy.finite.answers[answer])
            asked = np.arange(len(strategy.table.questions)) if allowed is None else allowed
            allowed = asked[required.allowed(strategy.table.questions[asked])]
        used = self.used
        if isinstance(strategy.table, ComputedAnswers) and len(left) > 2:
            used |= strategy.table.used([self.question])
        return _RuleState(strategy, left, strategy.choice(left, allowed, used), allowed, used)


def preferred(
    rule: Rule, questions: Numbers, sizes_of: Callable[[Numbers], NDArray[np.int64]], step: int
) -> Numbers:
    """The questions with the least score; at least one, and each of them splits the secrets.

    sizes_of: the sizes of their parts, int64[questions, answers].
    step: for how many at a time.
    """

    def scored(asked: Numbers, *, exact: bool = False) -> NDArray[Any]:
        blocks = (asked[first : first + step] for first in range(0, len(asked), step))
        return np.concatenate([scores(rule, sizes_of(block), exact=exact) for block in blocks])

    found = scored(questions)
    least, rounded = found.min(), found.dtype.kind == "f"
    best: Numbers = questions[found <= least + (_AGREE * abs(least) if rounded else 0)]
    if rounded and rule.exact is not None and len(best) > 1:
        found = scored(best, exact=True)
        best = best[found == found.min()]
    return best


def sizes_of_parts(
    table: Answers, members: Numbers, questions: Numbers, weights: Numbers | None = None
) -> NDArray[np.int64]:
    """How many of the *members* give each answer: int64[questions, answers].

    weights: of all secrets; then how much those weigh that give each answer.  In memory the sizes
    for one answer are neighbours, as scores go through all questions at once.
    """
    if isinstance(table, ComputedAnswers):
        return table.sizes(members, questions)
    sizes = np.zeros((table.winning + 1, len(questions)), np.int64)
    if table.answers.dtype != np.uint8:
        _count_wide(table, members, questions, sizes, weights)
    elif weights is None:
        count_by_table(table.answers.T, members, questions, sizes)
    else:
        weigh_by_table(table.answers.T, members, weights[members], questions, sizes)
    return sizes.T


def telling(table: Answers, members: Numbers, questions: Numbers) -> Numbers:
    """The questions whose answer is not known before they are asked, or wins."""
    if isinstance(table, ComputedAnswers):
        return table.telling(members, questions)
    if table.answers.dtype != np.uint8:
        told = _telling_wide(table, members[:_LOOK], questions)
        told[~told] = _telling_wide(table, members, questions[~told])
        return questions[told]
    found: Numbers = np.empty(len(questions), np.int64)
    known = table.answers.T, table.winning, members, questions
    return found[: int(telling_by_table(*known, found))]


def _telling_wide(table: AnswerTable, members: Numbers, questions: Numbers) -> NDArray[np.bool_]:
    """Whether each question splits some members, or wins."""
    told = [np.zeros(0, bool)]
    for _, rows in _wide_rows(table, members, questions):
        told.append((rows != rows[0]).any(axis=0) | (rows[0] == table.winning))
    return np.concatenate(told)


def _wide_rows(
    table: AnswerTable, members: Numbers, questions: Numbers
) -> Iterator[tuple[Numbers, NDArray[np.uint16]]]:
    """Some questions at a time, with what members answer to them, [members, questions]."""
    step = max(1, _PAIRS // len(members))
    for first in range(0, len(questions), step):
        block = questions[first : first + step]
        yield block, table.answers.T[np.ix_(members, block)]


def _count_wide(
    table: AnswerTable,
    members: Numbers,
    questions: Numbers,
    sizes: NDArray[np.int64],
    weights: Numbers | None,
) -> None:
    """What the kernels do where answers have 8 bits."""
    kinds, first = len(sizes), 0
    for block, rows in _wide_rows(table, members, questions):
        count = len(block)
        codes = (rows.astype(np.int64) * count + np.arange(count)).ravel()
        if weights is None:
            counted = np.bincount(codes, minlength=kinds * count)
        else:
            counted = np.zeros(kinds * count, np.int64)
            np.add.at(counted, codes, np.repeat(weights[members], count))
        sizes[:, first : first + count] = counted.reshape(kinds, count)
        first += count
