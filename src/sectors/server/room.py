"""A table in memory, and who is there."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Protocol

from msgspec import Struct

from sectors.kit import Game, Json
from sectors.server.desk import Desk
from sectors.server.sight import Looker
from sectors.server.table import Table, Viewer


class Watcher(Protocol):
    """A connection, as a table knows it."""

    player: str
    viewer: Viewer

    def wake(self, presence: bool = False) -> None: ...


class Origin(Struct):
    """What a new table plays."""

    game: Game
    seats: int | None
    options: Json
    begun: Json | None = None


class Thought:
    """A bot that thinks about one move."""

    def __init__(self, seat: int, table: Table, choice: asyncio.Future[str]) -> None:
        self.seat = seat
        self.place = table.places[seat]
        self.changed = table.changed
        self.choice = choice
        self.began = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def is_wanted(self, table: Table) -> bool:
        """Whether it is still about this game, and for this bot."""
        return table.changed == self.changed and table.places[self.seat] is self.place


class Room:
    """A table in memory, and who is there. Whoever reads or changes the table holds the lock."""

    def __init__(self, table: Table, members: set[str]) -> None:
        self.lock = asyncio.Lock()
        self.members = members
        self.watchers: set[Watcher] = set()
        self.present: Counter[str] = Counter()
        self.left: dict[str, float] = {}
        self.loaded = self.touched = time.monotonic()
        self.thinking: int | None = None
        self.thought: Thought | None = None
        self.bot: asyncio.Task[None] | None = None
        self.broken = False  # the table must be read anew
        self.table = table
        self.looker = Looker(table)

    def show(self, table: Table) -> None:
        self.table = table
        self.looker = Looker(table)
        self.broken = False

    @property
    def desk(self) -> Desk:
        return Desk(self.looker, self.presence, self.thinks_for)

    def thinks_for(self, seat: int) -> float:
        """For how many seconds the bot in that seat has been thinking about its move."""
        return self.thought.seconds if self.thought is not None and self.thought.seat == seat else 0.0

    def presence(self, player: str) -> tuple[bool, float | None]:
        if self.present[player] > 0:
            return True, None
        return False, float(int(time.monotonic() - self.left.get(player, self.loaded)))

    def come(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.present[watcher.player] += 1
        self.publish(presence=True)

    def go(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.present[watcher.player] -= 1
        self.left[watcher.player] = self.touched = time.monotonic()
        self.publish(presence=True)

    def spectators(self) -> int:
        seated = {place.player for place in self.table.places}
        return sum(1 for player, count in self.present.items() if count > 0 and player not in seated)

    def publish(self, presence: bool = False) -> None:
        for watcher in self.watchers:
            watcher.wake(presence)

    def may_see(self, player: str) -> bool:
        return self.table.info.public or player in self.members
