from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product

import numpy as np
import pytest

from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, PegGame
from masetproof.games.rules import Game
from masetproof.patterns.closure import Closure, close, first_questions
from masetproof.patterns.isomorphism import Witness, automorphisms
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.questions import least_questions
from masetproof.proofs.theorem import prove
from masetproof.reports.graph import dot_lines, graph_text, pattern_graph
from tests.oracles import masets

ClosureOf = Callable[[Game, int, bool], Closure]

PATTERNS = {MASTERMIND: 13388, AB: 7496}
"""With three pegs, with the extra colour and without: Peczarski, sections 4 and 5."""


@pytest.mark.parametrize(
    ("game", "pegs", "extra", "patterns", "equations"),
    [
        (MASTERMIND, 1, True, 1, 1),
        (MASTERMIND, 1, False, 1, 1),
        (MASTERMIND, 2, True, 6, 47),
        (MASTERMIND, 2, False, 6, 30),
        (AB, 2, True, 3, 17),
        (AB, 2, False, 3, 9),
        pytest.param(MASTERMIND, 3, True, 13388, 9096599, marks=pytest.mark.slow),
        (AB, 3, True, 7496, 4188421),
    ],
)
def test_counts_of_patterns_and_equations(
    closure_of: ClosureOf, game: Game, pegs: int, extra: bool, patterns: int, equations: int
) -> None:
    # Peczarski, sections 4 and 5.
    closure = closure_of(game, pegs, extra)
    assert (len(closure.patterns), closure.question_count) == (patterns, equations)


@pytest.mark.slow
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_pattern_counts_without_the_extra_colour_are_the_same(
    closure_of: ClosureOf, game: Game
) -> None:
    assert len(closure_of(game, 3, False).patterns) == PATTERNS[game]


@pytest.mark.parametrize(
    ("game", "pegs"),
    [
        *((MASTERMIND, 2), (AB, 2), (AB, 3)),
        pytest.param(MASTERMIND, 3, marks=pytest.mark.slow),
    ],
)
def test_questions_without_the_extra_colour_reach_the_same_patterns(
    closure_of: ClosureOf, game: Game, pegs: int
) -> None:
    """The closure without the extra colour is part of the one with it."""
    closure = closure_of(game, pegs, True)
    splits = closure.splits
    sources, (parts, _) = splits.pattern[splits.extra == 0], splits.forms(len(closure.patterns))
    parts = parts[splits.extra == 0]
    parts = np.where(parts < len(closure.patterns), parts, -1)
    reached = np.zeros(len(closure.patterns) + 1, dtype=bool)  # the last one stands for none
    reached[0], count = True, 0
    while count < (count := int(reached.sum())):
        reached[parts[reached[sources]]] = True
    assert reached[:-1].all()
    if pegs == 3:
        assert len(closure.patterns) == PATTERNS[game]


@pytest.mark.parametrize("game", [pytest.param(MASTERMIND, marks=pytest.mark.slow), AB])
def test_without_the_extra_colour_the_other_questions_are_asked(
    closure_of: ClosureOf, game: Game
) -> None:
    """Of one pattern in 40: the same questions in the same order, but for the extra cells."""
    for pattern in closure_of(game, 3, True).patterns[::40]:
        group = automorphisms(pattern)
        several, fewer = (
            least_questions(pattern, group, game, extra=extra, max_new=3) for extra in (True, False)
        )
        assert not fewer.extra.any()
        for name in ("cells", "new"):
            assert np.array_equal(getattr(several, name)[several.extra == 0], getattr(fewer, name))


def test_questions_per_pattern_of_two_pegs(closure_of: ClosureOf) -> None:
    mastermind, ab = closure_of(MASTERMIND, 2, True), closure_of(AB, 2, True)
    assert np.diff(mastermind.question_start).tolist() == [3, 6, 10, 10, 9, 9]
    assert np.diff(ab.question_start).tolist() == [2, 8, 7]


def test_patterns_of_two_pegs_in_the_order_of_the_paper(closure_of: ClosureOf) -> None:
    published = {
        MASTERMIND: ["**", "*0|0*", "*1|0*", "00|11|*1|0*", "0*", "00|*0"],
        AB: ["**", "*1|0*", "0*"],
    }
    for game, texts in published.items():
        found = closure_of(game, 2, True).patterns
        for pattern, text in zip(found, texts, strict=True):
            assert masets.isomorphic(tuple(str(pattern)[1:-1].split("|")), tuple(text.split("|")))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize(("game", "pegs"), [(MASTERMIND, 1), (MASTERMIND, 2), (AB, 1), (AB, 2)])
