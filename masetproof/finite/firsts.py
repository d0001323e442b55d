"""First questions that somebody names: whether they can be asked, and which are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, shown
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import cells, kinds
from masetproof.words import Word

ALL = "all"
"""In place of questions: one of each kind up to symmetry."""
_MOST = 1000
"""The most first questions."""


@final
@dataclass(frozen=True, slots=True)
class Firsts:
    """Some first questions of a game, by their numbers.

    class_sizes: for each question how many are the same by symmetry, itself included.  same:
    questions that are the same as one before them, each with that one.
    """

    class_sizes: dict[int, int]
    same: tuple[tuple[int, int], ...] = ()

    @property
    def different(self) -> list[int]:
        """The questions without those that are the same as another one."""
        left_out = {number for number, _ in self.same}
        return [number for number in self.class_sizes if number not in left_out]


def as_firsts(finite: FiniteGame, questions: Sequence[Word | str] | str) -> Firsts:
    """The first questions of a list of words or texts, or of ``all``.

    Of ``all`` the idle ones are left out, whose answer every secret gives.  `Refused` when one
    cannot be asked, is idle, or is there twice, and when they are too many.
    """
    as_instance(FiniteGame, finite, "the finite game")
    of_kind = kinds(finite)
    sizes = np.bincount(of_kind).tolist()
    if isinstance(questions, str) and questions == ALL:
        numbers = _one_of_each(finite, sizes)
    elif isinstance(questions, str) or not isinstance(questions, Sequence) or not questions:
        raise Refused(
            f"first questions are a list of questions, or {ALL!r}, not {shown(questions)}"
        )
    else:
        numbers = [_as_first(finite, question) for question in questions]
    _check_many(finite, len(numbers))
    stand: dict[int, int] = {}
    classes: dict[int, int] = {}
    same = []
    for number in numbers:
        if number in classes:
            raise Refused(f"{finite.text(finite.questions[number])} is there twice")
        kind = int(of_kind[number])
        classes[number] = sizes[kind]
        other = stand.setdefault(kind, number)
        if other != number:
            same.append((number, other))
    return Firsts(classes, tuple(same))


def _one_of_each(finite: FiniteGame, sizes: list[int]) -> list[int]:
    """The questions of all kinds that tell anything and may be asked.  sizes: of the kinds."""
    numbers = [number for number, size in enumerate(sizes) if size]
    if finite.consistent_only:
        possible = set(finite.secrets)
        numbers = [one for one in numbers if finite.questions[one] in possible]
    if finite.hard and finite.after:
        legal = finite.required.allowed(cells(finite)[0])
        numbers = [one for one in numbers if legal[one]]
    _check_many(finite, len(numbers))
    questions, secrets = cells(finite)
    answers = (finite.game.numbers(questions[[one]], secrets)[0] for one in numbers)
    return [one for one, told in zip(numbers, answers, strict=True) if _tells(finite, told)]


def _as_first(finite: FiniteGame, question: object) -> int:
    """The number of a question with which a strategy may begin; `Refused` otherwise."""
    word = finite.as_question(question)
    text = finite.text(word)
    if finite.consistent_only and word not in set(finite.secrets):
        raise Refused(f"{text} is not a possible secret, so it cannot be asked first here")
    number = finite.questions.index(word)
    questions, secrets = cells(finite)
    if finite.hard and finite.after and not finite.required.allowed(questions[[number]])[0]:
        raise Refused(f"{text} is not legal in hard mode after these answers")
    if not _tells(finite, finite.game.numbers(questions[[number]], secrets)[0]):
        raise Refused(f"{text} says nothing here: every secret gives the same answer")
    return number


def _tells(finite: FiniteGame, answers: NDArray[np.uint8]) -> bool:
    """Whether a question with these answers splits the secrets, or wins."""
    return bool((answers == finite.winning).any() or (answers != answers[0]).any())


def _check_many(finite: FiniteGame, number: int) -> None:
    if number > _MOST:
        raise Refused(
            f"{finite.title} has {number:,} first questions of different kinds, more than "
            f"{_MOST:,}; name those that you want to compare"
        )
