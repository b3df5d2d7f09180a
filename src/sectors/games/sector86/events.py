"""Events, as JSON and as lines of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sectors.games.sector86.content import CLASSES, SKILL_NAMES, SKILLS, Deck
from sectors.games.sector86.numbers import EVENTS, NONE, REASONS
from sectors.games.sector86.words import credits, skills
from sectors.kit import Json
from sectors.kit.words import plural

# The names of each event's numbers; a name with * lists all numbers from the fifth on, one with ** lists pairs
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
SEALED = {"answered": "take", "bid": "credits", "claimed": "card"}  # known only to the seat until all are revealed
# Where a card or credit comes from and goes to; "station" is the seat's station
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


# As JSON


def event_of(deck: Deck, actions: Sequence[str], numbers: list[int]) -> Json:
    name = EVENTS[numbers[0]]
    event: Json = {"event": name}
    for number, field in zip(numbers[1:], FIELDS[name]):
        if "*" not in field:
            event[field] = value_of(deck, actions, field, number)
    more = numbers[5:]
    for field in FIELDS[name]:
        key = field.rstrip("*")
        if field.endswith("**"):
            event[key] = [[seat, value_of(deck, actions, key, number)] for seat, number in zip(more[::2], more[1::2])]
        elif field.endswith("*"):
            event[key] = [value_of(deck, actions, key, number) for number in more]
    if things := things_of(event):
        event["things"] = things
    if name in SEALED:
        event["only"] = {SEALED[name]: [event["seat"]]}
    return event


def value_of(deck: Deck, actions: Sequence[str], field: str, number: int) -> Any:
    if field in CARDS:
        return None if number == NONE else deck.cards[number].id
    if field in ("take", "takes"):
        return number == 1
    if field == "class":
        return CLASSES[number]
    if field == "skill":
        return SKILLS[number]
    if field == "reason":
        return REASONS[number]
    if field == "action":
        return actions[number]
    return number


def things_of(event: Json) -> Json:
    """Return the things that an event concerns: cards by their field, where they come from, and where they go."""
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


def sentence_of(deck: Deck, event: Json) -> str:
    teller = SENTENCES.get(event["event"])
    return "" if teller is None else teller(deck, event)


def story_of(deck: Deck, events: Sequence[Json]) -> list[str]:
    """Return the log, with ships that leave together, or dock after a stop, in one line."""
    lines: list[str] = []
    before = ""
    for event in events:
        line = sentence_of(deck, event)
        name = event["event"]
        if (name == "left" and before == "left") or (name == "docked" and before in ("stopped", "docked") and lines):
            lines[-1] = f"{lines[-1][:-1]}; {line[0].lower()}{line[1:]}"
        elif line:
            lines.append(line)
        before = name if line else before
    return lines


def name_of(deck: Deck, card: str) -> str:
    return deck.cards[deck.number[card]].name


def join_card_names(deck: Deck, cards: Sequence[str]) -> str:
    return ", ".join(name_of(deck, card) for card in cards)


def say_shuffled(deck: Deck, event: Json) -> str:
    if event["epoch"] == 1:
        return f"The deck of {event['cards']} cards is shuffled."
    return f"The discard is shuffled: a new deck of {event['cards']} cards."


def say_short(deck: Deck, event: Json) -> str:
    return f"{seat_does(event, 'gets|get')} {credits(event['credits'])} less: there are no cards left."


def say_crushed(deck: Deck, event: Json) -> str:
    return f"The dock closes, and the {name_of(deck, event['card'])} in it leaves without paying."


def say_ended(deck: Deck, event: Json) -> str:
    return WHY_OVER.get(event["reason"], "")


def say_turn(deck: Deck, event: Json) -> str:
    return f"Turn {event['turn']}: {seat_of(event)}."


def say_held(deck: Deck, event: Json) -> str:
    return f"{seat_does(event, 'holds|hold')} the {name_of(deck, event['card'])}."


def say_left(deck: Deck, event: Json) -> str:
    gift = f", and every other seat takes {credits(event['gift'])}" if event["gift"] else ""
    return f"The {name_of(deck, event['card'])} leaves and pays {seat_of(event)} {credits(event['credits'])}{gift}."


def say_contract(deck: Deck, event: Json) -> str:
    contract = deck.cards[deck.number[event["card"]]].contract
    need = f" for {skills(contract.need)}" if contract and any(contract.need) else ""
    return f"{name_of(deck, event['card'])}: the contract pays {seat_of(event)} {credits(event['credits'])}{need}."


def say_trained(deck: Deck, event: Json) -> str:
    skill = SKILL_NAMES[SKILLS.index(event["skill"])]
    trains = f"{{{event['seat']}:trains|train}} {name_of(deck, event['card'])}: {skill} +1"
    return f"{seat_does(event, 'pays|pay')} {event['credits']} and {trains}."


def say_sent(deck: Deck, event: Json) -> str:
    return f"{seat_does(event, 'takes|take')} on {name_of(deck, event['card'])}."


def say_completed(deck: Deck, event: Json) -> str:
    crew = join_card_names(deck, event["crew"])
    return (
        f"{seat_does(event, 'completes|complete')} {name_of(deck, event['card'])} with {crew}, who leave the station."
    )


def say_flipped(deck: Deck, event: Json) -> str:
    return f"{seat_does(event, 'flips|flip')} {name_of(deck, event['card'])}."


def say_pushed_out(deck: Deck, event: Json) -> str:
    return f"{name_of(deck, event['card'])} has waited too long and is discarded."


def say_collision(deck: Deck, event: Json) -> str:
    return f"Port collision: there is no dock for all the ships with the {name_of(deck, event['card'])}."


def say_cleared(deck: Deck, event: Json) -> str:
    cards = plural(event["cards"], "card")
    return f"{seat_does(event, 'clears|clear')} the queue of {cards}; the turn is over."


def say_redirected(deck: Deck, event: Json) -> str:
    fee = f"for {credits(event['credits'])}" if event["credits"] else "for nothing"
    return f"{seat_does(event, 'sends|send')} the {name_of(deck, event['card'])} away {fee}."


def say_answered(deck: Deck, event: Json) -> str:
    said = "" if "take" not in event else ": take" if event["take"] else ": pass"
    return f"{seat_does(event, 'has|have')} answered{said}."


def say_offer_answers(deck: Deck, event: Json) -> str:
    takers = [f"{{seat:{seat}}}" for seat, take in event["takes"] if take]
    return f"{' and '.join(takers)} would take it." if takers else "Nobody takes it."


def say_bid(deck: Deck, event: Json) -> str:
    said = f": {credits(event['credits'])}" if "credits" in event else ""
    return f"{seat_does(event, 'has|have')} made a bid{said}."


def say_bids(deck: Deck, event: Json) -> str:
    return "The bids: " + ", ".join(f"{{seat:{seat}}} {bid}" for seat, bid in event["bids"]) + "."


def say_bought(deck: Deck, event: Json) -> str:
    takes = f"{{{event['seat']}:takes|take}} the {name_of(deck, event['card'])}"
    return f"{seat_does(event, 'pays|pay')} {{seat:{event['from']}}} {credits(event['credits'])} and {takes}."


def say_turned_away(deck: Deck, event: Json) -> str:
    return f"The {name_of(deck, event['card'])} flies on."


def say_stopped(deck: Deck, event: Json) -> str:
    cards = "card" if event["flips"] == 1 else "cards"
    return f"{seat_does(event, 'stops|stop')} after {event['flips']} {cards}."


def say_docked(deck: Deck, event: Json) -> str:
    where = f"{{seat:{event['seat']}'s}} {event['class']}{event['dock']}"
    return f"The {name_of(deck, event['card'])} docks in {where}."


def say_repaired(deck: Deck, event: Json) -> str:
    drawn = f" (also drawn: {join_card_names(deck, event['drawn'])})" if event["drawn"] else ""
    ship = name_of(deck, event["ship"])
    return f"{seat_does(event, 'repairs|repair')} the {name_of(deck, event['card'])}: it is the {ship}{drawn}."


def say_repair_failed(deck: Deck, event: Json) -> str:
    drawn = f" Drawn: {join_card_names(deck, event['drawn'])}." if event["drawn"] else ""
    return f"The repair fails: no ship of that class is left in deck and discard.{drawn}"


def say_recruited(deck: Deck, event: Json) -> str:
    kind = deck.cards[deck.number[event["card"]]].kind
    verb = "hires|hire" if kind == "crew" else "builds|build"
    return f"{seat_does(event, verb)} {name_of(deck, event['card'])} for {credits(event['credits'])}."


def say_levy(deck: Deck, event: Json) -> str:
    return f"{name_of(deck, event['card'])} is carried out."


def say_levied(deck: Deck, event: Json) -> str:
    keeps = f" to keep {name_of(deck, event['card'])}" if event["card"] and event["card"] != event["levy"] else ""
    return f"{seat_does(event, 'pays|pay')} {credits(event['credits'])}{keeps} ({name_of(deck, event['levy'])})."


def say_lost(deck: Deck, event: Json) -> str:
    return f"{seat_does(event, 'gives|give')} up {name_of(deck, event['card'])} ({name_of(deck, event['levy'])})."


def say_claimed(deck: Deck, event: Json) -> str:
    if "card" not in event:
        return f"{seat_does(event, 'has|have')} made a choice in the market."
    return f"{claim_text(deck, event['seat'], event['card'])} (sealed)."


def claim_text(deck: Deck, seat: int, card: str | None) -> str:
    if card is None:
        return f"{{seat:{seat}}} {{{seat}:passes|pass}}"
    return f"{{seat:{seat}}} {{{seat}:wants|want}} {name_of(deck, card)}"


def say_claims(deck: Deck, event: Json) -> str:
    said = [claim_text(deck, seat, card) for seat, card in event["claims"]]
    return "The market: " + ", ".join(said) + "."


def say_sold(deck: Deck, event: Json) -> str:
    price = f"{credits(event['credits'])} and {event['extra']} to the seller"
    return f"{seat_does(event, 'buys|buy')} {name_of(deck, event['card'])} for {price}."


def say_forced(deck: Deck, event: Json) -> str:
    if event["action"] == "clear":
        return f"{seat_of(event)} cannot redirect a ship: the queue must be cleared."
    return f"{seat_of(event)} cannot pay."


def seat_of(event: Json) -> str:
    return f"{{seat:{event['seat']}}}"


def seat_does(event: Json, verb: str) -> str:
    """Return the seat and a verb, in the third and second person."""
    return f"{{seat:{event['seat']}}} {{{event['seat']}:{verb}}}"


SENTENCES: dict[str, Callable[[Deck, Json], str]] = {
    "shuffled": say_shuffled,
    "short": say_short,
    "crushed": say_crushed,
    "ended": say_ended,
    "turn": say_turn,
    "held": say_held,
    "left": say_left,
    "contract": say_contract,
    "trained": say_trained,
    "sent": say_sent,
    "completed": say_completed,
    "flipped": say_flipped,
    "pushed-out": say_pushed_out,
    "collision": say_collision,
    "cleared": say_cleared,
    "redirected": say_redirected,
    "answered": say_answered,
    "offer-answers": say_offer_answers,
    "bid": say_bid,
    "bids": say_bids,
    "bought": say_bought,
    "turned-away": say_turned_away,
    "stopped": say_stopped,
    "docked": say_docked,
    "repaired": say_repaired,
    "repair-failed": say_repair_failed,
    "recruited": say_recruited,
    "levy": say_levy,
    "levied": say_levied,
    "lost": say_lost,
    "claimed": say_claimed,
    "claims": say_claims,
    "sold": say_sold,
    "forced": say_forced,
}
