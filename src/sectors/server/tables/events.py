"""The events of a table: one class for each kind, with its fold and its line of the log.

To add a kind, write a class and add it to `AnyEvent`; mypy then finds what it lacks. The database stores the kinds and
the field names, so they must not change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, get_args

from msgspec import Struct

from sectors.kit import Json
from sectors.kit.words import plural
from sectors.server.protocol.responses import Entry, OfferKind, Pace
from sectors.server.storage.rows import Place

if TYPE_CHECKING:
    from sectors.server.tables.table import Fold, Table

Viewer = int | None  # a seat, or None: a spectator


class Outcome(Struct):
    """How a game ended."""

    result: list[float]
    reason: str


class TableEvent(Struct, kw_only=True, omit_defaults=True):
    """The base of all events of a table."""

    kind: ClassVar[str]

    by: str = ""  # the name in the log, if it is not that of the seat
    ending: Outcome | None = None  # if the event ended the game

    def fill(self, entry: Entry, logged: LoggedEvent, viewer: Viewer) -> None:
        """Fill in the fields of an entry that are special to this kind, as far as the viewer may know them."""


class LoggedEvent(Struct, kw_only=True):
    """An event with its place in the log."""

    number: int
    at: float
    event: AnyEvent
    seat: int | None = None
    player: str | None = None  # the actor
    outcomes: list[Any] | None = None  # the chance outcomes
    told: list[Json] | None = None  # the events of the rules, marked with who may see them
    previous: str | None = None  # the digest of the actor's view before it
    key: str | None = None  # the command's own id

    @property
    def kind(self) -> str:
        return self.event.kind


class Stepped(TableEvent, kw_only=True):
    """An event that leaves the game at a certain step."""

    step: int | None = None
    unseen: dict[str, int] = {}  # for each viewer, the number of steps hidden from it

    def fill(self, entry: Entry, logged: LoggedEvent, viewer: Viewer) -> None:
        if self.step is not None:
            entry.step = self.step - self.unseen.get(str(viewer), 0)


# Seats


class TableMade(TableEvent):
    kind = "make"

    places: list[Place]
    pace: Pace
    auto: bool = False  # it starts by itself when every person has contributed
    given: int | None = None  # the number of moves of the record that it continues
    lots: bool = False  # the seats were drawn by lot

    def fold(self, table: Table, fold: Fold) -> None:
        table.places = list(self.places)
        table.pace = self.pace
        table.auto = self.auto
        table.lots = self.lots

    def line(self, name: str) -> str:
        if self.given is None and self.lots:
            order = ", then ".join(place.name or "an open seat" for place in self.places)
            return f"{name} made the table, and lots were drawn for the seats: {order}"
        if self.given is None:
            return f"{name} made the table"
        given = plural(self.given, "move")
        return f"{name} made the table from a record: the deal and the first {given} were not drawn here"


class SeatTaken(TableEvent):
    kind = "sit"

    player: str
    name: str
    key: str

    def fold(self, table: Table, fold: Fold) -> None:
        resigned = table.places[fold.seat].resigned
        table.contributions.pop(fold.seat, None)
        table.places[fold.seat] = Place(
            kind="person", player=self.player, name=self.name, key=self.key, resigned=resigned
        )
        if table.status == "playing":
            table.held.setdefault(self.player, set()).add(fold.seat)

    def line(self, name: str) -> str:
        return f"{name} sits down"


class SeatLeft(TableEvent):
    kind = "stand"

    def fold(self, table: Table, fold: Fold) -> None:
        table.contributions.pop(fold.seat, None)
        table.places[fold.seat] = Place(resigned=table.places[fold.seat].resigned)

    def line(self, name: str) -> str:
        return f"{name} stands up"


class SeatOpened(TableEvent):
    kind = "open"

    instead: str = ""  # the name of the previous occupant

    def fold(self, table: Table, fold: Fold) -> None:
        table.contributions.pop(fold.seat, None)
        table.places[fold.seat] = Place(resigned=table.places[fold.seat].resigned)

    def line(self, name: str) -> str:
        return f"The seat of {self.instead} is open" if self.instead else "A seat is open"


class BotSeated(TableEvent):
    kind = "bot"

    name: str
    level: int
    instead: str = ""

    def fold(self, table: Table, fold: Fold) -> None:
        before = table.places[fold.seat]
        bot = Place(kind="bot", name=self.name, level=self.level, resigned=before.resigned)
        if table.status == "playing":  # the bot stands in for a person, who can come back
            bot.owner, bot.key = before.player or before.owner, before.key
        table.contributions.pop(fold.seat, None)
        table.places[fold.seat] = bot

    def line(self, name: str) -> str:
        return f"{self.name} takes the seat of {self.instead}" if self.instead else f"{name} sits down"


class Contributed(TableEvent):
    kind = "contribute"

    text: str  # mixed into the seed

    def fold(self, table: Table, fold: Fold) -> None:
        table.contributions[fold.seat] = self.text

    def line(self, name: str) -> str:
        return f"{name} added to the shuffle"


class BotFailed(TableEvent):
    kind = "failed"

    def fold(self, table: Table, fold: Fold) -> None:
        table.places[fold.seat].failed = True

    def line(self, name: str) -> str:
        return f"{name} broke down and must be replaced"


# The game


class GameStarted(Stepped):
    kind = "start"

    contributions: list[str | None] = []  # of each seat, mixed into the seed
    begun: list[tuple[int, str, int]] = []  # of a record: seat, text and number of outcomes so far, for each action
    first: int | None = None  # the seat that begins, if lots decided it

    def fold(self, table: Table, fold: Fold) -> None:
        table.first = self.first
        table.start(self.contributions, self.begun, fold)

    def line(self, name: str) -> str:
        if self.first is None:
            return "The game begins"
        return f"The game begins. Lots decided: {{seat:{self.first}}} {{{self.first}:is|are}} first"

    def fill(self, entry: Entry, logged: LoggedEvent, viewer: Viewer) -> None:
        Stepped.fill(self, entry, logged, viewer)
        entry.first = self.first


class MovePlayed(Stepped):
    kind = "play"

    text: str
    label: str
    sealed: bool = False  # only its player may see the move
    hidden: list[Viewer] = []  # viewers who may not even know that it was played

    def fold(self, table: Table, fold: Fold) -> None:
        table.play(self.text, self.hidden, fold)

    def line(self, name: str) -> str:
        return ""  # the events of the rules give the lines

    def fill(self, entry: Entry, logged: LoggedEvent, viewer: Viewer) -> None:
        Stepped.fill(self, entry, logged, viewer)
        if not self.sealed or viewer == logged.seat:
            entry.text, entry.label = self.text, self.label


class MovesTakenBack(Stepped):
    kind = "undo"

    to: int
    count: int
    practice: bool = False  # they had revealed something

    def fold(self, table: Table, fold: Fold) -> None:
        table.hide_undo(self.to, fold)
        table.take_back(self.to, fold)
        table.practice = table.practice or self.practice

    def line(self, name: str) -> str:
        return f"{name} takes back {plural(self.count, 'move')}" + (" (for practice)" if self.practice else "")


class OfferMade(TableEvent):
    kind = "offer"

    what: OfferKind
    missing: list[int]
    to: int
    count: int
    number: int | None = None  # of the offer; older events have none and use their own number

    def fold(self, table: Table, fold: Fold) -> None:
        table.add_offer(self, fold)

    def line(self, name: str) -> str:
        return offer_text(name, self.what, self.count)

    def fill(self, entry: Entry, logged: LoggedEvent, viewer: Viewer) -> None:
        entry.offer, entry.what = self.number or logged.number, self.what


class OfferAnswered(Stepped):
    kind = "answer"

    offer: int
    what: OfferKind
    yes: bool
    withdrawn: bool = False
    to: int | None = None  # the step to go back to, if moves are taken back
    count: int = 0

    def fold(self, table: Table, fold: Fold) -> None:
        offer = table.offers[self.offer]
        if not self.yes:
            del table.offers[offer.number]
        elif self.to is not None:
            table.take_back(self.to, fold)
        else:
            offer.missing = [seat for seat in offer.missing if seat != fold.seat]

    def line(self, name: str) -> str:
        if self.withdrawn:
            return f"{name} withdraws the offer"
        if not self.yes:
            return f"{name} declines"
        return f"{name} agrees; {plural(self.count, 'move')} taken back" if self.to is not None else f"{name} agrees"

    def fill(self, entry: Entry, logged: LoggedEvent, viewer: Viewer) -> None:
        Stepped.fill(self, entry, logged, viewer)
        entry.offer, entry.what, entry.yes = self.offer, self.what, self.yes


class Resigned(TableEvent):
    kind = "resign"

    name: str = ""  # of the bot that takes over, if there are more than two seats
    level: int | None = None
    resigned: bool = False

    def fold(self, table: Table, fold: Fold) -> None:
        if self.level is None:
            table.changed = fold.number
        else:
            table.places[fold.seat] = Place(kind="bot", name=self.name, level=self.level, resigned=self.resigned)

    def line(self, name: str) -> str:
        return f"{name} resigns" if self.level is None else f"{name} resigns; {self.name} plays on"


# The table


class Chatted(TableEvent):
    kind = "chat"

    text: str

    def fold(self, table: Table, fold: Fold) -> None:
        """Change nothing but the log."""

    def line(self, name: str) -> str:
        return self.text

    def fill(self, entry: Entry, logged: LoggedEvent, viewer: Viewer) -> None:
        entry.text = self.text


class PaceSet(TableEvent):
    kind = "pace"

    pace: Pace

    def fold(self, table: Table, fold: Fold) -> None:
        table.pace = self.pace

    def line(self, name: str) -> str:
        return f"{name} sets the bots' pace: {self.pace}"


class GameShared(TableEvent):
    kind = "share"

    replay: str

    def fold(self, table: Table, fold: Fold) -> None:
        table.replay = self.replay

    def line(self, name: str) -> str:
        return f"{name} shares the game"


class RematchMade(TableEvent):
    kind = "rematch"

    table: str

    def fold(self, table: Table, fold: Fold) -> None:
        table.rematch = self.table

    def line(self, name: str) -> str:
        return "There is a rematch"


AnyEvent = (
    TableMade | SeatTaken | SeatLeft | SeatOpened | BotSeated | Contributed | BotFailed | GameStarted | MovePlayed
    | MovesTakenBack | OfferMade | OfferAnswered | Resigned | Chatted | PaceSet | GameShared | RematchMade
)  # fmt: skip
KINDS: dict[str, type[AnyEvent]] = {kind.kind: kind for kind in get_args(AnyEvent)}


def offer_text(name: str, what: str, count: int) -> str:
    return f"{name} offers a draw" if what == "draw" else f"{name} asks to take back {plural(count, 'move')}"
