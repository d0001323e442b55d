"""Several secrets at once (--boards), for the commands that play, advise, evaluate and search."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, as_seed, counted, printable
from masetproof.cli import common, options
from masetproof.finite.setting import Contradiction, finite_game_json
from masetproof.play.hints import MOST_SHOWN
from masetproof.strategies.rules import PUBLISHED, Ties
from masetproof.tables.rendering import Column, text_lines

if TYPE_CHECKING:
    from masetproof.boards.rules import BoardsCost
    from masetproof.boards.state import Boards
    from masetproof.play.hints import Suggestion

_HELP = """\
  a word   asks it on all boards
  left     how many secrets are still possible on each board
  hint     the best questions
  quit     ends the game and tells the secrets"""
_WHY = "is for one board, without --boards"


def boards_of(arguments: argparse.Namespace, steps: Sequence[str], *refused: str) -> Boards:
    """The boards of the options after some steps.  refused: options that go with one board."""
    from masetproof.boards.state import Boards

    options.refuse(arguments, _WHY, *refused)
    arguments.after = ()  # its steps have answers of all boards
    return Boards(options.finite_game(arguments), arguments.boards, tuple(steps))


def hint(arguments: argparse.Namespace) -> int:
    """Print what is left on each board, and what rules ask."""
    if arguments.level != "3":
        raise Refused(f"--level {_WHY}")
    from masetproof.boards.rules import hint_boards

    refused = "top", "question", "csv", "think"
    try:
        boards = boards_of(arguments, arguments.steps, *refused)
    except Contradiction as contradiction:
        raise common.No(str(contradiction)) from None
    suggestions = hint_boards(
        boards,
        None if arguments.rule is None else arguments.rule.split(","),
        **common.fields(arguments, "memory", "progress"),
    )
    common.tell(arguments, _hint_document(boards, suggestions), _hint_lines(boards, suggestions))
    return 0


def _hint_document(boards: Boards, suggestions: Sequence[Suggestion]) -> dict[str, object]:
    finite = boards.finite
    left = [None if state is None else state.secrets for state in boards.states]
    return finite_game_json(finite) | {
        "boards": boards.count,
        "after": boards.history,
        "remaining": [len(secrets or ()) for secrets in left],
        "possible": [
            [*map(finite.text, secrets)] if secrets and len(secrets) <= MOST_SHOWN else []
            for secrets in left
        ],
        "questions": [
            {"question": finite.text(one.question), "rule": one.rules[0], **one.document(finite)}
            for one in suggestions
        ],
    }


def _hint_lines(boards: Boards, suggestions: Sequence[Suggestion]) -> Iterator[str]:
    combinations = counted(boards.combinations, "combination")
    yield f"{boards.title}: {combinations} of secrets left"
    yield from _left_lines(boards)
    columns: list[Column[Suggestion]] = [
        Column("question", lambda one: boards.finite.text(one.question), is_words=True),
        Column("parts", title="answers"),
        Column("largest"),
        Column("expected", said=lambda one: f"{float(one.expected_size):.2f}"),
        Column("possible", lambda one: "yes" if one.consistent else "no", is_words=True),
        Column("rules", lambda one: ", ".join(one.rules), title="asked by", is_words=True),
    ]
    yield from text_lines(columns, suggestions, indent="  ")


def _left_lines(boards: Boards, most: int = 10) -> Iterator[str]:
    """A line for each board: how many secrets are left, and which, where they are few."""
    for place, state in enumerate(boards.states, 1):
        if state is None:
            yield f"  board {place}: found"
            continue
        secrets = state.secrets
        words = " ".join(map(boards.finite.text, secrets)) if len(secrets) <= most else ""
        yield f"  board {place}: {counted(len(secrets), 'secret')}{': ' * bool(words)}{words}"


def evaluate(arguments: argparse.Namespace) -> None:
    """Play rules against all combinations of secrets, and print."""
    from masetproof.boards.rules import evaluate_boards

    boards = boards_of(arguments, arguments.after, "first", "tree", "csv")
    if arguments.ties != Ties.FIRST.value:
        raise Refused(f"--ties {_WHY}; of equal questions the first is asked")
    names = [*PUBLISHED] if arguments.rule == "all" else arguments.rule.split(",")
    costs = [
        evaluate_boards(boards, name, **common.fields(arguments, "seed", "memory", "progress"))
        for name in sorted(names)
    ]
    documents = [_document(one) for one in costs]
    document = documents[0] if len(costs) == 1 else {"evaluations": documents}
    common.tell(arguments, document, _cost_lines(costs))


def _cost_lines(costs: Sequence[BoardsCost]) -> Iterator[str]:
    for cost in costs:
        yield from _lines(cost)


def optimize(arguments: argparse.Namespace) -> int:
    """Search the least total, and print."""
    from masetproof.boards.optimum import optimize_boards
    from masetproof.progress import Interrupted

    if str(arguments.objective) != "expected" or arguments.by != "search":
        raise Refused("--boards minimizes the total by a search: --objective expected")
    refused = "max_questions", "first", "tree", "path", "csv", "workers", "dask"
    boards, interrupted = boards_of(arguments, arguments.after, *refused), False
    try:
        cost = optimize_boards(
            boards, **common.fields(arguments, "time_limit", "memory", "progress")
        )
    except Interrupted as error:
        cost, interrupted = error.finished, True
    common.tell(arguments, _document(cost), _lines(cost))
    common.end_search(arguments, cost.reason, interrupted)
    return 0


def _document(cost: BoardsCost) -> dict[str, object]:
    more: dict[str, object] = {"optimal": cost.optimal, "lower_bound": cost.lower_bound}
    if cost.rule is not None:
        more = {"rule": cost.rule.name}
    return finite_game_json(cost.boards.finite) | more | cost.as_json()


def _lines(cost: BoardsCost) -> Iterator[str]:
    boards, expected = cost.boards, cost.expected
    yield f"{boards.title}: {counted(cost.combinations, 'combination')} of secrets"
    facts = {} if cost.rule is None else {"rule": cost.rule.name}
    facts["first"] = "nothing" if cost.first is None else boards.finite.text(cost.first)
    facts |= {
        "total": f"{cost.total:,} questions until all boards are found",
        "expected": f"{expected} = {float(expected):.6f}",
        "worst case": str(cost.worst),
        "histogram": " ".join(map(str, cost.histogram)),
    }
    if cost.rule is None:
        low = f"not proved ({cost.reason}); no strategy has a total below {cost.lower_bound:,}"
        facts["optimal"] = "yes, by exhaustive search" if cost.optimal else low
    yield from common.fact_lines(facts)


def play(arguments: argparse.Namespace) -> None:
    """The person guesses what the program has drawn for each board."""
    if arguments.side != "guess":
        raise Refused(f"--side answer {_WHY}")
    boards = boards_of(arguments, (), "strategy", "think", "codemaker", "secret")
    finite = boards.finite
    drawn = random.Random(None if arguments.seed is None else as_seed(arguments.seed))
    secrets = [drawn.choice(finite.secrets) for _ in range(boards.count)]
    print(f"{boards.title}: I have thought of a secret for each, of {finite.secret_count:,}.")
    print("What are they? ('?' for help)")
    while not boards.is_over:
        line = common.read_line(f"{len(boards.steps) + 1}> ")
        if line is None or line == "quit":
            print(f"The secrets were {' '.join(map(finite.text, secrets))}.")
            return
        try:
            boards = _played(boards, secrets, line)
        except Refused as error:
            print(f"  {printable(str(error))}")
    print(f"Found with {counted(len(boards.steps), 'question')}.")


def _played(boards: Boards, secrets: Sequence[tuple[int, ...]], line: str) -> Boards:
    """The boards after a line: a command, or a question, whose answers are printed."""
    from masetproof.boards.rules import hint_boards

    finite = boards.finite
    if line in ("?", "help"):
        print(_HELP)
    elif line == "left":
        common.print_lines(_left_lines(boards))
    elif line == "hint":
        suggestions = hint_boards(boards, progress=common.terminal_progress())
        common.print_lines(_hint_lines(boards, suggestions))
    elif line:
        word = finite.as_question(line)
        numbers = [
            None if state is None else finite.game.number(secret, word)
            for state, secret in zip(boards.states, secrets, strict=True)
        ]
        boards = boards.then(word, numbers)
        told = ("-" if one is None else finite.answer_texts[one] for one in numbers)
        print(f"   {finite.text(word)}  {'  '.join(told)}")
    return boards
