"""Sets of the squares of a board of up to 16 x 16: bit 16 * row + column for each square.

Interpreted code imports this module; compiled code gets the same names as C from square.pxd. Sets are combined with
`|`, `&` and `~`. A game masks results with its own field, which leaves one to three columns free at the side.
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
    """Return whether the set has any square."""
    return squares != 0


def square(index: int) -> int:
    """Return the set of one square."""
    return 1 << index


def has(squares: int, index: int) -> bool:
    return bool(squares >> index & 1)


def nth(squares: int, n: int) -> int:
    """Return the index of the n-th square, from 0."""
    for _ in range(n):
        squares &= squares - 1
    return (squares & -squares).bit_length() - 1


def spread(squares: int, indices: MutableSequence[int]) -> int:
    """Write the indices of all squares; return their number."""
    size = 0
    while squares:
        indices[size] = (squares & -squares).bit_length() - 1
        squares &= squares - 1
        size += 1
    return size


def moved(squares: int, dx: int, dy: int) -> int:
    """Move all squares by columns and rows; those that leave a row or the board are lost.

    >>> moved(square(16 * 2 + 5), 1, -1) == square(16 * 1 + 6)
    True
    """
    squares = (squares << dx if dx >= 0 else squares >> -dx) & KEPT[dx]
    return (squares << 16 * dy & BOARD) if dy >= 0 else squares >> -16 * dy


def rows_ahead(dy: int) -> int:
    """Precompute the argument `ahead` of `shifted` for a step of `dy` rows."""
    return dy


def shifted(squares: int, east: int, west: int, ahead: int) -> int:
    """Do the same as `moved` with precomputed arguments: columns east or west, and `rows_ahead`."""
    return moved(squares, east - west, ahead)


def sideways(squares: int) -> int:
    """Return the squares to the left and right."""
    return moved(squares, 1, 0) | moved(squares, -1, 0)


def up_and_down(squares: int) -> int:
    return moved(squares, 0, 1) | moved(squares, 0, -1)
