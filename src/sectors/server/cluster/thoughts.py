"""The queue of bot thoughts, in Redis. Servers put thoughts into it, workers (`sectors think`) take them out.

The queue is SAQ: it uses asyncio and redis-py like everything here, and it has keys (two servers that ask for the same
thought share one job), a message when a job is done, heartbeats, and a sweep that reassigns the jobs of dead workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import structlog
from saq import Job, Status
from saq.queue.redis import RedisQueue

from sectors.kit import Json
from sectors.server.cluster.redis_peers import ANSWER_SECONDS, AWAY, connect
from sectors.server.metrics import QUEUED, SLOTS

LANES = ("quick", "people", "bots")  # weak levels and strong levels at people's tables; tables of bots alone
FUNCTION = "think"
ASK_SECONDS = 20.0  # after which a server thinks for itself
FIRST_SECONDS, LISTEN_SECONDS = 0.1, 2.0  # between checks that a job still exists: at first, and at most
LOOK_SECONDS = 1.0  # between counts of the workers
HEARTBEAT_SECONDS = 5
LONGEST_SECONDS = 120
KEPT_SECONDS = 30  # that an answer is kept, for a second server that asks for the same thought
TRIES = 3

log = structlog.get_logger("queue")


class NoAnswer(Exception):  # noqa: N818
    """No worker answers, so the server must think itself."""


def lane_queue(url: str, lane: str) -> RedisQueue:
    return RedisQueue(connect(url), name=f"sectors-{lane}")


class ThoughtQueue:
    """A server's end of the queue."""

    def __init__(self, url: str) -> None:
        self._queues = {lane: lane_queue(url, lane) for lane in LANES}
        self.slots = dict.fromkeys(LANES, 0)  # thoughts that all workers together can handle at once

    async def run(self) -> None:
        """Count the workers, for as long as the server runs."""
        while True:
            for lane, queue in self._queues.items():
                try:
                    info: Any = await asyncio.wait_for(queue.info(), ANSWER_SECONDS)
                    self.slots[lane] = sum(
                        (worker["metadata"] or {}).get("slots", 0) for worker in info["workers"].values()
                    )
                    QUEUED.labels(lane).set(info["queued"])
                except AWAY:
                    self.slots[lane] = 0
                SLOTS.labels(lane).set(self.slots[lane])
            await asyncio.sleep(LOOK_SECONDS)

    async def ask(self, lane: str, key: str, thought: Json) -> Any:
        """Return a worker's answer; raise NoAnswer if there is none in time."""
        queue, limit, patience = self._queues[lane], time.monotonic() + ASK_SECONDS, FIRST_SECONDS
        while self.slots[lane] and time.monotonic() < limit:
            try:
                job = await asyncio.wait_for(self._find_or_enqueue(queue, key, thought), ANSWER_SECONDS)
                if job is not None and not job.completed:
                    await job.refresh(until_complete=patience)
            except TimeoutError:  # perhaps it was done before we listened
                patience = min(LISTEN_SECONDS, 2 * patience)
                continue
            except RuntimeError:  # the job is gone: Redis was flushed
                continue
            except AWAY as error:
                raise NoAnswer(str(error)) from None
            if job is not None and job.status == Status.COMPLETE:
                return job.result
            if job is not None and job.status in (Status.FAILED, Status.ABORTED):
                raise NoAnswer((job.error or "").strip().rpartition("\n")[2])
        raise NoAnswer("no worker answers")

    async def _find_or_enqueue(self, queue: RedisQueue, key: str, thought: Json) -> Job | None:
        """Return the job of a thought; enqueue it unless it is already there."""
        job = await queue.job(key)
        if job is not None and job.status not in (Status.FAILED, Status.ABORTED):
            return job
        wanted = Job(
            FUNCTION,
            kwargs=thought,
            key=key,
            timeout=LONGEST_SECONDS,
            heartbeat=HEARTBEAT_SECONDS,
            retries=TRIES,
            ttl=KEPT_SECONDS,
        )
        return await queue.enqueue(wanted)

    async def close(self) -> None:
        for queue in self._queues.values():
            with contextlib.suppress(*AWAY):
                await asyncio.wait_for(queue.disconnect(), ANSWER_SECONDS)
