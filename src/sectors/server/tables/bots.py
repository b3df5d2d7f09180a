"""Bots at tables. They think in their own threads, without the GIL, so that no table waits for another's bot."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from msgspec import Struct

from sectors import bots
from sectors.bots.levels import ABOUT, load_tuning
from sectors.kit import Game, Json, State
from sectors.server.metrics import BOT_SECONDS, THINKING
from sectors.server.protocol.responses import Level

HINT_LEVEL = 5
PACES = {"slow": 2.0, "normal": 0.7, "at once": 0.0}  # the least seconds that a move takes
SAMPLES = 8
QUICK = 3  # levels up to this one think only briefly
FORGET_SECONDS = 10.0
MOST_CLIENTS = 10_000


def levels_of(game: Game) -> list[Level]:
    """Return the levels of a game's bots, with their descriptions for the page."""
    levels = []
    for number, level in load_tuning(game).levels.items():
        about = ABOUT[number] if number < len(ABOUT) else "thinks longer"
        if level.elo is not None:
            about = f"{about}; measured {level.elo} ± {level.margin} Elo above level 6"
        levels.append(Level(number, "First game" if number == 0 else f"Level {number}", about))
    return levels


def nearest_level(game: Game, level: int) -> int:
    """Return the highest level up to `level`: a table may be older than the game's current levels."""
    levels = load_tuning(game).levels
    return max((number for number in levels if number <= level), default=min(levels))


class Thought(Struct):
    """A task for a bot: to choose a move, or to find ideas for a hint. The result is the same wherever it runs."""

    seen: State  # the game as its seat knows it
    bot: str
    level: int
    seed: str
    ideas: bool = False

    def run(self) -> str | list[bots.Idea]:
        settings: dict[str, int] = {"level": nearest_level(self.seen.game, self.level)} if self.bot == "mcts" else {}
        bot = bots.load(self.bot, seed=self.seed, **settings)
        return bot.think(self.seen) if self.ideas else bot.choose(self.seen)


def guess(state: State, seat: int, seed: str) -> State:
    """Return the seat's guess that a bot with this seed gets."""
    return state.seen_by(seat, int(seed[:16], 16))


def guess_at(game: Game, position: Json, seed: str) -> State:
    """Rebuild a guess from its position: worlds, moves and chance are those of `guess`."""
    return game.at(position, f"seen {int(seed[:16], 16)}")


class Thinking:
    """A thought waiting for its turn."""

    def __init__(self, thought: Thought, level: int, client: str, people: bool, number: int) -> None:
        self.thought = thought
        self.quick = level <= QUICK
        self.level = level
        self.client = client
        self.people = people
        self.number = number
        self.choice: Future[Any] = Future()


class Shares:
    """Decides whose thought comes first: tables with people before tables of bots alone, then the client that has used
    the least time lately, then the weaker level."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds of each client, and the time then

    def first(self, waiting: list[Thinking]) -> Thinking:
        return min(waiting, key=lambda one: (not one.people, self._share(one.client), one.level, one.number))

    def charge(self, client: str, seconds: float) -> None:
        self._used[client] = (self._share(client) + seconds, time.monotonic())
        self._used.move_to_end(client)
        if len(self._used) > MOST_CLIENTS:
            self._used.popitem(last=False)

    def _share(self, client: str) -> float:
        """Return the seconds that a client has used lately; they decay with a half-life of FORGET_SECONDS."""
        used, since = self._used.get(client, (0.0, 0.0))
        left: float = used * 0.5 ** ((time.monotonic() - since) / FORGET_SECONDS)
        return round(left, 2)


class BotPool:
    """The threads in which bots think. `bot` is the name of the bot that plays at all tables.

    `Shares` decides the order. One extra thread is for weak levels only, so that they never wait for a long thought.
    """

    def __init__(self, bot: str = "mcts") -> None:
        self.bot = bot
        self._size = os.cpu_count() or 2
        self._threads = ThreadPoolExecutor(self._size + 1, thread_name_prefix="bot")
        self._lock = threading.Lock()
        self._waiting: list[Thinking] = []
        self._busy = 0
        self._number = 0
        self._shares = Shares()

    async def run(self) -> None:
        """Do the background work of the pool, for as long as the server runs; here there is none."""

    async def choose(self, seen: State, level: int, seed: str, client: str = "", people: bool = True) -> str:
        """Choose a move for the seat to act; `seen` is the game as that seat knows it."""
        return str(await self._wait_for(Thought(seen, self.bot, level, seed), client, people))

    async def advise(self, seen: State, level: int, seed: str, client: str = "") -> bots.Advice:
        """Return the best move for the seat to act, with the reasons."""
        ideas = await self._wait_for(Thought(seen, self.bot, level, seed, ideas=True), client, True)
        return bots.advise(seen, ideas)

    async def _wait_for(self, thought: Thought, client: str, people: bool) -> Any:
        """Wait for a thought's turn and return its result."""
        with self._lock:
            self._number += 1
            wanted = Thinking(thought, thought.level, client, people, self._number)
            self._waiting.append(wanted)
            self._serve()
        with THINKING.track_inprogress():
            return await asyncio.wrap_future(wanted.choice)

    def _serve(self) -> None:
        """Start waiting thoughts while there are free threads. The lock is held."""
        while self._waiting and self._busy <= self._size:
            self._waiting = [one for one in self._waiting if not one.choice.cancelled()]
            able = [one for one in self._waiting if one.quick or self._busy < self._size]
            if not able:
                return
            chosen = self._shares.first(able)
            self._waiting.remove(chosen)
            if chosen.choice.set_running_or_notify_cancel():
                self._busy += 1
                self._threads.submit(self._run, chosen)

    def _run(self, chosen: Thinking) -> None:
        began = time.perf_counter()
        try:
            chosen.choice.set_result(chosen.thought.run())
        except BaseException as error:
            chosen.choice.set_exception(error)
        seconds = time.perf_counter() - began
        BOT_SECONDS.observe(seconds)
        with self._lock:
            self._busy -= 1
            self._shares.charge(chosen.client, seconds)
            self._serve()

    def close(self) -> None:
        with self._lock:
            for one in self._waiting:
                one.choice.cancel()
            self._waiting.clear()
        self._threads.shutdown(cancel_futures=True)


def expected_result(state: State, seat: int) -> float:
    """Return the result that a seat can expect, evaluated from what it knows."""
    judge = state.game.evaluator()
    worlds = [state.seen_by(seat, sample) for sample in range(SAMPLES)]
    return sum(judge.values(world.core)[seat] for world in worlds) / SAMPLES
