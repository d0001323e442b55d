"""Find the worst case of a strategy and a longest path, without building its tree.

examples:
  masetproof depth mastermind --pegs 4 --colours 6 --secrets distinct --rule entropy
  masetproof depth mastermind --pegs 4 --colours 8 --secrets distinct --rule entropy --within 7
  masetproof depth --tree strategy.json --levels

States of play that may take the most questions are visited first, so that most others need not be
visited at all. --within D only asks whether the strategy stays within D questions, and stops at the
first secret that takes more (exit status 1). --levels prints how many secrets are found with 1, 2,
... questions. 'masetproof optimize --objective worst --max-questions D' finds out whether any
strategy at all stays within D questions.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import masetproof
from masetproof.arguments import Refused, counted, parse_whole
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.finite.setting import finite_game_json
from masetproof.strategies.strategy import Strategy
from masetproof.trees.files import load_tree
from masetproof.trees.replay import Refuted, longest_path, secrets_by_depth

OPTIONS = (
    *options.finite_game_options(nargs="?"),
    options.AFTER,
    options.RULE,
    options.TIES,
    options.SEED,
    Option("--tree", "FILE", help="the file of a tree, instead of a game and a rule"),
    Option(
        *("--within", "D"),
        help="only find out whether D questions are enough for every secret",
        read=parse_whole,
    ),
    Option("--levels", help="print how many secrets each number of questions finds, too"),
    options.MEMORY,
    options.JSON,
)


def run(arguments: argparse.Namespace) -> int:
    """Look for a longest path, and print it."""
    within = arguments.within
    try:
        strategy = _strategy(arguments)
        finite = strategy.finite
        path, secret = longest_path(strategy, within, arguments.progress)
        levels = secrets_by_depth(strategy, arguments.progress) if arguments.levels else iter(())
        histogram = list(levels) if arguments.levels and arguments.json else None
    except Refuted as wrong:
        common.print_lines([f"Refuted: {wrong}"])
        return 1
    worst = len(path) + 1
    enough = None if within is None else worst <= within
    steps = [finite.step_text(step) for step in path]
    document = finite_game_json(finite) | {
        "worst": None if enough is False else worst,
        "within": within,
        "enough": enough,
        "path": steps,
        "secret": finite.text(secret),
        "histogram": histogram,
    }

    def lines() -> Iterator[str]:
        yield finite.title
        if enough is False:
            yield f"  {within} questions are not enough: {finite.text(secret)} takes {worst}"
        least = {"worst case": str(worst)} if enough is not False else {}
        facts = {"after": " ".join(steps), "the secret": finite.text(secret)}
        yield from common.fact_lines(least | facts)
        for questions, secrets in enumerate(levels, 1):
            yield f"  with {counted(questions, 'question')}: {secrets:,}"

    common.tell(arguments, document, lines())
    return 1 if enough is False else 0


def _strategy(arguments: argparse.Namespace) -> Strategy:
    """The rule, or the tree."""
    if (arguments.rule is None) == (arguments.tree is None):
        raise Refused("say either a game and --rule RULE, or --tree FILE")
    if arguments.tree is not None:
        if arguments.game is not None:
            raise Refused("--tree takes no game: the file says which game it is for")
        return load_tree(arguments.tree).tree
    if arguments.game is None:
        raise Refused("a rule needs a game")
    from masetproof.play.named import strategy_named
    from masetproof.strategies.rules import as_rule

    return strategy_named(
        as_rule(arguments.rule),
        options.finite_game(arguments),
        ties=masetproof.Ties(arguments.ties),
        **common.fields(arguments, "seed", "memory", "progress"),
    )
