"""The search of the oracles against brute force, published values, formulas and itself."""

import csv
from itertools import permutations

import numpy as np
import pytest

from . import search, strategies
from .masets import answer
from .search import HEADER, MAX_SECRETS, OBJECTIVES, TABLE, Array, Search, read_table

SMALL_GAMES = [
    ("mastermind", 2, 2),
    ("mastermind", 2, 3),
    ("mastermind", 2, 4),
    ("mastermind", 2, 5),
    ("mastermind", 3, 2),
    ("mastermind", 3, 3),
    ("mastermind", 4, 2),
    ("ab", 2, 2),
    ("ab", 2, 3),
    ("ab", 2, 4),
    ("ab", 2, 5),
    ("ab", 3, 3),
    ("ab", 3, 4),
    ("ab", 4, 4),
]

PUBLISHED = [
    # Peczarski 2018 (arXiv 1808.03849), tables 1 and 3
    ("mastermind", 2, 4, "expected", 45),
    ("mastermind", 2, 5, "expected", 81),
    ("ab", 2, 4, "expected", 30),
    ("ab", 2, 5, "expected", 60),
    # Goddard 2004
    ("mastermind", 3, 3, "expected", 73),
    ("mastermind", 3, 4, "expected", 206),
    ("mastermind", 3, 5, "expected", 451),
    ("mastermind", 4, 3, "expected", 246),
    ("mastermind", 4, 4, "expected", 905),
    ("mastermind", 5, 2, "expected", 97),
    ("mastermind", 5, 3, "expected", 816),
    # Knuth 1976; Jäger and Peczarski 2009
    pytest.param("mastermind", 4, 6, "worst", 5, marks=pytest.mark.slow),
    ("mastermind", 4, 5, "worst", 5),
    # Not published: also found by `masetproof optimize` (tests/tables/test_reproduced.py)
    ("mastermind", 2, 6, "expected", 132),
    ("mastermind", 3, 6, "expected", 854),
    ("ab", 3, 5, "expected", 196),
    ("ab", 3, 6, "expected", 436),
    ("ab", 4, 5, "expected", 462),
    ("ab", 4, 6, "expected", 1446),
    pytest.param("ab", 4, 7, "expected", 3639, marks=pytest.mark.slow),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("game", "pegs", "colours"), SMALL_GAMES)
def test_brute_force_agrees(game: str, pegs: int, colours: int, objective: str) -> None:
    found = search.optimum(game, pegs, colours, objective)
    assert found == strategies.optimum(game, pegs, colours, objective)


@pytest.mark.parametrize(("game", "pegs", "colours", "objective", "value"), PUBLISHED)
def test_published_values(game: str, pegs: int, colours: int, objective: str, value: int) -> None:
    assert search.optimum(game, pegs, colours, objective) == value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("colours", "objective", "value"),
    [
        (6, "expected", 5625),  # Koyama and Lai 1993
        (7, "expected", 11228),  # Ville 2013 (4.676 questions)
        (7, "worst", 6),  # Jäger and Peczarski 2009
    ],
)
def test_published_values_of_mastermind_with_four_pegs(
    colours: int, objective: str, value: int
) -> None:
    assert search.optimum("mastermind", 4, colours, objective) == value


# The reductions, one by one and all together, against a search that does without them.


class WithoutSymmetry(Search):
    """Every state has a node of its own."""

    def node(self, state: Array) -> search.Node:
        key = state.tobytes()
        if key not in self.nodes:
            self.nodes[key] = search.Node(state, int(self.bounds[len(state)]))
            self.nodes[key].exact = len(state) <= search.SMALL
        return self.nodes[key]


class WithoutTwins(Search):
    """Every question is tried that does not leave all the secrets together."""

    def questions(self, node: search.Node) -> tuple[Array, Array]:
        found = []
        for question in self.legal.tolist():
            _, ends = search._split(node.state, question, self.words, self.answers)
            sizes = np.diff(ends)
            if sizes.max() < len(node.state):
                lows = self.bounds[sizes]
                low = len(node.state) + lows.sum() if self.expected else 1 + lows.max()
                found.append((int(low), question))
        found.sort()
        node.low = max(node.low, found[0][0])
        node.opened = True
        return np.array([question for _, question in found]), np.array([low for low, _ in found])


class WithoutBounds(Search):
    """One secret may be found by the first question, all the others by the second."""

    def __init__(self, game: str, pegs: int, colours: int, objective: str) -> None:
        super().__init__(game, pegs, colours, objective)
        size = np.arange(len(self.bounds))
        self.bounds = np.maximum(0, 2 * size - 1) if self.expected else np.minimum(size, 2)


