"""Texts with placeholders for seats, filled in once the names are known.

A game writes `{seat:1}` for a seat, `{seat:1's}` for what belongs to it, and a verb in both persons:

    "{seat:1} {1:takes|take} the Comet from {seat:0's} queue"

`fill` inserts the names, and "you" for the reader.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

SCREEN = 78  # columns of text that fit the narrowest usual terminal
COLOURS = ("Blue", "Orange", "White", "Rose", "Mint")  # the names of unoccupied seats
SEATS = tuple(f"{{seat:{seat}}}" for seat in range(len(COLOURS)))
TOKEN = re.compile(r"\{seat:(\d)('s)?\}|\{(\d):([^|{}]*)\|([^|{}]*)\}")
NOUN = re.compile(r"\s*[\w{]")  # what somebody has follows


def fill(text: str, names: Sequence[str] = COLOURS, you: int | None = None) -> str:
    """Fill in the names of the seats, with "you" for the reader's seat.

    >>> said = "{seat:1} {1:takes|take} the Comet from {seat:0's} queue"
    >>> fill(said, ["Ada", "Bo"])
    "Bo takes the Comet from Ada's queue"
    >>> fill(said, ["Ada", "Bo"], you=1)
    "You take the Comet from Ada's queue"
    >>> fill(said, you=0)
    'Orange takes the Comet from your queue'
    >>> fill("That is {seat:0's}, not {seat:1's}.", ["Ada", "Bo"], you=0)
    "That is yours, not Bo's."
    """

    def replace(token: re.Match[str]) -> str:
        if token[3] is not None:
            return token[5] if int(token[3]) == you else token[4]
        seat = int(token[1])
        if seat == you:
            word = "you" if not token[2] else "your" if NOUN.match(text, token.end()) else "yours"
            return word if text[: token.start()].strip() else word.capitalize()
        name = names[seat] if seat < len(names) and names[seat] else COLOURS[seat % len(COLOURS)]
        return name + (token[2] or "")

    return TOKEN.sub(replace, text)


def plural(number: int, word: str) -> str:
    """Return a number with its word.

    >>> plural(1, "card"), plural(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def either(names: Sequence[str]) -> str:
    """
    >>> either(["Light", "Medium", "Heavy"])
    'Light, Medium or Heavy'
    """
    return " or ".join(one for one in (", ".join(names[:-1]), *names[-1:]) if one)


def fold(line: str, indent: int = 6, columns: int = SCREEN) -> list[str]:
    """Split a line of text to fit a terminal; the lines after the first are indented."""
    return textwrap.wrap(
        line, columns, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    ) or [""]
