"""The decomposition: first which colours there are and how often, then where each of them is.

This is the program that won a contest on large boards (Helsen 2001), changed so that what it
knows can be read at any time.  It takes four steps.

1. Colours are tested one by one, each on all places that are not known.  As soon as a colour with
   unknown places is found, one peg of it, the probe, is put among those of the tested colour.  The
   probe gives no white peg where it is in its right place, two where the place is of the tested
   colour, and one where it is of neither.  The last colour has what is left.
2. When no colour is neutral yet, that is, has no peg on the unknown places, probes go on with two
   colours that are known to be there, until all places of one of them are found.
3. Each colour, the most frequent first, is located among the places that it may have, with the
   neutral colour on all others: by halving, and in segments of up to 13 places with several pegs by
   the search over masks.
4. What is left is one word, and it is asked.

A set of places is a mask, whose bit i is the place i.  The search over masks keeps all sets of a
segment that are possible.  It asks for the second half, then for the first and last quarters
together, and then the question, possible or not, that has the least sum of squared sizes of what
its answers leave.

Unlike in the contest's program, what the probes exclude counts everywhere: a colour that must have
all places it may have is placed, and so is the only colour that a place may have.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.finite.setting import Contradiction, FiniteGame
from masetproof.games.pegs import MASTERMIND, Answer
from masetproof.large.breaker import Codebreaker, Steps, peg_rules
from masetproof.words import Word

_WRONG = "no secret gives all these answers"
MOST_PLACES = 13
"""The most places of a segment."""


class Segment(NamedTuple):
    """A state of the search over masks.

    masks: uint16[n], the possible sets, ascending; at the end one is left, or none.  question: the
    mask to be asked next, 0 at the end.
    """

    masks: NDArray[np.uint16]
    question: int


@lru_cache(maxsize=4096)
def segment_after(places: int, count: int, answers: tuple[int, ...] = ()) -> Segment:
    """The search for *count* of up to `MOST_PLACES` places, after some answers."""
    if answers:
        before = segment_after(places, count, answers[:-1])
        overlap = np.bitwise_count(before.masks & np.uint16(before.question))
        masks = before.masks[overlap == answers[-1]]
    else:
        every = np.arange(1 << places, dtype=np.uint16)
        masks = every[np.bitwise_count(every) == count]
    masks.flags.writeable = False
    if len(masks) <= 1:
        return Segment(masks, 0)
    if len(answers) < 2:
        half = sum(1 << i for i in range(places) if 2 * (i + 1) > places)
        quarters = sum(1 << i for i in range(places) if not places < 4 * (i + 1) <= 3 * places)
        usual = (half, quarters)[len(answers)]
        overlap = np.bitwise_count(masks & np.uint16(usual))
        if (overlap != overlap[0]).any():
            return Segment(masks, usual)
    questions = np.arange(1 << places, dtype=np.uint16)
    overlaps = np.bitwise_count(questions[:, None] & masks)
    squares = sum(np.count_nonzero(overlaps == pegs, axis=1) ** 2 for pegs in range(count + 1))
    return Segment(masks, int(np.argmin(squares)))


@final
class Decomposition(Codebreaker):
    """The contest's method, for Mastermind of any size.

    known: the colour of each known place.  left: how many pegs of each tested colour are on unknown
    places.  excluded: the colours that an unknown place is known not to have.  segments: pairs of
    places and how many pegs of the colour `locating` they hold; the last one is being searched.
    located_from: the number of questions that were answered before it was searched.  heard: the
    answers of the search over masks there.
    """

    @classmethod
    def check(cls, finite: FiniteGame) -> None:
        rules = peg_rules(finite)
        if rules != MASTERMIND:
            raise Refused(
                "the decomposition needs white pegs and words that repeat colours: it plays "
                f"mastermind, not {rules.name}"
            )
        if finite.consistent_only:
            raise Refused("the decomposition asks what cannot be the secret, too")

    # -------------------------------------------------------------------------------- what it asks

    def steps(self) -> Steps:
        self.known: dict[int, int] = {}
        self.left: dict[int, int] = {}
        self.excluded: list[set[int]] = [set() for _ in range(self.finite.pegs)]
        self.locating = self.located_from = 0
        self.segments: list[tuple[list[int], int]] = []
        self.heard: tuple[int, ...] = ()
        colours = self.finite.colours
        for colour in range(colours - 1):
            if self._uncounted():
                yield from self._probe(colour)
        for colour in range(len(self.left), colours):
            self.left[colour] = self._uncounted() if colour == colours - 1 else 0
        self._settle()
        while len(self._present()) == colours > 1:  # no colour is neutral
            yield from self._probe(self._present()[1])
        while present := self._present():
            yield from self._locate(present[0])
        yield self._word({})

    def _probe(self, colour: int) -> Steps:
        """Ask for a colour on all unknown places but one, which has the most frequent other one."""
        word = dict.fromkeys(self._unknown(), colour)
        probe = next((other for other in self._present() if other != colour), None)
        if probe is None:
            answer = yield self._word(word)
            self._count(colour, answer.black - len(self.known), answer.white == 0)
        else:
            place = next(i for i in word if probe not in self.excluded[i])
            word[place] = probe
            answer = yield self._word(word)
            # The probe's own black peg, or the white one of the place that it takes.
            count = answer.black - len(self.known) + answer.white - 1
            self._count(colour, count, answer.white <= 2)
            if answer.white == 1:
                self.excluded[place] |= {probe, colour}
            else:
                self._place(place, colour if answer.white else probe)
        self._settle()

    def _locate(self, colour: int) -> Steps:
        """Find all places of a colour."""
        places = [i for i in self._unknown() if colour not in self.excluded[i]]
        self.locating, self.segments = colour, [(places, self.left[colour])]
        self.located_from = len(self.history)
        while self.segments:
            places, count = self.segments[-1]
            if count in (0, len(places)):
                self.segments.pop()
                self._place_all(places if count else [], places)
            elif count > 1 and len(places) <= MOST_PLACES:
                yield from self._search_masks(places, count)
            else:
                middle = len(places) // 2
                first = yield from self._ask_for(places[:middle], count)
                self.segments[-1:] = [(places[middle:], count - first), (places[:middle], first)]
        self._settle()

    def _search_masks(self, places: list[int], count: int) -> Steps:
        self.heard = ()
        while question := segment_after(len(places), count, self.heard).question:
            here = yield from self._ask_for(_of_mask(places, question), count)
            self.heard += (here,)
        self.segments.pop()
        masks = segment_after(len(places), count, self.heard).masks
        if not len(masks):
            raise Contradiction(_WRONG)
        self.heard = ()
        self._place_all(_of_mask(places, int(masks[0])), places)

    def _ask_for(self, places: list[int], count: int) -> Generator[Word, Answer, int]:
        """How many of these places have the colour, of which *count* pegs are around."""
        answer = yield self._word(dict.fromkeys(places, self.locating))
        here = answer.black - len(self.known)
        if not 0 <= here <= min(len(places), count):
            raise Contradiction(_WRONG)
        return here

    def _word(self, cells: dict[int, int]) -> Word:
        """The known places, these cells, and the neutral colour on all other places."""
        neutral = next((c for c, pegs in self.left.items() if not pegs), 0)
        cells = cells | self.known
        return tuple(cells.get(i, neutral) for i in range(self.finite.pegs))

    # ------------------------------------------------------------------------------- what it knows

    @property
    def is_between(self) -> bool:
        """Whether `known`, `left` and `excluded` say all that the answers do."""
        counted = len(self.left) == self.finite.colours
        return counted and (not self.segments or self.located_from == len(self.history))

    def _unknown(self) -> list[int]:
        return [i for i in range(self.finite.pegs) if i not in self.known]

    def _present(self) -> list[int]:
        """The colours of unknown places as far as they are counted, the most frequent first."""
        present = [colour for colour, pegs in self.left.items() if pegs]
        return sorted(present, key=lambda colour: -self.left[colour])

    def _uncounted(self) -> int:
        """How many pegs have colours that were not tested."""
        return self.finite.pegs - len(self.known) - sum(self.left.values())

    def _count(self, colour: int, count: int, possible: bool) -> None:
        before = self.left.get(colour)
        most = self._uncounted() if before is None else before
        if not possible or not (before or 0) <= count <= most:
            raise Contradiction(_WRONG)
        self.left[colour] = count

    def _place(self, place: int, colour: int) -> None:
        if not self.left[colour] or place in self.known or colour in self.excluded[place]:
            raise Contradiction(_WRONG)
        self.left[colour] -= 1
        self.known[place] = colour

    def _place_all(self, places: list[int], among: list[int]) -> None:
        """The colour that is located has these places, and none of the others."""
        for place in among:
            if place in places:
                self._place(place, self.locating)
            else:
                self.excluded[place].add(self.locating)

    def _settle(self) -> None:
        """Place all that can be nowhere else."""
        before = -1
        while before < len(self.known):
            before = len(self.known)
            for colour in self._present():
                places = [i for i in self._unknown() if colour not in self.excluded[i]]
                if len(places) < self.left[colour]:
                    raise Contradiction(_WRONG)
                if len(places) == self.left[colour]:
                    for place in places:
                        self._place(place, colour)
            if len(self.left) < self.finite.colours:
                continue
            for place in self._unknown():
                colours = [c for c in self._present() if c not in self.excluded[place]]
                if not colours:
                    raise Contradiction(_WRONG)
                if len(colours) == 1:
                    self._place(place, colours[0])

    def guess(self) -> Word:
        """A word from known places, counts of segments, counts of colours, and untested colours."""
        left, cells = dict(self.left), dict(self.known)
        for places, count in self.segments:
            chosen = places[:count]
            if (places, count) == self.segments[-1] and self.heard:
                masks = segment_after(len(places), count, self.heard).masks
                chosen = _of_mask(places, int(masks[0]))
            cells |= dict.fromkeys(chosen, self.locating)
        if self.segments:
            left[self.locating] = 0
        untested = len(self.left) if len(self.left) < self.finite.colours else None
        for place in self._unknown():
            if place not in cells:
                may = [c for c in left if left[c] and c not in self.excluded[place]]
                colour = max(may, key=lambda c: left[c], default=untested)
                if colour is None:
                    colour = max(left, key=lambda c: left[c])
                cells[place] = colour
                if colour in left:
                    left[colour] -= 1
        return tuple(cells[place] for place in range(self.finite.pegs))


def _of_mask(places: list[int], mask: int) -> list[int]:
    return [place for i, place in enumerate(places) if mask >> i & 1]
