"""The options that several commands have, each said once, and what is read from them."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Mapping, Set
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import masetproof
from masetproof.arguments import Refused, parse_number, parse_whole, shown
from masetproof.cli import common
from masetproof.cli.interrupts import interruption
from masetproof.files import prepare_directory, prepare_file
from masetproof.finite.setting import FiniteGame
from masetproof.games.matrix import Matrix
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.games.registry import ALIASES, GAMES, GAMES_OF_DATA, game_named
from masetproof.games.rules import Game
from masetproof.games.wordlist import WordGame
from masetproof.progress import Stopwatch
from masetproof.strategies.rules import RULES
from masetproof.words import COLOUR_LIMIT, MAX_PEGS

DRAWINGS = ("pdf", "svg", "png", "pgf")
"""The forms in which pictures are drawn, which are suffixes of files."""
FORMATS = ("text", "csv", "json", "latex", "bfile")
READINGS = (
    "which colours a question may use as blanks: exact, those that answers have excluded, as in "
    "the real game; with, always one that no secret has (a lower bound); without, none (an upper "
    "bound)"
)
"""What --extra says."""
COLUMNS = "in the game black-peg also one number for each column, such as 3,4"
"""What --colours says where columns may have colours of their own."""


# ------------------------------------------------------------------------------ their declarations


class _Deferred(NamedTuple):
    """What *read* makes of a value, and the name of its option, when the whole line is parsed."""

    read: Callable[[str, Any], object]
    said: Any


def _columns(option: str, text: str) -> tuple[int, ...]:
    """Numbers of colours, one for each column."""
    return tuple(map(parse_whole, text.split(",")))


_BOUNDS = {"--pegs": (1, MAX_PEGS), "--colours": (1, COLOUR_LIMIT), "--patterns": (0, 2**15 - 1)}
"""Of ranges, by their options."""


def _range(option: str, text: str) -> range:
    """Numbers of pegs, of colours or of patterns, from ``3`` or ``2..4``."""
    least, most = _BOUNDS[option]
    read = re.fullmatch(r"0*([0-9]{1,9})(?:\.\.0*([0-9]{1,9}))?", text)
    first, last = (int(read[1]), int(read[2] or read[1])) if read else (-1, -1)
    if not least <= first <= last <= most:
        raise Refused(
            f"{option[2:]} are a number or a range A..B with {least} <= A <= B <= {most}, not "
            f"{text[:30] + '...' * (len(text) > 30)!r}"
        )
    return range(first, last + 1)


def _megabytes(option: str, number: int) -> int:
    """Bytes."""
    if not 1 <= number <= 1 << 24:
        raise Refused(f"--memory must be 1 to {1 << 24:,} MB, not {number:,}")
    return number << 20


def _output(option: str, text: str) -> Path:
    """A file that will be written, found to be writable before any long work."""
    if not text or Path(text).is_dir():
        raise Refused(f"{option} takes a file, not {text!r}")
    return _prepared(prepare_file, text, option)


def _picture(option: str, text: str) -> Path:
    """As `_output`, for one of the forms in which pictures are drawn."""
    path = _output(option, text)
    if path.suffix.lower().removeprefix(".") not in DRAWINGS:
        suffixes = ", ".join(f".{form}" for form in DRAWINGS)
        raise Refused(f"{option} takes a file that ends in {suffixes}, not {str(path)!r}")
    return path


def _parse_seconds(text: str) -> float | None:
    """A time limit: a positive number, or None for 'none'."""
    if text == "none":
        return None
    number = math.nan
    with suppress(Refused):
        number = parse_number(text)
    if not 0 < number < math.inf:
        raise Refused(f"takes a positive number or 'none', not {shown(text)}")
    return number


_PARSERS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(["A", "D", "K", "N", "P", "S"], parse_whole),
    "COLOURS": lambda text: _Deferred(_columns, text) if "," in text else parse_whole(text),
    "A..B": partial(_Deferred, _range),
    "SECONDS": _parse_seconds,
    "MB": lambda text: _Deferred(_megabytes, parse_whole(text)),
    ">FILE": partial(_Deferred, _output),
    ">PICTURE": partial(_Deferred, _picture),
}
"""How a value is read, by what stands for it; other values stay texts.  ``>`` stands before files
that are written, and is not shown."""

_WORD_GAMES = ", ".join(name for name, one in GAMES_OF_DATA.items() if issubclass(one, WordGame))
_SHARED = {
    "--pegs P": "how many pegs",
    "--colours COLOURS": f"how many colours; {COLUMNS}",
    "--words FILE": f"the secrets of a game of words ({_WORD_GAMES}): a word on each line",
    "--allowed FILE": "more words that may be asked but are not the secret",
    "--answers FILE": "the table of the game 'matrix', as CSV: the first line names the secrets, "
    "each other line a question and its answers",
    "--secrets {all,distinct}": "distinct: no colour repeats in a secret; any question may be "
    "asked (default: all)",
    "--consistent-only": "every question must be a secret that is still possible (stricter than "
    "the hard mode of Wordle, which lets one ask any word that has the green and yellow letters)",
    "--after QUESTION:ANSWER ...": "begin in the state of play after these answers, such as "
    "0011:1,1",
    "--objective {expected,worst}": "what a strategy minimizes: the total over all secrets, or "
    "the worst case (default: expected)",
    "--extra {exact,with,without}": f"{READINGS} (default: exact)",
    "--rule RULE": "",
    "--ties {first,last,random}": "which of several equal questions is asked: the first or the "
    "last in the order of words, or one that is drawn (default: first)",
    "--seed S": "the seed of what is drawn (default: 0)",
    "--time-limit SECONDS": "",
    "--memory MB": "for the table of answers (default: 4096)",
    "--no-colour": "letters only",
    "--out >FILE": "the file to write (default: standard output)",
    "--tree >FILE": "write the strategy to a JSON file",
    "--json": "print one JSON document",
}
"""Options that several commands have; a command may give its own help, default or choices."""
_VALUES = {spec.partition(" ")[0]: spec.partition(" ")[2] for spec in _SHARED}
_DEFAULT = re.compile(r"\(default: ([^\s,;)]+)\)")
_DESTINATIONS = {"--from": "first"}
"""Of options whose names are words of Python."""
_SPELLINGS = {"--colours": ["--colors"], "--no-colour": ["--no-color"]}


Declared = str | Mapping[str, str] | Callable[[argparse.ArgumentParser], None]
"""What `add` takes: the name of a shared option, options with their help, or what adds some."""


def add(parser: argparse.ArgumentParser, *declared: Declared) -> None:
    """Declare options and arguments, in the order of the help.

    declared: names of options of `_SHARED`, and dictionaries of options with their help.  They are
    written as in a usage: ``--within D``, ``--levels`` without a value, ``--by {search,theorem}``
    with choices, ``--after STEP ...`` with one or more values, ``--size! K`` if it must be given;
    an argument as its name and what stands for it, ``game GAME``, in brackets when it may be left
    out.  Of a shared option the name is enough.  A help that says ``(default: 60)`` says the
    default; where that is said otherwise, it is None, or an empty list.
    """
    for group in declared:
        if callable(group):
            group(parser)
        else:
            _declare(parser, {group: ""} if isinstance(group, str) else group)


def _declare(parser: argparse._ActionsContainer, group: Mapping[str, str], **more: object) -> None:
    """Declare the options of a dictionary.  more: for all of them, as argparse has it."""
    for spec, text in group.items():
        given, _, value = spec.partition(" ")
        name = given.rstrip("!")
        value = value or _VALUES.get(name, "")
        how = _as_argparse(value, _derived(text or _SHARED.get(f"{name} {value}".rstrip(), "")))
        if given != name:
            how["required"] = True
        if name in _DESTINATIONS:
            how["dest"] = _DESTINATIONS[name]
        parser.add_argument(name, *_SPELLINGS.get(name, ()), **how | more)


def _as_argparse(value: str, text: str) -> dict[str, Any]:
    """What argparse is told of an option.  value: what stands for its value.  text: its help."""
    how: dict[str, Any] = {"help": text or None}
    if stated := _DEFAULT.search(text):
        how["default"] = stated[1]
    if value.startswith("{"):
        how["choices"] = tuple(value[1:-1].split(","))
    elif value:
        if value == ">PICTURE":
            how["help"] += f": {', '.join(DRAWINGS).upper()} by its suffix"
        stands, _, several = value.strip("[]").partition(" ")
        how |= {
            "metavar": "FILE" if stands[0] == ">" else stands,
            "type": _complaining(_PARSERS.get(stands, str)),
        }
        optional = value.startswith("[")
        if several or optional:
            how["nargs"] = ("*" if optional else "+") if several else "?"
            how["default"] = [] if several else None
            if several and not optional:
                how["action"] = (
                    "extend"  # what is given twice is joined, or the first would be lost
                )
    else:
        how["action"] = "store_true"
    return how


def _complaining(parse: Callable[[str], object]) -> Callable[[str], object]:
    """Let argparse say why a text is refused."""

    def read(text: str) -> object:
        try:
            return parse(text)
        except Refused as refused:
            raise argparse.ArgumentTypeError(str(refused)) from None

    return read


def _derived(text: str) -> str:
    """A help with the registered rules in place of ``{rules}``, or of ``{sentences}``."""
    width = max(map(len, RULES))
    sentences = "\n".join(f"  {rule.name:<{width}}  {rule.sentence}" for rule in [*RULES.values()])
    return text.replace("{rules}", ", ".join(RULES)).replace("{sentences}", sentences)


def add_command(
    commands: Any, name: str, told: str | None, *declared: Declared, **defaults: object
) -> argparse.ArgumentParser:
    """A command with its options, or an action of one.

    told: the help, which begins with what the command does in a sentence.  defaults: of options
    whose help says them otherwise.
    """
    sentence, _, more = _derived(told or "").partition("\n\n")
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=sentence[:1].lower() + sentence[1:].removesuffix("."),
        description=sentence,
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add(parser, *declared)
    parser.set_defaults(**defaults)
    return parser


PEG_GAME = {
    "game GAME": ", ".join(n for n, g in {**GAMES, **ALIASES}.items() if isinstance(g, PegGame))
}
GAME: tuple[Declared, ...] = (PEG_GAME, "--pegs!")
"""A game that theorems are about; `peg_game` reads it."""
OUTPUT: tuple[Declared, ...] = (
    {
        "--out DIR": "write certificate, listing and summary here",
        "--listing {none,body,summary,full}": "how much the listing holds (default: full for one "
        "and two pegs, else summary); body: only what goes into your own paper",
    },
    "--json",
)
"""What a proof writes."""


def finite_game_options(game: str = "game GAME") -> tuple[Declared, ...]:
    """GAME and all that makes one finite game of it; `finite_game` reads them."""
    lists = ("--words", "--allowed", "--answers")
    names = {game: ", ".join([*GAMES, *GAMES_OF_DATA, *ALIASES])}
    return (names, "--pegs", "--colours", *lists, "--secrets", "--consistent-only")


def one_of(group: Mapping[str, str]) -> Declared:
    """Options of which one is given at most."""
    return lambda parser: _declare(parser.add_mutually_exclusive_group(), group)


def repeated(group: Mapping[str, str]) -> Declared:
    """Options that may be given several times, whose values are a list."""
    return lambda parser: _declare(parser, group, action="append")


def workers(verb: str, few: str, what: str = "processes") -> Declared:
    """--workers and --dask.  few: what one worker is enough for.  what: what workers are."""
    how_many = f"default: one for each processor, one for {few}"
    return one_of(
        {
            "--workers N": f"{what} to {verb} with ({how_many})",
            "--dask ADDRESS": f"{verb} on the Dask cluster of this scheduler",
        }
    )


def formats(*names: str, short: tuple[str, ...] = ("json",)) -> Declared:
    """--format, and options that are short for it; `output_format` reads them."""

    def add_them(parser: argparse.ArgumentParser) -> None:
        choices = {f"--format {{{','.join(names)}}}": "what is printed (default: text, for people)"}
        _declare(parser, choices, action="append", dest="formats")
        for name in short:
            how = {"action": "append_const", "const": name, "dest": "formats"}
            _declare(parser, {f"--{name}": f"short for --format {name}"}, **how)

    return add_them


def add_limits(parser: argparse.ArgumentParser) -> None:
    """--time-limit and --memory for the whole run, unless the command has its own."""
    text = "stop after this time (exit status 2); what is finished then is kept"
    with suppress(argparse.ArgumentError):
        _declare(parser, {"--time-limit": text}, dest="seconds_of_run")
        text = "stop when the process takes more (default: 4096)"
        _declare(parser, {"--memory": text}, dest="memory_of_run")


# ------------------------------------------------------------------------------- what is read there


def output_format(arguments: argparse.Namespace) -> str:
    """The format that is asked for."""
    chosen = list(dict.fromkeys(arguments.formats or ["text"]))
    if len(chosen) > 1:
        raise Refused(f"the output has one format, not both {chosen[0]} and {chosen[1]}")
    return str(chosen[0])


def settle(arguments: argparse.Namespace) -> None:
    """Read what only the whole command line tells, and limit the run by `add_limits`.

    Files that are written are found to be writable, and different, before any long work, of which
    ``arguments.progress`` tells the terminal.
    """
    arguments.progress = common.terminal_progress()
    written: set[Path] = set()
    for name, value in list(vars(arguments).items()):
        if isinstance(value, _Deferred):
            option = f"--{name.replace('_', '-')}"
            value = value.read(option, value.said)
            setattr(arguments, name, value)
            if isinstance(value, Path):
                if value.resolve() in written:
                    raise Refused(f"{option} {value} is the file of another option, too")
                written.add(value.resolve())
    limit, most = (getattr(arguments, f"{name}_of_run", None) for name in ("seconds", "memory"))
    if limit is not None or most is not None:
        interruption().bound(limit, most)


def refuse(arguments: argparse.Namespace, why: str, *names: str) -> None:
    """Refuse options that do not go with the others.  why: the sentence after their name."""
    for name in names:
        value = getattr(arguments, name)
        if value is not None and value is not False:
            raise Refused(f"--{name.replace('_', '-')} {why}")


def peg_game(arguments: argparse.Namespace) -> tuple[PegGame, int]:
    """The game that is named, one that theorems are about, and the number of pegs."""
    return as_peg_game(arguments.game), arguments.pegs


def finite_game(arguments: argparse.Namespace) -> FiniteGame:
    """The finite game of the options of `add_finite_game`, and of --after where that is one."""
    game = _rules(arguments)  # which may also say how large the game is
    return FiniteGame(
        game,
        arguments.pegs,
        arguments.colours,
        distinct=arguments.secrets == "distinct",
        consistent_only=arguments.consistent_only,
        after=tuple(getattr(arguments, "after", ())),
    )


def game_of_any_size(name: str) -> Game:
    """The game of that name, for commands that go through several sizes of it."""
    if name in GAMES_OF_DATA:
        names = ", ".join([*GAMES, *ALIASES])
        raise Refused(f"this takes a game of any number of pegs ({names}), not {name}")
    return game_named(name)


def _rules(arguments: argparse.Namespace) -> Game:
    """The rules, with the list or the table that they need and no other."""
    kind = GAMES_OF_DATA.get(arguments.game)
    if kind is None:
        game = game_named(arguments.game)
        if game.usual is not None and arguments.pegs is None and arguments.colours is None:
            arguments.pegs, arguments.colours = game.usual
        _check_options(arguments, {"pegs", "colours"})
        return game
    if issubclass(kind, WordGame):
        _check_options(arguments, {"words"}, {"allowed"})
        return kind.read(arguments.words, arguments.allowed)
    _check_options(arguments, {"answers"})
    return Matrix.read(arguments.answers)


def _check_options(
    arguments: argparse.Namespace, needed: set[str], accepted: Set[str] = frozenset()
) -> None:
    said = vars(arguments)
    sizes, files = ("pegs", "colours"), ("words", "allowed", "answers")
    given = {name for name in sizes if said[name] is not None} | {n for n in files if said.get(n)}
    for name in sorted(needed - given):
        raise Refused(f"the game {arguments.game} needs --{name}")
    for name in sorted(given - needed - accepted):
        raise Refused(f"the game {arguments.game} takes no --{name}")


def check_listable(finite: FiniteGame, advice: str) -> None:
    """`Refused`, with advice, when a board has too many words to list."""
    try:
        finite.check_listable()
    except Refused as refused:
        if finite.game.size is not None:
            raise
        raise Refused(f"{refused}; {advice}") from None


def proved(
    arguments: argparse.Namespace, game: PegGame, pegs: int, stopwatch: Stopwatch | None = None
) -> masetproof.Theorem | masetproof.Open:
    """The theorem of a game in the model that --objective and --extra say."""
    return masetproof.prove(
        game,
        pegs,
        objective=arguments.objective,
        reading=arguments.extra,
        solve=getattr(arguments, "solve", "nothing"),
        progress=arguments.progress,
        stopwatch=stopwatch,
    )


def theorem(
    arguments: argparse.Namespace, game: PegGame, pegs: int, without: str
) -> masetproof.Theorem:
    """As `proved`, where nothing can be done without the theorem.  without: what to say then."""
    outcome = proved(arguments, game, pegs)
    if not isinstance(outcome, masetproof.Theorem):
        raise common.No(f"{without}: {outcome.reason}")
    return outcome


# ---------------------------------------------------------------------------------- what is written


def output_directory(arguments: argparse.Namespace) -> Path | None:
    """The directory of --out, made and found to be writable, before any long work."""
    if arguments.out is None:
        return None
    if not arguments.out:
        raise Refused("--out is empty; it takes a directory")
    return _prepared(prepare_directory, arguments.out, "--out")


def _prepared(prepare: Callable[[Path], None], text: str, option: str) -> Path:
    path = Path(text)
    try:
        prepare(path)
    except OSError as error:
        raise Refused(f"cannot write to {option} {path}: {error.strerror}") from error
    return path


def form_of_suffix(out: Path, forms: dict[str, str], option: str) -> str:
    """The format that the suffix of --out stands for.  option: the one that says it, too."""
    try:
        return forms[out.suffix.lower()]
    except KeyError:
        raise Refused(
            f"--out {out} does not say the format; say {option}, or use one of {', '.join(forms)}"
        ) from None
