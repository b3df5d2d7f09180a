"""What happened: events as JSON (section 5.5 of the rules) and as lines of a log."""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector18.chart import NAMES
from sectors.games.sector18.content import ORDERS, SHIPS, Box
from sectors.kit import Json

# In the order of the numbers in board.py: the name, then each field with what it holds.
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
OUTCOMES = ("won", "tied", "lost")
REASONS = ("base", "turns", "passes")
ENDINGS = {"base": "a base is destroyed", "turns": "the last turn is over", "passes": "everybody passed"}


def event_of(box: Box, told: list[int]) -> Json:
    if told[0] == len(EVENTS):
        return {"event": "end", "result": result_of(told[2], told[3]), "reason": REASONS[told[1]]}
    name, fields = EVENTS[told[0]]
    names = {"faction": box.faction_ids, "ship": SHIPS, "place": NAMES, "outcome": OUTCOMES, "order": ORDERS}
    names["card"] = box.automa_cards
    event: Json = {"event": name}
    for field, value in zip(fields.split(), told[1:]):
        key, _, kind = field.partition("=")
        event[key] = names[kind][value] if kind else value
    return event


def result_of(winner: int, seats: int) -> list[float]:
    """R9: the result when that side has won, -1 for nobody."""
    if seats == 1:
        return [1.0 if winner == 0 else 0.0]
    return [0.5, 0.5] if winner < 0 else [float(winner == 0), float(winner == 1)]


def sentence_of(box: Box, event: Json, names: Sequence[str]) -> str:
    """A line of the log; side 1 of a solo game is the automa."""
    who = [*names, "The automa"]
    kind = event["event"]
    seat = who[event["seat"]] if "seat" in event else ""
    ship = box.ships[SHIPS.index(event["ship"])].name if "ship" in event else ""
    if kind == "faction":
        return f"{seat} leads the {box.faction(event['faction']).name}"
    if kind == "pass":
        return f"{seat} passes"
    if kind == "gain":
        return f"{seat} gains {event['n']}, now {event['r']}"
    if kind == "level":
        return f"{seat}: base to level {event['level']}, Health {event['h']}"
    if kind == "shield":
        return f"{seat}: shield {event['shield']}"
    if kind == "build":
        return f"{seat} builds the {ship} on {where(event['at'], who, event['seat'])}"
    if kind == "refit":
        return f"{seat} upgrades the {ship}"
    if kind == "ability":
        faction = box.faction(event["faction"])
        return f"{seat} uses {faction.name}: {ability_told(faction.says())}"
    if kind == "repair":
        return f"{seat}: Health {event['h']}"
    if kind == "jump":
        places = [where(event[key], who, event["seat"]) for key in ("at", "to")]
        return f"{seat} brings the {ship} from {places[0]} to {places[1]}"
    if kind == "move":
        places = [where(event[key], who, event["seat"]) for key in ("at", "to")]
        return f"{seat}: {ship} from {places[0]} to {places[1]}"
    if kind == "warp":
        return f"{seat}: {ship} is carried from {event['at']} to {event['to']}"
    if kind == "combat":
        foe = box.ships[SHIPS.index(event["foe"])].name
        outcome = {"won": "wins", "tied": "both are lost", "lost": "is lost"}[event["outcome"]]
        return f"{seat}: {ship} fights {foe} on {event['at']}: {outcome}"
    if kind == "hit":
        left = f"shield {event['shield']}, Health {event['h']}"
        return f"{ship} hits the base of {seat}: {event['damage']} damage, {event['absorbed']} absorbed; {left}"
    if kind in ("claim", "unclaim"):
        return f"{seat} {'claims' if kind == 'claim' else 'loses'} planet {event['at']}"
    if kind == "shuffle":
        return "The automa's cards are shuffled"
    if kind == "draw":
        return f"The automa draws {event['card']}: {order_told(event['order'])}"
    if kind == "target":
        return f"The automa's {ship} makes for {where(event['to'], who)}"
    if kind == "income":
        return f"The automa has {event['r']} of {box.rules['resource_cap']} Resources"
    if kind == "end":
        return ending_told(box, event, names)
    return ""  # a turn begins: the next line says whose


def where(place: str, who: Sequence[str], seat: int = -1) -> str:
    """A place, a base as the base of somebody, or of the seat that the sentence is about."""
    if not place.startswith("base"):
        return place
    side = int(place[4])
    return "its base" if side == seat else f"the base of {who[side]}".replace("of The", "of the")


def ability_told(words: str) -> str:
    return words.replace("your", "their").replace("you claim", "they claim")


def order_told(order: str) -> str:
    """
    >>> order_told("cf:PB")
    'Command Fleet, planet or base'
    """
    icons = {"cf:P": ", planet", "cf:B": ", base", "cf:PB": ", planet or base"}
    words = {"shield": "power up the shield", "build": "build a ship", "upgrade": "upgrade a ship"}
    return f"Command Fleet{icons[order]}" if order in icons else words[order]


def ending_told(box: Box, event: Json, names: Sequence[str]) -> str:
    result = event["result"]
    if event["reason"] == "base":
        winner = names[result.index(1.0)] if 1.0 in result else "The automa"
        return f"{winner} wins: the enemy base is destroyed"
    if event["reason"] == "passes":
        return "Everybody passes: drawn"
    return "The last turn is over: drawn" if len(result) == 2 else f"The last turn is over: {names[0]} has not won"
