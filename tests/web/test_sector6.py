"""Whole games of Sector 6 on its own board: in each difficulty, by mouse, finger and keys, on one screen for four."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

import sectors
import sectors.bots
from tests.web.player import HOW, PHONE
from tests.web.test_pages import violations

ME = {"kind": "me", "name": "Vesna"}
BOT = {"kind": "bot", "level": 1}
LAPTOP = (1280, 720)
WAYS = [("mouse", LAPTOP, "life"), ("finger", PHONE, "veteran"), ("keys", LAPTOP, "rookie")]
if os.environ.get("SECTORS_SOAK"):
    modes = ("life", "veteran", "rookie")
    WAYS = [
        (way, size, mode) for way, size in (("mouse", LAPTOP), ("finger", PHONE), ("keys", LAPTOP)) for mode in modes
    ]
    WAYS += [("keys", PHONE, "life"), ("mouse", PHONE, "life")]
SHORT = {} if os.environ.get("SECTORS_SOAK") else {"stall_rounds": 1}
# Things that are lit but cannot be seen without scrolling, or lie under the dock.
OUTSIDE = """() => {
  scrollTo(0, 0);
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const floor = dock.height && innerWidth <= 760 ? dock.top : innerHeight;
  const lit = ["g.space.can", ".choice:not([aria-disabled=true])", ".deed:not([aria-disabled=true])"].join(", ");
  return [...document.querySelectorAll(lit)]
    .map((one) => [one, (one.querySelector(":scope > .touch") ?? one).getBoundingClientRect()])
    .filter(([one, box]) => box.top < -1 || box.left < -1 || box.right > innerWidth + 1
      || box.bottom > (one.closest(".dock") ? innerHeight : floor) + 1)
    .map(([one]) => one.dataset.thing ?? one.textContent);
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".maze svg text")].map(
  (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""


def play_in_sight(one: Any) -> str:
    """Play to the end; at every touch all that is lit lies in the window and above the dock, and can be read."""
    smallest = 12 if one.page.viewport_size["width"] <= 760 else 11
    while one.wait("asked", "over") == "asked":
        before = one.step
        for _ in range(40):
            outside = one.settled(OUTSIDE)
            assert outside == [], f"lit out of sight at step {before}: {outside}"
            assert one.page.evaluate(SMALLEST) >= smallest, f"lettering at step {before}"
            one.touch()
            state, step = one.page.evaluate(HOW)
            if state != "asked" or int(step) != before:
                break
        else:
            raise AssertionError("forty touches did not make a move")
    return str(one.state)


def shows_the_result(one: Any) -> None:
    """The rail shows points as the table of the end does; at most one row decides."""
    tally = one.page.locator(".tally")
    assert tally.locator(".decides").count() <= 1
    expect(tally).to_contain_text("R7")
    points = tally.locator("tbody tr").first.locator("td").all_inner_texts()
    shown = {block.get_attribute("data-seat"): block for block in one.page.locator("section.seat").all()}
    for seat, number in enumerate(points):
        expect(shown[str(seat + 1)].locator(".score")).to_have_text(number)


@pytest.mark.parametrize(("way", "size", "mode"), WAYS)
def test_a_whole_game_against_a_bot_with_all_that_is_lit_in_sight(
    person: Callable[..., Any], way: str, size: tuple[int, int], mode: str
) -> None:
    vesna = person(way=way, size=size, seed=6)
    vesna.table("sector6", [ME, BOT], options={"mode": mode, **SHORT})
    assert play_in_sight(vesna) == "over"
    shows_the_result(vesna)
    assert vesna.page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize(("way", "size"), [("mouse", LAPTOP), ("finger", PHONE)])
def test_four_on_one_screen_play_a_whole_game(person: Callable[..., Any], way: str, size: tuple[int, int]) -> None:
    everybody = person(seed=4, way=way, size=size)
    places = [{"kind": "me", "name": f"Player {i + 1}"} for i in range(4)]
    everybody.table("sector6", places, seats=4, options={"mode": "life", **SHORT})
    assert play_in_sight(everybody) == "over"
    assert everybody.page.locator("[data-tile]").count() == 40
    shows_the_result(everybody)


# Building


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
    expect(vesna.page.locator(".dial .say")).to_contain_text(re.compile(r"\d (connected|blocked|meshed)"))
    turned = vesna.page.locator('.turn[aria-pressed="true"]')
    before = turned.get_attribute("data-thing")
    vesna.page.keyboard.press("r")
    expect(turned).not_to_have_attribute("data-thing", before)
    step = vesna.step
    vesna.page.locator("g.space.can > .touch").first.click(force=True)
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")


def test_a_cell_that_is_not_lit_says_why_while_a_tile_is_held(person: Callable[..., Any]) -> None:
    vesna = placing(person)
    vesna.page.locator("g.space:not(.can) > .touch").first.hover(force=True)
    expect(vesna.page.locator(".tip")).to_contain_text("R3.4")


def test_on_a_phone_the_dial_and_place_are_in_the_dock(person: Callable[..., Any]) -> None:
    vesna = placing(person, way="finger", size=PHONE)
    step = vesna.step
    vesna.page.locator("g.space.can > .touch").first.tap(force=True)
    place = vesna.page.get_by_role("button", name="Place", exact=True)
    expect(place).not_to_have_attribute("aria-disabled", "true")
    assert vesna.step == step
    assert place.bounding_box()["y"] + place.bounding_box()["height"] <= PHONE[1]
    assert vesna.page.evaluate(SMALLEST) >= 12
    place.tap()
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")


# The contest


@cache
def game_played() -> tuple[dict[str, Any], dict[str, int]]:
    """A game between quick players as a record, and by phase a step at which the first seat has the choice: of both
    figures, or of a turn that opens or closes something."""
    state = sectors.load("sector6").new(seats=2, seed=6)
    bots = [sectors.bots.load("greedy", seed=seat) for seat in range(2)]
    steps: dict[str, int] = {}
    while state.to_act is not None:
        facts = state.facts(0)
        phase = state.view(0)["phase"]
        if state.to_act == 0 and len(state.actions) > 70:
            if phase == "move" and all(facts["stops"].values()):
                steps.setdefault("move", len(state.actions))
            if phase == "act" and any(turn["cw"]["driven"] and turn["cw"]["opens"] for turn in facts["turns"].values()):
                steps.setdefault("act", len(state.actions))
        state.play(bots[state.to_act].choose(state))
    return state.record(), steps


def contest(person: Callable[..., Any], phase: str, **how: Any) -> Any:
    record, steps = game_played()
    vesna = person(seed=6, **how)
    vesna.go()
    vesna.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
    replay = vesna.post("records", record)["replay"]
    vesna.table("sector6", [ME, BOT], **{"from": {"replay": replay, "step": steps[phase]}})
    vesna.wait("asked")
    return vesna


def of_cells(vesna: Any) -> dict[str, list[str]]:
    """For every cell without a figure the own figures that can run there, as the engine has it."""
    record, steps = game_played()
    state = sectors.replay({**record, "actions": record["actions"][: steps["move"]], "result": None, "reason": None})
    found: dict[str, list[str]] = {}
    standing = {",".join(map(str, cell)) for pair in state.view(0)["figures"] for cell in pair}
    for thing in state.things(0):
        if thing.id.startswith("cell:") and thing.id[5:] not in standing:
            stops = state.facts(0)["stops"]
            found[thing.id] = [who for who in stops if thing.id[5:] in stops[who]]
    return found


def test_cells_say_why_before_a_figure_is_chosen(person: Callable[..., Any]) -> None:
    vesna = contest(person, "move")
    closed = [cell for cell, figures in of_cells(vesna).items() if not figures]
    for cell in closed[:6]:
        vesna.page.mouse.move(5, 5)
        vesna.page.locator(".tip").wait_for(state="detached")
        vesna.page.locator(f'[data-thing="{cell}"] > .touch').hover(force=True)
        expect(vesna.page.locator(".tip")).to_contain_text("R5.3")


def test_a_cell_that_one_figure_alone_can_reach_is_run_to_at_once(person: Callable[..., Any]) -> None:
    vesna = contest(person, "move")
    (cell, who), *_ = ((cell, figures[0]) for cell, figures in of_cells(vesna).items() if len(figures) == 1)
    spot = vesna.page.locator(f'[data-thing="{cell}"] > .touch')
    spot.hover(force=True)
    vesna.page.locator(".ray").first.wait_for(state="attached")
    step = vesna.step
    spot.click(force=True)
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")
    expect(vesna.page.locator(".log")).to_contain_text(f"with {who[1]}")


def test_a_tile_stands_for_the_figure_on_it(person: Callable[..., Any]) -> None:
    vesna = contest(person, "move")
    figure = vesna.page.locator(".fig.can").first
    who = figure.get_attribute("data-thing")
    box = figure.locator(":scope > .touch").bounding_box()
    below = box["y"] + box["height"] * 1.15
    vesna.page.mouse.click(box["x"] + box["width"] / 2, below)
    vesna.page.locator(f'.choice[data-thing="{who}"][aria-pressed="true"]').wait_for()


def test_a_turn_is_shown_with_all_tiles_really_turned_and_in_words(person: Callable[..., Any]) -> None:
    vesna = contest(person, "act")
    record, steps = game_played()
    state = sectors.replay({**record, "actions": record["actions"][: steps["act"]], "result": None, "reason": None})
    (turn,) = (both["cw"] for both in state.facts(0)["turns"].values())
    vesna.page.locator('.choice[data-thing="do:cw"]').hover()
    expect(vesna.page.locator(".ghosts .arc")).to_have_count(1 + len(turn["driven"]))
    expect(vesna.page.locator("[data-tile].away")).to_have_count(1 + len(turn["driven"]))
    expect(vesna.page.locator('.choice[data-thing="do:cw"]')).to_contain_text(f"opens {len(turn['opens'])} run")
    expect(vesna.page.locator(".outcomes")).to_contain_text("can run")
    step = vesna.step
    vesna.page.locator('[data-sign="do:cw"]').click(force=True)  # the sign on the tile itself
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")


def test_the_maze_is_read_by_direction(person: Callable[..., Any]) -> None:
    vesna = contest(person, "move", way="keys")
    page = vesna.page
    here = """() => [document.activeElement.dataset.thing, document.activeElement.getAttribute("aria-label")]"""
    cells = of_cells(vesna)
    q, r = next((q, r) for q, r in (map(int, cell[5:].split(",")) for cell in cells) if f"cell:{q},{r - 1}" in cells)
    page.locator(f'[data-thing="cell:{q},{r}"]').focus()
    _, label = page.evaluate(here)
    assert re.search(r"(open|walls|touches)", label)
    page.keyboard.press("8")
    page.wait_for_function("(id) => document.activeElement.dataset.thing === id", arg=f"cell:{q},{r - 1}")
    page.keyboard.press("2")
    page.wait_for_function("(id) => document.activeElement.dataset.thing === id", arg=f"cell:{q},{r}")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_serious(person: Callable[..., Any], theme: str) -> None:
    vesna = person(seed=6, theme=theme)
    vesna.table("sector6", [ME, BOT])
    vesna.play(4)
    vesna.wait("asked")
    assert violations(vesna.page) == []
    running = contest(person, "move", theme=theme)
    running.page.locator(".fig.can > .touch").first.click(force=True)
    assert violations(running.page) == []
