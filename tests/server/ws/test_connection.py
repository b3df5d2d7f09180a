"""Clients that lose their connection, or have a bad one, end up with the right view."""

import asyncio
import json
import random
import threading
import time
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from sectors.kit.registry import games, load
from sectors.server.tables.table import wire_digest
from tests.server.people import GAME, SOAK, MakePerson, MakeServer, Person

ROUNDS = 20 if SOAK else 2
MOVES = 20


class BadLine:
    """A proxy that loses, doubles, reorders and delays messages in both directions, and sometimes hangs up."""

    def __init__(self, port: Any, seed: Any) -> None:
        self.upstream = port
        self.source = random.Random(seed)
        self.bad = True
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.main()), daemon=True)
        self.thread.start()
        self.ready.wait(10)

    async def main(self) -> None:
        async with serve(self.handle, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            self.ready.set()
            await asyncio.Future()

    async def handle(self, client: Any) -> None:
        address = f"ws://127.0.0.1:{self.upstream}{client.request.path}"
        cookie = {"Cookie": client.request.headers["Cookie"]}
        async with connect(address, additional_headers=cookie, max_size=None) as server:
            ways = [
                asyncio.create_task(self.pass_on(client, server)),
                asyncio.create_task(self.pass_on(server, client)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()

    async def pass_on(self, here: Any, there: Any) -> None:
        held: list[Any] = []
        try:
            async for message in here:
                if not self.bad:
                    for one in [*held, message]:
                        await there.send(one)
                    held.clear()
                    continue
                luck = self.source.random()
                if luck < 0.15:
                    continue  # lost
                if luck < 0.30:
                    held.append(message)  # later, so out of order
                    continue
                if luck < 0.45:
                    await asyncio.sleep(self.source.uniform(0, 0.05))
                await there.send(message)
                if luck > 0.85:
                    await there.send(message)  # twice
                if luck > 0.985:
                    return  # hangs up
                if held and self.source.random() < 0.5:
                    await there.send(held.pop(self.source.randrange(len(held))))
        except ConnectionClosed:
            pass


def right(live: Any) -> Any:
    """A client's own view has the digest that the server gave with it, and its picture is that of the view."""
    sight = live.state["sight"]
    drawn = load(GAME).svg(sight["view"], sight["facts"]).bare
    return wire_digest(sight["view"]) == sight["digest"] and sight["svg"] == drawn


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_bad_line_never_leaves_a_client_with_a_wrong_view(
    own_server: MakeServer, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr("sectors.server.ws.connection.BEAT_SECONDS", 0.5)
    server = own_server()
    line = BadLine(server.port, seed)
    ana, bo = Person(server.url, "Ana"), Person(server.url, "Bo")
    table = ana.make(public=True)["table"]
    bo.do(table, "sit", seat=1)
    ana.do(table, "start")
    clean = [person.live(table) for person in (ana, bo)]
    truth: list[dict[int, Any]] = [{}, {}]  # what each seat must see at each number
    played = 0
    lives: list[Any] = [None, None]

    def listen(seat: Any) -> None:
        """Take in what arrives within a moment; connect again if the line has hung up."""
        live = lives[seat]
        if live is None:
            live = lives[seat] = (ana, bo)[seat].live(table, port=line.port, seat=seat, svg="pieces")
        try:
            while True:
                live.hear(0.02)
                if live.state is not None:
                    assert right(live)
        except TimeoutError:
            pass
        except ConnectionClosed:
            lives[seat] = None

    def note(seat: Any) -> None:
        try:
            while True:
                clean[seat].hear(0.001)
                if (state := clean[seat].state) is not None:  # a beat may come before it
                    truth[seat][state["number"]] = state["sight"]["digest"]
        except TimeoutError:
            pass

    source = random.Random(seed)
    limit = time.monotonic() + 60
    while played < MOVES:
        assert time.monotonic() < limit, "the line was so bad that nothing was tested"
        for seat in (0, 1):
            listen(seat)
            note(seat)
            live = lives[seat]
            if live is None or live.state is None or live.state["sight"] is None:
                continue
            state = live.state
            played = max(played, state["sight"]["step"])
            if state["number"] in truth[seat]:
                assert state["sight"]["digest"] == truth[seat][state["number"]]
            if state["sight"]["your_turn"]:
                move = source.choice(state["sight"]["moves"])["text"]
                key = f"{seat} {state['number']}"
                try:
                    live.send({"do": "play", "seat": seat, "text": move, "number": state["number"], "id": key})
                except ConnectionClosed:
                    lives[seat] = None
    line.bad = False
    limit = time.monotonic() + 60
    for seat, person in enumerate((ana, bo)):
        while True:
            listen(seat)
            state = person.state(table, seat=seat)
            live = lives[seat]
            if live is not None and live.state is not None and live.state["number"] == state["number"]:
                break
            assert time.monotonic() < limit, "a client never came to the right state"
        assert live.state["sight"]["view"] == state["sight"]["view"]
        assert live.state["status"] == state["status"]


def test_what_was_missed_comes_by_number_or_as_a_whole(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    live = ana.live(table, seat=0).until(lambda one: one.state)
    had = live.state["number"]
    live.close()
    for number in range(5):
        ana.do(table, "chat", text=f"line {number}")
    again = ana.live(table, seat=0, since=had)
    message = again.hear()
    assert message["type"] == "update" and message["since"] == had
    assert [entry["number"] for entry in message["entries"]] == list(range(had + 1, had + 6))
    again.hello(since=message["number"])
    assert again.hear()["entries"] == []  # an answer, even if nothing was missed
    again.hello(since=10**6)
    assert again.hear()["type"] == "state"  # a number that the table does not have
    for number in range(201):
        ana.do(table, "chat", text=f"line {number}")
    assert ana.live(table, seat=0, since=had).hear()["type"] == "state"


def test_every_update_carries_the_digest_of_its_view(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    live = ana.live(table, seat=0).until(lambda one: one.state)
    ana.play_on(table, random.Random(1), most=12)
    live.until(lambda one: one.state["sight"]["step"] == 12)
    for text in live.heard:
        message = json.loads(text)
        sight = message.get("sight") or message.get("state", {}).get("sight")
        if sight:
            assert wire_digest(sight["view"]) == sight["digest"]


@pytest.mark.parametrize("game", games())
def test_of_a_picture_in_pieces_only_what_has_changed_is_sent(person: MakePerson, game: str) -> None:
    ana = person("Ana")
    table = ana.alone(game=game)["table"]
    live = ana.live(table, seat=0, svg="pieces").until(lambda one: one.state)
    ana.play_on(table, random.Random(1), most=12)
    last = ana.state(table, seat=0)["number"]
    sent = whole = 0
    while live.state["number"] < last:
        if live.hear()["type"] != "update":
            continue
        sent += sum(map(len, json.loads(live.heard[-1])["sight"]["svg"]["new"].values()))
        whole += len(live.state["sight"]["svg"])
        sight = live.state["sight"]
        assert sight["svg"] == load(game).svg(sight["view"], sight["facts"]).bare
    assert sent < 0.6 * whole
    live.state = None
    live.hello()  # all of it again
    live.until(lambda one: one.state)
    assert len(live.heard[-1]) > len(live.state["sight"]["svg"]) / 2


def test_hot_seat_the_client_says_from_which_seat_it_looks(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    live = ana.live(table, seat=0, svg=True).until(lambda one: one.state)
    assert live.state["sight"]["view"]["seat"] == 0 and live.state["sight"]["svg"].startswith("<svg")
    live.hello(seat=1, svg=False)
    live.until(lambda one: one.state["seat"] == 1)
    assert live.state["sight"]["view"]["seat"] == 1 and live.state["sight"]["svg"] is None
    live.hello(seat=None)
    live.until(lambda one: one.state["seat"] is None)
    assert live.state["sight"]["moves"] == []


def test_presence_is_seen_by_the_others(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    table = ana.make(public=True)["table"]
    live = ana.live(table).until(lambda one: one.state)
    assert live.state["watchers"] == 0
    watching = bo.live(table).until(lambda one: one.state)
    seen = live.hear()
    while seen["type"] != "presence" or seen["watchers"] != 1:
        seen = live.hear()
    assert seen["seats"][0]["present"]
    watching.close()
    while seen["type"] != "presence" or seen["watchers"] != 0:
        seen = live.hear()


def test_a_picture_that_cannot_be_drawn_is_said_and_tried_again(
    person: MakePerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    live = ana.live(table, seat=0, svg=True).until(lambda live: live.state is not None)
    with monkeypatch.context() as broken:
        broken.setattr("sectors.server.tables.views.Views.prepare", lambda *given: 1 / 0)
        move = live.state["sight"]["moves"][0]["text"]
        live.send({"do": "play", "seat": 0, "text": move, "number": live.state["number"], "id": "a"})
        live.until(lambda live: None in live.answers)
    assert live.answers[None]["error"]["code"] == "internal"
    live.hello()
    live.until(lambda live: live.state["sight"]["step"] >= 1)
    assert right(live)
