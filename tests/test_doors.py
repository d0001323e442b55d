"""Every public function, with wrong types and values for each of its parameters.

A wrong argument is refused with one sentence, by the exception that the docstring names: never by
another one, and never with a result.  A public name, a public method or a parameter that has no
entry here makes the tests fail.
"""

from __future__ import annotations

import atexit
import inspect
import io
import itertools
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import masetproof
from masetproof import (
    AB,
    COMPARISON,
    GAMES,
    MASTERMIND,
    RULES,
    BandProof,
    Closure,
    FiniteGame,
    Game,
    Goal,
    Jotto,
    MasetPattern,
    Matrix,
    Method,
    Objective,
    Optimum,
    PegGame,
    Reading,
    Rule,
    ShortProof,
    StrategyTree,
    Theorem,
    Ties,
    Together,
    Transformation,
    Unverified,
    WordGame,
    Wordle,
    WordMastermind,
    WorstBounds,
    conflict_of,
)
from masetproof.arguments import Choice, Refused
from masetproof.games.comparison import ComparisonGame
from masetproof.games.pegs import Answer
from masetproof.play.session import Keeping
from masetproof.proofs.finding import left_open
from masetproof.words import EXTRA, KIND, STAR, Word


class Sly(str):
    """A text that says of itself that it equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


NOTHING = [None, object(), b"2", [], {}, 2.0, 3.5, float("nan"), np.float64(2), np.array([1.5, 2])]
NO_TEXT = [*NOTHING, 2, True]
NO_NUMBER = [*NOTHING, "2", "", "two", True, np.True_, Decimal(2), Fraction(2), 2j, (2,)]
NEVER = [-1, -3, -(10**30), -(10**5000)]
NO_COUNT = [*NO_NUMBER, *NEVER]
NO_COLOURS = ["-1" if isinstance(value, str) and value == "2" else value for value in NO_COUNT]
"""Colours of finite games may be given as text."""
NO_PEGS = [*NO_COUNT, 0, 9, 10**30]
UNLISTED = [*NO_COUNT, 0, 17, 10**30]
UNPROVABLE = [*NO_PEGS, 4]
NO_FLAG = [*NOTHING, "True", "no", 0, 1, np.True_]
NO_GAME = [
    *NO_TEXT,
    Sly("chess"),
    "",
    "chess",
    "Mastermind",
    "ab ",
    Game,
    GAMES,
    replace(AB, repeats=True),
]
BULLS = replace(AB, name="bulls-and-cows")
NO_OBJECTIVE = [
    *NO_TEXT,
    Sly("bogus"),
    "",
    "bogus",
    "Expected",
    "exact",
    Reading.EXACT,
    Goal.WORST_THEN_EXPECTED,
]
NO_RULE = [*NO_TEXT, "", "bogus", "entropy ", "Minimax", "minimax,entropy", "first", Goal.WORST]
NO_RULE += [Rule("unknown", "nothing", None), Rule("minimax", "nothing", None), Rule]
NO_TIES = [*NO_TEXT, "", "bogus", "First", "entropy", Goal.WORST]
NO_GOAL = [*NO_TEXT, "", "bogus", "worst ", Reading.EXACT, Goal]
NO_READING = [*NO_TEXT, "", "bogus", "EXACT", Objective.WORST]
NO_SOLVE = [*NOTHING, 1, "some", "Strategy"]
NO_PATTERN = [*NO_TEXT, "", "{", "0*", "{0*|}", "{0a}", "{0*|00*}", "{0*|0*}", "{0?}", "{٢*}"]
NO_FORM = [*NO_PATTERN, "{}", "{1*}", MasetPattern.parse("{0*|2*}")]
NO_CALL = [*NOTHING, "print", 1]
# For two pegs.
NO_WORD = [*NO_TEXT, "", "0", "012", "0?", (0,), (0, 1, 2), (0, -1), (0, 99), (0, 1.0), (0, True)]
NO_WORD += ["01/", "01/1", "01/12,12", "01/21,2", "01/1,2,12", "01/9,1", "01/1/2", "0a/1,2"]
NO_WORD += [(0, 1 + KIND), (0, EXTRA + KIND), (-KIND, 0), ("0", "1"), itertools.repeat(0)]
NO_WORD += [((0, 1), 2), "0" * 5000]
NO_QUESTION = [*NO_WORD, "0*", (STAR, 0), (0, 2), (1, 2), "09"]
NO_AB_QUESTION = [*NO_QUESTION, "00", (0, 0)]
NO_SECRET = [*NO_WORD, "0a", (0, EXTRA), "00"]
# For two rows and three colours.
NO_GRID = [*NO_TEXT, "", "01", "01/2", "01/20/", "01/20/01", "01/23", "01/2a", "01/2*", ("01",)]
NO_GRID += [((0, 1), (2, 3)), ((0, 1), (2, 1.0)), itertools.repeat((0, 1)), "/" * 5000]
NO_CLAUSES = [*NOTHING[:3], *NOTHING[4:], 2, "00", [(0,), (0, 1)], [(0, 1), (0, 1)], [(EXTRA, 0)]]
NO_ANSWER = [
    *NO_TEXT,
    "10",
    (1,),
    (1, 2, 3),
    (-1, 0),
    (1.0, 0),
    (True, 0),
    (1001, 0),
    Answer(600, 401),
]
# A vector of one index is a number, too.
NO_M = [value for value in NO_COUNT if not isinstance(value, tuple)]
# For two columns and three patterns.
NO_INDEX = [*NOTHING, "2", -1, (2,), (2, -1), (2, 1.0), (1, 2, 3), "34"]
NO_FUNCTION = [*NOTHING, "2", 1, (1,), (99, 0), (1, 9), (-1, 0), (1, 0, 0), (1.0, 0), (True, 0)]


@dataclass(frozen=True)
class Door:
    """A public function: arguments that are right, and wrong ones for each parameter.

    refusals: the exceptions that its docstring names.
    """

    make: Callable[[], Callable[..., object]]
    right: Callable[[], dict[str, object]]
    wrong: dict[str, list[object]]
    refusals: tuple[type[Exception], ...] = (Refused,)


def door(
    function: object,
    right: dict[str, object] | Callable[[], dict[str, object]],
    *refusals: type[Exception],
    **wrong: list[object],
) -> Door:
    arguments = right if callable(right) else lambda: right
    return Door(lambda: function, arguments, wrong, refusals or (Refused,))  # type: ignore[arg-type]


def hashable(values: list[object]) -> list[object]:
    """Without arrays, which Python's own enumerations compare with their members."""
    return [value for value in values if not isinstance(value, np.ndarray)]


@cache
def closure() -> Closure:
    return masetproof.close("ab", 2)


@cache
def theorem() -> Theorem:
    proved = masetproof.prove("ab", 2)
    assert isinstance(proved, Theorem)
    return proved


@cache
def cell_theorem() -> Theorem:
    """Its members have entries beside those of a theorem of one index."""
    proved = masetproof.prove("black-peg", 2)
    assert isinstance(proved, Theorem)
    return proved


@cache
def band_proof() -> BandProof:
    return masetproof.prove_band(2)


@cache
def worst_bounds() -> WorstBounds:
    return masetproof.prove_worst("black-peg")


@cache
def short_proof() -> ShortProof:
    return masetproof.prove_short("ab", 2)


@cache
def together() -> Together:
    proved = masetproof.prove_together("ab", 2)
    assert isinstance(proved, Together)
    return proved


def of(make: Callable[[], object], name: str, right: object = None, **wrong: list[object]) -> Door:
    """A method of something that takes a moment to make."""
    arguments = right if callable(right) else lambda: right or {}
    return Door(lambda: getattr(make(), name), arguments, wrong)


def members(kind: type, make: Callable[[], object]) -> dict[str, object]:
    """The fields of a result, to make it once more."""
    return {field.name: getattr(make(), field.name) for field in fields(kind)}


def field_values(kind: type, **wrong: list[object]) -> dict[str, list[object]]:
    """Values that are wrong for any field of a result, unless others are given."""
    return {field.name: [None, object(), 2.5, b"x"] for field in fields(kind)} | wrong


@cache
def optimum() -> Optimum:
    return masetproof.optimize(FINITE)


