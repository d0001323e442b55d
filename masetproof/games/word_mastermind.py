"""Mastermind with the words of a list: letters right on, and right letters elsewhere."""

from __future__ import annotations

from typing import final

from masetproof.games.pegs import MASTERMIND, Answer
from masetproof.games.registry import register
from masetproof.games.wordlist import WordGame, letters_in_common
from masetproof.words import MAX_PEGS


@register
@final
class WordMastermind(WordGame):
    """The answers of Mastermind, on words of a list.

    >>> WordMastermind(["ate", "eat", "ten"]).answer("ate", "ten")
    Answer(black=0, white=2)
    """

    name, label, title = "word-mastermind", "WMM", "Word Mastermind"
    most_letters = MAX_PEGS
    is_symmetric = True

    answers, compare, numbers = MASTERMIND.answers, MASTERMIND.compare, MASTERMIND.numbers
    answer_text, typed_answer = MASTERMIND.answer_text, MASTERMIND.typed_answer

    def fits(self, beginning: str, question: str, answer: Answer) -> bool:
        black = answer.black - sum(map(str.__eq__, beginning, question))
        pegs = sum(answer) - letters_in_common(beginning, question)
        return min(black, pegs) >= 0 and max(black, pegs) <= len(question) - len(beginning)
