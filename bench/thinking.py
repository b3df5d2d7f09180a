"""How long a person waits for a bot, beside many tables of bots alone.

A server and a bot worker (`sectors think`) on a PostgreSQL and a Redis of their own. A person plays against a weak bot
and against a strong one, first alone, then while strong bots play against each other at 200 tables. Times are from the
person's move to the bot's answer; the ratio is to the same alone. One worker cannot do the work of 200 tables: those
wait, people do not.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))
import services

GAME = "sector219"
COMMAND = "from sectors.server.commands import app; app()"
STRONG = 6
START_SECONDS = 60.0


def start(folder: str, *words: str) -> subprocess.Popen[bytes]:
    with (Path(folder) / words[0]).open("wb") as log:
        return subprocess.Popen([sys.executable, "-c", COMMAND, *words], stdout=subprocess.DEVNULL, stderr=log)


def ready(url: str) -> httpx.Client:
    limit = time.monotonic() + START_SECONDS
    while True:
        try:
            if httpx.get(f"{url}/readyz").status_code == 200:
                client = httpx.Client(base_url=url, timeout=60)
                client.get("/api/me")
                return client
        except httpx.TransportError:
            pass
        if time.monotonic() > limit:
            raise SystemExit("the server does not start")
        time.sleep(0.1)


def make(web: httpx.Client, *places: dict[str, Any]) -> dict[str, Any]:
    plan = {"game": GAME, "places": places, "start": True, "pace": "at once"}
    made: dict[str, Any] = web.post("/api/tables", json=plan).raise_for_status().json()
    return made


def waits(web: httpx.Client, level: int, seconds: float) -> list[float]:
    """How long a bot of that level took for each answer."""
    source, found, limit = random.Random(level), [], time.monotonic() + seconds
    table = make(web, {"kind": "me"}, {"kind": "bot", "level": level})["table"]
    while time.monotonic() < limit or len(found) < 5:
        state = web.get(f"/api/tables/{table}", params={"seat": 0, "moves": "texts"}).json()
        if state["status"] == "over":
            table = make(web, {"kind": "me"}, {"kind": "bot", "level": level})["table"]
        elif state["sight"]["your_turn"]:
            move = {"seat": 0, "text": source.choice(state["sight"]["moves"]), "number": state["number"]}
            web.post(f"/api/tables/{table}/play", json=move).raise_for_status()
            began = time.perf_counter()
            while web.get(f"/api/tables/{table}", params={"moves": "none"}).json()["sight"]["to_act"] == 1:
                time.sleep(0.005)
            found.append(time.perf_counter() - began)
        else:
            time.sleep(0.005)
    return sorted(found)


def show(title: str, level: int, times: list[float], base: list[float] | None = None) -> None:
    half, most = times[len(times) // 2], times[int(len(times) * 0.99)]
    ratio = "" if base is None else f", {half / base[len(base) // 2]:.1f} times as long as alone"
    print(
        f"{title:<24} level {level}: half within {half:.3f} s, 99 % within {most:.3f} s ({len(times)} answers){ratio}",
        flush=True,
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--tables", type=int, default=200, help="of bots alone")
    arguments.add_argument("--seconds", type=float, default=10, help="of each measurement")
    given = arguments.parse_args()
    if not services.has_both():
        print(f"no measurement; it needs: {services.HOW}")
        return
    postgres, redis, port = services.Postgres(), services.Redis(), services.free_port()
    with tempfile.TemporaryDirectory() as folder:
        db = postgres.new_database("thinking")
        words = ["--db", db, "--redis", redis.url, "--port", str(port), "--rate", "0"]
        programs = [start(folder, "serve", *words), start(folder, "think", "--redis", redis.url)]
        try:
            web = ready(f"http://127.0.0.1:{port}")
            alone = {level: waits(web, level, given.seconds) for level in (1, STRONG)}
            for level, times in alone.items():
                show("alone", level, times)
            bot = {"kind": "bot", "level": STRONG}
            for _ in range(given.tables):
                make(web, bot, bot)
            for level in alone:
                show(f"beside {given.tables} tables", level, waits(web, level, given.seconds), alone[level])
        finally:
            for one in programs:
                one.terminate()
            for one in programs:
                one.wait(60)
            redis.close()
            postgres.close()


if __name__ == "__main__":
    main()
