"""Whole games of Sector 18 on its own board: against a bot, on one screen, solo; by mouse, finger and keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import sectors
from tests.web.player import KEEP, PHONE
from tests.web.test_pages import violations

ME = {"kind": "me", "name": "Vesna"}
BOT = {"kind": "bot", "level": 1}
SHORT = {"turn_limit": 24, "first": 0}
# Things that are lit but cannot be seen without scrolling.
OUTSIDE = """() => {
  scrollTo(0, 0);
  return [...document.querySelectorAll(".is-lit[data-thing], g.can[data-thing]")]
    .map((one) => [one.dataset.thing, (one.querySelector(":scope > .touch") ?? one).getBoundingClientRect()])
    .filter(([, box]) => box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
    .map(([thing]) => thing);
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".frame svg text")]
  .filter((one) => one.textContent.trim() && !one.closest("[data-unit]"))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


# The heights at which the Light has stood, one after another.
WATCH_SHIP = """() => {
  window.places = [];
  const look = () => {
    const ship = document.querySelector('[data-unit="ship:0L"]');
    const place = ship ? ship.style.transform.split(",")[1].replace("px)", "").trim() : "gone";
    if (places.at(-1) !== place) places.push(place);
  };
  look();
  new MutationObserver(look).observe(document.querySelector(".frame svg"), {
    subtree: true, childList: true, attributes: true, attributeFilter: ["style"],
  });
}"""


def play_in_sight(one: Any) -> str:
    """Play to the end; at every decision all that is lit lies in the window."""
    while one.wait("asked", "over") == "asked":
        outside = one.settled(OUTSIDE)
        assert outside == [], f"lit outside the window at step {one.step}: {outside}"
        one.move()
    return str(one.state)


@pytest.mark.parametrize(
    ("way", "size", "map_"),
    [("mouse", (1280, 720), "small"), ("finger", PHONE, "large"), ("keys", (1280, 720), "medium")],
)
def test_a_whole_game_against_a_bot_with_all_that_is_lit_in_sight(
    person: Callable[..., Any], way: str, size: tuple[int, int], map_: str
) -> None:
    vesna = person(way=way, size=size, seed=18)
    vesna.table("sector18", [ME, BOT], options={**SHORT, "map": map_})
    assert play_in_sight(vesna) == "over"
    expect(vesna.page.locator(".result")).not_to_be_empty()
    assert vesna.page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize(("way", "size", "turns"), [("mouse", (1280, 720), 24), ("finger", PHONE, 12)])
def test_a_whole_game_on_one_screen(person: Callable[..., Any], way: str, size: tuple[int, int], turns: int) -> None:
    both = person(way=way, size=size, seed=7)
    places = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}]
    both.table("sector18", places, options={"turn_limit": turns, "first": 0, "map": "small"})
    assert play_in_sight(both) == "over"
    expect(both.page.locator(".result")).to_have_text(re.compile("wins|Drawn"))


SOLO = [
    ((1440, 900), "mouse", []),
    (PHONE, "finger", ["double", "cost"]),
    ((1280, 720), "keys", ["speed"]),
]


@pytest.mark.parametrize(("size", "way", "hard"), SOLO)
def test_solo_with_and_without_achievements(
    person: Callable[..., Any], size: tuple[int, int], way: str, hard: list[str]
) -> None:
    vesna = person(size=size, way=way, seed=5)
    options = {"turn_limit": 30, "map": "large", "achievements": hard}
    vesna.table("sector18", [ME], seats=1, options=options)
    assert play_in_sight(vesna) == "over"
    expect(vesna.page.locator(".result")).to_have_text("Lost")
    expect(vesna.page.get_by_role("button", name="Again")).to_be_visible()
    expect(vesna.page.get_by_text("seats swapped")).to_have_count(0)


def test_one_screen_turns_the_map_for_whoever_plays(person: Callable[..., Any]) -> None:
    both = person(seed=5)
    places = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}]
    both.table("sector18", places, options={"factions": ["gate", "mend"], "first": 0})
    low = "() => document.querySelector('[data-thing=\"zone:a1\"]').getBoundingClientRect().top"
    both.wait("asked")
    before = both.page.evaluate(low)
    both.press("Pass")
    both.page.wait_for_function(f"(top) => ({low})() < top", arg=before)
    both.press("Turn the map")
    both.page.wait_for_function(f"(top) => ({low})() === top", arg=before)


