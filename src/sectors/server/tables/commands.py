"""The commands: each turns a table and a command into events for the log, or raises Problem. Nothing here changes the
table."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any, assert_never

from msgspec import Struct, to_builtins

from sectors.kit import Json, Refused, State, events_for
from sectors.server import limits
from sectors.server.protocol import requests
from sectors.server.protocol.errors import Problem, refusal
from sectors.server.storage.rows import Place
from sectors.server.tables.events import (
    AnyEvent,
    BotSeated,
    Chatted,
    Contributed,
    GameStarted,
    LoggedEvent,
    MovePlayed,
    MovesTakenBack,
    OfferAnswered,
    OfferMade,
    Outcome,
    PaceSet,
    Resigned,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    Viewer,
)
from sectors.server.tables.table import Table, Tried, bot_name, state_at, try_action, wire_digest
from sectors.server.tables.undo import undo_law
from sectors.server.tables.views import Presence, Views

# Commands that only write events; the manager carries out the others.
TableEventCommand = (
    requests.Sit | requests.Stand | requests.SeatBot | requests.OpenSeat | requests.Contribute | requests.Start
    | requests.Play | requests.Why | requests.Undo | requests.OfferDraw | requests.Answer | requests.Resign
    | requests.Chat | requests.SetPace
)  # fmt: skip


class Actor(Struct):
    """The player who sends a command."""

    player: str
    name: str


class Decision(Struct):
    """What a command does. `played` is the result of the first event's action, if it was tried out."""

    events: list[LoggedEvent] = []
    played: Tried | None = None
    answer: Json = {}


def token() -> str:
    """Return a secret of 128 bits."""
    return secrets.token_urlsafe(16)


