"""Arguments, complaints, progress and JSON, the same for all commands."""

from __future__ import annotations

import argparse
import json
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, parse_number, parse_whole, printable, shown
from masetproof.cli.interrupts import interruption
from masetproof.games.matrix import Matrix
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.games.registry import ALIASES, GAMES, GAMES_OF_DATA, game_named
from masetproof.games.rules import Game
from masetproof.games.wordlist import WordGame
from masetproof.words import MAX_PEGS

if TYPE_CHECKING:
    from masetproof.evolution.evolve import Evolution
    from masetproof.finite.setting import FiniteGame
    from masetproof.objectives import Objective
    from masetproof.progress import Progress
    from masetproof.proofs.theorem import Open, Stopwatch, Theorem
    from masetproof.recurrences.readings import Reading
    from masetproof.reports.bundle import Bundle
    from masetproof.reports.readings import ReadingsBundle
    from masetproof.search.optimum import Optimum
    from masetproof.trees.evaluate import Evaluation
    from masetproof.trees.replay import Replay

__all__ = [
    "FORMATS",
    "Complaint",
    "add_after",
    "add_colours",
    "add_finite_game",
    "add_format",
    "add_game",
    "add_limits",
    "add_memory",
    "add_model",
    "add_objective",
    "add_output",
    "add_picture",
    "add_reading",
    "add_seed",
    "add_ties",
    "add_variant",
    "add_workers",
    "as_complaint",
    "bound_run",
    "check_listable",
    "check_picture",
    "clear_progress",
    "colours",
    "finite_game",
    "finite_game_json",
    "game",
    "logging_nothing",
    "memory",
    "note",
    "numbers",
    "objective",
    "output_directory",
    "output_file",
    "output_files",
    "output_format",
    "peg_game",
    "pegs",
    "print_cost",
    "print_json",
    "proved",
    "read_line",
    "reading",
    "reading_text",
    "seconds",
    "tell_theorem",
    "tell_written",
    "terminal_progress",
    "whole_number",
    "why_ended",
    "written",
]


_SHOWN_EXCEPTIONS = 3
"""The text for people lists so many; the JSON, the listing and the certificate have all."""
_LINE = 4096
_PICTURES = (".pdf", ".svg", ".png", ".pgf")


class Complaint(Exception):
    """Bad usage or unreadable input: one sentence that says what is wrong and what is accepted."""


def whole_number(text: str) -> int:
    """An integer argument; `argparse` turns the error into a complaint."""
    try:
        return parse_whole(text)
    except Refused as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def colours(text: str) -> int | str:
    """A number of colours, or one for each column with commas between them."""
    return text if "," in text else whole_number(text)


def numbers(value: int | str) -> int | tuple[int, ...]:
    """What `colours` read, as a number or a number for each column."""
    if isinstance(value, str):
        with as_complaint():
            return tuple(map(parse_whole, value.split(",")))
    return value


def add_colours(parser: argparse.ArgumentParser, what: str, *, required: bool = False) -> None:
    """--colours, a number or one for each column.  what: it says."""
    parser.add_argument(
        "--colours",
        "--colors",
        type=colours,
        required=required,
        metavar="N",
        help=f"{what}; in the game black-peg also one number for each column, such as 3,4",
    )


def seconds(text: str) -> float | None:
    """A time limit: a positive number, or None for 'none'."""
    if text == "none":
        return None
    try:
        number = parse_number(text)
    except Refused:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"takes a positive number or 'none', not {shown(text)}")
    return number


def add_game(parser: argparse.ArgumentParser) -> None:
    """GAME, one that theorems are about, and --pegs."""
    known = {**GAMES, **ALIASES}.items()
    proved = [name for name, game in known if isinstance(game, PegGame)]
    parser.add_argument("game", metavar="GAME", help=", ".join(proved))
    parser.add_argument("--pegs", type=whole_number, required=True, metavar="P")


