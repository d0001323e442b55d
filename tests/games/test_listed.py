"""Symmetries of lists of words: what is found is one, and the search has the same optima."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from masetproof import FiniteGame, openings, optimize
from masetproof.finite.table import cells, orbits
from masetproof.games import listed as by_trial
from masetproof.games.jotto import Jotto
from masetproof.games.symmetry import Colours
from masetproof.games.word_mastermind import WordMastermind
from masetproof.games.wordle import Wordle
from masetproof.games.wordlist import WordGame, letters_in_common
from masetproof.search.optimum import Optimum
from tests.oracles.wordle import marks, optimum


def strings(letters: str, length: int) -> list[str]:
    return ["".join(word) for word in product(letters, repeat=length)]


def symmetric(seed: int) -> tuple[list[str], list[str]]:
    """Secrets, and more questions: orbits of some words under a group that is drawn."""
    draw = random.Random(seed)
    letters, length = "abcd"[: draw.randint(2, 4)], draw.randint(2, 3)
    columns, names = [*range(length)], [*letters]
    draw.shuffle(columns)
    draw.shuffle(names)
    renamed = str.maketrans(letters, "".join(names))

    def orbit(word: str) -> list[str]:
        found = [word]
        while (word := "".join(word[at] for at in columns).translate(renamed)) != found[0]:
            found.append(word)
        return found

    words = strings(letters, length)
    secrets, more = dict[str, None](), dict[str, None]()
    while len(secrets) < 4:
        secrets |= dict.fromkeys(orbit(draw.choice(words)))
    more |= dict.fromkeys(orbit(draw.choice(words)))
    return sorted(secrets)[:20], sorted(more.keys() - secrets.keys())


def alone(monkeypatch: pytest.MonkeyPatch, kind: type[WordGame], finite: FiniteGame) -> Optimum:
    """The optimum without symmetries."""
    with monkeypatch.context() as patched:
        patched.setattr(kind, "is_symmetric", False)
        return optimize(finite, keep=False, workers=1)


@pytest.mark.parametrize("kind", [Wordle, Jotto, WordMastermind])
@pytest.mark.parametrize("seed", range(8))
def test_the_same_optima(kind: type[WordGame], seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets, more = symmetric(seed)
    finite = FiniteGame(kind(secrets, more))
    found = optimize(finite, keep=False, workers=1)
    assert found.total == alone(monkeypatch, kind, finite).total
    if kind is Wordle and len(secrets) <= 8:
        assert found.total == optimum(secrets, secrets + more, marks)


@pytest.mark.parametrize("seed", range(20))
def test_every_map_is_a_symmetry(seed: int) -> None:
    """It maps both lists to themselves, and the parts of a question to those of its image."""
    secrets, more = symmetric(seed)
    finite = FiniteGame(Wordle(secrets, more))
    questions, hidden = cells(finite)
    numbers = finite.game.numbers(questions, hidden)
    for image in finite.symmetry.generators():
        for words in (questions, hidden):
            assert sorted(map(tuple, image(words).tolist())) == [*map(tuple, words.tolist())]
        moved = finite.game.numbers(image(questions), image(hidden))
        for before, after in zip(numbers.tolist(), moved.tolist(), strict=True):
            assert len({*zip(before, after, strict=True)}) == len({*before}) == len({*after})
    assert all(orbits(finite) <= np.arange(len(questions)))


@pytest.mark.parametrize(
    ("letters", "length", "game"), [("abc", 3, "marks"), ("abcd", 2, "marks"), ("ab", 4, "marks")]
)
def test_all_strings_are_the_game_itself(letters: str, length: int, game: str) -> None:
    listed = FiniteGame(Wordle(strings(letters, length)))
    whole = FiniteGame(game, length, len(letters))
    group = listed.symmetry
    assert (group.columns, group.renamings, group.maps) == (True, Colours.SHARED, ())
    one, other = (optimize(finite, keep=False, workers=1) for finite in (listed, whole))
    assert (one.total, one.nodes, one.tree.root) == (other.total, other.nodes, other.tree.root)
    assert [(row.total, row.class_size) for row in openings(listed, keep=False, workers=1)] == [
        (row.total, row.class_size) for row in openings(whole, keep=False, workers=1)
    ]


def test_words_without_repetition_are_the_game_of_different_letters() -> None:
    words = ["".join(word) for word in permutations("abcde", 3)]
    listed, whole = FiniteGame(Wordle(words)), FiniteGame("marks-distinct", 3, 5)
    one, other = (optimize(finite, keep=False, workers=1) for finite in (listed, whole))
    assert (one.total, one.nodes) == (other.total, other.nodes)


def test_ordinary_lists_have_none() -> None:
    draw = random.Random(7)
    words = sorted(
        {"".join(draw.choices("etaoinshrdlu", range(12, 0, -1), k=5)) for _ in range(900)}
    )
    group = FiniteGame(Wordle(words[::2], words[1::2])).symmetry
    assert (group.columns, group.renamings, group.maps) == (False, Colours.FIXED, ())


def test_few_exchanges_are_tried_of_many_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any two letters of words of one letter may be exchanged; all of them take too many trials."""
    words = [chr(0x4E00 + i) for i in range(600)]
    assert FiniteGame(Wordle(words)).symmetry.renamings is Colours.SHARED
    looked_at = list[int]()
    holds = by_trial._Trial._holds

    def counted(trial: by_trial._Trial, *moved: Any) -> bool:
        looked_at.append(trial._looked_at)
        return holds(trial, *moved)

    monkeypatch.setattr(by_trial._Trial, "_holds", counted)
    monkeypatch.setattr(by_trial, "_MOST_LOOKED_AT", 20_000)
    symmetry = FiniteGame(Wordle([*words, chr(0x4E00 + 600)])).symmetry
    assert symmetry.renamings is Colours.FIXED
    assert 20_000 - 2 * 2 * 601 < max(looked_at) <= 20_000
    assert 0 < len(symmetry.maps) <= len(looked_at) <= 20_000 // 601


def test_letters_that_never_tell_apart_may_be_exchanged() -> None:
    """b and c stand in the same words; x occurs only where it may be asked."""
    game = Wordle(["ab", "ac", "ad"], ["xd"])
    (image,) = game.symmetry(2, 5).maps
    words = [game.parse_word(text) for text in ("ab", "ac", "ad", "xd")]
    assert image(np.array(words)).tolist() == [list(words[at]) for at in (1, 0, 2, 3)]
    assert FiniteGame(Wordle(["ab 1", "ac 2", "ad 1"])).symmetry.maps == ()


def test_a_game_of_ones_own_says_whether_its_letters_are_alike() -> None:
    class Vowels(WordGame):
        name, label, title = "vowels", "V", "Vowels in common"

        def answers(self, pegs: int) -> range:
            return range(pegs + 2)

        def compare(self, secret: tuple[int, ...], question: tuple[int, ...]) -> int:
            return letters_in_common([one for one in secret if one == 0], question)

    assert Vowels(strings("ab", 2)).symmetry(2, 2).renamings is Colours.FIXED
