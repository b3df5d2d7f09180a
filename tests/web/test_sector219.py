"""Whole games of Sector 219 on its own board: against a bot, on one screen, online; by mouse, finger and keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.player import PHONE, SIDEWAYS

BOT = [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}]


def test_a_newcomer_plays_after_two_clicks_and_finishes(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.go()
    vesna.page.get_by_role("button", name=re.compile("Battle for Sector 219")).first.click()
    vesna.press("Play against level")
    assert vesna.wait("asked") == "asked"
    expect(vesna.page).to_have_title("Your move: Battle for Sector 219")
    assert vesna.play() == "over"
    expect(vesna.page.locator(".result")).not_to_be_empty()
    expect(vesna.page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize(("way", "size"), [("finger", PHONE), ("finger", SIDEWAYS), ("keys", (1280, 720))])
def test_a_whole_game_without_a_mouse(person: Callable[..., Any], way: str, size: tuple[int, int]) -> None:
    vesna = person(way=way, size=size, seed=3)
    vesna.table("sector219", BOT)
    assert vesna.play() == "over"
    wide = vesna.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0], "nothing may scroll sideways"


def test_a_first_tap_only_shows_what_it_would_do(person: Callable[..., Any]) -> None:
    vesna = person(way="finger", size=PHONE)
    vesna.table("sector219", BOT, options={"opening": "first_game", "first": 0})
    vesna.wait("asked")
    vesna.page.locator(".card.is-lit").first.tap()
    vesna.page.locator("g.space.can > .touch").first.tap(force=True)
    assert vesna.step == 0
    vesna.page.locator(".strip.ready .btn.go").tap()
    vesna.page.locator('.table:not([data-step="0"])').wait_for(state="attached")


def test_escape_goes_back_one_step_and_typed_notation_plays(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.table("sector219", BOT, options={"opening": "first_game", "first": 0})
    vesna.wait("asked")
    vesna.page.locator(".card.is-lit").first.click()
    expect(vesna.page.locator("g.space.can")).not_to_have_count(0)
    vesna.page.keyboard.press("Escape")
    expect(vesna.page.locator("g.space.can")).to_have_count(0)
    kind = vesna.page.locator(".card.is-lit").first.get_attribute("data-thing")[-1]
    vesna.page.keyboard.press("/")
    vesna.page.keyboard.type(f"{kind.lower()}g6")
    vesna.page.keyboard.press("Enter")
    vesna.page.locator('.table:not([data-step="0"])').wait_for(state="attached")


def test_what_is_not_lit_says_why_and_opens_the_guide_there(person: Callable[..., Any]) -> None:
    vesna = person()
    vesna.table("sector219", BOT, options={"opening": "first_game", "first": 0})
    vesna.wait("asked")
    vesna.page.locator(".card.is-lit").first.click()
    city = vesna.page.locator('[data-thing="cell:g7"] > .touch')
    city.hover(force=True)
    tip = vesna.page.locator(".tip")
    tip.wait_for()
    expect(tip).to_contain_text("R")
    city.click(force=True)
    tip.locator(".cite").click()
    vesna.page.locator(".drawer .cited").wait_for()
    assert vesna.page.locator(".drawer").inner_text().count("You came from") == 1


def test_a_finger_that_is_held_on_a_card_or_a_unit_sees_its_three_diagrams(person: Callable[..., Any]) -> None:
    vesna = person(way="finger", size=PHONE)
    vesna.table("sector219", BOT, options={"opening": "first_game", "first": 0})
    vesna.wait("asked")
    card = vesna.page.locator(".card.is-lit").first
    box = card.bounding_box()
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger = vesna.context.new_cdp_session(vesna.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    told = vesna.page.locator(".whatis")
    expect(told).to_contain_text("in hand")
    expect(told.locator(".dia")).to_have_count(3)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card).to_have_attribute("aria-pressed", "false")


def test_one_screen_covers_the_hand_between_turns(person: Callable[..., Any]) -> None:
    both = person(seed=5)
    both.table("sector219", [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Juno"}])
    assert both.wait("covered") == "covered"
    assert both.page.locator("[data-thing]").count() == 0, "the covered hand is not in the page"
    expect(both.page.locator(".curtain")).to_contain_text("Ana")
    both.press("I am Ana")
    both.wait("asked")
    both.move()
    assert both.wait("covered") == "covered"
    expect(both.page.locator(".curtain")).to_contain_text("Juno")
    assert "Infantry" not in both.page.locator("body").inner_text()
    assert both.page.locator(".strip .dev").count() == 0, "what was played last is not in the page, on a phone neither"
    assert both.play() == "over"


def test_online_through_a_cut_wire_and_a_restarted_server(person: Callable[..., Any], site: Any, wire: Any) -> None:
    ana, juno = person(seed=7), person(seed=8, address=wire.address)
    ana.go()
    ana.press("Friends, by link")
    ana.press("Make a table and a link")
    juno.go(ana.page.locator("#link").inner_text().removeprefix(ana.address))
    juno.press("Sit here")
    ana.press("Start with 2")
    for who in (ana, juno):
        who.wait("asked", "waits")

    def moves(number: int) -> None:
        """So many moves, or to the end."""
        while number > 0 and {ana.state, juno.state} != {"over"}:
            for who in (ana, juno):
                if who.state == "asked":
                    who.move()
                    number -= 1
            ana.page.wait_for_timeout(30)

    moves(6)
    wire.cut()
    juno.page.get_by_text("Connection lost").wait_for()
    while ana.state != "waits":
        ana.move()
    wire.mend()
    juno.hurry()
    juno.page.get_by_text("Connection lost").wait_for(state="detached")
    moves(4)
    site.stop()
    for who in (ana, juno):
        who.page.get_by_text("Connection lost").wait_for()
    site.start()
    for who in (ana, juno):
        who.hurry()
        who.page.get_by_text("Connection lost").wait_for(state="detached")
    moves(1000)
    assert ana.state == juno.state == "over"
    assert ana.page.locator(".n").all_inner_texts()[3:] == juno.page.locator(".n").all_inner_texts()[3:]


def test_another_content_is_played_on_the_same_board(person: Callable[..., Any]) -> None:
    vesna = person(seed=9)
    vesna.go()
    vesna.press("Options")
    vesna.page.get_by_label("cards and maps").select_option("small")
    vesna.page.get_by_label("opening").select_option("first_game")
    vesna.press("Play against level")
    vesna.wait("asked")
    vesna.page.locator(".tbl", has_text="Quarrymen").wait_for()
    assert vesna.page.locator("g.space").count() <= 81
    base = vesna.page.locator('g.space[data-thing="cell:e4"]')
    expect(base).to_have_attribute("aria-label", re.compile("^e4, your base"))
    assert vesna.play() == "over"


def test_two_tabs_of_one_player_stay_in_step(person: Callable[..., Any]) -> None:
    vesna = person()
    table = vesna.table("sector219", BOT, options={"opening": "first_game", "first": 0})
    vesna.wait("asked")
    other = vesna.context.new_page()
    other.goto(f"{vesna.address}/table/{table}")
    other.locator('.table[data-state="asked"]').wait_for()
    vesna.move()
    other.locator(".table:not([data-step='0'])").wait_for()


def test_look_back_hint_chat_and_resign(person: Callable[..., Any]) -> None:
    vesna = person(seed=11)
    vesna.table("sector219", BOT, options={"opening": "first_game", "first": 0})
    vesna.play(3)
    vesna.wait("asked")
    page = vesna.page
    page.keyboard.press("h")
    page.get_by_role("button", name="Back to the game").wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    vesna.press("Hint")
    page.locator("[data-points-at]").wait_for()
    page.get_by_role("button", name="Show the move and why").click()
    page.locator(".hint", has_text="This move").wait_for()
    assert page.locator("[data-points-at]").count() == 0
    page.locator("#chat").fill("good evening")
    page.keyboard.press("Enter")
    page.locator(".log .chat", has_text="good evening").wait_for()
    vesna.press("Resign")
    page.get_by_role("alertdialog").get_by_role("button", name="Play on").click()
    assert vesna.state == "asked"
    vesna.press("Resign")
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    assert vesna.wait("over") == "over"


def test_a_draw_is_offered_and_answered(person: Callable[..., Any]) -> None:
    ana, juno = person(), person()
    ana.go()
    ana.press("Friends, by link")
    ana.press("Make a table and a link")
    juno.page.goto(ana.page.locator("#link").inner_text())
    juno.press("Sit here")
    ana.press("Start with 2")
    ana.wait("asked", "waits")
    ana.press("Offer draw")
    juno.press("Allow it")
    for who in (ana, juno):
        assert who.wait("over") == "over"
        expect(who.page.locator(".result")).to_have_text("Drawn")


def test_after_the_game_it_replays_by_a_link(person: Callable[..., Any]) -> None:
    vesna = person(seed=13)
    vesna.table("sector219", BOT)
    assert vesna.play() == "over"
    page = vesna.page
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    record = download.value.path()
    vesna.press("Replay")
    page.wait_for_url("**/replay/*")
    page.locator(".moves button").first.wait_for()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**?step=*")
    page.reload()
    page.locator(".moves [aria-current]").wait_for()
    vesna.go("/import")
    file = {"name": "r.json", "mimeType": "application/json", "buffer": record.read_bytes()}
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/replay/*")
    page.locator(".moves button").first.wait_for()
