"""The tree in a listing is optimal for the n that its caption names, and says what it shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.split import new_colours
from masetproof.proofs.theorem import Theorem, prove
from masetproof.recurrences.readings import Objective, Reading
from masetproof.reports.diagrams import GameTree, game_tree
from masetproof.reports.listing import full_listing
from masetproof.words import EXTRA, word_text
from tests.oracles.masets import EXTRA as FREE
from tests.oracles.masets import answer, secrets

models = pytest.mark.parametrize(
    ("game", "pegs", "reading", "objective"),
    [
        (game, pegs, reading, objective)
        for game in (MASTERMIND, AB)
        for pegs in (1, 2)
        for reading in Reading
        for objective in Objective
    ],
)


def proved(game: Game, pegs: int, reading: Reading, objective: Objective) -> Theorem:
    theorem = prove(game, pegs, objective=objective, reading=reading)
    assert isinstance(theorem, Theorem)
    return theorem


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


@models
def test_the_tree_is_optimal_for_the_n_of_its_caption(
    game: Game, pegs: int, reading: Reading, objective: Objective
) -> None:
    theorem = proved(game, pegs, reading, objective)
    tree = game_tree(theorem)
    told = re.fullmatch(
        r"\$n \\ge (\d+)\$(?: with \$n \\equiv 0 \\pmod\{(\d+)\}\$)?", tree.validity
    )
    assert told
    step = int(told[2] or 1)
    first = -(-int(told[1]) // step) * step
    level = int(theorem.system.level[0]) if reading is Reading.EXACT else 0
    for n in range(first, first + 8 * step, step):
        assert all(asked(theorem, tree, n, level))
    caption = full_listing(theorem, "0" * 64, "proof.cert").split(r"\mptFigure{tree}")[1]
    assert f"for {tree.validity}." in caption


def nodes(tree: GameTree) -> Iterator[GameTree]:
    yield tree
    for _, branch in tree.branches:
        yield from nodes(branch)


@models
def test_each_branch_is_what_its_answer_leaves_of_the_pattern_shown(
    game: Game, pegs: int, reading: Reading, objective: Objective
) -> None:
    """By enumeration of the secrets, with three implicit colours left."""
    theorem = proved(game, pegs, reading, objective)
    for node in nodes(game_tree(theorem)):
        if node.question is None:
            continue
        asked = tuple(FREE if cell == EXTRA else cell for cell in node.question)
        possible = secrets(texts(node.pattern), 3 + new_colours(node.pattern, asked), game.repeats)
        found = Counter(answer(secret, asked) for secret in possible)
        shown = {
            (reply.black, reply.white): len(secrets(texts(branch.pattern), 3, game.repeats))
            for reply, branch in node.branches
        }
        assert shown == found


def texts(pattern: MasetPattern) -> list[str]:
    return [word_text(clause) for clause in pattern.clauses]


@models
def test_what_the_tree_shows_is_normalized_and_what_is_won_is_marked(
    game: Game, pegs: int, reading: Reading, objective: Objective
) -> None:
    theorem = proved(game, pegs, reading, objective)
    for node in nodes(game_tree(theorem)):
        assert node.pattern.is_normalized
        for reply, branch in node.branches:
            assert branch.is_won == (reply == theorem.closure.game.answers(pegs)[-1])
    body = full_listing(theorem, "0" * 64, "proof.cert")
    assert "leaves $\\emptyset$" not in body
    assert "below what the proof needs" not in body
