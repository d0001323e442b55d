"""The two brute-force oracles, `strategies` and `profiles`, and the table of all small games."""

import csv
from itertools import product

import pytest

from .masets import answer
from .profiles import (
    HEADER,
    LARGER,
    MAX_SECRETS,
    TABLE,
    Row,
    SmallGame,
    games,
    pegs_told,
    profile,
    read_table,
    splits,
    table_row,
    together,
    undominated,
)
from .published import KNOWN_EPL
from .strategies import NoStrategyError, _Play, optimum, optimum_pair

TABLE_ROWS = read_table()
ONE_PEG = [row for row in TABLE_ROWS if row.game.pegs == 1]
MORE_PEGS = [row for row in TABLE_ROWS if row.game.pegs > 1]

# What takes long, in `profiles` or in `strategies`, which goes through the states up to nine
# times for a row.
SLOW_PROFILES = {
    SmallGame("mastermind", 4, 4, True, False),
    SmallGame("black-peg", 4, 4, True, False),
    SmallGame("black-peg", 2, 6, True, False),
    SmallGame("black-peg", 2, 6, True, True),
    SmallGame("black-peg", 3, 4, True, False),
    SmallGame("black-peg-ab", 2, 6, False, False),
    SmallGame("black-peg-ab", 2, 6, False, True),
}
SLOW_STRATEGIES = {
    *SLOW_PROFILES,
    SmallGame("mastermind", 2, 6, True, False),
    SmallGame("mastermind", 3, 4, True, False),
    SmallGame("ab", 2, 6, False, True),
    SmallGame("black-peg", 2, 5, False, False),
    SmallGame("black-peg", 2, 5, True, False),
    SmallGame("black-peg-ab", 3, 4, False, False),
}


def rows_of(rows: list[Row], slow: set[SmallGame]) -> list[object]:
    """The rows as parameters, some of them slow."""
    return [
        pytest.param(row, id=str(row.game), marks=[pytest.mark.slow] * (row.game in slow))
        for row in rows
    ]


def slow_from(slow: int, end: int) -> list[object]:
    """The numbers below `end` as parameters, slow from `slow` on."""
    return [pytest.param(n, marks=[pytest.mark.slow] * (n >= slow)) for n in range(1, end)]


def row_of(game: str, pegs: int, colours: int, distinct: bool, consistent_only: bool) -> Row:
    wanted = SmallGame(game, pegs, colours, distinct, consistent_only)
    return next(row for row in TABLE_ROWS if row.game == wanted)


def check_strategies(row: Row) -> None:
    """All that the table says of a game, with or without a limit of questions, from `strategies`:
    limits from one below the least that is possible to that from which on it changes nothing."""
    game, pegs, colours, distinct, consistent_only = row.game

    def pair(goal: str, limit: int | None = None) -> tuple[int, int]:
        """(worst case, EPL)."""
        epl, worst = optimum_pair(
            game,
            pegs,
            colours,
            goal,
            distinct=distinct,
            consistent_only=consistent_only,
            max_questions=limit,
        )
        return worst, epl

    for objective, value in (("expected", row.expected), ("worst", row.worst)):
        found = optimum(
            game, pegs, colours, objective, distinct=distinct, consistent_only=consistent_only
        )
        assert found == value
    assert pair("expected-then-worst") == row.expected_then_worst
    assert pair("worst-then-expected") == row.worst_then_expected
    for limit in range(row.worst, row.expected_then_worst[0] + 1):
        within = row.within(limit)
        assert within is not None
        assert pair("expected-then-worst", limit) == within.expected_then_worst
    with pytest.raises(NoStrategyError):
        pair("expected-then-worst", row.worst - 1)


# The table.


def test_table_has_a_row_for_each_game() -> None:
    assert MAX_SECRETS == 30
    assert [row.game for row in TABLE_ROWS] == list(games())
    assert len(TABLE_ROWS) == 632
    assert all(1 <= row.secrets <= 30 for row in TABLE_ROWS)


def test_columns_follow_from_the_profile() -> None:
    with TABLE.open(newline="") as file:
        header, *lines = csv.reader(file)
    assert tuple(header) == HEADER
    assert [tuple(line) for line in lines] == [table_row(row) for row in TABLE_ROWS]


