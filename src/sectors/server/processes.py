"""Server processes: running several on one port, each with its own metrics page, and stopping them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType
from typing import Any

import structlog
import uvicorn
from prometheus_client import start_http_server

from sectors.kit import BadInput, shown

CHILD = "SECTORS_CHILD"  # environment variable with the number of a child process, from 0
PAUSE_SECONDS = 1.0  # before a process that ended is restarted
STOP_SECONDS = 15.0  # after draining, a process that takes longer to end is killed
LOOPBACK = "127.0.0.1"

log = structlog.get_logger("processes")


class DrainingServer(uvicorn.Server):
    """A server that drains before it stops. On the first signal it reports that it is not ready (`/readyz`), so that a
    load balancer sends no new clients, and keeps answering for `drain` seconds; then it closes all connections, and the
    clients reconnect to another server. A second signal stops it at once."""

    def __init__(self, config: uvicorn.Config, drain: float) -> None:
        super().__init__(config)
        self._drain = drain
        self._until: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        application: Any = self.config.app
        application.state.server.draining = True
        if self._drain <= 0 or self._until is not None:
            super().handle_exit(sig, frame)
        else:
            self._until = time.monotonic() + self._drain
            log.info("drains", seconds=self._drain)

    async def on_tick(self, counter: int) -> bool:
        if self._until is not None and time.monotonic() >= self._until:
            self.should_exit = True
        return await super().on_tick(counter)


def child_number() -> int | None:
    number = os.environ.get(CHILD, "")
    return int(number) if number.isdecimal() else None


def serve_metrics(where: str) -> None:
    """Start a metrics page for this process alone, at [HOST:]PORT; the next process uses the next port."""
    if not where:
        return
    host, _, port = where.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 65_000:
        raise BadInput(f"metrics: found {shown(where)}, allowed is [HOST:]PORT")
    start_http_server(int(port) + (child_number() or 0), host or LOOPBACK)


def shared_socket(host: str, port: int) -> socket.socket:
    """Return a socket on a port that several processes share; the kernel distributes the connections."""
    shared = bound_socket(host, port, socket.SO_REUSEADDR, socket.SO_REUSEPORT)
    shared.set_inheritable(True)
    return shared


def bound_socket(host: str, port: int, *options: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    for option in options:
        bound.setsockopt(socket.SOL_SOCKET, option, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise BadInput(
            f"port: nothing can listen at {host}:{port}: {error.strerror}; choose with --host and --port"
        ) from None
    return bound


def check_port(host: str, port: int, shared: bool) -> None:
    """Refuse a port that is taken, before anything is started."""
    if shared:
        shared_socket(host, port).close()
    elif os.name == "posix":  # elsewhere a port can be taken twice
        bound_socket(host, port, socket.SO_REUSEADDR).close()


def run_processes(number: int, host: str, port: int, drain: float) -> None:
    """Run this command in `number` processes and restart those that end, until told to stop. Processes that then do not
    end within STOP_SECONDS, for example because the database does not answer, are killed."""
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        for process in children:
            if process.poll() is None:
                process.terminate()

    def start(child: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", "from sectors.cli import main; main()", *sys.argv[1:]]
        return subprocess.Popen(command, env={**os.environ, CHILD: str(child)}, stdout=subprocess.DEVNULL)

    children: list[subprocess.Popen[bytes]] = []
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signal_number, stop)
    children += [start(child) for child in range(number)]
    while not stopping:
        time.sleep(PAUSE_SECONDS)
        for child, process in enumerate(children):
            if process.poll() is not None and not stopping:
                log.error("process-ended", child=child, code=process.returncode)
                children[child] = start(child)
                if stopping:  # the signal came while it was being started
                    children[child].terminate()
    limit = time.monotonic() + drain + STOP_SECONDS
    for process in children:
        try:
            process.wait(max(0.0, limit - time.monotonic()))
        except subprocess.TimeoutExpired:
            log.error("process-killed", child=children.index(process))
            process.kill()
            process.wait()
