"""The WebSocket of a table: docs/PROTOCOL.md, section 8."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any

import msgspec
import structlog
from starlette.types import Receive, Scope, Send

from sectors.server.limits import Bucket
from sectors.server.metrics import BAD_MESSAGES, CONNECTIONS
from sectors.server.protocol import requests, responses
from sectors.server.protocol.errors import Problem
from sectors.server.tables.events import Viewer
from sectors.server.tables.manager import TableManager
from sectors.server.tables.session import Session
from sectors.server.tables.views import MovesWanted, seat_infos
from sectors.server.ws.framing import EXTENSION, WebSocket
from sectors.server.ws.pictures import PicturePatcher

MESSAGES_A_SECOND = 20.0
LONGEST_CATCH_UP = 200
MOST_WARNINGS = 50  # messages over the limit before the connection is closed
BEAT_SECONDS = 10.0

TOO_FAST = 4029
FORBIDDEN = 1008
RESTARTED = 1012
ADDRESS = re.compile(r"/api/tables/([^/]+)/live")

encode = msgspec.json.Encoder().encode
log = structlog.get_logger("live")


class Gone(Exception):  # noqa: N818
    """The connection is closed, by the client or by us."""


class Connection:
    """One client at one table, looking from one seat.

    Updates are built when they can be sent, so a slow client gets fewer, larger ones. Usually that is at once (`wake`);
    otherwise `_pump` waits until it is possible.
    """

    def __init__(
        self,
        manager: TableManager,
        session: Session,
        receive: Receive,
        send: Send,
        wire: WebSocket,
        player: str,
        address: str,
        rate: float,
    ):
        self.manager = manager
        self.session = session
        self._asgi_receive = receive
        self._asgi_send = send
        self._socket = wire
        self.player = player
        self.address = address
        self.viewer: Viewer = None
        self.svg = False
        self._patcher: PicturePatcher | None = None  # for a client that wants pictures in pieces
        self.moves: MovesWanted = "full"
        self.number = 0  # of the last entry that was sent
        self.greeted = False
        self._presence = False
        self._beat = False
        self._state = False
        self._awake = asyncio.Event()
        self._telling = False  # an older message is still being sent
        self._bucket = Bucket(rate, 2 * rate) if rate > 0 else None
        self._warned = 0
        self._request = structlog.contextvars.get_contextvars().get("request", "")
        self._messages = 0

    # What the manager calls

    def wake(self, presence: bool = False) -> None:
        """Send news, or let `_pump` send it. For events the lock is held, so they can be sent at once."""
        self._presence |= presence
        if presence or not self._tell_at_once():
            self._awake.set()

    def _tell_at_once(self) -> bool:
        """Send the news now and return True, unless the client is slow or the news takes long to build."""
        if self._awake.is_set() or self._telling or not self._socket.writable.is_set() or not self._may_look():
            return False
        if self.session.heavy:
            return False
        if self.greeted and self.manager.preparation(self.session, self.viewer, self.svg, self.moves) is not None:
            return False
        for message in self._news():
            self._socket.send_text(encode(message))
        return True

    def beat(self) -> None:
        self._beat = True
        self._awake.set()

    async def run(self) -> None:
        pump = asyncio.create_task(self._pump())
        self.session.add_watcher(self)
        CONNECTIONS.inc()
        try:
            while True:
                await self._hear(await self._receive())
        except Gone:
            pass
        finally:
            CONNECTIONS.dec()
            self.session.remove_watcher(self)
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await pump

    async def close(self, code: int) -> None:
        await self._asgi_send({"type": "websocket.close", "code": code})

    async def _receive(self) -> bytes:
        message = await self._asgi_receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        data = message.get("bytes")
        return bytes(data) if data is not None else str(message["text"]).encode("utf-8", "replace")

    # Hearing

    async def _hear(self, data: bytes) -> None:
        wait = 0.0 if self._bucket is None else self._bucket.wait()
        if wait:
            self._warned += 1
            if self._warned > MOST_WARNINGS:
                await self._asgi_send({"type": "websocket.close", "code": TOO_FAST})
                raise Gone
            await self._refuse(None, Problem("too-fast", "Slow down.", wait=round(wait, 3)))
            return
        command: requests.Command | None = None
        self._messages += 1
        structlog.contextvars.bind_contextvars(request=f"{self._request}.{self._messages}")
        try:
            command = requests.decode_live(data)
            self.session.note_activity(self.player)
            if isinstance(command, requests.Hello):
                self.session.behind |= self.manager.peers.shared
                await self.manager.up_to_date(self.session)
                await self._greet(command)
                return
            await self.manager.up_to_date(self.session)
            answer = await self.manager.do(self.session, self.player, command, self.address)
            await self._send({"type": "reply", "id": command.id, **answer})
        except Problem as problem:
            if isinstance(command, requests.Play) and problem.code == "stale":
                async with self.session.lock:  # in the form that this client asked for
                    state = self.manager.state(self.session, self.player, command.seat, self.svg, self.moves)
                problem.more = {"number": state.number, "state": state}
            await self._refuse(None if command is None else command.id, problem)
        except Gone:
            raise
        except Exception:
            await self._fault()

    async def _fault(self) -> None:
        log.exception("internal", table=self.session.table.info.id)
        await self._refuse(None, Problem("internal", "Something went wrong on our side. We have logged it."))

    async def _refuse(self, key: str | None, problem: Problem) -> None:
        BAD_MESSAGES.labels(problem.code).inc()
        if problem.code not in ("refused", "stale"):
            log.info("refused", table=self.session.table.info.id, code=problem.code, text=problem.text)
        await self._send({"type": "error", "id": key, "error": problem.body()})

    async def _greet(self, hello: requests.Hello) -> None:
        async with self.session.lock:
            table = self.session.table
            seats = table.seats_of(self.player)
            if hello.seat is msgspec.UNSET:
                self.viewer = seats[0] if seats else None
            elif hello.seat is not None and hello.seat not in seats:
                raise Problem("not-your-seat", "You can look from your own seats, or as a spectator.")
            else:
                self.viewer = hello.seat
            self.svg, self.moves = bool(hello.svg), hello.moves
            if hello.svg != "pieces":
                self._patcher = None
            elif self._patcher is None:
                self._patcher = PicturePatcher()
            else:
                self._patcher.forget()
            known = table.number_for(self.viewer)
            whole = hello.since is None or hello.since > known or known - hello.since > LONGEST_CATCH_UP
            self._state = whole
            self.number = known if whole else (hello.since or 0)
            self._again = not whole
        self.greeted = True
        self._awake.set()

    _again = False  # send an update even if nothing was missed, as the answer to a hello

    # Telling

    async def _pump(self) -> None:
        while True:
            await self._awake.wait()
            self._awake.clear()
            if self.session.broken:
                continue
            try:
                await self._tell()
            except Exception:  # such as a picture that cannot be drawn: report it, and the table goes on
                self._state = True  # try again with the next news, or the hello after the next beat
                self._telling = False
                await self._fault()

    async def _tell(self) -> None:
        async with self.session.lock:
            if not self._may_look():  # somebody else has taken over the seat
                self.viewer = None
                self._state = True
            if self.greeted and not self.session.broken:
                await self.manager.prepare(self.session, self.viewer, self.svg, self.moves)
            if self.session.heavy:
                texts = await self.manager.database.in_thread(lambda: [encode(message) for message in self._news()])
            else:
                texts = [encode(message) for message in self._news()]
            self._telling = True
        for text in texts:
            await self._socket.writable.wait()
            self._socket.send_text(text)
        self._telling = False

    def _may_look(self) -> bool:
        """Return whether the seat that the client looks from is still the player's."""
        return self.viewer is None or self.session.table.places[self.viewer].player == self.player

    def _news(self) -> list[Any]:
        """Return the messages that this client has not received. The lock is held."""
        session, table = self.session, self.session.table
        if session.broken:
            return []
        news: list[Any] = []
        if not self.greeted:
            self._presence = False
            if self._beat:  # its hello may have been lost: a beat makes it say hello again
                self._beat = False
                news.append(responses.Beat(table.number_for(self.viewer), None))
            return news
        number = table.number_for(self.viewer)
        if self._state:
            self._state = self._presence = False
            news.append(self._state_message())
        elif number > self.number or self._again:
            self._again = self._presence = False
            news.append(self._update())
        elif number < self.number:  # the table was reloaded without an event that could not be written
            news.append(self._state_message())
        if self._presence:
            self._presence = False
            seats = seat_infos(table, self.player, session.presence)
            news.append(responses.Presence(seats, session.spectators(), session.thinking))
        if self._beat:
            self._beat = False
            view = None if table.state is None else session.views.seen(table.state, self.viewer)
            news.append(responses.Beat(number, None if view is None else view.digest))
        self.number = number
        return news

    def _state_message(self) -> responses.StateMessage:
        state = self.manager.state(self.session, self.player, self.viewer, self.svg, self.moves)
        self._cut_picture(state.sight)
        return responses.StateMessage(state)

    def _cut_picture(self, seen: responses.Sight | None) -> None:
        if self._patcher is not None and seen is not None and isinstance(seen.svg, str):
            seen.svg = self._patcher.cut(seen.svg)

    def _update(self) -> responses.Update:
        session, table, viewer = self.session, self.session.table, self.viewer
        missed = table.log[table.log_number(viewer, self.number) :]
        now = session.changing_fields(self.player, viewer, self.svg, self.moves)
        self._cut_picture(now["sight"])
        entries = [session.views.entry(event, viewer) for event in missed if table.visible(event, viewer)]
        return responses.Update(**now, since=self.number, entries=entries)

    async def _send(self, message: Any) -> None:
        await self._socket.writable.wait()
        self._socket.send_text(encode(message))


