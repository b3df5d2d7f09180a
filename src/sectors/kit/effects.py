"""Things to touch, moves, and the effects of moves: how a game describes a position to people.

Pictures, boards, the terminal, screen readers, hints and lessons all render this data. Texts write seats as `kit.words`
does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# The kinds of effects. A board has a sign for each; the effect itself holds words and numbers.
EFFECTS = (
    "moves",  # a piece goes to the thing
    "places",  # a piece comes to the thing
    "destroys",
    "hits",  # value: the chance from 0 to 1, or the damage
    "pays",  # value: how much the mover gives
    "gains",  # value: how much the mover gets
    "docks",
    "opens",
    "closes",
    "turns",  # the thing is turned
    "reveals",
    "supports",  # the thing makes the move possible
    "ends-turn",
    "wins",
    "loses",
    "warns",  # legal, but risky
)


@dataclass(frozen=True)
class Thing:
    """Something to touch or look at, under the id used in paths of moves.

    `name` is short ("Artillery", "g6"), `detail` adds a clause ("your base, empty"); `seat` is its owner.
    """

    id: str
    name: str
    detail: str = ""
    seat: int | None = None

    @property
    def label(self) -> str:
        """Name and detail in one line, for lists and screen readers."""
        return f"{self.name}, {self.detail}" if self.detail else self.name


@dataclass(frozen=True)
class Effect:
    """One effect of a move, as far as the mover may know it."""

    kind: str  # one of EFFECTS
    text: str
    thing: str | None = None  # the id of the thing it happens to
    value: float | None = None


@dataclass(frozen=True)
class Move:
    """A legal move for people: its text, the things to touch for it (`path`), its title, and its effects in order.
    `confirm` marks a move that hurts the mover for nothing in return: a page asks before it is played."""

    text: str
    path: tuple[str, ...]
    title: str
    effects: tuple[Effect, ...] = ()
    confirm: bool = False


def for_nothing(lost: Sequence[float], seat: int) -> bool:
    """Return whether a seat gives something away: it loses something, and no other seat does.

    >>> for_nothing([1, 0], 0), for_nothing([1, 1], 0), for_nothing([0, 0], 0)
    (True, False, False)
    """
    return lost[seat] > 0 and all(other <= 0 for one, other in enumerate(lost) if one != seat)
