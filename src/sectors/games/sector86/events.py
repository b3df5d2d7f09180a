"""What happened, as JSON and as lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sectors.games.sector86.content import CLASSES, SKILL_NAMES, SKILLS, Deck
from sectors.games.sector86.notation import Notation
from sectors.games.sector86.numbers import EVENTS, NONE, REASONS
from sectors.games.sector86.words import credits, skills
from sectors.kit import Json

# What the numbers of each event mean; a name with * is a list of all numbers from the fifth on, with ** of pairs
FIELDS: dict[str, tuple[str, ...]] = {
    "shuffled": ("cards", "epoch"),
    "took": ("seat", "credits"),
    "short": ("seat", "credits"),
    "crushed": ("card", "seat"),
    "ended": ("reason",),
    "turn": ("turn", "seat"),
    "held": ("seat", "card"),
    "left": ("seat", "card", "credits", "gift"),
    "departed": ("seat", "credits", "gift"),
    "contract": ("seat", "card", "credits"),
    "trained": ("seat", "card", "skill", "credits"),
    "sent": ("seat", "card"),
    "completed": ("seat", "card", "crew*"),
    "flipped": ("seat", "card"),
    "pushed-out": ("card",),
    "collision": ("seat", "card"),
    "cleared": ("seat", "cards"),
    "redirected": ("seat", "card", "credits", "asked*"),
    "answered": ("seat", "take"),
    "offer-answers": ("seat", "takes**"),
    "bid": ("seat", "credits"),
    "bids": ("seat", "bids**"),
    "bought": ("seat", "card", "credits", "from"),
    "turned-away": ("card",),
    "stopped": ("seat", "flips"),
    "docked": ("seat", "card", "class", "dock"),
    "repaired": ("seat", "card", "ship", "drawn*"),
    "repair-failed": ("seat", "card", "drawn*"),
    "recruited": ("seat", "card", "credits"),
    "levy": ("card", "seat"),
    "levied": ("seat", "credits", "levy", "card"),
    "lost": ("seat", "card", "levy"),
    "claimed": ("seat", "card"),
    "claims": ("seat", "claims**"),
    "sold": ("seat", "card", "credits", "extra"),
    "forced": ("seat", "action"),
}
CARDS = ("card", "ship", "levy", "crew", "drawn", "claims")
SEALED = {"answered": "take", "bid": "credits", "claimed": "card"}  # known to the seat alone until all are opened
# Where a card, or a credit, comes from and goes to; "station" is that of the seat
MOVES = {
    "took": ("do:flip", "station"),
    "flipped": ("do:flip", ""),
    "left": ("station", "pile:discard"),
    "docked": ("", "station"),
    "recruited": ("", "station"),
    "completed": ("", "station"),
    "bought": ("", "station"),
    "sold": ("", "station"),
    "lost": ("station", "pile:discard"),
    "levied": ("station", "pile:discard"),
    "redirected": ("station", ""),
    "turned-away": ("", "pile:discard"),
    "pushed-out": ("", "pile:discard"),
    "cleared": ("", "pile:discard"),
}
ENDINGS = {
    "missions": "the missions are accomplished",
    "missions-spent": "no seat can reach the goal any more",
    "turn-limit": "the last turn has been played",
    "lock-up": "there is no card left to pay with",
}
WHY_OVER = {
    "missions-spent": "No seat can reach the goal any more: the game ends without a winner.",
    "turn-limit": "The last turn has been played: the game ends without a winner.",
    "lock-up": "There is no card left to pay with: the economy is locked up, and the game ends without a winner.",
}


class Events:
    """The events of a game with one deck."""

    def __init__(self, deck: Deck, notation: Notation) -> None:
        self.deck = deck
        self.notation = notation

    # As JSON

    def event(self, told: list[int]) -> Json:
        name = EVENTS[told[0]]
        event: Json = {"event": name}
        for number, field in zip(told[1:], FIELDS[name]):
            if "*" not in field:
                event[field] = self.value(field, number)
        more = told[5:]
        for field in FIELDS[name]:
            key = field.rstrip("*")
            if field.endswith("**"):
                event[key] = [[seat, self.value(key, number)] for seat, number in zip(more[::2], more[1::2])]
            elif field.endswith("*"):
                event[key] = [self.value(key, number) for number in more]
        if things := self.things(event):
            event["things"] = things
        if name in SEALED:
            event["only"] = {SEALED[name]: [event["seat"]]}
        return event

    def value(self, field: str, number: int) -> Any:
        if field in CARDS:
            return None if number == NONE else self.deck.cards[number].id
        if field in ("take", "takes"):
            return number == 1
        if field == "class":
            return CLASSES[number]
        if field == "skill":
            return SKILLS[number]
        if field == "reason":
            return REASONS[number]
        if field == "action":
            return self.notation.texts[number]
        return number

    def things(self, event: Json) -> Json:
        """What an event concerns, by id: cards by their field, where they come from and where they go."""
        found: Json = {}
        for role in ("card", "ship", "levy"):
            if event.get(role) and event["event"] not in SEALED:
                found[role] = f"card:{event[role]}"
        come, go = MOVES.get(event["event"], ("", ""))
        for role, place in (("from", come), ("to", go)):
            if place == "station":
                found[role] = f"station:{event['seat']}"
            elif place:
                found[role] = place
        if event["event"] == "bought":
            found["from"] = f"station:{event['from']}"
        return found

    # As lines of the log

    def sentence(self, event: Json) -> str:
        teller = getattr(self, "say_" + event["event"].replace("-", "_"), None)
        return "" if teller is None else teller(event)

    def story(self, events: Sequence[Json]) -> list[str]:
        """The log: ships that leave together, and those that dock when a queue is stopped, in one line."""
        lines: list[str] = []
        before = ""
        for event in events:
            line = self.sentence(event)
            name = event["event"]
            if (name == "left" and before == "left") or (
                name == "docked" and before in ("stopped", "docked") and lines
            ):
                lines[-1] = f"{lines[-1][:-1]}; {line[0].lower()}{line[1:]}"
            elif line:
                lines.append(line)
            before = name if line else before
        return lines

    def name(self, card: str) -> str:
        return self.deck.cards[self.deck.number[card]].name

    def listed(self, cards: Sequence[str]) -> str:
        return ", ".join(self.name(card) for card in cards)

    def say_shuffled(self, event: Json) -> str:
        if event["epoch"] == 1:
            return f"The deck of {event['cards']} cards is shuffled."
        return f"The discard is shuffled: a new deck of {event['cards']} cards."

    def say_short(self, event: Json) -> str:
        return f"{who(event, 'gets|get')} {credits(event['credits'])} less: there are no cards left."

    def say_crushed(self, event: Json) -> str:
        return f"The dock closes, and the {self.name(event['card'])} in it leaves without paying."

    def say_ended(self, event: Json) -> str:
        return WHY_OVER.get(event["reason"], "")

    def say_turn(self, event: Json) -> str:
        return f"Turn {event['turn']}: {seat_of(event)}."

    def say_held(self, event: Json) -> str:
        return f"{who(event, 'holds|hold')} the {self.name(event['card'])}."

    def say_left(self, event: Json) -> str:
        gift = f", and every other seat takes {credits(event['gift'])}" if event["gift"] else ""
        return f"The {self.name(event['card'])} leaves and pays {seat_of(event)} {credits(event['credits'])}{gift}."

    def say_contract(self, event: Json) -> str:
        contract = self.deck.cards[self.deck.number[event["card"]]].contract
        need = f" for {skills(contract.need)}" if contract and any(contract.need) else ""
        return f"{self.name(event['card'])}: the contract pays {seat_of(event)} {credits(event['credits'])}{need}."

    def say_trained(self, event: Json) -> str:
        skill = SKILL_NAMES[SKILLS.index(event["skill"])]
        trains = f"{{{event['seat']}:trains|train}} {self.name(event['card'])}: {skill} +1"
        return f"{who(event, 'pays|pay')} {event['credits']} and {trains}."

    def say_sent(self, event: Json) -> str:
        return f"{who(event, 'takes|take')} on {self.name(event['card'])}."

    def say_completed(self, event: Json) -> str:
        crew = self.listed(event["crew"])
        return f"{who(event, 'completes|complete')} {self.name(event['card'])} with {crew}, who leave the station."

    def say_flipped(self, event: Json) -> str:
        return f"{who(event, 'flips|flip')} {self.name(event['card'])}."

    def say_pushed_out(self, event: Json) -> str:
        return f"{self.name(event['card'])} has waited too long and is discarded."

    def say_collision(self, event: Json) -> str:
        return f"Port collision: there is no dock for all the ships with the {self.name(event['card'])}."

    def say_cleared(self, event: Json) -> str:
        cards = "1 card" if event["cards"] == 1 else f"{event['cards']} cards"
        return f"{who(event, 'clears|clear')} the queue of {cards}; the turn is over."

    def say_redirected(self, event: Json) -> str:
        fee = f"for {credits(event['credits'])}" if event["credits"] else "for nothing"
        return f"{who(event, 'sends|send')} the {self.name(event['card'])} away {fee}."

    def say_answered(self, event: Json) -> str:
        said = "" if "take" not in event else ": take" if event["take"] else ": pass"
        return f"{who(event, 'has|have')} answered{said}."

    def say_offer_answers(self, event: Json) -> str:
        takers = [f"{{seat:{seat}}}" for seat, take in event["takes"] if take]
        return f"{' and '.join(takers)} would take it." if takers else "Nobody takes it."

    def say_bid(self, event: Json) -> str:
        said = f": {credits(event['credits'])}" if "credits" in event else ""
        return f"{who(event, 'has|have')} made a bid{said}."

    def say_bids(self, event: Json) -> str:
        return "The bids: " + ", ".join(f"{{seat:{seat}}} {bid}" for seat, bid in event["bids"]) + "."

    def say_bought(self, event: Json) -> str:
        takes = f"{{{event['seat']}:takes|take}} the {self.name(event['card'])}"
        return f"{who(event, 'pays|pay')} {{seat:{event['from']}}} {credits(event['credits'])} and {takes}."

    def say_turned_away(self, event: Json) -> str:
        return f"The {self.name(event['card'])} flies on."

    def say_stopped(self, event: Json) -> str:
        cards = "card" if event["flips"] == 1 else "cards"
        return f"{who(event, 'stops|stop')} after {event['flips']} {cards}."

    def say_docked(self, event: Json) -> str:
        where = f"{{seat:{event['seat']}'s}} {event['class']}{event['dock']}"
        return f"The {self.name(event['card'])} docks in {where}."

    def say_repaired(self, event: Json) -> str:
        drawn = f" (also drawn: {self.listed(event['drawn'])})" if event["drawn"] else ""
        ship = self.name(event["ship"])
        return f"{who(event, 'repairs|repair')} the {self.name(event['card'])}: it is the {ship}{drawn}."

    def say_repair_failed(self, event: Json) -> str:
        drawn = f" Drawn: {self.listed(event['drawn'])}." if event["drawn"] else ""
        return f"The repair fails: no ship of that class is left in deck and discard.{drawn}"

    def say_recruited(self, event: Json) -> str:
        kind = self.deck.cards[self.deck.number[event["card"]]].kind
        verb = "hires|hire" if kind == "crew" else "builds|build"
        return f"{who(event, verb)} {self.name(event['card'])} for {credits(event['credits'])}."

    def say_levy(self, event: Json) -> str:
        return f"{self.name(event['card'])} is carried out."

    def say_levied(self, event: Json) -> str:
        keeps = f" to keep {self.name(event['card'])}" if event["card"] and event["card"] != event["levy"] else ""
        return f"{who(event, 'pays|pay')} {credits(event['credits'])}{keeps} ({self.name(event['levy'])})."

    def say_lost(self, event: Json) -> str:
        return f"{who(event, 'gives|give')} up {self.name(event['card'])} ({self.name(event['levy'])})."

    def say_claimed(self, event: Json) -> str:
        if "card" not in event:
            return f"{who(event, 'has|have')} made a choice in the market."
        return f"{self.claim(event['seat'], event['card'])} (sealed)."

    def claim(self, seat: int, card: str | None) -> str:
        if card is None:
            return f"{{seat:{seat}}} {{{seat}:passes|pass}}"
        return f"{{seat:{seat}}} {{{seat}:wants|want}} {self.name(card)}"

    def say_claims(self, event: Json) -> str:
        said = [self.claim(seat, card) for seat, card in event["claims"]]
        return "The market: " + ", ".join(said) + "."

    def say_sold(self, event: Json) -> str:
        price = f"{credits(event['credits'])} and {event['extra']} to the seller"
        return f"{who(event, 'buys|buy')} {self.name(event['card'])} for {price}."

    def say_forced(self, event: Json) -> str:
        if event["action"] == "clear":
            return f"{seat_of(event)} cannot redirect a ship: the queue must be cleared."
        return f"{seat_of(event)} cannot pay."


def seat_of(event: Json) -> str:
    return f"{{seat:{event['seat']}}}"


def who(event: Json, verb: str) -> str:
    """The seat and what it does, in both persons."""
    return f"{{seat:{event['seat']}}} {{{event['seat']}:{verb}}}"
