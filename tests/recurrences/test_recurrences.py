"""Values of black-peg Mastermind at index vectors, against search over all strategies."""

from functools import cache
from itertools import product
from math import prod

import numpy as np
import pytest

from masetproof.arguments import Refused
from masetproof.objectives import Objective
from masetproof.patterns.closure import close
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences, recurrences_of
from masetproof.recurrences.system import in_columns
from masetproof.recurrences.values import box_values, whole_values
from tests.kernels import plainly
from tests.oracles.black_peg import optimum
from tests.theorems import IN_OTHER_PAIRS, IN_PAIRS

# brute force, as in known_values.csv: colours of the columns and EPL
KNOWN: dict[int, dict[tuple[int, ...], int]] = {
    2: {(2, 2): 8, (3, 3): 25, (4, 4): 56},
    3: {(2, 2, 2): 21, (3, 3, 3): 95},
}
# masetproof optimize black-peg --pegs 3 --colours ...
KNOWN[3] |= {(5, 5, 5): 645, (3, 4, 5): 255, (5, 3, 3): 180, (6, 6, 6): 1280, (2, 4, 6): 207}


@cache
def system(pegs: int, reading: Reading, objective: Objective) -> Recurrences:
    return recurrences_of(close("black-peg", pegs, extra=reading.asks_extra), reading, objective)


@pytest.mark.one_in(2)
@IN_OTHER_PAIRS
@pytest.mark.parametrize(("pegs", "most"), [(1, 24), (2, 12), (3, 6)])
def test_every_board_up_to_24_secrets(
    pegs: int, most: int, reading: Reading, objective: Objective
) -> None:
    columns = system(pegs, reading, objective)
    values = box_values(columns, most)[columns.first]
    checked = 0
    for board in product(range(1, most + 1), repeat=pegs):
        if prod(board) <= 24:
            # Columns may be exchanged.
            ascending = tuple(sorted(board))
            expected = optimum(ascending, reading.value, objective is Objective.WORST)
            assert values[board] == expected, board
            checked += 1
    assert checked == {1: 24, 2: 60, 3: 101}[pegs]


@pytest.mark.parametrize("pegs", KNOWN)
def test_the_values_that_are_known(pegs: int) -> None:
    columns = system(pegs, Reading.EXACT, Objective.EXPECTED)
    values = box_values(columns, max(map(max, KNOWN[pegs])))[columns.first]
    assert {board: int(values[board]) for board in KNOWN[pegs]} == KNOWN[pegs]


@pytest.mark.one_in(3)
@IN_PAIRS
@pytest.mark.parametrize(("pegs", "most"), [(1, 5), (2, 4), (3, 2)])
def test_the_kernel_does_what_its_twin_does(
    pegs: int, most: int, reading: Reading, objective: Objective
) -> None:
    """For all functions, those of explicit masets too: the same ones, with the same values."""
    columns = system(pegs, reading, objective)
    plain, compiled = plainly.boxes(columns, most), box_values(columns, most)
    assert set(plain) == set(compiled)
    assert len(plain) > 2 * (pegs - 1)
    for state, values in plain.items():
        assert np.array_equal(values, compiled[state])
    whole = plain[columns.first]
    diagonal = {n: whole[(n,) * pegs] for n in range(1, most + 1)}
    assert diagonal == whole_values(columns, most)


def test_columns_may_be_exchanged() -> None:
    columns = system(3, Reading.EXACT, Objective.EXPECTED)
    values = box_values(columns, 4)[columns.first]
    assert values.shape == (5, 5, 5)
    for order in ((1, 0, 2), (1, 2, 0)):
        assert (values == values.transpose(order)).all()


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(Refused, match="needs a closure of its own questions"):
        recurrences_of(close("black-peg", 1), "without", "expected")
    with pytest.raises(Refused, match="recurrences_of is for that"):
        in_columns(recurrences_of(close("black-peg", 1), "exact", "expected"))


@pytest.mark.parametrize(("game", "pegs"), [("mastermind", 2), ("black-peg", 2), ("ab", 2)])
def test_functions_of_a_pattern_are_in_the_order_of_their_excluded_colours(
    game: str, pegs: int
) -> None:
    columns = recurrences_of(close(game, pegs), Reading.EXACT, Objective.EXPECTED)
    for pattern in range(len(columns.closure.patterns)):
        own = columns.functions_of(pattern)
        assert {*own} == {one for one in columns.functions() if one[0] == pattern}
        excluded = [sum(columns.levels(one)) for one in own]
        assert excluded == sorted(excluded)
        assert len({*own}) == len(own) > 0


def test_parts_of_equations() -> None:
    """The columns of parts, cut by the equation of each part."""
    columns = in_columns(recurrences_of(close("mastermind", 2), Reading.EXACT, Objective.EXPECTED))
    equations = columns.merged
    for row in range(len(equations.new)):
        assert equations.parts_of(row) == equations.parts[equations.of_parts == row].tolist()
    assert max(len(equations.parts_of(row)) for row in range(len(equations.new))) > 1
