"""The other servers, reached through Redis.

Redis is never authoritative. Each table has a channel that announces new events after they have been written; a server
that misses one, or gets an announcement without the events because they were too large, reads the log. While Redis is
away (or after it was flushed), every server polls the database, and limits and presence are per server; when Redis is
back, each server looks up everything that it could have missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError

from sectors.server.cluster.peers import Elsewhere, Listener, Peers
from sectors.server.metrics import PEER_LAG, PEERS_AWAY, WAKEUPS

PREFIX = "sectors:"
EVERYBODY = f"{PREFIX}servers"  # the channel for announcements that concern no table
TABLE = f"{PREFIX}table:"
ANSWER_SECONDS = 1.0  # within which Redis must answer
CHECK_SECONDS = 1.0
PRESENCE_SECONDS = 30  # after which the players of a silent server count as gone
SEEN_SECONDS = 3600
NOTE_SECONDS = 5.0  # at least this long between two notes about the same player
MOST_NOTED = 20_000
LARGEST_ROWS = 16 * 1024  # bytes of events in an announcement
AWAY = (RedisError, OSError, asyncio.TimeoutError)

log = structlog.get_logger("cluster")

# Players at a table by server, and when its seated players were last active. All times are those of Redis.
PRESENCE = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local others = {}
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if string.sub(member, 1, #ARGV[1]) == ARGV[1] then
        redis.call('ZREM', KEYS[1], member)
    else
        others[#others + 1] = member
    end
end
for i = 4, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1] .. ARGV[i]) end
redis.call('EXPIRE', KEYS[1], ARGV[2] * 2)
local ages = {}
for i = 2, #KEYS do
    redis.call('SET', KEYS[i], now, 'NX', 'EX', ARGV[3])
    ages[#ages + 1] = now - tonumber(redis.call('GET', KEYS[i]))
end
return {others, ages}
"""

NOTE = "return redis.call('SET', KEYS[1], redis.call('TIME')[1], 'EX', ARGV[1])"

