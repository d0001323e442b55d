"""Theorems on black-peg AB, where columns share colours of several kinds."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from masetproof import prove
from masetproof.arguments import Refused
from masetproof.games.pegs import PegGame
from masetproof.objectives import Objective
from masetproof.proofs.cells import prove_on_cells
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.comparison import Comparison, compare, compare_readings
from masetproof.proofs.finding import Open
from masetproof.proofs.induction import NotInductive
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.values import game_values
from masetproof.recurrences.cells import Tree
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.readings import BLANKS, Reading
from tests import theorems
from tests.checker.test_checker import sections_of, verdict
from tests.oracles.black_peg_certificates import seal
from tests.proofs.test_cell_theorem import check_verdicts
from tests.theorems import IN_OTHER_PAIRS, IN_PAIRS


def theorem(
    pegs: int, objective: Objective = Objective.EXPECTED, reading: Reading = Reading.EXACT
) -> Theorem:
    found = theorems.theorem("black-peg-ab", pegs, objective, reading)
    assert isinstance(found, Theorem)
    return found


def least_total(x: int, y: int, z: int) -> int:
    """The EPL of docs/black-peg.md, with a and b colours in the columns, z of them in both."""
    a, b = max(x, y) + z, min(x, y) + z
    separate = b * (3 * a * a + 3 * a + b * b + 3 * b - 4) // 6
    if x != y:
        return separate - z * a
    return separate - z * a - z + (x == 0 and z > 0)


def worst_case(x: int, y: int, z: int) -> int:
    """The worst case of docs/black-peg.md."""
    if (x + z) * (y + z) - z == 0:
        return 0
    a = max(x, y) + z
    if x == y:
        return a + (x > 1)
    return a - (min(x, y) == 0 and (z == 1 or max(x, y) > 1))


VALUES = {Objective.EXPECTED: least_total, Objective.WORST: worst_case}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("reading", BLANKS)
@pytest.mark.parametrize("objective", Objective)
def test_two_pegs_for_all_boards(objective: Objective, reading: Reading) -> None:
    """The formulas of docs/black-peg.md, the same in each reading."""
    found = theorem(2, objective, reading)
    tree = found.induction.lower.claims[found.system.first]
    for board in [*product(range(9), repeat=3), (50, 20, 7), (20, 50, 7), (9, 9, 100), (0, 0, 77)]:
        assert tree.value(board) == VALUES[objective](*board), board


def test_the_formulas_of_the_whole_game() -> None:
    found = theorem(2)
    assert found.formula.branches == ((1, Fraction(-5, 3), 0, Fraction(2, 3)),)
    assert (found.formula.valid_from, found.formula.exceptions) == (2, {})
    # known_values.csv: brute force.
    assert (found.value(3), found.value(4)) == (14, 37)
    assert found.value((0, 0, 10**6)) == found.value(10**6) == found.formula(10**6)
    assert found.symbols() == "f(n) = 2/3*n^3 - 5/3*n + 1"
    assert theorem(2, Objective.WORST).formula.branches == ((0, 1),)
    assert theorem(1).formula.branches == ((0, Fraction(1, 2), Fraction(1, 2)),)
    assert theorem(1, Objective.WORST).formula.branches == ((0, 1),)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("pegs", [1, 2])
def test_the_readings_agree(pegs: int, objective: Objective) -> None:
    assert compare({reading: theorem(pegs, objective, reading) for reading in BLANKS}).agree
    if pegs == 1:
        found = compare_readings("black-peg-ab", pegs, objective)
        assert isinstance(found, Comparison)
        assert found.agree


@pytest.mark.one_in(5)
@IN_OTHER_PAIRS
@pytest.mark.parametrize("pegs", [1, 2])
def test_certificates_are_verified(
    pegs: int, objective: Objective, reading: Reading, tmp_path: Path
) -> None:
    found, path = theorem(pegs, objective, reading), tmp_path / "made.cert"
    with path.open("wb") as file:
        write_certificate(found, file)
    text = path.read_text()
    status, reason = verdict(text)
    assert (status, reason) == (0, found.words())
    # The highest difference of the first function is one more.
    changed = sections_of(text)
    row = max(i for i, line in enumerate(changed["functions"][:4]) if line.startswith(": "))
    *others, last = changed["functions"][row].split(" ")
    changed["functions"][row] = " ".join([*others, str(int(last) + 1)])
    assert verdict(seal(changed))[0] == 1


def test_the_regions_say_what_the_tree_says() -> None:
    found = theorem(2)
    assert {region.names for region in found.regions} == {("n1", "n2", "n12")}
    for region in found.regions:
        _, polynomial = region.solved()
        for parameters in product(range(3), repeat=len(region.leaf.cell.free)):
            (board,) = region.leaf.cell.points(np.array([parameters], dtype=np.int64)).tolist()
            numbers = dict(zip(("n1", "n2", "n12"), board, strict=True))
            values = {symbol: numbers[symbol.name] for symbol in polynomial.free_symbols}
            assert polynomial.subs(values) == least_total(*board)


@IN_PAIRS
def test_verdicts_are_those_of_single_boards(objective: Objective, reading: Reading) -> None:
    blanks = check_verdicts(theorem(2, objective, reading), 3)
    # Where no colour is left for an extra cell, which is always there in one reading only.
    assert (blanks > 0) == (reading is not Reading.WITH)


def test_questions_are_optimal_on_the_cells_that_are_told() -> None:
    """And nowhere else with a secret; where a question cannot be asked it is not optimal."""
    found = theorem(2)
    for number in range(len(found.closure.patterns)):
        state, system = found.function_of(number), found.system
        points = np.array([*product(range(4), repeat=len(system.active[number]))])
        points = points[system.secrets(number, points) > 0]
        for one in found.verdicts(state):
            told: set[tuple[int, ...]] = set()
            for cell in one.optimal.cells:
                parameters = np.array([*product(range(5), repeat=len(cell.free))], dtype=np.int64)
                told |= set(map(tuple, cell.points(parameters).tolist()))
            for point in map(tuple, points.tolist()):
                excess = one.optimal.excess.leaf_at(point)[0].differences
                is_zero = excess is not None and not excess.any()
                assert (point in told) == is_zero, (state, one.question, point)


@pytest.mark.parametrize("objective", Objective)
def test_other_claims_are_not_proved(objective: Objective) -> None:
    """One more everywhere, and a difference of each function one more or one less."""
    found = theorem(2, objective, Reading.WITH)
    claims, masets = found.induction.lower.claims, found.induction.lower.masets
    prove_on_cells(found.system, claims, masets)

    def changed(tree: Tree, at: int | None, k: int, by: int) -> Tree:
        count = iter(range(10**6))

        def walk(old: Tree) -> Tree:
            if old.cut is not None:
                return replace(old, children=tuple(map(walk, old.children)))
            if at not in (None, next(count)) or old.differences is None:
                return old
            differences = old.differences.copy()
            differences[k] += by
            return replace(old, differences=differences)

        return walk(tree)

    raised = {state: changed(tree, None, 0, 1) for state, tree in claims.items()}
    with pytest.raises(NotInductive):
        prove_on_cells(found.system, Claims.of_trees(raised), masets)
    wrong = [
        (state, at, k, by)
        for state, tree in claims.items()
        for at, leaf in enumerate(tree.leaves())
        for k, by in product(range(0, len(leaf.differences), 3), (1, -1))
    ]
    for state, at, k, by in wrong[::3]:  # in turn another difference, up or down
        false = Claims.of_trees(dict(claims) | {state: changed(claims[state], at, k, by)})
        with pytest.raises(NotInductive):
            prove_on_cells(found.system, false, masets)


def test_values_beyond_the_recurrences() -> None:
    found = game_values("black-peg-ab", 2, 30)
    assert found == {n: (2 * n**3 - 5 * n + 3) // 3 for n in range(2, 31)}
    assert game_values("black-peg-ab", 2, 12) == {n: found[n] for n in range(2, 13)}
    assert game_values("black-peg-ab", 2, 10**9, first=10**9) == {
        10**9: (2 * 10**27 - 5 * 10**9 + 3) // 3
    }


def test_values_of_three_pegs_need_no_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as come from the recurrences; the closure, which takes a minute, is not made."""
    asked = []

    def closed(game: PegGame, pegs: int, **_: object) -> None:
        asked.append((game.name, pegs))
        raise KeyboardInterrupt

    monkeypatch.setattr("masetproof.recurrences.recurrences.cached_closure", closed)
    with pytest.raises(KeyboardInterrupt):
        game_values("black-peg-ab", 3, 20)
    assert asked == [("black-peg-ab", 3)]
    with pytest.raises(Refused, match=r"1 to 2 for black-peg-ab, not 3: .* nothing is proved"):
        game_values("black-peg-ab", 3, 21)


def test_boards_without_a_secret_are_refused() -> None:
    found = theorem(2)
    assert found.value((1, 0, 1)) == 1
    for board in (0, 1, (3, 0, 0), (0, 0, 1)):
        with pytest.raises(Refused, match="no secret"):
            found.value(board)
    with pytest.raises(Refused, match="for each of 3 kinds of colours"):
        found.value((3, 1))
    with pytest.raises(Refused, match="pegs must be 1 to 2 for black-peg-ab, not 3"):
        prove("black-peg-ab", 3)


def test_what_is_open_has_the_values_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too few values to find a claim are still those of the game, by n, as for one index."""
    count = theorem(2).system.equation_count
    monkeypatch.setattr("masetproof.proofs.finding._BOUNDS", {(2, 3): (2, 3)})
    found = prove("black-peg-ab", 2)
    assert isinstance(found, Open)
    assert (found.values, found.system.equation_count) == ({2: 3, 3: 14}, count)
