"""All questions on a member of a short proof, how they split it, and groups of a part's clauses."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np

from .reading import Rejected
from .rules import STAR, Ints, Rules
from .shortreading import Clauses, CoverGroup
from .splitting import answers, extend, questions, to_rows

MOST_ANSWERS = 1 << 20  # at once


class MemberSplit(NamedTuple):
    """The questions on a member with one number of new colours, and their parts.

    clauses: uint8[clauses, p], of the member extended by the new colours.  questions: uint8[
    questions, p].  answers: int64[questions, clauses].  counts: int64[questions, answers, p + 1],
    how many clauses of each part have 0, ..., p stars.
    """

    new: int
    clauses: Ints
    questions: Ints
    answers: Ints
    counts: Ints


def split(rules: Rules, clauses: Clauses) -> Iterator[MemberSplit]:
    """All questions on a member that tell something, those with as many new colours together.

    They come in pieces: a member may have many clauses, and many questions.
    """
    packed, pegs, count = bytes(chain(*clauses)), rules.pegs, len(rules.answers) + 1
    table = questions(rules, rules.shown(packed), rules.active(rules.stars(packed)))
    own, owner = to_rows(packed, pegs), np.zeros(len(clauses), int)
    for new, shift in enumerate(rules.shifts):
        asked = np.flatnonzero(table.shift == new)
        rows, _ = extend(rules, own, owner, table.fresh[None, :, : sum(shift)])
        stars = (rows == STAR).sum(axis=1)
        for start in range(0, len(asked), piece := 1 + MOST_ANSWERS // len(rows)):
            some = asked[start : start + piece]
            told, number = answers(rules, rows, table, some).T, np.arange(len(some))[:, None]
            places = (number * count + told) * (pegs + 1) + stars
            counts = np.bincount(places.ravel(), minlength=len(some) * count * (pegs + 1))
            counts = counts.reshape(len(some), count, pegs + 1)
            tells = (counts.sum(axis=2) < len(rows)).all(axis=1) | (told[:, 0] == count - 1)
            tells |= new > 0
            if tells.any():
                yield MemberSplit(new, rows, table.cells[some[tells]], told[tells], counts[tells])


def images(group: CoverGroup, members: list[bytes], line: int) -> list[bytes]:
    """The clauses that a group stands for in a part."""
    if group.member >= len(members):
        raise Rejected(f"line {line}: there is no member {group.member}")
    member, pegs = members[group.member], len(group.columns)
    explicit = len({*member} - {STAR})
    if len(group.colours) != explicit or len(set(group.colours)) < explicit:
        raise Rejected(f"line {line}: member {group.member} has other colours")
    names = bytes.maketrans(bytes(range(explicit)), bytes(group.colours))
    cells = [member[column::pegs].translate(names) for column in group.columns]
    return [*map(bytes, zip(*cells, strict=True))]


def left_over(
    part: list[bytes], groups: list[CoverGroup], members: list[bytes], line: int
) -> set[bytes]:
    """The clauses of a part outside some groups; `Rejected` unless these are disjoint groups."""
    left = set(part)
    for group in groups:
        for clause in images(group, members, line):
            if clause not in left:
                reason = "a group has a clause that is not in the part, or twice"
                raise Rejected(f"line {line}: {reason}")
            left.remove(clause)
    return left
