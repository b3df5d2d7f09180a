"""A wire between a browser and the server that can be cut: what Chromium's offline switch does not do to WebSockets."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    def __init__(self, port: int) -> None:
        self.far = ("127.0.0.1", port)
        self.ends: set[socket.socket] = set()
        self.is_whole = True
        self.lock = threading.Lock()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:  # the door was closed
                return
            try:
                far = socket.create_connection(self.far) if self.is_whole else None
            except OSError:
                far = None
            with self.lock:
                if far is None or not self.is_whole:
                    drop(near, far)
                    continue
                self.ends |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        drop(one, other)

    def cut(self) -> None:
        """Both ends of every connection lose it, and no new one is made."""
        with self.lock:
            self.is_whole = False
            drop(*self.ends)
            self.ends.clear()

    def mend(self) -> None:
        self.is_whole = True

    def close(self) -> None:
        self.door.close()
        self.cut()


def drop(*ends: socket.socket | None) -> None:
    for end in ends:
        if end is not None:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
