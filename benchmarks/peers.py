"""Rules played against every secret, beside other programs that do the same.

    python benchmarks/peers.py DIR [--runs 5] [--pegs 5 --colours 8] [--docs]

DIR has the other programs, built as their own pages say; nothing is fetched or built here.  Each is
looked for by its name in `PEERS`, and what is not there is listed.  One run of each program after
the other, ours first, is a round, and medians of the rounds are printed: processor time, user and
system, of whole processes, and the most memory, both by GNU time.  Nothing is taken from the cache
directory.  A program whose rule and board are compiled into it is one file for each rule.

With --docs the table in docs/peers.md is replaced.
"""

from __future__ import annotations

import argparse
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
class Peer:
    """A program that plays rules.

    commands: for each of our rules the name of a file in DIR and its arguments, in which {pegs} and
    {colours} are put in.  mean: finds the total or the mean number of questions in what is printed.
    """

    name: str
    source: str
    commands: Mapping[str, str]
    mean: str


PEERS = (
    Peer(
        "mmstrat",
        "https://github.com/7ntO/mastermind-strategy at 2276367",
        {
            rule: f"mmstrat -r p{{pegs}}c{{colours}}r -s {name} -S"
            for rule, name in zip(RULES, ("minmax", "minavg", "entropy", "parts"), strict=True)
        },
        r"^\w+ +(\d+) ",
    ),
    Peer(
        "mikemag",
        "https://github.com/mikemag/Mastermind at 204b2e9",
        {
            rule: f"mikemag-{name}"
            for rule, name in zip(
                RULES, ("Knuth", "ExpectedSize", "Entropy", "MostParts"), strict=True
            )
        },
        r"Average number of turns was ([\d.]+)",
    ),
)


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
    environment = os.environ | {"MASETPROOF_CACHE": "", "OPENBLAS_NUM_THREADS": "1"}
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
    folder: Path, rule: str, pegs: int, colours: int
) -> tuple[dict[str, list[str]], list[str]]:
    """The commands by program, ours first; and what is not there."""
    ours = [sys.executable, "-m", "masetproof", "evaluate", "mastermind", "--json"]
    ours += ["--pegs", str(pegs), "--colours", str(colours), "--rule", rule]
    found, missing = {"masetproof": ours}, []
    for peer in PEERS:
        name, *more = peer.commands[rule].format(pegs=pegs, colours=colours).split()
        if (folder / name).is_file():
            found[peer.name] = [str(folder / name), *more]
        else:
            missing.append(f"{name} ({peer.source})")
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


def measure(folder: Path, pegs: int, colours: int, runs: int) -> Iterator[str]:
    """The table, and what is missing, as lines."""
    rows: list[tuple[str, ...]] = []
    all_missing: list[str] = []
    for rule in RULES:
        programs, missing = commands(folder, rule, pegs, colours)
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
        yield f"Not there: {', '.join(all_missing)}."


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
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the other programs are")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--pegs", type=int, default=5)
    parser.add_argument("--colours", type=int, default=8)
    parser.add_argument("--docs", action="store_true", help="replace the table in docs/peers.md")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    lines = [*measure(folder, arguments.pegs, arguments.colours, arguments.runs)]
    text = (
        f"Mastermind ({arguments.pegs}, {arguments.colours}), medians of {arguments.runs} runs, by "
        f"`python benchmarks/peers.py` on {datetime.date.today()}, one thread each,\non "
        f"{processor()}.\n\n" + "".join(f"{line}\n" for line in lines)
    )
    print(text)
    if arguments.docs:
        PAGE.write_text(put(PAGE.read_text(), "peers", text))


if __name__ == "__main__":
    main()
