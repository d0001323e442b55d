"""Every command and code block of the README and of the documentation is run.

The blocks that set up an environment are run by ``.ci/run``; that they are run there is tested
here.  All others run here, those of a document in order in one directory of its own; blocks of
``sh slow`` take long, and run with the other slow tests, as do the documents in ``LONG``, of which
the fast tests parse each command and find each name that is imported.  Code cells of tutorials are
run by ``tests/test_notebooks.py``, and when the documentation is built.

A line that is one command of masetproof is run in this process, and so is Python that leaves no
traces; whatever needs a shell is run in a shell.
"""

from __future__ import annotations

import ast
import importlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from masetproof.cli import main
from masetproof.cli.main import _parser
from masetproof.explore import site
from masetproof.games.pegs import PegGame
from masetproof.games.rules import Game
from masetproof.patterns.closure import Closure
from masetproof.patterns.store import cached_closure

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])
SET_UP = {"README": ["setup", "test"], "CONTRIBUTING": ["docs"]}
"""Tags of the blocks that ``.ci/run`` runs, by document: the README has two commands."""
COMMAND = re.compile(
    r"(echo (?P<input>\w+) \| )?"
    r"masetproof (?P<arguments>[\w ./,:=-]+)"
    r"( \|\| test \$\? = (?P<status>\d))?"
)
"""A line that is one command of masetproof, perhaps with a line of input or a status."""


def blocks(path: Path) -> list[tuple[str, str, str]]:
    """Language, tag and contents of each block."""
    return re.findall(r"^```(\S*)(?: (\w+))?\n(.*?)^```$", path.read_text(), re.S | re.M)


def runnable(path: Path) -> list[tuple[str, str, str]]:
    """Those that are run, with the lines of a command that goes on after a backslash as one."""
    return [
        (language, tag, re.sub(r" \\\n *", " ", body))
        for language, tag, body in blocks(path)
        if language in ("sh", "python", "latex")
    ]


def test_ci_runs_the_commands_of_the_readme() -> None:
    ci = (ROOT / ".ci" / "run").read_text()
    for name, tags in SET_UP.items():
        assert [tag for _, tag, _ in blocks(ROOT / f"{name}.md") if tag] == tags
        assert all(f'"$(command_of {tag})"' in ci for tag in tags)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_block_is_run_somewhere(path: Path) -> None:
    """By the tests below, by ``.ci/run``, or when the documentation is built."""
    by_sphinx = ("{toctree}", "{commands}", "{code-cell}", "{words}")
    for language, tag, _ in blocks(path):
        assert language in ("sh", "python", "latex", *by_sphinx), language
        assert tag in ("", "slow", "ipython3", *SET_UP.get(path.stem, ()))


def test_the_game_of_the_readme_is_played_as_it_stands_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (command, game) = re.findall(
        r"^    \$ masetproof (.*)\n((?:    .*\n)+)", (ROOT / "README.md").read_text(), re.M
    )[0]
    said = "".join(line[4:] for line in game.splitlines(keepends=True))
    asked = re.findall(r"^\d+> (.*)$", said, re.M)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in asked)))
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == said


SCRIPTS = sorted((ROOT / "masetproof/explore/static").glob("*.js"))
TURNS = re.compile(
    r"\bso many\b|\bfor who\b|\bthan has it\b|\bgot rid of\b|, elsewhere\b|\bmay be anybody\b"
)
"""Turns that made readers stop: say it as you would to a colleague."""


