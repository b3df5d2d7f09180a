"""Room for what a search notes: arrays that take no memory until they are used, and results by key."""

from __future__ import annotations

import mmap
import sys
from collections.abc import MutableSequence
from typing import cast

NONE = -1


class Memory:
    """Results under keys: how many, and their sum. It has a power of two of slots, and uses half of them at most."""

    key: MutableSequence[int]
    age: MutableSequence[int]  # a slot is in use if this is that of the memory
    visits: MutableSequence[int]
    value: MutableSequence[float]

    def __init__(self, slots: int) -> None:
        self.last = slots - 1
        self.key = words(slots)
        self.age = ints(slots)
        self.visits = ints(slots)
        self.value = floats(slots)
        self.now = 1
        self.used = 0

    def forget(self) -> None:
        """All of it."""
        self.now += 1
        self.used = 0

    def find(self, key: int) -> int:
        """The slot of a key; NONE if nothing was noted under it."""
        slot = self.place(key)
        return slot if self.age[slot] == self.now else NONE

    def note(self, key: int) -> int:
        """The same, but a new slot if there was none, as long as there is room."""
        slot = self.place(key)
        if self.age[slot] != self.now:
            if 2 * self.used > self.last:
                return NONE
            self.used += 1
            self.age[slot] = self.now
            self.key[slot] = key
            self.visits[slot] = 0
            self.value[slot] = 0.0
        return slot

    def place(self, key: int) -> int:
        """Where a key is, or would be."""
        slot = (key ^ key >> 32) & self.last
        while self.age[slot] == self.now and self.key[slot] != key:
            slot = slot + 1 & self.last
        return slot


def ints(size: int) -> MutableSequence[int]:
    return cast(MutableSequence[int], room(4 * size).cast("i"))


def floats(size: int) -> MutableSequence[float]:
    return cast(MutableSequence[float], room(8 * size).cast("d"))


def words(size: int) -> MutableSequence[int]:
    return cast(MutableSequence[int], room(8 * size).cast("Q"))


def room(size: int) -> memoryview:
    """Bytes, all zero, that take no memory until they are used."""
    if sys.platform == "win32":
        return memoryview(mmap.mmap(-1, size))
    return memoryview(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
