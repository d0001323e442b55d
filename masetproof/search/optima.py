"""Finished optima, kept in the cache directory, so that asking again takes no search.

A file holds the strategy with its claims, in the format of strategy trees, under a line with what
else was found and a checksum.  The strategy is replayed before it is believed.  That no strategy is
better is believed, as the cache directory is trusted like the code.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal
from masetproof.search.checkpoint import cache_file, keep_text, kept_text
from masetproof.search.optimum import Optimum
from masetproof.trees.claims import Claimed, check_claims
from masetproof.trees.files import parse_tree, tree_lines
from masetproof.trees.replay import replay

__all__ = ["claims_of", "keep_optimum", "kept_optimum"]

_MOST_BYTES = 1 << 28


def claims_of(optimum: Optimum, max_questions: int | None) -> Claimed:
    """What a file with the strategy of an optimum claims."""
    return Claimed(
        goal=optimum.goal,
        total=optimum.total,
        worst=optimum.worst,
        histogram=optimum.histogram,
        optimal=optimum.optimal,
        lower_bound=optimum.lower_bound,
        max_questions=max_questions,
    )


def keep_optimum(optimum: Optimum, max_questions: int | None) -> None:
    """Keep a finished optimum, if there is a cache that can be written."""
    path = _path(optimum.finite, optimum.goal, max_questions)
    if path is None or not optimum.optimal:
        return
    found = {
        "total_bound": optimum.total_bound,
        "worst_bound": optimum.worst_bound,
        "fewest_bound": optimum.fewest_bound,
        "nodes": optimum.nodes,
        "seconds": optimum.seconds,
    }
    lines = tree_lines(optimum.tree, claims_of(optimum, max_questions))
    keep_text(path, "\n".join([json.dumps(found), *lines]))


def kept_optimum(finite: FiniteGame, goal: Goal, max_questions: int | None) -> Optimum | None:
    """The optimum that an earlier run found, or None when none is kept that is in order."""
    path = _path(finite, goal, max_questions)
    # Damage shows in many ways; whatever it is, the search is done.
    with contextlib.suppress(OSError, ValueError, ArithmeticError, KeyError, TypeError):
        return None if path is None else _read(path, finite, goal, max_questions)
    return None


def _read(path: Path, finite: FiniteGame, goal: Goal, max_questions: int | None) -> Optimum | None:
    head, _, lines = kept_text(path, _MOST_BYTES).partition("\n")
    stored, found = parse_tree(lines.encode()), json.loads(head)
    played = replay(stored.tree)
    check_claims(stored.claims, played)
    optimum = Optimum(
        finite=finite,
        goal=goal,
        tree=stored.tree,
        total=played.total,
        worst=played.worst,
        histogram=played.histogram,
        total_bound=found["total_bound"],
        worst_bound=found["worst_bound"],
        fewest_bound=found["fewest_bound"],
        optimal=True,
        nodes=found["nodes"],
        seconds=found["seconds"],
        kept=True,
    )
    in_order = stored.tree.finite == finite and stored.claims == claims_of(optimum, max_questions)
    return optimum if in_order and optimum.value == optimum.lower_bound else None


def _path(finite: FiniteGame, goal: Goal, max_questions: int | None) -> Path | None:
    limit = "" if max_questions is None else f"-{max_questions}"
    return cache_file(finite, f"optimum-{goal.value}{limit}", ".txt")
