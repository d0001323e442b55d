"""When no word of the list gives the answers: on with all combinations of letters.

In a game with the words of a list a secret may be missing from the list.  Then all combinations of
letters are possible.  They are found letter by letter: an answer counts letters that agree, in some
way, and each further letter of a word raises such a count by one at most; so most beginnings are
given up early.  Where the order of letters makes no difference, only words in alphabetical order
are looked for, and their letters rearranged.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from string import ascii_lowercase

from masetproof.finite.contradictions import Conflict, conflict_by
from masetproof.finite.setting import FiniteGame, Step
from masetproof.games.wordlist import WordGame

CountedAnswers = Sequence[tuple[str, Sequence[int]]]
"""Questions with the counts of their answers (`WordGame.agreements`)."""

_ALL = 2_000
"""Up to this number of combinations all are listed; of more only a sample is."""
_SAMPLE = 500
_STEPS = 300_000
"""The beginnings of words that are looked at, for some seconds; then the search ends."""


def beyond(finite: FiniteGame, conflict: Conflict) -> FiniteGame | Conflict:
    """What follows when no secret gives the answers of a state of play, by their conflict.

    In a game of words the same state with all combinations of letters as secrets, or a sample of
    these; words of the list may still be asked.  Where no combination of letters gives the answers,
    either, their conflict; how many secrets a repair leaves is then not counted.
    """
    game, answers = finite.game, finite.answers
    if not isinstance(game, WordGame):
        return conflict

    def counts(steps: Iterable[Step]) -> list[tuple[str, tuple[int, ...]]]:
        return [(game.word_text(word), game.counts(answers[number])) for word, number in steps]

    spelled = beyond_list(game, counts(finite.after))
    if spelled:
        known = {game.word_text(word) for word in finite.questions}
        wider = type(game)(spelled, sorted(known - set(spelled)))
        after = tuple(finite.step_text(step) for step in finite.after)
        return FiniteGame(wider, consistent_only=finite.consistent_only, after=after)

    def left(steps: Iterable[Step]) -> int | None:
        return None if is_spellable(game, counts(steps)) else 0

    of_letters = conflict_by(finite, left, smallest=True)
    is_sure = left([finite.after[index] for index in of_letters.steps]) == 0
    return of_letters if is_sure else conflict


def beyond_list(game: WordGame, asked: CountedAnswers) -> list[str]:
    """Combinations of letters that agree with some answers, ascending.

    All combinations, or `_SAMPLE` of them, drawn the same way every time, when there are more than
    `_ALL`; letters are those of the list and a to z.
    """
    letters = sorted({*ascii_lowercase, *game.letters})
    steps = iter(range(_STEPS))
    words = list(islice(_spelled(game, asked, letters, steps), _ALL + 1))
    if len(words) <= _ALL:
        return sorted(words)
    draw = random.Random(f"{asked}")
    drawn: set[str] = set()
    for _ in range(4 * _SAMPLE):
        word = next(_spelled(game, asked, letters, steps, draw), None)
        if word is None or len(drawn) == _SAMPLE:
            break
        drawn.add(word)
    return sorted(drawn)


def is_spellable(game: WordGame, asked: CountedAnswers) -> bool:
    """Whether a combination of letters agrees with some answers; yes when that is not settled."""
    everything = {*ascii_lowercase, *game.letters}
    named = {letter for question, _ in asked for letter in question}
    # Letters that no question has make no difference, so one of them stands for all.
    letters = sorted(named) + sorted(everything - named)[:1]
    steps = iter(range(_STEPS))
    return any(_spelled(game, asked, letters, steps)) or next(steps, None) is None


def _rearranged(letters: str) -> Iterator[str]:
    """All different words with these letters, ascending."""
    if not letters:
        yield ""
    for letter in sorted(set(letters)):
        for rest in _rearranged(letters.replace(letter, "", 1)):
            yield letter + rest


def _spelled(
    game: WordGame,
    asked: CountedAnswers,
    letters: list[str],
    steps: Iterator[int],
    draw: random.Random | None = None,
) -> Iterator[str]:
    """The combinations that no question was, in some or a random order, while steps are left.

    Where the order of letters makes no difference, those in alphabetical order are looked for.
    """
    length, questions = game.size[0], {question for question, _ in asked}
    in_order = draw is None and not game.order_matters

    def agrees(word: str) -> bool:
        left = length - len(word)
        return all(
            so_far <= told <= so_far + left
            for question, counts in asked
            for so_far, told in zip(game.agreements(word, question), counts, strict=True)
        )

    def below(word: str) -> Iterator[str]:
        if len(word) == length:
            words = _rearranged(word) if in_order else [word]
            yield from (word for word in words if word not in questions)
            return
        for letter in letters if draw is None else draw.sample(letters, len(letters)):
            if in_order and letter < word[-1:]:
                continue
            if next(steps, None) is None:
                return
            if agrees(word + letter):
                yield from below(word + letter)

    yield from below("")
