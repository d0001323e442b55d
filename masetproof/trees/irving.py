"""Irving's notation of strategies, which papers and public programs on Mastermind use.

    1296 (1123: 2 (2311), 44A, 222B, ...; 5 (1321: 1, 0, ...), 40H; 20J; 1)

    A = (2345: 0, 6 (3412), 10 (3612: 1, 0, ...), ...; 0)

A state is the number of secrets that are left, and then nothing (one secret, which is asked, or
two, which are asked one after the other), a question in brackets, or a letter, which stands for the
brackets that are given later. ``(3412)`` leaves each secret by itself; ``(3412*)`` does so, too,
and is none of them; ``(3412x)`` leaves two at most. After a colon come the states after each
answer, by black pegs and then by white ones from the most to none, with a semicolon before each
further black peg; the impossible answer (p-1, 1) is left out, or is 0.
Colours are written from 1 on, with ten colours from 0 on.

So a file says more than the questions, and what it says is held against the game: nothing is filled
in. Only a star may be missing, as in the file of Knuth's strategy that is public.

Irving, Towards an optimum Mastermind strategy, J. Recreational Math. 11 (1978-79); Koyama and Lai,
An optimal Mastermind strategy, J. Recreational Math. 25 (1993).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import perm
from textwrap import wrap

from masetproof.arguments import Refused, as_instance, counted, shown
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.trees.replay import (
    Possible,
    Refuted,
    Visit,
    all_secrets,
    first_visit,
    replay,
)
from masetproof.trees.tree import Node, StrategyTree, checked_tree, one_by_one
from masetproof.words import MAX_PEGS, Word

_TOKEN = re.compile(r"\d+|[A-Za-z]+|\S")
_LONGEST_TOKEN = 9
_MOST_COLOURS = 10
_DEEPEST = 100
"""Brackets within brackets; good strategies have few."""
_WIDTH = 78


@lru_cache(maxsize=16)
def _answers(game: PegGame, pegs: int) -> list[tuple[int, str]]:
    """The number of each answer in the order of the notation, and what follows its state.

    The winning answer is the last one, and (p-1, 0) the one before.
    """
    possible = [answer for answer in game.answers(pegs) if answer != (pegs - 1, 1)]
    ordered = sorted(possible, key=lambda answer: (answer.black, -answer.white))
    signs = ["," if answer.white else ";" for answer in ordered[:-1]] + [")"]
    return [(game.number_of(answer), sign) for answer, sign in zip(ordered, signs, strict=True)]


def _first_digit(colours: int) -> int:
    return int(colours < _MOST_COLOURS)


def _digits(finite: FiniteGame, word: Word) -> str:
    first = _first_digit(finite.colours)
    return "".join(str(cell + first) for cell in word)


# --------------------------------------------------------------------------------------- writing


def irving_lines(tree: StrategyTree) -> Iterator[str]:
    """The lines of a strategy in Irving's notation.

    `Refused` for a game without white pegs, with more than eight pegs or ten colours, and for a
    tree that does not begin with the first question; `Refuted` when the tree is no strategy.
    """
    finite = checked_tree(tree).finite
    part = finite.conditions or finite.after
    if finite.game not in (AB, MASTERMIND) or part:
        raise Refused("Irving's notation is for whole games of Mastermind and AB")
    if finite.pegs > MAX_PEGS:
        raise Refused(f"Irving's notation is for at most {MAX_PEGS} pegs, not {finite.pegs}")
    if finite.colours > _MOST_COLOURS:
        raise Refused(f"Irving's notation has at most {_MOST_COLOURS} colours")
    replay(tree)
    labels: dict[str, str] = {}
    yield from _wrapped(_state(first_visit(tree), labels))
    for label, below in labels.items():
        yield ""
        yield from _wrapped(f"{label} = {below}")


def _state(visit: Visit, labels: dict[str, str]) -> str:
    count, pegs = len(visit.secrets), visit.finite.pegs
    if visit.wins and count == 1:
        return "1"
    if visit.depth > _DEEPEST:
        raise Refused(f"Irving's notation has at most {_DEEPEST} questions one after the other")
    brackets = _brackets(visit, labels)
    is_long = ":" in brackets and 2 * count >= pegs * (pegs + 3)
    if visit.depth == 1 and is_long and len(labels) < 26:
        label = chr(ord("A") + len(labels))
        labels[label] = brackets
        return f"{count}{label}"
    return f"{count} {brackets}"


def _brackets(visit: Visit, labels: dict[str, str]) -> str:
    finite = visit.finite
    question = _digits(finite, visit.question)
    below = {after.number: after for after in visit.below()}
    if all(after.wins and len(after.secrets) == 1 for after in below.values()):
        return f"({question}{'' if visit.wins else '*'})"
    states = ""
    for number, sign in _answers(finite.game, finite.pegs):
        if number == finite.winning:
            states += f"{int(visit.wins)})"
        else:
            states += (_state(below[number], labels) if number in below else "0") + sign + " "
    return f"({question}: {states}"


def _wrapped(text: str) -> list[str]:
    return wrap(
        text, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


# --------------------------------------------------------------------------------------- reading


def is_irving(text: str) -> bool:
    """Whether a text begins like a strategy in Irving's notation."""
    return bool(re.match(r"\s*\d+\s*\(", as_instance(str, text, "a strategy")))


