"""What the server says: docs/PROTOCOL.md, sections 3 to 9. All fields are always there."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Raw, Struct

Json = dict[str, Any]


class Me(Struct):
    name: str
    named: bool
    player: str


class OptionInfo(Struct):
    name: str
    default: Any
    values: list[Any]
    allowed: str
    about: str


class LevelInfo(Struct):
    level: int
    name: str
    about: str


class Card(Struct, kw_only=True):
    name: str
    title: str
    about: str
    minutes: str
    seat_numbers: list[int]
    hidden: bool
    chance_in_play: bool
    picture: str
    contents: list[str]
    options: list[OptionInfo]
    recommended: dict[str, Json]


class GuideSection(Struct):
    anchor: str
    title: str
    level: int
    rules: list[str]
    html: str


class GameInfo(Card, kw_only=True):
    version: int
    reasons: list[str]
    guide: list[GuideSection]


class Games(Struct):
    games: list[Card]
    levels: list[LevelInfo]


class Seat(Struct, kw_only=True):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    player: str | None
    level: int | None
    yours: bool
    present: bool
    away: float | None
    failed: bool
    resigned: bool
    key: str | None


class Row(Struct, kw_only=True):
    table: str
    game: str
    title: str
    status: Literal["gathering", "playing", "over"]
    public: bool
    casual: bool
    created: str
    changed: str
    seats: list[Seat]
    step: int
    to_act: int | None
    yours: list[int]
    waiting: bool
    result: list[float] | None


class Rows(Struct):
    tables: list[Row]


class MoveInfo(Struct):
    text: str
    path: list[str]
    label: str


class Pieces(Struct):
    """A picture: the texts of these numbers one after another. Those that the last picture did not have are given."""

    pieces: list[int]
    new: dict[int, str]


class Sight(Struct, kw_only=True):
    seat: int | None
    step: int
    to_act: int | None
    your_turn: bool
    asked: str
    view: Raw
    digest: str
    svg: str | Pieces | None
    moves: list[MoveInfo | str]
    undo: Literal["free", "consent", "refused"] | None
    thinking: int | None


class Entry(Struct, kw_only=True):
    number: int
    at: str
    kind: str
    seat: int | None
    name: str | None
    lines: list[str]
    step: int | None = None
    text: str | None = None
    label: str | None = None
    events: list[Json] | None = None
    offer: int | None = None
    what: str | None = None
    yes: bool | None = None


class OfferInfo(Struct):
    number: int
    what: str
    seat: int
    missing: list[int]
    text: str


class Ending(Struct):
    result: list[float]
    reason: str
    text: str
    winners: list[int]


class State(Struct, kw_only=True):
    table: str
    key: str | None
    number: int
    seat: int | None
    game: str
    title: str
    content: str
    options: Json
    hidden: bool
    status: Literal["gathering", "playing", "over"]
    public: bool
    casual: bool
    pace: str
    patience: float
    created: str
    seats: list[Seat]
    yours: list[int]
    watchers: int
    sight: Sight | None
    offers: list[OfferInfo]
    ending: Ending | None
    commitment: str
    seed: str | None
    replay: str | None
    rematch: str | None
    log: list[Entry]
    log_from: int


class StateMessage(Struct, tag_field="type", tag="state"):
    state: State


class Update(Struct, tag_field="type", tag="update", kw_only=True):
    since: int
    number: int
    entries: list[Raw]  # of Entry
    sight: Sight | None
    seats: list[Seat]
    watchers: int
    status: str
    offers: list[OfferInfo]
    ending: Ending | None
    seed: str | None
    pace: str
    replay: str | None
    rematch: str | None


class Presence(Struct, tag_field="type", tag="presence"):
    seats: list[Seat]
    watchers: int
    thinking: int | None


class Beat(Struct, tag_field="type", tag="beat"):
    number: int
    digest: str | None


class Done(Struct, kw_only=True):
    """The answer to most commands."""

    ok: bool = True
    number: int


class Refusal(Struct):
    code: str
    rule: str
    text: str
    anchor: str | None


class WhyAnswer(Done, kw_only=True):
    refusal: Refusal | None
    text: str


class HintAnswer(Done, kw_only=True):
    hint: MoveInfo


class RematchAnswer(Done, kw_only=True):
    table: str
    key: str


class ShareAnswer(Done, kw_only=True):
    replay: str


class MomentAnswer(Struct, kw_only=True):
    step: int
    steps: int
    view: Raw
    digest: str
    svg: str | None
    entry: Entry | None


class Imported(Struct):
    replay: str


class ReplayStep(Struct, kw_only=True):
    step: int
    seat: int
    text: str
    label: str
    events: list[Json]
    lines: list[str]


class ReplayInfo(Struct, kw_only=True):
    replay: str
    game: str
    title: str
    content: str
    hidden: bool
    seats: int
    names: list[str]
    options: Json
    about: Json
    ending: Ending | None
    steps: list[ReplayStep]
    verified: bool | None


class Chances(Struct):
    chances: list[list[float]]


class ErrorBody(Struct, kw_only=True):
    code: str
    text: str
    number: int | None = None
    wait: float | None = None
    refusal: Refusal | None = None
    state: State | None = None


class ErrorAnswer(Struct):
    error: ErrorBody


class Health(Struct):
    ok: bool
