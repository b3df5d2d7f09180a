"""Tables that several servers have in memory: each reads the new events when another server has written."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

import structlog

from sectors.server.metrics import CAUGHT_UP
from sectors.server.protocol.errors import Problem
from sectors.server.storage import queries
from sectors.server.storage.rows import EventRow
from sectors.server.tables import persistence
from sectors.server.tables.session import Session
from sectors.server.tables.table import Corrupt

if TYPE_CHECKING:
    from sectors.server.tables.manager import TableManager

LOOK_SECONDS = 5.0  # between polls of the database, for events that were not announced
AWAY_SECONDS = 0.5  # the same while Redis is away
PRESENCE_SECONDS = 10.0
BOT_SECONDS = 5.0  # after which this server runs a bot that no server seems to run
AT_ONCE = 500  # tables in one query
MANY = 20  # with more new events than this, they are applied in a thread

log = structlog.get_logger("sharing")


def take_announced(session: Session) -> list[EventRow] | None:
    """Take the announced events that follow those of the table; None if one is missing in between."""
    rows = sorted((row for row in session.announced if row.number > session.table.number), key=lambda row: row.number)
    session.announced = []
    expected = range(session.table.number + 1, session.table.number + 1 + len(rows))
    return rows if [row.number for row in rows] == list(expected) else None


class Sharing:
    """Keeps the tables in memory up to date with what other servers write."""

    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.peers = manager.peers
        self.database = manager.database
        self._look = asyncio.Event()

    # Listener: what other servers announce

    def table_changed(self, table: str, number: int, rows: list[list[Any]]) -> None:
        session = self.manager.session_in_memory(table)
        if session is None or number <= session.table.number:
            return
        waits = session.behind or bool(session.announced)
        session.announced += [EventRow(*row) for row in rows]
        session.behind |= not rows
        if not waits:
            self.manager.start_task(self._catch_up(session))

    def presence_changed(self, table: str) -> None:
        session = self.manager.session_in_memory(table)
        if session is not None and session.watchers:
            self.manager.start_task(self.exchange_presence(session))

    def name_changed(self, player: str) -> None:
        self.manager.forget_names(player)

    def missed(self) -> None:
        self.manager.forget_names()
        for session in self.manager.sessions():
            if session.watchers:
                self.manager.start_task(self.exchange_presence(session))
        self._look.set()

    # Reading new events

    async def _catch_up(self, session: Session) -> None:
        try:
            await self.manager.up_to_date(session)
        except Problem as problem:  # the next request tries again
            log.warning("not-caught-up", table=session.table.info.id, code=problem.code)

    async def read_new_events(self, session: Session) -> None:
        """Apply what other servers have written. The lock is held."""
        table, generation = session.table, self.database.generation
        rows = take_announced(session)
        if session.behind or session.generation != generation or rows is None:
            session.behind = False
            try:
                rows = await self.database.read(
                    lambda connection: queries.events_after(connection, table.info.id, table.number)
                )
            except BaseException:
                session.behind = True
                raise

        def fold() -> None:
            for row in rows:
                table.take(persistence.from_row(row))

        try:
            if len(rows) > MANY or session.heavy:
                await self.database.in_thread(fold)
            else:
                fold()
        except Corrupt as error:  # the log is authoritative, so the memory is wrong
            log.error("memory", table=table.info.id, error=str(error))
            await self.manager.refresh(session)
            return
        except BaseException:
            session.broken = True
            raise
        session.generation = generation
        if rows:
            CAUGHT_UP.inc(len(rows))
            self.manager.publish(session)

    async def is_member(self, session: Session, player: str) -> bool:
        """Return whether a player has entered the table through another server."""
        if not self.peers.shared:
            return False
        name = session.table.info.id
        member = await self.database.read(lambda connection: queries.is_member(connection, name, player))
        if member:
            session.members.add(player)
        return member

    # Presence

    def announce_presence(self, session: Session) -> None:
        """Announce that somebody came to a table or left it here."""
        if self.peers.shared and not self.manager.closing:
            self.manager.start_task(self._announce_presence(session))

    async def _announce_presence(self, session: Session) -> None:
        await self.exchange_presence(session)
        self.peers.tell_presence(session.table.info.id)

    async def exchange_presence(self, session: Session) -> None:
        """Exchange presence with the other servers."""
        if not self.peers.shared:
            return
        elsewhere = await self.peers.presence(session.table.info.id, set(session.present), session.seated_players())
        if elsewhere is not None:
            session.set_elsewhere(elsewhere)

    # Polling

    async def run(self) -> None:
        """Poll for changes that were not announced, for as long as the server runs."""
        presence = bots = time.monotonic()
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), AWAY_SECONDS if self.peers.away else LOOK_SECONDS)
            self._look.clear()
            try:
                await self.compare_with_log()
                now = time.monotonic()
                if now - bots >= BOT_SECONDS:
                    bots = now
                    await self.manager.wake_bots(time.time() - BOT_SECONDS)
                if now - presence >= PRESENCE_SECONDS:
                    presence = now
                    for session in self.manager.sessions():
                        if session.watchers:
                            await self.exchange_presence(session)
            except Problem as problem:
                log.warning("not-looked", code=problem.code)
            except Exception:
                log.exception("not-looked")

    async def compare_with_log(self) -> None:
        """Compare the tables that somebody watches, or that a bot here plays at, with the log."""
        watched = {one.table.info.id: one for one in self.manager.sessions() if one.watchers or one.bot is not None}
        names = sorted(watched)
        for start in range(0, len(names), AT_ONCE):
            batch = names[start : start + AT_ONCE]
            numbers = await self.database.read(lambda connection: queries.last_numbers(connection, batch))  # noqa: B023
            for name, number in numbers.items():
                session = watched[name]
                if number > session.table.number:
                    session.behind = True
                    await self._catch_up(session)
                elif number < session.table.number and not session.lock.locked():
                    # the database went back in time, for example because a backup was restored: follow it
                    async with session.lock:
                        await self._reload_if_shorter(session)

    async def _reload_if_shorter(self, session: Session) -> None:
        name = session.table.info.id
        numbers = await self.database.read(lambda connection: queries.last_numbers(connection, [name]))
        if numbers.get(name, 0) < session.table.number:
            log.error("log-shorter", table=name, number=session.table.number)
            await self.manager.refresh(session)
