"""Look at a game that was played: how good and how lucky each question was.

I asked 0011, 2345, 0314 and 0135, which was the secret; where did I lose, and was I lucky?
  masetproof review mastermind --pegs 4 --colours 6 0011:1,1 2345:1,1 0314:1,2 0135:4,0

examples:
  masetproof review mastermind --pegs 4 --colours 6 0011:1,1 2345:1,1
  masetproof review bulls-and-cows 0123:1A1B 0145:1A0B --json
  masetproof review wordle --words words.txt --allowed more.txt salet:bybyy crate:ggggg

The answers are written as for 'masetproof hint'; the last one may win. For each question:
  left       how many secrets are left to be found after its answer; none where it won
  best left  how many are left on average after the best question, whatever the secret is
  skill      100: as good as the best question; 0: it tells nothing, whatever the secret is
  luck       how many of the possible secrets would have left more than this one, in percent; those
             that leave as many count half, so that 50 is the average of every question
  best       what the best strategy would have asked

Where few secrets are left the best question is that of the search, and otherwise of a theorem, if
there is one; then skill loses a point for each hundredth of a question that is needed more on
average. Otherwise it is that of the rule expected-size, and skill compares how many secrets either
question rules out on average. When the answers contradict each other, the exit status is 1, and a
smallest set of answers that do is named, as by 'hint'.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import masetproof
from masetproof.arguments import counted
from masetproof.cli import common, options
from masetproof.cli.hint import conflict_document, conflict_lines
from masetproof.finite.setting import finite_game_json
from masetproof.tables.rendering import Column, text_lines

if TYPE_CHECKING:
    from masetproof.play.review import Rated

OPTIONS = (
    *options.finite_game_options(),
    options.STEPS,
    options.THINK.but(help="time for each search of an optimal question"),
    options.MEMORY,
    options.JSON,
)


def run(arguments: argparse.Namespace) -> int:
    """Rate the questions, and print."""
    looked_at = masetproof.review(
        options.finite_game(arguments),
        arguments.steps,
        **common.fields(arguments, "think", "memory", "progress"),
    )
    common.tell(arguments, _document(looked_at), _lines(looked_at))
    return 0 if looked_at.conflict is None else 1


def _document(looked_at: masetproof.Review) -> dict[str, object]:
    finite, is_rated = looked_at.finite, looked_at.conflict is None
    return finite_game_json(finite) | {
        "won": looked_at.is_won,
        "questions": [one.document(finite) for one in looked_at.questions] if is_rated else None,
        "skill": str(looked_at.skill) if is_rated else None,
        "luck": str(looked_at.luck) if is_rated else None,
        **conflict_document(finite, looked_at.conflict),
    }


def _lines(looked_at: masetproof.Review) -> Iterator[str]:
    finite = looked_at.finite
    if looked_at.conflict is not None:
        yield from conflict_lines(looked_at.state, looked_at.conflict)
        return
    left = looked_at.questions[-1].left
    end = "the secret was found" if looked_at.is_won else f"{counted(left, 'secret')} left"
    yield f"{finite.title}: {counted(len(looked_at.questions), 'question')}, {end}"
    columns: list[Column[Rated]] = [
        Column("question", lambda one: finite.text(one.question), is_words=True),
        Column("answer", lambda one: finite.plain_answer(one.answer), is_words=True),
        Column("left"),
        Column("best_left", title="best left", said=lambda one: f"{float(one.best_left):.2f}"),
        Column("skill", said=lambda one: _percent(one.skill)),
        Column("luck", said=lambda one: _percent(one.luck)),
        Column("best", lambda one: finite.text(one.best), is_words=True),
        Column("by", lambda one: one.how, is_words=True),
    ]
    yield from text_lines(columns, looked_at.questions, indent="  ")
    yield f"On average: skill {_percent(looked_at.skill)}, luck {_percent(looked_at.luck)}, of 100."


def _percent(share: Fraction) -> str:
    """A share of 100, rounded, though only all of it is 100 and nothing 0."""
    rounded = round(100 * share)
    return str(min(max(rounded, int(share > 0)), 100 if share == 1 else 99))
