"""A map of the table's own (2.5, R16, section 7): the option `map` is an object."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors.kit import BadInput, BadOption, BadPosition
from sectors.kit.options import parse_options
from tests.games.starsectors.compact import game

POND: dict[str, Any] = {
    "name": "my-pond_2",
    "title": "The Pond, 2",
    "w": 8,
    "h": 9,
    "points": 15,
    "terrain": {"0505": "S", "0204": "W", "0803": "W", "0107": "N", "0106": "N", "0703": "B"},
    "wormholes": ["0803", "0204"],
}
FEW = {"fleets": [["lark", "jackal"], ["osprey"]], "purchase": "none"}


def own(**changes: Any) -> dict[str, Any]:
    return {"map": {**copy.deepcopy(POND), **changes}, **FEW}


def test_it_is_played_and_stands_in_options_position_and_record_as_given() -> None:
    state = game().new(seed=3, options=own())
    rng = random.Random(3)
    while state.to_act is not None:
        assert state.position()["map"] == POND == state.options["map"] == state.view(0)["map"]
        assert list(state.position()["options"]["map"]["terrain"]) == list(POND["terrain"])
        assert game().at(json.loads(json.dumps(state.position()))) == state
        state.play(rng.choice(state.legal()))
    again = sectors.replay(json.loads(json.dumps(state.record())))
    assert again == state and again.record() == state.record()


def test_what_is_given_is_not_shared_with_the_caller() -> None:
    given = own()
    state = game().new(seed=1, options=given)
    given["map"]["terrain"]["0505"] = "A"
    assert state.options["map"] == POND


def test_it_may_bear_the_name_of_another_map_and_differ_from_it() -> None:
    state = game().new(seed=1, options=own(name="belt"))
    assert state.position()["map"]["terrain"] == POND["terrain"]
    assert game().new(seed=1, options={"map": "belt"}).position()["map"]["w"] == 14
    assert game().at(state.position()) == state


def test_one_equal_to_a_map_of_the_content_plays_alike() -> None:
    named = game().new(seed=5, options={"map": "gates"})
    given = game().new(seed=5, options={"map": named.position()["map"]})
    rng = random.Random(5)
    for _ in range(200):
        assert named.legal() == given.legal() and named.position()["ships"] == given.position()["ships"]
        if named.to_act is None:
            break
        text = rng.choice(named.legal())
        named.play(text)
        given.play(text)


BAD: list[tuple[str, Any]] = [
    ("name", ""),
    ("name", "2nd"),
    ("name", "Pond"),
    ("name", "a" * 33),
    ("name", "pond\n"),
    ("name", None),
    ("title", ""),
    ("title", " Pond"),
    ("title", "Pond "),
    ("title", "x" * 41),
    ("title", "a\tb"),
    ("title", 7),
    ("w", 7),
    ("w", 9),
    ("w", 32),
    ("w", 8.0),
    ("w", True),
    ("h", 7),
    ("h", 31),
    ("points", 0),
    ("points", 1001),
    ("terrain", []),
    ("terrain", {"0905": "A"}),
    ("terrain", {"505": "A"}),
    ("terrain", {"0500": "A"}),
    ("terrain", {"0505": "Q"}),
    ("terrain", {"0505": "."}),
    ("terrain", {"0505": ""}),
    ("terrain", {"0505": "AA"}),
    ("terrain", {"0502": "A"}),
    ("terrain", {"0508": "A"}),
    ("terrain", {"0503": "S"}),
    ("wormholes", []),
    ("wormholes", ["0803"]),
    ("wormholes", ["0803", "0803"]),
    ("wormholes", ["0803", "0204", "0505"]),
    ("wormholes", [["0803", "0204"]]),
    ("wormholes", None),
]


@pytest.mark.parametrize(("key", "value"), BAD)
def test_an_object_that_is_no_valid_map_is_refused(key: str, value: Any) -> None:
    changes = {key: value} | ({"wormholes": []} if key == "terrain" else {})
    with pytest.raises(BadOption, match="map"):
        game().new(seed=1, options=own(**changes))
    state = game().new(seed=1, options=own())
    bad = {**state.position(), "map": {**POND, **changes}}
    bad["options"] = {**bad["options"], "map": bad["map"]}
    with pytest.raises(BadPosition):
        game().at(bad)


def test_wormholes_stand_alone_and_not_beside_a_star() -> None:
    for terrain in ({"0404": "W", "0405": "W"}, {"0505": "S", "0504": "W", "0206": "W"}):
        holes = [name for name, code in terrain.items() if code == "W"]
        with pytest.raises(BadOption, match="wormholes"):
            game().new(seed=1, options=own(terrain=terrain, wormholes=holes))


def test_every_field_is_needed_and_there_is_no_other() -> None:
    for key in POND:
        with pytest.raises(BadOption, match=key):
            game().new(seed=1, options={**FEW, "map": {name: value for name, value in POND.items() if name != key}})
    with pytest.raises(BadOption, match="seed"):
        game().new(seed=1, options=own(seed=1))


def test_no_other_value_is_a_map() -> None:
    for value in ("pond", 3, None, ["open"], True):
        with pytest.raises(BadOption, match="option map"):
            game().new(seed=1, options={**FEW, "map": value})


def test_a_fleet_without_room_is_refused_as_on_every_map() -> None:
    with pytest.raises(BadOption, match="room"):
        game().new(seed=1, options={**own(), "fleets": [["lark"] * 40, ["lark"] * 40]})


def test_a_position_must_have_the_map_of_its_option() -> None:
    position = game().new(seed=1, options=own()).position()
    for changed in ({"title": "Another"}, {"points": 16}, {"terrain": {**POND["terrain"], "0305": "A"}}, {"w": 8.0}):
        with pytest.raises(BadPosition, match="map"):
            game().at({**position, "map": {**POND, **changed}})


def test_an_option_can_be_typed_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pond.json"
    file.write_text(json.dumps(POND))
    assert parse_options([f"map=@{file}", "points=15"]) == {"map": POND, "points": 15}
    file.write_text("{")
    for name in (file, tmp_path / "missing.json"):
        with pytest.raises(BadInput, match="file"):
            parse_options([f"map=@{name}"])
