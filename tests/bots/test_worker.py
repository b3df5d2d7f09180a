"""Whoever waits for a search gets up in time, the earlier the later the machine wakes sleepers."""

from __future__ import annotations

import threading
from time import monotonic

from sectors.bots.worker import FADING, Patience, Worker


def test_all_workers_are_waited_for_where_there_is_no_deadline() -> None:
    done: list[int] = []
    Patience().wait([Worker(lambda: done.append(1)), Worker(lambda: done.append(2))], 0.0, 0.0)
    assert sorted(done) == [1, 2]


def test_a_worker_that_fails_does_not_keep_anybody_waiting() -> None:
    def fail() -> None:
        raise SystemExit  # the one exception of which a thread makes no noise

    Patience().wait([Worker(fail)], 0.0, 0.0)


def test_at_the_deadline_nobody_is_waited_for_any_longer() -> None:
    go_on = threading.Event()
    worker = Worker(go_on.wait)
    began = monotonic()
    Patience().wait([worker], began + 0.05, 0.0)
    assert worker.is_alive()
    assert monotonic() >= began + 0.05
    go_on.set()


def test_on_a_machine_that_is_late_one_gets_up_earlier_but_not_too_early() -> None:
    go_on = threading.Event()
    worker = Worker(go_on.wait)
    patience = Patience()
    patience.learn(3600.0)
    began = monotonic()
    patience.wait([worker], began + 3600.0, 3600.0)
    assert monotonic() < began + 1800.0
    began = monotonic()
    patience.wait([worker], began + 3600.0, 3599.9)
    assert monotonic() >= began + 0.1
    go_on.set()


def test_what_was_learnt_fades() -> None:
    patience = Patience()
    patience.learn(1.0)
    patience.learn(0.0)
    assert patience.late == FADING
    patience.learn(2.0)
    assert patience.late == 2.0
