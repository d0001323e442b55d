"""Symmetries of lists of words, found by trial.

A game of words is symmetric where permutations of letters and columns map the list of secrets and
the list of questions to themselves, as with all strings over some letters.  Ordinary lists are not,
and that is seen at once: a symmetry maps a letter to one that occurs as often, in some order of the
columns, and a column to one with the same counts.  Where no two letters and no two columns are
alike in this way there is no symmetry.  Otherwise exchanges of two letters and of two columns are
tried, and turning words round; the letters go with the columns as their counts say.

Each one that is found is a symmetry; not all are looked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, final

from masetproof.games.symmetry import Colours, Symmetry, WordMap
from masetproof.words import Word

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_CODES = 1 << 62
_MOST_LOOKED_AT = 4_000_000
"""The most words and letters that are mapped in all trials together."""


def list_symmetry(
    words: Sequence[Word], secrets: Sequence[Word], letters: int, *, moves_answers: bool
) -> Symmetry:
    """The symmetries of two lists of words, both ascending, over that many letters.

    moves_answers: whether answers have the order of the columns, as marks do.
    """
    pegs = len(words[0])
    none = Symmetry(pegs, letters)
    if letters**pegs >= _MOST_CODES:
        return none
    tried = _Trial(words, secrets, letters)
    if not tried.may_have:
        return none
    exchanges = [*tried.letters()]
    shared = len(exchanges) == letters - 1 > 0
    moved = [*tried.columns()]
    columns = len(moved) == pegs - 1 > 0
    maps = [] if shared else exchanges
    maps += [] if columns else moved
    if not (shared and columns):
        maps += tried.turned()
    return Symmetry(
        *(pegs, letters, columns),
        Colours.SHARED if shared else Colours.FIXED,
        tuple(maps),
        moves_answers=columns and moves_answers,
    )


def _moved(order: Sequence[int], names: Sequence[int], words: NDArray[Any]) -> NDArray[Any]:
    """Words with their columns in another order, and their letters renamed."""
    import numpy as np

    moved: NDArray[Any] = np.array(names, words.dtype)[words[:, list(order)]]
    return moved


@final
class _Trial:
    """Two lists, and which permutations map them to themselves."""

    def __init__(self, words: Sequence[Word], secrets: Sequence[Word], letters: int) -> None:
        import numpy as np

        self._letters, self._pegs, self._looked_at = letters, len(words[0]), 0
        lists = [secrets] if len(words) == len(secrets) else [secrets, words]
        self._lists = [np.array(one, np.int64) for one in lists]
        self._codes = [self._code(one) for one in self._lists]
        # How often each letter stands in each column: [lists, letters, pegs].
        self._counts = np.array(
            [[np.bincount(column, minlength=letters) for column in one.T] for one in self._lists]
        ).transpose(0, 2, 1)

    @property
    def may_have(self) -> bool:
        """Whether two letters or two columns are alike."""
        alike = self._alike_letters(), self._alike_columns()
        return any(len(group) > 1 for groups in alike for group in groups)

    def _alike_letters(self) -> list[list[int]]:
        by_letter = self._counts.copy()
        by_letter.sort(axis=2)
        return _groups(by_letter[:, letter].tobytes() for letter in range(self._letters))

    def _alike_columns(self) -> list[list[int]]:
        by_column = self._counts.copy()
        by_column.sort(axis=1)
        return _groups(by_column[:, :, column].tobytes() for column in range(self._pegs))

    def letters(self) -> Iterator[WordMap]:
        """Exchanges of two letters; letters - 1 of them where any two may be exchanged."""
        for group in self._alike_letters():
            yield from self._exchanges(group, range(self._letters), is_letters=True)

    def columns(self) -> Iterator[WordMap]:
        """Exchanges of two columns; pegs - 1 of them where any two may be exchanged."""
        for group in self._alike_columns():
            yield from self._exchanges(group, range(self._pegs), is_letters=False)

    def _exchanges(
        self, group: list[int], everything: range, *, is_letters: bool
    ) -> Iterator[WordMap]:
        """Those that connect alike ones, each with one before it."""
        joined = {one: one for one in group}
        for one, other in combinations(group, 2):
            if self._looked_at > _MOST_LOOKED_AT:
                return
            if joined[one] == joined[other]:
                continue
            moved = [*everything]
            moved[one], moved[other] = other, one
            order, names = (
                (range(self._pegs), moved) if is_letters else (moved, range(self._letters))
            )
            if self._holds(order, names):
                before, after = joined[other], joined[one]
                joined = {key: after if to == before else to for key, to in joined.items()}
                yield partial(_moved, order, names)

    def turned(self) -> Iterator[WordMap]:
        """Exchanges of two columns, words turned round, and columns moved on by one, each with the
        letters that have the same counts then."""
        identity = [*range(self._pegs)]
        orders = [identity[::-1], [*identity[1:], 0]]
        for group in self._alike_columns():
            for one, other in combinations(group, 2):
                order = [*identity]
                order[one], order[other] = other, one
                orders.append(order)
        for order in orders:
            names = self._names(order)
            if order != identity and names is not None and self._holds(order, names):
                yield partial(_moved, order, names)

    def _names(self, order: list[int]) -> list[int] | None:
        """For each letter one that has its counts after the columns are moved, in their order."""
        own: dict[bytes, list[int]] = defaultdict(list)
        for letter in range(self._letters):
            own[self._counts[:, letter].tobytes()].append(letter)
        left, names = {key: iter(same) for key, same in own.items()}, list[int]()
        for letter in range(self._letters):
            name = next(left.get(self._counts[:, letter][:, order].tobytes(), iter(())), None)
            if name is None:
                return None
            names.append(name)
        return names

    def _holds(self, order: Sequence[int], names: Sequence[int]) -> bool:
        """Whether both lists are mapped to themselves."""
        import numpy as np

        self._looked_at += self._letters + sum(map(len, self._lists))
        return self._looked_at <= _MOST_LOOKED_AT and all(
            bool((np.sort(self._code(_moved(order, names, words))) == codes).all())
            for words, codes in zip(self._lists, self._codes, strict=True)
        )

    def _code(self, words: NDArray[Any]) -> NDArray[Any]:
        """Words read as numbers, in the order of words."""
        codes = words[:, 0].copy()
        for column in words.T[1:]:
            codes = codes * self._letters + column
        return codes


def _groups(keys: Iterator[Hashable]) -> list[list[int]]:
    """The places that have the same key."""
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        groups[key].append(place)
    return [*groups.values()]
