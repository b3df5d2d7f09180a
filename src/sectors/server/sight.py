"""What each viewer sees of a table. Everything that leaves the server about a game is built here, from views."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Raw

from sectors.kit import Game, Json, State, events_for
from sectors.server import answers, limits
from sectors.server.law import undo_law
from sectors.server.table import Event, Offer, Place, Table, Viewer, at_core, digest, winners

LONGEST_LOG = 500
MovesWanted = Literal["full", "texts", "none"]
encode = msgspec.json.encode

Presence = Callable[[str], tuple[bool, float | None]]  # of a player: whether there, and for how long away


def when(seconds: float) -> str:
    whole = int(seconds)
    return f"{second(whole)}.{int((seconds - whole) * 1000):03d}Z"


@lru_cache(1000)
def second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat()


@lru_cache(10_000)
def handle(player: str) -> str:
    """A player's public name for programs; it does not tell the id, which the cookie holds."""
    return "p_" + hashlib.sha256(f"handle {player}".encode()).hexdigest()[:12]


# Views, kept until the game changes


class Seen(msgspec.Struct):
    """A view, and as it goes over the wire."""

    view: Json
    data: Raw
    digest: str


class Looker:
    """Views, pictures and moves of one table, each made once for a position; what all may read, once for all."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._made: dict[Any, Any] = {}
        self._of = (-1, -1)
        self._entries: dict[Any, Raw] = {}
        self._entries_of = -1

    def _present(self) -> dict[Any, Any]:
        """What has been made for the position as it is."""
        present = (self.table.changed, len(self.table.steps))
        if self._of != present:
            self._made.clear()
            self._of = present
        return self._made

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        present = self._present()
        if key not in present:
            present[key] = make()
        return present[key]

    def seen(self, state: State, viewer: Viewer) -> Seen:
        def make() -> Seen:
            view = self.view(state, viewer)
            return Seen(view, Raw(encode(view)), digest(view))

        made: Seen = self._once(("seen", viewer), make)
        return made

    def view(self, state: State, viewer: Viewer) -> Json:
        if state.game.hidden:
            return state.view(viewer)
        return {**self._once("view", lambda: state.view(None)), "seat": viewer}  # all see the same

    def entry(self, event: Event, viewer: Viewer) -> Raw:
        """A line of the log as it goes over the wire."""
        if self._entries_of != self.table.number:
            self._entries.clear()
            self._entries_of = self.table.number
        key = event.number if self.table.is_open(event) else (event.number, viewer)
        if key not in self._entries:
            self._entries[key] = Raw(encode(entry(self.table, event, viewer)))
        return self._entries[key]

    def svg(self, state: State, viewer: Viewer) -> str:
        made: str = self._once(("svg", viewer), lambda: state.game.svg(self.seen(state, viewer).view))
        return made

    def moves(self, state: State, wanted: MovesWanted) -> list[answers.MoveInfo | str]:
        def full() -> list[answers.MoveInfo | str]:
            return [move_info(move) for move in state.moves()]

        if wanted == "none":
            return []
        made: list[answers.MoveInfo | str] = self._once(wanted, full if wanted == "full" else state.legal)
        return made

    def prepare(self, viewer: Viewer, svg: bool, undo: bool) -> Callable[[], None] | None:
        """What takes long of a sight, made beside the event loop while the table is locked; None: nothing does."""
        state = self.table.state
        if state is None:
            return None
        present = self._present()
        draw = svg and ("svg", viewer) not in present
        judge = undo and viewer is not None and ("undo", viewer) not in present
        if not draw and not judge:
            return None

        def make() -> None:
            if draw:
                self.svg(state, viewer)
            if judge:
                self.undo(viewer)

        return make

    def undo(self, viewer: Viewer) -> Literal["free", "consent", "refused"] | None:
        if viewer is None or self.table.status != "playing":
            return None
        made: Literal["free", "consent", "refused"] | None = self._once(
            ("undo", viewer), lambda: undo_law(self.table, viewer, glance=True)[0]
        )
        return made


def move_info(move: Any) -> answers.MoveInfo:
    return answers.MoveInfo(move.text, list(move.path), move.label)


def sight(
    looker: Looker, viewer: Viewer, svg: bool, moves: MovesWanted, thinking: int | None = None
) -> answers.Sight | None:
    table = looker.table
    state = table.state
    if state is None:
        return None
    seen = looker.seen(state, viewer)
    turn = viewer is not None and table.to_act == viewer
    return answers.Sight(
        seat=viewer,
        step=table.step_for(viewer),
        to_act=table.to_act,
        your_turn=turn,
        asked=asked(table, seen.view, viewer),
        view=seen.data,
        digest=seen.digest,
        svg=looker.svg(state, viewer) if svg else None,
        moves=looker.moves(state, moves) if turn else [],
        undo=looker.undo(viewer) if moves == "full" else None,
        thinking=thinking,
    )


def asked(table: Table, view: Json, viewer: Viewer) -> str:
    """What is expected of whom."""
    to_act = table.to_act
    if to_act is None:
        return "The game is over"
    if to_act == viewer:
        return table.game.prompt(view)
    place = table.places[to_act]
    if place.kind == "open":
        return f"Seat {to_act + 1} is open: somebody must sit there"
    if place.failed:
        return f"{place.name} broke down and must be replaced"
    return f"{place.name} to move"


# The log


def entry(table: Table, event: Event, viewer: Viewer) -> answers.Entry:
    """A line of the log as a viewer may read it."""
    data = event.data
    hidden = table.hidden[viewer]
    made = answers.Entry(
        number=event.number - sum(unseen < event.number for unseen in hidden) if hidden else event.number,
        at=when(event.at),
        kind=event.kind,
        seat=event.seat,
        name=data.get("by") or (None if event.seat is None else table.name_of(event.seat)),
        lines=[],
        offer=data.get("offer", event.number if event.kind == "offer" else None),
        what=data.get("what"),
        yes=data.get("yes"),
    )
    if event.told is not None:
        made.events = events_for(event.told, viewer)
        made.lines = table.story(made.events)
    if "step" in data:
        made.step = data["step"] - data.get("unseen", {}).get(str(viewer), 0)
    if event.kind == "play":
        if not data.get("sealed") or viewer == event.seat:
            made.text, made.label = data["text"], data["label"]
    elif event.kind == "chat":
        made.text = data["text"]
        made.lines = [data["text"]]
    else:
        made.lines = [line for line in (said(event, made.name or ""),) if line] + made.lines
    if "ending" in data and not says_the_end(table, event):
        made.lines = [*made.lines, ending(table, data["ending"]).text]
    return made


def says_the_end(table: Table, event: Event) -> bool:
    """Whether the rules have a sentence of their own for how the game ended."""
    last = event.told[-1] if event.told else {}
    return "reason" in last and table.game.sentence(last, table.names) != ""


def said(event: Event, name: str) -> str:
    """What happened at the table, in a sentence."""
    data = event.data
    match event.kind:
        case "make":
            return f"{name} made the table"
        case "sit":
            return f"{name} sits down"
        case "stand":
            return f"{name} stands up"
        case "bot":
            return f"{data['name']} takes the seat of {data['instead']}" if data.get("instead") else f"{name} sits down"
        case "open":
            return f"The seat of {data['instead']} is open" if data.get("instead") else "A seat is open"
        case "start":
            return "The game begins"
        case "undo":
            return f"{name} takes back {moves_back(data['count'])}"
        case "offer":
            return offer_text(name, data["what"], data["count"])
        case "answer":
            return answer_text(name, data)
        case "resign":
            return f"{name} resigns; {data['name']} plays on" if "level" in data else f"{name} resigns"
        case "failed":
            return f"{name} broke down and must be replaced"
        case "pace":
            return f"{name} sets the bots' pace: {data['pace']}"
        case "rematch":
            return "There is a rematch"
        case "share":
            return f"{name} shares the game"
    return ""


def moves_back(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def offer_text(name: str, what: str, count: int) -> str:
    return f"{name} offers a draw" if what == "draw" else f"{name} asks to take back {moves_back(count)}"


def answer_text(name: str, data: Json) -> str:
    if data.get("withdrawn"):
        return f"{name} takes the offer back"
    if not data["yes"]:
        return f"{name} does not agree"
    return f"{name} agrees; {moves_back(data['count'])} taken back" if "to" in data else f"{name} agrees"


# The table around the game


def seat_info(seat: int, place: Place, player: str | None, presence: Presence) -> answers.Seat:
    there, away = (place.kind == "bot", None) if place.player is None else presence(place.player)
    yours = player is not None and place.player == player
    return answers.Seat(
        seat=seat,
        kind=place.kind,  # type: ignore[arg-type]
        name=place.name,
        player=None if place.player is None else handle(place.player),
        level=place.level,
        yours=yours,
        present=there,
        away=away,
        failed=place.failed,
        resigned=place.resigned,
        key=place.key if yours else None,
    )


def seat_infos(table: Table, player: str | None, presence: Presence) -> list[answers.Seat]:
    return [seat_info(seat, place, player, presence) for seat, place in enumerate(table.places)]


def offer_info(table: Table, offer: Offer) -> answers.OfferInfo:
    count = len(table.steps) - offer.to
    text = offer_text(table.names[offer.seat], offer.what, count)
    return answers.OfferInfo(offer.number, offer.what, offer.seat, offer.missing, text)


def ending(table: Table, data: Json) -> answers.Ending:
    return ended(table.game, table.names, data["result"], data["reason"])


def ended(game: Game, names: list[str], result: list[float], reason: str) -> answers.Ending:
    """How a game ended, in a sentence."""
    best = winners(result)
    won = [names[seat] for seat in best]
    if reason == "draw":
        text = "Drawn by agreement"
    elif reason == "abandoned":
        text = "The game was abandoned"
    else:
        lost = [name for seat, name in enumerate(names) if result[seat] == 0]
        why = f"{' and '.join(lost)} resigned" if reason == "resigned" else game.endings.get(reason, reason)
        if not won:
            text = why if reason == "resigned" else f"{' and '.join(names)} lost: {why}"
        elif len(won) == len(names) > 1:
            text = f"A draw: {why}"
        else:
            text = f"{', '.join(won[:-1])}{' and ' if len(won) > 1 else ''}{won[-1]} "
            text += f"{'wins' if len(won) == 1 else 'share the victory'}: {why}"
    return answers.Ending(result, reason, text, best)


def state_answer(
    looker: Looker,
    viewer: Viewer,
    player: str,
    presence: Presence,
    watchers: int,
    member: bool,
    svg: bool = False,
    moves: MovesWanted = "full",
    thinking: int | None = None,
) -> answers.State:
    """The whole of a table."""
    table = looker.table
    info = table.info
    shown = [event for event in table.log[-LONGEST_LOG:] if table.visible(event, viewer)]
    log = [entry(table, event, viewer) for event in shown]
    number = table.number_for(viewer)
    return answers.State(
        table=info.id,
        key=info.key if member else None,
        number=number,
        seat=viewer,
        game=info.game,
        title=table.game.title,
        content=info.content,
        options=info.options,
        hidden=table.game.hidden,
        status=table.status,  # type: ignore[arg-type]
        public=info.public,
        casual=info.casual,
        pace=table.pace,
        patience=limits.PATIENCE,
        created=when(info.created),
        seats=seat_infos(table, player, presence),
        yours=table.seats_of(player),
        watchers=watchers,
        sight=sight(looker, viewer, svg, moves, thinking),
        offers=[offer_info(table, offer) for offer in table.offers.values()],
        ending=None if table.ending is None else ending(table, table.ending),
        commitment=info.commitment,
        seed=info.seed if table.status == "over" else None,
        replay=table.replay,
        rematch=table.rematch,
        log=log,
        log_from=number - len(log),
    )


def moment(table: Table, viewer: Viewer, step: int, svg: bool) -> answers.MomentAnswer:
    """The game as a viewer saw it after so many steps that it was told of."""
    assert table.state is not None
    known = [index for index, one in enumerate(table.steps) if viewer not in one.hidden]
    step = max(0, min(step, len(known)))
    # Up to, but not including, the next step that it was told of: sealed choices in between change nothing for it.
    index = known[step - 1] + 1 if step else 0
    state = at_core(table.state, table.core_at(index))
    view = state.view(viewer)
    made = None
    if step:
        number = table.steps[index - 1].number
        made = entry(table, table.log[number - 1], viewer)
    return answers.MomentAnswer(
        step=step,
        steps=len(known),
        view=Raw(encode(view)),
        digest=digest(view),
        svg=table.game.svg(view) if svg else None,
        entry=made,
    )
