"""What each viewer sees of a table. Everything about a game that leaves the server is built here, from views."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Raw

from sectors.bots import Advice
from sectors.bots.advice import Valued
from sectors.bots.review import Review
from sectors.kit import Game, Json, State, events_for
from sectors.server import limits
from sectors.server.protocol import responses
from sectors.server.storage.rows import Place
from sectors.server.tables.events import LoggedEvent, Outcome, Viewer, offer_text
from sectors.server.tables.table import Offer, Table, canonical_json, lines_after, state_at, winners, wire_digest
from sectors.server.tables.undo import undo_law

LONGEST_LOG = 500
MovesWanted = Literal["full", "texts", "none"]
encode = msgspec.json.encode

Presence = Callable[[str], tuple[bool, float | None]]  # of a player: whether present, and the seconds away


def format_time(seconds: float) -> str:
    whole = int(seconds)
    return f"{format_second(whole)}.{int((seconds - whole) * 1000):03d}Z"


@lru_cache(1000)
def format_second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat()


@lru_cache(10_000)
def handle(player: str) -> str:
    """Return a player's public handle; it does not reveal the id, which the cookie contains."""
    return "p_" + hashlib.sha256(f"handle {player}".encode()).hexdigest()[:12]


# Views, kept until the game changes


class Seen(msgspec.Struct):
    """A view, its encoded form and its digest."""

    view: Json
    data: Raw
    digest: str


