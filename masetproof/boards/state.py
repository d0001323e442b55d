"""A state of play with several boards.

Each board has a secret of its own, drawn independently of the others, so that two boards may have
the same one.  A question is asked on all boards, and each of them answers.  A board whose secret
was asked is found, and answers nothing any more; the game is over when all are found.  So what is
known is a product: the secrets that are left on one board, times those on the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import final

from masetproof.arguments import Refused, as_count, as_instance, counted
from masetproof.finite.setting import Contradiction, FiniteGame
from masetproof.notebook import Shown
from masetproof.words import Word

MOST_BOARDS = 4
FOUND = frozenset({"-", "won", "found", "done"})
"""What stands for the answer of a board that was found before, and of one that is found now."""
_BETWEEN = "/"
_MOST_STEPS = 1000


@final
@dataclass(frozen=True, slots=True, init=False)
class Boards(Shown):
    """A finite game on several boards, at the beginning or after some questions.

    finite: the game of one board, before any question.  count: how many boards, two to four.
    after: the questions, each with the answers of all boards, as one text such as
    ``0011:1,1/0,2`` or as a word and a sequence of answers or None; ``-`` (or None) is the answer
    of a board that was found before, and ``won`` of one that is found.

    >>> boards = Boards(FiniteGame("mastermind", 4, 6), 2, ["0011:1,1/0,2"])
    >>> [left.secret_count for left in boards.open], boards.combinations
    ([208, 96], 19968)
    """

    finite: FiniteGame
    count: int
    steps: tuple[tuple[Word, tuple[int | None, ...]], ...]
    states: tuple[FiniteGame | None, ...]

    def __init__(
        self,
        finite: FiniteGame,
        count: int,
        after: object = (),
    ) -> None:
        as_instance(FiniteGame, finite, "the game of each board")
        count = as_count(count, "the number of boards", 2, MOST_BOARDS)
        finite.check_listable()
        if finite.after:
            raise Refused("several boards begin at the beginning; questions go with their answers")
        if finite.game.weights is not None:
            raise Refused("several boards are for secrets that are equally likely, without weights")
        if finite.hard or finite.consistent_only:
            raise Refused(
                "on several boards every question may be asked; no variant restricts them"
            )
        for name, value in (
            ("finite", finite),
            ("count", count),
            ("steps", ()),
            ("states", (finite,) * count),
        ):
            object.__setattr__(self, name, value)
        if isinstance(after, str) or not isinstance(after, list | tuple):
            raise Refused("a history is a list of questions with the answers of all boards")
        if len(after) > _MOST_STEPS:
            raise Refused(f"a history has at most {_MOST_STEPS:,} questions, not {len(after):,}")
        for step in after:
            following = self.then(*self._split(step))
            object.__setattr__(self, "steps", following.steps)
            object.__setattr__(self, "states", following.states)

    def __repr__(self) -> str:
        return f"<Boards: {self.title}>"

    @property
    def title(self) -> str:
        """``Wordle on 2 boards``."""
        return f"{self.finite.title} on {counted(self.count, 'board')}"

    @property
    def open(self) -> tuple[FiniteGame, ...]:
        """The states of play of the boards that are not found."""
        return tuple(state for state in self.states if state is not None)

    @property
    def is_over(self) -> bool:
        return not self.open

    @property
    def combinations(self) -> int:
        """How many combinations of secrets are left."""
        return prod(state.secret_count for state in self.open)

    def then(self, question: Word | str, answers: object) -> Boards:
        """The state after one more question.

        answers: one for each board, or its text; None for a board that was found before.
        `Contradiction` when a board has no secret that gives its answers.
        """
        if self.is_over:
            raise Refused("all boards are found, and the game is over")
        word = self.finite.as_question(question)
        if isinstance(answers, str) or not isinstance(answers, list | tuple):
            raise Refused("the answers are a list, with one for each board")
        if len(answers) != self.count:
            boards = counted(self.count, "board")
            raise Refused(f"on {boards} a question has {self.count} answers, not {len(answers)}")
        numbers, states = [], []
        for place, (state, answer) in enumerate(zip(self.states, answers, strict=True), 1):
            number, left = self._answered(place, state, word, answer)
            numbers.append(number)
            states.append(left)
        following = Boards(self.finite, self.count)
        object.__setattr__(following, "steps", (*self.steps, (word, tuple(numbers))))
        object.__setattr__(following, "states", tuple(states))
        return following

    def _answered(
        self, place: int, state: FiniteGame | None, word: Word, answer: object
    ) -> tuple[int | None, FiniteGame | None]:
        """The number of an answer of a board and its state behind it, both None if it is found."""
        is_found = isinstance(answer, str) and answer.strip().casefold() in FOUND
        if state is None:
            if answer is not None and not is_found:
                raise Refused(f"board {place} was found before, so its answer is '-'")
            return None, None
        if answer is None or answer == "-":
            raise Refused(f"board {place} was not found before, so it has an answer")
        number = self.finite.winning if is_found else self.finite.as_answer(answer)
        if number == self.finite.winning:
            if word not in set(state.secrets):
                text = self.finite.text(word)
                raise Contradiction(f"{text} is no secret that board {place} can have")
            return number, None
        following = state.then(word, number)
        try:
            following.secrets  # noqa: B018, which says whether there are any
        except Contradiction:
            raise Contradiction(f"no secret gives the answers of board {place}") from None
        return number, following

    def _split(self, step: object) -> tuple[Word | str, list[object]]:
        """The question and the answers of a step."""
        if isinstance(step, str):
            question, colon, told = step.rpartition(":")
            if not colon:
                like = _BETWEEN.join([self.finite.plain_answer(0)] * self.count)
                raise Refused(
                    f"a question and its answers are written like QUESTION:{like}, not "
                    f"{step[:40]!r}"
                )
            return question, list(told.split(_BETWEEN))
        if not isinstance(step, list | tuple) or len(step) != 2:
            raise Refused("a step of a history is a question and the answers of all boards")
        answers = step[1]
        return step[0], list(answers) if isinstance(answers, list | tuple) else [answers]

    @property
    def history(self) -> list[str]:
        """The questions with their answers as texts: ``0011:1,1/-``."""
        texts = []
        for word, numbers in self.steps:
            told = ("-" if one is None else self.finite.plain_answer(one) for one in numbers)
            texts.append(f"{self.finite.text(word)}:{_BETWEEN.join(told)}")
        return texts