def test_number_of_secrets() -> None:
    for row in TABLE_ROWS:
        repeats = row.game.repeats and not row.game.distinct
        words = product(range(row.game.colours), repeat=row.game.pegs)
        assert row.secrets == sum(repeats or len(set(w)) == row.game.pegs for w in words), row


@pytest.mark.parametrize(("game", "pegs", "colours", "epl"), KNOWN_EPL)
def test_known_epl(game: str, pegs: int, colours: int, epl: int) -> None:
    assert row_of(game, pegs, colours, False, False).expected == epl


@pytest.mark.parametrize("n", range(2, 6))
def test_worst_case_of_mastermind_with_two_pegs(n: int) -> None:
    """Goddard 2004."""
    assert row_of("mastermind", 2, n, False, False).worst == n // 2 + 2


@pytest.mark.parametrize("n", range(2, 7))
def test_worst_case_of_ab_with_two_pegs(n: int) -> None:
    """Jäger and Peczarski 2009."""
    assert row_of("ab", 2, n, False, False).worst == (n + 1) // 2 + 1


def test_only_one_small_game_has_to_choose() -> None:
    """In black-peg Mastermind, secrets without repetition, three pegs and four colours, the least
    EPL takes a question more than the least worst case."""
    choose = [row for row in TABLE_ROWS if len(row.profile) > 1]
    assert [(str(row.game), row.profile) for row in choose] == [
        ("black-peg-3x4-distinct", ((4, 82), (5, 81)))
    ]


def test_relations_between_games() -> None:
    """More questions never hurt, and what is distinct already stays as it is."""
    for row in TABLE_ROWS:
        name, pegs, colours, distinct, consistent_only = row.game
        if consistent_only:
            free = row_of(name, pegs, colours, distinct, False)
            assert free.expected <= row.expected
            assert free.worst <= row.worst
        if distinct and not row.game.repeats:
            assert row.profile == row_of(name, pegs, colours, False, consistent_only).profile
        if distinct and row.game.repeats:
            fewer = {"mastermind": "ab", "black-peg": "black-peg-ab"}[name]
            other = row_of(fewer, pegs, colours, False, consistent_only)
            assert row.expected <= other.expected
            assert row.worst <= other.worst
            if consistent_only:  # the same secrets, and so the same questions
                assert row.profile == other.profile


# One peg. Games with many colours are beyond `strategies`, but not beyond an argument.


