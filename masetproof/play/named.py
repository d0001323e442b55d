"""Which strategy a name means: a rule, the search, a theorem, a method for large boards, a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from masetproof.arguments import Refused, did_you_mean
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import MEMORY
from masetproof.progress import Progress, silent
from masetproof.strategies.rules import ALIASES, RULES, Rule, Ties, as_rule
from masetproof.strategies.strategy import FunctionStrategy, Strategy
from masetproof.trees.tree import StrategyTree

OPTIMAL, THEOREM = "optimal", "theorem"


def needs_all_words(name: str) -> bool:
    """Whether a strategy is for games whose words can all be listed: a rule, or the search."""
    return name in (OPTIMAL, *RULES, *ALIASES)


def strategy_named(
    name: Rule | str,
    finite: FiniteGame,
    *,
    ties: Ties = Ties.FIRST,
    seed: int = 0,
    think: float | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> Strategy:
    """The strategy of a game that has a name; `Refused` when there is none of that name.

    A name is tried as that of a rule, which uses *ties* and *seed*; as ``optimal``, what the search
    finds, with *think* the best question that it finds in as many seconds, each time anew; as
    ``theorem``, an optimal strategy that is known without a search (`proofs.known`); as a method
    for large boards (`large.Method`), which uses *seed*; and at last as the file of a tree, which
    must be of this game.

    >>> strategy_named("minimax", FiniteGame("mastermind", 4, 6)).next_question()
    (0, 0, 1, 1)
    """
    if name == OPTIMAL:
        return _by_search(finite, think, memory, progress)
    if isinstance(name, Rule) or name in (*RULES, *ALIASES):
        return _by_rule(finite, as_rule(name), ties, seed, memory, progress)
    if name == THEOREM:
        from masetproof.proofs.known import known

        return known(finite).strategy(progress)
    from masetproof.large.breaker import Method

    if name in list(Method):
        from masetproof.large.strategy import CodebreakerStrategy

        return CodebreakerStrategy(finite, Method(name), seed)
    if Path(name).exists():
        return _by_file(name, finite, progress)
    raise _unknown(name)


def _by_rule(
    finite: FiniteGame, rule: Rule, ties: Ties, seed: int, memory: int, progress: Progress
) -> Strategy:
    from masetproof.strategies.by_rule import RuleStrategy, answers_of

    answers = answers_of(finite, memory, lambda: progress("table of answers", 0, 1))
    return RuleStrategy(answers, rule, ties, seed)


def _by_search(
    finite: FiniteGame, think: float | None, memory: int, progress: Progress
) -> Strategy:
    from masetproof.search.optimize import optimize

    search = partial(optimize, memory=memory, progress=progress)
    if think is None:
        return search(finite).tree
    return FunctionStrategy(
        finite, lambda state: search(state, time_limit=think).tree.root.question
    )


def _by_file(path: str, finite: FiniteGame, progress: Progress) -> StrategyTree:
    """The strategy of a file; `Refused` when it is of another game."""
    tree = tree_of_file(path, progress)
    if tree.finite != finite:
        raise Refused(f"{path} is a strategy of {tree.finite.title}, not of {finite.title}")
    return tree


def _unknown(name: str) -> Refused:
    from masetproof.large.breaker import Method

    names = [*RULES, OPTIMAL, THEOREM, *Method]
    meant = did_you_mean(name, [*names, *ALIASES])
    return Refused(
        f"the strategy is one of {', '.join(names)} or the file of a tree, not {name!r}{meant}"
    )


def tree_of_file(path: str, progress: Progress = silent) -> StrategyTree:
    """The strategy of a file; `Refused` when it is none, or not what the file claims."""
    from masetproof.trees.claims import check_claims
    from masetproof.trees.files import load_tree
    from masetproof.trees.replay import Refuted, replay

    try:
        tree, claims = load_tree(path)
        check_claims(claims, replay(tree, progress))
    except Refuted as refuted:
        raise Refused(f"{path}: {refuted}") from None
    return tree
