"""Say how fast the least total grows with the number of colours.

examples:
  masetproof growth mastermind --pegs 3
  masetproof growth ab --pegs 2 --json
  masetproof growth black-peg --pegs 8

With p pegs and n colours the least total (external path length) is c n^(p+1) + d n^p + O(n^(p-1)).
c is known for every number of pegs; d is computed for Mastermind and the AB game, with up to three
pegs. With four pegs bounds of d improve as long as the command runs: Ctrl-C or
--time-limit ends it, and the bounds by then are printed. The proofs are in docs/growth.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction

import masetproof
from masetproof.arguments import counted
from masetproof.cli import common, options

OPTIONS = *options.GAME, options.JSON


def run(arguments: argparse.Namespace) -> None:
    game, pegs = options.peg_game(arguments)
    common.tell_so_far(
        lambda: masetproof.growth(game, pegs, progress=arguments.progress),
        lambda grown, _: common.tell(arguments, _document(grown), _lines(grown)),
        lambda _: "; these are the bounds so far",
    )


def _document(grown: masetproof.Growth) -> dict[str, object]:
    names = ("leading", "second", "second_lower", "second_upper")
    numbers = common.fields(grown, *names)
    texts = {name: None if number is None else str(number) for name, number in numbers.items()}
    return {"game": grown.game.name, "pegs": grown.pegs, **texts, "states": grown.states}


def _lines(grown: masetproof.Growth) -> Iterator[str]:
    game, pegs, low = grown.game, grown.pegs, grown.second_lower
    least = _expansion(grown.leading, grown.second, low, pegs + 1)
    # The secrets are the product of n - 0, n - 1, ..., or n^p.
    shift = grown.leading * sum(map(game.colours_taken, range(pegs)))
    second = None if grown.second is None else grown.second + shift
    mean = _expansion(grown.leading, second, None, 1)
    yield f"{game.title}, {counted(pegs, 'peg')}, n colours"
    facts = {"least total": least, "expected questions": mean}
    if grown.second is None and low is not None:
        high = grown.second_upper
        most = "nothing known" if high is None else f"{float(high):.4f} = {high}"
        facts |= {"d is at least": f"{float(low):.4f} = {low}", "d is at most": most}
    if grown.states:
        facts["states"] = f"{grown.states:,}"
    yield from common.fact_lines(facts)


def _expansion(
    leading: Fraction, second: Fraction | None, bound: Fraction | None, highest: int
) -> str:
    """The highest terms of a total or a mean, with d where there are only bounds."""
    from masetproof.recurrences.polynomials import power, summed

    terms = [summed([(leading, f" {power('n', highest)}")])]
    if second is not None:
        below = power("n", highest - 1)
        terms.append(summed([(second, f" {below}" if below else "")]))
    elif bound is not None:
        terms.append(f"d {power('n', highest - 1)}")
    rest = highest - len(terms)
    order = {0: "1", -1: "1/n"}.get(rest) or power("n", rest)
    return " + ".join([*terms, f"O({order})"])
