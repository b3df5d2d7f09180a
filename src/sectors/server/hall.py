"""All tables: loading them, carrying out commands, writing and then publishing what happened, and letting bots play."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection

from sectors.kit import BadInput, Json
from sectors.server import ledger, messages, players
from sectors.server.desk import Actor, Decision, Desk, record, token
from sectors.server.identity import Signer, made_up_name
from sectors.server.metrics import BOT_FAILURES, COMMANDS, PLAY_SECONDS, TABLES, done, written
from sectors.server.problems import Problem
from sectors.server.room import Origin, Room, Thought
from sectors.server.shelf import Shelf
from sectors.server.sight import Looker, move_info, state_answer, when
from sectors.server.store import Conflict, Store
from sectors.server.table import Corrupt, Event, Info, Place, Played, Table, Viewer, bot_name

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
IDLE_SECONDS = 300.0  # a table that nobody looks at leaves the memory after that
TRIES = 3
T = TypeVar("T")

log = structlog.get_logger("hall")


class Hall:
    def __init__(self, store: Store, shelf: Shelf, thinkers: players.Thinkers, signer: Signer) -> None:
        self.store = store
        self.shelf = shelf
        self.thinkers = thinkers
        self.signer = signer
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._names: dict[str, str | None] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    # Life

    async def open(self) -> None:
        """Bots whose turn it was when the server stopped go on."""
        for table in await self.store.read(ledger.waiting_for_bots):
            with contextlib.suppress(Problem):
                await self.room(table)

    async def close(self) -> None:
        """Let what is being written be written; bots stop thinking."""
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            async with room.lock:
                pass

    def task(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        made = asyncio.ensure_future(work)
        self._tasks.add(made)
        made.add_done_callback(self._tasks.discard)
        return made  # type: ignore[return-value]

    def sweep(self) -> None:
        """Forget tables that nobody has looked at for a while: the log has them."""
        old = time.monotonic() - IDLE_SECONDS
        for name, room in list(self._rooms.items()):
            if not room.watchers and room.bot is None and room.touched < old and not room.lock.locked():
                del self._rooms[name]
        TABLES.set(len(self._rooms))

    # Players

    async def name(self, player: str) -> str | None:
        """The name that somebody has chosen."""
        if player not in self._names:
            if len(self._names) > 10_000:
                self._names.clear()
            self._names[player] = await self.store.read(lambda connection: ledger.name_of(connection, player))
        return self._names[player]

    async def actor(self, player: str) -> Actor:
        return Actor(player, await self.name(player) or made_up_name(player))

    async def rename(self, player: str, name: str) -> None:
        clean = messages.clean_name(name)
        await self.store.write(lambda connection: ledger.rename(connection, player, clean))
        self._names[player] = clean

    # Loading

    async def room(self, name: str) -> Room:
        """A table; Problem("unknown-table") if there is none."""
        found = self._rooms.get(name)
        if found is not None:
            return found
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load_room(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load_room(self, name: str) -> Room:
        table, members = await self._load(name)
        room = self._rooms[name] = Room(table, members)
        TABLES.set(len(self._rooms))
        self.wake_bot(room)
        return room

    async def _load(self, name: str) -> tuple[Table, set[str]]:
        found = await self.store.read(lambda connection: ledger.stored(connection, name))
        if found is None:
            raise Problem("unknown-table", "There is no such table.")
        return await self.store.apart(lambda: self._folded(found)), found.members

    def _folded(self, found: ledger.Stored) -> Table:
        info = found.info
        try:
            game = self.shelf.game(info.game, info.content)
        except Problem as problem:
            raise Problem("unavailable", f"This server cannot show that table: {problem.text}") from None
        if game.version != info.version:
            raise Problem("unavailable", f"That table was begun with version {info.version} of the rules.")
        try:
            table = Table(info, game)
            if ledger.fold(table, found.events, found.position, found.position_number, found.position_digest):
                return table
            log.error("snapshot", table=info.id, number=found.position_number)
            table = Table(info, game)
            ledger.fold(table, found.events, None, 0, "")
            return table
        except (Corrupt, BadInput, AssertionError, KeyError) as error:
            log.error("corrupt", table=info.id, error=str(error))
            raise Problem("unavailable", f"The log of that table is damaged: {error}") from None

    async def refresh(self, room: Room) -> None:
        """Read a table anew after a failed write, or because another process wrote. The lock is held."""
        room.broken = True
        table, members = await self._load(room.table.info.id)
        room.members |= members
        room.show(table)
        room.publish()

    async def entered(self, name: str, player: str) -> Room:
        """A table that this player may see."""
        room = await self.room(name)
        if not room.may_see(player):
            raise Problem("forbidden", "That table is by link: you need its whole address.")
        room.touched = time.monotonic()
        if player in room.left:
            room.left[player] = room.touched
        if room.broken:
            async with room.lock:
                if room.broken:
                    await self.refresh(room)
        return room

    # Making and entering

    async def make(self, player: str, plan: messages.Plan, origin: Origin | None = None) -> Room:
        """A new table, or with an origin one that plays on from a record."""
        actor = await self.actor(player)
        if origin is None:
            if plan.game is None:
                raise Problem("bad-message", "Say which game.")
            origin = Origin(self.shelf.game(plan.game, plan.content), plan.seats, plan.options)
        game = origin.game
        try:
            number, full = game.settings(origin.seats, origin.options)
            game.core(number, full)  # what fits one by one may still not fit together
        except BadInput as error:
            raise Problem("bad-option", str(error)) from None
        info = Info(
            id=new_id(),
            key=token(),
            game=game.name,
            version=game.version,
            content=game.content_name,
            seats=number,
            options=full,
            public=plan.public,
            casual=plan.casual,
            creator=player,
            created=time.time(),
            seed=secrets.token_hex(32),
            begun=origin.begun,
        )
        wanted = plan.places or [messages.Place(kind="me"), *[messages.Place(kind="open")] * (number - 1)]
        if len(wanted) != number:
            raise Problem("bad-option", f"places: found {len(wanted)}, allowed is {number}, one for each seat")
        places: list[Place] = []
        for place in wanted:
            places.append(place_for(place, actor, places))
        return await self.founded(info, places, plan.pace, actor, plan.start)

    async def founded(self, info: Info, places: list[Place], pace: str, actor: Actor, start: bool) -> Room:
        table = Table(info, self.shelf.game(info.game, info.content))
        data = {"places": [plain(place) for place in places], "pace": pace, "by": actor.name}
        table.take(Event(number=1, at=info.created, kind="make", player=actor.player, data=data))
        if start:
            table.take(Desk(Looker(table), lambda _: (True, None)).started(actor, None))
        mine = {actor.player} | {place.player for place in places if place.player is not None}
        first = ledger.appended(table, table.log)

        def write(connection: Connection) -> None:
            ledger.add_table(connection, table)
            ledger.append(connection, [first])
            for player in sorted(mine):
                ledger.let_in(connection, info.id, player, True)

        await self.store.write(write)
        for event in table.log:
            written(event.kind).inc()
        room = self._rooms[info.id] = Room(table, mine)
        TABLES.set(len(self._rooms))
        self.wake_bot(room)
        return room

    async def enter(self, name: str, player: str, key: str) -> Room:
        room = await self.room(name)
        if not secrets.compare_digest(room.table.info.key.encode(), key.encode("utf-8", "replace")):
            raise Problem("forbidden", "That key does not open this table.")
        await self.let_in(room, player, mine=False)
        return room

    async def let_in(self, room: Room, player: str, mine: bool) -> None:
        await self.store.write(lambda connection: ledger.let_in(connection, room.table.info.id, player, mine))
        room.members.add(player)

    # Commands

    async def do(self, room: Room, player: str, command: messages.Command) -> Json:
        """Carry out a command; what it answers, or a Problem."""
        name = messages.command_name(type(command))
        try:
            answer = await self._do(room, await self.actor(player), command)
        except Problem as problem:
            COMMANDS.labels(name, problem.code).inc()
            raise
        done(name).inc()
        return answer

    async def _do(self, room: Room, actor: Actor, command: messages.Command) -> Json:
        began = time.perf_counter()
        match command:
            case messages.Hint():
                return await self.hint(room, actor, command)
            case messages.Rematch():
                return await self.rematch(room, actor)
            case messages.Share():
                return await self.share(room, actor)
        async with room.lock:
            answer = await self._decide(room, actor, command)
        if isinstance(command, messages.Sit):
            await self.let_in(room, actor.player, mine=True)
        elif isinstance(command, messages.Play):
            PLAY_SECONDS.observe(time.perf_counter() - began)
        elif isinstance(command, messages.Draw):
            await self.bots_answer(room)
        return answer

    async def _decide(self, room: Room, actor: Actor, command: messages.Command) -> Json:
        for _ in range(TRIES):
            if room.broken:
                await self.refresh(room)
            table = room.table
            seat = getattr(command, "seat", None)
            viewer = seat if seat is not None and seat < table.info.seats else None
            before = table.keys.get((actor.player, command.id)) if command.id is not None else None
            if before is not None:
                hidden = sum(unseen < before for unseen in table.hidden[viewer])
                return {"ok": True, "number": before - hidden}
            try:
                if isinstance(command, messages.Undo):  # what everybody has learnt since takes long to judge
                    desk = room.desk
                    decision = await self.store.apart(lambda: desk.decide(actor, command))  # noqa: B023
                else:
                    decision = room.desk.decide(actor, command)
            except Problem as problem:
                if problem.code == "stale":
                    problem.more = self.stale(room, actor.player, viewer)
                raise
            if decision.events:
                try:
                    await self.commit(room, decision)
                except Conflict:
                    continue
            return {"ok": True, "number": table.number_for(viewer), **decision.answer}
        raise Problem("busy", "Others were faster several times; try again.")

    def stale(self, room: Room, player: str, viewer: Viewer) -> Json:
        state = self.state(room, player, viewer)
        return {"number": state.number, "state": state}

    async def commit(self, room: Room, decision: Decision) -> None:
        """Fold, write, and only then publish. The lock is held, so nobody sees what is not yet written; if the
        write fails, the table is read anew."""
        table = room.table
        played: Played | None = decision.played
        for event in decision.events:
            table.take(event, played)
            played = None
        try:
            await self.store.write_with_others(ledger.append, ledger.appended(table, decision.events))
        except BaseException:
            room.broken = True
            with contextlib.suppress(Problem):
                await self.refresh(room)
            raise
        for event in decision.events:
            written(event.kind).inc()
        room.touched = time.monotonic()
        if room.thought is not None and not room.thought.is_wanted(table):
            room.thought.choice.cancel()
        room.publish()
        self.wake_bot(room)

    async def prepare(self, room: Room, viewer: Viewer, svg: bool, moves: str) -> None:
        """Let what takes long be made beside the event loop. The lock is held: only this table waits."""
        work = self.preparation(room, viewer, svg, moves)
        if work is not None:
            await self.store.apart(work)

    def preparation(self, room: Room, viewer: Viewer, svg: bool, moves: str) -> Callable[[], None] | None:
        """What takes long to make of what a viewer wants to see, if anything does."""
        if not svg and moves != "full":
            return None
        return room.looker.prepare(viewer, svg, moves == "full" and room.table.status == "playing")

    def state(self, room: Room, player: str, viewer: Viewer, svg: bool = False, moves: str = "full") -> Any:
        """What a player sees of a table from a seat. The lock is held."""
        return state_answer(
            room.looker,
            viewer,
            player,
            room.presence,
            room.spectators(),
            player in room.members,
            svg,
            moves,  # type: ignore[arg-type]
            room.thinking,
        )

    # What is more than an event

    async def hint(self, room: Room, actor: Actor, command: messages.Hint) -> Json:
        async with room.lock:
            desk = room.desk
            desk.own(actor, command.seat)
            state = desk.playing()
            if not room.table.info.casual or state.to_act != command.seat:
                raise Problem("no-hint", "Hints are for casual games, when it is your turn.")
            seed = self.signer.secret_for(f"hint {room.table.info.id} {room.table.number_for(command.seat)}")
            seen = state.seen_by(command.seat, int(seed[:16], 16))
            moves = {move.text: move for move in state.moves()}
            number = room.table.number_for(command.seat)
        text = await self.thinkers.choose(seen, command.level or players.STRONGEST - 1, seed)
        return {"ok": True, "number": number, "hint": move_info(moves[text])}

    async def share(self, room: Room, actor: Actor) -> Json:
        async with room.lock:
            room.desk.over()
            table = room.table
            if table.replay is None:
                data = ledger.encode(self.record(room))
                made = token()
                await self.store.write(lambda connection: ledger.add_replay(connection, made, data))
                event = room.desk.event("share", actor, None, data={"replay": made, "by": actor.name})
                await self.commit(room, Decision([event]))
            return {"ok": True, "number": table.number_for(None), "replay": room.table.replay}

    def record(self, room: Room) -> Json:
        """The record of a finished game. The lock is held."""
        room.desk.over()
        table = room.table
        start = next(event for event in table.log if event.kind == "start")
        end = next(event for event in table.log if "ending" in event.data)
        return record(table, when(start.at), when(end.at))

    async def rematch(self, room: Room, actor: Actor) -> Json:
        async with room.lock:
            desk = room.desk
            desk.over()
            desk.seated(actor)
            table = room.table
            if table.rematch is None:
                turned = table.places[-1:] + table.places[:-1]
                places = [
                    Place(kind=place.kind, player=place.player, name=place.name, level=place.level, key=token())
                    for place in turned
                ]
                fresh: Json = {
                    "id": new_id(),
                    "key": token(),
                    "begun": None,
                }
                fresh |= {"seed": secrets.token_hex(32), "created": time.time(), "creator": actor.player}
                info = Info(**{**{name: getattr(table.info, name) for name in Info.__struct_fields__}, **fresh})
                start = all(place.kind != "open" for place in places)
                made = await self.founded(info, places, table.pace, actor, start)
                event = desk.event("rematch", actor, None, data={"table": info.id, "by": actor.name})
                await self.commit(room, Decision([event]))
            else:
                made = await self.room(table.rematch)
            key = made.table.info.key
            return {"ok": True, "number": table.number_for(None), "table": made.table.info.id, "key": key}

    # Bots

    def wake_bot(self, room: Room) -> None:
        if room.bot is None and not self._closing and ledger.waits_for_bot(room.table):
            room.bot = self.task(self._bot(room))

    async def _bot(self, room: Room) -> None:
        """Play for the bots at a table until it is somebody else's turn."""
        try:
            while await self._bot_move(room):
                pass
        except Problem as problem:  # the table cannot be read any more
            log.error("bot-stopped", table=room.table.info.id, code=problem.code)
        finally:
            room.bot = None
            if room.thinking is not None:
                room.thinking = None
                room.publish(presence=True)

    async def _bot_move(self, room: Room) -> bool:
        """Think and play once; whether to go on."""
        async with room.lock:
            while room.broken:
                try:
                    await self.refresh(room)
                except Problem as problem:
                    if problem.code != "storage":
                        raise
                    await asyncio.sleep(1)
            table = room.table
            if not ledger.waits_for_bot(table) or table.state is None:
                return False
            seat = table.to_act
            assert seat is not None
            level, changed = table.places[seat].level or 1, table.changed
            # The same knowledge gives the same guess and the same move: nothing of the truth shows in it.
            seed = self.signer.secret_for(f"bot {table.info.id} {seat} {table.number_for(seat)}")
            seen = table.state.seen_by(seat, int(seed[:16], 16))
            if room.thinking != seat:
                room.thinking = seat
                room.publish(presence=True)
            choice = asyncio.ensure_future(self.thinkers.choose(seen, level, seed))
            thought = room.thought = Thought(seat, table, choice)
        failure = None
        text = ""
        try:
            await asyncio.wait({choice})
            if choice.cancelled():
                return True
            text = choice.result()
        except Exception as error:
            failure = f"{type(error).__name__}: {error}"
        finally:
            choice.cancel()
            room.thought = None
        await asyncio.sleep(max(0.0, players.PACES[room.table.pace] - thought.seconds))
        async with room.lock:
            if not thought.is_wanted(room.table):
                return True
            desk = room.desk
            decision = None
            if failure is None:
                try:
                    decision = desk.played(None, seat, text, None)
                except Problem as problem:
                    failure = f"{text!r} is refused: {problem.text}"
            if decision is None:
                log.error("bot-failed", table=room.table.info.id, seat=seat, level=level, failure=failure)
                BOT_FAILURES.inc()
                decision = Decision([desk.event("failed", None, None, seat=seat, data={})])
            try:
                await self.commit(room, decision)
            except Conflict:
                return True
            except Problem as problem:
                log.error("bot-waits", table=room.table.info.id, code=problem.code)
        if room.broken or room.table.changed == changed:
            await asyncio.sleep(1)
        return True

    async def bots_answer(self, room: Room) -> None:
        """Bots answer an offer of a draw: yes if they do not stand better."""
        async with room.lock:
            for offer in list(room.table.offers.values()):
                for seat in list(offer.missing):
                    table = room.table
                    if table.places[seat].kind == "bot" and table.state is not None and offer.number in table.offers:
                        yes = players.expects(table.state, seat) <= 1 / table.info.seats
                        await self.commit(room, room.desk.answered(None, seat, offer.number, yes))


def new_id() -> str:
    """A table's name, which people may have to read out."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def place_for(place: messages.Place, actor: Actor, others: list[Place]) -> Place:
    if place.kind == "open":
        return Place()
    if place.kind == "bot":
        return Place(kind="bot", name=bot_name(others), level=place.level)
    name = messages.clean_name(place.name) if place.name else actor.name
    return Place(kind="person", player=actor.player, name=name, key=token())


def plain(place: Place) -> Json:
    return {name: getattr(place, name) for name in Place.__struct_fields__}
