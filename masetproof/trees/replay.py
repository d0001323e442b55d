"""A strategy is played against every secret.

The secrets that are still possible are split from question to question, so that each secret meets
each question once.  Nothing else says what a strategy's total, worst case and histogram are, and
nothing else says that it is a strategy at all.  What is played may be a tree or any other
`Strategy`, of which playing makes a tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, final

from masetproof.arguments import Refused, counted
from masetproof.finite.setting import FiniteGame
from masetproof.progress import Progress, as_progress, silent
from masetproof.strategies.strategy import Position, Strategy
from masetproof.trees.notation import place_text
from masetproof.trees.tree import Node, StrategyTree, checked_strategy
from masetproof.words import Word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Cost",
    "Place",
    "Possible",
    "Refuted",
    "Replay",
    "Visit",
    "all_secrets",
    "replay",
    "tree_of",
    "visits",
]


_FEW = 32
"""So few secrets are answered one by one, more at once."""


class Refuted(ValueError):
    """The tree is no strategy, or not what is claimed; one sentence with the place."""


class Cost:
    """What follows from the total and the histogram of a strategy."""

    __slots__ = ()

    total: int
    histogram: tuple[int, ...]

    @property
    def secrets(self) -> int:
        """The number of secrets."""
        return sum(self.histogram)

    @property
    def expected(self) -> Fraction:
        """The expected number of questions when all secrets are equally likely."""
        return Fraction(self.total, self.secrets)


@final
@dataclass(frozen=True, slots=True)
class Replay(Cost):
    """What the replay of a strategy found.

    total: questions asked, summed over all secrets; the winning one counts.  worst: the most for
    one secret.  histogram[i]: how many secrets are found with i + 1 questions.
    """

    total: int
    worst: int
    histogram: tuple[int, ...]

    def words(self) -> str:
        """What was found, in one line."""
        return (
            f"{counted(self.secrets, 'secret')}, total {self.total:,}, "
            f"expected {self.expected_text()}, worst case {self.worst}"
        )

    def expected_text(self) -> str:
        """The expected number of questions as a fraction and, rounded, as a decimal number."""
        if self.expected.denominator == 1:
            return str(self.expected)
        return f"{self.expected} = {float(self.expected):.6f}"


class Place(NamedTuple):
    """Where a node is: the question above it, the number of its answer, and where that stands."""

    before: Place | None
    question: Word
    number: int

    def path(self) -> list[tuple[Word, int]]:
        """The steps from the first question on."""
        steps = []
        place: Place | None = self
        while place is not None:
            steps.append((place.question, place.number))
            place = place.before
        return steps[::-1]


class Visit(NamedTuple):
    """A node of a tree, or a position of another strategy, as the replay comes to it.

    place: None at the root.  secrets: those that are still possible,
    in lexicographic order.  found: the question is one of them.
    """

    node: Position
    depth: int
    place: Place | None
    secrets: tuple[Word, ...]
    found: bool


def replay(strategy: Strategy, progress: Progress = silent) -> Replay:
    """Play the strategy against every secret; `Refuted` when it is no strategy of its game.

    `Refused` when *strategy* is no `Strategy` or *progress* no function.  It takes time for each
    secret and each question that tells something, and little for those that tell nothing, however
    many they are.

    >>> replay(optimize(FiniteGame("mastermind", 2, 3), workers=1).tree).words()
    '9 secrets, total 21, expected 7/3 = 2.333333, worst case 3'
    """
    found = visits(strategy)
    progress = as_progress(progress)
    secrets = strategy.finite.secret_count
    histogram: list[int] = []
    done = 0
    for visit in found:
        if visit.found:
            histogram.extend([0] * (visit.depth + 1 - len(histogram)))
            histogram[visit.depth] += 1
            done += 1
        progress("secrets found", done, secrets)
    return Replay(
        total=sum(count * questions for questions, count in enumerate(histogram, 1)),
        worst=len(histogram),
        histogram=tuple(histogram),
    )


def tree_of(strategy: Strategy, progress: Progress = silent) -> StrategyTree:
    """The strategy as a tree, made by playing it against every secret; refusals as of `replay`.

    >>> tree_of(prove("ab", 2).strategy(4)).root.question
    (0, 1)
    """
    found = visits(strategy)
    progress = as_progress(progress)
    secrets = strategy.finite.secret_count
    done = 0
    # The questions on the path to where the replay is, each with the branches made so far.
    path: list[tuple[int, Word, list[tuple[int, Node]]]] = []

    def close(depth: int) -> None:
        """Make nodes of what is as deep as that or deeper: nothing follows below it."""
        while len(path) > depth:
            number, question, branches = path.pop()
            path[-1][2].append((number, Node(question, tuple(branches))))

    for visit in found:
        close(visit.depth)
        path.append((visit.place.number if visit.place else -1, visit.node.question, []))
        done += visit.found
        progress("secrets found", done, secrets)
    close(1)
    _, question, branches = path[0]
    return StrategyTree(strategy.finite, Node(question, tuple(branches)))


def visits(strategy: Strategy) -> Iterator[Visit]:
    """The nodes in preorder, each with the secrets that lead to it.

    Every node that comes was found right: its question is legal and, in a tree, its branches are
    those that the secrets need.  When all have come, every secret has been found.  Otherwise
    `Refuted`; `Refused` when *strategy* is no `Strategy`.
    """
    return _visits(checked_strategy(strategy))


def _visits(strategy: Strategy) -> Iterator[Visit]:
    finite = strategy.finite
    pending: list[tuple[Position, int, Place | None, Possible]]
    pending = [(strategy.start(), 0, None, all_secrets(finite))]
    path: list[Word] = []
    asked: set[Word] = set()
    while pending:
        node, depth, place, possible = pending.pop()
        for other in path[depth:]:
            asked.discard(other)
        del path[depth:]
        try:
            question = node.question
            finite.check_question(question)
            if question in asked:
                raise Refuted(f"{finite.text(question)} is asked a second time")
            parts = possible.parts(finite, question)
            found = parts.pop(finite.winning, None) is not None
            if finite.consistent_only and not found:
                raise Refuted(
                    f"{finite.text(question)} is none of the "
                    f"{counted(len(possible.secrets), 'secret')} still possible"
                )
            if isinstance(node, Node):
                _check_branches(finite, node, parts)
        except (Refuted, Refused) as error:
            raise Refuted(f"{place_text(finite, place.path() if place else [])}: {error}") from None
        yield Visit(node, depth, place, possible.secrets, found)
        path.append(question)
        asked.add(question)
        for number in sorted(parts, reverse=True):
            below = Place(place, question, number)
            pending.append((node.after(number), depth + 1, below, parts[number]))


@final
@dataclass(frozen=True, slots=True)
class Possible:
    """The secrets that are still possible; of many also the cells, so that they answer at once."""

    secrets: tuple[Word, ...]
    cells: NDArray[Any] | None

    def parts(self, finite: FiniteGame, question: Word) -> dict[int, Possible]:
        """What is left after each answer that some of the secrets gives, by its number."""
        if self.cells is None:
            few: dict[int, list[Word]] = {}
            for secret in self.secrets:
                few.setdefault(finite.game.number(secret, question), []).append(secret)
            return {number: Possible(tuple(part), None) for number, part in few.items()}
        import numpy as np

        numbers = finite.game.numbers(np.array([question]), self.cells)[0]
        if (numbers == numbers[0]).all():
            return {int(numbers[0]): self}
        return {
            number: _possible(self.secrets, self.cells, (numbers == number).nonzero()[0])
            for number in np.flatnonzero(np.bincount(numbers)).tolist()
        }


def all_secrets(finite: FiniteGame) -> Possible:
    """The secrets before the first question."""
    if finite.secret_count <= _FEW:
        return Possible(finite.secrets, None)
    from masetproof.finite.table import cells

    return Possible(finite.secrets, cells(finite)[1])


def _possible(
    secrets: tuple[Word, ...], cells: NDArray[Any], members: NDArray[np.intp]
) -> Possible:
    words = tuple(secrets[member] for member in members.tolist())
    return Possible(words, cells[members] if len(words) > _FEW else None)


def _check_branches(finite: FiniteGame, node: Node, parts: dict[int, Possible]) -> None:
    """`Refuted`, without the place, when the branches of a node are not those that are needed.

    parts: the secrets that are not found, by the number of their answer.
    """
    numbers = [number for number, _ in node.branches]
    if numbers == sorted(parts):
        return
    question, texts = finite.text(node.question), finite.answer_texts
    for number in numbers:
        if not 0 <= number < len(texts):
            raise Refuted(f"{question} has a branch for answer number {number}, which is none")
        if number == finite.winning:
            raise Refuted(f"{question} has a branch for the winning answer {texts[number]}")
        if number not in parts:
            raise Refuted(f"{question} has a branch for {texts[number]}, which no secret gives")
    for number, part in sorted(parts.items()):
        if number not in numbers:
            raise Refuted(
                f"{question} has no branch for {texts[number]}, so "
                f"{counted(len(part.secrets), 'secret')}, {finite.text(part.secrets[0])} first, "
                f"{'is' if len(part.secrets) == 1 else 'are'} not found"
            )
    if any(one >= two for one, two in pairwise(numbers)):
        raise Refuted(f"the branches of {question} do not follow the order of answers, each once")
