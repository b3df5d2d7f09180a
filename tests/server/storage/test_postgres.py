"""Tables on PostgreSQL, as on SQLite. Without a PostgreSQL (scripts/postgres.py) these tests are not collected."""

import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import postgres
import pytest
from sqlalchemy import create_engine, make_url, text

from sectors.server.storage.backup import restore_backup, write_backup
from sectors.server.storage.locks import InUse
from tests.server.people import MakeServer, Person, Running

# What holds of any database; `own_server` here gives them one of PostgreSQL.
from tests.server.storage.test_log import (  # noqa: F401
    test_a_stopped_server_has_written_everything_and_bots_go_on,
    test_two_servers_that_meet_all_the_same_never_write_the_same_number,
)


def wait_for(engine: Any) -> None:
    limit = time.monotonic() + 120
    while True:
        try:
            with engine.connect():
                return
        except Exception:
            assert time.monotonic() < limit, "PostgreSQL did not start"
            time.sleep(0.1)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A PostgreSQL of our own, reached by a socket in its folder; an engine to make databases with."""
    programs = postgres.found()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="sectors-"))
    who = {"user": postgres.USER} if os.geteuid() == 0 else {}
    if who:
        shutil.chown(folder, postgres.USER)
    data = folder / "data"
    quiet: dict[str, Any] = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **who}
    words = ["--auth=trust", "--username=sectors", "--encoding=UTF8", "--no-locale", "--no-sync"]
    subprocess.run([programs / "initdb", "-D", data, *words], check=True, **quiet)
    words = ["-k", str(folder), "-c", "listen_addresses=", "-c", "fsync=off"]
    process = subprocess.Popen([programs / "postgres", "-D", data, *words], **quiet)
    url = f"postgresql+psycopg://sectors@/postgres?host={folder}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        wait_for(engine)
        yield engine
    finally:
        engine.dispose()
        process.terminate()  # it waits for those who are connected: nobody is
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def own_server(cluster: Any, request: Any) -> Iterator[Any]:
    """Servers of one test, on a database of their own."""
    name = f"test_{abs(hash(request.node.name))}"
    with cluster.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    url = cluster.url.set(database=name).render_as_string()
    made = []

    def start(**settings: Any) -> Any:
        made.append(Running(url, **settings))
        return made[-1]

    yield start
    for one in made:
        one.stop()


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


def test_a_server_whose_lock_was_cut_gives_way_to_the_next(own_server: MakeServer, cluster: Any) -> None:
    first = own_server()
    ana = Person(first.url, "Ana")
    table = ana.alone()["table"]
    name = make_url(first.app.state.server.database.url).database
    with cluster.connect() as connection:
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))
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


def test_a_backup_of_sqlite_is_restored_into_postgresql_and_back(
    own_server: MakeServer, cluster: Any, tmp_path: Path
) -> None:
    sqlite = Running(tmp_path / "tables.db")
    ana = Person(sqlite.url, "Ana")
    table = ana.alone()["table"]
    before = ana.play_on(table, random.Random(3), 55)
    sqlite.stop()
    write_backup(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "one.gz")
    with cluster.connect() as connection:
        connection.execute(text("CREATE DATABASE restored"))
    url = cluster.url.set(database="restored").render_as_string()
    rows = restore_backup(tmp_path / "one.gz", url)
    server = Running(url)
    again = Person(server.url)
    again.web.cookies = ana.web.cookies
    assert again.state(table)["log"] == before["log"]
    assert write_backup(url, tmp_path / "two.gz") >= rows  # while the server runs
    server.stop()
    assert restore_backup(tmp_path / "two.gz", f"sqlite:///{tmp_path / 'back.db'}") >= rows
