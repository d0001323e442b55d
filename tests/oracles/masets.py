"""Masets and maset patterns by enumeration.

Conventions. A pattern is a collection of clauses such as ("00", "0*"): the explicit colours are
the digits 0..9, the star is '*'. Secrets and questions are tuples of colour numbers. The extra
colour 'a', which matches nothing, is -1 in a question and never occurs in a secret. With k
explicit colours the implicit (in a question: new) colours are numbered k, k + 1, ...
`repeat` is True in Mastermind and False in the AB game.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, lru_cache
from itertools import permutations, product
from typing import Final

Word = tuple[int, ...]

EXTRA: Final = -1  # the extra colour in a question
STAR: Final = -2  # the star in a clause; never leaves this module


@lru_cache(1 << 17)
def answer(secret: Word, question: Word) -> tuple[int, int]:
    """Return (black, white): black counts the positions that agree, and black + white is the sum
    over the colours of the smaller of the numbers of occurrences in secret and question."""
    black = sum(s == q for s, q in zip(secret, question, strict=True))
    common = sum(min(secret.count(colour), question.count(colour)) for colour in set(secret))
    return black, common - black


def _parse(clauses: Iterable[str]) -> frozenset[Word]:
    """The clauses as tuples of numbers, the star as STAR."""
    texts = list(clauses)
    if not texts or any(len(text) != len(texts[0]) or not text for text in texts):
        raise ValueError(f"a pattern needs clauses, all of one length: {texts}")
    if any(sign not in "0123456789*" for text in texts for sign in text):
        raise ValueError(f"a clause consists of the signs 0..9 and *: {texts}")
    return frozenset(tuple(STAR if sign == "*" else int(sign) for sign in text) for text in texts)


def _explicit_colours(pattern: frozenset[Word]) -> set[int]:
    """The explicit colours that occur."""
    return {colour for clause in pattern for colour in clause} - {STAR}


def _image(word: Word, columns: Word, colours: Mapping[int, int]) -> Word:
    """The word with position i taken from position columns[i], colours mapped as given; the star,
    the extra colour and new colours, which `colours` does not name, stay as they are."""
    return tuple(colours.get(word[column], word[column]) for column in columns)


def secrets(clauses: Iterable[str], implicit: int, repeat: bool) -> set[Word]:
    """Return the secrets of a pattern with `implicit` implicit colours.

    A star stands for each of the colours k..k + implicit - 1, where k = 1 + the largest explicit
    colour (0 if there is none), all stars of a clause independently. Without `repeat` secrets that
    repeat a colour are left out.
    """
    pattern = _parse(clauses)
    first = 1 + max(_explicit_colours(pattern), default=-1)
    stands_for = range(first, first + implicit)
    found: set[Word] = set()
    for clause in pattern:
        found.update(product(*(stands_for if sign == STAR else (sign,) for sign in clause)))
    return {secret for secret in found if repeat or len(set(secret)) == len(secret)}


def isomorphic(first: Iterable[str], second: Iterable[str]) -> bool:
    """Return whether a permutation of the columns and a bijection of the explicit colours that
    occur, the star fixed, take the clauses of the first pattern to those of the second."""
    one, two = _parse(first), _parse(second)
    pegs = len(next(iter(one)))
    colours_one, colours_two = sorted(_explicit_colours(one)), sorted(_explicit_colours(two))
    if len(next(iter(two))) != pegs or len(colours_one) != len(colours_two):
        return False
    return any(
        {_image(clause, columns, dict(zip(colours_one, images, strict=True))) for clause in one}
        == two
        for columns in permutations(range(pegs))
        for images in permutations(colours_two)
    )


def question_classes(clauses: Iterable[str], repeat: bool, extra: bool) -> list[set[Word]]:
    """Return all questions on a normalized pattern, sorted into isomorphism classes.

    Questions are tuples over the explicit colours 0..k-1, the new colours k, k + 1, ... (numbered
    in order of first use) and, with `extra`, the extra colour, but not of it alone. Without
    `repeat` a question repeats no colour but the extra one. Two questions are in one class if a
    column permutation and a bijection of the explicit colours that together take the pattern to
    itself take one question to the other, once its new colours are renumbered.

    Questions that do not split the pattern are included. All k! bijections are tried, so k should
    be 8 at most. Raises ValueError unless the explicit colours that occur are 0..k-1.
    """
    pattern = _parse(clauses)
    pegs = len(next(iter(pattern)))
    explicit = range(len(_explicit_colours(pattern)))
    if _explicit_colours(pattern) != set(explicit):
        raise ValueError(f"the pattern is not normalized: {sorted(pattern)}")

    def renumbered(question: Word) -> Word:
        new = dict.fromkeys(colour for colour in question if colour >= len(explicit))
        numbers = {colour: len(explicit) + i for i, colour in enumerate(new)}
        return tuple(numbers.get(colour, colour) for colour in question)

    def legal(question: Word) -> bool:
        coloured = [colour for colour in question if colour != EXTRA]
        return (
            len(coloured) > 0
            and (repeat or len(set(coloured)) == len(coloured))
            and question == renumbered(question)
        )

    automorphisms = [
        (columns, dict(zip(explicit, images, strict=True)))
        for columns in permutations(range(pegs))
        for images in permutations(explicit)
        if pattern
        == {_image(clause, columns, dict(zip(explicit, images, strict=True))) for clause in pattern}
    ]
    colours = range(EXTRA if extra else 0, len(explicit) + pegs)
    classes: list[set[Word]] = []
    for question in filter(legal, product(colours, repeat=pegs)):
        if not any(question in known for known in classes):
            # The automorphisms form a group, so the images of one question are its whole class.
            classes.append({renumbered(_image(question, *a)) for a in automorphisms})
    return classes


def _minimum(
    secrets: Collection[Word],
    questions: Collection[Word],
    cost: Callable[[int, list[int]], int],
) -> int:
    """The least cost of a strategy that asks only the given questions.

    `cost` gives the cost of a question from the number of possible secrets and the costs of the
    parts into which the losing answers split them.
    """

    @cache
    def solve(possible: frozenset[Word]) -> int:
        costs = []
        for question in questions:
            parts: dict[tuple[int, int], set[Word]] = {}
            for secret in possible - {question}:
                parts.setdefault(answer(secret, question), set()).add(secret)
            # A question that leaves all the secrets together says nothing and only costs.
            if possible not in parts.values():
                costs.append(cost(len(possible), [solve(frozenset(p)) for p in parts.values()]))
        if not costs:
            # No strategy solves these secrets, hence none solves more than these.
            raise ValueError(f"the questions do not solve the secrets {sorted(possible)}")
        return min(costs)

    return solve(frozenset(secrets)) if secrets else 0


def minimal_epl_of_maset(secrets: Collection[Word], questions: Collection[Word]) -> int:
    """Return the least EPL (sum over the secrets of the number of questions asked, the winning
    one included) of the secrets when only the given questions are asked; 0 without secrets.
    Raises ValueError if the questions cannot solve the secrets."""
    return _minimum(secrets, questions, lambda size, parts: size + sum(parts))


def minimal_depth_of_maset(secrets: Collection[Word], questions: Collection[Word]) -> int:
    """Return the least worst case (largest number of questions asked, the winning one included)
    of the secrets when only the given questions are asked; 0 without secrets. Raises ValueError
    if the questions cannot solve the secrets."""
    return _minimum(secrets, questions, lambda _, parts: 1 + max(parts, default=0))
