"""Formulas as MathML, which browsers draw by themselves and screen readers speak.

They are written in LaTeX, as listings are, and translated.  latex2mathml takes a fifth of a
millisecond for a formula.  SymPy's printer of MathML takes twice as long, and SymPy needs longer to
load than most pages need to be made.
"""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

__all__ = ["display", "inline"]

_LAYOUT = re.compile(r"\\displaystyle |(?<=\\\\)\[[^]]*\]")
"""What a table of MathML says by an attribute: large fractions, and room between rows."""


def display(formula: str) -> str:
    """A formula of LaTeX on a line of its own."""
    return _translated(formula, display="block")


def inline(formula: str, *, large: bool = False) -> str:
    """A formula of LaTeX in a sentence; *large*: with fractions as high as on a line of its own."""
    return _translated(formula, **({"displaystyle": "true"} if large else {}))


def _translated(formula: str, **attributes: str) -> str:
    from latex2mathml.converter import convert_to_element

    math = convert_to_element(_LAYOUT.sub("", formula))
    math.attrib = attributes
    for table in math.iter("mtable"):
        table.set("displaystyle", "true")
    # Symbols are references within text there.
    return unescape(unescape(ElementTree.tostring(math, encoding="unicode")))
