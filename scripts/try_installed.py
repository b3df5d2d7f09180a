"""Tries an installed Sectors, far from its sources: plays, checks every game, serves the page.

    python scripts/try_installed.py

Wheels are tried with it, in an environment that has nothing else but `sectors[server]`.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import sectors
from sectors.kit import core
from sectors.kit.conformance import CHECKS

SECONDS_TO_START = 60


def try_engine() -> None:
    """Installed, compiled, and every game keeps every law."""
    sources = Path(__file__).resolve().parents[1] / "src"
    assert not Path(sectors.__file__).resolve().is_relative_to(sources), "this is the checkout, not an installation"
    assert not core.__file__.endswith(".py"), "the core is not compiled"
    for name in sectors.games():
        for check in CHECKS.values():
            check(sectors.load(name))
        print(f"{name}: {len(CHECKS)} laws hold")


def run(*words: str, given: str = "") -> str:
    """A command, in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from sectors.cli import main; main()", *words]
        done = subprocess.run(command, input=given, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def try_commands() -> None:
    version = run("--version")
    assert version.startswith(f"sectors {sectors.__version__} (compiled"), version
    game = sectors.games()[0]
    assert game in run("games")
    played = run("play", game, "--plain", "--bot", "greedy", "--seed", "1", given="hint\nquit\n")
    assert sectors.load(game).title in played, played
    assert "2 games" in run("match", game, "--bots", "greedy,random", "--games", "2", "--processes", "1")
    print("commands: version, games, play, match")


def try_server() -> None:
    """The page, its script and the list of games over HTTP."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from sectors.cli import main; main()", "serve", "--port", str(port)]
        server = subprocess.Popen([*command, "--db", str(Path(folder) / "tables.db")], cwd=folder)
        try:
            page = wait_for(f"http://127.0.0.1:{port}/", server)
            script = next(word for word in page.split('"') if word.endswith(".js") and "assets" in word)
            assert len(wait_for(f"http://127.0.0.1:{port}/{script.lstrip('/')}", server)) > 10_000
            assert sectors.games()[0] in wait_for(f"http://127.0.0.1:{port}/api/games", server)
        finally:
            server.terminate()
            server.wait(timeout=30)
    print("server: page, script, games")


def wait_for(address: str, server: subprocess.Popen[bytes]) -> str:
    end = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{address}: {error}") from error
        except OSError:
            assert server.poll() is None, "the server has stopped"
            assert time.monotonic() < end, f"no answer from {address}"
            time.sleep(0.1)


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    try_engine()
    try_commands()
    try_server()
