"""Whether one strategy has the least total and the least worst case, for every number of colours.

Two theorems of one closure and reading give the cost of each question in both cases.  Suppose that
on each cell of each function some question is optimal in both.  Then a strategy that asks such
questions has both minima on every pattern, and so in the whole game (docs/proof-method.md, "Both
cases together").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

from masetproof.arguments import (
    Refused,
    as_member,
    counted,
    either_name,
    either_spelling,
)
from masetproof.cache import Recomputed
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Goal, Objective
from masetproof.patterns.provable import check_provable
from masetproof.progress import Progress, Stopwatch, as_progress, as_stopwatch, silent
from masetproof.proofs.cells import excess_of, has_secrets
from masetproof.proofs.finding import Open, left_open
from masetproof.proofs.functions import Colours
from masetproof.proofs.general import Solve
from masetproof.proofs.guide import TheoremGuide
from masetproof.proofs.induction import NotInductive
from masetproof.proofs.proof import Proof, Statement
from masetproof.proofs.theorem import Theorem, prove, prove_system
from masetproof.recurrences.cells import Cell, Cut, Tree, Undecided, descend
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Recurrence, Recurrences, recurrences_of
from masetproof.strategies.on_patterns import PatternStrategy

Shared = dict[Function, tuple[tuple[Cell, Recurrence], ...]]
"""For each function a partition of the vectors with a secret into cells, with a question each."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class Together(Recomputed, Proof):
    """A proof that one strategy has the least total and the least worst case, for every n.

    theorems: on the one and on the other, in the order of the goal, of one closure and reading.
    shared: of each function and explicit maset, questions that are optimal in both.

    >>> both = prove_together("ab", 2)
    >>> [theorem.value(9) for theorem in both.theorems]
    [332, 6]
    """

    goal: Goal
    theorems: tuple[Theorem, Theorem]
    shared: Shared

    def __repr__(self) -> str:
        closure = self.system.closure
        return f"<Together: {closure.game.name}, {closure.pegs} pegs, {self.goal.value}>"

    @property
    def system(self) -> Recurrences:
        """The equations of the theorem that comes first."""
        return self.theorems[0].system

    @property
    def statement(self) -> Statement:
        """The statement of the theorem that comes first."""
        return self.theorems[0].statement

    def words(self) -> str:
        """A sentence with what is proved besides the two theorems."""
        questions = {
            (function, one.split) for function, own in self.shared.items() for _, one in own
        }
        return (
            "One strategy has both, for every number of colours: whatever is left in play, some "
            f"question is optimal in both cases ({counted(len(self.shared), 'function')}, "
            f"{counted(len(questions), 'such question')})."
        )

    def as_json(self) -> dict[str, object]:
        """The fields of `Theorem.as_json` of what comes first, and the formula of the other.

        certified: the objectives whose theorems have a certificate; of both together there is none.
        """
        first, then = self.theorems
        certified = [theorem.system.objective.value for theorem in self.theorems]
        more = {"objective": self.goal.value, "then_formula": then.formula.as_json()}
        return first.as_json() | more | {"certified": certified}

    @cached_property
    def guide(self) -> TheoremGuide:
        """The questions on patterns that are optimal in both cases."""
        return TheoremGuide(*self.theorems)

    @either_spelling
    def strategy(self, colours: Colours) -> PatternStrategy:
        """A strategy of the real game that has both, lazy (`Strategy`).

        `Refused` when there is no secret, and in the reading `with`.
        """
        if self.system.reading is Reading.WITH:
            raise Refused("in the reading 'with' questions may use a colour that no game has")
        return super().strategy(colours)


@either_name("goal", "objective")
def prove_together(
    game: AlikeGame | str,
    pegs: int,
    *,
    goal: Goal | str = Goal.EXPECTED_THEN_WORST,
    reading: Reading | str = Reading.EXACT,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> Together | Open:
    """Prove both formulas, and that one strategy has both, for every number of colours.

    goal (or ``objective``): which of them comes first; where one strategy has both, there is no
    other difference.  Other arguments as of `prove`.  `Refused` also for more than two pegs, and
    for other goals.  `Open` when one of the formulas could not be proved, or no question of some
    function is optimal in both cases; then one strategy may still have both.

    >>> both = prove_together("mastermind", 2, goal="worst-then-expected")
    >>> [theorem.value(8) for theorem in both.theorems]
    [6, 284]
    """
    game, pegs = check_provable(game, pegs, together=True)
    goal = as_member(Goal, goal)
    if not goal.is_both:
        raise Refused(f"the goal {goal.value!r} is not the total and the worst case")
    progress = as_progress(progress)
    watch = as_stopwatch(stopwatch)
    first = prove(
        game, pegs, objective=goal.first, reading=reading, progress=progress, stopwatch=watch
    )
    if isinstance(first, Open):
        return first
    then = _other_case(first, progress, watch)
    if isinstance(then, Open):
        return then
    with watch.stage("together"):
        return _together(goal, (first, then))


def _other_case(theorem: Theorem, progress: Progress, watch: Stopwatch) -> Theorem | Open:
    """The theorem on the other case, of the same closure and reading."""
    (other,) = {*Objective} - {theorem.system.objective}
    system = recurrences_of(theorem.closure, theorem.system.reading, other)
    return prove_system(system, solve=Solve.STRATEGY, progress=progress, stopwatch=watch)


def _together(goal: Goal, theorems: tuple[Theorem, Theorem]) -> Together | Open:
    """The proof by questions that are optimal in both cases, or where there is no such question."""
    first, _ = theorems
    try:
        shared = {function: _shared(theorems, function) for function in first.system.all_functions}
    except NotInductive as failure:
        return left_open(first.system, first.values, str(failure))
    return Together(goal, theorems, shared)


def _shared(theorems: Sequence[Theorem], function: Function) -> tuple[tuple[Cell, Recurrence], ...]:
    """The cells of a function, each with a question that is optimal on it in both cases."""
    system = theorems[0].system
    asked = [
        (
            equation,
            [excess_of(one.system, one.induction.lower, function, equation) for one in theorems],
        )
        for equation in system.equations(function)
    ]
    # Most questions are nowhere optimal, and cut no cell.
    asked = [one for one in asked if all(any(map(_is_optimal, tree.leaves())) for tree in one[1])]
    result, waiting = [], [Cell.whole(len(system.active[function[0]]))]
    while waiting:
        cell, cuts = waiting.pop(), Counter[Cut]()
        for equation, trees in asked:
            try:
                if all(_is_optimal(descend(tree, cell.forms())[0]) for tree in trees):
                    result.append((cell, equation))
                    break
            except Undecided as undecided:
                cuts[undecided.cut] += 1
        else:
            if cuts:
                waiting += cell.children(cuts.most_common(1)[0][0])
            elif has_secrets(system, function[0], cell):
                reason = (
                    f"no question on {system.forms[function[0]].brief()} is optimal in both cases"
                )
                raise NotInductive(f"{reason} on {cell}")
    return tuple(result)


def _is_optimal(leaf: Tree) -> bool:
    """Whether a question is optimal on a leaf of `excess_of`."""
    return leaf.differences is not None and not leaf.differences.any()
