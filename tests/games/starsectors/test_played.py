"""Games played by an independent implementation of the same rules: every legal list, position, view and refusal."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.starsectors.compact import game

FILE = Path(__file__).parents[2] / "golden" / "starsectors" / "played.jsonl.gz"


def played() -> Iterator[Any]:
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            one = json.loads(line)
            yield pytest.param(one, id=f"{number} {one['options'].get('map', 'belt')} {one['reason']}")


@pytest.mark.parametrize("one", played())
def test_played_game(one: dict[str, Any]) -> None:
    state = game().new(seats=one["seats"], options=one["options"], chance=one["chance"])
    for step, action in zip(one["steps"], [*one["actions"], None]):
        if "legal" in step:
            assert (state.to_act, state.legal()) == (step["to_act"], step["legal"])
        for text, code, rule in step.get("refusals", ()):
            refusal = state.refusal(text)
            assert refusal is not None and (refusal.code, refusal.rule) == (code, rule), text
        if "position" in step:
            assert json.dumps(state.position()) == json.dumps(step["position"])
            assert game().at(step["position"]).legal() == state.legal()
        for seat, view in enumerate(step.get("views", ())):
            seen = state.view(seat if seat < one["seats"] else None)
            assert json.dumps(seen) == json.dumps(view)
        if action is not None:
            state.play(action)
    assert (state.result, state.reason, state.chance_left()) == (one["result"], one["reason"], False)
