"""Questions from a sample of the secrets that are possible.

All possible secrets are the sample as soon as they are few.  A question is good when its answers
split the sample well: the candidates are secrets of the sample and words near them, and the best of
them are changed cell by cell as long as that makes them better (`large.parts`).  Taking the entropy
over a sample of consistent words, in place of all of them, follows the evolutionary codebreakers
(Berghman, Goossens and Leus 2009; Merelo, Mora and Cotta 2013); here the words of the sample are
drawn, each with the same probability (`large.consistent`).

On boards with more than 16 pegs or 12^12 secrets the decomposition counts the colours, and locates
them as long as many are left; then a window of places finds where they are (`large.window`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.finite.setting import Contradiction, FiniteGame
from masetproof.large.breaker import Codebreaker, Steps, agreeing, peg_rules
from masetproof.large.consistent import FEW_PEGS, MOST_SECRETS, Constraints, is_small
from masetproof.large.decomposition import Decomposition
from masetproof.large.parts import Rater, without_repeats
from masetproof.large.window import Window
from masetproof.progress import Tick, no_tick
from masetproof.words import Word

_MOST_COLOURS = 40
"""With more colours the window has less than three places, and the decomposition goes on."""
_WANTED = 2_000
"""Secrets of a sample, which tell how good a question is."""
_FEW = 40_000
"""When fewer secrets seem to be left, all of them are searched for."""
_CANDIDATES = 500
"""Secrets of the sample that are candidates; as many words near them are, too."""
_FIRST = 16_000
"""Secrets of the sample that tells how good a first question is."""
_SHAPES = 400
"""First questions that are compared, one for each way to divide the pegs among colours."""


@final
class Sample(Codebreaker):
    """Asks what splits a sample best."""

    @classmethod
    def check(cls, finite: FiniteGame) -> None:
        peg_rules(finite)
        if not is_small(finite):
            try:
                Decomposition.check(finite)
            except Refused as refused:
                raise Refused(
                    f"the sample takes at most {FEW_PEGS} pegs and {MOST_SECRETS:,} secrets where "
                    f"the decomposition cannot begin: {refused}"
                ) from None

    def steps(self) -> Steps:
        if is_small(self.finite):
            yield from self._search()
        else:
            self._window: Window | None = None
            self._begun = begun = Decomposition(self.finite, self.random, self.tick)
            while not begun.is_between or sum(map(bool, begun.left.values())) > _MOST_COLOURS:
                answer = yield begun.question
                begun.hear(answer)
            window = Window(begun.known, begun.left, begun.excluded, self.random, self.tick)
            self._window = window
            yield from window.steps()

    def _search(self) -> Steps:
        """The questions on a board that is searched from the beginning."""
        constraints = Constraints(self.finite)
        self._words = np.empty((0, self.finite.pegs), np.int16)
        self._count = self.finite.secret_count / (self.finite.pegs + 1)
        yield from self._ask(constraints, first_question(self.finite))
        while True:
            few = self._count < _FEW
            self._words, complete = constraints.words(
                self.random, self._words, _WANTED, few, self.tick
            )
            if not len(self._words):
                return
            if complete:
                self._count = len(self._words)
            question = _best(self.finite, self.random, self._words, complete=complete)
            yield from self._ask(constraints, question)

    def _ask(self, constraints: Constraints, question: Word) -> Steps:
        answer = yield question
        constraints.hear(question, answer)
        agrees = agreeing(self.rules, self._words, question, answer)
        if len(agrees):
            self._count *= max(1, int(agrees.sum())) / len(agrees)
        self._words = self._words[agrees]

    def guess(self) -> Word:
        """The secret of the sample that has most black pegs in common with the others."""
        if not is_small(self.finite):
            return self._window.guess() if self._window else self._begun.guess()
        if not self.history:
            return self.question
        sample = self._words[:_WANTED]
        black = (sample[:, None] == sample).sum(axis=(1, 2))
        return tuple(sample[int(black.argmax())].tolist())


@final
class Sampled(NamedTuple):
    """A question from a sample in a state of play.

    question: the one that splits the sample best.  words: cells, [n, pegs], secrets of the sample.
    left: how many secrets are left.  rough: ``about`` or ``at least`` where that is not exact,
    otherwise empty.
    """

    question: Word
    words: NDArray[np.int16]
    left: int
    rough: str


def sampled(finite: FiniteGame, tick: Tick = no_tick) -> Sampled:
    """A question for a state of play after anybody's questions; always the same.

    `Contradiction` when no secret gives the answers, `Refused` when the board is too large, or no
    secret is found that gives them.
    """
    whole, random = finite.whole, np.random.default_rng(0)
    if not is_small(whole):
        raise Refused(
            f"{whole.title}: from the middle of a game on, secrets are searched for on boards of "
            f"at most {FEW_PEGS} pegs and {MOST_SECRETS:,} secrets"
        )
    constraints, rough = Constraints(whole), ""
    for question, number in finite.after:
        constraints.hear(question, finite.answers[number])
    if finite.is_listable:
        words, is_all, left = np.array(finite.secrets, np.int16), True, finite.secret_count
    else:
        none = np.empty((0, whole.pegs), np.int16)
        words, is_all = constraints.words(random, none, _WANTED, bool(finite.after), tick)
        left = len(words)
        if not left:
            raise Contradiction("no secret gives these answers")
        if not finite.after:
            left = finite.secret_count
        elif not is_all:
            estimate = constraints.estimate(random)
            left, rough = max(left, estimate), "about" if estimate else "at least"
    tick()
    if finite.after or finite.consistent_only:
        return Sampled(_best(finite, random, words, complete=is_all), words, left, rough)
    return Sampled(first_question(whole), words, left, rough)


def _best(
    finite: FiniteGame, random: np.random.Generator, words: NDArray[np.int16], *, complete: bool
) -> Word:
    """The best question of those tried.  complete: whether no secret but the words is possible."""
    rules = peg_rules(finite.whole)
    sample = random.permutation(words)[:_WANTED]
    whole = complete and len(sample) == len(words)
    rater = Rater(sample, finite.colours, white=rules.white_pegs, whole=whole)
    candidates = sample[:_CANDIDATES]
    if len(sample) <= 2 or finite.consistent_only:
        return tuple(rater.best(candidates).tolist())
    near = _near(finite, random, random.choice(sample, _CANDIDATES))
    candidates = np.concatenate([candidates, near])
    best = rater.improved(candidates, repeats=rules.repeats, free=finite.pegs)
    return tuple(best.tolist())


def _near(
    finite: FiniteGame, random: np.random.Generator, words: NDArray[np.int16]
) -> NDArray[np.int16]:
    """The words, each with one cell changed, and every other one with two cells exchanged."""
    pegs, rows = finite.pegs, np.arange(len(words))
    place, other = random.integers(pegs, size=(2, len(words)))
    words[rows, place], words[rows, other] = words[rows, other], words[rows, place]
    changed = words.copy()
    changed[rows, place] = random.integers(finite.colours, size=len(words))
    changed[::2] = words[::2]
    return changed if finite.game.repeats else without_repeats(changed)


@lru_cache(maxsize=64)
def first_question(finite: FiniteGame) -> Word:
    """The best first question, as far as a sample of all secrets tells.

    Only how often each colour occurs makes a difference.  Rare colours come in large numbers, so
    of the ways to divide the pegs those with the most colours are looked at first.
    """
    random = np.random.default_rng(finite.pegs)
    rules, pegs, colours = peg_rules(finite), finite.pegs, finite.colours
    if not rules.repeats:
        return tuple(range(pegs))
    if finite.distinct:
        secrets = random.permuted(np.tile(np.arange(colours), (_FIRST, 1)), axis=1)[:, :pegs]
    else:
        secrets = random.integers(colours, size=(_FIRST, pegs))
    shapes = [shape for shape, _ in zip(_shapes(pegs, pegs, colours), range(_SHAPES), strict=False)]
    words = np.array([np.repeat(np.arange(len(shape)), shape) for shape in shapes])
    rater = Rater(secrets, colours, white=rules.white_pegs, whole=False)
    return tuple(rater.best(words).tolist())


def _shapes(pegs: int, most: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to write *pegs* as a sum of up to *parts* numbers, small numbers first."""
    if not pegs:
        yield ()
    elif parts:
        for first in range(-(-pegs // parts), min(most, pegs) + 1):
            for rest in _shapes(pegs - first, first, parts - 1):
                yield (first, *rest)