@cache
def tree_file() -> str:
    """A file with a strategy, which lives as long as the tests."""
    path = Path(tempfile.mkdtemp(prefix="doors"), "tree.json")
    atexit.register(shutil.rmtree, path.parent)
    masetproof.write_tree(path, optimum().tree)
    return str(path)


FINITE = FiniteGame(MASTERMIND, 2, 3)
CERTIFICATE = str(Path(__file__).parents[1] / "output" / "ab-2" / "exact" / "proof.cert")
PATTERN = MasetPattern.parse("{0*|*0}")
TWO = {"pegs": 2}

NO_LIST = [*NOTHING, "", ["a", "bc"], ["a", "a"], [1], "a;1", "a b", "a\nbc"]
NO_MORE = [None, object(), 2.0, ["a", "bc"], ["ate", "bc"], ["a", "a"], [1], "a;1", "a b"]
_OTHER_LENGTHS = ("'0'", "'012'", "(0,)", "(0, 1, 2)")
NO_CELLS = [word for word in NO_WORD if repr(word) not in _OTHER_LENGTHS]
NO_FILE = [*NO_TEXT, "", "/nonexistent", "/", "/dev/null", "a\0b", __file__]
NO_STEP = [*NOTHING, "01", ((0, 1),), ((0, 1), "1"), ((0, 1), 99)]
TABLE = [["", "a"], ["a", "x"]]


class Nameless(WordGame):
    """A game of words that cannot be registered before it has a name of its own."""

    def answers(self, pegs: int) -> tuple[str, ...]:
        return "no", "won"

    def compare(self, secret: Word, question: Word) -> str:
        return "no"


NAMES: list[dict[str, object]] = [
    {"name": 1},
    {"name": "../x"},
    {"name": "jotto"},
    {"name": "ab"},
    {"title": None},
]
NO_NAMES = [
    *(
        type("Named", (Nameless,), {"name": "x", "label": "X", "title": "X"} | name)
        for name in NAMES
    ),
    *(Nameless, GAMES, BULLS, replace(AB, name="jotto"), replace(AB, name="a b")),
]


def words_file() -> str:
    """A list of words in a file."""
    path = Path(tempfile.mkdtemp()) / "words.txt"
    path.write_text("ate\neat\n")
    return str(path)


def table_file() -> str:
    """A table of answers in a file."""
    path = Path(tempfile.mkdtemp()) / "table.csv"
    path.write_text(",a\na,x\n")
    return str(path)


def picture_file() -> str:
    """A place for a picture."""
    return str(Path(tree_file()).with_name("picture.svg"))


def article_folder() -> str:
    """A place for an article."""
    return str(Path(tree_file()).with_name("article"))


