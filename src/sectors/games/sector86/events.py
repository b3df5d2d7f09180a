"""What happened, as JSON and as lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sectors.games.sector86.codes import NONE
from sectors.games.sector86.content import CLASSES, SKILL_NAMES, SKILLS, Deck
from sectors.games.sector86.names import EVENTS, REASONS
from sectors.games.sector86.notation import Notation, credits
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

    # As lines of the log

    def sentence(self, event: Json, names: Sequence[str]) -> str:
        teller = getattr(self, "say_" + event["event"].replace("-", "_"), None)
        return "" if teller is None else teller(event, names)

    def name(self, card: str) -> str:
        return self.deck.cards[self.deck.number[card]].name

    def listed(self, cards: Sequence[str]) -> str:
        return ", ".join(self.name(card) for card in cards)

    def say_shuffled(self, event: Json, names: Sequence[str]) -> str:
        if event["epoch"] == 1:
            return f"The deck of {event['cards']} cards is shuffled."
        return f"The discard is shuffled: a new deck of {event['cards']} cards."

    def say_short(self, event: Json, names: Sequence[str]) -> str:
        return f"{names[event['seat']]} gets {credits(event['credits'])} less: there are no cards left."

    def say_crushed(self, event: Json, names: Sequence[str]) -> str:
        return f"The dock closes, and the {self.name(event['card'])} in it leaves without paying."

    def say_ended(self, event: Json, names: Sequence[str]) -> str:
        return WHY_OVER.get(event["reason"], "")

    def say_turn(self, event: Json, names: Sequence[str]) -> str:
        return f"Turn {event['turn']}: {names[event['seat']]}."

    def say_held(self, event: Json, names: Sequence[str]) -> str:
        return f"{names[event['seat']]} holds the {self.name(event['card'])}."

    def say_left(self, event: Json, names: Sequence[str]) -> str:
        gift = f", and every other seat takes {credits(event['gift'])}" if event["gift"] else ""
        return (
            f"The {self.name(event['card'])} leaves and pays {names[event['seat']]} {credits(event['credits'])}{gift}."
        )

    def say_contract(self, event: Json, names: Sequence[str]) -> str:
        return f"{self.name(event['card'])}: the contract pays {names[event['seat']]} {credits(event['credits'])}."

    def say_trained(self, event: Json, names: Sequence[str]) -> str:
        skill = SKILL_NAMES[SKILLS.index(event["skill"])]
        return f"{names[event['seat']]} pays {event['credits']} and trains {self.name(event['card'])}: {skill} +1."

    def say_sent(self, event: Json, names: Sequence[str]) -> str:
        return f"{names[event['seat']]} takes on {self.name(event['card'])}."

    def say_completed(self, event: Json, names: Sequence[str]) -> str:
        crew = self.listed(event["crew"])
        return f"{names[event['seat']]} completes {self.name(event['card'])} with {crew}, who leave the station."

    def say_flipped(self, event: Json, names: Sequence[str]) -> str:
        return f"{names[event['seat']]} flips {self.name(event['card'])}."

    def say_pushed_out(self, event: Json, names: Sequence[str]) -> str:
        return f"{self.name(event['card'])} has waited too long and is discarded."

    def say_collision(self, event: Json, names: Sequence[str]) -> str:
        return f"Port collision: there is no dock for all the ships with the {self.name(event['card'])}."

    def say_cleared(self, event: Json, names: Sequence[str]) -> str:
        return f"{names[event['seat']]} clears the queue of {event['cards']} cards; the turn is over."

    def say_redirected(self, event: Json, names: Sequence[str]) -> str:
        fee = f"for {credits(event['credits'])}" if event["credits"] else "for nothing"
        return f"{names[event['seat']]} sends the {self.name(event['card'])} away {fee}."

    def say_answered(self, event: Json, names: Sequence[str]) -> str:
        said = "" if "take" not in event else ": take" if event["take"] else ": pass"
        return f"{names[event['seat']]} has answered{said}."

    def say_offer_answers(self, event: Json, names: Sequence[str]) -> str:
        takers = [names[seat] for seat, take in event["takes"] if take]
        return f"{' and '.join(takers)} would take it." if takers else "Nobody takes it."

    def say_bid(self, event: Json, names: Sequence[str]) -> str:
        said = f": {credits(event['credits'])}" if "credits" in event else ""
        return f"{names[event['seat']]} has made a bid{said}."

    def say_bids(self, event: Json, names: Sequence[str]) -> str:
        return "The bids: " + ", ".join(f"{names[seat]} {bid}" for seat, bid in event["bids"]) + "."

    def say_bought(self, event: Json, names: Sequence[str]) -> str:
        price = credits(event["credits"])
        return f"{names[event['seat']]} pays {names[event['from']]} {price} and takes the {self.name(event['card'])}."

    def say_turned_away(self, event: Json, names: Sequence[str]) -> str:
        return f"The {self.name(event['card'])} flies on."

    def say_stopped(self, event: Json, names: Sequence[str]) -> str:
        cards = "card" if event["flips"] == 1 else "cards"
        return f"{names[event['seat']]} stops after {event['flips']} {cards}."

    def say_docked(self, event: Json, names: Sequence[str]) -> str:
        return f"The {self.name(event['card'])} docks in {event['class']}{event['dock']} of {names[event['seat']]}."

    def say_repaired(self, event: Json, names: Sequence[str]) -> str:
        drawn = f" (also drawn: {self.listed(event['drawn'])})" if event["drawn"] else ""
        ship = self.name(event["ship"])
        return f"{names[event['seat']]} repairs the {self.name(event['card'])}: it is the {ship}{drawn}."

    def say_repair_failed(self, event: Json, names: Sequence[str]) -> str:
        drawn = f" Drawn: {self.listed(event['drawn'])}." if event["drawn"] else ""
        return f"The repair fails: no ship of that class is left in deck and discard.{drawn}"

    def say_recruited(self, event: Json, names: Sequence[str]) -> str:
        kind = self.deck.cards[self.deck.number[event["card"]]].kind
        verb = "hires" if kind == "crew" else "builds"
        return f"{names[event['seat']]} {verb} {self.name(event['card'])} for {credits(event['credits'])}."

    def say_levy(self, event: Json, names: Sequence[str]) -> str:
        return f"{self.name(event['card'])} is carried out."

    def say_levied(self, event: Json, names: Sequence[str]) -> str:
        keeps = f" to keep {self.name(event['card'])}" if event["card"] and event["card"] != event["levy"] else ""
        return f"{names[event['seat']]} pays {credits(event['credits'])}{keeps} ({self.name(event['levy'])})."

    def say_lost(self, event: Json, names: Sequence[str]) -> str:
        return f"{names[event['seat']]} gives up {self.name(event['card'])} ({self.name(event['levy'])})."

    def say_claimed(self, event: Json, names: Sequence[str]) -> str:
        if "card" not in event:
            return f"{names[event['seat']]} has made a choice in the market."
        wanted = f"wants {self.name(event['card'])}" if event["card"] else "passes"
        return f"{names[event['seat']]} {wanted} (sealed)."

    def say_claims(self, event: Json, names: Sequence[str]) -> str:
        said = [f"{names[seat]} {f'wants {self.name(card)}' if card else 'passes'}" for seat, card in event["claims"]]
        return "The market: " + ", ".join(said) + "."

    def say_sold(self, event: Json, names: Sequence[str]) -> str:
        price = f"{credits(event['credits'])} and {event['extra']} to the seller"
        return f"{names[event['seat']]} buys {self.name(event['card'])} for {price}."

    def say_forced(self, event: Json, names: Sequence[str]) -> str:
        if event["action"] == "clear":
            return f"{names[event['seat']]} cannot redirect a ship: the queue must be cleared."
        return f"{names[event['seat']]} cannot pay."
