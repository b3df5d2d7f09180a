"""No request that the limits admit holds the others up, and what is over them is refused quickly."""

import asyncio
import json
import socket
import time
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed

from sectors.server import limits
from sectors.server.http.middleware import cookie_in
from tests.server.people import MakePerson, MakeServer, Person, Running


class Longest:
    """The longest time for which a server's event loop did nothing else."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.seconds = 0.0

    async def _watch(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.002)
            self.seconds = max(self.seconds, time.perf_counter() - began - 0.002)

    def __enter__(self) -> Any:
        self.future = asyncio.run_coroutine_threadsafe(self._watch(), self.server.loop)
        time.sleep(0.02)
        return self

    def __exit__(self, *_: Any) -> None:
        time.sleep(0.02)
        self.future.cancel()


def raw(server: Running, data: Any, wait: float = 20.0) -> Any:
    """What a server answers to bytes, until it closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as connection:
        connection.sendall(data)
        answer = b""
        while part := connection.recv(65536):
            answer += part
            if b"}" in part:
                break
        return answer


def error_in(answer: Any) -> Any:
    return json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["code"]


def get(headers: Any, path: str = "/api/me") -> Any:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n{headers}\r\n".encode()


def test_the_cookie_is_found_among_others_in_linear_time() -> None:
    many = "; ".join(f'a{number}="x' for number in range(20_000))
    began = time.perf_counter()
    assert cookie_in(Headers({"cookie": f"{many}; sectors=me.mac; {many}"})) == "me.mac"
    assert cookie_in(Headers({"cookie": many + '\\"' * 100_000})) is None
    assert time.perf_counter() - began < 0.5  # SimpleCookie: 27 seconds for a sixth of it


@pytest.mark.parametrize("size", [limits.LARGEST_HEAD + 1, 100_000, 3_000_000])
@pytest.mark.parametrize("header", ["Cookie: sectors={}", "X: {}", "{}"])
def test_headers_have_their_limit(server: Running, header: Any, size: Any) -> None:
    many = "x: y\r\n" * (size // 4) if header == "{}" else header.format('a="' * (size // 3)) + "\r\n"
    with Longest(server) as longest:
        try:
            answer = raw(server, get(many))
        except ConnectionError:  # closed while we were sending
            answer = b""
    assert not answer or error_in(answer) == "too-large"
    assert longest.seconds < 0.25  # what the limits admit takes less than 0.05; this machine is shared
    assert httpx.get(f"{server.url}/api/me").status_code == 200


def test_an_address_line_has_the_same_limit(server: Running) -> None:
    assert error_in(raw(server, get("", "/api/" + "x" * limits.LARGEST_HEAD))) == "too-large"


def test_what_is_no_http_gets_a_typed_answer(server: Running) -> None:
    assert error_in(raw(server, b"nonsense\r\n\r\n")) == "bad-message"


def test_requests_sent_all_at_once_are_too_many(server: Running) -> None:
    assert b'"too-fast"' in raw(server, get("") * 2000)


def test_half_a_request_is_not_waited_for(own_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.3)
    server = own_server()
    assert raw(server, b"") == b""  # nothing at all: closed
    assert error_in(raw(server, b"GET /api/me HTTP/1.1\r\nHost: x\r\n")) == "too-slow"
    head = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n"
    assert error_in(raw(server, head + b'{"name"')) == "too-slow"


def test_half_requests_of_one_address_do_not_keep_others_out(own_server: MakeServer) -> None:
    server = own_server(rate=1000.0)
    held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(limits.MOST_SOCKETS)]
    for one in held:
        one.sendall(b"GET /api/me HTTP/1.1\r\n")
    time.sleep(0.3)
    assert error_in(raw(server, get(""))) == "too-fast"  # the same address
    addresses = server.app.state.server.addresses
    assert addresses.open_socket("192.0.2.1")  # another one
    for one in held:
        one.close()


