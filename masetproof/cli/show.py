"""Print a question with what each answer leaves, its equation and verdict, or all of a pattern.

examples:
  masetproof show MM.2.1.3
  masetproof show MM.2.1
  masetproof show mastermind --pegs 2
  masetproof show mastermind --pegs 2 --pattern "{0*|*0}" --question 01
  masetproof show MM.2.1 --excluded 1
  masetproof show MM.2.0 --colours 7 --json
  masetproof show AB.2.1.2 --objective worst --json
  masetproof show MM.2.1.3 --out question.svg
  masetproof show BP.2.1 --colours 3,4

A label is game (MM, AB, BP or BPAB), pegs, pattern and question, as in the listings; without the
question all questions of the pattern are listed. The same can be said in words: a game with --pegs,
--pattern and --question; without a pattern the patterns are listed, as by 'masetproof patterns'.
Patterns and questions are numbered apart with and without the extra colour (--extra). Instead of
printing, --out FILE draws the pattern, or the question with what each answer leaves, with coloured
pegs. The value of a question, which --colours adds, is the least total or worst case of the
strategies that ask it first. What a first question of the game (pattern 0) costs is printed as a
formula for every number of colours, too; where answers report black pegs only, also for boards
whose columns have different numbers of colours. In the game black-peg-ab --colours may also be a
number for each kind of implicit colours. With three pegs the theorem is proved first.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import masetproof
from masetproof.arguments import Refused, parse_whole
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.cli.patterns import list_patterns
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.games.registry import ALIASES, GAMES
from masetproof.tables.rendering import Column, json_records, text_lines

_MOST_COLOURS = 10**9


OPTIONS = (
    Option(
        *("label", "LABEL"),
        help=f"such as MM.2.1.3, or MM.2.1; or a game ({options.PEG_GAME.help}), with --pegs",
    ),
    options.PEGS.but(help="of a game, how many pegs"),
    Option(
        *("--pattern", "PATTERN"),
        help="of a game, the number of a pattern, or a pattern such as '{0*|*0}'",
    ),
    Option(
        *("--question", "QUESTION"),
        help="the number of a question of the pattern, or its word, such as 01",
    ),
    options.OBJECTIVE,
    options.reading(),
    Option(
        *("--excluded", "COLOURS"),
        help="with --extra exact, how many colours are excluded; in the game black-peg 1 or 0 for "
        "each column, such as 0,1",
        otherwise="as few as the question needs",
        read=options.read_colours,
    ),
    options.COLOURS.but(
        help=f"add values of questions for this number of colours; {options.COLUMNS}"
    ),
    options.JSON,
    options.to_draw("--out", "draw the pattern or the question"),
)


def run(arguments: argparse.Namespace) -> None:
    """Look it up and print it."""
    colours = arguments.colours
    for n in colours if isinstance(colours, tuple) else (colours or 0,):
        if not 0 <= n <= _MOST_COLOURS:
            raise Refused(f"--colours must be 0 to {_MOST_COLOURS:,}, not {n:,}")
    game, pegs, pattern, question = _place(arguments)
    if pattern is None:
        for_one = "is for one pattern; say --pattern, 0 for the beginning of the game"
        options.refuse(arguments, for_one, "question", "excluded", "colours", "out")
        list_patterns(arguments, game, pegs)
        if not arguments.json:
            common.print_lines([f"'masetproof show {game.label}.{pegs}.1' shows pattern 1"])
        return
    from masetproof.reports.question import ask

    without = "nothing is proved, so which questions are optimal is open"
    theorem = options.theorem(arguments, game, pegs, without)
    if isinstance(pattern, masetproof.MasetPattern):
        pattern = theorem.pattern_of(theorem.place(pattern)[0])
    number = _number(theorem, pattern, question) if isinstance(question, str) else question
    state = theorem.function_of(pattern, arguments.excluded, number)
    asked = ask(theorem, state, number, colours)
    if arguments.out is not None:
        common.draw(arguments.out, asked[0].pattern if number is None else asked[0])
        common.tell_written(arguments, arguments.out)
        return
    if number is None:
        document = asked[0].head() | {"questions": json_records(_columns(theorem), asked)}
    else:
        document = asked[0].as_json() | {"formula": _formula(asked[0])}
        document |= {} if theorem.system.has_one_index else {"regions": _regions(asked[0])}
    common.tell(arguments, document, _lines(asked, whole=number is None))


def _place(
    arguments: argparse.Namespace,
) -> tuple[AlikeGame, int, int | masetproof.MasetPattern | None, int | str | None]:
    """Game, pegs, pattern and question, from a label or from the options."""
    label, pattern = arguments.label, arguments.pattern
    if label not in {**GAMES, **ALIASES}:
        from masetproof.reports.question import parse_label

        place = parse_label(label)
        options.refuse(arguments, "is in the label", "pegs", "pattern", "question")
        return place
    game = as_alike_game(label)
    if arguments.pegs is None:
        raise Refused(f"the game {label} needs --pegs")
    if pattern is not None and pattern.isascii() and pattern.isdecimal():
        pattern = parse_whole(pattern)
    elif pattern is not None:
        pattern = masetproof.MasetPattern.parse(pattern).normalize()[0]
    return game, arguments.pegs, pattern, arguments.question


def _number(theorem: masetproof.Theorem, pattern: int, text: str) -> int:
    """The number of a question, given by its number or its word."""
    from masetproof.proofs.verdicts import equation_label
    from masetproof.reports.question import number_of_question

    questions = theorem.closure.questions(pattern)
    by_number = int(text) if text in map(str, range(1, len(questions) + 1)) else None
    try:
        by_word = number_of_question(theorem, pattern, text)
    except Refused as refused:
        if by_number is not None:
            return by_number
        raise Refused(f"{refused}; questions also have the numbers 1 to {len(questions)}") from None
    if by_number is not None and by_number != by_word:
        first, second = (equation_label(theorem, pattern, n) for n in (by_number, by_word))
        raise Refused(
            f"--question {text} is a number and a word here; say {first} for question {text}, or "
            f"{second} for the one that asks {text}"
        )
    return by_word


def _lines(asked: tuple[masetproof.Asked, ...], *, whole: bool) -> Iterator[str]:
    first = asked[0]
    yield from first.told("pattern")
    yield from _list_lines(asked) if whole else first.told("question")
    yield from _formula_lines(asked)
    yield ""
    yield from first.told("legend")


def _formula_lines(asked: tuple[masetproof.Asked, ...]) -> Iterator[str]:
    """What first questions of a game cost, for every n."""
    known = [(one, one.formula, one.regions) for one in asked if one.colours is None]
    if any(formula is not None or regions for _, formula, regions in known):
        said = asked[0].theorem.formula.objective.describe()
        yield f"the least {said} of the strategies that begin so, for n colours:"
    for one, formula, _ in known:
        if formula is not None:
            yield from common.formula_lines(formula, f"{one.text}  ")
    for one, _, regions in known:
        yield from common.region_lines(regions, one.text)


def _formula(asked: masetproof.Asked) -> dict[str, object] | None:
    formula = asked.formula
    return None if formula is None else formula.as_json()


def _regions(asked: masetproof.Asked) -> list[dict[str, object]]:
    return [region.as_json() for region in asked.regions]


def _value(asked: masetproof.Asked) -> str | None:
    return None if asked.value is None else str(asked.value)


_COLUMNS: list[Column[masetproof.Asked]] = [
    Column("label", None, lambda one: f"({one.label})", "", is_words=True, width=13),
    Column("question", lambda one: one.text, title="", is_words=True),
    Column("value", _value, lambda one: _value(one) or "", ""),
    Column("formula", lambda one: _formula(one), title=""),
    Column("verdict", lambda one: one.verdict_text(), title="", is_words=True),
]
"""The line of each question in a list."""


def _columns(theorem: masetproof.Theorem) -> list[Column[masetproof.Asked]]:
    """With several kinds of colours a question has formulas for boards, too."""
    more: Column[masetproof.Asked] = Column("regions", _regions, title="")
    return _COLUMNS if theorem.system.has_one_index else [*_COLUMNS, more]


def _list_lines(asked: tuple[masetproof.Asked, ...]) -> Iterator[str]:
    hidden = {"formula"} | ({"value"} if asked[0].colours is None else set())
    columns = [column for column in _COLUMNS if column.name not in hidden]
    return text_lines(columns, asked, indent="  ")
