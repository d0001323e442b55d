"""The parser, and what all subcommands have in common."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from masetproof._version import __version__
from masetproof.arguments import Refused, did_you_mean
from masetproof.cli.common import Ended, No, clear_progress, first_steps, note, print_lines
from masetproof.cli.interrupts import Interruption, remembered
from masetproof.cli.options import add_command, add_limits, settle
from masetproof.games.registry import ALIASES, GAMES, GAMES_OF_DATA

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_GROUPS = {
    "begin with these": (
        *("play", "hint", "optimize", "evaluate", "tree", "prove", "check", "explore"),
    ),
    "formulas for every number of colours": ("values", "strategy", "readings", "growth"),
    "look into a proof": ("patterns", "show", "graph"),
    "write about theorems": ("paper", "cite"),
    "compare strategies and find others": ("rules", "table", "depth", "evolve"),
    "large boards and grids": ("crack", "grid"),
    "after a game": ("review",),
    "look around": ("demo",),
}
"""The eight commands that most people need, and the others by what they are about.  Each is a
module beside this one, whose docstring begins with its line in the help."""
_COMMANDS = tuple(name for names in _GROUPS.values() for name in names)

_ABOUT = "masetproof finds the best strategies for games like Mastermind, and proves that they are."
_BEYOND = """
'masetproof demo' shows the best of it; 'masetproof --help' lists all commands."""

_EPILOG = """\
Say 'masetproof COMMAND --help' for the options of a command, with examples.

exit status:
  0    done
  1    the answer is no
  2    bad usage, a limit that was reached, or what cannot be read or written; one line on
       standard error says what
  70   a defect of masetproof; please report it
  130  interrupted by Ctrl-C (SIGINT); 143 by SIGTERM, 129 by SIGHUP: what was finished is kept
  141  the reader of the output has gone
Results go to standard output, and complaints and progress to standard error.
"""
_COMMAND = "COMMAND"
_DEFECT = 70
_TRACEBACK = "MASETPROOF_TRACEBACK"
_INTERRUPTION = "interrupted; the same command goes on from what is kept, if anything is"


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        note(message, self.prog)
        raise SystemExit(2)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """As argparse does it, with the name that was meant."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            names = map(str, action.choices or ())
            if action.metavar != _COMMAND:
                meant = did_you_mean(value, names)
                raise argparse.ArgumentError(action, f"{error.message}{meant}") from None
            meant = did_you_mean(value, [*names, *self._option_string_actions]) or did_you_mean(
                value, [*GAMES, *GAMES_OF_DATA, *ALIASES], "'play {}'"
            )
            there = "'masetproof --help' lists what there is"
            raise argparse.ArgumentError(None, f"no command {value!r}; {there}{meant}") from None

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Steps of a history may stand before, between and behind options.

        What is not known is refused here, where the options that there are can be named.
        """
        known, rest = super().parse_known_args(args, namespace)
        if hasattr(known, "steps"):
            known.steps = [*known.steps, *(text for text in rest if not text.startswith("-"))]
            rest = [text for text in rest if text.startswith("-")]
        if rest:
            option = next((text for text in rest if text.startswith("-")), "").partition("=")[0]
            meant = did_you_mean(option, self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(rest)}{meant}")
        return known, rest

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Unlike argparse, fail when help cannot be written."""
        if file is not None:
            file.write(message)


