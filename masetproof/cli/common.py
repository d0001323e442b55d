"""What commands print and read: results for people or as JSON, notes, progress, typed lines.

Every complaint is a `Refused`, whoever refuses; `masetproof.cli.main` prints it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, final

import masetproof
from masetproof.arguments import Refused, printable
from masetproof.cli.interrupts import interruption
from masetproof.progress import Interrupted, Progress, Stopwatch, estimated, in_words
from masetproof.tables.rendering import Column, csv_lines, text_lines
from masetproof.trees.claims import Claimed
from masetproof.trees.files import write_tree
from masetproof.trees.replay import Cost
from masetproof.trees.tree import StrategyTree

if TYPE_CHECKING:
    from masetproof.proofs.numbers import Region
    from masetproof.recurrences.quasipolynomial import Formula
    from masetproof.reports.bundle import Bundle

_Record = TypeVar("_Record")
_SHOWN_EXCEPTIONS = 3
_SHOWN_REGIONS = 8
_MOST_NAMED = 12
"""The files of a folder are named up to this many, and otherwise counted."""
_LONGEST = 4096
"""The most characters of a line that is typed."""
_COLOURING = re.compile(r"\x1b\[[0-9;]*m")


_FIRST_STEPS = {
    "Prove a formula that holds for every number of colours": "prove mastermind --pegs 2",
    "Find an optimal strategy": "optimize mastermind --pegs 4 --colours 6",
    "Get a hint while you play: you asked 0011, and one peg was black, one white": (
        "hint mastermind --pegs 4 --colours 6 0011:1,1"
    ),
    "Play": "play mastermind",
    "Explore strategies and proofs in the browser": "explore",
}


class No(Exception):
    """The answer is no, with a sentence that says why: exit status 1."""


class Ended(KeyboardInterrupt):
    """The run was interrupted, with a sentence that says what became of it."""


# ------------------------------------------------------------------------------------- the results


def tell(arguments: argparse.Namespace, document: object, lines: Iterable[str]) -> None:
    """Print the result of a command: one JSON document with --json, otherwise lines for people."""
    if arguments.json:
        print_json(document)
    else:
        print_lines(lines)


@contextmanager
def telling(
    arguments: argparse.Namespace, document: object, lines: Iterable[str]
) -> Iterator[None]:
    """Print the result (`tell`) after the block, which writes files, even if that fails.

    So the files are there even if the reader of the output goes away.
    """
    try:
        yield
    finally:
        tell(arguments, document, lines)


def print_json(document: object) -> None:
    clear_progress()
    print(json.dumps(document, indent=2))


def print_lines(lines: Iterable[str]) -> None:
    """Lines on standard output, each as soon as it is there."""
    for line in lines:
        clear_progress()
        print(line, flush=True)


def first_steps() -> Iterator[str]:
    """Lines with commands to begin with, for somebody who does not know the program."""
    for told, command in _FIRST_STEPS.items():
        yield f"  {told}:"
        yield f"    masetproof {command}"


def end_search(arguments: argparse.Namespace, reason: str | None, interrupted: bool) -> None:
    """After its result is printed, say why a search did not come to its end.

    An end that --time-limit asked for is none to complain about.
    """
    if interrupted:
        raise KeyboardInterrupt
    was_time = arguments.time_limit is not None and reason == "the time was over"
    if reason is not None and not was_time:
        raise Refused(f"{reason}; the same command goes on from what was found")


def tell_written(arguments: argparse.Namespace, *paths: Path | str | None) -> None:
    """The files that were written, in one line for people; JSON and the like are left alone."""
    # What is under /dev may be where this is printed.
    written = [path for path in map(str, filter(None, paths)) if not path.startswith("/dev/")]
    if written and not getattr(arguments, "json", False):
        print_lines([f"wrote {printable(_files_text(written))}"])


def _files_text(paths: list[str]) -> str:
    """Files by their names, where they have a folder in common behind it."""
    folders = {str(Path(path).parent) for path in paths}
    above = os.path.commonpath(folders) if len({*map(os.path.isabs, folders)}) == 1 else ""
    if len(paths) == 1 or not Path(above).name:
        return ", ".join(paths)
    names = [str(Path(path).relative_to(above)) for path in paths]
    listed = f": {', '.join(names)}" if len(names) <= _MOST_NAMED else ""
    return f"{len(paths)} files in {above}{listed}"


def tell_proof(
    arguments: argparse.Namespace,
    document: dict[str, object],
    lines: Iterable[str],
    watch: Stopwatch,
    write: Callable[[], Bundle | None] | None,
) -> None:
    """Print a proof after *write* has made its files, even if that fails.

    write: None, or a function that makes the files and returns what they are, None without --out.
    The document gets these files and the seconds of the stages.
    """
    files: list[Path] = []
    with telling(arguments, document, lines):
        try:
            bundle = None if write is None else write()
            if bundle is not None:
                document |= bundle.as_json()
                files = bundle.files
                for sentence in bundle.notes:
                    note(sentence)
        finally:
            document["seconds"] = watch.rounded()
    tell_written(arguments, *files)


@contextmanager
def making_files(directory: Path | str) -> Iterator[None]:
    """`Ended` where an interrupt or a limit ends the run before all files are in a directory."""
    try:
        yield
    except KeyboardInterrupt:
        from masetproof.reports.bundle import SUMS

        why, listed = interruption().limit or "interrupted", Path(directory, SUMS)
        if not listed.is_file():
            raise Ended(f"{why} before a file was made; the same command makes them") from None
        raise Ended(
            f"{why} before all files were made; {listed} lists those that are there, and the same "
            "command makes the others"
        ) from None


def fields(value: object, *names: str) -> dict[str, Any]:
    """Some attributes of a value, as fields of JSON or as arguments by name."""
    return {name: getattr(value, name) for name in names}


def cost_facts(played: Cost) -> dict[str, str]:
    weight = {} if played.weights is None else {"weight": str(played.weight)}
    return {
        "total": f"{played.total:,}",
        **weight,
        "expected": played.expected_text(),
        "worst case": f"{played.worst:,}",
        "histogram": " ".join(map(str, played.histogram)),
    }


def mean_text(mean: Fraction | None) -> str:
    return "-" if mean is None else f"{float(mean):.4f}"


def fact_lines(facts: Mapping[str, str]) -> Iterator[str]:
    """A line for each fact, behind its name."""
    columns = [Column("", itemgetter(place), is_words=True) for place in (0, 1)]
    return text_lines(columns, facts.items(), indent="  ")


def tell_table(
    arguments: argparse.Namespace,
    document: object,
    head: Iterable[str],
    columns: Sequence[Column[_Record]],
    records: Sequence[_Record],
) -> None:
    """Print a table: as CSV with --csv, as the document with --json, otherwise below its head."""
    if arguments.csv:
        print_lines(csv_lines(columns, records))
    else:
        tell(arguments, document, chain(head, text_lines(columns, records, indent="  ")))


def write_strategy(arguments: argparse.Namespace, tree: StrategyTree, claims: Claimed) -> None:
    if arguments.tree is not None:
        write_tree(arguments.tree, tree, claims)


def draw(path: Path | None, value: object) -> None:
    if path is not None:
        masetproof.write_picture(path, value)


# ------------------------------------------------------------------------------------ the terminal


_PAUSE = 1.0
"""Seconds before a line of progress appears, and between two of them."""
_USUAL_WIDTH = 80
_CUT = "..."
_terminal = threading.local()
"""In a thread that shows a line of progress at the moment, `line` is that line."""


@final
class _ProgressLine:
    """The line of progress of a run: one line of the terminal, drawn once a second.

    It is drawn by reports and, where Python handles signals, by a timer between them, so that the
    seconds go on where work reports nothing.
    """

    def __init__(self, begin: float) -> None:
        self._begin = self._last = begin
        self._stage, self._count = "", ""
        self._covered = 0
        self._is_drawing = False

    def say(self, stage: str, done: int, total: int) -> None:
        """Show a report, as `Progress`."""
        words = in_words(stage, done, total)
        self._stage, self._count = stage, words[len(stage) :]
        self.draw()

    def draw(self) -> None:
        """Draw it if it is time; the timer may come while that is under way."""
        now = time.monotonic()
        if now - self._last < _PAUSE or self._is_drawing:
            return
        self._is_drawing, self._last = True, now
        try:
            room = _terminal_width() - 1  # in the last column some terminals begin a line
            text = _fitting(self._stage, self._count, f" ({_time_text(now - self._begin)})", room)
            before, self._covered = min(self._covered, room), _columns(text)
            _write_error(f"\r{text}{' ' * (before - self._covered)}")
        finally:
            self._is_drawing = False

    def clear(self) -> None:
        if self._covered:
            _write_error(f"\r{' ' * min(self._covered, _terminal_width() - 1)}\r")
        self._covered = 0


def _time_text(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:,} min {rest} s" if minutes else f"{rest} s"


def _fitting(stage: str, count: str, time_text: str, room: int) -> str:
    """The parts of a stage, what is done of it, and the time, as far as there is room.

    Left out are, one by one, what stands between the first part and the last, the time, and the
    first part; what is still too long is cut.
    """
    first, *between, last = ["", *stage.split("; ")]
    first, between = (between[0], between[1:]) if between else (first, [])
    texts = [
        "; ".join(filter(None, (first, *between[:kept], last))) + count + time_text
        for kept in range(len(between), -1, -1)
    ]
    texts += ["; ".join(filter(None, (first, last))) + count, last + count]
    for text in map(_shown_on_terminal, texts):
        if _columns(text) <= room:
            return text
    while text and _columns(text) > max(room - len(_CUT), 0):
        text = text[:-1]
    return f"{text}{_CUT}" if room >= len(_CUT) else ""


def _shown_on_terminal(text: str) -> str:
    """As standard error will write it, where it lacks signs, too."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    return printable(text).encode(encoding, "backslashreplace").decode(encoding)


