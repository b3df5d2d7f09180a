"""Was the game dealt fairly? The seed must have the hash that was shown before the first move, and must give every
outcome of chance that the record has."""

from __future__ import annotations

import hashlib
from typing import Any

from sectors.kit import BadInput, Game, Refused
from sectors.kit.records import replayed


class NotFair(Exception):  # noqa: N818
    """What does not fit."""


def verify(game: Game, record: Any, commitment: str | None = None) -> bool:
    """True if everything fits, False if there is no seed to check; NotFair says what does not fit, BadRecord why the
    record itself does not replay. `commitment` is the hash that somebody noted before the first move."""
    state = replayed(game, record)
    about = record.get("about") or {}
    if not isinstance(about, dict):
        raise NotFair("the record's 'about' is no object")
    seed, promised, given = about.get("seed"), about.get("commitment"), about.get("given", 0)
    if seed is None or promised is None:
        return False
    if not isinstance(seed, str) or hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest() != promised:
        raise NotFair("the seed does not have the hash that the record says was shown before the first move")
    if commitment is not None and commitment != promised:
        raise NotFair(f"the record says that the hash {promised} was shown, not {commitment}")
    if type(given) is not int or not 0 <= given <= len(state.chance):
        raise NotFair("the number of given outcomes is wrong")
    try:
        again = game.new(state.seats, seed, state.options, state.chance[:given])
        for text in state.actions:
            again.play(text)
    except (Refused, BadInput) as error:
        raise NotFair(f"with the outcomes of that seed the game cannot be played: {error}") from None
    for number, (found, fair) in enumerate(zip(state.chance, again.chance, strict=True), start=1):
        if found != fair:
            raise NotFair(f"outcome {number}, {found[0]!r}, is {found[1]!r}, but the seed gives {fair[1]!r}")
    return True
