"""Replays: finished and imported games that you can look at from any seat."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from typing import Any

import msgspec
from msgspec import Raw, Struct

from sectors.kit import BadInput, Core, Game, Json, State
from sectors.kit.fairplay import prove
from sectors.kit.records import steps
from sectors.server import limits
from sectors.server.protocol import requests, responses
from sectors.server.protocol.errors import Problem
from sectors.server.storage import queries
from sectors.server.tables.catalog import Catalog
from sectors.server.tables.commands import token
from sectors.server.tables.events import Viewer
from sectors.server.tables.manager import TableManager
from sectors.server.tables.session import Origin
from sectors.server.tables.table import lines_after, tell_story, wire_digest
from sectors.server.tables.views import encode, ending_info, thing_infos

MOST_BYTES = 64 * 1024 * 1024  # of replays in memory
LONGEST_RECORD = 20_000  # actions


class Loaded(Struct):
    """A replayed record."""

    game: Game
    record: Json
    state: State
    cores: list[Core]
    drawn: list[int]  # outcomes so far, at each step
    info: responses.Replay
    size: int  # estimated bytes of memory
    chances: list[list[float]] | None = None

    def moment(self, step: int, seat: Viewer, svg: bool) -> responses.Moment:
        step = max(0, min(step, len(self.cores) - 1))
        state = State(self.game, self.cores[step], self.state.options, "only to look at")
        view = state.view(seat)
        return responses.Moment(
            step=step,
            steps=len(self.cores) - 1,
            view=Raw(encode(view)),
            digest=wire_digest(view),
            svg=self.game.svg(view, state.facts(seat)).bare if svg else None,
            facts=state.facts(seat),
            things=thing_infos(state, seat),
            entry=None,
        )


class Replays:
    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.kept: OrderedDict[str, Loaded] = OrderedDict()
        self._checking: set[str] = set()  # addresses whose records are being replayed

    async def add(self, body: bytes, address: str = "") -> str:
        """Check and store a record; return its token."""
        if address in self._checking:
            raise Problem("too-fast", "Send one record at a time.", wait=1.0)
        name = token()

        def check() -> Loaded:
            record = requests.decode(Any, body)
            requests.check_plain(record)
            return load_record(self.manager.catalog, name, record, limits.RECORD_SECONDS)

        if address:
            self._checking.add(address)
        try:
            loaded = await self.manager.database.in_slow_thread(check)
        finally:
            self._checking.discard(address)
        data = encode(loaded.record)
        await self.manager.database.write(lambda connection: queries.add_replay(connection, name, data))
        self.keep(name, loaded)
        return name

    async def get(self, name: str) -> Loaded:
        if name in self.kept:
            self.kept.move_to_end(name)
            return self.kept[name]
        data = await self.manager.database.read(lambda connection: queries.replay_record(connection, name))
        if data is None:
            raise Problem("unknown-replay", "There is no such replay.")
        loaded = await self.manager.database.in_slow_thread(
            lambda: load_record(self.manager.catalog, name, msgspec.json.decode(data))
        )
        self.keep(name, loaded)
        return loaded

    def keep(self, name: str, loaded: Loaded) -> None:
        """Keep a replay in memory, and drop the least recently used ones beyond MOST_BYTES."""
        self.kept[name] = loaded
        while len(self.kept) > 1 and sum(one.size for one in self.kept.values()) > MOST_BYTES:
            self.kept.popitem(last=False)

    async def moment(self, name: str, step: int, seat: Viewer, svg: bool) -> responses.Moment:
        loaded = await self.get(name)
        if seat is not None and seat >= loaded.info.seats:
            raise Problem("bad-message", "There is no such seat in this game.")
        return await self.manager.database.in_thread(lambda: loaded.moment(step, seat, svg))

    async def origin(self, moment: requests.From) -> Origin:
        """Return the origin of a table that continues from a moment of a replay."""
        loaded = await self.get(moment.replay)
        if moment.step >= len(loaded.cores) or loaded.cores[moment.step].over:
            raise Problem("bad-option", "The game is over at that point, so you cannot continue from it.")
        actions = loaded.state.actions[: moment.step]
        chance = loaded.state.chance[: loaded.drawn[moment.step]]
        return Origin(loaded.game, loaded.state.seats, loaded.state.options, {"chance": chance, "actions": actions})

    async def chances(self, name: str) -> list[list[float]]:
        """Return the evaluation of each seat at each step, by the game's judge."""
        loaded = await self.get(name)
        if loaded.chances is None:

            def evaluate() -> list[list[float]]:
                judge = loaded.game.evaluator()
                return [core.results() if core.over else judge.values(core) for core in loaded.cores]

            loaded.chances = await self.manager.database.in_thread(evaluate)
        return loaded.chances


