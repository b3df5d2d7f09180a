"""The database: one thread writes, in groups that commit together; readers have their own connections.

The SQL is the same for SQLite (in WAL mode) and PostgreSQL.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import queue
import shutil
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from sectors.kit import BadInput
from sectors.server.metrics import COMMITS, GROUP
from sectors.server.protocol.errors import Problem
from sectors.server.storage.locks import FileLock, InUse, file_of, lock_schema, lock_session, unlock_session
from sectors.server.storage.schema import OLDEST

T = TypeVar("T")
LARGEST_GROUP = 256
LINGER_SECONDS = 0.004
BUSY_GROUP = 1
BUSY_SECONDS = 5.0
CHECK_SECONDS = 1.0
LEAST_ROOM = 16 * 1024 * 1024  # bytes that must be free on the disk
AGAIN = ("40P01", "40001")  # PostgreSQL: deadlock detected, serialization failure
# A server that was cut off must not block the others: its transaction times out, and so does waiting for its locks.
POSTGRES = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": "-c lock_timeout=5s -c statement_timeout=20s -c idle_in_transaction_session_timeout=10s",
}
AWAY = "The server cannot reach its database just now. Nothing was changed; it tries again by itself."

log = structlog.get_logger("database")


class Conflict(Exception):  # noqa: N818
    """A row with that key already exists: another process was faster."""


class Job:
    """A write, and the future of the task that waits for it."""

    def __init__(self, do: Callable[..., Any], item: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.do = do
        self.item = item
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def settle(self) -> None:
        if self.future.cancelled():  # nobody waits any more; the write stays
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Database:
    """The connections to the database, the writer's thread, and threads for other slow work."""

    def __init__(self, url: str, shared: bool = False) -> None:
        self.url = url
        self.shared = shared  # other servers write too
        self._writer = engine_for(url, writing=True)
        self._reader = engine_for(url, writing=False)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="slow")
        self._others = ThreadPoolExecutor(2, thread_name_prefix="beside")
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._connection: Connection | None = None  # the writer's own, kept open
        self._file: FileLock | None = None  # keeps other servers out
        self.lost = False  # another server may have taken over the database
        self.generation = 0  # increases whenever others could have written
        self._checked = 0.0

    def open(self) -> None:
        """Lock and migrate the database and start the writer; if anything fails, release everything."""
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        path = file_of(self.url, self._writer.url.database)
        if path is not None:
            self._file = FileLock(str(path))
        elif self._writer.dialect.name == "postgresql":
            self.begin_writing().rollback()
        migrate(self._writer)
        self._thread.start()

    def close(self) -> None:
        """Finish the waiting writes, then stop."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()
        self._readers.shutdown()
        self._others.shutdown()
        self._slow.shutdown()
        if self._connection is not None:
            if self._connection.dialect.name == "postgresql":
                with contextlib.suppress(DBAPIError):
                    unlock_session(self._connection)
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
        self._writer.dispose()
        self._reader.dispose()
        if self._file is not None:
            self._file.close()
            self._file = None

    def setup(self, do: Callable[[Connection], T]) -> T:
        """Write synchronously, before the server runs."""
        with self._writer.begin() as connection:
            return do(connection)

    async def write(self, do: Callable[[Connection], T]) -> T:
        """Run `do` in the writer's thread; when this returns, it is committed. If it raises Conflict or
        Problem("storage"), nothing was changed."""
        result: T = await self._submit(do, None)
        return result

    async def write_with_others(self, do: Callable[[Connection, list[T]], None], item: T) -> None:
        """Write an item of a frequent kind: `do` is called once with all items that are committed together."""
        await self._submit(do, item)

    async def _submit(self, do: Callable[..., Any], item: Any) -> Any:
        job = Job(do, item, asyncio.get_running_loop())
        self._jobs.put(job)
        return await job.future

    async def ensure_lock(self) -> None:
        """Raise Problem("storage") if another server has taken over the database."""
        await self.write(lambda connection: None)

    async def check(self) -> None:
        """Raise Problem("storage") if the database is not writable or the disk is almost full."""
        if time.monotonic() - self._checked < CHECK_SECONDS:
            return
        await self.write(touch)
        path = file_of(self.url, self._writer.url.database)
        if path is not None and await self.in_thread(lambda: shutil.disk_usage(path.parent).free) < LEAST_ROOM:
            raise Problem("storage", "The disk with the database is full.")
        self._checked = time.monotonic()

    async def read(self, do: Callable[[Connection], T]) -> T:
        def run() -> T:
            try:
                with self._reader.connect() as connection:
                    return do(connection)
            except DBAPIError as error:
                raise storage_problem(error) from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def in_slow_thread(self, do: Callable[[], T]) -> T:
        """Run something that may take seconds, in the one thread for such work."""
        return await asyncio.get_running_loop().run_in_executor(self._slow, do)

    async def in_thread(self, do: Callable[[], T]) -> T:
        """Run something that would block the event loop for too long, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._others, do)

    # The writer's thread

    def _run(self) -> None:
        """Write until told to stop, whatever fails."""
        stop = False
        size = 0
        while not stop:
            first = self._jobs.get()
            if size > BUSY_GROUP:  # busy: wait a moment, so that more is committed at once
                time.sleep(LINGER_SECONDS)
            stop = first is None
            group = [] if first is None else [first]
            if not stop:
                stop = self._take_waiting(group, LARGEST_GROUP)
            size = len(group)
            problem = self._write(group)
            if problem is not None:  # the jobs behind them have waited as long, and would fail too
                waiting: list[Job] = []
                stop |= self._take_waiting(waiting, math.inf)
                for job in waiting:
                    job.error = problem
                group += waiting
            settle_jobs(group)

    def _take_waiting(self, group: list[Job], most: float) -> bool:
        """Add the waiting jobs to a group; return whether the writer was told to stop."""
        while len(group) < most:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return False
            if job is None:
                return True
            group.append(job)
        return False

    def begin_writing(self) -> Connection:
        if self._file is not None:
            self._file.check()
        if self._connection is None:
            connection = self._writer.connect()
            try:
                if connection.dialect.name == "postgresql":
                    lock_session(connection, self.shared)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
            self.generation += connection.dialect.name == "postgresql"
        self._connection.begin()
        return self._connection

    def _reset_connection(self) -> None:
        """Roll back after a failure and drop the connection (in PostgreSQL only if it is lost: it holds the lock)."""
        connection = self._connection
        if connection is None:
            return
        try:
            connection.rollback()
            if connection.dialect.name == "postgresql" and not connection.invalidated:
                return
            connection.invalidate()
            connection.close()
        except Exception:
            log.warning("connection-lost")
        self._connection = None
        self.lost |= connection.dialect.name == "postgresql"  # the lock is gone too, until we take it again

    def _write(self, group: list[Job]) -> Problem | None:
        """Write a group in one transaction. If one job makes it fail, write them one by one, so that the others still
        succeed; if the database cannot be used, all fail, and the Problem is returned."""
        if not group:
            return None
        began = time.perf_counter()
        try:
            connection = self.begin_writing()
            together: dict[Any, list[Any]] = {}
            for job in group:
                if job.item is None:
                    job.result = job.do(connection)
                else:
                    together.setdefault(job.do, []).append(job.item)
            for do, items in together.items():
                do(connection, items)
            connection.commit()
        except (OperationalError, InterfaceError, OSError) as error:
            self._reset_connection()
            if is_deadlock(error) and len(group) > 1:
                return self._write_singly(group)
            self.lost |= isinstance(error, InUse)
            problem = storage_problem(error)
            for job in group:
                job.error = problem
            return problem
        except Exception as error:
            self._reset_connection()
            if len(group) == 1:
                group[0].error = job_error(error)
                return None
            return self._write_singly(group)
        self.lost = False
        COMMITS.observe(time.perf_counter() - began)
        GROUP.observe(len(group))
        return None

    def _write_singly(self, group: list[Job]) -> Problem | None:
        problems = [self._write([job]) for job in group]
        return next((problem for problem in problems if problem is not None), None)


