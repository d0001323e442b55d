"""The command line: one module for each subcommand, each thin.

A module adds its arguments to a parser and has a `run` that returns the exit status.  What it
needs is imported in `run`, so that ``--help`` answers at once.  Exit status: 0 done, 1 the answer
is no, 2 bad usage or what cannot be read or written (one line on standard error), 70 a defect of
this program, 130 interrupted (143 by SIGTERM, 129 by SIGHUP), 141 the reader of the output has
gone.  Results go to standard output; complaints, notes and progress to standard error.
"""

from masetproof.cli.main import main

__all__ = ["main"]
