"""Sets of the squares of a board of up to 16 x 16: bit 16 * row + column for each square.

Interpreted code imports this module; compiled code gets the same names as C from square.pxd. Sets are joined and cut
with `|`, `&` and `~`. A game masks what it computes with its own field, which keeps a column or three free at the side.
"""

from __future__ import annotations

from collections.abc import MutableSequence

NOTHING = 0
ROW = 0xFFFF
BOARD = (1 << 256) - 1
KEPT = {dx: sum((ROW << dx & ROW if dx >= 0 else ROW >> -dx) << 16 * row for row in range(16)) for dx in range(-15, 16)}


def count(squares: int) -> int:
    return squares.bit_count()


def some(squares: int) -> bool:
    """Whether there is any square in it."""
    return squares != 0


def square(index: int) -> int:
    """The set of one square."""
    return 1 << index


def has(squares: int, index: int) -> bool:
    return bool(squares >> index & 1)


def nth(squares: int, n: int) -> int:
    """The index of the square number n, from 0."""
    for _ in range(n):
        squares &= squares - 1
    return (squares & -squares).bit_length() - 1


def spread(squares: int, indices: MutableSequence[int]) -> int:
    """Write the indices of all squares; their number."""
    size = 0
    while squares:
        indices[size] = (squares & -squares).bit_length() - 1
        squares &= squares - 1
        size += 1
    return size


def moved(squares: int, dx: int, dy: int) -> int:
    """All squares moved by columns and rows; what leaves a row or the board is lost.

    >>> moved(square(16 * 2 + 5), 1, -1) == square(16 * 1 + 6)
    True
    """
    squares = (squares << dx if dx >= 0 else squares >> -dx) & KEPT[dx]
    return (squares << 16 * dy & BOARD) if dy >= 0 else squares >> -16 * dy


def rows_ahead(dy: int) -> int:
    """What `shifted` wants to know of a step of that many rows; worked out once, for steps that are made often."""
    return dy


def shifted(squares: int, east: int, west: int, ahead: int) -> int:
    """`moved`, with what it needs worked out before: columns to the east or to the west, and `rows_ahead`."""
    return moved(squares, east - west, ahead)


def sideways(squares: int) -> int:
    """The squares to the left and to the right."""
    return moved(squares, 1, 0) | moved(squares, -1, 0)


def up_and_down(squares: int) -> int:
    return moved(squares, 0, 1) | moved(squares, 0, -1)
