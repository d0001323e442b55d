"""The strategy that a theorem gives for a number of colours: what `optimize --by theorem` and
`strategy`, its short form, do.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, counted
from masetproof.cli import common, options
from masetproof.finite.setting import FiniteGame, finite_game_json
from masetproof.objectives import Goal, Within
from masetproof.recurrences.readings import Reading
from masetproof.search.optimum import Optimum
from masetproof.strategies.strategy import Strategy
from masetproof.trees.claims import NO_CLAIMS
from masetproof.trees.text import legend, levels

if TYPE_CHECKING:
    from masetproof.proofs.known import Known

_SHOWN_LEVELS = 2
"""This many questions of each path are printed."""
_PROOF = "docs/black-peg.md proves it for every number of colours"
_PATH = "--path SECRET prints the questions that find one secret"


def by_theorem(
    arguments: argparse.Namespace, finite: FiniteGame, goal: Goal | Within, reading: Reading
) -> int:
    """Prove, play, write the strategy, and print.

    reading: of the theorem; with another one than `exact`, or only possible secrets, its value need
    not be that of the finite game.
    """
    if arguments.path is not None and arguments.tree is not None:
        raise Refused("--tree writes a whole strategy, --path prints one path; choose one")
    if isinstance(goal, Within):
        raise Refused(f"no theorem is about the goal {goal}; --by search finds it")
    from masetproof.play.proved import proved_optimum

    about, secret = _known(finite, goal, reading), arguments.path
    about.check_optimum()
    if secret is not None:
        finite.as_secret(secret)
    elif about.proved_book is None or arguments.tree is not None:
        options.check_listable(finite, f"{_PATH}, and {value_printed(finite, goal)}")
    if secret is not None:
        return _tell_path(arguments, about.optimum(arguments.progress, reading)[0])
    if not finite.is_listable:
        strategy, values = about.optimum(arguments.progress, reading)
        document = _counted_document(strategy, goal, reading, values[goal.first])
        common.tell(arguments, document, _counted_lines(finite, document))
        return 0
    optimum = proved_optimum(finite, goal, arguments.progress, reading)
    document = _document(optimum, reading)
    least = f"no strategy takes less: {_PROOF}" if about.proved_book else ""
    with common.telling(arguments, document, _lines(optimum, document, least)):
        is_claimed = reading is not Reading.WITHOUT and optimum.optimal
        from masetproof.search.keeping import claims_of

        claims = claims_of(optimum, None) if is_claimed else NO_CLAIMS
        common.write_strategy(arguments, optimum.tree, claims)
    common.tell_written(arguments, arguments.tree)
    return 0 if optimum.optimal else 1


def _known(finite: FiniteGame, goal: Goal, reading: Reading) -> Known:
    """What is known of the game; `Refused` beyond the theorem of a book without an end."""
    from masetproof.proofs.known import known

    usual = FiniteGame(finite.game, finite.pegs, finite.colours, distinct=finite.distinct)
    if known(usual).proved_book is not None and not (finite.conditions or finite.after):
        what = f"the theorem on {finite.game.title} with {finite.pegs} pegs is"
        if finite.columns:
            raise Refused(f"{what} for columns with equal numbers of colours only")
        if goal is not Goal.EXPECTED:
            raise Refused(f"{what} on the least total only, --objective expected")
        if reading is not Reading.EXACT:
            raise Refused(f"{what} on the real game only, --extra exact")
    return known(finite, goal)


def value_printed(finite: FiniteGame, goal: Goal) -> str:
    """Which command prints the optimum of a board of any size, without a strategy."""
    colours = ",".join(map(str, finite.columns or [finite.colours]))
    size = f"--pegs {finite.pegs} --colours {colours} --objective {goal.first.value}"
    return f"'masetproof values {finite.game.name} {size}' prints its value"


def optimum_document(optimum: Optimum) -> dict[str, object]:
    """The fields of an optimum, by search or theorem."""
    return {
        **finite_game_json(optimum.finite),
        "objective": optimum.goal.value,
        **optimum.as_json(),
        **_within_document(optimum),
        "optimal": optimum.optimal,
        **{
            name: str(bound) if isinstance(bound := getattr(optimum, name), Fraction) else bound
            for name in ("lower_bound", "total_bound", "worst_bound")
        },
        **({"lower_bound": None} if optimum.is_within else {}),
        "fewest_bound": optimum.fewest_bound or None,
        "nodes": optimum.nodes,
        "seconds": round(optimum.seconds, 3),
        **common.fields(optimum, "kept", "reason"),
    }


def _within_document(optimum: Optimum) -> dict[str, object]:
    """With the goal within:K what K questions find, and the most that they may find."""
    found = optimum.found_within
    if found is None:
        return {}
    most = optimum.weight - optimum.lower_bound
    if optimum.weights is None:
        return {"found": int(found), "found_bound": int(most)}
    return {"found": str(found), "found_bound": str(most)}


def _document(optimum: Optimum, reading: Reading) -> dict[str, object]:
    """The fields of an optimum, and those of a strategy that is compared with a formula."""
    finite = optimum.finite
    document = optimum_document(optimum) | {
        "by": "theorem",
        "extra": reading.value,
        "first_question": finite.text(optimum.tree.next_question()),
        "formula_value": str(optimum.lower_bound),
        "agrees": optimum.optimal,
    }
    if reading is Reading.WITHOUT:  # questions with excluded colours may save something
        document |= {"optimal": None, "lower_bound": None}
    return document


def _lines(optimum: Optimum, document: dict[str, object], least: str) -> Iterator[str]:
    """The costs of the strategy, its first questions, and how to see the others."""
    yield f"{optimum.finite.title}: {counted(optimum.secrets, 'secret')}"
    agrees = "which it attains" if optimum.optimal else "which it does not attain"
    facts = {
        "objective": optimum.goal.value,
        "first question": str(document["first_question"]),
        **common.cost_facts(optimum),
        "the theorem": f"{document['formula_value']}, {agrees}" + f"; {least}" * bool(least),
    }
    if document["optimal"]:
        facts["optimal"] = "yes, by the theorem, which is proved for every number of colours"
    facts["proved"] = f"in {optimum.seconds:.2f} s, with the replay of the strategy"
    yield from common.fact_lines(facts)
    yield f"\n{legend(_SHOWN_LEVELS)}"
    yield from levels(optimum.tree, _SHOWN_LEVELS)
    yield "To see more: --tree FILE writes the strategy, and 'masetproof tree show FILE' prints it"


def _counted_document(
    strategy: Strategy, goal: Goal, reading: Reading, value: int
) -> dict[str, object]:
    """The fields where the value is only counted."""
    finite = strategy.finite
    return {
        **finite_game_json(finite),
        **{"objective": goal.value, "extra": reading.value, "by": "theorem", "total": value},
        "expected": str(Fraction(value, finite.secret_count)),
        "first_question": finite.text(strategy.next_question()),
        "formula_value": str(value),
    }


def _counted_lines(finite: FiniteGame, document: dict[str, object]) -> Iterator[str]:
    """The costs of the strategy where it is not replayed."""
    yield f"{finite.title}: {counted(finite.secret_count, 'secret')}"
    facts = {
        "first question": str(document["first_question"]),
        "total": f"{document['total']:,}",
        "expected": f"{float(Fraction(str(document['expected']))):.6f}",
        "counted": "from the questions on patterns; there are too many secrets for a replay",
        "the theorem": f"no strategy takes less: {_PROOF}",
    }
    yield from common.fact_lines(facts)
    yield f"To see more: {_PATH}"


def _tell_path(arguments: argparse.Namespace, strategy: Strategy) -> int:
    """The questions that find one secret."""
    finite, secret = strategy.finite, arguments.path
    steps = [
        {"question": finite.text(question), "answer": finite.answer_texts[number]}
        for question, number in strategy.path(secret)
    ]
    document = finite.as_json() | {"secret": secret, "questions": steps}
    width = len(str(len(steps)))
    lines = (
        f"{number:>{width}}  {step['question']}  {step['answer']}"
        for number, step in enumerate(steps, 1)
    )
    common.tell(arguments, document, lines)
    return 0