class CommandHandler:
    """Decides on the commands at one table."""

    def __init__(
        self,
        views: Views,
        presence: Presence,
        thinking_seconds: Callable[[int], float] = lambda seat: 0.0,
    ) -> None:
        self.views = views
        self.table = views.table
        self.presence = presence
        self.thinking_seconds = thinking_seconds  # the seconds that the bot in a seat has been thinking

    def decide(self, actor: Actor, command: TableEventCommand) -> Decision:
        match command:
            case requests.Sit():
                return self.sit(actor, command)
            case requests.Stand():
                return self.stand(actor, command)
            case requests.SeatBot():
                return self.seat_bot(actor, command)
            case requests.OpenSeat():
                return self.open_seat(actor, command)
            case requests.Contribute():
                return self.contribute(actor, command)
            case requests.Start():
                return self.start(actor, command)
            case requests.Play():
                return self.play(actor, command)
            case requests.Why():
                return self.why(actor, command)
            case requests.Undo():
                return self.undo(actor, command)
            case requests.OfferDraw():
                return self.offer_draw(actor, command)
            case requests.Answer():
                return self.answer(actor, command)
            case requests.Resign():
                return self.resign(actor, command)
            case requests.Chat():
                return self.chat(actor, command)
            case requests.SetPace():
                return self.set_pace(actor, command)
        assert_never(command)

    # Helpers

    def log(
        self,
        event: AnyEvent,
        actor: Actor | None,
        command: requests.Command | None = None,
        seat: int | None = None,
        **fields: Any,
    ) -> LoggedEvent:
        return LoggedEvent(
            number=self.table.number + 1,
            at=time.time(),
            event=event,
            seat=seat,
            player=None if actor is None else actor.player,
            key=None if command is None else command.id,
            **fields,
        )

    def place(self, seat: int) -> Place:
        if seat >= self.table.info.seats:
            raise Problem("bad-message", "There is no such seat at this table.")
        return self.table.places[seat]

    def require_own(self, actor: Actor, seat: int) -> Place:
        place = self.place(seat)
        if place.kind != "person" or place.player != actor.player:
            raise Problem("not-your-seat", "That is not your seat.")
        return place

    def require_seated(self, actor: Actor) -> int | None:
        """Return the actor's first seat, or None for the table's creator without a seat; raise Problem for others."""
        seats = self.table.seats_of(actor.player)
        if not seats and actor.player != self.table.info.creator:
            raise Problem("not-your-seat", "Only those who sit at the table can do that.")
        return seats[0] if seats else None

    def require_playing(self) -> State:
        state = self.table.state
        if self.table.status == "gathering" or state is None:
            raise Problem("not-playing", "The game has not started.")
        if self.table.status == "over":
            raise Problem("over", "The game is over.")
        return state

    def require_over(self) -> None:
        if self.table.status != "over":
            raise Problem("not-over", "You can do that when the game is over.")

    def require_gathering(self) -> None:
        if self.table.status != "gathering":
            raise Problem("already-started", "The game has already started.")

    def unseen(self, steps: int) -> dict[str, int]:
        """Return for each viewer how many of the first `steps` steps are hidden from it."""
        if not any(self.table.hidden.values()):  # as in most games
            return {}
        secret = [step for step in self.table.steps[:steps] if step.hidden]
        if not secret:
            return {}
        return {str(viewer): sum(viewer in step.hidden for step in secret) for viewer in self.table.hidden}

    # Seats

    def sit(self, actor: Actor, command: requests.Sit) -> Decision:
        place = self.place(command.seat)
        if command.key is not None:
            if place.key is None or not secrets.compare_digest(place.key.encode(), command.key.encode()):
                raise Problem("forbidden", "This link does not open that seat; somebody may have taken it over.")
        elif place.kind != "open" and (place.owner is None or place.owner != actor.player):
            raise Problem("seat-taken", f"{place.name} sits there.")
        if self.table.status == "over":
            raise Problem("over", "The game is over.")
        held = self.table.held.get(actor.player, set())
        if self.has_secrets() and held and command.seat not in held:
            raise Problem("forbidden", "You have seen another hand of this game, so you cannot sit there.")
        name = requests.clean_name(command.name) if command.name else actor.name
        event = SeatTaken(player=actor.player, name=name, key=token(), by=name)
        return Decision([self.log(event, actor, command, self.drawn_seat(command.seat))])

    def drawn_seat(self, seat: int) -> int:
        """Return the requested seat or, while lots decide the seats, a random open one."""
        places = self.table.places
        if not self.table.lots or self.table.status != "gathering" or places[seat].kind != "open":
            return seat
        return secrets.choice([number for number, place in enumerate(places) if place.kind == "open"])

    def has_secrets(self) -> bool:
        """Return whether a player who sits down now would see hidden information."""
        return self.table.game.hidden and self.table.status == "playing"

    def stand(self, actor: Actor, command: requests.Stand) -> Decision:
        place = self.require_own(actor, command.seat)
        self.require_gathering()
        return Decision([self.log(SeatLeft(by=place.name), actor, command, command.seat)])

    def require_replaceable(self, actor: Actor, seat: int) -> Place:
        """Return the place of a seat that may be given to another player; raise Problem if it may not."""
        place = self.place(seat)
        if self.table.status == "over":
            raise Problem("over", "The game is over.")
        if place.kind == "person" and place.player == actor.player:
            return place
        self.require_seated(actor)
        if place.kind == "person":
            assert place.player is not None
            there, away = self.presence(place.player)
            if there or away is None or away < limits.PATIENCE:
                raise Problem(
                    "present", f"{place.name} is here, or was a moment ago; wait {limits.PATIENCE:.0f} seconds."
                )
        elif place.kind == "bot" and self.table.status == "playing" and not place.failed:
            if self.thinking_seconds(seat) < limits.PATIENCE:
                raise Problem("present", f"{place.name} plays there.")
        return place

    def seat_bot(self, actor: Actor, command: requests.SeatBot) -> Decision:
        place = self.require_replaceable(actor, command.seat)
        instead = place.name if self.table.status == "playing" else ""
        event = BotSeated(name=bot_name(self.table.places), level=command.level, instead=instead)
        return Decision([self.log(event, actor, command, command.seat)])

    def open_seat(self, actor: Actor, command: requests.OpenSeat) -> Decision:
        place = self.require_replaceable(actor, command.seat)
        if place.kind == "open":
            raise Problem("bad-message", "Nobody is sitting there.")
        if self.has_secrets() and place.player != actor.player:
            raise Problem("forbidden", "Only a bot can take over: a person would see the hidden hand.")
        event = SeatOpened(instead=place.name, by=actor.name)
        return Decision([self.log(event, actor, command, command.seat)])

    # Playing

    def contribute(self, actor: Actor, command: requests.Contribute) -> Decision:
        self.require_own(actor, command.seat)
        self.require_gathering()
        if command.seat in self.table.contributions:
            raise Problem("bad-message", "That seat has already contributed.")
        events = [self.log(Contributed(text=command.text), actor, command, command.seat)]
        given = {*self.table.contributions, command.seat}
        ready = all(place.kind == "bot" or seat in given for seat, place in enumerate(self.table.places))
        if self.table.auto and ready:
            mixed = self.table.current_contributions()
            mixed[command.seat] = command.text
            events.append(self.start_event(actor, None, mixed, after=1))
        return Decision(events)

    def start(self, actor: Actor, command: requests.Start) -> Decision:
        self.require_seated(actor)
        self.require_gathering()
        return Decision([self.start_event(actor, command, self.table.current_contributions())])

    def start_event(
        self, actor: Actor, command: requests.Command | None, contributions: list[str | None], after: int = 0
    ) -> LoggedEvent:
        """Return the event that starts the game; `after` counts the events before it that are not yet in the log."""
        if any(place.kind == "open" for place in self.table.places):
            raise Problem("seats-open", "Some seats are still open: wait for players, or fill them with bots.")
        state, begun = begin(self.table, self.table.info.deal_seed(contributions))
        event = GameStarted(
            by=actor.name,
            step=len(begun),
            contributions=contributions,
            begun=begun,
            ending=outcome(state),
            first=first_by_lot(self.table, state),
        )
        logged = self.log(event, actor, command, outcomes=state.chance, told=[] if begun else state.events)
        logged.number += after
        return logged

    def play(self, actor: Actor, command: requests.Play) -> Decision:
        self.require_own(actor, command.seat)
        self.require_playing()
        if self.table.changed > self.table.log_number(command.seat, command.number):
            raise Problem("stale", "The game has moved on; here is the current position.")
        return self.decide_move(actor, command.seat, command.text, command)

    def decide_move(self, actor: Actor | None, seat: int, text: str, command: requests.Command | None) -> Decision:
        """Decide on a move by a person or a bot."""
        table = self.table
        state = self.require_playing()
        try:
            played = try_action(state, text, seat)
        except Refused as refused:
            raise Problem("refused", refused.text, refusal=refusal(table.game, refused)) from None
        code = table.game.texts.code(text)
        assert code is not None
        step = len(table.steps) + 1
        sealed = table.game.sealed(state.core, code)
        event = MovePlayed(
            text=text,
            label=table.game.label(state.core, code),
            step=step,
            unseen=self.unseen(step - 1),
            sealed=sealed,
            hidden=self.unaware_viewers(state, played, seat) if sealed else [],
            ending=outcome(state_at(state, played.core)) if played.core.over else None,
        )
        logged = self.log(
            event,
            actor,
            command,
            seat,
            outcomes=played.outcomes,
            told=played.events,
            previous=self.views.seen(state, seat).digest,
        )
        return Decision([logged], played)

    def unaware_viewers(self, state: State, played: Tried, seat: int) -> list[Viewer]:
        """Return the viewers who cannot notice a sealed choice, not even that it was made."""
        after = state_at(state, played.core)
        return [
            viewer
            for viewer in (None, *range(self.table.info.seats))
            if viewer != seat
            and not events_for(played.events, viewer)
            and wire_digest(state.view(viewer)) == wire_digest(after.view(viewer))
        ]

    def why(self, actor: Actor, command: requests.Why) -> Decision:
        self.require_own(actor, command.seat)
        state = self.require_playing()
        if (command.path is None) == (command.text is None):
            raise Problem("bad-message", "Give either a path or a text.")
        if state.to_act != command.seat:
            refused = state.refusal(command.text or "", command.seat)
            text = command.text or ""
        else:
            text = command.text if command.text is not None else self.table.game.attempt(state.core, command.path or [])
            refused = state.refusal(text) if command.path is None else state.why_not(command.path)
        body = None if refused is None else refusal(self.table.game, refused)
        return Decision(answer={"refusal": body, "text": str(text)})  # a game may have given more than a text

    def undo(self, actor: Actor, command: requests.Undo) -> Decision:
        self.require_own(actor, command.seat)
        self.require_playing()
        if any(offer.what == "undo" for offer in self.table.offers.values()):
            raise Problem("offer-open", "Somebody has already asked to take back a move.")
        law, to = undo_law(self.table, command.seat)
        if law is None:
            raise Problem("no-undo", "You have no move to take back.")
        if law == "refused":
            raise Problem("undo-refused", "That move showed somebody something new, so it cannot be taken back.")
        missing = self.persons_besides(actor)
        count = self.table.moves_since(to)
        event: AnyEvent = OfferMade(what="undo", missing=missing, to=to, count=count, number=self.table.offers_made + 1)
        if law == "free" or not missing:
            event = MovesTakenBack(to=to, count=count, practice=law == "practice", step=to, unseen=self.unseen(to))
        return Decision([self.log(event, actor, command, command.seat)])

    def persons_besides(self, actor: Actor) -> list[int]:
        return [
            seat
            for seat, place in enumerate(self.table.places)
            if place.kind == "person" and place.player != actor.player
        ]

    def offer_draw(self, actor: Actor, command: requests.OfferDraw) -> Decision:
        self.require_own(actor, command.seat)
        self.require_playing()
        if self.table.info.seats < 2:
            raise Problem("bad-message", "There is nobody else to ask.")
        if any(offer.what == "draw" for offer in self.table.offers.values()):
            raise Problem("offer-open", "A draw is already on offer.")
        bots = [seat for seat, place in enumerate(self.table.places) if place.kind == "bot"]
        missing = sorted(self.persons_besides(actor) + bots)
        ending = None if missing else self.draw_outcome()  # one person may hold all seats
        number = self.table.offers_made + 1
        to = len(self.table.steps)
        event = OfferMade(what="draw", missing=missing, to=to, count=0, number=number, ending=ending)
        return Decision([self.log(event, actor, command, command.seat)])

    def draw_outcome(self) -> Outcome:
        return Outcome([1 / self.table.info.seats] * self.table.info.seats, "draw")

    def answer(self, actor: Actor, command: requests.Answer) -> Decision:
        self.require_own(actor, command.seat)
        self.require_playing()
        return self.decide_answer(actor, command.seat, command.offer, command.yes, command)

    def decide_answer(
        self, actor: Actor | None, seat: int, number: int, yes: bool, command: requests.Command | None = None
    ) -> Decision:
        offer = self.table.offers.get(number)
        mine = offer is not None and (seat in offer.missing or (seat == offer.seat and not yes))
        if offer is None or not mine:
            raise Problem("no-offer", "There is no such offer to answer.")
        event = OfferAnswered(offer=number, what=offer.what, yes=yes, withdrawn=seat == offer.seat)
        if yes and all(other == seat for other in offer.missing):
            if offer.what == "draw":
                event.ending = self.draw_outcome()
            else:
                event.to = event.step = offer.to
                event.count = self.table.moves_since(offer.to)
                event.unseen = self.unseen(offer.to)
        return Decision([self.log(event, actor, command, seat)])

    def resign(self, actor: Actor, command: requests.Resign) -> Decision:
        place = self.require_own(actor, command.seat)
        self.require_playing()
        seats = self.table.info.seats
        event = Resigned(by=place.name)
        if seats <= 2:
            event.ending = Outcome([0.0 if seat == command.seat else 1.0 for seat in range(seats)], "resigned")
        elif not self.other_persons(command.seat):
            event.ending = Outcome([0.0] * seats, "abandoned")
        else:
            event.level, event.name, event.resigned = 3, bot_name(self.table.places), True
        return Decision([self.log(event, actor, command, command.seat)])

    def other_persons(self, seat: int) -> bool:
        return any(place.kind != "bot" for other, place in enumerate(self.table.places) if other != seat)

    # Chat and pace

    def chat(self, actor: Actor, command: requests.Chat) -> Decision:
        event = Chatted(text=requests.clean_chat(command.text), by=actor.name)
        seats = self.table.seats_of(actor.player)
        return Decision([self.log(event, actor, command, seats[0] if seats else None)])

    def set_pace(self, actor: Actor, command: requests.SetPace) -> Decision:
        seat = self.require_seated(actor)
        return Decision([self.log(PaceSet(pace=command.pace, by=actor.name), actor, command, seat)])


