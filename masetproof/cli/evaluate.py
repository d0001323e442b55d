"""Play a rule, such as minimax or entropy, against every secret.

rules, each by the parts into which a question splits the secrets that are still possible:
{about rules}

Among questions that are equal for a rule, those that may be the secret are preferred; --ties says
which of these is asked. random draws from all questions that tell something, with --consistent-only
from the secrets that are still possible. The same seed draws the same questions.

examples:
  masetproof evaluate mastermind --pegs 4 --colours 6 --rule minimax
  masetproof evaluate mastermind --pegs 4 --colours 6 --rule entropy --secrets distinct --json
  masetproof evaluate ab --pegs 4 --colours 8 --rule most-parts --tree strategy.json
  masetproof evaluate black-peg --pegs 3 --colours 6 --rule minimax,entropy --ties random --seed 7
  masetproof evaluate mastermind --pegs 4 --colours 6 --rule all --consistent-only
  masetproof evaluate marks --pegs 3 --colours 4 --rule entropy --hard
  masetproof evaluate mastermind --pegs 4 --colours 6 --rule minimax --first 0011 0012
  masetproof evaluate mastermind --pegs 2 --colours 4 --rule entropy --boards 2
  masetproof evaluate mastermind --pegs 2 --colours 2..5 --rule all

With a range of pegs or colours, A..B, rules are compared with the optimum, as 'masetproof rules'
does, which also writes other formats and draws.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain

import masetproof
from masetproof.arguments import Refused, counted
from masetproof.cli import common, options, rules
from masetproof.finite.setting import finite_game_json
from masetproof.strategies.rules import RULES
from masetproof.tables.rendering import Column, text_lines
from masetproof.trees.claims import Claimed

_RANGES = "--pegs A..B and --colours A..B compare rules with the optimum"

OPTIONS = (
    *options.finite_game_options(ranges=True),
    options.AFTER,
    options.RULE.but(
        help="one of the rules below, several with commas between them, or all", required=True
    ),
    options.TIES,
    options.SEED,
    options.FIRST.but(
        help="begin with this question, and leave the others to the rule; several, or 'all' for "
        "one question of each kind up to symmetry, are compared"
    ),
    options.TREE,
    options.BOARDS,
    options.MEMORY,
    options.CSV,
    options.JSON,
)


def run(arguments: argparse.Namespace) -> None:
    """Play, write the strategy, and print."""
    if isinstance(arguments.pegs, range) or isinstance(arguments.colours, range):
        _compare(arguments)
        return
    if arguments.boards is not None:
        from masetproof.cli import boards

        boards.evaluate(arguments)
        return
    several = arguments.rule == "all" or "," in arguments.rule
    if several and arguments.tree is not None:
        raise Refused("--tree takes the strategy of one rule, and --rule names several")
    finite = options.finite_game(arguments)
    questions = options.first_questions(arguments, finite)
    from masetproof.finite.firsts import as_firsts
    from masetproof.strategies.by_rule import most_words
    from masetproof.trees.evaluate import evaluate_rules

    advice = "'masetproof crack' plays larger boards"
    options.check_listable(finite.whole, advice, most_words(finite))
    firsts = None if questions is None else as_firsts(finite, questions)
    evaluations = evaluate_rules(
        finite,
        list(RULES) if arguments.rule == "all" else arguments.rule.split(","),
        **common.fields(arguments, "ties", "seed", "memory", "progress"),
        firsts=firsts,
    )
    if firsts is not None:
        from masetproof.cli.first import compare_by_rule

        compare_by_rule(list(evaluations), firsts, arguments, _document)
    elif several:
        _print_several(evaluations, as_json=arguments.json)
    else:
        (evaluation,) = evaluations
        with common.telling(arguments, _document(evaluation), _lines(evaluation)):
            common.write_strategy(arguments, evaluation.tree, Claimed.of(evaluation))
        common.tell_written(arguments, arguments.tree)


def _compare(arguments: argparse.Namespace) -> None:
    """What ``masetproof rules`` does, which has more options for it."""
    why = f"is for one board; {_RANGES}"
    options.refuse(arguments, why, "first", "tree", "boards", "hard", "words", "allowed", "answers")
    if arguments.after or arguments.questions == "distinct":
        raise Refused(f"{'--after' if arguments.after else '--questions'} {why}")
    for name in ("pegs", "colours"):
        size = getattr(arguments, name)
        if not isinstance(size, int | range):
            raise Refused(f"--{name} takes a number or a range; {_RANGES}")
        setattr(arguments, name, size if isinstance(size, range) else range(size, size + 1))
    arguments.rule = None if arguments.rule == "all" else arguments.rule
    arguments.formats = [form for form in ("csv", "json") if getattr(arguments, form)]
    arguments.time_limit, arguments.plot = float(rules.TIME_LIMIT), None
    rules.run(arguments)


def _print_several(evaluations: Iterator[masetproof.Evaluation], *, as_json: bool) -> None:
    """A table, or one document, which has what is there when it is interrupted."""
    if not as_json:
        common.print_lines(_rows(evaluations))
        return
    documents: list[dict[str, object]] = []
    try:
        documents.extend(map(_document, evaluations))
    finally:
        if documents:
            common.print_json({"evaluations": documents})


def _rows(evaluations: Iterator[masetproof.Evaluation]) -> Iterator[str]:
    """A table whose rows come one by one."""
    columns: list[Column[masetproof.Evaluation]] = [
        Column("rule", is_words=True, width=13),
        Column("total", width=9),
        Column("expected", said=lambda one: f"{float(one.expected):.6f}", width=9),
        Column("worst"),
        Column("first", lambda one: one.finite.text(one.first_question), is_words=True),
        Column("histogram", lambda one: " ".join(map(str, one.histogram)), is_words=True),
    ]
    first = next(evaluations)
    secrets = counted(first.secrets, "secret")
    yield f"{first.finite.title}: {secrets}, ties {first.ties}, seed {first.seed}"
    yield from text_lines(columns, chain([first], evaluations), [first], "  ")


def _document(evaluation: masetproof.Evaluation) -> dict[str, object]:
    return {
        **finite_game_json(evaluation.finite),
        **{"rule": evaluation.rule.name, **common.fields(evaluation, "ties", "seed")},
        **evaluation.as_json(),
        "first_question": evaluation.finite.text(evaluation.first_question),
    }


def _lines(evaluation: masetproof.Evaluation) -> Iterator[str]:
    choice = evaluation.rule.name
    if evaluation.ties != "first":
        choice += f", ties {evaluation.ties}"
    if evaluation.rule.score is None or evaluation.ties == "random":
        choice += f", seed {evaluation.seed}"
    yield f"{evaluation.finite.title}: {counted(evaluation.secrets, 'secret')}"
    first = evaluation.finite.text(evaluation.first_question)
    facts = {"rule": choice, "first": first, **common.cost_facts(evaluation)}
    yield from common.fact_lines(facts)
