"""One server for one database, unless they share what they know through Redis. Otherwise presence, names and who may
look are kept in memory, so two of them would show their players different things: the second one is refused, whichever
way it comes to the database."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import Connection, text

try:
    import fcntl
except ImportError:  # on Windows a file is not locked
    fcntl = None  # type: ignore[assignment]

NUMBER = 8219_0000_0001  # of ours among PostgreSQL's locks


class InUse(OSError):  # noqa: N818
    """Another server has the database."""


class FileLock:
    """A lock on the database file itself, so that links to it and missing lock files do not matter. A new file can be
    read by its owner only. It is closed after the database: SQLite's own locks go when any descriptor is closed."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._descriptor)
            raise InUse(
                f"another server uses {path}; stop it, or give this one a database of its own with --db"
            ) from None

    def check(self) -> None:
        """InUse if the file has been taken away or replaced: then what is written to it is lost, and another server
        could lock its successor."""
        try:
            found = Path(self.path).stat()
        except OSError:
            raise InUse(f"the database {self.path} is gone") from None
        if not os.path.samestat(found, os.fstat(self._descriptor)):
            raise InUse(f"the database {self.path} has been replaced by another file")

    def close(self) -> None:
        os.close(self._descriptor)


def lock_session(connection: Connection, shared: bool) -> None:
    """Lock a PostgreSQL database for as long as this connection lives. The writer writes through the same connection,
    so it cannot write without the lock. Servers with a Redis in common share it."""
    kind = "lock_shared" if shared else "lock"
    if not connection.scalar(text(f"SELECT pg_try_advisory_{kind}({NUMBER})")):
        raise InUse(
            "a server without --redis uses this database"
            if shared
            else "another server uses this database; several servers need --redis"
        )
    connection.commit()


def unlock_session(connection: Connection) -> None:
    """Otherwise the lock goes a moment after the connection has been closed."""
    connection.execute(text("SELECT pg_advisory_unlock_all()"))
    connection.commit()


def lock_schema(connection: Connection) -> None:
    """Of servers that start together one changes the schema; the others wait for the end of its transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({NUMBER + 1})"))


def file_of(url: str, database: str | None) -> Path | None:
    """The file of an SQLite database that has one."""
    return Path(database) if url.startswith("sqlite") and database and database != ":memory:" else None
