"""A server in this process, and people who use it."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import connect

from sectors.server.http.app import Settings, make_app
from sectors.server.http.listener import config
from sectors.server.storage.database import database_url
from sectors.server.tables.manager import TableManager

GAME = "sector219"
SOAK = bool(os.environ.get("SECTORS_SOAK"))  # `make soak`: the long forms


class Running:
    """A server in a thread of this process."""

    def __init__(self, db: object, **settings: Any) -> None:
        self.app = make_app(Settings(database_url(str(db)), **{"rate": 0.0, **settings}))
        self.uvicorn = uvicorn.Server(config(self.app, "127.0.0.1", 0, lifespan="on"))
        self.thread = threading.Thread(target=self.uvicorn.run, daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            assert self.thread.is_alive()
            time.sleep(0.01)
        self.port = self.uvicorn.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def manager(self) -> TableManager:
        manager: TableManager = self.app.state.server.manager
        return manager

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self.uvicorn.servers[0].get_loop()

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(20)


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self.url = url
        self.web = httpx.Client(base_url=url, timeout=30)
        self.get("/api/me")
        if name:
            self.post("/api/me", {"name": name})

    def get(self, path: str, headers: Any = None, **query: Any) -> httpx.Response:
        return self.web.get(path, params=query, headers=headers)

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.web.post(path, json=body)

    def do(self, table: str, command: str, **body: Any) -> httpx.Response:
        return self.post(f"/api/tables/{table}/{command}", body)

    def make(self, places: Sequence[object] | None = None, start: bool = False, **plan: Any) -> Any:
        places = places or [{"kind": "me"}, {"kind": "open"}]
        answer = self.post("/api/tables", {"game": GAME, "places": places, "start": start, **plan})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def alone(self, **plan: Any) -> Any:
        """A table where this person holds all seats, in play."""
        return self.make([{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bo"}], start=True, **plan)

    def state(self, table: str, **query: Any) -> Any:
        answer = self.get(f"/api/tables/{table}", **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def cookie(self) -> str:
        return f"sectors={self.web.cookies['sectors']}"

    def live(self, table: str, hello: bool = True, port: int | None = None, **said: Any) -> Live:
        return Live(self, table, hello, port, said)

    def play_on(self, table: str, source: Random, most: int = 10_000, seats: Sequence[int] = (0, 1)) -> Any:
        """Play for the seats that this person holds, at random; the last state."""
        for _ in range(most):
            state = self.state(table, seat="none", moves="none")
            to_act = state["sight"]["to_act"]
            if state["status"] != "playing" or to_act not in seats:
                break
            state = self.state(table, seat=to_act, moves="texts")
            text = source.choice(state["sight"]["moves"])
            answer = self.do(table, "play", seat=to_act, text=text, number=state["number"])
            assert answer.status_code == 200, answer.text
        return self.state(table)


class Live:
    """A WebSocket, with the two rules that keep a client right (docs/PROTOCOL.md, section 8)."""

    def __init__(self, person: Person, table: str, hello: bool, port: int | None, said: dict[str, Any]) -> None:
        address = f"ws://127.0.0.1:{port or person.url.rpartition(':')[2]}/api/tables/{table}/live"
        # Nobody hurries a test that does not listen for a while: no pings, and everything is read and kept.
        self.socket = connect(
            address, additional_headers={"Cookie": person.cookie}, max_size=None, max_queue=None, ping_interval=None
        )
        self.said = said
        self.state: Any = None
        self.heard: list[str] = []  # the texts of all messages
        self.entries: dict[int, Any] = {}
        self.answers: dict[str | None, Any] = {}
        self.pieces: dict[int, str] = {}  # of the last picture
        if hello:
            self.hello()

    def hello(self, **more: Any) -> None:
        self.send({"do": "hello", **self.said, **more})

    def send(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = 60) -> Any:
        """The next message, taken in."""
        text = self.socket.recv(timeout=timeout, decode=True)
        self.heard.append(text)
        message = json.loads(text)
        kind = message["type"]
        if not self.joined(message.get("sight") or message.get("state", {}).get("sight")):
            self.hello()
        elif kind == "state":
            self.state = message["state"]
            self.entries = {entry["number"]: entry for entry in self.state["log"]}
        elif kind == "update" and self.state is not None:
            if message["since"] > self.state["number"]:
                self.hello(since=self.state["number"])
            elif message["number"] > self.state["number"]:
                for entry in message["entries"]:
                    self.entries[entry["number"]] = entry
                self.state.update({key: value for key, value in message.items() if key in self.state})
        elif kind == "beat":
            if self.state is None:
                self.hello()
                return message
            digest = self.state["sight"]["digest"] if self.state["sight"] else None
            if (message["number"], message["digest"]) != (self.state["number"], digest):
                self.hello()
        elif kind in ("reply", "error"):
            self.answers[message["id"]] = message
        return message

    def joined(self, sight: Any) -> bool:
        """Put a picture together that came in pieces; whether all are there."""
        sent = sight and sight["svg"]
        if not isinstance(sent, dict):
            return True
        have = self.pieces | {int(number): text for number, text in sent["new"].items()}
        if not set(sent["pieces"]) <= set(have):
            return False
        self.pieces = {number: have[number] for number in sent["pieces"]}
        sight["svg"] = "".join(have[number] for number in sent["pieces"])
        return True

    def until(self, wanted: Callable[[Live], Any], timeout: float = 60) -> Live:
        """Listen until something holds."""
        limit = time.monotonic() + timeout
        while not wanted(self):
            self.hear(max(0.01, limit - time.monotonic()))
        return self

    def ask(self, key: str = "ask", **message: Any) -> Any:
        """Say something and wait for the answer to it."""
        self.answers.pop(key, None)
        self.send({**message, "id": key})
        return self.until(lambda live: key in live.answers).answers[key]

    def close(self) -> None:
        self.socket.close()


MakePerson = Callable[..., Person]  # what the fixtures `person` and `own_server` are
MakeServer = Callable[..., Running]
