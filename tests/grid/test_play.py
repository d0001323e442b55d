"""Games: what is known when, the facts about the board of 4 x 4 cells, and the same for all."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from distributed import LocalCluster
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import GridBoard, GridGame, play_grid, play_grids
from masetproof.arguments import Refused
from masetproof.grid import bulk, play
from masetproof.grid.board import grid_of, numbers_of
from masetproof.grid.bulk import secret_of
from masetproof.grid.opening import made_pair, opening, read_probes
from masetproof.grid.play import GridState, GridStrategy, states
from masetproof.grid.separating import answers_of, parts
from masetproof.progress import Interrupted
from tests.grid.samples import Grid, answer, brute_force
from tests.grid.test_compatible import grids

FOUR = GridBoard(4, 6)
SEED_PAIR = ("0023/1123/2355/2344", "3411/3455/1102/5502")


def is_right(game: GridGame) -> None:
    """What a game says agrees with its answers; counted without the program where that is short."""
    probes = [asked.probe for asked in game.asked]
    for asked in game.asked:
        told = [*asked.answer.rows, *asked.answer.columns]
        assert told == answer(game.secret, asked.probe)
    assert probes.count(game.secret) == 1
    assert game.played_at == len(probes) == probes.index(game.secret) + 1
    assert game.known_after is not None
    assert game.played_at - 1 <= game.known_after <= game.played_at


@pytest.mark.parametrize("board", [GridBoard(1, 3), GridBoard(2, 3), GridBoard(3, 2)], ids=str)
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_known_means_that_brute_force_finds_one_grid(board: GridBoard, data: st.DataObject) -> None:
    game = play_grid(board, data.draw(grids(board)))
    is_right(game)
    probes = [asked.probe for asked in game.asked]
    counts = [
        len(brute_force(board, probes[:number], game.secret)) for number in range(len(probes) + 1)
    ]
    assert [asked.compatible for asked in game.asked] == counts[1:]
    assert game.known_after == counts.index(1)


@settings(max_examples=25, deadline=None)
@given(grids(FOUR))
def test_the_secret_is_always_compatible_and_the_third_probe_separates(secret: Grid) -> None:
    lines = numbers_of(FOUR, secret)
    before = None
    separated = []
    for state, parts_of_probe in states(GridStrategy(FOUR), lines):
        if parts_of_probe is not None:
            assert before is not None
            listed = before.listed.grids
            probe = grid_of(FOUR, state.probes[-1])
            answers = {tuple(answer(grid_of(FOUR, grid), probe)) for grid in listed}
            assert parts_of_probe == len(answers)
            separated.append(len(answers) == len(listed))
            assert state.compatible == 1 or not separated[-1]
        if len(state.probes) >= 2:
            assert lines in [tuple(grid) for grid in state.listed.grids.tolist()]
        before = state
    game = play_grid(FOUR, secret)
    is_right(game)
    assert game.separated == (separated[0] if separated else None)


@pytest.mark.parametrize("games", [1000, pytest.param(3000, marks=pytest.mark.slow)])
def test_the_facts_of_4_x_4_cells_and_6_colours(games: int) -> None:
    """In 100,000 games of others 4.2 % had one compatible grid after two probes, on average 28.

    Of 3,000 games the share has a standard deviation of 0.37 %, the mean one of 1.3 (as measured).
    The tolerance is three of them; of 1,000 games they are larger by the square root of three.
    """
    more = (3000 / games) ** 0.5
    assert tuple(map(FOUR.text, opening(FOUR))) == SEED_PAIR
    found = play_grids(FOUR, games, seed=1, workers=1)
    one = Fraction(found.compatible[1], found.games)
    assert abs(one - Fraction(42, 1000)) < more * 0.011
    assert found.mean_compatible is not None
    assert abs(found.mean_compatible - 28) < more * 4
    # No game failed in the 100,000.
    assert set(found.known_after) == {2, 3}
    assert (found.unseparated, found.unresolved, found.over) == (0, 0, 0)
    assert found.known_after[2] == found.compatible[1]
    # A third probe that may be the secret wins now and then; all others are played one later.
    assert set(found.played_at) == {3, 4}
    assert games - found.played_at[4] >= found.known_after[2]
    assert found.games == sum(found.known_after.values()) == games


@pytest.mark.parametrize(
    ("secret", "after_two"),
    [("2244/4344/3243/0451", 4176), ("5542/5011/0543/0223", 7447)],
)
def test_the_secrets_whose_classes_resist(secret: str, after_two: int) -> None:
    """No third probe that was found separates all; the secret is found by four all the same.

    The numbers of compatible grids are those of the plain twin (`join_plainly`).
    """
    game = play_grid(FOUR, secret, effort=6)
    is_right(game)
    assert game.asked[1].compatible == after_two
    assert game.separated is False
    assert game.known_after in (3, 4)


def test_a_fourth_probe_is_asked_where_the_third_leaves_two() -> None:
    """All grids of the class get the same third probe."""
    strategy = GridStrategy(FOUR, effort=6)
    secret = numbers_of(FOUR, FOUR.as_grid("2244/4344/3243/0451"))
    _, (two, _), (three, parts_of_probe), *_ = states(strategy, secret)
    listed = two.listed.grids
    answers = list(map(bytes, answers_of(FOUR, listed, three.probes[-1])))
    assert parts_of_probe == len(set(answers)) < len(listed)
    alike = [grid for grid, told in zip(listed, answers, strict=True) if answers.count(told) > 1]
    for grid in alike[:4]:
        game = play_grid(FOUR, grid_of(FOUR, grid), effort=6)
        is_right(game)
        assert (game.asked[2].compatible or 0) > 1
        assert game.known_after == 4


def test_the_second_probe_depends_on_the_first_answer_when_one_is_fixed() -> None:
    fixed = opening(FOUR)[:1]
    games = [
        play_grid(FOUR, secret, fixed) for secret in ("2244/4344/3243/0451", "5542/5011/0543/0223")
    ]
    for game in games:
        is_right(game)
        assert game.asked[0].probe == fixed[0]
        assert game.asked[0].compatible is None
    assert games[0].asked[1].probe != games[1].asked[1].probe


def test_the_same_result_for_any_number_of_workers() -> None:
    """Three share 130 games unevenly."""
    assert play_grids(FOUR, 130, seed=5, workers=3) == play_grids(FOUR, 130, seed=5, workers=1)


def test_the_same_result_on_a_cluster() -> None:
    with LocalCluster(
        processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        found = play_grids(FOUR, 50, seed=5, dask=cluster.scheduler_address)
    assert found == play_grids(FOUR, 50, seed=5, workers=1)


def test_a_run_is_its_games() -> None:
    found = play_grids(FOUR, 45, seed=9)
    games = [play_grid(FOUR, secret_of(FOUR, 9, number)) for number in range(45)]
    assert found.known_after == dict(sorted(Counter(game.known_after for game in games).items()))
    assert found.played_at == dict(sorted(Counter(game.played_at for game in games).items()))
    counts = Counter(game.asked[1].compatible for game in games)
    assert found.compatible == dict(sorted(counts.items()))
    listed = sorted(counts.elements())
    assert found.mean_compatible == Fraction(sum(listed), 45)
    assert [found.quantile(share) for share in bulk.QUANTILES[::6]] == [listed[0], listed[-1]]
    assert found.quantile(Fraction(1, 2)) == listed[22]
    assert play_grids(FOUR, 45, seed=10) != found


def test_all_secrets_are_equally_likely() -> None:
    board = GridBoard(2, 2)
    drawn = Counter(secret_of(board, 0, number) for number in range(3200))
    assert len(drawn) == 16
    # 200 each, with a standard deviation below 14.
    assert all(140 < n < 260 for n in drawn.values())


def test_an_interrupt_keeps_the_finished_games() -> None:
    def progress(stage: str, done: int, total: int) -> None:
        assert (stage, total) == ("games", 1000)
        if done >= 60:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        play_grids(FOUR, 1000, seed=3, workers=1, progress=progress)
    found = caught.value.finished
    assert (found.games, found.asked_for) == (60, 1000)
    assert found.records == play_grids(FOUR, 60, seed=3).records


def test_an_interrupt_of_slow_games_keeps_the_first_ones() -> None:
    def progress(stage: str, done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        play_grids(FOUR, 1000, seed=3, workers=1, progress=progress)
    assert caught.value.finished.records == play_grids(FOUR, 3, seed=3).records


def test_games_that_are_too_large_to_be_listed_are_played_by_samples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on larger boards, here by a limit that is low."""
    monkeypatch.setattr(play, "MOST_GRIDS", 10)
    games = [play_grid(FOUR, secret_of(FOUR, 1, number)) for number in range(12)]
    assert any(game.asked[1].compatible is None for game in games)
    for game in games:
        is_right(game)
    found = play_grids(FOUR, 12, seed=1, workers=1)
    assert found.over == sum(game.asked[1].compatible is None for game in games)
    assert found.mean_compatible is None
    assert found.quantile(Fraction(1)) is None
    assert (found.quantile(Fraction(0)) or 0) <= 10


