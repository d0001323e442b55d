"""Hints for somebody in the middle of a game: what is left, and what to ask next.

The state of play is a `FiniteGame` with the questions that were asked.  Rules look at the parts
into which a question splits the secrets that are left; where these are few, the search finds an
optimal strategy from here on.  On boards with too many words for a table of answers a sample of the
secrets says what to ask, as for codebreakers there (`large.sample`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, final

import numpy as np

from masetproof.arguments import Refused, as_count, as_flag, as_instance, as_seconds, counted
from masetproof.finite.contradictions import Conflict, conflict_of
from masetproof.finite.setting import Contradiction, FiniteGame
from masetproof.finite.table import MEMORY, orbits, table_bytes
from masetproof.finite.weights import whole_weights
from masetproof.games.alike import AlikeGame
from masetproof.play.missing import beyond, beyond_of
from masetproof.progress import Progress, as_progress, silent
from masetproof.strategies.by_rule import (
    Answers,
    RuleStrategy,
    answers_of,
    preferred,
    sizes_of_parts,
)
from masetproof.strategies.rules import Rule, as_rules, preferring
from masetproof.words import Word

if TYPE_CHECKING:
    from masetproof.play.proved import Proved
    from masetproof.search.optimum import Optimum

MOST_SHOWN = 100
"""The most secrets that are listed."""
FEW = 2_000_000
"""With more pairs of question and secret the search takes longer than a moment."""
_MANY = 1 << 25
"""With more pairs, and nothing asked yet, only questions of different kinds are compared."""
SAMPLE = "sample"
"""In place of a rule's name for the question of a sample (`large.sample`)."""
_MOMENT = 0.3
"""Seconds for the search unless the caller says otherwise."""
_TABLE = 3.0
"""The seconds that the table of answers may take beyond the time to think."""


@final
@dataclass(frozen=True, slots=True)
class Suggestion:
    """A question, and into what it splits the secrets that are left.

    rules: the texts of the rules that would ask it, ``optimal`` for the search or a theorem,
    ``sample`` for a sample, whose sizes are scaled to all secrets that are left.  parts: how many
    answers the secrets that are left give, with the winning one.  largest, expected_size: of these
    parts, the latter by the secrets that are left.  consistent: the question may be the secret.
    """

    question: Word
    rules: tuple[str, ...]
    parts: int
    largest: int
    expected_size: Fraction
    consistent: bool

    def document(self, finite: FiniteGame) -> dict[str, object]:
        return {
            "question": finite.text(self.question),
            "rules": list(self.rules),
            "parts": self.parts,
            "largest": self.largest,
            "expected_size": str(self.expected_size),
            "consistent": self.consistent,
        }


