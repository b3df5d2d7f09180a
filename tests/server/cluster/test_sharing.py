"""Any client may talk to any server, for any table."""

import json
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sectors.server.cluster.redis_peers import RedisPeers
from sectors.server.storage import queries
from sectors.server.storage.locks import InUse
from tests.server.cluster.conftest import At
from tests.server.conftest import servers_on
from tests.server.people import Live, MakeServer, Person, Running


def wait_until(holds: Callable[[], object], seconds: float = 60) -> object:
    limit = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < limit, "it never held"
        time.sleep(0.02)
    return found


def next_move(person: Person, table: str, source: random.Random, key: str | None = None) -> dict[str, Any]:
    """A move for the seat to act, not yet sent."""
    seat = person.state(table, seat="none", moves="none")["sight"]["to_act"]
    state = person.state(table, seat=seat, moves="texts")
    text = source.choice(state["sight"]["moves"])
    return {"seat": seat, "text": text, "number": state["number"], "id": key}


def test_each_request_may_go_to_another_server(two: tuple[Running, Running], at: At) -> None:
    ana = at(two[0], "Ana")
    same = at(two[1], ana)
    table = ana.alone()["table"]
    source = random.Random(1)
    for turn in range(30):
        here, there = (ana, same) if turn % 2 else (same, ana)
        answer = here.do(table, "play", **next_move(there, table, source))
        assert answer.status_code == 200, answer.text
        one, other = here.state(table, seat=0), there.state(table, seat=0)
        assert one["log"] == other["log"] and one["sight"]["digest"] == other["sight"]["digest"]


def test_of_two_commands_for_the_same_number_one_is_written_and_the_other_is_stale(
    two: tuple[Running, Running], at: At
) -> None:
    ana = at(two[0], "Ana")
    same = at(two[1], ana)
    table = ana.alone()["table"]
    source = random.Random(2)
    for _ in range(10):
        moves = [next_move(person, table, source) for person in (ana, same)]
        with ThreadPoolExecutor(2) as both:
            answers = list(both.map(lambda one, move: one.do(table, "play", **move), (ana, same), moves))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        (late,) = [answer.json()["error"] for answer in answers if answer.status_code == 409]
        assert late["code"] == "stale" and late["state"]["number"] == late["number"] > moves[0]["number"]
    plays = [entry for entry in ana.state(table, seat=0)["log"] if entry["kind"] == "play"]
    assert len(plays) == 10


def test_what_is_sent_again_to_another_server_is_written_once(two: tuple[Running, Running], at: At) -> None:
    ana = at(two[0], "Ana")
    same = at(two[1], ana)
    table = ana.alone()["table"]
    move = next_move(ana, table, random.Random(3), "one")
    assert ana.do(table, "play", **move).json() == same.do(table, "play", **move).json()
    assert len([entry for entry in ana.state(table, seat=0)["log"] if entry["kind"] == "play"]) == 1


def test_updates_reach_every_watcher_on_every_server_in_the_order_of_the_log(
    two: tuple[Running, Running], at: At
) -> None:
    ana = at(two[0], "Ana")
    table = ana.alone(public=True)["table"]
    watchers = [at(server).live(table) for server in two for _ in range(2)]
    for watcher in watchers:
        watcher.until(lambda live: live.state)
    source = random.Random(4)
    people = [ana, at(two[1], ana)]
    for turn in range(20):
        person = people[source.randrange(2)]
        assert person.do(table, "play", **next_move(person, table, source)).status_code == 200
        assert person.do(table, "chat", text=str(turn)).status_code == 200
    last = ana.state(table, seat="none")
    for watcher in watchers:
        watcher.until(lambda live: live.state["number"] == last["number"])
        assert watcher.state["sight"]["digest"] == last["sight"]["digest"]
        assert [watcher.entries[number]["text"] for number in sorted(watcher.entries)] == [
            entry["text"] for entry in last["log"]
        ]
        watcher.close()


