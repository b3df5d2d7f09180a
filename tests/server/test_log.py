"""Nothing acknowledged is lost: the log, its snapshots, and what happens when things break."""

import asyncio
import random
import signal
import socket
import subprocess
import sys
import threading
import time

import httpx
import pytest
from sqlalchemy import create_engine, text

from sectors.server import ledger
from sectors.server.store import InUse, Store, database_url, engine_for, migrate
from sectors.server.table import position_digest
from tests.server.people import SOAK, Person

KILLS = 60 if SOAK else 3


class Process:
    """A server in a process of its own, which can be killed."""

    def __init__(self, db):
        self.db = db
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        command = "from sectors.server.commands import app; app()"
        arguments = ["serve", "--db", str(self.db), "--port", str(self.port), "--rate", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(600):
            try:
                if httpx.get(f"{self.url}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(20)


def player(url, person, table, source, acknowledged, over):
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


def test_killed_in_the_middle_of_play_it_goes_on_with_every_acknowledged_move(tmp_path):
    server = Process(tmp_path / "tables.db")
    source = random.Random(8)
    people = [Person(server.url) for _ in range(3)]
    tables = [person.alone()["table"] for person in people]
    acknowledged = [[] for _ in people]
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


def test_a_stopped_server_has_written_everything_and_bots_go_on(own_server):
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


def test_a_table_from_its_snapshot_is_the_table_from_its_whole_log(own_server, tmp_path):
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
        found = ledger.stored(connection, table)
    assert found.position is not None and found.position_number >= 100
    game = server.hall.shelf.game(found.info.game)
    quick, whole = ledger.Table(found.info, game), ledger.Table(found.info, game)
    assert ledger.fold(quick, found.events, found.position, found.position_number, found.position_digest)
    assert ledger.fold(whole, found.events, None, 0, "")
    assert position_digest(quick.state) == position_digest(whole.state)
    assert quick.state.record() == whole.state.record()
    assert not ledger.fold(
        ledger.Table(found.info, game), found.events, found.position, found.position_number, "another digest"
    )


def test_a_wrong_snapshot_is_found_out_and_the_log_believed(own_server, tmp_path):
    server = own_server()
    ana = Person(server.url)
    table = ana.alone()["table"]
    for number in range(55):
        ana.do(table, "chat", text=f"line {number}")
    right = ana.play_on(table, random.Random(3), most=5)
    server.stop()
    with create_engine(f"sqlite:///{tmp_path / 'tables.db'}").begin() as connection:
        connection.execute(text("UPDATE snapshot SET digest = 'wrong'"))
    again = Person(own_server().url)
    again.web.cookies = ana.web.cookies
    assert again.state(table)["sight"] == right["sight"]


def test_a_log_that_does_not_fit_its_game_is_not_played_on(own_server, tmp_path):
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


def test_a_second_server_on_the_same_database_is_refused(own_server, tmp_path):
    first = own_server()
    with pytest.raises(InUse, match=r"another server uses .*tables\.db"):
        own_server()
    command = [sys.executable, "-c", "from sectors.server.commands import app; app()", "serve"]
    told = subprocess.run([*command, "--db", str(tmp_path / "tables.db"), "--port", "0"], capture_output=True)
    assert told.returncode == 2 and b"another server uses" in told.stderr
    first.stop()
    assert Person(own_server().url).get("/healthz").json() == {"ok": True}


@pytest.mark.parametrize("db", ["nonsense://x", "postgresql+psycopg://x@127.0.0.1:1/x", "/proc/no-such-folder/a.db"])
def test_a_database_that_cannot_be_used_is_said_in_a_line(db):
    command = "from sectors.server.commands import app; app()"
    done = subprocess.run([sys.executable, "-c", command, "serve", "--db", db], capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert done.returncode == 2 and len(said) == 1 and said[0].startswith("sectors: ")


def test_two_servers_that_meet_all_the_same_never_write_the_same_number(own_server, monkeypatch):
    monkeypatch.setattr("sectors.server.store.lock", lambda engine: None)  # as on a network drive without locks
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
def failing(server, monkeypatch):
    """Makes every write fail in a way that databases do."""

    def fail(message):
        import sqlite3

        from sqlalchemy.exc import OperationalError

        def begin(*_):
            raise OperationalError("BEGIN IMMEDIATE", {}, sqlite3.OperationalError(message))

        monkeypatch.setattr(server.hall.store, "_begin", begin)

    yield fail
    monkeypatch.undo()


@pytest.mark.parametrize("message", ["database or disk is full", "database is locked"])
def test_a_full_disk_or_a_locked_database_changes_nothing_and_says_so(person, failing, monkeypatch, message):
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


def test_a_really_full_disk(own_server, tmp_path):
    server = own_server()
    ana = Person(server.url)
    table = ana.alone()["table"]

    def full(connection):
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # as much as there is

    call(server, server.hall.store.write(full))
    codes = set()
    for number in range(200):
        answer = ana.do(table, "chat", text=f"{number} " + "x" * 480)
        if answer.status_code == 503:
            assert "full" in answer.json()["error"]["text"]
            codes.add(503)
            break
    assert codes == {503}
    assert ana.do(table, "chat", text="there is room again").status_code == 200
    log = ana.state(table)["log"]
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))


def call(server, work):
    """Run something in the server's own loop."""
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(20)


def test_a_really_locked_database(own_server, tmp_path, monkeypatch):
    monkeypatch.setattr("sectors.server.store.BUSY_SECONDS", 0.2)
    ana = Person(own_server().url)
    table = ana.alone()["table"]
    other = create_engine(f"sqlite:///{tmp_path / 'tables.db'}").connect()
    other.exec_driver_sql("BEGIN IMMEDIATE")
    assert ana.do(table, "chat", text="hello").json()["error"]["code"] == "storage"
    other.rollback()
    other.close()
    assert ana.do(table, "chat", text="hello").status_code == 200


def test_the_migrations_make_the_schema(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from sectors.server.schema import metadata

    engine = engine_for(database_url(str(tmp_path / "fresh.db")), writing=True)
    migrate(engine)
    migrate(engine)  # again: nothing to do
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_one_bad_write_does_not_spoil_the_others_in_its_group(tmp_path):
    store = Store(database_url(str(tmp_path / "store.db")))
    store.open()

    async def work():
        def bad(connection):
            ledger.rename(connection, "a", "A")
            raise RuntimeError("bad")

        jobs = [
            store.write(lambda connection, name=name: ledger.rename(connection, name, name)) for name in ("b", "c", "d")
        ]
        return await asyncio.gather(*jobs[:2], store.write(bad), *jobs[2:], return_exceptions=True)

    results = asyncio.run(work())
    assert [str(result) for result in results] == ["None", "None", "bad", "None"]
    names = asyncio.run(store.read(lambda connection: [ledger.name_of(connection, name) for name in "abcd"]))
    assert names == [None, "b", "c", "d"]
    store.close()
