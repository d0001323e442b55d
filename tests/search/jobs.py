"""Jobs for the tests of executors, in a module that a worker imports quickly."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from masetproof.arguments import Refused
from masetproof.progress import Tick
from masetproof.search.executors import Kept


@dataclass(frozen=True)
class Job:
    """The square of a number that is not negative; the first attempts kill their worker.

    waits: until there is a file "go" in the journal.  busy: until this number of workers has begun
    jobs of the journal.  spins: does not rest while it waits.
    """

    number: int
    journal: Path
    waits: bool = False
    busy: int = 0
    kills: int = 0
    spins: bool = False


def square(job: Job, tick: Tick, kept: Kept) -> int:
    (job.journal / f"{job.number}-{uuid4()}").write_text(str(os.getpid()))
    if job.number < 0:
        raise ArithmeticError(job.number)
    while (job.waits and not (job.journal / "go").exists()) or len(pids(job.journal)) < job.busy:
        tick()
        time.sleep(0 if job.spins else 0.01)
    if runs(job.journal, job.number) <= job.kills:
        os.kill(os.getpid(), signal.SIGKILL)
    return job.number**2


def pids(journal: Path) -> set[int]:
    """The processes that have begun a job."""
    return {int(text) for path in journal.glob("*-*") if (text := path.read_text())}


def runs(journal: Path, number: int) -> int:
    return len(list(journal.glob(f"{number}-*")))


def environment(job: str, tick: Tick, kept: Kept) -> str | None:
    return os.environ.get(job)


def refuse(job: str, tick: Tick, kept: Kept) -> object:
    if job == "refused":
        raise Refused("not this one")
    if job == "unpicklable result":
        return iter(job for job in ())
    if job == "exit":
        raise SystemExit(3)
    return None


def count_jobs(job: int, tick: Tick, kept: Kept) -> int:
    """How many jobs this worker has had."""
    kept["jobs"] = kept.get("jobs", 0) + 1
    return int(kept["jobs"])


def sleep(job: float, tick: Tick, kept: Kept) -> float:
    """Hears nothing meanwhile."""
    time.sleep(job)
    return job


def echo(job: bytes, tick: Tick, kept: Kept) -> bytes:
    return job
