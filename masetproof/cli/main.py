"""The parser, and what all subcommands have in common."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from masetproof._version import __version__
from masetproof.cli import check, graph, optimize, prove, readings, show, table, tree, values
from masetproof.cli.common import Complaint, clear_progress
from masetproof.cli.interrupts import remembered

__all__ = ["main"]

_COMMANDS = (prove, values, readings, check, show, graph, optimize, tree, table)


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(2)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="masetproof",
        description=(
            "Computer-aided proofs and game-tree analysis for Mastermind-like deductive games."
        ),
        epilog="Say 'masetproof COMMAND --help' for the options of a command, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"masetproof {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        sub = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=command.HELP[0].upper() + command.HELP[1:] + ".",
            epilog=command.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit status."""
    arguments = _parser().parse_args(argv)
    try:
        with remembered():
            status: int = arguments.run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except Complaint as complaint:
        return _complain(str(complaint), 2)
    except KeyboardInterrupt:
        return _complain(
            "interrupted; what was finished is kept, and the same command goes on", 130
        )
    except BrokenPipeError:
        _discard_output()
        return 141
    except OSError as error:
        _discard_output()
        return _complain(f"cannot write the output: {error.strerror or error}", 2)


def _complain(sentence: str, status: int) -> int:
    clear_progress()
    print(f"masetproof: {sentence}", file=sys.stderr)
    return status


def _discard_output() -> None:
    """Nothing more can be said, not even when Python flushes at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
