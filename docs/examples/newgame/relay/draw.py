"""A view of Relay as a picture."""

from __future__ import annotations

from sectors.kit import Json, svg

WIDE = 56


def picture(view: Json, facts: Json) -> svg.Picture:
    hand = [card(i, signal, facts["beaten"].get(str(signal))) for i, signal in enumerate(view["hand"])]
    give_up = svg.thing("do:yield", "yield", svg.text(20, 210, "Yield", size=16), touch=svg.rectangle(14, 190, 60, 30))
    words = "Sent: " + (" ".join(map(str, view["sent"])) or "nothing yet")
    sent = svg.thing("pile:sent", words, svg.text(20, 60, words, size=18), touch=svg.rectangle(14, 36, 340, 34))
    return svg.document(40 + WIDE * 6, 240, sent, *hand, give_up, title="Relay", game="relay")


def card(i: int, signal: int, beaten: float | None) -> str:
    """A signal, and the chance that it is beaten where it can be sent."""
    x = 20 + WIDE * i
    parts = [svg.card(x, 110, 44, 60), svg.text(x + 22, 140, str(signal), size=20, anchor="middle")]
    if beaten is not None:
        parts.append(svg.text(x + 22, 162, f"{beaten:.0%}", size=12, anchor="middle"))
    return svg.thing(f"hand:{signal}", f"signal {signal}", *parts, touch=svg.rectangle(x, 110, 44, 60))
