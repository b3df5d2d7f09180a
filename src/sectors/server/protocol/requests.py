"""The messages of clients; any other form is refused. (`responses` lists what is generated from these types.)"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sectors.server.protocol import responses
from sectors.server.protocol.errors import Problem
from sectors.server.protocol.responses import Pace, note

Key = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Level = Annotated[int, Meta(ge=0, le=99)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
MoveText = Annotated[str, Meta(max_length=400)]
Thing = Annotated[str, Meta(max_length=100)]

DEEPEST = 32  # how deeply options and records may be nested
LARGEST_NUMBER = 10**15
JOINER = "\u200d"  # joins the parts of an emoji


class Request(Struct, forbid_unknown_fields=True, kw_only=True):
    """The body of a request that is no command."""


class Rename(Request):
    """Choose your name."""

    name: Annotated[Name, note("1 to 24 characters, no control characters")]


class Place(Request):
    """Who should sit in a seat."""

    kind: Annotated[Literal["me", "bot", "open"], note("several may be `me`, for people who share a screen")]
    name: Annotated[Name | None, note("the person's name, if it is not yours")] = None
    level: Annotated[Level, note("of a bot")] = 3


class From(Request):
    """A moment of a replay to continue from."""

    replay: Key
    step: Number


class Plan(Request):
    """The settings of a new table."""

    game: Annotated[str, Meta(max_length=64)] | None = None
    seats: SeatNumber | None = None
    options: dict[str, Any] = {}
    content: Annotated[str, Meta(max_length=64)] | None = None
    public: Annotated[bool, note("whether everybody can see, watch and join it")] = False
    casual: Annotated[bool, note("whether there are hints")] = True
    pace: Annotated[Pace, note("a bot's move takes at least 2 s (slow), 0.7 s (normal) or no time (at once)")] = (
        "normal"
    )
    places: Annotated[
        Annotated[list[Place], Meta(max_length=16)] | None,
        note("one per seat; by default you in the first seat, the others open"),
    ] = None
    lots: Annotated[bool, note("draw lots for the seats; not possible when you continue a record")] = False
    start: Annotated[bool, note("start at once, without contributions; all seats must be filled")] = False
    auto: Annotated[bool, note("start by itself when every person has contributed")] = False
    from_: Annotated[
        From | None, note("continue from there; game, seats, options and content come from the replay")
    ] = msgspec.field(name="from", default=None)


class Options(Request):
    """Options of a game, to check before you create a table."""

    seats: SeatNumber | None = None
    options: dict[str, Any] = {}
    content: Annotated[str, Meta(max_length=64)] | None = None


Answers = Annotated[list[MoveText], Meta(max_length=200)]


class LessonTry(Request):
    """What a learner does: one of `play`, `look` and `go_on`; without them, only look where the answers lead."""

    answers: Annotated[Answers, note("what was done before, as the last answer gave it")] = []
    play: Annotated[MoveText | None, note("a move")] = None
    look: Annotated[Thing | None, note("a thing that was touched")] = None
    go_on: Annotated[bool, note("to the next step; what is asked for is shown")] = False
    svg: Annotated[bool, note("whether to send a picture")] = False


class LessonQuestion(Request):
    """Ask why a move is refused. Give either a path or a text."""

    answers: Answers = []
    path: Annotated[list[Thing], Meta(min_length=1, max_length=64)] | None = None
    text: MoveText | None = None


class Enter(Request):
    """Present the key of a private table; from then on, the table is open to you."""

    key: Key


class Command(Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Something to do at a table."""

    answer: ClassVar[type[responses.Done]] = responses.Done

    id: Annotated[Key | None, note("your own key: a command with the same key is never carried out twice")] = None


class Hello(Command, tag="hello"):
    """Choose the seat to look from and say what you already have; send it again to change the seat or to start over."""

    seat: Annotated[SeatNumber | UnsetType | None, note("null: as a spectator; left out: your first seat, if any")] = (
        UNSET
    )
    since: Annotated[Number | None, note("the last number that you have of that seat")] = None
    svg: Annotated[bool | Literal["pieces"], note("whether you want pictures; `pieces`: only what has changed")] = False
    moves: Literal["full", "texts", "none"] = "full"


class Sit(Command, tag="sit"):
    """Take an open seat, or take over a seat with its key. If lots decide the seats, you get any open one."""

    seat: SeatNumber
    name: Name | None = None
    key: Key | None = None


class Stand(Command, tag="stand"):
    """Give up your seat before the game begins."""

    seat: SeatNumber


class SeatBot(Command, tag="bot"):
    """Put a bot into an open seat; before the game begins, change its level; in play, replace a bot that has failed or
    has thought for 30 s, yourself, or a person who has been away for 30 s."""

    seat: SeatNumber
    level: Level = 3


