"""A view of Relay as text for the terminal."""

from __future__ import annotations

from sectors.kit import Json


def screen(view: Json, facts: Json) -> str:
    lines = ["Sent: " + (" ".join(map(str, view["sent"])) or "nothing yet")]
    if view["seat"] is not None:
        lines.append(f"Hand: {' '.join(map(str, view['hand']))}")
    odds = [f"{signal} in {chance:.0%}" for signal, chance in facts["beaten"].items()]
    if odds:
        lines.append(f"Beaten: {', '.join(odds)} of cases")
    return "\n".join([*lines, f"Signals in hand: {view['counts'][0]} and {view['counts'][1]}"])