DOORS: dict[str, Door] = {
    "PegGame": door(
        PegGame,
        {"name": "x", "label": "X", "title": "X", "repeats": True, "white_pegs": True},
        name=NO_TEXT,
        label=NO_TEXT,
        title=NO_TEXT,
        repeats=NO_FLAG,
        white_pegs=NO_FLAG,
        called=[*NOTHING, "bulls", ("bulls",)],
        usual=[object(), 4, (4,), (0, 1), (4, 0)],
        distinct_secrets=NO_FLAG,
    ),
    "AlikeGame.answer": door(
        AB.answer,
        {"secret": "01", "question": "12"},
        secret=NO_SECRET,
        question=[*NO_WORD, "0*", "00"],
    ),
    "AlikeGame.as_question": door(
        AB.as_question, {"question": "01"}, question=[*NO_TEXT, "", "0*", "00", (0, 99), (0.0, 1)]
    ),
    "AlikeGame.as_clause": door(
        AB.as_clause, {"clause": "0*"}, clause=[*NO_TEXT, "", "0a", "00", (0, 99), (0.0, 1)]
    ),
    "PegGame.number_of": door(AB.number_of, {"answer": (1, 0)}, answer=NO_ANSWER),
    "PegGame.answers": door(AB.answers, TWO, pegs=[*NO_COUNT, 0, 1001]),
    "Game.word_count": door(AB.word_count, TWO | {"colours": 3}, pegs=NO_COUNT, colours=NO_COUNT),
    "PegGame.least_colours": door(AB.least_colours, TWO, pegs=NO_COUNT),
    "PegGame.as_word": door(
        lambda value: AB.as_word(value, "a word"), {"value": "01"}, value=[*NO_CELLS, "0*", "00"]
    ),
    "PegGame.answer_text": door(AB.answer_text, {"answer": (1, 0)}, answer=[*NOTHING, "1", (1,)]),
    "Game.answer": door(
        COMPARISON.answer,
        {"secret": "01", "question": "12"},
        secret=[*NO_WORD, "0a", (0, EXTRA)],
        question=[*NO_WORD, "0*"],
    ),
    "Game.as_word": door(
        lambda value: COMPARISON.as_word(value, "a word"), {"value": "01"}, value=NO_CELLS
    ),
    "Game.parse_word": door(COMPARISON.parse_word, {"text": "01"}, text=[*NO_TEXT, "0*", "!"]),
    "Game.words": door(
        COMPARISON.words, TWO | {"colours": 3}, pegs=UNLISTED, colours=[*NO_COUNT, 10**5]
    ),
    "Game.least_colours": door(COMPARISON.least_colours, TWO, pegs=NO_COUNT),
    "Game.of_data": door(
        lambda data=None: COMPARISON if data is None else ComparisonGame.of_data(data),
        {},
        data=[[], "x"],
    ),
    "Jotto": door(Jotto, {"words": ["ate", "eat"]}, words=NO_LIST, allowed=NO_MORE),
    "WordMastermind": door(
        WordMastermind, {"words": ["ate"]}, words=[*NO_LIST, "abcdefghi"], allowed=NO_MORE
    ),
    "Wordle": door(Wordle, {"words": ["ate"]}, words=[*NO_LIST, "abcdefghi"], allowed=NO_MORE),
    "WordGame.read": door(
        Jotto.read,
        lambda: {"words": words_file()},
        Refused,
        OSError,
        words=NO_FILE,
        allowed=[*NO_TEXT[1:], "", "/nonexistent", "/", __file__],
    ),
    "WordGame.parse_word": door(Jotto(["ate"]).parse_word, {"text": "Ate"}, text=[*NO_TEXT, "eat"]),
    "WordGame.of_data": door(
        Jotto.of_data,
        {"data": {"words": ["ate"], "allowed": []}},
        data=[*NOTHING, "x", {"words": ["ate"]}, {"words": "ate", "allowed": []}],
    ),
    "Matrix": door(Matrix, {"rows": TABLE}, rows=[*NOTHING, TABLE[:1], [["", "a"], ["a"]], ["ab"]]),
    "Matrix.read": door(
        Matrix.read, lambda: {"path": table_file()}, Refused, OSError, path=NO_FILE
    ),
    "Matrix.of_data": door(Matrix.of_data, {"data": TABLE}, data=[*NOTHING, {}, [], "x"]),
    "Matrix.as_word": door(
        lambda value: Matrix(TABLE).as_word(value, "a word"),
        {"value": "a"},
        value=[*NO_CELLS, (1,)],
    ),
    "Matrix.parse_word": door(Matrix(TABLE).parse_word, {"text": "a"}, text=[*NO_TEXT, "b"]),
    "PegGame.words": door(
        AB.words, TWO | {"colours": 3}, pegs=UNLISTED, colours=[*NO_COUNT, 10**5]
    ),
    "AlikeGame.excluded_cap": door(AB.excluded_cap, TWO, pegs=NO_PEGS),
    "AlikeGame.kinds": door(AB.kinds, TWO, pegs=NO_PEGS),
    "AlikeGame.alphabets": door(AB.alphabets, TWO, pegs=NO_PEGS),
    "AlikeGame.most_blanks": door(
        AB.most_blanks, TWO | {"excluded": 1}, pegs=NO_PEGS, excluded=NO_COUNT
    ),
    "FiniteGame.check_listable": door(
        FINITE.check_listable, {"most": 1 << 16}, most=[*NO_COUNT, 0]
    ),
    "FiniteGame.as_question": door(
        FINITE.as_question,
        {"question": "01"},
        question=[*NO_WORD, (0,), (0, 3), (0, "1"), (0, 1.0), "0*", "03"],
    ),
    "FiniteGame.as_answer": door(
        FINITE.as_answer,
        {"answer": "1,0"},
        answer=[*NOTHING, "", "3,0", "1", 99, -1, True, (3, 0), ([1], 0)],
    ),
    "FiniteGame.as_secret": door(
        FINITE.as_secret, {"secret": "01"}, secret=[*NO_WORD, "0*", "0a", "03"]
    ),
    "FiniteGame.parse": door(
        lambda text: FINITE.parse(text), {"text": "01"}, text=[*NO_TEXT, "", "0", "0*", "\ud800"]
    ),
    "FiniteGame.text": door(FINITE.text, {"word": (0, 1)}, word=NO_TEXT),
    "FiniteGame.as_step": door(
        FINITE.as_step,
        {"step": "01:1,0"},
        step=[*NO_TEXT, "", "01", "01:", ":1,0", "01:2,0"],
        may_win=NO_FLAG,
    ),
    "FiniteGame.as_history": door(
        FINITE.as_history, {"steps": ()}, steps=[*NOTHING[:2], 2.0, "01:1,0", [()], [((0, 0),)]]
    ),
    "FiniteGame.step_text": door(FINITE.step_text, {"step": ((0, 1), 1)}, step=NO_STEP),
    "FiniteGame.as_json": of(lambda: FINITE, "as_json"),
    "FiniteGame.then": door(
        FINITE.then,
        {"question": "01", "answer": "1,0"},
        question=[*NO_TEXT, "0", (0, 3)],
        answer=[*NO_COUNT, "", "3,0", 5],
        may_win=NO_FLAG,
    ),
    "conflict_of": door(conflict_of, {"finite": FINITE}, finite=[*NOTHING, "ab", AB], tick=NO_CALL),
    "FiniteGame.plain_answer": door(FINITE.plain_answer, {"number": 1}, number=[*NO_COUNT, 99]),
    "hint": door(
        masetproof.hint,
        {"finite": FINITE},
        finite=[*NOTHING, "ab", AB],
        rules=[object(), "entropy", [None], ["best"]],
        think=[object(), "1", float("nan"), float("inf"), -1, True, 10**400],
        memory=NO_COUNT,
        progress=NO_CALL,
        quick=NO_FLAG,
    ),
    "review": door(
        masetproof.review,
        {"finite": FINITE, "steps": ["01:1,0"]},
        finite=[*NOTHING, "ab", AB],
        steps=[*NOTHING, "01:1,0", [None], ["01"], ["01:2,0", "01:2,0"]],
        think=[object(), "1", float("nan"), float("inf"), -1, True, 10**400],
        memory=NO_COUNT,
        progress=NO_CALL,
    ),
    "FiniteGame": door(
        FiniteGame,
        {"game": "ab", "pegs": 2, "colours": 3},
        game=NO_GAME,
        pegs=[*NO_COUNT, 0, 10**30],
        colours=[*NO_COLOURS, 0, 1, 10**30],
        distinct=NO_FLAG,
        consistent_only=NO_FLAG,
        after=[None, object(), "01:1,0", 1, ["01"], [("01",)], [((0, 1), 5)]],
        columns=[*NO_TEXT, "2,3", (2, 3), (3, 3)],
        colors=[*NO_COLOURS[1:], 0, 1, 3],  # beside colours, even the same number
        hard=[*NO_FLAG, True],
    ),
    "Goal": door(Goal, {"value": "worst"}, value=hashable(NO_GOAL)),
    "Rule": door(
        Rule,
        {"name": "mine", "sentence": "whatever", "score": None},
        name=[*NO_TEXT, "", "Mine", "my rule", "all", "optimal", "a,b", "0", "x" * 41, "a\n"],
        sentence=[*NO_TEXT, "two\nlines"],
        score=NO_CALL[1:],
        exact=[*NO_CALL[1:], max],
        source=[*NO_TEXT, "two\nlines", "x" * 201],
    ),
    "register_rule": door(
        masetproof.register_rule,
        {"rule": RULES["minimax"]},
        rule=[*NO_TEXT, *NO_RULE[-2:], "minimax"],
    ),
    "Ties": door(Ties, {"value": "last"}, value=hashable(NO_TIES)),
    "Objective": door(Objective, {"value": "worst"}, value=hashable(NO_OBJECTIVE)),
    "Objective.describe": door(Objective.WORST.describe, {}),
    "Reading": door(Reading, {"value": "exact"}, value=hashable(NO_READING)),
    "Reading.describe": door(Reading.EXACT.describe, {}),
    "Reading.first_level": door(Reading.WITH.first_level, {"cap": 1}, cap=NO_COUNT),
    "MasetPattern": door(
        MasetPattern, {"clauses": ((0, STAR), (STAR, 0))}, clauses=[*NO_CLAUSES, [(1, 0), (0, 1)]]
    ),
    "MasetPattern.of": door(MasetPattern.of, {"clauses": [(1, 0), (0, 1)]}, clauses=NO_CLAUSES),
    "MasetPattern.full": door(MasetPattern.full, TWO, pegs=NO_PEGS),
    "MasetPattern.parse": door(
        MasetPattern.parse, {"text": "{0*|*0}"}, text=[*NO_PATTERN, PATTERN]
    ),
    "MasetPattern.normalize": door(PATTERN.normalize, {}),
    "MasetPattern.check_normalized": door(PATTERN.check_normalized, {}),
    "MasetPattern.check_game": door(PATTERN.check_game, {"game": "ab"}, game=NO_GAME),
    "MasetPattern.brief": door(PATTERN.brief, {}),
    "MasetPattern.extend": door(
        PATTERN.extend, {"new": 1, "game": "ab"}, new=[*NO_COUNT, 36], game=NO_GAME
    ),
    "MasetPattern.secrets": door(
        PATTERN.secrets,
        {"game": "ab", "implicit": 3},
        game=NO_GAME,
        implicit=[*NO_NUMBER[:-1], (2, 3), *NEVER],
    ),
    "MasetPattern.secrets_polynomial": door(
        PATTERN.secrets_polynomial, {"game": "ab"}, game=NO_GAME
    ),
    "canonical": door(
        masetproof.canonical, {"pattern": "{0*|*0}"}, pattern=NO_FORM, fixed_columns=NO_FLAG
    ),
    "isomorphism": door(
        masetproof.isomorphism, {"first": "{0*}", "second": "{*0}"}, first=NO_FORM, second=NO_FORM
    ),
    "non_isomorphic_questions": door(
        masetproof.non_isomorphic_questions,
        {"pattern": "{0*|*0}", "game": "ab"},
        pattern=[*NO_FORM, "{00}"],
        game=NO_GAME,
        extra=NO_FLAG,
        consistent=NO_FLAG,
        max_new=[*NO_COUNT[1:], 3],
    ),
    "split": door(
        masetproof.split,
        {"pattern": "{**}", "question": "01", "game": "ab"},
        pattern=[*NO_FORM, "{0*|***}", "{00}", "{*}"],
        question=NO_AB_QUESTION,
        game=NO_GAME,
    ),
    "close": door(
        masetproof.close,
        {"game": "ab", "pegs": 1},
        game=NO_GAME,
        pegs=UNPROVABLE,
        extra=NO_FLAG,
        consistent=NO_FLAG,
        progress=NO_CALL,
        compiled=NO_FLAG[1:],
        threads=[*NO_COUNT, 0, 10**30],
    ),
    "Closure.questions": of(closure, "questions", {"pattern": 0}, pattern=[*NO_COUNT, 3, 10**30]),
    "Closure.asked": of(
        closure, "asked", {"pattern": "{0*|*0}"}, pattern=NO_FORM, max_new=[*NO_COUNT[1:], 3]
    ),
    "Closure.classes": of(closure, "classes", {"pattern": "{0*|*0}"}, pattern=NO_FORM),
    "Closure.all_answered": of(
        closure, "all_answered", {"pattern": 0}, pattern=[*NO_COUNT, 3, 10**30]
    ),
    "Closure.answered": of(
        closure,
        "answered",
        {"pattern": 0, "question": "01"},
        pattern=[*NO_COUNT, 3],
        question=NO_AB_QUESTION,
    ),
    "Closure.number_of": of(
        closure, "number_of", {"pattern": "{**}"}, pattern=[*NO_FORM, "{0***}", "{01|02|12}"]
    ),
    "pattern_graph": door(
        masetproof.pattern_graph, lambda: {"closure": closure()}, closure=[*NO_TEXT, "ab"]
    ),
    "game_values": door(
        masetproof.game_values,
        {"game": "ab", "pegs": 2, "colours": 3},
        game=NO_GAME,
        pegs=UNPROVABLE,
        colours=[*NO_COUNT, 0, 1, 10**30],
        first=[*NO_NUMBER, 4, 10**30],
        objective=NO_OBJECTIVE,
        reading=NO_READING,
        progress=NO_CALL,
    ),
    "compare_values": door(
        masetproof.compare_values,
        {"game": "ab", "pegs": 2, "colours": 3, "formula": "n"},
        game=NO_GAME,
        pegs=UNPROVABLE,
        colours=[*NO_COUNT, 0, 1, 10**30],
        formula=[*NO_TEXT, "", "m", "9^9^9", "n if n", "1/n", "f(n)", "1.5", "2^n", "import os"],
        first=[*NO_NUMBER, 4, 10**30],
        objective=NO_OBJECTIVE,
        reading=NO_READING,
        progress=NO_CALL,
    ),
    "growth": door(
        masetproof.growth,
        {"game": "ab", "pegs": 2},
        game=NO_GAME,
        pegs=NO_PEGS,
        progress=NO_CALL,
    ),
    "prove": door(
        masetproof.prove,
        {"game": "ab", "pegs": 1},
        game=NO_GAME,
        pegs=UNPROVABLE,
        objective=NO_OBJECTIVE,
        reading=NO_READING,
        solve=NO_SOLVE,
        progress=NO_CALL,
        stopwatch=[*NO_TEXT[1:], "watch"],
    ),
    "theorem_of": door(
        masetproof.theorem_of,
        {"game": "ab", "pegs": 1},
        game=NO_GAME,
        pegs=UNPROVABLE,
        objective=NO_OBJECTIVE,
        reading=NO_READING,
        solve=NO_SOLVE,
        progress=NO_CALL,
    ),
    "prove_together": door(
        masetproof.prove_together,
        {"game": "ab", "pegs": 1},
        game=NO_GAME,
        pegs=[*UNPROVABLE, 3],
        goal=[*NO_GOAL, "expected", "worst-then-fewest"],
        reading=NO_READING,
        progress=NO_CALL,
        stopwatch=[*NO_TEXT[1:], "watch"],
    ),
    "prove_band": door(
        masetproof.prove_band,
        {"pegs": 2},
        pegs=[*NO_PEGS, 1, 5],
        progress=NO_CALL,
        stopwatch=[*NO_TEXT[1:], "watch"],
    ),
    "BandProof.certificate": of(band_proof, "certificate"),
    "BandProof.as_json": of(band_proof, "as_json"),
    "Proof.strategy": of(band_proof, "strategy", {"colours": 4}, colours=[*NO_COLOURS, 0, 10**30]),
    "prove_worst": door(
        masetproof.prove_worst,
        {"game": "black-peg"},
        game=[*NO_GAME, "black-peg-ab", "sum"],
        pegs=[*NO_PEGS, 1, 3, 6],
        progress=NO_CALL,
        stopwatch=[*NO_TEXT[1:], "watch"],
    ),
    "WorstBounds.lower": of(worst_bounds, "lower", {"colours": 4}, colours=[*NO_COUNT, 0]),
    "WorstBounds.upper": of(worst_bounds, "upper", {"colours": 4}, colours=[*NO_COUNT, 0]),
    "WorstBounds.words": of(worst_bounds, "words"),
    "WorstBounds.as_json": of(worst_bounds, "as_json"),
    "WorstBounds.certificate": of(worst_bounds, "certificate"),
    "prove_short": door(
        masetproof.prove_short,
        {"game": "ab", "pegs": 2},
        game=[*NO_GAME, "black-peg", "black-peg-ab"],
        pegs=[*UNPROVABLE, 1],
        reading=NO_READING,
        upper=NO_FLAG,
        progress=NO_CALL,
        stopwatch=[*NO_TEXT[1:], "watch"],
    ),
    "ShortProof.certificate": of(short_proof, "certificate"),
    "ShortProof.as_json": of(short_proof, "as_json"),
    "Together.words": of(together, "words"),
    "Together.as_json": of(together, "as_json"),
    "Together.strategy": of(
        together, "strategy", {"colours": 4}, colours=[*NO_COLOURS, 0, 1, 10**30]
    ),
    "register": door(
        masetproof.register,
        {"game": MASTERMIND},
        game=[
            *NO_TEXT,
            "mastermind",
            Game,
            ComparisonGame,
            WordGame,
            *NO_NAMES,
            replace(AB, repeats=True),
        ],
    ),
    "Theorem.as_json": of(theorem, "as_json"),
    "Open.as_json": of(lambda: left_open(theorem().system, {1: 1}, "x"), "as_json"),
    "Theorem.value": of(theorem, "value", {"colours": 5}, colours=[*NO_COUNT, 0, 1, (3, 4)]),
    "Theorem.solution": of(
        theorem,
        "solution",
        {"function": (0, 0), "residue": 1},
        function=NO_FUNCTION,
        residue=[*NO_COUNT, 2],
    ),
    "Theorem.value_of": of(
        theorem, "value_of", {"function": (0, 0), "m": 5}, function=NO_FUNCTION, m=NO_M
    ),
    "Theorem.pattern_of": of(theorem, "pattern_of", {"function": (1, 0)}, function=NO_FUNCTION),
    "Theorem.implicit_of": of(
        theorem,
        "implicit_of",
        {"function": (1, 0), "colours": 4},
        function=NO_FUNCTION,
        colours=[*NO_COUNT[1:], 0, 1],
    ),
    "Theorem.optimal_numbers": of(
        theorem, "optimal_numbers", {"function": (1, 0), "m": 4}, function=NO_FUNCTION, m=NO_M
    ),
    "Theorem.proved_on": of(theorem, "proved_on"),
    "Theorem.function_of": of(
        theorem,
        "function_of",
        {"pattern": 1, "excluded": None},
        pattern=[*NO_COUNT, 3],
        excluded=[*NO_COUNT[1:], 7],
        question=[*NO_COUNT[1:], 0],
    ),
    "Theorem.as_function": of(theorem, "as_function", {"function": (1, 0)}, function=NO_FUNCTION),
    "Theorem.optimal_splits": of(
        theorem, "optimal_splits", {"function": (1, 0), "m": 4}, function=NO_FUNCTION, m=NO_M
    ),
    "Theorem.questions_of": of(
        theorem,
        "questions_of",
        {"function": (0, 0), "split": 1},
        function=NO_FUNCTION,
        split=[*NO_COUNT, 10**9, 0, 16],
    ),
    "Theorem.strategy": of(
        theorem, "strategy", {"colours": 4}, colours=[*NO_COLOURS, 0, 1, 10**30]
    ),
    "Theorem.optimal_questions": of(
        theorem,
        "optimal_questions",
        {"pattern": "{0*}", "colours": 4, "excluded": None},
        pattern=[*NO_NUMBER, *NO_FORM[len(NO_TEXT) :], *NEVER, 3, "{01}", "{***}"],
        colours=[*NO_COUNT, 0, 1],
        excluded=[*NO_COUNT[1:], 7],
    ),
    "Theorem.equations": of(
        theorem,
        "equations",
        {"pattern": 1, "excluded": None},
        pattern=[*NO_NUMBER, *NO_FORM[len(NO_TEXT) :], *NEVER, 3, "{01}", "{***}"],
        excluded=[*NO_COUNT[1:], 7],
    ),
    "Theorem.place": of(
        theorem,
        "place",
        {"pattern": "{0*}", "colours": 4, "excluded": None},
        pattern=[*NO_NUMBER, *NO_FORM[len(NO_TEXT) :], *NEVER, 3, "{01}", "{***}"],
        colours=[*NO_COUNT[1:], 0, 1],
        excluded=[*NO_COUNT[1:], 7],
    ),
    "question": door(
        masetproof.question,
        lambda: {"theorem": theorem(), "pattern": "{**}", "asked": "01", "colours": 4},
        theorem=[*NO_TEXT, "ab"],
        pattern=[*NO_NUMBER, *NO_FORM[len(NO_TEXT) :], *NEVER, 3, "{01}", "{***}"],
        asked=[*NOTHING, "", "0", "012", "00", "*0", -1, 0, 99, True],
        colours=[*NO_COUNT[1:], 0, 1],
        excluded=[*NO_COUNT[1:], 7],
    ),
    "picture": door(
        masetproof.picture,
        lambda: {"value": optimum().tree, "depth": 1},
        value=[*NO_PATTERN, AB],
        depth=[*NO_COUNT[1:], 0],
    ),
    "write_picture": door(
        masetproof.write_picture,
        lambda: {"path": picture_file(), "value": "{0*|*0}"},
        Refused,
        OSError,
        path=[*NO_TEXT, "", "/nonexistent/x.svg", "/", "x.gif", "a\0b.svg", "x" * 260 + ".svg"],
        value=[*NO_PATTERN, AB],
        depth=[*NO_COUNT[1:], 0, 1],
    ),
    "write_paper": door(
        masetproof.write_paper,
        lambda: {"directory": article_folder(), "games": ["ab"], "pegs": 1},
        Refused,
        OSError,
        directory=[*NO_TEXT, "", "/nonexistent/\0", "/dev/null", __file__],
        authors=[*NO_TEXT[1:], [], [""], ["a\nb"], "", "x" * 301, [2]],
        title=[*NO_TEXT[1:], "", " ", "a\nb", "x" * 301],
        date=[*NO_TEXT[1:], "", "\0"],
        games=[*NOTHING[1:], "ab", [], ["chess"], [COMPARISON], [None]],
        pegs=[*NO_COUNT[1:], 0],
        progress=NO_CALL,
        stopwatch=[*NO_TEXT[1:], "watch"],
    ),
    "NotebookProgress": door(masetproof.NotebookProgress, {}),
    "Theorem.words": of(
        theorem, "words", {}, exceptions=[*NO_COUNT[1:], 0], boards=[*NEVER, 3], lower=NO_FLAG
    ),
    "Theorem.symbols": of(theorem, "symbols"),
    "Theorem.excluded_of": of(theorem, "excluded_of", {"function": (1, 0)}, function=NO_FUNCTION),
    "Theorem.secrets_text": of(
        theorem, "secrets_text", {"function": (1, 0)}, function=NO_FUNCTION, more=NO_NUMBER
    ),
    "Theorem.cost_of": of(
        theorem, "cost_of", {"maset": (3, 0)}, maset=[*NO_FUNCTION, (2, 0), (3, 3)]
    ),
    "Theorem.cost_of of boards": of(cell_theorem, "cost_of", {"maset": (3, 0)}, maset=NO_FUNCTION),
    "Theorem.known of boards": of(
        cell_theorem, "known", {"function": (2, 2)}, function=NO_FUNCTION
    ),
    "Theorem.secrets_text of boards": of(
        cell_theorem,
        "secrets_text",
        {"function": (1, 0)},
        function=[*NO_FUNCTION, (3, 0)],
        more=NO_NUMBER,
    ),
    "Theorem.verdicts": of(theorem, "verdicts", {"function": (1, 0)}, function=NO_FUNCTION),
    "Theorem.costs": of(
        theorem, "costs", {"function": (1, 0), "m": 4}, function=NO_FUNCTION, m=NO_M
    ),
    "Theorem.verdicts of boards": of(
        cell_theorem, "verdicts", {"function": (1, 0)}, function=[*NO_FUNCTION, (3, 0), (1, 2)]
    ),
    "Theorem.costs of boards": of(
        cell_theorem,
        "costs",
        {"function": (1, 0), "m": (3, 4)},
        function=NO_FUNCTION,
        m=NO_INDEX,
    ),
    "Theorem.as_json of boards": of(cell_theorem, "as_json"),
    "Theorem.symbols of boards": of(cell_theorem, "symbols"),
    "Theorem.words of boards": of(
        cell_theorem, "words", {}, exceptions=[*NO_COUNT[1:], 0], boards=[*NEVER, 3], lower=NO_FLAG
    ),
    "Theorem.place of boards": of(
        cell_theorem,
        "place",
        {"pattern": "{0*}", "colours": (1, 4), "excluded": None},
        pattern=[*NO_NUMBER, *NO_FORM[len(NO_TEXT) :], *NEVER, 3, "{01}", "{***}"],
        colours=[*NO_INDEX[1:], 0, (0, 3), (1, 0)],
        excluded=[*NO_INDEX[1:], 7],
    ),
    "Theorem.function_of of boards": of(
        cell_theorem,
        "function_of",
        {"pattern": 2, "excluded": (0, 1)},
        pattern=[*NO_COUNT, 3],
        excluded=[*NO_INDEX[1:], (0, 0), 7],
        question=[*NO_COUNT[1:], 0],
    ),
    "Theorem.as_function of boards": of(
        cell_theorem, "as_function", {"function": (1, 0)}, function=[*NO_FUNCTION, (3, 0)]
    ),
    "Theorem.optimal_splits of boards": of(
        cell_theorem,
        "optimal_splits",
        {"function": (1, 0), "m": (3, 4)},
        function=NO_FUNCTION,
        m=NO_INDEX,
    ),
    "Theorem.pattern_of of boards": of(
        cell_theorem, "pattern_of", {"function": (1, 0)}, function=[*NO_FUNCTION, (3, 0)]
    ),
    "Theorem.excluded_of of boards": of(
        cell_theorem, "excluded_of", {"function": (1, 0)}, function=NO_FUNCTION
    ),
    "Theorem.implicit_of of boards": of(
        cell_theorem,
        "implicit_of",
        {"function": (1, 0), "colours": (3, 4)},
        function=NO_FUNCTION,
        colours=[*NO_INDEX[1:], 0, (0, 3), (1, 1)],
    ),
    "Theorem.questions_of of boards": of(
        cell_theorem,
        "questions_of",
        lambda: {
            "function": (1, 0),
            "split": next(cell_theorem().system.equations((1, 0))).split,
        },
        function=[*NO_FUNCTION, (3, 0)],
        split=[*NO_COUNT, 10**9, 0],
    ),
    "Theorem.optimal_numbers of boards": of(
        cell_theorem,
        "optimal_numbers",
        {"function": (1, 0), "m": (3, 4)},
        function=[*NO_FUNCTION, (3, 0)],
        m=NO_INDEX,
    ),
    "Theorem.equations of boards": of(
        cell_theorem,
        "equations",
        {"pattern": "{0*|*1}", "excluded": 1},
        pattern=[*NO_NUMBER, *NO_FORM[len(NO_TEXT) :], *NEVER, 3, "{01}", "{***}"],
        excluded=[*NO_INDEX[1:], 7],
    ),
    "Theorem.optimal_questions of boards": of(
        cell_theorem,
        "optimal_questions",
        {"pattern": "{0*|*1}", "colours": (3, 4), "excluded": 1},
        pattern=[*NO_NUMBER, *NO_FORM[len(NO_TEXT) :], *NEVER, 3, "{01}", "{***}"],
        colours=[*NO_INDEX, 0, (0, 3), (1, 1)],
        excluded=[*NO_INDEX[1:], 7],
    ),
    "Theorem.strategy of boards": of(
        cell_theorem, "strategy", {"colours": (3, 4)}, colours=[*NO_COLOURS, 0, (3, 0), (3, 4, 5)]
    ),
    "Theorem.value of boards": of(
        cell_theorem,
        "value",
        {"colours": (3, 4)},
        colours=[*NOTHING, "2", -1, 0, (2,), (2, 0), (2, -1), (2, 1.0), (1, 2, 3), "34"],
    ),
    "Theorem.value_of of boards": of(
        cell_theorem,
        "value_of",
        {"function": (1, 0), "m": (3, 4)},
        function=NO_FUNCTION,
        m=NO_INDEX,
    ),
    "Theorem.right_side of boards": of(
        cell_theorem,
        "right_side",
        lambda: {
            "function": (1, 0),
            "equation": next(cell_theorem().system.equations((1, 0))),
            "m": (3, 4),
        },
        function=NO_FUNCTION,
        equation=[*NO_TEXT, "01"],
        m=NO_INDEX,
    ),
    "Theorem.formula": of(theorem, "formula", {"n": 7}, n=[*NO_COUNT, 0, 1]),
    "Theorem.formula.as_sympy": Door(lambda: theorem().formula.as_sympy, lambda: {}, {}),
    "Theorem.formula.as_latex": Door(lambda: theorem().formula.as_latex, lambda: {}, {}),
    "Theorem.formula.statement_latex": Door(
        lambda: theorem().formula.statement_latex, lambda: {}, {}
    ),
    "Theorem.formula.branches_latex": Door(
        lambda: theorem().formula.branches_latex, lambda: {}, {}
    ),
    "Theorem.formula.branch_value": Door(
        lambda: theorem().formula.branch_value, lambda: {"n": 7}, {"n": NO_NUMBER}
    ),
    "write_certificate": door(
        masetproof.write_certificate,
        lambda: {"theorem": theorem(), "file": io.BytesIO()},
        theorem=[*NO_TEXT, "ab"],
        file=[*NO_TEXT, "proof.cert", io.StringIO()],
    ),
    "evaluate": door(
        masetproof.evaluate,
        {"finite": FINITE, "rule": "minimax"},
        finite=[*NOTHING, "mastermind", MASTERMIND, FiniteGame(MASTERMIND, 100, 10)],
        rule=NO_RULE,
        ties=NO_TIES,
        seed=[*NO_COUNT, 1 << 63, 10**5000],
        first=NO_WORD[1:],
        memory=[*NO_COUNT, 0],
        progress=NO_CALL,
    ),
    "crack": door(
        masetproof.crack,
        {"finite": FINITE, "secret": "01", "method": "sieve"},
        finite=[*NO_TEXT, "mastermind", FiniteGame("comparison", 2, 4), FiniteGame("ab", 900, 999)],
        secret=[*NO_WORD[1:], "0*", "0a", "03"],
        method=[*NO_TEXT, "", "Sieve", "sieve ", Goal.WORST],
        limit=[*NO_COUNT[1:], 0],
        seed=[*NO_COUNT, 1 << 63],
        game=NO_COUNT,
        tick=NO_CALL,
    ),
    "crack_games": door(
        masetproof.crack_games,
        {"finite": FINITE, "method": "sieve", "games": 2},
        finite=[*NO_TEXT, "mastermind", FiniteGame("comparison", 2, 4), FiniteGame("ab", 900, 999)],
        method=[*NO_TEXT, "", "Sieve", "sieve ", Goal.WORST],
        games=[*NO_COUNT, 0, 10**7],
        limit=[*NO_COUNT[1:], 0],
        seed=[*NO_COUNT, 1 << 63],
        workers=[*NO_COUNT[1:], 0, 1025],
        dask=[*NO_TEXT[1:], "", "nowhere", "nowhere://1", "127.0.0.1:1"],
        progress=NO_CALL,
    ),
    "CodebreakerStrategy": door(
        masetproof.CodebreakerStrategy,
        {"finite": FINITE, "method": "sieve"},
        finite=[*NO_TEXT, "mastermind", FiniteGame("comparison", 2, 4), FiniteGame("ab", 900, 999)],
        method=[*NO_TEXT, "", "Sieve", "sieve ", Goal.WORST],
        seed=[*NO_COUNT, 1 << 63],
    ),
    "CodebreakerStrategy.start": door(masetproof.CodebreakerStrategy(FINITE, "sieve").start, {}),
    "Method": door(Method, {"value": "sieve"}, value=hashable([*NO_TEXT, "", "Sieve", "sieve "])),
    "evolve": door(
        masetproof.evolve,
        {"finite": FINITE, "generations": 2, "population": 3},
        finite=[*NO_TEXT, "mastermind", FiniteGame(MASTERMIND, 100, 10)],
        objective=NO_GOAL,
        seed=[*NO_COUNT, 1 << 63],
        generations=[*NO_COUNT, 0, 10**7],
        population=[*NO_COUNT, 0, 10**7],
        time_limit=[*NO_COUNT[1:4], "1", True, float("nan"), float("inf"), -1, 2j, 10**400],
        workers=[*NO_COUNT[1:], 0, 1025],
        memory=[*NO_COUNT, 0, 100],
        progress=NO_CALL,
    ),
    "GridBoard": door(
        masetproof.GridBoard,
        {"size": 2, "colours": 3},
        size=[*NO_COUNT, 0, 7, 10**30],
        colours=[*NO_COUNT, 0, 37, 91, 10**30],
    ),
    "GridBoard.as_grid": door(
        masetproof.GridBoard(2, 3).as_grid,
        {"value": "01/20"},
        value=NO_GRID,
        what=[],
    ),
    "GridBoard.text": door(masetproof.GridBoard(2, 3).text, {"grid": "01/20"}, grid=NO_GRID),
    "GridBoard.answer": door(
        masetproof.GridBoard(2, 3).answer,
        {"secret": "01/20", "probe": ((0, 0), (1, 2))},
        secret=NO_GRID,
        probe=NO_GRID,
    ),
    "play_grid": door(
        masetproof.play_grid,
        {"board": masetproof.GridBoard(2, 3), "secret": "01/20"},
        board=[*NO_TEXT, "2x3"],
        secret=NO_GRID,
        opening=[*NOTHING[1:], "01/20", (), ("01/20",) * 11, ("01/23",), (("01/20",),)],
        effort=[*NO_COUNT, 0, 31],
        tick=NO_CALL,
    ),
    "play_grids": door(
        masetproof.play_grids,
        {"board": masetproof.GridBoard(2, 3), "games": 3},
        board=[*NO_TEXT, "2x3"],
        games=[*NO_COUNT, 0, 10**8],
        seed=[*NO_COUNT, 1 << 63],
        opening=[*NOTHING[1:], "01/20", (), ("01/20",) * 11, ("01/23",), (("01/20",),)],
        effort=[*NO_COUNT, 0, 31],
        workers=[*NO_COUNT[1:], 0, 1025],
        dask=[*NO_TEXT[1:], "", "nowhere", "nowhere://1", "127.0.0.1:1"],
        progress=NO_CALL,
    ),
    "random_tree": door(
        masetproof.random_tree,
        {"finite": FINITE},
        finite=[*NO_TEXT, "mastermind", FiniteGame(MASTERMIND, 4, 6)],
        seed=[*NO_COUNT, 1 << 63],
    ),
    "transform": door(
        masetproof.transform,
        lambda: {"tree": optimum().tree, "transformation": "idle"},
        tree=[*NO_TEXT, "tree.json"],
        transformation=[*NO_TEXT, "", "Idle", "shrink,idle", Ties.FIRST],
    ),
    "Transformation": door(
        Transformation, {"value": "idle"}, value=hashable([*NO_TEXT, "", "Idle", "shrink,idle"])
    ),
    "optimize": door(
        masetproof.optimize,
        {"finite": FINITE, "workers": 1},
        finite=[*NO_TEXT, "mastermind", ("mastermind", 2, 3)],
        objective=NO_GOAL,
        max_questions=[*NO_COUNT[1:], 0, 2],
        time_limit=[*NO_COUNT[1:4], "1", True, float("nan"), float("inf"), -1, -0.5],
        workers=[*NO_COUNT[1:], 0, 1025],
        dask=[*NO_TEXT[1:], "", "nowhere", "nowhere://1", "127.0.0.1:1"],
        memory=[*NO_COUNT, 0, 100],
        keep=NO_FLAG,
        progress=NO_CALL,
    ),
    "rank_questions": door(
        masetproof.rank_questions,
        {"finite": FINITE},
        finite=[*NO_TEXT, "mastermind", MASTERMIND, FiniteGame(MASTERMIND, 100, 10)],
        top=[*NO_COUNT, 0, 1001],
        rule=[*NO_RULE, "random"],
        questions=[None, 2, object(), "01", ["0"], ["01", "01"], [2], [["01"]]],
        think=[*NO_COUNT[1:4], "1", True, float("nan"), float("inf"), -1, -0.5],
        memory=[*NO_COUNT, 0],
        progress=NO_CALL,
    ),
    "openings": door(
        masetproof.openings,
        {"finite": FINITE, "workers": 1},
        finite=[*NO_TEXT, "mastermind", ("mastermind", 2, 3)],
        questions=[*NO_TEXT, "", "01", ["0"], ["01", "01"], [2], [["01"]]],
        objective=NO_GOAL,
        max_questions=[*NO_COUNT[1:], 0],
        time_limit=[*NO_COUNT[1:4], "1", True, float("nan"), float("inf"), -1, -0.5],
        workers=[*NO_COUNT[1:], 0, 1025],
        dask=[*NO_TEXT[1:], "", "nowhere", "nowhere://1", "127.0.0.1:1"],
        memory=[*NO_COUNT, 0, 100],
        keep=NO_FLAG,
        progress=NO_CALL,
    ),
    "Boards": door(
        masetproof.Boards,
        {"finite": FINITE, "count": 2},
        finite=[*NO_TEXT, "mastermind", FiniteGame(MASTERMIND, 2, 3, consistent_only=True)],
        count=[*NO_COUNT, 1, 5],
        after=[*NOTHING[:2], 2.0, "01:1,0/1,0", ["01:1,0"], ["01:2,0/-"], [2], [("01", None)]],
    ),
    "Boards.then": of(
        lambda: masetproof.Boards(FINITE, 2),
        "then",
        {"question": "01", "answers": ["1,0", "0,1"]},
        question=[*NO_WORD],
        answers=[*NO_TEXT, "1,0", ["1,0"], [None, None], [99, 0], ["1,0", "-"]],
    ),
    "evaluate_boards": door(
        masetproof.evaluate_boards,
        {"boards": masetproof.Boards(FINITE, 2), "rule": "minimax"},
        boards=[*NO_TEXT, FINITE],
        rule=NO_RULE,
        seed=[*NO_COUNT, 2**63],
        memory=[*NO_COUNT, 0, 1],
        progress=NO_CALL,
    ),
    "hint_boards": door(
        masetproof.hint_boards,
        {"boards": masetproof.Boards(FINITE, 2)},
        boards=[*NO_TEXT, FINITE],
        rules=[2, "minimax", object(), ["no rule"], [2]],
        memory=[*NO_COUNT, 0, 1],
        progress=NO_CALL,
    ),
    "optimize_mixed": door(
        masetproof.optimize_mixed,
        {"finite": FINITE},
        finite=[*NO_TEXT, "mastermind"],
        time_limit=[*NO_COUNT[1:4], "1", True, float("nan"), float("inf"), -1, -0.5],
        memory=[*NO_COUNT, 0, 1],
        progress=NO_CALL,
    ),
    "optimize_boards": door(
        masetproof.optimize_boards,
        {"boards": masetproof.Boards(FINITE, 2)},
        boards=[*NO_TEXT, FINITE],
        time_limit=[*NO_COUNT[1:4], "1", True, float("nan"), float("inf"), -1, -0.5],
        memory=[*NO_COUNT, 0, 1],
        progress=NO_CALL,
    ),
    "StrategyTree": door(
        StrategyTree,
        lambda: {"finite": FINITE, "root": optimum().tree.root},
        finite=[*NO_TEXT, "mastermind"],
        root=[*NO_TEXT, "00"],
    ),
    "StrategyTree.start": of(lambda: optimum().tree, "start"),
    "StrategyTree.to_networkx": of(lambda: optimum().tree, "to_networkx"),
    "Strategy.next_question": of(
        lambda: optimum().tree,
        "next_question",
        {"history": ()},
        history=[*NOTHING[:2], 2.0, [()], [((0, 0),)], ["00"], [("00", 0)]],
    ),
    "Strategy.path": of(
        lambda: optimum().tree, "path", {"secret": "01"}, secret=[*NO_WORD, "0*", "0a", "03"]
    ),
    "replay": door(
        masetproof.replay,
        lambda: {"strategy": optimum().tree},
        strategy=[*NO_TEXT, "tree.json"],
        progress=NO_CALL,
    ),
    "secrets_by_depth": door(
        lambda strategy, progress: list(masetproof.secrets_by_depth(strategy, progress)),
        lambda: {"strategy": optimum().tree, "progress": print},
        strategy=[*NO_TEXT, "tree.json"],
        progress=NO_CALL,
    ),
    "compare_strategies": door(
        masetproof.compare_strategies,
        lambda: {"one": optimum().tree, "other": optimum()},
        one=[*NO_TEXT, "tree.json"],
        other=[*NO_TEXT, "tree.json"],
        progress=NO_CALL,
    ),
    "Within": door(masetproof.Within, {"questions": 3}, questions=[*NO_COUNT, 0]),
    "longest_path": door(
        masetproof.longest_path,
        lambda: {"strategy": optimum().tree},
        strategy=[*NO_TEXT, "tree.json"],
        limit=[*NO_COUNT[1:], 0],
        progress=NO_CALL,
    ),
    "FunctionStrategy.start": door(masetproof.FunctionStrategy(FINITE, str).start, {}),
    "FunctionStrategy": door(
        masetproof.FunctionStrategy,
        {"finite": FINITE, "ask": str},
        finite=[*NOTHING, "ab", AB],
        ask=NO_CALL,
    ),
    "tree_of": door(
        masetproof.tree_of,
        lambda: {"strategy": optimum().tree},
        strategy=[*NO_TEXT, "tree.json"],
        progress=NO_CALL,
    ),
    "load_tree": door(
        masetproof.load_tree,
        lambda: {"path": tree_file()},
        Refused,
        OSError,
        path=[*NO_TEXT, "", "/nonexistent", "/", "/dev/null", "a\0b", "x" * 260],
    ),
    "write_tree": door(
        masetproof.write_tree,
        lambda: {"path": "/dev/null", "tree": optimum().tree},
        Refused,
        OSError,
        path=[*NO_TEXT, "", "/nonexistent/x", "/", "/dev/full", "a\0b", "x" * 260],
        tree=[*NO_TEXT, "tree.json"],
        claims=[*NO_TEXT, "claims"],
        progress=NO_CALL,
    ),
    "check": door(
        masetproof.check,
        {"path": CERTIFICATE},
        Unverified,
        OSError,
        path=[*NO_TEXT, "", "/nonexistent", "/", "/dev/null", "a\0b", "x" * 260, __file__],
        progress=NO_CALL[1:],
    ),
}

