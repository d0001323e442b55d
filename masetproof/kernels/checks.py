"""Lengths and ranges of what kernels are given, against what the headers say.

In: the headers, and the arguments of calls.  Out: nothing, or `AssertionError`, before C runs.

C does not know how long an array is, or whether its entries are places in another one: a mistake
reads or writes somewhere else.  With ``MASETPROOF_CHECK_KERNELS=1`` in the environment each call is
checked first, as in the tests; without it nobody imports this module.  What must hold stands in the
headers, behind the names, in the notation of `c/arrays.h`::

    void count_by_table(U8 answers /* [secrets, all] in 0..kinds - 1 */, ...

That is: answers is an array of two axes, as long as the arguments secrets and all (or, if no
argument has that name, the first array that has it gives it its number), and its entries are from 0
to kinds - 1.

Conditions on several arrays together stand in the words above a function, and are not checked.  The
arrays of a `Prepared` struct are checked only once: later only kernels write to them, or others to
arrays without a range.
"""

from __future__ import annotations

import ast
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, final

import numpy as np

from masetproof.files import read_bytes, text_of

_MOST_BYTES = 1 << 20
_COMMENT = r"/\*.*?\*/"
_STRUCT = re.compile(rf"typedef struct \{{((?:{_COMMENT}|[^}}])*)\}} (\w+);", re.S)
_FUNCTION = re.compile(rf"^\w+ (\w+)\(((?:{_COMMENT}|[^()])*)\);", re.S | re.M)
_NAMED = re.compile(r"(\w+)\s*(?:/\*\s*(.*?)\s*\*/\s*)?(?=[,;]|$)", re.S)
"""Matches an argument or a field, and the comment behind its name."""
_SAID = re.compile(r"(?:\[(?P<axes>.*?)\](?P<empty> or empty)?)? ?(?P<entries>(?:in|rising) .*)?")
_ENTRIES = re.compile(r"(in|rising) (.*?)(?: by (.*))?")

_WHOLE = (int, np.integer)
_LEAST, _MOST = np.minimum.reduce, np.maximum.reduce

Numbers = Mapping[str, int]
"""In one call the number that each name of the headers stands for."""
Expression = Callable[[Numbers], int]
"""Computes a number from these; `KeyError` where one of the names has no number."""
Limits = tuple[Expression | None, Expression | None]

_OPERATORS: Mapping[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}
_RELATIONS: Mapping[type[ast.AST], Callable[[int, int], bool]] = {
    ast.LtE: operator.le,
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
}


def _expression(node: ast.expr, constants: Numbers) -> Expression:
    match node:
        case ast.Constant(value=int(value)):
            return lambda _: value
        case ast.Name(id=name):
            known = constants.get(name)
            return operator.itemgetter(name) if known is None else lambda _: known
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            positive = _expression(operand, constants)
            return lambda numbers: -positive(numbers)
        case ast.BinOp(left=left, op=sign, right=right):
            one, other = _expression(left, constants), _expression(right, constants)
            combined = _OPERATORS[type(sign)]
            return lambda numbers: combined(one(numbers), other(numbers))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            so, then, otherwise = (_expression(one, constants) for one in (test, body, orelse))
            return lambda numbers: (then if so(numbers) else otherwise)(numbers)
    raise ValueError(f"a header says what cannot be read: {ast.unparse(node)}")


def _read(text: str, constants: Numbers) -> Expression:
    return _expression(ast.parse(text.strip(), mode="eval").body, constants)


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"[A-Za-z]\w*", text)))


def _limit(text: str, constants: Numbers) -> Expression | None:
    return _read(text, constants) if text.strip() else None


@final
class Axis:
    """One length of an array in a header: `n`, `n + 1`, `2 * n` or `n <= most`.

    name: the one that the length gives a number, n in all but the third, which gives none.
    """

    def __init__(self, text: str, constants: Numbers) -> None:
        name, self.more = "", 0
        self._holds: Callable[[int, int], bool] = operator.eq
        self.text, self.names = text, _names(text)
        limit = ast.parse(text.strip(), mode="eval").body
        match limit:
            case ast.Compare(left=ast.Name(id=name), ops=[relation], comparators=[limit]):
                self._holds = _RELATIONS[type(relation)]
            case ast.BinOp(ast.Name(id=name), ast.Add(), ast.Constant(value=int(more))):
                self.more = more
            case ast.Name(id=name):
                pass
        self.name = "" if name in constants else name
        self.limit = _expression(limit, constants)

    def named(self, length: int) -> int:
        """The number of the name if the axis has this length; 4 for `n + 1` if it is 5."""
        return length - self.more

    def holds(self, length: int, numbers: Numbers) -> bool:
        """Whether the header allows this length."""
        return self._holds(length, self.limit(numbers))

    def wrong(self, _: Any, numbers: Numbers) -> str | None:
        """A sentence if the number of the name is not allowed; otherwise None."""
        number = numbers[self.name]
        return None if self.holds(number, numbers) else f"has {self.name} = {number}"


