"""A table: its log, folded into places, offers and a game in play.

The log is authoritative. `Table.take` applies one event, with the `fold` of its kind (`events`); loading a table takes
all of them, those before the last snapshot without playing the moves. Nothing here writes or sends.
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

KEPT_CORES = 40  # positions kept, to go back that many steps without replaying


BOT_NAMES = ("Altair", "Bellatrix", "Capella", "Deneb", "Electra", "Fomalhaut")


def bot_name(others: Iterable[Place]) -> str:
    """Return a name that nobody else at the table has."""
    taken = {place.name for place in others}
    return next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[-1])


class Step(Struct):
    """A played action that has not been taken back."""

    number: int  # of its event
    seat: int
    text: str
    drawn: int  # the number of chance outcomes so far, including its own
    hidden: list[Viewer]  # the viewers who do not know of it


class Offer(Struct):
    number: int
    what: OfferKind
    seat: int
    missing: list[int]
    to: int  # undo: the step to go back to


class Tried(Struct):
    """The result of an action that was tried out and is not yet part of the game."""

    core: Core
    events: list[Json]
    outcomes: list[Any]


class Fold:
    """An event that is being applied to a table."""

    __slots__ = ("_seat", "number", "outcomes", "played", "skim")

    def __init__(self, logged: LoggedEvent, played: Tried | None, skim: bool) -> None:
        self.number = logged.number
        self.outcomes = logged.outcomes or []
        self.played = played  # the result of its action, if it was tried out
        self.skim = skim  # leave out the game: a snapshot follows
        self._seat = logged.seat

    @property
    def seat(self) -> int:
        if self._seat is None:
            raise Corrupt(f"event {self.number} has no seat")
        return self._seat


class Corrupt(Exception):  # noqa: N818
    """A log whose replay differs from what it recorded."""


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
        self.held: dict[str, set[int]] = {}  # the seats that each person has held since the game began
        self.auto = False  # it starts by itself when every person has contributed
        self.lots = False  # the seats were drawn by lot
        self.first: int | None = None  # the seat that begins, if lots decided it
        self.contributions: dict[int, str] = {}
        self.mixed_in: list[str | None] = []  # the contributions with which the game started
        self.seed = ""  # of all chance outcomes, once the game has started
        self.ending: Outcome | None = None
        self.practice = False  # a move that had revealed something was taken back
        self.replay: str | None = None
        self.rematch: str | None = None
        self.changed = 0  # the number of the last event that changed the game
        self.hidden: dict[Viewer, list[int]] = {viewer: [] for viewer in (None, *range(info.seats))}
        self.keys: dict[tuple[str | None, str], int] = {}
        self.cores: dict[int, Core] = {}
        self._story_cache: tuple[list[Json], tuple[list[str], list[str | None]]] = ([], ([], []))

    @property
    def number(self) -> int:
        return len(self.log)

    @property
    def names(self) -> list[str]:
        return [self.name_of(seat) for seat in range(len(self.places))]

    @property
    def changed_at(self) -> float:
        """The time of the last event that everybody may know of, so that it does not reveal sealed choices."""
        last = self.log[-1]
        return (
            last.at
            if self.visible(last, None)
            else next(one.at for one in reversed(self.log) if self.visible(one, None))
        )

    def name_of(self, seat: int) -> str:
        return self.places[seat].name or f"Seat {seat + 1}"

    def story(self, events: list[Json]) -> tuple[list[str], list[str | None]]:
        """Return `tell_story` of events, cached for the next viewer, who usually sees the same events."""
        if self._story_cache[0] != events:
            self._story_cache = (events, tell_story(self.game, events))
        lines, actors = self._story_cache[1]
        return list(lines), list(actors)

    @property
    def to_act(self) -> int | None:
        return self.state.to_act if self.state is not None and self.status == "playing" else None

    def seats_of(self, player: str) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place.kind == "person" and place.player == player]

    # Numbers: each viewer has its own count of the entries it has received

    def number_for(self, viewer: Viewer) -> int:
        return len(self.log) - len(self.hidden[viewer])

    def log_number(self, viewer: Viewer, number: int) -> int:
        """Return the number in the log of a viewer's entry with the given number."""
        for unseen in self.hidden[viewer]:
            if unseen > number + 1:
                break
            number += 1
        return number

    def visible(self, event: LoggedEvent, viewer: Viewer) -> bool:
        return event.number not in self.hidden[viewer]

    def is_open(self, event: LoggedEvent) -> bool:
        """Return whether all viewers see the same entry for an event."""
        for item in event.told or ():
            if "only" in item:
                return False
        sealed = isinstance(event.event, MovePlayed) and event.event.sealed
        return not sealed and not any(self.hidden.values())

    def step_for(self, viewer: Viewer) -> int:
        if not self.hidden[viewer]:
            return len(self.steps)
        return sum(viewer not in step.hidden for step in self.steps)

    def moves_since(self, step: int) -> int:
        """Return how many moves would be taken back, without counting those hidden from spectators."""
        return max(1, sum(None not in one.hidden for one in self.steps[step:]))

    # Folding

    def take(self, logged: LoggedEvent, played: Tried | None = None, skim: bool = False) -> None:
        """Apply an event. `played` is the result of its action, if it was tried out. Without it the action is played
        and must give the recorded outcomes, unless `skim` leaves out the game because a snapshot follows."""
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

    def current_contributions(self) -> list[str | None]:
        """Return what each seat adds to the seed if the game starts now."""
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
            self.state = self.replay_game()
            if self.state.chance != self.drawn:
                raise Corrupt("the set-up draws other outcomes")
            self._keep_core()

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
            self._keep_core()

    def hide_undo(self, to: int, fold: Fold) -> None:
        """Hide an undo from the viewers who know of none of the moves that it takes back."""
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

    def add_offer(self, event: OfferMade, fold: Fold) -> None:
        number = event.number or fold.number
        self.offers_made += 1
        self.offers[number] = Offer(number, event.what, fold.seat, list(event.missing), event.to)

    # The game

    def drawn_at_start(self) -> int:
        start = next(logged for logged in self.log if isinstance(logged.event, GameStarted))
        return len(start.outcomes or [])

    def replay_game(self, steps: int | None = None) -> State:
        """Return the game replayed up to a step; without `steps`, at the start or where the record ended."""
        begun = self.info.begun
        state = self.game.new(self.info.seats, self.seed, self.info.options, None if begun is None else begun["chance"])
        played = begun["actions"] if begun is not None and steps is None else []
        for text in played if steps is None else [step.text for step in self.steps[:steps]]:
            state.play(text)
        return state

    def resume(self, position: Json) -> None:
        """Continue from the position of a snapshot."""
        self.state = State.resume(self.game, position, self.seed, [step.text for step in self.steps], list(self.drawn))
        self._keep_core()

    def core_at(self, step: int) -> Core:
        """Return the position after a number of steps."""
        kept = self.cores.get(step)
        return self.replay_game(step).core if kept is None else kept

    def _keep_core(self) -> None:
        assert self.state is not None
        step = len(self.steps)
        self.cores[step] = self.state.core
        self.cores.pop(step - KEPT_CORES, None)


