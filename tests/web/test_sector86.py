"""Whole games of Sector 86 on its own board: against bots for two and five, online with an auction and a market; by
mouse, finger and keys. At every decision all that is lit can be reached without scrolling the page."""

from __future__ import annotations

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
    vesna.table("sector86", [ME, BOT], options={"goal": 2, "turn_limit": 10})
    assert play(vesna) == "over"
    expect(vesna.page.locator(".tally")).not_to_be_empty()
    assert vesna.page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing may scroll sideways"


def test_five_stations_fit_a_laptop(person: Callable[..., Any]) -> None:
    vesna = person(size=LAPTOP, seed=5)
    vesna.table("sector86", [ME, *[BOT] * 4], seats=5, options={"goal": 2, "turn_limit": 10})
    vesna.wait("asked")
    lines = vesna.page.locator(".glance")
    expect(lines).to_have_count(4)
    assert all(line.bounding_box()["y"] + 28 <= LAPTOP[1] for line in lines.all())
    lines.first.locator(".line").click()
    expect(lines.first.locator(".whole")).to_be_visible()
    lines.first.locator(".line").click()
    play(vesna, 60)


def test_keys_alone_flip_stop_and_hire(person: Callable[..., Any]) -> None:
    vesna = person(seed=2)
    vesna.table("sector86", [ME, BOT])
    vesna.wait("asked")
    step = vesna.step
    vesna.page.keyboard.press("f")
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")
    vesna.wait("asked")
    vesna.page.locator(".queue .card").last.focus()
    expect(vesna.page.locator(".view .name"), "what has the focus is read").not_to_be_empty()
    vesna.page.keyboard.press("ArrowUp")
    above = vesna.page.evaluate("document.activeElement.dataset.thing")
    vesna.page.keyboard.press("Home")
    vesna.page.locator('[data-thing="do:flip"]:focus').wait_for()
    assert above


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


def at_phase(player: Any, phase: str, seats: int, wanted: str = "") -> None:
    """A table at a moment of a recorded game where the first seat decides in that phase."""
    for seed in range(20):
        state = sectors.load("sector86").new(seats=seats, seed=seed)
        bots = [sectors.bots.load("greedy", seed=seat) for seat in range(seats)]
        while state.to_act is not None:
            legal = state.legal()
            if state.to_act == 0 and state.view(0)["phase"] == phase and any(move.startswith(wanted) for move in legal):
                step = len(state.actions)
                while state.to_act is not None:
                    state.play(bots[state.to_act].choose(state))
                replay = player.post("records", state.record())["replay"]
                places = [ME, *[BOT] * (seats - 1)]
                player.table("sector86", places, **{"from": {"replay": replay, "step": step}})
                player.wait("asked")
                return
            state.play(bots[state.to_act].choose(state))
    raise AssertionError(f"no game has {phase}")


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
        "document.querySelector('.table').dataset.state !== 'asked' || !document.querySelector('.ships')"
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
    vesna.page.locator(".mini.is-lit.victim, .slips .choice.hurts").first.click()
    asks.get_by_role("button", name="Do it").click()
    vesna.page.locator(f'.table:not([data-step="{step}"])').wait_for(state="attached")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_slip_has_a_serious_violation(person: Callable[..., Any], theme: str) -> None:
    vesna = person(theme=theme, seed=1)
    vesna.go()
    found = {}
    for phase, wanted in (("queue", "flip"), ("depart", "hold:"), ("offer", "take"), ("collision", "redirect:")):
        at_phase(vesna, phase, 3, wanted)
        found[phase] = violations(vesna.page)
    assert {phase: bad for phase, bad in found.items() if bad} == {}


def test_two_people_and_two_bots_online_through_an_auction_and_a_market(person: Callable[..., Any]) -> None:
    ana, juno = person(seed=21), person(seed=22)
    ana.go()
    ana.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
    made = ana.post(
        "tables",
        {
            "game": "sector86",
            "seats": 4,
            "pace": "at once",
            "options": {"goal": 2, "turn_limit": 10, "seat_step": 2},
            "places": [{"kind": "me", "name": "Ana"}, {"kind": "open"}, BOT, BOT],
            "public": True,
        },
    )
    path = f"/table/{made['table']}"
    ana.go(path)
    juno.go(path)
    juno.press("Sit here")
    ana.press("Start with 4")
    slips = set()
    for _ in range(600):
        for who in (ana, juno):
            if who.page.locator(".table[data-state]").count() == 0:
                who.wait("asked", "waits", "over")
            if who.state != "asked":
                continue
            words = who.page.locator(".say").inner_text()
            slips |= {key for key in ("Take", "Bid", "Claim") if words.startswith(key)}
            decide(who)
        if {ana.state, juno.state} == {"over"} or {"Take", "Claim"} <= slips:
            break
        ana.page.wait_for_timeout(20)
    assert {"Take", "Claim"} <= slips, "both were asked about an offered ship and in a market"


def test_one_screen_is_covered_only_for_sealed_choices(person: Callable[..., Any]) -> None:
    both = person(seed=8)
    both.table("sector86", [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}])
    assert both.wait("asked", "covered") == "asked", "nothing is hidden when the game begins"
    for _ in range(120):
        if both.wait("asked", "covered", "over") == "covered":
            break
        decide(both)
    assert both.state == "covered"
    expect(both.page.locator(".curtain")).to_contain_text("Hand the screen to")
