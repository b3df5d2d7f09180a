"""What a game tells people about a position: things to touch, moves, and what each move does.

Pictures, boards, the terminal, screen readers, hints and lessons are renderings of this data. Texts may speak of seats
as `kit.words` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# What an effect can be. A board has a sign for each; words and numbers are in the effect itself.
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
    "warns",  # allowed, but look
)


@dataclass(frozen=True)
class Thing:
    """Something that can be touched or looked at, under the id that paths of moves use.

    `name` is short ("Artillery", "g6"), `detail` says more in a clause ("your base, empty"); `seat` is its owner.
    """

    id: str
    name: str
    detail: str = ""
    seat: int | None = None

    @property
    def label(self) -> str:
        """Both in one line, for lists and screen readers."""
        return f"{self.name}, {self.detail}" if self.detail else self.name


@dataclass(frozen=True)
class Effect:
    """One thing that a move does, as far as the mover may know."""

    kind: str  # one of EFFECTS
    text: str
    thing: str | None = None  # the id of the thing it happens to
    value: float | None = None


@dataclass(frozen=True)
class Move:
    """A legal move for people: its text, the things that a person touches for it, its title and what it does, in
    order. `confirm` marks what hurts the mover for nothing in return: a page asks first."""

    text: str
    path: tuple[str, ...]
    title: str
    effects: tuple[Effect, ...] = ()
    confirm: bool = False


def for_nothing(lost: Sequence[float], seat: int) -> bool:
    """Whether a seat gives something away: of what every seat loses it loses some, and nobody else anything.

    >>> for_nothing([1, 0], 0), for_nothing([1, 1], 0), for_nothing([0, 0], 0)
    (True, False, False)
    """
    return lost[seat] > 0 and all(other <= 0 for one, other in enumerate(lost) if one != seat)