@final
@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in a state of play.

    remaining: the number of secrets that are left; possible: these, if they are at most
    `MOST_SHOWN`.  suggestions: the best question by each rule, and the optimal one first where it
    is proved.  optimum: what the search found, None where it was not asked.  conflict: why no
    secret is left.  proved: what a theorem says where the search does not (`play.proved`).  rough:
    ``about`` or ``at least`` where `remaining` is not exact.  Where no secret of a list gives the
    answers, `finite` has other words (`play.missing`).
    """

    finite: FiniteGame
    remaining: int
    possible: tuple[Word, ...]
    suggestions: tuple[Suggestion, ...]
    optimum: Optimum | None
    conflict: Conflict | None
    proved: Proved | None = None
    rough: str = ""

    def __repr__(self) -> str:
        best = [self.finite.text(one.question) for one in self.suggestions[:1]]
        return f"<Hint: {self.left} left, ask {best[0] if best else 'nothing'}>"

    @property
    def is_beyond(self) -> bool:
        """Whether no secret of the list gives the answers, and other words are looked at."""
        return bool(self.beyond)

    @property
    def beyond(self) -> str:
        """The sentence that says so; empty where a secret of the list is left."""
        return beyond_of(self.finite)

    @property
    def left(self) -> str:
        """How many secrets are left, in words."""
        return f"{self.rough} {counted(self.remaining, 'secret')}".strip()

    @property
    def only(self) -> Word | None:
        """The only secret that is left; None where there are more."""
        return self.possible[0] if len(self.possible) == self.remaining == 1 else None

    @property
    def total(self) -> int | None:
        """The least total from here on, or the best that was found; None where nothing was."""
        if self.proved is not None:
            return self.proved.total
        return None if self.optimum is None else self.optimum.total

    @property
    def expected(self) -> Fraction | None:
        """The expected number of questions from here on; None where nothing was found."""
        if self.proved is not None:
            return Fraction(self.proved.total, self.remaining)
        return None if self.optimum is None else self.optimum.expected

    @property
    def is_optimal(self) -> bool | None:
        """Whether the first suggestion is proved to be optimal; None where nothing was tried."""
        if self.proved is not None:
            return True
        return None if self.optimum is None else self.optimum.optimal

    @property
    def how(self) -> str:
        """The proof that the total is the least: a theorem or a search."""
        return "exhaustive search" if self.proved is None else "the theorem"

    @property
    def direction(self) -> str:
        """A sentence on the best question that does not give it away."""
        if not self.suggestions:
            return "nothing can be asked: the answers contradict each other"
        if self.only is not None:
            return "ask the only secret that is left"
        best = self.suggestions[0]
        asked = {cell for question, _ in self.finite.after for cell in question}
        kinds, new = len(set(best.question)), len(set(best.question) - asked)
        said = [f"that {'may' if best.consistent else 'cannot'} be the secret"]
        if self.finite.game.size is None:
            said.append(f"with {counted(kinds, 'colour')}")
            if asked:
                said.append(f"{new or 'none'} of them new")
        left = counted(best.largest, "secret")
        left = f"which leave at most {left} each" if best.parts > 1 else f"which leaves {left}"
        answers = counted(best.parts, "possible answer")
        return f"ask a question {', '.join(said)}; it has {answers}, {left}"


def hint(
    finite: FiniteGame,
    rules: Sequence[Rule | str] | None = None,
    *,
    think: float | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
    quick: bool = False,
) -> Hint:
    """The secrets that are left in a state of play, and the best next questions.

    Sources are asked in this order, and the first one that has an answer gives it:

    1. *contradiction*: where no secret gives the answers, the hint says why (`Hint.conflict`), or a
       game of words goes on with other words (`play.missing`).
    2. *theorem*: where the words are too many to list, its question is optimal.
    3. *kinds*: before the first question of a large game each rule compares one question of each
       kind, as all others are the same by symmetry; a theorem adds its own.
    4. *sample*: where the words are too many to list, or a table of answers would take more than
       the memory, a sample of the secrets says what to ask, and no rule does.
    5. *table*: each rule compares all questions; the search or else a theorem adds an optimal one.

    rules: whose questions are suggested, by default all that have a preference, the newest first;
    of equal questions the first in the order of words.  think: seconds for the search, by default a
    moment where few secrets are left; if it is given, the table of answers has three seconds more.
    memory: the most bytes of that table.  quick: no theorem is proved that takes longer than a
    moment, as those of three pegs do.

    Contradictory answers are no error.  `Refused` when an argument makes no sense, or the game is
    too large, or its table of answers is not made in the time.

    >>> told = hint(FiniteGame("mastermind", 4, 6).then("0011", "0,0"))
    >>> told.remaining
    256
    """
    as_instance(FiniteGame, finite, "the state of play")
    chosen = preferring()[::-1] if rules is None else as_rules(rules)
    think = None if think is None else as_seconds(think, "the time to think")
    memory, quick = as_count(memory, "the memory", 1), as_flag(quick, "quick")
    return _first(_SOURCES, _HintInput(finite, chosen, think, memory, as_progress(progress), quick))


# ------------------------------------------------------------------------------------ the sources


@final
@dataclass(frozen=True, slots=True)
class _HintInput:
    """The arguments of `hint`, checked, for its sources."""

    finite: FiniteGame
    rules: tuple[Rule, ...]
    think: float | None
    memory: int
    progress: Progress
    quick: bool

    @property
    def has_samples(self) -> bool:
        """Whether secrets can be drawn without a list of them."""
        return isinstance(self.finite.game, AlikeGame) and not self.finite.columns

    def proved(self) -> Proved | None:
        """The optimal question of a theorem; None where no theorem gives one."""
        from masetproof.play.proved import proved_question

        return proved_question(self.finite, self.progress, quick=self.quick)


def _first(sources: Sequence[_Source], asked: _HintInput) -> Hint:
    """The answer of the first source that has one; the last one always has."""
    return next(told for source in sources if (told := source(asked)) is not None)


def _contradiction(asked: _HintInput) -> Hint | None:
    """Why no secret gives the answers, where the words can be listed."""
    finite = asked.finite
    if not finite.is_listable:
        return None
    conflict = conflict_of(finite, lambda: asked.progress("contradictions", 0, 1))
    if conflict is None:
        return None
    wider = beyond(finite, conflict)
    if isinstance(wider, Conflict):
        return Hint(finite, 0, (), (), None, wider)
    return _first(_SOURCES[1:], replace(asked, finite=wider))


def _theorem(asked: _HintInput) -> Hint | None:
    """The hint of a theorem, or a contradiction, where the words are too many to list."""
    finite = asked.finite
    if finite.is_listable:
        return None
    try:
        proved = asked.proved()
    except Contradiction:
        from masetproof.play.proved import proved_conflict

        return Hint(finite, 0, (), (), None, proved_conflict(finite, asked.progress))
    if proved is None:
        return None
    best = suggestion_of(proved.question, ["optimal"], proved.sizes)
    return Hint(finite, sum(proved.sizes), (), (best,), None, None, proved)


def _kinds(asked: _HintInput) -> Hint | None:
    """The hint of rules before the first question, which compare one question of each kind."""
    finite, progress = asked.finite, asked.progress
    if finite.after or not finite.is_listable or finite.game.weights is not None:
        return None
    secrets = finite.secret_count
    if finite.question_count * secrets <= _MANY:
        return None
    kinds = np.unique(orbits(finite))
    if len(kinds) * secrets > _MANY or not all(rule.score for rule in asked.rules):
        return None
    from masetproof.search import bounds

    proved = asked.proved()
    parts = bounds.sizes_of_parts(finite, lambda: progress("kinds of questions", 0, len(kinds)))
    sizes = np.column_stack([parts, secrets - parts.sum(axis=1)])
    telling = np.flatnonzero(parts.max(axis=1) < secrets)
    best = {} if proved is None else {proved.question: (["optimal"], list(proved.sizes))}
    for rule in asked.rules:
        equal = preferred(rule, telling, sizes.__getitem__, len(kinds))
        place = equal[np.argmax(sizes[equal, -1] > 0)]
        question = finite.questions[kinds[place]]
        best.setdefault(question, ([], sizes[place].tolist()))[0].append(rule.name)
    suggestions = tuple(suggestion_of(question, *told) for question, told in best.items())
    return Hint(finite, secrets, (), suggestions, None, None, proved)


def _sample(asked: _HintInput) -> Hint | None:
    """The hint of a sample of the secrets; `Refused` where no source has an answer."""
    finite, progress = asked.finite, asked.progress
    if finite.is_listable and not (asked.has_samples and table_bytes(finite) > asked.memory):
        return None
    if not asked.has_samples:
        finite.check_listable()
    from masetproof.large.consistent import conflict_of_large
    from masetproof.large.sample import sampled

    try:
        found = sampled(finite, tick=lambda: progress("sample of secrets", 0, 1))
    except Contradiction:
        conflict = conflict_of_large(finite)
        if conflict is None:
            raise
        return Hint(finite, 0, (), (), None, conflict)
    question, words = found.question, found.words
    numbers = finite.game.numbers(np.array([question], words.dtype), words)[0]
    sizes = np.bincount(numbers, minlength=finite.winning + 1).tolist()
    best = suggestion_of(question, [SAMPLE], sizes, found.left)
    if not finite.after or all(finite.game.number(question, word) == n for word, n in finite.after):
        best = replace(best, consistent=not finite.distinct or len(set(question)) == finite.pegs)
    few = found.left == len(words) <= MOST_SHOWN and not found.rough
    possible = tuple(map(tuple, sorted(words.tolist()))) if few else ()
    return Hint(finite, found.left, possible, (best,), None, None, rough=found.rough)


def _table(asked: _HintInput) -> Hint:
    """The hint of rules by all answers, with an optimal question of search or theorem."""
    finite, memory, secrets = asked.finite, asked.memory, asked.finite.secrets
    table = _answers_in_time(finite, asked.think, memory, asked.progress)
    best: dict[Word, list[str]] = {}
    proved, optimum = None, searched(finite, asked.think, memory, asked.progress)
    if optimum is not None and optimum.optimal:
        best[optimum.tree.root.question] = ["optimal"]
    elif (proved := asked.proved()) is not None:
        best[proved.question] = ["optimal"]
    for rule in asked.rules:
        best.setdefault(RuleStrategy(table, rule).start().question, []).append(rule.name)
    questions = np.array(list(map(finite.questions.index, best)), np.int64)
    everything = np.arange(len(secrets))
    sizes = sizes_of_parts(table, everything, questions).tolist()
    suggestions = tuple(map(suggestion_of, best, best.values(), sizes))
    if finite.game.weights is not None:
        weights = np.array(whole_weights(finite)[1], np.int64)
        weighed = sizes_of_parts(table, everything, questions, weights).tolist()
        suggestions = tuple(map(by_weight, suggestions, sizes, weighed))
    possible = secrets if len(secrets) <= MOST_SHOWN else ()
    return Hint(finite, len(secrets), possible, suggestions, optimum, None, proved)


_Source = Callable[[_HintInput], Hint | None]
_SOURCES: tuple[_Source, ...] = (_contradiction, _theorem, _kinds, _sample, _table)
"""The sources of a hint, in their order; `hint` explains when each has an answer."""


# ------------------------------------------------------------------------------ what sources need


def suggestion_of(
    question: Word, rules: Iterable[str], sizes: Sequence[int], left: int | None = None
) -> Suggestion:
    """A question with how many secrets give each answer, of which the last one wins.

    left: how many secrets these stand for, if they are a sample.
    """
    seen = sum(sizes)
    scale = Fraction(left or seen, seen)
    expected = Fraction(sum(size * size for size in sizes), seen) * scale
    return Suggestion(
        question,
        tuple(rules),
        parts=sum(size > 0 for size in sizes),
        largest=round(max(sizes) * scale),
        expected_size=expected if scale == 1 else Fraction(round(expected)),
        consistent=sizes[-1] > 0,
    )


def by_weight(one: Suggestion, sizes: Sequence[int], weights: Sequence[int]) -> Suggestion:
    """A question with the expected size of the part that is left, by the weights of the parts."""
    left = sum(size * weight for size, weight in zip(sizes, weights, strict=True))
    return replace(one, expected_size=Fraction(left, sum(weights)))


def _answers_in_time(
    finite: FiniteGame, think: float | None, memory: int, progress: Progress
) -> Answers:
    """The answers; `Refused` when a table of them takes longer than there is time to think."""
    begin = time.monotonic()

    def tick() -> None:
        progress("table of answers", 0, 1)
        if think is not None and time.monotonic() - begin > think + _TABLE:
            raise Refused(
                f"{finite.title}: the table of answers takes longer than {think + _TABLE:g} seconds"
            )

    return answers_of(finite, memory, tick)


def searched(
    finite: FiniteGame, think: float | None, memory: int, progress: Progress
) -> Optimum | None:
    """The result of the search in the time; without a time, None where a moment is not enough."""
    if think is None and finite.question_count * finite.secret_count > FEW:
        return None
    from masetproof.search.optimize import optimize
    from masetproof.search.optimum import NoStrategy

    limit = _MOMENT if think is None else think
    try:
        return optimize(finite, time_limit=limit, memory=memory, progress=progress)
    except NoStrategy:
        return None
    except Refused:
        if think is None:
            return None
        raise
