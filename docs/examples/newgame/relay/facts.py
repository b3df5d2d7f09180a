"""What a seat can reckon from what it knows, what it can touch, and what a move does."""

from __future__ import annotations

from math import comb

from relay.notation import YIELD
from relay.position import held, sent
from relay.rules import Relay
from sectors.kit import Effect, Json, Thing

FACTS = {
    "last": "the signal sent last, 0 before the first",
    "playable": "the own signals that are higher",
    "beaten": "for each of these the chance that the other station holds a higher one",
}


def facts(core: Relay, seat: int | None) -> Json:
    own = [] if seat is None or core.over else [one for one in held(core, seat) if one > core.last]
    return {"last": core.last, "playable": own, "beaten": {str(one): beaten(core, seat or 0, one) for one in own}}


def beaten(core: Relay, seat: int, signal: int) -> float:
    """The chance that the other seat holds a signal above this one: its hand is any part of what is unseen."""
    known = set(held(core, seat)) | set(sent(core))
    unseen = [one for one in range(1, core.signals + 1) if one not in known]
    lower = sum(one < signal for one in unseen)
    size = len(held(core, 1 - seat))
    return round(1 - comb(lower, size) / comb(len(unseen), size), 4)


def things(core: Relay, seat: int | None) -> list[Thing]:
    """What has been sent, the own hand, and the button to yield."""
    found = [Thing("pile:sent", "Sent", ", ".join(map(str, sent(core))) or "nothing yet")]
    for signal in [] if seat is None else held(core, seat):
        found.append(Thing(f"hand:{signal}", f"Signal {signal}", "" if signal > core.last else "too low now", seat))
    return [*found, Thing("do:yield", "Yield", "the other station wins")]


def effects(core: Relay, text: str) -> tuple[Effect, ...]:
    if text == YIELD:
        return (Effect("loses", "the other station wins", "do:yield"),)
    chance = beaten(core, core.to_act, int(text))
    if chance == 0:
        return (Effect("wins", "no higher signal is left to the other station", f"hand:{text}"),)
    return (Effect("warns", f"the other station holds a higher one in {chance:.0%} of cases", f"hand:{text}", chance),)
