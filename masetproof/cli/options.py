"""The options that several commands have, each declared once, and the values made of them."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Iterable, Sequence, Set
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, replace
from pathlib import Path
from typing import Any

import masetproof
from masetproof.arguments import Refused, parse_number, parse_whole, shown
from masetproof.cli import common
from masetproof.cli.interrupts import interruption
from masetproof.files import prepare_directory, prepare_file
from masetproof.finite.setting import MOST_WORDS, FiniteGame
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.games.matrix import Matrix
from masetproof.games.registry import ALIASES, GAMES, GAMES_OF_DATA, game_named
from masetproof.games.rules import Game
from masetproof.games.wordlist import WordGame
from masetproof.progress import Stopwatch
from masetproof.strategies.rules import RULES, other_names
from masetproof.words import COLOUR_LIMIT, MAX_PEGS

DRAWINGS = ("pdf", "svg", "png", "pgf")
"""The forms in which pictures are drawn, which are suffixes of files."""
FORMATS = ("text", "csv", "json", "latex", "bfile")
READINGS = (
    "which colours a question may use as blanks: exact, those that answers have excluded, as in "
    "the real game; with, always one that no secret has (a lower bound); without, none (an upper "
    "bound)"
)
"""The help on --extra."""
COLUMNS = "in the game black-peg also one number for each column, such as 3,4"
"""The help on --colours where columns may have colours of their own."""


# ------------------------------------------------------------------------------ their declarations


@dataclass(frozen=True)
class Option:
    """An option of a command, or an argument, whose name has no hyphens; called, it is declared.

    metavar: what stands for its value in the help; without it and without choices it has no value.
    default: its value when it is not given, written as one would type it; otherwise: what happens
    then, where that is no value.  The help shows the one or the other.  read: makes a value of its
    text, or refuses it.  nargs, action, const, dest, required: as argparse has them.

    >>> Option("--seed", "S", help="what is drawn", default="0", read=parse_whole).default
    '0'
    """

    name: str
    metavar: str | None = None
    _: KW_ONLY
    help: str
    default: str | None = None
    otherwise: str | None = None
    choices: tuple[str, ...] | None = None
    read: Callable[[str], object] = str
    nargs: str | None = None
    action: str | None = None
    const: str | None = None
    dest: str | None = None
    required: bool = False

    def but(self, **changes: Any) -> Option:
        """The same option with other properties."""
        return replace(self, **changes)

    def __call__(self, parser: argparse._ActionsContainer) -> None:
        """Declare it."""
        said = self.default or self.otherwise
        text = _with_rules(self.help)
        how: dict[str, Any] = {"help": f"{text} (default: {said})" if said else text}
        if self.metavar is None and self.choices is None:
            how["action"] = self.action or "store_true"
        else:
            how |= {"type": _complaining(self.read), "default": self.default}
            if self.nargs in ("+", "*"):
                how["default"] = []
            if self.nargs == "+":
                how["action"] = "extend"  # what is given twice is joined, or the first is lost
        names = ("metavar", "choices", "nargs", "action", "const", "dest", "required")
        how |= {name: value for name in names if (value := getattr(self, name))}
        parser.add_argument(self.name, *_SPELLINGS.get(self.name, ()), **how)


Declared = Callable[[argparse.ArgumentParser], None]
"""An `Option`, or something else that declares options."""
_SPELLINGS = {"--colours": ["--colors"], "--no-colour": ["--no-color"]}


def _complaining(read: Callable[[str], object]) -> Callable[[str], object]:
    """Let argparse say why a text is refused."""

    def made(text: str) -> object:
        try:
            return read(text)
        except Refused as refused:
            raise argparse.ArgumentTypeError(str(refused)) from None

    return made


def one_of(*declared: Option) -> Declared:
    """Options of which one is given at most."""

    def add(parser: argparse.ArgumentParser) -> None:
        group = parser.add_mutually_exclusive_group()
        for option in declared:
            option(group)

    return add


def add_command(
    commands: Any, name: str, told: str | None, *declared: Declared, **defaults: object
) -> argparse.ArgumentParser:
    """A command with its options, in the order of the help, or an action of one.

    told: the help, which begins with what the command does in a sentence.  defaults: of what its
    `run` looks at without an option for it.
    """
    sentence, _, more = _with_rules(told or "").partition("\n\n")
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=sentence[:1].lower() + sentence[1:].removesuffix("."),
        description=sentence,
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for declare in declared:
        declare(parser)
    parser.set_defaults(**defaults)
    return parser


def _with_rules(text: str) -> str:
    """A help, with names of rules for ``{rules}``, and all about them for ``{about rules}``."""
    if "rules}" not in text:
        return text
    rules = [*RULES.values()]
    width = max(len(rule.name) for rule in rules)
    names, lines = [], []
    for rule in rules:
        others = ", ".join(other_names(rule))
        names.append(f"{rule.name} ({others})" if others else rule.name)
        also = f" (also called {others})" if others else ""
        lines.append(f"  {rule.name:<{width}}  {rule.sentence}{also}")
        lines += [f"  {'':<{width}}  {rule.source}"] if rule.source else []
    return text.replace("{rules}", ", ".join(names)).replace("{about rules}", "\n".join(lines))


# ------------------------------------------------------------------------ what is made of a value


class _ToWrite(str):
    """A file that will be written; `settle` prepares it when the whole command line is right."""

    def prepared(self, option: str) -> Path:
        """Its path, found to be writable before any long work."""
        if not self or Path(self).is_dir():
            raise Refused(f"{option} takes a file, not {str(self)!r}")
        _refuse_hyphen(self, option, "file")
        return _prepared(prepare_file, self, option)


class _ToDraw(_ToWrite):
    """As `_ToWrite`, in one of the forms in which pictures are drawn."""

    def prepared(self, option: str) -> Path:
        path = super().prepared(option)
        if path.suffix.lower().removeprefix(".") not in DRAWINGS:
            suffixes = ", ".join(f".{form}" for form in DRAWINGS)
            raise Refused(f"{option} takes a file that ends in {suffixes}, not {str(path)!r}")
        return path


def read_colours(text: str) -> int | tuple[int, ...]:
    """A number of colours, or one for each column."""
    return tuple(map(parse_whole, text.split(","))) if "," in text else parse_whole(text)


def read_range(what: str, least: int, most: int) -> Callable[[str], range]:
    """A function that reads ``3`` or ``2..4`` within bounds.  what: the noun, such as pegs."""

    def read(text: str) -> range:
        found = re.fullmatch(r"0*([0-9]{1,9})(?:\.\.0*([0-9]{1,9}))?", text)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (-1, -1)
        if not least <= first <= last <= most:
            raise Refused(
                f"{what} are a number or a range A..B with {least} <= A <= B <= {most}, not "
                f"{text[:30] + '...' * (len(text) > 30)!r}"
            )
        return range(first, last + 1)

    return read


def _read_megabytes(text: str) -> int:
    """A number of megabytes, in bytes."""
    number = parse_whole(text)
    if not 1 <= number <= 1 << 24:
        raise Refused(f"takes 1 to {1 << 24:,} MB, not {number:,}")
    return number << 20


def read_seconds(text: str) -> float | None:
    """A time limit: a positive number, or None for 'none'."""
    if text == "none":
        return None
    number = math.nan
    with suppress(Refused):
        number = parse_number(text)
    if not 0 < number < math.inf:
        raise Refused(f"takes a positive number or 'none', not {shown(text)}")
    return number


# ------------------------------------------------------------------ the options of several commands


def to_write(name: str, help: str, **more: Any) -> Option:
    return Option(name, "FILE", help=help, read=_ToWrite, **more)


def to_draw(name: str, help: str) -> Option:
    forms = ", ".join(DRAWINGS).upper()
    return Option(name, "FILE", help=f"{help}: {forms} by its suffix", read=_ToDraw)


def _game(games: Iterable[str]) -> Option:
    return Option("game", "GAME", help=", ".join(games))


PEG_GAME = _game(name for name, one in {**GAMES, **ALIASES}.items() if isinstance(one, AlikeGame))
"""A game that theorems are about."""
COMPLETE_GAME = _game([*GAMES, *ALIASES])
_ANY_GAME = _game([*GAMES, *GAMES_OF_DATA, *ALIASES])
_WORD_GAMES = ", ".join(name for name, one in GAMES_OF_DATA.items() if issubclass(one, WordGame))

PEGS = Option("--pegs", "P", help="how many pegs", read=parse_whole)
PEG_RANGE = Option(
    *("--pegs", "A..B"), help="a number or a range", read=read_range("pegs", 1, MAX_PEGS)
)
COLOURS = Option("--colours", "COLOURS", help=f"how many colours; {COLUMNS}", read=read_colours)
COLOUR_RANGE = Option(
    *("--colours", "A..B"), help="a number or a range", read=read_range("colours", 1, COLOUR_LIMIT)
)


def _or_range(option: Option, ranges: Option) -> Option:
    """The option of one board, which also takes a range of several."""

    def read(text: str) -> object:
        return (ranges if ".." in text else option).read(text)

    return option.but(read=read)


FROM = Option(*("--from", "A"), help="the least number of colours", read=parse_whole, dest="first")
_WORDS = (
    f"the secrets of a game of words ({_WORD_GAMES}): a word on each line, or 'word weight' where "
    "some are more likely than others"
)
WORDS = Option("--words", "FILE", help=_WORDS)
ALLOWED = Option("--allowed", "FILE", help="more words that may be asked but are not the secret")
ANSWERS = Option(
    *("--answers", "FILE"),
    help="the table of the game 'matrix', as CSV: the first line names the secrets, each other "
    "line a question and its answers",
)
SECRETS = Option(
    "--secrets",
    choices=("all", "distinct"),
    help="distinct: no colour repeats in a secret; any question may be asked",
    default="all",
)
QUESTIONS = Option(
    "--questions",
    choices=("all", "distinct"),
    help="distinct: no colour repeats in a question, either (with --secrets distinct)",
    default="all",
)
CONSISTENT_ONLY = Option(
    "--consistent-only",
    help="every question must be a secret that is still possible (stricter than --hard, which lets "
    "one ask any word that has the green and yellow letters)",
)
HARD = Option(
    "--hard",
    help="hard mode, as Wordle plays it: a green letter stays in its place, a letter that was "
    "marked is used at least as often as one answer marked it; grey letters and the places of "
    "yellow ones are free (games that mark each cell: wordle, marks)",
)
AFTER = Option(
    *("--after", "QUESTION:ANSWER"),
    help="begin in the state of play after these answers, such as 0011:1,1",
    nargs="+",
)
OBJECTIVE = Option(
    "--objective",
    choices=("expected", "worst"),
    help="what a strategy minimizes: the total over all secrets, or the worst case",
    default="expected",
)
EXTRA = Option("--extra", choices=("exact", "with", "without"), help=READINGS, default="exact")
_POSSIBLE_ONLY = CONSISTENT_ONLY.but(
    action="store_const",
    const="none",
    dest="extra",
    help="only possible secrets may be asked, so that there are no blanks",
)


def reading(extra: Option = EXTRA) -> Declared:
    """--extra, and --consistent-only in its place: which questions a theorem lets one ask."""
    return one_of(extra, _POSSIBLE_ONLY)


RULE = Option("--rule", "RULE", help="the rule that the strategy follows")
TIES = Option(
    "--ties",
    choices=("first", "middle", "last", "random"),
    help="which of several equal questions is asked: the first, the middle or the last in the "
    "order of words, or one that is drawn; where any colour may be renamed, the last is the mirror "
    "image of the first, with the same results",
    default="first",
)
SEED = Option("--seed", "S", help="the seed of what is drawn", default="0", read=parse_whole)
FIRST = Option(
    *("--first", "QUESTION"),
    help="begin with this question; several, or 'all' for one question of each kind up to "
    "symmetry, are compared",
    nargs="+",
)
CSV = Option("--csv", help="print the first questions as CSV, a line for each")
TIME_LIMIT = Option(
    *("--time-limit", "SECONDS"),
    help="stop after this time (exit status 2); what is finished then is kept",
    read=read_seconds,
)
MEMORY = Option(
    *("--memory", "MB"), help="for the table of answers", default="4096", read=_read_megabytes
)
STEPS = Option(
    *("steps", "QUESTION:ANSWER"),
    help="what was asked, with the answers, such as 0011:1,1",
    nargs="*",
)
THINK = Option(
    *("--think", "SECONDS"),
    help="time for the search of an optimal question",
    otherwise="a moment, where few secrets are left",
    read=read_seconds,
)
BOARDS = Option(
    *("--boards", "K"),
    help="play on K boards at once, two to four, each with a secret of its own; every question is "
    "asked on all of them, until all are found",
    read=parse_whole,
)
NO_COLOUR = Option("--no-colour", help="letters only")
OUT = to_write("--out", "the file to write", otherwise="standard output")
TREE = to_write("--tree", "write the strategy to a JSON file")
JSON = Option("--json", help="print one JSON document")

DIFFERENT: tuple[Declared, ...] = (SECRETS, QUESTIONS)
"""Whether the words of a theorem have different colours."""
GAME: tuple[Declared, ...] = (PEG_GAME, PEGS.but(required=True), *DIFFERENT)
"""A game that theorems are about, and its size; `peg_game` reads it."""
OUTPUT: tuple[Declared, ...] = (
    Option("--out", "DIR", help="write certificate, listing and summary here"),
    Option(
        "--listing",
        choices=("none", "body", "summary", "full"),
        help="how much the listing holds; body: only what goes into your own paper",
        otherwise="full for one and two pegs, else summary",
    ),
    JSON,
)
"""Options for the files of a proof."""


def finite_game_options(nargs: str | None = None, *, ranges: bool = False) -> tuple[Declared, ...]:
    """GAME and all that makes one finite game of it; `finite_game` reads them.

    ranges: whether --pegs and --colours may also be ranges, which it does not read.
    """
    sizes = (PEGS, COLOURS)
    if ranges:
        sizes = _or_range(PEGS, PEG_RANGE), _or_range(COLOURS, COLOUR_RANGE)
    more = (WORDS, ALLOWED, ANSWERS, SECRETS, QUESTIONS)
    return (_ANY_GAME.but(nargs=nargs), *sizes, *more, one_of(CONSISTENT_ONLY, HARD))


def workers(verb: str, few: str, what: str = "processes") -> Declared:
    """--workers and --dask, for a command that can work with several workers.

    The texts go into the help.  verb: what they do, "search".  few: for what one worker is enough,
    "a small game".  what: the name of workers.
    """
    return one_of(
        Option(
            *("--workers", "N"),
            help=f"{what} to {verb} with",
            otherwise=f"one for each processor, one for {few}",
            read=parse_whole,
        ),
        Option("--dask", "ADDRESS", help=f"{verb} on the Dask cluster of this scheduler"),
    )


def formats(*names: str, short: tuple[str, ...] = ("json",)) -> Declared:
    """--format, and options that are short for it; `output_format` reads them."""
    choice = Option(
        "--format",
        choices=names,
        help="what is printed",
        otherwise="text, for people",
        action="append",
        dest="formats",
    )
    shorts = [
        Option(
            f"--{name}",
            help=f"short for --format {name}",
            action="append_const",
            const=name,
            dest="formats",
        )
        for name in short
    ]

    def add(parser: argparse.ArgumentParser) -> None:
        for option in (choice, *shorts):
            option(parser)

    return add


def add_limits(parser: argparse.ArgumentParser) -> None:
    """--time-limit and --memory for the whole run, unless the command has its own."""
    memory = MEMORY.but(help="stop when the process takes more", dest="memory_of_run")
    with suppress(argparse.ArgumentError):
        TIME_LIMIT.but(dest="seconds_of_run")(parser)
        memory(parser)


# ------------------------------------------------------------------------------- what is read there


def output_format(arguments: argparse.Namespace) -> str:
    """The one format of the options of `formats`; `Refused` when two are given."""
    chosen = list(dict.fromkeys(arguments.formats or ["text"]))
    if len(chosen) > 1:
        raise Refused(f"the output has one format, not both {chosen[0]} and {chosen[1]}")
    return str(chosen[0])


def settle(arguments: argparse.Namespace) -> None:
    """Complete the arguments, in place, when all of the command line has been read.

    Files to write become paths, which are writable and different; ``progress`` is set to a function
    that shows progress in the terminal; and the run is limited by `add_limits`.
    """
    arguments.progress = common.terminal_progress()
    written: set[Path] = set()
    for name, value in list(vars(arguments).items()):
        if isinstance(value, _ToWrite):
            option = f"--{name.replace('_', '-')}"
            path = value.prepared(option)
            if path.resolve() in written:
                raise Refused(f"{option} {path} is the file of another option, too")
            written.add(path.resolve())
            setattr(arguments, name, path)
    limit, most = (getattr(arguments, f"{name}_of_run", None) for name in ("seconds", "memory"))
    if limit is not None or most is not None:
        interruption().bound(limit, most)


def refuse(arguments: argparse.Namespace, why: str, *names: str) -> None:
    """Refuse options that do not go with the others.  why: the sentence after their name."""
    for name in names:
        value = getattr(arguments, name)
        if value is not None and value is not False and value != []:
            raise Refused(f"--{name.replace('_', '-')} {why}")


def first_questions(arguments: argparse.Namespace, finite: FiniteGame) -> list[str] | str | None:
    """The questions of --first, or ``all``; None without the option."""
    questions: list[str] = arguments.first
    if arguments.csv and not questions:
        raise Refused("--csv prints first questions; it needs --first")
    if arguments.csv and arguments.json:
        raise Refused("the output has one format, not both csv and json")
    if "all" in questions:
        if len(questions) > 1:
            raise Refused("--first all has all questions; no other one is named beside it")
        return "all"
    check_questions(finite, questions)
    return questions or None


def check_questions(finite: FiniteGame, questions: Sequence[str]) -> None:
    """`Refused` for a text that is no question; where it may be several, that says how they are."""
    for text in questions:
        try:
            finite.as_question(text)
        except Refused as refused:
            if "," not in text:
                raise
            raise Refused(f"{refused}; several questions have spaces between them") from refused


def peg_game(arguments: argparse.Namespace) -> tuple[AlikeGame, int]:
    """The game that is named, one that theorems are about, and the number of pegs."""
    game, distinct = _with_different(arguments, as_alike_game(arguments.game))
    # Where only possible secrets are asked, no question repeats a colour, either.
    possible = getattr(arguments, "extra", None) == "none"
    if distinct:
        name = game.distinct_name if possible else game.distinct_secrets_name
        if name is None:
            raise Refused(
                f"theorems on {game.name} have secrets and questions of the same words: with "
                "--secrets distinct say --questions distinct, too"
            )
        game = game_named(name)
    return as_alike_game(game), arguments.pegs


def asks_bounds(arguments: argparse.Namespace) -> bool:
    """Whether this is about a worst case that a lemma and a book bound."""
    game, pegs = peg_game(arguments)
    if arguments.objective != "worst" or pegs <= game.provable_pegs:
        return False
    from masetproof.proofs.shift import has_bounds

    return has_bounds(game, pegs)


def _with_different(arguments: argparse.Namespace, game: Game) -> tuple[Game, bool]:
    """The game where questions repeat no colour, if that is asked; whether only secrets do not."""
    distinct = arguments.secrets == "distinct"
    if getattr(arguments, "questions", "all") == "all":
        return game, distinct
    if not distinct:
        raise Refused("every secret must be askable: --questions distinct needs --secrets distinct")
    name = game.distinct_name
    if name is None:
        raise Refused(f"{game.name} has no form in which questions repeat no colour")
    return game if name == game.name else game_named(name), False


def finite_game(arguments: argparse.Namespace) -> FiniteGame:
    """The finite game of the options of `finite_game_options`, and of --after where that is one."""
    game = _rules(arguments)  # which may also say how large the game is
    game, distinct = _with_different(arguments, game)
    return FiniteGame(
        game,
        arguments.pegs,
        arguments.colours,
        distinct=distinct,
        consistent_only=arguments.consistent_only,
        hard=getattr(arguments, "hard", False),
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
        words = kind.read(arguments.words, arguments.allowed)
        if (overlap := words.lists_text) is not None:
            common.note(overlap)
        return words
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


def check_listable(finite: FiniteGame, advice: str, most: int = MOST_WORDS) -> None:
    """`Refused`, with advice, when a board has too many words to list."""
    try:
        finite.check_listable(most)
    except Refused as refused:
        if finite.game.size is not None:
            raise
        raise Refused(f"{refused}; {advice}") from None


def proved(
    arguments: argparse.Namespace, game: AlikeGame, pegs: int, stopwatch: Stopwatch | None = None
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
    arguments: argparse.Namespace, game: AlikeGame, pegs: int, without: str
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
    _refuse_hyphen(arguments.out, "--out", "directory")
    return _prepared(prepare_directory, arguments.out, "--out")


def _refuse_hyphen(text: str, option: str, what: str) -> None:
    """`Refused` for what other programs take as standard output."""
    if text == "-":
        output = "standard output is /dev/stdout, " if what == "file" else ""
        raise Refused(f"{option} takes a {what}, not '-'; {output}a {what} of this name is ./-")


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
