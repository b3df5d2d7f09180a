"""What each command does: from a table and a command to events for its log, or to a Problem. It changes nothing."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct, to_builtins

from sectors.kit import Json, Refused, State, events_for
from sectors.server import limits, messages
from sectors.server.law import undo_law
from sectors.server.problems import Problem, refusal
from sectors.server.sight import Looker, Presence
from sectors.server.table import Event, Place, Played, Table, Viewer, at_core, bot_name, digest, tried


class Actor(Struct):
    """Who says something, and what the table must know of them."""

    player: str
    name: str


class Decision(Struct):
    """What a command does: events, the first of them perhaps with an action as tried out."""

    events: list[Event] = []
    played: Played | None = None
    answer: Json = {}


def token() -> str:
    """A secret of 128 bits."""
    return secrets.token_urlsafe(16)


class Desk:
    """Decides about the commands at one table."""

    def __init__(
        self,
        looker: Looker,
        presence: Presence,
        thought: Callable[[int], float] = lambda seat: 0.0,
    ) -> None:
        self.looker = looker
        self.table = looker.table
        self.presence = presence
        self.thought = thought  # for how many seconds the bot in a seat has been thinking

    def decide(self, actor: Actor, command: messages.Command) -> Decision:
        handler: Callable[[Actor, Any], Decision] = getattr(self, f"_{messages.command_name(type(command))}")
        return handler(actor, command)

    # Helpers

    def event(self, kind: str, actor: Actor | None, command: messages.Command | None, **fields: Any) -> Event:
        return Event(
            number=self.table.number + 1,
            at=time.time(),
            kind=kind,
            player=None if actor is None else actor.player,
            key=None if command is None else command.id,
            **fields,
        )

    def place(self, seat: int) -> Place:
        if seat >= self.table.info.seats:
            raise Problem("bad-message", f"There is no seat {seat}; there are 0 to {self.table.info.seats - 1}.")
        return self.table.places[seat]

    def own(self, actor: Actor, seat: int) -> Place:
        place = self.place(seat)
        if place.kind != "person" or place.player != actor.player:
            raise Problem("not-your-seat", "That is not your seat.")
        return place

    def seated(self, actor: Actor) -> int | None:
        """The first seat of somebody who sits here, or None for the one who made the table and only watches."""
        seats = self.table.seats_of(actor.player)
        if not seats and actor.player != self.table.info.creator:
            raise Problem("not-your-seat", "Only those who sit at the table can do that.")
        return seats[0] if seats else None

    def playing(self) -> State:
        state = self.table.state
        if self.table.status == "gathering" or state is None:
            raise Problem("not-playing", "The game has not begun.")
        if self.table.status == "over":
            raise Problem("over", "The game is over.")
        return state

    def over(self) -> None:
        if self.table.status != "over":
            raise Problem("not-over", "That is for finished games.")

    def gathering(self) -> None:
        if self.table.status != "gathering":
            raise Problem("already-started", "The game has begun.")

    def unseen(self, steps: int) -> Json:
        """For an entry's step: how many of the first steps each viewer was not told of."""
        if not any(self.table.hidden.values()):  # as in most games: nothing to count
            return {}
        secret = [step for step in self.table.steps[:steps] if step.hidden]
        if not secret:
            return {}
        return {"unseen": {str(viewer): sum(viewer in step.hidden for step in secret) for viewer in self.table.hidden}}

    # Seats

    def _sit(self, actor: Actor, command: messages.Sit) -> Decision:
        place = self.place(command.seat)
        if command.key is not None:
            if place.key is None or not secrets.compare_digest(place.key.encode(), command.key.encode()):
                raise Problem("forbidden", "That key does not fit this seat; perhaps somebody has taken it over.")
        elif place.kind != "open":
            raise Problem("seat-taken", f"{place.name} sits there.")
        if self.table.status == "over":
            raise Problem("over", "The game is over.")
        name = messages.clean_name(command.name) if command.name else actor.name
        data = {"player": actor.player, "name": name, "key": token(), "by": name}
        return Decision([self.event("sit", actor, command, seat=command.seat, data=data)])

    def _stand(self, actor: Actor, command: messages.Stand) -> Decision:
        place = self.own(actor, command.seat)
        self.gathering()
        return Decision([self.event("stand", actor, command, seat=command.seat, data={"by": place.name})])

    def replaceable(self, actor: Actor, seat: int) -> Place:
        """The place of a seat that may be given to somebody else; its occupant's name if it had one."""
        place = self.place(seat)
        if place.kind == "person" and place.player == actor.player:
            return place
        self.seated(actor)
        if self.table.status == "over":
            raise Problem("over", "The game is over.")
        if place.kind == "person":
            assert place.player is not None
            there, away = self.presence(place.player)
            if there or away is None or away < limits.PATIENCE:
                raise Problem(
                    "present", f"{place.name} is here, or was a moment ago; wait {limits.PATIENCE:.0f} seconds."
                )
        elif place.kind == "bot" and self.table.status == "playing" and not place.failed:
            if self.thought(seat) < limits.PATIENCE:
                raise Problem("present", f"{place.name} plays there.")
        return place

    def _bot(self, actor: Actor, command: messages.SeatBot) -> Decision:
        place = self.replaceable(actor, command.seat)
        data = {"name": bot_name(self.table.places), "level": command.level}
        if place.kind != "open" and self.table.status == "playing":
            data["instead"] = place.name
        return Decision([self.event("bot", actor, command, seat=command.seat, data=data)])

    def _open(self, actor: Actor, command: messages.Open) -> Decision:
        place = self.replaceable(actor, command.seat)
        if place.kind == "open":
            raise Problem("bad-message", "That seat is open.")
        data = {"instead": place.name, "by": actor.name}
        return Decision([self.event("open", actor, command, seat=command.seat, data=data)])

    # Playing

    def _start(self, actor: Actor, command: messages.Start) -> Decision:
        self.seated(actor)
        self.gathering()
        return Decision([self.started(actor, command)])

    def started(self, actor: Actor, command: messages.Command | None) -> Event:
        if any(place.kind == "open" for place in self.table.places):
            raise Problem("seats-open", "Some seats are still open: let somebody sit there, or put bots into them.")
        state = self.table.fresh()
        begun: list[Any] = []
        if self.table.info.begun is not None:
            begun = begun_steps(self.table)
        told = [] if begun else state.events
        data: Json = {"begun": begun, "by": actor.name, "step": len(begun)}
        if state.to_act is None:
            data["ending"] = {"result": state.result, "reason": state.reason}
        return self.event("start", actor, command, data=data, outcomes=state.chance, told=told)

    def _play(self, actor: Actor, command: messages.Play) -> Decision:
        self.own(actor, command.seat)
        self.playing()
        if self.table.changed > self.table.log_number(command.seat, command.number):
            raise Problem("stale", "The game has moved on; here is how it stands now.")
        return self.played(actor, command.seat, command.text, command)

    def played(self, actor: Actor | None, seat: int, text: str, command: messages.Command | None) -> Decision:
        """A move by a person or a bot."""
        table = self.table
        state = self.playing()
        try:
            played = tried(state, text, seat)
        except Refused as refused:
            raise Problem("refused", refused.text, refusal=refusal(table.game, refused)) from None
        code = table.game.texts.code(text)
        assert code is not None
        step = len(table.steps) + 1
        data: Json = {"text": text, "label": table.game.move(state.core, code).label, "step": step}
        if table.game.sealed(state.core, code):
            data["sealed"] = True
            data["hidden"] = self.not_told(state, played, seat)
        data.update(self.unseen(step - 1))
        if played.core.over:
            reason = table.game.reasons[played.core.reason]
            data["ending"] = {"result": played.core.results(), "reason": reason}
        event = self.event(
            "play",
            actor,
            command,
            seat=seat,
            data=data,
            outcomes=played.outcomes,
            told=played.events,
            previous=self.looker.seen(state, seat).digest,
        )
        return Decision([event], played)

    def not_told(self, state: State, played: Played, seat: int) -> list[Viewer]:
        """Who can tell nothing of a sealed choice, not even that it was made."""
        after = at_core(state, played.core)
        return [
            viewer
            for viewer in (None, *range(self.table.info.seats))
            if viewer != seat
            and not events_for(played.events, viewer)
            and digest(state.view(viewer)) == digest(after.view(viewer))
        ]

    def _why(self, actor: Actor, command: messages.Why) -> Decision:
        self.own(actor, command.seat)
        state = self.playing()
        if (command.path is None) == (command.text is None):
            raise Problem("bad-message", "Give either a path or a text.")
        if state.to_act != command.seat:
            refused = state.refusal(command.text or "", command.seat)
            text = command.text or ""
        else:
            text = command.text if command.text is not None else self.table.game.attempt(state.core, command.path or [])
            refused = state.refusal(text, command.seat)
        found = None if refused is None else refusal(self.table.game, refused)
        return Decision(answer={"refusal": found, "text": str(text)})  # a game may have given more than a text

    def _undo(self, actor: Actor, command: messages.Undo) -> Decision:
        self.own(actor, command.seat)
        self.playing()
        if any(offer.what == "undo" for offer in self.table.offers.values()):
            raise Problem("offer-open", "Somebody has already asked to take back.")
        law, to = undo_law(self.table, command.seat)
        if law is None:
            raise Problem("no-undo", "There is no move of yours to take back.")
        if law == "refused":
            raise Problem("undo-refused", "That move has shown somebody something new, so it stands.")
        missing = self.persons_besides(actor)
        data: Json = {"to": to, "count": len(self.table.steps) - to, "step": to, **self.unseen(to)}
        if law == "free" or not missing:
            return Decision([self.event("undo", actor, command, seat=command.seat, data=data)])
        data = {"to": to, "count": data["count"], "what": "undo", "missing": missing}
        return Decision([self.event("offer", actor, command, seat=command.seat, data=data)])

    def persons_besides(self, actor: Actor) -> list[int]:
        return [
            seat
            for seat, place in enumerate(self.table.places)
            if place.kind == "person" and place.player != actor.player
        ]

    def _draw(self, actor: Actor, command: messages.Draw) -> Decision:
        self.own(actor, command.seat)
        self.playing()
        if self.table.info.seats < 2:
            raise Problem("bad-message", "There is nobody to agree with.")
        if any(offer.what == "draw" for offer in self.table.offers.values()):
            raise Problem("offer-open", "A draw is already on offer.")
        bots = [seat for seat, place in enumerate(self.table.places) if place.kind == "bot"]
        missing = sorted(self.persons_besides(actor) + bots)
        data: Json = {"what": "draw", "missing": missing, "to": len(self.table.steps), "count": 0}
        if not missing:  # one person holds all seats
            data["ending"] = self.drawn()
        return Decision([self.event("offer", actor, command, seat=command.seat, data=data)])

    def drawn(self) -> Json:
        return {"result": [1 / self.table.info.seats] * self.table.info.seats, "reason": "draw"}

    def _answer(self, actor: Actor, command: messages.Answer) -> Decision:
        self.own(actor, command.seat)
        self.playing()
        return self.answered(actor, command.seat, command.offer, command.yes, command)

    def answered(
        self, actor: Actor | None, seat: int, number: int, yes: bool, command: messages.Command | None = None
    ) -> Decision:
        offer = self.table.offers.get(number)
        mine = offer is not None and (seat in offer.missing or (seat == offer.seat and not yes))
        if offer is None or not mine:
            raise Problem("no-offer", "There is no such offer to answer.")
        data: Json = {"offer": number, "what": offer.what, "yes": yes, "withdrawn": seat == offer.seat}
        if yes:
            missing = [other for other in offer.missing if other != seat]
            if not missing and offer.what == "draw":
                data["ending"] = self.drawn()
            elif not missing:
                count = len(self.table.steps) - offer.to
                data.update({"to": offer.to, "count": count, "step": offer.to, **self.unseen(offer.to)})
        return Decision([self.event("answer", actor, command, seat=seat, data=data)])

    def _resign(self, actor: Actor, command: messages.Resign) -> Decision:
        place = self.own(actor, command.seat)
        self.playing()
        seats = self.table.info.seats
        data: Json
        if seats <= 2:
            result = [0.0 if seat == command.seat else 1.0 for seat in range(seats)]
            data = {"ending": {"result": result, "reason": "resigned"}}
        elif not self.other_persons(command.seat):
            data = {"ending": {"result": [0.0] * seats, "reason": "abandoned"}}
        else:
            data = {"level": 3, "name": bot_name(self.table.places), "resigned": True}
        data["by"] = place.name
        return Decision([self.event("resign", actor, command, seat=command.seat, data=data)])

    def other_persons(self, seat: int) -> bool:
        return any(place.kind != "bot" for other, place in enumerate(self.table.places) if other != seat)

    # Talk

    def _chat(self, actor: Actor, command: messages.Chat) -> Decision:
        data = {"text": messages.clean_chat(command.text), "by": actor.name}
        seats = self.table.seats_of(actor.player)
        return Decision([self.event("chat", actor, command, seat=seats[0] if seats else None, data=data)])

    def _pace(self, actor: Actor, command: messages.SetPace) -> Decision:
        seat = self.seated(actor)
        data = {"pace": command.pace, "by": actor.name}
        return Decision([self.event("pace", actor, command, seat=seat, data=data)])


def begun_steps(table: Table) -> list[Any]:
    """Seat, text and number of outcomes so far, for each action of the record from which a table plays on."""
    assert table.info.begun is not None
    state = table.game.new(table.info.seats, table.info.seed, table.info.options, table.info.begun["chance"])
    found: list[Any] = []
    for text in table.info.begun["actions"]:
        seat = state.to_act
        state.play(text)
        found.append([seat, text, len(state.chance)])
    return found


def record(table: Table, started: str, ended: str) -> Json:
    """A finished game, with what the platform knows about it."""
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
            "given": len(info.begun["chance"]) if info.begun is not None else 0,
            "ending": None if by_rules or table.ending is None else to_builtins(table.ending),
        },
    }
