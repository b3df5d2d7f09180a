"""Takes the pictures of the page that are kept under docs/pictures: `python -m tests.web.pictures`, or only those of
some games: `python -m tests.web.pictures sector6`, or of lessons, hints and the end: `... learning`."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import sectors
import sectors.bots
from tests.bots.test_review import game_of_a_beginner
from tests.web import conftest
from tests.web.player import DESKTOP, LIT, PHONE, PICK, Player, Way
from tests.web.test_pages import mid_game
from tests.web.test_sector86 import SLIPS, at_phase

BOT: dict[str, Any] = {"kind": "bot", "level": 2}
# game: seats, the moment at which a person sits down (or the next one at which the first seat acts), options
MOMENTS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "sector6": (3, 64, {}),
    "sector18": (2, 31, {"map": "large"}),
    "sector86": (3, 150, {}),
    "starsectors": (2, 379, {"purchase": "standard"}),
}
SEED = 2
MOVES = 4  # so many are made by that person, so that there is a log
# instead: what is chosen, and what the pointer is on
CHOSEN = {"sector18": ("ship:0L", "base:1"), "starsectors": ("hex:1108",)}


def game_played(seats: int, moment: int, options: dict[str, Any], game: str) -> tuple[dict[str, Any], int]:
    """A whole game between quick players as a record, and the step to be shown."""
    state = sectors.load(game).new(seats=seats, seed=6, options=options)
    bots = [sectors.bots.load("greedy", seed=seat) for seat in range(seats)]
    shown = None
    while state.to_act is not None:
        if shown is None and len(state.actions) >= moment and state.to_act == 0:
            shown = len(state.actions)
        state.play(bots[state.to_act].choose(state))
    assert shown is not None
    return state.record(), shown


def attack(player: Player) -> None:
    """Choose a card that can attack, and show an attack."""
    player.page.locator(".card.is-lit").first.wait_for()
    for card in player.page.locator(".card.is-lit").all():
        words = card.text_content()
        if "attack" in words and "Artillery" not in words:
            card.click() if player.way == "mouse" else card.tap()
            break
    for space in player.page.locator("g.space.can").all():
        if space.locator(".victim-small").count():
            spot = space.locator(":scope > .touch")
            spot.hover(force=True) if player.way == "mouse" else spot.tap(force=True)
            break
    player.page.wait_for_timeout(300)


def own_board(browser: Any, address: str, theme: str) -> None:
    player = Player(browser, address, theme=theme, seed=SEED)
    _, replay = mid_game(player, 16)
    player.play(2)
    player.wait("asked")
    attack(player)
    player.picture(f"sector219-{theme}")
    if theme == "dark":
        player.page.locator('[data-thing="cell:g7"] > .touch').click(force=True)
        player.page.locator(".tip .cite").click()
        player.page.locator(".drawer .cited").wait_for()
        player.picture("guide-drawer")
        player.go(f"/replay/{replay}?step=37")
        player.page.locator(".graph .curve").wait_for(timeout=60_000)
        player.picture("replay")
        player.go("/guide/sector219")
        player.page.locator("main section").first.wait_for()
        player.picture("guide")
        player.go()
        player.press("Friends, by link")
        player.press("Make a table and a link")
        player.page.locator("#link").wait_for()
        player.picture("lobby")
        player.table("sector219", [{"kind": "me", "name": "Vesna"}, {"kind": "me", "name": "Juno"}])
        player.page.locator(".curtain").wait_for()
        player.picture("one-screen")
    player.go()
    player.page.locator(".btn.go").wait_for()
    player.page.wait_for_timeout(600)
    player.picture(f"home-{theme}")
    player.context.close()


def phone(browser: Any, address: str) -> None:
    player = Player(browser, address, size=PHONE, way="finger", seed=SEED)
    mid_game(player, 16)
    player.play(2)
    player.wait("asked")
    attack(player)
    player.page.evaluate("scrollTo(0, 0)")
    player.picture("sector219-phone")
    player.go()
    player.page.locator(".btn.go").wait_for()
    player.page.wait_for_timeout(400)
    player.picture("home-phone")
    player.context.close()


def picture_board(browser: Any, address: str, game: str, way: Any, theme: str) -> None:
    record, step = game_played(*MOMENTS[game], game)
    places = [{"kind": "me", "name": "Vesna"}, *[BOT] * (record["seats"] - 1)]
    player = Player(browser, address, size=PHONE if way == "finger" else DESKTOP, way=way, theme=theme, seed=6)
    player.go()
    player.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
    replay = player.post("records", record)["replay"]
    player.table(game, places, **{"from": {"replay": replay, "step": step}})
    if game not in CHOSEN:
        player.play(MOVES)
    player.wait("asked")
    player.page.wait_for_timeout(600)
    for thing in CHOSEN.get(game, ()):
        spot = player.page.locator(f'[data-thing="{thing}"]').first
        spot.tap() if way == "finger" else spot.click() if thing == CHOSEN[game][0] else spot.hover()
    spot = None if game in CHOSEN else player.page.evaluate(PICK, [LIT, 0.4, False])
    if way == "mouse" and spot:
        player.page.mouse.move(*spot)
    player.page.wait_for_timeout(500)
    player.page.evaluate("scrollTo(0, 0)")
    player.picture(f"{game}-{'phone' if way == 'finger' else theme}")
    player.context.close()


def slips(browser: Any, address: str) -> None:
    """Sector 86: every decision, for five stations on a desktop and for two on a phone."""
    screens: list[tuple[tuple[int, int], Way, str, int]] = [
        (DESKTOP, "mouse", "dark", 5),
        (PHONE, "finger", "light", 2),
    ]
    for size, way, theme, seats in screens:
        for phase, wanted in SLIPS.items():
            player = Player(browser, address, size=size, way=way, theme=theme, seed=1)
            player.go()
            player.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
            busy = {"queue": {"start": 60}, "offer": {"asked": 2}, "recruit": {"start": 60}}
            number = 5 if phase == "bid" else seats  # of two stations, none bids against another
            at_phase(player, phase, number, wanted, **(busy.get(phase, {}) if seats > 2 else {}))
            player.page.wait_for_timeout(500)
            name = f"sector86-{phase}{'-phone' if size == PHONE else ''}"
            player.picture(name)
            if phase == "upkeep":
                player.page.locator('.slips .choice[data-thing^="card:"]').first.click()
                player.page.locator(".team").wait_for()
                player.picture(name.replace("upkeep", "team"))
            player.context.close()


EDITED = (
    ("Mine", ((4, 3), (5, 6))),
    ("Warp hole", ((4, 4), (5, 5))),
    ("Asteroids", ((5, 3), (4, 6))),
    ("Empty space", ((5, 4), (4, 5))),
    ("beside lower base", ((5, 6),)),
    ("beside upper base", ((4, 3),)),
)


def alone(browser: Any, address: str) -> None:
    """Sector 18: where a solo game is chosen, a turn of the automa, how it ends, and the map editor."""
    screens: list[tuple[tuple[int, int], Way, str]] = [(DESKTOP, "mouse", "light"), (PHONE, "finger", "dark")]
    for size, way, theme in screens:
        player = Player(browser, address, size=size, way=way, theme=theme, seed=5)
        end = "-phone" if size == PHONE else ""
        player.go("/?game=sector18")
        player.press("Solo")
        player.page.locator(".setup").wait_for()
        player.page.wait_for_timeout(400)
        player.picture(f"sector18-solo-choice{end}", whole=bool(end))
        player.press("Map editor")
        editor = player.page.get_by_role("dialog", name="Map editor")
        tools = editor.get_by_role("group", name="Zones and bases")
        for tool, places in EDITED:
            tools.get_by_role("button", name=tool).click()
            for column, line in places:
                editor.get_by_role("button", name=f"Column {column}, line {line}").click()
        editor.get_by_text("can be played").wait_for()
        player.picture(f"sector18-editor{end}")
        options = {"map": "large", "factions": ["gate"], "first": 0, "achievements": ["double"]}
        record, step = game_played(1, 9, options, "sector18")
        replay = player.post("records", record)["replay"]
        begun = {"from": {"replay": replay, "step": step}}
        player.table("sector18", [{"kind": "me", "name": "Vesna"}], seats=1, **begun)
        player.wait("asked")
        before = player.step
        for _ in range(2):  # with a finger the first touch shows what it would do
            player.page.locator('[data-thing="action:collect"]').first.click()
        player.page.locator(f'.table[data-state="asked"]:not([data-step="{before}"])').wait_for(state="attached")
        player.page.locator(".did li").first.wait_for(state="attached")
        player.page.wait_for_timeout(400)
        player.picture(f"sector18-solo{end}")
        player.play()
        player.page.locator(".result").wait_for()
        player.page.evaluate("scrollTo(0, 0)")
        player.picture(f"sector18-solo-end{end}")
        player.context.close()


FURTHER = {"sector86": slips, "sector18": alone}


def learning(browser: Any, address: str) -> None:
    """What somebody meets around the first games: lessons, exercises, hints, options, the end, the list of tables."""
    game = sectors.load("sector219")
    player = Player(browser, address, seed=SEED)
    page = player.page
    player.go(f"/learn/{game.name}")
    page.locator("main li a").first.wait_for()
    player.picture("learn")
    player.go(f"/learn/{game.name}/{game.lessons[0].id}")
    page.get_by_role("button", name="Next").click()
    page.locator("[data-points-at]").first.wait_for()
    page.wait_for_timeout(300)
    player.picture("lesson")
    player.go(f"/exercises/{game.name}/{game.exercises[0].id}")
    page.locator(".table:not(.unready) .coach").wait_for()
    page.wait_for_timeout(300)
    player.picture("exercise")
    player.go("/?game=starsectors")
    player.press("Options")
    page.locator("summary").first.click()
    page.get_by_label("quiet limit").fill("8")
    page.get_by_label("quiet limit").blur()
    page.wait_for_timeout(600)
    player.picture("options")
    mid_game(player, 16)
    for _ in range(2):
        page.keyboard.press("i")
        page.locator(".hint").wait_for()
    page.locator(".hint table").wait_for()
    player.picture("hint")
    replay = player.post("records", game_of_a_beginner())["replay"]
    places = [{"kind": "me", "name": "Vesna"}, BOT]
    table = player.table(game.name, places, **{"from": {"replay": replay, "step": 19}})
    if player.wait("asked", "over") == "asked":
        player.post(f"tables/{table}/resign", {"seat": 0})
        player.wait("over")
    page.locator(".end .cite").wait_for()
    player.picture("end")
    player.press("See your mistakes")
    page.locator("dialog[open] li").first.wait_for()
    player.picture("mistakes")
    page.keyboard.press("Escape")
    mid_game(player, 24, "Juno")
    player.go("/tables")
    page.locator(".rows").nth(1).wait_for()
    player.picture("my-tables")
    player.context.close()
    small = Player(browser, address, size=PHONE, way="finger", seed=SEED)
    small.go(f"/learn/{game.name}/{game.lessons[0].id}")
    small.press("Next")
    small.page.locator("[data-points-at]").first.wait_for()
    small.page.wait_for_timeout(300)
    small.picture("lesson-phone")
    mid_game(small, 16)
    small.press("Hint")
    small.press("Show the move and why")
    small.page.locator(".hint table").wait_for()
    small.page.wait_for_timeout(300)
    small.picture("hint-phone")
    small.context.close()


def main(games: list[str]) -> None:
    site = conftest.Site(Path(tempfile.mkdtemp()))
    site.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=conftest.CHROMIUM, args=["--no-sandbox"])
            if "sector219" in games:
                for theme in ("dark", "light"):
                    own_board(browser, site.address, theme)
                phone(browser, site.address)
            if "learning" in games:
                learning(browser, site.address)
            for game in MOMENTS.keys() & games:
                for way, theme in (("mouse", "dark"), ("mouse", "light"), ("finger", "dark")):
                    picture_board(browser, site.address, game, way, theme)
            for game in FURTHER.keys() & games:
                FURTHER[game](browser, site.address)
            browser.close()
    finally:
        site.stop()


if __name__ == "__main__":
    main(sys.argv[1:] or ["sector219", "learning", *MOMENTS])
