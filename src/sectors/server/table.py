"""A table: what its log says, folded into places, offers and a game in play.

The log is the truth. `Table.take` folds one event; a table that is loaded takes all of them, those before the last
snapshot without playing them. Nothing here writes or sends.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sectors.kit import Core, Game, Json, State

Viewer = int | None  # a seat, or None: a spectator

KEPT_CORES = 40  # how many steps back without replaying


class Info(Struct, kw_only=True):
    """What never changes at a table."""

    id: str
    key: str
    game: str
    version: int
    content: str
    seats: int
    options: Json
    public: bool
    casual: bool
    creator: str
    created: float
    seed: str
    begun: Json | None = None  # {"chance": [...], "actions": [...]} of the record from which it plays on

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.seed.encode()).hexdigest()


class Event(Struct, kw_only=True):
    """A line of the log."""

    number: int
    at: float
    kind: str
    seat: int | None = None
    player: str | None = None
    data: Json = {}
    outcomes: list[Any] | None = None  # what chance gave
    told: list[Json] | None = None  # the events of the rules, each marked with who may see what
    previous: str | None = None  # the digest of what the actor saw before it
    key: str | None = None


class Place(Struct, kw_only=True):
    """Who sits in a seat."""

    kind: str = "open"  # "person", "bot" or "open"
    player: str | None = None
    name: str = ""
    level: int | None = None
    key: str | None = None
    failed: bool = False
    resigned: bool = False


BOT_NAMES = ("Altair", "Bellatrix", "Capella", "Deneb", "Electra", "Fomalhaut")


def bot_name(others: Iterable[Place]) -> str:
    """A name that nobody else at the table has."""
    taken = {place.name for place in others}
    return next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[-1])


class Step(Struct):
    """An action of the game as it stands."""

    number: int  # of its event
    seat: int
    text: str
    drawn: int  # how many chance outcomes there are after it
    hidden: list[Viewer]  # who was not told of it


class Offer(Struct):
    number: int
    what: str  # "undo" or "draw"
    seat: int
    missing: list[int]
    to: int  # undo: the step to go back to


class Played(Struct):
    """An action tried out, not yet taken over."""

    core: Core
    events: list[Json]
    outcomes: list[Any]


class Corrupt(Exception):  # noqa: N818
    """A log that does not give what it says it gave."""


class Table:
    def __init__(self, info: Info, game: Game) -> None:
        self.info = info
        self.game = game
        self.log: list[Event] = []
        self.places = [Place() for _ in range(info.seats)]
        self.status = "gathering"
        self.pace = "normal"
        self.state: State | None = None
        self.steps: list[Step] = []
        self.drawn: list[Any] = []
        self.offers: dict[int, Offer] = {}
        self.ending: Json | None = None
        self.replay: str | None = None
        self.rematch: str | None = None
        self.changed = 0  # the number of the last event that changed the game
        self.hidden: dict[Viewer, list[int]] = {viewer: [] for viewer in (None, *range(info.seats))}
        self.keys: dict[tuple[str | None, str], int] = {}
        self._cores: dict[int, Core] = {}
        self._told: tuple[list[Json], list[str], list[str]] = ([], [], [])

    @property
    def number(self) -> int:
        return len(self.log)

    @property
    def names(self) -> list[str]:
        return [self.name_of(seat) for seat in range(len(self.places))]

    def name_of(self, seat: int) -> str:
        return self.places[seat].name or f"Seat {seat + 1}"

    def story(self, events: list[Json]) -> list[str]:
        """The lines of the log for events, kept for the next viewer: most see the same."""
        names = self.names
        if self._told[:2] != (events, names):
            self._told = (events, names, self.game.story(events, names))
        return list(self._told[2])

    @property
    def to_act(self) -> int | None:
        return self.state.to_act if self.state is not None and self.status == "playing" else None

    def seats_of(self, player: str) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place.kind == "person" and place.player == player]

    # Numbers: each viewer counts what it has been told

    def number_for(self, viewer: Viewer) -> int:
        return self.number - len(self.hidden[viewer])

    def log_number(self, viewer: Viewer, number: int) -> int:
        """The number in the log up to which a viewer knows that has been told that many things."""
        for unseen in self.hidden[viewer]:
            if unseen > number + 1:
                break
            number += 1
        return number

    def visible(self, event: Event, viewer: Viewer) -> bool:
        return event.number not in self.hidden[viewer]

    def is_open(self, event: Event) -> bool:
        """Whether everybody reads the same about an event."""
        told = any("only" in one for one in event.told or ())
        return not told and "sealed" not in event.data and not any(self.hidden.values())

    def step_for(self, viewer: Viewer) -> int:
        if not self.hidden[viewer]:
            return len(self.steps)
        return sum(viewer not in step.hidden for step in self.steps)

    # Folding

    def take(self, event: Event, played: Played | None = None, skim: bool = False) -> None:
        """Fold an event. `played` is its action as tried out; with `skim` the game itself is left out (a snapshot has
        it); otherwise the action is played, and must give what it gave."""
        if event.number != self.number + 1:
            raise Corrupt(f"event {event.number} follows event {self.number}")
        trusted = self.state is None or played is not None or event.previous is None
        if not trusted and self.state is not None and event.previous != digest(self.state.view(event.seat)):
            raise Corrupt(f"event {event.number} does not follow from the position")
        fold = getattr(self, f"_take_{event.kind.replace('-', '_')}", None)
        if fold is not None:
            fold(event, played, skim)
        self.log.append(event)
        if event.key is not None:
            self.keys[event.player, event.key] = event.number
        if "ending" in event.data:
            self.ending = event.data["ending"]
            self.status = "over"
            self.offers.clear()

    def _take_make(self, event: Event, played: Played | None, skim: bool) -> None:
        self.places = [msgspec.convert(place, Place) for place in event.data["places"]]
        self.pace = event.data["pace"]

    def _take_sit(self, event: Event, played: Played | None, skim: bool) -> None:
        assert event.seat is not None
        old = self.places[event.seat]
        data = event.data
        self.places[event.seat] = Place(
            kind="person", player=data["player"], name=data["name"], key=data["key"], resigned=old.resigned
        )

    def _take_stand(self, event: Event, played: Played | None, skim: bool) -> None:
        assert event.seat is not None
        self.places[event.seat] = Place(resigned=self.places[event.seat].resigned)

    _take_open = _take_stand

    def _take_bot(self, event: Event, played: Played | None, skim: bool) -> None:
        assert event.seat is not None
        self.places[event.seat] = Place(
            kind="bot",
            name=event.data["name"],
            level=event.data["level"],
            resigned=event.data.get("resigned", self.places[event.seat].resigned),
        )

    def _take_resign(self, event: Event, played: Played | None, skim: bool) -> None:
        if "level" in event.data:  # more than two seats: a bot goes on
            self._take_bot(event, played, skim)
        else:
            self.changed = event.number

    def _take_failed(self, event: Event, played: Played | None, skim: bool) -> None:
        assert event.seat is not None
        self.places[event.seat].failed = True

    def _take_pace(self, event: Event, played: Played | None, skim: bool) -> None:
        self.pace = event.data["pace"]

    def _take_share(self, event: Event, played: Played | None, skim: bool) -> None:
        self.replay = event.data["replay"]

    def _take_rematch(self, event: Event, played: Played | None, skim: bool) -> None:
        self.rematch = event.data["table"]

    def _take_start(self, event: Event, played: Played | None, skim: bool) -> None:
        self.status = "playing"
        self.changed = event.number
        self.drawn = list(event.outcomes or [])
        self.steps = [Step(event.number, seat, text, drawn, []) for seat, text, drawn in event.data["begun"]]
        if not skim:
            self.state = self.fresh()
            if self.state.chance != self.drawn:
                raise Corrupt("the set-up draws other outcomes")
            self._keep()

    def _take_play(self, event: Event, played: Played | None, skim: bool) -> None:
        assert event.seat is not None
        outcomes = event.outcomes or []
        hidden = event.data.get("hidden", [])
        if not skim:
            assert self.state is not None
            if played is None:
                played = tried(self.state, event.data["text"])
                if played.outcomes != outcomes:
                    raise Corrupt(f"event {event.number} draws other outcomes")
            self.state.core = played.core
            self.state.events = played.events
            self.state.actions.append(event.data["text"])
            self.state.chance += outcomes
        self.drawn += outcomes
        self.steps.append(Step(event.number, event.seat, event.data["text"], len(self.drawn), hidden))
        for viewer in hidden:
            self.hidden[viewer].append(event.number)
        self.changed = event.number
        self.offers.clear()
        if not skim:
            self._keep()

    def _take_undo(self, event: Event, played: Played | None, skim: bool) -> None:
        to: int = event.data["to"]
        core = None if skim else self.core_at(to)
        gone = self.steps[to:]
        for viewer in self.hidden:  # who was told of nothing that is taken back is not told of this either
            if event.kind == "undo" and all(viewer in step.hidden for step in gone):
                self.hidden[viewer].append(event.number)
        del self.steps[to:]
        del self.drawn[self.steps[-1].drawn if self.steps else self.drawn_at_start() :]
        if core is not None:
            assert self.state is not None
            self.state.core = core
            self.state.events = []
            self.state.actions = [step.text for step in self.steps]
            self.state.chance = list(self.drawn)
        self._cores = {step: kept for step, kept in self._cores.items() if step <= to}
        self.changed = event.number
        self.offers.clear()

    def _take_offer(self, event: Event, played: Played | None, skim: bool) -> None:
        assert event.seat is not None
        data = event.data
        self.offers[event.number] = Offer(event.number, data["what"], event.seat, list(data["missing"]), data["to"])

    def _take_answer(self, event: Event, played: Played | None, skim: bool) -> None:
        offer = self.offers[event.data["offer"]]
        if not event.data["yes"]:
            del self.offers[offer.number]
        elif "to" in event.data:
            self._take_undo(event, played, skim)
        else:
            offer.missing = [seat for seat in offer.missing if seat != event.seat]

    # The game

    def drawn_at_start(self) -> int:
        start = next(event for event in self.log if event.kind == "start")
        return len(start.outcomes or [])

    def fresh(self, steps: int | None = None) -> State:
        """The game from its beginning (or from the record's moment where it began), with so many steps played."""
        begun = self.info.begun
        state = self.game.new(
            self.info.seats, self.info.seed, self.info.options, None if begun is None else begun["chance"]
        )
        played = begun["actions"] if begun is not None and steps is None else []
        for text in played if steps is None else [step.text for step in self.steps[:steps]]:
            state.play(text)
        return state

    def resume(self, position: Json) -> None:
        """Go on from a snapshot's position."""
        self.state = State.resume(
            self.game, position, self.info.seed, [step.text for step in self.steps], list(self.drawn)
        )
        self._keep()

    def core_at(self, step: int) -> Core:
        """The position after so many steps."""
        kept = self._cores.get(step)
        return self.fresh(step).core if kept is None else kept

    def _keep(self) -> None:
        assert self.state is not None
        step = len(self.steps)
        self._cores[step] = self.state.core
        self._cores.pop(step - KEPT_CORES, None)


def tried(state: State, text: str, seat: int | None = None) -> Played:
    """Play an action and put everything back; Refused as `State.play`."""
    core, events, drawn = state.core, state.events, len(state.chance)
    state.play(text, seat)
    played = Played(state.core, state.events, state.chance[drawn:])
    state.core, state.events = core, events
    del state.actions[-1], state.chance[drawn:]
    return played


def at_core(state: State, core: Core) -> State:
    """The same game at another position of it, only to be looked at."""
    return State(state.game, core, state.options, "only to look at")


# Digests

encode_sorted = msgspec.json.Encoder(order="sorted").encode


def whole(value: Any) -> Any:
    """JSON with 1 for 1.0, as JavaScript writes it."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [whole(inner) for inner in value]
    return value


def digest(value: Any) -> str:
    """The SHA-256 of canonical JSON (RFC 8785), which a browser can compute too."""
    data = encode_sorted(value)
    if b".0" in data:
        data = encode_sorted(whole(value))
    return hashlib.sha256(data).hexdigest()


def position_digest(state: State) -> str:
    return digest(state.position())


def winners(result: Sequence[float]) -> list[int]:
    best = max(result)
    return [seat for seat, value in enumerate(result) if value == best] if best > 0 else []
