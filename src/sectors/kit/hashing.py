"""The hash function for the key of a position (`Core.key`), which mixes in one pair of numbers after another.

Interpreted code imports this module; compiled code gets the same function as C from hashing.pxd.
"""

from __future__ import annotations

PRIME = 0x9E3779B97F4A7C15
WORD = 0xFFFFFFFFFFFFFFFF


def mixed(found: int, low: int, high: int) -> int:
    """Return the 64-bit hash of a hash and two 32-bit numbers.

    >>> mixed(1, 2, 3) == mixed(1, 3, 2)
    False
    """
    found = (found ^ low ^ high << 32) * PRIME & WORD
    return found ^ found >> 29
