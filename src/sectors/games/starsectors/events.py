"""Events (5.1) as JSON and as lines of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.notation import target_name, target_number
from sectors.games.starsectors.numbers import (
    ATTACKED,
    BLAST,
    BOUGHT,
    CARGO,
    CAUSES,
    CHANCE,
    CHARGE,
    DEPLOYED,
    DESTROYED,
    ENDED,
    EVENTS,
    FIRST_CHOSEN,
    HEADINGS,
    HITS,
    INITIATIVE,
    ITEM_NAMES,
    ITEMS,
    MINE_GONE,
    MOST_SEATS,
    MOVE,
    ORDERED,
    ORDERS,
    OUT,
    PHASE,
    PHASES,
    PICKED,
    PLACES,
    REASONS,
    REPAIRED,
    REPAIRS,
    ROLL,
    ROUND,
    STOP,
    TRANSIT,
    WEAPONS,
    WEB,
    hex_name,
    hex_number,
    ship_name,
)
from sectors.games.starsectors.rules import Rules
from sectors.kit import SEATS, Json
from sectors.kit.words import plural


def events_of(content: Standard, core: Rules, raw_events: Sequence[list[int]]) -> list[Json]:
    """Return the events of a move, in order. In addition to the fields of 5.1, the first event after an attack has
    the attack (`attack`), and an explosion has the hexes it reached (among its things)."""
    found: list[Json] = []
    wrecks: dict[str, Json] = {}
    attack: Json | None = None
    for event in (event_of(content, raw) for raw in raw_events):
        kind = event["event"]
        if kind == "attack":
            attack = event
            continue
        if attack is not None:
            event |= {"attack": {key: attack[key] for key in ATTACK}, "things": attack["things"] | event["things"]}
            attack = None
        if kind == "destroyed":
            wrecks[event["ship"]] = event
        elif kind == "blast":
            event["things"]["hexes"] = blast_things(core, wrecks[event["ship"]], False)
        elif kind == "hits" and event["cause"] == "selfdestruct":
            wreck = next(iter(wrecks.values()))
            wreck["things"]["hexes"] = blast_things(core, wreck, True)
        found.append(event)
    return found


def blast_things(core: Rules, wreck: Json, around: bool) -> list[str]:
    """Return the hexes that the explosion of a wreck reaches, as things."""
    number, where = target_number(wreck["ship"]), hex_number(wreck["hex"])
    assert number is not None and where is not None
    return [f"hex:{name}" for name in core.blast_hexes(number, where, wreck["heading"], around)]


def event_of(content: Standard, raw: list[int]) -> Json:
    """Return an event recorded by `dealer.tell` as JSON."""
    kind, a, b, c, d, *more = raw
    event = {"event": EVENTS[kind], **FORMS.get(kind, only_ship)(content, a, b, c, d, more)}
    things = {role: thing_of(event, role, key) for role, key in ROLES.get(EVENTS[kind], SHIP_ROLE) if key in event}
    return {**event, "things": things} if things else event


# The fields of each event; in one that results from an attack, `attack` has the fields of ATTACK.
ATTACK = ("ship", "target", "weapon", "number")
FIELDS = dict.fromkeys(EVENTS[:ATTACKED], ("ship",)) | {
    "roll": ("point", "ship", "seats", "dice", "number", "success", "attack"),
    "hits": ("ship", "number", "cause", "hits", "attack"),
    "web": ("ship", "amount", "web", "attack"),
    "mine-gone": ("hex", "attack"),
    "destroyed": ("ship", "hex", "heading", "attack"),
    "blast": ("ship", "victims"),
    "move": ("ship", "hex", "heading"),
    "wormhole": ("ship", "hex"),
    "stop": ("ship", "body"),
    "repair": ("ship", "number", "by", "hits"),
    "charge": ("ship", "what"),
    "cargo": ("ship", "item", "change", "how", "hex"),
    "order": ("ship", "order"),
    "phase": ("phase",),
    "round": ("round", "quiet"),
    "out": ("side",),
    "end": ("result", "reason"),
    "first": ("seat",),
    "pick": ("seat", "class"),
    "buy": ("seat", "ship", "item"),
    "deploy": ("ship", "hex", "heading"),
}

# The things that an event concerns, by role; for most events it is the acting ship.
SHIP_ROLE = (("ship", "ship"),)
ROLES: dict[str, tuple[tuple[str, str], ...]] = {
    "hits": (("victim", "ship"),),
    "web": (("victim", "ship"),),
    "mine-gone": (("at", "hex"),),
    "destroyed": (("victim", "ship"), ("at", "hex")),
    "blast": (("from", "ship"), ("victims", "victims")),
    "move": (("ship", "ship"), ("to", "hex")),
    "wormhole": (("ship", "ship"), ("to", "hex")),
    "stop": (("ship", "ship"), ("at", "body")),
    "deploy": (("ship", "ship"), ("to", "hex")),
    "cargo": (("ship", "ship"), ("at", "hex")),
    "attack": (("attacker", "ship"), ("target", "target")),
}


def thing_of(event: Json, role: str, key: str) -> Any:
    if key == "victims":
        return [f"ship:{name}" for name in event[key]]
    if key == "target":
        return mine_of(event[key]) or f"ship:{event[key]}"
    return f"ship:{event[key]}" if key == "ship" else f"hex:{event[key]}"


def mine_of(target: str) -> str:
    """Return the thing of a target that is a mine, else ""."""
    return f"mine:{target[1:]}" if target[0] == "m" else ""


Form = Callable[[Standard, int, int, int, int, list[int]], Json]


def only_ship(content: Standard, a: int, b: int, c: int, d: int, more: list[int]) -> Json:
    return {"ship": ship_name(a)}


def roll_json(content: Standard, a: int, b: int, c: int, d: int, more: list[int]) -> Json:
    if a == INITIATIVE:
        return {"point": CHANCE[a], "seats": [seat for seat in range(MOST_SEATS) if b >> seat & 1], "dice": more}
    return {"point": CHANCE[a], "ship": ship_name(b), "dice": more, "number": c, "success": bool(d)}


def attack_json(content: Standard, a: int, b: int, c: int, d: int, more: list[int]) -> Json:
    return {"ship": ship_name(a), "target": target_name(b), "weapon": WEAPONS[c], "number": d}


def cargo_json(content: Standard, a: int, b: int, c: int, d: int, more: list[int]) -> Json:
    where = {"hex": hex_name(more[0])} if more else {}  # for a mine laid
    return {"ship": ship_name(a), "item": ITEMS[b], "change": c, "how": PLACES[d], **where}


def end_json(content: Standard, a: int, b: int, c: int, d: int, more: list[int]) -> Json:
    return {"result": [1.0 / b if won else 0.0 for won in more], "reason": REASONS[a]}


# Fleets and purchases are sealed (R1.4): only their seat sees a pick or a purchase.
FORMS: dict[int, Form] = {
    ROLL: roll_json,
    HITS: lambda _, a, b, c, d, m: {"ship": ship_name(a), "number": b, "cause": CAUSES[c], "hits": d},
    WEB: lambda _, a, b, c, d, m: {"ship": ship_name(a), "amount": b, "web": c},
    MINE_GONE: lambda _, a, b, c, d, m: {"hex": hex_name(a)},
    DESTROYED: lambda _, a, b, c, d, m: {"ship": ship_name(a), "hex": hex_name(b), "heading": c},
    BLAST: lambda _, a, b, c, d, m: {"ship": ship_name(a), "victims": [ship_name(x) for x in m]},
    MOVE: lambda _, a, b, c, d, m: {"ship": ship_name(a), "hex": hex_name(b), "heading": c},
    TRANSIT: lambda _, a, b, c, d, m: {"ship": ship_name(a), "hex": hex_name(b)},
    STOP: lambda _, a, b, c, d, m: {"ship": ship_name(a), "body": hex_name(b)},
    REPAIRED: lambda _, a, b, c, d, m: {"ship": ship_name(a), "number": b, "by": REPAIRS[c], "hits": d},
    CHARGE: lambda _, a, b, c, d, m: {"ship": ship_name(a), "what": "engine" if b else "bank"},
    CARGO: cargo_json,
    ORDERED: lambda _, a, b, c, d, m: {"ship": ship_name(a), "order": ORDERS[b]},
    PHASE: lambda _, a, b, c, d, m: {"phase": PHASES[a]},
    ROUND: lambda _, a, b, c, d, m: {"round": a, "quiet": b},
    OUT: lambda _, a, b, c, d, m: {"side": a},
    ENDED: end_json,
    FIRST_CHOSEN: lambda _, a, b, c, d, m: {"seat": a},
    PICKED: lambda one, a, b, c, d, m: {"seat": a, "class": one.classes[b].code, "only": {"*": [a]}},
    BOUGHT: lambda _, a, b, c, d, m: {"seat": a, "ship": ship_name(b), "item": ITEMS[c], "only": {"*": [a]}},
    DEPLOYED: lambda _, a, b, c, d, m: {"ship": ship_name(a), "hex": hex_name(b), "heading": c},
    ATTACKED: attack_json,
}

BLOWS = {
    "fire": "takes",
    "bank": "takes from the bank",
    "mine": "runs on a mine:",
    "blast": "is caught in the blast:",
    "ram": "is rammed:",
    "selfdestruct": "is caught in the explosion:",
}
MEANS = {
    "repair": "",
    "fix-bank": " by draining a bank",
    "fix-warp": " with warp energy",
    "fix-dil": " with dilithium",
    "fix-dock": " at the station",
    "engineering": " by the engineering order",
    "nebula": " in the nebula",
}
ENDINGS = {
    "destroyed": "the last enemy warship is destroyed",
    "quiet": "too many quiet rounds",
    "rounds": "the last round is over",
}


def listed(words: Sequence[object]) -> str:
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def sentence_of(content: Standard, event: Json) -> str:
    """Return the log line of an event, "" if it needs none."""
    if "attack" in event:
        rest = {key: value for key, value in event.items() if key != "attack"}
        return f"{attack_sentence(event['attack'])} {sentence_of(content, rest)}"
    kind, ship = event["event"], event.get("ship", "")
    if kind in PLAIN_LINES:
        return PLAIN_LINES[kind].format(**event)
    if kind == "roll":
        return roll_sentence(event)
    if kind == "hits":
        return f"{ship} {BLOWS[event['cause']]} {plural(event['number'], 'hit')}, {event['hits']} in all."
    if kind == "blast":
        return f"{ship} blows up and catches {listed(event['victims'])}." if event["victims"] else ""
    if kind == "move":
        return f"{ship} is in {event['hex']}, heading {HEADINGS[event['heading']]}."
    if kind == "repair":
        return f"{ship} repairs {plural(event['number'], 'hit')}{MEANS[event['by']]}, {event['hits']} left."
    if kind == "charge":
        return f"{ship} charges {'a warp engine' if event['what'] == 'engine' else 'a bank'}."
    if kind == "cargo":
        return cargo_sentence(event)
    if kind == "round":
        quiet = f", {plural(event['quiet'], 'quiet round')} so far" if event["quiet"] else ""
        return f"Round {event['round']}{quiet}."
    if kind == "first":
        return f"{SEATS[event['seat']]} {{{event['seat']}:goes|go}} first."
    if kind == "pick":
        code = event["class"]
        return f"{SEATS[event['seat']]} {{{event['seat']}:picks|pick}} a {content.classes[content.by_code[code]].name}."
    if kind == "buy":
        return (
            f"{SEATS[event['seat']]} {{{event['seat']}:buys|buy}} one {ITEM_NAMES[ITEMS.index(event['item'])]}"
            f" for {ship}."
        )
    if kind == "out":
        return f"The last warship of side {event['side'] + 1} is gone: it is out."
    if kind == "end":
        return end_sentence(event)
    return ""


PLAIN_LINES = {
    "web": "The defence of {ship} falls by {amount} until the end of the round.",
    "mine-gone": "The mine in {hex} is gone.",
    "destroyed": "{ship} is destroyed in {hex}.",
    "wormhole": "{ship} comes out of the wormhole in {hex}.",
    "decloak": "{ship} de-cloaks.",
    "cloak": "{ship} cloaks.",
    "stop": "{ship} enters the orbit of {body} and stops.",
    "order": "Order aboard {ship}: {order}.",
    "turn": "The turn of {ship}.",
    "deploy": "{ship} is deployed in {hex}.",
}


def roll_sentence(event: Json) -> str:
    dice = listed(event["dice"])
    if event["point"] == "initiative":
        return f"{listed([SEATS[seat] for seat in event['seats']])} roll {dice} for the initiative."
    verdict = ("hits" if event["success"] else "misses") if event["point"] == "attack" else ""
    if event["point"] == "defence":
        verdict = "saves" if event["success"] else "does not save"
    verb = "rolls" if event["point"] == "attack" else "defends with"
    return f"{event['ship']} {verb} {dice}, needs {event['number']} or less: {verdict}."


def attack_sentence(attack: Json) -> str:
    target = f"the mine in {attack['target'][1:]}" if mine_of(attack["target"]) else attack["target"]
    if attack["weapon"] == "fire":
        return f"{attack['ship']} fires at {target}."
    if attack["weapon"] == "bank":
        return f"{attack['ship']} fires a bank of strength {attack['number']} at {target}."
    return f"{attack['ship']} rams {target} with {attack['number']}."


def cargo_sentence(event: Json) -> str:
    if event["how"] == "laid":
        return f"{event['ship']} lays a mine in {event['hex']}."
    item = ITEM_NAMES[ITEMS.index(event["item"])]
    verbs = {"used": "uses", "gathered": "gathers", "loaded": "loads", "given": "gives away", "received": "receives"}
    return f"{event['ship']} {verbs[event['how']]} one {item}."


def end_sentence(event: Json) -> str:
    seats = [seat for seat, value in enumerate(event["result"]) if value]
    winners = [SEATS[seat] for seat in seats]
    if max(event["result"]) == 1.0:
        verb = f"{{{seats[0]}:wins|win}}" if len(seats) == 1 else "win"
        return f"{listed(winners)} {verb}: {ENDINGS[event['reason']]}."
    return f"A draw between {listed(winners)}: {ENDINGS[event['reason']]}."


def story_of(content: Standard, events: Sequence[Json]) -> list[str]:
    """Return the log lines of consecutive events. A jump is reported only by its last hex, and an attack has a line
    separate from its outcome."""
    lines = []
    for event, after in zip(events, [*events[1:], None]):
        if "attack" in event:
            lines.append(attack_sentence(event["attack"]))
            event = {key: value for key, value in event.items() if key != "attack"}
        on_the_way = event["event"] == "move" and after is not None and after["event"] == "move"
        if not on_the_way and (line := sentence_of(content, event)):
            lines.append(line)
    return lines
