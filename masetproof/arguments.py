"""What callers pass: every public function takes a value or its text, and refuses all else.

Whatever a caller passes goes through one of these functions first; what they refuse, they refuse
with one sentence (`Refused`).
"""

from __future__ import annotations

import math
import operator
import re
import reprlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum
from functools import wraps
from numbers import Real
from typing import Any, ParamSpec, Self, TypeVar

_LONGEST_NAME = 40
_LIKENESS = 0.7
"""From 0 to 1, how like a name a wrong one must be; chess is too far from check."""

_Kind = TypeVar("_Kind")
_Choice = TypeVar("_Choice", bound="Choice")
_Arguments = ParamSpec("_Arguments")


class Refused(ValueError):
    """Input that cannot be treated; the message is one sentence that says what is accepted."""


def shown(value: object) -> str:
    """A value in a message: its repr on one line, shortened, whatever the value is."""
    try:
        text = reprlib.repr(value)
    except Exception:  # a repr is not ours, and that of an integer of 5,000 digits is refused
        text = f"a value of the type {type(value).__name__}"
    return " ".join(text.split())


def printable(text: str) -> str:
    """Somebody else's text on one line, so that a terminal shows it and does nothing else.

    Control characters, those that turn the direction of writing, and bytes of a file's name that
    are no text are written as Python writes them in a string.
    """
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def did_you_mean(value: object, names: Iterable[str], ours: str = "{}") -> str:
    """The end of a complaint where one of the names is nearly the value; otherwise empty.

    ours: what the person may say, with the name in the braces.

    >>> did_you_mean("Mastermnd", ["ab", "mastermind"])
    '; did you mean mastermind?'
    """
    if not isinstance(value, str) or len(value) > _LONGEST_NAME:
        return ""
    from difflib import get_close_matches

    small = {name.lower(): name for name in names}
    found = get_close_matches(value.lower(), small, 1, _LIKENESS)
    return f"; did you mean {ours.format(small[found[0]])}?" if found else ""


def counted(number: int, noun: str) -> str:
    """A number of things: ``1 peg``, ``1,296 secrets``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def as_instance(kind: type[_Kind], value: object, what: str) -> _Kind:
    """*value* if it is a *kind*; `Refused` otherwise.  what: names it in the message."""
    if not isinstance(value, kind):
        raise Refused(f"{what} must be a {kind.__name__}, not {shown(value)}")
    return value


def as_flag(value: object, what: str) -> bool:
    """*value* if it is True or False; `Refused` otherwise, since ``"no"`` is true in Python."""
    if not isinstance(value, bool):
        raise Refused(f"{what} must be True or False, not {shown(value)}")
    return value


def as_count(value: object, what: str, least: int | None = 0, most: int | None = None) -> int:
    """A whole number from *least* to *most*, None being no bound; `Refused` for 2.0, True, "2"."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise Refused(f"{what} must be a whole number, not {shown(value)}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        accepted = f"at least {least}" if most is None else f"{least} to {most:,}"
        raise Refused(f"{what} must be {accepted}, not {shown(number)}")
    return number


def as_seconds(value: object, what: str) -> float:
    """A finite number of seconds, 0 or more; `Refused` when it is none."""
    number = math.nan
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            number = float(value)
    if not 0 <= number < math.inf:
        raise Refused(f"{what} must be 0 seconds or more, not {shown(value)}")
    return number


def as_seed(value: object) -> int:
    """A seed, 0 to 2^63 - 1; `Refused` when it is none."""
    return as_count(value, "the seed", 0, (1 << 63) - 1)


class Choice(StrEnum):
    """An enumeration whose members are made from their texts; `Refused` lists the texts there are.

    A member is its text, so a member of another `Choice` with the same text serves as well.
    """

    @classmethod
    def _what(cls) -> str:
        """What is chosen, as the subject of a sentence, such as "the objective"."""
        return f"the {cls.__name__.lower()}"

    @classmethod
    def _missing_(cls, value: object) -> Self:
        texts = [member.value for member in cls]
        names, meant = ", ".join(texts), did_you_mean(value, texts)
        raise Refused(f"{cls._what()} is one of {names}, not {shown(value)}{meant}")


def as_member(kind: type[_Choice], value: object) -> _Choice:
    """The member of *kind* that *value* is or that has this text; `Refused` otherwise."""
    # Only texts: comparing with the members could run the code of a stranger.
    return kind(value) if isinstance(value, str) else kind._missing_(value)


def one_spelling(colours: object, colors: _Kind) -> _Kind:
    """The argument ``colors``; `Refused` when it is given as ``colours``, too."""
    return _once("colours", colours, "colors", colors)


def _once(name: str, value: object, other: str, given: _Kind) -> _Kind:
    if value is not None:
        raise Refused(f"{name} and {other} are the same argument; give one of them")
    return given


def either_name(
    name: str, other: str
) -> Callable[[Callable[_Arguments, _Kind]], Callable[_Arguments, _Kind]]:
    """A decorator: the function or class has *other* as a name of its argument *name*, too."""

    def wrapped(called: Callable[..., object]) -> Callable[..., Any]:
        @wraps(called)
        def call(*arguments: object, **named: object) -> object:
            if other in named:
                named[name] = _once(name, named.get(name), other, named.pop(other))
            return called(*arguments, **named)

        return call

    def named_twice(function: Callable[_Arguments, _Kind]) -> Callable[_Arguments, _Kind]:
        if isinstance(function, type):
            function.__init__ = wrapped(function.__init__)  # type: ignore[misc]
            return function
        return wrapped(function)

    return named_twice


def either_spelling(function: Callable[_Arguments, _Kind]) -> Callable[_Arguments, _Kind]:
    """The function or class with ``colors=`` for its argument ``colours=``, too."""
    return either_name("colours", "colors")(function)


def parse_whole(text: str) -> int:
    """The whole number written as *text*, in ASCII digits with at most a sign before them.

    `Refused` for all else that ``int`` takes: blanks, underscores, the digits of other scripts.
    """
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", as_instance(str, text, "a number in a text")):
        raise Refused(f"{shown(text)} is not a whole number of at most 18 digits")
    return int(text)


def parse_number(text: str) -> float:
    """The decimal number written as *text*, in ASCII digits; `Refused` for nan, inf and ``1_0``."""
    digits = r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,2})?"
    if not re.fullmatch(digits, as_instance(str, text, "a number in a text")):
        raise Refused(f"{shown(text)} is not a number")
    return float(text)
