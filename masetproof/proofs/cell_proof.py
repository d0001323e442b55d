"""What a proof on cells consists of: functions with their values for every index vector m."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from masetproof.arguments import Refused, as_count, as_instance, shown
from masetproof.objectives import Objective
from masetproof.patterns.isomorphism import automorphisms
from masetproof.patterns.pattern import as_index
from masetproof.proofs.cells import CellInduction
from masetproof.proofs.functions import Functions
from masetproof.recurrences.recurrences import Recurrence, Recurrences, State

__all__ = ["CellProof"]


@dataclass(frozen=True, eq=False, repr=False)
class CellProof(Functions):
    """The functions of a game with their values on cells, of any number of indices.

    A function is named by a pattern and its excluded colours (`State`), and depends on a vector m,
    the numbers of implicit colours of each kind; where each column has colours of its own these are
    the columns.
    """

    system: Recurrences
    induction: CellInduction

    def __post_init__(self) -> None:
        as_instance(Recurrences, self.system, "the system of a theorem")
        as_instance(CellInduction, self.induction, "the induction of a theorem")

    def function_of(self, state: State) -> State:
        """The pattern and the excluded colours of a function: itself."""
        return self._as_state(state, explicit=False)

    def _functions_of(self, pattern: int) -> dict[State, State]:
        return {state: state for state in self.system.functions() if state[0] == pattern}

    def value_of(self, state: State, m: int | Sequence[int]) -> int:
        """The proved value of a function, exact.

        state: the number of a pattern or explicit maset, and its excluded colours, as in `State`;
        also one that play comes to with its columns exchanged only.  m: how many implicit colours
        there are of each kind; a kind that can stand nowhere counts for nothing.  `Refused` when
        play never comes to the function.
        """
        index = as_index(m, self.closure.game, self.closure.pegs)
        known, columns = self.known(state)
        if known in self.induction.masets:
            return self.induction.masets[known]
        return self.induction.claims[known].value(self.system.index_of(known[0], index, columns))

    def cost_of(self, maset: State) -> int:
        """What an explicit maset costs, by its number after the patterns and excluded colours.

        `Refused` when play never comes to it.
        """
        return self.value_of(maset, 0)

    def known(self, state: State) -> tuple[State, tuple[int, ...]]:
        """The function that play comes to which a function is, and how its columns are exchanged.

        Column j is the column columns[j] of *state*.  `Refused` when there is none.
        """
        state = self._as_state(state)
        for columns in self._exchanges_of(state[0]):
            known = self.system.moved(state, columns)
            if known in self.induction.masets or known in self.induction.claims:
                return known, columns
        raise Refused(f"play never comes to function {shown(state)}")

    def _as_state(self, state: object, *, explicit: bool = True) -> State:
        """The number of a form, which may be an explicit maset or not, and excluded colours."""
        last = len(self.system.forms if explicit else self.closure.patterns) - 1
        if not isinstance(state, tuple) or len(state) != 2:
            raise Refused(f"a function is a number and its excluded colours, not {shown(state)}")
        return (
            as_count(state[0], "the number of a function", 0, last),
            as_count(state[1], "the excluded colours", 0, self.system.most_excluded),
        )

    def _exchanges_of(self, number: int) -> tuple[tuple[int, ...], ...]:
        """The permutations of columns that, with one of colours, leave a form as it is."""
        found = self._exchanges.get(number)
        if found is None:
            pegs = self.closure.pegs
            generators = [one.columns for one in automorphisms(self.system.forms[number])]
            known = [tuple(range(pegs))]
            for one in known:  # which grows
                images = (tuple(one[column] for column in columns) for columns in generators)
                known += [image for image in images if image not in known]
            found = self._exchanges[number] = tuple(known)
        return found

    @cached_property
    def _exchanges(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        return {}

    def right_side(self, state: State, equation: Recurrence, m: int | Sequence[int]) -> int | None:
        """The right side of an equation of a function at an index vector, exact.

        It is the least EPL or worst case of the strategies that ask the question of the equation
        first; None where the question cannot be asked: there is no colour of the kind of a new one,
        or none is left for an extra cell.
        """
        system, state = self.system, self._as_state(state)
        equation = as_instance(Recurrence, equation, "an equation")
        index = as_index(m, self.closure.game, self.closure.pegs)
        numbers = system.index_of(state[0], index, range(self.closure.pegs))
        left = {
            kind: number - equation.new[kind]
            for kind, number in zip(system.active[state[0]], numbers, strict=True)
        }
        needs = system.needs(state, equation.extra)
        others = sum(equation.new) - sum(equation.new[kind] for kind in left)
        if needs is None or others or min(left.values(), default=0) < 0:
            return None
        if any(sum(left[kind] for kind in need.kinds) < need.least for need in needs):
            return None
        terms = []
        for part in equation.parts:
            lost = [sum(left[kind] for kind in kinds) for kinds in part.runs_out]
            there = [0] * len(index)
            for kind, one in zip(system.active[part.number], part.indices, strict=True):
                there[kind] = one.more + sum(left[source] for source in one.kinds)
            terms.append(self.value_of(system.after(state, part, lost), there))
        if system.objective is Objective.WORST:
            return 1 + max([0, *terms])
        return system.forms[state[0]].secrets(self.closure.game, index) + sum(terms)

    def excluded_of(self, state: State) -> str:
        """How many colours of each alphabet are excluded: ``0,1``."""
        return ",".join(map(str, self.system.levels(self._as_state(state))))

    def secrets_text(self, state: State, more: int = 0) -> str:
        """The number of secrets of a function in m1, m2, ..., and a number added.

        Where columns share colours m12 is that of those that may stand in the first two, and so on.
        `Refused` when there is no such function.
        """
        more, number = as_count(more, "what is added", None), self.pattern_of(state)
        names, kinds = self.system.names("m"), self.system.kinds
        repeats = self.closure.game.repeats
        terms = Counter[str]()
        for stars, clauses in self.closure.patterns[number].star_sets.items():
            able = [[p for p in self.system.active[number] if kinds[p] >> j & 1] for j in stars]
            for places in product(*able):
                # Of a kind that two stars take a colour of, the second one has one less.
                used = [
                    f"({names[p]} - {i})" if i and not repeats else names[p]
                    for p, i in _repeated(places)
                ]
                terms["*".join(used)] += clauses
        more += terms.pop("", 0)
        told = [term if count == 1 else f"{count}*{term}" for term, count in terms.items()]
        return " + ".join([*sorted(told), *([str(more)] if more else [])])

    def attained(self, state: State, m: Sequence[int]) -> list[Recurrence]:
        """The equations that are attained by a function with m implicit colours of each kind.

        m: so many that there is a secret.  Asking the question of such an equation is optimal.
        """
        value = self.value_of(state, m)
        return [
            equation
            for equation in self.system.equations(state)
            if self.right_side(state, equation, m) == value
        ]

    def costs(self, state: State, m: int | Sequence[int]) -> dict[int, int | None]:
        """What asking a question first costs at least, by the row of `Closure.splits` of each."""
        self.function_of(state)
        return {one.split: self.right_side(state, one, m) for one in self.system.equations(state)}


def _repeated(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each place, ascending, and how often it occurred before."""
    for at, place in enumerate(ordered := sorted(places)):
        yield place, ordered[:at].count(place)
