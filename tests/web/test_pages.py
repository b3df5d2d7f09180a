"""Every page for everybody: no serious violation found by axe-core in either theme, calm words on bad days, light."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import sectors
from tests.web.player import DESKTOP, PHONE, SIDEWAYS, WATCH

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "sectors" / "server" / "page"
FOCUS = "document.querySelector('.host .can')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RECORD = json.loads((ROOT / "tests" / "golden" / "sector219" / "records.json").read_text(encoding="utf-8"))[1]


def violations(page: Any) -> list[str]:
    """What axe-core finds, serious or worse. Lettering on a drawn piece is part of the drawing, not the piece's label:
    that is the sentence which a screen reader hears. So the rule that wants both alike does not look at drawings."""
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
        if not (one["id"] == "label-content-name-mismatch" and node["html"].startswith("<g "))
    ]


def mid_game(player: Any, step: int = 20, name: str = "Vesna") -> tuple[str, str]:
    """A table in the middle of the second reference game of the rules, and the replay of the whole."""
    player.go()
    player.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
    replay = player.post("records", RECORD)["replay"]
    table = player.table(
        "sector219",
        [{"kind": "me", "name": name}, {"kind": "bot", "level": 3}],
        **{"from": {"replay": replay, "step": step}},
    )
    player.wait("asked")
    return table, replay


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_page_has_a_serious_violation(person: Callable[..., Any], theme: str) -> None:
    vesna = person(theme=theme)
    page = vesna.page
    _, replay = mid_game(vesna)
    found = {"table": violations(page)}
    page.locator(".card.is-lit").first.click()
    page.locator("g.space.can > .touch").first.hover(force=True)
    found["choosing"] = violations(page)
    page.keyboard.press("g")
    page.locator(".drawer h2").first.wait_for()
    found["guide drawer"] = violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table", exact=True).click()
    found["menu"] = violations(page)
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.get_by_role("button", name="Back to the game").wait_for()
    found["look back"] = violations(page)
    for name, path, sign in (
        ("home", "/", ".plate"),
        ("tables", "/tables", ".rows"),
        ("watch", "/watch", "h1"),
        ("import", "/import", "input"),
        ("guide", "/guide/sector219", "main section"),
        ("replay", f"/replay/{replay}?step=30", ".moves button"),
        ("nowhere", "/nowhere/at/all", ".slip"),
    ):
        vesna.go(path)
        page.locator(sign).first.wait_for()
        if name == "home":
            vesna.press("Options")
        found[name] = violations(page)
    vesna.go()
    vesna.press("One screen")
    vesna.press("Play on one screen")
    page.locator(".curtain").wait_for()
    found["curtain"] = violations(page)
    vesna.go()
    vesna.press("Friends, by link")
    vesna.press("Make a table and a link")
    page.locator("#link").wait_for()
    found["lobby"] = violations(page)
    assert {name: list_ for name, list_ in found.items() if list_} == {}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("game", sectors.games())
def test_no_picture_board_has_a_serious_violation(person: Callable[..., Any], game: str, theme: str) -> None:
    vesna = person(theme=theme, picture=True, seed=41)
    number = 2 if 2 in sectors.load(game).seat_numbers else 1
    places = [{"kind": "me", "name": "Vesna"}, *[{"kind": "bot", "level": 1}] * (number - 1)]
    vesna.table(game, places, seats=number)
    vesna.play(5)
    vesna.wait("asked", "over")
    found = {}
    for name, (width, height) in (("desktop", DESKTOP), ("phone", PHONE)):
        vesna.page.set_viewport_size({"width": width, "height": height})
        vesna.page.locator(".host svg.sectors").wait_for()
        vesna.page.evaluate(FOCUS)  # the effect of something is shown
        found[name] = violations(vesna.page)
    assert {name: list_ for name, list_ in found.items() if list_} == {}


def test_nothing_scrolls_sideways(person: Callable[..., Any]) -> None:
    vesna = person()
    table, replay = mid_game(vesna)
    for path, sign in (
        (f"/table/{table}", ".hand"),
        ("/", ".btn.go"),
        ("/tables", ".rows"),
        ("/guide/sector219", "main section"),
        (f"/replay/{replay}", ".moves button"),
    ):
        vesna.go(path)
        vesna.page.locator(sign).first.wait_for()
        for width, height in ((1440, 900), (1280, 720), (1024, 768), (720, 450), PHONE, SIDEWAYS):
            vesna.page.set_viewport_size({"width": width, "height": height})
            assert vesna.page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def test_a_screen_reader_hears_the_position_what_happened_and_what_is_expected(person: Callable[..., Any]) -> None:
    vesna = person()
    mid_game(vesna)
    page = vesna.page
    for label in ('*="Artillery of the enemy"', '^="g6, your base"'):
        page.locator(f"g.space[aria-label{label}]").first.wait_for(state="attached")
    vesna.move()
    page.locator("[aria-live]", has_text=re.compile("to |Air Strike")).wait_for(state="attached")


@pytest.mark.parametrize("game", sectors.games())
def test_every_guide_opens_and_needs_no_style_of_its_own(person: Callable[..., Any], game: str) -> None:
    vesna = person()
    vesna.go(f"/guide/{game}")
    vesna.page.locator("main section").nth(3).wait_for()
    expect(vesna.page.locator("main section [style]")).to_have_count(0)
    assert violations(vesna.page) == []


def test_a_table_for_four_proposes_what_the_rules_recommend(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go()
    vesna.page.locator('.game[data-game="sector86"] .pick').click()
    vesna.press("Options")
    goal, credits = vesna.page.get_by_label("goal"), vesna.page.get_by_label("seat step")
    expect(goal).to_have_value("2")
    expect(vesna.page.get_by_text("it lets you win; goal 2, the short game")).to_be_visible()
    expect(vesna.page.get_by_text("Recommended for a first game: 2, the short game.")).to_be_visible()
    vesna.page.get_by_role("group", name="Level").get_by_role("button", name="3").click()
    expect(goal).to_have_value("3")
    expect(credits).to_have_value("0")
    vesna.page.get_by_role("group", name="Players").get_by_role("button", name="4").click()
    expect(goal).to_have_value("2")
    expect(credits).to_have_value("2")
    expect(vesna.page.get_by_text("Recommended for 4: 2")).to_have_count(2)
    vesna.press("Play against level")
    vesna.wait("asked", "waits")
    expect(vesna.page.locator(".others > *")).to_have_count(3)


def test_whoever_has_never_finished_a_game_is_offered_the_level_for_a_first_game(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go()
    chosen = vesna.page.get_by_role("group", name="Level").locator("[aria-pressed=true]")
    vesna.page.get_by_role("button", name="Play against level 0").wait_for()
    assert chosen.inner_text() == "0"
    table = vesna.table("sector219", [{"kind": "me"}, {"kind": "bot", "level": 0}])
    vesna.post(f"tables/{table}/resign", {"seat": 0})
    vesna.go()
    vesna.page.get_by_role("button", name="Play against level 3").wait_for()
    vesna.page.locator('.game[data-game="sector18"] .pick').click()
    vesna.page.get_by_role("button", name="Play against level 0").wait_for()
    vesna.page.get_by_role("group", name="Level").get_by_role("button", name="4").click()
    vesna.page.get_by_role("button", name="Play against level 4").wait_for()
    assert chosen.inner_text() == "4"


def test_bad_days_have_calm_words(person: Callable[..., Any]) -> None:
    vesna = person()
    page = vesna.page
    for path, words in (
        ("/nowhere", "Nothing is at"),
        ("/table/aaaaaaaaaa", "no such table"),
        ("/replay/none", "no such replay"),
        ("/guide/sector0", "no such game"),
        ("/exercises/sector6/none", "no such lesson or exercise"),
    ):
        vesna.go(path)
        page.get_by_text(words).first.wait_for()
        assert page.title() == f"{page.get_by_role('heading').inner_text()}: Sectors"
        expect(page.get_by_role("link", name="Choose a sector")).to_be_visible()
    vesna.go("/import")
    for content in ("nonsense", json.dumps({**RECORD, "actions": ["b:MK", "Zz9"]})):
        page.locator("input[type=file]").set_input_files(
            {"name": "r.json", "mimeType": "application/json", "buffer": content.encode()}
        )
        page.get_by_text("cannot be replayed").wait_for()


def test_addresses_written_a_little_wrongly_still_lead_there(person: Callable[..., Any]) -> None:
    vesna = person()
    for path, heading in (("/learn/sector6/", "Learn Sector 6"), ("/guide/sector6#%zz", "Sector 6")):
        vesna.go(path)
        vesna.page.get_by_role("heading", name=heading).first.wait_for()


def test_lessons_are_one_touch_away_from_every_page(person: Callable[..., Any]) -> None:
    vesna = person(size=PHONE, way="finger")
    page = vesna.page
    learn = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Learn")
    for path in ("/", "/tables", "/watch", "/import", "/guide/sector6", "/exercises/sector6", "/nowhere"):
        vesna.go(path)
        learn.tap()
        expect(page.get_by_role("heading", name="Learn")).to_be_visible()
        expect(page).to_have_url(re.compile("/learn/sector(6|219)$"))  # of the game that was read, else of the first
    vesna.go()
    page.locator('.game[data-game="sector18"] .pick').tap()
    vesna.go("/tables")
    learn.tap()
    expect(page).to_have_url(re.compile("/learn/sector18$"))  # of the game that was chosen last


def test_on_a_phone_a_name_is_changed_and_the_theme_turned(person: Callable[..., Any]) -> None:
    vesna = person(size=PHONE, way="finger")
    page = vesna.page
    vesna.go()
    page.get_by_role("button", name="change your name").tap()
    page.get_by_label("Your name").fill("W" * 24)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Keep", exact=True).tap()
    page.get_by_role("button", name="W" * 24).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Paper chart").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_full_table_and_one_by_invitation_say_so(person: Callable[..., Any]) -> None:
    ana, juno, okoye = person(), person(), person()
    ana.go()
    ana.press("Friends, by link")
    ana.press("Make a table and a link")
    link = ana.page.locator("#link").inner_text()
    juno.page.goto(link.split("#")[0])
    juno.page.get_by_text("by invitation").wait_for()
    juno.page.goto("about:blank")
    juno.page.goto(link)
    juno.press("Sit here")
    okoye.page.goto(link)
    okoye.page.get_by_role("heading", name="Take a seat").wait_for()
    expect(okoye.page.get_by_role("button", name="Sit here")).to_have_count(0)
    ana.press("Start with 2")
    okoye.page.locator(".table").wait_for()
    expect(okoye.page.locator(".hand"), "who only watches has no hand").to_have_count(0)


def test_the_first_load_is_light(person: Callable[..., Any]) -> None:
    vesna = person()
    loaded: list[str] = []
    vesna.page.on("response", lambda answer: loaded.append(answer.url))
    mid_game(vesna)
    scripts = {url.rsplit("/", 1)[-1] for url in loaded if url.endswith(".js")}
    size = sum(len(gzip.compress(file.read_bytes())) for file in PAGE.rglob("*.js") if file.name in scripts)
    assert 0 < size < 120_000
    assert all(url.startswith((vesna.address, "data:")) for url in loaded), "nothing comes from another host"


@pytest.mark.parametrize("game", sectors.games())
def test_nothing_jumps(person: Callable[..., Any], game: str) -> None:
    vesna = person(seed=42)
    vesna.context.add_init_script(WATCH)
    vesna.go()
    vesna.page.locator(".btn.go").first.wait_for()
    assert vesna.page.evaluate("jumps") < 0.1, "the home page"
    number = 2 if 2 in sectors.load(game).seat_numbers else 1
    vesna.table(game, [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * (number - 1)], seats=number)
    vesna.play(5)
    vesna.wait("asked", "over")
    assert vesna.page.evaluate("jumps") < 0.1


def test_installed_and_offline_the_page_says_a_calm_sentence(person: Callable[..., Any]) -> None:
    vesna = person(installed=True)
    vesna.go()
    page = vesna.page
    icons = page.evaluate(
        """async () => {
          const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
          return Promise.all(manifest.icons.map(async (icon) => (await fetch(icon.src)).ok));
        }"""
    )
    assert icons and all(icons)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    vesna.context.set_offline(True)
    page.goto(vesna.address + "/tables")
    page.get_by_role("heading", name="You are offline").wait_for()
    vesna.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    page.get_by_text("Choose a sector").first.wait_for()


def test_a_question_mark_lists_the_keys_and_sound_is_off_until_wanted(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.table("sector6", [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}])
    vesna.wait("asked")
    page = vesna.page
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    assert "place an entry point" in keys.inner_text() and "take back" in keys.inner_text()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.keyboard.press("i")
    page.locator(".hint").wait_for()
    page.get_by_role("button", name="Table", exact=True).click()
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")


def test_the_guide_has_contents_on_a_phone_a_search_and_a_way_to_play(person: Callable[..., Any]) -> None:
    vesna = person(size=PHONE, way="finger")
    vesna.go("/guide/sector6")
    page = vesna.page
    page.get_by_role("button", name="Contents").tap()
    entries = page.locator("nav ol a")
    many = entries.count()
    assert many > 3 and entries.first.is_visible()
    page.get_by_role("searchbox").fill("oxygen gear")
    expect(entries).not_to_have_count(many)
    assert 0 < page.locator("main section").count() < many
    page.get_by_role("searchbox").fill("submarine")
    page.get_by_text("No section has all of these words").wait_for()
    page.get_by_role("searchbox").fill("")
    page.locator(".prose img").first.tap()
    page.get_by_role("dialog", name="Picture").locator("img").wait_for()
    page.get_by_role("dialog", name="Picture").get_by_role("button", name="Close").tap()
    page.get_by_role("link", name="Play Sector 6").tap()
    page.get_by_role("button", name=re.compile("Play against")).wait_for()
