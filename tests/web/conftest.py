"""A real server, a real Chromium, and people in it. Without a Chromium these tests are not collected."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import build_web  # noqa: E402
import chromium  # noqa: E402

CHROMIUM = chromium.found()
if CHROMIUM is None:
    collect_ignore_glob = ["test_*.py"]


class Site:
    """The server of one test run; it can be stopped and started again in the middle of a game."""

    def __init__(self, folder: Path) -> None:
        self.db = folder / "tables.db"
        self.log = folder / "server.log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.content = folder / "small.toml"  # another field, and a unit that nobody has heard of
        standard = (ROOT / "src/sectors/games/sector219/content.toml").read_text(encoding="utf-8")
        infantry = 'letter = "I"\nname = "Infantry"'
        assert "half = 6" in standard and infantry in standard
        self.content.write_text(
            standard.replace("half = 6", "half = 4").replace(infantry, 'letter = "Q"\nname = "Quarrymen"')
        )
        self.mood = folder / "mood"
        self.mood.write_text("calm")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        script = str(Path(__file__).parent / "serve.py")
        words = ["serve", "--port", str(self.port), "--db", str(self.db), "--rate", "0"]
        words += ["--content", f"sector219={self.content}"]
        paths = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "PYTHONPATH": paths, "SECTORS_TEST_MOOD": str(self.mood)}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([sys.executable, script, *words], stdout=log, stderr=log, env=environment)
        limit = time.monotonic() + 180
        while self.process.poll() is None and time.monotonic() < limit:
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=10)
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(120)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    assert build_web.build(), "the page could not be built"
    found = Site(tmp_path_factory.mktemp("site"))
    found.start()
    yield found
    found.stop()


@pytest.fixture
def mood(site: Site) -> Iterator[Callable[[str], Any]]:
    """Sets what bots do: they are "calm", or each new thought "fails", or it "thinks" until the test is over."""
    yield site.mood.write_text
    site.mood.write_text("over")


@pytest.fixture
def wire(site: Site) -> Iterator[Any]:
    """Another address of the server, on a wire that can be cut."""
    from tests.web.wire import Wire

    made = Wire(site.port)
    yield made
    made.close()


@pytest.fixture(scope="module")  # not longer: while it lasts, no other test of this process can have an event loop
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def person(browser: Any, site: Site) -> Iterator[Any]:
    """Makes people: each has a browser of their own. Whatever their console complains of fails the test."""
    from tests.web.player import Player

    people: list[Player] = []

    def make(**how: Any) -> Player:
        people.append(Player(browser, how.pop("address", site.address), **how))
        return people[-1]

    yield make
    complaints = [one for player in people for one in player.complaints]
    for player in people:
        player.context.close()
    assert complaints == []
