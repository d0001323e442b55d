"""Rules played against every secret, beside other programs that do the same.

    python benchmarks/peers.py DIR [--sources URL] [--runs 5] [--pegs 5 --colours 8] [--docs]

DIR is a folder for the other programs.  What is not there yet is built in it by git and g++, each
at the commit that `PEERS` names, and what could not be had is listed with the reason.  --sources is
where git finds repositories as owner/name, a folder or the beginning of an address.

One run of each program after the other, ours first, is a round, and medians of the rounds are
printed: processor time, user and system, of whole processes, and the most memory, both by GNU time.
Nothing is taken from the cache directory; Python's modules are compiled before, as pip does.  A
program whose rule and board are compiled into it is one file for each.

With --docs the table in docs/peers.md is replaced.
"""

from __future__ import annotations

import argparse
import compileall
import datetime
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from averages import PAGE, put, table

RULES = ("minimax", "expected-size", "entropy", "most-parts")


@dataclass(frozen=True)
class Source:
    """A repository as owner/name, a commit or tag of it, and the files that are needed."""

    repository: str
    commit: str
    paths: str

    @property
    def name(self) -> str:
        return self.repository.partition("/")[2]


@dataclass(frozen=True)
class Peer:
    """A program that plays rules.

    sources: its own first.  edits: what is changed in its files before it is built: file, pattern,
    replacement.  build: the arguments of g++ in the folder of the first source.  rules: what it
    calls each of our rules.  command: the name of the program in DIR and its arguments.  mean:
    finds the total or the mean number of questions in what is printed.  beside: files of its own
    that it reads where it runs.

    In replacements, build and command, {rule}, {pegs} and {colours} are put in.
    """

    name: str
    sources: tuple[Source, ...]
    edits: tuple[tuple[str, str, str], ...]
    build: str
    rules: Mapping[str, str]
    command: str
    mean: str
    beside: tuple[str, ...] = ()

    def filled(self, text: str, rule: str, pegs: int, colours: int) -> str:
        return text.format(rule=self.rules[rule], pegs=pegs, colours=colours)


PEERS = (
    Peer(
        name="mmstrat",
        sources=(Source("7ntO/mastermind-strategy", "2276367", "lib src"),),
        # A pointer is compared with 0.
        edits=(("lib/StrategyTree.cpp", r"\(root > 0\)", "root"),),
        build="-std=c++11 -msse2 -fopenmp -include limits -Ilib lib/*.cpp src/mmstrat.cpp",
        rules=dict(zip(RULES, ("minmax", "minavg", "entropy", "parts"), strict=True)),
        command="mmstrat -r p{pegs}c{colours}r -s {rule} -S",
        mean=r"^\w+ +(\d+) ",
    ),
    Peer(
        name="mikemag",
        sources=(
            Source("mikemag/Mastermind", "204b2e9", "*.hpp *.inl *.h *.h.in *.cpp *.json"),
            Source("nlohmann/json", "v3.10.5", "single_include"),
        ),
        edits=(
            ("main.cpp", r"(using SingleGameAlgo) = .*", r"\1 = Algos::{rule};"),
            ("main.cpp", r"(singleGamePinCount) = \d+", r"\1 = {pegs}"),
            ("main.cpp", r"(singleGameColorCount) = \d+", r"\1 = {colours}"),
            ("main.cpp", r"(singleGameLog|shouldRunTests) = true", r"\1 = false"),
            ("main.cpp", r"mastermind_config\.h\b", "mastermind_config.h.in"),  # as CMake finds it
            ("utils.cpp", r"mastermind_config\.h\b", "mastermind_config.h.in"),
            ("utils.cpp", r"__linux__", "0"),  # without a library that names the processor
            # C++ leaves open what numbers beyond 32 bits become; so its stored totals come out.
            ("algos.hpp", r"\(uint32_t\)(round\(.*0\.0\))", r"(uint32_t)fmin(4294967295.0, \1)"),
        ),
        build="-march=native -std=c++20 -I. -I../json/single_include main.cpp score.cpp utils.cpp",
        rules=dict(zip(RULES, ("Knuth", "ExpectedSize", "Entropy", "MostParts"), strict=True)),
        command="mikemag-{rule}-{pegs}-{colours}",
        mean=r"Average number of turns was ([\d.]+)",
        beside=("valid_solutions.json", "ACReduced.json"),
    ),
)