class WithoutAll(WithoutSymmetry, WithoutTwins, WithoutBounds):
    """None of the reductions."""


Ablation = tuple[type[Search], str, int, int]

ABLATIONS: list[Ablation] = [
    (WithoutSymmetry, "mastermind", 2, 20),
    (WithoutSymmetry, "mastermind", 3, 6),
    (WithoutSymmetry, "ab", 2, 20),
    (WithoutSymmetry, "ab", 3, 7),
    (WithoutTwins, "mastermind", 2, 8),
    (WithoutTwins, "mastermind", 3, 4),
    (WithoutTwins, "ab", 2, 8),
    (WithoutTwins, "ab", 3, 5),
    (WithoutBounds, "mastermind", 2, 20),
    (WithoutBounds, "mastermind", 3, 6),
    (WithoutBounds, "ab", 2, 20),
    (WithoutBounds, "ab", 3, 7),
    (WithoutAll, "mastermind", 2, 5),
    (WithoutAll, "mastermind", 3, 3),
    (WithoutAll, "ab", 2, 6),
    (WithoutAll, "ab", 3, 4),
]

# The largest games of the table, for each reduction; some of these take minutes.
LARGE_ABLATIONS: list[Ablation] = [
    (plainer, game, pegs, colours)
    for plainer in (WithoutSymmetry, WithoutTwins, WithoutBounds)
    for game, pegs, colours in [
        ("mastermind", 2, 31),
        ("mastermind", 3, 8),
        ("mastermind", 3, 9),
        ("mastermind", 3, 10),
        ("ab", 2, 32),
        ("ab", 3, 9),
        ("ab", 3, 10),
        ("ab", 3, 11),
    ]
] + [
    (WithoutAll, "mastermind", 2, 6),
    (WithoutAll, "mastermind", 3, 4),
    (WithoutAll, "ab", 2, 7),
    (WithoutAll, "ab", 3, 5),
]


def check_ablation(
    plainer: type[Search], game: str, pegs: int, colours: int, objective: str
) -> None:
    value = read_table()[game, pegs, colours, objective]
    assert plainer(game, pegs, colours, objective).value() == value


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("plainer", "game", "pegs", "colours"), ABLATIONS)
def test_reductions_lose_nothing(
    plainer: type[Search], game: str, pegs: int, colours: int, objective: str
) -> None:
    check_ablation(plainer, game, pegs, colours, objective)


@pytest.mark.slow
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("plainer", "game", "pegs", "colours"), LARGE_ABLATIONS)
def test_reductions_lose_nothing_in_large_games(
    plainer: type[Search], game: str, pegs: int, colours: int, objective: str
) -> None:
    check_ablation(plainer, game, pegs, colours, objective)


def random_states(engine: Search, seed: int) -> list[Array]:
    """Random states, half of them parts of the whole, which are more symmetric."""
    random = np.random.default_rng(seed)
    states = []
    for _ in range(20):
        size = int(random.integers(3, len(engine.legal)))
        chosen = np.sort(random.choice(engine.legal, size, replace=False)).astype(np.int32)
        states.append(chosen)
        question = int(random.choice(engine.legal))
        whole = engine.legal.astype(np.int32)
        codes, ends = search._split(whole, question, engine.words, engine.answers)
        part = int(np.diff(ends).argmax())
        states.append(codes[ends[part] : ends[part + 1]])
    return states


def images(engine: Search, codes: Array) -> list[tuple[tuple[int, ...], Array]]:
    """For each permutation of the colours: it, and the images of the codes."""
    return [
        (colours, np.array(colours)[engine.words[codes]] @ engine.weights)
        for colours in permutations(range(engine.colours))
    ]


@pytest.mark.parametrize(("game", "pegs", "colours"), [("mastermind", 3, 4), ("ab", 3, 5)])
def test_canonical_form_is_an_image_of_the_state(game: str, pegs: int, colours: int) -> None:
    engine = Search(game, pegs, colours, "expected")
    for state in random_states(engine, seed=1):
        canonical = engine.node(state).state.tolist()
        assert any(
            sorted((np.array(mapping)[engine.words[state][:, order]] @ engine.weights).tolist())
            == canonical
            for mapping in permutations(range(colours))
            for order in permutations(range(pegs))
        )


