"""What kernels are given is checked against the headers before C runs.

Each kernel gets arguments that are just as its header says; where C would run, there is a note that
it was called.  Then one array after the other is made shorter by one, or gets an entry that is no
place in another array.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from masetproof import kernels
from masetproof.kernels import CheckedKernel, Prepared, ffi, lib
from masetproof.kernels.checks import Entries, HeaderEntry, Member
from tests.kernels.test_binding import FUNCTIONS, arrays

WAYS = int(kernels.WAYS)
NUMBERS = defaultdict(
    lambda: 3, patterns=2, T=WAYS, kept=WAYS, some=4, width=4, places=6, ends=4, counts=19
)
"""The lengths and numbers that have names."""
MEMBERS = {name: kernels._check(name).members for name in FUNCTIONS}
WITH_ARRAYS = [name for name in FUNCTIONS if not all(one.is_number for one in MEMBERS[name])]
TAKES = {one.kind: name for name in WITH_ARRAYS for one in MEMBERS[name] if one.members}
"""Of each struct the kernel with which its fields are tried."""
FREE = {
    "best",
    "candidates",
    "clauses",
    "columns.order",
    "into",
    "form",
    "given.order",
    "grids",
    "hidden.codes",
    "members",
    "merged.start",
    "numbers",
    "order",
    "own",
    "parts",
    "questions",
    "reached",
    "rows",
    "start",
    "words",
}
"""Arrays that may be longer or shorter: so many there are, or are wanted, or there is room for."""
UNCHECKED = {
    "board.capacity",
    "board.least",
    "board.names",
    "board.orders",
    "columns.after",
    "columns.number",
    "colours",
    "equations.parts",
    "fresh.codes",
    "fresh.slots",
    "game.depth",
    "scales.arena",
    "scales.known",
    "scales.room",
    "given.moves.lost",
    "given.moves.table",
    "given.points.first",
    "known.codes",
    "known.slots",
    "points",
    "polynomials",
    "room.answers",
    "room.members",
    "room.row",
    "room.words",
    "stack.near",
    "told",
}
"""Arrays of which one axis depends on what is in others: the headers say so."""
WITHOUT_INDICES = {
    "bound_batch",
    "come_near",
    "copy_large",
    "count_equations",
    "fill_slots",
    "find_moves",
    "is_least",
    "least_by_parts",
    "least_of",
    "open_state",
    "questions_of_use",
    "reach_functions",
}
"""Kernels whose structs have indices, but no other argument; the structs are tried with others."""

Struct = dict[str, Any]


def fill(entries: Entries, values: NDArray[Any]) -> None:
    """The last entry is the greatest that there may be, all others are the least."""
    for place, (low, high) in enumerate(entries.limits):
        own = values[..., place] if len(entries.limits) > 1 else values
        own[...] = low(NUMBERS) if low else min(0, high(NUMBERS))
        if high:
            own[(-1,) * own.ndim] = high(NUMBERS)


def array(said: HeaderEntry, kind: Any) -> NDArray[Any]:
    shape = [
        NUMBERS[axis.name] + axis.more if axis.name else axis.limit(NUMBERS) for axis in said.axes
    ]
    result = np.zeros(shape, kernels._dtype(dict(kind.fields)["at"].type.item))
    if said.entries:
        fill(said.entries, result)
    return result


def number(member: Member) -> int:
    for low, high in member.said.entries.limits if member.said and member.said.entries else []:
        return int(np.clip(NUMBERS[member.name], low and low(NUMBERS), high and high(NUMBERS)))
    return NUMBERS[member.name]


def fitting(members: Iterable[Member], kinds: Iterable[Any]) -> Struct:
    """What is as the header says."""
    found: Struct = {}
    for member, kind in zip(members, kinds, strict=False):
        kind = kind.item if kind.kind == "pointer" else kind
        if member.members:
            inner = fitting(member.members, [field.type for _, field in kind.fields])
            found[member.name] = inner
            for place in asked(member, inner, ""):
                fill(place.entries, place.value)
        elif member.said and not member.is_number:
            found[member.name] = array(member.said, kind)
        else:
            found[member.name] = kind.cname == "_Bool" or number(member)
    return found


class Place(NamedTuple):
    """An array, by its name in what holds it, and what is said of its entries."""

    where: Struct
    name: str
    path: str
    entries: Entries | None

    @property
    def value(self) -> NDArray[Any]:
        return self.where[self.name]


def asked(member: Member, struct: Struct, path: str) -> Iterator[Place]:
    """What a kernel asks of fields of a struct."""
    for field, said in member.asked:
        if isinstance(said, HeaderEntry):
            *above, name = field.split(".")
            where = struct
            for each in above:
                where = where[each]
            yield Place(where, name, path + field, said.entries)


def places(
    kernel: str, struct: Struct, members: Iterable[Member], path: str = ""
) -> Iterator[Place]:
    for member in members:
        inner = f"{path}{member.name}."
        if member.members:
            if path or TAKES[member.kind] == kernel:
                yield from places(kernel, struct[member.name], member.members, inner)
            yield from asked(member, struct[member.name], inner)
        elif not member.is_number:
            assert member.said, f"the header does not say how long {path}{member.name} is"
            assert member.said.axes
            yield Place(struct, member.name, path + member.name, member.said.entries)


class Called:
    """A kernel with a note in the place of C."""

    def __init__(self, name: str) -> None:
        self.kernel = CheckedKernel(getattr(lib, name))
        self.given = fitting(MEMBERS[name], ffi.typeof(getattr(lib, name)).args)
        self.places = [*places(name, self.given, MEMBERS[name])]
        self.kernel._function = self.run
        self.runs = 0

    def run(self, *_: Any) -> None:
        self.runs += 1

    def refused(self) -> str:
        """What is said of the arguments; C does not run then."""
        runs = self.runs
        try:
            self.kernel(*self.given.values())
        except AssertionError as refused:
            assert self.runs == runs
            return str(refused)
        assert self.runs == runs + 1
        return ""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_that_a_header_says_is_left_in_doubt(name: str) -> None:
    """Each length and each limit is known by the arguments of a call."""
    assert kernels._check(name)(Called(name).given.values()) == []


@pytest.mark.parametrize("name", WITH_ARRAYS)
def test_arrays_that_are_too_short_are_refused(name: str) -> None:
    called = Called(name)
    assert called.refused() == ""
    for place in called.places:
        whole, free = place.value, 0
        for axis in range(whole.ndim):
            place.where[place.name] = np.delete(whole, -1, axis)
            said = called.refused()
            assert said.startswith(f"{name}: ") or not said
            free += not said
        place.where[place.name] = whole
        assert not free or place.path in FREE or (place.path in UNCHECKED and free == 1), place.path
    assert called.refused() == ""


@pytest.mark.parametrize("name", WITH_ARRAYS)
def test_entries_that_are_no_places_are_refused(name: str) -> None:
    called, tried = Called(name), 0
    for place in called.places:
        if place.entries is None:
            continue
        type_, several = np.iinfo(place.value.dtype), len(place.entries.limits) > 1
        for last, (low, high) in enumerate(place.entries.limits):
            wrong = [limit(NUMBERS) + more for limit, more in ((low, -1), (high, 1)) if limit]
            at = (0,) * (place.value.ndim - 1) + (last if several else 0,)
            before = place.value[at]
            for value in wrong:
                if type_.min <= value <= type_.max:
                    place.value[at] = value
                    assert called.refused().startswith(f"{name}: {place.path} has {value}, not ")
                    tried += 1
            place.value[at] = before
    assert (tried == 0) == (name in WITHOUT_INDICES)
    assert called.refused() == ""


def test_numbers_that_are_no_places_are_refused() -> None:
    called = Called("bound_states")
    called.given["row"] = 3
    assert called.refused() == "bound_states: row has 3, not in 0..bounds - 1 (bounds = 3)"


def test_what_is_wrong_is_said() -> None:
    answers, members, counts = arrays()
    questions, count_by_table = np.arange(2), CheckedKernel(lib.count_by_table)
    count_by_table(answers, members, questions, counts)
    for given, said in (
        (
            (answers, members, questions, counts[:2]),
            "answers has 2, not [secrets, all] in 0..kinds - 1 (secrets = 3, all = 2, kinds = 2)",
        ),
        (
            (answers, members, questions, counts[:, :1].copy()),
            "sizes has the shape [3, 1], not [kinds, q] (kinds = 3, q = 2)",
        ),
        (
            (answers, members + 1, questions, counts),
            "members has 3, not [n] in 0..secrets - 1 (n = 3, secrets = 3)",
        ),
        (
            (answers, members, questions - 1, counts),
            "questions has -1, not [q] in 0..all - 1 (q = 2, all = 2)",
        ),
        (
            (answers[0], members, questions, counts),
            "answers has 1 axes, not [secrets, all] in 0..kinds - 1 (kinds = 3)",
        ),
    ):
        before = counts.copy()
        with pytest.raises(AssertionError) as refused:
            count_by_table(*given)
        assert str(refused.value) == f"count_by_table: {said}"
        assert np.array_equal(counts, before)


def test_numbers_that_should_rise_by_little() -> None:
    """As the starts of parts, none of which may have more rows than there is room for."""
    called = Called("refine_batch")
    start = called.given["start"]
    said = "start has {}, not [parts + 1] rising 0..all by rows (parts = 3, all = 3, rows = 3)"
    start[:] = 0, 2, 1, 3
    assert called.refused() == "refine_batch: " + said.format(1)
    start[:] = 0, 0, 3, 3
    assert called.refused() == ""
    called.given["cells"] = called.given["cells"][:2]
    assert called.refused() == "refine_batch: " + said.format(3).replace("rows = 3", "rows = 2")


def test_a_prepared_struct_is_looked_at_once_and_its_lengths_in_each_call() -> None:
    called = Called("merge_batch")
    known, splits = called.given["known"], called.given["splits"]
    called.given["known"] = prepared = Prepared("Interned", known)
    assert prepared.seen is None
    assert called.refused() == ""
    assert prepared.seen.numbers["held"] == 3
    known["number"][0] = 9
    assert called.refused() == ""
    called.given["known"] = Prepared("Interned", known)
    assert called.refused() == "merge_batch: known.number has 9, not [1] in 0..held (held = 3)"
    known["number"][0] = 0
    rows = {"part_start": 3, "parts": 3}
    short = {name: values[: rows.get(name, 2)].copy() for name, values in splits.items()}
    called.given["splits"] = Prepared("SplitRows", short)
    for _ in range(2):
        assert called.refused() == (
            "merge_batch: splits has rows = 2, not rows >= questions (rows = 2, questions = 3)"
        )


def test_what_several_structs_have_together_is_the_same() -> None:
    called = Called("search")
    stack = called.given["stack"]
    called.given["stack"] = Prepared("Stack", {**stack, "marked": np.zeros(2, bool)})
    for _ in range(2):
        assert called.refused() == "search: stack has W = 2, elsewhere it is 3"


def test_two_structs_of_one_kind_have_lengths_of_their_own() -> None:
    called = Called("split_batch")
    known = called.given["known"]
    known["number"][0] = 2
    known["hashes"] = known["hashes"][:2].copy()
    assert called.refused() == "", "the other one goes on to have three"
    known["number"][0] = 3
    assert called.refused() == "split_batch: known.number has 3, not [1] in 0..held (held = 2)"


@pytest.mark.parametrize("said", ["[n", "[n] up to 3", "[n] in 0", "[f(n)]", "[n & 3]", "n"])
def test_a_header_that_cannot_be_read_is_an_error(said: str) -> None:
    with pytest.raises((ValueError, KeyError, SyntaxError)):
        HeaderEntry(said, {})


ASKED = """
import sys
from masetproof import kernels
kernels.least_total(3)
print(type(kernels.least_total).__name__, "masetproof.kernels.checks" in sys.modules)
"""


@pytest.mark.parametrize(("asked", "said"), [("", "Kernel False"), ("1", "CheckedKernel True")])
def test_nothing_is_checked_unless_it_is_asked_for(asked: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        env={**os.environ, "MASETPROOF_CHECK_KERNELS": asked},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{said}\n"
