"""The repository explains itself: references, links, sections and commands in documents exist."""

from __future__ import annotations

import argparse
import lzma
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

import masetproof
from masetproof._version import __version__
from masetproof.cli.main import _parser

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("output/*.md")])
SOURCES = sorted(
    path
    for folder in ("masetproof", "tests", "templates", "benchmarks")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".jinja") and path != Path(__file__)
)
MENTION = re.compile(r'docs/([\w-]+\.md)(?:, "([^"]+)")?')


def sections(path: Path) -> set[str]:
    return set(re.findall(r"^#+ (.+)$", path.read_text(), re.M))


def unbroken(path: Path) -> str:
    """The text without line breaks, so that a sentence that is broken is found as well."""
    return " ".join(path.read_text().split()).replace(" # ", " ")


FILES = [*DOCUMENTS, *SOURCES]


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in FILES}), ids=lambda p: str(p.relative_to(ROOT))
)
def test_references_are_to_documents_that_are_there(folder: Path) -> None:
    for path in (path for path in FILES if path.parent == folder):
        text = unbroken(path)
        assert not re.search(r"\b(?:theory|interface)\.md|\btheory,? sections?\b", text), path
        for name, section in MENTION.findall(text):
            document = ROOT / "docs" / name
            assert document.is_file(), (path, name)
            assert not section or section in sections(document), (path, name, section)
        for section, name in re.findall(r'"([^"]+)" in docs/([\w-]+\.md)', text):
            assert section in sections(ROOT / "docs" / name), (path, name, section)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", path.read_text()):
        if not target.startswith(("http://", "https://")):
            place, _, anchor = target.partition("#")
            found = path.parent / place if place else path
            assert found.exists(), target
            anchors = {
                re.sub(r"[^\w -]", "", section.lower()).replace(" ", "-")
                for section in (sections(found) if anchor else ())
            }
            assert not anchor or anchor in anchors, target


parser_of_all = cache(_parser)


def subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def commands_in(text: str, code: str) -> Iterator[str]:
    """Commands in backquotes, and lines of code that begin with the program."""
    yield from re.findall(r"(?<!`)`masetproof ([^`]+)`", re.sub(r"\s+", " ", text))
    yield from re.findall(r"^ *(?:\$ )?masetproof ([\w-][^\n|>]*)$", code, re.M)


def check_command(command: str) -> None:
    parser, words = parser_of_all(), command.split()
    while subparsers(parser) and not words[0].startswith("-") and words[0] != "COMMAND":
        choices = subparsers(parser)
        for name in words[0].split("|"):
            assert name in choices, command
        parser, words = choices[words[0].split("|")[0]], words[1:]
        if not words:
            break
    known = set(parser._option_string_actions)
    for word in words:
        if word.startswith("--"):
            assert word.split("=")[0] in known, command


def test_commands_in_documents_exist() -> None:
    texts = [path.read_text() for path in DOCUMENTS]
    found = [
        command
        for text in texts
        for command in commands_in(text, "".join(re.findall(r"^```.*?^```$", text, re.M | re.S)))
    ]
    assert len(found) > 20
    for command in found:
        check_command(command)


def test_commands_in_help_and_docstrings_exist() -> None:
    package = [path for path in SOURCES if path.is_relative_to(ROOT / "masetproof")]
    found = [
        command
        for path in package
        for text in [path.read_text().replace("``", "`")]
        for command in commands_in(text, text)
        if path.suffix == ".py"
    ]
    assert len(found) > 20
    for command in found:
        check_command(command)


def test_a_command_that_is_not_there_is_found() -> None:
    for command in ("guess mastermind", "prove ab --seed 3", "tree grow FILE"):
        with pytest.raises(AssertionError):
            check_command(command)


AMOUNT = r"\d[\d.,]*|half an?|an?|quarters? of an?|one|two|three|four|five|six|seven|eight|nine"
AMOUNT += "|ten|fifteen|twenty|thirty|some|few|several"
COST = re.compile(
    rf"\b(?:{AMOUNT})(?: and a half)? (?:seconds|minutes?|hours?|days?|[MG]B)\b"
    r"|\b(?:half|takes?|in) a second\b|\bin seconds\b"
)
PROMISED = {"three seconds", "20 seconds"}
"""What a generation may take beyond --time-limit, as in the code; what compiling pynauty takes."""


