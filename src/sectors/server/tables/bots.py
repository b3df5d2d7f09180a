"""Bots at tables: they think in threads of their own, without the GIL, so that no table waits for another's."""

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
PACES = {"slow": 2.0, "normal": 0.7, "at once": 0.0}  # seconds that a move takes at least
SAMPLES = 8
QUICK = 3  # levels up to this one think for a moment only
FORGET_SECONDS = 10.0
MOST_CLIENTS = 10_000


def levels_of(game: Game) -> list[Level]:
    """What the page says about each level that the bots have in a game."""
    found = []
    for number, level in load_tuning(game).levels.items():
        about = ABOUT[number] if number < len(ABOUT) else "thinks longer"
        if level.elo is not None:
            about = f"{about}; measured {level.elo} ± {level.margin} Elo above level 6"
        found.append(Level(number, "First game" if number == 0 else f"Level {number}", about))
    return found


def nearest(game: Game, level: int) -> int:
    """The level of a game that is meant: tables may have been made when it had others."""
    there = load_tuning(game).levels
    return max((one for one in there if one <= level), default=min(there))


class Thought(Struct):
    """What a bot is to think about: a move to choose, or ideas for a hint. Where it thinks makes no difference."""

    seen: State  # what its seat knows
    bot: str
    level: int
    seed: str
    ideas: bool = False

    def run(self) -> str | list[bots.Idea]:
        settings: dict[str, int] = {"level": nearest(self.seen.game, self.level)} if self.bot == "mcts" else {}
        bot = bots.load(self.bot, seed=self.seed, **settings)
        return bot.think(self.seen) if self.ideas else bot.choose(self.seen)


def guess(state: State, seat: int, seed: str) -> State:
    """What a bot with this seed is given to see."""
    return state.seen_by(seat, int(seed[:16], 16))


def guess_at(game: Game, position: Json, seed: str) -> State:
    """The same guess, from its position: worlds, moves and chance are those of `guess`."""
    return game.at(position, f"seen {int(seed[:16], 16)}")


class Thinking:
    """A thought that waits for its turn."""

    def __init__(self, thought: Thought, level: int, client: str, people: bool, number: int) -> None:
        self.thought = thought
        self.quick = level <= QUICK
        self.level = level
        self.client = client
        self.people = people
        self.number = number
        self.choice: Future[Any] = Future()


class Shares:
    """Who comes first: people's tables before those of bots alone, then whoever has had the least time lately, then
    weak levels."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds of each client, and since when

    def first(self, waiting: list[Thinking]) -> Thinking:
        return min(waiting, key=lambda one: (not one.people, self._share(one.client), one.level, one.number))

    def charge(self, client: str, seconds: float) -> None:
        self._used[client] = (self._share(client) + seconds, time.monotonic())
        self._used.move_to_end(client)
        if len(self._used) > MOST_CLIENTS:
            self._used.popitem(last=False)

    def _share(self, client: str) -> float:
        """What a client has used lately: seconds, of which half are forgotten after a while."""
        used, since = self._used.get(client, (0.0, 0.0))
        left: float = used * 0.5 ** ((time.monotonic() - since) / FORGET_SECONDS)
        return round(left, 2)


class BotPool:
    """The threads in which bots think. `bot` is the name of the one that plays at all tables.

    Whoever has had the least of their time lately is served first, people's tables before those of bots alone, weak
    levels before strong ones; and one thread is for weak levels only, so that they never wait for a long thought.
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
        """What must be done beside thinking, as long as the server runs."""

    async def choose(self, seen: State, level: int, seed: str, client: str = "", people: bool = True) -> str:
        """A move for the seat to act, of whose knowledge `seen` is made."""
        return str(await self._wait_for(Thought(seen, self.bot, level, seed), client, people))

    async def advise(self, seen: State, level: int, seed: str, client: str = "") -> bots.Advice:
        """The best move for the seat to act, with its reasons."""
        ideas = await self._wait_for(Thought(seen, self.bot, level, seed, ideas=True), client, True)
        return bots.advise(seen, ideas)

    async def _wait_for(self, thought: Thought, client: str, people: bool) -> Any:
        """What a thought gives, when its turn has come."""
        with self._lock:
            self._number += 1
            wanted = Thinking(thought, thought.level, client, people, self._number)
            self._waiting.append(wanted)
            self._serve()
        with THINKING.track_inprogress():
            return await asyncio.wrap_future(wanted.choice)

    def _serve(self) -> None:
        """Let as many think as there are threads. The lock is held."""
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


def expects(state: State, seat: int) -> float:
    """What a seat can expect of the game, judged by what it knows."""
    judge = state.game.evaluator()
    worlds = [state.seen_by(seat, sample) for sample in range(SAMPLES)]
    return sum(judge.values(world.core)[seat] for world in worlds) / SAMPLES