@pytest.mark.parametrize("board", [GridBoard(3, 6), GridBoard(5, 3), GridBoard(4, 5)], ids=str)
def test_pairs_that_are_made_tell_more_than_pairs_that_are_drawn(board: GridBoard) -> None:
    """Of 300 grids the pair that is made separates at least as many as 20 pairs that are drawn."""
    own = np.array([numbers_of(board, secret_of(board, 0, n)) for n in range(300)], np.uint16)

    def told(pair: tuple[Grid, ...]) -> int:
        both = [answers_of(board, own, numbers_of(board, probe)) for probe in pair]
        return len(set(map(bytes, np.hstack(both))))

    assert opening(board) == made_pair(board)
    drawn = [(secret_of(board, 1, n), secret_of(board, 2, n)) for n in range(20)]
    assert told(opening(board)) >= max(map(told, drawn))


def test_probes_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "probes.txt"
    file.write_text("# two\n\n  0023/1123/2355/2344\n3411/3455/1102/5502\n")
    assert read_probes(FOUR, file) == opening(FOUR)
    for wrong, said in (
        ("", "1 to 10 fixed probes"),
        ("0023/1123/2355/2344\n" * 11, "1 to 10 fixed probes"),
        ("0023/1123/2355/2344\n\n0023/1123/2355/234", "row 4 of the probe of line 3 has 4 cells"),
        ("0023 1123 2355 2344", "the probe of line 1 has 4 rows"),
    ):
        file.write_text(wrong)
        with pytest.raises(Refused, match=said):
            read_probes(FOUR, file)


def test_a_position_after_more_answers_is_the_list_filtered() -> None:
    """Whether the grids are listed before or after the last answer."""
    strategy = GridStrategy(FOUR)
    lines = numbers_of(FOUR, secret_of(FOUR, 4, 0))
    *_, (last, _) = states(strategy, lines)
    fresh = GridState(FOUR, last.probes[:3], last.answers[:3])
    two = GridState(FOUR, fresh.probes[:2], fresh.answers[:2])
    assert two.listed.complete
    after = two.after(fresh.probes[2], fresh.answers[2])
    assert np.array_equal(after.listed.grids, fresh.listed.grids)
    assert parts(FOUR, two.listed.grids, fresh.probes[2]) == len(two.listed.grids)
