"""How verdicts are sentence, from their template: the programs here read them in print by name.

So a sentence can be reworded in one place.  What it is said of, and the numbers in it, are checked.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

LISTED = {"set_aside": 0, **dict.fromkeys(("optimal", "sometimes", "same", "more_than", "more"), 1)}
"""The sentences of listings of one index, and how many things each is about."""
TEMPLATES = Path(__file__).parents[2] / "templates"


@cache
def _macros() -> object:
    marks = {"block": ("<%", "%>"), "variable": ("<<", ">>"), "comment": ("<#", "#>")}
    options: dict[str, Any] = {"trim_blocks": True}
    for kind, (start, end) in marks.items():
        options |= {f"{kind}_start_string": start, f"{kind}_end_string": end}
    text = (TEMPLATES / "verdicts.txt.jinja").read_text()
    return jinja2.Environment(**options).from_string(text).module


@cache
def sentence(name: str, *about: object) -> str:
    """The sentence that the template has under a name."""
    return str(getattr(_macros(), name)(*about))


@cache
def expression(name: str, *about: str) -> str:
    """An expression that reads the sentence, made of one for each thing that it is about."""
    signs = [f"\0{place}\0" for place in range(len(about))]
    found = re.escape(sentence(name, *signs))
    for sign, one in zip(signs, about, strict=True):
        assert found.count(re.escape(sign)) == 1, name
        found = found.replace(re.escape(sign), one)
    return found


def said(verdict: str) -> tuple[str, str]:
    """Which sentence a verdict in a listing is, and what that is about.

    Where several read it, as "best for 3" and "best for exactly 3", the one with the most words.
    """
    for name, words in _listed():
        if found := words.match(verdict):
            return name, "".join(found.groups())
    raise ValueError(f"no verdict: {verdict}")


@cache
def _listed() -> list[tuple[str, re.Pattern[str]]]:
    return [
        (name, re.compile(expression(name, *count * ["(.*?)"]) + r"(?:\.|$)"))
        for name, count in sorted(
            LISTED.items(), key=lambda one: -len(sentence(one[0], *one[1] * [""]))
        )
    ]
