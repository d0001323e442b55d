"""Print a question with what each answer leaves, its equation and verdict, or all of a pattern.

examples:
  masetproof show MM.2.1.3
  masetproof show MM.2.1
  masetproof show MM.2.1 --excluded 1
  masetproof show MM.2.0 --colours 7 --json
  masetproof show AB.2.1.2 --objective worst --json
  masetproof show MM.2.1.3 --out question.svg
  masetproof show BP.2.1 --colours 3,4

A label is game (MM, AB, BP or BPAB), pegs, pattern and question, as in the listings; without the
question all questions of the pattern are listed. Patterns and questions are numbered apart with and
without the extra colour (--extra). Instead of printing, --out FILE draws the pattern, or the
question with what each answer leaves, with coloured pegs. The value of a question, which --colours
adds, is the least total or worst case of the strategies that ask it first. In the game black-peg-ab
--colours may also be a number for each kind of implicit colours. Three pegs take half a minute the
first time, and later some ten seconds and 1.5 GB.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import masetproof
from masetproof.arguments import Refused
from masetproof.cli import common, options
from masetproof.games.pegs import PegGame
from masetproof.games.registry import GAMES
from masetproof.tables.rendering import Column, json_records, text_lines

_MOST_COLOURS = 10**9


OPTIONS = (
    {"label LABEL": "such as MM.2.1.3, or MM.2.1"},
    *("--objective", "--extra"),
    {
        "--excluded COLOURS": "with --extra exact, how many colours are excluded (default: as few "
        "as the question needs); in the game black-peg 1 or 0 for each column, such as 0,1",
        "--colours": f"add values of questions for this number of colours; {options.COLUMNS}",
    },
    "--json",
    {"--out >PICTURE": "draw the pattern or the question"},
)


def run(arguments: argparse.Namespace) -> None:
    """Look it up and print it."""
    colours = arguments.colours
    for n in colours if isinstance(colours, tuple) else (colours or 0,):
        if not 0 <= n <= _MOST_COLOURS:
            raise Refused(f"--colours must be 0 to {_MOST_COLOURS:,}, not {n:,}")
    from masetproof.reports.question import ask, parse_label

    name, pegs, pattern, number = parse_label(arguments.label)
    games = {game.label: game for game in GAMES.values() if isinstance(game, PegGame)}
    if name not in games:
        raise Refused(f"{name!r} is no game; labels begin with MM, AB, BP or BPAB")
    without = "nothing is proved, so which questions are optimal is open"
    theorem = options.theorem(arguments, games[name], pegs, without)
    state = theorem.state_of(pattern, arguments.excluded, number)
    asked = ask(theorem, state, number, colours)
    if arguments.out is not None:
        common.draw(arguments.out, asked[0].pattern if number is None else asked[0])
        common.tell_written(arguments, arguments.out)
        return
    if number is None:
        document = asked[0].head() | {"questions": json_records(_COLUMNS, asked)}
    else:
        document = asked[0].as_json()
    common.tell(arguments, document, _lines(asked, whole=number is None))


def _lines(asked: tuple[masetproof.Asked, ...], *, whole: bool) -> Iterator[str]:
    first = asked[0]
    yield from first.told("pattern")
    yield from _list_lines(asked) if whole else first.told("question")
    yield ""
    yield from first.told("legend")


def _value(asked: masetproof.Asked) -> str | None:
    return None if asked.value is None else str(asked.value)


_COLUMNS: list[Column[masetproof.Asked]] = [
    Column("label", None, lambda one: f"({one.label})", "", is_words=True, width=13),
    Column("question", lambda one: one.text, title="", is_words=True),
    Column("value", _value, lambda one: _value(one) or "", ""),
    Column("verdict", lambda one: one.verdict_text(), title="", is_words=True),
]
"""What a list says of each question."""


def _list_lines(asked: tuple[masetproof.Asked, ...]) -> Iterator[str]:
    hidden = "value" if asked[0].colours is None else ""
    columns = [column for column in _COLUMNS if column.name != hidden]
    return text_lines(columns, asked, indent="  ")
