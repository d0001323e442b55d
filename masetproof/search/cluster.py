"""The workers of a Dask cluster."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar, final
from uuid import uuid4

from masetproof.arguments import Refused
from masetproof.progress import Tick, no_tick
from masetproof.search.executors import TICK, JobLost, Kept
from masetproof.search.messages import lost, reply_to, request_of, unpacked

__all__ = ["CONNECTING", "DaskExecutor"]

J = TypeVar("J")
R = TypeVar("R")

CONNECTING = 1.5
"""Seconds for a Dask scheduler to answer, after it has taken the call."""


@final
class DaskExecutor:
    """The workers of a Dask cluster; they need this version of masetproof.

    They are best started with one thread each (``dask worker --nthreads 1``), as most of a job is
    Python.  A compiled loop of minutes must release the GIL, otherwise Dask thinks its worker dead.

    Jobs are handed over only as threads are free: Dask would let short jobs wait on a worker behind
    a long one, and blame the loss of that worker on all of them.
    """

    def __init__(self, address: str) -> None:
        try:
            import asyncio

            import distributed
        except ImportError:
            raise Refused("Dask is not installed; pip install 'masetproof[dask]'") from None
        try:
            # A client that cannot connect is not easily got rid of, and who answers may be anybody.
            with ThreadPoolExecutor(1) as thread:  # the caller's may have an event loop
                thread.submit(asyncio.run, _answer_of_scheduler(address)).result()
            self._client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
        except Exception as error:
            why = " ".join(str(error).split()) or "it does not answer"
            raise Refused(f"there is no Dask scheduler at {address!r}: {why:.200}") from error
        self._killed = distributed.KilledWorker
        self._name = uuid4().hex

    @property
    def workers(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def share(self, descriptor: int) -> bool:
        return False

    def limit(self, workers: int) -> None:
        pass

    def run(
        self, function: Callable[[J, Tick, Kept], R], jobs: Sequence[J], tick: Tick = no_tick
    ) -> Iterator[tuple[int, R]]:
        import asyncio

        client = self._client
        waiting = deque(range(len(jobs)))
        busy: dict[Future[bytes], tuple[Any, int]] = {}
        ended: SimpleQueue[Future[bytes]] = SimpleQueue()

        def begin_jobs() -> None:
            if client.status != "running":
                raise JobLost("the Dask cluster is gone")
            free = self.workers - len(busy) if waiting else 0
            for place in [waiting.popleft() for _ in range(min(free, len(waiting)))]:
                request = request_of(function, jobs[place])
                remote = client.submit(_reply_on_cluster, self._name, request, pure=False)
                fetching = client.gather(remote, asynchronous=True)
                fetched = asyncio.run_coroutine_threadsafe(fetching, client.loop.asyncio_loop)
                busy[fetched] = remote, place
                fetched.add_done_callback(ended.put)

        try:
            begin_jobs()
            while waiting or busy:
                tick()
                try:
                    fetched = ended.get(timeout=TICK)
                except Empty:
                    begin_jobs()  # the cluster may have grown
                    continue
                _, place = busy.pop(fetched)
                try:
                    reply = fetched.result()
                except self._killed as error:
                    raise lost(place, jobs, str(error)) from error
                except (CancelledError, OSError, RuntimeError) as error:
                    raise JobLost("the Dask cluster is gone") from error
                begin_jobs()
                yield place, unpacked(reply)
        finally:
            with suppress(Exception):  # there may be no cluster any more
                if client.status == "running":
                    client.cancel([remote for remote, _ in busy.values()])

    def close(self) -> None:
        with suppress(Exception):
            self._client.close(timeout=CONNECTING)


async def _answer_of_scheduler(address: str) -> None:
    """Ask for a sign of life; all kinds of exceptions when nothing of the sort comes."""
    import asyncio

    from distributed import rpc

    async def ask() -> None:
        async with rpc(address, timeout=CONNECTING) as scheduler:
            if (await scheduler.identity()).get("type") != "Scheduler":
                raise ValueError("something else answers")

    await asyncio.wait_for(ask(), CONNECTING)


_on_cluster = threading.local()


def _reply_on_cluster(executor: str, request: bytes) -> bytes:
    """In a thread of a Dask worker: what it keeps for one executor is gone with the next one."""
    if getattr(_on_cluster, "executor", None) != executor:
        _on_cluster.executor, _on_cluster.kept = executor, {}
    return reply_to(request, _on_cluster.kept)
