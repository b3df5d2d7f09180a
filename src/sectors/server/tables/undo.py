"""When a move may be taken back at a table: the kit's law, and to where it goes back."""

from __future__ import annotations

from typing import Literal

from sectors.kit.undo import judge
from sectors.server.tables.table import Table, at_core

GLANCE = 2  # positions tried for what a page shows; whoever really asks has it judged in full

Law = Literal["free", "consent", "refused"]


def undo_law(table: Table, seat: int, glance: bool = False) -> tuple[Law | None, int]:
    """What taking back the seat's last move would be, and the step to which it goes back."""
    begun = len(table.info.begun["actions"]) if table.info.begun else 0
    own = [step for step in range(begun, len(table.steps)) if table.steps[step].seat == seat]
    if not own or table.state is None or table.status != "playing":
        return None, 0
    to = own[-1]
    drawn = table.steps[to - 1].drawn if to else table.drawn_at_start()
    if len(table.drawn) > drawn:
        return "refused", to
    before = at_core(table.state, table.core_at(to))
    before.actions = [step.text for step in table.steps[:to]]
    before.chance = table.drawn[:drawn]
    verdict = judge(before, table.state, GLANCE) if glance else judge(before, table.state)
    return verdict.value, to
