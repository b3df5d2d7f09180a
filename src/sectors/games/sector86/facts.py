"""Facts that players must see (section 9 of the rules), derived by the rules from public information.

All cards except the deck and the credits are face up, and everybody can tell which cards those are. Only sealed choices
differ from seat to seat, and no fact depends on them.
"""

from __future__ import annotations

import threading
from collections import Counter
from itertools import combinations

from sectors.games.sector86.content import CLASSES, Card, Deck, Skills
from sectors.games.sector86.numbers import (
    ACTIVE,
    BUILT,
    COMPLETED,
    CONTRACT,
    CREDITS,
    DECK,
    DISCARD,
    DOCKED,
    EACH,
    HIRED,
    MOORED,
    NEW,
    NONE,
    OFFERED,
    PAID,
    PHASES,
    PICKED,
    QUEUE,
    SERVED,
    STATIONS,
    TOOK,
    WRECKS,
)
from sectors.games.sector86.rules import Sector86
from sectors.kit import Dealer, Json

FEW = 15  # with fewer cards in deck, discard and queue a lock-up is near
MOST_COMBINED = 10  # up to this many crew all teams are tried; from more, the most expensive are dropped first
KINDS = ("collides", "ship", "crew", "facility", "mission", "levy")
PARTS = (
    ("depart", "upkeep", "team"),
    ("queue", "collision", "offer", "bid", "bought-berth"),
    ("berth", "repair", "service"),
    ("recruit",),
    ("levy", "market", "market-bid"),
)

FACTS = {
    "part": "which of the five phases of a turn it is, from 0",
    "turns": "the turn limit of all seats together (R12.3)",
    "redirects": "redirects of this turn that are still free, and the price of the next (R6.7)",
    "repairs": "repairs left this turn (R7.3)",
    "locked": "cards that lie as credits",
    "lock_up_near": "whether deck, discard and queue together have fewer than 15 cards",
    "next": "how many of the cards that can be flipped next are of each kind; those that would collide apart (R6.5)",
    "stations": "for each seat: credits, skills, free docks, dues, contracts, the distance to every active mission",
    "prices": "for each card on sale what every seat pays (R9.2, R11.3)",
    "departure": "in `depart`: what each docked ship pays, gives others, blocks, and could still be paid (R5.3)",
    "crew": "in `upkeep` and `team`: what each settled crew brings into a team, alone and inspired (R8.3)",
    "teams": "in `upkeep` and `team`: the cheapest team for every mission that can be met (R5.7)",
    "flip": "in `queue`: the risk of a collision, and the redirects that could save the queue",
    "stop": "in `queue`: what would dock where, what would be paid now and at upkeep, what could be bought then",
    "collision": "in `collision`: the ships that can be sent away, who could take each, price and gains (R6.6, R6.7)",
    "offer": "in `offer` and `bid`: the ship, who is asked, how many have sealed, its worth to the seat that looks",
    "berth": "in `berth` and `bought-berth`: the wreck, the classes with room, fees that a repair may bring (R7.4)",
    "wrecks": "in `repair`: the docked wrecks and the fees that a repair of each may bring",
    "levy": "in `levy`: what is asked of whom, the price, what can be given up (R10.5, R10.7)",
    "market": "in `market` and `market-bid`: who is asked, how many have sealed, claims and bids",
    "choices": "for the seat to act: what can be chosen that is no card and no dock, with its name",
}


def facts(deck: Deck, core: Sector86, seat: int | None) -> Json:
    """Return the facts for a seat, or for a spectator."""
    return Facts(deck, core, seat).write()


