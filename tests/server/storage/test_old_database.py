"""A database that an older version wrote loads unchanged.

`version-0.1/database.sql` is the dump of one in which everything happened that can happen at a table; `seen.json` is
what that version showed of its tables to Ana and Bo, with their cookies.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.people import Running

OLD = Path(__file__).parent / "version-0.1"
SEEN = json.loads((OLD / "seen.json").read_text(encoding="utf-8"))
ENTRY = ("number", "kind", "seat", "name", "step", "text", "offer", "what", "yes")


@pytest.fixture(scope="module")
def old_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    db = tmp_path_factory.mktemp("old") / "old.db"
    with sqlite3.connect(db) as connection:
        connection.executescript((OLD / "database.sql").read_text(encoding="utf-8"))
    connection.close()
    running = Running(db)
    yield running
    running.stop()


def part(found: Any, wanted: Any) -> Any:
    """What is found, cut to the fields that were noted."""
    if isinstance(wanted, dict):
        return {key: part(found[key], value) for key, value in wanted.items()}
    if isinstance(wanted, list) and wanted and isinstance(wanted[0], dict):
        return [part(*pair) for pair in zip(found, wanted, strict=True)]
    return found


@pytest.mark.parametrize("name", SEEN["tables"])
def test_a_table_of_the_version_before_is_as_it_was(old_server: Any, name: str) -> None:
    table = SEEN["tables"][name]
    for look in table["seen"]:
        cookies = {"sectors": SEEN["cookies"][look["player"]]}
        answer = httpx.get(
            f"{old_server.url}/api/tables/{table['table']}", params={"seat": look["seat"]}, cookies=cookies
        )
        assert answer.status_code == 200, answer.text
        found = answer.json()
        found["log"] = [[entry[field] for field in ENTRY] for entry in found["log"]]
        was = look["state"]
        if was["sight"] is not None:  # what can be taken back is judged by the rule of today
            was = {**was, "sight": {key: value for key, value in was["sight"].items() if key != "undo"}}
        assert part(found, was) == was


def test_the_dump_has_every_kind_of_event_of_that_version() -> None:
    kinds = {entry[1] for table in SEEN["tables"].values() for look in table["seen"] for entry in look["state"]["log"]}
    assert kinds == {
        "make", "sit", "stand", "bot", "open", "start", "play", "undo", "offer", "answer", "resign", "failed", "pace",
        "chat", "share", "rematch",
    }  # fmt: skip


def test_a_table_of_the_version_before_is_played_on(old_server: Any) -> None:
    cookies = {"sectors": SEEN["cookies"]["Ana"]}
    with httpx.Client(base_url=old_server.url, cookies=cookies) as ana:
        table = SEEN["tables"]["sealed"]["table"]
        said = ana.post(f"/api/tables/{table}/chat", json={"text": "Still here"})
        assert said.status_code == 200
        last = ana.get(f"/api/tables/{table}").json()["log"][-1]
        assert (last["kind"], last["lines"]) == ("chat", ["Still here"])
