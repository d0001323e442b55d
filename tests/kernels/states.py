"""The small games whose states are searched here, with what is known of them by brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from masetproof.finite.setting import FiniteGame
from masetproof.games.marks import MARKS
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND
from masetproof.search.memory import Memory
from masetproof.search.quantity import Quantity
from masetproof.search.solver import Past, Solver
from masetproof.search.states import Members
from masetproof.words import Word
from tests.search.plain import Plain, random_state, told

MEMORY = 1 << 24

SMALL = [
    FiniteGame(MASTERMIND, 2, 4),
    FiniteGame(MASTERMIND, 2, 6),
    FiniteGame(MASTERMIND, 3, 3),
    FiniteGame(MASTERMIND, 3, 4),
    FiniteGame(MASTERMIND, 4, 2),
    FiniteGame(MASTERMIND, 3, 3, consistent_only=True),
    FiniteGame(MASTERMIND, 3, 4, distinct=True),
    FiniteGame(MASTERMIND, 2, 4, distinct=True, consistent_only=True),
    FiniteGame(AB, 2, 5),
    FiniteGame(AB, 3, 4),
    FiniteGame(AB, 3, 5),
    FiniteGame(AB, 4, 4),
    FiniteGame(AB, 3, 5, consistent_only=True),
    FiniteGame(BLACK_PEG, 2, 4),
    FiniteGame(BLACK_PEG, 3, 3),
    FiniteGame(BLACK_PEG, 4, 2),
    FiniteGame(BLACK_PEG, 3, 4, distinct=True),
    FiniteGame(BLACK_PEG, 3, 3, consistent_only=True),
    FiniteGame(BLACK_PEG, 2, "3,5"),
    FiniteGame(BLACK_PEG, 3, "3,2,3"),
    FiniteGame(BLACK_PEG, 3, "4,2,3"),
    FiniteGame(BLACK_PEG_AB, 2, 5),
    FiniteGame(BLACK_PEG_AB, 3, 4),
    FiniteGame(BLACK_PEG_AB, 4, 4),
    FiniteGame(BLACK_PEG_AB, 3, 4, consistent_only=True),
]
# With five pegs and more there are more than 16 and more than 32 answers.
MANY_ANSWERS = [
    FiniteGame(MASTERMIND, 5, 2),
    FiniteGame(MASTERMIND, 6, 2),
    FiniteGame(MASTERMIND, 7, 2),
    FiniteGame(MASTERMIND, 8, 2, consistent_only=True),
    FiniteGame(MARKS, 4, 3),
    FiniteGame(MARKS, 4, 3, consistent_only=True),
]
STATES = 4


def title(finite: FiniteGame) -> str:
    return finite.title.replace(" ", "-").replace(",", "")


OF_BOTH_KINDS = [
    pytest.param(
        finite,
        fewest,
        id=f"{title(finite)}-{'fewest' if fewest else 'total'}",
        marks=[pytest.mark.slow] if fewest and number % 2 else [],
    )
    for number, finite in enumerate(SMALL)
    for fewest in (False, True)
]
"""Games, and whether strategies cost the secrets that need the last question instead of their
totals; of the former every second one is for the slow suite."""


def quantity_of(fewest: bool) -> Quantity:
    return Quantity.NEEDING_LAST if fewest else Quantity.TOTAL


@cache
def solver_of(finite: FiniteGame, fewest: bool = False) -> Solver:
    return Solver(Memory(finite, MEMORY), quantity=quantity_of(fewest))


@cache
def plain_of(finite: FiniteGame, fewest: bool = False) -> Plain:
    return Plain(finite, fewest=fewest)


def value_of(finite: FiniteGame, members: Members, left: int, fewest: bool = False) -> float:
    """What a state costs by the plain search."""
    plain = plain_of(finite, fewest)
    return plain.value(plain.state(members), left)


def words_of(finite: FiniteGame, members: Members) -> list[Word]:
    secrets = finite.secrets
    return [secrets[i] for i in members.tolist()]


def numbers_of(finite: FiniteGame, words: frozenset[Word]) -> Members:
    places = {word: number for number, word in enumerate(finite.secrets)}
    return np.array(sorted(places[word] for word in words), np.uint16)


def random_states(
    finite: FiniteGame, seed: int, least: int, most: int, count: int = STATES
) -> list[Members]:
    rng = np.random.default_rng(seed)
    return [random_state(rng, finite, least, most) for _ in range(count)]


def random_past(
    rng: np.random.Generator, solver: Solver, length: int, *, same: bool = False
) -> tuple[Past, Members]:
    """Questions and what they are told by one secret, with the state that they leave.

    same: later questions have the answer of the first one wherever there is such a question.
    """
    finite, past, members = solver.finite, list[tuple[int, int]](), solver.all_secrets()
    secret = int(rng.integers(finite.secret_count))
    answers = np.array(
        [solver.answers(question)[secret] for question in range(len(finite.questions))]
    )
    for _ in range(length):
        allowed = np.flatnonzero(answers != finite.winning)
        if same and past and (answers == past[0][1]).any():
            allowed = np.flatnonzero(answers == past[0][1])
        question = int(rng.choice(allowed))
        past.append((question, int(answers[question])))
        members = members[solver.answers(question)[members] == answers[question]]
    return tuple(past), members


# ------------------------------------------------------------------------- by the rules of a game


def parts_of(finite: FiniteGame, possible: list[Word], question: Word) -> list[int]:
    """The sizes of the parts, the winning one apart."""
    answers = [told(finite, secret, question) for secret in possible if secret != question]
    return [answers.count(answer) for answer in set(answers)]


def own_colours(finite: FiniteGame) -> bool:
    """Whether each column's colours may be renamed by themselves; then each column has symbols of
    its own, which follow those of the column before."""
    return finite.game is BLACK_PEG and not finite.distinct


def sizes_of(finite: FiniteGame) -> list[int]:
    """The number of colours of each column."""
    return [len({secret[column] for secret in finite.secrets}) for column in range(finite.pegs)]


def alphabets_of(finite: FiniteGame) -> list[list[int]]:
    """The symbols of each alphabet that is renamed by itself."""
    if not own_colours(finite):
        return [[*range(finite.colours)]]
    sizes = sizes_of(finite)
    return [[sum(sizes[:column]) + cell for cell in range(n)] for column, n in enumerate(sizes)]


def symbols_of(finite: FiniteGame, word: Word) -> Word:
    """The symbols of a word: its colours, or those of its columns."""
    if not own_colours(finite):
        return word
    return tuple(alphabet[cell] for alphabet, cell in zip(alphabets_of(finite), word, strict=True))


Map = Callable[[Word], Word]


def renamings(finite: FiniteGame, *, columns: bool = True, fixed: int = 0) -> Iterator[Map]:
    """Permutations of columns of one size, and of colours: the same in all, or each its own.

    columns: whether columns are permuted.  fixed: how many colours of each alphabet stay.
    """
    sizes = sizes_of(finite)

    def names(size: int) -> Iterator[tuple[int, ...]]:
        same = tuple(range(min(fixed, size)))
        return ((*same, *others) for others in permutations(range(len(same), size)))

    identity = tuple(range(finite.pegs))
    for order in permutations(identity) if columns else [identity]:
        if [sizes[column] for column in order] != sizes:
            continue
        for renamed in (
            product(*map(names, sizes))
            if own_colours(finite)
            else ((name,) * finite.pegs for name in names(finite.colours))
        ):
            yield lambda word, order=order, renamed=renamed: tuple(  # type: ignore[misc]
                name[word[column]] for column, name in zip(order, renamed, strict=True)
            )


def inverse(word: Word) -> Word:
    """The column of each colour."""
    return tuple(word.index(colour) for colour in range(len(word)))


@cache
def symmetries(finite: FiniteGame) -> list[Map]:
    """All of a game; those of permutations come with their inverses."""
    found = list(renamings(finite))
    if not finite.game.repeats and finite.pegs == finite.colours:
        found += [lambda word, other=other: inverse(other(word)) for other in found]  # type: ignore[misc]
    return found
