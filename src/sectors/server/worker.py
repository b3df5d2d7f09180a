"""A bot worker: takes thoughts from the queue, computes them and answers. Any number of workers can run on any machine.

Each kind of thought (a lane) has its own threads, so that tables with people never wait for tables of bots alone; the
threads for the latter run at a lower priority.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog
from saq import Worker

from sectors.server.cluster.redis_peers import AWAY
from sectors.server.cluster.thoughts import FUNCTION, LANES, lane_queue
from sectors.server.metrics import BOT_SECONDS, QUEUE_SECONDS, THINKING
from sectors.server.tables.catalog import Catalog
from sectors.server.tables.remote_bots import unpack

BEAT_SECONDS = 2.0
NICE = 10  # of threads that think for tables of bots alone
DRAIN_SECONDS = 10  # after SIGTERM, to finish the running thoughts

log = structlog.get_logger("worker")


class LaneWorker(Worker[Any]):
    SIGNALS = []  # ThinkingWorker handles signals, so that all lanes end together


class ThinkingWorker:
    def __init__(self, url: str, catalog: Catalog, threads: int) -> None:
        self.url = url
        self.catalog = catalog
        self.threads = threads

    async def run(self) -> None:
        """Think until SIGTERM or SIGINT, then finish the running thoughts."""
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        pools = {
            lane: ThreadPoolExecutor(self.threads, f"think-{lane}", lower_priority if lane == "bots" else None)
            for lane in LANES
        }
        workers = [self._make_worker(lane, pools[lane]) for lane in LANES]
        tasks = [asyncio.create_task(worker.start()) for worker in workers]
        log.info("open", threads=self.threads, games=self.catalog.names())
        await stop.wait()
        await asyncio.gather(*(worker.stop() for worker in workers), return_exceptions=True)
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in workers:
            with contextlib.suppress(*AWAY):
                await worker.queue.disconnect()
        log.info("closed")

    def _make_worker(self, lane: str, pool: ThreadPoolExecutor) -> LaneWorker:
        async def think(context: Any, **sent: Any) -> Any:
            return await self._think(lane, pool, context["job"], sent)

        return LaneWorker(
            lane_queue(self.url, lane),
            [(FUNCTION, think)],
            concurrency=self.threads,
            timers={"schedule": 10, "worker_info": 2, "sweep": 2, "abort": 5},
            dequeue_timeout=1.0,
            shutdown_grace_period_s=DRAIN_SECONDS,
            metadata={"slots": self.threads},
        )

    async def _think(self, lane: str, pool: ThreadPoolExecutor, job: Any, sent: Any) -> Any:
        structlog.contextvars.bind_contextvars(request=sent["request"])
        QUEUE_SECONDS.labels(lane).observe(max(0.0, (job.started - job.queued) / 1000))
        began = time.perf_counter()
        with THINKING.track_inprogress():
            running = asyncio.get_running_loop().run_in_executor(pool, lambda: unpack(self.catalog, sent).run())
            while not running.done():
                await asyncio.wait({running}, timeout=BEAT_SECONDS)
                if not running.done():
                    await job.update()  # heartbeat
        seconds = time.perf_counter() - began
        BOT_SECONDS.observe(seconds)
        log.info("thought", lane=lane, game=sent["game"], level=sent["level"], seconds=round(seconds, 3))
        answer = running.result()
        return answer if isinstance(answer, str) else [vars(idea) for idea in answer]


def lower_priority() -> None:
    """Lower the priority of this thread, on systems that support it per thread."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
