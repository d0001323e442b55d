"""The facts of `docs/facts.json`, the list of them in `docs/facts.md`, and pairs of sets counted.

    python -m tests.facts                  writes the list anew
    python -m tests.facts mastermind 2 4   counts pairs of a set and a larger one

Values were found by running the commands, and then by the second routes of `tests/test_facts.py`.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

from tests.oracles.profiles import Word, pegs_told

DOCS = Path(__file__).parents[1] / "docs"
DATA, PAGE = DOCS / "facts.json", DOCS / "facts.md"
BEGIN, END = "<!-- facts -->\n", "<!-- end of facts -->\n"


class Fact(NamedTuple):
    """What is guessed, what is so, and the command that says it for each case.

    In `command` a case stands for ``{}``, or is the list of `words.txt`. slow: which of the routes
    takes long (command, second, both, or the large cases of both).
    """

    name: str
    guessed: str
    so: str
    command: str
    second: str
    cases: dict[str, int | str]
    slow: str = ""
    field: str = ""


def read_facts() -> list[Fact]:
    return [Fact(**fact) for fact in json.loads(DATA.read_text())]


def value(fact: Fact, document: dict[str, Any]) -> int | str:
    """The value of a case in what its command prints with --json."""
    goal = document["objective"]
    if fact.field == "deepest":
        return int(document["histogram"][-1])
    if "then" in goal:
        return f"{document['total']}:{document['worst']}"
    return int(document["worst" if goal == "worst" else "total"])


def listed() -> str:
    """The list of the page. Where a case has many values the data have them, the list not."""
    return "\n".join(map(entry, read_facts()))


def entry(fact: Fact) -> str:
    """What is guessed and what is so; the command, and the second route."""
    case = next(iter(fact.cases))
    command = f"`{fact.command.format(case)}`"
    if "words.txt" in fact.command:
        command += f" with {case} in words.txt"
    told = f"- **{fact.guessed}** {fact.so}", f"  {command}; {fact.second}."
    return "\n".join(
        f"{fill(text, 120, subsequent_indent='  ', break_on_hyphens=False)}\n" for text in told
    )


def least(words: list[Word], *, consistent: bool) -> tuple[list[int], list[int]]:
    """The least total and the least worst case of every set of words, which bit i has word i in."""
    splits = []
    for question in words:
        parts: dict[tuple[int, int], int] = {}
        for i, secret in enumerate(words):
            if secret != question:
                told = pegs_told(secret, question)
                parts[told] = parts.get(told, 0) | 1 << i
        splits.append([*parts.values()])
    totals, worsts = [0], [0]
    for possible in range(1, 1 << len(words)):
        costs = [
            (
                possible.bit_count() + sum(totals[part & possible] for part in parts),
                1 + max((worsts[part & possible] for part in parts), default=0),
            )
            for i, parts in enumerate(splits)
            if (possible >> i & 1 or not consistent)
            and all(part & possible != possible for part in parts)
        ]
        totals.append(min(total for total, _ in costs))
        worsts.append(min(worst for _, worst in costs))
    return totals, worsts


def pairs(game: str, pegs: int, colours: int, *, consistent: bool = True) -> str:
    """In how many pairs of a set and one with a word more the smaller one has the larger total, and
    the larger worst case: ``0:48 of 2295``."""
    words = [
        word
        for word in product(range(colours), repeat=pegs)
        if game == "mastermind" or len({*word}) == pegs
    ]
    totals, worsts = least(words, consistent=consistent)
    count = total = worst = 0
    for smaller in range(1, len(totals)):
        for i in range(len(words)):
            if not smaller >> i & 1:
                larger = smaller | 1 << i
                count += 1
                total += totals[smaller] > totals[larger]
                worst += worsts[smaller] > worsts[larger]
    return f"{total}:{worst} of {count}"


def main() -> None:
    if len(sys.argv) > 1:
        game, pegs, colours = sys.argv[1:]
        print(pairs(game, int(pegs), int(colours)))
        return
    head, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(head + BEGIN + listed() + END + rest.partition(END)[2])


if __name__ == "__main__":
    main()
