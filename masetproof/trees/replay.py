"""A strategy is played against every secret.

The secrets that are still possible are split down the tree, so that each secret meets each question
once; `games.compare` gives the answers, and `trees.idle` spares those after a question that told
nothing.  Nothing else says what a tree's total, worst case and
histogram are, and nothing else says that it is a strategy at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, final

from masetproof.finite import FiniteGame
from masetproof.games import Answer, Word, compare, word_text
from masetproof.progress import Progress, as_progress, silent
from masetproof.trees.idle import SecretsInRows
from masetproof.trees.notation import answer_texts, place_text, question_text
from masetproof.trees.tree import Node, StrategyTree, checked_tree

__all__ = ["Refuted", "Replay", "Step", "Visit", "replay", "visits"]


class Refuted(ValueError):
    """The tree is no strategy, or not what is claimed; one sentence with the place."""


@final
@dataclass(frozen=True, slots=True)
class Replay:
    """What the replay of a strategy found.

    total: questions asked, summed over all secrets; the winning one counts.  worst: the most for
    one secret.  histogram[i]: how many secrets are found with i + 1 questions.
    """

    total: int
    worst: int
    histogram: tuple[int, ...]

    @property
    def secrets(self) -> int:
        """The number of secrets."""
        return sum(self.histogram)

    @property
    def expected(self) -> Fraction:
        """The expected number of questions when all secrets are equally likely."""
        return Fraction(self.total, self.secrets)

    def words(self) -> str:
        """What was found, in one line."""
        return (
            f"{_secrets(self.secrets)}, total {self.total:,}, expected {self.expected_text()}, "
            f"worst case {self.worst}"
        )

    def expected_text(self) -> str:
        """The expected number of questions as a fraction and, rounded, as a decimal number."""
        if self.expected.denominator == 1:
            return str(self.expected)
        return f"{self.expected} = {float(self.expected):.6f}"


class Step(NamedTuple):
    """A question, the number of its answer, and the step before it."""

    before: Step | None
    question: Word
    number: int

    def path(self) -> list[tuple[Word, int]]:
        """The steps from the first question on."""
        steps = []
        step: Step | None = self
        while step is not None:
            steps.append((step.question, step.number))
            step = step.before
        return steps[::-1]


class Visit(NamedTuple):
    """A node as the replay comes to it.

    step: the question and answer before, None at the root.  secrets: those that are still possible,
    in lexicographic order.  found: the question is one of them.
    """

    node: Node
    depth: int
    step: Step | None
    secrets: tuple[Word, ...]
    found: bool


def replay(tree: StrategyTree, progress: Progress = silent) -> Replay:
    """Play the tree against every secret; `Refuted` when it is no strategy of its game.

    `Refused` when *tree* is no `StrategyTree` or *progress* no function.  It takes time for each
    secret and each question that tells something, and little for those that tell nothing, however
    many they are.
    """
    found = visits(tree)
    progress = as_progress(progress)
    secrets = tree.finite.secret_count
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


def visits(tree: StrategyTree) -> Iterator[Visit]:
    """The nodes in preorder, each with the secrets that lead to it.

    Every node that comes was found right: its question is legal and its branches are those that the
    secrets need.  When all have come, every secret has been found.  Otherwise `Refuted`; `Refused`
    when *tree* is no `StrategyTree`.
    """
    return _visits(checked_tree(tree))


def _visits(tree: StrategyTree) -> Iterator[Visit]:
    finite = tree.finite
    pending: list[tuple[Node, int, Step | None, _Left]] = [(tree.root, 0, None, _Left(finite))]
    path: list[Word] = []
    asked: set[Word] = set()
    while pending:
        node, depth, step, left = pending.pop()
        for other in path[depth:]:
            asked.discard(other)
        del path[depth:]
        try:
            _check_question(finite, node.question)
            if node.question in asked:
                raise Refuted(f"{word_text(node.question)} is asked a second time")
            parts, found = _play(finite, node, left)
        except Refuted as error:
            place = place_text(finite.game, finite.pegs, step.path() if step else [])
            raise Refuted(f"{place}: {error}") from None
        yield Visit(node, depth, step, left.secrets, found)
        path.append(node.question)
        asked.add(node.question)
        for number, below in reversed(node.branches):
            step_below = Step(step, node.question, number)
            pending.append((below, depth + 1, step_below, parts[number]))


@final
class _Left:
    """The secrets that are still possible; *rows* once a question has told nothing about them."""

    __slots__ = ("rows", "secrets")

    def __init__(self, finite: FiniteGame, secrets: tuple[Word, ...] | None = None) -> None:
        self.secrets = finite.secrets if secrets is None else secrets
        self.rows: SecretsInRows | None = None

    def parts(self, finite: FiniteGame, question: Word) -> dict[int, _Left]:
        """What is left after each answer, by its number."""
        game, number_of = finite.game, finite.game.number_of
        if self.rows is not None and self.rows.answer_alike(question):
            return {number_of(compare(game, self.secrets[0], question)): self}
        parts: dict[int, list[Word]] = {}
        for secret in self.secrets:
            parts.setdefault(number_of(compare(game, secret, question)), []).append(secret)
        if len(parts) == 1:
            self.rows = self.rows or SecretsInRows(finite.game, self.secrets)
            return dict.fromkeys(parts, self)
        return {number: _Left(finite, tuple(part)) for number, part in parts.items()}


def _play(finite: FiniteGame, node: Node, left: _Left) -> tuple[dict[int, _Left], bool]:
    """The secrets that are left by the number of their answer, and whether one is found.

    `Refuted`, without the place, when the branches are wrong, or a question that is not consistent.
    """
    parts = left.parts(finite, node.question)
    found = parts.pop(_winning(finite), None) is not None
    if finite.consistent_only and not found:
        raise Refuted(
            f"{word_text(node.question)} is none of the {_secrets(len(left.secrets))} still "
            "possible"
        )
    _check_branches(finite, node, {number: part.secrets for number, part in parts.items()})
    return parts, found


def _winning(finite: FiniteGame) -> int:
    """The number of the winning answer."""
    return finite.game.number_of(Answer(finite.pegs, 0))


def _check_question(finite: FiniteGame, question: Word) -> None:
    """`Refuted` when the question may not be asked in this game."""
    text = question_text(question)
    if len(question) != finite.pegs:
        raise Refuted(f"the question {text!r} has {len(question)} cells, not {finite.pegs}")
    if not all(type(cell) is int and 0 <= cell < finite.colours for cell in question):
        raise Refuted(f"the question {text} has a colour that is none of the {finite.colours}")
    if not finite.game.repeats and len(set(question)) < len(question):
        raise Refuted(f"the question {text} repeats a colour, which is against the rules")


def _check_branches(finite: FiniteGame, node: Node, parts: dict[int, tuple[Word, ...]]) -> None:
    """`Refuted` when the branches are not those that the parts need.

    parts: the secrets that are not found, by the number of their answer.
    """
    question = word_text(node.question)
    texts = answer_texts(finite.game, finite.pegs)
    numbers = [number for number, _ in node.branches]
    for number in numbers:
        if not 0 <= number < len(texts):
            raise Refuted(f"{question} has a branch for answer number {number}, which is none")
        if number == _winning(finite):
            raise Refuted(f"{question} has a branch for the winning answer {texts[number]}")
        if number not in parts:
            raise Refuted(f"{question} has a branch for {texts[number]}, which no secret gives")
    for number, secrets in sorted(parts.items()):
        if number not in numbers:
            raise Refuted(
                f"{question} has no branch for {texts[number]}, so {_secrets(len(secrets))}, "
                f"{word_text(secrets[0])} first, {'is' if len(secrets) == 1 else 'are'} not found"
            )
    if any(one >= two for one, two in pairwise(numbers)):
        raise Refuted(f"the branches of {question} do not follow the order of answers, each once")


def _secrets(count: int) -> str:
    return f"{count:,} secret{'s' * (count != 1)}"