@pytest.mark.parametrize("path", [*DOCUMENTS, *SCRIPTS], ids=lambda path: path.stem)
def test_sentences_need_not_be_read_twice(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert [line for line in lines if TURNS.search(line)] == []


def test_lines_fit_on_a_page() -> None:
    """Of at most 120 characters, but for an address that stands alone."""
    long = [
        (path.name, number, line)
        for path in (*DOCUMENTS, ROOT / "CHANGELOG.md", ROOT / "findings" / "README.md")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120 and not re.fullmatch(r"\s*(\[[^]]+\]: )?<?https?://\S+", line)
    ]
    assert long == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_lead_to_pages_that_can_be_read(name: str) -> None:
    """On a code host: Markdown with the heading, pictures, and plain files, but no LaTeX."""
    links = re.findall(r"\]\(([^)\s]+)\)", (ROOT / name).read_text())
    assert links
    for link in links:
        path, _, anchor = link.partition("#")
        assert (ROOT / path).suffix in (".md", ".png", ".cff", ""), link
        headings = re.findall(r"^#+ (.*)$", (ROOT / path).read_text(), re.M) if anchor else []
        assert (ROOT / path).is_file(), link
        assert anchor in ("", *(head.lower().replace(" ", "-") for head in headings)), link


@pytest.fixture
def closures_shared(
    closure_of: Callable[[Game, int, bool], Closure], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closures of three pegs come from the session and not from a file, which takes seconds."""

    def shared(game: PegGame, pegs: int, *, extra: bool, **options: Any) -> Closure:
        if pegs == 3 and not options.get("consistent"):
            return closure_of(game, pegs, extra)
        return cached_closure(game, pegs, extra=extra, **options)

    monkeypatch.setattr("masetproof.recurrences.recurrences.cached_closure", shared)


@pytest.fixture
def small_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """The explorer writes four theorems and tables of small games; tests/explore has the others."""
    few = site.site_models(1)[:4]
    monkeypatch.setattr(site, "site_models", lambda _: few)
    monkeypatch.setattr("masetproof.explore.documents._MOST_SECRETS", 16)


LONG = ("black-peg", "how-to")
"""Documents whose blocks take a minute; what they do is tested elsewhere, with smaller cases."""


@pytest.mark.keeps_optima
@pytest.mark.usefixtures("proved_once", "closures_shared", "theorems_shared", "small_site")
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] * (path.stem in LONG), id=path.stem)
        for path in DOCUMENTS
        if runnable(path)
    ],
)
def test_blocks_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_blocks(path, tmp_path, monkeypatch, slow=False)


@pytest.mark.parametrize("name", LONG)
def test_blocks_are_understood(name: str) -> None:
    """Each command, with its options, and each name that is imported, without running anything."""
    parser, commands, imported = _parser(), 0, 0
    for language, _, body in runnable(ROOT / "docs" / f"{name}.md"):
        if language == "python":
            for node in ast.walk(ast.parse(body)):
                if isinstance(node, ast.ImportFrom):
                    module = importlib.import_module(node.module or "")
                    assert all(hasattr(module, alias.name) for alias in node.names), body
                    imported += 1
        elif language == "sh":
            for line in body.splitlines():
                _, is_command, command = line.partition("masetproof ")
                if is_command:
                    words = shlex.split(command.partition(" || ")[0])
                    assert callable(parser.parse_args(words).run)
                    commands += 1
    assert min(commands, imported) > 1


@pytest.mark.slow
@pytest.mark.keeps_optima
@pytest.mark.parametrize(
    "path",
    [path for path in DOCUMENTS if any(tag == "slow" for _, tag, _ in runnable(path))],
    ids=lambda path: path.stem,
)
def test_slow_blocks_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_blocks(path, tmp_path, monkeypatch, slow=True)


def run_blocks(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, *, slow: bool) -> None:
    """In a folder like the checkout, with the commands of this environment."""
    (folder / "masetproof").mkdir()
    checker = ROOT / "masetproof" / "checker"
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(checker, folder / "masetproof" / "checker", ignore=without)
    for language, tag, body in runnable(path):
        if tag in SET_UP.get(path.stem, ()) or (tag == "slow" and not slow):
            continue
        if language == "latex":
            continue  # tests/reports/test_paper.py puts a proof into papers like this one
        if language == "python":
            # Not from the folder, whose masetproof is only the checker's home.
            place = folder / "masetproof"
            if "register" in body:  # games that other tests shall not know
                run_apart([sys.executable, "-c", body], place)
            else:
                run_python(body, place, monkeypatch)
            continue
        for line in body.splitlines():
            command = COMMAND.fullmatch(line)
            if command is None or (command["input"] and path.stem == "README"):
                run_apart(["bash", "-euo", "pipefail", "-c", line], folder)
            else:
                run_here(command, folder, monkeypatch)


def run_here(command: re.Match[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("sys.stdin", io.StringIO(f"{command['input']}\n" if command["input"] else ""))
        status = main(shlex.split(command["arguments"]))
        assert status == int(command["status"] or 0), command[0]


def run_python(body: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.chdir(folder)
        exec(body, {"__name__": "__main__"})


def run_apart(command: list[str], folder: Path) -> None:
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PATH": scripts},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert result.returncode == 0, f"{command[-1]}\n{result.stderr}"