def helps(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The help of a command and of its actions, in one line each."""
    yield " ".join(parser.format_help().split())
    for action in subparsers(parser).values():
        yield from helps(action)


def test_what_things_cost_is_in_one_document() -> None:
    """Figures become false, unless a benchmark writes them; so they are in docs/costs.md."""
    documents = ["README.md", "docs/how-to.md", *ROOT.glob("docs/tutorials/*")]
    texts = [unbroken(ROOT / name) for name in documents] + [*helps(parser_of_all())]
    found = [one for text in texts for one in COST.findall(text) if one not in PROMISED]
    assert len(texts) > 30
    assert found == []


def test_the_readme_says_what_coq_proves_and_what_is_printed() -> None:
    """Of the theorems in verified/, and of the short proof in output/short."""
    text = unbroken(ROOT / "README.md")
    files = [*ROOT.glob("verified/*.v")]
    proved = [path.stem for path in files if "\nTheorem real_game" in path.read_text()]
    number = ["", "one", "two", "three", "four", "five", "six", "seven"][len(proved)]
    assert f"{number.capitalize()} of these theorems do not depend on this program" in text
    assert "Black-peg games and the worst case of three pegs are not among them." in text
    body = lzma.decompress((ROOT / "output/short/ab-3-body.tex.xz").read_bytes()).decode()
    numbers = r"are ([\d,]+) in number\. Of these ([\d,]+) have .*?: ([\d,]+) of them are printed"
    found = re.search(numbers, body)
    assert found is not None
    every, covered, types = (int(some.replace(",", "")) for some in found.groups())
    assert f"Of {every:,} questions {covered + types:,} are printed there" in text
    assert f"{types:,} of {every - covered:,} are printed" in unbroken(
        ROOT / "docs/short-proofs.md"
    )


def test_the_readme_leads_each_reader_to_a_page() -> None:
    text = (ROOT / "README.md").read_text()
    rows = re.findall(r"^- \*\*(an? [\w ]+)\*\*: (.+(?:\n  .+)*)$", text, re.M)
    assert [row[0] for row in rows] == [
        *("a player", "a Wordle player", "a teacher", "a researcher", "a programmer"),
    ]
    assert all("](docs/" in row for _, row in rows)
    tutorials = {path.stem for path in ROOT.glob("docs/tutorials/*.md")} - {"index"}
    assert {*re.findall(r"\]\(docs/tutorials/([\w-]+)\.md\)", text)} == tutorials
    assert all(word in text for word in ("Wordle", "Knuth", "Jupyter", "7,920"))


def test_a_figure_of_what_things_cost_is_found() -> None:
    for text in (
        "proves it in a quarter of a minute",
        "which takes from ten seconds to half a minute and some 700 MB",
        "it takes 26 minutes of processor time and 3.5 GB",
        "verifies it in four seconds",
        "this takes a second;",
    ):
        assert COST.search(text), text
    assert not COST.search("the second question, of a second game, limits with --memory MB")


def test_nothing_is_installed_from_an_index_where_it_is_not() -> None:
    """There is no release yet; from a checkout it is ``pip install '.[dask]'``."""
    for path in (path for path in FILES if not path.is_relative_to(ROOT / "tests")):
        assert not re.search(r"pip install '?masetproof", path.read_text()), path


def test_every_public_name_is_in_the_reference_once() -> None:
    text = (ROOT / "docs" / "reference" / "python.rst").read_text()
    listed = re.findall(r"^   (\w+)$", text, re.M)
    assert sorted(listed) == sorted(set(masetproof.__all__) - {"__version__"})


def test_every_page_is_in_the_documentation() -> None:
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index"}
    listed = re.findall(r"^([\w/-]+)$", (ROOT / "docs" / "index.md").read_text(), re.M)
    assert pages <= set(listed)


def test_how_to_cite() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(citation)
    assert citation["authors"] == [{"name": "The masetproof contributors"}]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert citation["version"] == __version__
    assert citation["license"] == project["license"] == "GPL-3.0-or-later"
    changes = (ROOT / "CHANGELOG.md").read_text()
    version, date = re.findall(r"^## (\S+), (\d{4}-\d\d-\d\d)$", changes, re.M)[0]
    assert (version, date) == (__version__, citation["date-released"])


def test_what_is_distributed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    data = settings["tool"]["setuptools"]["package-data"]["masetproof"]
    held = {path for pattern in data for path in (ROOT / "masetproof").glob(pattern)}
    code = {".py", ".pyc", ".c", ".so"}
    package = {path for path in (ROOT / "masetproof").rglob("*") if path.is_file()}
    assert {path for path in package if path.suffix not in code} == held
    included = re.findall(r"^(?:graft|include) (.+)$", (ROOT / "MANIFEST.in").read_text(), re.M)
    named = {name for line in included for name in line.split()}
    assert {"CITATION.cff", "CHANGELOG.md", "CONTRIBUTING.md", ".ci", "templates"} <= named
    assert all((ROOT / name).exists() for name in named)
    license_text = (ROOT / "LICENSE").read_text()
    assert "GNU GENERAL PUBLIC LICENSE\n                       Version 3" in license_text
    assert license_text.rstrip().endswith("<https://www.gnu.org/licenses/why-not-lgpl.html>.")
    assert settings["project"]["scripts"] == {"masetproof": "masetproof.__main__:main"}


def test_the_wheels_of_the_public_workflow() -> None:
    """They are built with the oldest Python that is served, as the limited API says, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    oldest = project["project"]["requires-python"].removeprefix(">=")
    limited = "cp" + oldest.replace(".", "")
    assert project["tool"]["cibuildwheel"]["build"] == f"{limited}-*"
    assert f'"py_limited_api": "{limited}"' in (ROOT / "setup.py").read_text()
    major, minor = map(int, oldest.split("."))
    build = (ROOT / "masetproof" / "kernels" / "build.py").read_text()
    assert f'"Py_LIMITED_API", "0x{major:02X}{minor:02X}0000"' in build
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "wheels.yml").read_text())
    machines = workflow["jobs"]["wheels"]["strategy"]["matrix"]["os"]
    assert {name.partition("-")[0] for name in machines} == {"ubuntu", "macos", "windows"}


def test_the_public_workflow_runs_what_must_pass() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
    job = workflow["jobs"]["ci"]
    versions = job["strategy"]["matrix"]["python"]
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    assert [f"Programming Language :: Python :: {v}" for v in versions] == [
        c for c in classifiers if c.startswith("Programming Language :: Python :: 3.")
    ]
    assert any(step.get("run") == ".ci/run" for step in job["steps"])
