"""Games with the words of a list: what the list may hold, and how it is read.

A game of words is a class of them, which says what the answers are (`answers`, `compare`, and
`numbers` to be fast) and is registered; a list of words makes a game of it.

A list is a text with a word on each line, and behind it perhaps its weight (``crane 3``,
``crane,0.25``): how likely it is to be the secret, in proportion to the others.  The cells of words
are letters of any alphabet, digits and the signs of `SIGNS`, so that equations and words with
hyphens can be guessed, too.  All words have the same number of them, and capital letters count as
small ones.  A letter with its accent is one letter, whichever way it is encoded, and the Greek
final sigma is a sigma.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Self
from unicodedata import normalize

from masetproof.arguments import Refused, as_instance, counted, shown
from masetproof.files import file_path, read_text
from masetproof.games.known_lists import digest, known_name
from masetproof.games.listed import list_symmetry
from masetproof.games.rules import ListedGame
from masetproof.games.symmetry import Symmetry
from masetproof.words import Word

MOST_BYTES = 1 << 22
"""A longer file is no list of words that could be played with."""
_MOST_LETTERS = 40
"""No message shows more of a word, and no word has more."""
SIGNS = "+-*/=().!'"
"""The signs that words may have beside letters and digits.  A colon, a comma and a blank stand
between words and what is said of them."""
_DECIMALS = "0123456789"
_SIGMA, _FINAL = "\N{GREEK SMALL LETTER SIGMA}", "\N{GREEK SMALL LETTER FINAL SIGMA}"
"""One letter, which is written otherwise at the end of a word."""

_ENTRY = re.compile(r"([^\s,]+)(?:\s*,\s*|\s+)(\S+)")
"""A word and its weight."""
_LIKE_NUMBER = re.compile(r"[-+.]?[0-9]|[-+]?(?:nan|inf)", re.IGNORECASE)
_DIGITS, _EXPONENT = 30, 60
_WEIGHT = re.compile(
    rf"[+-]?(?:[0-9]{{1,{_DIGITS}}}/([0-9]{{1,{_DIGITS}}})"
    rf"|(?:[0-9]{{1,{_DIGITS}}}(?:\.[0-9]{{0,{_DIGITS}}})?|\.[0-9]{{1,{_DIGITS}}})"
    r"(?:[eE]([+-]?[0-9]{1,3}))?)"
)
_MOST_ENTRY = 400

_ASKED = "the words that may only be asked"


@contextmanager
def naming_the_file(words: Path | str, allowed: Path | str) -> Iterator[None]:
    """Put the name of the file before the message of a `Refused` that the block raises."""
    try:
        yield
    except Refused as refused:
        path = allowed if str(refused).startswith(_ASKED) else words
        raise Refused(f"{path}: {refused}") from None


class WordGame(ListedGame):
    """A game with words of a list: any of them may be the secret, and any may be asked.

    A subclass has a name and says what the answers are, as of any `Game`; words are tuples of the
    places of their letters in `letters`, which are in alphabetical order.

    words: the list, a text with a word on each line or the words; in any order.  All or none of
    them have weights: behind the word, or as a mapping from words to whole numbers, fractions or
    their texts.  allowed: more words that may be asked but are not the secret.  `Refused` names the
    line or the word that is none.

    >>> class Places(WordGame):
    ...     name, label, title = "places", "PL", "Letters in their places"
    ...     def answers(self, pegs):
    ...         return range(pegs + 1)
    ...     def compare(self, secret, question):
    ...         return sum(map(int.__eq__, secret, question))
    >>> Places(["ate", "ape"]).answer("ate", "ape")
    2
    """

    most_letters = _MOST_LETTERS
    is_symmetric = False
    """Whether letters and columns are alike in answers, so that symmetries of a list count."""
    order_matters = True
    """Whether an answer depends on the order of the letters."""
    data_title = "a list of words (--words FILE, or the game's read function)"

    def __init__(
        self,
        words: str | Iterable[str] | Mapping[str, int | Fraction | str],
        allowed: str | Iterable[str] = (),
    ) -> None:
        secrets, weights = _listed(words, "the list of words")
        if not secrets:
            raise Refused("the list of words is empty")
        listed, unwanted = _listed(allowed, _ASKED)
        if unwanted:
            raise Refused(f"{listed[next(iter(unwanted))]}: a word that is no secret has no weight")
        self._given = tuple(secrets), tuple(listed)
        more = {word: place for word, place in listed.items() if word not in secrets}
        length = len(first := next(iter(secrets)))
        if length > self.most_letters:
            most = f"at most {self.most_letters} letters"
            raise Refused(f"words of the game {self.name} have {most}, not {length}")
        for word, place in (secrets | more).items():
            if len(word) != length:
                raise Refused(
                    f"{place}: {word!r} has {len(word)} letters, but {first!r} has {length}"
                )
        self.letters = "".join(sorted({letter for word in (*secrets, *more) for letter in word}))
        self._places = {letter: place for place, letter in enumerate(self.letters)}
        self._list(map(self._cells, (*secrets, *more)), map(self._cells, secrets))
        if weights:
            self.weights = {self._cells(word): weight for word, weight in weights.items()}

    @classmethod
    def read(cls, words: str | PathLike[str], allowed: str | PathLike[str] | None = None) -> Self:
        """The game with the list in a file; `Refused` when there is none in it, `OSError`."""
        files = [*map(file_path, [words] if allowed is None else [words, allowed])]
        texts = [read_text(path, MOST_BYTES, "a list of words") for path in files]
        with naming_the_file(files[0], files[-1]):
            return cls(*texts)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {len(self._secrets):,} words>"

    @property
    def size(self) -> tuple[int, int]:
        return len(self._words[0]), len(self.letters)

    @cached_property
    def lists(self) -> dict[str, dict[str, object] | int]:
        """Of the secrets, and of the further words as they were given: how many there are, the
        digest of the list, and its name if it is known; and how many words are in both lists.

        >>> from masetproof import Wordle
        >>> Wordle(["ate", "eat"], ["tea", "ate"]).lists["in_both"]
        1
        """
        named: dict[str, dict[str, object] | int] = {}
        for key, words in zip(("words", "allowed"), self._given, strict=True):
            if words:
                code = digest(words)
                named[key] = {"count": len(words), "name": known_name(code), "sha256": code}
        return named | {"in_both": len({*self._given[0]} & {*self._given[1]})}

    @property
    def lists_name(self) -> str:
        """The names of the lists that are known: ``the 2,315 original answers``."""
        lists = [self.lists[key] for key in ("words", "allowed") if key in self.lists]
        names = [one["name"] for one in lists if isinstance(one, dict)]
        return " and ".join(str(name) for name in names if name)

    @property
    def lists_text(self) -> str | None:
        """How the two lists overlap, in a line; None where they do not.

        A list of further words that has some of the secrets may be a list of all words that may be
        asked, so that the other secrets may not; here they may.
        """
        secrets, allowed = self._given
        both = len({*secrets} & {*allowed})
        if not both:
            return None
        if both == len(secrets):
            return f"all {both:,} secrets are in both lists; the other has {len(allowed):,} words"
        return (
            f"{counted(both, 'word')} {'is' if both == 1 else 'are'} in both lists, of "
            f"{len(secrets):,} secrets and {len(allowed):,} words; warning: the other "
            f"{counted(len(secrets) - both, 'secret')} may be asked here, but perhaps not in the "
            "game of these lists"
        )

    not_a_word = "is not in the list"
    a_word = "a word of the list"
    beyond = ""
    """How a game goes on with words of `play.missing`, where its list has no secret left."""

    def word_text(self, word: Word) -> str:
        text = self.spelled(word)
        is_final = len(text) == self.size[0] and text.endswith(_SIGMA)
        return text[:-1] + _FINAL if is_final else text

    def spelled(self, word: Word) -> str:
        """The letters of a word, each as in `letters`; ``?`` for what is no cell."""
        last = len(self.letters)
        return "".join(
            self.letters[cell] if type(cell) is int and 0 <= cell < last else "?" for cell in word
        )

    def parse_word(self, text: str) -> Word:
        """The word of the list that is written so."""
        folded = _folded(as_instance(str, text, "a word")[: 4 * _MOST_LETTERS])
        if set(folded) <= self._places.keys():
            word = self._cells(folded)
            if word in self._known:
                return word
        raise Refused(f"{text[:_MOST_LETTERS]!r} is not in the list of words")

    def fits(self, beginning: str, question: str, answer: Any) -> bool | None:
        """Whether some word that begins so may give this answer; None if the game has no such rule.

        With one, `play.missing` can go on with combinations of letters when no word of the list is
        left.  True may be wrong for a beginning, but not for a whole word; letters that the
        question does not have must all count the same.
        """
        return None

    def symmetry(self, pegs: int, colours: int) -> Symmetry:
        """What maps the list to itself, found by trial; nothing for most lists."""
        return self._symmetry if self.is_symmetric else super().symmetry(pegs, colours)

    @cached_property
    def _symmetry(self) -> Symmetry:
        letters = len(self.letters)
        return list_symmetry(self._words, self._secrets, letters, moves_answers=self.has_marks)

    def _cells(self, word: str) -> Word:
        return tuple(map(self._places.__getitem__, word))

    def data(self) -> dict[str, list[str]]:
        """The words, the words that may only be asked, and the weights of the former, if any."""
        words = {
            "words": self._texts(self._secrets),
            "allowed": self._texts([word for word in self._words if word not in self._hidden]),
        }
        known = self.weights
        if known is None:
            return words
        return words | {"weights": [str(known[word]) for word in self._secrets]}

    def _texts(self, words: Sequence[Word]) -> list[str]:
        """`word_text` of many words of the list."""
        if _SIGMA in self.letters:
            return [self.word_text(word) for word in words]
        return ["".join(map(self.letters.__getitem__, word)) for word in words]

    @classmethod
    def of_data(cls, data: object) -> Self:
        if not isinstance(data, dict) or set(data) - {"weights"} != {"words", "allowed"}:
            raise Refused(f"the data of the game {cls.name} are its words and those allowed")
        for words in data.values():
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise Refused(f"the words of the game {cls.name} are a list of texts")
        if "weights" not in data:
            return cls(data["words"], data["allowed"])
        words, weights = data["words"], data["weights"]
        if len(words) != len(weights):
            raise Refused(
                f"of the game {cls.name} there are {len(words)} words and as many weights"
            )
        both = zip(words, weights, strict=True)
        return cls([f"{word} {weight}" for word, weight in both], data["allowed"])


def letters_in_common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many letters two words have in common, as often as both have them."""
    return sum(min(one.count(letter), other.count(letter)) for letter in set(other))


