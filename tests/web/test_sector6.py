"""Whole games of Sector 6 on its own board: in each difficulty, by mouse, finger and keys, on one screen for four."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.player import PHONE
from tests.web.test_pages import violations

ME = {"kind": "me", "name": "Vesna"}
BOT = {"kind": "bot", "level": 1}
# Things that are lit but cannot be seen without scrolling, or lie under something else.
OUTSIDE = """() => {
  scrollTo(0, 0);
  const top = document.querySelector(".board").getBoundingClientRect().top;
  return [...document.querySelectorAll("g.space.can, .choice:not([aria-disabled=true])")]
    .map((one) => [one.dataset.thing, (one.querySelector(":scope > .touch") ?? one).getBoundingClientRect()])
    .filter(([, box]) => box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
    .map(([thing]) => thing);
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".maze svg text")].map(
  (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""


def play_in_sight(one: Any) -> str:
    """Play to the end; at every decision all that is lit lies in the window."""
    while one.wait("asked", "over") == "asked":
        outside = one.settled(OUTSIDE)
        assert outside == [], f"lit outside the window at step {one.step}: {outside}"
        one.move()
    return str(one.state)


@pytest.mark.parametrize(
    ("way", "size", "mode"),
    [("mouse", (1280, 720), "life"), ("finger", PHONE, "veteran"), ("keys", (1280, 720), "rookie")],
)
def test_a_whole_game_against_a_bot_with_all_that_is_lit_in_sight(
    person: Callable[..., Any], way: str, size: tuple[int, int], mode: str
) -> None:
    vesna = person(way=way, size=size, seed=6)
    vesna.table("sector6", [ME, BOT], options={"mode": mode, "stall_rounds": 1})
    assert play_in_sight(vesna) == "over"
    assert vesna.page.locator(".tally .decides").count() <= 1
    expect(vesna.page.locator(".tally")).to_contain_text("R7")
    assert vesna.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not vesna.complaints


def test_four_on_one_screen_begin_a_maze(person: Callable[..., Any]) -> None:
    everybody = person(seed=4)
    everybody.table("sector6", [{"kind": "me", "name": f"Player {i + 1}"} for i in range(4)], seats=4)
    everybody.play(12)
    assert everybody.moved == 12
    assert everybody.page.locator("[data-tile]").count() >= 6


def placing(person: Callable[..., Any], **how: Any) -> Any:
    """Somebody who has drawn a tile that can be turned."""
    vesna = person(seed=6, **how)
    vesna.table("sector6", [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}])
    while vesna.page.locator(".dial .turn").count() < 3:
        vesna.wait("asked")
        row = vesna.page.locator('.choice[data-thing^="pile:"]')
        if row.count():
            row.click() if vesna.way != "finger" else row.tap()
            vesna.page.wait_for_timeout(200)
        else:
            vesna.move()
    return vesna


def test_the_tile_in_the_hand_turns_and_says_how_its_sides_meet(person: Callable[..., Any]) -> None:
    vesna = placing(person)
    vesna.page.locator("g.space.can > .touch").first.hover(force=True)
    vesna.page.locator(".ghosts .held").wait_for()
    expect(vesna.page.locator(".dial small")).to_contain_text("Sides:")
    before = vesna.page.locator('.turn[aria-pressed="true"]').get_attribute("data-thing")
    vesna.page.keyboard.press("r")
    expect(vesna.page.locator('.turn[aria-pressed="true"]')).not_to_have_attribute("data-thing", before)
    step = vesna.step
    vesna.page.locator("g.space.can > .touch").first.click(force=True)
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")


def test_on_a_phone_the_dial_and_place_are_in_the_dock(person: Callable[..., Any]) -> None:
    vesna = placing(person, way="finger", size=PHONE)
    step = vesna.step
    vesna.page.locator("g.space.can > .touch").first.tap(force=True)
    assert vesna.step == step
    place = vesna.page.get_by_role("button", name="Place", exact=True)
    assert place.bounding_box()["y"] + place.bounding_box()["height"] <= PHONE[1]
    assert vesna.page.evaluate(SMALLEST) >= 11
    place.tap()
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_serious(person: Callable[..., Any], theme: str) -> None:
    vesna = person(seed=6, theme=theme)
    vesna.table("sector6", [ME, BOT])
    vesna.play(4)
    vesna.wait("asked")
    assert violations(vesna.page) == []
