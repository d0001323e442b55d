"""Time the optimizer on finite games, each in a fresh process, beside another program.

    python benchmarks/search.py [--runs 5] [--rival 'COMMAND'] [--docs]

`search` is the field `seconds` of the command's JSON: without loading Python and compiled code, but
with writing out a strategy and replaying it.  `whole` is the whole process, `CPU` its processor
time with that of its workers, on as many processors as there are.  The first run of each game is
not counted.  Nothing is taken from the cache directory.

COMMAND runs another exact program on one of the games; {pegs}, {colours} and {rule} are put in, the
last being r when colours repeat and n otherwise.  It is timed as a whole process, once with each of
ours, and the last column is its median time divided by our median time of the whole process.  It is
stopped after half a minute. With --docs the table in docs/costs.md is replaced.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import re
import resource
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path

COSTS = Path(__file__).parents[1] / "docs" / "costs.md"
MARKS = ("<!-- search benchmark -->\n", "<!-- end of search benchmark -->\n")
PATIENCE = 30.0
GAMES = (
    ("mastermind", 4, 6),
    ("mastermind", 4, 7),
    ("ab", 4, 9),
    ("ab", 5, 7),
    ("ab", 4, 10),
    ("mastermind", 4, 8),
)


def timed(command: list[str], timeout: float | None = None) -> tuple[str, float, float]:
    """Output, seconds and processor seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
        timeout=timeout,
        env=os.environ | {"MASETPROOF_CACHE": ""},
    )
    seconds = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (
        done.stdout,
        seconds,
        after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
    )


def rival_seconds(command: list[str], total: int) -> float:
    """Seconds of the other program, infinite beyond `PATIENCE`."""
    try:
        output, seconds, _ = timed(command, PATIENCE)
    except subprocess.TimeoutExpired:
        return math.inf
    if str(total) not in output:
        raise SystemExit(f"{shlex.join(command)} does not find {total}")
    return seconds


def measure(game: str, pegs: int, colours: int, runs: int, rival: str | None) -> list[str]:
    """A row of the table: medians."""
    command = [sys.executable, "-m", "masetproof", "optimize", game, "--json"]
    command += ["--pegs", str(pegs), "--colours", str(colours)]
    search, whole, processor, other = [], [], [], []
    total = 0
    for counted in range(-1, runs):
        output, seconds, spent = timed(command)
        document = json.loads(output)
        if not document["optimal"]:
            raise SystemExit(f"{game} {pegs} {colours} is not finished")
        total = document["total"]
        if counted >= 0:
            search.append(document["seconds"])
            whole.append(seconds)
            processor.append(spent)
            if rival is not None and math.inf not in other:
                rule = "r" if game == "mastermind" else "n"
                text = rival.format(pegs=pegs, colours=colours, rule=rule)
                other.append(rival_seconds(shlex.split(text), total))
    row = [f"{game} ({pegs}, {colours})", f"{total:,}"]
    row += [f"{statistics.median(values):.2f}" for values in (search, whole, processor)]
    if other:
        median = min(statistics.median(other), PATIENCE)
        more = "> " * (median == PATIENCE)
        row += [f"{more}{median:.2f}", f"{more}{median / statistics.median(whole):.1f}"]
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the optimizer.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rival", help="another program; {pegs}, {colours}, {rule} are put in")
    parser.add_argument("--docs", action="store_true", help="replace the table in docs/costs.md")
    arguments = parser.parse_args()
    columns = ["game (pegs, colours)", "least total", "search", "whole", "CPU"]
    if arguments.rival:
        columns += ["other", "ratio"]
    lines = [f"| {' | '.join(columns)} |", "|---|" + "---:|" * (len(columns) - 1)]
    for game, pegs, colours in GAMES:
        row = measure(game, pegs, colours, arguments.runs, arguments.rival)
        lines.append(f"| {' | '.join(row)} |")
        print(lines[-1], flush=True)
    text = (
        f"Medians of {arguments.runs} runs in seconds, nothing cached; "
        f"{os.cpu_count()} cores, Python {platform.python_version()}, by "
        "`python benchmarks/search.py`.\n\n" + "\n".join(lines) + "\n"
    )
    print(text)
    if arguments.docs:
        begin, end = MARKS
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        COSTS.write_text(pattern.sub(lambda _: begin + text + end, COSTS.read_text()))


if __name__ == "__main__":
    main()
