"""An upgrade rolls: servers of two versions, side by side on one database."""

import random
import shutil
from pathlib import Path

import pytest
from services import Postgres
from sqlalchemy import create_engine, inspect, text

from sectors.kit import BadInput
from sectors.server.storage import database as storage
from sectors.server.storage.schema import OLDEST
from tests.server.cluster.conftest import At
from tests.server.people import MakeServer

FOLDER = Path(storage.__file__).parent / "migrations"
NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "9999", "{before}", None, None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("league", sa.String(40), nullable=False, server_default=""))
    op.add_column("event", sa.Column("device", sa.String(40)))
    op.create_index("event_device", "event", ["device"])
    op.create_table("league", sa.Column("id", sa.String(40), primary_key=True))
"""


def head() -> str:
    return sorted(path.name[1:5] for path in (FOLDER / "versions").glob("v*.py"))[-1]


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """From here on servers are of the next version, which has one migration more; undone, of this one again."""
    shutil.copytree(FOLDER, tmp_path / "migrations")
    (tmp_path / "migrations" / "versions" / "v9999_next.py").write_text(NEXT.format(before=head()))
    monkeypatch.setattr(storage, "__file__", str(tmp_path / "database.py"))
    return monkeypatch


def test_old_and_new_servers_work_side_by_side_and_an_old_one_restarts(
    own_server: MakeServer, at: At, request: pytest.FixtureRequest
) -> None:
    old = own_server()
    ana = at(old, "Ana")
    table = ana.alone()["table"]
    source = random.Random(7)
    ana.play_on(table, source, 4)
    newer: pytest.MonkeyPatch = request.getfixturevalue("next_version")
    new = own_server()  # changes the schema while the old one runs
    same = at(new, ana)
    for person in (same, ana, same, ana):
        before = person.state(table)["number"]
        assert person.play_on(table, source, 2)["number"] == before + 2
    newer.undo()
    old.stop()
    again = at(own_server(), ana)  # the old version, on the newer schema
    assert again.play_on(table, source, 2)["log"] == same.state(table)["log"]
    assert at(new, ana).make()["table"] != again.make()["table"]


def test_a_schema_that_is_too_new_is_said_in_a_sentence(own_server: MakeServer, database: str) -> None:
    own_server().stop()
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("UPDATE setting SET value = '9998' WHERE name = 'oldest'"))
    engine.dispose()
    with pytest.raises(BadInput, match="upgrade it"):
        own_server()


def test_migrations_since_the_oldest_only_add(postgres: Postgres) -> None:
    """Whatever a server of the oldest version names is there in every later one, and what is new needs no value."""
    url = postgres.new_database("migrations")
    engine = storage.engine_for(url, writing=True)
    storage.migrate(engine, OLDEST)
    before = {
        name: {column["name"]: column for column in inspect(engine).get_columns(name)}
        for name in inspect(engine).get_table_names()
    }
    storage.migrate(engine)
    for name, columns in before.items():
        now = {column["name"]: column for column in inspect(engine).get_columns(name)}
        for column, is_now in now.items():
            if column in columns:
                assert str(is_now["type"]) == str(columns[column]["type"])
            else:
                assert is_now["nullable"] or is_now["default"] is not None, (name, column)
        assert columns.keys() <= now.keys()
    engine.dispose()
