"""What clients may say: docs/PROTOCOL.md, sections 4, 5 and 8. Whatever has another form is refused."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from sectors.server.problems import Problem

Key = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Level = Annotated[int, Meta(ge=1, le=99)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Pace = Literal["slow", "normal", "at once"]
MoveText = Annotated[str, Meta(max_length=400)]
Thing = Annotated[str, Meta(max_length=100)]

JOINER = "\u200d"  # holds an emoji of several parts together


class Said(Struct, forbid_unknown_fields=True, kw_only=True):
    """Something said outside a table."""


class Rename(Said):
    name: Name


class Place(Said):
    kind: Literal["me", "bot", "open"]
    name: Name | None = None
    level: Level = 3


class Moment(Said):
    replay: Key
    step: Number


class Plan(Said):
    """A table to be made."""

    game: Annotated[str, Meta(max_length=64)] | None = None
    seats: SeatNumber | None = None
    options: dict[str, Any] = {}
    content: Annotated[str, Meta(max_length=64)] | None = None
    public: bool = False
    casual: bool = True
    pace: Pace = "normal"
    places: Annotated[list[Place], Meta(max_length=16)] | None = None
    start: bool = False
    from_: Moment | None = msgspec.field(name="from", default=None)


class Enter(Said):
    key: Key


class Command(Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Something said at a table. `id` is the sender's key: the same command is never carried out twice."""

    id: Key | None = None


class Hello(Command, tag="hello"):
    seat: SeatNumber | msgspec.UnsetType | None = msgspec.UNSET
    since: Number | None = None
    svg: bool | Literal["pieces"] = False
    moves: Literal["full", "texts", "none"] = "full"


class Sit(Command, tag="sit"):
    seat: SeatNumber
    name: Name | None = None
    key: Key | None = None


class Stand(Command, tag="stand"):
    seat: SeatNumber


class SeatBot(Command, tag="bot"):
    seat: SeatNumber
    level: Level = 3


class Open(Command, tag="open"):
    seat: SeatNumber


class Start(Command, tag="start"):
    pass


class Play(Command, tag="play"):
    seat: SeatNumber
    text: MoveText
    number: Number


class Why(Command, tag="why"):
    seat: SeatNumber
    path: Annotated[list[Thing], Meta(min_length=1, max_length=64)] | None = None
    text: MoveText | None = None


class Undo(Command, tag="undo"):
    seat: SeatNumber


class Draw(Command, tag="draw"):
    seat: SeatNumber


class Answer(Command, tag="answer"):
    seat: SeatNumber
    offer: Number
    yes: bool


class Resign(Command, tag="resign"):
    seat: SeatNumber


class Hint(Command, tag="hint"):
    seat: SeatNumber
    level: Level | None = None


class Chat(Command, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class SetPace(Command, tag="pace"):
    pace: Pace


class Rematch(Command, tag="rematch"):
    pass


class Share(Command, tag="share"):
    pass


COMMANDS: tuple[type[Command], ...] = (
    Sit, Stand, SeatBot, Open, Start, Play, Why, Undo, Draw, Answer, Resign, Hint, Chat, SetPace, Rematch, Share,
)  # fmt: skip

Live = (
    Hello | Sit | Stand | SeatBot | Open | Start | Play | Why | Undo | Draw | Answer | Resign | Hint | Chat | SetPace
    | Rematch | Share
)  # fmt: skip
live_decoder = msgspec.json.Decoder(Live)

T = TypeVar("T")


@cache
def command_name(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def decoded(kind: type[T], body: bytes) -> T:
    """A body of that form; Problem says what is wrong with it."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("bad-message", f"That is no message of the protocol: {error}") from None


def said_live(message: bytes) -> Command:
    """A message of a WebSocket."""
    try:
        said: Command = live_decoder.decode(message)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("bad-message", f"That is no message of the protocol: {error}") from None
    return said


def clean_name(name: str) -> str:
    """A nickname in one line; Problem where nothing is left or it could play tricks with the text around it."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or any(unicodedata.category(sign)[0] == "C" and sign != JOINER for sign in name):
        raise Problem("bad-message", "A name has 1 to 24 letters or signs, and no control characters.")
    return name


def clean_chat(text: str) -> str:
    """A line of chat without control characters."""
    text = "".join(
        sign if unicodedata.category(sign)[0] != "C" or sign == JOINER else " "
        for sign in unicodedata.normalize("NFC", text)
    )
    text = " ".join(text.split())
    if not text:
        raise Problem("bad-message", "There is nothing to read in that.")
    return text
