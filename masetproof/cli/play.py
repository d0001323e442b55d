"""Play a game: you guess, or you answer and the program guesses.

examples:
  masetproof play mastermind
  masetproof play mastermind --pegs 4 --colours 6 --side answer
  masetproof play bulls-and-cows --side answer --strategy entropy
  masetproof play ab --pegs 3 --colours 12 --side answer --strategy theorem
  masetproof play mastermind --pegs 4 --colours 6 --side answer --strategy tree.json
  masetproof play mastermind --pegs 8 --colours 12 --side answer --strategy sample
  masetproof play jotto --words words.txt --seed 7
  masetproof play mastermind --codemaker largest
  masetproof play wordle --words words.txt --allowed more.txt --side answer
  masetproof play wordle --words words.txt --allowed more.txt --hard
  masetproof play wordle --words words.txt --boards 2

Without --pegs and --colours, mastermind has 4 pegs and 6 colours, bulls-and-cows 4 and 10.

strategies of the program:
  a rule: {rules}
  optimal                        by search; with --think S the best question found in S seconds
  theorem                        the optimal strategy of a theorem, for up to three pegs
  decomposition, sieve, sample   as of 'masetproof crack', on boards of any size
  FILE                           a tree that another command wrote with --tree

codemakers, while you guess:
  random     draws a secret
  largest    has chosen none: it gives the answer that leaves the most secrets
  costliest  has chosen none: it gives the answer after which the most questions are needed, by the
             best strategy from there on, first in the worst case and then on average; where more
             secrets are left than can be searched in a moment, the answer of 'largest'
Of equal answers one that has chosen none gives the first in the order of answers. Its answers never
contradict each other, and you win when you ask the only secret that is left.

While you guess, 'left' says how many secrets are left, 'hint' says what to ask ('hint 1' and 'hint
2' say less), and 'quit' ends the game. While you answer, an answer is written like 1,1 or 1A1B or
BW, in Wordle like bgybb or 02100 (docs/command-line.md has all forms), and 'back 3' returns to
question 3. When your answers contradict each other, you are told which ones.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from textwrap import fill
from typing import TYPE_CHECKING

import masetproof
from masetproof.arguments import Refused, counted, did_you_mean, parse_whole, printable
from masetproof.cli import common, options
from masetproof.cli.hint import conflict_lines, hint_lines
from masetproof.cli.options import Option
from masetproof.drawing import COLOURS, MARKS, ink_on, shade
from masetproof.finite.setting import Contradiction, FiniteGame
from masetproof.games.typed import Ambiguous
from masetproof.games.wordle import Wordle
from masetproof.strategies.rules import USUAL
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word

if TYPE_CHECKING:
    from masetproof.play.session import Guessing, Keeping

Show = Callable[..., str]
"""How a word is shown to the person, of its state of play and, once there is one, with the number
of its answer."""

_HELP_GUESS = """\
  a word   asks it
  left     how many secrets are still possible
  hint     the best questions; 'hint 1' says only how many secrets are left, 'hint 2' a direction
  quit     ends the game and tells the secret"""
_HELP_ANSWER = """\
  {}
  back 3   returns to question 3, to answer it again
  left     how many secrets are still possible
  quit     ends the game"""
_GUESSING = "left", "hint", "quit", "help"
_ANSWERING = "back", "left", "quit", "help"
_DIGITS = 10
"""With more colours letters stand for some."""
_AS_PEGS, _AS_MARKS = "1,1      the answer, or 1 1, 1A1B, BW", "bgybb    the answer, or 02100"
_ANSWER_AGAIN = "  Answer again, or say 'back N' to answer question N again."
_PAINTED, _OFF = "\x1b[38;5;{};48;5;{}m", "\x1b[0m"
_LEVELS = (0, 95, 135, 175, 215, 255)
"""The steps of red, green and blue in the colours 16 to 231 of terminals with 256 colours."""


OPTIONS = (
    *options.finite_game_options(),
    Option(
        "--side",
        choices=("guess", "answer"),
        help="what you do: guess the program's secret, or answer its questions",
        default="guess",
    ),
    Option(
        *("--strategy", "STRATEGY"),
        help="what the program asks: a rule, optimal, theorem, a method of crack or the file of a "
        "tree",
        otherwise=USUAL,
    ),
    Option(
        *("--think", "SECONDS"),
        help="with optimal: the time for each question",
        read=options.read_seconds,
    ),
    Option(
        "--codemaker",
        choices=("random", "largest", "costliest"),
        help="how the program answers you: with a secret that is drawn, or without one",
        otherwise="random",
    ),
    Option("--secret", "WORD", help="the secret that you guess", otherwise="one is drawn"),
    options.SEED.but(help="the seed of the secret that is drawn", default=None),
    options.BOARDS,
    options.NO_COLOUR,
    options.MEMORY,
)


def run(arguments: argparse.Namespace) -> None:
    """Play."""
    if arguments.boards is not None:
        from masetproof.cli import boards

        boards.play(arguments)
        return
    finite = options.finite_game(arguments)
    show = shower(finite, arguments)
    if arguments.side == "guess":
        why = "is for --side answer, where the program guesses"
        options.refuse(arguments, why, "strategy", "think")
        from masetproof.play.session import Keeping

        options.check_listable(
            finite, "on larger boards the program guesses, with --side answer --strategy sample"
        )
        codemaker = arguments.codemaker or "random"
        if codemaker != "random":
            why = f"is for a secret; --codemaker {codemaker} has chosen none"
            options.refuse(arguments, why, "secret", "seed")
        _guess(Keeping(finite, arguments.secret, arguments.seed, codemaker), show)
        return
    options.refuse(arguments, "is for --side guess, where you guess", "secret", "seed", "codemaker")
    from masetproof.play.session import Guessing

    answer_questions(Guessing(_strategy(finite, arguments)), show)


# ----------------------------------------------------------------------------- the person guesses


def _guess(keeping: Keeping, show: Show) -> None:
    finite = keeping.state
    secrets = counted(finite.secret_count, "secret")
    if keeping.codemaker.has_secret:
        print(f"{finite.title}: I have thought of one of {secrets}.")
    else:
        print(f"{finite.title}: I keep {secrets} in mind and have chosen none of them.")
    print("What is it? ('?' for help)")
    while not keeping.won:
        line = common.read_line(f"{len(keeping.guesses) + 1}> ")
        if line is None or line == "quit":
            print(_given_up(keeping, show))
            return
        try:
            _guess_once(keeping, line, show)
        except Refused as error:
            print(f"  {printable(str(error))}")
    print(f"Found with {counted(len(keeping.guesses), 'question')}.")
    from masetproof.play.best import best_path

    with suppress(Refused):  # where the words are too many for the memory
        best = best_path(finite, keeping.guesses[-1].question, progress=common.terminal_progress())
        common.clear_progress()
        print(fill(best.sentence(len(keeping.guesses)), 80, break_on_hyphens=False))


def _given_up(keeping: Keeping, show: Show) -> str:
    """What the secret was, for a person who does not go on."""
    if keeping.secret is not None:
        return f"The secret was {show(keeping.state, keeping.secret)}."
    left = counted(keeping.state.secret_count, "secret")
    return (
        f"I had chosen none; {left} left, such as {show(keeping.state, keeping.state.secrets[0])}."
    )


def _guess_once(keeping: Keeping, line: str, show: Show) -> None:
    command, _, rest = line.partition(" ")
    if command in ("?", "help"):
        print(_HELP_GUESS)
    elif command == "left":
        print(f"  {keeping.state.secret_count:,}")
    elif command == "hint" and rest in ("", "1", "2", "3"):
        hinted = masetproof.hint(keeping.state, progress=common.terminal_progress())
        common.print_lines(f"  {text}" for text in hint_lines(hinted, int(rest or 3)))
    elif command == "hint":
        raise Refused(f"a hint has the level 1, 2 or 3, not {rest!r}")
    elif line:
        try:
            guess = keeping.ask(line)
        except Refused as refused:
            pegs = keeping.state.game.size is None
            has_letters = keeping.state.colours > _DIGITS if pegs else True
            raise _no_command(command, _GUESSING, refused, may_be_meant=has_letters) from None
        finite = keeping.state
        told = finite.game.answer_words(finite.answers[guess.answer])
        note = "" if guess.possible else "   (it could not be the secret)"
        print(f"   {show(finite, guess.question, guess.answer)}  {told}{note}")


# ---------------------------------------------------------------------------- the program guesses


def answer_questions(guessing: Guessing, show: Show) -> None:
    """The person thinks of a secret and answers the questions of a strategy."""
    from masetproof.play.missing import beyond_of

    common.clear_progress()
    finite = guessing.state
    print(f"{finite.title}: think of a secret, and answer my questions. ('?' for help)")
    beyond = ""
    while guessing.found is None:
        state, question = guessing.state, show(guessing.state, guessing.question)
        line = common.read_line(f"{len(state.after) + 1}. {question} ? ")
        if line is None or line == "quit":
            return
        try:
            _answer_once(guessing, line)
        except Contradiction as error:
            print(f"  {printable(str(error)[0].upper() + str(error)[1:])}.")
            print(_ANSWER_AGAIN)
        except Refused as error:
            print(f"  {printable(str(error))}")
        if len(guessing.state.after) > len(state.after):
            word, answer = guessing.state.after[-1]
            if (answered := show(guessing.state, word, answer)) != question:
                print(f"   {answered}")
        if (told := beyond_of(guessing.state)) != beyond and told:
            print(f"  {told}")
        beyond = told
    asked = counted(len(guessing.state.after) + 1, "question")
    print(f"Found with {asked}: {show(guessing.state, guessing.found, finite.winning)}.")


def _answer_once(guessing: Guessing, line: str) -> None:
    command, _, rest = line.partition(" ")
    if command in ("?", "help"):
        is_wordle = isinstance(guessing.state.game, Wordle)
        print(_HELP_ANSWER.format(_AS_MARKS if is_wordle else _AS_PEGS))
    elif command == "left":
        print(f"  {guessing.state.secret_count:,}")
    elif command == "back":
        if not rest.isdigit():
            raise Refused("'back 1' returns to question 1; say the number of a question")
        guessing.back(parse_whole(rest))
    elif line:
        question = guessing.question
        try:
            conflict = guessing.answer(line)
        except Contradiction:
            from masetproof.large.consistent import conflict_of_large

            conflict = conflict_of_large(guessing.state.then(question, line))
            if conflict is None:
                raise
        except Ambiguous:
            raise
        except Refused as refused:
            has_letters = isinstance(guessing.state.game, Wordle)
            raise _no_command(command, _ANSWERING, refused, may_be_meant=has_letters) from None
        if conflict is not None:
            for told in conflict_lines(guessing.state.then(question, line), conflict):
                print(f"  {told}")
            print(_ANSWER_AGAIN)


def _no_command(
    word: str, commands: tuple[str, ...], refused: Refused, *, may_be_meant: bool
) -> Refused:
    """A complaint on a line that is no question or no answer, and may be meant as a command.

    may_be_meant: letters may also be meant as a question, or as an answer.
    """
    if not word.isalpha():
        return refused
    meant = did_you_mean(word, commands)
    if may_be_meant:
        return Refused(f"{refused}; no command either{meant}")
    return Refused(f"no command {word!r}; '?' lists what there is{meant}")


def _strategy(finite: FiniteGame, arguments: argparse.Namespace) -> Strategy:
    """The strategy that the options name."""
    from masetproof.play.named import OPTIMAL, needs_all_words, strategy_named

    name = arguments.strategy or USUAL
    if arguments.think is not None and name != OPTIMAL:
        raise Refused("--think is for --strategy optimal")
    if needs_all_words(name):
        options.check_listable(finite, "--strategy sample plays larger boards")
    return strategy_named(name, finite, **common.fields(arguments, "think", "memory", "progress"))


# ------------------------------------------------------------------------------------ the terminal


def shower(finite: FiniteGame, arguments: argparse.Namespace) -> Show:
    """How words are shown: as coloured pegs or squares where that is possible and wanted."""
    plain = arguments.no_colour or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    has_pegs = finite.game.size is None and finite.colours <= len(COLOURS)

    def painted(finite: FiniteGame, word: Word, colours: Iterable[str]) -> Iterator[str]:
        for symbol, colour in zip(finite.text(word), colours, strict=True):
            paint = _PAINTED.format(*map(_terminal_colour, (ink_on(colour), colour)))
            yield f"{paint} {symbol} {_OFF}"

    def show(finite: FiniteGame, word: Word, answer: int | None = None) -> str:
        if has_pegs:
            return " ".join(painted(finite, word, map(shade, word)))
        if answer is not None:
            return "".join(painted(finite, word, map(MARKS.__getitem__, finite.answers[answer])))
        return finite.text(word)

    def text(finite: FiniteGame, word: Word, answer: int | None = None) -> str:
        return finite.text(word)

    paints = has_pegs or isinstance(finite.game, Wordle)
    return show if paints and not plain and sys.stdout.isatty() else text


def _terminal_colour(colour: str) -> int:
    """The nearest one of a terminal with 256 colours, whose first 16 are what its user likes."""
    wanted = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]

    def step(value: int) -> int:
        return min(range(len(_LEVELS)), key=lambda place: abs(_LEVELS[place] - value))

    red, green, blue = map(step, wanted)
    return 16 + 36 * red + 6 * green + blue
