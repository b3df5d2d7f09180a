"""The parts of a new table: checked settings, id, seed and places."""

from __future__ import annotations

import random
import secrets

from sectors.kit import BadInput, Game, Json
from sectors.server.limits import MOST_MOVES, MOST_OPTIONS, is_custom
from sectors.server.protocol import requests
from sectors.server.protocol.errors import Problem
from sectors.server.storage import queries
from sectors.server.storage.rows import Place
from sectors.server.tables.commands import Actor, token
from sectors.server.tables.session import Origin
from sectors.server.tables.table import bot_name

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
PROBES, PROBE_MOVES = 3, 40


def settings_of(origin: Origin) -> tuple[int, Json]:
    """Return the seats and options of a new table; raise Problem if they are invalid or make the game too large."""
    game = origin.game
    try:
        number, full = game.settings(origin.seats, origin.options)
        game.core(number, full)  # options that are valid one by one may still not go together
        size = len(queries.text(full))
        if size > MOST_OPTIONS:
            raise Problem("bad-option", f"The options are larger than {MOST_OPTIONS // 1024} kB.")
        if is_custom(full):
            check_size(game, number, full)
    except BadInput as error:
        raise Problem("bad-option", str(error)) from None
    return number, full


def check_size(game: Game, seats: int, options: Json) -> None:
    """Raise Problem if random games soon have too many legal moves, for example on a custom map."""
    for seed in range(PROBES):
        state = game.new(seats, seed=seed, options=options)
        source = random.Random(seed)
        for _ in range(PROBE_MOVES):
            if state.to_act is None:
                break
            legal = state.legal()
            if len(legal) > MOST_MOVES:
                raise Problem("bad-option", f"That game has more than {MOST_MOVES} legal moves in one position.")
            state.play(source.choice(legal))


def new_id() -> str:
    """Return a new table id, easy to read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def new_seed() -> str:
    """Return the server's part of the seed of a game."""
    return secrets.token_hex(32)


def place_for(place: requests.Place, actor: Actor, others: list[Place]) -> Place:
    if place.kind == "open":
        return Place()
    if place.kind == "bot":
        return Place(kind="bot", name=bot_name(others), level=place.level)
    name = requests.clean_name(place.name) if place.name else actor.name
    return Place(kind="person", player=actor.player, name=name, key=token())
