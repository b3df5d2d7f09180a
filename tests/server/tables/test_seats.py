"""A hidden hand stays hidden: who may sit where, who counts as absent, and what stays after the end."""

import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import MakePerson, MakeServer, Person, Running

HIDDEN, OPEN = "sector219", "sector18"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sectors.server.limits.PATIENCE", 0.0)


def pair(person: MakePerson, game: Any = HIDDEN) -> Any:
    """Two people at a table in play, the second of them absent."""
    ana, bo = person("Ana"), person("Bo")
    table = ana.make(game=game, public=True)["table"]
    assert bo.do(table, "sit", seat=1).status_code == 200
    key = bo.state(table)["seats"][1]["key"]
    assert ana.do(table, "start").status_code == 200
    return ana, bo, table, key


def code(answer: Any) -> Any:
    return answer.json().get("error", {}).get("code")


def test_nobody_opens_the_seat_of_an_absent_opponent_whose_hand_is_hidden(person: MakePerson, impatient: None) -> None:
    ana, bo, table, _ = pair(person)
    assert code(ana.do(table, "open", seat=1)) == "forbidden"
    assert bo.state(table)["yours"] == [1]


def test_who_holds_another_hand_cannot_sit_down_with_a_key_either(person: MakePerson, impatient: None) -> None:
    ana, _, table, key = pair(person)
    assert code(ana.do(table, "sit", seat=1, key=key)) == "forbidden"


def test_who_held_another_hand_can_never_sit_there(person: MakePerson, impatient: None) -> None:
    ana, bo, table, key = pair(person)
    ana.do(table, "bot", seat=0, level=1)  # Ana leaves her seat
    assert ana.state(table)["yours"] == []
    assert code(ana.do(table, "sit", seat=1, key=key)) == "forbidden"
    bo.do(table, "open", seat=1)  # Bo opens his own seat for somebody
    assert code(ana.do(table, "sit", seat=1)) == "forbidden"
    assert person("Cy").do(table, "sit", seat=1).status_code == 200


def test_only_a_bot_stands_in_and_the_owner_comes_back(person: MakePerson, impatient: None) -> None:
    ana, bo, table, _key = pair(person)
    assert ana.do(table, "bot", seat=1, level=1).status_code == 200
    assert code(ana.do(table, "sit", seat=1)) == "seat-taken"
    assert code(ana.do(table, "open", seat=1)) in ("present", "forbidden")
    assert code(person("Eve").do(table, "sit", seat=1)) == "seat-taken"
    assert ana.do(table, "bot", seat=1, level=2).status_code == 200  # another bot: the owner's right stays
    assert bo.do(table, "sit", seat=1).status_code == 200
    assert bo.state(table)["yours"] == [1]


def test_the_owner_comes_back_with_the_key_on_another_device(person: MakePerson, impatient: None) -> None:
    ana, _, table, key = pair(person)
    ana.do(table, "bot", seat=1, level=1)
    device = person("Bo's phone")
    assert device.do(table, "sit", seat=1, key=key).status_code == 200


def test_a_right_to_come_back_survives_a_restart(own_server: MakeServer, impatient: None, tmp_path: Path) -> None:
    server = own_server()
    ana, bo, table, _key = pair(lambda name: Person(server.url, name))
    ana.do(table, "bot", seat=1, level=1)
    server.stop()
    again = Person(own_server().url)
    again.web.cookies = bo.web.cookies
    assert again.do(table, "sit", seat=1).status_code == 200


def test_in_an_open_game_a_person_may_take_over(person: MakePerson, impatient: None) -> None:
    ana, _bo, table, _ = pair(person, OPEN)
    assert ana.do(table, "open", seat=1).status_code == 200
    assert person("Cy").do(table, "sit", seat=1).status_code == 200


def test_who_plays_over_http_alone_is_not_absent(person: MakePerson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sectors.server.limits.PATIENCE", 1.5)
    ana, bo, table, _ = pair(person)
    limit = time.monotonic() + 2.5
    while time.monotonic() < limit:
        assert bo.get("/api/me").status_code == 200  # any request of his
        assert code(ana.do(table, "bot", seat=1, level=1)) == "present"
        time.sleep(0.2)
    time.sleep(2.6)  # he asks for nothing more
    assert ana.do(table, "bot", seat=1, level=1).status_code == 200


def test_after_the_end_nothing_about_seats_changes(person: MakePerson, impatient: None) -> None:
    ana, bo, table, key = pair(person)
    ana.do(table, "resign", seat=0)
    before = ana.state(table)
    assert "Ana resigned" in before["ending"]["text"]
    for who in (ana, bo):
        for seat in (0, 1):
            for command in ("bot", "open", "stand"):
                assert code(who.do(table, command, seat=seat)) in ("over", "already-started", "not-your-seat")
            assert code(who.do(table, "sit", seat=seat, key=key)) in ("over", "forbidden")
    after = ana.state(table)
    assert after["ending"] == before["ending"]
    assert [seat["name"] for seat in after["seats"]] == [seat["name"] for seat in before["seats"]]


def test_a_draw_agreed_while_a_bot_thinks_is_no_failure_of_the_bot(
    person: MakePerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    release = threading.Event()

    def choose(self: Any, state: Any) -> Any:
        release.wait(20)
        return state.legal()[0]

    monkeypatch.setattr("sectors.bots.Mcts.choose", choose)
    monkeypatch.setattr("sectors.server.tables.bots.expected_result", lambda state, seat: 0.0)  # it agrees to a draw
    ana = person("Ana")
    places = [{"kind": "bot", "level": 1}, {"kind": "me"}]
    table = ana.make(places, start=True, pace="at once", options={"first": 0})["table"]
    assert ana.do(table, "draw", seat=1).status_code == 200
    assert ana.state(table)["ending"]["reason"] == "draw"
    release.set()
    time.sleep(0.5)
    state = ana.state(table)
    assert not any(seat["failed"] for seat in state["seats"])
    assert not any(entry["kind"] == "failed" for entry in state["log"])


def test_the_number_of_an_offer_tells_nothing_of_sealed_choices(person: MakePerson) -> None:
    ana, bo, table, _ = pair(person, "starsectors")
    assert ana.do(table, "draw", seat=0).status_code == 200
    assert bo.state(table)["offers"][0]["number"] == 1
    assert bo.do(table, "answer", seat=1, offer=1, yes=False).status_code == 200
    ana.do(table, "draw", seat=0)
    assert bo.state(table)["offers"][0]["number"] == 2


def test_a_command_about_anothers_seat_tells_nothing_of_its_number(person: MakePerson, server: Running) -> None:
    """Seat 0 chooses in secret; whoever names seat 0 in a command of theirs gets the number of a spectator."""
    ana, bo, table, _ = pair(person)
    state = ana.state(table, seat=0)
    if not state["sight"]["your_turn"]:
        first = bo.state(table)
        bo.do(table, "play", seat=1, text=first["sight"]["moves"][0]["text"], number=first["number"])
        state = ana.state(table, seat=0)
    ana.do(table, "play", seat=0, text=state["sight"]["moves"][0]["text"], number=state["number"])
    spectator = bo.state(table, seat="none")["number"]
    assert bo.do(table, "chat", text="x", id="k").json()["number"] == spectator + 1
    again = bo.post(f"/api/tables/{table}/chat", {"text": "x", "id": "k"}).json()["number"]
    assert again == spectator + 1
