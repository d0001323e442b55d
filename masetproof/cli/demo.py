"""Show the best of masetproof: an optimal strategy, a game, a theorem, and its check.

examples:
  masetproof demo
  masetproof demo --fast

Everything is computed while you look on, and each step begins with a command that does the same. In
a terminal there is time to read: Enter goes on at once, and q leaves; so does Ctrl-C (exit status
130). No file is left behind.
"""

from __future__ import annotations

import argparse
import os
import select
import shutil
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import masetproof
from masetproof.arguments import counted
from masetproof.cli import common, options
from masetproof.cli.common import theorem_lines
from masetproof.cli.interrupts import interruption
from masetproof.cli.options import Option
from masetproof.cli.play import shower
from masetproof.finite.setting import FiniteGame
from masetproof.strategies.strategy import Strategy

_SECONDS_A_WORD = 0.16
"""How fast one reads, with the numbers."""
_NARROWEST, _WIDEST = 20, 90
_SECRET = "3523"
_MANY = 1_000_000
"""A number of colours for which nobody would search."""
_MOST_KEYS = 64
_LEAVING = b"\x1b", b"\x04"
"""Escape and Ctrl-D, which leave as q does."""


OPTIONS = Option("--fast", help="without pauses"), options.NO_COLOUR


def run(arguments: argparse.Namespace) -> None:
    """Print one paragraph after the other, with time to read each."""
    width = sorted((_NARROWEST, shutil.get_terminal_size().columns, _WIDEST))[1]
    try:
        with _waiting(sys.stdout.isatty() and not arguments.fast) as wait:
            if wait.advice:
                common.print_lines([_wrapped(wait.advice, width)])
            for text in _told(arguments):
                common.print_lines([_wrapped(text, width)])
                wait(_SECONDS_A_WORD * len(text.split()))
        last = "What you can do next:", *common.first_steps()
        common.print_lines(_wrapped(text, width) for text in last)
    except _SeenEnough:
        return
    except KeyboardInterrupt:
        raise common.Ended(interruption().limit or "the demonstration was ended") from None


def _told(arguments: argparse.Namespace) -> Iterator[str]:
    """The paragraphs, each yielded when what it reports has just been computed.

    An indented one continues the one before.
    """
    yield (
        "In Mastermind you look for a secret of 4 pegs in 6 colours. The answer to a question says "
        "how many pegs are right (black) and how many others would be right elsewhere (white). "
        "What is the best way to ask?"
    )
    yield from _searched(arguments)
    yield "That was one board. A theorem is about all numbers n of colours; here for 2 pegs:"
    yield from _proved(arguments)


def _searched(arguments: argparse.Namespace) -> Iterator[str]:
    """An optimal strategy of one board, and a game of it."""
    finite = FiniteGame("mastermind", 4, 6)
    secrets = finite.secret_count
    yield "$ masetproof optimize mastermind --pegs 4 --colours 6"
    begin = time.monotonic()
    best = masetproof.optimize(finite, keep=False, progress=arguments.progress)
    yield (
        f"This strategy takes {best.total:,} questions for the {secrets:,} secrets together: "
        f"{best.total}/{secrets} = {float(best.expected):.4f} on average, at most {best.worst}. "
        f"The search has proved that no strategy takes fewer, in {time.monotonic() - begin:.2f} "
        "seconds."
    )
    yield "$ masetproof play mastermind --side answer --strategy optimal"
    yield from _game(best.tree, shower(finite, arguments))


def _proved(arguments: argparse.Namespace) -> Iterator[str]:
    """A theorem, and what the checker says of its certificate."""
    yield "$ masetproof prove mastermind --pegs 2 --out proof"
    begin = time.monotonic()
    theorem = masetproof.theorem_of("mastermind", 2, progress=arguments.progress)
    seconds = time.monotonic() - begin
    head, *formulas = theorem_lines(theorem, f"Proved in {seconds:.2f} seconds.")
    yield head
    yield from formulas
    yield (
        f"So it takes {theorem.value(_MANY) / _MANY**2:,.2f} questions on average to find one of "
        f"{_MANY**2:,} secrets, with {_MANY:,} colours."
    )
    yield "You need not believe it. A checker that shares no code with the prover does it again:"
    yield "$ masetproof check proof/proof.cert"
    with tempfile.TemporaryDirectory() as folder:
        certificate = Path(folder, "proof.cert")
        with certificate.open("wb") as file:
            masetproof.write_certificate(theorem, file)
        verified = masetproof.check(certificate, arguments.progress)
    counts = verified.counts
    yield (
        f"Verified in {verified.seconds:.2f} seconds: {counted(counts['patterns'], 'pattern')} of "
        f"what one can know of the secret, {counted(counts['questions'], 'question')}, "
        f"{counted(counts['equations'], 'equation')}."
    )


def _game(strategy: Strategy, show: Callable[..., str]) -> Iterator[str]:
    """A game of a strategy, move by move."""
    state = strategy.finite
    yield "Let it play. Nobody tells it the secret, which is"
    yield f"     {show(state, state.as_secret(_SECRET))}"
    for number, (question, answer) in enumerate(strategy.path(_SECRET), 1):
        words = state.game.answer_words(state.answers[answer])
        told = f"  {number}. {show(state, question)}  {words}"
        if answer == state.winning:
            yield f"{told}: found"
        else:
            state = state.then(question, answer)
            yield f"{told}: {counted(state.secret_count, 'secret')} left"


def _wrapped(text: str, width: int) -> str:
    """A text as it is printed; a command in several lines can be copied as well."""
    if "\x1b" in text:
        return text
    is_command = text.lstrip("$ ").startswith("masetproof ")
    lines = textwrap.wrap(
        text,
        width - 2 * is_command,
        subsequent_indent="      " if text[0] in "$ " else "",
        break_on_hyphens=False,
    )
    return "\n" * (text[0] != " ") + (" \\\n" if is_command else "\n").join(lines)


class _SeenEnough(Exception):
    """Somebody has seen enough."""


@dataclass(frozen=True)
class _Waiting:
    """Waits for some seconds, or until a key is pressed.

    waits: whether at all.  keys: the terminal, if single keys can be read from it.
    """

    waits: bool
    keys: tuple[TextIO, ...]

    @property
    def advice(self) -> str:
        """How to go on and how to leave; nothing where nobody is waited for."""
        if self.keys:
            return "(Enter goes on, q leaves; without a key it goes on by itself.)"
        return "(It goes on by itself; Ctrl-C leaves.)" if self.waits else ""

    def __call__(self, seconds: float) -> None:
        """Wait; `_SeenEnough` when a key says so."""
        if self.waits and not self.keys:
            time.sleep(seconds)
        elif self.waits and select.select(self.keys, [], [], seconds)[0]:
            pressed = os.read(self.keys[0].fileno(), _MOST_KEYS)
            if not pressed or pressed in _LEAVING or b"q" in pressed.lower():
                raise _SeenEnough


@contextmanager
def _waiting(waits: bool) -> Iterator[_Waiting]:
    """A function that waits, or does not; within the block keys need no Enter."""
    with ExitStack() as restored:
        keys: list[TextIO] = []
        if waits and sys.stdin is not None and sys.stdin.isatty():
            with suppress(ImportError):  # where terminals are no files, only Ctrl-C ends it
                import termios
                import tty

                before = termios.tcgetattr(sys.stdin)
                restored.callback(termios.tcsetattr, sys.stdin, termios.TCSAFLUSH, before)
                tty.setcbreak(sys.stdin)
                keys.append(sys.stdin)
        yield _Waiting(waits, tuple(keys))
