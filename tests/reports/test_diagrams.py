"""The tree in a listing is optimal for the n that its caption names, and says what it shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.objectives import Objective
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.split import new_colours
from masetproof.proofs.theorem import Theorem, prove
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.reports.listing import (
    GameTree,
    full_listing,
    game_tree,
    listed_equations,
    pattern_sections,
    steady_of,
)
from masetproof.words import EXTRA, word_text
from tests.oracles.masets import EXTRA as FREE
from tests.oracles.masets import answer, secrets


def asked(theorem: Theorem, tree: GameTree, n: int, excluded: int) -> Iterator[bool]:
    """For each question of the tree, whether it is optimal when the secret may have n colours."""
    if tree.question is None:
        return
    assert tree.number is not None
    pattern = theorem.closure.patterns[tree.number]
    yield tree.question in theorem.optimal_questions(tree.number, n, excluded)
    before = pattern.colours + new_colours(pattern, tree.question)
    for _, branch in tree.branches:
        if branch.number is not None:
            lost = before - branch.pattern.colours
            after = min(theorem.system.cap, excluded + lost)
            exact = theorem.system.reading is Reading.EXACT
            yield from asked(theorem, branch, n - lost, after if exact else excluded)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", BLANKS)
@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_the_tree_is_what_a_listing_says(
    game: Game, pegs: int, reading: Reading, objective: Objective
) -> None:
    theorem = prove(game, pegs, objective=objective, reading=reading)
    assert isinstance(theorem, Theorem)
    tree = game_tree(theorem, steady_of(theorem, listed_equations(pattern_sections(theorem))))
    body = full_listing(theorem, "0" * 64, "proof.cert")
    check_optimal_for_the_n_of_its_caption(theorem, tree, body)
    check_each_branch_is_what_its_answer_leaves(theorem, tree)
    check_patterns_are_normalized_and_what_is_won_is_marked(theorem, tree, body)


def check_optimal_for_the_n_of_its_caption(theorem: Theorem, tree: GameTree, body: str) -> None:
    told = re.fullmatch(
        r"\$n \\ge (\d+)\$(?: with \$n \\equiv 0 \\pmod\{(\d+)\}\$)?", tree.validity
    )
    assert told
    step = int(told[2] or 1)
    first = -(-int(told[1]) // step) * step
    system = theorem.system
    level = int(system.level[0]) if system.reading is Reading.EXACT else 0
    for n in range(first, first + 8 * step, step):
        assert all(asked(theorem, tree, n, level))
    caption = body.split(r"\mptFigure{tree}")[1]
    assert f"for {tree.validity}." in caption


def nodes(tree: GameTree) -> Iterator[GameTree]:
    yield tree
    for _, branch in tree.branches:
        yield from nodes(branch)


def check_each_branch_is_what_its_answer_leaves(theorem: Theorem, tree: GameTree) -> None:
    """By enumeration of the secrets, with three implicit colours left."""
    repeats = theorem.closure.game.repeats
    for node in nodes(tree):
        if node.question is None:
            continue
        asked = tuple(FREE if cell == EXTRA else cell for cell in node.question)
        possible = secrets(texts(node.pattern), 3 + new_colours(node.pattern, asked), repeats)
        counts = Counter(answer(secret, asked) for secret in possible)
        shown = {
            (reply.black, reply.white): len(secrets(texts(branch.pattern), 3, repeats))
            for reply, branch in node.branches
        }
        assert shown == counts


def texts(pattern: MasetPattern) -> list[str]:
    return [word_text(clause) for clause in pattern.clauses]


def check_patterns_are_normalized_and_what_is_won_is_marked(
    theorem: Theorem, tree: GameTree, body: str
) -> None:
    won = theorem.closure.game.answers(theorem.closure.pegs)[-1]
    for node in nodes(tree):
        assert node.pattern.is_normalized
        for reply, branch in node.branches:
            assert branch.is_won == (reply == won)
    assert "leaves $\\emptyset$" not in body
    assert "below what the proof needs" not in body
