"""`sectors serve` and `sectors verify`."""

from __future__ import annotations

import gc
import json
import logging
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import structlog
import typer
import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from sectors.kit import BadInput
from sectors.kit.registry import load
from sectors.server.app import Settings, make_app
from sectors.server.store import database_url
from sectors.server.verify import NotFair
from sectors.server.verify import verify as check
from sectors.server.wire import config

PORT = 8219
SWITCH_SECONDS = 0.0005  # a thread that has written waits no longer than this for a busy event loop
RUBBISH = (20_000, 20, 50)  # tables make little that goes round in circles: look for it seldom, as it stops everything

app = typer.Typer(add_completion=False)


def default_db() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "sectors" / "sectors.db"


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen at.")] = PORT,
    db: Annotated[str | None, typer.Option(help="A file (SQLite) or a URL (postgresql+psycopg://...).")] = None,
    content: Annotated[
        list[str] | None, typer.Option(help="More content for a game: NAME=FILE.toml; can be given several times.")
    ] = None,
    rate: Annotated[float, typer.Option(help="Requests a second from one address; 0: no limits.")] = 50.0,
    connections: Annotated[int, typer.Option(help="WebSockets from one address.")] = 200,
    bot: Annotated[str, typer.Option(help="The bot that plays at tables.")] = "mcts",
) -> None:
    """Serve tables in the browser."""
    set_up_logs()
    if db is None:
        db = str(default_db())
        Path(db).parent.mkdir(parents=True, exist_ok=True)
    try:
        settings = Settings(database_url(db), contents(content or []), rate, connections, bot)
        application = make_app(settings)
    except (BadInput, OSError, SQLAlchemyError) as error:
        typer.echo(f"sectors: {str(error).splitlines()[0]}", err=True)
        raise typer.Exit(2) from None
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    typer.echo(f"Sectors is at http://{shown}:{port}/")
    typer.echo(f"Tables are kept in {db}. Stop with Ctrl+C.")
    run(application, host, port)


def run(application: Any, host: str, port: int) -> None:
    """Serve until told to stop. What a process has once goes here."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()  # games and modules stay
    gc.set_threshold(*RUBBISH)
    uvicorn.Server(config(application, host, port)).run()


def contents(given: list[str]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for one in given:
        name, mark, path = one.partition("=")
        if not mark or not path:
            raise BadInput(f"content: found {one!r}, allowed is NAME=FILE.toml")
        found.setdefault(name, []).append(Path(path))
    return found


def set_up_logs() -> None:
    """One line of JSON for each event; for people at a terminal, coloured text."""
    people = sys.stderr.isatty()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(message)s")
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer() if not people else structlog.processors.StackInfoRenderer(),
            structlog.dev.ConsoleRenderer() if people else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if people else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(help="A record, as downloaded from a table.")],
    commitment: Annotated[str | None, typer.Option(help="The hash that you noted before the first move.")] = None,
    content: Annotated[Path | None, typer.Option(help="The content file, if it is not the game's own.")] = None,
) -> None:
    """Check that a game was dealt as was promised before its first move."""
    try:
        data = json.loads(record.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or not isinstance(data.get("game"), str):
            raise BadInput("a record is a JSON object with a field 'game'")
        fair = check(load(data["game"], content), data, commitment)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, BadInput, NotFair) as error:
        typer.echo(f"{record}: {error}", err=True)
        raise typer.Exit(1) from None
    if not fair:
        typer.echo(f"{record} replays, but has no seed to check.")
        raise typer.Exit(1)
    typer.echo(f"{record} is fair: the seed fits the hash, and gives every outcome of chance.")
