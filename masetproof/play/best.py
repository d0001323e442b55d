"""How the best strategy would have found a secret, for the end of a game.

The best strategy is that of a theorem or of the search.  Where neither is to be had in the time, it
is the best one known here: what the search found until then, or the method for large boards.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import NamedTuple, final

from masetproof.arguments import Refused, as_count, as_instance, as_seconds, counted
from masetproof.finite.setting import FiniteGame, Step
from masetproof.finite.table import MEMORY, table_bytes
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Objective
from masetproof.play.hints import searched
from masetproof.play.named import strategy_named
from masetproof.progress import Progress, as_progress, silent
from masetproof.proofs.known import known
from masetproof.strategies.rules import USUAL
from masetproof.strategies.strategy import Strategy
from masetproof.trees.replay import replay
from masetproof.trees.tree import StrategyTree
from masetproof.words import Word

_THINK = 3.0
"""Seconds for the search unless the caller says otherwise."""
_MOST_ASKED = 1000
"""The most questions of a path."""
_MOST_TOLD = 12
"""The most questions that a sentence names."""


@final
class BestPath(NamedTuple):
    """The way of a strategy to a secret.

    asked: its questions with the numbers of their answers, the last of which wins.  total: the
    questions of the strategy over all *secrets*, None where that is not known.  is_optimal: no
    strategy has a smaller total.  how: what says so, or what the strategy is.  mean: in a game with
    weights the expected number of its questions.
    """

    finite: FiniteGame
    asked: tuple[Step, ...]
    total: int | None
    is_optimal: bool
    how: str
    mean: Fraction | None = None

    @property
    def average(self) -> Fraction | None:
        """The questions of the strategy for each secret, by weights if there are any."""
        if self.mean is not None or self.total is None:
            return self.mean
        return Fraction(self.total, self.finite.secret_count)

    @property
    def name(self) -> str:
        return "the best strategy" if self.is_optimal else "the best strategy known here"

    def sentence(self, taken: int) -> str:
        """A sentence for somebody who found the secret with that many questions."""
        mean = ""
        if self.average is not None:
            mean = f" takes {float(self.average):.2f} on average ({self.how}), and"
        words = [self.finite.text(question) for question, _ in self.asked]
        if len(words) > _MOST_TOLD:
            words[_MOST_TOLD - 2 : -1] = ["..."]
        return (
            f"You took {taken}; {self.name}{mean} would have asked {', '.join(words)}: "
            f"{counted(len(self.asked), 'question')}."
        )


def best_path(
    finite: FiniteGame,
    secret: Word | str,
    *,
    think: float = _THINK,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> BestPath:
    """How the best strategy from the first question on finds a secret.

    finite: a game, or a state of play in it, which makes no difference.  think: seconds for the
    search.  memory: bytes for its tables.  `Refused` when an argument makes no sense, no strategy
    plays the game, or its way is very long.

    >>> best_path(FiniteGame("mastermind", 2, 6), "35").average
    Fraction(11, 3)
    """
    whole = as_instance(FiniteGame, finite, "the finite game").whole
    think, memory = as_seconds(think, "the time to think"), as_count(memory, "the memory", 1)
    hidden, progress = whole.as_secret(secret), as_progress(progress)
    strategy, total, is_optimal, how = _best(whole, think, memory, progress)
    asked = tuple(islice(strategy.path(hidden), _MOST_ASKED))
    if asked[-1][1] != whole.winning:
        raise Refused(f"{whole.title}: the best strategy takes more than {_MOST_ASKED:,} questions")
    mean = None
    if whole.game.weights is not None and isinstance(strategy, StrategyTree):
        mean = replay(strategy).expected
    return BestPath(whole, asked, total, is_optimal, how, mean)


def _best(
    finite: FiniteGame, think: float, memory: int, progress: Progress
) -> tuple[Strategy, int | None, bool, str]:
    """The best strategy to be had in the time, its total, and two fields as in `BestPath`.

    They are is_optimal and how.
    """
    about = known(finite)
    book, ready = about.book, about.book_strategy
    if book is not None and ready is not None:
        return ready, book.value(finite.colours), True, "the theorem"
    if about.is_quick:
        strategy, values = about.optimum(progress)
        return strategy, values[Objective.EXPECTED], True, "the theorem"
    if finite.is_listable and table_bytes(finite) <= memory:
        found = searched(finite, think, memory, progress)
        if found is not None:
            how = "exhaustive search" if found.optimal else f"the search, in {think:g} seconds"
            return found.tree, found.total, found.optimal, how
        rule = strategy_named(USUAL, finite, memory=memory, progress=progress)
        return rule, None, False, f"the rule {USUAL}"
    if not isinstance(finite.game, AlikeGame):
        finite.check_listable()
        raise Refused(f"{finite.title} has too many words for a table of its answers")
    return strategy_named("sample", finite), None, False, "the method for large boards"
