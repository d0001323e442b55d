"""Time the proofs of three pegs, stage by stage, each in a fresh process.

    python benchmarks/proofs.py [--runs 5] [--docs]

Stages are timed by the command itself (the field `seconds` of its JSON), the check as a whole
process; memory is the peak of the process.  The first run of each command is not counted.
Closures are not taken from the cache.  With --docs the table in docs/costs.md is replaced.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COSTS = Path(__file__).parents[1] / "docs" / "costs.md"
MARKS = ("<!-- benchmark -->\n", "<!-- end of benchmark -->\n")


def run(command: list[str]) -> tuple[str, float, float]:
    """Output, seconds and peak memory in MB of a command."""
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", *command],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"MASETPROOF_CACHE": ""},
    ) as process:
        output = process.stdout.read() if process.stdout else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed")
    return output, time.perf_counter() - begin, usage.ru_maxrss / 1024


def measure(game: str, objective: str, extra: str, runs: int) -> list[dict[str, float]]:
    """One proof with its certificate, and its check, *runs* times."""
    results = []
    with tempfile.TemporaryDirectory() as directory:
        command = ["masetproof", "prove", game, "--pegs", "3", "--objective", objective]
        command += ["--extra", extra, "--listing", "none", "--out", directory, "--json"]
        for counted in range(-1, runs):
            output, wall, memory = run(command)
            _, check, check_memory = run(["masetproof.checker", f"{directory}/proof.cert"])
            if counted >= 0:
                results.append(
                    json.loads(output)["seconds"]
                    | {"prove": wall, "MB": memory, "check": check, "check MB": check_memory}
                )
    return results


def table(rows: dict[str, list[dict[str, float]]]) -> str:
    """Medians as a Markdown table."""
    columns = list(next(iter(rows.values()))[0])
    lines = [
        "| | " + " | ".join(columns) + " |",
        "|---|" + "---:|" * len(columns),
    ]
    for name, results in rows.items():
        medians = [statistics.median(result[column] for result in results) for column in columns]
        cells = [
            f"{value:.0f}" if "MB" in column else f"{value:.1f}"
            for column, value in zip(columns, medians, strict=True)
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the proofs of three pegs.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--docs", action="store_true", help="replace the table in docs/costs.md")
    arguments = parser.parse_args()
    rows = {}
    for game, objective, extra in (
        ("mastermind", "expected", "with"),
        ("ab", "expected", "with"),
    ):
        rows[f"{game}, {objective}, {extra}"] = measure(game, objective, extra, arguments.runs)
        print(table(rows), flush=True)
    text = (
        f"Medians of {arguments.runs} runs in seconds, no cached closure; "
        f"{os.cpu_count()} cores, Python {platform.python_version()}, by "
        "`python benchmarks/proofs.py --docs`. `prove` is the whole process with the "
        "certificate, `check` the independent checker.\n\n" + table(rows)
    )
    if arguments.docs:
        begin, end = MARKS
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        COSTS.write_text(pattern.sub(lambda _: begin + text + end, COSTS.read_text()))


if __name__ == "__main__":
    main()
