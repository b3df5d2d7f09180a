"""Lessons over HTTP: no table and nothing kept, a typed answer to everything, and nobody's secrets."""

from typing import Any

import pytest

import sectors
from sectors.kit.coach import Coach
from tests.server.people import MakePerson

GAME = sectors.load("sector219")
FIRST = GAME.lessons[0]
ADDRESS = f"/api/games/{GAME.name}/lessons"


def test_every_game_lists_its_lessons(person: MakePerson) -> None:
    ana = person("Ana")
    for name in sectors.games():
        found = ana.web.get(f"/api/games/{name}/lessons").json()["lessons"]
        assert [one["id"] for one in found] == [one.id for one in sectors.load(name).lessons]


def test_a_lesson_is_walked_through_by_sending_the_answers_along(person: MakePerson) -> None:
    ana = person("Ana")
    coach = Coach(GAME, FIRST)
    answers: list[str] = []
    while coach.step is not None:
        body: dict[str, Any] = {"answers": answers}
        line = coach.shown_line()
        body |= {"play": line[0]} if line else {"go_on": True}
        found = ana.web.post(f"{ADDRESS}/{FIRST.id}", json=body).json()
        coach.go_on()
        answers = found["answers"]
        assert (answers, found["asks"], found["say"], found["praise"]) == (
            coach.answers,
            coach.asks,
            coach.say,
            coach.praise,
        )
        assert found["sight"]["view"] == coach.state.view(0)
        assert [move["text"] for move in found["sight"]["moves"]] == [move.text for move in coach.moves()]
        assert [entry["text"] for entry in found["log"]] == [one.text for one in coach.log]
    assert found["ending"]["winners"] == [0]


def test_a_wrong_try_and_a_refused_one_leave_the_lesson_where_it_is(person: MakePerson) -> None:
    ana = person("Ana")
    wrong = ana.web.post(f"{ADDRESS}/{FIRST.id}", json={"answers": [""], "play": "Mg6"}).json()
    assert (wrong["right"], wrong["answers"]) == (False, [""]) and "Take the Infantry" in wrong["answer"]
    refused = ana.web.post(f"{ADDRESS}/{FIRST.id}", json={"answers": [""], "play": "Ig7"}).json()
    assert (refused["right"], refused["refusal"]["rule"]) == (False, "R5.1")
    why = ana.web.post(f"{ADDRESS}/{FIRST.id}/why", json={"answers": [""], "path": ["hand:I", "cell:g7"]}).json()
    assert why["refusal"]["rule"] == "R5.1"


def test_nothing_of_the_other_hand_is_told(person: MakePerson) -> None:
    found = person("Ana").web.post(f"{ADDRESS}/{FIRST.id}", json={"answers": ["", "Ig6"]}).json()
    drawn = [event for entry in found["log"] for event in entry["events"] if event["event"] == "draw"]
    assert [("kinds" in event) for event in drawn] == [event["seat"] == 0 for event in drawn]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("sector219/lessons/nothing", {}, 404, "unknown-lesson"),
        ("sector0/lessons/first", {}, 404, "unknown-game"),
        ("sector219/lessons/first", {"answers": ["Zz"]}, 422, "bad-answers"),
        ("sector219/lessons/first", {"answers": 5}, 400, "bad-message"),
        ("sector219/lessons/first", {"play": "Ig6", "go_on": True}, 400, "bad-message"),
        ("sector219/lessons/first", {"more": 1}, 400, "bad-message"),
        ("sector219/lessons/first/why", {}, 400, "bad-message"),
    ],
)
def test_bad_requests_are_answered_with_a_type(
    person: MakePerson, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    answer = person("Ana").web.post(f"/api/games/{path}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_exercises_are_listed_with_the_one_of_the_day_and_tried(person: MakePerson) -> None:
    ana = person("Ana")
    found = ana.web.get(f"/api/games/{GAME.name}/exercises").json()
    assert [one["id"] for one in found["exercises"]] == [one.id for one in GAME.exercises]
    assert found["today"] in [one.id for one in GAME.exercises]
    exercise = GAME.exercises[0]
    address = f"/api/games/{GAME.name}/exercises/{exercise.id}"
    shown = ana.web.post(address, json={"go_on": True}).json()
    assert (shown["asks"], shown["say"], shown["answers"]) == ("end", exercise.why, list(exercise.lines[0]))
    assert ana.web.post(f"/api/games/{GAME.name}/lessons/{exercise.id}", json={}).status_code == 404
