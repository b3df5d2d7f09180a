"""What happened, as data and in sentences."""

from __future__ import annotations

from relay.numbers import SENT
from sectors.kit import Json

FIELDS = {"sent": ("seat", "signal"), "yielded": ("seat",)}  # in the order of their numbers
ENDINGS = {"yielded": "the other station yields"}


def event_of(told: list[int]) -> Json:
    if told[0] == SENT:
        things = {"from": f"hand:{told[2]}", "to": "pile:sent"}
        return {"event": "sent", "seat": told[1], "signal": told[2], "things": things}
    return {"event": "yielded", "seat": told[1]}


def sentence_of(event: Json) -> str:
    seat = event["seat"]
    if event["event"] == "sent":
        return f"{{seat:{seat}}} {{{seat}:sends|send}} {event['signal']}."
    return f"{{seat:{seat}}} {{{seat}:yields|yield}}."