@pytest.mark.parametrize("name", ["mastermind", "ab", "black-peg", "black-peg-ab"])
def test_one_peg_asks_one_colour_after_another(name: str) -> None:
    """A question is won by the secret that it is and gets one and the same other answer from all
    others. So on k possible secrets, k > 1, each question that is not idle asks one of them and
    leaves the k - 1 others together: the worst case is n and the EPL 1 + 2 + ... + n, for all
    strategies without idle questions, which are consistent as well."""
    for n in range(1, 31):
        for question in range(n):
            told = [answer((secret,), (question,)) for secret in range(n)]
            assert told.pop(question) == (1, 0)
            assert set(told) <= {(0, 0)}
    found = [(row.game.colours, row.profile) for row in ONE_PEG if row.game.game == name]
    assert sorted(found) == [(n, ((n, n * (n + 1) // 2),)) for n in range(1, 31) for _ in range(4)]


# Both oracles, row by row.


DIFFERENT = [row for row in MORE_PEGS if row.game.repeats or not row.game.distinct]
"""In the others there is nothing that could repeat a colour."""


def test_where_no_colour_is_repeated_secrets_are_distinct() -> None:
    """The oracles have the same to begin with, and the table says the same."""
    for row in MORE_PEGS:
        if row not in DIFFERENT:
            game, pegs, colours, _, consistent_only = row.game
            assert row.profile == row_of(game, pegs, colours, False, consistent_only).profile
            assert splits(row.game) == splits(row.game._replace(distinct=False))
            one, other = (
                _Play(game, pegs, colours, distinct=distinct, consistent_only=consistent_only)
                for distinct in (False, True)
            )
            assert (one.secrets, one.questions) == (other.secrets, other.questions)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("row", rows_of(DIFFERENT, SLOW_PROFILES))
def test_profiles_give_the_table(row: Row) -> None:
    assert profile(row.game) == row.profile


@pytest.mark.one_in(5)
@pytest.mark.parametrize("row", rows_of(DIFFERENT, SLOW_STRATEGIES))
def test_strategies_give_the_table(row: Row) -> None:
    check_strategies(row)


@pytest.mark.parametrize("colours", slow_from(13, 31))
def test_profiles_give_the_table_for_one_peg(colours: int) -> None:
    for row in ONE_PEG:
        if row.game.colours == colours:
            assert profile(row.game) == row.profile, row


@pytest.mark.parametrize("colours", slow_from(8, 14))
def test_strategies_give_the_table_for_one_peg(colours: int) -> None:
    """Not for all colours: all 2^n sets of secrets are reached."""
    for row in ONE_PEG:
        if row.game.colours == colours:
            check_strategies(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", LARGER, ids=lambda row: str(row.game))
def test_larger_games(row: Row) -> None:
    assert profile(row.game) == row.profile


@pytest.mark.slow
def test_consistent_questions_of_mastermind_with_three_pegs_and_five_colours() -> None:
    """Excluded colours help: with all questions the EPL is 451 (Goddard 2004)."""
    assert optimum("mastermind", 3, 5, "expected", consistent_only=True) == 455


# The profiles themselves.


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize(("pegs", "colours"), [(1, 4), (2, 4), (3, 4), (4, 3), (5, 2)])
def test_two_ways_to_count_white_pegs(pegs: int, colours: int, repeats: bool) -> None:
    words = [w for w in product(range(colours), repeat=pegs) if repeats or len(set(w)) == pegs]
    for secret, question in product(words, repeat=2):
        assert pegs_told(secret, question) == answer(secret, question)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "game",
    [
        SmallGame("mastermind", 1, 9, False, False),
        SmallGame("ab", 1, 9, False, True),
        SmallGame("mastermind", 2, 4, False, False),
        SmallGame("mastermind", 3, 3, False, False),
        SmallGame("mastermind", 3, 4, True, True),
        SmallGame("ab", 2, 6, False, False),
        SmallGame("ab", 4, 4, False, True),
        SmallGame("black-peg", 3, 3, True, False),
        SmallGame("black-peg", 3, 4, True, True),
        SmallGame("black-peg-ab", 3, 4, False, False),
        SmallGame("black-peg-ab", 2, 5, False, True),
    ],
    ids=str,
)
def test_renumbering_changes_nothing(game: SmallGame) -> None:
    assert profile(game, renumber=True) == profile(game, renumber=False)


def test_undominated_by_hand() -> None:
    assert undominated(iter([])) == ()
    assert undominated(iter([(3, 8), (2, 9), (4, 8), (2, 10), (5, 7), (5, 7)])) == (
        (2, 9),
        (3, 8),
        (5, 7),
    )


def test_parts_are_solved_each_by_itself() -> None:
    """One takes 2 questions and 5 in all or 3 and 4; the other 2 and 6, or 4 and 5."""
    assert together(((2, 5), (3, 4)), ((2, 6), (4, 5))) == ((2, 11), (3, 10), (4, 9))
    assert together(((2, 5),), ((3, 6),)) == ((3, 11),)
    assert together(((3, 5),), ((1, 2), (2, 1))) == ((3, 6),)


def test_profile_by_hand() -> None:
    """Mastermind with two pegs and two colours: 01 sets 01 and 10 apart and leaves 00 and 11, which
    the answer (1, 0) does not tell from each other; 00 leaves 01 and 10. So 1 + 2 + 2 + 3."""
    assert profile(SmallGame("mastermind", 2, 2, False, False)) == ((3, 8),)


def test_limits_by_hand() -> None:
    row = row_of("black-peg", 3, 4, True, False)
    assert row.within(3) is None
    assert row.within(4) == row._replace(profile=((4, 82),))
    assert row.within(5) == row.within(9) == row


@pytest.mark.parametrize("goal", ["expected-then-worst", "worst-then-expected"])
def test_strategies_keep_to_a_limit(goal: str) -> None:
    """Ten questions are no limit to these four secrets; two are too few."""
    assert optimum_pair("mastermind", 2, 2, goal, max_questions=10) == (8, 3)
    assert optimum_pair("mastermind", 2, 2, goal, max_questions=3) == (8, 3)
    for limit in (0, 1, 2):
        with pytest.raises(NoStrategyError, match="questions"):
            optimum_pair("mastermind", 2, 2, goal, max_questions=limit)


def test_a_pair_has_two_quantities() -> None:
    with pytest.raises(ValueError, match="neither"):
        optimum_pair("mastermind", 2, 2, "expected")
