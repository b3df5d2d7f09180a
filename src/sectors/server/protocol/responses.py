"""The messages of the server. All fields are always present.

`web/src/lib/protocol.gen.ts`, the OpenAPI document and the tables in docs/PROTOCOL.md are generated from these types;
after a change run `python scripts/generate_protocol.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

Json = dict[str, Any]
Status = Literal["gathering", "playing", "over"]
Pace = Literal["slow", "normal", "at once"]
OfferKind = Literal["undo", "draw"]
UndoAnswer = Literal["free", "consent", "practice", "refused"]


def note(description: str, **extra: Any) -> Meta:
    """Return the description of a field; `is_` is the type of a field that is already encoded."""
    return Meta(description=description, extra=extra or None)


JsonRaw = Annotated[Raw, Meta(extra={"is_": Json})]
GameEvent = Annotated[Json, Meta(extra={"name": "GameEvent"})]  # what the rules did; `event` is its name


class Me(Struct):
    """Who you are."""

    name: Annotated[str, note("the nickname; made up until you choose one")]
    named: Annotated[bool, note("whether you chose the name")]
    player: Annotated[str, note("a public handle that distinguishes players with the same name; it gives no access")]


class Option(Struct):
    """An option of a game."""

    name: str
    default: Any
    values: Annotated[list[Any], note("the allowed values; empty if they are not a list")]
    allowed: Annotated[str, note("in words, what is allowed")]
    about: str
    labels: Annotated[list[str], note("the name of each value for people; empty: use the values themselves")]
    group: Annotated[str, note("the heading under which it is listed; empty: first of all")]


class Level(Struct):
    """A level of the bots; levels ascend in strength."""

    level: int
    name: str
    about: str


class Card(Struct, kw_only=True):
    """A game in the list of games."""

    name: str
    title: str
    short: Annotated[str, note('the title in one word or number: "219"')]
    about: str
    minutes: Annotated[str, note('how long a game takes, such as "10 to 15"')]
    seat_numbers: Annotated[list[int], note("how many seats the game can have")]
    hidden: Annotated[
        bool, note("whether seats see different things, so that a shared screen must be hidden between turns")
    ]
    chance_in_play: Annotated[bool, note("whether chance decides things after the set-up")]
    picture: Annotated[str, note("the address of a picture of the game in play")]
    contents: Annotated[list[str], note("the contents that this server offers, the game's own first")]
    options: list[Option]
    usual: Annotated[dict[str, Json], note("by number of seats, the defaults that depend on it")]
    recommended: Annotated[dict[str, Json], note("by number of seats, the options that the rules recommend")]
    advice: Annotated[dict[str, str], note("by number of seats, why they are recommended")]
    first_game: Annotated[dict[str, Json], note("by number of seats, further options for a first game, at level 0")]
    levels: Annotated[list[Level], note("of its bots, in ascending strength; 0 is for a first game")]
    alike: Annotated[bool, note("whether chance makes the seats equivalent; otherwise draw lots for them (`lots`)")]


class Section(Struct):
    """A section of a guide."""

    anchor: str
    title: str
    level: int
    rules: Annotated[list[str], note('the rules that it explains, such as "R4.1"')]
    html: Annotated[str, note("safe HTML; its pictures have addresses on this server")]


class Game(Card, kw_only=True):
    """A game with its guide."""

    version: int
    reasons: Annotated[list[str], note("the ways in which the game can end")]
    guide: list[Section]


class Checked(Struct):
    """Whether a table can be made with some options."""

    problem: Annotated[str | None, note("what is wrong, in a sentence; null where a table can be made")]
    remarks: Annotated[list[str], note("what else is worth knowing, in sentences")]


class Games(Struct):
    """The games that the server offers."""

    games: list[Card]


class Seat(Struct, kw_only=True):
    """A seat at a table and who sits there."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    player: Annotated[str | None, note("the person's public handle")]
    level: Annotated[int | None, note("of a bot")]
    yours: bool
    present: bool
    away: Annotated[float | None, note("seconds since the person's last connection closed")]
    failed: Annotated[bool, note("the bot failed and must be replaced")]
    resigned: bool
    back: Annotated[bool, note("a bot stands in for you: `sit` gives you the seat back")]
    contributed: Annotated[bool, note("whether the person's client has added to the seed")]
    key: Annotated[str | None, note("of your own seats only: anybody who presents it with `sit` takes over the seat")]


class Row(Struct, kw_only=True):
    """A table in a list of tables."""

    table: str
    game: str
    title: str
    status: Status
    public: bool
    casual: bool
    created: str
    changed: str
    seats: list[Seat]
    step: Annotated[int, note("moves so far")]
    to_act: int | None
    yours: Annotated[list[int], note("your seats")]
    given: Annotated[int | None, note("the number of moves taken from a record; null: the game was dealt here")]
    waiting: Annotated[bool, note("whether one of your seats is to act")]
    result: list[float] | None


