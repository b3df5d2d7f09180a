"""Somebody's first games: questions before a gift, the guide at the right place, options, what a game has taught, and
the small things that must hold in every game and on every screen."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

import sectors
from tests.bots.test_review import game_of_a_beginner
from tests.web.player import DESKTOP, PHONE
from tests.web.test_pages import mid_game, violations

GAMES = sectors.games()
LAPTOP = (1280, 720)
SIZES = [(DESKTOP, "mouse"), (LAPTOP, "mouse"), (PHONE, "finger")]
OPTIONS: dict[str, dict[str, Any]] = {"sector18": {"map": "small"}, "starsectors": {"purchase": "standard"}}


@cache
def game_with_a_gift(name: str) -> tuple[dict[str, Any], int, str]:
    """A whole game by chance, a step of seat 0 in it, and a move that would give something away there."""
    game = sectors.load(name)
    for seed in range(200):
        state = game.new(seats=2, seed=seed, options=OPTIONS.get(name, {}))
        source = random.Random(seed)
        found = None
        while state.to_act is not None:
            moves = state.moves()
            gifts = [move.text for move in moves if move.confirm]
            if found is None and state.to_act == 0 and len(state.actions) > 3 and 0 < len(gifts) < len(moves):
                found = len(state.actions), gifts[0]
            state.play(source.choice([move.text for move in moves if not move.confirm] or gifts))
        if found:
            return state.record(), *found
    raise AssertionError("no game had one")


def sits(player: Any, name: str, record: dict[str, Any], step: int) -> str:
    """At a table that goes on from a step of a record."""
    player.go()
    player.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
    replay = player.post("records", record)["replay"]
    places = [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}]
    table: str = player.table(name, places, **{"from": {"replay": replay, "step": step}})
    player.wait("asked", "over")
    return table


def types(player: Any, text: str) -> None:
    player.page.locator("#typed").fill(text)
    player.page.keyboard.press("Enter")


@pytest.mark.parametrize("name", ["sector219", "sector18", "starsectors"])
def test_a_move_that_gives_something_away_asks_once_unless_that_is_switched_off(
    person: Callable[..., Any], name: str
) -> None:
    record, step, gift = game_with_a_gift(name)
    vesna = person()
    sits(vesna, name, record, step)
    page = vesna.page
    question = page.get_by_role("alertdialog")
    types(vesna, gift)
    expect(question).to_be_visible()
    expect(question.get_by_role("button", name="No")).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert vesna.step == step and vesna.state == "asked"
    page.get_by_role("button", name="Table", exact=True).click()
    switch = page.locator(".menu").get_by_role("button", name="Ask before a move")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    types(vesna, gift)
    page.wait_for_function("(step) => +document.querySelector('.table').dataset.step > step", arg=step)
    expect(question).to_have_count(0)


def test_who_says_yes_gives_it_away(person: Callable[..., Any]) -> None:
    record, step, gift = game_with_a_gift("sector219")
    vesna = person(size=LAPTOP)
    sits(vesna, "sector219", record, step)
    types(vesna, gift)
    question = vesna.page.get_by_role("alertdialog")
    expect(question).to_contain_text(re.compile("may destroy it|may enter your empty base"))
    question.get_by_role("button", name="Do it").click()
    vesna.page.wait_for_function("(step) => +document.querySelector('.table').dataset.step > step", arg=step)


@pytest.mark.parametrize("name", GAMES)
def test_the_guide_opens_at_what_is_asked(person: Callable[..., Any], name: str) -> None:
    vesna = person()
    vesna.table(name, [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}], seats=2)
    vesna.wait("asked")
    vesna.page.keyboard.press("g")
    cited = vesna.page.locator(".drawer .cited")
    expect(cited).to_have_count(1)
    expect(cited).to_be_in_viewport()
    vesna.page.keyboard.press("Escape")
    expect(vesna.page.locator(".drawer")).to_have_count(0)


def test_a_default_that_depends_on_the_players_is_shown_and_another_value_is_kept(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go("/?game=sector6")
    vesna.press("Options")
    page = vesna.page
    page.get_by_role("group", name="Players").get_by_role("button", name="4").click()
    page.locator("summary", has_text="The end").click()
    rounds = page.get_by_label("stall rounds")
    expect(rounds).to_have_value("8")
    expect(page.locator(".opt.differs")).to_have_count(0)
    rounds.fill("12")
    rounds.blur()
    expect(page.locator(".opt.differs")).to_have_count(1)
    expect(page.locator("summary .cite")).to_have_text("1 changed")
    assert violations(page) == []
    vesna.press("Play against level")
    vesna.wait("asked", "waits")
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.locator(".menu dl > div", has_text="stall rounds")).to_contain_text("12")


def test_maps_and_factions_are_chosen_by_pictures(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go("/?game=sector18")
    maps = vesna.page.get_by_role("group", name="Map")
    expect(maps.locator("button svg")).to_have_count(len(sectors.load("sector18").options[0].values))
    vesna.press("Solo")
    expect(vesna.page.get_by_role("group", name="Faction").locator("button svg").first).to_be_visible()
    vesna.go("/?game=starsectors")
    vesna.press("Choose by pictures")
    expect(vesna.page.locator("dialog .thumb svg").first).to_be_visible()


def test_after_a_game_against_a_bot_it_says_what_cost_most_and_shows_it(person: Callable[..., Any]) -> None:
    vesna = person()
    record = game_of_a_beginner()
    table = sits(vesna, "sector219", record, 19)
    if vesna.wait("asked", "over") == "asked":
        vesna.post(f"tables/{table}/resign", {"seat": 0})
        vesna.wait("over")
    vesna.press("See your mistakes")
    page = vesna.page
    told = page.get_by_role("dialog", name="What cost you most")
    expect(told.locator("li").first).to_contain_text(re.compile(r"Better: .*%", re.S))
    assert violations(page) == []
    told.get_by_role("button", name=re.compile("in the replay")).first.click()
    page.locator(".moves button[aria-current=step]").wait_for()


@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_a_number_takes_a_card_of_the_hand(person: Callable[..., Any], key: str) -> None:
    vesna = person()
    mid_game(vesna)
    vesna.page.keyboard.press(key)
    expect(vesna.page.locator(".hand .card").nth(int(key) - 1)).to_have_attribute("aria-pressed", "true")


# A thing of the board of which there is more to say than its name, and where it is.
UNIT = """() => {
  const one = [...document.querySelectorAll("#board .board g[data-thing]")].find((thing) =>
    thing.getAttribute("data-thing") === %s);
  const { left, top, width, height } = (one.querySelector(":scope > .touch") ?? one).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""


@pytest.mark.parametrize(("size", "way"), SIZES)
def test_a_unit_in_play_says_what_it_is_to_a_pointer_and_to_a_finger(
    person: Callable[..., Any], size: tuple[int, int], way: str
) -> None:
    vesna = person(size=size, way=way)
    mid_game(vesna)
    page = vesna.page
    x, y = page.evaluate(UNIT % '"cell:g6"')
    before = vesna.step
    if way == "finger":
        touch = page.context.new_cdp_session(page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.locator(".whatis").wait_for()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        page.mouse.move(x, y)
    told = page.locator(".whatis")
    expect(told).to_contain_text("your base")
    expect(told).to_be_in_viewport()
    assert vesna.step == before
    expect(page.locator(".tip")).to_have_count(0)


# Whose the two latest plays are, and how many of them laid a unit.
LATEST = """async () => {
  const table = location.pathname.split("/").at(-1);
  const { log } = await (await fetch(`/api/tables/${table}`)).json();
  const plays = log.filter((entry) => entry.kind === "play").slice(-2);
  return [plays.map((entry) => entry.seat), plays.filter((entry) => !entry.text.startsWith("X")).length];
}"""


def test_lost_units_are_seen_on_a_phone(person: Callable[..., Any]) -> None:
    vesna = person(size=PHONE, way="finger")
    mid_game(vesna)
    lost = vesna.page.locator('[aria-label="Lost units"] svg')
    expect(lost.first).to_be_visible()


@pytest.mark.parametrize(("size", "way"), SIZES)
def test_the_whole_turn_of_the_enemy_stays_framed(person: Callable[..., Any], size: tuple[int, int], way: str) -> None:
    vesna = person(size=size, way=way)
    mid_game(vesna, 16)
    for _ in range(10):
        assert vesna.wait("asked", "over") == "asked"
        seats, laid = vesna.page.evaluate(LATEST)
        if seats == [1, 1] and laid == 2:
            break
        vesna.move()
    expect(vesna.page.locator(".board rect.last")).to_have_count(2)


# How far lines of the log are cut off below; their letters may hang 0.25 of their size under the line.
CUT = """() => [...document.querySelectorAll(".log li span, .log li small")].filter((one) => {
  const { fontSize, lineHeight, overflowY } = getComputedStyle(one);
  return one.innerText && overflowY !== "visible" && parseFloat(lineHeight) < 1.15 * parseFloat(fontSize);
}).map((one) => one.innerText)"""


# Where the prompt and the board stand on the page.
PLACES = """() => [...document.querySelectorAll("#board > .board, #board > .prompt")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [one.className, left, top + scrollY, width, height].map((part) => Math.round(part) || part);
})"""
# How many of the things that a hint points at lie under it.
HIDDEN = """() => {
  const { left, right, top, bottom } = document.querySelector(".hint").getBoundingClientRect();
  return [...document.querySelectorAll("[data-points-at]")].map((one) => one.getBoundingClientRect()).filter((one) => {
    const [x, y] = [one.left + one.width / 2, one.top + one.height / 2];
    return one.width && x > left && x < right && y > top && y < bottom;
  }).length;
}"""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("size", "way"), SIZES)
def test_the_turn_is_counted_hints_move_and_hide_nothing_and_the_log_cuts_no_letter(
    person: Callable[..., Any], name: str, size: tuple[int, int], way: str
) -> None:
    vesna = person(size=size, way=way, seed=7)
    options = OPTIONS.get(name, {})
    vesna.table(name, [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}], seats=2, options=options)
    vesna.play(3)
    vesna.wait("asked", "over")
    page = vesna.page
    expect(page.locator(".prompt", has_text=re.compile(r"\b(turn|round|move) \d"))).to_be_visible()
    assert page.evaluate(CUT) == []
    before = page.evaluate(PLACES)
    page.locator('.foot [data-do="hint"]').click()
    page.locator(".hint").wait_for()
    assert page.evaluate(PLACES) == before
    assert page.evaluate(HIDDEN) == 0, "the hint covers what it points at"
    page.locator('.foot [data-do="hint"]').click()
    page.locator(".hint table").wait_for()
    assert page.evaluate(PLACES) == before


