"""Secrets that agree with the answers: first how often each colour occurs, then where.

The black and white pegs of an answer together depend on how often the secret has each colour, and
nothing else.  So there is a list of all ways to count the colours that agree with them.  Colours
that were not asked yet are counted together, which keeps it short.  It tells exactly how many words
there are before the black pegs are looked at, and so words can be drawn: a way to count, by the
number of its words, and its colours in a random order.  Those whose black pegs are right are a
sample in which every possible secret is as likely as any other.

When few are left all are found by backtracking, which puts the colours of each way in their places.
Without white pegs, or when hardly any word that is drawn fits, backtracking with restarts
finds a sample, whose words are not equally likely.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.finite.contradictions import Conflict, conflict_by
from masetproof.finite.setting import FiniteGame, Step
from masetproof.games.pegs import Answer
from masetproof.kernels import draw_words, find_words
from masetproof.large.breaker import peg_rules
from masetproof.progress import Tick
from masetproof.words import Word

_ALL = 20_000
"""The most words that are listed when they are all."""
_DRAWN = 2_000_000
"""Trials of words that are drawn for a sample."""
_ESTIMATED = 5_000
"""Words that are drawn to estimate how many there are, within some 3 %."""
_WHOLE = 4_000_000
"""Trials of the search for all words."""
_FIRST = 2_000
"""Trials of the shortest search for one word."""
_BUDGET = 10_000_000
"""Trials of all searches for one question, unless there is no word yet."""
_EACH = 2
"""Words of one such search: the second one costs less than the first, and is more like it."""
_OF_CONFLICT = 400_000
"""Trials of the search for one secret that gives some answers; a tenth of a second."""
MOST_SECRETS = 12**12
"""The most secrets of boards on which they are searched for from the first question on."""
FEW_PEGS = 16
"""With more pegs and few colours the search is slow."""


def is_small(finite: FiniteGame) -> bool:
    """Whether secrets are searched for from the beginning."""
    return finite.pegs <= FEW_PEGS and finite.secret_count <= MOST_SECRETS


@final
class Constraints:
    """The answers so far, and the ways to count colours that agree with them.

    told: the colours that are counted one by one.  rows: uint8[n, told + 1], how often the secret
    may have each of them, and the others together.  Without white pegs nothing can be counted, and
    the only row says how often each colour may occur.
    """

    def __init__(self, finite: FiniteGame) -> None:
        self.rules, self.pegs, self.colours = peg_rules(finite), finite.pegs, finite.colours
        self.alike = 1 if finite.has_distinct_secrets else finite.pegs
        self.turns: list[tuple[Word, Answer]] = []
        self.told = [] if self.rules.white_pegs else list(range(finite.colours))
        self.rows = np.full((1, len(self.told)), self.alike, np.uint8)
        if self.rules.white_pegs:
            self.rows = np.full((1, 1), self.pegs, np.uint8)

    def hear(self, question: Word, answer: Answer) -> None:
        """Add an answer: rows that do not agree with its number of pegs are dropped."""
        self.turns.append((question, answer))
        if not self.rules.white_pegs:
            return
        either, rows = sum(answer), self.rows
        new = sorted(set(question) - set(self.told))
        for number, colour in enumerate([None, *new]):
            if colour is not None:
                self.told.append(colour)
                # All ways to count one more colour apart.
                ways = np.minimum(rows[:, -1], self.alike).astype(np.int64) + 1
                rows = np.repeat(rows, ways, axis=0)
                have = np.arange(len(rows)) - np.repeat(ways.cumsum() - ways, ways)
                parts = rows[:, :-1], have, rows[:, -1] - have
                rows = np.column_stack(parts).astype(np.uint8)
            times = np.array([question.count(colour) for colour in self.told], np.uint8)
            common = np.minimum(rows[:, :-1], times).sum(axis=1, dtype=np.int64)
            others = rows[:, -1] if number < len(new) else 0
            rows = rows[(common <= either) & (common + others >= either)]
        self.rows = rows[rows[:, -1] <= self.alike * len(self._unasked)]

    @property
    def _unasked(self) -> list[int]:
        told = set(self.told)
        return [colour for colour in range(self.colours) if colour not in told]

    def _words_of_rows(self) -> NDArray[np.int64]:
        """How many words each row has; the sum is at most the number of all secrets."""
        factorials = np.array([math.factorial(pegs) for pegs in range(self.pegs + 1)])
        alike = np.ones(len(self.rows), np.int64)
        for times in self.rows.T:
            alike *= factorials[times]
        names: NDArray[np.int64] = np.array(self._ways_to_name())[self.rows[:, -1]]
        return math.factorial(self.pegs) // alike * names

    def draw(
        self, random: np.random.Generator, wanted: int, trials: int
    ) -> tuple[NDArray[np.int16], int]:
        """Up to *wanted* words, each drawn from all that agree, and the number of trials made."""
        words = np.empty((wanted, self.pegs), np.int16)
        until, state = self._words_of_rows().cumsum(), random.integers(1, 1 << 63, 1, np.uint64)
        asked, black = self._blacks()
        left = np.empty_like(black)
        tried = np.empty(1, np.int64)
        number = draw_words(self.rows, until, asked, black, state, trials, left, words, tried)
        return self._with_drawn_colours(words[:number], random), int(tried[0])

    def estimate(self, random: np.random.Generator) -> int:
        """About how many words agree, estimated from the share of drawn words that do.

        0 in games without white pegs, where nothing is drawn.
        """
        if not self.rules.white_pegs or not len(self.rows):
            return 0
        words, trials = self.draw(random, _ESTIMATED, _DRAWN)
        return round(int(self._words_of_rows().sum()) * len(words) / trials)

    def search(
        self, random: np.random.Generator, steps: int, wanted: int
    ) -> tuple[NDArray[np.int16], int, bool]:
        """Up to *wanted* words in at most *steps* trials.

        The order of the search is drawn, so that searches that stop early find different words.
        Result: the words, the number of trials made, and whether there are no other words.
        """
        rows, kinds = self.rows, self.rows.shape[1]
        if len(rows) > 1:
            rows = rows[np.argsort(random.exponential(size=len(rows)) / self._words_of_rows())]
        places = random.permutation(self.pegs).astype(np.int16)
        order = random.permuted(np.tile(np.arange(kinds, dtype=np.int16), (self.pegs, 1)), axis=1)
        words = np.empty((wanted, self.pegs), np.int16)
        asked, black = self._blacks()
        tried, word = np.empty((2, self.pegs), np.int16)
        room = {"may": np.empty(kinds, np.uint8), "black_left": np.empty_like(black)}
        room |= {"tried": tried, "word": word}
        told = np.empty(2, np.int64)
        number = find_words(rows, asked, black, places, order, steps, room, words, told)
        trials, complete = told.tolist()
        words, ways = words[:number], self._ways_to_name()
        others = (words == len(self.told)).sum(axis=1)
        if complete and sum(ways[n] for n in others.tolist()) <= _ALL:
            return self._with_all_colours(words), trials, True
        return self._with_drawn_colours(words, random), trials, False

    def _blacks(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """asked and black, as kernels need them: each colour by its place in `told`."""
        number = {colour: number for number, colour in enumerate(self.told)}
        asked = [[number[colour] for colour in word] for word, _ in self.turns]
        black = [answer.black for _, answer in self.turns]
        return np.array(asked, np.int16).reshape(-1, self.pegs), np.array(black, np.int16)

    def _with_drawn_colours(
        self, words: NDArray[np.int16], random: np.random.Generator
    ) -> NDArray[np.int16]:
        """Words of the kernels, with colours drawn for the pegs that are counted together."""
        words = np.array([*self.told, -1], np.int16)[words]
        unasked = np.array(self._unasked, np.int16)
        if not len(unasked):
            return words
        if self.alike == 1:
            drawn = random.permuted(np.tile(unasked, (len(words), 1)), axis=1)
            place = np.maximum((words < 0).cumsum(axis=1) - 1, 0)
            drawn = np.take_along_axis(drawn, place, axis=1)
        else:
            drawn = random.choice(unasked, words.shape)
        return np.where(words < 0, drawn, words)

    def _with_all_colours(self, words: NDArray[np.int16]) -> NDArray[np.int16]:
        """Words of the kernels, with all colours for the pegs that are counted together."""
        words = np.array([*self.told, -1], np.int16)[words]
        unasked = self._unasked
        for place in range(self.pegs):
            parts = [words[words[:, place] >= 0]]
            for colour in unasked:
                part = words[words[:, place] < 0]
                if self.alike == 1:
                    part = part[(part != colour).all(axis=1)]
                part[:, place] = colour
                parts.append(part)
            words = np.concatenate(parts)
        return words

    def _ways_to_name(self) -> list[int]:
        """The ways to give 0, 1, ... pegs colours that were not asked."""
        free = len(self._unasked)
        pegs = range(self.pegs + 1)
        return [math.perm(free, n) if self.alike == 1 else free**n for n in pegs]

    def words(
        self,
        random: np.random.Generator,
        known: NDArray[np.int16],
        wanted: int,
        few: bool,
        tick: Tick,
    ) -> tuple[NDArray[np.int16], bool]:
        """Words that agree, and whether they are all that there are.

        known: words that are known to agree.  wanted: how many are enough when they are not all;
        drawn words may be alike then.  few: whether few may be left, so that all are searched for.
        """
        tick()
        spent = 0
        if few or not len(self.rows):
            every, spent, complete = self.search(random, _WHOLE, _ALL)
            if complete:
                return every, True
        if self.rules.white_pegs:
            tick()
            drawn, trials = self.draw(random, wanted, _DRAWN)
            if len(drawn) == wanted:
                return drawn, False
            known, spent = np.concatenate([known, drawn]), spent + trials
        words = dict.fromkeys(map(tuple, known.tolist()))
        for turn in count(1):
            if len(words) >= wanted or (words and spent >= _BUDGET):
                break
            tick()
            # Long searches are rare, and as long as they have to be.
            some, trials, complete = self.search(random, _FIRST * (turn & -turn), _EACH)
            if complete:
                return some, True
            words.update(dict.fromkeys(map(tuple, some.tolist())))
            spent += trials
        return np.array(list(words), np.int16), False


def conflict_of_large(finite: FiniteGame) -> Conflict | None:
    """Answers that contradict each other, in a state of play; None where that is not known.

    finite: a state of play of a game of pegs.  Each search for a secret, by backtracking, is cut
    short; so the set of steps need not be the smallest one, but without any of its steps some
    secret gives the answers, or none is known not to.
    """
    if not is_small(finite.whole) or _left(finite, finite.after) != 0:
        return None
    return conflict_by(finite, lambda steps: _left(finite, steps))


def _left(finite: FiniteGame, steps: Sequence[Step]) -> int | None:
    """0 when no secret gives these answers, None when one does or that is not known."""
    constraints = Constraints(finite.whole)
    for question, answer in steps:
        constraints.hear(question, finite.answers[answer])
        if not len(constraints.rows):
            return 0
    words, _, complete = constraints.search(np.random.default_rng(0), _OF_CONFLICT, 1)
    return 0 if complete and not len(words) else None
