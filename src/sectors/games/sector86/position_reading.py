"""Reading a position: rejects what breaks the format or cannot occur in a game (section 7 of the rules)."""

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
from sectors.games.sector86.position_writing import after_levy, contested_cards
from sectors.games.sector86.rules import Sector86
from sectors.kit import BadPosition, Json, Reader, is_int, shown
from sectors.kit.game import ENDING, HEADER
from sectors.kit.reader import LARGEST

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


def fail(message: str) -> NoReturn:
    raise BadPosition(message)


class PositionReader:
    """Reads one position into an empty core. Most fields are optional and empty by default."""

    def __init__(self, deck: Deck, core: Sector86, top: Reader) -> None:
        self.deck = deck
        self.core = core
        self.top = top
        self.seats = core.seats

    def read(self) -> None:
        top, core = self.top, self.core
        top.allows(*HEADER, *OWN, *ENDING)
        top.needs(*NEEDED)
        self.phase = top.text("phase", one_of=PHASES)
        core.phase = PHASES.index(self.phase)
        core.epoch = top.integer("epoch", 1, default=1)
        core.turn = top.integer("turn", 1, default=1)
        core.active = top.integer("active", 0, self.seats - 1, default=0)
        for key, row, kinds in (
            ("deck", DECK, KINDS),
            ("discard", DISCARD, KINDS),
            ("queue", QUEUE, IN_QUEUE),
            ("missions", ACTIVE, ("mission",)),
        ):
            self.lay(self.read_cards(top, key, kinds), row)
        if len(core.cards_in(ACTIVE)) > self.seats:
            fail(f"missions: found {len(core.cards_in(ACTIVE))}, allowed are {self.seats}, one for each player")
        for seat, station in enumerate(top.tables("stations", size=self.seats)):
            self.read_station(seat, station)
        self.read_turn(top.table("ctx", optional=True))
        self.check_queue()
        self.finish()

    # Cards and seats

    def read_card(self, value: Any, where: str, kinds: Sequence[str] = KINDS) -> int:
        number = self.deck.number.get(value) if isinstance(value, str) else None
        if number is None:
            fail(f"{where}: found {shown(value)}, allowed is a card of the deck")
        if self.deck.cards[number].kind not in kinds:
            fail(f"{where}: found {shown(value)}, allowed is only: {', '.join(kinds)}")
        return number

    def read_cards(self, reader: Reader, key: str, kinds: Sequence[str]) -> list[int]:
        return [self.read_card(one, reader.path + key, kinds) for one in reader.items(key, default=[])]

    def check_free(self, card: int) -> int:
        """Return a card that is about to be placed, after checking that it is nowhere else."""
        if self.core.state_of(card)["place"] != NOWHERE:
            fail(f"found {shown(self.deck.cards[card].id)} in two places, allowed is one")
        return card

    def lay(self, cards: list[int], row: int) -> None:
        for card in cards:
            self.core.lay(self.check_free(card), row)

    def read_seats(self, reader: Reader, key: str) -> list[int]:
        """Read seats other than the active one, in turn order from it."""
        seats = reader.integers(key, 0, self.seats - 1)
        steps = [(seat - self.core.active) % self.seats for seat in seats]
        if steps != sorted(set(steps)) or 0 in steps:
            raise reader.bad(key, seats, "other seats than the active one, in turn order from it")
        return seats

    # Stations

    def read_station(self, seat: int, station: Reader) -> None:
        core, row = self.core, STATIONS + EACH * seat
        station.allows(*STATION)
        for one in station.items("credits", default=[]):
            card, epoch = one if isinstance(one, list) and len(one) == 2 else (one, core.epoch)
            if not is_int(epoch, 1, LARGEST):
                raise station.bad("credits", one, "[card, epoch]")
            number = self.read_card(card, f"{station.path}credits")
            self.lay([number], row + CREDITS)
            core.set_epoch(number, epoch)
        self.read_gained(station, "crew", "crew", row + HIRED)
        self.read_gained(station, "facilities", "facility", row + BUILT)
        self.read_gained(station, "missions", "mission", row + COMPLETED)
        self.read_docks(seat, station.table("ports", optional=True))
        for ship in self.read_cards(station, "served", SHIPS):
            if ship not in core.docked_ships(seat):
                fail(f"{station.path}served: {self.deck.cards[ship].id!r} is not docked there")
            core.mark(ship, SERVED)
        core.set_turns(seat, station.integer("turns", default=1))

    def read_gained(self, station: Reader, key: str, kind: str, row: int) -> None:
        """Read crew, facilities or missions: ids, or objects with more details."""
        for i, one in enumerate(station.items(key, default=[])):
            if isinstance(one, str):
                self.lay([self.read_card(one, station.path + key, (kind,))], row)
                continue
            entry = station.inner(f"{key}[{i}].", one)
            entry.only(*(("id", "new", "train") if kind == "crew" else ("id", "new")))
            card = self.read_card(entry.raw("id"), f"{entry.path}id", (kind,))
            self.lay([card], row)
            if entry.truth("new"):
                self.core.mark(card, NEW)
            if kind == "crew":
                training = entry.table("train")
                training.allows(*SKILLS)
                for skill in training.data:
                    points = training.integer(skill, 0, MOST_TRAINING)
                    self.core.set_training(card, SKILLS.index(skill), points)

    def read_docks(self, seat: int, ports: Reader) -> None:
        ports.allows(*CLASSES)
        settled = [
            self.deck.cards[card]
            for card in self.core.cards_in(STATIONS + EACH * seat + BUILT)
            if not self.core.state_of(card)["marks"] & NEW
        ]
        for klass, name in enumerate(CLASSES):
            number = self.deck.base_docks[klass]  # R2.4
            number += sum(effect.dock[klass] for card in settled for effect in card.effects_with("dock"))
            self.core.set_docks(seat, klass, number)
            docks = ports.items(name, default=[])
            if len(docks) > number:
                fail(f"{ports.path}{name}: found {len(docks)} docks, allowed are {number}")
            for dock, value in enumerate(docks, start=1):
                if not isinstance(value, list):
                    raise ports.bad(name, value, "a list of ships for each dock")
                ships = [self.read_card(one, ports.path + name, SHIPS) for one in value]
                if any(self.deck.cards[ship].klass not in (name, "") for ship in ships):
                    raise ports.bad(name, value, "ships of that class and wrecks")
                small = any(self.deck.cards[ship].has("small") for ship in ships)
                if len(ships) > 2 or (len(ships) == 2 and not small):
                    raise ports.bad(name, value, "one ship, or two of which one is small")
                for ship in ships:
                    self.core.lay_in_dock(self.check_free(ship), seat, klass, dock)

    # The turn so far

    def read_turn(self, given: Reader) -> None:
        core = self.core
        given.allows(*WHOLE_TURN, *OF_A_PHASE)
        so_far = given.inner("", {**WHOLE_TURN, **OF_A_PHASE, **given.data})
        ctx = so_far.data
        for key, phases in PHASE_OF.items():
            empty = ctx[key] == OF_A_PHASE[key] and type(ctx[key]) is type(OF_A_PHASE[key])
            if not empty and self.phase not in phases:
                raise so_far.bad(key, ctx[key], f"nothing in phase {self.phase!r}")
            if empty and self.phase in phases and key not in ("smalls", "levies"):
                fail(f"ctx.{key}: found nothing, but phase {self.phase!r} needs it")
        self.read_held(so_far)
        for card in self.read_cards(so_far, "paid", ("facility", "mission")):
            core.mark(card, PAID)
        core.sent, core.flips, core.redirects, core.repairs = (
            so_far.integer(key) for key in ("sent", "flips", "redirects", "repairs")
        )
        if self.phase == "over" and ctx != {**WHOLE_TURN, **OF_A_PHASE}:
            fail("ctx: when the game is over all of it is empty")
        if self.phase == "team":
            self.read_team(so_far.table("team"))
        elif self.phase == "berth":
            self.lay(self.read_cards(so_far, "wrecks", ("wreck",)), WRECKS)
            smalls = self.read_cards(so_far, "smalls", ("ship",))
            if not all(self.deck.cards[ship].has("small") for ship in smalls):
                raise so_far.bad("smalls", ctx["smalls"], "small ships")
            self.lay(smalls, SMALLS)
        elif self.phase == "levy":
            self.read_levy(so_far)
        elif self.phase in ("market", "market-bid"):
            self.read_market(so_far.table("market"))
        elif self.phase in ("offer", "bid", "bought-berth"):
            self.read_auction(so_far.table("auction"))

    def read_held(self, ctx: Reader) -> None:
        held = self.read_cards(ctx, "held", SHIPS)
        if len(set(held)) < len(held):
            raise ctx.bad("held", ctx.raw("held"), "each ship once")
        if self.phase == "depart" and held != [
            ship for ship in self.core.docked_ships(self.core.active) if ship in held
        ]:
            raise ctx.bad("held", ctx.raw("held"), "docked ships in dock order")
        self.core.set_held(held)

    def read_team(self, team: Reader) -> None:
        team.only("mission", "crew")
        mission = self.read_card(team.raw("mission"), f"{team.path}mission", ("mission",))
        if mission not in self.core.cards_in(ACTIVE):
            raise team.bad("mission", team.raw("mission"), "an active mission")
        crew = self.read_cards(team, "crew", ("crew",))
        row = self.core.cards_in(STATIONS + EACH * self.core.active + HIRED)
        settled = [card for card in row if not self.core.state_of(card)["marks"] & NEW]
        if crew != [card for card in settled if card in crew]:
            raise team.bad("crew", team.raw("crew"), "settled crew of the active seat in their order")
        self.core.team = mission
        for card in crew:
            self.core.mark(card, PICKED)

    def read_levy(self, ctx: Reader) -> None:
        core, tasks = self.core, ctx.items("tasks")
        if any(not isinstance(task, list) or len(task) != 3 for task in tasks):
            raise ctx.bad("tasks", tasks, 'a list of [levy, seat, facility or ""]')
        levy = self.read_card(tasks[0][0], "ctx.tasks", ("levy",))
        if levy not in core.cards_in(QUEUE) or self.deck.cards[levy].levied == "credits":
            fail(f"ctx.tasks: found the levy {tasks[0][0]!r}, allowed is one of facilities or crew in the queue")
        core.levy = levy
        if not is_int(tasks[0][1], 0, self.seats - 1):
            raise ctx.bad("tasks", tasks[0][1], f"a seat from 0 to {self.seats - 1}")
        core.levied_seat = tasks[0][1]
        core.levied_card = NONE
        if self.deck.cards[levy].levied == "facilities":
            core.levied_card = self.read_card(tasks[0][2], "ctx.tasks", ("facility",))
            if core.levied_card not in core.cards_in(STATIONS + EACH * core.levied_seat + BUILT):
                fail(f"ctx.tasks: seat {core.levied_seat} does not have {tasks[0][2]!r}")
        elif not core.cards_in(STATIONS + EACH * core.levied_seat + HIRED):
            fail(f"ctx.tasks: seat {core.levied_seat} has no crew")
        if self.deck.cards[levy].who == "active" and core.levied_seat != core.active:
            fail("ctx.tasks: this levy asks the active seat only")
        name = self.deck.cards[levy].id
        due = [[name, seat, self.deck.cards[card].id if card != NONE else ""] for seat, card in core.tasks()]
        if tasks != due:
            fail(f"ctx.tasks: found {shown(tasks)}, but the levy would ask {due!r}")
        after = after_levy(self.deck, levy)
        queue = core.cards_in(QUEUE)
        later = [self.deck.cards[card] for card in queue[queue.index(levy) + 1 :]] if after == "market" else []
        levies = [card.id for card in later if card.when == "end"]
        if ctx.raw("after") != after:
            raise ctx.bad("after", ctx.raw("after"), repr(after))
        if ctx.raw("levies") != levies:
            raise ctx.bad("levies", ctx.raw("levies"), repr(levies))

    def read_auction(self, auction: Reader) -> None:
        core, data = self.core, auction.data
        auction.only("ship", "order", "wants", "bidders", "bids", "winner")
        ship = self.read_card(
            data["ship"], f"{auction.path}ship", ("wreck",) if self.phase == "bought-berth" else SHIPS
        )
        self.lay([ship], OFFERED)
        order = self.read_seats(auction, "order")
        asked = [(core.active + i) % self.seats for i in range(1, self.seats)]
        asked = [seat for seat in asked if core.can_host(seat, ship)]
        if self.phase != "bought-berth" and order != asked:
            raise auction.bad("order", order, f"the seats that are asked, {asked} (R6.8)")
        wants = auction.items("wants")
        if not all(isinstance(want, bool) for want in wants):
            raise auction.bad("wants", wants, "a list of true and false")
        complete = self.phase != "offer"
        if len(wants) > len(order) or complete != (len(wants) == len(order)):
            fail(f"{auction.path}wants: found {len(wants)} answers of {len(order)}")
        bidders = [seat for seat, want in zip(order, wants) if want] if complete else []
        if auction.integers("bidders", 0, self.seats - 1) != bidders:
            raise auction.bad("bidders", data["bidders"], f"{bidders}, as the answers are")
        if complete and len(bidders) < (2 if self.phase == "bid" else 1):
            fail(f"{auction.path}bidders: found {len(bidders)}, too few for phase {self.phase!r}")
        core.set_round(order, [int(want) for want in wants], [])
        bids = self.read_bids(auction, bidders)
        core.set_round(order, [int(want) for want in wants], bids)
        if self.phase != "bought-berth":
            if data["winner"] is not None:
                raise auction.bad("winner", data["winner"], "null")
            return
        if len(bids) != (len(bidders) if len(bidders) > 1 else 0):
            fail(f"{auction.path}bids: found {len(bids)} bids of {len(bidders)} bidders")
        winner = bidders[bids.index(max(bids))] if bids else bidders[0]
        core.winner = auction.integer("winner", winner, winner)
        for seat, bid in zip(bidders, bids):
            if seat != winner and bid > len(core.cards_in(STATIONS + EACH * seat + CREDITS)):
                fail(f"{auction.path}bids: found {bid}, more than seat {seat} has")

    def read_bids(self, reader: Reader, bidders: list[int]) -> list[int]:
        """Read the bids so far, each of which must have been legal."""
        bids = reader.integers("bids", 0, len(self.deck.cards))
        bidding = self.phase in ("bid", "market-bid")
        if bids and len(bids) >= len(bidders) + (not bidding):
            fail(f"{reader.path}bids: found {len(bids)} bids of {len(bidders)} bidders")
        for seat, bid in zip(bidders, bids):
            lowest, highest = self.core.bid_range_of(seat) if bidding else (self.deck.redirect_fee, bid)
            if not lowest <= bid <= highest:
                raise reader.bad("bids", bid, f"{lowest} to {highest} for seat {seat}")
        return bids

    def read_market(self, market: Reader) -> None:
        core, where = self.core, market.path
        market.only("in", "order", "claims", "contests", "bids")
        inside = self.read_seats(market, "in")
        core.inside = sum(1 << seat for seat in inside)
        order = self.read_seats(market, "order")
        queue = core.cards_in(QUEUE)
        asked = [seat for seat in inside if any(core.may_claim(seat, card) for card in queue)]
        if self.phase == "market" and order != asked:
            raise market.bad("order", order, f"the seats that are asked, {asked} (R11.2)")
        claims = [
            NONE if one == "" else self.read_card(one, f"{where}claims", ("crew", "facility"))
            for one in market.items("claims")
        ]
        complete = self.phase == "market-bid"
        if len(claims) > len(order) or complete != (len(claims) == len(order)):
            fail(f"{where}claims: found {len(claims)} claims of {len(order)}")
        for seat, card in zip(order, claims):
            if complete:
                contest = claims.count(card) > 1 and core.may_claim(seat, card) if card in queue else True
                fits = (card != NONE) == (seat in inside) and contest
            else:
                fits = card == NONE or (card in queue and core.may_claim(seat, card))
            if not fits:
                fail(f"{where}claims: seat {seat} could not have made that claim")
        core.set_round(order, claims, [])
        contests = contested_cards(core, order, claims) if complete else []
        if market.raw("contests") != [[self.deck.cards[card].id, seats] for card, seats in contests]:
            raise market.bad("contests", market.raw("contests"), "what the claims give")
        if complete and not contests:
            fail(f"{where}contests: found none, but phase {self.phase!r} needs one")
        bids = self.read_bids(market, contests[0][1] if contests else [])
        core.set_round(order, claims, bids)

    # Checks of the whole position

    def check_queue(self) -> None:
        """Check that the queue fits the phase."""
        core = self.core
        if self.phase == "over" or (self.phase == "levy" and self.deck.cards[core.levy].when == "flip"):
            return
        if self.phase in ("queue", "offer", "bid", "bought-berth", "collision"):
            if core.is_colliding(NONE) != (self.phase == "collision"):
                fail(f"queue: its ships {'do not ' if self.phase == 'collision' else ''}collide (R6.5)")
        elif any(self.deck.cards[card].kind in SHIPS for card in core.cards_in(QUEUE)):
            fail(f"queue: found a ship, allowed is none in phase {self.phase!r}")

    def finish(self) -> None:
        """Set how the game ended, or the seat to act."""
        core = self.core
        if self.phase != "over":
            core.set_actor()
            return
        reason = self.top.text("reason", one_of=REASONS)
        core.to_act = -1
        core.reason = REASONS.index(reason)
        done = len(core.cards_in(STATIONS + EACH * core.active + COMPLETED))
        if reason == "missions" and done < core.goal:
            fail(f"reason: found 'missions', but the active seat has completed {done} of {core.goal}")
