"""Games of alike colours of one's own: promises, theorems, and certificates with their rule."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from masetproof import (
    AlikeGame,
    FiniteGame,
    Open,
    check,
    optimize,
    prove,
    register,
    replay,
    theorem_of,
    write_certificate,
)
from masetproof.arguments import Refused
from masetproof.checker import Malformed, Rejected
from masetproof.games.alike import Columns
from masetproof.games.pegs import AB
from masetproof.games.registry import GAMES
from masetproof.patterns.store import cached_closure
from masetproof.proofs.theorem import Theorem
from masetproof.trees.replay import tree_of
from masetproof.words import Word
from tests.checker.test_checker import seal, sections_of


class Contained(AlikeGame):
    """How many cells are right, and how many have a colour that the secret contains."""

    name, label, title = "contained", "CON", "Contained colours"

    def answers(self, pegs: int) -> list[object]:
        return [*((right, some) for some in range(pegs + 1) for right in range(some + 1)), "won"]

    def compare(self, secret: Word, question: Word) -> object:
        right = sum(map(int.__eq__, secret, question))
        return right, sum(cell in secret for cell in question)


class ContainedInDifferent(Contained):
    """The same for secrets whose colours are different."""

    name, label, title = "contained-in-different", "COD", "Contained in different colours"
    distinct_secrets = True


class FirstCell(AlikeGame):
    """Whether the first cell is right, and how many cells have a colour of the secret."""

    name, label, title = "first-cell", "FC", "First cell"

    def answers(self, pegs: int) -> list[object]:
        return [*((right, some) for right in (False, True) for some in range(pegs + 1)), "won"]

    def compare(self, secret: Word, question: Word) -> object:
        return secret[0] == question[0], sum(cell in secret for cell in question)


class Anywhere(AlikeGame):
    """How many cells are right, and whether another cell has a colour of the secret."""

    name, label, title = "anywhere", "AW", "Anywhere"

    def answers(self, pegs: int) -> list[object]:
        return [*((right, some) for right in range(pegs + 1) for some in (False, True)), "won"]

    def compare(self, secret: Word, question: Word) -> object:
        pairs = list(zip(secret, question, strict=True))
        right = sum(one == other for one, other in pairs)
        return right, any(cell in secret and cell != one for one, cell in pairs)


class Doubles(AlikeGame):
    """Whether the secret has two equal cells, which no question can ask for."""

    name, label, title = "doubles", "DB", "Doubles"

    def answers(self, pegs: int) -> list[object]:
        return [False, True, "won"]

    def compare(self, secret: Word, question: Word) -> object:
        return len({*secret}) < len(secret)


@pytest.fixture(autouse=True)
def _registered_for_a_test() -> Iterator[None]:
    before = {**GAMES}
    yield
    GAMES.clear()
    GAMES.update(before)


@pytest.fixture(params=[Contained, FirstCell], ids=["contained", "first-cell"])
def game(request: pytest.FixtureRequest) -> AlikeGame:
    registered: AlikeGame = register(request.param())
    return registered


def certificate_of(game: AlikeGame, pegs: int) -> str:
    theorem, file = prove(game, pegs), io.BytesIO()
    assert isinstance(theorem, Theorem)
    write_certificate(theorem, file)
    return file.getvalue().decode()


def checked(text: str, folder: Path) -> str:
    path = folder / "proof.cert"
    path.write_text(text)
    return check(path).words


@pytest.mark.parametrize("reading", ["exact", "with", "without", "none"])
def test_theorems_have_the_values_of_the_search(game: AlikeGame, reading: str) -> None:
    theorem = prove(game, 2, reading=reading)
    assert isinstance(theorem, Theorem)
    for n in range(1, 6):
        finite = FiniteGame(game, 2, n, consistent_only=reading == "none")
        found = optimize(finite, keep=False).total
        if reading == "with":
            assert theorem.value(n) <= found
        elif reading == "without":
            assert theorem.value(n) >= found
        else:
            assert theorem.value(n) == found == replay(tree_of(theorem.strategy(n))).total


def test_secrets_may_be_different_where_questions_need_not(tmp_path: Path) -> None:
    game = register(ContainedInDifferent())
    assert isinstance(game, AlikeGame)
    theorem, text = prove(game, 2), certificate_of(game, 2)
    assert isinstance(theorem, Theorem)
    for n in range(2, 6):
        finite = FiniteGame(game, 2, n)
        assert finite.secret_count == len(finite.secrets) == n * (n - 1)
        found = optimize(finite, keep=False).total
        assert theorem.value(n) == found == replay(tree_of(theorem.strategy(n))).total
    assert checked(text, tmp_path) == theorem.words()
    assert "game own-distinct-secrets" in sections_of(text)["claim"]
    with pytest.raises(Refused, match="a game that repeats no colour"):
        prove(game, 2, reading="none")
    for other in ("own", "own-distinct"):
        sections = sections_of(text)
        sections["claim"][0] = f"game {other}"
        with pytest.raises((Malformed, Rejected)):
            checked(seal(sections), tmp_path)


def test_columns_are_found_to_be_alike_or_not() -> None:
    assert Contained().columns(2) is Contained().columns(3) is Columns.KEPT
    assert FirstCell().columns(2) is FirstCell().columns(3) is Columns.APART
    assert Contained().columns(4) is Columns.APART  # which nobody has tried


@pytest.mark.parametrize("pegs", [1, 2])
def test_certificates_have_the_rule_as_a_table(game: AlikeGame, pegs: int, tmp_path: Path) -> None:
    text = certificate_of(game, pegs)
    assert text.startswith("masetproof certificate 3\n")
    told = f'"{game.title}", a game of one\'s own, with {pegs} peg'
    assert checked(text, tmp_path).startswith(told)
    assert f"words {told}" in text


def test_a_title_is_not_taken_for_the_name_of_another_game(tmp_path: Path) -> None:
    """The rule of the certificate is not that of Mastermind, and its sentence shows it."""
    sections = sections_of(certificate_of(register(Contained()), 2))
    sections["claim"] = [line.replace(Contained.title, "Mastermind") for line in sections["claim"]]
    words = checked(seal(sections), tmp_path)
    assert words.startswith('"Mastermind", a game of one\'s own, with 2 pegs')
    sections["claim"] = [
        line.replace('"Mastermind", a game of one\'s own,', "Mastermind")
        for line in sections["claim"]
    ]
    with pytest.raises(Rejected, match="section claim"):
        checked(seal(sections), tmp_path)


@pytest.mark.parametrize("title", ["", "Größen", 'a "game"', "two\nlines", "x" * 61])
def test_titles_that_a_certificate_cannot_have_are_refused(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Contained, "title", title)
    with pytest.raises(Refused, match="has a title of 1 to 60 ASCII characters"):
        certificate_of(register(Contained()), 1)


def partitions(table: list[str]) -> list[set[frozenset[Word]]]:
    """How each question of two cells divides the secrets over its colours and two others."""
    numbers = {int(code): int(number) for code, number in map(str.split, table)}
    found = []
    for question in ((0, 0), (0, 1)):
        parts: dict[int, set[Word]] = {}
        for secret in product(range(4), repeat=2):
            code = sum(
                (secret[i] == question[j]) << 2 * (1 - j) + i for i, j in product((0, 1), repeat=2)
            )
            parts.setdefault(numbers[code], set()).add(secret)
        found.append({frozenset(part) for part in parts.values()})
    return found


def test_a_table_that_is_changed_in_one_entry_is_not_verified(
    game: AlikeGame, tmp_path: Path
) -> None:
    """Unless the change is one of names: each question divides the secrets as before."""
    whole = sections_of(certificate_of(game, 2))
    refused = 0
    for place, line in enumerate(whole["rule"]):
        code, number = map(int, line.split())
        for other in {number + 1, number - 1, 0} - {number, -1}:
            sections = {name: [*lines] for name, lines in whole.items()}
            sections["rule"][place] = f"{code} {other}"
            if partitions(sections["rule"]) == partitions(whole["rule"]):
                continue
            with pytest.raises((Rejected, Malformed)):
                checked(seal(sections), tmp_path)
            refused += 1
    assert refused > 10


def test_columns_that_are_not_alike_are_not_exchanged(tmp_path: Path) -> None:
    sections = sections_of(certificate_of(register(FirstCell()), 2))
    place = next(n for n, line in enumerate(sections["parts"]) if line.split()[2] == "01")
    kind, number, _, *rest = sections["parts"][place].split()
    sections["parts"][place] = " ".join([kind, number, "10", *rest])
    with pytest.raises(Rejected, match="the columns of this game are not alike"):
        checked(seal(sections), tmp_path)


def test_a_game_that_is_not_of_alike_colours_is_refused_with_words_that_show_it() -> None:
    with pytest.raises(Refused) as refused:
        register(Doubles())
    assert str(refused.value) == (
        "doubles is no game of alike colours: 00 is answered True for the secret 11, but 00 is "
        "answered False for the secret 12, where the same cells are equal"
    )
    assert "doubles" not in GAMES


def test_a_game_whose_patterns_may_have_no_end_is_given_up() -> None:
    with pytest.warns(UserWarning, match="its patterns may have no end"):
        game = register(Anywhere())
    outcome = prove(game, 2)
    assert isinstance(outcome, Open)
    assert outcome.reason.startswith("the patterns of anywhere with 2 pegs may have no end (more")
    about = {"game": "anywhere", "pegs": 2, "objective": "expected", "extra": "exact"}
    left = {"status": "open", "reason": outcome.reason, "formula": None}
    assert outcome.as_json() == about | left
    with pytest.raises(Refused, match="the patterns of anywhere with 2 pegs may have no end"):
        theorem_of(game, 2)
    assert optimize(FiniteGame(game, 2, 3), keep=False).optimal


def test_closures_of_ones_own_games_are_not_kept_as_their_rule_may_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    monkeypatch.setattr("masetproof.patterns.store._CACHED_FROM", 1)
    cached_closure(register(Contained()), 1, extra=True)
    assert not [*tmp_path.iterdir()]
    cached_closure(AB, 1, extra=True)
    assert [*tmp_path.iterdir()]
