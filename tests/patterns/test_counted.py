"""Closures of black-peg games against a program that counts them by another method."""

from itertools import pairwise

import pytest

from masetproof.patterns.closure import Closure, close
from masetproof.patterns.pattern import MasetPattern
from masetproof.words import STAR
from tests.oracles import counted
from tests.patterns.test_alphabets import by_columns


def check_closure(closure: Closure) -> None:
    """It has the same patterns, with as many questions each, and the same explicit masets."""
    own = closure.game.name == "black-peg"
    found = counted.Counted(own, closure.pegs, closure.extra)
    questions = {
        found.patterns.find(clauses(pattern, own)): end - start
        for pattern, (start, end) in zip(
            closure.patterns, pairwise(closure.question_start.tolist()), strict=True
        )
    }
    assert questions == dict(enumerate(found.questions))
    assert len(questions) == len(closure.patterns)
    masets = {found.masets.find(clauses(maset, own)) for maset in closure.explicit}
    assert len(masets) == len(found.masets.members) == len(closure.explicit)


def clauses(pattern: MasetPattern, own: bool) -> frozenset[tuple[int, ...]]:
    """The clauses in the names of the oracle."""
    if own:
        return frozenset(by_columns(pattern))
    return frozenset(
        tuple(counted.STAR if cell == STAR else cell for cell in row) for row in pattern.clauses
    )


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize(
    ("game", "pegs", "patterns", "masets"),
    [
        ("black-peg", 1, 1, 0),
        ("black-peg", 2, 3, 2),
        ("black-peg", 3, 20, 10),
        ("black-peg-ab", 1, 1, 0),
        ("black-peg-ab", 2, 3, 2),
    ],
)
def test_the_closure_is_that_of_the_count(
    game: str, pegs: int, patterns: int, masets: int, extra: bool
) -> None:
    closure = close(game, pegs, extra=extra)
    assert (len(closure.patterns), len(closure.explicit)) == (patterns, masets)
    check_closure(closure)


def test_what_is_counted() -> None:
    """With two pegs, each number by hand; a single secret is left by questions on masets only."""
    with_blanks = counted.Counted(True, 2, True)
    assert with_blanks.questions == [3, 8, 3]
    without = counted.Counted(True, 2, False)
    assert without.questions == [1, 4, 1]
    assert [len(found.masets.members) for found in (with_blanks, without)] == [2, 2]
    assert [found.at_once for found in (with_blanks, without)] == [2, 1]
    # Where one column only has a star, no colour but an excluded one is a blank there.
    shared = [sum(counted.Counted(False, 2, blanks).questions) for blanks in (False, True)]
    assert shared == [33, 34]
