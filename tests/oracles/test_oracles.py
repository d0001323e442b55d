"""The oracles against published values, the paper's tables and each other."""

from fractions import Fraction
from itertools import combinations, permutations, product
from math import perm

import pytest

from .masets import (
    EXTRA,
    Word,
    answer,
    isomorphic,
    minimal_depth_of_maset,
    minimal_epl_of_maset,
    question_classes,
    secrets,
)
from .published import KNOWN_EPL
from .strategies import optimum

# Without a source outside: computed by this oracle and by a separate branch and bound.
# (game, pegs, colours, EPL, worst case)
COMPUTED_HERE = [
    ("mastermind", 3, 2, 18, 3),
    ("mastermind", 3, 3, 73, 4),
    ("mastermind", 4, 2, 44, 4),
    ("ab", 3, 3, 15, 4),
    ("ab", 3, 4, 72, 4),
    ("ab", 4, 4, 86, 5),
    ("black-peg", 2, 2, 8, 3),
    ("black-peg", 2, 3, 25, 4),
    ("black-peg", 2, 4, 56, 5),
    pytest.param("black-peg", 2, 5, 105, 6, marks=pytest.mark.slow),
    ("black-peg", 3, 2, 21, 4),
    ("black-peg", 3, 3, 95, 5),
    ("black-peg", 4, 2, 52, 5),
    ("black-peg-ab", 2, 2, 3, 2),
    ("black-peg-ab", 2, 3, 14, 3),
    ("black-peg-ab", 2, 4, 37, 4),
    ("black-peg-ab", 2, 5, 76, 5),
    pytest.param("black-peg-ab", 2, 6, 135, 6, marks=pytest.mark.slow),
    ("black-peg-ab", 3, 3, 15, 4),
    ("black-peg-ab", 3, 4, 81, 5),
    ("black-peg-ab", 4, 4, 86, 5),
]

# A row: a pattern of two pegs, in the paper's order, and its minimal EPL for n = 2..5 colours in
# all (Peczarski 2018, tables 1 and 3; None where no implicit colour is left).
Row = tuple[tuple[str, ...], tuple[int | None, ...]]

MM2: list[Row] = [
    (("**",), (8, 21, 45, 81)),
    (("*0", "0*"), (3, 7, 13, 21)),
    (("*1", "0*"), (None, 3, 7, 13)),
    (("00", "11", "*1", "0*"), (None, 7, 13, 21)),
    (("0*",), (1, 3, 6, 9)),
    (("00", "*0"), (3, 6, 9, 13)),
]
AB2: list[Row] = [
    (("**",), (3, 13, 30, 60)),
    (("*1", "0*"), (None, 3, 7, 13)),
    (("0*",), (1, 3, 6, 9)),
]


def all_questions(pegs: int, colours: int, repeat: bool) -> list[Word]:
    """All questions over `colours` colours and the extra one, not of the extra one alone."""
    questions = []
    for question in product(range(EXTRA, colours), repeat=pegs):
        coloured = [colour for colour in question if colour != EXTRA]
        if coloured and (repeat or len(set(coloured)) == len(coloured)):
            questions.append(question)
    return questions


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("game", "pegs", "colours", "value"), KNOWN_EPL)
def test_epl_is_the_known_one(game: str, pegs: int, colours: int, value: int) -> None:
    assert optimum(game, pegs, colours, "expected") == value


@pytest.mark.parametrize(("game", "pegs", "colours", "epl", "worst"), COMPUTED_HERE)
def test_computed_values_stay(game: str, pegs: int, colours: int, epl: int, worst: int) -> None:
    assert optimum(game, pegs, colours, "expected") == epl
    assert optimum(game, pegs, colours, "worst") == worst


@pytest.mark.parametrize("n", range(3, 6))
def test_epl_mastermind_two_pegs_formula(n: int) -> None:
    """Chen and Lin 2004; Peczarski 2018."""
    odd = 8 * n**3 + 51 * n**2 - 80 * n + 69
    even = 8 * n**3 + 51 * n**2 - 74 * n + 48
    expected = Fraction(odd if n % 2 else even, 24 * n**2)
    assert optimum("mastermind", 2, n, "expected") == expected * n**2