def _parser(names: Sequence[str] = _COMMANDS) -> argparse.ArgumentParser:
    """The parser of these commands."""
    parser = _Parser(
        prog="masetproof",
        usage="masetproof [-h] [--version] COMMAND ...",
        description=_ABOUT,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,  # it is below the commands
    )
    # The groups show the commands.
    commands = parser.add_subparsers(
        prog="masetproof", metavar=_COMMAND, required=True, help=argparse.SUPPRESS
    )
    for heading, members in _GROUPS.items():
        group = parser.add_argument_group(heading)
        for name in members:
            if name in names:
                command = import_module(f"masetproof.cli.{name}")
                defaults = {"run": command.run} | getattr(command, "DEFAULTS", {})
                sub = add_command(commands, name, command.__doc__, *command.OPTIONS, **defaults)
                group._group_actions.append(commands._choices_actions[-1])
                if name != "play":
                    add_limits(sub)
    others = parser.add_argument_group("options")
    others.add_argument("-h", "--help", action="help", help="show this help message and exit")
    version = f"masetproof {__version__}"
    others.add_argument("--version", action="version", version=version, help="show the version")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit status.

    It may be called in any thread.  In the main thread signals are handled while it runs.
    """
    with remembered() as interruption:
        try:
            interruption.begin()
            status = _run(argv)
            interruption.raises = False
            return status
        except No as no:
            return _complain(str(no), 1)
        except Refused as refused:
            return _complain(str(refused), 2)
        except KeyboardInterrupt as error:
            interruption.raises = False
            return _ended(interruption, str(error) if isinstance(error, Ended) else "")
        except BrokenPipeError:
            return 141
        except MemoryError:
            return _complain("that is too large for the memory of this machine", 2)
        except OSError as error:
            what = error.filename or "cannot write the output"
            return _complain(f"{what}: {error.strerror or error}", 2)
        except UnicodeEncodeError as error:
            interruption.raises = False
            missing = error.object[error.start]
            has_not = f"what is printed has the encoding {error.encoding}, which lacks {missing!r}"
            return _complain(f"{has_not}; PYTHONIOENCODING=utf-8 sets another one", 2)
        except Exception as error:
            interruption.raises = False
            if interruption.ended:
                # A library that was interrupted may raise an error of its own.
                return _ended(interruption)
            if _is_about_workers(error):
                return _complain(str(error), 2)
            if os.environ.get(_TRACEBACK):
                raise
            return _complain(_defect(error), _DEFECT)


def _run(argv: Sequence[str] | None) -> int:
    """Parse, do it, and see that the output has gone out."""
    try:
        given = sys.argv[1:] if argv is None else argv
        if not given:
            print_lines([_ABOUT, "", *first_steps(), _BEYOND])
            _flush()
            return 0
        # The command that is named is the only one that is loaded.
        names = [name for name in given[:1] if name in _COMMANDS]
        arguments = _parser(names or _COMMANDS).parse_args(given)
        settle(arguments)
        with _logging_nothing(of_dask=getattr(arguments, "dask", None) is not None):
            status: int = arguments.run(arguments) or 0
        clear_progress()
    except SystemExit:
        _flush()  # help, or the version
        raise
    _flush()
    return status


@contextmanager
def _logging_nothing(*, of_dask: bool) -> Iterator[None]:
    """Errors are printed as one sentence; Dask would log them with tracebacks, too."""
    if not of_dask:
        yield
        return
    import logging

    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def _ended(interruption: Interruption, said: str = "") -> int:
    """Say why a run ended early.  said: by the command itself, which knows what it has kept."""
    # After an interrupt within `exec`, as while a dataclass is made, Python would end the process
    # as by SIGINT, even when the interrupt is handled, unless something is executed again.
    exec("")
    return _complain(said or interruption.limit or _INTERRUPTION, interruption.status)


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _is_about_workers(error: Exception) -> bool:
    """Whether workers disappeared, which is no defect of this program."""
    if not isinstance(error, RuntimeError):
        return False
    from masetproof.search.executors import JobLost

    return isinstance(error, JobLost)


def _defect(error: Exception) -> str:
    """One sentence for an exception that nobody expected."""
    said = " ".join(str(error).split())
    said = f"{said[:200]}..." if len(said) > 200 else said
    return (
        f"this is a defect of masetproof ({type(error).__name__}{': ' * bool(said)}{said}); please "
        f"report it with the command; {_TRACEBACK}=1 shows where it happened"
    )


def _complain(sentence: str, status: int) -> int:
    note(sentence)
    return status
