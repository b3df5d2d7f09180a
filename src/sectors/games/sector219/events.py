"""What happened, as data and in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector219.content import Cards, space_text
from sectors.kit import Json

NOBODY = -1
NAMES = ("deploy", "strike", "destroy", "out-of-supply", "draw", "lost-plays", "empty-turn", "end", "return")
REASONS = ("base", "count")
ENDINGS = {"base": "the enemy base is occupied", "count": "nobody can play any more, and units in play count"}


def event_of(cards: Cards, told: list[int]) -> Json:
    """What the core told, in the order of NAMES."""
    name = NAMES[told[0]]
    a, b, c, d = told[1:5]
    more = told[5:]
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


def sentence_of(cards: Cards, event: Json, names: Sequence[str]) -> str:
    """An event as a line of the log."""
    kinds = cards.names
    name = event["event"]
    who = names[event["seat"]] if "seat" in event else ""
    if name == "deploy":
        base = " (base)" if cards.space(event["space"]) in cards.bases else ""
        return f"{kinds[event['kind']]} to {event['space']}{base}"
    if name == "strike":
        return f"Air Strike on {event['space']}"
    if name == "destroy":
        support = f" (supported from {', '.join(event['supporters'])})" if event["supporters"] else ""
        return f"{kinds[event['kind']]} on {event['space']} destroyed{support}"
    if name == "out-of-supply":
        return f"{who} is out of supply: base empty"
    if name == "draw":
        cards_drawn = "1 card" if event["number"] == 1 else f"{event['number']} cards"
        what = ": " + ", ".join(kinds[kind] for kind in event["kinds"]) if "kinds" in event else ""
        return f"{who} draws {cards_drawn}{what}"
    if name == "return":
        what = ": " + ", then ".join(kinds[kind] for kind in event["kinds"]) if "kinds" in event else ""
        return f"{who} puts two cards under the deck{what}"
    if name == "lost-plays":
        return f"{who} cannot play and loses {event['number']} play{'s' if event['number'] > 1 else ''}"
    if name == "empty-turn":
        return f"{who} has no cards left"
    if event["reason"] == "base":
        return f"{names[event['result'].index(1.0)]} occupied the enemy base and wins"
    mine, theirs = event["units"]
    if mine == theirs:
        return f"{mine} units to {theirs}: a draw"
    return f"{max(mine, theirs)} units to {min(mine, theirs)}: {names[0 if mine > theirs else 1]} wins"


def story_of(cards: Cards, events: Sequence[Json], names: Sequence[str]) -> list[str]:
    """The log, with who destroyed and who was destroyed in one sentence."""
    lines: list[str] = []
    for before, event in zip([None, *events], events):
        line = sentence_of(cards, event, names)
        if event["event"] == "destroy" and before:
            victim = cards.names[event["kind"]]
            support = f" (supported from {', '.join(event['supporters'])})" if event["supporters"] else ""
            verb = "destroys" if before["event"] == "strike" else "and destroys"
            doer = "Air Strike" if before["event"] == "strike" else lines[-1]
            lines[-1] = f"{doer} {verb} {victim} on {event['space']}{support}"
        elif line:
            lines.append(line)
    return lines
