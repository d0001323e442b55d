"""The command line: one module for each subcommand, each thin.

A module adds its arguments to a parser and has a `run` that returns the exit status.  What it
needs is imported in `run`, so that ``--help`` answers at once.  Exit status: 0 done, 1 the answer
is no, 2 bad usage or unreadable input (one line on standard error), 130 interrupted,
141 the reader of the output has gone.
"""

from masetproof.cli.main import main

__all__ = ["main"]
