"""The manager of all tables: loads them, carries out commands, writes events and then publishes them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from sqlalchemy import Connection

from sectors.kit import Json
from sectors.server.cluster.peers import Peers
from sectors.server.identity import Signer, made_up_name
from sectors.server.limits import Quotas, is_custom
from sectors.server.metrics import COMMANDS, CONFLICTS, PLAY_SECONDS, TABLES, done_commands, written_events
from sectors.server.protocol import requests, responses
from sectors.server.protocol.errors import Problem
from sectors.server.storage import queries, retention
from sectors.server.storage.database import Conflict, Database
from sectors.server.storage.rows import Info, Place
from sectors.server.tables import bots, persistence
from sectors.server.tables.bot_player import BotPlayer
from sectors.server.tables.catalog import Catalog
from sectors.server.tables.commands import Actor, CommandHandler, Decision, TableEventCommand, token
from sectors.server.tables.events import LoggedEvent, TableMade, Viewer
from sectors.server.tables.finished import FinishedGames
from sectors.server.tables.new_table import new_id, new_seed, place_for, settings_of
from sectors.server.tables.session import Origin, Seen, Session
from sectors.server.tables.sharing import Sharing
from sectors.server.tables.table import Table, Tried
from sectors.server.tables.views import MovesWanted, Views, hint_info, whole_state

IDLE_SECONDS = 300.0  # after which a table that nobody watches is dropped from memory
CLAIM_SECONDS = 15.0  # how long a server holds a claim on work that only one server should do
TRIES = 5
SLOW = (requests.Undo, requests.Start, requests.Contribute)  # judging an undo or replaying a record takes long
Write = Callable[[queries.Append], Awaitable[None]]

log = structlog.get_logger("manager")


class TableManager:
    def __init__(
        self,
        database: Database,
        catalog: Catalog,
        bot_pool: bots.BotPool,
        signer: Signer,
        quotas: Quotas,
        peers: Peers,
    ) -> None:
        self.database = database
        self.peers = peers
        self.catalog = catalog
        self.bot_pool = bot_pool
        self.bot_player = BotPlayer(self)
        self.quotas = quotas
        self.signer = signer
        self._sessions: dict[str, Session] = {}
        self._loading: dict[str, asyncio.Future[Session]] = {}
        self._names: dict[str, str | None] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.seen = Seen(peers)
        self.sharing = Sharing(self)
        self.finished = FinishedGames(self)

    # Lifecycle

    async def open(self) -> None:
        """Connect to the peers and wake the bots whose turn it was when the server stopped."""
        await self.peers.open(self.sharing)
        if self.peers.shared:
            self.start_task(self.sharing.run())
        else:
            await self.wake_bots(time.time())

    async def wake_bots(self, before: float) -> None:
        """Wake the bots that were due before `before` and that no session here is running."""
        for table in await self.database.read(lambda connection: queries.waiting_for_bots(connection, before)):
            session = self._sessions.get(table)
            if (session is None or session.bot is None) and await self.peers.claim(f"bot:{table}", CLAIM_SECONDS):
                with contextlib.suppress(Problem):
                    self.bot_player.wake(await self.session(table))

    async def close(self) -> None:
        """Stop the bots and wait for the running writes."""
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for session in self._sessions.values():
            async with session.lock:
                pass
        await self.peers.close()

    def start_task(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def sweep(self) -> None:
        """Drop idle tables from memory; the log has them."""
        old = time.monotonic() - IDLE_SECONDS
        for name, session in list(self._sessions.items()):
            if not session.watchers and session.bot is None and session.touched < old and not session.lock.locked():
                self._drop(name)
        TABLES.set(len(self._sessions))

    def _drop(self, name: str) -> None:
        if self._sessions.pop(name, None) is not None:
            self.peers.unfollow(name)

    async def forget_old(self, keep: retention.Retention) -> int:
        """Archive and delete tables and replays that are older than the operator wants; return their number."""
        if keep.days <= 0 or not await self.peers.claim("forget", CLAIM_SECONDS):
            return 0
        now = time.time()
        tables = await self.database.read(lambda connection: retention.old_tables(connection, keep.days, now))
        replays = await self.database.read(lambda connection: retention.old_replays(connection, keep.days, now))
        tables = [name for name in tables if name not in self._sessions or not self._sessions[name].watchers]
        if not tables and not replays:
            return 0
        if keep.archive is not None:
            folder = keep.archive
            rows = await self.database.read(lambda connection: retention.rows_of(connection, tables, replays))
            await self.database.in_slow_thread(lambda: retention.write_archive(folder, rows))
        for name in tables:
            self._drop(name)
        await self.database.write(lambda connection: retention.remove(connection, tables, replays))
        log.info("forgotten", tables=len(tables), replays=len(replays))
        return len(tables) + len(replays)

    # Players

    async def name(self, player: str) -> str | None:
        """Return the name that a player has chosen, or None."""
        if player not in self._names:
            if len(self._names) > 10_000:
                self._names.clear()
            self._names[player] = await self.database.read(lambda connection: queries.name_of(connection, player))
        return self._names[player]

    async def actor(self, player: str) -> Actor:
        name = self._names[player] if player in self._names else await self.name(player)
        return Actor(player, name or made_up_name(player))

    async def rename(self, player: str, name: str) -> None:
        clean = requests.clean_name(name)
        await self.database.write(lambda connection: queries.rename(connection, player, clean))
        self._names[player] = clean
        self.peers.tell_name(player)

    def forget_names(self, player: str | None = None) -> None:
        """Clear the cached name of a player, or of all players."""
        if player is None:
            self._names.clear()
        else:
            self._names.pop(player, None)

    # Loading

    def session_in_memory(self, name: str) -> Session | None:
        """Return the session of a table if it is in memory."""
        return self._sessions.get(name)

    async def session(self, name: str) -> Session:
        """Return the session of a table, loading it if necessary; raise Problem("unknown-table") if there is none."""
        session = self._sessions.get(name)
        if session is not None:
            return session
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load_session(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load_session(self, name: str) -> Session:
        generation = self.database.generation
        await self.peers.follow(name)  # before reading, so that no event in between is missed
        try:
            session = self._add(*await self._load(name), generation)
        except BaseException:
            self.peers.unfollow(name)
            raise
        if not self.peers.shared:  # otherwise another server is probably running the bot
            self.bot_player.wake(session)
        return session

    def _add(self, table: Table, members: set[str], generation: int) -> Session:
        session = Session(table, members, self.seen, generation, self.sharing.announce_presence)
        self._sessions[table.info.id] = session
        TABLES.set(len(self._sessions))
        return session

    def sessions(self) -> list[Session]:
        """Return the sessions of all tables in memory."""
        return list(self._sessions.values())

    async def _load(self, name: str) -> tuple[Table, set[str]]:
        stored = await self.database.read(lambda connection: queries.load_table(connection, name))
        if stored is None:
            raise Problem("unknown-table", "There is no such table.")
        return await self.database.in_thread(lambda: self._fold_log(stored)), stored.members

    def _fold_log(self, stored: queries.Stored) -> Table:
        info = stored.info
        try:
            game = self.catalog.game(info.game, info.content)
        except Problem as problem:
            raise Problem("unavailable", f"This server cannot show that table: {problem.text}") from None
        if game.version != info.version:
            raise Problem("unavailable", f"That table was started with version {info.version} of the rules.")
        if stored.position is not None:
            try:
                return persistence.load_from_snapshot(stored, game)
            except Exception as error:  # whatever is wrong with the snapshot, the log is authoritative
                log.error("snapshot", table=info.id, number=stored.position_number, error=repr(error))
        try:
            return persistence.load_from_log(stored, game)
        except Exception as error:
            log.error("corrupt", table=info.id, error=repr(error))
            raise Problem("unavailable", f"The log of that table is damaged: {error}") from None

    async def refresh(self, session: Session) -> None:
        """Reload a table after a failed write or an inconsistency. The lock is held."""
        session.broken = True
        generation = self.database.generation
        table, members = await self._load(session.table.info.id)
        session.generation = generation
        session.members |= members
        session.replace_table(table)
        session.publish()

    async def visible_session(self, name: str, player: str) -> Session:
        """Return an up-to-date session of a table; raise Problem if the player may not see it."""
        session = await self.session(name)
        if not session.may_see(player) and not await self.sharing.is_member(session, player):
            raise Problem("forbidden", "This table is private: you need its full link.")
        session.note_activity(player)
        session.behind |= self.peers.shared  # the client may have seen more on another server
        await self.up_to_date(session)
        return session

    async def up_to_date(self, session: Session) -> None:
        """Read new events, or reload the table, if it could be out of date."""
        if self.database.lost:
            await self.database.ensure_lock()
        if self._is_old(session):
            async with session.lock:
                await self.renew(session)

    async def renew(self, session: Session) -> None:
        """Do the same as `up_to_date` while the lock is held."""
        if session.broken:
            await self.refresh(session)
        elif self._is_old(session):
            await self.sharing.read_new_events(session)

    def _is_old(self, session: Session) -> bool:
        return (
            session.broken
            or session.behind
            or bool(session.announced)
            or session.generation != self.database.generation
        )

    # Creating and entering

    async def check_quota(self, kind: str, address: str, player: str) -> None:
        """Raise Problem("too-fast") if an address or a player is over its quota."""
        if wait := await self.quotas.wait(kind, address, player):
            raise Problem("too-fast", f"Too many {kind}; wait a while.", wait=round(wait, 3))

    async def create_from_plan(
        self, player: str, plan: requests.Plan, origin: Origin | None = None, address: str = ""
    ) -> Session:
        """Create a table by a plan; with an origin, one that continues a record."""
        await self.check_quota("tables", address, player)
        actor = await self.actor(player)
        if origin is None:
            if plan.game is None:
                raise Problem("bad-message", "Choose a game.")
            origin = Origin(self.catalog.game(plan.game, plan.content), plan.seats, plan.options)
        game = origin.game
        work = (
            self.database.in_thread
            if origin.begun is None and not is_custom(origin.options)
            else self.database.in_slow_thread
        )
        number, full = await work(lambda: settings_of(origin))
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
            seed=new_seed(),
            begun=origin.begun,
            client=self.signer.secret_for(f"client {address}")[:16],
        )
        wanted = plan.places or [requests.Place(kind="me"), *[requests.Place(kind="open")] * (number - 1)]
        if len(wanted) != number:
            raise Problem("bad-option", f"places: found {len(wanted)}, allowed is {number}, one for each seat")
        places: list[Place] = []
        for place in wanted:
            places.append(place_for(place, actor, places))
        lots = plan.lots and origin.begun is None and number > 1
        if lots:
            secrets.SystemRandom().shuffle(places)
        return await self.create_table(info, places, plan.pace, actor, plan.start, plan.auto, lots)

    async def create_table(
        self,
        info: Info,
        places: list[Place],
        pace: responses.Pace,
        actor: Actor,
        start: bool,
        auto: bool,
        lots: bool = False,
        along: queries.Append | None = None,
    ) -> Session:
        """Create and store a table. `along` is written to another table's log in the same transaction."""

        def make() -> Table:  # a record may take a while
            table = Table(info, self.catalog.game(info.game, info.content))
            given = None if info.begun is None else len(info.begun["actions"])
            event = TableMade(places=places, pace=pace, by=actor.name, auto=auto, given=given, lots=lots)
            table.take(LoggedEvent(number=1, at=info.created, event=event, player=actor.player))
            handler = CommandHandler(Views(table), lambda _: (True, None))
            if start or (auto and all(place.kind == "bot" for place in places)):
                table.take(handler.start_event(actor, None, table.current_contributions()))
            return table

        table = await (self.database.in_thread if info.begun is None else self.database.in_slow_thread)(make)
        mine = {actor.player} | {place.player for place in places if place.player is not None}
        first = persistence.to_append(table, table.log)

        def write(connection: Connection) -> None:
            queries.add_table(connection, info, persistence.summary(table))
            queries.append(connection, [first] if along is None else [first, along])
            for player in sorted(mine):
                queries.add_member(connection, info.id, player, True)

        generation = self.database.generation
        await self.database.write(write)
        for event in table.log:
            written_events(event.kind).inc()
        session = self._add(table, mine, generation)
        session.behind = self.peers.shared  # until this server follows it
        await self.peers.follow(info.id)
        self.bot_player.wake(session)
        return session

    async def enter(self, name: str, player: str, key: str) -> Session:
        session = await self.session(name)
        if not secrets.compare_digest(session.table.info.key.encode(), key.encode("utf-8", "replace")):
            raise Problem("forbidden", "This link does not open the table.")
        await self.add_member(session, player, mine=False)
        return session

    async def add_member(self, session: Session, player: str, mine: bool) -> None:
        await self.database.write(
            lambda connection: queries.add_member(connection, session.table.info.id, player, mine)
        )
        session.members.add(player)

    # Commands

    async def do(self, session: Session, player: str, command: requests.TableCommand, address: str = "") -> Json:
        """Carry out a command and return its answer, or raise Problem."""
        name = requests.command_name(type(command))
        try:
            if isinstance(command, requests.Hint):
                await self.check_quota("hints", address, player)
            elif isinstance(command, requests.Rematch):
                await self.check_quota("tables", address, player)
            answer = await self._do(session, await self.actor(player), command)
        except Problem as problem:
            COMMANDS.labels(name, problem.code).inc()
            raise
        done_commands(name).inc()
        return answer

    async def _do(self, session: Session, actor: Actor, command: requests.TableCommand) -> Json:
        began = time.perf_counter()
        match command:
            case requests.Hint():
                return await self.hint(session, actor, command)
            case requests.Rematch():
                return await self.finished.rematch(session, actor, command)
            case requests.Share():
                return await self.finished.share(session, actor)
        if isinstance(command, requests.SeatBot | requests.OpenSeat):
            await self.sharing.exchange_presence(session)  # these commands depend on who is away
        async with session.lock:
            answer = await self._decide(session, actor, command)
        if isinstance(command, requests.Sit):
            await self.add_member(session, actor.player, mine=True)
        elif isinstance(command, requests.Play):
            PLAY_SECONDS.observe(time.perf_counter() - began)
        elif isinstance(command, requests.OfferDraw):
            await self.bot_player.answer_offers(session)
        return answer

    async def _decide(self, session: Session, actor: Actor, command: TableEventCommand) -> Json:
        for _ in range(TRIES):
            await self.renew(session)
            table = session.table
            viewer = own_seat(table, actor, command)
            if isinstance(command, requests.Play) and command.number > table.number_for(viewer):
                session.behind = self.peers.shared  # the client has seen more, on another server
                await self.renew(session)
                table = session.table
            before = None
            if command.id is not None and not isinstance(command, requests.Why):  # `why` is answered each time
                before = table.keys.get((actor.player, command.id))
            if before is not None:
                hidden = sum(unseen < before for unseen in table.hidden[viewer])
                return {"ok": True, "number": before - hidden}
            try:
                if isinstance(command, SLOW):
                    handler = session.handler
                    decision = await self.database.in_thread(lambda: handler.decide(actor, command))  # noqa: B023
                else:
                    decision = session.handler.decide(actor, command)
            except Problem as problem:
                if problem.code == "stale":
                    problem.more = self.stale_fields(session, actor.player, viewer)
                raise
            if decision.events:
                try:
                    await self.commit(session, decision)
                except Conflict:
                    CONFLICTS.inc()
                    continue
            return {"ok": True, "number": table.number_for(own_seat(table, actor, command)), **decision.answer}
        raise Problem("busy", "Others acted at the same moment several times; try again.")

    def stale_fields(self, session: Session, player: str, viewer: Viewer) -> Json:
        state = self.state(session, player, viewer)
        return {"number": state.number, "state": state}

    async def commit(self, session: Session, decision: Decision, write: Write | None = None) -> None:
        """Apply the events, write them (with `write`, if given), and only then publish them. The lock is held, so
        nobody sees what is not yet written; if the write fails, the table is reloaded."""
        table = session.table
        played: Tried | None = decision.played
        for event in decision.events:
            table.take(event, played)
            played = None
        try:
            append = persistence.to_append(table, decision.events)
            if write is None:
                await self.database.write_with_others(queries.append, append)
            else:
                await write(append)
        except BaseException:
            session.broken = True
            with contextlib.suppress(Problem):
                await self.refresh(session)
            raise
        for event in decision.events:
            written_events(event.kind).inc()
        self.peers.tell_table(table.info.id, table.number, append.events)
        self.publish(session)
        self.bot_player.wake(session)

    def publish(self, session: Session) -> None:
        """Notify the watchers of new events, and cancel a thought that is no longer wanted. The lock is held."""
        session.touched = time.monotonic()
        if session.thought is not None and not session.thought.is_wanted(session.table):
            session.thought.choice.cancel()
        session.publish()

    async def prepare(self, session: Session, viewer: Viewer, svg: bool, moves: MovesWanted) -> None:
        """Build the slow parts of a sight in a thread. The lock is held, so only this table waits."""
        work = self.preparation(session, viewer, svg, moves)
        if work is not None:
            await self.database.in_thread(work)

    def preparation(self, session: Session, viewer: Viewer, svg: bool, moves: MovesWanted) -> Callable[[], None] | None:
        """Return the work for `prepare`, or None if nothing that the viewer wants is slow."""
        if not svg and moves != "full":
            return None
        return session.views.prepare(viewer, svg, moves == "full" and session.table.status == "playing")

    def state(
        self, session: Session, player: str, viewer: Viewer, svg: bool = False, moves: MovesWanted = "full"
    ) -> responses.State:
        """Return a table as a player sees it from a seat. The lock is held."""
        now = session.changing_fields(player, viewer, svg, moves)
        session.free_views()
        return whole_state(session.table, viewer, player in session.members, now)

    # Commands that write no event

    async def hint(self, session: Session, actor: Actor, command: requests.Hint) -> Json:
        async with session.lock:
            handler = session.handler
            handler.require_own(actor, command.seat)
            state = handler.require_playing()
            if not session.table.info.casual or state.to_act != command.seat:
                raise Problem("no-hint", "Hints are for casual games, when it is your turn.")
            seed = self.signer.secret_for(f"hint {session.table.info.id} {session.table.number_for(command.seat)}")
            seen = bots.guess(state, command.seat, seed)
            number = session.table.number_for(command.seat)
        level = bots.HINT_LEVEL if command.level is None else command.level
        advice = await self.bot_pool.advise(seen, level, seed, actor.player)
        return {"ok": True, "number": number, **hint_info(advice)}


def own_seat(table: Table, actor: Actor, command: requests.Command) -> Viewer:
    """Return the seat in a command if it is the actor's, else None: the number of another seat would reveal sealed
    choices."""
    seat: int | None = getattr(command, "seat", None)
    return seat if seat in table.seats_of(actor.player) else None