def test_a_client_that_reads_nothing_is_let_go(own_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRITE_SECONDS", 0.3)
    server = own_server()
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        for _ in range(200):
            try:
                connection.sendall(get("", "/api/openapi.json") * 10)
            except OSError:
                break
            time.sleep(0.02)
        else:
            pytest.fail("still connected")


def test_ipv6_addresses_of_one_subscriber_are_one_address() -> None:
    addresses = limits.Addresses(1.0, 2)
    assert addresses.connect(limits.network("2001:db8:1:2::1")) and addresses.connect(limits.network("2001:db8:1:2::2"))
    assert not addresses.connect(limits.network("2001:db8:1:2:ffff::3"))
    assert addresses.connect(limits.network("2001:db8:1:3::1"))


@pytest.mark.parametrize("proxies, believed", [([], False), (["127.0.0.1"], True), (["192.0.2.9"], False)])
def test_forwarded_addresses_are_believed_from_named_proxies_only(
    own_server: MakeServer, proxies: Any, believed: Any
) -> None:
    url = own_server(rate=0.5, proxies=proxies).url
    answers = [httpx.get(f"{url}/api/me", headers={"X-Forwarded-For": f"192.0.2.{number}"}) for number in range(12)]
    assert (429 not in {answer.status_code for answer in answers}) == believed


def test_a_websocket_that_sends_only_crumbs_is_closed(person: MakePerson, server: Running) -> None:
    ana = person()
    table = ana.make()["table"]
    for frame in (b"\x00\x80\x00\x00\x00\x00", b"\x89\x80\x00\x00\x00\x00", b"\x8a\x80\x00\x00\x00\x00"):
        live = ana.live(table).until(lambda one: one.state)
        with Longest(server) as longest:
            if frame[0] == 0:
                live.socket.socket.sendall(b"\x01\x80\x00\x00\x00\x00")  # a text in very many parts
            with pytest.raises((ConnectionClosed, OSError)):
                for _ in range(100):
                    live.socket.socket.sendall(frame * 40_000)
                while True:
                    live.hear(20)
        assert longest.seconds < 0.25
    assert ana.get("/api/me").status_code == 200


MONSTERS = {
    "deep": '{"a":' * 957 + "1" + "}" * 957,
    "deep list": "[" * 957 + "]" * 957,
    "long number": "1" * 309,
    "longer number": "1" * 5000,
    "number as key": '{"' + "1" * 309 + '": 1}',
}


@pytest.mark.parametrize("name", MONSTERS)
def test_monstrous_json_is_refused(person: MakePerson, name: str) -> None:
    ana = person()
    value = MONSTERS[name]
    table = ana.make()["table"]
    bodies = {
        "/api/tables": f'{{"game": "starsectors", "options": {{"points": {value}}}}}',
        "/api/records": f'{{"game": "starsectors", "options": {value}, "chance": {value}}}',
        f"/api/tables/{table}/play": f'{{"seat": 0, "text": "x", "number": {value}}}',
        f"/api/tables/{table}/chat": f'{{"text": {value}}}',
        "/api/me": value,
    }
    for path, body in bodies.items():
        answer = ana.web.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422), (path, answer.text)
        assert len(answer.text) < 3000
    live = ana.live(table).until(lambda one: one.state)
    live.socket.send(f'{{"do": "play", "seat": {value}, "text": "x", "number": {value}}}')
    live.until(lambda one: None in one.answers)
    assert live.answers[None]["error"]["code"] == "bad-message"


def test_a_refused_record_is_not_echoed(person: MakePerson) -> None:
    for record in ({"game": "x" * 900_000}, {"game": "sector6", "options": ["x" * 900_000]}, ["x" * 900_000]):
        answer = person().post("/api/records", record)
        assert answer.status_code in (404, 422) and len(answer.text) < 3000


def test_405_and_allow_are_what_the_openapi_document_says(server: Running) -> None:
    document = httpx.get(f"{server.url}/api/openapi.json").json()
    for path, operations in document["paths"].items():
        address = path.replace("{table}", "abc").replace("{game}", "sector6").replace("{replay}", "x")
        answer = httpx.request("PUT", server.url + address.replace("{file}", "x"), json={})
        assert answer.status_code == 405, path
        assert set(answer.headers["allow"].split(", ")) == {method.upper() for method in operations}, path
    assert httpx.put(f"{server.url}/api/nothing", json={}).status_code == 404
    assert httpx.put(f"{server.url}/somewhere", json={}).headers["allow"] == "GET"


def test_strangers_who_went_are_forgotten(server: Running, person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone(public=True)["table"]
    session = server.manager.session_in_memory(table)
    assert session is not None
    for _ in range(5):
        person().live(table).until(lambda one: one.state).close()
    limit = time.monotonic() + 10
    while session.watchers and time.monotonic() < limit:
        time.sleep(0.02)
    assert not session.watchers and not session.present


def test_addresses_that_went_are_forgotten(own_server: MakeServer) -> None:
    server = own_server(rate=1000.0)
    ana = Person(server.url)
    ana.live(ana.make()["table"]).until(lambda one: one.state).close()
    ana.web.close()
    addresses = server.app.state.server.addresses
    limit = time.monotonic() + 10
    while (addresses.sockets or addresses.websockets) and time.monotonic() < limit:
        time.sleep(0.02)
    assert not addresses.sockets and not addresses.websockets
