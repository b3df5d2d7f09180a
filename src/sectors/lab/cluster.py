"""Runs tasks on a Ray cluster (`--on ray`, `--on ray://HOST:PORT`): the same parts with the same results as in `pool`.

Actors do many parts per call. The task is sent to them once, with its content and weights as text, so that the machines
of the cluster need only the package. A lost worker is replaced and its call repeated: results count when the whole call
has returned, so none is lost and none counts twice. A worker whose bot hangs is killed; that part counts as overrun,
and the other parts of its call are repeated.
"""

from __future__ import annotations

import importlib
import logging
import os
import time
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sectors.kit import BadInput
from sectors.lab.pool import GRACE, LOOK, Task, Workers

CALL = 100  # parts per call, if there are enough for all workers
MOST_CALL = 500
AHEAD = 4  # calls per worker that may wait for a slow one
DEATHS = 2  # worker deaths in the same call after which a part of it is to blame


class Player:
    """The actor on the cluster. One thread does parts, another reports how long the current decision has taken."""

    def __init__(self, task: Task, files: dict[str, str]) -> None:
        self.task = task
        self.thinking = (-1, -1, 0.0)  # part, seat, start time
        for name, text in files.items():
            path = Path(name)
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")

    def do(self, numbers: list[int]) -> list[tuple[int, Any]]:
        found: list[tuple[int, Any]] = []
        for number in numbers:

            def think(seat: int | None, number: int = number) -> None:
                self.thinking = (-1, -1, 0.0) if seat is None else (number, seat, time.monotonic())

            try:
                found.append((number, self.task.do(number, think)))
            except Exception as error:  # a bug of ours: pass it on to the caller
                found.append((number, error))
        return found

    def clock(self) -> tuple[int, int, float]:
        """Return the part and seat that are thinking, and for how many seconds."""
        number, seat, since = self.thinking
        return number, seat, time.monotonic() - since if since else 0.0

    def pid(self) -> int:
        return os.getpid()


@dataclass
class Hired:
    actor: Any
    call: Any = None  # Ray's reference to its current call
    numbers: list[int] = field(default_factory=list)
    asked: Any = None  # Ray's reference to a pending query of its clock
    looked: float = 0.0


class Cluster:
    """The Ray workers of one task."""

    def __init__(self, task: Task, workers: Workers, limit: float | None) -> None:
        self.ray = connect(workers)
        self.task, self.limit = task, limit
        self.size = workers.number or max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.shipped = self.ray.put(task)
        self.files: dict[str, str] = getattr(task, "files", dict)()
        self.maker = self.ray.remote(Player).options(num_cpus=1, max_concurrency=2, max_restarts=0)
        self.workers: list[Hired] = []
        self.queue: deque[list[int]] = deque()
        self.deaths: dict[int, int] = {}  # by the first part of a call

    def hire(self) -> Hired:
        return Hired(self.maker.remote(self.shipped, self.files))

    def results(self, numbers: range) -> Generator[Any, None, None]:
        """Yield the results in order."""
        size = max(1, min(MOST_CALL, len(numbers) // (2 * self.size))) if len(numbers) < 2 * CALL * self.size else CALL
        self.queue = deque([list(numbers[at : at + size]) for at in range(0, len(numbers), size)])
        early: dict[int, Any] = {}
        due = numbers.start
        try:
            self.workers = [self.hire() for _ in range(min(self.size, len(self.queue)))]
            while due < numbers.stop:
                self.assign(due + AHEAD * self.size * size)
                for number, result in self.collect_results():
                    if isinstance(result, Exception):
                        raise result
                    early[number] = result
                while due in early:
                    yield early.pop(due)
                    due += 1
        finally:
            for worker in self.workers:
                self.ray.kill(worker.actor)

    def assign(self, until: int) -> None:
        """Give calls to idle workers, but not too far ahead."""
        for worker in self.workers:
            if worker.call is None and self.queue and self.queue[0][0] < until:
                worker.numbers = self.queue.popleft()
                worker.call = worker.actor.do.remote(worker.numbers)

    def collect_results(self) -> Iterator[tuple[int, Any]]:
        """Yield results that have arrived, and those of parts that were lost or killed."""
        calls = {worker.call: worker for worker in self.workers if worker.call is not None}
        ready, _ = self.ray.wait(list(calls), num_returns=1, timeout=LOOK)
        for call in ready:
            worker = calls[call]
            try:
                found = self.ray.get(call)
            except self.ray.exceptions.RayError:
                yield from self.handle_loss(worker)
            else:
                worker.call = None
                yield from found
        if self.limit is not None:
            for worker in list(self.workers):
                yield from self.watch(worker)

    def handle_loss(self, worker: Hired) -> Iterator[tuple[int, Any]]:
        """Repeat the call of a lost worker; split a call that kills workers repeatedly, to find the guilty part."""
        numbers = worker.numbers
        self.replace(worker)
        deaths = self.deaths[numbers[0]] = self.deaths.get(numbers[0], 0) + 1
        if deaths < DEATHS:
            self.queue.appendleft(numbers)
        elif len(numbers) == 1:
            yield numbers[0], self.task.overrun(numbers[0], 0)
        else:
            half = len(numbers) // 2
            self.deaths[numbers[0]] = 0
            self.queue.extendleft([numbers[half:], numbers[:half]])

    def watch(self, worker: Hired) -> Iterator[tuple[int, Any]]:
        """Kill a worker whose bot does not answer in time."""
        assert self.limit is not None
        if worker.call is None or time.monotonic() - worker.looked < LOOK:
            return
        worker.looked = time.monotonic()
        if worker.asked is None:
            worker.asked = worker.actor.clock.remote()
        ready, _ = self.ray.wait([worker.asked], timeout=0)
        if not ready:
            return
        asked, worker.asked = worker.asked, None
        try:
            number, seat, seconds = self.ray.get(asked)
        except self.ray.exceptions.RayError:
            return  # the worker is lost; its call will report that
        if number in worker.numbers and seconds > self.limit + GRACE:
            rest = [one for one in worker.numbers if one != number]
            self.ray.kill(worker.actor)
            self.replace(worker)
            if rest:
                self.queue.appendleft(rest)
            yield number, self.task.overrun(number, seat)

    def replace(self, worker: Hired) -> None:
        self.workers[self.workers.index(worker)] = self.hire()


def connect(workers: Workers) -> Any:
    """Return the module `ray`, after starting Ray here or joining a cluster, once per process."""
    ray: Any = importlib.import_module("ray")
    if not ray.is_initialized():
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            if workers.on == "ray":
                ray.init(num_cpus=workers.number or os.cpu_count(), include_dashboard=False, **quiet)
            else:
                ray.init(address=workers.on, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise BadInput(f"on: no cluster answers at {workers.on}: {error}") from None
    return ray


def run_on_ray(task: Task, numbers: range, workers: Workers, limit: float | None) -> Iterator[Any]:
    """Do the same as `pool.run_in_order` on Ray."""
    if len(numbers):
        yield from Cluster(task, workers, limit).results(numbers)
