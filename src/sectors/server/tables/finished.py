"""Finished games: their records, turning points, mistakes, shared replays and rematches."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sectors.bots.review import review
from sectors.kit import Json
from sectors.server.metrics import CONFLICTS
from sectors.server.protocol import requests
from sectors.server.protocol.errors import Problem
from sectors.server.protocol.responses import Mistakes, TurningPoint
from sectors.server.storage import queries
from sectors.server.storage.database import Conflict
from sectors.server.storage.rows import Info, Place
from sectors.server.tables.commands import Actor, Decision, record, token
from sectors.server.tables.events import GameShared, GameStarted, RematchMade
from sectors.server.tables.new_table import new_id, new_seed
from sectors.server.tables.session import Session
from sectors.server.tables.table import winners
from sectors.server.tables.turning_point import turning_point
from sectors.server.tables.views import format_time, mistakes_info

if TYPE_CHECKING:
    from sectors.server.tables.manager import TableManager

TRIES = 5
REVIEW_SECONDS = 6.0


class FinishedGames:
    def __init__(self, manager: TableManager) -> None:
        self.manager = manager

    async def share(self, session: Session, actor: Actor) -> Json:
        async with session.lock:
            return await self._retry(session, lambda: self._share(session, actor))

    async def _retry(self, session: Session, do: Callable[[], Awaitable[Json]]) -> Json:
        """Do something that another server may be doing at the same time; after a conflict, catch up and try again. The
        lock is held."""
        for _ in range(TRIES):
            await self.manager.renew(session)
            try:
                return await do()
            except Conflict:
                CONFLICTS.inc()
        raise Problem("busy", "Others acted at the same moment several times; try again.")

    async def _share(self, session: Session, actor: Actor) -> Json:
        session.handler.require_over()
        table = session.table
        if table.replay is None:
            data = queries.encode(self.record(session))
            replay = token()
            await self.manager.database.write(lambda connection: queries.add_replay(connection, replay, data))
            event = GameShared(replay=replay, by=actor.name)
            await self.manager.commit(session, Decision([session.handler.log(event, actor)]))
        return {"ok": True, "number": table.number_for(None), "replay": session.table.replay}

    def record(self, session: Session) -> Json:
        """Return the record of a finished game. The lock is held."""
        session.handler.require_over()
        table = session.table
        start = next(logged for logged in table.log if isinstance(logged.event, GameStarted))
        end = next(logged for logged in table.log if logged.event.ending is not None)
        return record(table, format_time(start.at), format_time(end.at))

    async def turning_point(self, session: Session) -> TurningPoint | None:
        """Return the move that decided the game; computed once."""
        async with session.lock:
            data = self.record(session)
            game, ending = session.table.game, session.table.ending
        best = winners(ending.result) if ending is not None else []
        if len(best) != 1:
            return None
        if session.decided is None:
            session.decided = await self.manager.database.in_slow_thread(lambda: [turning_point(game, data, best[0])])
        return session.decided[0]

    async def mistakes(self, session: Session, seat: int) -> Mistakes:
        """Return the decisions that cost a seat most; computed once."""
        async with session.lock:
            data = self.record(session)
            game = session.table.game
            seed = self.manager.signer.secret_for(f"review {session.table.info.id} {seat}")
        if seat not in session.reviews:
            reviewed = await self.manager.database.in_slow_thread(
                lambda: review(game, data, seat, seed, REVIEW_SECONDS)
            )
            session.reviews[seat] = mistakes_info(reviewed)
        return session.reviews[seat]

    async def rematch(self, session: Session, actor: Actor, command: requests.Rematch) -> Json:
        async with session.lock:
            return await self._retry(session, lambda: self._rematch(session, actor, command))

    async def _rematch(self, session: Session, actor: Actor, command: requests.Rematch) -> Json:
        handler = session.handler
        handler.require_over()
        handler.require_seated(actor)
        table = session.table
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
            fresh |= {"seed": new_seed(), "dealing": 2, "created": time.time(), "creator": actor.player}
            info = Info(**{**{name: getattr(table.info, name) for name in Info.__struct_fields__}, **fresh})
            start = all(place.kind != "open" for place in places) and not command.auto

            async def write(append: queries.Append) -> None:  # the event and the new table, in one transaction
                await self.manager.create_table(info, places, table.pace, actor, start, command.auto, along=append)

            event = RematchMade(table=info.id, by=actor.name)
            await self.manager.commit(session, Decision([handler.log(event, actor)]), write)
        rematch = (await self.manager.session(session.table.rematch or "")).table.info
        return {"ok": True, "number": session.table.number_for(None), "table": rematch.id, "key": rematch.key}
