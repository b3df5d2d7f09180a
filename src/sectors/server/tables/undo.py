"""When a move may be taken back at a table: the kit's law, and to where it goes back.

Alone against bots, in a casual game, a move can be taken back even if it has shown something: the game is then marked
as practice."""

from __future__ import annotations

from sectors.kit.undo import Undo, judge
from sectors.server.protocol.responses import UndoAnswer
from sectors.server.tables.table import Table, at_core

GLANCE = 2  # positions tried for what a page shows; whoever really asks has it judged in full


def undo_law(table: Table, seat: int, glance: bool = False) -> tuple[UndoAnswer | None, int]:
    """What taking back the seat's last move would be, and the step to which it goes back."""
    begun = len(table.info.begun["actions"]) if table.info.begun else 0
    own = [step for step in range(begun, len(table.steps)) if table.steps[step].seat == seat]
    if not own or table.state is None or table.status != "playing":
        return None, 0
    to = own[-1]
    drawn = table.steps[to - 1].drawn if to else table.drawn_at_start()
    shown: UndoAnswer = "practice" if is_alone(table, seat) else "refused"
    if len(table.drawn) > drawn:
        return shown, to
    before = at_core(table.state, table.core_at(to))
    before.actions = [step.text for step in table.steps[:to]]
    before.chance = table.drawn[:drawn]
    verdict = judge(before, table.state, GLANCE) if glance else judge(before, table.state)
    return shown if verdict is Undo.REFUSED else verdict.value, to


def is_alone(table: Table, seat: int) -> bool:
    """Whether nobody but whoever holds the seat has played in this casual game, besides bots."""
    player = table.places[seat].player
    others = any(place.kind == "person" and place.player != player for place in table.places)
    return table.info.casual and not others and set(table.held) <= {player}
