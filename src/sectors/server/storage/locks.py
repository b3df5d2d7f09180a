"""Locks that allow one server per database, unless the servers share their state through Redis. Without Redis,
presence, names and members are cached in memory, so two servers would show their players different things: the second
one is refused, by whatever path or URL it opens the database."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import Connection, text

try:
    import fcntl
except ImportError:  # on Windows a file is not locked
    fcntl = None  # type: ignore[assignment]

NUMBER = 8219_0000_0001  # the key of our advisory lock in PostgreSQL


class InUse(OSError):  # noqa: N818
    """Another server is using the database."""


class FileLock:
    """A lock on the database file itself, so that links to it and missing lock files do not matter. A new file is
    readable by its owner only. Close it after the database: closing any descriptor releases SQLite's own locks."""

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
        """Raise InUse if the file has been removed or replaced: writes to it would be lost, and another server could
        lock the new file."""
        try:
            found = Path(self.path).stat()
        except OSError:
            raise InUse(f"the database {self.path} is gone") from None
        if not os.path.samestat(found, os.fstat(self._descriptor)):
            raise InUse(f"the database {self.path} has been replaced by another file")

    def close(self) -> None:
        os.close(self._descriptor)


def lock_session(connection: Connection, shared: bool) -> None:
    """Lock a PostgreSQL database for as long as this connection lives. The writer uses the same connection, so it
    cannot write without the lock. Servers with a common Redis share the lock."""
    kind = "lock_shared" if shared else "lock"
    if not connection.scalar(text(f"SELECT pg_try_advisory_{kind}({NUMBER})")):
        raise InUse(
            "a server without --redis uses this database"
            if shared
            else "another server uses this database; several servers need --redis"
        )
    connection.commit()


def unlock_session(connection: Connection) -> None:
    """Release the lock at once; closing the connection would release it only a moment later."""
    connection.execute(text("SELECT pg_advisory_unlock_all()"))
    connection.commit()


def lock_schema(connection: Connection) -> None:
    """Let one of the servers that start together change the schema; the others wait until its transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({NUMBER + 1})"))


def file_of(url: str, database: str | None) -> Path | None:
    """Return the file of an SQLite database, or None for a database without a file."""
    return Path(database) if url.startswith("sqlite") and database and database != ":memory:" else None
