"""Events as JSON and as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector219.content import Cards, space_text
from sectors.games.sector219.numbers import NOBODY, REASONS
from sectors.kit import SEATS, Json
from sectors.kit.words import plural

FIELDS = {  # in the order of their numbers, with their fields
    "deploy": ("seat", "kind", "space"),
    "strike": ("seat", "space"),
    "destroy": ("owner", "kind", "space", "by", "supporters"),
    "out-of-supply": ("seat",),
    "draw": ("seat", "number", "kinds"),
    "lost-plays": ("seat", "number"),
    "empty-turn": ("seat",),
    "end": ("result", "reason", "units"),
    "return": ("seat", "number", "kinds"),
}
NAMES = tuple(FIELDS)
ENDINGS = {"base": "a base is occupied", "count": "nobody can play any more, and units in play count"}


def event_of(cards: Cards, raw: list[int]) -> Json:
    """Return a raw event of the core as JSON, with the things it concerns."""
    event = fields_of(cards, raw)
    if "space" in event:
        role = "victim" if event["event"] in ("destroy", "strike") else "to"
        event["things"] = {role: f"cell:{event['space']}"}
        if event.get("supporters"):
            event["things"]["supporters"] = [f"cell:{space}" for space in event["supporters"]]
    return event


def fields_of(cards: Cards, raw: list[int]) -> Json:
    """Return the name and the fields of a raw event."""
    name = NAMES[raw[0]]
    a, b, c, d = raw[1:5]
    more = raw[5:]
    letters = cards.letters
    if name == "deploy":
        return {"event": name, "seat": a, "kind": letters[b], "space": space_text(c)}
    if name == "strike":
        return {"event": name, "seat": a, "space": space_text(b)}
    if name == "destroy":
        by = "air-strike" if d == NOBODY else "attack"
        supporters = sorted(space_text(space) for space in more)
        return {
            "event": name, "owner": a, "kind": letters[b], "space": space_text(c), "by": by, "supporters": supporters
        }  # fmt: skip
    if name == "draw":
        kinds = "".join(letters[kind] for kind in more)
        return {"event": name, "seat": a, "number": b, "kinds": kinds, "only": {"kinds": [a]}}
    if name == "return":
        return {"event": name, "seat": a, "number": 2, "kinds": letters[b] + letters[c], "only": {"kinds": [a]}}
    if name == "lost-plays":
        return {"event": name, "seat": a, "number": b}
    if name == "end":
        result = [0.5, 0.5] if b == NOBODY else [1.0 - b, float(b)]
        return {"event": name, "result": result, "reason": REASONS[a], "units": [c, d]}
    return {"event": name, "seat": a}


def sentence_of(cards: Cards, event: Json) -> str:
    """Return an event as a line of the log."""
    kinds = cards.names
    name = event["event"]
    seat = event.get("seat", 0)
    who = SEATS[seat]
    if name == "deploy":
        base = " (base)" if cards.space(event["space"]) in cards.bases else ""
        return f"{kinds[event['kind']]} to {event['space']}{base}"
    if name == "strike":
        return f"Air Strike on {event['space']}"
    if name == "destroy":
        support = f" (supported from {', '.join(event['supporters'])})" if event["supporters"] else ""
        return f"{kinds[event['kind']]} on {event['space']} destroyed{support}"
    if name == "out-of-supply":
        return f"{who} {{{seat}:is|are}} out of supply: base empty"
    if name == "draw":
        cards_drawn = plural(event["number"], "card")
        what = ": " + ", ".join(kinds[kind] for kind in event["kinds"]) if "kinds" in event else ""
        return f"{who} {{{seat}:draws|draw}} {cards_drawn}{what}"
    if name == "return":
        what = ": " + ", then ".join(kinds[kind] for kind in event["kinds"]) if "kinds" in event else ""
        return f"{who} {{{seat}:puts|put}} two cards under the deck{what}"
    if name == "lost-plays":
        return f"{who} cannot play and {{{seat}:loses|lose}} {event['number']} play{'s' if event['number'] > 1 else ''}"
    if name == "empty-turn":
        return f"{who} {{{seat}:has|have}} no cards left"
    if event["reason"] == "base":
        winner = event["result"].index(1.0)
        return f"{SEATS[winner]} occupied {{seat:{1 - winner}'s}} base and {{{winner}:wins|win}}"
    mine, theirs = event["units"]
    if mine == theirs:
        return f"{mine} units to {theirs}: a draw"
    winner = 0 if mine > theirs else 1
    return f"{max(mine, theirs)} units to {min(mine, theirs)}: {SEATS[winner]} {{{winner}:wins|win}}"


def story_of(cards: Cards, events: Sequence[Json]) -> list[str]:
    """Return the lines of the log, with attacker and victim in one sentence."""
    lines: list[str] = []
    for before, event in zip([None, *events], events):
        line = sentence_of(cards, event)
        if event["event"] == "destroy" and before:
            victim = cards.names[event["kind"]]
            support = f" (supported from {', '.join(event['supporters'])})" if event["supporters"] else ""
            verb = "destroys" if before["event"] == "strike" else "and destroys"
            doer = "Air Strike" if before["event"] == "strike" else lines[-1]
            lines[-1] = f"{doer} {verb} {victim} on {event['space']}{support}"
        elif line:
            lines.append(line)
    return lines
