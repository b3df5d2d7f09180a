"""The keyboard alone, key by key as a person presses them, and what a screen reader hears meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import sectors
from tests.web.player import LIT
from tests.web.test_pages import mid_game

# What has the focus: whether it is lit, whether it is on a board, and whether somebody can see that it is there.
FOCUS = """(lit) => {
  const one = document.activeElement;
  const board = one.matches("g");
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const ring = board ? document.querySelector(".f-ring") !== null : outlineStyle !== "none" && outlineWidth !== "0px";
  return { lit: one.matches(lit), board, ring, body: one === document.body };
}"""

LISTEN = """() => {
  const live = document.querySelector("[aria-live]");
  window.said = [];
  const parts = { subtree: true, childList: true, characterData: true };
  new MutationObserver(() => said.push(live.innerText)).observe(live, parts);
}"""
# Every play of the log was said, and what is expected now, or how the game ended, came last.
HEARD = """(before) => {
  const plays = [...document.querySelectorAll(".log .line")].slice(before).map((one) => one.innerText);
  const all = said.join(" ");
  const expected = document.querySelector(".prompt .say, .end .text").innerText;
  return plays.every((line) => all.includes(line)) && all.endsWith(expected);
}"""


def to_something_lit(player: Any) -> None:
    """Tab from one stop to the next, as far as something that goes on; on a board, Home is the first of these. Where
    the page asks first, the focus is in the question, one tab behind its yes."""
    if player.page.get_by_role("alertdialog").count():
        player.page.keyboard.press("Shift+Tab")
        return
    for _ in range(80):
        here = player.page.evaluate(FOCUS, LIT)
        assert here["ring"] or here["body"], "the focus is always seen"
        if here["lit"]:
            return
        if here["board"]:
            player.page.keyboard.press("Home")
            if player.page.evaluate(FOCUS, LIT)["lit"]:
                return
        player.page.keyboard.press("Tab")
    raise AssertionError("eighty tabs did not lead to anything lit")


def move(player: Any) -> None:
    before = player.step
    while player.wait("asked", "waits", "over") == "asked" and player.step == before:
        to_something_lit(player)
        player.page.keyboard.press("Enter")
        player.page.wait_for_timeout(20)


def test_the_keyboard_alone_plays_to_the_end(person: Callable[..., Any]) -> None:
    vesna = person(size=(1280, 720))
    mid_game(vesna, 30)
    while vesna.wait("asked", "over") == "asked":
        move(vesna)
    expect(vesna.page.locator(".result")).to_be_visible()


@pytest.mark.parametrize("game", sectors.games())
def test_the_keyboard_alone_plays_on_the_picture_and_every_move_is_heard(person: Callable[..., Any], game: str) -> None:
    vesna = person(picture=True, size=(1280, 720))
    number = 2 if 2 in sectors.load(game).seat_numbers else 1
    vesna.table(game, [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * (number - 1)], seats=number)
    vesna.wait("asked")
    vesna.page.evaluate(LISTEN)
    before = vesna.page.locator(".log .line").count()
    for _ in range(4):
        if vesna.wait("asked", "over") == "asked":
            move(vesna)
    vesna.wait("asked", "over")
    vesna.page.wait_for_function(HEARD, arg=before)


def test_arrow_keys_move_over_the_board(person: Callable[..., Any]) -> None:
    vesna = person(picture=True)
    vesna.table("sector18", [{"kind": "me"}, {"kind": "bot", "level": 1}])
    vesna.wait("asked")
    vesna.page.locator('.host [tabindex="0"]').first.focus()
    visited = set()
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "End", "Home"):
        vesna.page.keyboard.press(key)
        visited.add(vesna.page.evaluate("document.activeElement.getAttribute('data-thing')"))
    assert len(visited) >= 4 and None not in visited
