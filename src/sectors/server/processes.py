"""How server processes run: several on one port, each with a metrics page of its own, and how they stop."""

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

CHILD = "SECTORS_CHILD"  # in the environment of a process that others run beside: its number, from 0
PAUSE_SECONDS = 1.0  # before a process that ended is started again
STOP_SECONDS = 15.0  # a process must end this soon after draining, or it is killed
LOOPBACK = "127.0.0.1"

log = structlog.get_logger("processes")


class DrainingServer(uvicorn.Server):
    """Told to stop, it says for a while that it is not ready (`/readyz`), so that a load balancer sends nobody here any
    more, and goes on answering; then it sends everybody away, to come back to another server. Told twice, it stops."""

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
    found = os.environ.get(CHILD, "")
    return int(found) if found.isdecimal() else None


def serve_metrics(where: str) -> None:
    """A metrics page for this process alone, at [HOST:]PORT; the next process has the next port."""
    if not where:
        return
    host, _, port = where.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 65_000:
        raise BadInput(f"metrics: found {shown(where)}, allowed is [HOST:]PORT")
    start_http_server(int(port) + (child_number() or 0), host or LOOPBACK)


def shared_socket(host: str, port: int) -> socket.socket:
    """A socket of this process on a port that several have: the kernel shares out who connects."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.bind((host, port))
    made.set_inheritable(True)
    return made


def run_processes(number: int, host: str, port: int, drain: float) -> None:
    """Run this command so many times beside each other, each time anew when one ends, until told to stop. A process
    that then does not end in good time, because its database does not answer, say, is killed."""
    shared_socket(host, port).close()  # a port that cannot be had is said before anything is started
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        for one in children:
            if one.poll() is None:
                one.terminate()

    def start(child: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", "from sectors.cli import main; main()", *sys.argv[1:]]
        return subprocess.Popen(command, env={**os.environ, CHILD: str(child)}, stdout=subprocess.DEVNULL)

    children: list[subprocess.Popen[bytes]] = []
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, stop)
    children += [start(child) for child in range(number)]
    while not stopping:
        time.sleep(PAUSE_SECONDS)
        for child, process in enumerate(children):
            if process.poll() is not None and not stopping:
                log.error("process-ended", child=child, code=process.returncode)
                children[child] = start(child)
                if stopping:  # told while it was being started
                    children[child].terminate()
    limit = time.monotonic() + drain + STOP_SECONDS
    for process in children:
        try:
            process.wait(max(0.0, limit - time.monotonic()))
        except subprocess.TimeoutExpired:
            log.error("process-killed", child=children.index(process))
            process.kill()
            process.wait()
