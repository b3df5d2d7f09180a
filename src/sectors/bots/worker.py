"""Threads that think, and somebody who waits for them no longer than allowed, on a machine that may be busy."""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable, Sequence
from time import monotonic

GLANCE = 0.01  # seconds between two looks at the clock
FADING = 0.995  # of what was learnt, what is left after one more look
CAUTION = 1.5  # times the worst of late is kept back: the next may be worse


class Worker:
    """A thread for one task. Whoever starts it does not wait until it runs, as `threading.Thread` does: on a busy
    machine that alone may take longer than an answer may be late."""

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
    """Waits, and learns from every wait how late this machine wakes whoever sleeps."""

    def __init__(self) -> None:
        self.late = 0.0

    def wait(self, workers: Sequence[Worker], deadline: float, most_early: float) -> None:
        """Until all have done, or until the deadline (0: there is none) is so near that a machine as late as this one
        has been lately would miss it; but no more than `most_early` seconds before."""
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


WAITING = Patience()  # of this process: all bots share the machine
