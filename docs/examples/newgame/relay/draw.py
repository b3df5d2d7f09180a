"""A view of Relay as a picture and as text."""

from __future__ import annotations

from sectors.kit import Json, svg

WIDE = 56


def picture(view: Json) -> str:
    hand = [
        svg.thing(
            f"hand:{signal}",
            f"signal {signal}",
            svg.card(20 + WIDE * i, 110, 44, 60),
            svg.text(42 + WIDE * i, 146, str(signal), size=20, anchor="middle"),
            touch=svg.box(20 + WIDE * i, 110, 44, 60),
        )
        for i, signal in enumerate(view["hand"])
    ]
    give_up = svg.thing("do:yield", "yield", svg.text(20, 210, "Yield", size=16), touch=svg.box(14, 190, 60, 30))
    sent = svg.text(20, 60, "Sent: " + (" ".join(map(str, view["sent"])) or "nothing yet"), size=18)
    return svg.document(40 + WIDE * 6, 240, sent, *hand, give_up, title="Relay", game="relay")


def screen(view: Json) -> str:
    lines = ["Sent: " + (" ".join(map(str, view["sent"])) or "nothing yet")]
    if view["seat"] is not None:
        lines.append(f"Hand: {' '.join(map(str, view['hand']))}")
    return "\n".join([*lines, f"Signals in hand: {view['counts'][0]} and {view['counts'][1]}"])
