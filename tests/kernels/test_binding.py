"""What the binding takes, and refuses; and that what the headers declare is used."""

from __future__ import annotations

import re
from inspect import isroutine
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from masetproof import kernels
from masetproof.finite.setting import FiniteGame
from masetproof.kernels import Prepared, ffi, lib, record
from masetproof.search.board import make_board

ROOT = Path(__file__).parents[2]
FUNCTIONS = sorted(name for name in dir(lib) if isroutine(getattr(lib, name)))
RECORDS = sorted(
    name
    for name in ffi.list_types()[0]
    if all(field.type.kind == "primitive" for _, field in ffi.typeof(name).fields)
)
"""The structs of numbers, which arrays have as items."""


def part(answers: np.ndarray, members: np.ndarray, counts: np.ndarray) -> None:
    kernels.count_by_table(answers, members, np.arange(2), counts)


def arrays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of three words the answers, the secrets, and room for the counts of two questions."""
    answers = np.array([[0, 1], [2, 1], [2, 0]], np.uint8)
    return answers, np.arange(3), np.zeros((3, 2), np.int64)


def test_a_kernel_writes_into_the_arrays_it_is_given() -> None:
    answers, members, counts = arrays()
    part(answers, members, counts)
    assert counts.tolist() == [[1, 1], [0, 2], [2, 0]]


def test_arrays_of_another_kind_are_refused() -> None:
    answers, members, counts = arrays()
    with pytest.raises(TypeError, match=r"not an array of uint8 .*int64"):
        part(answers.astype(np.int64), members, counts)
    with pytest.raises(TypeError, match=r"not an array of int64 .*int32"):
        part(answers, members.astype(np.int32), counts)
    with pytest.raises(TypeError, match=r"not an array of int64 .*float64"):
        part(answers, members, counts.astype(float))
    with pytest.raises(TypeError, match="not an array of int64"):
        part(answers, members.astype(">i8"), counts)
    with pytest.raises(TypeError, match="not an array of uint8"):
        part(np.asfortranarray(answers), members, counts)
    with pytest.raises(TypeError, match="not an array of int64"):
        part(answers, np.arange(6)[::2], counts)
    with pytest.raises(TypeError, match=r"not an array of int64 .*\(1, 1, 1, 1, 3\)"):
        part(answers, members.reshape(1, 1, 1, 1, 3), counts)
    assert not counts.any()


def test_what_is_no_array_is_refused() -> None:
    answers, _, counts = arrays()
    with pytest.raises(AttributeError, match="dtype"):
        part(answers, [0, 1, 2], counts)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="dtype"):
        part(answers, None, counts)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        kernels.least_total("3")
    with pytest.raises(OverflowError):
        kernels.least_total(1 << 64)


def test_the_number_of_arguments_is_that_of_c() -> None:
    answers, members, counts = arrays()
    with pytest.raises(ValueError, match="shorter"):
        kernels.count_by_table(answers, members, np.arange(2))
    with pytest.raises(ValueError, match="longer"):
        kernels.count_by_table(answers, members, np.arange(2), counts, counts)


@pytest.mark.parametrize("name", ["no_kernel", "__path", "_compiled_not", "NUMBERS"])
def test_there_is_no_such_kernel(name: str) -> None:
    with pytest.raises(AttributeError, match=f"there is no kernel '{name}'"):
        getattr(kernels, name)


def table() -> dict[str, np.ndarray]:
    return {
        "entries": np.zeros(8, record("Entry")),
        "members": np.zeros((8, kernels.STORED), np.uint16),
        "large": np.zeros(8, record("Entry")),
        "arena": np.zeros(100, np.uint16),
        "filled": np.zeros(1, np.int64),
        "locked": np.zeros(1, np.int32),
    }


def test_a_struct_is_a_dictionary_an_object_or_prepared() -> None:
    fields, board = table(), make_board(FiniteGame("mastermind", 2, 3))
    given = (fields, SimpleNamespace(**fields), Prepared("Table", fields))
    members, bounds = np.array([1, 4, 5], np.uint16), np.zeros(2, np.int64)
    for size, struct in enumerate(given, start=1):
        assert not kernels.find_bounds(board, struct, members[:size], 2, bounds)
        kernels.keep_bounds(Prepared("Board", board), struct, members[:size], 2, size, 7, 0)
        for other in given:
            assert kernels.find_bounds(board._asdict(), other, members[:size], 2, bounds)
            assert bounds.tolist() == [size, 7]


def test_a_field_that_is_missing_is_refused() -> None:
    fields, board = table(), make_board(FiniteGame("mastermind", 2, 3))
    del fields["members"]
    members, bounds = np.zeros(1, np.uint16), np.zeros(2, np.int64)
    with pytest.raises(KeyError, match="members"):
        kernels.find_bounds(board, fields, members, 2, bounds)
    with pytest.raises(AttributeError, match="members"):
        kernels.find_bounds(board, SimpleNamespace(**fields), members, 2, bounds)
    with pytest.raises(KeyError, match="members"):
        Prepared("Table", fields)
    fields["members"] = np.zeros((8, 6), np.int16)
    with pytest.raises(TypeError, match="not an array of uint16"):
        kernels.find_bounds(board, fields, members, 2, bounds)


@pytest.mark.parametrize("kind", RECORDS)
def test_items_are_the_same_in_c_and_in_numpy(kind: str) -> None:
    """Each field has a number of its own, which C reads where numpy wrote it, and back."""
    items = np.zeros(3, record(kind))
    for number, name in enumerate(items.dtype.names or ()):
        items[name] = [number + 1, number + 2, 100 - number]
    seen = ffi.from_buffer(f"{kind}[]", items)
    assert len(seen) == len(items)
    for item, row in zip(seen, items, strict=True):
        for name in items.dtype.names or ():
            assert getattr(item, name) == row[name]
            setattr(item, name, 7)
    assert all((items[name] == 7).all() for name in items.dtype.names or ())


@pytest.mark.parametrize(
    "dtype", [bool, np.uint8, np.uint16, np.uint64, np.int8, np.int16, np.int32, np.int64]
)
def test_numbers_are_the_same_in_c_and_in_numpy(dtype: type) -> None:
    name = np.dtype(dtype).name
    kind = {"bool": "Bools"}.get(name, name.replace("uint", "U").replace("int", "I"))
    least, most = (0, 1) if dtype is bool else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    values = np.array([[least, most, 1]], dtype)
    held = {"value": values}["value"]
    items, shape = kernels._passing(ffi.typeof(kind))(held)
    assert [int(item) for item in items] == [least, most, 1]
    assert tuple(ffi.new(f"{kind} *", (items, shape)).shape) == (1, 3, 0, 0)


def test_whatever_the_headers_declare_is_called() -> None:
    code = [
        path.read_text()
        for folder in ("masetproof", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if path != Path(__file__)
    ]
    imported = re.findall(r"from masetproof\.kernels import (\([^)]*|.*)", "\n".join(code))
    called = set(re.findall(r"\bkernels?\.(\w+)", "\n".join(code)))
    called |= set(re.findall(r"\w+", " ".join(imported)))
    called |= set(re.findall(r'"(\w+_\w+)"', "\n".join(code)))  # taken by their names
    assert set(FUNCTIONS) - called == set()
    headers = (ROOT / "masetproof" / "kernels" / "c").glob("*.h")
    assert {path.name for path in headers} == {
        "kernels.h",
        *re.findall(r'#include "(.*)"', (ROOT / "masetproof/kernels/c/kernels.h").read_text()),
    }
