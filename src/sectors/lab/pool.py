"""Tasks on all cores: worker processes, watched, so that one that hangs is ended and replaced."""

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

GRACE = 2.0  # seconds beyond the limit before a worker is ended
LOOK = 0.2  # seconds between looks at the clock
STRETCH = 2000  # parts


class Task(Protocol):
    """Something with many numbered parts. It travels to the workers, so it must be picklable."""

    def do(self, number: int, thinking: Callable[[int | None], None]) -> Any: ...

    def overrun(self, number: int, seat: int) -> Any:
        """What comes of a part whose seat never answered."""


@dataclass(frozen=True)
class Workers:
    """Where and by how many a task is done: by processes here ("local"), or on Ray ("ray", "ray://HOST:PORT")."""

    on: str = "local"
    number: int | None = None  # by default one for each core

    def __post_init__(self) -> None:
        if self.on not in ("local", "ray") and not self.on.startswith("ray://"):
            raise BadInput(f"on: found {self.on!r}, allowed is local, ray, or ray://HOST:PORT")
        if self.number is not None and self.number < 1:
            raise BadInput(f"processes: found {self.number!r}, allowed is 1 or more")


Crew = int | Workers | None  # a number of processes, or more


@dataclass
class Worker:
    process: Any
    pipe: Connection
    clock: Any  # shared: when the decision at hand began (0: none), and whose it is
    number: int = -1


def work(task: Task, pipe: Connection, clock: Any) -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever counts the results

    def thinking(seat: int | None) -> None:
        clock[1] = -1 if seat is None else seat
        clock[0] = 0.0 if seat is None else time.monotonic()

    employer = os.getppid()
    with suppress(EOFError, BrokenPipeError):
        while True:
            while not pipe.poll(LOOK):
                if os.getppid() != employer:  # it is gone without a word
                    return
            number = pipe.recv()
            try:
                pipe.send((number, task.do(number, thinking)))
            except Exception as error:  # a fault of ours: whoever counts must hear of it
                pipe.send((number, error))


def results(
    task: Task, numbers: Iterator[int], processes: int | None, limit: float | None
) -> Iterator[tuple[int, Any]]:
    """Do parts of a task until there are no more numbers; each number with its result, in the order of arrival."""
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
                except EOFError:  # it died of something that no exception tells of
                    number, result = worker.number, task.overrun(worker.number, max(0, int(worker.clock[1])))
                    workers[workers.index(worker)] = worker = hire()
                if isinstance(result, Exception):
                    raise result
                employ(worker)
                yield number, result
            now = time.monotonic()
            for worker in busy.values():
                began = worker.clock[0]  # read once: it may be over in the next moment
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


def ordered(task: Task, numbers: range, workers: Crew, limit: float | None) -> Iterator[Any]:
    """The results by their numbers: what comes of them does not depend on where they were found, or who was quicker.
    Parts are begun in stretches, so that few results wait for one that takes long, and memory stays constant."""
    crew = workers if isinstance(workers, Workers) else Workers(number=workers)
    if crew.on != "local":
        yield from remote(task, numbers, crew, limit)
        return
    for start in range(numbers.start, numbers.stop, STRETCH):
        stretch = range(start, min(start + STRETCH, numbers.stop))
        pairs = results(task, iter(stretch), crew.number, limit)
        yield from in_order(pairs, start)


def remote(task: Task, numbers: range, workers: Workers, limit: float | None) -> Iterator[Any]:
    if importlib.util.find_spec("ray") is None:
        raise BadInput("--on ray needs Ray: pip install 'sectors[cluster]'")
    from sectors.lab.cluster import ordered_on_ray

    yield from ordered_on_ray(task, numbers, workers, limit)


def in_order(pairs: Iterator[tuple[int, Any]], due: int) -> Iterator[Any]:
    early: dict[int, Any] = {}
    for number, result in pairs:
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1