def outcome(state: State) -> Outcome | None:
    """Return how the rules ended the game, or None if they have not."""
    result, reason = state.result, state.reason
    return None if result is None or reason is None else Outcome(list(result), reason)


def begin(table: Table, seed: str) -> tuple[State, list[tuple[int, str, int]]]:
    """Return the game at its start, dealt from a seed. A table that continues a record starts after the record's
    actions; the list has seat, text and number of outcomes so far of each."""
    given = table.info.begun
    state = table.game.new(table.info.seats, seed, table.info.options, None if given is None else given["chance"])
    begun: list[tuple[int, str, int]] = []
    for text in [] if given is None else given["actions"]:
        seat = state.to_act
        assert seat is not None
        state.play(text)
        begun.append((seat, text, len(state.chance)))
    return state, begun


def first_by_lot(table: Table, state: State) -> int | None:
    """Return the seat that begins if chance or lots decided it, otherwise or for a continued record None."""
    if table.info.begun is not None or table.info.seats == 1:
        return None
    drawn = table.game.first_by_chance(table.info.options, state.chance)
    return 0 if drawn is None and table.lots else drawn


def record(table: Table, started: str, ended: str) -> Json:
    """Return the record of a finished game, with what the server knows about it."""
    assert table.state is not None
    info = table.info
    data = table.state.record()
    by_rules = data["result"] is not None
    return {
        **data,
        "about": {
            "names": table.names,
            "started": started,
            "ended": ended,
            "table": info.id,
            "commitment": info.commitment,
            "seed": info.seed,
            **({} if info.dealing == 1 else {"contributions": table.mixed_in}),
            **({"practice": True} if table.practice else {}),
            **({} if table.first is None else {"first_by_lot": table.first}),
            "given": len(info.begun["chance"]) if info.begun is not None else 0,
            "given_actions": len(info.begun["actions"]) if info.begun is not None else 0,
            "ending": None if by_rules or table.ending is None else to_builtins(table.ending),
        },
    }
