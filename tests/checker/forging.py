"""Changes of the text of a certificate, as a forger would make them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

_SECTION = re.compile(r"(members|questions|patterns|symmetries|parts|states|strategy) \d+")


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """The text with some lines changed, each of which is there just once, or left out.

    Sections are counted again.
    """
    for old, new in pairs:
        assert text.count(f"\n{old}\n") == 1, old
        text = text.replace(f"\n{old}\n", f"\n{new}\n" if new else "\n")
    lines = text.splitlines()
    places = [place for place, line in enumerate(lines) if _SECTION.fullmatch(line)]
    for place, end in zip(places, [*places[1:], len(lines)], strict=True):
        lines[place] = f"{lines[place].split()[0]} {end - place - 1}"
    return "".join(f"{line}\n" for line in lines)


def mutants(text: str, count: int, *, first: str = "") -> Iterator[str]:
    """Texts of which one character, from the text *first* on, is changed, left out or added."""
    drawn, begin = random.Random(52), text.index(first)
    for _ in range(count):
        place = drawn.randrange(begin, len(text))
        new = drawn.choice(["", *"0123456789a*.|?:-/, \n"])
        yield text[:place] + new + text[place + drawn.randint(0, 1) :]
