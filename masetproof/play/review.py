"""A game that was played, looked at afterwards: what each question did, and what the best one does.

Skill compares a question with the best one before its answer is known; luck compares its answer
with the others that it might have had.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import final

import numpy as np

from masetproof.arguments import Refused, as_count, as_instance, as_seconds, counted
from masetproof.finite.contradictions import Conflict, conflict_of
from masetproof.finite.setting import Contradiction, FiniteGame, Step
from masetproof.finite.table import MEMORY
from masetproof.play.hints import SAMPLE, Hint, Suggestion, hint, searched
from masetproof.progress import Progress, as_progress, silent
from masetproof.words import Word

_RULE = "expected-size"
"""The rule that says which question is best where no optimal one is known."""
_MOST = 200
"""The most questions of a game that is looked at."""


@final
@dataclass(frozen=True, slots=True)
class Rated:
    """A question of a game, with its answer's number.

    before, left: how many secrets were to be found before it and after its answer, of which none is
    left where the answer won.  asked_left, best_left: how many are left on average after this
    question and after the *best* one, whatever the secret is.

    skill: from 0, as of a question that tells nothing, to 1, as of the best one.  Where `how` is a
    search or a theorem, which know the questions needed from here on, it is 1 less what this
    question adds to their average; by the rule it is the share of the secrets that it rules out on
    average, measured by that of the best question.

    luck: of the secrets that were possible, the share that would have left more, and half of the
    share that would have left as many; so on average it is 1/2.

    Where secrets have weights, averages and shares are by weight.
    """

    question: Word
    answer: int
    before: int
    left: int
    asked_left: Fraction
    best: Word
    best_left: Fraction
    skill: Fraction
    luck: Fraction
    how: str

    def document(self, finite: FiniteGame) -> dict[str, object]:
        return {
            "question": finite.text(self.question),
            "answer": finite.plain_answer(self.answer),
            "before": self.before,
            "left": self.left,
            "asked_left": str(self.asked_left),
            "best_left": str(self.best_left),
            "skill": str(self.skill),
            "luck": str(self.luck),
            "best": finite.text(self.best),
            "by": self.how,
        }


@final
@dataclass(frozen=True, slots=True)
class Review:
    """A game that was played, with a rating of each question.

    finite: the game, or the state of play in which this begins; state: that after all questions.
    conflict: why the answers of `state` contradict each other; then nothing is rated.
    """

    finite: FiniteGame
    state: FiniteGame
    questions: tuple[Rated, ...]
    conflict: Conflict | None

    def __repr__(self) -> str:
        if self.conflict is not None:
            return "<Review: the answers contradict each other>"
        return (
            f"<Review: {counted(len(self.questions), 'question')}, skill {float(self.skill):.2f}, "
            f"luck {float(self.luck):.2f}>"
        )

    @property
    def is_won(self) -> bool:
        """Whether the last question found the secret."""
        return self.state.after[-1][1] == self.finite.winning

    @property
    def skill(self) -> Fraction:
        """The mean skill of all questions, 0 to 1; `Refused` where none is rated."""
        return self._mean([one.skill for one in self.questions])

    @property
    def luck(self) -> Fraction:
        """The mean luck of all questions, 0 to 1; `Refused` where none is rated."""
        return self._mean([one.luck for one in self.questions])

    def _mean(self, shares: Sequence[Fraction]) -> Fraction:
        if not shares:
            raise Refused("no question is rated")
        return sum(shares, Fraction()) / len(shares)


def review(
    finite: FiniteGame,
    steps: Iterable[Step | tuple[Word | str, int | str] | str],
    *,
    think: float | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> Review:
    """Look at a game that was played, question by question.

    steps: the questions with their answers as of `FiniteGame.then`; the last answer may win.  The
    best question is that of the search or of a theorem, as `hint` finds it with *think* and
    *memory*; where they know no optimal one, or not what the question asked takes, it is that of
    the rule expected-size.

    Contradictory answers are no error.  `Refused` when an argument makes no sense, a question
    follows the one that won, or the game is too large.

    >>> game = review(FiniteGame("mastermind", 2, 6), ["01:1,0", "02:2,0"])
    >>> game.questions[0].left, game.questions[1].luck
    (10, Fraction(19, 20))
    """
    state = as_instance(FiniteGame, finite, "the game")
    think = None if think is None else as_seconds(think, "the time to think")
    memory, progress = as_count(memory, "the memory", 1), as_progress(progress)
    played = _played(state, steps)
    conflict = _conflict(played, progress)
    if conflict is not None:
        return Review(finite, played, (), conflict)
    rated, asked = [], played.after[len(state.after) :]
    for number, (question, answer) in enumerate(asked):
        progress("questions", number, len(asked))
        rated.append(_Judge(state, think, memory, progress).rated(question, answer))
        state = state.then(question, answer, may_win=True)
    return Review(finite, played, tuple(rated), None)


def _played(finite: FiniteGame, steps: object) -> FiniteGame:
    """The state of play after all steps, the last of which may win."""
    if isinstance(steps, str) or not isinstance(steps, Iterable):
        raise Refused("a game that was played is a list of questions and answers")
    state = finite
    for step in steps:
        if state.after and state.after[-1][1] == finite.winning:
            raise Refused(
                f"nothing follows {finite.text(state.after[-1][0])}, which was the secret"
            )
        if len(state.after) - len(finite.after) == _MOST:
            raise Refused(f"a game that is looked at has at most {_MOST} questions")
        state = state.then(*finite.as_step(step, may_win=True), may_win=True)
    if state is finite:
        raise Refused("a game that was played has one question at least")
    return state


def _conflict(state: FiniteGame, progress: Progress) -> Conflict | None:
    """Why the answers of a state of play contradict each other; the last one may win."""
    if state.is_listable:
        return conflict_of(state, lambda: progress("contradictions", 0, 1))
    from masetproof.play.proved import is_secret, proved_conflict, proved_question

    if state.after[-1][1] == state.winning:
        is_right = is_secret(state.whole, state.after)
        return None if is_right else proved_conflict(state, progress)
    try:
        if proved_question(state, progress) is None:
            state.check_listable()
    except Contradiction:
        return proved_conflict(state, progress)
    return None


@final
@dataclass(frozen=True, slots=True)
class _AnswerSizes:
    """The secrets by their answers to a question: how many there are, and their weights.

    Without weights each secret has the weight 1.  Secrets that are left are those that are still to
    be found, so that none is left after the answer that wins.
    """

    sizes: Mapping[int, int]
    weights: Mapping[int, Fraction]
    winning: int

    @property
    def size(self) -> int:
        return sum(self.sizes.values())

    @property
    def weight(self) -> Fraction:
        return sum(self.weights.values(), Fraction())

    def left(self, answer: int) -> int:
        return 0 if answer == self.winning else self.sizes[answer]

    @property
    def mean_left(self) -> Fraction:
        return sum(map(self._left_by_weight, self.sizes), Fraction()) / self.weight

    def _left_by_weight(self, answer: int) -> Fraction:
        return self.left(answer) * self.weights[answer]

    def luck(self, answer: int) -> Fraction:
        """The share of the secrets that leave more than this answer, and half of as many."""
        left = self.left(answer)
        more = sum(weight for one, weight in self.weights.items() if self.left(one) > left)
        equal = sum(weight for one, weight in self.weights.items() if self.left(one) == left)
        return (more + Fraction(equal) / 2) / self.weight


@final
@dataclass(frozen=True, slots=True)
class _Judge:
    """A state of play in which a question is rated; the rest as of `review`."""

    state: FiniteGame
    think: float | None
    memory: int
    progress: Progress

    def rated(self, question: Word, answer: int) -> Rated:
        """The rating of a question that some secret answers so."""
        state = self.state
        parts = self._parts(question)
        if state.consistent_only and state.winning not in parts.sizes:
            raise Refused(f"{state.text(question)} cannot be the secret, so it may not be asked")
        hinted = hint(state, [_RULE], think=self.think, memory=self.memory, progress=self.progress)
        best = hinted.suggestions[0]
        if best.rules == (SAMPLE,):
            raise Refused(f"{state.title} is too large: only a sample of its secrets is known")
        loss = self._loss(hinted, question, parts)
        if loss is None:
            best = next(one for one in hinted.suggestions if _RULE in one.rules)
            skill = (parts.size - parts.mean_left) / (parts.size - self._mean_left(best, parts))
        else:
            skill = 1 - loss
        return Rated(
            question,
            answer,
            parts.size,
            parts.left(answer),
            parts.mean_left,
            best.question,
            self._mean_left(best, parts),
            min(max(skill, Fraction()), Fraction(1)),
            parts.luck(answer),
            f"the rule {_RULE}" if loss is None else hinted.how,
        )

    def _mean_left(self, best: Suggestion, parts: _AnswerSizes) -> Fraction:
        """In an expected size the answer that wins is a part of one secret."""
        if not best.consistent:
            return best.expected_size
        known = self.state.game.weights
        own = Fraction(1) if known is None else known[best.question]
        return best.expected_size - own / parts.weight

    def _parts(self, question: Word) -> _AnswerSizes:
        state = self.state
        if not state.is_listable:
            return self._proved(question)[0]
        secrets = np.array(state.secrets, np.uint16).reshape(-1, state.pegs)
        numbers = state.game.numbers(np.array([question], np.uint16), secrets)[0].tolist()
        weights = defaultdict[int, Fraction](Fraction)
        for number, weight in zip(numbers, state.weights or repeat(Fraction(1)), strict=False):
            weights[number] += weight
        return _AnswerSizes(Counter(numbers), weights, state.winning)

    def _proved(self, question: Word) -> tuple[_AnswerSizes, int]:
        """The parts of a question by a theorem, and the least total with it."""
        from masetproof.play.proved import proved_question

        state, sizes, total = self.state, dict[int, int](), 0
        for answer in range(state.winning):
            try:
                part = proved_question(state.then(question, answer), self.progress)
            except Contradiction:
                continue
            if part is None:
                raise Refused(f"{state.title} is too large: no theorem knows its secrets")
            sizes[answer] = sum(part.sizes)
            total += part.total + sizes[answer]
        try:
            state.as_secret(question)
            sizes[state.winning] = 1
            total += 1
        except Refused:
            pass  # it cannot be the secret
        weights = {answer: Fraction(size) for answer, size in sizes.items()}
        return _AnswerSizes(sizes, weights, state.winning), total

    def _loss(self, hinted: Hint, question: Word, parts: _AnswerSizes) -> Fraction | None:
        """How many questions a question adds to the least mean from here on; None if not known."""
        if not hinted.is_optimal or hinted.expected is None:
            return None
        if question == hinted.suggestions[0].question:
            return Fraction()
        if hinted.proved is not None:
            return Fraction(self._proved(question)[1], parts.size) - hinted.expected
        mean = Fraction(1)
        for answer, weight in parts.weights.items():
            if answer != self.state.winning:
                least = self._least_mean(question, answer, parts.sizes[answer])
                if least is None:
                    return None
                mean += least * weight / parts.weight
        return mean - hinted.expected

    def _least_mean(self, question: Word, answer: int, size: int) -> Fraction | None:
        """The least mean after an answer, by search; None if it is not found in the time."""
        if size == 1 or (size == 2 and self.state.game.weights is None):
            return Fraction(size + 1, 2)  # one secret after the other
        part = self.state.then(question, answer)
        found = searched(part, self.think, self.memory, self.progress)
        return found.expected if found is not None and found.optimal else None