class Missing(Exception):
    """Why a program could not be had, on one line."""


def run_step(command: Sequence[str], folder: Path) -> None:
    """Run a step of a build; `Missing` when it fails, with the first complaint of the program."""
    if shutil.which(command[0]) is None:
        raise Missing(f"there is no {command[0]}")
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode:
        lines = run.stderr.splitlines()
        complaints = [line for line in lines if re.search("error|fatal|not found", line)]
        raise Missing([*complaints, *lines, f"{command[0]} fails"][0].strip())


def fetch(source: Source, folder: Path, sources: str) -> None:
    """Check the files of a source out anew, in a folder of its name."""
    if not (folder / source.name).is_dir():
        address = f"{sources}/{source.repository}"
        clone = ["git", "clone", "-q", "--no-checkout", "--filter=blob:none", address, source.name]
        run_step(clone, folder)
    at = ["git", "-C", source.name, "checkout", "-q", source.commit, "--"]
    run_step([*at, *source.paths.split()], folder)


def build(peer: Peer, rule: str, pegs: int, colours: int, folder: Path, sources: str) -> None:
    """Make the program of a rule in the folder; `Missing` when that fails."""
    program = peer.filled(peer.command, rule, pegs, colours).split()[0]
    if (folder / program).is_file():
        return
    print(f"building {program}", file=sys.stderr, flush=True)
    for source in peer.sources:
        fetch(source, folder, sources)
    own = folder / peer.sources[0].name
    for name, pattern, text in peer.edits:
        replacement = peer.filled(text, rule, pegs, colours)
        changed, count = re.subn(pattern, replacement, (own / name).read_text())
        if not count:
            raise Missing(f"{name} is not as expected: there is no {pattern}")
        (own / name).write_text(changed)
    run_step(["sh", "-c", f"g++ -O3 -DNDEBUG -w {peer.build} -o ../{program}"], own)
    for name in peer.beside:
        shutil.copyfile(own / name, folder / name)


@dataclass(frozen=True)
class Run:
    """What a process prints, its processor seconds, and the most memory in MB."""

    output: str
    seconds: float
    memory: float


