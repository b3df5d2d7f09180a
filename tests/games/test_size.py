"""A position in play is small, for every number of seats: a search keeps many."""

import sys
from typing import Any

import pytest

import sectors
from sectors.kit.game import is_interpreted

LIMITS = {"sector18": 1000, "sector219": 1000, "sector6": 1000, "sector86": 2000, "starsectors": 4000}
STARSECTORS: Any = sectors.load("starsectors")
CASES: list[tuple[str, int, dict[str, Any]]] = [
    (name, seats, {}) for name in LIMITS for seats in sectors.load(name).seat_numbers
]
CASES += [
    ("starsectors", seats, {"fleets": "build", "points": 25, "map": name})
    for name in STARSECTORS.content.maps
    for seats in (2, 3, 4)
]


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_a_position_is_under_the_limit(name: str, seats: int, options: dict[str, object]) -> None:
    core = sectors.load(name).new(seats=seats, options=options, seed=1).core
    if not is_interpreted(type(core)):  # else it is made of lists
        assert sys.getsizeof(core) < LIMITS[name]