# What only these make or raise: `compare_values`, `conflict_of`, `crack`, `hint`, `evaluate`,
# `evolve`, `growth`, `openings`, `optimize`, `optimize_mixed`, `picture`, `play_grid`,
# `play_grids`, `question`, `rank_questions`, `review` and `check`.
ELSEWHERE = {
    "Asked",
    "BoardsCost",
    "ComparedStrategies",
    "ComparedValues",
    "Drawing",
    "Conflict",
    "Contradiction",
    "Cracked",
    "CrackedGames",
    "Evaluation",
    "Evolution",
    "GridGame",
    "GridGames",
    "Growth",
    "Hint",
    "MixedOptimum",
    "Opening",
    "Openings",
    "Optimum",
    "Review",
    "Malformed",
    "Ranking",
    "Rejected",
    "Unverified",
}
ABSTRACT = {"AlikeGame", "Game", "Proof", "Proof.as_json", "Strategy", "Strategy.start", "WordGame"}
# Values that only the package makes, so that nobody validates them again.
MADE = {"BandProof", "Closure", "Open", "ShortProof", "Theorem", "Together"}
MADE |= {"WorstBounds"}
VALUES = {
    "AB",
    "BLACK_PEG",
    "BLACK_PEG_AB",
    "COMPARISON",
    "GAMES",
    "MARKS",
    "MASTERMIND",
    "RULES",
    "SUM",
    "__version__",
}
# What `FiniteGame` calls with what it has validated, and what the rules say of themselves.
OF_GAMES = {
    *("answers", "answer_text", "answer_words", "compare", "data", "distance", "fits"),
    *("answer_fields", "check_promises", "closes", "columns", "fixes_columns", "open_answers"),
    *(
        "alphabet_of",
        "colours_for",
        "colours_taken",
        "may_follow",
        "moved_alphabets",
        "names_kinds",
    ),
    *("unlike_questions", "usual_kind"),
    *(
        "is_clause",
        "is_secret",
        "is_word",
        "number",
        "numbers",
        "secret_count",
        "secrets",
        "symmetry",
    ),
    *("spelled", "typed_answer", "word_count", "word_text", "words"),
}
# Methods of `Game`, or of a class without a public name, tried once more on a class of their own.
INHERITED = {"Matrix.as_word", "PegGame.as_word", "PegGame.least_colours", "PegGame.words"}


