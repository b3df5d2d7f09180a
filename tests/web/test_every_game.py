"""The board that every game has, its own picture made touchable, plays every registered game to the end."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import sectors
from tests.web.player import PHONE, SIDEWAYS, Way

GAMES = sectors.games()
BOT = {"kind": "bot", "level": 1}
# Whole games, but short ones where the rules have an option for that; SECTORS_SOAK=1 plays them in full.
SHORT: dict[str, dict[str, Any]] = {
    "sector18": {"turn_limit": 30},
    "sector6": {"stall_rounds": 2},
    "starsectors": {"round_limit": 2, "purchase": "none"},
}
if os.environ.get("SECTORS_SOAK"):
    SHORT = {}

# What is shown of a choice lies in sight, between the top of the window and the rows.
SEEN = """() => {
  const { top, bottom } = document.querySelector(".host .preview.on").getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector(".dock").getBoundingClientRect().top;
}"""


def seats(game: str) -> int:
    numbers = sectors.load(game).seat_numbers
    return 2 if 2 in numbers else numbers[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_the_picture(person: Callable[..., Any], game: str) -> None:
    vesna = person(picture=True, seed=21)
    number = seats(game)
    places = [{"kind": "me", "name": "Vesna"}, *[BOT] * (number - 1)]
    vesna.table(game, places, seats=number, options=SHORT.get(game, {}))
    assert vesna.play() == "over"
    expect(vesna.page.locator(".result")).not_to_be_empty()


@pytest.mark.parametrize(("way", "size"), [("finger", PHONE), ("finger", SIDEWAYS), ("keys", (1280, 720))])
@pytest.mark.parametrize("game", GAMES)
def test_the_picture_is_played_by_finger_and_by_keys(
    person: Callable[..., Any], game: str, way: Way, size: tuple[int, int]
) -> None:
    vesna = person(picture=True, way=way, size=size, seed=22)
    number = seats(game)
    vesna.table(game, [{"kind": "me", "name": "Vesna"}, *[BOT] * (number - 1)], seats=number)
    vesna.play(8)
    if vesna.state != "over":
        vesna.wait("asked", "over")
    expect(vesna.page.locator(".note.bad")).to_have_count(0)
    assert vesna.step >= vesna.moved == 8 or vesna.state == "over"
    assert vesna.page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("game", GAMES)
def test_one_screen_for_all(person: Callable[..., Any], game: str) -> None:
    everybody = person(picture=True, seed=23)
    number = seats(game)
    everybody.table(game, [{"kind": "me", "name": f"Player {i + 1}"} for i in range(number)], seats=number)
    everybody.play(10)
    everybody.wait("asked", "covered", "over")
    expect(everybody.page.locator(".note.bad")).to_have_count(0)
    assert everybody.moved == 10 or everybody.state == "over"


def to_a_turn(person: Callable[..., Any], **how: Any) -> tuple[Any, Any]:
    """Somebody who plays both sides of Sector 6 as far as the first tile that may be turned, and the row for that."""
    everybody = person(picture=True, seed=24, **how)
    everybody.table("sector6", [{"kind": "me", "name": f"Player {i + 1}"} for i in range(2)], seats=2)
    turn = everybody.page.locator(".choice[data-thing='do:cw']:not([aria-disabled=true])")
    for _ in range(400):
        if turn.count() or everybody.play(1) == "over":
            break
    expect(everybody.page.locator(".host .preview")).to_have_count(2)
    expect(everybody.page.locator(".host .preview.on")).to_have_count(0)
    return everybody, turn


def test_what_a_turn_would_do_is_shown_to_pointer_and_focus(person: Callable[..., Any]) -> None:
    everybody, turn = to_a_turn(person)
    shown = everybody.page.locator(".host .preview.on")
    turn.hover()
    shown.wait_for()
    everybody.page.mouse.move(2, 2)
    shown.wait_for(state="detached")
    turn.focus()
    shown.wait_for()
    expect(shown).to_have_attribute("data-of", "do:cw")


def test_what_a_turn_would_do_is_shown_to_a_finger_before_it_plays(person: Callable[..., Any]) -> None:
    everybody, turn = to_a_turn(person, way="finger", size=PHONE)
    page = everybody.page
    before = everybody.step
    turn.tap()
    shown = page.locator(".host .preview.on")
    shown.wait_for()
    expect(shown).to_have_attribute("data-of", "do:cw")
    expect(turn).to_have_text(re.compile("Play$"))
    assert everybody.step == before
    page.wait_for_function(SEEN)  # the row lies under the board, which may have been scrolled away
    page.locator(".choice[data-thing='do:ccw']").tap()  # another one is shown instead
    page.locator(".host .preview.on[data-of='do:ccw']").wait_for()
    assert everybody.step == before
    turn.tap()
    page.locator(".host .preview.on[data-of='do:cw']").wait_for()
    turn.tap()
    page.wait_for_function("(step) => document.querySelector('.table').dataset.step > step", arg=before)
