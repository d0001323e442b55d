"""Finds where the colours are, once it is known how often each occurs, by a moving window.

The window is a set of places, with a list of all ways to fill them that agree with the answers.  A
question fills the window as it likes, and has one colour, the background, on all other unknown
places.  The background pegs that are not in the window are outside, so how many pegs are black is
known for each way.  Of the questions the one is asked that splits the list best.  As the list
shrinks, places are added to the window; places that have the same colour in all ways are known, and
leave it.  So no neutral colour is needed, and the memory is that of the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.large.breaker import Steps
from masetproof.large.parts import Rater
from masetproof.progress import Tick
from masetproof.words import Word

_WAYS = 1 << 18
"""The most ways in the list."""
_RATED = 1_000
"""A question is rated by this many ways, which are drawn."""
_CANDIDATES = 200
"""So many of them are the first candidates, which are then changed cell by cell."""


@final
class Window:
    """The rest of a game of Mastermind whose colours are counted.

    known: the colour of each known place.  left: how many pegs of each colour are on the other
    ones.  excluded: the colours that each place is known not to have.  random, tick: as of a
    `Codebreaker`.

    places: those in the window.  ways: uint16[n, places], what they may have.
    """

    def __init__(
        self,
        known: Mapping[int, int],
        left: Mapping[int, int],
        excluded: Sequence[set[int]],
        random: np.random.Generator,
        tick: Tick,
    ) -> None:
        self.known, self.excluded = dict(known), excluded
        self.left = np.array([left[colour] for colour in range(len(left))])
        self.random, self.tick = random, tick
        self.outside = [place for place in range(len(excluded)) if place not in known]
        self.places: list[int] = []
        self.ways = np.empty((1, 0), np.uint16)

    def steps(self) -> Steps:
        """The questions; they end when no secret gives the answers, or after the last way left."""
        while True:
            self._move()
            if not len(self.ways):
                return
            background = int(self.left.argmin())
            cells = self._best(background)
            question = self._word(dict(zip(self.places, cells, strict=True)), background)
            self.tick()
            answer = yield question
            pegs = self._pegs(question)
            black = self._blacks(np.array(cells, np.uint16), background)
            self.ways = self.ways[black == answer.black - len(self.known)]
            if sum(answer) != pegs or (len(cells) == 0):
                return

    def guess(self) -> Word:
        """The first way to fill the window, and outside it what is left."""
        way = self.ways[0].tolist()
        left = self.left.copy()
        np.subtract.at(left, way, 1)
        cells = dict(zip(self.places, way, strict=True))
        for place in self.outside:
            may = [c for c in range(len(left)) if c not in self.excluded[place]]
            cells[place] = max(may, key=lambda colour: left[colour])
            left[cells[place]] -= 1
        return self._word(cells, 0)

    def _word(self, cells: Mapping[int, int], background: int) -> Word:
        """The known places, these cells, and the background on all other places."""
        cells = {**cells, **self.known}
        return tuple(cells.get(place, background) for place in range(len(self.excluded)))

    def _pegs(self, question: Word) -> int:
        """How many pegs of either kind every secret gives, as the colours are counted."""
        have = self.left.copy()
        np.add.at(have, list(self.known.values()), 1)
        return int(np.minimum(have, np.bincount(question, minlength=len(have))).sum())

    def _blacks(self, cells: NDArray[np.uint16], background: int) -> NDArray[np.int64]:
        """The black pegs on unknown places, for each way."""
        there = (self.ways == background).sum(axis=1)
        black: NDArray[np.int64] = (self.ways == cells).sum(axis=1) + self.left[background] - there
        return black

    def _best(self, background: int) -> Word:
        """The best question in the window."""
        ways, (n, size) = self.ways, self.ways.shape
        sample = ways[self.random.permutation(n)[:_RATED]] if n > _RATED else ways
        if n > 1 and self.outside and self.left[background]:
            # A background peg in the window is one black peg less outside it.
            others = (sample != background).astype(np.uint16)
            sample = np.concatenate([sample, others], axis=1)
        rater = Rater(
            sample, len(self.left), white=False, whole=n == len(sample) and not self.outside
        )
        candidates = sample[:_CANDIDATES].copy()
        candidates[:, size:] = 1
        if n > 2:
            return tuple(rater.improved(candidates, repeats=True, free=size).tolist()[:size])
        return tuple(rater.best(candidates).tolist()[:size])

    def _move(self) -> None:
        """Let known places leave the window, and add others as long as the list is short."""
        moving = True
        while moving and len(self.ways):
            same = (self.ways == self.ways[0]).all(axis=0)
            for column in np.flatnonzero(same).tolist():
                colour = int(self.ways[0, column])
                self.known[self.places[column]] = colour
                self.left[colour] -= 1
            self.places = [place for place in self.places if place not in self.known]
            self.ways = self.ways[:, ~same]
            moving = self._widen()

    def _widen(self) -> bool:
        """Add the place that may have the fewest colours, unless the list grew too long."""
        present = [colour for colour, pegs in enumerate(self.left) if pegs]
        may = {
            place: [colour for colour in present if colour not in self.excluded[place]]
            for place in self.outside
        }
        place = min(may, key=lambda place: len(may[place]), default=None)
        if place is None or len(self.ways) * len(may[place]) > _WAYS:
            return False
        wider = [np.empty((0, len(self.places) + 1), np.uint16)]
        for colour in may[place]:
            left = self.ways[(self.ways == colour).sum(axis=1) < self.left[colour]]
            wider.append(np.insert(left, len(self.places), colour, axis=1))
        self.ways = np.concatenate(wider)
        self.places.append(place)
        self.outside.remove(place)
        return True
