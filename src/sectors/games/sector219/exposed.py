"""Units given away: deployed where they do nothing and may be destroyed next turn without an answer.

Only public knowledge of the enemy's cards is used: which of them have not been seen yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector219.content import Cards
from sectors.games.sector219.position import unseen
from sectors.games.sector219.rules import Sector219
from sectors.kit.effects import for_nothing

LIKELY = 0.25  # share of the enemy's unseen cards, some of them in its hand, that must be able to destroy the unit


def attack_spaces(cards: Cards, core: Sector219, seat: int, kind: int, target: int) -> list[int]:
    """Return the spaces from which a unit of this kind and seat could destroy a unit on a space (R5, R6)."""
    unit = cards.units[kind]
    if not unit.alone and not core.is_covered(seat, target):
        return []
    steps = [(-dx, -dy) for dx, dy in unit.attack]
    return [space for space in beside(cards, seat, target, steps) if core.may_deploy(seat, kind, space)]


def beside(cards: Cards, seat: int, space: int, steps: Sequence[tuple[int, int]]) -> list[int]:
    """Return the spaces of the field at these steps from a space, with rows counted towards the seat's enemy (R1.5)."""
    ahead = 1 if seat == 0 else -1
    places = [(space % 16 + dx, space // 16 + dy * ahead) for dx, dy in steps]
    return [16 * row + column for column, row in places if 0 <= column < cards.side and 0 <= row < cards.side]


def is_given_away(cards: Cards, core: Sector219, after: Sector219, kind: int, space: int) -> bool:
    """Return whether a unit that is deployed on a space without destroying anything is given away there.

    `core` is the position before the deployment, which is also the one after the loss except for the attacker. Air
    Strikes do not count, since they reach everything.
    """
    seat = core.to_act
    if space == core.base_of(seat) or supports_attacks(cards, core, kind, space):
        return False
    hand = core.hand(seat)
    hand[kind] -= 1
    own = [one for one, number in enumerate(hand) if number]

    def is_free(attacker: int) -> bool:
        answers = any(set(attack_spaces(cards, core, seat, one, attacker)) - {attacker} for one in own)
        lost = [0, 0]
        lost[seat], lost[1 - seat] = 1, int(answers)
        return for_nothing(lost, seat)

    possible = unseen(cards, core, 1 - seat)
    able = sum(
        number
        for one, number in enumerate(possible)
        if number and any(is_free(attacker) for attacker in attack_spaces(cards, after, 1 - seat, one, space))
    )
    return able > 0 and able >= LIKELY * sum(possible)


def supports_attacks(cards: Cards, core: Sector219, kind: int, space: int) -> bool:
    """Return whether a unit of this kind on a space would support attacks on some enemy unit (R6.3)."""
    seat = core.to_act
    spaces = beside(cards, seat, space, cards.units[kind].support)
    return any((core.unit_at(one) or (seat,))[0] != seat for one in spaces)
