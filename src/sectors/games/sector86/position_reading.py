"""Reading a position: what breaks the format or could not have come about is refused (section 7 of the rules)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from sectors.games.sector86.content import CLASSES, KINDS, SKILLS, Deck
from sectors.games.sector86.numbers import (
    ACTIVE,
    BUILT,
    COMPLETED,
    CREDITS,
    DECK,
    DISCARD,
    EACH,
    HIRED,
    MOST_TRAINING,
    NEW,
    NONE,
    NOWHERE,
    OFFERED,
    PAID,
    PHASES,
    PICKED,
    QUEUE,
    REASONS,
    SERVED,
    SMALLS,
    STATIONS,
    WRECKS,
)
from sectors.games.sector86.position import after_levy, contested
from sectors.games.sector86.rules import Sector86
from sectors.kit import BadPosition, Json, is_int, shown
from sectors.kit.game import ENDING, HEADER

LARGEST = 10**9
OWN = ("epoch", "turn", "active", "phase", "deck", "discard", "queue", "missions", "stations", "ctx")
NEEDED = (*HEADER, "phase", "stations", *ENDING)
STATION = ("credits", "crew", "facilities", "missions", "ports", "served", "turns")
SHIPS = ("ship", "wreck")
IN_QUEUE = ("ship", "wreck", "crew", "facility", "levy")
# Empty values of ctx
WHOLE_TURN: Json = {"held": [], "paid": [], "sent": 0, "flips": 0, "redirects": 0, "repairs": 0}
OF_A_PHASE: Json = {
    "team": None,
    "auction": None,
    "wrecks": [],
    "smalls": [],
    "levies": [],
    "tasks": [],
    "after": "",
    "market": None,
}
PHASE_OF = {
    "team": ("team",),
    "auction": ("offer", "bid", "bought-berth"),
    "wrecks": ("berth",),
    "smalls": ("berth",),
    "levies": ("levy",),
    "tasks": ("levy",),
    "after": ("levy",),
    "market": ("market", "market-bid"),
}


def wrong(message: str) -> NoReturn:
    raise BadPosition(message)


class Reader:
    """Reads one position into a core that is empty."""

    def __init__(self, deck: Deck, core: Sector86, data: Json) -> None:
        self.deck = deck
        self.core = core
        self.data = data
        self.seats = core.seats

    def read(self) -> None:
        data, core = self.data, self.core
        self.fields(data, "", (*HEADER, *OWN, *ENDING), NEEDED)
        if data["phase"] not in PHASES or not isinstance(data["phase"], str):
            wrong(f"phase: found {shown(data['phase'])}, allowed is one of {', '.join(PHASES)}")
        self.phase: str = data["phase"]
        core.phase = PHASES.index(self.phase)
        core.epoch = self.number(data.get("epoch", 1), "epoch", 1)
        core.turn = self.number(data.get("turn", 1), "turn", 1)
        core.active = self.number(data.get("active", 0), "active", 0, self.seats - 1)
        for key, row, kinds in (
            ("deck", DECK, KINDS),
            ("discard", DISCARD, KINDS),
            ("queue", QUEUE, IN_QUEUE),
            ("missions", ACTIVE, ("mission",)),
        ):
            self.lay(self.cards(data.get(key, []), key, kinds), row)
        if len(core.cards_in(ACTIVE)) > self.seats:
            wrong(f"missions: found {len(core.cards_in(ACTIVE))}, allowed are {self.seats}, one for each player")
        stations = self.items(data["stations"], "stations")
        if len(stations) != self.seats:
            wrong(f"stations: found {len(stations)}, allowed are {self.seats}")
        for seat, station in enumerate(stations):
            self.station(seat, station)
        self.turn_so_far(self.object(data.get("ctx", {}), "ctx"))
        self.check_queue()
        self.finish()

    # Small things

    def object(self, value: Any, where: str) -> Json:
        if not isinstance(value, dict):
            wrong(f"{where}: found {shown(value)}, allowed is an object")
        return value

    def fields(self, value: Any, where: str, known: Sequence[str], needed: Sequence[str]) -> Json:
        data = self.object(value, where)
        for name in needed:
            if name not in data:
                wrong(f"{where}: the field {name!r} is missing")
        for name in data:
            if name not in known:
                wrong(f"{where}: there is no field {name!r}; there are: {', '.join(known)}")
        return data

    def items(self, value: Any, where: str) -> list[Any]:
        if not isinstance(value, list):
            wrong(f"{where}: found {shown(value)}, allowed is a list")
        return value

    def number(self, value: Any, where: str, least: int = 0, most: int = LARGEST) -> int:
        if not is_int(value, least, most):
            wrong(f"{where}: found {shown(value)}, allowed is a whole number from {least} to {most}")
        return int(value)

    def truth(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            wrong(f"{where}: found {shown(value)}, allowed is true or false")
        return value

    def card(self, value: Any, where: str, kinds: Sequence[str] = KINDS) -> int:
        number = self.deck.number.get(value) if isinstance(value, str) else None
        if number is None:
            wrong(f"{where}: found {shown(value)}, allowed is a card of the deck")
        if self.deck.cards[number].kind not in kinds:
            wrong(f"{where}: found {shown(value)}, allowed is only: {', '.join(kinds)}")
        return number

    def cards(self, value: Any, where: str, kinds: Sequence[str]) -> list[int]:
        return [self.card(one, where, kinds) for one in self.items(value, where)]

    def free(self, card: int) -> int:
        """A card about to be put somewhere: it must not be elsewhere."""
        if self.core.about(card)["place"] != NOWHERE:
            wrong(f"found {shown(self.deck.cards[card].id)} in two places, allowed is one")
        return card

    def lay(self, cards: list[int], row: int) -> None:
        for card in cards:
            self.core.lay(self.free(card), row)

    def seat_list(self, value: Any, where: str) -> list[int]:
        """Other seats than the active one, in turn order from it."""
        seats = [self.number(one, where, 0, self.seats - 1) for one in self.items(value, where)]
        steps = [(seat - self.core.active) % self.seats for seat in seats]
        if steps != sorted(set(steps)) or 0 in steps:
            wrong(f"{where}: found {seats}, allowed are other seats than the active one, in turn order from it")
        return seats

    # Stations

    def station(self, seat: int, value: Any) -> None:
        where, core, row = f"stations[{seat}]", self.core, STATIONS + EACH * seat
        data = self.fields(value, where, STATION, ())
        for one in self.items(data.get("credits", []), f"{where}.credits"):
            pair = one if isinstance(one, list) else [one, core.epoch]
            if len(pair) != 2:
                wrong(f"{where}.credits: found {shown(one)}, allowed is [card, epoch]")
            card = self.card(pair[0], f"{where}.credits")
            self.lay([card], row + CREDITS)
            core.set_epoch(card, self.number(pair[1], f"{where}.credits", 1))
        self.gained(data, "crew", "crew", seat, row + HIRED)
        self.gained(data, "facilities", "facility", seat, row + BUILT)
        self.gained(data, "missions", "mission", seat, row + COMPLETED)
        self.docks(seat, self.fields(data.get("ports", {}), f"{where}.ports", CLASSES, ()))
        for ship in self.cards(data.get("served", []), f"{where}.served", SHIPS):
            if ship not in core.docked(seat):
                wrong(f"{where}.served: {self.deck.cards[ship].id!r} is not docked there")
            core.mark(ship, SERVED)
        core.set_turns(seat, self.number(data.get("turns", 1), f"{where}.turns"))

    def gained(self, data: Json, key: str, kind: str, seat: int, row: int) -> None:
        """Crew, facilities or missions."""
        where = f"stations[{seat}].{key}"
        known = ("id", "new", "train") if kind == "crew" else ("id", "new")
        for one in self.items(data.get(key, []), where):
            entry = (
                {"id": one, "new": False, "train": {}}
                if isinstance(one, str)
                else self.fields(one, where, known, known)
            )
            card = self.card(entry["id"], where, (kind,))
            self.lay([card], row)
            if self.truth(entry["new"], f"{where}.new"):
                self.core.mark(card, NEW)
            if kind == "crew":
                training = self.fields(entry["train"], f"{where}.train", SKILLS, ())
                for skill, points in training.items():
                    number = self.number(points, f"{where}.train", 0, MOST_TRAINING)
                    self.core.set_training(card, SKILLS.index(skill), number)

    def docks(self, seat: int, ports: Json) -> None:
        settled = [
            self.deck.cards[card]
            for card in self.core.cards_in(STATIONS + EACH * seat + BUILT)
            if not self.core.about(card)["marks"] & NEW
        ]
        for klass, name in enumerate(CLASSES):
            where = f"stations[{seat}].ports.{name}"
            number = self.deck.base_docks[klass]  # R2.4
            number += sum(effect.dock[klass] for card in settled for effect in card.having("dock"))
            self.core.set_docks(seat, klass, number)
            docks = self.items(ports.get(name, []), where)
            if len(docks) > number:
                wrong(f"{where}: found {len(docks)} docks, allowed are {number}")
            for dock, value in enumerate(docks, start=1):
                ships = self.cards(value, where, SHIPS)
                if any(self.deck.cards[ship].klass not in (name, "") for ship in ships):
                    wrong(f"{where}: found {shown(value)}, allowed are ships of that class and wrecks")
                if len(ships) > 2 or (
                    len(ships) == 2 and not any(self.deck.cards[ship].has("small") for ship in ships)
                ):
                    wrong(f"{where}: found {shown(value)}, allowed is one ship, or two of which one is small")
                for ship in ships:
                    self.core.lay_in_dock(self.free(ship), seat, klass, dock)

    # What this turn has done so far

    def turn_so_far(self, ctx: Json) -> None:
        core = self.core
        self.fields(ctx, "ctx", (*WHOLE_TURN, *OF_A_PHASE), ())
        ctx = {**WHOLE_TURN, **OF_A_PHASE, **ctx}
        for key, phases in PHASE_OF.items():
            empty = ctx[key] == OF_A_PHASE[key] and type(ctx[key]) is type(OF_A_PHASE[key])
            if not empty and self.phase not in phases:
                wrong(f"ctx.{key}: found {shown(ctx[key])}, allowed is nothing in phase {self.phase!r}")
            if empty and self.phase in phases and key not in ("smalls", "levies"):
                wrong(f"ctx.{key}: found nothing, but phase {self.phase!r} needs it")
        self.held(ctx["held"])
        for card in self.cards(ctx["paid"], "ctx.paid", ("facility", "mission")):
            core.mark(card, PAID)
        core.sent, core.flips, core.redirects, core.repairs = (
            self.number(ctx[key], f"ctx.{key}") for key in ("sent", "flips", "redirects", "repairs")
        )
        if self.phase == "over" and ctx != {**WHOLE_TURN, **OF_A_PHASE}:
            wrong("ctx: when the game is over all of it is empty")
        if self.phase == "team":
            self.team(ctx["team"])
        elif self.phase == "berth":
            self.lay(self.cards(ctx["wrecks"], "ctx.wrecks", ("wreck",)), WRECKS)
            smalls = self.cards(ctx["smalls"], "ctx.smalls", ("ship",))
            if not all(self.deck.cards[ship].has("small") for ship in smalls):
                wrong(f"ctx.smalls: found {shown(ctx['smalls'])}, allowed are small ships")
            self.lay(smalls, SMALLS)
        elif self.phase == "levy":
            self.levy(ctx)
        elif self.phase in ("market", "market-bid"):
            self.market(ctx["market"])
        elif self.phase in ("offer", "bid", "bought-berth"):
            self.auction(ctx["auction"])

    def held(self, value: Any) -> None:
        held = self.cards(value, "ctx.held", SHIPS)
        if len(set(held)) < len(held):
            wrong(f"ctx.held: found {shown(value)}, allowed is each ship once")
        if self.phase == "depart" and held != [ship for ship in self.core.docked(self.core.active) if ship in held]:
            wrong(f"ctx.held: found {shown(value)}, allowed are docked ships in dock order")
        self.core.set_held(held)

    def team(self, value: Any) -> None:
        data = self.fields(value, "ctx.team", ("mission", "crew"), ("mission", "crew"))
        mission = self.card(data["mission"], "ctx.team.mission", ("mission",))
        if mission not in self.core.cards_in(ACTIVE):
            wrong(f"ctx.team.mission: {data['mission']!r} is not active")
        crew = self.cards(data["crew"], "ctx.team.crew", ("crew",))
        row = self.core.cards_in(STATIONS + EACH * self.core.active + HIRED)
        settled = [card for card in row if not self.core.about(card)["marks"] & NEW]
        if crew != [card for card in settled if card in crew]:
            wrong(
                f"ctx.team.crew: found {shown(data['crew'])}, "
                "allowed are settled crew of the active seat in their order"
            )
        self.core.team = mission
        for card in crew:
            self.core.mark(card, PICKED)

    def levy(self, ctx: Json) -> None:
        core, tasks = self.core, self.items(ctx["tasks"], "ctx.tasks")
        if any(not isinstance(task, list) or len(task) != 3 for task in tasks):
            wrong(f'ctx.tasks: found {shown(tasks)}, allowed is a list of [levy, seat, facility or ""]')
        levy = self.card(tasks[0][0], "ctx.tasks", ("levy",))
        if levy not in core.cards_in(QUEUE) or self.deck.cards[levy].levied == "credits":
            wrong(f"ctx.tasks: found the levy {tasks[0][0]!r}, allowed is one of facilities or crew in the queue")
        core.levy = levy
        core.levied_seat = self.number(tasks[0][1], "ctx.tasks", 0, self.seats - 1)
        core.levied_card = NONE
        if self.deck.cards[levy].levied == "facilities":
            core.levied_card = self.card(tasks[0][2], "ctx.tasks", ("facility",))
            if core.levied_card not in core.cards_in(STATIONS + EACH * core.levied_seat + BUILT):
                wrong(f"ctx.tasks: seat {core.levied_seat} does not have {tasks[0][2]!r}")
        elif not core.cards_in(STATIONS + EACH * core.levied_seat + HIRED):
            wrong(f"ctx.tasks: seat {core.levied_seat} has no crew")
        if self.deck.cards[levy].who == "active" and core.levied_seat != core.active:
            wrong("ctx.tasks: this levy asks the active seat only")
        name = self.deck.cards[levy].id
        due = [[name, seat, self.deck.cards[card].id if card != NONE else ""] for seat, card in core.tasks()]
        if tasks != due:
            wrong(f"ctx.tasks: found {shown(tasks)}, but the levy would ask {due!r}")
        after = after_levy(self.deck, levy)
        queue = core.cards_in(QUEUE)
        later = [self.deck.cards[card] for card in queue[queue.index(levy) + 1 :]] if after == "market" else []
        levies = [card.id for card in later if card.when == "end"]
        if ctx["after"] != after or ctx["levies"] != levies:
            wrong(f"ctx: found after {ctx['after']!r} and levies {ctx['levies']!r}, but it is {after!r} and {levies!r}")

    def auction(self, value: Any) -> None:
        core, where = self.core, "ctx.auction"
        names = ("ship", "order", "wants", "bidders", "bids", "winner")
        data = self.fields(value, where, names, names)
        ship = self.card(data["ship"], f"{where}.ship", ("wreck",) if self.phase == "bought-berth" else SHIPS)
        self.lay([ship], OFFERED)
        order = self.seat_list(data["order"], f"{where}.order")
        asked = [(core.active + i) % self.seats for i in range(1, self.seats)]
        asked = [seat for seat in asked if core.can_host(seat, ship)]
        if self.phase != "bought-berth" and order != asked:
            wrong(f"{where}.order: found {order}, but asked are {asked} (R6.8)")
        wants = [self.truth(one, f"{where}.wants") for one in self.items(data["wants"], f"{where}.wants")]
        complete = self.phase != "offer"
        if len(wants) > len(order) or complete != (len(wants) == len(order)):
            wrong(f"{where}.wants: found {len(wants)} answers of {len(order)}")
        bidders = [seat for seat, want in zip(order, wants) if want] if complete else []
        if data["bidders"] != bidders or any(type(one) is not int for one in data["bidders"]):
            wrong(f"{where}.bidders: found {shown(data['bidders'])}, but they are {bidders}")
        if complete and len(bidders) < (2 if self.phase == "bid" else 1):
            wrong(f"{where}.bidders: found {len(bidders)}, too few for phase {self.phase!r}")
        core.set_round(order, [int(want) for want in wants], [])
        bids = [self.number(one, f"{where}.bids", 0, len(self.deck.cards)) for one in self.items(data["bids"], where)]
        self.bids(bids, bidders, where)
        core.set_round(order, [int(want) for want in wants], bids)
        if self.phase != "bought-berth":
            if data["winner"] is not None:
                wrong(f"{where}.winner: found {shown(data['winner'])}, allowed is null")
            return
        if len(bids) != (len(bidders) if len(bidders) > 1 else 0):
            wrong(f"{where}.bids: found {len(bids)} bids of {len(bidders)} bidders")
        winner = bidders[bids.index(max(bids))] if bids else bidders[0]
        core.winner = self.number(data["winner"], f"{where}.winner", 0, self.seats - 1)
        if core.winner != winner:
            wrong(f"{where}.winner: found {core.winner}, but it is {winner}")
        for seat, bid in zip(bidders, bids):
            if seat != winner and bid > len(core.cards_in(STATIONS + EACH * seat + CREDITS)):
                wrong(f"{where}.bids: found {bid}, more than seat {seat} has")

    def bids(self, bids: list[int], bidders: list[int], where: str) -> None:
        """Bids so far, each of them legal when it was made."""
        bidding = self.phase in ("bid", "market-bid")
        if bids and len(bids) >= len(bidders) + (not bidding):
            wrong(f"{where}.bids: found {len(bids)} bids of {len(bidders)} bidders")
        for seat, bid in zip(bidders, bids):
            lowest, highest = self.core.bid_range_of(seat) if bidding else (self.deck.redirect_fee, bid)
            if not lowest <= bid <= highest:
                wrong(f"{where}.bids: found {bid}, allowed to seat {seat} is {lowest} to {highest}")

    def market(self, value: Any) -> None:
        core, where = self.core, "ctx.market"
        names = ("in", "order", "claims", "contests", "bids")
        data = self.fields(value, where, names, names)
        inside = self.seat_list(data["in"], f"{where}.in")
        core.inside = sum(1 << seat for seat in inside)
        order = self.seat_list(data["order"], f"{where}.order")
        queue = core.cards_in(QUEUE)
        asked = [seat for seat in inside if any(core.may_claim(seat, card) for card in queue)]
        if self.phase == "market" and order != asked:
            wrong(f"{where}.order: found {order}, but asked are {asked} (R11.2)")
        claims = [
            NONE if one == "" else self.card(one, f"{where}.claims", ("crew", "facility"))
            for one in self.items(data["claims"], f"{where}.claims")
        ]
        complete = self.phase == "market-bid"
        if len(claims) > len(order) or complete != (len(claims) == len(order)):
            wrong(f"{where}.claims: found {len(claims)} claims of {len(order)}")
        for seat, card in zip(order, claims):
            if complete:
                contest = claims.count(card) > 1 and core.may_claim(seat, card) if card in queue else True
                fits = (card != NONE) == (seat in inside) and contest
            else:
                fits = card == NONE or (card in queue and core.may_claim(seat, card))
            if not fits:
                wrong(f"{where}.claims: seat {seat} could not have made that claim")
        core.set_round(order, claims, [])
        contests = contested(core, order, claims) if complete else []
        if data["contests"] != [[self.deck.cards[card].id, seats] for card, seats in contests]:
            wrong(f"{where}.contests: found {shown(data['contests'])}, but the claims give others")
        if complete and not contests:
            wrong(f"{where}.contests: found none, but phase {self.phase!r} needs one")
        bids = [self.number(one, f"{where}.bids", 0, len(self.deck.cards)) for one in self.items(data["bids"], where)]
        self.bids(bids, contests[0][1] if contests else [], where)
        core.set_round(order, claims, bids)

    # The whole

    def check_queue(self) -> None:
        """The queue must go with the phase."""
        core = self.core
        if self.phase == "over" or (self.phase == "levy" and self.deck.cards[core.levy].when == "flip"):
            return
        if self.phase in ("queue", "offer", "bid", "bought-berth", "collision"):
            if core.is_colliding(NONE) != (self.phase == "collision"):
                wrong(f"queue: its ships {'do not ' if self.phase == 'collision' else ''}collide (R6.5)")
        elif any(self.deck.cards[card].kind in SHIPS for card in core.cards_in(QUEUE)):
            wrong(f"queue: found a ship, allowed is none in phase {self.phase!r}")

    def finish(self) -> None:
        """How it ended, or who is to act."""
        core, data = self.core, self.data
        if self.phase != "over":
            core.set_actor()
            return
        if data["reason"] not in REASONS or not isinstance(data["reason"], str):
            wrong(f"reason: found {shown(data['reason'])}, allowed is one of {', '.join(REASONS)}")
        core.to_act = -1
        core.reason = REASONS.index(data["reason"])
        done = len(core.cards_in(STATIONS + EACH * core.active + COMPLETED))
        if data["reason"] == "missions" and done < core.goal:
            wrong(f"reason: found 'missions', but the active seat has completed {done} of {core.goal}")
