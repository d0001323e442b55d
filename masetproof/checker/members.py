"""All questions on a member of a short proof, how they split it, and groups of a part's clauses."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from .reading import Rejected
from .rules import STAR, Array, Ints, Rules, Vector
from .shortreading import Clauses, Columns, CoverGroup
from .splitting import Questions, answers, extend, questions, to_rows

AT_ONCE = 1 << 16  # so many cells of members, or answers, are at hand at the same time


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


class JointSplit(NamedTuple):
    """The same of some members, on which the same questions may be asked.

    members: their numbers.  first: where the clauses of each begin, and the last ones end.  counts:
    int64[members, questions, answers, p + 1].  tells: bool[members, questions], False for questions
    without new colours that leave all clauses together.
    """

    members: Ints
    new: int
    first: Ints
    clauses: Array
    questions: Array
    answers: Ints
    counts: Ints
    tells: Array

    def of(self, place: int) -> MemberSplit:
        """The questions on one member that tell something."""
        tells, own = self.tells[place], slice(*self.first[place : place + 2])
        answers, counts = self.answers[tells, own], self.counts[place, tells]
        return MemberSplit(self.new, self.clauses[own], self.questions[tells], answers, counts)


def split(rules: Rules, clauses: Clauses) -> Iterator[MemberSplit]:
    """All questions on a member that tell something, those with as many new colours together.

    They come in pieces: a member may have many clauses, and many questions.
    """
    for some in split_together(rules, [bytes(chain(*clauses))]):
        if some.tells.any():
            yield some.of(0)


def split_together(rules: Rules, members: Sequence[bytes]) -> Iterator[JointSplit]:
    """The same of many members, those with as many clauses and colours together, in pieces."""
    counted = (len(rules.answers) + 1) * (rules.pegs + 1)  # numbers for a member and a question
    alike: dict[tuple[int, Vector, Vector], list[list[int]]] = {}
    for number, member in enumerate(members):
        has = len(member), rules.shown(member), rules.active(rules.stars(member))
        pieces = alike.setdefault(has, [[]])
        if len(pieces[-1]) * len(member) > AT_ONCE:
            pieces.append([])
        pieces[-1].append(number)
    for (size, shown, active), numbers in ((has, one) for has in alike for one in alike[has]):
        table = questions(rules, shown, active)
        own = to_rows(b"".join(members[number] for number in numbers), rules.pegs)
        owner = np.repeat(np.arange(len(numbers)), size // rules.pegs)
        for new, shift in enumerate(rules.shifts):
            asked = np.flatnonzero(table.shift == new)
            fresh = np.repeat(table.fresh[None, :, : sum(shift)], len(numbers), axis=0)
            rows, of = extend(rules, own, owner, fresh)
            ends = np.cumsum(np.bincount(of, minlength=len(numbers)))
            work = (ends + counted * np.arange(len(numbers))) * len(asked)
            cuts = np.flatnonzero(np.diff(work // AT_ONCE)) + 1
            for some in np.split(np.arange(len(numbers)), cuts):
                first = np.append(0, ends)[[*some, some[-1] + 1]]
                clauses, who = rows[first[0] : first[-1]], of[first[0] : first[-1]] - some[0]
                for begin in range(0, len(asked), piece := 1 + AT_ONCE // len(clauses)):
                    chosen = asked[begin : begin + piece]
                    told, counts, tells = _told(rules, clauses, who, table, chosen)
                    where, cells = np.array(numbers)[some], table.cells[chosen]
                    starts, tells = first - first[0], tells | (new > 0)
                    yield JointSplit(where, new, starts, clauses, cells, told, counts, tells)


def _told(
    rules: Rules, clauses: Array, owner: Ints, table: Questions, asked: Ints
) -> tuple[Ints, Ints, Array]:
    """Answers and counts, and whether not all clauses are together in a part that did not win.

    owner: the member of each clause, from 0 on.
    """
    count, pegs, most = len(rules.answers) + 1, rules.pegs, int(owner[-1]) + 1
    told = answers(rules, clauses, table, asked).T
    places = owner * len(asked) + np.arange(len(asked))[:, None]
    places = (places * count + told) * (pegs + 1) + (clauses == STAR).sum(axis=1)
    counts = np.bincount(places.ravel(), minlength=most * len(asked) * count * (pegs + 1))
    counts = counts.reshape(most, len(asked), count, pegs + 1)
    sizes = np.bincount(owner)[:, None, None]
    tells = (counts[:, :, :-1].sum(axis=3) < sizes).all(axis=2)
    return told, counts, tells


@lru_cache(maxsize=1 << 10)
def images(member: bytes, columns: Columns, colours: Columns) -> tuple[bytes, ...]:
    """The clauses of a member in the columns and colours of a part."""
    names, pegs = bytes.maketrans(bytes(range(len(colours))), bytes(colours)), len(columns)
    cells = [member[column::pegs].translate(names) for column in columns]
    return tuple(map(bytes, zip(*cells, strict=True)))


def left_over(
    part: list[bytes], groups: Sequence[CoverGroup], members: list[bytes], line: int
) -> set[bytes]:
    """The clauses of a part outside some groups; `Rejected` unless these are disjoint groups."""
    left = set(part)
    for number, columns, colours in groups:
        if number >= len(members):
            raise Rejected(f"line {line}: there is no member {number}")
        explicit = len({*members[number]} - {STAR})
        if len(colours) != explicit or len({*colours}) < explicit:
            raise Rejected(f"line {line}: member {number} has other colours")
        clauses = images(members[number], columns, colours)
        if not left.issuperset(clauses):
            raise Rejected(f"line {line}: a group has a clause that is not in the part, or twice")
        left.difference_update(clauses)
    return left