# The token bucket of limits.Bucket.
TAKE = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local rate, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = math.min(burst, (tonumber(kept[1]) or burst) + (now - (tonumber(kept[2]) or now)) * rate)
local wait = 0
if left >= cost then left = left - cost else wait = (cost - left) / rate end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', tostring(now))
redis.call('EXPIRE', KEYS[1], math.ceil(burst / rate) + 1)
return tostring(wait)
"""


def connect(url: str, **more: Any) -> Redis:
    """Return a Redis client that retries with exponential backoff, for callers that can wait."""
    patient = Retry(ExponentialBackoff(cap=1.0, base=0.05), 3)
    return Redis.from_url(url, socket_connect_timeout=ANSWER_SECONDS, retry=patient, **more)


class RedisPeers(Peers):
    shared = True

    def __init__(self, url: str) -> None:
        self.name = secrets.token_hex(6)  # of this server
        self._redis: Redis = Redis.from_url(
            url,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            retry=Retry(ExponentialBackoff(), 0),
        )
        self._listening = connect(url, health_check_interval=5).pubsub()
        self._presence = self._redis.register_script(PRESENCE)
        self._note = self._redis.register_script(NOTE)
        self._take = self._redis.register_script(TAKE)
        self._followed: set[str] = set()
        self._left: set[str] = set()
        self._subscribing: dict[str, asyncio.Future[None]] = {}
        self._out: list[tuple[bytes, str]] = []
        self._wake_sender = asyncio.Event()
        self._noted: OrderedDict[str, float] = OrderedDict()
        self._tasks: list[asyncio.Task[None]] = []
        self._notes: set[asyncio.Future[Any]] = set()
        self.away = True

    async def open(self, listener: Listener) -> None:
        self._listener = listener
        with contextlib.suppress(*AWAY):
            await self._redis.ping()
            self._set_away(False)
        self._tasks = [asyncio.create_task(work) for work in (self._listen(), self._send(), self._check())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*AWAY):
            await self._publish()
        for client in (self._listening, self._redis):
            with contextlib.suppress(*AWAY):
                await client.aclose()

    def _set_away(self, away: bool) -> None:
        if away != self.away:
            log.warning("redis-away" if away else "redis-here")
        self.away = away
        PEERS_AWAY.set(away)

    async def _check(self) -> None:
        """Notice when Redis goes away or comes back."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            was_away = self.away
            try:
                await asyncio.wait_for(self._redis.ping(), ANSWER_SECONDS)
            except AWAY:
                self._set_away(True)
            else:
                self._set_away(False)
                if was_away:
                    self._listener.missed()

    # Hearing

    async def follow(self, table: str) -> None:
        self._followed.add(table)
        if self.away:
            return
        channel = TABLE + table
        done = self._subscribing[channel] = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait_for(self._listening.subscribe(channel), ANSWER_SECONDS)
            await asyncio.wait_for(done, ANSWER_SECONDS)
        except AWAY:
            log.warning("not-followed", table=table)
        finally:
            self._subscribing.pop(channel, None)

    def unfollow(self, table: str) -> None:
        self._followed.discard(table)
        self._left.add(table)
        self._wake_sender.set()

    async def _listen(self) -> None:
        while True:
            try:
                if not self._listening.subscribed:
                    await self._listening.subscribe(EVERYBODY)
                message = await self._listening.get_message(timeout=None)
            except AWAY:
                await asyncio.sleep(0.1)
                continue
            if message is not None:
                try:
                    await self._hear(message["type"], message["channel"].decode(), message["data"])
                except Exception:  # anybody can publish anything there
                    log.exception("heard-nonsense")

    async def _hear(self, kind: str, channel: str, data: Any) -> None:
        if kind == "subscribe":
            if (done := self._subscribing.get(channel)) is not None and not done.done():
                done.set_result(None)
            elif channel == EVERYBODY:  # the connection is new
                wanted = {TABLE + table for table in self._followed}
                missing = sorted(wanted - {name.decode() for name in self._listening.channels})
                if missing:
                    await self._listening.subscribe(*missing)
                self._listener.missed()
        elif kind == "message":
            server, what, value, sent, rows = data.split(b" ", 4)
            server, what, value = server.decode(), what.decode(), value.decode()
            if server == self.name:
                return
            WAKEUPS.labels(what).inc()
            PEER_LAG.observe(max(0.0, time.time() - float(sent)))
            if what == "name":
                self._listener.name_changed(value)
            elif what == "presence":
                self._listener.presence_changed(channel.removeprefix(TABLE))
            else:
                self._listener.table_changed(
                    channel.removeprefix(TABLE), int(value), msgspec.json.decode(rows or b"[]")
                )

    # Telling: announcements made in one go are sent in one pipeline

    def _tell(self, channel: str, what: str, value: object, rows: bytes = b"") -> None:
        self._out.append((f"{self.name} {what} {value} {time.time():.6f} ".encode() + rows, channel))
        self._wake_sender.set()

    def tell_table(self, table: str, number: int, rows: Sequence[Sequence[Any]]) -> None:
        data = msgspec.json.encode(rows)
        self._tell(TABLE + table, "number", number, data if len(data) <= LARGEST_ROWS else b"")

    def tell_presence(self, table: str) -> None:
        self._tell(TABLE + table, "presence", 0)

    def tell_name(self, player: str) -> None:
        self._tell(EVERYBODY, "name", player)

    async def _send(self) -> None:
        while True:
            await self._wake_sender.wait()
            try:
                await self._publish()
            except AWAY:  # the other servers poll the database instead
                self._set_away(True)

    async def _publish(self) -> None:
        self._wake_sender.clear()
        out, self._out = self._out, []
        if self.away:
            return
        if out:
            pipe = self._redis.pipeline(transaction=False)
            for text, channel in out:
                pipe.publish(channel, text)
            await pipe.execute()
        gone, self._left = self._left - self._followed, set()
        if gone:
            await self._listening.unsubscribe(*(TABLE + table for table in gone))

    # Shared state

    def note(self, player: str) -> None:
        now = time.monotonic()
        if self.away or now - self._noted.get(player, -NOTE_SECONDS) < NOTE_SECONDS:
            return
        self._noted[player] = now
        self._noted.move_to_end(player)
        if len(self._noted) > MOST_NOTED:
            self._noted.popitem(last=False)
        task = asyncio.ensure_future(self._run_script(self._note, [f"{PREFIX}seen:{player}"], [SEEN_SECONDS]))
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def _run_script(self, script: Any, keys: list[str], values: list[Any]) -> Any:
        """Return the answer of a script, or None if Redis is away; then no call waits for it again until it is back."""
        if self.away:
            return None
        try:
            return await script(keys=keys, args=values)
        except AWAY:
            self._set_away(True)
            return None

    async def presence(self, table: str, here: set[str], seated: list[str]) -> Elsewhere | None:
        keys = [f"{PREFIX}here:{table}", *(f"{PREFIX}seen:{player}" for player in seated)]
        answer = await self._run_script(
            self._presence, keys, [f"{self.name} ", PRESENCE_SECONDS, SEEN_SECONDS, *sorted(here)]
        )
        if answer is None:
            return None
        others, ages = answer
        players = {member.decode().partition(" ")[2] for member in others}
        return Elsewhere(players, {player: float(age) for player, age in zip(seated, ages)})

    async def take(self, bucket: str, rate: float, burst: float, cost: float) -> float | None:
        answer = await self._run_script(self._take, [f"{PREFIX}bucket:{bucket}"], [rate, burst, cost])
        return None if answer is None else float(answer)

    async def claim(self, what: str, seconds: float) -> bool:
        if self.away:
            return True
        try:
            taken = await self._redis.set(f"{PREFIX}claim:{what}", self.name, nx=True, px=int(seconds * 1000))
        except AWAY:
            self._set_away(True)
            return True
        return bool(taken)
