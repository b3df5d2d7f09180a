"""Whether a move may be taken back at a table, by the kit's rule, and to which step.

Alone against bots in a casual game, a move can be taken back even if it has revealed something; the game is then
marked as practice."""

from __future__ import annotations

from sectors.kit.undo import Undo, judge
from sectors.server.protocol.responses import UndoAnswer
from sectors.server.tables.table import Table, state_at

GLANCE = 2  # positions tried for what a page shows; the command `undo` is judged in full


def undo_law(table: Table, seat: int, glance: bool = False) -> tuple[UndoAnswer | None, int]:
    """Return what taking back the seat's last move would be, and the step before that move."""
    begun = len(table.info.begun["actions"]) if table.info.begun else 0
    own = [step for step in range(begun, len(table.steps)) if table.steps[step].seat == seat]
    if not own or table.state is None or table.status != "playing":
        return None, 0
    to = own[-1]
    drawn = table.steps[to - 1].drawn if to else table.drawn_at_start()
    shown: UndoAnswer = "practice" if is_alone(table, seat) else "refused"
    if len(table.drawn) > drawn:
        return shown, to
    before = state_at(table.state, table.core_at(to))
    before.actions = [step.text for step in table.steps[:to]]
    before.chance = table.drawn[:drawn]
    verdict = judge(before, table.state, GLANCE) if glance else judge(before, table.state)
    return shown if verdict is Undo.REFUSED else verdict.value, to


def is_alone(table: Table, seat: int) -> bool:
    """Return whether the game is casual and only the seat's player and bots have played in it."""
    player = table.places[seat].player
    others = any(place.kind == "person" and place.player != player for place in table.places)
    return table.info.casual and not others and set(table.held) <= {player}
