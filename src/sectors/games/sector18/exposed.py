"""Ships given away: lost by the move itself, or left where a stronger enemy can take them for nothing."""

from __future__ import annotations

from sectors.games.sector18.maps import BASE, PLACES
from sectors.games.sector18.rules import Sector18
from sectors.kit import Json
from sectors.kit.effects import for_nothing

RETURNS = ("combat", "hit", "claim", "gain")  # events that make a command worth its risk


def is_lost_for_nothing(before: Json, after: Json, events: list[Json], side: int) -> bool:
    """Return whether a move itself loses a ship for nothing. A strike at the base is worth the ship (R6.8)."""
    pairs = [list(zip(before["at"][one], after["at"][one])) for one in (0, 1)]
    gone = [sum(was != PLACES and now == PLACES for was, now in pair) for pair in pairs]
    gone[1 - side] += sum(event["event"] == "hit" for event in events)
    return for_nothing(gone, side)


def find_exposed_ship(core: Sector18, twin: Sector18, events: list[Json]) -> int | None:
    """Return the ship that a command of a duel exposes for no gain, or None.

    It was safe before; now a stronger enemy ship can take it next turn, and no other ship could take that one back.
    """
    side = core.side
    if any(event["event"] in RETURNS and event.get("seat", side) == side for event in events):
        return None
    before, after = Fleets(core), Fleets(twin)
    for ship in range(4):
        was, now = before.at[side][ship], after.at[side][ship]
        if PLACES in (was, now) or was == now or before.stronger_foes(side, ship):
            continue
        if any(after.is_free(side, ship, foe) for foe in after.stronger_foes(side, ship)):
            return ship
    return None


class Fleets:
    """The ships in a position: where each can get in one command, and which would win there."""

    def __init__(self, core: Sector18) -> None:
        self.core = core
        self.at = core.fields()["at"]

    def damage(self, side: int, ship: int) -> int:
        return int(self.core.stats(side, ship)[0])

    def reaches(self, side: int, ship: int, place: int) -> bool:
        """Return whether a ship can get to a place in one command (R6.3)."""
        start = self.at[side][ship]
        if start == PLACES:
            return False
        _, speed, leaving = self.core.stats(side, ship)
        return bool(self.core.tables.walk(side, leaving, start, place) <= speed)

    def stronger_foes(self, side: int, ship: int) -> list[int]:
        """Return the enemy ships that can get to a ship and would win (R6.7)."""
        place, damage = self.at[side][ship], self.damage(side, ship)
        if place in BASE:
            return []
        return [foe for foe in range(4) if self.reaches(1 - side, foe, place) and self.damage(1 - side, foe) > damage]

    def is_free(self, side: int, ship: int, foe: int) -> bool:
        """Return whether an enemy ship could take a ship for nothing: no other ship could then beat or tie it."""
        place, damage = self.at[side][ship], self.damage(1 - side, foe)
        others = [other for other in range(4) if other != ship and self.reaches(side, other, place)]
        lost = [0, 0]
        lost[side], lost[1 - side] = 1, int(any(self.damage(side, other) >= damage for other in others))
        return for_nothing(lost, side)
