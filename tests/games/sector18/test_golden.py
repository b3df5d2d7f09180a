"""The golden cases, the reference games and the example positions of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

import sectors

from ..test_played import played
from .script import GAME, Script, read_cases

GOLDEN = Path(__file__).parents[2] / "golden" / "sector18"
CASES = read_cases((GOLDEN / "cases.txt").read_text())
EXAMPLES = json.loads((GOLDEN / "examples.json").read_text())


@pytest.mark.parametrize("title", CASES, ids=lambda title: title.split()[0])
def test_golden_case(title: Any) -> None:
    script = Script()
    for statements in CASES[title]:
        for statement in statements:
            script.run(statement)


@pytest.mark.parametrize("record", EXAMPLES["records"], ids=["duel", "solo"])
def test_a_reference_game_replays_to_its_end(record: Any) -> None:
    state = sectors.replay(record)
    assert state.to_act is None
    assert json.dumps(state.record()) == json.dumps(record)


def test_the_position_in_the_middle_of_a_command_fleet_is_that_of_the_record() -> None:
    fleet = EXAMPLES["positions"][0]
    record = {**EXAMPLES["records"][0], "result": None, "reason": None}
    record["actions"] = record["actions"][:23]
    assert json.dumps(sectors.replay(record).position()) == json.dumps(fleet)
    assert GAME.at(fleet).legal() == ["M-a3", "M-a4", "M-b2", "M-b3", "M-base1", "done"]


def test_the_player_chooses_among_planets_equally_near() -> None:
    target, view = EXAMPLES["positions"][1:]
    state = GAME.at(target)
    assert json.dumps(state.position()) == json.dumps(target)
    assert json.dumps(state.view(0)) == json.dumps(view)
    state.play("target:c1")
    assert [side["ships"].keys() for side in state.position()["players"]] == [{"M": 0}.keys(), {}.keys()]


def test_the_played_games_have_every_map_faction_and_achievement() -> None:
    games = played("sector18")
    maps = {json.dumps(game["options"].get("map", "medium")) for game in games}
    assert {'"small"', '"medium"', '"large"'} < maps
    achievements = {one for game in games for one in game["options"].get("achievements", [])}
    assert achievements == {"damage", "speed", "cost", "double"}
    final = [game["steps"][-1]["position"] for game in games]
    assert {side["faction"] for one in final for side in one["players"]} >= set(GAME.box.faction_ids)
