"""Plays rules, such as minimax, against every secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import final

from masetproof.arguments import as_count, as_instance, as_member, as_seed
from masetproof.finite.firsts import Firsts, as_firsts
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import MEMORY
from masetproof.notebook import Shown
from masetproof.progress import Progress, as_progress, silent, under
from masetproof.strategies.by_rule import RuleStrategy, answers_of
from masetproof.strategies.rules import Rule, Ties, as_rules
from masetproof.trees.replay import Replay, replay
from masetproof.trees.tree import Node, StrategyTree, folded
from masetproof.words import Word


@final
@dataclass(frozen=True, slots=True)
class Evaluation(Replay, Shown):
    """The cost of a rule: the replay of *tree*, the strategy that follows it."""

    finite: FiniteGame
    rule: Rule
    ties: Ties
    seed: int
    tree: StrategyTree

    def __repr__(self) -> str:
        return (
            f"<Evaluation of {self.finite.title}: {self.rule}, total {self.total}, worst case "
            f"{self.worst}>"
        )

    def as_json(self) -> dict[str, object]:
        """The fields of JSON: those of the game, and those of `Cost.as_json`."""
        return self.finite.as_json() | Replay.as_json(self)

    @property
    def first_question(self) -> Word:
        """The first question of the rule."""
        return self.tree.root.question


def evaluate(
    finite: FiniteGame,
    rule: Rule | str,
    *,
    ties: Ties | str = Ties.FIRST,
    seed: int = 0,
    first: Word | str | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> Evaluation:
    """Play a rule against every secret.

    ties: which of several equal questions is asked.  seed: for what is drawn, 0 to 2^63 - 1; the
    same seed draws the same.  first: the first question, in place of that of the rule.  memory:
    bytes for the table of answers.  `Refused` when an argument makes no sense, or the game is too
    large.

    >>> knuth = evaluate(FiniteGame("mastermind", 4, 6), "minimax")
    >>> knuth.total, knuth.worst
    (5801, 5)
    """
    firsts = None if first is None else as_firsts(finite, [first])
    (evaluation,) = evaluate_rules(
        finite, [rule], ties=ties, seed=seed, firsts=firsts, memory=memory, progress=progress
    )
    return evaluation


def evaluate_rules(
    finite: FiniteGame,
    rules: Sequence[Rule | str],
    *,
    ties: Ties | str = Ties.FIRST,
    seed: int = 0,
    firsts: Firsts | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> Iterator[Evaluation]:
    """`evaluate` of several rules one after the other, with one table of answers.

    firsts: each rule begins with each of these questions.  Those that are the same by symmetry are
    played, too: among equal questions a rule chooses by the order of words.
    """
    as_instance(FiniteGame, finite, "the game")
    chosen = as_rules(rules)
    ties, seed = as_member(Ties, ties), as_seed(seed)
    memory = as_count(memory, "the memory", 1)
    progress = as_progress(progress)
    answers = answers_of(finite, memory, lambda: progress("table of answers", 0, 1))
    numbers = [None] if firsts is None else [*firsts.class_sizes]
    for rule, first in product(chosen, numbers):
        names = [rule.name] if len(chosen) > 1 else []
        names += [finite.text(finite.questions[first])] if first is not None else []
        show = under("; ".join(names), progress) if names else progress
        strategy = RuleStrategy(answers, rule, ties, seed, first)
        tree = StrategyTree(finite, folded(strategy.listed(show), Node))
        cost = replay(tree, show)
        more = finite, rule, ties, seed, tree
        yield Evaluation(cost.total, cost.worst, cost.histogram, *more, weights=cost.weights)
