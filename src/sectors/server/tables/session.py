"""A table in memory, with its connections."""

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
from sectors.server.tables.views import MovesWanted, Views, changing_fields

MOST_SEEN = 20_000


class Seen:
    """When players were last active. Any request counts, not only a WebSocket."""

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
    """A connection that watches a table."""

    player: str
    viewer: Viewer

    def wake(self, presence: bool = False) -> None: ...


class Origin(Struct):
    """The game of a new table, and the record that it continues, if any."""

    game: Game
    seats: int | None
    options: Json
    begun: Json | None = None


class Thought:
    """A bot's thinking about one move."""

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
        """Return whether the position and the bot are still the same."""
        return table.status == "playing" and table.changed == self.changed and table.places[self.seat] is self.place


class Session:
    """A table in memory, with its connections. To read or change the table, hold the lock."""

    def __init__(
        self, table: Table, members: set[str], seen: Seen, generation: int, presence_changed: Callable[[Session], None]
    ) -> None:
        self.lock = asyncio.Lock()
        self.members = members
        self.watchers: set[Watcher] = set()
        self.present: Counter[str] = Counter()
        self.elsewhere: set[str] = set()  # players connected through other servers
        self.heard: dict[str, float] = {}  # when a seated player was last active on any server
        self._presence_changed = presence_changed  # called when somebody comes or goes
        self.seen = seen
        self.generation = generation  # of the database from which the table was read
        self.loaded = self.touched = time.monotonic()
        self.behind = False  # the log may have new events
        self.announced: list[EventRow] = []  # events that another server has announced
        self.thought: Thought | None = None
        self.bot: asyncio.Task[None] | None = None
        self.broken = False  # the table must be reloaded
        self.decided: list[TurningPoint | None] | None = None  # cached: the turning point of the finished game
        self.reviews: dict[int, Mistakes] = {}  # cached: the mistakes of each seat in the finished game
        self.table = table
        self.views = Views(table)
        # whether its views may be so large that they are built in a thread, for example on a custom map
        self.heavy = limits.is_custom(table.info.options)

    def replace_table(self, table: Table) -> None:
        self.table = table
        self.views = Views(table)
        self.broken = False

    @property
    def handler(self) -> CommandHandler:
        return CommandHandler(self.views, self.presence, self.thinks_for)

    def thinks_for(self, seat: int) -> float:
        """Return the seconds that the bot in a seat has been thinking about its move, here or on another server."""
        if self.thought is not None:
            return self.thought.seconds if self.thought.seat == seat else 0.0
        return time.time() - self.table.log[self.table.changed - 1].at if self.thinking == seat else 0.0

    @property
    def thinking(self) -> int | None:
        """The seat whose bot is thinking, or None."""
        return self.table.to_act if waits_for_bot(self.table) else None

    def presence(self, player: str) -> tuple[bool, float | None]:
        if self.present[player] > 0 or player in self.elsewhere:
            return True, None
        heard = max(self.heard.get(player, self.loaded), self.seen.at(player))
        return False, float(int(time.monotonic() - heard))

    def set_elsewhere(self, elsewhere: Elsewhere) -> None:
        """Store what other servers know about presence."""
        now = time.monotonic()
        self.heard = {player: now - age for player, age in elsewhere.ages.items()}
        if elsewhere.players != self.elsewhere:
            self.elsewhere = elsewhere.players
            self.publish(presence=True)

    def note_activity(self, player: str) -> None:
        self.touched = time.monotonic()
        self.seen.note(player)

    def add_watcher(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.present[watcher.player] += 1
        self.publish(presence=True)
        self._presence_changed(self)

    def remove_watcher(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.present[watcher.player] -= 1
        if self.present[watcher.player] <= 0:
            del self.present[watcher.player]
        self.note_activity(watcher.player)
        self.free_views()
        self.publish(presence=True)
        self._presence_changed(self)

    def free_views(self) -> None:
        """Free the cached views if nobody watches."""
        if not self.watchers:
            self.views.forget()

    def spectators(self) -> int:
        return len((self.present.keys() | self.elsewhere) - {place.player for place in self.table.places})

    def seated_players(self) -> list[str]:
        return sorted({place.player for place in self.table.places if place.player is not None})

    def changing_fields(self, player: str, viewer: Viewer, svg: bool, moves: MovesWanted) -> Json:
        """Return the fields of responses.Changing, as a player sees them from a seat."""
        return changing_fields(self.views, viewer, player, self.presence, self.spectators(), svg, moves, self.thinking)

    def publish(self, presence: bool = False) -> None:
        for watcher in self.watchers:
            watcher.wake(presence)

    def may_see(self, player: str) -> bool:
        return self.table.info.public or player in self.members