def load_record(catalog: Catalog, name: str, record: Any, seconds: float = math.inf) -> Loaded:
    """Replay a record; raise Problem("bad-record") if it is invalid, too large or too slow."""
    if not isinstance(record, dict) or not isinstance(record.get("game"), str):
        raise Problem("bad-record", "A record is a JSON object with a field 'game'.")
    content = record.get("content")
    game = catalog.game(record["game"], content if isinstance(content, str) else None)
    if isinstance(record.get("actions"), list) and len(record["actions"]) > LONGEST_RECORD:
        raise Problem("bad-record", f"The record has more than {LONGEST_RECORD} actions.")
    about = record.get("about")
    about = about if isinstance(about, dict) else {}
    for what, most in (("about", limits.MOST_ABOUT), ("options", limits.MOST_OPTIONS)):
        if len(encode(record.get(what))) > most:
            raise Problem("bad-record", f"{what!r} holds more than {most // 1024} kB.")
    try:
        return replay_steps(game, name, record, about, seconds)
    except (BadInput, RecursionError) as error:
        raise Problem("bad-record", f"That record does not replay: {error}") from None


def replay_steps(game: Game, name: str, record: Json, about: Json, seconds: float) -> Loaded:
    cores: list[Core] = []
    drawn: list[int] = []
    replayed: list[responses.ReplayStep] = []
    names: list[str] = []
    state = None
    limit = time.monotonic() + seconds
    options = record.get("options")
    large = isinstance(options, dict) and limits.is_custom(options)
    for state in steps(game, record):
        if time.monotonic() > limit:
            raise Problem("bad-record", f"Replaying the record takes more than {seconds:.0f} seconds.")
        if large and len(state.legal_codes()) > limits.MOST_MOVES:
            raise Problem("bad-record", f"A position has more than {limits.MOST_MOVES} legal moves.")
        names = names or names_of(about, state.seats)
        if cores:
            replayed.append(step_info(game, cores[-1], state, len(cores), names))
        cores.append(state.core)
        drawn.append(len(state.chance))
    assert state is not None
    info = responses.Replay(
        replay=name,
        game=game.name,
        title=game.title,
        content=game.content_name,
        hidden=game.hidden,
        seats=state.seats,
        names=names,
        options=state.options,
        about=about,
        ending=ending_of(state, about, names),
        steps=replayed,
        proof=proof_of(game, record),
    )
    size = sum(core.__sizeof__() for core in cores[:1]) * len(cores) + 10 * len(encode(info))
    return Loaded(game, record, state, cores, drawn, info, size)


def step_info(game: Game, before: Core, state: State, step: int, names: list[str]) -> responses.ReplayStep:
    text = state.actions[-1]
    code = game.code(text)
    assert code is not None
    events = [{key: value for key, value in event.items() if key != "only"} for event in state.events]
    lines, actors = tell_story(game, events)
    return responses.ReplayStep(
        step=step,
        seat=before.to_act,
        text=text,
        label=game.label(before, code),
        events=events,
        lines=lines,
        actors=actors,
        told=lines_after(game, events, 0, len(lines)) if any(actors) else None,
    )


def names_of(about: Json, seats: int) -> list[str]:
    """Return the players' names in a record, cleaned, because anybody may have written it."""
    given = about.get("names")
    given = given if isinstance(given, list) else []
    names = []
    for seat in range(seats):
        try:
            names.append(requests.clean_name(str(given[seat])[:24]))
        except (IndexError, Problem):
            names.append(f"Seat {seat + 1}")
    return names


def ending_of(state: State, about: Json, names: list[str]) -> responses.Ending | None:
    stated = about.get("ending")
    result, reason = state.result, state.reason
    if result is None and isinstance(stated, dict):
        result, reason = stated.get("result"), str(stated.get("reason", ""))[:40]
        numbers = isinstance(result, list) and all(type(value) in (int, float) for value in result)
        if not numbers or len(result or []) != state.seats:
            return None
    if result is None or reason is None:
        return None
    return ending_info(state.game, names, [float(value) for value in result], reason)


def proof_of(game: Game, record: Json) -> responses.Proof:
    proof = prove(game, record)
    return responses.Proof(proof.verdict, proof.proved, proof.not_proved)  # type: ignore[arg-type]
