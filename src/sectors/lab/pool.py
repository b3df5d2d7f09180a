"""Runs tasks on all cores, in worker processes. A worker that hangs is killed and replaced."""

from __future__ import annotations

import importlib.util
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from sectors.kit import BadInput

GRACE = 2.0  # seconds beyond the limit before a worker is killed
LOOK = 0.2  # seconds between looks at the clock
STRETCH = 2000  # parts in a stretch, see `run_in_order`


class Task(Protocol):
    """Work in many numbered parts. It is sent to the workers, so it must be picklable."""

    def do(self, number: int, thinking: Callable[[int | None], None]) -> Any: ...

    def overrun(self, number: int, seat: int) -> Any:
        """Return the result of a part in which a seat never answered."""


@dataclass(frozen=True)
class Workers:
    """Where a task runs and with how many workers: processes here ("local"), or Ray ("ray", "ray://HOST:PORT")."""

    on: str = "local"
    number: int | None = None  # by default one per core

    def __post_init__(self) -> None:
        if self.on not in ("local", "ray") and not self.on.startswith("ray://"):
            raise BadInput(f"on: found {self.on!r}, allowed is local, ray, or ray://HOST:PORT")
        if self.number is not None and self.number < 1:
            raise BadInput(f"processes: found {self.number!r}, allowed is 1 or more")


Crew = int | Workers | None  # a number of local processes, or where they run


@dataclass
class Worker:
    process: Any
    pipe: Connection
    clock: Any  # shared: when the current decision began (0: none), and its seat
    number: int = -1


def work(task: Task, pipe: Connection, clock: Any) -> None:
    """Run a worker process: receive numbers, send results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C

    def thinking(seat: int | None) -> None:
        clock[1] = -1 if seat is None else seat
        clock[0] = 0.0 if seat is None else time.monotonic()

    employer = os.getppid()
    with suppress(EOFError, BrokenPipeError):
        while True:
            while not pipe.poll(LOOK):
                if os.getppid() != employer:  # the parent has died
                    return
            number = pipe.recv()
            try:
                pipe.send((number, task.do(number, thinking)))
            except Exception as error:  # a bug of ours: pass it on to the parent
                pipe.send((number, error))


def results(
    task: Task, numbers: Iterator[int], processes: int | None, limit: float | None
) -> Iterator[tuple[int, Any]]:
    """Do the parts of a task; yield each number with its result, in the order of arrival."""
    context = multiprocessing.get_context()
    workers: list[Worker] = []

    def hire() -> Worker:
        ours, theirs = context.Pipe()
        clock = context.Array("d", 2, lock=False)
        process = context.Process(target=work, args=(task, theirs, clock), daemon=True)
        process.start()
        theirs.close()
        return Worker(process, ours, clock)

    def employ(worker: Worker) -> None:
        number = next(numbers, None)
        worker.number = -1 if number is None else number
        if number is not None:
            worker.pipe.send(number)

    try:
        for _ in range(processes or os.cpu_count() or 1):
            workers.append(hire())
            employ(workers[-1])
        while any(worker.number >= 0 for worker in workers):
            busy: dict[Any, Worker] = {worker.pipe: worker for worker in workers if worker.number >= 0}
            for ready in wait(list(busy), LOOK):
                worker = busy.pop(ready)
                try:
                    number, result = worker.pipe.recv()
                except EOFError:  # it died without an exception
                    number, result = worker.number, task.overrun(worker.number, max(0, int(worker.clock[1])))
                    workers[workers.index(worker)] = worker = hire()
                if isinstance(result, Exception):
                    raise result
                employ(worker)
                yield number, result
            now = time.monotonic()
            for worker in busy.values():
                began = worker.clock[0]  # read once: the worker may change it at any moment
                if limit is not None and began and now - began > limit + GRACE:
                    number, seat = worker.number, int(worker.clock[1])
                    worker.process.kill()
                    worker.process.join()
                    workers[workers.index(worker)] = fresh = hire()
                    employ(fresh)
                    yield number, task.overrun(number, seat)
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.join()


def run_in_order(task: Task, numbers: range, workers: Crew, limit: float | None) -> Iterator[Any]:
    """Yield the results in the order of their numbers, independent of where they were computed and how fast. Parts are
    started in stretches, so that few results wait for a slow one, and memory stays constant."""
    crew = workers if isinstance(workers, Workers) else Workers(number=workers)
    if crew.on != "local":
        yield from run_remotely(task, numbers, crew, limit)
        return
    for start in range(numbers.start, numbers.stop, STRETCH):
        stretch = range(start, min(start + STRETCH, numbers.stop))
        pairs = results(task, iter(stretch), crew.number, limit)
        yield from in_order(pairs, start)


def run_remotely(task: Task, numbers: range, workers: Workers, limit: float | None) -> Iterator[Any]:
    if importlib.util.find_spec("ray") is None:
        raise BadInput("--on ray needs Ray: pip install 'sectors[cluster]'")
    from sectors.lab.cluster import run_on_ray

    yield from run_on_ray(task, numbers, workers, limit)


def in_order(pairs: Iterator[tuple[int, Any]], due: int) -> Iterator[Any]:
    early: dict[int, Any] = {}
    for number, result in pairs:
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1
