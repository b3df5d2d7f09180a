"""The WebSocket of uvicorn, with a fast path for frequent messages.

A complete text frame goes straight to the queue of the connection, and an outgoing text straight to the socket. The
library handles handshakes, pings, closing, fragmented messages and everything unusual.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

from sectors.server.limits import Bucket

EXTENSION = "sectors.wire"  # the name of the WebSocket among a scope's extensions
FINAL_TEXT = 0x81
MASKED = 0x80
LONGEST_CONTROL = 125
MOST_AT_ONCE = 2000  # frames in one read
ODD_A_SECOND = 50.0  # pings, pongs and continuation frames; six times as many at once
SLICE = 2048  # bytes that the library gets at a time, so that it never blocks the event loop for long
TOO_FAST = 4029
MOST_WAITING = 32  # received messages in the queue before reading pauses


class WebSocket(WebSocketsSansIOProtocol):
    """One connection."""

    _fast_path = True  # use the fast path: the library holds no part of a frame or message

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._outgoing: list[bytes] = []
        self._odd = Bucket(ODD_A_SECOND, 6 * ODD_A_SECOND)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        if not self._fast_path or not self.handshake_complete:
            self._feed(data)
            return
        at, end, frames = 0, len(data), 0
        while end - at >= 6 and not self.close_sent and not self.transport.is_closing():
            first, size, start = data[at], data[at + 1] - MASKED, at + 6
            if size == 126 and end - at >= 8:
                size, start = data[at + 2] << 8 | data[at + 3], at + 8
            elif size < 0 or size > LONGEST_CONTROL:
                break
            if start + size > end:
                break
            frames += 1
            if frames > MOST_AT_ONCE:
                self._close()
                return
            if first == FINAL_TEXT:
                self._take(apply_mask(data[start : start + size], data[start - 4 : start]))
            elif first & 0x08 and size <= LONGEST_CONTROL:
                self._feed(data[at : start + size])
            else:
                break
            at = start + size
        if at < end:
            self._fast_path = False
            self._feed(data[at:])

    def _feed(self, data: bytes) -> None:
        """Pass data to the library."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_cont(self, event: Any) -> None:
        self._count()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        self._count()
        super().handle_pong(event)

    def _count(self) -> None:
        """Close the connection of a client that sends too many control frames: tiny ones cost as much as large ones."""
        if self._odd.wait():
            self._close()

    def _close(self) -> None:
        """Close the connection without waiting for the client's close frame."""
        if not self.transport.is_closing():
            self._write()
            self.conn.send_close(TOO_FAST)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def _take(self, text: bytes) -> None:
        self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        if not self.read_paused and self.queue.qsize() > MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def send_text(self, text: bytes) -> None:
        """Send a text in one frame. Texts sent in the same turn of the event loop are written together."""
        size = len(text)
        if size < 126:
            head = bytes((FINAL_TEXT, size))
        elif size < 1 << 16:
            head = bytes((FINAL_TEXT, 126, size >> 8, size & 255))
        else:
            head = bytes((FINAL_TEXT, 127)) + size.to_bytes(8, "big")
        if not self._outgoing:
            self.loop.call_soon(self._write)
        self._outgoing.append(head + text)

    def _write(self) -> None:
        texts, self._outgoing = self._outgoing, []
        if texts and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(texts))

    async def send(self, message: Any) -> None:
        self._write()  # keep the order
        await super().send(message)

    def shutdown(self) -> None:
        self._write()
        super().shutdown()
