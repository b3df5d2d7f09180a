"""Games between bots with fixed deals, for datasets and the leaderboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from sectors.bots import Bot, Idea
from sectors.kit import Game, Json, State

Watch = Callable[[State, list[Idea]], None]


def play_game(game: Game, players: Sequence[Bot], options: Json, deal: str, watch: Watch | None = None) -> State:
    """Play a game to its end. The deal says what is dealt, and what each bot is shown of what it cannot know; `watch`
    sees every decision with what the bot thought."""
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