class Views:
    """The views, pictures and moves of one table, cached until the position changes; entries that are the same for all
    viewers are built once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cache: dict[Any, Any] = {}
        self._changed = self._steps = -1
        self._entries: dict[Any, Raw] = {}
        self._entries_of = -1

    def _current_cache(self) -> dict[Any, Any]:
        """Return the cache of the current position."""
        table = self.table
        if self._changed != table.changed or self._steps != len(table.steps):
            self.forget()
            self._changed, self._steps = table.changed, len(table.steps)
        return self.cache

    def forget(self) -> None:
        """Clear the caches."""
        self.cache.clear()
        self._entries.clear()

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        present = self._current_cache()
        try:
            return present[key]
        except KeyError:
            made = present[key] = make()
            return made

    def seen(self, state: State, viewer: Viewer) -> Seen:
        def make() -> Seen:
            view = self.view(state, viewer)
            data = canonical_json(view)
            return Seen(view, Raw(data), hashlib.sha256(data).hexdigest())

        seen: Seen = self._once(("seen", viewer), make)
        return seen

    def view(self, state: State, viewer: Viewer) -> Json:
        if state.game.hidden:
            return state.view(viewer)
        return {**self._once("view", lambda: state.view(None)), "seat": viewer}  # all viewers see the same

    def entry(self, event: LoggedEvent, viewer: Viewer) -> Raw:
        """Return an encoded entry of the log."""
        table = self.table
        if self._entries_of != len(table.log):
            self._entries.clear()
            self._entries_of = len(table.log)
        key = event.number if table.is_open(event) else (event.number, viewer)
        encoded = self._entries.get(key)
        if encoded is None:
            encoded = self._entries[key] = Raw(encode(entry(table, event, viewer)))
        return encoded

    def svg(self, state: State, viewer: Viewer) -> str:
        def draw() -> str:
            return state.game.svg(self.seen(state, viewer).view, self.facts(state, viewer)).bare

        picture: str = self._once(("svg", viewer), draw)
        return picture

    def facts(self, state: State, viewer: Viewer) -> Json:
        facts: Json = self._once(("facts", viewer), lambda: state.facts(viewer))
        return facts

    def things(self, state: State, viewer: Viewer) -> list[responses.Thing]:
        things: list[responses.Thing] = self._once(("things", viewer), lambda: thing_infos(state, viewer))
        return things

    def moves(self, state: State, wanted: MovesWanted) -> list[responses.Move | str]:
        def full() -> list[responses.Move | str]:
            return [move_info(move) for move in state.moves()]

        if wanted == "none":
            return []
        moves: list[responses.Move | str] = self._once(wanted, full if wanted == "full" else state.legal)
        return moves

    def prepare(self, viewer: Viewer, svg: bool, undo: bool) -> Callable[[], None] | None:
        """Return the slow part of building a sight, to be run in a thread while the table is locked, or None."""
        state = self.table.state
        if state is None:
            return None
        present = self._current_cache()
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

    def undo(self, viewer: Viewer) -> responses.UndoAnswer | None:
        if viewer is None or self.table.status != "playing":
            return None
        answer: responses.UndoAnswer | None = self._once(
            ("undo", viewer), lambda: undo_law(self.table, viewer, glance=True)[0]
        )
        return answer


def thing_infos(state: State, viewer: Viewer) -> list[responses.Thing]:
    return [responses.Thing(one.id, one.name, one.detail, one.seat) for one in state.things(viewer)]


def move_info(move: Any) -> responses.Move:
    effects = [responses.Effect(one.kind, one.text, one.thing, one.value) for one in move.effects]
    return responses.Move(move.text, list(move.path), move.title, effects, move.confirm)


def hint_info(advice: Advice) -> Json:
    """Return the fields of responses.HintDone."""
    return {
        "hint": move_info(advice.best.move),
        "value": round(advice.best.value, 3),
        "others": [valued_info(one) for one in advice.others],
        "line": [responses.Following(one.seat, one.title) for one in advice.line],
    }


def valued_info(one: Valued) -> responses.ValuedMove:
    return responses.ValuedMove(move_info(one.move), round(one.value, 3))


def mistakes_info(review: Review) -> responses.Mistakes:
    mistakes = [
        responses.Mistake(one.step, valued_info(one.played), valued_info(one.better)) for one in review.mistakes
    ]
    return responses.Mistakes(mistakes, review.looked, review.decisions)


def sight(
    views: Views, viewer: Viewer, svg: bool, moves: MovesWanted, thinking: int | None = None
) -> responses.Sight | None:
    table = views.table
    state = table.state
    if state is None:
        return None
    seen = views.seen(state, viewer)
    to_act = table.to_act
    turn = viewer is not None and to_act == viewer
    return responses.Sight(
        seat=viewer,
        step=table.step_for(viewer),
        to_act=to_act,
        secret=to_act is not None and table.game.secret(state.core),
        your_turn=turn,
        asked=prompt_for(table, seen.view, viewer, to_act),
        anchor=anchor(table.game, seen.view),
        clock=table.game.clock(seen.view),
        view=seen.data,
        digest=seen.digest,
        svg=views.svg(state, viewer) if svg else None,
        moves=views.moves(state, moves) if turn else [],
        facts=views.facts(state, viewer) if moves == "full" else None,
        things=views.things(state, viewer) if moves == "full" else [],
        undo=views.undo(viewer) if moves == "full" else None,
        thinking=thinking,
    )


def anchor(game: Game, view: Json) -> str | None:
    section = game.explanation(view)
    return None if section is None else section.anchor


def prompt_for(table: Table, view: Json, viewer: Viewer, to_act: int | None) -> str:
    """Return what is expected, and of whom, in words."""
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


def entry(table: Table, logged: LoggedEvent, viewer: Viewer) -> responses.Entry:
    """Return an entry of the log, as a viewer may see it."""
    event = logged.event
    hidden = table.hidden[viewer]
    name = event.by or (None if logged.seat is None else table.name_of(logged.seat))
    line = event.line(name or "")
    filled = responses.Entry(
        number=logged.number - sum(unseen < logged.number for unseen in hidden) if hidden else logged.number,
        at=format_time(logged.at),
        kind=event.kind,
        seat=logged.seat,
        name=name,
        lines=[line] if line else [],
    )
    event.fill(filled, logged, viewer)
    if logged.told is not None:
        filled.events = events_for(logged.told, viewer)
        story, actors = table.story(filled.events)
        if any(actors):
            filled.actors = [*(None for _ in filled.lines), *actors]
            filled.told = lines_after(table.game, filled.events, len(filled.lines), len(filled.actors))
        filled.lines += story
    if event.ending is not None and not says_the_end(table, logged):
        filled.lines.append(table_ending(table, event.ending).text)
    return filled


def says_the_end(table: Table, logged: LoggedEvent) -> bool:
    """Return whether the events of the rules already say how the game ended."""
    last = logged.told[-1] if logged.told else {}
    return "reason" in last and table.game.sentence(last) != ""


# The table around the game


def seat_info(
    seat: int, place: Place, player: str | None, presence: Presence, contributed: bool = False
) -> responses.Seat:
    there, away = (place.kind == "bot", None) if place.player is None else presence(place.player)
    yours = player is not None and place.player == player
    return responses.Seat(
        seat=seat,
        kind=place.kind,
        name=place.name,
        player=None if place.player is None else handle(place.player),
        level=place.level,
        yours=yours,
        present=there,
        away=away,
        failed=place.failed,
        resigned=place.resigned,
        back=player is not None and place.owner == player,
        contributed=contributed,
        key=place.key if yours else None,
    )


def seat_infos(table: Table, player: str | None, presence: Presence) -> list[responses.Seat]:
    return [
        seat_info(seat, place, player, presence, seat in table.contributions) for seat, place in enumerate(table.places)
    ]


def offer_info(table: Table, offer: Offer) -> responses.Offer:
    count = table.moves_since(offer.to)
    text = offer_text(table.names[offer.seat], offer.what, count)
    return responses.Offer(offer.number, offer.what, offer.seat, offer.missing, text)


def table_ending(table: Table, outcome: Outcome) -> responses.Ending:
    return ending_info(table.game, table.names, outcome.result, outcome.reason)


def ending_info(game: Game, names: list[str], result: list[float], reason: str) -> responses.Ending:
    """Return how a game ended, with a sentence."""
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
    return responses.Ending(result, reason, text, best)


def changing_fields(
    views: Views,
    viewer: Viewer,
    player: str,
    presence: Presence,
    watchers: int,
    svg: bool,
    moves: MovesWanted,
    thinking: int | None,
) -> Json:
    """Return the fields of responses.Changing."""
    table = views.table
    seats = seat_infos(table, player, presence)
    return {
        "number": table.number_for(viewer),
        "status": table.status,
        "pace": table.pace,
        "seats": seats,
        "yours": [one.seat for one in seats if one.yours],
        "watchers": watchers,
        "sight": sight(views, viewer, svg, moves, thinking),
        "offers": [offer_info(table, offer) for offer in table.offers.values()],
        "ending": None if table.ending is None else table_ending(table, table.ending),
        "practice": table.practice,
        "contributions": table.mixed_in,
        "seed": table.info.seed if table.status == "over" else None,
        "replay": table.replay,
        "rematch": table.rematch,
    }


def whole_state(table: Table, viewer: Viewer, member: bool, now: Json) -> responses.State:
    """Return the whole state of a table; `now` has the fields of responses.Changing."""
    info = table.info
    shown = [event for event in table.log[-LONGEST_LOG:] if table.visible(event, viewer)]
    log = [entry(table, event, viewer) for event in shown]
    return responses.State(
        **now,
        table=info.id,
        key=info.key if member else None,
        seat=viewer,
        game=info.game,
        title=table.game.title,
        content=info.content,
        options=info.options,
        hidden=table.game.hidden,
        public=info.public,
        casual=info.casual,
        patience=limits.PATIENCE,
        created=format_time(info.created),
        version=info.version,
        auto=table.auto,
        lots=table.lots,
        given=None if info.begun is None else len(info.begun["actions"]),
        given_digest=None if info.begun is None else wire_digest(info.begun),
        commitment=info.commitment,
        log=log,
        log_from=now["number"] - len(log),
    )


def moment(table: Table, viewer: Viewer, step: int, svg: bool) -> responses.Moment:
    """Return the game as a viewer saw it after a number of steps, counting only those that it knows of."""
    assert table.state is not None
    known = [index for index, one in enumerate(table.steps) if viewer not in one.hidden]
    step = max(0, min(step, len(known)))
    # Right after the last known step: the sealed choices that follow change nothing in this view.
    index = known[step - 1] + 1 if step else 0
    state = state_at(table.state, table.core_at(index))
    view = state.view(viewer)
    made = None
    if step:
        number = table.steps[index - 1].number
        made = entry(table, table.log[number - 1], viewer)
    return responses.Moment(
        step=step,
        steps=len(known),
        view=Raw(encode(view)),
        digest=wire_digest(view),
        svg=table.game.svg(view, state.facts(viewer)).bare if svg else None,
        facts=state.facts(viewer),
        things=thing_infos(state, viewer),
        entry=made,
    )