def public_names() -> set[str]:
    """The public functions and classes, and the public methods of the classes."""
    names = set()
    for name in masetproof.__all__:
        thing = getattr(masetproof, name)
        if name in VALUES:
            assert not callable(thing) or isinstance(thing, Game)
            continue
        names.add(name)
        if inspect.isclass(thing) and name not in ELSEWHERE:
            methods = dict(inspect.getmembers(thing)) if thing is Theorem else vars(thing)
            for method, value in methods.items():
                if (
                    issubclass(thing, Game)
                    and method in OF_GAMES
                    and f"{name}.{method}" not in DOORS
                ):
                    continue
                if not method.startswith("_") and (
                    inspect.isfunction(value) or isinstance(value, classmethod | staticmethod)
                ):
                    names.add(f"{name}.{method}")
    return names - ABSTRACT


def test_every_public_name_has_an_entry() -> None:
    entries = {name.removesuffix(" of boards") for name in DOORS}
    entries -= {name for name in DOORS if name.startswith("Theorem.formula")}
    entries -= INHERITED
    assert entries | ELSEWHERE | MADE == public_names()
    assert not entries & (ELSEWHERE | MADE)


@pytest.mark.parametrize("name", DOORS)
def test_every_parameter_has_wrong_values(name: str) -> None:
    function = DOORS[name].make()
    if inspect.isclass(function) and issubclass(function, Enum):
        assert set(DOORS[name].wrong) == {"value"}
    else:
        assert set(DOORS[name].wrong) == set(inspect.signature(function).parameters)


