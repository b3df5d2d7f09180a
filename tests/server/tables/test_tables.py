"""What people do at a table."""

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors.server.tables.views import ending_info
from tests.server.people import MakePerson, Person, Running


def play_any(person: Person, table: Any, seat: Any) -> Any:
    """Play the first move there is; the state before."""
    state = person.state(table, seat=seat)
    text = state["sight"]["moves"][0]["text"]
    answer = person.do(table, "play", seat=seat, text=text, number=state["number"])
    assert answer.status_code == 200, answer.text
    return state


def to_act(person: Person, table: Any) -> Any:
    return person.state(table, seat="none")["sight"]["to_act"]


def test_a_nickname_is_enough(person: MakePerson) -> None:
    someone = person()
    me = someone.get("/api/me").json()
    assert not me["named"] and me["name"]
    assert someone.post("/api/me", {"name": "  Vesna   K "}).json()["name"] == "Vesna K"
    assert someone.get("/api/me").json()["named"]
    assert person().get("/api/me").json()["player"] != me["player"]


def test_friends_meet_at_a_table_by_link(person: MakePerson) -> None:
    ana, bo, eve = person("Ana"), person("Bo"), person("Eve")
    table = ana.make()
    name, key = table["table"], table["key"]
    assert table["status"] == "gathering" and table["sight"] is None
    assert bo.get(f"/api/tables/{name}").status_code == 403
    assert bo.do(name, "sit", seat=1).status_code == 403
    assert eve.do(name, "enter", key="guess").status_code == 403
    assert ana.do(name, "start").json()["error"]["code"] == "seats-open"

    assert bo.do(name, "enter", key=key).status_code == 200
    assert bo.do(name, "sit", seat=0).json()["error"]["code"] == "seat-taken"
    assert bo.do(name, "sit", seat=1).status_code == 200
    assert ana.do(name, "start").status_code == 200
    state = bo.state(name)
    assert state["status"] == "playing" and state["yours"] == [1] and state["seat"] == 1
    assert [seat["name"] for seat in state["seats"]] == ["Ana", "Bo"]
    assert len(state["commitment"]) == 64 and state["seed"] is None
    assert ana.do(name, "start").json()["error"]["code"] == "already-started"