def _columns(text: str) -> int:
    """The columns of a terminal that a text takes: wide signs take two, marks on others none."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(unicodedata.category(sign) in ("Mn", "Me") for sign in text)


def _terminal_width() -> int:
    """The columns of the terminal, which the person may have made wider or narrower."""
    with suppress(AttributeError, OSError, ValueError):  # no terminal, or not known to be one
        if columns := os.get_terminal_size(sys.stderr.fileno()).columns:
            return columns
    return _USUAL_WIDTH


def terminal_progress() -> Progress:
    """Progress on a terminal, once a second; raises an interrupt again that was swallowed.

    It says how long the rest of a stage takes, at the pace so far.
    """
    visible = sys.stderr is not None and sys.stderr.isatty()
    run, line = interruption(), _ProgressLine(time.monotonic())
    say, before, last = estimated(line.say), "", 0.0

    def report(stage: str, done: int, total: int) -> None:
        nonlocal before, last
        run.raise_again()
        now = time.monotonic()
        if visible and (now - last >= _PAUSE / 20 or stage != before):
            before, last = stage, now
            if getattr(_terminal, "line", None) is not line:
                clear_progress()
                _terminal.line = line
                run.each_moment(line.draw)
            say(stage, done, total)

    return report


def clear_progress() -> None:
    """Take the line of progress away, before anything else is printed."""
    line = vars(_terminal).pop("line", None)
    if line is not None:
        interruption().each_moment(None)
        line.clear()


def note(sentence: str, prog: str = "masetproof") -> None:
    """One line on standard error, and nowhere else: a complaint, or something to know."""
    clear_progress()
    _write_error(f"{printable(f'{prog}: {sentence}')}\n")


def tell_so_far(
    play: Callable[[], Any], tell: Callable[[Any, bool], None], ended: Callable[[Any], str]
) -> None:
    """Tell what comes of a game or of many; `Ended` afterwards when they were interrupted.

    tell: takes what was finished, and whether that is all.  ended: says what became of it.
    """
    said = None
    try:
        finished = play()
    except KeyboardInterrupt as error:
        why = interruption().limit or "interrupted"
        if not isinstance(error, Interrupted):
            reason = f"{why} before anything was finished; the same command begins again"
            raise Ended(reason) from None
        finished = error.finished
        said = f"{why}{ended(finished)}"
    tell(finished, said is None)
    if said is not None:
        raise Ended(said)


def _write_error(text: str) -> None:
    """Write to standard error; there is no other place for messages when that is closed."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


