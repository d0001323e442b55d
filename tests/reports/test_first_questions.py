"""What first questions cost as formulas, where functions have several indices, by brute force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import prod

import pytest

from masetproof import openings
from masetproof.finite.blanks import with_blanks
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal, Objective
from masetproof.progress import silent
from masetproof.proofs.numbers import Region
from masetproof.recurrences.readings import Reading
from masetproof.reports.openings import proved_openings
from masetproof.reports.question import Asked, ask
from masetproof.words import EXTRA, KIND, Word
from tests.oracles import black_peg
from tests.theorems import theorem

OBJECTIVES = pytest.mark.parametrize("objective", Objective)


def at(polynomial: dict[tuple[int, ...], Fraction], board: Sequence[int]) -> Fraction:
    return sum((c * prod(map(pow, board, k)) for k, c in polynomial.items()), Fraction(0))


def holds(region: Region, board: Sequence[int]) -> bool:
    """Whether a board has all that is printed of a region."""
    gaps = [(wall, at(dict(wall.difference), board)) for wall in region.walls]
    return all(
        gap % wall.divisor == 0 and (gap == 0 if wall.sign == "=" else gap >= 0)
        for wall, gap in gaps
    )


def printed(regions: Iterable[Region], board: Sequence[int]) -> Fraction | None:
    """What the regions say of a board; None where none is about it."""
    found = [at(dict(region.value), board) for region in regions if holds(region, board)]
    assert len(found) <= 1
    return found[0] if found else None


def first_questions(
    game: str, pegs: int, objective: Objective, reading: Reading
) -> tuple[Asked, ...]:
    proved = theorem(game, pegs, objective, reading)
    return ask(proved, proved.function_of(0))


def combined(size: int, costs: Iterable[int], *, worst: bool) -> int:
    costs = [*costs]
    return 1 + max([0, *costs]) if worst else size + sum(costs)


@OBJECTIVES
@pytest.mark.parametrize("reading", [Reading.EXACT, Reading.WITH])
def test_columns_with_different_numbers_of_colours(objective: Objective, reading: Reading) -> None:
    """The words of all boards up to four and four colours, and one blank where there may be one."""
    worst = objective is Objective.WORST
    asked = first_questions("black-peg", 2, objective, reading)
    assert len(asked) == (1 if reading is Reading.EXACT else 3)
    for board in product(range(1, 5), repeat=2):
        secrets = [*product(*map(range, board))]
        for one in asked:
            word = tuple(black_peg.BLANK if cell == EXTRA else 0 for cell in one.verdict.question)
            parts: dict[int, set[Word]] = {}
            for secret in secrets:
                parts.setdefault(black_peg.answer(secret, word), set()).add(secret)
            parts.pop(2, None)
            least = (
                black_peg.least(frozenset(part), board, reading.value, worst)
                for part in parts.values()
            )
            cost = combined(len(secrets), least, worst=worst)
            assert printed(one.regions, board) == cost
            if board[0] == board[1]:
                assert one.formula is not None
                assert one.formula(board[0]) == cost


@cache
def least(secrets: frozenset[Word], colours: int, worst: bool) -> int:
    """The least total or worst case of pairs of different colours, when black pegs are told."""
    if len(secrets) <= 2:
        return len(secrets) if worst else (0, 1, 3)[len(secrets)]
    splits = (split(secrets, question) for question in permutations(range(colours), 2))
    return min(
        combined(len(secrets), (least(part, colours, worst) for part in parts), worst=worst)
        for parts in splits
        if max(map(len, parts)) < len(secrets)
    )


def split(secrets: frozenset[Word], question: Word) -> list[frozenset[Word]]:
    """What each answer but the winning one leaves; all of them if nothing is learned."""
    parts: dict[int, set[Word]] = {0: set(), 1: set()}
    for secret in secrets - {question}:
        parts[sum(map(int.__eq__, secret, question))].add(secret)
    return [frozenset(part) for part in parts.values()]


def label(word: Word) -> tuple[int, ...]:
    """Of a question as a theorem writes it, the kind of each cell; 0 for a blank."""
    kinds = (3 if cell < KIND else cell // KIND for cell in word)
    return tuple(0 if cell == EXTRA else kind for cell, kind in zip(word, kinds, strict=True))


@OBJECTIVES
def test_colours_that_may_stand_in_some_columns_only(objective: Objective) -> None:
    """Each question of up to five colours, on all boards, is one of those of the theorem."""
    worst = objective is Objective.WORST
    asked = {
        label(one.verdict.question): one
        for one in first_questions("black-peg-ab", 2, objective, Reading.EXACT)
    }
    assert len(asked) == 8
    seen = set()
    for board in product(range(3), repeat=3):
        kinds = [kind for kind, number in zip((1, 2, 3), board, strict=True) for _ in range(number)]
        pairs = [*permutations(range(len(kinds)), 2)] if len(kinds) < 6 else []
        secrets = frozenset((a, b) for a, b in pairs if kinds[a] & 1 and kinds[b] & 2)
        for a, b in pairs if secrets else []:
            kind = (kinds[a] if kinds[a] & 1 else 0, kinds[b] if kinds[b] & 2 else 0)
            if any(kind):
                costs = (least(part, len(kinds), worst) for part in split(secrets, (a, b)))
                cost = combined(len(secrets), costs, worst=worst)
                assert printed(asked[kind].regions, board) == cost, (board, kind)
                seen.add(kind)
    assert seen == asked.keys()


def test_only_some_can_be_asked_with_all_colours_alike() -> None:
    """The AB game with two pegs has one kind of first questions, `01`."""
    asked = first_questions("black-peg-ab", 2, Objective.EXPECTED, Reading.EXACT)
    formulas = {one.text: one.formula for one in asked}
    assert [text for text, formula in formulas.items() if formula is not None] == ["01"]
    whole = theorem("black-peg-ab", 2, Objective.EXPECTED, Reading.EXACT).formula
    assert formulas["01"] == whole


@OBJECTIVES
@pytest.mark.parametrize("game", ["black-peg", "black-peg-ab"])
def test_a_theorem_says_what_the_search_finds(game: str, objective: Objective) -> None:
    """Each class of first questions, with its formula at the number of colours."""
    for pegs, colours in [(1, 1), (1, 3), (2, 1), (2, 2), (2, 4)]:
        if game == "black-peg-ab" and colours < pegs:
            continue
        finite = FiniteGame(game, pegs, colours)
        goal = Goal(objective)
        proved, costs = proved_openings(finite, goal, "all", silent)
        searched = openings(finite, "all", objective, workers=1)
        for one, other in zip(proved, searched, strict=True):
            assert (one.question, one.class_size) == (other.question, other.class_size)
            assert one.measured(objective) == other.measured(objective)
            formula = costs[one.question].formula
            assert formula is not None
            assert formula(colours) == other.measured(objective)


@pytest.mark.slow
@pytest.mark.parametrize("objective", Objective)
def test_three_columns(objective: Objective) -> None:
    (one,) = first_questions("black-peg", 3, objective, Reading.EXACT)
    for board in combinations([1, 2, 2, 3, 3], 3):
        best = black_peg.optimum(board, "exact", objective is Objective.WORST)
        assert printed(one.regions, board) == best  # there is no other first question


@pytest.mark.slow
def test_blanks_in_three_columns() -> None:
    """The search has blanks on a larger board, as colours that an answer has excluded."""
    asked = first_questions("black-peg", 3, Objective.EXPECTED, Reading.WITH)
    assert len(asked) == 7
    for colours in (2, 3):
        finite = with_blanks(FiniteGame("black-peg", 3, colours))
        costs = {
            sum(cell == colours for cell in one.question): one.total
            for one in openings(finite, "all", workers=1)
        }
        for one in asked:
            assert one.formula is not None
            assert one.formula(colours) == costs[one.verdict.question.count(EXTRA)]


def test_four_columns() -> None:
    """The polynomial is that of docs/black-peg.md; there is one kind of first questions."""
    finite = FiniteGame("black-peg", 4, 5)
    found, costs = proved_openings(finite, Goal.EXPECTED, ["0123", "4444"], silent)
    assert [(one.total, one.class_size) for one in found] == [(3742, 625)]
    assert found.same == (((4, 4, 4, 4), (0, 1, 2, 3)),)
    formula = costs[found.best.question].formula
    assert formula is not None
    assert formula.valid_from == 10
    assert formula.branches == (tuple(map(Fraction, ("-360", "718/15", "7", "-2/3", "2", "4/5"))),)
    assert formula.exceptions[5] == 3742