def test_my_tables_come_back_and_public_ones_are_listed(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    shown = ana.make(public=True)["table"]
    private = ana.make()["table"]
    assert {row["table"] for row in ana.get("/api/tables/mine").json()["tables"]} == {shown, private}
    public = {row["table"] for row in bo.get("/api/tables").json()["tables"]}
    assert shown in public and private not in public
    assert bo.state(shown)["seat"] is None  # anybody may watch
    assert bo.get("/api/tables/mine").json()["tables"] == []


def test_tables_that_wait_for_me_come_first(person: MakePerson) -> None:
    ana = person("Ana")
    waiting = ana.alone()["table"]
    ana.make()
    rows = ana.get("/api/tables/mine").json()["tables"]
    assert rows[0]["table"] == waiting and rows[0]["waiting"] and not rows[1]["waiting"]


def test_one_device_can_hold_all_seats(person: MakePerson) -> None:
    ana = person("Ana")
    name = ana.alone()["table"]
    first = ana.state(name, seat=0)
    other = ana.state(name, seat=1)
    assert first["sight"]["view"]["seat"] == 0 and other["sight"]["view"]["seat"] == 1
    assert [place["name"] for place in first["seats"]] == ["Ana", "Bo"]
    assert bool(first["sight"]["moves"]) != bool(other["sight"]["moves"])


def test_a_whole_game_its_record_its_replay_and_its_seed(person: MakePerson, server: Running, tmp_path: Path) -> None:
    ana = person("Ana")
    table = ana.alone()
    name = table["table"]
    assert ana.get(f"/api/tables/{name}/record").json()["error"]["code"] == "not-over"
    assert ana.do(name, "share").json()["error"]["code"] == "not-over"
    ended = ana.play_on(name, random.Random(5))
    assert ended["status"] == "over" and ended["ending"]["winners"]
    assert ended["commitment"] == table["commitment"]

    record = ana.get(f"/api/tables/{name}/record").json()
    assert record["about"]["seed"] == ended["seed"] and record["about"]["names"] == ["Ana", "Bo"]
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    assert verified(path) == 4  # nobody had contributed: it began at once
    assert verified(path, "--commitment", "0" * 64) == 1
    record["about"]["seed"] = "0" * 64
    path.write_text(json.dumps(record))
    assert verified(path) == 1

    replay = ana.do(name, "share").json()["replay"]
    assert ana.do(name, "share").json()["replay"] == replay
    eve = person("Eve")
    info = eve.get(f"/api/replays/{replay}").json()
    assert info["proof"]["verdict"] == "partly" and len(info["steps"]) == len(record["actions"])
    middle = eve.get(f"/api/replays/{replay}/at", step=len(info["steps"]) // 2, seat=1, svg=True).json()
    assert middle["view"]["seat"] == 1 and middle["svg"].startswith("<svg")
    chances = eve.get(f"/api/replays/{replay}/chances").json()["chances"]
    assert len(chances) == len(info["steps"]) + 1 and chances[-1] == ended["ending"]["result"]

    again = eve.post("/api/records", eve.get(f"/api/replays/{replay}/record").json())
    assert again.status_code == 201
    assert eve.post("/api/records", {**record, "actions": ["nonsense"]}).json()["error"]["code"] == "bad-record"

    on = eve.post("/api/tables", {"from": {"replay": replay, "step": 4}, "places": [{"kind": "me"}] * 2, "start": True})
    assert on.status_code == 201, on.text
    assert on.json()["sight"]["step"] == 4
    fresh = eve.play_on(on.json()["table"], random.Random(1))
    path.write_text(json.dumps(eve.get(f"/api/tables/{fresh['table']}/record").json()))
    assert verified(path) == 4


def verified(path: Any, *more: Any) -> Any:
    from typer.testing import CliRunner

    from sectors.server.commands import app

    return CliRunner().invoke(app, ["verify", str(path), *more]).exit_code


def test_looking_back_shows_what_the_seat_saw_then(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    name = ana.alone(public=True)["table"]
    seen = []
    for _ in range(6):
        seat = to_act(ana, name)
        seen.append(ana.state(name, seat=0)["sight"]["view"])
        play_any(ana, name, seat)
    for step, view in enumerate(seen):
        moment = ana.get(f"/api/tables/{name}/history", step=step, seat=0).json()
        assert moment["view"] == view and moment["steps"] == 6
    assert bo.get(f"/api/tables/{name}/history", step=1, seat=0).status_code == 403
    assert bo.get(f"/api/tables/{name}/history", step=1).json()["view"]["seat"] is None


def test_a_refusal_names_the_rule_and_the_place_in_the_guide(person: MakePerson) -> None:
    ana = person("Ana")
    name = ana.alone()["table"]
    seat = to_act(ana, name)
    state = ana.state(name, seat=seat)
    path = state["sight"]["moves"][0]["path"]
    assert ana.do(name, "why", seat=seat, path=path).json()["refusal"] is None
    refused = ana.do(name, "why", seat=seat, text="no such move").json()["refusal"]
    assert refused["code"] and refused["rule"] and refused["text"]
    assert ana.do(name, "why", seat=1 - seat, text="x").json()["refusal"]["code"] == "not-your-turn"
    answer = ana.do(name, "play", seat=seat, text="no such move", number=state["number"])
    assert answer.status_code == 409 and answer.json()["error"]["refusal"] == refused
    assert ana.state(name, seat=seat)["number"] == state["number"]


def test_a_double_submit_is_harmless_and_a_stale_one_gets_the_state(person: MakePerson) -> None:
    ana = person("Ana")
    name = ana.alone()["table"]
    seat = to_act(ana, name)
    state = ana.state(name, seat=seat)
    move = {"seat": seat, "text": state["sight"]["moves"][0]["text"], "number": state["number"], "id": "one"}
    first = ana.do(name, "play", **move)
    second = ana.do(name, "play", **move)
    assert first.status_code == second.status_code == 200 and first.json() == second.json()
    stale = ana.do(name, "play", **{**move, "id": "two"})
    assert stale.status_code == 409
    error = stale.json()["error"]
    assert error["code"] == "stale" and error["number"] == error["state"]["number"] == first.json()["number"]
    ana.do(name, "chat", text="hm")  # talk makes nobody late
    now = to_act(ana, name)
    behind = ana.state(name, seat=now)
    ana.do(name, "chat", text="hm")
    text = behind["sight"]["moves"][0]["text"]
    assert ana.do(name, "play", seat=now, text=text, number=behind["number"]).status_code == 200


def test_others_cannot_play_for_me(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    name = ana.alone(public=True)["table"]
    state = ana.state(name, seat=to_act(ana, name))
    move = {"seat": state["seat"], "text": state["sight"]["moves"][0]["text"], "number": state["number"]}
    for command, body in (
        ("play", move),
        ("undo", {"seat": 0}),
        ("resign", {"seat": 0}),
        ("why", {"seat": 0, "text": ""}),
    ):
        assert bo.do(name, command, **body).json()["error"]["code"] == "not-your-seat"
    assert bo.state(name)["seats"][0]["key"] is None and ana.state(name)["seats"][0]["key"]


def test_taking_back_against_a_person_needs_consent_or_is_refused(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    table = ana.make()
    name = table["table"]
    bo.do(name, "enter", key=table["key"])
    bo.do(name, "sit", seat=1)
    ana.do(name, "start")
    people = [ana, bo]
    assert ana.do(name, "undo", seat=0).json()["error"]["code"] == "no-undo"
    seat = to_act(ana, name)
    mover, other = people[seat], people[1 - seat]
    before = play_any(mover, name, seat)
    law = mover.state(name)["sight"]["undo"]
    answer = mover.do(name, "undo", seat=seat)
    if law == "refused":
        assert answer.json()["error"]["code"] == "undo-refused"
        return
    assert law == "consent" and answer.status_code == 200
    assert mover.do(name, "undo", seat=seat).json()["error"]["code"] == "offer-open"
    (offer,) = other.state(name)["offers"]
    assert offer["missing"] == [1 - seat]
    assert mover.do(name, "answer", seat=seat, offer=offer["number"], yes=True).json()["error"]["code"] == "no-offer"
    assert other.do(name, "answer", seat=1 - seat, offer=offer["number"], yes=True).status_code == 200
    after = mover.state(name)
    assert after["sight"]["view"] == before["sight"]["view"] and after["sight"]["step"] == 0 and not after["offers"]
    play_any(mover, name, seat)  # and the game goes on


def test_a_draw_is_agreed_or_declined(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    table = ana.make()
    name = table["table"]
    bo.do(name, "enter", key=table["key"])
    bo.do(name, "sit", seat=1)
    ana.do(name, "start")
    for yes in (False, True):
        ana.do(name, "draw", seat=0)
        (offer,) = bo.state(name)["offers"]
        assert bo.do(name, "answer", seat=1, offer=offer["number"], yes=yes).status_code == 200
    ended = bo.state(name)
    assert ended["ending"]["reason"] == "draw" and ended["ending"]["result"] == [0.5, 0.5]
    record = ana.get(f"/api/tables/{name}/record").json()
    assert record["result"] is None and record["about"]["ending"]["reason"] == "draw"


def test_resigning_and_a_rematch_with_swapped_seats(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    table = ana.make()
    name = table["table"]
    bo.do(name, "enter", key=table["key"])
    bo.do(name, "sit", seat=1)
    ana.do(name, "start")
    assert ana.do(name, "rematch").json()["error"]["code"] == "not-over"
    assert bo.do(name, "resign", seat=1).status_code == 200
    ending = ana.state(name)["ending"]
    assert ending["result"] == [1.0, 0.0] and ending["text"] == "Ana wins: Bo resigned"
    assert ana.do(name, "resign", seat=0).json()["error"]["code"] == "over"
    again = ana.do(name, "rematch").json()
    assert bo.do(name, "rematch").json()["table"] == again["table"] == bo.state(name)["rematch"]
    state = bo.state(again["table"])
    assert state["status"] == "playing" and [place["name"] for place in state["seats"]] == ["Bo", "Ana"]


def test_a_seat_moves_to_another_device_with_its_key(person: MakePerson) -> None:
    ana, phone = person("Ana"), person("Ana's phone")
    table = ana.alone()
    name, key = table["table"], table["seats"][0]["key"]
    phone.do(name, "enter", key=table["key"])
    assert phone.do(name, "sit", seat=0, key="x").json()["error"]["code"] == "forbidden"
    assert phone.do(name, "sit", seat=0, key=key, name="Ana").status_code == 200
    assert phone.state(name)["yours"] == [0] and ana.state(name)["yours"] == [1]
    assert ana.do(name, "sit", seat=0, key=key).json()["error"]["code"] == "forbidden"


def test_a_vanished_player_is_replaced(person: MakePerson, server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo = person("Ana"), person("Bo")
    table = ana.make()
    name = table["table"]
    bo.do(name, "enter", key=table["key"])
    bo.do(name, "sit", seat=1)
    ana.do(name, "start")
    live = bo.live(name).until(lambda one: one.state)
    assert ana.do(name, "bot", seat=1, level=1).json()["error"]["code"] == "present"
    live.close()
    while ana.state(name)["seats"][1]["present"]:
        time.sleep(0.01)
    assert ana.do(name, "bot", seat=1, level=1).json()["error"]["code"] == "present"
    monkeypatch.setattr("sectors.server.limits.PATIENCE", 0.0)
    assert person("Eve").do(name, "bot", seat=1, level=1).json()["error"]["code"] == "forbidden"
    assert ana.do(name, "bot", seat=1, level=1).status_code == 200
    assert ana.state(name)["seats"][1]["kind"] == "bot"
    assert bo.state(name)["seats"][1]["back"] and not ana.state(name)["seats"][1]["back"]
    assert bo.do(name, "sit", seat=1).status_code == 200
    assert bo.state(name)["yours"] == [1]


@pytest.mark.parametrize("name", sectors.games())
def test_every_way_to_end_is_a_sentence(name: str) -> None:
    game = sectors.load(name)
    assert set(game.endings) == set(game.reasons)
    for reason in game.reasons:
        said = ending_info(game, ["Ana", "Bo"], [1.0, 0.0], reason).text
        assert said.startswith("Ana wins: ") and " " in game.endings[reason]
    assert ending_info(game, ["Ana", "Bo"], [0.5, 0.5], game.reasons[0]).text.startswith("A draw: ")
    assert ending_info(game, ["Ana", "Bo", "Cy"], [0.5, 0.0, 0.5], game.reasons[0]).text.startswith("Ana and Cy share")
    assert ending_info(game, ["Ana"], [0.0], game.reasons[0]).text.startswith("Ana lost: ")
    assert ending_info(game, ["Ana"], [0.0], "resigned").text == "Ana resigned"


@pytest.mark.parametrize("name", sectors.games())
def test_the_last_line_of_the_log_says_who_has_won(person: MakePerson, name: str) -> None:
    ana = person("Ana")
    seats = min(sectors.load(name).seat_numbers)
    plan = {"game": name, "seats": seats, "places": [{"kind": "me"}] * seats, "start": True}
    table = ana.post("/api/tables", plan).json()["table"]
    state = ana.play_on(table, random.Random(2), seats=range(seats))
    last = [entry for entry in state["log"] if entry["kind"] == "play"][-1]
    assert state["status"] == "over" and state["ending"]["text"].count(": ") == 1
    assert any("reason" in event for event in last["events"])
    assert len(last["lines"][-1].split()) > 3


def test_chat_reaches_everybody_and_never_becomes_markup(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("<b>Bo</b>")
    name = ana.alone(public=True)["table"]
    live = ana.live(name).until(lambda one: one.state)
    bo.do(name, "chat", text="<script>alert(1)</script>\u0007 hi")
    live.until(lambda one: any(entry["kind"] == "chat" for entry in one.entries.values()))
    entry = max(live.entries.values(), key=lambda one: one["number"])
    assert entry["text"] == "<script>alert(1)</script> hi" and entry["name"] == "<b>Bo</b>"  # plain text, as typed
    answer = ana.get(f"/api/tables/{name}")
    assert (
        answer.headers["content-type"] == "application/json" and answer.headers["x-content-type-options"] == "nosniff"
    )


@pytest.mark.parametrize(
    "plan",
    [
        {"seats": 9},
        {"options": {"no such option": 1}},
        {"content": "nobody's"},
        {"places": [{"kind": "me"}]},
    ],
)
def test_a_table_that_the_game_does_not_have_is_refused(person: MakePerson, plan: Any) -> None:
    answer = person().post("/api/tables", {"game": "sector219", **plan})
    assert answer.status_code == 422 and answer.json()["error"]["code"] == "bad-option"


def test_options_that_do_not_fit_together_are_refused(person: MakePerson) -> None:
    options = {"map": "nebula", "points": 100_000}
    answer = person().post("/api/tables", {"game": "starsectors", "options": options})
    assert answer.status_code == 422 and answer.json()["error"]["code"] == "bad-option"


def test_unknown_games_tables_and_replays(person: MakePerson) -> None:
    someone = person()
    assert someone.post("/api/tables", {"game": "chess"}).json()["error"]["code"] == "unknown-game"
    assert someone.get("/api/games/chess").json()["error"]["code"] == "unknown-game"
    assert someone.get("/api/tables/nothere").json()["error"]["code"] == "unknown-table"
    assert someone.get("/api/replays/nothere").json()["error"]["code"] == "unknown-replay"
    assert someone.get("/api/nothing").json()["error"]["code"] == "unknown-page"


def test_the_catalog_has_everything_that_a_page_needs(person: MakePerson) -> None:
    someone = person()
    catalog = someone.get("/api/games").json()
    for card in catalog["games"]:
        levels = [level["level"] for level in card["levels"]]
        assert levels == list(range(len(levels))) and len(levels) >= 7, card["name"]
    for card in catalog["games"]:
        info = someone.get(f"/api/games/{card['name']}").json()
        assert all(info[key] == card[key] for key in card)
        assert info["guide"] and all(section["html"] is not None for section in info["guide"])
        picture = someone.get(card["picture"])
        assert picture.headers["content-type"] == "image/svg+xml" and "<script" not in picture.text


def test_a_question_with_the_id_of_a_command_is_still_answered(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    assert ana.do(table, "chat", text="hello", id="one").status_code == 200
    assert "refusal" in ana.do(table, "why", seat=0, text="nonsense", id="one").json()
