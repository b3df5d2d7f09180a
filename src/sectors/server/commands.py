"""The commands of the server: serve, think, backup, restore, verify."""

from __future__ import annotations

import asyncio
import enum
import gc
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlalchemy.exc import SQLAlchemyError

from sectors import bots
from sectors.kit import BadInput, in_words, shown
from sectors.kit.fairplay import prove
from sectors.kit.records import read_record
from sectors.kit.registry import load
from sectors.server.http.app import Settings, make_app
from sectors.server.http.listener import config
from sectors.server.logs import set_up_logs
from sectors.server.processes import (
    DrainingServer,
    check_port,
    child_number,
    run_processes,
    serve_metrics,
    shared_socket,
)
from sectors.server.storage.backup import restore_backup, write_backup
from sectors.server.storage.database import database_url
from sectors.server.storage.retention import Retention
from sectors.server.tables.catalog import Catalog

PORT = 8219
METRICS = "[HOST:]PORT of a metrics page for this process alone; the next process has the next port."
SWITCH_SECONDS = 0.0005  # the longest that a thread with a finished write waits for a busy event loop
GC_THRESHOLDS = (20_000, 20, 50)  # tables create few reference cycles, and collecting stops all threads: do it rarely

app = typer.Typer(add_completion=False)


def default_db() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "sectors" / "sectors.db"


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(envvar="SECTORS_HOST", help="Address to listen on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="SECTORS_PORT", min=0, max=65535, help="Port to listen on.")] = PORT,
    db: Annotated[
        str | None, typer.Option(envvar="SECTORS_DB", help="A file (SQLite) or a URL (postgresql+psycopg://...).")
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(envvar="SECTORS_REDIS", help="redis://HOST:PORT/0, which several servers on one database share."),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            envvar="SECTORS_WORKERS", min=1, help="Server processes on this machine; more than one with --redis."
        ),
    ] = 1,
    metrics: Annotated[str, typer.Option(envvar="SECTORS_METRICS", help=METRICS)] = "",
    drain: Annotated[
        float,
        typer.Option(
            envvar="SECTORS_DRAIN", min=0, help="Seconds to keep serving after SIGTERM while /readyz answers 503."
        ),
    ] = 0.0,
    content: Annotated[
        list[str] | None, typer.Option(help="More content for a game: NAME=FILE.toml; repeatable.")
    ] = None,
    rate: Annotated[
        float, typer.Option(envvar="SECTORS_RATE", min=0, help="Requests per second from one address; 0: no limits.")
    ] = 50.0,
    connections: Annotated[
        int, typer.Option(envvar="SECTORS_CONNECTIONS", min=1, help="WebSockets from one address.")
    ] = 200,
    bot: Annotated[str, typer.Option(help="The bot that plays at tables.")] = "mcts",
    keep_days: Annotated[
        float,
        typer.Option(envvar="SECTORS_KEEP_DAYS", min=0, help="Delete tables unused for this many days; 0: never."),
    ] = 0.0,
    archive: Annotated[
        Path | None,
        typer.Option(envvar="SECTORS_ARCHIVE", help="Folder for deleted tables, as compressed JSON."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(envvar="SECTORS_PROXY", help="Address of a proxy to trust for X-Forwarded-For; repeatable."),
    ] = None,
) -> None:
    """Start the server and play in your browser."""
    set_up_logs()
    if db is None:
        db = str(default_db())
        Path(db).parent.mkdir(parents=True, exist_ok=True)
    with database_errors():
        settings = Settings(
            database_url(db),
            parse_contents(content or []),
            rate,
            connections,
            bot,
            Retention(keep_days, archive),
            proxy or [],
            redis,
        )
        if workers > 1 and redis is None:
            raise BadInput("workers: several processes need --redis")
        bots.load(bot)
        if workers == 1 or child_number() is not None:
            application = make_app(settings)
            serve_metrics(metrics)
        if child_number() is None:
            check_port(host, port, shared=workers > 1)
    address = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    typer.echo(f"Sectors is at http://{address}:{port}/")
    typer.echo(f"Tables are kept in {db}. Stop with Ctrl+C.")
    if workers > 1 and child_number() is None:
        with database_errors():
            run_processes(workers, host, port, drain)
    else:
        run(application, host, port, drain, [shared_socket(host, port)] if workers > 1 else None)


