"""PostgreSQL and Redis, on which some tests and benchmarks run: finds them, installs them where that is possible (else
says how to get them), and starts some of our own on the loopback address."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from debian import install

USER = "postgres"  # PostgreSQL does not run as root
PATIENCE = 120.0
HOW = "apt-get install postgresql redis-server, pip install 'psycopg[binary]' redis saq"


def postgres_programs() -> Path | None:
    """The folder of `initdb` and `postgres`. Debian has it off the PATH."""
    places = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    on_path = shutil.which("initdb")
    places += [Path(on_path).resolve().parent] if on_path else []
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


def redis_program() -> str | None:
    return shutil.which("redis-server") or shutil.which("valkey-server")


def can_run() -> bool:
    """Whether this user can run PostgreSQL, or may do it as somebody else."""
    if sys.platform == "win32":
        return False
    import pwd

    return os.geteuid() != 0 or any(one.pw_name == USER for one in pwd.getpwall())


def has_postgres() -> bool:
    """Whether everything is there that tests on PostgreSQL need."""
    return postgres_programs() is not None and can_run() and find_spec("psycopg") is not None


def has_both() -> bool:
    """The same for tests of several servers."""
    return has_postgres() and redis_program() is not None and all(map(find_spec, ("redis", "saq")))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """A program of our own in a folder of its own, which can be stopped, killed and started again."""

    def __init__(self, **how: Any) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sectors-"))
        self.port = free_port()
        self._how = {"cwd": self.folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **how}
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[Any]:
        raise NotImplementedError

    def is_ready(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def start(self) -> None:
        self.process = subprocess.Popen(self.command(), **self._how)
        limit = time.monotonic() + PATIENCE
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > limit:
                raise OSError(f"{self.command()[0]} does not start")
            time.sleep(0.05)

    def end(self, signal_number: int) -> None:
        if self.process is not None:
            self.process.send_signal(signal_number)
            self.process.wait(PATIENCE)
            self.process = None

    def close(self) -> None:
        self.end(2)  # SIGINT: without waiting for those who are connected
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis(Service):
    """A Redis that writes nothing to the disk."""

    def __init__(self) -> None:
        super().__init__()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def command(self) -> list[Any]:
        words = ["--port", self.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", self.folder]
        return [redis_program(), *map(str, words)]

    def flush(self) -> None:
        """Forget everything."""
        import redis

        redis.Redis.from_url(self.url).flushall()


class Postgres(Service):
    """A PostgreSQL cluster. `fsync=False`: it loses the last moments when the machine fails, not when it is killed."""

    def __init__(self, fsync: bool = False) -> None:
        super().__init__(**({"user": USER} if os.geteuid() == 0 else {}))
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        self.fsync = fsync
        programs = postgres_programs()
        assert programs is not None
        self._programs, self._data = programs, self.folder / "data"
        words = ["--auth=trust", "--username=sectors", "--encoding=UTF8", "--no-locale", "--no-sync"]
        subprocess.run([programs / "initdb", "-D", self._data, *words], check=True, **self._how)
        self.start()

    def command(self) -> list[Any]:
        words = ["-k", self.folder, "-p", str(self.port), "-c", "listen_addresses=127.0.0.1"]
        return [self._programs / "postgres", "-D", self._data, *words, "-c", f"fsync={'on' if self.fsync else 'off'}"]

    def is_ready(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.address("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def address(self, database: str) -> str:
        return f"postgresql://sectors@127.0.0.1:{self.port}/{database}"

    def new_database(self, name: str) -> str:
        """The URL of a new database, as `sectors serve --db` takes it."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.address(name).replace("postgresql:", "postgresql+psycopg:")

    def cut(self, database: str) -> None:
        """End all connections to a database."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database])

    def crash(self) -> None:
        """Stop at once, as after a failure: everything that was committed is there after the next start."""
        self.end(3)  # SIGQUIT: immediate shutdown, which leaves no process behind


if __name__ == "__main__":
    if postgres_programs() is None:
        install("postgresql")
    if redis_program() is None:
        install("redis-server")
    if not has_both():
        print(f"Tests of several servers on PostgreSQL and Redis are left out; to run them: {HOW}.")
