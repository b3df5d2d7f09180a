"""Whole games of Sector 86 on its own board: against bots for two and five, online with an auction and a market; by
mouse, finger and keys. At every decision all that is lit can be reached without scrolling the page."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import sectors
import sectors.bots
from tests.web.player import PHONE
from tests.web.test_pages import violations

ME = {"kind": "me", "name": "Vesna"}
BOT = {"kind": "bot", "level": 1}
LAPTOP = (1280, 720)
SHORT = {"goal": 2, "turn_limit": 10}
# Things of legal moves of which nothing can be touched where it stands: not on the screen, or covered by something.
HIDDEN = """() => {
  const lit = new Map();
  const all = ".field .is-lit, .choice:not([aria-disabled=true]), .trainee";
  for (const one of document.querySelectorAll(all)) {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    let seen = false;
    for (const part of [0.5, 0.1, 0.9]) {
      const [x, y] = [left + (right - left) * part, (top + bottom) / 2];
      const there = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && document.elementFromPoint(x, y);
      seen ||= Boolean(there && one.contains(there));
    }
    const thing = one.dataset.thing ?? one.textContent;
    lit.set(thing, (lit.get(thing) ?? false) || seen);
  }
  return [...lit].filter(([, seen]) => !seen).map(([thing]) => thing);
}"""

# Texts of cards, of crew and facilities and of choices that do not fit where they stand.
CUT = """() => [...document.querySelectorAll(".card .rule, .card .quiet, .card .name, .mini *, .choice small")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .filter((one) => getComputedStyle(one).overflow === "hidden" && !one.matches(".sr"))
  .map((one) => one.textContent)
"""


def choose(player: Any, lazy: float = 0.12) -> Any:
    """One decision as people make them: flip a while, hire, send the suggested team, let ships leave."""
    page = player.page
    stop, flip = page.locator('.choice[data-thing="do:stop"]'), page.locator('.choice[data-thing="do:flip"]')
    if stop.count() and (player.random.random() < lazy or not flip.count()):
        return stop.click()
    if flip.count():
        return flip.click()
    primary = page.locator(".slips .btn.go:not([aria-disabled=true]), .confirm .btn.danger")
    if primary.count() and player.random.random() < 0.8:
        return primary.first.click()
    rows = page.locator(".slips .choice:not([aria-disabled=true]):not(.toggle)")
    trains = page.locator(".slips .trainee .btn")
    if rows.count():
        return rows.nth(player.random.randrange(rows.count())).click()
    if trains.count():
        return trains.first.click()
    return page.locator(".slips .choice.toggle:not([aria-disabled=true]), .slips .btn").first.click()


def decide(player: Any) -> None:
    """A whole move: what is chosen may need another touch."""
    before = player.step
    for _ in range(12):
        choose(player)
        player.page.wait_for_timeout(15)
        if player.state != "asked" or player.step != before:
            return
    raise AssertionError("twelve touches did not make a move")


def play(player: Any, most: int = 2000) -> str:
    for _ in range(most):
        if player.wait("asked", "over") == "over":
            break
        assert player.settled(HIDDEN) == []
        decide(player)
    return str(player.state)


@pytest.mark.parametrize(("way", "size"), [("mouse", LAPTOP), ("finger", PHONE)])
def test_a_whole_game_against_a_bot(person: Callable[..., Any], way: str, size: tuple[int, int]) -> None:
    vesna = person(way=way, size=size, seed=11)
    vesna.table("sector86", [ME, BOT], options=SHORT)
    assert play(vesna) == "over"
    expect(vesna.page.locator(".tally")).not_to_be_empty()
    assert vesna.page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing may scroll sideways"


def test_five_stations_fit_a_laptop_to_the_end_of_the_game(person: Callable[..., Any]) -> None:
    vesna = person(size=LAPTOP, seed=5)
    vesna.table("sector86", [ME, *[BOT] * 4], seats=5, options=SHORT)
    vesna.wait("asked")
    lines = vesna.page.locator(".glance")
    expect(lines).to_have_count(4)
    assert all(line.bounding_box()["y"] + 28 <= LAPTOP[1] for line in lines.all())
    lines.first.locator(".line").click()
    expect(lines.first.locator(".whole")).to_be_visible()
    lines.first.locator(".line").click()
    assert play(vesna) == "over"
    expect(vesna.page.locator(".tally tbody tr")).to_have_count(5)


def press(player: Any) -> None:
    """One key of those that the choices show, or the amount of a bid; Enter where something is asked once more."""
    page = player.page
    if page.get_by_role("alertdialog").count():
        page.keyboard.press("Enter")
        return
    shown = page.locator(".slips .key").all_inner_texts() or page.locator(".bids b").all_inner_texts()[:9]
    first = next((key for key in ("F", "L", "S") if key in shown), None)
    if first == "F" and player.random.random() < 0.12:
        first = "S"
    page.keyboard.press(first or player.random.choice(shown))


def test_a_whole_game_by_keys_alone(person: Callable[..., Any]) -> None:
    vesna = person(seed=2)
    vesna.table("sector86", [ME, BOT], options=SHORT)
    for _ in range(2000):
        if vesna.wait("asked", "over") == "over":
            break
        before = vesna.step
        for _ in range(12):
            press(vesna)
            vesna.page.wait_for_timeout(15)
            if vesna.state != "asked" or vesna.step != before:
                break
        else:
            raise AssertionError("twelve keys did not make a move")
    assert vesna.state == "over"


def test_the_focus_on_the_board_reads_cards_and_follows_the_arrows(person: Callable[..., Any]) -> None:
    vesna = person(seed=2)
    vesna.table("sector86", [ME, BOT])
    vesna.wait("asked")
    step = vesna.step
    vesna.page.keyboard.press("f")
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")
    vesna.wait("asked")
    vesna.page.locator(".field .card").last.focus()
    expect(vesna.page.locator(".view .name"), "what has the focus is read").not_to_be_empty()
    vesna.page.keyboard.press("ArrowUp")
    assert vesna.page.evaluate("document.activeElement.dataset.thing")
    vesna.page.keyboard.press("Home")
    vesna.page.locator(".field .is-lit:focus").wait_for()


def test_a_card_opens_with_its_whole_rule(person: Callable[..., Any]) -> None:
    vesna = person(way="finger", size=PHONE, seed=3)
    vesna.table("sector86", [ME, BOT])
    vesna.wait("asked")
    while not vesna.page.locator(".queue .card").count():  # a mission came first
        vesna.page.locator('.choice[data-thing="do:flip"]').tap()
        vesna.wait("asked")
    card = vesna.page.locator(".queue .card").first
    card.tap(force=True)  # it is not lit, and can be read all the same
    view = vesna.page.locator(".view")
    view.wait_for()
    assert card.locator(".name").inner_text() in view.inner_text()
    expect(view.locator(".flavour")).not_to_be_empty()
    view.get_by_role("button", name="Close").tap()
    view.wait_for(state="detached")


BOX = "(one) => { const { x, y, right, bottom } = one.getBoundingClientRect(); return [x, y, right, bottom]; }"


def test_why_not_stands_beside_the_card_that_is_read(person: Callable[..., Any]) -> None:
    vesna = person(seed=1)
    vesna.go()
    at_phase(vesna, "queue", 3, start=150)
    ship = vesna.page.locator(".own .ship").first
    ship.hover()
    vesna.page.locator(".view").wait_for()
    ship.click(force=True)  # it is not lit
    tip = vesna.page.locator(".tip.asks")
    expect(tip).to_contain_text("leaves in one of your upkeeps")
    left, top, right, bottom = tip.evaluate(BOX)
    x, y, to_x, to_y = vesna.page.locator(".view").evaluate(BOX)
    assert right <= x or to_x <= left or bottom <= y or to_y <= top, "neither covers the other"
    vesna.page.keyboard.press("s")
    expect(tip, "it is another decision").to_have_count(0)


def test_a_pointer_that_rests_on_a_sign_is_told_what_it_is(person: Callable[..., Any]) -> None:
    vesna = person(seed=1)
    vesna.table("sector86", [ME, BOT, BOT], seats=3)
    vesna.wait("asked")
    told = vesna.page.locator(".whatis")
    for where, words in [
        (".own header", "0 of 3 missions, 3 credits"),
        (".glance .line", "0 of 3 missions, 3 credits"),
        (".berth .place", "1 free"),
        (".pile:last-of-type", "cards, face up"),
    ]:
        vesna.page.locator(where).first.hover()
        expect(told).to_contain_text(words)


def test_an_empty_queue_leaves_its_room_on_a_phone_to_who_is_asked(person: Callable[..., Any]) -> None:
    vesna = person(way="finger", size=PHONE, seed=1)
    vesna.go()
    at_phase(vesna, "depart", 3, "hold:")
    choices = vesna.page.locator(".slips").bounding_box()["y"]
    for ship in vesna.page.locator(".own .ship").all():
        box = ship.bounding_box()
        assert box["y"] + box["height"] <= choices, "every ship that may stay is seen"


@functools.cache
def game_of_bots(seats: int, seed: int) -> tuple[dict[str, Any], list[tuple[str, int, list[str], Any]]]:
    """A whole game as a record, and every decision of the first seat: phase, step, legal moves, who could bid."""
    state = sectors.load("sector86").new(seats=seats, seed=seed, options=SHORT)
    bots = [sectors.bots.load("greedy", seed=seat) for seat in range(seats)]
    found = []
    while state.to_act is not None:
        if state.to_act == 0:
            view = state.view(0)
            asked = (view["ctx"]["auction"] or {}).get("order", [])
            bidders = [seat for seat in asked if len(view["stations"][seat]["credits"]) > 1]
            found.append((view["phase"], len(state.actions), state.legal(), bidders))
        state.play(bots[state.to_act].choose(state))
    return state.record(), found


def moment(
    phase: str, seats: int, wanted: str = "", asked: int = 0, start: int = 0, end: int = 10_000
) -> tuple[dict[str, Any], int]:
    """A recorded game and a step of it at which the first seat decides in that phase, and the first ones can bid."""
    for seed in range(40):
        record, found = game_of_bots(seats, seed)
        for one, step, legal, order in found:
            fits = any(move.startswith(wanted) for move in legal) and order[:asked] == [*range(asked)]
            if one == phase and fits and start <= step < end:
                return record, step
    raise AssertionError(f"no game has {phase}")


def at_phase(player: Any, phase: str, seats: int, wanted: str = "", **more: int) -> None:
    """A table at such a moment."""
    record, step = moment(phase, seats, wanted, **more)
    replay = player.post("records", record)["replay"]
    player.table("sector86", [ME, *[BOT] * (seats - 1)], **{"from": {"replay": replay, "step": step}})
    player.wait("asked")


def test_ships_are_held_in_any_order_and_the_sum_stands_on_the_button(person: Callable[..., Any]) -> None:
    vesna = person(seed=1)
    vesna.go()
    at_phase(vesna, "depart", 2, "hold:")
    ships = vesna.page.locator(".ships .toggle")
    go = vesna.page.locator(".slips .btn.go")
    expect(go).not_to_contain_text("Hold them all")
    names = ships.locator("b").all_inner_texts()
    for ship in reversed(ships.all()):  # against dock order
        ship.click()
    expect(go).to_contain_text("Hold them all")
    go.click()
    vesna.page.get_by_role("list", name="Log").get_by_text("hold").first.wait_for()
    vesna.page.wait_for_function(
        "() => document.querySelector('.table').dataset.state !== 'asked' || !document.querySelector('.ships')"
    )
    docks = vesna.page.get_by_role("list", name="Your docks").inner_text()
    assert all(name in docks for name in names), "every ship stays"


def test_a_team_is_suggested_and_sent_with_one_touch_more(person: Callable[..., Any]) -> None:
    vesna = person(seed=1)
    vesna.go()
    at_phase(vesna, "upkeep", 2, "send:")
    vesna.page.locator('.slips .choice[data-thing^="card:"]').first.click()
    expect(vesna.page.locator('.crew .toggle[aria-pressed="true"]')).not_to_have_count(0)
    mission = vesna.page.locator(".team .name").inner_text()
    vesna.page.get_by_role("button", name="Send them").click()
    vesna.page.locator(".queue .head b", has_text=re.compile("mission 1 of|mission 2 of|mission 3 of")).wait_for()
    expect(vesna.page.locator(".queue .head b")).to_contain_text(mission)


def test_what_a_levy_takes_is_asked_once_more(person: Callable[..., Any]) -> None:
    vesna = person(seed=1)
    vesna.go()
    at_phase(vesna, "levy", 2, "lose:")
    step = vesna.step
    vesna.page.locator(".slips .choice.hurts").first.click()
    asks = vesna.page.get_by_role("alertdialog")
    asks.wait_for()
    assert vesna.step == step
    asks.get_by_role("button", name="No").click()
    asks.wait_for(state="detached")
    vesna.page.locator(".mini.is-lit.doomed, .slips .choice.hurts").first.click()
    asks.get_by_role("button", name="Do it").click()
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")


SLIPS = {
    "queue": "flip",
    "depart": "hold:",
    "upkeep": "send:",
    "collision": "redirect:",
    "offer": "take",
    "bid": "bid:",
    "market": "want:",
    "levy": "lose:",
    "recruit": "hire:",
    "service": "train:",
}


@pytest.mark.parametrize(("theme", "size"), [("dark", LAPTOP), ("light", LAPTOP), ("light", PHONE)])
def test_no_slip_has_a_serious_violation_hides_what_is_lit_or_cuts_a_text(
    person: Callable[..., Any], theme: str, size: tuple[int, int]
) -> None:
    vesna = person(theme=theme, size=size, way="finger" if size == PHONE else "mouse", seed=1)
    vesna.go()
    found: dict[str, Any] = {}
    for phase, wanted in SLIPS.items():
        at_phase(vesna, phase, 5, wanted)
        found[phase] = [*violations(vesna.page), *vesna.page.evaluate(HIDDEN), *vesna.page.evaluate(CUT)]
        if phase == "upkeep":
            vesna.page.locator('.slips .choice[data-thing^="card:"]').first.click()
            vesna.page.locator(".team").wait_for()
            found["team"] = [*violations(vesna.page), *vesna.page.evaluate(HIDDEN)]
    assert {phase: bad for phase, bad in found.items() if bad} == {}


FLOWN = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const change of changes) for (const one of change.addedNodes)
      if (one.dataset?.way) flown.push(one.dataset.way);
  }).observe(document.body, { subtree: true, childList: true });
}"""


def test_payments_are_seen_flying(person: Callable[..., Any]) -> None:
    vesna = person(seed=1)
    vesna.page.emulate_media(reduced_motion="no-preference")
    vesna.go()
    at_phase(vesna, "depart", 2, "hold:")
    vesna.page.evaluate(FLOWN)
    vesna.page.locator(".slips .btn.go").click()
    vesna.page.wait_for_function("() => flown.includes('deck 0')")
    at_phase(vesna, "recruit", 2, "hire:")
    vesna.page.evaluate(FLOWN)
    vesna.page.locator(".slips .buy").first.click()
    vesna.page.wait_for_function("() => flown.includes('0 discard')")
    vesna.page.locator(".flight").first.wait_for(state="detached")


def test_a_cleared_queue_is_swept_away_and_its_words_can_be_read(person: Callable[..., Any]) -> None:
    vesna = person(seed=1)
    vesna.page.emulate_media(reduced_motion="no-preference")
    vesna.go()
    at_phase(vesna, "collision", 3, "clear", start=100)
    number = vesna.page.locator(".queue .card").count()
    vesna.page.evaluate(
        """() => {
          window.swept = 0;
          new MutationObserver(() => (swept = Math.max(swept, document.querySelectorAll(".swept").length)))
            .observe(document.body, { subtree: true, childList: true });
        }"""
    )
    vesna.page.locator('.choice[data-thing="do:clear"]').click()
    vesna.page.get_by_role("alertdialog").get_by_role("button", name="Do it").click()
    words = f"You clear the queue: {number} cards are gone"
    expect(vesna.page.locator(".queue .head b")).to_contain_text(words)
    vesna.page.wait_for_function("(number) => swept === number", arg=number)
    expect(vesna.page.locator(".swept")).to_have_count(0)


def swipe_left(player: Any, y: float) -> None:
    session = player.context.new_cdp_session(player.page)
    for x in range(300, 20, -20):
        kind = "touchStart" if x == 300 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_other_stations_are_a_swipe_away_on_a_phone(person: Callable[..., Any]) -> None:
    vesna = person(way="finger", size=PHONE, seed=1)
    vesna.table("sector86", [ME, BOT, BOT], seats=3)
    vesna.wait("asked")
    tabs = vesna.page.locator(".tabs .tab")
    expect(tabs).to_have_count(4)
    for number in (1, 2):
        swipe_left(vesna, vesna.page.locator(".pages").bounding_box()["y"] + 20)
        vesna.page.locator('.tabs .tab[aria-pressed="true"]').and_(tabs.nth(number)).wait_for()
    expect(vesna.page.locator(".page").nth(2).get_by_role("list", name="Docks")).to_be_visible()
    tabs.nth(0).tap()
    vesna.page.locator('.tabs .tab[aria-pressed="true"]').and_(tabs.nth(0)).wait_for()


def test_two_people_and_two_bots_online_through_an_auction_and_a_market(person: Callable[..., Any]) -> None:
    ana, juno = person(seed=21), person(seed=22, size=LAPTOP)
    ana.go()
    ana.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
    record, step = moment("offer", 4, "take", asked=2, end=120)  # both people are asked about a ship
    replay = ana.post("records", record)["replay"]
    places = [{"kind": "me", "name": "Ana"}, {"kind": "open"}, BOT, BOT]
    begun = {"from": {"replay": replay, "step": step}}
    made = ana.post("tables", {"game": "sector86", "pace": "at once", "places": places, "public": True, **begun})
    path = f"/table/{made['table']}"
    ana.go(path)
    juno.go(path)
    juno.press("Sit here")
    ana.press("Start with 4")
    for who in (ana, juno):
        who.wait("asked")
        expect(who.page.locator(".lot .worth")).to_be_visible()
        who.page.get_by_role("button", name="Take the ship").click()
    ana.wait("asked")
    assert "Sealed" not in ana.page.locator(".auction").inner_text()
    ana.page.locator(".bids .bid").first.click()
    ana.page.get_by_text("Sealed: waiting for").wait_for()
    assert "The bids" not in juno.page.locator(".queue .head").inner_text(), "sealed until all have chosen"
    juno.wait("asked")
    juno.page.locator(".bids .bid").last.click()
    ana.page.get_by_role("list", name="Log").get_by_text("bid").first.wait_for()
    market = False
    for _ in range(3000):
        for who in (ana, juno):
            if who.state == "asked":
                assert who.page.evaluate(HIDDEN) == []
                market = market or who.page.locator(".auction .buy, .auction + .choices .buy").count() > 0
                decide(who)
        if {ana.state, juno.state} == {"over"}:
            break
        ana.page.wait_for_timeout(20)
    assert {ana.state, juno.state} == {"over"} and market


def test_one_screen_is_covered_only_for_sealed_choices(person: Callable[..., Any]) -> None:
    both = person(seed=8)
    both.table("sector86", [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}])
    assert both.wait("asked", "covered") == "asked", "nothing is hidden when the game begins"
    for _ in range(2000):
        if both.wait("asked", "covered", "over") != "asked":
            break
        decide(both)
    assert both.state == "covered"
    expect(both.page.locator(".curtain")).to_contain_text("Hand the screen to")