class Connections:
    """All WebSockets, as an ASGI application without a framework in between."""

    def __init__(self, manager: TableManager, rate: float) -> None:
        self.manager = manager
        self.rate = rate
        self.connections: set[Connection] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        match = ADDRESS.fullmatch(scope["path"])
        player = scope["state"]["player"]
        try:
            if match is None:
                raise Problem("unknown-page", "There is nothing at that address.")
            session = await self.manager.visible_session(match[1], player)
        except Problem as problem:
            BAD_MESSAGES.labels(problem.code).inc()
            log.info("refused", path=scope["path"], code=problem.code)
            refusal = encode({"type": "error", "id": None, "error": problem.body()}).decode()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": refusal})
            await send({"type": "websocket.close", "code": FORBIDDEN})
            return
        await send({"type": "websocket.accept"})
        connection = Connection(
            self.manager,
            session,
            receive,
            send,
            scope["extensions"][EXTENSION],
            player,
            scope["state"]["address"],
            self.rate,
        )
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)

    async def close(self) -> None:
        """Close all connections; the clients reconnect in a moment."""
        for connection in list(self.connections):
            with contextlib.suppress(Exception):
                await connection.close(RESTARTED)

    async def send_beats(self) -> None:
        """Send a beat to every connection every BEAT_SECONDS, spread over that time."""
        parts = 50
        while True:
            for part in range(parts):
                await asyncio.sleep(BEAT_SECONDS / parts)
                for number, connection in enumerate(list(self.connections)):
                    if number % parts == part:
                        connection.beat()
