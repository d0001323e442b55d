"""Irving's notation of strategies, which papers and public programs on Mastermind use.

    1296 (1123: 2 (2311), 44A, 222B, ...; 5 (1321: 1, 0, ...), 40H; 20J; 1)

    A = (2345: 0, 6 (3412), 10 (3612: 1, 0, ...), ...; 0)

A state is the number of secrets that are left, and then nothing (one secret, which is asked, or
two, which are asked one after the other), a question in brackets, or a letter, which stands for the
brackets that are given later.  ``(3412)`` leaves every secret by itself, ``(3412*)`` too but is not
one of them, ``(3412x)`` leaves two at most.  After a colon come the states after each answer, by
black pegs and then by white ones from the most to none, with a semicolon before each further black
peg; the impossible answer (p-1, 1) is left out, or is 0.  Colours are written from 1 on, with ten
colours from 0 on.

Irving, Towards an optimum Mastermind strategy, J. Recreational Math. 11 (1978-79); Koyama and Lai,
An optimal Mastermind strategy, J. Recreational Math. 25 (1993).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import perm

from masetproof.arguments import Refused, as_instance, shown
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.trees.replay import Possible, all_secrets, replay
from masetproof.trees.tree import Node, StrategyTree, checked_tree, one_by_one
from masetproof.words import MAX_PEGS, Word

__all__ = ["irving_lines", "is_irving", "parse_irving"]

_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z]+)|([(),;:*=]))")
_MOST_COLOURS = 10
_DEEPEST = 100
"""Brackets within brackets; a strategy that is any good has few."""
_WIDTH = 78


# --------------------------------------------------------------------------------------- writing


def irving_lines(tree: StrategyTree) -> Iterator[str]:
    """The lines of a strategy in Irving's notation.

    `Refused` for a game without white pegs or with more than ten colours, and for a tree that does
    not begin with the first question; `Refuted` when the tree is no strategy.
    """
    tree = checked_tree(tree)
    finite = tree.finite
    _check_game(finite)
    replay(tree)
    labels: dict[str, str] = {}
    text = _state(finite, tree.root, all_secrets(finite), labels, depth=0)
    yield from _wrapped(text)
    for label, below in labels.items():
        yield ""
        yield from _wrapped(f"{label} = {below}")


def _check_game(finite: FiniteGame) -> None:
    plain = finite.distinct or finite.consistent_only or finite.after
    game = finite.game
    if not (isinstance(game, PegGame) and game.white_pegs) or plain:
        raise Refused("Irving's notation is for whole games of Mastermind and AB")
    if finite.colours > _MOST_COLOURS:
        raise Refused(f"Irving's notation has at most {_MOST_COLOURS} colours")


def _state(
    finite: FiniteGame, node: Node, possible: Possible, labels: dict[str, str], depth: int
) -> str:
    secrets = possible.secrets
    if secrets == (node.question,) and not node.branches:
        return "1"
    if depth > _DEEPEST:
        raise Refused(f"Irving's notation has at most {_DEEPEST} questions one after the other")
    brackets = _brackets(finite, node, possible, labels, depth)
    pegs = finite.pegs
    if (
        depth == 1
        and ":" in brackets
        and 2 * len(secrets) >= pegs * (pegs + 3)
        and len(labels) < 26
    ):
        label = chr(ord("A") + len(labels))
        labels[label] = brackets
        return f"{len(secrets)}{label}"
    return f"{len(secrets)} {brackets}"


def _brackets(
    finite: FiniteGame, node: Node, possible: Possible, labels: dict[str, str], depth: int
) -> str:
    asked = _digits(finite, node.question)
    parts = possible.parts(finite, node.question)
    won = finite.winning in parts
    below = dict(node.branches)
    if all(
        number == finite.winning
        or (part.secrets == (below[number].question,) and not below[number].branches)
        for number, part in parts.items()
    ):
        return f"({asked}{'' if won else '*'})"
    states = []
    for number in _order(finite):
        if number == finite.winning:
            states.append(str(int(won)))
        elif number in parts:
            states.append(_state(finite, below[number], parts[number], labels, depth + 1))
        else:
            states.append("0")
    return f"({asked}: {''.join(map(str.__add__, states, _separators(finite)))})"


def _digits(finite: FiniteGame, word: Word) -> str:
    first = _first_digit(finite.colours)
    return "".join(str(cell + first) for cell in word)


def _first_digit(colours: int) -> int:
    return int(colours < _MOST_COLOURS)


def _order(finite: FiniteGame) -> list[int]:
    """The numbers of the answers in the order of the notation, the winning one last."""
    return [number for number, _ in _answers(finite.game, finite.pegs)]


def _separators(finite: FiniteGame) -> list[str]:
    """What follows the state of each answer."""
    whites = [white for _, white in _answers(finite.game, finite.pegs)]
    return [", " if white else "; " for white in whites[:-1]] + [""]


@lru_cache(maxsize=16)
def _answers(game: PegGame, pegs: int) -> list[tuple[int, int]]:
    """The number and the white pegs of each answer in the order of the notation."""
    possible = [answer for answer in game.answers(pegs) if answer != (pegs - 1, 1)]
    ordered = sorted(possible, key=lambda answer: (answer.black, -answer.white))
    return [(game.number_of(answer), answer.white) for answer in ordered]


def _wrapped(text: str) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + len(word) >= _WIDTH:
            yield line
            line = "   "
        line += f" {word}" if line else word
    yield line


# --------------------------------------------------------------------------------------- reading


def is_irving(text: str) -> bool:
    """Whether a text begins like a strategy in Irving's notation."""
    return bool(re.match(r"\s*\d+\s*\(", as_instance(str, text, "a strategy")))


