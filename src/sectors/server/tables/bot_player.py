"""Plays the bots' moves: a bot thinks about what its seat knows, and its choice is committed like any other move."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import structlog

from sectors.server.metrics import BOT_FAILURES
from sectors.server.protocol.errors import Problem
from sectors.server.storage.database import Conflict
from sectors.server.tables import bots, persistence
from sectors.server.tables.commands import Decision
from sectors.server.tables.events import BotFailed
from sectors.server.tables.session import Session, Thought

if TYPE_CHECKING:
    from sectors.server.tables.manager import TableManager

log = structlog.get_logger("bots")


class BotPlayer:
    """Plays for the bots of all tables."""

    def __init__(self, manager: TableManager) -> None:
        self.manager = manager

    def wake(self, session: Session) -> None:
        if session.bot is None and not self.manager.closing and persistence.waits_for_bot(session.table):
            session.bot = self.manager.start_task(self._play(session))

    async def _play(self, session: Session) -> None:
        """Play for the bots at a table until it is a person's turn."""
        try:
            while await self._move(session):
                pass
        except Problem as problem:  # the table cannot be read any more
            log.error("bot-stopped", table=session.table.info.id, code=problem.code)
        finally:
            session.bot = None

    async def _move(self, session: Session) -> bool:
        """Think and play once; return whether to continue."""
        async with session.lock:
            while session.broken:
                try:
                    await self.manager.refresh(session)
                except Problem as problem:
                    if problem.code != "storage":
                        raise
                    await asyncio.sleep(1)
            table = session.table
            if not persistence.waits_for_bot(table) or table.state is None:
                return False
            seat = table.to_act
            assert seat is not None
            level, changed = table.places[seat].level, table.changed
            level = 1 if level is None else level
            # The same knowledge gives the same guess and the same move, so the move reveals nothing hidden.
            seed = self.manager.signer.secret_for(f"bot {table.info.id} {seat} {table.number_for(seat)}")
            seen = bots.guess(table.state, seat, seed)
            people = any(place.kind == "person" for place in table.places)
            choice = asyncio.ensure_future(self.manager.bot_pool.choose(seen, level, seed, table.info.client, people))
            thought = session.thought = Thought(seat, table, choice)
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
            session.thought = None
        await asyncio.sleep(max(0.0, bots.PACES[session.table.pace] - thought.seconds))
        async with session.lock:
            if session.broken or not thought.is_wanted(session.table):
                return True
            handler = session.handler
            decision = None
            if failure is None:
                try:
                    decision = handler.decide_move(None, seat, text, None)
                except Problem as problem:
                    failure = f"{text!r} is refused: {problem.text}"
            if decision is None:
                log.error("bot-failed", table=session.table.info.id, seat=seat, level=level, failure=failure)
                BOT_FAILURES.inc()
                decision = Decision([handler.log(BotFailed(), None, seat=seat)])
            try:
                await self.manager.commit(session, decision)
            except Conflict:
                return True
            except Problem as problem:
                log.error("bot-waits", table=session.table.info.id, code=problem.code)
        if session.broken or session.table.changed == changed:
            await asyncio.sleep(1)
        return True

    async def answer_offers(self, session: Session) -> None:
        """Answer draw offers for the bots: yes unless they are ahead."""
        async with session.lock:
            for offer in list(session.table.offers.values()):
                for seat in list(offer.missing):
                    table = session.table
                    if table.places[seat].kind == "bot" and table.state is not None and offer.number in table.offers:
                        yes = bots.expected_result(table.state, seat) <= 1 / table.info.seats
                        with contextlib.suppress(Conflict):  # another event came first and cancelled the offer
                            await self.manager.commit(
                                session, session.handler.decide_answer(None, seat, offer.number, yes)
                            )
