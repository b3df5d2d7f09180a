"""The server as an ASGI application: pages, HTTP and WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import structlog
from fastapi import FastAPI

from sectors.kit import BadInput
from sectors.server.cluster.peers import Peers
from sectors.server.http import openapi
from sectors.server.http.errors import EVERYTHING, add_error_handlers
from sectors.server.http.middleware import Middleware
from sectors.server.http.routes import Routes, json_response, metrics
from sectors.server.http.static import page_response
from sectors.server.identity import Signer
from sectors.server.limits import Addresses, Quotas
from sectors.server.protocol.errors import Problem
from sectors.server.storage import queries
from sectors.server.storage.database import Database
from sectors.server.storage.retention import Retention
from sectors.server.tables.bots import BotPool
from sectors.server.tables.catalog import Catalog
from sectors.server.tables.manager import TableManager
from sectors.server.tables.replays import Replays
from sectors.server.ws.connection import MESSAGES_A_SECOND, Connections

SWEEP_SECONDS = 30.0
CHECK_SECONDS = 5.0

log = structlog.get_logger("app")


class Settings(msgspec.Struct):
    db: str
    contents: dict[str, list[Path]] = {}
    rate: float = 50.0  # requests a second from one address, four times as many at once; 0: no limits
    connections: int = 200  # WebSockets from one address
    bot: str = "mcts"
    keep: Retention = Retention()
    proxies: list[str] = []  # addresses of proxies whose X-Forwarded-For is trusted
    redis: str | None = None  # through which several servers on one database share their state
    page: Path = Path(__file__).parent.parent / "page"


def make_app(settings: Settings) -> FastAPI:
    """Create the application. The database is opened at once, so that errors show before anything listens."""
    if settings.redis is not None and not settings.db.startswith("postgresql"):
        raise BadInput("several servers need PostgreSQL: --redis goes with --db postgresql+psycopg://...")
    database = Database(settings.db, settings.redis is not None)
    database.open()
    server = Server(settings, database)
    app = FastAPI(
        title="Sectors", version="1", docs_url=None, redoc_url=None, openapi_url=None, lifespan=server.lifespan
    )
    server.routes.add_to(app)
    document = openapi.describe(app)
    app.add_api_route("/api/openapi.json", lambda: json_response(document), include_in_schema=False)
    app.add_api_route("/metrics", metrics, include_in_schema=False)
    app.add_api_route(EVERYTHING, lambda path: page_response(settings.page, path), include_in_schema=False)
    app.add_middleware(
        Middleware,
        signer=server.signer,
        addresses=server.addresses,
        seen=server.manager.seen,
        quotas=server.manager.quotas,
        live=server.live,
    )
    add_error_handlers(app)
    app.state.server = server
    return app


def make_peers(url: str | None) -> Peers:
    if url is None:
        return Peers()
    try:
        from sectors.server.cluster.redis_peers import RedisPeers

        return RedisPeers(url)
    except ModuleNotFoundError as error:
        raise OSError(f"--redis needs the Python package {error.name}: pip install 'sectors[redis]'") from None
    except ValueError as error:
        raise BadInput(f"redis: {error}") from None


def make_bot_pool(settings: Settings) -> BotPool:
    if settings.redis is None:
        return BotPool(settings.bot)
    from sectors.server.cluster.thoughts import ThoughtQueue
    from sectors.server.tables.remote_bots import RemoteBotPool

    return RemoteBotPool(settings.bot, ThoughtQueue(settings.redis))


class Server:
    """The parts of a running server."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.draining = False  # it has been told to stop
        self.signer = Signer(database.setup(lambda connection: queries.get_secret(connection, secrets.token_hex(32))))
        self.peers = make_peers(settings.redis)
        self.addresses = Addresses(settings.rate, settings.connections, self.peers)
        self.catalog = Catalog(settings.contents)
        self.bot_pool = make_bot_pool(settings)
        quotas = Quotas(settings.rate > 0, self.peers)
        self.manager = TableManager(database, self.catalog, self.bot_pool, self.signer, quotas, self.peers)
        self.routes = Routes(self.manager, Replays(self.manager), lambda: not self.draining)
        self.live = Connections(self.manager, MESSAGES_A_SECOND if settings.rate > 0 else 0.0)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        await self.manager.open()
        tasks = [
            asyncio.create_task(work)
            for work in (self.live.send_beats(), self.run_sweeps(), self.run_checks(), self.bot_pool.run())
        ]
        log.info("open", db=self.settings.db.rpartition("@")[2], games=self.catalog.names())
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await self.manager.close()
            self.bot_pool.close()
            self.database.close()
            log.info("closed")

    async def run_sweeps(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.manager.sweep()
            with contextlib.suppress(Problem, OSError):
                while await self.manager.forget_old(self.settings.keep):
                    pass

    async def run_checks(self) -> None:
        """Notice a lost database even if nobody writes; then close all connections, so that the clients reconnect."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            with contextlib.suppress(Problem):
                await self.database.ensure_lock()
            if self.database.lost:
                await self.live.close()
