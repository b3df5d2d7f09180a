"""Star Sectors on its own board: games by mouse, finger and keys, plans, shopping, building, drawing a map."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import sectors
from tests.web.player import HOW, PHONE
from tests.web.test_company import together
from tests.web.test_pages import violations

BOT = [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}]
SMALL = {"map": "open", "points": 15}
DUEL = {"map": "open", "fleets": [["osprey", "lark"], ["warg"]], "purchase": "none", "start_charged": True}
POND = {"name": "pond", "title": "Pond", "w": 8, "h": 8, "points": 15, "terrain": {}, "wormholes": []}
SHORT = {} if os.environ.get("SECTORS_SOAK") else {"map": POND, "round_limit": 3}
LAPTOP = (1280, 720)
IN_TURN = "[data-deed=end]:not([aria-disabled=true])"
STEP_FROM = "(step) => Number(document.querySelector('.table').dataset.step) >= step"
# What is lit but not wholly in the window, or under something that is not its own; the page may be scrolled to its top.
OUTSIDE = """() => {
  window.scrollTo(0, 0);
  const seen = (one) => {
    const { left, top, right, bottom, width } = one.getBoundingClientRect();
    return !width || (left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1);
  };
  const lit = [...document.querySelectorAll("g.space.can:not(.heading) > .touch, .deed:not([aria-disabled=true])")];
  return lit.filter((one) => !seen(one)).map((one) => one.parentElement.dataset.thing ?? one.textContent);
}"""
# Lettering of the map that is smaller than 11 pixels.
SMALL_LETTERS = """() => [...document.querySelectorAll(".map-of svg text")]
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a < 10.9)
  .map((one) => one.textContent)"""


def play(vesna: Any, most: int) -> str:
    """Play like `Player.play`, and look at every decision whether all that is lit is in sight and can be read."""
    for _ in range(most):
        if vesna.wait("asked", "covered", "over") != "asked":
            break
        assert vesna.settled(OUTSIDE) == []
        assert vesna.settled(SMALL_LETTERS) == []
        move(vesna)
    return str(vesna.state)


def move(vesna: Any) -> None:
    """One move like `Player.move`; whoever has touched a place to go to then touches a heading there."""
    before = vesna.step
    for _ in range(400):
        headings = vesna.page.locator("g.heading")
        if vesna.way == "finger" and headings.count():
            headings.first.dispatch_event("click")
        else:
            vesna.touch()
        state, step = vesna.page.evaluate(HOW)
        if state != "asked" or int(step) != before:
            vesna.moved += 1
            return
    raise AssertionError("four hundred touches did not make a move")


def act(vesna: Any, what: Any, force: bool = False) -> None:
    """Touch something in this person's way; `force` even where it is dimmed."""
    if vesna.way == "keys":
        what.focus()
        vesna.page.keyboard.press("Enter")
    elif vesna.way == "finger":
        what.tap(force=force)
    else:
        what.click(force=force)


def begin_turn(vesna: Any) -> None:
    """Through the set-up to the first ship's tactical phase."""
    for _ in range(30):
        vesna.wait("asked")
        if vesna.page.locator(IN_TURN).count():
            return
        vesna.move()
    raise AssertionError("no ship's turn came")


def test_a_whole_game_against_a_bot_by_mouse(person: Callable[..., Any]) -> None:
    vesna = person(size=LAPTOP, seed=1)
    vesna.table("starsectors", BOT, options=SMALL)
    assert play(vesna, 400) == "over"
    expect(vesna.page.locator(".result")).not_to_be_empty()
    assert vesna.complaints == []


