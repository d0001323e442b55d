from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.patterns.isomorphism import (
    Witness,
    automorphisms,
    canonical,
    column_symmetries,
    isomorphism,
    refined_form,
)
from masetproof.patterns.pattern import MasetPattern
from tests.oracles import masets
from tests.patterns.samples import clause_texts, patterns, witnesses

GAME = st.sampled_from([MASTERMIND, AB])


@given(st.data(), GAME, st.integers(1, 4))
def test_canonical_form_is_invariant_and_witnessed(
    data: st.DataObject, game: Game, pegs: int
) -> None:
    pattern = data.draw(patterns(game, pegs))
    relabelled = data.draw(witnesses(pattern)).apply(pattern)
    for one in (pattern, relabelled):
        result = canonical(one)
        assert result.witness.apply(one) == result.form
    assert canonical(pattern).form == canonical(relabelled).form
    witness = isomorphism(pattern, relabelled)
    assert witness is not None
    assert witness.apply(pattern) == relabelled
    assert witness.inverse().apply(relabelled) == pattern


@given(st.data(), GAME, st.integers(1, 3))
def test_canonical_forms_are_equal_only_for_isomorphic_patterns(
    data: st.DataObject, game: Game, pegs: int
) -> None:
    first = data.draw(patterns(game, pegs, colours=3))
    second = data.draw(patterns(game, pegs, colours=3))
    same = masets.isomorphic(clause_texts(first), clause_texts(second))
    assert (canonical(first).form == canonical(second).form) == same
    assert (isomorphism(first, second) is not None) == same


def test_class_sizes_are_part_of_the_form() -> None:
    # Graphs of patterns with other numbers of colours and clauses must not be mixed up.
    texts = ["{*}", "{0}", "{**}", "{*0}", "{0*}", "{00}", "{01}", "{0*|*0}", "{0*|*1}", "{0*|1*}"]
    forms = {text: canonical(MasetPattern.parse(text)).form for text in texts}
    for one in texts:
        for other in texts:
            same = len(one) == len(other) and masets.isomorphic(
                tuple(one[1:-1].split("|")), tuple(other[1:-1].split("|"))
            )
            assert (forms[one] == forms[other]) == same


@given(st.data(), GAME, st.integers(1, 3))
def test_automorphisms_fix_the_pattern(data: st.DataObject, game: Game, pegs: int) -> None:
    pattern = data.draw(patterns(game, pegs))
    for generator in automorphisms(pattern):
        assert generator.apply(pattern) == pattern


@given(st.data(), GAME, st.integers(1, 3))
def test_refinement_is_witnessed(data: st.DataObject, game: Game, pegs: int) -> None:
    pattern = data.draw(patterns(game, pegs))
    result = refined_form(pattern)
    assert result.witness.apply(pattern) == result.form


@given(st.data(), GAME, st.integers(1, 4))
def test_what_is_settled_is_canonical(data: st.DataObject, game: Game, pegs: int) -> None:
    pattern = data.draw(patterns(game, pegs))
    relabelled = data.draw(witnesses(pattern)).apply(pattern)
    result, other = refined_form(pattern), refined_form(relabelled)
    assert result.settled == other.settled
    if result.settled:
        assert result.form == other.form
        assert not automorphisms(pattern)


def test_some_patterns_are_settled() -> None:
    assert refined_form(MasetPattern.parse("{01|00|1*}")).settled
    assert not refined_form(MasetPattern.parse("{01|10}")).settled


@given(st.data())
def test_witnesses_compose(data: st.DataObject) -> None:
    pattern = data.draw(patterns(MASTERMIND, 3))
    first, second = data.draw(witnesses(pattern)), data.draw(witnesses(pattern))
    assert first.then(second).apply(pattern) == second.apply(first.apply(pattern))
    identity = Witness.identity(pattern.pegs, pattern.colours)
    assert first.then(first.inverse()) == identity


@settings(max_examples=25)
@given(st.data(), GAME, st.integers(1, 3))
def test_columns_may_be_fixed(data: st.DataObject, game: Game, pegs: int) -> None:
    """Then only colours are renamed, as in games whose columns are not alike."""
    pattern = data.draw(patterns(game, pegs))
    colours = data.draw(witnesses(pattern)).colours
    renamed = Witness(tuple(range(pegs)), colours).apply(pattern)
    results = [refined_form(one, fixed_columns=True) for one in (pattern, renamed)]
    forms = [canonical(one, fixed_columns=True) for one in (pattern, renamed)]
    assert forms[0].form == forms[1].form
    assert results[0].invariant == results[1].invariant
    witnessed = [(found.witness, found.form) for found in results]
    witnessed += [(found.witness, found.form) for found in forms]
    for one, (witness, form) in zip((pattern, renamed) * 2, witnessed, strict=True):
        assert witness.apply(one) == form
        assert witness.columns == tuple(range(pegs))
    if results[0].settled:
        assert results[0].form == results[1].form
        assert not automorphisms(pattern, fixed_columns=True)


def test_patterns_may_be_isomorphic_only_when_columns_move() -> None:
    one, other = MasetPattern.parse("{0*}"), MasetPattern.parse("{*0}")
    assert canonical(one).form == canonical(other).form
    assert canonical(one, fixed_columns=True).form != canonical(other, fixed_columns=True).form
    settled = MasetPattern.parse("{01|00|1*}")
    assert refined_form(settled, fixed_columns=True).settled


@settings(max_examples=25)
@given(st.data(), GAME, st.integers(1, 3))
def test_columns_that_automorphisms_permute(data: st.DataObject, game: Game, pegs: int) -> None:
    """By trial of all colours for each permutation of columns."""
    pattern = data.draw(patterns(game, pegs, colours=3))
    found = column_symmetries(pattern)
    assert found[0] == Witness.identity(pegs, pattern.colours)
    assert all(one.apply(pattern) == pattern for one in found)
    expected = {
        columns
        for columns in permutations(range(pegs))
        for colours in permutations(range(pattern.colours))
        if Witness(columns, colours).apply(pattern) == pattern
    }
    assert {one.columns for one in found} == expected
    assert len(found) == len(expected)
