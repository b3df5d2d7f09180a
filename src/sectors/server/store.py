"""The database: one thread writes, in groups that commit together; readers have connections of their own.

The SQL is the same for SQLite (in WAL mode) and PostgreSQL.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

import structlog
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from sectors.server.metrics import COMMITS, GROUP
from sectors.server.problems import Problem

try:
    import fcntl
except ImportError:  # on Windows a file is not locked
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")
LARGEST_GROUP = 256
LINGER_SECONDS = 0.004
BUSY_GROUP = 1
BUSY_SECONDS = 5.0
LOCK = 8219_0000_0001  # a number of ours among PostgreSQL's locks

log = structlog.get_logger("store")


class Closes(Protocol):
    """What can be closed."""

    def close(self) -> None: ...


class InUse(OSError):  # noqa: N818
    """Another server has the database."""


class Conflict(Exception):  # noqa: N818
    """A row with that key is already there: another process was faster."""


class Job:
    """Something to be written, and who waits for it."""

    def __init__(self, do: Callable[..., Any], item: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.do = do
        self.item = item
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def settle(self) -> None:
        if self.future.cancelled():  # nobody waits any more; what was written stays
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Store:
    """Everything that must outlive the process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._writer = engine_for(url, writing=True)
        self._reader = engine_for(url, writing=False)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self._others = ThreadPoolExecutor(2, thread_name_prefix="beside")
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._connection: Connection | None = None  # the writer's own, kept open
        self._lock: Closes | None = None  # keeps other servers out

    def open(self) -> None:
        self._lock = lock(self._writer)
        migrate(self._writer)
        self._thread.start()

    def close(self) -> None:
        """Write what is waiting, then stop."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()
        self._readers.shutdown()
        self._others.shutdown()
        self._end()
        self._writer.dispose()
        self._reader.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def write(self, do: Callable[[Connection], T]) -> T:
        """Done and committed when this returns. Conflict or Problem("storage"): nothing was changed."""
        result: T = await self._put(do, None)
        return result

    async def write_with_others(self, do: Callable[[Connection, list[T]], None], item: T) -> None:
        """The same, for what happens often: `do` is called once for all items that are committed together."""
        await self._put(do, item)

    async def _put(self, do: Callable[..., Any], item: Any) -> Any:
        job = Job(do, item, asyncio.get_running_loop())
        self._jobs.put(job)
        return await job.future

    async def read(self, do: Callable[[Connection], T]) -> T:
        def run() -> T:
            try:
                with self._reader.connect() as connection:
                    return do(connection)
            except DBAPIError as error:
                raise storage_problem(error) from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def apart(self, do: Callable[[], T]) -> T:
        """Run something that takes a while beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._others, do)

    # The writer's thread

    def _run(self) -> None:
        size = 0
        while True:
            first = self._jobs.get()
            if size > BUSY_GROUP:  # it is busy: a moment more, and more is committed at once
                time.sleep(LINGER_SECONDS)
            group: list[Job] = []
            stop = first is None
            if first is not None:
                group.append(first)
            while not stop and len(group) < LARGEST_GROUP:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    stop = True
                else:
                    group.append(job)
            size = len(group)
            if group:
                self._write(group)
                announce(group)
            if stop:
                return

    def _begin(self) -> Connection:
        if self._connection is None:
            self._connection = self._writer.connect()
        self._connection.begin()
        return self._connection

    def _end(self) -> None:
        """After a failure, begin anew with a fresh connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def _write(self, group: list[Job]) -> None:
        """All in one transaction; if that fails, one by one, so that nobody pays for another's mistake."""
        began = time.perf_counter()
        try:
            connection = self._begin()
            together: dict[Any, list[Any]] = {}
            for job in group:
                if job.item is None:
                    job.result = job.do(connection)
                else:
                    together.setdefault(job.do, []).append(job.item)
            for do, items in together.items():
                do(connection, items)
            connection.commit()
        except Exception as error:
            self._end()
            if len(group) == 1:
                group[0].error = job_error(error)
            else:
                for job in group:
                    self._write([job])
        else:
            COMMITS.observe(time.perf_counter() - began)
            GROUP.observe(len(group))


def announce(group: list[Job]) -> None:
    """Tell the waiting tasks: one call into the event loop for the whole group."""

    def settle() -> None:
        for job in group:
            job.settle()

    try:
        group[0].loop.call_soon_threadsafe(settle)
    except RuntimeError:  # the loop is closed; whoever waited is gone, what was written stays
        log.warning("nobody-waits", jobs=len(group))


def job_error(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return Conflict(str(error.orig))
    if isinstance(error, DBAPIError):
        return storage_problem(error)
    return error


def storage_problem(error: DBAPIError) -> Problem:
    log.error("storage", error=str(error.orig))
    return Problem(
        "storage", f"The server cannot use its database just now ({error.orig}). Nothing was changed; try again."
    )


def engine_for(url: str, writing: bool) -> Engine:
    if not url.startswith("sqlite"):
        try:
            return create_engine(url, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise OSError(
                f"that kind of database needs the Python package {error.name}: pip install '{error.name}[binary]'"
            ) from None
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})

    # SQLAlchemy, not Python's driver, says where a transaction begins; the writer takes the lock at once.
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


def lock(engine: Engine) -> Closes | None:
    """Keep other servers from the same database until this is closed, or the process ends: presence, names and who may
    look are kept in memory, so two of them would show their players different things. InUse if another one is there.

    (Should two meet all the same, as on a network drive without locks, the unique number of each event is the arbiter.)
    """
    if engine.dialect.name == "postgresql":
        connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if not connection.scalar(text(f"SELECT pg_try_advisory_lock({LOCK})")):
            connection.close()
            raise InUse("another server uses this database")
        connection.detach()  # closed, it is not kept for others: the lock goes with it
        return connection
    path = engine.url.database
    if fcntl is None or engine.dialect.name != "sqlite" or not path or path == ":memory:":
        return None
    file = Path(path + "-lock").open("wb")  # noqa: SIM115 - as long as the server runs
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise InUse(f"another server uses {path}; stop it, or give this one a database of its own with --db") from None
    return file


def migrate(engine: Engine) -> None:
    """Bring the database to the newest schema."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def database_url(db: str) -> str:
    """A path means SQLite; anything with a scheme is taken as it is."""
    return db if "://" in db else f"sqlite:///{Path(db).expanduser().absolute()}"


def can_write(connection: Connection) -> bool:
    """For /healthz: a write that changes nothing."""
    connection.execute(text("UPDATE setting SET value = value WHERE name = 'secret'"))
    return True
