"""What happened (5.1): as JSON, and as lines of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sectors.games.starsectors.content import Standard
from sectors.games.starsectors.words import (
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
    HITS,
    INITIATIVE,
    ITEM_NAMES,
    ITEMS,
    MINE_GONE,
    MINE_LAID,
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
    WEB,
    hex_name,
    ship_name,
)
from sectors.kit import Json


def event(content: Standard, told: list[int]) -> Json:
    kind, a, b, c, d, *more = told
    return {"event": EVENTS[kind], **FORMS.get(kind, only_ship)(content, a, b, c, d, more)}


Form = Callable[[Standard, int, int, int, int, list[int]], Json]


def only_ship(content: Standard, a: int, b: int, c: int, d: int, more: list[int]) -> Json:
    return {"ship": ship_name(a)}


def roll_json(content: Standard, a: int, b: int, c: int, d: int, more: list[int]) -> Json:
    if a == INITIATIVE:
        return {"point": CHANCE[a], "seats": [seat for seat in range(MOST_SEATS) if b >> seat & 1], "dice": more}
    return {"point": CHANCE[a], "ship": ship_name(b), "dice": more, "number": c, "success": bool(d)}


def cargo_json(content: Standard, a: int, b: int, c: int, d: int, more: list[int]) -> Json:
    return {"ship": ship_name(a), "item": ITEMS[b], "change": c, "how": PLACES[d]}


def end_json(content: Standard, a: int, b: int, c: int, d: int, more: list[int]) -> Json:
    return {"result": [1.0 / b if won else 0.0 for won in more], "reason": REASONS[a]}


# Fleets and purchases are sealed (R1.4): only their seat is told of a pick or a purchase.
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
    MINE_LAID: lambda _, a, b, c, d, m: {"ship": ship_name(a), "hex": hex_name(b), "owner": c},
}

HEADINGS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
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
ENDS = {
    "destroyed": "the last enemy warship is destroyed",
    "quiet": "too many quiet rounds",
    "rounds": "the last round is over",
}


def plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def listed(words: Sequence[object]) -> str:
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def sentence(content: Standard, one: Json, names: Sequence[str]) -> str:
    """An event as a line of the log, "" for one that needs none."""
    kind, ship = one["event"], one.get("ship", "")
    if kind in PLAIN_LINES:
        return PLAIN_LINES[kind].format(**one)
    if kind == "roll":
        return roll_sentence(one, names)
    if kind == "hits":
        return f"{ship} {BLOWS[one['cause']]} {plural(one['number'], 'hit')}, {one['hits']} in all."
    if kind == "blast":
        return f"{ship} blows up and catches {listed(one['victims'])}." if one["victims"] else ""
    if kind == "move":
        return f"{ship} is in {one['hex']}, heading {HEADINGS[one['heading']]}."
    if kind == "repair":
        return f"{ship} repairs {plural(one['number'], 'hit')}{MEANS[one['by']]}, {one['hits']} left."
    if kind == "charge":
        return f"{ship} charges {'a warp engine' if one['what'] == 'engine' else 'a bank'}."
    if kind == "cargo":
        return cargo_sentence(one)
    if kind == "round":
        quiet = f", {plural(one['quiet'], 'quiet round')} so far" if one["quiet"] else ""
        return f"Round {one['round']}{quiet}."
    if kind == "first":
        return f"{names[one['seat']]} goes first."
    if kind == "pick":
        code = one["class"]
        return f"{names[one['seat']]} picks a {content.classes[content.by_code[code]].name}."
    if kind == "buy":
        return f"{names[one['seat']]} buys one {ITEM_NAMES[ITEMS.index(one['item'])]} for {ship}."
    if kind == "out":
        return f"The last warship of side {one['side'] + 1} is gone: it is out."
    if kind == "end":
        return end_sentence(one, names)
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
    "mine-laid": "{ship} lays a mine in {hex}.",
}


def roll_sentence(one: Json, names: Sequence[str]) -> str:
    dice = listed(one["dice"])
    if one["point"] == "initiative":
        return f"{listed([names[seat] for seat in one['seats']])} roll {dice} for the initiative."
    verdict = ("hits" if one["success"] else "misses") if one["point"] == "attack" else ""
    if one["point"] == "defence":
        verdict = "saves" if one["success"] else "does not save"
    verb = "fires" if one["point"] == "attack" else "defends"
    return f"{one['ship']} {verb}: {one['number']} or less, rolls {dice}, {verdict}."


def cargo_sentence(one: Json) -> str:
    item = ITEM_NAMES[ITEMS.index(one["item"])]
    verbs = {"used": "uses", "gathered": "gathers", "loaded": "loads", "given": "gives away", "received": "receives"}
    if one["how"] == "laid":
        return ""  # the mine's own line says it
    return f"{one['ship']} {verbs[one['how']]} one {item}."


def end_sentence(one: Json, names: Sequence[str]) -> str:
    winners = [names[seat] for seat, value in enumerate(one["result"]) if value]
    if max(one["result"]) == 1.0:
        return f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'}: {ENDS[one['reason']]}."
    return f"A draw between {listed(winners)}: {ENDS[one['reason']]}."


def story(content: Standard, told: Sequence[Json], names: Sequence[str]) -> list[str]:
    """The lines of the log for events that came one after another: of a jump only where it leads."""
    lines = []
    for one, after in zip(told, [*told[1:], None]):
        on_the_way = one["event"] == "move" and after is not None and after["event"] == "move"
        if not on_the_way and (line := sentence(content, one, names)):
            lines.append(line)
    return lines
