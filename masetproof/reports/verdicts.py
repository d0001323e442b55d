"""Verdicts in words: what listings, pages and the command line say of a question.

All sentences are macros of ``verdicts.txt.jinja``, which is the one place to change them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from masetproof.proofs.verdicts import Kind, Verdict
from masetproof.reports import latex


def verdict_words(name: str, *about: object) -> str:
    """A sentence of the template, by the name of its macro."""
    return latex.part_of("verdicts.txt.jinja", name, *about)


def verdict_phrase(
    verdict: Verdict, label: Callable[[int], str], numbers: Callable[[Any], str] = str
) -> str:
    """The verdict on an equation, for every n.

    label, numbers: how an equation of the pattern, by its number, and a set of n are written.
    """
    kind: str = verdict.kind.value
    match verdict.kind:
        case Kind.OPTIMAL:
            kind = kind if verdict.optimal.is_everything else "sometimes"
            return verdict_words(kind, numbers(verdict.optimal))
        case Kind.SAME | Kind.MORE_THAN:
            assert verdict.other is not None
            return verdict_words(kind, label(verdict.other))
        case Kind.MORE:
            return verdict_words(kind, verdict.least)
        case Kind.NO_SOLUTION:
            return verdict_words(kind)