# How many things that can be touched the tip lies over.
COVERED = """() => {
  const tip = document.querySelector(".tip").getBoundingClientRect();
  return [...document.querySelectorAll(".can > .touch")].map((one) => one.getBoundingClientRect()).filter((one) =>
    Math.min(tip.right, one.right) - Math.max(tip.left, one.left) > 1 &&
    Math.min(tip.bottom, one.bottom) - Math.max(tip.top, one.top) > 1).length;
}"""


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP])
def test_a_tip_covers_nothing_that_is_lit(person: Callable[..., Any], size: tuple[int, int]) -> None:
    vesna = person(size=size)
    mid_game(vesna)
    page = vesna.page
    page.locator(".card.is-lit").first.click()
    page.locator("g.space.can").first.wait_for()
    for cell in ("g7", "g8", "g6"):
        page.locator(f'[data-thing="cell:{cell}"] > .touch').click(force=True)
        page.locator(".tip .no").wait_for()
        assert page.evaluate(COVERED) == 0, cell
        page.keyboard.press("Escape")
        expect(page.locator(".tip")).to_have_count(0)


@pytest.mark.parametrize("name", GAMES)
def test_the_focus_stays_on_the_board_or_in_the_hand_after_a_play(person: Callable[..., Any], name: str) -> None:
    vesna = person(way="keys", size=LAPTOP)
    vesna.table(name, [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}], seats=2)
    for _ in range(3):
        if vesna.wait("asked", "over") == "over":
            break
        vesna.move()
        vesna.wait("asked", "over")
        vesna.page.wait_for_function("() => document.activeElement !== document.body")


def test_a_legal_place_touched_before_a_card_answers(person: Callable[..., Any]) -> None:
    vesna = person()
    mid_game(vesna)
    thing = vesna.page.evaluate(
        """async () => {
          const table = location.pathname.split("/").at(-1);
          const { sight } = await (await fetch(`/api/tables/${table}?moves=full`)).json();
          return sight.moves.find((move) => move.path.length === 2 && move.path[0] !== "hand:X").path[1];
        }"""
    )
    vesna.page.locator(f'[data-thing="{thing}"] > .touch').click(force=True)
    expect(vesna.page.locator(".tip")).to_contain_text("card")
