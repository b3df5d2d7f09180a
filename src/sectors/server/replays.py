"""Finished and imported games, to look at from any side."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec
from msgspec import Raw, Struct

from sectors.kit import BadInput, Core, Game, Json, State
from sectors.kit.records import steps
from sectors.server import answers, ledger, messages
from sectors.server.desk import token
from sectors.server.hall import Hall
from sectors.server.problems import Problem
from sectors.server.room import Origin
from sectors.server.shelf import Shelf
from sectors.server.sight import encode, ended
from sectors.server.table import Viewer, digest
from sectors.server.verify import NotFair, verify

KEPT = 32
LONGEST_RECORD = 20_000  # actions


class Loaded(Struct):
    """A record, replayed."""

    game: Game
    record: Json
    state: State
    cores: list[Core]
    drawn: list[int]  # outcomes so far, at each step
    info: answers.ReplayInfo
    chances: list[list[float]] | None = None

    def moment(self, step: int, seat: Viewer, svg: bool) -> answers.MomentAnswer:
        step = max(0, min(step, len(self.cores) - 1))
        view = State(self.game, self.cores[step], self.state.options, "only to look at").view(seat)
        return answers.MomentAnswer(
            step=step,
            steps=len(self.cores) - 1,
            view=Raw(encode(view)),
            digest=digest(view),
            svg=self.game.svg(view) if svg else None,
            entry=None,
        )


class Replays:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._kept: OrderedDict[str, Loaded] = OrderedDict()

    async def add(self, record: Any) -> str:
        """Check a record and keep it; its token."""
        made = token()
        loaded = await self.hall.store.apart(lambda: replayed(self.hall.shelf, made, record))
        data = encode(record)
        await self.hall.store.write(lambda connection: ledger.add_replay(connection, made, data))
        self._keep(made, loaded)
        return made

    async def get(self, name: str) -> Loaded:
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        data = await self.hall.store.read(lambda connection: ledger.replay_record(connection, name))
        if data is None:
            raise Problem("unknown-replay", "There is no such replay.")
        loaded = await self.hall.store.apart(lambda: replayed(self.hall.shelf, name, msgspec.json.decode(data)))
        self._keep(name, loaded)
        return loaded

    def _keep(self, name: str, loaded: Loaded) -> None:
        self._kept[name] = loaded
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def moment(self, name: str, step: int, seat: Viewer, svg: bool) -> answers.MomentAnswer:
        loaded = await self.get(name)
        if seat is not None and seat >= loaded.info.seats:
            raise Problem("bad-message", f"There is no seat {seat}.")
        return await self.hall.store.apart(lambda: loaded.moment(step, seat, svg))

    async def origin(self, moment: messages.Moment) -> Origin:
        """A table that plays on from a moment."""
        loaded = await self.get(moment.replay)
        if moment.step >= len(loaded.cores) or loaded.cores[moment.step].over:
            raise Problem("bad-option", "The game is over there: nobody can play on.")
        actions = loaded.state.actions[: moment.step]
        chance = loaded.state.chance[: loaded.drawn[moment.step]]
        return Origin(loaded.game, loaded.state.seats, loaded.state.options, {"chance": chance, "actions": actions})

    async def chances(self, name: str) -> list[list[float]]:
        """How each seat stood at each step, as the game's judge sees it."""
        loaded = await self.get(name)
        if loaded.chances is None:

            def judged() -> list[list[float]]:
                judge = loaded.game.evaluator()
                return [core.results() if core.over else judge.values(core) for core in loaded.cores]

            loaded.chances = await self.hall.store.apart(judged)
        return loaded.chances


def replayed(shelf: Shelf, name: str, record: Any) -> Loaded:
    """Play a record through; Problem("bad-record") says where it is wrong."""
    if not isinstance(record, dict) or not isinstance(record.get("game"), str):
        raise Problem("bad-record", "A record is a JSON object with a field 'game'.")
    content = record.get("content")
    game = shelf.game(record["game"], content if isinstance(content, str) else None)
    if isinstance(record.get("actions"), list) and len(record["actions"]) > LONGEST_RECORD:
        raise Problem("bad-record", f"More than {LONGEST_RECORD} actions.")
    about = record.get("about")
    about = about if isinstance(about, dict) else {}
    try:
        return played_through(game, name, record, about)
    except (BadInput, RecursionError) as error:
        raise Problem("bad-record", f"That record does not replay: {error}") from None


def played_through(game: Game, name: str, record: Json, about: Json) -> Loaded:
    cores: list[Core] = []
    drawn: list[int] = []
    made: list[answers.ReplayStep] = []
    names: list[str] = []
    state = None
    for state in steps(game, record):
        names = names or names_of(about, state.seats)
        if cores:
            made.append(step_info(game, cores[-1], state, len(cores), names))
        cores.append(state.core)
        drawn.append(len(state.chance))
    assert state is not None
    info = answers.ReplayInfo(
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
        steps=made,
        verified=fair(game, record),
    )
    return Loaded(game, record, state, cores, drawn, info)


def step_info(game: Game, before: Core, state: State, step: int, names: list[str]) -> answers.ReplayStep:
    text = state.actions[-1]
    code = game.code(text)
    assert code is not None
    events = [{key: value for key, value in event.items() if key != "only"} for event in state.events]
    return answers.ReplayStep(
        step=step,
        seat=before.to_act,
        text=text,
        label=game.move(before, code).label,
        events=events,
        lines=game.story(events, names),
    )


def names_of(about: Json, seats: int) -> list[str]:
    """The players' names as the record gives them, cleaned; it may come from anywhere."""
    given = about.get("names")
    given = given if isinstance(given, list) else []
    names = []
    for seat in range(seats):
        try:
            names.append(messages.clean_name(str(given[seat])[:24]))
        except (IndexError, Problem):
            names.append(f"Seat {seat + 1}")
    return names


def ending_of(state: State, about: Json, names: list[str]) -> answers.Ending | None:
    said = about.get("ending")
    result, reason = state.result, state.reason
    if result is None and isinstance(said, dict):
        result, reason = said.get("result"), str(said.get("reason", ""))[:40]
        numbers = isinstance(result, list) and all(type(value) in (int, float) for value in result)
        if not numbers or len(result or []) != state.seats:
            return None
    if result is None or reason is None:
        return None
    return ended(state.game, names, [float(value) for value in result], reason)


def fair(game: Game, record: Json) -> bool | None:
    try:
        return verify(game, record) or None
    except NotFair:
        return False
