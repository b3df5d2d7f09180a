"""One game between bots. A bot that fails forfeits the game; its errors affect nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sectors.bots import Bot
from sectors.kit import Game, Json, Refused, State


@dataclass
class Played:
    """A game that was finished or forfeited."""

    number: int
    result: list[float]
    reason: str
    decisions: int
    seconds: list[float]  # processor time by seat
    moves: list[int]  # by seat
    longest: list[float]  # most processor time for one decision, in seconds, by seat
    bots: tuple[int, ...] = ()  # which bot of the match sat on each seat
    forfeit: str = ""  # what went wrong
    loser: int = -1  # the seat that forfeited
    record: Json = field(default_factory=dict)
    facts: Json = field(default_factory=dict)  # see lab.facts
    turns: list[int] = field(default_factory=list)  # by seat: decisions in a row are one turn


def forfeit_result(seats: int, seat: int) -> list[float]:
    """Return the result if `seat` forfeits: the others share the win."""
    return [0.0 if one == seat else 1.0 / (seats - 1) for one in range(seats)]


def play(
    game: Game,
    bots: Sequence[Bot],
    seats: int,
    options: Json,
    seed: str,
    number: int = 0,
    limit: float | None = None,
    thinking: Callable[[int | None], None] = lambda seat: None,
    kind: type[State] = State,
) -> Played:
    """Play a game to its end. `limit` is the time for a decision, in seconds; `thinking` is called with the seat that
    starts to think, and with None when it is done; `kind` determines where chance comes from."""
    state = kind.begin(game, *game.settings(seats, options), f"deal {seed}", None)
    played = Played(number, [], "", 0, [0.0] * seats, [0] * seats, [0.0] * seats)
    played.turns = [0] * seats
    before = None
    while state.to_act is not None:
        seat = state.to_act
        played.turns[seat] += seat != before
        before = seat
        key = f"{seed} {played.decisions}"
        thinking(seat)
        began, worked = time.monotonic(), time.process_time()
        played.forfeit = decide(state, bots[seat], seat, key)
        taken, work = time.monotonic() - began, time.process_time() - worked
        thinking(None)
        played.seconds[seat] += work  # without what else the machine did meanwhile
        played.longest[seat] = max(played.longest[seat], work)
        if limit is not None and taken > limit and not played.forfeit:
            played.forfeit = f"took {taken:.2f} s for a decision, {limit:g} s are allowed"
        if played.forfeit:
            played.result, played.reason = forfeit_result(seats, seat), "forfeit"
            played.loser = seat
            break
        played.moves[seat] += 1
        played.decisions += 1
    else:
        played.result, played.reason = state.result or [], state.reason or ""
    played.record = state.record()
    return played


def decide(state: State, bot: Bot, seat: int, key: str) -> str:
    """Let a bot move. Return what it did wrong, or an empty string."""
    seen = state.seen_by(seat, hash_of(key))
    try:
        move = bot.choose(seen)
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"
    if not isinstance(move, str):
        return f"returned {move!r}, which is no text"
    try:
        state.play(move)
    except Refused as refusal:
        return f"returned {move!r}, which is refused: {refusal}"
    return ""


def hash_of(key: str) -> int:
    """Return a number for a text, the same in every process."""
    return int.from_bytes(key.encode(), "big")
