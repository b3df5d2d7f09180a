"""Bots that think in workers. If no worker answers, they think here and choose the same moves."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from typing import Any

import msgspec
import structlog

from sectors import bots
from sectors.kit import Json
from sectors.server.cluster.thoughts import NoAnswer, ThoughtQueue
from sectors.server.metrics import FALLBACKS, THOUGHT_SECONDS
from sectors.server.tables.bots import QUICK, BotPool, Shares, Thinking, Thought, guess_at
from sectors.server.tables.catalog import Catalog

log = structlog.get_logger("bots")


def pack(thought: Thought, request: str) -> Json:
    """Encode a thought for a worker. The position is the seat's guess, so it contains no secrets of the table."""
    game = thought.seen.game
    fields = {name: getattr(thought, name) for name in ("bot", "level", "seed", "ideas")}
    return {
        **fields,
        "game": game.name,
        "content": game.content_name,
        "position": thought.seen.position(),
        "request": request,
    }


def unpack(catalog: Catalog, sent: Json) -> Thought:
    game = catalog.game(sent["game"], sent["content"])
    seen = guess_at(game, sent["position"], sent["seed"])
    return Thought(seen, sent["bot"], sent["level"], sent["seed"], sent["ideas"])


def key_of(thought: Thought) -> str:
    """Return a key that is the same on all servers for the same thought."""
    text = f"{thought.seed} {thought.bot} {thought.level} {thought.ideas}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class RemoteBotPool(BotPool):
    """Asks workers. Each server asks for no more thoughts at once than the workers can handle, so the queue stays
    short, and the order is decided here, as in a single process."""

    def __init__(self, bot: str, queue: ThoughtQueue) -> None:
        super().__init__(bot)
        self.queue = queue
        self._asking: Counter[str] = Counter()
        self._wanted: dict[str, list[Thinking]] = {}
        self._fair = Shares()

    async def run(self) -> None:
        try:
            await self.queue.run()
        finally:
            await self.queue.close()

    async def _wait_for(self, thought: Thought, client: str, people: bool) -> Any:
        lane = "bots" if not people else "quick" if thought.level <= QUICK else "people"
        began = time.perf_counter()
        try:
            await self._turn(lane, Thinking(thought, thought.level, client, people, time.monotonic_ns()))
            asked = time.perf_counter()
            try:
                request = str(structlog.contextvars.get_contextvars().get("request", ""))
                answer = await self.queue.ask(lane, key_of(thought), pack(thought, request))
            finally:
                self._fair.charge(client, time.perf_counter() - asked)
                self._asking[lane] -= 1
                self._next(lane)
        except NoAnswer as reason:
            FALLBACKS.inc()
            log.info("thinks-here", lane=lane, reason=str(reason))
            return await super()._wait_for(thought, client, people)
        THOUGHT_SECONDS.labels(lane).observe(time.perf_counter() - began)
        return msgspec.convert(answer, list[bots.Idea]) if thought.ideas else answer

    async def _turn(self, lane: str, wanted: Thinking) -> None:
        """Wait until the workers have room for one more thought; raise NoAnswer if there are none."""
        if not self.queue.slots[lane]:
            raise NoAnswer("no workers")
        self._wanted.setdefault(lane, []).append(wanted)
        self._next(lane)
        try:
            await asyncio.wrap_future(wanted.choice)
        except asyncio.CancelledError:
            if not wanted.choice.cancelled():  # it had its turn: pass it on
                self._asking[lane] -= 1
                self._next(lane)
            raise

    def _next(self, lane: str) -> None:
        waiting = self._wanted[lane] = [one for one in self._wanted[lane] if not one.choice.cancelled()]
        while waiting and self._asking[lane] < max(1, self.queue.slots[lane]):
            chosen = self._fair.first(waiting)
            waiting.remove(chosen)
            if chosen.choice.set_running_or_notify_cancel():
                self._asking[lane] += 1
                chosen.choice.set_result(None)
