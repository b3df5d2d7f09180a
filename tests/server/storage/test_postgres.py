"""Tables on PostgreSQL, as on SQLite. Without a PostgreSQL (scripts/services.py) these tests are not collected."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from services import Postgres
from sqlalchemy import make_url

from sectors.server.storage.backup import restore_backup, write_backup
from sectors.server.storage.locks import InUse
from tests.server.conftest import servers_on
from tests.server.people import MakeServer, Person, Running

# What holds of any database; `own_server` here gives them one of PostgreSQL.
from tests.server.storage.test_log import (  # noqa: F401
    test_a_stopped_server_has_written_everything_and_bots_go_on,
    test_two_servers_that_meet_all_the_same_never_write_the_same_number,
)


@pytest.fixture
def own_server(database: str) -> Iterator[MakeServer]:
    """Servers of one test, on a database of their own."""
    yield from servers_on(database)


def test_what_was_played_is_found_again_and_goes_on(own_server: MakeServer) -> None:
    server = own_server()
    ana = Person(server.url, "Ana")
    table = ana.alone()["table"]
    source = random.Random(3)
    before = ana.play_on(table, source, 10)
    server.stop()
    again = Person(own_server().url)
    again.web.cookies = ana.web.cookies
    assert again.state(table)["log"] == before["log"]
    assert again.play_on(table, source, 2)["number"] == before["number"] + 2


def test_what_is_sent_twice_is_written_once(own_server: MakeServer) -> None:
    ana = Person(own_server().url, "Ana")
    table = ana.alone()["table"]
    seat = ana.state(table)["sight"]["to_act"]
    state = ana.state(table, seat=seat)
    move = {"seat": seat, "text": state["sight"]["moves"][0]["text"], "number": state["number"], "id": "one"}
    first, second = ana.do(table, "play", **move), ana.do(table, "play", **move)
    assert first.status_code == second.status_code == 200 and first.json() == second.json()
    assert ana.do(table, "play", **{**move, "id": "two"}).status_code == 409


def test_a_server_whose_lock_was_cut_gives_way_to_the_next(own_server: MakeServer, postgres: Postgres) -> None:
    first = own_server()
    ana = Person(first.url, "Ana")
    table = ana.alone()["table"]
    postgres.cut(make_url(first.app.state.server.database.url).database or "")
    second = own_server()
    same = Person(second.url)
    same.web.cookies = ana.web.cookies
    assert same.do(table, "chat", text="hello").status_code == 200
    refused = ana.do(table, "chat", text="hello")  # the first that it writes, it notices
    assert refused.status_code == 503
    assert ana.get(f"/api/tables/{table}").status_code == 503
    assert ana.get("/healthz").status_code == 503
    second.stop()
    limit = time.monotonic() + 20
    while ana.get("/healthz").status_code != 200:  # it has the database again, and knows what it missed
        assert time.monotonic() < limit
        time.sleep(0.05)
    assert [entry["text"] for entry in ana.state(table)["log"]][-1] == "hello"


def test_a_second_server_is_refused_until_the_first_has_stopped(own_server: MakeServer) -> None:
    first = own_server()
    with pytest.raises(InUse):
        own_server()
    first.stop()
    assert Person(own_server().url).get("/healthz").json() == {"ok": True}


def test_a_backup_of_sqlite_is_restored_into_postgresql_and_back(postgres: Postgres, tmp_path: Path) -> None:
    sqlite = Running(tmp_path / "tables.db")
    ana = Person(sqlite.url, "Ana")
    table = ana.alone()["table"]
    before = ana.play_on(table, random.Random(3), 55)
    sqlite.stop()
    write_backup(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "one.gz")
    url = postgres.new_database("restored")
    rows = restore_backup(tmp_path / "one.gz", url)
    server = Running(url)
    again = Person(server.url)
    again.web.cookies = ana.web.cookies
    assert again.state(table)["log"] == before["log"]
    assert write_backup(url, tmp_path / "two.gz") >= rows  # while the server runs
    server.stop()
    assert restore_backup(tmp_path / "two.gz", f"sqlite:///{tmp_path / 'back.db'}") >= rows
