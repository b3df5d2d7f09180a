"""Why something cannot be done."""

from __future__ import annotations

from collections.abc import Sequence

from relay.notation import code_of
from relay.rules import Relay
from sectors.kit import Why

SENTENCES = {
    "game-over": ("R4", "The game is over (R4)."),
    "not-your-turn": ("R2", "It is the other station's turn (R2)."),
    "bad-notation": ("R2", "Write the number of a signal, or yield (R2)."),
    "not-in-hand": ("R2", "You do not hold that signal (R2)."),
    "too-low": ("R2", "A signal must be higher than the one sent last (R2)."),
}


def refuse(core: Relay, text: str) -> str:
    code = code_of(core.signals, text)
    if code is None:
        return "bad-notation"
    return "not-in-hand" if core.holders()[code - 1] != core.to_act else "too-low"


def refuse_path(path: Sequence[str]) -> Why | None:
    """The reason for touching what no move has in it."""
    if path and path[-1] == "pile:sent":
        return "not-in-hand", "R2", "A signal that has been sent belongs to nobody (R2)."
    return None
