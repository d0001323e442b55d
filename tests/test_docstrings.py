"""The examples in docstrings are run."""

from __future__ import annotations

import doctest

import masetproof
from masetproof.games.pegs import MASTERMIND
from masetproof.patterns import pattern
from masetproof.proofs import values


def test_examples_in_docstrings() -> None:
    for module in (masetproof, pattern, values):
        result = doctest.testmod(module, extraglobs={"MASTERMIND": MASTERMIND})
        assert result.attempted > 0
        assert result.failed == 0
