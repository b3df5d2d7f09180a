"""Secrets on the wire: what a seat cannot know is in no byte that it is sent.

The law: two positions that a seat cannot tell apart give it the same bytes. Whole random games of every game are
played on a server; at many moments the truth is exchanged for another world that the seat held possible, and everything
that it can ask for is compared, byte by byte.
"""

import asyncio
import json
import random
import re
from typing import Any

import pytest

import sectors
from sectors.kit import events_for
from sectors.server.tables.table import state_at
from tests.server.people import SOAK, MakePerson, Running

PAUSE = 0 if SOAK else 30  # about so many moves between looks
CLOCK = re.compile(rb'"(?:away|at|created)":(?:null|[\d.]+|"[^"]*")')  # not `changed`: it tells of choices


class Shown:
    """A table of every game, with one person in all seats and one who watches."""

    def __init__(self, server: Running, person: MakePerson, name: Any) -> None:
        self.server = server
        self.game = sectors.load(name)
        self.ana, self.eve = person("Ana"), person("Eve")
        numbers = self.game.seat_numbers
        seats = max(numbers) if SOAK else numbers[len(numbers) // 2]
        plan = {"game": name, "seats": seats, "places": [{"kind": "me"}] * seats, "public": True, "start": True}
        state = self.ana.post("/api/tables", plan).json()
        self.table = state["table"]
        self.seats = seats
        self.seed = self.session.table.info.seed
        self.pasts = 0  # how often there was another past

    @property
    def session(self) -> Any:
        return self.server.manager.session_in_memory(self.table)

    def advance(self, moves: Any, source: Any) -> None:
        """Play on at random, in the server's own loop."""

        async def play() -> None:
            for _ in range(moves):
                state = self.session.table.state
                if state.to_act is None:
                    break
                async with self.session.lock:
                    decision = self.session.handler.decide_move(None, state.to_act, source.choice(state.legal()), None)
                    await self.server.manager.commit(self.session, decision)

        asyncio.run_coroutine_threadsafe(play(), self.server.loop).result(60)

    def bytes_for(self, viewer: Any) -> Any:
        """All that a viewer can ask for, without the clock."""
        who = self.eve if viewer is None else self.ana
        asked = {"seat": "none" if viewer is None else viewer, "svg": "true"}
        answers = [who.get(f"/api/tables/{self.table}", **asked).content, *self.lists_for(who)]
        answers.append(who.get(f"/api/tables/{self.table}/history", step=10_000, **asked).content)
        if viewer is not None:
            for said in ({"text": "nonsense"}, {"text": ""}, {"path": ["nothing"]}):
                answers.append(who.do(self.table, "why", seat=viewer, **said).content)
        return [CLOCK.sub(b"", answer) for answer in answers]

    def lists_for(self, who: Any) -> Any:
        """What lists of tables, and everything else that names this table, tell somebody."""
        rows = [who.get(f"/api/tables{more}").json()["tables"] for more in ("", "/mine")]
        mine = [
            json.dumps(row, separators=(",", ":")).encode()
            for found in rows
            for row in found
            if row["table"] == self.table
        ]
        return [*mine, who.get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"}).content]

    def in_another_world(self, viewer: Any, key: Any) -> Any:
        """The same bytes while the truth is another that the viewer cannot tell from this one."""
        table, views = self.session.table, self.session.views
        core, cores = table.state.core, dict(table.cores)
        law = {("undo", seat): views.undo(seat) for seat in range(self.seats)}
        views.forget()
        if not self.exchange_the_past(viewer, key):
            # No other past leads here. What one may take back depends on the past, so it is not compared.
            table.state.core = table.state.seen_by(viewer, key).core
            views.cache.update(law)
        try:
            return self.bytes_for(viewer)
        finally:
            table.state.core, table.cores = core, cores
            views.forget()

    def exchange_the_past(self, viewer: Any, key: Any) -> Any:
        """Another truth from the viewer's last move on, in which the same moves led to what the viewer sees now."""
        table = self.session.table
        own = [step for step, one in enumerate(table.steps) if one.seat == viewer]
        if viewer is None or not own or own[-1] not in table.cores:
            return False
        before = state_at(table.state, table.cores[own[-1]]).seen_by(viewer, key)
        after = before.copy()
        for step in table.steps[own[-1] :]:
            if after.refusal(step.text) is not None:
                return False
            after.play(step.text)
        if after.view(viewer) != table.state.view(viewer):
            return False
        table.cores = {own[-1]: before.core}
        table.state.core = after.core
        self.pasts += 1
        return True


@pytest.fixture(params=sectors.games())
def shown(request: Any, server: Running, person: MakePerson) -> Any:
    return Shown(server, person, request.param)


def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_bytes(shown: Any) -> None:
    source = random.Random(11)
    state = shown.session.table.state
    looks = 0
    while state.to_act is not None:
        looks += 1
        viewers = [None, *range(shown.seats)]
        for viewer in viewers if SOAK else source.sample(viewers, 2):
            here = shown.bytes_for(viewer)
            where = f"step {len(shown.session.table.steps)}, viewer {viewer}"
            assert here == shown.in_another_world(viewer, looks), where
            assert all(shown.seed.encode() not in answer and b'"only"' not in answer for answer in here)
        shown.advance(1 if looks < 6 else 1 + source.randrange(PAUSE + 1) * (1 + looks // 4), source)
    assert looks >= 6 and (shown.pasts or not SOAK)  # a short game may end after the sixth look


def test_a_sealed_choice_is_told_to_nobody_else(shown: Any) -> None:
    """Another sealed choice at the same place gives the others the same bytes, and if nothing shows, none at all."""
    state = shown.session.table.state
    source = random.Random(4)
    found = 0
    for _ in range(60):
        if state.to_act is None:
            break
        seat, texts = state.to_act, state.legal()
        sealed = [text for text in texts if shown.game.sealed(state.core, shown.game.code(text))]
        if sealed and len(sealed) == len(texts):
            found += 1
            others = [viewer for viewer in (None, *range(shown.seats)) if viewer != seat]
            lives = {
                viewer: (shown.eve if viewer is None else shown.ana)
                .live(shown.table, seat=viewer)
                .until(lambda live: live.state)
                for viewer in others
            }
            before = {viewer: live.state["number"] for viewer, live in lives.items()}
            shown_before = {viewer: shown.bytes_for(viewer) for viewer in others}
            stranger = shown.lists_for(shown.eve)
            views = {viewer: state.view(viewer) for viewer in others}
            text = source.choice(sealed)
            number = shown.session.table.number_for(seat)
            assert shown.ana.do(shown.table, "play", seat=seat, text=text, number=number).status_code == 200
            event = shown.session.table.log[-1]
            after = {viewer: shown.session.table.number_for(viewer) for viewer in others}
            for viewer in others:
                if state.view(viewer) == views[viewer] and not events_for(event.told, viewer):
                    assert shown.bytes_for(viewer) == shown_before[viewer]
                    if viewer is None:
                        assert shown.lists_for(shown.eve) == stranger
            mark = f"choice {found} was made"
            shown.ana.do(shown.table, "chat", text=mark)
            for viewer, live in lives.items():
                silent = state.view(viewer) == views[viewer] and not events_for(event.told, viewer)
                assert (after[viewer] == before[viewer]) == silent
                live.until(lambda one, mark=mark: any(entry["text"] == mark for entry in one.entries.values()))
                plays = [e for e in live.entries.values() if e["kind"] == "play" and e["number"] > before[viewer]]
                assert all(entry["text"] is None and entry["label"] is None for entry in plays)
                assert bool(plays) != silent
                live.close()
        else:
            number = shown.session.table.number_for(seat)
            shown.ana.do(shown.table, "play", seat=seat, text=source.choice(texts), number=number)
    assert bool(found) == shown.game.hidden  # every game with secrets has such choices


def test_bots_see_what_their_seat_sees(shown: Any) -> None:
    """The same knowledge gives the same move, whatever the truth is."""
    state = shown.session.table.state
    bot_pool = shown.server.manager.bot_pool
    source = random.Random(2)
    for _ in range(3):
        seat = state.to_act
        if seat is None:
            break
        moves = set()
        for key in (None, 1, 2):
            world = state if key is None else state_at(state, state.seen_by(seat, key).core)
            moves.add(asyncio.run(bot_pool.choose(world.seen_by(seat, 77), 2, "seed")))
        assert len(moves) == 1
        for _ in range(5):
            if state.to_act is not None:
                seat = state.to_act
                number = shown.session.table.number_for(seat)
                text = source.choice(state.legal())
                shown.ana.do(shown.table, "play", seat=seat, text=text, number=number)


def test_keys_are_given_to_their_holders_only(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    table = ana.alone(public=True)
    secrets = [seat["key"] for seat in table["seats"]] + [table["key"]]
    seen = bo.get(f"/api/tables/{table['table']}").text + bo.get("/api/tables").text
    live = bo.live(table["table"]).until(lambda one: one.state)
    ana.play_on(table["table"], random.Random(1), most=4)
    live.until(lambda one: one.state["sight"]["step"] == 4)
    seen += "".join(live.heard)
    assert all(secret and secret not in seen for secret in secrets)
    assert ana.cookie.partition("=")[2].partition(".")[0] not in seen  # nor anybody's identity


def test_the_record_and_the_seed_are_kept_until_the_end(person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    live = ana.live(table, seat=None).until(lambda one: one.state)
    ended = ana.play_on(table, random.Random(1))
    live.until(lambda one: one.state["status"] == "over")
    before = [json.loads(text) for text in live.heard]
    early = [text for text, message in zip(live.heard, before) if message.get("status", "playing") == "playing"]
    assert early and all(ended["seed"] not in text for text in early)
    assert live.state["seed"] == ended["seed"]
