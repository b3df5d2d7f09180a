"""Effects of each move, as far as the seat to act can know (section 9 of the rules)."""

from __future__ import annotations

from collections.abc import Iterator

from sectors.games.sector86.content import CLASSES, SKILL_NAMES, Deck
from sectors.games.sector86.facts import Facts
from sectors.games.sector86.numbers import ACTIVE, COMPLETED, NEW, OFFERED, WRECKS
from sectors.games.sector86.rules import Sector86
from sectors.games.sector86.words import credits, describe_effects, join_names
from sectors.kit import Effect

CONFIRMED = ("clear", "lose")  # verbs that hurt the seat to act


class Effects:
    """The effects of the moves of one position."""

    def __init__(self, deck: Deck, core: Sector86) -> None:
        self.deck = deck
        self.core = core
        self.facts = Facts(deck, core, core.to_act)

    def of(self, verb: str, thing: int, skill: int) -> tuple[Effect, ...]:
        return () if verb == "pass" else tuple(getattr(self, verb)(thing, skill))

    def name(self, card: int) -> str:
        return self.deck.cards[card].name

    def thing(self, card: int) -> str:
        return f"card:{self.deck.cards[card].id}"

    def name_by_id(self, id: str) -> str:
        return self.name(self.deck.number[id])

    # Upkeep

    def go(self, thing: int, skill: int) -> Iterator[Effect]:
        departure = self.facts.departure()["departure"]
        held = [self.deck.cards[ship].id for ship in self.core.held_ships()]
        for id, ship in departure["ships"].items():
            if id in held:
                continue
            yield Effect(
                "gains", f"{self.name_by_id(id)} leaves and pays {credits(ship['due'])}", f"card:{id}", ship["due"]
            )
            if ship["gift"]:
                gift = f"every other player takes {credits(ship['gift'])}"
                yield Effect("warns", gift, f"card:{id}", ship["gift"])

    def hold(self, thing: int, skill: int) -> Iterator[Effect]:
        id = self.deck.cards[thing].id
        ship = self.facts.departure()["departure"]["ships"][id]
        yield Effect("docks", f"{self.name(thing)} stays and pays {credits(ship['due'])} later", self.thing(thing))
        if ship["contract"]:
            pays = f"its contract pays {credits(ship['contract'])} when you dock"
            yield Effect("gains", pays, self.thing(thing), ship["contract"])
        if ship["blocks"]:
            yield Effect("warns", "it blocks your only dock of its class", self.thing(thing))

    def done(self, thing: int, skill: int) -> Iterator[Effect]:
        if self.facts.phase == "upkeep":
            yield Effect("reveals", "the first card of your queue is flipped", "do:flip")
        elif self.facts.phase == "recruit":
            left = [card for card in self.facts.queue if self.facts.is_for_sale(card)]
            if left:
                yield Effect("warns", f"the others may buy {join_names(self.name(card) for card in left)}")

    def send(self, thing: int, skill: int) -> Iterator[Effect]:
        team = self.facts.teams()["teams"][self.deck.cards[thing].id]
        yield Effect("pays", f"the team leaves your station: {join_names(self.name_by_id(id) for id in team)} would do")
        yield self.mission_effect(thing)

    def pick(self, thing: int, skill: int) -> Iterator[Effect]:
        yield Effect("pays", f"{self.name(thing)} leaves your station with the team", self.thing(thing))
        self.facts.teams()
        team = [*self.facts.picked_crew(), thing]
        if self.facts.is_met(self.deck.cards[self.core.team].skills, team):
            yield self.mission_effect(self.core.team)

    def mission_effect(self, mission: int) -> Effect:
        number = len(self.facts.row(self.core.active, COMPLETED)) + 1
        kind = "wins" if number >= self.core.goal else "gains"
        said = f"{self.name(mission)} is mission {number} of {self.core.goal}"
        return Effect(kind, said + (": you win" if kind == "wins" else ""), self.thing(mission), 1)

    def train(self, thing: int, skill: int) -> Iterator[Effect]:
        core, seat = self.core, self.core.active
        yield Effect("pays", credits(self.deck.train_price), None, self.deck.train_price)
        until = "for good" if core.training_kept else "until the turn ends"
        yield Effect("gains", f"{self.name(thing)}: {SKILL_NAMES[skill]} +1 {until}", self.thing(thing), 1)
        after = core.copy()
        assert isinstance(after, Sector86)
        after.set_training(thing, skill, core.state_of(thing)["training"][skill] + 1)
        upkeep = self.facts.phase == "upkeep"
        cards = self.facts.station(seat)["contracts"]
        ships = {self.deck.cards[ship].id for ship in core.docked_ships(seat)}
        for id, contract in cards.items():
            number = self.deck.number[id]
            if (id in ships) == upkeep or contract["paid"] or contract["new"] or contract["met"]:
                continue
            if after.is_met(seat, number):
                pays = f"the contract of {self.name(number)} pays {credits(contract['pay'])}"
                yield Effect("gains", pays, f"card:{id}", contract["pay"])
        for mission in core.cards_in(ACTIVE) if upkeep else []:
            short = Facts(self.deck, after, seat).shortfall(seat, mission)["missing"]
            if short == 0 and self.facts.shortfall(seat, mission)["missing"]:
                yield Effect("opens", f"your crew can go for {self.name(mission)}", self.thing(mission))

    # Queueing

    def flip(self, thing: int, skill: int) -> Iterator[Effect]:
        odds = self.facts.odds()
        flip = self.facts.queueing()["flip"]
        assert odds is not None
        yield Effect("reveals", f"one of {odds['of']} cards", "do:flip", odds["of"])
        if odds["collides"]:
            yield Effect("warns", f"{percent(flip['risk'])} collide: {describe_risk(flip)}", "do:flip", flip["risk"])

    def stop(self, thing: int, skill: int) -> Iterator[Effect]:
        stop = self.facts.stop()
        for ship in stop["docks"]:
            where = "where you choose" if ship["choice"] else f"in {ship['class']}{ship['dock']}"
            yield Effect("docks", f"{self.name_by_id(ship['ship'])} docks {where}", f"card:{ship['ship']}")
        for id, pay in stop["contracts"]:
            yield Effect("gains", f"the contract of {self.name_by_id(id)} pays {credits(pay)}", f"card:{id}", pay)
        if stop["bonus"]:
            yield Effect("gains", f"your long queue brings {credits(stop['bonus'])}", None, stop["bonus"])
        if stop["dues"]:
            yield Effect("gains", f"{credits(stop['upkeep'])} at your next upkeep", None, stop["upkeep"])

    def clear(self, thing: int, skill: int) -> Iterator[Effect]:
        collision = self.facts.collision()["collision"]
        cards = len(self.facts.queue)
        yield Effect("loses", f"all {cards} cards of your queue are discarded", None, cards)
        if collision["gain"]:
            yield Effect("gains", credits(collision["gain"]), None, collision["gain"])
        yield Effect("ends-turn", "your turn ends: no docking, no hiring, no levies")

    def redirect(self, thing: int, skill: int) -> Iterator[Effect]:
        collision = self.facts.collision()["collision"]
        price = collision["price"]
        yield Effect("pays", credits(price) if price else "nothing: a free redirect", None, price)
        takers = collision["takers"][self.deck.cards[thing].id]
        if takers:
            who = join_names((f"{{seat:{seat}}}" for seat in takers), "or")
            yield Effect("warns", f"{who} could take it and pay you {credits(self.deck.redirect_fee)}")
        else:
            yield Effect("loses", "nobody can take it: it flies on", self.thing(thing))

    def take(self, thing: int, skill: int) -> Iterator[Effect]:
        yield from self.effects_of_offer(self.deck.redirect_fee)
        if len(self.facts.offer()["offer"]["asked"]) > 1:
            yield Effect("warns", "if others want it too, you bid")

    def bid(self, thing: int, skill: int) -> Iterator[Effect]:
        if self.facts.phase == "bid":
            yield from self.effects_of_offer(thing)
            return
        card = self.core.contested_card()
        price = self.core.price_for(self.core.to_act, card)
        yield Effect(
            "pays", f"{credits(price)} and {thing} to {{seat:{self.core.active}}} if you win", None, price + thing
        )
        yield Effect("gains", f"{self.name(card)}, who works from your next turn", self.thing(card))

    def effects_of_offer(self, price: int) -> Iterator[Effect]:
        worth = self.facts.offer()["offer"]["worth"]
        ship = self.core.cards_in(OFFERED)[0]
        yield Effect("pays", f"{credits(price)} to {{seat:{self.core.active}}}", None, price)
        if worth["contract"]:
            yield Effect("gains", f"its contract pays {credits(worth['contract'])} now", None, worth["contract"])
        yield Effect("gains", f"{credits(worth['due'])} when it leaves", self.thing(ship), worth["due"])

    def berth(self, thing: int, skill: int) -> Iterator[Effect]:
        berth = self.facts.berths()["berth"]
        row = OFFERED if self.facts.phase == "bought-berth" else WRECKS
        wreck = self.core.cards_in(row)[0]
        yield Effect("docks", f"{self.name(wreck)} docks in class {CLASSES[thing]}", f"dock:{CLASSES[thing]}")
        fees = berth["fees"].get(CLASSES[thing])
        if fees:
            yield Effect("opens", f"a repair brings a ship that pays {fee_list(fees)}", f"dock:{CLASSES[thing]}")

    def fix(self, thing: int, skill: int) -> Iterator[Effect]:
        fees = self.facts.wrecks()["wrecks"]["ships"][self.deck.cards[thing].id]["fees"]
        if fees:
            yield Effect("reveals", f"a ship that pays {fee_list(fees)} takes its place", self.thing(thing))
        else:
            yield Effect("warns", "no ship of that class may be left to find", self.thing(thing))

    # Recruiting, levies and the market

    def hire(self, thing: int, skill: int) -> Iterator[Effect]:
        yield from self.effects_of_buying(thing, self.core.price_for(self.core.active, thing))

    build = hire

    def want(self, thing: int, skill: int) -> Iterator[Effect]:
        yield from self.effects_of_buying(thing, self.core.price_for(self.core.to_act, thing) + self.deck.market_extra)
        if len(self.facts.market()["market"]["asked"]) > 1:
            yield Effect("warns", "if others want it too, you bid")

    def effects_of_buying(self, card: int, price: int) -> Iterator[Effect]:
        yield Effect("pays", credits(price), None, price)
        rule = describe_effects(self.deck, self.deck.cards[card])
        yield Effect("gains", f"{self.name(card)}: {rule}" if rule else self.name(card), self.thing(card))
        yield Effect("warns", "works from your next turn")

    def pay(self, thing: int, skill: int) -> Iterator[Effect]:
        levy = self.facts.levy()["levy"]
        yield Effect("pays", credits(levy["price"]), None, levy["price"])

    def lose(self, thing: int, skill: int) -> Iterator[Effect]:
        yield Effect("destroys", f"{self.name(thing)} goes to the discard", self.thing(thing))
        card = self.deck.cards[thing]
        settled = not self.facts.marks(thing) & NEW
        for effect in card.effects_with("dock") if settled else ():
            for name, number in zip(CLASSES, effect.dock):
                if number:
                    yield Effect("closes", f"{number} {name} dock{'s' * (number > 1)} closes", f"dock:{name}", number)


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def describe_risk(flip: dict[str, int]) -> str:
    """Describe what a collision would cost."""
    if flip["free"]:
        return f"{flip['free']} free redirect{'s' * (flip['free'] > 1)} can save your queue"
    if flip["paid"]:
        return "a redirect for a credit can save your queue"
    return "it would clear your queue"


def fee_list(fees: list[list[float]]) -> str:
    return join_names((f"{fee:.0f} ({percent(chance)})" for fee, chance in fees), "or")
