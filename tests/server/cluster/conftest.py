"""Equal servers on one PostgreSQL and one Redis."""

from collections.abc import Callable, Iterator

import pytest
from services import Redis

from tests.server.conftest import servers_on
from tests.server.people import MakeServer, Person, Running

At = Callable[..., Person]


@pytest.fixture
def own_server(database: str, redis: Redis) -> Iterator[MakeServer]:
    yield from servers_on(database, redis=redis.url)


@pytest.fixture
def two(own_server: MakeServer) -> tuple[Running, Running]:
    return own_server(), own_server()


@pytest.fixture
def at() -> At:
    """Somebody at one server, or the same person at another."""

    def there(server: Running, who: str | Person | None = None) -> Person:
        found = Person(server.url, who if isinstance(who, str) else None)
        if isinstance(who, Person):
            found.web.cookies = who.web.cookies
        return found

    return there
