"""The plain twins of kernels whose work the package does nowhere else: the same, by the rules."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import AnswerTable, merged
from masetproof.games.pegs import PegGame
from masetproof.grid.board import GridBoard, Lines, numbers_of, rows_of, tables
from masetproof.grid.play import _candidates as candidates_of
from masetproof.grid.separating import _LEHMER as LEHMER
from masetproof.grid.separating import parts
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.questions import QuestionTable
from masetproof.words import EXTRA, Word
from tests.strategies.ratings import RATINGS


def count_plainly(
    table: AnswerTable, members: NDArray[Any], questions: NDArray[Any]
) -> NDArray[np.int64]:
    """Of `strategies.by_rule.sizes_of_parts`."""
    answers = table.winning + 1
    asked = table.answers[questions[:, None], members]
    places = asked + np.arange(0, len(questions) * answers, answers)[:, None]
    counts = np.bincount(places.ravel(), minlength=len(questions) * answers)
    return counts.reshape(len(questions), answers)


def rate_plainly(
    questions: Any,
    cells: Any,
    counts: Any,
    weight: Any,
    codes: Any,
    sizes: Any,
    rating: NDArray[np.int64],
) -> None:
    """Of the kernel `rate_by_words`."""
    rules = PegGame("twin", "twin", "twin", repeats=True, white_pegs=len(counts) > 0)
    secrets = [tuple(column) for column in cells.T.tolist()]
    for number, question in enumerate(map(tuple, questions.tolist())):
        parts = Counter(rules.compare(secret, question) for secret in secrets if secret != question)
        rating[number] = sum(int(weight[size]) for size in parts.values())


def join_plainly(
    board: GridBoard, probes: Sequence[Lines], answers: Sequence[Lines]
) -> Iterator[Lines]:
    """Of the kernel `join_lines`: all compatible grids, in the same order."""
    cells, size = tables(board).cells.tolist(), board.size
    candidates = [lines.tolist() for lines in candidates_of(board, probes, answers)]

    def join(chosen: list[int]) -> Iterator[Lines]:
        if len(chosen) == 2 * size:
            yield (*chosen[::2], *chosen[1::2])
            return
        place = len(chosen) // 2
        crossing = chosen[1 - len(chosen) % 2 :: 2]
        for line in candidates[len(chosen)]:
            if all(cells[line][n] == cells[other][place] for n, other in enumerate(crossing)):
                yield from join([*chosen, line])

    return join([])


def anneal_plainly(
    board: GridBoard,
    grids: NDArray[np.uint16],
    steps: int,
    heat: int,
    random: int,
    cells: Sequence[int],
) -> tuple[int, list[int]]:
    """Of the kernel `anneal`: the fewest collisions, and the cells of that probe."""
    size, cells = board.size, list(cells)

    def drawn(below: int) -> int:
        nonlocal random
        random = random * LEHMER[0] % LEHMER[1]
        return random % below

    def collisions(cells: list[int]) -> int:
        return len(grids) - parts(board, grids, numbers_of(board, rows_of(board, cells)))

    current = fewest = collisions(cells)
    best = cells
    for step in count(1):
        if not fewest or step > steps:
            break
        cell = drawn(size**2)
        colour = (cells[cell] + 1 + drawn(board.colours - 1)) % board.colours
        allowed = current + drawn(heat * (steps - step) // steps + 1)
        changed = [*cells[:cell], colour, *cells[cell + 1 :]]
        if collisions(changed) <= allowed:
            cells, current = changed, collisions(changed)
            if current < fewest:
                best, fewest = cells, current
    return fewest, best


def draw_plainly(
    rows: Any, until: Any, asked: Any, black: Any, state: Any, trials: int, words: NDArray[np.int16]
) -> tuple[int, int]:
    """Of the kernel `draw_words`, word by word."""
    (wanted, pegs), number, tried = words.shape, 0, 0
    while number < wanted and tried < trials:
        tried += 1
        row = bisect_right(until.tolist(), _next(state) % int(until[-1]))
        word = [colour for colour, times in enumerate(rows[row].tolist()) for _ in range(times)]
        for place in range(pegs):
            other = place + ((_next(state) >> 32) * (pegs - place) >> 32)
            word[place], word[other] = word[other], word[place]
            if not _fits(dict(enumerate(word[: place + 1])), asked, black):
                break
        else:
            words[number] = word
            number += 1
    return number, tried


def find_plainly(
    rows: Any,
    asked: Any,
    black: Any,
    places: Any,
    colours: Any,
    steps: int,
    words: NDArray[np.int16],
) -> tuple[int, int, bool]:
    """Of the kernel `find_words`, as recursion."""
    pegs, number, trials = len(places), 0, 0
    word: dict[int, int] = {}

    def fill(most: list[int]) -> bool:
        """Go on with the next place; whether all was tried."""
        nonlocal number, trials
        if len(word) == pegs:
            words[number] = [word[place] for place in range(pegs)]
            number += 1
            return True
        place = int(places[len(word)])
        for colour in map(int, colours[len(word)]):
            if trials == steps or number == len(words):
                return False
            if list(word.values()).count(colour) == most[colour]:
                continue
            trials += 1
            word[place] = colour
            whole = not _fits(word, asked, black) or fill(most)
            del word[place]
            if not whole:
                return False
        return True

    complete = all(fill(most) for most in rows.tolist())
    return number, trials, complete


def _fits(word: Mapping[int, int], asked: Any, black: Any) -> bool:
    """Whether a word with these colours at some places may have the black pegs that were told."""
    for question, wanted in zip(asked.tolist(), black.tolist(), strict=True):
        here = sum(question[place] == colour for place, colour in word.items())
        if not 0 <= wanted - here <= len(question) - len(word):
            return False
    return True


def _next(state: NDArray[np.uint64]) -> int:
    """The next random number."""
    x = int(state[0])
    for shift in (13, -7, 17):
        x ^= (x << shift if shift > 0 else x >> -shift) & (1 << 64) - 1
    state[0] = x
    return x


def orbit_minima_plainly(table: QuestionTable, group: Sequence[Witness]) -> NDArray[np.int64]:
    """Of `patterns.questions.orbit_minima`; automorphisms leave the kinds of new colours alone."""
    kinds = table.cells * 0 if table.kinds is None else table.kinds
    rows = [*zip(map(tuple, table.cells.tolist()), map(tuple, kinds.tolist()), strict=True)]
    places = {row: place for place, row in enumerate(rows)}
    images = [
        np.array([places[image_of(word, witness), kinds] for word, kinds in rows])
        for witness in group
    ]
    return merged(np.arange(len(table)), images)


def image_of(question: Word, witness: Witness) -> Word:
    """The image of a question, its new colours numbered again in order of first use."""
    known = len(witness.colours)
    new = {EXTRA: EXTRA}
    return tuple(
        witness.colours[cell] if cell < known else new.setdefault(cell, known + len(new) - 1)
        for cell in (question[column] for column in witness.columns)
    )


def choose_plainly(
    finite: FiniteGame, rule: str, members: Sequence[Word], asked: Sequence[Word]
) -> list[Word]:
    """Of the kernel `choose_by_words`: the best of the questions and of the members."""
    number, rated = finite.game.number, {}
    for question in {*asked, *members}:
        sizes = Counter(number(secret, question) for secret in members).values()
        rated[question] = RATINGS[rule](list(sizes))
    best = [question for question, rating in rated.items() if rating == min(rated.values())]
    return sorted([question for question in best if question in members] or best)
