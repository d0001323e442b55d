"""Finite games of every registered game, small enough to try all pairs of words."""

from __future__ import annotations

from masetproof.finite.setting import FiniteGame
from masetproof.games.jotto import Jotto
from masetproof.games.matrix import Matrix
from masetproof.games.word_mastermind import WordMastermind
from masetproof.games.wordle import Wordle

WORDS = "ate eat tea tan ant net ten nan tet ana aaa nnn een"
WEIGHINGS = [
    ["", "a", "b", "c", "d"],
    ["a", "-", "<", "<", "<"],
    ["b", ">", "-", "<", "<"],
    ["c", ">", ">", "-", "<"],
    ["d", ">", ">", ">", "-"],
    ["a+b", "L", "L", "R", "R"],
    ["a+c", "L", "R", "L", "R"],
]

SAMPLES = [
    *(FiniteGame(game, 2, 4) for game in ("mastermind", "ab", "black-peg", "black-peg-ab")),
    *(FiniteGame(game, 3, 3) for game in ("mastermind", "ab", "black-peg", "black-peg-ab")),
    FiniteGame("mastermind", 3, 3, distinct=True),
    FiniteGame("black-peg", 3, 3, distinct=True),
    FiniteGame("black-peg", 2, 4, consistent_only=True),
    FiniteGame("black-peg", 3, (2, 3, 2)),
    FiniteGame("black-peg", 3, "1,2,4", consistent_only=True),
    FiniteGame("black-peg-ab", 4, 4),
    *(FiniteGame(game, 2, 4) for game in ("marks", "marks-distinct", "sum", "sum-distinct")),
    *(FiniteGame(game, 3, 3) for game in ("marks", "marks-distinct", "sum", "sum-distinct")),
    FiniteGame("marks", 3, 3, distinct=True),
    FiniteGame("sum", 2, 4, distinct=True),
    FiniteGame("marks", 3, 3, consistent_only=True),
    FiniteGame("comparison", 2, 4),
    FiniteGame("comparison", 3, 2),
    FiniteGame("comparison", 1, 6),
    FiniteGame(Jotto(WORDS.split())),
    FiniteGame(Jotto(WORDS.split()), consistent_only=True),
    FiniteGame(Jotto(["ate", "tea", "net"], allowed=["ant", "nnn"])),
    FiniteGame(WordMastermind(WORDS.split())),
    FiniteGame(Wordle(WORDS.split())),
    FiniteGame(Wordle(WORDS.split(), allowed=["nae", "aat"]), consistent_only=True),
    FiniteGame(Wordle(["abbey", "babes", "sassy", "essay", "keeps", "eerie"], allowed=["seats"])),
    FiniteGame(Matrix(WEIGHINGS)),
]
"""No rule of these games is told to the tests but by `Game` itself."""