@pytest.mark.parametrize("announced", ["too large to send", "the second comes first", "whole"])
def test_what_is_announced_is_folded_and_what_is_missing_is_read(
    two: tuple[Running, Running], at: At, announced: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0
    after, tell = queries.events_after, RedisPeers.tell_table
    late: list[Any] = []

    def counted(*given: Any) -> Any:
        nonlocal read
        rows = after(*given)
        read += len(rows)
        return rows

    def told(self: RedisPeers, *given: Any) -> None:
        if announced == "the second comes first":
            late.append(given)
            if len(late) % 2:
                return
            tell(self, *late[-1])
            given = late[-2]
        tell(self, *given)

    monkeypatch.setattr(queries, "events_after", counted)
    monkeypatch.setattr(RedisPeers, "tell_table", told)
    if announced == "too large to send":
        monkeypatch.setattr("sectors.server.cluster.redis_peers.LARGEST_ROWS", 10)
    ana = at(two[0], "Ana")
    table = ana.alone(public=True)["table"]
    there = at(two[1]).live(table).until(lambda live: live.state)
    read, late[:] = 0, []
    for text in ("one", "two", "three", "four"):
        assert ana.do(table, "chat", text=text).status_code == 200
    there.until(lambda live: [one["text"] for one in live.entries.values()][-4:] == ["one", "two", "three", "four"])
    assert announced == "the second comes first" or (read > 0) is (announced == "too large to send")
    there.close()


def heard(live: Live, wanted: Callable[[Any, int], bool]) -> None:
    """Listen until something has been said about who is there."""

    def said(live: Live) -> bool:
        last = json.loads(live.heard[-1])
        told = last.get("state", last)
        return "seats" in told and bool(wanted(told["seats"], told["watchers"]))

    live.until(said)


def test_presence_is_shared(two: tuple[Running, Running], at: At) -> None:
    ana = at(two[0], "Ana")
    table = ana.make(public=True)["table"]
    bo = at(two[1], "Bo")
    assert bo.do(table, "sit", seat=1).status_code == 200
    here = ana.live(table).until(lambda live: live.state)
    there = bo.live(table).until(lambda live: live.state)
    eve = at(two[1], "Eve").live(table).until(lambda live: live.state)
    heard(here, lambda seats, watchers: seats[1]["present"] and watchers == 1)
    heard(there, lambda seats, _: seats[0]["present"])
    eve.close()
    there.close()
    heard(here, lambda seats, watchers: not seats[1]["present"] and watchers == 0)
    assert bo.do(table, "chat", text="still here").status_code == 200
    refused = ana.do(table, "open", seat=1)  # a request at the other server is a sign of life
    assert refused.json()["error"]["code"] == "present"


def test_who_was_let_in_by_one_server_may_look_at_any(two: tuple[Running, Running], at: At) -> None:
    ana = at(two[0], "Ana")
    made = ana.make()
    bo = at(two[0], "Bo")
    elsewhere = at(two[1], bo)
    assert elsewhere.get(f"/api/tables/{made['table']}").status_code == 403
    assert bo.post(f"/api/tables/{made['table']}/enter", {"key": made["key"]}).status_code == 200
    assert elsewhere.get(f"/api/tables/{made['table']}").status_code == 200


def test_a_new_name_is_known_everywhere(two: tuple[Running, Running], at: At) -> None:
    ana = at(two[0], "Ana")
    same = at(two[1], ana)
    assert same.get("/api/me").json()["name"] == "Ana"
    ana.post("/api/me", {"name": "Anna"})
    wait_until(lambda: same.get("/api/me").json()["name"] == "Anna")


def test_limits_count_what_all_servers_are_asked(own_server: MakeServer) -> None:
    one, other = own_server(rate=0.5), own_server(rate=0.5)
    clients = [Person(one.url), Person(other.url)]
    codes = [clients[turn % 2].get("/api/me").status_code for turn in range(20)]
    assert codes.count(200) <= 6 and 429 in codes[:8]


def test_a_rematch_asked_for_at_two_servers_is_one_table(two: tuple[Running, Running], at: At) -> None:
    ana = at(two[0], "Ana")
    same = at(two[1], ana)
    table = ana.alone()["table"]
    same.state(table)
    assert ana.do(table, "resign", seat=0).status_code == 200
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda one: one.do(table, "rematch"), (ana, same)))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["table"] == answers[1].json()["table"]
    assert len(ana.get("/api/tables/mine").json()["tables"]) == 2


def test_a_bot_whose_server_is_gone_is_thought_for_by_another(
    monkeypatch: pytest.MonkeyPatch, own_server: MakeServer, at: At
) -> None:
    monkeypatch.setattr("sectors.server.tables.sharing.BOT_SECONDS", 1.0)
    monkeypatch.setattr("sectors.server.tables.sharing.LOOK_SECONDS", 0.5)
    two = own_server(), own_server()
    ana = at(two[0], "Ana")
    plan: dict[str, Any] = {
        "places": [{"kind": "bot", "level": 1}, {"kind": "bot", "level": 1}],
        "pace": "slow",
        "public": True,
    }
    table = ana.make(start=True, **plan)["table"]
    watcher = at(two[1]).live(table).until(lambda live: live.state)
    number = watcher.state["number"]
    two[0].stop()
    watcher.until(lambda live: live.state["number"] >= number + 3)


def test_servers_with_and_without_redis_do_not_meet(database: str, own_server: MakeServer) -> None:
    own_server()
    for start in servers_on(database):
        with pytest.raises(InUse):
            start()
