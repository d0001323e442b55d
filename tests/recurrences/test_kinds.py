"""Values of black-peg AB, where columns share colours of several kinds, against search."""

from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from masetproof import FiniteGame, optimize
from masetproof.arguments import Refused
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure, close
from masetproof.patterns.pattern import as_index
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.recurrences import Recurrences, recurrences_of
from masetproof.recurrences.values import PlainValues, box_values, whole_values
from tests.checker.test_indices import searched
from tests.kernels import plainly
from tests.oracles.black_peg_certificates import Maker
from tests.theorems import IN_OTHER_PAIRS


@cache
def system(pegs: int, reading: Reading, objective: Objective) -> Recurrences:
    return recurrences_of(close("black-peg-ab", pegs, extra=reading.asks_extra), reading, objective)


@cache
def oracle(pegs: int, reading: Reading, objective: Objective) -> Maker:
    return Maker("black-peg-ab", pegs, reading.value, objective.value)


@pytest.mark.one_in(5)
@IN_OTHER_PAIRS
@pytest.mark.parametrize("pegs", [1, 2])
def test_values_are_those_of_the_oracle(pegs: int, reading: Reading, objective: Objective) -> None:
    """Of all functions, by pattern and excluded colours, with up to three colours of each kind."""
    found, made = system(pegs, reading, objective), oracle(pegs, reading, objective)
    values = box_values(found, 3)
    states = {(made.patterns[number], e): (number, e) for number, e in made.states()}
    assert len(found.functions()) == len(states)
    for state in found.functions():
        named = tuple(
            tuple("*" if cell == 36 else cell for cell in row)
            for row in found.forms[state[0]].clauses
        )
        # With one or two pegs the patterns of both are the same.
        number, e = states[named, found.levels(state)]
        assert values[state].ndim == len(found.active[state[0]])
        for index in product(range(4), repeat=values[state].ndim):
            assert values[state][index] == made.value(made.patterns[number], e, index)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("blank", [False, True])
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    "board", [(0, 0, 3), (0, 0, 4), (1, 0, 2), (1, 2, 1), (2, 2, 0), (0, 2, 2), (3, 1, 1)]
)
def test_values_are_those_of_a_search_over_secrets(
    board: tuple[int, int, int], objective: Objective, blank: bool
) -> None:
    """Colours that may stand in the first column, in the second and in both."""
    first, second, _ = board
    colours = range(sum(board))
    here = {*range(first), *range(first + second, sum(board))}, {*range(first, sum(board))}
    words = [*permutations(colours, 2)]
    secrets = [word for word in words if all(c in own for c, own in zip(word, here, strict=True))]
    if blank:
        words += [word for c in colours for word in ((c, "a"), ("a", c))]
    reading = Reading.WITH if blank else Reading.EXACT
    found = system(2, reading, objective)
    value = box_values(found, max(board))[found.first][board]
    assert value == searched(secrets, words, objective.value)


@pytest.mark.parametrize("objective", Objective)
def test_values_are_those_of_the_optimizer(objective: Objective) -> None:
    found = system(2, Reading.EXACT, objective)
    values = whole_values(found, 5)
    assert list(values) == [2, 3, 4, 5]
    for colours, value in values.items():
        assert value == optimize(FiniteGame("black-peg-ab", 2, colours), objective).value


@pytest.mark.one_in(5)
@pytest.mark.parametrize("reading", BLANKS)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(("pegs", "most"), [(1, 5), (2, 3)])
def test_the_kernel_does_what_its_twin_does(
    pegs: int, most: int, reading: Reading, objective: Objective
) -> None:
    """For all functions, those of explicit masets too: the same ones, with the same values."""
    found = system(pegs, reading, objective)
    plain, compiled = plainly.boxes(found, most), box_values(found, most)
    assert set(plain) == set(compiled)
    for state, values in plain.items():
        assert (values == compiled[state]).all()
    vectors = [as_index(n, found.closure.game, pegs) for n in range(pegs, 5)]
    diagonal = PlainValues(found).at(found.first, np.array(vectors)).tolist()
    assert whole_values(found, 4) == dict(zip(range(pegs, 5), diagonal, strict=True))


@cache
def three_pegs(extra: bool) -> Closure:
    """It takes more than a minute of processor time."""
    return close("black-peg-ab", 3, extra=extra)


@pytest.mark.slow
@pytest.mark.parametrize("objective", Objective)
def test_values_of_three_pegs_are_those_of_the_optimizer(objective: Objective) -> None:
    values = whole_values(recurrences_of(three_pegs(True), Reading.EXACT, objective), 8)
    games = {n: FiniteGame("black-peg-ab", 3, n) for n in range(3, 9)}
    assert values == {n: optimize(game, objective, workers=1).value for n, game in games.items()}


@pytest.mark.slow
@pytest.mark.parametrize("reading", BLANKS)
@pytest.mark.parametrize("objective", Objective)
def test_values_of_three_pegs_are_those_of_a_search_over_secrets(
    reading: Reading, objective: Objective
) -> None:
    """Of three colours, with blanks from the start, of excluded colours, and without."""
    found = recurrences_of(three_pegs(reading.asks_extra), reading, objective)
    secrets = [*permutations(range(3))]
    words = secrets
    if reading is Reading.WITH:
        cells = (0, 1, 2, "a")
        words = [w for w in product(cells, repeat=3) if len({*w} - {"a"}) == 3 - w.count("a") > 0]
    assert whole_values(found, 3) == {3: searched(secrets, words, objective.value)}


def test_values_that_are_known() -> None:
    """known_values.csv: brute force."""
    values = whole_values(system(2, Reading.EXACT, Objective.EXPECTED), 30)
    assert (values[3], values[4]) == (14, 37)
    assert values == {n: (2 * n**3 - 5 * n + 3) // 3 for n in range(2, 31)}


def test_boxes_hold_what_whole_games_have() -> None:
    found = system(2, Reading.EXACT, Objective.EXPECTED)
    box = box_values(found, 9)[found.first]
    assert box.shape == (10, 10, 10)
    assert [int(box[0, 0, n]) for n in range(2, 10)] == list(whole_values(found, 9).values())
    assert (box == box.transpose(1, 0, 2)).all()


def test_too_large_boxes_are_refused() -> None:
    with pytest.raises(Refused, match="too much memory"):
        box_values(system(2, Reading.EXACT, Objective.EXPECTED), 900)
