"""Whole games: one secret, or many that are drawn, shared out to all processors.

A game is drawn by the seed and its number.  So the result is the same for any number of workers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple, final

import numpy as np

from masetproof.arguments import Refused, as_count, as_instance, as_member, as_seed, counted
from masetproof.finite.setting import FiniteGame
from masetproof.large.breaker import Codebreaker, Method, Sieve, Turn, peg_rules
from masetproof.large.decomposition import Decomposition
from masetproof.large.sample import Sample
from masetproof.progress import Interrupted, Progress, Tick, as_progress, as_tick, no_tick, silent
from masetproof.search.many import ManyGames, play_many
from masetproof.words import Word

MOST = 1_000
"""The most pegs, and the most colours."""
_MOST_GAMES = 1_000_000
_FEW = 8
"""Up to this many games are played without starting processes."""

_METHODS: dict[Method, type[Codebreaker]] = {
    Method.DECOMPOSITION: Decomposition,
    Method.SIEVE: Sieve,
    Method.SAMPLE: Sample,
}


@final
@dataclass(frozen=True, slots=True)
class Cracked:
    """One game.

    turns: the questions with their answers.  With a limit, the last question is the final answer,
    the codebreaker's guess.
    """

    finite: FiniteGame
    method: Method
    secret: Word
    turns: tuple[Turn, ...]

    def __repr__(self) -> str:
        came = f"{'found' if self.found else 'not found'} with"
        return f"<Cracked: {self.finite.title}, {came} {counted(len(self.turns), 'question')}>"

    @property
    def found(self) -> bool:
        """Whether the last question is the secret."""
        return bool(self.turns) and self.turns[-1].question == self.secret

    @property
    def black(self) -> int:
        """The score of the final answer: its black pegs."""
        return self.turns[-1].answer.black

    @property
    def weighted(self) -> int:
        """The score of the final answer where a black peg is worth two white ones."""
        return 2 * self.black + self.turns[-1].answer.white


class Score(NamedTuple):
    """The figures of one of many games: the number of its questions, and fields of `Cracked`."""

    questions: int
    found: bool
    black: int
    weighted: int


@final
@dataclass(frozen=True, slots=True)
class CrackedGames(ManyGames[Score]):
    """The games that were finished."""

    finite: FiniteGame
    method: Method
    seed: int
    limit: int | None

    def __repr__(self) -> str:
        games = f"{counted(self.games, 'game')}, {self.found:,} found"
        return f"<CrackedGames of {self.finite.title}: {games}>"

    @property
    def found(self) -> int:
        """In how many games the secret was found."""
        return sum(self.histogram)

    @property
    def histogram(self) -> tuple[int, ...]:
        """How many secrets were found with 1, 2, ... questions."""
        games = self.count_by(lambda score: score.questions if score.found else None)
        return tuple(games.get(number, 0) for number in range(1, max(games, default=0) + 1))

    @property
    def total(self) -> int:
        """The questions of all games, also of those that did not find the secret."""
        return self._sum(lambda score: score.questions)

    @property
    def black(self) -> int:
        """The sum of the scores by black pegs."""
        return self._sum(lambda score: score.black)

    @property
    def weighted(self) -> int:
        """The sum of the scores where a black peg is worth two white ones."""
        return self._sum(lambda score: score.weighted)

    @property
    def worst(self) -> int:
        """The most questions of one game."""
        return max(score.questions for score in self.records)

    @property
    def mean(self) -> Fraction:
        """The mean number of questions of a game, whether it found the secret or not."""
        return Fraction(self.total, self.games)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, from the games; infinite for a single one."""
        if self.games == 1:
            return math.inf
        squares = Fraction(self._sum(lambda score: score.questions**2))
        spread = squares - Fraction(self.total**2, self.games)
        return math.sqrt(spread / (self.games - 1) / self.games)

    def _sum(self, value: Callable[[Score], int]) -> int:
        return sum(value(score) * games for score, games in self.records.items())


def codebreaker(
    finite: FiniteGame,
    method: Method | str = Method.SAMPLE,
    *,
    seed: int = 0,
    game: int = 0,
    tick: Tick = no_tick,
) -> Codebreaker:
    """A codebreaker before its first question.

    seed, game: what it draws depends on these two numbers.  `Refused` for other arguments, and when
    the method does not play this game.
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
    most questions, the final answer among them.  `Refused` for other arguments, and when the method
    does not play this game.  A `KeyboardInterrupt` becomes `Interrupted` with the questions that
    were answered.

    >>> crack(FiniteGame("mastermind", 4, 6), "5025", "sieve").found
    True
    """
    finite, method = checked_method(finite, method)
    limit, seed, game = _as_limit(limit), as_seed(seed), as_count(game, "the number of a game")
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
        raise Interrupted(Cracked(finite, method, hidden, tuple(turns))) from None


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

    `Refused` for other arguments, and when the method does not play this game.  A
    `KeyboardInterrupt` becomes `Interrupted` once a game is finished.

    >>> played = crack_games(FiniteGame("mastermind", 3, 4), "sieve", games=10, seed=1, workers=1)
    >>> played.games, played.found
    (10, 10)
    """
    finite, method = checked_method(finite, method)
    limit, seed = _as_limit(limit), as_seed(seed)
    games = as_count(games, "the number of games", 1, _MOST_GAMES)
    return play_many(
        [partial(_score, finite, method, limit, seed, game) for game in range(games)],
        lambda records, seconds: CrackedGames(records, seconds, finite, method, seed, limit),
        games=games,
        few=_FEW,
        workers=workers,
        dask=dask,
        progress=as_progress(progress),
    )


def _score(
    finite: FiniteGame, method: Method, limit: int | None, seed: int, game: int, tick: Tick
) -> list[Score]:
    played = crack(finite, None, method, limit=limit, seed=seed, game=game, tick=tick)
    return [Score(len(played.turns), played.found, played.black, played.weighted)]


def checked_method(finite: FiniteGame, method: Method | str) -> tuple[FiniteGame, Method]:
    """The game and the method; `Refused` when the method does not play this game."""
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
    """The random numbers of a game: one source for its secret, another for the codebreaker."""
    return np.random.default_rng([seed, game, int(breaking)])


def _drawn(finite: FiniteGame, seed: int, game: int) -> Word:
    """The secret of a game."""
    random = _random(seed, game, breaking=False)
    if finite.has_distinct_secrets:
        return tuple(random.permutation(finite.colours)[: finite.pegs].tolist())
    return tuple(random.integers(finite.colours, size=finite.pegs).tolist())
