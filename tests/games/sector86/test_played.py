"""Games played by an independent implementation of the same rules, step by step."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import sectors

FILE = Path(__file__).parents[2] / "golden" / "sector86" / "played.jsonl.gz"
GAMES = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]
GAME = sectors.load("sector86")


@pytest.mark.parametrize("played", GAMES, ids=range(len(GAMES)))
def test_game(played: dict[str, Any]) -> None:
    state = GAME.new(seats=played["seats"], options=played["options"], chance=played["chance"])
    actions = [*played["actions"], None]
    for action, step in zip(actions, played["steps"], strict=True):
        assert state.to_act == step.get("to_act")
        assert state.legal() == step.get("legal", [])
        for text, code, rule in step.get("refusals", []):
            refusal = state.refusal(text)
            assert refusal is not None and (refusal.code, refusal.rule) == (code, rule), text
        if "position" in step:
            assert state.position() == step["position"]
            assert GAME.at(step["position"]) == state
        for seat, view in zip([*range(state.seats), None], step.get("views", [])):
            assert state.view(seat) == view
            assert list(state.view(seat)) == list(view)
        if action is not None:
            state.play(action)
    assert (state.result, state.reason) == (played["result"], played["reason"])
    assert not state.chance_left()
