"""Members of short proofs of three pegs, for few colours: there groups make a difference."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from masetproof.games.alike import AlikeGame
from masetproof.games.pegs import AB
from masetproof.patterns.closure import Closure
from masetproof.patterns.isomorphism import canonical
from masetproof.patterns.pattern import MasetPattern
from masetproof.short.bounding import CountBounds, MemberBounds
from masetproof.short.forms import Forms
from masetproof.short.groups import Array, kept_clauses
from masetproof.short.members import find_members, pruned
from masetproof.words import STAR, Word


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

    def by_counts(stars: list[int]) -> Array:
        bounds: Array = counts.of(stars) + stars[2] * found.least[forms.single]
        return bounds

    for part in found.parts[::7].tolist():
        alone = by_counts(forms.stars[part].tolist())
        ways = [alone]
        groups = forms.groups(np.array([part]))
        for form, left in zip(groups.form.tolist(), groups.left.tolist(), strict=True):
            if form in found.members:
                ways.append(found.least[form] + by_counts(left))
        assert (found.least[part] == np.max(ways, axis=0)).all()
        best_of_groups += bool((found.least[part] > alone).any())
    assert best_of_groups


def test_counts_bound_all_forms(found: MemberBounds) -> None:
    """Explicit masets of up to 48 secrets, too, of which the table has 16."""
    forms = found.forms
    assert forms.stars[:, 0].max() == 48
    assert (found.counts.of(forms.stars) <= forms.costs).all()


def groups_one_by_one(part: list[Word], known: dict[MasetPattern, int]) -> list[tuple[object, ...]]:
    """The form, the other clauses by stars, and the clauses of each group.

    Three clauses may be left out, two of more than twelve; but one clause without two stars is no
    group of others.  Of groups with the same form and the same other clauses the first one is kept.
    known: the form with each canonical form.
    """
    groups = dict[tuple[int, ...], tuple[Word, ...]]()
    for outside in (few for k in range(4) for few in combinations(part, k)):
        inside = tuple(row for row in part if row not in outside)
        if not inside or len(outside) > (3 if len(part) <= 12 else 2):
            continue
        if outside and len(inside) == 1 and inside[0].count(STAR) < 2:
            continue
        normal, _ = MasetPattern.of(inside).normalize()
        stars = [row.count(STAR) for row in outside]
        if (form := known.get(canonical(normal).form)) is not None:
            groups.setdefault((form, *map(stars.count, range(4))), inside)
    return [(form, left, inside) for (form, *left), inside in groups.items()]


def test_groups_are_all_clauses_but_a_few(found: MemberBounds) -> None:
    """Of parts whose colours have gaps, too."""
    forms = found.forms
    known = {canonical(one).form: form for form, one in enumerate(forms.patterns)}
    some = [*found.parts[::61].tolist(), int(np.argmax(forms.stars.sum(axis=1)))]
    parts = [np.array(forms.patterns[part].clauses, np.uint8) for part in some]
    parts = [np.where(part == STAR, part, 2 * part + 1) for part in parts]
    assert min(map(len, parts)) < 4 < 12 < max(map(len, parts))
    groups = forms.finder.of_parts(parts)
    for number, part in enumerate(parts):
        own, rows = groups.taken(groups.part == number), [*map(tuple, part.tolist())]
        inside = [
            tuple(map(tuple, part[kept].tolist())) for kept in kept_clauses(len(part))[own.kept]
        ]
        told = [*zip(own.form.tolist(), own.left.tolist(), inside, strict=True)]
        assert told == groups_one_by_one(rows, known)
