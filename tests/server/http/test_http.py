"""What stands between a stranger and the tables."""

import contextlib
import json
import random
import string
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import sectors
from tests.server.people import SOAK, MakePerson, MakeServer, Person, Running

EXAMPLES = 200 if SOAK else 6
MESSAGES = 100_000 if SOAK else 1500


def test_cookies_are_closed_to_scripts_and_other_sites(server: Running) -> None:
    answer = httpx.get(f"{server.url}/api/me")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
    assert "set-cookie" not in httpx.get(f"{server.url}/api/me", headers={"Cookie": cookie.partition(";")[0]}).headers


@pytest.mark.parametrize("forge", ["", "x", "x.y", "{0}.{1}x", "{0}0.{1}", "{0}", "\u00fc.{1}", '"{0}'])
def test_a_forged_cookie_is_nobody(server: Running, person: MakePerson, forge: Any) -> None:
    ana = person("Ana")
    name, _, mac = ana.web.cookies["sectors"].partition(".")
    forged = f"sectors={forge.format(name, mac)}"
    me = httpx.get(f"{server.url}/api/me", headers={b"Cookie": forged.encode()}).json()
    assert me["name"] != "Ana"


def test_pages_of_other_sites_can_do_nothing(server: Running, person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    headers = {"Origin": "https://evil.example"}
    answer = ana.web.post(f"/api/tables/{table}/chat", json={"text": "hi"}, headers=headers)
    assert answer.status_code == 403
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus) as refused:
        connect(address, origin=Origin("https://evil.example"), additional_headers={"Cookie": ana.cookie})
    assert refused.value.response.status_code == 403
    connect(address, origin=Origin(server.url), additional_headers={"Cookie": ana.cookie}).close()


def test_options_are_looked_over_before_a_table_is_made(person: MakePerson) -> None:
    ana = person("Ana")
    map_ = {"id": "mine", "rows": ["E", "E"], "base0": ["a1"], "base1": []}
    asked = {"seats": 1, "options": {"map": map_}}
    answer = ana.web.post("/api/games/sector18/options", json=asked).json()
    assert answer == {"problem": "The map needs at least one zone beside the upper base (base1).", "remarks": []}
    map_["base1"] = ["a2"]
    answer = ana.web.post("/api/games/sector18/options", json=asked).json()
    assert answer == {"problem": None, "remarks": ["The map cards of the box can be laid so."]}
    answer = ana.web.post("/api/games/sector18/options", json={"seats": 3}).json()
    assert answer["problem"] == "seats: found 3, allowed is 1 or 2"
    assert ana.web.post("/api/games/nothing/options", json={}).status_code == 404


