"""Events as JSON (section 5.5 of the rules), with the things they concern, and as lines of a log."""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector18.content import ORDERS, SHIPS, Box
from sectors.games.sector18.maps import NAMES
from sectors.games.sector18.numbers import AI, END_EVENT, REASONS
from sectors.kit import Json

# In the order of the numbers in numbers.py: the name, then each field with the kind of its value.
EVENTS: tuple[tuple[str, str], ...] = (
    ("faction", "seat faction=faction"),
    ("turn", "turn seat"),
    ("pass", "seat"),
    ("gain", "seat n r"),
    ("level", "seat level h"),
    ("shield", "seat shield"),
    ("build", "seat ship=ship at=place"),
    ("refit", "seat ship=ship at=place"),
    ("ability", "seat faction=faction"),
    ("repair", "seat h"),
    ("jump", "seat ship=ship at=place to=place"),
    ("move", "seat ship=ship at=place to=place"),
    ("warp", "seat ship=ship at=place to=place"),
    ("combat", "seat ship=ship foe=ship at=place outcome=outcome"),
    ("hit", "seat ship=ship damage absorbed shield h"),
    ("unclaim", "seat at=place"),
    ("claim", "seat at=place"),
    ("shuffle", ""),
    ("draw", "card=card order=order"),
    ("target", "ship=ship to=place"),
    ("income", "r"),
)
FIELDS = {name: tuple(field.partition("=")[0] for field in fields.split()) for name, fields in EVENTS}
FIELDS["end"] = ("result", "reason")
OUTCOMES = ("won", "tied", "lost")
ENDINGS = {"base": "a base is destroyed", "turns": "the last turn is over", "passes": "everybody passed"}
ITS_OWN = ("shuffle", "draw", "target", "income")  # only the automa does these
OF_A_BASE = ("gain", "level", "shield", "ability", "repair")
BY_TURN = ("shield", "unclaim", "claim")  # raw events that carry the side whose turn it is


def event_of(box: Box, raw: list[int], solo: bool) -> Json:
    if raw[0] == END_EVENT:
        return {"event": "end", "result": result_of(raw[2], raw[3]), "reason": REASONS[raw[1]]}
    name, fields = EVENTS[raw[0]]
    names = {"faction": box.faction_ids, "ship": SHIPS, "place": NAMES, "outcome": OUTCOMES, "order": ORDERS}
    names["card"] = box.automa_cards
    event: Json = {"event": name}
    for field, value in zip(fields.split(), raw[1:]):
        key, _, kind = field.partition("=")
        event[key] = names[kind][value] if kind else value
    things = things_of(event)
    if solo and (event.get("seat") == AI or event.get("to") == "base1"):
        things["of"] = "automa"
    if things:
        event["things"] = things
    if solo and acting_side(event, raw) == AI:
        event["actor"] = "automa"
    return event


def acting_side(event: Json, raw: list[int]) -> int:
    """Return the side that caused the event."""
    name = event["event"]
    if name in ITS_OWN:
        return AI
    if name in BY_TURN:
        return raw[3]
    return 1 - event["seat"] if name == "hit" else int(event["seat"])


def things_of(event: Json) -> Json:
    """Return the ids of the things concerned, by role."""
    name = event["event"]
    side = AI if name == "target" else 1 - event["seat"] if name == "hit" else event.get("seat")
    things: Json = {}
    if "ship" in event:
        things["ship"] = f"ship:{side}{event['ship']}"
    if "foe" in event:
        things["foe"] = f"ship:{1 - event['seat']}{event['foe']}"
        things["victim"] = things["ship"] if event["outcome"] == "lost" else things["foe"]
    if "at" in event:
        things["from" if "to" in event else "at"] = thing_at(event["at"])
    if "to" in event:
        things["to"] = thing_at(event["to"])
    if name in OF_A_BASE or name == "hit":
        things["at"] = f"base:{event['seat']}"
    if name == "faction":
        things["faction"] = f"faction:{event['faction']}"
    return things


def thing_at(place: str) -> str:
    return f"base:{place[4]}" if place.startswith("base") else f"zone:{place}"


def result_of(winner: int, seats: int) -> list[float]:
    """Return the result (R9) of a win by that side; -1 is nobody."""
    if seats == 1:
        return [1.0 if winner == 0 else 0.0]
    return [0.5, 0.5] if winner < 0 else [float(winner == 0), float(winner == 1)]


# Sentences. Side 1 of a solo game is the automa.


def sentence_of(box: Box, event: Json) -> str:
    """Return an event as a line of the log, without context."""
    kind = event["event"]
    if kind == "end":
        return describe_ending(event)
    if kind == "draw":
        return f"The automa draws {event['card']}: {describe_order(event['order'])}"
    if kind == "target":
        return describe_target(box, event, None)
    if kind == "income":
        return f"The automa has {event['r']} of {box.rules['resource_cap']} Resources"
    if kind == "shuffle":
        return "The automa's cards are shuffled"
    return describe_deed(box, event) if kind in DEEDS or "ship" in event else ""


DEEDS = ("faction", "pass", "gain", "level", "shield", "ability", "repair", "claim", "unclaim")


