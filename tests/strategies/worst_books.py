"""Books of four pegs, worst case: ``python -m tests.strategies.worst_books FILE BOOK GAME``.

A beam search over patterns, which is no part of the package, printed states with a question each: a
line has a pattern, its excluded colours, its implicit ones, the question, and how many questions
that takes.  Among the questions found for a pattern, whatever the number of colours, those of the
least worst case were then chosen for each number, the one for four colours fewer first.  This makes
a book of them, in which the last question of each residue class modulo four holds without an end.
Whatever the search did, the book says what it costs (`Book.rising`).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from masetproof.games.alike import as_alike_game
from masetproof.games.registry import game_named
from masetproof.patterns.isomorphism import Canonical, canonical
from masetproof.patterns.pattern import MasetPattern
from masetproof.strategies.book import Book, BookEntry, Diagonal, exchanged
from masetproof.words import Word, parse_word

STEP = 4
_STEADY = 8
"""A question on a pattern with a star that is asked with so many implicit colours has no end."""

Asked = dict[tuple[MasetPattern, int], dict[int, tuple[int, Word]]]


def read(path: Path) -> Asked:
    """The best question on each pattern up to isomorphism, for each number of implicit colours."""
    best: Asked = defaultdict(dict)
    forms: dict[str, Canonical] = {}
    for line in path.read_text("ascii").splitlines():
        shown, excluded, implicit, question, worst = line.split()
        pattern = MasetPattern.parse(shown)
        form = forms.get(shown) or forms.setdefault(shown, canonical(pattern))
        asked = exchanged(pattern, parse_word(question), form.witness)
        here = best[form.form, int(excluded)]
        found = int(worst), asked
        if int(implicit) not in here or found[0] < here[int(implicit)][0]:
            here[int(implicit)] = found
    return best


def entries(pattern: MasetPattern, here: dict[int, tuple[int, Word]]) -> tuple[BookEntry, ...]:
    """The questions on a pattern, in each residue class by ranges."""
    if pattern.is_explicit:
        return (BookEntry(here[0][1], 0, 0),)
    if len(here) > 1 and len({question for _, question in here.values()}) == 1:
        last = max(here)
        question = here[last][1]
        return (BookEntry(question, min(here), None if last >= _STEADY else last),)
    found = []
    for residue in range(STEP):
        runs: list[tuple[Word, int, int]] = []
        for index in sorted(m for m in here if m % STEP == residue):
            question = here[index][1]
            if runs and runs[-1][0] == question:
                runs[-1] = (question, runs[-1][1], index)
            else:
                runs.append((question, index, index))
        for question, first, last in runs:
            is_last = (question, first, last) == runs[-1] and last >= _STEADY
            found.append(BookEntry(question, first, None if is_last else last, STEP))
    return tuple(found)


def made(game: str, best: Asked) -> Book:
    """The book of these questions."""
    numbers: dict[MasetPattern, int] = {}
    asked = {}
    whole = MasetPattern.parse("{****}")
    for pattern, excluded in sorted(best, key=lambda key: key[0] != whole):
        number = numbers.setdefault(pattern, len(numbers))
        diagonal = Diagonal(number, (0,), (excluded,))
        asked[diagonal] = entries(pattern, best[pattern, excluded])
    patterns = {number: pattern for pattern, number in numbers.items()}
    return Book(as_alike_game(game_named(game)), patterns, asked)


def main(source: str, target: str, game: str) -> None:
    """Make a book."""
    book = made(game, read(Path(source)))
    Path(target).write_text(book.text, "ascii")
    print(len(book.patterns), "patterns", len(book.asked), "lines")


if __name__ == "__main__":
    main(*sys.argv[1:])