def test_what_is_not_json_is_refused(person: MakePerson) -> None:
    ana = person("Ana")
    answer = ana.web.post("/api/me", data={"name": "form"})
    assert answer.status_code == 415 and answer.json()["error"]["code"] == "not-json"
    for body in (b"", b"{", b"[]", b"null", b'{"name": 5}', b'{"name": "x", "more": 1}', b"\xff\xfe", b"[" * 50_000):
        answer = ana.web.post("/api/me", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400 and answer.json()["error"]["code"] == "bad-message", body[:20]


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u0000b", "a\u202eb", "\ud800", "\n"])
def test_names_that_play_tricks_are_refused(person: MakePerson, name: str) -> None:
    body = json.dumps({"name": name}).encode()
    answer = person().web.post("/api/me", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400


def test_what_is_too_large_is_refused(person: MakePerson, server: Running) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    assert ana.do(table, "chat", text="x" * 70_000).status_code == 413
    assert ana.do(table, "chat", text="x" * 501).status_code == 400
    assert ana.post("/api/records", {"x": "x" * 1_100_000}).status_code == 413
    live = ana.live(table).until(lambda one: one.state)
    live.send({"do": "chat", "text": "x" * 70_000})
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            live.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_an_address_that_asks_too_fast_is_slowed_down(own_server: MakeServer) -> None:
    ana = Person(own_server(rate=0.5).url)  # two at once, then one in two seconds
    answer = ana.get("/api/me")
    while answer.status_code != 429:
        answer = ana.get("/api/me")
    assert answer.json()["error"]["code"] == "too-fast" and int(answer.headers["retry-after"]) >= 1


def test_an_address_has_so_many_websockets_and_no_more(own_server: MakeServer) -> None:
    ana = Person(own_server(rate=1000.0, connections=2).url)
    table = ana.make()["table"]
    lives = [ana.live(table), ana.live(table)]
    with pytest.raises(InvalidStatus):
        ana.live(table)
    assert all(live.until(lambda one: one.state) for live in lives)


def test_a_websocket_that_says_too_much_is_warned_and_then_closed(own_server: MakeServer) -> None:
    ana = Person(own_server(rate=1000.0).url)
    live = ana.live(ana.make()["table"]).until(lambda one: one.state)
    with contextlib.suppress(ConnectionClosed):
        while True:
            for _ in range(200):
                live.socket.send("nonsense")  # costs little to refuse, so they come faster than they are allowed to
            for _ in range(200):  # each has an answer
                while live.hear(60)["type"] != "error":
                    pass
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            live.hear(60)  # what came before it was closed
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4029
    codes = [json.loads(text).get("error", {}).get("code") for text in live.heard]
    assert "bad-message" in codes and "too-fast" in codes


def test_every_page_forbids_inline_scripts_and_frames(person: MakePerson, server: Running) -> None:
    ana = person()
    for path in ("/", "/table/abc", "/api/games", "/nothing", "/api/nothing", "/api/openapi.json"):
        answer = ana.get(path)
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy and "script-src 'self';" in policy and "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_page_or_how_to_build_it_and_nothing_else_of_the_disk(own_server: MakeServer, tmp_path: Path) -> None:
    folder = tmp_path / "page"
    server = own_server(page=folder)
    ana = Person(server.url)
    assert "make build" in ana.get("/").text
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>the page")
    (folder / "assets" / "a1.js").write_text("let a")
    (tmp_path / "secret.txt").write_text("secret")
    assert ana.get("/").text == ana.get("/table/x").text == "<!doctype html>the page"
    assert "immutable" in ana.get("/assets/a1.js").headers["cache-control"]
    assert ana.web.get("/assets/a0.js").status_code == 404, "a part of an older build"
    for path in ("/../secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/%00"):
        assert "secret" not in ana.web.get(path).text


def test_operators_see_health_and_numbers(person: MakePerson) -> None:
    ana = person("Ana")
    ana.alone()
    assert ana.get("/healthz").json() == {"ok": True}
    numbers = ana.get("/metrics").text
    assert "sectors_events_total" in numbers and "sectors_commit_seconds" in numbers


# Strangers' machines


def test_the_openapi_document_is_complete(person: MakePerson, server: Running) -> None:
    document = person().get("/api/openapi.json").json()
    routes = {getattr(route, "path", None) for route in server.app.routes if getattr(route, "include_in_schema", False)}
    assert set(document["paths"]) == routes
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert ("requestBody" in operation) == (method == "post"), path
            for status, answer in operation["responses"].items():
                assert answer["content"], (path, method, status)


def test_schemathesis_finds_no_fault(server: Running) -> None:
    ana = Person(server.url, "Ana")
    table = ana.alone(public=True)
    ended = ana.alone()["table"]
    ana.do(ended, "resign", seat=0)
    replay = ana.do(ended, "share").json()["replay"]
    known = {"table": table["table"], "game": "sector219", "replay": replay}
    schema = schemathesis.openapi.from_dict(ana.get("/api/openapi.json").json())
    source = random.Random(3)
    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    for operation in schema.get_all_operations():
        calm = [HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large]

        @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=calm)
        @given(case=operation.ok().as_strategy())  # type: ignore[union-attr]
        def run(case: Any) -> None:
            for name, value in known.items():  # half of the time, something that is there
                if name in (case.path_parameters or {}) and source.random() < 0.5:
                    case.path_parameters[name] = value
            answer = case.call(base_url=server.url, session=None, cookies=dict(ana.web.cookies))
            case.validate_response(answer, checks=checks)

        run()


def test_a_fuzzer_on_the_websocket_gets_typed_answers(server: Running, person: MakePerson) -> None:
    ana = person("Ana")
    table = ana.alone()["table"]
    source = random.Random(6)
    samples: list[dict[str, Any]] = [
        {"do": "hello", "seat": 0, "since": 1, "svg": False, "moves": "texts"},
        {"do": "play", "seat": 0, "text": "x", "number": 2, "id": "k"},
        {"do": "why", "seat": 0, "path": ["cell:g6"]},
        {"do": "answer", "seat": 1, "offer": 3, "yes": False},
        {"do": "undo", "seat": 0},
        {"do": "chat", "text": "hi"},
        {"do": "pace", "pace": "slow"},
        {"do": "sit", "seat": 1, "key": "k", "name": "N"},
        {"do": "bot", "seat": 1, "level": 2},
        {"do": "rematch"},
        {"do": "share"},
        {"do": "hint", "seat": 0, "level": 1},
    ]
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        2**70,
        1e300,
        "",
        "x" * 2000,
        "\u0000",
        [],
        [[]],
        {},
        {"a": 1},
        "none",
        99,
        0.5,
    ]

    def mangled() -> Any:
        luck = source.random()
        if luck < 0.15:
            return bytes(source.randrange(256) for _ in range(source.randrange(80)))
        if luck < 0.3:
            return "".join(source.choice(string.printable) for _ in range(source.randrange(80)))
        message = dict(source.choice(samples))
        for _ in range(source.randrange(3)):
            key = source.choice([*message, "extra"])
            if source.random() < 0.3:
                message.pop(key, None)
            else:
                message[key] = source.choice(values)
        text = json.dumps(message)
        if luck < 0.45:
            cut = source.randrange(len(text))
            text = text[:cut] + source.choice(["", '"', "}", "\\", "0"]) + text[cut + source.randrange(3) :]
        return text if source.random() < 0.9 else text.encode()

    live = ana.live(table).until(lambda one: one.state)
    problems = set()
    for number in range(MESSAGES):
        live.socket.send(mangled())
        if number % 10 == 9:
            live.ask(f"mark {number}", do="chat", text=f"still there {number}")
            problems |= {a["error"]["code"] for a in live.answers.values() if a["type"] == "error"}
            assert "internal" not in problems
    assert "bad-message" in problems and len(problems) >= 4
    for text in live.heard:
        assert "Traceback" not in text
    assert ana.state(table)["status"] in ("playing", "over")