def call(name: str, arguments: dict[str, Any]) -> object:
    """Call a public function; an enumeration takes its value by position only."""
    function = DOORS[name].make()
    if inspect.isclass(function) and issubclass(function, Enum):
        return function(arguments["value"])
    return function(**arguments)


@pytest.mark.parametrize("name", DOORS)
def test_right_arguments_give_a_result(name: str) -> None:
    """One that says in a line what it is; texts, documents and what holds several are longer."""
    result = call(name, DOORS[name].right())
    if type(result).__module__.startswith("masetproof."):
        said = repr(result)
        assert len(said) <= 160, said
        assert "\n" not in said


@pytest.mark.parametrize(
    ("name", "parameter"),
    [(name, parameter) for name, entry in DOORS.items() for parameter in entry.wrong],
)
def test_a_wrong_argument_is_refused_in_one_sentence(name: str, parameter: str) -> None:
    entry = DOORS[name]
    failures = []
    for value in entry.wrong[parameter]:
        try:
            result = call(name, entry.right() | {parameter: value})
        except entry.refusals as refusal:
            text = str(refusal)
            if not text or len(text.splitlines()) != 1 or len(text) > 300:
                failures.append(f"{type(value)}: {text[:400]!r}")
        except Exception as error:
            failures.append(f"{type(value)}: {error!r}")
        else:
            failures.append(f"{type(value)}: {result!r}"[:300])
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize(
    "name",
    [name for name, entry in DOORS.items() if "colours" in entry.wrong and "Game.word" not in name],
)
def test_colors_is_colours(name: str) -> None:
    """As on the command line; what a game of one's own defines has one spelling."""
    arguments = DOORS[name].right()
    american = {"colors" if key == "colours" else key: arguments[key] for key in arguments}
    made, same = call(name, american), call(name, arguments)
    assert type(made) is type(same)
    assert repr(made) == repr(same)
    with pytest.raises(Refused, match="the same argument"):
        call(name, arguments | {"colors": arguments["colours"]})


