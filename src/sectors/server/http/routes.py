"""The routes. Each declares its body and its answer, from which OpenAPI and docs/PROTOCOL.md are generated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query, Request
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response

from sectors.server.identity import made_up_name
from sectors.server.protocol import requests, responses
from sectors.server.protocol.errors import Problem
from sectors.server.storage import queries
from sectors.server.tables.catalog import check_options
from sectors.server.tables.events import Viewer
from sectors.server.tables.lessons import Kind, Lessons
from sectors.server.tables.manager import TableManager
from sectors.server.tables.replays import Replays
from sectors.server.tables.session import Session
from sectors.server.tables.views import encode, format_time, handle, moment, seat_info

SeatQuery = Annotated[str | None, Query(pattern="^(none|[0-9]|1[0-5])$", description="a seat, or none: a spectator")]
StepQuery = Annotated[int, Query(ge=0, le=100_000)]
MovesQuery = Literal["full", "texts", "none"]
Endpoint = Callable[..., Awaitable[Response]]

LOOPBACK = ("127.0.0.1", "::1")
PICTURE = "picture"  # answers and bodies that are not types of the protocol
STYLE = "style"
RECORD = "record"


class Route(Struct):
    """A path with its body and its answer: types of the protocol, PICTURE, STYLE, RECORD, or None for any JSON."""

    method: str
    path: str
    body: Any = None
    answer: Any = None
    status: int = 200


def get(path: str, answer: Any = None) -> Callable[[Endpoint], Endpoint]:
    return route(Route("GET", path, answer=answer))


def post(path: str, body: Any, answer: Any, status: int = 200) -> Callable[[Endpoint], Endpoint]:
    return route(Route("POST", path, body, answer, status))


def route(declared: Route) -> Callable[[Endpoint], Endpoint]:
    def mark(endpoint: Endpoint) -> Endpoint:
        endpoint.route = declared  # type: ignore[attr-defined]
        return endpoint

    return mark


def route_of(endpoint: Any) -> Route | None:
    found: Route | None = getattr(endpoint, "route", None)
    return found


def json_response(answer: Any, status: int = 200) -> Response:
    return Response(encode(answer), status, media_type="application/json")


class Routes:
    """The endpoints."""

    def __init__(self, manager: TableManager, replays: Replays, ready: Callable[[], bool]) -> None:
        self.manager = manager
        self.ready = ready
        self.database = manager.database
        self.catalog = manager.catalog
        self.replays = replays
        self.learning = Lessons(manager.catalog)

    def add_to(self, app: FastAPI) -> None:
        """Add all routes in the order of this class: if two match a path, the first one wins."""
        endpoints = [getattr(self, name) for name in vars(Routes)]
        endpoints += [self.command(kind) for kind in requests.COMMANDS]
        for endpoint in endpoints:
            if (declared := route_of(endpoint)) is not None:
                app.add_api_route(
                    declared.path,
                    endpoint,
                    methods=[declared.method],
                    response_class=Response,
                    name=endpoint.__name__,
                )

    # Players and games

    @get("/api/me", responses.Me)
    async def me(self, request: Request) -> Response:
        """Who you are."""
        player = request.state.player
        name = await self.manager.name(player)
        return json_response(responses.Me(name or made_up_name(player), name is not None, handle(player)))

    @post("/api/me", requests.Rename, responses.Me)
    async def set_me(self, request: Request) -> Response:
        """Choose your name."""
        body = requests.decode(requests.Rename, await request.body())
        await self.manager.rename(request.state.player, body.name)
        return await self.me(request)

    @get("/api/games", responses.Games)
    async def games(self) -> Response:
        """The games that the server offers."""
        return json_response(responses.Games([self.catalog.card(name) for name in self.catalog.names()]))

    @get("/api/games/{game}", responses.Game)
    async def game(self, game: str) -> Response:
        """A game with its guide."""
        return json_response(await self.database.in_thread(lambda: self.catalog.info(game)))

    @get("/api/games/{game}/printed")
    async def printed(self, game: str, content: str | None = None) -> Response:
        """What is printed on the cards of a content, for a client that draws them; `{}` if a game provides nothing."""
        return json_response(self.catalog.game(game, content).printed())

    @post("/api/games/{game}/options", requests.Options, responses.Checked)
    async def check_options(self, request: Request, game: str) -> Response:
        """Whether these options are valid; editors ask this at every step."""
        body = requests.decode(requests.Options, await request.body())
        requests.check_plain(body.options)
        played = self.catalog.game(game, body.content)
        return json_response(await self.database.in_thread(lambda: check_options(played, body.seats, body.options)))

    @get("/api/games/{game}/picture.svg", PICTURE)
    async def picture(self, game: str) -> Response:
        """A picture of the game in play."""
        drawn = await self.database.in_thread(lambda: self.catalog.picture(game))
        return picture_response(drawn.encode(), "image/svg+xml")

    @get("/api/games.css", STYLE)
    async def style(self) -> Response:
        """The colours and emblems of all games and the style of their pictures, as CSS."""
        return picture_response(self.catalog.style().encode(), "text/css")

    @get("/api/games/{game}/emblem.svg", PICTURE)
    async def emblem(self, game: str) -> Response:
        """The emblem of a game, in one colour."""
        return picture_response(self.catalog.game(game).emblem.encode(), "image/svg+xml")

    @get("/api/games/{game}/pictures/{file}", PICTURE)
    async def guide_picture(self, game: str, file: str) -> Response:
        """A picture of the guide."""
        path = self.catalog.guide_picture(game, file)
        kind = "image/svg+xml" if path.suffix == ".svg" else "image/png"
        return picture_response(path.read_bytes(), kind)

    # Lessons and exercises

    @get("/api/games/{game}/lessons", responses.Lessons)
    async def lessons(self, game: str) -> Response:
        """The lessons of a game."""
        return json_response(self.learning.cards(game))

    @post("/api/games/{game}/lessons/{lesson}", requests.LessonTry, responses.LessonMoment)
    async def lesson(self, request: Request, game: str, lesson: str) -> Response:
        """Try something in a lesson. The server stores nothing, so send the answers so far along."""
        return await self.answer_lesson(request, "lesson", game, lesson)

    @post("/api/games/{game}/lessons/{lesson}/why", requests.LessonQuestion, responses.LessonWhy)
    async def lesson_why(self, request: Request, game: str, lesson: str) -> Response:
        """Why the rules forbid a move in a lesson."""
        return await self.explain_refusal(request, "lesson", game, lesson)

    @get("/api/games/{game}/exercises", responses.Exercises)
    async def exercises(self, game: str) -> Response:
        """The exercises of a game, and the one of the day."""
        return json_response(self.learning.exercises(game, datetime.now(UTC).date()))

    @post("/api/games/{game}/exercises/{exercise}", requests.LessonTry, responses.LessonMoment)
    async def exercise(self, request: Request, game: str, exercise: str) -> Response:
        """Try something in an exercise, which is a lesson of one step."""
        return await self.answer_lesson(request, "exercise", game, exercise)

    @post("/api/games/{game}/exercises/{exercise}/why", requests.LessonQuestion, responses.LessonWhy)
    async def exercise_why(self, request: Request, game: str, exercise: str) -> Response:
        """Why the rules forbid a move in an exercise."""
        return await self.explain_refusal(request, "exercise", game, exercise)

    async def answer_lesson(self, request: Request, kind: Kind, game: str, id: str) -> Response:
        body = requests.decode(requests.LessonTry, await request.body())
        await self.manager.check_quota("lessons", request.state.address, request.state.player)
        return json_response(await self.database.in_thread(lambda: self.learning.answer(kind, game, id, body)))

    async def explain_refusal(self, request: Request, kind: Kind, game: str, id: str) -> Response:
        body = requests.decode(requests.LessonQuestion, await request.body())
        await self.manager.check_quota("lessons", request.state.address, request.state.player)
        return json_response(await self.database.in_thread(lambda: self.learning.why(kind, game, id, body)))

    # Tables

    @get("/api/tables", responses.Rows)
    async def public_tables(self, request: Request) -> Response:
        """Public tables that are gathering players or playing, newest first, at most 100."""
        tables = await self.database.read(queries.public_tables)
        return json_response(responses.Rows([self.row(table, request.state.player) for table in tables]))

    @get("/api/tables/mine", responses.Rows)
    async def my_tables(self, request: Request) -> Response:
        """Tables where you hold a seat or that you created, those waiting for you first, at most 100."""
        player = request.state.player
        tables = await self.database.read(lambda connection: queries.tables_of(connection, player))
        rows = [self.row(table, player) for table in tables]
        return json_response(responses.Rows(sorted(rows, key=lambda row: (not row.waiting, row.status == "over"))))

    def row(self, listed: queries.Listed, player: str) -> responses.Row:
        session = self.manager.session_in_memory(listed.id)

        def presence(who: str) -> tuple[bool, float | None]:
            return (False, None) if session is None else session.presence(who)

        yours = [seat for seat, place in enumerate(listed.places) if place.player == player]
        title = self.catalog.game(listed.game).title if listed.game in self.catalog.names() else listed.game
        return responses.Row(
            table=listed.id,
            game=listed.game,
            title=title,
            status=listed.status,  # type: ignore[arg-type]
            public=listed.public,
            casual=listed.casual,
            created=format_time(listed.created),
            changed=format_time(listed.changed),
            seats=[seat_info(seat, place, player, presence) for seat, place in enumerate(listed.places)],
            step=listed.step,
            to_act=listed.to_act,
            given=listed.given,
            yours=yours,
            waiting=listed.status == "playing" and listed.to_act in yours,
            result=listed.result,
        )

    @post("/api/tables", requests.Plan, responses.State, status=201)
    async def make_table(self, request: Request) -> Response:
        """Create a table."""
        plan = requests.decode(requests.Plan, await request.body())
        requests.check_plain(plan.options)
        origin = None if plan.from_ is None else await self.replays.origin(plan.from_)
        session = await self.manager.create_from_plan(request.state.player, plan, origin, request.state.address)
        return await self.table_response(session, request.state.player, status=201)

    @get("/api/tables/{table}", responses.State)
    async def table(
        self,
        request: Request,
        table: str,
        seat: SeatQuery = None,
        svg: bool = False,
        moves: MovesQuery = "full",
    ) -> Response:
        """The current state of a table. The parameters are those of `hello`; `seat=none` looks as a spectator."""
        session = await self.manager.visible_session(table, request.state.player)
        return await self.table_response(session, request.state.player, seat, svg, moves)

    async def table_response(
        self,
        session: Session,
        player: str,
        seat: str | None = None,
        svg: bool = False,
        moves: MovesQuery = "full",
        status: int = 200,
    ) -> Response:
        async with session.lock:
            viewer = viewer_of(session, player, seat)
            await self.manager.prepare(session, viewer, svg, moves)
            if session.heavy:
                work = lambda: encode(self.manager.state(session, player, viewer, svg, moves))  # noqa: E731
                return Response(await self.database.in_thread(work), status, media_type="application/json")
            return json_response(self.manager.state(session, player, viewer, svg, moves), status)

    @post("/api/tables/{table}/enter", requests.Enter, responses.State)
    async def enter(self, request: Request, table: str) -> Response:
        """Present the key of a private table."""
        body = requests.decode(requests.Enter, await request.body())
        session = await self.manager.enter(table, request.state.player, body.key)
        return await self.table_response(session, request.state.player)

    def command(self, kind: type[requests.TableCommand]) -> Endpoint:
        name = requests.command_name(kind)

        @post(f"/api/tables/{{table}}/{name}", kind, kind.answer)
        async def command(request: Request, table: str) -> Response:
            body = requests.decode(kind, await request.body())
            session = await self.manager.visible_session(table, request.state.player)
            return json_response(await self.manager.do(session, request.state.player, body, request.state.address))

        command.__name__, command.__doc__ = name, kind.__doc__
        return command

    @get("/api/tables/{table}/history", responses.Moment)
    async def history(
        self, request: Request, table: str, step: StepQuery, seat: SeatQuery = None, svg: bool = False
    ) -> Response:
        """A moment of the game as that seat saw it; after the end, you can look from any seat."""
        session = await self.manager.visible_session(table, request.state.player)
        async with session.lock:
            if session.table.state is None:
                raise Problem("not-playing", "The game has not started.")
            viewer = viewer_of(session, request.state.player, seat, any_seat=session.table.status == "over")
            shown_table = session.table
            return json_response(await self.database.in_thread(lambda: moment(shown_table, viewer, step, svg)))

    @get("/api/tables/{table}/decided", responses.Decided)
    async def decided(self, request: Request, table: str) -> Response:
        """After the end: the move that decided the game."""
        session = await self.manager.visible_session(table, request.state.player)
        return json_response(responses.Decided(await self.manager.finished.turning_point(session)))

    @get("/api/tables/{table}/mistakes", responses.Mistakes)
    async def mistakes(self, request: Request, table: str, seat: SeatQuery = None) -> Response:
        """After the end: the decisions that cost your seat most, found by a search in a few seconds."""
        session = await self.manager.visible_session(table, request.state.player)
        own = viewer_of(session, request.state.player, seat)
        if own is None:
            raise Problem("not-your-seat", "Only who played can see what their decisions cost.")
        await self.manager.check_quota("hints", request.state.address, request.state.player)
        return json_response(await self.manager.finished.mistakes(session, own))

    @get("/api/tables/{table}/record", RECORD)
    async def record(self, request: Request, table: str) -> Response:
        """After the end: the record, as a download."""
        session = await self.manager.visible_session(table, request.state.player)
        async with session.lock:
            return download(self.manager.finished.record(session), f"{session.table.info.game}-{table}")

    # Replays

    @post("/api/records", RECORD, responses.Imported, status=201)
    async def import_record(self, request: Request) -> Response:
        """Store a record, checked move by move."""
        await self.manager.check_quota("records", request.state.address, request.state.player)
        return json_response(
            responses.Imported(await self.replays.add(await request.body(), request.state.address)), 201
        )

    @get("/api/replays/{replay}", responses.Replay)
    async def replay(self, replay: str) -> Response:
        """A finished game to step through."""
        info = (await self.replays.get(replay)).info
        return Response(await self.database.in_thread(lambda: encode(info)), media_type="application/json")

    @get("/api/replays/{replay}/at", responses.Moment)
    async def replay_at(self, replay: str, step: StepQuery, seat: SeatQuery = None, svg: bool = False) -> Response:
        """A moment of a replay, from any seat."""
        viewer = None if seat in (None, "none") else int(seat)
        return json_response(await self.replays.moment(replay, step, viewer, svg))

    @get("/api/replays/{replay}/chances", responses.Chances)
    async def chances(self, replay: str) -> Response:
        """Each seat's chances at every step, evaluated with all cards known."""
        return json_response(responses.Chances(await self.replays.chances(replay)))

    @get("/api/replays/{replay}/record", RECORD)
    async def replay_record(self, replay: str) -> Response:
        """The record, as a download."""
        loaded = await self.replays.get(replay)
        return download(loaded.record, f"{loaded.game.name}-replay")

    # For operators

    @get("/healthz", responses.Health)
    async def health(self) -> Response:
        """Whether the database is writable and has room."""
        await self.database.check()
        return json_response(responses.Health(True))

    @get("/readyz", responses.Health)
    async def readiness(self) -> Response:
        """Whether this server accepts new clients: not while it is stopping."""
        if not self.ready():
            raise Problem("stopping", "This server is being stopped; another one answers.")
        await self.database.check()
        return json_response(responses.Health(True))


def viewer_of(session: Session, player: str, seat: str | None, any_seat: bool = False) -> Viewer:
    """Return the seat to look from: the one asked for, or the player's first."""
    seats = session.table.seats_of(player)
    if seat is None:
        return seats[0] if seats else None
    if seat == "none":
        return None
    if int(seat) >= session.table.info.seats or (int(seat) not in seats and not any_seat):
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


def metrics(request: Request) -> Response:
    """Answer operators on this machine only: the counters would reveal sealed choices."""
    client = request.client
    if client is None or client.host not in LOOPBACK or "x-forwarded-for" in request.headers:
        raise Problem("unknown-page", "There is nothing at that address.")
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
