"""The functions of a proof: their patterns, questions, and numbers of colours.

This is the same for all games.  What a function is called differs: the functions of one index,
which may be thousands, have numbers, those of several are called what they are (`State`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from masetproof.arguments import Refused, as_count, either_spelling, shown
from masetproof.patterns.closure import Closure
from masetproof.patterns.pattern import as_index
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences, State

__all__ = ["Functions"]


class Functions(ABC):
    """The functions of a game with their values, each for so many implicit colours.

    m, their number, is a vector where there are several kinds of them.  system: what the questions
    on each pattern say.
    """

    system: Recurrences

    @abstractmethod
    def function_of(self, state: Any) -> State:
        """The pattern and the excluded colours of a function; `Refused` when there is none."""

    @abstractmethod
    def _functions_of(self, pattern: int) -> dict[State, Any]:
        """The functions of a pattern that play comes to, and what they are called."""

    @abstractmethod
    def value_of(self, state: Any, m: Any) -> int:
        """The proved value of a function with m implicit colours, exact."""

    @abstractmethod
    def cost_of(self, maset: State) -> int:
        """What an explicit maset costs, by its number after the patterns and excluded colours."""

    @property
    def closure(self) -> Closure:
        """The closure that the equations come from."""
        return self.system.closure

    def pattern_of(self, state: Any) -> int:
        """The number of the pattern of a function."""
        return self.function_of(state)[0]

    def state_of(self, pattern: Any, excluded: Any = None, question: int | None = None) -> Any:
        """The function of a pattern, with as few excluded colours as can be if none are given.

        excluded: how many colours are excluded, of each alphabet or of all.  question: the number,
        from 1, of a question that can be asked then.  `Refused` when there is no such pattern, or
        play never comes to it with these.
        """
        system, count = self.system, len(self.closure.patterns)
        pattern = as_count(pattern, "the number of a pattern")
        if pattern >= count:
            raise Refused(f"there is no pattern {pattern}; they are 0 to {count - 1}")
        known = self._functions_of(pattern)
        states = sorted(known, key=lambda state: (sum(system.levels(state)), state))
        least = states[0]
        if question is not None:
            question = as_count(question, "the number of a question", 1)
            able = (one for one in states if question in dict(system.asked(one)))
            least = next(able, least)
        if excluded is None:
            return known[least]
        levels = self._as_levels(excluded)
        if system.reading is not Reading.EXACT:
            if any(levels):
                raise Refused(
                    "excluded colours are counted in the reading 'exact', not in "
                    f"{system.reading.value!r}"
                )
            return known[least]
        state = pattern, system.packed(levels)
        if max(levels) > system.cap or state not in known:
            told = " or ".join(",".join(map(str, system.levels(one))) for one in known)
            raise Refused(
                f"play comes to pattern {pattern} with {told} excluded colours"
                f"{' in its columns' * self.closure.game.own_alphabets}, counted up to "
                f"{system.cap}, not with {shown(excluded)}"
            )
        return known[state]

    def _as_levels(self, excluded: object) -> tuple[int, ...]:
        """Excluded colours of each alphabet, or one number for all."""
        if self.closure.game.own_alphabets:
            return as_index(excluded, self.closure.game, self.closure.pegs)
        return (as_count(excluded, "the number of excluded colours"),)

    @either_spelling
    def implicit_of(self, state: Any, colours: Any) -> Any:
        """How many colours of each kind are implicit when the secret may contain so many.

        colours: with an alphabet for each column, so many in each; where columns share colours, so
        many in all, of which the implicit ones may stand wherever there is a star, or so many
        implicit ones of each kind.  Those of a kind that can stand nowhere make no difference.
        `Refused` when there is no secret; without colours it is 0.
        """
        number, (game, pegs) = self.pattern_of(state), (self.closure.game, self.closure.pegs)
        system, form = self.system, self.closure.patterns[number]
        if colours is None:
            return (0,) * len(system.kinds)
        index = as_index(colours, game, pegs)
        known = [*form.colours_by_column] if game.own_alphabets else [0] * len(index)
        if not game.own_alphabets and isinstance(colours, int):
            known[-1] = form.colours
        left = [n - k for n, k in zip(index, known, strict=True)]
        if min(left) < 0 or not form.secrets(game, left):
            raise Refused(f"pattern {number}, {form}, has no secret with {shown(colours)} colours")
        return system.exchanged(number, left, range(pegs))

    @abstractmethod
    def costs(self, state: Any, m: Any) -> dict[int, int | None]:
        """What asking a question first costs at least, by the row of `Closure.splits` of each.

        It is the least EPL or worst case of the strategies that ask the question first; None where
        there are too few implicit colours for it.
        """

    def optimal_splits(self, state: Any, m: Any) -> list[int]:
        """The rows of `Closure.splits` of the questions that are optimal for a function.

        m: so many implicit colours that there is a secret.
        """
        costs, value = self.costs(state, m), self.value_of(state, m)
        return [split for split, cost in costs.items() if cost == value]

    def questions_of(self, state: Any, split: int) -> list[int]:
        """The numbers, from 1, of the questions that give a function a row of `Closure.splits`.

        Only those for which it has enough excluded colours; `Refused` when there is none.
        """
        function = self.function_of(state)
        split = as_count(split, "the row of a split", 0, len(self.closure.splits) - 1)
        found = [number for number, row in self.system.asked(function) if row == split]
        if not found:
            raise Refused(f"function {shown(state)} has no equation from the split {split}")
        return found

    def optimal_numbers(self, state: Any, m: Any) -> list[int]:
        """The numbers, from 1, of the questions that are optimal for a function, ascending."""
        best = self.optimal_splits(state, m)
        return sorted(number for split in best for number in self.questions_of(state, split))
