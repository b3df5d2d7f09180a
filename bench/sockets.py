"""WebSockets and HTTP for a load script, with nothing but what it needs: the less the players take, the more of the
machine is left to the server that is measured."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = b"\0\0\0\0"  # clients must mask; this mask changes nothing


class Socket(asyncio.Protocol):
    """A WebSocket, as a client that trusts the server to keep to RFC 6455 and to send texts in one frame."""

    def __init__(self, path: str, cookie: str, heard: Callable[[bytes], None], hello: bytes = b"") -> None:
        self.path = path
        self.cookie = cookie
        self.heard = heard
        self.hello = hello
        self.agreed = False
        self.rest = b""

    async def open(self, host: str) -> None:
        loop = asyncio.get_running_loop()
        self.closed = loop.create_future()
        name, _, port = host.rpartition(":")
        transport, _ = await loop.create_connection(lambda: self, name, int(port))
        self.transport: asyncio.WriteTransport = transport
        key = "c2VjdG9ycyBsb2FkIHJ1bg=="
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: "
            f"{self.cookie}\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def say(self, text: bytes, kind: int = TEXT) -> None:
        size = len(text)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE, size >> 8, size & 255))
        self.transport.write(head + NO_MASK + text)

    def close(self) -> None:
        if not self.transport.is_closing():
            self.say(b"\x03\xe8", CLOSE)
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        data = self.rest + data if self.rest else data
        at = 0
        if not self.agreed:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self.rest = data
                return
            if b" 101 " not in data[:20]:
                raise OSError(data[:at].decode())
            self.agreed = True
            if self.hello:
                self.say(self.hello)
        while len(data) - at >= 2:
            start, size = at + 2, data[at + 1]
            if size >= 126:
                wide = 2 if size == 126 else 8
                size = int.from_bytes(data[start : start + wide], "big")
                start += wide
            if len(data) < start + size:
                break
            kind, at = data[at] & 15, start + size
            if kind == TEXT:
                self.heard(data[start:at])
            elif kind == PING:
                self.say(data[start:at], PONG)
        self.rest = data[at:]


class Browser:
    """One HTTP connection and its cookies; one request at a time."""

    def __init__(self, host: str, cookie: str = "") -> None:
        self.host = host
        self.cookie = cookie
        self.turn = asyncio.Lock()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        async with self.turn:
            if self.streams is None:
                name, _, port = self.host.rpartition(":")
                self.streams = await asyncio.open_connection(name, int(port))
            reader, writer = self.streams
            head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.cookie}\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
            if "set-cookie" in headers:
                self.cookie = headers["set-cookie"].partition(";")[0]
            answer = await reader.readexactly(int(headers["content-length"]))
            if not lines[0].startswith("HTTP/1.1 2"):
                raise OSError(f"{lines[0]}: {answer[:200]!r}")
            return answer


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
