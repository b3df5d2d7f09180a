"""Behind a proxy: its word about the client counts, and nobody else's."""

from typing import Any

import httpx

from tests.server.people import MakeServer, Running

PROXY = ["127.0.0.1"]
HTTPS = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}


def test_a_cookie_is_secure_where_the_browser_speaks_https(own_server: MakeServer) -> None:
    server = own_server(proxies=PROXY)
    assert "Secure" in httpx.get(f"{server.url}/api/me", headers=HTTPS).headers["set-cookie"]
    assert "Secure" not in httpx.get(f"{server.url}/api/me").headers["set-cookie"]


def test_without_a_proxy_nobody_can_claim_to_be_behind_one(server: Running) -> None:
    assert "Secure" not in httpx.get(f"{server.url}/api/me", headers=HTTPS).headers["set-cookie"]


def test_each_client_behind_a_proxy_has_limits_of_its_own(own_server: MakeServer) -> None:
    server = own_server(rate=1.0, proxies=PROXY)

    def ask(address: Any) -> Any:
        return httpx.get(f"{server.url}/api/me", headers={"X-Forwarded-For": address}).status_code

    assert ask("198.51.100.7") == 200
    assert any(ask("198.51.100.7") == 429 for _ in range(200))  # a slow machine asks slowly
    assert ask("198.51.100.8") == 200


def test_what_is_different_for_everybody_is_kept_by_no_cache(server: Running) -> None:
    assert httpx.get(f"{server.url}/api/me").headers["cache-control"] == "no-store"
