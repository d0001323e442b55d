"""Games with one alphabet as the case of one index: cells prove what columns do, function by
function."""

import numpy as np
import pytest

from masetproof import prove
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.objectives import Objective
from masetproof.progress import Stopwatch
from masetproof.proofs.cells import excess_of, prove_on_cells
from masetproof.proofs.induction import Induction, NotInductive, prove_classes
from masetproof.proofs.numbers import OptimalBoards
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import verdicts
from masetproof.recurrences.cells import Cell, Tree
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.growing import grow
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences, recurrences_of
from masetproof.recurrences.values import whole_values
from tests import theorems
from tests.kernels.plainly import boxes
from tests.theorems import IN_OTHER_PAIRS, IN_PAIRS


def both(
    game: PegGame, pegs: int, reading: Reading, objective: Objective
) -> tuple[Recurrences, Induction, Theorem]:
    """The equations, their proof on cells that are found in values, and the theorem."""
    theorem = theorems.theorem(game.name, pegs, objective, reading)
    assert isinstance(theorem, Theorem)
    system = recurrences_of(theorem.closure, reading, objective)
    values, count = boxes(system, 24), len(system.closure.patterns)
    claims = Claims.of_trees({s: grow(values[s], system.degree) for s in system.functions()})
    masets = {s: int(values[s].flat[0]) for s in system.all_functions if s[0] >= count}
    return system, prove_on_cells(system, claims, masets), theorem


@pytest.mark.one_in(5)
@IN_OTHER_PAIRS
@pytest.mark.parametrize("game", [MASTERMIND, AB])
@pytest.mark.parametrize("pegs", [1, 2])
def test_cells_prove_what_columns_do(
    pegs: int, game: PegGame, reading: Reading, objective: Objective
) -> None:
    system, induction, theorem = both(game, pegs, reading, objective)
    assert system.equation_count == theorem.system.equation_count
    values = boxes(system, 30)
    assert system.functions() == theorem.columns.functions()
    expected = theorem.induction.lower.claims.table(slice(None), range(31)).T.tolist()
    for number, state in enumerate(theorem.columns.functions()):
        assert theorem.columns.number[state] == number
        assert values[state].tolist() == expected[number]
        assert [induction.lower.claims.value(state, (m,)) for m in range(31)] == expected[number]
        for m in (997, 1000):
            assert induction.lower.claims.value(state, (m,)) == theorem.value_of(state, m)
        first = system.forms[state[0]].colours
        for n in (first + 2, first + 21):
            m = theorem.implicit_of(state, n)
            assert m == (n - first,)
            # What columns say at once, and each equation for itself.
            assert theorem.costs(state, m) == {
                one.split: theorem.right_side(state, one, m) for one in system.equations(state)
            }
    assert whole_values(system, 30) == {
        n: theorem.value(n) for n in range(game.least_colours(pegs), 31)
    }


@IN_PAIRS
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_explicit_masets_are_functions_without_an_index(
    game: PegGame, reading: Reading, objective: Objective
) -> None:
    _, induction, theorem = both(game, 2, reading, objective)
    assert induction.lower.masets
    for state, value in induction.lower.masets.items():
        assert value == theorem.induction.lower.masets[state] == theorem.value_of(state, 5)


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_a_claim_on_residue_classes_is_one_on_cells(game: PegGame, objective: Objective) -> None:
    """The very claim that columns prove is proved on cells, and not when a value is another."""
    system, induction, theorem = both(game, 2, Reading.EXACT, objective)
    claims = {state: theorem.induction.lower.claims[state] for state in system.functions()}
    leaves = [*claims[system.first].leaves()]
    # The points below the base, and the residue classes.
    assert len(leaves) == theorem.claim.base + theorem.claim.period
    prove_on_cells(system, Claims.of_trees(claims), induction.lower.masets)
    for leaf in leaves[::5]:
        assert leaf.differences is not None
        leaf.differences[0] += 1
        with pytest.raises(NotInductive):
            prove_on_cells(system, Claims.of_trees(claims), induction.lower.masets)
        leaf.differences[0] -= 1


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_verdicts_are_the_same(game: PegGame, objective: Objective) -> None:
    """Whether a question is optimal with so many colours: from cells, and from residues."""
    system, induction, theorem = both(game, 2, Reading.EXACT, objective)
    merged = theorem.columns.merged
    for number, state in enumerate(theorem.columns.functions()):
        assert theorem.columns.number[state] == number
        colours = system.forms[state[0]].colours
        equations = {one.split: one for one in system.equations(state)}
        by_split = {}
        for verdict in verdicts(theorem, state):
            assert verdict.excess is not None
            excess = excess_of(system, induction.lower, state, equations[verdict.split])
            boards = by_split[verdict.split] = OptimalBoards(theorem, state, excess)
            for n in (*range(verdict.excess.first, colours + 9), 98, 99):
                assert (n in boards) == (n in verdict.optimal), (state, verdict.question, n)
        for row in range(merged.start[number], merged.start[number + 1]):
            for residue, is_tight in enumerate(theorem.tight[:, row].tolist()):
                n = theorem.start + residue + 20 * theorem.claim.period + colours
                assert (n in by_split[int(merged.split[row])]) == is_tight


@pytest.mark.parametrize("objective", Objective)
def test_both_sides_name_equations_that_are_attained(objective: Objective) -> None:
    """On each leaf of the checks the equation of the upper side costs what is claimed there."""
    for game in ("mastermind", "black-peg"):
        theorem = theorems.theorem(game, 2, objective, Reading.EXACT)
        assert isinstance(theorem, Theorem)
        named = 0
        for state in theorem.system.functions():
            leaves = [*theorem.induction.lower.checks[state].leaves()]
            equations = theorem.induction.upper.attained(state)
            for leaf, equation in zip(leaves, equations, strict=True):
                if equation is None:
                    continue
                named += 1
                for t in (0, 1, 7):
                    (point,) = leaf.cell.points(np.full((1, len(leaf.cell.free)), t)).tolist()
                    m = [0] * len(theorem.system.kinds)
                    for place, number in zip(theorem.system.active[state[0]], point, strict=True):
                        m[place] = number
                    assert theorem.right_side(state, equation, m) == theorem.value_of(state, m)
        assert named >= len(theorem.system.functions())


def test_claims_of_a_higher_degree_are_refused_by_both() -> None:
    """Values at so many points do not tell a polynomial of a higher degree from the claim."""
    system, induction, theorem = both(AB, 1, Reading.EXACT, Objective.WORST)
    bent = Tree(Cell.whole(1), differences=np.array([0, 1, 1]))
    with pytest.raises(ValueError, match="degree 2"):
        prove_on_cells(
            system, Claims.of_trees(dict(induction.lower.claims) | {system.first: bent}), {}
        )
    differences = np.pad(theorem.claim.differences, ((0, 0), (0, 0), (0, 1)), constant_values=1)
    claim = Claims.of_classes([*theorem.claim], theorem.table, theorem.claim.base, differences)
    with pytest.raises(ValueError, match="degree 2"):
        prove_classes(theorem.columns, claim, theorem.table)


@pytest.mark.parametrize("game", ["ab", "black-peg"])
def test_the_stages_are_the_same(game: str) -> None:
    watch = Stopwatch()
    prove(game, 1, stopwatch=watch)
    assert [*watch.seconds] == [
        "closure",
        "recurrences",
        "values",
        "claims",
        "comparing",
        "solving",
        "induction",
    ]