@final
class Entries:
    """The range of entries in a header: `in 0..n - 1`, or `rising 0..n`, where none is less than
    the one before."""

    def __init__(self, text: str, constants: Numbers) -> None:
        read = _ENTRIES.fullmatch(text)
        if read is None:
            raise ValueError(f"a header says what cannot be read: {text}")
        kind, limits, step = read.groups()
        self._rise = kind == "rising"
        self._step = _limit(step or "", constants)
        intervals = [interval.split("..") for interval in limits.split(",")]
        self.limits = [(_limit(low, constants), _limit(high, constants)) for low, high in intervals]
        self._from_zero = [low for low, _ in intervals] == ["0"]

    def wrong(self, values: Any, numbers: Numbers) -> int | None:
        """An entry that does not fit; None if all do."""
        for place, limits in enumerate(self.limits):
            own = values if len(self.limits) == 1 else values[..., place]
            # Small arrays are many, and this is most of the time that they take.
            least = 0 if self._from_zero and own.dtype.kind == "u" else int(_LEAST(own, None))
            most = int(_MOST(own, None)) if limits[1] else least
            outside = _outside(least, most, limits, numbers)
            if outside is not None:
                return outside
        if self._rise and len(values) > 1:
            steps = np.diff(values)
            unfit = (steps < 0) | (steps > self._step(numbers)) if self._step else steps < 0
            if unfit.any():
                return int(values[unfit.argmax() + 1])
        return None


def _outside(least: int, most: int, limits: Limits, numbers: Numbers) -> int | None:
    low, high = limits
    if low and least < low(numbers):
        return least
    return most if high and most > high(numbers) else None


@final
class HeaderEntry:
    """The comment of a header behind one name: lengths and entries of an array, or a number."""

    def __init__(self, text: str, constants: Numbers) -> None:
        said = _SAID.fullmatch(text)
        if said is None:
            raise ValueError(f"a header says what cannot be read: {text}")
        self.text, self.names, self._may_be_empty = text, _names(text), bool(said["empty"])
        axes, entries = said["axes"], said["entries"]
        self.axes = [Axis(one, constants) for one in axes.split(",")] if axes else []
        self.entries = Entries(entries, constants) if entries else None

    def named(self, array: Any) -> Iterator[tuple[str, int]]:
        """The names that get a number from the lengths of an array, each with its number."""
        if array.ndim == len(self.axes) and not (self._may_be_empty and not array.size):
            for axis, length in zip(self.axes, array.shape, strict=True):
                if axis.name:
                    yield axis.name, axis.named(length)

    def wrong(self, value: Any, numbers: Numbers) -> str | None:
        """A sentence if the value does not fit; `KeyError` if a name has no number yet."""
        if type(value) is int:  # a number has entries, or nothing is said of it
            outside = (
                _outside(value, value, self.entries.limits[0], numbers) if self.entries else None
            )
            return None if outside is None else f"has {outside}"
        if self._may_be_empty and not value.size:
            return None
        if self.axes and value.ndim != len(self.axes):
            return f"has {value.ndim} axes"
        for axis, length in zip(self.axes, value.shape, strict=False):
            if not axis.holds(length, numbers):
                return f"has the shape {[*value.shape]}"
        outside = self.entries.wrong(value, numbers) if self.entries and value.size else None
        return None if outside is None else f"has {outside}"


class Member(NamedTuple):
    """An argument, or a field of a struct, whose members are its own fields.

    asked: further conditions on a struct, in the comment of this kernel: the path of a field with a
    comment for it, or no path and a condition on a number.  apart: the names in this struct are not
    those of the other arguments, since the kernel has two structs of one kind.
    """

    name: str
    kind: str
    said: HeaderEntry | None = None
    members: tuple[Member, ...] = ()
    asked: tuple[tuple[str, HeaderEntry | Axis], ...] = ()
    apart: bool = False
    is_number: bool = False


