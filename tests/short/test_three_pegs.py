"""Members of short proofs of three pegs, for few colours: there groups make a difference."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from masetproof.games.alike import AlikeGame
from masetproof.games.pegs import AB
from masetproof.patterns.closure import Closure
from masetproof.short.bounding import CountBounds, MemberBounds
from masetproof.short.forms import Array, Forms
from masetproof.short.members import find_members, pruned


@pytest.fixture(scope="module")
def found(closure_of: Callable[[AlikeGame, int, bool], Closure]) -> MemberBounds:
    forms = Forms(closure_of(AB, 3, True), 6)
    return find_members(forms, CountBounds(forms))


def test_the_single_clause_of_two_stars(found: MemberBounds) -> None:
    assert str(found.forms.patterns[found.forms.single]) == "{0**}"
    assert found.members[:2] == (0, found.forms.single)


def test_few_members_come_to_the_value(found: MemberBounds) -> None:
    """And what costs less is bounded by less.  Searches find a total of 436 with 6 colours."""
    fewer = pruned(found)
    for bounds in (found, fewer):
        assert not bounds.missing.any()
        assert bounds.least[0, 6] == 436
        assert (bounds.least <= bounds.forms.costs).all()
    assert {*fewer.members} < {*found.members}
    assert len(found.members) < len(found.parts) // 10


def test_parts_have_the_best_of_their_bounds(found: MemberBounds) -> None:
    """Of counts, and of each group that is a member, with counts of the clauses beside it."""
    forms, counts, best_of_groups = found.forms, found.counts, 0

    def by_counts(stars: tuple[int, ...]) -> Array:
        bounds: Array = counts.of(stars) + stars[2] * found.least[forms.single]
        return bounds

    for part in found.parts[::7].tolist():
        alone = by_counts(tuple(forms.stars[part].tolist()))
        ways = [alone]
        for group in forms.groups(part):
            if group.form in found.members:
                ways.append(found.least[group.form] + by_counts(group.left))
        assert (found.least[part] == np.max(ways, axis=0)).all()
        best_of_groups += bool((found.least[part] > alone).any())
    assert best_of_groups


def test_counts_bound_all_forms(found: MemberBounds) -> None:
    """Explicit masets of up to 48 secrets, too, of which the table has 16."""
    forms = found.forms
    assert forms.stars[:, 0].max() == 48
    assert (found.counts.of(forms.stars) <= forms.costs).all()
