"""Load on a server, on loopback: tables in play at once, moves acknowledged a second, time from submit to update.

    python bench/server.py                       the load run
    python bench/server.py --boardgame           also boardgame.io's server from npm, under the same load

Each table has two players, each with a WebSocket of its own; whoever is to move plays a random move a second after the
last one. Times are from the moment a move is sent until the other player has the update.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import connect

GAME = "sector219"


class Sight(msgspec.Struct):
    moves: list[str]
    your_turn: bool


class News(msgspec.Struct):
    """What a player needs of a message."""

    type: str = ""
    number: int = 0
    sight: Sight | None = None
    status: str = ""
    state: News | None = None
    error: msgspec.Raw | None = None


decode = msgspec.json.Decoder(News, strict=False).decode


class Load:
    """Players at tables."""

    def __init__(self, url: str, cookie: str, pause: float) -> None:
        self.url = url.replace("http", "ws", 1)
        self.cookie = cookie
        self.pause = pause
        self.sent: dict[str, float] = {}
        self.times: list[float] = []
        self.errors = 0
        self.measuring = False
        self.over = asyncio.Event()

    async def player(self, table: str, seat: int, source: random.Random) -> None:
        address = f"{self.url}/api/tables/{table}/live"
        async with connect(
            address, additional_headers={"Cookie": self.cookie}, compression=None, max_size=None, ping_interval=None
        ) as live:
            await live.send(msgspec.json.encode({"do": "hello", "seat": seat, "moves": "texts"}).decode())
            async for text in live:
                now = time.perf_counter()
                news = decode(text)
                if news.type == "state":
                    news = news.state or news
                elif news.type != "update":
                    if news.type == "error":
                        self.errors += 1
                    continue
                sent = self.sent.pop(f"{table}/{1 - seat}", None)
                if sent is not None and self.measuring:
                    self.times.append(now - sent)
                if news.status == "over":
                    return
                if news.sight is not None and news.sight.your_turn:
                    if self.pause:
                        await asyncio.sleep(self.pause * source.uniform(0.9, 1.1))
                    if self.over.is_set():
                        return
                    move = {
                        "do": "play",
                        "seat": seat,
                        "text": source.choice(news.sight.moves),
                        "number": news.number,
                        "id": str(news.number),
                    }
                    self.sent[f"{table}/{seat}"] = time.perf_counter()
                    await live.send(msgspec.json.encode(move).decode())

    async def table(self, web: httpx.AsyncClient, number: int) -> None:
        """One table after another, so that the number in play stays the same."""
        source = random.Random(number)
        await asyncio.sleep(source.uniform(0, self.pause or 0.1))
        while not self.over.is_set():
            name = await new_table(web)
            players = [asyncio.create_task(self.player(name, seat, source)) for seat in (0, 1)]
            done, waiting = await asyncio.wait(
                [*players, asyncio.create_task(self.over.wait())], return_when="FIRST_COMPLETED"
            )
            for task in done:
                task.result()
            for task in waiting:
                task.cancel()


async def new_table(web: httpx.AsyncClient) -> str:
    plan = {"game": GAME, "places": [{"kind": "me"}, {"kind": "me"}], "start": True}
    answer = await web.post("/api/tables", json=plan)
    answer.raise_for_status()
    return str(answer.json()["table"])


async def run(url: str, tables: int, pause: float, seconds: float, server: int) -> dict[str, float]:
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=httpx.Limits(max_connections=20)) as web:
        await web.get("/api/me")
        load = Load(url, f"sectors={web.cookies['sectors']}", pause)
        tasks = [asyncio.create_task(load.table(web, number)) for number in range(tables)]
        await asyncio.sleep(3 + tables / 150)  # everybody sits down
        load.measuring = True
        began, used = time.perf_counter(), processor_time(server)
        await asyncio.sleep(seconds)
        load.measuring = False
        took, used = time.perf_counter() - began, processor_time(server) - used
        load.over.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    times = sorted(load.times)
    if not times:
        raise SystemExit("no moves were made")
    return {
        "tables": tables,
        "moves/s": len(times) / took,
        "median ms": 1000 * times[len(times) // 2],
        "99 % ms": 1000 * times[int(len(times) * 0.99)],
        "server ms/move": 1000 * used / len(times),
        "errors": load.errors,
    }


def start_server(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = "from sectors.server.commands import app; app()"
    process = subprocess.Popen(
        [sys.executable, "-c", command, "serve", "--db", f"{folder}/tables.db", "--port", str(port), "--rate", "0"],
        stdout=subprocess.DEVNULL,
        stderr=(Path(folder) / "log").open("wb"),
    )
    url = f"http://127.0.0.1:{port}"
    for _ in range(200):
        try:
            httpx.get(f"{url}/healthz")
            return process, url
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def processor_time(process: int) -> float:
    """Seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: subprocess.Popen[bytes]) -> float:
    """Resident memory in kB."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    return 0.0


async def idle(url: str, process: subprocess.Popen[bytes], tables: int) -> float:
    """Memory of a table in play that nobody looks at, in kB."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as web:
        for _ in range(20):
            await new_table(web)
        before = memory(process)
        for _ in range(tables):
            await new_table(web)
        return (memory(process) - before) / tables


def show(title: str, row: dict[str, float]) -> None:
    numbers = "  ".join(f"{key} {value:,.1f}" for key, value in row.items())
    print(f"{title:<22} {numbers}", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--tables", default="10,100,1000")
    arguments.add_argument("--seconds", type=float, default=15)
    arguments.add_argument("--boardgame", action="store_true")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, url = start_server(folder)
        try:
            print(f"idle table             {asyncio.run(idle(url, process, 300)):.1f} kB")
            for tables in map(int, given.tables.split(",")):
                show("1 move/s each", asyncio.run(run(url, tables, 1.0, given.seconds, process.pid)))
            ours = asyncio.run(run(url, 32, 0.0, given.seconds, process.pid))
            show("as fast as it goes", ours)
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