@pytest.mark.parametrize("n", range(2, 7))
def test_epl_ab_two_pegs_formula(n: int) -> None:
    """Chen and Lin 2004; Peczarski 2018."""
    odd = 4 * n**3 + 21 * n**2 - 82 * n + 105
    even = 4 * n**3 + 21 * n**2 - 76 * n + 72
    expected = Fraction(odd if n % 2 else even, 12 * n * (n - 1))
    assert optimum("ab", 2, n, "expected") == expected * perm(n, 2)


@pytest.mark.parametrize("n", range(2, 6))
def test_worst_case_mastermind_two_pegs_formula(n: int) -> None:
    """Goddard 2004."""
    assert optimum("mastermind", 2, n, "worst") == n // 2 + 2


@pytest.mark.parametrize("n", range(2, 7))
def test_worst_case_ab_two_pegs_formula(n: int) -> None:
    """Jäger and Peczarski 2009."""
    assert optimum("ab", 2, n, "worst") == -(-n // 2) + 1


@pytest.mark.parametrize("game", ["mastermind", "ab", "black-peg", "black-peg-ab"])
@pytest.mark.parametrize("n", range(1, 8))
@pytest.mark.parametrize("consistent_only", [False, True])
def test_one_peg_asks_one_colour_after_another(game: str, n: int, consistent_only: bool) -> None:
    epl = optimum(game, 1, n, "expected", consistent_only=consistent_only)
    assert epl == n * (n + 1) // 2
    assert optimum(game, 1, n, "worst", consistent_only=consistent_only) == n


@pytest.mark.parametrize("n", range(1, 5))
@pytest.mark.parametrize("objective", ["expected", "worst"])
def test_white_pegs_tell_nothing_about_a_permutation(n: int, objective: str) -> None:
    assert optimum("black-peg-ab", n, n, objective) == optimum("ab", n, n, objective)


@pytest.mark.parametrize(
    ("pegs", "colours"),
    [(2, 3), (2, 4), (2, 5), (3, 3), pytest.param(3, 4, marks=pytest.mark.slow)],
)
def test_distinct_secrets_and_all_questions(pegs: int, colours: int) -> None:
    distinct = list(permutations(range(colours), pegs))
    words = list(product(range(colours), repeat=pegs))
    epl = optimum("mastermind", pegs, colours, "expected", distinct=True)
    worst = optimum("mastermind", pegs, colours, "worst", distinct=True)
    assert epl == minimal_epl_of_maset(distinct, words)
    assert worst == minimal_depth_of_maset(distinct, words)
    # The questions of the AB game are among those of Mastermind.
    assert epl <= optimum("ab", pegs, colours, "expected")


def test_distinct_questions_may_repeat_a_colour() -> None:
    """Computed here and by a separate branch and bound: repeating a colour helps."""
    assert optimum("mastermind", 3, 4, "expected", distinct=True) == 69
    assert optimum("ab", 3, 4, "expected", distinct=True) == 72


@pytest.mark.parametrize(
    ("game", "pegs", "colours", "epl", "worst"),
    [
        ("mastermind", 2, 5, 81, 5),
        ("mastermind", 3, 3, 73, 4),
        ("ab", 2, 6, 103, 5),
        ("ab", 3, 4, 72, 4),
        ("ab", 4, 4, 86, 6),
        ("black-peg", 3, 3, 95, 5),
        ("black-peg-ab", 4, 4, 86, 6),
    ],
)
def test_consistent_questions_only(
    game: str, pegs: int, colours: int, epl: int, worst: int
) -> None:
    """Computed here and by a separate branch and bound; never better than all questions."""
    assert optimum(game, pegs, colours, "expected", consistent_only=True) == epl
    assert optimum(game, pegs, colours, "worst", consistent_only=True) == worst
    assert optimum(game, pegs, colours, "expected") <= epl
    assert optimum(game, pegs, colours, "worst") <= worst


@pytest.mark.parametrize(
    ("game", "pegs", "colours", "objective", "message"),
    [
        ("chess", 2, 2, "expected", "is none of"),
        ("ab", 2, 2, "best", "is neither"),
        ("ab", 3, 2, "worst", "has no secrets"),
        ("mastermind", 2, 0, "worst", "has no secrets"),
        ("mastermind", 0, 2, "worst", "has no secrets"),
    ],
)
def test_optimum_rejects_what_is_no_game(
    game: str, pegs: int, colours: int, objective: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        optimum(game, pegs, colours, objective)


@pytest.mark.parametrize(
    ("secret", "question", "expected"),
    [
        ((0, 1, 2), (0, 1, 2), (3, 0)),
        ((0, 1, 2), (2, 0, 1), (0, 3)),
        ((0, 0, 1, 1), (0, 1, 0, 2), (1, 2)),
        ((0, 0, 0), (0, 1, 1), (1, 0)),
        ((0, 1, 1), (0, 0, 0), (1, 0)),
        ((1, 0, 2), (0, 0, 0), (1, 0)),
        ((0, 1), (2, 3), (0, 0)),
        ((0, 1), (EXTRA, 0), (0, 1)),
        ((0, 1), (EXTRA, 1), (1, 0)),
    ],
)
def test_answer(secret: Word, question: Word, expected: tuple[int, int]) -> None:
    assert answer(secret, question) == expected


@pytest.mark.parametrize("pegs", [1, 2, 3])
def test_answers_that_occur(pegs: int) -> None:
    """All answers with black + white <= pegs occur but (pegs - 1, 1); answers are symmetric."""
    words = list(product(range(2 * pegs), repeat=pegs))
    found = {answer(one, two) for one, two in product(words, repeat=2)}
    possible = {(b, w) for b in range(pegs + 1) for w in range(pegs + 1 - b)}
    assert found == possible - {(pegs - 1, 1)}
    assert all(answer(one, two) == answer(two, one) for one, two in combinations(words, 2))


def test_secrets_by_hand() -> None:
    assert secrets(("00", "0*"), 2, True) == {(0, 0), (0, 1), (0, 2)}
    assert secrets(("00", "0*"), 2, False) == {(0, 1), (0, 2)}
    assert secrets(("*1", "0*"), 1, True) == {(2, 1), (0, 2)}
    assert secrets(("01",), 5, False) == {(0, 1)}
    assert secrets(("*",), 0, True) == set()
    assert secrets(("**",), 2, True) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert secrets(("**",), 2, False) == {(0, 1), (1, 0)}


@pytest.mark.parametrize("m", range(5))
def test_number_of_secrets(m: int) -> None:
    """A clause with s stars has m^s secrets, in the AB game m(m-1)...(m-s+1)."""
    for stars in range(1, 4):
        clause = "012"[: 3 - stars] + "*" * stars
        assert len(secrets((clause,), m, True)) == m**stars
        assert len(secrets((clause,), m, False)) == perm(m, stars)


@pytest.mark.parametrize("clauses", [(), ("0", "00"), ("",), ("0a",), ("0²",)])
def test_bad_patterns_are_rejected(clauses: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="clause"):
        secrets(clauses, 1, True)


def test_isomorphic_by_hand() -> None:
    assert isomorphic(("00", "0*"), ("*0", "00"))  # columns, clauses
    assert isomorphic(("00", "0*"), ("11", "1*"))  # colours
    assert isomorphic(("012", "*12"), ("201", "2*1"))  # columns and colours together
    assert not isomorphic(("0*",), ("00",))
    assert not isomorphic(("0*",), ("01",))  # a star is not a colour
    assert not isomorphic(("*0", "0*"), ("*1", "0*"))
    assert not isomorphic(("01", "10"), ("01", "12"))
    assert not isomorphic(("0*",), ("0**",))
    assert not isomorphic(("0*",), ("0*", "00"))


@pytest.mark.parametrize("patterns", [MM2, AB2])
def test_patterns_of_two_pegs_are_not_isomorphic(patterns: list[Row]) -> None:
    for (first, _), (second, _) in combinations(patterns, 2):
        assert not isomorphic(first, second)


def test_question_classes_by_hand() -> None:
    a = EXTRA
    assert question_classes(("*",), True, True) == [{(0,)}]
    assert question_classes(("**",), True, True) == [{(a, 0), (0, a)}, {(0, 0)}, {(0, 1)}]
    assert question_classes(("**",), False, True) == [{(a, 0), (0, a)}, {(0, 1)}]
    assert question_classes(("**",), False, False) == [{(0, 1)}]
    # The columns change places together with the colours 0 and 1; 2 and 3 are new.
    assert question_classes(("*1", "0*"), False, False) == [
        {(0, 1)},
        {(0, 2), (2, 1)},
        {(1, 0)},
        {(1, 2), (2, 0)},
        {(2, 3)},
    ]
    # Three pegs, all columns alike: aax, axx, axy, xxx, xxy, xyz, in the AB game aax, axy, xyz.
    assert [len(found) for found in question_classes(("***",), True, True)] == [3, 3, 3, 1, 3, 1]
    assert [len(found) for found in question_classes(("***",), False, True)] == [3, 3, 1]


def test_question_classes_want_a_normalized_pattern() -> None:
    with pytest.raises(ValueError, match="not normalized"):
        question_classes(("1*",), True, True)


@pytest.mark.parametrize(
    ("patterns", "repeat", "extra", "sizes", "total"),
    [
        # Peczarski 2018: the sizes of his lists of equations
        (MM2, True, True, [3, 6, 10, 10, 9, 9], 47),
        (AB2, False, True, [2, 8, 7], 17),
        # Without the extra colour: only the totals are known from outside, from the project's table
        (MM2, True, False, None, 30),
        (AB2, False, False, None, 9),
    ],
)
def test_number_of_question_classes(
    patterns: list[Row], repeat: bool, extra: bool, sizes: list[int] | None, total: int
) -> None:
    found = [len(question_classes(clauses, repeat, extra)) for clauses, _ in patterns]
    assert sum(found) == total
    assert sizes is None or found == sizes


@pytest.mark.parametrize("repeat", [True, False])
@pytest.mark.parametrize("clauses", [("**",), ("*1", "0*"), ("0**", "*0*"), ("012", "01*", "*12")])
def test_question_classes_are_disjoint(clauses: tuple[str, ...], repeat: bool) -> None:
    classes = question_classes(clauses, repeat, True)
    assert sum(len(found) for found in classes) == len(set().union(*classes))


@pytest.mark.parametrize(("patterns", "repeat"), [(MM2, True), (AB2, False)])
@pytest.mark.parametrize("n", range(2, 6))
def test_masets_of_the_papers_tables(patterns: list[Row], repeat: bool, n: int) -> None:
    """All questions over n colours and the extra one, the model of the paper."""
    for clauses, values in patterns:
        value = values[n - 2]
        if value is not None:
            k = len({sign for clause in clauses for sign in clause} - {"*"})
            found = secrets(clauses, n - k, repeat)
            assert minimal_epl_of_maset(found, all_questions(2, n, repeat)) == value


@pytest.mark.parametrize("n", range(2, 6))
def test_depth_of_the_full_pattern(n: int) -> None:
    """The worst case of Mastermind and the AB game by the formulas of Goddard 2004 and of Jäger
    and Peczarski 2009, here with the extra colour, which does not help."""
    mastermind, ab = secrets(("**",), n, True), secrets(("**",), n, False)
    assert minimal_depth_of_maset(mastermind, all_questions(2, n, True)) == n // 2 + 2
    assert minimal_depth_of_maset(ab, all_questions(2, n, False)) == -(-n // 2) + 1


def test_masets_by_hand() -> None:
    assert minimal_epl_of_maset(set(), []) == 0
    assert minimal_depth_of_maset(set(), []) == 0
    assert minimal_epl_of_maset({(0, 1)}, [(0, 1)]) == 1
    # Asking one of these three only says yes or no; asking (1, 2) tells all three apart.
    one_after_another = [(0, 0), (0, 1), (0, 2)]
    assert minimal_epl_of_maset(set(one_after_another), one_after_another) == 1 + 2 + 3
    assert minimal_depth_of_maset(set(one_after_another), one_after_another) == 3
    with_helper = [*one_after_another, (1, 2)]
    assert minimal_epl_of_maset(set(one_after_another), with_helper) == 2 + 2 + 2
    assert minimal_depth_of_maset(set(one_after_another), with_helper) == 2


def test_questions_that_do_not_solve_the_maset() -> None:
    """The secret (0, 1) is never asked, so it is never confirmed."""
    with pytest.raises(ValueError, match="do not solve"):
        minimal_epl_of_maset({(0, 0), (0, 1)}, [(0, 0)])
    with pytest.raises(ValueError, match="do not solve"):
        minimal_depth_of_maset({(0, 0), (0, 1)}, [(0, 0)])