class Rows(Struct):
    """A list of tables."""

    tables: list[Row]


class Effect(Struct):
    """One consequence of a move, as far as the mover may know."""

    kind: str
    text: str
    thing: Annotated[str | None, note("the id of the thing it affects")]
    value: float | None


class Move(Struct):
    """A legal move."""

    text: str
    path: Annotated[list[str], note("the things that a player touches to make the move, in order")]
    title: Annotated[str, note("the move in words")]
    effects: Annotated[list[Effect], note("what it does, in order")]
    confirm: Annotated[bool, note("the move hurts the mover for nothing in return: ask for confirmation")]


class Thing(Struct):
    """Something that a player can touch or inspect."""

    id: str
    name: str
    detail: str
    seat: Annotated[int | None, note("its owner")]


class Pieces(Struct):
    """A picture in pieces: concatenate the texts with these numbers."""

    pieces: list[int]
    new: Annotated[dict[int, str], note("those that the previous picture on this connection did not have")]


class Sight(Struct, kw_only=True):
    """The game as a seat sees it now."""

    seat: int | None
    step: Annotated[int, note("moves that this seat has seen played")]
    to_act: int | None
    secret: Annotated[bool, note("whether some seat currently knows, or is choosing, something hidden from others")]
    your_turn: bool
    asked: Annotated[str, note("what is expected, and of whom, in words")]
    anchor: Annotated[str | None, note("of the guide's section about what is asked just now")]
    clock: Annotated[str, note('how far the game has got: "turn 7"; empty where it counts nothing')]
    view: Annotated[JsonRaw, note("in the view format of the game's rules")]
    digest: Annotated[str, note("the SHA-256 of the view, in hex")]
    svg: Annotated[str | Pieces | None, note("a picture of the view, if you want one; `/api/games.css` has its style")]
    moves: Annotated[list[Move | str], note("the legal moves, for the seat to act")]
    facts: Annotated[Json | None, note("what the seat can work out from what it knows, in the game's own format")]
    things: Annotated[list[Thing], note("everything that the seat can touch or inspect")]
    undo: Annotated[UndoAnswer | None, note("what `undo` would be, by a quick check; null: nothing to take back")]
    thinking: Annotated[int | None, note("the seat whose bot is thinking")]


class Entry(Struct, kw_only=True):
    """A line of the log; fields that do not apply to its kind are null."""

    number: int
    at: str
    kind: str
    seat: int | None
    name: str | None
    lines: Annotated[list[str], note("what a log shows, in plain text")]
    actors: Annotated[
        list[str | None] | None, note('who did what each line says, if not a seat ("automa"); null if seats did all')
    ] = None
    told: Annotated[list[int] | None, note("with `actors`: the number of lines up to and including each event")] = None
    step: Annotated[int | None, note("after a play, a start or an undo: moves so far")] = None
    text: Annotated[str | None, note("of a play (null for others if it is sealed) or a chat")] = None
    label: Annotated[str | None, note("of a play, the move in words")] = None
    events: Annotated[list[GameEvent] | None, note("of a play or a start, what the rules did")] = None
    first: Annotated[int | None, note("of a start, the seat that begins, where lots decided it")] = None
    offer: Annotated[int | None, note("of an offer or an answer, the offer's number")] = None
    what: Annotated[OfferKind | None, note("of an offer or an answer")] = None
    yes: Annotated[bool | None, note("of an answer")] = None


class Offer(Struct):
    """An open offer."""

    number: int
    what: OfferKind
    seat: int
    missing: Annotated[list[int], note("the seats that have not answered")]
    text: str


class Ending(Struct):
    """How the game ended."""

    result: list[float]
    reason: Annotated[str, note("one of the game's reasons, or `resigned`, `draw`, `abandoned`")]
    text: str
    winners: list[int]


class Changing(Struct, kw_only=True):
    """What changes at a table: the part of a State that an Update replaces."""

    number: Annotated[int, note("of the last entry that this seat has received")]
    status: Status
    pace: Pace
    seats: list[Seat]
    yours: Annotated[list[int], note("your seats")]
    watchers: Annotated[int, note("people who watch and hold no seat")]
    sight: Annotated[Sight | None, note("null while gathering")]
    offers: list[Offer]
    ending: Ending | None
    practice: Annotated[bool, note("whether somebody took back a move that had revealed something")]
    contributions: Annotated[list[str | None], note("what each seat added to the seed; `[]` until the start")]
    seed: Annotated[str | None, note("the server's, revealed at the end")]
    replay: Annotated[str | None, note("the token of the replay, once shared")]
    rematch: Annotated[str | None, note("the next table's id")]


