"""Each compiled kernel against its readable twin, on random input."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from masetproof.games.alike import AlikeGame
from masetproof.games.marks import MARKS
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, PegGame
from masetproof.kernels import extend
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure, close
from masetproof.patterns.columns import decode, starts
from masetproof.patterns.isomorphism import automorphisms
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.questions import all_questions, least_questions, orbit_minima
from masetproof.patterns.refining import Numbered
from masetproof.patterns.splitter import CompiledSplitter, PlainSplitter
from masetproof.proofs.induction import NotInductive, equal_sides, induction_start
from masetproof.recurrences import values
from masetproof.recurrences.claims import Claims, find_claims
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.recurrences.system import System, _written, in_columns
from masetproof.recurrences.values import evaluate
from tests.kernels import plainly
from tests.kernels.twins import orbit_minima_plainly
from tests.patterns.samples import patterns, witnesses

GAME = st.sampled_from([MASTERMIND, AB])


@settings(max_examples=25, deadline=None)
@given(st.data(), GAME, st.integers(1, 3), st.integers(1, 3))
def test_asking_splitting_refinement_and_merging(
    data: st.DataObject, game: PegGame, pegs: int, threads: int
) -> None:
    drawn = [data.draw(st.lists(patterns(game, pegs), min_size=1, max_size=4)) for _ in range(2)]
    plain, compiled = PlainSplitter(game, pegs), CompiledSplitter(game, pegs, threads)
    ask = partial(least_questions, game=game, extra=True, max_new=pegs)
    total = 0
    for several in drawn:
        waiting = [(pattern, automorphisms(pattern)) for pattern in several]
        (batch,) = plain.begin(waiting, ask)()
        batches = compiled.begin(waiting, ask)()
        starts = [batches[0].start[:1]]
        for piece in batches:
            starts.append(starts[-1][-1] + piece.start[1:])
        assert np.array_equal(batch.start, np.concatenate(starts))
        for name in ("new", "extra", "parts"):
            pieces = np.concatenate([getattr(piece, name) for piece in batches])
            assert np.array_equal(getattr(batch, name), pieces)
        new, compiled_new = plain.new_parts(), compiled.new_parts()
        total += len(new.form)
        for name in ("form", "columns", "colours"):
            assert np.array_equal(getattr(new, name), getattr(compiled_new, name))
        assert new.forms == compiled_new.forms
        # Any identification will do here: some parts are patterns, others explicit masets.
        classes = np.array([n if n % 3 else -1 - n for n in range(total)], dtype=np.int16)
        splits, split_of = plain.merge(batch, classes)
        others, others_of = CompiledSplitter(game, pegs, 1).merge(batch, classes)
        assert np.array_equal(split_of, others_of)
        for one, other in zip(splits.columns, others.columns, strict=True):
            assert np.array_equal(one, other)
            assert one.dtype == other.dtype


@settings(deadline=None)
@given(st.data(), GAME, st.integers(1, 3), st.booleans())
def test_orbits_of_questions(data: st.DataObject, game: PegGame, pegs: int, extra: bool) -> None:
    pattern = data.draw(patterns(game, pegs))
    # Witnesses that are no automorphisms permute the questions, too.
    group = [data.draw(witnesses(pattern)) for _ in range(2)]
    table = all_questions(pattern, game, extra=extra, max_new=pegs)
    plain = orbit_minima_plainly(table, group)
    assert np.array_equal(plain, orbit_minima(table, pattern.colours, group))


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (BLACK_PEG, ["{0**|1**}", "{02*|12*|***}", "{03*|13*|*2*|2**}", "{02*|13*}"]),
        (BLACK_PEG_AB, ["{0**|1**}", "{01*|10*}", "{0*1|1*0|2**|***}", "{012|120|201}"]),
    ],
    ids=str,
)
def test_orbits_of_questions_with_several_kinds_of_colours(
    game: PegGame, texts: list[str], extra: bool
) -> None:
    for pattern in map(MasetPattern.parse, texts):
        group = automorphisms(pattern, fixed_columns=True)
        table = all_questions(pattern, game, extra=extra, max_new=pattern.pegs)
        found = orbit_minima(table, pattern.colours, group)
        assert np.array_equal(orbit_minima_plainly(table, group), found)
        assert not group or (found < np.arange(len(table))).any()


@settings(deadline=None)
@given(st.data(), GAME, st.integers(1, 3), st.integers(0, 3))
def test_extension(data: st.DataObject, game: PegGame, pegs: int, new: int) -> None:
    pattern = data.draw(patterns(game, pegs))
    cells = np.array(pattern.clauses, dtype=np.uint8)
    out = np.empty(len(cells) * 4**pegs, dtype=np.int64)
    size = extend(cells, new, pattern.colours, game.repeats, out)
    assert decode(out[:size], pegs).tolist() == list(map(list, pattern.extend(new, game).clauses))


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(0, 2), max_size=3), max_size=200))
def test_interning(rows: list[list[int]]) -> None:
    table = Numbered()
    numbers: dict[tuple[int, ...], int] = {}
    for _ in range(2):
        codes = np.array([code for row in rows for code in row], dtype=np.int32)
        found = table.intern(starts([len(row) for row in rows]), codes)
        assert found.tolist() == [numbers.setdefault(tuple(row), len(numbers)) for row in rows]
        table.make_room(10_000, 10_000)
    assert len(table) == len(numbers)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", BLANKS)
@pytest.mark.parametrize("game", [MASTERMIND, AB], ids=lambda game: game.name)
@pytest.mark.parametrize("pegs", [1, 2])
def test_equations_values_and_induction(
    closure_of: Callable[[PegGame, int, bool], Closure],
    pegs: int,
    game: PegGame,
    reading: Reading,
    objective: Objective,
) -> None:
    """The kernels against what is said of games of any number of indices."""
    closure = closure_of(game, pegs, reading.asks_extra)
    system = in_columns(recurrences_of(closure, reading, objective))
    reached = recurrences_of(closure, reading, objective).functions()
    assert system.functions() == reached
    count, table = len(system.pattern), plainly.table(system, 40)
    assert np.array_equal(table, evaluate(system, 40))
    for merged, equations in ((False, system.columns), (True, system.merged)):
        for states in (np.arange(count), np.array([count // 2])):
            plain = plainly.equations(system, states, merged=merged)
            compiled = _written(system, states, merged=merged)
            for one, other in zip(plain, compiled, strict=True):
                assert one.dtype == other.dtype
                assert np.array_equal(one, other)
        claims = find_claims(system.functions(), table, system.degree)
        assert claims is not None
        start = induction_start(system, claims.base)
        sides = plainly.sides(system, equations, claims, start)
        for one, other in zip(sides, equal_sides(system, equations, claims, start), strict=True):
            assert np.array_equal(one, other)


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("game", [MASTERMIND, AB, MARKS])
def test_values_of_many_indices_at_once_are_those_of_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, game: AlikeGame, objective: Objective
) -> None:
    """As for games whose functions have no order in which each refers only to those before it."""
    system = in_columns(recurrences_of(close(game, 2), Reading.EXACT, objective))
    order, is_whole = values._order(system)
    assert is_whole
    together = evaluate(system, 40)
    monkeypatch.setattr(values, "_order", lambda system: (order, False))
    told = list[int]()
    one_by_one = evaluate(system, 40, progress=lambda stage, done, total: told.append(done))
    assert told == [*range(1, 42)]
    assert np.array_equal(together, one_by_one)


def test_a_function_that_refers_to_a_later_one_is_seen() -> None:
    """The whole game leads to itself with more excluded colours, which must come first."""
    system = in_columns(recurrences_of(close(MASTERMIND, 2), Reading.EXACT, Objective.EXPECTED))
    assert len(system.merged.new) > 0
    assert values._order(system)[1]
    vars(system)["level"] = -system.level
    assert not values._order(system)[1]


@cache
def claimed(objective: Objective) -> tuple[System, Claims]:
    """The AB game with two pegs, its values and what is claimed of them."""
    system = in_columns(recurrences_of(close(AB, 2), Reading.EXACT, objective))
    table = evaluate(system, 40)
    claims = find_claims(system.functions(), table, system.degree)
    assert claims is not None
    return system, claims


@settings(deadline=None)
@given(st.data())
def test_a_failing_induction(data: st.DataObject) -> None:
    """The same equation fails, of those that were changed."""
    system, claims = claimed(data.draw(st.sampled_from(Objective)))
    constant = system.columns.constant - data.draw(
        arrays(
            np.int32, system.columns.constant.shape, elements=st.integers(0, 40), fill=st.just(0)
        )
    )
    equations = system.columns._replace(constant=np.maximum(constant, 0))
    start = induction_start(system, claims.base)
    plain = plainly.sides(system, equations, claims, start)
    if isinstance(plain, str):
        with pytest.raises(NotInductive, match=plain):
            equal_sides(system, equations, claims, start)
    else:
        tight, _ = equal_sides(system, equations, claims, start)
        assert np.array_equal(tight, plain[0])