@pytest.mark.parametrize(
    ("name", "parameter", "other"),
    [
        ("optimize", "objective", "goal"),
        ("evolve", "objective", "goal"),
        ("prove_together", "goal", "objective"),
    ],
)
def test_what_is_minimized_is_an_objective_everywhere(
    name: str, parameter: str, other: str
) -> None:
    value, right = "worst-then-expected", DOORS[name].right()
    made, same = call(name, right | {parameter: value}), call(name, right | {other: value})
    assert made.goal.value == same.goal.value == value  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="the same argument"):
        call(name, right | {parameter: value, other: value})


def test_only_public_names_are_listed() -> None:
    assert dir(masetproof) == sorted(masetproof.__all__)


def test_a_text_or_the_member_of_another_enumeration_with_that_text_serves() -> None:
    """A member is its text, so `Goal.EXPECTED` says what `Objective.EXPECTED` says."""
    assert Objective(Goal.EXPECTED) is Objective.EXPECTED
    assert Goal(Objective.WORST) is Goal.WORST
    assert masetproof.game_values("ab", 2, 3, objective=Goal.WORST, reading="with") == {2: 2, 3: 3}
    assert FiniteGame("ab", 2, 3) == FiniteGame(AB, 2, 3)
    assert masetproof.split("{**}", "01", "ab") == masetproof.split(
        MasetPattern.full(2), (0, 1), AB
    )


