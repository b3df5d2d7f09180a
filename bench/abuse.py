"""What one client can do to the others: a quiet table beside each of several attacks, in one run with its baseline.

    python bench/abuse.py                      all scenarios, eight seconds each
    python bench/abuse.py --seconds 20 hints   one of them, longer

The server runs with its usual limits. Attackers and the quiet player have addresses of their own (the server takes this
script for its proxy). The quiet player plays a move twenty times a second, over HTTP; `p50` and `p99` are from its
request to its answer, and the ratio is that of the p99 to the baseline's. `weak bot` is how long a bot of level 1 at
another quiet table takes for its move. The attackers share the machine with the server, so the baseline has a process
beside it that only keeps a core as busy as an attacker does.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
from sockets import free_port

import sectors

GAME = "sector219"
ELSEWHERE = ("127.0.0.2", 0)  # an address of its own, which is no proxy
P99 = 0.100  # seconds that the quiet table's p99 may take
ANSWER = 1.0  # seconds in which a weak bot answers
Attack = Callable[[int, float], None]


def person(port: int, address: str) -> httpx.Client:
    made = httpx.Client(
        base_url=f"http://127.0.0.1:{port}", headers={"X-Forwarded-For": address}, timeout=60, trust_env=False
    )
    made.get("/api/me")
    return made


def until(seconds: float) -> Iterator[int]:
    """Numbers until the time is up."""
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        yield number
        number += 1


def burst(port: int, data: bytes) -> None:
    """Send bytes, and look for as much of an answer as comes at once."""
    try:
        with socket.create_connection(("127.0.0.1", port), 10, ELSEWHERE) as connection:
            connection.sendall(data)
            connection.recv(1000)
    except OSError:
        pass


# Attacks


def nothing(port: int, seconds: float) -> None:
    for _ in until(seconds):
        sum(range(1000))


def cookies(port: int, seconds: float) -> None:
    data = b"GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: " + b'a="\\"; ' * 14_000 + b"\r\n\r\n"
    for _ in until(seconds):
        burst(port, data)


def headers(port: int, seconds: float) -> None:
    for _ in until(seconds):
        burst(port, b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000_000)


def half_requests(port: int, seconds: float) -> None:
    held = []
    for _ in until(seconds):
        try:
            held.append(socket.create_connection(("127.0.0.1", port), 1, ELSEWHERE))
            held[-1].sendall(b"POST /api/me HTTP/1.1\r\n")
        except OSError:
            time.sleep(0.01)


def refused(port: int, seconds: float) -> None:
    eve = person(port, "192.0.2.66")
    for _ in until(seconds):
        eve.post("/api/tables/none/chat", json={"text": "x" * 500})


def strong_bots(port: int, seconds: float) -> None:
    eve = person(port, "192.0.2.66")
    places = [{"kind": "me"}, {"kind": "bot", "level": 6}]
    for _ in until(seconds):
        plan = {"game": GAME, "places": places, "start": True, "pace": "at once", "options": {"first": 1}}
        if eve.post("/api/tables", json=plan).status_code == 429:
            time.sleep(0.02)


def hints(port: int, seconds: float) -> None:
    eve = person(port, "192.0.2.66")
    plan = {"game": GAME, "places": [{"kind": "me"}] * 2, "start": True}
    table = eve.post("/api/tables", json=plan).json()["table"]
    seat = eve.get(f"/api/tables/{table}").json()["sight"]["to_act"]
    for _ in until(seconds):
        with contextlib.suppress(httpx.TimeoutException):  # another one, before this one is answered
            eve.post(f"/api/tables/{table}/hint", json={"seat": seat, "level": 6}, timeout=0.1)


def records(port: int, seconds: float) -> None:
    """The longest games that there are, one after another, and tables made from them."""
    eve = person(port, "192.0.2.66")
    state = sectors.load("starsectors").new(4, seed=1)
    source = random.Random(1)
    while state.to_act is not None and len(state.actions) < 2000:
        state.play(source.choice(state.legal()))
    record = state.record()
    for _ in until(seconds):
        answer = eve.post("/api/records", json=record)
        if answer.status_code == 201:
            start = {"replay": answer.json()["replay"], "step": len(state.actions) - 1}
            eve.post("/api/tables", json={"from": start, "start": True, "places": [{"kind": "me"}] * 4})


def fat_records(port: int, seconds: float) -> None:
    eve = person(port, "192.0.2.66")
    record = {**sectors.load("sector6").new(2, seed=1).record(), "about": {"x": "x" * 900_000}}
    for _ in until(seconds):
        eve.post("/api/records", json=record)


def tables(port: int, seconds: float) -> None:
    eve = person(port, "192.0.2.66")
    for _ in until(seconds):
        eve.post("/api/tables", json={"game": GAME, "public": True})


ATTACKS: dict[str, Attack] = {
    "cookies": cookies,
    "headers": headers,
    "half_requests": half_requests,
    "refused": refused,
    "strong_bots": strong_bots,
    "hints": hints,
    "records": records,
    "fat_records": fat_records,
    "tables": tables,
}


# The quiet player


def quiet(port: int, seconds: float) -> tuple[list[float], list[float]]:
    """Seconds that each move took, and that a weak bot took for its moves."""
    ana = person(port, "192.0.2.1")
    source = random.Random(2)
    took: list[float] = []
    answers: list[float] = []
    table = ""
    for number in until(seconds):
        if not table:
            plan = {"game": GAME, "places": [{"kind": "me"}] * 2, "start": True}
            table = ana.post("/api/tables", json=plan).json()["table"]
        state = ana.get(f"/api/tables/{table}", params={"seat": "none", "moves": "none"}).json()
        if state["status"] != "playing":
            table = ""
            continue
        seat = state["sight"]["to_act"]
        state = ana.get(f"/api/tables/{table}", params={"seat": seat, "moves": "texts"}).json()
        move = {"seat": seat, "text": source.choice(state["sight"]["moves"]), "number": state["number"]}
        began = time.perf_counter()
        assert ana.post(f"/api/tables/{table}/play", json=move).status_code == 200
        took.append(time.perf_counter() - began)
        if number % 20 == 10:
            answers.append(weak_bot(ana))
        time.sleep(0.05)
    return took, answers


def weak_bot(ana: httpx.Client) -> float:
    places = [{"kind": "bot", "level": 1}, {"kind": "me"}]
    plan = {"game": GAME, "places": places, "start": True, "pace": "at once", "options": {"first": 0}}
    began = time.perf_counter()
    table = ana.post("/api/tables", json=plan).json()["table"]
    while ana.get(f"/api/tables/{table}", params={"moves": "none"}).json()["sight"]["step"] == 0:
        time.sleep(0.01)
    return time.perf_counter() - began


def measure(attack: Attack, seconds: float) -> tuple[list[float], list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = ["-c", "from sectors.server.commands import app; app()", "serve", "--port", str(port)]
        command += ["--db", f"{folder}/tables.db", "--proxy", "127.0.0.1"]
        with (Path(folder) / "log").open("wb") as log:
            server = subprocess.Popen([sys.executable, *command], stdout=log, stderr=log)
        try:
            wait_for(port)
            attacker = multiprocessing.Process(target=attack, args=(port, seconds + 2), daemon=True)
            attacker.start()
            time.sleep(1)
            found = quiet(port, seconds)
            attacker.terminate()
            attacker.join()
            return found
        finally:
            server.terminate()
            server.wait(30)


def wait_for(port: int) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise RuntimeError("the server does not start")


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", choices=[[], *ATTACKS], help="all, if none is named")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    chosen = {name: ATTACKS[name] for name in options.scenarios or ATTACKS}
    rows: dict[str, dict[str, float]] = {}
    print(f"{'':14} {'p50 ms':>8} {'p99 ms':>8} {'ratio':>6} {'weak bot s':>11}", file=sys.stderr)
    for name, attack in {"baseline": nothing, **chosen}.items():
        took, answers = measure(attack, options.seconds)
        row = {"p50": percentile(took, 0.5), "p99": percentile(took, 0.99), "weak bot": max(answers, default=0.0)}
        row["ratio"] = row["p99"] / rows["baseline"]["p99"] if rows else 1.0
        rows[name] = row
        print(
            f"{name:14} {1000 * row['p50']:8.1f} {1000 * row['p99']:8.1f} {row['ratio']:6.1f} {row['weak bot']:11.2f}",
            file=sys.stderr,
        )
    if options.json:
        print(json.dumps(rows))
    slow = [name for name, row in rows.items() if row["p99"] > P99 or row["weak bot"] > ANSWER]
    if slow:
        print(f"over {1000 * P99:.0f} ms, or a weak bot over {ANSWER:.0f} s: {', '.join(slow)}", file=sys.stderr)
    return 0 if rows["baseline"]["p99"] > P99 / 3 else int(bool(slow))  # on a busy machine the numbers say nothing


if __name__ == "__main__":
    sys.exit(main())
