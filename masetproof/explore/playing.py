"""The server's part in games that are played on the pages.

The page's player may guess (the server keeps the secret), may ask for a hint, and sees afterwards
what the best strategy does.  The address of a request has the whole state of play, so the server
remembers no game.  It keeps only lists of words: those it was started with, and the last few that
people loaded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import final

from masetproof.arguments import Refused, as_member, parse_whole
from masetproof.explore.judging import ranking_document, review_document
from masetproof.explore.names import Missing
from masetproof.finite.setting import FiniteGame, Step
from masetproof.games.registry import GAMES_OF_DATA
from masetproof.games.rules import Game
from masetproof.games.wordlist import WordGame
from masetproof.play.best import best_path
from masetproof.play.codemaker import CodemakerKind
from masetproof.play.hints import Hint, hint
from masetproof.play.missing import state_after
from masetproof.play.session import Keeping
from masetproof.progress import Tick, no_tick

_MEMORY = 1 << 28
"""The bytes that the tables for a request may take."""
_THINK = 5.0
"""Seconds for the best strategy of a game that was played to its end."""
_FEW_ANSWERS = 32
"""With more answers a page has no button for each."""
_MOST_LISTS = 8
"""The most lists that people loaded; the oldest one goes."""
_MOST_ASKED = 256
"""The most questions of a game, many more than people ask."""
_DRAWS = CodemakerKind.RANDOM
_GAMES = 4
"""The most games with such a list that are kept in memory."""

Lists = Mapping[str, tuple[str, str]]
"""Lists by name: the words, and the words that may only be asked, one on each line."""
Query = Mapping[str, Sequence[str]]
"""The values of each key behind the question mark of an address, as `urllib.parse.parse_qs`."""


def word_games() -> list[tuple[str, str]]:
    """The games with the words of a list: name and title."""
    games = GAMES_OF_DATA.items()
    return [(name, kind.title) for name, kind in games if issubclass(kind, WordGame)]


def one(query: Query, key: str) -> str:
    """The only value of a key; `Refused` otherwise."""
    values = query.get(key, [])
    if len(values) != 1:
        raise Refused(f"the address needs one {key!r}")
    return values[0]


@final
class Playing:
    """Answers requests about games, and keeps lists of words; lists: those of the start."""

    def __init__(self, lists: Lists | None = None) -> None:
        self._given = dict(lists or {})
        self._loaded: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._lock = Lock()
        self._made = lru_cache(maxsize=_GAMES)(_game_of)
        self._answers: Mapping[str, Callable[[FiniteGame, Query, Tick], dict[str, object]]] = {
            "hint": _hint,
            "best": _best,
            "keep": _keep,
            "rank": _rank,
            "review": _review,
            "typed": _typed,
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of requests: hint, best, keep, rank, review, typed."""
        return tuple(self._answers)

    def answer(self, kind: str, name: str, query: Query, tick: Tick = no_tick) -> dict[str, object]:
        """The answer to a request; kind: one of `kinds`, name: of the game.

        query: ``pegs`` and ``colours``, or the name of a ``list`` of words; ``after``, once for
        each question with its answer, as `masetproof hint` has them; and what the kind needs:

        - ``hint``: what is known, as `play.hints`, within a moment; ``rule`` names the rule.
        - ``best``: how the best strategy finds the ``secret``, and how many secrets each of its
          questions and each in ``after`` left.
        - ``keep``: the answers to each ``asked`` for a secret that is drawn with the ``seed``, and
          the secret itself once it is found, or when the player gives ``up``; of a ``codemaker``
          that has chosen none, the answers after those of the address.
        - ``rank``: the best questions for a ``goal``, and sentences on each ``question``.
        - ``review``: the ratings of each ``step`` after those of the address.
        - ``typed``: the answer that a ``text`` means.

        With ``hard`` it is a game in hard mode.

        tick: called now and then; it may raise.  `Refused` when there is no such game or state.
        """
        after = query.get("after", ())
        if sum(len(query.get(key, ())) for key in ("after", "asked", "step")) > _MOST_ASKED:
            raise Refused(f"a game in the explorer has at most {_MOST_ASKED} questions")
        hard = "hard" in query
        if any(name == other for other, _ in word_games()):
            whole = FiniteGame(self._made(name, *self._list(one(query, "list"))), hard=hard)
        else:
            pegs, colours = (parse_whole(one(query, key)) for key in ("pegs", "colours"))
            whole = FiniteGame(name, pegs, colours, hard=hard)
        return self._answers[kind](state_after(whole, after, tick), query, tick)

    def accept(self, text: str) -> dict[str, object]:
        """Keep a list that somebody loaded; its `list_document`, with the name it has from now on.

        text: the words, and behind a zero character the words that may only be asked.  `Refused` if
        it is no list of words.
        """
        words, _, allowed = text.partition("\0")
        name = f"list-{sha256(text.encode()).hexdigest()[:12]}"
        about = list_document(name, words, allowed)
        with self._lock:
            self._loaded[name] = (words, allowed)
            self._loaded.move_to_end(name)
            if len(self._loaded) > _MOST_LISTS:
                self._loaded.popitem(last=False)
        return about

    def _list(self, name: str) -> tuple[str, str]:
        with self._lock:
            found = self._given.get(name) or self._loaded.get(name)
        if found is None:
            raise Missing(
                f"the explorer has no list of words {name[:40]!r} any more; load it again"
            )
        return found