def describe_deed(box: Box, event: Json) -> str:
    """Describe what a side did, or what was done to it."""
    kind, side = event["event"], event["seat"]
    if "ship" in event:
        return describe_ship_deed(box, event)
    if kind == "faction":
        return f"{subject(event)} {verb(event, 'leads|lead')} the {box.faction(event['faction']).name}"
    if kind == "pass":
        return f"{subject(event)} {verb(event, 'passes|pass')}"
    if kind == "gain":
        return f"{subject(event)} {verb(event, 'gains|gain')} {event['n']}, now {event['r']}"
    if kind == "level":
        return f"{owner(event, side, True)} base is level {event['level']}, Health {event['h']}"
    if kind == "shield":
        return f"{owner(event, side, True)} shield is {event['shield']}"
    if kind == "repair":
        return f"{owner(event, side, True)} base has Health {event['h']}"
    if kind == "ability":
        faction = box.faction(event["faction"])
        return f"{subject(event)} {verb(event, 'uses|use')} {faction.name} for {faction.cost}"
    if kind == "claim":
        return f"{subject(event)} {verb(event, 'claims|claim')} planet {event['at']}"
    return f"{subject(event)} {verb(event, 'loses|lose')} planet {event['at']}"


def describe_ship_deed(box: Box, event: Json) -> str:
    kind, side = event["event"], event["seat"]
    ship = box.ships[SHIPS.index(event["ship"])].name
    if kind == "build":
        return f"{subject(event)} {verb(event, 'builds|build')} the {ship} on {where(event, event['at'])}"
    if kind == "refit":
        return f"{subject(event)} {verb(event, 'upgrades|upgrade')} the {ship}"
    if kind == "hit":
        after = f"shield {event['shield']}, Health {event['h']}"
        hitter = "The automa's" if event.get("actor") else f"{{seat:{1 - side}'s}}"
        taken = f"{event['damage']} damage, {event['absorbed']} on the shield"
        return f"{hitter} {ship} hits {owner(event, side)} base: {taken}; {after} left"
    whose = owner(event, side, True)
    if kind == "combat":
        foe = box.ships[SHIPS.index(event["foe"])].name
        outcome = {"won": "wins", "tied": "both are lost", "lost": "is lost"}[event["outcome"]]
        return f"{whose} {ship} fights the {foe} on {event['at']}: {outcome}"
    start, end = ("its base" if place == f"base{side}" else where(event, place) for place in (event["at"], event["to"]))
    places = f"from {start} to {end}"
    if kind == "warp":
        return f"{whose} {ship} is carried {places}"
    if kind == "jump":
        return f"{subject(event)} {verb(event, 'brings|bring')} the {ship} {places}"
    return f"{whose} {ship} goes {places}"


def is_automa(event: Json, side: int) -> bool:
    """Return whether a side is the automa, as the actor or the object of the event."""
    if side != AI:
        return False
    return "actor" in event or event.get("things", {}).get("of") == "automa"


def subject(event: Json) -> str:
    side = event["seat"]
    return "The automa" if is_automa(event, side) else f"{{seat:{side}}}"


def verb(event: Json, both: str) -> str:
    """Return a verb given in both forms, "takes|take", to agree with the seat of the event."""
    side = event["seat"]
    return both.partition("|")[0] if is_automa(event, side) else f"{{{side}:{both}}}"


def owner(event: Json, side: int, begins: bool = False) -> str:
    if is_automa(event, side):
        return "The automa's" if begins else "the automa's"
    return f"{{seat:{side}'s}}"


def where(event: Json, place: str) -> str:
    """Name a place; a base with its owner."""
    return f"{owner(event, int(place[4]))} base" if place.startswith("base") else place


def describe_target(box: Box, event: Json, order: str | None) -> str:
    """Describe where an AI ship goes and why (R11.6). `order` is that of the card, if just drawn."""
    ship = box.ships[SHIPS.index(event["ship"])].name
    if not event["to"].startswith("base"):
        return f"The automa's {ship} makes for {event['to']}: the nearest planet {{seat:0}} {{0:claims|claim}}"
    why = "no planet is claimed"
    if event["ship"] == "S":
        why = "Science ships always do"
    elif order == "cf:B":
        why = "the card has only the base icon"
    return f"The automa's {ship} makes for {{seat:0's}} base: {why}"


def describe_order(order: str) -> str:
    """
    >>> describe_order("cf:PB")
    'Command Fleet, planet or base'
    """
    icons = {"cf:P": ", planet", "cf:B": ", base", "cf:PB": ", planet or base"}
    words = {"shield": "power up the shield", "build": "build a ship", "upgrade": "upgrade a ship"}
    return f"Command Fleet{icons[order]}" if order in icons else words[order]


def describe_ending(event: Json) -> str:
    result = event["result"]
    if event["reason"] == "base":
        if 1.0 not in result:
            return "The automa wins: {seat:0's} base is destroyed"
        winner = result.index(1.0)
        loser = f"{{seat:{1 - winner}'s}}" if len(result) == 2 else "the automa's"
        return f"{{seat:{winner}}} {{{winner}:wins|win}}: {loser} base is destroyed"
    if event["reason"] == "passes":
        return "Everybody passes: drawn"
    if len(result) == 2:
        return "The last turn is over: drawn"
    return "The last turn is over: {seat:0} {0:has|have} not won"


def story_of(box: Box, events: Sequence[Json]) -> list[str]:
    """Return the lines of the log for consecutive events, with the reason for each step of the automa."""
    lines = []
    order: str | None = None
    for i, event in enumerate(events):
        if event["event"] == "draw":
            order = event["order"]
        if event["event"] == "target":
            line = describe_target(box, event, order)
            stays = i + 1 == len(events) or events[i + 1]["event"] not in ("move", "warp", "combat")
            line += ", but stays where it is" if stays else ""
        else:
            line = sentence_of(box, event)
        if line:
            lines.append(line)
    return lines