@pytest.mark.parametrize("name", sectors.games())
def test_whatever_is_touched_or_typed_gets_a_reason(person: MakePerson, server: Running, name: str) -> None:
    ana = person("Ana")
    seats = min(sectors.load(name).seat_numbers)
    plan = {"game": name, "seats": seats, "places": [{"kind": "me"}] * seats, "start": True}
    table = ana.post("/api/tables", plan).json()["table"]
    source = random.Random(9)
    codes = set(server.manager.catalog.game(name).sentences)
    garbage = ["", "x", "cell:", "cell:zz99", ":", "hand:?", "ship:-1", "\u00e9", "a" * 60, "0", "cell:g6:x", "\n"]
    for _ in range(30 if SOAK else 6):
        state = ana.play_on(table, source, most=7, seats=range(seats))
        if state["status"] == "over":
            break
        seat = state["sight"]["to_act"]
        moves = ana.state(table, seat=seat)["sight"]["moves"]
        things = [thing for move in moves for thing in move["path"]]
        things += [f"{thing.partition(':')[0]}:{source.choice([*garbage, '1', '00', '0a', 'a1'])}" for thing in things]
        for _ in range(25):
            path = [source.choice([source.choice(things), source.choice(garbage)]) for _ in range(source.randint(1, 4))]
            text = "".join(
                source.choice(source.choice(moves)["text"] + "x,>-:9 ") for _ in range(source.randint(0, 12))
            )
            for said in ({"path": path}, {"text": text}, {"text": source.choice(garbage)}):
                answer = ana.do(table, "why", seat=seat, **said)
                assert answer.status_code == 200, (said, answer.text)
                refusal = answer.json()["refusal"]
                assert refusal is None or (refusal["code"] in codes and refusal["text"]), said
