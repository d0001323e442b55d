"""Replay: a strategy is played against every secret.

The secrets that are still possible are split from question to question, so that each secret meets
each question once.  Only a replay shows whether something is a strategy at all, and finds its
total, worst case and histogram.  It plays trees and any other `Strategy`; `tree_of` makes a tree of
the latter.

The depth of a strategy can be found with less play, if every question splits the secrets or wins:
of s secrets left after d questions none needs more than d + s.  States of play are visited in the
order of that bound, and most are never visited.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, final

from masetproof.arguments import Refused, as_count, counted
from masetproof.finite.hard import Required
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Objective
from masetproof.progress import Progress, as_progress, silent
from masetproof.strategies.strategy import Position, Strategy
from masetproof.trees.tree import HasTree, Node, StrategyTree, checked_strategy, folded, place_text
from masetproof.words import Word

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEW = 32
"""Up to this many secrets are answered one by one, more of them at once."""


class Refuted(ValueError):
    """The tree is no strategy, or a claim about it is wrong; one sentence with the place."""


class Cost:
    """The costs of a strategy: total, worst case, histogram, and numbers that follow from them.

    weights: where secrets have weights, the weight of those found with 1, 2, ... questions.
    """

    __slots__ = ()

    total: int
    worst: int
    histogram: tuple[int, ...]
    weights: tuple[Fraction, ...] | None

    @property
    def secrets(self) -> int:
        """The number of secrets, the sum of `histogram`."""
        return sum(self.histogram)

    @property
    def expected(self) -> Fraction:
        """The expected number of questions: the mean of all secrets, by their weights."""
        if self.weights is None:
            return Fraction(self.total, self.secrets)
        return self.weighted_total / self.weight

    @property
    def weight(self) -> Fraction:
        """The weight of all secrets, which is their number where they are equally likely."""
        return Fraction(self.secrets if self.weights is None else sum(self.weights))

    @property
    def weighted_total(self) -> Fraction:
        """The questions of all secrets, each times its weight; without weights the total."""
        if self.weights is None:
            return Fraction(self.total)
        return sum((number * one for number, one in enumerate(self.weights, 1)), Fraction(0))

    def found(self, questions: int) -> Fraction:
        """The weight of the secrets that are found with at most so many questions."""
        weights = self.histogram if self.weights is None else self.weights
        return Fraction(sum(weights[:questions]))

    def expected_text(self) -> str:
        """The expected number of questions as a fraction and, rounded, as a decimal number."""
        if self.expected.denominator == 1:
            return str(self.expected)
        return f"{self.expected} = {float(self.expected):.6f}"

    def as_json(self) -> dict[str, object]:
        """The fields of JSON: ``total``, ``expected`` as a fraction, ``worst``, ``histogram``."""
        weight = {} if self.weights is None else {"weight": str(self.weight)}
        return {
            "total": self.total,
            **weight,
            "expected": str(self.expected),
            "worst": self.worst,
            "histogram": list(self.histogram),
        }

    def measured(self, objective: Objective) -> int:
        """The total or the worst case, whichever the objective is about."""
        return self.total if objective is Objective.EXPECTED else self.worst


@dataclass(frozen=True, slots=True)
class Replay(Cost):
    """The cost of a strategy, found by replay.

    total: questions asked, summed over all secrets; the winning one counts.  worst: the most for
    one secret.  histogram[i]: how many secrets are found with i + 1 questions.  weights: as of
    `Cost`.
    """

    total: int
    worst: int
    histogram: tuple[int, ...]
    weights: tuple[Fraction, ...] | None = field(default=None, kw_only=True)

    def words(self) -> str:
        """The number of secrets, the total, the expected number and the worst case in one line."""
        return (
            f"{counted(self.secrets, 'secret')}, total {self.total:,}, "
            f"expected {self.expected_text()}, worst case {self.worst}"
        )


class Way(NamedTuple):
    """How a visit was reached: the last question, the number of its answer, and the way before.

    It does not keep the secrets on the way, which take much memory on a long path.
    """

    above: Way | None
    question: Word
    number: int


@final
@dataclass(eq=False)
class Visit:
    """A node of a tree, or a position of another strategy, and the secrets that lead to it.

    winning: the number of the answer that wins.  way: None at the beginning.  required: what
    questions must have here in hard mode, None in others.  Properties raise `Refuted`, with the
    place, when the node is wrong; so a visit that nobody looks at is not checked.
    """

    finite: FiniteGame
    winning: int
    node: Position
    depth: int
    way: Way | None
    possible: Possible
    required: Required | None = None

    @property
    def number(self) -> int | None:
        """The number of the answer that leads here; None at the beginning."""
        return None if self.way is None else self.way.number

    @property
    def secrets(self) -> tuple[Word, ...]:
        """The secrets that are still possible, in lexicographic order."""
        return self.possible.secrets

    @cached_property
    def question(self) -> Word:
        """The question asked here, a legal one."""
        try:
            question = self.finite.as_question(self.node.question)
            if self.required is not None:
                self.required.check(question, self.finite.text)
            return question
        except Refused as error:
            raise self.refuted(str(error)) from None

    @property
    def wins(self) -> bool:
        """Whether the question is one of the secrets."""
        return self._answered[0]

    @property
    def parts(self) -> dict[int, Possible]:
        """The secrets left after each answer that does not win, in the order of the answers."""
        return self._answered[1]

    @cached_property
    def _answered(self) -> tuple[bool, dict[int, Possible]]:
        """`wins` and `parts`; `Refuted` unless a tree has just the branches that the parts need.

        `Refuted`, too, when only possible secrets may be asked and the question is none.
        """
        finite, node, question = self.finite, self.node, self.question
        parts = self.possible.parts(finite, question)
        wins = parts.pop(self.winning, None) is not None
        if len(parts) > 1:
            parts = dict(sorted(parts.items()))
        if finite.consistent_only and not wins:
            raise self.refuted(
                f"{finite.text(question)} is none of the "
                f"{counted(len(self.secrets), 'secret')} still possible"
            )
        wrong = _wrong_branches(finite, node, parts) if isinstance(node, Node) else None
        if wrong is not None:
            raise self.refuted(wrong)
        return wins, parts

    def below(self, leaves: list[tuple[int, Word]] | None = None) -> list[Visit]:
        """The visits that follow, in the order of the answers.

        leaves: takes, in place of visits, the depth of each secret that is asked for where it is
        the only one left, or where one secret separates all others that are left.
        """
        question, parts = self.question, self.parts
        finite, winning, node = self.finite, self.winning, self.node
        depth, way = self.depth + 1, self.way
        if leaves is not None and isinstance(node, Node) and self.required is None:
            parts = dict(parts)
            for number, leaf in node.branches:
                secrets = parts[number].secrets
                if _separates(finite, leaf, secrets):
                    leaves.append((depth, leaf.question))
                    leaves += ((depth + 1, below.question) for _, below in leaf.branches)
                    del parts[number]
        required: dict[int, Required] = {}
        if self.required is not None:
            answers = finite.answers
            required = {number: self.required.after(question, answers[number]) for number in parts}
        return [
            Visit(
                *(finite, winning, node.after(number), depth, Way(way, question, number), part),
                required.get(number),
            )
            for number, part in parts.items()
        ]

    def path(self) -> list[tuple[Word, int]]:
        """The questions that were asked before, each with the number of its answer."""
        steps, way = [], self.way
        while way is not None:
            steps.append((way.question, way.number))
            way = way.above
        return steps[::-1]

    def refuted(self, reason: str) -> Refuted:
        """The exception for a reason, with the place."""
        return Refuted(f"{place_text(self.finite, self.path())}: {reason}")


def replay(strategy: Strategy | HasTree, progress: Progress = silent) -> Replay:
    """Play the strategy against every secret; `Refuted` when it is no strategy of its game.

    strategy: a `Strategy`, or a result that has one as its tree, such as an `Optimum`.  `Refused`
    for all else, and when *progress* is no function.  The time grows with the secrets and the
    questions that split them; idle questions need little time, even when there are many.

    >>> replay(optimize(FiniteGame("mastermind", 2, 3), workers=1)).words()
    '9 secrets, total 21, expected 7/3 = 2.333333, worst case 3'
    """
    finite, progress, done = checked_strategy(strategy).finite, as_progress(progress), 0
    secrets, known = finite.secret_count, finite.game.weights
    depths, weights = Counter[int](), defaultdict[int, Fraction](Fraction)
    leaves: list[tuple[int, Word]] = []
    for visit in visits(strategy, leaves):
        if visit.wins:
            leaves.append((visit.depth, visit.question))
        done += len(leaves)
        progress("secrets found", done, secrets)
        for depth, secret in leaves:
            depths[depth] += 1
            if known is not None:
                weights[depth] += known[secret]
        leaves.clear()
    histogram = tuple(depths[depth] for depth in range(max(depths) + 1))
    total = sum(secrets * questions for questions, secrets in enumerate(histogram, 1))
    by_depth = None if known is None else tuple(weights[depth] for depth in range(len(histogram)))
    return Replay(total, len(histogram), histogram, weights=by_depth)


def tree_of(strategy: Strategy | HasTree, progress: Progress = silent) -> StrategyTree:
    """The strategy as a tree, made by playing it against every secret; arguments as of `replay`.

    >>> tree_of(prove("ab", 2).strategy(4)).root.question
    (0, 1)
    """
    strategy, progress, done = checked_strategy(strategy), as_progress(progress), 0
    listed, secrets = [], strategy.finite.secret_count
    for visit in visits(strategy):
        done += visit.wins
        progress("secrets found", done, secrets)
        listed.append((visit.depth, visit.number, visit.question))
    return StrategyTree(strategy.finite, folded(listed, Node))


def visits(
    strategy: Strategy | HasTree, leaves: list[tuple[int, Word]] | None = None
) -> Iterator[Visit]:
    """The nodes in preorder, each with the secrets that lead to it.

    When all have come, every secret has been found, and no question was asked twice on a path.
    Otherwise `Refuted`; `Refused` when *strategy* is no `Strategy`.  leaves: as of `Visit.below`,
    for those below a node before it comes.
    """
    pending = [first_visit(strategy)]
    asked: dict[Word, None] = {}
    while pending:
        visit = pending.pop()
        while len(asked) > visit.depth:
            asked.popitem()
        question = visit.question
        if question in asked:
            raise visit.refuted(f"{visit.finite.text(question)} is asked a second time")
        below = visit.below(leaves)
        yield visit
        asked[question] = None
        pending += reversed(below)


def first_visit(strategy: Strategy | HasTree) -> Visit:
    """The beginning of a game, where all secrets are possible; `Refused` if it is no `Strategy`."""
    strategy = checked_strategy(strategy)
    finite = strategy.finite
    required = finite.required if finite.hard else None
    return Visit(finite, finite.winning, strategy.start(), 0, None, all_secrets(finite), required)


def secrets_by_depth(strategy: Strategy | HasTree, progress: Progress = silent) -> Iterator[int]:
    """How many secrets are found with 1, 2, ... questions, one number after the other.

    Each number comes as soon as all states with fewer questions have been visited.  strategy: as of
    `replay`.  `Refused` when it is none, `Refuted` when a question is idle or not legal.

    >>> tree = optimize(FiniteGame("mastermind", 2, 2), workers=1).tree
    >>> list(secrets_by_depth(tree))
    [1, 2, 1]
    """
    progress = as_progress(progress)
    level, questions = [first_visit(strategy)], 0
    while level:
        questions += 1
        yield sum(_telling(visit).wins for visit in level)
        deeper = list[Visit]()
        for done, visit in enumerate(level):
            progress(f"places after {counted(questions, 'question')}", done, len(level))
            deeper += visit.below()
        level = deeper


def longest_path(
    strategy: Strategy | HasTree, limit: int | None = None, progress: Progress = silent
) -> tuple[list[tuple[Word, int]], Word]:
    """The questions, with the numbers of their answers, before a secret that takes the most.

    The secret follows; so the worst case is one more than the questions.  limit: any secret that
    needs more questions than that ends the search.  Raises as
    `secrets_by_depth`.

    >>> tree = optimize(FiniteGame("mastermind", 2, 2), workers=1).tree
    >>> steps, secret = longest_path(tree)
    >>> len(steps) + 1, replay(tree).worst
    (3, 3)
    """
    root = first_visit(strategy)
    if limit is not None:
        limit = as_count(limit, "the number of questions", 1)
    order, progress, seen = count(), as_progress(progress), 0
    # The greatest bounds come first, and among these what was reached first.
    waiting = [(-len(root.secrets), next(order), root)]
    longest, deepest = 0, root
    while waiting and -waiting[0][0] > longest and (limit is None or longest <= limit):
        above, _, visit = heapq.heappop(waiting)
        progress(f"worst case so far {longest}; at most {-above}; places looked at", seen, 0)
        seen += 1
        if _telling(visit).wins and visit.depth + 1 > longest:
            longest, deepest = visit.depth + 1, visit
        for below in visit.below():
            bound = below.depth + len(below.secrets)
            if bound > longest:
                heapq.heappush(waiting, (-bound, next(order), below))
    return deepest.path(), deepest.question


def _telling(visit: Visit) -> Visit:
    """The visit itself; `Refuted` when its question is idle: it leaves all secrets together."""
    if not visit.wins and len(visit.parts) == 1:
        raise visit.refuted(f"{visit.finite.text(visit.question)} tells nothing")
    return visit


@final
class Possible(NamedTuple):
    """The secrets that are still possible; of many also the cells, so that they answer at once."""

    secrets: tuple[Word, ...]
    cells: NDArray[Any] | None

    def parts(self, finite: FiniteGame, question: Word) -> dict[int, Possible]:
        """The secrets left after each answer that some secret gives, by the answer's number."""
        if self.cells is None:
            few, number_of = dict[int, list[Word]](), finite.game.number
            if len(self.secrets) == 1:
                return {number_of(self.secrets[0], question): self}
            for secret in self.secrets:
                few.setdefault(number_of(secret, question), []).append(secret)
            return {number: Possible(tuple(part), None) for number, part in few.items()}
        import numpy as np

        numbers = finite.game.numbers(np.array([question]), self.cells)[0]
        if (numbers == numbers[0]).all():
            return {int(numbers[0]): self}
        order = numbers.argsort(kind="stable")
        words = [*map(self.secrets.__getitem__, order.tolist())]
        sizes, parts, end = np.bincount(numbers).tolist(), {}, 0
        for number, size in enumerate(sizes):
            begin, end = end, end + size
            if size:
                cells = self.cells[order[begin:end]] if size > _FEW else None
                parts[number] = Possible(tuple(words[begin:end]), cells)
        return parts