def test_the_map_fills_the_middle_and_can_be_read(person: Callable[..., Any]) -> None:
    vesna = person()
    for name in ("small", "medium", "large"):
        vesna.table("sector18", [ME, BOT], options={"map": name, "factions": ["gate", "mend"], "first": 0})
        vesna.wait("asked")
        zone = vesna.page.locator("g.zone > .touch").first.bounding_box()
        assert zone["width"] >= 150
        assert vesna.page.evaluate(SMALLEST) >= 12


def test_a_lit_zone_says_what_happens_there_and_the_route_has_numbered_steps(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.table("sector18", [ME, BOT], options={"map": "medium", "factions": ["gate", "mend"], "first": 0})
    vesna.wait("asked")
    vesna.page.locator('[data-thing="ship:0L"]').click()
    expect(vesna.page.locator('[data-thing="zone:a2"]')).to_contain_text("stuck")
    dock = vesna.page.locator('[data-thing="zone:b2"]')
    expect(dock).to_contain_text("claims")
    dock.hover()
    expect(vesna.page.locator(".preview .number")).to_have_text(["1", "2", "3"])
    ghost = vesna.page.locator(".outcome .plate").bounding_box()
    zone = vesna.page.locator('[data-thing="zone:b2"] > .touch').bounding_box()
    assert zone["x"] < ghost["x"] < zone["x"] + zone["width"] and zone["y"] < ghost["y"] < zone["y"] + zone["height"]


def test_motion_follows_the_route_and_a_hit_comes_at_its_end(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.page.emulate_media(reduced_motion="no-preference")
    vesna.context.add_init_script(KEEP % ("pace", '"normal"'))
    two = {"id": "two", "rows": ["E", "P"], "base0": ["a1"], "base1": ["a2"]}
    vesna.table("sector18", [ME], seats=1, options={"map": two, "factions": ["mend"], "first": 0, "start_health": 2})
    vesna.wait("asked")
    vesna.page.evaluate(WATCH_SHIP)
    vesna.page.locator('[data-thing="ship:0L"]').click()
    vesna.page.locator('[data-thing="base:1"]').click()
    vesna.page.wait_for_function("() => window.places.at(-1) === 'gone'")
    places = vesna.page.evaluate("window.places")
    assert len(places) >= 5, "base, two zones, the enemy base, gone"
    heights = [float(place) for place in places[:-1]]
    assert heights == sorted(heights, reverse=True)


def test_a_turn_under_a_lethal_threat_asks_before_it_ends(person: Callable[..., Any]) -> None:
    both = person()
    places = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}]
    both.table("sector18", places, options={"map": "small", "factions": ["gate", "mend"], "first": 1})
    both.wait("asked")
    for text in ("L-a4", "collect", "L-a3"):
        both.page.locator("#typed").fill(text)
        both.page.keyboard.press("Enter")
        both.page.locator(f'.log .n:text-is("{text}")').last.wait_for()
    threat = both.page.locator(".prompt .threat.lethal")
    threat.wait_for()
    expect(threat).to_contain_text("Juno can hit for 1, you have 1")
    both.press("Pass")
    expect(both.page.locator(".warned, .confirm").first).to_contain_text("destroy")
    asked = both.page.get_by_role("alertdialog")
    if not asked.count():  # a first touch may only show what it would do
        both.press("Pass")
    expect(asked).to_contain_text("destroy")
    asked.get_by_role("button", name="No").click()
    assert both.wait("asked") == "asked"