def parse_irving(text: str) -> StrategyTree:
    """The strategy of a text.

    With the line, `Refused` when it is malformed, `Refuted` when a number or mark in it is wrong.
    """
    return _Reader(as_instance(str, text, "a strategy")).read()


def _game_of(secrets: int, pegs: int) -> FiniteGame:
    for colours in range(1, _MOST_COLOURS + 1):
        if colours**pegs == secrets:
            return FiniteGame(MASTERMIND, pegs, colours)
        if perm(colours, pegs) == secrets:
            return FiniteGame(AB, pegs, colours)
    raise Refused(
        f"no game with {pegs} pegs and up to {_MOST_COLOURS} colours has {secrets:,} secrets"
    )


class _Reader:
    """Puts a tree together; states that are given later are read at the first letter for them.

    tokens: with their lines.  at: how many of them were read.  labels: where the
    states begin that are given later.
    """

    def __init__(self, text: str) -> None:
        lines = enumerate(text.split("\n"), 1)
        self._tokens = [(token, number) for number, line in lines for token in _TOKEN.findall(line)]
        self._at = 0
        self._labels: dict[str, int] = {}
        self._used: set[str] = set()

    def read(self) -> StrategyTree:
        """The tree."""
        secrets = self._take_number("the number of secrets")
        begin = self._at
        self._take_sign("(")
        pegs = len(self._take("a question", str.isdecimal))
        if pegs > MAX_PEGS:
            raise self._wrong(f"a question has at most {MAX_PEGS} pegs")
        self._finite = _game_of(secrets, pegs)
        self._finite.check_listable()
        self._answers = _answers(self._finite.game, pegs)
        for at, (sign, _) in enumerate(self._tokens):
            label, _ = self._tokens[at - 1]
            if sign == "=" and label.isalpha():
                if label in self._labels:
                    self._at = at
                    raise self._wrong(f"the state {label} is given twice")
                self._labels[label] = at + 1
        self._at = begin
        root = self._below(all_secrets(self._finite), 0)
        for label in sorted(self._labels.keys() - self._used):
            raise Refused(f"the state {label} is used nowhere")
        if not self._labels and self._at < len(self._tokens):
            raise self._wrong("something follows the end of the strategy")
        return StrategyTree(self._finite, root)

    def _state(self, possible: Possible, depth: int) -> Node | None:
        """The state that begins with its number of secrets; None where there is none."""
        count, left = self._take_number("a number of secrets"), len(possible.secrets)
        if count != left:
            said = f"{counted(count, 'secret')} {'is' if count == 1 else 'are'} left"
            raise self._false(f"{said}, it says, but {left:,} {'is' if left == 1 else 'are'}")
        following = self._peek()
        if not count and (following == "(" or following.isalpha()):
            raise self._wrong("no secret is left, and a question follows")
        if following == "(":
            return self._below(possible, depth)
        if following.isalpha():
            label = self._take("a letter", str.isalpha)
            if label not in self._labels:
                raise self._wrong(f"the state {label} is given nowhere")
            if label in self._used:
                raise self._wrong(f"the state {label} is used twice")
            self._used.add(label)
            here, self._at = self._at, self._labels[label]
            node = self._below(possible, depth)
            self._at = here
            return node
        if count > 2:
            raise self._wrong(f"{count:,} secrets are left, and no question follows")
        return one_by_one(self._finite, possible.secrets) if count else None

    def _below(self, possible: Possible, depth: int) -> Node:
        """The brackets with a question and what follows."""
        if depth > _DEEPEST:
            raise self._wrong(f"there are more than {_DEEPEST} questions one after the other")
        self._take_sign("(")
        question = self._question()
        parts = possible.parts(self._finite, question)
        mark = self._peek() if self._peek() in ("*", "x") else ""
        self._at += len(mark)
        if mark == "*" and self._finite.winning in parts:
            told = _digits(self._finite, question)
            raise self._false(
                f"{told} is one of the secrets that are left; its star says it is none"
            )
        if self._peek() == ":" and mark != "x":
            self._at += 1
            return Node(question, self._branches(parts, depth))
        self._take("')'" if mark == "x" else "':' or ')'", ")".__eq__)
        branches = []
        for number, part in sorted(parts.items()):
            if number != self._finite.winning:
                self._check_leaf(question, mark, number, part)
                branches.append((number, one_by_one(self._finite, part.secrets)))
        return Node(question, tuple(branches))

    def _check_leaf(self, question: Word, mark: str, number: int, part: Possible) -> None:
        """An answer to a question that nothing follows leaves as many secrets as its mark says."""
        told, most, left = (
            _digits(self._finite, question),
            2 if mark == "x" else 1,
            len(part.secrets),
        )
        if left > most:
            first = _digits(self._finite, part.secrets[0])
            raise self._false(
                f"({told}{mark}) says that each answer leaves {counted(most, 'secret')} at most, "
                f"but {self._finite.answer_texts[number]} leaves {left:,}, {first} first"
            )

    def _branches(self, parts: dict[int, Possible], depth: int) -> tuple[tuple[int, Node], ...]:
        """The states after each answer."""
        nothing, branches = Possible((), None), []
        for place, (number, sign) in enumerate(self._answers):
            # A text may have a 0 for the impossible answer (p-1, 1), before the last but one.
            ahead = [token for token, _ in self._tokens[self._at : self._at + 2]]
            if place == len(self._answers) - 2 and ahead == ["0", ","]:
                self._at += 2
            if number == self._finite.winning:
                count = self._take_number("0 or 1")
                if count != int(number in parts):
                    is_left = "is" if number in parts else "is not"
                    raise self._false(
                        f"{count} stands for the answer that wins, but the question {is_left} one "
                        "of the secrets that are left"
                    )
            else:
                node = self._state(parts.get(number, nothing), depth + 1)
                if node is not None:
                    branches.append((number, node))
            self._take_sign(sign)
        return tuple(sorted(branches))

    def _question(self) -> Word:
        digits = self._take("a question", str.isdecimal)
        finite, first = self._finite, _first_digit(self._finite.colours)
        word = tuple(int(digit) - first for digit in digits)
        if len(word) != finite.pegs or not all(0 <= cell < finite.colours for cell in word):
            raise self._wrong(f"{shown(digits)} is no question of {finite.title}")
        try:
            finite.as_question(word)
        except Refused as error:
            raise self._wrong(str(error)) from None
        return word

    def _peek(self) -> str:
        """The next token, empty at the end."""
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _take(self, what: str, accepts: Callable[[str], bool]) -> str:
        token = self._peek()
        if not accepts(token) or len(token) > _LONGEST_TOKEN:
            raise self._wrong(f"{what} was expected, not {shown(token or 'the end')}")
        self._at += 1
        return token

    def _take_number(self, what: str) -> int:
        return int(self._take(what, str.isdecimal))

    def _take_sign(self, sign: str) -> None:
        self._take(repr(sign), sign.__eq__)

    def _wrong(self, reason: str) -> Refused:
        """The exception for a text that does not follow the notation, with the place."""
        return Refused(f"{self._line()}: {reason}")

    def _false(self, reason: str) -> Refuted:
        """The exception for a number or mark of the text that is wrong, with the place."""
        return Refuted(f"{self._line()}: {reason}")

    def _line(self) -> str:
        """The line of the last token that was read."""
        return f"line {self._tokens[self._at - 1][1] if self._at else 1:,}"