def _listed(words: object, what: str) -> tuple[dict[str, str], dict[str, Fraction]]:
    """Words in small letters, each with its place for a message; and their weights, if they have
    any."""
    if isinstance(words, Mapping):
        words = [_with_weight(word, weight) for word, weight in words.items()]
    if isinstance(words, str):
        lines = enumerate(words.removeprefix("\ufeff").splitlines(), 1)
        given = [(f"{what}, line {n:,}", line.strip()) for n, line in lines if line.strip()]
    elif isinstance(words, Iterable):
        given = [(f"{what}, word {n:,}", word) for n, word in enumerate(words, 1)]
    else:
        raise Refused(f"{what} is a text or texts, not a {type(words).__name__}")
    places, weights = dict[str, str](), dict[str, Fraction]()
    for place, entry in given:
        if not isinstance(entry, str):
            raise Refused(f"{place}: {type(entry).__name__} is no word of letters")
        word, weight = _weighed(place, entry)
        text = normalize("NFC", word[: 4 * _MOST_LETTERS])
        if not _is_word(text[: _MOST_LETTERS + 1]):
            cells = f"letters, digits and {' '.join(SIGNS)}"
            raise Refused(f"{place}: {word[:_MOST_LETTERS]!r} is no word of {cells}")
        if len(text) > _MOST_LETTERS:
            raise Refused(f"{place}: a word has at most {_MOST_LETTERS} letters")
        folded = _folded(text)
        if len(folded) != len(text):
            raise Refused(f"{place}: {text!r} has a capital letter that is no single small one")
        if folded in places:
            raise Refused(f"{place}: {text!r} stands in the list twice")
        if places and (weight is None) != (not weights):
            raise Refused(f"{place}: all words have weights or none, unlike {text!r} and the first")
        places[folded] = place
        if weight is not None:
            weights[folded] = weight
    return places, weights