def all_secrets(finite: FiniteGame) -> Possible:
    """The secrets before the first question."""
    if finite.secret_count <= _FEW:
        return Possible(finite.secrets, None)
    from masetproof.finite.table import cells

    return Possible(finite.secrets, cells(finite)[1])


def _separates(finite: FiniteGame, node: Node, secrets: tuple[Word, ...]) -> bool:
    """Whether a node asks for one of the secrets, and then at once for each of the others."""
    question, branches = node.question, node.branches
    if len(branches) != len(secrets) - 1 or question not in secrets:
        return False
    found = {number: below.question for number, below in branches if not below.branches}
    if len(found) < len(branches) or [*found] != sorted(found):
        return False
    number_of = finite.game.number
    others = (secret for secret in secrets if secret != question)
    return all(found.get(number_of(secret, question)) == secret for secret in others)


def _wrong_branches(finite: FiniteGame, node: Node, parts: dict[int, Possible]) -> str | None:
    """A sentence if the branches of a node are not the ones that its parts need; otherwise None."""
    needed, numbers = [*parts], [number for number, _ in node.branches]
    if numbers == needed:
        return None
    question, texts = finite.text(node.question), finite.answer_texts
    for number in numbers:
        if not 0 <= number < len(texts):
            return f"{question} has a branch for answer number {number}, which is none"
        if number == finite.winning:
            return f"{question} has a branch for the winning answer {texts[number]}"
        if number not in parts:
            return f"{question} has a branch for {texts[number]}, which no secret gives"
    for number in needed:
        if number not in numbers:
            left = parts[number].secrets
            return (
                f"{question} has no branch for {texts[number]}, so "
                f"{counted(len(left), 'secret')}, {finite.text(left[0])} first, "
                f"{'is' if len(left) == 1 else 'are'} not found"
            )
    return f"the branches of {question} do not follow the order of answers, each once"