def try_action(state: State, text: str, seat: int | None = None) -> Tried:
    """Play an action, restore the state and return the result; raise Refused like `State.play`."""
    core, events, drawn = state.core, state.events, len(state.chance)
    state.play(text, seat)
    played = Tried(state.core, state.events, state.chance[drawn:])
    state.core, state.events = core, events
    del state.actions[-1], state.chance[drawn:]
    return played


def state_at(state: State, core: Core) -> State:
    """Return the game at another of its positions, for looking only."""
    return State(state.game, core, state.options, "only to look at")


# Digests

encode_sorted = msgspec.json.Encoder(order="sorted").encode


def with_integers(value: Any) -> Any:
    """Replace floats such as 1.0 by integers, as JavaScript writes them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: with_integers(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [with_integers(inner) for inner in value]
    return value


def canonical_json(value: Any) -> bytes:
    """Return canonical JSON (RFC 8785)."""
    data = encode_sorted(value)
    return encode_sorted(with_integers(value)) if b".0" in data else data


def wire_digest(value: Any) -> str:
    """Return the SHA-256 of canonical JSON, which a browser can compute too."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def position_digest(state: State) -> str:
    return wire_digest(state.position())


def tell_story(game: Game, events: Sequence[Json]) -> tuple[list[str], list[str | None]]:
    """Return the log lines of events, and for each line its actor if that is not a seat, else None."""
    lines: list[str] = []
    actors: list[str | None] = []
    for actor, group in groupby(events, lambda event: event.get("actor")):
        story = game.story(list(group))
        lines += story
        actors += [actor] * len(story)
    return lines, actors


def lines_after(game: Game, events: Sequence[Json], before: int, total: int) -> list[int]:
    """Return the number of log lines up to and including each event, from `before` lines to at most `total`."""
    counts = accumulate((len(game.story([event])) for event in events), initial=before)
    return [min(count, total) for count in counts][1:]


def winners(result: Sequence[float]) -> list[int]:
    best = max(result)
    return [seat for seat, value in enumerate(result) if value == best] if best > 0 else []
