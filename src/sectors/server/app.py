"""The server as an ASGI application: pages, HTTP and WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import structlog
from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.responses import Response

from sectors.server import answers, ledger, messages, openapi
from sectors.server.door import Door, problem_json
from sectors.server.hall import Hall
from sectors.server.identity import Signer, made_up_name
from sectors.server.limits import Addresses
from sectors.server.live import MESSAGES_A_SECOND, Live
from sectors.server.metrics import BAD_MESSAGES
from sectors.server.pages import page
from sectors.server.players import LEVELS, Thinkers
from sectors.server.problems import Problem
from sectors.server.replays import Replays
from sectors.server.room import Room
from sectors.server.shelf import Shelf
from sectors.server.sight import encode, handle, moment, seat_info, when
from sectors.server.store import Store, can_write
from sectors.server.table import Viewer

log = structlog.get_logger("app")

SeatQuery = Annotated[str | None, Query(pattern="^(none|[0-9]|1[0-5])$", description="a seat, or none: a spectator")]
StepQuery = Annotated[int, Query(ge=0, le=100_000)]
MovesQuery = Literal["full", "texts", "none"]


class Settings(msgspec.Struct):
    db: str
    contents: dict[str, list[Path]] = {}
    rate: float = 50.0  # requests a second from one address, four times as many at once; 0: no limits
    connections: int = 200  # WebSockets from one address
    bot: str = "mcts"
    page: Path = Path(__file__).parent / "page"


def json(answer: Any, status: int = 200) -> Response:
    return Response(encode(answer), status, media_type="application/json")


def make_app(settings: Settings) -> FastAPI:
    """The application. The database is opened at once, so that mistakes show before anything listens."""
    store = Store(settings.db)
    store.open()
    server = Server(settings, store)
    app = FastAPI(
        title="Sectors", version="1", docs_url=None, redoc_url=None, openapi_url=None, lifespan=server.lifespan
    )
    server.add_routes(app)
    app.add_middleware(Door, signer=server.signer, addresses=server.addresses, live=server.live)
    app.add_exception_handler(Problem, on_problem)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_failure)
    app.state.server = server
    return app


class Server:
    """What the routes do."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        with store._writer.begin() as connection:
            self.signer = Signer(ledger.secret(connection, secrets.token_hex(32)))
        self.addresses = Addresses(settings.rate, settings.connections)
        self.shelf = Shelf(settings.contents)
        self.thinkers = Thinkers(settings.bot)
        self.hall = Hall(store, self.shelf, self.thinkers, self.signer)
        self.replays = Replays(self.hall)
        self.live = Live(self.hall, MESSAGES_A_SECOND if settings.rate > 0 else 0.0)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        await self.hall.open()
        tasks = [asyncio.create_task(self.live.beats()), asyncio.create_task(self.sweeps())]
        log.info("open", db=self.settings.db.rpartition("@")[2], games=self.shelf.names())
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await self.hall.close()
            self.thinkers.close()
            self.store.close()
            log.info("closed")

    async def sweeps(self) -> None:
        while True:
            await asyncio.sleep(30)
            self.hall.sweep()

    def add_routes(self, app: FastAPI) -> None:
        def add(method: str, path: str, endpoint: Callable[..., Awaitable[Response]]) -> None:
            app.add_api_route(path, endpoint, methods=[method], response_class=Response, name=endpoint.__name__)

        add("GET", "/api/me", self.me)
        add("POST", "/api/me", self.set_me)
        add("GET", "/api/games", self.games)
        add("GET", "/api/games/{game}", self.game)
        add("GET", "/api/games/{game}/printed", self.printed)
        add("GET", "/api/games/{game}/picture.svg", self.picture)
        add("GET", "/api/games/{game}/pictures/{file}", self.guide_picture)
        add("GET", "/api/tables", self.public_tables)
        add("POST", "/api/tables", self.make_table)
        add("GET", "/api/tables/mine", self.my_tables)
        add("GET", "/api/tables/{table}", self.table)
        add("POST", "/api/tables/{table}/enter", self.enter)
        add("GET", "/api/tables/{table}/history", self.history)
        add("GET", "/api/tables/{table}/record", self.record)
        for kind in messages.COMMANDS:
            add("POST", f"/api/tables/{{table}}/{messages.command_name(kind)}", self.command(kind))
        add("POST", "/api/records", self.import_record)
        add("GET", "/api/replays/{replay}", self.replay)
        add("GET", "/api/replays/{replay}/at", self.replay_at)
        add("GET", "/api/replays/{replay}/chances", self.chances)
        add("GET", "/api/replays/{replay}/record", self.replay_record)
        add("GET", "/healthz", self.health)

        described = openapi.describe(app)
        app.add_api_route("/api/openapi.json", lambda: json(described), include_in_schema=False)
        app.add_api_route("/metrics", metrics, include_in_schema=False)
        folder = self.settings.page
        app.add_api_route("/{path:path}", lambda path: page(folder, path), include_in_schema=False)

    # Who, and which games

    async def me(self, request: Request) -> Response:
        player = request.state.player
        name = await self.hall.name(player)
        return json(answers.Me(name or made_up_name(player), name is not None, handle(player)))

    async def set_me(self, request: Request) -> Response:
        said = messages.decoded(messages.Rename, await request.body())
        await self.hall.rename(request.state.player, said.name)
        return await self.me(request)

    async def games(self) -> Response:
        return json(answers.Games([self.shelf.card(name) for name in self.shelf.names()], LEVELS))

    async def game(self, game: str) -> Response:
        return json(await self.store.apart(lambda: self.shelf.info(game)))

    async def printed(self, game: str, content: str | None = None) -> Response:
        return json(self.shelf.game(game, content).printed())

    async def picture(self, game: str) -> Response:
        drawn = await self.store.apart(lambda: self.shelf.picture(game))
        return picture_response(drawn.encode(), "image/svg+xml")

    async def guide_picture(self, game: str, file: str) -> Response:
        path = self.shelf.guide_picture(game, file)
        kind = "image/svg+xml" if path.suffix == ".svg" else "image/png"
        return picture_response(path.read_bytes(), kind)

    # Tables

    async def public_tables(self, request: Request) -> Response:
        found = await self.store.read(ledger.public_tables)
        return json(answers.Rows([self.row(one, request.state.player) for one in found]))

    async def my_tables(self, request: Request) -> Response:
        player = request.state.player
        found = await self.store.read(lambda connection: ledger.tables_of(connection, player))
        rows = [self.row(one, player) for one in found]
        return json(answers.Rows(sorted(rows, key=lambda row: (not row.waiting, row.status == "over"))))

    def row(self, one: ledger.Listed, player: str) -> answers.Row:
        room = self.hall._rooms.get(one.id)

        def presence(who: str) -> tuple[bool, float | None]:
            return (False, None) if room is None else room.presence(who)

        yours = [seat for seat, place in enumerate(one.places) if place.player == player]
        title = self.shelf.game(one.game).title if one.game in self.shelf.names() else one.game
        return answers.Row(
            table=one.id,
            game=one.game,
            title=title,
            status=one.status,  # type: ignore[arg-type]
            public=one.public,
            casual=one.casual,
            created=when(one.created),
            changed=when(one.changed),
            seats=[seat_info(seat, place, player, presence) for seat, place in enumerate(one.places)],
            step=one.step,
            to_act=one.to_act,
            yours=yours,
            waiting=one.status == "playing" and one.to_act in yours,
            result=one.result,
        )

    async def make_table(self, request: Request) -> Response:
        plan = messages.decoded(messages.Plan, await request.body())
        origin = None if plan.from_ is None else await self.replays.origin(plan.from_)
        room = await self.hall.make(request.state.player, plan, origin)
        return await self.shown(room, request.state.player, status=201)

    async def table(
        self,
        request: Request,
        table: str,
        seat: SeatQuery = None,
        svg: bool = False,
        moves: MovesQuery = "full",
    ) -> Response:
        room = await self.hall.entered(table, request.state.player)
        return await self.shown(room, request.state.player, seat, svg, moves)

    async def shown(
        self,
        room: Room,
        player: str,
        seat: str | None = None,
        svg: bool = False,
        moves: str = "full",
        status: int = 200,
    ) -> Response:
        async with room.lock:
            viewer = viewer_of(room, player, seat)
            await self.hall.prepare(room, viewer, svg, moves)
            return json(self.hall.state(room, player, viewer, svg, moves), status)

    async def enter(self, request: Request, table: str) -> Response:
        said = messages.decoded(messages.Enter, await request.body())
        room = await self.hall.enter(table, request.state.player, said.key)
        return await self.shown(room, request.state.player)

    def command(self, kind: type[messages.Command]) -> Callable[..., Awaitable[Response]]:
        async def command(request: Request, table: str) -> Response:
            said = messages.decoded(kind, await request.body())
            room = await self.hall.entered(table, request.state.player)
            return json(await self.hall.do(room, request.state.player, said))

        command.__name__ = messages.command_name(kind)
        return command

    async def history(
        self, request: Request, table: str, step: StepQuery, seat: SeatQuery = None, svg: bool = False
    ) -> Response:
        room = await self.hall.entered(table, request.state.player)
        async with room.lock:
            if room.table.state is None:
                raise Problem("not-playing", "The game has not begun.")
            viewer = viewer_of(room, request.state.player, seat, any_seat=room.table.status == "over")
            shown = room.table
            return json(await self.store.apart(lambda: moment(shown, viewer, step, svg)))

    async def record(self, request: Request, table: str) -> Response:
        room = await self.hall.entered(table, request.state.player)
        async with room.lock:
            return download(self.hall.record(room), f"{room.table.info.game}-{table}")

    # Replays

    async def import_record(self, request: Request) -> Response:
        record: Any = messages.decoded(Any, await request.body())  # type: ignore[arg-type]
        return json(answers.Imported(await self.replays.add(record)), 201)

    async def replay(self, replay: str) -> Response:
        return json((await self.replays.get(replay)).info)

    async def replay_at(self, replay: str, step: StepQuery, seat: SeatQuery = None, svg: bool = False) -> Response:
        viewer = None if seat in (None, "none") else int(seat)
        return json(await self.replays.moment(replay, step, viewer, svg))

    async def chances(self, replay: str) -> Response:
        return json(answers.Chances(await self.replays.chances(replay)))

    async def replay_record(self, replay: str) -> Response:
        loaded = await self.replays.get(replay)
        return download(loaded.record, f"{loaded.game.name}-replay")

    # For operators

    async def health(self) -> Response:
        await self.store.write(can_write)
        return json(answers.Health(True))