def parse_irving(text: str) -> StrategyTree:
    """The strategy of a text; the game follows from the number of secrets.

    `Refused` when it is malformed, with the line.
    """
    as_instance(str, text, "a strategy")
    return _Reader(text).read()


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
    """Puts a tree together; states that are given later are read at the first letter for them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._labels: dict[str, int] = {}
        self._used: set[str] = set()

    def read(self) -> StrategyTree:
        """The tree."""
        secrets = int(self._take(1, "the number of secrets"))
        begin = self._place
        self._take(3, "'('", "(")
        pegs = len(self._take(1, "a question"))
        if pegs > MAX_PEGS:
            raise self._wrong(f"a question has at most {MAX_PEGS} pegs")
        finite = _game_of(secrets, pegs)
        finite.check_listable()
        self._place = begin
        self._find_labels()
        self._place = begin
        everything = all_secrets(finite)
        root = self._below(finite, everything, 0)
        if self._labels.keys() != self._used:
            label = min(self._labels.keys() ^ self._used)
            raise Refused(f"the state {label} is used nowhere")
        end = min(self._labels.values(), default=None)
        self._skip_to_end(end)
        return StrategyTree(finite, root)

    def _find_labels(self) -> None:
        """Where the states begin that are given later: ``A = (``."""
        for found in re.finditer(r"([A-Za-z]+)\s*=", self._text):
            if found[1] in self._labels:
                self._place = found.start()
                raise self._wrong(f"the state {found[1]} is given twice")
            self._labels[found[1]] = found.end()

    def _skip_to_end(self, end: int | None) -> None:
        """Nothing but the states that are given later may follow the first one."""
        rest = self._text[self._place :]
        if end is None and rest.strip():
            raise self._wrong("something follows the end of the strategy")

    def _state(self, finite: FiniteGame, possible: Possible, depth: int) -> Node | None:
        """The state that begins with its number of secrets; None where there is none."""
        count = int(self._take(1, "a number of secrets"))
        if count != len(possible.secrets):
            raise self._wrong(
                f"{count:,} secrets are left, it says, but {len(possible.secrets):,} are"
            )
        following = self._peek()
        if following == "(":
            return self._below(finite, possible, depth)
        if following.isalpha():
            label = self._take(2, "a letter")
            if label not in self._labels:
                raise self._wrong(f"the state {label} is given nowhere")
            if label in self._used:
                raise self._wrong(f"the state {label} is used twice")
            self._used.add(label)
            here, self._place = self._place, self._labels[label]
            node = self._below(finite, possible, depth)
            self._place = here
            return node
        if count == 0:
            return None
        if count > 2:
            raise self._wrong(f"{count:,} secrets are left, and no question follows")
        return one_by_one(finite, possible.secrets)

    def _below(self, finite: FiniteGame, possible: Possible, depth: int) -> Node:
        """The brackets with a question and what follows."""
        if depth > _DEEPEST:
            raise self._wrong(f"there are more than {_DEEPEST} questions one after the other")
        self._take(3, "'('", "(")
        question = self._question(finite)
        parts = possible.parts(finite, question)
        mark = self._peek()
        if mark in ("*", "x"):
            self._place = self._next()[1]
            mark = self._peek()
        if mark == ")":
            self._place = self._next()[1]
            branches = []
            for number, part in sorted(parts.items()):
                if number != finite.winning:
                    if len(part.secrets) > 2 or len(part.secrets) == len(possible.secrets):
                        raise self._wrong(
                            f"{_digits(finite, question)} does not tell the secrets apart"
                        )
                    branches.append((number, one_by_one(finite, part.secrets)))
            return Node(question, tuple(branches))
        self._take(3, "':' or ')'", ":")
        return Node(question, self._branches(finite, parts, depth))

    def _branches(
        self, finite: FiniteGame, parts: dict[int, Possible], depth: int
    ) -> tuple[tuple[int, Node], ...]:
        """The states after each answer."""
        nothing = Possible((), None)
        impossible = _impossible(finite)
        branches = []
        answers = _answers(finite.game, finite.pegs)
        for place, ((number, _), separator) in enumerate(
            zip(answers, [*_separators(finite)[:-1], ")"], strict=True)
        ):
            if place == impossible and re.match(r"\s*0\s*,", self._text[self._place :]):
                self._take(1, "0")
                self._take(3, "','", ",")
            if number == finite.winning:
                count = int(self._take(1, "0 or 1"))
                if count != int(number in parts):
                    raise self._wrong(f"{count} secrets win here, it says, which is wrong")
            else:
                node = self._state(finite, parts.get(number, nothing), depth + 1)
                if node is not None:
                    branches.append((number, node))
            self._take(3, repr(separator.strip()), separator.strip())
        return tuple(sorted(branches))

    def _question(self, finite: FiniteGame) -> Word:
        digits = self._take(1, "a question")
        first = _first_digit(finite.colours)
        word = tuple(int(digit) - first for digit in digits)
        if len(word) != finite.pegs or not all(0 <= cell < finite.colours for cell in word):
            raise self._wrong(f"{shown(digits)} is no question of {finite.title}")
        try:
            finite.check_question(word)
        except Refused as error:
            raise self._wrong(str(error)) from None
        return word

    def _next(self) -> tuple[tuple[str, str, str], int]:
        found = _TOKEN.match(self._text, self._place)
        if found is None:
            return ("", "", ""), self._place
        return (found[1] or "", found[2] or "", found[3] or ""), found.end()

    def _peek(self) -> str:
        return "".join(self._next()[0])

    def _take(self, kind: int, what: str, wanted: str | None = None) -> str:
        """The next token, which is to be a number (1), letters (2) or a sign (3)."""
        token, end = self._next()
        text = token[kind - 1]
        if not text or len(text) > 9 or (wanted is not None and text != wanted):
            raise self._wrong(f"{what} was expected, not {shown(''.join(token) or 'the end')}")
        self._place = end
        return text

    def _wrong(self, reason: str) -> Refused:
        line = self._text.count("\n", 0, self._place) + 1
        return Refused(f"line {line:,}: {reason}")


def _impossible(finite: FiniteGame) -> int:
    """The place before which a text may have a 0 for the impossible answer (p-1, 1)."""
    answers = _answers(finite.game, finite.pegs)
    pegs = finite.pegs - 1  # of (p-1, 0), which is the last but one answer of so many pegs
    return [number for number, _ in answers].index(pegs * (pegs + 1) // 2 + pegs)
