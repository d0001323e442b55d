"""All questions on a member, and how they split it.

On a pattern with the explicit colours 0, ..., k - 1 a question has in each cell one of them, a new
colour or the blank, which matches nothing; new colours are k, k + 1, ... in the order of their
first use, as implicit colours are interchangeable, and where no clause has a star none of them is
of use. In the AB game no colour stands twice in a question, but the blank may.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .reading import BLANK, STAR, Clause, Group, Rejected

Ints = NDArray[np.int64]
MOST_ANSWERS = 1 << 20  # at once


class Split(NamedTuple):
    """The questions on a member with one number of new colours, and their parts.

    clauses: int64[clauses, p], of the member extended by the new colours.  questions: int64[
    questions, p].  answers: int64[questions, clauses].  counts: int64[questions, answers, p + 1],
    how many clauses of each part have 0, ..., p stars.
    """

    new: int
    clauses: Ints
    questions: Ints
    answers: Ints
    counts: Ints


def answer_numbers(pegs: int) -> dict[tuple[int, int], int]:
    """The answers (black, white), by their sums, the winning one last."""
    pairs = [(b, w) for b in range(pegs + 1) for w in range(pegs + 1 - b)]
    pairs.remove((pegs - 1, 1))
    pairs.sort(key=lambda pair: (sum(pair), pair))
    return {pair: number for number, pair in enumerate(pairs)}


def questions(explicit: int, pegs: int, most_new: int, *, repeats: bool) -> list[list[Clause]]:
    """All questions, by their new colours."""
    found: list[list[Clause]] = [[] for _ in range(most_new + 1)]
    for cells in product([*range(explicit + most_new), BLANK], repeat=pegs):
        colours = [cell for cell in cells if cell != BLANK]
        new = list(dict.fromkeys(cell for cell in colours if cell >= explicit))
        if not colours or (not repeats and len(set(colours)) < len(colours)):
            continue
        if new == list(range(explicit, explicit + len(new))):
            found[len(new)].append(cells)
    return found


def extended(
    clauses: tuple[Clause, ...], explicit: int, new: int, *, repeats: bool
) -> list[Clause]:
    """A pattern when some implicit colours have become explicit."""
    fresh = range(explicit, explicit + new)
    rows = []
    for clause in clauses:
        choices = [(*fresh, STAR) if cell == STAR else (cell,) for cell in clause]
        for row in product(*choices):
            used = [cell for cell in row if cell in fresh]
            if repeats or len(set(used)) == len(used):
                rows.append(row)
    return rows


def split(clauses: tuple[Clause, ...], pegs: int, *, repeats: bool) -> Iterator[Split]:
    """All questions on a member that tell something, those with as many new colours together.

    They come in pieces: a member may have many clauses, and many questions.
    """
    explicit = len({cell for clause in clauses for cell in clause} - {STAR})
    stars = any(STAR in clause for clause in clauses)
    count = len(answer_numbers(pegs))
    for new, asked in enumerate(questions(explicit, pegs, pegs * stars, repeats=repeats)):
        rows = np.array(extended(clauses, explicit, new, repeats=repeats))
        for start in range(0, len(asked), piece := 1 + MOST_ANSWERS // len(rows)):
            cells = np.array(asked[start : start + piece])
            answers, number = _answers(cells, rows, explicit + new), np.arange(len(cells))[:, None]
            places = ((number * count + answers) * (pegs + 1) + (rows == STAR).sum(axis=1)).ravel()
            counts = np.bincount(places, minlength=len(cells) * count * (pegs + 1))
            counts = counts.reshape(len(cells), count, pegs + 1)
            tells = np.ones(len(cells), bool)
            if new == 0:
                tells = (counts.sum(axis=2) < len(rows)).all(axis=1) | (answers[:, 0] == count - 1)
            if tells.any():
                yield Split(new, rows, cells[tells], answers[tells], counts[tells])


def _answers(cells: Ints, rows: Ints, colours: int) -> Ints:
    """The answers of clauses to questions; a star and a blank match nothing."""
    pegs = rows.shape[1]
    black = (cells[:, None] == rows).sum(axis=2)
    both = np.zeros_like(black)
    for colour in range(colours):
        asked, there = (cells == colour).sum(axis=1), (rows == colour).sum(axis=1)
        both += np.minimum(asked[:, None], there)
    table = np.full((pegs + 1, pegs + 1), -1)
    for (one, white), number in answer_numbers(pegs).items():
        table[one, white] = number
    answers: Ints = table[black, both - black]
    return answers


def images(group: Group, members: list[tuple[Clause, ...]], line: int) -> list[Clause]:
    """The clauses that a group stands for in a part."""
    if group.member >= len(members):
        raise Rejected(f"line {line}: there is no member {group.member}")
    member = members[group.member]
    explicit = len({cell for clause in member for cell in clause} - {STAR})
    if len(group.colours) != explicit or len(set(group.colours)) < explicit:
        raise Rejected(f"line {line}: member {group.member} has other colours")
    names = {**dict(enumerate(group.colours)), STAR: STAR}
    return [tuple(names[clause[column]] for column in group.columns) for clause in member]


def left_over(
    part: list[Clause], groups: list[Group], members: list[tuple[Clause, ...]], line: int
) -> list[Clause]:
    """The clauses of a part outside some groups; `Rejected` unless these are disjoint groups."""
    left = set(part)
    for group in groups:
        for clause in images(group, members, line):
            if clause not in left:
                raise Rejected(
                    f"line {line}: a group has a clause that is not in the part, or twice"
                )
            left.remove(clause)
    return list(left)
