"""Bots at tables."""

import random
import threading
import time
from itertools import pairwise
from typing import Any

import pytest

import sectors
from sectors import bots
from sectors.kit import Json, State
from sectors.kit.records import steps
from sectors.server.tables.turning_point import turning_point
from tests.server.people import MakePerson, Running


def until(wanted: Any, seconds: int = 60) -> None:
    limit = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < limit
        time.sleep(0.02)


def test_bots_play_a_whole_game_among_themselves(person: MakePerson) -> None:
    ana = person("Ana")
    plan = {"public": True, "pace": "at once"}
    table = ana.make([{"kind": "bot", "level": 1}, {"kind": "bot", "level": 2}], start=True, **plan)["table"]
    until(lambda: ana.state(table)["status"] == "over")
    state = ana.state(table)
    assert [seat["name"] for seat in state["seats"]] == ["Altair", "Bellatrix"]


def test_a_bot_answers_a_person_at_the_pace_that_is_set(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.make([{"kind": "me"}, {"kind": "bot", "level": 1}], start=True, options={"first": 0})["table"]
    source = random.Random(1)

    def moves_of_bot() -> Any:
        return sum(entry["kind"] == "play" and entry["seat"] == 1 for entry in ana.state(table)["log"])

    for pace, least in (("normal", 0.6), ("at once", 0.0)):
        ana.do(table, "pace", pace=pace)
        until(lambda: ana.state(table)["sight"]["your_turn"])
        before, began = moves_of_bot(), time.monotonic()
        while moves_of_bot() == before:  # it may answer before anybody looks
            assert time.monotonic() < began + 60
            if ana.state(table)["sight"]["your_turn"]:
                ana.play_on(table, source, most=1, seats=(0,))
        assert time.monotonic() - began >= least


def test_a_thinking_bot_delays_no_other_table(
    person: MakePerson, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = threading.Event()

    def slow(self: Any, seen: Any) -> Any:
        release.wait(120)
        return seen.legal()[0]

    monkeypatch.setattr("sectors.bots.Mcts.choose", slow)
    ana, bo = person("Ana"), person("Bo")
    stuck = [ana.make([{"kind": "bot"}] * 2, start=True, public=True)["table"] for _ in range(8)]
    live = ana.live(stuck[0]).until(lambda one: one.state)
    live.until(lambda one: True)
    assert ana.state(stuck[0])["sight"]["thinking"] is not None
    table = bo.alone()["table"]
    bo.play_on(table, random.Random(1), most=10)
    assert not any(ana.state(name)["sight"]["step"] for name in stuck)
    release.set()
    until(lambda: all(ana.state(name)["sight"]["step"] > 0 for name in stuck))


@pytest.mark.parametrize("fault", ["raises", "plays nonsense"])
def test_a_bot_that_fails_is_reported_and_can_be_replaced(
    person: MakePerson, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    def choose(self: Any, seen: Any) -> Any:
        if fault == "raises":
            raise RuntimeError("a fault for the test")
        return "nonsense"

    monkeypatch.setattr("sectors.bots.Mcts.choose", choose)
    ana = person("Ana")
    places = [{"kind": "bot", "level": 1}, {"kind": "me"}]
    table = ana.make(places, start=True, pace="at once", options={"first": 0})["table"]
    until(lambda: ana.state(table)["seats"][0]["failed"])
    state = ana.state(table)
    assert "must be replaced" in state["sight"]["asked"] and state["log"][-1]["kind"] == "failed"
    monkeypatch.undo()
    assert ana.do(table, "bot", seat=0, level=2).status_code == 200
    until(lambda: ana.state(table)["sight"]["step"] > 0)


def test_a_bot_that_thinks_for_long_can_be_replaced(person: MakePerson, monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def choose(self: Any, seen: Any) -> Any:
        if not release.wait(timeout=60):
            raise TimeoutError
        return "nonsense"

    monkeypatch.setattr("sectors.bots.Mcts.choose", choose)
    ana = person("Ana")
    places = [{"kind": "bot", "level": 1}, {"kind": "me"}]
    table = ana.make(places, start=True, pace="at once", options={"first": 0})["table"]
    until(lambda: ana.state(table)["sight"]["thinking"] == 0)
    assert ana.do(table, "bot", seat=0, level=2).json()["error"]["code"] == "present"
    monkeypatch.undo()
    monkeypatch.setattr("sectors.server.limits.PATIENCE", 0.0)
    try:
        assert ana.do(table, "bot", seat=0, level=2).status_code == 200
        until(lambda: ana.state(table)["sight"]["step"] > 0)
        assert not ana.state(table)["seats"][0]["failed"]
    finally:
        release.set()


def test_a_hint_is_a_legal_move_and_only_for_casual_games(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    seat = ana.state(table, seat="none")["sight"]["to_act"]
    state = ana.state(table, seat=seat)
    answer = ana.do(table, "hint", seat=seat, level=2).json()
    assert answer["hint"] in state["sight"]["moves"]
    assert 0 <= answer["value"] <= 1
    assert answer["others"] and all(one["move"] in state["sight"]["moves"] for one in answer["others"])
    assert answer["hint"] not in [one["move"] for one in answer["others"]]
    assert all(one["seat"] in (0, 1) and one["title"] for one in answer["line"])
    assert ana.do(table, "hint", seat=1 - seat).json()["error"]["code"] == "no-hint"
    serious = ana.alone(casual=False)["table"]
    seat = ana.state(serious, seat="none")["sight"]["to_act"]
    assert ana.do(serious, "hint", seat=seat).json()["error"]["code"] == "no-hint"


def test_a_bot_answers_an_offer_of_a_draw(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.make([{"kind": "me"}, {"kind": "bot", "level": 1}], start=True, options={"first": 0})["table"]
    ana.do(table, "draw", seat=0)
    state = ana.state(table)
    answers = [entry for entry in state["log"] if entry["kind"] == "answer"]
    assert len(answers) == 1 and (state["status"] == "over") == answers[0]["yes"]


def test_taking_back_against_a_bot_needs_no_answer(person: MakePerson) -> None:
    ana = person("Ana")
    places = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    table = ana.make(places, start=True, pace="slow", options={"first": 0})["table"]
    state = ana.state(table)
    move = state["sight"]["moves"][0]["text"]
    ana.do(table, "play", seat=0, text=move, number=state["number"])
    assert ana.state(table)["sight"]["undo"] == "consent"  # two cards put back unseen: nobody has learnt anything
    assert ana.do(table, "undo", seat=0).status_code == 200
    assert ana.state(table)["sight"]["view"] == state["sight"]["view"]


def flipped(person: MakePerson, *names: str, **settings: Any) -> tuple[Any, str, Json]:
    """A game of Sector 86 in which the first of these people has flipped a card, which everybody has seen."""
    ana, *others = [person(name) for name in names]
    places = [{"kind": "me"}, {"kind": "open"} if others else {"kind": "bot", "level": 1}]
    made = ana.make(places, start=not others, game="sector86", pace="slow", **settings)
    for other in others:
        other.post(f"/api/tables/{made['table']}/enter", {"key": made["key"]})
        assert other.do(made["table"], "sit", seat=1).status_code == 200
        ana.do(made["table"], "start")
    before = ana.state(made["table"])
    assert ana.do(made["table"], "play", seat=0, text="flip", number=before["number"]).status_code == 200
    return ana, made["table"], before


def test_alone_against_bots_what_was_shown_is_taken_back_too_and_the_game_is_for_practice(person: MakePerson) -> None:
    ana, table, before = flipped(person, "Ana")
    state = ana.state(table)
    assert state["sight"]["undo"] == "practice" and not state["practice"]
    assert ana.do(table, "undo", seat=0).status_code == 200
    after = ana.state(table)
    assert after["sight"]["view"] == before["sight"]["view"]
    assert after["practice"] and "practice" in after["log"][-1]["lines"][0]
    ana.do(table, "resign", seat=0)
    token = ana.do(table, "share").json()["replay"]
    replay = ana.get(f"/api/replays/{token}").json()
    assert replay["proof"]["verdict"] == "partly"
    assert any("practice" in line for line in replay["proof"]["not_proved"])


def test_what_was_shown_stands_where_other_people_play_and_in_serious_games(person: MakePerson) -> None:
    cases: list[tuple[tuple[str, ...], Json]] = [(("Ana", "Bo"), {}), (("Ana",), {"casual": False})]
    for names, settings in cases:
        ana, table, _ = flipped(person, *names, **settings)
        assert ana.state(table)["sight"]["undo"] == "refused"
        assert ana.do(table, "undo", seat=0).json()["error"]["code"] == "undo-refused"


def test_a_person_can_take_the_place_of_a_bot_that_was_not_meant_to_play(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    table = ana.make([{"kind": "me"}, {"kind": "bot", "level": 1}], public=True)["table"]
    assert ana.do(table, "bot", seat=1, level=4).status_code == 200
    assert ana.state(table)["seats"][1]["level"] == 4
    assert ana.do(table, "open", seat=1).status_code == 200
    assert bo.do(table, "sit", seat=1).status_code == 200


def test_a_finished_game_says_which_move_decided_it(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    ana.do(table, "resign", seat=0)
    assert ana.get(f"/api/tables/{table}/decided").json() == {"turning_point": None}, "nobody moved"


def test_the_move_that_decided_a_game_raised_the_winner_s_chances_most() -> None:
    state = sectors.load("sector219").new(seed=3)
    players = [bots.load("greedy", seed=seat) for seat in range(2)]
    while state.to_act is not None:
        state.play(players[state.to_act].choose(state.seen_by(state.to_act, len(state.actions))))
    assert state.result is not None
    winner = state.result.index(max(state.result))
    found = turning_point(state.game, state.record(), winner)
    assert found is not None and found.winner == winner and found.lines
    judge = state.game.evaluator()
    worth = [
        (one.result or judge.values(one.core))[winner] for one in map(State.copy, steps(state.game, state.record()))
    ]
    rises = [after - before for before, after in pairwise(worth)]
    assert rises[found.step - 1] == max(rises) and found.after > found.before


def test_a_game_in_play_is_not_decided_yet(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    assert ana.get(f"/api/tables/{table}/decided").json()["error"]["code"] == "not-over"


def test_after_a_game_a_player_sees_what_their_own_decisions_cost(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    table = ana.make([{"kind": "me"}, {"kind": "bot", "level": 1}], public=True, start=True)["table"]
    assert ana.get(f"/api/tables/{table}/mistakes").json()["error"]["code"] == "not-over"
    ana.do(table, "resign", seat=0)
    assert ana.get(f"/api/tables/{table}/mistakes").json() == {"mistakes": [], "looked": 0, "decisions": 0}
    assert ana.get(f"/api/tables/{table}/mistakes", seat=1).json()["error"]["code"] == "not-your-seat"
    assert bo.get(f"/api/tables/{table}/mistakes").json()["error"]["code"] == "not-your-seat"
