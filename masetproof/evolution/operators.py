"""Mutation and crossover of subtrees.

Both take a random place in a tree and put something else there: a subtree that is drawn anew, one
in which a question from further down is asked first, or a subtree of another tree.  What comes in
is played against the secrets of that place (`fitted`), which repairs it: branches that no secret
needs go away, questions are drawn for those that are missing, an idle question is left out, one
secret is asked at once and two one after the other.  None of the transformations finds anything to
change in the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from random import Random

from masetproof.evolution.codemaker import Breaker, Codemaker, Secrets, joined
from masetproof.trees.tree import folded

_LEAST = 3
"""The fewest secrets of a place; two are always found one after the other."""

Passed = tuple[Breaker, int]
"""A node and the answer by which the path goes on."""


def drawn(codemaker: Codemaker, random: Random) -> Breaker:
    """A random valid tree for all secrets, as of `blind` but without idle questions."""
    return fitted(codemaker, random, codemaker.everything, None)


def mutated(codemaker: Codemaker, random: Random, breaker: Breaker) -> Breaker:
    """The tree with a mutation at a random place.

    Half of the mutations draw a new subtree there, the others ask a question from further down
    first.
    """
    steps, node = _place(codemaker, random, breaker)
    if node is None:
        return breaker
    if random.random() < 0.5:
        return _replaced(steps, fitted(codemaker, random, node.secrets, None))
    raised = _below(codemaker, random, node)
    return _replaced(steps, fitted(codemaker, random, node.secrets, node, raised))


def crossed(codemaker: Codemaker, random: Random, breaker: Breaker, other: Breaker) -> Breaker:
    """The tree with a subtree of another one at a random place.

    A random secret of the place is followed in the other tree, to the first subtree with no more
    secrets than the place has.
    """
    steps, node = _place(codemaker, random, breaker)
    if node is None:
        return breaker
    secret = node.secrets[_draw(random, len(node.secrets))]
    for passed, _ in _path(codemaker, other, secret):
        other = passed
        if len(other.secrets) <= len(node.secrets):
            break
    return _replaced(steps, fitted(codemaker, random, node.secrets, other))


def _draw(random: Random, count: int) -> int:
    """One of 0, 1, ..., count - 1; `Random.random` draws the same with every version of Python."""
    return int(random.random() * count)


def _path(codemaker: Codemaker, node: Breaker, secret: int) -> Iterator[Passed]:
    """The nodes to which a secret leads from this one on, the last of which it wins."""
    answer = codemaker.answers[node.question][secret]
    yield node, answer
    while answer != codemaker.winning:
        node = node.branches[answer]
        answer = codemaker.answers[node.question][secret]
        yield node, answer


def _place(
    codemaker: Codemaker, random: Random, breaker: Breaker
) -> tuple[list[Passed], Breaker | None]:
    """A place on the path of a random secret, with the steps to it; no node where there is none."""
    secret = breaker.secrets[_draw(random, len(breaker.secrets))]
    path = _path(codemaker, breaker, secret)
    steps = list(takewhile(lambda step: len(step[0].secrets) >= _LEAST, path))
    if not steps:
        return [], None
    chosen = _draw(random, len(steps))
    return steps[:chosen], steps[chosen][0]


def _below(codemaker: Codemaker, random: Random, node: Breaker) -> int:
    """A question from further down, on the path of a random secret; else that of the node."""
    secret = node.secrets[_draw(random, len(node.secrets))]
    _, *questions = (below.question for below, _ in _path(codemaker, node, secret))
    return questions[_draw(random, len(questions))] if questions else node.question


def _replaced(steps: list[Passed], made: Breaker) -> Breaker:
    """The whole tree again, with *made* as the node to which the steps lead."""
    for node, answer in reversed(steps):
        made = joined(node.question, node.secrets, {**node.branches, answer: made})
    return made


def fitted(
    codemaker: Codemaker,
    random: Random,
    secrets: Secrets,
    template: Breaker | None,
    first: int | None = None,
) -> Breaker:
    """A tree for these secrets that asks what *template* asks, as far as that tells something.

    first: a question that is asked before, if it splits the secrets.  Where the template ends,
    questions are drawn.
    """
    whole = _ready(codemaker, secrets, template if first is None else None)
    if whole is not None:
        return whole
    listed: list[tuple[int, int | None, tuple[int, Secrets, dict[int, Breaker]]]] = []
    pending: list[tuple[int, int | None, Secrets, Breaker | None]] = [(0, None, secrets, template)]
    while pending:
        depth, answer, some, below = pending.pop()
        question, parts, templates = _telling(codemaker, random, some, below, first)
        first, branches = None, {}
        for number, members in parts.items():
            if number != codemaker.winning:
                part, following = tuple(members), templates.get(number)
                ready = _ready(codemaker, part, following)
                if ready is None:
                    pending.append((depth + 1, number, part, following))
                else:
                    branches[number] = ready
        listed.append((depth, answer, (question, some, branches)))
    return folded(listed, lambda node, branches: joined(node[0], node[1], node[2] | dict(branches)))


def _ready(codemaker: Codemaker, secrets: Secrets, template: Breaker | None) -> Breaker | None:
    """The tree for these secrets where nothing is to be drawn or repaired."""
    if len(secrets) == 1:
        return codemaker.leaves[secrets[0]]
    if len(secrets) == 2:
        return codemaker.pair(*secrets)
    return template if template is not None and template.secrets == secrets else None


def _telling(
    codemaker: Codemaker,
    random: Random,
    secrets: Secrets,
    template: Breaker | None,
    first: int | None,
) -> tuple[int, dict[int, list[int]], Mapping[int, Breaker | None]]:
    """The first question that tells something, with the parts it leaves and a template for each."""
    legal: Sequence[int] = range(len(codemaker.answers))
    if codemaker.finite.consistent_only:
        legal = [codemaker.own[secret] for secret in secrets]
    if first is not None:
        parts = codemaker.parts(first, secrets)
        if len(parts) > 1:
            return first, parts, dict.fromkeys(parts, template)
    while template is not None:
        parts = codemaker.parts(template.question, secrets)
        if len(parts) > 1:
            if template.question in legal:
                return template.question, parts, template.branches
            break
        (answer,) = parts
        template = template.branches.get(answer)
    while True:
        question = legal[_draw(random, len(legal))]
        parts = codemaker.parts(question, secrets)
        if len(parts) > 1:
            return question, parts, {}
