"""A game after some questions is a game: its secrets, its optimum, trees, contradictions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.finite.contradictions import Repair, conflict_by, conflict_of
from masetproof.finite.setting import Contradiction, FiniteGame, Step
from masetproof.search.memory import Memory
from masetproof.search.optimize import optimize
from masetproof.search.states import plain_value
from masetproof.trees.evaluate import evaluate
from masetproof.trees.files import load_tree, write_tree
from masetproof.trees.replay import Refuted, replay
from tests.games.samples import SAMPLES

MM46 = FiniteGame("mastermind", 4, 6)


def histories(finite: FiniteGame, seed: int, length: int) -> list[tuple[object, int]]:
    """Random questions with the answers of a random secret, none of which wins."""
    draw = random.Random(seed)
    secret = draw.choice(finite.secrets)
    steps = []
    for question in draw.sample(finite.questions, min(length, len(finite.questions))):
        number = finite.game.number(secret, question)
        if number != finite.winning:
            steps.append((question, number))
    return steps


def test_steps_are_values_or_texts() -> None:
    word = (0, 0, 1, 1)
    number = MM46.answer_texts.index("(1,1)")
    played = MM46.then(word, number)
    assert played.after == ((word, number),)
    for step in ("0011:1,1", "0011:(1,1)", "0011: 1, 1", ("0011", "1,1"), (word, "(1,1)")):
        assert FiniteGame("mastermind", 4, 6, after=(step,)) == played
    assert played == MM46.then("0011", "1,1")
    assert played == MM46.then("0011", (1, 1))
    for answer in MM46.answers[:-1]:
        assert MM46.answers[MM46.then("0011", answer).after[0][1]] is answer
    assert played.step_text(played.after[0]) == "0011:1,1"
    assert played.whole == MM46
    assert played.title == "Mastermind, 4 pegs, 6 colours, after 0011:1,1"


@pytest.mark.parametrize("finite", SAMPLES, ids=lambda finite: finite.title)
def test_a_word_is_a_secret_where_it_is_listed_as_one(finite: FiniteGame) -> None:
    """Before any question, and after some; words and their texts."""
    for seed in range(3):
        state = FiniteGame(
            finite.game,
            *((finite.pegs, finite.colours) if finite.game.size is None else ()),
            distinct=finite.distinct,
            after=tuple(histories(finite, seed, seed)),  # type: ignore[arg-type]
        )
        for word in state.questions:
            for written in (word, state.text(word)):
                if word in state.secrets:
                    assert state.as_secret(written) == word
                else:
                    with pytest.raises(Refused, match="secret"):
                        state.as_secret(written)


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ("0011:1,1", "a history is a list"),
        (["0011"], "are written like QUESTION:0,0"),
        (["0011:5,0"], "is no answer of this game; they are 0,0 to 4,0"),
        (["001:1,1"], "must be a word of 4 colours"),
        (["0016:1,1"], "the question 0016 has the colour 6, but the colours are 0 to 5"),
        (["0011:4,0"], "0011 was the secret"),
        ([((0, 0, 1, 1), -1)], "the number of an answer must be"),
        ([((0, 0, 1, 1), True)], "the number of an answer must be a whole number"),
        ([7], "a step of a history is"),
        ([("0011", "1,1", 2)], "a step of a history is"),
        (["0011:1,1"] * 16_385, "at most 16,384 questions"),
    ],
)
def test_refused_histories(steps: object, reason: str) -> None:
    with pytest.raises(Refused, match=reason.replace("(", r"\(")):
        FiniteGame("mastermind", 4, 6, after=steps)  # type: ignore[arg-type]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("finite", SAMPLES, ids=lambda finite: finite.title)
@pytest.mark.parametrize("seed", range(3))
def test_secrets_optimum_and_rules_after_a_history(finite: FiniteGame, seed: int) -> None:
    steps = histories(finite, seed, 2)
    played = replace(finite, after=tuple(steps))
    expected = [
        secret
        for secret in finite.secrets
        if all(finite.game.number(secret, question) == number for question, number in steps)
    ]
    assert list(played.secrets) == expected
    assert played.secret_count == len(expected)
    optimum = optimize(played)
    if len(expected) <= 9:
        assert optimum.total == plain_value(finite, frozenset(expected))
    assert optimum.optimal
    assert replay(optimum.tree).total == optimum.total
    found = evaluate(played, "entropy")
    assert found.secrets == len(expected)
    assert found.total >= optimum.total


def test_optimum_of_a_part_is_that_of_the_whole_game() -> None:
    """(4,4) Mastermind: the parts of each first question, by the search of the whole game."""
    from masetproof.search.solver import Solver

    finite = FiniteGame("mastermind", 4, 4)
    solver = Solver(Memory(finite, 1 << 28))
    for text in ("0011", "0012", "0123"):
        question = finite.questions.index(finite.parse(text))
        for number, members in solver.parts(solver.all_secrets(), question):
            value = solver.value(members, len(members))
            assert optimize(finite.then(text, number)).total == value.high


def test_tree_of_a_state_of_play_is_kept_in_a_file(tmp_path: Path) -> None:
    played = FiniteGame("mastermind", 3, 4, after=("012:1,1",))
    tree = optimize(played).tree
    path = tmp_path / "tree.json"
    write_tree(path, tree)
    assert load_tree(path).tree == tree
    text = path.read_text()
    for wrong in ('"after": [["012", "9,9"]]', '"after": [["012"]]', '"after": 5', '"after": [7]'):
        path.write_text(text.replace('"after": [["012", "(1,1)"]]', wrong))
        with pytest.raises(Refused):
            load_tree(path)
    path.write_text(text.replace('"after": [["012", "(1,1)"]]', '"after": [["012", "(0,1)"]]'))
    with pytest.raises(Refuted):
        replay(load_tree(path).tree)


def test_contradictory_answers_leave_no_secret() -> None:
    played = MM46.then("0011", "0,0").then("0022", "3,0")
    with pytest.raises(Contradiction):
        _ = played.secrets
    for refused in (optimize, lambda finite: evaluate(finite, "entropy")):
        with pytest.raises(Contradiction):
            refused(played)


def brute_conflict(finite: FiniteGame) -> tuple[int, ...] | None:
    """The first smallest set of steps that no secret agrees with, by trying all."""
    steps = finite.after
    for size in range(len(steps) + 1):
        for chosen in combinations(range(len(steps)), size):
            if not any(
                all(finite.game.number(secret, steps[i][0]) == steps[i][1] for i in chosen)
                for secret in finite.whole.secrets
            ):
                return chosen
    return None


def brute_repairs(finite: FiniteGame) -> Counter[tuple[int, int]]:
    """Which answer, changed to which one, leaves how many secrets."""
    steps = finite.after
    return Counter(
        (i, number)
        for i in range(len(steps))
        for number in range(finite.winning + 1)
        for secret in finite.whole.secrets
        if finite.game.number(secret, steps[i][0]) == number
        and all(
            finite.game.number(secret, question) == told
            for j, (question, told) in enumerate(steps)
            if j != i
        )
    )


@pytest.mark.parametrize("seed", range(40))
def test_conflicts_and_repairs_by_brute_force(seed: int) -> None:
    draw = random.Random(seed)
    finite = draw.choice(
        [
            FiniteGame("mastermind", 3, 4),
            FiniteGame("ab", 3, 5),
            FiniteGame("black-peg", 3, 3),
            FiniteGame("comparison", 2, 4),
        ]
    )
    steps = histories(finite, seed, draw.randint(1, 6))
    for _ in range(draw.randint(0, 2)):  # slips
        place = draw.randrange(len(steps))
        steps[place] = steps[place][0], draw.randrange(finite.winning)
    played = FiniteGame(finite.game, finite.pegs, finite.colours, after=tuple(steps))
    expected = brute_conflict(played)
    found = conflict_of(played)
    assert (found.steps if found else None) == expected
    if found is None:
        assert played.secret_count > 0
        return

    def left(some: Sequence[Step]) -> int:
        return sum(
            all(finite.game.number(secret, question) == told for question, told in some)
            for secret in finite.secrets
        )

    # Without looking for a smallest set: none of these steps can be left out.
    other = conflict_by(played, left, may_win=True)
    chosen = [played.after[index] for index in other.steps]
    assert left(chosen) == 0
    assert all(left([*chosen[:i], *chosen[i + 1 :]]) for i in range(len(chosen)))
    assert other.repair == found.repair
    repairs = brute_repairs(played)
    distance = finite.game.distance
    if not repairs:
        assert found.repair is None
    else:
        assert found.repair is not None
        far = {
            (i, a): distance(finite.answers[played.after[i][1]], finite.answers[a])
            for i, a in repairs
        }
        # The smallest change, of these what leaves most secrets, and then the first.
        best = min(repairs, key=lambda one: (far[one], -repairs[one], one))
        assert found.repair == Repair(*best, far[best], repairs[best])
