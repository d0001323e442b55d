"""Theorems on black-peg Mastermind, for boards with any numbers of colours in their columns."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import prod
from pathlib import Path

import numpy as np
import pytest

from masetproof.arguments import Refused
from masetproof.checker import check
from masetproof.objectives import Objective
from masetproof.proofs.cells import _Decided, excess_of, prove_on_cells
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.comparison import Comparison, compare, compare_readings
from masetproof.proofs.induction import NotInductive
from masetproof.proofs.numbers import conditions
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.values import game_values
from masetproof.recurrences.cells import Cell, Cut, Tree
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.recurrences import Function
from masetproof.recurrences.values import box_values
from tests import theorems
from tests.oracles.black_peg import optimum


def theorem(pegs: int, objective: Objective, reading: Reading = Reading.EXACT) -> Theorem:
    found = theorems.theorem("black-peg", pegs, objective, reading)
    assert isinstance(found, Theorem)
    return found


def masets(found: Theorem) -> dict[Function, int]:
    system = found.system
    values = box_values(system, 0)
    count = len(system.closure.patterns)
    return {
        state: int(values[state].flat[0]) for state in system.all_functions if state[0] >= count
    }


@pytest.mark.one_in(3)
@pytest.mark.parametrize("reading", BLANKS)
@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize("objective", Objective)
def test_boards_of_the_oracle(pegs: int, objective: Objective, reading: Reading) -> None:
    found = theorem(pegs, objective, reading)
    for board in combinations_with_replacement(range(1, 13), pegs):
        if prod(board) <= 24:
            expected = optimum(board, reading.value, objective is Objective.WORST)
            assert found.value(board) == found.value(board[::-1]) == expected, board


def test_two_pegs_in_symbols() -> None:
    """For x >= y: x y (x + 1) / 2 + y (y - 1) (y + 4) / 6; the oracle agrees with it."""
    found = theorem(2, Objective.EXPECTED)
    assert found.formula.branches == ((0, Fraction(-2, 3), 1, Fraction(2, 3)),)
    assert (found.formula.valid_from, found.formula.exceptions) == (1, {})
    for x, y in ((3, 2), (7, 3), (100, 41), (10**6, 10**5)):
        value = x * y * (x + 1) // 2 + y * (y - 1) * (y + 4) // 6
        assert found.value((x, y)) == found.value((y, x)) == value
    assert [optimum((x, 3), "exact", False) for x in (3, 5, 8)] == [
        x * 3 * (x + 1) // 2 + 7 for x in (3, 5, 8)
    ]
    assert len(found.regions) == 2
    walls, polynomial = found.regions[0].solved()
    assert walls == ["n1 >= n2"]
    assert str(polynomial) == "n1**2*n2/2 + n1*n2/2 + n2**3/6 + n2**2/2 - 2*n2/3"


def holds(wall: str, point: dict[str, int]) -> bool:
    """Whether a condition in words holds at a vector."""
    relation, _, divisor = wall.partition(", by a multiple of ")
    left, sign, right = re.split(r" (>=|=) ", relation)
    assert "-" not in relation or sign == "="
    sides = [eval(side, {}, point) for side in (left, right)]
    if sign == "=":
        return sides[0] == sides[1]
    return sides[0] >= sides[1] and (sides[0] - sides[1]) % int(divisor or 1) == 0


CUTS = [
    [Cut("order", 0, 1), Cut("below", 1, 0)],
    [Cut("step", 0, 3), Cut("order", 1, 0)],
    [Cut("order", 1, 0), Cut("step", 0, 2), Cut("step", 1, 2)],
    [Cut("below", 0, 0), Cut("below", 0, 0), Cut("order", 0, 1), Cut("below", 0, 0)],
]


@pytest.mark.parametrize("cuts", CUTS)
def test_conditions_hold_just_in_the_cell(cuts: list[Cut]) -> None:
    cells = [Cell.whole(2)]
    for cut in cuts:
        able = [
            cell
            for cell in cells
            if {cut.parameter, *[cut.other] * (cut.kind == "order")} <= {*cell.free}
        ]
        cells = [cell for cell in cells if cell not in able]
        cells += [child for cell in able for child in cell.children(cut)]
    for cell in cells:
        walls = [*conditions(cell, ("n1", "n2"))]
        inside = set()
        for parameters in product(range(9), repeat=len(cell.free)):
            inside.update(map(tuple, cell.points(np.array([parameters], dtype=np.int64)).tolist()))
        for x, y in product(range(9), repeat=2):
            told = all(holds(str(wall), {"n1": x, "n2": y}) for wall in walls)
            assert told == ((x, y) in inside), (walls, x, y)


def triangular(y: int) -> int:
    return y * (y + 1) // 2


@pytest.mark.parametrize("reading", BLANKS)
def test_two_pegs_as_in_the_proof_by_hand(reading: Reading) -> None:
    """H, G and F of docs/black-peg.md, in each reading."""
    found = theorem(2, Objective.EXPECTED, reading)
    for state, tree in found.induction.lower.claims.items():
        match found.system.forms[state[0]].by_columns:
            case "{0*}" | "{*0}":
                assert all(tree.value((y,)) == triangular(y) for y in range(30))
            case "{0*|*0}":
                for x, y in product(range(1, 30), repeat=2):
                    value = triangular(x) + triangular(y) + min(x, y)
                    assert tree.value((x, y)) == value
            case "{**}":
                for x, y in product(range(30), repeat=2):
                    high, low = max(x, y), min(x, y)
                    value = low * (3 * high**2 + 3 * high + low**2 + 3 * low - 4) // 6
                    assert tree.value((x, y)) == value
            case other:
                raise AssertionError(other)


def by_hand(x: int, y: int) -> dict[str, list[tuple[int, int]]]:
    """The right sides of the proof by hand, and by how much they exceed the left ones."""

    def h(n: int) -> int:
        return triangular(n)

    def g(x: int, y: int) -> int:
        return h(x) + h(y) + min(x, y)

    def f(x: int, y: int) -> int:
        x, y = max(x, y), min(x, y)
        return y * (3 * x * x + 3 * x + y * y + 3 * y - 4) // 6

    return {
        "0*": [(y + h(y - 1) - h(y), 0), (y + 1 + h(y - 1) - h(y), 1)],
        "0*|*0": [
            (x + y + h(x - 1) + h(y) - g(x, y), y - min(x, y)),
            (x + y + h(x) + h(y) - g(x, y), max(x, y)),
            (x + y + 1 + g(x - 1, y) - g(x, y), y if x <= y else y + 1),
            (x + y + 3 + g(x - 1, y - 1) - g(x, y), 2),
        ],
        "**": [
            (x * y + g(x - 1, y - 1) + f(x - 1, y - 1) - f(x, y), 0),
            (x * y + h(y) + f(x - 1, y) - f(x, y), x * y - h(x) + 1 if x <= y else h(y)),
        ],
    }


def test_the_table_of_the_proof_by_hand() -> None:
    for x, y in product(range(1, 25), repeat=2):
        for rows in by_hand(x, y).values():
            for excess, told in rows:
                assert excess == told >= 0, (x, y)


def test_two_pegs_in_the_worst_case() -> None:
    """The greater number of colours, and one more where both are equal and not 1."""
    found = theorem(2, Objective.WORST)
    for x, y in product(range(1, 40), repeat=2):
        assert found.value((x, y)) == max(x, y) + (x == y > 1)


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("pegs", [1, 2])
def test_the_regions_say_what_the_tree_says(pegs: int, objective: Objective) -> None:
    found = theorem(pegs, objective)
    for region in found.regions:
        _, polynomial = region.solved()
        names = {f"n{j + 1}": j for j in range(pegs)}
        for parameters in product(range(3), repeat=len(region.leaf.cell.free)):
            (board,) = region.leaf.cell.points(np.array([parameters], dtype=np.int64)).tolist()
            if all(board):
                values = {s: board[names[s.name]] for s in polynomial.free_symbols}
                assert polynomial.subs(values) == found.value(board)


@pytest.mark.parametrize("objective", Objective)
def test_the_readings_agree_for_two_pegs(objective: Objective) -> None:
    found = compare_readings("black-peg", 2, objective)
    assert isinstance(found, Comparison)
    assert found.agree
    assert found.as_json()["boards"] == {"without": [], "with": [], "exact": []}
    told = "With different numbers of colours in the columns they agree on every board."
    assert found.describe_boards() == told


def test_a_board_of_equal_columns_may_be_the_only_one_on_which_readings_differ() -> None:
    """As with three pegs in the worst case that of two colours in each column."""
    found = theorem(2, Objective.EXPECTED)
    changed = replace(found.formula, valid_from=3, exceptions={1: 1, 2: 7})
    compared = compare(
        dict.fromkeys(BLANKS, found) | {Reading.WITH: replace(found, formula=changed)}
    )
    assert compared.describe() == (
        "The three readings differ for n = 2 (8 without, 7 with, 8 exact); they agree for every "
        "other n."
    )
    assert compared.describe_boards() == (
        "With different numbers of colours in the columns they agree on every other board, too."
    )


def test_where_readings_differ_on_boards() -> None:
    """A theorem that was changed for n2 > n1, which is n2 = n1 + 1 + t1 with n1 = t0."""
    found = theorem(2, Objective.EXPECTED)
    first = found.system.first
    tree = found.induction.lower.claims[first]
    _, leaf = tree.leaves()
    assert leaf.differences is not None
    raised = leaf.differences.tolist()
    raised[3] += 1
    claims = changed(found, first, {1: raised})
    for board in product(range(9), repeat=2):
        # The difference that was raised is that of t0 (t0 - 1) / 2.
        more = board[0] * (board[0] - 1) // 2 if board[1] > board[0] else 0
        assert claims[first].value(board) - tree.value(board) == more
    other = replace(
        found,
        induction=found.induction._replace(
            lower=replace(found.induction.lower, claims=Claims.of_trees(claims))
        ),
    )
    compared = compare(dict.fromkeys(BLANKS, found) | {Reading.WITHOUT: other})
    assert compared.agree
    assert compared.boards_apart("with") == ()
    assert compared.describe_boards() == (
        "With different numbers of colours in the columns they differ on the boards "
        "0,1 + t0 (1,1) + t1 (0,1) (without); they agree on every other one."
    )
    assert compare_readings("ab", 1, "expected").describe_boards() is None  # type: ignore[union-attr]


def test_values_beyond_the_recurrences() -> None:
    values = game_values("black-peg", 2, 30)
    assert [values[n] for n in (1, 2, 3, 4)] == [1, 8, 25, 56]
    assert values[30] == (2 * 30**3 + 3 * 30**2 - 2 * 30) // 3
    assert game_values("black-peg", 2, 12) == {n: values[n] for n in range(1, 13)}


def changed(
    found: Theorem, state: Function, differences: dict[int, list[int]]
) -> dict[Function, Tree]:
    """The claims with other differences on some leaves of one function."""

    def tree(old: Tree) -> Tree:
        if old.cut is None:
            place = next(counter)
            new = differences.get(place)
            return old if new is None else replace(old, differences=np.array(new))
        return replace(old, children=tuple(map(tree, old.children)))

    counter = iter(range(10**6))
    return dict(found.induction.lower.claims) | {state: tree(found.induction.lower.claims[state])}


@pytest.mark.parametrize("objective", Objective)
def test_a_claim_raised_by_1_everywhere_is_not_proved(objective: Objective) -> None:
    found = theorem(2, objective)
    claims = dict(found.induction.lower.claims)
    for state, tree in claims.items():
        raised = {}
        for place, leaf in enumerate(tree.leaves()):
            assert leaf.differences is not None
            raised[place] = [leaf.differences[0] + 1, *leaf.differences[1:].tolist()]
        claims = claims | {state: changed(found, state, raised)[state]}
    with pytest.raises(NotInductive):
        prove_on_cells(found.system, Claims.of_trees(claims), masets(found))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("objective", Objective)
def test_every_other_claim_is_not_proved(objective: Objective) -> None:
    """Each difference of each function, one more or one less."""
    found = theorem(2, objective)
    known = masets(found)
    prove_on_cells(found.system, found.induction.lower.claims, known)
    for state, tree in found.induction.lower.claims.items():
        for place, leaf in enumerate(tree.leaves()):
            assert leaf.differences is not None
            for k, by in product(range(len(leaf.differences)), (1, -1)):
                wrong = leaf.differences.tolist()
                wrong[k] += by
                with pytest.raises(NotInductive):
                    prove_on_cells(
                        found.system, Claims.of_trees(changed(found, state, {place: wrong})), known
                    )


def test_in_the_worst_case_secrets_are_counted_to_their_degree() -> None:
    """S = x y is 0 at (0, 0), (1, 0) and (0, 1), but not everywhere on that cell."""
    found = theorem(2, Objective.WORST)
    claims = dict(found.induction.lower.claims)
    nothing = {
        state: Tree(
            Cell.whole(len(found.system.active[state[0]])), differences=np.zeros(1, dtype=np.int64)
        )
        for state in claims
    }
    with pytest.raises(NotInductive):
        prove_on_cells(
            found.system, Claims.of_trees(claims | {(0, 0): nothing[0, 0]}), masets(found)
        )
    with pytest.raises(NotInductive):
        prove_on_cells(found.system, Claims.of_trees(nothing), masets(found))


def test_boards_without_a_secret_are_refused() -> None:
    found = theorem(2, Objective.EXPECTED)
    with pytest.raises(Refused, match="no secret"):
        found.value((3, 0))
    with pytest.raises(Refused, match="each of 2 columns"):
        found.value((3, 1, 1))


def test_a_tree_with_another_cut_is_proved_too() -> None:
    """The proof does not depend on how the claims are cut."""
    found = theorem(1, Objective.EXPECTED)
    cell = Cell.whole(1)
    cut = Cut("step", 0, 2)
    # n (n + 1) / 2 for n = 2 t and n = 2 t + 1
    leaves = [
        Tree(child, differences=np.array(differences))
        for child, differences in zip(cell.children(cut), ([0, 3, 4], [1, 5, 4]), strict=True)
    ]
    claims = {state: Tree(cell, cut, tuple(leaves)) for state in found.induction.lower.claims}
    prove_on_cells(found.system, Claims.of_trees(claims), {})


@pytest.mark.parametrize("large", [2**55, -(2**55)])
def test_a_sum_of_terms_that_might_not_fit_64_bits_is_not_made(large: int) -> None:
    """Each term for itself does fit; with t + 1 in place of t it is up to twice as large."""
    small, terms = np.array([1, 2]), np.array([[0, large]])
    known = _Decided(small, small, terms, np.array([True]))
    with pytest.raises(OverflowError, match="64 bits"):
        known.on_child(Cut("below", 0), 1, 1)
    child = _Decided(small, small, terms // 8, known.decided).on_child(Cut("below", 0), 1, 1)
    assert child.costs.tolist() == [[large // 8, large // 8]]


def three_pegs(x: int, y: int, z: int) -> Fraction:
    """The EPL of docs/black-peg.md for x >= y >= z >= 2, away from its exceptions."""
    both = 6 * x * x * y * z + 6 * x * y * z + 2 * y**3 * z + 6 * y * y * z + z**4 + 6 * z**3
    if y >= 3 * z + 2:
        return Fraction(both - 8 * y * z + 17 * z * z - 12 * z - 24, 12)
    rest = -3 * y * y + 10 * y * z - 18 * y - 10 * z * z + 42 * z - 48 - 3 * ((y - z) % 2)
    return Fraction(both + rest, 12)


SMALL = [board for board in product(range(1, 13), repeat=3) if prod(board) <= 24]


@pytest.mark.slow
@pytest.mark.parametrize("reading", BLANKS)
def test_three_pegs(reading: Reading, tmp_path: Path) -> None:
    found = theorem(3, Objective.EXPECTED, reading)
    for z, y, x in combinations_with_replacement(range(2, 21), 3):
        exceptional = y == z or y - 3 * z in (-1, 0, 1) or x == y == z + 1 or x == y == z + 2 > 4
        assert (found.value((x, y, z)) == three_pegs(x, y, z)) != exceptional
    for board in ((40, 31, 20), (41, 30, 21), (50, 17, 5)):
        assert found.value(board) == three_pegs(*board)
    quarter = Fraction(1, 4)
    assert found.formula.branches == ((-10, 14 * quarter, -3 * quarter, 6 * quarter, 3 * quarter),)
    assert found.formula.exceptions == {1: 1, 2: 21}
    # What the optimizer finds (README.md, "Optimal values"), also with --colours 3,4,5 and so on.
    assert [found.value(n) for n in (5, 6, 7, 8, 9)] == [645, 1280, 2293, 3810, 5975]
    boards = {(3, 4, 5): 255, (2, 4, 6): 207, (5, 3, 3): 180, (2, 3, 9): 291}
    assert {board: found.value(board) for board in boards} == boards
    for board in SMALL:
        assert found.value(board) == optimum(tuple(sorted(board)), reading.value, False)
    verify(found, tmp_path)


def verify(found: Theorem, directory: Path) -> None:
    """Write the certificate, and let the checker verify it."""
    path = directory / "proof.cert"
    with path.open("wb") as file:
        digest = write_certificate(found, file)
    assert check(path).digest == digest


def worst_of_three_pegs(x: int, y: int, z: int) -> int:
    """The worst case of docs/black-peg.md for x >= y >= z."""
    if z >= 2 and x == y == z:
        return x + 2
    return x + (x == y > 1 or (z >= 2 and (x - z, y - z) in {(1, 0), (2, 1)}))


@pytest.mark.slow
@pytest.mark.parametrize("reading", BLANKS)
def test_three_pegs_in_the_worst_case(reading: Reading, tmp_path: Path) -> None:
    found = theorem(3, Objective.WORST, reading)
    for z, y, x in combinations_with_replacement(range(1, 25), 3):
        less = found.system.reading is Reading.WITH and (x, y, z) == (2, 2, 2)
        assert found.value((x, y, z)) == worst_of_three_pegs(x, y, z) - less
    for board in SMALL:
        expected = optimum(tuple(sorted(board)), found.system.reading.value, True)
        assert found.value(board) == expected, board
    verify(found, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("objective", Objective)
def test_where_the_readings_of_three_pegs_differ(objective: Objective) -> None:
    found = compare_readings("black-peg", 3, objective)
    assert isinstance(found, Comparison)
    boards = [] if objective is Objective.EXPECTED else ["2,2,2"]
    assert found.as_json()["boards"] == {"without": [], "with": boards, "exact": []}
    # On that board a blank saves a question, as plain search finds.
    assert [optimum((2, 2, 2), r.value, True) for r in BLANKS] == [4, 3, 4]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("reading", BLANKS)
@pytest.mark.parametrize("objective", Objective)
def test_verdicts_are_those_of_single_boards(objective: Objective, reading: Reading) -> None:
    check_verdicts(theorem(2, objective, reading), 7)


def check_verdicts(found: Theorem, most: int) -> int:
    """On each leaf the excess is the right side less the value, for indices up to *most*.

    Returned is how often an extra cell cannot be asked though there are the new colours.
    """
    system, blanks, points = found.system, 0, 0
    for state in system.functions():
        equations = list(system.equations(state))
        trees = [
            excess_of(system, found.induction.lower, state, equation) for equation in equations
        ]
        for index in product(range(most + 1), repeat=len(system.active[state[0]])):
            m = [0] * len(system.kinds)
            for place, number in zip(system.active[state[0]], index, strict=True):
                m[place] = number
            if not system.forms[state[0]].secrets(system.closure.game, m):
                continue
            excesses = []
            for tree, equation in zip(trees, equations, strict=True):
                leaf, _ = tree.leaf_at(index)
                right = found.right_side(state, equation, m)
                if leaf.differences is None:
                    assert right is None
                    blanks += bool(equation.extra) and all(
                        number >= new for number, new in zip(m, equation.new, strict=True)
                    )
                    continue
                excesses.append(tree.value(index))
                assert right is not None
                assert excesses[-1] == right - found.value_of(state, m)
                assert (leaf.differences == 0).all() or leaf.differences[0] > 0
            assert min(excesses) == 0
            points += 1
    assert points
    return blanks