def settle_jobs(group: list[Job]) -> None:
    """Wake the waiting tasks, with one call into the event loop for the whole group."""

    def settle() -> None:
        for job in group:
            job.settle()

    if not group:
        return
    try:
        group[0].loop.call_soon_threadsafe(settle)
    except RuntimeError:  # the loop is closed and the waiting tasks are gone; the writes stay
        log.warning("nobody-waits", jobs=len(group))


def job_error(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return Conflict(str(error.orig))
    if isinstance(error, DBAPIError):
        return storage_problem(error)
    return error


def is_deadlock(error: Exception) -> bool:
    return getattr(getattr(error, "orig", None), "sqlstate", None) in AGAIN


def storage_problem(error: Exception) -> Problem:
    """Return a Problem for players, with the cause if the database is a file; the log has the cause in any case."""
    why = error.orig if isinstance(error, DBAPIError) else error
    log.error("storage", error=str(why))
    if hasattr(why, "sqlstate"):
        return Problem("storage", AWAY)
    return Problem("storage", f"The server cannot use its database just now ({why}). Nothing was changed; try again.")


def engine_for(url: str, writing: bool) -> Engine:
    if not url.startswith("sqlite"):
        try:
            return create_engine(url, pool_pre_ping=True, connect_args=POSTGRES if "psycopg" in url else {})
        except ModuleNotFoundError as error:
            raise OSError(
                f"that kind of database needs the Python package {error.name}: pip install '{error.name}[binary]'"
            ) from None
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})

    # SQLAlchemy, not Python's driver, begins transactions; the writer takes the lock at once.
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def migrate(engine: Engine, revision: str = "head") -> None:
    """Migrate the database to the newest schema, or to the given revision."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        lock_schema(connection)
        current = MigrationContext.configure(connection).get_current_revision()
        known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]  # newest first
        if current is not None and current not in known:
            check_newer(connection, current, known[0])
            return
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        if revision == "head":
            upsert = (
                "INSERT INTO setting (name, value) VALUES ('oldest', :it) ON CONFLICT (name) DO UPDATE SET value = :it"
            )
            connection.execute(text(upsert).bindparams(it=OLDEST))


def check_newer(connection: Connection, current: str, ours: str) -> None:
    """Accept the schema of a newer server if it says that servers of our revision can still use it; else BadInput."""
    oldest = connection.scalar(text("SELECT value FROM setting WHERE name = 'oldest'"))
    if oldest is None or ours < oldest:
        raise BadInput(f"the database has schema {current}, this version knows {ours}: upgrade it")
    log.warning("newer-schema", database=current, ours=ours)


def database_url(db: str) -> str:
    """Return the URL of a database: a path means SQLite; anything with a scheme is used as it is."""
    return db if "://" in db else f"sqlite:///{Path(db).expanduser().absolute()}"


def touch(connection: Connection) -> None:
    """Write something small, to see whether the database is writable."""
    upsert = "INSERT INTO setting (name, value) VALUES ('health', :now) ON CONFLICT (name) DO UPDATE SET value = :now"
    connection.execute(text(upsert).bindparams(now=str(time.time())))
