"""The log: one line of JSON for each event, or coloured text in a terminal.

Logging never blocks and never fails. A separate thread writes; lines that it cannot write (a full disk, a closed pipe)
or cannot keep up with are dropped and counted, and the next line that gets through reports their number.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import queue
import sys
import threading
from typing import Any

import structlog

from sectors.server.limits import Bucket
from sectors.server.metrics import DROPPED_LINES

MOST_WAITING = 2000  # lines waiting to be written
LONGEST_LINE = 4000
LONGEST_VALUE = 500
LINES_A_SECOND = 100.0  # of lines that clients can provoke; ten times as many at once
FLUSH_SECONDS = 1.0


class LogWriter:
    """A logger for structlog that writes lines to a file descriptor in its own thread."""

    def __init__(self, descriptor: int = 2) -> None:
        self.descriptor = descriptor
        self.failing = False  # the last line could not be written
        self._dropped = 0
        self._bucket = Bucket(LINES_A_SECOND, 10 * LINES_A_SECOND)
        self._lines: queue.Queue[str | threading.Event] = queue.Queue(MOST_WAITING)
        threading.Thread(target=self._run, name="log", daemon=True).start()

    def __call__(self, *_: Any) -> LogWriter:
        """Serve as structlog's logger factory."""
        return self

    def write(self, line: str) -> None:
        try:
            self._lines.put_nowait(line[:LONGEST_LINE])
        except queue.Full:
            self._drop()

    def info(self, line: str) -> None:
        if self._bucket.wait():
            self._drop()
        else:
            self.write(line)

    msg = debug = info
    warning = error = critical = exception = fatal = write

    def _drop(self) -> None:
        self._dropped += 1
        DROPPED_LINES.inc()

    def flush(self) -> None:
        """Wait up to FLUSH_SECONDS for the lines that are waiting."""
        done = threading.Event()
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(done)
            done.wait(FLUSH_SECONDS)

    def _run(self) -> None:
        while True:
            line = self._lines.get()
            if isinstance(line, threading.Event):
                line.set()
                continue
            dropped, self._dropped = self._dropped, 0
            if dropped:
                line = f'{{"event": "dropped", "lines": {dropped}}}\n{line}'
            if not self._try_write(line):
                self._dropped += dropped + 1
                DROPPED_LINES.inc()

    def _try_write(self, line: str) -> bool:
        data = line.encode("utf-8", "replace") + b"\n"
        try:
            while data:
                data = data[os.write(self.descriptor, data) :]
        except OSError:
            self.failing = True
        else:
            self.failing = False
        return not self.failing


class Handler(logging.Handler):
    """Sends the log of the libraries to the same writer."""

    def __init__(self, writer: LogWriter) -> None:
        super().__init__(logging.WARNING)
        self._writer = writer

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._writer.info(self.format(record))
        except Exception:  # such as a message that does not match its arguments
            self._writer.info(f"{record.name}: {record.msg!r}")


def cut_values(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Shorten long values, so that clients cannot fill the disk through the log."""
    for key, value in event.items():
        if isinstance(value, str) and len(value) > LONGEST_VALUE and key != "exception":
            event[key] = value[:LONGEST_VALUE] + "\u2026"
    return event


def set_up_logs() -> LogWriter:
    people = sys.stderr.isatty()
    writer = LogWriter(sys.stderr.fileno())
    logging.basicConfig(level=logging.WARNING, handlers=[Handler(writer)], format="%(message)s")
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,  # adds the request id
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer() if not people else structlog.processors.StackInfoRenderer(),
            cut_values,
            structlog.dev.ConsoleRenderer() if people else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if people else logging.INFO),
        logger_factory=writer,
        cache_logger_on_first_use=True,
    )
    atexit.register(writer.flush)
    return writer