class Facts:
    """Derives the facts of a position."""

    def __init__(self, deck: Deck, core: Sector86, seat: int | None) -> None:
        self.deck = deck
        self.core = core
        self.seat = seat
        self.phase = PHASES[core.phase]
        self.queue = core.cards_in(QUEUE)
        self.missions = core.cards_in(ACTIVE)
        self.members: dict[int, Json] = {}  # the settled crew of the active seat

    def write(self) -> Json:
        core = self.core
        seats = range(core.seats)
        credits = [self.credits(seat) for seat in seats]
        cards = len(core.cards_in(DECK)) + len(core.cards_in(DISCARD)) + len(self.queue)
        data: Json = {
            "part": next((i for i, phases in enumerate(PARTS) if self.phase in phases), None),
            "turns": core.turn_limit * core.seats,
            "redirects": {"free": core.free_redirects(), "price": core.price_of_redirect()},
            "repairs": core.repairs_left(),
            "locked": sum(credits),
            "lock_up_near": self.phase != "over" and cards < FEW,
            "next": self.odds(),
            "stations": [self.station(seat) for seat in seats],
            "prices": {self.id(card): self.prices(card) for card in self.queue if self.is_for_sale(card)},
        }
        special = {
            "depart": self.departure,
            "upkeep": self.teams,
            "team": self.teams,
            "queue": self.queueing,
            "collision": self.collision,
            "offer": self.offer,
            "bid": self.offer,
            "bought-berth": self.berths,
            "berth": self.berths,
            "repair": self.wrecks,
            "levy": self.levy,
            "market": self.market,
            "market-bid": self.market,
        }.get(self.phase)
        return {**data, **special()} if special else data

    # Cards

    def id(self, card: int) -> str:
        return self.deck.cards[card].id

    def card(self, number: int) -> Card:
        return self.deck.cards[number]

    def is_for_sale(self, card: int) -> bool:
        return self.card(card).kind in ("crew", "facility")

    def row(self, seat: int, what: int) -> list[int]:
        return self.core.cards_in(STATIONS + EACH * seat + what)

    def credits(self, seat: int) -> int:
        return len(self.row(seat, CREDITS))

    def marks(self, card: int) -> int:
        marks: int = self.core.state_of(card)["marks"]
        return marks

    def pool(self) -> list[int]:
        """Return the cards that can be flipped next."""
        core = self.core
        deck = core.cards_in(DECK)
        if not deck:
            return core.cards_in(DISCARD)
        hidden = [card for seat in range(core.seats) for card in self.row(seat, CREDITS)]
        return sorted(deck + [card for card in hidden if core.state_of(card)["epoch"] == core.epoch])

    # The next card

    def odds(self) -> Json | None:
        """Count the cards that can be next by kind; ships that would collide are a kind of their own."""
        if self.phase == "over":
            return None
        pool = self.pool()
        found: Counter[str] = Counter()
        collides: dict[str, bool] = {}  # copies of a ship all collide or none does
        for number in pool:
            card = self.card(number)
            kind = "ship" if card.kind == "wreck" else card.kind
            if kind == "ship":
                name = base(card.id)
                if name not in collides:
                    collides[name] = self.core.would_collide(number)
                if collides[name]:
                    kind = "collides"
            found[kind] += 1
        reshuffled = not self.core.cards_in(DECK)
        return {"of": len(pool), "reshuffled": reshuffled, **{kind: found[kind] for kind in KINDS}}

    def fees(self, klass: int) -> list[list[float]]:
        """Return the possible fees of the ship that a repair finds, with their chances; [] if there is none (R7.4)."""
        known = [self.card(card) for card in self.pool()] + [
            self.card(card) for card in self.core.cards_in(DISCARD) if self.core.cards_in(DECK)
        ]
        near = [card.fee for card in known[: len(self.pool())] if card.klass == CLASSES[klass]]
        found = Counter(near or [card.fee for card in known if card.klass == CLASSES[klass]])
        total = sum(found.values())
        return [[fee, round(number / total, 4)] for fee, number in sorted(found.items())]

    # Stations

    def station(self, seat: int) -> Json:
        core = self.core
        ships = core.docked_ships(seat)
        short = {self.id(mission): self.shortfall(seat, mission) for mission in self.missions}
        nearest = min(short, key=lambda mission: short[mission]["missing"], default=None)
        return {
            "credits": self.credits(seat),
            "skills": core.skills(seat, True),
            "crew": core.skills(seat, False),
            "free": {name: self.free_docks(seat, klass) for klass, name in enumerate(CLASSES)},
            "dues": {self.id(ship): core.due_for(seat, ship) for ship in ships},
            "contracts": self.contracts(seat, ships),
            "missions": short,
            "nearest": nearest,
        }

    def free_docks(self, seat: int, klass: int) -> int:
        """Return the number of empty docks of a class."""
        taken = {self.core.state_of(ship)["dock"] for ship in self.row(seat, DOCKED + klass)}
        return self.core.docks_of(seat, klass) - len(taken)

    def contracts(self, seat: int, ships: list[int]) -> Json:
        """Return every contract of a station, whether it has paid, and whether the station has the skills."""
        found = {}
        for card in [*self.row(seat, BUILT), *self.row(seat, COMPLETED), *ships]:
            contract = self.card(card).contract
            if contract:
                marks = self.marks(card)
                paid = bool(marks & (SERVED if card in ships else PAID))
                met = self.core.is_met(seat, card)
                found[self.id(card)] = {"need": list(contract.need), "pay": contract.pay, "paid": paid, "met": met}
                found[self.id(card)]["new"] = bool(marks & NEW)
        return found

    def shortfall(self, seat: int, mission: int) -> Json:
        """Return how far the settled crew of a seat is from a mission (R8.2)."""
        need = self.card(mission).skills
        have = [min(own, needed) for own, needed in zip(self.core.skills(seat, False), need)]
        return {"have": have, "missing": sum(need) - sum(have)}

    def prices(self, card: int) -> list[int]:
        """Return what each seat pays (R9.2); in the market the others pay `market_extra` more (R11.3)."""
        core = self.core
        extra = self.deck.market_extra if self.phase in ("market", "market-bid") else 0
        return [core.price_for(seat, card) + (extra if seat != core.active else 0) for seat in range(core.seats)]

    # Departure (R5.2)

    def departure(self) -> Json:
        core, seat = self.core, self.core.active
        ships = core.docked_ships(seat)
        found = {}
        for ship in ships:
            card = self.card(ship)
            contract = card.contract
            klass = core.state_of(ship)["place"] - STATIONS - EACH * seat - DOCKED
            open_contract = contract is not None and not self.marks(ship) & SERVED and core.is_met(seat, ship)
            found[self.id(ship)] = {
                "due": core.due_for(seat, ship),
                "gift": sum(effect.n for effect in card.effects_with("leave_gift")),
                "blocks": self.free_docks(seat, klass) == 0 and core.docks_of(seat, klass) == 1,
                "contract": contract.pay if contract and open_contract else 0,
            }
        held = core.held_ships()
        leaving = [ship for ship in ships if ship not in held]
        return {"departure": {"ships": found, "sum": sum(found[self.id(ship)]["due"] for ship in leaving)}}

    # Missions (R5.6, R5.7)

    def teams(self) -> Json:
        seat = self.core.active
        crew = [card for card in self.row(seat, HIRED) if not self.marks(card) & NEW]
        self.members = {card: self.member(card) for card in crew}
        wanted = [self.core.team] if self.phase == "team" else self.missions
        ready = [mission for mission in wanted if not self.shortfall(seat, mission)["missing"]]
        return {
            "crew": {self.id(card): member for card, member in self.members.items()},
            "teams": {self.id(mission): self.suggest(mission, crew) for mission in ready},
        }

    def member(self, number: int) -> Json:
        """Return what a crew member brings into a team, alone and with somebody who inspires (R8.3)."""
        card = self.card(number)
        skills = [own + more for own, more in zip(card.skills, self.core.state_of(number)["training"])]
        return {
            "skills": skills,
            "inspired": [int(own > 0) for own in skills],
            "inspires": card.has("inspire"),
            "cost": card.cost,
        }

    def suggest(self, mission: int, crew: list[int]) -> list[str]:
        """Return the team of lowest cost, then of fewest members: those already picked plus some who can still join."""
        picked = self.picked_crew()
        if picked:
            crew = picked + crew[crew.index(picked[-1]) + 1 :]
        need = self.card(mission).skills
        free = [card for card in crew if card not in picked]
        for card in sorted(free, key=lambda card: -self.card(card).cost):
            if len(free) > MOST_COMBINED and self.is_met(need, [one for one in crew if one != card]):
                crew.remove(card)
                free.remove(card)
        best = crew
        if len(free) <= MOST_COMBINED:
            teams = [picked + list(some) for size in range(len(free) + 1) for some in combinations(free, size)]
            best = min((team for team in teams if self.is_met(need, team)), key=self.cost)
        order = self.row(self.core.active, HIRED)
        return [self.id(card) for card in sorted(best, key=order.index)]

    def picked_crew(self) -> list[int]:
        """Return the crew already in the team."""
        return [card for card in self.members if self.marks(card) & PICKED]

    def cost(self, team: list[int]) -> tuple[int, int]:
        return sum(self.card(card).cost for card in team), len(team)

    def is_met(self, need: Skills, team: list[int]) -> bool:
        """Return whether a team, as one group, has the skills (R8.2)."""
        members = [self.members[card] for card in team]
        inspired: bool = any(member["inspires"] for member in members)
        return all(
            sum(member["skills"][i] + inspired * member["inspired"][i] for member in members) >= needed
            for i, needed in enumerate(need)
            if needed
        )

    # Queueing (R6)

    def queueing(self) -> Json:
        core, seat = self.core, self.core.active
        fee = self.deck.redirect_fee
        paid = self.credits(seat) // fee
        odds = self.odds()
        risk = odds["collides"] / odds["of"] if odds and odds["of"] else 0.0
        return {
            "flip": {"risk": round(risk, 4), "free": core.free_redirects(), "paid": paid},
            "stop": self.stop(),
        }

    def stop(self) -> Json:
        """Return what a stop would dock and pay, before any repair or training (R6.12, R7.1 to R7.5)."""
        seat = self.core.active
        after = self.core.copy()
        assert isinstance(after, Sector86)
        dealer = spare_dealer()
        choices = after.rehearse_stop(dealer)
        events = dealer.fetch_events()
        moored = [one for one in events if one[0] == MOORED]
        contracts = {self.id(one[2]): one[3] for one in events if one[0] == CONTRACT}
        credits = len(after.cards_in(STATIONS + EACH * seat + CREDITS))
        taken = sum(one[2] for one in events if one[0] == TOOK)
        docked = after.docked_ships(seat)
        forsale = [card for card in self.queue if self.is_for_sale(card)]
        prices = {self.id(card): after.price_for(seat, card) for card in forsale}
        return {
            "docks": [
                {"ship": self.id(ship), "class": CLASSES[klass], "dock": dock, "choice": ship in choices}
                for _, _, ship, klass, dock, *_ in moored
            ],
            "contracts": [[id, pay] for id, pay in contracts.items()],
            "bonus": taken - sum(contracts.values()),
            "now": taken,
            "dues": [[self.id(ship), after.due_for(seat, ship)] for ship in docked],
            "upkeep": sum(after.due_for(seat, ship) for ship in docked),
            "credits": credits,
            "buys": [[card, price, price <= credits] for card, price in prices.items()],
        }

    def collision(self) -> Json:
        """Return the ships whose redirect ends the collision, and the seats that could take each (R6.6, R6.7)."""
        core = self.core
        ships = [card for card in self.queue if self.card(card).kind in ("ship", "wreck")]
        cures = [ship for ship in ships if not core.is_colliding(ship)]
        others = [(core.active + i) % core.seats for i in range(1, core.seats)]
        takers = {self.id(ship): [seat for seat in others if core.can_host(seat, ship)] for ship in cures}
        gain = 0
        for card in [*self.row(core.active, HIRED), *self.row(core.active, BUILT), *core.docked_ships(core.active)]:
            if not self.marks(card) & NEW:
                gain += sum(effect.n for effect in self.card(card).effects_with("bust_gain"))
        dues = {self.id(ship): self.worth(core.active, ship)["due"] for ship in cures}
        return {"collision": {"takers": takers, "price": core.price_of_redirect(), "gain": gain, "dues": dues}}

    def worth(self, seat: int, ship: int) -> Json:
        """Return what a queued or offered ship is worth to a station: where it docks, its fee, its contract."""
        core, card = self.core, self.card(ship)
        roomy = [k for k in range(3) if card.klass in (CLASSES[k], "") and self.has_room(seat, ship, k)]
        contract = card.contract if roomy else None
        pays = contract.pay if contract and core.is_met(seat, ship) else 0
        if not roomy:
            return {"docks": [], "due": self.printed_due(ship), "contract": 0, "total": self.printed_due(ship)}
        after = core.copy()
        assert isinstance(after, Sector86)
        after.rehearse_dock(seat, roomy[0], ship)
        due = after.due_for(seat, ship)
        return {"docks": [CLASSES[k] for k in roomy], "due": due, "contract": pays, "total": due + pays}

    def has_room(self, seat: int, ship: int, klass: int) -> bool:
        return self.core.dock_for(seat, klass, ship) > 0

    def printed_due(self, ship: int) -> int:
        card = self.card(ship)
        return self.deck.scrap_value if card.kind == "wreck" else card.fee

    def offer(self) -> Json:
        """Return the redirected ship and what it is worth to the viewing seat (R6.8, R6.9)."""
        core = self.core
        ship = core.cards_in(OFFERED)[0]
        asked, answers, bids = core.sealed_round()
        bidding = self.phase == "bid"
        seats = core.seats_bidding() if bidding else asked
        data: Json = {
            "ship": self.id(ship),
            "price": self.deck.redirect_fee,
            "asked": seats,
            "sealed": len(bids) if bidding else len(answers),
        }
        if self.seat in seats:
            data["worth"] = self.worth(self.seat, ship)
            data["bids"] = list(core.bid_range_of(self.seat)) if bidding else None
        return {"offer": data}

    # Docking (R7)

    def berths(self) -> Json:
        """Return the wreck to dock, the classes with room, and what a repair there might bring (R7.2)."""
        core = self.core
        bought = self.phase == "bought-berth"
        wreck = core.cards_in(OFFERED if bought else WRECKS)[0]
        room = {name: core.berth_room(klass) for klass, name in enumerate(CLASSES)}
        repairs = 0 if bought else core.repairs_left()
        fees = {name: self.fees(k) for k, name in enumerate(CLASSES) if room[name] > 0} if repairs > 0 else {}
        return {"berth": {"wreck": self.id(wreck), "room": room, "repairs": repairs, "fees": fees}}

    def wrecks(self) -> Json:
        """Return what a repair of each docked wreck might bring (R7.3)."""
        core, seat = self.core, self.core.active
        found = {}
        for klass in range(3):
            for ship in self.row(seat, DOCKED + klass):
                if self.card(ship).kind == "wreck":
                    found[self.id(ship)] = {"class": CLASSES[klass], "fees": self.fees(klass)}
        return {"wrecks": {"left": core.repairs_left(), "ships": found}}

    # Levies and the market (R10, R11)

    def levy(self) -> Json:
        core = self.core
        price = self.card(core.levy).price
        asked = self.id(core.levied_card) if core.levied_card != NONE else None
        lost = [self.id(core.levied_card)] if asked else [self.id(card) for card in self.row(core.levied_seat, HIRED)]
        can_pay = self.credits(core.levied_seat) >= price
        data = {"card": self.id(core.levy), "seat": core.levied_seat, "asks": asked, "price": price}
        return {"levy": {**data, "can_pay": can_pay, "lose": lost, "left": len(core.tasks()) - 1}}

    def market(self) -> Json:
        core = self.core
        asked, answers, bids = core.sealed_round()
        bidding = self.phase == "market-bid"
        seats = core.seats_bidding() if bidding else asked
        data: Json = {
            "extra": self.deck.market_extra,
            "asked": seats,
            "sealed": len(bids) if bidding else len(answers),
            "card": self.id(core.contested_card()) if bidding else None,
        }
        if self.seat in seats:
            data["bids"] = list(core.bid_range_of(self.seat)) if bidding else None
            if not bidding:
                data["claims"] = [self.id(card) for card in self.queue if core.may_claim(self.seat, card)]
        return {"market": data}


SPARE = threading.local()


def spare_dealer() -> Dealer:
    """Return this thread's dealer for rehearsals; it is too large to create for each one."""
    if not hasattr(SPARE, "dealer"):
        SPARE.dealer = Dealer("rehearsal", live=True)
    SPARE.dealer.forget()
    dealer: Dealer = SPARE.dealer
    return dealer


def base(id: str) -> str:
    """Return the part of an id that all copies of a card share."""
    return id.partition(".")[0]
