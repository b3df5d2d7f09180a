"""What observers promise beside the laws of the conformance suite: sizes, what fits, and what seats see alike."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors.kit import BadInput, BadOption

BENCH = Path(__file__).parents[2] / "bench" / "envs.py"


def actions(name: str, seats: int | None = None, **options: object) -> int:
    game = sectors.load(name)
    return int(game.observer(*game.settings(seats, options)).actions)


def test_action_spaces_are_compact() -> None:
    assert actions("sector219") == 5275 and actions("sector86") == 479
    game: Any = sectors.load("sector18")
    assert all(actions("sector18", map=name) < 600 for name in game.box.maps)
    assert all(actions("sector6", seats) <= 1100 for seats in (2, 3, 4))
    assert actions("starsectors", 4, map="frontier", points=100) <= 2000


def test_what_does_not_fit_is_refused() -> None:
    fleets = [["jackal"] * 70, ["jackal"] * 70]
    with pytest.raises(BadOption, match="allowed are at most 2000"):
        actions("starsectors", 2, map="frontier", fleets=fleets)


def test_both_seats_of_sector_219_see_the_same_game() -> None:
    """A position and its mirror image, seen by the other seat, look alike."""
    game = sectors.load("sector219")
    observer = game.observer(*game.settings(None, None))
    state = game.new(seed=3, options={"opening": "first_game", "first": 0})
    rng = random.Random(1)
    while len(state.actions) < 9:
        state.play(rng.choice(state.legal()))
    position = state.position()
    flipped = {key: value[::-1] if isinstance(value, list) else value for key, value in position.items()}
    flipped["units"] = {
        f"{space[0]}{14 - int(space[1:])}": f"{1 - int(unit[0])}{unit[1:]}" for space, unit in position["units"].items()
    }
    flipped |= {"first": 1 - position["first"], "to_act": 1 - position["to_act"]}
    flipped["options"] = {**position["options"], "first": 1}
    mirror = game.at(flipped)
    for seat in range(2):
        assert observer.observation(mirror.core, 1 - seat) == observer.observation(state.core, seat)
    legal = {observer.index_of(state.core, code) for code in state.legal_codes()}
    assert {observer.index_of(mirror.core, code) for code in mirror.legal_codes()} == legal


def test_fields_are_found_by_name() -> None:
    game = sectors.load("sector219")
    state = game.new(seed=7)
    observer = game.observer(state.seats, state.options)
    row = observer.observation(state.core, 0)
    assert sum(row[observer.slice_of("hand")]) == 5 == sum(observer.split(row)["hand"])
    with pytest.raises(BadInput, match="there is no field"):
        observer.slice_of("hend")


def test_the_benchmark_of_environments_measures_a_game() -> None:
    name = sectors.games()[0]
    done = subprocess.run(
        [sys.executable, BENCH, name, "--seconds", "0.03", "--json", "--alone"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)["games"][name]
    assert found["steps/s"] > 1000 and found["two threads / one"] > 0
