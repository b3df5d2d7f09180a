"""Search threads, and waiting for them within a deadline on a machine that may be busy."""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable, Sequence
from time import monotonic

GLANCE = 0.01  # seconds between two looks at the clock
FADING = 0.995  # factor by which the measured delay fades with each look
CAUTION = 1.5  # times the measured delay is kept in reserve: the next may be worse


class Worker:
    """A thread for one task. Unlike `threading.Thread`, starting one does not wait until it runs: on a busy machine
    that wait alone could miss a deadline."""

    def __init__(self, task: Callable[[], object]) -> None:
        self.done = threading.Event()
        _thread.start_new_thread(self.work, (task,))

    def work(self, task: Callable[[], object]) -> None:
        try:
            task()
        finally:
            self.done.set()

    def is_alive(self) -> bool:
        return not self.done.is_set()

    def join(self, timeout: float | None = None) -> None:
        self.done.wait(timeout)


class Patience:
    """Waits for workers, and measures with every wait how late this machine wakes a sleeping thread."""

    def __init__(self) -> None:
        self.late = 0.0

    def wait(self, workers: Sequence[Worker], deadline: float, most_early: float) -> None:
        """Wait until all workers are done, or until the deadline (0: none) is so near that the machine, with its recent
        delays, might miss it; but return no more than `most_early` seconds before the deadline."""
        for worker in workers:
            if not deadline:
                worker.join()
            while worker.is_alive():
                began = monotonic()
                pause = min(deadline - min(CAUTION * self.late, most_early) - began, GLANCE)
                if pause <= 0.0:
                    return
                worker.join(pause)
                if worker.is_alive():
                    self.learn(monotonic() - began - pause)

    def learn(self, late: float) -> None:
        self.late = max(late, FADING * self.late)


WAITING = Patience()  # one for the process: all bots share the machine