@app.command()
def think(
    redis: Annotated[str, typer.Option(envvar="SECTORS_REDIS", help="The Redis of the servers: redis://HOST:PORT/0.")],
    threads: Annotated[
        int,
        typer.Option(envvar="SECTORS_THREADS", min=1, help="Number of bots of each kind that think at the same time."),
    ] = os.cpu_count() or 2,
    metrics: Annotated[str, typer.Option(envvar="SECTORS_METRICS", help=METRICS)] = "",
    content: Annotated[
        list[str] | None, typer.Option(help="More content for a game, as given to the servers: NAME=FILE.toml.")
    ] = None,
) -> None:
    """Run the bots of servers that share a Redis. You can start any number of these, on any machine."""
    set_up_logs()
    with database_errors():
        try:
            from sectors.server.worker import ThinkingWorker
        except ModuleNotFoundError as error:
            raise OSError(
                f"`sectors think` needs the Python package {error.name}: pip install 'sectors[redis]'"
            ) from None
        serve_metrics(metrics)
        worker = ThinkingWorker(redis, Catalog(parse_contents(content or [])), threads)
    typer.echo(f"Bots think here, {threads} at a time. Stop with Ctrl+C.")
    asyncio.run(worker.run())


def run(application: Any, host: str, port: int, drain: float = 0.0, sockets: list[socket.socket] | None = None) -> None:
    """Tune this process and serve until a signal stops it."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()  # games and modules live as long as the process
    gc.set_threshold(*GC_THRESHOLDS)
    DrainingServer(config(application, host, port), drain).run(sockets)


def parse_contents(given: list[str]) -> dict[str, list[Path]]:
    files: dict[str, list[Path]] = {}
    for text in given:
        name, mark, path = text.partition("=")
        if not mark or not path:
            raise BadInput(f"content: found {text!r}, allowed is NAME=FILE.toml")
        files.setdefault(name, []).append(Path(path))
    return files


Db = Annotated[str | None, typer.Option(envvar="SECTORS_DB", help="A file (SQLite) or a URL; as for `serve`.")]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, such as sectors.backup.gz.")], db: Db = None
) -> None:
    """Back up the whole database to one file, even while a server is running."""
    with database_errors():
        rows = write_backup(database_url(db or str(default_db())), file)
    typer.echo(f"{file} has {rows} rows.")


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="A file that `sectors backup` wrote.")], db: Db = None) -> None:
    """Restore a backup into an empty database of any kind."""
    with database_errors():
        rows = restore_backup(file, database_url(db or str(default_db())))
    typer.echo(f"{rows} rows are restored.")


@contextmanager
def database_errors() -> Iterator[None]:
    """Report errors of a database or a backup in one line, and exit."""
    try:
        yield
    except (BadInput, OSError, SQLAlchemyError) as error:
        typer.echo(f"sectors: {in_words(error).splitlines()[0]}", err=True)
        raise typer.Exit(2) from None


class Verdict(enum.IntEnum):
    """The exit codes of `sectors verify`."""

    FAIR = 0
    UNFAIR = 1
    BAD_RECORD = 2
    UNKNOWN = 3
    PARTLY = 4


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(help="A record, as downloaded from a table.")],
    commitment: Annotated[str | None, typer.Option(help="The hash that you stored before the first move.")] = None,
    contribution: Annotated[
        list[str] | None,
        typer.Option(help="What you added to the seed: SEAT=HEX, the first seat being 1; repeatable."),
    ] = None,
    content: Annotated[Path | None, typer.Option(help="The content file, if it is not the game's own.")] = None,
) -> None:
    """Check what a record proves about its deal.

    The exit code is 0 if everything is proved, 1 if something does not match, 2 if the record cannot be replayed, 3 if
    it does not say how chance was drawn, and 4 if only part of it is proved.
    """
    try:
        data = read_record(record)
        if not isinstance(data, dict) or not isinstance(data.get("game"), str):
            raise BadInput("a record is a JSON object with a field 'game'")
        proof = prove(load(data["game"], content), data, commitment, parse_contributions(contribution or []))
    except (OSError, ValueError) as error:
        typer.echo(in_words(error, record), err=True)
        raise typer.Exit(Verdict.BAD_RECORD) from None
    typer.echo(f"{record}: {proof.verdict}")
    for sentence in proof.proved:
        typer.echo(f"  proved:     {sentence}")
    for sentence in proof.not_proved:
        typer.echo(f"  {'wrong:     ' if proof.verdict == 'unfair' else 'not proved:'} {sentence}")
    raise typer.Exit(Verdict[proof.verdict.upper()])


def parse_contributions(given: list[str]) -> dict[int, str]:
    contributions: dict[int, str] = {}
    for entry in given:
        seat, mark, text = entry.partition("=")
        if not mark or not seat.isdecimal() or len(seat) > 2 or int(seat) == 0:
            raise BadInput(f"contribution: found {shown(entry)}, allowed is SEAT=HEX, the first seat being 1")
        contributions[int(seat) - 1] = text
    return contributions