class OpenSeat(Command, tag="open"):
    """Open a seat for a person, under the same conditions as `bot`."""

    seat: SeatNumber


class Contribute(Command, tag="contribute"):
    """Contribute random bytes to the seed for your seat, after you have stored the commitment."""

    seat: SeatNumber
    text: Annotated[str, Meta(pattern="^[0-9a-f]{32,64}$"), note("16 to 32 random bytes in hex")]


class Start(Command, tag="start"):
    """Start the game. All seats must be filled, and you must hold a seat or have created the table."""


class Play(Command, tag="play"):
    """Play a move."""

    seat: SeatNumber
    text: MoveText
    number: Annotated[Number, note("the last number that you have of that seat")]


class Why(Command, tag="why"):
    """Ask why a move would be refused. Give either a path or a text. Changes nothing."""

    answer = responses.WhyDone

    seat: SeatNumber
    path: Annotated[list[Thing], Meta(min_length=1, max_length=64)] | None = None
    text: MoveText | None = None


class Undo(Command, tag="undo"):
    """Take back your seat's last move and everything after it: at once where that is free, otherwise by an offer that
    the other people answer (bots always agree)."""

    seat: SeatNumber


class OfferDraw(Command, tag="draw"):
    """Offer a draw. Bots agree unless they are ahead."""

    seat: SeatNumber


class Answer(Command, tag="answer"):
    """Answer an offer. A single no rejects it, the last yes accepts it; whoever made it withdraws it with a no."""

    seat: SeatNumber
    offer: Number
    yes: bool


class Resign(Command, tag="resign"):
    """Resign. With one or two seats, this ends the game; with more, a bot takes over the seat."""

    seat: SeatNumber


class Hint(Command, tag="hint"):
    """Ask for a good move in a casual game. Only you see the answer."""

    answer = responses.HintDone

    seat: SeatNumber
    level: Level | None = None


class Chat(Command, tag="chat"):
    """Say something to everybody who can see the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class SetPace(Command, tag="pace"):
    """Set how fast bots move."""

    pace: Pace


class Rematch(Command, tag="rematch"):
    """After the end: create a table with the same players, each moved on by one seat; it starts at once. A repeated
    request gives the same table."""

    answer = responses.RematchDone

    auto: Annotated[bool, note("it starts when every person has contributed, not at once")] = False


class Share(Command, tag="share"):
    """After the end: create a replay that everybody with its link can see."""

    answer = responses.ShareDone


TableCommand = (
    Sit | Stand | SeatBot | OpenSeat | Contribute | Start | Play | Why | Undo | OfferDraw | Answer | Resign | Hint
    | Chat | SetPace | Rematch | Share
)  # fmt: skip
COMMANDS: tuple[type[TableCommand], ...] = get_args(TableCommand)
live_decoder = msgspec.json.Decoder(Hello | TableCommand)
UNREADABLE = (msgspec.MsgspecError, ValueError, OverflowError, RecursionError)  # the errors of decoding

T = TypeVar("T")


@cache
def command_name(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def decode(kind: type[T], body: bytes) -> T:
    """Decode a body; raise Problem if it does not have that form."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except UNREADABLE as error:
        raise bad_message(error) from None


def check_plain(value: Any) -> None:
    """Raise Problem if free JSON, such as options or a record, is nested too deeply or has too large numbers."""
    level = [value]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for one in level:
            if type(one) is list:
                below.extend(one)
            elif type(one) is dict:
                below.extend(one.values())
            elif type(one) is int and abs(one) > LARGEST_NUMBER:
                raise Problem("bad-message", "A number has more than 15 digits.")
        if not below:
            return
        level = below
    raise Problem("bad-message", f"The JSON is nested more than {DEEPEST} deep.")


def decode_live(message: bytes) -> Hello | TableCommand:
    """Decode a message of a WebSocket; raise Problem if it is invalid."""
    try:
        command: Hello | TableCommand = live_decoder.decode(message)
    except UNREADABLE as error:
        raise bad_message(error) from None
    return command


def bad_message(error: Exception) -> Problem:
    return Problem("bad-message", f"This is not a message of the protocol: {error}")


def clean_name(name: str) -> str:
    """Return a nickname with normalized whitespace; raise Problem if it is empty or has control characters, which could
    garble the text around it."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or any(unicodedata.category(sign)[0] == "C" and sign != JOINER for sign in name):
        raise Problem("bad-message", "A name must have 1 to 24 characters, without control characters.")
    return name


def clean_chat(text: str) -> str:
    """Return a line of chat without control characters; raise Problem if nothing is left."""
    text = "".join(
        sign if unicodedata.category(sign)[0] != "C" or sign == JOINER else " "
        for sign in unicodedata.normalize("NFC", text)
    )
    text = " ".join(text.split())
    if not text:
        raise Problem("bad-message", "The text is empty.")
    return text