class State(Changing, kw_only=True):
    """A table as a seat or a spectator sees it."""

    table: str
    key: Annotated[str | None, note("the table's key, for those who have entered")]
    seat: Annotated[int | None, note("the seat that looks; null: a spectator")]
    game: str
    title: str
    content: str
    options: Json
    hidden: bool
    public: bool
    casual: bool
    patience: Annotated[float, note("seconds that a person must be away, or a bot think, before others may replace it")]
    created: str
    version: Annotated[int, note("of the rules")]
    auto: Annotated[bool, note("whether it starts by itself when every person has contributed")]
    lots: Annotated[bool, note("whether lots decide who gets which seat")]
    given: Annotated[int | None, note("the number of moves taken from a record; null: the game was dealt here")]
    given_digest: Annotated[str | None, note("the hash of what came from the record")]
    commitment: Annotated[str, note("the hash of the seed and everything given, published before the first move")]
    log: Annotated[list[Entry], note("the last 500 entries")]
    log_from: Annotated[int, note("the number before the first of them")]


class StateMessage(Struct, tag_field="type", tag="state"):
    """The whole table: after a `hello` without `since`, or when too much was missed."""

    state: State


class Update(Changing, tag_field="type", tag="update", kw_only=True):
    """What has happened since: after a `hello` with `since`, and whenever something happens."""

    since: Annotated[int, note("the number of the last entry before these")]
    entries: Annotated[list[Raw], note("the new entries", is_=list[Entry])]


class Presence(Struct, tag_field="type", tag="presence"):
    """Somebody came or went, or a bot started to think; it has no number."""

    seats: list[Seat]
    watchers: int
    thinking: int | None


class Beat(Struct, tag_field="type", tag="beat"):
    """Every 10 s: the number and digest that the client should have."""

    number: int
    digest: Annotated[str | None, note("of the view")]


class Done(Struct, kw_only=True):
    """The answer to most commands. What happened comes as an update."""

    ok: bool = True
    number: Annotated[int, note("of the seat in the command; without one, of a spectator")]


class Refusal(Struct):
    """Why the rules forbid a move."""

    code: str
    rule: str
    text: Annotated[str, note("a sentence for the player, with its rule")]
    sentence: Annotated[str, note("the same sentence without the rule")]
    anchor: Annotated[str | None, note("of the guide's section: `/guide/{game}#{anchor}`")]


class WhyDone(Done, kw_only=True):
    """The answer to `why`."""

    refusal: Annotated[Refusal | None, note("null: the move is legal")]
    text: Annotated[str, note("the move that was tried")]


class ValuedMove(Struct):
    """A move that a hint compares."""

    move: Move
    value: Annotated[float, note("your expected result after it, 0 to 1")]


class Following(Struct):
    """A move that may follow."""

    seat: int
    title: Annotated[str, note("the move in words")]


class HintDone(Done, kw_only=True):
    """The answer to `hint`: the best move, and the reasons for it."""

    hint: Move
    value: Annotated[float, note("your expected result after it, 0 to 1")]
    others: Annotated[list[ValuedMove], note("the next best moves, best first")]
    line: Annotated[list[Following], note("what the bot expects to follow")]


class RematchDone(Done, kw_only=True):
    """The answer to `rematch`."""

    table: str
    key: str


class ShareDone(Done, kw_only=True):
    """The answer to `share`."""

    replay: Annotated[str, note("the token of `/replay/{token}`")]


class Failure(Struct, kw_only=True, omit_defaults=True):
    """What went wrong."""

    code: str
    text: Annotated[str, note("a sentence for people")]
    number: Annotated[int | None, note("with `stale`")] = None
    wait: Annotated[float | None, note("with `too-fast`, in seconds")] = None
    refusal: Annotated[Refusal | None, note("with `refused`")] = None
    state: Annotated[State | None, note("with `stale`")] = None


class ErrorAnswer(Struct):
    """The body of every HTTP error."""

    error: Failure


class Reply(Done, tag_field="type", tag="reply", kw_only=True):
    """A command was carried out and stored; it also has the fields of the command's answer."""

    id: Annotated[str | None, note("the command's own")]


class ErrorMessage(Struct, tag_field="type", tag="error"):
    """A command was not carried out, or a message was bad."""

    id: Annotated[str | None, note("the command's own")]
    error: Failure


Message = StateMessage | Update | Presence | Beat | Reply | ErrorMessage


class Moment(Struct, kw_only=True):
    """A moment of a game, as a seat saw it."""

    step: int
    steps: int
    view: JsonRaw
    digest: str
    svg: str | None
    facts: Json
    things: list[Thing]
    entry: Entry | None


class Imported(Struct):
    """A record that the server keeps."""

    replay: Annotated[str, note("the token of `/replay/{token}`")]