def _with_weight(word: object, weight: object) -> object:
    """The entry of a list for a word and its weight."""
    if isinstance(weight, bool) or not isinstance(weight, int | Fraction | Decimal | str):
        raise Refused(
            f"the weight of {shown(word)} is a whole number, a fraction or its text, not "
            f"{shown(weight)}"
        )
    return f"{word} {weight}" if isinstance(word, str) else word


def _weighed(place: str, entry: str) -> tuple[str, Fraction | None]:
    """The word of an entry and its weight; the entry itself where nothing behind it is like one."""
    if entry.isalpha():
        return entry, None
    found = _ENTRY.fullmatch(entry) if len(entry) <= _MOST_ENTRY else None
    if found is None or not _LIKE_NUMBER.match(found[2]):
        return entry, None
    return found[1], _as_weight(place, found[2])


def _as_weight(place: str, text: str) -> Fraction:
    """An exact weight; `Refused` for numbers that are not positive, or have many digits."""
    what = f"{place}: the weight {text[:_MOST_LETTERS]!r}"
    digits = _WEIGHT.fullmatch(text)
    if digits is None or (digits[1] and int(digits[1]) == 0):
        raise Refused(
            f"{what} is no number such as 3, 0.25, 1.5e-7 or 2/3, with at most {_DIGITS} digits "
            f"and an exponent of at most {_EXPONENT}"
        )
    if digits[2] and abs(int(digits[2])) > _EXPONENT:
        raise Refused(f"{what} has an exponent of more than {_EXPONENT}")
    weight = Fraction(text)
    if weight <= 0:
        raise Refused(f"{what} is not positive; a word that is no secret is left out of this list")
    return weight


def _is_word(text: str) -> bool:
    """Whether a text has only signs that words may have; digits of other scripts are none."""
    if text.isalpha():
        return True
    return bool(text) and all(sign.isalpha() or sign in _DECIMALS + SIGNS for sign in text)


def _folded(word: str) -> str:
    """A word in small letters, which are encoded in one way."""
    return normalize("NFC", word).lower().replace(_FINAL, _SIGMA)
