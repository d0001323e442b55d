"""Games with one alphabet as the case of one index: cells prove what arrays do, function by
function."""

from itertools import repeat

import numpy as np
import pytest

from masetproof import prove
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.objectives import Objective
from masetproof.patterns.closure import close
from masetproof.progress import Stopwatch
from masetproof.proofs.cell_theorem import CellTheorem, prove_recurrences
from masetproof.proofs.cells import prove_on_cells
from masetproof.proofs.induction import NotInductive, prove_by_induction
from masetproof.proofs.theorem import OneIndexTheorem
from masetproof.recurrences.boxes import box_values, whole_values
from masetproof.recurrences.cells import Cell, Cut, Tree
from masetproof.recurrences.quasipolynomial import Claim, claim_from
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import recurrences_of
from tests.theorems import IN_OTHER_PAIRS, IN_PAIRS


def both(
    game: PegGame, pegs: int, reading: Reading, objective: Objective
) -> tuple[CellTheorem, OneIndexTheorem]:
    closure = close(game, pegs, extra=reading.asks_extra)
    general = prove_recurrences(recurrences_of(closure, reading, objective))
    compiled = prove(game, pegs, objective=objective, reading=reading)
    assert isinstance(general, CellTheorem)
    assert isinstance(compiled, OneIndexTheorem)
    return general, compiled


@IN_OTHER_PAIRS
@pytest.mark.parametrize("game", [MASTERMIND, AB])
@pytest.mark.parametrize("pegs", [1, 2])
def test_cells_prove_what_arrays_do(
    pegs: int, game: PegGame, reading: Reading, objective: Objective
) -> None:
    general, compiled = both(game, pegs, reading, objective)
    assert general.formula == compiled.formula
    assert general.system.equation_count == compiled.system.equation_count
    values = box_values(general.system, 30)
    assert [*general.system.functions()] == [*compiled.system.number]
    expected = compiled.values_of(range(len(compiled.system.pattern)), 31).T.tolist()
    for state, number in compiled.system.number.items():
        assert values[state].tolist() == expected[number]
        claim = general.induction.claims[state]
        assert [claim.value((m,)) for m in range(31)] == expected[number]
        for m in (997, 1000):
            assert general.value_of(state, m) == compiled.value_of(number, m)
        first = general.system.forms[state[0]].colours
        for n in (first + 2, first + 21):
            m = general.implicit_of(state, n)
            assert m == (compiled.implicit_of(number, n),)
            assert general.costs(state, m) == compiled.costs(number, m[0])
            assert general.optimal_numbers(state, m) == compiled.optimal_numbers(number, m[0])
    assert whole_values(general.system, 30) == {
        n: compiled.value(n) for n in range(game.least_colours(pegs), 31)
    }


@IN_PAIRS
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_explicit_masets_are_functions_without_an_index(
    game: PegGame, reading: Reading, objective: Objective
) -> None:
    general, compiled = both(game, 2, reading, objective)
    first, minima = len(general.closure.patterns), compiled.maset_minima
    assert general.induction.masets
    for (number, level), value in general.induction.masets.items():
        assert value == minima[number - first, level]


def claim_on_cells(compiled: OneIndexTheorem, number: int) -> Tree:
    """What arrays prove of a function as a tree: the points below M, and a ray for each residue."""
    start, period = compiled.induction.start, compiled.claim.period

    def tree(cell: Cell, m: int) -> Tree:
        cut = Cut("below", 0) if m < start else Cut("step", 0, period)
        children = cell.children(cut)
        if m < start:
            point = Tree(children[0], differences=np.array([compiled.value_of(number, m)]))
            return Tree(cell, cut, (point, tree(children[1], m + 1)))
        values = compiled.values_of([number], start + period * (compiled.claim.degree + 1))
        (rays,) = claim_from(values, period, compiled.claim.degree, start).differences
        return Tree(cell, cut, tuple(map(Tree, children, repeat(None), repeat(()), rays)))

    return tree(Cell.whole(1), 0)


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_a_claim_on_residue_classes_is_one_on_cells(game: PegGame, objective: Objective) -> None:
    """The very claim that arrays prove is proved on cells, and not when a value is another."""
    general, compiled = both(game, 2, Reading.EXACT, objective)
    system, masets = general.system, general.induction.masets
    claims = {state: claim_on_cells(compiled, n) for state, n in compiled.system.number.items()}
    prove_on_cells(system, claims, masets)
    for leaf in [*claims[system.first].leaves()][::5]:
        assert leaf.differences is not None
        leaf.differences[0] += 1
        with pytest.raises(NotInductive):
            prove_on_cells(system, claims, masets)
        leaf.differences[0] -= 1


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_verdicts_are_the_same(game: PegGame, objective: Objective) -> None:
    """Whether a question is optimal for a number of colours: from cells, and from residues."""
    general, compiled = both(game, 2, Reading.EXACT, objective)
    for state, number in compiled.system.number.items():
        found, expected = general.verdicts(state), compiled.verdicts(number)
        colours = general.system.forms[state[0]].colours
        assert [one.question for one in found] == [one.question for one in expected]
        for one, other in zip(found, expected, strict=True):
            for n in (*range(other.optimal.first, colours + 9), 98, 99):
                assert (n in one.optimal) == (n in other.optimal), (state, one.question, n)
        by_split = {one.split: one.optimal for one in found}
        merged, start = compiled.merged, compiled.induction.start
        for row in range(merged.start[number], merged.start[number + 1]):
            for residue, is_tight in enumerate(compiled.induction.tight[:, row].tolist()):
                n = start + residue + 20 * compiled.claim.period + colours
                assert (n in by_split[int(merged.split[row])]) == is_tight


def test_claims_of_a_higher_degree_are_refused_by_both() -> None:
    """At a few points the values do not tell a polynomial of a higher degree from the claim."""
    general, compiled = both(AB, 1, Reading.EXACT, Objective.WORST)
    first = general.system.first
    bent = Tree(Cell.whole(1), differences=np.array([0, 1, 1]))
    with pytest.raises(ValueError, match="degree 2"):
        prove_on_cells(general.system, general.induction.claims | {first: bent}, {})
    differences = np.pad(compiled.claim.differences, ((0, 0), (0, 0), (0, 1)), constant_values=1)
    claim = Claim(compiled.claim.base, differences)
    with pytest.raises(ValueError, match="degree 2"):
        prove_by_induction(compiled.merged, claim, compiled.table)


@pytest.mark.parametrize("game", ["ab", "black-peg"])
def test_the_stages_are_the_same(game: str) -> None:
    watch = Stopwatch()
    prove(game, 1, stopwatch=watch)
    assert [*watch.seconds] == ["closure", "recurrences", "values", "solving", "induction"]
