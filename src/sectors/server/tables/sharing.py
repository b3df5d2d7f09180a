"""Tables that several servers have in memory: each reads on in the log when another has written."""

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

LOOK_SECONDS = 5.0  # between looks into the database for what no wake-up told
AWAY_SECONDS = 0.5  # the same while there are no wake-ups
PRESENCE_SECONDS = 10.0
BOT_SECONDS = 5.0  # after which a bot that nobody seems to think for is thought for here
AT_ONCE = 500  # tables in one query
MANY = 20  # events that are folded beside the event loop

log = structlog.get_logger("sharing")


def announced(session: Session) -> list[EventRow] | None:
    """The events that follow those of the table, by what another server has said; None if one is missing."""
    rows = sorted((row for row in session.announced if row.number > session.table.number), key=lambda row: row.number)
    session.announced = []
    expected = range(session.table.number + 1, session.table.number + 1 + len(rows))
    return rows if [row.number for row in rows] == list(expected) else None


class Sharing:
    """Keeps the tables in memory as other servers leave them."""

    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.peers = manager.peers
        self.database = manager.database
        self._look = asyncio.Event()

    # What other servers tell

    def table_changed(self, table: str, number: int, rows: list[list[Any]]) -> None:
        session = self.manager.loaded(table)
        if session is None or number <= session.table.number:
            return
        waits = session.behind or bool(session.announced)
        session.announced += [EventRow(*row) for row in rows]
        session.behind |= not rows
        if not waits:
            self.manager.task(self._catch_up(session))

    def presence_changed(self, table: str) -> None:
        session = self.manager.loaded(table)
        if session is not None and session.watchers:
            self.manager.task(self.meet(session))

    def name_changed(self, player: str) -> None:
        self.manager.forget_names(player)

    def missed(self) -> None:
        self.manager.forget_names()
        for session in self.manager.sessions():
            if session.watchers:
                self.manager.task(self.meet(session))
        self._look.set()

    # Reading on

    async def _catch_up(self, session: Session) -> None:
        try:
            await self.manager.up_to_date(session)
        except Problem as problem:  # whoever asks next tries again
            log.warning("not-caught-up", table=session.table.info.id, code=problem.code)

    async def read_on(self, session: Session) -> None:
        """Fold what others have written. The lock is held."""
        table, generation = session.table, self.database.generation
        rows = announced(session)
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
                await self.database.apart(fold)
            else:
                fold()
        except Corrupt as error:  # the log is right, and this memory is not
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

    async def was_let_in(self, session: Session, player: str) -> bool:
        """Whether another server has let somebody in."""
        if not self.peers.shared:
            return False
        name = session.table.info.id
        found = await self.database.read(lambda connection: queries.is_member(connection, name, player))
        if found:
            session.members.add(player)
        return found

    # Presence

    def moved(self, session: Session) -> None:
        """Somebody came or went here."""
        if self.peers.shared and not self.manager.closing:
            self.manager.task(self._tell(session))

    async def _tell(self, session: Session) -> None:
        await self.meet(session)
        self.peers.tell_presence(session.table.info.id)

    async def meet(self, session: Session) -> None:
        """Say who is here, and learn who is elsewhere."""
        if not self.peers.shared:
            return
        found = await self.peers.presence(session.table.info.id, set(session.present), session.seated())
        if found is not None:
            session.met(found)

    # What is looked for

    async def run(self) -> None:
        """Look for what no wake-up told, as long as the server runs."""
        presence = bots = time.monotonic()
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), AWAY_SECONDS if self.peers.away else LOOK_SECONDS)
            self._look.clear()
            try:
                await self.compare()
                now = time.monotonic()
                if now - bots >= BOT_SECONDS:
                    bots = now
                    await self.manager.wake_bots(time.time() - BOT_SECONDS)
                if now - presence >= PRESENCE_SECONDS:
                    presence = now
                    for session in self.manager.sessions():
                        if session.watchers:
                            await self.meet(session)
            except Problem as problem:
                log.warning("not-looked", code=problem.code)
            except Exception:
                log.exception("not-looked")

    async def compare(self) -> None:
        """Compare the tables that somebody watches with the log."""
        watched = {one.table.info.id: one for one in self.manager.sessions() if one.watchers or one.bot is not None}
        names = sorted(watched)
        for start in range(0, len(names), AT_ONCE):
            some = names[start : start + AT_ONCE]
            found = await self.database.read(lambda connection: queries.last_numbers(connection, some))  # noqa: B023
            for name, number in found.items():
                session = watched[name]
                if number > session.table.number:
                    session.behind = True
                    await self._catch_up(session)
                elif number < session.table.number and not session.lock.locked():
                    # a database that went back in time, as after a restored backup: then it is the truth
                    async with session.lock:
                        await self._shorter(session)

    async def _shorter(self, session: Session) -> None:
        name = session.table.info.id
        found = await self.database.read(lambda connection: queries.last_numbers(connection, [name]))
        if found.get(name, 0) < session.table.number:
            log.error("log-shorter", table=name, number=session.table.number)
            await self.manager.refresh(session)
