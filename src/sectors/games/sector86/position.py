"""Positions and views as JSON (section 7 of the rules), written by position_writing.py, read by position_reading.py."""

from __future__ import annotations

from sectors.games.sector86.content import Deck
from sectors.games.sector86.position_reading import PositionReader
from sectors.games.sector86.position_writing import EVERYTHING, SPECTATOR, Writer
from sectors.games.sector86.rules import Sector86
from sectors.kit import Json, Reader


def position(deck: Deck, core: Sector86) -> Json:
    return Writer(deck, core, EVERYTHING).write()


def view(deck: Deck, core: Sector86, seat: int | None) -> Json:
    return Writer(deck, core, SPECTATOR if seat is None else seat).write()


def read(deck: Deck, core: Sector86, data: Json) -> Sector86:
    """Lay a position out on an empty core."""
    PositionReader(deck, core, Reader(data)).read()
    return core


def census(position: Json) -> list[str]:
    """Return all cards, sorted: each is in exactly one place (R1.3)."""
    cards = [*position["deck"], *position["discard"], *position["queue"], *position["missions"]]
    cards += position["ctx"]["wrecks"] + position["ctx"]["smalls"]
    if position["ctx"]["auction"]:
        cards.append(position["ctx"]["auction"]["ship"])
    for station in position["stations"]:
        cards += [card for card, _ in station["credits"]]
        cards += [entry["id"] for key in ("crew", "facilities", "missions") for entry in station[key]]
        cards += [ship for docks in station["ports"].values() for dock in docks for ship in dock]
    return sorted(cards)