def read_line(prompt: str) -> str | None:
    """A line of the person at the terminal, None at the end of the input.

    At a terminal it can be edited, and earlier lines come back, where Python has readline.
    """
    clear_progress()
    try:
        line = _edited_line(prompt) if _is_terminal() else _plain_line(prompt)
    except UnicodeDecodeError:
        raise Refused("what is typed must be text") from None
    if len(line) > _LONGEST:
        raise Refused(f"a line has at most {_LONGEST:,} characters")
    if not line:
        print()
        return None
    if not sys.stdin.isatty():
        print(printable(line.strip()))  # so that the output reads like the game
    return line.strip()


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _plain_line(prompt: str) -> str:
    """A line with its end; nothing where there is none."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    return sys.stdin.readline(_LONGEST + 1)


def _edited_line(prompt: str) -> str:
    """As `_plain_line`."""
    with suppress(ImportError):
        import readline  # noqa: F401  # `input` edits lines when it is there

        # It must know which signs of the prompt have no width.
        prompt = _COLOURING.sub("\x01\\g<0>\x02", prompt)
    try:
        return f"{input(prompt)}\n"
    except EOFError:
        return ""


def formula_lines(formula: Formula, name: str = "") -> Iterator[str]:
    """A formula with the n from which on it holds, and its exceptions.

    name: of what it is about, in front of it.
    """
    yield f"  {name}{formula.symbols()}, n >= {formula.valid_from}"
    missed = [f"f({n}) = {value}" for n, value in formula.exceptions.items()]
    if missed:
        yield f"  {'':<{len(name)}}{', '.join(missed)}"


def region_lines(regions: Sequence[Region], question: str | None = None) -> Iterator[str]:
    """The formulas for boards with any numbers of colours of each kind.

    question: the first one of the strategies that they are about, if not of all strategies.
    """
    if not regions or len(regions[0].names) == 1:  # what the formula says, again
        return
    names, what = ", ".join(regions[0].names), ""
    if question is not None:
        what = f", beginning with {question}"
    if len(regions) > _SHOWN_REGIONS:
        yield f"On every board ({names}){what}: {len(regions)} formulas (--json)"
        return
    yield f"On every board ({names}){what}:"
    for region in regions:
        walls, polynomial = region.solved()
        where = f" where {', '.join(walls)}" if walls else ""
        yield f"  f({names}) = {str(polynomial).replace('**', '^')}{where}"


def theorem_lines(theorem: masetproof.Theorem, head: str, *, lower: bool = False) -> Iterator[str]:
    """A theorem below *head*, and how to see its exceptions where not all of them are printed.

    lower: only that no strategy takes less.
    """
    yield f"{head} {theorem.words(exceptions=_SHOWN_EXCEPTIONS, boards='', lower=lower)}"
    for line in theorem.symbols().split("; "):
        yield f"  {line}"
    missed, system = theorem.formula.exceptions, theorem.system
    if len(missed) > _SHOWN_EXCEPTIONS:
        model = f"{system.closure.game.name} --pegs {system.closure.pegs}"
        choices = f"--objective {system.objective.value} {system.reading.option}"
        yield f"  (all exceptions: masetproof values {model} --to {max(missed)} {choices})"