@pytest.mark.parametrize(("game", "pegs", "colours"), [("mastermind", 3, 4), ("ab", 3, 5)])
def test_a_question_that_is_left_out_is_idle_or_has_an_image(
    game: str, pegs: int, colours: int
) -> None:
    engine = Search(game, pegs, colours, "expected")
    for state in random_states(engine, seed=2):
        listed, _ = engine.questions(search.Node(state, 0))
        fixing = [
            np.array(mapping)
            for mapping, image in images(engine, state)
            if set(image.tolist()) == set(state.tolist())
        ]
        reached = {
            int(mapping[engine.words[question]] @ engine.weights)
            for question in listed.tolist()
            for mapping in fixing
        }
        for question in set(engine.legal.tolist()) - reached:
            told = set(engine.answers[question][state].tolist())
            assert len(told) == 1
            assert told != {pegs * (pegs + 1)}


@pytest.mark.parametrize(("game", "pegs", "colours"), [("mastermind", 3, 4), ("ab", 3, 5)])
def test_answers(game: str, pegs: int, colours: int) -> None:
    engine = Search(game, pegs, colours, "expected")
    words = [tuple(word) for word in engine.words.tolist()]
    for question in engine.legal.tolist():
        for secret in engine.legal.tolist():
            black, white = divmod(int(engine.answers[question, secret]), pegs + 1)
            assert (black, white) == answer(words[secret], words[question])


def test_solvable_sizes_by_hand() -> None:
    """Mastermind with two pegs and three colours: to 00 the answers (0, 0) and (1, 0) are given by
    4 and 4 secrets, to 01 (0, 0), (0, 1), (0, 2), (1, 0) by 1, 2, 1 and 4."""
    sizes = np.array([[4, 0, 0, 4], [1, 2, 1, 4]])
    # one question: 1; two: 1 + 4 * 1; three: all 9 from either question
    assert search.solvable_sizes(sizes) == [0, 1, 5, 9]


@pytest.mark.parametrize(
    ("game", "pegs", "colours", "objective"),
    [
        ("black-peg", 2, 2, "expected"),
        ("ab", 2, 2, "mean"),
        ("ab", 3, 2, "expected"),
        ("mastermind", 2, 0, "worst"),
        ("mastermind", 1, 4, "worst"),
    ],
)
def test_what_is_not_searched_is_refused(
    game: str, pegs: int, colours: int, objective: str
) -> None:
    with pytest.raises(ValueError, match=game if objective != "mean" else objective):
        search.optimum(game, pegs, colours, objective)


# The table.


def table_rows() -> list[tuple[str, int, int, str]]:
    return [(*game, objective) for game in search.games() for objective in OBJECTIVES]


def test_table_has_a_row_for_each_game_and_objective() -> None:
    with TABLE.open(newline="") as file:
        header, *rows = csv.reader(file)
    assert tuple(header) == HEADER
    assert [(row[0], int(row[1]), int(row[2]), row[3]) for row in rows] == table_rows()
    last = {game[:2]: game[2] for game in search.games()}
    assert MAX_SECRETS == 1_000
    assert last == {
        ("mastermind", 2): 31,
        ("mastermind", 3): 10,
        ("ab", 2): 32,
        ("ab", 3): 11,
    }


def test_table_agrees_with_the_formulas() -> None:
    """Two pegs, EPL: Chen and Lin 2004, Peczarski 2018. Worst case: Goddard 2004 (Mastermind, two
    pegs), ceil(n/2) + 1 (AB, two pegs), Jäger and Peczarski 2009 (Mastermind, three)."""
    table = read_table()
    for n in range(3, 32):
        odd = 8 * n**3 + 51 * n**2 - 80 * n + 69
        even = 8 * n**3 + 51 * n**2 - 74 * n + 48
        assert 24 * table["mastermind", 2, n, "expected"] == (odd if n % 2 else even)
    for n in range(2, 33):
        odd = 4 * n**3 + 21 * n**2 - 82 * n + 105
        even = 4 * n**3 + 21 * n**2 - 76 * n + 72
        assert 12 * table["ab", 2, n, "expected"] == (odd if n % 2 else even)
        assert table["ab", 2, n, "worst"] == (n + 1) // 2 + 1
    for n in range(2, 32):
        assert table["mastermind", 2, n, "worst"] == n // 2 + 2
    for n in range(5, 11):
        assert table["mastermind", 3, n, "worst"] == (n - 1) // 3 + 4


@pytest.mark.slow
@pytest.mark.parametrize(("game", "pegs", "colours", "objective"), table_rows())
def test_row_of_the_table(game: str, pegs: int, colours: int, objective: str) -> None:
    value = read_table()[game, pegs, colours, objective]
    assert search.optimum(game, pegs, colours, objective) == value
