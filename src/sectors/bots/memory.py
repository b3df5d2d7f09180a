"""Storage for the searches: arrays that take no memory until they are used, and a hash table of results."""

from __future__ import annotations

import mmap
import sys
from collections.abc import MutableSequence
from typing import cast

NONE = -1


class Memory:
    """A hash table of results: number and sum for each key. `slots` is a power of two; at most half are used."""

    key: MutableSequence[int]
    age: MutableSequence[int]  # a slot is in use if its age equals `now`
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
        """Forget all results."""
        self.now += 1
        self.used = 0

    def find(self, key: int) -> int:
        """Return the slot of a key; NONE if it has none."""
        slot = self.place(key)
        return slot if self.age[slot] == self.now else NONE

    def note(self, key: int) -> int:
        """Return the slot of a key, taking a free one for a new key; NONE if there is no room."""
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
        """Return the slot in which a key is, or would be."""
        slot = (key ^ key >> 32) & self.last
        while self.age[slot] == self.now and self.key[slot] != key:
            slot = slot + 1 & self.last
        return slot


def ints(size: int) -> MutableSequence[int]:
    return cast(MutableSequence[int], allocate(4 * size).cast("i"))


def floats(size: int) -> MutableSequence[float]:
    return cast(MutableSequence[float], allocate(8 * size).cast("d"))


def words(size: int) -> MutableSequence[int]:
    return cast(MutableSequence[int], allocate(8 * size).cast("Q"))


def allocate(size: int) -> memoryview:
    """Return zero bytes that take no memory until they are used."""
    if sys.platform == "win32":
        return memoryview(mmap.mmap(-1, size))
    return memoryview(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
