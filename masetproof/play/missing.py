"""When no secret of the list gives the answers: on with other words.

In a game with the words of a list a secret may be missing from the list.  Then it may be one of the
words that may only be asked, and if none of them gives the answers, any combination of letters,
provided that the game says which of them an answer allows (`WordGame.fits`).  Those are found
letter by letter, so that most beginnings are given up early.  Where the order of letters makes no
difference, only words in alphabetical order are looked for, and their letters rearranged.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from string import ascii_lowercase
from typing import Any

from masetproof.arguments import Refused
from masetproof.finite.contradictions import Conflict, conflict_by, conflict_of
from masetproof.finite.setting import FiniteGame, Step
from masetproof.games.wordlist import WordGame
from masetproof.progress import Tick, no_tick
from masetproof.words import Word

Answered = Sequence[tuple[str, Any]]
"""Questions with their answers."""

_ALL = 2_000
"""Up to this number of combinations all are listed; of more only a sample is."""
_SAMPLE = 500
_NOT_SECRET = "No secret of the list gives these answers; on with "
_ONLY_ASKED = "the words that may only be asked."
_SPELLED = "combinations of letters, which need not be words."
_SOME_SPELLED = f"a sample of {_SPELLED}"
_STEPS = 300_000
"""The beginnings of words that are looked at, for some seconds; then the search ends."""


def beyond_of(finite: FiniteGame) -> str:
    """The sentence that says how a state goes on with other words; empty where it does not."""
    return finite.game.beyond if isinstance(finite.game, WordGame) else ""


def state_after(finite: FiniteGame, steps: Iterable[str], tick: Tick = no_tick) -> FiniteGame:
    """The state of play after some steps, as texts, in which words that `beyond` found were asked.

    tick: called at each step; it may raise.  `Refused` when a step is none, or its question is
    neither in the list nor such a word.
    """
    for step in steps:
        tick()
        try:
            finite = finite.then(*finite.as_step(step))
        except Refused:
            conflict = conflict_of(finite, tick) if isinstance(finite.game, WordGame) else None
            wider = conflict and beyond(finite, conflict)
            if not isinstance(wider, FiniteGame):
                raise
            finite = wider.then(*wider.as_step(step))
    return finite


def beyond(finite: FiniteGame, conflict: Conflict) -> FiniteGame | Conflict:
    """The way on when no secret gives the answers of a state of play, by their conflict.

    In a game of words the same state with other secrets: the words that may only be asked, or else
    all combinations of letters or a sample of them; words of the list may still be asked.  Where no
    combination gives the answers, either, their conflict, with a repair that leaves secrets of the
    list, or else combinations, which are not counted.
    """
    game, answers = finite.game, finite.answers
    if not isinstance(game, WordGame):
        return conflict

    def told(steps: Iterable[Step]) -> list[tuple[str, Any]]:
        return [(game.spelled(word), answers[number]) for word, number in steps]

    known = {game.spelled(word): word for word in finite.questions}
    spelled = [text for text, word in known.items() if _agrees(finite, word)]
    on_with = _ONLY_ASKED
    if not spelled:
        if any(game.fits("", *step) is None for step in told(finite.after)):
            return conflict
        spelled, are_all = beyond_list(game, told(finite.after))
        on_with = _SPELLED if are_all else _SOME_SPELLED
    if spelled:
        wider = type(game)(spelled, sorted(known.keys() - set(spelled)))
        wider.beyond = _NOT_SECRET + on_with
        after = tuple(finite.step_text(step) for step in finite.after)
        only, hard = finite.consistent_only, finite.hard
        return FiniteGame(wider, consistent_only=only, hard=hard, after=after)

    def left(steps: Iterable[Step]) -> int | None:
        return None if is_spellable(game, told(steps)) else 0

    of_letters = conflict_by(finite, left, smallest=True)
    is_sure = left([finite.after[index] for index in of_letters.steps]) == 0
    # Of the answers that no word gives one must change, so a repair within the list changes one.
    return replace(of_letters, repair=conflict.repair or of_letters.repair) if is_sure else conflict


def _agrees(finite: FiniteGame, word: Word) -> bool:
    """Whether a word, be it a secret or not, gives the answers of a state of play."""
    number = finite.game.number
    return all(number(word, question) == answer for question, answer in finite.after)


def beyond_list(game: WordGame, asked: Answered) -> tuple[list[str], bool]:
    """Combinations of letters that agree with some answers, ascending; whether they are all.

    All combinations, or `_SAMPLE` of them, drawn the same way every time, when there are more than
    `_ALL`; letters are those of the list and a to z.
    """
    letters = sorted({*ascii_lowercase, *game.letters})
    steps = iter(range(_STEPS))
    words = list(islice(_spelled(game, asked, letters, steps), _ALL + 1))
    if len(words) <= _ALL:
        return sorted(words), next(steps, None) is not None
    draw = random.Random(f"{asked}")
    drawn: set[str] = set()
    for _ in range(4 * _SAMPLE):
        word = next(_spelled(game, asked, letters, steps, draw), None)
        if word is None or len(drawn) == _SAMPLE:
            break
        drawn.add(word)
    return sorted(drawn), False


def is_spellable(game: WordGame, asked: Answered) -> bool:
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
    asked: Answered,
    letters: list[str],
    steps: Iterator[int],
    draw: random.Random | None = None,
) -> Iterator[str]:
    """The combinations that no question was, in some or a random order, while steps are left.

    Where the order of letters makes no difference, those in alphabetical order are looked for.
    """
    length, questions = game.size[0], {question for question, _ in asked}
    in_order = draw is None and not game.order_matters

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
            if all(game.fits(word + letter, *step) for step in asked):
                yield from below(word + letter)

    yield from below("")
