"""A server of our own for the tests, and what several of them need."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import MakePerson, MakeServer, Person, Running

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import services

collect_ignore: list[str] = []
if not services.has_postgres():
    collect_ignore += ["storage/test_postgres.py"]
if not services.has_both():
    collect_ignore += ["cluster"]

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("server") / "tables.db")
    yield running
    running.stop()


@pytest.fixture
def person(server: Running) -> MakePerson:
    return lambda name=None: Person(server.url, name)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[MakeServer]:
    """Servers of one test, with settings of its own; the database is the same for all of them."""
    yield from servers_on(tmp_path / "tables.db")


def servers_on(db: object, **common: Any) -> Iterator[MakeServer]:
    made: list[Running] = []

    def start(**settings: Any) -> Running:
        made.append(Running(db, **common, **settings))
        return made[-1]

    yield start
    for one in made:
        one.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[services.Postgres]:
    service = services.Postgres()
    yield service
    service.close()


@pytest.fixture(scope="session")
def redis() -> Iterator[services.Redis]:
    service = services.Redis()
    yield service
    service.close()


@pytest.fixture
def database(postgres: services.Postgres) -> str:
    """The URL of a new database."""
    return postgres.new_database(f"test_{next(NUMBERS)}")
