"""Recorded games: one for each way to end, each pair of factions and each map; pairs, three seats, built fleets."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import sectors

FILE = Path(__file__).parents[2] / "golden" / "starsectors" / "records.jsonl.gz"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]


@pytest.mark.parametrize("record", RECORDS, ids=lambda one: f"{one['options']['map']} {one['reason']}")
def test_a_recorded_game_replays(record: dict[str, Any]) -> None:
    state = sectors.replay(record)
    assert (state.result, state.reason) == (record["result"], record["reason"])
    assert json.dumps(state.record()) == json.dumps(record)


def test_there_is_a_game_for_everything() -> None:
    factions = {frozenset(one["options"]["factions"]) for one in RECORDS if one["options"]["factions"]}
    assert len(factions) == 6
    game: Any = sectors.load("starsectors")
    assert {one["options"]["map"] for one in RECORDS} == set(game.content.maps)
    assert {one["reason"] for one in RECORDS} == {"destroyed", "quiet", "rounds"}
    assert {one["seats"] for one in RECORDS} == {2, 3, 4}
