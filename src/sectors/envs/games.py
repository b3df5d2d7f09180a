"""Games between bots with fixed deals, for datasets and the leaderboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from sectors.bots import Bot, Idea
from sectors.kit import Game, Json, State

Watch = Callable[[State, list[Idea]], None]


def play_game(game: Game, players: Sequence[Bot], options: Json, deal: str, watch: Watch | None = None) -> State:
    """Play a game to its end. `deal` seeds the chance and the guesses at hidden information given to each bot; `watch`
    is called for every decision with the bot's ideas."""
    state = game.new(len(players), seed=deal, options=options)
    while state.to_act is not None:
        key = sha256(f"{deal} {len(state.actions)}".encode()).digest()
        seen = state.seen_by(state.to_act, int.from_bytes(key[:8], "little"))
        player = players[state.to_act]
        if watch is None:
            state.play(player.choose(seen))
        else:
            ideas = player.think(seen)
            watch(state, ideas)
            state.play(ideas[0].move)
    return state
