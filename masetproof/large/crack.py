"""Whole games: one secret, or many that are drawn, shared out to all processors.

A game is drawn by the seed and its number.  So it is the same game whoever plays it, and a batch
gives the same result for any number of workers.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, final

import numpy as np

from masetproof.arguments import Refused, as_count, as_instance, as_member, as_seed
from masetproof.finite.setting import FiniteGame
from masetproof.large.breaker import Codebreaker, Method, Turn, peg_rules
from masetproof.large.decomposition import Decomposition
from masetproof.large.sample import Sample
from masetproof.large.sieve import Sieve
from masetproof.progress import Progress, Tick, as_progress, as_tick, no_tick, silent
from masetproof.search.executors import Kept
from masetproof.search.workplace import executor
from masetproof.words import Word

__all__ = [
    "MOST",
    "Cracked",
    "CrackedGames",
    "Interrupted",
    "InterruptedGame",
    "checked_method",
    "codebreaker",
    "crack",
    "crack_games",
]

MOST = 1_000
"""Of pegs, and of colours."""
_MOST_GAMES = 1_000_000
_FEW = 8
"""So many games are not worth starting processes."""

_METHODS: dict[Method, type[Codebreaker]] = {
    Method.DECOMPOSITION: Decomposition,
    Method.SIEVE: Sieve,
    Method.SAMPLE: Sample,
}


@final
@dataclass(frozen=True, slots=True)
class Cracked:
    """One game.

    turns: the questions with their answers.  With a limit, the last question is the final answer:
    whatever the codebreaker holds to be as good as any.
    """

    finite: FiniteGame
    method: Method
    secret: Word
    turns: tuple[Turn, ...]

    @property
    def found(self) -> bool:
        """Whether the last question is the secret."""
        return self.turns[-1].question == self.secret

    @property
    def black(self) -> int:
        """The score of the final answer: its black pegs."""
        return self.turns[-1].answer.black

    @property
    def weighted(self) -> int:
        """The score of the final answer where a black peg is worth two white ones."""
        return 2 * self.black + self.turns[-1].answer.white


class _Score(NamedTuple):
    """What is kept of a game in a batch."""

    questions: int
    found: bool
    black: int
    weighted: int


@final
@dataclass(frozen=True, slots=True)
class CrackedGames:
    """Many games, as far as they were finished.

    games: how many were finished.  found: in how many of them the secret was found.  histogram: how
    many secrets were found with 1, 2, ... questions.  total: the questions of all games.  squares:
    the sum of the squares of their numbers.  black, weighted: the sums of the final scores
    (`Cracked`).  seconds: how long it took.
    """

    finite: FiniteGame
    method: Method
    seed: int
    limit: int | None
    games: int
    found: int
    histogram: tuple[int, ...]
    total: int
    squares: int
    black: int
    weighted: int
    worst: int
    seconds: float

    @property
    def mean(self) -> Fraction:
        """Questions for each game."""
        return Fraction(self.total, self.games)

    @property
    def standard_error(self) -> float:
        """Of the mean, from the spread of the games; infinite for a single one."""
        if self.games == 1:
            return math.inf
        spread = Fraction(self.squares) - Fraction(self.total**2, self.games)
        return math.sqrt(spread / (self.games - 1) / self.games)


@final
class InterruptedGame(KeyboardInterrupt):
    """An interrupt of one game, with the questions that were answered and the secret."""

    def __init__(self, secret: Word, turns: Iterable[Turn]) -> None:
        super().__init__("interrupted")
        self.secret, self.turns = secret, tuple(turns)


@final
class Interrupted(KeyboardInterrupt):
    """An interrupt of many games, with those that were finished."""

    def __init__(self, games: CrackedGames) -> None:
        super().__init__("interrupted")
        self.games = games


def codebreaker(
    finite: FiniteGame,
    method: Method | str = Method.SAMPLE,
    *,
    seed: int = 0,
    game: int = 0,
    tick: Tick = no_tick,
) -> Codebreaker:
    """A codebreaker before its first question.

    seed, game: what it draws depends on these two numbers.  `Refused` when an argument is none of
    these, or the method is none for this game.
    """
    finite, method = checked_method(finite, method)
    seed, game = as_seed(seed), as_count(game, "the number of a game")
    return _METHODS[method](finite, _random(seed, game, breaking=True), as_tick(tick))


def crack(
    finite: FiniteGame,
    secret: Word | str | None = None,
    method: Method | str = Method.SAMPLE,
    *,
    limit: int | None = None,
    seed: int = 0,
    game: int = 0,
    tick: Tick = no_tick,
) -> Cracked:
    """Play one game.

    secret: a word or its text; by default the one that is drawn for *seed* and *game*.  limit: the
    most questions, the final answer among them.  `Refused` when an argument is none of these, or
    the method is none for this game.  A `KeyboardInterrupt` becomes `InterruptedGame`.

    >>> crack(FiniteGame("mastermind", 4, 6), "5025", "sieve").found
    True
    """
    finite, method = checked_method(finite, method)
    limit = _as_limit(limit)
    seed, game = as_seed(seed), as_count(game, "the number of a game")
    hidden = _drawn(finite, seed, game) if secret is None else finite.as_secret(secret)
    rules = peg_rules(finite)
    turns: list[Turn] = []
    try:
        breaker = codebreaker(finite, method, seed=seed, game=game, tick=tick)
        while True:
            is_last = len(turns) + 1 == limit
            question = breaker.guess() if is_last else breaker.question
            turns.append(Turn(question, rules.compare(hidden, question)))
            if is_last or question == hidden:
                return Cracked(finite, method, hidden, tuple(turns))
            breaker.hear(turns[-1].answer)
    except KeyboardInterrupt:
        raise InterruptedGame(hidden, turns) from None


def crack_games(
    finite: FiniteGame,
    method: Method | str = Method.SAMPLE,
    *,
    games: int = 100,
    limit: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    dask: str | None = None,
    progress: Progress = silent,
) -> CrackedGames:
    """Play many games against secrets that are drawn.

    limit: as of `crack`.  workers: processes (default: one for each processor, one for a few
    games).  dask: the address of a scheduler instead.  The result is the same for all of them, but
    for the time.

    `Refused` when an argument is none of these, or the method is none for this game.  A
    `KeyboardInterrupt` becomes `Interrupted` once a game is finished.

    >>> found = crack_games(FiniteGame("mastermind", 3, 4), "sieve", games=10, seed=1, workers=1)
    >>> found.games, found.found
    (10, 10)
    """
    finite, method = checked_method(finite, method)
    limit, seed = _as_limit(limit), as_seed(seed)
    games = as_count(games, "the number of games", 1, _MOST_GAMES)
    progress, begin = as_progress(progress), time.monotonic()
    scores: list[_Score] = []
    jobs = [_Job(finite, method, limit, seed, game) for game in range(games)]

    def tick() -> None:
        progress("games", len(scores), games)

    def together() -> CrackedGames:
        seconds = time.monotonic() - begin
        return _together(finite, method, seed, limit, scores, seconds)

    with closing(executor(workers, dask, small=games <= _FEW)) as chosen:
        try:
            for _, score in chosen.run(_play, jobs, tick):
                scores.append(score)
        except KeyboardInterrupt:
            if not scores:
                raise
            raise Interrupted(together()) from None
    return together()


@final
@dataclass(frozen=True, slots=True)
class _Job:
    """One game of many."""

    finite: FiniteGame
    method: Method
    limit: int | None
    seed: int
    game: int


def _play(job: _Job, tick: Tick, kept: Kept) -> _Score:
    played = crack(
        job.finite, None, job.method, limit=job.limit, seed=job.seed, game=job.game, tick=tick
    )
    return _Score(len(played.turns), played.found, played.black, played.weighted)


def _together(
    finite: FiniteGame,
    method: Method,
    seed: int,
    limit: int | None,
    scores: Iterable[_Score],
    seconds: float,
) -> CrackedGames:
    scores = list(scores)
    asked = [score.questions for score in scores]
    found = Counter(score.questions for score in scores if score.found)
    return CrackedGames(
        finite=finite,
        method=method,
        seed=seed,
        limit=limit,
        games=len(scores),
        found=found.total(),
        histogram=tuple(found[count] for count in range(1, max(found, default=0) + 1)),
        total=sum(asked),
        squares=sum(count**2 for count in asked),
        black=sum(score.black for score in scores),
        weighted=sum(score.weighted for score in scores),
        worst=max(asked),
        seconds=seconds,
    )


def checked_method(finite: FiniteGame, method: Method | str) -> tuple[FiniteGame, Method]:
    """The game and the method; `Refused` when the method is none for this game."""
    as_instance(FiniteGame, finite, "the finite game")
    method = as_member(Method, method)
    peg_rules(finite)
    if max(finite.pegs, finite.colours) > MOST:
        raise Refused(f"boards have at most {MOST:,} pegs and {MOST:,} colours here")
    _METHODS[method].check(finite)
    return finite, method


def _as_limit(limit: int | None) -> int | None:
    return None if limit is None else as_count(limit, "the limit of questions", 1)


def _random(seed: int, game: int, *, breaking: bool) -> np.random.Generator:
    """What is drawn for a game: the secret, or what the codebreaker draws, apart."""
    return np.random.default_rng([seed, game, int(breaking)])


def _drawn(finite: FiniteGame, seed: int, game: int) -> Word:
    """The secret of a game."""
    random = _random(seed, game, breaking=False)
    if finite.distinct or not peg_rules(finite).repeats:
        return tuple(random.permutation(finite.colours)[: finite.pegs].tolist())
    return tuple(random.integers(finite.colours, size=finite.pegs).tolist())
