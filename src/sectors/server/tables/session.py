"""A table in memory, and who is there."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from sectors.kit import Game, Json
from sectors.server import limits
from sectors.server.cluster.peers import Elsewhere, Peers
from sectors.server.protocol.responses import Mistakes, TurningPoint
from sectors.server.storage.rows import EventRow
from sectors.server.tables.commands import CommandHandler
from sectors.server.tables.events import Viewer
from sectors.server.tables.persistence import waits_for_bot
from sectors.server.tables.table import Table
from sectors.server.tables.views import MovesWanted, Views, changing

MOST_SEEN = 20_000


class Seen:
    """When players were last heard of. Any request of theirs shows that they are there, not only a WebSocket."""

    def __init__(self, peers: Peers) -> None:
        self._at: OrderedDict[str, float] = OrderedDict()
        self._peers = peers

    def note(self, player: str) -> None:
        self._peers.note(player)
        self._at[player] = time.monotonic()
        self._at.move_to_end(player)
        if len(self._at) > MOST_SEEN:
            self._at.popitem(last=False)

    def at(self, player: str) -> float:
        return self._at.get(player, 0.0)


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
        return table.status == "playing" and table.changed == self.changed and table.places[self.seat] is self.place


class Session:
    """A table in memory, and who is there. Whoever reads or changes the table holds the lock."""

    def __init__(
        self, table: Table, members: set[str], seen: Seen, generation: int, moved: Callable[[Session], None]
    ) -> None:
        self.lock = asyncio.Lock()
        self.members = members
        self.watchers: set[Watcher] = set()
        self.present: Counter[str] = Counter()
        self.elsewhere: set[str] = set()  # who is there through another server
        self.heard: dict[str, float] = {}  # when any server last heard of a seated player
        self._moved = moved  # is told when somebody comes or goes
        self.seen = seen
        self.generation = generation  # of the database from which the table was read
        self.loaded = self.touched = time.monotonic()
        self.behind = False  # the log may have more
        self.announced: list[EventRow] = []  # what another server says that it has written
        self.thought: Thought | None = None
        self.bot: asyncio.Task[None] | None = None
        self.broken = False  # the table must be read anew
        self.decided: list[TurningPoint | None] | None = None  # what decided the finished game, once somebody has asked
        self.reviews: dict[int, Mistakes] = {}  # the mistakes of seats in the finished game, likewise
        self.table = table
        self.views = Views(table)
        # whether its views may be so large that they are made beside the event loop: on a map of one's own, say
        self.heavy = limits.is_custom(table.info.options)

    def show(self, table: Table) -> None:
        self.table = table
        self.views = Views(table)
        self.broken = False

    @property
    def handler(self) -> CommandHandler:
        return CommandHandler(self.views, self.presence, self.thinks_for)

    def thinks_for(self, seat: int) -> float:
        """For how many seconds the bot in that seat has been thinking about its move, here or for another server."""
        if self.thought is not None:
            return self.thought.seconds if self.thought.seat == seat else 0.0
        return time.time() - self.table.log[self.table.changed - 1].at if self.thinking == seat else 0.0

    @property
    def thinking(self) -> int | None:
        """The seat of a bot that thinks."""
        return self.table.to_act if waits_for_bot(self.table) else None

    def presence(self, player: str) -> tuple[bool, float | None]:
        if self.present[player] > 0 or player in self.elsewhere:
            return True, None
        heard = max(self.heard.get(player, self.loaded), self.seen.at(player))
        return False, float(int(time.monotonic() - heard))

    def met(self, elsewhere: Elsewhere) -> None:
        """Take in what other servers know."""
        now = time.monotonic()
        self.heard = {player: now - age for player, age in elsewhere.ages.items()}
        if elsewhere.players != self.elsewhere:
            self.elsewhere = elsewhere.players
            self.publish(presence=True)

    def saw(self, player: str) -> None:
        self.touched = time.monotonic()
        self.seen.note(player)

    def come(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.present[watcher.player] += 1
        self.publish(presence=True)
        self._moved(self)

    def go(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.present[watcher.player] -= 1
        if self.present[watcher.player] <= 0:
            del self.present[watcher.player]
        self.saw(watcher.player)
        self.rest()
        self.publish(presence=True)
        self._moved(self)

    def rest(self) -> None:
        """Give back the memory of what nobody looks at."""
        if not self.watchers:
            self.views.forget()

    def spectators(self) -> int:
        return len((self.present.keys() | self.elsewhere) - {place.player for place in self.table.places})

    def seated(self) -> list[str]:
        return sorted({place.player for place in self.table.places if place.player is not None})

    def changing(self, player: str, viewer: Viewer, svg: bool, moves: MovesWanted) -> Json:
        """What changes at the table, as a player sees it from a seat."""
        return changing(self.views, viewer, player, self.presence, self.spectators(), svg, moves, self.thinking)

    def publish(self, presence: bool = False) -> None:
        for watcher in self.watchers:
            watcher.wake(presence)

    def may_see(self, player: str) -> bool:
        return self.table.info.public or player in self.members
