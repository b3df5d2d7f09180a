"""A server of our own for the tests."""

import pytest

from tests.server.people import Person, Running


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Running(tmp_path_factory.mktemp("server") / "tables.db")
    yield running
    running.stop()


@pytest.fixture
def person(server):
    return lambda name=None: Person(server.url, name)


@pytest.fixture
def own_server(tmp_path):
    """Servers of one test, with settings of its own; the database is the same for all of them."""
    made = []

    def start(**settings):
        made.append(Running(tmp_path / "tables.db", **settings))
        return made[-1]

    yield start
    for one in made:
        one.stop()
