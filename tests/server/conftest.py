"""A server of our own for the tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import MakePerson, MakeServer, Person, Running

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import postgres

if postgres.found() is None:
    collect_ignore = ["test_postgres.py"]


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
    made: list[Running] = []

    def start(**settings: Any) -> Running:
        made.append(Running(tmp_path / "tables.db", **settings))
        return made[-1]

    yield start
    for one in made:
        one.stop()
