"""Everything that stands between a stranger's request and the tables: limits, cookies, origins, headers."""

from __future__ import annotations

import re
import secrets
from typing import Any

import msgspec
import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sectors.server.identity import COOKIE, YEARS, Signer, new_player
from sectors.server.limits import LARGEST, LARGEST_RECORD, Addresses, Quotas, network
from sectors.server.metrics import BAD_MESSAGES
from sectors.server.protocol.errors import Problem
from sectors.server.tables.session import Seen

RECORDS = "/api/records"
REQUEST_ID = "X-Request-Id"
PLAIN_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
SAME_FOR_ALL = ("/assets/", "/fonts/", "/healthz", "/readyz", "/metrics")  # what needs no cookie

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

# A picture brings its colours in a style of its own, and nothing else.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

log = structlog.get_logger("http")


class Middleware:
    """ASGI middleware. Behind it, `scope["state"]["player"]` says who asks."""

    def __init__(
        self, app: ASGIApp, signer: Signer, addresses: Addresses, seen: Seen, quotas: Quotas, live: ASGIApp
    ) -> None:
        self.app = app
        self.live = live
        self.signer = signer
        self.addresses = addresses
        self.seen = seen
        self.quotas = quotas

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        request = request_id(headers)
        structlog.contextvars.bind_contextvars(request=request)
        known = self.signer.read(cookie_in(headers))
        player = known or new_player()
        if known:
            self.seen.note(known)
        scope.setdefault("state", {})["player"] = player
        scope["state"]["address"] = address = network((scope.get("client") or ("unknown", 0))[0])
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send, headers, address)
            return
        new = None if known or scope["path"].startswith(SAME_FOR_ALL) else self.signer.sign(player)
        answer = finished(send, new, secure(scope, headers), request)
        problem = await self._problem(scope, headers, address)
        if problem is not None:
            await refuse(problem, scope, answer)
            return
        limit = LARGEST_RECORD if scope["path"] == RECORDS else LARGEST
        try:
            body = await whole_body(receive, limit) if scope["method"] in ("POST", "PUT", "PATCH", "DELETE") else b""
        except ClientGone:
            return
        if body is None:
            await refuse(Problem("too-large", f"The request is larger than {limit // 1024} kB."), scope, answer)
            return
        if body and (wait := await self.quotas.wait("bytes", address, player, len(body))):
            await refuse(
                Problem("too-fast", "You have sent too much data; slow down.", wait=round(wait, 3)), scope, answer
            )
            return
        await self.app(scope, replay(body, receive), answer)

    async def _problem(self, scope: Scope, headers: Headers, address: str) -> Problem | None:
        if wait := await self.addresses.wait(address):
            return Problem("too-fast", "Slow down.", wait=round(wait, 3))
        if scope["method"] == "POST":
            if foreign(headers):
                return Problem("forbidden", "That request comes from another site.")
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return Problem("not-json", "Send application/json.")
        return None

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, headers: Headers, address: str) -> None:
        if foreign(headers) or await self.addresses.wait(address) or not self.addresses.connect(address):
            code = "forbidden" if foreign(headers) else "too-fast"
            BAD_MESSAGES.labels(code).inc()
            log.info("refused", path=scope["path"], code=code, address=address)
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before accepting: the client gets a 403
            return
        try:
            await self.live(scope, receive, send)
        finally:
            self.addresses.disconnect(address)


def cookie_in(headers: Headers) -> str | None:
    """Our cookie, among those of whoever else shares the host."""
    for pair in headers.get("cookie", "").split(";"):
        name, _, value = pair.partition("=")
        if name.strip() == COOKIE:
            return value.strip()
    return None


def foreign(headers: Headers) -> bool:
    """Whether a page of another site asks. Programs send no Origin."""
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def secure(scope: Scope, headers: Headers) -> bool:
    return bool(scope.get("scheme") in ("https", "wss"))


def request_id(headers: Headers) -> str:
    """What a request is called in the logs of proxy, server, queue and worker: as the proxy says, or a new name."""
    given = headers.get(REQUEST_ID, "")
    return given if PLAIN_ID.fullmatch(given) else secrets.token_hex(8)


def finished(send: Send, cookie: str | None, https: bool, request: str) -> Send:
    """Adds our headers, and a new player's cookie."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers[REQUEST_ID] = request
            for name, value in HEADERS.items():
                headers[name] = value
            if headers.get("content-type", "").startswith("image/svg"):
                headers["Content-Security-Policy"] = PICTURE_POLICY
            if cookie is not None:
                age = YEARS * 365 * 86400
                flags = "; Secure" if https else ""
                headers.append("Set-Cookie", f"{COOKIE}={cookie}; Max-Age={age}; Path=/; HttpOnly; SameSite=Lax{flags}")
            if "cache-control" not in headers:
                headers["Cache-Control"] = "no-store"
        await send(message)

    return sending


class ClientGone(Exception):  # noqa: N818
    """The connection closed before the whole request had come."""


async def whole_body(receive: Receive, limit: int) -> bytes | None:
    """The body, or None if it is too large."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientGone
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts)


def replay(body: bytes, receive: Receive) -> Receive:
    """Hands out a body that has been read."""
    given = False

    async def receiving() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving


def problem_json(problem: Problem) -> bytes:
    return msgspec.json.encode({"error": problem.body()})


async def refuse(problem: Problem, scope: Scope, send: Send) -> None:
    BAD_MESSAGES.labels(problem.code).inc()
    log.info("refused", path=scope["path"], method=scope["method"], code=problem.code, text=problem.text)
    headers: list[tuple[bytes, bytes]] = [(b"content-type", b"application/json")]
    if "wait" in problem.more:
        headers.append((b"retry-after", str(int(problem.more["wait"]) + 1).encode()))
    start: dict[str, Any] = {"type": "http.response.start", "status": problem.status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": problem_json(problem)})
