"""Each compiled kernel against its readable twin, on random input."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.kernels.splitting import extend
from masetproof.patterns.closure import Closure
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.splitter import CompiledSplitter, PlainSplitter, decode, encode
from masetproof.recurrences.readings import Objective, Reading
from masetproof.recurrences.system import build_system
from masetproof.recurrences.values import evaluate
from tests.strategies import patterns

GAME = st.sampled_from([MASTERMIND, AB])


@settings(max_examples=50, deadline=None)
@given(st.data(), GAME, st.integers(1, 3), st.integers(1, 3))
def test_splitting_presorting_and_merging(
    data: st.DataObject, game: Game, pegs: int, threads: int
) -> None:
    batches = [data.draw(st.lists(patterns(game, pegs), min_size=1, max_size=4)) for _ in range(2)]
    plain, compiled = PlainSplitter(game, pegs), CompiledSplitter(game, pegs, threads)
    total = 0
    for batch in batches:
        tables = [non_isomorphic_questions(pattern, game, extra=True) for pattern in batch]
        parts = plain.begin(batch, tables)()
        assert np.array_equal(parts, compiled.begin(batch, tables)())
        new, compiled_new = plain.new_parts(), compiled.new_parts()
        total += len(new.keys)
        assert new.keys == compiled_new.keys
        assert np.array_equal(new.columns, compiled_new.columns)
        assert np.array_equal(new.colours, compiled_new.colours)
        # Any identification will do here: some parts are patterns, others explicit masets.
        pattern = np.array([n if n % 3 else -1 for n in range(total)], dtype=np.int32)
        explicit = np.array([-1 if n % 3 else n for n in range(total)], dtype=np.int32)
        merged = plain.merge(parts, (pattern, explicit), tables)
        compiled_merged = compiled.merge(parts, (pattern, explicit), tables)
        assert np.array_equal(merged.rows, compiled_merged.rows)
        assert np.array_equal(merged.first, compiled_merged.first)
        assert np.array_equal(merged.split_of, compiled_merged.split_of)


@given(st.data(), GAME, st.integers(1, 3), st.integers(0, 3))
def test_extension(data: st.DataObject, game: Game, pegs: int, new: int) -> None:
    pattern = data.draw(patterns(game, pegs))
    cells = np.array(pattern.clauses, dtype=np.uint8)
    out = np.empty(len(cells) * 4**pegs, dtype=np.int64)
    size = extend(cells, new, pattern.colours, game.repeats, out)
    assert decode(out[:size], pegs) == pattern.extend(new, game)
    assert decode(encode(pattern), pegs) == pattern


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", Reading)
@pytest.mark.parametrize("game", [MASTERMIND, AB], ids=lambda game: game.name)
def test_values(
    closure_of: Callable[[Game, int, bool], Closure],
    game: Game,
    reading: Reading,
    objective: Objective,
) -> None:
    system = build_system(closure_of(game, 2, reading.asks_extra), reading, objective)
    for candidate in (system, system.merged()):
        plain = evaluate(candidate, 25, compiled=False)
        assert np.array_equal(plain, evaluate(candidate, 25, compiled=True))
        assert np.array_equal(plain, evaluate(system, 25, compiled=False))
