"""Servers and workers in processes of their own, which can be killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import services

COMMAND = "from sectors.server.commands import app; app()"
PATIENCE = 120.0


class Program:
    """A command of ours that runs until it is stopped or killed."""

    def __init__(self, log: Path, *words: str) -> None:
        self.words = words
        self.log = log
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([sys.executable, "-c", COMMAND, *self.words], stdout=log, stderr=log)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE)


class Server(Program):
    def __init__(self, log: Path, db: str, redis: str, *more: str) -> None:
        self.port = services.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        super().__init__(log, "serve", "--db", db, "--redis", redis, "--port", str(self.port), "--rate", "0", *more)

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def wait(self) -> Server:
        limit = time.monotonic() + PATIENCE
        while not self.is_ready():
            assert time.monotonic() < limit and self.process.poll() is None, self.log.read_text()[-2000:]
            time.sleep(0.05)
        return self


class ThinkingProcess(Program):
    def __init__(self, log: Path, redis: str) -> None:
        super().__init__(log, "think", "--redis", redis, "--threads", "2")
