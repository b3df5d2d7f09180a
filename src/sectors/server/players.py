"""Bots at tables: they think in threads of their own, without the GIL, so that no table waits for another's."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor

from sectors import bots
from sectors.kit import State
from sectors.server.answers import LevelInfo
from sectors.server.metrics import BOT_SECONDS, THINKING

LEVELS = [
    LevelInfo(1, "Level 1", "overlooks a lot: for your first game"),
    LevelInfo(2, "Level 2", "plays quickly and makes mistakes"),
    LevelInfo(3, "Level 3", "a fair match once you know the rules"),
    LevelInfo(4, "Level 4", "sees most of what there is to see"),
    LevelInfo(5, "Level 5", "hard to beat"),
    LevelInfo(6, "Level 6", "thinks as hard as it can"),
]
STRONGEST = len(LEVELS)
PACES = {"slow": 2.0, "normal": 0.7, "at once": 0.0}  # seconds that a move takes at least
SAMPLES = 8


class Thinkers:
    """The threads in which bots think. `bot` is the name of the one that plays at all tables."""

    def __init__(self, bot: str = "mcts") -> None:
        self.bot = bot
        self._threads = ThreadPoolExecutor(os.cpu_count() or 2, thread_name_prefix="bot")

    async def choose(self, seen: State, level: int, seed: str) -> str:
        """A move for the seat to act, of whose knowledge `seen` is made."""

        def think() -> str:
            began = time.perf_counter()
            settings: dict[str, int] = {"level": min(level, STRONGEST)} if self.bot == "mcts" else {}
            try:
                return bots.load(self.bot, seed=seed, **settings).choose(seen)
            finally:
                BOT_SECONDS.observe(time.perf_counter() - began)

        with THINKING.track_inprogress():
            return await asyncio.get_running_loop().run_in_executor(self._threads, think)

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


def expects(state: State, seat: int) -> float:
    """What a seat can expect of the game, judged by what it knows."""
    judge = state.game.evaluator()
    worlds = [state.seen_by(seat, sample) for sample in range(SAMPLES)]
    return sum(judge.values(world.core)[seat] for world in worlds) / SAMPLES
