"""The turning point of a finished game: the move that raised the winner's chances most."""

from __future__ import annotations

from sectors.kit import Game, Json
from sectors.kit.records import steps
from sectors.server.protocol.responses import TurningPoint
from sectors.server.tables.table import tell_story

LEAST = 0.05  # a move that raised them by less decided nothing


def turning_point(game: Game, record: Json, winner: int) -> TurningPoint | None:
    """Find the turning point with the game's judge, who knows all cards; None if no move decided the game."""
    judge = game.evaluator()
    best: TurningPoint | None = None
    before, mover, number = 0.0, None, 0
    for number, state in enumerate(steps(game, record)):
        values = state.result if state.result is not None else judge.values(state.core)
        now = values[winner]
        if number and now - before >= max(LEAST, 0.0 if best is None else best.after - best.before):
            events = [{key: value for key, value in event.items() if key != "only"} for event in state.events]
            lines = tell_story(game, events)[0]
            best = TurningPoint(number, mover, winner, lines[:1], round(before, 3), round(now, 3))
        before, mover = now, state.to_act
    return best
