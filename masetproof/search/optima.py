"""Finished optima, kept in the cache directory, so that asking again takes no search.

A file holds the strategy with its claims, in the format of strategy trees, under a line with what
else was found and a checksum.  The strategy is replayed before it is believed.  That no strategy is
better is believed, as the cache directory is trusted like the code.
"""

from __future__ import annotations

import json

from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal
from masetproof.search.checkpoint import keep, kept
from masetproof.search.optimum import Optimum
from masetproof.trees.claims import Claimed, check_claims
from masetproof.trees.files import parse_tree, tree_lines
from masetproof.trees.replay import replay

__all__ = ["claims_of", "keep_optimum", "kept_optimum"]

_FACTS = ("total_bound", "worst_bound", "fewest_bound", "nodes", "seconds")
"""What is kept of an optimum beside its strategy."""


def claims_of(optimum: Optimum, max_questions: int | None) -> Claimed:
    """What a file with the strategy of an optimum claims."""
    return Claimed.of(
        optimum,
        goal=optimum.goal,
        optimal=optimum.optimal,
        lower_bound=optimum.lower_bound,
        max_questions=max_questions,
    )


def keep_optimum(optimum: Optimum, max_questions: int | None) -> None:
    """Keep a finished optimum, if there is a cache that can be written."""
    if optimum.optimal:
        facts = {name: getattr(optimum, name) for name in _FACTS}
        lines = tree_lines(optimum.tree, claims_of(optimum, max_questions))
        kind = _kind(optimum.goal, max_questions)
        keep(optimum.finite, kind, "\n".join([json.dumps(facts), *lines]))


def kept_optimum(finite: FiniteGame, goal: Goal, max_questions: int | None) -> Optimum | None:
    """The optimum that an earlier run found, or None when none is kept that is in order."""

    def read(text: str) -> Optimum | None:
        head, _, lines = text.partition("\n")
        stored, facts = parse_tree(lines.encode()), json.loads(head)
        played = replay(stored.tree)
        check_claims(stored.claims, played)
        optimum = Optimum(
            finite=finite,
            goal=goal,
            tree=stored.tree,
            total=played.total,
            worst=played.worst,
            histogram=played.histogram,
            optimal=True,
            kept=True,
            **{name: facts[name] for name in _FACTS},
        )
        claimed = claims_of(optimum, max_questions)
        in_order = stored.tree.finite == finite and stored.claims == claimed
        return optimum if in_order and optimum.value == optimum.lower_bound else None

    return kept(finite, _kind(goal, max_questions), read)


def _kind(goal: Goal, max_questions: int | None) -> str:
    return f"optimum-{goal.value}" + ("" if max_questions is None else f"-{max_questions}")