def add_model(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """--objective and --extra, which *several* lets be all readings."""
    add_objective(parser)
    add_reading(parser, several=several)


def add_objective(parser: argparse.ArgumentParser) -> None:
    """--objective."""
    parser.add_argument(
        "--objective",
        choices=("expected", "worst"),
        default="expected",
        help="what a strategy minimizes: the total over all secrets, or the worst case "
        "(default: expected)",
    )


def add_reading(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """--extra; the default is the real game."""
    parser.add_argument(
        "--extra",
        choices=("exact", "with", "without", *(["all"] if several else [])),
        default="exact",
        help="which blank a question may use: exact, as the rules have it (colours that answers "
        "have excluded); with, a colour that is never in the secret (a lower bound); without, none "
        "(an upper bound)" + "; all three, compared" * several + " (default: exact)",
    )


FORMATS = ("text", "csv", "json", "latex", "bfile")


def add_format(
    parser: argparse.ArgumentParser,
    *,
    formats: tuple[str, ...] = FORMATS,
    short: tuple[str, ...] = ("json",),
) -> None:
    """--format, and options that are short for it; `output_format` reads them."""
    parser.add_argument(
        "--format",
        choices=formats,
        action="append",
        dest="formats",
        help="what is printed (default: text, for people)",
    )
    for name in short:
        parser.add_argument(
            f"--{name}",
            action="append_const",
            const=name,
            dest="formats",
            help=f"short for --format {name}",
        )


def output_format(arguments: argparse.Namespace) -> str:
    """The format that is asked for."""
    chosen = list(dict.fromkeys(arguments.formats or ["text"]))
    if len(chosen) > 1:
        raise Complaint(f"the output has one format, not both {chosen[0]} and {chosen[1]}")
    return str(chosen[0])


def tell_theorem(theorem: Theorem, head: str) -> None:
    """A theorem after so many words, and how to see the exceptions that are too many for it."""
    print(head, theorem.words(exceptions=_SHOWN_EXCEPTIONS, boards=""))
    for line in theorem.symbols().split("; "):
        print(f"  {line}")
    missed, system = theorem.formula.exceptions, theorem.system
    if len(missed) > _SHOWN_EXCEPTIONS:
        model = f"{system.closure.game.name} --pegs {system.closure.pegs}"
        options = f"--objective {system.objective.value} --extra {system.reading.value}"
        print(f"  (all exceptions: masetproof values {model} --to {max(missed)} {options})")


def reading_text(reading: Reading) -> str:
    """The reading in an output for people."""
    return f"{reading.describe()} (--extra {reading.value})"


def add_finite_game(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """GAME and all that makes one finite game of it; `finite_game` reads them."""
    names = ", ".join([*GAMES, *GAMES_OF_DATA, *ALIASES])
    parser.add_argument("game", metavar="GAME", help=names, nargs="?" if optional else None)
    parser.add_argument("--pegs", type=whole_number, metavar="P")
    parser.add_argument(
        "--colours",
        "--colors",
        type=colours,
        metavar="C",
        help="how many; in the game black-peg also one number for each column, such as 3,4,4",
    )
    parser.add_argument(
        "--words", metavar="FILE", help="the list of a word game: a word on each line"
    )
    parser.add_argument(
        "--allowed", metavar="FILE", help="more words that may be asked but are not the secret"
    )
    parser.add_argument(
        "--answers",
        metavar="FILE",
        help="the table of the game 'matrix', as CSV: the first line names the secrets, each other "
        "line a question and its answers",
    )
    add_variant(parser)


def add_variant(parser: argparse.ArgumentParser) -> None:
    """--secrets and --consistent-only."""
    parser.add_argument(
        "--secrets",
        choices=("all", "distinct"),
        default="all",
        help="distinct: no colour repeats in a secret; any question may be asked (default: all)",
    )
    parser.add_argument(
        "--consistent-only",
        action="store_true",
        help="every question must be a secret that is still possible",
    )


def add_after(parser: argparse.ArgumentParser) -> None:
    """--after."""
    parser.add_argument(
        "--after",
        nargs="+",
        default=[],
        metavar="QUESTION:ANSWER",
        help="begin in the state of play after these answers, such as 0011:1,1",
    )


def finite_game(arguments: argparse.Namespace) -> FiniteGame:
    """The finite game of the options of `add_finite_game`, and of `add_after` if there are any."""
    from masetproof.finite.setting import FiniteGame

    with as_complaint():
        rules = _rules(arguments)  # which may also say how large the game is
        return FiniteGame(
            rules,
            arguments.pegs,
            arguments.colours,
            distinct=arguments.secrets == "distinct",
            consistent_only=arguments.consistent_only,
            after=tuple(getattr(arguments, "after", ())),
        )


def check_listable(finite: FiniteGame, advice: str) -> None:
    """Complain of too many words to list, with what plays boards of that size."""
    try:
        finite.check_listable()
    except Refused as refused:
        raise Complaint(
            f"{refused}; {advice}" if finite.game.size is None else str(refused)
        ) from None


def finite_game_json(finite: FiniteGame) -> dict[str, object]:
    """What says in JSON which finite game it is."""
    return {
        "game": finite.game.name,
        "pegs": finite.pegs,
        "colours": finite.columns or finite.colours,
        "secrets": finite.secret_count,
    }


def _rules(arguments: argparse.Namespace) -> Game:
    """The rules, with the list or the table that they need and no other."""
    kind = GAMES_OF_DATA.get(arguments.game)
    given = {name for name in ("words", "allowed", "answers") if getattr(arguments, name)}
    if kind is None:
        game = game_named(arguments.game)
        if game.usual is not None and arguments.pegs is None and arguments.colours is None:
            arguments.pegs, arguments.colours = game.usual
            given |= {"pegs", "colours"}
        _check_options(arguments, given, {"pegs", "colours"}, {"pegs", "colours"})
        return game
    if issubclass(kind, WordGame):
        _check_options(arguments, given, {"words"}, {"words", "allowed"})
        return kind.read(arguments.words, arguments.allowed)
    _check_options(arguments, given, {"answers"}, {"answers"})
    return Matrix.read(arguments.answers)


def _check_options(
    arguments: argparse.Namespace, given: set[str], needed: set[str], accepted: set[str]
) -> None:
    given |= {name for name in ("pegs", "colours") if getattr(arguments, name) is not None}
    for name in sorted(needed - given):
        raise Refused(f"the game {arguments.game} needs --{name}")
    for name in sorted(given - accepted):
        raise Refused(f"the game {arguments.game} takes no --{name}")


def add_ties(parser: argparse.ArgumentParser) -> None:
    """--ties and --seed."""
    parser.add_argument(
        "--ties",
        choices=("first", "last", "random"),
        default="first",
        help="which of several equal questions is asked: the first or the last in the order of "
        "words, or one that is drawn (default: first)",
    )
    add_seed(parser)


def add_seed(parser: argparse.ArgumentParser) -> None:
    """--seed."""
    parser.add_argument(
        "--seed",
        type=whole_number,
        default=0,
        metavar="S",
        help="the seed of what is drawn (default: 0)",
    )


def add_workers(parser: argparse.ArgumentParser, verb: str, few: str) -> None:
    """--workers and --dask.  few: for what one process does."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--workers",
        type=whole_number,
        metavar="N",
        help=f"processes to {verb} with (default: one for each processor, one for {few})",
    )
    where.add_argument(
        "--dask", metavar="ADDRESS", help=f"{verb} on the Dask cluster of this scheduler"
    )


@contextmanager
def logging_nothing(*, of_dask: bool) -> Iterator[None]:
    """What goes wrong is said in a sentence; Dask would log it with tracebacks, too."""
    if not of_dask:
        yield
        return
    import logging

    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def add_memory(parser: argparse.ArgumentParser, what: str = "for the table of answers") -> None:
    """--memory.  what: it is for."""
    parser.add_argument(
        "--memory",
        type=whole_number,
        default=4096,
        metavar="MB",
        help=f"{what} (default: 4096)",
    )


def memory(arguments: argparse.Namespace) -> int:
    """The bytes that --memory allows."""
    return _megabytes(arguments.memory)


def _megabytes(number: int) -> int:
    if not 1 <= number <= 1 << 24:
        raise Complaint(f"--memory must be 1 to {1 << 24:,} MB, not {number:,}")
    return number << 20


def why_ended() -> str:
    """Why this run ended early."""
    return interruption().limit or "interrupted"


def add_limits(parser: argparse.ArgumentParser) -> None:
    """--time-limit and --memory for the whole run, unless the command has its own."""
    with suppress(argparse.ArgumentError):
        parser.add_argument(
            "--time-limit",
            type=seconds,
            metavar="S",
            dest="seconds_of_run",
            help="stop after S seconds (exit status 2); what is finished then is kept",
        )
        parser.add_argument(
            "--memory",
            type=whole_number,
            default=4096,
            metavar="MB",
            dest="memory_of_run",
            help="stop when the process takes more (default: 4096)",
        )


def bound_run(arguments: argparse.Namespace) -> None:
    """Limit this run by what the options of `add_limits` say."""
    limit, most = (getattr(arguments, f"{name}_of_run", None) for name in ("seconds", "memory"))
    if limit is not None or most is not None:
        interruption().bound(limit, None if most is None else _megabytes(most))


def print_cost(found: Optimum | Evaluation | Evolution | Replay) -> None:
    """What a strategy costs, for people."""
    print(f"  total       {found.total:,}")
    print(f"  expected    {found.expected} = {float(found.expected):.6f}")
    print(f"  worst case  {found.worst}")
    print(f"  histogram   {' '.join(map(str, found.histogram))}")


def game(arguments: argparse.Namespace) -> Game:
    """The game that is named."""
    with as_complaint():
        return game_named(arguments.game)


def peg_game(arguments: argparse.Namespace) -> PegGame:
    """The game of pegs that is named."""
    with as_complaint():
        return as_peg_game(arguments.game)


def proved(
    arguments: argparse.Namespace, game: PegGame, pegs: int, stopwatch: Stopwatch | None = None
) -> Theorem | Open:
    """The theorem of a game in the model that the options of `add_model` say."""
    from masetproof.proofs.theorem import prove

    return prove(
        game,
        pegs,
        objective=objective(arguments),
        reading=reading(arguments),
        progress=terminal_progress(),
        stopwatch=stopwatch,
    )


def pegs(arguments: argparse.Namespace) -> int:
    """The number of pegs, within the range that is accepted anywhere."""
    count: int = arguments.pegs
    if not 1 <= count <= MAX_PEGS:
        raise Complaint(f"--pegs must be 1 to {MAX_PEGS}, not {count}")
    return count


def objective(arguments: argparse.Namespace) -> Objective:
    """What is minimized."""
    from masetproof.objectives import Objective

    return Objective(arguments.objective)


def reading(arguments: argparse.Namespace) -> Reading:
    """The reading of the extra colour."""
    from masetproof.recurrences.readings import Reading

    return Reading(arguments.extra)


@contextmanager
def as_complaint() -> Iterator[None]:
    """Turn the errors by which the library refuses its input into complaints."""
    try:
        yield
    except BrokenPipeError:
        raise
    except Refused as error:
        raise Complaint(str(error)) from error
    except MemoryError as error:
        raise Complaint("that is too large for the memory of this machine") from error
    except RuntimeError as error:
        from masetproof.search.executors import JobLost

        if isinstance(error, JobLost):
            raise Complaint(str(error)) from error
        raise
    except OSError as error:
        raise Complaint(f"{error.filename or 'a file'}: {error.strerror or error}") from error


def add_output(parser: argparse.ArgumentParser) -> None:
    """--out and --listing, what a proof writes, and --json."""
    parser.add_argument("--out", metavar="DIR", help="write certificate, listing and summary here")
    parser.add_argument(
        "--listing",
        choices=("none", "body", "summary", "full"),
        help="how much the listing holds (default: full for one and two pegs, else summary); "
        "body: what can be put into a paper",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def written(
    write: Callable[[], Bundle | ReadingsBundle], document: dict[str, object]
) -> BaseException | None:
    """Write the files of a proof and enter them in the document of the command.

    What went wrong is returned, to be raised when the theorem has been told.
    """
    try:
        with as_complaint():
            bundle = write()
    except (Complaint, KeyboardInterrupt) as error:
        return error
    document |= bundle.as_json()
    clear_progress()
    for sentence in bundle.notes:
        note(sentence)
    return None


def output_directory(arguments: argparse.Namespace) -> Path | None:
    """The directory of --out, made and found to be writable, before any long work."""
    if arguments.out is None:
        return None
    if not arguments.out:
        raise Complaint("--out is empty; it takes a directory")
    from masetproof.files import prepare_directory

    path = Path(arguments.out)
    try:
        prepare_directory(path)
    except OSError as error:
        raise Complaint(f"cannot write to --out {path}: {error.strerror}") from error
    return path


def output_file(text: str | None, option: str) -> Path | None:
    """A file to be written, found to be writable before any long work."""
    if text is None:
        return None
    path = Path(text)
    if not text or path.is_dir():
        raise Complaint(f"{option} takes a file, not {text!r}")
    from masetproof.files import prepare_file

    try:
        prepare_file(path)
    except OSError as error:
        raise Complaint(f"cannot write to {option} {path}: {error.strerror}") from error
    return path


def output_files(arguments: argparse.Namespace, *names: str) -> dict[str, Path]:
    """The files that options name, found to be writable and different, before any long work."""
    found: dict[str, Path] = {}
    for name in names:
        option = f"--{name.replace('_', '-')}"
        path = output_file(getattr(arguments, name), option)
        if path is None:
            continue
        if path.resolve() in {other.resolve() for other in found.values()}:
            raise Complaint(f"{option} {path} is the file of another option, too")
        found[name] = path
    return found


def add_picture(parser: argparse.ArgumentParser, what: str, option: str = "--out") -> None:
    """The file of a picture, --out or another option."""
    forms = ", ".join(form.removeprefix(".").upper() for form in _PICTURES)
    parser.add_argument(option, metavar="FILE", help=f"{what}: {forms} by its suffix")


def check_picture(path: Path | None, option: str) -> None:
    """Complain when the suffix of a file is none of the forms in which pictures are drawn."""
    if path is not None and path.suffix.lower() not in _PICTURES:
        raise Complaint(
            f"{option} takes a file that ends in {', '.join(_PICTURES)}, not {str(path)!r}"
        )


class _Line:
    """The line of progress on the terminal of one thread."""

    is_open = False


_of_thread = threading.local()


def _line() -> _Line:
    line: _Line = _of_thread.__dict__.setdefault("line", _Line())
    return line


def terminal_progress() -> Progress:
    """Progress on standard error, once a second, only when that is a terminal.

    Whether or not anything is printed, an interrupt that was swallowed is raised again here.
    """
    visible = sys.stderr is not None and sys.stderr.isatty()
    begin = last = time.monotonic()
    run, line = interruption(), _line()

    def report(stage: str, done: int, total: int) -> None:
        nonlocal last
        run.raise_again()
        now = time.monotonic()
        if visible and now - last >= 1:
            last = now
            text = f"{stage}: {done:,} of {total:,} ({now - begin:.0f} s)"
            _write_error(f"\r{text:<70}")
            line.is_open = True

    return report


def clear_progress() -> None:
    """Take the line of progress away, before anything else is printed."""
    line = _line()
    if line.is_open:
        line.is_open = False
        _write_error("\r" + " " * 78 + "\r")


def note(sentence: str, prog: str = "masetproof") -> None:
    """One line on standard error, and nowhere else: a complaint, or something to know."""
    _write_error(f"{printable(f'{prog}: {sentence}')}\n")


def _write_error(text: str) -> None:
    """Write to standard error; nothing more can be said when that is closed or gone."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


def read_line(prompt: str) -> str | None:
    """A line of the person at the terminal, None at the end of the input."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        line = sys.stdin.readline(_LINE + 1)
    except UnicodeDecodeError:
        raise Complaint("what is typed must be text") from None
    if len(line) > _LINE:
        raise Complaint(f"a line has at most {_LINE:,} characters")
    if not line:
        print()
        return None
    if not sys.stdin.isatty():
        print(printable(line.strip()))  # so that the output reads like the game
    return line.strip()


def tell_written(*paths: Path | str) -> None:
    """The files that were written, for people; JSON and other documents are left alone."""
    clear_progress()
    for path in paths:
        if not str(path).startswith("/dev/"):  # which may be where this is printed
            print(f"wrote {printable(str(path))}")


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    clear_progress()
    print(json.dumps(document, indent=2))