class ReplayStep(Struct, kw_only=True):
    """A move of a replay."""

    step: int
    seat: int
    text: str
    label: str
    events: list[GameEvent]
    lines: list[str]
    actors: Annotated[list[str | None], note("who did what each line says, if not a seat")]
    told: Annotated[list[int] | None, note("the number of lines up to and including each event; null if seats did all")]


class Proof(Struct):
    """What a record proves about its deal, and what it does not."""

    verdict: Annotated[
        Literal["partly", "unfair", "unknown"],
        note("a server cannot say `fair`: only those who stored the commitment beforehand can know"),
    ]
    proved: list[str]
    not_proved: list[str]


class Replay(Struct, kw_only=True):
    """A finished game to step through."""

    replay: str
    game: str
    title: str
    content: str
    hidden: bool
    seats: int
    names: list[str]
    options: Json
    about: Annotated[Json, note("what the record says about itself")]
    ending: Ending | None
    steps: list[ReplayStep]
    proof: Annotated[Proof, note("what the record proves about its deal")]


class Chances(Struct):
    """Each seat's chances."""

    chances: Annotated[list[list[float]], note("for each step from 0, what each seat could expect, all cards known")]


class TurningPoint(Struct):
    """The move that decided a game."""

    step: Annotated[int, note("moves so far, with this one")]
    seat: Annotated[int | None, note("who made it")]
    winner: int
    lines: Annotated[list[str], note("what it did, in words")]
    before: Annotated[float, note("what the winner could expect before it, 0 to 1, all cards known")]
    after: float


class Decided(Struct):
    """What decided a finished game."""

    turning_point: Annotated[TurningPoint | None, note("null: no single move, or nobody won")]


class Mistake(Struct):
    """A decision of yours that cost much, by the bot's reckoning from what you knew."""

    step: Annotated[int, note("moves that had been played before it")]
    played: ValuedMove
    better: ValuedMove


class Mistakes(Struct):
    """What your decisions in a finished game cost."""

    mistakes: Annotated[list[Mistake], note("the costliest ones, the costliest first")]
    looked: Annotated[int, note("decisions that there was time to look at")]
    decisions: Annotated[int, note("decisions in which you had a choice")]


class LessonCard(Struct):
    """A lesson in the list of a game's lessons."""

    id: str
    title: str
    minutes: int
    idea: str
    steps: int


class Lessons(Struct):
    """The lessons of a game, in their order."""

    lessons: list[LessonCard]


class ExerciseCard(Struct):
    """An exercise in the list of a game's exercises."""

    id: str
    task: str
    kind: Annotated[str, note("`win`, `save`, `choose` or `best`")]
    level: Annotated[int, note("1 to 5, by how much search finds the answer")]
    difficulty: Annotated[str, note("the level in words")]


class Exercises(Struct):
    """The exercises of a game, the easiest first."""

    exercises: list[ExerciseCard]
    today: Annotated[str | None, note("the id of the exercise of the day; null: there are none")]
    day: Annotated[str, note("the day, in UTC: `2026-11-18`")]


class LessonMoment(Struct, kw_only=True):
    """The learner's progress: the board, what the coach says, and what to do next."""

    lesson: str
    title: str
    game: str
    content: str
    number: Annotated[int, note("of the step, from 1")]
    steps: int
    asks: Annotated[
        Literal["play", "look", "next", "end"],
        note("a move, a touch of a thing, only to go on, or nothing: everything is done"),
    ]
    say: Annotated[str, note("what to know and what to do; at the end, what was learnt")]
    praise: Annotated[str, note("what is said to the step before")]
    point: Annotated[list[str], note("things to mark, by id")]
    rule: Annotated[str | None, note("the rule behind the step")]
    anchor: Annotated[str | None, note("of the guide's section about it")]
    answers: Annotated[list[str], note("what the learner has done so far; send it along with the next try")]
    before: Annotated[list[str] | None, note("the answers that lead one step back")]
    right: Annotated[bool | None, note("whether the try was what is asked for; null without a try")]
    answer: Annotated[str, note("to a try that was not")]
    refusal: Annotated[Refusal | None, note("where the rules forbid it")]
    names: Annotated[list[str], note("of the seats")]
    sight: Annotated[Sight, note("the game as the learner's seat sees it")]
    log: Annotated[list[Entry], note("the moves since the board was last set up")]
    fresh: Annotated[int, note("how many of them, the last, came of this answer")]
    ending: Ending | None


class LessonWhy(Struct):
    """Why the rules forbid a move in a lesson."""

    refusal: Annotated[Refusal | None, note("null: the move is legal")]
    text: Annotated[str, note("the move that was tried")]


class Health(Struct):
    """Whether the server can write."""

    ok: bool