def viewer_of(room: Room, player: str, seat: str | None, any_seat: bool = False) -> Viewer:
    """The seat from which somebody looks: the one asked for, or the first that they hold."""
    seats = room.table.seats_of(player)
    if seat is None:
        return seats[0] if seats else None
    if seat == "none":
        return None
    if int(seat) >= room.table.info.seats or (int(seat) not in seats and not any_seat):
        raise Problem("not-your-seat", "You can look from your own seats, or as a spectator.")
    return int(seat)


def picture_response(data: bytes, kind: str) -> Response:
    headers = {"Cache-Control": "max-age=3600"}
    return Response(data, media_type=kind, headers=headers)


def download(record: Any, name: str) -> Response:
    return Response(
        encode(record),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


def metrics() -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


# Mistakes


def refused(problem: Problem, request: Request) -> Response:
    BAD_MESSAGES.labels(problem.code).inc()
    log.info("refused", path=request.url.path, method=request.method, code=problem.code, text=problem.text)
    return Response(problem_json(problem), problem.status, media_type="application/json")


async def on_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return refused(error, request)


async def on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return refused(Problem("bad-message", f"{where}: {first['msg']}"), request)


async def on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        made = refused(Problem("wrong-method", f"{request.method} is not for that address."), request)
        made.headers.update(error.headers or {})
        return made
    if error.status_code == 404:
        return refused(Problem("unknown-page", "There is nothing at that address."), request)
    return refused(Problem("bad-message", str(error.detail)), request)


async def on_failure(request: Request, error: Exception) -> Response:
    log.error("internal", path=request.url.path, method=request.method, exc_info=error)
    return refused(Problem("internal", "That was our fault; it has been logged."), request)
