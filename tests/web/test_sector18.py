"""Whole games of Sector 18 on its own board: against a bot, on one screen, solo; by mouse, finger and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.player import PHONE
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


@pytest.mark.parametrize(("size", "way", "hard"), [((1440, 900), "mouse", []), (PHONE, "finger", ["double", "cost"])])
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


def test_solo_is_a_mode_with_maps_factions_and_badges(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go("/?game=sector18")
    vesna.press("Solo")
    vesna.page.get_by_role("group", name="Map").get_by_role("button", name="small").click()
    vesna.page.get_by_label("Faction").select_option("mend")
    vesna.page.get_by_role("button", name="double").click()
    expect(vesna.page.locator(".setup")).to_contain_text("0 of 16 sets beaten")
    vesna.press("Play solo")
    vesna.wait("asked")
    expect(vesna.page.locator("g.zone")).to_have_count(6)
    expect(vesna.page.locator(".badges .on")).to_have_text(["double"])


def test_a_map_is_made_checked_kept_and_played(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go("/?game=sector18")
    vesna.press("Map editor")
    editor = vesna.page.get_by_role("dialog", name="Map editor")
    said = editor.get_by_role("status")
    expect(said).to_contain_text("Place the first")
    cell = "Column 4, line {}"
    for line in (3, 4):
        editor.get_by_role("button", name=cell.format(line)).click()
    expect(said).to_contain_text("lower base")
    editor.get_by_role("button", name="beside lower base").click()
    editor.get_by_role("button", name=cell.format(4)).click()
    editor.get_by_role("button", name="beside upper base").click()
    editor.get_by_role("button", name=cell.format(3)).click()
    expect(said).to_contain_text("can be played")
    expect(said).to_contain_text("can be laid")
    editor.get_by_role("button", name="Keep it").click()
    expect(vesna.page.get_by_role("group", name="Map").get_by_role("button", name="my-map")).to_be_visible()
    vesna.press("Solo")
    vesna.page.get_by_role("group", name="Map").get_by_role("button", name="my-map").click()
    vesna.press("Play solo")
    vesna.wait("asked")
    expect(vesna.page.locator("g.zone")).to_have_count(2)


@pytest.mark.parametrize(("size", "theme"), [((1440, 900), "dark"), (PHONE, "light")])
def test_the_board_has_no_barriers(person: Callable[..., Any], size: tuple[int, int], theme: str) -> None:
    vesna = person(size=size, theme=theme, way="finger" if size == PHONE else "mouse")
    vesna.table("sector18", [ME], seats=1, options={"map": "large", "factions": ["gate"], "first": 0})
    vesna.wait("asked")
    assert violations(vesna.page) == []
    ship = vesna.page.locator('[data-thing="ship:0L"]')
    ship.tap() if size == PHONE else ship.click()
    assert violations(vesna.page) == []
