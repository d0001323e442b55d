"""Compiled loops: portable C, built with the package, in the folder `c`.

In: numpy arrays, with room for the results among them, and numbers.  Out: a number.  A kernel
allocates nothing, knows no Python, and the interpreter's lock is not held while it runs.  Its plain
twin does the same with the readable code of the package; tests hold the two against each other.
The headers say what each kernel takes and does::

    arrays      arrays of numpy, in C
    answering   the answers of all pairs of words, in games where they are counts
    banding     bounds of patterns near the diagonal, and which of them bear each other
    choosing    the questions that rules find best, with answers found as they are counted
    consistent  secrets that give the answers until now, at random and by backtracking
    batching    which parts of many questions one of their secrets separates
    counting    how many answers secrets give to each question
    equations   from the splits of patterns to functions and their equations
    evaluating  one row of the table of values
    filling     the values of functions of several indices
    induction   whether equations hold, and are attained, for all m of each residue class
    joining     grids whose rows and columns are among given candidates
    questions   the orbits of questions under automorphisms
    rating      how well questions split secrets
    refining    parts close to their canonical form before nauty sees them
    searching   the least total of a state of a finite game, by branch and bound
    separating  a probe that given grids answer differently
    splitting   patterns are extended, split by questions, their parts normalized and merged
    weighing    the value of a state with restricted questions or weights
    checks      lengths and ranges of arguments, which are checked on request
    build       how they are built, which setup.py runs

Why cffi: its declarations are the headers themselves, one extension serves
all versions of Python, and what passes arguments is the forty lines below.  A call takes some 3
microseconds; Cython takes 0.7, with an extension of fifteen times the size and each struct
declared and filled in by hand.  Structs that many calls take are made only once (`Prepared`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, final

import numpy as np

try:
    from masetproof.kernels._compiled import ffi, lib
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "masetproof's compiled part is missing: install it by pip, with a C compiler at hand"
    ) from missing


class Kernel:
    """A function of C.

    It takes an array where C has a pointer with a shape, a dictionary or an object with these
    attributes where C has a struct, and numbers; `TypeError` when an array has another type than C
    expects, or its items are not one after the other in memory.
    """

    def __init__(self, function: Any) -> None:
        self._function = function
        self._passing = [_passing(kind) for kind in ffi.typeof(function).args]

    def __call__(self, *arguments: Any) -> Any:
        # Whatever a struct points to belongs to an argument, which stays until the kernel returns.
        pairs = zip(self._passing, arguments, strict=True)
        return self._function(*[passed(value) for passed, value in pairs])


@final
class CheckedKernel(Kernel):
    """A kernel that is called only when lengths and ranges are as the headers say.

    `AssertionError` otherwise, which names the kernel, the argument, and what is wrong with it.
    All kernels are checked when the environment has MASETPROOF_CHECK_KERNELS.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._check = _check(function.__name__)

    def __call__(self, *arguments: Any) -> Any:
        pairs = zip(self._passing, arguments, strict=True)
        values = [passed(value) for passed, value in pairs]
        self._check(arguments)
        return self._function(*values)


@final
class Prepared:
    """A struct for kernels, made once from the arrays that it keeps.

    seen: what `checks` remember of it.
    """

    seen: Any = None

    def __init__(self, kind: str, value: Any) -> None:
        self.value = value
        self.pointer = _passing(ffi.typeof(f"{kind} *"))(value)


def room(kind: str, **shapes: int | tuple[int, ...]) -> Prepared:
    """A struct of arrays of these shapes, all zero, for a kernel to work in."""
    items = {name: dict(one.type.fields)["at"].type.item for name, one in ffi.typeof(kind).fields}
    return Prepared(
        kind, {name: np.zeros(shapes[name], _dtype(one)) for name, one in items.items()}
    )


def fields_of(kind: str, items: Any) -> Any:
    """The fields of the first struct of an array, as attributes; numpy takes three times as long.

    The caller keeps the array for as long as they are used.
    """
    return ffi.from_buffer(f"{kind}[]", items)[0]


def digest_of_sources() -> str:
    """The digest of the C code from which the kernels were built."""
    return str(ffi.string(lib.SOURCES).decode())


def __getattr__(name: str) -> Any:
    """A kernel, or a number of the headers, by its name; from then on it is in this module."""
    if name.startswith("_") or not hasattr(lib, name):
        raise AttributeError(f"there is no kernel {name!r}")
    value = getattr(lib, name)
    made = globals()[name] = value if isinstance(value, int) else _KERNEL(value)
    return made


# Decided once, so that nothing is asked in a call.
_KERNEL = CheckedKernel if os.environ.get("MASETPROOF_CHECK_KERNELS") else Kernel


@cache
def _headers() -> Any:
    from masetproof.kernels.checks import Headers

    numbers = {name: getattr(lib, name) for name in dir(lib)}
    constants = {name: value for name, value in numbers.items() if isinstance(value, int)}
    return Headers(Path(__file__).parent / "c", constants)


@cache
def _check(name: str) -> Any:
    from masetproof.kernels.checks import Check

    return Check(name, _headers().kernel(name, ffi.typeof(getattr(lib, name)).args))


def record(kind: str) -> np.dtype[Any]:
    """The dtype of an array that C has as items of this kind, a struct of numbers."""
    return _dtype(ffi.typeof(kind))


@cache
def _dtype(kind: Any) -> np.dtype[Any]:
    if kind.kind == "primitive":
        return np.dtype("bool" if kind.cname == "_Bool" else kind.cname.removesuffix("_t"))
    return np.dtype(
        {
            "names": [name for name, _ in kind.fields],
            "formats": [_dtype(field.type) for _, field in kind.fields],
            "offsets": [field.offset for _, field in kind.fields],
            "itemsize": ffi.sizeof(kind),
        }
    )


@cache
def _passing(kind: Any) -> Callable[[Any], Any]:
    """What makes of an argument or a field of this kind what cffi takes for it."""
    if kind.kind == "primitive":
        return _same
    if kind.kind == "pointer":
        inner = _passing(kind.item)
        return lambda value: (
            value.pointer if type(value) is Prepared else ffi.new(kind, inner(value))
        )
    fields = {name: field.type for name, field in kind.fields}
    if [*fields] == ["at", "shape"]:
        return _passing_array(fields["at"].item, fields["shape"].length)
    each = {name: _passing(field) for name, field in fields.items()}

    def struct(value: Any) -> dict[str, Any]:
        given = value if isinstance(value, dict) else {name: getattr(value, name) for name in each}
        return {name: passed(given[name]) for name, passed in each.items()}

    return struct


def _same(value: Any) -> Any:
    return value


def _passing_array(kind: Any, axes: int) -> Callable[[Any], Any]:
    """The same of an array of items of a kind, with so many axes at most."""
    dtype, items, from_buffer = _dtype(kind), ffi.typeof(f"{kind.cname}[]"), ffi.from_buffer

    def array(value: Any) -> Any:
        if value.dtype != dtype or not value.flags.c_contiguous or value.ndim > axes:
            found = f"{value.dtype}, {value.shape}"
            raise TypeError(f"not an array of {dtype} as kernels take it: {found}")
        return from_buffer(items, value), value.shape

    return array
