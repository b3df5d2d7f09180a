"""Several processes on one port, and how servers stop."""

import os
import signal
import time
from pathlib import Path

import httpx
import services

from tests.server.cluster.processes import PATIENCE, Server
from tests.server.cluster.test_sharing import wait_until


def metric(port: int, name: str) -> float | None:
    try:
        lines = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=5).text.splitlines()
    except httpx.TransportError:
        return None
    return next((float(line.split()[1]) for line in lines if line.startswith(f"{name} ")), None)


def ready(url: str) -> int:
    try:
        return httpx.get(f"{url}/readyz", timeout=5).status_code
    except httpx.TransportError:
        return 0


def test_a_server_that_is_told_to_stop_goes_on_for_a_while_and_says_so(
    database: str, redis: services.Redis, tmp_path: Path
) -> None:
    server = Server(tmp_path / "log", database, redis.url, "--drain", "3").wait()
    assert ready(server.url) == 200
    server.process.send_signal(signal.SIGTERM)
    wait_until(lambda: ready(server.url) == 503)
    answer = httpx.get(f"{server.url}/api/me", headers={"X-Request-Id": "from-the-proxy"})
    assert answer.status_code == 200 and answer.headers["X-Request-Id"] == "from-the-proxy"
    assert server.process.wait(PATIENCE) == 0


def test_processes_share_a_port_and_one_that_dies_is_replaced(
    database: str, redis: services.Redis, tmp_path: Path
) -> None:
    base = services.free_port()
    server = Server(tmp_path / "log", database, redis.url, "--workers", "2", "--metrics", str(base)).wait()
    first = wait_until(lambda: metric(base, "process_start_time_seconds"))
    wait_until(lambda: metric(base + 1, "process_start_time_seconds"))
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    assert len(children) == 2
    os.kill(int(children[0]), signal.SIGKILL)
    wait_until(lambda: metric(base, "process_start_time_seconds") not in (None, first))
    wait_until(server.is_ready)
    assert server.stop() == 0
    limit = time.monotonic() + PATIENCE
    while Path(f"/proc/{children[1]}").exists():
        assert time.monotonic() < limit
        time.sleep(0.05)


def test_processes_that_cannot_reach_their_database_still_stop(redis: services.Redis, tmp_path: Path) -> None:
    postgres = services.Postgres()
    try:
        server = Server(tmp_path / "log", postgres.new_database("gone"), redis.url, "--workers", "2").wait()
        postgres.end(signal.SIGKILL)
        wait_until(lambda: ready(server.url) != 200)
        assert server.stop() == 0
    finally:
        postgres.close()