def test_the_automa_has_its_own_sign_card_and_reasons(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.table("sector18", [ME], seats=1, options={"map": "large", "factions": ["gate"], "first": 1})
    vesna.wait("asked")
    vesna.page.locator('[data-thing="action:collect"]').click()  # nothing useful is left: the turn ends by itself
    card = vesna.page.locator(".cards .card").first
    card.locator(".now").wait_for()
    expect(card.locator(".now")).to_have_count(1)
    expect(vesna.page.locator(".log .other").last).to_contain_text("The automa draws")
    expect(vesna.page.locator(".log li:not(.other) p").last).not_to_contain_text("The automa")


def test_the_automa_tells_its_steps_one_by_one(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.page.emulate_media(reduced_motion="no-preference")
    vesna.context.add_init_script(KEEP % ("pace", '"normal"'))
    vesna.table("sector18", [ME], seats=1, options={"map": "large", "factions": ["gate"], "first": 0})
    vesna.wait("asked")
    vesna.page.evaluate(
        """() => {
          window.counts = [];
          const number = (all) => document.querySelectorAll(all).length;
          new MutationObserver(() => counts.push([number(".did li"), number(".log .other .block")]))
            .observe(document.body, { subtree: true, childList: true });
        }"""
    )
    vesna.page.locator('[data-thing="action:collect"]').click()
    expect(vesna.page.locator(".did li").last).to_contain_text("Resources")
    counts = vesna.page.evaluate("window.counts")
    assert [1, 1] in counts and counts[-1][0] >= 3, "first the card, then what follows from it"
    assert all(beside == log for beside, log in counts), "the log is not ahead of what is shown"


def test_on_a_phone_the_automa_tells_its_turn_over_the_actions_and_again_when_asked(
    person: Callable[..., Any],
) -> None:
    vesna = person(way="finger", size=PHONE)
    vesna.page.emulate_media(reduced_motion="no-preference")
    vesna.context.add_init_script(KEEP % ("pace", '"normal"'))
    vesna.table("sector18", [ME], seats=1, options={"map": "large", "factions": ["gate"], "first": 0})
    vesna.wait("asked")
    for _ in range(2):  # the first tap shows what it would do
        vesna.page.locator('[data-thing="action:collect"]').tap()
    turn = vesna.page.get_by_role("region", name="The automa's turn")
    expect(turn).to_contain_text(re.compile(r"Card A\d, level 1: "))
    expect(turn.get_by_role("listitem").first).to_contain_text("The automa draws")
    expect(turn).to_have_count(0)  # it has told all
    expect(vesna.page.locator(".strip")).to_contain_text("The automa has")
    vesna.page.get_by_role("button", name="The automa's turn").tap()
    expect(turn.get_by_role("listitem").last).to_contain_text("of 7 Resources")
    assert violations(vesna.page) == []
    turn.get_by_role("button", name="Close").tap()
    expect(turn).to_have_count(0)


def test_on_a_phone_no_ship_covers_what_a_zone_says(person: Callable[..., Any]) -> None:
    vesna = person(way="finger", size=PHONE)
    vesna.go()
    game = sectors.load("sector18").new(seats=2, options={"map": "large", "factions": ["gate", "mend"], "first": 0})
    for text in ("L-a2/a3", "end"):
        game.play(text)
    made = vesna.post("records", game.record())
    places = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}]
    vesna.table("sector18", places, **{"from": {"replay": made["replay"], "step": 2}})
    vesna.wait("asked")
    vesna.page.locator('[data-thing="ship:1L"] > .touch').tap(force=True)
    tag = vesna.page.locator('[data-thing="zone:a3"] .tagged .box').bounding_box()
    ship = vesna.page.locator('[data-thing="ship:0L"] > .touch').bounding_box()
    assert ship["x"] + ship["width"] <= tag["x"]


def test_a_ship_does_not_cover_the_name_of_its_base(person: Callable[..., Any]) -> None:
    vesna = person(way="finger", size=PHONE)
    places = [{"kind": "me", "name": "Vesna of the Outer Rim"}, BOT]
    vesna.table("sector18", places, options={"map": "medium", "factions": ["gate", "mend"], "first": 0})
    vesna.wait("asked")
    name = vesna.page.locator('[data-thing="base:0"] .name').bounding_box()
    ship = vesna.page.locator('[data-thing="ship:0L"] > .touch').bounding_box()
    assert name["x"] + name["width"] <= ship["x"]


