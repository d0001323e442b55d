"""Which renamings keep the answers of a game.

A *symmetry* is a bijection of words that maps secrets to secrets and questions to questions, and
keeps answers: the images of a secret and a question have the answer that these have.  Or it
exchanges answers: in the comparison game half a turn of the plane makes "nowhere greater" of every
"nowhere less".  The winning answer stays the winning one.  So a strategy and its image need the
same number of questions for each secret and its image.

Three kinds occur, and a group of symmetries is described by all three:

- permutations of the columns;
- permutations of the colours, the same in every column (``SHARED``) or each column's own (``OWN``),
  or none (``FIXED``), as in Wordle, where the words are given;
- maps of words that are named one by one, such as half a turn of a plane.

Only a named map may exchange answers, and a permutation of columns where the game says so
(`Symmetry.moves_answers`).  The search relies on that: any other permutation of columns and colours
that maps each question of a game so far to one with the same answer maps the secrets that are left
to themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import accumulate, pairwise, permutations, starmap
from typing import TYPE_CHECKING, Any, final

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_COLUMNS = 7
"""With more columns their permutations are too many to go through."""

WordMap = Callable[["NDArray[Any]"], "NDArray[Any]"]
"""A map of words, given and returned as an array of cells: [words, pegs]."""


@final
class Colours(Enum):
    """Which permutations of colours are symmetries: none, one for all columns, or any for each."""

    FIXED = "none"
    SHARED = "the same in every column"
    OWN = "of each column by itself"


@final
@dataclass(frozen=True, slots=True)
class Symmetry:
    """A group of symmetries of the words of *pegs* cells over *colours* colours.

    columns: whether all permutations of columns belong to it.  renamings: which permutations of
    colours do.  maps: named maps; together with the identity they are closed under composition, up
    to the permutations above.  sizes: the numbers of colours of the columns where these differ;
    then only columns of the same size are permuted.
    """

    pegs: int
    colours: int
    columns: bool = False
    renamings: Colours = Colours.FIXED
    maps: tuple[WordMap, ...] = ()
    sizes: tuple[int, ...] = ()
    moves_answers: bool = False

    @property
    def alphabets(self) -> tuple[range, ...]:
        """One alphabet for all columns, or for ``OWN`` one for each: three columns of two colours
        have the symbols 0-1, 2-3 and 4-5."""
        if self.renamings is not Colours.OWN:
            return (range(self.colours),)
        return tuple(starmap(range, pairwise(accumulate(self._sizes, initial=0))))

    @property
    def symbols(self) -> int:
        """How many symbols all alphabets have together."""
        return self.alphabets[-1].stop

    @property
    def _sizes(self) -> tuple[int, ...]:
        return self.sizes or (self.colours,) * self.pegs

    def to_symbols(self, words: NDArray[Any]) -> NDArray[Any]:
        """Words with the colours of each column written as symbols of its alphabet.

        For ``OWN`` the word 011 in three columns of two colours becomes 035; otherwise words stay
        as they are.  So isomorphism of sets of words needs no case for ``OWN``: a permutation of
        columns and of symbols that maps one set of words to another maps the symbols of a column to
        the symbols of its image.
        """
        if self.renamings is not Colours.OWN:
            return words
        import numpy as np

        begins = [alphabet.start for alphabet in self.alphabets]
        result: NDArray[Any] = words + np.array(begins, np.uint16)
        return result

    def column_orders(self) -> Iterator[tuple[int, ...]]:
        """The permutations of columns that keep answers; the identity alone where they are many."""
        identity = tuple(range(self.pegs))
        if not self.columns or self.moves_answers or self.pegs > _MOST_COLUMNS:
            yield identity
            return
        sizes = self._sizes
        for order in permutations(identity):
            if all(sizes[one] == size for one, size in zip(order, sizes, strict=True)):
                yield order

    def generators(self) -> Iterator[WordMap]:
        """Maps that generate the group."""
        sizes = self._sizes
        if self.columns:
            for one, other in pairwise(sorted(range(self.pegs), key=sizes.__getitem__)):
                if sizes[one] == sizes[other]:
                    yield partial(_columns_exchanged, one, other)
        if self.renamings is not Colours.FIXED:
            own = self.renamings is Colours.OWN
            for columns in [[j] for j in range(self.pegs)] if own else [[*range(self.pegs)]]:
                for one, other in pairwise(range(sizes[columns[0]])):
                    yield partial(_colours_exchanged, columns, one, other)
        yield from self.maps


def _columns_exchanged(one: int, other: int, words: NDArray[Any]) -> NDArray[Any]:
    result = words.copy()
    result[:, [one, other]] = words[:, [other, one]]
    return result


def _colours_exchanged(
    columns: list[int], one: int, other: int, words: NDArray[Any]
) -> NDArray[Any]:
    result = words.copy()
    for column in columns:
        result[words[:, column] == one, column] = other
        result[words[:, column] == other, column] = one
    return result
