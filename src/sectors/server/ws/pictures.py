"""Pictures in pieces: little changes from one to the next, so a client gets only the pieces that it does not have."""

from __future__ import annotations

from sectors.server.protocol.responses import Pieces

GROUP = "<g "


def cut(svg: str) -> list[str]:
    """Split a picture at its groups: the head before the first group, then each group up to the next.

    >>> cut("<svg><title>A</title><g class='c'><g d='e'/></g></svg>")
    ['<svg><title>A</title>', "<g class='c'>", "<g d='e'/></g></svg>"]
    """
    head, *groups = svg.split(GROUP)
    return [head, *[GROUP + group for group in groups]]


class PicturePatcher:
    """Cuts the pictures of one connection. It knows which pieces the client has: those of the previous picture."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}  # hashes of pieces, and their numbers
        self._last = 0

    def forget(self) -> None:
        """Assume that the client has no pieces: it said hello again, and may not have received the last ones."""
        self._known = {}

    def cut(self, svg: str) -> Pieces:
        known: dict[int, int] = {}
        new: dict[int, str] = {}
        numbers = []
        for text in cut(svg):
            key = hash(text)
            number = known.get(key) or self._known.get(key)
            if number is None:
                self._last = number = self._last + 1
                new[number] = text
            known[key] = number
            numbers.append(number)
        self._known = known
        return Pieces(numbers, new)
