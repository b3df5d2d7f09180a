"""The middleware that every request passes through: limits, cookies, origins, headers."""

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
SAME_FOR_ALL = ("/assets/", "/fonts/", "/healthz", "/readyz", "/metrics")  # paths that need no cookie

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

# A picture contains its own style, and loads nothing.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

log = structlog.get_logger("http")


class Middleware:
    """ASGI middleware. It sets `scope["state"]["player"]` and `scope["state"]["address"]`."""

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
        answer = add_headers(send, new, is_https(scope, headers), request)
        problem = await self._check(scope, headers, address)
        if problem is not None:
            await refuse(problem, scope, answer)
            return
        limit = LARGEST_RECORD if scope["path"] == RECORDS else LARGEST
        try:
            body = await read_body(receive, limit) if scope["method"] in ("POST", "PUT", "PATCH", "DELETE") else b""
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
        await self.app(scope, replay_body(body, receive), answer)

    async def _check(self, scope: Scope, headers: Headers, address: str) -> Problem | None:
        if wait := await self.addresses.wait(address):
            return Problem("too-fast", "Slow down.", wait=round(wait, 3))
        if scope["method"] == "POST":
            if is_foreign(headers):
                return Problem("forbidden", "That request comes from another site.")
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return Problem("not-json", "Send application/json.")
        return None

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, headers: Headers, address: str) -> None:
        if is_foreign(headers) or await self.addresses.wait(address) or not self.addresses.connect(address):
            code = "forbidden" if is_foreign(headers) else "too-fast"
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
    """Return our cookie; other programs on the same host may have set theirs."""
    for pair in headers.get("cookie", "").split(";"):
        name, _, value = pair.partition("=")
        if name.strip() == COOKIE:
            return value.strip()
    return None


def is_foreign(headers: Headers) -> bool:
    """Return whether the request comes from a page of another site. Programs send no Origin."""
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def is_https(scope: Scope, headers: Headers) -> bool:
    return bool(scope.get("scheme") in ("https", "wss"))


def request_id(headers: Headers) -> str:
    """Return the id of a request for the logs of proxy, server, queue and worker: the proxy's, or a new one."""
    given = headers.get(REQUEST_ID, "")
    return given if PLAIN_ID.fullmatch(given) else secrets.token_hex(8)


def add_headers(send: Send, cookie: str | None, https: bool, request: str) -> Send:
    """Return a `send` that adds our headers, and the cookie of a new player."""

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
    """The connection closed before the whole request had arrived."""


async def read_body(receive: Receive, limit: int) -> bytes | None:
    """Return the body, or None if it is too large."""
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


def replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that first returns a body that has already been read."""
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
