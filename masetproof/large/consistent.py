"""Secrets that agree with what was heard, by constraint search: backtracking and restarts.

A word is filled place by place.  A trial is given up as soon as a question would have more black
pegs, or more pegs of either kind, than it had, or can no longer get as many.  The order of places
and colours is drawn anew for each search, so that searches that stop early find different words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import Answer, PegGame
from masetproof.kernels.consistent import find
from masetproof.large.breaker import peg_rules
from masetproof.progress import Tick
from masetproof.words import Word

__all__ = ["Constraints", "find_plainly"]

_WHOLE = 4_000_000
"""Trials of the search for all words."""
_FIRST = 2_000
"""Trials of the shortest search for one word."""
_BUDGET = 10_000_000
"""Trials of all searches for one question, unless there is no word yet."""
_EACH = 2
"""Words of one such search: the second one costs less than the first, and is more like it."""


@final
@dataclass(eq=False)
class Constraints:
    """What is known of a secret.

    allowed: bool[pegs, colours], what a place may have.  most: int16[colours], how often a colour
    may occur.  turns: the questions with their answers.
    """

    rules: PegGame
    allowed: NDArray[np.bool_]
    most: NDArray[np.int16]
    turns: list[tuple[Word, Answer]] = field(default_factory=list)

    @classmethod
    def of(cls, finite: FiniteGame) -> Constraints:
        """Before the first question."""
        rules, shape = peg_rules(finite), (finite.pegs, finite.colours)
        alike = finite.pegs if rules.repeats and not finite.distinct else 1
        return cls(rules, np.ones(shape, np.bool_), np.full(finite.colours, alike, np.int16))

    def search(
        self, random: np.random.Generator, steps: int, wanted: int
    ) -> tuple[NDArray[np.int16], int, bool]:
        """At most so many words, in at most so many trials.

        Result: the words, the number of trials, and whether there are no other ones.
        """
        pegs, colours = self.allowed.shape
        places = random.permutation(pegs)
        # What is known goes first, and costs nothing then.
        places = places[np.argsort(self.allowed.sum(axis=1)[places] > 1, kind="stable")]
        order = random.permuted(np.tile(np.arange(colours, dtype=np.int16), (pegs, 1)), axis=1)
        found = np.empty((wanted, pegs), np.int16)
        number, trials, complete = find(
            *self._arrays(), self.allowed, self.most, places.astype(np.int16), order, steps, found
        )
        return found[:number], trials, complete

    def _arrays(self) -> tuple[NDArray[np.int16], ...]:
        """asked, counts, black and either of the kernel."""
        pegs, colours = self.allowed.shape
        asked = np.array([word for word, _ in self.turns], np.int16).reshape(-1, pegs)
        counts = np.zeros((len(asked), colours), np.int16)
        np.add.at(counts, (np.arange(len(asked))[:, None], asked), 1)
        black = np.array([answer.black for _, answer in self.turns], np.int16)
        either = np.array([sum(answer) for _, answer in self.turns], np.int16)
        return asked, counts, black, either if self.rules.white_pegs else either[:0]

    def words(
        self,
        random: np.random.Generator,
        known: NDArray[np.int16],
        wanted: int,
        most: int,
        tick: Tick,
    ) -> tuple[NDArray[np.int16], bool]:
        """Different words, and whether they are all that there are.

        known: words that are known to agree.  wanted: so many are enough when they are not all.
        most: so many may be all; with 0 they are not searched for.
        """
        tick()
        spent = 0
        if most:
            found, spent, complete = self.search(random, _WHOLE, most)
            if complete:
                return found, True
        words = dict.fromkeys(map(tuple, known.tolist()))
        for turn in count(1):
            if len(words) >= wanted or (words and spent >= _BUDGET):
                break
            tick()
            # Long searches are rare, and as long as they have to be.
            found, trials, complete = self.search(random, _FIRST * (turn & -turn), _EACH)
            if complete:
                return found, True
            words.update(dict.fromkeys(map(tuple, found.tolist())))
            spent += trials
        return np.array(list(words), np.int16), False


def find_plainly(
    asked: Any,
    counts: Any,
    black: Any,
    either: Any,
    allowed: Any,
    most: Any,
    places: Any,
    colours: Any,
    steps: int,
    found: NDArray[np.int16],
) -> tuple[int, int, bool]:
    """`kernels.consistent.find`, as recursion."""
    pegs, number, trials = len(places), 0, 0
    word: dict[int, int] = {}

    def fits() -> bool:
        left, cells = pegs - len(word), list(word.values())
        for i in range(len(asked)):
            here = sum(int(asked[i][place]) == colour for place, colour in word.items())
            if not 0 <= black[i] - here <= left:
                return False
            common = sum(min(cells.count(c), int(counts[i][c])) for c in set(cells))
            if len(either) and not 0 <= either[i] - common <= left:
                return False
        return True

    def fill() -> bool:
        """Go on with the next place; whether all was tried."""
        nonlocal number, trials
        if len(word) == pegs:
            found[number] = [word[place] for place in range(pegs)]
            number += 1
            return True
        place = int(places[len(word)])
        for colour in map(int, colours[len(word)]):
            if trials == steps or number == len(found):
                return False
            if list(word.values()).count(colour) == most[colour] or not allowed[place][colour]:
                continue
            trials += 1
            word[place] = colour
            whole = not fits() or fill()
            del word[place]
            if not whole:
                return False
        return True

    complete = fill()
    return number, trials, complete
