"""Playing with others on good and bad days: two browsers, consent, seats that are left, taken and filled again, a wire
that is cut, and bots that fail or think for ever."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import services
from playwright.sync_api import expect

import sectors
from tests.server.cluster.processes import Server
from tests.web.test_pages import violations

GAMES = sectors.games()
BOT = [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}]
LONG = 60_000
# News that are still on their way while somebody acts: only answers are heard.
DEAF = """
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    set onmessage(hear) {
      super.onmessage = (event) => {
        if (!window.deaf || !["state", "update", "presence"].includes(JSON.parse(event.data).type)) hear(event);
      };
    }
  };
"""

# Press Wait, and say whether another bot is still offered before any more time has passed.
WAIT = """async () => {
  const buttons = () => [...document.querySelectorAll(".prompt button")];
  buttons().find((one) => one.innerText === "Wait").click();
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  return buttons().some((one) => one.innerText === "Another bot");
}"""


def together(person: Callable[..., Any], game: str = "sector18", options: Any = None, **juno_has: Any) -> list[Any]:
    """Two people at one table, each in a browser of their own."""
    ana, juno = person(seed=31), person(seed=32, **juno_has)
    for who in (ana, juno):
        who.go()
        who.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
    plan = {"game": game, "seats": 2, "places": [{"kind": "me", "name": "Ana"}, {"kind": "open"}]}
    made = ana.post("tables", {**plan, "options": options or {}})
    ana.link = f"/table/{made['table']}#{made['key']}"
    juno.go(ana.link)
    juno.press("Sit here")
    ana.go(ana.link)
    ana.press("Start with 2")
    for who in (ana, juno):
        who.wait("asked", "waits")
    return [ana, juno]


def until(who: Any, wanted: Callable[[], bool]) -> None:
    limit = time.monotonic() + LONG / 1000
    while not wanted():
        assert time.monotonic() < limit
        who.page.wait_for_timeout(30)


def at_step(who: Any, step: int) -> None:
    who.page.locator(f'.table[data-step="{step}"]').wait_for(state="attached", timeout=LONG)


def one_move(both: list[Any]) -> Any:
    """Whoever is asked moves; it is seen by both. Who moved is given back."""
    who = None
    while who is None:
        who = next((one for one in both if one.state == "asked"), None)
        if who is None:
            both[0].page.wait_for_timeout(30)
    before = [one.step for one in both]
    who.move()
    for one, step in zip(both, before, strict=True):
        at_step(one, step + 1)
    return who


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_stay_in_step(person: Callable[..., Any], game: str) -> None:
    both = together(person, game, {"purchase": "none"} if game == "starsectors" else None)
    ana, juno = both
    moves = 0
    while moves < 8 or ana.step != juno.step:
        for who in both:
            if who.state == "asked":
                who.move()
                moves += 1
        ana.page.wait_for_timeout(30)
        if "over" in (ana.state, juno.state):
            break
    told = ".log li:has(.n) .t"
    juno.page.wait_for_function(
        "n => document.querySelectorAll('.log li:has(.n)').length === n", arg=ana.page.locator(told).count()
    )
    assert ana.page.locator(told).all_inner_texts() == juno.page.locator(told).all_inner_texts()
    until(ana, lambda: {ana.state, juno.state} in ({"asked", "waits"}, {"over"}))


def test_a_cut_wire_loses_nothing(person: Callable[..., Any], wire: Any) -> None:
    ana, juno = together(person, address=wire.address)
    while juno.state != "asked":
        one_move([ana, juno])
    step = juno.step
    wire.cut()
    juno.page.get_by_text("Connection lost").wait_for()
    assert juno.state == "waits", "nothing is lit while nothing can be sent"
    expect(juno.page.locator(".board"), "the board can still be read").to_be_visible()
    wire.mend()
    juno.hurry()
    juno.page.get_by_text("Connection lost").wait_for(state="detached", timeout=LONG)
    juno.wait("asked")
    # The wire is dead, and nobody has noticed yet.
    juno.page.evaluate("window.native = WebSocket.prototype.send; WebSocket.prototype.send = () => undefined; 0")
    juno.move()
    wire.cut()
    juno.page.get_by_text("Your last move is kept and will be sent").wait_for()
    assert ana.step == step
    juno.page.evaluate("WebSocket.prototype.send = native; 0")
    wire.mend()
    for who in (ana, juno):
        at_step(who, step + 1)


def test_taking_back_needs_the_other_s_consent(person: Callable[..., Any]) -> None:
    both = together(person)
    mover = one_move(both)
    other = next(one for one in both if one is not mover)
    step = mover.step
    for answer, after in (("No", step), ("Allow it", step - 1)):
        mover.press("Ask undo")
        other.page.get_by_text("asks to take back 1 move").first.wait_for()
        mover.page.get_by_text("Waiting for").wait_for()
        other.page.locator(".offer").get_by_role("button", name=answer, exact=True).click()
        for who in both:
            at_step(who, after)
            who.page.locator(".offer").wait_for(state="detached")
    mover.wait("asked")


def test_taking_back_against_a_bot_is_done_at_once(person: Callable[..., Any]) -> None:
    vesna = person(seed=33)
    vesna.table("sector18", BOT, options={"first": 0})
    vesna.wait("asked")
    vesna.move()
    vesna.wait("asked")
    assert vesna.step > 1
    vesna.press("Undo")
    at_step(vesna, 0)
    vesna.wait("asked")
    expect(vesna.page.locator(".log")).to_contain_text("takes back")


def test_taking_back_on_one_screen_is_the_last_player_s(person: Callable[..., Any]) -> None:
    both = person(seed=34)
    both.table("sector18", [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}])
    both.wait("asked")
    both.move()
    at_step(both, 1)
    both.wait("asked")
    both.press("Undo")
    at_step(both, 0)


def flipped(vesna: Any, **more: Any) -> Any:
    """The button for taking back, after a card was flipped."""
    vesna.table("sector86", BOT, seats=2, **more)
    undo = vesna.page.locator(".foot button[title^='This move']")
    vesna.wait("asked")
    while not vesna.page.locator('.choice[data-thing="do:flip"]').count():  # the bot began, and offers something
        vesna.move()
        vesna.wait("asked")
    vesna.page.locator('.choice[data-thing="do:flip"]').click()
    undo.wait_for()
    return undo


def test_what_chance_has_shown_is_not_taken_back_in_a_serious_game(person: Callable[..., Any]) -> None:
    expect(flipped(person(seed=35), casual=False)).to_have_attribute("aria-disabled", "true")


def test_what_chance_has_shown_is_taken_back_for_practice_against_bots(person: Callable[..., Any]) -> None:
    vesna = person(seed=35)
    undo = flipped(vesna)
    step = vesna.step
    undo.click()
    vesna.page.locator(".log", has_text="for practice").wait_for()
    vesna.page.locator("header", has_text="practice").first.wait_for()
    assert vesna.step < step


def test_a_vanished_player_is_replaced_by_a_bot(person: Callable[..., Any], wire: Any) -> None:
    ana, juno = together(person, address=wire.address)
    wire.cut()
    ana.press("Let a bot play")
    ana.page.locator(".seat", has_text="bot").wait_for()
    ana.play(2)
    assert ana.wait("asked", "over", timeout=LONG)
    wire.mend()
    juno.hurry()
    juno.page.get_by_text("You were away, and Altair plays in your seat now").wait_for(timeout=LONG)
    expect(juno.page.locator(".choice"), "who watches is asked for nothing").to_have_count(0)


def test_a_vanished_player_is_replaced_by_a_person(person: Callable[..., Any], wire: Any) -> None:
    ana, juno = together(person, address=wire.address)
    wire.cut()
    ana.press("Free the seat")
    ana.page.locator(".seat", has_text="Free seat").wait_for()
    okoye = person(seed=36)
    okoye.go(ana.link)
    okoye.press("Sit here")
    for _ in range(3):
        one_move([ana, okoye])
    expect(okoye.page.locator(".seat", has_text="away")).to_have_count(0)
    wire.mend()
    juno.hurry()
    juno.page.get_by_text("Another device has your seat").wait_for(timeout=LONG)


def test_who_was_freed_while_away_can_sit_down_again(person: Callable[..., Any], wire: Any) -> None:
    ana, juno = together(person, address=wire.address)
    wire.cut()
    ana.press("Free the seat")
    ana.page.locator(".seat", has_text="Free seat").wait_for()
    wire.mend()
    juno.hurry()
    juno.page.get_by_text("your seat was opened").wait_for(timeout=LONG)
    juno.press("Sit here")
    one_move([ana, juno])


def test_a_seat_goes_to_the_other_device_and_the_first_says_so(person: Callable[..., Any]) -> None:
    vesna, phone = person(seed=37), person(seed=38)
    vesna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    vesna.table("sector18", BOT, options={"first": 0})
    vesna.wait("asked")
    vesna.press("Table")
    vesna.press("Copy a link for my other device")
    vesna.page.get_by_text("keep it to yourself").wait_for()
    phone.page.goto(vesna.page.evaluate("navigator.clipboard.readText()"))
    assert phone.wait("asked", timeout=LONG) == "asked"
    vesna.page.get_by_text("Another device has your seat").wait_for()
    assert vesna.wait("waits") == "waits"
    phone.move()
    vesna.page.locator('.table:not([data-step="0"])').wait_for(state="attached")
    vesna.page.keyboard.press("Escape")
    vesna.press("Got it")
    vesna.page.get_by_text("Another device has your seat").wait_for(state="detached")


def test_a_seat_that_somebody_else_took_first(person: Callable[..., Any]) -> None:
    ana, juno, okoye = person(), person(), person()
    okoye.context.add_init_script(DEAF)
    ana.go()
    ana.press("Friends, by link")
    ana.press("Make a table and a link")
    link = ana.page.locator("#link").inner_text()
    okoye.page.goto(link)
    okoye.page.get_by_role("button", name="Sit here").wait_for()
    okoye.page.evaluate("window.deaf = true")
    juno.page.goto(link)
    juno.press("Sit here")
    juno.page.get_by_role("button", name="Stand up").wait_for()
    okoye.press("Sit here")
    okoye.page.get_by_text("sits there.").wait_for()


def test_a_bot_that_fails_is_replaced(person: Callable[..., Any], mood: Callable[[str], Any]) -> None:
    vesna = person(seed=39)
    vesna.table("sector18", BOT, options={"first": 0})
    vesna.wait("asked")
    mood("fails")
    vesna.move()
    vesna.page.get_by_text("Altair stopped working").wait_for()
    expect(vesna.page.locator(".prompt")).to_contain_text("must be replaced")
    mood("calm")
    vesna.press("Another bot")
    assert vesna.wait("asked", timeout=LONG) == "asked"
    expect(vesna.page.get_by_text("stopped working")).to_have_count(0)


def test_a_bot_that_thinks_for_long_can_be_replaced_or_waited_for(
    person: Callable[..., Any], mood: Callable[[str], Any]
) -> None:
    vesna = person(seed=40)
    vesna.table("sector18", [BOT[0], {"kind": "bot", "level": 3}], options={"first": 0})
    vesna.wait("asked")
    mood("thinks")
    vesna.move()
    another = vesna.page.get_by_role("button", name="Another bot")
    another.wait_for()
    expect(vesna.page.locator(".prompt")).to_contain_text("thinking for")
    assert vesna.page.evaluate(WAIT) is False, "who waits is not asked again at once"
    another.wait_for()
    mood("calm")
    another.click()
    assert vesna.wait("asked", timeout=LONG) == "asked"
    expect(vesna.page.locator(".seat", has_text="level 2")).to_be_visible()


def test_after_the_game_the_list_says_who_won_and_the_replay_shows_the_hands(person: Callable[..., Any]) -> None:
    vesna = person(seed=4)
    vesna.table("sector219", [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}])
    assert vesna.play() == "over"
    page = vesna.page
    if page.locator(".end .result").inner_text() != "Drawn":
        page.locator(".end", has_text="decided it").wait_for()
        page.get_by_role("button", name="See it").click()
        page.get_by_role("button", name="Back to the game").click()
    page.get_by_role("button", name="Replay", exact=True).click()
    page.locator(".moves .line").nth(3).wait_for()
    page.locator('.seat [aria-label="Hand"]').nth(1).wait_for()  # both hands are shown
    page.get_by_role("button", name="Speed 1").click()
    page.get_by_role("button", name="Speed 2").wait_for()
    vesna.go("/tables")
    row = page.locator(".rows li")
    row.locator('[data-stand="won"], [data-stand="lost"], [data-stand="drawn"]').wait_for()
    assert "level 1" in row.inner_text()
    game, _, order = page.locator(".tools select").all()
    order.select_option("result")
    game.select_option(label="Battle for Sector 219")
    page.once("dialog", lambda dialog: dialog.accept("The long evening"))
    row.get_by_role("button", name="Name").click()
    page.locator(".rows b", has_text="The long evening").wait_for()
    row.get_by_role("button", name="Remove").click()
    page.get_by_text("1 table is off this list").wait_for()
    assert page.locator(".rows li").count() == 0
    page.get_by_role("button", name="Show all again").click()
    page.locator(".rows li").wait_for()


@pytest.mark.skipif(not services.has_both(), reason="needs PostgreSQL and Redis")
def test_players_read_a_calm_sentence_while_the_database_is_away(person: Callable[..., Any], tmp_path: Path) -> None:
    postgres, redis = services.Postgres(), services.Redis()
    server = Server(tmp_path / "server.log", postgres.new_database("away"), redis.url).wait()
    try:
        vesna = person(seed=33, address=server.url)
        vesna.table("sector18", [{"kind": "me", "name": "Vesna"}, {"kind": "me", "name": "Juno"}])
        vesna.play(2)
        vesna.wait("asked")
        before = vesna.step
        postgres.crash()
        vesna.touch_until(lambda: vesna.page.get_by_text("cannot reach its database just now").count() > 0)
        assert vesna.step == before
        postgres.start()
        vesna.touch_until(lambda: vesna.step > before)
    finally:
        server.kill()
        redis.close()
        postgres.close()


@pytest.mark.parametrize("game", ["sector86", "sector219"])  # lots for the seats, and a draw of the rules
def test_everybody_sees_whom_the_lots_let_begin(person: Callable[..., Any], game: str) -> None:
    vesna = person(seed=3)
    vesna.go(f"/?game={game}")
    vesna.press("Play against level")
    slip = vesna.page.get_by_role("region", name="Lots for the first player")
    expect(slip).to_contain_text("Lots decided it.")
    expect(slip.get_by_role("listitem")).to_have_count(2)
    expect(vesna.page.get_by_role("list", name="Log")).to_contain_text("Lots decided:")
    expect(vesna.page.locator("p.sr[aria-live]")).to_contain_text("Lots decided:")
    vesna.wait("asked", "waits")
    assert violations(vesna.page) == []
    slip.get_by_role("button", name="Got it").click()
    expect(slip).to_have_count(0)
    vesna.press("Resign")
    vesna.page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    vesna.wait("over")
    vesna.press("Replay")
    expect(vesna.page.locator(".prompt .path")).to_contain_text("lots decided")
