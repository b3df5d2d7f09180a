"""The page in a real Chromium: how much is loaded, how soon it can be used, how soon a move is seen, what jumps.

    python bench/page.py

Each line has what was measured, the limit that the project has set itself, and the ratio of the two; below 1 is within
it. The people are those of the browser tests. Other work on the machine counts, so run it alone. Without a Chromium
nothing is measured.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "src"))

from tests.web import conftest  # noqa: E402
from tests.web.player import WATCH, Player  # noqa: E402

import sectors  # noqa: E402

MOVES = 12


def line(what: str, found: float, limit: float) -> None:
    print(f"{what:<52}{found:>10.3g}   limit {limit:>6.4g}   ratio {found / limit:.2f}")


def home(browser: Any, address: str) -> None:
    page = ROOT / "src" / "sectors" / "server" / "page"
    times, scripts = [], set()
    for _ in range(5):
        player = Player(browser, address)
        player.page.on("response", lambda answer: scripts.add(answer.url.rsplit("/", 1)[-1]))
        player.go()
        player.page.locator(".btn.go").first.wait_for()
        times.append(player.page.evaluate("performance.now()"))
        player.context.close()
    size = sum(len(gzip.compress(file.read_bytes())) for file in page.rglob("*.js") if file.name in scripts)
    line("kB of script for the home page, compressed", size / 1000, 120)
    line("ms until the home page can be used, nothing cached", statistics.median(times), 1000)


def moves(browser: Any, address: str, game: str) -> None:
    player = Player(browser, address, seed=5)
    player.context.add_init_script(WATCH)
    seats = 2 if 2 in sectors.load(game).seat_numbers else 1
    places = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * (seats - 1)]
    player.table(game, places, seats=seats)
    for _ in range(MOVES):
        if player.wait("asked", "over") == "over":
            break
        player.move()
    player.wait("asked", "over")
    waits, jumps = player.page.evaluate("[waits, jumps]")
    line(f"ms from the server's update to the page, {game}", statistics.median(waits), 100)
    line(f"sum of layout shifts in {len(waits)} updates, {game}", jumps, 0.1)
    player.context.close()


def main() -> None:
    if conftest.CHROMIUM is None:
        print("There is no Chromium here, so the page is not measured.")
        return
    from playwright.sync_api import sync_playwright

    site = conftest.Site(Path(tempfile.mkdtemp()))
    site.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=conftest.CHROMIUM, args=["--no-sandbox"])
            home(browser, site.address)
            for game in sectors.games():
                moves(browser, site.address, game)
            browser.close()
    finally:
        site.stop()


if __name__ == "__main__":
    main()
