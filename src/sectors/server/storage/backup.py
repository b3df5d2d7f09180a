"""Backups: the whole database in one file, which can be restored into any kind of database.

The file is gzipped lines of JSON: a header, a line for each row, and the number of rows. A server may run meanwhile:
the backup is read in one transaction, so it is consistent.
"""

from __future__ import annotations

import base64
import gzip
import itertools
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, TextIO

from alembic.runtime.migration import MigrationContext
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, MetaData, Table, func, insert, select

from sectors.kit import BadInput
from sectors.server.storage.database import engine_for, migrate
from sectors.server.storage.locks import FileLock, file_of, lock_session

KIND = "sectors-backup"
ROWS_AT_ONCE = 1000
UNKNOWN = "this is no backup of Sectors, or not all of it"

Row = tuple[str, dict[str, Any]]


def write_backup(url: str, path: Path) -> int:
    """Write all rows to a file and return their number. The file gets its name only when it is complete."""
    part = path.with_name(path.name + ".part")
    engine = engine_for(url, writing=False)
    if engine.dialect.name == "sqlite" and not Path(engine.url.database or "").is_file():
        raise BadInput(f"there is no database at {engine.url.database}")
    try:
        part.touch(mode=0o600)  # it contains seeds and the cookie secret
        with engine.connect() as connection, gzip.open(part, "wt", encoding="utf-8") as file:
            if engine.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            number = write_rows(connection, file)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
        engine.dispose()
    return number


def write_rows(connection: Connection, file: TextIO) -> int:
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        raise BadInput("this database is empty: no server has used it yet")
    file.write(json.dumps({"kind": KIND, "schema": revision}) + "\n")
    number = 0
    for table in tables_of(connection):
        for row in connection.execute(select(table)).mappings():
            fields = {name: to_json(value) for name, value in row.items()}
            file.write(json.dumps([table.name, fields], separators=(",", ":")) + "\n")
            number += 1
    file.write(json.dumps({"rows": number}) + "\n")
    return number


def restore_backup(path: Path, url: str) -> int:
    """Restore a file into an empty database, all rows or none, and migrate it to the newest schema."""
    engine = engine_for(url, writing=True)
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            revision = read_schema(file)
            with lock_database(engine):
                migrate(engine, revision)
                with engine.begin() as connection:
                    number = restore_rows(connection, file)
                migrate(engine)
    except (gzip.BadGzipFile, zlib.error, EOFError, ValueError) as error:
        raise BadInput(f"{path}: {UNKNOWN}: {error}") from None
    except CommandError:
        raise BadInput(f"{path}: a newer version of Sectors made this backup") from None
    return number


@contextmanager
def lock_database(engine: Engine) -> Iterator[None]:
    """Hold the database, so that no server can start with it; raise InUse if one is using it."""
    path = file_of(str(engine.url), engine.url.database)
    file = FileLock(str(path)) if path is not None else None
    try:
        with engine.connect() if file is None else nullcontext() as session:
            if session is not None and engine.dialect.name == "postgresql":
                lock_session(session, shared=False)
            yield
            if session is not None:
                session.invalidate()  # closing the connection releases the lock
    finally:
        engine.dispose()
        if file is not None:
            file.close()


def read_schema(file: TextIO) -> str:
    head = json.loads(file.readline())
    if not isinstance(head, dict) or head.get("kind") != KIND:
        raise BadInput(UNKNOWN)
    return str(head["schema"])


def restore_rows(connection: Connection, file: TextIO) -> int:
    tables = {table.name: table for table in tables_of(connection)}
    full = [name for name, table in tables.items() if connection.scalar(select(func.count()).select_from(table))]
    if full:
        raise BadInput(f"restore into an empty database: this one has rows in {', '.join(full)}")
    number = 0
    for name, rows in itertools.groupby(read_rows(file), key=lambda row: row[0]):
        if name not in tables:
            raise BadInput(f"{UNKNOWN}: it has a table {name!r}")
        fields = (row[1] for row in rows)
        while batch := list(itertools.islice(fields, ROWS_AT_ONCE)):
            connection.execute(insert(tables[name]), batch)
            number += len(batch)
    return number


def read_rows(file: TextIO) -> Iterator[Row]:
    """Yield all rows; raise BadInput if their number differs from that in the last line."""
    number = 0
    for line in file:
        item = json.loads(line)
        if isinstance(item, dict):
            if item.get("rows") != number:
                break
            return
        name, fields = item
        number += 1
        yield name, {key: from_json(value) for key, value in fields.items()}
    raise BadInput(f"{UNKNOWN}: it ends after {number} rows")


def tables_of(connection: Connection) -> list[Table]:
    """Return the tables as they are in this database, referenced ones before those that refer to them."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != "alembic_version"]


def to_json(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


def from_json(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value
