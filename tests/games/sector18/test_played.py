"""Games that another implementation of the same rules played: every step must be the same here."""

import gzip
import json
from pathlib import Path

import pytest

import sectors
from sectors.kit.records import replayed

GOLDEN = Path(__file__).parents[2] / "golden" / "sector18"
PLAYED = [json.loads(line) for line in gzip.decompress((GOLDEN / "played.jsonl.gz").read_bytes()).splitlines()]
GAME = sectors.load("sector18")


def name(played):
    return f"{played['seats']}-{json.dumps(played['options'])}"[:60]


@pytest.mark.parametrize("played", PLAYED, ids=name)
def test_every_step_of_a_played_game_is_the_same(played):
    state = GAME.new(played["seats"], options=played["options"], chance=played["chance"])
    for number, step in enumerate(played["steps"]):
        if "to_act" in step:
            assert state.to_act == step["to_act"]
        if "legal" in step:
            assert state.legal() == step["legal"]
        for text, code, rule in step.get("refusals", []):
            refusal = state.refusal(text)
            assert (text, refusal.code, refusal.rule) == (text, code, rule)
        if "position" in step:
            assert json.dumps(state.position()) == json.dumps(step["position"])
            assert GAME.at(step["position"]) == state
        if "views" in step:
            seats = [*range(played["seats"]), None]
            assert json.dumps([state.view(seat) for seat in seats]) == json.dumps(step["views"])
        if number < len(played["actions"]):
            state.play(played["actions"][number])
    assert [state.result, state.reason] == [played["result"], played["reason"]]
    assert not state.chance_left()
    assert replayed(GAME, state.record()) == state


def test_the_played_games_have_every_map_faction_achievement_and_ending():
    maps = {json.dumps(game["options"].get("map", "medium")) for game in PLAYED}
    assert {'"small"', '"medium"', '"large"'} < maps
    assert {game["reason"] for game in PLAYED} == {"base", "turns", "passes"}
    assert {one for game in PLAYED for one in game["options"].get("achievements", [])} == {
        "damage",
        "speed",
        "cost",
        "double",
    }
    final = [game["steps"][-1]["position"] for game in PLAYED]
    assert {side["faction"] for one in final for side in one["players"]} >= set(GAME.box.faction_ids)
