"""The sockets: uvicorn's configuration, and the limits that it lacks (headers, time, connections of one address)."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from sectors.server import limits
from sectors.server.protocol.errors import Problem
from sectors.server.ws.framing import WebSocket


class Config(uvicorn.Config):
    """uvicorn's configuration with our settings."""

    addresses: limits.Addresses
    proxies: frozenset[str]


def config(application: Any, host: str, port: int, **more: Any) -> Config:
    """Return the configuration for an application, also used by the tests."""
    server = application.state.server
    proxies: list[str] = server.settings.proxies
    result = Config(
        application,
        host=host,
        port=port,
        http=HttpConnection,
        ws=WebSocket,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=limits.LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
        proxy_headers=bool(proxies),  # otherwise anybody could claim any address
        forwarded_allow_ips=proxies,
        **more,
    )
    result.addresses = server.addresses
    result.proxies = frozenset(proxies)
    return result


class HttpConnection(HttpToolsProtocol):
    """One connection for requests, until it becomes a WebSocket."""

    config: Config
    _counted = False
    _deadline: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _part = "idle"  # or "head" or "body": the part of a request that is arriving
    _size = 0  # of its head so far
    _begun = 0  # requests that began in the current read
    _refusal: Problem | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = (self.client or ("unknown", 0))[0]
        self._address = limits.network(peer)
        if peer not in self.config.proxies:  # a proxy connects for many people
            self._counted = self.config.addresses.open_socket(self._address)
            if not self._counted:
                self._refuse(Problem("too-fast", "Too many connections from your address.", wait=1.0))
                return
        self._wait(limits.HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._wait(None)
        self.resume_writing()
        if self._counted:
            self._counted = False
            self.config.addresses.close_socket(self._address)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    # Time

    def _wait(self, seconds: float | None) -> None:
        """Set the deadline for what must arrive next; None: no deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._deadline = None
        if self.transport.is_closing():
            return
        if self._part == "idle" or (self.cycle is not None and self.cycle.response_started):
            self.transport.close()
        else:
            self._refuse(Problem("too-slow", "The request took too long to arrive."))

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(limits.WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    # Size

    def data_received(self, data: bytes) -> None:
        if self._refusal is not None:
            return
        self._begun = 0
        waiting = self._part == "head"
        if self._part == "idle" and self._deadline is None:
            self._wait(limits.HEAD_SECONDS)
        super().data_received(data)
        if waiting and self._part == "head" and not self._begun:
            self._size += len(data)
            if self._size > limits.LARGEST_HEAD:
                self._refuse(head_too_large())

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._part = "head"
        self._size = 0
        self._begun += 1
        if self._begun > limits.MOST_PIPELINED:
            self._fail(Problem("too-fast", "Too many requests at once.", wait=1.0))

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > limits.LARGEST_HEAD:
            self._fail(head_too_large())

    def on_headers_complete(self) -> None:
        self._part = "body"
        self._wait(limits.BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._part = "idle"
        self._wait(None)
        super().on_message_complete()

    # Refusing

    def _fail(self, problem: Problem) -> None:
        """Stop the parser, from inside one of its callbacks; `send_400_response` then answers with the problem."""
        self._refusal = problem
        raise ValueError(problem.text)

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._refusal or Problem("bad-message", msg))

    def _refuse(self, problem: Problem) -> None:
        self._refusal = problem
        self._wait(None)
        body = msgspec.json.encode({"error": problem.body()})
        head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
        self.transport.write(STATUS_LINE[problem.status] + head + body)
        self.transport.close()


def head_too_large() -> Problem:
    return Problem("too-large", f"The headers are larger than {limits.LARGEST_HEAD // 1024} kB.")