def test_solo_is_a_mode_with_maps_factions_and_badges(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go("/?game=sector18")
    vesna.press("Solo")
    vesna.page.get_by_role("group", name="Map").get_by_role("button", name="small").click()
    vesna.page.get_by_role("group", name="Faction").get_by_role("button", name="Hull Menders").click()
    expect(vesna.page.locator(".setup")).to_contain_text("your base regains 1 Health")
    vesna.page.get_by_role("button", name="double").click()
    expect(vesna.page.locator(".setup")).to_contain_text("0 of 16 sets beaten")
    vesna.press("Play solo")
    vesna.wait("asked")
    expect(vesna.page.locator("g.zone")).to_have_count(6)
    expect(vesna.page.locator(".badges .on")).to_have_text(["double"])
    expect(vesna.page.locator(".seat").filter(has_text="Hull Menders")).to_be_visible()


@pytest.mark.parametrize(("way", "size"), [("mouse", (1440, 900)), ("finger", PHONE)])
def test_a_map_is_made_checked_kept_and_played(person: Callable[..., Any], way: str, size: tuple[int, int]) -> None:
    vesna = person(way=way, size=size)
    vesna.go("/?game=sector18")
    vesna.press("Map editor")
    editor = vesna.page.get_by_role("dialog", name="Map editor")
    said = editor.get_by_role("status")
    expect(said).to_contain_text("Place the first")
    cell = "Column 4, line {}"
    for line in (3, 4):
        vesna.press(cell.format(line))
    expect(said).to_contain_text("lower base")
    for name in ("beside lower base", cell.format(4), "beside upper base", cell.format(3)):
        vesna.press(name)
    expect(said).to_contain_text("can be played")
    expect(said).to_contain_text("can be laid")
    assert vesna.page.evaluate("document.querySelector('.editor').scrollWidth") <= size[0]
    vesna.press("Keep it")
    expect(vesna.page.get_by_role("group", name="Map").get_by_role("button", name="my-map")).to_be_visible()
    vesna.press("Solo")
    vesna.press("my-map")
    vesna.press("Play solo")
    vesna.wait("asked")
    expect(vesna.page.locator("g.zone")).to_have_count(2)


TWO = {"id": "two", "rows": ["E", "E"], "base0": ["a1"], "base1": ["a2"]}


def test_a_beaten_set_is_remembered_on_the_device(person: Callable[..., Any]) -> None:
    vesna = person()
    options = {"map": TWO, "factions": ["gate"], "first": 0, "achievements": ["cost"]}
    vesna.table("sector18", [ME], seats=1, options=options)
    vesna.wait("asked")
    vesna.page.locator('[data-thing="ship:0L"]').click()
    base = vesna.page.locator('[data-thing="base:1"]')
    expect(base).to_contain_text("wins")
    base.click()
    vesna.wait("over")
    expect(vesna.page.locator(".result")).to_have_text("Won")
    vesna.go("/?game=sector18")
    vesna.press("Solo")
    expect(vesna.page.locator(".setup")).to_contain_text("1 of 16 sets beaten")
    expect(vesna.page.locator(".sets .done")).to_have_text("cost: beaten")


def test_a_map_comes_by_link_or_file_and_is_drawn_by_keys(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go("/?game=sector18#map=" + quote(json.dumps(TWO)))
    editor = vesna.page.get_by_role("dialog", name="Map editor")
    said = editor.get_by_role("status")
    expect(said).to_contain_text("can be played")
    editor.get_by_role("button", name="Clear").click()
    expect(said).to_contain_text("Place the first")
    file = {"name": "one.json", "mimeType": "application/json", "buffer": json.dumps(TWO).encode()}
    editor.get_by_label("From a file").set_input_files(file)
    expect(said).to_contain_text("can be played")
    place = editor.get_by_role("button", name="Column 1, line 1, Empty space")
    place.focus()
    for key in ("ArrowRight", "Enter"):
        vesna.page.keyboard.press(key)
    editor.get_by_role("button", name="Column 2, line 1, Empty space").wait_for()
    with vesna.page.expect_download() as download:
        editor.get_by_role("button", name="Save as a file").click()
    assert json.loads(Path(download.value.path()).read_text())["rows"] == ["E .", "E E"]
    editor.get_by_role("button", name="Copy a link").click()
    expect(said).to_contain_text("link")


@pytest.mark.parametrize(("size", "theme"), [((1440, 900), "dark"), (PHONE, "light")])
def test_the_board_has_no_barriers(person: Callable[..., Any], size: tuple[int, int], theme: str) -> None:
    vesna = person(size=size, theme=theme, way="finger" if size == PHONE else "mouse")
    vesna.table("sector18", [ME], seats=1, options={"map": "large", "factions": ["gate"], "first": 0})
    vesna.wait("asked")
    assert violations(vesna.page) == []
    ship = vesna.page.locator('[data-thing="ship:0L"]')
    ship.tap() if size == PHONE else ship.click()
    assert violations(vesna.page) == []