class Headers:
    """The headers of all kernels; constants: the numbers that they define."""

    def __init__(self, folder: Path, constants: Numbers) -> None:
        paths = sorted(folder.glob("*.h"))
        text = "\n".join(text_of(read_bytes(path, _MOST_BYTES)) for path in paths)
        self._fields = {name: fields for fields, name in _STRUCT.findall(text)}
        self._arguments = dict(_FUNCTION.findall(text))
        self._constants = constants

    def kernel(self, name: str, kinds: Iterable[Any]) -> tuple[Member, ...]:
        """The arguments of a kernel with their comments; kinds: their types, as cffi has them."""
        members = self._members(self._arguments[name], kinds)
        counts = Counter(member.kind for member in members if member.members)
        return tuple(one._replace(apart=counts[one.kind] > 1) for one in members)

    def _members(self, text: str, kinds: Iterable[Any]) -> tuple[Member, ...]:
        named = [(name, " ".join(comment.split())) for name, comment in _NAMED.findall(text)]
        return tuple(
            self._member(name, comment.partition(": ")[0], kind)
            for (name, comment), kind in zip(named, kinds, strict=False)  # "void" is no name
        )

    def _member(self, name: str, comment: str, kind: Any) -> Member:
        kind = kind.item if kind.kind == "pointer" else kind
        if kind.kind != "struct" or [field for field, _ in kind.fields] == ["at", "shape"]:
            said = HeaderEntry(comment, self._constants) if comment else None
            return Member(name, kind.kind, said, is_number=kind.kind == "primitive")
        members = self._members(self._fields[kind.cname], [field.type for _, field in kind.fields])
        asked = tuple(map(self._asked, comment.split("; "))) if comment else ()
        return Member(name, kind.cname, None, members, asked)

    def _asked(self, text: str) -> tuple[str, HeaderEntry | Axis]:
        field, _, rest = text.partition(" ")
        if rest.startswith(("in ", "rising ")):
            return field, HeaderEntry(rest, self._constants)
        return "", Axis(text, self._constants)


class _Doubt(NamedTuple):
    """A comment and the value it is about, which could not be compared before names had numbers.

    known: for a `Prepared`, the comparisons that were made before, with the numbers of their names.
    """

    place: str
    said: HeaderEntry | Axis
    value: Any
    known: set[tuple[Any, ...]] | None = None

    def decided(self, numbers: Numbers, where: str) -> bool:
        """Compare them; False if a name has no number, `AssertionError` if the value is wrong."""
        key: tuple[Any, ...] = ()
        if self.known is not None:
            key = (self.place, self.said, *map(numbers.get, self.said.names))
            if key in self.known:
                return True
        try:
            wrong = self.said.wrong(self.value, numbers)
        except KeyError:
            return False
        if wrong is not None:
            found = [f"{name} = {numbers[name]}" for name in self.said.names if name in numbers]
            numbers_there = f" ({', '.join(found)})" if found else ""
            raise AssertionError(
                f"{where}{self.place} {wrong}, not {self.said.text}{numbers_there}"
            )
        if self.known is not None:
            self.known.add(key)
        return True


class _Seen(NamedTuple):
    """The result for a struct, or for all arguments.

    numbers: of the names.  open: what cannot be decided with them.  known: as in `_Doubt`.
    """

    numbers: dict[str, int]
    open: list[_Doubt]
    known: set[tuple[Any, ...]]


@final
class Check:
    """Checks the arguments of calls of one kernel."""

    def __init__(self, name: str, members: tuple[Member, ...]) -> None:
        self._name, self.members = name, members

    def __call__(self, arguments: Iterable[Any]) -> list[str]:
        """Check the arguments of a call; `AssertionError` when one is not as the header says.

        Returns the places that could not be checked, as they depend on an array that is empty.
        """
        return [one.place for one in _see(self.members, arguments, f"{self._name}: ").open]


def _see(members: tuple[Member, ...], values: Iterable[Any], where: str) -> _Seen:
    pairs = [*zip(members, values, strict=True)]
    numbers: dict[str, int] = {}
    doubts: list[_Doubt] = []
    for member, value in pairs:
        if member.is_number and isinstance(value, _WHOLE):
            numbers[member.name] = int(value)
            if member.said:
                doubts.append(_Doubt(member.name, member.said, int(value)))
    for member, value in pairs:
        if member.members:
            doubts += _inside(member, value, numbers, where)
        elif member.said and not member.is_number:
            for name, number in member.said.named(value):
                numbers.setdefault(name, number)
            doubts.append(_Doubt(member.name, member.said, value))
    return _Seen(numbers, [one for one in doubts if not one.decided(numbers, where)], set())


def _inside(member: Member, value: Any, numbers: dict[str, int], where: str) -> list[_Doubt]:
    """The doubts about a struct; the numbers of its names are added to *numbers*."""
    prepared = hasattr(value, "seen")
    seen: _Seen | None = value.seen if prepared else None
    struct = value.value if prepared else value
    if seen is None:
        fields = [_field(struct, one.name) for one in member.members]
        seen = _see(member.members, fields, f"{where}{member.name}.")
        if prepared:
            value.seen = seen
    if member.apart:
        return []
    for name, number in seen.numbers.items():
        if numbers.get(name, number) != number:
            what = f"{member.name} has {name} = {number}, elsewhere it is {numbers[name]}"
            raise AssertionError(where + what)
    numbers.update(seen.numbers)
    known = seen.known if prepared else None
    doubts = [one._replace(place=f"{member.name}.{one.place}", known=known) for one in seen.open]
    for path, said in member.asked:
        place = f"{member.name}.{path}".rstrip(".")
        doubts.append(_Doubt(place, said, _field(struct, path), known if path else None))
    return doubts


def _field(struct: Any, path: str) -> Any:
    for name in path.split(".") if path else []:
        struct = struct[name] if isinstance(struct, dict) else getattr(struct, name)
    return struct
