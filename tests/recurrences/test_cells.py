"""Cells: cuts are partitions, polynomials are kept by differences, walls are found."""

from dataclasses import replace
from itertools import product
from math import comb, prod
from random import Random

import numpy as np
import pytest

from masetproof.recurrences.cells import (
    Cell,
    Cut,
    Form,
    Tree,
    Undecided,
    binomials,
    decide,
    descend,
    in_indices,
    newton,
    polynomial_at,
    restriction,
    simplex,
)
from masetproof.recurrences.growing import NotFound, grow


def random_tree(random: Random, cell: Cell, depth: int) -> Tree:
    free = cell.free
    if not depth or not free:
        return Tree(cell)
    kind = random.choice(["below", "step", "order"] if len(free) > 1 else ["below", "step"])
    first, *others = random.sample(free, min(2, len(free)))
    cut = Cut(kind, first, {"below": 0, "step": 2, "order": others[0] if others else 0}[kind])
    return Tree(
        cell, cut, tuple(random_tree(random, child, depth - 1) for child in cell.children(cut))
    )


@pytest.mark.parametrize("seed", range(30))
def test_every_vector_lies_in_just_one_leaf(seed: int) -> None:
    random = Random(seed)
    indices = random.randint(1, 3)
    tree = random_tree(random, Cell.whole(indices), 5)
    found: dict[tuple[int, ...], int] = {}
    for place, leaf in enumerate(tree.leaves()):
        chosen = [*product(range(12), repeat=len(leaf.cell.free))]
        points = leaf.cell.points(np.array(chosen, dtype=np.int64))
        for near in np.flatnonzero((points < 8).all(axis=1)).tolist():
            point = tuple(points[near].tolist())
            assert point not in found
            found[point] = place
            assert tree.leaf_at(point) == (leaf, chosen[near])
    assert set(found) == set(product(range(8), repeat=indices))


def test_differences_and_values() -> None:
    points = np.array(simplex(2, 3))
    values = points[:, 0] ** 3 - 4 * points[:, 0] * points[:, 1] + 7
    differences = newton(2, 3) @ values
    far = np.array([[5, 9], [0, 30], [-2, 4]])
    expected = far[:, 0] ** 3 - 4 * far[:, 0] * far[:, 1] + 7
    assert (binomials(far, 3) @ differences == expected).all()


def test_a_form_is_decided_or_the_cell_is_cut() -> None:
    assert decide(Form(0, (1, 0)))
    assert not decide(Form(-1, (-2, 0)))
    for form, cut in (
        (Form(-1, (0, 3)), Cut("below", 1)),
        (Form(-1, (1, 0)), Cut("below", 0)),
        (Form(2, (-1, 0)), Cut("below", 0)),
        (Form(0, (0, -1)), Cut("below", 1)),
        (Form(0, (2, -1)), Cut("order", 1, 0)),
    ):
        with pytest.raises(Undecided) as told:
            decide(form)
        assert told.value.cut == cut


@pytest.mark.parametrize("seed", range(6))
def test_a_polynomial_in_the_indices_has_the_values_of_its_differences(seed: int) -> None:
    random = Random(seed)
    tree = random_tree(random, Cell.whole(random.randint(1, 3)), 4)
    for leaf in tree.leaves():
        free = len(leaf.cell.free)
        own = [random.randint(-9, 9) for _ in simplex(free, random.randint(0, 3))]
        several = in_indices(replace(leaf, differences=np.array(own)))
        for t in product(range(4), repeat=free):
            (point,) = leaf.cell.points(np.array([t], dtype=np.int64)).tolist()
            value = sum(c * prod(map(pow, point, powers)) for powers, c in several.items())
            words = simplex(free, 3)[: len(own)]
            assert value == sum(
                d * prod(map(comb, t, word)) for d, word in zip(own, words, strict=True)
            )


def test_points_in_several_cells_are_told_apart() -> None:
    cell = Cell.whole(2)
    cut = Cut("order", 0, 1)
    tree = Tree(cell, cut, tuple(map(Tree, cell.children(cut))))
    leaf, forms = descend(tree, [Form(3, (1, 0)), Form(3, (1, 2))])
    assert leaf is tree.children[0]
    assert forms[1] == Form(0, (0, 2))
    with pytest.raises(Undecided):
        descend(tree, [Form(3, (1, 0)), Form(3, (0, 1))])


def test_walls_are_found() -> None:
    """A function with a wall y = 3 x, and one that is another polynomial for odd y - x > 0."""
    x, y = np.indices((40, 40))
    walled = np.where(y >= 3 * x, 2 * x * y, x * y + 3 * x * x)
    assert values_of(grow(walled, 2), 40) == walled.tolist()
    odd = np.where(y > x, x + y + (y - x) % 2, 3 * x)
    assert values_of(grow(odd, 1), 40) == odd.tolist()


def values_of(tree: Tree, end: int) -> list[list[int]]:
    return [[tree.value((x, y)) for y in range(end)] for x in range(end)]


def test_a_polynomial_that_holds_from_a_threshold_on() -> None:
    """It fails at x = 1 alone: the cells are x = 0, x = 1 and x > 1; or those of x and y."""
    x, y = np.indices((20, 20))
    values = np.where(x == 1, 5 * y, x * y + 2 * x)
    tree = grow(values, 2)
    assert values_of(tree, 20) == values.tolist()
    assert sorted(leaf.cell.origin for leaf in tree.leaves()) == [(0, 0), (1, 0), (2, 0)]
    values = values + (y == 0)
    tree = grow(values, 2)
    assert values_of(tree, 20) == values.tolist()
    origins = [leaf.cell.origin for leaf in tree.leaves()]
    assert {*origins} == {(x, y) for x in range(3) for y in range(2)}


@pytest.mark.parametrize("cut", [Cut("below", 1), Cut("order", 0, 2), Cut("step", 2, 3)])
def test_a_polynomial_on_the_children_of_a_cell(cut: Cut) -> None:
    """On the whole cell the parameters are the indices, so that values can be compared there."""
    whole, differences = Cell.whole(3), np.array(Random(4).sample(range(-20, 20), 10))
    for branch, child in enumerate(whole.children(cut)):
        own = differences @ restriction(cut, branch, 3, 2)
        for t in product(range(3), repeat=3):
            free = np.array([[t[i] for i in child.free]], dtype=np.int64)
            (point,) = child.points(free).tolist()
            assert polynomial_at(own, t) == polynomial_at(differences, tuple(point))


def test_what_is_no_polynomial_is_not_found() -> None:
    with pytest.raises(NotFound):
        grow(2 ** np.arange(30), 3)
