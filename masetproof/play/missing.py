"""When no word of the list gives the answers: on with all combinations of letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from masetproof.arguments import as_instance
from masetproof.finite.contradictions import Conflict, conflict_by, conflict_of
from masetproof.finite.setting import FiniteGame, Step
from masetproof.games.spelling import beyond_list, is_spellable
from masetproof.games.wordlist import WordGame

__all__ = ["beyond", "conflict_beyond"]


def beyond(finite: FiniteGame) -> FiniteGame | None:
    """The same state of play with all combinations of letters as secrets, or a sample of these.

    Words of the list may still be asked.  None when the game is not one of words, or no combination
    of letters gives the answers, either.
    """
    game = as_instance(FiniteGame, finite, "the state of play").game
    if not isinstance(game, WordGame):
        return None
    spelled = beyond_list(game, _counts(game, finite, finite.after))
    if not spelled:
        return None
    known = {game.word_text(word) for word in finite.questions}
    wider = type(game)(spelled, sorted(known - set(spelled)))
    steps = tuple(finite.step_text(step) for step in finite.after)
    return FiniteGame(wider, consistent_only=finite.consistent_only, after=steps)


def conflict_beyond(finite: FiniteGame) -> Conflict | None:
    """`conflict_of`, for a game of words when `beyond` is None.

    The secrets are then all combinations of letters; how many a repair leaves is not counted.
    """
    game = as_instance(FiniteGame, finite, "the state of play").game
    if not isinstance(game, WordGame):
        return conflict_of(finite)

    def left(steps: Sequence[Step]) -> int | None:
        return None if is_spellable(game, _counts(game, finite, steps)) else 0

    conflict = conflict_by(finite, left, smallest=True)
    return conflict if left([finite.after[index] for index in conflict.steps]) == 0 else None


def _counts(
    game: WordGame, finite: FiniteGame, steps: Iterable[Step]
) -> list[tuple[str, tuple[int, ...]]]:
    """Questions as texts, with what their answers count."""
    answers = finite.answers
    return [(game.word_text(word), game.counts(answers[number])) for word, number in steps]
