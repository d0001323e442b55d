"""Say what is still possible after some answers, and what to ask next.

I am playing with 4 pegs and 6 colours, I asked 0011 and got one black and one white; what next?
  masetproof hint mastermind --pegs 4 --colours 6 0011:1,1

examples:
  masetproof hint mastermind --pegs 4 --colours 6 0011:1,1 2345:0,2
  masetproof hint mastermind --pegs 4 --colours 6 0011:1,1 --level 1
  masetproof hint bulls-and-cows --pegs 4 --colours 10 0123:1,1 --rule entropy
  masetproof hint black-peg --pegs 3 --colours 6 012:1 --json
  masetproof hint mastermind --pegs 8 --colours 12 00112234:1,2
  masetproof hint jotto --words words.txt tears:2
  masetproof hint wordle --words words.txt --allowed more.txt salet:bybyy
  masetproof hint wordle --words words.txt --allowed more.txt --hard salet:bybyy
  masetproof hint wordle --words words.txt --allowed more.txt --top 20 --question crate
  masetproof hint mastermind --pegs 4 --colours 6 --top 5 --csv
  masetproof hint wordle --words words.txt --allowed more.txt --boards 2 salet:bybyy/gbbyy

A question and its answer are written QUESTION:BLACK,WHITE, in the black-peg games QUESTION:BLACK,
in Wordle with a mark for each letter: g or 2 in its place, y or 1 elsewhere, b or 0 not there.
Answers may also be written as players write them, such as 0123:1A1B, 0011:BW or, in Wordle, squares
(docs/command-line.md has all forms).
Where few secrets are left the search is asked, too, and otherwise a theorem, if there is one: their
question is optimal, which means that no other one leads to fewer questions on average. On boards
with too many words to list, a sample of the secrets that are left says what to ask. Level 1 says
only how many secrets are left, level 2 what the best question is like, level 3 which one it is.
When the answers contradict each other, the exit status is 1; you are told which of them cannot hold
together, and the smallest change of one answer that would mend it.

With --boards K a question is asked on K boards at once, as in Dordle and Quordle. Its answers stand
in the order of the boards, with / between them; - is the answer of a board that was found before.
The sizes are those of the combinations of secrets that are left.

--top N ranks the N best questions by a rule (expected-size, unless --rule names another one), and
--question says the place of a question, and what it loses. What they cost is searched where few
secrets are left, or for the seconds of --think; a total that is not exact is that of a strategy,
and the lower bound beside it is proved.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import masetproof
from masetproof.arguments import Refused, counted, parse_whole, shown
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.finite.setting import FiniteGame, finite_game_json
from masetproof.tables.rendering import Column, text_lines

if TYPE_CHECKING:
    from masetproof.play.hints import Suggestion
    from masetproof.play.ranking import Ranked


OPTIONS = (
    *options.finite_game_options(),
    options.STEPS,
    options.RULE.but(
        help="which rule asks: {rules}; several with commas between them",
        otherwise="all with a preference, and the search",
    ),
    Option(
        "--level",
        choices=("1", "2", "3"),
        help="1: only how many secrets are left; 2: a direction; 3: the question",
        default="3",
    ),
    options.THINK,
    Option(
        *("--top", "N"),
        help="rank the N best questions by one rule",
        otherwise="20 with --question",
        read=parse_whole,
    ),
    Option(
        *("--question", "QUESTION"),
        help="the place of this question, or of several, in the ranking, and what it loses",
        nargs="+",
    ),
    options.BOARDS,
    options.MEMORY,
    options.CSV.but(help="print the ranking as CSV, a line for each question"),
    options.JSON,
)


def run(arguments: argparse.Namespace) -> int:
    """Look, and print."""
    _take_steps(arguments)
    if arguments.boards is not None:
        from masetproof.cli import boards

        return boards.hint(arguments)
    from masetproof.play.missing import state_after

    finite = state_after(options.finite_game(arguments), arguments.steps)
    if arguments.top is not None or arguments.question:
        return _rank(finite, arguments)
    options.refuse(arguments, "prints a ranking; it needs --top or --question", "csv")
    hinted = masetproof.hint(
        finite,
        None if arguments.rule is None else arguments.rule.split(","),
        **common.fields(arguments, "think", "memory", "progress"),
    )
    level = int(arguments.level)
    common.tell(arguments, _document(hinted, level), hint_lines(hinted, level))
    return 0 if hinted.conflict is None else 1


def _take_steps(arguments: argparse.Namespace) -> None:
    """Questions with an answer, behind --question and another question, are steps."""
    named = arguments.question
    if named and ":" in named[0]:
        raise Refused(f"--question takes a question without an answer, not {shown(named[0])}")
    arguments.steps = [*arguments.steps, *(text for text in named if ":" in text)]
    arguments.question = [text for text in named if ":" not in text]


def _rank(finite: FiniteGame, arguments: argparse.Namespace) -> int:
    """Rank questions, and print."""
    from masetproof.finite.contradictions import conflict_of
    from masetproof.play.ranking import TOP

    if arguments.level != "3":
        raise Refused("a ranking names questions, so it is for --level 3")
    if arguments.csv and arguments.json:
        raise Refused("the output has one format, not both csv and json")
    options.check_questions(finite, arguments.question)
    conflict = conflict_of(finite) if finite.is_listable else None
    if conflict is not None:
        raise common.No(" ".join(line.strip() for line in conflict_lines(finite, conflict)))
    ranking = masetproof.rank_questions(
        finite,
        TOP if arguments.top is None else arguments.top,
        arguments.rule or "expected-size",
        questions=arguments.question or (),
        **common.fields(arguments, "think", "memory", "progress"),
    )
    rows = [*ranking.best, *ranking.named]
    head = [f"{finite.title}: {counted(finite.secret_count, 'secret')} left"]
    common.tell_table(arguments, ranking.as_json(), head, _ranking_columns(ranking), rows)
    if not (arguments.csv or arguments.json):
        questions = dict.fromkeys(map(finite.as_question, arguments.question or ()))
        common.print_lines(map(ranking.about, questions))
    return 0


def _ranking_columns(ranking: masetproof.Ranking) -> list[Column[Ranked]]:
    """The columns of a ranking; those of costs only where some were searched."""
    columns: list[Column[Ranked]] = [
        Column("place"),
        Column("question", lambda one: ranking.finite.text(one.question), is_words=True),
        Column("class_size", title="alike"),
        Column("parts", lambda one: one.split.parts, title="answers"),
        Column("largest", lambda one: one.split.largest),
        Column(
            "expected_size",
            lambda one: one.split.expected_size,
            lambda one: f"{float(one.split.expected_size):.2f}",
            "left on average",
        ),
        Column(
            "possible",
            lambda one: one.split.consistent,
            lambda one: "yes" if one.split.consistent else "no",
        ),
    ]
    return [*columns, *_cost_columns(ranking.finite)] if ranking.is_searched else columns


def _cost_columns(finite: FiniteGame) -> Iterator[Column[Ranked]]:
    """Costs of questions; where secrets have weights, people see means by weights."""

    def bound(one: Ranked) -> str:
        return common.mean_text(one.cost and one.cost.expected_bound(finite))

    has_weights = finite.game.weights is not None
    if has_weights:
        yield Column("expected", lambda one: one.cost and one.cost.expected(finite))
    else:
        yield Column("total", lambda one: one.cost and one.cost.total)
    yield Column(
        "lower_bound",
        lambda one: one.cost and one.cost.lower_bound,
        bound if has_weights else None,
        title="at least",
    )


def _document(hinted: masetproof.Hint, level: int) -> dict[str, object]:
    """The fields that the level reveals; the others are null."""
    finite = hinted.finite
    suggestions = [
        {"question": finite.text(one.question), "rule": one.rules[0], **one.document(finite)}
        for one in hinted.suggestions
    ]
    return finite_game_json(finite.whole) | {
        "after": [finite.step_text(step) for step in finite.after],
        "level": level,
        "remaining": hinted.remaining,
        "rough": hinted.rough or None,
        "in_the_list": not hinted.is_beyond,
        "possible": [finite.text(word) for word in hinted.possible] if level == 3 else None,
        "direction": hinted.direction if level >= 2 else None,
        "questions": suggestions if level == 3 else None,
        "optimal": hinted.is_optimal,
        "total": hinted.total,
        **_by_weight(hinted),
        **conflict_document(finite, hinted.conflict),
    }


def conflict_document(
    finite: FiniteGame, conflict: masetproof.Conflict | None
) -> dict[str, object]:
    """The fields of JSON that say why answers contradict each other; null where they do not."""
    repair = conflict and conflict.repair
    return {
        "conflict": conflict and list(conflict.steps),
        "repair": repair and {"index": repair.index, "answer": finite.plain_answer(repair.answer)},
    }


def _by_weight(hinted: masetproof.Hint) -> dict[str, object]:
    """The weight of the secrets that are left and the least mean, where secrets have weights."""
    if hinted.finite.game.weights is None or hinted.conflict is not None:
        return {}
    expected = None if hinted.expected is None else str(hinted.expected)
    return {"weight": str(sum(hinted.finite.weights or ())), "expected": expected}


def hint_lines(hinted: masetproof.Hint, level: int) -> Iterator[str]:
    """The lines for people."""
    if hinted.conflict is not None:
        yield from conflict_lines(hinted.finite, hinted.conflict)
        return
    finite = hinted.finite
    if hinted.is_beyond:
        yield hinted.beyond
    if level == 3 and hinted.only is not None:
        yield f"{finite.title}: only {finite.text(hinted.only)} is left"
        return
    yield f"{finite.title}: {hinted.left} left"
    if level == 3 and hinted.possible:
        words = [finite.text(word) for word in hinted.possible]
        for first in range(0, len(words), 10):
            yield f"  {' '.join(words[first : first + 10])}"
    if level == 2:
        yield f"  {hinted.direction}"
    if level < 3:
        return
    columns: list[Column[Suggestion]] = [
        Column("question", lambda one: finite.text(one.question), is_words=True),
        Column("parts", title="answers"),
        Column("largest"),
        Column("expected", said=lambda one: f"{float(one.expected_size):.2f}"),
        Column("possible", lambda one: "yes" if one.consistent else "no", is_words=True),
        Column("rules", lambda one: ", ".join(one.rules), title="asked by", is_words=True),
    ]
    yield from text_lines(columns, hinted.suggestions, indent="  ")
    if hinted.is_optimal and hinted.total is not None:
        expected = hinted.expected or Fraction(hinted.total, hinted.remaining)
        yield (
            f"From here the best strategy takes {float(expected):.4f} questions on average "
            f"({expected}), by {hinted.how}."
        )


def conflict_lines(finite: FiniteGame, conflict: masetproof.Conflict) -> Iterator[str]:
    """Which answers contradict each other, and what would mend it, line by line."""
    steps = [finite.step_text(finite.after[index]) for index in conflict.steps]
    yield f"{finite.whole.title}: no secret gives these answers."
    if len(steps) == 1:
        yield f"  {steps[0]} is the answer of no secret at all"
    else:
        yield f"  these cannot hold together: {' '.join(steps)}"
    repair = conflict.repair
    if repair is None:
        yield "  no change of one answer would mend it"
        return
    wrong = finite.after[repair.index]
    mended = f"{finite.text(wrong[0])}:{finite.plain_answer(repair.answer)}"
    left = ""
    if repair.remaining is not None:
        left = f", which leaves {counted(repair.remaining, 'secret')}"
    yield f"  smallest change: {finite.step_text(wrong)} should be {mended}{left}"