def test_compiled_closure_is_the_plain_one(
    game: Game, pegs: int, extra: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With any number of threads, and of patterns that are split together."""
    plain = close(game, pegs, extra=extra, compiled=False)
    for batch in (1, 2, 3, 250):
        monkeypatch.setattr("masetproof.patterns.closure._BATCH_PATTERNS", batch)
        for threads in (1, 2, 3):
            compiled = close(game, pegs, extra=extra, compiled=True, threads=threads)
            assert_same(plain, compiled)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 3])
def test_the_number_of_threads_does_not_matter_in_the_ab_game(
    closure_of: ClosureOf, threads: int
) -> None:
    assert_same(closure_of(AB, 3, True), close(AB, 3, extra=True, threads=threads))


def assert_same(one: Closure, other: Closure) -> None:
    assert (one.patterns, one.explicit) == (other.patterns, other.explicit)
    assert np.array_equal(one.question_start, other.question_start)
    assert np.array_equal(one.question_extra, other.question_extra)
    assert np.array_equal(one.split_of, other.split_of)
    for name in ("splits", "maset_splits", "identifications"):
        columns, others = getattr(one, name), getattr(other, name)
        for column in columns.__dataclass_fields__:
            assert np.array_equal(getattr(columns, column), getattr(others, column)), column


def test_parts_are_identified_by_witnesses(closure_of: ClosureOf) -> None:
    """Replay the splits of two pegs and apply the witness of each part as it first appears."""
    from masetproof.patterns.split import split

    for game in (MASTERMIND, AB):
        closure = closure_of(game, 2, True)
        known = closure.identifications
        seen: list[MasetPattern] = []
        for number in range(len(closure.patterns)):
            for question in closure.questions(number):
                for part in split(closure.patterns[number], question, game)[:-1]:
                    normal = part.normalize()[0]
                    if part and normal not in seen:
                        seen.append(normal)
        assert len(seen) == len(known)
        for place, part in enumerate(seen):
            witness = Witness(
                tuple(known.columns[place].tolist()),
                tuple(known.colours[place, : part.colours].tolist()),
            )
            number = known.number[place]
            assert part.is_explicit == (number < 0)
            stored = closure.explicit[-1 - number] if number < 0 else closure.patterns[number]
            assert witness.apply(part) == stored


def test_what_the_engine_cannot_treat_is_refused() -> None:
    with pytest.raises(ValueError, match="pegs must be 1 to 3 for black-peg-ab"):
        close(BLACK_PEG_AB, 4, extra=True)
    with pytest.raises(ValueError, match="1 to 3"):
        close(MASTERMIND, 4, extra=True)
    with pytest.raises(ValueError, match="1 to 3"):
        close(MASTERMIND, 0, extra=True)
    with pytest.raises(ValueError, match="1 to 4 for black-peg, not 5"):
        close(BLACK_PEG, 5, extra=True)
    with pytest.raises(ValueError, match="1 to 3 for black-peg, not 4: of 4 pegs the"):
        prove(BLACK_PEG, 4)


def test_pattern_graph(closure_of: ClosureOf) -> None:
    closure = closure_of(MASTERMIND, 2, True)
    graph = pattern_graph(closure)
    assert graph.number_of_nodes() == 6
    assert {data["number"] for _, _, data in graph.edges(0, data=True)} == {1, 2, 3}
    splits = closure.splits
    assert {(a, b) for a, b, _ in graph.edges} == {
        (one, part)
        for one, parts in zip(splits.pattern.tolist(), splits.forms(6)[0].tolist(), strict=True)
        for part in parts
        if 0 <= part < 6
    }
    assert "<graphml" in graph_text(graph, "graphml")
    assert next(iter(dot_lines(graph))) == "digraph patterns {"


def test_first_questions_are_the_first_of_each_split() -> None:
    """As the closure numbers the questions: `split_of` of a pattern's questions, in their order."""
    closure = close(MASTERMIND, 2)
    for number in range(len(closure.patterns)):
        first, end = closure.question_start[number : number + 2].tolist()
        splits = closure.split_of[first:end].tolist()
        asked, of_split = closure.questions(number), first_questions(closure, number)
        assert {of_split(one) for one in splits} <= {*asked}
        for one in {*splits}:
            assert of_split(one) == asked[splits.index(one)]
    # The questions on a maset that have one split leave the same parts.
    for maset, pattern in enumerate(closure.explicit):
        of_split = first_questions(closure, len(closure.patterns) + maset)
        rows = np.flatnonzero(closure.maset_splits.pattern == maset).tolist()
        left = [tuple(one.part for one in closure.answered(pattern, of_split(r))) for r in rows]
        assert len({*left}) == len(rows)


@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_recorded_automorphisms_generate_the_group_of_each_pattern(game: PegGame) -> None:
    """All that fix a pattern, found by trial of all columns and colours, are products of them."""
    closure = close(game, 2)
    recorded = closure.automorphisms
    assert 0 <= recorded.number.min() <= recorded.number.max() < len(closure.patterns)
    for number, pattern in enumerate(closure.patterns):
        pegs, colours = pattern.pegs, pattern.colours
        every = {
            witness
            for columns, names in product(permutations(range(pegs)), permutations(range(colours)))
            if (witness := Witness(columns, names)).apply(pattern) == pattern
        }
        own = [
            Witness(tuple(recorded.columns[row]), tuple(recorded.colours[row][:colours]))
            for row in np.flatnonzero(recorded.number == number)
        ]
        group = {Witness.identity(pegs, colours)}
        while more := {one.then(other) for one in group for other in own} - group:
            group |= more
        assert group == every
