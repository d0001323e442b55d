"""Games on large boards, replayed without the package: what an answer is, written once more."""

from __future__ import annotations

Word = tuple[int, ...]


def plain_answer(secret: Word, question: Word) -> tuple[int, int]:
    """Black and white pegs: those in place, and the other ones that the words share."""
    black = sum(1 for one, other in zip(secret, question, strict=True) if one == other)
    shared = sum(min(secret.count(colour), question.count(colour)) for colour in set(question))
    return black, shared - black


def check_game(secret: Word, turns: list[tuple[Word, tuple[int, int]]], colours: int) -> None:
    """Every question is a word of the board, every answer right, and only the last one wins."""
    for question, answer in turns:
        assert len(question) == len(secret)
        assert all(type(colour) is int and 0 <= colour < colours for colour in question)
        assert tuple(answer) == plain_answer(secret, question)
    assert [question == secret for question, _ in turns] == [False] * (len(turns) - 1) + [True]
