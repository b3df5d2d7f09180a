"""What happened in a game, as numbers: choices, who led when by the evaluation, and which things were used.

What is specific to a game is data, the file report.toml in its folder: which events use which things of the content,
and which options vary from deal to deal by default.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from sectors.kit import BadContent, BadOption, Game, Json, State, parse_toml
from sectors.kit.records import steps

BINS = 10  # bins of estimates, for the calibration of the evaluation
AHEAD = 0.05  # lead in the estimate that counts as taking the lead
SURE = 0.8  # a game is decided when the winner's estimate stays above this (two seats; less for more seats)
BEHIND = 0.2  # a win is a comeback if the winner's estimate was this low
MOST_ORDERS = 60  # most permutations of an option with an entry for each seat


class Held(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Things that seats hold from the start: a list in the position, and the fields of its entries."""

    list: str
    id: str
    seat: str = "seat"


class Things(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A section of the report. Uses are "event.field"; the event's seat is the user."""

    kind: str
    content: str  # the table of the content that lists them
    id: str = "id"
    name: str = "name"
    drawn: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    position: Held | None = None


class Spec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    things: tuple[Things, ...] = ()
    vary: tuple[str, ...] = ()  # options whose values take turns
    each: dict[str, str] = {}  # an option with an entry for each seat, and the table of the content that lists them


@lru_cache(32)
def spec_of(game: Game) -> Spec:
    path = game.folder / "report.toml"
    if not path.exists():
        return Spec()
    try:
        return msgspec.convert(parse_toml(path.read_text(encoding="utf-8")), Spec)
    except ValueError as error:
        raise BadContent(str(path), [f"cannot be read: {error}"]) from None


def things_of(game: Game, table: str, key: str = "id", name: str = "name") -> dict[str, str]:
    """Return the ids and names in a table of tables or a list of tables of the content."""
    found = game.content_data.get(table, {})
    if isinstance(found, dict):
        return {one: str(inner.get(name, one)) if isinstance(inner, dict) else one for one, inner in found.items()}
    return {str(one[key]): str(one.get(name, one[key])) for one in found if key in one}


def default_vary(game: Game, seats: int, options: Json) -> list[str]:
    """Return what varies by the game's report.toml, except options that are set or do not fit the seats."""
    spec = spec_of(game)
    found = [name for name in spec.vary if name not in options]
    for name, table in spec.each.items():
        if name not in options and seats > 1:
            orders = itertools.permutations(things_of(game, table), seats)
            fitting = [list(one) for one in orders if fits(game, seats, {**options, name: list(one)})]
            if fitting:
                step = max(1, -(-len(fitting) // MOST_ORDERS))
                found.append(f"{name}={msgspec.json.encode(fitting[::step]).decode()}")
    return found


def fits(game: Game, seats: int, options: Json) -> bool:
    try:
        game.settings(seats, options)
    except BadOption:
        return False
    return True


def observe(game: Game, record: Json) -> Json:
    """Return the facts of a finished game."""
    watch = Watch(game, len(record["result"]))
    for state in steps(game, record):
        watch.look(state)
    return watch.facts(record["result"], record["actions"])


class Watch:
    """Follows a game and collects its facts."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.share = 1 / seats if seats > 1 else 0.5
        self.spec = spec_of(game)
        self.known = {one.kind: things_of(game, one.content, one.id, one.name) for one in self.spec.things}
        self.judge = game.evaluator()
        self.estimates: list[list[float]] = []
        self.phases: dict[str, list[int]] = {}  # decisions; steps without a choice; legal moves
        self.free: list[bool] = []  # whether each decision was a choice
        self.movers: list[int] = []
        self.phase = ""
        self.uses: dict[str, dict[str, dict[str, list[list[float]]]]] = {}

    def look(self, state: State) -> None:
        before = self.estimates[-1] if self.estimates else [self.share] * self.seats
        if not self.estimates:
            self.note_held(state)
        for event in state.events:
            self.note_event(event, before)
            if self.movers and (event.get("forced") is True or event["event"] == "forced"):
                self.phases[self.phase][1] += 1
        if state.core.over:
            return
        values = self.judge.values(state.core)
        whole = sum(values) if self.seats > 1 else 1.0
        self.estimates.append([value / whole for value in values])
        legal = len(state.core.legal_codes(self.game.actions()))
        self.phase = str(self.game.position(state.core).get("phase", "play"))
        counted = self.phases.setdefault(self.phase, [0, 0, 0])
        for i, number in enumerate((1, legal == 1, legal)):
            counted[i] += number
        self.free.append(legal > 1)
        self.movers.append(state.core.to_act)

    def note_held(self, state: State) -> None:
        for things in self.spec.things:
            if things.position is not None:
                for one in self.game.position(state.core).get(things.position.list, ()):
                    seat = one[things.position.seat]
                    self.use(things.kind, "played", str(one[things.position.id]), seat, self.share)

    def note_event(self, event: Json, before: list[float]) -> None:
        seat = event.get("seat")
        if not isinstance(seat, int) or not 0 <= seat < self.seats:  # nobody's, or an automatic opponent's
            return
        for things in self.spec.things:
            for how, places in (("drawn", things.drawn), ("played", things.played)):
                for place in places:
                    name, _, field = place.partition(".")
                    if name == event["event"]:
                        for one in ids_in(event.get(field)):
                            self.use(things.kind, how, one, seat, before[seat])

    def use(self, kind: str, how: str, thing: str, seat: int, before: float) -> None:
        """Count a use by a seat, with the estimate before it."""
        if thing not in self.known[kind]:
            return
        seats = self.uses.setdefault(kind, {}).setdefault(thing, {}).setdefault(how, [[0, 0.0]] * self.seats)
        count, total = seats[seat]
        seats[seat] = [count + 1, round(total + before, 6)]

    def facts(self, result: list[float], actions: list[str]) -> Json:
        return {
            "phases": self.phases,
            "opening": self.opening(actions),
            "bins": self.calibration(result),
            "uses": self.uses,
            **self.story(result),
        }

    def opening(self, actions: list[str]) -> list[list[Any]]:
        """Return the first choice of each seat and the estimate before it."""
        found: list[list[Any]] = [["", 0.0] for _ in range(self.seats)]
        for free, mover, action, values in zip(self.free, self.movers, actions, self.estimates):
            if free and not found[mover][0]:
                found[mover] = [action, round(values[mover], 6)]
        return found

    def calibration(self, result: list[float]) -> Json:
        """Return for each bin of estimates their number, their sum, and the sum of the results. Of two seats only the
        first counts: the other mirrors it."""
        bins: dict[str, list[float]] = {}
        watched = range(1 if self.seats <= 2 else self.seats)
        whole = sum(result) if self.seats > 1 else 1.0
        for values in self.estimates:
            for seat in watched:
                counted = bins.setdefault(str(min(BINS - 1, int(BINS * values[seat]))), [0, 0.0, 0.0])
                counted[0] += 1
                counted[1] = round(counted[1] + values[seat], 6)
                counted[2] += result[seat] / whole if whole else 0.0
        return bins

    def story(self, result: list[float]) -> Json:
        """Return the lead changes and, if one seat won alone, when the game was decided, the winner's lowest estimate
        and the drama."""
        story: Json = {"lead_changes": self.lead_changes()}
        best = max(result)
        if self.seats == 1 or result.count(best) > 1 or not self.estimates:
            return story
        winner = result.index(best)
        sure = SURE if self.seats == 2 else max(SURE - 0.1 * (self.seats - 2), 0.5)
        chances = [values[winner] for values in self.estimates]
        late = max((i for i, chance in enumerate(chances) if chance < sure), default=-1)
        behind = [max(values) - chance for values, chance in zip(self.estimates, chances) if max(values) > chance]
        return {
            **story,
            "decided": (late + 1) / len(chances),
            "low": min(chances),
            "drama": sum(gap**0.5 for gap in behind) / len(behind) if behind else 0.0,
        }

    def lead_changes(self) -> int:
        leader, changes = -1, 0
        for values in self.estimates:
            order = sorted(values, reverse=True)
            if len(order) > 1 and order[0] - order[1] >= AHEAD and values.index(order[0]) != leader:
                changes += leader >= 0
                leader = values.index(order[0])
        return changes


def ids_in(value: Any) -> Iterator[str]:
    """Yield the ids in a field: one or several; `heron.2` is a copy of `heron`, `ABC` are three ids of one letter."""
    if isinstance(value, list):
        for one in value:
            yield from ids_in(one)
    elif isinstance(value, str):
        if len(value) > 1 and value.isalpha() and value.isupper():
            yield from value
        else:
            head, _, copy = value.rpartition(".")
            yield head if head and copy.isdigit() else value