def timed(command: Sequence[str], folder: Path) -> Run:
    """Run a command in a folder, by GNU time.

    The resources that Python's parent is told of a child begin with Python's own memory.
    """
    clock = shutil.which("time")
    if clock is None:
        raise SystemExit("GNU time is needed, the package 'time' of many systems")
    environment = os.environ | {"MASETPROOF_CACHE": "", "OMP_NUM_THREADS": "1"}
    environment |= {"OPENBLAS_NUM_THREADS": "1"}
    with tempfile.NamedTemporaryFile("r") as told:
        output = subprocess.run(
            [clock, "-o", told.name, "-f", "%U %S %M", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=True,
            env=environment,
            cwd=folder,
        ).stdout
        user, system, kilobytes = told.read().split()
    return Run(output, float(user) + float(system), int(kilobytes) / 1024)


def commands(
    folder: Path, rule: str, pegs: int, colours: int, sources: str
) -> tuple[dict[str, list[str]], list[str]]:
    """The commands by program, ours first; and what could not be had."""
    ours = [sys.executable, "-m", "masetproof", "evaluate", "mastermind", "--json"]
    ours += ["--pegs", str(pegs), "--colours", str(colours), "--rule", rule]
    found, missing = {"masetproof": ours}, []
    for peer in PEERS:
        name, *more = peer.filled(peer.command, rule, pegs, colours).split()
        try:
            build(peer, rule, pegs, colours, folder, sources)
        except Missing as reason:
            missing.append(f"{name} ({reason})")
        else:
            found[peer.name] = [str(folder / name), *more]
    return found, missing


def questions(program: str, output: str, secrets: int) -> str:
    """The total number of questions, or the mean where only that is printed, from an output."""
    if program == "masetproof":
        return f"{json.loads(output)['total']:,}"
    pattern = next(peer.mean for peer in PEERS if peer.name == program)
    match = re.search(pattern, output, re.M)
    if match is None:
        raise SystemExit(f"{program} prints no number of questions:\n{output}")
    mean = match[1]
    return f"{int(mean):,}" if mean.isdigit() else f"{float(mean) * secrets:,.0f} by {mean}"


def rows_of(
    rule: str, of_each: Mapping[str, Sequence[Run]], secrets: int
) -> Iterator[tuple[str, ...]]:
    """A row for each program, with medians and our time divided by its own."""
    median = {
        name: statistics.median(run.seconds for run in runs) for name, runs in of_each.items()
    }
    for name, runs in of_each.items():
        memory = statistics.median(run.memory for run in runs)
        share = f"{median['masetproof'] / median[name]:.2f}" if name != "masetproof" else ""
        total = questions(name, runs[0].output, secrets)
        yield rule, name, total, f"{median[name]:.2f}", f"{memory:.0f}", share


def measure(folder: Path, pegs: int, colours: int, runs: int, sources: str) -> Iterator[str]:
    """The table, and what is missing, as lines."""
    rows: list[tuple[str, ...]] = []
    all_missing: list[str] = []
    for rule in RULES:
        programs, missing = commands(folder, rule, pegs, colours, sources)
        all_missing += missing
        of_each: dict[str, list[Run]] = {name: [] for name in programs}
        for _ in range(runs):
            for name, command in programs.items():
                of_each[name].append(timed(command, folder))
        rows += rows_of(rule, of_each, colours**pegs)
        print(*rows[-len(programs) :], sep="\n", file=sys.stderr, flush=True)
    yield from table(["rule", "program", "questions", "CPU s", "MB", "ours / theirs"], rows)
    if all_missing:
        yield ""
        yield f"Could not be had: {', '.join(all_missing)}."


def processor() -> str:
    """The name of the processor, and what it has of what is compiled for."""
    try:
        told = Path("/proc/cpuinfo").read_text()
    except OSError:
        return "an unknown processor"
    name = re.search(r"^model name\s*: (.+)$", told, re.M)
    flags = [flag.upper() for flag in ("avx2", "avx512f") if f" {flag} " in f"{told} "]
    return f"{name[1] if name else 'a processor'} ({', '.join(flags) or 'no AVX2'})"


def main() -> None:
    parser = argparse.ArgumentParser(description="Rules beside other programs.")
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder of the others")
    parser.add_argument(
        "--sources", default="https://github.com", metavar="URL", help="where git finds owner/name"
    )
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--pegs", type=int, default=5)
    parser.add_argument("--colours", type=int, default=8)
    parser.add_argument("--docs", action="store_true", help="replace the table in docs/peers.md")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    compileall.compile_dir(str(PAGE.parents[1] / "masetproof"), quiet=2)
    board = arguments.pegs, arguments.colours
    lines = [*measure(folder, *board, arguments.runs, arguments.sources)]
    often = "one run each" if arguments.runs == 1 else f"medians of {arguments.runs} runs"
    text = (
        f"Mastermind ({arguments.pegs}, {arguments.colours}), {often}, by "
        f"`python benchmarks/peers.py` on {datetime.date.today()}, one thread each,\non "
        f"{processor()}.\n\n" + "".join(f"{line}\n" for line in lines)
    )
    print(text)
    if arguments.docs:
        PAGE.write_text(put(PAGE.read_text(), "peers", text))


if __name__ == "__main__":
    main()
