"""A table: what its log says, folded into places, offers and a game in play.

The log is the truth. `Table.take` folds one event, by the fold of its kind (`events`); a table that is loaded takes all
of them, those before the last snapshot without playing them. Nothing here writes or sends.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby
from typing import Any

import msgspec
from msgspec import Struct

from sectors.kit import Core, Game, Json, State
from sectors.kit.fairplay import BOT
from sectors.server.protocol.responses import OfferKind, Pace, Status
from sectors.server.storage.rows import Info, Place
from sectors.server.tables.events import GameStarted, LoggedEvent, MovePlayed, OfferMade, Outcome, Viewer

KEPT_CORES = 40  # how many steps back without replaying


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
    what: OfferKind
    seat: int
    missing: list[int]
    to: int  # undo: the step to go back to


class Tried(Struct):
    """An action tried out, not yet taken over."""

    core: Core
    events: list[Json]
    outcomes: list[Any]


class Fold:
    """An event on its way into a table."""

    __slots__ = ("_seat", "number", "outcomes", "played", "skim")

    def __init__(self, logged: LoggedEvent, played: Tried | None, skim: bool) -> None:
        self.number = logged.number
        self.outcomes = logged.outcomes or []
        self.played = played  # its action as tried out
        self.skim = skim  # a snapshot has the game
        self._seat = logged.seat

    @property
    def seat(self) -> int:
        if self._seat is None:
            raise Corrupt(f"event {self.number} has no seat")
        return self._seat


class Corrupt(Exception):  # noqa: N818
    """A log that does not give what it says it gave."""


class Table:
    def __init__(self, info: Info, game: Game) -> None:
        self.info = info
        self.game = game
        self.log: list[LoggedEvent] = []
        self.places = [Place() for _ in range(info.seats)]
        self.status: Status = "gathering"
        self.pace: Pace = "normal"
        self.state: State | None = None
        self.steps: list[Step] = []
        self.drawn: list[Any] = []
        self.offers: dict[int, Offer] = {}
        self.offers_made = 0
        self.held: dict[str, set[int]] = {}  # which seats a person has held since the game began
        self.auto = False  # it starts by itself when every person has contributed
        self.lots = False  # who got which seat was drawn by lot
        self.first: int | None = None  # who begins, where lots decided it
        self.contributions: dict[int, str] = {}
        self.mixed_in: list[str | None] = []  # the contributions with which the game started
        self.seed = ""  # from which everything is drawn, once the game has started
        self.ending: Outcome | None = None
        self.practice = False  # a move was taken back that had shown something
        self.replay: str | None = None
        self.rematch: str | None = None
        self.changed = 0  # the number of the last event that changed the game
        self.hidden: dict[Viewer, list[int]] = {viewer: [] for viewer in (None, *range(info.seats))}
        self.keys: dict[tuple[str | None, str], int] = {}
        self.cores: dict[int, Core] = {}
        self._told: tuple[list[Json], tuple[list[str], list[str | None]]] = ([], ([], []))

    @property
    def number(self) -> int:
        return len(self.log)

    @property
    def names(self) -> list[str]:
        return [self.name_of(seat) for seat in range(len(self.places))]

    @property
    def changed_at(self) -> float:
        """When something last happened that everybody may know of: sealed choices show nowhere."""
        last = self.log[-1]
        return (
            last.at
            if self.visible(last, None)
            else next(one.at for one in reversed(self.log) if self.visible(one, None))
        )

    def name_of(self, seat: int) -> str:
        return self.places[seat].name or f"Seat {seat + 1}"

    def story(self, events: list[Json]) -> tuple[list[str], list[str | None]]:
        """The lines of the log for events and whose each is where that is no seat, kept for the next viewer: most see
        the same."""
        if self._told[0] != events:
            self._told = (events, tell_story(self.game, events))
        lines, actors = self._told[1]
        return list(lines), list(actors)

    @property
    def to_act(self) -> int | None:
        return self.state.to_act if self.state is not None and self.status == "playing" else None

    def seats_of(self, player: str) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place.kind == "person" and place.player == player]

    # Numbers: each viewer counts what it has been told

    def number_for(self, viewer: Viewer) -> int:
        return len(self.log) - len(self.hidden[viewer])

    def log_number(self, viewer: Viewer, number: int) -> int:
        """The number in the log up to which a viewer knows that has been told that many things."""
        for unseen in self.hidden[viewer]:
            if unseen > number + 1:
                break
            number += 1
        return number

    def visible(self, event: LoggedEvent, viewer: Viewer) -> bool:
        return event.number not in self.hidden[viewer]

    def is_open(self, event: LoggedEvent) -> bool:
        """Whether everybody reads the same about an event."""
        for one in event.told or ():
            if "only" in one:
                return False
        sealed = isinstance(event.event, MovePlayed) and event.event.sealed
        return not sealed and not any(self.hidden.values())

    def step_for(self, viewer: Viewer) -> int:
        if not self.hidden[viewer]:
            return len(self.steps)
        return sum(viewer not in step.hidden for step in self.steps)

    def moves_since(self, step: int) -> int:
        """How many moves would be taken back, as everybody may know it."""
        return max(1, sum(None not in one.hidden for one in self.steps[step:]))

    # Folding

    def take(self, logged: LoggedEvent, played: Tried | None = None, skim: bool = False) -> None:
        """Fold an event. `played` is its action as tried out; with `skim` the game itself is left out (a snapshot has
        it); otherwise the action is played, and must give what it gave."""
        if logged.number != self.number + 1:
            raise Corrupt(f"event {logged.number} follows event {self.number}")
        trusted = self.state is None or played is not None or logged.previous is None
        if not trusted and self.state is not None and logged.previous != wire_digest(self.state.view(logged.seat)):
            raise Corrupt(f"event {logged.number} does not follow from the position")
        event = logged.event
        event.fold(self, Fold(logged, played, skim))
        self.log.append(logged)
        if logged.key is not None:
            self.keys[logged.player, logged.key] = logged.number
        if event.ending is not None:
            self.ending = event.ending
            self.status = "over"
            self.offers.clear()

    def mixed(self) -> list[str | None]:
        """What each seat adds to the seed if the game starts now."""
        return [BOT if place.kind == "bot" else self.contributions.get(seat) for seat, place in enumerate(self.places)]

    def start(self, contributions: list[str | None], begun: list[tuple[int, str, int]], fold: Fold) -> None:
        self.status = "playing"
        self.mixed_in = contributions
        for seat, place in enumerate(self.places):
            if place.player is not None:
                self.held.setdefault(place.player, set()).add(seat)
        self.seed = self.info.deal_seed(contributions)
        self.changed = fold.number
        self.drawn = list(fold.outcomes)
        self.steps = [Step(fold.number, seat, text, drawn, []) for seat, text, drawn in begun]
        if not fold.skim:
            self.state = self.fresh()
            if self.state.chance != self.drawn:
                raise Corrupt("the set-up draws other outcomes")
            self._keep()

    def play(self, text: str, hidden: list[Viewer], fold: Fold) -> None:
        outcomes = fold.outcomes
        if not fold.skim:
            assert self.state is not None
            played = fold.played
            if played is None:
                played = try_action(self.state, text)
                if played.outcomes != outcomes:
                    raise Corrupt(f"event {fold.number} draws other outcomes")
            self.state.core = played.core
            self.state.events = played.events
            self.state.actions.append(text)
            self.state.chance += outcomes
        self.drawn += outcomes
        self.steps.append(Step(fold.number, fold.seat, text, len(self.drawn), hidden))
        for viewer in hidden:
            self.hidden[viewer].append(fold.number)
        self.changed = fold.number
        self.offers.clear()
        if not fold.skim:
            self._keep()

    def hide_undo(self, to: int, fold: Fold) -> None:
        """Who was told of nothing that is taken back is not told of this either."""
        gone = self.steps[to:]
        for viewer, hidden in self.hidden.items():
            if all(viewer in step.hidden for step in gone):
                hidden.append(fold.number)

    def take_back(self, to: int, fold: Fold) -> None:
        core = None if fold.skim else self.core_at(to)
        del self.steps[to:]
        del self.drawn[self.steps[-1].drawn if self.steps else self.drawn_at_start() :]
        if core is not None:
            assert self.state is not None
            self.state.core = core
            self.state.events = []
            self.state.actions = [step.text for step in self.steps]
            self.state.chance = list(self.drawn)
        self.cores = {step: kept for step, kept in self.cores.items() if step <= to}
        self.changed = fold.number
        self.offers.clear()

    def offer(self, made: OfferMade, fold: Fold) -> None:
        number = made.number or fold.number
        self.offers_made += 1
        self.offers[number] = Offer(number, made.what, fold.seat, list(made.missing), made.to)

    # The game

    def drawn_at_start(self) -> int:
        start = next(logged for logged in self.log if isinstance(logged.event, GameStarted))
        return len(start.outcomes or [])

    def fresh(self, steps: int | None = None) -> State:
        """The game from its beginning (or from the record's moment where it began), with so many steps played."""
        begun = self.info.begun
        state = self.game.new(self.info.seats, self.seed, self.info.options, None if begun is None else begun["chance"])
        played = begun["actions"] if begun is not None and steps is None else []
        for text in played if steps is None else [step.text for step in self.steps[:steps]]:
            state.play(text)
        return state

    def resume(self, position: Json) -> None:
        """Go on from a snapshot's position."""
        self.state = State.resume(self.game, position, self.seed, [step.text for step in self.steps], list(self.drawn))
        self._keep()

    def core_at(self, step: int) -> Core:
        """The position after so many steps."""
        kept = self.cores.get(step)
        return self.fresh(step).core if kept is None else kept

    def _keep(self) -> None:
        assert self.state is not None
        step = len(self.steps)
        self.cores[step] = self.state.core
        self.cores.pop(step - KEPT_CORES, None)


def try_action(state: State, text: str, seat: int | None = None) -> Tried:
    """Play an action and put everything back; Refused as `State.play`."""
    core, events, drawn = state.core, state.events, len(state.chance)
    state.play(text, seat)
    played = Tried(state.core, state.events, state.chance[drawn:])
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


def canonical(value: Any) -> bytes:
    """Canonical JSON (RFC 8785)."""
    data = encode_sorted(value)
    return encode_sorted(whole(value)) if b".0" in data else data


def wire_digest(value: Any) -> str:
    """The SHA-256 of canonical JSON, which a browser can compute too."""
    return hashlib.sha256(canonical(value)).hexdigest()


def position_digest(state: State) -> str:
    return wire_digest(state.position())


def tell_story(game: Game, events: Sequence[Json]) -> tuple[list[str], list[str | None]]:
    """The lines of the log for events, and whose each is where that is no seat."""
    lines: list[str] = []
    actors: list[str | None] = []
    for actor, group in groupby(events, lambda event: event.get("actor")):
        told = game.story(list(group))
        lines += told
        actors += [actor] * len(told)
    return lines, actors


def lines_after(game: Game, events: Sequence[Json], before: int, total: int) -> list[int]:
    """After each event, how many lines have been told: `before` stand before the first, `total` after the last."""
    counts = accumulate((len(game.story([event])) for event in events), initial=before)
    return [min(count, total) for count in counts][1:]


def winners(result: Sequence[float]) -> list[int]:
    best = max(result)
    return [seat for seat, value in enumerate(result) if value == best] if best > 0 else []