@pytest.mark.parametrize(
    ("name", "argument", "beginning"),
    [
        ("evaluate", "ties", "the way to break ties is one of first, middle, last, random, not "),
        ("prove", "solve", "what is solved is one of nothing, strategy, all, not "),
        ("prove", "objective", "the objective is one of expected, worst, not "),
    ],
)
def test_a_choice_is_called_by_a_noun_in_the_singular(
    name: str, argument: str, beginning: str
) -> None:
    """Not by its class, where that is no such noun: "the ties is one of", "the solve is one of"."""
    with pytest.raises(Refused) as refused:
        call(name, DOORS[name].right() | {argument: None})
    assert str(refused.value) == f"{beginning}None"


def test_no_choice_is_called_by_two_words_of_code() -> None:
    """As "the codemakerkind": the name of a class of one word serves, another needs a noun."""
    with pytest.raises(Refused, match=r"^the codemaker is one of random, .*, not 'lazy'"):
        Keeping(FiniteGame("ab", 2, 3), codemaker="lazy")
    for kind in Choice.__subclasses__():
        if "_what" not in vars(kind):
            assert kind.__name__ == kind.__name__.capitalize()


def test_integers_of_numpy_serve_and_become_those_of_python() -> None:
    finite = FiniteGame("mastermind", np.int8(2), np.int64(3))
    assert (type(finite.pegs), type(finite.colours)) == (int, int)
    assert MASTERMIND.answer(tuple(np.array([0, 1])), [1, 0]) == (0, 2)
    assert masetproof.game_values(MASTERMIND, np.uint8(1), np.int32(2)) == {1: 1, 2: 3}


@pytest.mark.parametrize(("kind", "raised"), [("rejected", "Rejected"), ("malformed", "Malformed")])
def test_what_the_checker_raises_is_caught_by_its_public_name(kind: str, raised: str) -> None:
    path = sorted((Path(__file__).parent / "checker" / "certificates" / kind).glob("*.cert"))[0]
    assert issubclass(getattr(masetproof, raised), Unverified)
    with pytest.raises(getattr(masetproof, raised)):
        masetproof.check(path)


def test_an_objective_given_as_text_gives_true_values() -> None:
    """Totals of two pegs by Chen and Lin; with four colours 45, with five 81, with six 132."""
    values = masetproof.game_values(MASTERMIND, 2, 6, objective="expected", reading="exact")
    assert [values[n] for n in (4, 5, 6)] == [45, 81, 132]
    assert masetproof.prove("mastermind", 2, objective="expected").formula(6) == 132
