"""Units that somebody gives away: laid where they do nothing, may be destroyed next turn, and that has no answer.

Of the enemy's cards only what everybody knows is used: those that nobody has seen yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector219.content import Cards
from sectors.games.sector219.position import unseen
from sectors.games.sector219.rules import Sector219
from sectors.kit.effects import for_nothing

LIKELY = 0.25  # of the enemy's unseen cards, what must be able to destroy a unit: some of them are in its hand


def attackers(cards: Cards, core: Sector219, seat: int, kind: int, target: int) -> list[int]:
    """R5, R6: the spaces from which a unit of this kind and seat could destroy a unit on a space."""
    unit = cards.units[kind]
    if not unit.alone and not core.is_covered(seat, target):
        return []
    steps = [(-dx, -dy) for dx, dy in unit.attack]
    return [space for space in beside(cards, seat, target, steps) if core.may_deploy(seat, kind, space)]


def beside(cards: Cards, seat: int, space: int, steps: Sequence[tuple[int, int]]) -> list[int]:
    """R1.5: the spaces of the field that many columns and rows away, rows counted towards the seat's enemy."""
    ahead = 1 if seat == 0 else -1
    places = [(space % 16 + dx, space // 16 + dy * ahead) for dx, dy in steps]
    return [16 * row + column for column, row in places if 0 <= column < cards.side and 0 <= row < cards.side]


def is_given_away(cards: Cards, core: Sector219, after: Sector219, kind: int, space: int) -> bool:
    """Whether a unit that is laid on a space without destroying anything is given away there.

    `core` is the position before it is laid, which is also that after its loss but for the attacker. Air Strikes, which
    reach everything, do not count.
    """
    seat = core.to_act
    if space == core.base_of(seat) or supports_attacks(cards, core, kind, space):
        return False
    hand = core.hand(seat)
    hand[kind] -= 1
    own = [one for one, number in enumerate(hand) if number]

    def is_free(attacker: int) -> bool:
        answers = any(set(attackers(cards, core, seat, one, attacker)) - {attacker} for one in own)
        lost = [0, 0]
        lost[seat], lost[1 - seat] = 1, int(answers)
        return for_nothing(lost, seat)

    possible = unseen(cards, core, 1 - seat)
    able = sum(
        number
        for one, number in enumerate(possible)
        if number and any(is_free(attacker) for attacker in attackers(cards, after, 1 - seat, one, space))
    )
    return able > 0 and able >= LIKELY * sum(possible)


def supports_attacks(cards: Cards, core: Sector219, kind: int, space: int) -> bool:
    """R6.3: whether a unit of this kind on a space would support attacks on some unit of the enemy."""
    seat = core.to_act
    spaces = beside(cards, seat, space, cards.units[kind].support)
    return any((core.unit_at(one) or (seat,))[0] != seat for one in spaces)
