"""Random patterns for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from masetproof.games.rules import Game
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.pattern import MasetPattern
from masetproof.words import STAR


@st.composite
def patterns(draw: st.DrawFn, game: Game, pegs: int, *, colours: int = 4) -> MasetPattern:
    """A normalized pattern of up to eight clauses."""
    clause = st.tuples(*[st.sampled_from([*range(colours), STAR])] * pegs)
    if not game.repeats:
        clause = clause.filter(
            lambda row: len([c for c in row if c != STAR]) == len({*row} - {STAR})
        )
    rows = draw(st.sets(clause, min_size=1, max_size=8))
    return MasetPattern.of(rows).normalize()[0]


@st.composite
def witnesses(draw: st.DrawFn, pattern: MasetPattern) -> Witness:
    """Some relabelling of a pattern."""
    return Witness(
        tuple(draw(st.permutations(range(pattern.pegs)))),
        tuple(draw(st.permutations(range(pattern.colours)))),
    )


def clause_texts(pattern: MasetPattern) -> tuple[str, ...]:
    """The clauses in the form that the oracles take."""
    return tuple(str(pattern)[1:-1].split("|"))
