"""Games played by an independent implementation of the same rules: every legal list, position, view and refusal."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors.kit.records import replay_record

GOLDEN = Path(__file__).parents[1] / "golden"


def played(name: str) -> list[dict[str, Any]]:
    lines = gzip.decompress((GOLDEN / name / "played.jsonl.gz").read_bytes()).splitlines()
    return [json.loads(line) for line in lines]


def all_played() -> Iterator[Any]:
    for file in sorted(GOLDEN.glob("*/played.jsonl.gz")):
        for number, one in enumerate(played(file.parent.name), 1):
            yield pytest.param(one, id=f"{one['game']}-{number}-{one['seats']}-{one['reason']}")


def text(value: Any) -> str:
    """Byte for byte, order included, but for the skills that somebody trains: those are a set."""
    return json.dumps(without_order(value), ensure_ascii=False)


def without_order(value: Any) -> Any:
    if isinstance(value, list):
        return [without_order(one) for one in value]
    if isinstance(value, dict):
        return {
            key: dict(sorted(one.items())) if key == "train" and isinstance(one, dict) else without_order(one)
            for key, one in value.items()
        }
    return value


@pytest.mark.parametrize("one", all_played())
def test_every_step_of_a_played_game_is_the_same(one: dict[str, Any]) -> None:
    game = sectors.load(one["game"])
    state = game.new(one["seats"], options=one["options"], chance=one["chance"])
    for step, action in zip(one["steps"], [*one["actions"], None], strict=True):
        if action is not None:
            assert (state.to_act, state.legal()) == (step["to_act"], step["legal"])
        for move, code, rule in step.get("refusals", ()):
            refusal = state.refusal(move)
            assert refusal is not None and (refusal.code, refusal.rule) == (code, rule), move
        if "position" in step:
            assert text(state.position()) == text(step["position"])
            again = game.at(step["position"])
            assert again == state and again.legal() == state.legal()
        for seat, view in enumerate(step.get("views", ())):
            assert text(state.view(seat if seat < state.seats else None)) == text(view)
        if action is not None:
            state.play(action)
    assert (state.to_act, state.result, state.reason) == (None, one["result"], one["reason"])
    assert not state.chance_left()
    assert replay_record(game, state.record()) == state
