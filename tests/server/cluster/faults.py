"""A cluster in trouble: two servers, a worker and a proxy that sends each request to another server, with a PostgreSQL
and a Redis of its own. `Cluster.strike` breaks something, and players play on through it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import services
from websockets.exceptions import WebSocketException

from tests.server.cluster.processes import Server, ThinkingProcess
from tests.server.people import Live, Person

PATIENCE = 120.0
THINK_SECONDS = 0.1
FAULTS = ("server", "worker", "redis", "flush", "cut", "database", "database-down", "line")


class Proxy:
    """Sends each connection to the next server that answers; keeps none alive, so each request goes to another one."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self._turn = 0
        self._lines: set[asyncio.StreamWriter] = set()
        self._ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self._main()), daemon=True).start()
        assert self._ready.wait(PATIENCE)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._handle, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._ready.set()
        async with server:
            await server.serve_forever()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self.ports:
            self._turn += 1
            try:
                upstream = await asyncio.open_connection("127.0.0.1", self.ports[self._turn % len(self.ports)])
            except OSError:
                continue
            break
        else:
            writer.close()
            return
        lines = {writer, upstream[1]}
        self._lines |= lines
        ways = [asyncio.ensure_future(pour(reader, upstream[1])), asyncio.ensure_future(pour(upstream[0], writer))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        self._lines -= lines
        for one in (*ways,):
            one.cancel()
        for line in lines:
            line.close()

    def cut(self) -> None:
        """Break every connection."""

        def cut() -> None:
            for line in self._lines:
                line.transport.abort()

        self._loop.call_soon_threadsafe(cut)


async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()


class Cluster:
    def __init__(self, folder: Path) -> None:
        self.postgres = services.Postgres()
        self.redis = services.Redis()
        db = self.postgres.new_database("faults")
        self.servers = [Server(folder / f"server{one}.log", db, self.redis.url) for one in range(2)]
        self.worker = ThinkingProcess(folder / "worker.log", self.redis.url)
        for one in self.servers:
            one.wait()
        self.proxy = Proxy([one.port for one in self.servers])
        self.url = self.proxy.url
        self.struck = dict.fromkeys(FAULTS, 0)

    def strike(self, fault: str, source: random.Random) -> None:
        """Break something, and mend it."""
        self.struck[fault] += 1
        if fault == "server":
            one = source.choice(self.servers)
            one.kill()
            time.sleep(source.uniform(0, 0.3))
            one.start()
            one.wait()
        elif fault == "worker":
            self.worker.kill()
            self.worker.start()
        elif fault == "redis":
            self.redis.end(9)
            time.sleep(source.uniform(0, 1.5))
            self.redis.start()
        elif fault == "flush":
            self.redis.flush()
        elif fault == "cut":
            self.postgres.cut("faults")
        elif fault.startswith("database"):
            self.postgres.crash()
            time.sleep(source.uniform(0.5, 1.5) if fault == "database-down" else 0)
            self.postgres.start()
        elif fault == "line":
            self.proxy.cut()

    def close(self) -> None:
        self.worker.kill()
        for one in self.servers:
            one.kill()
        self.redis.close()
        self.postgres.close()


class Player(threading.Thread):
    """Plays both seats at a table through everything, each command until it is answered; over HTTP, each request to
    another server. Against a bot it plays one."""

    def __init__(self, url: str, seed: int, bot: bool, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.source = random.Random(seed)
        self.over = over
        self.bot = bot
        self.url = url
        self.person = Person(url, f"Player {seed}")
        self.person.web = httpx.Client(
            base_url=url, timeout=10, headers={"Connection": "close"}, cookies=self.person.web.cookies
        )
        self.calm: set[str] = set()  # what was said while something was broken
        self.failure: BaseException | None = None
        self.answers = 0  # moves that were acknowledged, in all games
        self.games: list[tuple[str, list[str]]] = []  # tables, and the chat lines and moves that were acknowledged
        self.new_table()

    def new_table(self) -> None:
        other = {"kind": "bot", "level": 1} if self.bot else {"kind": "me", "name": "Bo"}
        places = [{"kind": "me", "name": "Ana"}, other]
        plan = {"game": "sector18", "places": places, "start": True, "pace": "at once", "public": True}
        made = self.asked("POST", "/api/tables", plan)
        assert made is not None
        self.table = made["table"]
        self.acknowledged: list[str] = []
        self.games.append((self.table, self.acknowledged))

    def asked(self, method: str, path: str, body: Any = None, until: bool = True) -> Any:
        """The answer, sent again until there is one; None if all is over. A refusal of the game itself is an answer."""
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.person.web.request(method, path, json=body)
                if answer.status_code < 400:
                    return answer.json()
                error = answer.json()["error"]
                assert error["code"] in ("storage", "busy", "stale", "over", "present"), error
                if error["code"] in ("stale", "over"):
                    return answer.json()
                self.calm.add(error["text"])
            except httpx.TransportError:
                pass
            assert time.monotonic() < limit, f"no answer to {path}"
            time.sleep(0.05)

    def run(self) -> None:
        try:
            count = 0
            while not self.over.is_set():
                count += 1
                self.turn(count)
                time.sleep(THINK_SECONDS)
        except BaseException as error:
            self.failure = error

    def turn(self, count: int) -> None:
        path = f"/api/tables/{self.table}"
        state = self.asked("GET", f"{path}?seat=none&moves=none")
        if state["status"] == "over":
            self.new_table()
            return
        seat = state["sight"]["to_act"]
        if self.bot and seat == 1:
            return
        state = self.asked("GET", f"{path}?seat={seat}&moves=texts")
        if state["status"] == "over" or state["sight"]["to_act"] != seat:
            return
        text = self.source.choice(state["sight"]["moves"])
        move = {"seat": seat, "text": text, "number": state["number"], "id": f"{self.table}-{count}"}
        if "error" not in self.asked("POST", f"{path}/play", move):
            self.acknowledged.append(text)
            self.answers += 1


class Watcher(threading.Thread):
    """Watches a player's table, and says hello again to any server whenever the line breaks. What it is shown must be
    what the log says: number by number, digest by digest."""

    def __init__(self, url: str, player: Player, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.person = Person(url)
        self.player = player
        self.over = over
        self.shown: dict[tuple[str, int], set[str]] = {}
        self.came_back = 0

    def run(self) -> None:
        while not self.over.is_set():
            table = self.player.table
            try:
                live = self.person.live(table)
                try:
                    while not self.over.is_set() and table == self.player.table:
                        with contextlib.suppress(TimeoutError):
                            live.hear(0.5)
                        self.note(table, live)
                finally:
                    live.close()
            except (OSError, WebSocketException, EOFError, KeyError):
                self.came_back += 1
                time.sleep(0.05)

    def note(self, table: str, live: Live) -> None:
        state = live.state
        if state is not None and state["sight"] is not None:
            self.shown.setdefault((table, state["number"]), set()).add(state["sight"]["digest"])


def played(entries: list[Any], seats: set[int]) -> list[str]:
    return [entry["text"] for entry in entries if entry["kind"] == "play" and entry["seat"] in seats]
