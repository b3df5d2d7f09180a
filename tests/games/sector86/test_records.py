"""A recorded game for each way to end and each number of seats."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors.kit.records import steps

FILE = Path(__file__).parents[2] / "golden" / "sector86" / "records.jsonl.gz"
RECORDS = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]
GAME = sectors.load("sector86")


def test_there_is_one_for_each_way_to_end_and_each_number_of_seats() -> None:
    found = {(record["seats"], record["reason"]) for record in RECORDS}
    always = {(seats, reason) for seats in (2, 3, 4, 5) for reason in ("missions", "turn-limit", "lock-up")}
    assert found == always | {(4, "missions-spent"), (5, "missions-spent")}  # with fewer, seven missions are enough


@pytest.mark.parametrize("record", RECORDS, ids=[f"{record['seats']} {record['reason']}" for record in RECORDS])
def test_it_replays(record: dict[str, Any]) -> None:
    for state in steps(GAME, record):
        told = [event["event"] for event in state.events]
        assert all(GAME.sentence(event) is not None for event in state.events)
        assert ("ended" in told) == (state.to_act is None)
    assert state.record() == record
