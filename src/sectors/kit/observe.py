"""Positions and actions as numbers, for machine learning.

A game's `observe.py` derives from `Observer`, names its fields and fills them in. An observation is a row of 16-bit
numbers: only what one seat may know, from its point of view (own things first, the board turned so that all seats see
the same game). An action is an index below `actions`, from the point of view of the seat to act; within a position, the
indices of legal actions are distinct and map back to their codes.

    class Watcher(Observer):
        def __init__(self, game, seats, options):
            super().__init__(game, seats, [Field("hand", (6,), 0, 9, "cards of each kind in the own hand")],
                             [Field("kind", (), 0, 5, "the card played")], actions=6)

        def observe(self, core, seat, out):
            at = self.frame(core, seat, out)
            for kind in range(6):
                out[at + kind] = core.hands[seat][kind]

`observe.pxd` declares the methods `noexcept nogil`; the rows are zeroed before they are filled in.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import cython

from sectors.kit.core import Actions, Core
from sectors.kit.errors import BadInput, BadOption

if not cython.compiled:  # observe.pxd imports the C version
    from sectors.kit.core import OVER

if TYPE_CHECKING:
    from sectors.kit.game import Game

MOST_ACTIONS = 65535
LEAST, MOST = -32768, 32767
SHARES = 60  # results are whole numbers of sixtieths: halves, thirds, quarters and fifths of a win


@dataclass(frozen=True)
class Field:
    """A group of numbers: its shape, () for a single number, and its bounds."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    about: str

    @property
    def size(self) -> int:
        return prod(self.shape)


class Observer:
    """The encoder of observations and actions for a game with given settings."""

    fields: tuple[Field, ...]  # of an observation
    parts: tuple[Field, ...]  # of the description of an action
    seats: int
    size: int  # numbers in an observation
    actions: int
    described: int  # numbers in a description

    def __init__(self, game: Game, seats: int, fields: Sequence[Field], parts: Sequence[Field], actions: int) -> None:
        frame = (
            Field("to_act", (seats,), 0, 1, "the seat to act, counted from the own seat"),
            Field("over", (), 0, 1, "whether the game is over"),
            Field("result", (seats,), 0, SHARES, "the results of a game that is over, own first, in sixtieths"),
            Field("reason", (len(game.reasons),), 0, 1, f"how it ended: {', '.join(game.reasons)}"),
        )
        self.fields = (*frame, *fields)
        self.parts = tuple(parts)
        self.seats = seats
        self.reasons = len(game.reasons)
        self.size = sum(field.size for field in self.fields)
        self.described = sum(part.size for part in self.parts)
        self.actions = actions
        if actions > MOST_ACTIONS:
            raise BadOption(f"observations of {game.name}: {actions} actions, allowed are at most {MOST_ACTIONS}")
        for field in (*self.fields, *self.parts):
            if not LEAST <= field.low <= field.high <= MOST:
                raise BadOption(
                    f"observations of {game.name}: {field.name} can be {field.low} to {field.high}, allowed are "
                    f"settings with which it stays within {LEAST} to {MOST}"
                )

    # Overridden by a game

    def observe(self, core: Core, seat: int, out: MutableSequence[int]) -> None:
        """Fill in a row of zeros: first `frame`, then the game's own fields in order."""

    def encode(self, core: Core, code: int) -> int:
        """Return the index of a legal action of the seat to act."""
        return code

    def encode_all(self, core: Core, actions: Actions, out: MutableSequence[int]) -> None:
        """Write the indices of all legal actions, in their order. Override for speed."""
        for i in range(actions.size):
            out[i] = self.encode(core, actions.items[i])

    def decode(self, core: Core, index: int) -> int:
        """Return the code of an index; any number if the index is not legal."""
        return index

    def describe(self, core: Core, code: int, out: MutableSequence[int]) -> None:
        """Fill in a row of zeros with the description of a legal action."""

    # Provided to every game

    def frame(self, core: Core, seat: int, out: MutableSequence[int]) -> int:
        """Write the common fields of an observation; return where the game's own fields begin."""
        if cython.compiled:
            results = cython.declare(cython.double[5])
        else:
            results = [0.0] * 5
        seats = self.seats
        if core.to_act != OVER:
            out[(core.to_act - seat + seats) % seats] = 1
        else:
            out[seats] = 1
            core.score(results)
            for i in range(seats):
                out[seats + 1 + i] = int(results[(seat + i) % seats] * SHARES + 0.5)
            out[2 * seats + 1 + core.reason] = 1
        return 2 * seats + 1 + self.reasons

    def look(self, core: Core, seat: int, out: MutableSequence[int]) -> None:
        """Write an observation into a row that need not be zeroed."""
        for i in range(self.size):
            out[i] = 0
        self.observe(core, seat, out)

    def observation(self, core: Core, seat: int) -> array[int]:
        """Return an observation, for interpreted callers."""
        row = array("h", bytes(2 * self.size))
        if cython.compiled:
            view = cython.declare(cython.short[::1], row)
            self.observe(core, seat, cython.address(view[0]))
        else:
            self.observe(core, seat, row)
        return row

    def description(self, core: Core, code: int) -> array[int]:
        """Return the description of an action, for interpreted callers."""
        row = array("h", bytes(2 * self.described))
        if cython.compiled:
            view = cython.declare(cython.short[::1], row)
            self.describe(core, code, cython.address(view[0]))
        else:
            self.describe(core, code, row)
        return row

    def index_of(self, core: Core, code: int) -> int:
        return self.encode(core, code)

    def code_of(self, core: Core, index: int) -> int:
        return self.decode(core, index)

    def split(self, row: Sequence[int]) -> dict[str, list[int]]:
        """Return an observation as a dict by field name."""
        found, at = {}, 0
        for field in self.fields:
            found[field.name] = list(row[at : at + field.size])
            at += field.size
        return found

    def slice_of(self, name: str) -> slice:
        """Return the slice of a field in an observation."""
        at = 0
        for field in self.fields:
            if field.name == name:
                return slice(at, at + field.size)
            at += field.size
        raise BadInput(f"there is no field {name!r}; there are: {', '.join(field.name for field in self.fields)}")

    def bounds(self) -> tuple[list[int], list[int]]:
        """Return the lowest and the highest value of each number of an observation."""
        low = [field.low for field in self.fields for _ in range(field.size)]
        return low, [field.high for field in self.fields for _ in range(field.size)]

    def document(self) -> str:
        """Return Markdown tables of the fields of observations and descriptions."""
        lines = [f"{self.size} numbers; {self.actions} actions, each described by {self.described} numbers.", ""]
        for title, fields in (("observation", self.fields), ("action", self.parts)):
            lines += [f"| {title} | shape | values | |", "|---|---|---|---|"]
            for field in fields:
                shape = " x ".join(str(number) for number in field.shape) or "1"
                lines.append(f"| `{field.name}` | {shape} | {field.low} to {field.high} | {field.about} |")
            lines.append("")
        return "\n".join(lines)
