"""Bots that fail, each in its own way."""

import os
import time

from sectors import State
from sectors.bots import Bot


class Cheat(Bot):
    def choose(self, seen: State) -> str:
        return "castle"


class Silent(Bot):
    def choose(self, seen: State) -> str:
        return None  # type: ignore[return-value]


class Breaks(Bot):
    def choose(self, seen: State) -> str:
        raise RuntimeError("out of ideas")


class Slow(Bot):
    def choose(self, seen: State) -> str:
        time.sleep(0.7)
        return seen.legal()[0]


class Hangs(Bot):
    def choose(self, seen: State) -> str:
        while True:
            time.sleep(1)


class Dies(Bot):
    def choose(self, seen: State) -> str:
        os._exit(1)