def _game_of(name: str, words: str, allowed: str) -> Game:
    kind = GAMES_OF_DATA[name]
    assert issubclass(kind, WordGame)
    return kind(words, allowed)


def list_document(name: str, words: str, allowed: str = "") -> dict[str, object]:
    """The figures of a list for pages: its name and how many words, further questions and letters.

    `Refused` if it is no list of words.
    """
    game = GAMES_OF_DATA["jotto"]
    assert issubclass(game, WordGame)
    made = game(words, allowed)
    pegs, letters = made.size
    secrets, more = made.secret_count(pegs, letters), made.word_count(pegs, letters)
    about: dict[str, object] = {"name": name, "words": secrets, "more": more - secrets}
    return about | {
        "letters": pegs,
        "alphabet": made.letters,
        "weighted": made.weights is not None,
    }


# ------------------------------------------------------------------------------- what is answered


def _hint(finite: FiniteGame, query: Query, tick: Tick) -> dict[str, object]:
    rules = query.get("rule")
    progress = lambda *_: tick()  # noqa: E731
    return hint_document(hint(finite, rules, memory=_MEMORY, progress=progress, quick=True))


def hint_document(hint: Hint) -> dict[str, object]:
    """All that is known in a state of play.

    How much of it the page shows depends on how strong a hint its player wants.
    """
    finite, conflict = hint.finite, hint.conflict
    repair = conflict and conflict.repair
    texts = [finite.plain_answer(number) for number in range(finite.winning + 1)]
    return {
        "kind": "hint",
        "remaining": hint.remaining,
        "rough": hint.rough,
        "beyond": hint.beyond,
        "possible": [finite.text(word) for word in hint.possible],
        "direction": hint.direction,
        "answers": texts if len(texts) <= _FEW_ANSWERS else [],
        "like": texts[len(texts) // 2],
        "winning": texts[-1],
        "questions": [one.document(finite) for one in hint.suggestions],
        "total": hint.total if hint.is_optimal else None,
        "expected": str(hint.expected) if hint.is_optimal else None,
        "by": hint.how if hint.is_optimal else None,
        "conflict": conflict and list(conflict.steps),
        "repair": repair
        and {
            "index": repair.index,
            "answer": finite.plain_answer(repair.answer),
            "remaining": repair.remaining,
        },
    }


def _best(finite: FiniteGame, query: Query, tick: Tick) -> dict[str, object]:
    """How the best strategy finds the secret, and how many secrets each question left, of it and of
    the player's own."""
    found = best_path(
        finite, one(query, "secret"), think=_THINK, memory=_MEMORY, progress=lambda *_: tick()
    )
    return {
        "kind": "best",
        "name": found.name,
        "average": None if found.average is None else str(found.average),
        "optimal": found.is_optimal,
        "how": found.how,
        "asked": [
            [finite.text(question), finite.plain_answer(number)] for question, number in found.asked
        ],
        "left": _left(finite, found.asked, tick),
        "yours": _left(finite, finite.after, tick),
    }


def _left(finite: FiniteGame, steps: Sequence[Step], tick: Tick) -> list[int | None]:
    """How many secrets are left after each step that does not win; None for too many to list."""
    state, left = finite.whole, list[int | None]()
    for question, number in steps:
        tick()
        if number == finite.winning:
            break
        state = state.then(question, number)
        left.append(state.secret_count if state.is_listable else None)
    return left


def _keep(finite: FiniteGame, query: Query, tick: Tick) -> dict[str, object]:
    """A game so far in which the page's player guesses."""
    tick()
    codemaker = (
        as_member(CodemakerKind, one(query, "codemaker")) if "codemaker" in query else _DRAWS
    )
    seed = parse_whole(one(query, "seed")) if codemaker.has_secret else None
    keeping, guesses = Keeping(finite, seed=seed, codemaker=codemaker), []
    for question in query.get("asked", ()):
        guesses.append(keeping.ask(question))
        tick()
    over = keeping.won or "up" in query
    secret = keeping.secret
    if secret is None and over:  # none was chosen, and this one would have given all answers
        secret = keeping.state.secrets[0]
    return {
        "kind": "keep",
        "answers": [finite.plain_answer(guess.answer) for guess in guesses],
        "possible": [guess.possible for guess in guesses],
        "won": keeping.won,
        "secret": finite.text(secret) if over and secret else None,
    }


def _rank(finite: FiniteGame, query: Query, tick: Tick) -> dict[str, object]:
    goal = one(query, "goal") if "goal" in query else "expected"
    return ranking_document(finite, query.get("question", ()), goal, tick)


def _review(finite: FiniteGame, query: Query, tick: Tick) -> dict[str, object]:
    return review_document(finite, query.get("step", ()), tick)


def _typed(finite: FiniteGame, query: Query, tick: Tick) -> dict[str, object]:
    """The answer that a player means, however it is written; or why it is none."""
    tick()
    text = one(query, "text")
    try:
        answer = finite.plain_answer(finite.as_answer(text))
    except Refused as refusal:
        return {"kind": "typed", "answer": None, "why": f"{refusal}."}
    return {"kind": "typed", "answer": answer, "why": None}
