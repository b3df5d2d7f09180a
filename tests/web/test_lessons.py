"""Lessons in the browser: by mouse and by keys alone, left and resumed, and heard by those who do not see the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import sectors
from sectors.kit.coach import Coach
from tests.web.player import DESKTOP, PHONE
from tests.web.test_pages import violations

GAME = sectors.load("sector219")
FIRST = GAME.lessons[0]
TAUGHT = [name for name in sectors.games() if sectors.load(name).lessons]
ADDRESS = f"/learn/{GAME.name}/{FIRST.id}"
OUT_OF_SIGHT = """() => [...document.querySelectorAll("[data-points-at]")].filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return left < 0 || right > innerWidth;
}).map((one) => one.dataset.pointsAt)"""


def at(page: Any, coach: Coach) -> None:
    """The page stands where the coach stands."""
    strip = page.locator(f'.coach[data-asks="{coach.asks}"][data-number="{coach.number}"]')
    expect(strip.locator(".say")).to_contain_text(coach.say)
    points = coach.step.point if coach.step else ()
    expect(page.locator("[data-points-at]")).to_have_count(len(points))


def test_the_first_lesson_is_played_to_a_win_by_mouse(person: Callable[..., Any]) -> None:
    ana = person()
    page = ana.page
    ana.go("/")
    page.get_by_role("link", name="Learn it in 3 minutes").first.click()
    page.get_by_role("link", name=FIRST.title).click()
    coach = Coach(GAME, FIRST)
    while coach.step is not None:
        at(page, coach)
        if coach.asks == "next":
            page.get_by_role("button", name="Next").click()
        for text in coach.shown_line():
            move = next(one for one in coach.state.moves() if one.text == text)
            for thing in move.path[:2] if len(move.path) > 2 else move.path:
                page.locator(f'[data-thing="{thing}"]').first.click()
        coach.go_on()
    at(page, coach)
    expect(page.locator(".prompt .say")).to_have_text("You occupied Orange's base and win")
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator("li .mark.done")).to_have_count(1)


def test_a_wrong_try_is_answered_and_the_lesson_is_left_and_resumed(person: Callable[..., Any]) -> None:
    ana = person()
    page = ana.page
    ana.go(ADDRESS)
    page.wait_for_selector(".table:not(.unready)")
    page.get_by_role("button", name="Next").click()
    at(page, Coach(GAME, FIRST, [""]))
    page.locator('[data-thing="hand:M"]').click()
    page.locator('[data-thing="cell:g6"]').click()
    expect(page.locator(".coach .no")).to_contain_text("Take the Infantry")
    page.locator('[data-thing="hand:I"]').click()
    page.locator('[data-thing="cell:g7"]').click(force=True)
    expect(page.locator(".tip .no")).to_contain_text("No unit may stand on the City")
    page.locator('[data-thing="cell:g6"]').click()
    expect(page.locator('.coach[data-number="3"] .yes')).to_contain_text("Your base is held")
    page.get_by_role("link", name="Leave").click()
    expect(page.get_by_text("step 3 of 7")).to_be_visible()
    page.get_by_role("link", name=FIRST.title).click()
    at(page, Coach(GAME, FIRST, ["", "Ig6"]))
    page.get_by_role("button", name="Back").click()
    at(page, Coach(GAME, FIRST, [""]))
    page.get_by_role("button", name="Show me").click()
    at(page, Coach(GAME, FIRST, ["", "Ig6"]))
    page.get_by_role("button", name="Start over").click()
    at(page, Coach(GAME, FIRST))


def test_the_first_lesson_by_keys_alone_and_heard(person: Callable[..., Any]) -> None:
    ana = person(way="keys")
    page = ana.page
    ana.go(ADDRESS)
    page.wait_for_selector(".table:not(.unready)")
    coach = Coach(GAME, FIRST)
    page.keyboard.press("Shift")  # whoever begins by keys is led by the focus from then on
    while coach.step is not None:
        at(page, coach)
        expect(page.locator(".coach [aria-live]")).to_contain_text(coach.say)
        if coach.asks == "next":
            if coach.number == 1:
                page.locator(".coach .btn.go").focus()
            expect(page.locator(".coach .btn.go")).to_be_focused()
            page.keyboard.press("Enter")
        elif coach.asks == "play":
            expect(page.locator(f'[data-thing="{coach.step.point[0]}"]').first).to_be_focused()
            page.keyboard.press("/")
            page.keyboard.type(coach.shown_line()[0])
            page.keyboard.press("Enter")
        coach.go_on()
    at(page, coach)
    expect(page.locator(".coach .btn.go")).to_be_focused()


def test_an_exercise_of_the_day_is_solved_and_the_streak_grows(person: Callable[..., Any]) -> None:
    ana = person()
    page = ana.page
    ana.go(f"/exercises/{GAME.name}")
    page.locator(".day a").click()
    page.locator(".table:not(.unready) .coach").wait_for()
    exercise = next(one for one in GAME.exercises if page.url.endswith(one.id))
    second = max(exercise.others, key=lambda move: exercise.others[move])
    for wrong, text in ((True, second), *((False, one) for one in exercise.lines[0])):
        page.locator("#typed").fill(text)
        page.keyboard.press("Enter")
        if wrong:
            expect(page.locator(".coach .no")).to_contain_text("Try again")
        else:
            expect(page.locator(".coach .no")).to_have_count(0)
    expect(page.locator(".coach .yes")).to_have_text("Right.")
    expect(page.locator(".coach .say")).to_contain_text(exercise.why)
    page.get_by_role("link", name="All exercises").click()
    expect(page.get_by_text("1 day in a row.")).to_be_visible()
    expect(page.locator(".day .mark.done")).to_have_count(1)


def test_an_answer_that_was_shown_does_not_count(person: Callable[..., Any]) -> None:
    ana = person()
    exercise = GAME.exercises[0]
    ana.go(f"/exercises/{GAME.name}/{exercise.id}")
    ana.page.get_by_role("button", name="Show me").click()
    expect(ana.page.locator(".coach .say")).to_contain_text(exercise.why)
    expect(ana.page.locator(".coach .no")).to_contain_text("does not count")
    ana.page.get_by_role("link", name="All exercises").click()
    ana.page.locator(f'a[data-exercise="{exercise.id}"]').first.wait_for()
    expect(ana.page.locator(".mark.done")).to_have_count(0)


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "dark"), (PHONE, "light")])
def test_lessons_are_for_everybody(person: Callable[..., Any], game: str, size: tuple[int, int], theme: str) -> None:
    ana = person(size=size, theme=theme, way="finger" if size == PHONE else "mouse")
    ana.go(f"/learn/{game}")
    ana.page.locator("main li a").first.wait_for()
    assert violations(ana.page) == []
    ana.go(f"/exercises/{game}")
    ana.page.locator("main h1").wait_for()
    assert violations(ana.page) == []
    ana.go(f"/learn/{game}/{sectors.load(game).lessons[0].id}")
    ana.page.locator(".table:not(.unready) .coach").wait_for()
    assert violations(ana.page) == []
    assert ana.settled(OUT_OF_SIGHT) == []
