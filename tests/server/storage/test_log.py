"""Nothing acknowledged is lost: the log, its snapshots, and what happens when things break."""

import asyncio
import functools
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text

from sectors.server.storage import queries
from sectors.server.storage.database import Database, database_url, engine_for, migrate
from sectors.server.storage.locks import InUse
from sectors.server.tables import persistence
from sectors.server.tables.table import position_digest
from tests.server.people import SOAK, MakePerson, MakeServer, Person, Running

KILLS = 60 if SOAK else 3


class Process:
    """A server in a process of its own, which can be killed."""

    def __init__(self, db: Any, stderr: Any = subprocess.DEVNULL) -> None:
        self.db = db
        self.stderr = stderr
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = "from sectors.server.commands import app; app()"
        arguments = ["serve", "--db", str(self.db), "--port", str(self.port), "--rate", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, *arguments], stdout=subprocess.DEVNULL, stderr=self.stderr
        )
        for _ in range(600):
            try:
                if httpx.get(f"{self.url}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> Any:
        self.process.terminate()
        return self.process.wait(20)


def player(url: Any, person: Person, table: Any, source: Any, acknowledged: Any, over: Any) -> None:
    """Play both seats at a table through crashes, sending a move again until it is answered."""
    count = 0
    while not over.is_set():
        try:
            state = person.state(table, seat="none", moves="none")
            if state["status"] == "over":
                return
            state = person.state(table, seat=state["sight"]["to_act"], moves="texts")
            count += 1
            text = source.choice(state["sight"]["moves"])
            move = {"seat": state["seat"], "text": text, "number": state["number"], "id": f"{count}"}
        except (httpx.TransportError, AssertionError):
            time.sleep(0.02)
            continue
        while not over.is_set():
            try:
                answer = person.do(table, "play", **move)
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            assert answer.status_code == 200, answer.text
            acknowledged.append(text)
            break


def test_killed_in_the_middle_of_play_it_goes_on_with_every_acknowledged_move(tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    source = random.Random(8)
    people = [Person(server.url) for _ in range(3)]
    tables = [person.alone()["table"] for person in people]
    acknowledged: list[list[Any]] = [[] for _ in people]
    over = threading.Event()
    threads = [
        threading.Thread(target=player, args=(server.url, person, table, random.Random(number), moves, over))
        for number, (person, table, moves) in enumerate(zip(people, tables, acknowledged))
    ]
    for thread in threads:
        thread.start()
    try:
        for _ in range(KILLS):
            time.sleep(source.uniform(0.05, 0.4))
            server.kill()
            server.start()
    finally:
        over.set()
        for thread in threads:
            thread.join(30)
    assert sum(map(len, acknowledged)) > KILLS
    for person, table, moves in zip(people, tables, acknowledged):
        log = person.state(table, seat=0)["log"]
        played = [entry for entry in log if entry["kind"] == "play"]
        assert len(played) in (len(moves), len(moves) + 1)  # the last one may have been written, but not answered
        for entry, move in zip(played, moves):
            assert entry["text"] in (move, None)  # the other seat's sealed choice
    assert server.stop() in (0, -signal.SIGTERM)


def test_a_stopped_server_has_written_everything_and_bots_go_on(own_server: MakeServer) -> None:
    first = own_server()
    ana = Person(first.url)
    table = ana.make([{"kind": "bot", "level": 1}] * 2, start=True, public=True)["table"]
    while ana.state(table)["number"] < 4:
        time.sleep(0.02)
    shown = ana.state(table)["log"]
    first.stop()
    again = Person(own_server().url)
    limit = time.monotonic() + 120
    while again.state(table)["number"] < len(shown) + 2:
        assert time.monotonic() < limit
        time.sleep(0.05)
    assert again.state(table)["log"][: len(shown)] == shown


def test_a_table_from_its_snapshot_is_the_table_from_its_whole_log(own_server: MakeServer, tmp_path: Path) -> None:
    server = own_server()
    ana = Person(server.url)
    table = ana.alone()["table"]
    for number in range(60):  # talk, so that the game passes a snapshot
        ana.do(table, "chat", text=f"line {number}")
    ana.play_on(table, random.Random(3), most=25)
    for number in range(30):
        ana.do(table, "chat", text=f"line {number}")
    ana.play_on(table, random.Random(4), most=5)
    server.stop()
    engine = engine_for(database_url(str(tmp_path / "tables.db")), writing=False)
    with engine.connect() as connection:
        found = queries.load_table(connection, table)
    assert found is not None and found.position is not None and found.position_number >= 100
    game = server.manager.catalog.game(found.info.game)
    quick, whole = persistence.load_from_snapshot(found, game), persistence.load_from_log(found, game)
    assert quick.state is not None and whole.state is not None
    assert position_digest(quick.state) == position_digest(whole.state)
    assert quick.state.record() == whole.state.record()


@pytest.mark.parametrize(
    "damage", ["digest = 'wrong'", "position = 'no JSON'", "position = '{}'", "position = '[]'", "number = 9999"]
)
def test_a_wrong_snapshot_is_found_out_and_the_log_believed(
    own_server: MakeServer, tmp_path: Path, damage: Any
) -> None:
    server = own_server()
    ana = Person(server.url)
    table = ana.alone()["table"]
    for number in range(55):
        ana.do(table, "chat", text=f"line {number}")
    right = ana.play_on(table, random.Random(3), most=5)
    server.stop()
    with create_engine(f"sqlite:///{tmp_path / 'tables.db'}").begin() as connection:
        connection.execute(text(f"UPDATE snapshot SET {damage}"))
    again = Person(own_server().url)
    again.web.cookies = ana.web.cookies
    assert again.state(table)["sight"] == right["sight"]


def test_a_log_that_does_not_fit_its_game_is_not_played_on(own_server: MakeServer, tmp_path: Path) -> None:
    server = own_server()
    ana = Person(server.url)
    table = ana.alone()["table"]
    ana.play_on(table, random.Random(3), most=6)
    server.stop()
    with create_engine(f"sqlite:///{tmp_path / 'tables.db'}").begin() as connection:
        connection.execute(text("UPDATE event SET previous = 'wrong' WHERE number = 5"))
    again = Person(own_server().url)
    again.web.cookies = ana.web.cookies
    assert again.get(f"/api/tables/{table}").json()["error"]["code"] == "unavailable"


def test_a_second_server_on_the_same_database_is_refused(own_server: MakeServer, tmp_path: Path) -> None:
    first = own_server()
    with pytest.raises(InUse, match=r"another server uses .*tables\.db"):
        own_server()
    command = [sys.executable, "-c", "from sectors.server.commands import app; app()", "serve"]
    told = subprocess.run([*command, "--db", str(tmp_path / "tables.db"), "--port", "0"], capture_output=True)
    assert told.returncode == 2 and b"another server uses" in told.stderr
    first.stop()
    assert Person(own_server().url).get("/healthz").json() == {"ok": True}


def test_a_port_that_is_taken_is_said_before_an_address_is(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from sectors.server.commands import app; app()", "serve"]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*command, "--db", str(tmp_path / "tables.db"), "--port", port], capture_output=True, text=True
        )
    assert done.returncode == 2 and f"127.0.0.1:{port}" in done.stderr and not done.stdout
    for wrong in (["--port", "-1"], ["--port", "99999"], ["--bot", "nobody"]):
        refused = subprocess.run([*command, "--db", str(tmp_path / "tables.db"), *wrong], capture_output=True)
        assert refused.returncode == 2


@pytest.mark.parametrize("db", ["nonsense://x", "postgresql+psycopg://x@127.0.0.1:1/x", "/proc/no-such-folder/a.db"])
def test_a_database_that_cannot_be_used_is_said_in_a_line(db: Any) -> None:
    command = "from sectors.server.commands import app; app()"
    done = subprocess.run([sys.executable, "-c", command, "serve", "--db", db], capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert done.returncode == 2 and len(said) == 1 and said[0].startswith("sectors: ")


def test_two_servers_that_meet_all_the_same_never_write_the_same_number(
    own_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sectors.server.storage.locks.fcntl", None)  # as on a network drive without locks
    monkeypatch.setattr("sectors.server.storage.database.lock_session", lambda connection, _: connection.commit())
    one, two = own_server(), own_server()
    ana = Person(one.url)
    table = ana.alone()["table"]
    same = Person(two.url)
    same.web.cookies = ana.web.cookies
    source = random.Random(2)
    for turn in range(12):
        person = (ana, same)[turn % 2]
        state = person.state(table, seat="none", moves="none")
        seat = state["sight"]["to_act"]
        state = person.state(table, seat=seat, moves="texts")
        move = {"seat": seat, "text": source.choice(state["sight"]["moves"]), "number": state["number"]}
        answer = person.do(table, "play", **move)
        if answer.status_code != 200:  # the other was faster: it says so, and tells how it stands
            assert answer.json()["error"]["code"] in ("stale", "refused", "not-your-turn")
    ana.do(table, "chat", text="done")
    same.do(table, "chat", text="done")
    ana.do(table, "chat", text="really")
    logs = [[entry["text"] for entry in person.state(table, seat=0)["log"]] for person in (ana, same)]
    assert logs[0][: len(logs[1])] == logs[1][: len(logs[0])]


@pytest.fixture
def failing(server: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes every write fail in a way that databases do."""

    def fail(message: Any) -> None:
        import sqlite3

        from sqlalchemy.exc import OperationalError

        def begin(*_: Any) -> None:
            raise OperationalError("BEGIN IMMEDIATE", {}, sqlite3.OperationalError(message))

        monkeypatch.setattr(server.manager.database, "begin_writing", begin)

    yield fail
    monkeypatch.undo()


@pytest.mark.parametrize("message", ["database or disk is full", "database is locked"])
def test_a_full_disk_or_a_locked_database_changes_nothing_and_says_so(
    person: MakePerson, failing: Any, monkeypatch: pytest.MonkeyPatch, message: Any
) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    watcher = ana.live(table, seat=0).until(lambda live: live.state)
    before = ana.state(table, seat="none", moves="none")
    seat = before["sight"]["to_act"]
    state = ana.state(table, seat=seat)
    move = {"seat": seat, "text": state["sight"]["moves"][0]["text"], "number": state["number"], "id": "a"}
    failing(message)
    answer = ana.do(table, "play", **move)
    assert answer.status_code == 503 and answer.json()["error"]["code"] == "storage"
    assert message in answer.json()["error"]["text"]
    assert ana.state(table, seat=seat)["sight"] == state["sight"]
    assert ana.get("/healthz").status_code == 503
    assert ana.post("/api/tables", {"game": "sector219"}).status_code == 503
    monkeypatch.undo()
    assert ana.do(table, "play", **move).status_code == 200
    watcher.until(lambda live: live.state["number"] > state["number"])
    assert watcher.state["sight"]["digest"] == ana.state(table, seat=0)["sight"]["digest"]


def test_a_really_full_disk(own_server: MakeServer, tmp_path: Path) -> None:
    server = own_server()
    ana = Person(server.url)
    table = ana.alone()["table"]

    def full(connection: Any) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # as much as there is

    call(server, server.manager.database.write(full))
    codes = set()
    for number in range(200):
        answer = ana.do(table, "chat", text=f"{number} " + "x" * 480)
        if answer.status_code == 503:
            assert "full" in answer.json()["error"]["text"]
            codes.add(503)
            break
    assert codes == {503}
    assert ana.do(table, "chat", text="there is session again").status_code == 200
    log = ana.state(table)["log"]
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))


def call(server: Running, work: Any) -> Any:
    """Run something in the server's own loop."""
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(20)


def test_a_really_locked_database(own_server: MakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sectors.server.storage.database.BUSY_SECONDS", 0.2)
    ana = Person(own_server().url)
    table = ana.alone()["table"]
    other = create_engine(f"sqlite:///{tmp_path / 'tables.db'}").connect()
    other.exec_driver_sql("BEGIN IMMEDIATE")
    assert ana.do(table, "chat", text="hello").json()["error"]["code"] == "storage"
    other.rollback()
    other.close()
    assert ana.do(table, "chat", text="hello").status_code == 200


def test_the_migrations_make_the_schema(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from sectors.server.storage.schema import metadata

    engine = engine_for(database_url(str(tmp_path / "fresh.db")), writing=True)
    migrate(engine)
    migrate(engine)  # again: nothing to do
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_one_bad_write_does_not_spoil_the_others_in_its_group(tmp_path: Path) -> None:
    database = Database(database_url(str(tmp_path / "database.db")))
    database.open()

    async def work() -> Any:
        def bad(connection: Any) -> None:
            queries.rename(connection, "a", "A")
            raise RuntimeError("bad")

        jobs = [database.write(functools.partial(queries.rename, who=name, name=name)) for name in ("b", "c", "d")]
        return await asyncio.gather(*jobs[:2], database.write(bad), *jobs[2:], return_exceptions=True)

    results = asyncio.run(work())
    assert [str(result) for result in results] == ["None", "None", "bad", "None"]
    names = asyncio.run(database.read(lambda connection: [queries.name_of(connection, name) for name in "abcd"]))
    assert names == [None, "b", "c", "d"]
    database.close()


# One server for one database


def test_a_link_to_the_database_is_the_same_database(own_server: MakeServer, tmp_path: Path) -> None:
    own_server()
    (tmp_path / "link.db").symlink_to(tmp_path / "tables.db")
    (tmp_path / "hard.db").hardlink_to(tmp_path / "tables.db")
    for name in ("link.db", "hard.db"):
        with pytest.raises(InUse):
            Database(database_url(str(tmp_path / name))).open()


def test_the_lock_needs_no_file_that_somebody_could_remove(own_server: MakeServer, tmp_path: Path) -> None:
    own_server()
    for other in tmp_path.glob("*lock*"):
        other.unlink()
    with pytest.raises(InUse):
        Database(database_url(str(tmp_path / "tables.db"))).open()


def test_a_database_that_is_taken_away_is_noticed_before_anything_is_acknowledged(
    own_server: MakeServer, tmp_path: Path
) -> None:
    ana = Person(own_server().url)
    table = ana.alone()["table"]
    (tmp_path / "tables.db").rename(tmp_path / "elsewhere.db")
    answer = ana.do(table, "chat", text="hello")
    assert answer.status_code == 503 and "is gone" in answer.json()["error"]["text"]
    assert ana.get(f"/api/tables/{table}").status_code == 503
    (tmp_path / "elsewhere.db").rename(tmp_path / "tables.db")
    assert ana.get("/healthz").status_code == 200
    assert ana.do(table, "chat", text="hello").status_code == 200


def test_a_new_database_is_for_its_owner_only(own_server: MakeServer, tmp_path: Path) -> None:
    own_server()
    for path in tmp_path.glob("tables.db*"):
        assert path.stat().st_mode & 0o077 == 0, path


# What cannot be written


def test_with_a_locked_database_all_fail_together(
    own_server: MakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sectors.server.storage.database.BUSY_SECONDS", 1.0)
    server = own_server()
    ana = Person(server.url)
    tables = [ana.alone()["table"] for _ in range(8)]
    other = create_engine(f"sqlite:///{tmp_path / 'tables.db'}").connect()
    other.exec_driver_sql("BEGIN IMMEDIATE")
    waited = []

    def say(table: Any) -> None:
        person = Person(server.url)
        person.web.cookies = ana.web.cookies
        began = time.monotonic()
        assert person.do(table, "chat", text="hello").status_code == 503
        waited.append(time.monotonic() - began)

    threads = [threading.Thread(target=say, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.rollback()
    other.close()
    assert len(waited) == 8 and max(waited) < 4  # one after another: nine seconds
    assert ana.do(tables[0], "chat", text="hello").status_code == 200


def test_the_writer_survives_whatever_a_job_does(tmp_path: Path) -> None:
    database = Database(database_url(str(tmp_path / "store.db")))
    database.open()

    async def work() -> Any:
        def bad(connection: Any) -> None:
            raise MemoryError

        first = await asyncio.gather(database.write(bad), return_exceptions=True)
        await database.write(lambda connection: queries.rename(connection, "a", "A"))
        return first

    assert isinstance(asyncio.run(work())[0], MemoryError)
    database.close()


def test_a_full_disk_shows_in_the_health(own_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil
    from types import SimpleNamespace

    ana = Person(own_server().url)
    assert ana.get("/healthz").status_code == 200
    time.sleep(1.1)  # it looks once a second
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
    assert ana.get("/healthz").status_code == 503


@pytest.mark.parametrize("log", ["a full disk", "a closed pipe", "a pipe that nobody reads"])
def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path, log: Any) -> None:
    reading, writing = os.pipe()
    if log == "a full disk":
        stderr = open("/dev/full", "wb")  # noqa: SIM115, PTH123
    else:
        stderr = os.fdopen(writing, "wb")
    if log == "a closed pipe":
        os.close(reading)
    server = Process(tmp_path / "tables.db", stderr)
    try:
        ana = Person(server.url)
        table = ana.alone()["table"]
        other = create_engine(f"sqlite:///{tmp_path / 'tables.db'}").connect()
        other.exec_driver_sql("BEGIN IMMEDIATE")  # so that the writer logs something too
        assert ana.do(table, "chat", text="hello").status_code == 503
        other.rollback()
        other.close()
        for _ in range(600):
            assert ana.get("/api/tables/nothing" + "x" * 300).status_code == 404
        assert ana.do(table, "chat", text="hello").status_code == 200
        assert ana.get("/healthz").status_code == 200
    finally:
        server.kill()
        stderr.close()
        if log == "a pipe that nobody reads":
            os.close(reading)