@pytest.mark.parametrize(("way", "size"), [("finger", PHONE), ("keys", LAPTOP)])
def test_a_whole_game_without_a_mouse(person: Callable[..., Any], way: str, size: tuple[int, int]) -> None:
    vesna = person(way=way, size=size, seed=2)
    vesna.table("starsectors", BOT, options={**SMALL, **SHORT})
    assert play(vesna, 2000) == "over"
    assert vesna.moved >= 20 and vesna.complaints == []
    assert vesna.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_way_of_several_moves_is_one_gesture_and_is_taken_back_as_one(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.table("starsectors", BOT, options=DUEL)
    begin_turn(vesna)
    before = vesna.step
    place = vesna.page.locator("g.space.can:has(text.cost)", has_text="4").first
    place.locator(".touch").click(force=True)
    if vesna.page.locator("g.heading").count():
        vesna.page.locator("g.heading").first.click(force=True)
    vesna.page.wait_for_function(STEP_FROM, arg=before + 4)
    vesna.wait("asked")
    vesna.press("Undo")
    vesna.page.locator(f'.table[data-step="{before}"]').wait_for(state="attached")


def test_keys_and_places_of_the_bar_never_change(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.table("starsectors", BOT, options={**DUEL, "start_charged": False})
    begin_turn(vesna)
    places = "[...document.querySelectorAll('[data-deed]')].map((one) => one.dataset.deed + one.offsetLeft)"
    tactical = vesna.page.evaluate(places)
    vesna.page.keyboard.press("j")
    expect(vesna.page.locator(".reason")).to_contain_text("engine is charged")
    vesna.page.keyboard.press("e")
    vesna.page.locator("[data-deed=end]", has_text="End turn").wait_for()
    assert vesna.page.evaluate(places) == tactical
    vesna.page.keyboard.press("d")
    expect(vesna.page.locator("[data-text=charge-bank]")).to_have_count(1)
    vesna.page.keyboard.press("f")
    expect(vesna.page.locator(".reason")).to_contain_text("tactical phase")


@pytest.mark.parametrize(("way", "size"), [("mouse", LAPTOP), ("finger", PHONE)])
def test_the_bar_stays_where_it_is_whatever_opens(person: Callable[..., Any], way: str, size: tuple[int, int]) -> None:
    vesna = person(way=way, size=size)
    vesna.table("starsectors", BOT, options={**DUEL, "map": POND, "start_charged": False})
    begin_turn(vesna)
    places = """() => [...document.querySelectorAll("[data-deed]")].map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return [one.dataset.deed, ...[left, top, width, height].map(Math.round)].join(" ");
    })"""
    before = vesna.page.evaluate(places)
    assert len(before) == 11
    act(vesna, vesna.page.locator("[data-deed=supplies]"), force=True)
    vesna.page.locator(".drawer [data-text=dil-mf]").wait_for()
    assert vesna.page.evaluate(places) == before
    act(vesna, vesna.page.locator("[data-deed=warp]"), force=True)
    expect(vesna.page.locator(".reason")).to_contain_text("engine is charged")
    assert vesna.page.evaluate(places) == before
    enemy = vesna.page.evaluate("document.querySelector('[data-ship=B1]').getBoundingClientRect().toJSON()")
    at = enemy["x"] + enemy["width"] / 2, enemy["y"] + enemy["height"] / 2
    vesna.page.touchscreen.tap(*at) if way == "finger" else vesna.page.mouse.click(*at)
    expect(vesna.page.locator(".aims h2")).to_have_text("At B1 Warg")
    assert vesna.page.evaluate(places) == before
    act(vesna, vesna.page.locator("[data-deed=end]"))
    vesna.page.locator("[data-deed=end]", has_text="End turn").wait_for()
    act(vesna, vesna.page.locator("[data-deed=duties]"), force=True)
    vesna.page.locator(".drawer [data-text=charge-bank]").wait_for()
    assert vesna.page.evaluate(places) == before


def test_the_name_of_a_hex_says_what_the_move_does(person: Callable[..., Any]) -> None:
    record, step = meeting()
    vesna = person(way="keys")
    vesna.go()
    vesna.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
    replay = vesna.post("records", record)["replay"]
    vesna.table("starsectors", BOT, **{"from": {"replay": replay, "step": step}})
    vesna.wait("asked")
    names = vesna.page.locator("g.space.can").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert any(re.search(r"B1 Lark.*Regular fire: range 1: roll 3 or less.*: shields 5 to 4", name) for name in names)
    assert any(re.search(r"turn: 1 of \d moves, .*headings", name) for name in names)
    vesna.page.locator("g.space.can[aria-label*='turn: ']").focus()
    vesna.page.keyboard.press("Enter")
    vesna.page.get_by_text(re.compile(r", heading .*, 1 of \d moves")).wait_for(state="attached")


def meeting() -> tuple[dict[str, Any], int]:
    """A game in which two ships meet head-on, played to its end; and the step at which the first may explode."""
    options = {"map": POND, "fleets": [["lark"], ["lark"]], "purchase": "none"}
    state = sectors.load("starsectors").new(seed=1, options=options)
    shown = 0
    while state.to_act is not None:
        legal = state.legal()
        if "selfdestruct" in legal and state.to_act == 0 and not shown:
            shown = len(state.actions)
        wanted = ("first-0", "put-0408", "put-0401", "selfdestruct" if shown else "fwd", "end", "done")
        state.play(next((text for text in wanted if text in legal), legal[0]))
    return state.record(), shown


def test_self_destruction_shows_its_hexes_and_asks_first(person: Callable[..., Any]) -> None:
    record, step = meeting()
    vesna = person()
    vesna.go()
    vesna.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
    replay = vesna.post("records", record)["replay"]
    vesna.table("starsectors", BOT, **{"from": {"replay": replay, "step": step}})
    vesna.wait("asked")
    blast = vesna.page.locator("path.blast")
    expect(blast).to_have_count(0)
    button = vesna.page.locator("[data-deed=selfdestruct]")
    button.hover()
    expect(blast).to_have_count(6)
    button.click()
    vesna.page.locator(".confirm").wait_for()
    expect(blast).to_have_count(6)
    asked = vesna.page.locator(".confirm").bounding_box()
    field = vesna.page.locator(".map-of").bounding_box()
    assert asked["x"] >= field["x"] + field["width"], "the question hides no hex"
    vesna.press("No")
    expect(vesna.page.locator(".confirm")).to_have_count(0)
    assert vesna.step == step
    button.click()
    vesna.press("Do it")
    vesna.wait("over")


def test_supplies_are_a_sheet_with_plus_and_minus(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.table("starsectors", BOT, options=SMALL)
    vesna.wait("asked")
    if vesna.page.locator(".pick").count():
        vesna.page.locator(".pick").first.click()
    vesna.page.get_by_label("One dilithium more for A1").click()
    vesna.page.get_by_label("One dilithium more for A1").click()
    vesna.page.get_by_label("One dilithium less for A1").click()
    expect(vesna.page.locator(".left b")).to_have_text("13")
    vesna.page.locator("[data-text=buy-done]").click()
    vesna.page.locator("g.space.can").first.wait_for(state="attached")


def test_a_fleet_is_built_from_silhouettes(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.table("starsectors", BOT, options={**SMALL, "fleets": "build", "purchase": "none"})
    vesna.wait("asked")
    if vesna.page.locator(".pick").count():
        vesna.page.locator(".pick").first.click()
    vesna.page.locator(".class", has_text="Osprey").click()
    vesna.page.locator(".class", has_text="Lark").click()
    vesna.page.get_by_label("One lark less").click()
    vesna.page.locator("[data-text=fleet-done]").click()
    vesna.page.locator("g.space.can").first.wait_for(state="attached")
    expect(vesna.page.locator(".seat.own .fleet")).to_contain_text("Osprey")


def test_one_screen_has_a_curtain_only_while_something_is_hidden(person: Callable[..., Any]) -> None:
    both = person(seed=4)
    both.table("starsectors", [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}], options=SMALL)
    covered = 0
    for _ in range(40):
        state = both.wait("asked", "covered")
        if state == "covered":
            covered += 1
            assert not both.page.locator("[data-thing]").count()
            both.press("I am ")
            both.page.locator('.table:not([data-state="covered"])').wait_for(state="attached")
        elif both.page.locator(IN_TURN).count():
            break
        else:
            both.move()
    assert 1 <= covered <= 3
    play(both, 12)
    assert both.state != "covered"


def test_the_log_has_one_line_a_turn_that_opens_to_its_plays(person: Callable[..., Any]) -> None:
    vesna = person(seed=5)
    vesna.table("starsectors", BOT, options=DUEL)
    begin_turn(vesna)
    vesna.play(12)
    vesna.wait("asked", "over")
    turns = vesna.page.locator(".log li.turn")
    ships = [line.split(":")[0] for line in turns.locator(".line").all_inner_texts()]
    assert len(ships) >= 3 and set(ships) <= {"A1 Osprey", "A2 Lark", "B1 Warg"}
    before = vesna.page.locator(".log li").count()
    turns.locator(".more").first.click()
    assert vesna.page.locator(".log li").count() > before
    turns.locator(".more").first.click()
    assert vesna.page.locator(".log li").count() == before


def test_what_happens_is_seen_in_order_and_can_be_seen_again(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.page.emulate_media(reduced_motion="no-preference")
    vesna.page.add_init_script(
        """new MutationObserver(() => {
          const kind = document.querySelector(".motion")?.dataset.scene;
          if (kind) (window.scenes ??= new Set()).add(kind);
        }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-scene"] });"""
    )
    vesna.table("starsectors", BOT, options=DUEL)
    begin_turn(vesna)
    place = vesna.page.locator("g.space.can:has(text.cost)", has_text="2").first
    place.locator(".touch").click(force=True)
    if vesna.page.locator("g.heading").count():
        vesna.page.locator("g.heading").first.click(force=True)
    vesna.page.wait_for_function("() => window.scenes?.has('way')")
    vesna.page.locator(".motion").wait_for(state="detached")
    vesna.page.evaluate("() => window.scenes.clear()")
    vesna.press("Show the last turn again")
    vesna.page.wait_for_function("() => window.scenes.has('way')")


def test_two_people_at_one_screen_play_to_the_end(person: Callable[..., Any]) -> None:
    both = person(size=LAPTOP, seed=9)
    places = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}]
    both.table("starsectors", places, options={**SMALL, **SHORT})
    while play(both, 2000) == "covered":
        both.press("I am ")
        both.page.locator('.table:not([data-state="covered"])').wait_for(state="attached")
    assert both.state == "over"


def test_a_sealed_purchase_is_taken_back_by_its_owner(person: Callable[..., Any]) -> None:
    ana, juno = together(person, "starsectors", SMALL)
    first = ana if ana.wait("asked", "waits") == "asked" else juno
    first.page.locator("[data-text=first-0]").click()
    ana.page.get_by_label("One dilithium more for A1").click()
    ana.page.locator("[data-text=buy-done]").click()
    juno.page.get_by_label("One dilithium more for B1").wait_for()
    ana.press("Ask undo")  # whether Juno has chosen yet or not, she is asked
    juno.page.locator(".offer").get_by_role("button", name="Allow it", exact=True).click()
    ana.page.get_by_label("One dilithium more for A1").wait_for()
    juno.wait("waits")


@pytest.mark.parametrize(("way", "size"), [("finger", PHONE), ("keys", LAPTOP)])
def test_a_map_and_a_fleet_are_made_without_a_mouse(
    person: Callable[..., Any], way: str, size: tuple[int, int]
) -> None:
    vesna = person(way=way, size=size)
    vesna.go()
    act(vesna, vesna.page.get_by_role("button", name="Star Sectors").first)
    act(vesna, vesna.page.get_by_role("button", name="Choose by pictures"))
    act(vesna, vesna.page.locator(".map.new"))
    if way == "keys":
        vesna.page.locator("[data-hex='0406']").focus()
        for key in ("5", "Enter", "ArrowDown", "ArrowDown", "ArrowDown", "1", "Enter"):
            vesna.page.keyboard.press(key)
    else:
        act(vesna, vesna.page.get_by_role("button", name="moon"))
        act(vesna, vesna.page.locator("[data-hex='0406']"))
        act(vesna, vesna.page.get_by_role("button", name="asteroid"))
        act(vesna, vesna.page.locator("[data-hex='0409']"))
    expect(vesna.page.locator("[data-hex='0406']")).to_have_attribute("aria-label", "0406, moon")
    expect(vesna.page.locator("[data-hex='0906']")).to_have_attribute("aria-label", re.compile("0906, asteroid"))
    expect(vesna.page.locator(".wrong")).to_contain_text("can be played")
    act(vesna, vesna.page.get_by_role("button", name="Save and play on it"))
    act(vesna, vesna.page.locator(".seat-fleet", has_text="Seat 1").get_by_role("button", name="Build"))
    act(vesna, vesna.page.get_by_label("One lark less"))
    act(vesna, vesna.page.get_by_role("button", name="Save and use it"))
    act(vesna, vesna.page.get_by_role("button", name="Done"))
    act(vesna, vesna.page.get_by_role("button", name="Play against level").first)
    begin_turn(vesna)
    expect(vesna.page.locator(".board svg[role=group]")).to_have_attribute("aria-label", re.compile("^My map"))


def test_four_seats_in_pairs_begin(person: Callable[..., Any]) -> None:
    vesna = person()
    places = [{"kind": "me", "name": "Vesna"}, *({"kind": "bot", "level": 1} for _ in range(3))]
    options = {"map": "belt", "points": 15, "teams": "pairs", "purchase": "standard"}
    vesna.table("starsectors", places, seats=4, options=options)
    begin_turn(vesna)
    expect(vesna.page.locator(".fleet")).to_have_count(4)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_board_its_sheets_and_tools_are_clean_for_axe(person: Callable[..., Any], theme: str) -> None:
    vesna = person(theme=theme)
    vesna.table("starsectors", BOT, options=DUEL)
    begin_turn(vesna)
    vesna.page.keyboard.press("s")
    vesna.page.locator(".drawer").wait_for()
    assert violations(vesna.page) == []
    for options, sheet in ((SMALL, "buy-done"), ({**SMALL, "fleets": "build"}, "fleet-done")):
        vesna.table("starsectors", BOT, options=options)
        vesna.wait("asked")
        if vesna.page.locator(".pick").count():
            assert violations(vesna.page) == []
            vesna.page.locator(".pick").first.click()
        vesna.page.locator(f"[data-text={sheet}]").wait_for()
        assert violations(vesna.page) == []
    vesna.go()
    vesna.page.get_by_role("button", name="Star Sectors").first.click()
    vesna.press("Choose by pictures")
    vesna.page.locator(".map.new").wait_for()
    assert violations(vesna.page) == []
    vesna.page.locator(".seat-fleet", has_text="Seat 1").get_by_role("button", name="Build").click()
    vesna.page.get_by_label("One lark less").wait_for()
    assert violations(vesna.page) == []
    vesna.press("Save and use it")
    vesna.page.locator(".map.new").click()
    vesna.page.locator("[data-hex='0406']").click()
    expect(vesna.page.locator(".wrong.fine")).to_contain_text("can be played")
    assert violations(vesna.page) == []


def test_a_map_is_drawn_and_played_at_once(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go()
    vesna.page.get_by_role("button", name="Star Sectors").first.click()
    vesna.press("Choose by pictures")
    vesna.page.locator(".map.new").click()
    vesna.page.locator("[data-hex='0402']").click()
    expect(vesna.page.locator(".wrong")).to_contain_text("outermost rows")
    vesna.page.locator("[data-hex='0402']").click()
    vesna.page.locator("[data-hex='0406']").click()
    expect(vesna.page.locator(".wrong.fine")).to_contain_text("can be played")
    vesna.press("Save and play on it")
    vesna.page.locator(".seat-fleet", has_text="Seat 1").get_by_role("button", name="Build").click()
    vesna.page.get_by_label("One lark less").click()
    vesna.press("Save and use it")
    vesna.press("Done")
    vesna.press("Play against level")
    vesna.wait("asked")
    title = vesna.page.locator(".board svg[role=group], .sheet-of").first
    title.wait_for()
    begin_turn(vesna)
    expect(vesna.page.locator(".board svg[role=group]")).to_have_attribute("aria-label", re.compile("^My map"))
